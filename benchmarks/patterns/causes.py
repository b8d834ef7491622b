"""Why hits or rewrites of the two programs differ: causes that are told, and those that were read.

A cause is declared in `differences.toml` with whose answer is right and why. Those that the program
can tell of a hit are told here; the others name the patterns that somebody read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.patterns.theirs import Hit

_DECLARED = Path(__file__).with_name("differences.toml")


@dataclass(frozen=True)
class Cause:
    """A reason for differences: who is right (`ours`, `theirs`, `both`), why, and the patterns by language."""

    right: str
    why: str
    patterns: Mapping[str, tuple[str, ...]]


def causes() -> dict[str, Cause]:
    """What `differences.toml` declares, by name."""
    return {
        name: Cause(
            table["right"],
            table["why"],
            {language: tuple(some) for language, some in table.get("patterns", {}).items()},
        )
        for name, table in tomllib.loads(_DECLARED.read_text()).items()
    }


def read_cause(language: str, pattern: str) -> str:
    """The name of the cause that was read for a pattern; empty for none."""
    named = (n for n, c in causes().items() if pattern in c.patterns.get(language, ()))
    return next(named, "")


@dataclass(frozen=True)
class Readings:
    """How both programs read one pattern: `refused`, `error`, or empty where it is read as it should be."""

    ours: str
    theirs: str

    @property
    def cause(self) -> str:
        """The cause that lies in the readings; empty for none."""
        if self.theirs == "refused":
            return "refused_by_them"
        if self.ours and self.theirs:
            return "error_in_both"
        return "error_in_theirs" if self.theirs else ""


def ends(hits: Iterable[Hit], texts: Mapping[str, bytes]) -> set[Hit]:
    """Hits without blanks at their ends."""
    return {(n, start, start + len(texts[n][start:end].rstrip())) for n, start, end in hits}
