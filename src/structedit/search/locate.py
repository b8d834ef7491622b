"""From a target to its place in one source: a selector, an anchor, two anchors, numbered lines.

Each function returns a place, or a `Miss` with its reason and the candidates.
"""

from __future__ import annotations

from structedit.calls.places import Anchor, AnchorRange, Hints, Landmark, Lines, Selector, Target
from structedit.calls.requests import Match
from structedit.calls.statuses import Reason
from structedit.search import embedded
from structedit.search.alignment import ladder
from structedit.search.anchors import anchored, core_of
from structedit.search.embedded import Inside
from structedit.search.found import Miss, Place, block_of, find_text, lines_span, lines_text
from structedit.search.ranges import ranged
from structedit.search.scopes import Scope, on_the_line
from structedit.text.document import LineRange, Span, to_bytes
from structedit.text.values import replace
from structedit.tree.source import Source


def place_of(source: Source, target: Target, scope: Scope, limit: Match) -> Place | Miss:
    """Return the place of an operation's target."""
    match target:
        case Selector():
            return _selected(source, target, scope)
        case Anchor():
            return anchored(source, target, scope, limit)
        case AnchorRange():
            return ranged(source, target, scope, limit)
        case Lines():
            return _numbered(source, target)


def on_its_line(
    source: Source, target: Target, hints: Hints, scope: Scope, limit: Match
) -> tuple[Target, int]:
    """Return the target with a number for its anchor, if the line of the hints decides, and the number of hits.

    Of two anchors it is the first, since the search for the second begins behind it.
    """
    mark = target.start if isinstance(target, AnchorRange) else target
    if hints.version is None or not isinstance(mark, Anchor | Landmark):
        return target, 0
    if mark.occurrence is not None or not mark.text.strip():
        return target, 0
    hits = ladder.find(source, to_bytes(mark.text), limit=limit, scope=scope.spans).occurrences
    there = on_the_line(source, hints, hits)
    if there is None:
        return target, 0
    number = hits.index(there) + 1
    if isinstance(target, AnchorRange):
        return replace(target, start=replace(target.start, occurrence=number)), len(hits)
    return Anchor(mark.text, number), len(hits)


def inside_by_text(
    source: Source, anchor: Anchor, hints: Hints, scope: Scope, limit: Match
) -> tuple[Inside, Anchor] | None:
    """Return the embedded code around the text of an anchor, and the anchor with its number there."""
    if not source.profile.embedded:
        return None
    meant, _ = on_its_line(source, anchor, hints, scope, limit)
    number = meant.occurrence if isinstance(meant, Anchor) else None
    hit = find_text(source, anchor.text, number, scope.span, limit)
    if isinstance(hit, Miss):
        return None
    inside = embedded.region_at(source, core_of(source.data, hit.span))
    if inside is None or inside.source.tree is None:
        return None
    found = ladder.find(inside.source, to_bytes(anchor.text), limit=limit).occurrences
    numbers = [n for n, one in enumerate(found, 1) if one.span.overlaps(hit.span)]
    return (inside, Anchor(anchor.text, numbers[0])) if len(numbers) == 1 else None


def _selected(source: Source, selector: Selector, scope: Scope) -> Place | Miss:
    if selector.lines is not None:
        span = lines_span(source, selector.lines)
        return span if isinstance(span, Miss) else Place(span, by_text=True)
    block = block_of(source, selector)
    if isinstance(block, Miss):
        return block
    if scope.hints and not scope.span.contains(block.core):
        return Miss(
            Reason.FOUND_OUTSIDE_SCOPE,
            f"{selector.text} is at line {source.document.line_of(block.core.start)}, outside the hints",
            "drop the hints: the selector is enough",
            hits=(block.core,),
        )
    return Place(block.span, block)


def _numbered(source: Source, target: Lines) -> Place | Miss:
    span = lines_span(source, target.lines)
    if target.version is not None and target.version != source.document.version:
        return Miss(
            Reason.STALE,
            f"{_these(target.lines, 'was', 'were')} read from version {target.version}, but the"
            f" file is version {source.document.version}",
            "read the place again and send its lines with the version that comes with them",
            hits=() if isinstance(span, Miss) else (span,),
        )
    if isinstance(span, Miss):
        return span
    if target.expected is None and target.version is not None:
        return Place(span, by_text=True)
    if target.expected is None:
        return Miss(
            Reason.CONTENT_MISMATCH,
            _these(target.lines, "was given without its text", "were given without their text"),
            "pass `expected`, the text of these lines as you know it, or the `version` in which"
            " you read them",
            hits=(span,),
        )
    if not target.expected.strip() and not source.data[span.start : span.end].strip():
        return Place(span, by_text=True)  # blank lines, for which the ladder has no text
    # Expected text may end with a line ending.
    end = source.document.lines_span(source.document.line_range(span)).end
    padded = (Span(span.start, end),)
    expected = to_bytes(target.expected)
    found = ladder.find(source, expected, limit=Match.WHITESPACE, scope=padded)
    core = core_of(source.data, span)
    if any(core_of(source.data, hit.span) == core for hit in found.occurrences):
        return Place(span, by_text=True)
    moved = tuple(hit.span for hit in (*found.occurrences, *found.outside))
    where = f"; that text is at {lines_text(source, moved)}" if moved else ""
    return Miss(
        Reason.CONTENT_MISMATCH,
        f"{_these(target.lines, 'does', 'do')} not have the expected content{where}",
        "pass the lines as they are now",
        target.expected,
        (span,),
    )


def _these(lines: LineRange, one: str, several: str) -> str:
    return f"line {lines} {one}" if lines.first == lines.last else f"lines {lines} {several}"
