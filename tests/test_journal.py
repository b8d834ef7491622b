"""Transactions: all files old or all new, after a kill, a full disk, and several writers."""

import multiprocessing
import os
import stat
import time
from contextlib import suppress
from pathlib import Path

import pytest

import structedit as se
from crashes import full_at, killed_at
from structedit.disk import backups, files, history, journal, locks
from structedit.disk.listing import TEMP_SUFFIX
from structedit.disk.locks import private_folder
from structedit.errors import FileError

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
EDITS = (
    {"op": "str_replace", "path": "script.py", "old": "old = 1", "new": "new = 1 # longer"},
    {"op": "str_replace", "path": "linked.py", "old": "old = 2", "new": "new = 2 # longer"},
    {"op": "move_file", "path": "moved.py", "to": "sub/moved.py"},
    {"op": "delete_file", "path": "gone.py"},
    {"op": "create_file", "path": "deep/er/made.py", "text": "made = 1\n"},
)
OLD = {
    "script.py": (b"old = 1\n", 0o755),
    "linked.py": (b"old = 2\n", 0o640),
    "moved.py": (b"old = 3\n", 0o700),
    "gone.py": (b"old = 4\n", 0o600),
}
NEW = {
    "script.py": (b"new = 1 # longer\n", 0o755),
    "linked.py": (b"new = 2 # longer\n", 0o640),
    "sub/moved.py": (b"old = 3\n", 0o700),
    "deep/er/made.py": (b"made = 1\n", 0o644),
}


@pytest.fixture(autouse=True)
def no_flushing(monkeypatch):
    """A kill leaves what was written, flushed or not; benchmarks/crash.py flushes in earnest."""
    monkeypatch.setattr(os, "fsync", lambda file: None)


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    fill(folder, tmp_path)
    return folder


def fill(folder, beside):
    """Make the old files: one with an attribute, one with a second name elsewhere."""
    folder.mkdir()
    for path, (content, mode) in OLD.items():
        (folder / path).write_bytes(content)
        (folder / path).chmod(mode)
    os.link(folder / "linked.py", beside / f"{folder.name}-other-name")
    if hasattr(os, "setxattr"):
        os.setxattr(folder / "script.py", "user.note", b"kept")


def warm(folder):
    """Plan once, so that the processes that are made of this one have the parser loaded."""
    fill(folder / "warm", folder)
    se.multi_edit(folder / "warm", EDITS, dry_run=True)


def state_of(folder):
    """Give each file's content and mode; temporary files count, and so do empty folders."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_dir():
            assert any(path.iterdir()), f"an empty folder is left: {name}"
        else:
            found[name] = (path.read_bytes(), stat.S_IMODE(path.stat().st_mode))
    return found


def check_whole(folder, beside):
    """All files are old, or all are new, and nothing else is there."""
    found = state_of(folder)
    assert found in (OLD, NEW), found
    other = beside / f"{folder.name}-other-name"
    assert other.samefile(folder / "linked.py"), "the hard link is broken"
    if hasattr(os, "setxattr"):
        assert os.getxattr(folder / "script.py", "user.note") == b"kept"
    assert not os.path.isdir(history.pending_folder()) or not os.listdir(history.pending_folder())
    return found == NEW


@needs_fork
def test_a_kill_at_any_call_leaves_all_old_or_all_new(tmp_path):
    news = []
    warm(tmp_path)
    for number in range(1, 400):
        folder = tmp_path / f"root{number}"
        fill(folder, tmp_path)
        killed = killed_at(number, lambda: se.multi_edit(folder, EDITS))  # noqa: B023
        if number % 3 == 0:  # and a second kill while the first is being mended
            killed_at(number // 3, journal.recover)
        left = journal.recover()
        assert not [path for entry in left for path in entry.left_alone]
        news.append(check_whole(folder, tmp_path))
        assert journal.recover() == ()
        if not killed:
            break
    assert not killed and news[-1]
    assert True in news[:-1] and False in news


@pytest.mark.parametrize("sticky", [False, True], ids=["once", "for good"])
def test_a_full_disk_at_any_call_leaves_all_old_or_all_new(tmp_path, sticky):
    for number in range(1, 400):
        folder = tmp_path / f"root{number}"
        fill(folder, tmp_path)
        outcomes = []

        def work():
            outcomes.append(se.multi_edit(folder, EDITS))  # noqa: B023

        hit = full_at(number, work, sticky=sticky)
        journal.recover()
        whole_and_new = check_whole(folder, tmp_path)
        assert outcomes[0].landed == whole_and_new, outcomes[0].report()
        if not hit:
            break
    assert not hit and outcomes[0].landed


@needs_fork
def test_a_single_edit_killed_at_any_call(tmp_path):
    for number in range(1, 100):
        file = tmp_path / f"app{number}.py"
        file.write_bytes(b"x = 1\n")
        killed = killed_at(number, lambda: se.str_replace(file, "x = 1", "x = 2"))  # noqa: B023
        journal.recover()
        check_single(file)
        if not killed:
            break
    assert not killed and file.read_bytes() == b"x = 2\n"


@pytest.mark.parametrize("sticky", [False, True], ids=["once", "for good"])
def test_a_single_edit_on_a_disk_that_is_full_at_any_call(tmp_path, sticky):
    for number in range(1, 100):
        file = tmp_path / f"app{number}.py"
        file.write_bytes(b"x = 1\n")
        landed = []

        def work():
            with suppress(FileError):  # the disk may be full when the file is read
                landed.append(se.str_replace(file, "x = 1", "x = 2").landed)  # noqa: B023

        hit = full_at(number, work, sticky=sticky)
        journal.recover()
        assert check_single(file) == any(landed)
        if not hit:
            break
    assert not hit and landed == [True]


def check_single(file):
    """The file is old, or it is new and can be taken back; nothing else is there."""
    new = file.read_bytes() == b"x = 2\n"
    assert new or file.read_bytes() == b"x = 1\n"
    assert not [p for p in file.parent.iterdir() if p.name.endswith(TEMP_SUFFIX)]
    pending = history.pending_folder()
    assert not os.path.isdir(pending) or not os.listdir(pending)
    kept = [e for e in se.history(file.parent) if any(f.path == str(file) for f in e.files)]
    assert len(kept) == new
    return new


def test_half_an_entry_of_a_process_at_work_is_left_to_it(tmp_path):
    folder = Path(private_folder("pending"))
    own, gone = folder / f"1-a.{os.getpid()}.json", folder / "1-b.4194399.json"
    for path in (own, gone):
        path.write_text('{"format": 1, "id"')
    journal.recover()
    assert own.exists() and not gone.exists()


class TestUndo:
    def test_back_and_forth(self, root, tmp_path):
        found = se.multi_edit(root, EDITS)
        assert found.landed and state_of(root) == NEW
        for _ in range(2):
            assert se.undo(root=root).landed
            assert check_whole(root, tmp_path) is False
            assert se.redo(root=root).landed
            assert check_whole(root, tmp_path) is True
        assert [entry.kind for entry in se.history(root)] == ["redo", "undo"] * 2 + ["edit"]

    def test_by_id_and_in_any_order(self, tmp_path):
        one, two = tmp_path / "one.py", tmp_path / "two.py"
        one.write_bytes(b"x = 1\n")
        two.write_bytes(b"x = 1\n")
        first = se.str_replace(one, "x = 1", "x = 2")
        se.str_replace(two, "x = 1", "x = 2")
        assert se.undo(first.undo_id[:6], tmp_path).landed
        assert (one.read_bytes(), two.read_bytes()) == (b"x = 1\n", b"x = 2\n")
        with pytest.raises(se.UsageError, match="undone already"):
            se.undo(first.undo_id, tmp_path)
        with pytest.raises(se.UsageError, match="no transaction"):
            se.undo("nothing", tmp_path)

    def test_refuses_after_an_outside_change_and_says_what(self, root):
        se.multi_edit(root, EDITS)
        (root / "script.py").write_bytes(b"new = 1 # longer\nmine = 2\n")
        before = state_of(root)
        found = se.undo(root=root)
        assert (found.status, found.reason) == (se.Status.REFUSED, se.Reason.STALE)
        assert "from line 2 on it differs" in found.report()
        assert state_of(root) == before

    @pytest.mark.parametrize("meddle", ["delete", "make"])
    def test_refuses_when_files_came_or_went(self, root, meddle):
        se.multi_edit(root, EDITS)
        if meddle == "delete":
            (root / "sub/moved.py").unlink()
        else:
            (root / "gone.py").write_bytes(b"another\n")
        before = state_of(root) if meddle == "make" else None
        assert se.undo(root=root).status is se.Status.REFUSED
        assert before is None or state_of(root) == before

    def test_keeps_what_is_made_in_a_new_folder(self, root):
        se.multi_edit(root, EDITS)
        (root / "deep/mine.py").write_bytes(b"mine = 1\n")
        assert se.undo(root=root).landed
        assert (root / "deep/mine.py").read_bytes() == b"mine = 1\n"
        assert not (root / "deep/er").exists()

    def test_nothing_kept_nothing_undone(self, root):
        found = se.multi_edit(root, EDITS, backup=False)
        assert found.landed and found.undo_id is None and se.history(root) == ()
        with pytest.raises(se.UsageError, match="nothing to undo"):
            se.undo(root=root)

    def test_damaged_backups_are_not_restored(self, root, state_folder):
        se.multi_edit(root, EDITS)
        before = state_of(root)
        for path in (state_folder / "backups").rglob("*"):
            if path.is_file():
                path.write_bytes(b"damaged")
        found = se.undo(root=root)
        assert found.status is se.Status.ERROR and "no longer kept" in found.report()
        assert state_of(root) == before


def _flip(file):
    old = file.read_text().strip()
    return {"op": "write_file", "path": file.name, "text": old + "0\n"}


class TestState:
    def test_only_the_user_may_look(self, root, state_folder):
        se.multi_edit(root, EDITS)
        for path in (state_folder, *state_folder.rglob("*")):
            assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path

    def test_retention_by_count(self, tmp_path):
        (tmp_path / "structedit.toml").write_text("[history]\nentries = 3\n")
        file = tmp_path / "app.py"
        file.write_bytes(b"x = 0\n")
        for number in range(1, 6):
            edit = {"op": "write_file", "path": "app.py", "text": f"x = {number}\n"}
            assert se.multi_edit(tmp_path, [edit]).landed
        assert len(se.history(tmp_path)) == 3
        assert backups.fetch(backups.name_of(b"x = 0\n")) is None
        assert backups.fetch(backups.name_of(b"x = 2\n")) == b"x = 2\n"
        assert [se.undo(root=tmp_path).landed for _ in range(2)] == [True, True]
        assert file.read_bytes() == b"x = 3\n"

    def test_retention_by_age(self, tmp_path, monkeypatch):
        (tmp_path / "structedit.toml").write_text("[history]\ndays = 7\n")
        file = tmp_path / "app.py"
        file.write_bytes(b"x = 0\n")
        for days in (8, 6):
            monkeypatch.setattr(history, "now", lambda d=days: time.time() - d * 86_400)
            assert se.multi_edit(tmp_path, [_flip(file)]).landed
        assert len(se.history(tmp_path)) == 2  # two days lie between them
        monkeypatch.setattr(history, "now", time.time)
        assert se.multi_edit(tmp_path, [_flip(file)]).landed
        assert len(se.history(tmp_path)) == 2

    def test_works_without_a_state_folder(self, root, tmp_path, monkeypatch):
        monkeypatch.setenv("XDG_STATE_HOME", str(root / "script.py"))
        found = se.multi_edit(root, EDITS)
        assert found.landed and found.undo_id is None
        assert check_whole(root, tmp_path) is True

    def test_what_cannot_be_read_is_no_entry(self, root):
        se.multi_edit(root, EDITS)
        folder = Path(history.folder_of(os.path.realpath(root)))
        (folder / "00000000000000-broken.json").write_bytes(b"{")
        assert len(se.history(root)) == 1


class TestPossible:
    def test_all_are_asked_before_any_is_written(self, root, tmp_path):
        (root / "script.py").chmod(0o444)
        found = se.multi_edit(root, EDITS)
        assert (found.status, found.reason) == (se.Status.REFUSED, se.Reason.READ_ONLY)
        assert state_of(root) == OLD | {"script.py": (b"old = 1\n", 0o444)}
        assert not [edit for edit in found.edits if edit.status is se.Fate.APPLIED]

    def test_a_change_between_plan_and_write(self, root):
        change = journal.Change(str(root / "script.py"), b"other\n", b"new\n")
        also = journal.Change(str(root / "gone.py"), b"old = 4\n", None)
        with pytest.raises(FileError) as caught:
            journal.commit([also, change], journal.Note(str(root), "test"))
        assert caught.value.code == "stale"
        assert state_of(root) == OLD

    def test_a_folder_that_became_a_link(self, root, tmp_path):
        (tmp_path / "outside").mkdir()
        (root / "sub").symlink_to(tmp_path / "outside")
        change = journal.Change(str(root / "sub" / "x.py"), None, b"x\n")
        with pytest.raises(FileError) as caught:
            journal.commit([change], journal.Note(str(root), "test"))
        assert caught.value.code == "outside_root"
        assert not list((tmp_path / "outside").iterdir())

    def test_another_writer_after_a_crash_is_left_alone(self, root):
        killed_at(30, lambda: se.multi_edit(root, EDITS))
        (root / "script.py").write_bytes(b"by hand\n")
        left = [path for entry in journal.recover() for path in entry.left_alone]
        assert left in ([], [str(root / "script.py")])
        assert (root / "script.py").read_bytes() == b"by hand\n"


@needs_fork
def test_what_is_to_be_put_back_is_not_edited_before(tmp_path):
    root, edits = tmp_path / "root", []
    for name in ("a/one.py", "b/two.py"):
        (root / name).parent.mkdir(parents=True)
        (root / name).write_text("x = 1\n")
        edits.append({"op": "str_replace", "path": name, "old": "x = 1", "new": "x = 2"})
    se.multi_edit(root, edits, dry_run=True)
    for number in range(1, 200):
        assert killed_at(number, lambda: se.multi_edit(root, edits))
        if (root / "a/one.py").read_text() == "x = 2\n":
            break
        journal.recover()
    (root / "b").rename(root / "aside")
    (root / "b").symlink_to("aside")
    found = se.multi_edit(root, [edits[0] | {"old": "x = 2", "new": "x = 3"}])
    assert (found.status, found.reason) == ("refused", "stale"), found.report()
    assert "cut off" in found.report()
    (root / "b").unlink()
    (root / "aside").rename(root / "b")
    assert [entry.forward for entry in journal.recover()] == [False]
    assert (root / "a/one.py").read_text() == "x = 1\n"


def _increment(root, times, results):
    done = 0
    for _ in range(times):
        while True:
            now = int((root / "a.py").read_text().split("=")[1])
            edits = [
                {"op": "str_replace", "path": name, "old": f"n = {now}", "new": f"n = {now + 1}"}
                for name in ("a.py", "b.py")
            ]
            if se.multi_edit(root, edits).status is se.Status.APPLIED:
                done += 1
                break
    results.put(done)


@needs_fork
def test_eight_processes_lose_no_update(tmp_path):
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text("n = 0\n")
    context = multiprocessing.get_context("fork")
    results = context.Queue()
    workers = [context.Process(target=_increment, args=(tmp_path, 4, results)) for _ in range(8)]
    for worker in workers:
        worker.start()
    done = sum(results.get(timeout=100) for _ in workers)
    for worker in workers:
        worker.join()
    assert done == 32
    assert [(tmp_path / name).read_text() for name in ("a.py", "b.py")] == ["n = 32\n"] * 2


def test_locks_are_few_and_taken_in_one_order(tmp_path):
    paths = [str(tmp_path / f"{number}.py") for number in range(2000)]
    with locks.locked(*paths):
        held = os.listdir(locks.private_folder("locks"))
    assert len(held) <= 256


def test_pending_and_history_are_beside_each_other_on_one_file_system():
    assert os.path.dirname(history.pending_folder()) == files.state_folder()
