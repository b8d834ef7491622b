"""The questions that the statistics answer: a table of titles and queries, each answered by rates of groups.

A query returns a row for each call that its question is about: the group of the call, and whether it is counted.

A rate has an interval: that of Wilson (1927) at 95 %, which stays inside 0 and 1 and holds for small groups. A group
of fewer than `LEAST` calls has no rate. Two groups are said to differ only where their intervals do not overlap; that
is stricter than a test of the difference.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from structedit.text.values import dataclass

if TYPE_CHECKING:
    from structedit.extras.statistics.call_table import Row, Store

LEAST = 10
"""Calls below which a group's rate is noise. Chosen by judgement."""

Z = 1.96
"""Standard deviations of 95 %. Given by the normal distribution."""


@dataclass(frozen=True, slots=True)
class _Question:
    """A question.

    Attributes:
        query: group and whether it is counted, for each call.
        counted: what is counted, in words.
        shares: the groups are parts of all calls, instead of calls with a rate each.
    """

    key: str
    title: str
    query: str
    counted: str = "failed"
    shares: bool = False


_FAILED = "NOT landed FROM chosen WHERE edit"
_SEARCHES = "addressing IN ('text', 'anchor')"

_QUESTIONS = (
    _Question(
        "reasons",
        "What fails, and why?",
        "SELECT why, 1 FROM chosen WHERE edit AND NOT landed",
        "of all fails",
        shares=True,
    ),
    _Question("operations", "Which operations fail?", f"SELECT operation, {_FAILED}"),
    _Question(
        "old_length",
        "Do longer old texts fail more?",
        f"""SELECT CASE WHEN old_lines = 1 THEN '1 line' WHEN old_lines < 4 THEN '2-3 lines'
            WHEN old_lines < 10 THEN '4-9 lines' WHEN old_lines < 30 THEN '10-29 lines'
            WHEN old_lines >= 30 THEN '30 lines and more' END, {_FAILED}""",
    ),
    _Question(
        "hints",
        "Does each hint lower the failure rate?",
        f"""SELECT 'with ' || hint, NOT landed FROM hinted WHERE {_SEARCHES} AND hint != 'replace_all'
            UNION ALL SELECT 'without any', {_FAILED} AND {_SEARCHES} AND hints = ''""",
    ),
    _Question(
        "narrowed",
        "How often does a hint decide between several places?",
        "SELECT hint, narrowed FROM hinted WHERE landed AND hint != 'replace_all'",
        "hits that it decided",
    ),
    _Question(
        "file_size",
        "Do failures cluster on large files?",
        f"SELECT size || ' lines', {_FAILED} AND size != ''",
    ),
    _Question(
        "tiers",
        "Which tier saved how many retries?",
        "SELECT tier, 1 FROM chosen WHERE edit AND saved",
        "of all retries saved",
        shares=True,
    ),
    _Question(
        "addressing",
        "How do anchored edits compare with line-numbered ones?",
        f"SELECT addressing, {_FAILED} AND addressing != 'file'",
    ),
    _Question(
        "between_after",
        "Does between beat after?",
        f"""SELECT CASE WHEN instr(hints, 'between') THEN 'between'
            WHEN instr(hints, 'after') THEN 'after, without between' END, {_FAILED}""",
    ),
    _Question(
        "occurrence",
        "Does occurrence end failures on the wrong or on several places?",
        f"""SELECT CASE WHEN instr(hints, 'occurrence') THEN 'with occurrence' ELSE 'without occurrence' END,
            why IN ('several_matches', 'ambiguous_anchor', 'wrong_occurrence')
            FROM chosen WHERE edit AND {_SEARCHES}""",
        "such failures",
    ),
    _Question(
        "block_or_body",
        "replace_block or replace_function_body?",
        f"SELECT operation, {_FAILED} AND operation IN ('replace_block', 'replace_function_body')",
    ),
    _Question(
        "dry_runs",
        "How often is dry run used? Where rarely, failures say more about it",
        "SELECT operation, dry_run FROM chosen WHERE NOT reads",
        "dry runs",
    ),
    _Question(
        "rehearsed",
        "Do edits fail less after a dry run?",
        f"SELECT CASE WHEN rehearsed THEN 'after a dry run' ELSE 'without one' END, {_FAILED}",
    ),
    _Question(
        "formats",
        "Do patches fail more than replacements?",
        f"""SELECT CASE WHEN format IN ('unified', 'v4a') THEN 'patches'
            WHEN format = 'search_replace' THEN 'search/replace blocks'
            WHEN format IN ('json', 'whole_file') THEN 'other texts of edits'
            WHEN operation IN ('str_replace', 'replace_all') THEN 'single replacements' END, {_FAILED}""",
    ),
    _Question(
        "read_first",
        "Do edits of files that were read fail less?",
        f"SELECT CASE WHEN read_first THEN 'read before' ELSE 'not read' END, {_FAILED}",
    ),
    _Question(
        "reads",
        "Which reading calls find nothing?",
        "SELECT operation, NOT landed FROM chosen WHERE reads",
    ),
)


def answers(db: Store) -> tuple[Row, ...]:
    """Answer every question, as rows that hold JSON values."""
    return tuple(_answer(db, question) for question in _QUESTIONS)


def _answer(db: Store, question: _Question) -> Row:
    found = db.execute(
        f"""WITH call (name, counted) AS ({question.query})
        SELECT name, count(*) AS calls, sum(counted) FROM call WHERE name IS NOT NULL
        GROUP BY name ORDER BY CAST(name AS INTEGER), calls DESC, name"""  # first by a number of lines
    ).fetchall()
    every = sum(calls for _, calls, _ in found)
    groups = [
        group_of(name, every if question.shares else n, counted) for name, n, counted in found
    ]
    return {
        "key": question.key,
        "title": question.title,
        "counted": question.counted,
        "groups": groups,
        "finding": _finding(question, groups) or "not enough data",
        "calls": max((group["calls"] for group in groups), default=0),
        "enough": any(group["enough"] for group in groups),
    }


def _finding(question: _Question, groups: list[Row]) -> str:
    """Compare the group with the highest rate with the lowest; of shares name the largest."""
    known = [group for group in groups if group["enough"]]
    top = max(known, key=lambda group: float(group["rate"]), default=None)
    bottom = min(known, key=lambda group: float(group["rate"]), default=None)
    if top is None or bottom is None:
        return ""
    if question.shares:
        return f"most often {top['name']}: {top['count']} of {top['calls']}"
    if len(known) < 2:
        return ""
    if top["low"] <= bottom["high"]:
        return "no clear difference"
    high, low = 100 * top["rate"], 100 * bottom["rate"]
    return f"{top['name']}: {high:.0f} % {question.counted}; {bottom['name']}: {low:.0f} %"


def group_of(name: str, calls: int, count: int) -> Row:
    """Make the row of a group: how many of its calls are counted, with a rate where there are enough calls."""
    rate = low = high = None
    if calls >= LEAST:
        low, high = (round(end, 4) for end in wilson(count, calls))
        rate = round(count / calls, 4)
    return {
        "name": name,
        "calls": calls,
        "count": count,
        "rate": rate,
        "low": low,
        "high": high,
        "enough": rate is not None,
    }


def wilson(count: int, calls: int) -> tuple[float, float]:
    """Bound a rate, by its interval at 95 %.

    >>> [round(end, 3) for end in wilson(2, 10)]
    [0.057, 0.51]
    >>> [round(end, 3) for end in wilson(0, 10)]
    [0.0, 0.278]
    """
    rate, square = count / calls, Z * Z
    middle = (rate + square / (2 * calls)) / (1 + square / calls)
    spread = rate * (1 - rate) / calls + square / (4 * calls * calls)
    half = Z * sqrt(spread) / (1 + square / calls)
    return max(0.0, middle - half), min(1.0, middle + half)
