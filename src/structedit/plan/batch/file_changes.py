"""Outcomes for a file of a batch: edited, created, moved, overwritten, deleted.

Not here: whether the change is allowed.
"""

from __future__ import annotations

from structedit.calls.batch_outcomes import FileOutcome
from structedit.calls.diagnoses import Diagnosis
from structedit.calls.outcomes import Outcome
from structedit.calls.statuses import Action, Reason, Status
from structedit.plan.batch.progress import BatchFile
from structedit.text.diff import git_lines, line_changes, line_totals
from structedit.text.document import Document, Span
from structedit.text.edit import Edit, EditSet
from structedit.text.errors import FileError
from structedit.text.values import replace

_REFUSALS = frozenset(
    (
        *(Reason.STALE, Reason.READ_ONLY, Reason.UNENCODABLE, Reason.PROTECTED),
        *(Reason.OUTSIDE_ROOT, Reason.TOO_SLOW, Reason.NO_JOURNAL),
    )
)


def failed_file(path: str, operation: str, error: FileError) -> Outcome:
    """Return the outcome of a request whose file cannot be read or written."""
    return failed(Document(b"", path), operation, error)


def failed(document: Document, operation: str, error: FileError) -> Outcome:
    """Return the outcome for an error of the file system."""
    reason = Reason(error.code) if error.code in {str(r) for r in Reason} else Reason.WRITE_FAILED
    return Outcome(
        status=Status.REFUSED if reason in _REFUSALS else Status.ERROR,
        operation=operation,
        before=document,
        reason=reason,
        message=error.message,
        diagnosis=Diagnosis(error.message, error.hint, notes=error.notes),
    )


def file_change(path: str, before: bytes | None, after: bytes | None) -> FileOutcome:
    """Return the outcome of a file that changed without a planned edit, as in an undo."""
    old = None if before is None else Document.from_bytes(before, path)
    new = None if after is None else Document.from_bytes(after, path)
    if old is not None and new is not None:
        return overwritten_file(path, old, new)
    if new is not None:
        return made_file(path, new, ())
    assert old is not None
    return deleted_file(path, old)


def moved_file(file: BatchFile, before: Document, outcome: Outcome) -> FileOutcome:
    """Return the outcome of a file that was edited, moved, or both."""
    moved = file.origin if file.origin != file.path else None
    after = replace(file.now.document, path=file.path)
    return FileOutcome(
        file.path,
        Action.EDITED if moved is None else Action.MOVED,
        before,
        after,
        moved,
        outcome.lines_added,
        outcome.lines_removed,
        outcome.risk,
        outcome.warnings,
        edits=outcome.edits,
    )


def made_file(path: str, after: Document, warnings: tuple[str, ...]) -> FileOutcome:
    """Return the outcome of a file that did not exist before."""
    edits = EditSet.of([Edit(Span(0, 0), after.data)] if after.data else [])
    added = len(git_lines(after.data))
    return FileOutcome(
        path,
        Action.CREATED,
        after=after,
        lines_added=added,
        warnings=warnings,
        edits=edits,
    )


def overwritten_file(path: str, before: Document, after: Document) -> FileOutcome:
    """Return the outcome of a file whose whole text was replaced."""
    edits = EditSet.of([Edit(Span(0, len(before.data)), after.data)]).refined(before.data)
    changes = line_changes(before.data, edits)
    added, removed = line_totals(before.data, changes)
    return FileOutcome(path, Action.EDITED, before, after, None, added, removed, edits=edits)


def deleted_file(path: str, before: Document) -> FileOutcome:
    """Return the outcome of a file that was deleted."""
    edits = EditSet.of([Edit(Span(0, len(before.data)), b"")] if before.data else [])
    removed = len(git_lines(before.data))
    return FileOutcome(path, Action.DELETED, before, None, None, 0, removed, edits=edits)
