"""A folder that turns into a link to elsewhere and back, all the time, while edits go on."""

import ctypes
import multiprocessing
import os
import random
import shutil
import time
import warnings

import pytest

import structedit as se
from structedit.disk import journal, listing, roots

renameat2 = getattr(ctypes.CDLL(None), "renameat2", None) if os.name == "posix" else None
if renameat2 is None:
    pytest.skip("needs a rename that exchanges", allow_module_level=True)

AT_CURRENT_FOLDER, EXCHANGE = -100, 2
SECRET = "token_of_another_place = 4711\n"


@pytest.fixture(autouse=True)
def no_flushing(monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda file: None)


def _flip(top, stop, seed):
    """Let the folder and a link change places, as fast as that goes."""
    real, aside = (os.fsencode(top / name) for name in ("root/sub", "root/aside"))
    os.symlink(top / "elsewhere", aside)
    pick = random.Random(seed)
    while not stop.is_set():
        for seconds in (0.0002, 0.004) * 10:  # even, so that the folder is back in the end
            renameat2(AT_CURRENT_FOLDER, real, AT_CURRENT_FOLDER, aside, EXCHANGE)
            time.sleep(pick.random() * seconds)


@pytest.fixture
def racing(tmp_path, pytestconfig):
    """Give a root in which `sub` is a folder or, for a moment, a link to `elsewhere`."""
    for name in ("root/sub", "elsewhere"):
        (tmp_path / name).mkdir(parents=True)
        for file in ("a.py", "twice.py", "gone.py"):
            text = "n = 0\n" if name != "elsewhere" or file == "gone.py" else "n = 0\n" + SECRET
            (tmp_path / name / file).write_text(text)
        os.link(tmp_path / name / "twice.py", tmp_path / name / "other_name.py")
    context = multiprocessing.get_context("fork")
    stop = context.Event()
    seed = pytestconfig.getoption("hypothesis_seed", None) or 0
    racer = context.Process(target=_flip, args=(tmp_path, stop, seed))
    racer.start()
    yield tmp_path, lambda: (stop.set(), racer.join())
    stop.set()
    racer.join()


def contents(folder):
    return {path.name: path.read_text() for path in folder.iterdir()}


def by_batch(root, path, old, new):
    return se.multi_edit(root, [{"op": "str_replace", "path": path, "old": old, "new": new}])


def by_session(root, path, old, new):
    with se.Session(root=root) as session:
        return session.str_replace(path, old, new)


@pytest.mark.parametrize("edit", [by_batch, by_session])
def test_nothing_is_written_or_told_of_another_place(racing, edit):
    top, finish = racing
    root, away = top / "root", contents(top / "elsewhere")
    landed = {"a.py": 0, "twice.py": 0}
    made = []
    for number in range(70):
        name = "a.py" if number % 2 else "twice.py"
        now = landed[name]
        found = edit(root, f"sub/{name}", f"n = {now}", f"n = {now + 1}")
        assert SECRET.strip() not in found.report() + str(found.to_dict())
        landed[name] += found.landed
        create = {"op": "create_file", "path": f"sub/new{number}.py", "text": f"x = {number}\n"}
        if se.multi_edit(root, [create]).landed:
            made.append(f"new{number}.py")
    deleted = any(
        se.multi_edit(root, [{"op": "delete_file", "path": "sub/gone.py"}]).landed
        for _ in range(20)
    )
    finish()
    journal.recover()
    assert contents(top / "elsewhere") == away
    there = contents(root / "sub")
    assert [there[name] for name in landed] == [f"n = {count}\n" for count in landed.values()]
    assert there.keys() == {*landed, "other_name.py", *made, *(() if deleted else ("gone.py",))}
    assert sum(landed.values()) and made


# What vanishes between two calls of the system

WATCHED = tuple("stat open listdir scandir link replace rename unlink mkdir rmdir".split())


class Vanishing:
    """Takes a file or folder away right before the call of the system with a number."""

    def __init__(self, monkeypatch, top):
        self.top, self.gone, self.at, self.count = str(top), None, -1, 0
        self.busy = False
        for name in WATCHED:
            monkeypatch.setattr(os, name, self.watched(getattr(os, name)))

    def is_about(self, args, kwargs):
        """Tell whether a call is about the files: by their path, or in an open folder."""
        named = any(
            self.top in os.fspath(arg) for arg in args if isinstance(arg, str | os.PathLike)
        )
        return named or kwargs.keys() & {"dir_fd", "src_dir_fd"}

    def watched(self, call):
        def watching(*args, **kwargs):
            if not self.busy and self.gone is not None and self.is_about(args, kwargs):
                if self.count == self.at:
                    self.busy = True
                    if os.path.isdir(self.gone):
                        shutil.rmtree(self.gone)
                    elif os.path.lexists(self.gone):
                        os.unlink(self.gone)
                    self.busy = False
                self.count += 1
            return call(*args, **kwargs)

        return watching


def _by_session(root):
    with se.Session(root) as session:
        return session.str_replace("sub/a.py", "n = 0", "n = 1")


def _by_path(root):
    return se.str_replace(root / "sub" / "a.py", "n = 0", "n = 1")


def _read_all(root):
    session = se.Session(root)
    session.outline("sub/a.py")
    session.get_region("sub/a.py", lines=1)
    roots.entries_below(str(root), ".", depth=3)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        session.find(".", text="n")
        found = se.find(root, text="n")
    assert all(str(one.message).startswith("not searched: there is no file") for one in said)
    return found, se.check(root / "sub" / "a.py")


def _by_list(root):
    edit = {"op": "str_replace", "path": "sub/a.py", "old": "n = 0", "new": "n = 1"}
    made = {"op": "create_file", "path": "sub/deeper/new.py", "text": "x = 1\n"}
    gone = {"op": "delete_file", "path": "sub/gone.py"}
    moved = {"op": "move_file", "path": "sub/b.py", "to": "sub/c.py"}
    return se.multi_edit(root, [edit, made, gone, moved])


def _and_back(root):
    done = _by_path(root)
    return se.undo(done.undo_id, root / "sub") if done.undo_id else done


def _misnamed(root):
    return se.multi_edit(root, [{"op": "str_replace", "path": "sub/aa.py", "old": "n", "new": "m"}])


def _rewritten(root):
    return se.rewrite(root, query="(integer) @n", template="5")


ONE_FILE = (_by_session, _and_back, _misnamed)
ALL_FILES = (_read_all, _by_list, _rewritten)


@pytest.mark.parametrize(
    ("work", "gone"),
    [
        *((work, gone) for work in (*ONE_FILE, *ALL_FILES) for gone in ("sub/a.py", "sub")),
        *((work, "sub/gone.py") for work in ALL_FILES),
    ],
)
def test_what_vanishes_between_two_calls_of_the_system_is_an_error_of_ours(
    tmp_path, monkeypatch, work, gone
):
    monkeypatch.setattr(listing, "_git", lambda *words: None)  # a process of its own: slow
    vanishing = Vanishing(monkeypatch, tmp_path)
    at = 0
    while True:
        root = tmp_path / f"root{at}"
        (root / "sub").mkdir(parents=True)
        for name in ("a.py", "b.py", "gone.py"):
            (root / "sub" / name).write_text("n = 0\n")
        vanishing.gone, vanishing.at, vanishing.count = str(root / gone), at, 0
        try:
            work(root)
        except se.StructEditError:
            pass
        finally:
            vanishing.gone = None
        if vanishing.count <= at:
            break
        at += 1
    assert at
