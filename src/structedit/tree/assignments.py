"""The value of a name, as a span: the code behind its `=`, `:=`, `=>` or `:`.

Definitions without a body, such as variables, constants and properties, have a value instead:

    const LIMIT = 10;          `10`
    padding: 0 2px;            `0 2px`

Lists that are a value have an address although nothing defines a local variable or a key of an object:

    local options = {          `options`, in a function of Lua
      scope: { items: [] }     `scope`, `items`, in a call of JavaScript

Not here: the value of a key in a data language, which is the body of its definition (`tree.parts`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from structedit.languages.kinds import VALUES
from structedit.languages.profiles import Layout
from structedit.text.document import Span, to_bytes
from structedit.text.lines import trimmed
from structedit.text.values import dataclass, replace
from structedit.tree.code import Code
from structedit.tree.extents import rule_of, span_of, trimmed_end
from structedit.tree.nodes import Block

_ASSIGNED = ("variable", "constant")
_SIGNS = frozenset((b"=", b":=", b"::=", b"?=", b"+=", b"||=", b"=>", b"<-", b"<<-"))
_COLON = b":"
_ENDS = frozenset((b";", b","))
_BRACKETS = {b"[": b"]", b"{": b"}", b"(": b")"}
_QUOTES = b"'\"`:$@%"
"""Signs at the edges of a key that a selector omits: `'key'`, `:key`, `%map`."""

_LEVELS = 4
"""Levels between a name and the node with its sign. Chosen by judgement."""

_MOST = 1_000
"""Places with a name that are looked at for a list. Chosen by judgement, for the time."""


@dataclass(frozen=True, slots=True)
class _Assignment:
    """The node that assigns a value to a name, the sign, and the nodes of the value."""

    holder: Node
    sign: Node
    value: tuple[Node, ...]

    @property
    def span(self) -> Span:
        return Span(self.value[0].start_byte, self.value[-1].end_byte)


def with_value(code: Code, block: Block) -> Block:
    """Return a definition without a body with its value as the body; any other block as it is."""
    if block.body is not None and not code.profile.is_data and block.kind in _ASSIGNED:
        is_bare = block.layout in (Layout.INDENT, Layout.NONE)
        is_bare = is_bare or code.data.startswith(b")", block.body.end)  # `(def limits [1 2])`
        value = trimmed(code.data, block.body)
        return replace(block, body=value, layout=Layout.VALUE) if is_bare else block
    is_bare = block.body is None and block.layout is Layout.NONE and block.kind in VALUES
    if not is_bare or block.name is None:
        return block
    name = code.root.descendant_for_byte_range(block.name.start, block.name.end)
    found = _assignment(code, name, block.core) if name is not None else None
    return _valued(code, block, found) if found is not None else block


def _valued(code: Code, block: Block, found: _Assignment) -> Block:
    header, value = Span(block.core.start, found.sign.end_byte), found.span
    if found.value[0].type not in code.profile.nodes.strings and not found.value[0].child_count:
        for sign in code.profile.line_comments:  # a grammar may read all of a line as the value
            kept = re.split(rb"[ \t]+" + re.escape(sign.encode()), value.of(code.data))[0]
            value = Span(value.start, value.start + len(kept))
    return replace(block, header=header, body=value, layout=Layout.VALUE)


def named_lists(code: Code, name: str, within: Span) -> tuple[Block, ...]:
    """Return the lists that are the value of a name in a place, each as the definition of that name."""
    word = to_bytes(name)
    found: dict[Span, Block] = {}
    hits = re.finditer(rb"(?<!\w)" + re.escape(word) + rb"(?!\w)", within.of(code.data))
    for _, hit in zip(range(_MOST), hits, strict=False):
        start = within.start + hit.start()
        node = code.root.descendant_for_byte_range(start, start + len(word))
        key = _key(code, node, word) if node is not None else None
        made = _assignment(code, key, within) if key is not None else None
        if key is None or made is None or list_in(code, made.span) is None:
            continue
        core = Span(made.holder.start_byte, trimmed_end(code, made.holder))
        if core.contains(made.span):
            kind = "property" if rule_of_parent(code, made.holder) else "variable"
            span = core if kind == "property" else _statement(code, made.holder, core)
            block = Block(kind, span, core, core, None, core, path=(name,), name=span_of(key))
            found[core] = _valued(code, replace(block, broken=made.holder.has_error), made)
    return tuple(found.values())


def rule_of_parent(code: Code, node: Node) -> bool:
    """Return True if a node is an item of a list."""
    return node.parent is not None and rule_of(node.parent, code.profile) is not None


def _statement(code: Code, node: Node, core: Span) -> Span:
    """Return the span of the statement that consists of an assignment: `local a = {}`."""
    while (parent := node.parent) is not None and parent.parent is not None:
        if parent.named_child_count != 1 or rule_of(parent, code.profile) is not None:
            break
        if (
            parent.type in code.profile.nodes.statements
            or parent.start_point.row != node.start_point.row
        ):
            break
        if len(code.data[parent.start_byte : node.start_byte].split()) > 1:
            break
        node = parent
    return Span(node.start_byte, max(core.end, trimmed_end(code, node)))


def _key(code: Code, node: Node, word: bytes) -> Node | None:
    """Return the node of a name, with its quotes or sign; None for one that only contains the word."""
    while node.parent is not None and node.parent.type in code.profile.nodes.strings:
        node = node.parent
    text = code.data[node.start_byte : node.end_byte]
    return node if node.child_count < _LEVELS and text.strip(_QUOTES) == word else None


def _assignment(code: Code, name: Node, within: Span) -> _Assignment | None:
    """Return the assignment of a name at a place; None for one to several names at once."""
    if (keyed := _behind_key(code, name)) is not None:
        return keyed
    colon: tuple[Node, list[Node], int] | None = None
    child = name
    for _ in range(_LEVELS):
        holder = child.parent
        if holder is None or holder.start_byte < within.start:
            break
        if trimmed_end(code, holder) > within.end:
            break
        children = holder.children
        at = children.index(child)
        if any(one.type == "," for one in children[:at]) and rule_of(holder, code.profile) is None:
            return None
        for number, one in enumerate(children[at + 1 :], at + 1):
            text = code.data[one.start_byte : one.end_byte]
            if text in _ENDS:
                break
            if text in _SIGNS:
                return _made(code, holder, children, number)
            if text == _COLON and colon is None and number == at + 1:
                colon = holder, children, number
        rest = children[at + 1 :]
        goes_on = rest and not (
            rest[0].type in (_COLON.decode(), "[") or rest[0].type.endswith("type")
        )
        if goes_on:
            break
        child = holder
    return _made(code, *colon, is_colon=True) if colon is not None else None


def _behind_key(code: Code, name: Node) -> _Assignment | None:
    """Return the value that follows a key without a sign: `:deps [a b]`, or `{deps, [a, b]}` in a tuple."""
    while name.type not in code.profile.nodes.keys:
        if name.parent is None or name.parent.end_byte != name.end_byte:
            return None
        name = name.parent
    holder, value = name.parent, name.next_named_sibling
    tuples = code.profile.nodes.keys[name.type]
    if holder is None or value is None or value.type in code.profile.nodes.comments:
        return None
    if tuples and (holder.type not in tuples or holder.named_child(0) != name):
        return None
    return _Assignment(holder, name, (value,))


def _made(
    code: Code, holder: Node, children: list[Node], at: int, *, is_colon: bool = False
) -> _Assignment | None:
    value: list[Node] = []
    for index, one in enumerate(children[at + 1 :], at + 1):
        text = code.data[one.start_byte : one.end_byte]
        is_end = text in _ENDS if not (is_colon and text == b",") else not value
        if is_end or one.type in code.profile.nodes.comments:
            break
        if is_colon and (holder.field_name_for_child(index) == "type" or "type" in one.type):
            return None  # `name: Type`
        value.append(one)
        if not is_colon and one.is_named:
            break
    while len(value) == 1 and value[0].child_count == 1 and value[0].is_named:
        value = [value[0].children[0]]
    is_chain = any(one.type == holder.type for one in value)
    if not value or is_chain or value[0].start_byte == value[-1].end_byte:
        return None
    return _Assignment(holder, children[at], tuple(value))


def list_in(code: Code, value: Span) -> Span | None:
    """Return the list between brackets in a value: `[…]`, `[…] as const`, `freeze({…})`."""
    node = code.root.descendant_for_byte_range(value.start, value.end)
    while node is not None and node.is_named:
        if span_of(node) == value and _is_bracketed(code, node):
            return value
        inner = next(_lists_below(code, node), None) if span_of(node) == value else None
        if inner is not None:
            return span_of(inner)
        node = node.parent if node.parent is not None and span_of(node.parent) == value else None
    return None


def _lists_below(code: Code, node: Node) -> Iterator[Node]:
    """Return the only list in a value: the value itself, or all arguments of a call."""
    lists = [
        one
        for one in node.named_children
        if rule_of(one, code.profile) is not None or one.type in code.profile.lists
    ]
    if len(lists) != 1:
        return
    sole = lists[0]
    if code.data[sole.start_byte : sole.start_byte + 1] == b"(":
        items = sole.named_children
        lists = [items[0]] if len(items) == 1 else []
    yield from (one for one in lists if _is_bracketed(code, one))


def _is_bracketed(code: Code, node: Node) -> bool:
    text = code.data[node.start_byte : node.end_byte]
    is_list = node.type in code.profile.lists
    return is_list and text[-1:] == _BRACKETS.get(text[:1], b"-")
