"""Places named in a batch, translated from the text before it to the current text.

In a batch `[n]`, `occurrence` and line numbers count in the text before its first edit, because
the caller has read that one. They are resolved there, mapped through the edits made
since, and named anew. Places in text that the batch itself inserted count in the text after that edit.

Not here: texts and names, which are searched in the current text. The index of an item in a list
of data (`jobs[0]`) is a name: after an edit that deletes this item, it names the next one.
"""

from __future__ import annotations

from typing import Any

from structedit.calls.batches import ApplyHunks
from structedit.calls.places import (
    NO_HINTS,
    Anchor,
    AnchorRange,
    Hints,
    Landmark,
    Lines,
    Selector,
    Target,
)
from structedit.calls.requests import Match, Request, StrReplace, targets_of
from structedit.calls.statuses import Reason
from structedit.search.addresses import selector_of
from structedit.search.alignment import ladder
from structedit.search.found import Miss, block_of, lines_span
from structedit.search.scopes import scope_of
from structedit.text.composition import Composition
from structedit.text.document import LineRange, Span, to_bytes
from structedit.text.line_map import Touched, carried_by_edits
from structedit.text.values import dataclass, replace
from structedit.tree.nodes import Block
from structedit.tree.source import Source

_CHANGED = "an earlier edit of this batch changed the place"
_FIX = (
    "combine both edits into one, or name the place by the text that the earlier edit wrote there"
)


@dataclass(frozen=True, slots=True)
class Since:
    """The text before a batch, its edits so far, and the text that results."""

    base: Source
    edits: Composition
    now: Source


@dataclass(frozen=True, slots=True)
class _Scopes:
    """The scopes of a search in the text before the batch and in the current one."""

    base: Span
    now: Span


def carried(since: Since, request: Request, limit: Match) -> Request | Miss:
    """Return the request as it would be written for the current text."""
    hints = _carried_hints(since, request.hints, limit)
    if isinstance(hints, Miss):
        return hints
    scopes = _scopes(since, request.hints, hints, limit)
    if isinstance(request, StrReplace):
        occurrence = _carried_occurrence(
            since,
            request.old,
            request.occurrence,
            scopes,
            limit,
            whole_words=request.whole_words,
            new=to_bytes(request.new),
        )
        if isinstance(occurrence, Miss):
            return occurrence
        if occurrence == request.occurrence and hints is request.hints:
            return request
        return replace(request, hints=hints, occurrence=occurrence)
    found: dict[str, Any] = {}
    for name, target in targets_of(request).items():
        place = _carried_target(since, target, scopes, limit)
        if isinstance(place, Miss):
            return place
        found[name] = place
    return replace(request, hints=hints, **found)


def carried_hunks(since: Since, patch: ApplyHunks) -> ApplyHunks:
    """Return the patch with the current line numbers of its hunks."""
    hunks = (
        hunk if hunk.line is None else replace(hunk, line=_carried_line(since, hunk.line))
        for hunk in patch.hunks
    )
    return replace(patch, hunks=tuple(hunks))


# Hints


def _carried_hints(since: Since, hints: Hints, limit: Match) -> Hints | Miss:
    """Translate hints in the order in which they narrow: each counts inside those before it."""
    if hints == NO_HINTS:
        return hints
    within: Selector | Miss | None = hints.within
    if isinstance(within, Selector):
        within = _carried_selector(since, within)
    if isinstance(within, Miss):
        return within
    near = hints.near_line
    near = near if near is None else _carried_line(since, near)
    wanted = Hints(hints.within, near_line=hints.near_line, radius=hints.radius)
    known = hints.version == since.base.document.version
    version = since.now.document.version if known else hints.version
    found = Hints(within, near_line=near, radius=hints.radius, version=version)
    for name in ("after", "before"):
        landmark: Landmark | None = getattr(hints, name)
        if landmark is None:
            continue
        mark = _carried_landmark(since, landmark, _scopes(since, wanted, found, limit), limit)
        if isinstance(mark, Miss):
            return mark
        if name == "after":
            wanted, found = replace(wanted, after=landmark), replace(found, after=mark)
        else:
            wanted, found = replace(wanted, before=landmark), replace(found, before=mark)
    if hints.between is None:
        return found
    start = _carried_landmark(since, hints.between[0], _scopes(since, wanted, found, limit), limit)
    if isinstance(start, Miss):
        return start
    return replace(found, between=(start, hints.between[1]))


def _scopes(since: Since, before: Hints, now: Hints, limit: Match) -> _Scopes:
    """Return the scopes of hints; if a hint cannot be resolved, the search itself reports it."""
    base_whole, now_whole = Span(0, len(since.base.data)), Span(0, len(since.now.data))
    if before == NO_HINTS:
        return _Scopes(base_whole, now_whole)
    old, new = scope_of(since.base, before, limit), scope_of(since.now, now, limit)
    return _Scopes(
        base_whole if isinstance(old, Miss) else old.span,
        now_whole if isinstance(new, Miss) else new.span,
    )


def _carried_landmark(
    since: Since, landmark: Landmark, scopes: _Scopes, limit: Match
) -> Landmark | Miss:
    occurrence = _carried_occurrence(since, landmark.text, landmark.occurrence, scopes, limit)
    return occurrence if isinstance(occurrence, Miss) else replace(landmark, occurrence=occurrence)


# Targets


def _carried_target(since: Since, target: Target, scopes: _Scopes, limit: Match) -> Target | Miss:
    match target:
        case Selector():
            return _carried_selector(since, target)
        case Anchor():
            count = _carried_occurrence(since, target.text, target.occurrence, scopes, limit)
            return count if isinstance(count, Miss) else replace(target, occurrence=count)
        case AnchorRange():
            start = _carried_landmark(since, target.start, scopes, limit)
            return start if isinstance(start, Miss) else replace(target, start=start)
        case Lines():
            return _carried_numbers(since, target)


def _carried_numbers(since: Since, target: Lines) -> Lines | Miss:
    """Translate line numbers; lines of the version before the batch must be unchanged."""
    if target.version is None:
        lines = _carried_lines(since, target.lines)
        return lines if isinstance(lines, Miss) else replace(target, lines=lines)
    base, now = since.base.document, since.now.document
    if target.version != base.version or target.lines.last > base.line_count:
        return target
    found = carried_by_edits(base, since.edits, now, target.lines)
    if isinstance(found, Touched):
        return Miss(Reason.CONTENT_MISMATCH, f"{_CHANGED}: :{target.lines}", _FIX)
    return replace(target, lines=found, version=now.version)


def _carried_lines(since: Since, lines: LineRange) -> LineRange | Miss:
    span = lines_span(since.base, lines)
    if isinstance(span, Miss):
        return span
    place = since.edits.map_span(span)
    if len(span) and not len(place):
        return Miss(Reason.CONTENT_MISMATCH, f"{_CHANGED}: nothing is left of :{lines}", _FIX)
    return since.now.document.line_range(place)


def _carried_line(since: Since, line: int) -> int:
    document = since.base.document
    if not 1 <= line <= document.line_count:
        return line
    at = since.edits.map_offset(document.line_span(line).start, after=True)
    return since.now.document.line_of(at)


def _carried_selector(since: Since, selector: Selector) -> Selector | Miss:
    if selector.lines is not None:
        lines = _carried_lines(since, selector.lines)
        if isinstance(lines, Miss):
            return lines
        return Selector(f":{lines.first}-{lines.last}", lines=lines)
    if since.base.tree is None or since.now.tree is None:
        return selector
    if not _counts(selector, is_data=since.base.profile.is_data):
        return selector
    block = block_of(since.base, selector)
    if isinstance(block, Miss):
        return selector if not block.candidates else block
    there = _image(since, block)
    if there is None:
        message = f"{_CHANGED}: {selector.text!r} is no longer there"
        return Miss(Reason.SELECTOR_NOT_FOUND, message, _FIX, selector=selector)
    written = selector_of(since.now.tree, there)
    return Selector.parse(written) if written else selector


def _counts(selector: Selector, *, is_data: bool) -> bool:
    """Return True if a selector has a number, of a node or of a line. The index of an item of data is its name."""
    return any(
        step.line is not None or (step.index is not None and not (is_data and step.index >= 0))
        for step in selector.steps
    )


def _image(since: Since, block: Block) -> Block | None:
    """Return the current node for a node of the text before the batch."""
    assert since.now.tree is not None
    area = since.edits.map_reach(block.core)
    around = (*since.now.tree.definitions(area), *since.now.tree.blocks(area))
    alike = [b for b in around if b.kind == block.kind and _same_name(b, block)]
    start = since.edits.map_offset(_start(block), after=True)
    exact = [b for b in alike if _start(b) == start]
    inside = [b for b in alike if area.contains(b.core)]
    if exact:
        return min(exact, key=lambda b: len(b.core))
    return max(inside, key=lambda b: len(b.core), default=None)


def _start(block: Block) -> int:
    return block.core.start if block.name is None else block.name.start


def _same_name(one: Block, other: Block) -> bool:
    """Return True if two nodes have a name in common; items of a list have only their number."""
    if not one.path or not other.path:
        return not one.path and not other.path and one.label == other.label
    return one.path[-1] == other.path[-1] or (
        one.path[-1].startswith("[") and other.path[-1].startswith("[")
    )


# Texts


def _carried_occurrence(
    since: Since,
    text: str,
    occurrence: int | None,
    scopes: _Scopes,
    limit: Match,
    *,
    whole_words: bool = True,
    new: bytes | None = None,
) -> int | Miss | None:
    """Return the current number of a hit; None without one, a `Miss` if there was no such hit."""
    needle = to_bytes(text)
    if occurrence is None or not needle.strip():
        return occurrence

    def hits(source: Source, scope: Span) -> tuple[Span, ...]:
        found = ladder.find(
            source.data, needle, limit=limit, scope=(scope,), whole_words=whole_words, new=new
        )
        return tuple(hit.span for hit in found.occurrences)

    before = hits(since.base, scopes.base)
    if not before:
        return occurrence
    at = occurrence - 1 if occurrence > 0 else len(before) + occurrence
    if occurrence == 0 or not 0 <= at < len(before):
        return Miss(
            Reason.WRONG_OCCURRENCE,
            f"occurrence is {occurrence}, but before the batch the text was found {len(before)} times",
            "count the occurrences in the text before the batch",
            text,
        )
    place = since.edits.map_reach(before[at])
    now = hits(since.now, scopes.now)
    if not since.edits.touches(before[at]):
        for number, span in enumerate(now, 1):
            if span.overlaps(place):
                return number
    return Miss(
        Reason.WRONG_OCCURRENCE, f"{_CHANGED}: occurrence {occurrence} of the text", _FIX, text
    )
