"""Which mistakes of a caller are harmless: a slip of memory or of the keyboard, and nothing else.

A text that is not in the file may be the file's text misremembered, or another thing's text that
is not there (any more). Only the first may be corrected on the caller's behalf. All of this evidence
is required: the region begins and ends with the caller's lines; few lines are wrong;
no other region is nearly as similar; a line that differs is a comment, or holds a misspelling; and
what the caller wants to add is not there already.

Whether one line is a slip for another: `explain.reworded_lines`.
"""

from __future__ import annotations

from structedit.calls.requests import StrReplace
from structedit.explain import reworded_lines
from structedit.explain.corrected_change import Mistakes, carried, lines_of, mistakes, spaced
from structedit.explain.twins import own_text, refitted
from structedit.search.alignment.closest_region import NEEDLE_LIMIT, Window
from structedit.text.values import dataclass, replace
from structedit.text.words import TELLING_TEXT, TEXT_TOKEN
from structedit.tree.source import Source

_MARGIN = 0.45
"""Score by which the region must be better than the next best: that of one equal line.

Follows from `closest_region._EVEN`: an equal line scores 1 less that.
"""


@dataclass(frozen=True, slots=True)
class _Mismatch:
    """A text as the caller remembers it, as the region of the file has it, and how the two differ."""

    source: Source
    window: Window
    old: str
    own: str
    wrong: Mistakes


def corrected(source: Source, request: StrReplace, window: Window | None) -> StrReplace | None:
    """The request with `old` as the file has it; None unless the mistakes are harmless."""
    if window is None or request.replace_all or request.occurrence is not None:
        return None
    if not request.new.strip():
        return None
    lines = refitted(source, request.old, window)
    own = own_text(source, lines or window.lines)
    old, new = _without_blank_edges(request.old.strip("\r\n"), request.new)
    mismatch = _Mismatch(source, window, old, own, mistakes(old, own))
    if not mismatch.wrong.count or not (lines or _is_sure(mismatch)):
        return None
    meant = carried(old, own, new.strip("\r\n"))
    if meant is None or _is_there(mismatch, new) or _repeats(mismatch, meant):
        return None
    return replace(request, old=own, new=meant)


def _without_blank_edges(old: str, new: str) -> tuple[str, str]:
    """Both texts without the blank lines that both end with, which the change is not about."""
    base, theirs = lines_of(old), lines_of(new.rstrip("\r\n"))
    while len(base) > 1 and len(theirs) > 1 and not (base[-1] + theirs[-1]).strip():
        base, theirs = base[:-1], theirs[:-1]
    if len(base) == len(lines_of(old)):
        return old, new
    return "\n".join(base), "\n".join(theirs) + "\n" * new.endswith(("\n", "\r"))


def _is_sure(mismatch: _Mismatch) -> bool:
    base, ours, wrong = lines_of(mismatch.old), lines_of(mismatch.own), mismatch.wrong
    filled = [line for line in base if line.strip()]
    odd = {*wrong.surplus, *(i for i, _ in wrong.changed)}
    right = [line for number, line in enumerate(base) if line.strip() and number not in odd]
    return (
        len(filled) <= NEEDLE_LIMIT
        and base[0].split() == ours[0].split()
        and base[-1].split() == ours[-1].split()
        and sum(bool(TELLING_TEXT.search(line)) for line in right) > wrong.count
        and 2 * wrong.count <= len(right)
        and not is_rivalled(mismatch.window)
        and all(
            reworded_lines.is_slip(mismatch.source, base[i], mismatch.window.lines.first + j)
            for i, j in wrong.changed
        )
    )


def _is_there(mismatch: _Mismatch, new: str) -> bool:
    """Whether lines that the call adds stand in the region already, or right beside it."""
    document, window = mismatch.source.document, mismatch.window
    known = {spaced(line) for line in lines_of(mismatch.old)}
    added = {spaced(line) for line in lines_of(new)} - known
    telling = {line for line in added if TELLING_TEXT.search(line)}

    def standing(number: int) -> str:
        return spaced(document.line_text(number))

    first, last = window.lines.first, window.lines.last
    while first > 1 and standing(first - 1) in added | {""}:
        first -= 1
    while last < document.line_count and standing(last + 1) in added | {""}:
        last += 1
    return not telling.isdisjoint(map(standing, range(first, last + 1)))


def _repeats(mismatch: _Mismatch, meant: str) -> bool:
    """Whether the result would contain a word that the caller remembers wrongly."""
    base, ours = lines_of(mismatch.old), lines_of(mismatch.own)
    odd = {
        word
        for i, j in mismatch.wrong.changed
        for word in set(TEXT_TOKEN.findall(base[i])) - set(TEXT_TOKEN.findall(ours[j]))
        if TELLING_TEXT.search(word)
    }
    return not (odd - set(TEXT_TOKEN.findall(mismatch.own))).isdisjoint(TEXT_TOKEN.findall(meant))


def is_rivalled(window: Window) -> bool:
    """Whether another region is nearly as similar."""
    second = window.runner_up
    return second is not None and second.score > window.score - _MARGIN


def is_same_name(wanted: str, found: str) -> bool:
    """Whether two names differ in letter case and underscores alone.

    >>> is_same_name("getTotal", "get_total"), is_same_name("total", "totals")
    (True, False)
    """
    return _plain(wanted) == _plain(found) != ""


def _plain(name: str) -> str:
    return name.replace("_", "").replace("-", "").casefold()
