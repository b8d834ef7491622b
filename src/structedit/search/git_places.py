"""Where `git apply` puts a patch: each hunk as near to its numbers as it fits, one after the other.

Numbers never choose a place here, they only object: a patch that fits in one way, and that git
would land somewhere else, is not certain, and `plan.patch_edits` refuses it. So a numbered patch
lands where git lands it, or not at all.

Walked through: a hunk says ``@@ -4,2 +4,3 @@`` and its old lines stand at lines 2, 5 and 9. From
line 4 on git looks at lines 4, 5, 3, 6, 2 and so on, and takes line 5. A hunk that begins at line 1
fits at the beginning only, one that ends without context at the end only. What a hunk has written,
its context included, is closed to the hunks after it. A patch none of whose hunks has any context
is taken as `git apply --unidiff-zero` takes it, where the two edges do not count.

Not here: the place that a patch has without its numbers (`search.hunks`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from structedit.calls.batches import Hunk
from structedit.text.document import to_bytes
from structedit.text.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Numbered:
    """What git makes of a content, and the line of the content, from 0, where each hunk begins."""

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


def by_numbers(
    data: bytes, hunks: Sequence[Hunk], *, undo: bool = False, evened: bool = False
) -> Numbered | None:
    """Apply a patch as git does; None where it has no numbers, or git does not take it.

    With `undo` the patch is taken back, as `git apply -R` does. With `evened` line ends do not count:
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
    image = data.split(b"\n")
    image = [line + b"\n" for line in image[:-1]] + [line for line in image[-1:] if line]
    origins: list[int | None] = list(range(len(image)))
    firsts: list[int] = []
    for hunk in hunks:
        if hunk.starts is None:
            return None
        side = _side(hunk, hunk.starts, undo=undo, edged=edged)
        at = next((at for at in _outwards(image, side) if _fits(image, origins, side, at)), None)
        if at is None:
            return None
        behind = (origin for origin in origins[at:] if origin is not None)
        firsts.append(next(behind, data.count(b"\n")))
        image[at : at + len(side.old)] = side.new
        origins[at : at + len(side.old)] = [None] * len(side.new)
    return Numbered(b"".join(image), tuple(firsts))


def evened_text(text: bytes) -> bytes:
    """A text with all its lines ended by line feeds."""
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
        line=after - 1,
        at_start=before == 0 or (before == 1 and edged),
        at_end=edged and hunk.lines[-1].sign != " ",
    )


def _lines(hunk: Hunk, without: str, *, unended: bool) -> list[bytes]:
    lines = [to_bytes(line.text) + b"\n" for line in hunk.lines if line.sign != without]
    if unended and lines:
        lines[-1] = lines[-1][:-1]
    return lines


def _outwards(image: Sequence[bytes], side: _Side) -> Iterator[int]:
    """The lines where git looks for a hunk, in its order: below before above."""
    last = len(image) - len(side.old)
    if side.at_start or side.at_end:
        yield 0 if side.at_start else last
        return
    start = min(side.line, len(image))
    if not side.old:
        yield start
        return
    # Lines that cannot begin the hunk are passed over in one sweep, which long files need.
    head = side.old[0]
    able = [at for at, line in enumerate(image) if line.startswith(head)]
    yield from sorted(able, key=lambda at: (abs(at - start), -at))


def _fits(image: Sequence[bytes], origins: Sequence[int | None], side: _Side, at: int) -> bool:
    """Whether the old lines stand there, all of them lines that no hunk has written."""
    size = len(side.old)
    here = image[at : at + size]
    if len(here) < size or None in origins[at : at + size]:
        return False
    if side.at_end and at + size < len(image):
        return False
    if here == side.old:
        return True
    # git compares bytes, and so takes a line that has no end for the beginning of one that has.
    like = here[:-1] == side.old[:-1] and here[-1].startswith(side.old[-1])
    return like and not side.at_end and not here[-1].removeprefix(side.old[-1]).strip()
