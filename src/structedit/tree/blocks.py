"""From query captures to blocks: the header, the body, and what belongs to a definition.

The rules are the same for every language; the differences are in the profile. An example:

    // Adds.                        attached (a comment that touches the span)
    #[inline]                       decorator, part of the span
    pub fn add(a: u32) -> u32 {     header: up to the last token before the brace
        a + 1                       body: all between the delimiters
    }

Not here: names (`tree.naming`), parts of a node (`tree.parts`), attached comments
(`tree.trivia`); queries and trees (`tree.syntax_tree`); selectors (`search.selectors`).
"""

from __future__ import annotations

from tree_sitter import Node

from structedit.languages.kinds import ARMS, CONTAINERS, FUNCTIONS
from structedit.languages.profiles import Indenting, LanguageProfile, Layout
from structedit.text.document import Span
from structedit.text.lines import line_start, text_end
from structedit.text.values import replace
from structedit.tree.clauses import (
    is_further_clause,
    is_one_of_several,
    last_clause,
    may_have_clauses,
)
from structedit.tree.code import Code
from structedit.tree.else_if import has_only_an_if, is_behind_else
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
from structedit.tree.lists import Known, can_define_several, hull, parts_around
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
    is_comment_alone,
    is_separator_behind,
    leading_of,
    may_be_comment,
    named_below,
    string_below,
    trailing_comments,
    wrapped,
)

_NEVER_LOCAL = ("variable", "constant", "declaration")
"""Kinds that are not definitions inside a function, unless a call wraps a function for them."""

_VALUES = ("variable", "constant", "declaration", "field", "type", "struct", "union", "enum")
"""Kinds of values and of types that are data; without a body, they do not qualify the names inside them."""

_OPENED = ("enum", "struct")
"""Kinds among these that qualify the names behind their opener; a union of Protobuf does not."""


def build_block(code: Code, kind: str, captures: Captures) -> Block | None:
    """Make an anonymous block; None for an `if` that is the `else if` of another one."""
    node = captures["node"][0]
    if kind == "else" and has_only_an_if(node, captures):
        return None
    if (
        kind == "if"
        and code.profile.family is not Layout.END
        and is_behind_else(node, code.profile)
    ):
        return None
    if may_have_clauses(node, code.profile) and not is_one_of_several(code, node):
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
        broken=node.has_error or _is_unclosed(code, shape.core) or _is_cut_off(code, node),
    )


_PLAIN = frozenset(("node", "name", "body", "definition.key", "definition.element"))
"""The captures of a key or element without further parts."""


class Item:
    """A definition as one pass over a tree finds it: its kind and path are known.

    Its block, with all spans, is built on first use: most items are only compared by name.
    """

    __slots__ = ("_block", "_captures", "_code", "_ends", "_listed", "end", "kind", "path", "start")

    def __init__(
        self,
        code: Code,
        kind: str,
        captures: Captures,
        path: tuple[str, ...],
        place: tuple[int, int],
        ends: tuple[int, int] | None,
    ) -> None:
        """Take the definition's place from its start to the end of its core, and the ends of a section.

        A section ends once without and once with the sections below it.
        """
        self.kind, self.path = kind, path
        self.start, self.end = place
        self._code, self._captures, self._ends = code, captures, ends
        self._block: Block | None = None
        self._listed: Block | None = None

    @property
    def aliases(self) -> tuple[str, ...]:
        """The other names of the definition. Those of a heading come from its path."""
        if self._ends is None or self._code.profile.aliases:
            return self.listed.aliases
        return _plain_names(self.kind, self.path)

    @property
    def header_limit(self) -> int:
        """An offset behind the end of the header."""
        if self._block is not None:
            return self._block.header.end
        return max((token.end_byte for token in self._captures.get("opener", ())), default=self.end)

    @property
    def core(self) -> Span:
        """The core of the definition."""
        return self.listed.core

    @property
    def listed(self) -> Block:
        """The definition as a listing shows it: without its documentation and what follows it.

        A key or element of plain data has only span, core, header and comments above.
        """
        if self._block is not None:
            return self._block
        if self._listed is None:
            self._listed = self._make_listed()
        return self._listed

    def _make_listed(self) -> Block:
        captures, code = self._captures, self._code
        if self._ends is not None:
            return self.block
        if code.is_plain_data and _PLAIN.issuperset(captures):
            node = captures["node"][0]
            shape = plain_shape(code, node, captures.get("body", []))
            if shape is not None:
                core, header = shape
                attached = leading_of(code, node)[2]
                return Block(
                    self.kind, core, core, header, None, core, path=self.path, attached=attached
                )
        return _Extent(code, self.kind, captures).listed(self.kind, self.path)

    @property
    def block(self) -> Block:
        """The definition with all its spans."""
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

    With `naming`, only those whose name is at that span count; the others only qualify.
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
    # A key of data is one definition: only declarations of code define several names at once.
    known: Known = {}
    narrowed = matches
    if not is_data and can_define_several(profile):
        signs = {",", *(rule.separator for rule in profile.declarations.values())}
        separators = tuple(sign.encode() for sign in signs)
        narrowed = [
            _narrowed_to_name(match, profile, known)
            if _may_have_separator(code, match[1], separators)
            else match
            for match in matches
        ]
        narrowed.sort(key=_position)
    has_void = bool(profile.void)
    has_signatures, has_clauses = bool(profile.nodes.signatures), bool(profile.nodes.clauses)
    for kind, captures in narrowed:
        node = captures["node"][0]
        if has_headings and node.type in profile.sections.headings and node.id not in ends:
            continue
        start, stop = node.start_byte, node.end_byte
        key = (start, stop, node.id if is_data else 0)
        if key in made:
            continue
        while chain and chain[-1].end <= start:
            chain.pop()
        if is_spread and is_further_clause(code, node):
            continue
        if has_signatures and is_signature(code, node):
            continue
        # One definition may match twice; a document with one key and that key are two.
        is_same = bool(chain) and chain[-1].place == (start, stop)
        if is_same and (not is_data or chain[-1].node.id == node.id):
            continue
        parent = None
        for link in reversed(chain):
            if link.is_qualifier_of(captures, start, stop):
                parent = link
                break
        outer = parent.path if parent is not None else ()
        own = own_path(code, kind, captures, outer, numbers)
        path = outer + own
        if ends and is_data and node.id in ends:
            path = tables.item(own) if kind == "element" else tables.path(own)
        name = _name_of(captures)
        if name is not None and name.id in named:
            continue
        is_inside = bool(chain) and chain[-1].kind in FUNCTIONS
        is_local = is_inside and kind in _NEVER_LOCAL and "wrapped" not in captures
        if chain and chain[-1].path == path and chain[-1].has_same_body(captures):
            continue
        is_member = kind == "function" and parent is not None and parent.kind in CONTAINERS
        actual = "method" if is_member else kind
        tail = _tail(code, node) if is_spread else None
        end = stop if tail is None else tail.end_byte
        if ends:
            end = ends.get(node.id, end)
        if has_void and is_void_element(code, captures):
            end = captures["opener"][0].end_byte
        if is_fixed and "body" in captures:
            end = max(start, recipe_end(code, captures["body"][0]))
        has_more_clauses = has_clauses and may_have_clauses(node, profile)
        chain.append(_Link(node, (start, stop), actual, path, captures, end, has_more_clauses))
        if is_local:
            continue
        if name is not None:
            named.add(name.id)
        if naming is not None and not is_named_at(captures, naming):
            continue
        both = None
        if node.id in ends:
            both = (
                end,
                _end_with_subtables(code, captures, ends, headings) if kind == "element" else end,
            )
        last = max(end, stop) if both is None else max(both)
        if both is None and "part" in captures:
            last = max(last, *(part.end_byte for part in captures["part"]))
        begin = captures["start"][0].start_byte if "start" in captures else start
        made[key] = Item(code, actual, captures, path, (begin, max(begin, last)), both)
    return tuple(made.values())


def is_named_at(captures: Captures, place: Span) -> bool:
    """Return True if the name of a definition contains a place."""
    name = _name_of(captures)
    return name is not None and span_of(name).contains(place)


def _name_of(captures: Captures) -> Node | None:
    nodes = captures.get("name") or captures.get("path")
    return nodes[0] if nodes else None


def _headings(
    profile: LanguageProfile, matches: list[tuple[str, Captures]]
) -> tuple[Captures, ...]:
    """Return the captures of each heading, in order."""
    found = {
        captures["node"][0].start_byte: captures
        for _, captures in (reversed(matches) if profile.sections.headings else ())
        if captures["node"][0].type in profile.sections.headings
    }
    return tuple(found[at] for at in sorted(found))


def _section_ends(code: Code, headings: tuple[Captures, ...]) -> dict[int, int]:
    """Return where sections end, by the ids of their headings."""

    def begins(node: Node) -> int:
        start, _, attached = leading_of(code, node)
        return min([start, *(span.start for span in attached)])

    nodes = [captures["node"][0] for captures in headings]
    holders = {captures["node"][0].id for captures in headings if "body" in captures}
    return section_ends(code.data, code.profile.sections, nodes, holders, begins)


def _end_with_subtables(
    code: Code,
    captures: Captures,
    ends: dict[int, int],
    headings: tuple[Captures, ...],
) -> int:
    """Return the end of an item of a list of tables, with the tables below that belong to it."""
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
    """Make a definition that extends to the next heading; `ends` are without and with the sections below."""
    node, opener = captures["node"][0], first_of(captures, "opener")
    end, outer_end = ends
    core = Span(node.start_byte, outer_end)
    headed = opener.end_byte if opener is not None else bare_end(code.data, node)
    header = Span(core.start, min(headed, end))  # a grammar may count a line end that is not there
    start, decorators, attached = leading_of(code, node)
    name = _name_of(captures)
    # The text below a heading is not part of its node.
    in_error = code.root.has_error and any(
        n.has_error
        for n in code.root.children
        if core.start < n.end_byte and n.start_byte < core.end
    )
    return Block(
        kind=kind,
        span=Span(start, outer_end),
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
        trailing=comment_beside(code, outer_end),
        broken=node.has_error or in_error or _is_unclosed(code, core),
    )


def _plain_names(kind: str, path: tuple[str, ...]) -> tuple[str, ...]:
    """Return the text of a heading without its markup, if it has any."""
    plain = plain_name(path[-1]) if kind == "section" else ""
    return (plain,) if plain not in ("", path[-1]) else ()


def _is_unclosed(code: Code, core: Span) -> bool:
    """Return True if a node contains a construct that extends to the end of the file, because nothing closes it."""
    unclosed_span = unclosed(code) if code.profile.sections.unclosed else None
    return unclosed_span is not None and core.contains(unclosed_span)


class _Link:
    """An enclosing definition, as the definitions inside need it."""

    __slots__ = (
        "_body_place",
        "body",
        "end",
        "is_opened",
        "is_wrapped",
        "kind",
        "node",
        "path",
        "place",
    )

    def __init__(
        self,
        node: Node,
        place: tuple[int, int],
        kind: str,
        path: tuple[str, ...],
        captures: Captures,
        end: int,
        is_joined: bool,
    ) -> None:
        self.node, self.place, self.kind, self.path, self.end = node, place, kind, path, end
        bodies = captures.get("body", ())
        has_more = len(bodies) > 1 or (is_joined and end > place[1])
        self.body = bodies[0] if bodies and not has_more else None
        self._body_place: tuple[int, int] | None = None
        self.is_opened = "opener" in captures
        self.is_wrapped = "wrapped" in captures

    def is_qualifier_of(self, captures: Captures, at: int, stop: int) -> bool:
        """Return True if the path of a definition at a place begins with this one: the body contains it."""
        if self.is_wrapped:
            return False  # the name is a value that a call makes from the function
        if self.body is None:
            return self.kind not in _VALUES or (self.is_opened and self.kind in _OPENED)
        if self._body_place is None:
            self._body_place = self.body.start_byte, self.body.end_byte
        start, end = self._body_place
        return start <= at and stop <= end and not self.has_same_body(captures)

    def has_same_body(self, captures: Captures) -> bool:
        """Return True if both are one definition with two names (`typedef struct tag {} name;`)."""
        own, bodies = self.body, captures.get("body")
        return own is not None and bodies is not None and bodies[0].id == own.id


def _position(match: tuple[str, Captures]) -> tuple[int, int]:
    node = match[1]["node"][0]
    return node.start_byte, -node.end_byte


def _may_have_separator(code: Code, captures: Captures, separators: tuple[bytes, ...]) -> bool:
    """Return True if a separator may be in the node of a match or next to it: a faster check than its parent."""
    data, node = code.data, captures["node"][0]
    start, end = node.start_byte, node.end_byte
    for sign in separators:
        if data.find(sign, start, end) >= 0:
            return True
    above = text_end(data, start)
    if data.endswith(separators, 0, above) or is_separator_behind(code, end, separators):
        return True
    if not may_be_comment(code, above):
        return False
    line = data[line_start(data, above) : above]
    return any(sign in line for sign in separators) or is_comment_alone(code, line)


def _narrowed_to_name(
    match: tuple[str, Captures], profile: LanguageProfile, known: Known
) -> tuple[str, Captures]:
    """Narrow a match to the part of its own name if the node defines several: `*b` of `int a, *b;`.

    A shared body (`struct { … } a, *b;`) belongs to the first name, which keeps the node; so does
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
    """Return the last of the nodes right after a definition that still belong to it.

    The end of the statement may come first, as above the lines of a heredoc.
    """
    if may_have_clauses(node, code.profile):
        return last_clause(code, node)
    if not code.profile.nodes.following or node.type in code.profile.nodes.following:
        return None
    outer, _ = wrapped(node, code.profile)
    return _following(code, closing_token(outer, code.profile) or outer)


def _following(code: Code, node: Node) -> Node | None:
    """Return the last node right after another that belongs to it: the lines of a heredoc, `< file` of a loop."""
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


class _Extent:
    """Where a definition begins and ends, with its decorators. Only its whole block reads what follows it."""

    __slots__ = (
        "_captures",
        "_code",
        "attached",
        "behind",
        "decorators",
        "end",
        "node",
        "outer",
        "outer_end",
        "prefix",
        "shape",
        "start",
        "tail",
    )

    def __init__(self, code: Code, kind: str, captures: Captures) -> None:
        """Read the nodes of a definition. Its code ends at `behind`, its node at `outer_end`."""
        self._code, self._captures = code, captures
        node = self.node = captures["node"][0]
        shape = shape_of(code, node, captures, kind)
        self.outer, self.prefix = wrapped(node, code.profile)
        is_void = is_void_element(code, captures)
        whole = self.outer.end_byte == node.end_byte or is_void
        end = shape.core.end if whole else trimmed_end(code, self.outer)
        self.tail = _tail(code, node)
        if "part" in captures and (own := trimmed_end(code, captures["part"][-1])) > end:
            end, shape = own, shape.up_to(own)
        if "clauses" in captures:
            shape = shape.of_clauses(shape.core.end)
        if self.tail is not None:
            end = max(end, trimmed_end(code, self.tail))
            shape = (
                shape.of_clauses(end) if may_have_clauses(node, code.profile) else shape.up_to(end)
            )
        self.shape, self.behind = shape, end
        self.outer_end = end if is_void else max(end, self.outer.end_byte)
        if "part" not in captures:
            end = max(end, statement_end(code, self.outer, end))
        self.end = end
        front = first_of(captures, "start") if self.outer.id == node.id else None
        start, self.decorators, self.attached = leading_of(code, front or self.outer)
        if not self.attached and shape.body is not None and kind not in code.profile.demoted:
            self.attached = doc_above_blank_line(code, start)
        if self.prefix is None and start == self.outer.start_byte > (
            hidden_start := before_hidden(code, start)
        ):
            self.prefix, start = Span(hidden_start, start), hidden_start
        self.start = start

    @property
    def name(self) -> Span | None:
        """The span of the name."""
        name = _name_of(self._captures)
        return span_of(name) if name is not None else None

    def listed(self, kind: str, path: tuple[str, ...]) -> Block:
        """Return the definition without its documentation and what follows it."""
        shape = self.shape
        return Block(
            kind=kind,
            span=Span(self.start, self.end),
            core=shape.core,
            header=shape.header,
            body=shape.body,
            arm=shape.arm,
            layout=shape.layout,
            path=path,
            aliases=aliases_of(self._code, shape.header),
            name=self.name,
            attached=self.attached,
        )


def _definition(
    code: Code,
    kind: str,
    captures: Captures,
    path: tuple[str, ...],
) -> Block:
    extent = _Extent(code, kind, captures)
    node, outer, shape, tail = extent.node, extent.outer, extent.shape, extent.tail
    trailing = trailing_comments(code.data, node.start_byte, extent.behind, extent.outer_end)
    end = extent.end
    trailing = trailing or comment_beside(code, end)
    behind = back_doc(code, end)
    below = behind or doc_below(code, trailing.end if trailing else end)
    if below is None and shape.body is None:
        below = string_below(code, trailing.end if trailing else end)
    name = extent.name
    named = name.of(code.data) if name is not None else b""
    for more in (below, named_below(code, (below or trailing or Span(end, end)).end, named)):
        trailing = Span((trailing or more).start, more.end) if more else trailing
    is_behind = below is not None and below is behind
    if is_behind and node.parent is not None and node.parent.type in code.profile.lists:
        is_behind = False
    doc = doc_of(code, captures, extent.attached) or (None if is_behind else below)
    # In a file with syntax errors, `export` may be in an error node and its function outside.
    near = (outer.parent, outer.prev_sibling) if code.root.has_error else ()
    is_after_error = any(node is not None and node.is_error for node in near)
    is_split = is_after_error and blanks_before(code.data, outer.start_byte) is None
    return replace(
        extent.listed(kind, path),
        decorators=(*extent.decorators, *inner_decorators(outer, node, code.profile)),
        doc=doc,
        prefix=extent.prefix,
        trailing=trailing,
        broken=outer.has_error
        or _is_cut_off(code, outer)
        or is_split
        or (tail is not None and tail.has_error),
    )


def _is_cut_off(code: Code, node: Node) -> bool:
    """Return True if a node ends behind the end of the file, where the parser saw closers that the file lacks.

    One line end may be added to any file.
    """
    return bool(node.end_byte > len(code.data) + 1)
