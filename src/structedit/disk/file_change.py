"""The change of one file on disk: it is created, replaced or deleted, after a last comparison.

Edits use `disk.journal`, which stores what undo needs and takes the checks and the steps for one file from here.
`write_single` makes a whole change without a journal: for a file that is restored, for one of which no journal can
be kept, for a page of statistics (`write_apart`).

To replace a file: compare it with the content that the change was planned on, write the new bytes to a file beside
it (`disk.staging`), compare again, rename, flush the folder. Either an error is raised and the file is as before,
or the change is complete; a crash at any point leaves one of the two. A file with several names (hard links) is
written in place, since a rename would separate them; a copy of the old bytes is kept until the end, and an error
says where.

One gap remains: a program that ignores our locks and writes between the last comparison and the rename, some
microseconds. No rename on POSIX can exclude that.

Not here: several files as one (`disk.journal`), after a crash (`disk.recovery`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress

from structedit.disk import backups, direct, files
from structedit.disk.attributes import Looks, give
from structedit.disk.files import failures_of, read_real
from structedit.disk.locks import locked
from structedit.disk.paths import AnyPath, os_path
from structedit.disk.policies import OnLoss
from structedit.disk.staging import (
    discard,
    flushing,
    link_as,
    renamed,
    staged,
    stale,
    sync_folder,
    temp_name,
    write_in_place,
    write_new,
)
from structedit.text.errors import FileError
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """The change of one file, named by its real path; a content of None means that there is no file.

    A new file gets mode, owner and attributes from `looks`, if set. When a file is deleted, folders that become empty
    are deleted too, up to `folder`.
    """

    path: str
    before: bytes | None
    after: bytes | None
    looks: Looks | None = None
    folder: str = ""


def write_apart(path: AnyPath, before: bytes | None, after: bytes) -> None:
    """Create or replace one file outside of the history: undo does not bring the old one back.

    A symbolic link stays, and the file that it points to changes; equal bytes leave the file alone.

    Raises:
        FileError: `stale` when the file does not contain `before`, or exists though `before` is None;
            `missing_file` when it or its folder does not exist; `read_only`, `not_text`,
            `write_failed`. The file is then as before, unless the message names a copy of the old bytes.
    """
    if before == after:
        return
    name = os_path(path)
    target = _new_target(name) if before is None else files.writable_target(name)
    with failures_of(name), locked(target):
        write_single(Change(target, before, after))


def _new_target(name: str) -> str:
    """Return the real path of a file to create, whose folder must exist."""
    folder = os.path.dirname(name) or "."
    if not os.path.isdir(folder):
        raise FileError(f"there is no folder {folder!r}", hint="make it first")
    return os.path.join(direct.real(folder), os.path.basename(name))


def write_single(change: Change, on_loss: OnLoss = "in_place") -> None:
    """Change one file as a whole, without a journal."""
    if change.before is None:
        _made(change, temp_name(change.path))
    elif change.after is None:
        require_before(change)
        direct.unlink(change.path)
        remove_folders(change)
    else:
        _replaced(change.path, change.before, change.after, on_loss)
        return
    sync_folder(os.path.dirname(change.path))


def _replaced(target: str, before: bytes, after: bytes, on_loss: OnLoss) -> None:
    """Replace a file's bytes by a rename if that loses nothing; else in place or, by the policy, not at all."""
    _require_content(target, before)
    temp = temp_name(target)
    try:
        lost = staged(target, temp, after)
        if not lost:
            _require_content(target, before)
            if renamed(temp, target):
                sync_folder(os.path.dirname(target))
                return
    finally:
        discard(temp)
    if lost and on_loss == "refuse":
        raise would_lose(target, lost)
    write_in_place(target, before, after)


def _require_content(target: str, before: bytes) -> None:
    if files.read_bytes(target) != before:
        raise stale(target)


def would_lose(target: str, lost: str) -> FileError:
    """Return the error if replacing a file would lose something, such as its hard links."""
    return FileError(
        f"{target!r} would lose {lost}, and the configuration says to refuse that",
        hint='change it by hand, or set metadata_loss = "in_place"',
        code="protected",
    )


def _made(change: Change, temp: str) -> None:
    """Create a new file under a temporary name, so that it is complete from its first moment on."""
    direct.make_folders(os.path.dirname(change.path))
    try:
        write_beside(temp, change)
        take_place(temp, change.path)
    finally:
        discard(temp)


def write_beside(temp: str, change: Change) -> None:
    """Write the new content to a temporary file, flushed to the disk, with mode, owner and attributes."""
    assert change.after is not None
    write_new(temp, change.after, 0o666 if change.looks is None else 0o600)
    if change.looks is not None:
        file = direct.opened(temp, os.O_RDWR)
        try:
            give(file, change.looks)
            os.fsync(file)
        finally:
            os.close(file)


def take_place(temp: str, target: str) -> None:
    """Rename a temporary file to its final name, unless that is taken now."""
    try:
        link_as(temp, target)
    except FileExistsError as error:
        raise FileError(
            f"{target!r} exists already", hint="edit it, or choose another name", code="stale"
        ) from error
    discard(temp)


def require_possible(change: Change) -> None:
    """Check what needs no lock: the file may be written, and there is a folder for it."""
    if change.before is not None:
        files.writable_target(change.path)
    elif top_missing(change.path) is None and not os.path.isdir(os.path.dirname(change.path)):
        raise FileError(
            f"{os.path.dirname(change.path)!r} is not a folder",
            hint="choose another path",
            code="write_failed",
        )


def require_before(change: Change) -> None:
    """Check that a file has the content that was planned on, and that no folder on its way became a link."""
    require_straight(change.path)
    if change.before is None:
        if os.path.lexists(change.path):
            raise FileError(
                f"{change.path!r} exists already",
                hint="edit it, or choose another name",
                code="stale",
            )
    elif read_real(change.path) != change.before:
        raise stale(change.path)


def require_straight(path: str) -> None:
    """Check that no folder of a real path has become a link."""
    folder = os.path.dirname(path)
    if direct.real(folder) != folder:
        raise direct.elsewhere(path)


def top_missing(path: str) -> str | None:
    """Return the topmost folder above a path that does not exist yet."""
    found, at = None, os.path.dirname(path)
    while not os.path.lexists(at):
        found, at = at, os.path.dirname(at)
    return found


def remove_folders(change: Change) -> None:
    """Delete the folders that were created for a file, if they are empty."""
    at = os.path.dirname(change.path)
    with suppress(OSError, FileError):
        while change.folder and os.path.commonpath([at, change.folder]) == change.folder:
            with suppress(FileNotFoundError):
                direct.remove_folder(at)
            at = os.path.dirname(at)


def content_name(path: str) -> str | None:
    """Return the hash of a file's content; None if there is no file, empty if it is no regular file.

    Raises:
        FileError: when it cannot be read now, or a folder on the way is a link.
    """
    return named_content(path)[0]


def named_content(path: str) -> tuple[str | None, bytes]:
    """The hash of what a file holds, as `content_name` gives it, and the content itself."""
    try:
        content = read_real(path)
    except FileError as error:
        if error.code in ("not_text", "too_large"):
            return "", b""
        require_straight(path)
        if os.path.islink(path):
            return "", b""
        if os.path.lexists(path):
            raise
        return None, b""
    return backups.name_of(content), content


def sync_folders(paths: Iterable[str]) -> None:
    """Flush the folders of files that were renamed, created or deleted, so that this survives a crash."""
    with flushing() as begin:
        for folder in sorted({os.path.dirname(path) for path in paths}):
            begin(sync_folder, folder)
