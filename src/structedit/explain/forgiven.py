"""Differences that a tier allowed, in words: where the file differs from the text found there.

Not here: differences that kept a text from being found (`missed_text`).
"""

from __future__ import annotations

from itertools import pairwise

from structedit.explain.evidence import clipped, differences_of, range_words, token_diff
from structedit.search.alignment import elision
from structedit.search.alignment.occurrences import Occurrence
from structedit.search.alignment.restated import Misremembered, misremembered
from structedit.text.document import LineRange, Span, to_bytes, to_text
from structedit.text.edit import EditSet
from structedit.tree.source import Source

_MOST = 6
"""Lines told of those that differ; chosen by judgement."""


def bridged(source: Source, old: str, hits: tuple[Occurrence, ...]) -> tuple[str, ...]:
    """How a text differs from its hits, in words; the first few differences.

    >>> from structedit.search.alignment.ladder import find
    >>> from structedit.text.document import Document
    >>> source = Source.of(Document.from_text("if x:\\n\\ty()\\n", path="a.py"))
    >>> bridged(source, "if x:\\n    y()\\n", find(source, b"if x:\\n    y()\\n").occurrences)
    ('line 2: tabs against blanks at the front',)
    """
    words = [text for hit in hits for text in _of_hit(source, old, hit)]
    more = (f"{len(words) - _MOST} more lines differ",) if len(words) > _MOST else ()
    return (*words[:_MOST], *more)


def _of_hit(source: Source, old: str, hit: Occurrence) -> list[str]:
    if hit.strands:
        but = ", comments left out" if hit.variant else " in another layout"
        return [f"{_lines(source, hit.span)}: the same tokens{but}"]
    if hit.parts:
        return _left_out(source, old, hit)
    if hit.facts.guesses:
        found = misremembered(source.data, hit, to_bytes(old))
        return [_misremembered_words(source, line) for line in found]
    rows = differences_of(source, old, hit) if not hit.variant else ()
    variant = [f"{_lines(source, hit.span)}: {hit.variant}"] if hit.variant else []
    return [f"line {row.line}: {row.what}" for row in rows] + variant


def _left_out(source: Source, old: str, hit: Occurrence) -> list[str]:
    """Words for the lines that each `...` stood for."""
    text = elision.split(old.encode("utf-8", "surrogateescape"))
    marks = text.marks[bool(not text.pieces[0]) :]
    document, found = source.document, []
    for mark, (above, below) in zip(marks, pairwise(hit.parts), strict=False):
        first = document.line_range(above.span).last + 1
        last = document.line_of(below.span.start) - 1
        if first <= last:
            words = range_words(LineRange(first, last))
            found.append(f"{words}, for which `{to_text(mark).strip()}` stands, stay")
    return found


def _misremembered_words(source: Source, line: Misremembered) -> str:
    """Words for one line that the caller misremembers: how the file has it."""
    wanted = clipped(to_text(line.old or b""))
    if line.own is None:
        return f"not in the file, and not added: {wanted}"
    number, own = source.document.line_of(line.own.start), to_text(line.own.of(source.data)).strip()
    if line.old is None:
        return f"line {number} is not in `old` and stays: {clipped(own)}"
    return f"line {number}: {token_diff(wanted, own)}"


def _lines(source: Source, span: Span) -> str:
    return range_words(source.document.line_range(span))


def merged_lines(source: Source, hits: tuple[Occurrence, ...], edits: EditSet) -> int:
    """Number of the hits' lines that the edit leaves as the file has them."""
    lines = {n for hit in hits for n in _numbers(source, hit.span)}
    changed = {n for edit in edits.edits for n in _numbers(source, edit.span)}
    return len(lines - changed)


def _numbers(source: Source, span: Span) -> range:
    lines = source.document.line_range(span)
    return range(lines.first, lines.last + 1)
