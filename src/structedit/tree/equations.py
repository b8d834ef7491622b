"""Definitions in several nodes: the equations of one function, and the signature before them.

In Haskell

    push :: Int -> Int      a signature, which belongs to the equations of its name
    push 0 = 1              one equation, and
    push n = n + 1          the next: one function

are three nodes. A profile declares that with `clauses`, the types of such nodes, and `signatures`,
which belong only to equations of their name. Not here: equations that a token joins (`;`).
"""

from __future__ import annotations

from tree_sitter import Node

from structedit.languages.profiles import LanguageProfile
from structedit.tree.code import Code

NAMES = ("name", "operator", "fun", "synonym")
"""The fields with the name of an equation, in its node or the first part of it."""

_APPLIED = ("function", "operator", "constructor")
"""The fields with the bare name in a name with arguments (`Pair a b`)."""


def is_signature(code: Code, node: Node) -> bool:
    """Return True if a leading node belongs to the definition after it, which has its name."""
    if node.type not in code.profile.nodes.signatures:
        return False
    following = following_node(node, code.profile)
    return (
        following is not None
        and following.type not in code.profile.nodes.signatures
        and is_alike(code.data, node, following)
    )


def is_alike(data: bytes, one: Node, other: Node) -> bool:
    """Return True if two nodes have the same name."""
    name = name_of(data, one)
    return bool(name) and name == name_of(data, other)


def next_equation(code: Code, node: Node) -> Node | None:
    """Return the next equation, if it continues the function of a node: it has the same name."""
    following = following_node(node, code.profile)
    if following is None or following.type != node.type:
        return None
    return following if is_alike(code.data, node, following) else None


def following_node(node: Node, profile: LanguageProfile) -> Node | None:
    """Return the next node that is not a comment."""
    following = node.next_sibling
    while following is not None and following.type in profile.nodes.comments:
        following = following.next_sibling
    return following


def name_of(data: bytes, node: Node) -> bytes:
    """Return the name of a node, or of its first part (`a <+> b = …`), without brackets; else its first word.

    A signature of several names (`a, b :: Int`) belongs to none of them: its name is empty.
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
