"""Lists and their items; statements that define several names.

The profile declares which nodes are lists, and how their items are separated. It also declares the
declarations of several names, with one part for each:

    int a = 1, *b;        C: the parts `a = 1` and `*b`, one node each
    case a(Int), b = 2    Swift: the parts `a(Int)` and `b = 2`, of several nodes

Not here: adding a separator or removing it (`edits.adjacent`, `edits.deletion`).
"""

from __future__ import annotations

from tree_sitter import Node

from structedit.languages.grammars import grammar
from structedit.languages.profiles import LanguageProfile, ListRule
from structedit.text.document import Span
from structedit.tree.code import Code
from structedit.tree.extents import has_pairs, rule_of, span_of
from structedit.tree.nodes import ListItem

_STATEMENT_END = ";"
_NAMES = ListRule(",", only=("name",))
"""How a statement of several names is read whose type has no rule."""

_MANY = 200
"""Children of a statement that defines several names without a rule for it. Chosen by judgement."""


def list_item(code: Code, span: Span) -> ListItem | None:
    """Return `span` as an item of a list, with its decorators; None for other spans, and for half of a pair."""
    item = _item(code.root, code.profile, span)
    if item is not None and code.profile.nodes.paired:
        holder = code.root.named_descendant_for_byte_range(item.parent.start, item.parent.end)
        if holder is not None and has_pairs(code, holder):
            return None
    return item


class Parts:
    """The parts of a statement that defines several names, and the index of the part of one name."""

    __slots__ = ("all", "holder", "index", "rule")

    def __init__(
        self, holder: Node, rule: ListRule, parts: tuple[tuple[Node, ...], ...], index: int
    ) -> None:
        self.holder, self.rule, self.all, self.index = holder, rule, parts, index

    @property
    def has_sole_name(self) -> bool:
        """There is one name, and before it a type that its statement defines."""
        return len(self.all) == 2 and _is_head(self.all[0][0], self.rule)

    @property
    def own(self) -> tuple[Node, ...]:
        """The nodes of the name's own part."""
        return self.all[self.index]


Known = dict[int, tuple[ListRule | None, tuple[tuple[Node, ...], ...]]]
"""The rules and parts of declarations by the ids of their nodes, for callers with many names."""


def can_define_several(profile: LanguageProfile) -> bool:
    """Return True if a statement of a language may define several names: by a rule, or by nodes with named parts."""
    known = grammar(str(profile.grammar))
    return bool(profile.declarations) or known.field_id_for_name("name") is not None


def parts_around(
    name: Node, within: Span, profile: LanguageProfile, known: Known | None = None
) -> Parts | None:
    """Return the parts of the statement that defines a name and others; None if it defines no others.

    Search the nodes around the name up to a definition, `within`, and the parents of that.
    """
    known = {} if known is None else known
    child, holder = name, name.parent
    while holder is not None and within.start <= child.start_byte and child.end_byte <= within.end:
        if holder.id not in known:
            rule = profile.declarations.get(holder.type) or _rule_of_names(holder)
            known[holder.id] = rule, _parts(holder, rule, profile) if rule is not None else ()
        rule, parts = known[holder.id]
        own = [n for n, part in enumerate(parts) if hull(part).contains(span_of(name))]
        if rule is not None and own:
            return Parts(holder, rule, parts, own[0]) if len(parts) > 1 else None
        child, holder = holder, holder.parent
    return None


def declared_name(root: Node, profile: LanguageProfile, block: Span, name: Span) -> ListItem | None:
    """Return the part of a declaration for one name, whose definition is `block`; None for a single name."""
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
    """Return the span of the statement that ends with a declaration, with its modifiers: `public int a`."""
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
    """Return the span of the nodes of a part."""
    return Span(part[0].start_byte, part[-1].end_byte)


def _rule_of_names(holder: Node) -> ListRule | None:
    """Return the rule of a node that begins its names with `a, b`; None for other nodes."""
    names = holder.children_by_field_name("name") if holder.child_count <= _MANY else ()
    if len(names) < 2:
        return None
    comma = names[0].next_sibling
    second = comma.next_sibling if comma is not None and comma.type == "," else None
    return _NAMES if second in names else None


def _parts(holder: Node, rule: ListRule, profile: LanguageProfile) -> tuple[tuple[Node, ...], ...]:
    """Return the parts of a declaration, each as its nodes; the first is a node that may define something itself."""
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
    """Return True if a type is defined where it is used: `struct point { … } *origin;`."""
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
        return None  # the node has more parts: `let f x = … in` is the item, and the span is of `f`
    for _ in range(4):
        parent = node.parent if node is not None else None
        if node is None or parent is None:
            return None
        if (around := _list_around(node, profile)) is not None:
            return _list_item(node, around, profile)
        if _bare(parent, profile) != span:
            break
        node = parent
    # All items of a list, behind a separator that begins it (`type t = | A`).
    if holder is None or holder.children[0].type != profile.lists[holder.type].separator:
        return None
    sole = _last_in(holder, profile, span)
    return _list_item(sole, holder, profile) if sole is not None else None


def _list_around(node: Node, profile: LanguageProfile) -> Node | None:
    """Return the list around a node, directly or behind a separator."""
    parent = node.parent
    if parent is None or rule_of(parent, profile) is not None:
        return parent
    outer = parent.parent
    rule = rule_of(outer, profile) if outer is not None else None
    return outer if rule and _is_rest(parent, rule) else None


def _is_rest(node: Node, rule: ListRule) -> bool:
    """Return True if a node is a separator and the items behind it, as the constraints of a table are."""
    has_decorator = bool(rule.separator) and node.child_count > 1
    return has_decorator and node.children[0].type == rule.separator


def item_ending(code: Code, span: Span) -> ListItem | None:
    """Return the list item that ends where `span` ends and has the opening bracket of its list in `span`."""
    node = code.root.descendant_for_byte_range(span.end - 1, span.end)
    found = None
    while node is not None and node.start_byte >= span.start and node.end_byte == span.end:
        item = list_item(code, span_of(node)) if node.is_named else None
        found = item if item is not None and item.parent.start >= span.start else found
        node = node.parent
    return found


def _last_in(holder: Node, profile: LanguageProfile, span: Span) -> Node | None:
    """Return the only item of a list inside a span, if it ends there."""
    inside = [c for c in _items(holder, profile) if span.contains(span_of(c))]
    return inside[0] if len(inside) == 1 and inside[0].end_byte == span.end else None


def _bare(node: Node, profile: LanguageProfile) -> Span:
    """Return the span of a node without the comments that it begins with."""
    first = node.child(0) if node.child_count else None
    if first is not None and first.type in profile.nodes.comments:
        children = map(node.child, range(node.child_count))  # not all made: a file is a list too
        first = next((c for c in children if c.type not in profile.nodes.comments), None)
    return Span((first or node).start_byte, node.end_byte)


def items_of(
    root: Node, profile: LanguageProfile, span: Span
) -> tuple[ListRule, Span, tuple[Span, ...]] | None:
    """Return rule, span and items of the list that `span` is, or directly contains."""
    node = root.named_descendant_for_byte_range(span.start, span.end)
    while node is not None and (rule := rule_of(node, profile)) is None:
        inner = [c for c in node.named_children if c.type in profile.lists]
        node = inner[0] if len(inner) == 1 and node.named_child_count <= 2 else None
    if node is None or rule is None:
        return None
    items = tuple(_bare(c, profile) for c in _items(node, profile))
    return rule, span_of(node), items


def _list_item(node: Node, parent: Node, profile: LanguageProfile) -> ListItem | None:
    items = _run_around(node, parent, _items(parent, profile))
    index = next((i for i, item in enumerate(items) if item.id == node.id), None)
    if index is None or is_rest_of_item(node, profile):
        return None
    spans = tuple(_bare(item, profile) for item in items)
    rule = rule_of(parent, profile) or profile.lists[parent.type]
    return ListItem(spans[index], index, spans, span_of(parent), rule)


def _run_around(node: Node, parent: Node, items: list[Node]) -> list[Node]:
    """Return the items between the words around one of them: `try` has arms before `catch`, and others behind it."""
    words = [c.start_byte for c in parent.children if not c.is_named and c.type.isalpha()]
    before = max((at for at in words if at < node.start_byte), default=0)
    behind = min((at for at in words if at > node.start_byte), default=parent.end_byte)
    return [one for one in items if before <= one.start_byte < behind]


def is_rest_of_item(node: Node, profile: LanguageProfile) -> bool:
    """Return True if a node in a list belongs to the one before a sign that is no separator: `key => value`."""
    rule = rule_of(node.parent, profile) if node.parent is not None else None
    sign = node.prev_sibling
    first = sign.prev_sibling if sign is not None and not sign.is_named else None
    if rule is None or rule.only or sign is None or first is None or not first.is_named:
        return False
    return sign.type not in (rule.separator, rule.other, rule.instead)


def _items(parent: Node, profile: LanguageProfile) -> list[Node]:
    rule = profile.lists[parent.type]
    skip = (*profile.nodes.comments, *profile.nodes.leading, *rule.skip)
    items = []
    for child in parent.named_children:
        rest = child.named_children if _is_rest(child, rule) else [child]
        items += [c for c in rest if c.type not in skip]
    return [c for c in items if c.type in rule.only] if rule.only else items
