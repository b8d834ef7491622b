"""Why a place was not found, and what to send instead.

`of_search` explains a text search that did not give exactly the one place, `of_miss` a selector,
anchor, landmark or range of lines. Causes are tried in order, the one that asks least of the
caller first; each verdict carries the file's own content.

Not here: how the evidence is gathered (`evidence`), mistakes with a shape (`shapes`), what would
land (`retries`), syntax errors and risk (the gate).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from structedit.errors import SelectorError
from structedit.judging import nearest, retries, shapes
from structedit.judging.evidence import (
    candidates_of,
    closest_of,
    closest_window,
    differences_of,
    enclosing,
    hits_of,
    lines_words,
    region_of,
    token_diff,
)
from structedit.model.outcomes import Candidate, Closest, Diagnosis, JsonValue, Reason, Status
from structedit.model.places import NO_HINTS, Hints, Selector
from structedit.model.requests import Match, ReplaceAll, StrReplace
from structedit.search import ladder
from structedit.search.folding import condense_folded, contents
from structedit.search.fuzzy import Window
from structedit.search.ladder import Found, Occurrence, Tier
from structedit.search.locate import Miss, Scope
from structedit.syntax.source import Source
from structedit.text.document import LineRange, Span, to_bytes, to_text

Verdict = tuple[Status, Reason, Diagnosis]

TIER_REASONS = {
    "newline": Reason.WHITESPACE,
    "trailing-space": Reason.WHITESPACE,
    "indent": Reason.WHITESPACE,
    "whitespace": Reason.WHITESPACE,
    "unicode": Reason.ENCODING,
    "escape": Reason.ENCODING,
}
"""What a hit of a tier that may not be used says of the text; others say `no_match`."""

_TIER_WORDS = {
    "newline": "but for line endings",
    "trailing-space": "but for blanks at line ends",
    "indent": "but for its indentation",
    "whitespace": "but for blanks",
    "unicode": "but for look-alike characters",
    "escape": "but for escapes or line numbers",
    "syntax": "but for how its tokens are laid out",
    "elision": "but for lines that are left out",
    "fuzzy": "nearly",
}

STATUS: dict[Reason, Status] = {
    Reason.SEVERAL_MATCHES: Status.AMBIGUOUS,
    Reason.AMBIGUOUS_ANCHOR: Status.AMBIGUOUS,
    Reason.SELECTOR_AMBIGUOUS: Status.AMBIGUOUS,
    **dict.fromkeys(
        (
            Reason.WRONG_OCCURRENCE,
            Reason.WRONG_COUNT,
            Reason.EMPTY_SEARCH,
            Reason.NEAR_TWIN,
            Reason.NOT_A_BLOCK,
            Reason.UNBALANCED,
            Reason.CONTENT_MISMATCH,
            Reason.OUT_OF_RANGE,
            Reason.INVERTED_RANGE,
        ),
        Status.REFUSED,
    ),
}
"""Status of the reasons that stand here; those left out are `not_found`."""

_TOKEN = re.compile(rb"\w+|[^\w\s]|[\x80-\xff]+")
_NUMBER = re.compile(rb"[0-9]\w*\Z")
_TWIN_PERCENT = 60
_MOST_STARTS = 500
_TELLING = re.compile(rb"[0-9A-Za-z_\x80-\xff]{3}")
_FAR_PERCENT = 30
_MOST_SWAPS = 4


@dataclass(frozen=True, slots=True)
class _Call:
    """A text search and all that is known of it."""

    source: Source
    request: StrReplace | ReplaceAll
    found: Found
    scope: Scope
    limit: Match

    @property
    def text(self) -> str:
        """The text that was looked for."""
        return self.request.old if isinstance(self.request, StrReplace) else self.request.pattern

    @property
    def word(self) -> str:
        """The parameter that holds it."""
        return "old" if isinstance(self.request, StrReplace) else "pattern"

    @property
    def where(self) -> tuple[Span, ...] | None:
        """The scope as the ladder takes it; None for the whole file."""
        return self.scope.spans if self.scope.hints else None


def of_search(
    source: Source,
    request: StrReplace | ReplaceAll,
    found: Found,
    scope: Scope,
    limit: Match,
) -> Verdict:
    """Explain a text search that did not give exactly what was asked for.

    `found` is what `ladder.find` gave in `scope` up to `limit`.
    """
    call = _Call(source, request, found, scope, limit)
    if not call.text.strip():
        return _verdict(
            Reason.EMPTY_SEARCH, Diagnosis(f"`{call.word}` is empty", "give text that stands in the file")
        )
    if found.occurrences:
        return _of_hits(call)
    if isinstance(request, ReplaceAll) and request.regex:
        return _no_pattern(call)
    for cause in (_forbidden, _outside, _cut, _misshapen):
        verdict = cause(call)
        if verdict is not None:
            return verdict
    return _not_there(call)


def _verdict(reason: Reason, diagnosis: Diagnosis) -> Verdict:
    return STATUS.get(reason, Status.NOT_FOUND), reason, diagnosis


# There are hits


def _of_hits(call: _Call) -> Verdict:
    hits, request = call.found.occurrences, call.request
    spans = [hit.span for hit in hits]
    stands = f"`{call.word}` stands {_times(len(hits))} ({lines_words(call.source, spans)})"
    shown = hits_of(call.source, spans)
    occurrence = request.occurrence if isinstance(request, StrReplace) else None
    if occurrence is not None and not _is_occurrence(occurrence, len(hits)):
        fix = f"pass an occurrence from 1 to {len(hits)}, or -1 for the last"
        if len(hits) == 1:
            fix = "leave occurrence out"
        message = f"occurrence is {occurrence} and {stands}"
        retry = _without_occurrence(call) if len(hits) == 1 else None
        return _verdict(Reason.WRONG_OCCURRENCE, Diagnosis(message, fix, shown, retry=retry))
    if request.expected_count not in (None, len(hits)):
        message = f"expected_count is {request.expected_count} and {stands}"
        fix = f"pass expected_count={len(hits)} if all of them are meant, or narrow the search"
        return _verdict(Reason.WRONG_COUNT, Diagnosis(message, fix, shown))
    return _verdict(
        Reason.SEVERAL_MATCHES,
        Diagnosis(
            stands,
            "add a line above or below, or pass occurrence",
            shown,
            notes=_tier_notes(call.found.tier) + _more_hits(len(hits), len(shown)),
        ),
    )


def _is_occurrence(occurrence: int, count: int) -> bool:
    return occurrence != 0 and -count <= occurrence <= count


def _without_occurrence(call: _Call) -> dict[str, JsonValue] | None:
    """Drop an `occurrence` that the one hit proves wrong: there is nothing to choose."""
    if not isinstance(call.request, StrReplace):
        return None
    return retries.offer(call.source, replace(call.request, occurrence=None))


def _tier_notes(tier: str | None) -> tuple[str, ...]:
    words = _TIER_WORDS.get(tier or "")
    return (f"none of them is exact: the text stands there {words}",) if words else ()


def _more_hits(count: int, shown: int) -> tuple[str, ...]:
    return (f"{count - shown} more hits are not listed",) if count > shown else ()


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


# A hit that may not be used


def _forbidden(call: _Call) -> Verdict | None:
    """Explain a text that stands in the scope at a tier that was not used."""
    deep = ladder.find(
        call.source.data,
        to_bytes(call.text),
        scope=call.where,
        whole_words=call.request.whole_words,
    )
    if not deep.occurrences or deep.tier is None:
        return None
    spans = [hit.span for hit in deep.occurrences]
    level = _level(deep.tier)
    asked = deep.tier in [tier.name for tier in ladder.tiers_up_to(call.limit)]
    message = (
        f"`{call.word}` stands at {lines_words(call.source, spans)} {_TIER_WORDS.get(deep.tier, '')}"
    )
    if asked:
        message += ", and that is all that `new` changes"
    fix = (
        f"copy the lines below into `{call.word}` as they are"
        if asked or len(spans) > 1
        else f'pass match: "{level.value}", or copy the lines below into `{call.word}`'
    )
    only = deep.occurrences[0] if len(spans) == 1 else None
    diagnosis = Diagnosis(
        message,
        fix,
        hits_of(call.source, spans),
        differences=differences_of(call.source, call.text, only) if only else (),
        closest=_closest(call),
        notes=_variant_notes(only) + _elsewhere(call) + _more_hits(len(spans), 50),
        retry=_looser(call, level) if only and not asked and not call.found.outside else None,
    )
    return _verdict(TIER_REASONS.get(deep.tier, Reason.NO_MATCH), diagnosis)


def _level(tier: str) -> Match:
    return next(entry.level for entry in _tiers() if entry.name == tier)


def _tiers() -> tuple[Tier, ...]:
    return ladder.tiers_up_to(Match.FUZZY)


def _looser(call: _Call, level: Match) -> dict[str, JsonValue] | None:
    if not isinstance(call.request, StrReplace):
        return None
    options = replace(call.request.options, match=level)
    return retries.offer(call.source, replace(call.request, options=options))


def _variant_notes(hit: Occurrence | None) -> tuple[str, ...]:
    if hit is None or not hit.variant:
        return ()
    if hit.variant.startswith("gutter"):
        return ("the lines carry the numbers of a listing",)
    return (f"it stands there with {hit.variant}",)


def _elsewhere(call: _Call) -> tuple[str, ...]:
    outside = [hit.span for hit in call.found.outside]
    return (f"outside the hints it stands at {lines_words(call.source, outside)}",) if outside else ()


# A hit that is somewhere else, or of something else


def _outside(call: _Call) -> Verdict | None:
    hits = call.found.outside or _deep_outside(call)
    if not hits:
        return None
    spans = [hit.span for hit in hits]
    shown = hits_of(call.source, spans)
    hints = ", ".join(f"`{name}`" for name in call.scope.hints)
    selector = shown[0].selector
    where = f" in {selector}" if len(spans) == 1 and selector else ""
    diagnosis = Diagnosis(
        f"`{call.word}` is not inside {hints}; it stands at"
        f" {lines_words(call.source, spans)}{where}",
        f'pass within: "{selector}"' if where else "drop the hints, or name another place",
        shown,
        closest=_closest(call),
        notes=_cut_notes(call) + _more_hits(len(spans), len(shown)),
        retry=_there(call, selector) if len(spans) == 1 and not call.found.cut else None,
    )
    return _verdict(Reason.FOUND_OUTSIDE_SCOPE, diagnosis)


def _deep_outside(call: _Call) -> tuple[Occurrence, ...]:
    if call.where is None:
        return ()
    return ladder.find(
        call.source.data,
        to_bytes(call.text),
        scope=call.where,
        whole_words=call.request.whole_words,
    ).outside


def _there(call: _Call, selector: str | None) -> dict[str, JsonValue] | None:
    """Offer the one place outside: by its selector, else without hints."""
    if not isinstance(call.request, StrReplace):
        return None
    request = replace(call.request, occurrence=None)
    if selector is not None and (within := _parsed(selector)) is not None:
        retry = retries.offer(call.source, replace(request, hints=Hints(within=within)))
        if retry is not None and retries.lands(call.source, replace(request, hints=NO_HINTS)):
            return retry
    return retries.offer(call.source, replace(request, hints=NO_HINTS))


def _parsed(selector: str) -> Selector | None:
    try:
        return Selector.parse(selector)
    except SelectorError:
        return None


def _cut_notes(call: _Call) -> tuple[str, ...]:
    cut = [hit.span for hit in call.found.cut]
    if not cut:
        return ()
    return (f"inside longer identifiers it stands at {lines_words(call.source, cut)}",)


def _cut(call: _Call) -> Verdict | None:
    spans = [hit.span for hit in call.found.cut]
    if not spans:
        return None
    word = _whole_word(call.source.data, spans[0])
    shown = hits_of(call.source, spans)
    diagnosis = Diagnosis(
        f"`{call.word}` stands only inside longer identifiers, as in {word}"
        f" ({lines_words(call.source, spans)})",
        "give the whole identifier, or pass whole_words: false",
        shown,
        closest=_closest(call),
        notes=_more_hits(len(spans), len(shown)),
    )
    return _verdict(Reason.IDENTIFIER_CUT, diagnosis)


def _whole_word(data: bytes, span: Span) -> str:
    """Give the text around a place up to the edges of its words, on one line."""
    core = ladder.core_of(data, span)
    start, end = core.start, core.end
    while start > max(0, core.start - 40) and _is_letter(data[start - 1]):
        start -= 1
    while end < min(len(data), core.end + 40) and _is_letter(data[end]):
        end += 1
    return repr(to_text(data[start:end]).split("\n")[0][:100])


def _is_letter(byte: int) -> bool:
    return byte > 0x7F or chr(byte).isalnum() or byte in b"_$"


# No hit


def _misshapen(call: _Call) -> Verdict | None:
    """Explain a text that stands in the file but for a mistake with a shape."""
    new = call.request.new
    repair = next(shapes.repairs(call.source, call.text, new), None)
    if repair is None:
        return None
    lines = lines_words(call.source, repair.spans)
    diagnosis = Diagnosis(
        f"`{call.word}` is not in the file, but {repair.note}: {lines}",
        f"copy the lines below into `{call.word}` as they are",
        hits_of(call.source, repair.spans),
        closest=_closest(call),
        notes=shapes.notes(call.source, call.text, new),
        retry=_repaired(call, repair),
    )
    return _verdict(Reason.NO_MATCH, diagnosis)


def _repaired(call: _Call, repair: shapes.Repair) -> dict[str, JsonValue] | None:
    if not isinstance(call.request, StrReplace) or repair.new is None or len(repair.spans) > 1:
        return None
    return retries.offer(call.source, replace(call.request, old=repair.old, new=repair.new))


def _no_pattern(call: _Call) -> Verdict:
    """Explain a regular expression without a hit."""
    literal = ladder.find(call.source.data, to_bytes(call.text), scope=call.where, whole_words=False)
    spans = [hit.span for hit in literal.occurrences]
    fix = "as plain text it stands there: pass regex: false" if spans else "try it with find"
    diagnosis = Diagnosis(
        "the regular expression matches nothing in the scope",
        fix,
        hits_of(call.source, spans),
        closest=_closest(call),
    )
    return _verdict(Reason.NO_MATCH, diagnosis)


def _not_there(call: _Call) -> Verdict:
    """Explain a text that is not in the file: a twin of it, a part of it, or nothing near it."""
    window = closest_window(call.source, call.text, call.scope)
    closest = closest_of(call.source, call.text, window)
    notes = shapes.notes(call.source, call.text, call.request.new)
    swaps = _swaps(call, window) if window is not None else ()
    if swaps and window is not None:
        words = ", ".join(f"{_quoted(a)} where the file has {_quoted(b)}" for a, b in swaps)
        diagnosis = Diagnosis(
            f"only a similar text is there, at lines {window.lines}: `{call.word}` has {words}",
            f"if lines {window.lines} are meant, copy them into `{call.word}`",
            closest=closest,
            notes=notes,
        )
        return _verdict(Reason.NEAR_TWIN, diagnosis)
    parts = _parts(call)
    if parts:
        message, fix = parts
        return _verdict(
            Reason.PARTIAL_MATCH, Diagnosis(message, fix, closest=closest, notes=notes)
        )
    diagnosis = Diagnosis(
        f"`{call.word}` is not in {call.source.document.path or 'the file'}",
        _nothing_fix(call, window),
        closest=closest,
        notes=notes + _joined(call),
    )
    return _verdict(Reason.NO_MATCH, diagnosis)


def _closest(call: _Call) -> Closest | None:
    return closest_of(
        call.source, call.text, closest_window(call.source, call.text, call.scope)
    )


def _nothing_fix(call: _Call, window: Window | None) -> str:
    if window is None:
        return "the scope holds blank lines alone: widen the hints, or insert instead"
    if window.similarity < _FAR_PERCENT:
        return "read the file again: nothing in it is much like that text"
    return f"copy the text of lines {window.lines} from the file into `{call.word}`"


def _quoted(token: bytes) -> str:
    return repr(to_text(token))


def _swaps(call: _Call, window: Window) -> tuple[tuple[bytes, bytes], ...]:
    """Give the words and numbers that differ, where a window differs in nothing else."""
    lines = contents(to_bytes(call.text))
    wanted = [number for number, line in enumerate(lines) if line.strip()]
    partner = dict(window.pairs)
    own = contents(call.source.data)
    shown = [own[n] for n in range(window.lines.first - 1, window.lines.last) if own[n].strip()]
    if window.similarity < _TWIN_PERCENT or len(shown) != len(wanted):
        return ()
    if any(number not in partner for number in wanted):
        return ()
    old = [t for number in wanted for t in _TOKEN.findall(lines[number])]
    new = [t for number in wanted for t in _TOKEN.findall(own[partner[number]])]
    pairs = [(a, b) for a, b in zip(old, new, strict=False) if a != b]
    same_words = [a for a, b in zip(old, new, strict=False) if a == b and _TELLING.search(a)]
    alike = all(_kind(a) == _kind(b) != "" for a, b in pairs)
    if len(old) != len(new) or not alike or not same_words or 2 * len(pairs) > len(old):
        return ()
    return tuple(dict.fromkeys(pairs))[:_MOST_SWAPS]


def _kind(token: bytes) -> str:
    """Tell numbers from words; marks are neither."""
    if _NUMBER.match(token):
        return "number"
    return "word" if _is_letter(token[0]) else ""


def _parts(call: _Call) -> tuple[str, str] | None:
    """Say how many of the first and last lines of the text stand somewhere, and what is next."""
    data, needle = call.source.data, to_bytes(call.text)
    file, wanted = condense_folded(data), condense_folded(needle)
    own, lines = file.text.split(b"\n"), wanted.text.split(b"\n")
    if len(lines) < 2 or not any(own):
        return None
    head, at = _longest(own, lines)
    tail, back = _longest(own[::-1], lines[::-1])
    end = len(own) - 1 - back
    told = [*lines[:head], *lines[len(lines) - tail :]]
    if not any(_TELLING.search(line) for line in told):
        return None
    words = []
    if head:
        where = LineRange(file.numbers[at] + 1, file.numbers[at + head - 1] + 1)
        words.append(f"the first {head} of its {len(lines)} lines stand at {_lines(where)}")
    if tail:
        where = LineRange(file.numbers[end - tail + 1] + 1, file.numbers[end] + 1)
        words.append(f"the last {tail} of its {len(lines)} lines stand at {_lines(where)}")
    odd, found = (head, at + head) if head else (len(lines) - tail - 1, end - tail)
    message = f"`{call.word}` is there in part: {' and '.join(words)}"
    shown = _odd_line(call, wanted.numbers[odd], file.numbers[found] if 0 <= found < len(own) else None)
    return message, f"correct line {wanted.numbers[odd] + 1} of `{call.word}`: {shown}"


def _lines(lines: LineRange) -> str:
    return f"line {lines}" if lines.first == lines.last else f"lines {lines}"


def _longest(own: Sequence[bytes], lines: Sequence[bytes]) -> tuple[int, int]:
    """Give how many of `lines`, from the first on, stand together, and where."""
    starts = [number for number, line in enumerate(own) if line == lines[0]][:_MOST_STARTS]
    best, at = 0, 0
    for start in starts:
        count = nearest.common_length(own, start, lines)
        if count > best:
            best, at = count, start
    return min(best, len(lines) - 1), at


def _odd_line(call: _Call, number: int, found: int | None) -> str:
    wanted = to_text(contents(to_bytes(call.text))[number]).strip()
    if found is None:
        return f"{_short(wanted)} is not there, the file ends"
    own = call.source.document.line_text(found + 1).strip()
    if wanted and wanted in own:
        return f"{_short(wanted)} is only a part of line {found + 1}, {_short(own)}"
    return f"line {found + 1} of the file differs, {_short(token_diff(wanted, own), 300)}"


def _short(text: str, most: int = 120) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _joined(call: _Call) -> tuple[str, ...]:
    """Say so where the first line of the text stands only as a part of a longer line."""
    lines = [line.strip() for line in contents(to_bytes(call.text)) if line.strip()]
    at = call.source.data.find(lines[0]) if len(lines) > 1 and _TELLING.search(lines[0]) else -1
    if at < 0:
        return ()
    line = call.source.document.line_of(at)
    return (f"its first line stands only as a part of line {line}",)


# Targets, anchors, landmarks


def of_miss(source: Source, miss: Miss, operation: str) -> Verdict:
    """Explain a target, hint or anchor that is not found, or not as asked for."""
    status = STATUS.get(miss.cause or miss.reason, Status.NOT_FOUND)
    status = STATUS.get(miss.reason, status)
    return status, miss.reason, _of_miss(source, miss, operation)


def _of_miss(source: Source, miss: Miss, operation: str) -> Diagnosis:
    if miss.selector is not None:
        return _of_selector(source, miss, miss.selector)
    if miss.reason is Reason.OUT_OF_RANGE:
        return Diagnosis(miss.message, miss.fix, closest=_last_lines(source))
    if miss.reason is Reason.CONTENT_MISMATCH and miss.hits:
        return Diagnosis(
            miss.message, miss.fix, closest=region_of(source, miss.needle, miss.hits[0])
        )
    if miss.reason is Reason.NOT_A_BLOCK:
        return _no_block(source, miss, operation)
    return _of_text(source, miss)


def _of_selector(source: Source, miss: Miss, selector: Selector) -> Diagnosis:
    if source.tree is None:
        window = closest_window(source, selector.steps[-1].name, None) if selector.steps else None
        closest = closest_of(source, selector.steps[-1].name, window) if window else None
        return Diagnosis(miss.message, miss.fix, closest=closest)
    if miss.candidates:
        candidates = nearest.pasteable(source, selector, miss)
        return Diagnosis(miss.message, miss.fix, candidates=candidates)
    candidates = nearest.names(source, selector, miss.resolved)
    return Diagnosis(
        miss.message,
        _nearest_fix(candidates) or miss.fix,
        candidates=candidates,
        notes=() if candidates else nearest.what_there_is(source),
    )


def _nearest_fix(candidates: tuple[Candidate, ...]) -> str:
    if not candidates:
        return ""
    if len(candidates) == 1:
        return f'if line {candidates[0].lines.first} is meant, pass "{candidates[0].selector}"'
    return "use one of the selectors below, the nearest there are"


def _last_lines(source: Source) -> Closest:
    """Show the file's end to a caller that named a line behind it."""
    count = source.document.line_count
    lines = LineRange(max(1, count - 4), count)
    return region_of(source, "", source.document.lines_span(lines))


def _no_block(source: Source, miss: Miss, operation: str) -> Diagnosis:
    candidates = candidates_of(source, miss.candidates)
    fix = miss.fix
    if candidates:
        holder = candidates[0]
        fix = (
            f'the block that holds it is "{holder.selector}", lines {holder.lines}:'
            f" pass it as the target of {operation}, or edit the text with str_replace"
        )
    return Diagnosis(miss.message, fix, hits_of(source, miss.hits), candidates)


def _of_text(source: Source, miss: Miss) -> Diagnosis:
    """Explain a text: its hits elsewhere, else the same text but for blanks, else the nearest."""
    shown = hits_of(source, miss.hits)
    if miss.hits or not miss.needle.strip():
        notes = _more_hits(len(miss.hits), len(shown))
        return Diagnosis(miss.message, miss.fix, shown, notes=notes)
    deep = ladder.find(source.data, to_bytes(miss.needle), whole_words=False)
    spans = [hit.span for hit in deep.occurrences]
    words = f"it stands at {lines_words(source, spans)} {_TIER_WORDS.get(deep.tier or '', '')}"
    only = deep.occurrences[0] if len(spans) == 1 else None
    return Diagnosis(
        miss.message,
        miss.fix,
        hits_of(source, spans),
        differences=differences_of(source, miss.needle, only) if only else (),
        closest=closest_of(source, miss.needle, closest_window(source, miss.needle, None)),
        notes=(words.strip(),) if spans else (),
    )
