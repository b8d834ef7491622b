"""Calls on files, kept for the statistics as they are made: what hears of them at the seam of `app`.

Keeping never makes a call fail, and never holds it up: see `spool`.

Not here: what is kept of a call (`calls_made`, `reads_made`), what is counted (`counts`).
"""

from __future__ import annotations

from structedit.app.events import Batched, Edited, Event, Read, Reversed, Search, Unreadable
from structedit.calls.batch_outcomes import BatchOutcome
from structedit.calls.batches import ApplyHunks, EditFile
from structedit.calls.outcomes import Outcome
from structedit.calls.requests import Request
from structedit.calls.statuses import Fate, Reason, Status
from structedit.disk import configuration, roots
from structedit.disk.paths import AnyPath, os_path
from structedit.extras.statistics import spool
from structedit.extras.statistics.calls_made import CallMade, call_made
from structedit.extras.statistics.reads_made import Seen, read_made
from structedit.plan import reading
from structedit.plan.batch.file_changes import failed_file
from structedit.text.document import Document
from structedit.text.errors import FileError, UsageError
from structedit.tree.source import Source


def heard(event: Event) -> None:
    """Keep a call, unless the configuration of its file's root says that none is kept."""
    if not spool.is_on():
        return
    if isinstance(event, Unreadable):
        outcome = Outcome(Status.ERROR, event.operation, Document(b""), Reason.MALFORMED_EDIT)
        _keep(outcome, None, event.root, 0, format=event.format)
    elif not _wanted(event.root if isinstance(event, Batched | Reversed) else event.path):
        return
    elif isinstance(event, Edited):
        path, came = os_path(event.path), event.result
        outcome = failed_file(path, event.operation, came) if isinstance(came, FileError) else came
        _keep(outcome, event.request, path, event.took)
    elif isinstance(event, Read):
        path = os_path(event.path)
        made = read_made(event.operation, event.arguments, _seen(event.found, path))
        spool.record(made, path, event.took)
    elif isinstance(event, Batched):
        _keep_batch(event)
    else:
        _keep(_as_outcome(event.batch), None, event.root, event.took)


def _seen(found: object, path: str) -> Seen:
    """Tell what a call found, in words of the statistics."""
    if isinstance(found, FileError):
        failed = failed_file(path, "", found)
        return Seen(failed.status, failed.reason)
    if isinstance(found, Search):
        status = Status.UNCHANGED if found.hits else Status.NOT_FOUND
        reason = None if found.hits else Reason.NO_MATCH
        if found.document is None:
            return Seen(status, reason)
        return Seen(status, reason, Source.of(found.document).language, found.document.line_count)
    if isinstance(found, reading.Outline | reading.Region | reading.Check):
        status, reason = getattr(found, "status", Status.UNCHANGED), getattr(found, "reason", None)
        lines = None if status is Status.ERROR else found.line_count
        return Seen(status, reason, found.language, lines)
    return Seen()  # what it was asked for, which is in no one file


def _keep_batch(event: Batched) -> None:
    """Keep each edit of a batch.

    What fits and is not written counts as a dry run. A batch that fails as a whole, none of its
    edits being to blame, is a call of its own.
    """
    batch, took = event.batch, event.took // max(1, len(event.batch.edits))
    paths = {path: roots.real_path(event.root, path) for path in {e.path for e in batch.edits}}
    made = [(_made(event, number), paths[e.path]) for number, e in enumerate(batch.edits)]
    spool.record_all(made, took)
    if not batch.landed and not batch.failed:
        outcome = _as_outcome(batch)
        _keep(outcome, None, event.root, took, format=event.format, dry_run=batch.dry_run)


def _made(event: Batched, number: int) -> CallMade:
    edit = event.batch.edits[number]
    request = event.requests[edit.index] if edit.index < len(event.requests) else None
    return call_made(
        edit.outcome,
        request.request if isinstance(request, EditFile) else None,
        format=event.format,
        dry_run=event.batch.dry_run or edit.status is Fate.WOULD_APPLY,
    )


def _wanted(path: AnyPath) -> bool:
    """Tell whether the configuration of a file's root lets calls be recorded."""
    try:
        return configuration.load(roots.root_of(os_path(path))).statistics
    except (FileError, UsageError, OSError, ValueError):  # a path that is none
        return True


def _as_outcome(batch: BatchOutcome) -> Outcome:
    documents = [file.before for file in batch.files if file.before is not None]
    before = max(documents, key=lambda document: document.line_count, default=Document(b""))
    return Outcome(batch.status, batch.operation, before, batch.reason, risk=batch.risk)


def _keep(
    outcome: Outcome,
    request: Request | ApplyHunks | None,
    path: str,
    took: int,
    *,
    format: str = "call",
    dry_run: bool = False,
) -> None:
    spool.record(call_made(outcome, request, format=format, dry_run=dry_run), path, took)
