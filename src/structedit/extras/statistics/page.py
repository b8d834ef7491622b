"""The statistics as one page of HTML, which needs nothing else: no network, no script.

Each question is a table, whose bars are drawings of its own figures, so that a reader who cannot see them misses
nothing. The figures are those of `stats --json`.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from structedit.extras.statistics.questions import LEAST
from structedit.extras.statistics.report import SCOPES, SESSIONS, TABLES, cell, notes

if TYPE_CHECKING:
    from structedit.extras.statistics.call_table import Row
    from structedit.extras.statistics.counts import EditStats

MARK = "<!-- structedit statistics -->"
"""Part of every page, so that a page may be written over and another file may not."""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

_STYLE = """
:root { color-scheme: light dark; --paper: #fbfbf9; --card: #fff; --ink: #1c1e21; --soft: #5b6068;
  --line: #dcdfe3; --bar: #2f6fb3; --whisker: #1c1e21; --good: #1f7a4d; --note: #fdf3d8; }
@media (prefers-color-scheme: dark) { :root { --paper: #14161a; --card: #1d2025; --ink: #e8eaed;
  --soft: #a3a9b3; --line: #363b43; --bar: #5b9be0; --whisker: #f2f4f7; --good: #62c596;
  --note: #3a3217; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 66rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; margin: 0; }
h2 { font-size: 1.1rem; line-height: 1.3; margin: 0 0 .25rem; }
p { margin: .25rem 0; }
.soft { color: var(--soft); font-size: .9rem; }
.tiles { display: grid; gap: .75rem; margin: 1rem 0; padding: 0;
  grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); }
.tiles div, section { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
.tiles div { padding: .6rem .8rem; display: flex; flex-direction: column-reverse; }
.tiles dt { color: var(--soft); font-size: .85rem; }
.tiles dd { margin: 0; font-size: 1.5rem; font-weight: 600; font-variant-numeric: tabular-nums; }
section { padding: 1rem; margin: 1rem 0; }
.advice { background: var(--note); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin-top: .5rem; font-size: .92rem;
  font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .3rem .4rem; border-top: 1px solid var(--line);
  white-space: nowrap; }
thead th { border-top: 0; color: var(--soft); font-weight: 500; font-size: .82rem; }
th:first-child { text-align: left; font-weight: 500; white-space: normal; min-width: 6rem; }
.wide th:first-child { white-space: nowrap; }
.wide td:last-child { white-space: normal; min-width: 8rem; }
td.plot, th.plot { width: 45%; min-width: 5rem; text-align: left; }
svg { display: block; width: 100%; height: 1.1rem; }
.grid { stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; }
.bar { fill: var(--bar); }
.whisker { stroke: var(--whisker); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
@media (max-width: 34rem) { section { padding: .75rem .6rem; } h1 { font-size: 1.3rem; }
  .rates thead { position: absolute; clip-path: inset(50%); }
  .rates table, .rates tbody { display: block; }
  .rates tbody tr { display: grid; grid-template-columns: 1fr auto auto auto;
    border-top: 1px solid var(--line); padding: .3rem 0; }
  .rates tbody :is(th, td) { border: 0; padding: .1rem .25rem; }
  .rates tbody td.plot { grid-column: 1 / -1; order: 1; width: auto; } }
@media print { body { background: #fff; } section { break-inside: avoid; } }
"""


_FOOT = (
    '<footer class="soft"><p>An edit is a call that was to be written; a hit left the file as'
    " its caller wanted it. Dry runs and calls that only read are counted apart. The line"
    " across a bar is the interval"
    f" of the rate (Wilson, 95 %); groups of fewer than {LEAST} calls have none, and groups"
    " are said to differ where their intervals do not touch.</p><p>Counted on this machine:"
    " kinds of calls and what came of them; no content, no paths, no names.</p></footer>"
)


_TILES = (
    "edits hits fails retries_saved retries retries_landed dry_runs dry_runs_per_commit average_old_lines"
    " lines_changed large_edits signature_changes average_milliseconds reads"
).split()


def page(stats: EditStats) -> str:
    """Write the page."""
    summary = escape(stats.summary)
    said = "".join(f'<p class="soft">{escape(note)}</p>' for note in notes(stats))
    tiles = "".join(
        f"<div><dt>{name.replace('_', ' ')}</dt><dd>{cell(name, getattr(stats, name))}</dd></div>"
        for name in _TILES
    )
    advice = f'<section class="advice"><h2>Advice</h2><p>{escape(stats.advice)}</p></section>'
    parts = (
        f"<header><h1>{summary}</h1>"
        f'<p class="soft">structedit statistics, {escape(SCOPES[stats.scope])}</p>{said}</header>',
        f'<dl class="tiles">{tiles}</dl>',
        advice if stats.advice else "",
        *map(_question, stats.questions),
        *(
            _table(table.field, table.title, table.rows(stats, more=True))
            for table in (*TABLES, SESSIONS)
        ),
        _FOOT,
    )
    return (
        f'<!doctype html>\n{MARK}\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<link rel="icon" href="data:,">\n<title>structedit: {summary}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(part for part in parts if part)
        + "\n</main>\n</body>\n</html>\n"
    )


def _question(question: Row) -> str:
    """Write an answer as a table. Its roles are spelt out, since narrow screens lay it out otherwise."""
    head = (
        f'<section id="{question["key"]}"><h2>{escape(question["title"])}</h2>'
        f'<p>{escape(question["finding"])} <span class="soft">n&nbsp;=&nbsp;{question["calls"]}</span></p>'
    )
    if not question["enough"]:  # the counts alone, without a drawing of noise
        counts = "; ".join(f"{g['name']}: {g['count']} of {g['calls']}" for g in question["groups"])
        return f'{head}<p class="soft">{escape(counts)}</p></section>'
    names = "".join(
        f'<th scope="col" role="columnheader"{more}>{escape(name)}</th>'
        for name, more in (
            ("group", ""),
            ("0 to 100 %", ' class="plot"'),
            (question["counted"], ""),
            ("rate", ""),
            ("95 %", ""),
        )
    )
    return (
        f'{head}<div class="rates"><table role="table"><thead role="rowgroup"><tr role="row">{names}</tr></thead>'
        f'<tbody role="rowgroup">{"".join(map(_group, question["groups"]))}</tbody></table></div></section>'
    )


def _group(group: Row) -> str:
    rate, interval, plot = "–", "too few", ""
    if group["enough"]:
        rate = f"{percent(group['rate'])} %"
        interval = f"{percent(group['low'])}–{percent(group['high'])}"
        plot = _plot(group["rate"], group["low"], group["high"])
    cells = (f"{group['count']} of {group['calls']}", rate, interval)
    shown = "".join(f'<td role="cell">{text}</td>' for text in cells)
    return (
        f'<tr role="row"><th scope="row" role="rowheader">{escape(group["name"])}</th>'
        f'<td role="cell" class="plot">{plot}</td>{shown}</tr>'
    )


def percent(rate: float) -> str:
    """Write a rate in per cent.

    >>> percent(0.0571), percent(1.0), percent(0.0)
    ('5.7', '100.0', '0.0')
    """
    return f"{100 * rate:.1f}"


def _plot(rate: float, low: float, high: float) -> str:
    """Draw a rate as a bar and its interval as a whisker, from 0 to 100 across."""
    at, left, right = (round(100 * value, 2) for value in (rate, low, high))
    grid = "".join(_line("grid", (x, 0), (x, 20)) for x in (0, 25, 50, 75, 100))
    whisker = "".join(
        _line("whisker", start, end)
        for start, end in (
            ((left, 10), (right, 10)),
            ((left, 6), (left, 14)),
            ((right, 6), (right, 14)),
        )
    )
    bar = f'<rect class="bar" x="0" y="4" width="{at}" height="12"/>'
    return f'<svg viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">{grid}{bar}{whisker}</svg>'


def _line(kind: str, start: tuple[float, float], end: tuple[float, float]) -> str:
    return f'<line class="{kind}" x1="{start[0]}" y1="{start[1]}" x2="{end[0]}" y2="{end[1]}"/>'


def _table(key: str, title: str, rows: list[list[str]]) -> str:
    if not rows:
        return ""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in rows[0])
    body = "".join(
        f'<tr><th scope="row">{escape(first)}</th>{"".join(f"<td>{escape(text)}</td>" for text in others)}</tr>'
        for first, *others in rows[1:]
    )
    return (
        f'<section id="{key}-table"><h2>{escape(title)}</h2><div class="wide" tabindex="0"'
        f' role="region" aria-label="{escape(title)}"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div></section>"
    )
