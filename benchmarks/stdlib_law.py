"""The law of self-replacement over the Python standard library, judged by `ast`.

For every function and class that `ast` knows:

- its selector resolves, and its span is the one of `ast`, decorators included;
- replaced by its own text, dedented, with ``\\n`` endings and one marker comment inside, the file
  differs by exactly that line; replaced back, the original bytes are there again;
- its body replaced by ``raise NotImplementedError`` leaves a file that `ast` accepts and in which
  every other definition outside it is unchanged.

    python benchmarks/stdlib_law.py [--every N] [--most N] [--jobs N] [FILE…]

What does not hold is printed as it is found, and how far it is every minute; interrupted, it prints
the counts so far. Files that `ast` or our grammar does not read are named.
"""

from __future__ import annotations

import argparse
import ast
import sysconfig
import textwrap
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from structedit import Document, FileError, Source
from structedit.calls.places import Attach, Selector
from structedit.calls.requests import Options, ReplaceBlock, ReplaceFunctionBody
from structedit.plan.one_request import plan
from structedit.search.addresses import selectors_of
from structedit.search.selectors import resolve
from structedit.text.document import Span, line_starts
from structedit.tree.nodes import Block

MARKER = b"# marker 8c1f"
PROGRESS_SECONDS = 60


@dataclass(frozen=True)
class Judged:
    """A definition as `ast` sees it: its span in bytes and whether it is one line."""

    name: str
    span: Span
    node: ast.AST


def modules(every: int, named: list[str]) -> Iterator[Path]:
    if named:
        yield from map(Path, named)
        return
    root = Path(sysconfig.get_paths()["stdlib"])
    skipped = ("site-packages", "lib2to3/tests/data", "test/bad", "__pycache__")
    found = [p for p in sorted(root.rglob("*.py")) if not any(s in p.as_posix() for s in skipped)]
    yield from found[::every]


def judged(data: bytes, tree: ast.Module) -> list[Judged]:
    starts = line_starts(data)
    found = []
    for node in statements(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            first = min([node, *node.decorator_list], key=lambda n: (n.lineno, n.col_offset))
            start = starts[first.lineno - 1] + first.col_offset
            if node.decorator_list:
                start = data.rindex(b"@", 0, start)
            end = starts[node.end_lineno - 1] + node.end_col_offset
            found.append(Judged(node.name, Span(start, end), node))
    return found


def statements(tree: ast.Module) -> Iterator[ast.stmt]:
    """All statements: definitions are nowhere else, and most nodes of a tree are expressions."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(node, name, None)
            if isinstance(inner, list):
                yield from (one for one in inner if isinstance(one, ast.stmt))
                waiting += inner


def dedented(data: bytes, span: Span) -> bytes:
    """The definition's own text, as a caller would send it."""
    start = data.rfind(b"\n", 0, span.start) + 1
    lead = data[start : span.start]
    text = (lead if not lead.strip() else b"") + span.of(data)
    return textwrap.dedent(text.decode("utf-8", "surrogateescape").replace("\r\n", "\n")).encode(
        "utf-8", "surrogateescape"
    )


def marked(text: bytes, one_line_header: int) -> bytes | None:
    """The text with one comment line inside, in front of the first line of the body."""
    lines = text.split(b"\n")
    if len(lines) <= one_line_header or one_line_header == 0:
        return None
    body = lines[one_line_header]
    lead = body[: len(body) - len(body.lstrip())]
    return b"\n".join([*lines[:one_line_header], lead + MARKER, *lines[one_line_header:]])


def header_lines(node: ast.AST, text_first: int) -> int:
    """Lines from the definition's first one to the first of its body."""
    first = node.body[0]
    start = min([first.lineno, *(d.lineno for d in getattr(first, "decorator_list", []))])
    return start - text_first


def run(path: Path, most: int, counts: Counter[str], shown: list[str]) -> None:
    raw = path.read_bytes()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            source = Source.of(Document.from_bytes(raw, str(path)))
            tree = ast.parse(source.data)
        except (SyntaxError, ValueError, FileError) as error:
            counts[f"skipped file: {type(error).__name__}"] += 1
            shown.append(f"{path}: skipped, {type(error).__name__}: {error}")
            return
        if source.tree is None or not source.tree.clean:
            counts["files that our grammar does not parse as a whole"] += 1
            shown.append(f"{path}: {source.why_text or 'the grammar finds errors in it'}")
            if source.tree is None:
                return
        counts["files"] += 1
        others = judged(source.data, tree)
        blocks = {b.span: b for b in source.tree.definitions() if b.name is not None}
        for item in others[:: max(1, -(-len(others) // most))]:
            counts["definitions"] += 1
            problem = law(source, raw, item, blocks, others)
            counts[problem or "held"] += 1
            if problem:
                shown.append(f"{path}:{item.node.lineno} {item.name}: {problem}")


def law(
    source: Source, raw: bytes, item: Judged, blocks: dict[Span, Block], others: list[Judged]
) -> str:
    block = blocks.get(item.span)
    if block is None:
        return "span differs"
    selector = selectors_of(source.tree, [block])[0]
    found = resolve(source.tree, Selector.parse(selector)).blocks
    if [b.core for b in found] != [block.core]:
        return "selector does not resolve"
    return itself(source, raw, item, selector) or gutted(source, item, selector, others)


def itself(source: Source, raw: bytes, item: Judged, selector: str) -> str:
    text = dedented(source.data, item.span)
    first_line = source.data.count(b"\n", 0, item.span.start) + 1
    new = marked(text, header_lines(item.node, first_line))
    if new is None:
        return one_line(source, text, selector)
    target, options = Selector.parse(selector), Options(attach=Attach.WHOLE)
    there = plan(
        source, ReplaceBlock(target, new.decode("utf-8", "surrogateescape"), options=options)
    )
    if not there.landed or there.result is None:
        return f"refused: {there.reason}"
    old_lines, new_lines = source.data.splitlines(True), there.result.data.splitlines(True)
    without = [line for line in new_lines if MARKER not in line]
    one_more = len(new_lines) == len(old_lines) + 1 and without == old_lines
    if not one_more:
        return "differs by more than the marker"
    again = Source.of(there.result)
    back = plan(
        again, ReplaceBlock(target, text.decode("utf-8", "surrogateescape"), options=options)
    )
    if not back.landed or back.result is None:
        return f"back refused: {back.reason}"
    return "" if back.data == raw else "back is not the original"


def one_line(source: Source, text: bytes, selector: str) -> str:
    """A definition without a line of its own for its body: its own text changes nothing."""
    request = ReplaceBlock(Selector.parse(selector), text.decode("utf-8", "surrogateescape"))
    return "" if plan(source, request).status == "unchanged" else "own text is a change"


def gutted(source: Source, item: Judged, selector: str, others: list[Judged]) -> str:
    request = ReplaceFunctionBody(Selector.parse(selector), "raise NotImplementedError")
    out = plan(source, request)
    if not out.landed or out.result is None:
        return f"gutting refused: {out.reason}"
    try:
        after = ast.parse(out.result.data)
    except SyntaxError:
        return "gutted file does not parse"
    data = out.result.data
    kept = Counter((d.name, d.span.of(data)) for d in judged(data, after))
    for other in others:
        outside = other.span.end <= item.span.start or item.span.end <= other.span.start
        if outside and not kept[other.name, other.span.of(source.data)]:
            return "gutting changed another definition"
    return ""


def measured(path: Path, most: int) -> tuple[Counter[str], list[str]]:
    counts: Counter[str] = Counter()
    shown: list[str] = []
    run(path, most, counts, shown)
    return counts, shown


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("files", nargs="*")
    parser.add_argument("--every", type=int, default=1, help="take every Nth module")
    parser.add_argument("--most", type=int, default=100_000, help="definitions of a module")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    arguments = parser.parse_args()
    paths = list(modules(arguments.every, arguments.files))
    counts: Counter[str] = Counter()
    told = time.monotonic()
    with ProcessPoolExecutor(arguments.jobs) as executor:
        waiting = [executor.submit(measured, path, arguments.most) for path in paths]
        try:
            for number, done in enumerate(as_completed(waiting), 1):
                some, problems = done.result()
                counts += some
                for line in problems:
                    print(line, flush=True)
                if time.monotonic() - told > PROGRESS_SECONDS:
                    told = time.monotonic()
                    so_far = f"{counts['held']:,} of {counts['definitions']:,} held"
                    print(f"… {number} of {len(paths)} files, {so_far}", flush=True)
        except KeyboardInterrupt:
            executor.shutdown(wait=False, cancel_futures=True)
            print("interrupted; so far:")
    for name, count in sorted(counts.items(), key=lambda row: -row[1]):
        print(f"{count:8,}  {name}")


if __name__ == "__main__":
    main()
