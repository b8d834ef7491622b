"""Place a patch: find a window for each of its hunks, in order and apart, in exactly one way.

Line numbers never choose between two places. If the hunks fit in several ways, the line that a
hunk names above itself narrows them; else all hunks may be equally far from their numbers,
if there is only one such distance. If neither leaves one way, nothing is placed.

An example: a hunk fits at lines 4 and 24, the next one at lines 9 and 90. There are three
ways in order. The patch says 5 and 10, so line 4 and line 9 are both one line off, and no other
pair is equally far off: that is the place. Were the second window at line 29 instead of 90, the
pairs (4, 9) and (24, 29) would do, and the patch is refused.

A hunk of context alone is a landmark: the search for the next hunk begins behind it, and in the block that it
opens if that leaves one way. A landmark that fits several times is at the first place behind
the hunk before it, where it excludes least.

A hunk without a number that has the same old lines as the hunk before it is at the first fit behind
that one, if that one has one place.

Hunks that only add, without context, are placed after the others: below the landmark before them, by
the line that they name above, or by their number where the other hunks confirm it. One that is the only
hunk adds its lines at the end of the file.

Not here: the edits (`edits.patching`), why a patch does not fit (`explain.missed_patch`), and whether its
numbers contradict the place (`search.git_places`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping, Sequence
from enum import StrEnum
from itertools import accumulate, pairwise
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
    is_already_added,
    is_header_of,
    line_count,
    lines_like,
    lines_of,
    span_of,
    windows_of,
)
from structedit.text.document import to_bytes, to_text
from structedit.text.errors import SelectorError
from structedit.text.lines import indent_width
from structedit.text.values import dataclass, replace
from structedit.tree.source import Source


class Trouble(StrEnum):
    """Why a patch has no single place."""

    MISSING = "missing"
    OUTSIDE = "outside"
    CONTEXT = "context"
    CONTEXT_ELSEWHERE = "context_elsewhere"
    SEVERAL = "several"
    OFF_LANDMARK = "off_landmark"
    DISORDER = "disorder"
    BARE = "bare"


@dataclass(frozen=True, slots=True)
class Fit:
    """A hunk and its place: a window, or for a bare insertion the line below it.

    `index` is the hunk's number in its patch, from 0. `done` means that the file has the new lines
    already.
    """

    index: int
    hunk: Hunk
    window: Window | None = None
    before: int = 0
    by_number: bool = False
    done: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """The one way in which a patch fits; `fits` are those of its hunks, in order, without landmarks."""

    fits: tuple[Fit, ...]

    @property
    def windows(self) -> tuple[tuple[int, int], ...]:
        """The first line of each hunk, and the line behind its last one."""
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
        done = [str(fit.index + 1) for fit in self.fits if fit.done]
        guessed = [str(fit.index + 1) for fit in self.fits if fit.by_number]
        words = [f"already applied, and skipped: hunk {', '.join(done)}"] if done else []
        if guessed:
            words.append(f"placed by its line number: hunk {', '.join(guessed)}")
        for fit in self.fits[:1]:
            if fit.hunk.is_bare and not (fit.hunk.at_end or fit.done or fit.index):
                words.append("the hunk names no place: its lines are added at the end of the file")
        return tuple(words)


@dataclass(frozen=True, slots=True)
class Unplaced:
    """The first hunk (numbered from 0) without exactly one place, and its candidates."""

    trouble: Trouble
    index: int
    windows: tuple[Window, ...] = ()
    name: str = ""


Windows = Sequence[tuple[Window, ...]]


def place(
    source: Source, hunks: tuple[Hunk, ...], *, limit: Match, scope: Scope
) -> Placed | Unplaced:
    """Return the only way in which all hunks fit, or the hunk that prevents it."""
    windows, troubles = _all_windows(source, hunks, limit, scope)
    if troubles:
        return troubles[min(troubles)]
    return _placed(source, hunks, windows)


_MOST_TRIES = 3
"""Hunks that are omitted one by one, before all that fit several times are; by judgement, for speed."""


def each_place(
    source: Source, hunks: tuple[Hunk, ...], *, limit: Match, scope: Scope
) -> tuple[Fit | Unplaced | None, ...]:
    """Return the place of each hunk of a patch, without the hunks that have no place.

    Return None for a landmark that is in the file.
    """
    windows, troubles = _all_windows(source, hunks, limit, scope)
    tries = 0
    while isinstance(placed := _placed(source, hunks, windows, without=troubles), Unplaced):
        tries += 1
        several = (i for i, found in windows.items() if len(found) > 1 and not hunks[i].is_landmark)
        for index in {placed.index, *(several if tries > _MOST_TRIES else ())}:
            troubles[index] = replace(placed, index=index)
            windows.pop(index, None)
    fits = {fit.index: fit for fit in placed.fits}
    return tuple(troubles.get(i) or fits.get(i) for i in range(len(hunks)))


def _all_windows(
    source: Source, hunks: Sequence[Hunk], limit: Match, scope: Scope
) -> tuple[dict[int, tuple[Window, ...]], dict[int, Unplaced]]:
    """Return the windows of each hunk that does not only add lines, and the hunks without any."""
    windows: dict[int, tuple[Window, ...]] = {}
    troubles: dict[int, Unplaced] = {}
    for index, hunk in enumerate(hunks):
        if _has_only_additions(hunk):
            continue
        before = [windows[i] for i in _landmarks_before(hunks, index) if i in windows]
        found = _windows(source, hunk, before, limit, scope)
        if isinstance(found, Unplaced):
            troubles[index] = replace(found, index=index)
        else:
            windows[index] = tuple(sorted(found, key=_whole))
    return windows, troubles


def _placed(
    source: Source,
    hunks: Sequence[Hunk],
    windows: dict[int, tuple[Window, ...]],
    without: Collection[int] = (),
) -> Placed | Unplaced:
    """Return the only way in which hunks fit into their windows, or the hunk that prevents it."""
    solid = _Solid.of(hunks, windows)
    way = _single_way(source.data, solid)
    if isinstance(way, Unplaced):
        return way
    fits = {i: Fit(i, hunks[i], w, done=w.done) for i, w in zip(solid.indices, way, strict=True)}
    edges = _Edges.of(fits, len(hunks))
    for index, hunk in enumerate(hunks):
        if not _has_only_additions(hunk) or index in without:
            continue
        fit = _place_additions(source, hunks, index, edges, windows)
        if isinstance(fit, Unplaced):
            return replace(fit, index=index)
        fits[index] = fit
    return Placed(tuple(fits[i] for i in sorted(fits)))


def _has_only_additions(hunk: Hunk) -> bool:
    return all(line.sign == "+" for line in hunk.lines)


@dataclass(frozen=True, slots=True)
class _Solid:
    """The hunks with old lines that change some of them, and the windows of each.

    `indices` are their numbers in the patch. `marks` are the windows of the landmarks before each of them,
    and after the last.
    """

    indices: tuple[int, ...]
    hunks: tuple[Hunk, ...]
    found: Windows
    marks: tuple[Windows, ...]

    @classmethod
    def of(cls, hunks: Sequence[Hunk], windows: Mapping[int, tuple[Window, ...]]) -> _Solid:
        indices: list[int] = []
        marks: list[list[tuple[Window, ...]]] = [[]]
        for index, found in windows.items():
            if hunks[index].is_landmark:
                marks[-1].append(found)
            else:
                indices.append(index)
                marks.append([])
        return cls(
            tuple(indices),
            tuple(hunks[i] for i in indices),
            tuple(windows[i] for i in indices),
            tuple(map(tuple, marks)),
        )

    def with_windows(self, found: Windows) -> _Solid:
        """Return the same hunks with other windows."""
        return replace(self, found=tuple(found))


def _landmarks_before(hunks: Sequence[Hunk], index: int) -> range:
    """Return the numbers of the landmarks right before a hunk."""
    first = next((i for i in range(index, 0, -1) if not hunks[i - 1].is_landmark), 0)
    return range(first, index)


def _behind(marks: Windows, line: int) -> float:
    """Return the first line behind successive landmarks from a line on; inf if they do not fit."""
    for windows in marks:
        at = bisect_left(windows, line, key=lambda window: window.first)
        if at == len(windows):
            return inf
        line = windows[at].end
    return line


# The windows of one hunk


def _windows(
    source: Source, hunk: Hunk, marks: Windows, limit: Match, scope: Scope
) -> tuple[Window, ...] | Unplaced:
    """Return the windows of a hunk behind landmarks; choose among them only if it was applied before."""
    data = source.data
    anywhere = windows_of(data, hunk, limit)
    if not hunk.is_landmark:
        anywhere = tuple(replace(w, done=is_already_added(data, hunk, w)) for w in anywhere)
        anywhere = _done_before(data, hunk, marks, anywhere) or anywhere
    if not anywhere:
        return Unplaced(Trouble.MISSING, 0)
    inside = tuple(w for w in anywhere if scope.span.contains(span_of(data, w.first, w.end)))
    if not inside:
        return Unplaced(Trouble.OUTSIDE, 0, anywhere)
    if all(line.sign == "-" for line in hunk.lines):
        for header in _opening(data, _headers(data, hunk, marks)):
            kept = tuple(w for w in inside if is_header_of(data, header, w.first))
            name = to_text(lines_of(data)[header].strip())
            return kept or Unplaced(Trouble.CONTEXT_ELSEWHERE, 0, inside, name)
    return _under(source, hunk, inside)


def _opening(data: bytes, headers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the only header, if deeper lines follow it.

    A hunk that only removes lines stays in its block: outside, the same lines may be other code, and the meant
    ones may have been removed before.
    """
    if len(headers) != 1:
        return ()
    lines = lines_of(data)
    below = next((line for line in lines[headers[0] + 1 :] if line.strip()), b"")
    return headers if indent_width(below) > indent_width(lines[headers[0]]) else ()


def _done_before(
    data: bytes, hunk: Hunk, marks: Windows, open_windows: tuple[Window, ...]
) -> tuple[Window, ...]:
    """Return the windows where the hunk has been applied, if it must not be applied elsewhere.

    If it fits elsewhere as well, they count if only they are in the block that the hunk names,
    or if the lines elsewhere only resemble the old lines: a patch that is sent twice would
    otherwise change a twin of its place.
    """
    done = done_windows(data, hunk)
    resembling = not any(w.hit.facts.is_literal for w in open_windows)
    if not open_windows or (resembling and len(done) == 1):
        return done
    headers = _headers(data, hunk, marks)
    if len(headers) != 1 or not any(line.sign == "+" for line in hunk.lines):
        return ()
    if not resembling and any(is_header_of(data, headers[0], w.first) for w in open_windows):
        return ()
    named = done if hunk.section else done_windows(data, hunk, bare=True)
    return tuple(window for window in named if is_header_of(data, headers[0], window.first))


def _headers(data: bytes, hunk: Hunk, marks: Windows) -> tuple[int, ...]:
    """Return the lines that open the definition around a hunk, as the patch names it.

    It is named after ``@@``, opened by a landmark that occurs once, or follows the hunk's numbers.
    """
    if hunk.context:
        named = [lines_like(data, text) for text in hunk.context]
        return tuple(at for at in named[-1] if _is_under(data, named[:-1], at, enclosed=True))
    if marks:
        return _opening(data, tuple(_outermost(data, mark) for mark in marks[-1]))
    return lines_like(data, hunk.section) if hunk.section else ()


def _under(
    source: Source, hunk: Hunk, windows: tuple[Window, ...]
) -> tuple[Window, ...] | Unplaced:
    """Return the windows below the lines that the hunk names: in their blocks, else after them."""
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
    """Return True if each name has a line above that of the next one, down to the window."""
    below = [line]
    for candidates in reversed(named):
        below = [
            at
            for at in candidates
            if any(is_header_of(data, at, b) if enclosed else at < b for b in below)
        ]
        if not below:
            return False
    return True


def _in_block(
    source: Source, hunk: Hunk, windows: tuple[Window, ...]
) -> tuple[Window, ...] | Unplaced:
    """Return the windows in the block that a name means as a selector, since no line has that text."""
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


def _single_way(data: bytes, solid: _Solid) -> tuple[Window, ...] | Unplaced:
    if not solid.found:
        return ()
    for edges in (_whole, _changed):
        count = _count(solid, edges)
        if count == 1:
            return _first_way(solid, edges)
        if count:
            return _narrowed(data, solid, edges)
    return _any_order(solid)


Edges = Callable[[Window], tuple[int, int]]


def _whole(window: Window) -> tuple[int, int]:
    return window.first, window.end


def _changed(window: Window) -> tuple[int, int]:
    """Return the lines that change: hunks written by hand share lines of context."""
    return window.core_first, window.core_end


def _count(solid: _Solid, edges: Edges) -> int:
    """Return the number of ways to take one window of each hunk so that each ends before the next begins."""
    first = _behind(solid.marks[0], 0)
    counts = _tails(solid, edges)[0]
    return sum(n for w, n in zip(solid.found[0], counts, strict=True) if edges(w)[0] >= first)


def _tails(solid: _Solid, edges: Edges) -> list[list[int]]:
    """Return for each window of each hunk the number of ways to place the hunks behind it."""
    found, marks = solid.found, solid.marks[1:]
    counts = [[int(_behind(marks[-1], edges(w)[1]) < inf) for w in found[-1]]]
    for windows, between, following in zip(found[-2::-1], marks[-2::-1], found[:0:-1], strict=True):
        firsts = [edges(window)[0] for window in following]
        sums = [0]
        for count in reversed(counts[-1]):
            sums.append(sums[-1] + count)
        starts = (_behind(between, edges(w)[1]) for w in windows)
        counts.append([sums[len(firsts) - bisect_left(firsts, start)] for start in starts])
    return counts[::-1]


def _first_way(solid: _Solid, edges: Edges) -> tuple[Window, ...]:
    way: list[Window] = []
    tails = _tails(solid, edges)
    for windows, before, counts in zip(solid.found, solid.marks[:-1], tails, strict=True):
        start = _behind(before, edges(way[-1])[1] if way else 0)
        way.append(
            next(w for w, n in zip(windows, counts, strict=True) if n and edges(w)[0] >= start)
        )
    return tuple(way)


def _narrowed(data: bytes, solid: _Solid, edges: Edges) -> tuple[Window, ...] | Unplaced:
    """Choose one of several ways by sections and landmarks of the hunks, and by one common distance."""
    in_blocks: list[tuple[Window, ...]] = []
    for hunk, marks, windows in zip(solid.hunks, solid.marks[:-1], solid.found, strict=True):
        headers = _headers(data, hunk, marks)
        kept = tuple(w for w in windows if any(is_header_of(data, at, w.first) for at in headers))
        in_blocks.append(kept or windows)
    narrowed = solid.with_windows(in_blocks)
    narrowed = _with_repeats(narrowed, edges)
    by_section = _first_way(narrowed, edges) if _count(narrowed, edges) == 1 else None
    ways = _ways_at_one_distance(solid, edges)
    by_distance = ways[0] if len(ways) == 1 and len(solid.hunks) > 1 else None
    if by_section is not None and (by_distance is None or by_distance == by_section):
        return by_section
    if by_distance is not None and by_section is None:
        return by_distance
    return _several(solid)


def _with_repeats(solid: _Solid, edges: Edges) -> _Solid:
    """Keep one window for a hunk with the same old lines as the hunk before, if that has one.

    Without a number, it means the first fit behind the hunk before: `-x +y`, `-x +z`.
    """
    found = [solid.found[0]]
    for before, hunk, windows in zip(solid.hunks, solid.hunks[1:], solid.found[1:], strict=False):
        if hunk.line is None and hunk.old == before.old and len(found[-1]) == 1:
            end = edges(found[-1][0])[1]
            windows = tuple(w for w in windows if edges(w)[0] >= end)[:1] or windows
        found.append(windows)
    return solid.with_windows(found)


def _several(solid: _Solid) -> Unplaced:
    """Return the first hunk that fits in several places."""
    at = next(i for i, windows in enumerate(solid.found) if len(windows) > 1)
    return Unplaced(Trouble.SEVERAL, solid.indices[at], solid.found[at])


def _outermost(data: bytes, window: Window) -> int:
    """Return the last of the least indented lines of a window, which opens the block that continues below it."""
    lines = lines_of(data)
    filled = [at for at in range(window.first, window.end) if lines[at].strip()]
    return min(reversed(filled), key=lambda at: indent_width(lines[at]), default=window.first)


def _ways_at_one_distance(solid: _Solid, edges: Edges) -> tuple[tuple[Window, ...], ...]:
    """Return the ways in which all windows are equally far from their numbers."""
    shifts: set[int] | None = None
    for hunk, windows in zip(solid.hunks, solid.found, strict=True):
        if hunk.line is None:
            return ()
        own = {w.first + 1 - hunk.line for w in windows}
        shifts = own if shifts is None else shifts & own
    ways = []
    for shift in sorted(shifts or ()):
        way = tuple(
            next(w for w in windows if w.first + 1 - (hunk.line or 0) == shift)
            for hunk, windows in zip(solid.hunks, solid.found, strict=True)
        )
        if _count(solid.with_windows([(w,) for w in way]), edges):
            ways.append(way)
    return tuple(ways)


def _any_order(solid: _Solid) -> tuple[Window, ...] | Unplaced:
    """Return the windows of hunks that are out of order, if each has one place of its own.

    Each is between the landmarks that the patch has around it.
    """
    between: list[tuple[Window, ...]] = []
    rows = zip(solid.indices, solid.marks[:-1], solid.found, solid.marks[1:], strict=True)
    for index, above, windows, below in rows:
        start = _behind(above, 0)
        kept = (w for w in windows if w.core_first >= start and _behind(below, w.core_end) < inf)
        between.append(tuple(kept))
        if not between[-1]:
            return Unplaced(Trouble.OFF_LANDMARK, index, windows)
    solid = solid.with_windows(between)
    if any(len(windows) > 1 for windows in solid.found):
        return _several(solid)
    way = tuple(windows[0] for windows in solid.found)
    ordered = sorted(way)
    if all(low.core_end <= high.core_first for low, high in pairwise(ordered)):
        return way
    pairs = (
        (i, sorted((way[i], other), key=_changed)) for i in range(len(way)) for other in way[:i]
    )
    index = next(i for i, (low, high) in pairs if low.core_end > high.core_first)
    return Unplaced(Trouble.DISORDER, solid.indices[index], (way[index],))


# Hunks that only add


@dataclass(frozen=True, slots=True)
class _Edges:
    """The limits that hunks with a window set to those that only add.

    `shifts` are their distances from their numbers, None for one without a number. For each hunk,
    `ends` is the line behind the last change of the hunks before it, `starts` the first change of the hunks from
    it on.
    """

    shifts: frozenset[int | None]
    ends: tuple[int, ...]
    starts: tuple[float, ...]

    @classmethod
    def of(cls, fits: Mapping[int, Fit], count: int) -> _Edges:
        """Compute the limits from the hunks with a window, of `count` in all."""
        windows = {i: fit.window for i, fit in fits.items() if fit.window is not None}
        lines = ((fits[i].hunk.line, window.first + 1) for i, window in windows.items())
        core_ends = (windows[i].core_end if i in windows else 0 for i in range(count))
        firsts = (windows[i].core_first if i in windows else inf for i in reversed(range(count)))
        return cls(
            frozenset(None if line is None else first - line for line, first in lines),
            tuple(accumulate(core_ends, max)),
            tuple(accumulate(firsts, min))[::-1],
        )


def _place_additions(
    source: Source,
    hunks: Sequence[Hunk],
    index: int,
    edges: _Edges,
    windows: Mapping[int, tuple[Window, ...]],
) -> Fit | Unplaced:
    """Return the place of added lines without context; a number alone is not enough to name it."""
    data, hunk = source.data, hunks[index]
    last = line_count(data)
    if last == 0:
        return Fit(index, hunk)
    # The reference reader of envelopes adds lines without any context at the end of the file.
    if (hunk.at_end or (hunk.is_bare and len(hunks) == 1)) and not hunk.context:
        inserted = _inserting(data, hunk, index, max(0, last - len(hunk.lines)))
        return inserted if inserted.done else Fit(index, hunk, before=last)
    if hunk.context:
        return _below_name(data, hunk, index)
    if marks := [windows[i] for i in _landmarks_before(hunks, index) if i in windows]:
        start = _behind(marks[:-1], edges.ends[index])
        places = [w.end for w in marks[-1] if start <= w.first and w.end <= edges.starts[index]]
        if len(places) != 1:
            return Unplaced(Trouble.BARE, index)
        return _inserting(data, hunk, index, places[0])
    if hunk.line is None:
        return Unplaced(Trouble.BARE, index)
    if len(edges.shifts) == 1 and None not in edges.shifts:
        before = hunk.line - 1 + (next(iter(edges.shifts)) or 0)
    elif not edges.shifts and _is_number_in_section(data, hunk):
        before = hunk.line - 1
    else:
        return Unplaced(Trouble.BARE, index)
    inside = 0 <= before <= last and (before == last or not hunk.new_unended)
    if not inside or not edges.ends[index] <= before <= edges.starts[index]:
        return Unplaced(Trouble.BARE, index)
    return replace(_inserting(data, hunk, index, before), by_number=True)


def _inserting(data: bytes, hunk: Hunk, index: int, before: int) -> Fit:
    texts = tuple(to_bytes(line.text.removesuffix("\r")) for line in hunk.lines)
    return Fit(
        index, hunk, before=before, done=lines_of(data)[before : before + len(texts)] == texts
    )


def _below_name(data: bytes, hunk: Hunk, index: int) -> Fit | Unplaced:
    """Place lines right below the only line that the hunk names."""
    named = [lines_like(data, text) for text in hunk.context]
    places = [at for at in named[-1] if _is_under(data, named[:-1], at, enclosed=True)]
    if len(places) == 1:
        return _inserting(data, hunk, index, places[0] + 1)
    return Unplaced(Trouble.CONTEXT if not places else Trouble.BARE, 0, name=hunk.context[-1])


def _is_number_in_section(data: bytes, hunk: Hunk) -> bool:
    """Return True if the number and the section of a hunk refer to the same definition."""
    line = (hunk.line or 1) - 1
    headers = lines_like(data, hunk.section) if hunk.section else ()
    return line <= line_count(data) and any(is_header_of(data, at, line) for at in headers)
