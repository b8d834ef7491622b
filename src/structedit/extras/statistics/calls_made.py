"""A call that was made, as the statistics keep it: what kind of call, and what came of it.

Only words of ours and counts: no content, no path, no name. What a call was about is told by its
shape alone (how it named the place, how long its text was, how large the file is).

Not here: when it was made, in which session, on which file and how long it took (`spool`); keeping
them (`spool`, `ledger`), counting them (`counts`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from structedit.calls import statuses
from structedit.calls.batches import ApplyHunks
from structedit.calls.outcomes import Outcome
from structedit.calls.places import Anchor, AnchorRange, Hints, Landmark, Lines, Selector
from structedit.calls.requests import MoveBlock, ReplaceAll, Request, StrReplace
from structedit.calls.statuses import Reason, Status
from structedit.text.document import Document, to_bytes
from structedit.text.values import dataclass

MOST_HITS = 50
"""Hits that are looked at to tell which hints narrowed a search. Chosen by judgement."""

SIZE_CLASSES = ((100, "under 100"), (400, "100-399"), (1000, "400-999"), (5000, "1000-4999"))
"""Sizes of files in lines, below each limit, and their names; chosen by judgement."""

LARGEST_CLASS = "5000 and more"

READS = frozenset("outline get_region find check languages history show".split())
"""Operations that only read: they are counted, and are no edits."""

HINTS = ("within", "after", "before", "between", "near_line", "occurrence")
"""What narrows a search to one place. None of these words stands in another of them."""

LANDED = ", ".join(f"'{status}'" for status in sorted(statuses.LANDED))
"""Statuses of calls that did, or would do, what was wanted, as queries list them."""


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

    Its fields are columns of the table of calls, beside those of `spool.COLUMNS`: an id, the session, the
    time, a hash for the file, the duration.

    `hints` are those given, `narrowed` those without which more hits would have been in reach:
    words with blanks between them. `old_lines` is None where the call has no text to look for.
    `dry_run` also marks an edit that fits and was not written since another one of its batch
    failed. `format` is `call`, or that of the text which a batch was read from. What only edits
    have is left as it is here by calls that only read.
    """

    operation: str
    addressing: Addressing
    format: str = "call"
    status: str = "unchanged"
    reason: str = ""
    tier: str = ""
    hints: str = ""
    narrowed: str = ""
    old_lines: int | None = None
    lines_changed: int = 0
    size: str = ""
    language: str = ""
    signature_changed: bool = False
    risk: str = "low"
    dry_run: bool = False


def call_made(
    outcome: Outcome,
    request: Request | ApplyHunks | None,
    *,
    format: str = "call",
    dry_run: bool = False,
) -> CallMade:
    """Keep of an edit what the statistics count."""
    given = hints_given(request)
    old = _old(request)
    changed = outcome.lines_added + outcome.lines_removed
    if not changed:  # an edit of a batch knows only the lines of its places
        both = ((span.lines_before, span.lines_after) for span in outcome.spans)
        changed = sum(max(0 if n is None else n.last - n.first + 1 for n in pair) for pair in both)
    return CallMade(
        operation=outcome.operation,
        addressing=addressing_of(request),
        format=format,
        status=str(outcome.status),
        reason=str(outcome.reason or ""),
        tier=outcome.tier or "",
        hints=" ".join(given),
        narrowed=" ".join(_narrowing(outcome.before, request, given)) if outcome.landed else "",
        old_lines=None if old is None else len(to_bytes(old).splitlines()) or 1,
        lines_changed=changed,
        size=size_class(outcome.before.line_count),
        language=outcome.language or "",
        signature_changed=any(w.startswith("the signature changed") for w in outcome.warnings),
        risk=str(outcome.risk),
        dry_run=dry_run or outcome.dry_run,
    )


def read_made(
    operation: str,
    arguments: Mapping[str, object],
    *,
    status: Status = Status.UNCHANGED,
    reason: Reason | None = None,
    language: str | None = None,
    lines: int | None = None,
) -> CallMade:
    """Keep of a call that only reads what the statistics count, by the arguments that it had.

    `language` and `lines` are those of its one file, None of several.
    """
    given = {name for name, value in arguments.items() if value is not None}
    way = Addressing.LINES if "lines" in given else Addressing.FILE
    if given & {"text", "regex", "query"}:
        way = Addressing.TEXT
    elif "selector" in given:
        way = _selected(Selector.parse(str(arguments["selector"])))
    elif given & {"anchor", "start"}:
        way = Addressing.ANCHOR
    return CallMade(
        operation,
        way,
        status=str(status),
        reason=str(reason or ""),
        hints=" ".join(name for name in HINTS if name in given),
        size="" if lines is None else size_class(lines),
        language=language or "",
    )


def size_class(lines: int) -> str:
    """Name the class of a file by its lines.

    >>> size_class(99), size_class(100), size_class(70_000)
    ('under 100', '100-399', '5000 and more')
    """
    return next((name for limit, name in SIZE_CLASSES if lines < limit), LARGEST_CLASS)


def addressing_of(request: Request | ApplyHunks | None) -> Addressing:
    """Name the way in which a request names its place."""
    match request:
        case StrReplace() | ReplaceAll() | ApplyHunks():
            return Addressing.TEXT
        case None:
            return Addressing.FILE
    match request.target:
        case Lines():
            return Addressing.LINES
        case Selector() as selector:
            return _selected(selector)
        case Anchor() | AnchorRange():
            return Addressing.ANCHOR
        case None:
            return Addressing.FILE


def _selected(selector: Selector) -> Addressing:
    return Addressing.SELECTOR if selector.lines is None else Addressing.LINES


def _old(request: Request | ApplyHunks | None) -> str | None:
    """Find the text that a request is to replace, where it has one."""
    match request:
        case StrReplace(old=old):
            return old
        case ReplaceAll(pattern=pattern):
            return pattern
        case ApplyHunks(hunks=hunks):
            lines = (line for hunk in hunks for line in hunk.lines)
            return "\n".join(line.text for line in lines if line.sign != "+")
    return None


# Hints


def hints_given(request: Request | ApplyHunks | None) -> tuple[str, ...]:
    """Name what narrows the search of a request, `occurrence` and `replace_all` included."""
    if request is None:
        return ()
    given = request.hints.given()
    if _needle(request)[1] is not None:
        given += ("occurrence",)
    if isinstance(request, StrReplace) and request.replace_all:
        given += ("replace_all",)
    return given


def _narrowing(
    document: Document, request: Request | ApplyHunks | None, given: tuple[str, ...]
) -> tuple[str, ...]:
    """Name the hints that kept a literal hit of the text out of reach.

    A landmark or a line number is known to when it stands between a hit and the scope; `within`
    when there are hits that no other hint keeps out and the call does not want them all.
    """
    if request is None or not given:
        return ()
    needle, _ = _needle(request)
    hits = _hits(document.data, needle) if needle else []
    if len(hits) < 2:
        return ()
    kept_out = {name: _kept_out(document, request.hints, name, hits) for name in given}
    deciding = {name for name in given if kept_out[name]}
    if len(hits) - len(frozenset[int]().union(*kept_out.values())) > 1:
        deciding.add("within" if "within" in given else "occurrence")
    return tuple(name for name in given if name in deciding)


def _needle(request: Request | ApplyHunks) -> tuple[str, int | None]:
    """Find the text that hints narrow the search of, and which of its hits is wanted."""
    match request:
        case StrReplace(old=text, occurrence=occurrence):
            return text, occurrence
        case ReplaceAll(pattern=text, regex=regex):
            return "" if regex else text, None
        case ApplyHunks():
            return "", None
    if not isinstance(request.target, Anchor):
        return "", None
    moves = isinstance(request, MoveBlock)
    return request.target.text, None if moves else request.target.occurrence


def _kept_out(document: Document, hints: Hints, name: str, hits: list[int]) -> frozenset[int]:
    """Find the hits that one hint alone keeps out."""
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
    """Find where a landmark stands literally; `otherwise` where it does not, or not only there."""
    if landmark is None or not landmark.text:
        return otherwise
    hits = _hits(document.data, landmark.text)
    nth = landmark.occurrence
    if nth is None:
        return hits[0] if len(hits) == 1 else otherwise
    at = nth - 1 if nth > 0 else len(hits) + nth
    return hits[at] if 0 <= at < len(hits) else otherwise


def _hits(data: bytes, text: str) -> list[int]:
    hits: list[int] = []
    needle = to_bytes(text)
    at = data.find(needle)
    while at >= 0 and len(hits) < MOST_HITS:
        hits.append(at)
        at = data.find(needle, at + len(needle))
    return hits
