"""The figures: scopes, resets, and the tables that the queries return."""

import os
import subprocess
import sys

import pytest
from statistics_calls import alike, by_library, check_counts, many_calls, rows, stats_of

import structedit as se
from structedit.extras.statistics import log
from structedit.extras.statistics.counts import Scope
from structedit.extras.statistics.report import SCOPES


def test_a_reset_zeroes_after_reading_and_keeps_the_lifetime(file, run):
    by_library(file, run)
    assert se.get_edit_stats(reset=True).edits == 9
    zeroed = se.get_edit_stats()
    assert zeroed.summary == "no edits yet"
    assert [table.question.key for table in zeroed.tables if table.rows] == ["sessions"]
    check_counts(se.get_edit_stats("lifetime"))
    check_counts(se.get_edit_stats("reset"))  # a session's reset is its own
    se.str_replace(file, "return 2", "return 3")
    assert se.get_edit_stats().summary == "1 edit: 1 hit (100 %), 0 fails"
    assert se.get_edit_stats("reset", reset=True).edits == 10
    assert se.get_edit_stats("reset").edits == se.get_edit_stats().edits == 0
    assert se.get_edit_stats("lifetime").edits == 10


def test_resets_beside_writers_lose_nothing_and_count_nothing_twice(tmp_path):
    script = (
        "import sys, structedit as se; path = sys.argv[1]; open(path, 'w').write('a = 1\\n')\n"
        "for n in range(25): se.str_replace(path, f'a = {n + 1}', f'a = {n + 2}')"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    writers = [
        subprocess.Popen([sys.executable, "-c", script, tmp_path / f"{n}.py"], env=environment)
        for n in range(3)
    ]
    counted = 0
    while any(writer.poll() is None for writer in writers):
        counted += se.get_edit_stats("reset", reset=True).hits
    counted += se.get_edit_stats("reset", reset=True).hits
    assert counted == se.get_edit_stats("lifetime").hits == 75


@pytest.mark.parametrize("scope", ["session", "reset"])
def test_a_call_made_while_nothing_is_there_yet_is_counted_once(file, monkeypatch, scope):
    """It is recorded after the reader found no log, and before it reads."""
    exists = os.path.exists

    def then_a_call(path):
        found = exists(path)
        if not found and path == log.path():
            assert se.str_replace(file, "total = 0", "total = 1", within="load").landed
        return found

    monkeypatch.setattr(log.os.path, "exists", then_a_call)
    counted = [se.get_edit_stats(scope, reset=True).hits for _ in range(3)]
    assert counted == [0, 1, 0]


def test_hints_and_retries_by_the_reason_of_fails(tmp_path):
    file = tmp_path / "a.py"
    file.write_text("a = 1\nb = 2\na = 1\n")
    assert not se.str_replace(file, "a = 1", "a = 3", after="zzz").landed
    assert not se.str_replace(file, "a = 1", "a = 3", near_line=2).landed
    assert se.str_replace(file, "a = 1", "a = 3", after="b = 2").landed
    assert not se.str_replace(file, "a = 7", "a = 3", after="b = 2").landed
    stats = se.get_edit_stats()
    assert rows(stats, "hints") == [
        ("all", "after", 3, 1, 2, 66.7, 1),
        ("all", "near_line", 1, 0, 1, 100.0, 0),
    ]
    assert rows(stats, "retries") == [("after_not_found", 1, 0), ("several_matches", 1, 1)]


def test_dry_runs_count_for_the_edit_that_they_came_before():
    tried, written = {"dry_run": True}, {}
    other = {"operation": "insert"}
    calls = [
        *alike(2, **tried),
        *alike(1, "not_found", **tried),  # it does not fit
        *alike(1, **tried, **other),  # of another operation
        *alike(1, **tried, file="0the"),  # of another file
        *alike(1, "not_found"),  # it writes nothing
        *alike(1, **written),
        *alike(1, **written),  # none came before it
    ]
    operations = {its["operation"]: its for its in stats_of(calls).table("operations").dicts()}
    assert operations["str_replace"]["dry_runs"] == 4
    assert operations["str_replace"]["dry_runs_per_commit"] == 1.0  # two of two edits
    assert operations["insert"]["dry_runs_per_commit"] is None


def test_questions_are_answered_by_rates_of_groups():
    texts = (
        alike(3),
        alike(1, "not_found", old_lines=40),
        alike(1, old_lines=12),
        alike(1, old_lines=3),
    )
    sizes = alike(1, size="5000 and more", old_lines=None), alike(1, size="400-999", old_lines=None)
    stats = stats_of([call for some in (*texts, *sizes) for call in some])
    assert rows(stats, "old_length") == [
        ("1", 3, 3, 0, 0.0),
        ("2-3", 1, 1, 0, 0.0),
        ("10-29", 1, 1, 0, 0.0),
        ("30 and more", 1, 0, 1, 100.0),
    ]
    assert rows(stats, "file_size") == [
        ("under 100", 6, 5, 1, 16.7),
        ("400-999", 1, 1, 0, 0.0),
        ("5000 and more", 1, 1, 0, 0.0),
    ]


def test_hints_and_formats_are_compared():
    stats = stats_of(
        [
            *alike(2, hints="between"),
            *alike(1, "not_found", hints="within after"),
            *alike(1, hints="after between"),
            *alike(1, "ambiguous", reason="several_matches"),
            *alike(4, hints="occurrence"),
            *alike(3, format="unified"),
            *alike(1, "not_found", format="v4a"),
            *alike(1, format="json", operation="create_file", addressing="file"),
            *alike(1, operation="insert", addressing="anchor"),
        ]
    )
    assert rows(stats, "between_after") == [
        ("after, without between", 1, 0, 1, 100.0),
        ("between", 3, 3, 0, 0.0),
    ]
    assert rows(stats, "occurrence") == [("with", 4, 0, 0.0), ("without", 10, 1, 10.0)]
    assert rows(stats, "formats") == [
        ("other texts of edits", 1, 1, 0, 0.0),
        ("patches", 4, 3, 1, 25.0),
        ("single replacements", 9, 7, 2, 22.2),
    ]


def test_each_table_of_many_calls_has_rows():
    stats = stats_of(many_calls())
    assert [table.question.key for table in stats.tables if not table.rows] == []
    for table in stats.tables:
        for row in table.dicts():
            if "edits" in row and "fails" in row:
                assert row["hits"] + row["fails"] == row["edits"]


def test_a_scope_that_there_is_not():
    with pytest.raises(se.UsageError) as caught:
        se.get_edit_stats("forever")
    assert "session, reset, lifetime" in caught.value.hint
    assert set(SCOPES) == set(Scope)
