"""A call with the file's words for those that the caller misspells, and for comments that it tells otherwise.

Nothing lands by it: it is offered as a retry. One region has all tokens of `old` but for words of which
each is a slip of the pen for the file's (`search.alignment.spelling`), and comments. The wrong words stand
nowhere in the file and unchanged in `new`, as do the lines of the comments, some code is as remembered, and
every other region differs in more tokens.

Walked through: `old` is ``retrun total(rows)``, `new` is ``retrun total(rows, 1)``, and the file has
``return total(rows)``, and elsewhere ``return total(cols)``. The first differs in `retrun`, the other one in
`rows` as well. So the call has ``return total(rows)`` and ``return total(rows, 1)``.

Not here: lines too many or too few (`explain.harmless`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from structedit.calls.requests import StrReplace
from structedit.explain.reworded_lines import code_of, is_slip
from structedit.search.alignment.closest_region import Window
from structedit.search.alignment.folding import BLANKS, contents, is_blank
from structedit.search.alignment.spelling import misspelt
from structedit.text.diff import opcodes
from structedit.text.document import split_lines, to_bytes, to_text
from structedit.text.values import dataclass, replace
from structedit.text.words import TELLING, TOKEN
from structedit.tree.source import Source

_FEWEST_WORDS = 2
"""Telling words of `old`, one of them spelt rightly; chosen by judgement."""

_MOST_SLIPS = 2
"""Words that may be misspelt; chosen by judgement."""

_FEWEST_BESIDE = 4
"""Telling words that must be right beside a comment in other words; chosen by judgement."""

_REMARKS = 4
"""Comments in other words: one, and one more in so many lines; as `misspelt_text.NEARNESS` has it."""

_RIVALS = 20
"""Lines like the longest one of `old` at which another region is sought; chosen by judgement, for the time."""

_LIKE_PERCENT = 60
"""Likeness of such a line from which on it is looked at; chosen by judgement."""


@dataclass(frozen=True, slots=True)
class _Differences:
    """The words of a text that are misspelt, and its lines with another comment, each with the file's own."""

    slips: dict[bytes, bytes]
    retold: dict[bytes, bytes]


def respelt(source: Source, request: StrReplace, window: Window | None) -> StrReplace | None:
    """The request in the file's words; None where it is not certain."""
    if window is None or request.replace_all or request.occurrence is not None:
        return None
    lines = [line.strip(BLANKS) for line in contents(to_bytes(request.old)) if not is_blank(line)]
    file = [line.strip(BLANKS) for line in contents(source.data)]
    filled = [number for number, line in enumerate(file) if line]
    if window.lines.first - 1 not in filled or not lines:
        return None
    at = filled.index(window.lines.first - 1)
    numbers = filled[at : at + len(lines)]
    found = _differences(source, lines, [file[number] for number in numbers], numbers)
    if found is None or not _stays(found, lines, to_bytes(request.new), source.data):
        return None
    same = [index for index, line in enumerate(lines) if line not in found.retold]
    least = _cost(lines, [file[number] for number in numbers], same)
    rivals = _rivals([lines[index] for index in same], lines, [file[n] for n in filled], at)
    if any(_cost(lines, rival, same) <= least for rival in rivals):
        return None
    old, new = (_told(to_bytes(text), found) for text in (request.old, request.new))
    return replace(request, old=to_text(old), new=to_text(new))


def _differences(
    source: Source, lines: Sequence[bytes], own: Sequence[bytes], numbers: Sequence[int]
) -> _Differences | None:
    """How some lines differ from the file's; None where it is by more, or too little is the same."""
    slips: dict[bytes, bytes] = {}
    retold: dict[bytes, bytes] = {}
    told = code = 0
    for line, right, number in zip(lines, own, numbers, strict=False):
        swaps = _swaps(line, right)
        if swaps is not None:
            told += len(TELLING.findall(line)) - len(swaps)
            code += bool(code_of(source, number + 1).strip())
        elif is_slip(source, to_text(line), number + 1):
            retold[line] = right
        else:
            return None
        for word, other in (swaps or {}).items():
            if slips.setdefault(word, other) != other:
                return None
    enough = told >= (_FEWEST_BESIDE if retold else 1) and told + len(slips) >= _FEWEST_WORDS
    few = len(slips) <= _MOST_SLIPS and len(retold) <= 1 + len(lines) // _REMARKS
    whole = len(lines) == len(own) and (slips or (retold and code))
    return _Differences(slips, retold) if whole and enough and few else None


def _swaps(line: bytes, right: bytes) -> dict[bytes, bytes] | None:
    """The misspelt words of a line, each with the file's; None if anything else differs."""
    words, others = TOKEN.findall(line), TOKEN.findall(right)
    found = {a: b for a, b in zip(words, others, strict=False) if a != b}
    slips = all(misspelt(word, other) is not None for word, other in found.items())
    return found if len(words) == len(others) and slips else None


def _stays(found: _Differences, lines: Sequence[bytes], new: bytes, data: bytes) -> bool:
    """Whether the change leaves all that differs as it is, and the file has none of the wrong words."""
    words, lacking = Counter(_tokens(lines)), Counter(_tokens(lines))
    lacking.subtract(TOKEN.findall(new))
    kept = Counter(line.strip(BLANKS) for line in contents(new))
    return all(
        words[word] and lacking[word] <= 0 and not _stands(data, word) for word in found.slips
    ) and all(kept[line] >= lines.count(line) for line in found.retold)


def _tokens(lines: Sequence[bytes]) -> list[bytes]:
    return [token for line in lines for token in TOKEN.findall(line)]


def _stands(data: bytes, word: bytes) -> bool:
    pattern = rb"(?<![\w$\x80-\xff])" + re.escape(word) + rb"(?![\w\x80-\xff])"
    return re.search(pattern, data) is not None


def _rivals(
    same: Sequence[bytes], lines: Sequence[bytes], choices: Sequence[bytes], at: int
) -> Iterator[Sequence[bytes]]:
    """The other regions that have a line like the longest one that is the same, where it would stand."""
    from rapidfuzz import fuzz, process

    longest = max(same, key=len)
    found = process.extract(
        longest, choices, scorer=fuzz.ratio, score_cutoff=_LIKE_PERCENT, limit=_RIVALS
    )
    for _, _, index in found:
        start = index - lines.index(longest)
        if start != at and 0 <= start <= len(choices) - len(lines):
            yield choices[start : start + len(lines)]


def _cost(lines: Sequence[bytes], own: Sequence[bytes], same: Sequence[int]) -> int:
    """The number of tokens in which some lines of two texts differ."""
    texts = (_tokens([side[index] for index in same]) for side in (lines, own))
    steps = opcodes(*texts)
    return sum(max(i2 - i1, j2 - j1) for tag, i1, i2, j1, j2 in steps if tag != "equal")


def _told(text: bytes, found: _Differences) -> bytes:
    """A text in the file's words."""

    def line_told(line: bytes) -> bytes:
        bare = line.strip(BLANKS + b"\r\n")
        if bare in found.retold:
            return line.replace(bare, found.retold[bare])
        return TOKEN.sub(lambda match: found.slips.get(match[0], match[0]), line)

    return b"".join(map(line_told, split_lines(text)))
