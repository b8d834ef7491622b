"""Text that comes and goes: insertion, deletion, moving, wrapping, unwrapping.

Blank lines and separators follow one rule each: a gap between two definitions is as wide as the
neighbours have it, a list keeps its punctuation, and a deletion leaves the larger of the two gaps
that it joins.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from structedit.landing.arms import (
    ARM_KINDS,
    first_word,
    insert_arm,
    joins_arms,
    with_arm_separator,
)
from structedit.landing.drafts import Draft, Misfit, inner_place, is_label, marked_column, place_at
from structedit.landing.indent import (
    Place,
    begins_line,
    ends_line,
    indent_at,
    lay_out,
    lead,
    line_end,
    line_start,
    next_line,
    trim,
)
from structedit.landing.items import (
    Listed,
    bare_item,
    comment_end,
    fill_empty,
    fits_on_line,
    list_of,
)
from structedit.landing.shape import replace_body
from structedit.landing.values import (
    at_column,
    empty_value,
    has_plain_value,
    opens_block,
    replace_value,
    with_marker,
)
from structedit.lazily import lazily, regex
from structedit.model.outcomes import Reason
from structedit.model.places import Attach
from structedit.syntax.attachments import is_detached, is_doc_comment
from structedit.syntax.nodes import Block, Layout, ListItem
from structedit.syntax.source import Source
from structedit.text.document import Span, to_text
from structedit.text.edit import Edit, EditSet
from structedit.values import dataclass

if TYPE_CHECKING:
    from structedit.syntax import textblocks
else:
    textblocks = lazily("structedit.syntax.textblocks")

_SPACE = b" \t\r\n\x0c"
_HEAD = regex(rb"#![^\r\n]*(?:\r\n|\n|\r|\Z)|[ \t]*#[^\r\n]*coding[:=][^\r\n]*(?:\r\n|\n|\r|\Z)")

_DIRECTIVE = regex(rb"[ \t]*#[ \t]*(?:if|el|end)")


@dataclass(frozen=True, slots=True)
class Gap:
    """Blank lines above and below a span, and the offsets they reach to."""

    above: int
    below: int
    start: int
    end: int


# Deleting


def delete_block(source: Source, block: Block, attach: Attach) -> Draft | Misfit:
    """Delete a block with what belongs to it, its separator, and a gap."""
    if misfit := _needed(source, block):
        return misfit
    span, attached = attached_span(source, block, attach)
    removed = _removal(source, span, block)
    edits = [Edit(gone, b"") for gone in removed]
    if source.profile.is_data and (emptied := _emptied(source, block, span, removed)) is not None:
        value, edits = emptied
        said = f"the value is now {to_text(value)!r}"
        return Draft(EditSet.of(edits), attached, warnings=(said,))
    warnings: tuple[str, ...] = ()
    filler = _filler(source, block, span)
    if filler is not None:
        edits, warnings = [Edit(span, filler)], (f"the body is now {to_text(filler)!r}",)
    return Draft(EditSet.of(edits), attached, warnings=warnings)


def _needed(source: Source, block: Block) -> Misfit | None:
    """Refuse a block that is the value of a statement, or all that a bare one holds."""
    if source.tree is None or source.profile.is_data:
        return None
    if block.kind in ARM_KINDS:
        return _only_arm(source, block)
    if source.tree.list_item(block.span) is not None:
        return None
    bare = [
        holder
        for holder in holders(source, block)
        if holder.layout is Layout.NONE and holder.body is not None
        if holder.body.start == block.span.start
    ]
    if not bare and not source.tree.is_operand(block.span):
        return None
    return Misfit(
        Reason.NOT_A_BLOCK,
        f"this {block.kind} is a part of a statement, which would be left without it",
        "delete the statement, by lines or by an anchor at its start",
    )


def _only_arm(source: Source, block: Block) -> Misfit | None:
    """Refuse the only arm of a statement that means nothing without one."""
    around = holders(source, block)
    statement = next((h for h in reversed(around) if h.arm.end <= block.core.start), None)
    if source.tree is None or statement is None or statement.kind not in source.profile.need_arm:
        return None
    others = [
        b
        for b in source.tree.blocks(statement.core)
        if b.kind in ARM_KINDS and b.core.start >= statement.arm.end
        if not block.core.contains(b.core)
    ]
    if any(statement in holders(source, b)[-1:] for b in others):
        return None
    return Misfit(
        Reason.NOT_A_BLOCK,
        f"this {block.kind} is the only arm of the {statement.kind}, which needs one",
        f"delete the whole {statement.kind}, or replace the arm",
    )


def _emptied(
    source: Source, block: Block, span: Span, removed: tuple[Span, ...]
) -> tuple[bytes, list[Edit]] | None:
    """Leave an empty map or list where an indented one loses all that it holds."""
    held = holders(source, block)
    around = [h for h in held if h.body is not None and h.body.contains(block.core)]
    if not around or around[-1].body is None or not has_plain_value(source, around[-1]):
        return None
    holder, body = around[-1], around[-1].body
    rest = body.of(source.data)
    left = _without_comments(source, body, rest, span.start - body.start, span.end - body.start)
    if left.strip(_SPACE):
        return None
    value, at = empty_value(source, holder), holder.header.end
    kept = rest[: max(0, span.start - body.start)] + rest[max(0, span.end - body.start) :]
    if not kept.strip(_SPACE):
        return value, [Edit(Span(at, max(span.end, body.end)), b" " + value)]
    return value, [Edit(Span(at, at), b" " + value), *(Edit(gone, b"") for gone in removed)]


def delete_arm(source: Source, block: Block) -> Draft | Misfit:
    """Delete header and own body only."""
    if block.arm.end < block.core.end and block.kind not in ARM_KINDS:
        return Misfit(
            Reason.NOT_A_BLOCK,
            f"other arms follow this {block.kind}, and without it they belong to nothing",
            'delete all of it with part="statement", or replace it',
        )
    if misfit := _needed(source, block):
        return misfit
    return Draft(EditSet.of([Edit(gone, b"") for gone in _removal(source, block.arm, block)]))


def delete_span(source: Source, span: Span) -> Draft:
    """Delete a piece of text; lines that it leaves empty go with it."""
    core = _trimmed(source.data, span)
    return Draft(EditSet.of([Edit(_word_removal(source.data, core if core else span), b"")]))


def _word_removal(data: bytes, span: Span) -> Span:
    """Grow a span as `_line_removal` does, or inside a line to one of the blanks around it."""
    if begins_line(data, span.start):
        return _line_removal(data, span)
    before = len(data[: span.start].rstrip(b" \t"))
    if ends_line(data, span.end):
        return Span(before, line_end(data, span.end))
    if before == span.start:
        return span
    rest = data[span.end : line_end(data, span.end)]
    return Span(span.start, span.end + len(rest) - len(rest.lstrip(b" \t")))


def attached_span(source: Source, block: Block, attach: Attach) -> tuple[Span, tuple[str, ...]]:
    """Give the span of a block with what `attach` takes along, and name what that is."""
    if not block.is_definition:
        return Span(block.span.start, block.end), ()
    data = source.data
    docs = [s for s in block.attached if is_doc_comment(s.of(data), source.profile)]
    plain = [s for s in block.attached if s not in docs]
    wanted: list[Span] = []
    if attach in (Attach.WHOLE, Attach.DOCS):
        wanted += docs
    if attach in (Attach.WHOLE, Attach.COMMENTS):
        wanted += plain
    takes_decorators = attach not in (Attach.NONE, Attach.DOCS, Attach.COMMENTS)
    start = block.span.start if takes_decorators else block.core.start
    for span in reversed(block.attached):
        if span not in wanted:
            break
        start = min(start, span.start)
    end = block.end
    if block.trailing is not None and attach in (Attach.WHOLE, Attach.COMMENTS):
        end = max(end, block.trailing.end)
    taken = [s for s in (*block.attached, *block.decorators) if start <= s.start and s.end <= end]
    taken = [s for s in taken if s in wanted or s in block.decorators]
    return Span(start, end), tuple(_first_line(data, s) for s in sorted(taken))


def _removal(source: Source, span: Span, block: Block) -> tuple[Span, ...]:
    data = source.data
    item = source.tree.list_item(block.span) if source.tree is not None else None
    if item is not None:
        return _item_removal(source, item, span)
    if marked_column(source, span.start):
        return (_first_in_item(data, span),)
    span = _with_statement_end(source, span)
    if block.kind in ARM_KINDS and not begins_line(data, span.start):
        return (Span(len(data[: span.start].rstrip(b" \t")), span.end),)
    return (_line_removal(data, _with_same_line_comment(source, span)),)


def _first_in_item(data: bytes, span: Span) -> Span:
    """Delete what stands right after an item's marker; the next line takes its place."""
    at = next_line(data, line_end(data, span.end))
    return Span(span.start, at + len(lead(data[at : line_end(data, at)])))


def _with_statement_end(source: Source, span: Span) -> Span:
    end = source.profile.statement_end.encode()
    if end and source.data.startswith(end, span.end):
        return Span(span.start, span.end + len(end))
    return span


def _with_same_line_comment(source: Source, span: Span) -> Span:
    """Take along a comment that follows on the last line."""
    return Span(span.start, comment_end(source, span.end))


def _line_removal(data: bytes, span: Span) -> Span:
    """Grow a span to the lines that it leaves empty, and to the smaller of the gaps around it."""
    if not (begins_line(data, span.start) and ends_line(data, span.end)):
        between = data[span.start - 1 : span.start] == data[span.end : span.end + 1] == b" "
        return Span(span.start, span.end + between)
    start, end = line_start(data, span.start), next_line(data, line_end(data, span.end))
    gap = gap_around(data, Span(start, end))
    here = indent_at(data, span.start)
    above, below = _line_above(data, gap.start), _line_below(data, gap.end)
    is_last = (
        below is None
        or len(lead(below)) < len(here)
        or below.lstrip().startswith((b"}", b"end", b")", b"]"))
    )
    is_first = (
        above is None or len(lead(above)) < len(here) or above.rstrip().endswith((b"{", b"(", b"["))
    )
    if is_first and is_last and above is not None:
        return Span(start, _skip_blank_lines(data, end, min(gap.above, gap.below)))
    if is_last:
        return Span(gap.start, end)
    if is_first:
        return Span(start, gap.end)
    return Span(start, _skip_blank_lines(data, end, min(gap.above, gap.below)))


def gap_around(data: bytes, lines: Span) -> Gap:
    """Count the blank lines around whole lines."""
    above, start = 0, lines.start
    while start > 0:
        previous = line_start(data, _before_ending(data, start))
        if data[previous:start].strip(_SPACE):
            break
        above, start = above + 1, previous
    below, end = 0, lines.end
    while end < len(data):
        following = next_line(data, end)
        if data[end:following].strip(_SPACE):
            break
        below, end = below + 1, following
        if following == len(data) and end == following:
            break
    return Gap(above, below, start, end)


def _before_ending(data: bytes, at: int) -> int:
    """Give an offset inside the line that ends at `at`."""
    return at - 2 if data[at - 2 : at] == b"\r\n" else at - 1


def _skip_blank_lines(data: bytes, at: int, count: int) -> int:
    for _ in range(count):
        at = next_line(data, at)
    return at


def _line_above(data: bytes, at: int) -> bytes | None:
    if at == 0:
        return None
    start = line_start(data, _before_ending(data, at))
    return data[start:at]


def _line_below(data: bytes, at: int) -> bytes | None:
    return data[at : line_end(data, at)] if at < len(data) else None


def _item_removal(source: Source, item: ListItem, span: Span) -> tuple[Span, ...]:
    """Delete an item with its separator: the one after it, else the one before."""
    data, separator = source.data, item.rule.separator.encode()
    after = len(data) - len(data[item.span.end :].lstrip(_SPACE))
    own_line = begins_line(data, span.start)
    inside = Span(item.parent.start + 1, item.parent.end - 1)
    if len(item.items) == 1 and data[item.parent.start : inside.start] in (b"{", b"[", b"("):
        rest = data[inside.start : span.start] + data[span.end : inside.end]
        if not rest.strip(_SPACE + separator):
            return (inside,)
    if separator and data.startswith(separator, after):
        end = after + len(separator)
        whole = _with_same_line_comment(source, Span(span.start, end))
        if own_line and ends_line(data, whole.end):
            return (_line_removal(data, whole),)
        if ends_line(data, end):
            return (Span(len(data[: span.start].rstrip(b" \t")), end),)
        return (Span(span.start, end + len(data[end:]) - len(data[end:].lstrip(b" \t"))),)
    if item.index == 0:
        return (_line_removal(data, span),)
    before = item.items[item.index - 1].end
    at = data.find(separator, before, span.start) if separator else -1
    whole = _with_same_line_comment(source, span)
    if own_line and ends_line(data, whole.end):
        gone = _line_removal(data, whole)
        return (Span(at, at + len(separator)), gone) if 0 <= at < gone.start else (gone,)
    return (Span(at if at >= 0 else before, span.end),)


def _filler(source: Source, block: Block, span: Span) -> bytes | None:
    """Give what an emptied suite needs to parse, when `span` is all that it holds."""
    filler = source.profile.empty_body.encode()
    if not filler or source.tree is None:
        return None
    for holder in reversed(holders(source, block)):
        if holder.body is not None and holder.body.contains(block.core):
            if holder.layout is not Layout.INDENT:
                return None
            rest = holder.body.of(source.data)
            start, end = span.start - holder.body.start, span.end - holder.body.start
            left = _without_comments(source, holder.body, rest, start, end)
            return filler if not left.strip(_SPACE + b";") else None
    return None


def _without_comments(source: Source, body: Span, text: bytes, start: int, end: int) -> bytes:
    kept = bytearray(text)
    kept[start:end] = b" " * (end - start)
    for comment in source.tree.comments(body) if source.tree else ():
        low, high = comment.start - body.start, comment.end - body.start
        if low >= 0:
            kept[low:high] = b" " * (high - low)
    return bytes(kept)


def holders(source: Source, block: Block) -> list[Block]:
    """Give the definitions and blocks around a block, outermost first."""
    if source.tree is None:
        return []
    around = [*source.tree.definitions(block.core), *source.tree.blocks(block.core)]
    found = [b for b in around if b.core.contains(block.core) and b.core != block.core]
    return sorted(found, key=lambda b: (b.core.start, -b.core.end))


def _first_line(data: bytes, span: Span) -> str:
    return to_text(span.of(data)).split("\n", 1)[0].rstrip()


# Inserting


def insert_beside(source: Source, block: Block, text: bytes, *, after: bool) -> Draft | Misfit:
    """Insert before or after a block, with the gap or separator that its neighbours have."""
    data, text = source.data, with_marker(source, block, text)
    item = source.tree.list_item(block.span) if source.tree is not None else None
    if item is not None:
        return _insert_item(source, item, text, after=after, whole=block.whole)
    if joins_arms(source, block, text, after=after):
        return insert_arm(source, block, text, after=after)
    if block.kind in ARM_KINDS and not begins_line(data, block.core.start):
        return _insert_inline(source, block.arm, text, after=after)
    text = with_arm_separator(source, block, holders(source, block), text)
    whole = _with_same_line_comment(source, _with_statement_end(source, block.whole))
    place = place_at(source, block.span.start)
    if not begins_line(data, whole.start) or not ends_line(data, whole.end):
        return _insert_inline(source, whole, text, after=after)
    lines = lay_out(source, trim(text), place)
    gap = _gap_for(source, block, whole, text, after=after)
    laid = place.ending.join(lines)
    if after:
        return Draft(_append_after(data, whole.end, laid, gap, place))
    at = line_start(data, whole.start)
    return Draft(EditSet.of([Edit(Span(at, at), laid + place.ending * (1 + gap))]))


def _append_after(data: bytes, at: int, laid: bytes, gap: int, place: Place) -> EditSet:
    end = line_end(data, at)
    return EditSet.of([Edit(Span(end, end), place.ending * (1 + gap) + laid)])


def _insert_inline(source: Source, span: Span, text: bytes, *, after: bool) -> Draft:
    """Insert on lines of its own next to a span that shares its lines with others."""
    data, place = source.data, place_at(source, span.start)
    laid = place.ending.join(lay_out(source, trim(text), place))
    if after:
        return Draft(EditSet.of([Edit(Span(span.end, span.end), place.ending + laid)]))
    begins = begins_line(data, span.start)
    at = line_start(data, span.start) if begins else span.start
    laid = laid if begins else laid.removeprefix(place.base)
    tail = b"" if begins else place.base
    return Draft(EditSet.of([Edit(Span(at, at), laid + place.ending + tail)]))


def _gap_for(source: Source, block: Block, whole: Span, text: bytes, *, after: bool) -> int:
    """Give the blank lines between a block and what is inserted beside it."""
    section = block.layout is Layout.SECTION
    if (source.profile.is_data and not section) or block.kind in ARM_KINDS:
        return 0
    data = source.data
    lines = Span(line_start(data, whole.start), next_line(data, line_end(data, whole.end)))
    gap = gap_around(data, lines)
    here = len(indent_at(data, whole.start))
    above, below = _line_above(data, gap.start), _line_below(data, gap.end)
    nearest = (gap.below, below), (gap.above, above)
    widths = [
        width
        for width, line in (nearest if after else reversed(nearest))
        if line is not None and len(lead(line)) == here and not _closes(source, line)
    ]
    if _stands_apart(source, block) and (block.is_definition or _brings_call(source, text)):
        if widths:
            return widths[0]
    elif not _brings_definition(source, text):
        return min(widths, default=0) if block.is_definition else 0
    elif not block.is_definition:
        return 1
    elif block.kind == "declaration" and b"\n" not in trim(text):
        return min(widths, default=source.profile.blank_member)
    member = any(b.is_definition for b in holders(source, block))
    return source.profile.blank_member if member else source.profile.blank_top


def _stands_apart(source: Source, block: Block) -> bool:
    """Tell the kinds that blank lines part from their neighbours."""
    kept = block.kind not in source.profile.demoted or block.kind in (
        "constructor",
        "impl",
        "extension",
    )
    return block.label is not None or (block.is_definition and kept)


def _closes(source: Source, line: bytes) -> bool:
    """Tell a line that ends or parts what is around it, so that it is no neighbour."""
    if line.lstrip().startswith((b"}", b"end", b")")) or is_label(line):
        return True
    return "#endif" in source.profile.closers and _DIRECTIVE.match(line) is not None


def _brings_definition(source: Source, text: bytes) -> bool:
    piece = source.read_fragment(trim(text))
    found = piece.definitions if piece is not None else ()
    return any(b.kind not in source.profile.demoted and b.body is not None for b in found)


def _brings_call(source: Source, text: bytes) -> bool:
    """Tell whether a text is calls with labels, as test cases are."""
    piece = source.read_fragment(trim(text))
    return piece is not None and any(b.label is not None for b in piece.blocks)


def _insert_item(
    source: Source, item: ListItem, text: bytes, *, after: bool, whole: Span | None = None
) -> Draft:
    """Insert an item into a list; separators and lines as the list has them.

    `whole` is the item with the comments above it, which it keeps.
    """
    first = whole or _whole_of(source, item.span)
    following = _next_on_a_line(source, item) if after else None
    if following is not None:
        return _insert_item(source, following, text, after=False)
    data, separator = source.data, item.rule.separator.encode()
    bare, comment = bare_item(source, trim(text), separator)
    own_line = begins_line(data, item.span.start)
    place = place_at(source, item.span.start)
    joint = place.ending if own_line else b" "

    def laid(tail: bytes) -> bytes:
        lines = place.ending.join(lay_out(source, bare + tail + comment, place))
        return lines if own_line else lines.removeprefix(place.base)

    if not after:
        start = line_start(data, first.start) if own_line else item.span.start
        return Draft(EditSet.of([Edit(Span(start, start), laid(separator) + joint)]))
    end, at = item.span.end, _separator_end(data, item, separator)
    if at is not None:
        at = comment_end(source, at) if own_line else at
        return Draft(EditSet.of([Edit(Span(at, at), joint + laid(separator))]))
    stop = comment_end(source, end) if own_line else end
    if stop == end:
        return Draft(EditSet.of([Edit(Span(end, end), separator + joint + laid(b""))]))
    edits = [Edit(Span(end, end), separator), Edit(Span(stop, stop), joint + laid(b""))]
    return Draft(EditSet.of([edit for edit in edits if edit.new]))


def _next_on_a_line(source: Source, item: ListItem) -> ListItem | None:
    """Give the item after one that shares its line, where that item begins a line itself."""
    number = item.index + 1
    if begins_line(source.data, item.span.start) or number >= len(item.items):
        return None
    if not begins_line(source.data, item.items[number].start):
        return None
    return ListItem(item.items[number], number, item.items, item.parent, item.rule)


def _whole_of(source: Source, item: Span) -> Span:
    """Give an item with the comments that belong to it, where it is a definition."""
    found = source.tree.definitions(item) if source.tree is not None else ()
    return next((b.whole for b in found if item in (b.span, b.core)), item)


def _separator_end(data: bytes, item: ListItem, separator: bytes) -> int | None:
    if not separator:
        return None
    at = len(data) - len(data[item.span.end :].lstrip(_SPACE))
    return at + len(separator) if data.startswith(separator, at) else None


def insert_inside(source: Source, block: Block, text: bytes, *, at_end: bool) -> Draft | Misfit:
    """Insert at the start or end of a block's body."""
    listed = list_of(source, block)
    if listed is not None:
        return _insert_into_list(source, block, listed, text, at_end=at_end)
    if block.body is None and has_plain_value(source, block):
        return replace_value(source, block, text)
    if block.body is None:
        return Misfit(
            Reason.NOT_A_BLOCK, f"this {block.kind} has no body", "insert before or after it"
        )
    if block.layout is Layout.NONE and _is_statement(source, block.body):
        own = block.body.of(source.data)
        both = (own, trim(text)) if at_end else (trim(text), own)
        return replace_body(source, block, b"\n".join(both))
    if block.layout is Layout.NONE:
        return Misfit(
            Reason.NOT_A_BLOCK,
            f"the body of this {block.kind} is a bare expression or statement",
            'replace it: part="body"',
        )
    if block.layout is Layout.SECTION:
        return _insert_into_section(source, block, block.body, text, at_end=at_end)
    place, outer = inner_place(source, block), place_at(source, block.core.start)
    if is_label(trim(text).split(b"\n")[0]):
        place = _place_of_labels(source, block, place)
    lines = place.ending.join(lay_out(source, trim(text), place))
    old = block.body.of(source.data)
    breaks = b";" if source.profile.family is Layout.END else b""
    if not old.strip(_SPACE + breaks):
        laid = (
            outer.ending
            + lines
            + (outer.ending + outer.base if block.layout is not Layout.INDENT else b"")
        )
        return Draft(EditSet.of([Edit(block.body, laid)]))
    if b"\n" not in old and b"\r" not in old:
        return _expand_one_line(source, block, block.body, lines, place, outer, at_end=at_end)
    if old.strip(_SPACE) == source.profile.empty_body.encode():
        return Draft(EditSet.of([Edit(_trimmed(source.data, block.body), lines.lstrip(b" \t"))]))
    gap = _member_gap(source, block, block.body, text, at_end=at_end)
    if not at_end:
        above = _body_start(source, block, block.body, text)
        return Draft(EditSet.of([_at_start(source, block, block.body, lines, gap, above)]))
    at = _body_end(source, block, block.body)
    return Draft(EditSet.of([Edit(Span(at, at), place.ending * (1 + gap) + lines)]))


def _insert_into_section(
    source: Source, block: Block, body: Span, text: bytes, *, at_end: bool
) -> Draft:
    """Insert right below a heading or at the end of its section."""
    place, old = place_at(source, block.core.start), body.of(source.data)
    laid = place.ending.join(lay_out(source, trim(text), place))
    apart = place.ending * (1 + source.profile.blank_member)
    if not old.strip(_SPACE):
        return Draft(EditSet.of([Edit(body, apart + laid)]))
    if at_end:
        joint = _joint(source, old, laid, place)
        return Draft(EditSet.of([Edit(Span(body.end, body.end), joint + laid)]))
    at = _first_filled(source.data, body.start, body.end)
    joint = _joint(source, laid, old, place)
    return Draft(EditSet.of([Edit(Span(at, at), laid + joint)]))


def _joint(source: Source, above: bytes, below: bytes, place: Place) -> bytes:
    """Give what parts two pieces of a section: blank lines, but not within a list or a table."""
    gap = source.profile.blank_member
    if _brings_section(source, below):
        gap = source.profile.blank_top
    pattern = source.profile.sections.joined
    rows = [row for row in re.split(rb"\r\n|\n|\r", above) if row.strip() and not lead(row)]
    first = below.strip(b"\r\n")
    if pattern is not None and rows and pattern.match(rows[-1]) and pattern.match(first):
        gap = 0
    return place.ending * (1 + gap)


def _brings_section(source: Source, text: bytes) -> bool:
    piece = source.read_fragment(trim(text))
    found = piece.definitions if piece is not None else ()
    return bool(found) and found[0].layout is Layout.SECTION and found[0].whole.start == 0


def _at_start(source: Source, block: Block, body: Span, lines: bytes, gap: int, above: int) -> Edit:
    """Insert above the first line below header and docstring, which keep their distance to it."""
    place, start = inner_place(source, block), next_line(source.data, above)
    blank = gap_around(source.data, Span(start, start))
    if blank.end >= body.end:
        return Edit(Span(above, above), place.ending * (1 + gap) + lines)
    has_doc = block.doc is not None and body.contains(block.doc)
    head = place.ending * gap if has_doc and not blank.below else b""
    at = blank.end
    return Edit(Span(at, at), head + lines + place.ending * (1 + gap))


def _place_of_labels(source: Source, block: Block, place: Place) -> Place:
    """Give the depth of a class's own access labels for a text that begins with one."""
    body = block.body.of(source.data) if block.body is not None else b""
    label = next((line for line in body.splitlines() if is_label(line)), None)
    base = indent_at(source.data, block.core.start) if label is None else lead(label)
    return Place(base, place.unit, place.ending)


def _is_statement(source: Source, body: Span) -> bool:
    """Tell a body that is one statement on one line."""
    end, old = source.profile.statement_end.encode(), body.of(source.data)
    return bool(end) and old.endswith(end) and b"\n" not in old and b"\r" not in old


def _first_filled(data: bytes, at: int, end: int) -> int:
    """Give the start of the first line after the one of `at` that is not blank."""
    at = next_line(data, at)
    while at < end and not data[at : line_end(data, at)].strip(_SPACE):
        at = next_line(data, at)
    return at


def _insert_into_list(
    source: Source, block: Block, listed: Listed, text: bytes, *, at_end: bool
) -> Draft | Misfit:
    if listed.items:
        index = len(listed.items) - 1 if at_end else 0
        item = ListItem(listed.items[index], index, listed.items, listed.span, listed.rule)
        return _insert_item(source, item, text, after=at_end)
    if opens_block(source, text) and not fits_on_line(source, text):
        outside = replace(block, body=Span(block.header.end, listed.span.end), layout=Layout.INDENT)
        return replace_value(source, outside, text)
    code, comment = bare_item(source, trim(text), listed.separator)
    return Draft(EditSet.of([fill_empty(source, block, listed, code + comment)]))


def _expand_one_line(
    source: Source,
    block: Block,
    body: Span,
    lines: bytes,
    place: Place,
    outer: Place,
    *,
    at_end: bool,
) -> Draft:
    """Put a one-line body on a line of its own beside the inserted text."""
    inner = Place(outer.base + outer.unit, outer.unit, outer.ending)
    own = outer.ending.join(lay_out(source, body.of(source.data).strip(), inner))
    both = (own, lines) if at_end else (lines, own)
    tail = outer.ending + outer.base if block.layout is not Layout.INDENT else b""
    return Draft(EditSet.of([Edit(body, outer.ending + outer.ending.join(both) + tail)]))


def _member_gap(source: Source, block: Block, body: Span, text: bytes, *, at_end: bool) -> int:
    """Give the blank lines between members of a block and a definition or case that joins them."""
    if source.profile.is_data or source.tree is None:
        return 0
    if _brings_definition(source, text) or _meets_member(source, block, body, at_end):
        members = [b for b in source.tree.definitions(body) if b.kind not in source.profile.demoted]
    elif _brings_call(source, text):
        members = [b for b in source.tree.blocks(body) if b.label is not None]
    else:
        return 0
    members = [b for b in members if body.contains(b.core)]
    direct = [b for b in members if not any(o.core.contains(b.core) and o != b for o in members)]
    for one, other in itertools.pairwise(direct):
        between = source.data[one.span.end : other.whole.start]
        if not between.strip(_SPACE):
            return max(0, max(between.count(b"\n"), between.count(b"\r")) - 1)
    has_doc = block.doc is not None and body.contains(block.doc)
    apart = direct or has_doc or b"\n" in body.of(source.data).strip()
    return source.profile.blank_member if apart else 0


def _meets_member(source: Source, block: Block, span: Span, at_end: bool) -> bool:
    """Tell whether a method is what the inserted text meets at that end of a type's body."""
    if source.tree is None or block.kind not in (*source.profile.containers, "impl"):
        return False
    body = span.of(source.data)
    edge = span.start + len(body.rstrip(_SPACE))
    if not at_end:
        edge = span.start + len(body) - len(body.lstrip(_SPACE))
    met = [
        b
        for b in source.tree.definitions(span)
        if (b.whole.end if at_end else b.whole.start) == edge
    ]
    return any(_stands_apart(source, b) and b.body is not None for b in met)


def _body_start(source: Source, block: Block, body: Span, text: bytes) -> int:
    """Give the end of the line after which a body starts: below its header and docstring.

    An access label right below the header counts with it, unless the text brings its own.
    """
    first = _first_filled(source.data, body.start, body.end)
    has_label = first < body.end and is_label(source.data[first : line_end(source.data, first)])
    brings_one = is_label(trim(text).split(b"\n")[0])
    if has_label and not brings_one and block.kind in source.profile.containers:
        return line_end(source.data, first)
    if block.doc is not None and body.contains(block.doc):
        return line_end(source.data, block.doc.end)
    return line_end(source.data, body.start)


def _body_end(source: Source, block: Block, body: Span) -> int:
    text = body.of(source.data)
    return body.start + len(text.rstrip(_SPACE))


def insert_at_line(
    source: Source, line_at: int, text: bytes, *, after: bool, base: bytes | None = None
) -> Draft:
    """Insert on lines of its own before or after the line that holds `line_at`."""
    data, place = source.data, place_at(source, line_at)
    if base is not None:
        place = Place(base, place.unit, place.ending)
    lines = place.ending.join(lay_out(source, trim(text), place))
    if after:
        at = line_end(data, line_at)
        return Draft(EditSet.of([Edit(Span(at, at), place.ending + lines)]))
    at = line_start(data, line_at)
    return Draft(EditSet.of([Edit(Span(at, at), lines + place.ending)]))


def insert_at_text(source: Source, span: Span, text: bytes, *, after: bool) -> Draft | Misfit:
    """Insert on lines of its own before or after an anchor's text.

    After a text that opens a block, the new lines are the first ones inside it; beside an item
    of a list, they become one.
    """
    data = source.data
    core = _trimmed(data, span)
    opened = _opened_list(source, core) if after else None
    if opened is not None:
        return _insert_into_list(source, *opened, text, at_end=False)
    item = _item_at(source, core)
    if item is not None:
        return _insert_item(source, item, text, after=after)
    if not after:
        return insert_at_line(source, core.start, text, after=False)
    last = max(core.start, core.end - 1)
    return insert_at_line(source, last, text, after=True, base=_inside_of(source, core))


def _trimmed(data: bytes, span: Span) -> Span:
    text = span.of(data)
    start = span.start + len(text) - len(text.lstrip(_SPACE))
    return Span(start, max(start, span.start + len(text.rstrip(_SPACE))))


def _item_at(source: Source, core: Span) -> ListItem | None:
    """Give the list item that an anchor's text is, its separator aside."""
    if source.tree is None or not source.profile.lists:
        return None
    bare = core.of(source.data).rstrip(_SPACE + b",;")
    return source.tree.list_item(Span(core.start, core.start + len(bare))) if bare else None


def _opened_list(source: Source, core: Span) -> tuple[Block, Listed] | None:
    """Give the list that an anchor's text ends with the opening bracket of."""
    if source.tree is None:
        return None
    end = Span(max(core.start, core.end - 1), core.end)
    around = [*source.tree.definitions(end), *source.tree.blocks(end)]
    for block in around:
        if block.body is not None and block.body.start == core.end:
            listed = list_of(source, block)
            if listed is not None:
                return block, listed
    return None


def _inside_of(source: Source, core: Span) -> bytes | None:
    """Give the inner indentation when the text's end opens a block that goes on below."""
    if source.tree is None:
        return None
    end = Span(max(core.start, core.end - 1), core.end)
    around = [*source.tree.definitions(end), *source.tree.blocks(end)]
    opening = [
        b
        for b in around
        if b.body is not None
        and b.header.start < core.end <= b.body.start + 1
        and b.body.start <= core.end
    ]
    if not opening or ends_inside_line(source.data, opening[-1]):
        return None
    return inner_place(source, opening[-1]).base


def ends_inside_line(data: bytes, block: Block) -> bool:
    """Tell whether a block's body is on its header's line."""
    assert block.body is not None
    return b"\n" not in block.body.of(data) and b"\r" not in block.body.of(data)


def insert_at_top(source: Source, text: bytes) -> Draft:
    """Insert at the top of the file, below a shebang and lines that are about the file."""
    data, at = source.data, 0
    for _ in range(2):
        match = _HEAD.match(data, at)
        at = match.end() if match else at
    bare = trim(text)
    if not is_detached(bare, 0, source.profile):
        while at < len(data) and is_detached(data, at, source.profile):
            at = next_line(data, at)
    place = Place(b"", place_at(source, 0).unit, place_at(source, 0).ending)
    lines = place.ending.join(lay_out(source, bare, place))
    gap = _top_gap(source, text) or _comment_gap(source, bare, at)
    following = data[at : line_end(data, at)]
    if at and data[at:] and not following.strip(_SPACE):
        return Draft(
            EditSet.of([Edit(Span(at, at), place.ending * (1 + gap) + lines + place.ending)])
        )
    return Draft(
        EditSet.of([Edit(Span(at, at), lines + place.ending * (1 + gap if data[at:] else 1))])
    )


def _comment_gap(source: Source, text: bytes, at: int) -> int:
    """Keep a comment at the top apart from the comment about what follows."""
    last = text.split(b"\n")[-1].strip()
    ends = tuple(pair[1].encode() for pair in source.profile.block_comments)
    starts = tuple(mark.encode() for mark in source.profile.line_comments)
    is_comment = (bool(starts) and last.startswith(starts)) or (bool(ends) and last.endswith(ends))
    if not is_comment or source.tree is None or is_detached(text, 0, source.profile):
        return 0
    below = source.tree.comments(Span(at, line_end(source.data, at)))
    return 1 if below and below[0].start == at else 0


def insert_at_bottom(source: Source, text: bytes) -> Draft:
    """Insert at the end of the file, which keeps or lacks its final newline as before."""
    data = source.data
    body = len(data.rstrip(_SPACE))
    place = Place(b"", place_at(source, body).unit, place_at(source, max(0, body - 1)).ending)
    lines = place.ending.join(lay_out(source, trim(text), place))
    if not body:
        return Draft(EditSet.of([Edit(Span(0, len(data)), lines + place.ending)]))
    gap = _top_gap(source, text)
    return Draft(EditSet.of([Edit(Span(body, body), place.ending * (1 + gap) + lines)]))


def _top_gap(source: Source, text: bytes) -> int:
    return source.profile.blank_top if _brings_definition(source, text) else 0


# Moving, wrapping, unwrapping


def move_text(source: Source, block: Block, attach: Attach) -> tuple[bytes, Draft | Misfit]:
    """Give a block's text with what belongs to it, and its deletion."""
    span, _ = attached_span(source, block, attach)
    text = at_column(source, span) + _comment_past_separator(source, block)
    return text, delete_block(source, block, attach)


def _comment_past_separator(source: Source, block: Block) -> bytes:
    """Give the comment that follows an item's separator on its line, with the blanks before it."""
    item = source.tree.list_item(block.span) if source.tree is not None else None
    if item is None or not begins_line(source.data, block.span.start):
        return b""
    end = _past_separator(source.data, item, block.span.end)
    return source.data[end : comment_end(source, end)] if end > block.span.end else b""


def wrap(source: Source, span: Span, header: bytes, footer: bytes | None) -> Draft | Misfit:
    """Put whole lines between a header and a footer, one unit deeper."""
    data = source.data
    item = source.tree.list_item(span) if source.tree is not None else None
    end = _past_separator(data, item, span.end) if item is not None else span.end
    if not (begins_line(data, span.start) and ends_line(data, end)):
        return Misfit(
            Reason.NOT_A_BLOCK,
            "what is to be wrapped shares its line with other code",
            "wrap the statement that holds it, by lines",
        )
    place = place_at(source, span.start)
    start = line_start(data, span.start)
    deeper = b"" if _is_flat(source, trim(header)) else place.unit
    inner = Place(place.base + deeper, place.unit, place.ending)
    top = lay_out(source, trim(header), place)
    closing = _footer(source, trim(header), span) if footer is None else trim(footer)
    if item is not None:
        closing = bare_item(source, closing, item.rule.separator.encode())[0]
    bottom = lay_out(source, closing, place) if closing else []
    body = lay_out(source, data[start : span.end], inner, b"")
    laid = place.ending.join([*top, *body, *bottom])
    return Draft(EditSet.of([Edit(Span(start, span.end), laid)]).refined(data))


def _past_separator(data: bytes, item: ListItem, at: int) -> int:
    separator = item.rule.separator.encode()
    return at + len(separator) if separator and data.startswith(separator, at) else at


def _footer(source: Source, header: bytes, span: Span) -> bytes:
    """Give the closers that a header asks for, and the `;` that a call of functions ends with."""
    if _is_directive(source, header):
        return b"#endif"
    stack: list[int] = []
    for byte in textblocks.mask(header, source.profile):
        if byte in b"{([":
            stack.append(byte)
        elif byte in b"})]" and stack:
            stack.pop()
    if stack and header.rstrip().endswith((b"{", b"(", b"[")):
        closing = bytes(b"})]"[b"{([".index(byte)] for byte in reversed(stack))
        end = source.profile.statement_end.encode()
        is_call = len(stack) > 1 and end and span.of(source.data).endswith(end)
        return closing + end if is_call else closing
    words = source.profile.close_keywords
    return words[0].encode() if words and source.profile.family is Layout.END else b""


def _is_directive(source: Source, line: bytes) -> bool:
    return "#endif" in source.profile.closers and _DIRECTIVE.match(line) is not None


def _is_flat(source: Source, header: bytes) -> bool:
    """Tell whether what a header opens is not indented: `#if`, or as the file's like blocks are."""
    if _is_directive(source, header):
        return True
    word = first_word(header)
    if source.tree is None or source.profile.family is not Layout.BRACE:
        return False
    for block in source.tree.definitions(Span(0, len(source.data))):
        alike = block.layout is Layout.BRACE and block.body is not None
        if alike and first_word(block.core.of(source.data)) == word:
            body = block.body.of(source.data) if block.body else b""
            if b"\n" in body.strip(_SPACE):
                return inner_place(source, block).base == indent_at(source.data, block.core.start)
    return False


def unwrap(source: Source, block: Block) -> Draft | Misfit:
    """Put a block's body in its place."""
    if block.body is None or not block.body.of(source.data).strip(_SPACE):
        return Misfit(
            Reason.NOT_A_BLOCK, f"this {block.kind} has no body to keep", "delete it instead"
        )
    if block.is_definition:
        return Misfit(
            Reason.NOT_A_BLOCK,
            "a definition cannot be unwrapped",
            "name a block inside it, such as 'f > if'",
        )
    if block.kind in ARM_KINDS or block.arm != block.core:
        return Misfit(
            Reason.NOT_A_BLOCK,
            f"this {block.kind} has other arms or is one",
            "delete the other arms first, or replace the statement",
        )
    span = block.span
    whole = _with_statement_end(source, span) if block.kind in ("do", "call") else span
    whole = Span(whole.start, max(whole.end, block.end))
    if block.kind == "lambda" and not (
        begins_line(source.data, span.start) and ends_line(source.data, whole.end)
    ):
        return Misfit(
            Reason.NOT_A_BLOCK,
            "this lambda is a value in a larger statement, its body cannot stand in its place",
            "replace the statement that holds it",
        )
    if begins_line(source.data, block.body.end):
        whole = _with_same_line_comment(source, whole)
    place = place_at(source, span.start)
    lines = place.ending.join(lay_out(source, trim(block.body.of(source.data)).rstrip(), place))
    if begins_line(source.data, span.start):
        return Draft(
            EditSet.of([Edit(Span(line_start(source.data, span.start), whole.end), lines)]).refined(
                source.data
            )
        )
    return Draft(EditSet.of([Edit(whole, lines.removeprefix(place.base))]))
