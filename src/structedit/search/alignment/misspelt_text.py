"""The tier `fuzzy`: places where a text stands, but for misspellings and reworded comments.

A window of whole lines is a hit when its first and last lines are the needle's, and what differs
between them can only be a mistake of the caller: a misspelt word (`search.alignment.spelling`) that stands
nowhere in the file, other words in a comment, one line too many or too few. Where there is no such window,
the region most like the needle is one if nothing but misspelt words differs, on whatever line, and no other
region differs in as few. Any other difference shows another place: a twin, which is never a hit.

Walked through: the needle has ``open(path)``, ``total = averge(rows)``, ``close()``. Each place of
``open(path)`` that has ``close()`` two lines on is a window, and with a line more or less, one or
three lines on. In one the line between is ``total = average(rows)``: ``averge`` stands nowhere in
the file and has the letters of ``average`` but one, so this is a hit. Were it ``totals = …``, the
window would be a twin.

Not here: whether other text is more similar to the needle (`search.alignment.closest_region`), what
is written (`search.alignment.restated`), and whether the result may be (`plan` and the gate).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import ne

from structedit.search.alignment import closest_region, rivals
from structedit.search.alignment.candidates import read_needle, with_blank_lines
from structedit.search.alignment.escapes import variants_of
from structedit.search.alignment.folding import BLANKS, condense_folded, fold, is_blank, key_of
from structedit.search.alignment.occurrences import Occurrence
from structedit.search.alignment.spelling import FEWEST_LETTERS, is_recased, misspelt
from structedit.text.diff import opcodes
from structedit.text.document import Span, line_starts
from structedit.text.edit import Edit, EditSet
from structedit.text.lazily import regex
from structedit.text.lines import indent_width
from structedit.text.values import dataclass, replace
from structedit.text.words import TOKEN, paired_tokens, stands_as_word
from structedit.tree.source import Source
from structedit.tree.without_grammar import masking


@dataclass(frozen=True, slots=True)
class Nearness:
    """What a hit may differ in.

    lines: fewest lines of a needle, blank ones not counted.
    share: one slip, or one line more or less, in so many lines; one in fewer.
    gap_lines: fewest equal lines beside a line that is missing or added.
    words: fewest words of equal lines, three letters and more.
    remarks: comments in other words, one in so many lines and one more.
    margin: share of the score by which the best region beside the hit must be less like.
    letters: fewest letters of a part of a name in which a slip differs from another name.

    `benchmarks/fit_fuzzy.py` moves each away from its value: see `NEARNESS`.
    """

    lines: int = 3
    share: int = 10
    gap_lines: int = 3
    words: int = 4
    remarks: int = 4
    margin: float = 0.1
    letters: int = FEWEST_LETTERS


NEARNESS = Nearness()
"""Chosen so that nothing lands wrongly: `benchmarks/fit_fuzzy.py` moves each constant in turn.

Of 40 edits with a misspelt name 98 % land with four letters, 80 % with six. With these values none of
16 kinds of traps, 40 each, landed wrongly; where the caller's word was a real one of several other
files, one slip away, one of 40 passed.
"""

_MOST_WINDOWS = 2_000
"""Where so many places begin and end as the needle does, its edges say nothing; by judgement."""

_MOST_JUDGED = 64
"""Windows that are judged; where there are more, none is a hit.

Chosen by judgement, for the time.
"""

_WEAK = frozenset(
    b"a all also an and any are as be because been being can could each every has have if is it its"
    b" just must of only or shall should since so such that the then there these this those was we"
    b" were when which will would you your".split()
)
"""Words that say nothing of what a sentence is about."""

_DIGITS = regex(rb"[0-9]+")
_LETTERS = regex(rb"[A-Za-z_\x80-\xff]{3}")
"""What a word of equal lines needs to be counted. Unlike `words.TELLING` it has no digits: twins are
lines with other numbers."""


@dataclass(frozen=True, slots=True)
class _Needle:
    """The needle's text, and its lines that are not blank.

    `numbers` are their places among all lines as the ladder counts them, `starts` their offsets in
    the text, `keys` what is compared: the lines without blanks and look-alikes. `blank` are the
    counts of blank lines before and behind all of them.
    """

    text: bytes
    lines: tuple[bytes, ...]
    numbers: tuple[int, ...]
    starts: tuple[int, ...]
    keys: tuple[bytes, ...]
    blank: tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Window:
    """A run of the file's lines that may stand for the needle; lines are counted without blank ones.

    `pairs` are (line of the needle, line of the file). A needle's line in no pair is missing in
    the file, a file's line in none is added.
    """

    first: int
    last: int
    pairs: tuple[tuple[int, int], ...]
    odd: tuple[tuple[int, int], ...]


def hits(source: Source, needle: bytes, rule: Nearness | None = None) -> tuple[Occurrence, ...]:
    """The places where the needle stands but for slips; several are all returned, as twins.

    Where there is none, one may be found without the line numbers of a listing.
    """
    rule = rule or NEARNESS
    if found := _hits(source, needle, rule):
        return found
    for name, text in variants_of(needle):
        if name.startswith("gutter") and (found := _hits(source, text, rule)):
            return tuple(replace(hit, variant=name) for hit in found)
    return ()


def _hits(source: Source, needle: bytes, rule: Nearness) -> tuple[Occurrence, ...]:
    data, wanted = source.data, _needle(needle)
    if not wanted.keys:
        return ()
    condensed = condense_folded(data)
    keys = condensed.text.split(b"\n")
    windows: list[_Window] = []
    if len(wanted.keys) >= rule.lines:
        windows = list(islice(_windows(keys, wanted.keys, rule), _MOST_JUDGED + 1))
    if len(windows) > _MOST_JUDGED:
        return ()
    starts = line_starts(data)
    places = tuple(starts[number] for number in condensed.numbers)
    ends = tuple(_end_of(data, starts, number) for number in condensed.numbers)
    judge = _Judge(data, source, wanted, condensed.numbers, places, ends, rule)
    found = [window for window in windows if _is_near(judge, window)]
    if not found:
        return tuple(_occurrence(judge, window) for window in _most_like(judge, keys, needle))
    chosen = _one_each(judge, found)
    if len(chosen) == 1 and not _is_alone(judge, keys, chosen[0]):
        return () if _has_rival(judge, needle, chosen[0]) else (_occurrence(judge, chosen[0]),)
    return tuple(_occurrence(judge, window) for window in chosen)


@dataclass(frozen=True, slots=True)
class _Judge:
    """What windows are judged with: both sides, and the file's lines that are not blank."""

    data: bytes
    source: Source
    wanted: _Needle
    numbers: Sequence[int]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    rule: Nearness

    def line(self, index: int) -> Span:
        """The span of a line of the file, its ending left out."""
        return Span(self.starts[index], self.ends[index])


def _end_of(data: bytes, starts: Sequence[int], number: int) -> int:
    end = starts[number + 1] if number + 1 < len(starts) else len(data)
    return starts[number] + len(data[starts[number] : end].rstrip(b"\r\n"))


def _needle(needle: bytes) -> _Needle:
    read = read_needle(needle)
    filled = [(number, line) for number, line in enumerate(read.lines) if not is_blank(line)]
    text = b"\n".join(read.lines)
    starts = line_starts(text)
    first, last = (filled[0][0], filled[-1][0]) if filled else (0, 0)
    return _Needle(
        text,
        tuple(line for _, line in filled),
        tuple(number for number, _ in filled),
        tuple(starts[number] for number, _ in filled),
        tuple(key_of(line) for _, line in filled),
        (first + read.starts_line, len(read.lines) - 1 - last),
    )


# Windows


def _windows(keys: list[bytes], wanted: tuple[bytes, ...], rule: Nearness) -> Iterator[_Window]:
    """Runs of lines that begin and end as the needle, most of their lines equal."""
    first, last, size = wanted[0], wanted[-1], len(wanted)
    most = 2 + size // rule.share + size // rule.remarks
    begins = [index for index, key in enumerate(keys) if key == first]
    if len(begins) > _MOST_WINDOWS:
        return
    for at in begins:
        for extra in (0, 1, -1):
            end = at + size - 1 + extra
            if at < end < len(keys) and keys[end] == last:
                yield from _pairings(keys, wanted, range(at, end + 1), most)


def _pairings(
    keys: list[bytes], wanted: tuple[bytes, ...], run: range, most: int
) -> Iterator[_Window]:
    """A run's lines paired in order, for each place where one may be missing or added."""
    at, size = run.start, len(wanted)
    extra = len(run) - size
    if extra == 0:
        odd = sum(map(ne, wanted, keys[at : at + size]))
        if 0 < odd <= most:
            yield _window(keys, wanted, [(k, at + k) for k in range(size)])
        return
    heads = _counted(map(ne, wanted, keys[at : at + size]))
    tails = _counted(map(ne, reversed(wanted), reversed(keys[at : at + size + extra])))
    skip = max(0, -extra)
    # `cut` lines stand in front of the place; behind it are the others, but one that is missing
    costs = {cut: heads[cut] + tails[size - skip - cut] for cut in range(1, size - skip)}
    least = min(costs.values(), default=most)
    if least >= most:
        return
    for cut in [cut for cut, cost in costs.items() if cost == least]:
        pairs = [(k, at + k) for k in range(cut)]
        pairs += [(k, at + k + extra) for k in range(cut + skip, size)]
        yield _window(keys, wanted, pairs)


def _counted(odd: Iterable[bool]) -> list[int]:
    """How many of the first k lines differ, for each k.

    >>> _counted([False, True, True])
    [0, 0, 1, 2]
    """
    counts = [0]
    for differs in odd:
        counts.append(counts[-1] + differs)
    return counts


def _window(keys: list[bytes], wanted: tuple[bytes, ...], pairs: list[tuple[int, int]]) -> _Window:
    odd = tuple((k, index) for k, index in pairs if wanted[k] != keys[index])
    return _Window(pairs[0][1], pairs[-1][1], tuple(pairs), odd)


def _one_each(judge: _Judge, windows: list[_Window]) -> list[_Window]:
    """The windows without those that overlap one with fewer differences, indentation compared last."""
    chosen: list[_Window] = []

    def order(window: _Window) -> tuple[int, int]:
        gap = window.last - window.first + 1 != len(window.pairs)
        return len(window.odd) + gap, _out_of_step(judge, window)

    for window in sorted(windows, key=order):
        if not any(w.first <= window.last and window.first <= w.last for w in chosen):
            chosen.append(window)
    return sorted(chosen, key=lambda window: window.first)


def _out_of_step(judge: _Judge, window: _Window) -> int:
    """Number of lines whose indentation differs from the needle's by another step than most.

    Of equal lines, such as one closing `end` below another, this shows which one is missing.
    """
    shifts = Counter(
        indent_width(judge.line(index).of(judge.data)) - indent_width(judge.wanted.lines[k])
        for k, index in window.pairs
    )
    return len(window.pairs) - shifts.most_common(1)[0][1]


# Judging one window


def _is_near(judge: _Judge, window: _Window) -> bool:
    """Whether everything that differs is a slip, and enough is equal."""
    rule, size = judge.rule, len(judge.wanted.keys)
    if _words(judge, window) < rule.words or not _may_have_gap(judge, window):
        return False
    if _is_crossed(judge, window):
        return False
    slips, told = _slips_of(judge, window)
    remarks = _Remarks.of(judge, window) if told else None
    for k, index in told:
        found = _slips_beside(judge, k, index, remarks) if remarks else None
        if found is None:
            return False
        slips |= found
    return (
        len(slips) + len(_gap(judge, window)) <= max(1, size // rule.share)
        and len(told) <= 1 + size // rule.remarks
    )


def _slips_of(judge: _Judge, window: _Window) -> tuple[set[bytes], list[tuple[int, int]]]:
    """The misspelt words, and the pairs of lines in which something else differs."""
    slips: set[bytes] = set()
    others = []
    for k, index in window.odd:
        line = judge.line(index)
        found = _slips(judge, judge.wanted.lines[k], line.of(judge.data), line)
        if found is None:
            others.append((k, index))
        else:
            slips |= found
    return slips, others


def _slips(judge: _Judge, code: bytes, own: bytes, line: Span) -> set[bytes] | None:
    """The misspelt parts of names in a line's code; None if more differs, or one stands in the file."""
    pairs = paired_tokens(fold(code), fold(own))
    if pairs is None:
        return None
    found = set()
    for at, (word, right) in enumerate(pairs):
        if word != right:
            part = _slip(judge, word, right)
            if part is None or _names_definition(judge, line, own, at, right):
                return None
            found.add(part)
    return found


def _slip(judge: _Judge, word: bytes, right: bytes) -> bytes | None:
    """What is misspelt of a word that stands for another one: a part, or the word where case alone differs.

    None where it may be another word, as it stands in the file.
    """
    if is_recased(word, right):
        return None if stands_as_word(judge.data, word) else word
    part = misspelt(word, right, judge.rule.letters)
    return None if part is None or _stands(judge.data, part) else part


@dataclass(frozen=True, slots=True)
class _Remarks:
    """Comments in a window, and in the needle as if it stood there: offsets in file and needle."""

    own: tuple[Span, ...]
    wanted: tuple[Span, ...]

    @classmethod
    def of(cls, judge: _Judge, window: _Window) -> _Remarks | None:
        """Read the needle in the place of the window, as a comment may begin before it.

        After an error the parser may have skipped comments: the text shows where they are then.
        """
        area = Span(judge.starts[window.first], judge.ends[window.last])
        there = Span(area.start, area.start + len(judge.wanted.text))
        edits = EditSet.of([Edit(area, judge.wanted.text)])
        after = judge.source.edited(edits)
        own, found = _comments(judge.source, area), _comments(after, there)
        if judge.source.tree is not None and bool(own) != bool(found):
            own, found = _masked(judge.source, area), _masked(after, there)
        begins = area.start
        shifted = ((max(0, span.start - begins), max(0, span.end - begins)) for span in found)
        return cls(own, tuple(Span(*edges) for edges in shifted))


def _comments(source: Source, area: Span) -> tuple[Span, ...]:
    if source.tree is not None:
        return source.tree.comments(area)
    return _masked(source, area)


def _masked(source: Source, area: Span) -> tuple[Span, ...]:
    tokens = masking.scan(source.data, source.profile).tokens
    spans = (Span(t.start, t.end) for t in tokens if t.kind is masking.Kind.COMMENT)
    return tuple(span for span in spans if span.overlaps(area))


def _slips_beside(judge: _Judge, k: int, index: int, remarks: _Remarks) -> set[bytes] | None:
    """The misspelt parts of the code beside comments with other words; None if more differs."""
    line = judge.line(index)
    code, remark = _parted(judge.wanted.lines[k], judge.wanted.starts[k], remarks.wanted)
    own, own_remark = _parted(line.of(judge.data), line.start, remarks.own)
    if bool(_tokens(code)) != bool(_tokens(own)) or not _same_subject(remark, own_remark):
        return None
    return _slips(judge, code, own, line)


def _stands(data: bytes, part: bytes) -> bool:
    """Whether a part of a name stands in the file as one, whatever its case."""
    pattern = re.compile(re.escape(part), re.IGNORECASE)
    return any(_is_part(data, *match.span()) for match in pattern.finditer(data))


def _is_part(data: bytes, start: int, end: int) -> bool:
    """Whether a place is a part of a name: no letters of the same part go on beside it."""
    before, first = data[start - 1 : start], data[start : start + 1]
    after, beyond = data[end : end + 1], data[end + 1 : end + 2]
    if data[start:end].isupper():
        return not (
            before.isupper() or after.islower() or (after.isupper() and not beyond.islower())
        )
    return not (before.isalpha() and first.islower()) and not after.islower()


def _tokens(code: bytes) -> list[bytes]:
    return TOKEN.findall(fold(code))


def _parted(line: bytes, start: int, comments: tuple[Span, ...]) -> tuple[bytes, bytes]:
    """A line as its code and the words of its comments."""
    code, remark, at = [], [], 0
    for span in comments:
        low, high = max(0, span.start - start), min(len(line), span.end - start)
        if low < high and low >= at:
            code.append(line[at:low])
            remark.append(line[low:high])
            at = high
    return b"".join((*code, line[at:])), b" ".join(remark)


def _same_subject(remark: bytes, own: bytes) -> bool:
    """Whether a comment is the same in other words, rather than one about something else.

    Other numbers are something else, and so is a word for a word in the same sentence: `first` for
    `second` is how the comments of twins differ. One that is missing is about nothing else.
    """
    words, others = _tokens(remark.lower()), _tokens(own.lower())
    if not words or not others:
        return True
    swapped = [
        pair
        for _, i1, i2, j1, j2 in opcodes(words, others)
        for pair in _swapped(words[i1:i2], others[j1:j2])
    ]
    retold = any(len(pair) == 0 for pair in swapped) or all(
        _WEAK.issuperset(pair) for pair in swapped
    )
    return retold and _DIGITS.findall(remark) == _DIGITS.findall(own)


def _swapped(words: Sequence[bytes], others: Sequence[bytes]) -> Iterator[tuple[bytes, ...]]:
    """Pairs of words that replace each other; one empty pair for runs of unequal length."""
    if len(words) != len(others):
        yield ()
        return
    yield from (pair for pair in zip(words, others, strict=True) if pair[0] != pair[1])


def _names_definition(judge: _Judge, line: Span, code: bytes, at: int, word: bytes) -> bool:
    """Whether a word, token `at` of a line's code, is in the name of a definition's header.

    Beside a comment, where the code is not the line, any such word may be the name's.
    """
    if judge.source.tree is None:
        return _may_define(line.of(judge.data), word)
    data, whole = judge.data, code == line.of(judge.data)
    for block in judge.source.tree.definitions(line):
        if block.name is not None and block.name.overlaps(line):
            words = TOKEN.findall(block.name.of(data))
            first = len(_tokens(data[line.start : block.name.start]))
            if word in words and (not whole or first <= at < first + len(words)):
                return True
    return False


_DEFINER = (
    rb"(?i)\b(?:def|fun|func|function|fn|sub|proc|procedure|class|struct|enum|interface|trait"
    rb"|impl|type|module|namespace|record|macro|task|void|int)\b[^=]*"
)


def _may_define(line: bytes, word: bytes) -> bool:
    """Whether a line may define a word, judged without a tree."""
    return re.search(_DEFINER + re.escape(word), line) is not None or (
        re.match(rb"\s*" + re.escape(word) + rb"\s*[:=({]", line) is not None
    )


def _gap(judge: _Judge, window: _Window) -> list[int]:
    """The lines that only one side has: the needle's, or else the file's."""
    missing = set(range(len(judge.wanted.keys))) - {k for k, _ in window.pairs}
    added = set(range(window.first, window.last + 1)) - {index for _, index in window.pairs}
    return sorted(missing or added)


def _may_have_gap(judge: _Judge, window: _Window) -> bool:
    """Whether no line is missing or added, or it opens no definition and enough are equal."""
    if not _gap(judge, window):
        return True
    if len(window.pairs) - len(window.odd) < judge.rule.gap_lines:
        return False
    odd = _gap(judge, window)[0]
    if len(window.pairs) < len(judge.wanted.keys):
        line = judge.wanted.lines[odd]
        return not _opens_definition_in_text(judge, line)
    return not _opens_definition(judge, judge.line(odd))


def _is_crossed(judge: _Judge, window: _Window) -> bool:
    """Whether a line that one side has otherwise, or lacks, is what the other has beside it: the pairs are wrong."""
    same = set(window.pairs) - set(window.odd)
    held, stands = ({pair[side] for pair in same} for side in (0, 1))
    lines = {key for k, key in enumerate(judge.wanted.keys) if k not in held}
    rows = (n for n in range(window.first, window.last + 1) if n not in stands)
    own = {key_of(judge.line(n).of(judge.data)) for n in rows}
    return any(map(_LETTERS.search, lines & own))


def _opens_definition(judge: _Judge, line: Span) -> bool:
    tree = judge.source.tree
    if tree is None:
        return re.search(_DEFINER, line.of(judge.data)) is not None
    return any(
        block.name is not None and line.overlaps(block.name) and not line.contains(block.core)
        for block in tree.definitions(line)
    )


def _opens_definition_in_text(judge: _Judge, line: bytes) -> bool:
    if judge.source.tree is None:
        return re.search(_DEFINER, line) is not None
    found = judge.source.parse_fragment(line)
    return found is not None and any(b.body is not None for b in found.definitions())


def _words(judge: _Judge, window: _Window) -> int:
    """Number of words that are the same in lines that are equal, or equal but for misspelt words."""
    equal = 0
    for k, index in window.pairs:
        texts = judge.wanted.lines[k], judge.line(index).of(judge.data)
        pairs = paired_tokens(*map(fold, texts)) or ()
        equal += sum(a == b and _LETTERS.search(a) is not None for a, b in pairs)
    return equal


# Rivals


def _most_like(judge: _Judge, keys: list[bytes], needle: bytes) -> Iterator[_Window]:
    """The region most like the needle, if it differs in slips alone and no other is as like it."""
    best = closest_region.closest(judge.data, needle)
    if best is None or len(best.pairs) != len(judge.wanted.keys):
        return
    place = {number: index for index, number in enumerate(judge.numbers)}
    rows = [place.get(number, -1) for _, number in best.pairs]
    if rows != list(range(rows[0], rows[0] + len(rows))):
        return
    window = _window(keys, judge.wanted.keys, list(enumerate(rows)))
    if not (window.odd and _is_near(judge, window) and _has_slips_alone(judge, window)):
        return
    lines = [line.strip(BLANKS) for line in judge.wanted.lines]
    file = [judge.line(index).of(judge.data).strip(BLANKS) for index in range(len(judge.numbers))]
    if not rivals.has_rival(lines, file, window.first):
        yield window


def _has_slips_alone(judge: _Judge, window: _Window) -> bool:
    """Whether the lines that are not equal are so but for misspelt words."""
    return not _slips_of(judge, window)[1]


def _is_alone(judge: _Judge, keys: list[bytes], window: _Window) -> bool:
    """Whether only slips differ, and a line that is equal stands nowhere else in the file.

    Then no other place can be meant: it would lack that line, and have other words for the slips.
    """
    if _gap(judge, window):
        return False
    odd = {index for _, index in window.odd}
    equal = {keys[index] for _, index in window.pairs if index not in odd}
    once = {
        key for key, count in Counter(key for key in keys if key in equal).items() if count == 1
    }
    return _has_slips_alone(judge, window) and any(map(_LETTERS.search, once))


def _has_rival(judge: _Judge, needle: bytes, window: _Window) -> bool:
    """Whether a region beside the hit is nearly as similar to the needle."""
    area = Span(judge.starts[window.first], judge.ends[window.last])
    best = closest_region.closest(judge.data, needle)
    if best is None or not best.span.overlaps(area):
        return True
    beside = best.runner_up
    return beside is not None and beside.score > (1 - judge.rule.margin) * best.score


def _occurrence(judge: _Judge, window: _Window) -> Occurrence:
    numbers = judge.wanted.numbers
    pairs = tuple((numbers[k], judge.line(index)) for k, index in window.pairs)
    rows = Span(pairs[0][1].start, pairs[-1][1].end)
    edges = judge.numbers[window.first], judge.numbers[window.last]
    whole = with_blank_lines(judge.data, rows, edges, judge.wanted.blank)
    return Occurrence(whole, "fuzzy", pairs)
