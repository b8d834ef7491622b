"""What the statistics say: counts of calls, by operation, by reason, by hint, and one advice.

Everything is counted over tallies, which are calls that are alike with their number, so that no
counter has to exist before what it counts.

An *edit* is a call that was to be written; dry runs are counted apart, and so are edits that fit
but were not written since another one of their batch failed. A *hit* is an edit after which the
file is as its caller wants it. What is not a hit is a fail. Calls that only read are no edits and
have counts of their own.

Not here: comparing (`extras.statistics.questions`), showing (`extras.statistics.report`, `extras.statistics.page`).
"""

from __future__ import annotations

from collections.abc import Iterable

from structedit.calls.statuses import JsonValue, Risk
from structedit.extras.statistics.advice import advice_of
from structedit.extras.statistics.calls_made import Addressing
from structedit.extras.statistics.questions import Question, questions_of
from structedit.extras.statistics.read_counts import ReadCount, read_counts
from structedit.extras.statistics.tallies import Scope, SessionSpan, Tally, counts_by, total
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class Count:
    """Calls of one group: how many there were, and how many of them landed."""

    name: str
    edits: int
    hits: int

    @property
    def fails(self) -> int:
        """How many did not land."""
        return self.edits - self.hits


@dataclass(frozen=True, slots=True)
class HintCount:
    """A hint: edits that gave it, how many landed, and in how many it kept other hits away."""

    name: str
    used: int
    succeeded: int
    narrowed: int

    @property
    def failed(self) -> int:
        """How many did not land."""
        return self.used - self.succeeded


@dataclass(frozen=True, slots=True)
class OperationCount:
    """What came of the edits of one operation.

    `anchored` are those that name their place by text, anchor or selector, `line_numbered` those
    by lines. `average_old_lines` is over those that look for a text, None without any.
    """

    operation: str
    edits: int
    hits: int
    reasons: tuple[tuple[str, int], ...]
    anchored: Count
    line_numbered: Count
    hints: tuple[HintCount, ...]
    tiers: tuple[tuple[str, int], ...]
    average_old_lines: float | None
    dry_runs: int
    large_edits: int
    signature_changes: int
    retries_saved: int

    @property
    def fails(self) -> int:
        """How many did not land."""
        return self.edits - self.hits


@dataclass(frozen=True, slots=True)
class EditStats:
    """Counts of a scope. `tiers` are those that hits were found at.

    `dry_runs_per_commit` is None where nothing was written. `retries` are edits that follow a
    failure on the same file, `retries_landed` those of them that ended it. `retries_saved` are
    hits of a text that the file has otherwise: with literal search they would have failed.
    `reads` are calls that only read, counted in nothing but `readings`.
    """

    scope: Scope
    summary: str
    edits: int
    hits: int
    reasons: tuple[tuple[str, int], ...]
    operations: tuple[OperationCount, ...]
    addressing: tuple[Count, ...]
    hints: tuple[HintCount, ...]
    tiers: tuple[tuple[str, int], ...]
    average_old_lines: float | None
    lines_changed: int
    dry_runs: int
    dry_run_fails: int
    dry_runs_carried_out: int
    dry_runs_per_commit: float | None
    large_edits: int
    signature_changes: int
    retries: int
    retries_landed: int
    retries_saved: int
    average_milliseconds: float | None
    advice: str
    sessions: tuple[SessionSpan, ...]
    questions: tuple[Question, ...]
    reads: int = 0
    readings: tuple[ReadCount, ...] = ()
    recording: bool = True

    @property
    def fails(self) -> int:
        """How many edits did not land."""
        return self.edits - self.hits

    def report(self) -> str:
        """Say it for a model or a person, in a few lines."""
        from structedit.extras.statistics.report import stats_text

        return stats_text(self)

    def to_dict(self) -> dict[str, JsonValue]:
        """Give all of it as JSON values: what ``stats --json`` prints."""
        from structedit.extras.statistics.report import stats_dict

        return stats_dict(self)


def edit_stats(
    tallies: Iterable[Tally],
    *,
    scope: Scope,
    sessions: tuple[SessionSpan, ...] = (),
    recording: bool = True,
) -> EditStats:
    """Count what was recorded."""
    made = tuple(tallies)
    reads = tuple(tally for tally in made if tally.call.reads)
    every = tuple(tally for tally in made if not tally.call.reads)
    edits = tuple(tally for tally in every if not tally.call.dry_run)
    dry = tuple(tally for tally in every if tally.call.dry_run)
    hits = tuple(tally for tally in edits if tally.landed)
    written = total(tally for tally in edits if tally.call.status == "applied")
    return EditStats(
        scope=scope,
        summary=summary_of(total(edits), total(hits)),
        edits=total(edits),
        hits=total(hits),
        reasons=reasons_of(edits),
        operations=tuple(_operation(name, every) for name in _names(every)),
        addressing=tuple(_addressed(str(way), edits, {way}) for way in Addressing),
        hints=hints_of(edits),
        tiers=counts_by(hits, lambda tally: tally.call.tier),
        average_old_lines=_average_old(edits),
        lines_changed=sum(tally.lines_changed for tally in edits if tally.landed),
        dry_runs=total(dry),
        dry_run_fails=total(tally for tally in dry if not tally.landed),
        dry_runs_carried_out=total(tally for tally in dry if tally.carried_out),
        dry_runs_per_commit=_ratio(total(t for t in dry if t.carried_out), written),
        large_edits=_large(edits),
        signature_changes=total(t for t in hits if t.call.signature_changed),
        retries=total(t for t in edits if t.again),
        retries_landed=total(t for t in hits if t.again),
        retries_saved=total(t for t in hits if t.by_ladder),
        average_milliseconds=_ratio(sum(t.duration for t in edits) / 1000, total(edits)),
        advice=advice_of(edits),
        sessions=sessions,
        questions=questions_of(made),
        reads=total(reads),
        readings=read_counts(reads),
        recording=recording,
    )


def summary_of(edits: int, hits: int) -> str:
    """Say it in one line.

    >>> summary_of(34, 28)
    '34 edits: 28 hits (82 %), 6 fails'
    >>> summary_of(1, 1)
    '1 edit: 1 hit (100 %), 0 fails'
    """
    if not edits:
        return "no edits yet"
    share = 100 * hits // edits  # 99.6 % are not all of them
    words = f"{_times(edits, 'edit')}: {_times(hits, 'hit')} ({share} %)"
    return f"{words}, {_times(edits - hits, 'fail')}"


def reasons_of(tallies: Iterable[Tally]) -> tuple[tuple[str, int], ...]:
    """Count failures by reason, the most frequent first."""
    return counts_by(tallies, lambda tally: tally.why)


def hints_of(tallies: Iterable[Tally]) -> tuple[HintCount, ...]:
    """Count what became of the edits that gave a hint."""
    every = tuple(tallies)
    names = sorted({hint for tally in every for hint in tally.call.hints})
    return tuple(_hint(name, every) for name in names)


def _hint(name: str, tallies: tuple[Tally, ...]) -> HintCount:
    given = [tally for tally in tallies if name in tally.call.hints]
    landed = total(tally for tally in given if tally.landed)
    narrowed = total(tally for tally in given if name in tally.call.narrowed)
    return HintCount(name, total(given), landed, narrowed)


def _operation(name: str, every: tuple[Tally, ...]) -> OperationCount:
    its = tuple(tally for tally in every if tally.call.operation == name)
    edits = tuple(tally for tally in its if not tally.call.dry_run)
    hits = tuple(tally for tally in edits if tally.landed)
    named = {Addressing.TEXT, Addressing.ANCHOR, Addressing.SELECTOR}
    return OperationCount(
        operation=name,
        edits=total(edits),
        hits=total(hits),
        reasons=reasons_of(edits),
        anchored=_addressed("anchored", edits, named),
        line_numbered=_addressed("line-numbered", edits, {Addressing.LINES}),
        hints=hints_of(edits),
        tiers=counts_by(hits, lambda tally: tally.call.tier),
        average_old_lines=_average_old(edits),
        dry_runs=total(its) - total(edits),
        large_edits=_large(edits),
        signature_changes=total(t for t in hits if t.call.signature_changed),
        retries_saved=total(t for t in hits if t.by_ladder),
    )


def _names(tallies: tuple[Tally, ...]) -> list[str]:
    """Name the operations, those with the most calls first."""
    return [name for name, _ in counts_by(tallies, lambda tally: tally.call.operation)]


def _addressed(name: str, edits: tuple[Tally, ...], ways: set[Addressing]) -> Count:
    its = [tally for tally in edits if tally.call.addressing in ways]
    return Count(name, total(its), total(tally for tally in its if tally.landed))


def _average_old(edits: tuple[Tally, ...]) -> float | None:
    known = [(t.call.old_lines, t.count) for t in edits if t.call.old_lines is not None]
    return _ratio(sum(lines * n for lines, n in known), sum(n for _, n in known))


def _large(edits: tuple[Tally, ...]) -> int:
    return total(tally for tally in edits if tally.call.risk != Risk.LOW)


def _ratio(part: float, whole: int) -> float | None:
    return round(part / whole, 2) if whole else None


def _times(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
