"""Lines that a change adds at the edges of its place, compared with those right outside of it.

Who copies a little more than it needs into `new` may bring a line that the file has right above or
below: written, it would stand there twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from structedit.search.alignment.folding import contents, is_blank, key_of
from structedit.text.diff import Opcode, opcodes
from structedit.text.document import Span
from structedit.text.values import dataclass
from structedit.text.words import TELLING

_BESIDE_BYTES = 65_536
"""How far from a place its neighbours are looked for: as far as a long edit reaches; by judgement."""


@dataclass(frozen=True, slots=True)
class Edge:
    """What a change writes at one edge of its place, and as many of the file's lines beside it.

    Lines are compared without blanks, and blank lines are left out.
    """

    step: Opcode
    written: tuple[bytes, ...]
    outside: tuple[bytes, ...]
    below: bool

    @property
    def stands(self) -> bool:
        """Whether everything that is added stands just outside already."""
        added = self.step[0] == "insert" and self.written == self.outside
        return added and any(map(TELLING.search, self.written))

    @property
    def overlaps(self) -> bool:
        """Whether the outer lines of what is written stand just outside already."""
        for size in range(1, len(self.outside) + 1):
            inner = self.written[-size:] if self.below else self.written[:size]
            beside = self.outside[:size] if self.below else self.outside[-size:]
            whole = size == len(self.written)
            if inner == beside and (whole or any(map(TELLING.search, inner))):
                return True
        return False


def edges_of(
    data: bytes, place: Span, steps: Sequence[Opcode], theirs: Sequence[bytes]
) -> tuple[Edge, ...]:
    """The edges at which a change from lines to lines writes, the lower one first."""
    found = []
    first, last = (_outer_step(steps, theirs, below=below) for below in (False, True))
    if last[0] != "equal" and last[3] < last[4]:
        written = _keys(theirs[last[3] : last[4]])
        end = place.start + len(place.of(data).rstrip(b"\r\n"))
        below = _keys(contents(data[end:][:_BESIDE_BYTES])[1:])
        found.append(Edge(last, written, below[: len(written)], below=True))
    if first[0] != "equal" and first[3] < first[4]:
        written = _keys(theirs[first[3] : first[4]])
        above = _keys(contents(data[max(0, place.start - _BESIDE_BYTES) : place.start])[:-1])
        found.append(Edge(first, written, above[-len(written) :], below=False))
    return tuple(found)


def _outer_step(steps: Sequence[Opcode], theirs: Sequence[bytes], *, below: bool) -> Opcode:
    """The first or last step; or an addition, told as one at the edge, where that gives the same text.

    Of equal lines nobody can tell which one is new. So it is no mere addition, which might be left out.
    """
    edge = steps[-1] if below else steps[0]
    for tag, _, _, j1, j2 in steps:
        at = len(theirs) - (j2 - j1) if below else 0
        others = [*theirs[:at], *theirs[at + j2 - j1 :]]
        if edge[0] == "equal" and tag == "insert" and [*theirs[:j1], *theirs[j2:]] == others:
            place = edge[2] if below else 0
            return ("replace", place, place, at, at + j2 - j1)
    return edge


def doubles(data: bytes, place: Span, old: bytes, new: bytes) -> bool:
    r"""Whether a change of the text at a place, which is not blank, writes lines that stand beside it already.

    >>> doubles(b"with:\n  path: a\n", Span(6, 15), b"  path: a", b"with:\n  path: b")
    True
    """
    base, theirs = _keys(contents(old)), _keys(contents(new))
    steps = opcodes(base, theirs)
    return any(edge.stands or edge.overlaps for edge in edges_of(data, place, steps, theirs))


def _keys(lines: Sequence[bytes]) -> tuple[bytes, ...]:
    """What is compared of lines that are not blank."""
    return tuple(key_of(line) for line in lines if not is_blank(line))
