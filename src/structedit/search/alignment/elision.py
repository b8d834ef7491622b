"""Lines that mark omitted lines, such as ``# ... existing code ...``, and where such texts fit.

A text is split at these lines into pieces. Each piece must be in the file, blanks ignored, in
order, and what lies between two of them may not leave their block: no line of it is shallower
than the shallower neighbour, and where the caller indents the ``...`` deeper than that neighbour,
all of it is deeper too. So in

    def load(path):
        first = 1
        # ...
        return first

``# ...`` never reaches over the next ``def`` to a ``return first`` of another function. All
readings are returned: two ways to read a text are an ambiguity.

Callers indent such a line as they like, and leave out where one block ends and another begins. So a text
whose pieces all are found once, in order, has one reading whatever its blocks, if the changed piece says
enough to be sought alone and nothing between the pieces is like it.

A bare ``...`` may be code (a stub's body in Python), so it marks nothing at the edge of a
text, nor where the lines between have one of their own. A line that the file has literally is
found by a stricter tier, before anything is read into it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise, zip_longest
from math import inf

from structedit.search.alignment import closest_region
from structedit.search.alignment.folding import contents, is_blank, leading
from structedit.text.document import Span, line_starts, split_lines, to_text
from structedit.text.lazily import regex
from structedit.text.lines import indent_width
from structedit.text.values import dataclass
from structedit.text.words import TELLING

_OPEN = r"(?:#+|//+|--+|;+|/\*+|\{/\*+|<!--|%+|\(\*|\{-)"
_CLOSE = r"(?:\*+/\}?|-->|\*\)|-\})?"
_DOTS = r"(?:\.{3,}|…)"
_WORDS = (
    r"(?:(?:the\s+)?(?:rest\s+of\s+)?(?:the\s+)?(?:existing|unchanged|remaining|previous|other)\s+"
    r"(?:code|methods?|functions?|lines?|content|imports?|implementation|fields?|tests?)\b[\w ]*"
    r"|rest\s+of\s+(?:the\s+)?\w+[\w ]*"
    r"|(?:the\s+)?rest\s+(?:(?:is|stays?|remains?)\s+)?(?:unchanged|the\s+same|as\s+(?:is|before))"
    r"|(?:code\s+)?(?:unchanged|omitted|same\s+as\s+before)\b[\w ]*)"
)
_NOTHING_ELSE = (
    r"(?:the\s+)?(?:rest\s+of\s+(?:the\s+)?)?(?:existing|unchanged|remaining|previous|other|rest\s+of)\s+"
    r"(?:the\s+)?(?:code|methods?|functions?|class|file|body|loop|lines?|content|imports?"
    r"|implementation|fields?|tests?)(?:\s+(?:is|are|stays?|remains?|continues?))?"
    r"(?:\s+(?:here|unchanged|omitted|the\s+same|as\s+is|as\s+before|below))?"
    r"|(?:the\s+)?rest\s+(?:(?:is|stays?|remains?)\s+)?(?:unchanged|the\s+same|as\s+(?:is|before))"
    r"|(?:code\s+)?(?:unchanged|omitted|same\s+as\s+before)(?:\s+(?:code|lines))?"
)
"""What a comment without dots must say, and no more, to mark omitted lines."""

_MARK = regex(
    rf"{_OPEN}\s*(?:{_DOTS}\s*[\w ,()/'-]{{0,60}}{_DOTS}?|\(?\s*{_WORDS}\s*\)?\s*{_DOTS}"
    rf"|\(?\s*(?:{_NOTHING_ELSE})\s*\)?)\s*{_CLOSE}"
    rf"|{_DOTS}\s*\(?\s*{_WORDS}\s*\)?\s*{_DOTS}?",
    re.IGNORECASE,
)
_BARE = regex(_DOTS)
_REFUSED = regex(
    rf"(?:{_OPEN}\s*(?:{_DOTS}\s*)?\(?\s*{_WORDS}\s*\)?\s*(?:{_DOTS}\s*)?{_CLOSE}"
    rf"|{_OPEN}\s*{_DOTS}\s*{_CLOSE}|{_DOTS}\s*\(?\s*{_WORDS}\s*\)?\s*(?:{_DOTS})?"
    rf"|\(?\s*{_WORDS}\s*\)?\s*{_DOTS})",
    re.IGNORECASE,
)
"""What no file is given: with the marks of a comment, or in words."""

_MOST_HITS = 2_000
"""Places of one piece above which a text with a gap is given up.

Chosen by judgement, for the time.
"""

_MOST_READINGS = 50
"""Ways to read a text that are followed; chosen by judgement: a second one is ambiguous already."""

_MOST_STEPS = 200_000
"""Places that are joined to others in all, for one text; chosen by judgement, for the time."""

_FEWEST_LINES, _FEWEST_WORDS = 3, 4
"""Lines and telling words of a piece that says enough to be sought alone, as a text that may be misremembered.

Follows from `misspelt_text.NEARNESS`.
"""

_LIKE_PERCENT = 60
"""Likeness from which on lines that are left out may be what a piece is about; chosen by judgement."""


@dataclass(frozen=True, slots=True)
class Elided:
    """A text split into pieces, and the lines between them that mark omitted ones (`marks`).

    There is one piece more than marks; the first and the last may be empty. `places` are those of the marks.
    """

    pieces: tuple[bytes, ...]
    marks: tuple[bytes, ...]
    places: tuple[Span, ...]


def elision_line(text: str, old: str, file: bytes = b"") -> str:
    """The first line of `text` that marks omitted code and is not in `old`; '' if none.

    A line that the file has between the same two lines marks nothing: it was copied.
    """
    known = {line.strip() for line in old.splitlines()}
    lines = [line.strip() for line in text.splitlines()]
    found = [n for n, line in enumerate(lines) if line not in known and _REFUSED.fullmatch(line)]
    rows = [line.strip() for line in to_text(file).splitlines()] if found else []
    return next((lines[n] for n in found if not _is_copied(lines, n, rows)), "")


def _is_copied(lines: list[str], at: int, rows: list[str]) -> bool:
    """Return True if the file has a line between the same two neighbours."""
    beside = lines[at - 1 : at + 2]
    is_there = any(rows[n : n + 3] == beside for n in range(len(rows)))
    return len(beside) == 3 and all(beside) and is_there


def stands_for_others(line: str) -> bool:
    """Return True if a line marks omitted lines.

    >>> [stands_for_others(s) for s in ("# ...", "  // ... existing code ...", "...", "f(...)")]
    [True, True, True, False]
    """
    return bool(_MARK.fullmatch(line.strip()) or _BARE.fullmatch(line.strip()))


def is_bare(line: bytes) -> bool:
    """Return True if a line is dots alone, which some languages have as code."""
    return _BARE.fullmatch(to_text(line).strip()) is not None


def split(text: bytes, *, bare: bool = True) -> Elided:
    """Split a text at the lines that mark omitted ones; without `bare`, not at dots alone."""
    pieces: list[list[bytes]] = [[]]
    places: list[Span] = []
    at = 0
    for line in split_lines(text):
        if stands_for_others(to_text(line)) and (bare or not is_bare(line)):
            places.append(Span(at, at + len(line.rstrip(b"\r\n"))))
            pieces.append([])
        else:
            pieces[-1].append(line)
        at += len(line)
    first, *others = (b"".join(lines) for lines in pieces)
    # a piece below a mark begins with a line end, as the piece above ends with one
    below = (b"\n" + piece if piece.strip() else b"" for piece in others)
    marks = tuple(place.of(text) for place in places)
    return Elided((first if first.strip() else b"", *below), marks, tuple(places))


def readable(text: bytes) -> Elided | None:
    """A text in pieces; None if it cannot be searched: an inner piece is empty, or an edge bare dots."""
    found = split(text)
    if not found.marks or not any(found.pieces) or not all(found.pieces[1:-1]):
        return None
    edges = [found.marks[i] for i in (0, -1) if not found.pieces[i]]
    return None if any(map(is_bare, edges)) else found


def paired(old: bytes, new: bytes) -> tuple[Elided, Elided] | None:
    """Both texts in pieces, with their marks paired in order; None where they do not agree."""
    before = readable(old)
    if before is None:
        return None
    after = split(new, bare=any(map(is_bare, before.marks)))
    edges = zip(before.pieces, after.pieces, strict=False)
    if len(after.marks) != len(before.marks) or any(b and not a for a, b in edges):
        return None
    return before, after


def with_paired_marks(old: bytes, new: bytes) -> tuple[bytes, bytes] | None:
    r"""Return both texts with the same words in paired marks, and without marks at the edges.

    None where these lines do not pair up.

    >>> with_paired_marks(b"# ...\na\n# ...\nb\n", b"# ...\na\n# ... rest of it\nc\n")
    (b'\na\n# ...\nb\n', b'\na\n# ...\nc\n')
    """
    pair = paired(old, new)
    if pair is None:
        return None
    filled = [bool(piece) for piece in pair[0].pieces]
    stays = [above and below for above, below in pairwise(filled)]
    texts = []
    for side in pair:
        text = side.pieces[0]
        for number, (mark, piece) in enumerate(zip(side.marks, side.pieces[1:], strict=True)):
            text += (leading(mark) + pair[0].marks[number].strip()) * stays[number]
            text += piece or b"\n" * stays[number]
        texts.append(text)
    return texts[0], texts[1]


def equal_but_for_elided(old: bytes, new: bytes) -> bool:
    """Return True if a change changes none of the pieces, or deletes all of them, which is never guessed."""
    pair = paired(old, new)
    return not new.strip() or (pair is not None and pair[0].pieces == pair[1].pieces)


# Lines that `new` alone leaves out


@dataclass(frozen=True, slots=True)
class Completed:
    """A text with its omitted lines filled in, and for each mark the number of lines that it omitted."""

    text: bytes
    stood: tuple[tuple[bytes, int], ...]


def completed(old: bytes, new: bytes) -> Completed | str:
    r"""Return `new` with the lines of `old` that its marks omit, or words for why these are not certain.

    Such a line goes from the line of `old` that is above it in `new` to the one that is below it: the same
    line, or one that is much like it and like no other. At an edge it goes to the edge.

    >>> completed(b"a = 1\nb = 2\nc = 3\n", b"a = 0\n# ... rest unchanged\n")
    Completed(text=b'a = 0\nb = 2\nc = 3\n', stood=((b'# ... rest unchanged', 2),))
    """
    lines, known = split_lines(old), {line.strip() for line in split_lines(old)}
    told = split_lines(new)
    marks = [
        n for n, line in enumerate(told) if line.strip() not in known and _stands_in_words(line)
    ]
    if not marks or not old.strip() or any(map(_stands_in_words, lines)):
        return ""
    parts: list[bytes] = []
    stood: list[tuple[bytes, int]] = []
    at = begin = 0
    for mark, end in zip(marks, (*marks[1:], len(told)), strict=True):
        beside = told[begin:mark][::-1]
        above = _places_of(beside, lines, range(at, len(lines)))
        if above is not None and len(above) != 1:
            return _readings_words(beside, lines, above)
        first = at if above is None else above[0] + 1
        beside = told[mark + 1 : end]
        below = _places_of(beside, lines, range(first, len(lines)))
        if below is not None and len(below) != 1:
            return _readings_words(beside, lines, below)
        last = len(lines) if below is None else below[0]
        if not b"".join(lines[first:last]).strip():
            return "no lines are omitted between the lines next to it"
        parts += [*told[begin:mark], *lines[first:last]]
        stood.append((told[mark].strip(), last - first))
        at, begin = last, mark + 1
    parts += told[begin:]
    ended = [line if line.endswith((b"\n", b"\r")) else line + b"\n" for line in parts[:-1]]
    text = b"".join((*ended, parts[-1]))
    return Completed(text if new.endswith(b"\n") else text.rstrip(b"\r\n"), tuple(stood))


_ALIKE_PERCENT, _APART_PERCENT = 50, 15
"""Likeness of a changed line to the one that it was, and how much less another may be like it; by judgement."""


_MOST_SHOWN = 4
"""Readings of a mark that are listed; chosen by judgement."""


def _stands_in_words(line: bytes) -> bool:
    return _REFUSED.fullmatch(to_text(line).strip()) is not None


def _places_of(told: list[bytes], lines: list[bytes], among: range) -> list[int] | None:
    """Return where the first filled line of some may be among others; None if there is none, as at an edge."""
    from rapidfuzz import fuzz

    line = next((line for line in told if line.strip()), None)
    if line is None:
        return None
    rows = [(fuzz.ratio(lines[n].strip(), line.strip()), n) for n in among if lines[n].strip()]
    best = max((score for score, _ in rows if score >= _ALIKE_PERCENT), default=None)
    if best is None:
        return []
    same = [n for n in among if lines[n].strip() == line.strip()]
    found = same or [n for score, n in rows if best - score < _APART_PERCENT]
    several = len(found) > 1
    return found if several or leading(lines[found[0]]) == leading(line) else []


def _readings_words(told: list[bytes], lines: list[bytes], places: list[int]) -> str:
    """Return words for a line next to a mark that does not show where the omitted lines begin or end."""
    line = next(to_text(line).strip() for line in told if line.strip())
    if not places:
        return f"{line!r}, next to it, is not similar to exactly one line of the replaced text"
    rows = " or ".join(f"line {n + 1} ({to_text(lines[n]).strip()})" for n in places[:_MOST_SHOWN])
    return f"{line!r}, next to it, may be {rows} of the replaced text"


# Readings


def readings(
    data: bytes,
    text: Elided,
    hits: list[list[Span]],
    touched: frozenset[int],
    directive: bytes = b"",
) -> list[tuple[int, ...]]:
    """Each way to choose one hit a piece; `hits` are those of the pieces with text.

    Ways that agree on the `touched` pieces, by number, give the same result: of these the one that leaves out least.
    `directive` begins lines whose indentation means nothing.
    """
    if max(map(len, hits)) > _MOST_HITS:
        return []
    pieces = [piece for piece in text.pieces if piece]
    marks = text.marks[not text.pieces[0] :]
    rows = _Rows.of(data, directive)
    followers = [
        _followers(rows, _Omitted(mark, _filled(a)[-1], _filled(b)[0]), here, there)
        for mark, (a, b), (here, there) in zip(
            marks, pairwise(pieces), pairwise(hits), strict=False
        )
    ]
    ways: list[tuple[int, ...]] = [(index,) for index in range(len(hits[0]))]
    for following in followers:
        longer = [(*way, index) for way in ways for index in following.get(way[-1], ())]
        # Of ways that go on alike, the last one leaves out least so far.
        alike = {(_chosen(way, touched), way[-1]): way for way in sorted(longer)}
        ways = list(alike.values())
    nearest: dict[tuple[int, ...], tuple[int, ...]] = {}
    for way in sorted(ways, key=lambda way: hits[0][way[0]].start - hits[-1][way[-1]].end):
        nearest[_chosen(way, touched)] = way
    found = sorted(nearest.values())[:_MOST_READINGS]
    return [*found, *_rivals(hits, found[0])] if len(found) == 1 else found


def _rivals(hits: list[list[Span]], way: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the other places that have all pieces, one behind the other, whatever their blocks are."""
    found = []
    for first in range(len(hits[0])):
        other = [first]
        for here, there in pairwise(hits):
            last = here[other[-1]]
            at = next((n for n, span in enumerate(there) if span.start >= last.end), None)
            # A piece that is repeated before the next one starts a place of its own.
            if at is None or any(last.end <= s.start and s.end <= there[at].start for s in here):
                break
            other.append(at)
        if len(other) == len(hits) and not any(a == b for a, b in zip(other, way, strict=True)):
            found.append(tuple(other))
    return found


def _chosen(way: tuple[int, ...], touched: frozenset[int]) -> tuple[int, ...]:
    return tuple(index for piece, index in enumerate(way) if piece in touched)


def changed(old: bytes, new: bytes | None) -> frozenset[int]:
    """The numbers of the pieces that a change to `new` touches, empty ones left out; all where nothing is known."""
    pair = (paired(old, new) if new is not None else None) or (split(old), split(b""))
    both = zip_longest(pair[0].pieces, pair[1].pieces)
    filled = [before != after for before, after in both if before]
    return frozenset(number for number, differs in enumerate(filled) if differs)


def certain_reading(
    data: bytes, text: Elided, hits: list[list[Span]], touched: frozenset[int]
) -> list[tuple[int, ...]]:
    """Return the one reading of a text whose `touched` pieces are found once, with the nearest hit of each other piece.

    Nothing in a gap may be like a touched piece, nor may a gap hold what it belongs to where the caller shows
    something else above it: who shows `def f():` means a piece of `f`. A piece that says little must be in the
    same block as its neighbours.
    """
    way = _nearest_way(hits, touched)
    if way is None:
        return []
    spans = [each[index] for each, index in zip(hits, way, strict=True)]
    gaps = [Span(a.end, b.start) for a, b in pairwise(spans)]
    rows = _Rows.of(data, b"")
    pieces = [piece for piece in text.pieces if piece]
    sure = all(
        (_is_telling(pieces[index]) or all(_keeps_block(rows, gap) for gap in gaps))
        and not any(_has_like(data, gap, pieces[index]) for gap in gaps)
        and not _omits_header(rows, spans[: index + 1])
        for index in touched
    )
    return [way] if sure else []


def _nearest_way(hits: list[list[Span]], touched: frozenset[int]) -> tuple[int, ...] | None:
    """The only hit of each touched piece, and of each other piece the hit nearest to these; None if there is none."""
    if not touched or any(len(hits[piece]) != 1 for piece in touched):
        return None
    way = dict.fromkeys(touched, 0)
    first = min(touched)
    for piece in [*range(first - 1, -1, -1), *range(first + 1, len(hits))]:
        above = piece < first
        beside = hits[piece + (1 if above else -1)][way[piece + (1 if above else -1)]]
        own = [
            index
            for index, span in enumerate(hits[piece])
            if (span.end <= beside.start if above else span.start >= beside.end)
        ]
        if not own:
            return None
        way[piece] = own[-1 if above else 0]
    return tuple(way[piece] for piece in range(len(hits)))


def _keeps_block(rows: _Rows, gap: Span) -> bool:
    """Return True if no line of a gap is shallower than both of its neighbours."""
    first, last = rows.at(max(0, gap.start - 1)), rows.at(gap.end)
    inside = [depth for depth in rows.depths[first + 1 : last] if depth >= 0]
    return min(inside, default=0) >= min(rows.depths[first], rows.depths[last]) or not inside


def _omits_header(rows: _Rows, spans: list[Span]) -> bool:
    """Return True if the text omits the header of its last piece but shows another line above that is shallower."""
    first = rows.at(spans[-1].start)
    shallower = [n for n in range(first) if 0 <= rows.depths[n] < rows.depths[first]]
    shown = [n for n in shallower if any(rows.at(s.start) <= n <= rows.at(s.end) for s in spans)]
    return bool(shown) and shown[-1] != shallower[-1]


def _is_telling(piece: bytes) -> bool:
    """Return True if a piece is long enough to be searched for alone."""
    words = TELLING.findall(piece)
    return len(_filled(piece)) >= _FEWEST_LINES and len(words) >= _FEWEST_WORDS


def _has_like(data: bytes, gap: Span, piece: bytes) -> bool:
    """Return True if lines of a gap are so similar to a piece that they may be meant."""
    found = closest_region.closest(data, piece, scope=(gap,)) if gap.of(data).strip() else None
    return found is not None and found.similarity >= _LIKE_PERCENT


@dataclass(frozen=True, slots=True)
class _Rows:
    """The lines of a file: where they start, how deep they are (-1 for blank ones), their text."""

    starts: tuple[int, ...]
    depths: tuple[int, ...]
    lines: tuple[bytes, ...]

    @classmethod
    def of(cls, data: bytes, directive: bytes) -> _Rows:
        lines = tuple(contents(data))
        depths = tuple(
            -1
            if is_blank(line) or (directive and line.startswith(directive))
            else indent_width(line)
            for line in lines
        )
        return cls(tuple(line_starts(data)), depths, lines)

    def at(self, offset: int) -> int:
        return bisect_right(self.starts, offset) - 1


@dataclass(frozen=True, slots=True)
class _Omitted:
    """A mark for omitted lines, and the text's lines above and below it."""

    mark: bytes
    above: bytes
    below: bytes


def _followers(
    rows: _Rows, omitted: _Omitted, here: list[Span], there: list[Span]
) -> dict[int, list[int]]:
    """For each hit of a piece, the indices of the next piece's hits that its omitted lines may reach."""
    stays_deep = indent_width(omitted.above) <= indent_width(omitted.below)
    found: dict[int, list[int]] = {}
    steps = 0
    for i, hit in enumerate(here):
        end = rows.at(max(hit.start, hit.end - 1))
        low, at = inf, end + 1
        for j, after in enumerate(there):
            begin = rows.at(after.start)
            if begin <= end:
                continue
            run = rows.depths[at:begin]
            steps += len(run) + 1
            low = min([low, *(depth for depth in run if depth >= 0)])
            at = begin
            if low < rows.depths[end] and stays_deep:
                break
            if _is_in_block(rows, omitted, range(end, begin), low):
                found.setdefault(i, []).append(j)
            if steps > _MOST_STEPS:
                return {}
    return found


def _filled(piece: bytes) -> list[bytes]:
    return [line for line in contents(piece) if not is_blank(line)]


def _is_in_block(rows: _Rows, omitted: _Omitted, run: range, low: float) -> bool:
    """Return True if omitted lines, `low` their least depth, are in the block of their neighbours.

    The run begins with the line above them and stops at the one below.
    """
    own = indent_width(omitted.above), indent_width(omitted.below)
    file = rows.depths[run.start], rows.depths[run.stop]
    if own[0] == 0 and own[1] == file[1]:
        own = file  # the text may begin behind its first line's indentation
    if (own[0] > own[1]) - (own[0] < own[1]) != (file[0] > file[1]) - (file[0] < file[1]):
        return False
    deeper = indent_width(omitted.mark) > min(own)
    if low < min(file) + deeper:
        return False
    between = rows.lines[run.start + 1 : run.stop]
    return not is_bare(omitted.mark) or not any(
        line.strip().startswith((b"...", "…".encode())) for line in between
    )
