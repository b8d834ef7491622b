"""What the statistics say: counts of calls, by operation, by reason, by hint, and one advice.

Each is a query over the table `made` (see `ledger.choose`), so that no counter has to exist before
what it counts.

An *edit* is a call that was to be written; dry runs are counted apart, and so are edits that fit
but were not written since another one of their batch failed. A *hit* is an edit after which the
file is as its caller wants it. What is not a hit is a fail. Calls that only read are no edits and
have counts of their own.

Not here: comparing (`questions`), showing (`report`, `page`).
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from structedit.app.checked_calls import checked
from structedit.calls.statuses import JsonValue
from structedit.extras.statistics import spool
from structedit.extras.statistics.advice import advice_of
from structedit.extras.statistics.calls_made import HINTS, LANDED, Addressing
from structedit.extras.statistics.questions import Question, questions_of
from structedit.text.errors import UsageError
from structedit.text.values import dataclass

if TYPE_CHECKING:
    from structedit.extras.statistics.ledger import Store

MOST_SESSIONS = 20
"""How many sessions are listed. Chosen by judgement."""

MOST_DAYS = 30
"""How many days with edits are listed. Chosen by judgement."""


class Scope(StrEnum):
    """Which calls are counted."""

    SESSION = "session"
    RESET = "reset"
    LIFETIME = "lifetime"


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
    """A hint: edits that gave it, how many landed, in how many it kept other hits away, why the rest failed."""

    name: str
    used: int
    succeeded: int
    narrowed: int
    reasons: tuple[tuple[str, int], ...] = ()

    @property
    def failed(self) -> int:
        """How many did not land."""
        return self.used - self.succeeded


@dataclass(frozen=True, slots=True)
class RetryCount:
    """Edits that try again what failed for one reason: how many landed, and why the others failed."""

    after: str
    retries: int
    landed: int
    reasons: tuple[tuple[str, int], ...] = ()


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


@dataclass(frozen=True, slots=True)
class SessionSpan:
    """A session: when it began and ended (milliseconds since 1970), its edits, hits and reads."""

    id: str
    began: int
    ended: int
    edits: int
    hits: int
    reads: int = 0


@dataclass(frozen=True, slots=True)
class EditStats:
    """Counts of a scope. `tiers` are those that hits were found at.

    `dry_runs_per_commit` is None where nothing was written. `retries` are edits that follow a
    failure on the same file, `retries_landed` those of them that ended it, `retries_by_reason` both by why
    the edit before them failed. `retries_saved` are
    hits of a text that the file has otherwise: with literal search they would have failed.
    `reads` are calls that only read, counted in nothing but `readings`. `days` are the latest on
    which there were edits, in UTC, the first one first.
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
    days: tuple[Count, ...] = ()
    retries_by_reason: tuple[RetryCount, ...] = ()
    reads: int = 0
    readings: tuple[ReadCount, ...] = ()
    recording: bool = True

    @property
    def fails(self) -> int:
        """How many edits did not land."""
        return self.edits - self.hits

    def report(self) -> str:
        """Text for a model or a person, in a few lines."""
        from structedit.extras.statistics.report import stats_text

        return stats_text(self)

    def to_dict(self) -> dict[str, JsonValue]:
        """All of it as JSON values: what ``stats --json`` prints."""
        from structedit.extras.statistics.report import stats_dict

        return stats_dict(self)


@checked
def get_edit_stats(
    scope: str = "session", reset: bool = False, *, session: str | None = None
) -> EditStats:
    """Count the edits of this session, since the last reset, or of all time.

    Args:
        scope: `session`: of this session, which is this program or what `STRUCTEDIT_SESSION`
            names, since its last reset; `reset`: of all sessions since the last reset of all;
            `lifetime`: everything.
        reset: count anew from here on, after reading: this session for the scope `session`, else
            all sessions. The lifetime stays.
        session: a session's name, or its id as `sessions` lists it, instead of this one.

    Raises:
        UsageError: for a scope that there is not, or a session with a scope of all of them.
        FileError: when the store cannot be read.
    """
    if scope not in {str(known) for known in Scope}:
        raise UsageError(f"there is no scope {scope!r}", hint=f"there are: {', '.join(Scope)}")
    if session is not None and scope != Scope.SESSION:
        raise UsageError(f"the scope {scope!r} is of all sessions", hint="leave the session out")
    from structedit.extras.statistics import ledger

    owner = None
    if scope == Scope.SESSION:
        owner = ""  # of no session, until there is a key to make ids with
        if spool.is_there():
            owner = spool.current_session() if session is None else session
            owner = owner if spool.is_id(owner) else spool.session_id(owner)
    with ledger.opened() as db:
        ledger.choose(db, session=owner, since_reset=scope != Scope.LIFETIME)
        stats = edit_stats(db, scope=Scope(scope), recording=spool.is_on())
        if reset:
            ledger.reset(db, session=owner)
    return stats


def edit_stats(db: Store, *, scope: Scope, recording: bool = True) -> EditStats:
    """Count the calls that were chosen."""
    n = _sums(db)
    fails = db.execute(
        "SELECT why, addressing, sum(calls) FROM made WHERE edit AND NOT landed GROUP BY 1, 2"
    )
    sessions = db.execute(
        f"""SELECT session, min(time), max(time), sum(NOT reads AND NOT dry_run),
            sum(NOT reads AND NOT dry_run AND status IN ({LANDED})), sum(reads)
        FROM calls NOT INDEXED GROUP BY session ORDER BY max(seq) DESC LIMIT {MOST_SESSIONS}"""
    )
    return EditStats(
        scope=scope,
        summary=summary_of(n["edits"], n["hits"]),
        edits=n["edits"],
        hits=n["hits"],
        reasons=_most_first(db, "why", "edit"),
        operations=tuple(
            _operation(db, name) for name, _ in _most_first(db, "operation", "NOT reads")
        ),
        addressing=tuple(_addressed(n, str(way), way) for way in Addressing),
        hints=_hints(db),
        tiers=_most_first(db, "tier", "edit AND landed"),
        average_old_lines=_ratio(n["old_lines"], n["with_old"]),
        lines_changed=n["lines_changed"],
        dry_runs=n["dry_runs"],
        dry_run_fails=n["dry_run_fails"],
        dry_runs_carried_out=n["carried_out"],
        dry_runs_per_commit=_ratio(n["carried_out"], n["written"]),
        large_edits=n["large"],
        signature_changes=n["signature_changes"],
        retries=n["retries"],
        retries_landed=n["retries_landed"],
        retries_saved=n["saved"],
        average_milliseconds=_ratio(n["duration"] / 1000, n["edits"]),
        advice=advice_of({(why, way): count for why, way, count in fails}),
        sessions=tuple(SessionSpan(*row) for row in sessions),
        questions=questions_of(db),
        days=_days(db),
        retries_by_reason=_retries(db),
        reads=n["reads"],
        readings=tuple(_reading(db, name) for name, _ in _most_first(db, "operation", "reads")),
        recording=recording,
    )


def summary_of(edits: int, hits: int) -> str:
    """Sum it up in one line.

    >>> summary_of(34, 28)
    '34 edits: 28 hits (82 %), 6 fails'
    >>> summary_of(1, 1)
    '1 edit: 1 hit (100 %), 0 fails'
    """
    if not edits:
        return "no edits yet"
    share = 100 * hits // edits  # 99.6 % are not all of them
    counted = ((edits, "edit"), (hits, "hit"), (edits - hits, "fail"))
    made, landed, failed = (f"{n} {word}{'' if n == 1 else 's'}" for n, word in counted)
    return f"{made}: {landed} ({share} %), {failed}"


# Queries

_COUNTS = {
    "edits": "edit",
    "hits": "edit AND landed",
    "dry_runs": "dry_run",
    "dry_run_fails": "dry_run AND NOT landed",
    "carried_out": "dry_run AND carried_out",
    "written": "edit AND status = 'applied'",
    "with_old": "edit AND old_lines IS NOT NULL",
    "large": "edit AND large",
    "signature_changes": "edit AND landed AND signature_changed",
    "retries": "edit AND again",
    "retries_landed": "edit AND again AND landed",
    "saved": "edit AND saved",
    "reads": "reads",
    **{way: f"edit AND addressing = '{way}'" for way in Addressing},
    **{f"{way} hits": f"edit AND landed AND addressing = '{way}'" for way in Addressing},
}
"""Which calls are counted, by a name for their number."""

_SUMS = {
    **{name: f"({which}) * calls" for name, which in _COUNTS.items()},
    "lines_changed": "(edit AND landed) * lines_changed",
    "old_lines": "edit * old_lines * calls",
    "duration": "edit * duration",
}
"""What is summed over the rows of `made`, by a name for it."""


def _from(only: str | None) -> str:
    """Which calls are asked about: those of one operation, or all that were chosen."""
    return "FROM made" if only is None else "FROM (SELECT * FROM made WHERE operation = :only)"


def _sums(db: Store, only: str | None = None) -> dict[str, int]:
    sums = ", ".join(f"coalesce(sum({of}), 0)" for of in _SUMS.values())
    row = db.execute(f"SELECT {sums} {_from(only)}", {"only": only}).fetchone()
    return dict(zip(_SUMS, row, strict=True))


def _most_first(
    db: Store, column: str, where: str, only: str | None = None
) -> tuple[tuple[str, int], ...]:
    """Count the calls by a column, the largest group first; those without a word are left out."""
    rows = db.execute(
        f"SELECT {column}, sum(calls) {_from(only)} WHERE {where} AND {column} != ''"
        " GROUP BY 1 ORDER BY 2 DESC, 1",
        {"only": only},
    )
    return tuple(rows.fetchall())


def _days(db: Store) -> tuple[Count, ...]:
    rows = db.execute(
        f"""SELECT date(day * 86400, 'unixepoch'), sum(calls), sum(landed * calls)
        FROM made WHERE edit GROUP BY day ORDER BY day DESC LIMIT {MOST_DAYS}"""
    )
    return tuple(Count(*row) for row in reversed(rows.fetchall()))


def _hints(db: Store, only: str | None = None) -> tuple[HintCount, ...]:
    """Count what became of the edits that gave a hint."""
    names = ", ".join(f"('{hint}')" for hint in (*HINTS, "replace_all"))
    rows = db.execute(
        f"""WITH hint (name) AS (VALUES {names})
        SELECT name, sum(calls), sum(landed * calls), sum((instr(narrowed, name) > 0) * calls)
        {_from(only)} JOIN hint ON instr(hints, name) WHERE edit GROUP BY 1 ORDER BY 1""",
        {"only": only},
    )
    fails: dict[str, list[tuple[str, int]]] = {}
    for hint, why, count in db.execute(
        f"""WITH hint (name) AS (VALUES {names})
        SELECT name, why, sum(calls) {_from(only)} JOIN hint ON instr(hints, name)
        WHERE edit AND NOT landed GROUP BY 1, 2 ORDER BY 3 DESC, 2""",
        {"only": only},
    ):
        fails.setdefault(hint, []).append((why, count))
    return tuple(
        HintCount(name, used, succeeded, narrowed, tuple(fails.get(name, ())))
        for name, used, succeeded, narrowed in rows.fetchall()
    )


def _retries(db: Store) -> tuple[RetryCount, ...]:
    """Count what became of edits that follow a fail on their file, by why that one failed."""
    rows = db.execute(
        "SELECT after_why, why, sum(calls) FROM made WHERE edit AND again GROUP BY 1, 2 ORDER BY 3 DESC, 2"
    )
    found: dict[str, dict[str, int]] = {}
    for after, why, count in rows:
        found.setdefault(after, {})[why] = count
    counted = (
        RetryCount(
            after,
            sum(its.values()),
            its.get("", 0),
            tuple((why, count) for why, count in its.items() if why),
        )
        for after, its in found.items()
    )
    return tuple(sorted(counted, key=lambda its: (-its.retries, its.after)))


def _operation(db: Store, name: str) -> OperationCount:
    n = _sums(db, name)
    return OperationCount(
        operation=name,
        edits=n["edits"],
        hits=n["hits"],
        reasons=_most_first(db, "why", "edit", name),
        anchored=_addressed(n, "anchored", Addressing.TEXT, Addressing.ANCHOR, Addressing.SELECTOR),
        line_numbered=_addressed(n, "line-numbered", Addressing.LINES),
        hints=_hints(db, name),
        tiers=_most_first(db, "tier", "edit AND landed", name),
        average_old_lines=_ratio(n["old_lines"], n["with_old"]),
        dry_runs=n["dry_runs"],
        large_edits=n["large"],
        signature_changes=n["signature_changes"],
        retries_saved=n["saved"],
    )


def _addressed(sums: dict[str, int], name: str, *ways: Addressing) -> Count:
    return Count(name, sum(sums[way] for way in ways), sum(sums[f"{way} hits"] for way in ways))


def _reading(db: Store, name: str) -> ReadCount:
    calls, found, took, slowest = db.execute(
        "SELECT sum(calls), sum(landed * calls), sum(duration), max(slowest)"
        " FROM made WHERE operation = ?",
        (name,),
    ).fetchone()
    reasons = _most_first(db, "why", "reads", name)
    times = round(took / calls / 1000, 2), round(slowest / 1000, 2)
    return ReadCount(name, calls, found, reasons, *times)


def _ratio(part: float, whole: int) -> float | None:
    return round(part / whole, 2) if whole else None
