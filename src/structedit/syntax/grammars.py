"""Compiled grammars and compiled queries, each loaded once, when first used.

Grammars come from `tree-sitter-language-pack`, whose package import is bypassed: it costs more
than the grammar. Importing a grammar loads that one and no other.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import os
from functools import cache, cached_property

from tree_sitter import Language, Parser, Query, QueryError

from structedit.errors import ProfileError
from structedit.syntax.patterns import split_patterns, under_root
from structedit.syntax.profiles import LanguageProfile
from structedit.values import dataclass

_PACK = "tree_sitter_language_pack"
_SEPARATE = {
    "yaml": "tree_sitter_yaml:language",
    "csharp": "tree_sitter_c_sharp:language",
    "embeddedtemplate": "tree_sitter_embedded_template:language",
}
"""Grammars that the pack takes from wheels of their own."""

_ENDINGS = importlib.machinery.EXTENSION_SUFFIXES

CAPTURES = frozenset(
    "name keyword path qualifier body opener condition label start callee item comment doc".split()
)
"""Capture names that queries may use beside ``definition.KIND`` and ``block.KIND``."""


@dataclass(frozen=True, slots=True)
class Patterns:
    """Compiled patterns; `numbers` are the places in the profile's query, first ones first.

    With `root`, they hold for the children of a node of this type at the root of a file, and for
    nothing below.
    """

    query: Query
    numbers: tuple[int, ...]
    root: str | None = None


class Queries:
    """A profile's queries, each in parts and compiled when first used; empty where it has none."""

    def __init__(self, profile: LanguageProfile) -> None:
        self._profile = profile

    @cached_property
    def symbols(self) -> tuple[Patterns, ...]:
        """What finds definitions."""
        return _compile(self._profile, self._profile.symbols, "symbols.scm")

    @cached_property
    def blocks(self) -> tuple[Patterns, ...]:
        """What finds anonymous blocks."""
        return _compile(self._profile, self._profile.blocks, "blocks.scm")

    @cached_property
    def bindings(self) -> tuple[Patterns, ...]:
        """What finds local names and where they hold."""
        return _compile(self._profile, self._profile.bindings, "locals.scm")


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
        return Language(getattr(importlib.import_module(module), function)())
    except (ImportError, OSError, AttributeError, TypeError, ValueError) as error:
        raise ProfileError(f"the grammar {name!r} cannot be loaded: {error}") from error


def wheel_of(name: str) -> str:
    """Name the top module of the wheel that a grammar is taken from."""
    place = _SEPARATE.get(name, name)
    return place.partition(":")[0].partition(".")[0] if ":" in place else _PACK


def installed_version(module: str) -> str:
    """Read the version of an installed wheel off the folder beside it; empty where there is none."""
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
    """Name the grammars that are installed, without loading any."""
    files = (name.partition(".") for name in os.listdir(_pack_folder()))
    found = {stem for stem, _, ending in files if f".{ending}" in _ENDINGS and stem != "__init__"}
    return tuple(sorted(found | set(_SEPARATE)))


def _pack_folder() -> str:
    pack = importlib.util.find_spec(_PACK)
    if pack is None or not pack.submodule_search_locations:
        raise ImportError(f"{_PACK} is not installed")
    return os.path.join(pack.submodule_search_locations[0], "bindings")


def _from_pack(name: str) -> Language:
    folder = _pack_folder()
    for ending in _ENDINGS:
        file = os.path.join(folder, name + ending)
        spec = importlib.util.spec_from_file_location(f"{_PACK}.bindings.{name}", file)
        if not os.path.isfile(file):
            continue
        if spec is not None and spec.loader is not None:
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            return Language(module.language())
    raise ImportError(f"{_PACK} has no grammar {name!r}")


_compiled: dict[tuple[str | None, ...], Queries] = {}


def queries(profile: LanguageProfile) -> Queries:
    """Give the queries of a profile, the same ones throughout a process."""
    key = (profile.id, profile.grammar, profile.symbols, profile.blocks, profile.bindings)
    if key not in _compiled:
        _compiled[key] = Queries(profile)
    return _compiled[key]


def compile_query(profile: LanguageProfile, source: str) -> Query:
    """Compile a caller's query.

    Raises:
        ProfileError: naming what the grammar does not know.
    """
    try:
        return Query(grammar(str(profile.grammar)), source)
    except QueryError as error:
        raise ProfileError(f"the query does not fit {profile.id}: {error}") from error


def _compile(profile: LanguageProfile, source: str, name: str) -> tuple[Patterns, ...]:
    """Compile a query, apart from the patterns that hold at the top of a file only."""
    patterns = split_patterns(source)
    root = _root_type(str(profile.grammar)) if patterns else ""
    topmost = {n: inner for n, p in enumerate(patterns) if (inner := under_root(p, root))}
    others = {n: p for n, p in enumerate(patterns) if n not in topmost}
    parts = [(others, None), (topmost, root)]
    return tuple(
        Patterns(_checked(profile, list(part.values()), name), tuple(part), at)
        for part, at in parts
        if part
    )


def _root_type(name: str) -> str:
    tree = Parser(grammar(name)).parse(b"")
    return tree.root_node.type


def _checked(profile: LanguageProfile, patterns: list[str], name: str) -> Query:
    try:
        query = Query(grammar(str(profile.grammar)), "\n".join(patterns))
    except QueryError as error:
        raise ProfileError(f"{profile.id}/{name} does not compile: {error}") from error
    if query.pattern_count != len(patterns):
        raise ProfileError(f"{profile.id}/{name}: patterns cannot be told apart")
    names = {query.capture_name(index) for index in range(query.capture_count)}
    unknown = {
        n for n in names if not n.startswith(("definition.", "block.", "local.", "_"))
    } - CAPTURES
    if unknown:
        raise ProfileError(
            f"{profile.id}/{name} has unknown captures: {', '.join(sorted(unknown))}"
        )
    return query
