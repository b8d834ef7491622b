"""Replacement of a span: the new text gets the indentation and the statement end of the old one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from structedit.edits import new_text
from structedit.languages.profiles import Indenting, Layout
from structedit.text.document import Span, split_ending, split_lines
from structedit.text.edit import Edit, EditSet
from structedit.text.lines import (
    begins_line,
    ends_line,
    indent_at,
    indent_of,
    line_start,
    next_line,
)
from structedit.tree.layout import indent
from structedit.tree.nodes import Block
from structedit.tree.source import Source
from structedit.tree.without_grammar import text_blocks

if TYPE_CHECKING:
    from structedit.edits.new_text import Rejection


def with_statement_end(source: Source, block: Block, text: bytes) -> bytes:
    """Add the `;` that the old statement ends with, if the text lacks it."""
    end = source.profile.statement_end.encode()
    old = block.span.of(source.data).rstrip()
    if block.kind == "case" and old.endswith(b","):
        end = b","
    if not end or not old.endswith(end):
        return text
    bare = text_blocks.mask(text, source.profile).rstrip(b" \t\r\n")
    if len(bare) < len(text.rstrip()) or bare.endswith(end) or not bare:
        return text
    closes_alike = old[: -len(end)].rstrip().endswith(b"}") and block.layout is Layout.BRACE
    if bare.endswith(b"}") and not closes_alike and not _is_assigned(source, text):
        return text
    return text.rstrip() + end


def _is_assigned(source: Source, text: bytes) -> bool:
    """Return True if a text assigns a value to the name it defines; in that form a `;` must follow the `}`."""
    piece = source.read_fragment(text)
    if piece is None or not piece.definitions or piece.definitions[0].name is None:
        return False
    first = piece.definitions[0]
    assert first.name is not None
    return re.match(rb"\s*(?::[^={]*)?=(?![=>])", text[first.name.end :]) is not None


def replacement(source: Source, span: Span, text: bytes) -> EditSet:
    """Return the edits that replace `span` by `text`, laid out; unchanged lines keep their bytes."""
    data, place = source.data, new_text.place_at(source, span.start)
    first = span.start + len(indent_of(span.of(data)))
    if begins_line(data, span.start) and not ends_line(data, first):
        span = Span(first, span.end)
    if source.profile.indenting is Indenting.ALIGNED:
        place = new_text.below_first_letter(source, place, span.start)
    lines = indent.lay_out(source, text, place, data[line_start(data, span.start) : span.end])
    # Tabs and blanks that mix in the place's indentation may have been laid out as tabs.
    laid = place.ending.join(lines)
    laid = laid.removeprefix(place.base if laid.startswith(place.base) else indent_of(laid))
    prefix = data[line_start(data, span.start) : span.start]
    if not prefix.strip():
        old = prefix + span.of(data)
        kept = indent.keep_alike(old, prefix + laid)
        return EditSet.of([Edit(Span(span.start - len(prefix), span.end), kept)]).refined(data)
    return EditSet.of([Edit(span, indent.keep_alike(span.of(data), laid))]).refined(data)


def line_or_span(data: bytes, span: Span) -> Span:
    """Return the whole lines of a span if there is no other text on them, else the span."""
    if begins_line(data, span.start) and ends_line(data, span.end):
        return Span(line_start(data, span.start), next_line(data, span.end))
    return span


def replace_span(source: Source, span: Span, new: bytes) -> new_text.Draft | Rejection:
    """Replace text that is no block; an empty text deletes it."""
    text = indent.trim(new)
    if not text:
        return new_text.Draft(EditSet.of([Edit(line_or_span(source.data, span), b"")]))
    data, at = source.data, span.start
    if len(span) == 0 and begins_line(data, at) and not ends_line(data, at):
        # An empty span at the start of a line: the text goes on lines of its own above.
        place = new_text.place_at(source, at)
        laid = place.ending.join(indent.lay_out(source, text, place)) + place.ending
        return new_text.Draft(EditSet.of([Edit(Span(at, at), laid)]))
    return new_text.Draft(replacement(source, span, text))


def placed_lines(source: Source, span: Span, old: bytes, new: bytes) -> bytes:
    """Indent the later lines of `new` to the depth of `old`, if they come without that indentation.

    A caller may copy one line without its indentation, or with a part of it, and replace it by several lines that
    are indented relative to it. Lines that have the file's indentation already are not changed.
    """
    data = source.data
    base = indent_at(data, span.start)
    lines, own = split_lines(new), indent_of(old)
    is_one = b"\n" not in split_ending(old)[0] and begins_line(data, span.start)
    if not is_one or not base.endswith(own) or base == own or len(lines) < 2:
        return new
    later = [line for line in lines[1:] if line.strip()]
    if not later or all(indent_of(line).startswith(base) for line in later):
        return new
    if own:
        return _deeper(source, span, new, own) if indent_of(lines[0]) == own else new
    if indent_of(lines[0]) or not lines[0].strip():
        return new
    place = new_text.place_at(source, span.start)
    laid = place.ending.join(indent.lay_out(source, new, place)).removeprefix(base)
    return laid + place.ending if split_ending(new)[1] else laid


def _deeper(source: Source, span: Span, new: bytes, own: bytes) -> bytes:
    """Add to each line after the first the part of the file's indentation that the first line lacks."""
    base, lines = indent_at(source.data, span.start), split_lines(new)
    missing = base[: len(base) - len(own)]
    fixed = indent.fragment(source.code_at(span.start), new).fixed(base)
    later = [i for i, line in enumerate(lines) if i and i not in fixed and line.strip()]
    if all(lines[i].startswith(own) for i in later):
        for i in later:
            lines[i] = missing + lines[i]
    return b"".join(lines)
