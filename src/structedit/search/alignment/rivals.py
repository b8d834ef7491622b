"""Whether another region of a file is as like a text as the one that is taken for it.

What is compared are the tokens of lines: a region is a rival where it differs from the text in as few of them.

Walked through: the text is ``retrun total(rows)``, and the file has ``return total(rows)`` and, elsewhere,
``return total(cols)``. The first differs in one token, the other in two: no rival. Were it ``assert total(rows)``,
it would be one for a text that lands, but not where a word like the text's counts for less than another word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from structedit.text.diff import opcodes
from structedit.text.words import TOKEN

_RIVALS = 20
"""Lines like the longest one of the text at which another region is sought; chosen by judgement, for the time."""

_LIKE_PERCENT = 60
"""Likeness of such a line from which on it is looked at; chosen by judgement."""

_LIKE_WORD_PERCENT = 75
"""Likeness from which on a word may be another one misspelt: one wrong letter of four; chosen by judgement."""


def has_rival(
    lines: Sequence[bytes],
    file: Sequence[bytes],
    at: int,
    *,
    slip: float,
    compared: Sequence[int],
) -> bool:
    """Whether a text's lines stand elsewhere in the file with as few differences as at line `at`, from 0.

    Both sides are lines that are not blank, without blanks around them; those of the text that are `compared`
    are given by number. `slip` is what a word counts that is like the text's, of 1 for another one.
    """
    own, *others = (
        [file[start + n] for n in compared] for start in (at, *_others(lines, file, at, compared))
    )
    wanted = [lines[n] for n in compared]
    least = _cost(wanted, own, slip)
    return any(_cost(wanted, other, slip) <= least for other in others)


def _others(
    lines: Sequence[bytes], file: Sequence[bytes], at: int, compared: Sequence[int]
) -> Iterator[int]:
    """The starts of other regions that have a line like the longest compared one, where it would stand."""
    from rapidfuzz import fuzz, process

    longest = max(compared, key=lambda index: len(lines[index]))
    found = process.extract(
        lines[longest], file, scorer=fuzz.ratio, score_cutoff=_LIKE_PERCENT, limit=_RIVALS
    )
    for _, _, index in found:
        start = index - longest
        if start != at and 0 <= start <= len(file) - len(lines):
            yield start


def _cost(lines: Sequence[bytes], own: Sequence[bytes], slip: float) -> float:
    """The number of tokens in which two texts differ; words that are like each other count as `slip`."""
    from rapidfuzz import fuzz

    words, others = (
        [token for line in side for token in TOKEN.findall(line)] for side in (lines, own)
    )
    cost = 0.0
    for tag, i1, i2, j1, j2 in opcodes(words, others):
        if tag != "equal":
            pairs = zip(words[i1:i2], others[j1:j2], strict=True) if i2 - i1 == j2 - j1 else ()
            slips = sum(fuzz.ratio(*pair) >= _LIKE_WORD_PERCENT for pair in pairs)
            cost += max(i2 - i1, j2 - j1) - slips * (1 - slip)
    return cost
