"""From what a caller says to places in one source: targets, anchors, landmarks, scopes.

Every answer is either a place or a `Miss` that names its own reason and what was there instead.
Nothing is clamped, and nothing is the first of several.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from structedit.lazily import lazily, regex
from structedit.model.outcomes import Reason
from structedit.model.places import (
    Anchor,
    AnchorRange,
    Hints,
    Landmark,
    Lines,
    Selector,
    Target,
)
from structedit.model.requests import Match
from structedit.search import ladder
from structedit.search.ladder import Occurrence
from structedit.search.selectors import Resolved, resolve
from structedit.syntax.nodes import Block, Layout
from structedit.syntax.source import Source
from structedit.text.document import LineRange, Span, to_bytes
from structedit.values import dataclass

if TYPE_CHECKING:
    from structedit.syntax import textblocks
else:
    textblocks = lazily("structedit.syntax.textblocks")

_BRACKETS = ((b"{", b"}"), (b"(", b")"), (b"[", b"]"))
_LINE_END = regex(rb"\r\n|\n|\r")
_SPACE = b" \t\r\n\x0c"
_ANCHOR_LEAD = b" \t\r\n\x0c})];"
_ARMS = ("elif", "else", "catch", "finally", "case")


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a search may land: the intersection of all hints. Empty `hints`: the whole file."""

    span: Span
    hints: tuple[str, ...] = ()
    tiers: tuple[str, ...] = ()

    @property
    def spans(self) -> tuple[Span, ...]:
        """The scope as the ladder takes it."""
        return (self.span,)


@dataclass(frozen=True, slots=True)
class Miss:
    """What could not be found, and what was there: hits elsewhere, or several of them.

    `cause` is why the text of a landmark or anchor was not found, where `reason` names the hint.
    """

    reason: Reason
    message: str
    fix: str = ""
    needle: str = ""
    hits: tuple[Span, ...] = ()
    candidates: tuple[Block, ...] = ()
    selector: Selector | None = None
    resolved: Resolved | None = None
    cause: Reason | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A found target: a block, or a bare span where the target is text.

    `arm` says that an anchor named the place, so that `whole` means header and own body.
    `named` is the block that a selector is written for, where `block` is the statement around it.
    `partial` says that an anchor begins inside a statement of which the block is a part.
    """

    span: Span
    block: Block | None = None
    arm: bool = False
    tier: str | None = None
    by_text: bool = False
    named: Block | None = None
    partial: bool = False


def scope_of(source: Source, hints: Hints, limit: Match) -> Scope | Miss:
    """Intersect all hints."""
    span, tiers = Span(0, len(source.data)), []
    if hints.within is not None:
        found = _within(source, hints.within)
        if isinstance(found, Miss):
            return found
        span = found
    if hints.near_line is not None:
        near = _near(source, hints.near_line, hints.radius)
        if isinstance(near, Miss):
            return near
        joint = span.intersect(near)
        if joint is None:
            return Miss(
                Reason.OUT_OF_SCOPE,
                f"line {hints.near_line} with its radius of {hints.radius} is outside the other hints",
                "drop `near_line`, or name a line inside them",
            )
        span = joint
    for name, landmark in (("after", hints.after), ("before", hints.before)):
        if landmark is None:
            continue
        hit = _landmark(source, landmark, span, limit, name)
        if isinstance(hit, Miss):
            return hit
        tiers.append(hit.tier)
        span = Span(hit.span.end, span.end) if name == "after" else _up_to(span, hit.span.start)
    if hints.between is not None:
        between = _between(source, hints.between, span, limit)
        if isinstance(between, Miss):
            return between
        span = between
    return Scope(span, hints.given(), tuple(tiers))


def _up_to(span: Span, end: int) -> Span:
    return Span(min(span.start, end), end)


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
            f"near_line is {line} and the file has {document.line_count} lines",
            f"name a line from 1 to {document.line_count}",
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
        return Span(start.span.end, found.occurrences[wanted - 1].span.start)
    others = tuple(hit.span for hit in found.outside)
    where = (
        f"it stands elsewhere ({_lines_text(source, others)})"
        if others
        else "it is not in the file"
    )
    return Miss(
        Reason.BETWEEN_NOT_FOUND,
        f"between: no end {_short(text)} after the start in the same block; {where}",
        "name an end that stands in the block that holds the start",
        text,
        others,
    )


def innermost_body(source: Source, span: Span) -> Span | None:
    """Give the body of the innermost block or definition that holds a place, or None."""
    if source.tree is None:
        return _text_body(source, span)
    around = [*source.tree.definitions(span), *source.tree.blocks(span)]
    bodies = [b.body for b in around if b.body is not None and b.body.contains(span)]
    return min(bodies, key=len, default=None)


def _text_body(source: Source, span: Span) -> Span | None:
    """Go outward from a place, past blocks whose header it is in, to a body that holds it."""
    at = span.start
    while at >= 0:
        block = textblocks.enclosing_block(source.data, at, source.profile)
        if block is None:
            return None
        if block.body is not None and block.body.contains(span):
            return block.body
        at = min(at, block.arm.start) - 1
    return None


# Text


def find_text(
    source: Source, text: str, occurrence: int | None, scope: Span, limit: Match
) -> Occurrence | Miss:
    """Find a text that must be unique in a scope or carry its occurrence."""
    needle = to_bytes(text)
    if not needle.strip():
        return Miss(
            Reason.EMPTY_SEARCH,
            "the text to search for is empty",
            "give text that stands in the file",
        )
    found = ladder.find(source, needle, limit=limit, scope=(scope,))
    hits = found.occurrences
    if occurrence is not None and hits:
        at = occurrence - 1 if occurrence > 0 else len(hits) + occurrence
        if occurrence == 0 or not 0 <= at < len(hits):
            return Miss(
                Reason.WRONG_OCCURRENCE,
                f"occurrence is {occurrence} and {_short(text)} stands {_times(len(hits))}"
                f" ({_lines_text(source, tuple(h.span for h in hits))})",
                f"pass an occurrence from 1 to {len(hits)}, or -1 for the last",
                text,
                tuple(h.span for h in hits),
            )
        return hits[at]
    if len(hits) > 1:
        spans = tuple(h.span for h in hits)
        return Miss(
            Reason.SEVERAL_MATCHES,
            f"{_short(text)} stands {_times(len(hits))} ({_lines_text(source, spans)})",
            "add a line above or below, or pass occurrence",
            text,
            spans,
        )
    if hits:
        return hits[0]
    outside = tuple(h.span for h in found.outside)
    if outside:
        return Miss(
            Reason.FOUND_OUTSIDE_SCOPE,
            f"{_short(text)} is not in the scope; it stands at {_lines_text(source, outside)}",
            "widen the hints or name another place",
            text,
            outside,
        )
    return Miss(
        Reason.NO_MATCH,
        f"{_short(text)} is not in the file",
        "copy the text from the file",
        text,
    )


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _short(text: str) -> str:
    first = text.strip().split("\n", 1)[0]
    return repr(first if len(first) <= 60 else first[:57] + "...")


def _lines_text(source: Source, spans: tuple[Span, ...], most: int = 8) -> str:
    numbers = [str(source.document.line_of(span.start)) for span in spans[:most]]
    more = f" and {len(spans) - most} more" if len(spans) > most else ""
    return ("line " if len(spans) == 1 else "lines ") + ", ".join(numbers) + more


# Targets


def lines_span(source: Source, lines: LineRange) -> Span | Miss:
    """Give the span of lines, the last one's ending left out."""
    count = source.document.line_count
    if lines.last > count:
        return Miss(
            Reason.OUT_OF_RANGE,
            f"line {lines.last} is past the end: the file has {count} line{'s' * (count != 1)}",
            f"name lines from 1 to {count}" if count > 1 else "name line 1",
        )
    span = source.document.lines_span(lines)
    text = span.of(source.data)
    for ending in (b"\r\n", b"\n", b"\r"):
        if text.endswith(ending):
            return Span(span.start, span.end - len(ending))
    return span


def place_of(source: Source, target: Target, scope: Scope, limit: Match) -> Place | Miss:
    """Find what an operation on a block is about."""
    match target:
        case Selector():
            return _selected(source, target, scope)
        case Anchor():
            return _anchored(source, target, scope, limit)
        case AnchorRange():
            return _ranged(source, target, scope, limit)
        case Lines():
            return _numbered(source, target)


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


def block_of(source: Source, selector: Selector) -> Block | Miss:
    """Resolve a selector of steps to the one block it names."""
    if source.tree is None:
        return Miss(
            Reason.SELECTOR_NOT_FOUND,
            f"the selector {selector.text!r} needs a parsed file, and {source.why_text}",
            "address the place by its text: an anchor, or str_replace",
            selector=selector,
        )
    resolved = resolve(source.tree, selector)
    if len(resolved.blocks) == 1 and not resolved.wrong_index:
        return resolved.blocks[0]
    step = selector.steps[resolved.step]
    if resolved.wrong_index:
        count = len(resolved.blocks)
        what = f"[{step.index}]" if step.index is not None else f"line {step.line}"
        return Miss(
            Reason.SELECTOR_NOT_FOUND,
            f"{selector.text!r}: there is no {what}, {step.name!r} stands for {count}",
            "use one of the selectors below",
            candidates=resolved.blocks,
            selector=selector,
            resolved=resolved,
        )
    if resolved.blocks:
        return Miss(
            Reason.SELECTOR_AMBIGUOUS,
            f"{selector.text!r} names {len(resolved.blocks)} nodes",
            "use one of the selectors below",
            candidates=resolved.blocks,
            selector=selector,
            resolved=resolved,
        )
    return Miss(
        Reason.SELECTOR_NOT_FOUND,
        f"{selector.text!r} names nothing in this file",
        "see outline for what there is",
        selector=selector,
        resolved=resolved,
    )


def _anchored(source: Source, anchor: Anchor, scope: Scope, limit: Match) -> Place | Miss:
    hit = find_text(source, anchor.text, anchor.occurrence, scope.span, limit)
    if isinstance(hit, Miss):
        return as_anchor_miss(hit)
    span = _core_of(source.data, hit.span)
    if source.tree is not None:
        block = opened_by(source, span)
        if block is not None:
            return _opened_place(source, span, block, hit.tier)
        if not source.tree.faults(_statement_lines(source, span)):
            return _opens_nothing(source, anchor.text, span)
    opened = textblocks.opened_block(source.data, span, source.profile)
    if isinstance(opened, Block):
        if source.tree is not None and not _is_among_hidden(source.tree.hidden, opened):
            return _leaves_hidden(source, anchor.text, span)
        return Place(opened.arm, opened, arm=True, tier=hit.tier, by_text=True)
    if opened.reason == "unbalanced":
        return Miss(
            Reason.UNBALANCED,
            opened.message,
            "edit the place as text: str_replace",
            anchor.text,
            (span,),
        )
    return _opens_nothing(source, anchor.text, span)


def _is_among_hidden(hidden: tuple[Span, ...], block: Block) -> bool:
    """Tell whether a block that was read as text stays within the lines that do not parse."""
    return not hidden or any(span.contains(block.core) for span in hidden)


def _leaves_hidden(source: Source, text: str, span: Span) -> Miss:
    line = source.document.line_of(span.start)
    return Miss(
        Reason.UNBALANCED,
        f"the block at line {line} does not end where its indentation does",
        "edit the place as text: str_replace",
        text,
        (span,),
    )


def as_anchor_miss(miss: Miss) -> Miss:
    """Name a failed text search as what it is for an anchor."""
    reason = {
        Reason.SEVERAL_MATCHES: Reason.AMBIGUOUS_ANCHOR,
        Reason.NO_MATCH: Reason.ANCHOR_NOT_FOUND,
    }.get(miss.reason, miss.reason)
    return Miss(reason, f"anchor: {miss.message}", miss.fix, miss.needle, miss.hits)


def _opens_nothing(source: Source, text: str, span: Span) -> Miss:
    holder = None
    if source.tree is not None:
        around = [*source.tree.definitions(span), *source.tree.blocks(span)]
        holding = [b for b in around if b.core.contains(span)]
        holder = min(holding, key=lambda b: len(b.core), default=None)
    return Miss(
        Reason.NOT_A_BLOCK,
        f"the text at line {source.document.line_of(span.start)} opens no block",
        "anchor at the line that opens the block"
        if holder is None
        else f"the block that holds it starts at line {source.document.line_of(holder.core.start)}",
        text,
        (span,),
        (holder,) if holder is not None else (),
    )


def _statement_lines(source: Source, span: Span) -> Span:
    first = source.document.line_range(span)
    return source.document.lines_span(first)


def _core_of(data: bytes, span: Span) -> Span:
    """Give a span without the blanks at its edges."""
    text = span.of(data)
    start = span.start + len(text) - len(text.lstrip(_SPACE))
    return Span(start, max(start, span.start + len(text.rstrip(_SPACE))))


def opened_by(source: Source, span: Span) -> Block | None:
    """Give the block whose header starts in an anchor's text, else the one whose header holds it.

    The first block that starts in the text wins over those inside it, so an anchor of several
    lines names the outermost block that it opens. Closers in front (`} else {`) are stepped over.
    """
    if source.tree is None:
        return None
    text = span.of(source.data)
    start = span.start + len(text) - len(text.lstrip(_ANCHOR_LEAD))
    area = Span(min(start, span.end), span.end)
    every = [*source.tree.definitions(area), *source.tree.blocks(area)]
    blocks = [
        b for b in every if b.body is not None and b.kind not in ("variable", "constant", "field")
    ]
    starting = [b for b in blocks if area.start <= _opening(b) < area.end]
    if starting:
        return min(starting, key=lambda b: (_opening(b), -b.core.end))
    inside = [
        b for b in blocks if b.header.start <= area.start and area.end <= _header_stop(source, b)
    ]
    return min(inside, key=lambda b: len(b.core), default=None)


def _opened_place(source: Source, span: Span, block: Block, tier: str) -> Place:
    """Give the place of an opened block: the whole statement where the anchor begins with it.

    `items.forEach((x) => {` opens a function, and means the call that it is an argument of.
    """
    assert source.tree is not None
    data, start = source.data, _opening(block)
    line = max(span.start, data.rfind(b"\n", 0, start) + 1, data.rfind(b"\r", 0, start) + 1)
    at = line + len(data[line:start]) - len(data[line:start].lstrip(_ANCHOR_LEAD))
    place = Place(block.arm, block, arm=True, tier=tier)
    if at >= start or block.kind in _ARMS:
        return place
    statement = source.tree.statement_from(at, block.core)
    if statement is None:
        return place if block.is_definition else replace(place, partial=True)
    header = Span(statement.start, block.header.end)
    around = replace(
        block,
        span=statement,
        core=statement,
        arm=statement,
        header=header,
        path=(),
        attached=(),
        decorators=(),
        prefix=None,
        trailing=None,
    )
    return Place(statement, around, arm=True, tier=tier, named=block)


def _opening(block: Block) -> int:
    return block.span.start if block.is_definition else block.core.start


def _header_stop(source: Source, block: Block) -> int:
    """Give the end of the header's own line part: with the brace that opens the body."""
    if block.body is None:
        return block.header.end
    return block.body.start if block.layout is Layout.BRACE else block.header.end


def _ranged(source: Source, target: AnchorRange, scope: Scope, limit: Match) -> Place | Miss:
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
        others = tuple(hit.span for hit in found.outside)
        before = [s for s in others if s.end <= start.span.start]
        reason = (
            Reason.INVERTED_RANGE
            if before and len(before) == len(others)
            else Reason.ANCHOR_NOT_FOUND
        )
        where = f"; it stands at {_lines_text(source, others)}" if others else ""
        return Miss(
            reason,
            f"end: {_short(target.end.text)} does not follow the start in the same block{where}",
            "name an end that stands after the start, in the block that holds it",
            target.end.text,
            others,
        )
    end = found.occurrences[wanted - 1]
    if target.end.occurrence is None:
        end = next(
            (hit for hit in found.occurrences if _closes_all(source, start.span, hit.span, target)),
            end,
        )
    if target.inclusive:
        return Place(Span(start.span.start, end.span.end), tier=start.tier, by_text=True)
    return Place(_strictly_between(source, start.span, end.span), tier=start.tier, by_text=True)


def _closes_all(source: Source, start: Span, end: Span, target: AnchorRange) -> bool:
    """Tell whether every block that begins between two landmarks ends there as well."""
    area = Span(start.start, end.end) if target.inclusive else Span(start.end, end.start)
    if source.tree is None:
        code = textblocks.mask(source.data, source.profile)[area.start : area.end]
        return all(code.count(opener) == code.count(closer) for opener, closer in _BRACKETS)
    inside = (*source.tree.definitions(area), *source.tree.blocks(area))
    return not any(area.start <= b.core.start < area.end < b.core.end for b in inside)


def _strictly_between(source: Source, start: Span, end: Span) -> Span:
    """Give the text between two landmarks: whole lines where they stand on lines of their own.

    The last line's ending is left out, as everywhere; with no line between, the span is empty.
    """
    gap = source.data[start.end : end.start]
    breaks = list(_LINE_END.finditer(gap))
    if not breaks or gap[: breaks[0].start()].strip() or gap[breaks[-1].end() :].strip():
        return Span(start.end, end.start)
    first = start.end + breaks[0].end()
    return Span(first, max(first, start.end + breaks[-1].start()))


def _numbered(source: Source, target: Lines) -> Place | Miss:
    span = lines_span(source, target.lines)
    if target.version is not None and target.version != source.document.version:
        return Miss(
            Reason.STALE,
            f"{_these(target.lines, 'was', 'were')} read from version {target.version}, and the"
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
            f"{_these(target.lines, 'was', 'were')} named without what is there",
            "pass `expected`, the text of these lines as you know it, or the `version` that they"
            " were read from",
            hits=(span,),
        )
    found = ladder.find(
        source,
        to_bytes(target.expected),
        limit=Match.WHITESPACE,
        scope=(_padded(source, span),),
    )
    if any(_covers(source.data, hit.span, span) for hit in found.occurrences):
        return Place(span, by_text=True)
    moved = tuple(hit.span for hit in (*found.occurrences, *found.outside))
    where = f"; that text stands at {_lines_text(source, moved)}" if moved else ""
    return Miss(
        Reason.CONTENT_MISMATCH,
        f"{_these(target.lines, 'does', 'do')} not hold the expected content{where}",
        "pass the lines as they are now",
        target.expected,
        (span,),
    )


def _these(lines: LineRange, one: str, several: str) -> str:
    return f"line {lines} {one}" if lines.first == lines.last else f"lines {lines} {several}"


def _padded(source: Source, span: Span) -> Span:
    """Take in the line ending, so that expected text may end with one."""
    document = source.document
    return Span(span.start, document.lines_span(document.line_range(span)).end)


def _covers(data: bytes, hit: Span, span: Span) -> bool:
    return _core_of(data, hit) == _core_of(data, span)
