"""The statistics as text and as CSV."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from structedit.extras.statistics.counts import EditStats, Table

SCOPES = {
    "session": "this session",
    "reset": "since the last reset",
    "lifetime": "all time",
}
_OFF = "recording is off: STRUCTEDIT_STATS=off, or structedit stats --off"


def stats_text(stats: EditStats, *, is_brief: bool = False) -> str:
    """Write the summary and each table that has rows, or only those of the brief report."""
    tables = [its for its in stats.tables if its.rows and (its.question.is_brief or not is_brief)]
    parts = (
        f"{stats.summary} ({SCOPES[stats.scope]})\n",
        *(f"{table.question.title}\n{table_text(table)}" for table in tables),
        *(f"{note}\n" for note in notes(stats)),
    )
    return "\n".join(parts)


def notes(stats: EditStats) -> list[str]:
    """Return what a reader of the figures must know: recording is off, or lines are missing."""
    lines = "line of the log was" if stats.damaged == 1 else "lines of the log were"
    damaged = f"{stats.damaged} damaged {lines} left out"
    return [*([] if stats.recording else [_OFF]), *([damaged] if stats.damaged else [])]


def table_text(table: Table) -> str:
    """Write a table in columns: words to the left, numbers to the right."""
    cells = [[heading(name) for name in table.columns], *(map(cell, row) for row in table.rows)]
    lines = [""] * len(cells)
    for values, column in zip(zip(*table.rows, strict=True), zip(*cells, strict=True), strict=True):
        width = max(map(len, column))
        is_words = any(isinstance(value, str) for value in values)
        for at, text in enumerate(column):
            lines[at] += "  " + (text.ljust(width) if is_words else text.rjust(width))
    return "".join(f"{line.rstrip()}\n" for line in lines)


def heading(column: str) -> str:
    """Write the name of a column as people read it.

    >>> heading("fail_percent"), heading("dry_runs")
    ('fail %', 'dry runs')
    """
    return column.replace("_percent", " %").replace("_", " ")


def cell(value: str | float | None) -> str:
    """Write a value; "–" if there is nothing to average."""
    return "–" if value is None else str(value)


def stats_csv(stats: EditStats) -> str:
    """Write the tables as CSV, with empty lines between them: its key before the names of its columns and each row."""
    tables = []
    for table in filter(lambda its: its.rows, stats.tables):
        rows = [("table", *table.columns), *((table.question.key, *row) for row in table.rows)]
        tables.append("".join(",".join(map(_csv_cell, row)) + "\n" for row in rows))
    return "\n".join(tables)


def _csv_cell(value: str | float | None) -> str:
    """Quote a cell of words, which may contain commas but never quotes."""
    return f'"{value}"' if isinstance(value, str) else "" if value is None else str(value)
