"""Whether an edit leaves every definition what it is, known from the nodes at the edit alone.

Two trees of which the parser says that they agree away from an edit define the same things if at the
edit they have the same nodes, moved, and if no text that names something was edited: what is a
definition, in which other one and under which name, follows from the types and the order of nodes, and
from the text of those that a query captures.

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
from structedit.tree.extents import Captures, span_of
from structedit.tree.walking import children_in

Area = tuple[Span, Span]
"""A part of the old content, and the part of the new one that stands in its place."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """The bytes that edits make differ: where each place begins and ends in the old content, and grows."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    growths: tuple[int, ...]
    grown: tuple[int, ...]
    """How much the content has grown before each place, and behind the last."""

    @classmethod
    def by(cls, edits: EditSet, before: bytes) -> Replaced:
        """What edits of a content change, without what they write as it was."""
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
        return cls(starts, ends, growths, tuple(accumulate(growths, initial=0)))

    def is_moved(self, before: int, after: int) -> bool:
        """Whether an offset is where another one went; one at an insertion may be on either side of it."""
        number = bisect_left(self.ends, before)
        at = before + self.grown[number]
        while number < len(self.starts) and self.starts[number] <= before:
            if before == self.starts[number] and after == at:
                return True
            if before < self.ends[number]:
                return False
            at += self.growths[number]
            number += 1
        return after == at

    def touches(self, nodes: Iterable[Node]) -> bool:
        """Whether some of the bytes that differ are in a node, or at one of its edges."""
        return any(self._touches(span_of(node)) for node in nodes)

    def _touches(self, span: Span) -> bool:
        number = bisect_left(self.ends, span.start)
        return number < len(self.starts) and self.starts[number] <= span.end


def same_nodes(
    before: Node,
    after: Node,
    replaced: Replaced,
    area: Area,
    profile: LanguageProfile,
) -> set[Chain] | None:
    """The nodes that hold or touch what was replaced, if two trees have the same nodes in an area of each.

    Each is told by the types of nodes from the root down to it. None where nodes differ, or one is named
    by what was replaced.
    """
    joined = (*profile.clauses, *profile.signatures)
    headings = profile.sections.headings if profile.sections.styles else ()
    touched: set[Chain] = set()
    stack: list[tuple[Node, Node, Chain]] = [(before, after, ())]
    while stack:
        one, other, above = stack.pop()
        alike = (
            one.type == other.type
            and one.child_count == other.child_count
            and one.is_missing == other.is_missing
            and replaced.is_moved(one.start_byte, other.start_byte)
            and replaced.is_moved(one.end_byte, other.end_byte)
        )
        if not alike or one.type in headings:
            return None
        path = (*above, one.type)
        if replaced.touches((one,)):
            touched.add(path)
        if one.type in joined and replaced.touches(_naming(one)):
            return None
        if one.child_count:
            old, new = children_in(one, area[0]), children_in(other, area[1])
            if len(old) != len(new):
                return None
            stack += ((*pair, path) for pair in zip(old, new, strict=True))
    return touched


def same_matches(
    before: Iterable[tuple[str, Captures]],
    after: Iterable[tuple[str, Captures]],
    replaced: Replaced,
) -> bool:
    """Whether the same was matched in both, and no text that a query captures was replaced."""
    old, new = list(before), list(after)
    return [_shape(match) for match in old] == [_shape(match) for match in new] and not any(
        replaced.touches(nodes)
        for _, captures in old
        for name, nodes in captures.items()
        if name not in WHOLE_NODES and not name.startswith("definition.")
    )


def _shape(match: tuple[str, Captures]) -> tuple[object, ...]:
    kind, captures = match
    return kind, sorted((name, [node.type for node in nodes]) for name, nodes in captures.items())


def _naming(node: Node) -> list[Node]:
    """The nodes by whose text clauses and signatures are joined."""
    holders = (node, *node.children[:1])
    found = [named for h in holders for field in NAMES if (named := h.child_by_field_name(field))]
    first = node
    while first.child_count:
        first = first.children[0]
    return [first, *found]
