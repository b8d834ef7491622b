"""What a person wants to know of the statistics: questions, each answered by rates of groups.

A rate has an interval: that of Wilson (1927) at 95 %, which stays inside 0 and 1 and holds for
small groups. A group of fewer than `LEAST` calls has no rate, and two groups are said to differ
only where their intervals do not touch; that is stricter than a test of the difference.

Edits are counted as in `extras.statistics.counts`: dry runs are left out but where they are the question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import sqrt

from structedit.extras.statistics.calls_made import LARGEST_CLASS, SIZE_CLASSES, Addressing
from structedit.extras.statistics.tallies import Tally, counts_by, total
from structedit.text.values import dataclass

LEAST = 10
"""Calls below which a group's rate is noise. Chosen by judgement."""

Z = 1.96
"""Standard deviations of 95 %. Given by the normal distribution."""

OLD_LENGTHS = ((1, 1), (2, 3), (4, 9), (10, 29), (30, None))
"""Classes of texts by their lines, both ends included. Chosen by judgement."""

TIERS = "exact newline trailing-space indent whitespace unicode escape syntax elision fuzzy".split()
PATCHES = frozenset(("unified", "v4a"))
_HINTS = ("within", "after", "before", "between", "near_line", "occurrence")
_SEVERAL = frozenset(("several_matches", "ambiguous_anchor", "wrong_occurrence"))

Test = Callable[[Tally], bool]


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
        """Tell whether there are enough calls for a rate."""
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
        """Tell whether anything can be said."""
        return any(group.enough for group in self.groups)


def questions_of(tallies: Iterable[Tally]) -> tuple[Question, ...]:
    """Answer every question."""
    made = tuple(tallies)
    reads = tuple(tally for tally in made if tally.call.reads)
    every = tuple(tally for tally in made if not tally.call.reads)
    edits = tuple(tally for tally in every if not tally.call.dry_run)
    return (
        _reasons(edits),
        _fails("operations", "Which operations fail?", edits, _operations(edits)),
        _fails("old_length", "Do longer old texts fail more?", edits, _old_lengths()),
        _fails("hints", "Does each hint lower the failure rate?", _searching(edits), _hints()),
        _narrowed(edits),
        _fails("file_size", "Do failures cluster on large files?", edits, _sizes()),
        _tiers(edits),
        _fails(
            "addressing", "How do anchored edits compare with line-numbered ones?", edits, _ways()
        ),
        _fails(
            "between_after",
            "Does between beat after?",
            edits,
            [("between", _gives("between")), ("after, without between", _after_alone)],
        ),
        _occurrence(edits),
        _fails(
            "block_or_body",
            "replace_block or replace_function_body?",
            edits,
            [(name, _is(name)) for name in ("replace_block", "replace_function_body")],
        ),
        _dry_runs(every),
        _fails("rehearsed", "Do edits fail less after a dry run?", edits, _rehearsals()),
        _fails("formats", "Do patches fail more than replacements?", edits, _formats()),
        _fails("read_first", "Do edits of files that were read fail less?", edits, _readings()),
        _fails("reads", "Which reading calls find nothing?", reads, _operations(reads)),
    )


def wilson(count: int, calls: int) -> tuple[float, float]:
    """Give the interval of a rate at 95 %.

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


# Questions


def _fails(
    key: str, title: str, tallies: Iterable[Tally], tests: Iterable[tuple[str, Test]]
) -> Question:
    """Ask how often the calls of each group fail."""
    every = tuple(tallies)
    groups = [_failing(name, [t for t in every if test(t)]) for name, test in tests]
    return _asked(key, title, "failed", groups)


def _failing(name: str, tallies: list[Tally]) -> Group:
    return group_of(name, total(tallies), total(t for t in tallies if not t.landed))


def _reasons(edits: tuple[Tally, ...]) -> Question:
    fails = total(tally for tally in edits if not tally.landed)
    counts = counts_by(edits, lambda tally: tally.why)
    groups = [group_of(reason, fails, count) for reason, count in counts]
    finding = _NOT_ENOUGH
    if counts and groups[0].enough:
        finding = f"most often {counts[0][0]}: {counts[0][1]} of {fails} fails"
    return Question("reasons", "What fails, and why?", "of all fails", tuple(groups), finding)


def _narrowed(edits: tuple[Tally, ...]) -> Question:
    landed = [tally for tally in edits if tally.landed]
    groups = []
    for hint in _HINTS:
        given = [tally for tally in landed if hint in tally.call.hints]
        narrowed = total(tally for tally in given if hint in tally.call.narrowed)
        groups.append(group_of(hint, total(given), narrowed))
    title = "How often does a hint decide between several places?"
    return _asked("narrowed", title, "hits that it decided", groups, compare=False)


def _tiers(edits: tuple[Tally, ...]) -> Question:
    hits = [tally for tally in edits if tally.landed and tally.call.tier]
    counts = dict(counts_by(hits, lambda tally: tally.call.tier))
    groups = [group_of(tier, total(hits), counts[tier]) for tier in TIERS if tier in counts]
    saved = total(tally for tally in hits if tally.by_ladder)
    finding = _NOT_ENOUGH
    if total(hits) >= LEAST:
        finding = f"{saved} of {total(hits)} hits would have been misses of a literal search"
    title = "Which tier saved how many retries?"
    return Question("tiers", title, "of all hits by text", tuple(groups), finding)


def _occurrence(edits: tuple[Tally, ...]) -> Question:
    searching = _searching(edits)
    groups = []
    for name, test in _with_and_without("occurrence"):
        its = [tally for tally in searching if test(tally)]
        groups.append(group_of(name, total(its), total(t for t in its if t.why in _SEVERAL)))
    title = "Does occurrence end failures on the wrong or on several places?"
    return _asked("occurrence", title, "such failures", groups)


def _dry_runs(every: tuple[Tally, ...]) -> Question:
    groups = []
    for name, _ in counts_by(every, lambda tally: tally.call.operation):
        its = [tally for tally in every if tally.call.operation == name]
        groups.append(group_of(name, total(its), total(t for t in its if t.call.dry_run)))
    title = "How often is dry run used? Where rarely, failures say more about it"
    return _asked("dry_runs", title, "dry runs", groups, compare=False)


def _asked(
    key: str, title: str, counted: str, groups: list[Group], *, compare: bool = True
) -> Question:
    kept = tuple(group for group in groups if group.calls)
    return Question(key, title, counted, kept, _finding(kept, counted, compare))


_NOT_ENOUGH = "not enough data"


def _finding(groups: tuple[Group, ...], counted: str, compare: bool) -> str:
    """Say what can be told: the highest rate against the lowest, where they are apart."""
    known = [group for group in groups if group.rate is not None]
    if not known or (compare and len(known) < 2):
        return _NOT_ENOUGH
    top = max(known, key=lambda group: group.rate or 0)
    bottom = min(known, key=lambda group: group.rate or 0)
    if not compare:
        return f"most often {top.name}: {_share(top)}"
    if (top.low or 0) > (bottom.high or 0):
        return f"{top.name}: {_share(top)} {counted}; {bottom.name}: {_share(bottom)}"
    return "no clear difference"


def _share(group: Group) -> str:
    return f"{100 * (group.rate or 0):.0f} %"


# Groups


def _operations(edits: tuple[Tally, ...]) -> list[tuple[str, Test]]:
    return [(name, _is(name)) for name, _ in counts_by(edits, lambda tally: tally.call.operation)]


def _is(operation: str) -> Test:
    return lambda tally: tally.call.operation == operation


def _old_lengths() -> list[tuple[str, Test]]:
    return [(_length_name(*ends), _old_length(*ends)) for ends in OLD_LENGTHS]


def _length_name(least: int, most: int | None) -> str:
    if least == most:
        return f"{least} line" + ("s" if least > 1 else "")
    return f"{least} lines and more" if most is None else f"{least}-{most} lines"


def _old_length(least: int, most: int | None) -> Test:
    def test(tally: Tally) -> bool:
        lines = tally.call.old_lines
        return lines is not None and least <= lines and (most is None or lines <= most)

    return test


def _searching(edits: tuple[Tally, ...]) -> tuple[Tally, ...]:
    """Give the edits that look for a text, which hints can narrow."""
    ways = (Addressing.TEXT, Addressing.ANCHOR)
    return tuple(tally for tally in edits if tally.call.addressing in ways)


def _hints() -> list[tuple[str, Test]]:
    tests: list[tuple[str, Test]] = [(f"with {hint}", _gives(hint)) for hint in _HINTS]
    return [*tests, ("without any", lambda tally: not tally.call.hints)]


def _with_and_without(hint: str) -> list[tuple[str, Test]]:
    gives = _gives(hint)
    return [(f"with {hint}", gives), (f"without {hint}", lambda tally: not gives(tally))]


def _gives(hint: str) -> Test:
    return lambda tally: hint in tally.call.hints


def _after_alone(tally: Tally) -> bool:
    return "after" in tally.call.hints and "between" not in tally.call.hints


def _sizes() -> list[tuple[str, Test]]:
    names = [name for _, name in SIZE_CLASSES] + [LARGEST_CLASS]
    return [(f"{name} lines", _has_size(name)) for name in names]


def _has_size(name: str) -> Test:
    return lambda tally: tally.call.size == name


def _ways() -> list[tuple[str, Test]]:
    return [(str(way), _named_by(way)) for way in Addressing if way is not Addressing.FILE]


def _named_by(way: Addressing) -> Test:
    return lambda tally: tally.call.addressing is way


def _rehearsals() -> list[tuple[str, Test]]:
    return [
        ("after a dry run", lambda tally: tally.rehearsed),
        ("without one", lambda tally: not tally.rehearsed),
    ]


def _readings() -> list[tuple[str, Test]]:
    return [
        ("read before", lambda tally: tally.read_first),
        ("not read", lambda tally: not tally.read_first),
    ]


def _formats() -> list[tuple[str, Test]]:
    return [
        ("patches", lambda tally: tally.call.format in PATCHES),
        ("search/replace blocks", lambda tally: tally.call.format == "search_replace"),
        ("other texts of edits", lambda tally: tally.call.format in ("json", "whole_file")),
        ("single replacements", _is_replacement),
    ]


def _is_replacement(tally: Tally) -> bool:
    return tally.call.format == "call" and tally.call.operation in ("str_replace", "replace_all")
