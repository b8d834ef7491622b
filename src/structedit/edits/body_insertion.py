"""Insertion at the start or the end of a block's body."""

from __future__ import annotations

from structedit.calls.statuses import Reason
from structedit.edits.adjacent import insert_adjacent, insert_item
from structedit.edits.blank_lines import gap_around, member_gap
from structedit.edits.bodies import replace_body
from structedit.edits.data_values import has_plain_value, opens_block, replace_value
from structedit.edits.leading_trivia import ends_in_comment
from structedit.edits.list_items import (
    Listed,
    bare_item,
    fill_empty,
    fits_on_line,
    is_item,
    list_of,
)
from structedit.edits.new_text import Draft, Rejection, inner_place, is_label, place_at
from structedit.languages.kinds import CONTAINERS
from structedit.languages.profiles import Layout
from structedit.text.document import Span
from structedit.text.edit import Edit, EditSet
from structedit.text.lines import (
    LINE_END,
    SPACE,
    ends_line,
    indent_at,
    indent_of,
    line_end,
    next_line,
    trimmed,
)
from structedit.text.values import replace
from structedit.tree.layout.indent import Place, lay_out, trim
from structedit.tree.nodes import Block, ListItem
from structedit.tree.source import Source
from structedit.tree.without_grammar import text_blocks


def insert_inside(source: Source, block: Block, text: bytes, *, at_end: bool) -> Draft | Rejection:
    """Insert at the start or end of a block's body."""
    listed = list_of(source, block)
    if listed is not None and is_item(source, listed.rule, text):
        return insert_into_list(source, block, listed, text, at_end=at_end)
    if block.body is None and has_plain_value(source, block):
        return replace_value(source, block, text)
    if block.body is None:
        return Rejection(
            Reason.NOT_A_BLOCK, f"this {block.kind} has no body", "insert before or after it"
        )
    neighbour = unterminated_member(source, block, text, at_end=at_end)
    if neighbour is not None:
        return insert_adjacent(source, neighbour, text, after=at_end)
    old, sign = block.body.of(source.data), source.profile.statement_end.encode()
    is_statement = bool(sign) and old.endswith(sign) and b"\n" not in old and b"\r" not in old
    if block.layout is Layout.NONE and is_statement:
        both = (old, trim(text)) if at_end else (trim(text), old)
        return replace_body(source, block, b"\n".join(both))
    if block.layout is Layout.VALUE:
        return Rejection(
            Reason.NOT_A_BLOCK,
            f"the value of this {block.kind} is not a list that can take another item",
            'replace it: part="body"',
        )
    if block.layout is Layout.NONE:
        return Rejection(
            Reason.NOT_A_BLOCK,
            f"the body of this {block.kind} is a bare expression or statement",
            'replace it: part="body"',
        )
    header = source.data[block.core.start : block.body.start].rstrip(SPACE)
    is_comment = not text_blocks.mask(text, source.profile).strip()
    if header.endswith(tuple(m.encode() for m in source.profile.value_marks)) and not is_comment:
        return Rejection(
            Reason.NOT_A_BLOCK,
            f"the body of this {block.kind} is one expression, which a further line would change",
            'replace it: part="body"',
        )
    if block.layout is Layout.SECTION:
        return _insert_into_section(source, block, block.body, text, at_end=at_end)
    place, outer = inner_place(source, block), place_at(source, block.core.start)
    if is_label(trim(text).split(b"\n")[0]):
        # A new access label is indented like those that the class has.
        label = next((line for line in old.splitlines() if is_label(line)), None)
        base = indent_at(source.data, block.core.start) if label is None else indent_of(label)
        place = place.at(base)
    lines = place.ending.join(lay_out(source, trim(text), place))
    breaks = b";" if source.profile.family is Layout.END else b""
    if not old.strip(SPACE + breaks):
        laid = (
            outer.ending
            + lines
            + (outer.ending + outer.base if block.layout is not Layout.INDENT else b"")
        )
        return Draft(EditSet.of([Edit(block.body, laid)]))
    if b"\n" not in old and b"\r" not in old:
        # The one line moves to a line of its own beside the inserted text.
        own = outer.ending.join(lay_out(source, old.strip(), outer.deeper()))
        both = (own, lines) if at_end else (lines, own)
        tail = outer.ending + outer.base if block.layout is not Layout.INDENT else b""
        laid = outer.ending + outer.ending.join(both) + tail
        return Draft(EditSet.of([Edit(block.body, laid)]))
    if old.strip(SPACE) == source.profile.empty_body.encode():
        return Draft(EditSet.of([Edit(trimmed(source.data, block.body), lines.lstrip(b" \t"))]))
    gap = member_gap(source, block, block.body, text, at_end=at_end)
    if not at_end:
        above = _body_start(source, block, block.body, text)
        return Draft(EditSet.of([_at_start(source, block, block.body, lines, gap, above)]))
    at = block.body.start + len(block.body.of(source.data).rstrip(SPACE))
    shares = ends_in_comment(source, text) and not ends_line(source.data, at)
    # A comment at the end would swallow the closing brace on its line.
    end = outer.ending + outer.base if shares else b""
    return Draft(EditSet.of([Edit(Span(at, at), place.ending * (1 + gap) + lines + end)]))


def unterminated_member(source: Source, block: Block, text: bytes, *, at_end: bool) -> Block | None:
    """Return the member at an edge of a body that lacks the `;` needed next to a new text: `.a { b: c }`."""
    end, body = source.profile.statement_end.encode(), block.body
    if not end or body is None or source.tree is None or block.layout is not Layout.BRACE:
        return None
    bare = trimmed(source.data, body)
    members = [b for b in source.tree.definitions(bare) if bare.contains(b.span) and b.body is None]
    if at_end:
        return next(
            (
                b
                for b in members
                if b.span.end == bare.end and not b.span.of(source.data).endswith(end)
            ),
            None,
        )
    is_ended = text.rstrip(SPACE).endswith((end, b"}"))
    return next((b for b in members if b.span.start == bare.start and not is_ended), None)


def _insert_into_section(
    source: Source, block: Block, body: Span, text: bytes, *, at_end: bool
) -> Draft:
    """Insert directly below a heading, or at the end of its section."""
    place, old = place_at(source, block.core.start), body.of(source.data)
    laid = place.ending.join(lay_out(source, trim(text), place))
    apart = place.ending * (1 + source.profile.blank_lines[1])
    if not old.strip(SPACE):
        return Draft(EditSet.of([Edit(body, apart + laid)]))
    if at_end:
        joint = _joint(source, old, laid, place)
        return Draft(EditSet.of([Edit(Span(body.end, body.end), joint + laid)]))
    at = _first_filled(source.data, body.start, body.end)
    joint = _joint(source, laid, old, place)
    return Draft(EditSet.of([Edit(Span(at, at), laid + joint)]))


def _joint(source: Source, above: bytes, below: bytes, place: Place) -> bytes:
    """Return the line breaks between two pieces of a section: a blank line, but none within a list or a table."""
    gap = source.profile.blank_lines[1]
    piece = source.read_fragment(trim(below))
    found = piece.definitions if piece is not None else ()
    if found and found[0].layout is Layout.SECTION and found[0].whole.start == 0:
        gap = source.profile.blank_lines[0]
    pattern = source.profile.sections.joined
    rows = [row for row in LINE_END.split(above) if row.strip() and not indent_of(row)]
    first = below.strip(b"\r\n")
    if pattern is not None and rows and pattern.match(rows[-1]) and pattern.match(first):
        gap = 0
    return place.ending * (1 + gap)


def _at_start(source: Source, block: Block, body: Span, lines: bytes, gap: int, above: int) -> Edit:
    """Insert at the top of a body; the blank lines below the header or docstring stay in place."""
    place, start = inner_place(source, block), next_line(source.data, above)
    blank = gap_around(source.data, Span(start, start))
    if blank.end >= body.end:
        return Edit(Span(above, above), place.ending * (1 + gap) + lines)
    has_doc = block.doc is not None and body.contains(block.doc)
    head = place.ending * gap if has_doc and not blank.below else b""
    at = blank.end
    return Edit(Span(at, at), head + lines + place.ending * (1 + gap))


def _first_filled(data: bytes, at: int, end: int) -> int:
    """Return the start of the first line below the line of `at` that is not blank."""
    at = next_line(data, at)
    while at < end and not data[at : line_end(data, at)].strip(SPACE):
        at = next_line(data, at)
    return at


def insert_into_list(
    source: Source, block: Block, listed: Listed, text: bytes, *, at_end: bool
) -> Draft | Rejection:
    """Insert as the first or last item of a list, or as its only one."""
    if listed.items:
        index = len(listed.items) - 1 if at_end else 0
        item = ListItem(listed.items[index], index, listed.items, listed.span, listed.rule)
        return insert_item(source, item, text, after=at_end)
    if opens_block(source, text) and not fits_on_line(source, text):
        outside = replace(block, body=Span(block.header.end, listed.span.end), layout=Layout.INDENT)
        return replace_value(source, outside, text)
    code, comment = bare_item(source, trim(text), listed.separator)
    return Draft(EditSet.of([fill_empty(source, block, listed, code + comment)]))


def _body_start(source: Source, block: Block, body: Span, text: bytes) -> int:
    """Return the end of the line below which the members of a body begin: its header, or its docstring.

    An access label directly below the header counts as part of it, unless the text has its own.
    """
    first = _first_filled(source.data, body.start, body.end)
    has_label = first < body.end and is_label(source.data[first : line_end(source.data, first)])
    brings_one = is_label(trim(text).split(b"\n")[0])
    if has_label and not brings_one and block.kind in CONTAINERS:
        return line_end(source.data, first)
    if block.doc is not None and body.contains(block.doc):
        return line_end(source.data, block.doc.end)
    return line_end(source.data, body.start)


def ends_inside_line(data: bytes, block: Block) -> bool:
    """Return True if a block's body is on the line of its header."""
    assert block.body is not None
    return b"\n" not in block.body.of(data) and b"\r" not in block.body.of(data)
