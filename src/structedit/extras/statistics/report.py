"""The statistics as text and as CSV. The tables here are shown on the page too (`page`)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from structedit.text.values import dataclass

if TYPE_CHECKING:
    from structedit.extras.statistics.counts import EditStats

SCOPES = {
    "session": "this session",
    "reset": "since the last reset",
    "lifetime": "all time",
}
OFF = "recording is off: STRUCTEDIT_STATS=off, or structedit stats --off"


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the rows of a field of `EditStats`.

    Attributes:
        first: the heading of the first column, which names the row.
        columns: the keys of the other columns; `more` are columns of the page alone, `reasons` come last.
    """

    field: str
    title: str
    first: str
    columns: str
    more: str = ""

    def rows(self, stats: EditStats, *, more: bool = False) -> list[list[str]]:
        """Return the headings and the rows, as texts; nothing where there are no rows."""
        found = getattr(stats, self.field)
        if not found:
            return []
        first, *others = found[0]
        keys = f"{self.columns} {self.more if more else ''}".split()
        keys += ["reasons"] if "reasons" in others else []
        headings = [self.first, *(_HEADINGS.get(key, key.replace("_", " ")) for key in keys)]
        return [headings, *([cell(key, row[key]) for key in (first, *keys)] for row in found)]


_HEADINGS = {
    "average_milliseconds": "ms on average",
    "average_old_lines": "old lines",
    "line_numbered": "by lines",
    "narrowed": "decided",
    "reasons": "failed for",
    "retries_saved": "retries saved",
    "slowest_milliseconds": "ms at most",
}

SESSIONS = Table("sessions", "Sessions", "session", "began ended edits hits reads")
_DAYS = Table("days", "Day by day", "day", "edits hits fails")
TABLES = (
    Table(
        *("operations", "Operations", "operation", "edits hits fails dry_runs retries_saved"),
        more="anchored line_numbered average_old_lines large_edits signature_changes tiers",
    ),
    Table("hints", "Hints", "hint", "used succeeded failed narrowed"),
    Table("retries_by_reason", "Retries after a fail", "retry after", "retries landed"),
    _DAYS,
    Table(
        *("readings", "Calls that only read", "reading", "calls found fails"),
        more="average_milliseconds slowest_milliseconds",
    ),
)


def cell(key: str, value: Any) -> str:
    """Write a value as people read it.

    >>> cell("reasons", {"stale": 2, "no_match": 1}), cell("anchored", {"edits": 5, "hits": 3})
    ('stale 2, no_match 1', '3 of 5')
    """
    if key in ("began", "ended"):
        return datetime.fromtimestamp(value / 1000, UTC).strftime("%Y-%m-%d %H:%M:%SZ")
    if isinstance(value, dict) and "hits" in value:
        return f"{value['hits']} of {value['edits']}"
    if isinstance(value, dict):
        return ", ".join(f"{name} {count}" for name, count in value.items())
    return "–" if value is None else str(value)


def stats_text(stats: EditStats) -> str:
    """Write the figures as text; what there is nothing of is left out."""
    ways = ", ".join(f"{way['name']} {cell('', way)}" for way in stats.addressing if way["edits"])
    facts = (
        ("fails by reason", stats.reasons),
        ("hits by text, by tier", stats.tiers),
        ("hits by addressing", ways),
        (
            "retries after a fail",
            stats.retries and f"{stats.retries_landed} of {stats.retries} landed",
        ),
        ("retries saved by the ladder", stats.retries_saved),
        (
            "dry runs",
            stats.dry_runs
            and f"{stats.dry_runs}, {stats.dry_runs_carried_out} carried out"
            f" ({stats.dry_runs_per_commit or 0:.2f} a written edit), {stats.dry_run_fails} failed",
        ),
        ("lines of old, on average", stats.average_old_lines),
        ("large edits", stats.large_edits),
        ("changed signatures", stats.signature_changes),
    )
    tables = [table for table in TABLES if table is not _DAYS or len(stats.days) > 1]
    parts = (
        f"{stats.summary} ({SCOPES[stats.scope]})\n",
        *(table_text(table.rows(stats)) for table in tables),
        "".join(f"{name}: {cell('', value)}\n" for name, value in facts if value),
        f"advice: {stats.advice}\n" if stats.advice else "",
        *(f"{note}\n" for note in notes(stats)),
    )
    return "\n".join(part for part in parts if part)


def notes(stats: EditStats) -> list[str]:
    """Return what a reader of the figures has to know: recording is off, or lines are missing."""
    lines = "line of the log was" if stats.damaged == 1 else "lines of the log were"
    damaged = f"{stats.damaged} damaged {lines} left out"
    return [*([] if stats.recording else [OFF]), *([damaged] if stats.damaged else [])]


def table_text(rows: list[list[str]]) -> str:
    """Write a table in columns: the first column to the left, the others to the right, reasons after them."""
    if not rows:
        return ""
    last = rows[0][-1] == _HEADINGS["reasons"]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [text.rjust(width) for text, width in zip(row, widths, strict=True)]
        cells[0] = row[0].ljust(widths[0])
        if last:
            cells[-1] = row[-1]
        lines.append("  ".join(cells).rstrip() + "\n")
    return "".join(lines)


def questions_text(stats: EditStats) -> str:
    """Write the answers to the questions that can be answered."""
    return "".join(
        f"{its['title']}\n  {its['finding']} (n = {its['calls']})\n"
        for its in stats.questions
        if its["enough"]
    )


def stats_csv(stats: EditStats) -> str:
    """Write the answers as CSV: a line for each group of a question."""
    lines = ["question,group,counted,calls,count,rate,low,high"]
    for question in stats.questions:
        for group in question["groups"]:
            words = (question["key"], group["name"], question["counted"])
            figures = (group[key] for key in ("calls", "count", "rate", "low", "high"))
            cells = [f'"{word}"' for word in words] + ["" if n is None else str(n) for n in figures]
            lines.append(",".join(cells))
    return "\n".join(lines) + "\n"
