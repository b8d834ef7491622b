"""Calls on files, recorded for the statistics as they are made.

Recording never makes a call fail, and never holds it up: see `extras.statistics.spool`. Pure calls on documents
are not recorded, and what a call reads on its way is part of that call.

Not here: what is kept (`extras.statistics.calls_made`), what is counted (`statistics`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from time import perf_counter_ns
from typing import TYPE_CHECKING, TypeVar

from structedit.calls.batches import ApplyHunks, EditFile, FileRequest
from structedit.calls.outcomes import Outcome, Reason, Status
from structedit.calls.requests import Request
from structedit.disk import configuration, files
from structedit.text.document import Document
from structedit.text.errors import FileError, UsageError
from structedit.text.lazily import lazily
from structedit.tree.source import Source

if TYPE_CHECKING:
    from structedit.calls import batch_outcomes
    from structedit.calls.batch_outcomes import BatchOutcome, EditOutcome
    from structedit.disk import roots
    from structedit.extras.statistics import calls_made, reads_made, spool
    from structedit.extras.statistics.calls_made import CallMade
    from structedit.extras.statistics.reads_made import Seen
    from structedit.plan.batch import file_changes
    from structedit.plan.reading import Check, Outline, Region
else:
    roots = lazily("structedit.disk.roots")
    spool = lazily("structedit.extras.statistics.spool")
    calls_made = lazily("structedit.extras.statistics.calls_made")
    file_changes = lazily("structedit.plan.batch.file_changes")
    batch_outcomes = lazily("structedit.calls.batch_outcomes")
    reads_made = lazily("structedit.extras.statistics.reads_made")

R = TypeVar("R")

_counted = ContextVar("_counted", default=True)


def recorded(
    operation: str, path: files.AnyPath, request: Request | None, call: Callable[[], Outcome]
) -> Outcome:
    """Make a call on a file and record it, also when its file cannot be had."""
    began = perf_counter_ns()
    try:
        outcome = call()
    except FileError as error:
        failed = file_changes.failed_file(files.os_path(path), operation, error)
        if _wanted(path):
            _record(failed, request, files.os_path(path), _since(began))
        raise
    if _wanted(path):
        _record(outcome, request or outcome.request, files.os_path(path), _since(began))
    return outcome


def recorded_reading(
    operation: str,
    path: files.AnyPath,
    arguments: Mapping[str, object],
    call: Callable[[], R],
    seen: Callable[[R], Seen],
) -> R:
    """Make a call that only reads and record it, also when its file cannot be had.

    Args:
        operation: its name.
        path: its file, or one of them.
        arguments: what it was called with, which tells how it names its place.
        call: the call.
        seen: what it found, in words of the statistics.
    """
    if not _counted.get():
        return call()
    began = perf_counter_ns()
    try:
        with uncounted():
            found = call()
    except FileError as error:
        failed = file_changes.failed_file(files.os_path(path), operation, error)
        _record_reading(operation, path, arguments, began, lambda: _seen(failed))
        raise
    _record_reading(operation, path, arguments, began, lambda: seen(found))
    return found


@contextmanager
def uncounted() -> Iterator[None]:
    """Count no call that only reads: it is a step of another call."""
    before = _counted.set(False)
    try:
        yield
    finally:
        _counted.reset(before)


def seen_in(found: Outline | Region | Check) -> Seen:
    """Tell what was found in one file."""
    status, reason = getattr(found, "status", Status.UNCHANGED), getattr(found, "reason", None)
    lines = None if status is Status.ERROR else found.line_count
    return reads_made.Seen(status, reason, found.language, lines)


def seen_at_all(found: object) -> Seen:
    """Tell that a call gave what it was asked for, which is in no one file."""
    return reads_made.Seen()


class Search:
    """Keeps count of a search over files while it goes on; the file is kept if it is one."""

    __slots__ = ("_document", "_hits", "files")

    def __init__(self) -> None:
        self.files, self._hits = 0, 0
        self._document: Document | None = None

    def add(self, document: Document, hits: int) -> None:
        """Note that a file was searched, and how many hits it has."""
        self._document = None if self.files else document
        self.files, self._hits = self.files + 1, self._hits + hits

    def seen(self, _: object = None) -> Seen:
        """Tell what was found so far."""
        status = Status.UNCHANGED if self._hits else Status.NOT_FOUND
        reason = None if self._hits else Reason.NO_MATCH
        if self._document is None:
            return reads_made.Seen(status, reason)
        language = Source.of(self._document).language
        return reads_made.Seen(status, reason, language, self._document.line_count)


def _record_reading(
    operation: str,
    path: files.AnyPath,
    arguments: Mapping[str, object],
    began: int,
    seen: Callable[[], Seen],
) -> None:
    took = _since(began)
    with suppress(Exception):  # as in `_record`
        if spool.is_on() and _wanted(path):
            made = reads_made.read_made(operation, arguments, seen())
            spool.record(made, files.os_path(path), took)


def _seen(failed: Outcome) -> Seen:
    return reads_made.Seen(failed.status, failed.reason)


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


def recorded_reversal(root: str, call: Callable[[], BatchOutcome]) -> BatchOutcome:
    """Take a transaction back, or do it again, and record that as one call."""
    began = perf_counter_ns()
    batch = call()
    if _wanted(root):
        _record(_as_outcome(batch), None, root, _since(began))
    return batch


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
    documents = [file.before for file in batch.files if file.before is not None]
    before = max(documents, key=lambda document: document.line_count, default=Document(b""))
    return Outcome(batch.status, batch.operation, before, batch.reason, risk=batch.risk)


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
