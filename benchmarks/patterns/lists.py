"""The frozen lists as values: patterns, rewrites, rule files."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Wanted:
    """What is asked of both programs about a language: patterns, and pairs with a template."""

    language: str
    patterns: tuple[str, ...]
    rewrites: tuple[tuple[str, str], ...]


def wanted(language: str) -> Wanted:
    """The list of a language, without what it says twice."""
    table = tomllib.loads((_HERE / "lists" / f"{language}.toml").read_text())
    patterns = [one for kind in table["patterns"].values() for one in kind]
    pairs = [(pattern, template) for pattern, template in table["rewrites"]["pairs"]]
    return Wanted(language, tuple(dict.fromkeys(patterns)), tuple(dict.fromkeys(pairs)))


def rules() -> tuple[Path, ...]:
    """The rule files; what stands before the first dash of a name is the language."""
    return tuple(sorted((_HERE / "rules").glob("*.yml")))
