"""The figures: scopes, resets, hints, retries, days, advice."""

import os
import subprocess
import sys

import pytest
from statistics_calls import alike, by_library, check_counts, stats_of

import structedit as se
from structedit.extras.statistics import counts, log
from structedit.extras.statistics.counts import Scope, advice_of
from structedit.extras.statistics.report import SCOPES


def test_a_reset_zeroes_after_reading_and_keeps_the_lifetime(file, run):
    by_library(file, run)
    assert se.get_edit_stats(reset=True).edits == 9
    zeroed = se.get_edit_stats()
    assert zeroed.summary == "no edits yet"
    assert zeroed.dry_runs == zeroed.retries == zeroed.lines_changed == zeroed.large_edits == 0
    assert not (zeroed.operations or zeroed.hints or zeroed.tiers or zeroed.reasons)
    assert not any(question["calls"] for question in zeroed.questions)
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

    monkeypatch.setattr(counts.os.path, "exists", then_a_call)
    counted = [se.get_edit_stats(scope, reset=True).hits for _ in range(3)]
    assert counted == [0, 1, 0]


def test_hints_and_retries_by_the_reason_of_fails(tmp_path, run):
    file = tmp_path / "a.py"
    file.write_text("a = 1\nb = 2\na = 1\n")
    assert not se.str_replace(file, "a = 1", "a = 3", after="zzz").landed
    assert not se.str_replace(file, "a = 1", "a = 3", near_line=2).landed
    assert se.str_replace(file, "a = 1", "a = 3", after="b = 2").landed
    assert not se.str_replace(file, "a = 7", "a = 3", after="b = 2").landed
    stats = se.get_edit_stats()
    hints = {its["name"]: (its["used"], its["succeeded"], its["reasons"]) for its in stats.hints}
    assert hints["after"] == (3, 1, {"after_not_found": 1, "no_match": 1})
    assert hints["near_line"] == (1, 0, {"several_matches": 1})
    assert [tuple(its.values()) for its in stats.retries_by_reason] == [
        ("after_not_found", 1, 0, {"several_matches": 1}),
        ("several_matches", 1, 1, {}),
    ]
    assert stats.retries == 2
    report = stats.report()
    assert "after         3          1       2        1  after_not_found 1, no_match 1\n" in report
    assert "retry after      retries  landed  failed for\n" in report


def test_calls_that_are_alike_are_each_counted():
    edits = [*alike(3, duration=1000, lines_changed=2), *alike(1, duration=5000, lines_changed=10)]
    read = {"operation": "outline"}
    reads = [*alike(2, duration=1000, **read), *alike(1, duration=4000, **read)]
    stats = stats_of([*edits, *alike(2, "not_found", old_lines=4, duration=0), *reads])
    assert (stats.edits, stats.hits, stats.lines_changed) == (6, 4, 16)
    assert stats.average_old_lines == 2  # four edits of one line, two of four
    assert stats.average_milliseconds == 1.33
    (reading,) = stats.readings
    assert (reading["calls"], reading["found"]) == (3, 3)
    assert (reading["average_milliseconds"], reading["slowest_milliseconds"]) == (2, 4)


def test_a_scope_that_there_is_not():
    with pytest.raises(se.UsageError) as caught:
        se.get_edit_stats("forever")
    assert "session, reset, lifetime" in caught.value.hint
    assert set(SCOPES) == set(Scope)


def test_days_are_shown_where_there_are_several():
    now = 1_800_000_000_000  # 2027-01-15, 08:00
    calls = [*alike(2, time=now - 2 * 86_400_000), *alike(3, "not_found", time=now)]
    stats = stats_of([*calls, *alike(1, time=now + 1)])
    assert stats.to_dict()["days"] == [
        {"name": "2027-01-13", "edits": 2, "hits": 2, "fails": 0},
        {"name": "2027-01-15", "edits": 4, "hits": 1, "fails": 3},
    ]
    assert "\n2027-01-13      2     2      0\n" in stats.report()
    assert "2027" not in stats_of(alike(3, time=now)).report()


@pytest.mark.parametrize(
    ("fails", "advice"),
    [
        ({"whitespace": 4}, "4 fails (whitespace): replace_block needs no old text"),
        ({"whitespace": 2}, ""),
        ({"no_match": 3, "stale": 2}, "3 fails (no_match): name the block by its selector"),
        ({"several_matches": 3, "ambiguous_anchor": 2}, "5 fails (several_matches, ambiguous_"),
        ({"stale": 3}, "3 fails (stale): pass the version"),
        ({"selector_not_found": 3}, "3 fails (selector_not_found): paste selectors"),
        ({"malformed_edit": 3}, "3 fails (malformed_edit): str_replace"),
        ({"risk": 9, "stale": 3}, ""),  # there is no remedy for most of them
        ({}, ""),
    ],
)
def test_advice(fails, advice):
    found = advice_of(fails)
    assert found.startswith(advice) if advice else found == ""
