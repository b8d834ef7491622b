"""Lines of a new text that are inside strings, determined where the text lands.

A text that begins inside a string of the file, as below the first line of a docstring, ends that
string before it opens another: its first quotes close. So such a text is read after the line
that opens the string.
"""

from __future__ import annotations

from collections.abc import Collection

from structedit.text.document import Span, split_ending, split_lines
from structedit.text.lines import line_start
from structedit.tree.layout.indent import Fragment, fragment
from structedit.tree.source import Source


def fragment_at(source: Source, at: int, text: bytes) -> Fragment:
    """Split a text that lands at an offset into lines and find its multi-line strings."""
    opening = _opening_line(source, at)
    if opening is None:
        return fragment(source, text)
    piece = fragment(source, opening + b"\n" + text)
    strings = tuple(
        (max(0, first - 1), last - 1, is_doc) for first, last, is_doc in piece.strings if last > 0
    )
    return Fragment(piece.lines[1:], strings)


def still_lines(source: Source, at: int, text: bytes, paired: Collection[int]) -> frozenset[int]:
    """The lines inside strings that are new, docstrings left out.

    `paired` are lines that the old text has as well: a string that both have was indented along
    with the caller's code, as docstrings are.
    """
    inside: set[int] = set()
    for first, last, is_doc in fragment_at(source, at, text).strings:
        continued = set(range(first, last + 1))
        if not is_doc and continued.isdisjoint(paired):
            inside |= continued
    return frozenset(inside)


def _opening_line(source: Source, at: int) -> bytes | None:
    """The first line of the string that an offset's line begins in, from its quotes on; None if none."""
    if source.tree is None:
        return None
    start = line_start(source.data, at)
    around = source.tree.multiline_strings(Span(start, start + 1))
    held = next((span for span, _ in around if span.start < start < span.end), None)
    return None if held is None else split_ending(split_lines(held.of(source.data))[0])[0]
