"""What a person wants to know of the statistics: questions, each answered by rates of groups.

A question is a row of the table below: its words, and in SQL the calls it is about, the groups of
them, and what is counted. It is put to the table `made` (see `ledger.choose`).

A rate has an interval: that of Wilson (1927) at 95 %, which stays inside 0 and 1 and holds for
small groups. A group of fewer than `LEAST` calls has no rate, and two groups are said to differ
only where their intervals do not touch; that is stricter than a test of the difference.

Edits are counted as in `counts`: dry runs are left out but where they are the question.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import TYPE_CHECKING

from structedit.calls.tiers import TIERS, facts_of
from structedit.extras.statistics.calls_made import HINTS, LARGEST_CLASS, SIZE_CLASSES
from structedit.text.values import dataclass

if TYPE_CHECKING:
    from structedit.extras.statistics.ledger import Store

LEAST = 10
"""Calls below which a group's rate is noise. Chosen by judgement."""

Z = 1.96
"""Standard deviations of 95 %. Given by the normal distribution."""

Groups = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Of `calls` alike, `count` are what is asked for. `rate`, `low`, `high`: None if too few."""

    name: str
    calls: int
    count: int
    rate: float | None = None
    low: float | None = None
    high: float | None = None

    @property
    def enough(self) -> bool:
        """Whether there are enough calls for a rate."""
        return self.rate is not None


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answer. `counted` says what `count` of a group counts, of its calls."""

    key: str
    title: str
    counted: str
    groups: tuple[Group, ...]
    finding: str

    @property
    def calls(self) -> int:
        """The largest number of calls that a group of it rests on."""
        return max((group.calls for group in self.groups), default=0)

    @property
    def enough(self) -> bool:
        """Whether anything can be said."""
        return any(group.enough for group in self.groups)


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


def group_of(name: str, calls: int, count: int) -> Group:
    """Make a group, with a rate where there are enough calls."""
    if calls < LEAST:
        return Group(name, calls, count)
    low, high = (round(end, 4) for end in wilson(count, calls))
    return Group(name, calls, count, round(count / calls, 4), low, high)


# What is found


def _difference(groups: tuple[Group, ...], counted: str) -> str:
    """Compare the highest rate with the lowest."""
    known = [(group.rate or 0, group) for group in groups if group.enough]
    if len(known) < 2:
        return ""
    (high, top), (low, bottom) = (end(known, key=lambda it: it[0]) for end in (max, min))
    if (top.low or 0) > (bottom.high or 0):
        return f"{top.name}: {100 * high:.0f} % {counted}; {bottom.name}: {100 * low:.0f} %"
    return "no clear difference"


def _highest(groups: tuple[Group, ...], counted: str) -> str:
    """Name the group with the highest rate."""
    known = [(group.rate or 0, group.name) for group in groups if group.enough]
    rate, name = max(known, key=lambda it: it[0], default=(0, ""))
    return f"most often {name}: {100 * rate:.0f} %" if known else ""


def _first(groups: tuple[Group, ...], counted: str) -> str:
    top = groups[0]
    return f"most often {top.name}: {top.count} of {top.calls} fails" if top.enough else ""


def _saved(groups: tuple[Group, ...], counted: str) -> str:
    every = groups[0].calls
    saved = every - sum(group.count for group in groups if facts_of(group.name).is_literal)
    words = f"{saved} of {every} hits would have been misses of a literal search"
    return words if every >= LEAST else ""


# What is asked


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question, as it is put.

    Attributes:
        groups: names with conditions, or the column whose values are the groups, largest first.
        among: the calls that it is about.
        count: which calls of a `{group}` are counted; None: all, out of those of all groups.
        counted: the same in words.
        finding: says what was found; empty where there is not enough to say it.
    """

    key: str
    title: str
    groups: Groups | str
    among: str = "edit"
    count: str | None = "NOT landed"
    counted: str = "failed"
    finding: Callable[[tuple[Group, ...], str], str] = _difference


def _gives(hint: str) -> str:
    return f"instr(hints, '{hint}') > 0"


def _each(column: str, *values: str) -> Groups:
    return tuple((value, f"{column} = '{value}'") for value in values)


_SEARCHING = "edit AND addressing IN ('text', 'anchor')"
"""Edits that look for a text, which hints can narrow."""

_QUESTIONS = (
    _Asked(
        "reasons",
        "What fails, and why?",
        "why",
        among="edit AND NOT landed",
        count=None,
        counted="of all fails",
        finding=_first,
    ),
    _Asked("operations", "Which operations fail?", "operation"),
    _Asked(
        "old_length",
        "Do longer old texts fail more?",
        (
            ("1 line", "old_lines = 1"),
            ("2-3 lines", "old_lines BETWEEN 2 AND 3"),
            ("4-9 lines", "old_lines BETWEEN 4 AND 9"),
            ("10-29 lines", "old_lines BETWEEN 10 AND 29"),
            ("30 lines and more", "old_lines >= 30"),
        ),
    ),
    _Asked(
        "hints",
        "Does each hint lower the failure rate?",
        (*((f"with {hint}", _gives(hint)) for hint in HINTS), ("without any", "hints = ''")),
        among=_SEARCHING,
    ),
    _Asked(
        "narrowed",
        "How often does a hint decide between several places?",
        tuple((hint, _gives(hint)) for hint in HINTS),
        among="edit AND landed",
        count="instr(narrowed, '{group}') > 0",
        counted="hits that it decided",
        finding=_highest,
    ),
    _Asked(
        "file_size",
        "Do failures cluster on large files?",
        tuple(
            (f"{size} lines", f"size = '{size}'")
            for size in (*(name for _, name in SIZE_CLASSES), LARGEST_CLASS)
        ),
    ),
    _Asked(
        "tiers",
        "Which tier saved how many retries?",
        _each("tier", *TIERS),
        among="edit AND landed AND tier != ''",
        count=None,
        counted="of all hits by text",
        finding=_saved,
    ),
    _Asked(
        "addressing",
        "How do anchored edits compare with line-numbered ones?",
        _each("addressing", "lines", "text", "selector", "anchor"),
    ),
    _Asked(
        "between_after",
        "Does between beat after?",
        (
            ("between", _gives("between")),
            ("after, without between", f"{_gives('after')} AND NOT {_gives('between')}"),
        ),
    ),
    _Asked(
        "occurrence",
        "Does occurrence end failures on the wrong or on several places?",
        (
            ("with occurrence", _gives("occurrence")),
            ("without occurrence", f"NOT {_gives('occurrence')}"),
        ),
        among=_SEARCHING,
        count="why IN ('several_matches', 'ambiguous_anchor', 'wrong_occurrence')",
        counted="such failures",
    ),
    _Asked(
        "block_or_body",
        "replace_block or replace_function_body?",
        _each("operation", "replace_block", "replace_function_body"),
    ),
    _Asked(
        "dry_runs",
        "How often is dry run used? Where rarely, failures say more about it",
        "operation",
        among="NOT reads",
        count="dry_run",
        counted="dry runs",
        finding=_highest,
    ),
    _Asked(
        "rehearsed",
        "Do edits fail less after a dry run?",
        (("after a dry run", "rehearsed"), ("without one", "NOT rehearsed")),
    ),
    _Asked(
        "formats",
        "Do patches fail more than replacements?",
        (
            ("patches", "format IN ('unified', 'v4a')"),
            ("search/replace blocks", "format = 'search_replace'"),
            ("other texts of edits", "format IN ('json', 'whole_file')"),
            (
                "single replacements",
                "format = 'call' AND operation IN ('str_replace', 'replace_all')",
            ),
        ),
    ),
    _Asked(
        "read_first",
        "Do edits of files that were read fail less?",
        (("read before", "read_first"), ("not read", "NOT read_first")),
    ),
    _Asked("reads", "Which reading calls find nothing?", "operation", among="reads"),
)


def questions_of(db: Store) -> tuple[Question, ...]:
    """Answer every question."""
    return tuple(_answer(db, asked) for asked in _QUESTIONS)


def _answer(db: Store, asked: _Asked) -> Question:
    count = asked.count or "1"
    if isinstance(asked.groups, str):
        found = db.execute(
            f"SELECT {asked.groups}, sum(calls), sum(({count}) * calls)"
            f" FROM made WHERE {asked.among} GROUP BY 1 ORDER BY 2 DESC, 1"
        ).fetchall()
    else:
        sums = (
            f"sum(({group}) * calls), sum(({group} AND {count.replace('{group}', name)}) * calls)"
            for name, group in asked.groups
        )
        row = db.execute(f"SELECT {', '.join(sums)} FROM made WHERE {asked.among}").fetchone()
        names = (name for name, _ in asked.groups)
        found = list(zip(names, row[::2], row[1::2], strict=True))
    found = [(name, calls, counted) for name, calls, counted in found if calls]
    if asked.count is None:
        (every,) = db.execute(f"SELECT sum(calls) FROM made WHERE {asked.among}").fetchone()
        found = [(name, every, calls) for name, calls, _ in found]
    groups = tuple(group_of(*its) for its in found)
    finding = asked.finding(groups, asked.counted) if groups else ""
    return Question(asked.key, asked.title, asked.counted, groups, finding or "not enough data")
