"""From query captures to blocks: where a header ends, what a body is, what belongs to it.

The rules are the same for every language; what differs is in the profile. Walked through on

    // Adds.                        attached (a comment that touches the span)
    #[inline]                       decorator, part of the span
    pub fn add(a: u32) -> u32 {     header: up to the last token before the brace
        a + 1                       body: all between the delimiters
    }

Not here: names (`tree.naming`), parts of a node (`tree.parts`), what is attached
(`tree.trivia`); queries and trees (`tree.syntax_tree`); selectors (`search.selectors`).
"""

from __future__ import annotations

from tree_sitter import Node

from structedit.languages.kinds import ARMS, CONTAINERS, FUNCTIONS
from structedit.languages.profiles import Indenting, LanguageProfile, Layout
from structedit.text.document import Span
from structedit.tree.clauses import goes_on, is_further_clause, is_one_of_several, last_clause
from structedit.tree.code import Code
from structedit.tree.else_if import follows_else, holds_an_if
from structedit.tree.equations import is_signature
from structedit.tree.extents import (
    Captures,
    bare_end,
    blanks_before,
    closing_token,
    first_of,
    hull_of,
    span_of,
    statement_end,
    trimmed_end,
)
from structedit.tree.hidden_text import before_hidden
from structedit.tree.lists import Known, hull, may_share, parts_around
from structedit.tree.naming import ItemNumbers, aliases_of, label_of, own_path
from structedit.tree.nodes import Block
from structedit.tree.parts import is_void_element, plain_shape, recipe_end, shape_of
from structedit.tree.sections import Tables, plain_name, section_ends, unclosed
from structedit.tree.trivia import (
    back_doc,
    comment_beside,
    decorators_of,
    doc_above_blank_line,
    doc_below,
    doc_of,
    inner_decorators,
    leading_of,
    named_below,
    string_below,
    trailing_comments,
    wrapped,
)

_NEVER_LOCAL = ("variable", "constant", "declaration")
"""Kinds that are not definitions where a function is what holds them, unless a call wraps a function for them."""

_VALUES = ("variable", "constant", "declaration", "field", "type", "struct", "union", "enum")
"""Kinds of values and of types that are data; what stands in one without a body is not named after it."""

_OPENED = ("enum", "struct")
"""Those of them that hold what follows their opener; a union of Protobuf names nothing."""


def build_block(code: Code, kind: str, captures: Captures) -> Block | None:
    """Make an anonymous block; None for an `if` that is another one's `else if`."""
    node = captures["node"][0]
    if kind == "else" and holds_an_if(node, captures):
        return None
    if kind == "if" and code.profile.family is not Layout.END and follows_else(node, code.profile):
        return None
    if goes_on(node, code.profile) and not is_one_of_several(code, node):
        return None
    shape = shape_of(code, node, captures, kind)
    label = captures.get("label")
    wrapper = (
        node.parent
        if node.parent is not None and node.parent.type in code.profile.nodes.wrappers
        else None
    )
    ends = closing_token(node, code.profile) if wrapper is not None else _following(code, node)
    decorators = decorators_of(code, node) if kind not in ARMS else ()
    start = min((span.start for span in decorators), default=shape.core.start)
    return Block(
        kind=kind,
        span=Span(start, max(shape.core.end, ends.end_byte if ends else 0)),
        core=shape.core,
        header=shape.header,
        body=shape.body,
        arm=shape.arm,
        layout=shape.layout,
        name=span_of(captures["name"][0]) if "name" in captures else None,
        label=label_of(code.data, label[0]) if label else None,
        condition=hull_of(captures.get("condition")),
        decorators=decorators,
        broken=node.has_error or _has_lost_end(code, shape.core) or _is_cut_off(code, node),
    )


_PLAIN = frozenset(("node", "name", "body", "definition.key", "definition.element"))
"""The captures of a key or element that has no more parts."""


def is_plain_data(profile: LanguageProfile) -> bool:
    """Return True if definitions of a language are nothing but keys, elements and comments above them."""
    nodes = profile.nodes
    more = (nodes.wrappers, nodes.following, nodes.leading, nodes.clauses, profile.bodies)
    more_words = (
        profile.statement_ends,
        profile.close_keywords,
        profile.stand_ins,
        profile.aliases,
    )
    return profile.is_data and not any((*more, *more_words, profile.sections.headings))


class Item:
    """A definition as one pass over a tree finds it: its kind and path are known.

    Its block, with all spans, is built when first asked for: most items are only compared by name.
    """

    __slots__ = ("_block", "_captures", "_code", "_ends", "end", "kind", "path", "start")

    def __init__(
        self,
        code: Code,
        kind: str,
        captures: Captures,
        path: tuple[str, ...],
        place: tuple[int, int],
        ends: tuple[int, int] | None,
    ) -> None:
        """Take a place that begins with the definition and holds its core, and the ends of a section.

        The ends of a section are those without and with what is below it.
        """
        self.kind, self.path = kind, path
        self.start, self.end = place
        self._code, self._captures, self._ends = code, captures, ends
        self._block: Block | None = None

    @property
    def aliases(self) -> tuple[str, ...]:
        """The other names of the definition. Those of a heading come from its path."""
        if self._ends is None or self._code.profile.aliases:
            return self.block.aliases
        return _plain_names(self.kind, self.path)

    @property
    def header_limit(self) -> int:
        """An offset at which the header has certainly ended; it may have ended before."""
        if self._block is not None:
            return self._block.header.end
        return max((token.end_byte for token in self._captures.get("opener", ())), default=self.end)

    @property
    def listed(self) -> Block:
        """Return a key or element of plain data as a listing shows it: only span, core, header and comments above."""
        captures, code = self._captures, self._code
        if self._block is not None or not _PLAIN.issuperset(captures):
            return self.block
        node = captures["node"][0]
        shape = plain_shape(code, node, captures.get("body", []))
        if shape is None:
            return self.block
        core, header = shape
        attached = leading_of(code, node)[2]
        return Block(self.kind, core, core, header, None, core, path=self.path, attached=attached)

    @property
    def block(self) -> Block:
        """Return the definition with all its spans."""
        if self._block is None:
            if self._ends is None:
                self._block = _definition(self._code, self.kind, self._captures, self.path)
            else:
                self._block = _section(self._code, self.kind, self._captures, self.path, self._ends)
            self._captures = {}  # nodes keep memory of the parser
        return self._block


def definitions_from(
    code: Code,
    matches: list[tuple[str, Captures]],
    naming: Span | None,
) -> tuple[Item, ...]:
    """Find definitions with qualified paths in matches sorted outermost first.

    With `naming`, only the ones whose name is that span count; the others only qualify.
    """
    made: dict[tuple[int, int, int], Item] = {}
    chain: list[_Link] = []
    named: set[int] = set()
    headings = _headings(code.profile, matches)
    ends = _section_ends(code, headings)
    tables, numbers = Tables(), ItemNumbers(code.profile)
    profile = code.profile
    is_data, has_headings = profile.is_data, bool(profile.sections.headings)
    is_spread, is_fixed = profile.is_spread, profile.indenting is Indenting.FIXED
    # A key of data stands for itself: only declarations of code name several things at once.
    known: Known = {}
    divided = matches
    if not is_data and may_share(profile):
        divided = [_divided(match, profile, known) for match in matches]
        divided.sort(key=_position)
    for kind, captures in divided:
        node = captures["node"][0]
        if has_headings and node.type in profile.sections.headings and node.id not in ends:
            continue
        start = node.start_byte
        key = (start, node.end_byte, node.id if is_data else 0)
        if key in made:
            continue
        while chain and chain[-1].end <= start:
            chain.pop()
        if (is_spread and is_further_clause(code, node)) or is_signature(code, node):
            continue
        # One definition may match twice; the document of one key and that key are two.
        is_same = bool(chain) and chain[-1].place == key[:2]
        if is_same and (not is_data or chain[-1].node.id == node.id):
            continue
        parent = next((link for link in reversed(chain) if link.qualifies(captures)), None)
        outer = parent.path if parent is not None else ()
        own = own_path(code, kind, captures, outer, numbers)
        path = outer + own
        if is_data and node.id in ends:
            path = tables.item(own) if kind == "element" else tables.path(own)
        name = first_of(captures, "name") or first_of(captures, "path")
        if name is not None and name.id in named:
            continue
        is_inside = bool(chain) and chain[-1].kind in FUNCTIONS
        is_local = kind in _NEVER_LOCAL and is_inside and "wrapped" not in captures
        if chain and chain[-1].path == path and chain[-1].shares_body(captures):
            continue
        is_member = parent is not None and parent.kind in CONTAINERS
        actual = "method" if kind == "function" and is_member else kind
        tail = _tail(code, node) if is_spread else None
        end = ends.get(node.id, int((tail or node).end_byte))
        if is_void_element(code, captures):
            end = captures["opener"][0].end_byte
        if is_fixed and "body" in captures:
            end = max(node.start_byte, recipe_end(code, captures["body"][0]))
        chain.append(_Link(node, actual, path, captures, end, goes_on(node, code.profile)))
        if is_local:
            continue
        if name is not None:
            named.add(name.id)
        if naming is not None and not is_named_at(captures, naming):
            continue
        both = None
        if node.id in ends:
            both = end, _reach(code, captures, ends, headings) if kind == "element" else end
        parts = captures.get("part", ())
        last = max((end, key[1], *(part.end_byte for part in parts)) if both is None else both)
        begin = first_of(captures, "start") or node
        place = begin.start_byte, max(begin.start_byte, last)
        made[key] = Item(code, actual, captures, path, place, both)
    return tuple(made.values())


def is_named_at(captures: Captures, place: Span) -> bool:
    """Return True if the name of a definition holds a place."""
    name = first_of(captures, "name") or first_of(captures, "path")
    return name is not None and span_of(name).contains(place)


def _headings(
    profile: LanguageProfile, matches: list[tuple[str, Captures]]
) -> tuple[Captures, ...]:
    """The captures of each heading, in order."""
    found = {
        captures["node"][0].start_byte: captures
        for _, captures in (reversed(matches) if profile.sections.headings else ())
        if captures["node"][0].type in profile.sections.headings
    }
    return tuple(found[at] for at in sorted(found))


def _section_ends(code: Code, headings: tuple[Captures, ...]) -> dict[int, int]:
    """Where sections end, by the ids of their headings."""

    def begins(node: Node) -> int:
        start, _, attached = leading_of(code, node)
        return min([start, *(span.start for span in attached)])

    nodes = [captures["node"][0] for captures in headings]
    holders = {captures["node"][0].id for captures in headings if "body" in captures}
    return section_ends(code.data, code.profile.sections, nodes, holders, begins)


def _reach(
    code: Code,
    captures: Captures,
    ends: dict[int, int],
    headings: tuple[Captures, ...],
) -> int:
    """The end of an item of a list of tables, with the tables below it that are its own."""
    numbers = ItemNumbers(code.profile)
    own = own_path(code, "element", captures, (), numbers)
    end = ends[captures["node"][0].id]
    for following in headings:
        if following["node"][0].start_byte < end:
            continue
        keys = own_path(code, "element", following, (), numbers)
        if keys[: len(own)] != own or len(keys) == len(own):
            break
        end = ends[following["node"][0].id]
    return end


def _section(
    code: Code,
    kind: str,
    captures: Captures,
    path: tuple[str, ...],
    ends: tuple[int, int],
) -> Block:
    """Make a definition that goes on until the next heading; `ends` are its own and its whole one."""
    node, opener = captures["node"][0], first_of(captures, "opener")
    end, reach = ends
    core = Span(node.start_byte, reach)
    headed = opener.end_byte if opener is not None else bare_end(code.data, node)
    header = Span(core.start, min(headed, end))  # a grammar may count a line end that is not there
    start, decorators, attached = leading_of(code, node)
    name = first_of(captures, "name") or first_of(captures, "path")
    # What stands below a heading is no part of its node.
    in_error = code.root.has_error and any(
        n.has_error
        for n in code.root.children
        if core.start < n.end_byte and n.start_byte < core.end
    )
    return Block(
        kind=kind,
        span=Span(start, reach),
        core=core,
        header=header,
        body=Span(header.end, end),
        arm=Span(core.start, end),
        layout=Layout.SECTION,
        path=path,
        aliases=(*_plain_names(kind, path), *aliases_of(code, header)),
        name=span_of(name) if name is not None else None,
        attached=attached,
        decorators=tuple(decorators),
        doc=doc_of(code, captures, attached),
        trailing=comment_beside(code, reach),
        broken=node.has_error or in_error or _has_lost_end(code, core),
    )


def _plain_names(kind: str, path: tuple[str, ...]) -> tuple[str, ...]:
    """A heading as it is read, where that is not how it is written."""
    plain = plain_name(path[-1]) if kind == "section" else ""
    return (plain,) if plain not in ("", path[-1]) else ()


def _has_lost_end(code: Code, core: Span) -> bool:
    """Whether a node holds what goes on to the end of the file because it is not closed."""
    lost = unclosed(code) if code.profile.sections.unclosed else None
    return lost is not None and core.contains(lost)


class _Link:
    """An enclosing definition, with what the definitions inside need of it."""

    __slots__ = ("_held", "body", "end", "is_opened", "is_wrapped", "kind", "node", "path", "place")

    def __init__(
        self,
        node: Node,
        kind: str,
        path: tuple[str, ...],
        captures: Captures,
        end: int,
        is_joined: bool,
    ) -> None:
        self.node, self.kind, self.path, self.end = node, kind, path, end
        bodies = captures.get("body", [])
        has_more = len(bodies) > 1 or (is_joined and end > node.end_byte)
        self.body = bodies[0] if bodies and not has_more else None
        self.place = node.start_byte, node.end_byte
        self._held: tuple[int, int] | None = None
        self.is_opened = "opener" in captures
        self.is_wrapped = "wrapped" in captures

    def qualifies(self, captures: Captures) -> bool:
        """Whether its name goes in front of a definition's: it does for what stands inside its body."""
        node = captures["node"][0]
        if self.is_wrapped:
            return False  # it is a value that is made with the function
        if self.body is None:
            return self.kind not in _VALUES or (self.is_opened and self.kind in _OPENED)
        if self._held is None:
            self._held = self.body.start_byte, self.body.end_byte
        start, end = self._held
        is_held = start <= node.start_byte and node.end_byte <= end
        return is_held and not self.shares_body(captures)

    def shares_body(self, captures: Captures) -> bool:
        """Whether both are one thing that has two names (`typedef struct tag {} name;`)."""
        body = first_of(captures, "body")
        return body is not None and self.body is not None and body.id == self.body.id


def _position(match: tuple[str, Captures]) -> tuple[int, int]:
    node = match[1]["node"][0]
    return node.start_byte, -node.end_byte


def _divided(
    match: tuple[str, Captures], profile: LanguageProfile, known: Known
) -> tuple[str, Captures]:
    """A match whose node is the name's own part, where one node has several: `*b` of `int a, *b;`.

    A body that they share (`struct { … } a, *b;`) stays with the first, which keeps the node; so does
    the only name behind a type that is defined there.
    """
    kind, captures = match
    node, name = captures["node"][0], first_of(captures, "name")
    parts = parts_around(name, span_of(node), profile, known) if name is not None else None
    if parts is None or not span_of(node).contains(hull(parts.own)):
        return match
    body = first_of(captures, "body")
    has_body = body is not None and span_of(parts.own[0]).contains(span_of(body))
    if (body is not None and not has_body and parts.index == 0) or parts.has_sole_name:
        return match
    kept = captures if has_body else {key: n for key, n in captures.items() if key != "body"}
    return kind, {**kept, "node": [parts.own[0]], "part": list(parts.own)}


def _tail(code: Code, node: Node) -> Node | None:
    """The last of the nodes right after a definition that still belong to it; None if none does.

    What ends the statement may stand between, as above the lines of a heredoc.
    """
    if goes_on(node, code.profile):
        return last_clause(code, node)
    if not code.profile.nodes.following or node.type in code.profile.nodes.following:
        return None
    outer, _ = wrapped(node, code.profile)
    return _following(code, closing_token(outer, code.profile) or outer)


def _following(code: Code, node: Node) -> Node | None:
    """The last of the nodes right after another that belong to it: the lines of a heredoc, `< file` of a loop."""
    if not code.profile.nodes.following:
        return None
    last, following = None, node.next_sibling
    while following is not None and following.type in (
        *code.profile.nodes.following,
        *code.profile.nodes.comments,
    ):
        last = following if following.type in code.profile.nodes.following else last
        following = following.next_sibling
    return last


def _definition(
    code: Code,
    kind: str,
    captures: Captures,
    path: tuple[str, ...],
) -> Block:
    node = captures["node"][0]
    shape = shape_of(code, node, captures, kind)
    outer, prefix = wrapped(node, code.profile)
    is_void = is_void_element(code, captures)
    whole = outer.end_byte == node.end_byte or is_void
    end = shape.core.end if whole else trimmed_end(code, outer)
    tail = _tail(code, node)
    if "part" in captures and (own := trimmed_end(code, captures["part"][-1])) > end:
        end, shape = own, shape.up_to(own)
    if "clauses" in captures:
        shape = shape.of_clauses(shape.core.end)
    if tail is not None:
        end = max(end, trimmed_end(code, tail))
        shape = shape.of_clauses(end) if goes_on(node, code.profile) else shape.up_to(end)
    reach = end if is_void else max(end, outer.end_byte)
    trailing = trailing_comments(code.data, node.start_byte, end, reach)
    if "part" not in captures:
        end = max(end, statement_end(code, outer, end))
    trailing = trailing or comment_beside(code, end)
    behind = back_doc(code, end)
    below = behind or doc_below(code, trailing.end if trailing else end)
    if below is None and shape.body is None:
        below = string_below(code, trailing.end if trailing else end)
    name = captures.get("name") or captures.get("path")
    named = span_of(name[0]).of(code.data) if name else b""
    for more in (below, named_below(code, (below or trailing or Span(end, end)).end, named)):
        trailing = Span((trailing or more).start, more.end) if more else trailing
    is_behind = below is not None and below is behind
    if is_behind and node.parent is not None and node.parent.type in code.profile.lists:
        is_behind = False
    front = first_of(captures, "start") if outer.id == node.id else None
    start, decorators, attached = leading_of(code, front or outer)
    if not attached and shape.body is not None and kind not in code.profile.demoted:
        attached = doc_above_blank_line(code, start)
    if prefix is None and start == outer.start_byte > (led := before_hidden(code, start)):
        prefix, start = Span(led, start), led
    return Block(
        kind=kind,
        span=Span(start, end),
        core=shape.core,
        header=shape.header,
        body=shape.body,
        arm=shape.arm,
        layout=shape.layout,
        path=path,
        name=span_of(name[0]) if name else None,
        attached=attached,
        decorators=(*decorators, *inner_decorators(outer, node, code.profile)),
        aliases=aliases_of(code, shape.header),
        doc=doc_of(code, captures, attached) or (None if is_behind else below),
        prefix=prefix,
        trailing=trailing,
        broken=outer.has_error
        or _is_cut_off(code, outer)
        or (code.root.has_error and _is_torn(code.data, outer))
        or (tail is not None and tail.has_error),
    )


def _is_cut_off(code: Code, node: Node) -> bool:
    """Whether a node ends behind the end of the file, where the parser was shown what the file lacks.

    One line end may be added to any file.
    """
    return bool(node.end_byte > len(code.data) + 1)


def _is_torn(data: bytes, outer: Node) -> bool:
    """Whether what stands before the node on its line may belong to it, but for an error.

    Where a file does not parse, `export` may lie in an error node and the function after it outside.
    """
    near = (outer.parent, outer.prev_sibling)
    in_error = any(node is not None and node.is_error for node in near)
    return in_error and blanks_before(data, outer.start_byte) is None
