"""Print the functions, classes and type aliases that `ast` finds in each file named on standard input."""

import ast
import json
import sys
import warnings
from pathlib import Path

warnings.simplefilter("ignore")


def found(data: bytes) -> list[tuple[tuple[str, ...], int, int]]:
    """Return path, start and end of every definition, decorators included."""
    data.decode("utf-8")
    mark = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    text = data.replace(b"\r\n", b" \n").replace(b"\r", b"\n")
    starts = [mark, *(at + 1 for at, byte in enumerate(text) if byte == 10)]
    rows, stack = [], [(ast.parse(data), ())]
    while stack:
        node, path = stack.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            path = (*path, node.name)
            first = min([node, *node.decorator_list], key=lambda n: (n.lineno, n.col_offset))
            start = starts[first.lineno - 1] + first.col_offset
            if first is not node:
                start = data.rindex(b"@", 0, start)
            rows.append((path, start, starts[node.end_lineno - 1] + node.end_col_offset))
        if isinstance(node, getattr(ast, "TypeAlias", ())):  # from Python 3.12 on
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[node.end_lineno - 1] + node.end_col_offset
            rows.append(((*path, node.name.id), start, end))
        stack.extend((child, path) for child in ast.iter_child_nodes(node))
    return rows


for name in sys.stdin.read().splitlines():
    try:
        print(json.dumps(found(Path(name).read_bytes())))
    except (SyntaxError, ValueError, RecursionError):
        print("null")
