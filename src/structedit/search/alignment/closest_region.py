"""The region of a file that is most similar to a text, by alignment of lines.

It shows a caller what the file has instead of the text. Whether that is similar enough to be meant is
decided elsewhere.

Three steps keep it fast on any size. Each line of the needle votes for the places where the
region would begin, by the file's lines that equal it and by those most similar to it; rare lines
weigh more. The areas with most votes are aligned line by line (the region's ends are free in the
file). The best alignment is the window, the best one outside of it the runner-up.

The constants are starting values. The tests look for blocks with a tenth of the lines dropped and
a fifth changed; that is all they have been fitted to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache

from structedit.search.alignment.folding import BLANKS, contents, fold
from structedit.text.document import LineRange, Span, line_starts
from structedit.text.values import dataclass, replace

# The numbers below were chosen by judgement. Columns *retry* and *region* of `python -m benchmarks.landing`
# show what another one costs in places.

LINE_LIMIT = 120
"""Bytes of a line that are compared: more add little and cost time. By judgement."""

NEEDLE_LIMIT = 200
"""Lines of a needle, without blank ones, that are aligned; a longer one goes by its first ones. By judgement."""

_VOTE_BUDGET = 30_000_000
"""Bytes of the file's lines that all votes by likeness may read together. By judgement."""

# Likeness of lines, and votes by it; chosen by judgement, as all numbers here.
_VOTERS = 24  # lines of the needle that vote
_LIKE_PERCENT = 60  # likeness from which on a line of the file gets a vote
_LIKE_LIMIT = 64  # lines of the file that one line votes for
_UNLIKE_PERCENT = 35  # likeness below which two lines are aligned as if nothing were alike

_NARROWEST, _PARTS = 3, 4
"""Places that vote together: as many lines as the needle's fourth part has, or three. By judgement."""

_COMMON = 200
"""A line that is more frequent in a file does not help to find a place. By judgement."""

_AREAS = 6
"""Areas of a file that are aligned, those with the most votes. By judgement."""

_CELLS = 120_000
"""Cells that all alignments together may fill, once more for the runner-up. By judgement."""

_NEAR = 4
"""Lines behind an alignment among which the needle's next line is looked for: three that it lacks. By judgement."""

_EVEN = 0.55
"""A pair of lines scores the cube of its likeness (0 to 1) less this: a twin costs more than a line left out.

Chosen by judgement.
"""

_MISSING = 0.35
"""What a line of the needle costs that the file lacks. By judgement."""

_ADDED = 0.15
"""What a line of the file costs that the needle lacks: callers leave out more than they invent. By judgement."""

_WEAK = 0.05
"""What a line without a letter or digit counts for, of one. By judgement."""

_FAR = 0.5
"""The share of the window's score, a line's at least, by which a runner-up may be worse. By judgement."""


@dataclass(frozen=True, slots=True)
class Window:
    """A region of whole lines that is similar to a needle.

    `similarity` is in per cent of the needle's lines; lines without letters weigh less. `pairs` are
    (needle line, file line), both from 0, blank lines left out. `score` compares windows of one
    needle only. `equal` counts the pairs of equal lines. `runner_up` is the best region found that does not
    overlap this one; None where all others score less than half of it, and less by more than a line.
    """

    span: Span
    lines: LineRange
    score: float
    similarity: int
    pairs: tuple[tuple[int, int], ...]
    equal: int
    runner_up: Window | None = None


@dataclass(frozen=True, slots=True)
class _Text:
    """Lines that are not blank, without indentation, cut to `LINE_LIMIT`; and their numbers."""

    lines: tuple[bytes, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Area:
    """Lines of the file from `low` on, with the score of pairing each of them with each needle line."""

    low: int
    gains: tuple[list[float], ...]

    @property
    def width(self) -> int:
        return len(self.gains[0])


@dataclass(frozen=True, slots=True)
class _Alignment:
    """Pairs of (index in the needle, index in the file), counted in non-blank lines, and their score."""

    score: float
    pairs: tuple[tuple[int, int], ...]


@lru_cache(maxsize=4)
def closest(data: bytes, needle: bytes, *, scope: tuple[Span, ...] | None = None) -> Window | None:
    r"""The region most similar to the needle; None where all lines of it or of the scope are blank.

    A line is in scope when it shares a byte with one of the scope's spans. The result is cached, since a miss is
    explained by what did not land.

    >>> closest(b"a = 1\nfor x in y:\n    use(x)\n", b"for z in y:\n    use(z)").lines
    LineRange(first=2, last=3)
    """
    file, wanted = _in_scope(data, _text(data), scope), _text(needle)
    wanted = _Text(wanted.lines[:NEEDLE_LIMIT], wanted.numbers[:NEEDLE_LIMIT])
    if not file.lines or not wanted.lines:
        return None
    areas = [_area(file, wanted, low, high) for low, high in _ranges(file, wanted)]
    found = _with_edges(file, wanted, _best(wanted, areas) or _best_line(file, wanted))
    window = _window(data, file, wanted, found)
    least = found.score - max(_FAR * found.score, 1 - _EVEN)
    second = _best(wanted, _beside(areas, found), least)
    return replace(window, runner_up=_window(data, file, wanted, second) if second else None)


@lru_cache(maxsize=4)
def _text(data: bytes) -> _Text:
    stripped = [line.strip(BLANKS) for line in contents(fold(data))]
    if max(map(len, stripped)) > LINE_LIMIT:
        stripped = [line[:LINE_LIMIT] for line in stripped]
    numbers = [number for number, line in enumerate(stripped) if line]
    return _Text(tuple([line for line in stripped if line]), tuple(numbers))


def _in_scope(data: bytes, text: _Text, scope: tuple[Span, ...] | None) -> _Text:
    if scope is None:
        return text
    starts = (*line_starts(data), len(data))
    inside = [
        (line, number)
        for line, number in zip(text.lines, text.numbers, strict=True)
        if any(part.overlaps(Span(starts[number], starts[number + 1])) for part in scope)
    ]
    return _Text(tuple(line for line, _ in inside), tuple(number for _, number in inside))


def _ranges(file: _Text, wanted: _Text) -> list[tuple[int, int]]:
    """The ranges of lines that most votes point to."""
    size = len(wanted.lines)
    width = max(_NARROWEST, size // _PARTS)
    buckets: defaultdict[int, float] = defaultdict(float)
    for start, weight in _votes(file, wanted):
        buckets[start // width] += weight
    joined = {at: votes + buckets.get(at + 1, 0.0) for at, votes in buckets.items()}
    best = sorted(joined, key=lambda at: (-joined[at], at))[:_AREAS]
    areas = [(max(0, (at - 1) * width), (at + 3) * width + size) for at in best]
    return _affordable([(low, min(high, len(file.lines))) for low, high in areas], wanted)


def _affordable(areas: list[tuple[int, int]], wanted: _Text) -> list[tuple[int, int]]:
    cells = 0
    kept: list[tuple[int, int]] = []
    for low, high in areas:
        cells += (high - low) * len(wanted.lines)
        if not kept or cells <= _CELLS:
            kept.append((low, high))
    return kept


def _votes(file: _Text, wanted: _Text) -> Iterator[tuple[int, float]]:
    """Places where the region would begin, each with the weight of one vote."""
    from rapidfuzz import fuzz, process

    where: defaultdict[bytes, list[int]] = defaultdict(list)
    for index, line in enumerate(file.lines):
        where[line].append(index)
    for index, line in enumerate(wanted.lines):
        yield from _weighed(where.get(line, []), index, 1.0)
    choices = list(where)
    voters = min(_VOTERS, max(2, _VOTE_BUDGET // sum(map(len, choices))))
    lines = enumerate(wanted.lines)
    unknown = [index for index, line in lines if line not in where and len(line) > 2]
    for index in sorted(unknown, key=lambda index: -len(wanted.lines[index]))[:voters]:
        for _, percent, at in process.extract(
            wanted.lines[index],
            choices,
            scorer=fuzz.ratio,
            score_cutoff=_LIKE_PERCENT,
            limit=_LIKE_LIMIT,
        ):
            yield from _weighed(where[choices[at]], index, _worth(percent))


def _weighed(where: list[int], index: int, weight: float) -> Iterator[tuple[int, float]]:
    if len(where) <= _COMMON:
        for at in where:
            yield at - index, weight / len(where) ** 0.5


def _area(file: _Text, wanted: _Text, low: int, high: int) -> _Area:
    choices = file.lines[low:high]
    return _Area(low, tuple(_gains(line, choices) for line in wanted.lines))


def _best(wanted: _Text, areas: Iterable[_Area], least: float = float("-inf")) -> _Alignment | None:
    """The alignment with the highest score above `least`, the first of equal ones; None if none."""
    best: _Alignment | None = None
    for area in areas:
        if _at_most(area, wanted) > least:
            found = _align(area, wanted)
            if found.pairs and found.score > least:
                best, least = found, found.score
    return best


def _at_most(area: _Area, wanted: _Text) -> float:
    """An upper bound of an alignment's score: each line paired with its best match, or left out."""
    rows = zip(area.gains, wanted.lines, strict=True)
    return sum(max(*row, -_MISSING * _weight(line)) for row, line in rows)


def _best_line(file: _Text, wanted: _Text) -> _Alignment:
    """The needle's longest line paired with the line most similar to it, or else with the first."""
    from rapidfuzz import fuzz, process

    index = max(range(len(wanted.lines)), key=lambda index: len(wanted.lines[index]))
    found = process.extractOne(wanted.lines[index], file.lines, scorer=fuzz.ratio)
    return _Alignment(0.0, ((index, found[2]),))


def _with_edges(file: _Text, wanted: _Text, found: _Alignment) -> _Alignment:
    """The alignment with the needle's lines at its edges that the file has a few lines further on, the nearest first.

    A line such as ``}`` scores less than the lines cost that the needle lacks in front of it.
    """
    pairs = list(found.pairs)
    for step in (-1, 1):
        i, j = pairs[0 if step < 0 else -1]
        for at in range(i + step, -1 if step < 0 else len(wanted.lines), step):
            near = range(j + step, j + step * (_NEAR + 1), step)
            own = next(
                (n for n in near if file.lines[n : n + 1] == wanted.lines[at : at + 1] and n >= 0),
                None,
            )
            if own is not None:
                j = own
                pairs.insert(0 if step < 0 else len(pairs), (at, own))
    return _Alignment(found.score, tuple(pairs))


def _beside(areas: Iterable[_Area], found: _Alignment) -> Iterator[_Area]:
    """The areas without the lines of the alignment that was found."""
    first, last = found.pairs[0][1], found.pairs[-1][1] + 1
    for area in areas:
        low, high = area.low, area.low + area.width
        for start, end in ((low, min(high, first)), (max(low, last), high)):
            if start < end:
                yield _Area(start, tuple(row[start - low : end - low] for row in area.gains))


def _align(area: _Area, wanted: _Text) -> _Alignment:
    """The best alignment of all lines of the needle with some lines of an area.

    Row i of the table holds the best scores of the needle's first i lines, by where they end.
    """
    missing = [_weight(line) * _MISSING for line in wanted.lines]
    table = [[0.0] * (area.width + 1)]
    for gains, cost in zip(area.gains, missing, strict=True):
        table.append(_row(table[-1], gains, cost))
    last = table[-1]
    end = max(range(area.width + 1), key=last.__getitem__)
    return _Alignment(last[end], tuple(_walk_back(table, area, missing, end)))


def _row(above: list[float], gains: list[float], missing: float) -> list[float]:
    """The row below one: a pair, a line of the needle that is missing, or one of the file added."""
    best = above[0] - missing
    scores = [best]
    add, beside = scores.append, above[0]
    for over, gain in zip(above[1:], gains, strict=True):
        best -= _ADDED
        if beside + gain > best:
            best = beside + gain
        if over - missing > best:
            best = over - missing
        add(best)
        beside = over
    return scores


def _walk_back(
    table: list[list[float]], area: _Area, missing: list[float], column: int
) -> list[tuple[int, int]]:
    """The pairs that lead to a score of the last row; where ways are equally good, a pair is taken."""
    pairs, row = [], len(missing)
    while row:
        here, above = table[row][column], table[row - 1]
        if column and here == above[column - 1] + area.gains[row - 1][column - 1]:
            row, column = row - 1, column - 1
            pairs.append((row, area.low + column))
        elif here == above[column] - missing[row - 1]:
            row -= 1
        else:
            column -= 1
    return pairs[::-1]


def _weight(line: bytes) -> float:
    return 1.0 if not line.isascii() or any(chr(byte).isalnum() for byte in line) else _WEAK


def _gains(line: bytes, choices: tuple[bytes, ...]) -> list[float]:
    """The score of pairing a line with each choice; a similarity under the cutoff counts as none."""
    from rapidfuzz import fuzz, process

    weight = _weight(line)
    gains = [-weight * _EVEN] * len(choices)
    for _, percent, index in process.extract(
        line, choices, scorer=fuzz.ratio, score_cutoff=_UNLIKE_PERCENT, limit=None
    ):
        gains[index] = weight * (_worth(percent) - _EVEN)
    return gains


def _worth(percent: float) -> float:
    return (percent / 100) ** 3


def _window(data: bytes, file: _Text, wanted: _Text, found: _Alignment) -> Window:
    starts = (*line_starts(data), len(data))
    first, last = (file.numbers[found.pairs[at][1]] for at in (0, -1))
    pairs = tuple((wanted.numbers[i], file.numbers[j]) for i, j in found.pairs)
    return Window(
        Span(starts[first], starts[last + 1]),
        LineRange(first + 1, last + 1),
        found.score,
        _similarity(file, wanted, found),
        pairs,
        sum(wanted.lines[i] == file.lines[j] for i, j in found.pairs),
    )


def _similarity(file: _Text, wanted: _Text, found: _Alignment) -> int:
    from rapidfuzz import fuzz

    alike = sum(
        _weight(wanted.lines[i]) * fuzz.ratio(wanted.lines[i], file.lines[j]) / 100
        for i, j in found.pairs
    )
    return int(100 * alike / sum(map(_weight, wanted.lines)))
