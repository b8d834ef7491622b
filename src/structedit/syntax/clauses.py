"""Definitions that go on from one node to the next: the clauses of one function.

In Erlang `f(0) -> a;` and `f(X) -> b.` are two nodes and one function, since the first ends in a
semicolon. A profile says so with `going_on`: the type of such nodes and the token they then end in.

Not here: where each clause has its own body; those are blocks of the kind `case`.
"""

from __future__ import annotations

from tree_sitter import Node

from structedit.syntax.languages import LanguageProfile


def last_clause(data: bytes, node: Node, profile: LanguageProfile) -> Node | None:
    """Give the last of the clauses that begin with a node; None where it is the only one."""
    last = None
    while (following := _next(data, last or node, profile)) is not None:
        last = following
    return last


def is_further_clause(data: bytes, node: Node, profile: LanguageProfile) -> bool:
    """Tell a node that goes on what the one before it began."""
    before = node.prev_sibling if node.type in profile.going_on else None
    while before is not None and before.type in profile.comments:
        before = before.prev_sibling
    return before is not None and _next(data, before, profile) == node


def is_one_of_several(data: bytes, node: Node, profile: LanguageProfile) -> bool:
    """Tell a clause that is not alone."""
    return _next(data, node, profile) is not None or is_further_clause(data, node, profile)


def _next(data: bytes, node: Node, profile: LanguageProfile) -> Node | None:
    """Give the clause that goes on what a node began: it has the same first word."""
    token = profile.going_on.get(node.type)
    if token is None or not node.child_count or node.children[-1].type != token:
        return None
    following = node.next_sibling
    while following is not None and following.type in profile.comments:
        following = following.next_sibling
    if following is None or following.type != node.type:
        return None
    return following if _first_word(data, following) == _first_word(data, node) else None


def _first_word(data: bytes, node: Node) -> bytes:
    while node.child_count:
        node = node.children[0]
    return data[node.start_byte : node.end_byte]
