"""What other programs report on an edit: what a formatter changed, and which findings are new.

A finding is a message of a linter, a compiler or a type checker about a line.

Not here: running these programs and parsing their output (`tooling`).
"""

from __future__ import annotations

from structedit.text.document import LineRange
from structedit.text.values import dataclass

MOST_FINDINGS = 100
"""Findings of each kind that an outcome lists. Chosen by judgement: nobody reads more."""

_SHOWN = 8
"""Findings of each kind that a report lists. Chosen by judgement."""

_MOST_LINES = 5
"""Changed places that a report names. Chosen by judgement."""


@dataclass(frozen=True, slots=True)
class Formatted:
    """What a formatter changed after the edit; `lines` are those of the file as it is now."""

    command: str
    lines: tuple[LineRange, ...] = ()
    lines_added: int = 0
    lines_removed: int = 0
    diff: str = ""

    def report(self) -> str:
        """The change as a sentence."""
        shown = ", ".join(map(str, self.lines[:_MOST_LINES]))
        more = f" and {len(self.lines) - _MOST_LINES} more" * (len(self.lines) > _MOST_LINES)
        word = (
            "line"
            if len(self.lines) == 1 and self.lines[0].first == self.lines[0].last
            else "lines"
        )
        where = f", {word} {shown}{more}" if shown else ""
        return f"formatted by `{self.command}`{where}, +{self.lines_added} -{self.lines_removed}"


@dataclass(frozen=True, slots=True)
class Finding:
    """A message of a checker about one line; `path` is relative to the root, `rule` may be empty."""

    path: str
    line: int
    rule: str
    message: str
    selector: str | None = None

    def report(self) -> str:
        """The finding as a line of text."""
        inside = f", in {self.selector}" if self.selector else ""
        rule = f" {self.rule}" if self.rule else ""
        return f"{self.path}:{self.line}{inside}:{rule} {self.message}"


@dataclass(frozen=True, slots=True)
class Findings:
    """The findings that an edit introduced, with lines of the new file, and those that it removed, with old ones.

    `checkers` are the commands whose findings before and after were compared; `notes` say why others are not.
    `left_out` counts the findings beyond the first `MOST_FINDINGS` of each kind.
    """

    introduced: tuple[Finding, ...] = ()
    removed: tuple[Finding, ...] = ()
    checkers: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    left_out: int = 0

    def report(self) -> list[str]:
        """The findings as lines of a report."""
        rows = []
        for verb, found in (("introduced", self.introduced), ("removed", self.removed)):
            rows += [f"{verb}: {finding.report()}" for finding in found[:_SHOWN]]
            more = f"{len(found) - _SHOWN} more" + " at least" * (len(found) == MOST_FINDINGS)
            rows += [f"{verb}: {more}"] * (len(found) > _SHOWN)
        if self.checkers and not rows:
            named = ", ".join(f"`{name}`" for name in self.checkers)
            rows.append(f"checked by {named}: nothing introduced, nothing removed")
        return rows + [f"not checked: {note}" for note in self.notes]
