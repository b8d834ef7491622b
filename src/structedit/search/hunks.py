"""Where a patch fits: a window for each of its hunks, in order and apart, in exactly one way.

Line numbers never choose between two places. Where the hunks fit in several ways, the line that a
hunk names above itself narrows them; else all hunks may stand as far from their numbers as each
other, if that is so for one distance alone. Where neither leaves one way, nothing is placed.

Walked through: a hunk fits at lines 4 and 24, the next one at lines 9 and 90. There are three
ways in order. The patch says 5 and 10, so line 4 and line 9 are both one line off, and no other
pair is equally far off: that is the place. Were the second window at line 29 instead of 90, the
pairs (4, 9) and (24, 29) would do, and the patch is refused.

Hunks that only add, without context, are placed after the others: by the line that they name
above, or by their number where the other hunks confirm it.

Not here: what is written (`edits.patching`), why it does not fit (`explain.missed_patch`), and whether its
numbers object to the place (`search.git_places`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from itertools import accumulate
from math import inf

from structedit.calls.batches import Hunk
from structedit.calls.places import Selector
from structedit.calls.requests import Match
from structedit.search.alignment.ladder import tiers_up_to
from structedit.search.found import Miss, block_of
from structedit.search.scopes import Scope
from structedit.search.windows import (
    Window,
    done_windows,
    encloses,
    line_count,
    lines_like,
    lines_of,
    span_of,
    stands_already,
    windows_of,
)
from structedit.text.document import to_bytes
from structedit.text.errors import SelectorError
from structedit.text.values import dataclass, replace
from structedit.tree.source import Source


class Trouble(StrEnum):
    """Why a patch has no one place."""

    MISSING = "missing"
    OUTSIDE = "outside"
    CONTEXT = "context"
    CONTEXT_ELSEWHERE = "context_elsewhere"
    SEVERAL = "several"
    DISORDER = "disorder"
    BARE = "bare"


@dataclass(frozen=True, slots=True)
class Fit:
    """A hunk and its place: a window, or for a bare insertion the line before which it goes.

    `done` means that what the hunk asks for stands there already.
    """

    hunk: Hunk
    window: Window | None = None
    before: int = 0
    by_number: bool = False
    done: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """The one way in which a patch fits; `fits` are in the order of its hunks."""

    fits: tuple[Fit, ...]

    @property
    def windows(self) -> tuple[tuple[int, int], ...]:
        """The lines that each hunk takes up: from, and up to."""
        return tuple(
            (fit.window.first, fit.window.end) if fit.window else (fit.before, fit.before)
            for fit in self.fits
        )

    @property
    def tier(self) -> str:
        """The loosest tier that a hunk needed."""
        tiers = [fit.window.hit.tier for fit in self.fits if fit.window]
        order = [tier.name for tier in tiers_up_to(Match.FUZZY)]
        return max(tiers, key=order.index, default="exact")

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings on hunks that are there already, or were placed by their numbers."""
        done = [str(i) for i, fit in enumerate(self.fits, 1) if fit.done]
        guessed = [str(i) for i, fit in enumerate(self.fits, 1) if fit.by_number]
        words = [f"applied before, and left out: hunk {', '.join(done)}"] if done else []
        if guessed:
            words.append(f"placed by its line number: hunk {', '.join(guessed)}")
        return tuple(words)


@dataclass(frozen=True, slots=True)
class Unplaced:
    """The first hunk (numbered from 0) that has not exactly one place, and where it might go."""

    trouble: Trouble
    index: int
    windows: tuple[Window, ...] = ()
    name: str = ""


Windows = Sequence[tuple[Window, ...]]


def place(
    source: Source, hunks: tuple[Hunk, ...], *, limit: Match, scope: Scope
) -> Placed | Unplaced:
    """The one way in which all hunks fit, or the hunk that prevents it."""
    data = source.data
    is_bare = [all(line.sign == "+" for line in hunk.lines) for hunk in hunks]
    bare = [i for i, alone in enumerate(is_bare) if alone]
    solid = [i for i, alone in enumerate(is_bare) if not alone]
    found: list[tuple[Window, ...]] = []
    for index in solid:
        windows = _windows(source, hunks[index], limit, scope)
        if isinstance(windows, Unplaced):
            return replace(windows, index=index)
        found.append(tuple(sorted(windows, key=_whole)))
    way = _one_way(data, [hunks[i] for i in solid], found)
    if isinstance(way, Unplaced):
        return replace(way, index=solid[way.index])
    fits = {i: Fit(hunks[i], w, done=w.done) for i, w in zip(solid, way, strict=True)}
    placed = _Solid.of(fits, len(hunks))
    for index in bare:
        fit = _bare(source, hunks[index], index, placed)
        if isinstance(fit, Unplaced):
            return replace(fit, index=index)
        fits[index] = fit
    return Placed(tuple(fits[i] for i in range(len(hunks))))


# The windows of one hunk


def _windows(
    source: Source, hunk: Hunk, limit: Match, scope: Scope
) -> tuple[Window, ...] | Unplaced:
    data = source.data
    anywhere = windows_of(data, hunk, limit)
    anywhere = tuple(replace(w, done=stands_already(data, hunk, w)) for w in anywhere)
    anywhere = _done_before(data, hunk, anywhere) or anywhere
    if not anywhere:
        return Unplaced(Trouble.MISSING, 0)
    inside = tuple(w for w in anywhere if scope.span.contains(span_of(data, w.first, w.end)))
    if not inside:
        return Unplaced(Trouble.OUTSIDE, 0, anywhere)
    return _under(source, hunk, inside)


def _done_before(data: bytes, hunk: Hunk, open_windows: tuple[Window, ...]) -> tuple[Window, ...]:
    """The windows where the hunk has been applied, if it is not to be applied elsewhere.

    Where it fits elsewhere as well, they count if its section is theirs alone: a patch that is
    sent twice would otherwise go on to a twin of its place.
    """
    done = done_windows(data, hunk)
    if not open_windows or not done:
        return done
    headers = lines_like(data, hunk.section) if hunk.section else ()
    if len(headers) != 1 or not any(line.sign == "+" for line in hunk.lines):
        return ()
    if any(encloses(data, headers[0], window.first) for window in open_windows):
        return ()
    return tuple(window for window in done if encloses(data, headers[0], window.first))


def _under(
    source: Source, hunk: Hunk, windows: tuple[Window, ...]
) -> tuple[Window, ...] | Unplaced:
    """The windows below the lines that the hunk names: in their blocks, else after them."""
    if not hunk.context:
        return windows
    data = source.data
    named = [lines_like(data, text) for text in hunk.context]
    if not named[-1] or not all(named):
        return _in_block(source, hunk, windows)
    for enclosed in (True, False):
        kept = tuple(w for w in windows if _is_under(data, named, w.core_first, enclosed=enclosed))
        if kept:
            return kept
    return Unplaced(Trouble.CONTEXT_ELSEWHERE, 0, windows, hunk.context[-1])


def _is_under(data: bytes, named: Sequence[tuple[int, ...]], line: int, *, enclosed: bool) -> bool:
    """Whether each name has a line above the next one's, down to the window."""
    below = [line]
    for candidates in reversed(named):
        below = [
            at
            for at in candidates
            if any(encloses(data, at, b) if enclosed else at < b for b in below)
        ]
        if not below:
            return False
    return True


def _in_block(
    source: Source, hunk: Hunk, windows: tuple[Window, ...]
) -> tuple[Window, ...] | Unplaced:
    """The windows in the block that a name means as a selector, where no line has that text."""
    name = " > ".join(hunk.context) if len(hunk.context) > 1 else hunk.context[0]
    for text in dict.fromkeys((hunk.context[-1], name, ".".join(hunk.context))):
        try:
            block = block_of(source, Selector.parse(text))
        except SelectorError:
            continue
        if not isinstance(block, Miss):
            lines = source.document.line_range(block.whole)
            kept = tuple(
                w for w in windows if lines.first <= w.core_first + 1 and w.core_end <= lines.last
            )
            return kept or Unplaced(Trouble.CONTEXT_ELSEWHERE, 0, windows, text)
    return Unplaced(Trouble.CONTEXT, 0, windows, hunk.context[-1])


# One way


def _one_way(data: bytes, hunks: list[Hunk], found: Windows) -> tuple[Window, ...] | Unplaced:
    if not found:
        return ()
    for edges in (_whole, _changed):
        count = _count(found, edges)
        if count == 1:
            return _first_way(found, edges)
        if count:
            return _narrowed(data, hunks, found, edges)
    return _any_order(found)


Edges = Callable[[Window], tuple[int, int]]


def _whole(window: Window) -> tuple[int, int]:
    return window.first, window.end


def _changed(window: Window) -> tuple[int, int]:
    """The lines that change: patches written by hand share lines of context."""
    return window.core_first, window.core_end


def _count(found: Windows, edges: Edges) -> int:
    """Number of ways to take one window of each hunk so that each ends before the next begins."""
    return sum(_tails(found, edges)[0])


def _tails(found: Windows, edges: Edges) -> list[list[int]]:
    """For each window of each hunk, the number of ways to go on from it."""
    counts = [[1] * len(found[-1])]
    for windows, following in zip(found[-2::-1], found[:0:-1], strict=True):
        firsts = [edges(window)[0] for window in following]
        sums = [0]
        for count in reversed(counts[-1]):
            sums.append(sums[-1] + count)
        counts.append([sums[len(firsts) - bisect_left(firsts, edges(w)[1])] for w in windows])
    return counts[::-1]


def _first_way(found: Windows, edges: Edges) -> tuple[Window, ...]:
    way: list[Window] = []
    for windows, counts in zip(found, _tails(found, edges), strict=True):
        end = edges(way[-1])[1] if way else 0
        way.append(
            next(w for w, n in zip(windows, counts, strict=True) if n and edges(w)[0] >= end)
        )
    return tuple(way)


def _narrowed(
    data: bytes, hunks: list[Hunk], found: Windows, edges: Edges
) -> tuple[Window, ...] | Unplaced:
    """One of several ways, chosen by the sections of the hunks, and by one common distance."""
    narrowed = [_in_section(data, h, windows) for h, windows in zip(hunks, found, strict=True)]
    by_section = _first_way(narrowed, edges) if _count(narrowed, edges) == 1 else None
    ways = _common_ways(hunks, found, edges)
    by_distance = ways[0] if len(ways) == 1 and len(hunks) > 1 else None
    if by_section is not None and (by_distance is None or by_distance == by_section):
        return by_section
    if by_distance is not None and by_section is None:
        return by_distance
    index = next(i for i, windows in enumerate(found) if len(windows) > 1)
    return Unplaced(Trouble.SEVERAL, index, found[index])


def _in_section(data: bytes, hunk: Hunk, windows: tuple[Window, ...]) -> tuple[Window, ...]:
    """The windows in the definition whose line follows the numbers of the hunk."""
    headers = lines_like(data, hunk.section) if hunk.section else ()
    kept = tuple(w for w in windows if any(encloses(data, at, w.first) for at in headers))
    return kept or windows


def _common_ways(hunks: list[Hunk], found: Windows, edges: Edges) -> tuple[tuple[Window, ...], ...]:
    """The ways in which all windows are equally far from their numbers."""
    shifts: set[int] | None = None
    for hunk, windows in zip(hunks, found, strict=True):
        if hunk.line is None:
            return ()
        own = {w.first + 1 - hunk.line for w in windows}
        shifts = own if shifts is None else shifts & own
    ways = []
    for shift in sorted(shifts or ()):
        way = tuple(
            next(w for w in windows if w.first + 1 - (hunk.line or 0) == shift)
            for hunk, windows in zip(hunks, found, strict=True)
        )
        if _count([(w,) for w in way], edges):
            ways.append(way)
    return tuple(ways)


def _any_order(found: Windows) -> tuple[Window, ...] | Unplaced:
    """The windows of hunks that are out of order, where each has one place of its own."""
    several = [i for i, windows in enumerate(found) if len(windows) > 1]
    if several:
        return Unplaced(Trouble.SEVERAL, several[0], found[several[0]])
    way = tuple(windows[0] for windows in found)
    if _count([(w,) for w in sorted(way)], _changed):
        return way
    pairs = (
        (i, sorted((way[i], other), key=_changed)) for i in range(len(way)) for other in way[:i]
    )
    index = next(i for i, (low, high) in pairs if low.core_end > high.core_first)
    return Unplaced(Trouble.DISORDER, index, (way[index],))


# Hunks that only add


@dataclass(frozen=True, slots=True)
class _Solid:
    """What the hunks that have a window say of those that only add.

    `shifts` are their distances from their numbers, None for one without a number. For each hunk,
    `ends` is the line up to which those before it change lines, `starts` the first that those from it on
    change.
    """

    shifts: frozenset[int | None]
    ends: tuple[int, ...]
    starts: tuple[float, ...]

    @classmethod
    def of(cls, fits: Mapping[int, Fit], count: int) -> _Solid:
        """Look at the hunks that have a window, of `count` in all."""
        windows = {i: fit.window for i, fit in fits.items() if fit.window is not None}
        lines = ((fits[i].hunk.line, window.first + 1) for i, window in windows.items())
        core_ends = (windows[i].core_end if i in windows else 0 for i in range(count))
        firsts = (windows[i].core_first if i in windows else inf for i in reversed(range(count)))
        return cls(
            frozenset(None if line is None else first - line for line, first in lines),
            tuple(accumulate(core_ends, max)),
            tuple(accumulate(firsts, min))[::-1],
        )


def _bare(source: Source, hunk: Hunk, index: int, solid: _Solid) -> Fit | Unplaced:
    """The place of lines without context, where something other than a number names it."""
    data = source.data
    last = line_count(data)
    if last == 0:
        return Fit(hunk)
    if hunk.at_end and not hunk.context:
        return Fit(hunk, before=last)
    if hunk.context:
        return _below_name(data, hunk)
    if hunk.line is None:
        return Unplaced(Trouble.BARE, index)
    if len(solid.shifts) == 1 and None not in solid.shifts:
        before = hunk.line - 1 + (next(iter(solid.shifts)) or 0)
    elif not solid.shifts and _agrees(data, hunk):
        before = hunk.line - 1
    else:
        return Unplaced(Trouble.BARE, index)
    inside = 0 <= before <= last and (before == last or not hunk.new_unended)
    if not inside or not solid.ends[index] <= before <= solid.starts[index]:
        return Unplaced(Trouble.BARE, index)
    return replace(_inserting(data, hunk, before), by_number=True)


def _inserting(data: bytes, hunk: Hunk, before: int) -> Fit:
    texts = tuple(to_bytes(line.text.removesuffix("\r")) for line in hunk.lines)
    return Fit(hunk, before=before, done=lines_of(data)[before : before + len(texts)] == texts)


def _below_name(data: bytes, hunk: Hunk) -> Fit | Unplaced:
    """Lines placed right below the one line that the hunk names."""
    named = [lines_like(data, text) for text in hunk.context]
    places = [at for at in named[-1] if _is_under(data, named[:-1], at, enclosed=True)]
    if len(places) == 1:
        return _inserting(data, hunk, places[0] + 1)
    return Unplaced(Trouble.CONTEXT if not places else Trouble.BARE, 0, name=hunk.context[-1])


def _agrees(data: bytes, hunk: Hunk) -> bool:
    """Whether the number and the section of a hunk refer to the same definition."""
    line = (hunk.line or 1) - 1
    headers = lines_like(data, hunk.section) if hunk.section else ()
    return line <= line_count(data) and any(encloses(data, at, line) for at in headers)
