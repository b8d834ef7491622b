"""Starts and ends of nodes, without the text that grammars wrongly include.

Line breaks after the last suite, comments after a closing brace, half of a CRLF: grammars differ
in what they include in a node. Not here: the parts of a node (`tree.parts`).
"""

from __future__ import annotations

import re
from functools import cache

from tree_sitter import Node

from structedit.languages.profiles import LanguageProfile, Layout, ListRule
from structedit.text.document import Span, to_text
from structedit.text.lazily import regex
from structedit.text.lines import BLANKS, SPACE, line_start, text_end, text_start
from structedit.text.values import replace
from structedit.tree.code import Code

Captures = dict[str, list[Node]]
"""The nodes of one match of a query, by the names of its captures."""

_FIRST_WORD = regex(rb"\(\s*([^\s()\[\]{}]+)")
"""The opening bracket of a list of a Lisp."""

_BLANK_BYTES = frozenset(SPACE[at : at + 1] for at in range(len(SPACE)))

MAX_CLIMB = 8
"""Levels between a token and the decorator or comment that it may end. Chosen by judgement."""


@cache
def encoded(words: tuple[str, ...]) -> tuple[bytes, ...]:
    """Words of a profile as bytes."""
    return tuple(word.encode() for word in words)


@cache
def _signs(types: tuple[str, ...]) -> tuple[bytes, ...]:
    """Return the types of nodes that are signs, which the text of the node is then: `;`."""
    return encoded(tuple(name for name in types if not name.isidentifier()))


def hull_of(nodes: list[Node] | None) -> Span | None:
    """Return the span over several nodes (a `when 1, 2` has two conditions); None without any."""
    return Span(min(n.start_byte for n in nodes), max(n.end_byte for n in nodes)) if nodes else None


def first_of(captures: Captures, name: str) -> Node | None:
    """Return the first node that was captured by a name."""
    nodes = captures.get(name)
    return nodes[0] if nodes else None


def first_child(node: Node) -> Node | None:
    """Return the first child of a node, without the others; None for a leaf."""
    return node.child(0) if node.child_count else None


def last_child(node: Node) -> Node | None:
    """Return the last child of a node, without the others; None for a leaf."""
    return node.child(node.child_count - 1) if node.child_count else None


def outer_end(code: Code, node: Node) -> int:
    """Return the end of a node, with comments after a suite, but not those after a closer."""
    if code.profile.family is Layout.INDENT:
        return bare_end(code.data, node)
    return trimmed_end(code, node)


def trimmed_end(code: Code, node: Node) -> int:
    """Return the end of the last token that is not a comment.

    Grammars include comments after a closing brace, and line breaks after the last suite.
    """
    ends, passed = code.ends, list[int]()
    current: Node = node
    while (end := ends.get(current.id)) is None:
        passed.append(current.id)
        last = _last_but_comments(code, current)
        if isinstance(last, int):
            end = last
            break
        current = last
    for number in passed:
        ends[number] = end
    return end


def _last_but_comments(code: Code, node: Node) -> Node | int:
    """Return the last child of a node that is no comment or directive; its end without one."""
    profile = code.profile
    indented = profile.family is Layout.INDENT
    # By index: `prev_sibling` searches the parents from the root down.
    count = node.child_count
    at = count - 1 if count and node.type not in profile.nodes.strings else -1
    if at < 0:
        if indented:
            return max(node.start_byte, text_end(code.data, node.end_byte))
        return bare_end(code.data, node)
    last: Node | None = node.child(at)
    while last is not None and last.type in code.beside:
        at -= 1
        last = node.child(at) if at >= 0 else None
    if last is None:
        return int(node.start_byte if indented else node.end_byte)
    behind = code.data[last.end_byte : node.end_byte] if at == count - 1 else b""
    if behind and (not indented or behind.strip(SPACE)):
        return bare_end(code.data, node)
    return last


def statement_end(code: Code, outer: Node, end: int) -> int:
    """Return the end of the `;` that belongs to a definition itself, such as a class member; else 0.

    One that ends the surrounding node, as in `return function f() {};`, is not its own.
    """
    profile = code.profile
    signs = _signs(profile.statement_ends)
    if not profile.stand_ins and not code.data.startswith(signs, text_start(code.data, end)):
        return 0  # the tree takes longer to ask
    ends = closing_token(outer, profile)
    parent = outer.parent if ends is not None else None
    if (
        ends is None
        or parent is None
        or rule_of(parent, code.profile) is not None
        or code.data[end : ends.start_byte].strip(BLANKS)
    ):
        return 0
    is_own = parent.parent is None or ends.end_byte < parent.end_byte
    return int(ends.end_byte) if is_own else 0


def rule_of(node: Node, profile: LanguageProfile) -> ListRule | None:
    """Return the rule of a list; None for other nodes, and for a list without separators."""
    rule = profile.lists.get(node.type)
    if rule is not None and rule.other:
        signs = (rule.separator, rule.other)
        first = next((child.type for child in node.children if child.type in signs), "")
        return (
            replace(rule, separator=rule.other, instead=rule.separator)
            if first == rule.other
            else rule
        )
    if rule is None or not rule.instead:
        return rule
    parts = (rule.separator, *rule.skip)
    return rule if any(child.type in parts for child in node.children) else None


def has_pairs(code: Code, node: Node) -> bool:
    """Return True if the parts of a node come in pairs: `{:a 1 :b 2}`, `(let [a 1 b 2] …)`."""
    words = code.profile.nodes.paired.get(node.type)
    if not words:
        return words is not None
    before, begun = node.prev_sibling, _FIRST_WORD.match(code.data, node.start_byte)
    first_words = (begun[1] if begun else b"", span_of(before).of(code.data) if before else b"")
    return any(word.encode() in first_words for word in words)


def closing_token(node: Node, profile: LanguageProfile) -> Node | None:
    """Return the token that ends statements, if it comes next."""
    following = node.next_sibling if profile.statement_ends else None
    return following if following is not None and following.type in profile.statement_ends else None


def bare_end(data: bytes, node: Node) -> int:
    """Return the end of a node without the line breaks that some grammars include.

    A comment may include half of a CRLF.
    """
    end = min(int(node.end_byte), len(data))
    if data[end - 1 : end] not in _BLANK_BYTES:
        return end
    bare = max(node.start_byte, text_end(data, end))
    has_break = any(byte in b"\r\n" for byte in data[bare:end])
    return bare if has_break else end


def blanks_before(data: bytes, at: int) -> bytes | None:
    """Return the blanks before `at` on its line; None behind other text."""
    start = line_start(data, at)
    blanks = data[start:at]
    return None if blanks.strip(BLANKS) else blanks


def begins_with(data: bytes, node: Node, words: tuple[str, ...]) -> bool:
    """Return True if a node begins with one of the words, or there are none."""
    if not words:
        return True
    text = data[node.start_byte : node.end_byte]
    return any(re.match(re.escape(word.encode()) + rb"\b", text) for word in words)


def without_blanks(data: bytes, node: Node) -> Span:
    """Return the span of a node without the blanks and line breaks at its end."""
    text = data[node.start_byte : node.end_byte]
    return Span(node.start_byte, node.start_byte + len(text.rstrip(SPACE)))


def without_newline(data: bytes, span: Span) -> Span:
    """Return a span without the line break that some grammars include."""
    return Span(span.start, span.start + len(span.of(data).rstrip(b"\r\n")))


def text_of(data: bytes, node: Node) -> str:
    """Return the text of a node."""
    return to_text(data[node.start_byte : node.end_byte])


def span_of(node: Node) -> Span:
    """Return the span of a node, in bytes."""
    return Span(node.start_byte, node.end_byte)
