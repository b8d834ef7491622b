"""Another layout beside a syntax error, where what the parser says of it may be wrong.

The tokens of both sides are equal, one by one, and nothing else is between them. Then lines may be
broken otherwise inside of parentheses and square brackets, outside of strings and comments: there
no line's end means anything, whatever the error is.
"""

from __future__ import annotations

from itertools import pairwise

from structedit.syntax import masking
from structedit.syntax.nodes import Layout
from structedit.syntax.source import Source
from structedit.text.document import Span

_OPENERS, _CLOSERS = (b"(", b"["), (b")", b"]")


def is_plain(source: Source, needle: bytes, strands: tuple[tuple[Span, Span], ...]) -> bool:
    """Tell whether a needle differs from the file in the lines inside of brackets alone."""
    data, depth = source.data, 0
    odd: list[tuple[int, Span]] = []
    if source.profile.family is Layout.INDENT:
        return False
    for (own, file), (next_own, next_file) in pairwise(strands):
        text = file.of(data)
        pairs = ((own, file), (next_own, next_file))
        if any(_lines(a.of(needle)) != _lines(b.of(data)) for a, b in pairs):
            return False
        depth += (text in _OPENERS) - (text in _CLOSERS)
        gap, wanted = data[file.end : next_file.start], needle[own.end : next_own.start]
        if gap.strip() or wanted.strip():
            return False
        if (b"\n" in gap) != (b"\n" in wanted):
            odd.append((depth, Span(file.end, next_file.start)))
    return bool(odd) and all(depth > 0 and _is_code(source, span) for depth, span in odd)


def _lines(token: bytes) -> list[bytes]:
    return [line.strip() for line in token.split(b"\n")]


def _is_code(source: Source, gap: Span) -> bool:
    """Tell whether a gap is outside of strings, comments and lines for a preprocessor."""
    data = source.data
    line = data[data.rfind(b"\n", 0, gap.start) + 1 : gap.start]
    for token in masking.scan(data, source.profile).tokens:
        holds = token.start < gap.start and gap.end < token.end
        ends = token.kind is masking.Kind.COMMENT and token.start < gap.start <= token.end
        if holds or ends:
            return False
    return not line.lstrip().startswith(b"#")
