"""Edits as values: what changes where, relative to one original.

An `EditSet` is the only thing that ever turns one content into another, so everything that is
said of a change (diff, spans, line counts, undo, mapped errors) is computed from it.

Not here: deciding whether an edit may happen (`judging`) or how its text looks (`landing`).
"""

from __future__ import annotations

from collections.abc import Iterable

from structedit.text.diff import opcodes
from structedit.text.document import Span, split_lines
from structedit.values import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Replace the bytes of `span` by `new`; an empty span inserts, an empty `new` deletes."""

    span: Span
    new: bytes

    @property
    def delta(self) -> int:
        """Bytes that the content grows by."""
        return len(self.new) - len(self.span)


@dataclass(frozen=True, slots=True)
class EditSet:
    """Edits of one original: sorted, disjoint, none of them at the same place as another."""

    edits: tuple[Edit, ...] = ()

    def __post_init__(self) -> None:
        for before, after in zip(self.edits, self.edits[1:], strict=False):
            same_point = before.span == after.span
            if before.span.end > after.span.start or same_point:
                raise ValueError(f"edits overlap: {before.span} and {after.span}")

    @classmethod
    def of(cls, edits: Iterable[Edit]) -> EditSet:
        """Sort edits into a set; raises ValueError where two overlap."""
        return cls(tuple(sorted(edits)))

    def __bool__(self) -> bool:
        return bool(self.edits)

    def apply(self, data: bytes) -> bytes:
        """Give the new content.

        >>> EditSet.of([Edit(Span(0, 1), b"A"), Edit(Span(2, 2), b"!")]).apply(b"abc")
        b'Ab!c'
        """
        parts: list[bytes] = []
        at = 0
        for edit in self.edits:
            parts += (data[at : edit.span.start], edit.new)
            at = edit.span.end
        return b"".join((*parts, data[at:]))

    def invert(self, data: bytes) -> EditSet:
        """Give the edits that turn the new content back into `data`."""
        inverse, shift = [], 0
        for edit in self.edits:
            start = edit.span.start + shift
            inverse.append(Edit(Span(start, start + len(edit.new)), edit.span.of(data)))
            shift += edit.delta
        return EditSet(tuple(inverse))

    def map_offset(self, offset: int, *, after: bool = False) -> int:
        """Carry an offset of the original into the new content.

        An offset inside a replaced span goes to the replacement's start, or its end if `after`;
        one right at an insertion stays before it unless `after`.
        """
        shift = 0
        for edit in self.edits:
            inside = edit.span.start < offset < edit.span.end
            at_insertion = edit.span.start == offset == edit.span.end
            if inside or (at_insertion and after):
                return edit.span.start + shift + (len(edit.new) if after else 0)
            if edit.span.end > offset or at_insertion:
                break
            shift += edit.delta
        return offset + shift

    def map_span(self, span: Span) -> Span:
        """Carry a span of the original; what was inserted at its edges stays outside."""
        start = self.map_offset(span.start, after=True)
        return Span(start, max(start, self.map_offset(span.end)))

    def touches(self, span: Span) -> bool:
        """Tell whether an edit changes a byte of `span` or inserts strictly inside it."""
        return any(
            edit.span.overlaps(span) or span.start < edit.span.start < span.end
            for edit in self.edits
        )

    def old_hull(self) -> Span:
        """Give the smallest span of the original that holds all edits."""
        return Span(self.edits[0].span.start, self.edits[-1].span.end)

    def new_hull(self) -> Span:
        """Give the smallest span of the new content that holds all edits."""
        start = self.edits[0].span.start
        return Span(start, self.edits[-1].span.end + sum(edit.delta for edit in self.edits))

    def refined(self, data: bytes) -> EditSet:
        """Give a set with the same result that leaves every line alone that stays as it is."""
        return EditSet(tuple(small for edit in self.edits for small in _refine(data, edit)))


def _refine(data: bytes, edit: Edit) -> list[Edit]:
    old, new = split_lines(edit.span.of(data)), split_lines(edit.new)
    old_at, new_at = _offsets(old), _offsets(new)
    return [
        Edit(
            Span(edit.span.start + old_at[i1], edit.span.start + old_at[i2]),
            edit.new[new_at[j1] : new_at[j2]],
        )
        for tag, i1, i2, j1, j2 in opcodes(old, new)
        if tag != "equal"
    ]


def _offsets(lines: list[bytes]) -> list[int]:
    offsets = [0]
    for line in lines:
        offsets.append(offsets[-1] + len(line))
    return offsets
