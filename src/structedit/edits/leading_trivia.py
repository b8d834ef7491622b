"""Comments and decorators above a definition: which of them a new text replaces, which stay, where new ones go.

Not here: where they begin and end (`tree.trivia`), and how many go with a deleted or moved block
(`edits.block_extent`).
"""

from __future__ import annotations

import re
from itertools import accumulate

from structedit.calls.places import Attach
from structedit.edits.block_extent import enclosing_blocks, first_line
from structedit.languages.kinds import BODIED
from structedit.languages.profiles import Layout
from structedit.text.document import Span, split_lines
from structedit.text.lines import begins_line, indent_of, line_start, text_start
from structedit.text.values import dataclass, replace
from structedit.tree.hidden_text import MARKS
from structedit.tree.nodes import Block
from structedit.tree.source import Source
from structedit.tree.syntax_tree import SyntaxTree
from structedit.tree.trivia import (
    is_about_next_line,
    is_about_others,
    is_doc_comment,
    joined_docs,
    named_by,
)
from structedit.tree.without_grammar import text_blocks


def ends_in_comment(source: Source, text: bytes) -> bool:
    """Return True if a text has a comment after its last statement."""
    piece = source.read_fragment(text)
    end = len(text.rstrip())
    return piece is not None and any(span.end >= end for span in piece.comments)


def replaced_from(
    source: Source, block: Block, text: bytes, brings: Attachments, attach: Attach
) -> tuple[int, tuple[str, ...], tuple[str, ...]]:
    """Find where the replaced text starts: comments are replaced only by comments, decorators by decorators.

    Return the start, the first lines of what stays, and the first lines of what is replaced.
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
        gives_way = is_replaced_by_name(source, span, text)
        if gives_way is None:
            gives_way = brings.docs if is_doc else brings.comments
        if gives_way and start == text_start(data, span.end):
            start = span.start
            taken.append(span)
        else:
            kept.append(span)
    return start, first_lines(data, kept), first_lines(data, taken)


def is_replaced_by_name(source: Source, comment: Span, text: bytes) -> bool | None:
    """Return True if a comment that names its subject is replaced by such a comment in a new text.

    Return None for a comment that names no subject.
    """
    if named_by(comment.of(source.data)) is None:
        return None
    piece = source.read_fragment(text)
    brought = piece.comments if piece is not None else ()
    return any(named_by(span.of(text)) is not None for span in brought)


def first_lines(data: bytes, spans: list[Span]) -> tuple[str, ...]:
    """Return the first line of each span, in the order of the file."""
    return tuple(first_line(data, span) for span in sorted(spans))


@dataclass(frozen=True, slots=True)
class Attachments:
    """The comments and decorators that a new text has above its definition, and where the definition starts."""

    docs: bool
    comments: bool
    decorators: bool
    rest: bytes
    at: int = 0

    @property
    def is_comment_alone(self) -> bool:
        """True if a text has comments and no decorators."""
        return (self.docs or self.comments) and not self.decorators


def attachments_of(source: Source, text: bytes, block: Block) -> Attachments:
    """Return the comments and decorators above the first definition of a text that is to replace a block.

    A comment below decorators counts only if the block has no decorators: for a block that has some, it is another
    comment than the one above them.
    """
    if margin := _margin(source, text):  # read an indented text as if it began at the left margin
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
    above = joined_docs(text, source.profile, [s for s in all_comments if s.end <= start])
    docs = any(is_doc_comment(s.of(text).lstrip(), source.profile) for s in above)
    plain = [s for s in above if not is_doc_comment(s.of(text).lstrip(), source.profile)]
    comments = any(named_by(s.of(text).lstrip()) is None for s in plain)
    at = max([first.span.start, *(s.end for s in first.decorators if s.end <= first.core.start)])
    return Attachments(
        docs, comments, bool(first.decorators), text[at:].lstrip(), line_start(text, at)
    )


def _margin(source: Source, text: bytes) -> int:
    """Return the indentation that all lines of a text share, in languages where indentation is structure."""
    if source.profile.family is not Layout.INDENT or source.profile.is_data:
        return 0
    rows = split_lines(text)
    first = indent_of(rows[0]) if rows else b""
    return len(first) if all(row.startswith(first) for row in rows if row.strip()) else 0


_Reading = tuple[Block, tuple[Span, ...], bool]
"""The first definition of a text, its comments, and True if one of its definitions has a body."""


def _read_alone(source: Source, text: bytes) -> _Reading | None:
    """Parse a new text by itself; return None if it has no definition."""
    piece = source.read_fragment(text)
    if piece is None or not piece.definitions:
        return None
    has_body = any(d.body is not None and d.kind in BODIED for d in piece.definitions)
    return piece.definitions[0], piece.comments, has_body


def _read_as_member(source: Source, text: bytes, block: Block) -> _Reading | None:
    """Parse a new text as the only member of the definition around a block; return None if it does not parse.

    Some members, such as fields and enum variants, parse only inside their container.
    """
    around = _text_around_members(source, block)
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
    # A comment that begins before the text is cut off at its start.
    found_there = (span for span in tree.comments(area) if span.end <= area.end)
    comments = [Span(max(span.start, area.start), span.end) for span in found_there]
    return found, tuple(span.shifted(-area.start) for span in comments), False


def _text_around_members(source: Source, block: Block) -> tuple[bytes, bytes] | None:
    """Return the text around the members of a block's container: `struct A {` and `}`; None if it has no end."""
    data, item = source.data, source.list_item(block.span)
    bodies = [
        (h, h.body)
        for h in enclosing_blocks(source, block)
        if h.body and h.body.contains(block.core)
    ]
    container, body = bodies[-1] if bodies else (None, None)
    if item is not None and source.tree is not None and not (body and item.parent.contains(body)):
        statement = source.tree.statement_around(item.parent) or item.parent
        opening = Span(statement.start, item.items[0].start)
        closing = Span(item.items[-1].end, statement.end)
    elif container is None or body is None or body.end > container.core.end:
        return None  # the end of the container is missing in the file
    elif container.layout in (Layout.BRACE, Layout.END):
        opening = Span(line_start(data, container.span.start), body.start)
        closing = Span(body.end, container.core.end)
    else:
        return None
    return opening.of(data) + b"\n", b"\n" + closing.of(data)


def place_above(source: Source, block: Block, text: bytes) -> tuple[int, bytes] | None:
    """Return where to insert a text that belongs to a definition, and what separates it from the code after it.

    A comment goes above all comments and decorators; one about the next line (`// @ts-ignore`) goes below the
    comments, as decorators do. Keywords, and text that parses only there, go on the line of the definition:

        /** Doc. */                   @inline   →   @inline function f()
        @Override   →   below Doc     static    →   static int f()

    Return None for a text that is a statement or a paragraph of its own.
    """
    data, profile = source.data, source.profile
    if profile.is_data or block.layout is Layout.SECTION:
        return None
    is_apart, text = text.endswith((b"\n\n", b"\r\n\r\n")), text.strip()
    if is_comment(source, text):
        at = (block.span if is_about_next_line(text) else block.whole).start
        is_apart = is_apart or is_about_others(text, profile) or not begins_line(data, at)
        return None if is_apart else (at, b"\n")
    piece = source.read_fragment(text)
    if piece is None or any(found.body is not None for found in piece.definitions):
        return None
    # The language decides what belongs to a definition: its parser reads the text in front of it.
    inner = [span.end for span in block.decorators if span.end <= block.core.end]
    bare = max((text_start(data, end) for end in inner), default=block.span.start)
    above, beside = (block.span.start, b"\n"), (bare, b" ")
    by_word = is_word(text) or not begins_line(data, block.span.start)
    places = (beside, above) if by_word else (above, beside)
    return next((one for one in places if _is_read_into(source, block, text, *one)), None)


def is_word(text: bytes) -> bool:
    """Return True for one or more words, optionally with one in brackets: `async`, `pub(crate)`."""
    return re.fullmatch(rb"[\w \t]+(?:\([\w \t]*\))?", text.strip()) is not None


def is_comment(source: Source, text: bytes) -> bool:
    """Return True if a text consists of comments."""
    return not text_blocks.mask(text, source.profile).strip()


def may_be_statement(source: Source, block: Block, text: bytes) -> bool:
    """Return True for words that are a statement when they have a line of their own, such as `private` in Ruby."""
    if not is_word(text):
        return False
    _, parsed = _read_with(source, block, text.strip(), block.span.start, b"\n")
    if parsed is None:
        return False
    tree, area = parsed
    return all(found.span.start != area.start for found in tree.definitions(area))


def _read_with(
    source: Source, block: Block, text: bytes, at: int, joint: bytes
) -> tuple[bytes, tuple[SyntaxTree, Span] | None]:
    """Insert a text into a definition and parse it where the definition is, at the left margin.

    Return the new text of the definition, and its tree or None if that has errors.
    """
    data, start = source.data, block.span.start
    own = data[start:at] + text + joint + data[at : block.span.end]
    margin = data[line_start(data, start) : start]
    if margin and not margin.strip():
        own = re.sub(rb"(?m)^" + re.escape(margin), b"", own)
    opening, closing = _text_around_members(source, block) or (b"", b"")
    parsed = source.parse_between(opening, own, closing)
    return own, (None if parsed is None or parsed[0].faults(parsed[1]) else parsed)


def _is_read_into(source: Source, block: Block, text: bytes, at: int, joint: bytes) -> bool:
    """Return True if a text inserted at an offset of a definition parses as a part of the definition."""
    if not block.span.start <= at <= block.core.end or (joint == b" " and b"\n" in text):
        return False
    own, parsed = _read_with(source, block, text, at, joint)
    if parsed is None:
        return False
    tree, area = parsed
    for found in tree.definitions(area):
        if found.span.end == area.end and found.path[-1:] == block.path[-1:]:
            before = own[: max(0, found.span.start - area.start)]
            return area.start <= found.span.start and is_comment(source, before)
    return False


def starts_with_word(text: bytes, prefix: bytes) -> bool:
    """Return True if a text begins with the first word of a prefix."""
    words = re.findall(rb"@|\w+", prefix)
    if not words:  # a sign, `> .child {`, may be replaced by another one
        return text[:1] in MARKS
    return re.match(re.escape(words[0]) + rb"\b", text) is not None
