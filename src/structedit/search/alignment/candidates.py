"""Places where a needle may be in a file, blanks ignored: candidates that the tiers check.

The needle and the file are both condensed (`folding`); one `bytes.find` finds all places, and
each is mapped back to the file's lines. Only then do the tiers look at blanks.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import lru_cache

from structedit.search.alignment.folding import (
    Condensed,
    Places,
    contents,
    fold,
    is_blank,
    leading,
    trailing,
)
from structedit.text.document import Span, line_starts
from structedit.text.values import dataclass

_NEWLINE = 10
"""The byte of a line's end; given by ASCII."""


@dataclass(frozen=True, slots=True)
class Needle:
    """The lines of a text without endings, and whether the edges of lines belong to it.

    A final line end, with the blanks after it, is not a line but `ends_line`; a line end before
    everything else, with the blanks before it, is `starts_line`.
    """

    lines: tuple[bytes, ...]
    starts_line: bool
    ends_line: bool


@dataclass(frozen=True, slots=True)
class Row:
    """Line `index` of the needle, and bytes `start` to `end` of the file's line `number`.

    Both count from 0; the blanks at the edges of the part are left out.
    """

    index: int
    number: int
    caller: bytes
    line: bytes
    start: int
    end: int

    @property
    def part(self) -> bytes:
        """The bytes of the file's line that match the needle's line."""
        return self.line[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place of the needle, blanks ignored, with a row for each line that is not blank."""

    data: bytes
    needle: Needle
    rows: tuple[Row, ...]


def read_needle(text: bytes) -> Needle:
    """Split a text into lines as the tiers below `exact` see it.

    >>> read_needle(b"a\\n\\n")
    Needle(lines=(b'a', b''), starts_line=False, ends_line=True)
    """
    lines = contents(text)
    ends = len(lines) > 1 and is_blank(lines[-1])
    lines = lines[:-1] if ends else lines
    starts = len(lines) > 1 and is_blank(lines[0])
    return Needle(tuple(lines[1:] if starts else lines), starts, ends)


@lru_cache(maxsize=2)
def candidates(
    data: bytes,
    text: bytes,
    condensed: Callable[[bytes], Condensed],
    places_of: Callable[[bytes], Places],
) -> tuple[Candidate, ...]:
    """Return all places of the condensed needle in the condensed file.

    `condensed` drops what may differ, `places_of` maps the bytes that it keeps to those of the line.
    The result is cached, since the whitespace tiers ask one after another.
    """
    return tuple(_candidates(data, text, condensed, places_of))


def _candidates(
    data: bytes,
    text: bytes,
    condensed: Callable[[bytes], Condensed],
    places_of: Callable[[bytes], Places],
) -> Iterator[Candidate]:
    needle, file = read_needle(text), condensed(data)
    wanted, numbers = condensed(text).text, condensed(text).numbers
    indices = [number - needle.starts_line for number in numbers]
    if not numbers:
        return
    starts_line, ends_line = numbers[0] > 0, numbers[-1] + 1 < len(contents(text))
    for at in positions(file.text, wanted):
        end = at + len(wanted)
        if starts_line and at and file.text[at - 1] != _NEWLINE:
            continue
        if ends_line and end < len(file.text) and file.text[end] != _NEWLINE:
            continue
        rows = _rows(data, needle, indices, file, places_of, at, end)
        if rows:
            yield Candidate(data, needle, rows)


def _rows(
    data: bytes,
    needle: Needle,
    indices: list[int],
    file: Condensed,
    places_of: Callable[[bytes], Places],
    at: int,
    end: int,
) -> tuple[Row, ...]:
    """The pairs of lines; none where a line's characters cannot be mapped one by one."""
    first = bisect_right(file.starts, at) - 1
    rows = []
    for offset, index in enumerate(indices):
        start, number = file.starts[first + offset], file.numbers[first + offset]
        line = line_at(data, number)
        mapped = places_of(line)
        low, high = max(at - start, 0), min(end - start, _length(file, first + offset))
        if len(mapped) != _length(file, first + offset):
            return ()
        rows.append(
            Row(index, number, needle.lines[index], line, mapped.starts[low], mapped.ends[high - 1])
        )
    return tuple(rows)


def _length(file: Condensed, line: int) -> int:
    after = file.starts[line + 1] - 1 if line + 1 < len(file.starts) else len(file.text)
    return after - file.starts[line]


@lru_cache(maxsize=256)
def line_at(data: bytes, number: int) -> bytes:
    """A line, counted from 0, without its ending; cached, as hits share lines."""
    starts = line_starts(data)
    end = starts[number + 1] if number + 1 < len(starts) else len(data)
    return data[starts[number] : end].rstrip(b"\r\n")


def line_or_none(data: bytes, number: int) -> bytes | None:
    """A line, counted from 0; None where there is none, as after a final line end."""
    starts = line_starts(data)
    if not 0 <= number < len(starts) or (number and starts[number] == len(data)):
        return None
    return line_at(data, number)


def positions(text: bytes, wanted: bytes) -> Iterator[int]:
    """All offsets of a text that is not empty, overlapping ones as well."""
    at = text.find(wanted)
    while wanted and at >= 0:
        yield at
        at = text.find(wanted, at + 1)


def row_spans(candidate: Candidate, *, literal: bool) -> tuple[tuple[int, Span], ...]:
    """For each row, the number of its line in the text, and its bytes of the file.

    With `literal`, exactly the needle's blanks belong to a row; otherwise all up to the line's
    edge, or, inside a line, those next to an edge at which the needle has blanks.
    """
    starts, skipped = line_starts(candidate.data), candidate.needle.starts_line
    return tuple(
        (
            row.index + skipped,
            Span(
                starts[row.number] + _left(row, literal), starts[row.number] + _right(row, literal)
            ),
        )
        for row in candidate.rows
    )


def hull(candidate: Candidate, pairs: tuple[tuple[int, Span], ...]) -> Span:
    """The span of all rows, with the blank lines that the needle has around them."""
    needle, (first, *_, last) = candidate.needle, (*candidate.rows, candidate.rows[-1])
    blank = first.index + needle.starts_line, len(needle.lines) - 1 - last.index
    rows = Span(pairs[0][1].start, pairs[-1][1].end)
    return with_blank_lines(candidate.data, rows, (first.number, last.number), blank)


def with_blank_lines(
    data: bytes, span: Span, numbers: tuple[int, int], most: tuple[int, int]
) -> Span:
    """The span with blank lines before the first and after the last of two lines, at most so many."""
    first, last = numbers
    start, end = span.start, span.end
    for number in range(first - 1, first - 1 - most[0], -1):
        line = line_or_none(data, number)
        if line is None or not is_blank(line):
            break
        start = line_starts(data)[number]
    for number in range(last + 1, last + 1 + most[1]):
        line = line_or_none(data, number)
        if line is None or not is_blank(line):
            break
        end = line_starts(data)[number] + len(line)
    return Span(start, end)


def _left(row: Row, literal: bool) -> int:
    """The offset in its line at which a row begins, with the blanks that belong to it."""
    before, blanks = row.line[: row.start], leading(row.caller)
    if literal:
        return row.start - len(blanks)
    if is_blank(fold(before)):
        return 0
    return row.start - len(trailing(before)) if blanks else row.start


def _right(row: Row, literal: bool) -> int:
    after, blanks = row.line[row.end :], trailing(row.caller)
    if literal:
        return row.end + len(blanks)
    if is_blank(fold(after)):
        return len(row.line)
    return row.end + len(leading(after)) if blanks else row.end
