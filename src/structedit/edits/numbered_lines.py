"""Text for numbered lines, whose caller has seen how the file is indented there.

Such a text is written unchanged, including its blank lines, if the file uses its indentation near the place.
A text without indentation, or with another indentation unit, is laid out like any other text. So `new` may be
deeper or less deep than the lines that it replaces:

    3 |     if ready:        lines 3-4 replaced by "    go()": four blanks, like the line
    4 |         go()         above them, not eight, like the deleted line

Not here: finding the lines, and checking that they are still what the caller has seen.
"""

from __future__ import annotations

from structedit.edits.new_text import Draft, place_at
from structedit.text.document import Span, split_ending, split_lines
from structedit.text.edit import Edit, EditSet
from structedit.text.lines import indent_of, line_end, line_start, next_line
from structedit.tree.layout.indent import Fragment, fragment, keep_alike, steps, unit_at
from structedit.tree.source import Source

_NEAR = 3
"""Filled lines above and below whose indentation counts as that of the place. Chosen by judgement."""

_SEEN = 4_000
"""Bytes above and below that are searched for them, some fifty lines. Chosen by judgement."""


def replaced(source: Source, span: Span, text: bytes) -> Draft | None:
    """Replace whole lines by a text as it is; return None if the text has to be laid out."""
    data = source.data
    lines = Span(line_start(data, span.start), next_line(data, span.end))
    piece = fragment(source, text)
    if not text.strip() or not _is_indented_like_place(source, lines, piece):
        return None
    old = lines.of(data)
    ending = place_at(source, lines.start).ending
    laid = ending.join(piece.lines) + (split_ending(split_lines(old)[-1])[1] if old else ending)
    return Draft(EditSet.of([Edit(lines, keep_alike(old, laid))]).refined(data))


def inserted(source: Source, line_at: int, text: bytes, *, after: bool) -> Draft | None:
    """Insert a text as it is before or after a line; return None if the text has to be laid out."""
    data, piece = source.data, fragment(source, text)
    if not text or not _is_indented_like_place(
        source, Span(line_start(data, line_at), line_end(data, line_at)), piece
    ):
        return None
    ending = place_at(source, line_at).ending
    laid = ending.join(piece.lines)
    at = line_end(data, line_at) if after else line_start(data, line_at)
    return Draft(EditSet.of([Edit(Span(at, at), ending + laid if after else laid + ending)]))


def deleted_blank(source: Source, span: Span) -> Draft | None:
    """Delete lines if they are all blank; else return None."""
    data = source.data
    lines = Span(line_start(data, span.start), next_line(data, span.end))
    if lines.of(data).strip():
        return None
    return Draft(EditSet.of([Edit(lines, b"")]))


def _is_indented_like_place(source: Source, lines: Span, piece: Fragment) -> bool:
    """Return True if a text begins at an indentation of the place and uses the file's indentation unit."""
    code = [line for line in piece.code if line.strip()]
    if not code:
        return True
    data, unit = source.data, unit_at(source, lines.start)
    leads = [indent_of(line) for line in code]
    own, old = steps(b"\n".join(piece.code)), lines.of(data)
    other = b" " if unit == b"\t" else b"\t"
    if any(blanks.startswith(other) for blanks in leads):
        return False
    around = data[max(0, lines.start - _SEEN) : lines.end + _SEEN]
    if own not in (b"", unit, steps(old)) and not set(leads) <= set(
        map(indent_of, split_lines(around))
    ):
        return False
    first, margin = leads[0], min(leads, key=len)
    base = indent_of(next((line for line in split_lines(old) if line.strip()), b""))
    if first == base:
        return True
    above = split_lines(data[max(0, lines.start - _SEEN) : lines.start])
    below = split_lines(data[lines.end : lines.end + _SEEN])
    filled = [line for line in above if line.strip()][-_NEAR:]
    filled += [line for line in below if line.strip()][:_NEAR]
    near = {indent_of(line) for line in (*filled, *split_lines(old)) if line.strip()}
    if margin:
        return first in near or (bool(unit) and len(margin) % len(unit) == 0)
    return bool(first) and first in near
