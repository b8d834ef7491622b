"""Where the lines of a content begin and end, their indentation and their line endings.

Indentation consists of spaces and tabs, not form feeds, so that new text never begins with one. A lone carriage
return ends a line, as everywhere in structedit.

Not here: the indentation of new text (`tree.layout.indent`), blanks ignored by a search
(`search.alignment.folding`).
"""

from __future__ import annotations

from collections.abc import Iterator

from structedit.text.document import Span, split_ending, split_lines
from structedit.text.lazily import regex

TAB = 8
"""Columns of a tab, given by terminals, Python and POSIX: for comparing depths, never for writing."""

BLANKS = b" \t\x0c"
SPACE = b" \t\x0c\r\n"
"""Blanks on a line, and those between lines."""

_WINDOW = 64
"""Bytes searched first for something that usually is near: a line or two. Chosen by judgement."""

LINE_END = regex(rb"\r\n|\n|\r")
"""A line break."""

_INDENT = regex(rb"[ \t]*")


def indent_of(line: bytes) -> bytes:
    """Return the spaces and tabs at the start of a line."""
    match = _INDENT.match(line)
    return match[0] if match else b""


def indent_width(line: bytes) -> int:
    r"""Return the columns by which a line is indented.

    >>> indent_width(b"  \tx")
    8
    """
    return len(indent_of(line).expandtabs(TAB))


def line_start(data: bytes, at: int) -> int:
    """Return the start of the line that contains an offset."""
    reach = _WINDOW
    while True:
        start = max(0, at - reach)
        found = max(data.rfind(b"\n", start, at), data.rfind(b"\r", start, at))
        if found >= 0 or start == 0:
            return found + 1
        reach *= 4


def text_end(data: bytes, at: int, blanks: bytes = SPACE) -> int:
    """Return the end of the last text before an offset: the offset itself, or where blanks begin.

    >>> text_end(b"a  \\n b", 5), text_end(b"a  \\n b", 5, b" ")
    (1, 4)
    """
    reach = _WINDOW
    while True:
        start = max(0, at - reach)
        kept = data[start:at].rstrip(blanks)
        if kept or start == 0:
            return start + len(kept)
        reach *= 4


def trimmed(data: bytes, span: Span) -> Span:
    """Return a span without the blanks at its edges.

    >>> trimmed(b" a b ", Span(0, 5)), trimmed(b"a  b", Span(1, 3))
    (Span(start=1, end=4), Span(start=3, end=3))
    """
    start = min(text_start(data, span.start), span.end)
    return Span(start, max(start, text_end(data, span.end)))


def text_start(data: bytes, at: int, blanks: bytes = SPACE) -> int:
    """Return the start of the first text at or after an offset: the offset itself, or where blanks end.

    >>> text_start(b"a  \\n b", 1), text_start(b"a", 1)
    (5, 1)
    """
    reach = _WINDOW
    while True:
        piece = data[at : at + reach]
        kept = piece.lstrip(blanks)
        if kept or at + reach >= len(data):
            return at + len(piece) - len(kept)
        reach *= 4


def line_before(data: bytes, at: int) -> bytes:
    """Return the text on a line before an offset."""
    return data[line_start(data, at) : at]


def line_end(data: bytes, at: int) -> int:
    """Return the offset of the first line break at or after an offset, or the end of the content."""
    newline = data.find(b"\n", at)
    lone = data.find(b"\r", at, newline if newline >= 0 else len(data))
    if lone >= 0:
        return lone
    return newline if newline >= 0 else len(data)


def next_line(data: bytes, at: int) -> int:
    """Return the start of the line after the one that contains an offset."""
    end = line_end(data, at)
    if data.startswith(b"\r\n", end):
        return end + 2
    return min(end + 1, len(data))


def indent_at(data: bytes, at: int) -> bytes:
    """Return the spaces and tabs at the start of an offset's line."""
    found = _INDENT.match(data, line_start(data, at))
    return found[0] if found else b""


def width_at(data: bytes, at: int) -> int:
    """Return the columns by which an offset's line is indented."""
    return len(indent_at(data, at).expandtabs(TAB))


def begins_line(data: bytes, at: int) -> bool:
    """Return True if only blanks precede an offset on its line."""
    return not data[line_start(data, at) : at].strip(b" \t\x0c")


def ends_line(data: bytes, at: int) -> bool:
    """Return True if only blanks follow an offset on its line."""
    return not data[at : line_end(data, at)].strip(b" \t")


def line_spans(data: bytes, area: Span) -> Iterator[Span]:
    r"""Yield the lines of an area of a text, without their line breaks.

    >>> list(line_spans(b"a\n\nbc", Span(0, 5)))
    [Span(start=0, end=1), Span(start=2, end=2), Span(start=3, end=5)]
    """
    at = area.start
    for line in split_lines(area.of(data)):
        yield Span(at, at + len(split_ending(line)[0]))
        at += len(line)


def ending_at(data: bytes, at: int) -> bytes:
    """Return the line ending for new lines at an offset: that of its own line, else of the line above.

    It is ``\\n`` if the content is one line without a line break.
    """
    own = line_start(data, at)
    above = own - (2 if data.endswith(b"\r\n", 0, own) else 1)
    for start in (own, line_start(data, max(0, above))):
        end = line_end(data, start)
        if end < len(data):
            return split_ending(data[start : next_line(data, start)])[1]
    return b"\n"


def with_endings(data: bytes, at: int, text: bytes) -> bytes:
    r"""Convert a text's line endings to those of its place, unless it contains a ``\r``.

    For text that is written unchanged. In a change that is merged into the file's text, unchanged lines keep their
    endings, and new ones take those of their neighbours (`search.alignment.merge`: `_replace` at the tier `exact`,
    else `merge_walk`).
    """
    ending = ending_at(data, at)
    return text if ending == b"\n" or b"\r" in text else text.replace(b"\n", ending)
