"""Calls on files, kept for the statistics as they are made: what hears of them at the seam of `app`.

Keeping never makes a call fail, and never holds it up: see `spool`.

Not here: what is kept of a call (`calls_made`), what is counted (`counts`).
"""

from __future__ import annotations

from structedit.app.events import Batched, Edited, Event, Read, Search, WrongCall
from structedit.calls import batch_outcomes
from structedit.calls.batches import EditFile
from structedit.calls.outcomes import Outcome
from structedit.calls.statuses import Fate, Reason, Status
from structedit.disk import configuration, roots
from structedit.disk.paths import AnyPath, os_path
from structedit.extras.statistics import spool
from structedit.extras.statistics.calls_made import Addressing, CallMade, call_made, read_made
from structedit.plan import reading
from structedit.plan.batch import file_changes
from structedit.text.document import Document
from structedit.text.errors import FileError, UsageError
from structedit.text.values import replace
from structedit.tree.source import Source


def heard(event: Event) -> None:
    """Keep a call, unless the configuration of its file's root says that none is kept."""
    if not spool.is_on():
        return
    if not _wanted(event.path if isinstance(event, Edited | Read) else event.root):
        return
    if isinstance(event, WrongCall):
        made = CallMade(
            event.operation, Addressing.FILE, event.format, str(Status.ERROR), event.reason
        )
        spool.record([(made, event.root)], 0)
    elif isinstance(event, Edited):
        path, came = os_path(event.path), event.result
        outcome = (
            file_changes.failed_file(path, event.operation, came)
            if isinstance(came, FileError)
            else came
        )
        spool.record([(call_made(outcome, event.request), path)], event.took)
    elif isinstance(event, Read):
        path = os_path(event.path)
        spool.record([(_read(event, path), path)], event.took)
    elif isinstance(event, Batched):
        took = event.took // max(1, len(event.batch.edits))
        spool.record(_edits(event), took)
    else:
        spool.record([(call_made(_as_outcome(event.batch), None), event.root)], event.took)


def _wanted(path: AnyPath) -> bool:
    """Whether the configuration of a file's root lets calls be recorded."""
    try:
        return configuration.load(roots.root_of(os_path(path))).statistics
    except (FileError, UsageError, OSError, ValueError):  # a path that is none
        return True


def _read(event: Read, path: str) -> CallMade:
    """Keep of a call that only reads how it asked, and what it found."""
    operation, arguments, found = event.operation, event.arguments, event.found
    lines: int | None
    if isinstance(found, FileError):
        failed = file_changes.failed_file(path, "", found)
        return read_made(operation, arguments, status=failed.status, reason=failed.reason)
    if isinstance(found, Search):
        status = Status.UNCHANGED if found.hits else Status.NOT_FOUND
        reason = None if found.hits else Reason.NO_MATCH
        one = found.document
        if one is None:
            return read_made(operation, arguments, status=status, reason=reason)
        language, lines = Source.of(one).language, one.line_count
    elif isinstance(found, reading.Outline | reading.Region | reading.Check):
        status, reason = getattr(found, "status", Status.UNCHANGED), getattr(found, "reason", None)
        language, lines = found.language, None if status is Status.ERROR else found.line_count
    else:  # what was asked for is in no one file
        return read_made(operation, arguments)
    return read_made(
        operation, arguments, status=status, reason=reason, language=language, lines=lines
    )


def _edits(event: Batched) -> list[tuple[CallMade, str]]:
    """Keep each edit of a batch, with the path of its file.

    What fits and is not written because another edit failed counts as a dry run. In a batch that fails
    as a whole, none of its edits being to blame, each of them fails for the batch's reason.
    """
    batch, calls = event.batch, []
    fails_whole = not batch.landed and not batch.failed
    paths = {path: roots.real_path(event.root, path) for path in {e.path for e in batch.edits}}
    for edit in batch.edits:
        request = event.requests[edit.index] if edit.index < len(event.requests) else None
        made = call_made(
            edit.outcome,
            request.request if isinstance(request, EditFile) else None,
            format=event.format,
            dry_run=batch.dry_run or (edit.status is Fate.WOULD_APPLY and not fails_whole),
        )
        if fails_whole:
            made = replace(made, status=str(batch.status), reason=str(batch.reason or ""))
        calls.append((made, paths[edit.path]))
    return calls


def _as_outcome(batch: batch_outcomes.BatchOutcome) -> Outcome:
    documents = [file.before for file in batch.files if file.before is not None]
    before = max(documents, key=lambda document: document.line_count, default=Document(b""))
    return Outcome(batch.status, batch.operation, before, batch.reason, risk=batch.risk)
