"""Compare our Python definitions with the standard library's `ast` on real files.

    python benchmarks/judges/python_ast.py [FOLDER ...]

Every `def` and `class` that `ast` sees must be among `definitions()` with the same qualified path
and exactly the same span (from the first decorator's `@` to the last token), and found by its
name alone as well. Default: the standard library of the running interpreter.
"""

from __future__ import annotations

import ast
import sys
import sysconfig
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from structedit.languages.known import profile
from structedit.text.document import Span
from structedit.tree.syntax_tree import SyntaxTree, parse

SKIPPED = ("site-packages", "lib2to3/tests/data", "test/tokenizedata")
NAME_SAMPLE = 5
"""Every n-th definition is also looked up by name."""

SHOWN = 8
Definition = tuple[tuple[str, ...], int, int]


def main(folders: list[str]) -> int:
    """Print the figures; 1 when anything differs."""
    warnings.simplefilter("ignore")
    counts: Counter[str] = Counter()
    examples: dict[str, list[str]] = {}
    for file in _files(folders or [sysconfig.get_paths()["stdlib"]]):
        data = file.read_bytes()
        wanted = _judged(data)
        if wanted is None:
            counts["files ast cannot read"] += 1
            continue
        counts["files"] += 1
        tree = parse(data, profile("python"))
        if isinstance(tree, str):
            counts["files not parsed by us"] += 1
            continue
        for verdict, where in _compared(data, tree, wanted):
            counts[verdict] += 1
            if verdict not in ("exact", "named"):
                examples.setdefault(verdict, []).append(f"{file}: {where}")
    total = sum(
        n for name, n in counts.items() if name.startswith(("exact", "missing", "different"))
    )
    for name, count in counts.items():
        print(f"{name:28} {count:8,}")
    print(f"{'definitions':28} {total:8,}")
    print(f"{'exact share':28} {100 * counts['exact'] / max(1, total):8.3f} %")
    for verdict, rows in examples.items():
        print(f"\n{verdict}:", *rows[:SHOWN], sep="\n  ")
    return int(bool(examples))


def _files(folders: list[str]) -> Iterator[Path]:
    for folder in folders:
        for file in sorted(Path(folder).rglob("*.py")):
            if not any(part in file.as_posix() for part in SKIPPED):
                yield file


def _judged(data: bytes) -> list[Definition] | None:
    """Return (path, start, end) of every definition, in bytes, as `ast` has them."""
    try:
        module = ast.parse(data)
        data.decode("utf-8")
    except (SyntaxError, ValueError, RecursionError):
        return None
    bom = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    starts = [bom]
    text = data.replace(b"\r\n", b" \n").replace(b"\r", b"\n")
    for index, byte in enumerate(text):
        if byte == 10:
            starts.append(index + 1)
    found: list[Definition] = []
    stack: list[tuple[ast.AST, tuple[str, ...]]] = [(module, ())]
    while stack:
        node, path = stack.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            path = (*path, node.name)
            first = min([node, *node.decorator_list], key=lambda n: (n.lineno, n.col_offset))
            start = starts[first.lineno - 1] + first.col_offset
            if first is not node:
                start = data.rindex(b"@", 0, start)
            found.append(
                (path, start, starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0))
            )
        stack.extend((child, path) for child in ast.iter_child_nodes(node))
    return found


def _compared(data: bytes, tree: SyntaxTree, wanted: list[Definition]) -> Iterator[tuple[str, str]]:
    kinds = ("function", "method", "class")
    ours = [d for d in tree.definitions() if d.kind in kinds]
    spans = {(d.path, d.span.start, d.span.end) for d in ours}
    paths = {d.path for d in ours}
    broken = {d.path for d in ours if d.broken}
    faulty = "" if tree.clean else ", file with faults"
    for path, start, end in wanted:
        where = f"{'.'.join(path)} at byte {start}"
        if (path, start, end) in spans:
            yield "exact", where
        else:
            state = ", marked broken" if path in broken else faulty
            yield ("different" if path in paths else "missing") + state, where
    for path, start, _ in {(d.path, d.span.start, d.span.end) for d in ours} - set(wanted):
        yield "only ours" + faulty, f"{'.'.join(path)} at byte {start}"
    names = sorted({path[-1] for path, _, _ in wanted})[::NAME_SAMPLE]
    fresh = parse(data, profile("python"))
    assert isinstance(fresh, SyntaxTree)
    for name in names:
        listed = [d for d in tree.definitions() if d.path[-1] == name]
        yield (
            ("named" if list(fresh.definitions_named(name)) == listed else "named differently"),
            name,
        )
    for block in ours:
        if block.body is not None and not Span(block.span.start, len(data)).contains(block.body):
            yield "body outside", ".".join(block.path)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
