"""The parts of a found block as spans, and their text as shown to a caller.

Writing the shown text of a part back unchanged changes nothing.
Not here: what an edit of a part also changes (`edits`).
"""

from __future__ import annotations

from structedit.calls.places import Part
from structedit.languages.profiles import Layout
from structedit.search.found import Place
from structedit.text.document import Span
from structedit.text.lazily import regex
from structedit.text.lines import indent_of, line_start
from structedit.text.values import replace
from structedit.tree.nodes import Block
from structedit.tree.source import Source

_REST_OF_HEADER = regex(rb"[ \t]*(?:\r\n|\n|\r)?")
_BLANK_LINES = regex(rb"\s*\n")


def with_value(source: Source, place: Place) -> Place:
    """Return the place of a definition that has a value and no body, with the value as its body."""
    block = place.block
    if block is None or source.tree is None:
        return place
    valued = source.tree.with_value(block)
    return place if valued is block else replace(place, block=valued, named=place.named or block)


def part_span(block: Block, part: Part) -> Span | None:
    """Return the span of a part of a block; None without such a part."""
    return {
        Part.WHOLE: block.span,
        Part.STATEMENT: block.core,
        Part.ARM: block.arm,
        Part.BODY: block.body,
        Part.HEADER: block.header,
        Part.DOC: block.doc,
        Part.CONDITION: block.condition,
    }[part]


def shown_span(data: bytes, place: Place, part: Part) -> Span | None:
    """Return the shown text of a part of a place; None if its block has no such part."""
    block = place.block
    if block is None:
        return place.span
    if part is Part.WHOLE:
        return Span(place.span.start, max(place.span.end, block.body.end if block.body else 0))
    chosen = part_span(block, part)
    if chosen is None or part is not Part.BODY:
        return chosen
    is_section = block.layout is Layout.SECTION
    return _from_text(data, chosen) if is_section else from_first_line(data, chosen)


def is_shown_as(data: bytes, place: Place, part: Part, text: bytes) -> bool:
    """Return True if a text is the shown text of a part, at any depth and with any line endings."""
    span = shown_span(data, place, part)
    return span is not None and _bare(text) == _bare(with_indentation(data, span).of(data))


def _bare(text: bytes) -> list[bytes]:
    """Return lines without the indentation of the first one, and without a last blank one."""
    lines = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    if len(lines) > 1 and not lines[-1].strip(b" \t"):
        lines.pop()
    indent = indent_of(lines[0])
    return [line.removeprefix(indent) for line in lines]


def from_first_line(data: bytes, body: Span) -> Span:
    """Return a body without the text between the header and its first line.

    >>> from_first_line(b"f():\\n  a", Span(4, 8))
    Span(start=5, end=8)
    """
    head = _REST_OF_HEADER.match(data, body.start, body.end)
    return Span(head.end(), body.end) if head and head.end() < body.end else body


def _from_text(data: bytes, body: Span) -> Span:
    r"""Return a body without the blank lines above it.

    >>> _from_text(b"# A\n\nx", Span(3, 6))
    Span(start=5, end=6)
    """
    head = _BLANK_LINES.match(data, body.start, body.end)
    return Span(head.end(), body.end) if head else body


def with_indentation(data: bytes, span: Span) -> Span:
    r"""Return the span with the blanks before its first line, so that all its lines are indented alike.

    >>> with_indentation(b"if a:\n    b", Span(10, 11))
    Span(start=6, end=11)
    """
    line = line_start(data, span.start)
    return span if data[line : span.start].strip(b" \t") else Span(line, span.end)
