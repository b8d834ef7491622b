"""Statements around a place: the one that begins there, and parts that a statement needs.

Not here: blocks, which have a query (`tree.blocks`).
"""

from __future__ import annotations

from itertools import pairwise

from tree_sitter import Node

from structedit.languages.profiles import Docs, LanguageProfile
from structedit.text.document import Span
from structedit.text.lines import line_end, line_start, text_end, text_start, trimmed
from structedit.tree.code import Code
from structedit.tree.extents import has_pairs, span_of, without_newline
from structedit.tree.lists import is_rest_of_item
from structedit.tree.walking import children_in

_OPERANDS = (
    *("value", "right", "rhs", "left", "argument", "operand", "condition", "object", "function"),
    *("type", "constructor"),
)
"""Fields whose content the node needs."""

_STATEMENT_HOLDERS = ("block", "module", "expression_statement")
"""Node types whose direct child is a statement: a string there is documentation or nothing."""


_STATEMENTS = ("_statement", "_declaration")
"""The ends of node types that are statements."""

_OF_SEVERAL = ("labeled_statement", "text")
"""Types of nodes that may be split: a label with the first of the statements below it, lines of text."""

_RUN = ("_statement", "expression", "call", "command", "invocation", "identifier", "literal")
"""The ends of node types that do something, and declare nothing."""


_AROUND = 3
"""Nodes around a place that decide what may be there. Chosen by judgement: an expression, a list, a statement."""


def statement_from(code: Code, at: int, inner: Span) -> Span | None:
    """Return the largest node from `at` that contains `inner` and is separated from the code behind it.

    `items.forEach((x) => {` is found from its `{…}`: the call, with its `;`. A node is separated if it ends a line,
    or a separator or a closing bracket follows. If the grammar has no node, neighbours count as one: `else {…}`
    at the end of its statement, a call and a closure in a row.
    """
    node = code.root.descendant_for_byte_range(at, max(at, inner.end))
    if node is None:
        return None
    found = None
    if node.start_byte < at or node.id == code.root.id:
        row = children_in(node, Span(at, max(at + 1, inner.end)))
        if not row or row[0].start_byte != at or not _is_row(code, node, row, inner):
            return None
        found = Span(at, without_newline(code.data, span_of(row[-1])).end)
        if len(row) > 1 or not is_set_off(code, found):
            return found if is_set_off(code, found) else None
        node = row[0]
    while node.id != code.root.id and node.start_byte == at:
        if node.type in code.profile.nodes.comments:
            return None
        span = trimmed(code.data, span_of(node))
        # Text may follow an element, which is separate from it.
        is_element = span.of(code.data)[:1] == b"<" and span.of(code.data)[-1:] == b">"
        found = span if is_element or is_set_off(code, span) else found
        parent = node.parent
        # A list of statements begins where its first statement does, and is not that statement.
        is_decorator = node.type in code.profile.nodes.leading
        if parent is None or not (parent.named_child_count == 1 or _field_of(node)):
            break
        if is_decorator and parent.end_byte > line_end(code.data, node.end_byte):
            break
        node = parent
    return found


def is_complete(code: Code, span: Span) -> bool:
    """Return True if a span is a node, consecutive statements, or all of a node from one of its signs on.

    `.uniq` is the whole rest of `names.uniq`. Two of three items of a list are none of these.
    """
    node = code.root.descendant_for_byte_range(span.start, span.end)
    if node is None:
        return False
    nodes = code.profile.nodes
    if node.end_byte == span.end or node.type in (*nodes.strings, *nodes.comments):
        return True
    row = children_in(node, span)
    if not row or (row[0].start_byte, row[-1].end_byte) != (span.start, span.end):
        return False
    return len(row) == 1 or node.id == code.root.id or node.type in nodes.statements


def _is_row(code: Code, holder: Node, row: list[Node], inner: Span) -> bool:
    """Return True if some neighbours are one statement to a reader, though the grammar has no node for them."""
    if len(row) == 1:
        return True
    if row[0].type in code.profile.nodes.comments:
        return False
    gaps = (code.data[a.end_byte : b.start_byte] for a, b in pairwise(row))
    if holder.type in code.profile.nodes.statements:
        # A grammar may know no better than to take `stage('Build') {` for a call and a closure.
        return not any(gap.strip(b" \t") for gap in gaps)
    word = span_of(row[0]).of(code.data)
    if not row[0].is_named and word.isalpha():
        return row[-1].next_sibling is None
    # `@test "a" {` is a command to a shell, and its `}` is another one.
    closer = span_of(row[-1]).of(code.data)
    return row[0].end_byte == inner.start + 1 and len(closer) == 1 and row[-1].end_byte == inner.end


def is_set_off(code: Code, span: Span) -> bool:
    """Return True if a span ends its line, or a separator, a closing bracket or a comment follows."""
    at = text_start(code.data, span.end, b" \t")
    behind = code.data[at : at + 1]
    if not behind or behind in b"\r\n,;)]}":
        return True
    node = code.root.descendant_for_byte_range(at, at + 1)
    while node is not None and node.start_byte == at:
        if node.type in code.profile.nodes.comments:
            return True
        node = node.parent
    return False


def between_tags(code: Code, span: Span) -> Span | None:
    """Return the span between the opening and the closing tag of an element."""
    node = code.root.named_descendant_for_byte_range(span.start, span.end)
    while node is not None and span_of(node) == span and node.child_count == 1:
        node = node.children[0]
    if node is None or node.child_count < 2:
        return None
    first, last = node.children[0], node.children[-1]
    is_element = code.data.startswith(b"<", first.start_byte)
    closes = code.data.startswith(b"</", last.start_byte) and last.child_count > 0
    return Span(first.end_byte, last.start_byte) if is_element and closes else None


def is_operand(code: Code, span: Span) -> bool:
    """Return True if a statement needs this span: a value, the operand of `return`."""
    node = code.root.named_descendant_for_byte_range(span.start, span.end)
    while node is not None and node.parent is not None and span_of(node.parent) == span_of(node):
        node = node.parent
    parent = node.parent if node is not None and span_of(node) == span else None
    if node is None or parent is None or parent.parent is None:
        return False
    if has_pairs(code, parent) or is_rest_of_item(node, code.profile):
        return True
    field = _field_of(node)
    if field in _OPERANDS and len(parent.children_by_field_name(field)) == 1:
        return True
    first, before = parent.children[0], node.prev_sibling
    is_introduced = before is not None and not first.is_named
    within = before is not None and before.type in code.profile.nodes.openers
    alone = parent.named_child_count == 1 and not within
    return is_introduced and alone and b"\n" not in code.data[parent.start_byte : node.start_byte]


def kinds_around(code: Code, span: Span) -> tuple[str, ...]:
    """Return the types of the innermost nodes that contain more than a span: the parent and what contains it."""
    node = code.root.named_descendant_for_byte_range(span.start, span.end)
    found: list[str] = []
    while node is not None and len(found) < _AROUND:
        if span_of(node) != span:
            found.append(node.type)
        node = node.parent
    return tuple(found)


def introduced_with(code: Code, span: Span) -> Span | None:
    """Return the span of a keyword and the clause behind it (`where …`), if `span` is all of that clause."""
    node = code.root.named_descendant_for_byte_range(span.start, span.end)
    while node is not None and node.type not in code.profile.nodes.introduced:
        if node.start_byte < span.start or node.end_byte > span.end:
            return None
        node = node.parent
    word = node.prev_sibling if node is not None else None
    while word is not None and word.type in code.profile.nodes.comments:
        word = word.prev_sibling
    if node is None or word is None or word.type not in code.profile.nodes.introduced[node.type]:
        return None
    held = [child for child in node.children if child.type not in code.profile.nodes.comments]
    whole = all(span.start <= child.start_byte and child.end_byte <= span.end for child in held)
    return Span(word.start_byte, max(span.end, held[-1].end_byte)) if whole and held else None


def repeated_by(code: Code, span: Span) -> Span | None:
    """Return the next node if it repeats the one of a span (`B` after `A = iota`)."""
    rules = {kind: one.repeats for kind, one in code.profile.declarations.items() if one.repeats}
    node = code.root.named_descendant_for_byte_range(span.start, span.end) if rules else None
    while node is not None and node.parent is not None and node.type not in rules:
        node = node.parent if span.contains(span_of(node.parent)) else None
    field = rules.get(node.type) if node is not None else None
    if node is None or field is None:
        return None
    following = node.next_named_sibling
    while following is not None and following.type in code.profile.nodes.comments:
        following = following.next_named_sibling
    has_field = node.child_by_field_name(field) is not None
    repeats = following is not None and following.type == node.type
    if following is None or not has_field or not repeats or following.child_by_field_name(field):
        return None
    return span_of(following)


def call_around(code: Code, span: Span) -> Span | None:
    """Return the statement with the call of which a span is an argument."""
    node = code.root.named_descendant_for_byte_range(span.start, span.end)
    arguments = node.parent if node is not None and span_of(node) == span else None
    if node is None or arguments is None or _field_of(arguments) != "arguments":
        return None
    if node.child_by_field_name("name") and node.child_by_field_name("value"):
        return None  # an argument with a name is an item
    return statement_around(code, span_of(arguments)) or span_of(arguments)


def statement_around(code: Code, span: Span) -> Span | None:
    """Return the innermost statement that contains a span, where the grammar has a statement node."""
    node = code.root.named_descendant_for_byte_range(span.start, span.end)
    while node is not None and not node.type.endswith(_STATEMENTS):
        node = node.parent
    return without_newline(code.data, span_of(node)) if node is not None else None


def statement_lines(code: Code, span: Span) -> Span | None:
    """Return the innermost statement that contains a span and begins its line, with its indentation."""
    node = code.root.named_descendant_for_byte_range(span.start, span.end)
    while node is not None and node.parent is not None:
        start = line_start(code.data, node.start_byte)
        is_first = not code.data[start : node.start_byte].strip(b" \t")
        if is_first and node.parent.type in _STATEMENT_HOLDERS and not node.is_extra:
            return Span(start, without_newline(code.data, span_of(node)).end)
        node = node.parent
    return None


def runs(code: Code, span: Span) -> bool:
    """Return True if something in a span is a statement or an expression that runs, and declares nothing."""
    place = Span(text_start(code.data, span.start), text_end(code.data, span.end))
    node = code.root.descendant_for_byte_range(place.start, place.end)
    if node is None:
        return False
    while node.parent is not None and place.contains(span_of(node.parent)):
        node = node.parent
    inside = [node] if place.contains(span_of(node)) else children_in(node, place)
    return any(one.type.endswith(_RUN) for one in inside)


def is_docstring(root: Node, profile: LanguageProfile, span: Span) -> bool:
    """Return True if a string is a statement of its own, in a language with such documentation."""
    if profile.docs is not Docs.INSIDE:
        return False
    node = root.named_descendant_for_byte_range(span.start, span.end)
    while node is not None and node.parent is not None:
        if node.parent.type in _STATEMENT_HOLDERS:
            return True
        if span_of(node.parent) != span:
            return False
        node = node.parent
    return False


def _field_of(node: Node) -> str | None:
    """Return the name of the field that a node is in its parent; None for statements of a list."""
    siblings = node.parent.children if node.parent is not None else []
    index = next((i for i, child in enumerate(siblings) if child.id == node.id), None)
    if node.parent is None or index is None:
        return None
    return node.parent.field_name_for_child(index) or None
