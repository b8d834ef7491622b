"""From query captures to blocks: where a header ends, what a body is, what belongs to it.

The rules are the same for every language; what differs is in the profile. Walked through on

    // Adds.                        attached (a comment that touches the span)
    #[inline]                       decorator, part of the span
    pub fn add(a: u32) -> u32 {     header: up to the last token before the brace
        a + 1                       body: all between the delimiters
    }

Not here: queries and trees (`syntax.tree`); selectors (`search.locate`).
"""

from __future__ import annotations

import json
import re

from tree_sitter import Node

from structedit.syntax.languages import LanguageProfile
from structedit.syntax.nodes import Block, Layout
from structedit.text.document import Span, to_text

Captures = dict[str, list[Node]]

_BLANKS = b" \t\x0c"
_SPACE = b" \t\x0c\r\n"
_TRIMMED_ARMS = ("elif",)
_GENERIC = re.compile(r"<.*>\Z", re.DOTALL)
_MAX_CLIMB = 8
"""Levels between a token and the attribute or comment that it may end."""


def build_block(
    data: bytes, profile: LanguageProfile, kind: str, captures: Captures, root: Node
) -> Block | None:
    """Make an anonymous block; None for an `if` that is another's `else if`."""
    node = captures["node"][0]
    if kind == "if" and _follows_else(node, profile):
        return None
    shape = _shape(data, profile, node, captures, trimmed=kind in _TRIMMED_ARMS, suite=kind == "case")
    label = captures.get("label")
    wrapper = node.parent if node.parent is not None and node.parent.type in profile.wrappers else None
    ends = _closing(node, profile) if wrapper is not None else None
    return Block(
        kind=kind,
        span=Span(shape.core.start, max(shape.core.end, ends.end_byte)) if ends else shape.core,
        core=shape.core,
        header=shape.header,
        body=shape.body,
        arm=shape.arm,
        layout=shape.layout,
        name=_span(captures["name"][0]) if "name" in captures else None,
        label=_label(data, label[0]) if label else None,
        condition=_span(captures["condition"][0]) if "condition" in captures else None,
        broken=node.has_error,
    )


def definitions_from(
    data: bytes,
    profile: LanguageProfile,
    matches: list[tuple[str, Captures]],
    root: Node,
    naming: Span | None,
) -> tuple[Block, ...]:
    """Make definitions with qualified paths from matches sorted outermost first.

    With `naming`, only the ones whose name is that span are built; the others only qualify.
    """
    made: dict[tuple[int, int, int], Block] = {}
    chain: list[tuple[Node, str, tuple[str, ...]]] = []
    for kind, captures in matches:
        node = captures["node"][0]
        key = (node.start_byte, node.end_byte, node.id if profile.is_data else 0)
        if key in made:
            continue
        while chain and chain[-1][0].end_byte <= node.start_byte:
            chain.pop()
        parent = chain[-1] if chain else None
        if parent is not None and _is_same(parent[0], node, profile):
            continue
        own = _own_path(data, profile, kind, captures, parent)
        path = (parent[2] if parent is not None else ()) + own
        actual = _actual_kind(profile, kind, parent[1] if parent else None)
        chain.append((node, actual, path))
        name = captures.get("name") or captures.get("path")
        if naming is not None and (name is None or not _span(name[0]).contains(naming)):
            continue
        made[key] = _definition(data, profile, actual, captures, path, root)
    return tuple(made.values())


def _is_same(outer: Node, node: Node, profile: LanguageProfile) -> bool:
    """Tell whether two nodes are one definition; a document of one key is two."""
    return _span(outer) == _span(node) and (not profile.is_data or outer.id == node.id)


def _own_path(
    data: bytes,
    profile: LanguageProfile,
    kind: str,
    captures: Captures,
    parent: tuple[Node, str, tuple[str, ...]] | None,
) -> tuple[str, ...]:
    if "path" in captures:
        return _components(_text(data, captures["path"][0]))
    qualifier = tuple(
        part for node in captures.get("qualifier", ()) for part in _components(_text(data, node))
    )
    if "name" in captures:
        text = _text(data, captures["name"][0])
        return (*qualifier, _key(text) if profile.is_data else _component(text))
    return (*qualifier, f"[{_index(captures['node'][0], profile)}]")


def _index(node: Node, profile: LanguageProfile) -> int:
    """Count the items before this one: a list's elements have numbers for names."""
    index, sibling = 0, node.prev_named_sibling
    while sibling is not None:
        index += sibling.type not in profile.comments
        sibling = sibling.prev_named_sibling
    return index


def _actual_kind(profile: LanguageProfile, kind: str, parent_kind: str | None) -> str:
    if kind == "function" and parent_kind in profile.containers:
        return "method"
    return kind


def _definition(
    data: bytes,
    profile: LanguageProfile,
    kind: str,
    captures: Captures,
    path: tuple[str, ...],
    root: Node,
) -> Block:
    node = captures["node"][0]
    shape = _shape(data, profile, node, captures)
    outer, prefix = _wrapped(node, profile)
    end = shape.core.end if outer.end_byte == node.end_byte else _trimmed_end(data, outer, profile)
    trailing = _trailing(data, node.start_byte, end, max(end, outer.end_byte))
    end = max(end, _statement_end(outer, profile))
    trailing = trailing or _beside(data, profile, root, end)
    start, decorators, attached = _leading(data, profile, outer, root)
    name = captures.get("name") or captures.get("path")
    return Block(
        kind=kind,
        span=Span(start, end),
        core=shape.core,
        header=shape.header,
        body=shape.body,
        arm=shape.arm,
        layout=shape.layout,
        path=path,
        name=_span(name[0]) if name else None,
        attached=attached,
        decorators=(*decorators, *_inner_decorators(outer, node, profile)),
        doc=_doc(data, profile, captures, attached),
        prefix=prefix,
        trailing=trailing,
        broken=outer.has_error or _is_torn(data, outer),
    )


def _is_torn(data: bytes, outer: Node) -> bool:
    """Tell whether what stands before the node on its line may have been its own, but for an error.

    Where a file does not parse, `export` may lie in an error node and the function after it outside.
    """
    near = (outer.parent, outer.prev_sibling)
    in_error = any(node is not None and node.is_error for node in near)
    return in_error and _column(data, outer.start_byte) is None


class _Shape:
    """Core, header, body, arm and layout of one node."""

    __slots__ = ("arm", "body", "core", "header", "layout")

    def __init__(self, core: Span, header: Span, body: Span | None, arm: Span, layout: Layout) -> None:
        self.core, self.header, self.body, self.arm, self.layout = core, header, body, arm, layout


def _shape(
    data: bytes,
    profile: LanguageProfile,
    node: Node,
    captures: Captures,
    *,
    trimmed: bool = False,
    suite: bool = False,
) -> _Shape:
    """Shape a node; a `suite` is a run of statements without delimiters, as after `case 1:`."""
    start = captures["start"][0].start_byte if "start" in captures else node.start_byte
    bodies = sorted(captures.get("body", ()), key=lambda body: body.start_byte)
    if not bodies:
        return _bodiless(data, profile, node, start)
    body_node = bodies[0]
    header_end = _header_end(node, body_node, start, profile)
    interior, layout = _interior(data, profile, start, bodies[-1], header_end)
    if layout is Layout.NONE and (suite or len(bodies) > 1):
        interior, layout = Span(header_end, interior.end), Layout.INDENT
    arm_end = _arm_end(data, node, body_node, profile)
    end = arm_end if trimmed else _trimmed_end(data, node, profile)
    arm_end = min(arm_end, end) if layout is Layout.INDENT else arm_end
    core = Span(start, max(end, arm_end))
    return _Shape(core, Span(start, header_end), interior, Span(start, arm_end), layout)


def _bodiless(data: bytes, profile: LanguageProfile, node: Node, start: int) -> _Shape:
    """Shape a node without a captured body: an empty one up to its closing word, or none."""
    core = Span(start, _trimmed_end(data, node, profile))
    last = node.children[-1] if node.child_count else None
    if last is None or last.type not in profile.close_keywords:
        return _Shape(core, core, None, core, Layout.NONE)
    before = last.prev_sibling
    while before is not None and before.type in profile.comments:
        before = before.prev_sibling
    header_end = before.end_byte if before is not None else start
    body = Span(header_end, last.start_byte)
    return _Shape(core, Span(start, header_end), body, core, Layout.END)


def _header_end(node: Node, body: Node, start: int, profile: LanguageProfile) -> int:
    """Give the end of the last token before the body that is no comment."""
    current = body
    while current.id != node.id:
        before = current.prev_sibling
        while before is not None and before.type in profile.comments:
            before = before.prev_sibling
        if before is not None and before.end_byte > start:
            return int(before.end_byte)
        parent = current.parent
        if parent is None:
            break
        current = parent
    return max(start, node.start_byte)


def _interior(
    data: bytes, profile: LanguageProfile, start: int, body: Node, header_end: int
) -> tuple[Span, Layout]:
    first = body.children[0] if body.child_count else None
    last = body.children[-1] if body.child_count else None
    while last is not None and last.type in profile.comments:
        last = last.prev_sibling
    if first is not None and last is not None and first.id != last.id:
        if first.type in profile.openers and last.type in profile.closers:
            layout = Layout.END if last.type in profile.close_keywords else Layout.BRACE
            inner = _after_parameters(body, profile) if layout is Layout.END else first.end_byte
            return Span(min(inner, last.start_byte), last.start_byte), layout
    following = body.next_sibling
    while following is not None and following.type in profile.comments:
        following = following.next_sibling
    if following is not None and following.type in profile.close_keywords:
        return Span(header_end, following.start_byte), Layout.END
    if profile.family is Layout.BRACE:
        return Span(body.start_byte, _trimmed_end(data, body, profile)), Layout.NONE
    if profile.family is Layout.END:
        return Span(header_end, max(header_end, body.end_byte)), Layout.END
    end = _trimmed_end(data, body, profile)
    trailing = _trailing(data, start, end, body.end_byte)
    return Span(header_end, max(header_end, trailing.end if trailing else end)), Layout.INDENT


def _after_parameters(body: Node, profile: LanguageProfile) -> int:
    """Give where a `do |x|` body starts: after its parameters, which belong to the header."""
    first = body.children[0]
    second = body.children[1]
    is_parameters = "parameters" in second.type
    return int(second.end_byte if is_parameters else first.end_byte)


def _arm_end(data: bytes, node: Node, body: Node, profile: LanguageProfile) -> int:
    """Give the end of header and own body: before other arms, after closers."""
    current = body
    while current.id != node.id:
        following = current.next_sibling
        while following is not None:
            if following.type in profile.arms or following.type == "else":
                return _outer_end(data, body, profile)
            following = following.next_sibling
        parent = current.parent
        if parent is None:
            break
        current = parent
    return _outer_end(data, node, profile)


def _outer_end(data: bytes, node: Node, profile: LanguageProfile) -> int:
    """Give a node's end; comments after a suite are in it, those after a closer are not."""
    return int(node.end_byte) if profile.family is Layout.INDENT else _trimmed_end(data, node, profile)


def _trimmed_end(data: bytes, node: Node, profile: LanguageProfile) -> int:
    """Give the end of the last token that is no comment.

    Grammars count comments after a closing brace in, and line breaks after the last suite.
    """
    indented = profile.family is Layout.INDENT
    current = node
    while current.child_count and current.type not in profile.strings:
        last = current.children[-1]
        while last is not None and last.type in profile.comments:
            last = last.prev_sibling
        if last is None:
            return int(current.start_byte if indented else current.end_byte)
        hidden = last.next_sibling is None and last.end_byte < current.end_byte
        if hidden and not indented:
            return int(current.end_byte)
        current = last
    if not indented:
        return int(current.end_byte)
    return max(current.start_byte, len(data[: current.end_byte].rstrip(_SPACE)))


def _statement_end(outer: Node, profile: LanguageProfile) -> int:
    """Give the end of the `;` that a definition has for itself, as a class member; else 0.

    One that ends the surrounding node, as in `return function f() {};`, is not its own.
    """
    ends, parent = _closing(outer, profile), outer.parent
    if ends is None or parent is None:
        return 0
    is_own = parent.parent is None or ends.end_byte < parent.end_byte
    return int(ends.end_byte) if is_own else 0


def _closing(node: Node, profile: LanguageProfile) -> Node | None:
    """Give the token that ends statements where it is the next one."""
    following = node.next_sibling if profile.statement_end else None
    return following if following is not None and following.type == profile.statement_end else None


def _follows_else(node: Node, profile: LanguageProfile) -> bool:
    before = node.prev_sibling
    while before is not None and before.type in profile.comments:
        before = before.prev_sibling
    return before is not None and before.type == "else"


def _wrapped(node: Node, profile: LanguageProfile) -> tuple[Node, Span | None]:
    """Climb to the outermost wrapper that holds nothing but this node and what leads it.

    Gives it, and the words of its own that a replacement may leave out.
    """
    passing = profile.leading + profile.comments + profile.transparent
    prefix = None
    while (parent := node.parent) is not None and parent.type in profile.wrappers:
        others = [c for c in parent.named_children if c.id != node.id and c.type not in passing]
        if others:
            break
        if parent.type in profile.kept_wrappers:
            decorators = [c.end_byte for c in parent.children if c.type in profile.leading]
            words = [c.start_byte for c in parent.children if c.start_byte >= max(decorators, default=0)]
            prefix = Span(min(words, default=node.start_byte), node.start_byte)
        node = parent
    return node, prefix if prefix is not None and len(prefix) else None


def _inner_decorators(outer: Node, node: Node, profile: LanguageProfile) -> list[Span]:
    """Give the attributes that stand inside the wrapper or the node itself."""
    found = []
    for holder in {outer.id: outer, node.id: node}.values():
        found += [_span(child) for child in holder.children if child.type in profile.leading]
    return found


def _leading(
    data: bytes, profile: LanguageProfile, outer: Node, root: Node
) -> tuple[int, list[Span], tuple[Span, ...]]:
    """Walk upwards over attributes and comments that touch the node.

    Gives where the span starts (at the first attribute), the attributes, and the comments above.
    """
    decorators: list[Span] = []
    attached: list[Span] = []
    start = outer.start_byte
    before = outer.prev_sibling if profile.leading else None
    while before is not None and before.type in profile.leading + profile.comments:
        if before.type in profile.leading:
            decorators.insert(0, _span(before))
            start = before.start_byte
        before = before.prev_sibling
    at = start
    while (node := _touching(data, profile, root, at)) is not None:
        at = node.start_byte
        if node.type in profile.leading:
            decorators.insert(0, _span(node))
            start, attached = at, []
        elif _column(data, at) == _column(data, start) and not data.startswith(b"#!", at):
            attached.insert(0, _stripped(data, node))
        else:
            break
    return start, decorators, tuple(attached)


def _touching(data: bytes, profile: LanguageProfile, root: Node, at: int) -> Node | None:
    """Give the attribute or comment that ends right above `at`, with no blank line between."""
    end = len(data[:at].rstrip(_SPACE)) if at and data[at - 1] in _SPACE else at
    gap = data[end:at]
    if end == 0 or max(gap.count(b"\n"), gap.count(b"\r")) > 1:
        return None
    if end == at and at and data[at - 1] not in b")]/":
        return None
    node = root.descendant_for_byte_range(end - 1, end)
    for _ in range(_MAX_CLIMB):
        if node is None or node.start_byte >= at:
            return None
        if node.type in profile.leading or node.type in profile.comments:
            return node if len(data[: node.end_byte].rstrip(_SPACE)) == end else None
        node = node.parent
    return None


def _trailing(data: bytes, start: int, end: int, outer_end: int) -> Span | None:
    """Give the comments that the node holds after its last token.

    Those on the same line are, and those on later lines that are indented deeper than the line
    on which the node starts; the others belong to what follows.
    """
    rest = data[end:outer_end]
    lead = len(rest) - len(rest.lstrip(_SPACE))
    depth = len(_indentation(data, start).expandtabs())
    last = end
    for line in re.finditer(rb"[^\r\n]+", rest[lead:]):
        at = end + lead + line.start()
        fresh = line.start() or any(b in b"\r\n" for b in rest[:lead])
        text = line[0].rstrip(_SPACE)
        if text and fresh and len(_indentation(data, at).expandtabs()) <= depth:
            break
        last = end + lead + line.start() + len(text) if text else last
    return Span(end + lead, last) if last > end + lead else None


def _beside(data: bytes, profile: LanguageProfile, root: Node, end: int) -> Span | None:
    """Give the comment that ends the line on which a definition ends."""
    at = end + len(data[end : end + 1024]) - len(data[end : end + 1024].lstrip(_BLANKS))
    if at >= len(data) or data[at] in b"\r\n,;)]}":
        return None
    node = root.descendant_for_byte_range(at, at + 1)
    for _ in range(_MAX_CLIMB):
        if node is None or node.start_byte != at:
            return None
        if node.type in profile.comments:
            comment = _stripped(data, node)
            rest = data[comment.end : comment.end + 1024].lstrip(_BLANKS)
            return None if rest and rest[0] not in b"\r\n" else comment
        node = node.parent
    return None


def _indentation(data: bytes, at: int) -> bytes:
    """Give the blanks that begin the line of `at`."""
    start = max(data.rfind(b"\n", 0, at), data.rfind(b"\r", 0, at)) + 1
    line = data[start : start + 1024]
    return line[: len(line) - len(line.lstrip(_BLANKS))]


def _doc(
    data: bytes, profile: LanguageProfile, captures: Captures, attached: tuple[Span, ...]
) -> Span | None:
    """Give the documentation: a docstring in the body, else the doc comments right above."""
    if "doc" in captures:
        return _span(captures["doc"][0])
    if profile.docstring and "body" in captures:
        first = next((c for c in captures["body"][0].named_children if c.type not in profile.comments), None)
        inner = first.named_children[0] if first is not None and first.type == "expression_statement" else first
        if inner is not None and inner.type in profile.strings:
            return _span(inner)
    docs = [s for s in attached if is_doc_comment(s.of(data), profile)]
    return Span(docs[0].start, docs[-1].end) if docs else None


def is_doc_comment(text: bytes, profile: LanguageProfile) -> bool:
    """Tell a documentation comment from a plain one, by how it begins."""
    return any(text.startswith(prefix.encode()) for prefix in profile.doc_prefixes)


def _column(data: bytes, at: int) -> bytes | None:
    """Give the blanks before `at` on its line; None where something else stands there."""
    start = max(data.rfind(b"\n", 0, at), data.rfind(b"\r", 0, at)) + 1
    blanks = data[start:at]
    return None if blanks.strip(_BLANKS) else blanks


def _stripped(data: bytes, node: Node) -> Span:
    text = data[node.start_byte : node.end_byte]
    return Span(node.start_byte, node.start_byte + len(text.rstrip(_SPACE)))


def _label(data: bytes, node: Node) -> str:
    text = _text(data, node)
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`"
    return text[1:-1] if quoted else text


def _components(text: str) -> tuple[str, ...]:
    """Split a qualified name, without its generic arguments.

    >>> _components("ns::Stack<std::pair<A, B>>::push")
    ('ns', 'Stack', 'push')
    """
    parts, depth, current = [], 0, ""
    for piece in re.split(r"(::|[.:#<>])", text):
        if piece == "<" and "operator" not in current:
            depth += 1
        elif piece == ">" and depth:
            depth -= 1
        elif piece in ("::", ".", ":", "#") and not depth:
            parts.append(current.strip())
            current = ""
        elif not depth:
            current += piece
    return tuple(part for part in (*parts, current.strip()) if part)


def _component(text: str) -> str:
    """Clean one name of quotes and generic arguments."""
    text = " ".join(text.split())
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`":
        return text[1:-1]
    if "operator" in text:
        return text
    return _GENERIC.sub("", text).strip() or text


def _key(text: str) -> str:
    r"""Give the key that a piece of JSON or YAML means.

    >>> _key('"caf\\u00e9"'), _key("'it''s'"), _key("a b"), _key('"<x>"')
    ('café', "it's", 'a b', '<x>')
    """
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) > 1 and text[0] == text[-1] == '"':
        try:
            decoded = str(json.loads(text, strict=False))
            decoded.encode("utf-8", "surrogateescape")
        except ValueError:
            return text[1:-1]
        return decoded
    return text


def _text(data: bytes, node: Node) -> str:
    return to_text(data[node.start_byte : node.end_byte])


def _span(node: Node) -> Span:
    return Span(node.start_byte, node.end_byte)

