"""Why a text was not found, or was found in several places, and what to send instead.

`of_search` explains a text search that did not give one place, or not those that were asked for; selectors, anchors,
landmarks and ranges of lines are `missed_target`'s. Causes are tried in order, the one that asks
least of the caller first; each verdict carries the file's own content.

Not here: how the evidence is gathered (`evidence`), typical mistakes of copying (`near_mistakes`),
what would land (`retries`), syntax errors and risk (the gate).
"""

from __future__ import annotations

from collections.abc import Sequence

from structedit.calls.diagnoses import Closest, Diagnosis, Hit
from structedit.calls.places import NO_HINTS, Hints, Selector
from structedit.calls.requests import Match, ReplaceAll, StrReplace
from structedit.calls.statuses import JsonValue, Reason
from structedit.calls.tiers import facts_of
from structedit.calls.wording import Verdict, more_hits, verdict
from structedit.explain import near_mistakes, respelling, retries
from structedit.explain.evidence import (
    LIKE_PERCENT,
    MOST_HITS,
    clipped,
    closest_of,
    closest_window,
    differences_of,
    hits_of,
    lines_words,
    numbered,
    range_words,
    shown,
)
from structedit.explain.likeness import likeness
from structedit.explain.missed_target import DELETED_BEFORE, of_miss, version_fix
from structedit.search.alignment import closest_region, ladder
from structedit.search.alignment.closest_region import Window
from structedit.search.alignment.escapes import without_numbers
from structedit.search.alignment.ladder import Found
from structedit.search.alignment.line_alignment import is_rivalled
from structedit.search.alignment.occurrences import Occurrence
from structedit.search.scopes import Scope
from structedit.text.document import Span, to_bytes, to_text
from structedit.text.errors import SelectorError
from structedit.text.lazily import regex
from structedit.text.values import dataclass, replace
from structedit.text.words import IN_WORD
from structedit.tree.source import Source

__all__ = ["Verdict", "clipped", "numbered", "of_miss", "of_search", "shown"]

_DEEPEST = Match.SYNTAX
"""How far down a text is looked for to explain it: what is nearly it is the closest region."""

_FAR_PERCENT = 50
"""Likeness below which the closest region is another text, and no retry is for it; by judgement."""

_FEW_HITS = 5
"""Places up to which each is offered by its selector; chosen by judgement."""

_PATTERN_SIGN = regex(r"\\[bBdDsSwW.()\[\]]|[.\])][*+]")
"""What is more usual in a regular expression than in a text."""

_WORD_BEFORE, _WORD_BEHIND = regex(IN_WORD + rb"*\Z"), regex(IN_WORD + rb"*")
_MOST_LETTERS = 40
"""Letters of an identifier that are shown on each side of a place that cuts it; chosen by judgement."""


@dataclass(frozen=True, slots=True)
class _Call:
    """A text search and all that is known of it."""

    source: Source
    request: StrReplace | ReplaceAll
    found: Found
    scope: Scope
    limit: Match
    confirm: retries.Confirm | None = None

    @property
    def text(self) -> str:
        """The text that was looked for."""
        return self.request.old if isinstance(self.request, StrReplace) else self.request.pattern

    @property
    def word(self) -> str:
        """The name of the parameter with the text."""
        return "old" if isinstance(self.request, StrReplace) else "pattern"

    @property
    def where(self) -> tuple[Span, ...] | None:
        """The spans of the scope as the ladder takes them; None for the whole file."""
        return self.scope.spans if self.scope.hints else None

    @property
    def deep(self) -> Found:
        """What is found with the loosest tiers that do not guess."""
        return ladder.find(
            self.source,
            to_bytes(self.text),
            limit=_DEEPEST,
            scope=self.where,
            whole_words=self.request.whole_words,
        )


def of_search(
    source: Source,
    request: StrReplace | ReplaceAll,
    found: Found,
    scope: Scope,
    limit: Match,
    *,
    confirm: retries.Confirm | None = None,
) -> Verdict:
    """The verdict on a text search that did not give exactly what was asked for.

    `found` is what `ladder.find` returned in `scope` up to `limit`. A retry is offered only where
    `confirm`, if given, returns that it would land.
    """
    call = _Call(source, request, found, scope, limit, confirm)
    if not call.text.strip():
        return verdict(
            Reason.EMPTY_SEARCH,
            Diagnosis(f"`{call.word}` is empty", "pass text that is in the file"),
        )
    if found.occurrences:
        return _of_hits(call)
    if isinstance(request, ReplaceAll) and request.regex:
        return _no_pattern(call)
    for cause in (_forbidden, _outside, _cut, _misshapen):
        explained = cause(call)
        if explained is not None:
            return explained
    return _not_there(call)


def _offer(call: _Call, request: StrReplace | None) -> dict[str, JsonValue] | None:
    if request is None:
        return None
    return retries.offer(call.source, request, call.confirm)


_MOST_COMPARED = 1 << 20
"""Bytes of a region that a text is compared with, token by token.

Chosen by judgement, for the time.
"""


# There are hits


def _of_hits(call: _Call) -> Verdict:
    hits, request = call.found.occurrences, call.request
    spans = [hit.span for hit in hits]
    times = "once" if len(hits) == 1 else f"{len(hits)} times"
    found = f"`{call.word}` was found {times} ({lines_words(call.source, spans)})"
    listed = hits_of(call.source, spans)
    occurrence = request.occurrence if isinstance(request, StrReplace) else None
    if occurrence is not None and (not occurrence or not -len(hits) <= occurrence <= len(hits)):
        fix, retry = f"pass an occurrence from 1 to {len(hits)}, or -1 for the last", None
        if len(hits) == 1 and isinstance(request, StrReplace):  # there is nothing to choose
            fix, retry = "leave occurrence out", _offer(call, replace(request, occurrence=None))
        message = f"occurrence is {occurrence}, but {found}"
        return verdict(Reason.WRONG_OCCURRENCE, Diagnosis(message, fix, listed, retry=retry))
    count = _without_overlaps(spans)
    if request.expected_count not in (None, count):
        message = f"expected_count is {request.expected_count}, but {found}"
        fix = f"pass expected_count={count} if all of them are meant, or narrow the search"
        return verdict(Reason.WRONG_COUNT, Diagnosis(message, fix, listed))
    words = facts_of(call.found.tier).words
    notes = (f"none of them is exact: the text is there {words}",) if words else ()
    return verdict(
        Reason.SEVERAL_MATCHES,
        Diagnosis(
            found,
            _which_fix(call, spans),
            listed,
            notes=notes + _alone(listed) + more_hits(len(hits), len(listed)),
        ),
    )


def _which_fix(call: _Call, spans: Sequence[Span]) -> str:
    """The next step for choosing one of several hits; overlapping readings of a `...` have no numbers."""
    overlap = _without_overlaps(spans) < len(spans)
    if call.found.facts.leaves_out and overlap:
        return "write more of the omitted lines: the text matches in several ways"
    ways = "add a line above or below, or pass occurrence"
    if getattr(call.request, "replace_all", None) is not None:
        ways = "add a line above or below, pass occurrence for one, or pass replace_all for all"
    return ways + version_fix(call.request.hints)


def _alone(hits: Sequence[Hit]) -> tuple[str, ...]:
    """Return words on the definitions by which a few hits can be distinguished."""
    selectors = [hit.selector for hit in hits if hit.selector is not None]
    if not len(set(selectors)) == len(hits) <= _FEW_HITS or len(hits) < 2:
        return ()
    if any(one != other and one in other for one in selectors for other in selectors):
        return ()
    offered = selectors if len(selectors) < 3 else selectors[:1]
    named = " or ".join(f'"{selector}"' for selector in offered)
    return (f"each hit is in a different definition: pass within {named} to choose one",)


def _without_overlaps(spans: Sequence[Span]) -> int:
    """Number of hits that a replacement of all of them would replace: overlapping ones count once."""
    count, end = 0, 0
    for span in spans:
        if span.start >= end:
            count, end = count + 1, span.end
    return count


# A hit that may not be used


def _forbidden(call: _Call) -> Verdict | None:
    """Return the verdict on a text that is in the scope at a tier that the call may not use."""
    deep = call.deep
    if not deep.occurrences or deep.tier is None:
        return None
    spans = [hit.span for hit in deep.occurrences]
    level, levels = deep.facts.level, list(Match)
    asked = levels.index(level) <= levels.index(call.limit)
    where = lines_words(call.source, spans)
    message = f"`{call.word}` is at {where} {facts_of(deep.tier).words}"
    if asked and deep.facts.leaves_out and not call.request.new.strip():
        message += "; a deletion must have every line written out"
    elif asked:
        message += ", and `new` changes nothing but that difference"
    fix = (
        f"copy the lines below into `{call.word}` as they are"
        if asked or len(spans) > 1
        else f'pass match: "{level.value}", or copy the lines below into `{call.word}`'
    )
    only = deep.occurrences[0] if len(spans) == 1 else None
    notes = _variant_notes(only)
    if call.found.outside:
        outside = lines_words(call.source, [hit.span for hit in call.found.outside])
        notes += (f"outside the hints it is at {outside}",)
    diagnosis = Diagnosis(
        message,
        fix,
        hits_of(call.source, spans),
        differences=differences_of(call.source, call.text, only) if only else (),
        closest=_closest(call),
        notes=notes + more_hits(len(spans), MOST_HITS),
        retry=_looser(call, level) if only and not asked and not call.found.outside else None,
    )
    return verdict(facts_of(deep.tier).reason, diagnosis)


def _looser(call: _Call, level: Match) -> dict[str, JsonValue] | None:
    if not isinstance(call.request, StrReplace):
        return None
    options = replace(call.request.options, match=level)
    return _offer(call, replace(call.request, options=options))


def _variant_notes(hit: Occurrence | None) -> tuple[str, ...]:
    if hit is None or not hit.variant:
        return ()
    if hit.variant.startswith("gutter"):
        return ("the lines begin with the line numbers of a listing",)
    return (f"it is in the file with {hit.variant}",)


# A hit that is somewhere else, or of something else


def _outside(call: _Call) -> Verdict | None:
    hits = call.found.outside or call.deep.outside
    if not hits:
        return None
    spans = [hit.span for hit in hits]
    listed = hits_of(call.source, spans)
    hints = ", ".join(f"`{name}`" for name in call.scope.hints)
    selector = listed[0].selector
    where = f" in {selector}" if len(spans) == 1 and selector else ""
    doubtful = _is_doubtful(call)
    notes: tuple[str, ...] = ()
    if call.found.cut:
        cut = lines_words(call.source, [hit.span for hit in call.found.cut])
        notes = (f"it is also inside longer identifiers, at {cut}",)
    fix = f'pass within: "{selector}"' if where else "drop the hints, or name another place"
    diagnosis = Diagnosis(
        f"`{call.word}` is not inside {hints}; it is at {lines_words(call.source, spans)}{where}",
        f"if that is meant, {fix}" if doubtful else fix,
        listed,
        closest=_closest(call),
        notes=notes + more_hits(len(spans), len(listed)),
        retry=None if len(spans) > 1 or doubtful else _there(call, selector),
    )
    return verdict(Reason.FOUND_OUTSIDE_SCOPE, diagnosis)


def _is_doubtful(call: _Call) -> bool:
    """Return True if the hints may be right and the text wrong.

    Who names a definition means that one: the same text in another may be its twin. Otherwise the
    scope decides, by holding something like the text.
    """
    if "within" in call.scope.hints:
        return True
    inside = closest_region.closest(call.source.data, to_bytes(call.text), scope=call.scope.spans)
    return bool(call.found.cut) or (inside is not None and inside.similarity >= LIKE_PERCENT)


def _there(call: _Call, selector: str | None) -> dict[str, JsonValue] | None:
    """A retry for the one place outside the scope: by its selector, else without hints; None if none lands."""
    if not isinstance(call.request, StrReplace):
        return None
    request = replace(call.request, occurrence=None)
    if selector is not None and (within := _parsed(selector)) is not None:
        retry = _offer(call, replace(request, hints=Hints(within=within)))
        if retry is not None and retries.lands(call.source, replace(request, hints=NO_HINTS)):
            return retry
    return _offer(call, replace(request, hints=NO_HINTS))


def _parsed(selector: str) -> Selector | None:
    try:
        return Selector.parse(selector)
    except SelectorError:
        return None


def _cut(call: _Call) -> Verdict | None:
    spans = [hit.span for hit in call.found.cut]
    if not spans:
        return None
    word = _whole_word(call.source.data, ladder.core_of(call.source.data, spans[0]))
    listed = hits_of(call.source, spans)
    diagnosis = Diagnosis(
        f"`{call.word}` is only inside longer identifiers, as in {word}"
        f" ({lines_words(call.source, spans)})",
        "write the whole identifier, or pass whole_words: false",
        listed,
        closest=_closest(call),
        notes=more_hits(len(spans), len(listed)),
    )
    return verdict(Reason.IDENTIFIER_CUT, diagnosis)


def _whole_word(data: bytes, core: Span) -> str:
    """Return the identifiers that a place cuts, on one line, quoted."""
    before = _WORD_BEFORE.search(data, max(0, core.start - _MOST_LETTERS), core.start)
    behind = _WORD_BEHIND.match(data, core.end, core.end + _MOST_LETTERS)
    assert before is not None and behind is not None
    return repr(to_text(data[before.start() : behind.end()]).split("\n")[0][:100])


# No hit


def _misshapen(call: _Call) -> Verdict | None:
    """Return the verdict on a text that is in the file except for a mistake of copying."""
    new = call.request.new
    repair = next(near_mistakes.repairs(call.source, call.text, new), None)
    if repair is None:
        return None
    retry = None
    if isinstance(call.request, StrReplace) and repair.new is not None:
        retry = _offer(call, replace(call.request, old=repair.old, new=repair.new))
    lines = lines_words(call.source, repair.spans)
    diagnosis = Diagnosis(
        f"`{call.word}` is in the file only {repair.note}: {lines}",
        f"copy the lines below into `{call.word}` as they are",
        hits_of(call.source, repair.spans),
        closest=_closest(call),
        notes=near_mistakes.notes(call.source, call.text, new),
        retry=retry,
    )
    return verdict(Reason.NO_MATCH, diagnosis)


def _no_pattern(call: _Call) -> Verdict:
    """The verdict on a regular expression without a hit."""
    literal = ladder.find(call.source, to_bytes(call.text), scope=call.where, whole_words=False)
    spans = [hit.span for hit in literal.occurrences]
    fix = "it is in the file as plain text: pass regex: false" if spans else "test it with find"
    diagnosis = Diagnosis(
        "the regular expression matches nothing in the scope",
        fix,
        hits_of(call.source, spans),
        closest=_closest(call),
    )
    return verdict(Reason.NO_MATCH, diagnosis)


def _not_there(call: _Call) -> Verdict:
    """The verdict on a text that is not in the file: a twin of it, a part of it, or nothing near it."""
    bare = _without_numbers(call)
    if bare is not None:
        status, reason, told = _not_there(bare)
        notes = ("the lines begin with the line numbers of a listing", *told.notes)
        return status, reason, replace(told, notes=notes)
    window = closest_window(call.source, call.text, call.scope)
    if window is not None and len(window.span) > _MOST_COMPARED:
        return _too_long(call, window)
    closest = closest_of(call.source, call.text, window)
    notes = near_mistakes.notes(call.source, call.text, call.request.new)
    notes += _rivals(window)
    if isinstance(call.request, ReplaceAll) and _PATTERN_SIGN.search(call.text):
        notes += ("if `pattern` is a regular expression, pass regex: true",)
    retry = None
    if isinstance(call.request, StrReplace):
        retry = _offer(call, respelling.respelt(call.source, call.request, window))
    if window is not None and (seen := likeness(call.source, call.text, call.word, window)):
        diagnosis = Diagnosis(seen.found, seen.fix, closest=closest, notes=notes, retry=retry)
        return verdict(seen.reason, diagnosis)
    if not call.request.new.strip() and (window is None or window.similarity < LIKE_PERCENT):
        notes = (DELETED_BEFORE, *notes)
    fix = _nothing_fix(call, window)
    if call.scope.hints and (window is None or window.similarity < _FAR_PERCENT):
        closest = shown(call.source, call.scope.span, numbered(call.source, call.scope.span))
        fix = f"nothing in the scope, {range_words(closest.lines)}, is similar: widen the hints"
    diagnosis = Diagnosis(
        f"`{call.word}` is not in {call.source.document.path or 'the file'}",
        fix,
        closest=closest,
        notes=notes,
        retry=retry,
    )
    return verdict(Reason.NO_MATCH, diagnosis)


def _too_long(call: _Call, window: Window) -> Verdict:
    """The verdict on a text whose most similar region is too long to be compared."""
    region = numbered(call.source, window.span, around=0, most=1)
    lines = range_words(window.lines)
    diagnosis = Diagnosis(
        f"`{call.word}` is not in {call.source.document.path or 'the file'}, and the most"
        f" similar region, {lines}, is too long to compare",
        "search for a few of its words with find: each hit is shown with the lines around it",
        closest=Closest(region, window.similarity, window.lines),
    )
    return verdict(Reason.NO_MATCH, diagnosis)


def _without_numbers(call: _Call) -> _Call | None:
    """The call without the line numbers that its text was copied with; None if it has none."""
    if not isinstance(call.request, StrReplace):
        return None
    bare = without_numbers(to_bytes(call.request.old), to_bytes(call.request.new))
    if bare is None:
        return None
    old, new = map(to_text, bare)
    return replace(call, request=replace(call.request, old=old, new=new))


def _rivals(window: Window | None) -> tuple[str, ...]:
    """Notes that name the second most similar region, where it is hardly worse."""
    second = window.runner_up if window is not None else None
    if window is None or second is None or window.similarity < _FAR_PERCENT:
        return ()
    words = range_words(second.lines)
    return (f"about as similar: {words}",) if is_rivalled(window) else ()


def _closest(call: _Call) -> Closest | None:
    return closest_of(call.source, call.text, closest_window(call.source, call.text, call.scope))


def _nothing_fix(call: _Call, window: Window | None) -> str:
    if window is None:
        return "the file has only blank lines: insert instead"
    if window.similarity < _FAR_PERCENT:
        lines = range_words(window.lines)
        return f"read the file again: the closest region, {lines}, is only {window.similarity} % similar"
    return f"copy the text of {range_words(window.lines)} from the file into `{call.word}`"
