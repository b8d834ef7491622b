"""Edits whose result is there already: by an earlier edit of the batch, or from before it."""

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


def settled(
    since: Since, request: Request | ApplyHunks, drafted: Planned | Failed
) -> Planned | Failed:
    """The planned edit, or why it need not or may not be made, if an earlier edit touched its place.

    A text that an earlier edit replaced is not found anew in one that is only similar to it.
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


def seems_made(source: Source, request: Request | ApplyHunks, failed: Failed) -> Trace | None:
    """What speaks for it that a failed edit was made before: what it removes is gone, what it puts there stands.

    That is no proof for one edit: a text may be misremembered, and stand elsewhere. See `whole`.
    """
    if failed.reason not in _LOST or failed.diagnosis.candidates:
        return None
    match request:
        case ApplyHunks(hunks=hunks):
            traces = {_of_hunk(source.data, hunk) for hunk in hunks if not hunk.is_landmark}
            return None if None in traces else Trace.FAINT if Trace.FAINT in traces else Trace.CLEAR
        case StrReplace(new=new) | ReplaceBlock(new=new) if new.strip():
            found = ladder.find(source.data, to_bytes(new), limit=Match.WHITESPACE).occurrences
            place = found[0].span if len(found) == 1 else None
            if not found or _is_alike(source, failed, place):
                return None
            return Trace.CLEAR if place is not None and is_telling(new) else Trace.FAINT
        case StrReplace() | DeleteBlock():
            return None if _is_alike(source, failed, None) else Trace.FAINT
    return None


_LOST = (Reason.NO_MATCH, Reason.NEAR_TWIN, Reason.SELECTOR_NOT_FOUND)
"""Why an edit fails that has been made before."""


def _of_hunk(data: bytes, hunk: Hunk) -> Trace | None:
    new = new_side(hunk)
    if not new.strip():
        return None if windows_of(data, hunk, Match.WHITESPACE) else Trace.FAINT
    found = done_windows(data, hunk, bare=True)
    if len(found) == 1 and is_telling(new):
        return Trace.CLEAR
    return Trace.FAINT if found else None


def repeats(source: Source, request: Request | ApplyHunks, drafted: Planned) -> Trace | None:
    """What speaks for it that a text was added before: the very text stands where it would go."""
    if isinstance(request, Wrap):
        return _wrapped_already(source.data, request, drafted.edits.old_hull())
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


def _wrapped_already(data: bytes, request: Wrap, inside: Span) -> Trace | None:
    """Return how clearly lines are wrapped already: the header is right above them, the footer right below."""
    header, footer = to_bytes(request.header).strip(), to_bytes(request.footer or "").strip()
    start, end = line_start(data, inside.start), line_end(data, inside.end)
    above = data[max(0, start - len(header) - _GAP) : start].rstrip()
    below = data[end : end + len(footer) + _GAP].lstrip()
    if not above.endswith(header) or not below.startswith(footer):
        return None
    return Trace.CLEAR if is_telling(header) else Trace.FAINT


_GAP = 64
"""Bytes of blanks that may stand between what is added and the same text; chosen by judgement."""


class Trace(Enum):
    """What is left of an edit that may have been made before.

    Attributes:
        CLEAR: its new text stands once, and is long enough to stand there by no coincidence.
        FAINT: what it replaces or removes is gone.
    """

    CLEAR = auto()
    FAINT = auto()


def _is_alike(source: Source, failed: Failed, made: Span | None) -> bool:
    """Return True if the file has a region like the text looked for, apart from the new text."""
    closest = failed.diagnosis.closest
    if closest is None or closest.similarity < LIKE_PERCENT:
        return False
    if made is None:
        return True
    own = source.document.line_range(made)
    return not (own.first <= closest.lines.last and closest.lines.first <= own.last)


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
    """Return True if a looser tier was needed to find a place than before the batch."""
    if not since.edits or not isinstance(request, StrReplace) or facts_of(drafted.tier).is_exact:
        return False
    found = _found_before(since, request)
    order = [tier.name for tier in ladder.LADDER]
    now = order.index(drafted.tier) if drafted.tier in order else len(order)
    if found.tier is None or order.index(found.tier) >= now:
        return False
    return all(since.edits.touches(hit.span) for hit in found.occurrences)


def _displaced(since: Since, request: Request | ApplyHunks) -> Failed:
    assert isinstance(request, StrReplace)
    places = tuple(hit.span for hit in _found_before(since, request).occurrences)
    if any(_replaced_already(since, request, place) for place in places):
        return _subsumed("an earlier edit of the batch put the new text there")
    message = "`old` was in the file before the batch, and an earlier edit changed it"
    fix = "say both in one edit, or search for what the earlier edit puts there"
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


def _replaced_already(since: Since, request: StrReplace, place: Span) -> bool:
    """Return True if an earlier edit has already put the new text in a place."""
    if not since.edits.touches(place):
        return False
    there, new = since.edits.map_reach(place), to_bytes(request.new)
    if not new.strip():
        return not _standing_in(since.now.data, to_bytes(request.old), there)
    return _standing_in(since.now.data, new, there)


def _standing_in(data: bytes, text: bytes, area: Span) -> bool:
    found = ladder.find(data, text, limit=Match.WHITESPACE)
    return any(hit.span.overlaps(area) or hit.span == area for hit in found.occurrences)


def _standing(source: Source, request: StrReplace) -> Span | None:
    """Where a new text stands already, if it is long enough to be no coincidence; else None."""
    new = to_bytes(request.new)
    if not is_telling(new):
        return None
    found = ladder.find(source.data, new, limit=Match.EXACT)
    return found.occurrences[0].span if found.occurrences else None


def _ambiguous(source: Source, drafted: Failed, place: Span) -> Failed:
    line = source.document.line_of(place.start)
    message = (
        f"`old` is not in the file, and was not before the batch; `new` is at line {line}:"
        " the edit was made before, or that is another place"
    )
    fix = f"look at line {line}; if that is the place, leave the edit out"
    diagnosis = replace(drafted.diagnosis, message=message, fix=fix)
    return replace(drafted, status=Status.AMBIGUOUS, diagnosis=diagnosis)
