"""Moving, wrapping and unwrapping a block."""

from __future__ import annotations

from collections.abc import Container

from structedit.calls.places import Attach
from structedit.calls.statuses import Reason
from structedit.edits.arms import first_word
from structedit.edits.blank_lines import is_directive
from structedit.edits.block_reach import attached_span, to_comment_end, to_statement_end
from structedit.edits.data_values import at_column
from structedit.edits.deletion import delete_block
from structedit.edits.leading_trivia import first_line
from structedit.edits.list_items import bare_item, comment_end
from structedit.edits.new_text import Draft, Misfit, inner_place, place_at
from structedit.languages.kinds import ARMS
from structedit.languages.profiles import Indenting, Layout
from structedit.text.document import Span, to_text
from structedit.text.edit import Edit, EditSet
from structedit.text.lazily import regex
from structedit.text.lines import (
    BLANKS,
    SPACE,
    begins_line,
    ends_line,
    indent_at,
    line_start,
)
from structedit.tree.layout.indent import lay_out, trim
from structedit.tree.nodes import NODE, Block
from structedit.tree.source import Source
from structedit.tree.without_grammar import text_blocks


def move_text(source: Source, block: Block, attach: Attach) -> tuple[bytes, Draft | Misfit]:
    """The text of a block with what belongs to it, and the draft that deletes it."""
    if source.declared_name(block) is not None:
        return b"", Misfit(
            Reason.NOT_A_BLOCK,
            f"this {block.kind} is one of several names of a declaration",
            "move the declaration, by lines or by an anchor at its start",
        )
    span, _ = attached_span(source, block, attach)
    text = at_column(source, span) + _comment_past_separator(source, block)
    return text, delete_block(source, block, attach)


def _comment_past_separator(source: Source, block: Block) -> bytes:
    """The comment after an item's separator on its line, with the blanks before it."""
    item = source.list_item(block.span)
    if item is None or not begins_line(source.data, block.span.start):
        return b""
    end = item.separator_end(source.data, BLANKS)
    return source.data[end : comment_end(source, end)] if end is not None else b""


def wrap(source: Source, span: Span, header: bytes, footer: bytes | None) -> Draft | Misfit:
    """Put whole lines between a header and a footer, one unit deeper."""
    data = source.data
    item = source.list_item(span)
    end = (item.separator_end(data, BLANKS) if item is not None else None) or span.end
    if item is None:
        span = to_comment_end(source, span)
        end = span.end
    if not (begins_line(data, span.start) and ends_line(data, end)):
        return Misfit(
            Reason.NOT_A_BLOCK,
            "the code to wrap shares its line with other code",
            "wrap the statement around it, by line numbers",
        )
    place = place_at(source, span.start)
    start = line_start(data, span.start)
    deeper = b"" if _is_flat(source, trim(header)) else place.unit
    inner = place.at(place.base + deeper).as_given()
    top = lay_out(source, trim(header), place)
    closing = _footer(source, trim(header), span) if footer is None else trim(footer)
    if item is not None:
        closing = bare_item(source, closing, item.separator)[0]
    bottom = lay_out(source, closing, place) if closing else []
    body = lay_out(source, data[start : span.end], inner, b"")
    head = place.ending.join([*top, b""])
    foot = place.ending.join([b"", *bottom])
    return Draft(EditSet.reindented(data, Span(start, span.end), body, head, foot))


def _footer(source: Source, header: bytes, span: Span) -> bytes:
    """The closers that a header needs: brackets, tags, words, and the `;` that a call of functions ends with."""
    if is_directive(source, header):
        return b"#endif"
    if header.startswith(b"<"):
        return _end_tags(header, source.profile.void)
    stack: list[int] = []
    for byte in text_blocks.mask(header, source.profile):
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


_TAG = regex(rb"""<(/?)([\w:.-]*)(?:[^<>"'{]|"[^"]*"|'[^']*'|\{[^{}]*\})*?(/?)>""")
"""A tag of markup: the `/` of an end tag, the name, the `/` of an empty element."""


def _end_tags(header: bytes, void: Container[str]) -> bytes:
    """The end tags of the elements that a header opens; `void` elements have none."""
    names: list[bytes] = []
    for tag in _TAG.finditer(header):
        ends, name, is_empty = tag.groups()
        if ends and names:
            names.pop()
        elif not ends and not is_empty and to_text(name).lower() not in void:
            names.append(name)
    return b"".join(b"</" + name + b">" for name in reversed(names))


def _is_flat(source: Source, header: bytes) -> bool:
    """Return True if the body of this header is not indented: `#if`, or as in the file's similar blocks.

    Nor is it where the only indentation there is has a meaning of its own: a tab begins a recipe's line.
    """
    if is_directive(source, header) or source.profile.indenting is Indenting.FIXED:
        return True
    word = first_word(header)
    if source.tree is None or source.profile.family is not Layout.BRACE:
        return False
    for block in source.tree.definitions(Span(0, len(source.data))):
        alike = block.layout is Layout.BRACE and block.body is not None
        if alike and first_word(block.core.of(source.data)) == word:
            body = block.body.of(source.data) if block.body else b""
            if b"\n" in body.strip(SPACE):
                return inner_place(source, block).base == indent_at(source.data, block.core.start)
    return False


def unwrap(source: Source, block: Block) -> Draft | Misfit:
    """Put a block's body in its place."""
    if block.body is None or not block.body.of(source.data).strip(SPACE):
        return Misfit(
            Reason.NOT_A_BLOCK, f"this {block.kind} has no body to keep", "delete it instead"
        )
    if block.is_definition and block.kind != "element":
        return Misfit(
            Reason.NOT_A_BLOCK,
            "a definition cannot be unwrapped",
            "name a block inside it, such as 'f > if'",
        )
    if block.kind in ARMS:
        return Misfit(
            Reason.NOT_A_BLOCK,
            f"this {block.kind} is an arm of a statement",
            "unwrap the statement, or replace it",
        )
    if block.arm != block.core and block.kind != "try":
        return Misfit(
            Reason.NOT_A_BLOCK,
            f"this {block.kind} has other arms",
            "delete the other arms first, or replace the statement",
        )
    if block.decorators:
        return Misfit(
            Reason.NOT_A_BLOCK,
            f"`{first_line(source.data, block.decorators[0])}` above this {block.kind} would be lost",
            "take that away first, or replace the statement",
        )
    span = block.span
    whole = to_statement_end(source, span) if block.kind in ("do", "call", NODE) else span
    whole = Span(whole.start, max(whole.end, block.end))
    if block.kind == "lambda" and not (
        begins_line(source.data, span.start) and ends_line(source.data, whole.end)
    ):
        return Misfit(
            Reason.NOT_A_BLOCK,
            "this lambda is a value in a larger statement, which its body cannot replace",
            "replace the statement around it",
        )
    # A comment behind the last handler is about that handler, which goes.
    if begins_line(source.data, block.body.end) or block.arm != block.core:
        whole = to_comment_end(source, whole)
    place = place_at(source, span.start)
    lines = place.ending.join(lay_out(source, trim(block.body.of(source.data)).rstrip(), place))
    dropped = _dropped_arms(source, block)
    if begins_line(source.data, span.start):
        lead = Span(line_start(source.data, span.start), whole.end)
        return Draft(EditSet.of([Edit(lead, lines)]).refined(source.data), warnings=dropped)
    inline = lines.removeprefix(place.base)
    if block.kind == "element" or (block.kind == NODE and block.layout is Layout.END):
        # The words of an element join the words around it, which are one text to the grammar then.
        around = _words_around(source, whole)
        inline = Span(around.start, whole.start).of(source.data) + inline
        inline += Span(whole.end, around.end).of(source.data)
        whole = around
    return Draft(EditSet.of([Edit(whole, inline)]), warnings=dropped)


def _words_around(source: Source, span: Span) -> Span:
    """A span with the words before and behind it, up to the next tags or expressions."""
    data = source.data
    start = 1 + max(data.rfind(sign, 0, span.start) for sign in (b">", b"}"))
    ends = [at for sign in (b"<", b"{") if (at := data.find(sign, span.end)) >= 0]
    return Span(start, min(ends, default=span.end))


def _dropped_arms(source: Source, block: Block) -> tuple[str, ...]:
    """Words for the arms that go with the statement around a body: `catch (e)` of a `try`."""
    if source.tree is None or block.arm == block.core:
        return ()
    arms = [b for b in source.tree.blocks(block.core) if b.kind in ARMS]
    own = [b for b in arms if b.core.start >= block.arm.end and block.core.contains(b.core)]
    outer = [b for b in own if not any(o.core.contains(b.core) and o != b for o in own)]
    names = ", ".join(f"`{first_line(source.data, b.core)}`" for b in outer)
    return (f"the code of {names or 'the other arms'} is gone with the {block.kind}",)
