"""Lists: which list a node is an item of, and which items a list has.

Which nodes are lists, and how their items are separated, is data of the profile. Not here: adding a
separator or removing it (`edits.beside`, `edits.deletion`).
"""

from __future__ import annotations

from tree_sitter import Node

from structedit.languages.profiles import LanguageProfile, ListRule
from structedit.text.document import Span
from structedit.tree.extents import span_of
from structedit.tree.nodes import ListItem


def list_item(root: Node, profile: LanguageProfile, span: Span) -> ListItem | None:
    """`span` as an item of a list, with what leads it; None if it is none."""
    return _item(root, profile, profile.lists, span)


def declared_name(root: Node, profile: LanguageProfile, span: Span) -> ListItem | None:
    """`span` as one of several names of a declaration; None if it is none."""
    found = _item(root, profile, profile.declarations, span)
    return found if found is not None and len(found.items) > 1 and found.span == span else None


def _item(
    root: Node, profile: LanguageProfile, lists: dict[str, ListRule], span: Span
) -> ListItem | None:
    node = root.named_descendant_for_byte_range(span.start, span.end)
    if node is not None and node.type in lists and span_of(node) != span:
        inside = [c for c in _items(node, lists, profile) if span.contains(span_of(c))]
        node = inside[0] if len(inside) == 1 and inside[0].end_byte == span.end else None
    for _ in range(4):
        parent = node.parent if node is not None else None
        if node is None or parent is None:
            return None
        if parent.type in lists:
            return _list_item(node, parent, lists, profile)
        if _bare(parent, profile) != span:
            return None
        node = parent
    return None


def _bare(node: Node, profile: LanguageProfile) -> Span:
    """The span of a node without the comments that it begins with."""
    children = map(node.child, range(node.child_count))  # not all made: a file is a list too
    first = next((c for c in children if c.type not in profile.comments), node)
    return Span(first.start_byte, node.end_byte)


def items_of(
    root: Node, profile: LanguageProfile, span: Span
) -> tuple[ListRule, Span, tuple[Span, ...]] | None:
    """Rule, span and items of the list that `span` is, or directly holds; None if there is none."""
    node = root.named_descendant_for_byte_range(span.start, span.end)
    while node is not None and node.type not in profile.lists:
        inner = [c for c in node.named_children if c.type in profile.lists]
        node = inner[0] if len(inner) == 1 and node.named_child_count <= 2 else None
    if node is None:
        return None
    items = tuple(_bare(c, profile) for c in _items(node, profile.lists, profile))
    return profile.lists[node.type], span_of(node), items


def _list_item(
    node: Node, parent: Node, lists: dict[str, ListRule], profile: LanguageProfile
) -> ListItem | None:
    items = _items(parent, lists, profile)
    index = next((i for i, item in enumerate(items) if item.id == node.id), None)
    if index is None:
        return None
    spans = tuple(_bare(item, profile) for item in items)
    return ListItem(spans[index], index, spans, span_of(parent), lists[parent.type])


def _items(parent: Node, lists: dict[str, ListRule], profile: LanguageProfile) -> list[Node]:
    rule = lists[parent.type]
    skip = (*profile.comments, *profile.leading, *rule.skip)
    items = [c for c in parent.named_children if c.type not in skip]
    return [c for c in items if c.type in rule.only] if rule.only else items
