"""Batches: many edits of many files, planned together; all of them are written, or none.

`plan_batch` is pure: it reads files through `load` and returns the texts to write. `app.transactions` writes them
through `disk.journal`.

Not here: the edits of one file (`in_order`), and parsing edits from text (`calls.formats`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from structedit.calls.batch_outcomes import BatchOutcome, EditOutcome, FileOutcome, Totals
from structedit.calls.batches import FileRequest
from structedit.calls.diagnoses import Diagnosis
from structedit.calls.outcomes import Outcome
from structedit.calls.statuses import Action, Fate, Reason, Risk, Status
from structedit.judge.risk import THRESHOLDS, Thresholds
from structedit.plan.batch import in_order, made_already
from structedit.plan.batch.ending import mark_failed
from structedit.plan.batch.progress import Folded, Terms
from structedit.plan.landed import map_spans
from structedit.text.edit import EditSet
from structedit.text.project_language import OwnLanguage
from structedit.text.values import replace

_WORST_FIRST = (Status.ERROR, Status.REFUSED, Status.AMBIGUOUS, Status.NOT_FOUND)
"""The order in which statuses of failed edits determine the status of the batch."""

_RISKS = tuple(Risk)


def plan_batch(
    load: in_order.Load,
    requests: Iterable[FileRequest],
    *,
    operation: str = "apply_edits",
    partial: bool = False,
    force: bool = False,
    dry_run: bool = False,
    thresholds: Thresholds = THRESHOLDS,
    languages: tuple[OwnLanguage, ...] = (),
    approve: Callable[[FileOutcome], FileOutcome] | None = None,
) -> BatchOutcome:
    """Plan edits in order, each on the text that the edits before it left.

    Args:
        load: returns the file at a path, or the error why there is none; the flag says that it may be missing.
        requests: the edits, in the order in which they were written.
        operation: the name of the caller's operation, for reports.
        partial: write what can be written: failed edits are left out, and so are files whose edits are
            refused together.
        force: accept a critical risk.
        dry_run: mark the outcome as one that is not written.
        thresholds: the sizes at which a change becomes a risk.
        languages: the project's own languages, for files that are created.
        approve: called for each file that would change; it may refuse or change the file.
    """
    terms = Terms(operation, force, partial, thresholds, languages)
    groups = in_order.lines_of_descent(requests)
    folded = [in_order.fold(load, group, terms) for group in groups]
    edits = _edits_of(folded)
    repeated = frozenset[int]().union(*(part.repeated for part in folded))
    if repeated and all(
        edit.status is not Fate.APPLIED or edit.index in repeated for edit in edits
    ):
        # The whole batch may have been made before. Then its insertions are not repeated.
        again = [in_order.fold(load, group, replace(terms, again=True)) for group in groups]
        if all(edit.status is Fate.ALREADY_APPLIED for edit in _edits_of(again)):
            folded, edits = again, _edits_of(again)
    files = tuple(file for part in folded for file in part.files)
    batch = BatchOutcome(Status.APPLIED, operation, edits, files, partial=partial)
    return concluded(batch, approve, dry_run=dry_run)


def _edits_of(folded: Sequence[Folded]) -> tuple[EditOutcome, ...]:
    """Return the edits of a batch in order; if each one is or seems to be made before, all of them are marked so.

    One edit that seems to be made proves nothing. In a batch that is sent again no edit is left to make, and at least
    one is certain, or the new texts of two are found.
    """
    edits = tuple(sorted((e for part in folded for e in part.edits), key=lambda e: e.index))
    traces = {index: trace for part in folded for index, trace in part.traces.items()}
    rest = [edit for edit in edits if edit.status is not Fate.ALREADY_APPLIED]
    certain = any(edit.outcome.status is Status.ALREADY_APPLIED for edit in edits)
    clear = sum(trace is made_already.Trace.CLEAR for trace in traces.values())
    if any(edit.index not in traces for edit in rest) or not (certain or clear > 1):
        return edits
    return tuple(_as_applied_before(edit) if edit.index in traces else edit for edit in edits)


def _as_applied_before(edit: EditOutcome) -> EditOutcome:
    message = (
        "made before: the text that it replaces is gone, and the rest of the batch is in the files"
    )
    outcome = replace(
        edit.outcome,
        status=Status.ALREADY_APPLIED,
        reason=Reason.NO_CHANGE,
        message=message,
        diagnosis=Diagnosis(message),
        result=edit.outcome.before,
    )
    return replace(edit, status=Fate.ALREADY_APPLIED, outcome=outcome)


def concluded(
    batch: BatchOutcome,
    approve: Callable[[FileOutcome], FileOutcome] | None = None,
    *,
    dry_run: bool,
) -> BatchOutcome:
    """Complete the outcome of a planned batch from its edits and files; see `plan_batch`."""
    return _with_status(_ask_approval(batch, approve) if approve is not None else batch, dry_run)


def _ask_approval(
    batch: BatchOutcome, approve: Callable[[FileOutcome], FileOutcome]
) -> BatchOutcome:
    """Call `approve` for each file that would be written, if any would be."""
    if _failures(batch) and not batch.partial:
        return batch
    files = tuple(file if file.failure is not None else approve(file) for file in batch.files)
    refused = {
        path: file.failure
        for file, asked in zip(files, batch.files, strict=True)
        for path in (file.path, file.moved_from)
        if file.failure is not None and asked.failure is None and path is not None
    }
    edits = tuple(
        mark_failed(edit, refused[edit.path])
        if edit.path in refused and edit.status is Fate.APPLIED
        else edit
        for edit in batch.edits
    )
    for file, asked in zip(files, batch.files, strict=True):
        if file.after is not None and asked.after is not None and file.after != asked.after:
            later = EditSet.between(asked.after.data, file.after.data).refined(asked.after.data)
            paths, moved = (file.path, file.moved_from), list[EditOutcome]()
            for (
                edit
            ) in edits:  # their spans are of the planned text, not of the hook's or formatter's
                if edit.path in paths:
                    spans = map_spans(edit.outcome.spans, later, file.after)
                    edit = replace(edit, outcome=replace(edit.outcome, spans=spans))
                moved.append(edit)
            edits = tuple(moved)
    return replace(batch, files=files, edits=edits)


def _with_status(batch: BatchOutcome, dry_run: bool) -> BatchOutcome:
    """Set the status of the batch, and the status of each edit that follows from it."""
    kept = tuple(file for file in batch.files if file.failure is None)
    refused = (file for file in batch.files if file.failure is not None)
    of_refused = frozenset(path for file in refused for path in (file.path, file.moved_from))
    failures = _failures(batch)
    blocked = bool(failures) and not (batch.partial and kept)
    if batch.partial and kept:
        batch = replace(batch, files=kept)
    batch = replace(
        batch,
        edits=tuple(
            replace(edit, status=Fate.WOULD_APPLY)
            if edit.status is Fate.APPLIED and (dry_run or blocked or edit.path in of_refused)
            else edit
            for edit in batch.edits
        ),
        status=_status(batch, failures, blocked),
        risk=max((file.risk for file in batch.files), key=_RISKS.index, default=Risk.LOW),
        warnings=tuple(f"{file.path}: {w}" for file in batch.files for w in file.warnings),
        dry_run=dry_run,
    )
    return _with_message(replace(batch, totals=_totals(batch)), failures)


def _failures(batch: BatchOutcome) -> tuple[Outcome, ...]:
    """Return everything that keeps the batch from being written, edits first."""
    edits = (edit.outcome for edit in batch.edits if edit.status is Fate.FAILED)
    return (*edits, *(file.failure for file in batch.files if file.failure is not None))


def _status(batch: BatchOutcome, failures: tuple[Outcome, ...], blocked: bool) -> Status:
    if blocked:
        statuses = {failure.status for failure in failures}
        return next(status for status in _WORST_FIRST if status in statuses)
    if batch.files:
        return Status.APPLIED
    if any(edit.outcome.status is Status.ALREADY_APPLIED for edit in batch.edits):
        return Status.ALREADY_APPLIED
    return Status.UNCHANGED


def _totals(batch: BatchOutcome) -> Totals:
    fates = [edit.status for edit in batch.edits]
    return Totals(
        len(fates),
        fates.count(Fate.APPLIED),
        fates.count(Fate.ALREADY_APPLIED),
        fates.count(Fate.FAILED),
        fates.count(Fate.WOULD_APPLY),
        sum(file.action is not Action.UNCHANGED for file in batch.files),
        sum(file.lines_added for file in batch.files),
        sum(file.lines_removed for file in batch.files),
    )


def _with_message(batch: BatchOutcome, failures: tuple[Outcome, ...]) -> BatchOutcome:
    """Set the message of the batch: the one sentence that a caller should read first."""
    if not failures:
        known = "the files already have all of it" if batch.edits else "no file needs a change"
        return replace(batch, message="" if batch.files else f"nothing to do: {known}")
    first = next(f for status in _WORST_FIRST for f in failures if f.status is status)
    is_lost = [edit.outcome.status is Status.NOT_FOUND for edit in batch.edits]
    if len(is_lost) > 1 and all(is_lost):
        paths = sorted({edit.path for edit in batch.edits})
        named = ", ".join(paths[:3]) + (f" and {len(paths) - 3} more" if len(paths) > 3 else "")
        message = f"none of the {len(batch.edits)} edits matches {named}"
        fix = "the edits are for another file, or for an older version of it: read it again"
        return replace(
            batch, reason=first.reason, message=message, diagnosis=Diagnosis(message, fix)
        )
    failed, edits, message = batch.totals.failed, batch.totals.edits, first.message
    if failed and edits > 1:
        rest = "the others are applied" if batch.status is Status.APPLIED else "nothing is written"
        message = f"{failed} of {edits} edits failed, {rest}"
    return replace(batch, reason=first.reason, message=message)


def empty(operation: str) -> BatchOutcome:
    """Return the outcome of a batch without edits."""
    return BatchOutcome(
        Status.UNCHANGED, operation, reason=Reason.NO_CHANGE, message="there are no edits"
    )


def hold_back(batch: BatchOutcome) -> BatchOutcome:
    """Mark the edits of a batch as fitting but not written."""
    edits = tuple(
        replace(edit, status=Fate.WOULD_APPLY) if edit.status is Fate.APPLIED else edit
        for edit in batch.edits
    )
    batch = replace(batch, edits=edits)
    return replace(batch, totals=_totals(batch))
