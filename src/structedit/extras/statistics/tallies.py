"""Calls that are alike, with their number: what the statistics are counted from.

Not here: keeping them (`ledger`), what is counted (`counts`, `questions`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from enum import StrEnum

from structedit.calls.statuses import LANDED
from structedit.extras.statistics.calls_made import CallMade
from structedit.text.values import dataclass

_LANDED = frozenset(str(status) for status in LANDED)
_LITERAL = frozenset(("", "exact", "newline"))


@dataclass(frozen=True, slots=True)
class Tally:
    """`count` calls that are alike; `lines_changed` and `duration` (microseconds) are sums.

    `slowest` is the longest of their durations. `again` marks those that follow a failure on the
    same file, `rehearsed` those that carry out a dry run, `carried_out` dry runs that were carried
    out, `read_first` edits of a file that the session had read before.
    """

    call: CallMade
    count: int
    lines_changed: int = 0
    duration: int = 0
    slowest: int = 0
    again: bool = False
    rehearsed: bool = False
    carried_out: bool = False
    read_first: bool = False

    @property
    def landed(self) -> bool:
        """Tell whether they did, or would do, what was wanted."""
        return self.call.status in _LANDED

    @property
    def by_ladder(self) -> bool:
        """Tell whether a text was found that the file has otherwise: a retry that was saved."""
        return self.landed and self.call.tier not in _LITERAL

    @property
    def why(self) -> str:
        """Why they did not land, in one word; empty where they did."""
        return "" if self.landed else self.call.reason or self.call.status


@dataclass(frozen=True, slots=True)
class SessionSpan:
    """A session: when it began and ended (milliseconds since 1970), its edits, hits and reads."""

    id: str
    began: int
    ended: int
    edits: int
    hits: int
    reads: int = 0


def total(tallies: Iterable[Tally]) -> int:
    """Count the calls."""
    return sum(tally.count for tally in tallies)


def counts_by(tallies: Iterable[Tally], key: Callable[[Tally], str]) -> tuple[tuple[str, int], ...]:
    """Count the calls of each group, the largest first; those without a name are left out."""
    counts: Counter[str] = Counter()
    for tally in tallies:
        if name := key(tally):
            counts[name] += tally.count
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


class Scope(StrEnum):
    """Which calls are counted."""

    SESSION = "session"
    RESET = "reset"
    LIFETIME = "lifetime"
