"""Definitions in several nodes: the equations of one function, and the signature before them.

In Haskell

    push :: Int -> Int      a signature, which goes with what has its name
    push 0 = 1              one equation, and
    push n = n + 1          the next: one function

are three nodes. A profile declares that with `clauses`, the types of such nodes, and `signatures`,
which lead only what has their name. Not here: equations that a token joins (`;`).
"""

from __future__ import annotations

from tree_sitter import Node

from structedit.languages.profiles import LanguageProfile
from structedit.tree.code import Code

NAMES = ("name", "operator", "fun", "synonym")
"""The fields of a node, or of its first part, that hold the name of an equation."""

_APPLIED = ("function", "operator", "constructor")
"""The fields of a name with arguments (`Pair a b`) that hold the name without them."""


def is_signature(code: Code, node: Node) -> bool:
    """Whether a leading node belongs to the definition after it, which has its name."""
    if node.type not in code.profile.nodes.signatures:
        return False
    following = following_node(node, code.profile)
    return (
        following is not None
        and following.type not in code.profile.nodes.signatures
        and is_alike(code.data, node, following)
    )


def is_alike(data: bytes, one: Node, other: Node) -> bool:
    """Whether two nodes have one name."""
    name = name_of(data, one)
    return bool(name) and name == name_of(data, other)


def next_equation(code: Code, node: Node) -> Node | None:
    """The equation that continues what a node began, which has the same name; None if none does."""
    following = following_node(node, code.profile)
    if following is None or following.type != node.type:
        return None
    return following if is_alike(code.data, node, following) else None


def following_node(node: Node, profile: LanguageProfile) -> Node | None:
    """The next node that is not a comment; None if there is none."""
    following = node.next_sibling
    while following is not None and following.type in profile.nodes.comments:
        following = following.next_sibling
    return following


def name_of(data: bytes, node: Node) -> bytes:
    """The name of a node, or of the first part of it (`a <+> b = …`), without its brackets; else its first word.

    A signature of several names (`a, b :: Int`) is no one's own, and has none.
    """
    for holder in (node, *node.children[:1], *node.named_children[:1]):
        for field in NAMES:
            found = holder.child_by_field_name(field)
            inside = found.parent if found is not None else None
            if inside is not None and len(inside.children_by_field_name(field)) > 1:
                return b""
            while found is not None and field == "synonym":
                applied = (found.child_by_field_name(name) for name in _APPLIED)
                inner = next((part for part in applied if part is not None), None)
                if inner is None:
                    break
                found = inner
            if found is not None:
                return data[found.start_byte : found.end_byte].strip(b"()` ")
    first = node
    while first.child_count:
        first = first.children[0]
    return data[first.start_byte : first.end_byte] if first.is_named else b""
