"""Outcomes of a batch: of each edit, of each file, and of the whole.

Not here: one request on one document, whose outcome is in `outcomes`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.calls import batch_report
from structedit.calls.diagnoses import Diagnosis
from structedit.calls.outcomes import ChangedSpan, Outcome
from structedit.calls.result_attributes import suggesting_attributes
from structedit.calls.statuses import LANDED, Action, Fate, JsonValue, Reason, Risk, Status
from structedit.text.diff import file_diff, line_changes
from structedit.text.document import Document, to_text
from structedit.text.edit import EditSet
from structedit.text.values import dataclass

if TYPE_CHECKING:
    from structedit.calls.edit_findings import Findings, Formatted


@dataclass(frozen=True, slots=True)
@suggesting_attributes
class EditOutcome:
    """One edit of a batch: its number (from 0), its file, and its outcome.

    `line` is where it begins in the text that the batch was read from. The spans of `outcome`
    are those of the whole batch: before it, and after it.
    """

    index: int
    path: str
    status: Fate
    outcome: Outcome
    line: int | None = None

    @property
    def operation(self) -> str:
        """The operation that was asked for."""
        return self.outcome.operation

    @property
    def reason(self) -> Reason | None:
        """Why it failed; None where it did not."""
        return self.outcome.reason

    @property
    def message(self) -> str:
        """The reason as a sentence."""
        return self.outcome.message

    @property
    def tier(self) -> str | None:
        """The tier of the ladder that found its text; None without a text search."""
        return self.outcome.tier

    @property
    def spans(self) -> tuple[ChangedSpan, ...]:
        """The places that it changes."""
        return self.outcome.spans

    @property
    def diagnosis(self) -> Diagnosis | None:
        """Details on a failure; None where the edit landed."""
        return self.outcome.diagnosis

    def report(self) -> str:
        """The outcome for a model or a person, as for a single edit."""
        return self.outcome.report()


@dataclass(frozen=True, slots=True)
@suggesting_attributes
class FileOutcome:
    """One file of a batch, before and after; `path` is its new path where it moved.

    `before` is None for a file that is created, `after` for one that is deleted. `failure` holds why
    its edits may not land together, though each of them fits.
    """

    path: str
    action: Action
    before: Document | None = None
    after: Document | None = None
    moved_from: str | None = None
    lines_added: int = 0
    lines_removed: int = 0
    risk: Risk = Risk.LOW
    warnings: tuple[str, ...] = ()
    failure: Outcome | None = None
    edits: EditSet = EditSet()
    formatted: Formatted | None = None

    @property
    def diff(self) -> str:
        """The change as git writes it. It is made when it is asked for: of thousands of files few are shown."""
        before = None if self.before is None else self.before.data
        after = None if self.after is None else self.after.data
        changes = line_changes(before or b"", self.edits)
        return to_text(file_diff(before, after, changes, self.path, self.moved_from))

    @property
    def version_before(self) -> str | None:
        """Version of the file that the batch was planned on; None for one that is created."""
        return self.before.version if self.before else None

    @property
    def version_after(self) -> str | None:
        """Version of the file after the batch; None for one that is deleted."""
        return self.after.version if self.after else None


@dataclass(frozen=True, slots=True)
class Totals:
    """Counts: edits by their status; files and lines from the final diff."""

    edits: int = 0
    applied: int = 0
    already_applied: int = 0
    failed: int = 0
    would_apply: int = 0
    files: int = 0
    lines_added: int = 0
    lines_removed: int = 0


@dataclass(frozen=True, slots=True)
@suggesting_attributes
class BatchOutcome:
    """The outcome of a batch; either everything in `files` is on disk, or nothing.

    With `partial`, what failed is left out of `files`. `diagnosis` is set when there is one cause for
    the batch as a whole, such as that no edit fits its file.
    """

    status: Status
    operation: str
    edits: tuple[EditOutcome, ...] = ()
    files: tuple[FileOutcome, ...] = ()
    totals: Totals = Totals()
    reason: Reason | None = None
    message: str = ""
    diagnosis: Diagnosis | None = None
    risk: Risk = Risk.LOW
    warnings: tuple[str, ...] = ()
    partial: bool = False
    dry_run: bool = False
    undo_id: str | None = None
    findings: Findings | None = None

    @property
    def landed(self) -> bool:
        """True if the files are, or would be, as the caller wants them, with all edits of the batch."""
        return self.status in LANDED and not self.totals.failed

    @property
    def diff(self) -> str:
        """The diffs of all files as one."""
        return "".join(file.diff for file in self.files)

    @property
    def failed(self) -> tuple[EditOutcome, ...]:
        """The edits that did not land, for another try."""
        return tuple(edit for edit in self.edits if edit.status is Fate.FAILED)

    def report(self, *, verbose: bool = False) -> str:
        """The outcome as text for a model or a person, in under 60 lines."""
        return batch_report.batch_report(self, verbose=verbose)

    def to_dict(self) -> dict[str, JsonValue]:
        """The outcome as JSON values: what ``--json`` prints."""
        return batch_report.batch_dict(self)
