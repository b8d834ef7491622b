"""Kinds of definitions and blocks: sets of similar kinds, and the kinds that a profile can find.

A kind is a word of a query's captures: ``@definition.function`` yields a `function`. The sets here are of all
languages; a rule that asks for one of a set asks in every language.
"""

from __future__ import annotations

import re

from structedit.languages.profiles import LanguageProfile

FUNCTIONS = frozenset(("function", "method", "constructor"))
"""Definitions that are called."""

WITH_CODE = FUNCTIONS | {"property"}
"""Definitions whose body is code that runs when they are called or read."""

WITH_ARITY = FUNCTIONS | {"macro", "declaration", "type"}
"""Definitions whose number of arguments may be a part of their name: `add/2`."""

BODIED = FUNCTIONS | {"class", "interface"}
"""Definitions that every language with them gives a body and a name of their own."""

TYPES = frozenset(
    "class struct interface trait enum union type impl object record protocol extension".split()
)
CONTAINERS = TYPES | frozenset("annotation contract library message role service".split())
"""Definitions in which a `function` is a `method`."""

VALUES = frozenset(("variable", "constant", "field", "property", "declaration"))
KEY = "key"
"""The kind of a key, which a map of a data language has only once."""

MODULES = frozenset(("module", "namespace", "package"))

ARMS = frozenset(("elif", "else", "catch", "finally", "case"))
"""Blocks that are one arm of a statement and mean nothing without it."""

KINDRED = (FUNCTIONS | {"macro", "lambda"}, TYPES, VALUES, MODULES)
"""Kinds that callers confuse with one another."""

_CAPTURED = re.compile(r"@(definition|block)\.(\w+)")


def definition_kinds(profile: LanguageProfile) -> tuple[str, ...]:
    """Return the kinds of definitions, sorted; a function in a container is a method."""
    return _kinds(profile, "definition")


def block_kinds(profile: LanguageProfile) -> tuple[str, ...]:
    """Return the kinds of blocks without a name, sorted."""
    return _kinds(profile, "block")


def _kinds(profile: LanguageProfile, what: str) -> tuple[str, ...]:
    captured = _CAPTURED.findall(f"{profile.symbols}\n{profile.blocks}")
    found: set[str] = set()
    for capture, kind in captured:
        if capture == what:
            found |= set(words_of(profile, kind).values()) if kind.startswith("keyword") else {kind}
    return tuple(sorted(found))


_TABLES = {"keyword": "definitions", "keyword_block": "blocks"}
"""The table of words for each of the two plain captures."""


def words_of(profile: LanguageProfile, kind: str) -> dict[str, str]:
    """Return the words of a kind of the form `keyword…`, each with its kind."""
    return profile.words.get(_TABLES.get(kind) or kind.removeprefix("keyword_"), {})
