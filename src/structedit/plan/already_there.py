"""Insertions of text that the file has already: a second copy of a definition is refused, other text gets a warning.

A request that is sent twice must not produce two functions; a statement may be repeated on purpose.

Not here: edits of a batch that were made before (`plan.batch.made_already`).
"""

from __future__ import annotations

from structedit.calls.requests import Insert
from structedit.edits.block_extent import enclosing_blocks
from structedit.languages.kinds import FUNCTIONS, KEY, TYPES
from structedit.plan.batch import made_already
from structedit.plan.results import Failed, Planned, on_each, report_already
from structedit.text.document import Span, split_lines
from structedit.text.lines import SPACE, indent_at
from structedit.text.values import replace
from structedit.tree.layout.indent import trim
from structedit.tree.nodes import Block
from structedit.tree.source import Source

_NEVER_TWICE = FUNCTIONS | TYPES | {KEY}
"""Kinds of definitions that nobody wants twice in one place with the same text."""


def unless_present(
    source: Source, request: Insert, text: bytes, planned: Planned | Failed, holder: Block | None
) -> Planned | Failed:
    """Return the plan of an insertion, or a failure `already_applied` if the text is there already.

    `holder` is the innermost definition or block that the text is inserted into.
    """
    if isinstance(planned, Failed) or not planned.edits:
        return planned
    written = _definitions_alone(source, trim(text))
    twins = [_find_twin(source, trim(text), one, holder) for one in written]
    if twins and twins[0] is not None and None not in twins:
        name = ".".join(twins[0].path)
        return report_already(source, twins[0].core, f"{name!r} is there already")
    if made_already.repeats(source, request, planned) is None:
        return planned
    at = planned.edits.edits[0].span
    if written:
        return report_already(source, at, "the text is there already")
    said = f"the file already had the same text, at line {source.document.line_of(at.start)}"
    return on_each(planned, lambda one: replace(one, warnings=(*one.warnings, said)))


def _definitions_alone(source: Source, text: bytes) -> tuple[Block, ...]:
    """Return the outermost definitions of a text that contains nothing else but comments."""
    piece = source.read_fragment(text)
    if piece is None or not (piece.clean or piece.is_item):
        return ()
    found: list[Block] = []
    for one in piece.definitions:
        if not (found and found[-1].span.contains(one.span)):
            found.append(one)
    rest = bytearray(text)
    for span in (*piece.comments, *(one.span for one in found)):
        rest[span.start : span.end] = b" " * len(span)
    is_alone = not bytes(rest).strip(SPACE + b",;")
    return tuple(found) if is_alone and all(one.kind in _NEVER_TWICE for one in found) else ()


def _find_twin(source: Source, text: bytes, written: Block, holder: Block | None) -> Block | None:
    """Return the definition with the same name and text in the block that the text is inserted into.

    A directive (`#if`) may choose between two equal definitions, so in such a block no twin is looked for.
    """
    if source.tree is None or not written.path or "#endif" in source.profile.nodes.closers:
        return None
    within = holder.core if holder is not None else None
    for one in source.tree.definitions_named(written.path[-1], within):
        around = enclosing_blocks(source, one)
        is_there = (around[-1].core if around else None) == within
        if is_there and _lines(source.data, one.span) == _lines(text, written.span):
            return one
    return None


def _lines(data: bytes, span: Span) -> list[bytes]:
    """Return the filled lines of a definition, relative to the left margin."""
    margin = indent_at(data, span.start)
    rows = (row.rstrip() for row in split_lines(span.of(data)))
    return [row.removeprefix(margin) for row in rows if row]
