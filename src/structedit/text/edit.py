"""Edits as values: which bytes of an original are replaced, and by what.

An `EditSet` is the only thing that ever turns one content into another, so everything about a change (diff, spans,
line counts, undo, mapped errors) is computed from it.

`raw_edits` converts a set to one of the file's own bytes, for diffs that other programs apply.

Not here: deciding whether an edit is allowed (`judge`) and laying out its text (`edits`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from structedit.text.composition import Composition
from structedit.text.diff import Opcode, opcodes
from structedit.text.document import Document, Span, split_ending, split_lines
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Replace the bytes of `span` by `new`; an empty span inserts, an empty `new` deletes."""

    span: Span
    new: bytes

    @property
    def delta(self) -> int:
        """Bytes that the content grows by."""
        return len(self.new) - len(self.span)


@dataclass(frozen=True)
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
        """Sort edits into a set; raise ValueError if two overlap."""
        return cls(tuple(sorted(edits)))

    @classmethod
    def joined(cls, edits: Iterable[Edit]) -> EditSet:
        """Make a set of edits that are in order; insertions at one place become one edit.

        >>> EditSet.joined([Edit(Span(1, 1), b"a"), Edit(Span(1, 1), b"b")]).apply(b"()")
        b'(ab)'
        """
        found: list[Edit] = []
        for edit in edits:
            if found and not len(edit.span) and found[-1].span == edit.span:
                edit = Edit(edit.span, found.pop().new + edit.new)
            found.append(edit)
        return cls.of(found)

    @classmethod
    def between(cls, old: bytes, new: bytes) -> EditSet:
        """Return one edit that turns `old` into `new`: from the first line that differs to the last.

        >>> EditSet.between(b"a\\nb\\nc\\n", b"a\\nB\\nc\\n").edits
        (Edit(span=Span(start=2, end=4), new=b'B\\n'),)
        """
        if old == new:
            return cls()
        head = shared_length(old, new)
        tail = shared_length(old[head:][::-1], new[head:][::-1])
        start = old.rfind(b"\n", 0, head) + 1
        end = old.find(b"\n", len(old) - tail) + 1 or len(old)
        return cls((Edit(Span(start, end), new[start : len(new) - (len(old) - end)]),))

    def __bool__(self) -> bool:
        return bool(self.edits)

    def apply(self, data: bytes) -> bytes:
        """Return the new content: `data` with all edits made.

        >>> EditSet.of([Edit(Span(0, 1), b"A"), Edit(Span(2, 2), b"!")]).apply(b"abc")
        b'Ab!c'
        """
        parts: list[bytes | memoryview] = []
        at = 0
        view = memoryview(data)  # a slice of it copies nothing
        for edit in self.edits:
            parts += (view[at : edit.span.start], edit.new)
            at = edit.span.end
        return b"".join((*parts, view[at:]))

    @classmethod
    def reindented(
        cls, data: bytes, span: Span, lines: Sequence[bytes], head: bytes, foot: bytes
    ) -> EditSet:
        r"""Replace the lines of a span one by one by `lines`, with a text above and one below.

        A line that only gets another indentation is edited there, so each token keeps its place; a diff might take
        an outer line for an inner one with the same text. If the counts differ, the span is one edit.

        >>> EditSet.reindented(b"a\nb\n", Span(0, 3), [b" a", b" b"], b"if x:\n", b"").apply(b"a\nb\n")
        b'if x:\n a\n b\n'
        """
        rows = split_lines(span.of(data))
        if len(rows) != len(lines):
            ending = split_ending(rows[0])[1] if rows else b""
            return cls.of([Edit(span, head + (ending or b"\n").join(lines) + foot)])
        found = [Edit(Span(span.start, span.start), head)]
        at = span.start
        for row, new in zip(rows, lines, strict=True):
            old = split_ending(row)[0]
            same = shared_length(old[::-1], new[::-1])
            found.append(Edit(Span(at, at + len(old) - same), new[: len(new) - same]))
            at += len(row)
        found.append(Edit(Span(span.end, span.end), foot))
        return cls.joined(edit for edit in found if len(edit.span) or edit.new)

    def invert(self, data: bytes) -> EditSet:
        """Return the edits that turn the new content back into `data`."""
        inverse, shift = [], 0
        for edit in self.edits:
            start = edit.span.start + shift
            inverse.append(Edit(Span(start, start + len(edit.new)), edit.span.of(data)))
            shift += edit.delta
        return EditSet.joined(inverse)  # neighbours that were deleted come back to one place

    def then(self, later: EditSet) -> EditSet:
        """Return one set with the effect of this one followed by `later`, which is relative to its result.

        >>> first = EditSet.of([Edit(Span(1, 2), b"XY")])
        >>> first.then(EditSet.of([Edit(Span(2, 4), b"-")])).edits
        (Edit(span=Span(start=1, end=3), new=b'X-'),)
        """
        return EditSet.in_order((self, later)) if self.edits and later.edits else self or later

    @classmethod
    def in_order(cls, sets: Iterable[EditSet]) -> EditSet:
        """Return one set with the effect of several, each relative to the result of the one before it."""
        made = Composition()
        for edits in sets:
            edits.splice_into(made)
        return cls.composed(made)

    @classmethod
    def composed(cls, made: Composition) -> EditSet:
        """Return the set of all splices of a composition."""
        return cls(tuple(Edit(Span(start, end), new) for start, end, new in made))

    def splice_into(self, made: Composition) -> None:
        """Add these edits to a composition; they are relative to the text that it makes."""
        made.add(self._splices())

    def splice_out_of(self, made: Composition) -> None:
        """Undo these edits in a composition whose text they made; only the size of the old text counts."""
        shift = sum(edit.delta for edit in self.edits)
        for edit in reversed(self.edits):
            shift -= edit.delta
            start = edit.span.start + shift
            made.splice(start, start + len(edit.new), bytes(len(edit.span)))

    @cached_property
    def _places(self) -> Composition:
        return Composition(self._splices())

    def _splices(self) -> list[tuple[int, int, bytes]]:
        return [(edit.span.start, edit.span.end, edit.new) for edit in self.edits]

    def map_offset(self, offset: int, *, after: bool = False) -> int:
        """Map an offset of the original into the new content.

        An offset inside a replaced span goes to the replacement's start, or its end if `after`;
        one right at an insertion stays before it unless `after`.
        """
        return self._places.map_offset(offset, after=after)

    def map_span(self, span: Span) -> Span:
        """Map a span of the original; insertions at its edges stay outside."""
        return self._places.map_span(span)

    def touches(self, span: Span) -> bool:
        """Return True if an edit changes a byte of `span` or inserts strictly inside it."""
        return self._places.touches(span)

    def old_hull(self) -> Span:
        """Return the smallest span of the original that contains all edits."""
        return Span(self.edits[0].span.start, self.edits[-1].span.end)

    def new_hull(self) -> Span:
        """Return the smallest span of the new content that contains all edits."""
        start = self.edits[0].span.start
        return Span(start, self.edits[-1].span.end + sum(edit.delta for edit in self.edits))

    def stretches(self, gap: int) -> list[tuple[Span, Span]]:
        """Return the places of the edits, before and after; those at most `gap` bytes apart are one.

        >>> edits = [Edit(Span(1, 2), b""), Edit(Span(3, 3), b"ab"), Edit(Span(9, 10), b"c")]
        >>> for old, new in EditSet.of(edits).stretches(1):
        ...     print(old.start, old.end, new.start, new.end)
        1 3 1 4
        9 10 10 11
        """
        found: list[tuple[Span, Span]] = []
        shift = 0
        for edit in self.edits:
            old = edit.span
            start = old.start + shift
            shift += edit.delta
            new = Span(start, old.end + shift)
            if found and old.start - found[-1][0].end <= gap:
                before, after = found.pop()
                old, new = Span(before.start, old.end), Span(after.start, new.end)
            found.append((old, new))
        return found

    def refined(self, data: bytes) -> EditSet:
        """Return a set with the same result whose edits leave unchanged lines alone."""
        return EditSet(tuple(small for edit in self.edits for small in _refine(data, edit)))


def shared_length(old: bytes, new: bytes) -> int:
    """Return how many bytes two contents have in common at their start."""
    low, high = 0, min(len(old), len(new))
    while low < high:  # comparing halves as a whole is far faster than comparing bytes one by one
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _refine(data: bytes, edit: Edit) -> list[Edit]:
    old, new = split_lines(edit.span.of(data)), split_lines(edit.new)
    old_at, new_at = _offsets(old), _offsets(new)
    return [
        Edit(
            Span(edit.span.start + old_at[i1], edit.span.start + old_at[i2]),
            edit.new[new_at[j1] : new_at[j2]],
        )
        for part in _between_anchors(old, new)
        for tag, i1, i2, j1, j2 in _opcodes_of(part, old, new)
        if tag != "equal"
    ]


_Part = tuple[int, int, int, int]
"""A range of lines of the old content and one of the new content, ends exclusive."""


def _opcodes_of(part: _Part, old: list[bytes], new: list[bytes]) -> Iterator[Opcode]:
    first, last, new_first, new_last = part
    for tag, i1, i2, j1, j2 in opcodes(old[first:last], new[new_first:new_last]):
        yield tag, i1 + first, i2 + first, j1 + new_first, j2 + new_first


_MANY_PAIRS = 4_000_000
"""Pairs of lines above which contents are aligned in parts, since all at once takes too long. By judgement."""


def _between_anchors(old: list[bytes], new: list[bytes]) -> list[_Part]:
    """Return the parts that differ, between lines that are unique in both contents; one part if these are reordered."""
    whole = (0, len(old), 0, len(new))
    if len(old) * len(new) <= _MANY_PAIRS:
        return [whole]
    counts, new_counts = Counter(old), Counter(new)
    places = {line: number for number, line in enumerate(new) if new_counts[line] == 1}
    parts: list[_Part] = []
    at = new_at = 0
    for number, line in enumerate(old):
        place = places.get(line) if counts[line] == 1 else None
        if place is None:
            continue
        if place < new_at:
            return [whole]
        if (at, new_at) != (number, place):
            parts.append((at, number, new_at, place))
        at, new_at = number + 1, place + 1
    return [*parts, (at, len(old), new_at, len(new))]


def _offsets(lines: list[bytes]) -> list[int]:
    offsets = [0]
    for line in lines:
        offsets.append(offsets[-1] + len(line))
    return offsets


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
