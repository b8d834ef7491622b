"""Why a selector, anchor, landmark or range of lines was not found, or matched wrongly.

The candidates for a selector are selectors again, whole and unique; those for a text are the places
where it is, or the region nearest to it.
"""

from __future__ import annotations

from structedit.calls.diagnoses import Candidate, Closest, Diagnosis
from structedit.calls.places import Hints, Selector
from structedit.calls.requests import Match, Request
from structedit.calls.statuses import Reason, Status
from structedit.calls.tiers import facts_of
from structedit.calls.wording import STATUS, Verdict, more_hits
from structedit.explain import corrected_places, near_names
from structedit.explain.evidence import (
    candidates_of,
    closest_of,
    closest_window,
    differences_of,
    hits_of,
    lines_words,
    region_of,
)
from structedit.explain.retries import Confirm
from structedit.search.alignment import ladder
from structedit.search.found import Miss
from structedit.text.document import LineRange, to_bytes
from structedit.text.values import replace
from structedit.tree.source import Source

_MOST_LINES = 6
"""Lines with a name that are shown where nothing defines it; chosen by judgement."""

DELETED_BEFORE = "if it was deleted before, nothing is left to do"
"""A note on something to delete that is not there, and nothing like it."""


def of_miss(
    source: Source,
    miss: Miss,
    operation: str,
    request: Request | None = None,
    confirm: Confirm | None = None,
) -> Verdict:
    """The verdict on a target, hint or anchor that is not found, or not as asked for.

    A retry is offered for a `request` only if `confirm` returns that it would land.
    """
    status = STATUS.get(miss.reason) or STATUS.get(miss.cause or miss.reason, Status.NOT_FOUND)
    diagnosis = _of_miss(source, miss)
    if operation == "delete_block" and miss.reason is Reason.SELECTOR_NOT_FOUND:
        gone = () if diagnosis.candidates or diagnosis.hits else (DELETED_BEFORE,)
        diagnosis = replace(diagnosis, notes=(*gone, *diagnosis.notes))
    if request is not None and miss.reason is Reason.AMBIGUOUS_ANCHOR:
        diagnosis = replace(diagnosis, fix=diagnosis.fix + version_fix(request.hints))
    if request is not None and confirm is not None:
        missed = corrected_places.Missed(source, request, miss, diagnosis.candidates)
        diagnosis = replace(diagnosis, retry=corrected_places.of_miss(missed, confirm))
    return status, miss.reason, diagnosis


def version_fix(hints: Hints) -> str:
    """Words to add to the next step where a line number alone does not decide; else empty."""
    if hints.near_line is None or hints.version is not None:
        return ""
    line = hints.near_line
    return (
        f"; or pass version, the file's version when you read line {line}: then that line decides"
    )


def _of_miss(source: Source, miss: Miss) -> Diagnosis:
    if miss.selector is not None:
        return _of_selector(source, miss, miss.selector)
    if miss.reason is Reason.OUT_OF_RANGE:
        return Diagnosis(miss.message, miss.fix, closest=_last_lines(source))
    if miss.reason is Reason.CONTENT_MISMATCH and miss.hits:
        found = ladder.find(source, to_bytes(miss.needle), limit=Match.WHITESPACE)
        return Diagnosis(
            miss.message,
            miss.fix,
            hits_of(source, [hit.span for hit in found.occurrences[:_MOST_LINES]]),
            closest=region_of(source, miss.needle, miss.hits[0]),
        )
    if miss.reason is Reason.STALE:
        shown = region_of(source, "", miss.hits[0]) if miss.hits else _last_lines(source)
        return Diagnosis(miss.message, miss.fix, closest=shown)
    if miss.reason is Reason.NOT_A_BLOCK:
        return _no_block(source, miss)
    return _of_text(source, miss)


def _of_selector(source: Source, miss: Miss, selector: Selector) -> Diagnosis:
    if source.tree is None:
        # Without a tree to resolve a selector in, the places of the name as plain text are shown.
        name = selector.steps[-1].label or selector.steps[-1].name
        found = ladder.find(source, to_bytes(name), limit=Match.EXACT)
        hits = hits_of(source, [hit.span for hit in found.occurrences[:_MOST_LINES]])
        return Diagnosis(miss.message, miss.fix, hits)
    if miss.candidates:
        candidates = near_names.pasteable(source, selector, miss)
        return Diagnosis(miss.message, miss.fix, candidates=candidates)
    # What the file has word for word is nearer than a similar name.
    is_meant = near_names.as_written_here(source, selector) is not None
    places = () if is_meant else corrected_places.places_as_text(source, selector)
    if places:
        fix = f"the file has this text at {lines_words(source, places)}: pass it as the anchor"
        return Diagnosis(miss.message, fix, hits_of(source, places[:_MOST_LINES]))
    candidates = near_names.names(source, selector, miss.resolved)
    return Diagnosis(
        miss.message,
        _nearest_fix(candidates) or miss.fix,
        candidates=candidates,
        notes=() if candidates else near_names.what_there_is(source, selector, miss.resolved),
    )


def _nearest_fix(candidates: tuple[Candidate, ...]) -> str:
    if not candidates:
        return ""
    if len(candidates) == 1:
        return f'if line {candidates[0].lines.first} is meant, pass "{candidates[0].selector}"'
    return "use one of the selectors below, the most similar ones"


def _last_lines(source: Source) -> Closest:
    """The end of the file, for a caller that named a line behind it."""
    count = source.document.line_count
    lines = LineRange(max(1, count - 4), count)
    return region_of(source, "", source.document.lines_span(lines))


def _no_block(source: Source, miss: Miss) -> Diagnosis:
    """The diagnosis of an anchor that opens no block.

    The block around the anchor is no target, since it is more than the anchor.
    """
    around = candidates_of(source, miss.candidates)
    notes = [f'it is in "{one.selector}", lines {one.lines}' for one in around]
    return Diagnosis(miss.message, miss.fix, hits_of(source, miss.hits), notes=tuple(notes))


def _of_text(source: Source, miss: Miss) -> Diagnosis:
    """The diagnosis for a missing text: its hits elsewhere, else with other blanks, else the nearest."""
    listed = hits_of(source, miss.hits)
    if miss.hits or not miss.needle.strip():
        notes = more_hits(len(miss.hits), len(listed))
        needless = (miss.cause or miss.reason) is Reason.WRONG_OCCURRENCE and len(listed) == 1
        fix = "leave occurrence out" if needless else miss.fix
        candidates = candidates_of(source, miss.candidates)
        return Diagnosis(miss.message, fix, listed, candidates, notes=notes)
    named = near_names.named_by(source, miss.needle)
    if named:
        candidates = candidates_of(source, named)
        fix = (
            f'it names the block below: pass "{candidates[0].selector}" as a selector, not as text'
            if len(named) == 1
            else "it names the blocks below: pass one of their selectors, not as text"
        )
        return Diagnosis(miss.message, fix, candidates=candidates)
    needle = to_bytes(miss.needle)
    deep = ladder.find(source, needle, limit=Match.SYNTAX, whole_words=False)
    spans = [hit.span for hit in deep.occurrences]
    words = f"it is at {lines_words(source, spans)} {facts_of(deep.tier).words}"
    only = deep.occurrences[0] if len(spans) == 1 else None
    return Diagnosis(
        miss.message,
        miss.fix,
        hits_of(source, spans),
        differences=differences_of(source, miss.needle, only) if only else (),
        closest=closest_of(source, miss.needle, closest_window(source, miss.needle, None)),
        notes=(words.strip(),) if spans else (),
    )
