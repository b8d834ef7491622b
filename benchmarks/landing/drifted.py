"""The table of distortions: what landed, what was refused, and every wrong one by name."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from benchmarks.landing.distort import (
    DISTORTIONS,
    SEED,
    SINGLE,
    TRAPS,
    Distortion,
    Trap,
    distorted,
    trapped,
)
from benchmarks.landing.judge import ALREADY, BLANKS, LANDED, REFUSED, WRONG, Verdict, verdict_of
from benchmarks.landing.material import CONTEXTS, Commit, Edit, edits_of
from benchmarks.landing.tasks import Task

from structedit.calls.tiers import TIERS

PER_COMMIT = 3
"""Edits of one commit that go into one row, so that no commit weighs too much."""

REGION_TARGET, RETRY_TARGET = 95.0, 90.0


@dataclass
class Row:
    """What is counted of one distortion or trap."""

    name: str
    group: str
    target: float | None
    words: Counter[str] = field(default_factory=Counter)
    why: Counter[str] = field(default_factory=Counter)
    retries: Counter[str] = field(default_factory=Counter)
    tiers: Counter[tuple[str, str]] = field(default_factory=Counter)
    shown: int = 0
    wrong: list[str] = field(default_factory=list)
    blanks: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    ms: float = 0.0

    @property
    def count(self) -> int:
        return sum(self.words.values())

    @property
    def landed(self) -> float:
        return 100 * (self.words[LANDED] + self.words[ALREADY]) / max(1, self.count)

    @property
    def is_trap(self) -> bool:
        return self.group == "trap"

    def count_in(self, task: Task, verdict: Verdict) -> None:
        self.words[verdict.word] += 1
        if verdict.tier:
            self.tiers[verdict.tier, verdict.word] += 1
        self.ms += verdict.ms
        if verdict.word == BLANKS:
            self.blanks.append(f"{task.id} [{verdict.why}]")
        elif verdict.word == WRONG:
            self.wrong.append(f"{task.id} [{verdict.word}: {verdict.why}]")
        elif verdict.retry == "wrong":
            self.wrong.append(f"{task.id} [retry: {verdict.why}]")
        if verdict.word == REFUSED:
            self.why[verdict.why] += 1
            self.refused.append(f"{task.id} [{verdict.why}; retry: {verdict.retry}]")
            self.retries[verdict.retry] += 1
            self.shown += verdict.shown


def all_edits(
    commits: Iterable[Commit], contexts: tuple[int, ...] = CONTEXTS
) -> list[tuple[Edit, ...]]:
    """Return the edits of each commit."""
    return [edits for commit in commits if (edits := tuple(edits_of(commit, contexts)))]


@lru_cache(maxsize=100_000)
def _lands_undistorted(edit: Edit) -> bool:
    """Return True if the edit lands as it should have been written: the gate may refuse half a commit."""
    task = distorted(edit, SINGLE[0])
    return task is not None and verdict_of(task).word == LANDED


def tasks_of(
    groups: list[tuple[Edit, ...]], item: Distortion | Trap, each: int, seed: int = SEED
) -> Iterator[Task]:
    """Yield up to `each` tasks of a distortion or trap, at most `PER_COMMIT` from a commit."""
    order = random.Random(f"{seed}/{item.name}")
    shuffled = [order.sample(group, len(group)) for group in order.sample(groups, len(groups))]
    found = 0
    for group in shuffled:
        taken = 0
        for edit in group:
            task = _made(edit, item, seed)
            if task is None or (item.name != SINGLE[0].name and not _lands_undistorted(edit)):
                continue
            yield task
            taken, found = taken + 1, found + 1
            if found == each:
                return
            if taken == PER_COMMIT:
                break


def _made(edit: Edit, item: Distortion | Trap, seed: int) -> Task | None:
    return (
        distorted(edit, item, seed) if isinstance(item, Distortion) else trapped(edit, item, seed)
    )


def row_of(
    groups: list[tuple[Edit, ...]], item: Distortion | Trap, each: int, seed: int = SEED
) -> Row:
    """Measure one row."""
    trap = isinstance(item, Trap)
    row = Row(item.name, "trap", None) if trap else Row(item.name, item.group, item.target)
    for task in tasks_of(groups, item, each, seed):
        row.count_in(task, verdict_of(task))
    return row


def named(item_name: str) -> tuple[Distortion | Trap, ...]:
    """Return the distortions and traps whose name or class holds a word; all for an empty one."""
    items = (*DISTORTIONS, *TRAPS)
    of_class = tuple(item for item in items if item_name == group_of(item))
    return of_class or tuple(item for item in items if item_name in item.name)


def group_of(item: Distortion | Trap) -> str:
    """Return the class that a row counts to."""
    return item.group if isinstance(item, Distortion) else "trap"


def find_task(groups: list[tuple[Edit, ...]], name: str, seed: int = SEED) -> Task | None:
    """Make the task of an id again."""
    for item in (*DISTORTIONS, *TRAPS):
        if not name.startswith(item.name + "/"):
            continue
        wanted = name.removeprefix(item.name + "/")
        for group in groups:
            for edit in group:
                if edit.id == wanted:
                    return _made(edit, item, seed)
    return None


HEAD = (
    "| distortion | class | n | byte-exact | target | refused | blanks only | wrong | retry | region |\n"
    "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|"
)


def line_of(row: Row) -> str:
    """Return a row of the table; shares are of `n`, of retry and region of what was refused."""
    n, refused = max(1, row.count), row.words[REFUSED]
    target = f"{row.target:g} %" if row.target is not None else ""
    landed = f"{row.landed:.1f} %" if not row.is_trap else f"{row.landed:.1f} % there"
    retry = f"{100 * row.retries['right'] / refused:.0f} %" if refused and not row.is_trap else ""
    if row.is_trap and (offered := row.retries["right"] + row.retries["wrong"]):
        retry = f"{offered} offered"
    region = f"{100 * row.shown / refused:.0f} %" if refused and not row.is_trap else ""
    return (
        f"| {row.name} | {row.group} | {row.count} | {landed} | {target} | {100 * refused / n:.1f} %"
        f" | {row.words[BLANKS]} | {row.words[WRONG]} | {retry} | {region} |"
    )


def precision(rows: Iterable[Row]) -> str:
    """How many edits landed at each tier, and how many of them rightly."""
    counts: Counter[tuple[str, str]] = Counter()
    for row in rows:
        counts += row.tiers
    lines = ["| tier | landed | byte-exact | but for blanks | wrong |", "|---|---:|---:|---:|---:|"]
    for tier in TIERS:
        found = [counts[tier, word] for word in (LANDED, BLANKS, WRONG)]
        lines.append(f"| `{tier}` | {sum(found)} | {' | '.join(map(str, found))} |")
    return "\n".join(lines)


def totals(rows: Iterable[Row]) -> str:
    """Sum up, wrong ones never averaged away."""
    rows = list(rows)
    real = [row for row in rows if not row.is_trap]
    refused = sum(row.words[REFUSED] for row in real)
    retried = sum(row.retries["right"] for row in real)
    shown = sum(row.shown for row in real)
    every = max(1, sum(row.count for row in real))
    landed = sum(row.words[LANDED] + row.words[ALREADY] for row in real)
    below = [r.name for r in real if r.count and r.target is not None and r.landed < r.target]
    return "\n".join(
        (
            f"{sum(row.count for row in rows)} tasks; wrong: {sum(len(row.wrong) for row in rows)};"
            f" right but for blanks: {sum(len(row.blanks) for row in rows)}",
            f"with one right place: {100 * landed / every:.1f} % land at once,"
            f" {100 * (landed + retried) / every:.1f} % by the first retry",
            f"of {refused} refused with one right place: retry right {100 * retried / max(1, refused):.1f} %"
            f" (target {RETRY_TARGET:g} %), region {100 * shown / max(1, refused):.1f} % (target {REGION_TARGET:g} %)",
            f"below target: {', '.join(below) or 'none'}",
        )
    )
