"""The comments above a block that is no definition, which would be about other code without it."""

from __future__ import annotations

from structedit.languages.kinds import ARMS
from structedit.text.document import Span
from structedit.text.lines import begins_line, indent_at, text_end, trimmed
from structedit.tree.nodes import Block
from structedit.tree.source import Source


def comments_above(source: Source, block: Block) -> list[Span]:
    """Return the comments above a block that is no definition, and that would describe other code without it.

    These are the documentation right above a statement, and comments between two arms: `}`, `// Odd.`, `else {`.
    """
    tree, data, at, profile = source.tree, source.data, block.span.start, source.profile
    found: list[Span] = []
    if tree is None or profile.is_data or not begins_line(data, at):
        return found
    plain = (*profile.line_comments, *(opener for opener, _ in profile.block_comments))
    docs = tuple(mark.encode() for mark in profile.doc_prefixes if mark not in plain)
    while (end := text_end(data, at)) and data.count(b"\n", end, at) == 1:
        ending = (c for c in tree.comments(Span(end - 1, end)) if trimmed(data, c).end == end)
        comment = next(ending, None)
        if comment is None or not begins_line(data, comment.start):
            break
        is_meant = block.kind in ARMS or comment.of(data).startswith(docs)
        if not is_meant or indent_at(data, comment.start) != indent_at(data, at):
            break
        found.insert(0, comment)
        at = comment.start
    return found
