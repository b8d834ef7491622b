"""What is done while it is killed or fails: a few files, one call, and what is there before and after.

A state is everything below a folder: contents, modes, attributes, links, and which names are of one
file. What should come of a scenario is learned by doing it once in peace.
"""

from __future__ import annotations

import json
import mmap
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.campaign import interception

import structedit as se
from structedit.disk import history
from structedit.disk.staging import TEMP_SUFFIX

State = Mapping[str, tuple[object, ...]]

ATTRIBUTE = "user.note"
FILES = {
    "one.py": ("one = 1\n", 0o755),
    "two.py": ("def two():\n    return 1\n", 0o640),
    "moved.py": ("moved = 1\n", 0o700),
    "gone.py": ("gone = 1\n", 0o600),
    "plain.txt": ("plain = 1\n", 0o644),
    "names.py": ("names = 1\n" * 3 + "last = 1\n", 0o644),
    "attributes.py": ("attributes = 1\n", 0o644),
    "bystander.txt": ("nobody touches this\n", 0o644),
    "kept/linked.py": ("linked = 1\n", 0o644),
}
FIVE = (
    {"op": "str_replace", "path": "one.py", "old": "one = 1", "new": "one = 2"},
    {"op": "replace_function_body", "path": "two.py", "selector": "two", "new": "return 2 + 3"},
    {"op": "move_file", "path": "moved.py", "to": "sub/moved.py"},
    {"op": "delete_file", "path": "gone.py"},
    {"op": "create_file", "path": "deep/er/made.py", "text": "made = 1\n"},
)
"""A batch of five files: two are edited, one moves, one goes, one is made."""

IN_PLACE = (
    {"op": "str_replace", "path": "names.py", "old": "last = 1", "new": "last = 2"},
    {"op": "str_replace", "path": "one.py", "old": "one = 1", "new": "one = 2"},
)
"""A file that has two names, and so is written where it is, with one that is replaced."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A call on files: `prepare` is done before it, in peace but for `recovery`."""

    name: str
    work: Callable[[Path], object]
    prepare: Callable[[Path], None] | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """What a call said of itself; `error` where it raised what callers do not expect."""

    landed: bool
    text: str
    undo_id: str | None = None
    error: bool = False


def _edit(root: Path, name: str, word: str) -> object:
    return se.str_replace(root / name, f"{word} = 1", f"{word} = 2")


def _batch(root: Path) -> object:
    return se.multi_edit(root, FIVE)


def _in_place(root: Path) -> object:
    return se.multi_edit(root, IN_PLACE)


def _read(root: Path) -> object:
    """Read a file of a transaction that was cut off, as anybody's next call does."""
    return se.get_region(root / "one.py")


def _undone(batch: Callable[[Path], object]) -> Callable[[Path], None]:
    def prepare(root: Path) -> None:
        batch(root)
        se.undo(root=root)

    return prepare


def _cut_off(share: float, batch: Callable[[Path], object]) -> Callable[[Path], None]:
    """Return what leaves a batch killed after a share of its calls that change something."""

    def prepare(root: Path) -> None:
        at = max(1, int(_calls_of(batch) * share))
        in_a_process(lambda: interception.killed_at(at, lambda: batch(root)))

    return prepare


@cache
def _calls_of(batch: Callable[[Path], object]) -> int:
    with TemporaryDirectory(prefix="campaign-") as name, own_state(name):
        root = filled(Path(os.path.realpath(name)) / "at")
        return len(interception.calls_of(lambda: batch(root)))


SCENARIOS = {
    one.name: one
    for one in (
        Scenario("edit", lambda root: _edit(root, "one.py", "one")),
        Scenario("edit through links", lambda root: _edit(root, "second-link.py", "linked")),
        Scenario("edit of a file with two names", lambda root: _edit(root, "names.py", "last")),
        Scenario(
            "edit of a file with attributes",
            lambda root: _edit(root, "attributes.py", "attributes"),
        ),
        Scenario("batch of five", _batch),
        Scenario("batch in place", _in_place),
        Scenario("undo", lambda root: se.undo(root=root), lambda root: _batch(root) and None),
        Scenario(
            "undo in place", lambda root: se.undo(root=root), lambda root: _in_place(root) and None
        ),
        Scenario("redo", lambda root: se.redo(root=root), _undone(_batch)),
        Scenario("recovery of half a batch", _read, _cut_off(0.5, _batch)),
        Scenario("recovery of most of a batch", _read, _cut_off(0.8, _batch)),
        Scenario("recovery in place", _read, _cut_off(0.7, _in_place)),
    )
}


def scenarios_in(names: str) -> list[Scenario]:
    """Return the scenario that a case's name begins with, else all."""
    found = [one for one in SCENARIOS.values() if names.startswith(f"{one.name}:")]
    return found or list(SCENARIOS.values())


def filled(at: Path) -> Path:
    """Make the files of all scenarios below a folder; give the root."""
    root, beside = at / "root", at / "beside"
    (root / ".git").mkdir(parents=True)  # so that it is the root of each of its files
    for name, (text, mode) in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
    beside.mkdir()
    os.link(root / "names.py", beside / "other-name.py")
    (root / "first-link.py").symlink_to("kept/linked.py")
    (root / "second-link.py").symlink_to("first-link.py")
    if hasattr(os, "setxattr"):
        for name in ("attributes.py", "one.py"):
            os.setxattr(root / name, ATTRIBUTE, b"kept")
    return root


def state_of(at: Path, *, unfinished: bool = False) -> State:
    """Read everything below a folder; with `unfinished`, but files in the making."""
    names: dict[tuple[int, int], list[str]] = {}
    found: dict[str, tuple[object, ...]] = {}
    for folder, folders, files in os.walk(at):
        for name in (*folders, *files):
            path = Path(folder) / name
            status, short = path.lstat(), path.relative_to(at).as_posix()
            if unfinished and name.endswith(TEMP_SUFFIX):
                continue
            mode = stat.S_IMODE(status.st_mode)
            if stat.S_ISLNK(status.st_mode):
                found[short] = ("link", os.readlink(path))
            elif stat.S_ISDIR(status.st_mode):
                found[short] = ("folder", mode)
            else:
                shared = names.setdefault((status.st_dev, status.st_ino), [])
                shared.append(short)
                found[short] = ("file", path.read_bytes(), mode, _attributes(path), shared)
    return {
        name: (*row[:4], tuple(sorted(row[4]))) if row[0] == "file" else row  # type: ignore[arg-type]
        for name, row in found.items()
    }


def _attributes(path: Path) -> tuple[tuple[str, bytes], ...]:
    if not hasattr(os, "listxattr"):
        return ()
    return tuple((name, os.getxattr(path, name)) for name in sorted(os.listxattr(path)))


def differences(found: State, wanted: State) -> str:
    """Name what differs between two states."""
    rows = []
    for name in sorted({*found, *wanted}):
        if found.get(name) != wanted.get(name):
            rows.append(f"{name}: {_short(found.get(name))} for {_short(wanted.get(name))}")
    return "; ".join(rows[:4])


def _short(row: tuple[object, ...] | None) -> str:
    return "nothing" if row is None else str(row)[:140]


@dataclass(frozen=True, slots=True)
class Expected:
    """The states of a scenario: of all files made, before its call, and after it."""

    first: State
    old: State
    new: State


@cache
def expected(name: str) -> Expected:
    """Do a scenario in peace and give its states."""
    scenario = SCENARIOS[name]
    with TemporaryDirectory(prefix="campaign-") as folder, own_state(folder):
        at = Path(os.path.realpath(folder)) / "at"
        root = filled(at)
        first = state_of(at)
        if name.startswith("recovery"):
            batch = _in_place if name.endswith("place") else _batch
            in_a_process(lambda: batch(root))
            return Expected(first, first, state_of(at))
        if scenario.prepare is not None:
            in_a_process(lambda: scenario.prepare(root))
        old = state_of(at)
        in_a_process(lambda: scenario.work(root))
        return Expected(first, old, state_of(at))


@contextmanager
def own_state(folder: str) -> Iterator[None]:
    """Use a state folder below this one, and not that of the case that runs."""
    before = os.environ.get("XDG_STATE_HOME", "")
    os.environ["XDG_STATE_HOME"] = f"{folder}/own-state"
    yield
    os.environ["XDG_STATE_HOME"] = before


def in_a_process(work: Callable[[], object]) -> int:
    """Do work in a process of its own; give how it ended."""
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException:
            os._exit(70)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def warm() -> None:
    """Plan the calls once, so that processes made of this one have all loaded that they need."""
    with TemporaryDirectory(prefix="campaign-") as folder, own_state(folder):
        root = filled(Path(os.path.realpath(folder)) / "at")
        for edits in (FIVE, IN_PLACE):
            se.multi_edit(root, edits, dry_run=True).report()
        se.str_replace(root / "one.py", "one = 1", "one = 2", dry_run=True).report()
        se.str_replace(root / "one.py", "one = 1", "one = 2").report()
        se.undo(root=root).report()
        se.get_region(root / "bystander.txt")


class Answer:
    """A place where a process leaves what its call said, without a call to the system."""

    def __init__(self) -> None:
        self._shared = mmap.mmap(-1, 1 << 16)

    def leave(self, told: Told) -> None:
        row = [told.landed, told.text[:8000], told.undo_id, told.error]
        raw = json.dumps(row).encode()
        self._shared[: len(raw) + 1] = raw + b"\n"

    def read(self) -> Told | None:
        raw = bytes(self._shared).split(b"\n", 1)[0]
        return Told(*json.loads(raw)) if raw.strip(b"\0") else None


def told_by(work: Callable[[], object]) -> Told:
    """Do a call; give what it says, whichever way it says it."""
    try:
        outcome = work()
    except se.StructEditError as error:
        return Told(False, f"{error.message}; {error.hint}")
    except Exception as error:
        return Told(False, f"{type(error).__name__}: {error}", error=True)
    if isinstance(outcome, se.Region):  # after which a transaction is put back, or finished
        return Told(True, "read")
    return Told(outcome.landed, outcome.report(), outcome.undo_id)  # type: ignore[attr-defined]


def next_run(root: Path) -> str:
    """Read another file in a process of its own, as anybody's next call does; say what is wrong."""
    code = in_a_process(lambda: se.get_region(root / "bystander.txt"))
    return "" if code == 0 else f"the next call ended with {code}"


def undone_again(root: Path) -> None:
    """Take back everything that may be taken back."""

    def work() -> None:
        for _ in range(5):
            try:
                if not se.undo(root=root).landed:
                    return
            except se.UsageError:
                return

    in_a_process(work)


def litter(at: Path) -> str:
    """Name what a transaction leaves behind if it is not finished."""
    pending = history.pending_folder()
    left = os.listdir(pending) if os.path.isdir(pending) else []
    left += [path.name for path in at.rglob(f"*{TEMP_SUFFIX}")]
    return ", ".join(left)
