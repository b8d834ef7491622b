"""Mapping of lines of an old text to a new one, or the answer that they were changed.

If the edits between the two texts are known, their bytes decide. If another program changed the file, the texts are
aligned by line, and a line is mapped only if *every* shortest alignment maps it to the same place: if one of three
equal lines is gone, nothing shows which one it was.

Not here: what the caller is told (`app.session`).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from structedit.text.composition import Composition
from structedit.text.diff import opcodes
from structedit.text.document import (
    Document,
    LineRange,
    Span,
    line_starts,
    split_ending,
    split_lines,
)
from structedit.text.edit import EditSet
from structedit.text.values import dataclass

_MOST_OTHERS = 64
"""Changed lines up to which each is compared with a mapped line.

Chosen by judgement, for speed.
"""


@dataclass(frozen=True, slots=True)
class Touched:
    """The lines were changed; `now` is the range that replaces them, None if there is none."""

    now: LineRange | None


def carried_by_edits(
    old: Document, edits: EditSet | Composition, new: Document, lines: LineRange
) -> LineRange | Touched:
    """Map lines through known edits; `new` is what the edits make of `old`.

    >>> from structedit.text.edit import Edit
    >>> old = Document.from_text("a\\nb\\n")
    >>> edits = EditSet.of([Edit(Span(0, 0), b"x\\n")])
    >>> carried_by_edits(old, edits, old.with_data(edits.apply(old.data)), LineRange(2, 2))
    LineRange(first=3, last=3)
    """
    span = old.lines_span(lines)
    place = edits.map_span(span)
    is_whole_lines = {place.start, place.end} <= {*line_starts(new.data), len(new.data)}
    if edits.touches(span) or not is_whole_lines:
        start = edits.map_offset(span.start)
        return Touched(
            _lines_of(new, Span(start, max(start, edits.map_offset(span.end, after=True))))
        )
    return new.line_range(place)


def _lines_of(document: Document, span: Span) -> LineRange | None:
    if not document.data:
        return None
    lines = document.line_range(span)
    last = min(lines.last, document.line_count)
    return LineRange(min(lines.first, last), last)


def carried_by_likeness(old: Document, new: Document, lines: LineRange) -> LineRange | Touched:
    """Map lines by comparing two texts, if the edits between them are unknown.

    >>> old = Document.from_text("a\\nb\\nc\\n")
    >>> carried_by_likeness(old, Document.from_text("x\\na\\nb\\nc\\n"), LineRange(2, 3))
    LineRange(first=3, last=4)
    >>> twice = Document.from_text("a\\na\\n")
    >>> carried_by_likeness(twice, Document.from_text("a\\na\\na\\n"), LineRange(1, 1))
    Touched(now=LineRange(first=1, last=1))
    >>> carried_by_likeness(old, Document.from_text("a\\nB\\nc\\n"), LineRange(1, 3))
    Touched(now=LineRange(first=1, last=3))
    """
    before, after = _texts(old), _texts(new)
    first, last = _images(before, after, lines)
    if first is None or last is None:
        return Touched(_near(before, after, lines))
    if before[lines.first - 1 : lines.last] != after[first : last + 1]:
        return Touched(_near(before, after, lines))
    ends = ((lines.first - 1, first), (lines.last - 1, last))
    if not all(_is_forced(before, after, i, j) for i, j in ends):
        return Touched(_near(before, after, lines))
    return LineRange(first + 1, last + 1)


def _texts(document: Document) -> list[bytes]:
    return [split_ending(line)[0] for line in split_lines(document.data)]


def _images(
    before: Sequence[bytes], after: Sequence[bytes], lines: LineRange
) -> tuple[int | None, int | None]:
    """Return where one alignment maps the first and the last line, as indices from 0; None for a deleted line."""
    found: list[int | None] = []
    for line in (lines.first - 1, lines.last - 1):
        runs = (run for run in opcodes(before, after) if run[0] == "equal")
        found.append(next((j + line - i for _, i, end, j, _ in runs if i <= line < end), None))
    return found[0], found[1]


def _is_forced(before: Sequence[bytes], after: Sequence[bytes], i: int, j: int) -> bool:
    """Return True if every shortest alignment pairs line `i` of `before` with line `j` of `after`.

    That is so if fewer lines are common without line `i`, and fewer if `i` is paired with any other line of the same
    text. If there are too many of those to try, the answer is False.
    """
    common = _common(before, after)
    gone: list[Hashable] = [*before[:i], None, *before[i + 1 :]]
    if _common(gone, after) == common:
        return False
    others = [
        k
        for k, text in enumerate(after)
        if text == before[i]
        and k != j
        and min(i, k) + min(len(before) - i, len(after) - k) >= common
    ]
    return len(others) <= _MOST_OTHERS and all(
        _common(before[:i], after[:k]) + 1 + _common(before[i + 1 :], after[k + 1 :]) < common
        for k in others
    )


def _common(one: Sequence[Hashable], other: Sequence[Hashable]) -> int:
    """Count the lines that two texts have in common, in order."""
    from rapidfuzz.distance import LCSseq

    return LCSseq.similarity(one, other)


def _near(before: Sequence[bytes], after: Sequence[bytes], lines: LineRange) -> LineRange | None:
    """Return the lines that replace `lines`, or are nearest to their old place; None in an empty text."""
    if not after:
        return None
    first, last = len(after), 0
    for tag, i1, i2, j1, j2 in opcodes(before, after):
        if i1 < lines.last and lines.first <= max(i2, i1 + 1):
            equal = tag == "equal"
            first = min(first, j1 + max(0, lines.first - 1 - i1) if equal else j1)
            last = max(last, j2 - max(0, i2 - lines.last) if equal else j2)
    first = min(first, len(after) - 1)
    return LineRange(first + 1, max(first + 1, min(last, len(after))))
