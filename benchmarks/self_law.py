"""The law of self-replacement over real files of any language with a profile.

Every definition and block that has a body on lines of its own is replaced by its own text,
dedented, with ``\\n`` endings and one marker comment as the first line inside: the file must differ
by exactly that line; replaced back, the original bytes must be there again. Whether the spans are
the right ones is asked of independent judges (`benchmarks/judges`).

    python benchmarks/self_law.py [--every N] [--most N] [--blocks] PATH…
"""

from __future__ import annotations

import argparse
import re
import textwrap
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from structedit import Document, FileError, Source
from structedit.disk.files import walk
from structedit.model.places import Selector
from structedit.model.requests import ReplaceBlock
from structedit.plan import plan
from structedit.search.selectors import selectors_of
from structedit.syntax.nodes import Block
from structedit.text.document import split_lines, to_text

MARKER = "marker 8c1f"


def comment(source: Source) -> bytes | None:
    """The marker as a comment line of the language."""
    profile = source.profile
    if profile.line_comments:
        return f"{profile.line_comments[0]} {MARKER}".encode()
    if profile.block_comments:
        opening, closing = profile.block_comments[0]
        return f"{opening} {MARKER} {closing}".encode()
    return None


def own_text(source: Source, block: Block) -> tuple[bytes, int]:
    """The block's own text, dedented, and the number of its line after which its body starts."""
    data = source.data
    start = max(data.rfind(b"\n", 0, block.span.start), data.rfind(b"\r", 0, block.span.start)) + 1
    lead = data[start : block.span.start]
    text = (lead if not lead.strip() else b"") + block.span.of(data)
    header = re.split(rb"\r\n|\r|\n", data[block.span.start : block.body.start])
    plain = re.sub(rb"\r\n|\r", b"\n", text)
    return textwrap.dedent(to_text(plain)).encode("utf-8", "surrogateescape"), len(header)


def marked(text: bytes, after: int, marker: bytes) -> bytes:
    lines = text.split(b"\n")
    following = next((line for line in lines[after:] if line.strip()), b"")
    lead = following[: len(following) - len(following.lstrip())]
    return b"\n".join([*lines[:after], lead + marker, *lines[after:]])


def law(source: Source, block: Block, selector: str, marker: bytes) -> str:
    text, after = own_text(source, block)
    new = to_text(marked(text, after, marker))
    there = plan(source, ReplaceBlock(Selector.parse(selector), new))
    if not there.landed or there.result is None:
        return f"refused: {there.reason}"
    without = [line for line in split_lines(there.result.data) if MARKER.encode() not in line]
    if without != split_lines(source.data):
        return "differs by more than the marker"
    back = plan(Source.of(there.result), ReplaceBlock(Selector.parse(selector), to_text(text)))
    if back.data != source.document.encode():
        return f"not the original again: {back.status} {back.reason or ''}"
    return ""


def eligible(source: Source, block: Block) -> bool:
    """Bodies on lines of their own, in nodes that begin their line."""
    if block.body is None or block.broken:
        return False
    body = block.body.of(source.data)
    return bool(re.match(rb"[ \t]*(\r\n|\r|\n)", body)) and bool(body.strip())


def measured(job: tuple[str, bool, int]) -> tuple[Counter[str], list[str]]:
    path, with_blocks, most = job
    counts: Counter[str] = Counter()
    shown: list[str] = []
    try:
        source = Source.of(Document.from_bytes(Path(path).read_bytes(), path))
    except FileError:
        return counts, shown
    if not source.known or source.tree is None:
        return counts, shown
    marker, language = comment(source), source.profile.id
    if not source.tree.clean or marker is None:
        counts[f"{language}: files left out (do not parse, or no comments)"] += 1
        return counts, shown
    counts[f"{language}: files"] += 1
    blocks = list(source.tree.definitions()) + (list(source.tree.blocks()) if with_blocks else [])
    blocks = [b for b in blocks if eligible(source, b)][:most]
    for block, selector in zip(blocks, selectors_of(source.tree, blocks), strict=True):
        problem = law(source, block, selector, marker)
        counts[f"{language}: {problem or 'held'}"] += 1
        if problem:
            line = source.document.line_of(block.core.start)
            shown.append(f"{path}:{line} {selector}: {problem}")
    return counts, shown


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--every", type=int, default=1, help="take every Nth file")
    parser.add_argument("--most", type=int, default=40, help="definitions and blocks a file")
    parser.add_argument("--blocks", action="store_true", help="anonymous blocks too")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", type=int, default=20)
    arguments = parser.parse_args()
    jobs = [
        (p, arguments.blocks, arguments.most)
        for p in list(walk(arguments.paths))[:: arguments.every]
    ]
    counts: Counter[str] = Counter()
    shown: list[str] = []
    with ProcessPoolExecutor(arguments.jobs) as executor:
        for some, problems in executor.map(measured, jobs, chunksize=4):
            counts += some
            shown += problems
    print("\n".join(shown[: arguments.show]))
    for name, count in sorted(counts.items()):
        print(f"{count:8,}  {name}")


if __name__ == "__main__":
    main()
