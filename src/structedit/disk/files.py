"""Read a file, and replace its bytes so that it is always the old file or the new one.

How a write goes: take the lock, compare the file with what the edit was planned on, write a
temporary file beside it (mode 0600, in the same folder, so that a rename can replace the file),
give it the owner, mode and extended attributes of the file, flush it to the disk, compare once
more, rename, flush the folder. Either `commit` raises and the file is as it was, or it returns
and the file is as it should be; a crash at any point leaves one of the two.

Where a rename would lose something, the file is written in place, as vim does with
``backupcopy=auto``: a file with several hard links, an owner that we may not give, a file that is
a mount point. A copy of the old bytes lies beside it meanwhile. Only a crash during that one write
can tear such a file, and then the copy is there.

What stays open: a program that ignores our locks and writes between the last comparison and the
rename, some microseconds. No rename on POSIX can exclude that.

Not here: what the bytes mean (`text.document`), undo (`disk.backups`), writes of several files as
one (`disk.journal`).
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from structedit.disk.listing import TEMP_SUFFIX, missing, walk
from structedit.disk.locks import locked, state_folder
from structedit.errors import FileError
from structedit.text.document import Document

__all__ = [
    "MAX_BYTES",
    "AnyPath",
    "PathLike",
    "commit",
    "create",
    "os_path",
    "read",
    "read_bytes",
    "state_folder",
    "walk",
]

AnyPath = str | os.PathLike[str]
"""A path as callers give it."""

PathLike = os.PathLike
"""The protocol of path objects, for those who may not ask the operating system themselves."""

MAX_BYTES = 64 * 1024 * 1024
"""Size in bytes up to which a file is read."""

_READ_AT_ONCE = 1024 * 1024
_NAME_LENGTH = 48
"""Characters of the file's name in a temporary name: with four bytes each it stays under 255."""

_CANNOT_RENAME = frozenset({errno.EBUSY, errno.EXDEV})
_CANNOT_RESERVE = frozenset({errno.EINVAL, errno.EOPNOTSUPP, errno.ENOSYS})
_CANNOT_LINK = frozenset({errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK})
_ATTRIBUTE_REFUSED = frozenset(
    {errno.EPERM, errno.EACCES, errno.EOPNOTSUPP, errno.EINVAL, getattr(errno, "ENODATA", 61)}
)
_FLAGS = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_NO_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_NO_FOLLOWING = getattr(os, "O_NOFOLLOW", 0)


def read(path: str | os.PathLike[str]) -> Document:
    """Read a text file into a document whose path is `path` as given.

    Raises:
        FileError: `missing_file` (also when it may not be read), `not_text` for binary content and
            for anything but a regular file, `too_large` over `MAX_BYTES`.
    """
    return Document.from_bytes(read_bytes(path), os.fspath(path))


def os_path(path: AnyPath) -> str:
    """Give a path as a text."""
    return os.fspath(path)


def below(root: str, path: AnyPath) -> str:
    """Give the real path of a file relative to a real root, written with `/`."""
    return os.path.relpath(os.path.realpath(path), root).replace(os.sep, "/")


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Read a regular file's bytes. Pipes, devices and folders are refused and never opened.

    Raises:
        FileError: `missing_file`, `not_text`, `too_large`; see `read`.
    """
    name = os.fspath(path)
    try:
        _require_regular(os.stat(name), name)
        file = os.open(name, os.O_RDONLY | _NO_WAITING | _FLAGS)
        try:
            _require_regular(os.fstat(file), name)
            return _content(file, name)
        finally:
            _close(file)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise missing(name) from error
    except OSError as error:
        raise FileError(
            f"{name!r} cannot be read: {_why(error)}", hint="check its permissions"
        ) from error
    except ValueError as error:
        raise FileError(f"{name!r} cannot be a path: {error}") from error


def commit(path: str | os.PathLike[str], before: bytes, after: bytes) -> None:
    """Replace a file's bytes `before` by `after`; equal bytes leave the file alone.

    A symbolic link stays, and the file that it points to changes.

    Raises:
        FileError: `stale` when the file does not hold `before`, `read_only`, `missing_file`,
            `not_text`, `write_failed`. The file is then as it was, unless the message names a
            copy of the old bytes.
    """
    if before == after:
        return
    name = os.fspath(path)
    target = writable_target(name)
    with failures_of(name), locked(target):
        replace_bytes(target, before, after)


def replace_bytes(target: str, before: bytes, after: bytes) -> None:
    """Replace a file's bytes, by a rename where that loses nothing. The caller has its lock.

    Raises:
        FileError: `stale`, as `commit` does.
    """
    _require_content(target, before)
    if not _replaced(target, before, after):
        write_in_place(target, before, after)


def create(path: str | os.PathLike[str], raw: bytes) -> None:
    """Make a new file, whole from its first moment on. Its folder must exist.

    Raises:
        FileError: `stale` when there is something at `path` already, `missing_file` when the
            folder does not exist, `write_failed`.
    """
    name = os.fspath(path)
    folder = os.path.dirname(name) or "."
    if not os.path.isdir(folder):
        raise FileError(f"there is no folder {folder!r}", hint="make it first")
    if os.path.lexists(name):
        raise _already_there(name)
    target = os.path.join(os.path.realpath(folder), os.path.basename(name))
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
    """Turn what the system says into a `write_failed`."""
    try:
        yield
    except OSError as error:
        raise FileError(
            f"{path!r} could not be written: {_why(error)}",
            hint="the file is as it was",
            code="write_failed",
        ) from error


def _require_regular(status: os.stat_result, path: str) -> None:
    if not stat.S_ISREG(status.st_mode):
        kind = "a folder" if stat.S_ISDIR(status.st_mode) else "not a regular file"
        raise FileError(f"{path!r} is {kind}", hint="name a text file", code="not_text")
    if status.st_size > MAX_BYTES:
        raise _too_large(path)


def _content(file: int, path: str) -> bytes:
    """Read to the end, whatever size was reported: files of /proc say 0."""
    parts: list[bytes] = []
    size = 0
    while part := os.read(file, _READ_AT_ONCE):
        parts.append(part)
        size += len(part)
        if size > MAX_BYTES:
            raise _too_large(path)
    return b"".join(parts)


def _too_large(path: str) -> FileError:
    return FileError(
        f"{path!r} is larger than {MAX_BYTES // 1024**2} MiB",
        hint="split it, or use a stream editor",
        code="too_large",
    )


def _already_there(path: str) -> FileError:
    return FileError(
        f"{path!r} exists already", hint="edit it instead, or choose another name", code="stale"
    )


def writable_target(path: str) -> str:
    """Give the real path of the file to write, after the checks that need no open file.

    A rename would succeed on a read-only file in a writable folder, and root may write anything,
    so the mode is asked before anybody tries.
    """
    target = os.path.realpath(path)
    try:
        status = os.stat(target)
    except (OSError, ValueError) as error:
        raise missing(path) from error
    _require_regular(status, path)
    if not status.st_mode & stat.S_IWUSR or not os.access(target, os.W_OK):
        raise FileError(
            f"{path!r} is read-only",
            hint=f"run `chmod u+w {path}` if it should change",
            code="read_only",
        )
    return target


def _require_content(target: str, before: bytes) -> None:
    if read_bytes(target) != before:
        raise _stale(target)


def _stale(target: str) -> FileError:
    return FileError(
        f"{target!r} changed since it was read", hint="read it again and repeat", code="stale"
    )


def _replaced(target: str, before: bytes, after: bytes) -> bool:
    """Rename a new file over `target`; False, and nothing done, where that would lose something."""
    temp = temp_name(target)
    try:
        if not staged(target, temp, after):
            return False
        _require_content(target, before)
        if not renamed(temp, target):
            return False
    finally:
        discard(temp)
    sync_folder(os.path.dirname(target))
    return True


def staged(target: str, temp: str, after: bytes) -> bool:
    """Write `temp`, on the disk and in all but its name as `target` with the bytes `after`.

    False where a rename of it over `target` would lose something; `temp` may be there then too.
    """
    status = os.stat(target)
    if status.st_nlink > 1:
        return False
    file = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_FOLLOWING | _FLAGS, 0o600)
    try:
        if not _gave_owner(file, status):
            return False
        _write_all(file, after)
        _copy_mode_and_attributes(target, file, status)
        os.fsync(file)
    finally:
        _close(file)
    return True


def renamed(temp: str, target: str) -> bool:
    """Rename; False where a mount point is in the way."""
    try:
        os.replace(temp, target)
    except OSError as error:
        if error.errno in _CANNOT_RENAME:
            return False
        raise
    return True


def _gave_owner(file: int, status: os.stat_result) -> bool:
    """Give an empty temporary file the owner and group of the old file, if we may."""
    mine = os.fstat(file)
    if not hasattr(os, "fchown") or (mine.st_uid, mine.st_gid) == (status.st_uid, status.st_gid):
        return True
    try:
        os.fchown(file, status.st_uid, status.st_gid)
    except PermissionError:
        return False
    return True


def _copy_mode_and_attributes(target: str, file: int, status: os.stat_result) -> None:
    """Make `file` look like `target`.

    After the bytes and the owner, since a write and a change of owner clear the setuid bit and
    file capabilities. Attributes that the folder gave the new file by default (an access control
    list) and that the old one does not have are taken away again.
    """
    if hasattr(os, "fchmod"):
        os.fchmod(file, stat.S_IMODE(status.st_mode))
    if not hasattr(os, "listxattr"):
        return
    wanted = set(_attributes(target))
    for name in set(_attributes(file)) - wanted:
        with _attribute_refusals():
            os.removexattr(file, name)
    for name in sorted(wanted):
        with _attribute_refusals():
            os.setxattr(file, name, os.getxattr(target, name))


def _attributes(of: str | int) -> list[str]:
    try:
        return os.listxattr(of)
    except OSError as error:
        if error.errno not in _ATTRIBUTE_REFUSED:
            raise
        return []


@contextmanager
def _attribute_refusals() -> Iterator[None]:
    """Accept that an attribute is not ours to read or set; a full disk is still a failure."""
    try:
        yield
    except OSError as error:
        if error.errno not in _ATTRIBUTE_REFUSED:
            raise


class _TornError(Exception):
    """A write in place stopped halfway, and the old bytes could not be put back."""


def write_in_place(target: str, before: bytes, after: bytes) -> None:
    """Overwrite `target`, with a copy of the old bytes beside it until that is done."""
    copy = temp_name(target)
    try:
        write_new(copy, before, 0o600)
        file = os.open(target, os.O_RDWR | _NO_FOLLOWING | _NO_WAITING | _FLAGS)
        try:
            if _content(file, target) != before:
                raise _stale(target)
            _overwrite_or_restore(file, before, after)
        finally:
            _close(file)
    except _TornError as torn:
        raise FileError(
            f"{target!r} could not be written, nor put back: {torn}",
            hint=f"its old content is in {copy!r}",
            code="write_failed",
        ) from torn
    except BaseException:
        discard(copy)
        raise
    discard(copy)


def _overwrite_or_restore(file: int, before: bytes, after: bytes) -> None:
    try:
        _reserve(file, len(after))
        _overwrite(file, after)
    except BaseException:
        try:
            _overwrite(file, before)
        except OSError as error:
            raise _TornError(_why(error)) from error
        raise


def _reserve(file: int, size: int) -> None:
    """Claim the space first: a full disk shows before a byte has changed."""
    if not size or not hasattr(os, "posix_fallocate"):
        return
    try:
        os.posix_fallocate(file, 0, size)
    except OSError as error:
        if error.errno not in _CANNOT_RESERVE:
            raise


def _overwrite(file: int, raw: bytes) -> None:
    os.lseek(file, 0, os.SEEK_SET)
    _write_all(file, raw)
    os.ftruncate(file, len(raw))
    os.fsync(file)


def write_new(path: str, raw: bytes, mode: int, *, lasting: bool = True) -> None:
    """Write a file that must not exist; a `lasting` one down to the disk."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_FOLLOWING | _FLAGS, mode)
    try:
        _write_all(file, raw)
        if lasting:
            os.fsync(file)
    finally:
        _close(file)


def _write_all(file: int, raw: bytes) -> None:
    """Write every byte: one call may take fewer than it is given, on a disk that fills up."""
    rest = memoryview(raw)
    while rest:
        rest = rest[os.write(file, rest) :]


def link_as(temp: str, target: str) -> None:
    """Give `temp` the name `target`, unless that exists.

    A rename would replace what another made meanwhile; a hard link cannot. File systems without
    hard links get an empty file first, which is ours, and then the rename.
    """
    try:
        os.link(temp, target)
    except OSError as error:
        if error.errno not in _CANNOT_LINK:
            raise
        _close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _FLAGS, 0o600))
        try:
            os.replace(temp, target)
        except OSError:
            discard(target)
            raise


def temp_name(target: str) -> str:
    """Name a file in the making beside its target, so that it can be told by its name."""
    folder, name = os.path.split(target)
    unique = f"{os.getpid()}.{os.urandom(4).hex()}"
    return os.path.join(folder, f".{name[:_NAME_LENGTH]}.{unique}{TEMP_SUFFIX}")


def sweep(target: str) -> None:
    """Remove what writes of a file that were cut off have left beside it."""
    folder, name = os.path.split(target)
    start = f".{name[:_NAME_LENGTH]}."
    with suppress(OSError):
        for found in os.listdir(folder):
            if found.startswith(start) and found.endswith(TEMP_SUFFIX):
                discard(os.path.join(folder, found))


def discard(path: str) -> None:
    """Remove a file, which need not be there."""
    with suppress(OSError):
        os.unlink(path)


def _close(file: int) -> None:
    """Close without a word: what was written has been flushed, and that has been checked."""
    with suppress(OSError):
        os.close(file)


def sync_folder(folder: str) -> None:
    """Make renames last. Where folders cannot be flushed the change is done all the same."""
    with suppress(OSError):
        file = os.open(folder, os.O_RDONLY | _FLAGS)
        try:
            os.fsync(file)
        finally:
            _close(file)


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
