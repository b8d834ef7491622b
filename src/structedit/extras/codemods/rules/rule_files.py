"""A rule file: its documents, parsed into rules, each for its language.

`CodeRule` has the parts of a rule; a key that ast-grep does not know, and that is neither `valid` nor `invalid`, is
an error.

Not here: conditions (`search.patterns.rule_reading`), folders and `sgconfig.yml` (`rule_folders`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

from structedit.calls.code_patterns import Reading
from structedit.calls.statuses import JsonValue
from structedit.extras.codemods.rules.transforms import Transform, read_transforms
from structedit.extras.codemods.templates import Dialect
from structedit.languages.profiles import LanguageProfile
from structedit.search.patterns.pattern_reading import Needed
from structedit.search.patterns.rule_reading import (
    Needs,
    Place,
    ReadCondition,
    RuleReader,
    circle_of,
    circle_words,
    nearest,
)
from structedit.text.errors import ProfileError
from structedit.text.values import dataclass
from structedit.text.yaml_values import Value, documents
from structedit.tree.rule_matching import Reach, Refers, Rewriting, SoughtRule, Utility

RULE_FILE_KEYS = (
    *("id", "language", "rule", "constraints", "utils", "transform", "fix", "rewriters"),
    *("message", "note", "severity", "labels", "files", "ignores", "url", "metadata"),
    *("valid", "invalid"),
)
"""The keys of a rule's document; the last two are its tests, which ast-grep has in files of their own."""

_REWRITER_KEYS = ("id", "rule", "constraints", "utils", "transform", "fix", "language")
_UTILITY_KEYS = ("id", "language", "rule", "constraints", "utils", "message", "note", "severity")
_PREFIX = "$"


class Severity(StrEnum):
    """The severity of a finding, the worst first; a rule that is `off` is not matched."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    HINT = "hint"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Fix:
    """The replacement of a finding: a template, and a few words on what it does."""

    template: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """How the place of a metavariable is shown with a finding."""

    name: str
    style: str
    message: str = ""


@dataclass(frozen=True, slots=True)
class Glob:
    """Which files a rule is for."""

    text: str
    ignores_case: bool = False


@dataclass(frozen=True, slots=True)
class CodeRule:
    """One rule of a file, ready to be matched; `many` are metavariables for several nodes."""

    id: str
    language: str
    file: str
    line: int
    sought: SoughtRule
    needed: Needed | Needs
    many: frozenset[str] = frozenset()
    severity: Severity = Severity.HINT
    message: str = ""
    note: str | None = None
    url: str | None = None
    metadata: JsonValue = None
    labels: tuple[Label, ...] = ()
    fixes: tuple[Fix, ...] = ()
    transforms: tuple[Transform, ...] = ()
    rewriters: Mapping[str, Rewriter] | None = None
    files: tuple[Glob, ...] | None = None
    ignores: tuple[Glob, ...] = ()
    valid: tuple[str, ...] = ()
    invalid: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rewriter:
    """A rule that rewrites inside a capture of another."""

    fixes: tuple[Fix, ...]
    transforms: tuple[Transform, ...]


Profiles = Callable[[str], LanguageProfile]
"""The profile of the language that a rule names."""


@dataclass(frozen=True, slots=True)
class RuleText:
    """The text of a rule file; `is_utility` for rules that others refer to with `matches`."""

    name: str
    text: str
    is_utility: bool = False


def read_rules(
    texts: Sequence[RuleText], profiles: Profiles, reading: Reading = Reading.AUTO
) -> tuple[CodeRule, ...]:
    """Parse the rules of some files, in order.

    Raises:
        UsageError: when one is invalid, with its file and line, or two have one id.
    """
    shared = _utilities([text for text in texts if text.is_utility], profiles, reading)
    rules: dict[str, CodeRule] = {}
    for text in texts:
        if text.is_utility:
            continue
        place = Place(text.name)
        for value in documents(text.text, text.name):
            rule = _rule(place, value, profiles, reading, shared)
            if (first := rules.get(rule.id)) is not None:
                where = f"{first.file}:{first.line}"
                place.wrong(value, f"the rule in {where} also has the id {rule.id!r}", "rename one")
            rules[rule.id] = rule
    return tuple(rules.values())


def _rule(
    place: Place,
    value: Value,
    profiles: Profiles,
    reading: Reading,
    shared: Mapping[str, Mapping[str, ReadCondition]],
) -> CodeRule:
    found = place.mapping(value, "a rule", RULE_FILE_KEYS)
    name = place.text(_required(place, value, found, "id"), "id")
    profile = _profile(place, found, value, profiles)
    reader = RuleReader(place, profile, reading, shared.get(profile.id))
    core = _core(place, value, found, reader)
    if core.sought({}).kinds is None:
        place.wrong(
            found["rule"],
            "the rule could match nodes of every kind",
            "add kind, or a pattern of code",
        )
    rewriters: dict[str, Rewriter] = {}
    rules: dict[str, SoughtRule] = {}
    for one in place.values(found["rewriters"], "rewriters") if "rewriters" in found else ():
        inner = place.mapping(one, "a rewriter", _REWRITER_KEYS)
        key = place.text(_required(place, one, inner, "id"), "id")
        _required(place, one, inner, "fix")
        if key in rules:
            place.wrong(one, f"two rewriters are called {key!r}", "rename one")
        of_it = RuleReader(place, profile, reading, shared.get(profile.id))
        read = _core(place, one, inner, of_it, core.names)
        rules[key] = read.sought(rules)
        rewriters[key] = Rewriter(read.fixes, read.transforms)
    for transform in (*core.transforms, *(t for r in rewriters.values() for t in r.transforms)):
        for key in transform.rewriters:
            if key not in rules:
                at = found.get("transform", value)
                place.wrong(at, f"no rewriter is called {key!r}", nearest(key, rules))
    globs = [
        _globs(place, found[key], key) if key in found else None for key in ("files", "ignores")
    ]
    return CodeRule(
        name,
        profile.id,
        place.name,
        value.line,
        core.sought(rules),
        core.read.needed,
        frozenset(n.lstrip(_PREFIX) for n in core.names if n.startswith("$$$")),
        _severity(place, found.get("severity")),
        _text(place, found, "message") or "",
        _text(place, found, "note"),
        _text(place, found, "url"),
        _json(place, found["metadata"]) if "metadata" in found else None,
        _labels(place, found["labels"], core.names) if "labels" in found else (),
        core.fixes,
        core.transforms,
        rewriters,
        globs[0],
        globs[1] or (),
        place.texts(found["valid"], "valid") if "valid" in found else (),
        place.texts(found["invalid"], "invalid") if "invalid" in found else (),
        tuple(reader.warnings),
    )


@dataclass(frozen=True, slots=True)
class _Core:
    """The common parts of rules and rewriters."""

    read: ReadCondition
    constraints: tuple[tuple[str, ReadCondition], ...]
    names: tuple[str, ...]
    transforms: tuple[Transform, ...]
    fixes: tuple[Fix, ...]
    reaches: tuple[tuple[Reach | None, Reach | None], ...]

    def sought(self, rules: Mapping[str, SoughtRule]) -> SoughtRule:
        """Return the rule to match; `rules` may be filled later."""
        return SoughtRule(
            self.read.condition,
            tuple((name, one.condition) for name, one in self.constraints),
            self.reaches,
            tuple(
                Rewriting(one.name, one.source, one.rewriters)
                for one in self.transforms
                if one.kind == "rewrite"
            ),
            rules,
        )


def _core(
    place: Place,
    value: Value,
    found: Mapping[str, Value],
    reader: RuleReader,
    outer: tuple[str, ...] = (),
) -> _Core:
    inside = reader.add_utilities(found.get("utils"))
    asked = _required(place, value, found, "rule")
    read = reader.rule(asked, "rule")
    names = tuple(dict.fromkeys((*read.names, *inside, *outer)))
    constraints = _constraints(place, found.get("constraints"), reader, names)
    names = tuple(dict.fromkeys((*names, *(n for _, one in constraints for n in one.names))))
    transforms = read_transforms(place, found["transform"]) if "transform" in found else ()
    known = {name.lstrip(_PREFIX) for name in names} | {one.name for one in transforms}
    for one in transforms:
        if one.source not in known:
            at = found["transform"].lines[one.name]
            place.wrong(at, f"the rule captures no ${one.source}", nearest(one.source, known))
    names += tuple(f"${one.name}" for one in transforms)
    fixes, reaches = _fixes(place, found["fix"], reader, names) if "fix" in found else ((), ())
    return _Core(read, constraints, names, transforms, fixes, reaches)


def _constraints(
    place: Place, value: Value | None, reader: RuleReader, names: tuple[str, ...]
) -> tuple[tuple[str, ReadCondition], ...]:
    if value is None:
        return ()
    found = place.mapping(value, "constraints")
    known = {name.lstrip(_PREFIX): name for name in names}
    for key in found:
        if key not in known:
            place.wrong(value.lines[key], f"the rule captures no ${key}", nearest(key, known))
        if known[key].startswith("$$$"):
            reader.warnings.append(
                f"{place.name}:{value.lines[key]}: the constraint on {known[key]} has no effect:"
                " constraints apply to single nodes"
            )
    read = ((key, reader.rule(one, f"the constraint {key!r}")) for key, one in found.items())
    return tuple((key, one) for key, one in read if not known[key].startswith("$$$"))


def _fixes(
    place: Place, value: Value, reader: RuleReader, names: tuple[str, ...]
) -> tuple[tuple[Fix, ...], tuple[tuple[Reach | None, Reach | None], ...]]:
    several = isinstance(value.of, tuple)
    fixes: list[Fix] = []
    reaches: list[tuple[Reach | None, Reach | None]] = []
    for one in place.values(value, "fix") if several else (value,):
        if isinstance(one.of, Mapping):
            found = place.mapping(one, "a fix", ("template", "expandStart", "expandEnd", "title"))
            template = place.text(_required(place, one, found, "template"), "template")
            title = place.text(found["title"], "title") if "title" in found else ""
            if several and not title:
                place.wrong(one, "one of several fixes needs a title", "write title: TEXT")
            ends = [
                reader.reach(found[key], key) if key in found else None
                for key in ("expandStart", "expandEnd")
            ]
            reaches.append((ends[0], ends[1]))
        else:
            template, title = place.text(one, "a fix"), ""
            reaches.append((None, None))
        known = {name.lstrip(_PREFIX) for name in names}
        for match in Dialect.RULE.value.finditer(template):
            if (match["many"] or match["bare"]) not in known:
                there = ", ".join(names) or "none"
                place.wrong(
                    one,
                    f"the fix has {match[0]}, which the rule does not capture",
                    f"metavariables of the rule: {there}",
                )
        fixes.append(Fix(template, title))
    return tuple(fixes), tuple(reaches)


def _utilities(
    texts: Sequence[RuleText], profiles: Profiles, reading: Reading
) -> dict[str, dict[str, ReadCondition]]:
    """Return the utilities that all rules of a language may refer to, by language."""
    scopes: dict[str, dict[str, Utility]] = {}
    known: dict[str, dict[str, ReadCondition]] = {}
    left: list[tuple[Place, Value, Mapping[str, Value], str, LanguageProfile]] = []
    for text in texts:
        place = Place(text.name)
        for value in documents(text.text, text.name):
            found = place.mapping(value, "a utility", _UTILITY_KEYS)
            name = place.text(_required(place, value, found, "id"), "id")
            profile = _profile(place, found, value, profiles)
            here = known.setdefault(profile.id, {})
            scope = scopes.setdefault(profile.id, {})
            if name in here:
                place.wrong(value, f"two utilities are called {name!r}", "rename one")
            here[name] = ReadCondition(Refers(name, scope), ())
            left.append((place, value, found, name, profile))
    for place, value, found, name, profile in left:
        here, scope = known[profile.id], scopes[profile.id]
        core = _core(place, value, found, RuleReader(place, profile, reading, here))
        constraints = tuple((key, one.condition) for key, one in core.constraints)
        scope[name] = Utility(core.read.condition, constraints)
        here[name] = ReadCondition(Refers(name, scope), core.names, core.read.needed)
    for place, value, _, name, profile in left:
        circle = circle_of(name, scopes[profile.id])
        if circle:
            place.wrong(value, *circle_words(circle))
    return known


# Single keys


def _required(place: Place, value: Value, found: Mapping[str, Value], key: str) -> Value:
    if key not in found:
        place.wrong(value, f"{key!r} is missing", f"write {key}: …")
    return found[key]


def _profile(
    place: Place, found: Mapping[str, Value], value: Value, profiles: Profiles
) -> LanguageProfile:
    named = _required(place, value, found, "language")
    try:
        profile = profiles(place.text(named, "language"))
    except ProfileError as error:
        place.wrong(named, error.message, error.hint)
    if profile.grammar is None:
        place.wrong(
            named, f"{profile.id} has no grammar, but rules need one", "name another language"
        )
    return profile


def _text(place: Place, found: Mapping[str, Value], key: str) -> str | None:
    return place.text(found[key], key) if key in found and found[key].of is not None else None


def _severity(place: Place, value: Value | None) -> Severity:
    if value is None:
        return Severity.HINT
    return Severity(place.one_of(value, [one.value for one in Severity], "severity"))


def _labels(place: Place, value: Value, names: tuple[str, ...]) -> tuple[Label, ...]:
    found = place.mapping(value, "labels")
    known = [name.lstrip(_PREFIX) for name in names]
    labels: list[Label] = []
    for name, one in found.items():
        if name not in known:
            place.wrong(value.lines[name], f"the rule captures no ${name}", nearest(name, known))
        inner = place.mapping(one, "a label", ("style", "message"))
        style = place.one_of(
            _required(place, one, inner, "style"), ("primary", "secondary"), "style"
        )
        labels.append(Label(name, style, _text(place, inner, "message") or ""))
    return tuple(labels)


def _globs(place: Place, value: Value, key: str) -> tuple[Glob, ...]:
    globs: list[Glob] = []
    for one in place.values(value, key):
        if isinstance(one.of, Mapping):
            inner = place.mapping(one, "a glob", ("glob", "caseInsensitive"))
            ignores = "caseInsensitive" in inner and place.flag(
                inner["caseInsensitive"], "caseInsensitive"
            )
            globs.append(Glob(place.text(_required(place, one, inner, "glob"), "glob"), ignores))
        else:
            globs.append(Glob(place.text(one, key)))
    return tuple(globs)


def _json(place: Place, value: Value) -> JsonValue:
    """Return a value as JSON."""
    if isinstance(value.of, Mapping):
        return {key: _json(place, one) for key, one in value.of.items()}
    if isinstance(value.of, tuple):
        return [_json(place, one) for one in value.of]
    if value.plain and value.of in ("true", "false"):
        return value.of == "true"
    if value.plain and value.of is not None and value.of.lstrip("-").isdecimal():
        return int(value.of)
    return value.of
