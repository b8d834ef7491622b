"""Whether an edit leaves every definition what it is, known from the nodes at the edit alone.

Two trees of which the parser says that they agree away from an edit define the same things if at the
edit they have the same nodes, moved, and if no text that names something was edited: what is a
definition, in which other one and under which name, follows from the types and the order of nodes, and
from the text of those that a query captures. Nodes of which no pattern of the query says anything, nor of what
they stand in, such as those of a call in an expression, may be others, as long as they are where the old ones were.

It is enough to know, and not needed: where the nodes differ, the definitions are listed and compared.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate

from tree_sitter import Node

from structedit.languages.grammars import WHOLE_NODES
from structedit.languages.profiles import LanguageProfile
from structedit.languages.queries import Chain
from structedit.text.document import Span
from structedit.text.edit import EditSet
from structedit.text.values import dataclass
from structedit.tree.equations import NAMES
from structedit.tree.extents import Captures
from structedit.tree.walking import children_in

Area = tuple[Span, Span]
"""A part of the old content, and the part of the new one that stands in its place."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """Two contents and where they differ: the start and end of each place before, and how much grew up to there.

    `reparsed` are the parts of the new one in which the parser sees another structure, sorted.
    """

    before: bytes
    after: bytes
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    grown: tuple[int, ...]
    """How much the content has grown before each place, and behind the last."""
    reparsed: tuple[Span, ...] = ()

    @classmethod
    def by(
        cls, edits: EditSet, before: bytes, after: bytes, reparsed: tuple[Span, ...] = ()
    ) -> Replaced:
        """What edits turn one content into another, without what they write as it was."""
        rows = []
        for edit in edits.edits:
            one, other = edit.span.of(before), edit.new
            most = min(len(one), len(other))
            start = next((n for n in range(most) if one[n] != other[n]), most)
            most -= start
            end = next((n for n in range(most) if one[-1 - n] != other[-1 - n]), most)
            if one != other:
                rows.append((edit.span.start + start, edit.span.end - end, edit.delta))
        starts, ends, growths = zip(*rows, strict=True) if rows else ((), (), ())
        grown = tuple(accumulate(growths, initial=0))
        return cls(before, after, starts, ends, grown, reparsed)

    def is_moved(self, before: int, after: int) -> bool:
        """Whether an offset is where another one went: inside or at a place that differs, anywhere in it."""
        number = bisect_left(self.ends, before)
        if after == before + self.grown[number]:
            return True
        while number < len(self.starts) and self.starts[number] <= before:
            start = self.starts[number] + self.grown[number]
            if start <= after <= self.ends[number] + self.grown[number + 1]:
                return True
            number += 1
        return False

    def touches(self, nodes: Iterable[Node]) -> bool:
        """Whether a place that differs is in a node, or at one of its edges."""
        return any(self.is_touched(node.start_byte, node.end_byte) for node in nodes)

    def is_reparsed(self, after: Node) -> bool:
        """Whether the parser sees another structure in a node of the new content, or at one of its edges."""
        number = bisect_left(self.reparsed, after.start_byte, key=lambda span: span.end)
        return number < len(self.reparsed) and self.reparsed[number].start <= after.end_byte

    def differs(self, one: Node, other: Node) -> bool:
        """Whether two nodes have other texts."""
        text = self.before[one.start_byte : one.end_byte]
        return text != self.after[other.start_byte : other.end_byte]

    def is_touched(self, start: int, end: int) -> bool:
        """The same of a node by its offsets."""
        number = bisect_left(self.ends, start)
        return number < len(self.starts) and self.starts[number] <= end


@dataclass(frozen=True, slots=True)
class Compared:
    """What differs in an area of two trees: nodes with another text, and those that are others, old and new.

    Each is told by the types of nodes from the root down to it. What holds others is among them: where a
    definition ends may be seen from what it holds, such as a tag that closes it.
    """

    texts: set[Chain]
    others: set[Chain]


_MOST_OTHERS = 400
"""Nodes up to which what is there instead of others is looked at. Chosen by judgement: a statement or two."""


def same_nodes(
    before: Node,
    after: Node,
    replaced: Replaced,
    area: Area,
    profile: LanguageProfile,
) -> Compared | None:
    """What differs in an area of two trees, each of them at the same places; maybe more than that.

    None where nodes are at other places, or one is named by what was replaced.
    """
    joined = (*profile.nodes.clauses, *profile.nodes.signatures)
    headings = profile.sections.headings if profile.sections.styles else ()
    found = Compared(set(), set())
    stack: list[tuple[Node, Node, Chain]] = [(before, after, ())]
    while stack:
        one, other, above = stack.pop()
        start, end, kind = one.start_byte, one.end_byte, one.type
        is_there = (
            one.is_missing == other.is_missing
            and replaced.is_moved(start, other.start_byte)
            and replaced.is_moved(end, other.end_byte)
        )
        if not is_there or kind in headings:
            return None
        is_touched = replaced.is_touched(start, end)
        is_alike = kind == other.type and one.child_count == other.child_count
        if is_alike and not is_touched and not replaced.is_reparsed(other):
            continue  # the parser has taken it over as it was
        path = (*above, kind)
        is_small = end - start <= len(area[0])
        if is_alike and is_touched and not (is_small and not replaced.differs(one, other)):
            found.texts.add(path)
        if kind in joined and replaced.touches(_naming(one)):
            return None
        if is_alike and not one.child_count:
            continue
        old, new = children_in(one, area[0]), children_in(other, area[1])
        if not is_alike or len(old) != len(new):
            paths = _paths((one, other), above) if _is_put_alike(one, other) else None
            if paths is None or any(path[-1] in (*joined, *headings) for path in paths):
                return None
            found.others.update((above, *paths))
        else:
            stack += ((*pair, path) for pair in zip(old, new, strict=True))
    return found


def _is_put_alike(one: Node, other: Node) -> bool:
    """Whether two nodes are to those above them what the other one is."""
    if (one.is_named, one.is_extra, one.is_error) != (
        other.is_named,
        other.is_extra,
        other.is_error,
    ):
        return False
    return one.parent is not None and _field(one) == _field(other)


def _field(node: Node) -> str | None:
    """The field that a node is of the one above it."""
    above = node.parent
    if above is None:
        return None
    number = next(n for n, child in enumerate(above.children) if child.id == node.id)
    return above.field_name_for_child(number)


def _paths(nodes: Iterable[Node], above: Chain) -> set[Chain] | None:
    """The paths to some nodes and all below them; None where those are too many, or one is an error."""
    found: set[Chain] = set()
    stack = [(node, above) for node in nodes]
    seen = 0
    while stack:
        node, path = stack.pop()
        path = (*path, node.type)
        seen += 1
        if seen > _MOST_OTHERS or node.is_error or node.is_missing:
            return None
        found.add(path)
        stack += ((child, path) for child in node.children)
    return found


def same_matches(
    before: Iterable[tuple[str, Captures]],
    after: Iterable[tuple[str, Captures]],
    replaced: Replaced,
) -> bool:
    """Whether the same was matched in both, and texts that a query captures are the same."""
    old = [_shape(match, replaced.before) for match in before]
    return old == [_shape(match, replaced.after) for match in after]


def _shape(match: tuple[str, Captures], data: bytes) -> tuple[object, ...]:
    kind, captures = match
    found: list[tuple[str, list[tuple[str, bytes]]]] = []
    for name, nodes in captures.items():
        is_whole = name in WHOLE_NODES or name.startswith("definition.")
        rows = [(n.type, b"" if is_whole else data[n.start_byte : n.end_byte]) for n in nodes]
        found.append((name, rows))
    return kind, sorted(found)


def _naming(node: Node) -> list[Node]:
    """The nodes by whose text clauses and signatures are joined."""
    holders = (node, *node.children[:1])
    found = [named for h in holders for field in NAMES if (named := h.child_by_field_name(field))]
    first = node
    while first.child_count:
        first = first.children[0]
    return [first, *found]
