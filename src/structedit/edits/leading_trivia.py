"""Comments and decorators above a definition: which of them new text replaces, and which stay.

Not here: where they begin and end (`tree.trivia`), how much goes with a block that is deleted or moved
(`edits.block_reach`).
"""

from __future__ import annotations

import re
from itertools import accumulate

from structedit.calls.places import Attach
from structedit.edits.block_reach import holders
from structedit.languages.kinds import BODIED
from structedit.languages.profiles import Layout
from structedit.text.document import Span, split_lines, to_text
from structedit.text.lines import indent_of, line_start, text_start
from structedit.text.values import dataclass, replace
from structedit.tree.hidden_text import MARKS
from structedit.tree.nodes import Block
from structedit.tree.source import Source
from structedit.tree.trivia import is_doc_comment, joined_docs, named_by


def ends_in_comment(source: Source, text: bytes) -> bool:
    """Whether a new text has comments after its last statement."""
    piece = source.read_fragment(text)
    end = len(text.rstrip())
    return piece is not None and any(span.end >= end for span in piece.comments)


def stripped(data: bytes, span: Span) -> Span:
    """A span without the blanks at its start."""
    return Span(span.end - len(span.of(data).lstrip()), span.end)


def decorators_stay(block: Block, attach: Attach) -> bool:
    """Whether decorators stay unless the new text brings others."""
    return bool(block.decorators) and attach is not Attach.NONE


def replaced_from(
    source: Source, block: Block, text: bytes, brings: Attachments, attach: Attach
) -> tuple[int, tuple[str, ...], tuple[str, ...]]:
    """Where the replaced text starts: comments and decorators are replaced only by their like.

    Returns the start, the attachments that stay, and the ones that are replaced.
    """
    data = source.data
    if not (block.is_definition or block.decorators):
        return block.span.start, (), ()
    start = block.span.start
    kept: list[Span] = []
    taken: list[Span] = []
    if block.prefix is not None and not starts_with_word(brings.rest, block.prefix.of(data)):
        start = block.prefix.end
        kept.append(Span(block.prefix.start, start))
    if block.decorators and start == block.span.start:
        if brings.decorators or attach is Attach.NONE:
            taken += block.decorators
        else:
            end = max(span.end for span in block.decorators)
            start = text_start(data, end) if end < block.core.end else start
            kept += block.decorators
    elif block.decorators:
        kept += [span for span in block.decorators if span.end <= start]
    for span in reversed(block.attached):
        is_doc = is_doc_comment(span.of(data), source.profile)
        gives_way = gives_way_by_name(source, span, text)
        if gives_way is None:
            gives_way = brings.docs if is_doc else brings.comments
        if gives_way and start == next_filled(data, span):
            start = span.start
            taken.append(span)
        else:
            kept.append(span)
    return start, first_lines(data, kept), first_lines(data, taken)


def gives_way_by_name(source: Source, comment: Span, text: bytes) -> bool | None:
    """Whether a comment that names what it is about gives way to another in a new text; None for another comment."""
    if named_by(comment.of(source.data)) is None:
        return None
    piece = source.read_fragment(text)
    brought = piece.comments if piece is not None else ()
    return any(named_by(span.of(text)) is not None for span in brought)


def first_lines(data: bytes, spans: list[Span]) -> tuple[str, ...]:
    """The first line of each span, in the order of the file."""
    return tuple(first_line(data, span) for span in sorted(spans))


def next_filled(data: bytes, span: Span) -> int:
    """The offset of the first thing after a span that is not blank."""
    return text_start(data, span.end)


@dataclass(frozen=True, slots=True)
class Attachments:
    """Which comments and decorators a new text brings above its definition, and where that starts."""

    docs: bool
    comments: bool
    decorators: bool
    rest: bytes
    at: int = 0

    @property
    def is_comment_alone(self) -> bool:
        """Whether a text brings comments and no decorators."""
        return (self.docs or self.comments) and not self.decorators


def attachments_of(source: Source, text: bytes, block: Block) -> Attachments:
    """What a new text brings above its first definition, which is to replace a block.

    A comment below decorators is one above the definition only where the block has no decorators:
    what stands above a block's own decorators is another comment than one below them.
    """
    if margin := _margin(
        source, text
    ):  # of a text at the depth that it had, as it reads at the left
        rows = split_lines(text)
        at_left = [row[margin:] if row.strip() else row for row in rows]
        found = attachments_of(source, b"".join(at_left), block)
        ends = accumulate(map(len, at_left))
        passed = (row for row, end in zip(rows, ends, strict=True) if end <= found.at)
        return replace(found, at=found.at + margin * sum(bool(row.strip()) for row in passed))
    read = _read_alone(source, text)
    if read is None or not read[2]:
        read = _read_as_member(source, text, block) or read
    if read is None:
        return Attachments(False, False, False, text.lstrip())
    first, all_comments, _ = read
    start = first.span.start if block.decorators else first.core.start
    above = joined_docs(text, source.profile, (s for s in all_comments if s.end <= start))
    docs = any(is_doc_comment(s.of(text).lstrip(), source.profile) for s in above)
    plain = [s for s in above if not is_doc_comment(s.of(text).lstrip(), source.profile)]
    comments = any(named_by(s.of(text).lstrip()) is None for s in plain)
    at = max([first.span.start, *(s.end for s in first.decorators if s.end <= first.core.start)])
    return Attachments(
        docs, comments, bool(first.decorators), text[at:].lstrip(), line_start(text, at)
    )


def _margin(source: Source, text: bytes) -> int:
    """The blanks that all lines of a text begin with, where depth alone tells what holds what."""
    if source.profile.family is not Layout.INDENT or source.profile.is_data:
        return 0
    rows = split_lines(text)
    first = indent_of(rows[0]) if rows else b""
    return len(first) if all(row.startswith(first) for row in rows if row.strip()) else 0


_Reading = tuple[Block, tuple[Span, ...], bool]
"""The first definition of a text, its comments, and whether one of its definitions has a body."""


def _read_alone(source: Source, text: bytes) -> _Reading | None:
    """A new text as it reads on its own; None where no definition is seen."""
    piece = source.read_fragment(text)
    if piece is None or not piece.definitions:
        return None
    has_body = any(d.body is not None and d.kind in BODIED for d in piece.definitions)
    return piece.definitions[0], piece.comments, has_body


def _read_as_member(source: Source, text: bytes, block: Block) -> _Reading | None:
    """A new text as it reads as the only member of what holds a block; None where that does not parse.

    A field, a variant, an element are not what they are without what holds them.
    """
    around = _shell_of(source, block)
    if around is None:
        return None
    opening, closing = around
    bare = text[:-1] if text.endswith((b",", b";")) and closing.lstrip()[:1] == text[-1:] else text
    parsed = source.parse_between(opening, bare, closing)
    if parsed is None:
        return None
    tree, area = parsed
    if tree.faults(area):
        return None
    inside = [d for d in tree.definitions(area) if area.contains(d.core)]
    if not inside:
        return None
    first = inside[0]
    decorators = tuple(span for span in first.decorators if area.contains(span))
    leading = [*decorators, *([first.prefix] if first.prefix is not None else [])]
    starts = [span.start for span in leading if area.contains(span)]
    own = Span(min([first.core.start, *starts]), first.core.end)
    bare_block = Block(first.kind, own, first.core, first.header, None, first.core)
    found = replace(bare_block, decorators=decorators).shifted(-area.start)
    # One that goes on from the line above begins with the text.
    found_there = (span for span in tree.comments(area) if span.end <= area.end)
    comments = [Span(max(span.start, area.start), span.end) for span in found_there]
    return found, tuple(span.shifted(-area.start) for span in comments), False


def _shell_of(source: Source, block: Block) -> tuple[bytes, bytes] | None:
    """Return what stands around the members of what holds a block (`struct A {` and `}`); None if that has no end."""
    data, item = source.data, source.list_item(block.span)
    bodies = [(h, h.body) for h in holders(source, block) if h.body and h.body.contains(block.core)]
    holder, body = bodies[-1] if bodies else (None, None)
    if item is not None and source.tree is not None and not (body and item.parent.contains(body)):
        statement = source.tree.statement_around(item.parent) or item.parent
        opening = Span(statement.start, item.items[0].start)
        closing = Span(item.items[-1].end, statement.end)
    elif holder is None or body is None or body.end > holder.core.end:
        return None  # the end of the holder is missing in the file
    elif holder.layout in (Layout.BRACE, Layout.END):
        opening = Span(line_start(data, holder.span.start), body.start)
        closing = Span(body.end, holder.core.end)
    else:
        return None
    return opening.of(data) + b"\n", b"\n" + closing.of(data)


def starts_with_word(text: bytes, prefix: bytes) -> bool:
    """Whether a text begins with the first word of a prefix."""
    words = re.findall(rb"@|\w+", prefix)
    if not words:  # a mark, `> .child {`, gives way to another one
        return text[:1] in MARKS
    return re.match(re.escape(words[0]) + rb"\b", text) is not None


def first_line(data: bytes, span: Span) -> str:
    """The first line of a span, for a message."""
    return to_text(span.of(data)).strip().split("\n", 1)[0].rstrip()
