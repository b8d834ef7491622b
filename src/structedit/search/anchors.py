"""From an anchor, a place named by its text, to the block that this text opens.

With the anchor `def total(` the block is that whole function.
"""

from __future__ import annotations

from structedit.calls.places import Anchor
from structedit.calls.requests import Match
from structedit.calls.statuses import Reason
from structedit.languages.profiles import Layout
from structedit.search.found import Miss, Place, find_text
from structedit.search.scopes import Scope
from structedit.text.document import Span
from structedit.text.lazily import regex
from structedit.text.lines import begins_line, line_start, text_end, width_at
from structedit.text.values import replace
from structedit.tree.nodes import Block
from structedit.tree.source import Source
from structedit.tree.without_grammar import text_blocks

_GOES_ON = tuple(bytes([sign]) for sign in b"{([,;|&+-*/\\=")
"""What a line ends in whose expression goes on below."""

_SPACE = b" \t\r\n\x0c"
_ANCHOR_LEAD = b" \t\r\n\x0c})];"
_FIRST_WORD = regex(rb"[\w']+")
_ARMS = ("elif", "else", "catch", "finally", "case")


def anchored(source: Source, anchor: Anchor, scope: Scope, limit: Match) -> Place | Miss:
    """Find an anchor's text and the block that it opens."""
    hit = find_text(source, anchor.text, anchor.occurrence, scope.span, limit)
    if isinstance(hit, Miss):
        return as_anchor_miss(hit)
    span = core_of(source.data, hit.span)
    if source.tree is not None:
        block = opened_by(source, span)
        if block is not None:
            return _opened_place(source, span, block, hit.tier)
        lines = source.document.lines_span(source.document.line_range(span))
        if not source.tree.faults(lines):
            return _opens_nothing(source, anchor.text, span)
    opened = text_blocks.opened_block(source.data, span, source.profile)
    if isinstance(opened, Block):
        return Place(opened.arm, opened, arm=True, tier=hit.tier, by_text=True)
    if opened.reason == "unbalanced" or source.tree is None:
        return Miss(
            Reason(opened.reason),
            f"{opened.message} (line {opened.line})",
            "name the first and the last line of the block (start, end), or edit it as text:"
            " str_replace",
            anchor.text,
            (span,),
        )
    return _opens_nothing(source, anchor.text, span)


def as_anchor_miss(miss: Miss) -> Miss:
    """A failed text search with the reason that it has for an anchor."""
    reason = {
        Reason.SEVERAL_MATCHES: Reason.AMBIGUOUS_ANCHOR,
        Reason.NO_MATCH: Reason.ANCHOR_NOT_FOUND,
    }.get(miss.reason, miss.reason)
    return Miss(reason, f"anchor: {miss.message}", miss.fix, miss.needle, miss.hits)


def _opens_nothing(source: Source, text: str, span: Span) -> Miss:
    holder = None
    if source.tree is not None:
        if any(lines.overlaps(span) for lines in source.tree.hidden):
            return Miss(
                Reason.NOT_A_BLOCK,
                f"line {source.document.line_of(span.start)} does not parse, so no block that it opens is known",
                "edit the lines as text: str_replace, or name the first and the last of them (start, end)",
                text,
                (span,),
            )
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


def core_of(data: bytes, span: Span) -> Span:
    """A span without the blanks at its edges."""
    text = span.of(data)
    start = span.start + len(text) - len(text.lstrip(_SPACE))
    return Span(start, max(start, span.start + len(text.rstrip(_SPACE))))


def opened_by(source: Source, span: Span) -> Block | None:
    """The block whose header starts in an anchor's text, else the one whose header holds it; or None.

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
        first = min(starting, key=lambda b: (_opening(b), -b.core.end))
        # What does not parse in front of it may be what the text opens.
        in_front = Span(area.start, _opening(first))
        torn = len(in_front) > 0 and bool(source.faults(in_front))
        # Nor is it the next one where it ends the header of another, as of an arm below lines that are hidden.
        ends = any(
            b.header.start < area.start < b.header.end <= in_front.end for b in blocks if b != first
        )
        return None if torn or ends else first
    inside = [
        b for b in blocks if b.header.start <= area.start and area.end <= _header_stop(source, b)
    ]
    found = min(inside, key=lambda b: len(b.core), default=None)
    return None if found is not None and _may_begin_anew(source.data, area, found) else found


def _may_begin_anew(data: bytes, text: Span, block: Block) -> bool:
    """Whether a text in a header begins a line as deep as the header's first, and does not hold the block's name.

    What stands above it may be another alternative, or half a statement: `| A`, and below it `| B -> x`. What ends
    in a sign that joins, as a list of selectors does, goes on.
    """
    is_named = block.name is not None and text.contains(block.name)
    as_deep = width_at(data, text.start) == width_at(data, block.core.start)
    goes_on = data.endswith(_GOES_ON, 0, text_end(data, line_start(data, text.start)))
    return not (is_named or goes_on) and as_deep and begins_line(data, text.start)


def _opened_place(source: Source, span: Span, block: Block, tier: str) -> Place:
    """The place of an opened block: the whole statement where the anchor begins with it.

    `items.forEach((x) => {` opens a function, and means the call that it is an argument of.
    """
    assert source.tree is not None
    data, start = source.data, _opening(block)
    line = max(span.start, line_start(data, start))
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
    """The end of a header, with the brace that opens the body."""
    if block.body is None:
        return block.header.end
    return block.body.start if block.layout is Layout.BRACE else block.header.end
