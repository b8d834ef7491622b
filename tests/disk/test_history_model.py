"""A model of a folder under edits, undos, outside changes, kills and full disks, step by step."""

import os
import shutil
import stat
import tempfile
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import structedit as se
from crashes import full_at, killed_at
from structedit.disk import journal

if not hasattr(os, "fork"):
    pytest.skip("needs fork", allow_module_level=True)

NAMES = ("a.py", "b.py", "sub/c.py")
NUMBERS = st.tuples(*[st.integers(0, 9)] * len(NAMES))
OUTSIDE = (
    b"x = %d\n",
    b"\xef\xbb\xbfx = %d\r\ny = 1\n",
    b"# caf\xe9\r\nx = %d\r\n",
    b"x = %d",
)
"""What other programs write: a mark and mixed line ends, Latin-1, no last line end."""

MODES = (0o644, 0o755, 0o600)


class File(NamedTuple):
    """What a file holds and its mode."""

    raw: bytes
    mode: int = 0o644

    @property
    def number(self):
        return int(self.raw.split(b"x = ")[1][:1])

    def set_to(self, number):
        old, new = b"x = %d" % self.number, b"x = %d" % number
        return self._replace(raw=self.raw.replace(old, new))


class Done(NamedTuple):
    """A transaction: its id, and all files before and after it."""

    id: str
    before: dict
    after: dict

    @property
    def touched(self):
        return {name for name in NAMES if self.before.get(name) != self.after.get(name)}


class Folder(RuleBasedStateMachine):
    """`files` is what should be on disk; `done` and `undone` the transactions, the latest last."""

    @initialize()
    def start(self):
        self.folder = tempfile.mkdtemp()
        self.root = Path(self.folder) / "root"
        self.root.mkdir()
        self.state = mock.patch.dict(os.environ, {"XDG_STATE_HOME": self.folder})
        self.flush = mock.patch.object(os, "fsync", lambda file: None)
        self.state.start()
        self.flush.start()
        self.files, self.done, self.undone, self.linked = {}, [], [], set()

    def teardown(self):
        if hasattr(self, "state"):
            self.state.stop()
            self.flush.stop()
            shutil.rmtree(self.folder)

    def edits(self, numbers):
        """Give operations that set each named file, or delete it, and the files after them."""
        wanted, after = [], dict(self.files)
        for name, number in zip(NAMES, numbers, strict=True):
            there = self.files.get(name)
            if number == 0 and there is not None:
                wanted.append({"op": "delete_file", "path": name})
                del after[name]
            elif number > 0 and there is None:
                after[name] = File(b"x = %d\n" % number)
                wanted.append({"op": "create_file", "path": name, "text": f"x = {number}\n"})
            elif number > 0 and number != there.number:
                after[name] = there.set_to(number)
                texts = {"old": f"x = {there.number}", "new": f"x = {number}"}
                wanted.append({"op": "str_replace", "path": name, **texts})
        return wanted, after

    def landed(self, after):
        """Take into the model that a transaction has landed; the history knows its id."""
        if after != self.files:
            self.done.append(Done(se.history(self.root)[0].id, self.files, after))
            self.undone = []
        self.moved_on(after)

    def moved_on(self, after):
        self.linked -= {name for name in self.linked if name not in after}
        self.files = after

    @rule(numbers=NUMBERS)
    def edit(self, numbers):
        wanted, after = self.edits(numbers)
        found = se.multi_edit(self.root, wanted)
        assert found.landed, found.report()
        self.landed(after)
        assert found.undo_id in (None, *(entry.id for entry in self.done[-1:]))

    @rule(numbers=NUMBERS)
    def spoiled(self, numbers):
        wanted, _ = self.edits(numbers)
        lost = {"op": "str_replace", "path": "none.py", "old": "x = 1", "new": "x = 2"}
        assert not se.multi_edit(self.root, [*wanted, lost]).landed

    @rule(numbers=NUMBERS, at=st.integers(1, 120))
    def killed(self, numbers, at):
        wanted, after = self.edits(numbers)
        killed_at(at, lambda: se.multi_edit(self.root, wanted))
        journal.recover()
        if self.on_disk() == after:
            self.landed(after)

    @rule(numbers=NUMBERS, at=st.integers(1, 60), sticky=st.booleans())
    def full(self, numbers, at, sticky):
        wanted, after = self.edits(numbers)
        found = []
        full_at(at, lambda: found.append(se.multi_edit(self.root, wanted)), sticky=sticky)
        journal.recover()
        if found[0].landed:
            self.landed(after)
        else:  # where the last call of all fails, a file that was deleted is made anew
            self.linked &= after.keys()

    @precondition(lambda self: len(self.files) < len(NAMES) and self.files)
    @rule()
    def move(self):
        old = next(name for name in NAMES if name in self.files)
        new = next(name for name in NAMES if name not in self.files)
        found = se.multi_edit(self.root, [{"op": "move_file", "path": old, "to": new}])
        assert found.landed, found.report()
        rest = {name: file for name, file in self.files.items() if name != old}
        self.landed(rest | {new: self.files[old]})

    @rule(
        name=st.sampled_from(NAMES),
        number=st.integers(0, 9),
        text=st.sampled_from(OUTSIDE),
        mode=st.sampled_from(MODES),
    )
    def outside(self, name, number, text, mode):
        (self.root / name).parent.mkdir(exist_ok=True)
        file = File(text % number, mode)
        (self.root / name).write_bytes(file.raw)
        (self.root / name).chmod(mode)
        self.files = self.files | {name: file}

    @precondition(lambda self: self.files)
    @rule(pick=st.integers(0, 2))
    def gone(self, pick):
        name = sorted(self.files)[pick % len(self.files)]
        (self.root / name).unlink()
        self.moved_on({n: file for n, file in self.files.items() if n != name})

    @precondition(lambda self: self.files)
    @rule(pick=st.integers(0, 2))
    def second_name(self, pick):
        name = sorted(self.files)[pick % len(self.files)]
        if name not in self.linked:
            self.other(name).unlink(missing_ok=True)
            os.link(self.root / name, self.other(name))
            self.linked.add(name)

    def other(self, name):
        return Path(self.folder) / name.replace("/", "-")

    @precondition(lambda self: self.done)
    @rule(at=st.integers(0, 200))
    def undo(self, at):
        """Undo the latest; up to a certain call the process is killed at it."""
        self.step(self.done, self.undone, -1, lambda: se.undo(root=self.root), at)

    @precondition(lambda self: self.undone)
    @rule(at=st.integers(0, 200))
    def redo(self, at):
        self.step(self.undone, self.done, -1, lambda: se.redo(root=self.root), at)

    @precondition(lambda self: len(self.done) > 1)
    @rule(pick=st.integers(0, 9))
    def undo_one_of_them(self, pick):
        at = pick % len(self.done)
        id = self.done[at].id
        self.step(self.done, self.undone, at, lambda: se.undo(id, self.root), 0)

    def step(self, source, target, at, call, killed):
        entry = source[at]
        left, wanted = entry.after, entry.before
        if source is self.undone:
            left, wanted = wanted, left
        names = entry.touched
        fits = all(self.same_text(name, left) for name in names)
        kept = {n: file for n, file in self.files.items() if n not in names}
        after = kept | {n: self.looks_kept(n, wanted[n]) for n in names if n in wanted}
        if killed > 100:
            killed_at(killed - 100, call)
            journal.recover()
            if self.on_disk() != after or not fits:
                return
        else:
            found = call()
            assert found.landed == fits, found.report()
        if fits:
            target.append(source.pop(at))
            self.moved_on(after)

    def same_text(self, name, files):
        """Tell whether a file holds what it should; a mode that somebody changed is no matter."""
        now, then = self.files.get(name), files.get(name)
        return (now and now.raw) == (then and then.raw)

    def looks_kept(self, name, file):
        return file._replace(mode=self.files[name].mode) if name in self.files else file

    def on_disk(self):
        return {
            path.relative_to(self.root).as_posix(): File(
                path.read_bytes(), stat.S_IMODE(path.stat().st_mode)
            )
            for path in self.root.rglob("*")
            if path.is_file()
        }

    @invariant()
    def nothing_else_is_on_disk(self):
        if hasattr(self, "root"):
            assert self.on_disk() == self.files
            for name in self.linked:
                assert self.other(name).samefile(self.root / name), name


Folder.TestCase.settings = settings(
    max_examples=14,
    stateful_step_count=14,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
TestFolder = Folder.TestCase
