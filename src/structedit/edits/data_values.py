"""How a value is laid out after its key or marker where data is held together by indentation.

A scalar or a flow list stands on the key's line, a map or a list of items below it, and the text
of a block scalar below the sign that opens it. Walked through on

    name: shop          a scalar: stays on the line
    run: |              `|` stays, the lines below are replaced
      npm ci
    jobs:               a map: the new one stands below
      build: {}
"""

from __future__ import annotations

import re

from structedit.edits.new_text import Draft, inner_place, marked_column, place_at
from structedit.languages.profiles import Layout
from structedit.text.document import Span, split_ending, split_lines, to_text
from structedit.text.edit import Edit, EditSet
from structedit.text.lazily import regex
from structedit.text.lines import indent_of, line_start
from structedit.tree.layout.indent import keep_alike, lay_out, trim
from structedit.tree.nodes import Block
from structedit.tree.source import Source

_SCALAR_HEAD = regex(rb"[ \t]*[|>][-+0-9]*[ \t]*(?:#[^\r\n]*)?(?=\r\n|\n|\r|\Z)")
_FLOW = (b"{", b"[", b'"', b"'")


def has_plain_value(source: Source, block: Block) -> bool:
    """Whether a block is data whose value is set off by indentation, or by nothing but its key."""
    is_data = source.profile.is_data and source.profile.family is Layout.INDENT
    return is_data and block.layout in (Layout.INDENT, Layout.NONE)


def is_value_of(source: Source, block: Block, text: bytes) -> bool:
    """Whether a text for a whole key of data is no key but a value on one line: the key's value is meant."""
    tree, new = source.tree, text.strip()
    if not source.profile.is_data or tree is None or block.name is None or block.body is None:
        return False
    if not new or b"\n" in new or new.startswith((b"{", b"|", b">", b"#", b"- ")):
        return False
    inner = [one for one in tree.definitions(block.body) if block.body.contains(one.core)]
    if inner and not has_plain_value(source, block):
        return False
    piece, is_flow = source.read_fragment(new.rstrip(b",")), new.startswith(b"[")
    if piece is None or piece.comments:
        return False
    return all(is_flow and one.kind == "element" for one in piece.definitions)


def opens_block(source: Source, text: bytes) -> bool:
    """Whether a text is a map or a list of items in block style, not a scalar or flow."""
    if source.profile.family is not Layout.INDENT or not source.profile.is_data:
        return False
    bare = trim(text)
    start = len(bare) - len(bare.lstrip())
    piece = source.read_fragment(bare)
    if piece is None or not piece.definitions:
        return False
    first = piece.definitions[0].span.start
    above = [c for c in piece.comments if c.end <= first]
    return first == start or bool(above and above[0].start == start)


def replace_value(source: Source, block: Block, new: bytes) -> Draft:
    """Replace the value of a key or the content of an item."""
    text, body = trim(new), block.body or Span(block.header.end, block.header.end)
    old = body.of(source.data)
    parting = b" " if len(block.header) else b""  # an item of a flow list has nothing before it
    if not text:
        filler = empty_value(source, block)
        return Draft(EditSet.of([Edit(body, parting + filler if filler else b"")]))
    opened = _SCALAR_HEAD.match(old)
    if opened and old.strip() and not _SCALAR_HEAD.match(text):
        return _below_the_head(source, block, body, opened[0], text)
    laid = (
        _below(source, block, text, old)
        if opens_block(source, text)
        else parting + _beside(source, block, text)
    )
    return Draft(EditSet.of([Edit(body, keep_alike(old, laid))]).refined(source.data))


def empty_value(source: Source, block: Block) -> bytes:
    """The empty map or list that replaces one which loses its last item; empty if it held neither."""
    if block.body is None or source.tree is None:
        return b""
    inside = [b for b in source.tree.definitions(block.body) if block.body.contains(b.core)]
    inside = [b for b in inside if b.core != block.core and len(b.path) == len(block.path) + 1]
    if not inside or block.layout is not Layout.INDENT:
        return b""
    return b"[]" if inside[0].kind == "element" else b"{}"


def with_marker(source: Source, block: Block, text: bytes) -> bytes:
    """An item's new text with the marker that items begin with, where it lacks that."""
    marker = source.profile.item_marker.encode()
    begins = bool(marker) and block.kind == "element" and block.header.of(source.data) == marker
    code = next((row for row in split_lines(text) if not row.strip().startswith(b"#")), b"")
    if not begins or re.match(re.escape(marker) + rb"(?=\s|\Z)", code.lstrip()) or not code.strip():
        return text
    if code != split_lines(text)[0]:
        return text
    rows = [split_ending(row) for row in split_lines(trim(text))]
    margin = min(len(indent_of(row)) for row, _ in rows if row.strip())
    pad = b" " * (len(marker) + 1)
    shifted = [(pad if row.strip() else b"") + row[margin:] + ending for row, ending in rows]
    return marker + b" " + b"".join(shifted)[len(pad) :]


def at_column(source: Source, span: Span) -> bytes:
    """A span's text, with blanks in the place of what precedes it on its line."""
    column = marked_column(source, span.start)
    start = line_start(source.data, span.start)
    blank = not source.data[start : span.start].strip()
    if column:
        return b" " * column + span.of(source.data)
    return Span(start if blank else span.start, span.end).of(source.data)


def _below(source: Source, block: Block, text: bytes, old: bytes) -> bytes:
    """A map or a list laid out below its key, or beside the marker of the item that it is in."""
    inner, outer = inner_place(source, block), place_at(source, block.core.start)
    marker = source.profile.item_marker.encode()
    beside = block.header.of(source.data) == marker and not re.match(rb"[ \t]*[\r\n]", old)
    if beside:
        gap = old[: len(old) - len(old.lstrip(b" \t"))] or b" "
        base = outer.base + b" " * (len(marker) + len(gap))
        lines = lay_out(source, text, outer.at(base), old)
        return gap + outer.ending.join(lines).removeprefix(base)
    if not old.strip() or not re.match(rb"[ \t]*(?:#[^\r\n]*)?[\r\n]", old):
        inner = outer.deeper()
    return inner.ending + inner.ending.join(lay_out(source, text, inner, old))


def _beside(source: Source, block: Block, text: bytes) -> bytes:
    """A scalar or a flow list laid out after its key: later lines are deeper than the key."""
    outer = place_at(source, block.core.start)
    rows = [split_ending(row)[0] for row in split_lines(text)]
    rest = [row for row in rows[1:] if row.strip()]
    margin = min((len(indent_of(row)) for row in rest), default=0)
    is_flow = text.lstrip().startswith(_FLOW[:2])
    base = outer.base + outer.unit
    if (
        is_flow
        and rest
        and len(indent_of(rest[-1])) == margin
        and rest[-1].strip()[:1] in (b"]", b"}")
    ):
        base = outer.base
    laid = [base + row[margin:] if row.strip() else b"" for row in rows[1:]]
    return outer.ending.join([rows[0].strip(), *laid])


def _below_the_head(source: Source, block: Block, body: Span, head: bytes, text: bytes) -> Draft:
    """Replace the lines of a block scalar; the sign that opens it stays."""
    inner = inner_place(source, block)
    rows = [split_ending(row)[0] for row in split_lines(text)]
    margin = min(len(indent_of(row)) for row in rows if row.strip())
    laid = [inner.base + row[margin:] if row.strip() else b"" for row in rows]
    new = head + inner.ending + inner.ending.join(laid)
    said = f"the text was written below the {to_text(head).strip()!r} that was there"
    edits = EditSet.of([Edit(body, keep_alike(body.of(source.data), new))]).refined(source.data)
    # The text may have been meant as a value of its own, such as a flow list.
    is_value = text.lstrip().startswith(_FLOW) and b"\n" not in text.strip()
    return Draft(edits, warnings=(said,) if is_value else ())
