"""Facts about profiles as rows of data, and what checks them.

A row is (source, place, part, expected text). A place is a definition's dotted path with an
optional `~n` (its nth, from 1), or `@kind~n` for the nth anonymous block of that kind.
"""

from __future__ import annotations

from structedit.languages.known import profile
from structedit.text.document import Span
from structedit.tree.nodes import Block
from structedit.tree.syntax_tree import SyntaxTree, parse

Fact = tuple[str, str, str, str | None]


def tree_of(language: str, source: str) -> SyntaxTree:
    """Parse a source that must parse."""
    tree = parse(source.encode(), profile(language))
    assert isinstance(tree, SyntaxTree), tree
    return tree


def find(tree: SyntaxTree, place: str) -> Block:
    """Give the block at a place, or fail naming what there is."""
    name, _, number = place.rpartition("~")
    if not number.isdigit():
        name, number = place, ""
    if name.startswith("@"):
        found = [b for b in tree.blocks() if b.kind == name[1:]]
    else:
        found = [b for b in tree.definitions() if ".".join(b.path) == name]
    index = int(number or 1) - 1
    there = [b.path or b.kind for b in tree.definitions() + tree.blocks()]
    assert index < len(found), f"{place} is not among {there}"
    return found[index]


def text(language: str, source: str, place: str, part: str) -> str | None:
    """Give the text of a part: a span, several joined by `|`, or a word such as its kind."""
    tree = tree_of(language, source)
    block = find(tree, place)
    value = getattr(block, part)
    if isinstance(value, tuple):
        return "|".join(span.of(tree.data).decode() for span in value)
    if isinstance(value, Span):
        return value.of(tree.data).decode()
    return value if value is None else str(value)
