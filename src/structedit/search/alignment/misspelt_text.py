"""The tier `fuzzy`: find a text in spite of misspellings and reworded comments.

The region most like the text is a hit where all that differs can only be a mistake of the caller: a misspelt word
(`search.alignment.spelling`) that the file does not have, a comment on the same subject in other words, one line
too many or too few. Enough must be equal, and no other region may be as like the text.

Walked through: the needle has ``open(path)``, ``total = averge(rows)``, ``close()``. The region most like it
has ``total = average(rows)`` in the middle: the file has no ``averge``, which has the letters of
``average`` but one, so this is a hit. Were it ``totals = …``, the region would be a twin.

Not here: the alignment itself (`search.alignment.line_alignment`), what is written
(`search.alignment.merge`), and whether the result may be (`plan` and the gate).
"""

from __future__ import annotations

import re

from structedit.calls.tiers import DifferenceKind
from structedit.search.alignment import closest_region
from structedit.search.alignment.candidates import read_needle, with_blank_lines
from structedit.search.alignment.escapes import variants_of
from structedit.search.alignment.folding import fold, is_blank, key_of
from structedit.search.alignment.line_alignment import Alignment, aligned
from structedit.search.alignment.occurrences import Occurrence, Remark, Run
from structedit.search.alignment.spelling import FEWEST_LETTERS, is_recased, misspelt
from structedit.text.document import Span
from structedit.text.lazily import regex
from structedit.text.values import dataclass
from structedit.text.words import TOKEN, paired_tokens, stands_as_word
from structedit.tree.source import Source


@dataclass(frozen=True, slots=True)
class Nearness:
    """What a hit may differ in.

    lines: fewest lines of a needle in which a comment or a line differs, blank ones not counted.
    share: one slip, or one line more or less, in so many lines; one in fewer.
    gap_lines: fewest equal lines next to a line that is missing or added.
    words: fewest words of equal lines, three letters and more.
    remarks: comments in other words, one in so many lines and one more.
    letters: fewest letters of a part of a name in which a slip differs from another name.

    Fitted on drifted edits of real commits, 2026: see `NEARNESS`.
    """

    lines: int = 3
    share: int = 10
    gap_lines: int = 3
    words: int = 4
    remarks: int = 4
    letters: int = FEWEST_LETTERS


NEARNESS = Nearness()
"""Fitted on drifted edits of real commits, 2026: each value was moved until an edit landed wrongly.

Of 40 edits with a misspelt name 98 % land with four letters, 80 % with six. With these values none of
16 kinds of traps, 40 each, landed wrongly; where the caller's word was a real one of several other
files, one slip away, one of 40 passed.
"""

_LETTERS = regex(rb"[A-Za-z_\x80-\xff]{3}")
"""What a word of equal lines needs to be counted. Unlike `words.TELLING` it has no digits: twins are
lines with other numbers."""


def hits(source: Source, needle: bytes, rule: Nearness | None = None) -> tuple[Occurrence, ...]:
    """Return the place of a needle, apart from slips and the numbers of a listing, or two equally similar places."""
    rule = rule or NEARNESS
    listed = (row for row in variants_of(needle) if row[0].startswith("gutter"))
    for name, text in [("", needle), *listed]:
        best = closest_region.closest(source.data, text)
        near = [
            alignment
            for window in (best, best.runner_up if best is not None else None)
            if window is not None and (alignment := aligned(source, text, window)) is not None
            if _is_near(alignment, rule)
        ]
        if len(near) > 1 or (near and near[0].window is best and not near[0].is_rivalled):
            places = [_occurrence(alignment, name) for alignment in near]
            return tuple(sorted(places, key=lambda hit: hit.span))
    return ()


def _is_near(alignment: Alignment, rule: Nearness) -> bool:
    """Return True if everything that differs is a slip, and enough is equal."""
    runs, data, gap = alignment.runs, alignment.source.data, alignment.gap
    size = sum(len(run.old) > 0 for run in runs)
    parts = {_slip(data, *swap, rule) for swap in alignment.slips.items()}
    told = [run.remark for run in runs if run.remark]
    if alignment.is_equal or None in parts:
        return False
    if any(names_definition(alignment, run) for run in runs):
        return False
    if any(run.kind is DifferenceKind.SLIPS and not run.slips for run in runs):
        return False  # a ruler of another length
    if any(remark > Remark.SAME_SUBJECT for remark in told) or len(told) > 1 + size // rule.remarks:
        return False
    is_framed = runs[0].kind is None and runs[-1].kind is None
    if (told or gap) and (size < rule.lines or not is_framed):
        return False
    if len(parts) + len(gap) > max(1, size // rule.share) or not _may_have_gap(alignment, rule):
        return False
    return _words(alignment) >= rule.words


def _slip(data: bytes, word: bytes, right: bytes, rule: Nearness) -> bytes | None:
    """Return the misspelt part of a word, or the whole word if only its letter case differs.

    None if the file has it as a word, so that it may be another one.
    """
    if is_recased(word, right):
        return None if stands_as_word(data, word) else word
    part = misspelt(word, right, rule.letters)
    return None if part is None or _has_part(data, part) else part


def _has_part(data: bytes, part: bytes) -> bool:
    """Return True if the file has a part of a name in some name, in any letter case."""
    pattern = re.compile(re.escape(part), re.IGNORECASE)
    return any(_is_part(data, *match.span()) for match in pattern.finditer(data))


def _is_part(data: bytes, start: int, end: int) -> bool:
    """Return True if a place is a whole part of a name: the part does not continue on either side."""
    before, first = data[start - 1 : start], data[start : start + 1]
    after, beyond = data[end : end + 1], data[end + 1 : end + 2]
    if data[start:end].isupper():
        return not (
            before.isupper() or after.islower() or (after.isupper() and not beyond.islower())
        )
    return not (before.isalpha() and first.islower()) and not after.islower()


_DEFINER = (
    rb"(?i)\b(?:def|fun|func|function|fn|sub|proc|procedure|class|struct|enum|interface|trait"
    rb"|impl|type|module|namespace|record|macro|task|void|int)\b[^=]*"
)


def names_definition(alignment: Alignment, run: Run) -> bool:
    """Return True if a misspelt word is in the name of a definition's header, which the text has nowhere else."""
    if not run.slips:
        return False
    tree, data, line = alignment.source.tree, alignment.source.data, run.file
    words = TOKEN.findall(fold(alignment.line_of(run)))
    if tree is not None:
        names = [b.name for b in tree.definitions(line) if b.name and b.name.overlaps(line)]
        places = [
            (len(TOKEN.findall(data[line.start : name.start])), TOKEN.findall(name.of(data)))
            for name in names
        ]
        return any(words[at:][: len(name)] != name for at, name in places)
    return any(
        re.search(_DEFINER + re.escape(word), line.of(data))
        or re.match(rb"\s*" + re.escape(word) + rb"\s*[:=({]", line.of(data))
        for word in {right for _, right in run.slips} - set(words)
    )


def _may_have_gap(alignment: Alignment, rule: Nearness) -> bool:
    """Return True if no line is missing or added, or one that opens no definition, and enough are equal."""
    runs, gap, data = alignment.runs, alignment.gap, alignment.source.data
    if not gap:
        return True
    if len(gap) > 1 or sum(run.kind is None for run in runs) < rule.gap_lines:
        return False
    line = alignment.line_of(gap[0])
    # If the missing line is next to a line that differs, and equals it, the lines are paired wrongly.
    odd = [run for run in runs if run.kind is not None and run is not gap[0]]
    beside = [key_of(side) for run in odd for side in (alignment.line_of(run), run.file.of(data))]
    crossed = key_of(line) in beside and _LETTERS.search(line) is not None
    return not crossed and not _opens_definition(alignment, gap[0])


def _opens_definition(alignment: Alignment, run: Run) -> bool:
    """Return True if the line that one side lacks opens a definition."""
    source, line = alignment.source, alignment.line_of(run)
    if source.tree is None:
        return re.search(_DEFINER, line) is not None
    if not len(run.file):
        found = source.parse_fragment(line)
        return found is not None and any(block.body is not None for block in found.definitions())
    return any(
        block.name is not None
        and run.file.overlaps(block.name)
        and not run.file.contains(block.core)
        for block in source.tree.definitions(run.file)
    )


def _words(alignment: Alignment) -> int:
    """Number of words that are the same in lines that are equal, or equal but for misspelt words."""
    equal = 0
    for run in alignment.runs:
        if run.is_on_both_sides:
            own = run.file.of(alignment.source.data)
            pairs = paired_tokens(fold(alignment.line_of(run)), fold(own)) or ()
            equal += sum(a == b and _LETTERS.search(a) is not None for a, b in pairs)
    return equal


def _occurrence(alignment: Alignment, variant: str) -> Occurrence:
    data, runs, read = alignment.source.data, alignment.runs, read_needle(alignment.text)
    filled = [number for number, line in enumerate(read.lines) if not is_blank(line)]
    blank = filled[0] + read.starts_line, len(read.lines) - 1 - filled[-1]
    hull = Span(runs[0].file.start, runs[-1].file.end)
    lines = alignment.source.document.line_range(hull)
    whole = with_blank_lines(data, hull, (lines.first - 1, lines.last - 1), blank)
    return Occurrence(whole, "fuzzy", runs, variant)
