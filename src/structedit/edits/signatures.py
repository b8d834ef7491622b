"""A whole definition sent in place of a body: its header, and a warning if that changed."""

from __future__ import annotations

from structedit.edits.new_text import Draft
from structedit.languages.kinds import WITH_CODE
from structedit.languages.profiles import Layout
from structedit.text.document import Span, to_text
from structedit.text.values import replace
from structedit.tree.layout.indent import trim
from structedit.tree.nodes import Block
from structedit.tree.source import Source


def header_in_text(source: Source, block: Block, new: bytes) -> bytes | None:
    """Return the header if a text is the whole definition; None for a bare body."""
    text = trim(new)
    piece = source.read_fragment(text)
    if piece is None or not piece.definitions:
        return None
    first = piece.definitions[0]
    is_item = source.tree is not None and source.tree.list_item(block.span) is not None
    if piece.is_item and not is_item and first.path[-1] != block.path[-1]:
        return None
    lead_in = text[: first.whole.start]
    covers = not lead_in.strip() and not text[first.whole.end :].strip(b" \t\r\n\x0c;,")
    same_sort = first.kind == block.kind or (first.kind in WITH_CODE and block.kind in WITH_CODE)
    if not covers or first.body is None or not same_sort:
        return None
    if not piece.clean and first.path[-1] != block.path[-1]:
        return None  # `name node == text`, which some parsers mend to a definition of `name`
    holds_keys = source.profile.is_data and block.layout is not Layout.NONE
    if holds_keys and first.path[-1] != block.path[-1]:
        return None
    return _bare_header(text, first)


def _bare_header(data: bytes, block: Block) -> bytes:
    """Return a header without the decorators inside it."""
    ends = [s.end for s in block.decorators if block.header.contains(s)]
    return Span(max([block.header.start, *ends]), block.header.end).of(data).strip()


def with_signature_note(source: Source, block: Block, header: bytes, draft: Draft) -> Draft:
    """Add a warning if the signature changed by more than white space."""
    own = _bare_header(source.data, block)
    if b"".join(own.split()) == b"".join(header.split()):
        return draft
    before = " ".join(to_text(own).split())
    note = f"the signature changed: {before!r} became {' '.join(to_text(header).split())!r}"
    return replace(draft, warnings=(*draft.warnings, note))
