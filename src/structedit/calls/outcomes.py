"""Outcomes: the result of a request, the same value in Python, JSON and on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.calls import as_dict, report
from structedit.calls.diagnoses import Diagnosis, Numbered
from structedit.calls.requests import Request
from structedit.calls.result_attributes import suggesting_attributes
from structedit.calls.statuses import LANDED, JsonValue, Method, Reason, Risk, Status
from structedit.calls.tiers import TIERS
from structedit.text.document import Document, LineRange, Span
from structedit.text.edit import EditSet
from structedit.text.values import dataclass

if TYPE_CHECKING:
    from structedit.calls.edit_findings import Findings, Formatted


@dataclass(frozen=True, slots=True)
class ChangedSpan:
    """One changed place: bytes in the internal form and lines, before and after.

    `lines_after` is None where nothing is left.
    """

    before: Span
    after: Span
    lines_before: LineRange
    lines_after: LineRange | None


@dataclass(frozen=True, slots=True)
@suggesting_attributes
class Outcome:
    """The result of one request.

    `result` is the document after the edit where it would land (`edits` applied), else None.
    `bridged` describes the differences that the tier allowed, and how many lines stay as the file has
    them. `dry_run` means that nothing was written on purpose. `spans` and `region` are the places of the
    edit; what a formatter changed beside them is in `formatted`, and in `edits` and `diff` with the rest.
    `findings` are those of checkers that the edit introduced or removed, None where none ran.
    """

    status: Status
    operation: str
    before: Document
    reason: Reason | None = None
    message: str = ""
    language: str | None = None
    tier: str | None = None
    method: Method | None = None
    result: Document | None = None
    edits: EditSet = EditSet()
    spans: tuple[ChangedSpan, ...] = ()
    region: Numbered | None = None
    diff: str = ""
    lines_added: int = 0
    lines_removed: int = 0
    replacements: int = 0
    selector: str | None = None
    attached: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    bridged: tuple[str, ...] = ()
    risk: Risk = Risk.LOW
    warnings: tuple[str, ...] = ()
    diagnosis: Diagnosis | None = None
    dry_run: bool = False
    undo_id: str | None = None
    request: Request | None = None
    formatted: Formatted | None = None
    findings: Findings | None = None

    @property
    def landed(self) -> bool:
        """True if the file is, or would be, as the caller wants it."""
        return self.status in LANDED

    @property
    def path(self) -> str | None:
        """The document's path as the caller passed it; None for a document without one."""
        return self.before.path

    @property
    def confidence(self) -> float | None:
        """The share of edits that landed rightly at this tier, as measured; None without a text search."""
        return TIERS[self.tier].confidence if self.tier in TIERS else None

    @property
    def text(self) -> str | None:
        """The file's content after the edit; None where it does not land."""
        return self.result.as_file().text if self.result else None

    @property
    def data(self) -> bytes | None:
        """The file's bytes after the edit; None where it does not land."""
        return self.result.encode() if self.result else None

    @property
    def version_before(self) -> str:
        """Version of the file that the edit was planned on."""
        return self.before.version

    @property
    def version_after(self) -> str | None:
        """Version of the file after the edit; None where it does not land."""
        return self.result.version if self.result else None

    @property
    def line_count_after(self) -> int:
        """Lines of the file as it is after the call."""
        return (self.result or self.before).line_count

    @property
    def line_delta(self) -> int:
        """Lines that the file grows by."""
        return self.line_count_after - self.before.line_count

    def __repr__(self) -> str:
        """What happened where, in a line; a whole file is behind `before` and `result`."""
        lines = ", ".join(str(span.lines_after or span.lines_before) for span in self.spans[:3])
        where = f" in {self.path}" if self.path else ""
        at = f", lines {lines}" if lines else ""
        why = f" ({self.reason})" if self.reason else ""
        dry = ", dry run" if self.dry_run else ""
        counts = f", +{self.lines_added} -{self.lines_removed}" if self.landed else ""
        return f"<Outcome {self.status}{why}: {self.operation}{where}{at}{counts}{dry}>"

    def __str__(self) -> str:
        """The outcome as its report."""
        return self.report()

    def report(self) -> str:
        """The outcome as text for a model or a person, in under 60 lines."""
        return report.report(self)

    def to_dict(self) -> dict[str, JsonValue]:
        """The outcome as JSON values: what ``--json`` prints."""
        return as_dict.to_dict(self)
