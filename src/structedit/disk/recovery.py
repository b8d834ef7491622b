"""After a crash: what is still pending is finished where every file is new, else put back.

A file that holds neither the old nor the new content was written by somebody else meanwhile: it is
left alone, and said so.

Not here: how a transaction goes (`disk.journal`).
"""

from __future__ import annotations

import os
from collections.abc import Collection
from contextlib import suppress

from structedit.disk import backups, history
from structedit.disk.changes import (
    Change,
    content_name,
    remove_folders,
    require_straight,
    sync_folders,
    write_single,
)
from structedit.disk.files import read_bytes
from structedit.disk.history import Entry, KeptFile
from structedit.disk.locks import locked
from structedit.disk.staging import discard, link_as, sweep
from structedit.errors import FileError
from structedit.values import dataclass


@dataclass(frozen=True, slots=True)
class Recovered:
    """A transaction that a crash had cut off: `forward` where it was finished, else put back.

    `left_alone` are files that somebody else has changed since.
    """

    id: str
    forward: bool
    files: tuple[str, ...]
    left_alone: tuple[str, ...] = ()


def recover() -> tuple[Recovered, ...]:
    """Finish or take back what crashes have cut off; waits for transactions under way.

    Raises:
        OSError: when files cannot be put back now; what is pending stays so.
    """
    folder = history.pending_folder()
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return ()
    found = []
    for name in names:
        path = os.path.join(folder, name)
        entry = history.read_entry(path) if name.endswith(".json") else None
        if entry is None:
            _sweep_pending(path)
            continue
        with locked(*(file.path for file in entry.files)):
            entry = history.read_entry(path)  # the one under way may be done by now
            with suppress(FileError):  # what cannot be read now stays pending
                found += [_recovered(entry, path)] if entry is not None else []
    return tuple(found)


def require_settled(paths: Collection[str]) -> None:
    """Check, with the locks of files, that no transaction that was cut off is to put one back yet.

    Raises:
        FileError: `stale`, naming the file.
    """
    for entry in history.pending_entries():
        for file in entry.files:
            if file.path in paths:
                raise FileError(
                    f"an edit of {file.path!r} was cut off and could not be put back yet",
                    hint="read it again and repeat",
                    code="stale",
                )


def _sweep_pending(path: str) -> None:
    """Remove what a crash left of writing down a transaction; nothing of it had begun.

    The name of what is being written holds the process that writes it, which may be at it still.
    """
    writers = [int(part) for part in os.path.basename(path).split(".") if part.isdecimal()]
    if not any(_is_alive(writer) for writer in writers):
        discard(path)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def _recovered(entry: Entry, pending: str) -> Recovered:
    _require_straight(entry)
    names = tuple(file.path for file in entry.files)
    if not history.is_called_off(pending) and all(
        content_name(file.path) == file.after for file in entry.files
    ):
        _discard_temps(entry)
        sync_folders(names)
        os.replace(pending, os.path.join(history.folder_of(entry.root), entry.file_name))
        return Recovered(entry.id, True, names)
    left = roll_back(entry)
    remove_pending(pending)
    return Recovered(entry.id, False, names, left)


def remove_pending(pending: str) -> None:
    """Forget a transaction that is put back."""
    os.chmod(pending, 0o600)  # some systems keep what is read-only
    os.unlink(pending)


def roll_back(entry: Entry) -> tuple[str, ...]:
    """Put every file back; give those that somebody else has changed."""
    _require_straight(entry)
    _give_back(entry)
    _discard_temps(entry)
    left = [file.path for file in entry.files if not _put_back_file(file)]
    for file in entry.files:
        if file.before is None:
            remove_folders(Change(file.path, None, None, folder=file.folder))
    sync_folders(file.path for file in entry.files)
    return tuple(left)


def _require_straight(entry: Entry) -> None:
    """Leave it pending while a folder on the way to a file is a link: the file is elsewhere."""
    for file in entry.files:
        require_straight(file.path)


def _give_back(entry: Entry) -> None:
    """Give files that were to be deleted their names again: the same files, with all names."""
    for file in entry.files:
        if file.after is None and file.temp:
            with suppress(FileNotFoundError, FileExistsError):
                link_as(file.temp, file.path)


def _discard_temps(entry: Entry) -> None:
    """Remove what was in the making, by the process that was cut off or one that put back."""
    for file in entry.files:
        sweep(file.path)


def _put_back_file(file: KeptFile) -> bool:
    there = content_name(file.path)
    if there == file.before:
        return True
    before = None if file.before is None else backups.fetch(file.before)
    if file.before is not None and before is None:
        return False
    now = None if there is None else read_bytes(file.path)
    if there != file.after and not (file.in_place and _is_torn(file, now, before)):
        return False
    write_single(Change(file.path, now, before, file.looks, file.folder))
    return True


def _is_torn(file: KeptFile, now: bytes | None, before: bytes | None) -> bool:
    """Tell a write that was cut off: the new content up to somewhere, and the old from there on.

    Room for a longer content is claimed first, so what is not written yet may be zeros.
    """
    after = None if file.after is None else backups.fetch(file.after)
    if now is None or before is None or after is None:
        return False
    rest = before.ljust(len(now), b"\0")[: len(now)]
    written = _common(now, after)
    return len(now) in (len(before), len(after)) and now[written:] == rest[written:]


def _common(one: bytes, other: bytes) -> int:
    """Count the bytes that two contents begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
