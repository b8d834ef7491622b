"""The law of deletion over real files of any language with a profile.

Each definition is deleted by its selector and put back by `insert`, before the sibling that
followed it or else after the one before it: the file must be the original one, blank lines and
blanks at the ends of lines apart; code that is indented otherwise than its file comes back in the
file's unit and is counted as such. What is inserted is the definition's own text, with its
decorators, comments and wrappers.

    python benchmarks/delete_law.py [--every N] [--most N] PATH…
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from structedit import Document, FileError, Source
from structedit.disk.files import walk
from structedit.model.places import Place, Selector
from structedit.model.requests import DeleteBlock, Insert
from structedit.plan import plan
from structedit.search.selectors import selectors_of
from structedit.syntax.nodes import Block
from structedit.text.document import split_lines, to_text


def lines(data: bytes) -> list[bytes]:
    """The lines of a text without those that are blank, and without blanks at their ends."""
    return [line.rstrip() for line in split_lines(data) if line.strip()]


def taken(data: bytes, block: Block) -> bytes:
    """The text of a definition with what is attached to it, indented as it stands."""
    start, end = whole(block)
    lead = data[max(data.rfind(b"\n", 0, start), data.rfind(b"\r", 0, start)) + 1 : start]
    return (lead if not lead.strip() else b"") + data[start:end]


def whole(block: Block) -> tuple[int, int]:
    """Start and end of a definition with what is attached to it."""
    return min([block.span.start, *(span.start for span in block.attached)]), max(
        block.span.end, block.trailing.end if block.trailing else 0
    )


def neighbour(data: bytes, blocks: Sequence[Block], block: Block) -> tuple[Block, Place] | None:
    """The sibling with nothing but blanks or a comma in between, and where `block` is from it."""
    start, end = whole(block)
    for other in blocks:
        if other.path[:-1] != block.path[:-1] or other is block:
            continue
        first, last = whole(other)
        if first >= end and not data[end:first].strip(b" \t\r\n,;"):
            return other, Place.BEFORE
        if last <= start and not data[last:start].strip(b" \t\r\n,;"):
            return other, Place.AFTER
    return None


def law(source: Source, blocks: Sequence[Block], block: Block, selector: str) -> str:
    beside = neighbour(source.data, blocks, block)
    if beside is None:
        return "left out: no sibling beside it"
    sibling, place = beside
    there = plan(source, DeleteBlock(Selector.parse(selector)))
    if not there.landed or there.result is None:
        return f"deletion refused: {there.reason}"
    rest = Source.of(there.result)
    if rest.tree is None:
        return "the rest has no tree"
    data = rest.data
    wanted = sibling.core.of(source.data)
    found = [b for b in rest.tree.definitions() if b.core.of(data) == wanted]
    found = [b for b in found if b.kind == sibling.kind]
    if not found:
        return "the sibling is not what it was"
    nearest = min(found, key=lambda b: abs(b.core.start - min(block.core.start, len(data))))
    name = next(iter(selectors_of(rest.tree, [nearest])))
    text = to_text(taken(source.data, block))
    back = plan(rest, Insert(text, place, Selector.parse(name)))
    if not back.landed or back.result is None:
        return f"insertion refused: {back.reason}"
    if lines(back.result.data) != lines(source.data):
        bare = [[line.strip() for line in lines(d)] for d in (back.result.data, source.data)]
        return "held but for the unit of indentation" if bare[0] == bare[1] else "differs"
    exact = back.data == source.document.encode()
    return "" if exact else "held but for blank lines"


def measured(job: tuple[str, int]) -> tuple[Counter[str], list[str]]:
    path, most = job
    counts: Counter[str] = Counter()
    shown: list[str] = []
    try:
        source = Source.of(Document.from_bytes(Path(path).read_bytes(), path))
    except FileError:
        return counts, shown
    if not source.known or source.tree is None or not source.tree.clean:
        return counts, shown
    language = source.profile.id
    counts[f"{language}: files"] += 1
    blocks = [b for b in source.tree.definitions() if not b.broken]
    step = max(1, len(blocks) // most)
    some = blocks[::step][:most]
    for block, selector in zip(some, selectors_of(source.tree, some), strict=True):
        problem = law(source, blocks, block, selector)
        counts[f"{language}: {problem or 'held to the byte'}"] += 1
        if problem and not problem.startswith(("held", "left out")):
            shown.append(
                f"{path}:{source.document.line_of(block.core.start)} {selector}: {problem}"
            )
    return counts, shown


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--every", type=int, default=1, help="take every Nth file")
    parser.add_argument("--most", type=int, default=20, help="definitions a file")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", type=int, default=20)
    arguments = parser.parse_args()
    jobs = [(p, arguments.most) for p in list(walk(arguments.paths))[:: arguments.every]]
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
