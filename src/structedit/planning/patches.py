"""Edits by the hunks of a patch: placed together, merged one by one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from structedit.landing import patch
from structedit.lazily import lazily
from structedit.model.batches import ApplyHunks
from structedit.model.requests import (
    Match,
)
from structedit.planning.results import (
    Failed,
    Planned,
    refuse_elision,
    report_already,
    report_conflict,
)
from structedit.search import hunks
from structedit.search.ladder import Occurrence
from structedit.search.scopes import Scope
from structedit.search.windows import new_side, old_side, span_of
from structedit.syntax.source import Source
from structedit.text.document import Span, to_text

if TYPE_CHECKING:
    from structedit.judging import patches
else:
    patches = lazily("structedit.judging.patches")


def apply_hunks(
    source: Source, request: ApplyHunks, scope: Scope, limit: Match
) -> Planned | Failed:
    """Place all hunks of a patch on one text, and merge each of them."""
    for hunk in request.hunks:
        if misfit := refuse_elision(to_text(new_side(hunk)), to_text(old_side(hunk))):
            return misfit
    placed = hunks.place(source, request.hunks, limit=limit, scope=scope)
    if isinstance(placed, hunks.Unplaced):
        return Failed(*patches.of_unplaced(source, request, placed, scope, limit))
    spans = [span_of(source.data, *window) for window in placed.windows]
    todo = [fit for fit in placed.fits if not fit.done]
    if not todo:
        return report_already(source, spans[0], "the patch has been applied")
    edits = patch.edits_of(source, placed)
    if isinstance(edits, patch.Clash):
        return _clash(source, edits)
    return Planned(
        edits,
        Span(min(s.start for s in spans), max(s.end for s in spans)),
        tier=placed.tier,
        by_text=True,
        replacements=len(todo),
        warnings=placed.warnings,
        targets=tuple(spans),
    )


def _clash(source: Source, clash: patch.Clash) -> Failed:
    failed = report_conflict(source, Occurrence(clash.span, "exact"), clash.conflict)
    message = f"hunk {clash.index + 1}: {failed.diagnosis.message}"
    return replace(failed, diagnosis=replace(failed.diagnosis, message=message))
