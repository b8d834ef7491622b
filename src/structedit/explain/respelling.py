"""A call in the file's words: `old` and `new` without what the caller misremembers.

Nothing lands by it: it is offered as a retry. The region most like `old` differs from it in slips of the pen
(`search.alignment.spelling`), in comments that are told otherwise, and, between its first and last line, in a
few lines that only one side has. What differs stands unchanged in `new`, the wrong words nowhere in the file,
and every other region differs in more.

Walked through: `old` is ``retrun total(rows)``, `new` is ``retrun total(rows, 1)``, and the file has
``return total(rows)``, and elsewhere ``return total(cols)``. The first differs in `retrun`, the other one in
`rows` as well. So the call has ``return total(rows)`` and ``return total(rows, 1)``.

A text that differs in line breaks alone is the file's with the change carried over (`explain.corrected_change`).
"""

from __future__ import annotations

from collections import Counter

from structedit.calls.requests import StrReplace
from structedit.explain.corrected_change import carried, line_pairs
from structedit.explain.reworded_lines import code_of, is_slip
from structedit.explain.twins import own_text, refitted
from structedit.search.alignment import rivals
from structedit.search.alignment.closest_region import NEEDLE_LIMIT, Window
from structedit.search.alignment.folding import BLANKS, contents, is_blank
from structedit.search.alignment.spelling import misspelt
from structedit.text.document import LineRange, to_bytes, to_text
from structedit.text.values import dataclass, replace
from structedit.text.words import TELLING, TOKEN, paired_tokens, stands_as_word
from structedit.tree.source import Source

_FEWEST_WORDS = 2
"""Telling words of `old`, one of them spelt rightly; chosen by judgement."""

_MOST_SLIPS = 2
"""Words that may be misspelt; chosen by judgement."""

_FEWEST_BESIDE = 4
"""Telling words that must be right beside a comment in other words; chosen by judgement."""

_FEWEST_IN_COMMENTS = 20
"""Telling words that must be right where all of a text is in comments; chosen by judgement, for they repeat."""

_FEWEST_LETTERS = 3
"""Letters of a part of a name in which a slip is told, where a text that lands needs four.

Chosen by judgement; row *misspelt line* of `python -m benchmarks.landing` shows what another number costs.
"""

_SLIP = 0.5
"""What a misspelt word of a region counts beside another word, where regions are compared; chosen by judgement."""

_REMARKS = 4
"""Comments in other words: one, and one more in so many lines, as for a text that lands.

Follows from `misspelt_text.NEARNESS`.
"""

_MARGIN = 0.45
"""Score by which the region must be better than the next best: that of one equal line.

Follows from `closest_region._EVEN`: an equal line scores 1 less that.
"""


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of `old` and the one that the file has for it, without blanks around them; None for a side without.

    `number` is the file's line, from 0; `retold` tells that the two are comments in other words.
    """

    old: bytes | None
    own: bytes | None
    number: int | None
    retold: bool = False


@dataclass(frozen=True, slots=True)
class _Differences:
    """A text as the file has it: all its lines that are not blank, and its misspelt words with the right ones."""

    rows: tuple[_Row, ...]
    slips: dict[bytes, bytes]

    @property
    def is_gapped(self) -> bool:
        """Whether one side has lines that the other lacks."""
        return any(row.old is None or row.own is None for row in self.rows)


def respelt(source: Source, request: StrReplace, window: Window | None) -> StrReplace | None:
    """The request in the file's words; None where it is not certain."""
    if window is None or request.replace_all or request.occurrence is not None:
        return None
    if not request.new.strip():
        return None
    if lines := refitted(source, request.old, window):
        return _carried(source, request, lines, {})
    lines = _grown(source, request.old, window)
    found = _differences(source, _filled(to_bytes(request.old)), lines)
    if found is None or not (found.slips or any(row.old != row.own for row in found.rows)):
        return None
    if not (_is_sure(source, found, window) and _is_alone(source, found, window)):
        return None
    return _carried(source, request, lines, found.slips)


def _grown(source: Source, text: str, window: Window) -> LineRange:
    """The lines of a region, with as many more at its edges as the text has there that are like none of it."""
    filled = [n for n, line in enumerate(contents(to_bytes(text))) if not is_blank(line)]
    first, last = (filled.index(window.pairs[at][0]) for at in (0, -1))
    below = len(filled) - 1 - last if len(filled) <= NEEDLE_LIMIT else 0
    end = min(source.document.line_count, window.lines.last + below)
    return LineRange(max(1, window.lines.first - first), end)


def _carried(
    source: Source, request: StrReplace, lines: LineRange, slips: dict[bytes, bytes]
) -> StrReplace | None:
    """The request for the file's own lines, without slips; None where it changes what is misremembered."""
    texts = [to_bytes(text.strip("\r\n")) for text in (request.old, request.new)]
    words, there = (Counter(TOKEN.findall(text)) for text in texts)
    if any(there[word] < words[word] for word in slips):
        return None
    own = own_text(source, lines)
    old, new = (TOKEN.sub(lambda match: slips.get(match[0], match[0]), text) for text in texts)
    told = carried(to_text(old), own, to_text(new))
    return None if told is None else replace(request, old=own, new=told)


def _filled(text: bytes) -> list[bytes]:
    return [line.strip(BLANKS) for line in contents(text) if not is_blank(line)]


def _differences(source: Source, lines: list[bytes], there: LineRange) -> _Differences | None:
    """The lines of a text paired with the file's; None where a pair differs in more than may be forgiven."""
    file = [line.strip(BLANKS) for line in contents(source.data)]
    first = there.first - 1
    own = file[first : there.last]
    rows: list[_Row] = []
    slips: dict[bytes, bytes] = {}
    for pair in line_pairs(b"\n".join(lines), b"\n".join(own)):
        line = lines[pair.old] if pair.old is not None else None
        right, number = (own[pair.own], first + pair.own) if pair.own is not None else (None, None)
        if line is None or right is None or number is None:
            rows.append(_Row(line, right, number))
            continue
        swaps = {} if pair.same else _swaps(line, right)
        if swaps is None and not is_slip(source, to_text(line), number + 1):
            return None
        rows.append(_Row(line, right, number, retold=swaps is None))
        for word, other in (swaps or {}).items():
            if slips.setdefault(word, other) != other:
                return None
    return _Differences(tuple(rows), slips)


def _swaps(line: bytes, right: bytes) -> dict[bytes, bytes] | None:
    """The misspelt words of a line, each with the file's; None if anything else differs."""
    pairs = paired_tokens(line, right)
    found = {a: b for a, b in pairs or () if a != b}
    slips = all(misspelt(word, other, _FEWEST_LETTERS) for word, other in found.items())
    return found if pairs is not None and slips else None


def _is_sure(source: Source, found: _Differences, window: Window) -> bool:
    """Whether what differs is little, and what is the same says enough."""
    rows, slips = found.rows, found.slips
    same = [row for row in rows if row.old is not None and row.own is not None and not row.retold]
    told = sum(len(TELLING.findall(row.old or b"")) for row in same) - len(slips)
    retold = sum(row.retold for row in rows)
    if len(slips) > _MOST_SLIPS or retold > 1 + len(rows) // _REMARKS:
        return False
    if told < (_FEWEST_BESIDE if retold else 1) or told + len(slips) < _FEWEST_WORDS:
        return False
    beside_code = any(code_of(source, (row.number or 0) + 1).strip() for row in same)
    if retold and not beside_code and (told < _FEWEST_IN_COMMENTS or is_rivalled(window)):
        return False
    wrong = [row for row in rows if row.retold or row.old is None or row.own is None]
    ends = all(row in same and not _swapped(row, slips) for row in (rows[0], rows[-1]))
    right = [row for row in same if not _swapped(row, slips)]
    few = 2 * len(wrong) <= len(right) and len(rows) <= NEEDLE_LIMIT
    telling = sum(TELLING.search(row.old or b"") is not None for row in right) > len(wrong)
    return not found.is_gapped or (ends and few and telling and not is_rivalled(window))


def _swapped(row: _Row, slips: dict[bytes, bytes]) -> bool:
    return any(word in slips for word in TOKEN.findall(row.old or b""))


def _is_alone(source: Source, found: _Differences, window: Window) -> bool:
    """Whether every other region differs in more tokens, and the wrong words stand nowhere in the file."""
    if any(stands_as_word(source.data, word) for word in found.slips):
        return False
    if found.is_gapped:
        return True
    file = _filled(source.data)
    lines = [row.old or b"" for row in found.rows]
    at = len(_filled(b"\n".join(contents(source.data)[: found.rows[0].number])))
    same = [index for index, row in enumerate(found.rows) if not row.retold]
    return not rivals.has_rival(lines, file, at, same, slip=_SLIP)


def is_rivalled(window: Window) -> bool:
    """Whether another region is nearly as similar."""
    second = window.runner_up
    return second is not None and second.score > window.score - _MARGIN
