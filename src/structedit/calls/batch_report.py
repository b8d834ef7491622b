"""Reports of batches: a summary, then each edit in a line, then the failures in full.

The compact form shows failures and files, the verbose form a line for every edit. A report is at most as long as
that of a single edit; the JSON form is complete.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from structedit.calls.as_dict import JsonObject, as_json, span_dict
from structedit.calls.printable import json_text
from structedit.calls.report import (
    MOST_LETTERS,
    MOST_LINES,
    Section,
    changed_lines,
    fitted,
    one_line,
    report,
)
from structedit.calls.statuses import Action, Fate, Risk, Status, status_word
from structedit.calls.tiers import facts_of

if TYPE_CHECKING:
    from structedit.calls.batch_outcomes import BatchOutcome, EditOutcome, FileOutcome, Totals

# The size of each part of a report on many edits; chosen by judgement.
_FILE_LINES = 12  # of files, and of notes
_EDIT_LINES = 30  # of edits
_FEW_FAILURES = 3  # failures that are explained in full
_NOTES = 8  # lines of the head

_OF_HITS = ("rewrite", "run")
"""Operations without edits of the caller: each of their edits stands for a file and its hits."""


def batch_report(batch: BatchOutcome, *, verbose: bool = False) -> str:
    """The outcome as text; `verbose` lists the edits that landed too."""
    head = [one_line(_head(batch)), *(f"fix: {fix}" for fix in _fixes(batch))]
    facts = [one_line(fact) for fact in _facts(batch)]
    notes = batch.diagnosis.notes if batch.diagnosis is not None else ()
    sections = [
        Section((*head, *facts), most=_NOTES),
        Section(tuple(one_line(f"note: {note}") for note in notes), most=_FILE_LINES),
        Section(tuple(_file_line(file) for file in batch.files), most=_FILE_LINES),
        Section(
            tuple(map(one_line, batch.findings.report() if batch.findings is not None else ()))
        ),
        Section(tuple(_edit_line(edit) for edit in _listed(batch, verbose)), most=_EDIT_LINES),
        *_failures(batch),
    ]
    return fitted(tuple(sections), MOST_LINES, MOST_LETTERS)


def _head(batch: BatchOutcome) -> str:
    dry = " (dry run, nothing is written)" if batch.dry_run else ""
    if batch.status is Status.APPLIED and not batch.edits:
        return f"{batch.message}{dry}" + f", {_lines(batch.totals)}" * bool(batch.totals.files)
    if batch.status is Status.APPLIED:
        verb = "would apply" if batch.dry_run else "applied"
        return f"{verb}{dry}: {batch.operation}, {_counts(batch)}"
    reason = f" ({batch.reason})" if batch.reason else ""
    said = batch.message or _counts(batch)
    return f"{batch.status}{reason}{dry}: {batch.operation}: {said}"


def _counts(batch: BatchOutcome) -> str:
    """Describe how many edits were applied or, for operations without edits, how many hits in files."""
    totals = batch.totals
    landed = totals.applied + totals.would_apply
    many = f"{landed} of {totals.edits} edits" if totals.edits > 1 else f"{landed} edit"
    if batch.operation in _OF_HITS:
        fates = (Fate.APPLIED, Fate.WOULD_APPLY)
        hits = sum(e.outcome.replacements for e in batch.edits if e.status in fates)
        many = f"{hits} hit{'s' * (hits != 1)}"
    parts = [many]
    parts += [f"{totals.already_applied} already there"] if totals.already_applied else []
    failed = f"{totals.failed} file{'s' * (totals.failed != 1)}"
    said = failed if batch.operation in _OF_HITS else str(totals.failed)
    parts += [f"{said} failed"] if totals.failed else []
    return f"{', '.join(parts)}, {_lines(totals)}"


def _lines(totals: Totals) -> str:
    files = f"{totals.files} file{'s' * (totals.files != 1)}"
    return f"{files}, +{totals.lines_added} -{totals.lines_removed}"


def _fixes(batch: BatchOutcome) -> list[str]:
    if batch.diagnosis is not None and batch.diagnosis.fix:
        return [batch.diagnosis.fix]
    blocked = [file.failure for file in batch.files if file.failure is not None]
    return [f.diagnosis.fix for f in blocked[:1] if f.diagnosis is not None]


def _facts(batch: BatchOutcome) -> list[str]:
    facts = []
    if batch.totals.would_apply and not batch.dry_run:
        facts.append(f"without the failed edits it would be: {_counts(batch)}")
    facts += _next_call(batch)
    if batch.risk is not Risk.LOW:
        facts.append(f"risk: {batch.risk}, by the share of a file that changes")
    facts += [f"undo with id {batch.undo_id}"] if batch.undo_id else []
    return facts + [f"warning: {warning}" for warning in batch.warnings]


def _next_call(batch: BatchOutcome) -> list[str]:
    """Return the arguments that the next call needs, if only some edits of a batch failed."""
    fitting, there, failed = (
        _numbers(edit.index + 1 for edit in batch.edits if edit.status is fate)
        for fate in (Fate.WOULD_APPLY, Fate.ALREADY_APPLIED, Fate.FAILED)
    )
    if not failed or len(batch.failed) == len(batch.edits):
        return []
    as_sent = f"{fitting} as sent and " if fitting else ""
    call = f"next: of the edits, send {as_sent}{failed} corrected"
    call += f"; leave out {there}, already applied" if there else ""
    return [call + (f"; `partial` applies {fitting} now" if fitting else "")]


def _numbers(numbers: Iterable[int]) -> str:
    """Format ascending numbers, runs of them as first and last.

    >>> _numbers([1, 2, 3, 5])
    '1-3, 5'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("-".join(map(str, run)) for run in runs)


def _file_line(file: FileOutcome) -> str:
    moved = f" (was {file.moved_from})" if file.moved_from else ""
    action = file.action.value if file.action is not Action.MOVED or file.edits else "moved"
    held = f"; refused: {file.failure.reason}" if file.failure is not None else ""
    held += f"; {file.formatted.report()}" if file.formatted is not None else ""
    return one_line(
        f"  {action} {file.path}{moved}, +{file.lines_added} -{file.lines_removed}{held}"
    )


def _listed(batch: BatchOutcome, verbose: bool) -> tuple[EditOutcome, ...]:
    """The edits to list: in a verbose report all, else those with an unusual status.

    The first failures are reported in full below.
    """
    usual = (Fate.APPLIED, Fate.WOULD_APPLY)
    full = _reported_in_full(batch)
    rest = (edit for edit in batch.edits if edit.status not in usual and edit not in full)
    return batch.edits if verbose else tuple(rest)


def _reported_in_full(batch: BatchOutcome) -> tuple[EditOutcome, ...]:
    """The first failures, one for each different message."""
    by_message = {edit.message: edit for edit in reversed(batch.failed)}
    few = sorted(by_message.values(), key=lambda edit: edit.index)
    return tuple(few[: 1 if batch.diagnosis is not None else _FEW_FAILURES])


def _edit_line(edit: EditOutcome) -> str:
    where = f", {changed_lines(edit.outcome)}" if edit.spans else ""
    tier = f", tier {edit.tier}" if edit.tier and not facts_of(edit.tier).is_literal else ""
    why = f" ({edit.reason})" if edit.reason and edit.status is Fate.FAILED else ""
    said = f": {edit.message}" if edit.message else ""
    head = f"{_name(edit)}: {edit.status}{why}, {edit.operation} in {edit.path}"
    return one_line(f"{head}{where}{tier}{said}")


def _failures(batch: BatchOutcome) -> list[Section]:
    """Return the full reports of the first failures, each with what the file has in place of the text."""
    failed = _reported_in_full(batch)
    messages = {edit.message for edit in failed}
    shown = [(_name(edit), edit.outcome) for edit in failed]
    blocked = [(file.path, file.failure) for file in batch.files if file.failure is not None]
    shown += [(path, failure) for path, failure in blocked if failure.message not in messages]
    shown = shown[:_FEW_FAILURES]
    share = max(10, (MOST_LINES - _NOTES) // max(1, len(shown)))
    letters = max(600, (MOST_LETTERS - 800) // max(1, len(shown)))
    sections = []
    for name, outcome in shown:
        text = report(outcome, lines=share - 1, letters=letters - 80)
        sections.append(Section((f"== {name} ==", *text.split("\n"))))
    return sections


def _name(edit: EditOutcome) -> str:
    source = f" at line {edit.line} of the edits" if edit.line is not None else ""
    return f"edit {edit.index + 1}{source}"


def batch_dict(batch: BatchOutcome) -> JsonObject:
    """A batch as JSON values."""
    return {
        "status": status_word(batch.status, batch.dry_run),
        "reason": as_json(batch.reason),
        "message": json_text(batch.message),
        "operation": batch.operation,
        "edits": [edit_dict(edit) for edit in batch.edits],
        "files": [file_dict(file) for file in batch.files],
        "totals": as_json(batch.totals),
        "risk": batch.risk.value,
        "diff": json_text(batch.diff),
        "warnings": as_json(batch.warnings),
        "partial": batch.partial,
        "dry_run": batch.dry_run,
        "undo_id": batch.undo_id,
        "findings": as_json(batch.findings),
        "diagnosis": as_json(batch.diagnosis),
    }


def edit_dict(edit: EditOutcome) -> JsonObject:
    """One edit of a batch as JSON values; `index` counts from 0."""
    outcome = edit.outcome
    return {
        "index": edit.index,
        "path": json_text(edit.path),
        "status": edit.status.value,
        "outcome": status_word(outcome.status, edit.status is Fate.WOULD_APPLY),
        "operation": outcome.operation,
        "reason": as_json(outcome.reason),
        "message": json_text(outcome.message),
        "line": edit.line,
        "tier": outcome.tier,
        "method": as_json(outcome.method),
        "confidence": outcome.confidence,
        "spans": [span_dict(span) for span in outcome.spans],
        "replacements": outcome.replacements,
        "selector": json_text(outcome.selector) if outcome.selector else None,
        "attached": as_json(outcome.attached),
        "kept": as_json(outcome.kept),
        "warnings": as_json(outcome.warnings),
        "diagnosis": as_json(outcome.diagnosis),
    }


def file_dict(file: FileOutcome) -> JsonObject:
    """One file of a batch as JSON values."""
    failure = file.failure
    return {
        "path": json_text(file.path),
        "action": file.action.value,
        "moved_from": json_text(file.moved_from) if file.moved_from else None,
        "lines_added": file.lines_added,
        "lines_removed": file.lines_removed,
        "risk": file.risk.value,
        "diff": json_text(file.diff),
        "warnings": as_json(file.warnings),
        "formatted": as_json(file.formatted),
        "version_before": file.version_before,
        "version_after": file.version_after,
        "reason": as_json(failure and failure.reason),
        "diagnosis": as_json(failure and failure.diagnosis),
    }


# History
