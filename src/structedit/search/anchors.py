"""Find the block or node that an anchor means: a place named by its text.

The last opener of the text decides: the bracket, word or colon that the text opens and does not close.

    def total(self):          the function, whose body `:` opens
    items.forEach((x) => {    the call, which ends on the line of its `}`
    function f(opts: {        refused: `{` opens a type, and `f` continues below its `}`

A text that opens nothing means the largest node that begins with it: `def total`, `<Foo a={1} />`, `b: 2`.
"""

from __future__ import annotations

from structedit.calls.places import Anchor
from structedit.calls.requests import Match
from structedit.calls.statuses import Reason
from structedit.languages.kinds import ARMS
from structedit.languages.profiles import Layout
from structedit.search.found import Miss, Place, find_text
from structedit.search.scopes import Scope
from structedit.text.document import Span, to_text
from structedit.text.lines import begins_line, line_end, line_start, text_end, text_start, width_at
from structedit.text.values import dataclass, replace
from structedit.tree.broken import doubt
from structedit.tree.nodes import NODE, Block
from structedit.tree.source import Source
from structedit.tree.without_grammar import text_blocks

_SPACE = b" \t\r\n\x0c"
_ANCHOR_LEAD = b" \t\r\n\x0c})];,"
"""Text that may be before the code that an anchor means, as in `} else {`."""

_CONTINUED = tuple(bytes([sign]) for sign in b"{([,;|&+-*/\\=")
"""The ends of lines whose expression continues below."""

_OPENERS = (b"{", b"(", b"[")

_PLAIN = ("variable", "constant", "field")
"""Kinds of definitions whose value is no body."""


@dataclass(frozen=True, slots=True)
class _Opener:
    """The last letter of an opener, the end of its pair, and the blocks with that pair as body."""

    at: int
    end: int
    blocks: tuple[Block, ...]


def anchored(source: Source, anchor: Anchor, scope: Scope, limit: Match) -> Place | Miss:
    """Find an anchor's text and the block or node that it means."""
    hit = find_text(source, anchor.text, anchor.occurrence, scope.span, limit)
    if isinstance(hit, Miss):
        return as_anchor_miss(hit)
    span = core_of(source.data, hit.span)
    if source.tree is not None:
        found = meant_by(source, span)
        if isinstance(found, Place):
            return replace(found, tier=hit.tier)
        lines = source.document.lines_span(source.document.line_range(span))
        if not doubt.is_uncertain(source.tree, lines):
            return replace(found, needle=anchor.text, pair=found.pair or _raw_pair(source, span))
    opened = text_blocks.opened_block(source.data, span, source.profile)
    if isinstance(opened, Block):
        return Place(opened.arm, opened, arm=True, tier=hit.tier, by_text=True)
    if opened.reason == "unbalanced" or source.tree is None:
        return Miss(
            Reason(opened.reason),
            f"{opened.message} (line {opened.line})",
            "give the first and last line of the block with `start` and `end`, or edit it with"
            " str_replace",
            anchor.text,
            (span,),
        )
    return _opens_nothing(source, anchor.text, span)


def as_anchor_miss(miss: Miss) -> Miss:
    """Return a failed text search with the reason that it has for an anchor."""
    reason = {
        Reason.SEVERAL_MATCHES: Reason.AMBIGUOUS_ANCHOR,
        Reason.NO_MATCH: Reason.ANCHOR_NOT_FOUND,
    }.get(miss.reason, miss.reason)
    return Miss(reason, f"anchor: {miss.message}", miss.fix, miss.needle, miss.hits)


def _opens_nothing(source: Source, text: str, span: Span) -> Miss:
    holder = None
    if source.tree is not None:
        if doubt.is_uncertain(source.tree, span):
            return Miss(
                Reason.NOT_A_BLOCK,
                f"line {source.document.line_of(span.start)} does not parse, so it is not known which block it opens",
                "edit the lines with str_replace, or give the first and last of them with `start` and `end`",
                text,
                (span,),
            )
        around = [*source.tree.definitions(span), *source.tree.blocks(span)]
        around_it = [b for b in around if b.core.contains(span)]
        holder = min(around_it, key=lambda b: len(b.core), default=None)
    return Miss(
        Reason.NOT_A_BLOCK,
        f"the text at line {source.document.line_of(span.start)} opens no block",
        "give its first and last line with `start` and `end`, or edit it with str_replace",
        text,
        (span,),
        (holder,) if holder is not None else (),
    )


def _raw_pair(source: Source, span: Span) -> Span | None:
    """Return the brackets of an opener at the end of a text without a token for it: in the code of an attribute."""
    data, at = source.data, span.end - 1
    if data[at : at + 1] not in _OPENERS or source.tree is None:
        return None
    around = source.tree.statement_at(Span(at, at + 1))
    inside = Span(at, around.end)
    code = text_blocks.mask(inside.of(data), source.profile)
    depth = 0
    for index, byte in enumerate(code):
        depth += (byte in b"{([") - (byte in b"})]")
        if depth == 0:
            return Span(at, at + index + 1)
    return None


def core_of(data: bytes, span: Span) -> Span:
    """Return a span without the blanks at its edges."""
    text = span.of(data)
    start = span.start + len(text) - len(text.lstrip(_SPACE))
    return Span(start, max(start, span.start + len(text.rstrip(_SPACE))))


def meant_by(source: Source, span: Span) -> Place | Miss:
    """Find the block or node that the text at `span` means: the one that its last opener opens.

    Skip closers in front (`} else {`).
    """
    assert source.tree is not None
    data, tree = source.data, source.tree
    start = span.start + len(span.of(data)) - len(span.of(data).lstrip(_ANCHOR_LEAD))
    text = Span(start, span.end) if start < span.end else span
    line = Span(text.start, max(text.end, line_end(data, text.end)))
    blocks = tuple(b for b in (*tree.definitions(line), *tree.blocks(line)) if b.body is not None)
    openers = _openers(source, text, blocks)
    if not openers:
        return _place_without_opener(source, text, line, blocks)
    first, last = openers[0], openers[-1]
    found = _opened(source, text.start, last)
    if line_start(data, first.at) == line_start(data, last.at):
        return found
    # A line added above selects one of several places, and so does a line added below.
    outer = _opened(source, text.start, first)
    if isinstance(found, Place) and isinstance(outer, Place) and found.span == outer.span:
        return found
    return _refuse_two_blocks(source, span, outer, found)


def _openers(source: Source, text: Span, blocks: tuple[Block, ...]) -> list[_Opener]:
    """Return the openers of a text that it does not close: brackets, and words and colons that end a block's header.

    A pair that ends on its own line is part of a header (`def total(`), unless it is a block's body.
    """
    assert source.tree is not None
    data, found = source.data, {}
    for pair in source.tree.left_open(text):
        inside = Span(pair.start + 1, pair.end - 1)
        own = tuple(b for b in blocks if b.body in (pair, inside))
        if own or b"\n" in pair.of(data):
            found[pair.start] = _Opener(pair.start, pair.end, own)
    for block in blocks:
        at = block.header.end - 1
        is_bracket = any(block in opener.blocks for opener in found.values())
        is_here = text.start <= at < text.end < block.arm.end
        if is_here and not is_bracket and at not in found and block.kind not in _PLAIN:
            own = tuple(b for b in blocks if b.header.end - 1 == at and b.kind not in _PLAIN)
            found[at] = _Opener(at, max(b.arm.end for b in own), own)
    return [found[at] for at in sorted(found)]


def _opened(source: Source, start: int, opener: _Opener) -> Place | Miss:
    """Return the place that an opener opens, for a text that begins at `start`.

    That is the block whose own body it opens, or the statement that begins with the text and ends on the last
    line of the opened pair.
    """
    assert source.tree is not None
    data, tree = source.data, source.tree
    pair = Span(opener.at, opener.end)
    own = [b for b in opener.blocks if b.kind not in _PLAIN]
    block = min(own, key=lambda b: (not b.is_definition, _opening(b), -b.core.end), default=None)
    at = opener.at if block is None else _opening(block)
    # Lines above the first line of the block only select one of several places.
    begins = max(start, text_start(data, line_start(data, at), _ANCHOR_LEAD))
    is_arm = block is not None and block.kind in ARMS and begins >= line_start(data, at)
    if block is not None and (begins >= at or is_arm):
        if _may_begin_anew(data, Span(start, opener.at + 1), block):
            return _opens_a_part(source, start, pair)
        return Place(block.arm, block, arm=True)
    for first in dict.fromkeys((start, begins)):
        whole = tree.statement_from(first, pair)
        if whole is not None and whole.end <= line_end(data, pair.end):
            return _as_place(source, whole, block, pair)
    if block is not None:
        place = Place(block.arm, block, arm=True)
        return place if block.is_definition else replace(place, partial=True)
    return _opens_a_part(source, start, pair)


def _place_without_opener(
    source: Source, text: Span, line: Span, blocks: tuple[Block, ...]
) -> Place | Miss:
    """Return the place of a text that opens nothing: the node that begins with it, or the block that it names."""
    assert source.tree is not None
    data, tree = source.data, source.tree
    bare = Span(text.start, text_end(data, text.end, _SPACE + b",;"))
    # A whole string may be an item of a list; a part of one, or a comment, opens nothing.
    if any(one.start < text.start or one.end > bare.end for one in tree.opaque(text)):
        return _opens_nothing(source, "", text)
    beginning = [b for b in blocks if text.start in (_opening(b), b.core.start, b.arm.start)]
    if beginning and not all(b.kind in _PLAIN for b in beginning):
        block = max(beginning, key=lambda b: (b.kind not in _PLAIN, len(b.core)))
        return Place(block.arm, block, arm=True)
    openers = _openers(source, line, blocks)
    place = _opened(source, text.start, openers[-1]) if openers else None
    if isinstance(place, Place) and place.span.start == text.start:
        return place
    whole = tree.statement_from(text.start, bare) if len(bare) else None
    if whole is not None:
        return _as_place(source, whole, None, None)
    named = [b for b in blocks if b.name is not None and text.contains(b.name)]
    inside = [b for b in named if b.kind not in _PLAIN and b.header.overlaps(text)]
    # Lines above the first line of a block only select one of several places.
    later = [b for b in blocks if text.start < _opening(b) < text.end]
    later = [b for b in later if begins_line(data, _opening(b))]
    if inside:
        block = min(inside, key=lambda b: len(b.core))
    elif later:
        block = min(later, key=lambda b: (_opening(b), -b.core.end))
    else:
        return _opens_nothing(source, "", text)
    return Place(block.arm, block, arm=True)


def _as_place(source: Source, whole: Span, block: Block | None, pair: Span | None) -> Place:
    """Return a node as a place: the definition that it is, else a block whose body is the pair at its end."""
    assert source.tree is not None
    data = source.data
    for one in (*source.tree.definitions(whole), *source.tree.blocks(whole)):
        if whole in (one.core, one.span) and (one.is_definition or block is None):
            return Place(one.arm, one, arm=True)
    if block is not None:
        header = Span(whole.start, block.header.end)
        around = replace(
            block,
            span=whole,
            core=whole,
            arm=whole,
            header=header,
            path=(),
            attached=(),
            decorators=(),
            prefix=None,
            trailing=None,
        )
        return Place(whole, around, arm=True, named=block)
    body = Span(pair.start + 1, pair.end - 1) if pair else source.tree.between_tags(whole)
    header = Span(whole.start, min(body.start if body else line_end(data, whole.start), whole.end))
    layout = Layout.NONE if body is None else Layout.BRACE if pair else Layout.END
    return Place(whole, Block(NODE, whole, whole, header, body, whole, layout), arm=True)


def _refuse_two_blocks(
    source: Source, span: Span, outer: Place | Miss, inner: Place | Miss
) -> Miss:
    """Return the refusal of a text of several lines that opens several blocks."""
    places = [one for one in (outer, inner) if isinstance(one, Place)]
    blocks = tuple(b for one in places if (b := one.named or one.block) is not None)
    numbers = [str(source.document.line_of(one.span.start)) for one in places]
    lines = f"line{'s' * (len(numbers) > 1)} {' and '.join(numbers)}"
    return Miss(
        Reason.AMBIGUOUS_ANCHOR,
        f"the anchor opens several blocks, at {lines}",
        "pass the one line that opens the block, or its selector",
        "",
        tuple(one.span for one in places) or (span,),
        tuple(b for b in blocks if b.kind != NODE),
    )


def _opens_a_part(source: Source, start: int, pair: Span) -> Miss:
    """Return the refusal of a text whose last opener opens no block, and no statement from the start of the text."""
    assert source.tree is not None
    lines = source.document.line_range(pair)
    around = (*source.tree.definitions(pair), *source.tree.blocks(pair))
    around_it = [b for b in around if b.core.contains(pair) and b.core != pair]
    holder = min(around_it, key=lambda b: len(b.core), default=None)
    sign = pair.of(source.data)[:1]
    end = f"{to_text(sign)!r} at the end" if sign in _OPENERS else "the end"
    part = f", which are only part of the {holder.kind} around them" if holder else ""
    return Miss(
        Reason.NOT_A_BLOCK,
        f"{end} of the anchor opens lines {lines}{part}",
        "give the text from the anchor to the end of these lines with `start` and `end`",
        "",
        (Span(start, pair.end),),
        (holder,) if holder is not None else (),
        pair=pair,
    )


def _may_begin_anew(data: bytes, text: Span, block: Block) -> bool:
    """Return True if a text below the first line of a block's header may begin a block of its own.

    It begins a line as deep as the header does, and nothing joins it to the line above: `| A`, and below it
    `| B -> x`. After `.a,` a line `.b {` is part of the same header.
    """
    if (
        text.start <= _opening(block)
        or text.start <= block.core.start
        or text.start == text.end - 1
    ):
        return False
    is_named = block.name is not None and text.contains(block.name)
    as_deep = width_at(data, text.start) == width_at(data, block.core.start)
    is_continued = data.endswith(_CONTINUED, 0, text_end(data, line_start(data, text.start)))
    return not (is_named or is_continued) and as_deep and begins_line(data, text.start)


def _opening(block: Block) -> int:
    return block.span.start if block.is_definition else block.core.start
