"""Requests of any operation whose place was missed, corrected where the evidence leaves one place.

A name that is a misspelling of exactly one that the file has, or that differs from it in letter
case alone; an index or an occurrence where there is but one; a text that stands once but for what
`match` forbids; lines whose expected content stands once, elsewhere; a range that is upside down.

Never where there is doubt: not for a name that is another word, not for one of several, and a
deletion or a move is corrected for letter case alone. `confirm` has the last word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from structedit.calls.diagnoses import Candidate
from structedit.calls.fields import Arguments
from structedit.calls.operations import arguments_of, is_plain
from structedit.calls.places import Anchor, AnchorRange, Hints, Landmark, Lines, Selector, Step
from structedit.calls.requests import (
    DeleteBlock,
    Insert,
    Match,
    MoveBlock,
    ReplaceAll,
    Request,
    StrReplace,
    targets_of,
)
from structedit.calls.statuses import Reason
from structedit.explain import harmless
from structedit.explain.retries import SURE_TIERS, Confirm
from structedit.explain.reworded_lines import is_misspelt
from structedit.search.alignment import ladder
from structedit.search.found import Miss
from structedit.search.selectors import Resolved
from structedit.text.document import LineRange, to_bytes
from structedit.text.errors import SelectorError
from structedit.tree.source import Source

_KINDRED = (
    frozenset(("function", "method", "constructor", "macro", "lambda")),
    frozenset(
        "class struct interface trait enum union type impl object record protocol extension".split()
    ),
    frozenset(("variable", "constant", "field", "property", "declaration")),
    frozenset(("module", "namespace", "package")),
)
"""Kinds that callers take for one another."""

_TELLING = 8


def of_miss(
    source: Source,
    miss: Miss,
    candidates: tuple[Candidate, ...],
    request: Request,
    confirm: Confirm,
) -> Arguments | None:
    """Give the arguments of the request with its one mistake corrected, if that is certain."""
    for corrected in _corrected(source, miss, candidates, request):
        arguments = arguments_of(corrected)
        if is_plain(arguments) and confirm(corrected):
            return arguments
    return None


def _corrected(
    source: Source, miss: Miss, candidates: tuple[Candidate, ...], request: Request
) -> Iterator[Request]:
    if miss.selector is not None:
        meant = _meant(source, miss, candidates, request)
        if meant is not None:
            yield _with_selector(request, miss.selector, meant)
        return
    if miss.reason in (Reason.CONTENT_MISMATCH, Reason.OUT_OF_RANGE):
        yield from _moved_lines(source, request)
    elif miss.reason is Reason.INVERTED_RANGE:
        yield from _turned(source, request)
    elif _why(miss) is Reason.WRONG_OCCURRENCE and len(miss.hits) == 1:
        yield _without_occurrence(request, miss.needle)
    elif _why(miss) in (Reason.NO_MATCH, Reason.ANCHOR_NOT_FOUND) and not miss.hits:
        yield from _looser(source, miss, request)


def _why(miss: Miss) -> Reason:
    return miss.cause or miss.reason


# Names


def _meant(
    source: Source, miss: Miss, candidates: tuple[Candidate, ...], request: Request
) -> Selector | None:
    """Give the selector that was meant, if it is certain."""
    selector, resolved = miss.selector, miss.resolved
    if source.tree is None or selector is None or resolved is None or not candidates:
        return None
    step = selector.steps[resolved.step]
    if resolved.wrong_index:
        one = len(candidates) == 1 and miss.reason is not Reason.SELECTOR_AMBIGUOUS
        return _parsed(candidates[0].selector) if one else None
    if resolved.blocks or step.may_be_block or step.label is not None:
        return None
    sure = [row for row in candidates if _is_meant(source, step, row, selector, resolved, request)]
    return _parsed(sure[0].selector) if len(sure) == 1 else None


def _is_meant(
    source: Source,
    step: Step,
    candidate: Candidate,
    selector: Selector,
    resolved: Resolved,
    request: Request,
) -> bool:
    found = _parsed(candidate.selector)
    if found is None or len(found.steps) != len(selector.steps):
        return False
    path = found.steps[resolved.step].path
    own = path[-len(step.path) :]
    if len(own) != len(step.path):
        return False
    if own == step.path:
        return step.kind is not None and _are_kindred(step.kind, candidate.kind)
    if not all(a == b or harmless.is_same_name(a, b) for a, b in zip(step.path, own, strict=True)):
        spelled = [(a, b) for a, b in zip(step.path, own, strict=True) if a != b]
        careful = isinstance(request, (DeleteBlock, MoveBlock))
        if careful or len(spelled) != 1 or not is_misspelt(source, *spelled[0]):
            return False
    return step.kind is None or _are_kindred(step.kind, candidate.kind)


def _are_kindred(one: str, other: str) -> bool:
    return one == other or any(one in kinds and other in kinds for kinds in _KINDRED)


def _parsed(text: str) -> Selector | None:
    try:
        return Selector.parse(text)
    except SelectorError:
        return None


def _with_selector(request: Request, wrong: Selector, meant: Selector) -> Request:
    """Put a selector in the place of the wrong one, wherever the request has it."""
    if request.hints.within == wrong:
        return replace(request, hints=replace(request.hints, within=meant))
    found: dict[str, Any] = {
        name: meant for name, target in targets_of(request).items() if target == wrong
    }
    return replace(request, **found)


# Texts


def _looser(source: Source, miss: Miss, request: Request) -> Iterator[Request]:
    """Go further down the ladder for a text that stands there once, nothing being guessed."""
    if request.options.match is None:
        return
    found = ladder.find(source, to_bytes(miss.needle), limit=Match.SYNTAX)
    if len(found.occurrences) == 1 and found.tier in SURE_TIERS:
        level = next(
            tier.level for tier in ladder.tiers_up_to(Match.FUZZY) if tier.name == found.tier
        )
        yield replace(request, options=replace(request.options, match=level))


def _without_occurrence(request: Request, needle: str) -> Request:
    """Drop the number of a text that stands there once."""

    def mark(landmark: Landmark) -> Landmark:
        return Landmark(landmark.text) if landmark.text == needle else landmark

    hints = _mapped(request.hints, mark)
    if hints != request.hints:
        return replace(request, hints=hints)
    if isinstance(request, (StrReplace, ReplaceAll)):
        return request
    match request.target:
        case Anchor(text=text) if text == needle:
            return replace(request, target=Anchor(text))
        case AnchorRange(start=start, end=end, inclusive=inclusive):
            return replace(request, target=AnchorRange(mark(start), mark(end), inclusive))
    return request


def _mapped(hints: Hints, mark: Callable[[Landmark], Landmark]) -> Hints:
    between = hints.between
    return replace(
        hints,
        after=mark(hints.after) if hints.after else None,
        before=mark(hints.before) if hints.before else None,
        between=(mark(between[0]), mark(between[1])) if between else None,
    )


def _turned(source: Source, request: Request) -> Iterator[Request]:
    """Exchange two landmarks that each stand once, the end above the start."""
    if isinstance(request, (StrReplace, ReplaceAll, Insert)):
        return
    target = request.target
    if not isinstance(target, AnchorRange):
        return
    starts = (_only_line(source, mark.text) for mark in (target.start, target.end))
    if None not in starts:
        yield replace(request, target=AnchorRange(target.end, target.start, target.inclusive))


def _moved_lines(source: Source, request: Request) -> Iterator[Request]:
    """Go to where the expected content stands, if that is one place."""
    if isinstance(request, (StrReplace, ReplaceAll)) or not isinstance(request.target, Lines):
        return
    target = request.target
    expected = (target.expected or "").strip("\r\n")
    count = target.lines.last - target.lines.first
    if len("".join(expected.split())) < _TELLING or expected.count("\n") != count:
        return
    first = _only_line(source, expected)
    if first is not None:
        yield replace(request, target=replace(target, lines=LineRange(first, first + count)))


def _only_line(source: Source, text: str) -> int | None:
    """Give the line where a text begins that stands once in the file, but for blanks."""
    found = ladder.find(source, to_bytes(text), limit=Match.WHITESPACE)
    if len(found.occurrences) != 1 or found.tier not in SURE_TIERS:
        return None
    span = ladder.core_of(source.data, found.occurrences[0].span)
    return source.document.line_of(span.start)
