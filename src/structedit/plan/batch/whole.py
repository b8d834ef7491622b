"""Batches: many edits of many files, planned as one; all of them land, or none.

`plan_batch` is pure: files come from `load`, and it returns the texts that should be on
disk. Writing them is done by `app.transactions`, through `disk.journal`.

Not here: one file's edits (`in_order`), texts of edits (`calls.formats`).
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
from structedit.plan.batch.progress import Folded, Terms
from structedit.plan.landed import carried_spans
from structedit.text.document import Document
from structedit.text.edit import EditSet
from structedit.text.project_language import OwnLanguage
from structedit.text.values import replace

_WORST = (Status.ERROR, Status.REFUSED, Status.AMBIGUOUS, Status.NOT_FOUND)
"""What the status of a batch is taken from, where several edits failed."""

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
    """Plan edits in order, each on the text that those before it leave.

    Args:
        load: returns the file at a path, or the error that says why there is none; is told
            whether it may well be missing.
        requests: what is to be done, in the order in which it was written.
        operation: what the caller called, for reports.
        partial: keep what can land: edits that fail are left out, and files whose edits may not
            land together.
        force: accept a critical risk.
        dry_run: mark the outcome as one of which nothing will be written.
        thresholds: from where on a change is a risk.
        languages: those that the project defines, for files that are created.
        approve: is asked about each file that would change, and may refuse or change it.
    """
    terms = Terms(operation, force, partial, thresholds, languages)
    groups = in_order.lines_of_descent(requests)
    folded = [in_order.fold(load, group, terms) for group in groups]
    edits = _edits_of(folded)
    repeated = frozenset[int]().union(*(part.repeated for part in folded))
    if repeated and all(
        edit.status is not Fate.APPLIED or edit.index in repeated for edit in edits
    ):
        # Perhaps all of the batch was made before: then its insertions are not made anew.
        again = [in_order.fold(load, group, replace(terms, again=True)) for group in groups]
        if all(edit.status is Fate.ALREADY_APPLIED for edit in _edits_of(again)):
            folded, edits = again, _edits_of(again)
    files = tuple(file for part in folded for file in part.files)
    batch = BatchOutcome(Status.APPLIED, operation, edits, files, partial=partial)
    return concluded(batch, approve, dry_run=dry_run)


def _edits_of(folded: Sequence[Folded]) -> tuple[EditOutcome, ...]:
    """The edits of a batch in order, all of them made already if each one is, or seems to be.

    One edit that seems to be made proves nothing. A batch that is sent again leaves no edit to make, and
    at least one that is there for certain, or two whose new texts stand.
    """
    edits = tuple(sorted((e for part in folded for e in part.edits), key=lambda e: e.index))
    traces = {index: trace for part in folded for index, trace in part.traces.items()}
    rest = [edit for edit in edits if edit.status is not Fate.ALREADY_APPLIED]
    certain = any(edit.outcome.status is Status.ALREADY_APPLIED for edit in edits)
    clear = sum(trace is made_already.Trace.CLEAR for trace in traces.values())
    if any(edit.index not in traces for edit in rest) or not (certain or clear > 1):
        return edits
    return tuple(_seeming(edit) if edit.index in traces else edit for edit in edits)


def _seeming(edit: EditOutcome) -> EditOutcome:
    message = "made before: what it replaces is gone, and the rest of the batch is there"
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
    """The outcome of a planned batch, from its edits and files; see `plan_batch`."""
    return _concluded(_approved(batch, approve) if approve is not None else batch, dry_run)


def _approved(batch: BatchOutcome, approve: Callable[[FileOutcome], FileOutcome]) -> BatchOutcome:
    """Ask about each file that would be written, if any of them would."""
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
        _failed_by(edit, refused[edit.path])
        if edit.path in refused and edit.status is Fate.APPLIED
        else edit
        for edit in batch.edits
    )
    for file, asked in zip(files, batch.files, strict=True):
        if file.after is not None and asked.after is not None and file.after != asked.after:
            later = EditSet.between(asked.after.data, file.after.data).refined(asked.after.data)
            paths = (file.path, file.moved_from)
            edits = tuple(
                _carried(edit, later, file.after) if edit.path in paths else edit for edit in edits
            )
    return replace(batch, files=files, edits=edits)


def _carried(edit: EditOutcome, later: EditSet, after: Document) -> EditOutcome:
    """An edit with its places in the text that a hook or a formatter made of the planned one."""
    spans = carried_spans(edit.outcome.spans, later, after)
    return replace(edit, outcome=replace(edit.outcome, spans=spans))


def _failed_by(edit: EditOutcome, failure: Outcome) -> EditOutcome:
    """An edit marked as failed because its file was refused."""
    outcome = replace(
        edit.outcome,
        status=failure.status,
        reason=failure.reason,
        message=failure.message,
        diagnosis=failure.diagnosis,
    )
    return replace(edit, status=Fate.FAILED, outcome=outcome)


def _concluded(batch: BatchOutcome, dry_run: bool) -> BatchOutcome:
    """The outcome of a batch as a whole, with the status of each edit that follows from it."""
    kept = tuple(file for file in batch.files if file.failure is None)
    refused = (file for file in batch.files if file.failure is not None)
    of_refused = frozenset(path for file in refused for path in (file.path, file.moved_from))
    failures = _failures(batch)
    blocked = bool(failures) and not (batch.partial and kept)
    if batch.partial and kept:
        batch = replace(batch, files=kept)
    batch = replace(
        batch,
        edits=tuple(_fated(edit, of_refused, dry_run or blocked) for edit in batch.edits),
        status=_status(batch, failures, blocked),
        risk=max((file.risk for file in batch.files), key=_RISKS.index, default=Risk.LOW),
        warnings=_warnings(batch.files),
        dry_run=dry_run,
    )
    return _with_message(replace(batch, totals=_totals(batch)), failures)


def _failures(batch: BatchOutcome) -> tuple[Outcome, ...]:
    """Everything that keeps the batch from landing, edits first."""
    edits = (edit.outcome for edit in batch.edits if edit.status is Fate.FAILED)
    return (*edits, *(file.failure for file in batch.files if file.failure is not None))


def _fated(edit: EditOutcome, of_refused: frozenset[str | None], held_back: bool) -> EditOutcome:
    """The edit as `WOULD_APPLY` instead of `APPLIED` if it fits but is not written."""
    if edit.status is Fate.APPLIED and (held_back or edit.path in of_refused):
        return replace(edit, status=Fate.WOULD_APPLY)
    return edit


def _status(batch: BatchOutcome, failures: tuple[Outcome, ...], blocked: bool) -> Status:
    if blocked:
        statuses = {failure.status for failure in failures}
        return next(status for status in _WORST if status in statuses)
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


def _warnings(files: tuple[FileOutcome, ...]) -> tuple[str, ...]:
    return tuple(f"{file.path}: {warning}" for file in files for warning in file.warnings)


def _with_message(batch: BatchOutcome, failures: tuple[Outcome, ...]) -> BatchOutcome:
    """The batch with its message: the one sentence that a caller should read first."""
    if not failures:
        known = (
            "the files have all of it already" if batch.edits else "no file has anything to change"
        )
        return replace(batch, message="" if batch.files else f"nothing to do: {known}")
    first = next(f for status in _WORST for f in failures if f.status is status)
    if _fits_nowhere(batch):
        paths = sorted({edit.path for edit in batch.edits})
        named = ", ".join(paths[:3]) + (f" and {len(paths) - 3} more" if len(paths) > 3 else "")
        message = f"none of the {len(batch.edits)} edits fits {named}"
        fix = "the edits were written for another file, or for an older text of it: read it again"
        return replace(
            batch, reason=first.reason, message=message, diagnosis=Diagnosis(message, fix)
        )
    return replace(batch, reason=first.reason, message=_summary(batch, first))


def _fits_nowhere(batch: BatchOutcome) -> bool:
    """Return True if a batch has several edits and none of them found its place."""
    lost = [edit.outcome.status is Status.NOT_FOUND for edit in batch.edits]
    return len(lost) > 1 and all(lost)


def _summary(batch: BatchOutcome, first: Outcome) -> str:
    failed, edits = batch.totals.failed, batch.totals.edits
    if not failed:
        return first.message
    written = "the others are applied" if batch.status is Status.APPLIED else "nothing is written"
    return f"{failed} of {edits} edits failed, {written}" if edits > 1 else first.message


def empty(operation: str) -> BatchOutcome:
    """The outcome of a batch without edits."""
    return BatchOutcome(
        Status.UNCHANGED, operation, reason=Reason.NO_CHANGE, message="there are no edits"
    )


def held_back(batch: BatchOutcome) -> BatchOutcome:
    """A batch of which nothing was written, though its edits fit."""
    edits = tuple(
        replace(edit, status=Fate.WOULD_APPLY) if edit.status is Fate.APPLIED else edit
        for edit in batch.edits
    )
    batch = replace(batch, edits=edits)
    return replace(batch, totals=_totals(batch))
