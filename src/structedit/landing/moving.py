"""Text that comes and goes: insertion, deletion, moving, wrapping, unwrapping.

Blank lines and separators follow one rule each: a gap between two definitions is as wide as the
neighbours have it, a list keeps its punctuation, and a deletion leaves the larger of the two gaps
that it joins.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

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
from structedit.landing.shape import (
    ARM_KINDS,
    Draft,
    Misfit,
    first_word,
    inner_place,
    is_label,
    place_at,
    replace_body,
)
from structedit.model.outcomes import Reason
from structedit.model.places import Attach
from structedit.syntax.blocks import is_detached, is_doc_comment
from structedit.syntax.nodes import Block, Layout, ListItem, ListRule
from structedit.syntax.source import Source
from structedit.text.document import Span, to_text
from structedit.text.edit import Edit, EditSet

_SPACE = b" \t\r\n\x0c"
_HEAD = re.compile(rb"#![^\r\n]*(?:\r\n|\n|\r|\Z)|[ \t]*#[^\r\n]*coding[:=][^\r\n]*(?:\r\n|\n|\r|\Z)")


_ARM_WORDS = frozenset((b"else", b"catch", b"finally"))
_WITH_ARMS = frozenset(("if", "try"))
_WORD = re.compile(rb"\w+|[^\w\s]")
_DIRECTIVE = re.compile(rb"[ \t]*#[ \t]*(?:if|el|end)")


@dataclass(frozen=True, slots=True)
class Gap:
    """Blank lines above and below a span, and the offsets they reach to."""

    above: int
    below: int
    start: int
    end: int


# Deleting


def delete_block(source: Source, block: Block, attach: Attach) -> Draft:
    """Delete a block with what belongs to it, its separator, and a gap."""
    span, attached = attached_span(source, block, attach)
    edits = [Edit(removed, b"") for removed in _removal(source, span, block)]
    warnings: tuple[str, ...] = ()
    filler = _filler(source, block, span)
    if filler is not None:
        edits, warnings = [Edit(span, filler)], (f"the body is now {to_text(filler)!r}",)
    return Draft(EditSet.of(edits), attached, warnings=warnings)


def delete_arm(source: Source, block: Block) -> Draft:
    """Delete header and own body only."""
    return Draft(EditSet.of([Edit(gone, b"") for gone in _removal(source, block.arm, block)]))


def delete_span(source: Source, span: Span) -> Draft:
    """Delete a piece of text; lines that it leaves empty go with it."""
    return Draft(EditSet.of([Edit(_line_removal(source.data, span), b"")]))


def attached_span(source: Source, block: Block, attach: Attach) -> tuple[Span, tuple[str, ...]]:
    """Give the span of a block with what `attach` takes along, and name what that is."""
    if not block.is_definition:
        return block.span, ()
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
    end = block.span.end
    if block.trailing is not None and attach in (Attach.WHOLE, Attach.COMMENTS):
        end = block.trailing.end
    taken = [s for s in (*block.attached, *block.decorators) if start <= s.start and s.end <= end]
    taken = [s for s in taken if s in wanted or s in block.decorators]
    return Span(start, end), tuple(_first_line(data, s) for s in sorted(taken))


def _removal(source: Source, span: Span, block: Block) -> tuple[Span, ...]:
    data = source.data
    item = source.tree.list_item(block.span) if source.tree is not None else None
    if item is not None:
        return _item_removal(source, item, span)
    span = _with_statement_end(source, span)
    if block.kind in ARM_KINDS and not begins_line(data, span.start):
        return (Span(len(data[: span.start].rstrip(b" \t")), span.end),)
    return (_line_removal(data, _with_same_line_comment(source, span)),)


def _with_statement_end(source: Source, span: Span) -> Span:
    end = source.profile.statement_end.encode()
    if end and source.data.startswith(end, span.end):
        return Span(span.start, span.end + len(end))
    return span


def _with_same_line_comment(source: Source, span: Span) -> Span:
    """Take along a comment that follows on the last line."""
    stop = line_end(source.data, span.end)
    rest = source.data[span.end : stop].strip(b" \t")
    if not rest or source.tree is None:
        return span
    comments = source.tree.comments(Span(span.end, stop))
    if comments and rest == comments[0].of(source.data).strip():
        return Span(span.start, min(stop, comments[0].end))
    return span


def _line_removal(data: bytes, span: Span) -> Span:
    """Grow a span to the lines that it leaves empty, and to the smaller of the gaps around it."""
    if not (begins_line(data, span.start) and ends_line(data, span.end)):
        return span
    start, end = line_start(data, span.start), next_line(data, line_end(data, span.end))
    gap = gap_around(data, Span(start, end))
    here = indent_at(data, span.start)
    above, below = _line_above(data, gap.start), _line_below(data, gap.end)
    is_last = below is None or len(lead(below)) < len(here) or below.lstrip().startswith((b"}", b"end", b")", b"]"))
    is_first = above is None or len(lead(above)) < len(here) or above.rstrip().endswith((b"{", b"(", b"["))
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
    data = source.data
    item = source.tree.list_item(block.span) if source.tree is not None else None
    if item is not None:
        return _insert_item(source, item, text, after=after, whole=block.whole)
    if _joins_arms(source, block, text, after=after):
        return _insert_arm(source, block, text, after=after)
    if block.kind in ARM_KINDS and not begins_line(data, block.core.start):
        return _insert_inline(source, block.arm, text, after=after)
    text = _with_arm_separator(source, block, text)
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


def _joins_arms(source: Source, block: Block, text: bytes, *, after: bool) -> bool:
    """Tell whether a text is an arm (`else {`) that joins the arms of a block in braces."""
    if source.profile.family is not Layout.BRACE or block.is_definition or block.kind == "case":
        return False
    is_arm = first_word(text) in _ARM_WORDS
    return is_arm and (block.kind in ARM_KINDS or (after and block.kind in _WITH_ARMS))


def _insert_arm(source: Source, block: Block, text: bytes, *, after: bool) -> Draft:
    """Insert an arm beside another, with what stands between arms: a blank, or a new line."""
    data, place = source.data, place_at(source, block.core.start)
    laid = place.ending.join(lay_out(source, trim(text), place)).removeprefix(place.base)
    if block.kind in ARM_KINDS:
        start = block.core.start
        end = block.arm.end
        joint = data[len(data[:start].rstrip(_SPACE)) : start]
    else:
        end = block.core.end
        joint = _joint_of_arms(source, block, place)
    if after:
        return Draft(EditSet.of([Edit(Span(end, end), joint + laid)]))
    return Draft(EditSet.of([Edit(Span(start, start), laid + joint)]))


def _joint_of_arms(source: Source, block: Block, place: Place) -> bytes:
    """Give what stands before a statement's arms, else what its braces suggest."""
    data = source.data
    if block.arm.end < block.core.end:
        rest = data[block.arm.end : block.core.end]
        return rest[: len(rest) - len(rest.lstrip(_SPACE))]
    alone = block.layout is not Layout.BRACE or block.body is None
    if alone or begins_line(data, block.body.start - 1 if block.body else 0):
        return place.ending + place.base
    return b" "


def _with_arm_separator(source: Source, block: Block, text: bytes) -> bytes:
    """Give an arm the comma that others of its statement end with."""
    bare = trim(text).rstrip(_SPACE)
    if block.kind != "case" or source.tree is None or bare.endswith((b",", b"}", b";", b":")):
        return text
    around = holders(source, block)
    arms = [b for b in source.tree.blocks(around[-1].core) if b.kind == "case"] if around else []
    ends_so = any(b.core.of(source.data).rstrip().endswith(b",") for b in arms)
    return bare + b"," if ends_so else text


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
    if source.profile.is_data or block.kind in ARM_KINDS:
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
    if _stands_apart(source, block):
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
    kept = block.kind not in source.profile.demoted or block.kind in ("constructor", "impl")
    return block.kind == "call" or (block.is_definition and kept)


def _closes(source: Source, line: bytes) -> bool:
    """Tell a line that ends or parts what is around it, so that it is no neighbour."""
    if line.lstrip().startswith((b"}", b"end", b")")) or is_label(line):
        return True
    return "#endif" in source.profile.closers and _DIRECTIVE.match(line) is not None


def _brings_definition(source: Source, text: bytes) -> bool:
    piece = source.read_fragment(trim(text))
    found = piece.definitions if piece is not None else ()
    return any(b.kind not in source.profile.demoted and b.body is not None for b in found)


def _insert_item(
    source: Source, item: ListItem, text: bytes, *, after: bool, whole: Span | None = None
) -> Draft:
    """Insert an item into a list; separators and lines as the list has them.

    `whole` is the item with the comments above it, which it keeps.
    """
    data, separator = source.data, item.rule.separator.encode()
    first = whole or _whole_of(source, item.span)
    if after and not begins_line(data, item.span.start) and item.index + 1 < len(item.items):
        following = item.items[item.index + 1]
        if begins_line(data, following.start):
            number = item.index + 1
            beside = ListItem(following, number, item.items, item.parent, item.rule)
            return _insert_item(source, beside, text, after=False)
    bare = trim(text).rstrip(_SPACE)
    bare = bare.removesuffix(separator) if separator else bare
    own_line = begins_line(data, item.span.start)
    place = place_at(source, item.span.start)
    laid = place.ending.join(lay_out(source, bare, place))
    joint = place.ending if own_line else b" "
    if not own_line:
        laid = laid.removeprefix(place.base)
    if not after:
        at = line_start(data, first.start) if own_line else item.span.start
        return Draft(EditSet.of([Edit(Span(at, at), laid + separator + joint)]))
    separated = _separator_end(data, item, separator)
    if separated is not None:
        tail = separator if item.index + 1 < len(item.items) or separator else b""
        at = _after_line_comment(source, separated) if own_line else separated
        return Draft(EditSet.of([Edit(Span(at, at), joint + laid + tail)]))
    end = item.span.end
    if own_line:
        stop = _after_line_comment(source, end)
        edits = [Edit(Span(end, end), separator), Edit(Span(stop, stop), joint + laid)]
        merged = [Edit(Span(end, end), separator + joint + laid)] if stop == end else edits
        return Draft(EditSet.of([e for e in merged if e.new]))
    return Draft(EditSet.of([Edit(Span(end, end), separator + joint + laid)]))


def _whole_of(source: Source, item: Span) -> Span:
    """Give an item with the comments that belong to it, where it is a definition."""
    found = source.tree.definitions(item) if source.tree is not None else ()
    return next((b.whole for b in found if item in (b.span, b.core)), item)


def _separator_end(data: bytes, item: ListItem, separator: bytes) -> int | None:
    if not separator:
        return None
    at = len(data) - len(data[item.span.end :].lstrip(_SPACE))
    return at + len(separator) if data.startswith(separator, at) else None


def _after_line_comment(source: Source, at: int) -> int:
    """Step over a comment that ends the line of `at`."""
    return _with_same_line_comment(source, Span(at, at)).end


def insert_inside(source: Source, block: Block, text: bytes, *, at_end: bool) -> Draft | Misfit:
    """Insert at the start or end of a block's body."""
    listed = _listed(source, block)
    if listed is not None:
        return _insert_into_list(source, block, *listed, text, at_end=at_end)
    if block.body is None:
        return Misfit(Reason.NOT_A_BLOCK, f"this {block.kind} has no body", "insert before or after it")
    if block.layout is Layout.NONE and _is_statement(source, block.body):
        old = block.body.of(source.data)
        both = (old, trim(text)) if at_end else (trim(text), old)
        return replace_body(source, block, b"\n".join(both))
    if block.layout is Layout.NONE:
        return Misfit(
            Reason.NOT_A_BLOCK,
            f"the body of this {block.kind} is a bare expression or statement",
            'replace it: part="body"',
        )
    place, outer = inner_place(source, block), place_at(source, block.core.start)
    if is_label(trim(text).split(b"\n")[0]):
        place = _place_of_labels(source, block, place)
    lines = place.ending.join(lay_out(source, trim(text), place))
    old = block.body.of(source.data)
    breaks = b";" if source.profile.family is Layout.END else b""
    if not old.strip(_SPACE + breaks):
        laid = outer.ending + lines + (outer.ending + outer.base if block.layout is not Layout.INDENT else b"")
        return Draft(EditSet.of([Edit(block.body, laid)]))
    if b"\n" not in old and b"\r" not in old:
        return _expand_one_line(source, block, block.body, lines, place, outer, at_end=at_end)
    if old.strip(_SPACE) == source.profile.empty_body.encode():
        return Draft(EditSet.of([Edit(_trimmed(source.data, block.body), lines.lstrip(b" \t"))]))
    gap = _member_gap(source, block, text, at_end=at_end)
    if not at_end:
        return Draft(EditSet.of([_at_start(source, block, block.body, lines, gap, text)]))
    at = _body_end(source, block, block.body)
    return Draft(EditSet.of([Edit(Span(at, at), place.ending * (1 + gap) + lines)]))


def _at_start(
    source: Source, block: Block, body: Span, lines: bytes, gap: int, text: bytes
) -> Edit:
    """Insert above the first line below header and docstring, which keep their distance to it."""
    place = inner_place(source, block)
    above = _body_start(source, block, body, text)
    start = next_line(source.data, above)
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


def _listed(source: Source, block: Block) -> tuple[ListRule, Span, tuple[Span, ...]] | None:
    if source.tree is None or block.body is None:
        return None
    if not source.profile.is_data:
        listed = source.tree.items_of(Span(block.body.start - 1, block.body.end + 1))
        fits = listed is not None and listed[1].start == block.body.start - 1
        return listed if fits and block.is_definition and block.layout is Layout.BRACE else None
    return source.tree.items_of(Span(block.header.end, block.core.end)) or source.tree.items_of(block.core)


def _insert_into_list(
    source: Source,
    block: Block,
    rule: ListRule,
    span: Span,
    items: tuple[Span, ...],
    text: bytes,
    *,
    at_end: bool,
) -> Draft | Misfit:
    if items:
        index = len(items) - 1 if at_end else 0
        item = ListItem(items[index], index, items, span, rule)
        return _insert_item(source, item, text, after=at_end)
    place, outer = inner_place(source, block), place_at(source, block.core.start)
    bare = trim(text).rstrip(_SPACE).removesuffix(rule.separator.encode())
    laid = outer.ending + outer.ending.join(lay_out(source, bare, place)) + outer.ending + outer.base
    return Draft(EditSet.of([Edit(Span(span.start + 1, span.end - 1), laid)]))


def _expand_one_line(
    source: Source, block: Block, body: Span, lines: bytes, place: Place, outer: Place, *, at_end: bool
) -> Draft:
    """Put a one-line body on a line of its own beside the inserted text."""
    inner = Place(outer.base + outer.unit, outer.unit, outer.ending)
    own = outer.ending.join(lay_out(source, body.of(source.data).strip(), inner))
    both = (own, lines) if at_end else (lines, own)
    tail = outer.ending + outer.base if block.layout is not Layout.INDENT else b""
    return Draft(EditSet.of([Edit(body, outer.ending + outer.ending.join(both) + tail)]))


def _member_gap(source: Source, block: Block, text: bytes, *, at_end: bool) -> int:
    """Give the blank lines between members of a block and a definition that joins them."""
    if source.profile.is_data or source.tree is None:
        return 0
    assert block.body is not None
    if block.kind == "call":
        return _call_gap(source, block, block.body, text)
    inner = [b for b in source.tree.definitions(block.body) if block.body.contains(b.core)]
    if not _brings_definition(source, text) and not _meets_member(source, block, inner, at_end):
        return 0
    members = [b for b in inner if b.kind not in source.profile.demoted]
    direct = [b for b in members if not any(o.core.contains(b.core) and o != b for o in members)]
    for one, other in zip(direct, direct[1:], strict=False):
        between = source.data[one.span.end : other.whole.start]
        if not between.strip(_SPACE):
            return max(0, max(between.count(b"\n"), between.count(b"\r")) - 1)
    has_doc = block.doc is not None and block.body.contains(block.doc)
    apart = direct or has_doc or b"\n" in block.body.of(source.data).strip()
    return source.profile.blank_member if apart else 0


def _meets_member(source: Source, block: Block, inner: list[Block], at_end: bool) -> bool:
    """Tell whether a method is what the inserted text meets at that end of a type's body."""
    if block.body is None or block.kind not in (*source.profile.containers, "impl"):
        return False
    body = block.body.of(source.data)
    edge = block.body.start + len(body.rstrip(_SPACE))
    if not at_end:
        edge = block.body.start + len(body) - len(body.lstrip(_SPACE))
    met = [b for b in inner if (b.whole.end if at_end else b.whole.start) == edge]
    return any(_stands_apart(source, b) and b.body is not None for b in met)


def _call_gap(source: Source, block: Block, body: Span, text: bytes) -> int:
    """Give the blank lines between calls with a label (`it "adds" do`) in another one."""
    piece = source.read_fragment(trim(text))
    if piece is None or source.tree is None or not any(b.kind == "call" for b in piece.blocks):
        return 0
    calls = [b for b in source.tree.blocks(body) if b.kind == "call" and body.contains(b.core)]
    direct = [b for b in calls if not any(o.core.contains(b.core) and o != b for o in calls)]
    for one, other in zip(direct, direct[1:], strict=False):
        between = source.data[one.span.end : other.span.start]
        if not between.strip(_SPACE):
            return max(0, max(between.count(b"\n"), between.count(b"\r")) - 1)
    return source.profile.blank_member if direct else 0


def _body_start(source: Source, block: Block, body: Span, text: bytes) -> int:
    """Give the end of the line after which a body starts: below its header and docstring.

    An access label right below the header counts with it, unless the text brings its own.
    """
    first = _first_filled(source.data, body.start, body.end)
    if first < body.end and is_label(source.data[first : line_end(source.data, first)]):
        if block.kind in source.profile.containers and not is_label(trim(text).split(b"\n")[0]):
            return line_end(source.data, first)
    if block.doc is not None and body.contains(block.doc):
        return line_end(source.data, block.doc.end)
    return line_end(source.data, body.start)


def _body_end(source: Source, block: Block, body: Span) -> int:
    text = body.of(source.data)
    return body.start + len(text.rstrip(_SPACE))


def insert_at_line(source: Source, line_at: int, text: bytes, *, after: bool, base: bytes | None = None) -> Draft:
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


def _inside_of(source: Source, core: Span) -> bytes | None:
    """Give the inner indentation when the text's end opens a block that goes on below."""
    if source.tree is None:
        return None
    end = Span(max(core.start, core.end - 1), core.end)
    around = [*source.tree.definitions(end), *source.tree.blocks(end)]
    opening = [
        b
        for b in around
        if b.body is not None and b.header.start < core.end <= b.body.start + 1 and b.body.start <= core.end
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
        return Draft(EditSet.of([Edit(Span(at, at), place.ending * (1 + gap) + lines + place.ending)]))
    return Draft(EditSet.of([Edit(Span(at, at), lines + place.ending * (1 + gap if data[at:] else 1))]))


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


def insert_import(source: Source, text: bytes) -> Draft | Misfit:
    """Insert among the imports, else below shebang, licence, package and docstring."""
    if source.tree is None or not source.profile.imports:
        return Misfit(
            Reason.NOT_A_BLOCK,
            "the imports of this file are not known",
            "insert before or after one of them, by its text",
        )
    group = _first_group(source, source.tree.imports())
    future = [s for s in group if b"__future__" in s.of(source.data)]
    if trim(text).lstrip().startswith(b"from __future__") and group:
        return insert_at_line(source, group[0].start, text, after=False, base=b"")
    if group:
        last = _nearest_import(source, group, future, text)
        return _into_import(source, last, text) or insert_at_line(
            source, max(last.start, last.end - 1), text, after=True, base=b""
        )
    at = source.tree.preamble_end()
    if at:
        lines = place_at(source, at).ending.join(lay_out(source, trim(text), place_at(source, 0)))
        end = line_end(source.data, at)
        ending = place_at(source, at).ending
        return Draft(EditSet.of([Edit(Span(end, end), ending * 2 + lines)]))
    return insert_at_top(source, text)


def _nearest_import(
    source: Source, group: list[Span], future: list[Span], text: bytes
) -> Span:
    """Give the last import of the paragraph that holds the one most like the text."""
    rest = [span for span in group if span not in future]
    return _last_alike(source.data, rest, trim(text)) if rest else future[-1]


def _last_alike(data: bytes, spans: list[Span], text: bytes) -> Span:
    """Give the end of the paragraph whose member shares most words with the text from its start.

    `import java.util.Set;` goes with `import java.util.List;`, not with a static import below.
    """
    paragraphs: list[list[Span]] = []
    for span in spans:
        gap = data[paragraphs[-1][-1].end : span.start] if paragraphs else b""
        if not paragraphs or max(gap.count(b"\n"), gap.count(b"\r")) > 1:
            paragraphs.append([])
        paragraphs[-1].append(span)
    likeness = [max(_likeness(span.of(data), text) for span in part) for part in paragraphs]
    best = max(range(len(paragraphs)), key=lambda number: (likeness[number], number))
    return paragraphs[best][-1]


def _likeness(one: bytes, other: bytes) -> tuple[int, bool]:
    """Count the words that two imports share, then ask whether both are dotted names."""
    words = zip(_WORD.findall(one), _WORD.findall(other), strict=False)
    count = 0
    for left, right in words:
        if left != right:
            break
        count += 1
    return count, (b"." in one) == (b"." in other)


def _into_import(source: Source, statement: Span, text: bytes) -> Draft | None:
    """Put what is imported into a statement that lists such things one a line, as in Go."""
    assert source.tree is not None
    data, listed = source.data, source.tree.items_of(statement)
    if listed is None or listed[0].separator or not listed[2]:
        return None
    keyword = _WORD.findall(statement.of(data))[0]
    bare = re.sub(rb"(?m)^[ \t]*" + re.escape(keyword) + rb"[ \t]+(?=[^(\s])", b"", trim(text))
    if re.match(re.escape(keyword) + rb"\b", bare.lstrip()):
        return None
    last = _last_alike(data, list(listed[2]), bare)
    return insert_at_line(source, last.start, bare, after=True)


def _first_group(source: Source, imports: tuple[Span, ...]) -> list[Span]:
    """Give the imports up to the first other statement between two of them."""
    group: list[Span] = []
    for span in imports:
        if group:
            between = Span(group[-1].end, span.start)
            hidden = source.tree.comments(between) if source.tree else ()
            rest = len(between.of(source.data).strip(_SPACE + b";")) - sum(map(len, hidden))
            if rest > len(hidden) * 2:
                break
        group.append(span)
    return group


# Moving, wrapping, unwrapping


def move_text(source: Source, block: Block, attach: Attach) -> tuple[bytes, Draft]:
    """Give a block's text with what belongs to it, and its deletion."""
    span, _ = attached_span(source, block, attach)
    span = Span(line_start(source.data, span.start), span.end) if begins_line(source.data, span.start) else span
    return span.of(source.data), delete_block(source, block, attach)


def wrap(source: Source, span: Span, header: bytes, footer: bytes | None) -> Draft | Misfit:
    """Put whole lines between a header and a footer, one unit deeper."""
    data = source.data
    if not (begins_line(data, span.start) and ends_line(data, span.end)):
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
    closing = _footer(source, trim(header)) if footer is None else trim(footer)
    bottom = lay_out(source, closing, place) if closing else []
    body = lay_out(source, data[start : span.end], inner, b"")
    laid = place.ending.join([*top, *body, *bottom])
    return Draft(EditSet.of([Edit(Span(start, span.end), laid)]).refined(data))


def _footer(source: Source, header: bytes) -> bytes:
    """Give the closer that a header asks for, where there is one."""
    text = header.rstrip()
    if _is_directive(source, header):
        return b"#endif"
    for opening, closing in ((b"{", b"}"), (b"(", b")"), (b"[", b"]")):
        if text.endswith(opening):
            return closing
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
        return Misfit(Reason.NOT_A_BLOCK, f"this {block.kind} has no body to keep", "delete it instead")
    if block.is_definition:
        return Misfit(
            Reason.NOT_A_BLOCK, "a definition cannot be unwrapped", "name a block inside it, such as 'f > if'"
        )
    if block.kind in ARM_KINDS or block.arm != block.core:
        return Misfit(
            Reason.NOT_A_BLOCK,
            f"this {block.kind} has other arms or is one",
            "delete the other arms first, or replace the statement",
        )
    span = block.span
    whole = _with_statement_end(source, span) if block.kind in ("do", "call") else span
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
        return Draft(EditSet.of([Edit(Span(line_start(source.data, span.start), whole.end), lines)]).refined(source.data))
    return Draft(EditSet.of([Edit(whole, lines.removeprefix(place.base))]))
