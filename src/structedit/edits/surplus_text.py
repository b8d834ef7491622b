"""Text that callers put around the new text: a code fence, the enclosing class or statement, the anchor.

Not here: lines that stand for omitted ones (`search.alignment.elision`), and a whole definition sent in place of
its body (`edits.signatures`).
"""

from __future__ import annotations

from structedit.calls.formats.answer import fence_of
from structedit.languages.kinds import MODULES, TYPES
from structedit.text.document import Span, split_lines
from structedit.text.lazily import regex
from structedit.text.lines import SPACE, indent_of, line_end, line_start
from structedit.tree.layout.indent import trim
from structedit.tree.nodes import Block
from structedit.tree.source import Source

_WORD = regex(rb"\w")

LEFT_OUT = "did not write what was around the new text: a code fence, or code that the file has around the block"
"""The warning about a fence, a class header or the rest of a statement that was not written."""

ANCHOR_LEFT_OUT = "did not write the anchor in the new text: the file already has it"


def without_fence(source: Source, text: str) -> str:
    """Remove the code fence around a text, except in languages such as Markdown where it may be meant."""
    lines = text.strip("\r\n").split("\n")
    if "```" not in text[:200] or source.tree is None or source.profile.sections.headings:
        return text
    opening, closing = fence_of(lines[0].rstrip()), fence_of(lines[-1].rstrip())
    if len(lines) < 3 or opening is None or closing is None or not closing.closes(opening):
        return text
    inside = lines[1:-1]
    return text if any(fence_of(line.rstrip()) for line in inside) else "\n".join(inside) + "\n"


def members_of(source: Source, container: Block) -> list[Block]:
    """Return the direct members of a definition."""
    found = source.tree.definitions(container.core) if source.tree is not None else ()
    return [one for one in found if one.path[:-1] == container.path]


def without_container(
    source: Source, container: Block | None, text: bytes, own: Block | None = None
) -> bytes:
    """Remove the header and end of the enclosing type from a text, if they are the same as in the file.

    The text may contain the member that it replaces (`own`) and new members, but no other existing member.
    """
    if container is None or container.body is None or container.kind not in TYPES | MODULES:
        return text
    bare = trim(text)
    piece = source.read_fragment(bare) if container.path[-1].encode() in bare else None
    first = piece.definitions[0] if piece is not None and piece.definitions else None
    if piece is None or not piece.clean or first is None or first.body is None:
        return text
    is_alike = (first.kind, first.path[-1]) == (container.kind, container.path[-1])
    has_header = first.header.of(bare).split() == container.header.of(source.data).split()
    around = bare[: first.core.start] + bare[first.core.end :]
    inside = [one for one in piece.definitions if first.body.contains(one.core)]
    if not (is_alike and has_header and inside) or around.strip(SPACE + b";"):
        return text
    others = {one.path[-1] for one in members_of(source, container)} - {own.path[-1] if own else ""}
    if not others.isdisjoint(one.path[-1] for one in inside):
        return text
    start = line_start(bare, first.body.start)
    start = first.body.start if bare[start : first.body.start].strip() else start
    return Span(start, first.body.end).of(bare)


def without_statement(source: Source, block: Block, text: bytes) -> bytes:
    """Remove the statement around a block from a text, if the text has it as the file has: `return if …;`.

    In some languages `return return x` parses.
    """
    data, end = source.data, source.profile.statement_end.encode()
    head = data[line_start(data, block.span.start) : block.span.start].strip()
    tail = data[block.span.end : line_end(data, block.span.end)].strip()
    bare = trim(text).strip()
    if not _WORD.search(head) or not bare.startswith(head):
        return text
    value = bare[len(head) :].lstrip()
    if tail and value.endswith(tail):
        return value.removesuffix(tail)
    if tail and not (end and tail.startswith(end)):
        return text
    return value.removesuffix(end)


def without_anchor(source: Source, anchor: Span, text: bytes, *, after: bool) -> bytes:
    """Remove the anchor from the start of a text inserted after it, or from the end of one inserted before it.

    A text that is nothing but the anchor repeats it on purpose.
    """
    rows = split_lines(trim(text))
    lines = Span(line_start(source.data, anchor.start), line_end(source.data, anchor.end))
    for own in (anchor.of(source.data), lines.of(source.data)):
        shown = [row.strip() for row in split_lines(own.strip())]
        given = rows[: len(shown)] if after else rows[-len(shown) :]
        rest = rows[len(shown) :] if after else rows[: -len(shown)]
        filled = [row for row in rest if row.strip()]
        is_shown = _WORD.search(own) and [row.strip() for row in given] == shown
        # No other line may be less indented than the first, or the rest would not parse by itself.
        if is_shown and filled and all(row.startswith(indent_of(filled[0])) for row in filled):
            return b"".join(rest)
    return text
