"""Deletion of a block with its comments, its separator and the blank lines next to it.

A list keeps correct separators, a body that must not be empty gets a placeholder (`pass`), and of the blank
lines above and below, the larger number remains.
"""

from __future__ import annotations

from structedit.calls.places import Attach
from structedit.calls.statuses import Reason
from structedit.edits.blank_lines import gap_around, line_above, line_below, skip_blank_lines
from structedit.edits.block_extent import (
    attached_span,
    enclosing_blocks,
    is_part_of_statement,
    to_comment_end,
    to_statement_end,
)
from structedit.edits.chains import check_chain_start
from structedit.edits.data_values import empty_value, has_plain_value
from structedit.edits.leading_separators import check_detached_comment, removal_in_front
from structedit.edits.leading_trivia import first_lines
from structedit.edits.new_text import Draft, Rejection, marked_column
from structedit.languages.kinds import ARMS
from structedit.languages.profiles import Indenting, Layout
from structedit.text.document import Span, to_text
from structedit.text.edit import Edit, EditSet
from structedit.text.lines import (
    SPACE,
    begins_line,
    ends_line,
    indent_at,
    indent_of,
    line_end,
    line_start,
    next_line,
    text_end,
    text_start,
    trimmed,
)
from structedit.tree.clauses import clause_ends
from structedit.tree.nodes import Block, ListItem
from structedit.tree.source import Source

_MOST_NAMED = 5
"""Tables named in a warning. Chosen by judgement."""

_STATEMENT_SEPARATOR = b";"
"""What separates statements on one line, in languages where statements need no end mark."""


def delete_block(source: Source, block: Block, attach: Attach) -> Draft | Rejection:
    """Delete a block with its attached comments, its separator, and the blank lines on one side."""
    rejection = (
        _check_needed(source, block)
        or _check_shared(source, block)
        or check_chain_start(source, block)
    )
    item = source.list_item(block.span)
    rejection = rejection or (check_detached_comment(source, item) if item is not None else None)
    if rejection:
        return rejection
    span, attached = attached_span(source, block, attach)
    part = source.declared_name(block)
    if part is not None and not part.span.contains(block.core):
        span, attached = part.span, ()  # other names share the rest of the statement
    word = source.tree.introduced_with(block.span) if source.tree is not None else None
    if word is not None and not source.faults(word):
        # The block is all that a word such as `where` introduces, so the word is deleted too. It stays where the
        # file ends in these lines without a line break: such a file may be truncated, and the word may have
        # introduced more.
        is_last = not source.data[word.end :].strip() and not source.data.endswith((b"\n", b"\r"))
        first = span.start if is_last and b"\n" in word.of(source.data).strip() else word.start
        whole = Span(min(span.start, first), max(span.end, word.end))
        removed_span = _line_removal(source.data, whole)
        return Draft(EditSet.of([Edit(removed_span, b"")]), attached)
    removed = _removal(source, span, block)
    edits = [Edit(part, b"") for part in removed]
    if (
        source.profile.is_data
        and (emptied := _emptied_value(source, block, span, removed)) is not None
    ):
        value, edits = emptied
        note = f"the value is now {to_text(value)!r}"
        return Draft(EditSet.of(edits), attached, warnings=(note,))
    warnings = _warn_of_subtables(source, block)
    if (stand_in := _emptied_body(source, block, span)) is not None:
        at, filler = stand_in
        is_suite = at == span
        edits = [Edit(at, filler)]
        note = (
            f"the body is now {to_text(filler)!r}"
            if is_suite
            else "the braces around it were also deleted"
        )
        warnings = (note,)
    stay = [s for s in (*block.attached, *block.decorators) if not span.contains(s)]
    is_shown = block.is_definition and attach is not Attach.WHOLE
    kept = first_lines(source.data, stay) if is_shown else ()
    return Draft(EditSet.of(edits), attached, kept, warnings)


def _warn_of_subtables(source: Source, block: Block) -> tuple[str, ...]:
    """Warn that deleting a table leaves its subtables: `[project.scripts]` after `[project]`."""
    tree = source.tree
    if tree is None or block.layout is not Layout.SECTION or not source.profile.is_data:
        return ()
    own, depth = block.path, len(block.path)
    whole = Span(0, len(source.data))
    others = [
        d
        for d in tree.definitions(whole)
        if d.path[:depth] == own and d.layout is Layout.SECTION and not block.span.contains(d.core)
    ]
    if not others:
        return ()
    named = ", ".join(
        f"{to_text(d.header.of(source.data)).strip()} (line {source.document.line_of(d.core.start)})"
        for d in others[:_MOST_NAMED]
    )
    more = f" and {len(others) - _MOST_NAMED} more" if len(others) > _MOST_NAMED else ""
    return (
        f"{own[-1]!r} still has other tables: {named}{more}; to remove it, delete them as well",
    )


def _check_needed(source: Source, block: Block) -> Rejection | None:
    """Reject the deletion of a block that its statement needs, such as the value of an assignment.

    `x = () => 1` without its value becomes `x =` and takes the next line. The role law refuses that too, but cannot
    name what to delete instead.
    """
    if source.tree is None or source.profile.is_data:
        return None
    if block.kind in ARMS:
        return _check_only_arm(source, block)
    if source.tree.list_item(block.span) is not None or not is_part_of_statement(source, block):
        return None
    return Rejection(
        Reason.NOT_A_BLOCK,
        f"this {block.kind} is part of a statement, which would be incomplete without it",
        "delete the statement, by lines or by an anchor at its start",
    )


def _check_shared(source: Source, block: Block) -> Rejection | None:
    """Reject the deletion of a block that cannot be separated from other names of its statement.

    `a, b = 1, 2` without `a` gives `b` the value of `a`, although every token keeps its role.
    """
    tree = source.tree
    if tree is None or not block.is_definition or source.profile.is_data:
        return None
    declared = tree.declared_name(block)
    if declared is not None and declared.is_bound:
        line = source.document.line_of(declared.parent.start)
        return Rejection(
            Reason.NOT_A_BLOCK,
            f"this {block.kind} is one of several names that get their values in order",
            f"rewrite the statement (line {line}) without this name, or delete the whole statement by lines",
        )
    if (following := tree.repeated_by(block.span)) is not None:
        name = to_text(following.of(source.data)).split()[0]
        return Rejection(
            Reason.NOT_A_BLOCK,
            f"`{name}` below this {block.kind} has no value of its own and repeats the value of this one",
            f"give `{name}` a value first, or replace this {block.kind}",
        )
    if (call := tree.call_around(block.span)) is not None:
        lines = source.document.line_range(call)
        return Rejection(
            Reason.NOT_A_BLOCK,
            f"this {block.kind} is an argument of a call, which would lose it",
            f"delete the whole statement, lines {lines.first} to {lines.last}, or replace this {block.kind}",
        )
    for other in tree.definitions(block.core):
        is_value = other.core != block.core and other.core.end == block.core.end
        if is_value and block.core.contains(other.core) and tree.is_operand(other.span):
            name = to_text(other.name.of(source.data)) if other.name else other.path[-1]
            return Rejection(
                Reason.NOT_A_BLOCK,
                f"this {block.kind} gets its value from `{name}`, which would be deleted with it",
                "rewrite the statement without this name, or delete the whole statement by lines",
            )
    return None


def _check_only_arm(source: Source, block: Block) -> Rejection | None:
    """Reject the deletion of the only arm of a `try`.

    Some grammars accept a Java `try` without `catch` and `finally`, so the parser does not report it.
    """
    around = enclosing_blocks(source, block)
    statement = next((h for h in reversed(around) if h.arm.end <= block.core.start), None)
    if source.tree is None or statement is None or statement.kind != "try":
        return None
    others = [
        b
        for b in source.tree.blocks(statement.core)
        if b.kind in ARMS and b.core.start >= statement.arm.end
        if not block.core.contains(b.core)
    ]
    if any(statement in enclosing_blocks(source, b)[-1:] for b in others):
        return None
    return Rejection(
        Reason.NOT_A_BLOCK,
        f"this {block.kind} is the only arm of the {statement.kind}, which needs at least one",
        f"delete the whole {statement.kind}, or replace the arm",
    )


def _emptied_value(
    source: Source, block: Block, span: Span, removed: tuple[Span, ...]
) -> tuple[bytes, list[Edit]] | None:
    """Return `{}` or `[]` for an indented map or list that loses its last entry, and the edits that write it."""
    held = enclosing_blocks(source, block)
    around = [h for h in held if h.body is not None and h.body.contains(block.core)]
    if not around or around[-1].body is None or not has_plain_value(source, around[-1]):
        return None
    container, body = around[-1], around[-1].body
    rest = body.of(source.data)
    left = _without_comments(source, body, rest, span.start - body.start, span.end - body.start)
    if left.strip(SPACE):
        return None
    value, at = empty_value(source, container), container.header.end
    kept = rest[: max(0, span.start - body.start)] + rest[max(0, span.end - body.start) :]
    if not kept.strip(SPACE):
        return value, [Edit(Span(at, max(span.end, body.end)), b" " + value)]
    return value, [Edit(Span(at, at), b" " + value), *(Edit(part, b"") for part in removed)]


def delete_arm(source: Source, block: Block, attach: Attach) -> Draft | Rejection:
    """Delete the header of an arm and its own body."""
    if block.arm.end < block.core.end and block.kind not in ARMS:
        lines = source.document.line_range(block.core)
        return Rejection(
            Reason.NOT_A_BLOCK,
            f"other arms follow this {block.kind} and depend on it",
            f'delete all of it with part="statement" (lines {lines.first}-{lines.last}), or replace it',
        )
    if rejection := _check_needed(source, block):
        return rejection
    span = block.arm if block.kind in ARMS else block.span
    if (ends := clause_ends(source.profile)) and block.kind in ARMS:
        rest = source.data[block.arm.end : block.core.end].strip(SPACE)
        span = block.core if rest in ends else span  # the sign that parts a clause from the next
    above, attached = attached_span(source, block, attach)
    span = Span(min(above.start, span.start), span.end)
    return Draft(EditSet.of([Edit(part, b"") for part in _removal(source, span, block)]), attached)


def delete_item(source: Source, item: ListItem) -> Draft:
    """Delete an item of a list, with its separator."""
    return Draft(EditSet.of([Edit(part, b"") for part in _item_removal(source, item, item.span)]))


def delete_span(source: Source, span: Span) -> Draft:
    """Delete a piece of text, with the lines that it leaves empty."""
    core = trimmed(source.data, span)
    return Draft(EditSet.of([Edit(_word_removal(source.data, core if core else span), b"")]))


def _word_removal(data: bytes, span: Span) -> Span:
    """Extend a span to lines that it leaves empty or, inside a line, by one side's blanks."""
    if begins_line(data, span.start):
        return _line_removal(data, span)
    before = text_end(data, span.start, b" \t")
    if ends_line(data, span.end):
        return Span(before, line_end(data, span.end))
    if before == span.start:
        return span
    return Span(span.start, text_start(data, span.end, b" \t"))


def _removal(source: Source, span: Span, block: Block) -> tuple[Span, ...]:
    data = source.data
    item = source.list_item(block.span) or source.declared_name(block)
    if item is not None:
        return _item_removal(source, item, span)
    if marked_column(source, span.start):
        # Delete the first part of an item up to the next line's text, which then follows the item's marker.
        at = next_line(data, line_end(data, span.end))
        return (Span(span.start, at + len(indent_of(data[at : line_end(data, at)]))),)
    if (in_line := _removal_in_line(source, span)) is not None:
        return (in_line,)
    span = to_statement_end(source, span)
    if block.kind in ARMS and not begins_line(data, span.start):
        return (Span(text_end(data, span.start, b" \t"), span.end),)
    if source.profile.indenting is Indenting.ALIGNED and _precedes_closer(source, span):
        return (Span(text_end(data, span.start), span.end),)
    return (_line_removal(data, to_comment_end(source, span)),)


def _removal_in_line(source: Source, span: Span) -> Span | None:
    """Return the span of a statement and its separator, if others share its line: `a = 1; b = 2`."""
    data = source.data
    if source.profile.statement_end:
        return None
    before = text_end(data, span.start, b" \t")
    behind = text_start(data, span.end, b" \t")
    parted = _is_statement_separator(source, behind)
    if parted and not ends_line(data, behind + 1):
        return Span(span.start, text_start(data, behind + 1, b" \t"))
    ends_itself = data.endswith(_STATEMENT_SEPARATOR, 0, span.end)
    is_behind = before and not ends_itself and _is_statement_separator(source, before - 1)
    if is_behind and not begins_line(data, before - 1):
        return Span(text_end(data, before - 1, b" \t"), behind + 1 if parted else span.end)
    return None


def _is_statement_separator(source: Source, at: int) -> bool:
    """Return True if the token at an offset separates statements on one line."""
    if source.tree is None or source.data[at : at + 1] != _STATEMENT_SEPARATOR:
        return False
    types = [type for type, _ in source.tree.tokens(Span(at, at + 1))]
    return ";" in types or not types  # some grammars have none for it


def _precedes_closer(source: Source, span: Span) -> bool:
    """Return True if a closing bracket follows a span directly and no comment is above the span."""
    data, above = source.data, line_above(source.data, line_start(source.data, span.start)) or b""
    closes = data[span.end : span.end + 1].decode("latin-1") in source.profile.nodes.closers
    commented = any(mark.encode() in above for mark in source.profile.line_comments)
    return closes and begins_line(data, span.start) and not commented


def _line_removal(data: bytes, span: Span) -> Span:
    """Extend a span to the lines that it leaves empty, and to the smaller number of blank lines around them."""
    if not (begins_line(data, span.start) and ends_line(data, span.end)):
        if ends_line(data, span.end):
            return Span(text_end(data, span.start, b" \t"), span.end)
        if begins_line(data, span.start):
            return Span(span.start, text_start(data, span.end, b" \t"))
        between = data[span.start - 1 : span.start] == data[span.end : span.end + 1] == b" "
        return Span(span.start, span.end + between)
    start, end = line_start(data, span.start), next_line(data, line_end(data, span.end))
    gap = gap_around(data, Span(start, end))
    here = indent_at(data, span.start)
    above, below = line_above(data, gap.start), line_below(data, gap.end)
    is_last = (
        below is None
        or len(indent_of(below)) < len(here)
        or below.lstrip().startswith((b"}", b"end", b")", b"]"))
    )
    is_first = (
        above is None
        or len(indent_of(above)) < len(here)
        or above.rstrip().endswith((b"{", b"(", b"["))
    )
    if is_first and is_last and above is not None:
        return Span(start, skip_blank_lines(data, end, min(gap.above, gap.below)))
    if is_last:
        return Span(gap.start, end)
    if is_first:
        return Span(start, gap.end)
    return Span(start, skip_blank_lines(data, end, min(gap.above, gap.below)))


def _item_removal(source: Source, item: ListItem, span: Span) -> tuple[Span, ...]:
    """Return the spans to delete for an item: itself and the separator after it (the last item: before it)."""
    data, separator, end = source.data, item.separator, item.separator_end(source.data)
    if (in_front := removal_in_front(source, item, span)) is not None:
        return (in_front,)
    own_line = begins_line(data, span.start)
    is_open = data[item.parent.start : item.parent.start + 1] in (b"{", b"[", b"(")
    if len(item.items) == 1 and is_open:
        inside = Span(item.parent.start + 1, item.parent.end - 1)
        rest = data[inside.start : span.start] + data[span.end : inside.end]
        if not rest.strip(SPACE + separator):
            return (inside,)
    if end is not None:
        whole = to_comment_end(source, Span(span.start, end))
        if own_line and ends_line(data, whole.end):
            return (_line_removal(data, whole),)
        if ends_line(data, end):
            if item.index == 0 and not is_open and len(item.items) > 1:
                return (Span(span.start, item.items[1].start),)  # the next item takes its place
            return (Span(text_end(data, span.start, b" \t"), end),)
        led = span.start < item.span.start and data.startswith(separator, span.start)
        return (Span(span.start, text_start(data, span.end if led else end, b" \t")),)
    if item.index == 0:
        return (_line_removal(data, span),)
    before = item.items[item.index - 1].end
    at = data.find(separator, before, span.start) if separator else -1
    whole = to_comment_end(source, span)
    if own_line and ends_line(data, whole.end):
        removed_span = _line_removal(data, whole)
        return (
            (Span(at, at + len(separator)), removed_span)
            if 0 <= at < removed_span.start
            else (removed_span,)
        )
    behind = at + len(separator) if at >= 0 else before
    above = data[line_start(data, before) : before].lstrip()
    is_directive = "#endif" in source.profile.nodes.closers and above.startswith(b"#")
    if is_directive or data[behind : span.start].strip():  # a comment is about the item before
        own = Span(span.start, text_start(data, span.end, b" \t"))
        return (Span(at, behind), own) if at >= 0 else (own,)
    if at >= 0 and not begins_line(data, at):
        at = text_end(data, at, b" \t")
    return (Span(at if at >= 0 else before, span.end),)


def _emptied_body(source: Source, block: Block, span: Span) -> tuple[Span, bytes] | None:
    """Return the span and the placeholder (`pass`) to use if `span` is all of a body that must not be empty."""
    if source.tree is None:
        return None
    around = [h for h in enclosing_blocks(source, block) if h.body and h.body.contains(block.core)]
    container = around[-1] if around else None
    if container is None or container.body is None:
        return None
    rest = container.body.of(source.data)
    start, end = span.start - container.body.start, span.end - container.body.start
    if container.layout is Layout.INDENT:
        if source.tree.list_item(block.span) is not None:
            return None  # a statement cannot replace an item
        left = _without_comments(source, container.body, rest, start, end)
        removed_span, filler = span, source.profile.empty_body or None
    else:
        left = rest[:start] + rest[end:]  # a comment would go with the braces
        # A property without accessors has no braces: `int A { get; }` becomes `int A;`.
        opening = text_end(source.data, container.body.start - 1, SPACE)
        removed_span = Span(opening, container.body.end + 1)  # with the braces
        has_accessors = container.kind == "property" and block.is_definition
        filler = source.profile.statement_end if has_accessors else None
    return None if filler is None or left.strip(SPACE + b";") else (removed_span, filler.encode())


def _without_comments(source: Source, body: Span, text: bytes, start: int, end: int) -> bytes:
    """Blank out a range of a body's text, and all comments in it."""
    kept = bytearray(text)
    kept[start:end] = b" " * (end - start)
    for comment in source.tree.comments(body) if source.tree else ():
        low, high = comment.start - body.start, comment.end - body.start
        if low >= 0:
            kept[low:high] = b" " * (high - low)
    return bytes(kept)
