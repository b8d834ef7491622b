"""The listener that records each call that edits files in the log of the statistics.

An error here changes nothing about the call: `app.events` ignores it.

Not here: the row that is kept of a call (`calls_made`), and how the log is written (`log`).
"""

from __future__ import annotations

from structedit.app.events import Batched, Edited, Event, Read, Reversed, WrongCall
from structedit.calls import batch_outcomes
from structedit.calls.batches import EditFile
from structedit.calls.operations import READING
from structedit.calls.outcomes import Outcome
from structedit.calls.statuses import Fate, Status
from structedit.disk import configuration, roots
from structedit.disk.paths import AnyPath, os_path
from structedit.extras.statistics import log
from structedit.extras.statistics.calls_made import Addressing, CallMade, call_made
from structedit.plan.batch import file_changes
from structedit.text.document import Document
from structedit.text.errors import FileError, UsageError
from structedit.text.values import replace

_READS = frozenset((*READING, "languages", "history", "show", "get_edit_stats"))


def heard(event: Event) -> None:
    """Record a call, unless recording is off, for the user or in the configuration of the file's root.

    Calls that only read are not recorded, also where they could not be made.
    """
    if isinstance(event, Read) or (isinstance(event, WrongCall) and event.operation in _READS):
        return
    place = event.path if isinstance(event, Edited) else event.root
    if not log.is_on() or not _is_wanted(place):
        return
    if isinstance(event, Batched):
        log.record(_edits(event), event.took // max(1, len(event.batch.edits)))
        return
    path, took = os_path(place), 0 if isinstance(event, WrongCall) else event.took
    if isinstance(event, WrongCall):
        status = str(Status.ERROR)
        made = CallMade(event.operation, Addressing.FILE, event.format, status, event.reason)
    elif isinstance(event, Reversed):
        made = call_made(_as_outcome(event.batch), None)
    elif isinstance(event.result, FileError):
        failed = file_changes.failed_file(path, event.operation, event.result)
        made = call_made(failed, event.request)
    else:
        made = call_made(event.result, event.request)
    log.record([(made, path)], took)


def _is_wanted(path: AnyPath) -> bool:
    """Return True unless the configuration of the file's root turns recording off."""
    try:
        return configuration.load(roots.root_of(os_path(path))).statistics
    except (FileError, UsageError, OSError, ValueError):
        # it is no path, or the configuration is faulty: the call fails, and is counted
        return True


def _edits(event: Batched) -> list[tuple[CallMade, str]]:
    """Make a row of each edit of a batch, with the path of its file.

    An edit that fits, but is not written because another edit failed, counts as a dry run. If the batch fails and
    no edit of it did (a full disk), each edit fails for the batch's reason.
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
