"""The end of a file's part of a batch: its edits are judged together, and each gets its outcome."""

from __future__ import annotations

from structedit.calls.batch_outcomes import EditOutcome, FileOutcome
from structedit.calls.batches import (
    CreateFile,
    DeleteFile,
    EditFile,
    ExtendFile,
    FileRequest,
    MoveFile,
)
from structedit.calls.operations import operation_of
from structedit.calls.outcomes import ChangedSpan, Outcome
from structedit.calls.requests import DEFAULTS, Insert, Options
from structedit.calls.statuses import Fate, Method, Reason, Risk, Status
from structedit.judge import gate
from structedit.judge.change import Replaced
from structedit.plan.batch.file_changes import made_file, moved_file, overwritten_file
from structedit.plan.batch.progress import BatchFile, Step, Terms
from structedit.plan.one_request import judge_whole
from structedit.plan.results import Planned
from structedit.text.composition import Composition
from structedit.text.diff import line_changes, line_totals
from structedit.text.document import Document, LineRange, Span
from structedit.text.edit import EditSet
from structedit.text.values import replace


def finished(
    file: BatchFile, gone: dict[str, Document], terms: Terms
) -> tuple[FileOutcome | None, tuple[EditOutcome, ...]]:
    """Judge all edits of a file together; return the outcome of the file and of each edit that fits.

    The outcome of the file is None if the batch changes nothing about it.
    """
    rows = _applied_edits(file)
    edits = EditSet.composed(file.edits)
    before = file.before if file.origin is not None else None
    if before is None:
        replaced = gone.get(file.path)
        if replaced is not None:
            after = replace(file.now.document, encoding=replaced.encoding, bom=replaced.bom)
            return overwritten_file(file.path, replaced, after), rows
        faults = file.now.faults()
        line = file.now.document.line_of(faults[0].span.start) if faults else 0
        warnings = (f"the new file does not parse at line {line}",) if faults else ()
        return made_file(file.path, file.now.document, warnings), rows
    moved = file.origin if file.origin != file.path else None
    if file.now.data == before.data:
        if moved is None:
            return None, rows
        return moved_file(file, before, Outcome(Status.APPLIED, "", before)), rows
    whole, changes = _joined_edits(file, edits), line_changes(before.data, edits)
    outcome = judge_whole(
        file.base, terms.operation, _options(file, terms), whole, changes, terms.thresholds
    )
    if outcome.status is Status.APPLIED:
        return moved_file(file, before, outcome), rows
    added, removed = line_totals(before.data, changes)
    risk = Risk.CRITICAL if outcome.reason is Reason.RISK else Risk.LOW
    # With the text that the file would have.
    counted = replace(outcome, edits=edits, lines_added=added, lines_removed=removed, risk=risk)
    held_back = replace(moved_file(file, before, counted), failure=outcome)
    return held_back, _blame_edits(file, edits, rows, outcome)


def _options(file: BatchFile, terms: Terms) -> Options:
    given = [step.request.request.options for step in file.steps]
    return replace(
        DEFAULTS,
        allow_errors=any(options.allow_errors for options in given),
        force=terms.force or any(options.force for options in given),
        accept=tuple(dict.fromkeys(reason for options in given for reason in options.accept)),
    )


def _joined_edits(file: BatchFile, edits: EditSet) -> Planned:
    """Combine the planned edits of a file into one plan, relative to the text before the batch."""
    targets = tuple(span for step in file.steps for span in _named_spans(step))
    if file.whole or not targets:
        targets = (*targets, Span(0, len(file.base.data)))
    hull = Span(min(span.start for span in targets), max(span.end for span in targets))
    return Planned(
        edits,
        hull,
        by_text=not file.whole and any(step.planned.by_text for step in file.steps),
        replacements=max((step.planned.replacements for step in file.steps), default=1),
        alike=max((step.planned.alike for step in file.steps), default=1),
        targets=targets,
        given=tuple(step.target for step in file.steps if step.planned.given),
        replaced_before=_still_replaced(file),
    )


def _named_spans(step: Step) -> tuple[Span, ...]:
    """Return the places that a step may change; of an insertion, these are not what it is next to."""
    return step.spans if isinstance(step.request.request, Insert) else (step.target,)


def _still_replaced(file: BatchFile) -> tuple[Replaced, ...]:
    """Return the whole definitions that the edits replace and no later edit touches."""
    found: list[Replaced] = []
    if not any(step.planned.all_replaced() for step in file.steps):
        return ()
    taken_back = Composition()
    for step in reversed(file.steps):
        for row in step.planned.all_replaced():
            place = taken_back.map_reach_back(row.place)
            if not taken_back.touches(place):
                stay = tuple(map(taken_back.map_reach_back, row.stay))
                found.append(replace(row, at=step.target, place=place, stay=stay))
        step.planned.edits.splice_out_of(taken_back)
    return tuple(found)


def _applied_edits(file: BatchFile) -> tuple[EditOutcome, ...]:
    """Return the outcomes of the edits that fit, last first, with spans in the texts before and after the batch."""
    rows: list[EditOutcome] = []
    taken_back = Composition()
    for step in reversed(file.steps):
        rows.append(_applied_step(file, step, taken_back))
        step.planned.edits.splice_out_of(taken_back)
    return tuple(rows)


def _applied_step(file: BatchFile, step: Step, taken_back: Composition) -> EditOutcome:
    """Return the outcome of an edit that fits; `taken_back` undoes the edits after it."""
    base, after, planned = file.base.document, file.now.document, step.planned
    spans, shift = [], 0
    for edit, old in zip(planned.edits.edits, step.spans, strict=True):
        start = edit.span.start + shift
        shift += edit.delta
        now = taken_back.map_reach_back(Span(start, start + len(edit.new)))
        lines = after.line_range(now) if len(now) else None
        spans.append(ChangedSpan(old, now, base.line_range(old), lines))
    by_text = planned.by_text or file.base.tree is None
    outcome = Outcome(
        status=Status.APPLIED,
        operation=operation_of_file(step.request),
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
    return edit_outcome(step.index, step.request, outcome)


def edit_outcome(index: int, request: FileRequest, outcome: Outcome) -> EditOutcome:
    """Convert an outcome into that of one edit of a batch."""
    fate = Fate.FAILED
    if outcome.status is Status.APPLIED:
        fate = Fate.APPLIED
    elif outcome.landed:
        fate = Fate.ALREADY_APPLIED
    return EditOutcome(index, request.path, fate, outcome, request.line)


def operation_of_file(request: FileRequest) -> str:
    """Return the name of the operation that a request asks for."""
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


def _blame_edits(
    file: BatchFile, edits: EditSet, rows: tuple[EditOutcome, ...], outcome: Outcome
) -> tuple[EditOutcome, ...]:
    """Mark the edits that wrote the refused line as failed; if none is known to have written it, mark all."""
    if outcome.reason is Reason.RISK:
        return rows
    guilty = rows
    if outcome.reason is Reason.NEW_SYNTAX_ERROR:
        fault = gate.new_fault(file.base, file.base.edited(edits), edits)
        if fault is not None:
            place = fault.span
            guilty = tuple(
                row
                for row in rows
                if any(s.after.start <= place.end and place.start <= s.after.end for s in row.spans)
            )
            guilty = guilty or rows
    shown = outcome.diagnosis.closest if outcome.diagnosis is not None else None
    if outcome.reason is Reason.READ_BACK and shown is not None:
        guilty = tuple(row for row in rows if _replaced_at(row, shown.lines)) or rows
    return tuple(mark_failed(row, outcome) if row in guilty else row for row in rows)


def _replaced_at(row: EditOutcome, lines: LineRange) -> bool:
    ranges = (span.lines_before for span in row.spans)
    return any(own.first <= lines.last and lines.first <= own.last for own in ranges)


def mark_failed(edit: EditOutcome, failure: Outcome) -> EditOutcome:
    """Mark an edit as failed because its file was refused."""
    outcome = replace(
        edit.outcome,
        status=failure.status,
        reason=failure.reason,
        message=failure.message,
        diagnosis=failure.diagnosis,
    )
    return replace(edit, status=Fate.FAILED, outcome=outcome)
