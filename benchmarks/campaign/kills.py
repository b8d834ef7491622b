"""A process is killed at every call to the system of a scenario that changes something.

Then the next call of anybody leaves all files old or all new, with modes, links and attributes,
nothing lies about, and what can be taken back is taken back to the last byte. Writes are also cut
off in their middle.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.campaign import interception
from benchmarks.campaign.cases import Case
from benchmarks.campaign.scenarios import (
    Scenario,
    differences,
    expected,
    filled,
    in_a_process,
    litter,
    next_run,
    own_state,
    scenarios_in,
    state_of,
    undone_again,
    warm,
)

QUICK = 60


def cases(seed: int, only: str = "") -> list[Case]:
    """Return a case for each scenario and call."""
    warm()
    found = []
    for scenario in scenarios_in(only):
        expected(scenario.name)
        with TemporaryDirectory(prefix="campaign-") as name, own_state(name):
            root = prepared(scenario, Path(name).resolve() / "at")
            calls = interception.calls_of(lambda: scenario.work(root))  # noqa: B023
        for number, (call, _) in enumerate(calls, 1):
            run = _killed(scenario, number, half=False)
            found.append(Case(f"{scenario.name}: killed at {call}, call {number}", run))
        for number in range(1, sum(call == "write" for call, _ in calls) + 1):
            run = _killed(scenario, number, half=True)
            found.append(Case(f"{scenario.name}: killed in write {number}", run))
    return found


def prepared(scenario: Scenario, at: Path) -> Path:
    """Make the files of a scenario and do what comes before its call."""
    root = filled(at)
    if scenario.prepare is not None:
        prepare = scenario.prepare
        in_a_process(lambda: prepare(root))
    return root


def _killed(scenario: Scenario, number: int, *, half: bool) -> Callable[[Path], str]:
    def run(at: Path) -> str:
        root = prepared(scenario, at)
        in_a_process(lambda: interception.killed_at(number, lambda: scenario.work(root), half=half))
        return judged(scenario, at, root)

    return run


def judged(scenario: Scenario, at: Path, root: Path) -> str:
    """Return what the next calls find wrong."""
    wanted = expected(scenario.name)
    if wrong := next_run(root):
        return wrong
    found = state_of(at)
    if found not in (wanted.old, wanted.new):
        nearest = min((wanted.old, wanted.new), key=lambda state: len(differences(found, state)))
        return f"neither old nor new: {differences(found, nearest)}"
    if left := litter(at):
        return f"left behind: {left}"
    undone_again(root)
    found = state_of(at)
    return "" if found == wanted.first else f"undo gives back: {differences(found, wanted.first)}"
