"""The edits of a patch whose hunks are placed: one edit set, each hunk merged into its place.

A hunk that matches exactly is written as it is. A hunk that matches except for blanks or look-alikes is merged
three-way with its old side as the base, so that context lines keep the file's bytes, and added lines get the
file's indentation and line endings.

Whether the file ends with a line break does not change unless the patch changes it.
"""

from __future__ import annotations

from collections.abc import Sequence

from structedit.calls.batches import Hunk
from structedit.search.alignment.merge import merge
from structedit.search.alignment.occurrences import Conflict
from structedit.search.hunks import Placed
from structedit.search.windows import Window, framed, line_count, new_side, old_side, span_of
from structedit.text.document import Span, split_ending, split_lines, to_bytes
from structedit.text.edit import Edit, EditSet
from structedit.text.lines import ending_at, with_endings
from structedit.text.values import dataclass, replace
from structedit.tree.source import Source


@dataclass(frozen=True, slots=True)
class Clash:
    """A hunk (numbered from 0) that changes text where the file has something else."""

    index: int
    span: Span
    conflict: Conflict


def edits_of(source: Source, placed: Placed) -> EditSet | Clash:
    """Return the edits of all hunks that are not applied already, or the first hunk that clashes."""
    data = source.data
    edits: list[Edit] = []
    for fit in placed.fits:
        if fit.done:
            continue
        if fit.window is None:
            at = span_of(data, fit.before, fit.before).start
            text = with_endings(data, at, new_side(fit.hunk))
            edit = Edit(Span(at, at), text)
            edits.append(_inside(data, edit, late=fit.before == line_count(data)))
        else:
            made = _replaced(source, fit.hunk, fit.window)
            if isinstance(made, Conflict):
                return Clash(fit.index, span_of(data, fit.window.first, fit.window.end), made)
            edits += made
    try:
        return _ended(data, EditSet.joined(edits).refined(data), [fit.hunk for fit in placed.fits])
    except ValueError:  # two insertions at one place, or one inside a change
        conflict = Conflict("two hunks change the same lines", b"", b"")
        return Clash(0, span_of(data, 0, 1), conflict)


def _replaced(source: Source, hunk: Hunk, window: Window) -> Sequence[Edit] | Conflict:
    data, facts = source.data, window.hit.facts
    span = span_of(data, window.first, window.end)
    own = split_lines(span.of(data))
    if facts.is_literal and len(own) == sum(line.sign != "+" for line in hunk.lines):
        # A last line without an end says nothing of how lines end here, but for the only one.
        ended = len(own) > 1 or own == split_lines(data) or bool(split_ending(own[0])[1])
        literal = facts.is_exact and ended
        return _line_by_line(data, hunk, own, span.start, literal=literal)
    if facts.is_exact:
        late = window.end == line_count(data)
        return [_inside(data, Edit(span, new_side(hunk)), late=late)]
    merged = merge(framed(data), window.hit, b"\n" + old_side(hunk), b"\n" + new_side(hunk), source)
    if isinstance(merged, Conflict):
        return merged
    return [_unframed(data, edit) for edit in merged.edits]


def _line_by_line(
    data: bytes, hunk: Hunk, own: Sequence[bytes], at: int, *, literal: bool
) -> list[Edit]:
    """Return edits for the runs of changed lines; unless `literal`, with the line endings of the lines around them."""
    edits: list[Edit] = []
    rest, start, new = iter(own), at, b""
    ending = ending_at(data, at)
    for line in (*hunk.lines, None):
        if line is not None and line.sign == "+":
            text = to_bytes(line.text)
            new += text + b"\n" if literal else text.removesuffix(b"\r") + ending
            continue
        if (line is None or line.sign == " ") and (new or at > start):
            late = at == len(data) and not (hunk.old_unended and not hunk.new_unended)
            edits.append(_inside(data, Edit(Span(start, at), new), late=late))
            new = b""
        if line is not None:
            kept = next(rest)
            ending = split_ending(kept)[1] or ending
            at += len(kept)
        if line is not None and line.sign == " ":
            start = at
    return edits


def _unframed(data: bytes, edit: Edit) -> Edit:
    """Convert an edit of a content with an extra first line into one of the content itself."""
    start, end = max(0, edit.span.start - 1), max(0, edit.span.end - 1)
    new = edit.new if edit.span.start else edit.new.removeprefix(b"\n")
    late = end > len(data) or (start == end == len(data) and bool(data))
    after_pad = start > len(data)
    span = Span(min(start, len(data)), min(end, len(data)))
    if after_pad:
        return _inside(data, Edit(span, new), late=True)
    return _inside(data, Edit(span, new), late=late and len(span) > 0)


def _inside(data: bytes, edit: Edit, *, late: bool) -> Edit:
    """Adapt an edit that adds lines at the end of a content, so that it still ends without a line break."""
    if not late or not data or data.endswith((b"\n", b"\r")):
        return edit
    text, ending = split_ending(edit.new)
    if len(edit.span) or not ending:
        return replace(edit, new=text)
    return replace(edit, new=ending_at(data, edit.span.start) + text)


def _ended(data: bytes, edits: EditSet, hunks: Sequence[Hunk]) -> EditSet:
    """Add or remove the file's final line break if a hunk changes just that."""
    wanted = {not hunk.new_unended for hunk in hunks if hunk.old_unended != hunk.new_unended}
    after = edits.apply(data)
    ending = split_ending(after[-2:])[1]
    if len(wanted) != 1 or not after or bool(ending) in wanted:
        return edits
    start = edits.edits[0].span.start if edits else len(data)
    if True in wanted:
        tail = after[start:] + ending_at(data, len(data))
    else:
        start = min(start, len(after) - len(ending))
        tail = after[start : len(after) - len(ending)]
    return EditSet.of([Edit(Span(start, len(data)), tail)]).refined(data)
