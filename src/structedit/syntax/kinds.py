"""Which kinds of definitions and blocks a profile can find: they are named in its queries."""

from __future__ import annotations

import re

from structedit.syntax.profiles import LanguageProfile

_CAPTURED = re.compile(r"@(definition|block)\.(\w+)")
_BY_WORD = {"definition": "keyword", "block": "keyword_block"}


def definition_kinds(profile: LanguageProfile) -> tuple[str, ...]:
    """Name the kinds of definitions, sorted; a function in a container is called a method."""
    return _kinds(profile, "definition", profile.definition_words)


def block_kinds(profile: LanguageProfile) -> tuple[str, ...]:
    """Name the kinds of anonymous blocks, sorted."""
    return _kinds(profile, "block", profile.block_words)


def _kinds(profile: LanguageProfile, what: str, words: dict[str, str]) -> tuple[str, ...]:
    captured = _CAPTURED.findall(f"{profile.symbols}\n{profile.blocks}")
    found = {kind for capture, kind in captured if capture == what}
    by_word = set(words.values()) if _BY_WORD[what] in found else set()
    return tuple(sorted((found | by_word) - {_BY_WORD[what]}))
