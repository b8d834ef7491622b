"""Which kinds of definitions and blocks a profile can find: they are named in its queries."""

from __future__ import annotations

import re

from structedit.languages.profiles import LanguageProfile

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
