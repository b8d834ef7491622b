"""Transactions: several files change as one, whatever happens meanwhile.

How one goes: take the locks of all files; compare each with what the edit was planned on; keep
what they hold (`disk.backups`); write down what is about to happen (a file in the folder
`pending`); write every new content beside its target; rename them all; flush; and move what was
written down to the history. That last rename is the moment from which on all files are new.

After a crash the next call finds what is still pending. Where every file is new it finishes,
else it puts every file back. A file that holds neither the old nor the new content was written by
somebody else meanwhile: it is left alone, and said so.

One file is done in the same way, but nothing is flushed save itself: its rename is all or nothing,
so what is written down only serves to sweep up after a process that was killed.

Not here: how one file is replaced (`disk.files`), what is kept for how long (`disk.history`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from structedit.disk import backups, files, history
from structedit.disk.files import discard, failures_of, read_bytes, sync_folder, temp_name
from structedit.disk.history import Entry, KeptFile, Kind
from structedit.disk.locks import UNWRITABLE, locked, private_folder
from structedit.disk.looks import Looks, give, looks_of
from structedit.errors import FileError
from structedit.values import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of one file, by its real path: None is no file.

    A file that is made looks like `looks`, left out as new files do. Of one that is deleted the
    folders go as well that are empty then, up to `folder`.
    """

    path: str
    before: bytes | None
    after: bytes | None
    looks: Looks | None = None
    folder: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """What the history says of a transaction."""

    root: str
    operation: str
    lines_added: int = 0
    lines_removed: int = 0
    kind: Kind = "edit"
    of: str | None = None


@dataclass(frozen=True, slots=True)
class Recovered:
    """A transaction that a crash had cut off: `forward` where it was finished, else put back.

    `left_alone` are files that somebody else has changed since.
    """

    id: str
    forward: bool
    files: tuple[str, ...]
    left_alone: tuple[str, ...] = ()


def commit(changes: Iterable[Change], note: Note, *, keep: bool = True) -> str | None:
    """Make all changes or none; give the id to undo them with, None where nothing is kept.

    Raises:
        FileError: `stale` when a file does not hold `before`, `read_only`, `write_failed` and
            what else `files.commit` raises. The files are then as they were.
    """
    wanted = tuple(c for c in changes if c.before != c.after)
    if not wanted:
        return None
    recover()
    for change in wanted:
        _require_possible(change)
    entry = _entry(wanted, note)
    named = wanted[0].path if len(wanted) == 1 else note.root
    with failures_of(named), locked(*(change.path for change in wanted)):
        for change in wanted:
            _require_before(change)
        done = _commit(wanted, entry, keep)
    return entry.id if done and keep else None


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


def revert(entry: Entry, kind: Kind, of: str) -> tuple[tuple[Change, ...], Note]:
    """Give the changes that take a transaction back.

    Raises:
        FileError: `stale` when a file was changed since, saying how; `missing_file` when a
            content is no longer kept.
    """
    changes = tuple(_reverted(file, entry) for file in entry.files)
    note = Note(entry.root, kind, entry.lines_removed, entry.lines_added, kind=kind, of=of)
    return changes, note


def changes_of(entry: Entry) -> tuple[Change, ...]:
    """Give what a transaction changed.

    Raises:
        FileError: `missing_file` when a content is no longer kept.
    """
    return tuple(
        Change(f.path, _fetched(f.before, f.path), _fetched(f.after, f.path)) for f in entry.files
    )


# Carrying out


def _commit(changes: tuple[Change, ...], entry: Entry, keep: bool) -> bool:
    pending = _begin(changes, entry)
    if pending is None:
        return _commit_without_journal(changes)
    try:
        entry = _stage(changes, entry, pending)
        for change, file in zip(changes, entry.files, strict=True):
            entry = _install(change, file, entry, pending)
        _sync_folders(change.path for change in changes)
    except BaseException:
        _put_back(entry, pending)
        raise
    _finish(entry, pending, keep)
    for change, file in zip(changes, entry.files, strict=True):
        if change.after is None:
            _remove_folders(change)
        if file.in_place:  # should the copy beside it not have gone at once
            files.sweep(file.path)
    return True


def _write_single(change: Change) -> None:
    """Change one file for good, as a whole."""
    if change.before is None:
        _make(change, temp_name(change.path))
    elif change.after is None:
        _require_before(change)
        os.unlink(change.path)
        _remove_folders(change)
    else:
        files.replace_bytes(change.path, change.before, change.after)
        return
    sync_folder(os.path.dirname(change.path))


def _begin(changes: tuple[Change, ...], entry: Entry) -> str | None:
    """Write down what is about to happen; give where, or None without a state folder."""
    lasting = len(changes) > 1 or changes[0].after is None
    try:
        for content in (c.after for c in changes if c.after is not None):
            backups.keep(content, lasting=False)
        kept = [backups.keep(c.before, lasting=False) for c in changes if c.before is not None]
        if lasting:
            backups.flush(kept)
        pending = os.path.join(private_folder("pending"), entry.file_name)
        history.write_entry(entry, pending, lasting=lasting)
    except OSError as error:
        if error.errno not in UNWRITABLE:
            raise
        return None
    return pending


def _stage(changes: tuple[Change, ...], entry: Entry, pending: str) -> Entry:
    """Write the new contents beside their targets; mark those that are written in place."""
    rows = []
    for change, file in zip(changes, entry.files, strict=True):
        in_place = False
        if change.after is not None and change.before is not None:
            in_place = not files.staged(change.path, file.temp, change.after)
        elif change.after is not None:
            os.makedirs(os.path.dirname(change.path), exist_ok=True)
            _write_made(file.temp, change)
        rows.append(replace(file, in_place=in_place))
    marked = replace(entry, files=tuple(rows))
    if any(row.in_place for row in rows):
        _mark(marked, changes, pending)
    return marked


def _mark(entry: Entry, changes: tuple[Change, ...], pending: str) -> None:
    """Write down, before it happens, which files may be torn by a crash."""
    for change, file in zip(changes, entry.files, strict=True):
        if file.in_place and change.before is not None:
            backups.keep(change.before, lasting=True)
    history.write_entry(entry, pending, lasting=True)


def _install(change: Change, file: KeptFile, entry: Entry, pending: str) -> Entry:
    """Put one new content in its place, comparing once more right before it."""
    _require_before(change)
    if change.after is None:
        os.unlink(change.path)
    elif change.before is None:
        _take_place(file.temp, change.path)
    elif file.in_place:
        discard(file.temp)
        files.write_in_place(change.path, change.before, change.after)
    elif not files.renamed(file.temp, change.path):
        rows = (replace(f, in_place=f.in_place or f.path == file.path) for f in entry.files)
        entry = replace(entry, files=tuple(rows))
        backups.keep(change.before, lasting=True)
        history.write_entry(entry, pending, lasting=True)
        discard(file.temp)
        files.write_in_place(change.path, change.before, change.after)
    return entry


def _finish(entry: Entry, pending: str, keep: bool) -> None:
    """Move the entry to the history: from here on the files are new, whatever happens."""
    if not keep:
        os.unlink(pending)
        return
    folder = history.folder_of(entry.root)
    try:
        os.replace(pending, os.path.join(folder, entry.file_name))
    except OSError:
        _put_back(entry, pending)
        raise
    if len(entry.files) > 1:
        sync_folder(folder)
        sync_folder(os.path.dirname(pending))
    with suppress(OSError):
        history.trim(entry.root)


def _put_back(entry: Entry, pending: str) -> None:
    """Take back what was done so far. Where that fails too, it stays pending for the next call."""
    with suppress(OSError, FileError):
        _roll_back(entry)
        os.unlink(pending)


def _commit_without_journal(changes: tuple[Change, ...]) -> bool:
    """Change files where nothing can be written down; what fails is taken back at once."""
    written: list[Change] = []
    try:
        for change in changes:
            _write_single(change)
            written.append(change)
    except BaseException:
        for change in reversed(written):
            _write_single(Change(change.path, change.after, change.before, change.looks))
        raise
    return False


def _make(change: Change, temp: str) -> None:
    """Make a file, whole from its first moment on."""
    os.makedirs(os.path.dirname(change.path), exist_ok=True)
    try:
        _write_made(temp, change)
        _take_place(temp, change.path)
    finally:
        discard(temp)


def _write_made(temp: str, change: Change) -> None:
    assert change.after is not None
    files.write_new(temp, change.after, 0o666 if change.looks is None else 0o600)
    if change.looks is not None:
        file = os.open(temp, os.O_RDWR)
        try:
            give(file, change.looks)
            os.fsync(file)
        finally:
            os.close(file)


def _take_place(temp: str, target: str) -> None:
    try:
        files.link_as(temp, target)
    except FileExistsError as error:
        raise FileError(
            f"{target!r} exists already", hint="edit it, or choose another name", code="stale"
        ) from error
    discard(temp)


def _sync_folders(paths: Iterable[str]) -> None:
    for folder in sorted({os.path.dirname(path) for path in paths}):
        sync_folder(folder)


# Before anything is written


def _require_possible(change: Change) -> None:
    """Check what needs no lock: that the file may be written, that there is a folder for it."""
    if change.before is not None:
        files.writable_target(change.path)
    elif _top_missing(change.path) is None and not os.path.isdir(os.path.dirname(change.path)):
        raise FileError(
            f"{os.path.dirname(change.path)!r} is not a folder",
            hint="choose another path",
            code="write_failed",
        )


def _top_missing(path: str) -> str | None:
    """Give the topmost folder above a path that is not there yet."""
    found, at = None, os.path.dirname(path)
    while not os.path.lexists(at):
        found, at = at, os.path.dirname(at)
    return found


def _remove_folders(change: Change) -> None:
    """Remove the folders that were made for a file, as far as they are empty."""
    at = os.path.dirname(change.path)
    with suppress(OSError):
        while change.folder and os.path.commonpath([at, change.folder]) == change.folder:
            with suppress(FileNotFoundError):
                os.rmdir(at)
            at = os.path.dirname(at)


def _require_before(change: Change) -> None:
    """Compare a file with what was planned on; a folder on its way may not be a link by now."""
    folder = os.path.dirname(change.path)
    if os.path.realpath(folder) != folder:
        raise FileError(
            f"{change.path!r} leads elsewhere by now", hint="read it again", code="outside_root"
        )
    if change.before is None:
        if os.path.lexists(change.path):
            raise FileError(
                f"{change.path!r} exists already",
                hint="edit it, or choose another name",
                code="stale",
            )
    elif read_bytes(change.path) != change.before:
        raise FileError(
            f"{change.path!r} changed since it was read",
            hint="read it again and repeat",
            code="stale",
        )


def _entry(changes: tuple[Change, ...], note: Note) -> Entry:
    return Entry(
        history.new_id(),
        history.now(),
        note.root,
        note.operation,
        tuple(_kept_file(change) for change in changes),
        note.lines_added,
        note.lines_removed,
        note.kind,
        note.of,
        os.getpid(),
    )


def _kept_file(change: Change) -> KeptFile:
    looks = change.looks
    if change.after is None:
        looks = looks_of(change.path)
    return KeptFile(
        change.path,
        None if change.before is None else backups.name_of(change.before),
        None if change.after is None else backups.name_of(change.after),
        looks,
        temp_name(change.path) if change.after is not None else "",
        folder=(_top_missing(change.path) or "") if change.before is None else "",
    )


# After a crash


def _recovered(entry: Entry, pending: str) -> Recovered:
    names = tuple(file.path for file in entry.files)
    if all(_content_name(file.path) == file.after for file in entry.files):
        _discard_temps(entry)
        _sync_folders(names)
        os.replace(pending, os.path.join(history.folder_of(entry.root), entry.file_name))
        return Recovered(entry.id, True, names)
    left = _roll_back(entry)
    os.unlink(pending)
    return Recovered(entry.id, False, names, left)


def _roll_back(entry: Entry) -> tuple[str, ...]:
    """Put every file back; give those that somebody else has changed."""
    _discard_temps(entry)
    left = [file.path for file in entry.files if not _put_back_file(file)]
    for file in entry.files:
        if file.before is None:
            _remove_folders(Change(file.path, None, None, folder=file.folder))
    _sync_folders(file.path for file in entry.files)
    return tuple(left)


def _discard_temps(entry: Entry) -> None:
    """Remove what was in the making, by the process that was cut off or one that put back."""
    for file in entry.files:
        files.sweep(file.path)


def _put_back_file(file: KeptFile) -> bool:
    there = _content_name(file.path)
    if there == file.before:
        return True
    before = None if file.before is None else backups.fetch(file.before)
    if file.before is not None and before is None:
        return False
    now = None if there is None else read_bytes(file.path)
    if there != file.after and not (file.in_place and _is_torn(file, now, before)):
        return False
    _write_single(Change(file.path, now, before, file.looks, file.folder))
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


def _content_name(path: str) -> str | None:
    """Name what a file holds; None where there is none, empty where it is no file.

    Raises:
        FileError: when there is one that cannot be read now.
    """
    try:
        return backups.name_of(read_bytes(path))
    except FileError as error:
        if error.code in ("not_text", "too_large"):
            return ""
        if os.path.lexists(path):
            raise
        return None


# Undo


def _reverted(file: KeptFile, entry: Entry) -> Change:
    there = _content_name(file.path)
    if there != file.after:
        raise FileError(
            f"{file.path!r} was changed since transaction {entry.id}{_how(file, there)}",
            hint="undo the later change first, or edit the file by hand",
            code="stale",
        )
    before, after = _fetched(file.before, file.path), _fetched(file.after, file.path)
    return Change(file.path, after, before, file.looks, file.folder)


def _fetched(name: str | None, path: str) -> bytes | None:
    if name is None:
        return None
    raw = backups.fetch(name)
    if raw is None:
        raise FileError(
            f"the content that {path!r} had is no longer kept", hint="see history for what is"
        )
    return raw


def _how(file: KeptFile, there: str | None) -> str:
    """Say in what way a file differs from what the transaction left."""
    if there is None:
        return ": it is gone"
    if file.after is None:
        return ": it was made again"
    left, found = backups.fetch(file.after), read_bytes(file.path)
    if left is None:
        return ""
    old, new = left.splitlines(keepends=True), found.splitlines(keepends=True)
    first = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), None)
    line = min(len(old), len(new)) if first is None else first
    lines = f", and it has {len(new)} lines, not {len(old)}" if len(new) != len(old) else ""
    return f": from line {line + 1} on it differs{lines}"
