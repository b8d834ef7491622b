"""A change to text that the caller misremembers, rewritten in the file's own words.

At the tier `fuzzy` the file's lines are not the caller's. `bridge` rewrites `old` and `new` as the
caller would have written them with the file in sight; from there on the change is merged like any
other. What the caller leaves alone gets the file's words; what it changes must be what it knew.

Walked through: `old` is ``a()``, ``x = averge(y)``, ``b()``; the file has ``x = average(y)``; `new`
has ``x = averge(y, 1)``. The words of the changed line are aligned: ``averge`` is one that the caller
keeps, so it becomes the file's ``average`` in both texts. Had the caller changed ``averge`` itself,
nobody could know what it wants there: a conflict.

A line that only the file has stays where it is, if the caller leaves the lines around it alone. One
that only `old` has is in neither text: it is not there, and keeping it adds nothing.

Not here: whether a place may be taken for the caller's (`search.alignment.misspelt_text`).
"""

from __future__ import annotations

from collections.abc import Sequence

from structedit.search.alignment.candidates import Needle, read_needle
from structedit.search.alignment.change_edges import edges_of
from structedit.search.alignment.escapes import varied
from structedit.search.alignment.folding import BLANKS, is_blank, key_of, leading, trailing
from structedit.search.alignment.occurrences import Conflict, Occurrence
from structedit.search.alignment.spelling import is_slip
from structedit.text.diff import Opcode, equal_pairs, opcodes
from structedit.text.document import Span
from structedit.text.lazily import regex
from structedit.text.lines import line_spans
from structedit.text.values import dataclass, replace
from structedit.text.words import TELLING, TOKEN, paired_tokens

_WORD_OR_END = regex(TOKEN.pattern + rb"|\n")
_NEWLINE = b"\n"


@dataclass(frozen=True, slots=True)
class Bridged:
    """`old` and `new` in the file's words, where that `old` stands, and lines only the file has."""

    old: bytes
    new: bytes
    occurrence: Occurrence
    added: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Misremembered:
    """A line that `old` and the file have in different words; None for a side that has no such line."""

    old: bytes | None
    own: Span | None


@dataclass(frozen=True, slots=True)
class _Text:
    """A text's non-blank lines without indentation, and the number of each among all lines."""

    needle: Needle
    numbers: tuple[int, ...]
    lines: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class _Sides:
    """Base, theirs, and ours as far as it is paired.

    `ours[i]` is what the file has for base line i, None where it has nothing. Lines that differ are
    `odd`, the caller's misspelt words in them `slips`: nothing that is written may have them.
    `added[i]` are the lines that only the file has after base line i.
    """

    base: _Text
    theirs: _Text
    ours: tuple[bytes | None, ...]
    odd: frozenset[int]
    slips: frozenset[bytes]
    added: dict[int, tuple[Span, ...]]
    data: bytes
    window: Span


def bridge(data: bytes, occurrence: Occurrence, old: bytes, new: bytes) -> Bridged | Conflict:
    """Both texts with the file's words for those that the caller misremembers, or a conflict."""
    sides = _sides(data, occurrence, old, new)
    steps = opcodes(sides.base.lines, sides.theirs.lines)
    own: dict[int, bytes | None] = {}
    for step in steps:
        told = _in_own_words(sides, step)
        if told is None or not _leaves_gaps(sides, step) or _adds_own(sides, step):
            return _conflict(sides, step)
        own |= dict(zip(range(step[3], step[4]), told, strict=True))
    place = dict(equal_pairs(steps))
    if not all(_is_apart(place, sides, i) for i in sides.added):
        return _conflict(sides, next(step for step in steps if step[2] > min(sides.added)))
    for edge in edges_of(data, occurrence.span, steps, sides.theirs.lines):
        if edge.stands:
            own |= dict.fromkeys(range(edge.step[3], edge.step[4]))
        elif edge.overlaps:
            return _conflict(sides, edge.step)
    # The lines of `old` are counted without those that the file lacks.
    gone = [n for n, mine in zip(sides.base.numbers, sides.ours, strict=True) if mine is None]
    pairs = tuple((n - sum(m < n for m in gone), span) for n, span in occurrence.pairs)
    return Bridged(
        _respelt(sides.base, sides.ours),
        _respelt(sides.theirs, [own[j] for j in range(len(sides.theirs.lines))]),
        replace(occurrence, pairs=pairs),
        tuple(span for spans in sides.added.values() for span in spans),
    )


def misremembered(data: bytes, occurrence: Occurrence, old: bytes) -> tuple[Misremembered, ...]:
    """The lines of `old` that an occurrence has in other words, in the file's order."""
    texts = varied(occurrence.variant, old, old)
    sides = _sides(data, occurrence, *(texts or (old, old)))
    spans = dict(occurrence.pairs)
    found: list[Misremembered] = []
    for i, line in enumerate(sides.base.lines):
        if i in sides.odd:
            found.append(Misremembered(line, spans.get(sides.base.numbers[i])))
        found += [Misremembered(None, span) for span in sides.added.get(i, ())]
    return tuple(found)


# Both sides


def _sides(data: bytes, occurrence: Occurrence, old: bytes, new: bytes) -> _Sides:
    base, theirs = _text(old), _text(new)
    spans = dict(occurrence.pairs)
    ours = tuple(
        spans[number].of(data).strip(BLANKS) if number in spans else None for number in base.numbers
    )
    odd = frozenset(
        i for i, own in enumerate(ours) if own is None or key_of(own) != key_of(base.lines[i])
    )
    slips = _slips([(base.lines[i], ours[i] or b"") for i in odd])
    added = _added(data, occurrence, base)
    return _Sides(base, theirs, ours, odd, slips, added, data, occurrence.span)


def _text(text: bytes) -> _Text:
    needle = read_needle(text)
    numbers = tuple(n for n, line in enumerate(needle.lines) if not is_blank(line))
    return _Text(needle, numbers, tuple(needle.lines[n].strip(BLANKS) for n in numbers))


def _added(data: bytes, occurrence: Occurrence, base: _Text) -> dict[int, tuple[Span, ...]]:
    paired = {span.start: number for number, span in occurrence.pairs}
    found: dict[int, tuple[Span, ...]] = {}
    last = 0
    for line in line_spans(data, occurrence.span):
        if line.start in paired:
            last = base.numbers.index(paired[line.start])
        elif line.of(data).strip():
            found[last] = (*found.get(last, ()), line)
    return found


# The caller's change in the file's words


def _in_own_words(sides: _Sides, step: Opcode) -> Sequence[bytes | None] | None:
    """The new lines of a step in the file's words; None where these cannot be known."""
    tag, i1, i2, j1, j2 = step
    if tag == "equal":
        return sides.ours[i1:i2]
    new = sides.theirs.lines[j1:j2]
    if tag == "insert" and _has_added(sides, i1, new):
        return [None] * len(new)
    gone = [i for i in range(i1, i2) if sides.ours[i] is None]
    if gone and (len(new) or i2 - i1 > 1):
        return None
    told = _with_own_words(sides, range(i1, i2), new) if not gone else new
    if told is None or any(sides.slips & set(TOKEN.findall(line)) for line in told):
        return None
    return told


def _has_added(sides: _Sides, i: int, new: Sequence[bytes]) -> bool:
    """Whether what the caller adds at a place is what the file has there already."""
    own = [span.of(sides.data) for span in sides.added.get(i - 1, ())]
    return bool(own) and [key_of(line) for line in own] == [key_of(line) for line in new]


def _adds_own(sides: _Sides, step: Opcode) -> bool:
    """Whether the caller adds a line that the file has where the caller remembers another one."""
    tag, _, _, j1, j2 = step
    own = {key_of(sides.ours[i] or b"") for i in sides.odd}
    return tag == "insert" and any(
        key_of(line) in own and TELLING.search(line) is not None
        for line in sides.theirs.lines[j1:j2]
    )


def _slips(lines: list[tuple[bytes, bytes]]) -> frozenset[bytes]:
    return frozenset(
        word
        for line, own in lines
        for word, right in paired_tokens(line, own) or ()
        if word != right and is_slip(word, right)
    )


def _with_own_words(sides: _Sides, lines: range, new: Sequence[bytes]) -> Sequence[bytes] | None:
    """New lines in which words that the caller keeps are the file's; None where that is not certain."""
    if not any(i in sides.odd for i in lines):
        return new
    words: list[bytes] = []
    own: dict[int, bytes] = {}
    for i in lines:
        swaps = paired_tokens(sides.base.lines[i], sides.ours[i] or b"")
        if swaps is None or any(a != b and not is_slip(a, b) for a, b in swaps):
            return None
        own |= {len(words) + at: right for at, (word, right) in enumerate(swaps) if word != right}
        words += [*(word for word, _ in swaps), _NEWLINE]
    text = _NEWLINE.join((*new, b""))
    spans = [Span(*match.span()) for match in _WORD_OR_END.finditer(text)]
    stays = dict(equal_pairs(opcodes(words, [span.of(text) for span in spans])))
    if not own.keys() <= stays.keys():
        return None
    parts, at = [], 0
    for word, right in sorted((stays[i], right) for i, right in own.items()):
        parts += [text[at : spans[word].start], right]
        at = spans[word].end
    return b"".join((*parts, text[at:])).split(_NEWLINE)[:-1]


# Lines that only the file has


def _leaves_gaps(sides: _Sides, step: Opcode) -> bool:
    """Whether a step leaves the places alone where only the file has a line."""
    tag, i1, i2, j1, j2 = step
    if tag == "equal" or (tag == "insert" and _has_added(sides, i1, sides.theirs.lines[j1:j2])):
        return True
    return not any(i1 <= i + 1 and i < i2 for i in sides.added)


def _is_apart(place: dict[int, int], sides: _Sides, i: int) -> bool:
    """Whether the caller leaves blank lines behind a line alone, or has what only the file has there.

    The lines before and after it stay: `place` is where each line that stays is in the new text.
    """
    here, there = place[i], place[i + 1]
    was, now = sides.base.numbers, sides.theirs.numbers
    return there > here + 1 or was[i + 1] - was[i] == now[there] - now[here]


# The result


def _respelt(text: _Text, lines: Sequence[bytes | None]) -> bytes:
    """A text with other lines in the place of its own; those that are None are left out."""
    own = dict(zip(text.numbers, lines, strict=True))
    every = text.needle.lines
    kept = [number for number in text.numbers if own[number] is not None]
    tail = len(every) if kept[-1:] == list(text.numbers[-1:]) else kept[-1] + 1 if kept else 0
    found: list[bytes] = []
    for number, line in enumerate(every[:tail]):
        right = own.get(number, line)
        if right is not None:
            same = key_of(right) == key_of(line)
            found.append(line if same else leading(line) + right + trailing(line))
    start = _NEWLINE * text.needle.starts_line
    return start + _NEWLINE.join(found) + _NEWLINE * text.needle.ends_line


def _conflict(sides: _Sides, step: Opcode) -> Conflict:
    """A conflict that shows both sides of a step, with the lines next to it where it only adds."""
    _, i1, i2, j1, j2 = step
    spans = range(max(0, min(i1, i2 - 1)), max(i2, i1 + 1))
    ours: list[bytes] = []
    for i in spans:
        if i < len(sides.ours):
            ours += filter(
                None, (sides.ours[i], *(s.of(sides.data).strip() for s in sides.added.get(i, ())))
            )
    theirs = sides.theirs.lines[j1:j2]
    return Conflict(
        "the edit changes what the file has otherwise", _NEWLINE.join(ours), _NEWLINE.join(theirs)
    )
