"""The statistics as one page of HTML, which needs nothing else: no network, no script.

Each question is a table; the bars in it are drawings of its own figures, so that who cannot see
them misses nothing. The figures are those of `stats --json`, written out.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from structedit.extras.statistics.counts import EditStats
from structedit.extras.statistics.questions import LEAST, Group, Question
from structedit.extras.statistics.report import OFF, SCOPES, when

MARK = "<!-- structedit statistics -->"
"""Stands in every page, so that a page may be written over and another file may not."""

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


def page(stats: EditStats) -> str:
    """Write the page."""
    off = "" if stats.recording else f'<p class="soft">{escape(OFF)}</p>'
    advice = f'<section class="advice"><h2>Advice</h2><p>{escape(stats.advice)}</p></section>'
    parts = (
        f"<header><h1>{escape(stats.summary)}</h1>"
        f'<p class="soft">structedit statistics, {escape(SCOPES[stats.scope])}</p>{off}</header>',
        _tiles(stats),
        advice if stats.advice else "",
        *(_question(question) for question in stats.questions),
        *_tables(stats),
        _FOOT,
    )
    title = escape(f"structedit: {stats.summary}")
    return (
        f'<!doctype html>\n{MARK}\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<link rel="icon" href="data:,">\n<title>{title}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(part for part in parts if part)
        + "\n</main>\n</body>\n</html>\n"
    )


def _tiles(stats: EditStats) -> str:
    tiles = (
        ("edits", stats.edits),
        ("hits", stats.hits),
        ("fails", stats.fails),
        ("retries saved by the ladder", stats.retries_saved),
        ("retries after a fail", stats.retries),
        ("of them landed", stats.retries_landed),
        ("dry runs", stats.dry_runs),
        ("dry runs a written edit", stats.dry_runs_per_commit),
        ("lines of old, on average", stats.average_old_lines),
        ("lines changed", stats.lines_changed),
        ("large edits", stats.large_edits),
        ("changed signatures", stats.signature_changes),
        ("milliseconds, on average", stats.average_milliseconds),
        ("calls that only read", stats.reads),
    )
    shown = (
        f"<div><dt>{escape(name)}</dt><dd>{'–' if n is None else n}</dd></div>" for name, n in tiles
    )
    return f'<dl class="tiles">{"".join(shown)}</dl>'


# Questions


def _question(question: Question) -> str:
    """Write an answer as a table; its roles are said, since narrow screens lay it out otherwise."""
    sizes = f'<span class="soft">n&nbsp;=&nbsp;{question.calls}</span>'
    head = (
        f'<section id="{question.key}"><h2>{escape(question.title)}</h2>'
        f"<p>{escape(question.finding)} {sizes}</p>"
    )
    if not question.enough:
        return f"{head}{_counts_only(question)}</section>"
    rows = "".join(_row(group) for group in question.groups)
    names = "".join(
        f'<th scope="col" role="columnheader"{more}>{escape(name)}</th>'
        for name, more in (
            ("group", ""),
            ("0 to 100 %", ' class="plot"'),
            (question.counted, ""),
            ("rate", ""),
            ("95 %", ""),
        )
    )
    return (
        f'{head}<div class="rates"><table role="table"><thead role="rowgroup"><tr role="row">{names}'
        f'</tr></thead><tbody role="rowgroup">{rows}</tbody></table></div></section>'
    )


def _counts_only(question: Question) -> str:
    """Name what there is, without a drawing of noise."""
    if not question.groups:
        return ""
    counts = "; ".join(f"{g.name}: {g.count} of {g.calls}" for g in question.groups)
    return f'<p class="soft">{escape(counts)}</p>'


def _row(group: Group) -> str:
    rate, interval, plot = "–", "too few", ""
    if group.rate is not None and group.low is not None and group.high is not None:
        rate = f"{percent(group.rate)} %"
        interval = f"{percent(group.low)}–{percent(group.high)}"
        plot = _plot(group.rate, group.low, group.high)
    cells = (f"{group.count} of {group.calls}", rate, interval)
    shown = "".join(f'<td role="cell">{cell}</td>' for cell in cells)
    return (
        f'<tr role="row"><th scope="row" role="rowheader">{escape(group.name)}</th>'
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
    grid = "".join(
        f'<line class="grid" x1="{x}" y1="0" x2="{x}" y2="20"/>' for x in (0, 25, 50, 75, 100)
    )
    whisker = "".join(
        f'<line class="whisker" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'
        for x1, y1, x2, y2 in (
            (left, 10, right, 10),
            (left, 6, left, 14),
            (right, 6, right, 14),
        )
    )
    bar = f'<rect class="bar" x="0" y="4" width="{at}" height="12"/>'
    return (
        '<svg viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">'
        f"{grid}{bar}{whisker}</svg>"
    )


# Tables


def _tables(stats: EditStats) -> tuple[str, ...]:
    operations = [
        (
            *(its.operation, its.edits, its.hits, its.fails),
            f"{its.anchored.hits} of {its.anchored.edits}",
            f"{its.line_numbered.hits} of {its.line_numbered.edits}",
            "–" if its.average_old_lines is None else its.average_old_lines,
            *(its.dry_runs, its.large_edits, its.signature_changes, its.retries_saved),
            _counts(its.reasons),
        )
        for its in stats.operations
    ]
    readings = [
        (
            *(its.operation, its.calls, its.found, its.fails),
            *(its.average_milliseconds, its.slowest_milliseconds),
            _counts(its.reasons),
        )
        for its in stats.readings
    ]
    hints = [
        (h.name, h.used, h.succeeded, h.failed, h.narrowed, _counts(h.reasons)) for h in stats.hints
    ]
    retries = [
        (its.after, its.retries, its.landed, _counts(its.reasons))
        for its in stats.retries_by_reason
    ]
    days = [
        (day.name, day.edits, day.hits, day.fails, percent(day.hits / day.edits))
        for day in stats.days
    ]
    sessions = [
        (s.id, when(s.began), when(s.ended), s.edits, s.hits, s.reads) for s in stats.sessions
    ]
    return (
        _table(
            "operations-table",
            "Operations",
            "operation|edits|hits|fails|anchored|by lines|old lines|dry runs|large|signatures|saved|"
            "fails by reason",
            operations,
        ),
        _table("days-table", "Day by day", "day|edits|hits|fails|hits, in percent", days),
        _table(
            "hints-table",
            "Hints",
            "hint|used|succeeded|failed|decided between several|fails by reason",
            hints,
        ),
        _table(
            "retries-table",
            "Retries, by why the edit before them failed",
            "after|retries|landed|fails by reason",
            retries,
        ),
        _table(
            "reads-table",
            "Calls that only read",
            "operation|calls|found|not found|ms, average|ms, slowest|not found by reason",
            readings,
        ),
        _table("sessions-table", "Sessions", "session|began|ended|edits|hits|reads", sessions),
    )


def _counts(reasons: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{reason} {count}" for reason, count in reasons) or "–"


def _table(key: str, title: str, names: str, rows: Sequence[tuple[str | int | float, ...]]) -> str:
    if not rows:
        return ""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names.split("|"))
    body = "".join(
        f'<tr><th scope="row">{escape(str(row[0]))}</th>'
        + "".join(f"<td>{escape(str(value))}</td>" for value in row[1:])
        + "</tr>"
        for row in rows
    )
    return (
        f'<section id="{key}"><h2>{escape(title)}</h2><div class="wide" tabindex="0"'
        f' role="region" aria-label="{escape(title)}"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div></section>"
    )
