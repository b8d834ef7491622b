"""Lists: which list a node is an item of, and which items a list has; statements that define several names.

Which nodes are lists, and how their items are separated, is data of the profile. So is which nodes are
declarations of several names, of which each has its part:

    int a = 1, *b;        C: the parts `a = 1` and `*b`, one node each
    case a(Int), b = 2    Swift: the parts `a(Int)` and `b = 2`, of several nodes

Not here: adding a separator or removing it (`edits.beside`, `edits.deletion`).
"""

from __future__ import annotations

from tree_sitter import Node

from structedit.languages.profiles import LanguageProfile, ListRule
from structedit.text.document import Span
from structedit.tree.extents import rule_of, span_of
from structedit.tree.nodes import ListItem

_STATEMENT_END = ";"
_NAMES = ListRule(",", only=("name",))
"""How a statement of several names is read whose type has no rule."""

_MANY = 200
"""Children of a statement that defines several names without a rule for it. Chosen by judgement."""


def list_item(root: Node, profile: LanguageProfile, span: Span) -> ListItem | None:
    """`span` as an item of a list, with what leads it; None if it is none."""
    return _item(root, profile, span)


class Parts:
    """The parts of a statement that defines several names, and which of them is one name's own."""

    __slots__ = ("all", "holder", "index", "rule")

    def __init__(
        self, holder: Node, rule: ListRule, parts: tuple[tuple[Node, ...], ...], index: int
    ) -> None:
        self.holder, self.rule, self.all, self.index = holder, rule, parts, index

    @property
    def has_sole_name(self) -> bool:
        """Whether there is one name, and before it a type that its statement defines."""
        return len(self.all) == 2 and _is_head(self.all[0][0], self.rule)

    @property
    def own(self) -> tuple[Node, ...]:
        """The nodes of the name's own part."""
        return self.all[self.index]


Known = dict[int, tuple[tuple[Node, ...], ...]]
"""The parts of declarations by their ids, for those who ask for many names of each."""


def parts_around(
    name: Node, within: Span, profile: LanguageProfile, known: Known | None = None
) -> Parts | None:
    """The parts of the statement that defines a name and others; None where it defines no others.

    Looked at is what is around the name up to a definition, `within`, and what holds that.
    """
    child, holder = name, name.parent
    while holder is not None and within.contains(span_of(child)):
        rule = profile.declarations.get(holder.type) or _rule_of_names(holder)
        parts = known.get(holder.id) if known is not None else None
        if parts is None:
            parts = _parts(holder, rule, profile) if rule is not None else ()
            if known is not None:
                known[holder.id] = parts
        own = [n for n, part in enumerate(parts) if hull(part).contains(span_of(name))]
        if rule is not None and own:
            return Parts(holder, rule, parts, own[0]) if len(parts) > 1 else None
        child, holder = holder, holder.parent
    return None


def declared_name(root: Node, profile: LanguageProfile, block: Span, name: Span) -> ListItem | None:
    """The part of a declaration that is a name's own, `block` being its definition; None if it is alone."""
    node = root.named_descendant_for_byte_range(name.start, name.end)
    found = parts_around(node, block, profile) if node is not None else None
    if found is None:
        return None
    is_bound = (
        bool(found.rule.bound) and found.holder.child_by_field_name(found.rule.bound) is not None
    )
    spans = tuple(hull(part) for part in found.all)
    return ListItem(
        spans[found.index], found.index, spans, _statement(found.holder), found.rule, is_bound
    )


def _statement(holder: Node) -> Span:
    """The span of the statement that a declaration ends, with what stands before it: `public int a`."""
    while (parent := holder.parent) is not None and parent.parent is not None:
        behind = parent.children[-1]
        is_end = behind.type == _STATEMENT_END and behind.start_byte == holder.end_byte
        if not is_end and (
            behind.id != holder.id or parent.start_point.row != holder.start_point.row
        ):
            break
        holder = parent
    return span_of(holder)


def hull(part: tuple[Node, ...]) -> Span:
    """The span over the nodes of a part."""
    return Span(part[0].start_byte, part[-1].end_byte)


def _rule_of_names(holder: Node) -> ListRule | None:
    """The rule of a node that begins its names with `a, b`; None for other nodes."""
    if holder.child_count > _MANY or len(holder.children_by_field_name("name")) < 2:
        return None
    comma = holder.children_by_field_name("name")[0].next_sibling
    second = comma.next_sibling if comma is not None and comma.type == "," else None
    return _NAMES if second in holder.children_by_field_name("name") else None


def _parts(holder: Node, rule: ListRule, profile: LanguageProfile) -> tuple[tuple[Node, ...], ...]:
    """The parts of a declaration, each as its nodes; what may define something itself is the first."""
    found: list[list[Node]] = []
    is_open = False
    for index, child in enumerate(holder.children):
        field = holder.field_name_for_child(index)
        if child.type in (rule.separator, _STATEMENT_END, *rule.shared) or field in rule.shared:
            is_open = False
        elif child.type in profile.nodes.comments:
            continue
        elif is_open:
            found[-1].append(child)
        elif child.type in rule.only or field in rule.only:
            found.append([child])
            is_open = True
        elif _is_head(child, rule):
            found.append([child])
    return tuple(tuple(part) for part in found)


def _is_head(node: Node, rule: ListRule) -> bool:
    """Whether a type is defined where it is used: `struct point { … } *origin;`."""
    holder = node.parent if rule.head else None
    if holder is None or holder.child_by_field_name(rule.head) != node:
        return False
    return all(node.child_by_field_name(field) is not None for field in ("name", "body"))


def _item(root: Node, profile: LanguageProfile, span: Span) -> ListItem | None:
    node = root.named_descendant_for_byte_range(span.start, span.end)
    holder = node if node is not None and rule_of(node, profile) is not None else None
    if holder is not None and span_of(holder) != span:
        node = _last_in(holder, profile, span)
    if node is not None and _bare(node, profile).start < span.start:
        return None  # it holds more: `let f x = … in` is the item, and the span is of `f`
    for _ in range(4):
        parent = node.parent if node is not None else None
        if node is None or parent is None:
            return None
        if rule_of(parent, profile) is not None:
            return _list_item(node, parent, profile)
        if _bare(parent, profile) != span:
            break
        node = parent
    # All that a list holds, behind a separator that begins it (`type t = | A`).
    if holder is None or holder.children[0].type != profile.lists[holder.type].separator:
        return None
    sole = _last_in(holder, profile, span)
    return _list_item(sole, holder, profile) if sole is not None else None


def _last_in(holder: Node, profile: LanguageProfile, span: Span) -> Node | None:
    """The only item of a list inside a span, if it ends there."""
    inside = [c for c in _items(holder, profile) if span.contains(span_of(c))]
    return inside[0] if len(inside) == 1 and inside[0].end_byte == span.end else None


def _bare(node: Node, profile: LanguageProfile) -> Span:
    """The span of a node without the comments that it begins with."""
    first = node.child(0) if node.child_count else None
    if first is not None and first.type in profile.nodes.comments:
        children = map(node.child, range(node.child_count))  # not all made: a file is a list too
        first = next((c for c in children if c.type not in profile.nodes.comments), None)
    return Span((first or node).start_byte, node.end_byte)


def items_of(
    root: Node, profile: LanguageProfile, span: Span
) -> tuple[ListRule, Span, tuple[Span, ...]] | None:
    """Rule, span and items of the list that `span` is, or directly holds; None if there is none."""
    node = root.named_descendant_for_byte_range(span.start, span.end)
    while node is not None and (rule := rule_of(node, profile)) is None:
        inner = [c for c in node.named_children if c.type in profile.lists]
        node = inner[0] if len(inner) == 1 and node.named_child_count <= 2 else None
    if node is None or rule is None:
        return None
    items = tuple(_bare(c, profile) for c in _items(node, profile))
    return rule, span_of(node), items


def _list_item(node: Node, parent: Node, profile: LanguageProfile) -> ListItem | None:
    items = _items(parent, profile)
    index = next((i for i, item in enumerate(items) if item.id == node.id), None)
    if index is None or is_rest_of_item(node, profile):
        return None
    spans = tuple(_bare(item, profile) for item in items)
    rule = rule_of(parent, profile) or profile.lists[parent.type]
    return ListItem(spans[index], index, spans, span_of(parent), rule)


def is_rest_of_item(node: Node, profile: LanguageProfile) -> bool:
    """Whether a node in a list goes on from another behind a sign that parts no items: `key => value`."""
    rule = rule_of(node.parent, profile) if node.parent is not None else None
    sign = node.prev_sibling
    first = sign.prev_sibling if sign is not None and not sign.is_named else None
    if rule is None or rule.only or sign is None or first is None or not first.is_named:
        return False
    return sign.type not in (rule.separator, rule.other, rule.instead)


def _items(parent: Node, profile: LanguageProfile) -> list[Node]:
    rule = profile.lists[parent.type]
    skip = (*profile.nodes.comments, *profile.nodes.leading, *rule.skip)
    items = [c for c in parent.named_children if c.type not in skip]
    return [c for c in items if c.type in rule.only] if rule.only else items
