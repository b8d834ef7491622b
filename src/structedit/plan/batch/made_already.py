"""Edits whose result is in the file already: made by an earlier edit of the batch, or before the batch."""

from __future__ import annotations

from enum import Enum, auto

from structedit.calls.batches import ApplyHunks, Hunk, limit_of
from structedit.calls.diagnoses import Diagnosis
from structedit.calls.places import Selector
from structedit.calls.requests import (
    DeleteBlock,
    Insert,
    Match,
    ReplaceBlock,
    Request,
    StrReplace,
    Wrap,
)
from structedit.calls.statuses import Reason, Status
from structedit.calls.tiers import facts_of
from structedit.explain.evidence import LIKE_PERCENT
from structedit.plan.results import Failed, Planned
from structedit.search.alignment import ladder
from structedit.search.batch_places import Since
from structedit.search.found import Miss, block_of
from structedit.search.windows import done_windows, new_side, windows_of
from structedit.text.document import Span, to_bytes
from structedit.text.lines import line_end, line_start
from structedit.text.values import replace
from structedit.text.words import is_telling
from structedit.tree.source import Source


def check_earlier_edits(
    since: Since, request: Request | ApplyHunks, drafted: Planned | Failed
) -> Planned | Failed:
    """Return the plan, or a failure if an earlier edit of the batch made, removed or changed what it is about.

    A text that an earlier edit replaced must not be found again in a merely similar text.
    """
    if isinstance(drafted, Planned):
        return (
            _changed_by_earlier_edit(since, request)
            if _needs_looser_tier(since, request, drafted)
            else drafted
        )
    if drafted.status is not Status.NOT_FOUND and drafted.reason is not Reason.NEAR_TWIN:
        return drafted
    if isinstance(request, DeleteBlock) and _is_deleted(since, request):
        return _already_applied("an earlier edit of the batch deleted it")
    if not isinstance(request, StrReplace):
        return drafted
    places = tuple(hit.span for hit in _found_before(since, request).occurrences)
    if any(_is_replaced(since, request, place) for place in places):
        return _already_applied("an earlier edit of the batch wrote the new text there")
    if places and since.edits:
        note = "the text was in the file before the batch: an earlier edit changed or removed it"
        diagnosis = replace(drafted.diagnosis, notes=(note, *drafted.diagnosis.notes))
        return replace(drafted, diagnosis=diagnosis)
    place = _place_of_new_text(since.now, request)
    return drafted if place is None else _ambiguous(since.now, drafted, place)


def seems_made(source: Source, request: Request | ApplyHunks, failed: Failed) -> Trace | None:
    """Return the evidence that a failed edit was made before: the old text is gone and the new text is there.

    For a single edit that is no proof: the caller may misremember the old text, and the new text may be elsewhere. See
    `whole`.
    """
    if failed.reason not in _NOT_FOUND or failed.diagnosis.candidates:
        return None
    match request:
        case ApplyHunks(hunks=hunks):
            traces = {_trace_of_hunk(source.data, hunk) for hunk in hunks if not hunk.is_landmark}
            return None if None in traces else Trace.FAINT if Trace.FAINT in traces else Trace.CLEAR
        case StrReplace(new=new) | ReplaceBlock(new=new) if new.strip():
            found = ladder.find(source.data, to_bytes(new), limit=Match.WHITESPACE).occurrences
            place = found[0].span if len(found) == 1 else None
            if not found or _has_similar_region(source, failed, place):
                return None
            return Trace.CLEAR if place is not None and is_telling(new) else Trace.FAINT
        case StrReplace() | DeleteBlock():
            return None if _has_similar_region(source, failed, None) else Trace.FAINT
    return None


_NOT_FOUND = (Reason.NO_MATCH, Reason.NEAR_TWIN, Reason.SELECTOR_NOT_FOUND)
"""Why an edit fails that was made before."""


def _trace_of_hunk(data: bytes, hunk: Hunk) -> Trace | None:
    new = new_side(hunk)
    if not new.strip():
        return None if windows_of(data, hunk, Match.WHITESPACE) else Trace.FAINT
    found = done_windows(data, hunk, bare=True)
    if len(found) == 1 and is_telling(new):
        return Trace.CLEAR
    return Trace.FAINT if found else None


def repeats(source: Source, request: Request | ApplyHunks, drafted: Planned) -> Trace | None:
    """Return the evidence that an insertion or a wrapping was made before: the same text is right next to its place."""
    if isinstance(request, Wrap):
        return _trace_of_wrap(source.data, request, drafted.edits.old_hull())
    if not isinstance(request, Insert) or len(drafted.edits.edits) != 1:
        return None
    edit = drafted.edits.edits[0]
    text = b"\n" + edit.new.strip(b"\r\n") + b"\n"
    at, room = edit.span.start, len(text) + _GAP
    beside = source.data[max(0, at - room) : at], source.data[at : at + room]
    above, below = (b"\n" + part.strip(b"\r\n") + b"\n" for part in beside)
    if len(edit.span) or not text.strip():
        return None
    if not above.endswith(text) and not below.startswith(text):
        return None
    return Trace.CLEAR if is_telling(text) else Trace.FAINT


def _trace_of_wrap(data: bytes, request: Wrap, inside: Span) -> Trace | None:
    """Return the evidence that lines are wrapped already: header directly above them, footer directly below."""
    header, footer = to_bytes(request.header).strip(), to_bytes(request.footer or "").strip()
    start, end = line_start(data, inside.start), line_end(data, inside.end)
    above = data[max(0, start - len(header) - _GAP) : start].rstrip()
    below = data[end : end + len(footer) + _GAP].lstrip()
    if not above.endswith(header) or not below.startswith(footer):
        return None
    return Trace.CLEAR if is_telling(header) else Trace.FAINT


_GAP = 64
"""Bytes of white space allowed between the insertion and an equal text. Chosen by judgement."""


class Trace(Enum):
    """Evidence that an edit was made before.

    Attributes:
        CLEAR: the file has the new text once, and it is too long to be there by coincidence.
        FAINT: the text to replace or remove is gone.
    """

    CLEAR = auto()
    FAINT = auto()


def _has_similar_region(source: Source, failed: Failed, made: Span | None) -> bool:
    """Return True if the file has a region similar to the missing text, other than the new text itself."""
    closest = failed.diagnosis.closest
    if closest is None or closest.similarity < LIKE_PERCENT:
        return False
    if made is None:
        return True
    own = source.document.line_range(made)
    return not (own.first <= closest.lines.last and closest.lines.first <= own.last)


def _already_applied(message: str) -> Failed:
    return Failed(Status.ALREADY_APPLIED, Reason.NO_CHANGE, Diagnosis(message, ""))


def _is_deleted(since: Since, request: DeleteBlock) -> bool:
    if not isinstance(request.target, Selector) or request.target.lines is not None:
        return False
    block = block_of(since.base, request.target)
    return not isinstance(block, Miss) and not since.edits.map_span(block.core)


def _needs_looser_tier(since: Since, request: Request | ApplyHunks, drafted: Planned) -> bool:
    """Return True if finding the text needs a looser tier than before the batch."""
    if not since.edits or not isinstance(request, StrReplace) or facts_of(drafted.tier).is_exact:
        return False
    found = _found_before(since, request)
    order = [tier.name for tier in ladder.LADDER]
    now = order.index(drafted.tier) if drafted.tier in order else len(order)
    if found.tier is None or order.index(found.tier) >= now:
        return False
    return all(since.edits.touches(hit.span) for hit in found.occurrences)


def _changed_by_earlier_edit(since: Since, request: Request | ApplyHunks) -> Failed:
    assert isinstance(request, StrReplace)
    places = tuple(hit.span for hit in _found_before(since, request).occurrences)
    if any(_is_replaced(since, request, place) for place in places):
        return _already_applied("an earlier edit of the batch wrote the new text there")
    message = "`old` was in the file before the batch, but an earlier edit changed it"
    fix = "combine both edits into one, or search for the text that the earlier edit wrote there"
    return Failed(Status.NOT_FOUND, Reason.NO_MATCH, Diagnosis(message, fix))


def _found_before(since: Since, request: StrReplace) -> ladder.Found:
    """Search for the text in the file as it was before the batch."""
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


def _is_replaced(since: Since, request: StrReplace, place: Span) -> bool:
    """Return True if an earlier edit has put the new text in a place."""
    if not since.edits.touches(place):
        return False
    there, new = since.edits.map_reach(place), to_bytes(request.new)
    if not new.strip():
        return not _has_text_in(since.now.data, to_bytes(request.old), there)
    return _has_text_in(since.now.data, new, there)


def _has_text_in(data: bytes, text: bytes, area: Span) -> bool:
    found = ladder.find(data, text, limit=Match.WHITESPACE)
    return any(hit.span.overlaps(area) or hit.span == area for hit in found.occurrences)


def _place_of_new_text(source: Source, request: StrReplace) -> Span | None:
    """Return where the file has the new text, if that is too long to be a coincidence."""
    new = to_bytes(request.new)
    if not is_telling(new):
        return None
    found = ladder.find(source.data, new, limit=Match.EXACT)
    return found.occurrences[0].span if found.occurrences else None


def _ambiguous(source: Source, drafted: Failed, place: Span) -> Failed:
    line = source.document.line_of(place.start)
    message = (
        f"`old` is not in the file, and was not before the batch, but `new` is at line {line}:"
        " either the edit was made before, or that is a different place"
    )
    fix = f"look at line {line}; if that is the place you mean, leave the edit out"
    diagnosis = replace(drafted.diagnosis, message=message, fix=fix)
    return replace(drafted, status=Status.AMBIGUOUS, diagnosis=diagnosis)
