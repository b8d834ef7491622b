"""Lines that differ by a slip: a comment in other words, or a misspelt word.

A misspelling is distinguished from another name by four signs: at most two letters differ, the
digits are the same, neither word goes on where the other ends (`item`, `items`), and the caller's
word stands nowhere in the file.
"""

from __future__ import annotations

import re
from collections import Counter

from structedit.search.embedded import region_at
from structedit.text.diff import opcodes
from structedit.text.document import LineRange, Span, to_bytes, to_text
from structedit.text.words import TEXT_TOKEN, stands_as_word
from structedit.tree.source import Source

_WORD = re.compile(r"[^\W\d_]{2,}")
_DIGITS = re.compile(r"\d+")
_SIGN = re.compile(r"[^\w\s]*")
_SHORTEST = 4
"""Letters that a word needs for another spelling of it to be told; chosen by judgement."""

_MOST_LETTERS = 2
"""Letters by which the two may differ; chosen by judgement."""


def is_slip(source: Source, wanted: str, number: int) -> bool:
    """Whether a line differs from the file's by a comment's words or by misspellings alone.

    Other digits are never a slip: they distinguish twins. A comment may be told without its numbers.
    """
    code, remark = _parted(source, number)
    before = _code_before(wanted, remark) if code.strip() and remark else None
    if before is not None:
        own, told = before, wanted[len(before) :]
    elif remark and not code.strip():
        own, told = code, wanted
    else:
        own, told, code, remark = wanted, "", source.document.line_text(number), ""
    invented = Counter(_DIGITS.findall(told)) - Counter(_DIGITS.findall(remark))
    if invented or _DIGITS.findall(own) != _DIGITS.findall(code):
        return False
    if not code.strip():
        return _is_retold(source, told.strip(), remark.strip())
    same = TEXT_TOKEN.findall(own) == TEXT_TOKEN.findall(code)
    retold = same and not _is_twin(told, remark)
    return retold or _differs_by_a_word(source, own, code)


def code_of(source: Source, number: int) -> str:
    """A line of the file without the comment that it ends with."""
    return _parted(source, number)[0]


def _parted(source: Source, number: int) -> tuple[str, str]:
    """A line of the file as its code, and the comment that it ends with."""
    line = source.document.lines_span(LineRange(number, number))
    text = line.of(source.data)
    blank = len(text) - len(text.lstrip())
    core = Span(line.start + blank, max(line.start + blank, line.start + len(text.rstrip())))
    region = region_at(source, core)
    source = source if region is None else region.source
    if source.tree is None:
        own = to_text(text)
        return ("", own) if _is_comment(source, own) else (own, "")
    for span in source.tree.comments(core):
        if span.end >= core.end:
            start = max(core.start, span.start)
            return to_text(source.data[line.start : start]), to_text(source.data[start : core.end])
    return to_text(text), ""


def _is_comment(source: Source, line: str) -> bool:
    text = line.strip()
    openers = [*source.profile.line_comments, *(o for o, _ in source.profile.block_comments)]
    return bool(text) and any(text.startswith(opener) for opener in openers)


def _code_before(wanted: str, remark: str) -> str | None:
    """The code of a line that ends with a comment as another line does; None if it has no comment."""
    sign = _SIGN.match(remark)
    mark = sign[0] if sign else ""
    at = wanted.rfind(mark) if mark else -1
    return wanted[:at] if at >= 0 else None


def _is_retold(source: Source, wanted: str, found: str) -> bool:
    """Whether a line is a comment's in other words: both are comments, begin alike, or share words."""
    if _is_twin(wanted, found):
        return False
    if _is_comment(source, wanted) and _is_comment(source, found):
        return True
    sign, other = (_sign_of(line) for line in (wanted, found))
    words, others = (set(_WORD.findall(line.lower())) for line in (wanted, found))
    shared = 2 * len(words & others) >= max(len(words), len(others)) > 0
    return sign == other and (shared or sign != "")


def _is_twin(wanted: str, found: str) -> bool:
    """Whether two comments differ in one word, as those of twins do: `first` and `second`."""
    steps = opcodes(TEXT_TOKEN.findall(wanted), TEXT_TOKEN.findall(found))
    return [(i2 - i1, j2 - j1) for tag, i1, i2, j1, j2 in steps if tag != "equal"] == [(1, 1)]


def _sign_of(line: str) -> str:
    found = _SIGN.match(line)
    return found[0] if found else ""


def _differs_by_a_word(source: Source, wanted: str, found: str) -> bool:
    old, new = TEXT_TOKEN.findall(wanted), TEXT_TOKEN.findall(found)
    if len(old) != len(new):
        return False
    differing = {(a, b) for a, b in zip(old, new, strict=True) if a != b}
    return len(differing) == 1 and all(is_misspelt(source, a, b) for a, b in differing)


def is_misspelt(source: Source, wanted: str, found: str) -> bool:
    """Whether a word is a misspelling of another that the file has."""
    if min(len(wanted), len(found)) < _SHORTEST or wanted.isidentifier() != found.isidentifier():
        return False
    if re.findall(r"\d", wanted) != re.findall(r"\d", found):
        return False
    if not wanted.lstrip("_")[:1].isalpha():
        return False
    if wanted.startswith(found) or found.startswith(wanted):
        return False
    if _letters_apart(wanted, found) > (1 if len(wanted) <= _SHORTEST + 1 else _MOST_LETTERS):
        return False
    return not stands_as_word(source.data, to_bytes(wanted))


def _letters_apart(one: str, other: str) -> int:
    from rapidfuzz.distance import OSA

    return OSA.distance(one, other, score_cutoff=_MOST_LETTERS)


def is_same_name(wanted: str, found: str) -> bool:
    """Whether two names differ in letter case and underscores alone.

    >>> is_same_name("getTotal", "get_total"), is_same_name("total", "totals")
    (True, False)
    """
    return _plain(wanted) == _plain(found) != ""


def _plain(name: str) -> str:
    return name.replace("_", "").replace("-", "").casefold()
