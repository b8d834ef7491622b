"""Print the nodes that `ast` finds in each file named on standard input: depth, field, kind, start, end."""

import ast
import json
import sys
import warnings
from pathlib import Path

warnings.simplefilter("ignore")
sys.setrecursionlimit(10_000)


def rows(data: bytes) -> list[tuple[int, str, str, int, int]]:
    """Return the nodes in preorder; a node without a place of its own spans its children."""
    starts = [0, *(at + 1 for at, byte in enumerate(data) if byte == 10)]
    found: list[tuple[int, str, str, int, int]] = []

    def visit(node: ast.AST, field: str, depth: int) -> tuple[int, int] | None:
        mark = len(found)
        place = None
        if hasattr(node, "lineno"):
            place = (
                starts[node.lineno - 1] + node.col_offset,
                starts[node.end_lineno - 1] + node.end_col_offset,
            )
        children = [
            span
            for name, value in ast.iter_fields(node)
            for child in (value if isinstance(value, list) else [value])
            if not isinstance(
                node, ast.JoinedStr
            )  # before Python 3.12 its parts have no right places
            if isinstance(child, ast.AST) and (span := visit(child, name, depth + 1))
        ]
        if place is None and children:
            place = min(start for start, _ in children), max(end for _, end in children)
        if place is not None:
            found.insert(mark, (depth, field, type(node).__name__.removeprefix("Async"), *place))
        return place

    for statement in ast.parse(data).body:
        visit(statement, "top", 1)
    return found


for name in sys.stdin.read().splitlines():
    try:
        print(json.dumps(rows(Path(name).read_bytes())))
    except (SyntaxError, ValueError, RecursionError):
        print("null")
