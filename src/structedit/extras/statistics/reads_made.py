"""A call that only read, as the statistics keep it: what it asked by, and what it found.

It is kept like an edit (`extras.statistics.calls_made`), with what only edits have left empty. Of a call over
several files there is no size and no language.
"""

from __future__ import annotations

from collections.abc import Mapping

from structedit.calls.places import Selector
from structedit.calls.statuses import Reason, Risk, Status
from structedit.extras.statistics.calls_made import Addressing, CallMade, size_class
from structedit.text.values import dataclass

_HINTS = ("within", "after", "before", "between", "near_line", "occurrence")
_BY_TEXT = ("text", "regex", "query")
_BY_ANCHOR = ("anchor", "start")


@dataclass(frozen=True, slots=True)
class Seen:
    """What a call found: `language` and `lines` of its one file, None of several."""

    status: Status = Status.UNCHANGED
    reason: Reason | None = None
    language: str | None = None
    lines: int | None = None


def read_made(operation: str, arguments: Mapping[str, object], seen: Seen) -> CallMade:
    """Tell what is kept of a call, by the arguments that it was made with."""
    return CallMade(
        operation=operation,
        addressing=_addressing(arguments),
        format="call",
        status=str(seen.status),
        reason=str(seen.reason or ""),
        tier="",
        hints=tuple(name for name in _HINTS if arguments.get(name) is not None),
        narrowed=(),
        old_lines=None,
        lines_changed=0,
        size="" if seen.lines is None else size_class(seen.lines),
        language=seen.language or "",
        signature_changed=False,
        risk=str(Risk.LOW),
        dry_run=False,
    )


def _addressing(arguments: Mapping[str, object]) -> Addressing:
    given = {name for name, value in arguments.items() if value is not None}
    if given.intersection(_BY_TEXT):
        return Addressing.TEXT
    if "selector" in given:
        by_lines = Selector.parse(str(arguments["selector"])).lines is not None
        return Addressing.LINES if by_lines else Addressing.SELECTOR
    if given.intersection(_BY_ANCHOR):
        return Addressing.ANCHOR
    return Addressing.LINES if "lines" in given else Addressing.FILE
