"""The row of one call in the statistics.

A row has only fixed words and counts: never content, a path or a name.

Not here: when the call was made, in which session and on which file (`log`); what is counted (`questions`).
"""

from __future__ import annotations

from enum import StrEnum

from structedit.calls.batches import ApplyHunks
from structedit.calls.outcomes import Outcome
from structedit.calls.places import Anchor, AnchorRange, Lines, Selector
from structedit.calls.requests import MoveBlock, ReplaceAll, Request, StrReplace
from structedit.text.document import to_bytes
from structedit.text.values import dataclass

SIZE_CLASSES = ((100, "under 100"), (400, "100-399"), (1000, "400-999"), (5000, "1000-4999"))
"""Sizes of files in lines, below each limit, and their names; chosen by judgement."""

LARGEST_CLASS = "5000 and more"

HINTS = ("within", "after", "before", "between", "near_line", "occurrence")
"""Arguments that narrow a search. No word is part of another, so that SQL can look for it with `instr`."""


class Addressing(StrEnum):
    """How a call names its place."""

    LINES = "lines"
    TEXT = "text"
    SELECTOR = "selector"
    ANCHOR = "anchor"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class CallMade:
    """One call on a file, or one edit of a batch. The fields are columns of the table of calls.

    Attributes:
        format: `call`, or the format of the text of a batch.
        hints: the hints of the call, separated by spaces.
        narrowed: the text occurs several times in the file, and the hints chose one of them.
        old_lines: lines of the text to find; None if the call has none.
        dry_run: True also for an edit that fits, but was not written since another edit of its batch failed.
    """

    operation: str
    addressing: Addressing
    format: str = "call"
    status: str = "unchanged"
    reason: str = ""
    tier: str = ""
    hints: str = ""
    narrowed: bool = False
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
    """Make the row of an edit."""
    changed = outcome.lines_added + outcome.lines_removed
    if not changed:  # an edit of a batch has no counts of its own, but it knows its places
        both = ((span.lines_before, span.lines_after) for span in outcome.spans)
        changed = sum(max(0 if n is None else n.last - n.first + 1 for n in pair) for pair in both)
    hints = hints_given(request)
    narrowed = False
    if hints and outcome.landed:
        needle = to_bytes(_searched(request) or "")
        narrowed = bool(needle) and outcome.before.data.count(needle) > 1
    old = _old(request)
    return CallMade(
        operation=outcome.operation,
        addressing=addressing_of(request),
        format=format,
        status=str(outcome.status),
        reason=str(outcome.reason or ""),
        tier=outcome.tier or "",
        hints=" ".join(hints),
        narrowed=narrowed,
        old_lines=None if old is None else len(to_bytes(old).splitlines()) or 1,
        lines_changed=changed,
        size=size_class(outcome.before.line_count),
        language=outcome.language or "",
        signature_changed=any(w.startswith("the signature changed") for w in outcome.warnings),
        risk=str(outcome.risk),
        dry_run=dry_run or outcome.dry_run,
    )


def size_class(lines: int) -> str:
    """Name the class of a file by its number of lines.

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
        case Selector(lines=None):
            return Addressing.SELECTOR
        case Lines() | Selector():
            return Addressing.LINES
        case Anchor() | AnchorRange():
            return Addressing.ANCHOR
        case None:
            return Addressing.FILE


def hints_given(request: Request | ApplyHunks | None) -> tuple[str, ...]:
    """Name the hints of a request, `occurrence` and `replace_all` included."""
    match request:
        case None:
            return ()
        case StrReplace(occurrence=occurrence, replace_all=replace_all):
            pass
        case ReplaceAll() | ApplyHunks() | MoveBlock():
            occurrence, replace_all = None, False
        case _:
            target = request.target
            occurrence = target.occurrence if isinstance(target, Anchor) else None
            replace_all = False
    more = {"occurrence": occurrence is not None, "replace_all": replace_all}
    return (*request.hints.given(), *(name for name, is_given in more.items() if is_given))


def _old(request: Request | ApplyHunks | None) -> str | None:
    """Return the text that a request replaces; None if it names its place otherwise."""
    match request:
        case StrReplace(old=old):
            return old
        case ReplaceAll(pattern=pattern):
            return pattern
        case ApplyHunks(hunks=hunks):
            lines = (line for hunk in hunks for line in hunk.lines)
            return "\n".join(line.text for line in lines if line.sign != "+")
    return None


def _searched(request: Request | ApplyHunks | None) -> str | None:
    """Return the text whose place hints decide; None if all places are meant, or none is searched."""
    match request:
        case StrReplace(old=old, replace_all=False):
            return old
        case None | StrReplace() | ReplaceAll() | ApplyHunks():
            return None
    return request.target.text if isinstance(request.target, Anchor) else None
