"""The log of calls: several writers, damage, a full disk, folders that cannot be written, the switches."""

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from statistics_calls import by_library, by_session, check_counts, stats_of

import structedit as se
from structedit.extras.statistics import log


def test_eight_processes_at_once_and_a_reader(tmp_path):
    script = (
        "import sys; sys.path.insert(0, sys.argv[2]); import pathlib, statistics_calls as t\n"
        "path = pathlib.Path(sys.argv[1]); path.parent.mkdir(); path.write_text(t.SOURCE)\n"
        "t.by_library(path, None)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    here = Path(__file__).parent
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", script, tmp_path / str(number) / "work.py", here],
            env=environment,
        )
        for number in range(8)
    ]
    while any(writer.poll() is None for writer in writers):
        se.get_edit_stats()
    assert [writer.returncode for writer in writers] == [0] * 8
    stats = se.get_edit_stats("lifetime")
    check_counts(stats, times=8)
    sessions = stats.table("sessions").dicts()
    assert [(its["edits"], its["hits"]) for its in sessions] == [(9, 5)] * 8
    assert all(its["began"] <= its["ended"] for its in sessions)


def test_only_the_user_may_read_the_log(file, run, state_folder):
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
    assert names == {"calls-3.log": 0o600, "key": 0o600}


def test_a_line_that_was_cut_off_costs_no_other_and_is_said(file, run):
    by_library(file, run)
    with open(log.path(), "ab") as lines:
        lines.write(b"\nabc\ttorn")
    assert se.get_edit_stats().damaged == 0  # it may be one that is being written just now
    se.str_replace(file, "return 2", "return 3")
    stats = se.get_edit_stats()
    assert (stats.edits, stats.damaged) == (10, 1)
    assert "1 damaged line of the log was left out" in run("stats").stdout


def test_a_damaged_log_harms_no_edit_and_loses_no_whole_line(file, run):
    by_library(file, run)
    whole = Path(log.path()).read_bytes()
    Path(log.path()).write_bytes(b"\0\xff\n\t\t\t\n" * 100 + whole)
    assert se.str_replace(file, "return 2", "return 3").landed
    stats = se.get_edit_stats()
    assert (stats.edits, stats.damaged) == (10, 200)


def test_a_line_with_words_that_are_none_is_damaged(file):
    se.str_replace(file, "total = 0", "total = 1", within="load")
    (words,) = log.read()
    assert stats_of([words]).damaged == 0
    for column, wrong in (("time", "soon"), ("dry_run", ""), ("old_lines", "two")):
        at = log.COLUMNS.index(column)
        stats = stats_of([words, [*words[:at], wrong, *words[at + 1 :]]])
        assert (stats.edits, stats.damaged) == (1, 1)
    assert stats_of([[*words, ""]]).damaged == 1


def test_a_full_half_takes_the_place_of_the_older_one(file, monkeypatch, state_folder):
    """The eighth call fills the second half, so that the first four calls are forgotten."""
    se.str_replace(file, "total = 0", "total = 1", within="load")
    line = Path(log.path()).stat().st_size
    monkeypatch.setattr(log, "HALF", 3 * line)  # four calls fill it
    found = []
    for number in range(1, 12):
        se.str_replace(file, f"total = {number}", f"total = {number + 1}")
        found.append(se.get_edit_stats("lifetime").edits)
        size = sum(its.stat().st_size for its in (state_folder / "statistics").glob("*.log"))
        assert size <= 8 * line
    assert found == [2, 3, 4, 5, 6, 7, 4, 5, 6, 7, 4]
    assert stat.S_IMODE((state_folder / "statistics/calls-3.older.log").stat().st_mode) == 0o600


def test_a_reset_holds_when_the_log_is_halved(file, monkeypatch):
    monkeypatch.setattr(log, "HALF", 1)  # every call fills it
    for number in range(3):
        se.str_replace(
            file,
            "total = 0" if not number else f"total = {number}",
            f"total = {number + 1}",
            within="load",
        )
    assert se.get_edit_stats("reset", reset=True).edits == 1
    assert se.get_edit_stats("reset").edits == 0
    assert se.str_replace(file, "total = 3", "total = 4").landed
    assert se.get_edit_stats("reset").edits == 1


def test_a_log_that_is_halved_while_it_is_read_is_counted_once(file, monkeypatch):
    """The newer half becomes the older one after it was read and before the older one is read."""
    for number in range(3):
        se.str_replace(file, f"total = {number}", f"total = {number + 1}", within="load")
    content = log._content

    def then_halved(name):
        found = content(name)
        if Path(log.path()).exists():
            Path(log.path()).rename(Path(log.path()).with_name("calls-3.older.log"))
        return found

    monkeypatch.setattr(log, "_content", then_halved)
    assert se.get_edit_stats("lifetime").edits == 3


def test_a_full_disk_harms_no_edit(file, monkeypatch):
    write = log.os.write

    def full(to, raw):
        is_line = bytes(raw[:1]) == b"\n" and raw.isascii()  # a key is random
        return write(to, raw[:10]) if is_line else write(to, raw)

    monkeypatch.setattr(log.os, "write", full)
    assert se.str_replace(file, "total = 0", "total = 1", within="load").landed
    with pytest.raises(se.FileError) as caught:
        se.get_edit_stats(reset=True)
    assert caught.value.code == "write_failed"
    monkeypatch.undo()
    assert se.str_replace(file, "total = 1", "total = 2").landed


def test_a_log_that_is_a_link_is_not_written(file, state_folder, tmp_path):
    folder = state_folder / "statistics"
    folder.mkdir(mode=0o700, parents=True)
    (folder / "calls-3.log").symlink_to(tmp_path / "elsewhere")
    assert se.str_replace(file, "total = 0", "total = 1", within="load").landed
    assert not (tmp_path / "elsewhere").exists()


def test_a_log_that_cannot_be_read_is_said(file, state_folder):
    (state_folder / "statistics/calls-3.log").mkdir(mode=0o700, parents=True)
    assert se.str_replace(file, "total = 0", "total = 1", within="load").landed
    with pytest.raises(se.FileError) as caught:
        se.get_edit_stats("lifetime")
    assert "cannot be read" in caught.value.message and "calls-3.log" in caught.value.hint


def test_a_log_that_may_only_be_read_is_read_and_not_reset(file, run, monkeypatch):
    by_library(file, run)
    before = Path(log.path()).read_bytes()

    def refused(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(log, "private_folder", refused)
    assert se.str_replace(file, "return 2", "return 3").landed
    assert se.get_edit_stats("reset").edits == 9
    with pytest.raises(se.FileError) as caught:
        se.get_edit_stats("reset", reset=True)
    assert "cannot be reset: Permission denied" in caught.value.message
    assert Path(log.path()).read_bytes() == before


def test_the_key_is_the_same_for_programs_that_draw_it_at_once(tmp_path):
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: log._key.__wrapped__(str(tmp_path)), range(64)))
    assert len(keys) == 1 and len(keys.pop()) == 32


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
