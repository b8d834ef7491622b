"""The statistics: exact counts by every route, resets, the store's schema, and what it never holds."""

import json
import os
import re
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing, suppress
from html.parser import HTMLParser
from pathlib import Path

import pytest

import structedit as se
from structedit.extras.statistics import ledger, spool
from structedit.extras.statistics.advice import advice_of
from structedit.extras.statistics.calls_made import Addressing, call_made, size_class
from structedit.extras.statistics.counts import Scope, edit_stats
from structedit.extras.statistics.page import page, percent
from structedit.extras.statistics.questions import LEAST, questions_of
from structedit.extras.statistics.report import SCOPES, stats_csv, stats_dict, stats_text
from structedit.faces import tools
from structedit.faces.adapters import anthropic_editor

SOURCE = """\
def load(path):
    total = 0
    for line in open(path):
        total += len(line)
    return total


def save(path, text):
    total = 0
    with open(path, "w") as file:
        total += file.write(text)
    return total
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "work.py"
    path.write_text(SOURCE)
    return path


def scripted(str_replace, replace_block, delete_block, insert, path):
    """Make twelve calls: nine edits of which five hit, and three dry runs of which two would."""
    str_replace(path, "return total", "return 0")  # several_matches
    str_replace(path, "    return total", "    return -total", within="load")  # a retry
    str_replace(path, "with open(path, 'w') as file:", 'with open(path, "a") as file:')  # syntax
    str_replace(path, "nothing like it\nat all", "x")  # no_match
    replace_block(path, "lode", "def load(p):\n    return 1\n")  # selector_not_found; a retry
    replace_block(path, "load", "def load(p):\n    return 1\n", dry_run=True)
    replace_block(path, "load", "def load(p):\n    return 1\n")  # changes 5 of 12 lines
    insert(path, "import os\n", at="top")
    delete_block(path, "save", dry_run=True)  # never carried out
    delete_block(path, "nothing", dry_run=True)
    str_replace(path, "    return 1\n", "    return 2\n", after="def load", occurrence=1)
    delete_block(path, lines="4", expected="    return 2")  # content_mismatch


EXPECTED = {
    "summary": "9 edits: 5 hits (55 %), 4 fails",
    "edits": 9,
    "hits": 5,
    "fails": 4,
    "reasons": {
        "content_mismatch": 1,
        "no_match": 1,
        "selector_not_found": 1,
        "several_matches": 1,
    },
    "tiers": {"exact": 2, "syntax": 1},
    "average_old_lines": 1.2,  # one of five has two lines
    "dry_runs": 3,
    "dry_run_fails": 1,
    "dry_runs_carried_out": 1,
    "dry_runs_per_commit": 0.2,
    "large_edits": 1,
    "signature_changes": 0,
    "retries": 3,
    "retries_landed": 2,
    "retries_saved": 1,
}
ADDRESSING = {"lines": (1, 0), "text": (5, 3), "selector": (2, 1), "anchor": (0, 0), "file": (1, 1)}
OPERATIONS = {  # edits, hits, dry runs
    "str_replace": (5, 3, 0),
    "replace_block": (2, 1, 1),
    "delete_block": (1, 0, 2),
    "insert": (1, 1, 0),
}
HINTS = {"within": (1, 1, 1), "after": (1, 1, 0), "occurrence": (1, 1, 0)}  # used, hits, decided


def by_library(path, run):
    scripted(se.str_replace, se.replace_block, se.delete_block, se.insert, path)


def by_session(path, run):
    session = se.Session(path.parent)
    calls = session.str_replace, session.replace_block, session.delete_block, session.insert
    scripted(*calls, path.name)


def by_command(path, run):
    names = ("str-replace", "replace-block", "delete-block", "insert")
    scripted(*(as_command(run, name) for name in names), path)


def as_command(run, name):
    positions = {"str-replace": ("old", "new"), "insert": ("text",), "replace-block": ("", "new")}

    def call(path, *texts, **options):
        words = []
        for option, text in zip(positions.get(name, ("",)), texts, strict=False):
            words += [f"--{option}={text}"] if option else [text]
        for option, value in options.items():
            words.append(f"--{option}".replace("_", "-") + ("" if value is True else f"={value}"))
        return run(name, path, *words)

    return call


@pytest.fixture
def run(monkeypatch, tmp_path):
    """Make a function that runs the command in one session with a name."""
    monkeypatch.setenv("STRUCTEDIT_SESSION", "a test")
    return lambda *words: command(*words, folder=tmp_path)


def command(*words, folder, **environment):
    paths = os.pathsep.join(path for path in sys.path if path)
    return subprocess.run(
        [sys.executable, "-m", "structedit", *map(str, words)],
        cwd=folder,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": paths, "NO_COLOR": "1", **environment},
    )


def check_counts(stats, times=1):
    found = stats.to_dict()
    expected = dict(EXPECTED)
    if times > 1:
        expected["summary"] = f"{9 * times} edits: {5 * times} hits (55 %), {4 * times} fails"
    for name, value in expected.items():
        if isinstance(value, int):
            value *= times
        if isinstance(value, dict):
            value = {word: count * times for word, count in value.items()}
        assert found[name] == value, name
    ways = {way.name: (way.edits // times, way.hits // times) for way in stats.addressing}
    assert ways == ADDRESSING
    operations = {
        its.operation: (its.edits / times, its.hits / times, its.dry_runs / times)
        for its in stats.operations
    }
    assert operations == OPERATIONS
    hints = {h.name: (h.used / times, h.succeeded / times, h.narrowed / times) for h in stats.hints}
    assert hints == HINTS


@pytest.mark.parametrize("route", ["by_library", "by_session", "by_command", "by_mcp"])
def test_counts_are_exact_by_every_route(file, run, route):
    globals()[route](file, run)
    check_counts(se.get_edit_stats())
    check_counts(se.get_edit_stats("lifetime"))
    told = json.loads(run("stats", "--json").stdout)
    told.pop("sessions"), told.pop("average_milliseconds")
    here = se.get_edit_stats().to_dict()
    here.pop("sessions"), here.pop("average_milliseconds")
    assert told == json.loads(json.dumps(here))


def reading(outline, get_region, find, check, path):
    """Make eight calls that only read, of which three find nothing."""
    outline(path)
    with suppress(se.FileError):
        outline(path.with_name("gone.py"))  # missing_file
    get_region(path, "load")
    get_region(path, lines="1-3")
    get_region(path, "lode")  # selector_not_found
    find(path, text="total")
    find(path.parent, text="nowhere")  # no_match
    check(path)


READINGS = {  # calls, found, reasons
    "outline": (2, 1, {"missing_file": 1}),
    "get_region": (3, 2, {"selector_not_found": 1}),
    "find": (2, 1, {"no_match": 1}),
    "check": (1, 1, {}),
}


def read_by_library(path, run):
    reading(se.outline, se.get_region, se.find, se.check, path)


def read_by_session(path, run):
    session = se.Session(path.parent)
    reading(session.outline, session.get_region, session.find, session.check, path)


def read_by_command(path, run):
    def get_region(path, *selector, lines=None):
        run("get-region", path, *selector, *([f"--lines={lines}"] if lines else []))

    reading(
        lambda path: run("outline", path, "--json"),
        get_region,
        lambda path, text: run("find", f"--text={text}", path),
        lambda path: run("check", path, path),  # two files, one call
        path,
    )


def read_by_mcp(path, run):
    session = se.Session(path.parent)

    def tool(name, key="selector"):
        def call(path, *given, **options):
            sent = {"path": str(path), **dict(zip((key,), given, strict=False)), **options}
            return tools.dispatch(name, sent, session)

        return call

    def find(path, text):
        tools.dispatch("find", {"paths": [str(path)], "text": text}, session)

    reading(tool("outline"), tool("get_region"), find, se.check, path)  # check is no tool


def check_readings(stats, times=1):
    found = {
        its.operation: (its.calls // times, its.found // times, dict(its.reasons))
        for its in stats.readings
    }
    expected = {
        name: (calls, there, {why: n * times for why, n in reasons.items()})
        for name, (calls, there, reasons) in READINGS.items()
    }
    assert found == expected
    assert stats.reads == 8 * times
    for its in stats.readings:
        assert 0 < its.average_milliseconds <= its.slowest_milliseconds


@pytest.mark.parametrize(
    "route", ["read_by_library", "read_by_session", "read_by_command", "read_by_mcp"]
)
def test_calls_that_only_read_are_counted_by_every_route(file, run, route):
    globals()[route](file, run)
    recorded = spool.calls_in(spool.current())
    kept = {(call["operation"], call["status"]): call for call in recorded}
    stats = se.get_edit_stats()
    check_readings(stats)
    assert stats.summary == "no edits yet"
    assert not stats.operations and not stats.reasons and not stats.retries and not stats.dry_runs
    assert [(span.edits, span.hits, span.reads) for span in stats.sessions] == [(0, 0, 8)]
    assert kept["outline", "unchanged"]["size"] == "under 100"
    assert kept["outline", "unchanged"]["language"] == "python"
    assert kept["find", "unchanged"]["language"] == "python"
    assert kept["find", "unchanged"]["addressing"] is Addressing.TEXT
    assert kept["get_region", "not_found"]["addressing"] is Addressing.SELECTOR
    assert kept["outline", "error"]["size"] == ""
    told = run("stats", "--json").stdout
    assert json.loads(told)["readings"][0]["operation"] == "get_region"
    assert json.loads(told)["reads"] == 8


def test_reads_and_edits_do_not_mix(file, run):
    """A read between a failure and its retry is neither; the file was read before the retry."""
    by_library(file, run)
    se.str_replace(file, "return zero", "return 1")  # no_match
    se.get_region(file, "nothing")
    se.get_region(file, "load")
    assert se.str_replace(file, "    return 2\n", "    return 3\n").landed
    stats = se.get_edit_stats()
    assert (stats.edits, stats.hits, stats.reads) == (11, 6, 2)
    assert (stats.retries, stats.retries_landed) == (5, 3)  # two more, one of them landed
    assert stats.average_milliseconds is not None
    groups = {group.name: (group.calls, group.count) for group in asked(stats, "read_first").groups}
    assert groups == {"read before": (1, 0), "not read": (10, 5)}
    reads = {group.name: (group.calls, group.count) for group in asked(stats, "reads").groups}
    assert reads == {"get_region": (2, 1)}
    assert "2 reads" in run("stats", "--sessions").stdout


def test_what_a_call_reads_on_its_way_is_no_call(file):
    session = se.Session(file.parent)
    edit = {"command": "insert", "path": file.name, "insert_line": 1, "insert_text": "    x = 1"}
    assert anthropic_editor.call(edit, session).landed
    view = {"command": "view", "path": file.name, "view_range": [1, -1]}
    assert anthropic_editor.call(view, session).landed
    assert tools.dispatch("undo", {}, session).landed
    stats = se.get_edit_stats()
    assert {its.operation: its.calls for its in stats.readings} == {"get_region": 1}
    assert stats.edits == 2


def test_listings_are_counted(file, run):
    undo_id = se.str_replace(file, "return total", "return 0", within="load").undo_id
    assert len(se.history(file.parent)) == 1
    assert se.show(undo_id, file.parent)
    assert run("history").returncode == run("show", undo_id).returncode == 0
    assert run("languages", "--json").returncode == 0
    counts = {its.operation: (its.calls, its.found) for its in se.get_edit_stats().readings}
    assert counts == {"history": (2, 2), "show": (2, 2), "languages": (1, 1)}


def test_eight_processes_at_once_and_a_reader(tmp_path):
    script = (
        "import sys; sys.path.insert(0, 'tests'); import pathlib, test_statistics as t\n"
        "path = pathlib.Path(sys.argv[1]); path.parent.mkdir(); path.write_text(t.SOURCE)\n"
        "t.by_library(path, None); t.read_by_library(path, None)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    top = Path(__file__).parent.parent
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", script, tmp_path / str(number) / "work.py"],
            cwd=top,
            env=environment,
        )
        for number in range(8)
    ]
    while any(writer.poll() is None for writer in writers):
        se.get_edit_stats()
    assert [writer.returncode for writer in writers] == [0] * 8
    stats = se.get_edit_stats("lifetime")
    check_counts(stats, times=8)
    check_readings(stats, times=8)
    assert [(span.edits, span.hits, span.reads) for span in stats.sessions] == [(9, 5, 8)] * 8
    assert all(span.began <= span.ended for span in stats.sessions)


# Resets


def test_a_reset_zeroes_after_reading_and_keeps_the_lifetime(file, run):
    by_library(file, run)
    assert se.get_edit_stats(reset=True).edits == 9
    zeroed = se.get_edit_stats()
    assert zeroed.summary == "no edits yet"
    assert zeroed.dry_runs == zeroed.retries == zeroed.lines_changed == zeroed.large_edits == 0
    assert zeroed.operations == zeroed.hints == zeroed.tiers == zeroed.reasons == ()
    assert not any(question.calls for question in zeroed.questions)
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
    """It is recorded after the reader saw an empty folder, and before it opened the store."""
    is_there = spool.is_there

    def then_a_call():
        found = is_there()
        if not found:
            assert se.str_replace(file, "total = 0", "total = 1", within="load").landed
        return found

    monkeypatch.setattr(spool, "is_there", then_a_call)
    counted = [se.get_edit_stats(scope, reset=True).hits for _ in range(3)]
    assert counted == [0, 1, 0]


# The store


def test_only_the_user_may_read_the_store(file, run, state_folder):
    before = os.umask(0)
    try:
        by_library(file, run)
        se.get_edit_stats()
        se.str_replace(file, "return 2", "return 3")
    finally:
        os.umask(before)
    folder = state_folder / "statistics"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    names = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert names == {"calls.sqlite3": 0o600, "calls.spool": 0o600, "key": 0o600}


def test_the_store_is_in_wal_mode_and_of_the_newest_schema(file, run):
    by_library(file, run)
    se.get_edit_stats()
    with sqlite3.connect(ledger.path()) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.execute("PRAGMA user_version").fetchone() == (len(ledger.SCHEMAS),)
    db.close()


def test_migration_from_the_first_schema(file, run):
    """A store of the first schema is brought up to date, its calls linked to each other."""
    by_library(file, run)
    calls = list(spool.calls_in(spool.current()))
    first = sqlite3.connect(ledger.path(), isolation_level=None)
    for statement in ledger.SCHEMAS[0].split(";"):
        first.execute(statement)
    names = [row[1] for row in first.execute("PRAGMA table_info(calls)")][1:]
    marks = ", ".join("?" * len(names))
    row = f"INSERT INTO calls ({', '.join(names)}) VALUES ({marks})"
    first.executemany(row, [[call[name] for name in names] for call in calls])
    first.execute("PRAGMA user_version = 1")
    first.close()
    spool.remove(spool.current())
    check_counts(se.get_edit_stats())


def test_a_store_of_a_later_version_is_left_alone(file, run):
    by_library(file, run)
    se.get_edit_stats()
    with sqlite3.connect(ledger.path()) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    assert se.str_replace(file, "return 2", "return 3").landed
    with pytest.raises(se.FileError) as caught:
        se.get_edit_stats()
    assert "later structedit" in caught.value.message
    with sqlite3.connect(ledger.path()) as db:
        db.execute(f"PRAGMA user_version = {len(ledger.SCHEMAS)}")
    db.close()
    assert se.get_edit_stats().edits == 10  # what was recorded meanwhile had been kept


def test_a_broken_store_harms_no_edit(file, run):
    by_library(file, run)
    Path(ledger.path()).write_bytes(b"no database" * 1000)
    assert se.str_replace(file, "return 2", "return 3").landed
    with pytest.raises(se.FileError) as caught:
        se.get_edit_stats()
    assert "remove" in caught.value.hint
    Path(ledger.path()).unlink()
    assert se.get_edit_stats().edits == 10


def test_a_line_that_was_cut_off_costs_no_other(file, run):
    by_library(file, run)
    with open(spool.current(), "ab") as lines:
        lines.write(b"\n1\tabc\ttorn")
    se.str_replace(file, "return 2", "return 3")
    assert se.get_edit_stats().edits == 10


def test_a_spool_that_is_read_twice_counts_once(file, run):
    by_library(file, run)
    lines = Path(spool.current()).read_bytes()
    se.get_edit_stats()
    (Path(spool.folder()) / "1-again.spool").write_bytes(lines)
    check_counts(se.get_edit_stats())


# Off, and in the way


def test_switched_off_leaves_no_file(file, run, monkeypatch, state_folder):
    monkeypatch.setenv("STRUCTEDIT_STATS", "off")
    by_library(file, run)
    by_session(file, run)
    assert run("str-replace", file, "--old=return 2", "--new=return 3").returncode == 0
    stats = se.get_edit_stats("lifetime")
    assert stats.edits == 0 and not stats.recording
    assert not (state_folder / "statistics").exists()


def test_the_switch_for_all_programs(file, run, state_folder):
    assert run("stats", "--off").returncode == 0
    assert run("str-replace", file, "--old=total = 0", "--new=total = 1", "--all").returncode == 0
    assert [path.name for path in (state_folder / "statistics").iterdir()] == ["off"]
    assert "recording is off" in run("stats").stdout
    assert run("stats", "--on").returncode == 0
    assert run("str-replace", file, "--old=total = 1", "--new=total = 0", "--all").returncode == 0
    assert se.get_edit_stats().edits == 1


def test_a_state_folder_that_cannot_be_harms_nothing(file, run, monkeypatch, tmp_path):
    blocked = tmp_path / "a file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(blocked))
    by_library(file, run)
    assert "return 2" in file.read_text()
    assert se.get_edit_stats().edits == 0


def test_a_store_that_may_only_be_read_is_read(file, run, monkeypatch):
    by_library(file, run)
    se.get_edit_stats()
    se.str_replace(file, "return 2", "return 3")
    before = sorted(path.name for path in Path(spool.folder()).iterdir())
    monkeypatch.setattr(spool, "set_aside", lambda: None)
    monkeypatch.setattr(ledger.os, "access", lambda *_: False)
    assert se.get_edit_stats().edits == 10
    assert sorted(path.name for path in Path(spool.folder()).iterdir()) == before


def test_pure_calls_are_not_recorded(file, state_folder):
    document = se.Document.from_path(file)
    assert se.str_replace(document, "return total", "return 1", replace_all=True).landed
    se.outline(document), se.get_region(document, "load"), se.check(document)
    se.find([document, document], text="total")
    assert not (state_folder / "statistics").exists()


def test_a_call_on_a_file_that_is_not_there_is_recorded(tmp_path):
    with pytest.raises(se.FileError):
        se.str_replace(tmp_path / "gone.py", "a", "b")
    assert se.get_edit_stats().to_dict()["reasons"] == {"missing_file": 1}


# Batches


def test_wrong_calls_are_fails_by_reason(file, run):
    path = str(file)
    assert run("str-replace", path, "--old", "a", "--new", "b", "--frobnicate").returncode == 2
    assert run("str-replace", path, "--old", "a", "--new", "b", "--near-line", "x").returncode == 2
    assert run("str-replace", path, "--old", "a").returncode == 2
    assert run("apply", "--edits", '[{"op": "nope"}]').returncode == 2
    reply = tools.dispatch("str_replace", {"path": path, "frobnicate": 1})
    assert not reply.landed
    reply = tools.dispatch("apply_edits", {"edits": "*** Begin Patch\nnonsense"})
    assert not reply.landed
    at_a_line = {"path": file.name, "line": 1, "text": "b"}
    reply = tools.dispatch("insert", at_a_line, se.Session(file.parent))
    assert not reply.landed and reply.data["try"]
    stats = se.get_edit_stats("lifetime")
    assert (stats.edits, stats.hits) == (7, 0)
    wanted = {"unknown_argument": 2, "bad_value": 1, "missing_argument": 1, "malformed_edit": 2}
    wanted["usage"] = 1
    assert dict(stats.reasons) == wanted


@pytest.mark.parametrize("by", ["library", "session"])
def test_wrong_calls_of_the_library_are_fails_by_reason(file, by):
    edit = se if by == "library" else se.Session(file.parent)
    calls = [
        lambda: edit.str_replace(str(file), "a", "b", frobnicate=1),
        lambda: edit.str_replace(str(file), "a"),
        lambda: edit.str_replace(str(file), "a", "b", near_line="five"),
        lambda: edit.replace_block(str(file), new="b", lines="x"),
        lambda: edit.apply_edits("*** Begin Patch\nnonsense"),
    ]
    for call in calls:
        with pytest.raises(se.UsageError):
            call()
    document = se.Document.from_text("a = 1\n")
    with pytest.raises(se.UsageError):  # calls on documents are not counted
        se.str_replace(document, "a", "b", near_line="five")
    stats = se.get_edit_stats()
    assert (stats.edits, stats.hits) == (5, 0)
    by_name = {one.operation: dict(one.reasons) for one in stats.operations}
    three = {"unknown_argument": 1, "missing_argument": 1, "bad_value": 1}
    assert by_name == {
        "str_replace": three,
        "replace_block": {"usage": 1},
        "apply_edits": {"malformed_edit": 1},
    }


def test_a_line_that_is_read_as_another_counts_once(file, run):
    assert run("outlin", str(file)).returncode == 0
    stats = se.get_edit_stats("lifetime")
    assert (stats.edits, stats.reads) == (0, 1)


def test_edits_of_a_batch(tmp_path):
    (tmp_path / "a.py").write_text("a = 1\nb = 2\n")
    (tmp_path / "b.py").write_text("c = 3\n")
    good = {"op": "str_replace", "path": "a.py", "old": "a = 1", "new": "a = 10"}
    bad = {"op": "str_replace", "path": "b.py", "old": "zzz = 99", "new": "c = 4"}
    assert not se.multi_edit(tmp_path, [good, bad]).landed  # the good one fits, and is not written
    assert se.multi_edit(tmp_path, [good]).landed
    patch = "--- a/b.py\n+++ b/b.py\n@@ -1 +1 @@\n-c = 3\n+c = 4\n"
    assert se.apply_edits(patch, tmp_path, dry_run=True).landed
    assert se.apply_edits(patch, tmp_path).landed
    with pytest.raises(se.FormatError):
        se.apply_edits("*** Begin Patch\nnonsense", tmp_path)
    stats = se.get_edit_stats()
    assert (stats.edits, stats.hits) == (4, 2)
    assert stats.to_dict()["reasons"] == {"malformed_edit": 1, "no_match": 1}
    assert (stats.dry_runs, stats.dry_runs_carried_out) == (2, 2)
    formats = {group.name: (group.calls, group.count) for group in asked(stats, "formats").groups}
    assert formats == {"patches": (1, 0), "other texts of edits": (2, 1)}


def by_the_library(root):
    se.rewrite([root], query='((identifier) @x (#eq? @x "old"))', template="new", root=root)
    se.undo(root=root), se.redo(root=root)


def by_a_session(root):
    session = se.Session(root)
    se.rewrite([root], query='((identifier) @x (#eq? @x "old"))', template="new", root=root)
    session.undo(), session.redo()


def by_commands(root):
    query = '((identifier) @x (#eq? @x "old"))'
    for words in (("rewrite", "--query", query, "--template", "new", "."), ("undo",), ("redo",)):
        assert command(*words, folder=root).returncode == 0


def by_tools(root):
    se.rewrite([root], query='((identifier) @x (#eq? @x "old"))', template="new", root=root)
    session = se.Session(root)
    assert tools.dispatch("undo", {}, session).landed
    session.redo()


@pytest.mark.parametrize("route", [by_the_library, by_a_session, by_commands, by_tools])
def test_rewrites_and_what_is_taken_back_are_counted(tmp_path, run, route):
    root = tmp_path / "src"
    root.mkdir()
    for name in ("a.py", "b.py"):
        (root / name).write_text("x = old\n")
    (root / "c.py").write_text("x = 1\n")
    route(root)
    assert (root / "a.py").read_text() == "x = new\n"
    stats = se.get_edit_stats()
    counts = {its.operation: (its.edits, its.hits) for its in stats.operations}
    assert counts == {"rewrite": (2, 2), "undo": (1, 1), "redo": (1, 1)}  # a file each, a call each


def test_an_undo_that_is_refused_is_a_fail(tmp_path):
    file = tmp_path / "a.py"
    file.write_text("x = 1\n")
    assert se.multi_edit(tmp_path, [{"op": "append", "path": "a.py", "text": "y = 2\n"}]).landed
    file.write_text("x = 3\n")
    assert not se.undo(root=tmp_path).landed
    undo = next(its for its in se.get_edit_stats().operations if its.operation == "undo")
    assert (undo.edits, undo.hits) == (1, 0)


def test_hints_and_retries_by_the_reason_of_fails(tmp_path, run):
    file = tmp_path / "a.py"
    file.write_text("a = 1\nb = 2\na = 1\n")
    assert not se.str_replace(file, "a = 1", "a = 3", after="zzz").landed
    assert not se.str_replace(file, "a = 1", "a = 3", near_line=2).landed
    assert se.str_replace(file, "a = 1", "a = 3", after="b = 2").landed
    assert not se.str_replace(file, "a = 7", "a = 3", after="b = 2").landed
    stats = se.get_edit_stats()
    hints = {its.name: (its.used, its.succeeded, its.reasons) for its in stats.hints}
    assert hints["after"] == (3, 1, (("after_not_found", 1), ("no_match", 1)))
    assert hints["near_line"] == (1, 0, (("several_matches", 1),))
    retries = [(its.after, its.retries, its.landed, its.reasons) for its in stats.retries_by_reason]
    assert retries == [
        ("after_not_found", 1, 0, (("several_matches", 1),)),
        ("several_matches", 1, 1, ()),
    ]
    assert sum(its.retries for its in stats.retries_by_reason) == stats.retries == 2
    told = stats.to_dict()
    assert told["hints"][0]["reasons"] == {"after_not_found": 1, "no_match": 1}
    assert told["retries_by_reason"][0]["reasons"] == {"several_matches": 1}
    report = stats.report()
    assert "after         3          1       2        1  after_not_found 1, no_match 1\n" in report
    assert "retry after      retries  landed  failed for\n" in report


def test_a_batch_that_cannot_be_written_is_a_fail_of_each_of_its_edits(tmp_path, monkeypatch):
    def full(*given, **named):
        raise se.FileError("the disk is full", code="write_failed")

    monkeypatch.setattr("structedit.disk.journal.commit", full)
    (tmp_path / "a.py").write_text("a = 1\nb = 2\n")
    edits = [
        {"op": "str_replace", "path": "a.py", "old": f"{name} = ", "new": f"{name} = 1"}
        for name in "ab"
    ]
    batch = se.multi_edit(tmp_path, edits)
    assert batch.reason == "write_failed" and not batch.failed
    (replaced,) = se.get_edit_stats().operations
    assert (replaced.operation, replaced.edits, replaced.hits) == ("str_replace", 2, 0)
    assert replaced.reasons == (("write_failed", 2),) and replaced.dry_runs == 0


def by_mcp(path, run):
    session = se.Session(path.parent)
    names = ("str_replace", "replace_block", "delete_block", "insert")
    scripted(*(as_tool(session, name) for name in names), path.name)


def as_tool(session, name):
    positions = {"str_replace": ("old", "new"), "insert": ("text",), "delete_block": ("selector",)}

    def call(path, *texts, **options):
        given = positions.get(name, ("selector", "new"))
        sent = {"path": path, **dict(zip(given, texts, strict=False)), **options}
        return tools.dispatch(name, sent, session)

    return call


def asked(stats, key):
    return next(question for question in stats.questions if question.key == key)


# What is never kept

CANARY = "qZ7wCanaryX9"


def test_nothing_of_content_paths_and_names_is_kept(tmp_path, monkeypatch, state_folder):
    """Every text that a caller can give holds the canary; no file of the statistics does."""
    monkeypatch.setenv("STRUCTEDIT_SESSION", CANARY)
    path = tmp_path / f"{CANARY}.py"
    path.write_text(f"def {CANARY}(a):\n    {CANARY}_1 = 1\n    return {CANARY}_1\n")
    within = {"within": CANARY, "after": f"{CANARY}_1 = 1"}
    se.str_replace(path, f"return {CANARY}_1", f"return {CANARY}_2", **within, backup=False)
    se.str_replace(path, f"{CANARY} is not there", CANARY, backup=False)
    se.replace_block(path, f"{CANARY}.{CANARY}", CANARY, backup=False)
    se.insert(path, f"# {CANARY}\n", after=f"{CANARY} not here", backup=False)
    body = f"def {CANARY}(b):\n    return '{CANARY}'\n"
    se.replace_function_body(path, CANARY, body, backup=False)
    with pytest.raises(se.FormatError):
        se.apply_edits(f"{CANARY}", tmp_path, path=path.name)
    with pytest.raises(se.FileError):
        se.str_replace(tmp_path / CANARY / "gone", CANARY, CANARY)
    se.multi_edit(
        tmp_path,
        [{"op": "str_replace", "path": path.name, "old": CANARY, "new": "x", "occurrence": 9}],
    )
    for language in (CANARY, "python"):
        with suppress(se.StructEditError):
            se.str_replace(path, CANARY, CANARY, language=language)
            se.outline(path, language=language)
    se.get_region(path, CANARY), se.get_region(path, anchor=CANARY, within=CANARY)
    se.get_region(path, f"{CANARY}.{CANARY}"), se.get_region(path, start=CANARY, end=CANARY)
    se.find([path, tmp_path], text=CANARY), se.find(path, regex=f"{CANARY}+"), se.check(path)
    with pytest.raises(se.FileError):
        se.outline(tmp_path / CANARY / "gone")
    se.history(tmp_path)
    assert se.get_edit_stats().edits >= 8
    assert se.get_edit_stats().reads >= 8
    se.str_replace(path, f"{CANARY} is not there", CANARY)
    shown = [page(se.get_edit_stats()), stats_text(se.get_edit_stats())]
    shown.append(json.dumps(se.get_edit_stats().to_dict()))
    kept = [file.read_bytes() for file in (state_folder / "statistics").iterdir()]
    assert len(kept) >= 2
    for content in (*kept, *(text.encode() for text in shown)):
        assert CANARY.encode() not in content
        assert CANARY.lower().encode() not in content.lower()
        assert str(tmp_path).encode() not in content


def test_signature_changes_are_counted(file):
    body = "def load(path, limit):\n    return limit\n"
    assert se.replace_function_body(file, "load", body).landed
    assert se.get_edit_stats().signature_changes == 1


# What is kept of a call


@pytest.mark.parametrize(
    ("hints", "narrowed"),
    [
        ({"within": "load"}, ("within",)),
        ({"after": "def save"}, ("after",)),
        ({"before": "def save"}, ("before",)),
        ({"between": ("def load", "def save")}, ("between",)),
        ({"near_line": 2, "radius": 2}, ("near_line",)),
        ({"occurrence": 2}, ("occurrence",)),
        ({"within": "save", "near_line": 9}, ("within",)),
        ({"within": "save", "after": "def save"}, ("after",)),
        ({"within": "save", "occurrence": 1}, ("within",)),
        ({"replace_all": True}, ()),
    ],
)
def test_which_hints_decided(hints, narrowed):
    document = se.Document.from_text(SOURCE, path="x.py")
    outcome = se.str_replace(document, "total = 0", "total = 1", **hints)
    assert outcome.landed
    assert call_made(outcome, outcome.request).narrowed == " ".join(narrowed)


def test_addressing():
    document = se.Document.from_text(SOURCE, path="x.py")

    def way(outcome):
        return call_made(outcome, outcome.request).addressing

    assert way(se.delete_block(document, "load")) is Addressing.SELECTOR
    assert way(se.delete_block(document, ":1-5", expected="x")) is Addressing.LINES
    assert way(se.delete_block(document, lines=1, expected="x")) is Addressing.LINES
    assert way(se.delete_block(document, anchor="for line in open(path):")) is Addressing.ANCHOR
    assert way(se.delete_block(document, start="def load", end="return")) is Addressing.ANCHOR
    assert way(se.insert(document, "x = 1", at="bottom")) is Addressing.FILE
    assert way(se.str_replace(document, "a", "b")) is Addressing.TEXT


def test_a_line_is_read_as_it_was_written(file, run):
    by_library(file, run)
    calls = list(spool.calls_in(spool.current()))
    assert len(calls) == 12
    again = [spool.line_of(call[name] for name in spool.COLUMNS) for call in calls]
    assert [spool.read_line(line) for line in again] == calls
    written = Path(spool.current()).read_text(encoding="ascii").split("\n")
    assert again == [line for line in written if line]


@pytest.mark.parametrize(("lines", "name"), [(0, "under 100"), (5000, "5000 and more")])
def test_size_classes(lines, name):
    assert size_class(lines) == name


# Questions and advice


def alike(count, status="applied", **facts):
    """Make calls that are alike, as rows of the table."""
    call = {
        "session": "5e55",
        "time": 1,
        "file": "f11e",
        "duration": 3000,
        "operation": "str_replace",
        "addressing": "text",
        "format": "call",
        "status": status,
        "reason": "",
        "tier": "exact" if status == "applied" else "",
        "hints": "",
        "narrowed": "",
        "old_lines": 1,
        "lines_changed": 1,
        "size": "under 100",
        "language": "python",
        "signature_changed": False,
        "risk": "low",
        "dry_run": False,
    }
    return [{**call, **facts} for _ in range(count)]


def chosen(calls):
    """Open a store in memory that holds these calls, all of them chosen."""
    db = ledger.in_memory()
    for number, call in enumerate(calls):
        row = {"id": str(number), **call}
        names, marks = ", ".join(row), ", ".join("?" * len(row))
        db.execute(f"INSERT INTO calls ({names}) VALUES ({marks})", tuple(row.values()))
    ledger.choose(db)
    return closing(db)


def stats_of(calls):
    with chosen(calls) as db:
        return edit_stats(db, scope=Scope.LIFETIME)


def answer(key, *calls):
    with chosen([call for some in calls for call in some]) as db:
        return next(question for question in questions_of(db) if question.key == key)


def test_calls_that_are_alike_are_each_counted():
    edits = [*alike(3, duration=1000, lines_changed=2), *alike(1, duration=5000, lines_changed=10)]
    read = {"operation": "outline", "reads": 1}
    reads = [*alike(2, duration=1000, **read), *alike(1, duration=4000, **read)]
    stats = stats_of([*edits, *alike(2, "not_found", old_lines=4, duration=0), *reads])
    assert (stats.edits, stats.hits, stats.lines_changed) == (6, 4, 16)
    assert stats.average_old_lines == 2  # four edits of one line, two of four
    assert stats.average_milliseconds == 1.33
    (reading,) = stats.readings
    assert (reading.calls, reading.found, reading.slowest_milliseconds) == (3, 3, 4)
    assert reading.average_milliseconds == 2


def test_too_few_calls_have_no_rate():
    found = answer("old_length", alike(LEAST - 1), alike(2, old_lines=40))
    assert found.finding == "not enough data"
    assert not found.enough
    assert [(group.calls, group.rate) for group in found.groups] == [(9, None), (2, None)]


def test_a_clear_difference_is_said():
    few, many = alike(60), alike(20, "not_found", old_lines=40)
    found = answer("old_length", few, many, alike(20, old_lines=40))
    assert found.finding == "30 lines and more: 50 % failed; 1 line: 0 %"


def test_no_difference_is_said():
    found = answer("old_length", alike(10), alike(10, old_lines=40), alike(1, "not_found"))
    assert found.finding == "no clear difference"


def test_each_question_of_a_large_store_has_an_answer():
    stats = stats_of(many_calls())
    unanswered = [q.title for q in stats.questions if not q.enough]
    assert unanswered == []
    for question in stats.questions:
        for group in question.groups:
            assert 0 <= group.count <= group.calls
            assert group.rate is None or group.low <= group.rate <= group.high


def many_calls():
    """Make calls in which every question has something to count."""
    hints = ("within", "after", "before", "between", "near_line", "occurrence")
    found = alike(40) + alike(12, "not_found", reason="no_match") + alike(15, dry_run=True)
    for hint in hints:
        found += alike(20, hints=hint, narrowed=hint) + alike(11, "ambiguous", hints=hint)
    for lines in (2, 5, 12, 80):
        found += alike(10, old_lines=lines) + alike(lines, "not_found", old_lines=lines)
    for size in ("100-399", "400-999", "1000-4999", "5000 and more"):
        found += alike(10, size=size, tier="fuzzy")
    for name in ("replace_block", "replace_function_body", "delete_block"):
        for way in ("selector", "lines", "anchor"):
            kind = {"operation": name, "addressing": way, "old_lines": None, "tier": ""}
            found += alike(9, **kind) + alike(4, "refused", reason="stale", **kind)
    for name in ("unified", "search_replace", "json"):
        found += alike(14, format=name)
    for name in ("outline", "get_region"):
        kind = {"operation": name, "tier": "", "old_lines": None, "reads": True}
        found += alike(29, "unchanged", **kind) + alike(1, "unchanged", duration=9000, **kind)
        found += alike(12, "not_found", reason="no_match", **kind)
    return [*found, *alike(30, rehearsed=True), *alike(30, read_first=True)]


@pytest.mark.parametrize(
    ("fails", "advice"),
    [
        ([("whitespace", 4)], "4 misses on indentation or blanks: replace_block needs no old text"),
        ([("whitespace", 2)], ""),
        ([("no_match", 3), ("stale", 2)], "3 misses on the old text: replace_block needs no"),
        ([("several_matches", 5)], "5 texts that stand in several places: add within"),
        ([("stale", 3)], "3 line numbers that no longer held: pass the version"),
        ([("selector_not_found", 3)], "3 selectors that named no one block: outline lists"),
        ([("found_outside_scope", 3)], "3 hints that did not fit: one hint that is sure"),
        ([("malformed_edit", 3)], "3 texts of edits that could not be read: str_replace"),
        ([("risk", 9), ("stale", 3)], ""),  # nothing to say of most of them
    ],
)
def test_advice(fails, advice):
    found = advice_of({(reason, "text"): n for reason, n in fails})
    assert found.startswith(advice) if advice else found == ""


# Shown


class Reading(HTMLParser):
    """Reads the tables of a page by section, and every attribute that could load something."""

    def __init__(self, content):
        super().__init__()
        self.rows, self.open, self.links, self.section, self.cell = {}, [], [], "", None
        self.feed(content)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.links += [found[name] for name in ("src", "href", "action", "data") if name in found]
        if tag not in ("meta", "link", "line", "rect"):
            self.open.append(tag)
        if tag == "section":
            self.section = found.get("id", "")
        if tag == "tr":
            self.rows.setdefault(self.section, []).append([])
        if tag in ("td", "th"):
            self.rows[self.section][-1].append("")

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, text):
        if {"td", "th"} & set(self.open):
            self.rows[self.section][-1][-1] += text


@pytest.mark.parametrize("calls", [many_calls(), [], alike(3)])
def test_figures_of_the_page_are_those_of_the_json(calls):
    stats = stats_of(calls)
    read, told = Reading(page(stats)), stats_dict(stats)
    for question in told["questions"]:
        shown = read.rows.get(question["key"], [])[1:]
        groups = question["groups"] if question["enough"] else []
        assert shown == [
            [
                group["name"],
                "",
                f"{group['count']} of {group['calls']}",
                "–" if group["rate"] is None else f"{percent(group['rate'])} %",
                "too few"
                if group["rate"] is None
                else f"{percent(group['low'])}–{percent(group['high'])}",
            ]
            for group in groups
        ]
        assert question["finding"] in page(stats)
    shown = [row[:4] for row in read.rows.get("operations-table", [])[1:]]
    assert shown == [
        [its["operation"], *(str(its[name]) for name in ("edits", "hits", "fails"))]
        for its in told["operations"]
    ]


def test_reads_of_the_page_and_of_the_text_are_those_of_the_json():
    stats = stats_of(many_calls())
    told = stats_dict(stats)
    assert told["reads"] == 84
    # 41 calls of 3 ms, and one of 9
    expected = [("get_region", 42, 30, 12, 3.14, 9.0), ("outline", 42, 30, 12, 3.14, 9.0)]
    names = "operation", "calls", "found", "fails", "average_milliseconds", "slowest_milliseconds"
    assert [tuple(its[name] for name in names) for its in told["readings"]] == expected
    assert [its["reasons"] for its in told["readings"]] == [{"no_match": 12}] * 2
    rows = Reading(page(stats)).rows["reads-table"][1:]
    assert rows == [[*map(str, row), "no_match 12"] for row in expected]
    shown = stats_text(stats).splitlines()
    at = next(n for n, line in enumerate(shown) if line.startswith("reading"))
    assert shown[at + 1].split(None, 4) == [
        *("get_region", "42", "30", "12"),
        "3.1 ms, at most 9.0 ms, no_match 12",
    ]
    assert '"reads","outline","failed",42,12,' in stats_csv(stats)
    without = stats_of([call for call in many_calls() if not call.get("reads")])
    told_without = stats_dict(without)
    for name in told:  # all else is counted without the reads
        if name not in ("reads", "readings", "questions", "sessions"):
            assert told[name] == told_without[name], name
    sessions = [{**its, "reads": 0} for its in told["sessions"]]
    assert sessions == told_without["sessions"]
    for one, other in zip(told["questions"], told_without["questions"], strict=True):
        assert one == other or one["key"] == "reads"


def test_the_page_refers_to_nothing_outside():
    content = page(stats_of(many_calls()))
    assert Reading(content).links == ["data:,"]
    assert not re.search(r"https?:|url\(|@import|<script|//[a-z]", content)
    assert "prefers-color-scheme: dark" in content
    assert 'name="viewport"' in content


def test_a_page_is_written_over_a_page_and_over_nothing_else(file, run, tmp_path):
    by_library(file, run)
    for _ in range(2):
        assert run("stats", "--html", "report.html").returncode == 0
    assert "9 edits: 5 hits" in (tmp_path / "report.html").read_text()
    before = file.read_bytes()
    refused = run("stats", "--html", file)
    assert refused.returncode == 2
    assert "is not a page of statistics" in refused.stderr
    assert file.read_bytes() == before


def test_csv_has_the_figures_of_the_json():
    stats = stats_of(many_calls())
    lines = stats_csv(stats).splitlines()
    groups = [(q, g) for q in stats.questions for g in q.groups]
    assert len(lines) == 1 + len(groups)
    for line, (question, group) in zip(lines[1:], groups, strict=True):
        assert line.startswith(f'"{question.key}","{group.name}"')
        assert f",{group.calls},{group.count}," in line


def test_the_command_shows_what_the_library_says(file, run):
    by_library(file, run)
    shown = run("stats").stdout
    assert shown.startswith("9 edits: 5 hits (55 %), 4 fails (this session)\n")
    assert stats_text(se.get_edit_stats()).splitlines()[2] in shown
    assert "5 of 9 hits, 0 reads" in run("stats", "--sessions").stdout
    assert run("stats", "--session", "another").stdout.startswith("no edits yet")
    assert run("stats", "--session", "a test").stdout.startswith("9 edits")
    assert run("stats", "--json", "--csv").returncode == 2
    assert run("stats", "--session", "a test", "--scope", "lifetime").returncode == 2
    assert run("stats", "--reset").stdout.startswith("9 edits")
    assert run("stats").stdout.startswith("no edits yet")
    assert run("stats", "--scope", "lifetime").stdout.startswith("9 edits")


def test_commands_without_a_named_session_are_each_their_own(file, tmp_path):
    for word in ("1", "2"):
        command("str-replace", file, "--old=total = 0", f"--new=total = {word}", folder=tmp_path)
    stats = se.get_edit_stats("reset")
    assert stats.edits == 2
    assert [span.edits for span in stats.sessions] == [1, 1]


def test_a_scope_that_there_is_not():
    with pytest.raises(se.UsageError) as caught:
        se.get_edit_stats("forever")
    assert "session, reset, lifetime" in caught.value.hint
    assert set(SCOPES) == set(Scope)


def test_the_course_over_days_is_told_where_there_are_several(file):
    scripted(se.str_replace, se.replace_block, se.delete_block, se.insert, file)
    with ledger.opened() as db:
        db.execute("UPDATE calls SET time = 1800000000000 WHERE seq > 5")  # 2027-01-15, 08:00
        db.execute("UPDATE calls SET time = 1800000000000 - 2 * 86400000 WHERE seq <= 5")
    stats = se.get_edit_stats("lifetime")
    days = [(day.name, day.edits, day.hits) for day in stats.days]
    assert days == [("2027-01-13", 5, 2), ("2027-01-15", 4, 3)]
    assert "day         edits  hits  fails" in stats.report()
    assert "\n2027-01-13      5     2      3  ████████░░░░░░░░░░░░\n" in stats.report()
    assert '<section id="days-table">' in page(stats)
    assert stats.to_dict()["days"][1] == {"name": "2027-01-15", "edits": 4, "hits": 3, "fails": 1}


def test_one_day_has_no_course(file):
    se.str_replace(file, "return total", "return 0")
    with ledger.opened() as db:
        db.execute("UPDATE calls SET time = 1800000000000")
    stats = se.get_edit_stats("lifetime")
    assert [day.name for day in stats.days] == ["2027-01-15"]
    assert "2027" not in stats.report()
