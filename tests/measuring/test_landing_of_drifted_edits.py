"""A small sample of the landing benchmark: what it asks is sound, and nothing lands wrong."""

from pathlib import Path

import pytest
from benchmarks.landing import distort, material, real_edits
from benchmarks.landing.drifted import all_edits, find_task, tasks_of
from benchmarks.landing.judge import BLANKS, WRONG, verdict_of
from benchmarks.landing.material import Commit, Line, edits_of
from benchmarks.landing.tasks import slides

from checkout import ROOT

FIXTURES = ROOT / "fixtures"
EXTENSIONS = {".py": "python", ".js": "javascript", ".go": "go", ".rb": "ruby", ".c": "c"}


def _commit(path: Path) -> Commit:
    """Make a commit of a fixture: a line in its middle becomes two others."""
    before = path.read_text()
    lines = before.split("\n")
    at = next(i for i in range(len(lines) // 2, len(lines)) if len(lines[i].strip()) > 12)
    blanks = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    lines[at : at + 1] = [f"{blanks}first_new_line(8);", f"{blanks}second_new_line(9);"]
    return Commit(
        f"fixture/{path.name}", EXTENSIONS[path.suffix], path.name, before, "\n".join(lines)
    )


@pytest.fixture(scope="module")
def groups() -> list[tuple[material.Edit, ...]]:
    paths = sorted(path for path in FIXTURES.rglob("*") if path.suffix in EXTENSIONS)
    texts = [path for path in paths if "\r" not in path.read_bytes().decode("utf-8", "replace")]
    return all_edits(map(_commit, texts))


def test_edits_give_the_commit_when_they_are_applied() -> None:
    before = "".join(f"name_{number} = {number}\n" for number in range(30))
    commit = Commit("c", "python", "a.py", before, before.replace("name_14 = 14", "name_14 = 0"))
    edits = list(edits_of(commit))
    assert [edit.id for edit in edits] == [f"c#0.c{context}" for context in material.CONTEXTS]
    for edit in edits:
        task = distort.distorted(edit, distort.SINGLE[0])
        assert task is not None
        assert task.right == commit.after
        assert task.file.replace(task.old, task.new, 1) == commit.after
        assert task.place == (15, 15)


def test_the_same_seed_gives_the_same_tasks(groups: list[tuple[material.Edit, ...]]) -> None:
    item = next(item for item in distort.DISTORTIONS if item.name == "misspelt identifier")
    first, second = (list(tasks_of(groups, item, 5)) for _ in range(2))
    assert first == second
    assert first
    assert find_task(groups, first[0].id) == first[0]
    assert list(tasks_of(groups, item, 5, seed=1)) != first


@pytest.mark.parametrize("item", distort.DISTORTIONS, ids=lambda item: item.name)
def test_a_distortion_leaves_the_right_result_alone(
    item: distort.Distortion, groups: list[tuple[material.Edit, ...]]
) -> None:
    for task in tasks_of(groups, item, 3):
        assert task.right is not None
        assert task.place is not None
        assert task.old != task.new
        assert "first_new_line" in task.right
        assert "first_new_line" not in task.file
        verdict = verdict_of(task)
        assert verdict.word not in (WRONG, BLANKS), task.id
        assert verdict.retry != "wrong", task.id


@pytest.mark.parametrize("item", distort.TRAPS, ids=lambda item: item.name)
def test_nothing_lands_in_a_trap(
    item: distort.Trap, groups: list[tuple[material.Edit, ...]]
) -> None:
    for task in tasks_of(groups, item, 3):
        assert task.right is None
        assert verdict_of(task).word not in (WRONG, BLANKS), task.id


def test_a_change_that_may_stand_a_line_lower_is_ambiguous_only_if_the_lines_differ() -> None:
    def line(kind: str, ours: str, theirs: str) -> Line:
        return Line(kind, (ours,), (theirs,))

    same = (line(" ", "a", "a"), line("+", "}", "}"), line(" ", "}", "}"), line(" ", "b", "b"))
    other = (line(" ", "a", "a"), line("+", "", ""), line(" ", "  ", ""), line(" ", "b", "b"))
    assert not slides(same)
    assert slides(other)


def test_a_line_that_neither_text_mentions_is_a_stray() -> None:
    edit = real_edits.Real(
        "1", "a.py", "a = 1\nb = 2\nkeep()\n", "a = 1\nb = 3\n", "a = 4\nb = 3\n", False
    )
    assert real_edits.strays(edit, "a = 4\nb = 2\nkeep()\n") == []
    assert real_edits.strays(edit, "a = 4\nb = 3\n") == ["-keep()"]


def test_real_edits_land_as_plain_replacement_does() -> None:
    if not (material.DATA / "llm_edits.jsonl.gz").exists():
        pytest.skip(f"no edits in {material.DATA}; STRUCTEDIT_DATA names another folder")
    edits = list(real_edits.read(material.DATA))[::12]
    lines = [real_edits.judged(edit) for edit in edits]
    assert not [line for line in lines if line.is_wrong]
    one = [line for line in lines if line.group == "one place"]
    apart = [line for line in one if line.word.startswith(("already", "refused by the gate"))]
    assert sum(line.word == "as plain replacement" for line in one) == len(one) - len(apart)
