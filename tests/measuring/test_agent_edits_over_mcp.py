"""A few files of `benchmarks.day`: a scripted agent makes the edits of real commits over MCP."""

import anyio
import pytest

pytest.importorskip("mcp")

from benchmarks.day import chosen, different, files_of, spend
from benchmarks.landing.material import DATA

pytestmark = pytest.mark.skipif(
    not (DATA / "commit_pairs.jsonl.gz").exists(), reason=f"no commits in {DATA}"
)


def test_the_files_end_like_their_commits(tmp_path):
    files = chosen(list(files_of(DATA)), 60, seed=11)
    root = tmp_path / "root"
    root.mkdir()
    day = anyio.run(spend, files, root, 11)
    assert different(files, root) == []
    assert day.misread == []
    assert [row.told for row in day.rows if row.judged == "wrong"] == []
    assert len(day.rows) >= 50
    distorted = [row for row in day.rows if row.distortion]
    assert len(distorted) >= 9
    refused = [row for row in distorted if row.end not in ("landed", "retry")]
    assert len(refused) <= len(distorted) // 5, [row.told for row in refused]
    assert any(row.end == "editor" for row in day.rows)
