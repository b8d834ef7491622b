"""The law of patterns: the text of a node, some of it metavariables, is a pattern that finds that node.

In each node that is drawn, none to three of the nodes inside give way to a metavariable, or the rest of a list to a
`$$$`. A text that is read alone as a node of another type, such as a list of arguments, is nobody's pattern of that
node, and is left out.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tree_sitter import Node, Parser

from structedit import Document, Source, StructEditError
from structedit.calls.code_patterns import code_pattern
from structedit.languages.grammars import grammar
from structedit.search.patterns.pattern_hits import pattern_hits
from structedit.search.patterns.pattern_reading import read_pattern
from structedit.text.document import Span, to_text

SHORTEST, LONGEST = 8, 300
"""Bytes of a node: a shorter one is a word, a longer one nobody writes as a pattern. Chosen by judgement."""

MOST_HOLES = 3
OPENING = (b"(", b"[", b"{")
_TEXTS = ("comment", "string", "escape", "content", "interpol", "fragment", "quote", "heredoc")
"""Words in the types of nodes in which a metavariable would be text."""


@dataclass
class Count:
    """Patterns of a language: asked, and those that did not find their node."""

    asked: int = 0
    missed: list[str] = field(default_factory=list)


def nodes_below(root: Node) -> Iterator[Node]:
    """The named nodes of a tree, a holder before what it holds."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.named_children))


def is_wanted(node: Node, data: bytes) -> bool:
    """Return True if a pattern may be made of a node."""
    size = node.end_byte - node.start_byte
    text = data[node.start_byte : node.end_byte]
    is_code = SHORTEST <= size <= LONGEST and node.named_child_count > 0
    return is_code and b"$" not in text and "comment" not in node.type


def holes_in(node: Node, data: bytes, chance: random.Random) -> list[tuple[Span, str]]:
    """Places in a node for metavariables, sorted, none in another: one node each, or the rest of a list."""
    inner = [one for one in nodes_below(node) if one.id != node.id and _may_be_hole(one, data)]
    found: list[tuple[Span, str]] = []
    for one in chance.sample(inner, min(len(inner), chance.randint(0, MOST_HOLES))):
        span, sign = Span(one.start_byte, one.end_byte), "$"
        above = one.parent
        is_listed = above is not None and data[above.start_byte : above.start_byte + 1] in OPENING
        if above is not None and is_listed and chance.random() < 0.25:
            span, sign = Span(span.start, above.named_children[-1].end_byte), "$$$"
        is_free = not any(span.overlaps(other) for other, _ in found)
        if is_free and node.start_byte <= span.start < span.end <= node.end_byte:
            found.append((span, sign))
    return sorted(found)


def _may_be_hole(node: Node, data: bytes) -> bool:
    """Return True if a metavariable may replace a node: no operator, half word, arm, or module before a dot."""
    text, behind = data[node.start_byte : node.end_byte], data[node.end_byte : node.end_byte + 1]
    is_text = any(word in node.type for word in _TEXTS)
    is_word = (
        text[:1].isalnum() and not behind.isalnum() and not (behind == b"." and text.istitle())
    )
    return is_word and not is_text and data[node.start_byte - 1 : node.start_byte] in b" \t\n([{,=!"


def pattern_of(node: Node, data: bytes, chance: random.Random) -> str:
    """The text of a node, with metavariables in it."""
    parts, at = list[str](), node.start_byte
    for number, (span, sign) in enumerate(holes_in(node, data, chance)):
        parts += (to_text(data[at : span.start]), f"{sign}{'ABCD'[number]}")
        at = span.end
    return "".join((*parts, to_text(data[at : node.end_byte])))


def is_read_as(pattern: str, source: Source, node: Node) -> bool:
    """Return True if a pattern is read as one node of a type, without a fault."""
    try:
        read = read_pattern(code_pattern(pattern), source.profile)
    except StructEditError:
        return False
    nodes = read.sought.nodes
    return not (read.is_broken or read.warning) and [one.type for one in nodes] == [node.type]


def is_found(pattern: str, source: Source, node: Node) -> bool:
    """Return True if a pattern finds a node; the blanks at the end of its text are no part of it."""
    size = len(source.data[node.start_byte : node.end_byte].rstrip())
    own = Span(node.start_byte, node.start_byte + size)
    hits = pattern_hits(source, code_pattern(pattern), source.language).hits
    return any(hit.span == own for hit in hits)


def asked_of(paths: Iterable[Path], language: str, nodes: int, chance: random.Random) -> Count:
    """Ask patterns of some nodes in each of some files."""
    count = Count()
    for path in paths:
        source = Source.of(Document.from_bytes(path.read_bytes(), str(path), language=language))
        if source.tree is None or not source.tree.clean or source.profile.grammar is None:
            continue
        root = Parser(grammar(source.profile.grammar)).parse(source.data).root_node
        wanted = [node for node in nodes_below(root) if is_wanted(node, source.data)]
        for node in chance.sample(wanted, min(nodes, len(wanted))):
            pattern = pattern_of(node, source.data, chance)
            if is_read_as(pattern, source, node):
                count.asked += 1
                if not is_found(pattern, source, node):
                    line = source.document.line_of(node.start_byte)
                    count.missed.append(f"{path}:{line}: {node.type}: {pattern!r}")
    return count
