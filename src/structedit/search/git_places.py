"""The place where `git apply` puts a patch: each hunk as near to its numbers as it fits, one after the other.

Numbers never choose a place here, they only contradict it: a patch that fits in one way, and that git
would put somewhere else, is not certain, and `plan.patch_edits` refuses it. So a numbered patch
is applied at git's place, or not at all.

An example: a hunk says ``@@ -4,2 +4,3 @@`` and its old lines are at lines 2, 5 and 9. From
line 4 on git tries lines 4, 5, 3, 6, 2 and so on, and takes line 5. A hunk that begins at line 1
fits at the beginning only, one that ends without context at the end only. Lines that a hunk has written,
its context included, are closed to the hunks after it. A patch without any context in its hunks
is applied as `git apply --unidiff-zero` does, where the two edges do not count.

Not here: the place of a patch without its numbers (`search.hunks`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from structedit.calls.batches import Hunk
from structedit.text.composition import Composition
from structedit.text.document import to_bytes
from structedit.text.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Numbered:
    """The content after git's hunks, and the line of the content, from 0, at which each hunk begins."""

    content: bytes
    firsts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Side:
    """One hunk as git reads it: lines with their ends, its number, and the edges it must touch."""

    old: list[bytes]
    new: list[bytes]
    line: int
    at_start: bool
    at_end: bool


class _Image:
    """The lines of a content while hunks are written into it, and which of its first lines they were."""

    def __init__(self, lines: list[bytes]) -> None:
        self.lines = lines
        self.origins: list[int | None] = list(range(len(lines)))
        self._moved = Composition()  # its offsets are lines here, not bytes
        self._where: dict[bytes, list[int]] = {}
        for at, line in enumerate(lines):
            self._where.setdefault(line, []).append(at)

    def origin_from(self, at: int) -> int | None:
        """Return the first line, from one of the image on, that no hunk has written."""
        while at < len(self.origins) and self.origins[at] is None:
            at += 1
        return self.origins[at] if at < len(self.origins) else None

    def write(self, at: int, side: _Side) -> None:
        """Replace the old lines of a hunk at a line by its new ones."""
        end = at + len(side.old)
        self.lines[at:end] = side.new
        self.origins[at:end] = [None] * len(side.new)
        self._moved.splice(at, end, bytes(len(side.new)))

    def beginning_like(self, head: bytes, near: int) -> Iterator[int]:
        """Lines that may be `head` and that no hunk has written: the nearest first, below before above."""
        if not head.endswith(b"\n"):  # the beginning of any number of lines
            able = (at for at, line in enumerate(self.lines) if line.startswith(head))
            yield from sorted(able, key=lambda at: (abs(at - near), -at))
            return
        origins = self._where.get(head, [])
        high = bisect_left(origins, near, key=self._now)
        low = high - 1
        while low >= 0 or high < len(origins):
            below = self._now(origins[high]) if high < len(origins) else None
            above = self._now(origins[low]) if low >= 0 else None
            if above is None or (below is not None and below - near <= near - above):
                assert below is not None
                yield below
                high += 1
            else:
                yield above
                low -= 1

    def _now(self, origin: int) -> int:
        return self._moved.map_offset(origin, after=True)


def by_numbers(
    data: bytes, hunks: Sequence[Hunk], *, undo: bool = False, evened: bool = False
) -> Numbered | None:
    """Apply a patch as git does; None if it has no numbers, or git rejects it.

    With `undo` the patch is reverted, as `git apply -R` does. With `evened` line ends do not count:
    all are line feeds, and the last line has one unless the patch says that it has none.
    """
    if evened:
        data = evened_text(data)
        hunks = [
            replace(h, lines=tuple(replace(x, text=x.text.removesuffix("\r")) for x in h.lines))
            for h in hunks
        ]
        ended = not any(hunk.old_unended or hunk.new_unended for hunk in hunks)
        data += b"\n" if ended and data and not data.endswith(b"\n") else b""
    edged = any(line.sign == " " for hunk in hunks for line in hunk.lines)
    lines = data.split(b"\n")
    image = _Image([line + b"\n" for line in lines[:-1]] + [line for line in lines[-1:] if line])
    firsts: list[int] = []
    for hunk in hunks:
        if hunk.starts is None:
            return None
        side = _side(hunk, hunk.starts, undo=undo, edged=edged)
        at = next((at for at in _outwards(image, side) if _fits(image, side, at)), None)
        if at is None:
            return None
        origin = image.origin_from(at)
        firsts.append(data.count(b"\n") if origin is None else origin)
        image.write(at, side)
    return Numbered(b"".join(image.lines), tuple(firsts))


def evened_text(text: bytes) -> bytes:
    """Return a text with all its lines ended by line feeds."""
    return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _side(hunk: Hunk, starts: tuple[int, int], *, undo: bool, edged: bool) -> _Side:
    old = _lines(hunk, "+", unended=hunk.old_unended)
    new = _lines(hunk, "-", unended=hunk.new_unended)
    before, after = starts
    if undo:
        old, new, before, after = new, old, after, before
    return _Side(
        old,
        new,
        line=max(0, after - 1),
        at_start=before == 0 or (before == 1 and edged),
        at_end=edged and hunk.lines[-1].sign != " ",
    )


def _lines(hunk: Hunk, without: str, *, unended: bool) -> list[bytes]:
    lines = [to_bytes(line.text) + b"\n" for line in hunk.lines if line.sign != without]
    if unended and lines:
        lines[-1] = lines[-1][:-1]
    return lines


def _outwards(image: _Image, side: _Side) -> Iterator[int]:
    """Yield the lines where git looks for a hunk, in its order: below before above."""
    last = len(image.lines) - len(side.old)
    start = min(side.line, len(image.lines))
    if side.at_start or side.at_end:
        yield 0 if side.at_start else last
    elif side.old:
        yield from image.beginning_like(side.old[0], start)
    else:
        yield start


def _fits(image: _Image, side: _Side, at: int) -> bool:
    """Return True if the old lines are there, all of them lines that no hunk has written."""
    end = at + len(side.old)
    here = image.lines[at:end]
    if len(here) < len(side.old) or None in image.origins[at:end]:
        return False
    if side.at_end and end < len(image.lines):
        return False
    if here == side.old:
        return True
    # git compares bytes, and so takes a line without an end for the beginning of one with an end.
    like = here[:-1] == side.old[:-1] and here[-1].startswith(side.old[-1])
    return like and not side.at_end and not here[-1].removeprefix(side.old[-1]).strip()
