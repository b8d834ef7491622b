"""Why a patch does not fit: which hunk has not exactly one place, and what the file has instead."""

from __future__ import annotations

from collections.abc import Sequence

from structedit.calls.batches import ApplyHunks, Hunk
from structedit.calls.diagnoses import Diagnosis, HunkFate
from structedit.calls.requests import Match, StrReplace
from structedit.calls.statuses import Fate, Reason
from structedit.calls.wording import Verdict, verdict
from structedit.explain import missed_text
from structedit.explain.evidence import closest_of, closest_window, hits_of, lines_words
from structedit.search.alignment import ladder
from structedit.search.hunks import Fit, Placed, Trouble, Unplaced, each_place
from structedit.search.scopes import Scope
from structedit.search.windows import span_of
from structedit.text.document import to_bytes
from structedit.text.errors import shown
from structedit.text.values import replace
from structedit.tree.source import Source

_SEVERAL_FIX = "add lines of context to each hunk, or the line of its definition after '@@'"
_NUMBERS_FIX = "add lines of context to each hunk, or leave out the numbers after '@@'"
_BARE_FIX = "add a line of the file before or after the new ones, with a space at its start"


def of_unplaced(
    source: Source, request: ApplyHunks, unplaced: Unplaced, scope: Scope, limit: Match
) -> Verdict:
    """The verdict on a patch of which a hunk has no place, or several."""
    status, reason, diagnosis = _of_one(source, request, unplaced, scope, limit)
    if len(request.hunks) > 1:
        places = each_place(source, request.hunks, limit=limit, scope=scope)
        told = [_fate(i, *row) for i, row in enumerate(zip(request.hunks, places, strict=True))]
        named = replace(told[unplaced.index], status=Fate.FAILED, reason=reason)
        told[unplaced.index] = named
        diagnosis = replace(diagnosis, hunks=tuple(told))
    return status, reason, diagnosis


def _fate(index: int, hunk: Hunk, place: Fit | Unplaced | None) -> HunkFate:
    told = HunkFate(index + 1, _first_line(hunk), Fate.WOULD_APPLY)
    match place:
        case Unplaced():
            return replace(told, status=Fate.FAILED, reason=_REASONS[place.trouble])
        case Fit():
            line = (place.window.core_first if place.window else place.before) + 1
            return replace(
                told, status=Fate.ALREADY_APPLIED if place.done else told.status, line=line
            )
    return told


_REASONS = {
    Trouble.MISSING: Reason.NO_MATCH,
    Trouble.OUTSIDE: Reason.FOUND_OUTSIDE_SCOPE,
    Trouble.CONTEXT: Reason.ANCHOR_NOT_FOUND,
    Trouble.CONTEXT_ELSEWHERE: Reason.FOUND_OUTSIDE_SCOPE,
    Trouble.OFF_LANDMARK: Reason.FOUND_OUTSIDE_SCOPE,
    Trouble.SEVERAL: Reason.SEVERAL_MATCHES,
    Trouble.DISORDER: Reason.MALFORMED_EDIT,
    Trouble.BARE: Reason.EMPTY_SEARCH,
}
"""The reason of a hunk that has no place; a search may find a more precise reason for missing lines."""


def _of_one(
    source: Source, request: ApplyHunks, unplaced: Unplaced, scope: Scope, limit: Match
) -> Verdict:
    """The verdict on the hunk that prevents a patch from fitting."""
    hunk = request.hunks[unplaced.index]
    called = _called(request.hunks, unplaced.index)
    spans = [span_of(source.data, window.first, window.end) for window in unplaced.windows]
    listed, lines = hits_of(source, spans), lines_words(source, spans) if spans else ""
    closest = closest_of(source, _old(hunk), closest_window(source, _old(hunk), scope))
    reason = _REASONS[unplaced.trouble]
    match unplaced.trouble:
        case Trouble.MISSING:
            return _missing(source, hunk, called, scope, limit)
        case Trouble.OUTSIDE:
            message = f"{called} is outside the hints; its text is at {lines}"
            diagnosis = Diagnosis(message, "drop the hints, or name another place", listed)
            return verdict(reason, diagnosis)
        case Trouble.CONTEXT:
            message = f"{called} names {unplaced.name!r} after '@@', but the file has no such line"
            fix = "name a line above the hunk, or a definition as outline prints it"
            return verdict(reason, Diagnosis(message, fix, listed, closest=closest))
        case Trouble.CONTEXT_ELSEWHERE:
            message = f"{called} is at {lines}, which is not below {unplaced.name!r}"
            fix = "correct the line after '@@', or leave it out"
            return verdict(reason, Diagnosis(message, fix, listed))
        case Trouble.OFF_LANDMARK:
            message = f"{called} is at {lines}, out of order with the hunks next to it"
            fix = "correct the hunks that are only context, or leave them out"
            return verdict(reason, Diagnosis(message, fix, listed))
        case Trouble.SEVERAL:
            message = (
                f"{called} fits {len(spans)} times ({lines}), and nothing says which one is meant"
            )
            return verdict(reason, Diagnosis(message, _SEVERAL_FIX, listed))
        case Trouble.DISORDER:
            message = f"{called} overlaps another one, at {lines}"
            fix = "join hunks that change the same lines into one"
            return verdict(reason, Diagnosis(message, fix, listed))
        case Trouble.BARE:
            message = f"{called} only adds lines, and only a line number says where"
            return verdict(reason, Diagnosis(message, _BARE_FIX))


def of_numbers(
    source: Source, request: ApplyHunks, placed: Placed, index: int, line: int
) -> Verdict:
    """The verdict on a hunk (numbered from 0) whose line numbers name another line (from 0) than it fits."""
    first, end = placed.windows[index]
    size = end - first
    spans = [span_of(source.data, first, end), span_of(source.data, line, line + size)]
    called = _called(request.hunks, index)
    message = (
        f"{called} fits best at line {first + 1}, but its numbers put it at line {line + 1}, "
        "where it also fits"
    )
    return verdict(Reason.SEVERAL_MATCHES, Diagnosis(message, _NUMBERS_FIX, hits_of(source, spans)))


def _called(hunks: Sequence[Hunk], index: int) -> str:
    """A hunk in words: its number and its first line, if the patch has several."""
    if len(hunks) == 1:
        return "the hunk"
    return f"hunk {index + 1} of {len(hunks)} ({shown(_first_line(hunks[index]))})"


def _first_line(hunk: Hunk) -> str:
    return next(filter(None, (line.text.strip() for line in hunk.lines)), "")


def _old(hunk: Hunk) -> str:
    return _side(hunk, "+")


def _side(hunk: Hunk, without: str) -> str:
    texts = (line.text.removesuffix("\r") for line in hunk.lines if line.sign != without)
    return "".join(text + "\n" for text in texts)


def _missing(source: Source, hunk: Hunk, called: str, scope: Scope, limit: Match) -> Verdict:
    """The verdict on old lines that are not there: that of a text search, in words about a hunk."""
    old = _old(hunk)
    found = ladder.find(source, to_bytes(old), limit=limit, scope=scope.spans)
    if found.occurrences:
        spans = [hit.span for hit in found.occurrences]
        end = hunk.at_end or hunk.old_unended or hunk.new_unended
        words = found.facts.words or "but not as whole lines"
        where = "but not at the end of the file" if end else words
        message = f"{called} is at {lines_words(source, spans)} {where}"
        fix = "copy whole lines from the file, with their white space"
        if found.facts.leaves_out:
            fix = "write these lines, or begin another hunk below them with '@@'"
        return verdict(Reason.PARTIAL_MATCH, Diagnosis(message, fix, hits_of(source, spans)))
    request = StrReplace(old, _side(hunk, "-"))
    status, reason, diagnosis = missed_text.of_search(source, request, found, scope, limit)
    message = f"{called}: {_in_words_of_hunks(diagnosis.message)}"
    fix = _in_words_of_hunks(diagnosis.fix)
    return status, reason, replace(diagnosis, message=message, fix=fix, retry=None)


def _in_words_of_hunks(text: str) -> str:
    return text.replace("`old`", "its old text").replace("`new`", "its new text")
