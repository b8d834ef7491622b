"""Compiled grammars and compiled queries, each loaded once, when first used.

Grammars come from `tree-sitter-language-pack`. That package is not imported, since that takes longer than loading a
grammar: only the one grammar is loaded.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import os
import re
from collections.abc import Collection, Iterable
from functools import cache, cached_property, lru_cache

from tree_sitter import Language, Parser, Query, QueryError

from structedit.languages.profiles import LanguageProfile
from structedit.languages.queries import (
    captures_of_types,
    roots_of,
    split_patterns,
    under_root,
)
from structedit.text.brackets import unmatched_words
from structedit.text.errors import ProfileError, UsageError
from structedit.text.lazily import regex
from structedit.text.values import dataclass

PACK_WHEEL = "tree_sitter_language_pack"
_SEPARATE = {
    "yaml": "tree_sitter_yaml:language",
    "csharp": "tree_sitter_c_sharp:language",
    "embeddedtemplate": "tree_sitter_embedded_template:language",
}
"""Grammars that the pack takes from wheels of their own."""

_CAPSULE = b"tree_sitter.Language"
"""The name of a grammar's capsule; the capsule points to this object, so it must stay alive."""

_ENDINGS = importlib.machinery.EXTENSION_SUFFIXES

CAPTURES = frozenset(
    "name keyword path qualifier body opener closer clauses condition label start callee item comment doc"
    " fault expected one_line free binds wrapped".split()
)
"""Capture names that queries may use beside ``definition.KIND``, ``block.KIND`` and ``space.KIND``."""


_CAPTURED, _OF_ELEMENTS = regex(r"@[\w.]+"), {"@name", "@opener", "@definition.element"}
"""The captures of a query, and those of one that finds elements by name and nothing else."""

_PREFIXES = (
    *("definition.", "block.", "local.", "import.", "space.", "keyword_", "_"),
    *("one_line.", "needs.", "gives.", "stops.", "order.", "wrong."),
)
"""How other capture names begin; those of the second row are rules of the language."""


@dataclass(frozen=True, slots=True)
class Patterns:
    """Compiled patterns of a query; `numbers` are their positions in the profile's query, ascending.

    With `root`, they match only children of a node of this type at the root of a file.
    """

    query: Query
    numbers: tuple[int, ...]
    root: str | None = None


_FEW = 24
"""Questions about single places after which all patterns of a query are compiled, as for a whole file.

Chosen by judgement.
"""


class PatternSet:
    """A query's patterns, compiled when first used.

    For a whole file all are compiled at once. For a single place, only those that can begin at a node there: all of
    C++'s take half a second, and a command asks about a handful of places.
    """

    def __init__(self, profile: LanguageProfile, source: str, name: str) -> None:
        self._profile, self._name = profile, name
        self._written = _written(profile, source)
        self._some: dict[int, Patterns] = {}
        self._asked = 0

    def __bool__(self) -> bool:
        return bool(self._written)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The patterns as they are written."""
        return tuple(written.source for written in self._written)

    @cached_property
    def elements(self) -> frozenset[str]:
        """The types of nodes at which only patterns for named elements begin."""
        captures = {word for text in self.texts for word in _CAPTURED.findall(text)}
        roots = [written.roots for written in self._written if written.top is None]
        is_whole = len(roots) == len(self._written) and None not in roots
        if not is_whole or not captures <= _OF_ELEMENTS or any("(#" in text for text in self.texts):
            return frozenset()
        return frozenset(name for names in roots for name in names or ())

    @cached_property
    def all(self) -> tuple[Patterns, ...]:
        """All patterns; those that match only at the top of a file are in groups of their own."""
        return self._compiled(self._written)

    @cached_property
    def by_type(self) -> dict[str, list[tuple[int, str]]]:
        """The patterns that ask only for the type of a node, as (number, capture), by this type."""
        found: dict[str, list[tuple[int, str]]] = {}
        for written in self._written:
            for kind in written.roots or () if written.captures else ():
                found.setdefault(kind, []).extend((written.number, c) for c in written.captures)
        return found

    def beyond_types(self, types: Collection[str]) -> tuple[Patterns, ...]:
        """Return the patterns that can begin at nodes of these types, without those of `by_type`."""
        wanted = (w for w in self._written if not w.captures and w.can_begin_at(types))
        return self._groups(w.group for w in wanted)

    @property
    def is_asked_often(self) -> bool:
        """True after many questions about single places: then all patterns are used, whatever the types there."""
        return self._asked > _FEW or "all" in self.__dict__

    def beginning_at(
        self, types: Collection[str], at_top: Collection[str] | None = None
    ) -> tuple[Patterns, ...]:
        """Return the patterns that can begin at nodes of these types, and possibly others.

        `at_top` are the types of children of the root among them, at which patterns for the top of a file can begin.
        """
        self._asked += 1
        if self.is_asked_often:
            return self.all
        return self._groups(w.group for w in self._written if w.can_begin_at(types, at_top))

    def texts_beginning_at(self, types: Collection[str]) -> tuple[str, ...]:
        """Return the patterns, as they are written, that can begin at nodes of these types."""
        return tuple(w.source for w in self._written if w.can_begin_at(types))

    def only(self, types: Collection[str]) -> tuple[Patterns, ...]:
        """Return the patterns that begin at nodes of these types and at no others."""
        own = (w.group for w in self._written if w.roots is not None and w.roots <= set(types))
        return self._groups(dict.fromkeys(own))

    def _groups(self, wanted: Iterable[int]) -> tuple[Patterns, ...]:
        groups = dict.fromkeys(wanted)
        # Compiling a query takes most of a millisecond, so patterns needed together are compiled together.
        missing = tuple(w for w in self._written if w.group in groups and w.group not in self._some)
        for patterns in self._compiled(missing):
            for one in missing:
                if one.top == patterns.root:
                    self._some[one.group] = patterns
        return tuple({id(self._some[group]): self._some[group] for group in groups}.values())

    def _compiled(self, written: tuple[_Written, ...]) -> tuple[Patterns, ...]:
        parts: dict[str | None, list[_Written]] = {}
        for one in written:
            parts.setdefault(one.top, []).append(one)
        return tuple(
            Patterns(
                _checked(self._profile, [one.text for one in part], self._name),
                tuple(one.number for one in part),
                top,
            )
            for top, part in parts.items()
        )


@dataclass(frozen=True, slots=True)
class _Written:
    """A pattern as a profile writes it, with the node types it begins at and the group it is in.

    It has `captures` if it asks only for the type of a node.
    """

    number: int
    source: str
    text: str
    top: str | None
    roots: frozenset[str] | None
    group: int
    captures: tuple[str, ...]

    def can_begin_at(self, types: Collection[str], at_top: Collection[str] | None = None) -> bool:
        """Return True if a node of one of these types can begin a match; see `PatternSet.beginning_at`."""
        if self.top is not None and at_top is not None:
            types = at_top
        return self.roots is None or not self.roots.isdisjoint(types)


def _written(profile: LanguageProfile, source: str) -> tuple[_Written, ...]:
    patterns = split_patterns(source)
    root = _root_type(str(profile.grammar)) if patterns else ""
    groups: dict[tuple[str | None, frozenset[str] | None, bool], int] = {}
    found = []
    for number, pattern in enumerate(patterns):
        inner = under_root(pattern, root)
        text, top = (inner, root) if inner else (pattern, None)
        roots = _concrete(profile, roots_of(text))
        captures = captures_of_types(pattern) if roots is not None else ()
        group = groups.setdefault((top, roots, bool(captures)), len(groups))
        found.append(_Written(number, pattern, text, top, roots, group, captures))
    return tuple(found)


def _concrete(profile: LanguageProfile, roots: frozenset[str] | None) -> frozenset[str] | None:
    """Return `roots` if each is a concrete node type of the grammar, not a supertype; else None."""
    known = grammar(str(profile.grammar))
    return roots if all(_is_concrete(known, name) for name in roots or ()) else None


def _is_concrete(known: Language, name: str | None) -> bool:
    """Return True if a name is that of a node type, not of a supertype."""
    kind = known.id_for_node_kind(name, True) if name is not None else None
    return kind is not None and known.node_kind_is_visible(kind)


class Queries:
    """A profile's queries; empty if it has none."""

    def __init__(self, profile: LanguageProfile) -> None:
        self._profile = profile

    @cached_property
    def symbols(self) -> PatternSet:
        """The patterns that find definitions."""
        return PatternSet(self._profile, self._profile.symbols, "symbols.scm")

    @cached_property
    def blocks(self) -> PatternSet:
        """The patterns that find anonymous blocks."""
        return self._of_blocks(spaces=False)

    @cached_property
    def spaces(self) -> PatternSet:
        """The patterns that find texts whose white space is content."""
        return self._of_blocks(spaces=True)

    def _of_blocks(self, *, spaces: bool) -> PatternSet:
        patterns = split_patterns(self._profile.blocks)
        own = [pattern for pattern in patterns if ("@space." in pattern) is spaces]
        return PatternSet(self._profile, "\n".join(own), "blocks.scm")

    @cached_property
    def bindings(self) -> PatternSet:
        """The patterns that find local names and their scopes."""
        return self._with(self._profile.bindings, "@import.", "locals.scm", has=False)

    @cached_property
    def imports(self) -> PatternSet:
        """The patterns that find imports."""
        return self._with(self._profile.bindings, "@import.", "imports.scm", has=True)

    @cached_property
    def rules(self) -> PatternSet:
        """The patterns of rules that the grammar does not check, except for those on order."""
        return self._with(self._profile.verify.rules, "@order.", "rules.scm", has=False)

    @cached_property
    def order(self) -> PatternSet:
        """The patterns of nodes that must precede other nodes of a list."""
        return self._with(self._profile.verify.rules, "@order.", "rules.scm", has=True)

    def _with(self, source: str, capture: str, name: str, *, has: bool) -> PatternSet:
        """Return the patterns of a query that have a capture, or those that do not."""
        own = [pattern for pattern in split_patterns(source) if (capture in pattern) is has]
        return PatternSet(self._profile, "\n".join(own), name)

    @cached_property
    def overlooked(self) -> PatternSet:
        """The patterns that find errors which the grammar accepts."""
        return PatternSet(self._profile, "\n".join(self._profile.overlooked), "lang.toml")


@cache
def grammar(name: str) -> Language:
    """Load a compiled grammar: of the pack, or `MODULE:FUNCTION` of a wheel of its own.

    Raises:
        ProfileError: when there is no such grammar.
    """
    module, _, function = _SEPARATE.get(name, name).partition(":")
    try:
        if not function:
            return _from_pack(name)
        return Language(_capsule(getattr(importlib.import_module(module), function)()))
    except (ImportError, OSError, AttributeError, TypeError, ValueError) as error:
        raise ProfileError(f"the grammar {name!r} cannot be loaded: {error}") from error


def is_word(profile: LanguageProfile, word: str) -> bool:
    """Return True if a word belongs to the language: to its grammar, or to the profile's tables."""
    if any(word in table for table in profile.words.values()):
        return True
    if profile.grammar is None or not word[:1].isalpha():
        return False
    known = grammar(profile.grammar)
    return any(known.id_for_node_kind(word, named) is not None for named in (False, True))


def is_token(profile: LanguageProfile, word: str) -> bool:
    """Return True if a word is a token of the grammar, such as a keyword."""
    return grammar(str(profile.grammar)).id_for_node_kind(word, False) is not None


@lru_cache(maxsize=64)  # chosen by judgement: a grammar has a few supertypes
def subtypes(name: str, supertype: str) -> frozenset[int]:
    """Return the kinds of nodes of a supertype; empty if the grammar has no supertype of this name."""
    known = grammar(name)
    above = set(known.supertypes)
    stack = [kind for kind in above if known.node_kind_for_id(kind) == supertype]
    found: set[int] = set()
    while stack:
        for kind in known.subtypes(stack.pop()):
            if kind not in found and kind in above:
                stack.append(kind)
            found.add(kind)
    return frozenset(found - above)


def _capsule(given: object) -> object:
    """Return a grammar as the binding expects it: older wheels return its address as a number."""
    if not isinstance(given, int):
        return given
    import ctypes

    made = ctypes.pythonapi.PyCapsule_New
    made.restype, made.argtypes = (
        ctypes.py_object,
        (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p),
    )
    return made(given, _CAPSULE, None)


def wheel_of(name: str) -> str:
    """Return the name of the top module of the wheel that provides a grammar."""
    place = _SEPARATE.get(name, name)
    return place.partition(":")[0].partition(".")[0] if ":" in place else PACK_WHEEL


def installed_version(module: str) -> str:
    """Return the version of an installed wheel, from the name of the folder next to it; empty if there is none."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        return ""
    folder = os.path.dirname(spec.origin)
    beside = os.path.dirname(folder) if spec.submodule_search_locations else folder
    for name in os.listdir(beside):
        if name.startswith(f"{module}-") and name.endswith(".dist-info"):
            return name[len(module) + 1 : -len(".dist-info")]
    return ""


@cache
def pack_names() -> tuple[str, ...]:
    """Return the names of the installed grammars without loading any."""
    files = (name.partition(".") for name in os.listdir(_pack_folder()))
    found = {stem for stem, _, ending in files if f".{ending}" in _ENDINGS and stem != "__init__"}
    return tuple(sorted(found | set(_SEPARATE)))


def _pack_folder() -> str:
    pack = importlib.util.find_spec(PACK_WHEEL)
    if pack is None or not pack.submodule_search_locations:
        raise ImportError(f"{PACK_WHEEL} is not installed")
    return os.path.join(pack.submodule_search_locations[0], "bindings")


def _from_pack(name: str) -> Language:
    # A profile may come with a repository: a path in the place of a name would load any library.
    if name not in pack_names():
        raise ImportError(f"{PACK_WHEEL} has no grammar {name!r}")
    folder = _pack_folder()
    for ending in _ENDINGS:
        file = os.path.join(folder, name + ending)
        spec = importlib.util.spec_from_file_location(f"{PACK_WHEEL}.bindings.{name}", file)
        if not os.path.isfile(file):
            continue
        if spec is not None and spec.loader is not None:
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            return Language(module.language())
    raise ImportError(f"{PACK_WHEEL} has no grammar {name!r}")


_compiled: dict[tuple[str | None, ...], Queries] = {}


def queries(profile: LanguageProfile) -> Queries:
    """Return the queries of a profile; the same object throughout a process."""
    texts = (profile.symbols, profile.blocks, profile.bindings, profile.verify.rules)
    key = (profile.id, profile.grammar, *texts)
    if key not in _compiled:
        _compiled[key] = Queries(profile)
    return _compiled[key]


_NAME = r"[A-Za-z0-9_\-][\w.\-]*+"
_TEXT = r'"(?:[^"\\]|\\.)*+"'
_OF_A_GRAMMAR = regex(
    rf"""
      (?P<kept> ;[^\n]* | @{_NAME} | \(\s*\#(?:{_TEXT}|;[^\n]*|[^")])*+\)? )  # comment, capture, predicate
    | (?P<field> !\s*{_NAME} | {_NAME}\s*: )
    | (?<=\()\s* (?: MISSING\s+(?:{_NAME}|{_TEXT}) | {_NAME}(?:\s*/\s*{_NAME})? )  # a node
    | {_TEXT}
    """,
    re.VERBOSE,
)
"""The words of a query that only one grammar knows, as nodes and fields, and what must not be taken for one."""


def check_query(source: str) -> None:
    """Refuse a query that no grammar can compile because its brackets, captures or predicates are wrong.

    Names of nodes and fields become wildcards of the same length. Any grammar can compile the rest, so the smallest
    one does, and the error names the right column.

    >>> check_query('(call function: (identifier) @f (#eq? @g "x"))')
    Traceback (most recent call last):
    ...
    structedit.text.errors.UsageError: the query is not valid: Invalid capture name at row 0, column 39: g

    Raises:
        UsageError: with the place.
    """
    found = _without_names(source)
    if isinstance(found, str):
        bracket = unmatched_words(source)
        hint = f"in the query {bracket}" if bracket else ""
        raise UsageError(f"the query is not valid: {found}", hint=hint)
    if not found.capture_count:
        what = "has no capture, so it finds nothing" if source.strip() else "is empty"
        raise UsageError(f"the query {what}", hint="write a name after a node: (identifier) @it")


def captures_in(source: str) -> tuple[str, ...]:
    """Return the names of the captures of a query that `check_query` accepts.

    >>> captures_in('(call function: (identifier) @f (#eq? @f "@g")) @call ; @no')
    ('f', 'call')
    """
    found = _without_names(source)
    assert not isinstance(found, str)
    return tuple(map(found.capture_name, range(found.capture_count)))


def _without_names(source: str) -> Query | str:
    """Compile a query with wildcards for the names that only its own grammar knows, or return the error."""

    def wildcard(match: re.Match[str]) -> str:
        word = match[0].lstrip()
        if match["kept"]:
            return match[0]
        # In `("if" @k)` a plain `_` would become the node that the brackets stand for.
        sign = "" if match["field"] else "[_]" if word[:1] == '"' and len(word) > 2 else "_"
        lead = match[0][: len(match[0]) - len(word)]
        return lead + sign + re.sub(r"[^\n]", " ", word[len(sign) :])

    return _compiled_for_caller(_smallest_grammar(), _OF_A_GRAMMAR.sub(wildcard, source))


@cache
def _smallest_grammar() -> str:
    """Return the name of the pack's grammar that is loaded the fastest."""
    with os.scandir(_pack_folder()) as files:
        sizes = {file.name.partition(".")[0]: file.stat().st_size for file in files}
    return min((name for name in pack_names() if name in sizes), key=sizes.__getitem__)


def compile_query(profile: LanguageProfile, source: str) -> Query:
    """Compile a caller's query, once for each grammar.

    Raises:
        ProfileError: naming what the grammar does not know.
    """
    found = _compiled_for_caller(str(profile.grammar), source)
    if isinstance(found, str):
        raise ProfileError(f"the query does not fit {profile.id}: {found}")
    return found


@lru_cache(maxsize=256)  # chosen by judgement: a few queries, in each language of a repository
def _compiled_for_caller(name: str, source: str) -> Query | str:
    """Return a compiled query, or the error."""
    try:
        return Query(grammar(name), source)
    except QueryError as error:
        return str(error)


def _root_type(name: str) -> str:
    tree = Parser(grammar(name)).parse(b"")
    return tree.root_node.type


def _checked(profile: LanguageProfile, patterns: list[str], name: str) -> Query:
    try:
        query = Query(grammar(str(profile.grammar)), "\n".join(patterns))
    except QueryError as error:
        raise ProfileError(f"{profile.id}/{name} does not compile: {error}") from error
    if query.pattern_count != len(patterns):
        raise ProfileError(f"{profile.id}/{name}: patterns cannot be distinguished")
    names = {query.capture_name(index) for index in range(query.capture_count)}
    unknown = {n for n in names if not n.startswith(_PREFIXES)} - CAPTURES
    if unknown:
        raise ProfileError(
            f"{profile.id}/{name} has unknown captures: {', '.join(sorted(unknown))}"
        )
    return query
