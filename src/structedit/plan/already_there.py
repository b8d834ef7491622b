"""Insertions of what is there already: a definition is not inserted twice, of the rest a warning tells.

A request that is sent twice must not give two functions. A statement may be meant to stand twice.

Not here: edits of a batch whose result is there (`plan.batch.made_already`).
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

_ONCE = FUNCTIONS | TYPES | {KEY}
"""Kinds of definitions that nobody wants twice in one place with the same text."""


def unless_there(
    source: Source, request: Insert, text: bytes, planned: Planned | Failed, holder: Block | None
) -> Planned | Failed:
    """Return the plan of an insertion, or the mild failure of one whose text is there already.

    `holder` is the innermost definition or block that the text is to be put in.
    """
    if isinstance(planned, Failed) or not planned.edits:
        return planned
    written = _definitions_alone(source, trim(text))
    twins = [_twin(source, trim(text), one, holder) for one in written]
    if twins and twins[0] is not None and None not in twins:
        name = ".".join(twins[0].path)
        return report_already(source, twins[0].core, f"{name!r} is there already")
    if made_already.repeats(source, request, planned) is None:
        return planned
    at = planned.edits.edits[0].span
    if written:
        return report_already(source, at, "the text is there already")
    said = f"the same text was there already, at line {source.document.line_of(at.start)}"
    return on_each(planned, lambda one: replace(one, warnings=(*one.warnings, said)))


def _definitions_alone(source: Source, text: bytes) -> tuple[Block, ...]:
    """Return the outermost definitions of a text that holds nothing else but comments; else nothing."""
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
    return tuple(found) if is_alone and all(one.kind in _ONCE for one in found) else ()


def _twin(source: Source, text: bytes, written: Block, holder: Block | None) -> Block | None:
    """Return the definition of the same name and text in what the text is to be put in.

    Where a directive may choose between two of them (`#if`), none is looked for.
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
    """Return the lines of a definition as they would be at the left margin, without blank ones."""
    margin = indent_at(data, span.start)
    rows = (row.rstrip() for row in split_lines(span.of(data)))
    return [row.removeprefix(margin) for row in rows if row]
