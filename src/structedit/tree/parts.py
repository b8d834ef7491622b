"""The parts of one node: header, body and arm.

Delimiters, indentation, closing words, recipes and fences each have their rule; the profile lists
the ones of a language. Not here: comments attached to a definition (`tree.trivia`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from tree_sitter import Node

from structedit.languages.profiles import BodyEdges, Indenting, LanguageProfile, Layout
from structedit.text.document import Span
from structedit.text.lines import SPACE, indent_of, line_start, text_end
from structedit.tree.code import Code
from structedit.tree.extents import (
    MAX_CLIMB,
    Captures,
    bare_end,
    blanks_before,
    first_child,
    first_of,
    last_child,
    outer_end,
    text_of,
    trimmed_end,
)
from structedit.tree.hidden_text import past_hidden
from structedit.tree.trivia import trailing_comments

_TRIMMED_ARMS = ("elif",)
_FEW_CHILDREN = 16
"""Children of a node up to which it is faster to list all than to walk from one to the one before. By judgement."""

_LABEL = ":"
"""The sign between the words around a body and its label: `begin : name … end : name`."""

_HOLD_ARMS = ("switch", "match")
"""Kinds whose body consists of their arms."""


class Shape:
    """Core, header, body, arm and layout of one node."""

    __slots__ = ("arm", "body", "core", "header", "layout")

    def __init__(
        self, core: Span, header: Span, body: Span | None, arm: Span, layout: Layout
    ) -> None:
        self.core, self.header, self.body, self.arm, self.layout = core, header, body, arm, layout

    def up_to(self, end: int) -> Shape:
        """Return the shape extended to the end of further nodes that belong to it."""
        core, arm = Span(self.core.start, end), Span(self.arm.start, end)
        return Shape(core, self.header, self.body, arm, self.layout)

    def of_clauses(self, end: int) -> Shape:
        """Return the shape of several clauses with a body each; the header is that of the first one."""
        core = Span(self.core.start, end)
        return Shape(core, self.header, None, core, Layout.CLAUSES)


def shape_of(code: Code, node: Node, captures: Captures, kind: str) -> Shape:
    """Return the shape of a node; a `suite` is a run of statements without delimiters, as after `case 1:`."""
    start = captures["start"][0].start_byte if "start" in captures else node.start_byte
    if code.profile.bodies.get(node.type) is BodyEdges.LINES:
        return _fenced(code.data, node, start)
    if is_void_element(code, captures):
        core = Span(start, captures["opener"][0].end_byte)
        return Shape(core, core, None, core, Layout.NONE)
    if "opener" in captures:
        opener = max(captures["opener"], key=lambda token: token.end_byte)
        trimmed, holds_arms = kind in _TRIMMED_ARMS, kind in _HOLD_ARMS
        return _opened(
            code,
            (node, opener, first_of(captures, "closer")),
            start,
            trimmed=trimmed,
            holds_arms=holds_arms,
        )
    bodies = captures.get("body", [])
    if len(bodies) > 1:
        bodies = sorted(bodies, key=lambda body: body.start_byte)
    if not bodies:
        return _bodiless(code, node, start)
    if code.profile.indenting is Indenting.FIXED:
        # The body is the lines that begin with a tab, and those around them.
        header_end = _header_end(node, bodies[0], start, code.profile)
        core = Span(start, max(header_end, recipe_end(code, bodies[0])))
        body = Span(header_end, core.end)
        return Shape(core, Span(start, header_end), body, core, Layout.INDENT)
    body_node = bodies[0]
    header_end = _header_end(node, body_node, start, code.profile)
    header_end = past_hidden(code, header_end, body_node.start_byte)
    interior, layout = _interior(code, node, start, bodies[-1], header_end)
    if (
        kind == "lambda"
        and layout is Layout.INDENT
        and not _holds_line_end(code.data, header_end, bodies[-1])
    ):
        interior, layout = Span(bodies[-1].start_byte, interior.end), Layout.NONE
    below = layout is Layout.NONE and _holds_line_end(code.data, header_end, body_node)
    begins_below = code.data[body_node.start_byte : body_node.start_byte + 1] in (b"\r", b"\n")
    is_suite = kind == "case" and (code.data.endswith(b":", 0, header_end) or below)
    several = len(bodies) > 1 and (kind == "case" or below)
    if layout is Layout.NONE and len(bodies) > 1:
        interior = Span(body_node.start_byte, interior.end)
    if layout is Layout.NONE and (is_suite or begins_below or several):
        interior, layout = Span(header_end, interior.end), Layout.INDENT
    arm_end = _arm_end(code, node, body_node)
    if layout is Layout.INDENT and code.profile.family is not Layout.INDENT:
        arm_end = max(arm_end, interior.end) if is_suite else interior.end
    end = arm_end if kind in _TRIMMED_ARMS else trimmed_end(code, node)
    arm_end = min(arm_end, end) if code.profile.family is layout is Layout.INDENT else arm_end
    core = Span(start, max(end, arm_end))
    return Shape(core, Span(start, header_end), interior, Span(start, arm_end), layout)


def plain_shape(code: Code, node: Node, bodies: list[Node]) -> tuple[Span, Span] | None:
    """Return core and header of a key or element as `shape_of` finds them; None if they depend on more.

    It is for profiles of data that have nothing but keys, lists and comments.
    """
    start, end = node.start_byte, node.end_byte
    leaf = node.descendant_for_byte_range(end - 1, end) if end > start else None
    if (
        leaf is None
        or leaf.type in code.beside
        or leaf.end_byte != end
        or code.data[end - 1] in SPACE
    ):
        return None
    if not bodies:
        core = Span(start, end)
        return core, core
    if len(bodies) > 1:
        return None
    # Usually the body is all of the value, and the token before it is a child of the node.
    begin, before = bodies[0].start_byte, None
    for child in node.children:
        if child.start_byte >= begin:
            break
        before = before if child.type in code.profile.nodes.comments else child
    else:
        before = None
    if before is not None and start < before.end_byte <= begin:
        return Span(start, end), Span(start, before.end_byte)
    return Span(start, end), Span(start, _header_end(node, bodies[0], start, code.profile))


def recipe_end(code: Code, body: Node) -> int:
    """Return the end of the last line with the indentation, and of the conditionals around it.

    Grammars also include conditionals below a recipe, without any line of it.
    """
    own, opened, kept = code.profile.indent.encode(), 0, 0
    text = code.data[body.start_byte : body.end_byte]
    first = True
    for line in re.finditer(rb"[^\r\n]+", text):
        row = line[0]
        word = re.match(rb"[ ]*(ifn?eq|ifn?def|endif|else)\b", row)
        if row.startswith(own) or (first and line.start() == 0):
            kept = len(text[: line.end()].rstrip(SPACE))
        elif word and word[1].startswith(b"if"):
            opened += 1
        elif word and word[1] == b"endif":
            opened -= 1
            inside = kept and re.search(rb"^[ ]*ifn?(?:eq|def)\b", text[:kept], re.MULTILINE)
            if inside and not re.search(rb"^[ ]*if", text[kept : line.start()], re.MULTILINE):
                kept = line.end()
        first = False
    return body.start_byte + kept


def _fenced(data: bytes, node: Node, start: int) -> Shape:
    """Return the shape of a node between its first and last line; without a body if others are on these lines.

    In a quote, each line of the body begins with a mark of the quote.
    """
    core = Span(start, max(start, bare_end(data, node)))
    rows = list(re.finditer(rb"[^\r\n]*(?:\r\n|\n|\r)?", core.of(data)))
    first, last = rows[0][0].strip(), [row for row in rows if row[0]][-1]
    closed = last.start() and last[0].strip() and set(last[0].strip()) == {first[0]}
    header = Span(start, start + len(rows[0][0].rstrip(b"\r\n")))
    column = start - line_start(data, start)
    if any(row[0][:column].strip() for row in rows[1:]):
        return Shape(core, header, None, core, Layout.NONE)
    end = start + last.start() + len(indent_of(last[0])) if closed else core.end
    return Shape(core, header, Span(header.end, max(header.end, end)), core, Layout.BRACE)


def _opened(
    code: Code,
    parts: tuple[Node, Node, Node | None],
    start: int,
    *,
    trimmed: bool,
    holds_arms: bool,
) -> Shape:
    """Return the shape of a node without a node for its body, which begins behind its opener.

    `parts` are the node, its opener, and its closer if the query captures one.
    """
    node, opener, closer = parts
    closers, closer_id = code.profile.nodes.closers, closer.id if closer is not None else 0
    last, stop, closes, arms = opener, None, False, code.profile.nodes.arms
    siblings = iter(_siblings_behind(opener, node))
    for sibling in siblings:
        kind = sibling.type
        closes = kind in closers or sibling.id == closer_id
        if closes or (not holds_arms and (kind in arms or kind == "else")):
            stop = sibling
            break
        if sibling.end_byte > sibling.start_byte:
            last = sibling
    header = Span(start, max(start, bare_end(code.data, opener)))
    if opener.id == node.id:
        end = max(header.end, text_end(code.data, last.end_byte))
        core = Span(start, end)
        return Shape(core, header, Span(header.end, end), core, Layout.INDENT)
    if stop is not None and closes:
        closed, body = bare_end(code.data, stop), Span(header.end, stop.start_byte)
        core_end = closed if trimmed else max(closed, bare_end(code.data, node))
        has_arm = any(_is_arm(sibling, code.profile) for sibling in siblings)
        arm = Span(start, closed if trimmed or has_arm else core_end)
        core, is_word = Span(start, core_end), stop.type in code.profile.close_keywords
        if opener.type not in code.profile.nodes.openers:
            return Shape(core, header, body, arm, Layout.END)
        header = Span(start, _header_end(node, opener, start, code.profile))
        return Shape(core, header, body, arm, Layout.END if is_word else Layout.BRACE)
    end = max(header.end, bare_end(code.data, last))
    if code.profile.family is Layout.END:
        end = max(header.end, text_end(code.data, end))
    if stop is None and opener.is_named and code.profile.family is Layout.BRACE:
        return _unclosed(code.data, node, last, header)
    if stop is None:
        end = _with_comments(code, last, start, end)
    core_end = end if trimmed else max(end, bare_end(code.data, node))
    return Shape(
        Span(start, core_end), header, Span(header.end, end), Span(start, end), Layout.INDENT
    )


def _siblings_behind(node: Node, holder: Node) -> Sequence[Node]:
    """Return the siblings behind a node, which may be a child of `holder`: a node has no list of its siblings.

    Skip empty nodes, such as a missing closer, as `next_sibling` does.
    """
    found: list[Node] = []
    end = -1
    for child in holder.children if node.id != holder.id else ():
        if end < 0:
            end = child.end_byte if child.id == node.id else end
        elif child.end_byte > end:
            found.append(child)
            end = child.end_byte
    sibling = node.next_sibling if end < 0 else None
    while sibling is not None:
        found.append(sibling)
        sibling = sibling.next_sibling
    return found


def _sibling_before(node: Node, holder: Node, passed: Collection[str]) -> Node | None:
    """Return the last sibling of other types before a node, which may be a child of a holder."""
    if holder.child_count <= _FEW_CHILDREN:
        found = None
        for child in holder.children:
            if child.id == node.id:
                return found
            found = found if child.type in passed else child
    before = node.prev_sibling
    while before is not None and before.type in passed:
        before = before.prev_sibling
    return before


def is_void_element(code: Code, captures: Captures) -> bool:
    """Return True if an element has no content, whatever the grammar puts into it: `<br>`."""
    if not code.profile.void or "opener" not in captures:
        return False
    name = first_of(captures, "name")
    return name is not None and text_of(code.data, name).lower() in code.profile.void


def _unclosed(data: bytes, node: Node, last: Node, header: Span) -> Shape:
    """Return the shape of an element without an end tag.

    `<br>` has no body; a list item ends where the next begins.
    """
    end = max(header.end, text_end(data, node.end_byte))
    core = Span(header.start, end)
    body = Span(header.end, end) if last.end_byte > header.end else None
    return Shape(core, core if body is None else header, body, core, Layout.NONE)


def _is_arm(node: Node, profile: LanguageProfile) -> bool:
    return node.type in profile.nodes.arms or node.type == "else"


def _with_comments(code: Code, node: Node, start: int, end: int) -> int:
    """Return the end of an arm with the comments below it that are indented deeper."""
    column = blanks_before(code.data, start)
    while column is not None:
        for _ in range(MAX_CLIMB):
            if node.next_sibling is not None or node.parent is None:
                break
            node = node.parent
        following = node.next_sibling
        if following is None or following.type not in code.profile.nodes.comments:
            break
        own = blanks_before(code.data, following.start_byte)
        if own is not None and len(own) <= len(column):
            break
        node, end = following, max(end, bare_end(code.data, following))
    return end


def _bodiless(code: Code, node: Node, start: int) -> Shape:
    """Return the shape of a node without a captured body: an empty body up to its closing word, or none."""
    trimmed = text_end(code.data, trimmed_end(code, node), b"\r\n")
    core = Span(start, max(start, trimmed))
    last = last_child(node)
    if last is None or last.type not in code.profile.close_keywords:
        return Shape(core, core, None, core, Layout.NONE)
    before = last.prev_sibling
    while before is not None and before.type in (
        *code.profile.nodes.comments,
        *_breaks(code.profile),
    ):
        before = before.prev_sibling
    header_end = before.end_byte if before is not None else start
    body = Span(header_end, last.start_byte)
    return Shape(core, Span(start, header_end), body, core, Layout.END)


def _header_end(node: Node, body: Node, start: int, profile: LanguageProfile) -> int:
    """Return the end of the last token before the body that is not a comment."""
    if body.start_byte <= start:
        return max(start, node.start_byte)
    current: Node | None = body
    passing = (*profile.nodes.comments, *_breaks(profile))
    while current is not None:
        before = _sibling_before(current, node, passing)
        if before is not None and before.end_byte > start:
            return int(before.end_byte)
        current = current.parent if current.id != node.id else None
    return max(start, node.start_byte)


def _breaks(profile: LanguageProfile) -> tuple[str, ...]:
    """Return the tokens that may separate header and body in place of a line break."""
    return (";",) if profile.family is Layout.END else ()


def _holds_line_end(data: bytes, header_end: int, body: Node) -> bool:
    """Return True if a body begins below its header's line."""
    between = data[header_end : body.start_byte]
    return b"\n" in between or b"\r" in between


def _interior(
    code: Code, node: Node, start: int, body: Node, header_end: int
) -> tuple[Span, Layout]:
    # By index: `next_sibling` searches the parents from the root down.
    first, at = first_child(body), body.child_count - 1
    while at >= 0 and _type_of(body.child(at)) in code.profile.nodes.comments:
        at -= 1
    last = body.child(at) if at >= 0 else None
    # A last node may be the label of the closing word before it: `end : name`.
    is_label = at > 1 and _type_of(body.child(at - 1)) == _LABEL
    closer = body.child(at - 2) if is_label else None
    last = closer if closer is not None and closer.type in code.profile.nodes.closers else last
    opened = first is not None and first.type in code.profile.nodes.openers
    edges = code.profile.bodies.get(body.type)
    opened = opened and edges is not BodyEdges.VALUE
    inner = _after_parameters(body) if opened else header_end
    if first is not None and last is not None and last.type in code.profile.nodes.closers:
        is_word = last.type in code.profile.close_keywords
        if is_word or (opened and first.id != last.id):
            layout = Layout.END if is_word else Layout.BRACE
            return Span(min(inner, last.start_byte), last.start_byte), layout
    # The parser finds a sibling from the root on: nothing is asked that has no use.
    ends = opened or code.profile.close_keywords or code.profile.family is Layout.END
    following = _behind(body, code.profile, opened=opened) if ends else None
    if following is not None and following.type in code.profile.close_keywords:
        return Span(inner, following.start_byte), Layout.END
    if opened and following is None and node.type in code.profile.nodes.arms:
        following = _behind(node, code.profile, opened=True)  # the sibling is in this arm
    if opened and following is not None and following.prev_sibling is not None:
        return Span(inner, max(inner, bare_end(code.data, following.prev_sibling))), Layout.INDENT
    if code.profile.family is Layout.INDENT or edges is BodyEdges.INDENTATION:
        end = trimmed_end(code, body)
        trailing = trailing_comments(code.data, start, end, body.end_byte)
        return Span(inner, max(inner, trailing.end if trailing else end)), Layout.INDENT
    end = max(inner, bare_end(code.data, body))
    if opened or (code.profile.family is Layout.END and edges is not BodyEdges.NOTHING):
        if following is not None and _is_arm(following, code.profile):
            return Span(inner, end), Layout.INDENT
        if node.type in code.profile.nodes.arms:
            end = _with_comments(code, body, node.start_byte, end)
            return Span(inner, end), Layout.INDENT
    return Span(body.start_byte, max(body.start_byte, trimmed_end(code, body))), Layout.NONE


def _type_of(node: Node | None) -> str:
    return node.type if node is not None else ""


def _behind(body: Node, profile: LanguageProfile, *, opened: bool) -> Node | None:
    """Return the node behind a body: after comments, or the arm or closing word that ends an open body.

    Other nodes between (`if ($a): ?> <b> <?php endif`) are in the open body.
    """
    following = body.next_sibling
    while following is not None:
        ends = following.type in profile.close_keywords or _is_arm(following, profile)
        if following.type not in profile.nodes.comments and (ends or not opened):
            break
        following = following.next_sibling
    return following


def _after_parameters(body: Node) -> int:
    """Return where a body starts: after its parameters (`do |x|`) and its label (`begin : name`)."""
    first = body.children[0]
    second = body.children[1] if body.child_count > 1 else first
    if second.type == _LABEL and body.child_count > 2:
        return int(body.children[2].end_byte)
    return int(second.end_byte if "parameters" in second.type else first.end_byte)


def _arm_end(code: Code, node: Node, body: Node) -> int:
    """Return the end of header and own body: before other arms, after closers."""
    current = node if code.profile.is_data else body
    if current.id != node.id and node.child_count <= _FEW_CHILDREN:
        is_behind = has_arm = False
        for child in node.children:
            has_arm = has_arm or (is_behind and _is_arm(child, code.profile))
            is_behind = is_behind or child.id == current.id
        if is_behind:
            return outer_end(code, body if has_arm else node)
    while current.id != node.id:
        following = current.next_sibling
        while following is not None:
            if _is_arm(following, code.profile):
                return outer_end(code, body)
            following = following.next_sibling
        parent = current.parent
        if parent is None:
            break
        current = parent
    return outer_end(code, node)
