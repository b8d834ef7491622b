"""Plan the edits of a patch: all hunks are placed together and merged one by one."""

from __future__ import annotations

from collections.abc import Sequence

from structedit.calls.batches import ApplyHunks, Hunk
from structedit.calls.diagnoses import Diagnosis
from structedit.calls.requests import Match
from structedit.calls.statuses import Reason, Status
from structedit.edits import patching
from structedit.explain import missed_patch
from structedit.plan.results import Failed, Planned, refuse_elision, report_already, report_conflict
from structedit.search import hunks
from structedit.search.alignment.occurrences import Occurrence
from structedit.search.git_places import by_numbers, evened_text
from structedit.search.hunks import Placed
from structedit.search.scopes import Scope
from structedit.search.windows import new_side, old_side, span_of
from structedit.text.document import Span, to_text
from structedit.text.edit import EditSet
from structedit.text.errors import UsageError
from structedit.text.values import replace
from structedit.tree.source import Source


def apply_hunks(
    source: Source, request: ApplyHunks, scope: Scope, limit: Match
) -> Planned | Failed:
    """Place all hunks of a patch on one text, and merge each of them."""
    if not request.hunks:
        raise UsageError("the patch has no hunk", hint="pass one or more")
    for hunk in request.hunks:
        if rejection := refuse_elision(to_text(new_side(hunk)), to_text(old_side(hunk))):
            return rejection
    if all(hunk.is_landmark for hunk in request.hunks):
        message = "the patch adds and removes nothing: all of its lines are context"
        return Failed(Status.UNCHANGED, Reason.NO_CHANGE, Diagnosis(message, ""))
    placed = hunks.place(source, request.hunks, limit=limit, scope=scope)
    if isinstance(placed, hunks.Unplaced):
        return Failed(*missed_patch.of_unplaced(source, request, placed, scope, limit))
    spans = [span_of(source.data, *window) for window in placed.windows]
    todo = [fit for fit in placed.fits if not fit.done]
    edits = patching.edits_of(source, placed)
    if isinstance(edits, patching.Clash):
        failed = report_conflict(source, Occurrence(edits.span, "exact"), edits.conflict)
        message = f"hunk {edits.index + 1}: {failed.diagnosis.message}"
        return replace(failed, diagnosis=replace(failed.diagnosis, message=message))
    if (other := _other_place_by_numbers(source.data, request.hunks, placed, edits)) is not None:
        return Failed(*missed_patch.of_numbers(source, request, placed, *other))
    if not todo:
        return report_already(source, spans[0], "the patch is already applied")
    return Planned(
        edits,
        Span(min(s.start for s in spans), max(s.end for s in spans)),
        tier=placed.tier,
        by_text=True,
        replacements=len(todo),
        warnings=placed.warnings,
        targets=tuple(spans),
    )


def _other_place_by_numbers(
    data: bytes, all_hunks: Sequence[Hunk], placed: Placed, edits: EditSet
) -> tuple[int, int] | None:
    """Return a hunk and the line (both from 0) where its line numbers place it, if that is another place.

    If git does not accept the patch, its numbers are tried as if all lines ended alike. Another place with the same
    resulting text does not count, nor does any in a patch that is applied already and could be undone by its numbers.
    """
    changing = [hunk for hunk in all_hunks if not hunk.is_landmark]
    for evened in (False, True):
        judged = by_numbers(data, changing, evened=evened)
        if judged is None:
            continue
        after, other = edits.apply(data), judged.content
        if evened:
            after, other = (evened_text(text).removesuffix(b"\n") for text in (after, other))
        if after == other:
            return None
        done = all(fit.done for fit in placed.fits)
        if done and by_numbers(data, changing, undo=True, evened=evened):
            return None
        places = zip(placed.fits, placed.windows, judged.firsts, strict=True)
        apart = (fit.done or first != line for fit, (first, _), line in places)
        return next(((i, judged.firsts[i]) for i, is_apart in enumerate(apart) if is_apart), None)
    return None
