"""One file's change on disk: it is made, replaced or removed, after a last comparison.

Not here: several files as one (`disk.journal`), after a crash (`disk.recovery`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress

from structedit.disk import backups, direct, files
from structedit.disk.attributes import Looks, give
from structedit.disk.files import read_real
from structedit.disk.policies import OnLoss
from structedit.disk.staging import discard, link_as, sync_folder, temp_name, write_new
from structedit.text.errors import FileError
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of one file, named by its real path; a content of None means there is no file.

    A file that is made gets mode, owner and attributes from `looks`, or those of any new file without
    it. When a file is deleted, its folders that are empty then are removed too, up to `folder`.
    """

    path: str
    before: bytes | None
    after: bytes | None
    looks: Looks | None = None
    folder: str = ""


def write_single(change: Change, on_loss: OnLoss = "in_place") -> None:
    """Change one file for good, as a whole."""
    if change.before is None:
        _made(change, temp_name(change.path))
    elif change.after is None:
        require_before(change)
        direct.unlink(change.path)
        remove_folders(change)
    else:
        files.replace_bytes(change.path, change.before, change.after, on_loss)
        return
    sync_folder(os.path.dirname(change.path))


def _made(change: Change, temp: str) -> None:
    """Make a new file under a temporary name, so that it is whole from its first moment on."""
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
    """Rename a temporary file to its final name, unless that is taken by now."""
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
    """Check that a file holds what was planned on, and that no folder on its way became a link."""
    require_straight(change.path)
    if change.before is None:
        if os.path.lexists(change.path):
            raise FileError(
                f"{change.path!r} exists already",
                hint="edit it, or choose another name",
                code="stale",
            )
    elif read_real(change.path) != change.before:
        raise FileError(
            f"{change.path!r} changed since it was read",
            hint="read it again and repeat",
            code="stale",
        )


def require_straight(path: str) -> None:
    """Check that no folder of a real path has become a link."""
    folder = os.path.dirname(path)
    if direct.real(folder) != folder:
        raise direct.elsewhere(path)


def top_missing(path: str) -> str | None:
    """The topmost folder above a path that does not exist yet; None if all do."""
    found, at = None, os.path.dirname(path)
    while not os.path.lexists(at):
        found, at = at, os.path.dirname(at)
    return found


def remove_folders(change: Change) -> None:
    """Remove the folders that were made for a file, if they are empty."""
    at = os.path.dirname(change.path)
    with suppress(OSError, FileError):
        while change.folder and os.path.commonpath([at, change.folder]) == change.folder:
            with suppress(FileNotFoundError):
                direct.remove_folder(at)
            at = os.path.dirname(at)


def content_name(path: str) -> str | None:
    """The hash of what a file holds; None where there is no file, empty where it is not a file.

    Raises:
        FileError: when there is one that cannot be read now, or a folder on the way is a link.
    """
    try:
        return backups.name_of(read_real(path))
    except FileError as error:
        if error.code in ("not_text", "too_large"):
            return ""
        require_straight(path)
        if os.path.islink(path):
            return ""
        if os.path.lexists(path):
            raise
        return None


def sync_folders(paths: Iterable[str]) -> None:
    """Flush the folders of files that were renamed, made or removed, so that this survives a crash."""
    for folder in sorted({os.path.dirname(path) for path in paths}):
        sync_folder(folder)
