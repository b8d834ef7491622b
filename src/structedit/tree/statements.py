"""Statements around a place: the one that begins there, and parts that a statement needs.

Not here: blocks, which have a query (`tree.blocks`).
"""

from __future__ import annotations

from tree_sitter import Node

from structedit.languages.profiles import Docs, LanguageProfile
from structedit.text.document import Span
from structedit.text.lazily import regex
from structedit.text.lines import line_start, text_end, text_start
from structedit.tree.code import Code
from structedit.tree.extents import span_of, without_newline
from structedit.tree.lists import is_rest_of_item
from structedit.tree.walking import children_in

_OPERANDS = (
    *("value", "right", "rhs", "left", "argument", "operand", "condition", "object", "function"),
    *("type", "constructor"),
)
"""Fields of nodes that are nothing without what stands there."""

_STATEMENT_HOLDERS = ("block", "module", "expression_statement")
"""Node types whose direct child is a statement: a string there is documentation or nothing."""


_STATEMENTS = ("_statement", "_declaration")
"""How the types of nodes end that are statements."""

_FIRST_WORD = regex(rb"\(\s*([^\s()\[\]{}]+)")
"""What a list of a Lisp begins with."""

_OF_SEVERAL = ("labeled_statement", "text")
"""Types of nodes that may be parted: a label with the first of the statements below it, lines of text."""

_RUN = ("_statement", "expression", "call", "command", "invocation", "identifier", "literal")
"""How the types of nodes end that do something, and declare nothing."""


def statement_from(code: Code, at: int, inner: Span) -> Span | None:
    """The span of what begins at `at` and goes on past `inner`, as `a.b(() => {` does; None if none.

    Of nested nodes with one start it is the largest that is still one statement.
    """
    node = code.root.named_descendant_for_byte_range(inner.start, inner.end)
    while node is not None and node.start_byte > at:
        if node.parent is not None and node.parent.type in code.profile.nodes.statements:
            run = _on_one_line(code, node)
            if run.start == at:
                return run
        node = node.parent
    if node is None or node.start_byte != at or node.id == code.root.id:
        return None
    while (parent := node.parent) is not None and parent.start_byte == at:
        is_root = parent.id == code.root.id
        if is_root or not (parent.named_child_count == 1 or _field_of(node)):
            break
        node = parent
    return without_newline(code.data, span_of(node))


def _on_one_line(code: Code, node: Node) -> Span:
    """A statement of those that line ends set off, with all that stands beside it and is parted by blanks alone.

    A grammar may know no better than to take `stage('Build') {` for a call and a closure.
    """
    ends = [node, node]
    for side, step in enumerate(("prev_named_sibling", "next_named_sibling")):
        while (beside := getattr(ends[side], step)) is not None:
            left, right = (beside, ends[0]) if side == 0 else (ends[1], beside)
            if code.data[left.end_byte : right.start_byte].strip(b" \t"):
                break
            if beside.type in code.profile.nodes.comments:
                break
            ends[side] = beside
    return Span(ends[0].start_byte, ends[1].end_byte)


def is_operand(code: Code, span: Span) -> bool:
    """Whether a span is a part of a statement that needs it: a value, what `return` returns."""
    node = code.root.named_descendant_for_byte_range(span.start, span.end)
    while node is not None and node.parent is not None and span_of(node.parent) == span_of(node):
        node = node.parent
    parent = node.parent if node is not None and span_of(node) == span else None
    if node is None or parent is None or parent.parent is None:
        return False
    if _holds_pairs(code, parent) or is_rest_of_item(node, code.profile):
        return True
    field = _field_of(node)
    if field in _OPERANDS and len(parent.children_by_field_name(field)) == 1:
        return True
    first, before = parent.children[0], node.prev_sibling
    led = before is not None and not first.is_named
    within = before is not None and before.type in code.profile.nodes.openers
    alone = parent.named_child_count == 1 and not within
    return led and alone and b"\n" not in code.data[parent.start_byte : node.start_byte]


def _holds_pairs(code: Code, node: Node) -> bool:
    """Whether what a node holds goes two by two: `{:a 1 :b 2}`, `(let [a 1 b 2] …)`."""
    words = code.profile.nodes.paired.get(node.type)
    if not words:
        return words is not None
    before = node.prev_sibling
    begun = _FIRST_WORD.match(code.data, node.start_byte)
    said = (begun[1] if begun else b"", span_of(before).of(code.data) if before else b"")
    return any(word.encode() in said for word in words)


def introduced_with(code: Code, span: Span) -> Span | None:
    """The word and the part that it introduces, of which a span is all (`where`); None otherwise."""
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
    """The next node, where that says what the one of a span says (`B` after `A = iota`); else None."""
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
    says = node.child_by_field_name(field) is not None
    repeats = following is not None and following.type == node.type
    if following is None or not says or not repeats or following.child_by_field_name(field):
        return None
    return span_of(following)


def call_around(code: Code, span: Span) -> Span | None:
    """The statement with the call of which a span is an argument; None where it is none."""
    node = code.root.named_descendant_for_byte_range(span.start, span.end)
    arguments = node.parent if node is not None and span_of(node) == span else None
    if node is None or arguments is None or _field_of(arguments) != "arguments":
        return None
    if node.child_by_field_name("name") and node.child_by_field_name("value"):
        return None  # an argument with a name is an item
    return statement_around(code, span_of(arguments)) or span_of(arguments)


def statement_around(code: Code, span: Span) -> Span | None:
    """The innermost statement that holds a span, where the grammar calls it one; else None."""
    node = code.root.named_descendant_for_byte_range(span.start, span.end)
    while node is not None and not node.type.endswith(_STATEMENTS):
        node = node.parent
    return without_newline(code.data, span_of(node)) if node is not None else None


def statement_lines(code: Code, span: Span) -> Span | None:
    """The innermost statement that holds a span and begins its line, with its indentation; None if none does."""
    node = code.root.named_descendant_for_byte_range(span.start, span.end)
    while node is not None and node.parent is not None:
        start = line_start(code.data, node.start_byte)
        is_first = not code.data[start : node.start_byte].strip(b" \t")
        if is_first and node.parent.type in _STATEMENT_HOLDERS and not node.is_extra:
            return Span(start, without_newline(code.data, span_of(node)).end)
        node = node.parent
    return None


def runs(code: Code, span: Span) -> bool:
    """Whether something in a span is a statement or an expression that runs, and declares nothing."""
    place = Span(text_start(code.data, span.start), text_end(code.data, span.end))
    node = code.root.descendant_for_byte_range(place.start, place.end)
    if node is None:
        return False
    while node.parent is not None and place.contains(span_of(node.parent)):
        node = node.parent
    inside = [node] if place.contains(span_of(node)) else children_in(node, place)
    return any(one.type.endswith(_RUN) for one in inside)


def is_docstring(root: Node, profile: LanguageProfile, span: Span) -> bool:
    """Whether a string is a statement of its own, in a language that documents so."""
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
    """The name of the field that a node is in its parent; None for statements of a list."""
    siblings = node.parent.children if node.parent is not None else []
    index = next((i for i, child in enumerate(siblings) if child.id == node.id), None)
    if node.parent is None or index is None:
        return None
    return node.parent.field_name_for_child(index) or None
