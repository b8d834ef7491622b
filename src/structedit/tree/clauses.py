"""Definitions of several nodes: the clauses of one function.

In Erlang `f(0) -> a;` and `f(X) -> b.` are two nodes and one function, since the first ends in a
semicolon. A profile declares that with `clauses`: the type of such nodes, the token they then end in,
and the one that ends the last. In Haskell nothing joins the equations of one function but their name
(`tree.equations`); there are no such tokens then.

Not here: clauses with a body each; these are blocks of the kind `case`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from tree_sitter import Node

from structedit.languages.profiles import LanguageProfile
from structedit.text.document import Span
from structedit.text.values import dataclass, replace
from structedit.tree.code import Code
from structedit.tree.equations import following_node, next_equation
from structedit.tree.extents import span_of


def may_have_clauses(node: Node, profile: LanguageProfile) -> bool:
    """Return True if several nodes of this type may be one definition."""
    return node.type in profile.nodes.clauses


def signs_between(profile: LanguageProfile) -> frozenset[bytes]:
    """Return the ends of clauses that are not the last; empty if only their name joins them."""
    return frozenset(going.encode() for going, *_ in filter(None, profile.nodes.clauses.values()))


def clause_ends(profile: LanguageProfile) -> frozenset[bytes]:
    """Return all signs that a clause may end in."""
    return frozenset(sign.encode() for ends in profile.nodes.clauses.values() for sign in ends)


def last_clause(code: Code, node: Node) -> Node | None:
    """Return the last of the clauses that begin with a node; None for a single one."""
    last = None
    while (following := _next(code, last or node)) is not None:
        last = following
    return last


def is_further_clause(code: Code, node: Node) -> bool:
    """Return True if a node continues the definition of the node before it."""
    before = node.prev_sibling if may_have_clauses(node, code.profile) else None
    while before is not None and before.type in code.profile.nodes.comments:
        before = before.prev_sibling
    return before is not None and _next(code, before) == node


def is_one_of_several(code: Code, node: Node) -> bool:
    """Return True if a clause is one of several."""
    return _next(code, node) is not None or is_further_clause(code, node)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause, or another node beside it, as far as it decides whether the next one belongs to it.

    `ends` are the last tokens of clauses of this type, before another one and at the end; empty for other nodes.
    """

    span: Span
    type: str
    word: bytes
    arguments: int | None
    end: Span
    end_type: str
    ends: tuple[str, ...]

    @classmethod
    def of(cls, code: Code, node: Node) -> Clause:
        """Read a node that is no comment."""
        ends = tuple(code.profile.nodes.clauses.get(node.type) or ())
        end = node.children[-1] if node.child_count else node
        arguments = _arguments(node) if ends else None
        return cls(
            span_of(node),
            node.type,
            _first_word(code.data, node),
            arguments,
            span_of(end),
            end.type,
            ends,
        )

    def moved(self, shift: int) -> Clause:
        """Return the same clause in a text that begins `shift` bytes earlier."""
        return replace(self, span=self.span.shifted(shift), end=self.end.shifted(shift))


def wrong_ends(clauses: Sequence[Clause]) -> Iterator[tuple[Span, bytes]]:
    """Yield the ends of clauses that do not fit the next node, each with the right token.

    A clause must continue if the next one has its name and as many arguments; it must end if
    another definition follows, or nothing.
    """
    for clause, following in zip_longest(clauses, clauses[1:]):
        if clause.end_type not in clause.ends:
            continue
        going, last = clause.ends
        is_followed = following is not None and following.type == clause.type
        alike = is_followed and following.word == clause.word
        if clause.end_type == going and not alike and (following is None or is_followed):
            yield clause.end, last.encode()
        elif clause.end_type == last and alike and clause.arguments == following.arguments:
            yield clause.end, going.encode()


def _arguments(node: Node) -> int | None:
    """Return the number of arguments, if the first part of a node has them."""
    first = node.children[0] if node.child_count else None
    held = first.child_by_field_name("args") if first is not None else None
    return held.named_child_count if held is not None else None


def _next(code: Code, node: Node) -> Node | None:
    """Return the clause behind a node that continues its definition and has the same first word."""
    ends = code.profile.nodes.clauses.get(node.type)
    if ends is None:
        return None
    if not ends:
        return next_equation(code, node)
    if not node.child_count or node.children[-1].type != ends[0]:
        return None
    following = following_node(node, code.profile)
    if following is None or following.type != node.type:
        return None
    is_same = _first_word(code.data, node) == _first_word(code.data, following)
    return following if is_same else None


def _first_word(data: bytes, node: Node) -> bytes:
    while node.child_count:
        node = node.children[0]
    return data[node.start_byte : node.end_byte]
