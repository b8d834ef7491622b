"""Walks over nodes: the children in a span, the outermost of some types, the leaves.

Nothing recurses, and nodes outside the span are not visited. Not here: queries
(`tree.query_matches`).
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from tree_sitter import Node, TreeCursor

from structedit.text.document import Span
from structedit.tree.extents import MAX_CLIMB, span_of


def comments_at_end(node: Node) -> list[Span]:
    """Return the comments that a node ends in, the last one first.

    If no `;` ends a statement, some grammars include the comment behind it.
    """
    found: list[Span] = []
    last = node.child(node.child_count - 1) if node.child_count else None
    while last is not None:
        if not last.is_extra:
            last = last.child(last.child_count - 1) if last.child_count else None
            continue
        found.append(span_of(last))
        last = last.prev_sibling
    return found


def children_in(root: Node, area: Span) -> list[Node]:
    """Return the children that overlap a span, without visiting the others."""
    cursor, found = root.walk(), []
    if not _enter(cursor, area.start):
        return []
    while (node := cursor.node) is not None and node.start_byte < area.end:
        if node.end_byte > area.start:
            found.append(node)
        if not cursor.goto_next_sibling():
            break
    return found


def types_in(root: Node, within: Span) -> set[str]:
    """Return the types of all nodes that overlap `within`, also of those around it."""
    return {node.type for node in nodes_in(root, within)}


def nodes_in(root: Node, within: Span) -> Iterator[Node]:
    """Yield all nodes that overlap `within`, also those around it, in document order."""
    cursor = root.walk()
    while True:
        node = cursor.node
        if node is None or node.start_byte >= within.end:
            return
        if node.end_byte > within.start:
            yield node
            if _enter(cursor, within.start):
                continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return


def outermost(
    root: Node, within: Span, types: frozenset[str], *, of_lines: bool = False
) -> Iterator[Span]:
    """Yield the outermost nodes of these types that overlap `within`, in document order.

    With `of_lines`, only those of several lines: nodes on one line are not entered.
    """
    cursor = root.walk()
    while True:
        node = cursor.node
        if node is None or node.start_byte >= within.end:
            return
        may_enter = not of_lines or node.start_point.row < node.end_point.row
        if may_enter and node.end_byte > within.start:
            if node.type in types:
                yield span_of(node)
            elif _enter(cursor, within.start):
                continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return


def typed_at(root: Node, place: Span, types: frozenset[str]) -> Node | None:
    """Return the innermost node of one of these types around a place; None without one near it."""
    node = root.descendant_for_byte_range(place.start, place.end)
    for _ in range(MAX_CLIMB):
        if node is None or node.type in types:
            return node
        node = node.parent
    return None


def tokens(root: Node, within: Span, strings: Container[str]) -> Iterator[tuple[str, Span]]:
    """Yield the leaves that overlap `within` as (type, span); strings are one leaf."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.start_byte >= within.end or node.end_byte <= within.start:
            continue
        if node.child_count == 0 or node.type in strings:
            yield node.type, span_of(node)
        else:
            stack.extend(reversed(node.children))


def _enter(cursor: TreeCursor, at: int) -> bool:
    """Move the cursor to the first child that ends after `at`; without one, to any.

    Return False without a child. tree-sitter (0.26) finds none if only a hidden line break
    is at that place, as between the functions of a Go file; then try the children one by one.
    """
    if cursor.goto_first_child_for_byte(at) is not None:
        return True
    if not cursor.goto_first_child():
        return False
    while (node := cursor.node) is not None and node.end_byte <= at:
        if not cursor.goto_next_sibling():
            break
    return True
