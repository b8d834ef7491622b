"""What callers give around the text that is meant: a code fence, or the header of what holds it.

Not here: lines that stand for omitted ones (`search.alignment.elision`), and a definition that is given for
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

LEFT_OUT = "left out what was around the new text: a code fence, or the class that contains it"
"""What is said of a text that was not taken as it was given."""

ANCHOR_LEFT_OUT = "the text shows its anchor, which is there already and is left out"


def without_fence(source: Source, text: str) -> str:
    """A text without the code fence around it; unchanged in languages such as Markdown, where a fence may be meant."""
    lines = text.strip("\r\n").split("\n")
    if "```" not in text[:200] or source.tree is None or source.profile.sections.headings:
        return text
    opening, closing = fence_of(lines[0].rstrip()), fence_of(lines[-1].rstrip())
    if len(lines) < 3 or opening is None or closing is None or not closing.closes(opening):
        return text
    inside = lines[1:-1]
    return text if any(fence_of(line.rstrip()) for line in inside) else "\n".join(inside) + "\n"


def members_of(source: Source, holder: Block) -> list[Block]:
    """The definitions that a definition holds directly, without those inside of them."""
    found = source.tree.definitions(holder.core) if source.tree is not None else ()
    return [one for one in found if one.path[:-1] == holder.path]


def without_holder(
    source: Source, holder: Block | None, text: bytes, own: Block | None = None
) -> bytes:
    """A text without the header and the end of what holds the place it is for, where it shows them as they are.

    It may define what it replaces (`own`) and what is new there, and shows none of the other members.
    """
    if holder is None or holder.body is None or holder.kind not in TYPES | MODULES:
        return text
    bare = trim(text)
    piece = source.read_fragment(bare) if holder.path[-1].encode() in bare else None
    first = piece.definitions[0] if piece is not None and piece.definitions else None
    if piece is None or not piece.clean or first is None or first.body is None:
        return text
    is_alike = (first.kind, first.path[-1]) == (holder.kind, holder.path[-1])
    has_header = first.header.of(bare).split() == holder.header.of(source.data).split()
    around = bare[: first.core.start] + bare[first.core.end :]
    inside = [one for one in piece.definitions if first.body.contains(one.core)]
    if not (is_alike and has_header and inside) or around.strip(SPACE + b";"):
        return text
    others = {one.path[-1] for one in members_of(source, holder)} - {own.path[-1] if own else ""}
    if not others.isdisjoint(one.path[-1] for one in inside):
        return text
    start = line_start(bare, first.body.start)
    start = first.body.start if bare[start : first.body.start].strip() else start
    return Span(start, first.body.end).of(bare)


def without_anchor(source: Source, anchor: Span, text: bytes, *, after: bool) -> bytes:
    """Return a text without the anchor that it begins with, or ends with where it is put before that.

    Such a text shows its place. One that is the anchor and nothing else repeats it on purpose.
    """
    rows = split_lines(trim(text))
    lines = Span(line_start(source.data, anchor.start), line_end(source.data, anchor.end))
    for own in (anchor.of(source.data), lines.of(source.data)):
        shown = [row.strip() for row in split_lines(own.strip())]
        given = rows[: len(shown)] if after else rows[-len(shown) :]
        rest = rows[len(shown) :] if after else rows[: -len(shown)]
        filled = [row for row in rest if row.strip()]
        is_shown = _WORD.search(own) and [row.strip() for row in given] == shown
        # The first of the lines that are left must be as shallow as any, so that they can stand alone.
        if is_shown and filled and all(row.startswith(indent_of(filled[0])) for row in filled):
            return b"".join(rest)
    return text
