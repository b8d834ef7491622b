"""The statistics as text, as CSV, and as one page of HTML without network or scripts.

The bars of the page draw percentages that are also written next to them, for readers who cannot see them.
"""

from __future__ import annotations

from html import escape
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


if TYPE_CHECKING:
    from structedit.extras.statistics.counts import EditStats, Table

MARK = "<!-- structedit statistics -->"
"""Part of every page, so that a page may be written over and another file may not."""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

_STYLE = """
:root { color-scheme: light dark; --paper: #fbfbf9; --card: #fff; --ink: #1c1e21; --soft: #5b6068;
  --line: #dcdfe3; --bar: #2f6fb3; }
@media (prefers-color-scheme: dark) { :root { --paper: #14161a; --card: #1d2025; --ink: #e8eaed;
  --soft: #a3a9b3; --line: #363b43; --bar: #5b9be0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 66rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; margin: 0; }
h2 { font-size: 1.1rem; line-height: 1.3; margin: 0 0 .25rem; }
.soft { color: var(--soft); font-size: .9rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
  padding: 1rem; margin: 1rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .3rem .4rem; border-top: 1px solid var(--line); white-space: nowrap; }
thead th { border-top: 0; white-space: normal; color: var(--soft); font-weight: 500; font-size: .82rem; }
.word { text-align: left; font-weight: 500; }
svg { width: 7rem; height: .8rem; margin-left: .5rem; background: var(--line); }
rect { fill: var(--bar); }
@media print { body { background: #fff; } section { break-inside: avoid; } }
"""

_FOOT = (
    '<footer class="soft"><p>An edit is a call that was not a dry run; a hit left the file as its caller wanted it.'
    " Dry runs are counted apart. A rate of few edits says little.</p><p>Counted on this machine: kinds of calls"
    " and what came of them; no content, no paths, no names.</p></footer>"
)


def page(stats: EditStats) -> str:
    """Write the page."""
    summary = escape(stats.summary)
    about = (f"structedit statistics, {SCOPES[stats.scope]}", *notes(stats))
    said = "".join(f'<p class="soft">{escape(note)}</p>' for note in about)
    sections = "\n".join(_section(table) for table in stats.tables if table.rows)
    return (
        f'<!doctype html>\n{MARK}\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<link rel="icon" href="data:,">\n<title>structedit: {summary}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<header><h1>{summary}</h1>{said}</header>\n"
        f"{sections}\n{_FOOT}\n</main>\n</body>\n</html>\n"
    )


def _section(table: Table) -> str:
    """Write a table under its title; columns of words are left-aligned."""
    title = escape(table.question.title)
    words = [' class="word"' if isinstance(value, str) else "" for value in table.rows[0]]
    head = "".join(
        f'<th scope="col"{kind}>{escape(heading(name))}</th>'
        for name, kind in zip(table.columns, words, strict=True)
    )
    body = ""
    for row in table.rows:
        cells = ""
        for name, kind, value in zip(table.columns, words, row, strict=True):
            bar = _bar(value) if name.endswith("percent") and isinstance(value, float) else ""
            cells += f"<td{kind}>{escape(cell(value))}{bar}</td>"
        body += f"<tr>{cells}</tr>\n"
    return (
        f'<section id="{table.question.key}"><h2>{title}</h2><div class="wide" tabindex="0" role="region"'
        f' aria-label="{title}"><table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div></section>'
    )


def _bar(percent: float) -> str:
    """Draw a percentage as a bar."""
    return (
        '<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect width="{percent}" height="10"/></svg>'
    )
