"""Statistics as text, as JSON values and as CSV; the page is `extras.statistics.page`."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from structedit.calls.as_dict import JsonObject
from structedit.calls.statuses import JsonValue
from structedit.extras.statistics.questions import Question

if TYPE_CHECKING:
    from structedit.extras.statistics.counts import EditStats, OperationCount

BAR = 20
"""Letters of the longest bar."""

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
    """Give all of it as JSON values; counts by name are objects."""
    found = _plain(stats)
    assert isinstance(found, dict)
    return found


def _plain(value: object) -> JsonValue:
    if is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in fields(value)]
        names += [name for name in _COUNTED if hasattr(value, name) and name not in names]
        return {name: _field(name, getattr(value, name)) for name in names}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, StrEnum):
        return str(value)
    assert value is None or isinstance(value, bool | int | float | str)
    return value


def _field(name: str, value: object) -> JsonValue:
    if name in _BY_NAME and isinstance(value, tuple):
        return {str(key): int(count) for key, count in value}
    return _plain(value)


# Text


def stats_text(stats: EditStats) -> str:
    """Say it in a few lines: the summary, the operations, the reasons, one advice."""
    lines = [f"{stats.summary} ({SCOPES[stats.scope]})"]
    if stats.operations:
        lines += ["", *_operations(stats.operations)]
    if stats.reasons:
        lines += ["", "fails by reason", *_bars(stats.reasons)]
    if stats.tiers:
        lines += ["", "hits by text, by tier", *_bars(stats.tiers)]
    lines += _hints(stats)
    if facts := _facts(stats):
        lines += ["", *facts]
    lines += _reads(stats)
    if stats.advice:
        lines += ["", f"advice: {stats.advice}"]
    if not stats.recording:
        lines += ["", OFF]
    return "\n".join(lines).rstrip() + "\n"


def _operations(operations: tuple[OperationCount, ...]) -> list[str]:
    rows = [["operation", "edits", "hits", "fails", "dry runs", "retries saved"]]
    for its in operations:
        counts = (its.edits, its.hits, its.fails, its.dry_runs, its.retries_saved)
        rows.append([its.operation, *map(str, counts)])
    bars = ["", *(_bar(its.hits, its.edits) for its in operations)]
    return [f"{row}  {bar}".rstrip() for row, bar in zip(_aligned(rows), bars, strict=True)]


def _aligned(rows: list[list[str]]) -> list[str]:
    """Lay rows out in columns: the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            word.rjust(width) if at else word.ljust(width)
            for at, (word, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


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


def _hints(stats: EditStats) -> list[str]:
    if not stats.hints:
        return []
    rows = [["hint", "used", "succeeded", "failed", "decided"]]
    for hint in stats.hints:
        counts = (hint.used, hint.succeeded, hint.failed, hint.narrowed)
        rows.append([hint.name, *map(str, counts)])
    return ["", *_aligned(rows)]


def _facts(stats: EditStats) -> list[str]:
    """Say the rest, each only where there is something to say."""
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


def _reads(stats: EditStats) -> list[str]:
    if not stats.readings:
        return []
    rows = [["reading", "calls", "found", "not found"]]
    told = ["on average"]
    for its in stats.readings:
        rows.append([its.operation, *map(str, (its.calls, its.found, its.fails))])
        took = f"{its.average_milliseconds:.1f} ms, at most {its.slowest_milliseconds:.1f} ms"
        told.append(", ".join([took, *(f"{why} {count}" for why, count in its.reasons)]))
    return ["", *(f"{row}  {words}" for row, words in zip(_aligned(rows), told, strict=True))]


def sessions_text(stats: EditStats) -> str:
    """List the sessions, the latest first."""
    rows = [
        f"  {span.id}  {when(span.began)} - {when(span.ended)}  {span.hits} of {span.edits} hits,"
        f" {span.reads} reads"
        for span in stats.sessions
    ]
    return "\n".join(["sessions", *rows]) + "\n" if rows else ""


def when(milliseconds: int) -> str:
    """Write a time, in UTC."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%SZ")


def questions_text(questions: tuple[Question, ...]) -> str:
    """Answer the questions, those that can be answered."""
    lines = []
    for question in questions:
        if question.enough:
            lines.append(f"{question.title}\n  {question.finding} (n = {question.calls})")
    return "\n".join(lines) + "\n" if lines else ""


# CSV


def stats_csv(stats: EditStats) -> str:
    """Give the answers as a table: a line a group of a question."""
    rows = ["question,group,counted,calls,count,rate,low,high"]
    for question in stats.questions:
        for its in question.groups:
            words = ",".join(f'"{word}"' for word in (question.key, its.name, question.counted))
            rates = ("" if rate is None else str(rate) for rate in (its.rate, its.low, its.high))
            rows.append(f"{words},{its.calls},{its.count},{','.join(rates)}")
    return "\n".join(rows) + "\n"
