"""Reports of batches: the whole first, then each edit in a line, then what failed, in full.

Compact: what failed, and files. Verbose: a line for every edit. As long as the report of a single
edit at most; the JSON form is complete.
"""

from __future__ import annotations

from structedit.faces.as_dict import JsonObject, diagnosis_dict, span_dict, texts
from structedit.faces.printable import json_text
from structedit.faces.report import (
    MOST_LETTERS,
    MOST_LINES,
    Section,
    changed_lines,
    fitted,
    one_line,
    report,
)
from structedit.model.batch_outcomes import (
    Action,
    BatchOutcome,
    EditOutcome,
    Fate,
    FileOutcome,
    Totals,
)
from structedit.model.outcomes import Outcome, Risk, Status

_FILE_LINES = 12
_EDIT_LINES = 30
_FEW_FAILURES = 3
_NOTES = 8
_FAILURE_LETTERS = 1_800


def batch_report(batch: BatchOutcome, *, verbose: bool = False) -> str:
    """Say what happened; `verbose` lists the edits that landed too."""
    head = [one_line(_head(batch)), *(f"fix: {fix}" for fix in _fixes(batch))]
    facts = [one_line(fact) for fact in _facts(batch)]
    sections = [
        Section((*head, *facts), most=_NOTES),
        Section(tuple(_file_line(file, batch) for file in batch.files), most=_FILE_LINES),
        Section(tuple(_edit_line(edit) for edit in _listed(batch, verbose)), most=_EDIT_LINES),
        *_failures(batch),
    ]
    return fitted(tuple(sections), MOST_LINES, MOST_LETTERS)


def _head(batch: BatchOutcome) -> str:
    dry = " (dry run, nothing is written)" if batch.dry_run else ""
    if batch.status is Status.APPLIED:
        verb = "would apply" if batch.dry_run else "applied"
        return f"{verb}{dry}: {batch.operation}, {_counts(batch.totals)}"
    reason = f" ({batch.reason})" if batch.reason else ""
    said = batch.message or _counts(batch.totals)
    return f"{batch.status}{reason}{dry}: {batch.operation}: {said}"


def _counts(totals: Totals) -> str:
    landed = totals.applied + totals.would_apply
    files = f"{totals.files} file{'s' * (totals.files != 1)}"
    parts = [f"{landed} of {totals.edits} edits in {files}"]
    parts += [f"{totals.already_applied} already there"] if totals.already_applied else []
    parts += [f"{totals.failed} failed"] if totals.failed else []
    return f"{', '.join(parts)}, +{totals.lines_added} -{totals.lines_removed}"


def _fixes(batch: BatchOutcome) -> list[str]:
    if batch.diagnosis is not None and batch.diagnosis.fix:
        return [batch.diagnosis.fix]
    blocked = [file.failure for file in batch.files if file.failure is not None]
    return [f.diagnosis.fix for f in blocked[:1] if f.diagnosis is not None]


def _facts(batch: BatchOutcome) -> list[str]:
    facts = []
    if batch.status not in (Status.APPLIED, Status.ALREADY_APPLIED, Status.UNCHANGED):
        facts.append(f"nothing is written; {_counts(batch.totals)} as it would be")
    if batch.risk is not Risk.LOW:
        facts.append(f"risk: {batch.risk}, by the share of a file that changes")
    facts += [f"undo with id {batch.undo_id}"] if batch.undo_id else []
    return facts + [f"warning: {warning}" for warning in batch.warnings]


def _file_line(file: FileOutcome, batch: BatchOutcome) -> str:
    moved = f" (was {file.moved_from})" if file.moved_from else ""
    action = file.action.value if file.action is not Action.MOVED or file.edits else "moved"
    held = f"; refused: {file.failure.reason}" if file.failure is not None else ""
    return one_line(
        f"  {action} {file.path}{moved}, +{file.lines_added} -{file.lines_removed}{held}"
    )


def _listed(batch: BatchOutcome, verbose: bool) -> tuple[EditOutcome, ...]:
    """Give the edits to list: those that failed, those there already, in a verbose report all."""
    usual = (Fate.APPLIED, Fate.WOULD_APPLY)
    return tuple(edit for edit in batch.edits if verbose or edit.status not in usual)


def _edit_line(edit: EditOutcome) -> str:
    where = f", {changed_lines(edit.outcome)}" if edit.spans else ""
    tier = f", tier {edit.tier}" if edit.tier not in (None, "exact", "newline") else ""
    why = f" ({edit.reason})" if edit.reason and edit.status is Fate.FAILED else ""
    said = f": {edit.message}" if edit.message else ""
    source = f" at line {edit.line} of the edits" if edit.line is not None else ""
    head = f"edit {edit.index + 1}{source}: {edit.status}{why}, {edit.operation} in {edit.path}"
    return one_line(f"{head}{where}{tier}{said}")


def _failures(batch: BatchOutcome) -> list[Section]:
    """Give the full reports of the first failures: what the files hold instead."""
    shown: list[tuple[str, Outcome]] = []
    told: set[str] = set()
    for edit in batch.failed:
        if edit.message not in told:
            told.add(edit.message)
            shown.append((f"edit {edit.index + 1}", edit.outcome))
    blocked = [(file.path, file.failure) for file in batch.files if file.failure is not None]
    shown += [(path, failure) for path, failure in blocked if failure.message not in told]
    few = shown[:1] if batch.diagnosis is not None else shown[:_FEW_FAILURES]
    share = max(10, (MOST_LINES - _NOTES) // max(1, len(few)))
    letters = max(600, (MOST_LETTERS - 800) // max(1, len(few)))
    return [_failure(name, outcome, share, letters) for name, outcome in few]


def _failure(name: str, outcome: Outcome, lines: int, letters: int) -> Section:
    text = report(outcome, lines=lines - 1, letters=letters - 80)
    return Section((f"== {name} ==", *text.split("\n")))


# JSON


def batch_dict(batch: BatchOutcome) -> JsonObject:
    """Give a batch as JSON values."""
    totals = batch.totals
    return {
        "status": batch.status.value,
        "reason": batch.reason.value if batch.reason else None,
        "message": json_text(batch.message),
        "operation": batch.operation,
        "edits": [edit_dict(edit) for edit in batch.edits],
        "files": [file_dict(file) for file in batch.files],
        "totals": {
            "edits": totals.edits,
            "applied": totals.applied,
            "already_applied": totals.already_applied,
            "failed": totals.failed,
            "would_apply": totals.would_apply,
            "files": totals.files,
            "lines_added": totals.lines_added,
            "lines_removed": totals.lines_removed,
        },
        "risk": batch.risk.value,
        "diff": json_text(batch.diff),
        "warnings": texts(batch.warnings),
        "partial": batch.partial,
        "dry_run": batch.dry_run,
        "undo_id": batch.undo_id,
        "diagnosis": diagnosis_dict(batch.diagnosis) if batch.diagnosis else None,
    }


def edit_dict(edit: EditOutcome) -> JsonObject:
    """Give one edit of a batch as JSON values; `index` counts from 0."""
    outcome = edit.outcome
    return {
        "index": edit.index,
        "path": json_text(edit.path),
        "status": edit.status.value,
        "outcome": outcome.status.value,
        "operation": outcome.operation,
        "reason": outcome.reason.value if outcome.reason else None,
        "message": json_text(outcome.message),
        "line": edit.line,
        "tier": outcome.tier,
        "method": outcome.method.value if outcome.method else None,
        "confidence": outcome.confidence,
        "spans": [span_dict(span) for span in outcome.spans],
        "replacements": outcome.replacements,
        "selector": json_text(outcome.selector) if outcome.selector else None,
        "attached": texts(outcome.attached),
        "kept": texts(outcome.kept),
        "warnings": texts(outcome.warnings),
        "diagnosis": diagnosis_dict(outcome.diagnosis) if outcome.diagnosis else None,
    }


def file_dict(file: FileOutcome) -> JsonObject:
    """Give one file of a batch as JSON values."""
    failure = file.failure
    return {
        "path": json_text(file.path),
        "action": file.action.value,
        "moved_from": json_text(file.moved_from) if file.moved_from else None,
        "lines_added": file.lines_added,
        "lines_removed": file.lines_removed,
        "risk": file.risk.value,
        "diff": json_text(file.diff),
        "warnings": texts(file.warnings),
        "version_before": file.version_before,
        "version_after": file.version_after,
        "reason": failure.reason.value if failure is not None and failure.reason else None,
        "diagnosis": (
            diagnosis_dict(failure.diagnosis) if failure is not None and failure.diagnosis else None
        ),
    }
