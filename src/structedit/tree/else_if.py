"""The content of an `else`: an `if` right after it is the arm `elif`, and no statement of its own."""

from __future__ import annotations

from tree_sitter import Node

from structedit.languages.profiles import LanguageProfile
from structedit.tree.extents import Captures, first_of


def holds_an_if(node: Node, captures: Captures) -> bool:
    """Whether an `else` holds nothing but another statement of the kind that it is an arm of."""
    body, statement = first_of(captures, "body"), node.parent
    return body is not None and statement is not None and body.type == statement.type


def follows_else(node: Node, profile: LanguageProfile) -> bool:
    """Whether an `if` stands right after `else`, also inside of a node that holds it alone."""
    before = node.prev_sibling
    while before is None and node.parent is not None and node.next_sibling is None:
        node = node.parent
        before = node.prev_sibling
    while before is not None and before.type in profile.nodes.comments:
        before = before.prev_sibling
    return before is not None and before.type == "else"
