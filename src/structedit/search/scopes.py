"""Turn hints into the part of a file where a search may find its text: the intersection of all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.calls.places import Hints, Landmark, Selector
from structedit.calls.requests import Match
from structedit.calls.statuses import Reason
from structedit.search.alignment import ladder
from structedit.search.found import Miss, block_of, find_text, lines_span, lines_text, short
from structedit.text.document import LineRange, Span, to_bytes
from structedit.text.values import dataclass
from structedit.tree.source import Source
from structedit.tree.without_grammar import text_blocks

if TYPE_CHECKING:
    from structedit.search.alignment.occurrences import Occurrence


@dataclass(frozen=True, slots=True)
class Scope:
    """The part of a file to search: the intersection of all hints. Empty `hints`: the whole file."""

    span: Span
    hints: tuple[str, ...] = ()
    tiers: tuple[str, ...] = ()

    @property
    def spans(self) -> tuple[Span, ...]:
        """The scope as the ladder takes it."""
        return (self.span,)


def scope_of(source: Source, hints: Hints, limit: Match) -> Scope | Miss:
    """Return the intersection of all hints; a `Miss` for the first one that cannot be resolved."""
    span, tiers = Span(0, len(source.data)), []
    if hints.within is not None:
        found = _within(source, hints.within)
        if isinstance(found, Miss):
            return found
        span = found
    # The version is a hash of the whole file: compute it only for a call that names one.
    if hints.version is not None and hints.version != source.document.version:
        read = "near_line was read from" if hints.near_line is not None else "the edit is for"
        near = _near(source, hints.near_line or 1, 0)
        return Miss(
            Reason.STALE,
            f"{read} version {hints.version}, but the file is version {source.document.version}",
            "read the place again, or leave `version` out",
            hits=() if isinstance(near, Miss) else (near,),
        )
    if hints.near_line is not None:
        near = _near(source, hints.near_line, hints.radius)
        if isinstance(near, Miss):
            return near
        joint = span.intersect(near)
        if joint is None:
            return Miss(
                Reason.OUT_OF_SCOPE,
                f"line {hints.near_line} with its radius of {hints.radius} is outside the other hints",
                "drop `near_line`, or give a line inside them",
            )
        span = joint
    for name, landmark in (("after", hints.after), ("before", hints.before)):
        if landmark is None:
            continue
        hit = _landmark(source, landmark, span, limit, name)
        if isinstance(hit, Miss):
            return hit
        tiers.append(hit.tier)
        if name == "after":
            span = Span(hit.span.end, span.end)
        else:
            span = Span(min(span.start, hit.span.start), hit.span.start)
    if hints.between is not None:
        between = _between(source, hints.between, span, limit)
        if isinstance(between, Miss):
            return between
        span = between
    return Scope(span, hints.given(), tuple(tiers))


def on_the_line(source: Source, hints: Hints, hits: tuple[Occurrence, ...]) -> Occurrence | None:
    """Return the only one of several hits on the line that the hints name, by a number of this very version."""
    near = hints.near_line
    if near is None or hints.version != source.document.version or len(hits) < 2:
        return None
    lines = (source.document.line_range(ladder.core_of(source.data, hit.span)) for hit in hits)
    there = [hit for hit, own in zip(hits, lines, strict=True) if own.first <= near <= own.last]
    return there[0] if len(there) == 1 else None


def _within(source: Source, selector: Selector) -> Span | Miss:
    if selector.lines is not None:
        return lines_span(source, selector.lines)
    found = block_of(source, selector)
    if isinstance(found, Miss):
        reason = Reason.OUT_OF_SCOPE if found.reason is Reason.SELECTOR_NOT_FOUND else found.reason
        return Miss(
            reason,
            f"within: {found.message}",
            found.fix,
            found.needle,
            found.hits,
            found.candidates,
            found.selector,
            found.resolved,
        )
    start = min((found.span.start, *(s.start for s in found.attached)))
    return Span(start, found.whole.end)


def _near(source: Source, line: int, radius: int) -> Span | Miss:
    document = source.document
    if not 1 <= line <= document.line_count:
        return Miss(
            Reason.OUT_OF_RANGE,
            f"near_line is {line}, but the file has {document.line_count} lines",
            f"give a line from 1 to {document.line_count}",
        )
    first, last = max(1, line - radius), min(document.line_count, line + radius)
    return document.lines_span(LineRange(first, last))


def _landmark(
    source: Source, landmark: Landmark, scope: Span, limit: Match, name: str
) -> Occurrence | Miss:
    reason = {"after": Reason.AFTER_NOT_FOUND, "before": Reason.BEFORE_NOT_FOUND}.get(
        name, Reason.BETWEEN_NOT_FOUND
    )
    hit = find_text(source, landmark.text, landmark.occurrence, scope, limit)
    if isinstance(hit, Miss):
        fix = (
            hit.fix
            if hit.reason is not Reason.SEVERAL_MATCHES
            else (f"make {name} longer, or give it an occurrence: {{text, occurrence}}")
        )
        return Miss(
            reason, f"{name}: {hit.message}", fix, landmark.text, hit.hits, cause=hit.reason
        )
    return hit


def _between(
    source: Source, landmarks: tuple[Landmark, Landmark], scope: Span, limit: Match
) -> Span | Miss:
    start = _landmark(source, landmarks[0], scope, limit, "between start")
    if isinstance(start, Miss):
        return start
    block = innermost_body(source, start.span)
    area = Span(
        start.span.end, max(start.span.end, min(scope.end, block.end if block else scope.end))
    )
    text, occurrence = landmarks[1].text, landmarks[1].occurrence
    found = ladder.find(source, to_bytes(text), limit=limit, scope=(area,))
    wanted = occurrence or 1
    if wanted > 0 and len(found.occurrences) >= wanted:
        end = found.occurrences[wanted - 1].span.start  # a line's blanks may count as the text's
        return Span(start.span.end, max(start.span.end, end))
    others = tuple(hit.span for hit in found.outside)
    where = f"it is elsewhere ({lines_text(source, others)})" if others else "it is not in the file"
    return Miss(
        Reason.BETWEEN_NOT_FOUND,
        f"between: no end {short(text)} after the start in the same block; {where}",
        "give an end in the block of the start",
        text,
        others,
    )


def innermost_body(source: Source, span: Span) -> Span | None:
    """Return the body of the innermost block or definition around a place."""
    if source.tree is None:
        return _text_body(source, span)
    around = [*source.tree.definitions(span), *source.tree.blocks(span)]
    bodies = [b.body for b in around if b.body is not None and b.body.contains(span)]
    return min(bodies, key=len, default=None)


def _text_body(source: Source, span: Span) -> Span | None:
    """Return the same without a tree: outward from a place, past blocks whose header contains it."""
    at = span.start
    while at >= 0:
        block = text_blocks.enclosing_block(source.data, at, source.profile)
        if block is None:
            return None
        if block.body is not None and block.body.contains(span):
            return block.body
        at = min(at, block.arm.start) - 1
    return None
