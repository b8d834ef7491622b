"""The sides of a merge as lines, with the blank lines after each, and which line became which."""

from __future__ import annotations

from structedit.search.alignment.folding import BLANKS, is_blank
from structedit.search.alignment.occurrences import Occurrence
from structedit.text.diff import opcodes
from structedit.text.document import Span, split_lines
from structedit.text.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Gapped:
    """Lines that are not blank; `gaps[i]` blank lines follow line i, `head` precede all.

    `indices` are their places among all lines, `blanks` the blank lines themselves: those before
    all, then those after each line.
    """

    lines: tuple[bytes, ...]
    indices: tuple[int, ...]
    gaps: tuple[int, ...]
    head: int
    blanks: tuple[tuple[bytes, ...], ...]


@dataclass(frozen=True, slots=True)
class Aligned:
    """One line of the new text, as the merge sees it.

    `old` is the old line that it replaces or repeats, if any, `kept` whether it equals it, and `gap` the
    old line whose blank lines it takes over.
    """

    old: int | None
    kept: bool
    gap: int | None


@dataclass(frozen=True, slots=True)
class Window:
    """The file's lines of an occurrence, as far as they belong to it, with their endings.

    `rows[i]` at offset `starts[i]` stands for line i of the old text, blank lines not counted;
    `gaps[i]` are the lines between it and the next one, `head` those before all. `whole_start`
    and `whole_end` mean that the occurrence begins and ends with its lines; the last line's
    ending belongs to the window then.
    """

    span: Span
    head: tuple[bytes, ...]
    rows: tuple[bytes, ...]
    gaps: tuple[tuple[bytes, ...], ...]
    starts: tuple[int, ...]
    whole_start: bool
    whole_end: bool

    @property
    def last(self) -> bytes:
        """The last line of all."""
        return (self.gaps[-1] or self.rows[-1:])[-1]


@dataclass(frozen=True, slots=True)
class Conflict:
    """The change cannot be merged; both sides of the place where it cannot."""

    reason: str
    ours: bytes
    theirs: bytes


def gapped(lines: tuple[bytes, ...]) -> Gapped:
    """Lines as those that are not blank, with the counts of blank ones.

    >>> gapped((b"", b"a", b"b", b" "))
    Gapped(lines=(b'a', b'b'), indices=(1, 2), gaps=(0, 1), head=1, blanks=((b'',), (), (b' ',)))
    """
    indices = tuple(index for index, line in enumerate(lines) if not is_blank(line))
    ends = (*indices[1:], len(lines))
    gaps = tuple(end - index - 1 for index, end in zip(indices, ends, strict=False))
    head = indices[0] if indices else len(lines)
    blanks = tuple(lines[i + 1 : end] for i, end in zip(indices, ends, strict=False))
    kept = tuple(lines[i] for i in indices)
    return Gapped(kept, indices, gaps, head, (lines[:head], *blanks))


def window_of(data: bytes, occurrence: Occurrence) -> Window:
    """The lines of an occurrence, cut out of the file."""
    span = occurrence.span
    after = data[span.end : span.end + 2]
    ending = 2 if after == b"\r\n" else int(after[:1] in (b"\r", b"\n"))
    whole = Span(span.start, span.end + ending)
    head, rows, gaps, starts = _rows(data, whole, [part.start for _, part in occurrence.pairs])
    return Window(
        whole,
        tuple(head),
        tuple(rows),
        tuple(map(tuple, gaps)),
        tuple(starts),
        span.start == 0 or data[span.start - 1] in b"\r\n",
        bool(ending) or not after,
    )


def _rows(
    data: bytes, span: Span, at: list[int]
) -> tuple[list[bytes], list[bytes], list[list[bytes]], list[int]]:
    head: list[bytes] = []
    rows: list[bytes] = []
    gaps: list[list[bytes]] = []
    starts: list[int] = []
    offset = span.start
    for line in split_lines(span.of(data)):
        if len(rows) < len(at) and at[len(rows)] < offset + len(line):
            rows.append(line)
            gaps.append([])
            starts.append(offset)
        else:
            (gaps[-1] if gaps else head).append(line)
        offset += len(line)
    return head, rows, gaps, starts


def align(before: Gapped, after: Gapped) -> tuple[Aligned, ...]:
    """For each new line the old line that it stands for: an equal one, or one by order."""
    found: list[Aligned] = []
    for tag, i1, i2, j1, j2 in opcodes(before.lines, after.lines):
        if tag == "equal":
            found += [Aligned(i, True, i) for i in range(i1, i2)]
        else:
            found += _changed(before.lines[i1:i2], after.lines[j1:j2], i1)
    return tuple(_with_moved_gaps(before, after, found))


def _changed(old: tuple[bytes, ...], new: tuple[bytes, ...], shift: int) -> list[Aligned]:
    found: list[Aligned] = []
    stripped = [line.strip(BLANKS) for line in old], [line.strip(BLANKS) for line in new]
    for tag, i1, i2, j1, j2 in opcodes(*stripped):
        if tag == "equal":
            found += [Aligned(i + shift, False, i + shift) for i in range(i1, i2)]
        else:
            found += _in_order(range(i1 + shift, i2 + shift), j2 - j1)
    return found


def _in_order(old: range, count: int) -> list[Aligned]:
    """Old and new lines paired from the first on; the last one takes the last one's blank lines."""
    found = [
        Aligned(old[i], False, old[i]) if i < len(old) else Aligned(None, False, None)
        for i in range(count)
    ]
    if found and len(old):
        if count > len(old):
            found[len(old) - 1] = replace(found[len(old) - 1], gap=None)
        found[-1] = replace(found[-1], gap=old[-1])
    return found


def _with_moved_gaps(before: Gapped, after: Gapped, rows: list[Aligned]) -> list[Aligned]:
    """The pairs, with blank lines moved along with lines that were added or removed before them."""
    rows = list(rows)
    for j, row in enumerate(rows):
        if row.gap is None or after.gaps[j] == before.gaps[row.gap]:
            continue
        last = j  # of the lines that were added
        while last + 1 < len(rows) and rows[last + 1].old is None and rows[last + 1].gap is None:
            last += 1
        later = (below.old for below in rows[j + 1 :] if below.old is not None)
        gone = max(row.gap, next(later, len(before.lines)) - 1)  # the last line that was removed
        if last > j and after.gaps[last] == before.gaps[row.gap]:
            rows[j], rows[last] = replace(row, gap=None), replace(rows[last], gap=row.gap)
        elif gone > row.gap and after.gaps[j] == before.gaps[gone]:
            rows[j] = replace(row, gap=gone)
    return rows
