"""Turn two anchors into the text between them, or from one's start to the other's end."""

from __future__ import annotations

from structedit.calls.places import AnchorRange
from structedit.calls.requests import Match
from structedit.calls.statuses import Reason
from structedit.search.alignment import ladder
from structedit.search.anchors import as_anchor_miss
from structedit.search.found import Miss, Place, find_text, lines_text, short
from structedit.search.scopes import Scope, innermost_body
from structedit.text.document import Span, to_bytes
from structedit.text.lazily import regex
from structedit.tree.source import Source
from structedit.tree.without_grammar import text_blocks

_LINE_END = regex(rb"\r\n|\n|\r")
_BRACKETS = ((b"{", b"}"), (b"(", b")"), (b"[", b"]"))


def ranged(source: Source, target: AnchorRange, scope: Scope, limit: Match) -> Place | Miss:
    """Return the place of a range, with the end searched after its start, in the block around the start.

    If the end occurs nowhere there but closes the start's own text, the range is the start.
    """
    start = find_text(source, target.start.text, target.start.occurrence, scope.span, limit)
    if isinstance(start, Miss):
        return as_anchor_miss(start)
    body = innermost_body(source, start.span)
    area = Span(
        start.span.end,
        max(start.span.end, min(scope.span.end, body.end if body else scope.span.end)),
    )
    found = ladder.find(source, to_bytes(target.end.text), limit=limit, scope=(area,))
    wanted = target.end.occurrence or 1
    if wanted < 1 or len(found.occurrences) < wanted:
        outside = [hit.span for hit in found.outside if start.span.contains(hit.span)]
        closes_start = any(span.end == start.span.end for span in outside)
        if target.inclusive and target.end.occurrence is None and closes_start:
            return Place(start.span, tier=start.tier, by_text=True)
        others = tuple(hit.span for hit in found.outside)
        before = [s for s in others if s.end <= start.span.start]
        reason = (
            Reason.INVERTED_RANGE
            if before and len(before) == len(others)
            else Reason.ANCHOR_NOT_FOUND
        )
        where = f"; it is at {lines_text(source, others)}" if others else ""
        return Miss(
            reason,
            f"end: {short(target.end.text)} does not follow the start in the same block{where}",
            "give an end that is after the start, in the same block",
            target.end.text,
            others,
        )
    end = found.occurrences[wanted - 1]
    if target.end.occurrence is None:
        end = next(
            (
                hit
                for hit in found.occurrences
                if _closes_all_blocks(source, start.span, hit.span, target)
            ),
            end,
        )
    if target.inclusive:
        return Place(Span(start.span.start, end.span.end), tier=start.tier, by_text=True)
    return Place(_strictly_between(source, start.span, end.span), tier=start.tier, by_text=True)


def _closes_all_blocks(source: Source, start: Span, end: Span, target: AnchorRange) -> bool:
    """Return True if every block that begins between two landmarks ends there as well."""
    area = Span(start.start, end.end) if target.inclusive else Span(start.end, end.start)
    if source.tree is None:
        code = text_blocks.mask(source.data, source.profile)[area.start : area.end]
        return all(code.count(opener) == code.count(closer) for opener, closer in _BRACKETS)
    inside = (*source.tree.definitions(area), *source.tree.blocks(area))
    return not any(area.start <= b.core.start < area.end < b.core.end for b in inside)


def _strictly_between(source: Source, start: Span, end: Span) -> Span:
    """Return the text between two landmarks: whole lines if they are on lines of their own.

    The last line's ending is left out, as everywhere; with no line between, the span is empty.
    """
    gap = source.data[start.end : end.start]
    line_ends = list(_LINE_END.finditer(gap))
    if not line_ends or gap[: line_ends[0].start()].strip() or gap[line_ends[-1].end() :].strip():
        return Span(start.end, end.start)
    first = start.end + line_ends[0].end()
    return Span(first, max(first, start.end + line_ends[-1].start()))
