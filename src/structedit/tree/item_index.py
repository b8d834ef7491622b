"""The definitions of a tree as a table, indexed by name and by place.

A tree makes its table once, from the whole listing, and keeps it. A look-up by name costs as much as it
returns, one by place as much as the depth of the place: rows are sorted by their start, and each
refers to the row before it that is still open where it starts, so that the rows around a place are one
chain.

Not here: making a definition (`tree.blocks`), resolving a selector (`search.selectors`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from structedit.text.document import Span
from structedit.tree.blocks import Item
from structedit.tree.nodes import Block


class SpanChain:
    """Spans in the order of their starts, to find those around a place."""

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
        """Return the numbers of the spans around a place, in the order of the spans."""
        return sorted(self.outwards(place))

    def outwards(self, place: Span) -> Iterator[int]:
        """Return the numbers of the spans around a place, the innermost first."""
        open_rows = self._open_at(place.start)
        return (self._order[row] for row in open_rows if self._spans[row].contains(place))

    def spans_around(self, place: Span) -> Iterator[Span]:
        """Return the spans around a place, the innermost first."""
        rows = (self._spans[row] for row in self._open_at(place.start))
        return (span for span in rows if span.contains(place))

    def touching(self, area: Span) -> list[int]:
        """Return the numbers of the spans that overlap an area, in the order of the spans."""
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
    """The definitions of one tree, in document order, by name and by place.

    A look-up by name compares bare items, and builds only the blocks that it returns.
    """

    __slots__ = (
        "_called",
        "_counts",
        "_ending",
        "_held",
        "_is_bare",
        "_named",
        "_places",
        "_spans",
        "_whole",
        "items",
    )

    def __init__(self, items: Sequence[Item], *, has_aliases: bool, is_bare: bool) -> None:
        """Take the items, and whether blocks of the language may have aliases.

        If definitions are `bare`, nothing outside their nodes is part of them.
        """
        self.items, self._is_bare = items, is_bare
        self._counts: Counter[tuple[str, ...]] | None = None
        self._named: dict[str, list[Item]] = {}
        for item in items:
            self._named.setdefault(item.path[-1], []).append(item)
        self._called: dict[str, list[Item]] | None = None if has_aliases else {}
        self._held: set[str] | None = None
        self._whole: dict[tuple[str, ...], list[Item]] = {}
        self._ending: dict[str, _Endings] = {}
        self._places: SpanChain | None = None
        self._spans: SpanChain | None = None

    @property
    def rows(self) -> tuple[Block, ...]:
        """All definitions, in the order of the items."""
        return tuple(item.block for item in self.items)

    def names(self) -> set[str]:
        """Return all names of definitions, without qualifiers."""
        return {*self._named, *self._other_names()}

    def named(self, name: str, within: Span | None = None) -> Sequence[Block]:
        """Return the definitions whose last component is a name, else those with it as an alias.

        With `within`, those that begin there.
        """
        found = _within(blocks_of(self._named.get(name, ())), within)
        if found:
            return found
        return _within(blocks_of(self._other_names().get(name, ())), within)

    def items_named(self, name: str) -> Sequence[Item]:
        """Return the definitions that `named` finds, without their blocks; some may occur twice."""
        return self._named.get(name) or self._other_names().get(name) or ()

    def _other_names(self) -> dict[str, list[Item]]:
        if self._called is None:
            self._called = {}
            for item in self.items:
                for other in _other_names(item):
                    self._called.setdefault(other, []).append(item)
        return self._called

    def has_alone(self, path: tuple[str, ...]) -> bool:
        """Return True if exactly one definition has a path."""
        if self._counts is None:
            self._counts = Counter(item.path for item in self.items)
        return self._counts[path] == 1

    def ending_in(self, path: tuple[str, ...]) -> Sequence[Item]:
        """Return the definitions whose path ends with `path`, in document order."""
        alike = self._named.get(path[-1], ())
        if len(path) == 1 or len(alike) < 2:
            return alike if len(path) == 1 else [i for i in alike if i.path[-len(path) :] == path]
        if self._held is None:
            self._held = {name for item in self.items for name in item.path[1:]}
            for item in self.items:
                self._whole.setdefault(item.path, []).append(item)
        if path[0] not in self._held:  # then it begins no ending of a longer path
            return self._whole.get(path, ())
        if path[-1] not in self._ending:
            self._ending[path[-1]] = _Endings(alike)
        return self._ending[path[-1]].items(path)

    def items_around(self, place: Span) -> list[Item]:
        """Return the definitions whose span contains a place, in document order."""
        found = [self.items[number] for number in self._by_span().around(place)]
        return [item for item in found if item.listed.span.contains(place)]

    def items_by_span(self, area: Span) -> list[Item]:
        """Return the definitions whose span overlaps an area, in document order."""
        found = [self.items[number] for number in self._by_span().touching(area)]
        return [item for item in found if item.listed.span.overlaps(area)]

    def items_overlapping(self, area: Span) -> list[Item]:
        """Return the definitions whose core overlaps an area, in document order, without their blocks."""
        found = [self.items[number] for number in self._by_place().touching(area)]
        return [item for item in found if item.core.overlaps(area)]

    def _by_span(self) -> SpanChain:
        # The places of bare definitions are at least their spans, and known without them.
        if self._is_bare:
            return self._by_place()
        if self._spans is None:
            self._spans = SpanChain([item.listed.span for item in self.items])
        return self._spans

    def _by_place(self) -> SpanChain:
        if self._places is None:
            self._places = SpanChain([Span(item.start, item.end) for item in self.items])
        return self._places


class _Endings:
    """The definitions of one name as a tree of their qualifiers, the innermost first."""

    __slots__ = ("_below", "_items")

    def __init__(self, items: Iterable[Item]) -> None:
        self._items: list[Item] = []
        self._below: dict[str, _Endings] = {}
        for item in items:
            node = self
            for name in reversed(item.path):
                node = node._below.get(name) or node._below.setdefault(name, _Endings(()))
                node._items.append(item)

    def items(self, path: tuple[str, ...]) -> Sequence[Item]:
        """Return the definitions whose path ends with `path`, in document order."""
        node: _Endings | None = self
        for name in reversed(path):
            node = node._below.get(name) if node is not None else None
        return node._items if node is not None else ()


def blocks_of(items: Iterable[Item]) -> tuple[Block, ...]:
    """Return the definitions of some items, each core once, in document order."""
    found = {item.block.core: item.block for item in items}
    return tuple(sorted(found.values(), key=lambda block: block.order))


def _within(group: tuple[Block, ...], span: Span | None) -> Sequence[Block]:
    """Return the rows of a group that begin in a span; all of them without a span."""
    if span is None:
        return group
    first = bisect_left(group, span.start, key=_start)
    return group[first : bisect_left(group, max(span.end, span.start + 1), key=_start)]


def _start(block: Block) -> int:
    return block.core.start


def _other_names(item: Item) -> Iterable[str]:
    """Return the aliases of a definition, each with and without its sign."""
    return dict.fromkeys(name for alias in item.aliases for name in (alias, alias.lstrip("#.")))
