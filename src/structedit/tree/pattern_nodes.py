"""The tree of a pattern of code, as values: its nodes, and the places of metavariables.

A pattern is parsed inside some code around it (or alone), and the nodes of its text are taken out: one
node, or several side by side. Of one node, the innermost with the whole text is taken:
a call, not the statement that consists of it alone.

Not here: choosing the code around it (`search.patterns`), and matching (`tree.pattern_matching`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise, repeat
from typing import Protocol

from tree_sitter import Node, Parser

from structedit.languages.grammars import grammar
from structedit.languages.profiles import LanguageProfile, Need
from structedit.text.document import Span
from structedit.text.values import dataclass, replace
from structedit.tree.parsing import faulty, over_limits

ERROR = 65_535
"""The kind of error nodes in every grammar, given by tree-sitter."""

_DEEPEST = 100
"""Levels of a pattern's tree; matching recurses level by level, and no real pattern is deeper. Chosen by judgement."""


@dataclass(frozen=True, slots=True)
class Hole:
    """The values that a metavariable accepts: any number of nodes if `many`, else one, a `named` one or any.

    Without a name its value is not stored.
    """

    name: str = ""
    many: bool = False
    named: bool = True


@dataclass(frozen=True, slots=True)
class TextHole:
    """A metavariable for a text without a node of its own, as between quotes.

    `before` and `behind` are the signs around it in a leaf; in a node with children it is behind the first
    `number` of them.
    """

    hole: Hole
    before: bytes = b""
    behind: bytes = b""
    number: int = 0


@dataclass(frozen=True, slots=True)
class PatternNode:
    """A node of a pattern: a metavariable, a leaf with its text, or a node with children.

    `kind` is the grammar's number for its type. `gaps` are the texts in it that no child covers, as
    between the escapes of a string. An `exact` node is text: blanks count in its gaps, and so does the spelling of a
    token in it. A metavariable for any number of nodes ends at nodes of the kinds `until`, unless
    it begins with one. If a name is right before an opening bracket, as in `f(x)`, each node that ends with the
    name `ends_with_name`, and each that begins with the bracket `begins_with_bracket`: only comments may be between.
    """

    kind: int
    type: str
    named: bool
    text: bytes = b""
    children: tuple[PatternNode, ...] = ()
    gaps: tuple[bytes, ...] = ()
    exact: bool = False
    hole: Hole | None = None
    inside: TextHole | None = None
    until: frozenset[int] = frozenset()
    ends_with_name: bool = False
    begins_with_bracket: bool = False

    @property
    def is_many(self) -> bool:
        """It matches any number of nodes."""
        return self.hole is not None and self.hole.many

    @property
    def is_token(self) -> bool:
        """It is a leaf without a name, such as a bracket or a keyword."""
        return self.hole is None and not self.named and not self.children

    @property
    def is_keyword(self) -> bool:
        """It is a keyword with a name of its own (`keyword_select`): its type identifies it, in upper or lower case."""
        return self.type == "keyword_" + self.text.decode("utf-8", "replace").lower()

    @property
    def is_name(self) -> bool:
        """It is a leaf with a name, such as an identifier: each node that it matches has its text."""
        is_leaf = self.hole is None and self.inside is None and not self.children
        return is_leaf and self.named and not self.is_keyword


@dataclass(frozen=True, slots=True)
class ReadNodes:
    """The parse of a text: nodes side by side, the number of errors, and of tokens that the parser made up.

    `error_at` is the offset in the text of the first error that does not cover it all.
    """

    nodes: tuple[PatternNode, ...]
    errors: int = 0
    missing: int = 0
    error_at: int = 0


class Metavariables(Protocol):
    """The texts of a pattern's tree that are metavariables."""

    def hole_of(self, text: bytes) -> Hole | None:
        """Return the metavariable that a text is."""

    def inside_of(self, text: bytes) -> tuple[bytes, Hole, bytes] | None:
        """Return the metavariable in a text of signs, with the text before and behind it."""

    def spelled(self, text: bytes) -> bytes:
        """Return a text as the pattern spells it."""


def read_nodes(
    profile: LanguageProfile,
    around: tuple[bytes, bytes],
    text: bytes,
    known: Metavariables,
    node_type: str | None = None,
) -> ReadNodes | None:
    """Return the nodes of a text inside other code; None if it is not whole nodes there.

    With a `node_type`, return the first node of that type inside the text.
    """
    before, behind = around
    data = before + text + behind
    if Need.FINAL_NEWLINE in profile.needs and not data.endswith(b"\n"):
        data += b"\n"
    if over_limits(data, profile.limits):
        return None
    root = Parser(grammar(str(profile.grammar))).parse(data).root_node
    start = len(before) + len(text) - len(text.lstrip())
    area = Span(start, len(before) + len(text.rstrip()))
    found = _beside(root, area, data, _carriers(str(profile.grammar), around))
    if node_type is not None:
        inner = next((node for node in _walked(root, area) if node.type == node_type), None)
        found = [inner] if inner is not None else None
    if not found:
        return None
    faults = list(faulty(root))
    is_clean = not any(node.is_error for node in faults)
    maker = _Maker(data, known, frozenset(profile.nodes.strings), _arms(profile), is_clean)
    return ReadNodes(
        tuple(maker.made(node, 0, _in_string(node, maker.strings)) for node in found),
        sum(node.is_error for node in faults),
        sum(node.is_missing for node in faults),
        min((at for node in faults if 0 < (at := node.start_byte - start) < len(text)), default=0),
    )


def _arms(profile: LanguageProfile) -> frozenset[int]:
    """Return the kinds of arms that may follow a body: `else`, `except`."""
    ids = map(grammar(str(profile.grammar)).id_for_node_kind, profile.nodes.arms, repeat(True))
    word = grammar(str(profile.grammar)).id_for_node_kind("else", False)
    return frozenset(kind for kind in (*ids, word) if kind is not None)


def types_of(profile: LanguageProfile) -> frozenset[str]:
    """Return the types of nodes that a grammar has and that have a name."""
    known = grammar(str(profile.grammar))
    ids = (i for i in range(known.node_kind_count) if known.node_kind_is_named(i))
    return frozenset(filter(None, map(known.node_kind_for_id, ids)))


def _beside(root: Node, area: Span, data: bytes, carriers: frozenset[str]) -> list[Node] | None:
    """Return the node that covers an area, or the siblings that fill it; None if nodes cross its edge."""
    node = root
    while True:
        if node.start_byte >= area.start and _end(node, data) <= area.end and node is not root:
            break
        inside = [c for c in node.children if c.start_byte < area.end and c.end_byte > area.start]
        if (
            len(inside) == 1
            and inside[0].start_byte <= area.start
            and inside[0].end_byte >= area.end
        ):
            node = inside[0]
            continue
        # The end of a statement may be behind the text, in the code around it.
        if any(c.start_byte < area.start or _end(c, data) > area.end for c in inside):
            return None
        if not inside or inside[0].start_byte != area.start or _end(inside[-1], data) != area.end:
            return None
        return _several(inside, data)
    if node.type in carriers:
        parts = _parts(node, data)
        if sum(part.is_named and not part.is_extra for part in parts) > 1:
            return _several(parts, data)
    return [_innermost(node, data)]


def _several(nodes: list[Node], data: bytes) -> list[Node]:
    parts = [node for node in nodes if _has_text(node, data)]
    return [_innermost(parts[0], data)] if len(parts) == 1 else parts


def _innermost(node: Node, data: bytes) -> Node:
    """Return the innermost node with the whole text: not the unit of a number (`0px`)."""
    while len(parts := _parts(node, data)) == 1:
        if any(True for _ in gaps_of(node, parts, data, exact=False)):
            break
        node = parts[0]
    return node


def _parts(node: Node, data: bytes, *, is_string: bool = False) -> list[Node]:
    """Return the children that count: not those that the parser made up, and blank ones only in strings."""
    return [
        child
        for child in node.children
        if _has_text(child, data)
        or (is_string and child.is_named and child.end_byte > child.start_byte)
    ]


def _has_text(node: Node, data: bytes) -> bool:
    return not node.is_missing and bool(data[node.start_byte : node.end_byte].strip())


def _end(node: Node, data: bytes) -> int:
    return node.start_byte + len(data[node.start_byte : node.end_byte].rstrip())


def _walked(root: Node, area: Span) -> Iterator[Node]:
    """Yield the nodes inside an area, in document order."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.end_byte <= area.start or node.start_byte >= area.end:
            continue
        if node.start_byte >= area.start and node.end_byte <= area.end:
            yield node
        stack.extend(reversed(node.children))


@lru_cache(maxsize=512)
def _carriers(name: str, around: tuple[bytes, bytes]) -> frozenset[str]:
    """Return the types of nodes that contain only statements, inside some code.

    Such a node contains three names on lines of their own, and not on one line: for Go a list of
    statements. Arguments side by side (`f x y`) are no statements.
    """
    return _around_names(name, around, b"x\nx\nx") - _around_names(name, around, b"x x x")


def _around_names(name: str, around: tuple[bytes, bytes], names: bytes) -> frozenset[str]:
    """Return the types of nodes that consist of three names as children; none if they do not parse."""
    before, behind = around
    root = Parser(grammar(name)).parse(before + names + behind).root_node
    if root.has_error:
        return frozenset()
    node = root.descendant_for_byte_range(len(before), len(before) + len(names))
    while node is not None and node.named_child_count < names.count(b"x"):
        node = node.parent
    is_all = node is not None and node.end_byte - node.start_byte == len(names)
    return frozenset({node.type}) if node is not None and is_all else frozenset()


@dataclass(frozen=True, slots=True)
class _Maker:
    """A converter from nodes to values."""

    data: bytes
    known: Metavariables
    strings: frozenset[str]
    arms: frozenset[int]
    is_clean: bool

    def made(self, node: Node, depth: int, in_string: bool) -> PatternNode:
        in_string = in_string or node.type in self.strings
        text = self.data[node.start_byte : node.end_byte]
        hole = self.known.hole_of(text)
        is_read = hole is None and depth < _DEEPEST
        parts = _parts(node, self.data, is_string=in_string) if is_read else []
        if not parts:
            inside = self.known.inside_of(text) if hole is None else None
            own = b"" if hole or inside else self.known.spelled(text)
            return PatternNode(
                node.kind_id,
                node.type,
                node.is_named,
                own,
                exact=in_string or _is_identified_by_text(node, text),
                hole=hole,
                inside=TextHole(inside[1], inside[0], inside[2]) if inside else None,
                until=self.arms if hole is not None and hole.many else frozenset(),
            )
        children = tuple(self.run(parts, depth, in_string))
        # Inserted text begins with a token; between a string's own parts blanks are text.
        exact = node.type in self.strings or (in_string and not any(c.is_token for c in children))
        found = tuple(gaps_of(node, parts, self.data, exact=exact))
        gaps = tuple(self.known.spelled(gap) for _, gap in found)
        between = None
        if len(found) == 1 and (meant := self.known.hole_of(found[0][1])) is not None:
            number = sum(part.start_byte < found[0][0] for part in parts)
            between, gaps = TextHole(meant, number=number), ()
        if self.is_clean and not exact and not gaps and between is None:
            children = _joined(children)
        return PatternNode(
            node.kind_id, node.type, node.is_named, b"", children, gaps, exact, inside=between
        )

    def run(self, nodes: list[Node], depth: int, in_string: bool) -> Iterator[PatternNode]:
        """Yield some siblings; several that belong to one `$$$`, such as a member and its `;`, are one node."""
        at = 0
        while at < len(nodes):
            ends = range(min(len(nodes), at + 4), at + 1, -1)
            for end in ends:
                text = self.data[nodes[at].start_byte : nodes[end - 1].end_byte]
                hole = self.known.hole_of(text)
                if hole is not None and hole.many:
                    yield PatternNode(0, "", True, hole=hole, until=self.arms)
                    at = end
                    break
            else:
                yield self.made(nodes[at], depth + 1, in_string)
                at += 1


_OPENING = (b"(", b"[", b"{")


def _joined(nodes: tuple[PatternNode, ...]) -> tuple[PatternNode, ...]:
    """Return the children of a node, with names joined to opening brackets right behind them."""
    found = list(nodes)
    for at, (one, other) in enumerate(pairwise(nodes)):
        name, bracket = _edge(one, -1), _edge(other, 0)
        is_opening = bracket.text in _OPENING and bracket.text == bracket.type.encode()
        if name.is_name and bracket.is_token and is_opening:
            found[at] = _marked(found[at], -1)
            found[at + 1] = _marked(found[at + 1], 0)
    return tuple(found)


def _edge(node: PatternNode, side: int) -> PatternNode:
    """Return the first or last leaf of a node; or the innermost node with text of its own, if the leaf is shorter."""
    while node.children and not node.gaps and not node.exact and node.inside is None:
        node = node.children[side]
    return node


def _marked(node: PatternNode, side: int) -> PatternNode:
    """Return a node that is joined at one side, together with the last or first child of each node in it."""
    children = list(node.children)
    if children:
        children[side] = _marked(children[side], side)
    begins_with_bracket, ends_with_name = (
        node.begins_with_bracket or side == 0,
        node.ends_with_name or side != 0,
    )
    return replace(
        node,
        children=tuple(children),
        begins_with_bracket=begins_with_bracket,
        ends_with_name=ends_with_name,
    )


def _is_identified_by_text(node: Node, text: bytes) -> bool:
    """Return True if the meaning of a token is its text, not its type: a word of prose, of the type `text`.

    A keyword is spelled as its type, but for letter case and blanks.
    """
    spelled = b"".join(text.lower().split())
    if node.is_named or not spelled:
        return False
    return node.type.isidentifier() and spelled != node.type.lower().encode()


def _in_string(node: Node, strings: frozenset[str]) -> bool:
    above = node.parent
    while above is not None and above.type not in strings:
        above = above.parent
    return above is not None


class _Extent(Protocol):
    """Anything with a place in the file."""

    @property
    def start_byte(self) -> int: ...

    @property
    def end_byte(self) -> int: ...


def gaps_of(
    node: _Extent, children: list[Node], data: bytes, *, exact: bool
) -> Iterator[tuple[int, bytes]]:
    """Yield the texts in a node that no child covers, each with its start.

    Unless they are `exact`, without blanks at their edges and line continuations (`\\`).
    """
    at = node.start_byte
    for start, end in [*((c.start_byte, c.end_byte) for c in children), (node.end_byte, 0)]:
        if start > at:
            text = data[at:start] if exact else data[at:start].strip(b" \t\r\n\f\\")
            if text:
                yield at, text
        at = max(at, end)
