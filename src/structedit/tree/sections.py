"""Sections: definitions that extend to the next heading of the same or a higher level.

Grammars have a node for a heading, or for the first line of a table, and seldom for the end of a section.
The rule is in the profile's ``[sections]``. An example:

    # Guide          level 1: to the end of the file
    text             body of Guide
    ## Install       level 2: up to the next heading of level 1 or 2
    ...

    ## Usage         ends Install, the blank lines before it belong to neither

Ends depend on headings far away, so definitions are then always listed for the whole file.

Not here: names and comments of a section (`tree.blocks`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from tree_sitter import Node

from structedit.languages.profiles import Sections
from structedit.text.document import Span
from structedit.text.lazily import regex
from structedit.text.lines import text_end
from structedit.tree.code import Code
from structedit.tree.extents import span_of

_KEY = regex(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|[^\s."\']+')
_MARKUP = regex(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?|[*`]+|(?<!\w)_+|_+(?!\w)")


def section_ends(
    data: bytes,
    rule: Sections,
    headings: Sequence[Node],
    holders: Collection[int],
    begins: Callable[[Node], int],
) -> dict[int, int]:
    """Return where sections end, without blank lines, by the id of each heading's node.

    `headings` are in document order; the nodes of the `holders` among them, by id, contain their sections, which end
    no later than they do. `begins` finds where a section starts, comments included.
    """
    rows = [(node, level) for node, level in _levelled(data, rule, headings) if level]
    ends: dict[int, int] = {}
    open_rows: list[tuple[Node, int]] = []
    for node, level in rows:
        while open_rows and open_rows[-1][1] >= level:
            ends[open_rows.pop()[0].id] = text_end(data, begins(node))
        open_rows.append((node, level))
    for node, _ in open_rows:
        ends[node.id] = text_end(data, len(data))
    starts = {node.id: node for node, _ in rows}
    least = {key: text_end(data, node.start_byte + 1) for key, node in starts.items()}
    most = {key: text_end(data, node.end_byte) for key, node in starts.items() if key in holders}
    return {key: max(least[key], min(end, most.get(key, end))) for key, end in ends.items()}


def _levelled(data: bytes, rule: Sections, headings: Sequence[Node]) -> list[tuple[Node, int]]:
    """Return each heading with its level, 1 the highest; 0 for one that opens no section."""
    known: list[bytes] = []
    rows = []
    for node in headings:
        types = [child.type for child in node.children]
        level = next((rule.levels[kind] for kind in types if kind in rule.levels), 1)
        if rule.styles:
            marks = [c.start_byte for c in node.children if c.type == rule.styles]
            style = bytes(data[at] for at in marks)
            known += [] if style in known else [style]
            level = 1 + known.index(style)
        rows.append((node, 0 if _is_outside(rule, node) else level))
    return rows


def _is_outside(rule: Sections, node: Node) -> bool:
    """Return True if a heading is inside a quote or a list, and so does not divide the file."""
    holders = rule.headings[node.type]
    holder = node.parent if holders else None
    while holder is not None:
        if holder.type in holders:
            return True
        holder = holder.parent
    return False


def unclosed(code: Code) -> Span | None:
    """Return the opening of a construct that lacks its end and extends to the end of the file."""
    end = text_end(code.data, len(code.data))
    node = code.root.descendant_for_byte_range(max(0, end - 1), end) if end else None
    while node is not None and node.type not in code.profile.sections.unclosed:
        node = node.parent
    if node is None or node.child_count < 2 or node.children[0].type == node.children[-1].type:
        return None
    lines = code.profile.sections.unclosed[node.type]
    opening = node.children[0]
    return span_of(opening) if lines.search(code.data, node.start_byte, end) else None


def heading_name(text: str) -> str:
    """Return a heading as one line, without the marks that close it.

    >>> heading_name("Getting  started ##"), heading_name("C#"), heading_name("{Intro}")
    ('Getting started', 'C#', 'Intro')
    """
    line = " ".join(text.split())
    if line.startswith("{") and line.endswith("}"):
        return line[1:-1].strip() or line
    return re.sub(r"\s+#+\Z", "", line) or line


def plain_name(name: str) -> str:
    """Return a heading without its markup: without emphasis and links.

    >>> plain_name("[1.2.0] - *2024*"), plain_name("The `run` command")
    ('1.2.0 - 2024', 'The run command')
    """
    return " ".join(_MARKUP.sub(lambda found: found[1] or "", name).split())


def key_parts(text: str) -> tuple[str, ...]:
    """Split a dotted key; quotes stay.

    >>> key_parts('a."b.c" . d')
    ('a', '"b.c"', 'd')
    """
    return tuple(_KEY.findall(text))


class Tables:
    """Computes the paths of tables (TOML): a prefix that is a list means the list's last item so far."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, ...], int] = {}

    def path(self, keys: tuple[str, ...]) -> tuple[str, ...]:
        """Return the path of a table."""
        found: tuple[str, ...] = ()
        for key in keys:
            found = (*found, key)
            if found in self._counts:
                found = (*found, f"[{self._counts[found] - 1}]")
        return found

    def item(self, keys: tuple[str, ...]) -> tuple[str, ...]:
        """Count one more item of a list of tables; return its path."""
        holder = (*self.path(keys[:-1]), keys[-1])
        self._counts[holder] = self._counts.get(holder, 0) + 1
        return (*holder, f"[{self._counts[holder] - 1}]")
