"""A fold over the edits of a batch: each sees the text that the ones before it left.

The files that requests name are taken apart into lines of descent: a file, and what it is called
after it moved. Each is folded on its own, so that no more than one of them is parsed at a time.
An edit is drafted on the current text and not judged, so that a batch may pass through a text
that does not parse. At the end the edits of a file are one edit set of the text before the batch,
and `plan.judge` judges that as it judges any other.

Not here: what becomes of the batch as a whole (`batch`), and how files are read: `load` is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import assert_never

from structedit.errors import FileError
from structedit.judging import gate
from structedit.judging.risk import Thresholds
from structedit.landing.indent import with_endings
from structedit.model.batch_outcomes import Action, EditOutcome, Fate, FileOutcome
from structedit.model.batches import (
    ApplyHunks,
    CreateFile,
    DeleteFile,
    EditFile,
    ExtendFile,
    FileRequest,
    MoveFile,
)
from structedit.model.outcomes import ChangedSpan, Diagnosis, Method, Outcome, Reason, Risk, Status
from structedit.model.places import Place, Selector
from structedit.model.requests import (
    DEFAULTS,
    DeleteBlock,
    Insert,
    Match,
    Options,
    Request,
    StrReplace,
)
from structedit.plan import draft, judge, stale
from structedit.planning.results import Failed, Planned, failure, limit_of, operation_of
from structedit.search import ladder
from structedit.search.carrying import Since, carried, carried_hunks, place_before
from structedit.search.found import Miss, block_of
from structedit.syntax.source import Source
from structedit.text.diff import file_diff, line_totals
from structedit.text.document import Document, Span, to_bytes, to_text
from structedit.text.edit import Edit, EditSet
from structedit.values import dataclass

Load = Callable[[str], Document | FileError]
"""Gives the file at a path, or why it cannot be had."""

_REFUSALS = frozenset(
    (
        *(Reason.STALE, Reason.READ_ONLY, Reason.UNENCODABLE, Reason.PROTECTED),
        Reason.OUTSIDE_ROOT,
    )
)
_TELLING_LETTERS = 8
"""So long a new text is no coincidence where it stands already; `}` and `pass` are."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for all edits of a batch."""

    operation: str
    force: bool
    partial: bool
    thresholds: Thresholds


@dataclass(frozen=True, slots=True)
class Folded:
    """What came of the edits of one line of descent."""

    edits: tuple[EditOutcome, ...]
    files: tuple[FileOutcome, ...]


@dataclass(frozen=True, slots=True)
class _Step:
    """An edit that fits: what it does to the text that `before` makes of the file."""

    index: int
    before: EditSet
    planned: Planned
    request: EditFile


@dataclass(frozen=True, slots=True)
class _File:
    """A file during the batch.

    `edits` are all of the batch so far, of `base`: the file's text before the batch, or the one
    that it was made with. `origin` is its path before the batch; None where it was not there.
    """

    path: str
    base: Source
    now: Source
    origin: str | None
    before: Document | None = None
    edits: EditSet = EditSet()
    steps: tuple[_Step, ...] = ()
    whole: bool = False
    """Whether its whole text was given."""


def lines_of_descent(
    requests: Iterable[FileRequest],
) -> tuple[tuple[tuple[int, FileRequest], ...], ...]:
    """Group requests, with their numbers, by the files that have to do with each other."""
    groups: dict[str, list[tuple[int, FileRequest]]] = {}
    for index, request in enumerate(requests):
        group = groups.setdefault(request.path, [])
        if isinstance(request, MoveFile) and groups.get(request.to) is not group:
            other = groups.get(request.to, [])
            group += other
            for path, rows in groups.items():
                if rows is other and other:
                    groups[path] = group
            groups[request.to] = group
        group.append((index, request))
    unique = {id(group): group for group in groups.values()}
    return tuple(tuple(sorted(group, key=lambda row: row[0])) for group in unique.values())


def fold(load: Load, numbered: Iterable[tuple[int, FileRequest]], terms: Terms) -> Folded:
    """Run the edits of one line of descent, in order, and judge what comes of its files."""
    there: dict[str, _File | None] = {}
    gone: dict[str, Document] = {}
    settled: list[EditOutcome] = []
    for index, request in numbered:
        outcome = _one(load, there, gone, index, request)
        if outcome is not None:
            settled.append(_edit_outcome(index, request, outcome))
    files: list[FileOutcome] = []
    for file in (file for file in there.values() if file is not None):
        found, rows = _finished(file, gone, terms)
        files += [found] if found is not None else []
        settled += rows
    files += [_deleted(path, document) for path, document in gone.items() if there[path] is None]
    return Folded(tuple(settled), tuple(files))


def failed_file(path: str, operation: str, error: FileError) -> Outcome:
    """Give the outcome of a request whose file cannot be had or written."""
    return failed(Document(b"", path), operation, error)


def failed(document: Document, operation: str, error: FileError) -> Outcome:
    """Turn an error of the file system into an outcome."""
    reason = Reason(error.code) if error.code in {str(r) for r in Reason} else Reason.WRITE_FAILED
    return Outcome(
        status=Status.REFUSED if reason in _REFUSALS else Status.ERROR,
        operation=operation,
        before=document,
        reason=reason,
        message=error.message,
        diagnosis=Diagnosis(error.message, error.hint),
    )


def file_change(path: str, before: bytes | None, after: bytes | None) -> FileOutcome:
    """Describe what became of a file that no edit stands behind, as in an undo."""
    old = None if before is None else Document.from_bytes(before, path)
    new = None if after is None else Document.from_bytes(after, path)
    if old is not None and new is not None:
        return _overwritten(path, old, new)
    if new is not None:
        return _made(path, new, ())
    assert old is not None
    return _deleted(path, old)


# One request


def _one(
    load: Load,
    there: dict[str, _File | None],
    gone: dict[str, Document],
    index: int,
    request: FileRequest,
) -> Outcome | None:
    """Run one request; give its outcome, or None where that depends on the end of the batch."""
    if request.path not in there:
        found = load(request.path)
        if isinstance(found, Document):
            source = Source.of(found)
            there[request.path] = _File(request.path, source, source, request.path, found)
        elif isinstance(request, CreateFile | ExtendFile) and found.code == "missing_file":
            there[request.path] = None
        else:
            return failed_file(request.path, _operation(request), found)
    file = there[request.path]
    match request:
        case CreateFile():
            return _create(there, gone, file, request)
        case ExtendFile() if file is None:
            made = CreateFile(request.path, request.text, line=request.line)
            return _create(there, gone, file, made)
        case _ if file is None:
            return failed_file(request.path, _operation(request), _missing(request.path))
        case EditFile():
            return _edit(there, file, index, request)
        case ExtendFile():
            at_end = EditFile(request.path, Insert(request.text, Place.BOTTOM), request.line)
            return _edit(there, file, index, at_end)
        case DeleteFile():
            return _delete(there, gone, file, request)
        case MoveFile():
            return _move(load, there, gone, file, request)
        case _:
            assert_never(request)


def _missing(path: str) -> FileError:
    return FileError(
        f"there is no file {path!r} any more",
        hint="an earlier edit of the batch deleted or moved it",
    )


def _operation(request: FileRequest) -> str:
    match request:
        case EditFile():
            return operation_of(request.request)
        case ExtendFile():
            return "append"
        case CreateFile():
            return "create_file"
        case DeleteFile():
            return "delete_file"
        case MoveFile():
            return "move_file"


def _done(request: FileRequest, document: Document, message: str = "") -> Outcome:
    """Give the outcome of a request about a whole file."""
    status = Status.ALREADY_APPLIED if message else Status.APPLIED
    return Outcome(status, _operation(request), document, message=message)


def _refused(request: FileRequest, reason: Reason, message: str, fix: str) -> Outcome:
    document = Document(b"", request.path)
    diagnosis = Diagnosis(message, fix)
    return Outcome(
        Status.REFUSED, _operation(request), document, reason, message, diagnosis=diagnosis
    )


def _create(
    there: dict[str, _File | None],
    gone: dict[str, Document],
    file: _File | None,
    request: CreateFile,
) -> Outcome:
    document = Document.from_text(request.text, request.path)
    if _moved_away(there, request.path):
        return _refused(request, Reason.STALE, *_taken(request.path))
    if file is None:
        source = Source.of(document)
        there[request.path] = _File(request.path, source, source, None)
        return _done(request, document)
    if file.now.data == document.data:
        return _done(request, file.now.document, "the file is there, with this text")
    if not request.overwrite:
        return _refused(
            request,
            Reason.STALE,
            f"{request.path!r} exists already, with other content",
            "edit it, say that it is to be overwritten, or choose another name",
        )
    text = with_endings(file.now.data, 0, document.data)
    whole = EditSet.of([Edit(Span(0, len(file.now.data)), text)]).refined(file.now.data)
    edits = file.edits.then(whole)
    now = file.base.edited(edits)
    there[request.path] = replace(file, edits=edits, now=now, whole=True)
    return _done(request, document)


def _moved_away(there: dict[str, _File | None], path: str) -> bool:
    """Tell whether the file that has a path on disk has another one by now."""
    return any(f is not None and f.origin == path != f.path for f in there.values())


def _taken(path: str) -> tuple[str, str]:
    return f"{path!r} exists already", "choose another name, or make it in a batch of its own"


def _delete(
    there: dict[str, _File | None], gone: dict[str, Document], file: _File, request: DeleteFile
) -> Outcome:
    """Take a file away from its path; it was on disk there, if that is where it comes from."""
    expected = request.expected
    if expected is not None and _lines(to_bytes(expected)) != _lines(file.now.data):
        message = f"{request.path!r} does not hold the content that it was to be deleted with"
        return _refused(request, Reason.CONTENT_MISMATCH, message, "read it again")
    there[file.path] = None
    if file.origin is not None and file.before is not None:
        gone[file.origin] = file.before
        there.setdefault(file.origin, None)
    return _done(request, file.now.document)


def _lines(data: bytes) -> list[bytes]:
    """Give lines without their endings, of which those at the end do not count."""
    return data.rstrip(b"\r\n").splitlines()


def _move(
    load: Load,
    there: dict[str, _File | None],
    gone: dict[str, Document],
    file: _File,
    request: MoveFile,
) -> Outcome | None:
    if request.to == request.path:
        return _done(request, file.now.document, "the file has this path")
    if request.to not in there:
        found = load(request.to)
        if isinstance(found, FileError) and found.code != "missing_file":
            return failed_file(request.to, "move_file", found)
        there[request.to] = None
        if isinstance(found, Document):
            source = Source.of(found)
            there[request.to] = _File(request.to, source, source, request.to, found)
    back = file.origin == request.to
    occupied = there[request.to] is not None or request.to in gone
    if occupied or (_moved_away(there, request.to) and not back):
        return _refused(request, Reason.STALE, *_taken(request.to))
    there[request.path] = None
    there[request.to] = replace(file, path=request.to)
    return _done(request, file.now.document)


def _edit(
    there: dict[str, _File | None], file: _File, index: int, request: EditFile
) -> Outcome | None:
    since = Since(file.base, file.edits, file.now)
    drafted = _drafted(since, request.request)
    if isinstance(drafted, Failed):
        return failure(file.now, operation_of(request.request), drafted)
    data = drafted.edits.apply(file.now.data)
    if data == file.now.data:
        return _done(request, file.now.document, "the file has this text already")
    edits = file.edits.then(drafted.edits)
    step = _Step(index, file.edits, drafted, request)
    there[file.path] = replace(
        file, edits=edits, now=file.base.edited(edits), steps=(*file.steps, step)
    )
    return None


def _drafted(since: Since, request: Request | ApplyHunks) -> Planned | Failed:
    """Draft an edit on the current text; what it says by number is of the text before the batch."""
    if changed := stale(since.base.document, request.options):
        return changed
    if not since.edits:
        return _settled(since, request, draft(since.now, request))
    if isinstance(request, ApplyHunks):
        return draft(since.now, carried_hunks(since, request))
    again = carried(since, request, limit_of(request))
    if isinstance(again, Miss):
        lost = Failed(Status.NOT_FOUND, again.reason, Diagnosis(again.message, again.fix))
        return _settled(since, request, lost)
    return _settled(since, request, draft(since.now, again))


# Edits that were made already


def _settled(
    since: Since, request: Request | ApplyHunks, drafted: Planned | Failed
) -> Planned | Failed:
    """Look at a text that was not found: did an earlier edit see to it, or somebody before?

    A text that an earlier edit took is not found anew in one that is only like it.
    """
    if isinstance(drafted, Planned):
        return _displaced(since, request) if _found_worse(since, request, drafted) else drafted
    if drafted.status is not Status.NOT_FOUND and drafted.reason is not Reason.NEAR_TWIN:
        return drafted
    if isinstance(request, DeleteBlock) and _deleted_already(since, request):
        return _subsumed("an earlier edit of the batch deleted it")
    if not isinstance(request, StrReplace):
        return drafted
    places = tuple(hit.span for hit in _found_before(since, request).occurrences)
    if any(_replaced_already(since, request, place) for place in places):
        return _subsumed("an earlier edit of the batch put the new text there")
    if places and since.edits:
        note = "the text was there before the batch: an earlier edit changed or removed it"
        return _noted(drafted, note)
    standing = _standing(since.now, request)
    return drafted if standing is None else _ambiguous(since.now, drafted, standing)


def _subsumed(message: str) -> Failed:
    return Failed(Status.ALREADY_APPLIED, Reason.NO_CHANGE, Diagnosis(message, ""))


def _noted(drafted: Failed, note: str) -> Failed:
    diagnosis = replace(drafted.diagnosis, notes=(note, *drafted.diagnosis.notes))
    return replace(drafted, diagnosis=diagnosis)


def _deleted_already(since: Since, request: DeleteBlock) -> bool:
    if not isinstance(request.target, Selector) or request.target.lines is not None:
        return False
    block = block_of(since.base, request.target)
    return not isinstance(block, Miss) and not since.edits.map_span(block.core)


def _found_worse(since: Since, request: Request | ApplyHunks, drafted: Planned) -> bool:
    """Tell a place that is found at a looser tier than the text had before the batch."""
    if not since.edits or not isinstance(request, StrReplace) or drafted.tier in (None, "exact"):
        return False
    found = _found_before(since, request)
    order = [tier.name for tier in ladder.LADDER]
    if found.tier is None or order.index(found.tier) >= _rank(order, drafted.tier):
        return False
    return all(_touched(since, hit.span) for hit in found.occurrences)


def _rank(order: list[str], tier: str | None) -> int:
    return order.index(tier) if tier in order else len(order)


def _displaced(since: Since, request: Request | ApplyHunks) -> Failed:
    assert isinstance(request, StrReplace)
    places = tuple(hit.span for hit in _found_before(since, request).occurrences)
    if any(_replaced_already(since, request, place) for place in places):
        return _subsumed("an earlier edit of the batch put the new text there")
    message = "`old` was in the file before the batch, and an earlier edit changed it"
    fix = "say both in one edit, or search for what the earlier edit puts there"
    return Failed(Status.NOT_FOUND, Reason.NO_MATCH, Diagnosis(message, fix))


def _found_before(since: Since, request: StrReplace) -> ladder.Found:
    """Look for the text in the file as it was before the batch."""
    needle = to_bytes(request.old)
    if not needle.strip():
        return ladder.Found()
    return ladder.find(
        since.base.data,
        needle,
        limit=limit_of(request),
        whole_words=request.whole_words,
        new=to_bytes(request.new),
    )


def _touched(since: Since, place: Span) -> bool:
    return any(edit.span.overlaps(place) for edit in since.edits.edits)


def _replaced_already(since: Since, request: StrReplace, place: Span) -> bool:
    """Tell whether an earlier edit changed a place so that it has the new text."""
    if not _touched(since, place):
        return False
    there, new = place_before(since.edits, place), to_bytes(request.new)
    if not new.strip():
        return not _standing_in(since.now.data, to_bytes(request.old), there)
    return _standing_in(since.now.data, new, there)


def _standing_in(data: bytes, text: bytes, area: Span) -> bool:
    found = ladder.find(data, text, limit=Match.WHITESPACE)
    return any(hit.span.overlaps(area) or hit.span == area for hit in found.occurrences)


def _standing(source: Source, request: StrReplace) -> Span | None:
    """Give where a new text stands already that is no word of everyday."""
    new = to_bytes(request.new)
    if len(b"".join(new.split())) < _TELLING_LETTERS:
        return None
    found = ladder.find(source.data, new, limit=Match.EXACT)
    return found.occurrences[0].span if found.occurrences else None


def _ambiguous(source: Source, drafted: Failed, place: Span) -> Failed:
    line = source.document.line_of(place.start)
    message = (
        f"`old` is not in the file, and was not before the batch; `new` stands at line {line}:"
        " the edit was made before, or that is another place"
    )
    fix = f"look at line {line}; if that is the place, leave the edit out"
    diagnosis = replace(drafted.diagnosis, message=message, fix=fix)
    return replace(drafted, status=Status.AMBIGUOUS, diagnosis=diagnosis)


# The end of a file's edits


def _finished(
    file: _File, gone: dict[str, Document], terms: Terms
) -> tuple[FileOutcome | None, tuple[EditOutcome, ...]]:
    """Judge a file's edits as one; give what comes of the file and of each edit that fits."""
    rows = _applied(file)
    before = file.before if file.origin is not None else None
    if before is None:
        replaced = gone.get(file.path)
        if replaced is not None:
            after = replace(file.now.document, encoding=replaced.encoding, bom=replaced.bom)
            return _overwritten(file.path, replaced, after), rows
        return _created(file), rows
    moved = file.origin if file.origin != file.path else None
    if file.now.data == before.data:
        if moved is None:
            return None, rows
        return _moved(file, before, EditSet(), Outcome(Status.APPLIED, "", before)), rows
    outcome = judge(
        file.base, terms.operation, _options(file, terms), _whole(file), terms.thresholds
    )
    if outcome.status is not Status.APPLIED:
        return _held_back(file, before, outcome), _blamed(file, rows, outcome)
    return _moved(file, before, file.edits, outcome), rows


def _held_back(file: _File, before: Document, outcome: Outcome) -> FileOutcome:
    """Give a file whose edits may not land together, as it would be."""
    added, removed = line_totals(before.data, file.edits)
    risk = Risk.CRITICAL if outcome.reason is Reason.RISK else Risk.LOW
    counted = replace(outcome, lines_added=added, lines_removed=removed, risk=risk)
    return replace(_moved(file, before, file.edits, counted), failure=outcome)


def _moved(file: _File, before: Document, edits: EditSet, outcome: Outcome) -> FileOutcome:
    """Give a file that is edited, moved, or both."""
    moved = file.origin if file.origin != file.path else None
    after = replace(file.now.document, path=file.path)
    diff = file_diff(before.data, after.data, edits, file.path, moved)
    return FileOutcome(
        file.path,
        Action.EDITED if moved is None else Action.MOVED,
        before,
        after,
        moved,
        to_text(diff),
        outcome.lines_added,
        outcome.lines_removed,
        outcome.risk,
        outcome.warnings,
        edits=edits,
    )


def _created(file: _File) -> FileOutcome:
    faults = file.now.faults()
    line = file.now.document.line_of(faults[0].span.start) if faults else 0
    warnings = (f"the new file does not parse at line {line}",) if faults else ()
    return _made(file.path, file.now.document, warnings)


def _made(path: str, after: Document, warnings: tuple[str, ...]) -> FileOutcome:
    edits = EditSet.of([Edit(Span(0, 0), after.data)] if after.data else [])
    diff = file_diff(None, after.data, edits, path)
    added, _ = line_totals(b"", edits)
    return FileOutcome(
        path,
        Action.CREATED,
        after=after,
        diff=to_text(diff),
        lines_added=added,
        warnings=warnings,
        edits=edits,
    )


def _overwritten(path: str, before: Document, after: Document) -> FileOutcome:
    """Give a file whose whole text another took the place of."""
    edits = EditSet.of([Edit(Span(0, len(before.data)), after.data)]).refined(before.data)
    added, removed = line_totals(before.data, edits)
    diff = file_diff(before.data, after.data, edits, path)
    return FileOutcome(
        path, Action.EDITED, before, after, None, to_text(diff), added, removed, edits=edits
    )


def _deleted(path: str, before: Document) -> FileOutcome:
    edits = EditSet.of([Edit(Span(0, len(before.data)), b"")] if before.data else [])
    diff = file_diff(before.data, None, edits, path)
    _, removed = line_totals(before.data, edits)
    return FileOutcome(
        path, Action.DELETED, before, None, None, to_text(diff), 0, removed, edits=edits
    )


def _options(file: _File, terms: Terms) -> Options:
    given = [step.request.request.options for step in file.steps]
    return replace(
        DEFAULTS,
        allow_errors=any(options.allow_errors for options in given),
        force=terms.force or any(options.force for options in given),
    )


def _whole(file: _File) -> Planned:
    """Put the drafts of a file together as one, of the text before the batch."""
    targets = tuple(_target_before(file, step) for step in file.steps)
    if file.whole or not targets:
        targets = (*targets, Span(0, len(file.base.data)))
    hull = Span(min(span.start for span in targets), max(span.end for span in targets))
    return Planned(
        file.edits,
        hull,
        by_text=not file.whole and any(step.planned.by_text for step in file.steps),
        replacements=max((step.planned.replacements for step in file.steps), default=1),
        targets=targets,
    )


def _target_before(file: _File, step: _Step) -> Span:
    """Give what an edit aims at, in the text before the batch."""
    return place_before(step.before.invert(file.base.data), step.planned.target)


def _applied(file: _File) -> tuple[EditOutcome, ...]:
    """Describe the edits that fit, last first; spans are of the text before and after them all."""
    rows: list[EditOutcome] = []
    later = EditSet()
    for step in reversed(file.steps):
        rows.append(_applied_step(file, step, later))
        later = step.planned.edits.then(later)
    return tuple(rows)


def _applied_step(file: _File, step: _Step, later: EditSet) -> EditOutcome:
    base, after, planned = file.base.document, file.now.document, step.planned
    back = step.before.invert(file.base.data)
    spans, shift = [], 0
    for edit in planned.edits.edits:
        new = Span(edit.span.start + shift, edit.span.start + shift + len(edit.new))
        shift += edit.delta
        old, now = place_before(back, edit.span), place_before(later, new)
        lines = after.line_range(now) if len(now) else None
        spans.append(ChangedSpan(old, now, base.line_range(old), lines))
    by_text = planned.by_text or file.base.tree is None
    outcome = Outcome(
        status=Status.APPLIED,
        operation=_operation(step.request),
        before=file.before or base,
        language=file.base.language,
        tier=planned.tier,
        method=Method.TEXT if by_text else Method.TREE,
        spans=tuple(spans),
        replacements=planned.replacements,
        selector=planned.selector,
        attached=planned.attached,
        kept=planned.kept,
        warnings=planned.warnings,
    )
    return _edit_outcome(step.index, step.request, outcome)


def _edit_outcome(index: int, request: FileRequest, outcome: Outcome) -> EditOutcome:
    fate = Fate.FAILED
    if outcome.status is Status.APPLIED:
        fate = Fate.APPLIED
    elif outcome.landed:
        fate = Fate.ALREADY_APPLIED
    return EditOutcome(index, request.path, fate, outcome, request.line)


# Why they may not land together


def _blamed(
    file: _File, rows: tuple[EditOutcome, ...], outcome: Outcome
) -> tuple[EditOutcome, ...]:
    """Let the edits fail that wrote the line that the gate refused; all, where that is not known."""
    if outcome.reason is Reason.RISK:
        return rows
    guilty = rows
    if outcome.reason is Reason.NEW_SYNTAX_ERROR:
        fault = gate.new_fault(file.base, file.now, file.edits)
        if fault is not None:
            guilty = tuple(row for row in rows if _wrote(row, fault.span)) or rows
    return tuple(
        replace(row, status=Fate.FAILED, outcome=_refusal_of(row, outcome))
        if row in guilty
        else row
        for row in rows
    )


def _wrote(row: EditOutcome, place: Span) -> bool:
    return any(s.after.start <= place.end and place.start <= s.after.end for s in row.spans)


def _refusal_of(row: EditOutcome, outcome: Outcome) -> Outcome:
    return replace(
        row.outcome,
        status=outcome.status,
        reason=outcome.reason,
        message=outcome.message,
        diagnosis=outcome.diagnosis,
    )
