"""The roles of tokens: leaves with the chain of nodes around them, as values.

A node is recognised in another tree by the place of its first *kept* token of its own: `if`, `{`, `+`. A token is kept
if the edit neither wrote nor removed it. A node without tokens of its own (a wrapper, such as `block`) is recognised by
its first leaf outside the lines of the caller. All places are offsets into the new content.

Not here: which differences matter (`judge.role_law`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence, Set

from tree_sitter import Node

from structedit.languages.profiles import LanguageProfile
from structedit.text.document import Span
from structedit.text.token_edits import Sides
from structedit.text.values import dataclass
from structedit.tree.extents import MAX_CLIMB
from structedit.tree.walking import children_in

_MANY_CHILDREN = 64
"""Children up to which all are searched for tokens of their parent; of more, the first ones and those near the edit.

Chosen by judgement, for speed: a root or a class may have thousands.
"""

_FIRST_CHILDREN = 8
_MOST_LEAVES = 60
"""Leaves of a wrapper that are searched for a kept one. Chosen by judgement."""

_MOST_COMMENTS = 200
"""Comments passed on the way to the nearest token of code. Chosen by judgement."""

_STATEMENT_SIGNS = frozenset({b"", b";", b","})
"""Signs that a node is not recognised by: many statements may do without their `;`, and lists grow and shrink."""

_SEPARATORS = frozenset({b";", b",", b".", b"\n"})
_BLANKS = b" \t\r\n\x0c\\"
_BLANK_BYTES = frozenset(_BLANKS[at : at + 1] for at in range(len(_BLANKS)))


@dataclass(frozen=True, slots=True)
class Ancestor:
    """A node around a token.

    kind: its type. first: the start of its first own token, kept or not. place: identifies it (see above); None
    without a kept token. operator: the text of its first kept token. is_wrapper: it has no kept token of its own.
    is_edited: the edit wrote or removed one of its own tokens, or a whole child. is_reopened: one of these is a
    bracket or a word, not a separator.
    """

    kind: str
    span: Span
    first: int | None
    place: int | None
    operator: bytes
    is_wrapper: bool
    is_edited: bool
    is_reopened: bool

    @property
    def is_infix(self) -> bool:
        """Its first own token is between two others, as an operator is."""
        return self.first is not None and self.first > self.span.start


Chain = tuple[Ancestor, ...]
"""The nodes around a token, outermost first, without the root."""


@dataclass(frozen=True, slots=True)
class RoleToken:
    """A leaf of a tree, without blanks at its edges.

    span: its place in its own content. place: its start in the new content; None if the edit removed it.
    is_first: it is the first token that belongs to its parent itself, or a leaf of content. Closing tokens and
    separators follow the first one: of two equal `end` tokens, the new one cannot be determined.
    """

    kind: str
    span: Span
    place: int | None
    chain: Chain
    is_comment: bool
    is_first: bool


HeldNode = tuple[Node, tuple[Node, ...]]
"""A node, and the nodes around it, from the root on."""


class RoleReader:
    """A reader of the tokens of one of the two trees of an edit."""

    def __init__(
        self,
        root: Node,
        data: bytes,
        profile: LanguageProfile,
        sides: Sides,
        given: tuple[Span, ...],
        *,
        is_new: bool,
    ) -> None:
        self._root = root
        self._data = data
        self._comments = profile.nodes.comments
        self._texts = {*profile.nodes.strings, *profile.nodes.comments}
        self._leading = {*profile.nodes.leading, *profile.nodes.signatures}
        self._sides = sides
        self._is_touched = sides.writes if is_new else sides.removes
        self._is_new = is_new
        self._given = given
        self._given_ends = [part.end for part in given]
        self._known: dict[int, Ancestor] = {}
        self.has_errors = root.has_error

    def tokens(
        self, area: Span, *, outside: bool = False, skipped: Set[int] = frozenset()
    ) -> Iterator[RoleToken]:
        """Yield the leaves that overlap an area, in document order.

        With `outside`, leave out the nodes that the caller wrote. Always leave out the nodes whose ids are `skipped`.
        """
        stack: list[tuple[Node, Chain, bool]] = [(self._root, (), False)]
        while stack:
            node, chain, is_comment = stack.pop()
            if node.id in skipped:
                continue
            if outside and self._is_given(node):
                continue
            is_comment = is_comment or node.type in self._comments
            if not node.child_count:
                if (token := self._token(node, chain, is_comment)) is not None:
                    yield token
                continue
            if node.id != self._root.id:
                chain = (*chain, self._ancestor(node, area))
            stack += [(child, chain, is_comment) for child in reversed(children_in(node, area))]

    def shared_nodes(self, other: RoleReader, areas: tuple[Span, Span]) -> set[int]:
        """Return the ids of nodes that both trees share, in the same place and with the same nodes around them.

        The parser reuses nodes of the old tree that no edit touches, so no token in such a node has another role.
        """
        shared: set[int] = set()
        own: list[HeldNode] = [(self._root, ())]
        others: list[HeldNode] = [(other._root, ())]
        own_known: dict[int, Ancestor] = {}
        other_known: dict[int, Ancestor] = {}
        while own and others:
            own, others = _inner_nodes(own, areas[0]), _inner_nodes(others, areas[1])
            by_id = {node.id: (node, holders) for node, holders in others}
            equal: set[int] = set()
            for node, holders in own:
                if (twin := by_id.get(node.id)) is not None:
                    is_in_place = self._sides.moved(node.start_byte) == twin[0].start_byte
                    if is_in_place and _are_alike(
                        self._chain_of(holders, areas[0], own_known),
                        other._chain_of(twin[1], areas[1], other_known),
                    ):
                        equal.add(node.id)
            shared |= equal
            own = [one for one in own if one[0].id not in equal]
            others = [one for one in others if one[0].id not in equal]
        return shared

    def _chain_of(self, holders: Sequence[Node], area: Span, known: dict[int, Ancestor]) -> Chain:
        """Return the nodes around another one, outermost first, without the root.

        The description of a node with many children depends on the area. So it is kept in `known` alone: a later
        token must not get what was read for another area.
        """
        chain: list[Ancestor] = []
        for node in holders[1:]:
            found = self._known.get(node.id) or known.get(node.id)
            if found is None:
                found = self._read_ancestor(node, area)
                kept = self._known if node.child_count <= _MANY_CHILDREN else known
                kept[node.id] = found
            chain.append(found)
        return tuple(chain)

    def token_at(self, at: int) -> RoleToken | None:
        """Return the leaf that begins at an offset."""
        return next((t for t in self.tokens(Span(at, at + 1)) if t.span.start == at), None)

    def is_below_trivia(self, at: int) -> bool:
        """Return True if a comment or a decorator ends right before an offset."""
        end = len(self._data[max(0, at - 4096) : at].rstrip(_BLANKS)) + max(0, at - 4096)
        node = self._root.descendant_for_byte_range(max(0, end - 1), end)
        for _ in range(MAX_CLIMB):
            # Some comments end with the line break.
            if node is None or node.end_byte > at + 2 or self._data[at : node.end_byte].strip():
                return False
            if node.type in self._comments or node.type in self._leading:
                return True
            node = node.parent
        return False

    def with_neighbours(self, area: Span) -> Span:
        """Return an area that also contains the nearest token of code before it and behind it."""
        return Span(self._before(area.start), self._behind(area.end))

    def leaf_at(self, at: int) -> Span | None:
        """Return the leaf that contains a byte; None between leaves."""
        node = self._root.descendant_for_byte_range(at, at + 1)
        if node is None or node.child_count:
            return None
        return Span(node.start_byte, node.end_byte)

    def leaf_before(self, at: int) -> Span | None:
        """Return the leaf that ends at an offset, or before the blanks in front of it; without blanks at its edges."""
        end = at
        while end > 0 and self._data[end - 1 : end] in _BLANK_BYTES:
            end -= 1
        return self._bare_leaf(end - 1) if end else None

    def leaf_behind(self, at: int) -> Span | None:
        """Return the leaf that begins at an offset, or behind the blanks there; without blanks at its edges."""
        while at < len(self._data) and self._data[at : at + 1] in _BLANK_BYTES:
            at += 1
        return self._bare_leaf(at) if at < len(self._data) else None

    def _bare_leaf(self, at: int) -> Span | None:
        leaf = self.leaf_at(at)
        if leaf is None:
            return None
        text = leaf.of(self._data)
        start = leaf.start + len(text) - len(text.lstrip(_BLANKS))
        return Span(start, start + len(text.strip(_BLANKS)))

    def leaf_across(self, at: int) -> Span | None:
        """Return the leaf that begins before an offset and ends behind it, without blanks at its edges."""
        leaf = self._bare_leaf(at) if 0 < at < len(self._data) else None
        return leaf if leaf is not None and leaf.start < at < leaf.end else None

    def is_text_across(self, at: int) -> bool:
        """Return True if a leaf, a string or a comment begins before an offset and ends behind it."""
        if self.leaf_across(at) is not None:
            return True
        node = self._root.descendant_for_byte_range(max(0, at - 1), at + 1)
        for _ in range(MAX_CLIMB):
            if node is None:
                return False
            if node.type in self._texts and node.start_byte < at < node.end_byte:
                return True
            node = node.parent
        return False

    def is_comment_at(self, at: int) -> bool:
        """Return True if a byte is in a comment."""
        node = self._root.descendant_for_byte_range(at, at + 1)
        return node is not None and self._comment_around(node) is not None

    def kind_at(self, at: int) -> str:
        """Return the type of the leaf that contains a byte, or of the comment or string around it."""
        node = self._root.descendant_for_byte_range(at, at + 1)
        if node is None:
            return "token"
        around = self._comment_around(node)
        return (around or node).type

    # Private

    def _token(self, node: Node, chain: Chain, is_comment: bool) -> RoleToken | None:
        text = self._data[node.start_byte : node.end_byte]
        bare = text.lstrip(_BLANKS)
        start = node.end_byte - len(bare)
        bare = bare.rstrip(_BLANKS)
        if not bare:
            return None
        span = Span(start, start + len(bare))
        is_own = not node.is_named and bool(chain)
        is_first = not is_own or (
            chain[-1].first == span.start
            and (chain[-1].span.start == node.start_byte or chain[-1].span.end != node.end_byte)
        )
        return RoleToken(node.type, span, self._place_of(span), chain, is_comment, is_first)

    def _place_of(self, span: Span) -> int | None:
        if self._is_touched(span.start, span.end):
            return None
        return span.start if self._is_new else self._sides.moved(span.start)

    def _ancestor(self, node: Node, area: Span) -> Ancestor:
        known = self._known.get(node.id)
        if known is None:
            known = self._known[node.id] = self._read_ancestor(node, area)
        return known

    def _read_ancestor(self, node: Node, area: Span) -> Ancestor:
        first: int | None = None
        place: int | None = None
        operator = b""
        is_edited = is_reopened = False
        # Nothing of most nodes was written or removed: of these only the first token of their own is looked for.
        is_touched = self._is_touched(node.start_byte, node.end_byte)
        for child in self._children_that_matter(node, area):
            start, end = child.start_byte, child.end_byte
            if start == end:
                continue
            if place is not None and not is_touched:
                break
            is_own = not child.is_named and not child.child_count
            if is_own:
                text = self._data[start:end].lstrip(_BLANKS)
                start, text = end - len(text), text.rstrip(_BLANKS)
                first = start if first is None else first
                if is_touched and self._is_touched(start, end):
                    is_edited = True
                    is_reopened = is_reopened or text not in _SEPARATORS
                elif (
                    place is None
                    and text not in _STATEMENT_SIGNS
                    and (
                        text.isalnum() or end < node.end_byte or child.start_byte == node.start_byte
                    )
                ):  # a sign at the end of a node, such as the `.` of Erlang, does not identify it
                    operator = text
                    place = self._place_of(Span(start, end))
            elif is_touched and not is_edited and self._is_replaced(start, end):
                is_edited = True
        is_wrapper = place is None
        if is_wrapper:
            place = self._first_kept_leaf(node)
        span = Span(node.start_byte, node.end_byte)
        return Ancestor(node.type, span, first, place, operator, is_wrapper, is_edited, is_reopened)

    def _is_replaced(self, start: int, end: int) -> bool:
        """Return True if the edit wrote, or removed, a node at both of its ends.

        In the middle a token diff may find a common token by chance, such as a `;`.
        """
        if not self._is_touched(start, end):
            return False
        text = self._data[start:end]
        left, right = len(text) - len(text.lstrip(_BLANKS)), len(text.rstrip(_BLANKS))
        first, last = start + left, start + right
        if first >= last:
            return False
        return self._is_touched(first, first + 1) and self._is_touched(last - 1, last)

    def _children_that_matter(self, node: Node, area: Span) -> list[Node]:
        if node.child_count <= _MANY_CHILDREN:
            return node.children
        first: list[Node] = []
        cursor = node.walk()
        cursor.goto_first_child()
        while cursor.node is not None and len(first) < _FIRST_CHILDREN:
            first.append(cursor.node)
            if not cursor.goto_next_sibling():
                break
        known = {child.id for child in first}
        return first + [child for child in children_in(node, area) if child.id not in known]

    def _first_kept_leaf(self, node: Node) -> int | None:
        at = node.start_byte
        for _ in range(_MOST_LEAVES):
            cursor = node.walk()
            is_comment = False
            while cursor.goto_first_child_for_byte(at) is not None:
                is_comment = is_comment or (
                    cursor.node is not None and cursor.node.type in self._comments
                )
            leaf = cursor.node
            if leaf is None or leaf.end_byte <= at or leaf.id == node.id:
                return None
            at = leaf.end_byte
            text = self._data[leaf.start_byte : at]
            if is_comment or not text.strip(_BLANKS) or leaf.child_count:
                continue
            left = len(text) - len(text.lstrip(_BLANKS))
            span = Span(leaf.start_byte + left, at)
            given = self._given_at(span)
            if given is not None:
                at = max(at, given.end)
            elif (place := self._place_of(span)) is not None:
                return place
        return None

    def _is_given(self, node: Node) -> bool:
        """Return True if the caller gave all of a node."""
        start, end = node.start_byte, node.end_byte
        number = bisect_right(self._given_ends, start)
        if start == end or number == len(self._given):
            return False
        return self._given[number].start <= start and end <= self._given[number].end

    def _given_at(self, span: Span) -> Span | None:
        """Return the part from the caller that overlaps a span."""
        number = bisect_right(self._given_ends, span.start)
        found = self._given[number] if number < len(self._given) else None
        return found if found is not None and found.overlaps(span) else None

    def _before(self, at: int) -> int:
        for _ in range(_MOST_COMMENTS):
            end = len(self._data[max(0, at - 4096) : at].rstrip(_BLANKS)) + max(0, at - 4096)
            if not end:
                return 0
            node = self._root.descendant_for_byte_range(end - 1, end)
            if node is None:
                return end
            comment = self._comment_around(node)
            if comment is None:
                return node.start_byte if not node.child_count else end - 1
            at = min(comment.start_byte, at - 1)
        return at

    def _behind(self, at: int) -> int:
        for _ in range(_MOST_COMMENTS):
            rest = self._data[at : at + 4096]
            start = at + len(rest) - len(rest.lstrip(_BLANKS))
            if start >= len(self._data):
                return len(self._data)
            node = self._root.descendant_for_byte_range(start, start + 1)
            if node is None:
                return start
            comment = self._comment_around(node)
            if comment is None:
                return node.end_byte if not node.child_count else start + 1
            at = max(comment.end_byte, at + 1)
        return at

    def _comment_around(self, node: Node) -> Node | None:
        around: Node | None = node
        for _ in range(4):
            if around is None:
                return None
            if around.type in self._comments:
                return around
            around = around.parent
        return None


def _inner_nodes(nodes: Iterable[HeldNode], area: Span) -> list[HeldNode]:
    """Return the children of some nodes that overlap an area and are no leaves, each with its holders."""
    found: list[HeldNode] = []
    for node, holders in nodes:
        held_by = (*holders, node)
        found += [(child, held_by) for child in children_in(node, area) if child.child_count]
    return found


def _are_alike(chain: Chain, other: Chain) -> bool:
    """Return True if two chains have the same nodes in each respect that the role law asks about."""
    return [_identity(one) for one in chain] == [_identity(one) for one in other]


def _identity(one: Ancestor) -> tuple[str, int | None, bool, bool]:
    return one.kind, one.place, one.is_wrapper, one.first is None
