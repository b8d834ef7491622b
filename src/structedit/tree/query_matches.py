"""The matches of a profile's queries, over a file or over one place of it.

Captures come unordered from the parser, so they are sorted here. Not here: making definitions from them
(`tree.blocks`).
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter

from tree_sitter import Node, QueryCursor

from structedit.languages.grammars import Patterns
from structedit.languages.kinds import words_of
from structedit.text.document import Span
from structedit.tree.code import Code
from structedit.tree.extents import Captures
from structedit.tree.walking import children_in

_PLACE = itemgetter(0, 1, 2)

MATCH_LIMIT = 65_536
"""Matches that a query may have in progress; chosen by judgement, far more than files need."""


def matches_of(
    code: Code,
    parts: tuple[Patterns, ...],
    within: Span | None,
    prefix: str,
) -> list[tuple[str, Captures]]:
    """(kind, captures) of each match, in order of position, outer before inner, then of pattern."""
    area = within and Span(within.start, max(within.end, within.start + 1))
    found: list[tuple[int, int, int, str, Captures]] = []
    kind, word, has_words = "", "", False
    for part in parts:
        numbers = part.numbers
        for start in starting_nodes(code.root, part, area):
            cursor = QueryCursor(part.query, match_limit=MATCH_LIMIT)
            if part.root is not None:
                cursor.set_max_start_depth(0)
            if area is not None:
                cursor.set_byte_range(area.start, area.end)
            for pattern, captures in cursor.matches(start):
                nodes = captures.get(kind)
                if nodes is None:  # most matches in a row are of one kind
                    kind = next((name for name in captures if name.startswith(prefix)), "")
                    if not kind:
                        continue
                    word, nodes = kind.removeprefix(prefix), captures[kind]
                    has_words = word.startswith("keyword")
                meant: str | None = word
                if has_words:  # the language has words for the kinds, and one node for all
                    keyword = code.data[slice(*captures["keyword"][0].byte_range)]
                    meant = words_of(code.profile, word).get(keyword.decode("utf-8", "replace"))
                if meant is None:
                    continue
                node = nodes[0]
                begin, end = node.start_byte, node.end_byte
                if area is None or (
                    begin < area.end
                    and area.start < end
                    and _is_held(node, captures.get("body", ()))
                ):
                    captures["node"] = nodes if len(nodes) == 1 else [node]
                    found.append((begin, -end, numbers[pattern], meant, captures))
    found.sort(key=_PLACE)
    return [(kind, captures) for _, _, _, kind, captures in found]


def _is_held(node: Node, bodies: Iterable[Node]) -> bool:
    """Return True if bodies are in the node of their match.

    If a query is limited to a place, the parser may capture the next body: for Elixir's `def g(x)` alone, the
    `do` of the function below.
    """
    return all(body.end_byte <= node.end_byte for body in bodies)


def starting_nodes(root: Node, part: Patterns, area: Span | None) -> list[Node]:
    """Return the nodes to match patterns at: the root, or its children."""
    if part.root is None:
        return [root]
    if root.type != part.root:
        return []
    return root.children if area is None else children_in(root, area)
