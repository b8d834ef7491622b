"""The law of deletion over real files of any language with a profile.

Each definition is deleted by its selector and put back by `insert`, before the sibling that
followed it or else after the one before it: the file must be the original one, blank lines and
blanks at the ends of lines apart; code that is indented otherwise than its file comes back in the
file's unit and is counted as such, and so are siblings that shared a line. What is inserted is the
definition's own text, with its decorators, comments and wrappers. A deletion that is undone gives
exactly the original. Definitions that no sibling touches are left out.

    python benchmarks/delete_law.py [--every N] [--most N] PATH…
    python benchmarks/delete_law.py --corpus [LANGUAGE…] [--files N] [--seed N]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from laws import Options, Verdict, run, spread

from structedit import Source
from structedit.calls.places import Place, Selector
from structedit.calls.requests import DeleteBlock, Insert
from structedit.plan.one_request import plan
from structedit.search.addresses import selectors_of
from structedit.text.document import split_lines, to_text
from structedit.tree.nodes import Block

EXACT, BLANKS, UNIT, LINES, REFUSED, DIFFERS = COLUMNS = (
    "to the byte",
    "but for blank lines",
    "but for the unit",
    "but for line ends",
    "refused",
    "differ",
)


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


def law(
    source: Source, block: Block, selector: str, sibling: Block, place: Place
) -> tuple[str, str]:
    there = plan(source, DeleteBlock(Selector.parse(selector)))
    if not there.landed or there.result is None:
        return REFUSED, f"deletion refused: {there.reason}"
    if there.edits.invert(source.data).apply(there.result.data) != source.data:
        return DIFFERS, "undone, it is not the original"
    rest = Source.of(there.result)
    if rest.tree is None:
        return DIFFERS, "the rest has no tree"
    data = rest.data
    wanted = sibling.core.of(source.data)
    found = [b for b in rest.tree.definitions() if b.core.of(data) == wanted]
    found = [b for b in found if b.kind == sibling.kind]
    if not found:
        return DIFFERS, "the sibling is not what it was"
    nearest = min(found, key=lambda b: abs(b.core.start - min(block.core.start, len(data))))
    name = next(iter(selectors_of(rest.tree, [nearest])))
    text = to_text(taken(source.data, block))
    back = plan(rest, Insert(text, place, Selector.parse(name)))
    if not back.landed or back.result is None:
        return REFUSED, f"insertion refused: {back.reason}"
    if lines(back.result.data) == lines(source.data):
        return (EXACT if back.data == source.document.encode() else BLANKS), ""
    bare = [[line.strip() for line in lines(d)] for d in (back.result.data, source.data)]
    if bare[0] == bare[1]:
        return UNIT, ""
    if back.result.data.split() == source.data.split():
        return LINES, ""
    return DIFFERS, "differs"


def verdicts(source: Source, options: Options) -> Iterator[Verdict]:
    """Try the law on definitions from all over a file."""
    if source.tree is None:
        return
    blocks = source.tree.definitions()
    found = [(b, neighbour(source.data, blocks, b)) for b in blocks if not b.broken]
    some = spread([(block, beside) for block, beside in found if beside], options.most)
    selectors = selectors_of(source.tree, [block for block, _ in some])
    for (block, beside), selector in zip(some, selectors, strict=True):
        column, why = law(source, block, selector, *beside)
        yield Verdict(column, selector, source.document.line_of(block.core.start), why)


if __name__ == "__main__":
    run(verdicts, COLUMNS, __doc__ or "")
