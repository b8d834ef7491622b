"""The layout of items in a list: separators, brackets, one line or several.

A list keeps correct separators whatever the caller's text ends with, and a list on one line stays on one line.
Not here: finding the list at a place (`tree.syntax_tree`), inserting and deleting items between others
(`adjacent`, `deletion`).
"""

from __future__ import annotations

import re

from structedit.calls.statuses import Reason
from structedit.edits.new_text import Draft, Rejection, inner_place, place_at
from structedit.languages.kinds import VALUES
from structedit.languages.profiles import Layout, ListRule
from structedit.text.document import Span
from structedit.text.edit import Edit, EditSet
from structedit.text.lines import (
    SPACE,
    begins_line,
    ends_line,
    indent_of,
    line_end,
    text_end,
    text_start,
)
from structedit.text.values import dataclass
from structedit.tree.layout.indent import lay_out, trim
from structedit.tree.nodes import Block, ListItem
from structedit.tree.source import Source
from structedit.tree.trivia import has_code_lines
from structedit.tree.without_grammar import text_blocks

_PAIRS = {b"{": b"}", b"[": b"]", b"(": b")", b"<": b">"}


@dataclass(frozen=True, slots=True)
class Listed:
    """A list between brackets: its rule, its span including the brackets, its items."""

    rule: ListRule
    span: Span
    items: tuple[Span, ...]

    @property
    def separator(self) -> bytes:
        """The separator, as bytes."""
        return self.rule.separator.encode()


def list_of(source: Source, block: Block) -> Listed | None:
    """Return the list between the brackets of a block's body, if the body is a list."""
    if source.tree is None or block.body is None:
        return None
    if block.layout is Layout.VALUE:
        span = source.tree.list_in(block.body)
    elif block.layout is Layout.BRACE:
        span = Span(max(0, block.body.start - 1), min(len(source.data), block.body.end + 1))
    else:
        return None
    if span is None:
        return None
    found = source.tree.items_of(span)
    if found is None or found[1].end != span.end:
        return None
    rule, node, items = found
    inside = Span(span.start + 1, span.end - 1).of(source.data)
    has_others = bool(rule.only) and not items and bool(inside.strip())
    return Listed(rule, span, items) if (node == span or rule.only) and not has_others else None


def is_item(source: Source, rule: ListRule, text: bytes) -> bool:
    """Return True if a text can be an item of a list whose container has other members too.

    A statement, or a definition with a body, is not a field of a struct, for instance.
    """
    if not rule.only:
        return True
    code, _ = bare_item(source, trim(text), rule.separator.encode())
    piece = source.read_fragment(code)
    first = piece.definitions[:1] if piece is not None else ()
    has_body = any(d.body is not None and d.kind not in VALUES for d in first)
    return not has_body and not code.endswith(b";")


def bare_item(source: Source, text: bytes, separator: bytes) -> tuple[bytes, bytes]:
    """Split a text into items, without a separator at either end, and the comment after them."""
    text = text.rstrip(SPACE)
    end = len(text_blocks.mask(text, source.profile).rstrip(SPACE))
    code, comment = text[:end].removesuffix(separator).rstrip(SPACE), text[end:]
    bare = code.lstrip(SPACE)
    is_led = bool(separator) and bare.startswith(separator)
    return bare.removeprefix(separator).lstrip(SPACE) if is_led else code, comment


def with_separator(source: Source, text: bytes) -> bytes:
    """Add its separator to an item that is alone, such as a field next to the methods of a struct."""
    code, comment = bare_item(source, trim(text), b"")
    fragment = (
        source.parse_fragment(code) if any(r.only for r in source.profile.lists.values()) else None
    )
    whole = Span(len(code) - len(code.lstrip()), len(code))
    item = fragment.list_item(whole) if fragment is not None else None
    if item is None or not item.rule.only or item.rule.instead or item.items != (whole,):
        return text
    return code + item.rule.separator.encode() + comment


def fit_item(source: Source, item: ListItem, span: Span, text: bytes) -> tuple[Span, bytes]:
    """Fit a text into the place of an item: its separator stays, before a comment at the end.

    Return the span to replace and the text to replace it with.
    """
    separator = item.separator
    code, comment = bare_item(source, text, separator)
    code = code.removesuffix(item.rule.instead.encode())
    above = _comment_above(source, item, span, code)
    if above is not None:
        span, code = above
    elif separator and source.data[span.start : item.span.start].strip() == separator:
        span, code = Span(item.span.start, span.end), code.strip()  # one in front stays, too
    if not comment:
        return span, code
    at = text_start(source.data, span.end)
    if not separator or not source.data.startswith(separator, at):
        return Span(span.start, comment_end(source, span.end)), code + comment
    end = comment_end(source, at + len(separator))
    return Span(span.start, end), code + separator + comment


def _comment_above(
    source: Source, item: ListItem, span: Span, code: bytes
) -> tuple[Span, bytes] | None:
    """Put a comment above an item whose line begins with its separator; None for other items."""
    prefix = item.lead(source.data)
    masked = text_blocks.mask(code, source.profile)
    lead = len(masked) - len(masked.lstrip())
    if prefix is None or not code[:lead].strip():
        return None
    rest, bare = code[lead:].removeprefix(item.separator).lstrip(), prefix.lstrip()
    head = trim(code[:lead]).rstrip()
    laid = head + b"\n" + indent_of(head) + bare + rest
    return Span(item.span.start - len(bare), span.end), laid


def comment_end(source: Source, at: int) -> int:
    """Return the end of the comment that fills the rest of the line at `at`, including its lines below; else `at`.

    That includes documentation on the lines below, in languages where it documents the code above it.
    """
    if source.tree is not None and (doc := source.tree.back_doc(at)) is not None:
        return doc.end
    line = source.data[at : line_end(source.data, at)].rstrip(b" \t")
    if not line.strip() or source.tree is None:
        return at
    start = text_start(source.data, at, b" \t")
    comment = next(
        (c for c in source.tree.comments(Span(start, start + 1)) if c.start == start), None
    )
    if comment is None or has_code_lines(comment.of(source.data), source.profile):
        return at
    end = text_end(source.data, comment.end)
    return end if ends_line(source.data, end) else at


def fit_items(
    source: Source, block: Block, listed: Listed, new: bytes
) -> Draft | Rejection | bytes:
    """Replace all items of a list, on one line if the list is on one line.

    For a list on several lines, return the items without brackets, for the caller to lay out.
    """
    bare = _without_brackets(source, listed, trim(new))
    if isinstance(bare, Rejection):
        return bare
    code, comment = bare_item(source, bare, listed.separator)
    body = Span(listed.span.start + 1, listed.span.end - 1)
    old = body.of(source.data)
    if not code and not comment:
        return Draft(EditSet.of([Edit(body, b"")]))
    if not old.strip(SPACE):
        return Draft(EditSet.of([fill_empty(source, block, listed, code + comment)]))
    one_line = not re.search(rb"[\r\n]", old)
    if one_line and not comment and not re.search(rb"[\r\n]", code):
        edges = len(old) - len(old.lstrip()), len(old.rstrip())
        return Draft(EditSet.of([Edit(body, old[: edges[0]] + code.strip() + old[edges[1] :])]))
    kept = text_blocks.mask(old, source.profile).rstrip(SPACE).endswith(listed.separator)
    tail = listed.separator if kept and listed.separator and not one_line else b""
    return code + tail + comment


def _without_brackets(source: Source, listed: Listed, text: bytes) -> bytes | Rejection:
    """Remove the list's own brackets from around the items."""
    opening = source.data[listed.span.start : listed.span.start + 1]
    stripped = text.strip()
    if not (stripped.startswith(opening) and _is_one_pair(source, stripped)):
        return text
    if opening != b"{" and any(
        source.data.startswith(opening, item.start) for item in listed.items
    ):
        return Rejection(
            Reason.MALFORMED_EDIT,
            "the new text can mean the whole list or one item of it",
            "send the items without brackets around them, or replace the whole block",
        )
    return stripped[1:-1].strip() if b"\n" not in stripped else trim(stripped[1:-1]).rstrip()


def _is_one_pair(source: Source, text: bytes) -> bool:
    """Return True if a text is a single pair of brackets with everything else inside."""
    closing = _PAIRS.get(text[:1], b"")
    if not closing or not text.endswith(closing):
        return False
    depth, masked = 0, text_blocks.mask(text, source.profile)
    for index, byte in enumerate(masked):
        depth += (byte == text[0]) - (byte == closing[0])
        if depth == 0:
            return index == len(masked) - 1
    return False


def fits_on_line(source: Source, text: bytes) -> bool:
    """Return True if a text can be put between brackets unchanged: one line, without an item marker."""
    bare, marker = text.strip(), source.profile.item_marker.encode()
    return b"\n" not in bare and not (marker and bare.startswith(marker + b" "))


def fill_empty(source: Source, block: Block, listed: Listed, items: bytes) -> Edit:
    """Insert the first items into an empty list: on its line where that is usual, else on lines of their own."""
    data = source.data
    body = Span(listed.span.start + 1, listed.span.end - 1)
    is_flow, opening = source.profile.family is Layout.INDENT, data[body.start - 1 : body.start]
    shares = not begins_line(data, block.span.start)
    if b"\n" not in items and b"\r" not in items and (is_flow or shares or opening != b"{"):
        pad = b" " if opening == b"{" and b"{ " in data else b""
        return Edit(body, pad + items.strip() + pad)
    inner, outer = inner_place(source, block), place_at(source, block.core.start)
    lines = outer.ending.join(lay_out(source, items, inner))
    return Edit(body, outer.ending + lines + outer.ending + outer.base)
