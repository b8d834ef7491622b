"""Every call to the system that changes something fails, once or from then on, or takes half of what it is given.

What the call then says of itself is true: what it says has landed is on the disk and can be taken
back, what it says is as it was is as it was. After the next call of anybody all files are old or all
are new. The disk that stays full, or read-only, is that of the files, that of the state, or both.
"""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.campaign import interception
from benchmarks.campaign.cases import Case
from benchmarks.campaign.interception import FAILING
from benchmarks.campaign.kills import prepared
from benchmarks.campaign.scenarios import (
    Answer,
    Expected,
    Scenario,
    State,
    Told,
    differences,
    expected,
    in_a_process,
    litter,
    next_run,
    own_state,
    scenarios_in,
    state_of,
    told_by,
    undone_again,
    warm,
)

QUICK = 150
DISKS = {"the disk": "", "the disk of the files": "at", "the disk of the state": "state"}
"""What fails for good: below which folder of a case, all of them or one."""


AS_IT_WAS = re.compile(r"nothing is written|as it was|as they were|nothing was written", re.I)
"""Words that promise that no file has changed; what a note says is of one file."""

_NOTE = re.compile(r"^\W*note: '(?P<path>.+?)' is (?P<state>as it was|new|gone)", re.M)


def cases(seed: int, only: str = "") -> list[Case]:
    """Return a case for each scenario, kind of failure and call."""
    warm()
    found = []
    for scenario in scenarios_in(only):
        expected(scenario.name)
        found += _cases_of(scenario)
    return found


def _cases_of(scenario: Scenario) -> list[Case]:
    with TemporaryDirectory(prefix="campaign-") as name, own_state(name):
        folder = Path(os.path.realpath(name))
        root = prepared(scenario, folder / "at")
        calls = interception.calls_of(lambda: scenario.work(root))
    found = []
    for error, disk, lasting in itertools.product(FAILING, DISKS, (False, True)):
        if DISKS[disk] and not lasting:
            continue  # what fails once is on one of them anyway
        below = str(folder / DISKS[disk].replace("state", "own-state")) if DISKS[disk] else ""
        hit = sum(call in FAILING[error].split() and path.startswith(below) for call, path in calls)
        for number in range(1, hit + 1):
            when = f"from call {number} on" if lasting else f"at call {number}"
            run = _failing(scenario, number, error, lasting, DISKS[disk])
            found.append(Case(f"{scenario.name}: {error} of {disk} {when}", run))
    for number in range(1, sum(call == "write" for call, _ in calls) + 1):
        for lasting in (False, True):
            when = f"from write {number} on" if lasting else f"in write {number}"
            found.append(Case(f"{scenario.name}: half {when}", _short(scenario, number, lasting)))
    return found


def _failing(
    scenario: Scenario, number: int, error: str, lasting: bool, below: str
) -> Callable[[Path], str]:
    def fail(at: Path) -> None:
        disk = str(at.parent / below) if below else ""
        interception.fail_at(number, error, lasting=lasting, below=disk)

    return _with(scenario, fail)


def _short(scenario: Scenario, number: int, lasting: bool) -> Callable[[Path], str]:
    return _with(scenario, lambda at: interception.shorten_at(number, lasting=lasting))


def _with(scenario: Scenario, spoil: Callable[[Path], None]) -> Callable[[Path], str]:
    def run(at: Path) -> str:
        root, answer = prepared(scenario, at), Answer()

        def work() -> None:
            spoil(at)
            answer.leave(told_by(lambda: scenario.work(root)))

        in_a_process(work)
        return judged(scenario, at, root, answer.read())

    return run


def judged(scenario: Scenario, at: Path, root: Path, told: Told | None) -> str:
    """Compare what a call said with what is there, now and after the next call."""
    if told is None:
        return "the process said nothing"
    if told.error:
        return f"raised {told.text}"
    wanted = expected(scenario.name)
    recovering = scenario.name.startswith("recovery")
    there = state_of(at, unfinished=True)
    now = without_emptied(there, wanted.new if told.landed else wanted.old)
    said = " / ".join(told.text.strip().split("\n"))[:300]
    if not recovering:
        if told.landed and now != wanted.new:
            return f"says it landed: {differences(now, wanted.new)}; it said: {said}"
        if not told.landed and now != wanted.old and _promises(told.text):
            return f"says nothing changed: {differences(now, wanted.old)}; it said: {said}"
        if wrong := _untrue_notes(told.text, root, at, there, wanted):
            return f"{wrong}; it said: {said}"
    if wrong := next_run(root):
        return wrong
    there = state_of(at)
    then = without_emptied(there, wanted.new)
    if then != wanted.new:
        then = without_emptied(there, wanted.old)
    if then not in (wanted.old, wanted.new):
        nearest = min((wanted.old, wanted.new), key=lambda state: len(differences(then, state)))
        return f"neither old nor new afterwards: {differences(then, nearest)}; it said: {said}"
    if not recovering:
        if told.landed and then != wanted.new:
            return f"had landed and was taken back; it said: {said}"
        if not told.landed and then == wanted.new and _promises(told.text):
            return f"was done after it said that nothing changed: {said}"
    if left := litter(at):
        return f"left behind: {left}; it said: {said}"
    if told.landed and told.undo_id is None and scenario.name.startswith(("edit", "batch")):
        return (
            ""
            if "undo" in told.text
            else f"landed without undo and without a word; it said: {said}"
        )
    undone_again(root)
    found = without_emptied(state_of(at), wanted.first)
    return (
        ""
        if found == wanted.first
        else f"undo gives back: {differences(found, wanted.first)}; it said: {said}"
    )


def _promises(text: str) -> bool:
    """Return True if a report promises that no file has changed."""
    lines = (line for line in text.split("\n") if not _NOTE.match(line))
    return AS_IT_WAS.search("\n".join(lines)) is not None


def _untrue_notes(text: str, root: Path, at: Path, there: State, wanted: Expected) -> str:
    """Return which note is untrue of a file that a failure has left."""
    for note in _NOTE.finditer(text):
        name = (root / note["path"]).relative_to(at).as_posix()
        row = {"as it was": wanted.old.get(name), "new": wanted.new.get(name), "gone": None}
        if _content(there.get(name)) != _content(row[note["state"]]):
            return f"says {note[0]!r}, which is untrue"
    return ""


def _content(row: tuple[object, ...] | None) -> object:
    return None if row is None else row[1]


def without_emptied(found: State, wanted: State) -> State:
    """Leave out folders that are empty and should be gone: what removes them may fail, and no byte is lost."""
    return {
        name: row
        for name, row in found.items()
        if name in wanted
        or row[0] != "folder"
        or any(n.startswith(f"{name}/") and found[n][0] != "folder" for n in found)
    }
