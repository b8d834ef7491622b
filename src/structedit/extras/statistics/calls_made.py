"""A call that was made, as the statistics keep it: what kind of call, and what came of it.

Only words of ours and counts: no content, no path, no name. What a call was about is told by its
shape alone (how it named the place, how long its text was, how large the file is).

Not here: keeping them (`spool`, `ledger`), counting them (`counts`).
"""

from __future__ import annotations

from enum import StrEnum

from structedit.calls.batches import ApplyHunks
from structedit.calls.outcomes import Outcome
from structedit.calls.places import Anchor, AnchorRange, Hints, Landmark, Lines, Selector
from structedit.calls.requests import Insert, MoveBlock, ReplaceAll, Request, StrReplace
from structedit.text.document import Document, LineRange, to_bytes
from structedit.text.values import dataclass

MOST_HITS = 50
"""Hits that are looked at to tell which hints narrowed a search. Chosen by judgement."""

SIZE_CLASSES = ((100, "under 100"), (400, "100-399"), (1000, "400-999"), (5000, "1000-4999"))
"""Sizes of files in lines, below each limit, and their names; chosen by judgement."""

LARGEST_CLASS = "5000 and more"

READS = frozenset("outline get_region find check languages history show".split())
"""Operations that only read: they are counted, and are no edits."""


class Addressing(StrEnum):
    """How a call names its place."""

    LINES = "lines"
    TEXT = "text"
    SELECTOR = "selector"
    ANCHOR = "anchor"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class CallMade:
    """One call on a file, or one edit of a batch.

    `hints` are those given, `narrowed` those without which more hits would have been in reach.
    `old_lines` is None where the call has no text to look for. `dry_run` also marks an edit that
    fits and was not written since another one of its batch failed. `format` is `call`, or that of
    the text which a batch was read from.
    """

    operation: str
    addressing: Addressing
    format: str
    status: str
    reason: str
    tier: str
    hints: tuple[str, ...]
    narrowed: tuple[str, ...]
    old_lines: int | None
    lines_changed: int
    size: str
    language: str
    signature_changed: bool
    risk: str
    dry_run: bool

    @property
    def reads(self) -> bool:
        """Tell whether it is a call that only reads."""
        return self.operation in READS


def call_made(
    outcome: Outcome,
    request: Request | ApplyHunks | None,
    *,
    format: str = "call",
    dry_run: bool = False,
) -> CallMade:
    """Tell what is kept of a call."""
    old = old_of(request)
    return CallMade(
        operation=outcome.operation,
        addressing=addressing_of(request),
        format=format,
        status=str(outcome.status),
        reason=str(outcome.reason or ""),
        tier=outcome.tier or "",
        hints=hints_given(request),
        narrowed=hints_that_narrowed(outcome.before, request) if outcome.landed else (),
        old_lines=None if old is None else len(to_bytes(old).splitlines()) or 1,
        lines_changed=_lines_changed(outcome),
        size=size_class(outcome.before.line_count),
        language=outcome.language or "",
        signature_changed=any(w.startswith("the signature changed") for w in outcome.warnings),
        risk=str(outcome.risk),
        dry_run=dry_run or outcome.dry_run,
    )


def size_class(lines: int) -> str:
    """Give the class of a file by its lines.

    >>> size_class(99), size_class(100), size_class(70_000)
    ('under 100', '100-399', '5000 and more')
    """
    return next((name for limit, name in SIZE_CLASSES if lines < limit), LARGEST_CLASS)


def addressing_of(request: Request | ApplyHunks | None) -> Addressing:
    """Tell how a request names its place."""
    match request:
        case StrReplace() | ReplaceAll() | ApplyHunks():
            return Addressing.TEXT
        case None:
            return Addressing.FILE
    match request.target:
        case Lines():
            return Addressing.LINES
        case Selector(lines=lines):
            return Addressing.SELECTOR if lines is None else Addressing.LINES
        case Anchor() | AnchorRange():
            return Addressing.ANCHOR
        case None:
            return Addressing.FILE


def old_of(request: Request | ApplyHunks | None) -> str | None:
    """Give the text that a request looks for, as far as it is one to be replaced."""
    match request:
        case StrReplace(old=old):
            return old
        case ReplaceAll(pattern=pattern):
            return pattern
        case ApplyHunks(hunks=hunks):
            lines = (line for hunk in hunks for line in hunk.lines)
            return "\n".join(line.text for line in lines if line.sign != "+")
    return None


def hints_given(request: Request | ApplyHunks | None) -> tuple[str, ...]:
    """Name what narrows the search of a request, `occurrence` and `replace_all` included."""
    if request is None:
        return ()
    given = list(request.hints.given())
    if _occurrence(request) is not None:
        given.append("occurrence")
    if isinstance(request, StrReplace) and request.replace_all:
        given.append("replace_all")
    return tuple(given)


def hints_that_narrowed(
    document: Document, request: Request | ApplyHunks | None
) -> tuple[str, ...]:
    """Name the hints that kept a literal hit of the text out of reach.

    A landmark or a line number is known to when it stands between a hit and the scope; `within`
    when there are hits that no other hint keeps out and the call does not want them all.
    """
    given = hints_given(request)
    needle = _needle(request)
    if not given or not needle or request is None:
        return ()
    hits = _hits(document.data, to_bytes(needle))
    if len(hits) < 2:
        return ()
    hints = request.hints
    kept_out = {name: _kept_out(document, hints, name, hits) for name in given}
    by_others = frozenset[int]().union(*kept_out.values())
    found = [name for name in given if kept_out[name]]
    left = len(hits) - len(by_others)
    if left > 1 and "within" in given:
        found.append("within")
    elif left > 1 and "occurrence" in given:
        found.append("occurrence")
    return tuple(name for name in given if name in found)


def _kept_out(document: Document, hints: Hints, name: str, hits: list[int]) -> frozenset[int]:
    """Give the hits that one hint alone keeps out."""
    start, end = 0, len(document.data)
    match name:
        case "after":
            start = _landmark(document, hints.after, start)
        case "before":
            end = _landmark(document, hints.before, end)
        case "between":
            first, last = hints.between or (None, None)
            start = _landmark(document, first, start)
            found = document.data.find(to_bytes(last.text), start + 1) if last else -1
            end = found if found >= 0 else end
        case "near_line":
            line = hints.near_line or 1
            lines = [document.line_of(hit) for hit in hits]
            far = (abs(at - line) > hints.radius for at in lines)
            return frozenset(hit for hit, is_far in zip(hits, far, strict=True) if is_far)
    return frozenset(hit for hit in hits if not start <= hit < end)


def _landmark(document: Document, landmark: Landmark | None, otherwise: int) -> int:
    """Give where a landmark stands literally, `otherwise` where it does not or not only there."""
    if landmark is None or not landmark.text:
        return otherwise
    hits = _hits(document.data, to_bytes(landmark.text))
    nth = landmark.occurrence
    if nth is None:
        return hits[0] if len(hits) == 1 else otherwise
    at = nth - 1 if nth > 0 else len(hits) + nth
    return hits[at] if 0 <= at < len(hits) else otherwise


def _hits(data: bytes, needle: bytes) -> list[int]:
    hits: list[int] = []
    at = data.find(needle)
    while at >= 0 and len(hits) < MOST_HITS:
        hits.append(at)
        at = data.find(needle, at + len(needle))
    return hits


def _needle(request: Request | ApplyHunks | None) -> str:
    """Give the text that hints narrow the search of."""
    match request:
        case StrReplace(old=text):
            return text
        case ReplaceAll(pattern=text, regex=False):
            return text
        case Insert(target=Anchor(text=text)):
            return text
        case None | ReplaceAll() | ApplyHunks():
            return ""
    return request.target.text if isinstance(request.target, Anchor) else ""


def _occurrence(request: Request | ApplyHunks) -> int | None:
    if isinstance(request, StrReplace):
        return request.occurrence
    if isinstance(request, ReplaceAll | ApplyHunks | MoveBlock):
        return None
    return request.target.occurrence if isinstance(request.target, Anchor) else None


def _lines_changed(outcome: Outcome) -> int:
    """Count lines added and removed; an edit of a batch knows only the lines of its places."""
    counted = outcome.lines_added + outcome.lines_removed
    if counted:
        return counted
    return sum(max(_count(span.lines_before), _count(span.lines_after)) for span in outcome.spans)


def _count(lines: LineRange | None) -> int:
    return 0 if lines is None else lines.last - lines.first + 1
