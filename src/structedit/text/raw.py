"""Edits of a file's raw bytes, computed from an edit set on the internal UTF-8 form.

Diffs for other programs are made from these. The edits themselves are in `text.edit`.
"""

from __future__ import annotations

from structedit.text.document import Document, Span
from structedit.text.edit import Edit, EditSet


def raw_edits(before: Document, after: Document, edits: EditSet) -> EditSet:
    """Translate edits into the file's own encoding, byte order mark included.

    >>> old = Document("é = 1".encode(), encoding="latin-1")
    >>> edits = EditSet.of([Edit(Span(5, 6), "ü".encode())])
    >>> raw_edits(old, old.with_data(edits.apply(old.data)), edits).edits
    (Edit(span=Span(start=4, end=5), new=b'\\xfc'),)
    """
    if before.frame is not None:
        return EditSet.between(before.encode(), after.encode())
    at, offset, found = 0, len(before.bom), []
    for edit in edits.edits:
        start = offset + len(_raw(before, before.data[at : edit.span.start]))
        end = start + len(_raw(before, edit.span.of(before.data)))
        found.append(Edit(Span(start, end), _raw(after, edit.new)))
        at, offset = edit.span.end, end
    old, new, raw = before.encode(), after.encode(), EditSet.of(found)
    # With shift states, pieces encoded one by one differ from the whole: then it is one edit.
    return raw if raw.apply(old) == new else EditSet.of([Edit(Span(0, len(old)), new)])


def _raw(document: Document, data: bytes) -> bytes:
    return document.encode(data)[len(document.bom) :]
