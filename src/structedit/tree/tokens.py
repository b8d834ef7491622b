"""The tokens of a place: leaf nodes as values, and the tokens that another layout may omit.

Every byte that is not blank belongs to exactly one token: text that no leaf covers (characters that
the parser skipped, macros that it did not see) is split into words and signs. Strings and comments
are one token each.

The profile's ``[syntax]`` table and its lists declare which tokens may be omitted; this module finds
them in the tree. Not here: comparing tokens with a text (`search.alignment.token_alignment`).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

from tree_sitter import Node, TreeCursor

from structedit.languages.profiles import LanguageProfile, Trailing
from structedit.text.document import Span
from structedit.text.lazily import regex
from structedit.text.values import dataclass

PIECE = regex(rb"[\w\x80-\xff]+|\S")
"""Words and single signs that are one token whatever the grammar: `$x` is one token here and two there."""

_TEXT_WORD = regex(rb"\S+")
OPENERS = (b"(", b"[", b"{")
PARTNERS = {b")": b"(", b"]": b"[", b"}": b"{"}
"""The closing brackets, each with its opener."""

_FIRST_CHILDREN = 64
"""Children of an enclosing node that are looked at for the bracket that it opens; by judgement."""


class LeafKind(IntEnum):
    """The kind of a token: only code may be laid out differently."""

    CODE = 0
    STRING = 1
    COMMENT = 2
    TEXT = 3


class Break(IntEnum):
    """The unit that begins with a token after a line end: `ENDS` is a statement, `LINE` a line of its own."""

    NONE = 0
    ENDS = 1
    LINE = 2


@dataclass(frozen=True, slots=True)
class Leaf:
    """A token of a file.

    optional: another layout of the same code may lack it. broken: what must be before it.
    trails: a closer that may have one more separator before it.
    """

    span: Span
    text: bytes
    kind: LeafKind = LeafKind.CODE
    optional: bool = False
    broken: Break = Break.NONE
    trails: bool = False


@dataclass(frozen=True, slots=True)
class Leaves:
    """The tokens that overlap a place, and the brackets that are open before the first of them."""

    items: tuple[Leaf, ...]
    open: bytes = b""


def leaves_of(root: Node, data: bytes, within: Span, profile: LanguageProfile) -> Leaves:
    """Return the tokens that overlap a place, in document order."""
    opened = _open_before(root, data, within.start)
    found: list[Leaf] = []
    end = within.start
    for leaf in _known_leaves(root, data, within, profile):
        found += _uncovered(data, Span(min(end, leaf.span.start), leaf.span.start))
        found.append(leaf)
        end = max(end, leaf.span.end)
    found += _uncovered(data, Span(min(end, within.end), within.end))
    return Leaves(tuple(found), b"".join(opened))


def _open_before(root: Node, data: bytes, at: int) -> list[bytes]:
    """Return the brackets that are open at an offset, outermost first."""
    cursor, found = root.walk(), []
    while cursor.goto_first_child_for_byte(at) is not None:
        node = cursor.node
        if node is None or node.start_byte >= at or node.child_count == 0:
            break
        own: list[bytes] = []
        for child in node.children[:_FIRST_CHILDREN]:
            if child.end_byte > at:
                break
            text = data[child.start_byte : child.end_byte]
            if text not in OPENERS or not child.is_named:
                open_or_close(own, text)
        found += own
    return found


def _known_leaves(
    root: Node, data: bytes, within: Span, profile: LanguageProfile
) -> Iterator[Leaf]:
    broken = Break.NONE
    for path, is_leaf in _walk(
        root, within, frozenset((*profile.nodes.strings, *profile.nodes.comments))
    ):
        node = path[-1]
        if len(path) > 1 and path[-2].type in profile.nodes.statements and node.is_named:
            broken = max(broken, Break.ENDS)  # a statement that follows another one
        if not is_leaf:
            continue
        whole = data[node.start_byte : node.end_byte]
        text = whole.strip()  # some grammars include blanks
        if not text:
            if b"\n" in whole:
                broken = max(broken, Break.ENDS)
            continue
        start = node.start_byte + len(whole) - len(whole.lstrip())
        span = Span(start, start + len(text))
        if node.type == "line_continuation":
            continue
        if node.type in profile.nodes.texts:
            for match in _TEXT_WORD.finditer(data, span.start, span.end):
                yield Leaf(Span(*match.span()), match[0], LeafKind.TEXT)
        else:
            broken = max(broken, _directive(data, span, profile))
            yield Leaf(
                span,
                text,
                _kind(node, profile),
                len(path) > 2 and _is_trailing(node, path[-2], profile),
                broken,
                _may_have_separator(path, profile),
            )
        broken = Break.NONE


def _walk(root: Node, within: Span, whole: frozenset[str]) -> Iterator[tuple[list[Node], bool]]:
    """Yield each node that overlaps a place with the path to it, and whether it is a leaf."""
    cursor = root.walk()
    path = [_node(cursor)]
    while True:
        node = path[-1]
        if node.start_byte >= within.end and len(path) > 1:
            return
        if node.end_byte > within.start:
            is_leaf = node.child_count == 0 or node.type in whole
            yield path, is_leaf
            if not is_leaf and _enter(cursor, within.start):
                path.append(_node(cursor))
                continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return
            path.pop()
        path[-1] = _node(cursor)


def _enter(cursor: TreeCursor, at: int) -> bool:
    """Move the cursor to the first child that ends behind an offset, or to the first one.

    Return False without a child. For an offset between two children, the binding may report
    that there is none.
    """
    return cursor.goto_first_child_for_byte(at) is not None or cursor.goto_first_child()


def _node(cursor: TreeCursor) -> Node:
    node = cursor.node
    assert node is not None
    return node


def _kind(node: Node, profile: LanguageProfile) -> LeafKind:
    if node.type in profile.nodes.strings:
        return LeafKind.STRING
    return LeafKind.COMMENT if node.type in profile.nodes.comments else LeafKind.CODE


def _uncovered(data: bytes, gap: Span) -> Iterator[Leaf]:
    """Yield the words and signs that no leaf covers."""
    if not gap.of(data).strip() or not gap.of(data).replace(b"\\", b"").strip():
        return
    for match in PIECE.finditer(data, gap.start, gap.end):
        yield Leaf(Span(*match.span()), match[0])


def open_or_close(brackets: list[bytes], text: bytes) -> None:
    """Add a bracket to the open ones, or remove the last one if the text closes it."""
    if text in OPENERS:
        brackets.append(text)
    elif brackets and PARTNERS.get(text) == brackets[-1]:
        brackets.pop()


def _is_trailing(node: Node, parent: Node, profile: LanguageProfile) -> bool:
    """Return True for a separator after the last item of a list that may be omitted."""
    rule = profile.lists.get(parent.type)
    if rule is None or rule.trailing is Trailing.NEVER or node.type != rule.separator:
        return False
    after, before = node.next_sibling, node.prev_sibling
    while after is not None and after.type in profile.nodes.comments:
        after = after.next_sibling
    while before is not None and before.type in profile.nodes.comments:
        before = before.prev_sibling
    if after is None or after.is_named or after.next_sibling is not None:
        return False
    if before is None or before.type == node.type or before.prev_sibling is None:
        return False
    separators = sum(child.type == rule.separator for child in parent.children)
    return rule.trailing is not Trailing.TUPLE or separators > 1


def _may_have_separator(path: list[Node], profile: LanguageProfile) -> bool:
    """Return True if a text may have a separator before the closer of this list although the file has none."""
    node, parent = path[-1], path[-2] if len(path) > 1 else None
    rule = profile.lists.get(parent.type) if parent is not None else None
    if parent is None or rule is None or rule.trailing is Trailing.NEVER or node.is_named:
        return False
    if node.next_sibling is not None or not rule.separator:
        return False
    return rule.trailing is not Trailing.TUPLE or any(
        child.type == rule.separator for child in parent.children
    )


def _directive(data: bytes, span: Span, profile: LanguageProfile) -> Break:
    """Return the break before the first token of a directive's line, and the first one after such a line."""
    mark = profile.directive.encode()
    start = data.rfind(b"\n", 0, span.start) + 1
    if not mark or data[start : span.start].strip():
        return Break.NONE
    above = data[data.rfind(b"\n", 0, max(0, start - 1)) + 1 : start]
    own = span.of(data).startswith(mark)
    return Break.LINE if own or above.lstrip().startswith(mark) else Break.NONE
