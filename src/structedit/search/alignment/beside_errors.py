"""Other line breaks beside a syntax error, where the parser's reading of the text may be wrong.

The tokens of both sides are equal, one by one, and nothing else is between them. Then line breaks may
differ inside of parentheses and square brackets that are closed, outside of strings and
comments: there no line's end means anything, whatever the error is. Nowhere else may they differ.
"""

from __future__ import annotations

from structedit.languages.profiles import Layout, LiteralRole
from structedit.search.alignment.occurrences import Run
from structedit.text.document import Span
from structedit.text.lines import line_before
from structedit.tree.source import Source
from structedit.tree.without_grammar import masking

_OPENERS, _CLOSERS = (b"(", b"["), (b")", b"]")


def is_plain(source: Source, needle: bytes, runs: tuple[Run, ...]) -> bool:
    """Whether a needle differs from the file only in line breaks inside of brackets."""
    data, depth = source.data, 0
    gaps: list[tuple[int, Span]] = []
    if source.profile.family is Layout.INDENT or source.profile.optional_ends:
        return False
    for at, run in enumerate(runs):
        text = run.file.of(data)
        if _lines(run.old.of(needle)) != _lines(text):
            return False
        if at:
            before = runs[at - 1]
            gap = data[before.file.end : run.file.start]
            wanted = needle[before.old.end : run.old.start]
            if gap.strip() or wanted.strip():
                return False
            if (b"\n" in gap) != (b"\n" in wanted):
                gaps.append((depth, Span(before.file.end, run.file.start)))
                if depth <= 0 or not _is_code(source, gaps[-1][1]):
                    return False
        depth += (text in _OPENERS) - (text in _CLOSERS)
        gaps = [row for row in gaps if row[0] <= depth]
    return not gaps


def _lines(token: bytes) -> list[bytes]:
    return [line.strip() for line in token.split(b"\n")]


def _is_code(source: Source, gap: Span) -> bool:
    """Whether a gap is outside of strings, comments and lines for a preprocessor."""
    data = source.data
    line = line_before(data, gap.start)
    for token in masking.scan(data, source.profile).tokens:
        held = Span(token.start, token.end)
        ends = token.kind is LiteralRole.COMMENT and held.end == gap.start
        if ends or held.overlaps(gap):
            return False
    return not line.lstrip().startswith(b"#")
