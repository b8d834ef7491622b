"""What rules find: a finding with its place, its texts and its fixes. Plain values, for any process.

Not here: how they are shown (`faces.command.finding_formats`).
"""

from __future__ import annotations

from structedit.calls.statuses import JsonValue, Reason
from structedit.extras.codemods.rules.rule_files import Severity
from structedit.text.document import Document, LineRange, Span, to_text
from structedit.text.edit import Edit
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a file: its bytes, and its ends as lines and columns in characters, from 0; and its text."""

    span: Span
    start: tuple[int, int]
    end: tuple[int, int]
    text: str

    @classmethod
    def of(cls, document: Document, span: Span) -> Stretch:
        """The stretch of a span."""
        return cls(
            span,
            _point(document, span.start),
            _point(document, span.end),
            to_text(span.of(document.data)),
        )

    def to_dict(self) -> dict[str, JsonValue]:
        """The stretch as JSON values, as ast-grep has them."""
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
    """A fix of a finding: what is replaced, and by what."""

    place: Stretch
    new: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class MarkedPlace:
    """A place that is shown with a finding: the finding itself (`primary`), or beside it (`secondary`)."""

    place: Stretch
    style: str
    message: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One place that a rule fits.

    `lines` are the whole lines that it stands in. `fixes` are what the rule would make of it, the first one being what
    `fix` makes; it stays as it is for the `reason`, if there is one, of which `lost` says more. Of
    metavariables, `captures` are stretches, `made` the texts that transforms made.
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
        """The lines that it stands in, from 1."""
        return LineRange(self.place.start[0] + 1, max(self.place.start[0], self.place.end[0]) + 1)

    @property
    def edit(self) -> Edit | None:
        """What its first fix changes; None where it has none that can be made."""
        if not self.fixes or self.reason is not None:
            return None
        first = self.fixes[0]
        return Edit(first.place.span, first.new.encode("utf-8", "surrogateescape"))

    def why_not(self) -> str:
        """Why its fix is not made, as a sentence."""
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
        """The finding as JSON values, under the names that ast-grep gives them."""
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
