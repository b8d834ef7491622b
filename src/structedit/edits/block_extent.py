"""How much text a deletion or a move takes along with a block, and which blocks enclose it.

Not here: where comments and decorators begin and end (`tree.trivia`), and which of them a new text replaces
(`edits.leading_trivia`).
"""

from __future__ import annotations

from structedit.calls.places import Attach
from structedit.calls.statuses import Reason
from structedit.edits.list_items import comment_end
from structedit.edits.new_text import Rejection
from structedit.languages.kinds import ARMS
from structedit.languages.profiles import Layout
from structedit.text.document import Span, to_text
from structedit.text.lines import (
    ends_line,
    line_end,
    line_start,
    text_start,
    trimmed,
)
from structedit.tree.comments_above import comments_above
from structedit.tree.nodes import Block
from structedit.tree.source import Source
from structedit.tree.trivia import is_doc_comment

_ENDS_OF_STATEMENTS = (b";", b"{", b"}")
"""If the code before a block ends with one of these, the block begins a statement on the same line."""


def attached_span(source: Source, block: Block, attach: Attach) -> tuple[Span, tuple[str, ...]]:
    """Return a block's span with the comments and decorators that `attach` includes, and the first line of each."""
    data = source.data
    if not block.is_definition:
        around = source.tree.definitions(block.span) if source.tree is not None else ()
        # The comments above a decorator are about its definition.
        is_decorator = any(block.span in definition.decorators for definition in around)
        is_wanted = attach in (Attach.WHOLE, Attach.DOCS) and not is_decorator
        above = comments_above(source, block) if is_wanted else []
        start = min((comment.start for comment in above), default=block.span.start)
        return Span(start, block.end), tuple(first_line(data, comment) for comment in above)
    docs = [s for s in block.attached if is_doc_comment(s.of(data), source.profile)]
    plain = [s for s in block.attached if s not in docs]
    wanted: list[Span] = []
    if attach in (Attach.WHOLE, Attach.DOCS):
        wanted += docs
    if attach in (Attach.WHOLE, Attach.COMMENTS):
        wanted += plain
    takes_decorators = attach not in (Attach.NONE, Attach.DOCS, Attach.COMMENTS)
    start = block.span.start
    for decorator in () if takes_decorators else sorted(block.decorators):
        if decorator.start == start:  # any other prefix, such as `export`, belongs to the block
            start = text_start(data, decorator.end)
    for span in reversed(block.attached):
        if span not in wanted:
            break
        start = min(start, span.start)
    end = block.end
    if block.trailing is not None and attach in (Attach.WHOLE, Attach.COMMENTS):
        end = max(end, block.trailing.end)
    taken = [s for s in (*block.attached, *block.decorators) if start <= s.start and s.end <= end]
    taken = [s for s in taken if s in wanted or s in block.decorators]
    return Span(start, end), tuple(first_line(data, one) for one in sorted(taken))


def first_line(data: bytes, span: Span) -> str:
    """Return the first line of a span, for a message."""
    return to_text(span.of(data)).strip().split("\n", 1)[0].rstrip()


def to_statement_end(source: Source, span: Span) -> Span:
    """Extend a span by the mark that ends the statement, if it follows.

    In languages that need none (Kotlin, Lua, Python) that is a `;` at the end of the line.
    """
    data, profile = source.data, source.profile
    end = profile.statement_end.encode()
    may_end = profile.family is Layout.BRACE or ";" in profile.optional_ends
    if not end and may_end and ends_line(data, span.end + 1):
        end = b";"
    if end and data.startswith(end, span.end):
        return Span(span.start, span.end + len(end))
    return span


def to_comment_end(source: Source, span: Span) -> Span:
    """Extend a span by a comment that follows on its last line."""
    return Span(span.start, comment_end(source, span.end))


def enclosing_blocks(source: Source, block: Block) -> list[Block]:
    """Return the definitions and blocks around a block, outermost first."""
    if source.tree is None:
        return []
    around = [*source.tree.definitions(block.core), *source.tree.blocks(block.core)]
    found = [b for b in around if b.core.contains(block.core) and b.core != block.core]
    return sorted(found, key=lambda b: (b.core.start, -b.core.end))


def is_part_of_statement(source: Source, block: Block) -> bool:
    """Return True if the enclosing statement needs this block.

    Examples: the value of an assignment, the operand of `return`, the only statement of an `if` without braces. The
    grammar marks such places; so does code before the block on its line that ends no statement.
    """
    tree, data, at = source.tree, source.data, block.span.start
    if tree is None or source.profile.is_data or block.kind in ARMS:
        return False
    around = enclosing_blocks(source, block)
    inner = around[-1] if around else None
    bare = [h.body for h in around if h.layout is Layout.NONE and h.body is not None]
    if any(body.start == at for body in bare) or tree.is_operand(block.span):
        return True
    if block.is_definition:
        return False
    if inner is not None and inner.body is not None and inner.layout is Layout.INDENT:
        # Where others have braces, a body of one statement may be one without them.
        alone = trimmed(data, inner.body) == block.span
        if alone and source.profile.family is Layout.BRACE:
            return True
    start = line_start(data, block.core.start)
    comments = tree.comments(Span(start, block.core.start))
    before = data[start : comments[0].start if comments else block.core.start].strip()
    if not before or block.kind == "lambda":
        return bool(before)
    within = inner is not None and inner.core.start >= start
    opening = source.profile.contexts.code
    ends = (*_ENDS_OF_STATEMENTS, *((opening[0].strip().encode(),) if opening else ()))
    return not within and not before.endswith(ends)


def definition_around(source: Source, block: Block) -> Block | None:
    """Return the innermost definition that contains a block."""
    if source.tree is None:
        return None
    around = source.tree.definitions(block.core)
    found = [b for b in around if b.core.contains(block.core) and b.core != block.core]
    return max(found, key=lambda b: b.order, default=None)


def cut_block(source: Source, span: Span) -> Rejection | None:
    """Reject lines that end inside of a block whose header they contain: the rest would join what is above it.

    with a:    ← from here
        b()    ← to here
        c()
    """
    data, tree = source.data, source.tree
    core = trimmed(data, span)
    below = text_start(data, line_end(data, core.end)) if core else len(data)
    if tree is None or below >= len(data):
        return None
    here = Span(below, below + 1)
    for block in (*tree.definitions(here), *tree.blocks(here)):
        body = block.body if block.layout is Layout.INDENT else None
        if body is None or not (body.start < core.end and body.contains(here)):
            continue
        if core.start <= block.core.start:
            line = source.document.line_of(below)
            return Rejection(
                Reason.NOT_A_BLOCK,
                f"these lines end inside the {block.kind} that begins in them: line {line} still belongs to it",
                "end them above it or at its last line",
            )
    return None
