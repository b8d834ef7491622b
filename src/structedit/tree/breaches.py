"""Nodes that break a rule of their language although its grammar accepts them.

The rules are the captures of a language's ``rules.scm``; `grammars_config/SCHEMA.md` lists them. Not here: which
breaches an edit brought, and their words (`judge.language_rules`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache

from tree_sitter import Node, QueryCursor

from structedit.languages.grammars import PatternSet, queries
from structedit.languages.queries import roots_of
from structedit.text.document import Span
from structedit.text.lazily import regex
from structedit.text.lines import text_end, text_start
from structedit.text.values import dataclass
from structedit.tree.code import Code
from structedit.tree.extents import span_of
from structedit.tree.query_matches import MATCH_LIMIT, starting_nodes
from structedit.tree.walking import children_in, nodes_in

_FEW_NODES = 20_000
"""Bytes up to which only the patterns for the node types of a place are compiled.

As in `tree.syntax_tree`; chosen by judgement.
"""

_LONG_LIST = 1_000
_TOP = 100
"""Children of a longer list that count as its top. Both chosen by judgement: imports are above all that."""

_CONTEXTS = ("gives.", "stops.")

_RANK = regex(r"@order\.(\d+)")

_BREAK = regex(rb"\r\n?|\n")
_BREAK_OR_ESCAPE = regex(rb"(?s)(?P<escape>\\(?:z?\s+|.))|\r\n?|\n")
"""A line break, or an escape: in Lua `\\z` escapes all blanks that follow."""

_TRIPLED = regex(rb"[^\w\"']?[A-Za-z]{0,8}[^\w\"']*(?:\"\"\"|'''|```)")
"""The start of a string that may contain line breaks in every language with such strings: `r#\"\"\"`."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A node that breaks a rule.

    `rule` is the capture that found it, `at` is where to look (in a string, its first line break), and `above` the node
    that must not be above this one, if the rule is about order.
    """

    rule: str
    node: Span
    at: Span
    above: Span | None = None


def breaches(code: Code, near: Sequence[Span] | None = None) -> list[Breach]:
    """Find the nodes that break a rule, in document order.

    With `near`, only those whose rule the content of these places can affect are certain to be found.
    """
    known = queries(code.profile)
    if not known.rules and not known.order:
        return []
    found: dict[tuple[str, Span], Breach] = {}
    whole = Span(0, len(code.data))
    spans, lists = [whole], list[tuple[Node | None, Span]]([(None, whole)])
    if near is not None:
        spans, lists = _affected(code, near)
    for parent, siblings in lists:
        if parent is not None and not _may_differ(known.order, _types_at(parent, siblings)):
            continue
        captured = list(_captured(code, known.order, siblings, parent))
        found.update({(one.rule, one.node): one for one in _out_of_order(code, captured)})
    for span in _merged(spans):
        captured = list(_captured(code, known.rules, span))
        # Loops and functions around the span are captured as well, for they overlap it.
        contexts = {(name, node.id) for name, node in captured if name.startswith(_CONTEXTS)}
        for name, node in captured:
            kind, _, detail = name.partition(".")
            breach: Breach | None = None
            if kind == "one_line":
                breach = _broken_string(node, name, captured, code.data)
            elif kind == "wrong" or (kind == "needs" and not _has_context(node, detail, contexts)):
                breach = Breach(name, span_of(node), span_of(node))
            if breach is not None:
                found[name, breach.node] = breach
    return sorted(found.values(), key=lambda breach: (breach.at, breach.rule))


HIGHEST_RANK = 99
"""The rank of a node at the top of a file without a rule about order.

Chosen by judgement: above all ranks in the rules, which have one digit.
"""


def ranks_at_top(code: Code) -> dict[int, int]:
    """Return the ranks of the nodes at the top of a file by the rules about order, by the start of each node."""
    found: dict[int, int] = {}
    patterns = queries(code.profile).order
    if not patterns:
        return found
    for name, node in _captured(code, patterns, Span(0, len(code.data))):
        is_at_top = node.parent is not None and node.parent.id == code.root.id
        if name.startswith("order.") and is_at_top:
            found.setdefault(node.start_byte, -1 if name == "order.any" else _rank(name))
    return {at: rank for at, rank in found.items() if rank >= 0}


def _broken_string(
    node: Node, rule: str, captured: Sequence[tuple[str, Node]], data: bytes
) -> Breach | None:
    """Return the breach of a string that must end on its line if it contains a line break.

    Code inside the string (`${…}`, captured as `@free`) may contain line breaks in the languages with such captures.
    A string that is captured as `@free` itself, because of its place, may contain any.
    """
    text = data[node.start_byte : node.end_byte]
    is_on_one_line = node.start_point.row == node.end_point.row and b"\r" not in text
    if is_on_one_line or _TRIPLED.match(text):
        return None
    free = [span_of(one) for name, one in captured if name == "free"]
    # Two strings may be one node (`"a" "b"`): between them each quote is closed.
    quotes = [child.end_byte for child in node.children if child.type in ('"', "'")]
    sought_break = _BREAK if rule == "one_line" else _BREAK_OR_ESCAPE
    for match in sought_break.finditer(text):
        at = Span(node.start_byte + match.start(), node.start_byte + match.end())
        is_outside = len(quotes) > 2 and sum(end <= at.start for end in quotes) % 2 == 0
        is_escape = match.lastgroup == "escape"
        if not is_escape and not is_outside and not any(span.contains(at) for span in free):
            return Breach(rule, span_of(node), at)
    return None


def _has_context(node: Node, context: str, contexts: Collection[tuple[str, int]]) -> bool:
    """Return True if an ancestor of a node is the context that it needs, with no function in between."""
    outer = node.parent
    while outer is not None:
        if (f"gives.{context}", outer.id) in contexts:
            return True
        if (f"stops.{context}", outer.id) in contexts:
            return False
        outer = outer.parent
    return False


def _out_of_order(code: Code, captured: Iterable[tuple[str, Node]]) -> Iterator[Breach]:
    """Yield a breach for each node below a sibling of a higher rank.

    Of the nodes of a rank `N.first` only the first must be above those of a higher rank.
    """
    comments, siblings = code.profile.nodes.comments, dict[int, list[tuple[str, Node]]]()
    decided = set[int]()
    for name, node in captured:
        if name.startswith("order.") and node.id not in decided and node.parent is not None:
            decided.add(node.id)  # the first pattern that captures a node decides
            if name != "order.any" and node.type not in comments:
                siblings.setdefault(node.parent.id, []).append((name, node))
    for rows in siblings.values():
        rows.sort(key=lambda row: row[1].start_byte)
        highest = rows[0]
        seen = set[str]()
        for name, node in rows:
            is_later = name.endswith(".first") and name in seen
            seen.add(name)
            if _rank(name) >= _rank(highest[0]):
                highest = name, node
            elif not is_later:
                yield Breach(name, span_of(node), span_of(node), span_of(highest[1]))


@cache
def _rank(rule: str) -> int:
    return int(rule.split(".")[1])


def _may_differ(order: PatternSet, types: Collection[str]) -> bool:
    """Return True if nodes of these types have more than one rank in the rules about order.

    Most lists have one kind of statement near an edit. Then their query is not even compiled.
    """
    texts = order.texts_beginning_at(types)
    return len({rank for text in texts for rank in _RANK.findall(text)}) > 1


# Where to look


def _affected(
    code: Code, near: Sequence[Span]
) -> tuple[list[Span], list[tuple[Node | None, Span]]]:
    """Return the nodes whose rules may depend on the text at some places, and the lists whose order may.

    Besides the text itself, that is a loop or function with its header there, including its whole body. In a list it is
    the siblings above and below.
    """
    spans, lists = list[Span](), list[tuple[Node | None, Span]]()
    known = queries(code.profile)
    contexts = _types_of(known.rules.texts, *_CONTEXTS)
    ordered = _types_of(known.order.texts, "order.")
    for place in near:
        start = max(0, text_end(code.data, place.start) - 1)
        end = min(len(code.data), text_start(code.data, place.end) + 1)
        here = Span(start, max(start, end))
        spans.append(here)
        node = code.root.descendant_for_byte_range(start, end)
        while node is not None:
            if node.type in ordered and _is_near_top(node, here):
                lists.append((node, _with_siblings(code, node, here)))
            node = node.parent
        # The token behind the place counts: a word deleted before a function (`async`) is no part of it.
        for at in {min(text_start(code.data, place.start), end - 1), end - 1}:
            node = code.root.descendant_for_byte_range(at, at + 1)
            while node is not None and node.parent is not None:  # no edit takes the root away
                if node.type in contexts and not _is_in_body(node, here):
                    spans.append(span_of(node))
                node = node.parent
    return spans, lists


def _is_near_top(parent: Node, place: Span) -> bool:
    """Return True unless a place is far below the top of a long list, where no rule about order is checked.

    A query looks at all children of a list at once: in a file of 1 MB that takes as long as to parse it.
    """
    last = parent.child(_TOP) if parent.child_count > _LONG_LIST else None
    return last is None or last.start_byte >= place.start


def _is_in_body(node: Node, place: Span) -> bool:
    """Return True if a place is inside the body of a loop or function: its header is as it was then."""
    body = node.child_by_field_name("body")
    if body is None and node.named_child_count:
        body = node.named_child(node.named_child_count - 1)
    return body is not None and span_of(body).contains(place)


def _with_siblings(code: Code, parent: Node, place: Span) -> Span:
    """Return a place in a node, grown to the nearest children on both sides that are not comments."""
    comments = code.profile.nodes.comments
    start, end = max(place.start, parent.start_byte), min(place.end, parent.end_byte)
    at = text_end(code.data, start)
    while at > parent.start_byte:
        beside = children_in(parent, Span(at - 1, at))
        if not beside:
            break
        start = min(start, beside[0].start_byte)
        if beside[0].type not in comments and beside[0].is_named:
            break
        at = text_end(code.data, beside[0].start_byte)
    at = text_start(code.data, end)
    while at < parent.end_byte:
        beside = children_in(parent, Span(at, at + 1))
        if not beside:
            break
        end = max(end, beside[-1].end_byte)
        if beside[-1].type not in comments and beside[-1].is_named:
            break
        at = text_start(code.data, beside[-1].end_byte)
    return Span(start, end)


@cache
def _types_of(texts: tuple[str, ...], *rules: str) -> frozenset[str]:
    """Return the types of nodes that patterns with captures of these rules begin at: loops, or lists with an order."""
    marks = tuple(f"@{rule}" for rule in rules)
    chosen = (text for text in texts if any(mark in text for mark in marks))
    return frozenset().union(*(roots_of(text) or () for text in chosen))


def _merged(spans: list[Span]) -> list[Span]:
    """Return spans without those inside others."""
    found: list[Span] = []
    for span in sorted(spans):
        if found and span.start <= found[-1].end:
            span = Span(found[-1].start, max(found.pop().end, span.end))
        found.append(span)
    return found


def _types_at(parent: Node, span: Span) -> set[str]:
    """Return the types of a node, its parent and its children in a span."""
    area = Span(span.start, max(span.end, span.start + 1))
    return {node.type for node in (parent.parent or parent, parent, *children_in(parent, area))}


def _captured(
    code: Code, patterns: PatternSet, span: Span, parent: Node | None = None
) -> Iterator[tuple[str, Node]]:
    """Yield the captures of all rules in a span, each with its node, by the order of the patterns.

    With a `parent`, only those of its children, not of nodes inside them.
    """
    area = Span(span.start, max(span.end, span.start + 1))
    outer = parent.parent or parent if parent is not None else code.root
    found: list[tuple[int, str, Node]] = []
    if patterns.is_asked_often or (parent is None and len(area) > _FEW_NODES):
        parts = patterns.all
    elif parent is not None:
        parts = patterns.beginning_at(_types_at(parent, span))
    else:
        # Most rules of a language are about types of nodes alone: no query need be compiled for them.
        nodes, by_type = list(nodes_in(code.root, area)), patterns.by_type
        named = (node for node in nodes if node.is_named)  # the word `lambda` has a lambda's type
        found = [(number, name, n) for n in named for number, name in by_type.get(n.type, ())]
        parts = patterns.beyond_types({node.type for node in nodes})
    for part in parts:
        starts = starting_nodes(code.root, part, area) if part.root is not None else [outer]
        for start in starts:
            cursor = QueryCursor(part.query, match_limit=MATCH_LIMIT)
            if part.root is not None or parent is not None:
                cursor.set_max_start_depth(0 if part.root is not None else 1)
            cursor.set_byte_range(area.start, area.end)
            for pattern, captures in cursor.matches(start):
                found += [
                    (part.numbers[pattern], name, node)
                    for name, nodes in captures.items()
                    for node in nodes
                ]
    found.sort(key=lambda row: row[0])
    return ((name, node) for _, name, node in found)
