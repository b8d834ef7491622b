r"""Where one hunk of a patch fits: the windows of whole lines that hold its old side.

Hunks are about whole lines. So they are sought in the *framed* content, which has a line end
before its first line and after its last one: a needle ``\nold\n`` then begins and ends with lines
at every tier of the ladder, and a last line without an end is no exception. Offsets of the
frame are one more than those of the content.

Not here: which of several windows is meant (`search.hunks`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

from structedit.model.batches import Hunk
from structedit.model.requests import Match
from structedit.search import ladder
from structedit.search.folding import is_blank
from structedit.search.ladder import Occurrence
from structedit.text.document import Span, line_starts, split_ending, split_lines, to_bytes
from structedit.values import dataclass

_ADDS_AT_EDGE = re.compile(r" +\++|\++ +")
_WORD = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$@")


@dataclass(frozen=True, slots=True, order=True)
class Window:
    """Lines `first` up to `end`, from 0, that hold a side of a hunk.

    `core_first` up to `core_end` are those that change. `done` says that it is the new side: the
    hunk has been applied here before. `hit` is in offsets of the frame.
    """

    first: int
    end: int
    core_first: int
    core_end: int
    hit: Occurrence
    done: bool = False


@lru_cache(maxsize=4)
def framed(data: bytes) -> bytes:
    """Put a line end before the first line, and one after the last where it has none."""
    return b"\n" + data + (b"" if data.endswith((b"\n", b"\r")) or not data else b"\n")


def old_side(hunk: Hunk) -> bytes:
    """Give the text that the hunk expects, each line with an end."""
    return _side(hunk, "+")


def new_side(hunk: Hunk) -> bytes:
    """Give the text that the hunk leaves, each line with an end."""
    return _side(hunk, "-")


def _side(hunk: Hunk, without: str) -> bytes:
    return b"".join(to_bytes(line.text) + b"\n" for line in hunk.lines if line.sign != without)


def windows_of(data: bytes, hunk: Hunk, limit: Match) -> tuple[Window, ...]:
    """Give all windows where the old side stands, by the strictest tier that has any."""
    old, new = old_side(hunk), new_side(hunk)
    found = _sought(data, b"\n" + old, b"\n" + new, limit)
    ends = hunk.old_unended or hunk.new_unended or hunk.at_end
    windows = (_window(data, hunk, hit, "+", done=False) for hit in found)
    return tuple(w for w in windows if not ends or _is_last(data, w))


def done_windows(data: bytes, hunk: Hunk) -> tuple[Window, ...]:
    """Give the windows where the new side stands, between lines that the hunk leaves alone."""
    context = (line for line in hunk.lines if line.sign == " ")
    if not any(line.text.strip() for line in context):
        return ()
    found = _sought(data, b"\n" + new_side(hunk), b"\n" + old_side(hunk), Match.EXACT)
    windows = (_window(data, hunk, hit, "-", done=True) for hit in found)
    return tuple(w for w in windows if not hunk.at_end or _is_last(data, w))


def stands_already(data: bytes, hunk: Hunk, window: Window) -> bool:
    """Tell whether the lines that a hunk only adds stand at the edge of its context already."""
    signs = "".join(line.sign for line in hunk.lines)
    if window.hit.tier != "exact" or not _ADDS_AT_EDGE.fullmatch(signs):
        return False
    first = window.first if signs[0] == " " else window.end - len(signs)
    texts = tuple(to_bytes(line.text.removesuffix("\r")) for line in hunk.lines)
    return first >= 0 and lines_of(data)[first : first + len(texts)] == texts


def line_count(data: bytes) -> int:
    """Count lines; nothing after a final line end is one."""
    return len(line_starts(framed(data))) - 2 if data else 0


def lines_of(data: bytes) -> tuple[bytes, ...]:
    """Give all lines without their ends."""
    return _lines(data)


@lru_cache(maxsize=4)
def _lines(data: bytes) -> tuple[bytes, ...]:
    return tuple(split_ending(line)[0] for line in split_lines(data))


def span_of(data: bytes, first: int, end: int) -> Span:
    """Give the span of lines in the content."""
    starts = (*line_starts(framed(data))[1:], len(framed(data)))
    low = min(starts[min(first, len(starts) - 1)] - 1, len(data))
    high = min(starts[min(end, len(starts) - 1)] - 1, len(data))
    return Span(low, max(low, high))


def _sought(data: bytes, needle: bytes, other: bytes, limit: Match) -> tuple[Occurrence, ...]:
    """Seek in the frame; what stands only inside lines is no hit, since the needle has their ends."""
    if len(needle) < 2:
        return ()
    reach = min(limit, Match.WHITESPACE, key=list(Match).index)
    found = ladder.find(framed(data), needle, limit=reach, new=other, whole_words=False)
    return found.occurrences


def _window(data: bytes, hunk: Hunk, hit: Occurrence, without: str, *, done: bool) -> Window:
    starts = line_starts(framed(data))
    exact = hit.tier == "exact"
    first = bisect_right(starts, hit.span.start + exact) - 2
    end = bisect_right(starts, hit.span.end - exact) - 1
    signs = [line.sign for line in hunk.lines]
    head = next((i for i, sign in enumerate(signs) if sign != " "), 0)
    tail = next((i for i, sign in enumerate(reversed(signs)) if sign != " "), 0)
    if end - first != sum(sign != without for sign in signs):
        head = tail = 0
    return Window(first, end, first + head, end - tail, hit, done)


def _is_last(data: bytes, window: Window) -> bool:
    """Tell whether nothing but blank lines follows a window."""
    return all(is_blank(line) for line in lines_of(data)[window.end :])


# The lines that a hunk names above itself


def encloses(data: bytes, header: int, line: int) -> bool:
    """Tell whether no line between two begins something as shallow as the first of them."""
    lines = lines_of(data)
    depth = _depth(lines[header])
    return header < line and not any(
        _depth(text) <= depth and text.lstrip()[:1] and text.lstrip()[0] in _WORD
        for text in lines[header + 1 : line]
        if not is_blank(text)
    )


def lines_like(data: bytes, text: str) -> tuple[int, ...]:
    """Give the lines that a caller means by the text of one: the same, or its beginning."""
    wanted = b" ".join(to_bytes(text).split())
    squeezed = [b" ".join(line.split()) for line in lines_of(data)]
    same = tuple(i for i, line in enumerate(squeezed) if line == wanted)
    if same or not wanted:
        return same
    return tuple(i for i, line in enumerate(squeezed) if _begins(line, wanted))


def _begins(line: bytes, wanted: bytes) -> bool:
    after = line[len(wanted) : len(wanted) + 1]
    whole = not (after.isalnum() or after == b"_") or not (
        wanted[-1:].isalnum() or wanted[-1:] == b"_"
    )
    return line.startswith(wanted) and whole


def _depth(line: bytes) -> int:
    return len(line.expandtabs()) - len(line.expandtabs().lstrip())
