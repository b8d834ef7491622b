"""The law of self-replacement over real files of any language with a profile.

Every definition and block that has a body on lines of its own is replaced by its own text,
dedented, with ``\\n`` endings and one marker comment as the first line inside (JSON has none and
gets one item): the file must differ by exactly that line; replaced back, the original bytes must be
there again. Code of another language inside a file counts as well. Whether the spans are the right
ones is asked of independent judges (`benchmarks/judges`).

    python benchmarks/self_law.py [--every N] [--most N] [--blocks] PATH…
    python benchmarks/self_law.py --blocks --corpus [LANGUAGE…] [--files N] [--seed N]
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, replace

from laws import Options, Verdict, run, spread

from structedit import Source
from structedit.calls.places import Selector
from structedit.calls.requests import ReplaceBlock
from structedit.plan.one_request import plan
from structedit.search.addresses import selectors_of
from structedit.search.embedded import regions
from structedit.text.document import Span, split_lines, to_text
from structedit.tree.nodes import Block

MARKER = "marker 8c1f"
HELD, REFUSED, DIFFERS = COLUMNS = ("held", "refused", "differ")


@dataclass(frozen=True)
class Marked:
    """A block that the law can be tried on, and the marker as a comment of its language."""

    block: Block
    body: Span
    selector: str
    marker: bytes


def marker_of(source: Source, block: Block, body: Span) -> bytes | None:
    """The marker as a comment line of the language that the body is in; JSON gets an item."""
    profile = (source.inside(block) or source).profile
    if profile.id == "json":
        in_object = source.data[: body.start].endswith(b"{")
        return f'"{MARKER}": 0,'.encode() if in_object else f'"{MARKER}",'.encode()
    if profile.line_comments:
        return f"{profile.line_comments[0]} {MARKER}".encode()
    if profile.block_comments:
        opening, closing = profile.block_comments[0]
        return f"{opening} {MARKER} {closing}".encode()
    return None


def own_text(source: Source, block: Block, body: Span) -> tuple[bytes, int]:
    """The block's own text, dedented, and the number of its line after which its body starts."""
    data = source.data
    start = max(data.rfind(b"\n", 0, block.span.start), data.rfind(b"\r", 0, block.span.start)) + 1
    lead = data[start : block.span.start]
    text = (lead if not lead.strip() else b"") + block.span.of(data)
    header = re.split(rb"\r\n|\r|\n", data[block.span.start : body.start])
    plain = re.sub(rb"\r\n|\r", b"\n", text)
    return textwrap.dedent(to_text(plain)).encode("utf-8", "surrogateescape"), len(header)


def marked(text: bytes, after: int, marker: bytes) -> bytes:
    lines = text.split(b"\n")
    following = next((line for line in lines[after:] if line.strip()), b"")
    lead = following[: len(following) - len(following.lstrip())]
    return b"\n".join([*lines[:after], lead + marker, *lines[after:]])


def law(source: Source, span: Marked) -> tuple[str, str]:
    text, after = own_text(source, span.block, span.body)
    selector, marker = span.selector, span.marker
    new = to_text(marked(text, after, marker))
    there = plan(source, ReplaceBlock(Selector.parse(selector), new))
    if not there.landed or there.result is None:
        return REFUSED, f"refused: {there.reason}"
    without = [line for line in split_lines(there.result.data) if MARKER.encode() not in line]
    if without != split_lines(source.data):
        return DIFFERS, "differs by more than the marker"
    back = plan(Source.of(there.result), ReplaceBlock(Selector.parse(selector), to_text(text)))
    if not back.landed:
        return REFUSED, f"refused on the way back: {back.reason}"
    if back.data != source.document.encode():
        return DIFFERS, "not the original again"
    return HELD, ""


def body_of(source: Source, block: Block) -> Span | None:
    """The body where it is on lines of its own."""
    if block.body is None or block.broken:
        return None
    body = block.body.of(source.data)
    own = re.match(rb"[ \t]*(\r\n|\r|\n)", body) and body.strip()
    return block.body if own else None


def spans(source: Source, with_blocks: bool) -> Iterator[Marked]:
    """All spans that the law can be tried on, with their selectors and markers, into regions."""
    tree = source.tree
    if tree is None:
        return
    blocks = [*tree.definitions(), *(tree.blocks() if with_blocks else ())]
    for block, selector in zip(blocks, selectors_of(tree, blocks), strict=True):
        body = body_of(source, block)
        marker = marker_of(source, block, body) if body is not None else None
        if marker is not None and body is not None:
            yield Marked(block, body, selector, marker)
    for inside in regions(source):
        if inside.source.tree is not None and inside.source.tree.clean:
            for span in spans(inside.source, with_blocks):
                yield replace(span, selector=f"{inside.prefix} > {span.selector}")


def verdicts(source: Source, options: Options) -> Iterator[Verdict]:
    """Try the law on spans from all over a file."""
    for span in spread(list(spans(source, options.blocks)), options.most):
        column, why = law(source, span)
        yield Verdict(column, span.selector, source.document.line_of(span.block.core.start), why)


if __name__ == "__main__":
    run(verdicts, COLUMNS, __doc__ or "")
