"""Match a pattern's nodes against those of a file.

Kinds of nodes are equal and children match in order. Code that a pattern does not write may be skipped, as
far as the strictness allows; skipped code and comments are the `rest` of a hit, since a replacement of the
hit would lose them. `$$$` ends at the first sibling that matches the next node of the pattern.

The candidates come from the places of a word that each hit must contain, or, if it is frequent or
there is none, from a query for the type of the pattern's outermost node.

Not here: reading a pattern (`tree.pattern_nodes`, `search.patterns`), templates.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise

from tree_sitter import Node, Query, QueryCursor

from structedit.calls.code_patterns import Strictness
from structedit.languages.grammars import grammar
from structedit.text.document import Span
from structedit.text.errors import UsageError
from structedit.text.lazily import regex
from structedit.text.values import dataclass, field
from structedit.tree.pattern_nodes import ERROR, Hole, PatternNode, TextHole, gaps_of
from structedit.tree.walking import comments_at_end

_HARMLESS = (b"", b",", b";")
"""Tokens that a hit may have beyond the pattern, and that a replacement may lose."""

_BYTES_A_PLACE = 150
"""Bytes of a file per place of a word: with more places, a query finds the nodes.

Chosen by judgement: a query costs about 25 ns a byte, a place about 4 µs (`benchmarks.speed` has
neither alone).
"""


@dataclass(frozen=True, slots=True)
class Sought:
    """A pattern to look for: its nodes, side by side if several, and the strictness."""

    nodes: tuple[PatternNode, ...]
    strictness: Strictness = Strictness.SMART
    backtrack: bool = False


@dataclass(frozen=True, slots=True)
class Fit:
    """A match of a pattern, with the values of its metavariables, and the text that it does not mention.

    `captures` are by name, each with the spans of its nodes; one without nodes is an empty span at their
    place. `rest` are code and comments in it that match no node of the pattern and no metavariable.
    """

    span: Span
    captures: tuple[tuple[str, tuple[Span, ...]], ...] = ()
    rest: tuple[Span, ...] = ()


def fits(root: Node, data: bytes, grammar_name: str, sought: Sought) -> tuple[Fit, ...]:
    """Return all matches of a pattern, in document order, outer ones first."""
    matcher = Matcher(data, sought.strictness, sought.backtrack)
    try:
        return _fits(root, grammar_name, sought, matcher)
    except RecursionError:
        raise UsageError(
            "the pattern is too long to try all ways to match it", hint="leave backtrack out"
        ) from None


def _fits(root: Node, grammar_name: str, sought: Sought, matcher: Matcher) -> tuple[Fit, ...]:
    data = matcher.data
    anchors = _anchors(root, data, grammar_name, sought)
    if len(sought.nodes) == 1:
        found = (matcher.whole(sought.nodes[0], node) for node in anchors)
        spans = {fit.span: fit for fit in found if fit is not None}
    else:
        parents = {above.id: above for node in anchors if (above := node.parent) is not None}
        rows = (fit for parent in parents.values() for fit in matcher.rows(sought.nodes, parent))
        spans = {fit.span: fit for fit in rows}
    return tuple(sorted(spans.values(), key=lambda fit: (fit.span.start, -fit.span.end)))


# The places to look at


def words_of(sought: Sought) -> tuple[bytes, ...]:
    """Return texts that each hit contains, as in the file; empty if there are none."""
    found = (text for node in sought.nodes for text, _, _ in _needed(node, sought.strictness, 0))
    return tuple(dict.fromkeys(text for text in found if text))


def joints_of(sought: Sought) -> tuple[tuple[bytes, bytes], ...]:
    """Return the names that each hit has right before an opening bracket, comments aside, and these brackets."""
    if sought.strictness not in (Strictness.SMART, Strictness.CST):
        return ()
    return tuple(dict.fromkeys(chain.from_iterable(map(_joints, sought.nodes))))


def _joints(node: PatternNode) -> Iterator[tuple[bytes, bytes]]:
    for one, other in pairwise(node.children):
        if one.ends_with_name and other.begins_with_bracket:
            yield _leaf(one, -1).text, _leaf(other, 0).text
    for child in node.children:
        yield from _joints(child)


def _leaf(node: PatternNode, side: int) -> PatternNode:
    while node.children:
        node = node.children[side]
    return node


_SIGNS = frozenset(b"=<>!&|+-*/%^~?:.")
"""Letters of operators. Chosen by judgement: in 26 languages files spell tokens of these alike."""

_LACKING = (Strictness.AST, Strictness.RELAXED, Strictness.SIGNATURE)
"""The places where a hit may lack a token that the pattern writes."""


def tokens_of(sought: Sought) -> tuple[bytes, ...]:
    """Return keywords, and operators of several signs, that each hit contains, keywords as in `folded`.

    Files spell them as the pattern does if they spell operators in ASCII (`has_ascii_operators`). Brackets and
    quotes are left out: those have several spellings.
    """
    found = _tokens(sought.nodes) if sought.strictness not in _LACKING else ()
    return tuple(dict.fromkeys(folded(text) for text, _, _ in found))


_SYMBOL = regex(rb"\xe2[\x86-\x8b\x9f-\xab]")
"""Arrows and signs of mathematics, as UTF-8 has them: letters that some languages know for operators."""


def has_ascii_operators(data: bytes) -> bool:
    """Return True if operators are spelled in ASCII alone."""
    return data.isascii() or _SYMBOL.search(data) is None


def folded(data: bytes) -> bytes:
    """Return a content in which keywords are spelled alike, as some languages have `SELECT` and `select`."""
    return data.lower()


def _tokens(nodes: Sequence[PatternNode], depth: int = 0) -> Iterator[tuple[bytes, int, int]]:
    """Yield the keywords and operators: text, depth below the outermost node, kind."""
    is_optional = False  # as tokens right behind a `$$$` are
    for node in nodes:
        is_optional = node.is_many or (is_optional and node.is_token)
        spelled = node.text == node.type.encode() and len(node.text) > 1
        telling = node.text.isalpha() or _SIGNS.issuperset(node.text)
        if node.is_keyword or (node.is_token and not is_optional and spelled and telling):
            yield node.text, depth, node.kind
        yield from _tokens(node.children, depth + 1)


def are_places_sound(root: Node, data: bytes, sought: Sought, opaque: Collection[str] = ()) -> bool:
    """Return True if all code that a pattern could match, and the nodes around it, have no error.

    Errors elsewhere do not change how such code is read: if the pattern does not match it, it matches
    nowhere, whichever lines are hidden from the parser. Nodes of the `opaque` types contain no code. Return
    False too if the pattern has no text to search for.
    """
    alike = sought.strictness in (*_LACKING, Strictness.TEMPLATE)
    if alike or any(map(_has_error, sought.nodes)):
        return False
    texts = list(_texts(data, sought.nodes, sought.strictness))
    if not texts:
        return False
    _, _, held, word, depth, _ = min(texts)
    places = (Span(*match.span()) for match in re.finditer(word, held))
    return all(_is_sound(root, data, place, depth + 1, opaque) for place in places)


def _texts(
    data: bytes, nodes: Sequence[PatternNode], strictness: Strictness
) -> Iterator[tuple[int, int, bytes, bytes, int, int]]:
    """Return the texts that each hit contains, to be sorted: the rarest and longest one is the least.

    Each comes with its count, the text to search, a regular expression, its depth below the
    outermost node, and its kind.
    """
    for node in nodes:
        for text, depth, kind in _needed(node, strictness, 0):
            if text:
                yield data.count(text), -len(text), data, re.escape(text), depth, kind
    if strictness not in _LACKING:
        low, is_plain = folded(data), has_ascii_operators(data)
        for text, depth, kind in _tokens(nodes):
            if is_plain or text.isalpha():
                word = re.escape(folded(text))
                if text.isalpha():
                    word = rb"(?<!\w)" + word + rb"(?!\w)"
                yield low.count(folded(text)), -len(text), low, word, depth, kind


_LINE_END = regex(rb"(?<!\\)(?<!\\\r)\n")
"""The end of a line that does not continue below."""


def _is_sound(root: Node, data: bytes, place: Span, levels: int, opaque: Collection[str]) -> bool:
    """Return True if the node so many levels above the leaf at a place has no error."""
    node = root.descendant_for_byte_range(place.start, place.end)
    if node is None or node.type in opaque:
        return node is not None and not node.has_error
    is_leaf, is_part = not node.child_count, len(place) < node.end_byte - node.start_byte
    if is_leaf and is_part and not node.is_named:
        return True  # a longer token, such as `===` around `==`, is one in any context
    above = node.parent
    if is_leaf and is_part and not _LINE_END.search(data, node.start_byte, node.end_byte - 1):
        return above is not None and not above.has_error  # a part of a name, a text, a macro
    own = node.start_byte, node.end_byte
    while node is not None and levels:
        node = node.parent
        if node is not None and (node.start_byte, node.end_byte) != own:
            levels -= 1
    return node is not None and not node.has_error


def _needed(
    node: PatternNode, strictness: Strictness, depth: int
) -> Iterator[tuple[bytes, int, int]]:
    """Yield the leaves that a hit must have: text, depth below the outermost node, kind."""
    if node.hole is not None or strictness is Strictness.SIGNATURE:
        return
    if not node.children:
        if node.named and not node.is_keyword:  # a token may be spelled otherwise: `#  define`
            yield node.text, depth, node.kind
        return
    for child in node.children:
        yield from _needed(child, strictness, depth + 1)


def _anchors(root: Node, data: bytes, name: str, sought: Sought) -> Iterator[Node]:
    """Yield nodes that may match the pattern's first node with a kind of its own; each once."""
    first = next((n for n in sought.nodes if n.hole is None), None)
    if first is None:
        return _all_nodes(root)
    by_kind = sought.strictness is not Strictness.TEMPLATE and not _has_error(first)
    if by_kind:
        texts = list(_texts(data, (first,), sought.strictness))
        count, _, held, word, depth, kind = min(texts, default=(len(data), 0, b"", b"", 0, 0))
        if count * _BYTES_A_PLACE <= len(data):
            return _above_word(root, held, word, depth, (kind, first.kind))
    if first.kind == ERROR or not by_kind:
        return _all_nodes(root)
    return _of_kind(root, name, first, sought.strictness)


def _has_error(node: PatternNode) -> bool:
    return node.kind == ERROR or any(map(_has_error, node.children))


def _above_word(
    root: Node, data: bytes, word: bytes, depth: int, kinds: tuple[int, int]
) -> Iterator[Node]:
    """Yield the nodes of a kind, so many levels above a leaf that a regular expression finds."""
    leaf_kind, kind = kinds
    seen: set[int] = set()
    for match in re.finditer(word, data):
        start, end = match.span()
        node = root.descendant_for_byte_range(start, end)
        while node is not None and node.kind_id != leaf_kind:
            above = node.parent
            same = above is not None and (above.start_byte, above.end_byte) == (start, end)
            node = above if same else None
        if node is None or (node.start_byte, node.end_byte) != (start, end):
            continue
        for _ in range(depth):
            node = node.parent
            if node is None:
                break
        if node is not None and node.kind_id == kind and node.id not in seen:
            seen.add(node.id)
            yield node


def _of_kind(root: Node, name: str, wanted: PatternNode, strictness: Strictness) -> Iterator[Node]:
    """Return the nodes of a kind that have the tokens of the pattern's node, found by a query, in no order."""
    tokens = () if strictness in _LACKING else _tokens(wanted.children)
    own = tuple(text.decode() for text, depth, _ in tokens if depth == 0)
    query = _query_of(name, wanted.type, wanted.named, own)
    captures = QueryCursor(query).captures(root)
    return iter(node for node in captures.get("m", ()) if node.kind_id == wanted.kind)


@lru_cache(maxsize=256)  # chosen by judgement: patterns of a run times languages of a repository
def _query_of(name: str, kind: str, named: bool, tokens: tuple[str, ...]) -> Query:
    """Return a query for one type of node, compiled once: that takes as long as parsing a small file."""
    inside = "".join(f" {_quoted(token)}" for token in tokens)
    return Query(grammar(name), f"({kind}{inside}) @m" if named else f"{_quoted(kind)} @m")


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _all_nodes(root: Node) -> Iterator[Node]:
    cursor = root.walk()
    while True:
        if cursor.node is not None:
            yield cursor.node
        if cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return


# Matching


@dataclass(frozen=True, slots=True)
class _Text:
    """The value of a metavariable that is a text and no node, with the properties of a node."""

    start_byte: int
    end_byte: int
    is_extra: bool = False
    is_named: bool = True
    child_count: int = 0
    children: list[Node] = field(default_factory=list)


_Part = Node | _Text
"""The value of a metavariable, or one of several."""


@dataclass(frozen=True, slots=True)
class State:
    """The captures so far: nodes by name, skipped spans, and the spans of `$$$` in the current list."""

    captures: tuple[tuple[str, tuple[_Part, ...], int], ...] = ()
    rest: tuple[Span, ...] = ()

    def captured(self, name: str) -> tuple[_Part, ...] | None:
        """Return the value of a name."""
        return next((nodes for key, nodes, _ in self.captures if key == name), None)


EMPTY = State()

_Runs = tuple[tuple[int, int], ...]
"""Return the bytes that the `$$$` of one list of children capture."""


@dataclass(frozen=True, slots=True)
class Matcher:
    """A matcher against the nodes of one content. Each method yields the ways to match, the first one first."""

    data: bytes
    strictness: Strictness
    backtrack: bool

    def whole(self, goal: PatternNode, node: Node) -> Fit | None:
        """Return the match of one node."""
        state = next(self.one(goal, node, EMPTY), None)
        return None if state is None else self.fit(node.start_byte, node, state)

    def rows(self, goals: tuple[PatternNode, ...], parent: Node) -> Iterator[Fit]:
        """Yield the matches of several nodes side by side among the children of one, without overlaps."""
        nodes, last = parent.children, goals[-1]
        while nodes and not (
            nodes[-1].is_named or (last.is_token and nodes[-1].kind_id == last.kind)
        ):
            nodes.pop()
        at = 0
        while at < len(nodes):
            found = None
            # A hit begins with the first node of the pattern, and not with a comment before it.
            goal = goals[0]
            is_meant = goal.is_many or goal.is_token or goal.kind == nodes[at].kind_id
            if (is_meant or not nodes[at].is_extra) and (nodes[at].is_named or goal.is_token):
                found = next(self.several(goals, 0, nodes, at, (EMPTY, ())), None)
            if found is None or found[1] == at:
                at += 1
                continue
            (state, _), end = found
            yield self.fit(nodes[at].start_byte, nodes[end - 1], state)
            at = end

    def fit(self, start: int, last: Node, state: State) -> Fit:
        """Return the match of the nodes from a place to the last one, as a value without nodes."""
        end = start + len(self.data[start : last.end_byte].rstrip())
        rest = state.rest
        for comment in comments_at_end(last):
            # The hit ends before it: `f(1) // one`, where no `;` ends a statement.
            if comment in rest:
                rest = tuple(span for span in rest if span != comment)
                end = start + len(self.data[start : comment.start].rstrip())
        captures = tuple(
            (name, tuple(map(self.span, nodes)) or (Span(at, at),))
            for name, nodes, at in state.captures
        )
        return Fit(Span(start, end), captures, tuple(sorted(rest)))

    def span(self, node: _Part) -> Span:
        """Return the span of a node, without a line end that it includes behind its last child, as in Go.

        Text that no child covers, as in a string with escapes, belongs to the node.
        """
        start, end = node.start_byte, node.end_byte
        while node.child_count:
            children = node.children
            if any(True for _ in gaps_of(node, children, self.data, exact=False)):
                break
            node = children[-1]
            end = node.end_byte
        if (
            self.data[end - 1 : end + 1] == b"\r\n" and end > start
        ):  # half of the end of a comment's line
            end -= 1
        return Span(start, end)

    def text(self, node: _Part) -> bytes:
        """Return the text of a node."""
        return self.data[node.start_byte : node.end_byte]

    def significant_text(self, leaf: _Part) -> bytes:
        """Return the text of a leaf: that of a string may be blanks, other tokens are stripped."""
        text = self.text(leaf)
        return text if leaf.is_named else text.strip()

    def one(self, goal: PatternNode, node: Node, state: State) -> Iterator[State]:
        """Match one node of the pattern with one of the file."""
        if goal.hole is not None:
            if node.is_named or not goal.hole.named:
                bound = self.bound(goal.hole, (node,), node.start_byte, state)
                if bound is not None:
                    yield bound
            return
        by_text = self.strictness is Strictness.TEMPLATE
        if (
            goal.begins_with_bracket and node.is_missing
        ):  # between it and the name before it may be anything
            return
        if not by_text and goal.kind != node.kind_id and goal.kind != ERROR:
            return
        if goal.inside is not None:
            yield from self.around_text(goal, goal.inside, node, state)
            return
        if not goal.children:
            # A token is its kind, however it is spaced (`#  define`); but quotes are text.
            has_text = (goal.named and not goal.is_keyword) or goal.exact or by_text
            is_alike = self.strictness is Strictness.SIGNATURE or not has_text
            # The last word of a line of prose may have half of the line's end.
            if is_alike or goal.text == self.text(node).removesuffix(b"" if goal.named else b"\r"):
                yield state
            return
        nodes = node.children
        for (found, runs), at in self.several(goal.children, 0, nodes, 0, (state, ())):
            ended = self.trailing(goal, nodes, at, found)
            if ended is not None and self.same_gaps(goal, node, nodes, runs):
                yield ended
            if not self.backtrack:
                return

    def around_text(
        self, goal: PatternNode, inside: TextHole, node: Node, state: State
    ) -> Iterator[State]:
        """Match a node with a metavariable for a text in it, such as that between its quotes."""
        nodes, number = node.children if goal.children else [], inside.number
        if len(nodes) < len(goal.children):
            return
        last = len(nodes) - (len(goal.children) - number)
        for part, child in zip(goal.children, nodes[:number] + nodes[last:], strict=True):
            found = next(self.one(part, child, state), None)
            if found is None:
                return
            state = found
        start = (nodes[number - 1].end_byte if number else node.start_byte) + len(inside.before)
        end = (nodes[last].start_byte if last < len(nodes) else node.end_byte) - len(inside.behind)
        is_around = (
            self.data[start - len(inside.before) : start] == inside.before
            and self.data[end : end + len(inside.behind)] == inside.behind
        )
        if not is_around or end < start or (end == start and not inside.hole.many):
            return
        bound = self.bound(inside.hole, (_Text(start, end),), start, state)
        if bound is not None:
            yield bound

    def several(
        self,
        goals: Sequence[PatternNode],
        first: int,
        nodes: list[Node],
        at: int,
        state: tuple[State, _Runs],
    ) -> Iterator[tuple[tuple[State, _Runs], int]]:
        """Yield the goals from `first` on and the nodes from `at` on; also how far the nodes were used.

        A goal that fits is done with, unless other ways are asked for.
        """
        while first < len(goals) and not goals[first].is_many:
            goal = goals[first]
            node = nodes[at] if at < len(nodes) else None
            if node is not None and not (goal.hole is not None and node.is_extra):
                ways = self.one(goal, node, state[0])
                found = next(ways, None)
                if found is not None and self.backtrack:
                    for way in chain((found,), ways):
                        yield from self.several(goals, first + 1, nodes, at + 1, (way, state[1]))
                    return
                if found is not None:
                    first, at, state = first + 1, at + 1, (found, state[1])
                    continue
            if node is not None and self.may_skip(node, goal):
                at, state = at + 1, (self.without(state[0], [node]), state[1])
            elif self.may_lack(goal):
                first += 1
            else:
                return
        if first == len(goals):
            yield state, at
        else:
            yield from self.any_number(goals, first, nodes, at, state)

    def any_number(
        self,
        goals: Sequence[PatternNode],
        first: int,
        nodes: list[Node],
        at: int,
        state: tuple[State, _Runs],
    ) -> Iterator[tuple[tuple[State, _Runs], int]]:
        """Match a `$$$` at `first`: the nodes up to those that match the next part of the pattern."""
        hole, behind = goals[first].hole, first + 1
        assert hole is not None
        while behind < len(goals) and goals[behind].is_token:
            behind += 1
        tokens = goals[first + 1 : behind]
        if behind == len(goals):
            # Only tokens follow: the last of them, a closing bracket, is the last one of its kind.
            places = range(len(nodes) - 1, at - 1, -1)
            end = next((i for i in places if tokens and self.is_token(tokens[-1], nodes[i])), None)
            taken, skipped = self.split_off_rest(goals[first], nodes[at:end], tokens[:-1])
            bound = self.bind_run(hole, taken, nodes, at, state)
            if bound is not None:
                done = self.without(bound[0], skipped), bound[1]
                yield done, len(nodes) if end is None else end + 1
            return
        if goals[behind].is_many:
            ends = range(at, len(nodes) + 1)
            end = next(
                (
                    i
                    for i in ends
                    if tokens and i < len(nodes) and self.is_token(tokens[0], nodes[i])
                ),
                None,
            )
            if end is None:
                end = min(at + 1, len(nodes)) if not tokens else len(nodes)
            bound = self.bind_run(hole, nodes[at:end], nodes, at, state)
            if bound is not None:
                yield from self.several(goals, behind, nodes, end + len(tokens), bound)
            return
        for end in range(at, len(nodes)):
            if goals[behind].hole is not None and nodes[end].is_extra:
                continue
            taken, skipped = self.split_off_rest(goals[first], nodes[at:end], tokens)
            bound = self.bind_run(hole, taken, nodes, at, state)
            if bound is None:
                continue
            for found in self.one(goals[behind], nodes[end], bound[0]):
                after = self.without(found, skipped), bound[1]
                yield from self.several(goals, behind + 1, nodes, end + 1, after)
                if not self.backtrack:
                    return

    def split_off_rest(
        self, goal: PatternNode, nodes: list[Node], tokens: Sequence[PatternNode]
    ) -> tuple[list[Node], list[Node]]:
        """Return the nodes that a `$$$` captures, and those that neither it nor the pattern behind it matches.

        The latter are an `else` and the like behind the captured body, and comments behind the tokens that
        follow in the pattern.
        """
        taken, comments = self.before_tokens(nodes, tokens)
        body = next((at for at, node in enumerate(taken) if node.is_named and not node.is_extra), 0)
        for at in range(body, len(taken)):
            if taken[at].kind_id in goal.until:
                return (taken, comments) if at == body else (taken[:at], [*taken[at:], *comments])
        return taken, comments

    def before_tokens(
        self, taken: list[Node], tokens: Sequence[PatternNode]
    ) -> tuple[list[Node], list[Node]]:
        """Remove nodes at the end that match tokens of the pattern; also return the comments among those."""
        end = len(taken)
        comments: list[Node] = []
        for token in reversed(tokens):
            while end and taken[end - 1].is_extra:
                end -= 1
                comments.append(taken[end])
            if end and self.is_token(token, taken[end - 1]):
                end -= 1
            else:
                return taken, []
        return taken[:end], comments

    def bind_run(
        self, hole: Hole, nodes: list[Node], among: list[Node], at: int, state: tuple[State, _Runs]
    ) -> tuple[State, _Runs] | None:
        """Return the state with a `$$$` for some nodes among others; None if it has another value already."""
        nodes = list(nodes)
        while nodes and not self.text(nodes[-1]).strip():  # Go's line ends are tokens
            nodes.pop()
        if nodes:
            place = nodes[0].start_byte
        elif at > 0:
            place = among[at - 1].end_byte
        else:
            place = among[0].start_byte if among else 0
        bound = self.bound(hole, tuple(nodes), place, state[0])
        if bound is None:
            return None
        runs = (*state[1], (nodes[0].start_byte, nodes[-1].end_byte)) if nodes else state[1]
        return bound, runs

    def bound(self, hole: Hole, nodes: tuple[_Part, ...], at: int, state: State) -> State | None:
        """Return the state with a metavariable for some nodes; None if it has another value already."""
        if not hole.name:
            return state
        known = state.captured(hole.name)
        if known is None:
            return State((*state.captures, (hole.name, nodes, at)), state.rest)
        if (
            self.are_apart(known, nodes)
            or self.tokens(known)[0] != (again := self.tokens(nodes))[0]
        ):
            return None
        return State(state.captures, (*state.rest, *again[1]))

    def are_apart(self, some: Sequence[_Part], others: Sequence[_Part]) -> bool:
        """Return True if two runs of nodes differ at a glance, without a look at their tokens.

        They begin with different letters, or are a leaf each.
        """
        if len(some) == len(others) == 1:
            one, other = some[0], others[0]
            if not (one.child_count or other.child_count or one.is_extra or other.is_extra):
                return self.significant_text(one) != self.significant_text(other)
        first, second = (
            self.data[n[0].start_byte : n[0].start_byte + 1] if n else b"" for n in (some, others)
        )
        return first != second and first.isalpha() and second.isalpha()

    def tokens(self, nodes: Sequence[_Part]) -> tuple[list[bytes], list[Span]]:
        """Return the texts of some nodes, token by token, and the comments in them."""
        found, comments = list[bytes](), list[Span]()
        stack = list(reversed(nodes))
        while stack:
            node = stack.pop()
            if node.is_extra:
                comments.append(Span(node.start_byte, node.end_byte))
            elif not node.child_count:
                if text := self.significant_text(node):
                    found.append(text)
            else:
                children = node.children
                found += [text for _, text in gaps_of(node, children, self.data, exact=False)]
                stack.extend(reversed(children))
        return found, comments

    def is_token(self, token: PatternNode, node: Node) -> bool:
        """Return True if a node is a token of the pattern, however it is spelled."""
        return node.kind_id == token.kind

    def trailing(self, goal: PatternNode, nodes: list[Node], at: int, state: State) -> State | None:
        """Return the state after the nodes behind the last that matched; None if they count.

        Text does: `"a"` is not `"a\\n"`. The flags behind the end of a regular expression are none.
        """
        left = nodes[at:]
        if goal.ends_with_name and not all(map(self.is_beside, left)):
            return None
        is_text = goal.exact and not goal.children[-1].is_token
        if left and is_text and self.strictness is not Strictness.SIGNATURE:
            return None
        match self.strictness:
            case Strictness.SMART | Strictness.TEMPLATE:
                return self.without(state, left)
            case Strictness.CST | Strictness.AST:
                return None if left else state
            case _:
                return self.without(state, left) if all(map(self.may_skip, left)) else None

    def may_skip(self, node: Node, goal: PatternNode | None = None) -> bool:
        """Return True if a hit may have a node that the pattern does not write, before the pattern's next node.

        Before a leaf it may be any token (`async function`), before other nodes only one without meaning:
        `import type a` and `import a` are not the same.
        """
        if self.strictness is Strictness.CST:
            return False
        if goal is not None and goal.begins_with_bracket and not self.is_beside(node):
            return False
        if node.is_extra:
            return self.strictness is not Strictness.AST or not node.is_named
        if node.is_named and node.end_byte > node.start_byte:
            return False
        is_leaf = goal is None or (goal.hole is None and not goal.children)
        return is_leaf or not self.text(node).strip()

    def is_beside(self, node: Node) -> bool:
        """Return True if a node may be between a name and the bracket behind it: a comment, or a blank token."""
        if node.is_extra:
            return not node.is_error
        return not node.is_named and not self.text(node).strip()

    def may_lack(self, goal: PatternNode) -> bool:
        """Return True if a hit may lack a node that the pattern writes."""
        return self.strictness in _LACKING and goal.is_token

    def without(self, state: State, skipped: Sequence[Node]) -> State:
        """Return the state with some nodes skipped; insignificant nodes do not count."""
        lost = [Span(n.start_byte, n.end_byte) for n in skipped if self.is_lost(n)]
        return State(state.captures, (*state.rest, *lost)) if lost else state

    def is_lost(self, node: Node) -> bool:
        """Return True if replacing a hit would lose something with a node that it skips."""
        return (node.is_named and len(self.text(node)) > 0) or self.text(
            node
        ).strip() not in _HARMLESS

    def same_gaps(self, goal: PatternNode, node: Node, nodes: list[Node], runs: _Runs) -> bool:
        """Return True if the text that no child covers is the same; skip the text between the nodes of a `$$$`."""
        if self.strictness is Strictness.SIGNATURE:
            return True
        found = gaps_of(node, nodes, self.data, exact=goal.exact)
        own = tuple(text for at, text in found if not any(a <= at < b for a, b in runs))
        return own == goal.gaps
