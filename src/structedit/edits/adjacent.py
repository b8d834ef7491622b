"""Insertion before or after a block: as an item of its list, or on lines of its own."""

from __future__ import annotations

import re
from itertools import pairwise

from structedit.calls.statuses import Reason
from structedit.edits.arms import insert_arm, is_new_arm, with_arm_separator
from structedit.edits.blank_lines import gap_for, least_gap_around
from structedit.edits.block_extent import (
    enclosing_blocks,
    is_part_of_statement,
    to_comment_end,
    to_statement_end,
)
from structedit.edits.chains import check_chain_gap
from structedit.edits.data_values import with_marker
from structedit.edits.leading_separators import insert_in_front
from structedit.edits.leading_trivia import is_comment, may_be_statement, place_above
from structedit.edits.list_items import bare_item, comment_end, is_item, with_separator
from structedit.edits.new_text import Draft, Rejection, below_first_letter, in_order, place_at
from structedit.languages.kinds import ARMS
from structedit.languages.profiles import Indenting
from structedit.text.document import Span
from structedit.text.edit import Edit, EditSet
from structedit.text.lines import (
    SPACE,
    begins_line,
    ends_line,
    line_end,
    line_start,
    text_start,
)
from structedit.tree.layout.indent import Place, lay_out, trim
from structedit.tree.nodes import Block, ListItem
from structedit.tree.source import Source


def insert_adjacent(source: Source, block: Block, text: bytes, *, after: bool) -> Draft | Rejection:
    """Insert before or after a block, with the blank lines or the separator that its neighbours have.

    If a statement lacks the `;` that keeps it apart from the next one (the last declaration of a CSS rule), add it.
    """
    draft = _insert_as_written(source, block, text, after=after)
    end = source.profile.statement_end.encode()
    above = None if after or not block.is_definition else place_above(source, block, text)
    if above is not None:
        drafts = (_insert_leading(source, text, *above), draft)
        return in_order(*(reversed(drafts) if may_be_statement(source, block, text) else drafts))
    bare = text.rstrip(SPACE)
    if isinstance(draft, Rejection) or not end or block.body is not None or bare.endswith(b"}"):
        return draft
    has_end = block.span.of(source.data).endswith(end)
    if bare.endswith(end) and (has_end or not after):
        return draft
    again = _insert_as_written(
        source, block, text if bare.endswith(end) else bare + end, after=after
    )
    if isinstance(again, Rejection):
        return draft
    # The last draft uses lines of its own; on one line a separator is written anyway.
    ended = (again, *again.alternatives)[-1]
    if after and not has_end:
        at = ended.edits.map_offset(block.span.end)
        ended = Draft(ended.edits.then(EditSet.of([Edit(Span(at, at), end)])))
    return in_order(draft, ended)


def _insert_leading(source: Source, text: bytes, at: int, joint: bytes) -> Draft:
    """Insert a decorator, a comment or a keyword that belongs to the definition after it."""
    data, place = source.data, place_at(source, at)
    lines = lay_out(source, trim(text), place)
    if joint != b"\n" or not begins_line(data, at):
        new = place.ending.join(lines).strip() + (
            joint if joint != b"\n" else place.ending + place.base
        )
        return Draft(EditSet.of([Edit(Span(at, at), new)]))
    at = line_start(data, at)
    return Draft(EditSet.of([Edit(Span(at, at), place.ending.join(lines) + place.ending)]))


def _insert_as_written(
    source: Source, block: Block, text: bytes, *, after: bool
) -> Draft | Rejection:
    """Insert before or after a block, without adding a statement end to the text."""
    text, item = with_marker(source, block, text), source.list_item(block.span)
    if item is not None and is_item(source, item.rule, text):
        return insert_item(source, item, text, after=after, whole=block.whole)
    declared = source.declared_name(block)
    if declared is not None:
        outer = source.list_item(declared.parent)
        joined = insert_item(source, declared, text, after=after, whole=declared.span)
        return in_order(
            joined,
            insert_item(source, outer, text, after=after)  # one with a type of its own
            if outer is not None
            else _insert_next_to_statement(source, block, text, declared, after=after),
        )
    return _insert_next_to_statement(source, block, text, None, after=after)


def _insert_next_to_statement(
    source: Source, block: Block, text: bytes, declared: ListItem | None, *, after: bool
) -> Draft | Rejection:
    """Insert before or after a block; if it is one of several declared names, before or after their declaration."""
    data, item = source.data, source.list_item(block.span)
    statement = declared.parent if declared is not None else None
    is_comment_above = (
        is_comment(source, text) and not after and begins_line(data, block.span.start)
    )
    if (
        item is None
        and declared is None
        and not is_comment_above
        and is_part_of_statement(source, block)
    ):
        statement = _statement_of(source, block)
        if statement is None:
            return Rejection(
                Reason.NOT_A_BLOCK,
                f"this {block.kind} is part of a statement, so nothing can be inserted next to it",
                "insert before or after the statement, by an anchor at its start or by lines",
            )
    if is_new_arm(source, block, text, after=after):
        return insert_arm(source, block, text, after=after)
    if block.kind in ARMS and not begins_line(data, block.core.start):
        return _insert_inline(source, block.arm, text, after=after)
    if rejection := check_chain_gap(source, block.whole, text, after=after):
        return rejection
    text = with_arm_separator(source, block, enclosing_blocks(source, block), text)
    whole = block.whole
    if statement is not None:
        whole = _with_comments_above(source, statement)
    if item is not None:  # with the separator behind it
        whole = Span(whole.start, max(whole.end, item.separator_end(data) or 0))
    whole = to_comment_end(source, to_statement_end(source, whole))
    place = place_at(source, (statement or block.span).start)
    if not begins_line(data, whole.start) or not ends_line(data, whole.end):
        return _insert_on_a_line(source, whole, text, after=after)
    text = with_separator(source, text) if item is None else text
    lines = lay_out(source, trim(text), place)
    gap = gap_for(source, block, whole, text, after=after)
    laid = place.ending.join(lines)
    if after:
        missing = item if item is not None and item.separator_end(data) is None else None
        return Draft(_append_after(data, whole.end, laid, gap, place, missing))
    at = line_start(data, whole.start)
    return Draft(EditSet.of([Edit(Span(at, at), laid + place.ending * (1 + gap))]))


def _statement_of(source: Source, block: Block) -> Span | None:
    """Return the statement that a block ends; None if it contains other blocks around this one."""
    tree, data, span = source.tree, source.data, block.span
    assert tree is not None
    around = tree.statement_around(span)
    if block.is_definition or block.kind == "lambda":
        return around if block.is_definition else None
    first = text_start(data, line_start(data, span.start))
    for statement in (tree.statement_from(first, span), around):
        if statement is None or statement.start >= span.start:
            continue
        rest = data[span.end : statement.end].strip(SPACE + source.profile.statement_end.encode())
        held = any(statement.start <= one.core.start for one in enclosing_blocks(source, block))
        if not (rest or held):
            return statement
    return None


def _with_comments_above(source: Source, statement: Span) -> Span:
    """Return the span of a statement and the comments directly above it."""
    start = statement.start
    comments = source.tree.comments(Span(0, start)) if source.tree is not None else ()
    for comment in reversed(comments):
        gap = source.data[comment.end : start]
        if gap.strip() or gap.count(b"\n") > 1 or not begins_line(source.data, comment.start):
            break
        start = comment.start
    return Span(start, statement.end)


def _append_after(
    data: bytes, at: int, laid: bytes, gap: int, place: Place, unparted: ListItem | None
) -> EditSet:
    """Append lines after the line of `at`; an item `unparted` is the last of its list and gets a separator."""
    end, new = line_end(data, at), place.ending * (1 + gap) + laid
    if unparted is None:
        return EditSet.of([Edit(Span(end, end), new)])
    separator, own = unparted.separator, unparted.span.end
    if own == end:
        return EditSet.of([Edit(Span(end, end), separator + new)])
    return EditSet.of([Edit(Span(own, own), separator), Edit(Span(end, end), new)])


def _insert_on_a_line(source: Source, span: Span, text: bytes, *, after: bool) -> Draft | Rejection:
    """Insert next to a span that shares its line with other code: first on that line, else on lines of its own."""
    own_lines = _insert_inline(source, span, text, after=after)
    signs = [sign.encode() for sign in source.profile.line_comments]
    bare, own = text.strip(), span.of(source.data)
    joint = _joint_of_statements(source, own if after else bare)
    if not joint or re.search(rb"[\r\n]", bare) or any(sign in bare for sign in signs):
        return own_lines
    at = span.end if after else span.start
    new = joint + bare if after else bare + joint
    return in_order(Draft(EditSet.of([Edit(Span(at, at), new)])), own_lines)


def _joint_of_statements(source: Source, before: bytes) -> bytes:
    """Return the separator between a statement and the next one on its line; empty if none is known."""
    sign = source.profile.statement_end.encode()
    if before.endswith((b";", sign, b"}") if sign else b";"):
        return b" "
    if not sign and ";" in source.profile.optional_ends:
        sign = b";"
    return sign and sign + b" "


def _insert_inline(source: Source, span: Span, text: bytes, *, after: bool) -> Draft:
    """Insert lines of their own next to a span that shares its lines with other code.

    Between adjacent tags nothing is added: white space would be content there.
    """
    data, place = source.data, place_at(source, span.start)
    if _tags_touch(data, span, text, after=after):
        at = span.end if after else span.start
        return Draft(EditSet.of([Edit(Span(at, at), text.strip())]))
    begins = begins_line(data, span.start)
    if source.profile.indenting in (Indenting.ALIGNED, Indenting.COLUMNS):
        place = below_first_letter(source, place, span.start)
    laid = place.ending.join(lay_out(source, trim(text), place))
    if after:
        return Draft(EditSet.of([Edit(Span(span.end, span.end), place.ending + laid)]))
    at = line_start(data, span.start) if begins else span.start
    laid = laid if begins else laid.removeprefix(place.base)
    tail = b"" if begins else place.base
    return Draft(EditSet.of([Edit(Span(at, at), laid + place.ending + tail)]))


def _tags_touch(data: bytes, span: Span, text: bytes, *, after: bool) -> bool:
    """Return True if text and span are elements on one line, and the span has a tag right next to it."""
    bare = text.strip()
    tags = bare.startswith(b"<") and bare.endswith(b">") and not re.search(rb"[\r\n]", bare)
    is_element = data.startswith(b"<", span.start) and data.endswith(b">", 0, span.end)
    meets = data.startswith(b"<", span.end) if after else data.endswith(b">", 0, span.start)
    return tags and is_element and meets


def insert_item(
    source: Source, item: ListItem, text: bytes, *, after: bool, whole: Span | None = None
) -> Draft:
    """Insert an item into a list, with the separators and line breaks that the list has.

    `whole` is the neighbour with the comments above it, which stay attached to it.
    """
    first = whole
    if not first:
        # The comments of an item belong to it where it is a definition.
        found = source.tree.definitions(item.span) if source.tree is not None else ()
        first = next((b.whole for b in found if item.span in (b.span, b.core)), item.span)
    data, separator, own_line = (
        source.data,
        item.separator,
        begins_line(source.data, item.span.start),
    )
    following = None
    if (number := item.index + 1) < len(item.items):
        following = ListItem(item.items[number], number, item.items, item.parent, item.rule)
    if after and following is not None and not own_line and begins_line(data, following.span.start):
        # The last item of a line: the text belongs on the next line, before the item that begins it.
        return insert_item(source, following, text, after=False)
    in_front = insert_in_front(source, item, text, after=after)
    if in_front is not None:
        return in_front
    bare, comment = bare_item(source, trim(text), separator)
    if after and comment and following is not None and _is_operator_separator(item):
        return insert_item(source, following, text, after=False)
    if comment and not bare:
        return _insert_comment(source, item, comment, after=after, whole=first)
    bare = bare.removesuffix(item.rule.instead.encode())
    if not own_line:
        separator = _blanks_before(data, item, separator) + separator
    if own_line and item.span.start == item.parent.start and len(item.items) > 1:
        own_line = begins_line(data, item.items[1].start)  # `a, b int` begins with its first item
    place = place_at(source, item.span.start)
    gap = least_gap_around(
        source, Span(first.start, max(first.end, item.separator_end(data) or 0)), lambda: item.items
    )
    joint = place.ending * (1 + gap) if own_line else _joint_on_a_line(data, item, separator)

    def laid(tail: bytes) -> bytes:
        lines = place.ending.join(lay_out(source, bare + tail + comment, place))
        return lines if own_line else lines.removeprefix(place.base)

    if not after:
        start = line_start(data, first.start) if own_line else item.span.start
        if comment and not own_line:  # the code after the comment keeps its column
            column, lead = start - line_start(data, start), item.separator + b" "
            if _is_operator_separator(item) and column >= len(lead):
                separator, column = b"", column - len(lead)
            else:
                lead = b""
            joint = place.ending + b" " * column + lead
        return Draft(EditSet.of([Edit(Span(start, start), laid(separator) + joint)]))
    end, at = item.span.end, item.separator_end(data)
    if at is not None:
        at = comment_end(source, at) if own_line else at
        return Draft(EditSet.of([Edit(Span(at, at), joint + laid(separator))]))
    stop = comment_end(source, end) if own_line else end
    if stop == end:
        return Draft(EditSet.of([Edit(Span(end, end), separator + joint + laid(b""))]))
    edits = [Edit(Span(end, end), separator), Edit(Span(stop, stop), joint + laid(b""))]
    return Draft(EditSet.of([edit for edit in edits if edit.new]))


def _insert_comment(
    source: Source, item: ListItem, comment: bytes, *, after: bool, whole: Span
) -> Draft:
    """Insert a comment above or below an item; it is no item itself and gets no separator."""
    data, place = source.data, place_at(source, item.span.start)
    end = max(item.span.end, item.separator_end(data) or 0)
    if not begins_line(data, item.span.start):
        at = end if after else item.span.start
        return Draft(EditSet.of([Edit(Span(at, at), b" " + comment if after else comment + b" ")]))
    laid = place.ending.join(lay_out(source, comment, place))
    if after:
        at = line_end(data, comment_end(source, end))
        return Draft(EditSet.of([Edit(Span(at, at), place.ending + laid)]))
    at = line_start(data, whole.start)
    return Draft(EditSet.of([Edit(Span(at, at), laid + place.ending)]))


def _joint_on_a_line(data: bytes, item: ListItem, separator: bytes) -> bytes:
    """Return the white space after a separator in a list on one line, as between two other items."""
    for one, other in pairwise(item.items):
        between = data[one.end : other.start].strip(b" \t").removeprefix(separator)
        if not between.strip(b" \t"):
            return data[one.end : other.start].partition(separator)[2] if separator else b" "
    return b" "


def _blanks_before(data: bytes, item: ListItem, separator: bytes) -> bytes:
    """Return the blanks before a separator in a list on one line (`A | B`), as between two other items.

    For a list of one item, that is one blank before an operator, none before a comma or semicolon.
    """
    for one, other in pairwise(item.items):
        blanks, found, _ = data[one.end : other.start].partition(separator or b"\n")
        if separator and found and not blanks.strip(b" \t"):
            return blanks
    return b" " if len(item.items) == 1 and _is_operator_separator(item) else b""


def _is_operator_separator(item: ListItem) -> bool:
    """Return True if a list is separated by an operator, which has blanks around it and may begin a line: `A | B`."""
    return item.separator not in (b"", b",", b";")
