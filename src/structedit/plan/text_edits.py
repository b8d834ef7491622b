"""Plan edits of a text, `str_replace` and `replace_all`: search, then merge."""

from __future__ import annotations

import re

from structedit.calls.diagnoses import Diagnosis
from structedit.calls.requests import Match, ReplaceAll, StrReplace
from structedit.calls.statuses import Reason, Status
from structedit.edits import span_replacement
from structedit.explain import forgiven, missed_text
from structedit.plan.results import (
    Failed,
    Planned,
    explain_later,
    refuse,
    refuse_elision,
    report_already,
    report_conflict,
    with_note,
)
from structedit.plan.targets import line_choice_note, omission_notes
from structedit.search import regexes
from structedit.search.alignment import elision, ladder
from structedit.search.alignment.ladder import Found
from structedit.search.alignment.merge import merge
from structedit.search.alignment.occurrences import Conflict, Occurrence
from structedit.search.scopes import Scope, on_the_line
from structedit.text.document import Span, to_bytes, to_text
from structedit.text.edit import Edit, EditSet
from structedit.text.errors import UsageError
from structedit.text.lazily import regex
from structedit.text.lines import with_endings
from structedit.text.values import replace
from structedit.tree.source import Source

_DOLLAR_GROUP = regex(r"\$(?:(\d)|\{(\w+)\}|<(\w+)>)")
_GROUP = regex(r"\\(?:[1-9]|g<)")
_BETWEEN_SHARED = "the file already has the new text, between the lines that both texts share"


def str_replace(
    source: Source, request: StrReplace, scope: Scope, limit: Match
) -> Planned | Failed:
    """Plan to replace a text that the ladder finds, merging the caller's change into it."""
    old, new = to_bytes(request.old), to_bytes(request.new)
    if not old.strip():
        return refuse(
            Reason.EMPTY_SEARCH,
            "`old` is empty or blank",
            "pass text that is in the file, or use insert",
        )
    if old == new:
        return Failed(
            Status.UNCHANGED, Reason.NO_CHANGE, Diagnosis("`old` and `new` are equal", "")
        )
    if request.replace_all and request.occurrence is not None:
        raise UsageError(
            "replace_all and occurrence exclude each other", hint="pass only one of them"
        )
    rejection = refuse_elision(request.new, request.old)
    stood = elision.completed(old, new) if rejection else None
    left_out: tuple[str, ...] = ()
    if stood is not None and isinstance(stood, elision.Completed):
        new, rejection, left_out = stood.text, None, omission_notes(stood)
        request = replace(request, new=to_text(new))
    elif rejection and stood:
        rejection = with_note(rejection, stood)
    if rejection and not elision.paired(old, new):
        return rejection
    found = ladder.find(
        source,
        old,
        limit=_limit_for_one_place(request, limit),
        scope=scope.spans,
        whole_words=request.whole_words,
        new=new,
    )
    if found.facts.guesses and (place := _place_of_new_text(source, request, scope)):
        return report_already(source, place, _BETWEEN_SHARED)
    if found.facts.leaves_out and not elision.paired(old, new):
        return _refuse_unpaired(old, new)
    if rejection and found.tier and not found.facts.leaves_out:
        return rejection
    picked = _pick_by_line(source, request, found) or _pick(request, found)
    if picked is None:
        return _search_failed(source, request, found, scope, limit)
    applied = [hit for hit in picked if _is_applied(source.data, hit, old, new)]
    if picked and len(applied) == len(picked):
        return report_already(source, picked[0].span, "the file already has the new text")
    edits: list[Edit] = []
    for hit in picked:
        text = (
            span_replacement.placed_lines(source, hit.span, old, new) if hit.facts.is_exact else new
        )
        merged = merge(source.data, hit, old, text, source)
        if isinstance(merged, Conflict):
            return report_conflict(source, hit, merged)
        edits += merged.edits
    guessed = found.facts.guesses
    if guessed and not edits:
        return report_already(
            source, picked[0].span, "the file already is as the edit would make it"
        )
    made = EditSet.joined(edits)
    return Planned(
        made,
        Span(picked[0].span.start, picked[-1].span.end),
        tier=found.tier,
        by_text=True,
        is_complete=_adds_complete_text(source, old, new),
        replacements=len(picked),
        alike=len(picked),
        kept=_kept_lines(source, picked[0]) if guessed else (),
        bridged=(
            *left_out,
            *_allowed_differences(source, request, picked, made),
        ),
        warnings=_line_warnings(request, found, picked),
    )


def _adds_complete_text(source: Source, old: bytes, new: bytes) -> bool:
    """Return True if the new text is the old one with something behind it that parses by itself."""
    kept = old.rstrip()
    added = new[len(kept) :]
    if not new.startswith(kept) or added[:1] not in (b"\r", b"\n") or not added.strip():
        return False
    from structedit.plan.insertions import is_complete

    return is_complete(source, added)


def _limit_for_one_place(request: StrReplace, limit: Match) -> Match:
    """Return the loosest tier for this call: tiers that guess are used only if a single place is wanted."""
    one = not request.replace_all and request.occurrence is None
    return limit if one else min(limit, Match.SYNTAX, key=list(Match).index)


def _kept_lines(source: Source, hit: Occurrence) -> tuple[str, ...]:
    own = [run.file for run in hit.runs if run.kind is not None and len(run.file)]
    texts = (missed_text.clipped(to_text(span.of(source.data)).strip()) for span in own)
    return tuple(
        f"line {source.document.line_of(span.start)}: {text}"
        for span, text in zip(own, texts, strict=True)
    )


def _pick(request: StrReplace, found: Found) -> tuple[Occurrence, ...] | None:
    """Return the hits to replace; None if the request does not say which."""
    hits = found.occurrences
    if found.facts.leaves_out and len(_disjoint(hits)) < len(hits):
        return None
    if request.expected_count is not None and len(_disjoint(hits)) != request.expected_count:
        return None
    if request.replace_all:
        return _disjoint(hits) or None
    if request.occurrence is not None:
        at = request.occurrence - 1 if request.occurrence > 0 else len(hits) + request.occurrence
        return (hits[at],) if request.occurrence and 0 <= at < len(hits) else None
    return hits if len(hits) == 1 else None


def _pick_by_line(
    source: Source, request: StrReplace, found: Found
) -> tuple[Occurrence, ...] | None:
    """Return the only one of several hits on the line in the request's hints, if that is a number of this version."""
    chosen = request.replace_all or request.occurrence is not None
    if chosen or request.expected_count not in (None, 1):
        return None
    there = on_the_line(source, request.hints, found.occurrences)
    return None if there is None else (there,)


def _disjoint(hits: tuple[Occurrence, ...]) -> tuple[Occurrence, ...]:
    """Drop hits that overlap the one before them, as plain replacement does."""
    kept: list[Occurrence] = []
    for hit in hits:
        if not kept or kept[-1].span.end <= hit.span.start:
            kept.append(hit)
    return tuple(kept)


def _is_applied(data: bytes, hit: Occurrence, old: bytes, new: bytes) -> bool:
    """Return True if the file has all of `new` around a hit of `old`: the edit was made before."""
    if not hit.facts.is_exact:
        made = ladder.find(data, new, limit=Match.EXACT).occurrences
        return any(place.span.contains(ladder.core_of(data, hit.span)) for place in made)
    at = new.find(old)
    while at >= 0 and old:
        start = hit.span.start - at
        if start >= 0 and data[start : start + len(new)] == new:
            return not _cuts_line(data, start, len(new), new)
        at = new.find(old, at + 1)
    return False


def _cuts_line(data: bytes, start: int, size: int, new: bytes) -> bool:
    """Return True if a one-line addition only happens to be followed by the same text in the file."""
    if b"\n" in new or b"\r" in new:
        return False
    return ladder.cuts_word(data, Span(start, start + size))


def _search_failed(
    source: Source, request: StrReplace, found: Found, scope: Scope, limit: Match
) -> Planned | Failed:
    if not found.occurrences:
        place = _place_of_new_text(source, request, scope)
        if place is not None:
            return report_already(source, place, _BETWEEN_SHARED)
    return explain_later(
        lambda confirm: missed_text.of_search(
            source, request, found, scope, limit, confirm=confirm(source)
        )
    )


def _place_of_new_text(source: Source, request: StrReplace, scope: Scope) -> Span | None:
    """Return where the file has `new` exactly once, if its first or last line is one of `old` too."""
    old, new = _filled_lines(request.old), _filled_lines(request.new)
    shared = [line for line in (*old[:1], *old[-1:]) if line in (*new[:1], *new[-1:])]
    if not shared or len(new) < 2 or request.occurrence is not None or request.replace_all:
        return None
    if set(new) <= set(old):
        return None
    found = ladder.find(source, to_bytes(request.new), limit=Match.EXACT, scope=scope.spans)
    return found.occurrences[0].span if len(found.occurrences) == 1 else None


def _filled_lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]


def _allowed_differences(
    source: Source, request: StrReplace, hits: tuple[Occurrence, ...], made: EditSet
) -> tuple[str, ...]:
    """Describe the differences that the tier allowed; nothing for a literal hit."""
    if hits[0].facts.is_literal:
        return ()
    words = forgiven.bridged(source, request.old, hits)
    count = forgiven.merged_lines(source, hits, made)
    stay = f"{count} line{'s' * (count > 1)} of the file stay{'s' * (count == 1)} as they are"
    stay = stay.replace("stays as they are", "stays as it is")
    return (*words, stay) if words and count else words


def _line_warnings(
    request: StrReplace, found: Found, picked: tuple[Occurrence, ...]
) -> tuple[str, ...]:
    near = request.hints.near_line
    if near is not None and len(picked) == 1 < len(found.occurrences) and not request.occurrence:
        return (line_choice_note(len(found.occurrences), near),)
    if near is not None:
        return ("near_line is a position, not a structure: it goes stale as the file changes",)
    return ()


def replace_all(source: Source, request: ReplaceAll, scope: Scope) -> Planned | Failed:
    """Plan to replace every hit of a literal or a regular expression. Hits are exact."""
    if not request.pattern:
        return refuse(
            Reason.EMPTY_SEARCH, "the pattern is empty", "give text or a regular expression"
        )
    edits = (
        _regex_edits(source, request, scope)
        if request.regex
        else _literal_edits(source, request, scope)
    )
    if isinstance(edits, Failed):
        return edits
    if request.expected_count is not None and len(edits) != request.expected_count:
        return refuse(
            Reason.WRONG_COUNT,
            f"{request.pattern!r} was found {len(edits)} times, not {request.expected_count}",
            f"pass expected_count={len(edits)} if all of them are meant",
        )
    if not edits:
        found = ladder.find(source, to_bytes(request.pattern), limit=Match.EXACT, scope=scope.spans)
        return explain_later(
            lambda _: missed_text.of_search(source, request, found, scope, Match.EXACT)
        )
    changing = [e for e in edits if e.span.of(source.data) != e.new]
    return Planned(
        EditSet.joined(changing),
        Span(edits[0].span.start, edits[-1].span.end),
        tier="exact",
        by_text=True,
        replacements=len(changing),
        alike=len(changing),
    )


def _literal_edits(source: Source, request: ReplaceAll, scope: Scope) -> list[Edit]:
    found = ladder.find(
        source,
        to_bytes(request.pattern),
        limit=Match.EXACT,
        scope=scope.spans,
        whole_words=request.whole_words,
    )
    hits = _disjoint(found.occurrences)
    edits: list[Edit] = []
    for hit in hits:
        merged = merge(source.data, hit, to_bytes(request.pattern), to_bytes(request.new), source)
        if not isinstance(merged, Conflict):
            edits += merged.edits
    return edits


def _regex_edits(source: Source, request: ReplaceAll, scope: Scope) -> list[Edit] | Failed:
    """Replace the matches of a regular expression; line breaks of the new text become those of the place."""
    pattern = regexes.compiled(request.pattern)
    if group := _dollar_group(pattern, request.new):
        return refuse(
            Reason.MALFORMED_EDIT,
            f"the new text has {group!r}, which is plain text here: write a group as \\1 or \\g<name>",
            "write \\1 for the first group; if you mean plain text, use (?:…) instead of (…)",
        )
    edits = []
    for span, found in regexes.pattern_matches(source.data, scope.span, pattern):
        try:
            new = to_bytes(found.expand(request.new))
        except (re.error, IndexError) as error:
            raise UsageError(
                f"the replacement does not fit the pattern: {error}", hint="check \\1 and \\g<name>"
            ) from error
        if (len(span) or new) and not source.document.adds(span):
            edits.append(Edit(span, with_endings(source.data, span.start, new)))
    return edits


def _dollar_group(pattern: re.Pattern[str], new: str) -> str | None:
    r"""Return what refers to a group of the pattern as other tools write it, as `$1`; None where `new` has `\1` too."""
    if _GROUP.search(new):
        return None
    known = {*map(str, range(1, pattern.groups + 1)), *pattern.groupindex}
    found = (one[0] for one in _DOLLAR_GROUP.finditer(new) if set(one.groups()) & known)
    return next(found, None)


def _refuse_unpaired(old: bytes, new: bytes) -> Failed:
    before, after = (len(elision.split(text).marks) for text in (old, new))
    return refuse(
        Reason.MALFORMED_EDIT,
        f"`old` has {_omitted_lines(before)}, but `new` has {after or 'none'}",
        "keep each of them, at the same place in both texts, or write out the omitted lines",
    )


def _omitted_lines(count: int) -> str:
    return f"{count or 'no'} line{'s' * (count != 1)} that mark{'s' * (count == 1)} omitted code"
