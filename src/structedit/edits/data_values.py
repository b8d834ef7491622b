"""The layout of a value after its key or marker in data formats that use indentation (YAML).

Scalars and flow lists are put on the key's line, maps and block lists below it, and the text of a block scalar
below its `|` or `>`:

    name: shop          a scalar: on the key's line
    run: |              a block scalar: `|` stays, the lines below are replaced
      npm ci
    jobs:               a map: below the key
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
    """Return True if a block is a key or item of indented data, and its value is not in brackets."""
    is_data = source.profile.is_data and source.profile.family is Layout.INDENT
    return is_data and block.layout in (Layout.INDENT, Layout.NONE)


def is_bare_value(source: Source, block: Block, text: bytes) -> bool:
    """Return True if a text for a whole key is not a key but a value on one line, so that it replaces the value."""
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
    """Return True if a text is a map or a list in block style, not a scalar or a flow value."""
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
    """Replace the value of a key, or the content of an item."""
    text, body = trim(new), block.body or Span(block.header.end, block.header.end)
    old = body.of(source.data)
    parting = b" " if len(block.header) else b""  # an item of a flow list has nothing before it
    if not text:
        filler = empty_value(source, block)
        return Draft(EditSet.of([Edit(body, parting + filler if filler else b"")]))
    opened = _SCALAR_HEAD.match(old)
    if opened and old.strip() and not _SCALAR_HEAD.match(text):
        return _replace_block_scalar(source, block, body, opened[0], text)
    laid = (
        _below_key(source, block, text, old)
        if opens_block(source, text)
        else parting + _on_key_line(source, block, text)
    )
    return Draft(EditSet.of([Edit(body, keep_alike(old, laid))]).refined(source.data))


def empty_value(source: Source, block: Block) -> bytes:
    """Return the empty map or list that remains when the last entry is deleted; empty if the value is neither."""
    if block.body is None or source.tree is None:
        return b""
    inside = [b for b in source.tree.definitions(block.body) if block.body.contains(b.core)]
    inside = [b for b in inside if b.core != block.core and len(b.path) == len(block.path) + 1]
    if not inside or block.layout is not Layout.INDENT:
        return b""
    return b"[]" if inside[0].kind == "element" else b"{}"


def with_marker(source: Source, block: Block, text: bytes) -> bytes:
    """Return the new text of a list item, with the item marker added if it lacks one."""
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
    """Return the text of a span, with blanks in place of the marker that precedes it on its line."""
    column = marked_column(source, span.start)
    start = line_start(source.data, span.start)
    blank = not source.data[start : span.start].strip()
    if column:
        return b" " * column + span.of(source.data)
    return Span(start if blank else span.start, span.end).of(source.data)


def _below_key(source: Source, block: Block, text: bytes, old: bytes) -> bytes:
    """Lay out a map or a list below its key, or next to the marker of the list item that contains it."""
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


def _on_key_line(source: Source, block: Block, text: bytes) -> bytes:
    """Lay out a scalar or a flow list after its key; later lines are indented deeper than the key."""
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


def _replace_block_scalar(
    source: Source, block: Block, body: Span, head: bytes, text: bytes
) -> Draft:
    """Replace the lines of a block scalar and keep the `|` or `>` that opens it."""
    inner = inner_place(source, block)
    rows = [split_ending(row)[0] for row in split_lines(text)]
    margin = min(len(indent_of(row)) for row in rows if row.strip())
    laid = [inner.base + row[margin:] if row.strip() else b"" for row in rows]
    new = head + inner.ending + inner.ending.join(laid)
    said = f"the text was written below the existing {to_text(head).strip()!r}"
    edits = EditSet.of([Edit(body, keep_alike(body.of(source.data), new))]).refined(source.data)
    # The caller may have meant the text as a new value, such as a flow list, not as lines of the scalar.
    is_value = text.lstrip().startswith(_FLOW) and b"\n" not in text.strip()
    return Draft(edits, warnings=(said,) if is_value else ())
