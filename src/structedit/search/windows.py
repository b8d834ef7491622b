r"""Find the windows of a patch's hunk: the runs of whole lines that match its old side.

Hunks are about whole lines. So they are searched in the *framed* content, which has a line end
before its first line and after its last one: a needle ``
old
`` then begins and ends with lines
at every tier of the ladder, and a last line without an end is no exception. Offsets of the
frame are one more than those of the content. The ladder does not search for a hunk that differs
only in line ends: texts of blank lines are found too.

Not here: choosing one of several windows (`search.hunks`).
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from structedit.calls.batches import Hunk
from structedit.calls.requests import Match
from structedit.search.alignment import ladder
from structedit.search.alignment.candidates import positions
from structedit.search.alignment.folding import contents, is_blank
from structedit.search.alignment.occurrences import Occurrence
from structedit.text.document import Span, line_starts, split_ending, split_lines, to_bytes
from structedit.text.lazily import regex
from structedit.text.lines import indent_width
from structedit.text.values import dataclass, replace
from structedit.text.words import TELLING

_ADDS_AT_EDGE = regex(r" +\++|\++ +")
_WORD = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$")


@dataclass(frozen=True, slots=True, order=True)
class Window:
    """Lines `first` up to `end`, from 0, that match a side of a hunk.

    `core_first` up to `core_end` are those that change. `done` means that it is the new side: the
    hunk has been applied here before. `hit` is in offsets of the frame below the tier `newline`.
    """

    first: int
    end: int
    core_first: int
    core_end: int
    hit: Occurrence
    done: bool = False


@lru_cache(maxsize=4)
@lru_cache(maxsize=4)
def framed(data: bytes) -> bytes:
    """Return a content with a line end before its first line, and one after the last if it has none."""
    if not data or data.endswith((b"\n", b"\r")):
        return b"\n" + data
    last = max(data.rfind(b"\n"), data.rfind(b"\r"))
    pad = data[last : last + 1] if last >= 0 else b"\n"
    return b"\n" + data + (b"\r\n" if data[max(0, last - 1) : last + 1] == b"\r\n" else pad)


@lru_cache(maxsize=8)
def _evened(text: bytes) -> bytes:
    """Return a text with all its line endings as line feeds."""
    return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in text else text


def old_side(hunk: Hunk) -> bytes:
    """Return the text that the hunk expects, each line with an end."""
    return _side(hunk, "+")


def new_side(hunk: Hunk) -> bytes:
    """Return the text that the hunk leaves, each line with an end."""
    return _side(hunk, "-")


def _side(hunk: Hunk, without: str) -> bytes:
    return b"".join(to_bytes(line.text) + b"\n" for line in hunk.lines if line.sign != without)


def windows_of(data: bytes, hunk: Hunk, limit: Match) -> tuple[Window, ...]:
    """Return all windows of the old side, by the strictest tier that has any.

    Line ends choose between places only for a hunk with several kinds of them.
    """
    plain = _plain_windows(data, hunk, old_side(hunk), done=False)
    if 0 < sum(line.text.endswith("\r") for line in hunk.lines) < len(hunk.lines):
        plain = tuple(w for w in plain if w.hit.facts.is_exact) or plain
    found = plain or _loose_windows(data, hunk, limit)
    ends = hunk.old_unended or hunk.new_unended or hunk.at_end
    return tuple(w for w in found if not ends or _is_last(data, w))


def done_windows(data: bytes, hunk: Hunk, *, bare: bool = False) -> tuple[Window, ...]:
    """Return the windows of the new side, between lines that the hunk does not change.

    A `bare` hunk may have no such lines, if its block is known otherwise.
    """
    kept = (line for line in hunk.lines if line.sign == " " or (bare and line.sign == "+"))
    if not any(line.text.strip() for line in kept):
        return ()
    windows = _plain_windows(data, hunk, new_side(hunk), done=True)
    ends = hunk.old_unended or hunk.new_unended
    if ends and hunk.new_unended == data.endswith((b"\n", b"\r")):
        return ()
    return tuple(w for w in windows if not (ends or hunk.at_end) or _is_last(data, w))


def _plain_windows(data: bytes, hunk: Hunk, side: bytes, *, done: bool) -> tuple[Window, ...]:
    """Return the windows whose lines equal a side, whatever their endings."""
    text, needle = _evened(framed(data)), b"\n" + _evened(side)
    if not side:
        return ()
    starts, size, found = line_starts(text), needle.count(b"\n") - 1, []
    for at in positions(text, needle):
        first = bisect_right(starts, at + 1) - 2
        span = span_of(data, first, first + size)
        literal = span.of(data) in (side, side.removesuffix(b"\n"))
        hit = Occurrence(span, "exact" if literal else "newline")
        found.append(_window(hunk, first, first + size, hit, done=done))
    return tuple(found)


def _loose_windows(data: bytes, hunk: Hunk, limit: Match) -> tuple[Window, ...]:
    """Return the windows of the old side by the tiers that let blanks and look-alikes differ."""
    old, new = b"\n" + old_side(hunk), b"\n" + new_side(hunk)
    if not old.strip() or limit is Match.EXACT:
        return ()
    other = new if old != new else None
    frame = framed(data)
    found = ladder.find(frame, old, limit=Match.WHITESPACE, new=other, whole_words=False)
    starts, windows = line_starts(frame), []
    for hit in found.occurrences:
        if hit.facts.is_literal or not hit.runs:
            continue
        first = _first_line(frame, hit, old)
        whole = replace(hit, span=Span(starts[first], hit.span.end))
        end = bisect_right(starts, hit.span.end) - 1
        windows.append(_window(hunk, first - 1, end, whole, done=False))
    return tuple(windows)


def _first_line(frame: bytes, hit: Occurrence, old: bytes) -> int:
    """Return the frame's line, from 0, at which a hit begins, with leading blank lines that the hunk has too."""
    run, starts = hit.runs[0], line_starts(frame)
    first = bisect_right(starts, run.file.start) - 1
    for _ in range(len(contents(old[1 : run.old.start])) - 1):
        if first > 1 and is_blank(split_ending(frame[starts[first - 1] : starts[first]])[0]):
            first -= 1
    return first


def _window(hunk: Hunk, first: int, end: int, hit: Occurrence, *, done: bool) -> Window:
    signs = [line.sign for line in hunk.lines]
    head = next((i for i, sign in enumerate(signs) if sign != " "), 0)
    tail = next((i for i, sign in enumerate(reversed(signs)) if sign != " "), 0)
    if end - first != sum(sign != ("-" if done else "+") for sign in signs):
        head = tail = 0
    return Window(first, end, first + head, end - tail, hit, done)


def is_already_added(data: bytes, hunk: Hunk, window: Window) -> bool:
    """Return True if the lines that a hunk only adds are at the edge of its context already."""
    signs = "".join(line.sign for line in hunk.lines)
    if not window.hit.facts.is_literal or not _ADDS_AT_EDGE.fullmatch(signs):
        return False
    first = window.first if signs[0] == " " else window.end - len(signs)
    texts = tuple(to_bytes(line.text.removesuffix("\r")) for line in hunk.lines)
    return first >= 0 and lines_of(data)[first : first + len(texts)] == texts


def line_count(data: bytes) -> int:
    """Return the number of lines; there is none behind a final line end."""
    return len(line_starts(framed(data))) - 2 if data else 0


@lru_cache(maxsize=4)
def lines_of(data: bytes) -> tuple[bytes, ...]:
    """Return all lines without their ends."""
    return tuple(split_ending(line)[0] for line in split_lines(data))


def span_of(data: bytes, first: int, end: int) -> Span:
    """Return the span of lines in the content."""
    starts = line_starts(framed(data))
    low, high = (
        min(starts[line + 1] - 1 if line + 1 < len(starts) else len(data), len(data))
        for line in (first, end)
    )
    return Span(low, max(low, high))


def _is_last(data: bytes, window: Window) -> bool:
    """Return True if only blank lines follow a window."""
    return all(is_blank(line) for line in lines_of(data)[window.end :])


# The lines that a hunk names above itself


def is_header_of(data: bytes, header: int, line: int) -> bool:
    """Return True if no line between two is as shallow as the first of them and begins with a word."""
    lines = lines_of(data)
    depth = indent_width(lines[header])
    return header < line and not any(
        indent_width(text) <= depth and text.lstrip()[:1] and text.lstrip()[0] in _WORD
        for text in lines[header + 1 : line]
        if not is_blank(text)
    )


def lines_like(data: bytes, text: str) -> tuple[int, ...]:
    """Return the lines that a caller may mean by a text: equal, beginning with it, or equal up to the parameters."""
    wanted = b" ".join(to_bytes(text).split())
    squeezed = [b" ".join(line.split()) for line in lines_of(data)]
    same = tuple(i for i, line in enumerate(squeezed) if line == wanted)
    if same or not wanted:
        return same
    prefixed = tuple(i for i, line in enumerate(squeezed) if _is_whole_prefix(line, wanted))
    name, parenthesis, _ = wanted.partition(b"(")
    if prefixed or not parenthesis or not TELLING.search(name):
        return prefixed
    return tuple(i for i, line in enumerate(squeezed) if line.startswith(name + parenthesis))


def _is_whole_prefix(line: bytes, wanted: bytes) -> bool:
    after = line[len(wanted) : len(wanted) + 1]
    whole = not (after.isalnum() or after == b"_") or not (
        wanted[-1:].isalnum() or wanted[-1:] == b"_"
    )
    return line.startswith(wanted) and whole
