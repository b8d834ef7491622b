"""Walks over nodes: the children in a span, the outermost of some types, the leaves.

Nothing recurses, and what lies outside the span is not looked at. Not here: queries
(`syntax.matching`).
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from structedit.syntax.extents import span_of
from structedit.text.document import Span


def children_in(root: Node, reach: Span) -> list[Node]:
    """Give the children that overlap a span, without looking at the others."""
    cursor, found = root.walk(), []
    if cursor.goto_first_child_for_byte(reach.start) is None:
        return []
    while (node := cursor.node) is not None and node.start_byte < reach.end:
        if node.end_byte > reach.start:
            found.append(node)
        if not cursor.goto_next_sibling():
            break
    return found


def outermost(root: Node, within: Span, types: frozenset[str]) -> Iterator[Span]:
    """Give the outermost nodes of these types that overlap `within`, in document order."""
    cursor = root.walk()
    while True:
        node = cursor.node
        if node is None or node.start_byte >= within.end:
            return
        if node.end_byte > within.start:
            if node.type in types:
                yield span_of(node)
            elif cursor.goto_first_child_for_byte(within.start) is not None:
                continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return


def tokens(root: Node, within: Span, strings: tuple[str, ...]) -> Iterator[tuple[str, Span]]:
    """Give the leaves that overlap `within` as (type, span); strings are one leaf."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.start_byte >= within.end or node.end_byte <= within.start:
            continue
        if node.child_count == 0 or node.type in strings:
            yield node.type, span_of(node)
        else:
            stack.extend(reversed(node.children))
