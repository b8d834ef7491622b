"""Whether code that an edit did not write plays another role afterwards, as the language's own parser sees it.

The parsers print their nodes (`tree.*` beside this module). A leaf of the old tree that no edit touches must be
a leaf of the new one, below the same nodes. A node is the same if it has its kind and begins at the same place.
Nodes that the edit wrote or removed are left out: it touches one of their own tokens, or a whole child.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.corpus import fetched

HERE = Path(__file__).parent
NODE = ("node", str(HERE / "tree.js"))
PARSERS: dict[str, tuple[str, ...]] = {
    "python": (sys.executable, str(HERE / "tree.py")),
    "javascript": NODE,
    "typescript": NODE,
    "go": ("go", "run", str(HERE / "tree.go")),
    "ruby": ("ruby", "-W0", str(HERE / "tree.rb")),
    "php": ("php", "-d", "display_errors=0", str(HERE / "tree.php")),
}
_TYPESCRIPT = ("npm", "typescript@5.9.3", "lib/typescript.js")
FETCHED = {
    "javascript": _TYPESCRIPT,
    "typescript": _TYPESCRIPT,
    "php": ("deb", "php-parser", "usr/share/php/PhpParser/autoload.php"),
}
"""Packages with the parser: client, name, and the file that is the last argument."""

BRANCHES = frozenset(("body", "orelse", "finalbody", "stmts", "else"))
"""Fields that hold statements: each becomes a node of its own, so that a statement that moves from one to
another changes its ancestors."""

CLAUSES = frozenset(
    "orelse finalbody else Stmt_Else Stmt_ElseIf Stmt_Catch Stmt_Finally CatchClause ExceptHandler RESBODY WHEN".split()
)
"""Fields and kinds of clauses, which belong to the construct above them."""

_PIECE = re.compile(rb"\w+|\s|[-+*/=<>!&|^%~?]+|[^\w\s]")


class Fine(NamedTuple):
    """Bytes `start:end` of the old content become `new_start:new_end` of the new one."""

    start: int
    end: int
    new_start: int
    new_end: int


class Node:
    """A node of a language's own tree, with its place."""

    __slots__ = ("children", "end", "kind", "parent", "start")

    def __init__(self, kind: str, start: int, end: int, parent: Node | None) -> None:
        self.kind, self.start, self.end, self.parent = kind, start, end, parent
        self.children: list[Node] = []
        if parent is not None:
            parent.children.append(self)


@dataclass
class Tree:
    """A content, and its nodes in the order of the text."""

    data: bytes
    nodes: list[Node]

    @classmethod
    def of(cls, data: bytes, rows: Sequence[tuple[int, str, str, int, int]]) -> Tree:
        root = Node("root", 0, len(data), None)
        above, nodes = [(0, root)], []
        for depth, field, kind, start, end in rows:
            while above[-1][0] >= depth:
                above.pop()
            parent = above[-1][1]
            if field in BRANCHES:
                parent = cls._branch(data, parent, field, start, end)
            node = Node(kind, start, end, parent)
            above.append((depth, node))
            nodes.append(node)
        return cls(data, nodes)

    @staticmethod
    def _branch(data: bytes, parent: Node, field: str, start: int, end: int) -> Node:
        """Return the node of a branch, which begins with the tokens between its first child and the one before."""
        last = parent.children[-1] if parent.children else None
        if last is not None and last.kind == field:
            last.end = max(last.end, end)
            return last
        if last is None or last.end > start:
            return parent
        gap = data[last.end : start]
        begin = last.end + len(gap) - len(gap.lstrip())
        return Node(field, begin, end, parent) if gap.strip() else parent

    @cached_property
    def leaves(self) -> list[Node]:
        return [node for node in self.nodes if not node.children and node.end > node.start]

    @cached_property
    def edges(self) -> frozenset[tuple[int, int]]:
        """Where nodes begin (0) and end (1)."""
        return frozenset([*((0, n.start) for n in self.nodes), *((1, n.end) for n in self.nodes)])

    def is_node(self, span: tuple[int, ...]) -> bool:
        """Return True if a span is one node, parentheses aside."""
        start, end = span
        while True:
            text = self.data[start:end]
            start, end = end - len(text.lstrip()), start + len(text.rstrip())
            if any((n.start, n.end) == (start, end) for n in self.nodes):
                return True
            if self.data[start : start + 1] + self.data[end - 1 : end] != b"()":
                return False
            start, end = start + 1, end - 1

    @cached_property
    def by_place(self) -> dict[tuple[int, int], Node]:
        return {(node.start, node.end): node for node in self.leaves}


def own_spans(data: bytes, node: Node) -> list[tuple[int, int]]:
    """Return the parts of a node that are in none of its children and not blank."""
    found, at = [], node.start
    for child in sorted(node.children, key=lambda child: child.start):
        found.append((at, child.start))
        at = max(at, child.end)
    return [(s, e) for s, e in [*found, (at, node.end)] if data[s:e].strip()]


def same_ends(old: Sequence[Any], new: Sequence[Any]) -> tuple[int, int]:
    """Return how many lines two texts have in common at the beginning, and then at the end."""
    least = min(len(old), len(new))
    head = next((n for n in range(least) if old[n] != new[n]), least)
    rest = least - head
    return head, next((n for n in range(rest) if old[-1 - n] != new[-1 - n]), rest)


def fine_edits(before: bytes, after: bytes) -> list[Fine]:
    """Return the tokens that differ between two texts, inside the lines that differ."""
    old, new = before.splitlines(True), after.splitlines(True)
    head, tail = same_ends(old, new)
    start = sum(map(len, old[:head]))
    sides = [b"".join(one[head : len(one) - tail]) for one in (old, new)]
    pieces = [_PIECE.findall(side) for side in sides]
    places = []
    for side in pieces:
        at = [start]
        for piece in side:
            at.append(at[-1] + len(piece))
        places.append(at)
    codes = SequenceMatcher(None, *pieces, autojunk=False).get_opcodes()
    return [
        Fine(places[0][a], places[0][b], places[1][c], places[1][d])
        for tag, a, b, c, d in codes
        if tag != "equal"
    ]


@dataclass(frozen=True)
class Difference:
    """An untouched leaf that plays another role; `law` is the law that says so."""

    law: str
    line: int
    text: str


class Side:
    """A tree, and the spans of it that an edit removed or wrote.

    Where the layout counts, a changed indentation changes the whole line.
    """

    def __init__(self, tree: Tree, spans: list[tuple[int, int]], has_layout: bool) -> None:
        self.tree, self.spans = tree, spans
        self.reaches = [self._reach(*span) for span in spans]
        self.whole_lines = [s for s in map(self._of_line, spans) if s] if has_layout else []
        self._known: dict[int, bool] = {}

    def _of_line(self, span: tuple[int, int]) -> tuple[int, int] | None:
        data = self.tree.data
        start = data.rfind(b"\n", 0, span[1]) + 1
        end = data.find(b"\n", span[1])
        is_indent = (
            start < len(data)
            and not data[start : span[1]].strip()
            and data[span[1] - 1 : span[1]] != b"\n"
        )
        return (start, end if end >= 0 else len(data)) if is_indent else None

    def _reach(self, start: int, end: int) -> tuple[int, int]:
        """Return a span with the blanks on both sides; a span of whole lines does not reach the next line."""
        data = self.tree.data
        if data[end - 1 : end] == b"\n":
            return start, end - 1
        line = data[start - 200 if start > 200 else 0 : start]
        rest = data[end : end + 200]
        return start - len(line) + len(line.rstrip(b" \t")), end + len(rest) - len(
            rest.lstrip(b" \t")
        )

    def touches(self, leaf: Node) -> bool:
        return any(s <= leaf.end and leaf.start <= e for s, e in self.reaches + self.whole_lines)

    def wrote(self, node: Node) -> bool:
        """Return True if the edit wrote or removed a node's own tokens, or a whole child, or is at its edge."""
        if id(node) not in self._known:
            own = own_spans(self.tree.data, node)
            self._known[id(node)] = (
                any(s <= at <= e for s, e in self.reaches for at in (node.start, node.end))
                or any(
                    any(start <= child.start and child.end <= end for child in node.children)
                    or any(self.tree.data[max(s, start) : min(e, end)].strip() for s, e in own)
                    for start, end in self.spans
                )
                or (not own and node.parent is not None and self.wrote(node.parent))
            )
        return self._known[id(node)]


class Comparison:
    """Two trees and what differs between their texts."""

    def __init__(self, old: Tree, new: Tree, has_layout: bool) -> None:
        fine = fine_edits(old.data, new.data)
        self.old = Side(old, [(one.start, one.end) for one in fine], has_layout)
        self.new = Side(new, [(one.new_start, one.new_end) for one in fine], has_layout)
        self._fine, self._ends = fine, [one.end for one in fine]

    def differences(self) -> Iterator[Difference]:
        """Yield the untouched leaves that are gone, of another kind, or below other nodes."""
        known: dict[tuple[int, int], str] = {}
        data = self.old.tree.data
        for leaf in self.old.tree.leaves:
            place = self.moved(leaf.start), self.moved(leaf.end)
            now = self.new.tree.by_place.get(place)
            if self.old.touches(leaf) or (now is not None and self.new.touches(now)):
                continue
            if now is None:
                law = "R1" if self.new.tree.edges & {(0, place[0]), (1, place[1])} else "R2"
            elif now.kind != leaf.kind:
                law = "R1"
            else:
                key = id(leaf.parent), id(now.parent)
                if key not in known:
                    known[key] = self._law_of(leaf, now)
                law = known[key]
            if law:
                text = data[leaf.start : leaf.end][:30].decode("utf-8", "replace")
                yield Difference(law, data.count(b"\n", 0, leaf.start) + 1, text)

    def moved(self, at: int) -> int:
        """Return where an untouched place of the old text is in the new one."""
        number = bisect_right(self._ends, at)
        return at + self._fine[number - 1].new_end - self._fine[number - 1].end if number else at

    def _law_of(self, leaf: Node, now: Node) -> str:
        before = {(n.kind, self.moved(n.start)): n for n in above(leaf)}
        after = {(n.kind, n.start): n for n in above(now)}
        lost = [n for key, n in before.items() if key not in after and not self.old.wrote(n)]
        gained = [n for key, n in after.items() if key not in before and not self.new.wrote(n)]
        if lost and CLAUSES & {n.kind for n in above(leaf)} & {n.kind for n in above(now)}:
            if any(s <= n.start < e for n in after.values() for s, e in self.new.spans):
                return "R5"
        return "R1" if lost or gained else ""

    def splits(self, hit: tuple[int, int], capture: tuple[int, int]) -> bool:
        """Return True if a rewritten hit, or what it captured, is not one node of the new tree."""
        old, new = self.old.tree, self.new.tree
        if not old.is_node(hit) or not old.is_node(capture):
            return False  # the judge does not see what is inside this string
        end = hit[1] + len(new.data) - len(old.data)
        start = new.data.find(old.data[capture[0] : capture[1]], hit[0], end)
        return not all(map(new.is_node, [(hit[0], end), (start, start + capture[1] - capture[0])]))


def above(node: Node) -> Iterator[Node]:
    """Yield the ancestors of a node, the innermost first, without the root."""
    parent = node.parent
    while parent is not None and parent.parent is not None:
        yield parent
        parent = parent.parent


def is_elsewhere(tree: Tree, inserted: tuple[int, int], beside: tuple[int, int]) -> bool:
    """Return True if inserted code has other ancestors than the code beside which it was inserted."""

    def around(span: tuple[int, int]) -> set[tuple[str, int]] | None:
        leaf = next((n for n in tree.leaves if span[0] <= n.start < span[1]), None)
        if leaf is None:
            return None
        inside = [n for n in above(leaf) if not (span[0] <= n.start and n.end <= span[1])]
        return {(n.kind, n.start) for n in inside}

    first, second = around(inserted), around(beside)
    return first is not None and second is not None and first != second


def trees(language: str, files: Sequence[Path]) -> Iterator[Tree | None]:
    """Yield each file as the language's own parser reads it; None for one that it refuses."""
    command = [*PARSERS[language]]
    if language in FETCHED:
        client, package, file = FETCHED[language]
        command.append(str(next(fetched(client, package).glob(file))))
    names = "".join(f"{file.absolute()}\n" for file in files)
    with (
        tempfile.TemporaryFile("w+") as listed,
        subprocess.Popen(command, stdin=listed, stdout=subprocess.PIPE, text=True) as process,
    ):
        listed.write(names)
        listed.seek(0)
        assert process.stdout is not None
        for path, line in zip(files, process.stdout, strict=True):
            rows = json.loads(line)
            yield Tree.of(path.read_bytes(), rows) if rows is not None else None
