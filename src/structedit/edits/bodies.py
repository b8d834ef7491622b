"""Replacement of a block's body: between delimiters, below a header, or a bare expression."""

from __future__ import annotations

import re

from structedit.calls.statuses import Reason
from structedit.edits.bare_bodies import fits_on_header_line, in_delimiters
from structedit.edits.data_values import has_plain_value, opens_block, replace_value
from structedit.edits.leading_trivia import ends_in_comment
from structedit.edits.list_items import fit_items, fits_on_line, list_of
from structedit.edits.new_text import Draft, Rejection, in_order, inner_place, place_at
from structedit.edits.span_replacement import replacement
from structedit.languages.profiles import Indenting, Layout
from structedit.text.document import Span, to_text
from structedit.text.edit import Edit, EditSet
from structedit.text.lazily import regex
from structedit.text.lines import (
    SPACE,
    begins_line,
    ends_line,
    indent_at,
    indent_of,
    line_end,
    line_start,
    text_end,
    with_endings,
)
from structedit.text.values import replace
from structedit.tree.layout.indent import keep_alike, lay_out, trim
from structedit.tree.nodes import Block
from structedit.tree.source import Source
from structedit.tree.without_grammar import text_blocks

_EXPRESSION_BODIED = ("function", "method", "property", "lambda", "call")
"""Kinds whose body may be a bare expression that is their result."""

_ONE_LINE = 80
"""Columns up to which a new body stays on the line of the old one. Chosen by judgement."""

_FLAGS = regex(rb"(?:\s+!\s*\w+)+\Z")
"""Flags that stay behind a replaced value unless the new text has its own: `!important`, `!default`."""


def replace_body(source: Source, block: Block, new: bytes) -> Draft | Rejection:
    """Replace everything between header and end; a body on the header's line gets lines of its own."""
    if has_plain_value(source, block):
        return replace_value(source, block, new)
    if block.layout is Layout.CLAUSES:
        return Rejection(
            Reason.NOT_A_BLOCK,
            f"this {block.kind} has several clauses, each with a body of its own",
            'name one clause (`> case[1]`), or replace all of it: part="whole"',
        )
    if block.body is None:
        return Rejection(
            Reason.NOT_A_BLOCK,
            f"this {block.kind} has no body",
            'replace all of it: part="whole"',
        )
    if block.layout is Layout.VALUE:
        return _new_value(source, block, block.body, new)
    listed = list_of(source, block)
    if listed is not None:
        if opens_block(source, new) and not fits_on_line(source, new):
            value = Span(block.header.end, listed.span.end)
            return replace_value(source, replace(block, body=value, layout=Layout.INDENT), new)
        fitted = fit_items(source, block, listed, new)
        if not isinstance(fitted, bytes):
            return fitted
        new = fitted
    drafted = _new_body(source, block, block.body, trim(_without_braces(source, block, new)))
    if block.doc is None or not block.body.contains(block.doc) or isinstance(drafted, Rejection):
        return drafted
    begins_alike = new.lstrip()[:1] == block.doc.of(source.data)[:1]
    if begins_alike or re.match(rb"\s*[A-Za-z]*[\"']", new):
        return drafted
    said = "the old body's documentation was deleted: the new body has none"
    return replace(drafted, warnings=(*drafted.warnings, said))


def _new_value(source: Source, block: Block, value: Span, new: bytes) -> Draft | Rejection:
    """Replace the value of a variable, constant or property."""
    end, name = (
        source.profile.statement_end.encode(),
        block.name.of(source.data) if block.name else b"",
    )
    text = trim(new).rstrip(SPACE)
    text = text.removesuffix(end).rstrip(SPACE) if end else text
    if not text:
        return Rejection(
            Reason.MALFORMED_EDIT, "the new value is empty", "use delete_block to delete"
        )
    if re.match(re.escape(name) + rb"\s*(?:[:?+|]*=|:)", text.lstrip()):
        return Rejection(
            Reason.MALFORMED_EDIT,
            f"the new text begins with the name {to_text(name)!r}, but the body is only the value",
            'leave the name out, or pass part="whole"',
        )
    listed = list_of(source, block)
    separator = listed.separator if listed is not None and listed.span == value else b""
    if separator and _has_separator(source, text, separator):
        return Rejection(
            Reason.MALFORMED_EDIT,
            "the value is a list, but the new text is several items without brackets",
            "put the brackets of the list around the items",
        )
    flags = _FLAGS.search(value.of(source.data))
    if flags and b"!" not in text and block.header.of(source.data).endswith(b":"):
        value = Span(value.start, value.start + flags.start())
    edits, operand = replacement(source, value, text), None
    if source.tree is not None and source.tree.is_operand(value):
        operand = Span(value.start, value.end + sum(edit.delta for edit in edits.edits))
    return Draft(edits, operand=operand)


def _has_separator(source: Source, text: bytes, separator: bytes) -> bool:
    """Return True if a text contains a separator outside of all brackets."""
    depth = 0
    for letter in text_blocks.mask(text, source.profile):
        depth += (letter in b"([{") - (letter in b")]}")
        if not depth and letter == separator[0]:
            return True
    return False


def _new_body(source: Source, block: Block, body: Span, text: bytes) -> Draft | Rejection:
    # An arm may be one expression: `0 => f(),`, `case 1 -> f();`.
    is_braceless_arm = block.kind == "case" and block.layout in (Layout.INDENT, Layout.NONE)
    has_arrow = block.header.of(source.data).endswith((b"=>", b"->"))
    is_brace_family = source.profile.family is Layout.BRACE
    if (
        is_braceless_arm
        and has_arrow
        and is_brace_family
        and not ends_line(source.data, body.start)
    ):
        old, text = body.of(source.data), text.strip()
        expression = Span(body.start + len(old) - len(old.lstrip()), body.end)
        if b"\n" in text or b"\r" in text:  # several statements, which need braces
            return _bare_body(source, block, expression, text)
        end = source.profile.statement_end.encode()
        if end and old.endswith(end) and not text.endswith(end):
            text += end
        return Draft(replacement(source, expression, text.rstrip(b",")))
    match block.layout:
        case Layout.BRACE | Layout.END:
            return _body_between(source, block, body, text)
        case Layout.INDENT:
            return _body_below(source, block, body, text)
        case Layout.SECTION:
            return _body_of_section(source, block, body, text)
        case Layout.NONE | Layout.CLAUSES | Layout.VALUE:
            return _bare_body(source, block, body, text)


def _without_braces(source: Source, block: Block, new: bytes) -> bytes:
    """Remove the braces that a caller put around the new body."""
    text = trim(new)
    pair = source.profile.body_delimiters
    if block.layout not in (Layout.BRACE, Layout.NONE):
        return new
    if pair is None:
        if block.layout is Layout.NONE or block.body is None:
            return new
        own = (
            source.data[block.body.start - 1 : block.body.start]
            + source.data[block.body.end : block.body.end + 1]
        )
        pair = ("{", "}") if own == b"{}" else None
    if pair is None:
        return new
    opening, closing = pair[0].encode(), pair[1].encode()
    stripped = text.strip()
    if not (stripped.startswith(opening) and stripped.endswith(closing)):
        return new
    masked = text_blocks.mask(stripped, source.profile)
    depth = 0
    for index, byte in enumerate(masked):
        depth += (byte == opening[0]) - (byte == closing[0])
        if depth == 0:
            whole = index == len(masked) - 1
            inner = stripped[1:-1].rstrip()
            bare = inner if b"\n" in stripped else inner.lstrip()
            return bare if whole and block.is_definition else new
    return new


def _body_between(source: Source, block: Block, body: Span, text: bytes) -> Draft | Rejection:
    data, old = source.data, body.of(source.data)
    if not text:
        outer = place_at(source, block.core.start)
        empty = b"" if block.layout is Layout.BRACE else outer.ending + outer.base
        return Draft(EditSet.of([Edit(body, empty)]))
    is_markup = block.layout is Layout.END and source.profile.family is Layout.BRACE
    below = _body_on_lines(source, block, body, text, is_markup=is_markup)
    if not old.strip() or re.search(rb"[\r\n]", old + text):
        return below
    blanks = len(old) - len(old.lstrip()), len(old.rstrip())
    laid = old[: blanks[0]] + text.strip() + old[blanks[1] :]
    beside = Draft(EditSet.of([Edit(body, laid)]).refined(data))
    if is_markup or block.kind == "macro":
        return (
            beside  # between two tags, or in LaTeX's `\newcommand`, a line break would be content
        )
    if block.layout is Layout.BRACE and _fits_beside(source, body, laid):
        return in_order(beside, below)
    return below


def _body_on_lines(
    source: Source, block: Block, body: Span, text: bytes, *, is_markup: bool
) -> Draft:
    """Replace what is between two delimiters by lines of their own."""
    data, old = source.data, body.of(source.data)
    outer, inner = place_at(source, block.core.start), inner_place(source, block)
    lines = lay_out(source, text, inner, old)
    closing = indent_at(data, body.end) if begins_line(data, body.end) else outer.base
    laid = outer.ending + outer.ending.join(lines) + outer.ending + closing
    # A body on lines of its own keeps the white space at both ends.
    head, tail = re.match(rb"[ \t]*(?:\r\n|\n|\r)", old), re.search(rb"(?:\r\n|\n|\r)[ \t]*\Z", old)
    has_own_lines = head is not None and tail is not None and tail.start() >= head.end()
    if head is not None and tail is not None and has_own_lines:
        laid = head[0] + outer.ending.join(lines) + tail[0]
    elif is_markup and old.strip() and re.search(rb"[\r\n]", old):
        # Tags share the lines of the first and last words, as they did: a line break would be content.
        lead = old[: len(old) - len(old.lstrip())]
        first = outer.ending if re.search(rb"[\r\n]", lead) else lead
        text = outer.ending.join(lines)
        laid = first + (text if first == outer.ending else text.lstrip()) + old[len(old.rstrip()) :]
    elif (
        source.profile.indenting is Indenting.ALIGNED
        and not has_own_lines
        # A closer after a line comment would become part of it.
        and not any(mark.encode() in lines[-1] for mark in source.profile.line_comments)
    ):
        laid = outer.ending + outer.ending.join(lines)
    return Draft(EditSet.of([Edit(body, keep_alike(old, laid))]).refined(data))


def _fits_beside(source: Source, body: Span, text: bytes) -> bool:
    """Return True if a new body may stay on the line of its braces."""
    line = Span(line_start(source.data, body.start), line_end(source.data, body.end))
    width = len(line) - len(body) + len(text)
    return width <= max(len(line), _ONE_LINE) and not ends_in_comment(source, text.strip())


def _body_below(source: Source, block: Block, body: Span, text: bytes) -> Draft:
    data = source.data
    inner = inner_place(source, block)
    if not text:
        text = source.profile.empty_body.encode()
    old = body.of(data)
    delimited = in_delimiters(source, block, text, inner.unit)
    if delimited is not None or fits_on_header_line(source, old, text):
        outer = place_at(source, block.core.start)
        lines = lay_out(source, delimited or text, outer, old)
        laid = outer.ending.join(lines).removeprefix(outer.base)
        return Draft(EditSet.of([Edit(body, b" " + laid)]).refined(data))
    laid = inner.ending + inner.ending.join(lay_out(source, text, inner, old))
    match = re.match(rb"[ \t]*(?:#[^\r\n]*)?(?=\r\n|\n|\r)", old)
    if match and not match[0].strip():
        laid = match[0] + laid
    return Draft(EditSet.of([Edit(body, keep_alike(old, laid))]).refined(data))


def _body_of_section(source: Source, block: Block, body: Span, text: bytes) -> Draft:
    """Replace the text below a heading; blank lines directly below the heading stay."""
    place, old = place_at(source, block.core.start), body.of(source.data)
    if not text:
        return Draft(EditSet.of([Edit(body, b"")]))
    gap = old[: len(old) - len(old.lstrip(b" \t\r\n"))]
    head = gap[: len(gap) - len(indent_of(gap[::-1]))] or place.ending * (
        1 + source.profile.blank_lines[1]
    )
    laid = head + place.ending.join(lay_out(source, text, place, old))
    return Draft(EditSet.of([Edit(body, keep_alike(old, laid))]).refined(source.data))


def _bare_body(source: Source, block: Block, body: Span, text: bytes) -> Draft | Rejection:
    """Replace a body without delimiters (an expression or a single statement), adding delimiters if needed."""
    pair = source.profile.body_delimiters
    is_value = block.is_definition and block.kind not in _EXPRESSION_BODIED
    has_lines = re.search(rb"[\r\n]", text) is not None
    if text.startswith(b"<<") and has_lines:  # the lines of a heredoc are content
        return Draft(EditSet.of([Edit(body, with_endings(source.data, body.start, text))]))
    if pair is None and source.profile.family is Layout.END and not is_value and has_lines:
        return _endless_body(source, block, body, text)
    if pair is None or source.profile.is_data:
        return Draft(replacement(source, body, text))
    value = _returned(source, text)
    if is_value:
        return Draft(replacement(source, body, value))
    is_expression = block.kind in _EXPRESSION_BODIED
    is_arm = source.profile.last_value and not block.is_definition  # `if (c) a else b` is a value
    as_expression = None
    if (is_expression or (is_arm and not has_lines)) and text and not source.faults(block.core):
        as_expression = _as_expression(source, body, value if is_expression else text)
    if isinstance(as_expression, Rejection):
        return as_expression
    outer, inner = place_at(source, block.core.start), inner_place(source, block)
    inner = inner.at(outer.deeper().base)
    lines = outer.ending.join(lay_out(source, text, inner, b""))
    nothing = b" " if pair[0].isalpha() else b""
    between = outer.ending + lines + outer.ending + outer.base if text else nothing
    laid = pair[0].encode() + between + pair[1].encode()
    data, start, end = source.data, body.start, body.end
    if block.is_definition and (mark := _value_mark(source, block)) is not None:
        lone = _braces_stand_alone(source, block)
        start, laid = mark, (outer.ending + outer.base if lone else b" ") + laid
        sign = source.profile.statement_end.encode()  # a body in braces has none after it
        end = block.span.end if sign and data[end : block.span.end].strip() == sign else end
    elif not is_expression and block.kind != "case" and _braces_stand_alone(source, block):
        start, laid = text_end(data, start), outer.ending + outer.base + laid
    elif begins_line(data, start):
        start, laid = text_end(data, start), b" " + laid
    warnings: tuple[str, ...] = ()
    if is_expression and b"return" not in text and not source.profile.last_value:
        warnings = ("the expression body became a block that returns nothing",)
    in_braces = Draft(EditSet.of([Edit(Span(start, end), laid)]), warnings=warnings)
    return in_order(as_expression, in_braces) if as_expression is not None else in_braces


def _returned(source: Source, text: bytes) -> bytes:
    """Return the value of a text that is one `return` statement; any other text as it is.

    In some languages `return x` is an expression, and would stay after `=>`.
    """
    match = re.match(rb"return(?:[ \t]+|(?=\())(?=[^\s;])", text.strip())
    value = text.strip()[match.end() :] if match else text
    end = source.profile.statement_end.encode()
    return value.removesuffix(end).rstrip(SPACE) if match and end else value


def _value_mark(source: Source, block: Block) -> int | None:
    """Return the offset of the `=` or `=>` before an expression body, including the blanks before the sign."""
    header = block.header.of(source.data)
    for mark in source.profile.value_marks:
        if header.endswith(mark.encode()):
            return block.header.start + len(header.removesuffix(mark.encode()).rstrip())
    return None


def _endless_body(source: Source, block: Block, body: Span, text: bytes) -> Draft | Rejection:
    """Turn `def f = x` into a definition with an end keyword, for a new body of several lines."""
    header, words = block.header.of(source.data), source.profile.close_keywords
    if not words or not header.endswith(b"="):
        return Rejection(
            Reason.NOT_A_BLOCK,
            f"the body of this {block.kind} is one expression, but the new body has several lines",
            'replace all of it: part="whole"',
        )
    outer = place_at(source, block.core.start)
    inner = outer.deeper()
    laid = (*lay_out(source, text, inner), outer.base + words[0].encode())
    start = block.header.start + len(header[:-1].rstrip())
    return Draft(EditSet.of([Edit(Span(start, body.end), outer.ending.join((b"", *laid)))]))


def _braces_stand_alone(source: Source, block: Block) -> bool:
    """Return True if opening braces have lines of their own in the same definition or, failing that, in the file."""
    if source.tree is None:
        return False
    definitions = source.tree.definitions()
    around = [b.core for b in definitions if b.core.contains(block.core)]
    inner = source.tree.blocks(min(around, key=len)) if around else ()
    for near in (inner, source.tree.blocks(), definitions):
        opened = [
            (abs(b.core.start - block.core.start), b.body.start - 1)
            for b in near
            if b.layout is Layout.BRACE and b.body is not None and b.kind != "lambda"
            if re.search(rb"[\r\n]", b.body.of(source.data))
        ]
        if opened:
            return begins_line(source.data, min(opened)[1])
    return False


def _as_expression(source: Source, body: Span, text: bytes) -> Draft | Rejection | None:
    """Replace an expression body by another expression.

    The gate checks that the new text is one operand. Return None in a file without a tree.
    """
    if source.tree is None:
        return None
    if _is_lambda(source, text.strip()) and not _is_lambda(source, body.of(source.data).strip()):
        return Rejection(
            Reason.MALFORMED_EDIT,
            "the new text is a whole function, which would become the return value of this one",
            "send the body alone, or the whole definition with its name",
        )
    edits = replacement(source, body, text.strip() if b"\n" not in text else text)
    grown = sum(edit.delta for edit in edits.edits)
    return Draft(edits, operand=Span(body.start, body.end + grown))


def _is_lambda(source: Source, text: bytes) -> bool:
    """Return True if the whole text is a function without a name; some languages read one in parentheses only."""
    for before, behind in ((b"", b""), (b"(", b")")):
        piece = source.read_fragment(before + text + behind)
        whole = Span(len(before), len(before) + len(text))
        if piece is not None and any(b.core == whole for b in piece.blocks if b.kind == "lambda"):
            return True
    return False
