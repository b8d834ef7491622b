"""Lists whose separators begin the lines, such as `, name :: String` in Haskell.

    { items :: [a]
    , size :: Int       the line of an item begins with the separator
    }

Not here: lists whose separators end lines (`edits.adjacent`, `edits.deletion`).
"""

from __future__ import annotations

from structedit.calls.statuses import Reason
from structedit.edits.list_items import bare_item, comment_end
from structedit.edits.new_text import Draft, Rejection, place_at
from structedit.text.document import Span
from structedit.text.edit import Edit, EditSet
from structedit.text.lines import begins_line, indent_of, line_end, line_start, next_line
from structedit.tree.layout.indent import fragment, trim
from structedit.tree.nodes import ListItem
from structedit.tree.source import Source


def insert_in_front(source: Source, item: ListItem, text: bytes, *, after: bool) -> Draft | None:
    """Insert an item on a line of its own, with its separator in front; None for other lists."""
    own = item.lead(source.data)
    is_next_known = after or not item.index  # how the line below it begins
    prefix = item.lead(source.data, item.index + 1) if own is None and is_next_known else own
    following = item.items[item.index + 1 : item.index + 2]
    is_last_on_line = not following or following[0].start >= line_end(source.data, item.span.end)
    if prefix is None or (after and not is_last_on_line):
        return None
    place, start = place_at(source, item.span.start), item.span.start
    code, comment = bare_item(source, trim(text), item.separator)
    code = code.lstrip()
    # The text before its first item indents the item's lines by its width.
    brought = trim(text).find(code)
    if comment and not code:  # on a line of its own, which is no item
        lead = prefix[: len(prefix) - len(prefix.lstrip())] + comment.strip()
        if after:
            at = line_end(source.data, comment_end(source, item.span.end))
            return Draft(EditSet.of([Edit(Span(at, at), place.ending + lead)]))
        at = line_start(source.data, start)
        above = EditSet.of([Edit(Span(at, at), lead + place.ending)])
        return Draft(above) if own is not None else None
    piece, pad = fragment(source, code + comment), b" " * len(prefix)
    fixed = piece.fixed(pad) | {0}
    laid = place.ending.join(
        row if index in fixed else pad + row[min(brought, len(indent_of(row))) :]
        for index, row in enumerate(piece.lines)
    )
    if after:
        at = line_end(source.data, comment_end(source, item.span.end))
        return Draft(EditSet.of([Edit(Span(at, at), place.ending + prefix + laid)]))
    if own is not None:
        at = line_start(source.data, start)
        return Draft(EditSet.of([Edit(Span(at, at), prefix + laid + place.ending)]))
    return Draft(EditSet.of([Edit(Span(start, start), laid + place.ending + prefix)]))


def check_detached_comment(source: Source, item: ListItem) -> Rejection | None:
    """Reject a deletion where a comment is on lines above an item's separator.

    The comment is about the item but not attached to it: without the item it would be about the next one.
    """
    data, tree = source.data, source.tree
    number = item.index if item.lead(data) is not None else item.index + 1
    if tree is None or not number > 0 or item.lead(data, number) is None:
        return None
    above, below = item.items[number - 1].end, line_start(data, item.items[number].start)
    documented = tree.back_doc(above)
    lines = Span(max(above, documented.end if documented is not None else 0), below)
    comments = (span for span in tree.comments(lines) if begins_line(data, span.start))
    comment = next((span for span in comments if lines.contains(span)), None)
    if comment is None:
        return None
    line = source.document.line_of(comment.start)
    return Rejection(
        Reason.NOT_A_BLOCK,
        f"the comment at line {line} is above a separator, not above an item",
        "delete by line numbers: the lines of the item, of the comment, or both",
    )


def removal_in_front(source: Source, item: ListItem, span: Span) -> Span | None:
    """Return the span to delete for an item with its comments; None for other lists.

    These are the lines of the item or, for the first item, everything up to the second.
    """
    data = source.data
    own = item.lead(data)
    if item.index == 0 and own is None:
        return Span(span.start, item.items[1].start) if item.lead(data, 1) is not None else None
    if own is None or len(item.items) == 1:
        return None
    behind = comment_end(source, max(item.span.end, span.end))
    end = line_end(data, behind)
    rest = data[behind:end]
    start = line_start(data, min(span.start, item.span.start))
    return None if rest.strip() else Span(start, next_line(data, end))
