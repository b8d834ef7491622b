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

import re

from tree_sitter import Node

from structedit.syntax.nodes import Block, Layout
from structedit.syntax.profiles import LanguageProfile
from structedit.syntax.sections import Tables, heading_name, key_parts, plain_name, section_ends
from structedit.text.document import Span, to_text

Captures = dict[str, list[Node]]

_BLANKS = b" \t\x0c"
_SPACE = b" \t\x0c\r\n"
_TRIMMED_ARMS = ("elif",)
_HOLD_ARMS = ("switch", "match")
"""Kinds whose body is their arms."""

_GENERIC = re.compile(r"<.*>\Z", re.DOTALL)
_FUNCTIONS = ("function", "method", "constructor")
_NEVER_LOCAL = ("variable", "constant", "declaration")
"""Kinds that are not definitions where a function is what holds them."""

_VALUES = ("variable", "constant", "declaration", "field", "type", "struct", "union", "enum")
"""Kinds of which one statement may define several."""

_OPERATOR = re.compile(r"\boperator\b")
_MAX_CLIMB = 8
"""Levels between a token and the attribute or comment that it may end."""


def build_block(
    data: bytes, profile: LanguageProfile, kind: str, captures: Captures, root: Node
) -> Block | None:
    """Make an anonymous block; None for an `if` that is another's `else if`."""
    node = captures["node"][0]
    if kind == "if" and profile.family is not Layout.END and _follows_else(node, profile):
        return None
    shape = _shape(data, profile, node, captures, kind)
    label = captures.get("label")
    wrapper = (
        node.parent if node.parent is not None and node.parent.type in profile.wrappers else None
    )
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
        condition=_hull(captures.get("condition")),
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
    chain: list[_Link] = []
    named: set[int] = set()
    headings = _headings(profile, matches)
    ends = _section_ends(data, profile, headings, root)
    tables = Tables()
    divided = (_divided(match, profile) for match in matches)
    for kind, captures in sorted(divided, key=_position):
        node = captures["node"][0]
        if node.type in profile.sections.headings and node.id not in ends:
            continue
        key = (node.start_byte, node.end_byte, node.id if profile.is_data else 0)
        if key in made:
            continue
        while chain and chain[-1].end <= node.start_byte:
            chain.pop()
        if chain and _is_same(chain[-1].node, node, profile):
            continue
        parent = next((link for link in reversed(chain) if link.qualifies(captures)), None)
        own = _own_path(data, profile, kind, captures, parent)
        path = (parent.path if parent is not None else ()) + own
        if profile.is_data and node.id in ends:
            path = tables.item(own) if kind == "element" else tables.path(own)
        name = _first(captures, "name") or _first(captures, "path")
        if name is not None and name.id in named:
            continue
        is_local = kind in _NEVER_LOCAL and bool(chain) and chain[-1].kind in _FUNCTIONS
        if chain and chain[-1].path == path and chain[-1].shares_body(captures):
            continue
        actual = _actual_kind(profile, kind, parent.kind if parent else None)
        end = ends.get(node.id, int((_tail(node, profile) or node).end_byte))
        if _is_void(data, profile, captures):
            end = captures["opener"][0].end_byte
        if profile.fixed_indent and "body" in captures:
            end = max(node.start_byte, _recipe_end(data, profile, captures["body"][0]))
        chain.append(_Link(node, actual, path, _first(captures, "body"), end))
        if is_local:
            continue
        if name is not None:
            named.add(name.id)
        if naming is not None and (name is None or not _span(name).contains(naming)):
            continue
        if node.id in ends:
            reach = _reach(data, profile, captures, ends, headings) if kind == "element" else end
            made[key] = _section(data, profile, actual, captures, path, root, (end, reach))
        else:
            made[key] = _definition(data, profile, actual, captures, path, root)
    return tuple(made.values())


def _headings(
    profile: LanguageProfile, matches: list[tuple[str, Captures]]
) -> tuple[Captures, ...]:
    """Give what was captured of each heading, in order."""
    found = {
        captures["node"][0].start_byte: captures
        for _, captures in reversed(matches)
        if captures["node"][0].type in profile.sections.headings
    }
    return tuple(found[at] for at in sorted(found))


def _section_ends(
    data: bytes, profile: LanguageProfile, headings: tuple[Captures, ...], root: Node
) -> dict[int, int]:
    """Give where sections end, by the ids of their headings."""

    def begins(node: Node) -> int:
        start, _, attached = _leading(data, profile, node, root)
        return min([start, *(span.start for span in attached)])

    nodes = [captures["node"][0] for captures in headings]
    return section_ends(data, profile.sections, nodes, begins)


def _reach(
    data: bytes,
    profile: LanguageProfile,
    captures: Captures,
    ends: dict[int, int],
    headings: tuple[Captures, ...],
) -> int:
    """Give the end of an item of a list of tables with the tables below it that are its own."""
    own = _own_path(data, profile, "element", captures, None)
    end = ends[captures["node"][0].id]
    for following in headings:
        if following["node"][0].start_byte < end:
            continue
        keys = _own_path(data, profile, "element", following, None)
        if keys[: len(own)] != own or len(keys) == len(own):
            break
        end = ends[following["node"][0].id]
    return end


def _section(
    data: bytes,
    profile: LanguageProfile,
    kind: str,
    captures: Captures,
    path: tuple[str, ...],
    root: Node,
    ends: tuple[int, int],
) -> Block:
    """Make a definition that goes on until the next heading; `ends` are its own and its whole one."""
    node, opener = captures["node"][0], _first(captures, "opener")
    end, reach = ends
    core = Span(node.start_byte, reach)
    header = Span(core.start, opener.end_byte if opener is not None else _rstrip(data, node))
    start, decorators, attached = _leading(data, profile, node, root)
    name = _first(captures, "name") or _first(captures, "path")
    plain = plain_name(path[-1]) if kind == "section" else path[-1]
    return Block(
        kind=kind,
        span=Span(start, reach),
        core=core,
        header=header,
        body=Span(header.end, end),
        arm=Span(core.start, end),
        layout=Layout.SECTION,
        path=path,
        aliases=(plain,) if plain not in ("", path[-1]) else (),
        name=_span(name) if name is not None else None,
        attached=attached,
        decorators=tuple(decorators),
        doc=_doc(data, profile, captures, attached),
        broken=node.has_error,
    )


def _is_same(outer: Node, node: Node, profile: LanguageProfile) -> bool:
    """Tell whether two nodes are one definition; a document of one key is two."""
    return _span(outer) == _span(node) and (not profile.is_data or outer.id == node.id)


class _Link:
    """An enclosing definition, as far as what it holds needs to know it."""

    __slots__ = ("body", "end", "kind", "node", "path")

    def __init__(
        self, node: Node, kind: str, path: tuple[str, ...], body: Node | None, end: int
    ) -> None:
        self.node, self.kind, self.path, self.body, self.end = node, kind, path, body, end

    def qualifies(self, captures: Captures) -> bool:
        """Tell whether its name goes in front: it does for what stands inside its body."""
        node = captures["node"][0]
        if self.body is None:
            return self.kind not in _VALUES
        return self._holds(node) and not self.shares_body(captures)

    def _holds(self, node: Node) -> bool:
        return self.body is not None and _span(self.body).contains(_span(node))

    def shares_body(self, captures: Captures) -> bool:
        """Tell one thing that has two names (`typedef struct tag {} name;`)."""
        body = _first(captures, "body")
        return body is not None and self.body is not None and body.id == self.body.id


def _hull(nodes: list[Node] | None) -> Span | None:
    """Give the span over several nodes: a `when 1, 2` has two conditions."""
    return Span(min(n.start_byte for n in nodes), max(n.end_byte for n in nodes)) if nodes else None


def _position(match: tuple[str, Captures]) -> tuple[int, int]:
    node = match[1]["node"][0]
    return node.start_byte, -node.end_byte


def _divided(match: tuple[str, Captures], profile: LanguageProfile) -> tuple[str, Captures]:
    """Give each of several names in one node its own part: the `*b` of `int a, *b;`.

    A body that they share (`struct { … } a, *b;`) stays with the first, which keeps the node.
    """
    kind, captures = match
    node, name = captures["node"][0], _first(captures, "name")
    if kind not in _VALUES or name is None:
        return match
    if (own := _own_part(node, name, profile)) is not None:
        return kind, {**captures, "node": [own], "part": [own]}
    if profile.parts:
        return match
    fields: dict[str | None, int] = {}
    part, field, ordinal = None, None, 0
    for index, child in enumerate(node.children):
        if child.is_named:
            key = node.field_name_for_child(index)
            fields[key] = fields.get(key, 0) + 1
            if _span(child).contains(_span(name)):
                part, field, ordinal = child, key, fields[key]
    if part is None or field is None or fields[field] < 2:
        return match
    body = _first(captures, "body")
    if body is None or _span(part).contains(_span(body)):
        return kind, {**captures, "node": [part], "part": [part]}
    kept = {key: nodes for key, nodes in captures.items() if key != "body"}
    return match if ordinal == 1 else (kind, {**kept, "node": [part], "part": [part]})


def _own_part(node: Node, name: Node, profile: LanguageProfile) -> Node | None:
    """Give the part of a statement that a name has, where others beside it have theirs."""
    part = name if profile.parts else None
    while part is not None and part.id != node.id:
        if part.type in profile.parts:
            beside = [c for c in part.parent.children if c.type == part.type] if part.parent else []
            return part if len(beside) > 1 else None
        part = part.parent
    return None


def _tail(node: Node, profile: LanguageProfile) -> Node | None:
    """Give the last of the nodes right behind a definition that are still of it."""
    is_tail = node.type in profile.following
    last, following = None, node.next_sibling if profile.following and not is_tail else None
    while following is not None and following.type in (*profile.following, *profile.comments):
        last = following if following.type in profile.following else last
        following = following.next_sibling
    return last


def _first(captures: Captures, name: str) -> Node | None:
    nodes = captures.get(name)
    return nodes[0] if nodes else None


def _own_path(
    data: bytes,
    profile: LanguageProfile,
    kind: str,
    captures: Captures,
    parent: _Link | None,
) -> tuple[str, ...]:
    if "path" in captures and profile.is_data:
        return tuple(_key(part) for part in key_parts(_text(data, captures["path"][0])))
    if "path" in captures:
        return _components(_text(data, captures["path"][0]))
    if kind == "section" and "name" in captures:
        return (heading_name(_text(data, captures["name"][0])),)
    qualifier = tuple(
        part for node in captures.get("qualifier", ()) for part in _components(_text(data, node))
    )
    if parent is not None and qualifier == parent.path[-len(qualifier) :]:
        qualifier = ()
    if "name" in captures:
        text = _name(data, captures["name"])
        return (*qualifier, _key(text) if profile.is_data else _component(text))
    return (*qualifier, f"[{_index(captures['node'][0], profile)}]")


def _name(data: bytes, nodes: list[Node]) -> str:
    """Join the words of a name that has several (`operator` and `+`); those that are words, by a blank."""
    words = [_text(data, node) for node in sorted(nodes, key=lambda node: node.start_byte)]
    joined = words[0]
    for word in words[1:]:
        joined += " " + word if joined[-1:].isalnum() and word[:1].isalnum() else word
    return joined


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
    shape = _shape(data, profile, node, captures, kind)
    outer, prefix = _wrapped(node, profile)
    is_void = _is_void(data, profile, captures)
    whole = outer.end_byte == node.end_byte or is_void
    end = shape.core.end if whole else trimmed_end(data, outer, profile)
    tail = _tail(node, profile)
    if tail is not None:
        end = max(end, trimmed_end(data, tail, profile))
        shape = shape.up_to(end)
    reach = end if is_void else max(end, outer.end_byte)
    trailing = _trailing(data, node.start_byte, end, reach)
    if "part" not in captures:
        end = max(end, _statement_end(data, outer, end, profile))
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
        aliases=_aliases(data, profile, shape.header),
        doc=_doc(data, profile, captures, attached),
        prefix=prefix,
        trailing=trailing,
        broken=outer.has_error or _is_torn(data, outer) or (tail is not None and tail.has_error),
    )


def _aliases(data: bytes, profile: LanguageProfile, header: Span) -> tuple[str, ...]:
    """Give the other names that a header gives a definition, each with its sign: `#main`, `.card`."""
    found: list[str] = []
    for sign, pattern in profile.aliases.items():
        match = pattern.search(data, header.start, header.end)
        words = to_text(match[match.lastindex or 0]).split() if match else []
        found += [sign + word for word in words]
    return tuple(dict.fromkeys(found))


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

    def __init__(
        self, core: Span, header: Span, body: Span | None, arm: Span, layout: Layout
    ) -> None:
        self.core, self.header, self.body, self.arm, self.layout = core, header, body, arm, layout

    def up_to(self, end: int) -> _Shape:
        """Give the shape that ends where the nodes do that follow and are of it."""
        core, arm = Span(self.core.start, end), Span(self.arm.start, end)
        return _Shape(core, self.header, self.body, arm, self.layout)


def _shape(
    data: bytes, profile: LanguageProfile, node: Node, captures: Captures, kind: str
) -> _Shape:
    """Shape a node; a `suite` is a run of statements without delimiters, as after `case 1:`."""
    start = captures["start"][0].start_byte if "start" in captures else node.start_byte
    if node.type in profile.fenced:
        return _fenced(data, node, start)
    if _is_void(data, profile, captures):
        core = Span(start, captures["opener"][0].end_byte)
        return _Shape(core, core, None, core, Layout.NONE)
    if "opener" in captures:
        opener = max(captures["opener"], key=lambda token: token.end_byte)
        trimmed, holds_arms = kind in _TRIMMED_ARMS, kind in _HOLD_ARMS
        return _opened(data, profile, node, opener, start, trimmed=trimmed, holds_arms=holds_arms)
    bodies = sorted(captures.get("body", ()), key=lambda body: body.start_byte)
    if not bodies:
        return _bodiless(data, profile, node, start)
    if profile.fixed_indent:
        return _recipe(data, profile, node, bodies[0], start)
    body_node = bodies[0]
    header_end = _header_end(node, body_node, start, profile)
    interior, layout = _interior(data, profile, node, start, bodies[-1], header_end)
    if (
        kind == "lambda"
        and layout is Layout.INDENT
        and not _holds_line_end(data, header_end, bodies[-1])
    ):
        interior, layout = Span(bodies[-1].start_byte, interior.end), Layout.NONE
    below = layout is Layout.NONE and _holds_line_end(data, header_end, body_node)
    begins_below = data[body_node.start_byte : body_node.start_byte + 1] in (b"\r", b"\n")
    is_suite = kind == "case" and (data[:header_end].endswith(b":") or below)
    several = len(bodies) > 1 and (kind == "case" or below)
    if layout is Layout.NONE and len(bodies) > 1:
        interior = Span(body_node.start_byte, interior.end)
    if layout is Layout.NONE and (is_suite or begins_below or several):
        interior, layout = Span(header_end, interior.end), Layout.INDENT
    arm_end = _arm_end(data, node, body_node, profile)
    if layout is Layout.INDENT and profile.family is not Layout.INDENT:
        arm_end = max(arm_end, interior.end) if is_suite else interior.end
    end = arm_end if kind in _TRIMMED_ARMS else trimmed_end(data, node, profile)
    arm_end = min(arm_end, end) if profile.family is layout is Layout.INDENT else arm_end
    core = Span(start, max(end, arm_end))
    return _Shape(core, Span(start, header_end), interior, Span(start, arm_end), layout)


def _recipe(data: bytes, profile: LanguageProfile, node: Node, body: Node, start: int) -> _Shape:
    """Shape a node whose body is the lines that begin with a tab, and what they stand between."""
    header_end = _header_end(node, body, start, profile)
    end = max(header_end, _recipe_end(data, profile, body))
    core = Span(start, end)
    return _Shape(core, Span(start, header_end), Span(header_end, end), core, Layout.INDENT)


def _recipe_end(data: bytes, profile: LanguageProfile, body: Node) -> int:
    """Give the end of the last line with the indentation, and of the conditionals it stands in.

    Grammars count conditionals below a recipe in, which hold no line of it.
    """
    own, opened, kept = profile.indent.encode(), 0, 0
    text = data[body.start_byte : body.end_byte]
    first = True
    for line in re.finditer(rb"[^\r\n]+", text):
        row = line[0]
        word = re.match(rb"[ ]*(ifn?eq|ifn?def|endif|else)\b", row)
        if row.startswith(own) or (first and line.start() == 0):
            kept = len(text[: line.end()].rstrip(_SPACE))
        elif word and word[1].startswith(b"if"):
            opened += 1
        elif word and word[1] == b"endif":
            opened -= 1
            inside = kept and re.search(rb"^[ ]*ifn?(?:eq|def)\b", text[:kept], re.MULTILINE)
            if inside and not re.search(rb"^[ ]*if", text[kept : line.start()], re.MULTILINE):
                kept = line.end()
        first = False
    return body.start_byte + kept


def _fenced(data: bytes, node: Node, start: int) -> _Shape:
    """Shape a node whose first and last line set it off; without a body where others do, too.

    In a quote, each line of the body begins with a mark of the quote.
    """
    core = Span(start, max(start, _rstrip(data, node)))
    rows = list(re.finditer(rb"[^\r\n]*(?:\r\n|\n|\r)?", core.of(data)))
    first, last = rows[0][0].strip(), [row for row in rows if row[0]][-1]
    closed = last.start() and last[0].strip() and set(last[0].strip()) == {first[0]}
    header = Span(start, start + len(rows[0][0].rstrip(b"\r\n")))
    line = max(data.rfind(b"\n", 0, start), data.rfind(b"\r", 0, start)) + 1
    column = start - line
    if any(row[0][:column].strip() for row in rows[1:]):
        return _Shape(core, header, None, core, Layout.NONE)
    end = start + last.start() + len(_lead(last[0])) if closed else core.end
    return _Shape(core, header, Span(header.end, max(header.end, end)), core, Layout.BRACE)


def _lead(line: bytes) -> bytes:
    return line[: len(line) - len(line.lstrip(_BLANKS))]


def _opened(
    data: bytes,
    profile: LanguageProfile,
    node: Node,
    opener: Node,
    start: int,
    *,
    trimmed: bool,
    holds_arms: bool,
) -> _Shape:
    """Shape a node whose body is no node of its own, but what follows its `opener`."""
    closers = profile.closers + profile.inner_closers
    last, stop = opener, opener.next_sibling
    while stop is not None and stop.type not in closers:
        if not holds_arms and _is_arm(stop, profile):
            break
        if stop.end_byte > stop.start_byte:
            last = stop
        stop = stop.next_sibling
    header = Span(start, max(start, _rstrip(data, opener)))
    if opener.id == node.id:
        end = max(header.end, len(data[: last.end_byte].rstrip(_SPACE)))
        core = Span(start, end)
        return _Shape(core, header, Span(header.end, end), core, Layout.INDENT)
    if stop is not None and stop.type in closers:
        closed, body = _rstrip(data, stop), Span(header.end, stop.start_byte)
        core_end = closed if trimmed else max(closed, _rstrip(data, node))
        arm = Span(start, closed if trimmed or _has_arm(stop, profile) else core_end)
        core, is_word = Span(start, core_end), stop.type in profile.close_keywords
        if opener.type not in profile.openers:
            return _Shape(core, header, body, arm, Layout.END)
        header = Span(start, _header_end(node, opener, start, profile))
        return _Shape(core, header, body, arm, Layout.END if is_word else Layout.BRACE)
    end = max(header.end, _rstrip(data, last))
    if profile.family is Layout.END:
        end = max(header.end, len(data[:end].rstrip(_SPACE)))
    if stop is None and opener.is_named and profile.family is Layout.BRACE:
        return _unclosed(data, node, last, header)
    if stop is None:
        end = _with_comments(data, profile, last, start, end)
    core_end = end if trimmed else max(end, _rstrip(data, node))
    return _Shape(
        Span(start, core_end), header, Span(header.end, end), Span(start, end), Layout.INDENT
    )


def _is_void(data: bytes, profile: LanguageProfile, captures: Captures) -> bool:
    """Tell elements that hold nothing, whatever the grammar puts into them: `<br>`."""
    name = _first(captures, "name")
    has_tag = bool(profile.void) and name is not None and "opener" in captures
    return has_tag and name is not None and _text(data, name).lower() in profile.void


def _unclosed(data: bytes, node: Node, last: Node, header: Span) -> _Shape:
    """Shape an element without an end tag: `<br>` has no body, a list item ends where the next begins."""
    end = max(header.end, len(data[: node.end_byte].rstrip(_SPACE)))
    core = Span(header.start, end)
    body = Span(header.end, end) if last.end_byte > header.end else None
    return _Shape(core, core if body is None else header, body, core, Layout.NONE)


def _has_arm(node: Node, profile: LanguageProfile) -> bool:
    """Tell whether arms follow a node among its siblings."""
    following = node.next_sibling
    while following is not None and not _is_arm(following, profile):
        following = following.next_sibling
    return following is not None


def _is_arm(node: Node, profile: LanguageProfile) -> bool:
    return node.type in profile.arms or node.type == "else"


def _with_comments(data: bytes, profile: LanguageProfile, node: Node, start: int, end: int) -> int:
    """Extend an arm over the comments below it: those that are indented deeper than it is."""
    column = _column(data, start)
    while column is not None:
        for _ in range(_MAX_CLIMB):
            if node.next_sibling is not None or node.parent is None:
                break
            node = node.parent
        following = node.next_sibling
        if following is None or following.type not in profile.comments:
            break
        own = _column(data, following.start_byte)
        if own is not None and len(own) <= len(column):
            break
        node, end = following, max(end, _rstrip(data, following))
    return end


def _bodiless(data: bytes, profile: LanguageProfile, node: Node, start: int) -> _Shape:
    """Shape a node without a captured body: an empty one up to its closing word, or none."""
    trimmed = len(data[: trimmed_end(data, node, profile)].rstrip(b"\r\n"))
    core = Span(start, max(start, trimmed))
    last = node.children[-1] if node.child_count else None
    if last is None or last.type not in profile.close_keywords:
        return _Shape(core, core, None, core, Layout.NONE)
    before = last.prev_sibling
    while before is not None and before.type in profile.comments + _breaks(profile):
        before = before.prev_sibling
    header_end = before.end_byte if before is not None else start
    body = Span(header_end, last.start_byte)
    return _Shape(core, Span(start, header_end), body, core, Layout.END)


def _header_end(node: Node, body: Node, start: int, profile: LanguageProfile) -> int:
    """Give the end of the last token before the body that is no comment."""
    current: Node | None = body
    passing = profile.comments + _breaks(profile)
    while current is not None:
        before = current.prev_sibling
        while before is not None and before.type in passing:
            before = before.prev_sibling
        if before is not None and before.end_byte > start:
            return int(before.end_byte)
        current = current.parent if current.id != node.id else None
    return max(start, node.start_byte)


def _breaks(profile: LanguageProfile) -> tuple[str, ...]:
    """Name the tokens that may part header and body in place of a line break."""
    return (";",) if profile.family is Layout.END else ()


def _holds_line_end(data: bytes, header_end: int, body: Node) -> bool:
    """Tell whether a body begins below its header's line."""
    between = data[header_end : body.start_byte]
    return b"\n" in between or b"\r" in between


def _interior(
    data: bytes, profile: LanguageProfile, node: Node, start: int, body: Node, header_end: int
) -> tuple[Span, Layout]:
    first = body.children[0] if body.child_count else None
    last = body.children[-1] if body.child_count else None
    while last is not None and last.type in profile.comments:
        last = last.prev_sibling
    opened = first is not None and first.type in profile.openers
    inner = _after_parameters(body) if opened else header_end
    if first is not None and last is not None and last.type in profile.closers:
        is_word = last.type in profile.close_keywords
        if is_word or (opened and first.id != last.id):
            layout = Layout.END if is_word else Layout.BRACE
            return Span(min(inner, last.start_byte), last.start_byte), layout
    following = _behind(body, profile, opened=opened)
    if following is not None and following.type in profile.close_keywords:
        return Span(inner, following.start_byte), Layout.END
    if opened and following is not None and following.prev_sibling is not None:
        return Span(inner, max(inner, _rstrip(data, following.prev_sibling))), Layout.INDENT
    if profile.family is Layout.INDENT:
        end = trimmed_end(data, body, profile)
        trailing = _trailing(data, start, end, body.end_byte)
        return Span(inner, max(inner, trailing.end if trailing else end)), Layout.INDENT
    end = max(inner, _rstrip(data, body))
    if body.type in profile.suites:
        return Span(inner, end), Layout.INDENT
    if opened or profile.family is Layout.END:
        if following is not None and _is_arm(following, profile):
            return Span(inner, end), Layout.INDENT
        if node.type in profile.arms:
            end = _with_comments(data, profile, body, node.start_byte, end)
            return Span(inner, end), Layout.INDENT
    return Span(body.start_byte, trimmed_end(data, body, profile)), Layout.NONE


def _behind(body: Node, profile: LanguageProfile, *, opened: bool) -> Node | None:
    """Give what follows a body: behind comments, or the arm or closing word that ends an open one.

    Other nodes may stand between (`if ($a): ?> <b> <?php endif`): they are in the open body.
    """
    following = body.next_sibling
    while following is not None:
        ends = following.type in profile.close_keywords or _is_arm(following, profile)
        if following.type not in profile.comments and (ends or not opened):
            break
        following = following.next_sibling
    return following


def _after_parameters(body: Node) -> int:
    """Give where a `do |x|` body starts: after its parameters, which belong to the header."""
    first = body.children[0]
    second = body.children[1] if body.child_count > 1 else first
    return int(second.end_byte if "parameters" in second.type else first.end_byte)


def _arm_end(data: bytes, node: Node, body: Node, profile: LanguageProfile) -> int:
    """Give the end of header and own body: before other arms, after closers."""
    current = body
    while current.id != node.id:
        following = current.next_sibling
        while following is not None:
            if _is_arm(following, profile):
                return _outer_end(data, body, profile)
            following = following.next_sibling
        parent = current.parent
        if parent is None:
            break
        current = parent
    return _outer_end(data, node, profile)


def _outer_end(data: bytes, node: Node, profile: LanguageProfile) -> int:
    """Give a node's end; comments after a suite are in it, those after a closer are not."""
    if profile.family is Layout.INDENT:
        return _rstrip(data, node)
    return trimmed_end(data, node, profile)


def trimmed_end(data: bytes, node: Node, profile: LanguageProfile) -> int:
    """Give the end of the last token that is no comment.

    Grammars count comments after a closing brace in, and line breaks after the last suite.
    """
    indented = profile.family is Layout.INDENT
    current = node
    while current.child_count and current.type not in profile.strings:
        last: Node | None = current.children[-1]
        while last is not None and last.type in profile.comments:
            last = last.prev_sibling
        if last is None:
            return int(current.start_byte if indented else current.end_byte)
        hidden = last.next_sibling is None and last.end_byte < current.end_byte
        if hidden and not indented:
            return _rstrip(data, current)
        current = last
    if not indented:
        return _rstrip(data, current)
    return max(current.start_byte, len(data[: current.end_byte].rstrip(_SPACE)))


def _statement_end(data: bytes, outer: Node, end: int, profile: LanguageProfile) -> int:
    """Give the end of the `;` that a definition has for itself, as a class member; else 0.

    One that ends the surrounding node, as in `return function f() {};`, is not its own.
    """
    ends, parent = _closing(outer, profile), outer.parent
    if (
        ends is None
        or parent is None
        or parent.type in profile.lists
        or data[end : ends.start_byte].strip(_BLANKS)
    ):
        return 0
    is_own = parent.parent is None or ends.end_byte < parent.end_byte
    return int(ends.end_byte) if is_own else 0


def _closing(node: Node, profile: LanguageProfile) -> Node | None:
    """Give the token that ends statements where it is the next one."""
    following = node.next_sibling if profile.statement_end else None
    ends = (profile.statement_end, *profile.end_nodes)
    return following if following is not None and following.type in ends else None


def _rstrip(data: bytes, node: Node) -> int:
    """Give a node's end without the line breaks that some grammars count in.

    That of a comment holds half of a CRLF.
    """
    end = min(int(node.end_byte), len(data))
    text = data[node.start_byte : end]
    bare = text.rstrip(_SPACE)
    breaks = any(byte in b"\r\n" for byte in text[len(bare) :])
    return int(node.start_byte + len(bare)) if breaks else end


def _follows_else(node: Node, profile: LanguageProfile) -> bool:
    """Tell whether an `if` stands right after `else`, be it inside of a node that holds it alone."""
    before = node.prev_sibling
    while before is None and node.parent is not None and node.next_sibling is None:
        node = node.parent
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
        if others or _is_in_header(parent):
            break
        if parent.type in profile.kept_wrappers:
            decorators = [c.end_byte for c in parent.children if c.type in profile.leading]
            words = [
                c.start_byte for c in parent.children if c.start_byte >= max(decorators, default=0)
            ]
            prefix = Span(min(words, default=node.start_byte), node.start_byte)
        node = parent
    return node, prefix if prefix is not None and len(prefix) else None


def _is_in_header(node: Node) -> bool:
    """Tell whether a statement stands in another's header: `for (let f = () => 1; ; )`."""
    holder = node.parent
    body = holder.child_by_field_name("body") if holder is not None else None
    return body is not None and body.id != node.id


def _inner_decorators(outer: Node, node: Node, profile: LanguageProfile) -> list[Span]:
    """Give the attributes that stand inside the wrapper or the node itself."""
    found = []
    for holder in {outer.id: outer, node.id: node}.values():
        for child in holder.children:
            inner = child.children if child.type in profile.transparent else [child]
            found += [_span(part) for part in inner if part.type in profile.leading]
    return found


def _leading(
    data: bytes, profile: LanguageProfile, outer: Node, root: Node
) -> tuple[int, list[Span], tuple[Span, ...]]:
    """Walk upwards over attributes and comments that touch the node.

    Gives where the span starts (at the first attribute), the attributes, and the comments above.
    """
    above = _leading_siblings(data, outer, profile)
    start = at = above[0].start_byte if above else outer.start_byte
    decorators = [_span(node) for node in above]
    attached: list[Span] = []
    while (node := _touching(data, profile, root, at)) is not None:
        at = node.start_byte
        if _leads(data, node, profile):
            decorators.insert(0, _span(node))
            start, attached = at, []
        elif _column(data, at) == _column(data, start) and not is_detached(data, at, profile):
            attached.insert(0, _stripped(data, node))
        else:
            break
    return start, decorators, tuple(attached)


def _leads(data: bytes, node: Node, profile: LanguageProfile) -> bool:
    """Tell an attribute that goes along; where words are given, it begins with one of them."""
    if node.type not in profile.leading:
        return False
    words = [word.encode() for word in profile.leading_words]
    return not words or any(
        re.match(re.escape(word) + rb"\b", data[node.start_byte : node.end_byte]) for word in words
    )


def _leading_siblings(data: bytes, outer: Node, profile: LanguageProfile) -> list[Node]:
    """Give the attributes before a node, in order: blank lines and comments do not part them."""
    found: list[Node] = []
    sibling = outer.prev_sibling
    while sibling is not None and (
        _leads(data, sibling, profile) or sibling.type in profile.comments
    ):
        if _leads(data, sibling, profile):
            found.insert(0, sibling)
        sibling = sibling.prev_sibling
    return found


def is_detached(data: bytes, at: int, profile: LanguageProfile) -> bool:
    """Tell comments that are about the file and not about what follows."""
    return any(data.startswith(prefix.encode(), at) for prefix in ("#!", *profile.detached))


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
        if _leads(data, node, profile) or node.type in profile.comments:
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
        first = next(
            (c for c in captures["body"][0].named_children if c.type not in profile.comments), None
        )
        inner = (
            first.named_children[0]
            if first is not None and first.type == "expression_statement"
            else first
        )
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
    text, operator = _split_operator(text)
    for piece in re.split(r"(::|[.:#<>])", text):
        if piece == "<":
            depth += 1
        elif piece == ">" and depth:
            depth -= 1
        elif piece in ("::", ".", ":", "#") and not depth:
            parts.append(current.strip())
            current = ""
        elif not depth:
            current += piece
    return tuple(part for part in (*parts, current.strip(), operator) if part)


def _split_operator(text: str) -> tuple[str, str]:
    """Split off an operator's name, which may hold any punctuation.

    >>> _split_operator("A::operator std::string() const"), _split_operator("operator ()")
    (('A::', 'operator std::string'), ('', 'operator()'))
    """
    found = _OPERATOR.search(text)
    if found is None:
        return text, ""
    symbol = " ".join(text[found.end() :].split())
    if symbol[:1].isalpha() or symbol[:1] == "_":
        return text[: found.start()], "operator " + symbol.partition("(")[0].strip()
    return text[: found.start()], "operator" + symbol


def _component(text: str) -> str:
    """Clean one name of quotes and generic arguments."""
    text = " ".join(text.split())
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`":
        return text[1:-1]
    before, operator = _split_operator(text)
    if operator and not before:
        return operator
    return _GENERIC.sub("", text).strip() or text


def _key(text: str) -> str:
    r"""Give the key that a piece of JSON or YAML means.

    >>> _key('"caf\\u00e9"'), _key("'it''s'"), _key("a b"), _key('"<x>"')
    ('café', "it's", 'a b', '<x>')
    """
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) > 1 and text[0] == text[-1] == '"':
        import json

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
