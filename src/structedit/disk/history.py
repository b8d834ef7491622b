"""The history: one file for each transaction, in the state folder.

Entries belong to a root: the folder of a batch, the repository of a single file. They name contents by hash and
size; the contents are in `disk.backups`. An entry is never changed: an undo is an entry of its own, and what is
undone is computed from all of them in order.

Undo and recovery act on entries: they restore and delete files. So an entry with a field that this program would
not write counts as damaged, and files of other names are never touched.

Not here: writing files (`disk.journal`).
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, cast

from structedit.disk import backups, protected
from structedit.disk.attributes import Looks
from structedit.disk.locks import removing
from structedit.disk.owners import Owner
from structedit.disk.policies import RETENTION, Retention
from structedit.disk.staging import discard, is_temp_of, sync_folder, temp_name, write_new
from structedit.disk.state_folder import (
    names_in,
    private_folder,
    read_state,
    state_path,
)
from structedit.text.errors import FileError, UsageError
from structedit.text.lazily import regex
from structedit.text.values import dataclass, replace

Kind = Literal["edit", "undo", "redo"]

_FOLDER = "history"
_PENDING = "pending"
_ENDING = ".json"
_UNKEPT = "-.unkept"
_LEFT = ".left"
_DIGITS = 14
"""Digits of an entry's time in milliseconds, so that names sort by time.

Follows from the calendar: enough until the year 5138.
"""

FORMAT = 2
"""Version of the form of entries; another number was written by another version of the program.

Given by the form: it is counted up when the form changes.
"""

_FEWEST_LETTERS = 4
"""Least length of the start of an id. Chosen by judgement: `undo 2` is no id."""

_ID = regex(r"[0-9a-f]{8}")
_PENDING_NAME = regex(r"\d{14}-[0-9a-f]{8}\.\d{1,10}(\.h[0-9a-f]{8})?\.(json|left)")
_TEMP_NAME = regex(r"\.(\d{14}-[0-9a-f]{8}\..*)\.\d{1,10}\.[0-9a-f]{8}\.structedit-tmp")

_NOT_OURS = (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError)
"""Exceptions raised for JSON that has not the form of an entry."""

_LATEST = 10**11
"""Latest time of an entry in seconds since 1970; follows from the digits that a name has for it."""

_SLACK = 10
"""Share of entries above the limit (a tenth) before the oldest are deleted, to do that less often. By judgement."""


@dataclass(frozen=True, slots=True)
class KeptFile:
    """One file of a transaction: hashes of its content before and after, None if it did not exist.

    `looks` are mode, owner and attributes of a created or deleted file. `temp` is the name of the new content until it
    is renamed, or of a deleted file until the transaction is complete. `in_place` means that it is overwritten, so a
    crash may tear it. `folder` is the topmost folder that was created for it.
    """

    path: str
    before: str | None
    after: str | None
    looks: Looks | None = None
    temp: str = ""
    in_place: bool = False
    folder: str = ""


@dataclass(frozen=True, slots=True)
class RunNote:
    """The name of a run that is made only once, and its results besides its files."""

    name: str
    searched: int = 0
    hits: int = 0
    refused: int = 0
    passed: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """One transaction. `of` is the entry that an undo or a redo is about, `run` the run that made it.

    An entry that is not `locked` could not lock its files: then only its `owner` shows whether it is still running.
    """

    id: str
    time: float
    root: str
    operation: str
    files: tuple[KeptFile, ...]
    lines_added: int = 0
    lines_removed: int = 0
    kind: Kind = "edit"
    of: str | None = None
    owner: Owner = Owner()
    locked: bool = True
    run: RunNote | None = None

    @property
    def pending_name(self) -> str:
        """Name of the entry's file while the transaction is running."""
        return f"{int(self.time * 1000):0{_DIGITS}d}-{self.id}.{self.owner.name}{_ENDING}"


@dataclass(frozen=True, slots=True)
class Stacks:
    """What may be undone and what may be redone, the next one last."""

    done: tuple[Entry, ...]
    undone: tuple[Entry, ...]


def new_id() -> str:
    """Make an id that is short enough to type."""
    return os.urandom(4).hex()


def now() -> float:
    """The time in seconds since 1970."""
    return time.time()


def folder_of(root: str) -> str:
    """Return the folder of a root's entries; it is created if it does not exist."""
    return private_folder(_FOLDER, _key(root))


def write_entry(entry: Entry, path: str) -> None:
    """Write an entry to a file, flushed to the disk, whole or not at all."""
    import json

    temp = temp_name(path)
    try:
        write_new(temp, json.dumps(_as_json(entry)).encode(), 0o600)
        os.replace(temp, path)
    finally:
        discard(temp)
    sync_folder(os.path.dirname(path))


def begin_entry(entry: Entry, path: str) -> None:
    """Write an entry that need not survive a crash of the system.

    A partly written one is recognised by its missing end, and its name contains the process that writes it.
    """
    import json

    try:
        write_new(path, json.dumps(_as_json(entry)).encode(), 0o600, lasting=False)
    except BaseException:
        discard(path)
        raise


def read_entry(path: str) -> Entry | None:
    """Read an entry; return None if it is gone, damaged or of another form."""
    try:
        return _entry_of(read_state(path))
    except (OSError, FileError):
        return None


@lru_cache(
    maxsize=16
)  # an undo asks for the entries of a root several times; one may name 1,000 files
def _entry_of(raw: bytes) -> Entry | None:
    """Parse a file of the history; return None if it is damaged or of another form."""
    import json

    try:
        row = json.loads(raw)
        entry = _from_json(row) if row["format"] == FORMAT else None
    except _NOT_OURS:
        return None
    return entry if entry is not None and _is_sound(entry) else None


def _is_sound(entry: Entry) -> bool:
    """Return True if this program could have written every field.

    Recovery and undo act on these paths: none of them may lead out of the entry's root, and a temporary file must
    belong to the file that it is named for.
    """
    top = os.path.join(entry.root, "")
    ids = (entry.id,) if entry.of is None else (entry.id, entry.of)
    return (
        all(_ID.fullmatch(id) for id in ids)
        and entry.kind in ("edit", "undo", "redo")
        and 0 <= entry.time < _LATEST
        and _is_straight(entry.root)
        and bool(entry.files)
        and all(
            _is_straight(file.path)
            and file.path.startswith(top)
            and protected.protected_place(file.path.removeprefix(top), "internals") is None
            and (file.before is not None or file.after is not None)
            and all(name is None or backups.is_name(name) for name in (file.before, file.after))
            and (not file.temp or is_temp_of(file.path, file.temp))
            and (not file.folder or file.path.startswith(f"{file.folder}{os.sep}"))
            and (not file.folder or (_is_straight(file.folder) and file.folder.startswith(top)))
            for file in entry.files
        )
    )


def _is_straight(path: str) -> bool:
    return os.path.isabs(path) and os.path.normpath(path) == path and "\0" not in path


def is_whole(path: str) -> bool:
    """Return True if a file of an entry has its end: if it cannot be parsed then, it is damaged."""
    try:
        return read_state(path).endswith(b"}")
    except (OSError, FileError):
        return os.path.lexists(path)


def entries_of(root: str) -> tuple[Entry, ...]:
    """Return the entries of a root, oldest first."""
    key = _key(os.path.realpath(root))
    found = (read_entry(state_path(_FOLDER, key, name)) for name in _names_of(key))
    return tuple(entry for entry in found if entry is not None)


def entries_about(entry: Entry) -> tuple[Entry, ...]:
    """The entries about a transaction, oldest first: itself, and each undo and redo of it.

    None of them is older than the transaction, so older entries are not read.
    """
    key = _key(os.path.realpath(entry.root))
    names = _names_of(key)
    ids = [name[_DIGITS + 1 :].removesuffix(_ENDING) for name in names]
    start = ids.index(entry.id) if entry.id in ids else 0
    found = (read_entry(state_path(_FOLDER, key, name)) for name in names[start:])
    return tuple(one for one in found if one is not None and entry.id in (one.id, one.of))


def is_known(root: str) -> bool:
    """Return True if any edit of a root was ever recorded, with or without an entry."""
    return bool(names_in(_FOLDER, _key(os.path.realpath(root))))


def of_run(root: str, name: str) -> Entry | None:
    """Return the transaction of a run by its name, unless it is undone."""
    entries = entries_of(root)
    undone = {entry.id for entry in stacks_of(entries).undone}
    made = (e for e in entries if e.run is not None and e.run.name == name and e.id not in undone)
    return next(made, None)


def before_unkept(root: str) -> frozenset[str]:
    """Return the ids of the entries that were followed by an edit without an entry."""
    names = sorted(names_in(_FOLDER, _key(os.path.realpath(root))))
    marks = [at for at, name in enumerate(names) if name.endswith(_UNKEPT)]
    earlier = names[: marks[-1]] if marks else []
    return frozenset(name[_DIGITS + 1 :].removesuffix(_ENDING) for name in earlier)


def note_unkept(root: str) -> None:
    """Record that an edit of a root has no entry: its time, and nothing else.

    Otherwise a plain undo would undo the edit before it. The record is an empty file, which even a full disk may
    accept.

    Raises:
        OSError: when it cannot be recorded.
    """
    folder = folder_of(root)
    name = f"{_stamp(folder, now())}{_UNKEPT}"
    os.close(os.open(os.path.join(folder, name), os.O_WRONLY | os.O_CREAT, 0o600))
    for other in os.listdir(folder):
        if other.endswith(_UNKEPT) and other != name:
            discard(os.path.join(folder, other))


def place_of(entry: Entry) -> str:
    """Return the path of an entry in the history: later than all others, whatever the clock says.

    Raises:
        OSError: when the folder is not available.
    """
    folder = folder_of(entry.root)
    return os.path.join(folder, f"{_stamp(folder, entry.time)}-{entry.id}{_ENDING}")


def _stamp(folder: str, time: float) -> str:
    """Return a time as the digits that names begin with, later than those of every name in a folder."""
    last = max(os.listdir(folder), default="")[:_DIGITS]
    after = int(last) + 1 if last.isdecimal() else 0
    return f"{max(int(time * 1000), after):0{_DIGITS}d}"


def entry_of(id: str, root: str) -> Entry:
    """Find an entry by its id or the start of it, in its root first.

    Raises:
        UsageError: when there is none, or several.
    """
    if len(id) < _FEWEST_LETTERS:
        raise UsageError(
            f"{id!r} is too short for the start of an id",
            hint="pass more of its characters, as history prints them",
        )
    here = [entry for entry in entries_of(root) if entry.id.startswith(id)]
    found = here or [entry for entry in _every_entry() if entry and entry.id.startswith(id)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise UsageError(
            f"there is no transaction {id!r}", hint="see history; the oldest are dropped in time"
        )
    raise UsageError(
        f"{id!r} is the start of {len(found)} ids: {', '.join(e.id for e in found[:5])}",
        hint="pass more of its characters",
    )


def stacks_of(entries: tuple[Entry, ...]) -> Stacks:
    """Compute what may be undone and redone."""
    done: list[Entry] = []
    undone: list[Entry] = []
    by_id = {entry.id: entry for entry in entries}
    for entry in entries:
        target = by_id.get(entry.of or "")
        if entry.kind == "edit":
            done.append(entry)
            undone.clear()
        elif entry.kind == "undo" and target is not None:
            done = [e for e in done if e.id != target.id]
            undone.append(target)
        elif target is not None:
            undone = [e for e in undone if e.id != target.id]
            done.append(target)
    return Stacks(tuple(done), tuple(undone))


def trim(root: str, retention: Retention = RETENTION) -> None:
    """Delete the entries beyond the limits, and the backups that only they name."""
    folder = os.path.realpath(state_path(_FOLDER, _key(root)))
    names = os.listdir(folder)
    oldest = f"{int((now() - retention.days * 86_400) * 1000):014d}"
    too_many = len(names) > retention.entries + retention.entries // _SLACK
    if not too_many and min(names, default=oldest) >= oldest:
        return
    names = sorted(name for name in names if name.endswith(_ENDING))
    old = [name for name in names if name < oldest]
    if too_many:
        old = names[: max(len(old), len(names) - retention.entries)]
    if not old:
        return
    old_contents = [_contents_of(state_path(_FOLDER, _key(root), name)) for name in old]
    for name in old:
        discard(os.path.join(folder, name))
    with removing() as may_remove:
        # Those under way first: meanwhile one of them may go over to the history, and none comes back.
        entries = [read_entry(path) for path in pending_paths()]
        pending = [None if entry is None else _contents_in(entry) for entry in entries]
        paths = [state_path(_FOLDER, *names) for names in _every_name()]
        noted = [*pending, *map(_contents_of, paths)]
        for path in set(_contents).difference(paths):
            _contents.pop(path, None)
        if (
            None in noted or not may_remove
        ):  # damaged, or of a later version: its contents are unknown
            return
        used = frozenset[str]().union(*filter(None, noted))
        # What crashes and other programs left behind is looked for once in a process: it takes a look at every backup.
        is_first = state_path(_FOLDER) not in _swept
        if is_first or None in old_contents:
            backups.drop_all_but(used)
            _swept.add(state_path(_FOLDER))
        else:
            backups.drop(frozenset[str]().union(*filter(None, old_contents)) - used, used)


_contents: dict[str, frozenset[str]] = {}
"""The contents named by entries, by the entries' paths; entries never change."""

_FEW_CONTENTS = 64
"""Entries with up to this many contents are cached; a larger one is read again. Chosen by judgement."""

_swept: set[str] = set()
"""Folders of the history for which this process has searched backups that no entry names."""


def _contents_of(path: str) -> frozenset[str] | None:
    """Return the contents that an entry names; None if the entry cannot be read."""
    known = _contents.get(path)
    if known is not None:
        return known
    entry = read_entry(path)
    found = _contents_in(entry) if entry is not None else None
    if found is not None and len(found) <= _FEW_CONTENTS:
        _contents[path] = found
    return found


def _contents_in(entry: Entry) -> frozenset[str]:
    named = (name for file in entry.files for name in (file.before, file.after))
    return frozenset(name for name in named if name is not None)


def call_off(pending: str) -> None:
    """Mark a running transaction as failed, so that its files are restored in any case.

    The mark is the mode of its file: a full disk may be the cause of the failure, and a mode takes no space.
    """
    os.chmod(pending, stat.S_IRUSR)


def is_called_off(pending: str) -> bool:
    """Return True if a transaction is marked as failed and could not be undone at once."""
    return not os.stat(pending).st_mode & stat.S_IWUSR


def note_left(entry: Entry, pending: str, files: tuple[KeptFile, ...]) -> None:
    """Record the temporary files that a transaction could not delete, for a later call.

    The record is an entry beside the pending one, which is otherwise complete.

    Raises:
        OSError: when it cannot be recorded.
    """
    write_entry(replace(entry, files=files), _note_of(pending))


def has_note(pending: str) -> bool:
    """Return True if a finished transaction has left a record of temporary files."""
    return os.path.lexists(_note_of(pending))


def _note_of(pending: str) -> str:
    return f"{pending.removesuffix(_ENDING)}{_LEFT}"


def is_note(path: str) -> bool:
    """Return True if a path is a record written by `note_left`, not a running transaction."""
    return path.endswith(_LEFT)


def pending_folder() -> str:
    """Return the folder of running transactions, which need not exist."""
    return os.path.realpath(state_path(_PENDING))


def pending_entries() -> Iterator[Entry]:
    """Yield the transactions that are running, or that a crash interrupted."""
    found = (read_entry(path) for path in pending_paths() if path.endswith(_ENDING))
    return (entry for entry in found if entry is not None)


def cut_off_below(folder: str) -> tuple[Entry, ...]:
    """Return the interrupted transactions of a folder or of one below it."""
    top = os.path.join(os.path.realpath(folder), "")
    below = (e for e in pending_entries() if os.path.join(e.root, "").startswith(top))
    return tuple(entry for entry in below if not entry.owner.may_live)


def latest_root_below(folder: str) -> str | None:
    """Return the root with the latest entry of those in a folder."""
    top = os.path.join(os.path.realpath(folder), "")
    entries = [entry for entry in _every_entry() if entry is not None]
    below = [entry for entry in entries if os.path.join(entry.root, "").startswith(top)]
    return max(below, key=lambda entry: entry.time).root if below else None


def latest_above(folder: str) -> Entry | None:
    """Return the latest entry of a root above a folder that changed a file in it."""
    top = os.path.join(os.path.realpath(folder), "")
    found = [
        entry
        for entry in _every_entry()
        if entry is not None
        and top.startswith(os.path.join(entry.root, ""))
        and any(file.path.startswith(top) for file in entry.files)
    ]
    return max(found, key=lambda entry: entry.time, default=None)


def pending_paths() -> tuple[str, ...]:
    """Return the paths of running transactions, of records and of their temporary files, oldest first.

    Files of other names in the folder are not the program's and are ignored.
    """
    return tuple(
        os.path.join(pending_folder(), name)
        for name in names_in(_PENDING)
        if _PENDING_NAME.fullmatch(name) or _TEMP_NAME.fullmatch(name)
    )


def _every_entry() -> Iterator[Entry | None]:
    """Yield the entries of all roots; None for one that cannot be read."""
    return (read_entry(state_path(_FOLDER, *names)) for names in _every_name())


def _every_name() -> Iterator[tuple[str, str]]:
    """Yield the folder and the name of every entry of all roots."""
    for key in sorted(names_in(_FOLDER)):
        for name in _names_of(key):
            yield key, name


def _names_of(key: str) -> list[str]:
    return sorted(name for name in names_in(_FOLDER, key) if name.endswith(_ENDING))


def _key(root: str) -> str:
    return backups.name_of(os.fsencode(root))[:16]


# JSON

_Row = dict[str, object]


def _as_json(entry: Entry) -> _Row:
    return {
        "format": FORMAT,
        "id": entry.id,
        "time": entry.time,
        "root": entry.root,
        "operation": entry.operation,
        "lines_added": entry.lines_added,
        "lines_removed": entry.lines_removed,
        "kind": entry.kind,
        "of": entry.of,
        "process": entry.owner.process,
        "host": entry.owner.host,
        "boot": entry.owner.boot,
        **({} if entry.locked else {"locked": False}),
        **(
            {}
            if entry.run is None
            else {"run": {n: getattr(entry.run, n) for n in RunNote.__match_args__}}
        ),
        "files": [_file_as_json(file) for file in entry.files],
    }


def _file_as_json(file: KeptFile) -> _Row:
    row: _Row = {"path": file.path, "before": file.before, "after": file.after}
    if file.looks is not None:
        looks = file.looks
        attributes = [[name, value.hex()] for name, value in looks.attributes]
        row["looks"] = [looks.mode, looks.owner, looks.group, attributes]
    extras = {"temp": file.temp, "in_place": file.in_place, "folder": file.folder}
    return row | {name: value for name, value in extras.items() if value}


def _from_json(row: _Row) -> Entry:
    return Entry(
        str(row["id"]),
        float(cast(float, row["time"])),
        str(row["root"]),
        str(row["operation"]),
        tuple(_file_from_json(file) for file in cast(list[_Row], row["files"])),
        int(cast(int, row["lines_added"])),
        int(cast(int, row["lines_removed"])),
        cast(Kind, row["kind"]),
        _text_or_none(row["of"]),
        Owner(int(cast(int, row["process"])), str(row.get("host", "")), str(row.get("boot", ""))),
        bool(row.get("locked", True)),
        _run_from_json(cast(_Row, row["run"])) if "run" in row else None,
    )


def _text_or_none(value: object) -> str | None:
    if not isinstance(value, str | None):
        raise TypeError(f"{value!r} is not a string")
    return value


def _run_from_json(row: _Row) -> RunNote:
    counts = (int(cast(int, row[name])) for name in RunNote.__match_args__[1:])
    return RunNote(str(row["name"]), *counts)


def _file_from_json(row: _Row) -> KeptFile:
    looks = None
    if "looks" in row:
        mode, owner, group, attributes = cast(
            tuple[int, int, int, list[tuple[str, str]]], row["looks"]
        )
        pairs = tuple((str(name), bytes.fromhex(value)) for name, value in attributes)
        looks = Looks(int(mode), int(owner), int(group), pairs)
    return KeptFile(
        str(row["path"]),
        _text_or_none(row["before"]),
        _text_or_none(row["after"]),
        looks,
        str(row.get("temp", "")),
        bool(row.get("in_place", False)),
        str(row.get("folder", "")),
    )
