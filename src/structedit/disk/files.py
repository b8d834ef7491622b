"""Read a file; make or replace one apart from the history, so that it is the old file or the new one.

Edits go by `disk.journal`, which keeps what undo needs. What is written here cannot be undone: a page of
statistics (`commit`, `create`), a file that is put back, and one of which nothing can be written down
(`replace_bytes`, by way of `disk.file_change`).

How such a write goes: take the lock, compare the file with what it was planned on, write the new
bytes beside it (`disk.staging`), compare once more, rename, flush the folder. Either `commit` raises
and the file is as it was, or it returns and the file is as it should be; a crash at any point
leaves one of the two. A file with several names (hard links) is written in place, since a rename would
part them: there a copy of the old bytes is kept until the end, and an error says where.

What stays open: a program that ignores our locks and writes between the last comparison and the
rename, some microseconds. No rename on POSIX can exclude that.

Not here: what the bytes mean (`text.document`), undo (`disk.backups`), writes of several files as
one (`disk.journal`).
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from structedit.disk import direct
from structedit.disk.listing import missing, walk
from structedit.disk.locks import locked, state_folder
from structedit.disk.opening import MAX_BYTES, read_regular, require_regular
from structedit.disk.paths import AnyPath, each, os_path
from structedit.disk.policies import OnLoss
from structedit.disk.staging import (
    discard,
    link_as,
    renamed,
    staged,
    stale,
    sync_folder,
    temp_name,
    why,
    write_in_place,
    write_new,
)
from structedit.text.document import Document
from structedit.text.errors import FileError

__all__ = [
    "MAX_BYTES",
    "AnyPath",
    "commit",
    "create",
    "each",
    "os_path",
    "read",
    "read_bytes",
    "state_folder",
    "walk",
]


def read(path: AnyPath) -> Document:
    """Read a text file into a document whose path is `path` as given.

    Raises:
        FileError: `missing_file` (also when it may not be read), `not_text` for binary content and
            for anything but a regular file, `too_large` over `MAX_BYTES`.
    """
    return Document.from_bytes(read_bytes(path), os_path(path))


def below(root: str, path: AnyPath) -> str:
    """The real path of a file, relative to a real root and written with `/`."""
    return os.path.relpath(direct.real(path), root).replace(os.sep, "/")


def read_bytes(path: AnyPath) -> bytes:
    """Read a regular file's bytes. Pipes, devices and folders are refused and never opened.

    Raises:
        FileError: `missing_file`, `not_text`, `too_large`; see `read`.
    """
    return _read_by(os.open, os_path(path))


def read_below(root: str, path: str) -> Document:
    """Read a text file by a path that `roots.confined` returned for the root.

    Raises:
        FileError: as `read`, and `outside_root` where the path leads elsewhere by now.
    """
    full = os.path.join(direct.real(root), path)
    try:
        return Document.from_bytes(read_real(full), path)
    except FileError as error:
        raise named(error, full, path) from error


def named(error: FileError, full: str, name: str) -> FileError:
    """The same error, with the file called `name`, as its caller calls it."""
    message = error.message.replace(repr(full), repr(name))
    notes = tuple(note.replace(repr(full), repr(name)) for note in error.notes)
    return FileError(message, hint=error.hint.replace(full, name), code=error.code, notes=notes)


def read_real(path: str) -> bytes:
    """Read the bytes of a file by its real path, which may not have become a link meanwhile.

    Raises:
        FileError: as `read_bytes`, and `outside_root` where the path leads elsewhere by now.
    """
    return _read_by(direct.opened, path)


def _read_by(opened: Callable[[str, int], int], name: str) -> bytes:
    try:
        return read_regular(name, MAX_BYTES, opened)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise missing(name) from error
    except OSError as error:
        raise FileError(
            f"{name!r} cannot be read: {why(error)}", hint="check its permissions"
        ) from error
    except ValueError as error:
        raise FileError(f"{name!r} cannot be a path: {error}") from error


def commit(path: AnyPath, before: bytes, after: bytes) -> None:
    """Replace a file's bytes `before` by `after`; equal bytes leave the file alone.

    A symbolic link stays, and the file that it points to changes.

    Raises:
        FileError: `stale` when the file does not hold `before`, `read_only`, `missing_file`,
            `not_text`, `write_failed`. The file is then as it was, unless the message names a
            copy of the old bytes.
    """
    if before == after:
        return
    name = os_path(path)
    target = writable_target(name)
    with failures_of(name), locked(target):
        replace_bytes(target, before, after)


def replace_bytes(target: str, before: bytes, after: bytes, on_loss: OnLoss = "in_place") -> None:
    """Replace a file's bytes, by a rename where that loses nothing. The caller has its lock.

    Raises:
        FileError: `stale`, as `commit` does; `protected` where the policy is to refuse a file of
            which a rename would lose something.
    """
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


def would_lose(target: str, lost: str) -> FileError:
    """The error where replacing a file by a new one would lose something, such as its hard links."""
    return FileError(
        f"{target!r} would lose {lost}, and the configuration says to refuse that",
        hint='change it by hand, or set metadata_loss = "in_place"',
        code="protected",
    )


def create(path: AnyPath, raw: bytes) -> None:
    """Make a new file, whole from its first moment on. Its folder must exist.

    Raises:
        FileError: `stale` when there is something at `path` already, `missing_file` when the
            folder does not exist, `write_failed`.
    """
    name = os_path(path)
    folder = os.path.dirname(name) or "."
    if not os.path.isdir(folder):
        raise FileError(f"there is no folder {folder!r}", hint="make it first")
    if os.path.lexists(name):
        raise _already_there(name)
    target = os.path.join(direct.real(folder), os.path.basename(name))
    with failures_of(name), locked(target):
        temp = temp_name(target)
        try:
            write_new(temp, raw, 0o666)
            link_as(temp, target)
        except FileExistsError as error:
            raise _already_there(name) from error
        finally:
            discard(temp)
        sync_folder(os.path.dirname(target))


@contextmanager
def failures_of(path: str) -> Iterator[None]:
    """Turn an `OSError` into a `FileError` with the code `write_failed`."""
    try:
        yield
    except OSError as error:
        raise FileError(
            f"{path!r} could not be written: {why(error)}",
            hint="the file is as it was",
            code="write_failed",
        ) from error


def _already_there(path: str) -> FileError:
    return FileError(
        f"{path!r} exists already", hint="edit it instead, or choose another name", code="stale"
    )


def writable_target(path: str) -> str:
    """The real path of the file to write, after the checks that need no open file.

    A rename would succeed on a read-only file in a writable folder, and root may write anything,
    so the mode is asked before anybody tries.
    """
    target = direct.real(path)
    try:
        status = os.stat(target)
    except (OSError, ValueError) as error:
        raise missing(path) from error
    require_regular(status, path, MAX_BYTES)
    if not status.st_mode & stat.S_IWUSR or not os.access(target, os.W_OK):
        raise FileError(
            f"{path!r} is read-only",
            hint=f"run `chmod u+w {path}` if it should change",
            code="read_only",
        )
    return target


def _require_content(target: str, before: bytes) -> None:
    if read_bytes(target) != before:
        raise stale(target)
