"""The matches of a profile's queries, over a file or over one place of it.

Captures come unordered from the parser, so they are sorted here. Not here: what is made of them
(`tree.blocks`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import itemgetter

from tree_sitter import Node, QueryCursor

from structedit.languages.grammars import Patterns
from structedit.languages.kinds import words_of
from structedit.text.document import Span
from structedit.tree.code import Code
from structedit.tree.extents import Captures, span_of
from structedit.tree.walking import children_in

MATCH_LIMIT = 65_536
"""Matches that a query may have under way; chosen by judgement, far above what files need."""


def matches_of(
    code: Code,
    parts: tuple[Patterns, ...],
    within: Span | None,
    prefix: str,
) -> Iterator[tuple[str, Captures]]:
    """(kind, captures) of each match, in order of position, outer before inner, then of pattern."""
    reach = within and Span(within.start, max(within.end, within.start + 1))
    found = []
    kind: str | None = None
    for part in parts:
        for start in starting_nodes(code.root, part, reach):
            cursor = QueryCursor(part.query, match_limit=MATCH_LIMIT)
            if part.root is not None:
                cursor.set_max_start_depth(0)
            if reach is not None:
                cursor.set_byte_range(reach.start, reach.end)
            for pattern, captures in cursor.matches(start):
                if kind not in captures:  # most matches in a row are of one kind
                    kind = next((name for name in captures if name.startswith(prefix)), None)
                    if kind is None:
                        continue
                node = captures[kind][0]
                meant = _kind_of(code, kind.removeprefix(prefix), captures)
                if meant is None:
                    continue
                if reach is None or (
                    span_of(node).overlaps(reach) and _is_held(node, captures.get("body", ()))
                ):
                    key = (node.start_byte, -node.end_byte, part.numbers[pattern])
                    captures["node"] = [node]
                    found.append((key, meant, captures))
    found.sort(key=itemgetter(0))
    return ((kind, captures) for _, kind, captures in found)


def _is_held(node: Node, bodies: Iterable[Node]) -> bool:
    """Whether bodies are in the node that they are captured for.

    Where a query is held to a place, the parser may take one of what comes next: of Elixir's `def g(x)` alone, the
    `do` of the function below.
    """
    return all(body.end_byte <= node.end_byte for body in bodies)


def _kind_of(code: Code, kind: str, captures: Captures) -> str | None:
    """The kind that a keyword means, where a language has words for it and no nodes; else None."""
    if not kind.startswith("keyword"):
        return kind
    node = captures["keyword"][0]
    return words_of(code.profile, kind).get(
        code.data[node.start_byte : node.end_byte].decode("utf-8", "replace")
    )


def starting_nodes(root: Node, part: Patterns, reach: Span | None) -> list[Node]:
    """The nodes to match patterns at: the root, or those under it."""
    if part.root is None:
        return [root]
    if root.type != part.root:
        return []
    return root.children if reach is None else children_in(root, reach)
