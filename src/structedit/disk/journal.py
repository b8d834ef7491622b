"""Transactions: several files change together or not at all.

The steps: lock all files; compare each with the content that the edit was planned on; store their contents
(`disk.backups`); write an entry about the changes to the folder `pending`; write every new content beside its
target; rename them all; flush; and move the entry to the history. After that last rename all files count as new.

After a crash, the next call finds what is still pending. If every file is new it finishes the transaction, else it
restores every file. A file that has neither the old nor the new content was changed by another program meanwhile:
it is left alone, and reported.

A single file takes the same steps, but only the file itself is flushed: its rename is atomic, so the entry only
serves to clean up after a process that was killed.

A temporary file that cannot be deleted is reported, and recorded for a later call.

If no entry can be written, a single file is changed all the same, and the missing guarantees are reported. Several
files are refused then, since a crash could leave some old and others new, unless the caller wants no backup.

Not here: writing beside a file and renaming (`disk.staging`), and how long entries are kept (`disk.history`).
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from contextlib import suppress
from functools import partial

from structedit.disk import backups, direct, history
from structedit.disk.attributes import looks_of
from structedit.disk.file_change import (
    Change,
    content_name,
    remove_folders,
    require_before,
    require_possible,
    sync_folders,
    take_place,
    top_missing,
    would_lose,
    write_beside,
    write_single,
)
from structedit.disk.files import failures_of
from structedit.disk.history import Entry, KeptFile, Kind, RunNote
from structedit.disk.locks import keeping, locked
from structedit.disk.owners import this_process
from structedit.disk.policies import POLICY, Policy
from structedit.disk.recovery import news, recover, remove_pending, require_settled, roll_back
from structedit.disk.staging import (
    discard,
    flush,
    flushing,
    left_beside,
    renamed,
    staged,
    sweep,
    sync_folder,
    temp_name,
    write_in_place,
)
from structedit.disk.state_folder import private_folder, require_outside, why_unusable
from structedit.text.errors import FileError
from structedit.text.values import dataclass, replace

__all__ = ["Change", "Done", "Note", "commit", "recover"]


@dataclass(frozen=True, slots=True)
class Note:
    """What the history records about a transaction besides its files."""

    root: str
    operation: str
    lines_added: int = 0
    lines_removed: int = 0
    kind: Kind = "edit"
    of: str | None = None
    run: RunNote | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """Result of a commit: the id for undo, if anything is stored, and warnings on missing guarantees."""

    undo_id: str | None = None
    warnings: tuple[str, ...] = ()


def commit(changes: Iterable[Change], note: Note, policy: Policy = POLICY) -> Done:
    """Make all changes or none.

    Raises:
        FileError: `stale` when a file does not contain `before`, `read_only`, `protected` when the
            policy refuses a file, `no_journal` when several files could not change as one,
            `write_failed` and the errors of `files.read_bytes`: the files are then as before.
            `half_written` when they are not; its notes say what each file contains.
    """
    wanted = tuple(c for c in changes if c.before != c.after)
    if not wanted:
        return Done()
    require_outside(note.root)
    paths = tuple(change.path for change in wanted)
    recover(*paths)
    for change in wanted:
        require_possible(change)
    linked = tuple(change.path for change in wanted if _has_other_names(change))
    named = paths[0] if len(wanted) == 1 else note.root
    with failures_of(named), locked(*paths) as unlocked:
        require_settled(paths)
        for change in wanted:
            require_before(change)
        entry = replace(_entry(wanted, note), locked=unlocked is None)
        pending = _begin(wanted, entry)
        kept = isinstance(pending, str)
        if isinstance(pending, OSError) and len(wanted) > 1 and policy.asked:
            raise _not_as_one(pending)
        try:
            with failures_of(named):
                if isinstance(pending, str):
                    left = _commit(wanted, entry, pending, policy)
                else:
                    _commit_without_journal(wanted, policy)
                    left = _left(wanted, noted=False)
        except FileError as error:
            raise _as_it_is(error, wanted, pending) from error
        if not (kept and policy.keep):
            with suppress(OSError):
                history.note_unkept(note.root)
    lapses = _lapses(unlocked, None if isinstance(pending, str) else pending, policy)
    warnings = (*lapses, *map(_unlinked, linked), *left, *news())
    return Done(entry.id if kept and policy.keep else None, warnings)


def _not_as_one(error: OSError) -> FileError:
    return FileError(
        f"several files cannot change as one, nothing is written: {why_unusable(error)}",
        hint="set STRUCTEDIT_STATE to a folder of your own that can be written, or edit file by file;"
        " without a backup (--no-backup, backup=False) they are written anyway",
        code="no_journal",
    )


def _lapses(unlocked: OSError | None, unwritten: OSError | None, policy: Policy) -> tuple[str, ...]:
    """Return a sentence for each missing guarantee, with its cause."""
    if unwritten is not None:
        undo = "it cannot be undone, " if policy.asked else ""
        lock = "another process may edit at once, " if unlocked is not None else ""
        cut = "nothing repairs it if it is interrupted"
        return (f"{undo}{lock}{cut}: {why_unusable(unwritten)}",)
    sentences = []
    if unlocked is not None:
        sentences.append(f"another process may edit at once: {why_unusable(unlocked)}")
    if policy.asked and not policy.keep:
        sentences.append("it cannot be undone: the configuration says `backups = false`")
    return tuple(sentences)


def _has_other_names(change: Change) -> bool:
    """Return True if a file to be deleted or moved has several names (hard links)."""
    if change.after is not None:
        return False
    with suppress(OSError):
        return os.lstat(change.path).st_nlink > 1
    return False


def _unlinked(path: str) -> str:
    return (
        f"{path!r} had other names (hard links), which keep the old content; a move or an undo"
        " writes a file of its own"
    )


def _as_it_is(error: FileError, changes: tuple[Change, ...], pending: str | OSError) -> FileError:
    """Complete the error of a failed commit by what the files contain now."""
    states = {change.path: _state_of(change) for change in changes}
    is_pending = isinstance(pending, str) and _may_be_there(pending)
    if all(state == _OLD for state in states.values()):
        is_noted = isinstance(pending, str) and history.has_note(pending)
        notes = (*error.notes, *_left(changes, noted=is_pending or is_noted))
        if notes == error.notes:
            return error
        return FileError(error.message, hint=error.hint, code=error.code, notes=notes)
    if is_pending is None:
        then = "it is not known whether the next call restores them: check them before you go on"
    elif not is_pending:
        then = f"nothing restores them automatically: repair them by hand ({error.hint})"
    elif all(state == _NEW for state in states.values()) and not _is_called_off(str(pending)):
        then = "the next call finds all of them new and treats the edit as done"
    else:
        then = "the next call restores them; until it has, they cannot be edited"
    return FileError(
        f"{error.message}; and the files already written could not be restored",
        hint=then,
        code="half_written",
        notes=tuple(f"{path!r} {state}" for path, state in states.items()),
    )


def _may_be_there(path: str) -> bool | None:
    """Return True or False if a path exists or not; None if that cannot be found out."""
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return None
    return True


def _left(changes: tuple[Change, ...], *, noted: bool) -> tuple[str, ...]:
    """Return sentences that name the temporary files which this process has left."""
    advice = "the next call removes it" if noted else "remove it by hand"
    found: list[str] = []
    for change in changes:
        with suppress(FileError):
            found += left_beside(change.path, os.getpid())
    return tuple(
        f"{path!r} was written meanwhile and could not be removed: {advice}" for path in found
    )


_OLD, _NEW = "is as it was", "is new"


def _state_of(change: Change) -> str:
    """Describe what a file contains now: the old content, the new one, or something else."""
    try:
        there = content_name(change.path)
    except FileError as error:
        return f"is not known: {error.message}"
    if there == (None if change.before is None else backups.name_of(change.before)):
        return _OLD
    if there == (None if change.after is None else backups.name_of(change.after)):
        return _NEW
    return "is gone" if there is None else "has neither the old nor the new content"


def _is_called_off(pending: str) -> bool:
    try:
        return history.is_called_off(pending)
    except OSError:
        return False


def _commit(
    changes: tuple[Change, ...], entry: Entry, pending: str, policy: Policy
) -> tuple[str, ...]:
    """Change the files; return warnings about files that are left beside them."""
    try:
        entry = _stage(changes, entry, pending, policy)
        for change, file in zip(changes, entry.files, strict=True):
            entry = _install(change, file, entry, pending)
        sync_folders(change.path for change in changes)
        for change, file in zip(changes, entry.files, strict=True):
            if change.after is None:
                discard(file.temp)
                remove_folders(change)
    except BaseException:
        _put_back(entry, pending)
        raise
    _finish(entry, pending, policy)
    rows = zip(changes, entry.files, strict=True)
    littered = tuple(file for change, file in rows if not _remove_leftovers(change, file))
    if not littered:
        return ()
    try:
        history.note_left(entry, pending, littered)
    except OSError:
        return _left(changes, noted=False)
    return _left(changes, noted=True)


def _remove_leftovers(change: Change, file: KeptFile) -> bool:
    """Delete the temporary files next to a file; return True if all of them are gone."""
    if file.in_place:
        with suppress(FileError):
            return not sweep(file.path)
        return False
    if change.before is None or change.after is None:  # a rename has left none
        return discard(file.temp)
    return True


def _begin(changes: tuple[Change, ...], entry: Entry) -> str | OSError:
    """Write the entry about the changes; return its path, or the error."""
    lasting = len(changes) > 1 or changes[0].after is None
    try:
        contents: dict[str, bytes] = {}
        for change, file in zip(changes, entry.files, strict=True):
            rows = ((file.after, change.after), (file.before, change.before))
            contents |= {name: raw for name, raw in rows if name is not None and raw is not None}
        pending = os.path.join(private_folder("pending"), entry.pending_name)
        _require_movable(pending, history.folder_of(entry.root))
        with keeping():
            if lasting:
                backups.keep_together(contents)
                history.write_entry(entry, pending)
            else:
                for name, raw in contents.items():
                    backups.keep(raw, lasting=False, name=name)
                history.begin_entry(entry, pending)
    except OSError as error:
        return error
    return pending


def _require_movable(pending: str, folder: str) -> None:
    """Check that an entry can be renamed from one folder to the other, as the last step needs.

    Raises:
        OSError: when it cannot.
    """
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), folder)
    if os.stat(folder).st_dev != os.stat(os.path.dirname(pending)).st_dev:
        raise OSError(errno.EXDEV, "its folders are on several devices", folder)


def _stage(changes: tuple[Change, ...], entry: Entry, pending: str, policy: Policy) -> Entry:
    """Write the new contents beside their targets; mark those that are written in place."""
    rows = []
    with flushing() as begin:
        finish = partial(begin, flush)
        for change, file in zip(changes, entry.files, strict=True):
            lost = ""
            if change.after is not None and change.before is not None:
                lost = staged(change.path, file.temp, change.after, finish)
            elif change.after is not None:
                direct.make_folders(os.path.dirname(change.path))
                write_beside(file.temp, change)
            if lost and policy.on_loss == "refuse":
                raise would_lose(change.path, lost)
            rows.append(replace(file, in_place=bool(lost)))
    marked = replace(entry, files=tuple(rows))
    if any(row.in_place for row in rows):
        # These may be torn by a crash, which is written down before they are written.
        for change, row in zip(changes, rows, strict=True):
            if row.in_place and change.before is not None:
                backups.keep(change.before, lasting=True)
        history.write_entry(marked, pending)
    return marked


def _install(change: Change, file: KeptFile, entry: Entry, pending: str) -> Entry:
    """Put one new content in its place, after a last comparison."""
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
    """Move the entry to the history: from now on the files are new, whatever happens."""
    try:
        if not policy.keep:
            os.unlink(pending)
            return
        done = history.place_of(entry)
        os.replace(pending, done)
    except OSError:
        _put_back(entry, pending)
        raise
    if len(entry.files) > 1:
        sync_folder(os.path.dirname(done))
        sync_folder(os.path.dirname(pending))
    with suppress(OSError):
        history.trim(entry.root, policy.retention)


def _put_back(entry: Entry, pending: str) -> None:
    """Undo what was done so far. If that fails too, the transaction stays pending for the next call."""
    with suppress(OSError):
        history.call_off(pending)
    with suppress(OSError, FileError):
        roll_back(entry)
        remove_pending(entry, pending)


def _commit_without_journal(changes: tuple[Change, ...], policy: Policy) -> None:
    """Change files without an entry; if one fails, the others are restored at once."""
    written: list[Change] = []
    try:
        for change in changes:
            write_single(change, policy.on_loss)
            written.append(change)
    except BaseException:
        for change in reversed(written):
            with suppress(OSError, FileError):
                write_single(Change(change.path, change.after, change.before, change.looks))
        raise


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
        this_process(),
        run=note.run,
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
        folder=(top_missing(change.path) or "") if change.before is None else change.folder,
    )
