"""Read a file, and see whether it may be written.

Not here: what the bytes mean (`text.document`), writing one file (`disk.file_change`) or several as
one (`disk.journal`).
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from structedit.disk import direct, listing
from structedit.disk.opening import MAX_BYTES, read_regular, require_regular
from structedit.disk.paths import AnyPath, each, os_path
from structedit.disk.staging import why
from structedit.disk.state_folder import state_folder
from structedit.text.document import Document
from structedit.text.errors import FileError

__all__ = [
    "MAX_BYTES",
    "AnyPath",
    "each",
    "os_path",
    "read",
    "read_bytes",
    "state_folder",
]


def read(path: AnyPath) -> Document:
    """Read a text file into a document whose path is `path` as given.

    Raises:
        FileError: `missing_file` (also when it may not be read), `not_text` for binary content and
            for anything but a regular file, `too_large` over `MAX_BYTES`.
    """
    return Document.from_bytes(read_bytes(path), os_path(path))


def below(root: str, path: AnyPath) -> str:
    """Return the real path of a file, relative to a real root and written with `/`."""
    return os.path.relpath(direct.real(path), root).replace(os.sep, "/")


def absolute(path: AnyPath) -> str:
    """Return the absolute form of a path, so that it means the same when the current folder changes."""
    return os.path.abspath(os_path(path))


def full_path(folder: str, path: AnyPath) -> str:
    """Return the real path of a file that is named relative to a folder, or by its full path."""
    return direct.real(os.path.join(folder, os_path(path)))


def read_bytes(path: AnyPath) -> bytes:
    """Read a regular file's bytes. Pipes, devices and folders are refused and never opened.

    Raises:
        FileError: `missing_file`, `not_text`, `too_large`; see `read`.
    """
    return _read_by(os.open, os_path(path))


def is_missing(path: str) -> bool:
    """Return True if nothing exists at a path, so that reading would fail."""
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return True
    except (OSError, ValueError):
        pass
    return False


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


def bytes_in(folder: direct.OpenFolder, top: str, path: str, *, listed: bool = False) -> bytes:
    """Read the bytes of a file below `top`, a real path, through a folder that stays open for the next file.

    A file that was `listed` in a folder is known to be regular: it is not looked at again before it is opened.

    Raises:
        FileError: `missing_file`, `not_text`, `too_large`, `outside_root`; see `read_below`.
    """
    full = f"{top}/{path}" if top != "/" else top + path
    try:
        return _read_by(folder.opened, full, None if listed else folder.status)
    except FileError as error:
        raise named(error, full, path) from error


def named(error: FileError, full: str, name: str) -> FileError:
    """Return the same error with the caller's name for the file."""
    message = error.message.replace(repr(full), repr(name))
    notes = tuple(note.replace(repr(full), repr(name)) for note in error.notes)
    return FileError(message, hint=error.hint.replace(full, name), code=error.code, notes=notes)


def read_real(path: str) -> bytes:
    """Read the bytes of a file by its real path, which may not have become a link meanwhile.

    Raises:
        FileError: as `read_bytes`, and `outside_root` where the path leads elsewhere by now.
    """
    return _read_by(direct.opened, path)


def _read_by(
    opened: Callable[[str, int], int],
    name: str,
    status: Callable[[str], os.stat_result] | None = os.stat,
) -> bytes:
    try:
        return read_regular(name, MAX_BYTES, opened, status)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise listing.missing(name) from error
    except OSError as error:
        raise FileError(
            f"{name!r} cannot be read: {why(error)}", hint="check its permissions"
        ) from error
    except ValueError as error:
        raise FileError(f"{name!r} cannot be a path: {error}") from error


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


def writable_target(path: str) -> str:
    """Return the real path of the file to write, after the checks that need no open file.

    A rename would succeed on a read-only file in a writable folder, and root may write anything, so the mode is checked
    first.
    """
    target = direct.real(path)
    try:
        status = os.stat(target)
    except (OSError, ValueError) as error:
        raise listing.missing(path) from error
    require_regular(status, path, MAX_BYTES)
    if not status.st_mode & stat.S_IWUSR or not os.access(target, os.W_OK):
        raise FileError(
            f"{path!r} is read-only",
            hint=f"run `chmod u+w {path}` if it should change",
            code="read_only",
        )
    return target
