"""An `if` right after `else` is the arm `elif`, not a statement of its own."""

from __future__ import annotations

from tree_sitter import Node

from structedit.languages.profiles import LanguageProfile
from structedit.tree.extents import Captures, first_of


def has_only_an_if(node: Node, captures: Captures) -> bool:
    """Return True if an `else` contains only another statement of the kind of its own statement."""
    body, start = first_of(captures, "body"), first_of(captures, "start")
    # If the grammar has no node for the arm, the node is the whole statement.
    is_whole = start is not None and start.start_byte > node.start_byte
    statement = node if is_whole else node.parent
    return body is not None and statement is not None and body.type == statement.type


def is_behind_else(node: Node, profile: LanguageProfile) -> bool:
    """Return True if an `if` is right after `else`, also if it is the only child of a node there."""
    before = node.prev_sibling
    while before is None and node.parent is not None and node.next_sibling is None:
        node = node.parent
        before = node.prev_sibling
    while before is not None and before.type in profile.nodes.comments:
        before = before.prev_sibling
    return before is not None and before.type == "else"
