"""Corrected requests for a place that was missed, where the evidence leaves one place only.

What is corrected: a name that is a misspelling of exactly one that the file has, or that differs
from it in letter case alone; an index where there is but one; a text that is found once,
except for what `match` forbids; lines whose expected content is found once, elsewhere.

Never where there is doubt: not for a name that is another word, not for one of several, and a
deletion or a move is corrected for letter case alone. `confirm` decides in the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from structedit.calls.diagnoses import Candidate
from structedit.calls.fields import Arguments
from structedit.calls.operations import arguments_of, is_plain
from structedit.calls.places import Anchor, AnchorRange, Landmark, Lines, Selector
from structedit.calls.requests import (
    DeleteBlock,
    Insert,
    Match,
    MoveBlock,
    ReplaceAll,
    ReplaceBlock,
    Request,
    StrReplace,
    targets_of,
)
from structedit.calls.statuses import Reason
from structedit.explain import near_names
from structedit.explain.retries import Confirm
from structedit.languages.kinds import KINDRED
from structedit.search.alignment import ladder
from structedit.search.alignment.spelling import is_close
from structedit.search.found import Miss
from structedit.search.selectors import Resolved
from structedit.text.document import LineRange, Span, to_bytes, to_text
from structedit.text.errors import SelectorError
from structedit.text.lazily import regex
from structedit.text.lines import begins_line, ends_line, line_start, text_end, text_start, trimmed
from structedit.text.values import dataclass, replace
from structedit.text.words import is_telling, stands_as_word
from structedit.tree.source import Source

_FEW_LINES = 12
"""Lines whose content a retry brings; chosen by judgement, as many as a report shows."""


@dataclass(frozen=True, slots=True)
class Missed:
    """A request, the place of it that was not found, and what may have been meant."""

    source: Source
    request: Request
    miss: Miss
    candidates: tuple[Candidate, ...]


def of_miss(missed: Missed, confirm: Confirm) -> Arguments | None:
    """The arguments of the request with its one mistake corrected; None if that is not certain."""
    for corrected in _corrected(missed):
        arguments = arguments_of(corrected)
        if is_plain(arguments) and confirm(corrected):
            return arguments
    return None


def _corrected(missed: Missed) -> Iterator[Request]:
    source, miss, request = missed.source, missed.miss, missed.request
    if miss.selector is not None:
        # Of several nodes none is meant more, however the name is written.
        is_ambiguous = miss.reason is Reason.SELECTOR_AMBIGUOUS
        other = None if is_ambiguous else near_names.as_written_here(source, miss.selector)
        meant = other or _meant(missed)
        if meant is not None:
            yield _with_selector(request, miss.selector, meant)
        elif not missed.candidates:
            yield from _anchored_at_text(source, miss.selector, request)
        return
    yield from _with_what_is_there(source, miss, request)
    yield from _anchored_at_block(source, miss, request)
    if miss.pair is not None:
        yield from _between_brackets(source, miss.pair, request)
    elif miss.reason is Reason.NOT_A_BLOCK:
        yield from _on_its_lines(source, miss, request)
    if miss.reason in (Reason.CONTENT_MISMATCH, Reason.OUT_OF_RANGE):
        yield from _moved_lines(source, request)
    elif _why(miss) in (Reason.NO_MATCH, Reason.ANCHOR_NOT_FOUND) and not miss.hits:
        yield from _looser(source, miss, request)


def _why(miss: Miss) -> Reason:
    return miss.cause or miss.reason


# Names


def _meant(missed: Missed) -> Selector | None:
    """The selector that was meant; None if that is not certain."""
    miss, candidates = missed.miss, missed.candidates
    selector, resolved = miss.selector, miss.resolved
    if missed.source.tree is None or selector is None or resolved is None or not candidates:
        return None
    step = selector.steps[resolved.step]
    if resolved.wrong_index:
        # Of several functions the only one that is left may be another one; a clause is still what was numbered.
        is_left = miss.candidates == resolved.blocks
        is_careful = is_left and isinstance(missed.request, (DeleteBlock, MoveBlock))
        is_sure = len(candidates) == 1 and miss.reason is not Reason.SELECTOR_AMBIGUOUS
        return _parsed(candidates[0].selector) if is_sure and not is_careful else None
    if resolved.blocks or step.may_be_block or step.label is not None:
        return None
    sure = [row for row in candidates if _is_meant(missed, selector, resolved, row)]
    return _parsed(sure[0].selector) if len(sure) == 1 else None


def _is_meant(missed: Missed, selector: Selector, resolved: Resolved, candidate: Candidate) -> bool:
    found, step = _parsed(candidate.selector), selector.steps[resolved.step]
    if found is None or len(found.steps) != len(selector.steps):
        return False
    path = found.steps[resolved.step].path
    own = path[-len(step.path) :]
    if len(own) != len(step.path):
        return False
    if own == step.path:
        return step.kind is not None and _are_kindred(step.kind, candidate.kind)
    if not all(a == b or _is_same_name(a, b) for a, b in zip(step.path, own, strict=True)):
        spelled = [(a, b) for a, b in zip(step.path, own, strict=True) if a != b]
        careful = isinstance(missed.request, (DeleteBlock, MoveBlock))
        if careful or len(spelled) != 1:
            return False
        wanted, right = map(to_bytes, spelled[0])
        if not is_close(wanted, right) or stands_as_word(missed.source.data, wanted):
            return False
    return step.kind is None or _are_kindred(step.kind, candidate.kind)


def _is_same_name(wanted: str, found: str) -> bool:
    """Return True if two names differ only in letter case and underscores: `getTotal` and `get_total`."""
    names = [re.sub("[-_]", "", name).casefold() for name in (wanted, found)]
    return names[0] == names[1] != ""


def _are_kindred(one: str, other: str) -> bool:
    return one == other or any(one in kinds and other in kinds for kinds in KINDRED)


def _parsed(text: str) -> Selector | None:
    try:
        return Selector.parse(text)
    except SelectorError:
        return None


def _with_selector(request: Request, wrong: Selector, meant: Selector) -> Request:
    """The request with `meant` wherever it has the wrong selector."""
    if request.hints.within == wrong:
        return replace(request, hints=replace(request.hints, within=meant))
    found: dict[str, Any] = {
        name: meant for name, target in targets_of(request).items() if target == wrong
    }
    return replace(request, **found)


# Texts


def _with_what_is_there(source: Source, miss: Miss, request: Request) -> Iterator[Request]:
    """The request with the text of the few lines that it names by number alone: the caller is shown them."""
    if isinstance(request, (StrReplace, ReplaceAll)) or not isinstance(request.target, Lines):
        return
    target = request.target
    unsaid = target.expected is None and target.version is None
    if unsaid and miss.hits and target.lines.last - target.lines.first < _FEW_LINES:
        there = to_text(miss.hits[0].of(source.data)).strip("\r\n")
        if there.strip():
            yield replace(request, target=replace(target, expected=there))


def _anchored_at_block(source: Source, miss: Miss, request: Request) -> Iterator[Request]:
    """Yield the request with the one block that the anchor's text names, if that text is not in the file.

    An insertion goes there also if the text is found in several places.
    """
    if isinstance(request, (StrReplace, ReplaceAll)) or not isinstance(request.target, Anchor):
        return
    several = isinstance(request, Insert) and miss.reason is Reason.AMBIGUOUS_ANCHOR
    text = request.target.text
    if (several or not miss.hits) and len(near_names.named_by(source, text)) == 1:
        yield replace(request, target=Selector.parse(text))


def _anchored_at_text(source: Source, selector: Selector, request: Request) -> Iterator[Request]:
    """The request with the one place of a text that was passed as a selector: `return total`."""
    if isinstance(request, (StrReplace, ReplaceAll)) or request.target != selector:
        return
    hits = places_as_text(source, selector)
    if len(hits) == 1:
        anchored = replace(request, target=Anchor(selector.text))
        yield anchored
        miss = Miss(Reason.NOT_A_BLOCK, "", hits=hits)
        yield from _on_its_lines(source, miss, anchored)


def places_as_text(source: Source, selector: Selector) -> tuple[Span, ...]:
    """The places where the file has the text of a selector that no name looks like: `return x`, `foo();`."""
    text = to_bytes(selector.text)
    if _NAME.fullmatch(text):
        return ()
    return tuple(hit.span for hit in ladder.find(source, text, limit=Match.EXACT).occurrences)


def _between_brackets(source: Source, pair: Span, request: Request) -> Iterator[Request]:
    """The request on the text from its anchor to the last line of the brackets that the anchor opens."""
    if isinstance(request, (StrReplace, ReplaceAll, Insert, MoveBlock)):
        return
    anchor = request.target
    if not isinstance(anchor, Anchor):
        return
    sign = source.data[pair.end : pair.end + 1]
    # The separator goes with what it separates, unless the new text brings none.
    takes_sign = sign in (b",", b";") and (
        isinstance(request, DeleteBlock)
        or (isinstance(request, ReplaceBlock) and request.new.rstrip().endswith(to_text(sign)))
    )
    begin = text_start(source.data, line_start(source.data, pair.end - 1))
    last = Span(begin, pair.end + takes_sign)
    text = to_text(last.of(source.data))
    starts = ladder.find(source, to_bytes(anchor.text)).occurrences
    start = next((hit for hit in starts if hit.span.end > pair.start >= hit.span.start), None)
    if start is None:
        return
    behind = (Span(start.span.end, len(source.data)),)
    ends = ladder.find(source, to_bytes(text), scope=behind).occurrences
    number = next((n for n, hit in enumerate(ends, 1) if hit.span.end == last.end), None)
    if number is not None:
        first = Landmark(anchor.text, anchor.occurrence)
        # With its number the end is this very one, and not the first that closes all that begins above it.
        yield replace(request, target=AnchorRange(first, Landmark(text, number)))


def _on_its_lines(source: Source, miss: Miss, request: Request) -> Iterator[Request]:
    """The request on the lines of an anchor that opens no block, where they are complete: `.uniq`, a comment."""
    if isinstance(request, (StrReplace, ReplaceAll, Insert, MoveBlock)) or source.tree is None:
        return
    if not isinstance(request.target, Anchor) or len(miss.hits) != 1:
        return
    data, text = source.data, trimmed(source.data, miss.hits[0])
    bare = Span(text.start, text_end(data, text.end, b" \t\r\n,;"))
    is_lines = begins_line(data, text.start) and ends_line(data, text.end)
    if is_lines and any(source.tree.is_complete(one) for one in (text, bare)):
        lines = source.document.line_range(text)
        expected = to_text(source.document.lines_span(lines).of(data)).rstrip("\r\n")
        yield replace(request, target=Lines(lines, expected))


def _looser(source: Source, miss: Miss, request: Request) -> Iterator[Request]:
    """Yield the request with a looser `match`, if the text is found once and nothing is guessed."""
    if request.options.match is None:
        return
    found = ladder.find(source, to_bytes(miss.needle), limit=Match.SYNTAX)
    if len(found.occurrences) == 1 and found.facts.is_sure:
        yield replace(request, options=replace(request.options, match=found.facts.level))


_NAME = regex(rb"[\w.:#$@*-]+")
"""What a name or a selector of one looks like, and no other text."""


def _moved_lines(source: Source, request: Request) -> Iterator[Request]:
    """Yield the request with the lines that have the expected content, if that is one place."""
    if isinstance(request, (StrReplace, ReplaceAll)) or not isinstance(request.target, Lines):
        return
    target = request.target
    expected = (target.expected or "").strip("\r\n")
    count = target.lines.last - target.lines.first
    if not is_telling(expected) or expected.count("\n") != count:
        return
    first = _only_line(source, expected)
    if first is not None:
        yield replace(request, target=replace(target, lines=LineRange(first, first + count)))


def _only_line(source: Source, text: str) -> int | None:
    """Return the first line of a text that is found once in the file, blanks ignored."""
    found = ladder.find(source, to_bytes(text), limit=Match.WHITESPACE)
    if len(found.occurrences) != 1 or not found.facts.is_sure:
        return None
    span = ladder.core_of(source.data, found.occurrences[0].span)
    return source.document.line_of(span.start)
