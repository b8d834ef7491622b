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

from structedit.disk import backups, direct, history
from structedit.disk.changes import (
    Change,
    remove_folders,
    require_before,
    require_possible,
    sync_folders,
    take_place,
    top_missing,
    write_beside,
    write_single,
)
from structedit.disk.files import failures_of, would_lose
from structedit.disk.history import Entry, KeptFile, Kind
from structedit.disk.locks import UNWRITABLE, locked, private_folder
from structedit.disk.looks import looks_of
from structedit.disk.policies import POLICY, Policy
from structedit.disk.recovery import recover, remove_pending, require_settled, roll_back
from structedit.disk.staging import (
    discard,
    renamed,
    staged,
    sweep,
    sync_folder,
    temp_name,
    write_in_place,
)
from structedit.errors import FileError
from structedit.values import dataclass

__all__ = ["Change", "Note", "commit", "recover"]


@dataclass(frozen=True, slots=True)
class Note:
    """What the history says of a transaction."""

    root: str
    operation: str
    lines_added: int = 0
    lines_removed: int = 0
    kind: Kind = "edit"
    of: str | None = None


def commit(changes: Iterable[Change], note: Note, policy: Policy = POLICY) -> str | None:
    """Make all changes or none; give the id to undo them with, None where nothing is kept.

    Raises:
        FileError: `stale` when a file does not hold `before`, `read_only`, `protected` where the
            policy refuses a file, `write_failed` and what else `files.commit` raises. The files
            are then as they were.
    """
    wanted = tuple(c for c in changes if c.before != c.after)
    if not wanted:
        return None
    recover()
    for change in wanted:
        require_possible(change)
    entry = _entry(wanted, note)
    named = wanted[0].path if len(wanted) == 1 else note.root
    with failures_of(named), locked(*(change.path for change in wanted)):
        require_settled({change.path for change in wanted})
        for change in wanted:
            require_before(change)
        done = _commit(wanted, entry, policy)
    return entry.id if done and policy.keep else None


def _commit(changes: tuple[Change, ...], entry: Entry, policy: Policy) -> bool:
    pending = _begin(changes, entry)
    if pending is None:
        return _commit_without_journal(changes, policy)
    try:
        entry = _stage(changes, entry, pending, policy)
        for change, file in zip(changes, entry.files, strict=True):
            entry = _install(change, file, entry, pending)
        sync_folders(change.path for change in changes)
        for change, file in zip(changes, entry.files, strict=True):
            if change.after is None:
                discard(file.temp)
    except BaseException:
        _put_back(entry, pending)
        raise
    _finish(entry, pending, policy)
    for change, file in zip(changes, entry.files, strict=True):
        _clear_up(change, file)
    return True


def _clear_up(change: Change, file: KeptFile) -> None:
    """Remove what lies beside a file, should it not have gone at once, and empty folders."""
    if file.in_place:
        with suppress(FileError):
            sweep(file.path)
    elif change.before is None or change.after is None:  # a rename has left none
        discard(file.temp)
    if change.after is None:
        remove_folders(change)


def _begin(changes: tuple[Change, ...], entry: Entry) -> str | None:
    """Write down what is about to happen; give where, or None without a state folder."""
    lasting = len(changes) > 1 or changes[0].after is None
    try:
        for content in (c.after for c in changes if c.after is not None):
            backups.keep(content, lasting=False)
        kept = [backups.keep(c.before, lasting=False) for c in changes if c.before is not None]
        if lasting:
            backups.flush(kept)
        pending = os.path.join(private_folder("pending"), entry.pending_name)
        if lasting:
            history.write_entry(entry, pending)
        else:
            history.begin_entry(entry, pending)
    except OSError as error:
        if error.errno not in UNWRITABLE:
            raise
        return None
    return pending


def _stage(changes: tuple[Change, ...], entry: Entry, pending: str, policy: Policy) -> Entry:
    """Write the new contents beside their targets; mark those that are written in place."""
    rows = []
    for change, file in zip(changes, entry.files, strict=True):
        lost = ""
        if change.after is not None and change.before is not None:
            lost = staged(change.path, file.temp, change.after)
        elif change.after is not None:
            direct.make_folders(os.path.dirname(change.path))
            write_beside(file.temp, change)
        if lost and policy.on_loss == "refuse":
            raise would_lose(change.path, lost)
        rows.append(replace(file, in_place=bool(lost)))
    marked = replace(entry, files=tuple(rows))
    if any(row.in_place for row in rows):
        _mark(marked, changes, pending)
    return marked


def _mark(entry: Entry, changes: tuple[Change, ...], pending: str) -> None:
    """Write down, before it happens, which files may be torn by a crash."""
    for change, file in zip(changes, entry.files, strict=True):
        if file.in_place and change.before is not None:
            backups.keep(change.before, lasting=True)
    history.write_entry(entry, pending)


def _install(change: Change, file: KeptFile, entry: Entry, pending: str) -> Entry:
    """Put one new content in its place, comparing once more right before it."""
    require_before(change)
    if change.after is None:
        direct.rename(change.path, file.temp)  # so that it can be put back as it was
    elif change.before is None:
        take_place(file.temp, change.path)
    elif file.in_place:
        discard(file.temp)
        write_in_place(change.path, change.before, change.after)
    elif not renamed(file.temp, change.path):
        rows = (replace(f, in_place=f.in_place or f.path == file.path) for f in entry.files)
        entry = replace(entry, files=tuple(rows))
        backups.keep(change.before, lasting=True)
        history.write_entry(entry, pending)
        discard(file.temp)
        write_in_place(change.path, change.before, change.after)
    return entry


def _finish(entry: Entry, pending: str, policy: Policy) -> None:
    """Move the entry to the history: from here on the files are new, whatever happens."""
    try:
        if not policy.keep:
            os.unlink(pending)
            return
        folder = history.folder_of(entry.root)
        os.replace(pending, os.path.join(folder, entry.file_name))
    except OSError:
        _put_back(entry, pending)
        raise
    if len(entry.files) > 1:
        sync_folder(folder)
        sync_folder(os.path.dirname(pending))
    with suppress(OSError):
        history.trim(entry.root, policy.retention)


def _put_back(entry: Entry, pending: str) -> None:
    """Take back what was done so far. Where that fails too, it stays pending for the next call."""
    with suppress(OSError, FileError):
        history.call_off(pending)
        roll_back(entry)
        remove_pending(pending)


def _commit_without_journal(changes: tuple[Change, ...], policy: Policy) -> bool:
    """Change files where nothing can be written down; what fails is taken back at once."""
    written: list[Change] = []
    try:
        for change in changes:
            write_single(change, policy.on_loss)
            written.append(change)
    except BaseException:
        for change in reversed(written):
            write_single(Change(change.path, change.after, change.before, change.looks))
        raise
    return False


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
        temp_name(change.path),
        folder=(top_missing(change.path) or "") if change.before is None else "",
    )
