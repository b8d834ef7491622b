"""Calls on files, recorded for the statistics as they are made.

Recording never makes a call fail, and never holds it up: see `disk.spool`. Pure calls on documents
are not recorded, nor are calls that only read.

Not here: what is kept (`model.calls_made`), what is counted (`statistics`).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from time import perf_counter_ns
from typing import TYPE_CHECKING

from structedit.disk import configuration, files
from structedit.errors import FileError, UsageError
from structedit.lazily import lazily
from structedit.model.batches import ApplyHunks, EditFile, FileRequest
from structedit.model.outcomes import Outcome, Reason, Status
from structedit.model.requests import Request
from structedit.text.document import Document

if TYPE_CHECKING:
    from structedit import fold
    from structedit.disk import roots, spool
    from structedit.model import batch_outcomes, calls_made
    from structedit.model.batch_outcomes import BatchOutcome, EditOutcome
    from structedit.model.calls_made import CallMade
else:
    roots = lazily("structedit.disk.roots")
    spool = lazily("structedit.disk.spool")
    calls_made = lazily("structedit.model.calls_made")
    fold = lazily("structedit.fold")
    batch_outcomes = lazily("structedit.model.batch_outcomes")


def recorded(
    operation: str, path: files.AnyPath, request: Request | None, call: Callable[[], Outcome]
) -> Outcome:
    """Make a call on a file and record it, also when its file cannot be had."""
    began = perf_counter_ns()
    try:
        outcome = call()
    except FileError as error:
        failed = fold.failed_file(files.os_path(path), operation, error)
        if _wanted(path):
            _record(failed, request, files.os_path(path), _since(began))
        raise
    if _wanted(path):
        _record(outcome, request or outcome.request, files.os_path(path), _since(began))
    return outcome


def recorded_batch(
    requests: tuple[FileRequest, ...], root: str, format: str, call: Callable[[], BatchOutcome]
) -> BatchOutcome:
    """Make a batch and record each of its edits.

    What fits and is not written counts as a dry run. A batch that fails as a whole, none of its
    edits being to blame, is a call of its own.
    """
    began = perf_counter_ns()
    batch = call()
    if not _wanted(root):
        return batch
    took = _since(began) // max(1, len(batch.edits))
    with suppress(Exception):  # as in `_record`
        if spool.is_on():
            paths = {path: roots.real_path(root, path) for path in {e.path for e in batch.edits}}
            made = [_made(batch, edit, requests, format) for edit in batch.edits]
            spool.record_all(
                [(call, paths[e.path]) for call, e in zip(made, batch.edits, strict=True)], took
            )
    if not batch.landed and not batch.failed:
        _record(_as_outcome(batch), None, root, took, format=format, dry_run=batch.dry_run)
    return batch


def _made(
    batch: BatchOutcome, edit: EditOutcome, requests: tuple[FileRequest, ...], format: str
) -> CallMade:
    """Tell what is kept of an edit of a batch."""
    request = requests[edit.index] if edit.index < len(requests) else None
    return calls_made.call_made(
        edit.outcome,
        request.request if isinstance(request, EditFile) else None,
        format=format,
        dry_run=batch.dry_run or edit.status is batch_outcomes.Fate.WOULD_APPLY,
    )


def record_unreadable(operation: str, format: str, root: str) -> None:
    """Record a text of edits that could not be read."""
    outcome = Outcome(Status.ERROR, operation, Document(b""), Reason.MALFORMED_EDIT)
    _record(outcome, None, root, 0, format=format)


def _wanted(path: files.AnyPath) -> bool:
    """Tell whether the configuration of a file's root lets calls be recorded."""
    try:
        return configuration.load(roots.root_of(files.os_path(path))).statistics
    except (FileError, UsageError, OSError, ValueError):  # a path that is none
        return True


def _since(began: int) -> int:
    return (perf_counter_ns() - began) // 1000


def _as_outcome(batch: BatchOutcome) -> Outcome:
    return Outcome(batch.status, batch.operation, Document(b""), batch.reason, risk=batch.risk)


def _record(
    outcome: Outcome,
    request: Request | ApplyHunks | None,
    path: str,
    duration: int,
    *,
    format: str = "call",
    dry_run: bool = False,
) -> None:
    # Whatever goes wrong here, the edit is done: there is nobody to tell, and nothing to undo.
    with suppress(Exception):
        if not spool.is_on():
            return
        made = calls_made.call_made(outcome, request, format=format, dry_run=dry_run)
        spool.record(made, path, duration)
