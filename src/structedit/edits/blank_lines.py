"""Blank lines between blocks: counting them, and how many a new text gets.

A new definition gets as many as its neighbours have between them.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence

from structedit.edits.block_extent import enclosing_blocks
from structedit.edits.new_text import is_label
from structedit.languages.kinds import ARMS, CONTAINERS, FUNCTIONS
from structedit.languages.profiles import Docs, Layout
from structedit.text.document import Span
from structedit.text.lazily import regex
from structedit.text.lines import SPACE, indent_at, indent_of, line_end, line_start, next_line
from structedit.text.values import dataclass
from structedit.tree.layout.indent import trim
from structedit.tree.nodes import Block
from structedit.tree.source import Source

_DIRECTIVE = regex(rb"[ \t]*#[ \t]*(?:if|el|end)")


@dataclass(frozen=True, slots=True)
class Gap:
    """The number of blank lines above and below a span, and the span including them."""

    above: int
    below: int
    start: int
    end: int


def gap_around(data: bytes, lines: Span) -> Gap:
    """Count the blank lines around whole lines."""
    above, start = 0, lines.start
    while start > 0:
        previous = line_start(data, _before_ending(data, start))
        if data[previous:start].strip(SPACE):
            break
        above, start = above + 1, previous
    below, end = 0, lines.end
    while end < len(data):
        following = next_line(data, end)
        if data[end:following].strip(SPACE):
            break
        below, end = below + 1, following
        if following == len(data) and end == following:
            break
    return Gap(above, below, start, end)


def _before_ending(data: bytes, at: int) -> int:
    """Return an offset inside the line that ends at `at`."""
    return at - 2 if data[at - 2 : at] == b"\r\n" else at - 1


def skip_blank_lines(data: bytes, at: int, count: int) -> int:
    """Return the offset `count` lines further down."""
    for _ in range(count):
        at = next_line(data, at)
    return at


def line_above(data: bytes, at: int) -> bytes | None:
    """Return the line that ends at an offset, with its line break; None at the top of the file."""
    if at == 0:
        return None
    start = line_start(data, _before_ending(data, at))
    return data[start:at]


def line_below(data: bytes, at: int) -> bytes | None:
    """Return the line that begins at an offset; None at the end of the file."""
    return data[at : line_end(data, at)] if at < len(data) else None


def gap_for(source: Source, block: Block, whole: Span, text: bytes, *, after: bool) -> int:
    """Return how many blank lines to put between a block and a text inserted next to it."""
    if block.kind in ARMS:
        return 0
    if source.profile.is_data and block.layout is not Layout.SECTION:
        return least_gap_around(source, whole, lambda: _keys_beside(source, block))
    data = source.data
    lines = Span(line_start(data, whole.start), next_line(data, line_end(data, whole.end)))
    gap = gap_around(data, lines)
    here = len(indent_at(data, whole.start))
    above, below = line_above(data, gap.start), line_below(data, gap.end)
    nearest = (gap.below, below), (gap.above, above)
    widths = [
        width
        for width, line in (nearest if after else reversed(nearest))
        if line is not None and len(indent_of(line)) == here and not _is_closing_line(source, line)
    ]
    if _is_set_apart(source, block) and (block.is_definition or _brings_call(source, text)):
        if widths:
            return widths[0]
    elif not brings_definition(source, text):
        return min(widths, default=0) if block.is_definition else 0
    elif not block.is_definition:
        return 1
    elif block.kind == "declaration" and b"\n" not in trim(text):
        return min(widths, default=source.profile.blank_lines[1])
    around = [b for b in enclosing_blocks(source, block) if b.is_definition]
    if around and around[-1].kind == "property":
        return 0  # accessors have no blank lines between them
    return source.profile.blank_lines[1] if around else source.profile.blank_lines[0]


def _is_set_apart(source: Source, block: Block) -> bool:
    """Return True if blank lines usually separate a block of this kind from its neighbours."""
    kept = block.kind not in source.profile.demoted or block.kind in (
        "constructor",
        "impl",
        "extension",
    )
    return block.label is not None or (block.is_definition and kept)


def _is_closing_line(source: Source, line: bytes) -> bool:
    """Return True if a line ends or divides the enclosing block, so that it is no sibling."""
    if line.lstrip().startswith((b"}", b"end", b")")) or is_label(line):
        return True
    return is_directive(source, line)


def brings_definition(source: Source, text: bytes) -> bool:
    """Return True if a text contains a definition that has a body."""
    piece = source.read_fragment(trim(text))
    found = piece.definitions if piece is not None else ()
    return any(b.kind not in source.profile.demoted and b.body is not None for b in found)


def _brings_call(source: Source, text: bytes) -> bool:
    """Return True if a text contains a labelled call, for example a test case: `it("works", …)`."""
    piece = source.read_fragment(trim(text))
    return piece is not None and any(b.label is not None for b in piece.blocks)


def member_gap(source: Source, block: Block, body: Span, text: bytes, *, at_end: bool) -> int:
    """Return how many blank lines to put between the members of a block and a text added to them."""
    if source.tree is None:
        return 0
    if source.profile.is_data:
        return _least_gap(source, body, source.tree.definitions(body))
    if brings_definition(source, text) or _meets_member(source, block, body, at_end):
        members = [b for b in source.tree.definitions(body) if b.kind not in source.profile.demoted]
    elif _brings_call(source, text):
        members = [b for b in source.tree.blocks(body) if b.label is not None]
    elif block.is_definition and block.kind not in FUNCTIONS:
        values = [b for b in source.tree.definitions(body) if b.kind in source.profile.demoted]
        return _least_gap(source, body, values)
    else:
        return 0
    direct = _direct(body, members)
    for one, other in itertools.pairwise(direct):
        if (gap := _gap_between(source, one, other)) is not None:
            return gap
    if at_end and _ends_in_doc(source, body):
        return max(1, source.profile.blank_lines[1])
    has_doc = block.doc is not None and body.contains(block.doc)
    apart = direct or has_doc or b"\n" in body.of(source.data).strip()
    return source.profile.blank_lines[1] if apart else 0


def _direct(body: Span, members: Sequence[Block]) -> list[Block]:
    """Return those blocks in a body that no other one of them contains."""
    inside = [b for b in members if body.contains(b.core)]
    return [b for b in inside if not any(o.core.contains(b.core) and o != b for o in inside)]


def _gap_between(source: Source, one: Block, other: Block) -> int | None:
    """Return the number of blank lines between two blocks; None if other text is between them."""
    between = source.data[one.span.end : other.whole.start]
    if between.strip(SPACE):
        return None
    return max(0, max(between.count(b"\n"), between.count(b"\r")) - 1)


def _least_gap(source: Source, body: Span, members: Sequence[Block]) -> int:
    """Return the smallest number of blank lines between two adjacent members of a body."""
    pairs = itertools.pairwise(_direct(body, members))
    gaps = [_gap_between(source, one, other) for one, other in pairs]
    return min((gap for gap in gaps if gap is not None), default=0)


def least_gap_around(source: Source, whole: Span, siblings: Callable[[], Iterable[Span]]) -> int:
    """Return the smaller number of blank lines on the two sides of an item or key that has its own lines.

    With a neighbour on one side only, return the smallest number between any two siblings.
    """
    data = source.data
    lines = Span(line_start(data, whole.start), next_line(data, line_end(data, whole.end)))
    gap, here = gap_around(data, lines), len(indent_at(data, whole.start))
    above, below = line_above(data, gap.start), line_below(data, gap.end)
    widths = []
    if above is not None and len(indent_of(above)) >= here:  # a neighbour may end deeper
        widths.append(gap.above)
    if below is not None and len(indent_of(below)) == here and not _is_closing_line(source, below):
        widths.append(gap.below)
    if len(widths) == 1 and widths[0]:
        for one, other in itertools.pairwise(siblings()):
            rows = (data[one.end : other.start] + b".").splitlines()[1:-1]
            widths.append(sum(not row.strip() for row in rows))
    return min(widths, default=0)


def _keys_beside(source: Source, block: Block) -> Iterable[Span]:
    """Yield the spans of all keys of the map that contains a key."""
    assert source.tree is not None
    around = [b for b in enclosing_blocks(source, block) if b.is_definition]
    held = source.tree.definitions(around[-1].core if around else None)
    return [b.span for b in held if b.path[:-1] == block.path[:-1]]


def _ends_in_doc(source: Source, body: Span) -> bool:
    """Return True if a body ends with documentation about the member above it."""
    if source.profile.docs is not Docs.BELOW or source.tree is None:
        return False
    edge = body.start + len(body.of(source.data).rstrip(SPACE))
    return any(b.doc is not None and b.doc.end == edge for b in source.tree.definitions(body))


def _meets_member(source: Source, block: Block, span: Span, at_end: bool) -> bool:
    """Return True if text inserted at one end of a type's body will be next to a method."""
    if source.tree is None or block.kind not in CONTAINERS:
        return False
    body = span.of(source.data)
    edge = span.start + len(body.rstrip(SPACE))
    if not at_end:
        edge = span.start + len(body) - len(body.lstrip(SPACE))
    met = [
        b
        for b in source.tree.definitions(span)
        if (b.whole.end if at_end else b.whole.start) == edge
    ]
    return any(_is_set_apart(source, b) and b.body is not None for b in met)


def is_directive(source: Source, line: bytes) -> bool:
    """Return True if a line is a preprocessor condition: `#if`, `#else`, `#endif` and their variants."""
    return "#endif" in source.profile.nodes.closers and _DIRECTIVE.match(line) is not None
