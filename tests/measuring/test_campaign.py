"""A tiny sample of the campaign of `benchmarks/`: its parts run, and what is wrong is noticed and told."""

import os
from pathlib import Path

import pytest
from benchmarks.campaign import __main__ as command
from benchmarks.campaign import failures, kills
from benchmarks.campaign.cases import Case
from benchmarks.campaign.running import PARTS, Options, result_of, run_case
from benchmarks.campaign.scenarios import SCENARIOS, Told, filled, in_a_process

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
SAMPLE = {
    "kills": "edit of a file with two names: killed at",
    "failures": "edit: ENOSPC of the disk at call",
}
"""Cases of each part that are quick to choose from."""


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give back the environment that a part changes."""
    for name in (*os.environ, "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, os.environ.get(name, ""))


@pytest.mark.parametrize("part", PARTS)
def test_a_sample_of_a_part_has_nothing_bad(part: str) -> None:
    found = result_of(part, Options(only=SAMPLE[part], jobs=1, most=4))
    assert (found.cases, found.bad) == (max(found.cases, 1), ())


def test_what_is_bad_is_told_with_what_runs_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def cases(seed: int, only: str = "") -> list[Case]:
        return [Case("good", lambda at: ""), Case("it's bad", lambda at: "torn")]

    monkeypatch.setattr(kills, "cases", cases)
    assert command.main(["kills", "--jobs", "1", "--seed", "7"]) == 1
    told = capsys.readouterr().out
    assert "BAD kills: it's bad\n    torn\n" in told
    assert "benchmarks.campaign kills --seed 7 --only 'it'\"'\"'s bad'" in told
    assert "| `kills` | 2 | 1 |" in told
    assert command.main(["kills", "--jobs", "1", "--only", "good"]) == 0


def test_a_torn_file_a_file_in_the_making_and_a_lost_undo_are_noticed(tmp_path: Path) -> None:
    def after(spoil: str, text: str) -> str:
        def run(at: Path) -> str:
            root = filled(at)
            (root / spoil).write_text(text)
            return kills.judged(SCENARIOS["edit"], at, root)

        return run_case(Case("", run), tmp_path / "case")

    assert after("one.py", "one = ").startswith("neither old nor new: root/one.py")
    assert after(".one.py.1.00000000.structedit-tmp", "").startswith("neither old nor new")
    assert after("one.py", "one = 2\n").startswith("undo gives back: root/one.py")


def test_a_report_that_is_not_true_is_noticed(tmp_path: Path) -> None:
    def after(told: Told, *, edited: bool) -> str:
        def run(at: Path) -> str:
            scenario, root = SCENARIOS["edit"], filled(at)
            if edited:
                in_a_process(lambda: scenario.work(root))
            return failures.judged(scenario, at, root, told)

        return run_case(Case("", run), tmp_path / "case")

    assert after(Told(True, "applied", "1"), edited=False).startswith("says it landed")
    assert after(Told(False, "nothing is written"), edited=True).startswith("says nothing changed")
    assert after(Told(True, "applied", None), edited=True).startswith("landed without undo")
    assert after(Told(False, "OSError", error=True), edited=False) == "raised OSError"
    assert after(Told(False, "nothing is written"), edited=False) == ""
    assert after(Told(True, "applied", "1"), edited=True) == ""
