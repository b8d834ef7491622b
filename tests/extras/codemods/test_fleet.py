"""Many roots: each all old or all new, done once, whoever works and whoever is killed meanwhile."""

import errno
import json
import multiprocessing
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, ThreadPoolExecutor
from importlib import metadata
from multiprocessing import get_context
from pathlib import Path

import pytest

import structedit as se
from structedit.disk import history, journal, locks, owners
from structedit.disk.state_folder import private_folder
from structedit.extras.codemods import executors, fleet
from structedit.text.errors import UsageError

WRAP = {"pattern": "old($A)", "template": "old(wrap($A))"}
FILES = 4
OLD, NEW = "x = old({})\n", "x = old(wrap({}))\n"


@pytest.fixture
def folders(tmp_path):
    """Five roots of some files each."""
    for name in "abcde":
        fill(tmp_path / "all" / name)
    return sorted((tmp_path / "all").iterdir())


def fill(root):
    root.mkdir(parents=True)
    for number in range(FILES):
        (root / f"{number}.py").write_text(OLD.format(number))


def state_of(root):
    """Whether a root is old or new; anything else fails."""
    texts = [(root / f"{number}.py").read_text() for number in range(FILES)]
    if texts == [OLD.format(number) for number in range(FILES)]:
        return "old"
    assert texts == [NEW.format(number) for number in range(FILES)]
    return "new"


def times_done(root):
    """How often a run was made in a root and not taken back."""
    return len(history.stacks_of(history.entries_of(str(root))).done)


def test_each_root_is_a_transaction_with_a_row_of_its_own(folders):
    told = []
    out = se.rewrite_fleet(folders, **WRAP, on_row=told.append)
    assert [(row.root, row.status, row.searched, row.files, row.hits) for row in out.rows] == [
        (str(folder), "applied", FILES, FILES, FILES) for folder in folders
    ]
    assert out.landed and tuple(told) == out.rows and not out.missing
    assert len({row.undo_id for row in out.rows}) == len(folders)
    assert [state_of(folder) for folder in folders] == ["new"] * 5


def test_running_again_does_only_what_is_missing(folders):
    first = se.rewrite_fleet(folders[:3], **WRAP)
    second = se.rewrite_fleet(folders, **WRAP)
    assert first.name == second.name
    assert [row.again for row in second.rows] == [True] * 3 + [False] * 2
    assert [row.undo_id for row in second.rows[:3]] == [row.undo_id for row in first.rows]
    assert [state_of(folder) for folder in folders] == ["new"] * 5


def test_another_name_or_template_is_another_run(folders):
    first = se.rewrite_fleet(folders[:1], **WRAP)
    again = se.rewrite_fleet(folders[:1], **WRAP, once="second")
    other = se.rewrite_fleet(folders[:1], pattern="old($A)", template="new($A)")
    assert len({first.name, again.name, other.name}) == 3
    assert not again.rows[0].again and not other.rows[0].again
    assert (folders[0] / "0.py").read_text() == "x = new(wrap(wrap(0)))\n"


def test_a_root_without_hits_is_planned_again(folders):
    arguments = {"pattern": "nowhere($A)", "template": "x"}
    for _ in range(2):
        (row,) = se.rewrite_fleet(folders[:1], **arguments).rows
        assert (row.status, row.searched, row.again) == ("unchanged", FILES, False)
    (folders[0] / "0.py").write_text("nowhere(1)\n")
    assert se.rewrite_fleet(folders[:1], **arguments).rows[0].status == "applied"


def test_a_root_that_fails_is_one_row_and_is_tried_again(folders):
    (folders[1] / "structedit.toml").write_text("nonsense = [")
    gone = folders[0].parent / "gone"
    out = se.rewrite_fleet([folders[0], folders[1], gone], **WRAP)
    assert [row.status for row in out.rows] == ["applied", "error", "error"]
    assert "structedit.toml" in out.rows[1].message and "there is no folder" in out.rows[2].message
    assert out.missing == out.rows[1:] and not out.landed
    (folders[1] / "structedit.toml").unlink()
    again = se.rewrite_fleet([folders[0], folders[1]], **WRAP)
    assert [(row.status, row.again) for row in again.rows] == [
        ("applied", True),
        ("applied", False),
    ]


def test_refused_files_are_counted_and_named_and_the_others_written(folders):
    (folders[0] / "bad.py").write_text("def f(:\n    old(1) +\n")
    (folders[0] / "rest.py").write_text("old(1 # why\n)\n")
    (row,) = se.rewrite_fleet(folders[:1], **WRAP).rows
    assert (row.status, row.files, row.hits, row.refused, row.passed) == ("applied", 4, 4, 2, 2)
    assert row.refusals == (
        "bad.py: broken_target: line 2: the hit is in code that does not parse",
        "rest.py: unmatched_rest: line 1: '# why' is in the hit but not in the pattern: it would be deleted",
    )
    assert state_of(folders[0]) == "new"


def test_a_root_in_which_every_file_is_refused_is_still_missing(folders):
    arguments = {"pattern": "old($A)", "template": "old("}
    for _ in range(2):
        (row,) = se.rewrite_fleet(folders[:1], **arguments).rows
        assert (row.status, row.files, row.refused, row.again) == ("refused", 0, FILES, False)
    assert (
        row.refusals[0].startswith("0.py: new_syntax_error: the result")
        and state_of(folders[0]) == "old"
    )


def test_a_pattern_of_another_language_leaves_a_root_as_it_is(folders):
    (row,) = se.rewrite_fleet(folders[:1], pattern="fn $A() {}", template="x", language="rust").rows
    assert (row.status, row.files) == ("unchanged", 0)


def test_what_is_wrong_for_all_roots_is_an_error(folders):
    for arguments, said in (
        ({"pattern": "old($A)"}, "template"),
        ({"pattern": "old($A)", "template": "$B"}, r"\$B"),
        ({**WRAP, "forces": True}, "did you mean 'force'"),
        ({"query": "(call) @c", "template": lambda node: None}, "needs a name"),
    ):
        with pytest.raises(UsageError, match=said):
            se.rewrite_fleet(folders, **arguments)
    with pytest.raises(UsageError, match="is inside the root"):
        se.rewrite_fleet([folders[0].parent, folders[0]], **WRAP)
    assert [state_of(folder) for folder in folders] == ["old"] * 5


def test_a_dry_run_writes_nothing_and_keeps_nothing(folders):
    (row,) = se.rewrite_fleet(folders[:1], **WRAP, dry_run=True).rows
    assert (row.files, row.undo_id, state_of(folders[0])) == (FILES, None, "old")
    assert row.status == "would_apply" and row.is_done
    assert se.history(folders[0]) == ()
    assert not se.rewrite_fleet(folders[:1], **WRAP).rows[0].again


def test_where_nothing_can_be_kept_it_is_an_error(folders, state_folder):
    state_folder.parent.mkdir(parents=True, exist_ok=True)
    state_folder.write_text("in the way")
    (row,) = se.rewrite_fleet(folders[:1], **WRAP).rows
    assert row.status == "error" and "the state of this root cannot be stored" in row.message
    assert state_of(folders[0]) == "old"


class TestStateFolder:
    def test_a_named_folder_holds_all_that_undo_needs(self, folders, tmp_path, state_folder):
        state = tmp_path / "shared"
        (row,) = se.rewrite_fleet(folders[:1], **WRAP, state=state).rows
        assert row.status == "applied" and not (state_folder / "history").exists()
        assert stat.S_IMODE(state.stat().st_mode) == 0o700
        assert se.history(folders[0]) == ()
        assert [entry.id for entry in se.history(folders[0], state=state)] == [row.undo_id]
        assert "+x = old(wrap(0))" in se.show(row.undo_id, folders[0], state=state)[1]
        with pytest.raises(UsageError, match="nothing to undo"):
            se.undo(root=folders[0])
        assert se.rewrite_fleet(folders[:1], **WRAP, state=state).rows[0].again
        assert se.undo(root=folders[0], state=state).landed and state_of(folders[0]) == "old"
        assert se.redo(root=folders[0], state=state).landed and state_of(folders[0]) == "new"
        assert se.undo_fleet(folders[:1], state=state).rows[0].files == FILES
        assert state_of(folders[0]) == "old"

    def test_a_folder_in_a_root_is_refused(self, folders):
        with pytest.raises(UsageError, match="is inside the root"):
            se.rewrite_fleet(folders, **WRAP, state=folders[1] / ".state")
        assert [state_of(folder) for folder in folders] == ["old"] * 5

    def test_a_folder_in_a_repository_is_refused(self, folders, tmp_path):
        (tmp_path / "clone/.git").mkdir(parents=True)
        with pytest.raises(UsageError, match="is inside the repository"):
            se.rewrite_fleet(folders, **WRAP, state=tmp_path / "clone/state")
        assert state_of(folders[0]) == "old"

    @pytest.mark.parametrize("what", ["a link", "open to others", "a file"])
    def test_a_folder_that_others_may_have_written_is_refused(self, folders, tmp_path, what):
        state = tmp_path / "shared"
        if what == "a file":
            state.write_text("")
        elif what == "a link":
            (tmp_path / "real").mkdir(mode=0o700)
            state.symlink_to(tmp_path / "real")
        else:
            state.mkdir()
            state.chmod(0o777)
        why = {"a link": "it is a symbolic link", "a file": "not a directory"}
        with pytest.raises(UsageError, match=why.get(what, "other users may write in it")):
            se.rewrite_fleet(folders, **WRAP, state=state)
        assert state_of(folders[0]) == "old"

    def test_without_one_a_scheduler_with_workers_elsewhere_is_refused(self, folders):
        class Cluster(ThreadPoolExecutor):
            """An executor like that of Dask, with one worker on another machine."""

            @property
            def _client(self):
                return self

            def run(self, function, on_error):
                return {"tcp://here": function(), "tcp://there": {**function(), "host": "x"}}

        with Cluster(1) as cluster, pytest.raises(UsageError, match="must run on one machine"):
            se.rewrite_fleet(folders, **WRAP, executor=cluster)
        assert state_of(folders[0]) == "old"

    def test_a_folder_beside_the_root_is_never_read(self, folders):
        beside = folders[0].parent / ".structedit" / folders[0].name / "pending"
        beside.mkdir(parents=True, mode=0o700)
        (beside / "00000000000001-0badc0de.1.json").write_text('{"format": 2}')
        se.rewrite_fleet(folders[:1], **WRAP)
        assert [path.name for path in beside.iterdir()] == ["00000000000001-0badc0de.1.json"]


def test_paths_are_below_each_root(folders):
    se.rewrite_fleet(folders[:2], **WRAP, paths=["1.py"])
    for folder in folders[:2]:
        texts = [(folder / f"{number}.py").read_text() for number in range(3)]
        assert texts == [OLD.format(0), NEW.format(1), OLD.format(2)]


def test_a_script_is_sent_as_text(folders, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "def edit(tree):\n"
        "    return [node.replace('x = 1') for node in tree.query('(assignment) @a')]\n"
    )
    out = se.run_fleet(folders[:2], str(script), jobs=2)
    assert [row.hits for row in out.rows] == [FILES, FILES]
    assert (folders[0] / "2.py").read_text() == "x = 1\n"
    assert all(row.again for row in se.run_fleet(folders[:2], str(script)).rows)


RULES = """
id: no-old
language: python
severity: error
rule: {pattern: old($A)}
fix: old(wrap($A))
"""


class TestScan:
    def test_each_root_is_a_row_with_its_findings_and_nothing_is_written(self, folders):
        out = se.scan_fleet(folders, inline_rules=RULES)
        assert [(row.status, row.searched, row.found, row.errors) for row in out.rows] == [
            ("unchanged", FILES, FILES, FILES)
        ] * 5
        assert [one.path for one in out.rows[0].findings] == [f"{n}.py" for n in range(FILES)]
        assert out.rows[0].findings[1].place.text == "old(1)" and out.landed and not out.name
        assert state_of(folders[0]) == "old" and se.history(folders[0]) == ()
        (folders[0] / "0.py").write_text("x = 1\n")
        (row,) = se.scan_fleet(folders[:1], inline_rules=RULES).rows
        assert (row.again, row.found) == (False, FILES - 1)

    def test_fixes_are_a_transaction_a_root_and_made_once(self, folders):
        first = se.scan_fleet(folders[:3], inline_rules=RULES, fix=True)
        assert [(row.status, row.files, row.hits, row.errors) for row in first.rows] == [
            ("applied", FILES, FILES, 0)
        ] * 3
        second = se.scan_fleet(folders, inline_rules=RULES, fix=True, jobs=2)
        assert first.name == second.name
        assert [row.again for row in second.rows] == [True] * 3 + [False] * 2
        assert [one.place.text for one in second.rows[0].findings][1:2] == ["old(wrap(1))"]
        assert [state_of(folder) for folder in folders] == ["new"] * 5
        assert all(row.files == FILES for row in se.undo_fleet(folders, first.name).rows)
        assert [state_of(folder) for folder in folders] == ["old"] * 5

    def test_fixes_that_are_not_made_are_named_and_the_others_made(self, folders):
        (folders[0] / "rest.py").write_text("old(1 # why\n)\n")
        (row,) = se.scan_fleet(folders[:1], inline_rules=RULES, fix=True).rows
        assert (row.status, row.files, row.passed, row.errors) == ("applied", FILES, 1, 1)
        assert row.refusals == (
            "rest.py:1: no-old: '# why' is in the hit but not in the pattern: it would be deleted",
        )
        only = se.scan_fleet(folders[:1], inline_rules=RULES, fix=True, paths=["rest.py"]).rows[0]
        assert (only.status, only.is_done, only.message) == ("refused", False, "no fix was made")

    def test_a_root_that_is_done_is_looked_at_again_without_more_fixes(self, folders):
        (folders[0] / "rest.py").write_text("old(1 # why\n)\n")
        fix = {"inline_rules": RULES, "fix": True}
        first, second = (se.scan_fleet(folders[:1], **fix).rows[0] for _ in range(2))
        assert (second.again, second.undo_id) == (True, first.undo_id)
        for row in (first, second):
            counts = (row.searched, row.files, row.hits, row.found, row.passed, row.errors)
            assert (row.status, *counts) == ("applied", FILES + 1, FILES, FILES, FILES + 1, 1, 1)
        assert second.findings[0].place.text == "old(wrap(0))"
        assert state_of(folders[0]) == "new" and times_done(folders[0]) == 1

    def test_what_is_wrong_for_all_roots_is_an_error_and_what_is_in_one_is_its_row(self, folders):
        for arguments, said in (
            ({"inline_rules": "id: x"}, "rule"),
            ({"inline_rules": RULES, "fixes": True}, "did you mean 'fix'"),
            ({"inline_rules": RULES, "once": "x"}, "a scan without fix"),
            ({"inline_rules": RULES, "rule_ids": ["no-new"]}, "no rule has the id"),
            ({}, "there are no rules"),
        ):
            with pytest.raises(UsageError, match=said):
                se.scan_fleet(folders, **arguments)
        (folders[1] / "structedit.toml").write_text("nonsense = [")
        rows = se.scan_fleet([*folders[:2], folders[0].parent / "gone"], inline_rules=RULES).rows
        assert [row.status for row in rows] == ["unchanged", "error", "error"]

    def test_a_dry_run_writes_and_keeps_nothing(self, folders):
        (row,) = se.scan_fleet(folders[:1], inline_rules=RULES, fix=True, dry_run=True).rows
        assert (row.status, row.files, row.undo_id) == ("would_apply", FILES, None)
        assert state_of(folders[0]) == "old" and se.history(folders[0]) == ()


class TestUndo:
    def test_it_finds_the_part_of_a_root(self, folders):
        out = se.rewrite_fleet(folders[:2], **WRAP)
        assert [entry.id for entry in se.history(folders[0])] == [out.rows[0].undo_id]
        assert "+x = old(wrap(0))" in se.show(out.rows[0].undo_id, folders[0])[1]
        assert se.undo(root=folders[0]).landed
        assert [state_of(folder) for folder in folders[:2]] == ["old", "new"]
        assert se.redo(root=folders[0]).landed and state_of(folders[0]) == "new"

    def test_the_latest_edit_goes_first(self, folders):
        root = folders[0]
        se.multi_edit(root, [{"op": "create_file", "path": "before.py", "text": "1\n"}])
        se.rewrite_fleet([root], **WRAP)
        se.multi_edit(root, [{"op": "create_file", "path": "after.py", "text": "1\n"}])
        assert [entry.operation for entry in se.history(root)] == [
            "multi_edit",
            "rewrite",
            "multi_edit",
        ]
        assert se.undo(root=root).landed and not (root / "after.py").exists()
        assert state_of(root) == "new"
        assert se.undo(root=root).landed and state_of(root) == "old"
        assert (root / "before.py").exists()
        assert se.undo(root=root).landed and not (root / "before.py").exists()

    def test_a_run_that_was_taken_back_is_made_again(self, folders):
        name = se.rewrite_fleet(folders, **WRAP).name
        undone = se.undo_fleet(folders, name)
        assert [row.files for row in undone.rows] == [FILES] * 5
        assert [state_of(folder) for folder in folders] == ["old"] * 5
        assert se.undo_fleet(folders[:1], name).rows[0].status == "unchanged"
        assert not any(row.again for row in se.rewrite_fleet(folders, **WRAP).rows)
        assert [state_of(folder) for folder in folders] == ["new"] * 5

    def test_what_is_done_again_counts_as_made(self, folders):
        se.rewrite_fleet(folders[:1], **WRAP)
        assert se.undo(root=folders[0]).landed and se.redo(root=folders[0]).landed
        (row,) = se.rewrite_fleet(folders[:1], **WRAP).rows
        assert (row.again, row.hits, state_of(folders[0])) == (True, FILES, "new")


class TestKilled:
    def test_between_the_commit_and_the_row_nothing_is_done_twice(self, folders, monkeypatch):
        root = folders[0]
        with monkeypatch.context() as patched:
            patched.setattr(fleet, "_row_of_run", interrupted)
            with pytest.raises(KeyboardInterrupt):
                se.rewrite_fleet([root], **WRAP)
        assert state_of(root) == "new"
        (row,) = se.rewrite_fleet([root], **WRAP).rows
        assert row.again and (row.searched, row.files, row.hits) == (FILES, FILES, FILES)
        assert state_of(root) == "new" and times_done(root) == 1

    def test_a_worker_lost_after_its_commit_has_a_row(self, folders):
        root = str(folders[0])
        name = se.rewrite_fleet([root], **WRAP).name

        class Broken(ThreadPoolExecutor):
            def submit(self, *given):
                raise BrokenExecutor("a process ended")

        with Broken(1) as broken:
            rows = se.rewrite_fleet([root, folders[1]], **WRAP, executor=broken).rows
            assert [(row.status, row.again) for row in rows] == [("applied", True), ("lost", False)]
            assert rows[1].message == "a worker was lost: 'a process ended'"
            (row,) = se.undo_fleet([root], name, executor=broken).rows
        assert row.status == "lost" and state_of(folders[0]) == "new"

    @pytest.mark.parametrize("renames", range(1, FILES + 2))
    def test_while_a_root_is_written(self, folders, renames):
        root = folders[0]
        killed = get_context("fork").Process(target=killed_at, args=(root, renames))
        killed.start()
        killed.join()
        assert killed.exitcode == -signal.SIGKILL
        (row,) = se.rewrite_fleet([root], **WRAP).rows
        assert row.is_done and state_of(root) == "new" and times_done(root) == 1
        assert not list(root.glob(".*tmp"))

    def test_any_call_in_a_root_mends_it_first(self, folders):
        killed = get_context("fork").Process(target=killed_at, args=(folders[0], 3))
        killed.start()
        killed.join()
        assert (folders[0] / "1.py").read_text() == NEW.format(1)
        assert se.str_replace(folders[0] / "3.py", "x = old(3)", "x = 3").landed
        assert (folders[0] / "1.py").read_text() == OLD.format(1)

    def test_a_root_is_mended_of_a_plain_edit_too(self, folders):
        killed = get_context("fork").Process(target=killed_at, args=(folders[0], 3, se.rewrite))
        killed.start()
        killed.join()
        assert (folders[0] / "1.py").read_text() == NEW.format(1)
        (row,) = se.rewrite_fleet(folders[:1], **WRAP).rows
        assert (row.files, row.hits, state_of(folders[0])) == (FILES, FILES, "new")

    def test_with_the_caller_its_processes_end(self, folders, tmp_path):
        script = tmp_path / "script.py"
        script.write_text(
            "import os, time\n"
            "def edit(tree):\n"
            f"    open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\n"
            "    time.sleep(60)\n"
        )
        roots = tmp_path / "roots.txt"
        roots.write_text(f"{folders[0]}\n")
        command = [sys.executable, "-m", "structedit", "fleet", str(roots), "-j", "2", "--", "run"]
        caller = subprocess.Popen([*command, str(script)])
        wait_for(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text())
        caller.kill()
        caller.wait()
        wait_for(lambda: not owners._is_alive(int((tmp_path / "pid").read_text())))
        assert se.rewrite_fleet(folders[:1], **WRAP).rows[0].status == "applied"

    def test_a_root_that_kills_its_worker_is_the_only_one_lost(self, folders, tmp_path):
        script = tmp_path / "script.py"
        script.write_text(
            "import os\n"
            "def edit(tree):\n"
            f"    if os.path.exists({str(folders[1] / 'deadly')!r}) and 'deadly' in tree.text:\n"
            "        os.kill(os.getpid(), 9)\n"
            "    return [n.replace('x = 1') for n in tree.query('(assignment) @a')]\n"
        )
        (folders[1] / "0.py").write_text("x = 'deadly'\n")
        (folders[1] / "deadly").touch()
        out = se.run_fleet(folders, str(script), jobs=2)
        assert [row.status for row in out.rows] == ["applied", "lost", *["applied"] * 3]
        assert "a worker was lost" in out.rows[1].message
        assert (folders[1] / "1.py").read_text() == OLD.format(1)
        (folders[1] / "deadly").unlink()
        again = se.run_fleet(folders, str(script))
        assert [row.again for row in again.rows] == [True, False, True, True, True]


def interrupted(*given):
    raise KeyboardInterrupt


def killed_at(root, renames, rewrite=se.rewrite_fleet):
    """Rewrite a root in this process, which is killed at one of the renames of its files."""
    real, left = journal.direct.rename, [renames]

    def rename(source, target):
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        real(source, target)

    journal.direct.rename = rename
    finish = journal.history.place_of
    journal.history.place_of = lambda entry: (
        os.kill(os.getpid(), signal.SIGKILL) if renames > FILES else finish(entry)
    )
    rewrite([root], **WRAP)


class TestOwners:
    def test_a_process_of_another_host_may_live_and_one_before_a_start_does_not(self):
        here = owners.this_process()
        assert here.may_live and here.process == os.getpid()
        assert not owners.Owner(4194399, here.host, here.boot).may_live
        assert owners.Owner(4194399, "0", here.boot).may_live
        assert not owners.Owner(here.process, here.host, "0").may_live
        assert owners.Owner(here.process).may_live  # as an earlier version noted it

    def test_what_another_host_is_writing_is_left_to_it(self, folders):
        pending = Path(private_folder("pending"))
        names = [
            f"00000000000001-aaaaaaaa.{os.getpid()}.h00000000.json",
            f"00000000000001-bbbbbbbb.{os.getpid()}.json",
            "00000000000001-cccccccc.4194399.json",
        ]
        for name in names:
            (pending / name).write_text('{"format"')
        journal.recover()
        assert sorted(path.name for path in pending.iterdir()) == names[:2]

    def test_the_lock_of_a_root_is_waited_for_and_then_said(self, folders, monkeypatch):
        monkeypatch.setattr(fleet, "_PATIENCE", 0.2)
        ready, done = multiprocessing.Event(), multiprocessing.Event()
        holder = get_context("fork").Process(target=hold, args=(str(folders[0]), ready, done))
        holder.start()
        assert ready.wait(20)
        rows = se.rewrite_fleet(folders[:2], **WRAP).rows
        assert [row.status for row in rows] == ["error", "applied"]
        assert rows[0].message == "another process works on this root"
        monkeypatch.setattr(fleet, "_PATIENCE", 60.0)
        done.set()
        assert se.rewrite_fleet(folders[:1], **WRAP).rows[0].status == "applied"
        holder.join()

    @pytest.mark.parametrize("place", ["../victim.py", ".git/hooks/pre-commit"])
    def test_an_entry_that_is_none_of_a_root_is_not_acted_upon(self, folders, place):
        victim = Path(os.path.normpath(folders[0] / place))
        victim.parent.mkdir(parents=True, exist_ok=True)
        victim.write_text("kept\n")
        root = str(folders[0])
        kept = history.KeptFile(str(victim), None, history.backups.name_of(b"kept\n"))
        entry = history.Entry("abababab", 1.0, root, "rewrite", (kept,))
        path = os.path.join(private_folder("pending"), "00000000000001-abababab.1.json")
        history.write_entry(entry, path)
        se.rewrite_fleet([root], **WRAP)
        assert victim.read_text() == "kept\n"


def hold(root, ready, done):
    with locks.root_locked(root, 0):
        ready.set()
        done.wait(20)


class TestOnce:
    def test_a_run_of_a_name_is_made_once_until_it_is_taken_back(self, folders):
        root = folders[0]
        first = se.rewrite(root, **WRAP, root=root, once="wrap")
        again = se.rewrite(root, **WRAP, root=root, once="wrap")
        assert first.batch.status == "applied" and again.batch.status == "already_applied"
        assert first.undo_id in again.batch.message and state_of(root) == "new"
        assert se.undo(root=root).landed
        assert se.rewrite(root, **WRAP, root=root, once="wrap").batch.status == "applied"
        assert state_of(root) == "new"

    def test_it_needs_a_history(self, folders):
        with pytest.raises(UsageError, match="recognised by its backup"):
            se.rewrite(folders[0], **WRAP, once="wrap", backup=False)
        assert state_of(folders[0]) == "old"


class TestExecutors:
    def test_threads_and_processes_give_the_same(self, folders):
        root = folders[0]
        plain = se.rewrite(root, **WRAP, dry_run=True).diff
        with ThreadPoolExecutor(2) as threads:
            assert se.rewrite(root, **WRAP, dry_run=True, executor=threads).diff == plain
        with ProcessPoolExecutor(2, get_context("spawn")) as processes:
            assert se.rewrite(root, **WRAP, dry_run=True, executor=processes).diff == plain

    def test_a_function_that_cannot_be_sent_is_an_error_and_nothing_is_written(self, folders):
        with (
            ProcessPoolExecutor(1, get_context("spawn")) as pool,
            pytest.raises(se.StructEditError, match="cannot be sent"),
        ):
            se.run(lambda tree: None, folders[0], pool)
        assert state_of(folders[0]) == "old"

    def test_a_lost_worker_is_an_error_and_nothing_is_written(self, folders, tmp_path):
        script = tmp_path / "script.py"
        script.write_text("import os\ndef edit(tree):\n    os.kill(os.getpid(), 9)\n")
        with (
            ProcessPoolExecutor(1, get_context("spawn")) as pool,
            pytest.raises(executors.LostWorkerError, match="a worker was lost"),
        ):
            se.run(str(script), folders[0], pool)
        assert state_of(folders[0]) == "old"

    def test_what_is_no_executor_is_said(self, folders):
        with pytest.raises(UsageError, match="is not an executor"):
            se.rewrite(folders[0], **WRAP, executor="dask")


class TestCommand:
    def fleet(self, *words, roots, **more):
        command = [sys.executable, "-m", "structedit", "fleet", str(roots), *words]
        done = subprocess.run(command, capture_output=True, text=True, **more)
        return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr

    @pytest.fixture
    def roots(self, folders, tmp_path):
        path = tmp_path / "roots.txt"
        path.write_text("# those of the shop\n\n" + "".join(f"{f}\n" for f in folders[:2]))
        return path

    def test_a_line_for_each_root_and_back_again(self, folders, roots):
        words = ("--", "rewrite", "-p", "old($A)", "-r", "old(wrap($A))")
        code, rows, said = self.fleet(*words, roots=roots)
        assert code == 0 and [row["hits"] for row in rows] == [FILES, FILES]
        assert "2 roots of the run rewrite-" in said and said.endswith(": 2 applied\n")
        code, rows, said = self.fleet(*words, roots=roots)
        assert code == 0 and all(row["again"] for row in rows) and "2 done before" in said
        assert [state_of(folder) for folder in folders[:2]] == ["new", "new"]
        assert self.fleet("--", "undo", roots=roots)[0] == 0
        assert [state_of(folder) for folder in folders[:2]] == ["old", "old"]

    def test_rules_in_many_roots(self, folders, roots, tmp_path):
        (tmp_path / "rules.yml").write_text(RULES)
        words = ("--", "scan", str(tmp_path / "rules.yml"))
        code, rows, said = self.fleet(*words, "0.py", roots=roots)
        assert code == 1 and [len(row["findings"]) for row in rows] == [1, 1]
        assert rows[0]["findings"][0]["ruleId"] == "no-old" and "2 findings" in said
        code, rows, _ = self.fleet(*words, "--fix", roots=roots)
        assert code == 0 and [row["hits"] for row in rows] == [FILES, FILES]
        code, rows, said = self.fleet(*words, "--fix", roots=roots)
        assert code == 0 and all(row["again"] for row in rows) and "2 done before" in said
        assert [state_of(folder) for folder in folders[:2]] == ["new", "new"]

    def test_what_it_does_not_take_is_said(self, roots):
        for words, said in (
            (("--", "rewrite", "-p", "a($A)", "-r", "b", "--diff"), "does not take --diff"),
            (("--", "find", "x"), "a fleet cannot 'find'"),
            (("--", "scan", "--inline-rules", RULES, "--sarif"), "does not take --sarif"),
            (("--", "undo", "x"), "undo takes no arguments here"),
        ):
            code, rows, told = self.fleet(*words, roots=roots)
            assert (code, rows) == (2, []) and said in told

    def test_a_failing_root_is_its_exit_code(self, roots):
        roots.write_text(roots.read_text() + "/nowhere\n")
        code, rows, _ = self.fleet("--", "rewrite", "-p", "old($A)", "-r", "new($A)", roots=roots)
        assert code == 2 and [row["status"] for row in rows] == ["applied", "applied", "error"]

    def test_without_the_extra_it_is_named(self, roots, tmp_path):
        (tmp_path / "hidden").mkdir()
        (tmp_path / "hidden" / "distributed.py").write_text("raise ImportError('hidden')\n")
        path = os.pathsep.join((str(tmp_path / "hidden"), os.environ.get("PYTHONPATH", "")))
        code, rows, said = self.fleet(
            "--executor", "dask", "--", "undo", roots=roots, env={**os.environ, "PYTHONPATH": path}
        )
        assert (code, rows) == (2, []) and 'pip install "structedit[dask]"' in said


class TestDask:
    @pytest.fixture
    def loopback(self):
        pytest.importorskip("distributed")
        with socket.socket() as asked:
            asked.settimeout(5)
            if asked.connect_ex(("127.0.0.1", 9)) not in (0, errno.ECONNREFUSED):
                pytest.skip("nothing can be reached on this machine itself: no loopback")

    @pytest.fixture
    def client(self, loopback):
        import distributed

        with (
            distributed.LocalCluster(
                n_workers=2,
                threads_per_worker=1,
                dashboard_address=None,
                scheduler_kwargs={"dashboard_address": ":0"},
                silence_logs=50,
            ) as cluster,
            distributed.Client(cluster, set_as_default=False) as client,
        ):
            yield client

    def test_a_tree_and_a_fleet(self, client, folders):
        executor = client.get_executor()  # `pure` as it is by default, which is the worse
        plain = se.rewrite(folders[0], **WRAP, dry_run=True).diff
        assert se.rewrite(folders[0], **WRAP, dry_run=True, executor=executor).diff == plain
        out = se.rewrite_fleet(folders, **WRAP, executor=executor)
        assert out.landed and [state_of(folder) for folder in folders] == ["new"] * 5
        assert all(row.again for row in se.rewrite_fleet(folders, **WRAP, executor=executor).rows)

    def test_rules_in_a_fleet(self, client, folders):
        executor = client.get_executor()
        found = se.scan_fleet(folders, inline_rules=RULES, executor=executor)
        assert [len(row.findings) for row in found.rows] == [FILES] * 5
        for again in (False, True):
            out = se.scan_fleet(folders, inline_rules=RULES, fix=True, executor=executor)
            assert [row.again for row in out.rows] == [again] * 5 and out.landed
        assert [state_of(folder) for folder in folders] == ["new"] * 5

    def test_a_worker_that_is_killed_costs_nothing_that_stays(self, client, tmp_path):
        folders = [tmp_path / "more" / str(number) for number in range(12)]
        for folder in folders:
            fill(folder)
        (victim, _) = client.run(os.getpid).values()
        killed = []

        def kill(row):
            if not killed:
                killed.append(os.kill(victim, signal.SIGKILL))

        executor = client.get_executor()
        first = se.rewrite_fleet(folders, **WRAP, executor=executor, on_row=kill)
        assert killed and len(first.rows) == 12
        states = [state_of(folder) for folder in folders]
        second = se.rewrite_fleet(folders, **WRAP, executor=executor)
        assert second.landed and [state_of(folder) for folder in folders] == ["new"] * 12
        assert [times_done(folder) for folder in folders] == [1] * 12
        done = [row.is_done for row in first.rows]
        assert [state == "new" for state in states] == done

    def test_a_scheduler_that_is_not_there(self, folders, monkeypatch):
        pytest.importorskip("distributed")
        monkeypatch.setattr(executors, "_SECONDS_FOR_A_SCHEDULER", 1)
        began = time.monotonic()
        with (
            pytest.raises(UsageError, match=r"no Dask scheduler .* answered at tcp://127"),
            executors.dask_executor("tcp://127.0.0.1:9"),
        ):
            pass
        assert time.monotonic() - began < 20

    def test_other_versions_are_refused(self, client, folders, monkeypatch):
        real = metadata.version
        monkeypatch.setattr(metadata, "version", lambda name: f"{real(name)}.1")
        for rewrite, tree in ((se.rewrite, folders[0]), (se.rewrite_fleet, folders)):
            with pytest.raises(UsageError, match=r"the worker tcp.* has .* this process"):
                rewrite(tree, **WRAP, executor=client.get_executor())
        assert [state_of(folder) for folder in folders] == ["old"] * 5

    def test_no_two_calls_are_equal(self, client, folders):
        executor = client.get_executor()
        for number in range(2):
            (folders[0] / "0.py").write_text(f"x = old({number})\n")
            diff = se.rewrite(folders[0], **WRAP, dry_run=True, executor=executor).diff
            assert f"+x = old(wrap({number}))" in diff

    def test_a_scheduler_that_goes_away_is_not_waited_for(self, loopback, folders, tmp_path):
        (tmp_path / "script.py").write_text(
            f"import time\ndef edit(tree):\n    open({str(tmp_path / 'begun')!r}, 'w')\n    time.sleep(60)\n"
        )
        file, started = tmp_path / "scheduler.json", []

        def start(module, *words):
            command = [sys.executable, "-m", f"distributed.cli.{module}", "--no-dashboard", *words]
            started.append(subprocess.Popen(command, stderr=subprocess.DEVNULL))

        def kill_once_begun():
            wait_for((tmp_path / "begun").exists)
            for process in started:  # or a worker would hold the lock of its root for a while
                process.kill()

        try:
            start("dask_scheduler", "--port", "0", "--scheduler-file", str(file))
            wait_for(lambda: file.exists() and file.read_text().strip())
            address = json.loads(file.read_text())["address"]
            alone = ("--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path))
            start("dask_worker", address, *alone)
            with executors.dask_executor(address) as executor:
                killer = threading.Thread(target=kill_once_begun)
                killer.start()
                rows = se.run_fleet(folders, str(tmp_path / "script.py"), executor=executor).rows
                killer.join()
        finally:
            for process in started:
                process.kill()
                process.wait()
        assert {row.status for row in rows} == {"lost"} and len(rows) == 5
        assert rows[0].message == "a worker was lost: 'scheduler-connection-lost'"
        assert [state_of(folder) for folder in folders] == ["old"] * 5


def wait_for(condition):
    """Wait until a condition holds, a minute at most."""
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.05)
