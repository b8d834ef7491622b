"""Transactions: all files old or all new, after a kill, a full disk, and several writers."""

import multiprocessing
import os
import stat
import threading
import time
import tracemalloc
import zlib
from contextlib import suppress
from pathlib import Path

import pytest

import structedit as se
from crashes import full_at, killed_at
from structedit.app import transactions
from structedit.disk import backups, direct, files, history, journal, locks, owners, recovery
from structedit.disk.policies import RETENTION
from structedit.disk.staging import TEMP_SUFFIX
from structedit.disk.state_folder import private_folder
from structedit.text.errors import FileError
from structedit.text.values import replace

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
    """A kill leaves what was written, flushed or not; benchmarks/campaign flushes in earnest."""
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


def commit_of(paths, root):
    """Commit a sign more in each of some files."""
    raws = [path.read_bytes() for path in paths]
    rows = (os.path.realpath(path) for path in paths)
    changes = [journal.Change(row, raw, raw + b"+") for row, raw in zip(rows, raws, strict=True)]
    return journal.commit(changes, journal.Note(os.path.realpath(root), "replace_all"))


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
        outcomes = []

        def work():
            with suppress(FileError):  # the disk may be full when the file is read
                outcomes.append(se.str_replace(file, "x = 1", "x = 2"))  # noqa: B023

        hit = full_at(number, work, sticky=sticky)
        journal.recover()
        landed = [outcome for outcome in outcomes if outcome.landed]
        told = any("it cannot be undone" in w for outcome in landed for w in outcome.warnings)
        assert check_single(file, kept=not told) == bool(landed)
        if not hit:
            break
    assert not hit and landed and not landed[0].warnings


def check_single(file, *, kept=True):
    """The file is old, or it is new and can be taken back; nothing else is there."""
    new = file.read_bytes() == b"x = 2\n"
    assert new or file.read_bytes() == b"x = 1\n"
    assert not [p for p in file.parent.iterdir() if p.name.endswith(TEMP_SUFFIX)]
    pending = history.pending_folder()
    assert not os.path.isdir(pending) or not os.listdir(pending)
    entries = [e for e in se.history(file.parent) if any(f.path == str(file) for f in e.files)]
    assert len(entries) == (new and kept)
    return new


def test_half_an_entry_of_a_process_at_work_is_left_to_it(tmp_path):
    folder = Path(private_folder("pending"))
    own = folder / f"00000000000001-aaaaaaaa.{os.getpid()}.json"
    gone = folder / "00000000000001-bbbbbbbb.4194399.json"
    for path in (own, gone):
        path.write_text('{"format": 2, "id"')
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

    def test_what_is_kept_takes_less_than_the_file(self, root, state_folder):
        text = "".join(f"value_{n} = load({n})\n" for n in range(2_000)).encode()
        (root / "long.py").write_bytes(text)
        edit = {"op": "str_replace", "path": "long.py", "old": "load(7)", "new": "load(8)"}
        assert se.multi_edit(root, [edit]).landed
        kept = sum(path.stat().st_size for path in state_folder.rglob("*") if path.is_file())
        assert kept < 1.2 * len(text)
        assert se.undo(root=root).landed
        assert (root / "long.py").read_bytes() == text

    @pytest.mark.parametrize("raw", [b"", b"x = 0\n", b"x" * 500, zlib.compress(b"x" * 500)])
    def test_every_content_is_kept_as_it_is(self, state_folder, raw):
        name = backups.keep(raw, lasting=False)
        assert backups.fetch(name) == raw
        (stored,) = (path for path in (state_folder / "backups").rglob("*") if path.is_file())
        stored.write_bytes(raw)  # as it was kept before contents were compressed
        assert backups.fetch(name) == raw
        stored.write_bytes(stored.read_bytes()[:-1] + b"?")
        assert backups.fetch(name) is None
        assert backups.keep(raw, lasting=False) == name
        assert backups.fetch(name) == raw

    def test_contents_of_one_transaction_are_kept_in_one_file(self, state_folder):
        raws = [b"", b"x = 0\n", b"x" * 500, b"0 0 0\n\n", zlib.compress(b"x" * 500)]
        named = {backups.name_of(raw): raw for raw in raws}
        backups.keep_together(named)
        backups.keep_together({backups.name_of(b"other\n"): b"other\n"})
        assert [backups.fetch(name) for name in named] == raws
        folder = state_folder / "backups"
        assert len([path for path in folder.rglob("*") if path.is_file()]) == 2
        backups.drop_all_but([backups.name_of(b"x = 0\n")])
        assert [backups.fetch(name) for name in named] == raws
        assert backups.fetch(backups.name_of(b"other\n")) is None
        (pack,) = (path for path in folder.rglob("*") if path.is_file())
        whole = pack.read_bytes()
        for size in range(len(whole)):
            backups._tables.clear()
            pack.write_bytes(whole[:size])
            assert all(backups.fetch(name) in (None, raw) for name, raw in named.items())
        pack.write_bytes(whole)
        assert [backups.fetch(name) for name in named] == raws
        backups.drop_all_but([])
        assert [backups.fetch(name) for name in named] == [None] * len(raws)

    @pytest.mark.parametrize("several", [False, True])
    def test_backups_of_dropped_entries_go_and_all_others_stay(self, root, several):
        """The first time in a process every backup is looked at, later those that the dropped entries name."""
        top, kept = os.path.realpath(root), replace(RETENTION, entries=3)
        for number in range(12):
            if several:
                new = [{"op": "replace_all", "path": name, "pattern": "= 1", "new": f"= {number + 2}"}
                       for name in ("script.py", "other.py")]  # fmt: skip
                (root / "other.py").write_text("b = 1\n")
                assert se.multi_edit(root, new).landed
            else:
                assert se.replace_all(root / "script.py", "= 1", f"= {number + 2}").landed
            (root / "script.py").write_text(f"old = 1\n# {number}\n")
            history.trim(top, kept)
            entries = history.entries_of(top)
            assert len(entries) == min(number + 1, 3)
            used = {n for e in entries for f in e.files for n in (f.before, f.after)}
            assert used <= {name for _, names in backups.kept_files() for name in names}
            assert all(used & {*names} for _, names in backups.kept_files())

    def test_contents_are_put_into_a_pack_one_by_one(self, state_folder):
        def held(number):
            raws = {f"{at:064}": os.urandom(200_000) for at in range(number)}
            tracemalloc.start()
            backups.keep_together(raws)
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            return peak

        assert held(40) < held(4) + 200_000

    def test_contents_that_are_being_kept_are_not_removed(self, tmp_path, monkeypatch):
        paths = [tmp_path / name for name in ("a.txt", "b.txt")]
        for path in paths:
            path.write_bytes(b"old\n")
        written, none_left = history.write_entry, replace(RETENTION, entries=0)

        def write_entry(entry, path):
            history.trim(str(tmp_path), none_left)  # as another process does
            written(entry, path)

        commit_of(paths, tmp_path)
        monkeypatch.setattr(history, "write_entry", write_entry)
        done = commit_of(paths, tmp_path)
        assert done.undo_id
        se.undo(root=tmp_path)
        assert [path.read_bytes() for path in paths] == [b"old\n+"] * 2

    def test_contents_of_an_entry_that_goes_over_to_the_history_are_not_removed(
        self, tmp_path, monkeypatch
    ):
        paths = [tmp_path / name for name in ("a.txt", "b.txt")]
        for path in paths:
            path.write_bytes(b"old\n")
        finish, every = journal._finish, history._every_name
        reached, may_go = threading.Event(), threading.Event()

        def slow_finish(*given):
            reached.set()
            may_go.wait()
            finish(*given)

        def listed():
            found = list(every())
            may_go.set()
            worker.join()
            return iter(found)

        commit_of(paths, tmp_path)
        monkeypatch.setattr(journal, "_finish", slow_finish)
        worker = threading.Thread(target=commit_of, args=(paths, tmp_path))
        worker.start()
        reached.wait()
        monkeypatch.setattr(history, "_every_name", listed)
        history.trim(str(tmp_path), replace(RETENTION, entries=0))
        monkeypatch.setattr(history, "_every_name", every)
        se.undo(root=tmp_path)
        assert [path.read_bytes() for path in paths] == [b"old\n+"] * 2

    def test_retention_by_count(self, tmp_path, users):
        users.write_text("[history]\nentries = 3\n")
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

    def test_retention_by_age(self, tmp_path, users, monkeypatch):
        users.write_text("[history]\ndays = 7\n")
        file = tmp_path / "app.py"
        file.write_bytes(b"x = 0\n")
        for days in (8, 6):
            monkeypatch.setattr(history, "now", lambda d=days: time.time() - d * 86_400)
            assert se.multi_edit(tmp_path, [_flip(file)]).landed
        assert len(se.history(tmp_path)) == 2  # two days lie between them
        monkeypatch.setattr(history, "now", time.time)
        assert se.multi_edit(tmp_path, [_flip(file)]).landed
        assert len(se.history(tmp_path)) == 2

    def test_what_cannot_be_read_is_no_entry(self, root):
        se.multi_edit(root, EDITS)
        folder = Path(history.folder_of(os.path.realpath(root)))
        (folder / "00000000000000-broken.json").write_bytes(b"{")
        assert len(se.history(root)) == 1

    def test_an_entry_that_is_damaged_after_it_was_read_is_no_entry(self, root):
        se.multi_edit(root, EDITS)
        (kept,) = Path(history.folder_of(os.path.realpath(root))).glob("*.json")
        whole = kept.read_bytes()
        assert len(se.history(root)) == 1
        kept.write_bytes(whole.replace(b"script.py", b"../out.py"))
        assert se.history(root) == ()
        kept.write_bytes(whole)
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
        assert len(recovery.news()) == len(left)  # and whoever comes next is not told again
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
    assert "interrupted" in found.report()
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
    with locks.locked(*paths) as failed:
        held = os.listdir(private_folder("locks"))
    assert failed is None and len(held) <= 256


def test_pending_and_history_are_beside_each_other_on_one_file_system():
    assert os.path.dirname(history.pending_folder()) == files.state_folder()


UNUSABLE = ("a file", "a folder of another user", "a folder that others may write in", "no home")


@pytest.fixture(params=UNUSABLE)
def unusable(request, tmp_path_factory, monkeypatch, state_folder):
    """A state folder in which nothing can be kept; gives how one is told why."""
    base = tmp_path_factory.mktemp("other")
    monkeypatch.setenv("XDG_STATE_HOME", str(base))
    match request.param:
        case "a file":
            (base / "structedit").write_bytes(b"")
            return "not a directory"
        case "a folder of another user":
            (base / "structedit").mkdir()
            uid = os.geteuid() + 1
            monkeypatch.setattr(os, "geteuid", lambda: uid)
            return "it belongs to another user"
        case "a folder that others may write in":
            (base / "structedit").mkdir()
            (base / "structedit").chmod(0o777)
            return "other users may write in it"
        case _:
            monkeypatch.delenv("XDG_STATE_HOME")
            monkeypatch.setenv("HOME", "nowhere")
            return "no home folder is known"


class TestUnguarded:
    """Where nothing can be written down, what does not hold is said, or nothing is done."""

    def test_one_file_is_edited_and_what_does_not_hold_is_said_once(self, root, unusable):
        found = se.str_replace(root / "script.py", "old = 1", "new = 1")
        assert found.landed and found.undo_id is None
        (warning,) = found.warnings
        assert warning.startswith(
            "it cannot be undone, another process may edit at once, nothing repairs it if it is interrupted"
        )
        assert unusable in warning
        assert found.report().count(warning[:60]) == 1 and found.to_dict()["warnings"] == [warning]

    def test_several_files_are_refused(self, root, unusable):
        found = se.multi_edit(root, EDITS)
        assert (found.status, found.reason) == (se.Status.REFUSED, se.Reason.NO_JOURNAL)
        assert unusable in found.message and "--no-backup" in found.report()
        assert state_of(root) == OLD

    def test_several_files_without_a_backup_are_written(self, root, tmp_path, unusable):
        found = se.multi_edit(root, EDITS, backup=False)
        assert found.landed and found.undo_id is None
        assert unusable in found.warnings[0]
        assert "cannot be undone" not in found.warnings[0], "nobody asked for that"
        assert check_whole(root, tmp_path) is True

    def test_a_session_says_it_too(self, root, unusable):
        found = se.Session(root).str_replace("script.py", "old = 1", "new = 1")
        assert found.landed and unusable in found.warnings[0]

    def test_no_folder_is_made_where_no_home_is_known(self, root, unusable, monkeypatch, tmp_path):
        monkeypatch.chdir(tmp_path)
        before = sorted(os.listdir())
        se.str_replace(root / "script.py", "old = 1", "new = 1")
        assert sorted(os.listdir()) == before

    @needs_fork
    def test_what_others_may_have_written_is_not_acted_upon(self, root, state_folder, tmp_path):
        cut_off(root)
        (state_folder / "pending").chmod(0o777)
        assert history.pending_paths() == () and journal.recover() == ()
        (state_folder / "pending").chmod(0o700)
        assert len(journal.recover()) == 1
        check_whole(root, tmp_path)


class TestLatestKnown:
    """A plain undo is of the latest edit, or says that it does not know which one that is."""

    @pytest.fixture
    def files(self, tmp_path):
        for name in ("a.py", "b.py"):
            (tmp_path / name).write_bytes(b"x = 1\n")
        self.first = se.str_replace(tmp_path / "b.py", "x = 1", "x = 2").undo_id
        return tmp_path

    def refuses(self, folder, words):
        with pytest.raises(se.UsageError, match=words) as caught:
            se.undo(root=folder)
        assert self.first in caught.value.hint
        assert (folder / "b.py").read_bytes() == b"x = 2\n"

    def test_after_an_edit_without_a_backup(self, files):
        se.str_replace(files / "a.py", "x = 1", "x = 2", backup=False)
        self.refuses(files, "an edit was made since, no backup of which was kept")
        assert se.undo(self.first, files).landed
        with pytest.raises(se.UsageError, match="nothing to undo"):
            se.undo(root=files)

    def test_after_a_later_edit_it_is_known_again(self, files):
        se.str_replace(files / "a.py", "x = 1", "x = 2", backup=False)
        se.str_replace(files / "a.py", "x = 2", "x = 3")
        assert se.undo(root=files).landed
        self.refuses(files, "no backup of which was kept")

    def test_an_undone_edit_is_not_done_again_over_one_without_a_backup(self, files):
        se.undo(root=files)
        se.str_replace(files / "a.py", "x = 1", "x = 2", backup=False)
        with pytest.raises(se.UsageError, match="no backup of which was kept"):
            se.redo(root=files)

    def test_where_nothing_can_be_written_down_now(self, files, state_folder, monkeypatch):
        really = os.access
        monkeypatch.setattr(os, "access", lambda p, m: m == os.R_OK or "pending" not in str(p))
        self.refuses(files, "permission denied")
        monkeypatch.setattr(os, "access", really)
        assert se.undo(root=files).landed

    def test_backups_that_the_configuration_turns_off_are_said_to_be(self, files, users):
        users.write_text("backups = false\n")
        found = se.str_replace(files / "a.py", "x = 1", "x = 2")
        assert found.warnings == ("it cannot be undone: the configuration says `backups = false`",)
        assert se.str_replace(files / "a.py", "x = 2", "x = 3", backup=False).warnings == ()
        self.refuses(files, "no backup of which was kept")
        assert se.undo(self.first, files).landed
        with pytest.raises(se.UsageError, match="undone already"):
            se.undo(self.first, files)

    def test_a_clock_that_goes_backwards_changes_no_order(self, files, monkeypatch):
        for back, (old, new) in enumerate((("x = 1", "x = 2"), ("x = 2", "x = 3")), 1):
            monkeypatch.setattr(history, "now", lambda b=back: time.time() - 3600 * b)
            assert se.str_replace(files / "a.py", old, new).landed
        assert [se.undo(root=files).landed for _ in range(2)] == [True, True]
        assert (files / "a.py").read_bytes() == b"x = 1\n"
        assert se.redo(root=files).landed
        assert (files / "a.py").read_bytes() == b"x = 2\n"


def half_written(root, names, call):
    """Make a call fail at its last rename in the folder, and everything after it."""
    real, renames = os.replace, []

    def replace(source, target, **options):
        renames.append(target)
        if len(renames) >= names:
            raise OSError(30, "Read-only file system")
        return real(source, target, **options)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "replace", replace)
        patched.setattr(recovery, "write_single", lambda change, **_: replace("", ""))
        return call()


class TestHalfWritten:
    """What is said of a failure is what the files hold."""

    @pytest.fixture
    def five(self, tmp_path):
        for number in range(5):
            (tmp_path / f"{number}.py").write_bytes(b"x = 1\n")
        edits = [
            {"op": "str_replace", "path": f"{number}.py", "old": "x = 1", "new": "x = 2"}
            for number in range(5)
        ]
        assert se.multi_edit(tmp_path, edits).landed
        return tmp_path

    def contents(self, folder):
        return [(folder / f"{number}.py").read_text().strip() for number in range(5)]

    @pytest.mark.parametrize("name", [6, 4])
    def test_an_undo_that_cannot_be_finished_says_what_each_file_holds(self, five, name):
        found = half_written(five, name, lambda: se.undo(root=five))
        held = self.contents(five)
        assert (found.status, found.reason) == (se.Status.ERROR, se.Reason.HALF_WRITTEN)
        assert "nothing is written" not in found.report()
        words = {"x = 1": "is new", "x = 2": "is as it was"}
        assert found.diagnosis.notes == tuple(
            f"'{number}.py' {words[there]}" for number, there in enumerate(held)
        )
        assert "the next call restores them" in found.report()
        assert all(note in found.report() for note in found.diagnosis.notes)
        assert se.get_region(five / "0.py").text.strip() == "x = 2", "as was said"
        assert self.contents(five) == ["x = 2"] * 5

    def test_one_that_is_taken_back_says_that_nothing_is_written(self, five, monkeypatch):
        real = os.replace

        def replace(source, target, **options):
            if "history" in str(target):
                raise OSError(30, "Read-only file system")
            return real(source, target, **options)

        monkeypatch.setattr(os, "replace", replace)
        found = se.undo(root=five)
        assert found.reason is se.Reason.WRITE_FAILED and "nothing is written" in found.report()
        assert self.contents(five) == ["x = 2"] * 5

    @pytest.mark.parametrize("code", [5, 13])
    def test_where_looking_fails_it_says_that_it_is_not_known(self, tmp_path, monkeypatch, code):
        file, real = tmp_path / "a.py", os.lstat
        file.write_bytes(b"x = 1\n")

        def content_name(path):
            raise FileError(f"{path!r} cannot be read")

        def lstat(path, **options):
            if "pending" in str(path) and str(path).endswith(".json"):
                raise OSError(code, os.strerror(code))
            return real(path, **options)

        monkeypatch.setattr(journal, "content_name", content_name)
        monkeypatch.setattr(os, "lstat", lstat)
        found = half_written(tmp_path, 3, lambda: se.str_replace(file, "x = 1", "x = 2"))
        assert found.reason is se.Reason.HALF_WRITTEN
        assert "a.py' is not known: " in found.report()
        assert "it is not known whether the next call restores them" in found.report()

    def test_one_file(self, tmp_path, monkeypatch):
        file = tmp_path / "a.py"
        file.write_bytes(b"x = 1\n")
        found = half_written(tmp_path, 4, lambda: se.str_replace(file, "x = 1", "x = 2"))
        assert file.read_bytes() == b"x = 2\n"
        assert found.reason is se.Reason.HALF_WRITTEN and "a.py' is new" in found.report()


@needs_fork
def test_an_undo_killed_at_any_call_leaves_no_folder(tmp_path):
    warm(tmp_path)
    for number in range(1, 400):
        folder = tmp_path / f"root{number}"
        fill(folder, tmp_path)
        assert se.multi_edit(folder, EDITS).landed
        killed = killed_at(number, lambda: se.undo(root=folder))  # noqa: B023
        journal.recover()
        check_whole(folder, tmp_path)
        if not killed:
            break
    assert not killed and state_of(folder) == OLD


@needs_fork
def test_undo_puts_back_an_edit_that_was_cut_off_and_nothing_before_it(tmp_path):
    root, other = tmp_path / "root", tmp_path / "root" / "other.txt"
    fill(root, tmp_path)
    other.write_text("1")
    se.str_replace(other, "1", "2")
    before = state_of(root)
    cut_off(root)
    said = transactions.cut_off(root)
    assert said == "an edit of 6 files was interrupted: undo or the next edit reverts it"
    back = se.undo(root=root)
    assert back.landed and state_of(root) == before and transactions.cut_off(root) == ""
    told = "undid the latest edit, which was interrupted: 6 files are as before it"
    assert back.report() == told
    assert se.undo(root=root).landed and other.read_text() == "1"


def notes():
    return [path for path in history.pending_paths() if history.is_note(path)]


def temps_in(folder):
    return [path for path in folder.rglob("*") if path.name.endswith(TEMP_SUFFIX)]


@pytest.fixture
def failing(monkeypatch):
    """Gives what lets calls on some files fail from now on, by their name or full path."""
    names = ("replace", "link", "unlink", "fsync", "rmdir", "write")

    def fail(code, fails, calls=names):
        def instead(real):
            def call(path, *rest, **options):
                if fails(str(path)):
                    raise OSError(code, os.strerror(code))
                return real(path, *rest, **options)

            return call

        patched = pytest.MonkeyPatch()
        for name in calls:
            patched.setattr(os, name, instead(getattr(os, name)))
        undone.append(patched.undo)
        return patched.undo

    undone = []
    yield fail
    for undo in undone:
        undo()


class TestLeftBeside:
    """What cannot be removed beside a file is said, and removed by the next call that can."""

    def is_temp(self, path):
        return path.endswith(TEMP_SUFFIX) and not os.path.isabs(path)

    def test_after_an_edit_that_failed(self, root, tmp_path, failing):
        mended = failing(5, self.is_temp)
        found = se.str_replace(root / "script.py", "old = 1", "new = 1")
        (left,) = temps_in(root)
        assert found.reason is se.Reason.WRITE_FAILED
        assert str(left) in found.report() and "the next call removes it" in found.report()
        assert se.get_region(root / "script.py").text == "old = 1\n", "it can be read meanwhile"
        assert temps_in(root) == [left]
        mended()
        assert se.str_replace(root / "script.py", "old = 1", "new = 1").landed
        assert not temps_in(root) and not notes()

    def test_after_a_batch_that_landed(self, root, tmp_path, failing):
        mended = failing(5, self.is_temp, calls=("unlink",))
        found = se.multi_edit(root, EDITS)
        left = temps_in(root)
        assert found.landed and len(left) >= 2
        for path in left:
            assert any(path.name in warning for warning in found.warnings)
        mended()
        journal.recover()
        assert check_whole(root, tmp_path)
        assert se.undo(root=root).landed and state_of(root) == OLD

    def test_what_cannot_be_noted_is_to_be_removed_by_hand(self, root, failing):
        failing(5, lambda path: self.is_temp(path) or ".left" in path, ("unlink", "replace"))
        found = se.multi_edit(root, [EDITS[3]])
        (left,) = temps_in(root)
        assert found.landed and left.name in found.warnings[0]
        assert found.warnings[0].endswith("remove it by hand") and not notes()

    def test_what_another_process_is_writing_is_left_to_it(self, root, failing):
        mended = failing(5, self.is_temp)
        se.str_replace(root / "script.py", "old = 1", "new = 1")
        mended()
        with locks.locked(str(root / "script.py")):
            recovery.recover(str(root / "linked.py"))
            assert len(temps_in(root)) == 1 and notes()
        recovery.recover(str(root / "linked.py"))
        assert not temps_in(root) and not notes()


@pytest.mark.parametrize("code", [30, 13], ids=["EROFS", "EACCES"])
def test_a_single_failed_call_in_the_state_folder_is_said(
    tmp_path, monkeypatch, state_folder, code
):
    def failing(real):
        def opened(path, flags, *rest, **options):
            name = str(path)
            counts = name.startswith(str(state_folder)) and "statistics" not in name
            if counts and flags & os.O_CREAT:
                calls.append(path)
                if len(calls) == at:
                    raise OSError(code, os.strerror(code))
            return real(path, flags, *rest, **options)

        return opened

    at = 0
    monkeypatch.setattr(os, "open", failing(os.open))
    monkeypatch.setattr(direct, "opened", failing(direct.opened))
    for number in range(1, 50):
        file, calls, at = tmp_path / f"{number}.py", [], number
        file.write_bytes(b"x = 1 # %d\n" % number)  # contents that are not kept yet
        found = se.str_replace(file, "x = 1", "x = 2")
        assert found.landed
        if len(calls) < at:
            break
        assert found.undo_id is not None or "it cannot be undone" in found.warnings[0]
        assert found.warnings, calls[at - 1]
    assert len(calls) == at - 1 > 2 and not found.warnings


def cut_off(folder):
    """Leave the batch in the middle: its process is killed when the first file is new."""
    child = os.fork()
    if child == 0:
        real = os.replace

        def replace(source, target, **options):
            real(source, target, **options)
            if target == "script.py":
                os.kill(os.getpid(), 9)

        os.replace = replace
        se.multi_edit(folder, EDITS)
        os._exit(3)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) and (folder / "script.py").read_bytes() != OLD["script.py"][0]


def hold(path, ready, done):
    with locks.locked(str(path)):
        ready.set()
        done.wait(60)


@needs_fork
class TestUnderWay:
    """A transaction that does not go on holds up who needs its files, and nobody else."""

    @pytest.fixture
    def stalled(self, tmp_path):
        """A batch in one folder that another process is in the middle of, and does not go on."""
        folder = tmp_path / "stalled"
        fill(folder, tmp_path)
        cut_off(folder)
        context = multiprocessing.get_context("fork")
        ready, done = context.Event(), context.Event()
        process = context.Process(target=hold, args=(folder / "script.py", ready, done))
        process.start()
        ready.wait(60)
        yield folder
        done.set()
        process.join()
        journal.recover()
        check_whole(folder, tmp_path)

    def test_edits_elsewhere_go_on(self, stalled, tmp_path):
        other = tmp_path / "other"
        fill(other, tmp_path)
        assert se.multi_edit(other, EDITS).landed
        assert se.undo(root=other).landed
        assert history.pending_paths(), "it is left to the one who is at it"

    def test_no_two_files_share_a_lock(self, stalled, tmp_path):
        with locks.locked(*(str(tmp_path / f"{n}.py") for n in range(2000)), wait=False) as failed:
            assert failed is None

    def test_a_file_of_it_is_waited_for(self, stalled):
        with pytest.raises(BlockingIOError), locks.locked(str(stalled / "script.py"), wait=False):
            pass

    def test_without_locks_a_process_at_work_is_left_alone(self, tmp_path, monkeypatch):
        folder = tmp_path / "root"
        fill(folder, tmp_path)
        cut_off(folder)
        monkeypatch.setattr(locks, "_take", _no_locks)
        monkeypatch.setattr(owners, "_is_alive", lambda process: True)
        assert journal.recover() == () and history.pending_paths()
        with pytest.raises(FileError, match="was interrupted"):
            se.Session(folder).check("script.py")
        monkeypatch.setattr(owners, "_is_alive", lambda process: False)
        assert len(journal.recover()) == 1
        check_whole(folder, tmp_path)

    def test_no_lock_is_said(self, root, monkeypatch):
        monkeypatch.setattr(locks, "_take", _no_locks)
        found = se.multi_edit(root, EDITS)
        assert found.landed and found.undo_id
        assert "another process may edit at once" in found.warnings[0]


def _no_locks(held, paths, *, wait):
    raise OSError(37, "No locks available")


@needs_fork
class TestDamaged:
    def test_what_cannot_be_read_is_kept_and_said(self, root, state_folder):
        (state_folder / "pending").mkdir(parents=True, mode=0o700)
        state_folder.chmod(0o700)
        later = state_folder / "pending" / "00000000000001-1a2b3c4d.4194399.json"
        later.write_text('{"format": 3}')
        found = se.str_replace(root / "script.py", "old = 1", "new = 1")
        assert found.landed and found.undo_id
        assert str(later) in found.warnings[0] and later.exists()

    def test_a_later_entry_keeps_the_contents_it_may_name(self, root, state_folder, monkeypatch):
        se.multi_edit(root, EDITS)
        folder = Path(history.folder_of(os.path.realpath(root)))
        (folder / "99999999999998-1a2b3c4d.json").write_text('{"format": 3}')
        dropped = []
        monkeypatch.setattr(backups, "drop_all_but", dropped.append)
        monkeypatch.setattr(backups, "drop", lambda gone, _: dropped.append(gone))
        monkeypatch.setattr(history, "now", lambda: time.time() + 90 * 86_400)
        se.str_replace(root / "script.py", "new = 1", "newer = 1")
        assert dropped == []

    def test_a_file_that_somebody_changed_meanwhile_is_said_once(self, root, tmp_path):
        cut_off(root)
        (root / "gone.py").unlink(missing_ok=True)
        (root / "gone.py").write_bytes(b"mine\n")
        first = se.str_replace(root / "script.py", " = 1", " = 5")
        assert first.landed and any("gone.py" in warning for warning in first.warnings)
        assert se.str_replace(root / "script.py", " = 5", " = 6").warnings == ()

    @pytest.mark.parametrize(
        "read",
        [
            se.get_region,
            se.outline,
            lambda file: se.Document.from_path(file),
            lambda file: se.find(file, text="old"),
            lambda file: se.check(file),
            lambda file: se.Session(file.parent).get_region(file.name),
            lambda file: se.Session(file.parent).find(text="old"),
            lambda file: se.multi_edit(file.parent, EDITS, dry_run=True),
        ],
    )
    def test_readers_recover_first(self, root, read):
        cut_off(root)
        read(root / "script.py")
        assert (root / "script.py").read_bytes() == OLD["script.py"][0]
        assert not history.pending_paths()


def test_other_names_of_a_removed_file_are_said(root):
    found = se.multi_edit(root, [{"op": "delete_file", "path": "linked.py"}])
    assert found.landed and "had other names (hard links)" in found.warnings[0]
