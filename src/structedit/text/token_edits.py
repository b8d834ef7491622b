"""Edits reduced to the tokens that they write and remove, and the mapping of all other bytes.

Callers quote whole lines, so most of the text of an edit is not new. A token diff inside each edit finds what is.

Not here: what the tokens are to a parser (`tree.roles`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from structedit.text.diff import opcodes
from structedit.text.document import Span
from structedit.text.edit import EditSet
from structedit.text.lazily import regex
from structedit.text.values import dataclass

Pair = tuple[Span, Span]
"""A span of the old content, and the span of the new content in its place."""

_PIECE = regex(rb"[\w\x80-\xff]+|\s+|[^\w\s]")
_WORD = regex(rb"[\w\x80-\xff]")
_OPERATOR = regex(rb"[-+*/%=<>!&|^~?:]")

_BETWEEN = b" \t\r\n;,"

_MOST_PIECES = 20_000
"""Pieces of an edit up to which a diff is made; a larger edit counts as written completely.

Chosen by judgement, for speed: about 2,000 lines.
"""


def token_edits(before: bytes, after: bytes, edits: EditSet) -> tuple[Pair, ...]:
    """Return the pairs of spans that differ, in order, with whole words and operators.

    >>> from structedit.text.edit import Edit
    >>> edits = EditSet.of([Edit(Span(0, 7), b"a = b.c")])
    >>> token_edits(b"a = b.d", b"a = b.c", edits)
    ((Span(start=6, end=7), Span(start=6, end=7)),)
    """
    pairs = [pair for area in edits.stretches(0) for pair in _differing(before, after, *area)]
    found: list[Pair] = []
    for number, (old, new) in enumerate(pairs):
        # The bytes up to the pairs beside this one are the same in both contents, and no others.
        above = old.start - (pairs[number - 1][0].end if number else 0)
        below = (pairs[number + 1][0].start if number + 1 < len(pairs) else len(before)) - old.end
        left = min(above, max(_cut_before(before, old), _cut_before(after, new)))
        right = min(below, max(_cut_behind(before, old), _cut_behind(after, new)))
        old = Span(old.start - left, old.end + right)
        new = Span(new.start - left, new.end + right)
        if found and found[-1][0].end >= old.start:
            last = found.pop()
            old, new = Span(last[0].start, old.end), Span(last[1].start, new.end)
        found.append((old, new))
    return tuple(found)


def _differing(before: bytes, after: bytes, old: Span, new: Span) -> list[Pair]:
    olds, news = _PIECE.findall(old.of(before)), _PIECE.findall(new.of(after))
    if not olds or not news or len(olds) + len(news) > _MOST_PIECES:
        return [(old, new)]
    old_at, new_at = _offsets(old.start, olds), _offsets(new.start, news)
    found: list[Pair] = []
    for tag, a, b, c, d in opcodes(olds, news):
        if tag == "equal":
            continue
        start, new_start = old_at[a], new_at[c]
        if found and not before[found[-1][0].end : start].strip(_BETWEEN):
            last = found.pop()  # a `;` or a blank in common is no more than chance
            start, new_start = last[0].start, last[1].start
        found.append((Span(start, old_at[b]), Span(new_start, new_at[d])))
    return found


def _offsets(start: int, pieces: Sequence[bytes]) -> list[int]:
    found = [start]
    for piece in pieces:
        found.append(found[-1] + len(piece))
    return found


def _cut_before(data: bytes, span: Span) -> int:
    """Return how many bytes before a span belong to the same word or operator as its first one.

    For an empty span, the byte behind it counts.
    """
    for sort in (_WORD, _OPERATOR):
        if sort.match(data, span.start) and span.start and sort.match(data, span.start - 1):
            at = span.start
            while at and sort.match(data, at - 1):
                at -= 1
            return span.start - at
    return 0


def _cut_behind(data: bytes, span: Span) -> int:
    for sort in (_WORD, _OPERATOR):
        if span.end and sort.match(data, span.end - 1) and sort.match(data, span.end):
            at = span.end
            while sort.match(data, at):
                at += 1
            return at - span.end
    return 0


@dataclass(frozen=True, slots=True)
class Sides:
    """Pairs of spans, as arrays for looking up offsets."""

    pairs: tuple[Pair, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    new_starts: tuple[int, ...]
    new_ends: tuple[int, ...]

    @classmethod
    def of(cls, pairs: Sequence[Pair]) -> Sides:
        """Return the arrays for pairs that are sorted and disjoint."""
        return cls(
            tuple(pairs),
            tuple(old.start for old, _ in pairs),
            tuple(old.end for old, _ in pairs),
            tuple(new.start for _, new in pairs),
            tuple(new.end for _, new in pairs),
        )

    def moved(self, at: int) -> int | None:
        """Return the new offset of a byte of the old content; None if it was replaced."""
        number = bisect_right(self.ends, at) - 1
        if number + 1 < len(self.starts) and self.starts[number + 1] <= at:
            return None
        return at + self.new_ends[number] - self.ends[number] if number >= 0 else at

    def removes(self, start: int, end: int) -> bool:
        """Return True if a byte of this span of the old content was replaced."""
        return _meets(self.starts, self.ends, start, end)

    def writes(self, start: int, end: int) -> bool:
        """Return True if a byte of this span of the new content was written."""
        return _meets(self.new_starts, self.new_ends, start, end)

    def all_written(self, start: int, end: int, data: bytes) -> bool:
        """Return True if the edit wrote all of a span of the new content, except for blanks."""
        at = start
        number = bisect_right(self.new_ends, start)
        while number < len(self.new_starts) and self.new_starts[number] < end:
            if data[at : max(at, self.new_starts[number])].strip():
                return False
            at = self.new_ends[number]
            number += 1
        return not data[at:end].strip()


def _meets(starts: Sequence[int], ends: Sequence[int], start: int, end: int) -> bool:
    number = bisect_right(ends, start)
    while number < len(starts) and starts[number] < end:
        if starts[number] < ends[number]:
            return True
        number += 1
    return False
