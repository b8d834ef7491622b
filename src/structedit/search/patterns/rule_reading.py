"""Read the conditions of a rule in a language, from YAML in the form of ast-grep's.

A rule object is a mapping: of the node itself (`pattern`, `kind`, `regex`, `nthChild`, `range`), of others around
it (`inside`, `has`, `precedes`, `follows`, with `stopBy` and `field`), and of conditions together (`all`, `any`,
`not`, `matches`). Any other key is an error that names the nearest one. `matches` names a
utility.

Not here: matching (`tree.rule_matching`), and the rest of a rule file (`extras.codemods.rules`).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import NoReturn

from structedit.calls.code_patterns import CodePattern, Reading, Strictness
from structedit.languages.grammars import grammar, subtypes
from structedit.languages.profiles import LanguageProfile
from structedit.search.patterns.kind_selectors import read_kinds, read_place
from structedit.search.patterns.metavariables import metavariables
from structedit.search.patterns.pattern_reading import Needed, names_of, read_pattern
from structedit.text.brackets import unmatched
from structedit.text.document import to_bytes
from structedit.text.errors import StructEditError, UsageError
from structedit.text.linear_regex import linear, literals
from structedit.text.values import dataclass, replace
from structedit.text.yaml_values import Value
from structedit.tree.pattern_nodes import ERROR, PatternNode
from structedit.tree.rule_matching import (
    Condition,
    Either,
    Every,
    Fits,
    HasText,
    OfKind,
    Reach,
    Refers,
    Related,
    Relation,
    Search,
    Stands,
    Unless,
    Utility,
    position_of,
)

_OWN = ("pattern", "kind", "regex", "nthChild", "range")
_TOGETHER = ("all", "any", "not", "matches")
_RELATIONS = tuple(relation.value for relation in Relation)
RULE_KEYS = (*_OWN, *_RELATIONS, *_TOGETHER)
"""The keys of a rule object."""


@dataclass(frozen=True, slots=True)
class Place:
    """The source of a text of rules, for errors."""

    name: str

    def wrong(self, value: Value | int, message: str, hint: str) -> NoReturn:
        """Refuse a value, with its line.

        Raises:
            UsageError: always.
        """
        line = value if isinstance(value, int) else value.line
        raise UsageError(f"{self.name}:{line}: {message}", hint=hint)

    def text(self, value: Value, what: str) -> str:
        """Return a value that is a text."""
        if not isinstance(value.of, str):
            self.wrong(value, f"{what} is not a string", "write a string, in quotes if needed")
        return value.of

    def texts(self, value: Value, what: str) -> tuple[str, ...]:
        """Return a value that is a list of texts."""
        return tuple(self.text(one, f"an item of {what}") for one in self.values(value, what))

    def values(self, value: Value, what: str) -> tuple[Value, ...]:
        """Return a value that is a list."""
        if not isinstance(value.of, tuple):
            self.wrong(value, f"{what} is not a list", "write a list")
        return value.of

    def number(self, value: Value, what: str) -> int:
        """Return a value that is a whole number."""
        text = value.of
        if not isinstance(text, str) or not value.plain or not text.lstrip("+-").isdecimal():
            self.wrong(value, f"{what} is not a whole number", "write a number")
        return int(text)

    def flag(self, value: Value, what: str) -> bool:
        """Return a value that is true or false."""
        if not value.plain or value.of not in ("true", "false"):
            self.wrong(value, f"{what} is neither true nor false", "write true or false")
        return value.of == "true"

    def one_of(self, value: Value, words: Iterable[str], what: str) -> str:
        """Return a value that must be one of some words."""
        text, known = self.text(value, what), tuple(words)
        if text not in known:
            self.wrong(value, f"{what} {text!r} is not known", nearest(text, known))
        return text

    def mapping(
        self, value: Value, what: str, keys: Iterable[str] | None = None
    ) -> Mapping[str, Value]:
        """Return a value that is a mapping, with keys that are known."""
        if not isinstance(value.of, Mapping):
            self.wrong(value, f"{what} is not a mapping", "write `key: value` lines")
        known = tuple(keys) if keys is not None else tuple(value.of)
        for key in value.of:
            if key not in known:
                self.wrong(value.lines[key], f"unknown key {key!r} in {what}", nearest(key, known))
        return value.of


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a hint on which known word was meant."""
    known = tuple(known)
    near = sorted((one for one in known if one and word.startswith(one)), key=len)[-1:]
    near = near or difflib.get_close_matches(word, known, 1, 0.5)
    listed = ", ".join(known) if len(known) <= 20 else f"{', '.join(known[:20])}, …"
    return (
        f"did you mean {near[0]!r}?"
        if near
        else f"use one of {listed}"
        if known
        else "leave it out"
    )


@dataclass(frozen=True, slots=True)
class Needs:
    """The texts that a file must contain: all of them, or any; each is the needs of a pattern or another such value."""

    of: tuple[Needed | Needs, ...] = ()
    any_of_it: bool = False

    def may_be_in(self, data: bytes) -> bool:
        """Return True if a content contains the texts."""
        each = (one.may_be_in(data) for one in self.of)
        return any(each) if self.any_of_it else all(each)


NOTHING = Needed()


@dataclass(frozen=True, slots=True)
class ReadCondition:
    """A condition, its metavariables as patterns write them, and the texts that a file must contain for it."""

    condition: Condition
    names: tuple[str, ...]
    needed: Needed | Needs = NOTHING


class RuleReader:
    """A reader of the rule objects of one rule in a language.

    `shared` are utilities of all rules of the language, by name. `warnings` are about patterns.
    """

    def __init__(
        self,
        place: Place,
        profile: LanguageProfile,
        reading: Reading,
        shared: Mapping[str, ReadCondition] | None = None,
    ) -> None:
        self.place = place
        self.profile = profile
        self.warnings: list[str] = []
        self._reading = reading
        self._shared = shared or {}
        self._scope: dict[str, Utility] = {}
        self._known: dict[str, ReadCondition] = {}

    def add_utilities(self, value: Value | None) -> tuple[str, ...]:
        """Read a rule's `utils`, so that `matches` can name them; return the metavariables in them.

        Raises:
            UsageError: when one refers to itself without moving to another node, or as the rest of a rule.
        """
        found = self.place.mapping(value, "utils") if value is not None else {}
        for key in found:
            self._known[key] = ReadCondition(Refers(key, self._scope), ())
        for key, one in found.items():
            read = self.rule(one, f"the utility {key!r}")
            self._scope[key] = Utility(read.condition)
            self._known[key] = ReadCondition(Refers(key, self._scope), read.names, read.needed)
        for key, one in found.items():
            circle = circle_of(key, self._scope)
            if circle:
                self.place.wrong(one, *circle_words(circle))
        return tuple(name for read in self._known.values() for name in read.names)

    def rule(self, value: Value, what: str, more: tuple[str, ...] = ()) -> ReadCondition:
        """Return a rule object as a condition."""
        found = self.place.mapping(value, what, (*RULE_KEYS, *more))
        read: list[ReadCondition] = [
            getattr(self, f"_{key}")(found[key]) for key in (*_OWN, *_TOGETHER) if key in found
        ]
        position = next((one for each in read if (one := position_of(each.condition))), None)
        for key in _RELATIONS:
            if key in found:
                related = self._related(Relation(key), found[key])
                if key == Relation.HAS.value and position:
                    assert isinstance(related.condition, Related)
                    related = replace(
                        related, condition=replace(related.condition, itself=position)
                    )
                read.append(related)
        if not read:
            self.place.wrong(
                value, f"{what} needs a condition", f"write one of {', '.join(RULE_KEYS)}"
            )
        if len(read) == 1:
            return read[0]
        return _together(Every(tuple(one.condition for one in read)), read, "all")

    def reach(self, value: Value, what: str) -> Reach:
        """Return the extent of a fix (`expandStart`, `expandEnd`)."""
        read = self.rule(value, what, ("stopBy",))
        assert isinstance(value.of, Mapping)
        return Reach(read.condition, self._search(value.of.get("stopBy")))

    # Of the node itself

    def _pattern(self, value: Value) -> ReadCondition:
        if isinstance(value.of, Mapping):
            found = self.place.mapping(value, "a pattern", ("context", "selector", "strictness"))
            if "context" not in found:
                self.place.wrong(value, "a pattern needs its context", "write context: CODE")
            text = self.place.text(found["context"], "context")
            kind = self.place.text(found["selector"], "selector") if "selector" in found else None
            words = [one.value for one in Strictness]
            strictness = Strictness.SMART
            if "strictness" in found:
                strictness = Strictness(self.place.one_of(found["strictness"], words, "strictness"))
        else:
            text, kind, strictness = self.place.text(value, "pattern"), None, Strictness.SMART
        position = kind is not None and subtypes(str(self.profile.grammar), kind)
        asked = CodePattern(text, strictness, self._reading, None if position else kind)
        alone = metavariables(text.strip())
        if kind is None and len(alone) == 1 and alone[0].text == text.strip():
            if alone[0].hole.many:
                self.place.wrong(
                    value, f"{text.strip()} alone matches no node", "write one dollar sign"
                )
            goal = PatternNode(0, "", True, hole=alone[0].hole)
            return ReadCondition(Fits(goal), names_of(asked))
        try:
            read = read_pattern(asked, self.profile)
        except StructEditError as error:
            self.place.wrong(value, error.message, error.hint)
        goal = read.sought.nodes[0]
        if goal.kind == ERROR:
            is_open = unmatched(text) is not None
            hint = "close its brackets" if is_open else "write its context and selector"
            self.place.wrong(value, read.warning, hint)
        if read.warning:
            self.warnings.append(f"{self.place.name}:{value.line}: {read.warning}")
        if len(read.sought.nodes) != 1:
            self.place.wrong(
                value,
                "the pattern is several adjacent nodes",
                "write one node; add the others with follows",
            )
        condition: Condition = Fits(goal, strictness)
        if position:
            if goal.kind not in position:
                hint = f"write {kind} as the whole context"
                self.place.wrong(value, f"the context is not of the kind {kind}", hint)
            condition = Every((OfKind(position, str(kind)), condition))
        return ReadCondition(condition, names_of(asked), read.needed)

    def _kind(self, value: Value) -> ReadCondition:
        text = self.place.text(value, "kind")
        try:
            condition = read_kinds(text, lambda name: self._of_kind(value, name))
        except (ValueError, RecursionError) as error:
            self.place.wrong(
                value, f"the kind {text[:60]!r} cannot be read: {error}", "write a name"
            )
        return ReadCondition(condition, ())

    def _of_kind(self, value: Value, name: str) -> OfKind:
        known = grammar(str(self.profile.grammar))
        shown = [
            number for number in range(known.node_kind_count) if known.node_kind_is_visible(number)
        ]
        kinds = frozenset(
            number
            for number in shown
            if known.node_kind_for_id(number) == name and known.node_kind_is_named(number)
        )
        if name == "ERROR":
            kinds = frozenset((ERROR,))
        if not kinds and (kinds := subtypes(str(self.profile.grammar), name)):
            return OfKind(kinds, name)
        if not kinds:
            names = {known.node_kind_for_id(n) or "" for n in shown if known.node_kind_is_named(n)}
            message = f"the {self.profile.id} grammar has no kind {name!r}"
            self.place.wrong(value, message, nearest(name, sorted(names)))
        return OfKind(kinds)

    def _regex(self, value: Value) -> ReadCondition:
        text = self.place.text(value, "regex")
        try:
            search = linear(text).search
        except StructEditError as error:
            self.place.wrong(value, error.message, error.hint)
        return ReadCondition(HasText(search), (), Needed(tuple(map(to_bytes, literals(text)))))

    def _nthChild(self, value: Value) -> ReadCondition:  # noqa: N802 - the key's name
        from_end, of = False, None
        if isinstance(value.of, Mapping):
            found = self.place.mapping(value, "nthChild", ("position", "ofRule", "reverse"))
            if "position" not in found:
                self.place.wrong(value, "nthChild needs a position", "write position: 1")
            if "reverse" in found:
                from_end = self.place.flag(found["reverse"], "reverse")
            if "ofRule" in found:
                of = self.rule(found["ofRule"], "ofRule").condition
            value = found["position"]
        try:
            place = read_place(self.place.text(value, "nthChild"))
        except ValueError as error:
            self.place.wrong(value, str(error), "see docs/rules.md")
        return ReadCondition(replace(place, from_end=from_end, of=of), ())

    def _range(self, value: Value) -> ReadCondition:
        found = self.place.mapping(value, "range", ("start", "end"))
        points: list[tuple[int, int | None]] = []
        for key in ("start", "end"):
            if key not in found:
                self.place.wrong(value, f"range has no {key}", "write start and end")
            point = self.place.mapping(found[key], key, ("line", "column"))
            if "line" not in point:
                self.place.wrong(found[key], f"{key} has no line", "lines count from 0")
            column = self.place.number(point["column"], "column") if "column" in point else None
            points.append((self.place.number(point["line"], "line"), column))
        if [(line, column or 0) for line, column in points] != sorted(
            (line, column if column is not None else 0) for line, column in points
        ) and None not in (points[0][1], points[1][1]):
            self.place.wrong(value, "the range ends before it starts", "swap start and end")
        return ReadCondition(Stands(points[0], points[1]), ())

    # Conditions together

    def _all(self, value: Value) -> ReadCondition:
        read = [self.rule(one, "a rule of all") for one in self.place.values(value, "all")]
        return _together(Every(tuple(one.condition for one in read)), read, "all")

    def _any(self, value: Value) -> ReadCondition:
        read = [self.rule(one, "a rule of any") for one in self.place.values(value, "any")]
        return _together(Either(tuple(one.condition for one in read)), read, "any")

    def _not(self, value: Value) -> ReadCondition:
        return ReadCondition(Unless(self.rule(value, "not").condition), ())

    def _matches(self, value: Value) -> ReadCondition:
        name = self.place.text(value, "matches")
        if name in self._known:
            return self._known[name]
        if name not in self._shared:
            known = (*self._known, *self._shared)
            self.place.wrong(value, f"no utility is called {name!r}", nearest(name, known))
        return self._shared[name]

    # Of other nodes

    def _related(self, relation: Relation, value: Value) -> ReadCondition:
        read = self.rule(value, relation.value, ("stopBy", "field"))
        found = self.place.mapping(value, relation.value)
        name = None
        if "field" in found:
            name = self.place.text(found["field"], "field")
            if relation not in (Relation.INSIDE, Relation.HAS):
                self.place.wrong(found["field"], "field is only for inside and has", "leave it out")
            known = grammar(str(self.profile.grammar))
            if known.field_id_for_name(name) is None:
                fields = [known.field_name_for_id(n) for n in range(1, known.field_count + 1)]
                self.place.wrong(
                    found["field"],
                    f"the {self.profile.id} grammar has no field {name!r}",
                    nearest(name, [one for one in fields if one]),
                )
        search = self._search(found.get("stopBy"))
        itself = position_of(read.condition) if relation is Relation.INSIDE else None
        condition = Related(relation, read.condition, search, name, itself)
        return replace(read, condition=condition)

    def _search(self, value: Value | None) -> Search:
        if value is None:
            return Search()
        if isinstance(value.of, Mapping):
            return Search(until=self.rule(value, "stopBy").condition)
        word = self.place.one_of(value, ("neighbor", "end"), "stopBy")
        return Search(to_end=word == "end")


def _together(condition: Condition, read: list[ReadCondition], how: str) -> ReadCondition:
    names = tuple(dict.fromkeys(name for one in read for name in one.names))
    return ReadCondition(condition, names, Needs(tuple(one.needed for one in read), how == "any"))


def circle_of(name: str, scope: Mapping[str, Utility]) -> tuple[str, ...]:
    """Return the names by which a utility refers to itself at the same node; empty if it does not."""
    stack: list[tuple[Condition, tuple[str, ...]]] = [(scope[name].where, (name,))]
    while stack:
        condition, path = stack.pop()
        match condition:
            case Every(of) | Either(of):
                stack.extend((one, path) for one in of)
            case Unless(of):
                stack.append((of, path))
            case Refers(other, _) if other == name:
                return (*path, other)
            case Refers(other, of_scope) if other not in path and other in of_scope:
                stack.append((of_scope[other].where, (*path, other)))
    return ()


def circle_words(circle: tuple[str, ...]) -> tuple[str, str]:
    """Return the error about utilities that refer to themselves, and the next step."""
    fix = f"put one `matches: {circle[-1]}` in {circle[-2]} inside `has` or `inside`, or remove it"
    return f"utilities refer to each other: {' → '.join(circle)}", fix
