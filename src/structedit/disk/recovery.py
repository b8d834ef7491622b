"""Recovery after a crash: interrupted transactions are finished if every file is new, else undone.

A file that has neither the old nor the new content was changed by another program meanwhile: it is left alone, and
reported.

Not here: how a transaction works (`disk.journal`).
"""

from __future__ import annotations

import errno
import os
from collections.abc import Collection
from contextlib import suppress

from structedit.disk import backups, history
from structedit.disk.file_change import (
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
from structedit.disk.owners import named_in
from structedit.disk.staging import discard, link_as, sweep, why
from structedit.text.errors import FileError
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class Recovered:
    """A transaction that a crash had interrupted: `forward` if it was finished, else it was undone.

    `left_alone` are files that another program has changed since.
    """

    id: str
    forward: bool
    files: tuple[str, ...]
    left_alone: tuple[str, ...] = ()


def recover(*places: str) -> tuple[Recovered, ...]:
    """Finish or undo the transactions that crashes have interrupted.

    Waits for running transactions on files that are one of `places`, or below one, by their real paths. Others are left
    to their own process.

    Raises:
        FileError: `stale` when one of the places is a file that cannot be restored now; it stays
            pending.
    """
    found: list[Recovered] = []
    paths = history.pending_paths()
    notes = [path for path in paths if history.is_note(path)]
    for path in paths:
        if path in notes:
            continue
        entry = history.read_entry(path) if path.endswith(".json") else None
        if entry is None:
            _sweep_pending(path)
            continue
        files = {file.path for file in entry.files}
        wanted = any(
            file == place or file.startswith(os.path.join(place, ""))
            for file in files
            for place in places
        )
        try:
            found += _recovered_alone(entry, path, wait=wanted)
        except (OSError, FileError) as error:
            for place in files.intersection(places):
                said = why(error) if isinstance(error, OSError) else error.message
                raise _unsettled(place, said) from error
    for path in notes:
        with suppress(OSError, FileError):  # it stays noted, and the next call tries again
            _clear(path)
    return tuple(found)


def _clear(note: str) -> None:
    """Delete the temporary files that a finished transaction has left beside its files.

    Raises:
        OSError: when another process works on one of the files.
        FileError: when one of them has an interrupted transaction, which must be recovered first.
    """
    entry = history.read_entry(note)
    if entry is None:
        _sweep_pending(note)
        return
    paths = tuple(file.path for file in entry.files)
    with locked(*paths, wait=False) as unlocked:
        if unlocked is not None:
            return
        require_settled(paths)
        if not _discard_temps(entry):
            for file in entry.files:
                if not os.path.lexists(file.path):
                    _remove_folders(file)
            discard(note)


def _recovered_alone(entry: Entry, path: str, *, wait: bool) -> list[Recovered]:
    """Recover one transaction while no other process works on its files.

    Raises:
        OSError: also when it is running and `wait` is false.
        FileError: when it cannot be done now.
    """
    with locked(*(file.path for file in entry.files), wait=wait) as unlocked:
        now = history.read_entry(path)  # the one under way may be done by now
        if now is None:
            return []
        # Its process may still be working on it, without a lock.
        alone = not unlocked and now.locked
        if not alone and now.owner.may_live and not history.is_called_off(path):
            raise BlockingIOError(
                errno.EAGAIN, f"process {now.owner.process} may still be working on it"
            )
        return [_recovered(now, path)]


def require_settled(paths: Collection[str]) -> None:
    """Check, with the files locked, that no interrupted transaction still has to restore one of them.

    Raises:
        FileError: `stale`, naming the file.
    """
    for entry in history.pending_entries():
        for file in entry.files:
            if file.path in paths:
                raise _unsettled(file.path, "")


def news() -> tuple[str, ...]:
    """Return messages for the user: what recovery left alone, once, and what it cannot recover, each time."""
    messages = [
        f"an interrupted edit was reverted, except in {path!r}, which somebody else has changed"
        for path in _LEFT_ALONE
    ]
    _LEFT_ALONE.clear()
    for path in history.pending_paths():
        if path.endswith(".json") and history.is_whole(path) and not history.read_entry(path):
            messages.append(
                f"an edit was interrupted and cannot be reverted: {path!r} is damaged, or of another"
                " version; look at the files of that time, then remove it"
            )
    return tuple(messages)


_LEFT_ALONE: list[str] = []
"""Files that were left alone, until an outcome has said so."""


def _unsettled(path: str, reason: str) -> FileError:
    because = f": {reason}" if reason else ""
    return FileError(
        f"an edit of {path!r} was interrupted and could not be reverted yet{because}",
        hint="make it, its folder and the state folder writable, and repeat",
        code="stale",
    )


def _sweep_pending(path: str) -> None:
    """Delete a transaction's file that a crash left incomplete; nothing of the edit had begun.

    The name of a file in the making contains the process that writes it, which may still be running. A complete file
    that cannot be parsed stays: it is damaged, or a later version has written it.
    """
    if any(owner.may_live for owner in named_in(os.path.basename(path))):
        return
    if not path.endswith(".json") or not history.is_whole(path):
        discard(path)


def _recovered(entry: Entry, pending: str) -> Recovered:
    _require_straight(entry)
    names = tuple(file.path for file in entry.files)
    if not history.is_called_off(pending) and all(
        content_name(file.path) == file.after for file in entry.files
    ):
        _note_left(entry, pending)
        for file in entry.files:
            if file.after is None:
                _remove_folders(file)
        sync_folders(names)
        os.replace(pending, history.place_of(entry))
        return Recovered(entry.id, True, names)
    left = roll_back(entry)
    remove_pending(entry, pending)
    _LEFT_ALONE.extend(left)
    return Recovered(entry.id, False, names, left)


def remove_pending(entry: Entry, pending: str) -> None:
    """Delete the entry of a transaction that was undone, unless temporary files remain.

    Raises:
        OSError: when it cannot be deleted, or what remains cannot be recorded.
    """
    _note_left(entry, pending)
    os.chmod(pending, 0o600)  # some systems keep what is read-only
    os.unlink(pending)


def roll_back(entry: Entry) -> tuple[str, ...]:
    """Restore every file; return those that another program has changed since."""
    _require_straight(entry)
    _give_back(entry)
    _discard_temps(entry)
    left = [file.path for file in entry.files if not _put_back_file(file)]
    for file in entry.files:
        if file.before is None:
            _remove_folders(file)
    sync_folders(file.path for file in entry.files)
    return tuple(left)


def _require_straight(entry: Entry) -> None:
    """Check that no folder on the way to a file is a link; otherwise the transaction stays pending."""
    for file in entry.files:
        require_straight(file.path)


def _give_back(entry: Entry) -> None:
    """Rename files that were to be deleted back to their names: the same files, hard links and all."""
    for file in entry.files:
        if file.after is None and file.temp:
            with suppress(FileNotFoundError, FileExistsError):
                link_as(file.temp, file.path)


def _discard_temps(entry: Entry) -> tuple[KeptFile, ...]:
    """Delete temporary files of the interrupted process or of one that restored files.

    Return the files beside which one remains.
    """
    return tuple(file for file in entry.files if sweep(file.path))


def _note_left(entry: Entry, pending: str) -> None:
    """Delete temporary files; record those that remain, so that a later call deletes them."""
    if left := _discard_temps(entry):
        history.note_left(entry, pending, left)


def _remove_folders(file: KeptFile) -> None:
    """Delete the folders that were created for a file, if they are empty."""
    remove_folders(Change(file.path, None, None, folder=file.folder))


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
    """Return True if a file contains an interrupted write: one content up to some point, then the other.

    The first is the new content, or the old one if restoring it was interrupted too.
    """
    after = None if file.after is None else backups.fetch(file.after)
    if now is None or before is None or after is None:
        return False
    return _is_begun(now, before, after) or _is_begun(now, after, before)


def _is_begun(now: bytes, old: bytes, new: bytes) -> bool:
    """Return True if the content `now` is `old` with `new` written over its beginning.

    Room for a longer content is reserved first, so what is not written yet may be zeros.
    """
    rest = old.ljust(len(now), b"\0")[: len(now)]
    pairs = enumerate(zip(now, new, strict=False))
    written = next((at for at, (a, b) in pairs if a != b), min(len(now), len(new)))
    return len(now) in (len(old), len(new)) and now[written:] == rest[written:]
