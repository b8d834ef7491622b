"""Lists: of what a node is one item, and what items a node has.

Which nodes are lists, and how their items are parted, is data of the profile. Not here: putting a
separator in or taking it out (`landing.moving`).
"""

from __future__ import annotations

from tree_sitter import Node

from structedit.syntax.extents import span_of
from structedit.syntax.languages import LanguageProfile
from structedit.syntax.nodes import ListItem, ListRule
from structedit.text.document import Span


def list_item(root: Node, profile: LanguageProfile, span: Span) -> ListItem | None:
    """Give the list that `span` is one item of, with what leads it, or None."""
    node = root.named_descendant_for_byte_range(span.start, span.end)
    if node is not None and node.type in profile.lists and span_of(node) != span:
        inside = [c for c in _items(node, profile) if span.contains(span_of(c))]
        node = inside[0] if len(inside) == 1 and inside[0].end_byte == span.end else None
    for _ in range(4):
        parent = node.parent if node is not None else None
        if node is None or parent is None:
            return None
        rule = profile.lists.get(parent.type)
        if rule is not None:
            return _list_item(node, parent, rule, profile)
        if span_of(parent) != span:
            return None
        node = parent
    return None


def items_of(
    root: Node, profile: LanguageProfile, span: Span
) -> tuple[ListRule, Span, tuple[Span, ...]] | None:
    """Give rule, span and items of the list that `span` is, or directly holds."""
    node = root.named_descendant_for_byte_range(span.start, span.end)
    while node is not None and node.type not in profile.lists:
        inner = [c for c in node.named_children if c.type in profile.lists]
        node = inner[0] if len(inner) == 1 and node.named_child_count <= 2 else None
    if node is None:
        return None
    items = tuple(span_of(c) for c in _items(node, profile))
    return profile.lists[node.type], span_of(node), items


def _list_item(
    node: Node, parent: Node, rule: ListRule, profile: LanguageProfile
) -> ListItem | None:
    items = _items(parent, profile)
    index = next((i for i, item in enumerate(items) if item.id == node.id), None)
    if index is None:
        return None
    return ListItem(span_of(node), index, tuple(map(span_of, items)), span_of(parent), rule)


def _items(parent: Node, profile: LanguageProfile) -> list[Node]:
    rule = profile.lists[parent.type]
    skip = profile.comments + profile.leading + rule.skip
    items = [c for c in parent.named_children if c.type not in skip]
    return [c for c in items if c.type in rule.only] if rule.only else items
