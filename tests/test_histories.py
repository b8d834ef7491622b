"""A model of a folder under edits, undos, outside changes and kills, compared step by step."""

import os
import shutil
import tempfile
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import structedit as se
from crashes import killed_at
from structedit.disk import journal

if not hasattr(os, "fork"):
    pytest.skip("needs fork", allow_module_level=True)

NAMES = ("a.py", "b.py", "sub/c.py")
NUMBERS = st.integers(0, 9)


class Folder(RuleBasedStateMachine):
    """`files` is what should be on disk; `done` and `undone` the states around each transaction."""

    @initialize()
    def start(self):
        self.folder = tempfile.mkdtemp()
        self.root = Path(self.folder) / "root"
        self.root.mkdir()
        self.state = mock.patch.dict(os.environ, {"XDG_STATE_HOME": self.folder})
        self.flush = mock.patch.object(os, "fsync", lambda file: None)
        self.state.start()
        self.flush.start()
        self.files, self.done, self.undone = {}, [], []

    def teardown(self):
        if hasattr(self, "state"):
            self.state.stop()
            self.flush.stop()
            shutil.rmtree(self.folder)

    def edits(self, numbers):
        """Give operations that set each named file, or delete it, and the files after them."""
        wanted, after = [], dict(self.files)
        for name, number in zip(NAMES, numbers, strict=True):
            if number == 0 and name in self.files:
                wanted.append({"op": "delete_file", "path": name})
                del after[name]
            elif number > 0:
                after[name] = f"x = {number}\n"
                if after[name] != self.files.get(name):
                    wanted.append({"op": "write_file", "path": name, "text": after[name]})
        return wanted, after

    @rule(numbers=st.tuples(NUMBERS, NUMBERS, NUMBERS))
    def edit(self, numbers):
        wanted, after = self.edits(numbers)
        found = se.multi_edit(self.root, wanted)
        assert found.landed, found.report()
        if after != self.files:
            self.done.append((self.files, after))
            self.undone = []
        self.files = after

    @rule(numbers=st.tuples(NUMBERS, NUMBERS, NUMBERS))
    def spoiled(self, numbers):
        wanted, _ = self.edits(numbers)
        lost = {"op": "str_replace", "path": "none.py", "old": "x = 1", "new": "x = 2"}
        assert not se.multi_edit(self.root, [*wanted, lost]).landed

    @rule(numbers=st.tuples(NUMBERS, NUMBERS, NUMBERS), at=st.integers(1, 90))
    def killed(self, numbers, at):
        wanted, after = self.edits(numbers)
        killed_at(at, lambda: se.multi_edit(self.root, wanted))
        journal.recover()
        if self.on_disk() == after != self.files:
            self.done.append((self.files, after))
            self.undone = []
            self.files = after

    @rule(name=st.sampled_from(NAMES), number=NUMBERS)
    def outside(self, name, number):
        (self.root / name).parent.mkdir(exist_ok=True)
        (self.root / name).write_text(f"mine = {number}\n")
        self.files = self.files | {name: f"mine = {number}\n"}

    @precondition(lambda self: self.done)
    @rule()
    def undo(self):
        self.step(se.undo, self.done, self.undone, back=True)

    @precondition(lambda self: self.undone)
    @rule()
    def redo(self):
        self.step(se.redo, self.undone, self.done, back=False)

    def step(self, call, source, target, *, back):
        before, after = source[-1]
        left, wanted = (after, before) if back else (before, after)
        touched = {name for name in NAMES if before.get(name) != after.get(name)}
        fits = all(self.files.get(name) == left.get(name) for name in touched)
        found = call(root=self.root)
        assert found.landed == fits, found.report()
        if fits:
            target.append(source.pop())
            rest = {n: t for n, t in self.files.items() if n not in touched}
            self.files = rest | {n: t for n, t in wanted.items() if n in touched}

    def on_disk(self):
        return {
            path.relative_to(self.root).as_posix(): path.read_text()
            for path in self.root.rglob("*")
            if path.is_file()
        }

    @invariant()
    def nothing_else_is_on_disk(self):
        if hasattr(self, "root"):
            assert self.on_disk() == self.files


Folder.TestCase.settings = settings(
    max_examples=12,
    stateful_step_count=12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
TestFolder = Folder.TestCase
