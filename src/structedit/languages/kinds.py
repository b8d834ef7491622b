"""Kinds of definitions and blocks: those that belong together, and those that a profile can find.

A kind is a word of a query's captures: ``@definition.function`` makes a `function`. The sets here are
of all languages; a rule that asks for a kind asks for one of them.
"""

from __future__ import annotations

import re

from structedit.languages.profiles import LanguageProfile

FUNCTIONS = frozenset(("function", "method", "constructor"))
"""What is called."""

WITH_CODE = FUNCTIONS | {"property"}
"""Definitions whose body is code that runs when they are called or read."""

WITH_ARITY = FUNCTIONS | {"macro", "declaration", "type"}
"""What takes a number of arguments that may be a part of its name: `add/2`."""

BODIED = FUNCTIONS | {"class", "interface"}
"""Definitions that every language with them gives a body and a name of their own."""

TYPES = frozenset(
    "class struct interface trait enum union type impl object record protocol extension".split()
)
CONTAINERS = TYPES | frozenset("annotation contract library message role service".split())
"""Definitions in which a `function` is a `method`."""

VALUES = frozenset(("variable", "constant", "field", "property", "declaration"))
KEY = "key"
"""What a map of a data language has once."""

MODULES = frozenset(("module", "namespace", "package"))

ARMS = frozenset(("elif", "else", "catch", "finally", "case"))
"""Blocks that are one arm of a statement and mean nothing without it."""

KINDRED = (FUNCTIONS | {"macro", "lambda"}, TYPES, VALUES, MODULES)
"""Kinds that callers take for one another."""

_CAPTURED = re.compile(r"@(definition|block)\.(\w+)")


def definition_kinds(profile: LanguageProfile) -> tuple[str, ...]:
    """The kinds of definitions, sorted; a function in a container is called a method."""
    return _kinds(profile, "definition")


def block_kinds(profile: LanguageProfile) -> tuple[str, ...]:
    """The kinds of anonymous blocks, sorted."""
    return _kinds(profile, "block")


def _kinds(profile: LanguageProfile, what: str) -> tuple[str, ...]:
    captured = _CAPTURED.findall(f"{profile.symbols}\n{profile.blocks}")
    found: set[str] = set()
    for capture, kind in captured:
        if capture == what:
            found |= set(words_of(profile, kind).values()) if kind.startswith("keyword") else {kind}
    return tuple(sorted(found))


_TABLES = {"keyword": "definitions", "keyword_block": "blocks"}
"""Which table of words the two plain captures ask."""


def words_of(profile: LanguageProfile, kind: str) -> dict[str, str]:
    """For a kind of the form `keyword…`: the words it stands for, each with the kind it means."""
    return profile.words.get(_TABLES.get(kind) or kind.removeprefix("keyword_"), {})
