"""Which mistakes of a caller are harmless: a slip of memory or of the keyboard, and nothing else.

A text that is not in the file may be the file's text misremembered, or another thing's text that
is not there (any more). Only the first may be corrected on the caller's behalf. The evidence that
is asked for, all of it: the region begins and ends with the caller's lines; few lines are wrong;
no other region is nearly as like; a line that differs is a comment, or holds a misspelling; and
what the caller wants to add is not there already.

A misspelling is told from another name by four signs: at most two letters differ, the digits are
the same, neither word goes on where the other ends (`item`, `items`), and the caller's word stands
nowhere in the file.
"""

from __future__ import annotations

import re
from dataclasses import replace

from structedit.judging.carrying import Mistakes, carried, lines_of, mistakes
from structedit.judging.likeness import own_text, refitted
from structedit.lazily import regex
from structedit.model.requests import StrReplace
from structedit.search.fuzzy import NEEDLE_LIMIT, Window
from structedit.syntax.source import Source
from structedit.text.document import to_bytes

_TOKEN = regex(r"\w+|[^\w\s]")
_TELLING = regex(r"\w{3}")
_SHORTEST = 4
_MOST_LETTERS = 2
_MARGIN = 0.45
"""Score by which the region must be better than the next best: that of one equal line."""


def corrected(source: Source, request: StrReplace, window: Window | None) -> StrReplace | None:
    """Give the request with `old` as the file has it, where what was wrong is harmless."""
    if window is None or request.replace_all or request.occurrence is not None:
        return None
    if not request.new.strip():
        return None
    lines = refitted(source, request.old, window)
    own = own_text(source, lines or window.lines)
    old, new = request.old.strip("\r\n"), request.new
    wrong = mistakes(old, own)
    if not wrong.count or not (lines or _is_sure(source, old, own, wrong, window)):
        return None
    meant = carried(old, own, new.strip("\r\n"))
    if meant is None or _is_there(source, old, new, window) or _repeats(old, own, meant, wrong):
        return None
    return replace(request, old=own, new=meant)


def _is_sure(source: Source, old: str, own: str, wrong: Mistakes, window: Window) -> bool:
    base, ours = lines_of(old), lines_of(own)
    filled = [line for line in base if line.strip()]
    right = [
        line
        for number, line in enumerate(base)
        if line.strip() and number not in {*wrong.surplus, *(i for i, _ in wrong.changed)}
    ]
    return (
        len(filled) <= NEEDLE_LIMIT
        and _same(base[0], ours[0])
        and _same(base[-1], ours[-1])
        and sum(bool(_TELLING.search(line)) for line in right) > wrong.count
        and 2 * wrong.count <= len(right)
        and not is_rivalled(window)
        and all(is_slip(source, base[i], ours[j]) for i, j in wrong.changed)
    )


def _same(one: str, other: str) -> bool:
    return one.split() == other.split()


def _is_there(source: Source, old: str, new: str, window: Window) -> bool:
    """Tell whether lines that the call adds stand in or beside the region already."""
    known = {" ".join(line.split()) for line in lines_of(old)}
    added = {" ".join(line.split()) for line in lines_of(new)} - known
    count = len(lines_of(new)) + 1
    first = max(1, window.lines.first - count)
    last = min(source.document.line_count, window.lines.last + count)
    near = {
        " ".join(source.document.line_text(number).split()) for number in range(first, last + 1)
    }
    telling = {line for line in added if _TELLING.search(line)}
    return bool(telling & near)


def _repeats(old: str, own: str, meant: str, wrong: Mistakes) -> bool:
    """Tell whether the result would bring a word that the caller has wrong."""
    base, ours = lines_of(old), lines_of(own)
    odd = {
        word
        for i, j in wrong.changed
        for word in set(_TOKEN.findall(base[i])) - set(_TOKEN.findall(ours[j]))
        if _TELLING.search(word)
    }
    return not odd.isdisjoint(_TOKEN.findall(meant)) and not odd <= set(_TOKEN.findall(own))


def is_rivalled(window: Window) -> bool:
    """Tell whether another region is nearly as like."""
    second = window.runner_up
    return second is not None and second.score > window.score - _MARGIN


def is_slip(source: Source, wanted: str, found: str) -> bool:
    """Tell whether two lines differ by a comment's words or by misspellings alone."""
    if _is_comment(source, wanted) and _is_comment(source, found):
        return True
    old, new = _TOKEN.findall(wanted), _TOKEN.findall(found)
    if len(old) != len(new):
        return False
    differing = {(a, b) for a, b in zip(old, new, strict=True) if a != b}
    return len(differing) == 1 and all(is_misspelt(source, a, b) for a, b in differing)


def _is_comment(source: Source, line: str) -> bool:
    text = line.strip()
    openers = [*source.profile.line_comments, *(o for o, _ in source.profile.block_comments)]
    return bool(text) and any(text.startswith(opener) for opener in openers)


def is_misspelt(source: Source, wanted: str, found: str) -> bool:
    """Tell whether a word is a misspelling of another that the file has."""
    if min(len(wanted), len(found)) < _SHORTEST or wanted.isidentifier() != found.isidentifier():
        return False
    if re.findall(r"\d", wanted) != re.findall(r"\d", found) or not wanted[0].isalpha():
        return False
    if wanted.startswith(found) or found.startswith(wanted):
        return False
    return _letters_apart(wanted, found) <= _allowed(wanted) and not _stands(source, wanted)


def _allowed(word: str) -> int:
    return 1 if len(word) <= _SHORTEST + 1 else _MOST_LETTERS


def _letters_apart(one: str, other: str) -> int:
    from rapidfuzz.distance import OSA

    return OSA.distance(one, other, score_cutoff=_MOST_LETTERS)


def _stands(source: Source, word: str) -> bool:
    pattern = rb"(?<![\w\x80-\xff])" + re.escape(to_bytes(word)) + rb"(?![\w\x80-\xff])"
    return re.search(pattern, source.data) is not None


def is_same_name(wanted: str, found: str) -> bool:
    """Tell whether two names differ in letter case and underscores alone.

    >>> is_same_name("getTotal", "get_total"), is_same_name("total", "totals")
    (True, False)
    """
    return _plain(wanted) == _plain(found) != ""


def _plain(name: str) -> str:
    return name.replace("_", "").replace("-", "").casefold()
