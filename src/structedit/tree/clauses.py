"""Definitions that go on from one node to the next: the clauses of one function.

In Erlang `f(0) -> a;` and `f(X) -> b.` are two nodes and one function, since the first ends in a
semicolon. A profile declares that with `clauses`: the type of such nodes, the token they then end in,
and the one that ends the last. In Haskell nothing joins the equations of one function but their name
(`tree.equations`); there are no such tokens then.

Not here: where each clause has its own body; those are blocks of the kind `case`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tree_sitter import Node

from structedit.languages.profiles import LanguageProfile
from structedit.text.document import Span
from structedit.tree.code import Code
from structedit.tree.equations import following_node, next_equation


def goes_on(node: Node, profile: LanguageProfile) -> bool:
    """Whether several nodes of this type may be one definition."""
    return node.type in profile.nodes.clauses


def signs_between(profile: LanguageProfile) -> frozenset[bytes]:
    """What clauses end in that others follow; empty where nothing joins them but their name."""
    return frozenset(going.encode() for going, *_ in filter(None, profile.nodes.clauses.values()))


def last_clause(code: Code, node: Node) -> Node | None:
    """The last of the clauses that begin with a node; None where it is the only one."""
    last = None
    while (following := _next(code, last or node)) is not None:
        last = following
    return last


def is_further_clause(code: Code, node: Node) -> bool:
    """Whether a node continues what the one before it began."""
    before = node.prev_sibling if goes_on(node, code.profile) else None
    while before is not None and before.type in code.profile.nodes.comments:
        before = before.prev_sibling
    return before is not None and _next(code, before) == node


def is_one_of_several(code: Code, node: Node) -> bool:
    """Whether a clause is not alone."""
    return _next(code, node) is not None or is_further_clause(code, node)


def wrong_ends(code: Code, nodes: Iterable[Node]) -> Iterator[tuple[Span, bytes]]:
    """The ends of clauses that do not fit what follows, each with the right token.

    A clause goes on where the next one has its name and as many arguments; it does not where
    another definition follows, or nothing.
    """
    for node in nodes:
        going, last = code.profile.nodes.clauses.get(node.type) or ("", "")
        end = node.children[-1] if node.child_count else None
        following = following_node(node, code.profile)
        if end is None or end.type not in (going, last):
            continue
        alike = following is not None and _is_alike(code.data, node, following)
        if end.type == going and not alike and (following is None or following.type == node.type):
            yield Span(end.start_byte, end.end_byte), last.encode()
        elif end.type == last and alike and _arguments(node) == _arguments(following):
            yield Span(end.start_byte, end.end_byte), going.encode()


def _arguments(node: Node | None) -> int | None:
    """The number of arguments, where the first part of a node has them; else None."""
    first = node.children[0] if node is not None and node.child_count else None
    held = first.child_by_field_name("args") if first is not None else None
    return held.named_child_count if held is not None else None


def _next(code: Code, node: Node) -> Node | None:
    """The clause that continues what a node began, which has the same first word; None if none does."""
    ends = code.profile.nodes.clauses.get(node.type)
    if ends is None:
        return None
    if not ends:
        return next_equation(code, node)
    if not node.child_count or node.children[-1].type != ends[0]:
        return None
    following = following_node(node, code.profile)
    return following if following is not None and _is_alike(code.data, node, following) else None


def _is_alike(data: bytes, one: Node, other: Node) -> bool:
    return one.type == other.type and _first_word(data, one) == _first_word(data, other)


def _first_word(data: bytes, node: Node) -> bytes:
    while node.child_count:
        node = node.children[0]
    return data[node.start_byte : node.end_byte]
