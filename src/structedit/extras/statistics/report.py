"""Statistics as text, as JSON values and as CSV; the page is `page`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from structedit.calls.as_dict import JsonObject
from structedit.calls.statuses import JsonValue
from structedit.extras.statistics.questions import Question

if TYPE_CHECKING:
    from structedit.extras.statistics.counts import Count, EditStats, OperationCount, ReadCount

Row = tuple[str | int, ...]

BAR = 20
"""Letters of the longest bar. Chosen by judgement."""

SCOPES = {
    "session": "this session",
    "reset": "since the last reset",
    "lifetime": "all time",
}
OFF = "recording is off: STRUCTEDIT_STATS=off, or structedit stats --off"
_BY_NAME = frozenset(("reasons", "tiers"))
"""Counts by name, which are objects in JSON."""

_COUNTED = ("fails", "failed", "enough", "calls")
"""What values compute and JSON holds all the same."""


def stats_dict(stats: EditStats) -> JsonObject:
    """Lay all of it out as JSON values; counts by name are objects."""
    found = _plain(stats)
    assert isinstance(found, dict)
    return found


def _plain(value: object) -> JsonValue:
    if is_dataclass(value) and not isinstance(value, type):
        names = dict.fromkeys(field.name for field in fields(value))
        names |= dict.fromkeys(name for name in _COUNTED if hasattr(value, name))
        told = {name: getattr(value, name) for name in names}
        return {n: dict(its) if n in _BY_NAME else _plain(its) for n, its in told.items()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, StrEnum):
        return str(value)
    assert value is None or isinstance(value, bool | int | float | str)
    return value


# Text


def stats_text(stats: EditStats) -> str:
    """Lay the counts out in some lines; what there is nothing of is left out."""
    parts = [
        [f"{stats.summary} ({SCOPES[stats.scope]})"],
        _operations(stats.operations),
        ["fails by reason", *_bars(stats.reasons)] if stats.reasons else [],
        ["hits by text, by tier", *_bars(stats.tiers)] if stats.tiers else [],
        _columns(
            ("hint", "used", "succeeded", "failed", "decided"),
            [(its.name, its.used, its.succeeded, its.failed, its.narrowed) for its in stats.hints],
            _beside("failed for", [its.reasons for its in stats.hints]),
        ),
        _columns(
            ("retry after", "retries", "landed"),
            [(its.after, its.retries, its.landed) for its in stats.retries_by_reason],
            _beside("failed for", [its.reasons for its in stats.retries_by_reason]),
        ),
        _course(stats.days),
        _facts(stats),
        _reads(stats.readings),
        [f"advice: {stats.advice}"] if stats.advice else [],
        [] if stats.recording else [OFF],
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines).rstrip() + "\n"


def _columns(names: Row, rows: Sequence[Row], beside: Sequence[str] = ()) -> list[str]:
    """Lay rows out in columns: the first to the left, the others to the right.

    What stands `beside` them begins with a word for the row of names.
    """
    if not rows:
        return []
    cells = [[str(cell) for cell in row] for row in (names, *rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    last = beside or [""] * len(cells)
    lines = []
    for (first, *others), words in zip(cells, last, strict=True):
        right = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        lines.append("  ".join((first.ljust(widths[0]), *right, words)).rstrip())
    return lines


def _beside(name: str, counts: Sequence[tuple[tuple[str, int], ...]]) -> list[str]:
    """Counts by reason beside the rows of a table, the most frequent first; without any no words."""
    told = [", ".join(f"{why} {count}" for why, count in its) for its in counts]
    return [name if any(told) else "", *told]


def _operations(operations: tuple[OperationCount, ...]) -> list[str]:
    names = ("operation", "edits", "hits", "fails", "dry runs", "retries saved")
    rows = [
        (its.operation, its.edits, its.hits, its.fails, its.dry_runs, its.retries_saved)
        for its in operations
    ]
    return _columns(names, rows, ["", *(_bar(its.hits, its.edits) for its in operations)])


def _bar(part: int, whole: int) -> str:
    """Draw a part of a whole; what is there is seen, however little."""
    if not whole:
        return ""
    size = round(BAR * part / whole)
    size = min(max(size, int(part > 0)), BAR - int(part < whole))
    return "█" * size + "░" * (BAR - size)


def _bars(counts: tuple[tuple[str, int], ...]) -> list[str]:
    width = max(len(name) for name, _ in counts)
    most = max(count for _, count in counts)
    digits = len(str(most))
    return [
        f"  {name.ljust(width)}  {count:>{digits}}  {'█' * max(1, round(BAR * count / most))}"
        for name, count in counts
    ]


def _course(days: tuple[Count, ...]) -> list[str]:
    """How edits went day by day; nothing where there is only one day."""
    rows = [(day.name, day.edits, day.hits, day.fails) for day in days] if len(days) > 1 else []
    beside = ["", *(_bar(day.hits, day.edits) for day in days)]
    return _columns(("day", "edits", "hits", "fails"), rows, beside)


def _facts(stats: EditStats) -> list[str]:
    """List the rest, each only where there is any."""
    ways = ", ".join(
        f"{way.name} {way.hits} of {way.edits}" for way in stats.addressing if way.edits
    )
    retries = f"{stats.retries_landed} of {stats.retries} landed"
    dry = f"{stats.dry_runs}, {stats.dry_runs_carried_out} carried out"
    per_commit = f"{stats.dry_runs_per_commit or 0:.2f} a written edit"
    facts = (
        (ways, f"hits by addressing: {ways}"),
        (stats.retries, f"retries after a fail: {retries}"),
        (stats.retries_saved, f"retries saved by the ladder: {stats.retries_saved}"),
        (stats.dry_runs, f"dry runs: {dry} ({per_commit}), {stats.dry_run_fails} failed"),
        (stats.average_old_lines, f"lines of old, on average: {stats.average_old_lines}"),
        (stats.large_edits, f"large edits: {stats.large_edits}"),
        (stats.signature_changes, f"changed signatures: {stats.signature_changes}"),
    )
    return [text for there, text in facts if there]


def _reads(readings: tuple[ReadCount, ...]) -> list[str]:
    rows = [(its.operation, its.calls, its.found, its.fails) for its in readings]
    told = ["on average"]
    for its in readings:
        took = f"{its.average_milliseconds:.1f} ms, at most {its.slowest_milliseconds:.1f} ms"
        told.append(", ".join([took, *(f"{why} {count}" for why, count in its.reasons)]))
    return _columns(("reading", "calls", "found", "not found"), rows, told)


def sessions_text(stats: EditStats) -> str:
    """List the sessions, the latest first."""
    rows = [
        f"  {span.id}  {when(span.began)} - {when(span.ended)}  {span.hits} of {span.edits} hits,"
        f" {span.reads} reads"
        for span in stats.sessions
    ]
    return "\n".join(["sessions", *rows]) + "\n" if rows else ""


def when(milliseconds: int) -> str:
    """Write a time, in UTC, as people read it."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%SZ")


def questions_text(questions: tuple[Question, ...]) -> str:
    """Answer the questions, those that can be answered."""
    return "".join(f"{q.title}\n  {q.finding} (n = {q.calls})\n" for q in questions if q.enough)


# CSV


def stats_csv(stats: EditStats) -> str:
    """Lay the answers out as a table: a line a group of a question."""
    rows = ["question,group,counted,calls,count,rate,low,high"]
    for question in stats.questions:
        for its in question.groups:
            words = ",".join(f'"{word}"' for word in (question.key, its.name, question.counted))
            rates = ("" if rate is None else str(rate) for rate in (its.rate, its.low, its.high))
            rows.append(f"{words},{its.calls},{its.count},{','.join(rates)}")
    return "\n".join(rows) + "\n"
