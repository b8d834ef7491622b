"""Findings of rules, with their places, texts and fixes. Plain values, for any process.

Not here: their output (`faces.command.finding_formats`).
"""

from __future__ import annotations

from structedit.calls.statuses import JsonValue, Reason
from structedit.extras.codemods.rules.rule_files import Severity
from structedit.text.document import Document, LineRange, Span, to_text
from structedit.text.edit import Edit
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a file: its bytes, its ends as lines and columns in characters (from 0), and its text."""

    span: Span
    start: tuple[int, int]
    end: tuple[int, int]
    text: str

    @classmethod
    def of(cls, document: Document, span: Span) -> Stretch:
        """Return the stretch of a span."""
        return cls(
            span,
            _point(document, span.start),
            _point(document, span.end),
            to_text(span.of(document.data)),
        )

    def to_dict(self) -> dict[str, JsonValue]:
        """Return the stretch as JSON values, as ast-grep writes them."""
        return {
            "text": self.text,
            "range": {
                "byteOffset": {"start": self.span.start, "end": self.span.end},
                "start": {"line": self.start[0], "column": self.start[1]},
                "end": {"line": self.end[0], "column": self.end[1]},
            },
        }


@dataclass(frozen=True, slots=True)
class FixEdit:
    """A fix of a finding: the replaced part, and the new text."""

    place: Stretch
    new: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class MarkedPlace:
    """A place that is shown with a finding: the finding itself (`primary`), or another one (`secondary`)."""

    place: Stretch
    style: str
    message: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One place that a rule matches.

    `lines` are the whole lines that contain it. `fixes` are the rule's fixes, of which `fix` makes the first; if
    there is a `reason`, it is not made, and `lost` says more. Of metavariables, `captures` are parts of the file,
    `made` the texts that transforms produced.
    """

    path: str
    rule_id: str
    severity: Severity
    message: str
    language: str
    place: Stretch
    lines: str
    selector: str | None = None
    note: str | None = None
    url: str | None = None
    metadata: JsonValue = None
    labels: tuple[MarkedPlace, ...] = ()
    captures: tuple[tuple[str, Stretch | tuple[Stretch, ...]], ...] = ()
    made: tuple[tuple[str, str], ...] = ()
    fixes: tuple[FixEdit, ...] = ()
    reason: Reason | None = None
    lost: str = ""

    @property
    def line_range(self) -> LineRange:
        """The lines that contain it, from 1."""
        return LineRange(self.place.start[0] + 1, max(self.place.start[0], self.place.end[0]) + 1)

    @property
    def edit(self) -> Edit | None:
        """The edit of the first fix; None if the finding has no fix that can be made."""
        if not self.fixes or self.reason is not None:
            return None
        first = self.fixes[0]
        return Edit(first.place.span, first.new.encode("utf-8", "surrogateescape"))

    def why_not(self) -> str:
        """Return why its fix is not made, as a sentence."""
        match self.reason:
            case Reason.BROKEN_TARGET:
                return "the hit is in code that does not parse"
            case Reason.MERGE_CONFLICT:
                return f"its fix overlaps with that of {self.lost}: run the command again"
            case Reason.READ_BACK | Reason.NEW_SYNTAX_ERROR:
                return self.lost
            case _:
                return f"{self.lost!r} is in the hit but not in the pattern: it would be deleted"

    def to_dict(self) -> dict[str, JsonValue]:
        """Return the finding as JSON values, under ast-grep's names."""
        single: dict[str, JsonValue] = {}
        multi: dict[str, JsonValue] = {}
        for name, stretch in self.captures:
            if isinstance(stretch, Stretch):
                single[name] = stretch.to_dict()
            else:
                multi[name] = [one.to_dict() for one in stretch]
        told: dict[str, JsonValue] = {
            **self.place.to_dict(),
            "file": self.path,
            "lines": self.lines,
            "selector": self.selector,
            "language": self.language,
            "metaVariables": {"single": single, "multi": multi, "transformed": dict(self.made)},
            "ruleId": self.rule_id,
            "severity": self.severity.value,
            "message": self.message,
            "note": self.note,
            "url": self.url,
            "metadata": self.metadata,
            "labels": [
                {**one.place.to_dict(), "style": one.style, "message": one.message}
                for one in self.labels
            ],
            "fixes": [
                {
                    "title": one.title,
                    "replacement": one.new,
                    "replacementOffsets": {
                        "start": one.place.span.start,
                        "end": one.place.span.end,
                    },
                }
                for one in self.fixes
            ],
            "reason": self.reason.value if self.reason is not None else None,
        }
        if self.fixes:
            first = self.fixes[0]
            told["replacement"] = first.new
            told["replacementOffsets"] = {
                "start": first.place.span.start,
                "end": first.place.span.end,
            }
        return told


def _point(document: Document, offset: int) -> tuple[int, int]:
    line = document.line_of(offset)
    start = document.line_start(offset)
    return line - 1, len(to_text(document.data[start:offset]))
