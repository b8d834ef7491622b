"""What the statistics say of calls that only read: how many, how long, what was not found.

Not here: edits (`extras.statistics.counts`).
"""

from __future__ import annotations

from collections.abc import Iterable

from structedit.extras.statistics.tallies import Tally, counts_by, total
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class ReadCount:
    """Calls of one reading operation; `found` of them had something to show.

    `reasons` are those of the others. Times are in milliseconds.
    """

    operation: str
    calls: int
    found: int
    reasons: tuple[tuple[str, int], ...]
    average_milliseconds: float
    slowest_milliseconds: float

    @property
    def fails(self) -> int:
        """How many had nothing to show."""
        return self.calls - self.found


def read_counts(reads: Iterable[Tally]) -> tuple[ReadCount, ...]:
    """Count the calls of each operation, those with the most first."""
    every = tuple(reads)
    names = counts_by(every, lambda tally: tally.call.operation)
    return tuple(
        _count(name, [tally for tally in every if tally.call.operation == name])
        for name, _ in names
    )


def _count(operation: str, its: list[Tally]) -> ReadCount:
    return ReadCount(
        operation,
        total(its),
        total(tally for tally in its if tally.landed),
        counts_by(its, lambda tally: tally.why),
        round(sum(tally.duration for tally in its) / total(its) / 1000, 2),
        round(max(tally.slowest for tally in its) / 1000, 2),
    )
