"""Moving, wrapping and unwrapping a block."""

from __future__ import annotations

from collections.abc import Container

from structedit.calls.places import Attach
from structedit.calls.statuses import Reason
from structedit.edits.arms import first_word
from structedit.edits.blank_lines import is_directive
from structedit.edits.block_extent import (
    attached_span,
    cut_block,
    first_line,
    to_comment_end,
    to_statement_end,
)
from structedit.edits.data_values import at_column
from structedit.edits.deletion import delete_block
from structedit.edits.list_items import bare_item, comment_end
from structedit.edits.new_text import Draft, Rejection, in_order, inner_place, place_at
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


def move_text(source: Source, block: Block, attach: Attach) -> tuple[bytes, Draft | Rejection]:
    """Return the text of a block with its comments and decorators, and the draft that deletes it."""
    if source.declared_name(block) is not None:
        return b"", Rejection(
            Reason.NOT_A_BLOCK,
            f"this {block.kind} is one of several names in a declaration",
            "move the declaration, by lines or by an anchor at its start",
        )
    span, _ = attached_span(source, block, attach)
    text, item = at_column(source, span), source.list_item(block.span)
    if item is not None and begins_line(source.data, block.span.start):
        # The comment after an item's separator is about the item.
        end = item.separator_end(source.data, BLANKS)
        text += source.data[end : comment_end(source, end)] if end is not None else b""
    return text, delete_block(source, block, attach)


def wrap(source: Source, span: Span, header: bytes, footer: bytes | None) -> Draft | Rejection:
    """Put whole lines between a header and a footer, one level deeper."""
    data = source.data
    item = source.list_item(span)
    end = (item.separator_end(data, BLANKS) if item is not None else None) or span.end
    if item is None:
        span = to_comment_end(source, span)
        end = span.end
    if not (begins_line(data, span.start) and ends_line(data, end)):
        return Rejection(
            Reason.NOT_A_BLOCK,
            "the code to wrap shares its line with other code",
            "wrap the statement around it, by line numbers",
        )
    if item is None and (rejection := cut_block(source, span)):
        return rejection
    place = place_at(source, span.start)
    start = line_start(data, span.start)
    deeper = b"" if _is_flat(source, trim(header)) else place.unit
    inner = place.at(place.base + deeper).as_given()
    top = lay_out(source, trim(header), place)
    body = lay_out(source, data[start : span.end], inner, b"")
    head = place.ending.join([*top, b""])
    drafts = []
    for closing in _footers(source, trim(header), span) if footer is None else [trim(footer)]:
        own = bare_item(source, closing, item.separator)[0] if item is not None else closing
        foot = place.ending.join([b"", *(lay_out(source, own, place) if own else [])])
        drafts.append(Draft(EditSet.reindented(data, Span(start, span.end), body, head, foot)))
    return in_order(*drafts)


def _footers(source: Source, header: bytes, span: Span) -> list[bytes]:
    """Return the closing brackets, tags or keyword that a header needs, with the `;` that ends a call of functions.

    Of several keywords, those that resemble the header's first or last word come first: `if` → `endif`, `do` → `done`.
    """
    if is_directive(source, header):
        return [b"#endif"]
    if header.startswith(b"<"):
        return [_end_tags(header, source.profile.void)]
    if block := _TEMPLATE_BLOCK.fullmatch(header):
        return [block[1] + b"/" + block[2] + block[3]]
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
        return [closing + end if is_call else closing]
    if source.profile.family is not Layout.END or not source.profile.close_keywords:
        return [b""]
    ends = {first_word(header), header.split()[-1].lower()}
    words = [word.encode() for word in source.profile.close_keywords]
    return sorted(words, key=lambda word: not any(end and end in word for end in ends))


_TAG = regex(rb"""<(/?)([\w:.-]*)(?:[^<>"'{]|"[^"]*"|'[^']*'|\{[^{}]*\})*?(/?)>""")
"""A tag of markup: the `/` of an end tag, the name, the `/` of an empty element."""


_TEMPLATE_BLOCK = regex(rb"(\{+)#([\w-]+)\b[^{}]*(?:\{[^{}]*\}[^{}]*)*?(\}+)")
"""The header of a block of a template: `{#if a}` and `{{#if a}}`."""


def _end_tags(header: bytes, void: Container[str]) -> bytes:
    """Return the end tags of the elements that a header opens; `void` elements have none."""
    names: list[bytes] = []
    for tag in _TAG.finditer(header):
        ends, name, is_empty = tag.groups()
        if ends and names:
            names.pop()
        elif not ends and not is_empty and to_text(name).lower() not in void:
            names.append(name)
    return b"".join(b"</" + name + b">" for name in reversed(names))


def _is_flat(source: Source, header: bytes) -> bool:
    """Return True if the body of this header is not indented: `#if`, or as in similar blocks of the file.

    Where indentation has a meaning of its own (the tab of a recipe's line), nothing is indented either.
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


def unwrap(source: Source, block: Block) -> Draft | Rejection:
    """Replace a block by its body."""
    if block.body is None or not block.body.of(source.data).strip(SPACE):
        return Rejection(
            Reason.NOT_A_BLOCK, f"this {block.kind} has no body to keep", "delete it instead"
        )
    if block.is_definition and block.kind != "element":
        return Rejection(
            Reason.NOT_A_BLOCK,
            "a definition cannot be unwrapped",
            "name a block inside it, such as 'f > if'",
        )
    if block.kind in ARMS:
        return Rejection(
            Reason.NOT_A_BLOCK,
            f"this {block.kind} is an arm of a statement",
            "unwrap the statement, or replace it",
        )
    if block.arm != block.core and block.kind != "try":
        return Rejection(
            Reason.NOT_A_BLOCK,
            f"this {block.kind} has other arms",
            "delete the other arms first, or replace the statement",
        )
    if block.decorators:
        return Rejection(
            Reason.NOT_A_BLOCK,
            f"`{first_line(source.data, block.decorators[0])}` above this {block.kind} would be lost",
            "delete that first, or replace the statement",
        )
    span = block.span
    whole = to_statement_end(source, span) if block.kind in ("do", "call", NODE) else span
    whole = Span(whole.start, max(whole.end, block.end))
    if block.kind == "lambda" and not (
        begins_line(source.data, span.start) and ends_line(source.data, whole.end)
    ):
        return Rejection(
            Reason.NOT_A_BLOCK,
            "this lambda is a value in a larger statement, where its body cannot replace it",
            "replace the statement around it",
        )
    # A comment behind the last handler is about that handler, which is deleted.
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
        # To the grammar, the words of an element and those around it become one text, so the edit covers all of them:
        # up to the next tag or expression on both sides.
        data = source.data
        start = 1 + max(data.rfind(sign, 0, whole.start) for sign in (b">", b"}"))
        ends = [at for sign in (b"<", b"{") if (at := data.find(sign, whole.end)) >= 0]
        end = min(ends, default=whole.end)
        inline = data[start : whole.start] + inline + data[whole.end : end]
        whole = Span(start, end)
    return Draft(EditSet.of([Edit(whole, inline)]), warnings=dropped)


def _dropped_arms(source: Source, block: Block) -> tuple[str, ...]:
    """Warn about the arms that are deleted with the statement around a body: `catch (e)` of a `try`."""
    if source.tree is None or block.arm == block.core:
        return ()
    arms = [b for b in source.tree.blocks(block.core) if b.kind in ARMS]
    own = [b for b in arms if b.core.start >= block.arm.end and block.core.contains(b.core)]
    outer = [b for b in own if not any(o.core.contains(b.core) and o != b for o in own)]
    names = ", ".join(f"`{first_line(source.data, b.core)}`" for b in outer)
    return (f"the code of {names or 'the other arms'} was deleted with the {block.kind}",)
