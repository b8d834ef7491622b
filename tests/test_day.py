"""A morning of the agent's day of `benchmarks.day`: edits of real commits over stdio, others beside it."""

import anyio
import pytest

pytest.importorskip("mcp")

from benchmarks.day.__main__ import chosen, different, spend
from benchmarks.day.tree import files_of
from benchmarks.landing.material import DATA

pytestmark = pytest.mark.skipif(
    not (DATA / "commit_pairs.jsonl.gz").exists(), reason=f"no commits in {DATA}"
)


def test_the_files_end_as_their_commits_left_them(tmp_path):
    files = chosen(list(files_of(DATA)), 60, seed=11)
    root = tmp_path / "root"
    root.mkdir()
    day = anyio.run(spend, files, root, 11)
    assert different(files, root) == []
    assert day.misread == []
    assert [row.told for row in day.rows if row.judged] == []
    assert len(day.rows) >= 60
    assert sum(bool(row.name) for row in day.rows) >= 9
    missed = [row for row in day.rows if row.name and row.reason]
    assert all(row.end == "retry" for row in missed), [row.told for row in missed]
    assert any(row.end == "other" for row in day.rows)


def test_a_change_is_where_the_changes_before_it_moved_it():
    for file in chosen(list(files_of(DATA)), 200, seed=5):
        for change in reversed(file.changes):
            first, last = file.place(change)
            assert file.text.split("\n")[first:last] == file.before[slice(*change.old)]
            file.done.add(change)
        assert file.text == "\n".join(file.after)
