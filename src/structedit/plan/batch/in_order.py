"""The edits of a batch in order: each is planned on the text that the edits before it left.

Requests are grouped by the files they share: a file, and the paths it is moved to. Each group is run by itself, so
that only one group is parsed at a time. An edit is planned on the current text but not judged, so a batch may pass
through a text that does not parse. At the end, the edits of a file are one edit set on the text before the batch,
judged like any other edit (`plan.one_request.judge`).

Not here: the outcome of the whole batch (`whole`), and reading files, which is the caller's `load`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import assert_never

from structedit.calls.batch_outcomes import EditOutcome, FileOutcome
from structedit.calls.batches import (
    ApplyHunks,
    CreateFile,
    DeleteFile,
    EditFile,
    ExtendFile,
    FileRequest,
    MoveFile,
    limit_of,
)
from structedit.calls.diagnoses import Diagnosis
from structedit.calls.operations import operation_of
from structedit.calls.outcomes import Outcome
from structedit.calls.places import Place
from structedit.calls.requests import Insert, Request, StrReplace
from structedit.calls.statuses import Reason, Status
from structedit.plan.batch.ending import edit_outcome, finished, operation_of_file
from structedit.plan.batch.file_changes import deleted_file, failed_file
from structedit.plan.batch.made_already import Trace, check_earlier_edits, repeats, seems_made
from structedit.plan.batch.progress import BatchFile, Folded, Step, Terms
from structedit.plan.one_request import draft, refuse_stale
from structedit.plan.results import Failed, Planned, failure, refuse_elision
from structedit.search.batch_places import Since, carried, carried_hunks
from structedit.search.found import Miss
from structedit.text.document import Document, Span, to_bytes
from structedit.text.edit import Edit, EditSet
from structedit.text.errors import FileError
from structedit.text.lines import with_endings
from structedit.text.values import replace
from structedit.tree.source import Source

Load = Callable[[str, bool], Document | FileError]
"""Return the file at a path, or the error why it cannot be read; the flag says that it may well be missing."""


def lines_of_descent(
    requests: Iterable[FileRequest],
) -> tuple[tuple[tuple[int, FileRequest], ...], ...]:
    """Group numbered requests by the files they share."""
    groups: dict[str, list[tuple[int, FileRequest]]] = {}
    for index, request in enumerate(requests):
        group = groups.setdefault(request.path, [])
        if isinstance(request, MoveFile) and groups.get(request.to) is not group:
            other = groups.get(request.to, [])
            group += other
            if other:
                groups.update({path: group for path, rows in groups.items() if rows is other})
            groups[request.to] = group
        group.append((index, request))
    unique = {id(group): group for group in groups.values()}
    return tuple(tuple(sorted(group, key=lambda row: row[0])) for group in unique.values())


def fold(load: Load, numbered: Sequence[tuple[int, FileRequest]], terms: Terms) -> Folded:
    """Run the edits of one group of files in order, and judge the resulting files."""
    there: dict[str, BatchFile | None] = {}
    gone: dict[str, Document] = {}
    check_earlier_edits: list[EditOutcome] = []
    moves = {request.path: request.to for _, request in numbered if isinstance(request, MoveFile)}
    traces: dict[int, Trace] = {}
    repeated: set[int] = set()
    for index, request in numbered:
        outcome = _run_one(load, there, gone, index, request, terms)
        if outcome is None:
            continue
        check_earlier_edits.append(edit_outcome(index, request, outcome))
        if outcome.reason is Reason.MISSING_FILE:
            trace = _trace_of_missing_file(load, request, moves.get(request.path))
            traces |= {} if trace is None else {index: trace}
    files: list[FileOutcome] = []
    for file in (file for file in there.values() if file is not None):
        traces |= file.traces
        repeated |= file.repeated
        found, rows = finished(file, gone, terms)
        files += [found] if found is not None else []
        check_earlier_edits += rows
    files += [
        deleted_file(path, document) for path, document in gone.items() if there[path] is None
    ]
    return Folded(tuple(check_earlier_edits), tuple(files), traces, frozenset(repeated))


def _run_one(
    load: Load,
    there: dict[str, BatchFile | None],
    gone: dict[str, Document],
    index: int,
    request: FileRequest,
    terms: Terms,
) -> Outcome | None:
    """Run one request; return its outcome, or None if that depends on the end of the batch."""
    may_be_missing = isinstance(request, CreateFile | ExtendFile) or _has_empty_old_text(request)
    if request.path not in there:
        found = load(request.path, may_be_missing)
        if isinstance(found, Document):
            source = Source.of(found)
            there[request.path] = BatchFile(request.path, source, source, request.path, found)
        elif may_be_missing and found.code == "missing_file":
            there[request.path] = None
        else:
            if isinstance(request, DeleteFile) and found.code == "missing_file":
                hint = f"leave the edit out if the file was deleted before; otherwise {found.hint}"
                found = FileError(found.message, code=found.code, hint=hint)
            return failed_file(request.path, operation_of_file(request), found)
    file = there[request.path]
    match request:
        case CreateFile():
            return _create(there, file, request, terms)
        case ExtendFile() if file is None:
            made = CreateFile(request.path, request.text, line=request.line)
            return _create(there, file, made, terms)
        case EditFile(request=StrReplace(new=text)) if _has_empty_old_text(request) and (
            file is None or file.now.data.strip() in (b"", to_bytes(text).strip())
        ):
            made = CreateFile(request.path, text, overwrite=True, line=request.line)
            return _create(there, file, made, terms)
        case _ if file is None:
            return failed_file(request.path, operation_of_file(request), _missing(request.path))
        case EditFile():
            return _edit(file, index, request, terms)
        case ExtendFile():
            at_end = EditFile(request.path, Insert(request.text, Place.BOTTOM), request.line)
            return _edit(file, index, at_end, terms)
        case DeleteFile():
            return _delete(there, gone, file, request)
        case MoveFile():
            return _move(load, there, gone, file, request)
        case _:
            assert_never(request)


def _trace_of_missing_file(load: Load, request: FileRequest, to: str | None) -> Trace | None:
    """Return the evidence that a missing file was deleted before, or moved with its edits made."""
    if isinstance(request, DeleteFile):
        return Trace.FAINT
    moved = load(to, True) if to is not None else None
    if not isinstance(moved, Document):
        return None
    if isinstance(request, MoveFile):
        return Trace.CLEAR
    if not isinstance(request, EditFile):
        return None
    source = Source.of(moved)
    drafted = draft(source, request.request)
    if isinstance(drafted, Planned):
        return None
    done = drafted.status is Status.ALREADY_APPLIED
    return Trace.CLEAR if done else seems_made(source, request.request, drafted)


def _has_empty_old_text(request: FileRequest) -> bool:
    """Return True if a request replaces an empty text, which creates a file that is absent or empty."""
    match request:
        case EditFile(request=StrReplace(old=old)):
            return not old.strip()
    return False


def _missing(path: str) -> FileError:
    return FileError(
        f"there is no longer a file {path!r}",
        hint="an earlier edit of the batch deleted or moved it",
    )


def _done(request: FileRequest, document: Document, message: str = "") -> Outcome:
    """Return the outcome of a request about a whole file; with a `message`, it was done before."""
    status = Status.ALREADY_APPLIED if message else Status.APPLIED
    return Outcome(status, operation_of_file(request), document, message=message)


def _refused(request: FileRequest, reason: Reason, message: str, fix: str) -> Outcome:
    document = Document(b"", request.path)
    diagnosis = Diagnosis(message, fix)
    return Outcome(
        Status.REFUSED, operation_of_file(request), document, reason, message, diagnosis=diagnosis
    )


def _create(
    there: dict[str, BatchFile | None],
    file: BatchFile | None,
    request: CreateFile,
    terms: Terms,
) -> Outcome:
    made = Document.from_text(request.text, request.path)
    document = replace(made, languages=terms.languages)
    if _moved_away(there, request.path):
        return _refused(request, Reason.STALE, *_path_taken(request.path))
    if file is None:
        source = Source.of(document)
        there[request.path] = BatchFile(request.path, source, source, None)
        return _done(request, document)
    if file.now.document.as_file().data == document.data:
        return _done(request, file.now.document, "the file already exists with this text")
    if not request.overwrite:
        return _refused(
            request,
            Reason.STALE,
            f"{request.path!r} already exists, with different content",
            "edit it, set overwrite: true to replace it, or choose another name",
        )
    if file.now.document.frame is not None:  # a view is not overwritten by the text of a file
        before = replace(file.base.document.as_file(), language=file.now.profile.sections.file)
        base = Source.of(before)
        file = there[request.path] = BatchFile(file.path, base, base, file.origin, before)
    if refused := refuse_elision(request.text, "", file.now.data):
        return failure(file.now, operation_of_file(request), refused)
    text = with_endings(file.now.data, 0, document.data)
    whole = EditSet.of([Edit(Span(0, len(file.now.data)), text)]).refined(file.now.data)
    file.edit(whole)
    file.whole = True
    return _done(request, document)


def _moved_away(there: dict[str, BatchFile | None], path: str) -> bool:
    """Return True if the batch moved the file that has this path on disk to another path."""
    return any(f is not None and f.origin == path != f.path for f in there.values())


def _path_taken(path: str) -> tuple[str, str]:
    return f"{path!r} already exists", "choose another name, or create it in a separate batch"


def _delete(
    there: dict[str, BatchFile | None],
    gone: dict[str, Document],
    file: BatchFile,
    request: DeleteFile,
) -> Outcome:
    """Delete the file at a path; remember it if that is its path on disk."""
    expected = request.expected
    if expected is not None and _lines(to_bytes(expected)) != _lines(file.now.data):
        message = f"{request.path!r} does not have the content that the deletion expects"
        return _refused(request, Reason.CONTENT_MISMATCH, message, "read it again")
    there[file.path] = None
    if file.origin is not None and file.before is not None:
        gone[file.origin] = file.before
        there.setdefault(file.origin, None)
    return _done(request, file.now.document)


def _lines(data: bytes) -> list[bytes]:
    """Return the lines without their line breaks; line breaks at the end of the data are ignored."""
    return data.rstrip(b"\r\n").splitlines()


def _move(
    load: Load,
    there: dict[str, BatchFile | None],
    gone: dict[str, Document],
    file: BatchFile,
    request: MoveFile,
) -> Outcome | None:
    if request.to == request.path:
        return _done(request, file.now.document, "the file already has this path")
    if request.to not in there:
        found = load(request.to, True)
        if isinstance(found, FileError) and found.code != "missing_file":
            return failed_file(request.to, "move_file", found)
        there[request.to] = None
        if isinstance(found, Document):
            source = Source.of(found)
            there[request.to] = BatchFile(request.to, source, source, request.to, found)
    back = file.origin == request.to
    occupied = there[request.to] is not None or request.to in gone
    if occupied or (_moved_away(there, request.to) and not back):
        return _refused(request, Reason.STALE, *_path_taken(request.to))
    there[request.path] = None
    there[request.to] = file
    file.path = request.to
    return _done(request, file.now.document)


def _edit(file: BatchFile, index: int, request: EditFile, terms: Terms) -> Outcome | None:
    drafted = _draft_at(Since(file.base, file.edits, file.now), request.request)
    if isinstance(drafted, Failed):
        trace = seems_made(file.now, request.request, drafted)
        if trace is not None:
            file.traces[index] = trace
        return failure(file.now, operation_of(request.request), drafted)
    if (trace := repeats(file.now, request.request, drafted)) is not None:
        file.repeated.add(index)
        if terms.again:
            file.traces[index] = trace
            there = Diagnosis("the file already has the text")
            lost = Failed(Status.NOT_FOUND, Reason.NO_MATCH, there)
            return failure(file.now, operation_of(request.request), lost)
    back = file.edits.map_reach_back
    spans = tuple(back(edit.span) for edit in drafted.edits.edits)
    step = Step(index, drafted, request, back(drafted.target), spans)
    if not file.edit(drafted.edits):
        return _done(request, file.now.document, "the file already has this text")
    file.steps.append(step)
    return None


def _draft_at(since: Since, request: Request | ApplyHunks) -> Planned | Failed:
    """Plan an edit on the current text; line numbers in the request refer to the text before the batch."""
    if changed := refuse_stale(since.base.document, request.options):
        return changed
    if not since.edits:
        return check_earlier_edits(since, request, draft(since.now, request))
    if isinstance(request, ApplyHunks):
        return draft(since.now, carried_hunks(since, request))
    again = carried(since, request, limit_of(request))
    if isinstance(again, Miss):
        lost = Failed(Status.NOT_FOUND, again.reason, Diagnosis(again.message, again.fix))
        return check_earlier_edits(since, request, lost)
    return check_earlier_edits(since, request, draft(since.now, again))
