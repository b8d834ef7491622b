"""The definitions of a tree as a table that is asked by name and by place.

A table is made once from the whole listing and kept with its tree. Asked by name it costs what it
answers, asked by place it costs how deep the place lies: rows are sorted by their start, and each
knows the row before it that is still open where it starts, so that the rows around a place are one
chain.

Not here: how a definition is made (`tree.blocks`), which selector names it (`search.selectors`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence

from structedit.text.document import Span
from structedit.tree.nodes import Block


class SpanChain:
    """Spans in the order of their starts, asked for those around a place."""

    __slots__ = ("_order", "_outer", "_spans", "_starts")

    def __init__(self, given: Sequence[Span]) -> None:
        self._order = sorted(range(len(given)), key=lambda n: (given[n].start, -given[n].end, n))
        self._spans = [given[n] for n in self._order]
        self._starts = [span.start for span in self._spans]
        self._outer: list[int] = []
        open_rows: list[int] = []
        for row, span in enumerate(self._spans):
            while open_rows and self._spans[open_rows[-1]].end <= span.start:
                open_rows.pop()
            self._outer.append(open_rows[-1] if open_rows else -1)
            open_rows.append(row)

    def around(self, place: Span) -> list[int]:
        """The numbers of the spans that hold a place, in the order in which they were given."""
        return sorted(self.outwards(place))

    def outwards(self, place: Span) -> Iterator[int]:
        """The numbers of the spans that hold a place, the innermost first."""
        open_rows = self._open_at(place.start)
        return (self._order[row] for row in open_rows if self._spans[row].contains(place))

    def spans_around(self, place: Span) -> Iterator[Span]:
        """The spans that hold a place, the innermost first."""
        rows = (self._spans[row] for row in self._open_at(place.start))
        return (span for span in rows if span.contains(place))

    def touching(self, area: Span) -> list[int]:
        """The numbers of the spans that overlap an area, in the order in which they were given."""
        open_rows = [row for row in self._open_at(area.start) if self._spans[row].overlaps(area)]
        first = bisect_right(self._starts, area.start)
        inside = range(first, bisect_left(self._starts, area.end, first))
        return sorted(self._order[row] for row in (*open_rows, *inside))

    def _open_at(self, at: int) -> Iterator[int]:
        row = bisect_right(self._starts, at) - 1
        while row >= 0:
            yield row
            row = self._outer[row]


class ItemIndex:
    """The definitions of one tree, in document order, by name and by place."""

    __slots__ = ("_called", "_chain", "_ending", "_named", "rows")

    def __init__(self, rows: Sequence[Block]) -> None:
        self.rows = tuple(rows)
        self._named = _grouped(self.rows, lambda block: (block.path[-1],))
        self._called: dict[str, tuple[Block, ...]] | None = None
        self._ending: dict[str, dict[tuple[str, ...], list[Block]]] = {}
        self._chain: SpanChain | None = None

    def named(self, name: str, within: Span | None = None) -> Sequence[Block]:
        """The definitions whose last component is a name, else those with it as another name.

        With `within`, those that begin there.
        """
        found = _within(self._named.get(name, ()), within)
        if found:
            return found
        if self._called is None:
            self._called = _grouped(self.rows, _other_names)
        return _within(self._called.get(name, ()), within)

    def ending_in(self, path: tuple[str, ...]) -> Sequence[Block]:
        """The definitions whose path ends in one, in document order."""
        alike = self._named.get(path[-1], ())
        if len(alike) < 2:
            return [block for block in alike if block.path[-len(path) :] == path]
        if path[-1] not in self._ending:
            endings = self._ending[path[-1]] = {}
            for block in alike:
                for at in range(len(block.path)):
                    endings.setdefault(block.path[at:], []).append(block)
        return self._ending[path[-1]].get(path, ())

    def around(self, place: Span) -> tuple[Block, ...]:
        """The definitions whose span holds a place, in document order."""
        return tuple(self.rows[number] for number in self._spans().around(place))

    def touching(self, area: Span) -> tuple[Block, ...]:
        """The definitions whose span overlaps an area, in document order."""
        return tuple(self.rows[number] for number in self._spans().touching(area))

    def _spans(self) -> SpanChain:
        if self._chain is None:
            self._chain = SpanChain([block.span for block in self.rows])
        return self._chain


def _grouped(
    rows: Sequence[Block], names: Callable[[Block], Iterable[str]]
) -> dict[str, tuple[Block, ...]]:
    """Rows by their names, each group sorted by where its rows begin."""
    found: dict[str, dict[Span, Block]] = {}
    for block in rows:
        for name in names(block):
            found.setdefault(name, {})[block.core] = block
    return {name: tuple(sorted(group.values(), key=_place)) for name, group in found.items()}


def _within(group: tuple[Block, ...], span: Span | None) -> Sequence[Block]:
    """The rows of a group that begin in a span; all of them without one."""
    if span is None:
        return group
    first = bisect_left(group, span.start, key=_start)
    return group[first : bisect_left(group, max(span.end, span.start + 1), key=_start)]


def _start(block: Block) -> int:
    return block.core.start


def _place(block: Block) -> tuple[int, int]:
    return block.core.start, -block.core.end


def _other_names(block: Block) -> Iterable[str]:
    """The other names of a definition, each with and without the sign before it."""
    return dict.fromkeys(name for alias in block.aliases for name in (alias, alias.lstrip("#.")))
