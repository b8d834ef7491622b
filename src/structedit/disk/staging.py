"""New content is written to a file beside the target, which then replaces the target by a rename.

A temporary file (mode 0600, in the same folder, so that a rename can replace the target) gets the owner, mode and
extended attributes of the target and is flushed to the disk before it is renamed.

If a rename would lose something, the file is written in place, as vim does with ``backupcopy=auto``: a file with
several hard links, an owner or attributes that we may not set, a mount point. A copy of the old bytes is beside it
meanwhile. Only a crash during that one write can tear such a file, and then the copy is there.

Not here: comparing the file with the planned content (`disk.file_change`), locks (`disk.locks`), several files as
one (`disk.journal`).
"""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from structedit.disk import direct
from structedit.disk.opening import NO_WAITING
from structedit.text.errors import FileError
from structedit.text.lazily import regex

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

T = TypeVar("T")

TEMP_SUFFIX = ".structedit-tmp"
"""End of the names of unfinished files; they are never listed."""

_NAME_LENGTH = 48
"""Characters of the file's name in a temporary name: with four bytes each it stays under 255.

Given by the 255 bytes that file systems allow.
"""

_PATIENCE = 20
"""Tries to delete a temporary file while its folder is being replaced, a millisecond apart. By judgement."""

_UNIQUE = regex(r"\d+\.[0-9a-f]{8}" + re.escape(TEMP_SUFFIX))
_READ_AT_ONCE = 1024 * 1024
"""Bytes copied at once. Chosen by judgement."""

_CANNOT_RENAME = frozenset({errno.EBUSY, errno.EXDEV})
_CANNOT_RESERVE = frozenset({errno.EINVAL, errno.EOPNOTSUPP, errno.ENOSYS})
_CANNOT_LINK = frozenset({errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK})
_ATTRIBUTE_REFUSED = frozenset(
    {errno.EPERM, errno.EACCES, errno.EOPNOTSUPP, errno.EINVAL, getattr(errno, "ENODATA", 61)}
)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL


def flush(file: int) -> None:
    """Flush an open file to the disk, and close it."""
    try:
        os.fsync(file)
    finally:
        close(file)


_WAITING, _OPEN = 8, 64
"""Files that are flushed at a time, and that wait for it: the disk takes as long for eight as for one.

Flushing 66 new files of 9 KB took 0.22 to 0.26 s one by one, 0.09 s two at a time, 0.04 s four, 0.03 s eight or
sixteen (ext4 on a virtual disk). What waits is open: chosen by judgement.
"""


@contextmanager
def flushing() -> Iterator[Callable[[Callable[[T], None], T], None]]:
    """Yield a function that flushes files or folders in the background; at the end all of them are flushed.

    Raises:
        OSError: when one of them could not be flushed.
    """
    # The first of them waits: one alone needs no threads, nor their import.
    alone: list[Callable[[], None]] = []
    begun: deque[Future[None]] = deque()
    pool: ThreadPoolExecutor | None = None
    with ExitStack() as opened:

        def begin(how: Callable[[T], None], what: T) -> None:
            nonlocal pool
            if not alone:
                alone.append(partial(how, what))
                return
            if pool is None:
                from concurrent.futures import ThreadPoolExecutor

                pool = opened.enter_context(ThreadPoolExecutor(_WAITING))
                begun.append(pool.submit(alone[0]))
            begun.append(pool.submit(how, what))
            while len(begun) > _OPEN:
                begun.popleft().result()

        try:
            yield begin
        finally:
            if pool is None and alone:
                alone[0]()
        while begun:
            begun.popleft().result()


def staged(target: str, temp: str, after: bytes, finish: Callable[[int], None] = flush) -> str:
    """Write `after` to `temp`, with the mode, owner and attributes of `target`; `finish` flushes and closes it.

    Return what a rename over `target` would lose, empty if nothing; if it would lose something, `temp` may exist or
    not.
    """
    file = direct.opened(target, os.O_RDONLY | NO_WAITING)
    try:
        if os.fstat(file).st_nlink > 1:
            return "its other names (hard links)"
        return _staged(file, temp, after, finish)
    finally:
        close(file)


def _staged(old: int, temp: str, after: bytes, finish: Callable[[int], None]) -> str:
    with ExitStack() as opened:
        new = direct.opened(temp, _NEW, 0o600)
        opened.callback(close, new)
        status = os.fstat(old)
        if not _gave_owner(new, status):
            return "its owner or group"
        _write_all(new, after)
        if hasattr(os, "fchmod"):  # after the bytes and the owner: both clear the setuid bit
            os.fchmod(new, stat.S_IMODE(status.st_mode))
        if not _gave_attributes(old, new):
            return "its extended attributes"
        opened.pop_all()
    finish(new)
    return ""


def renamed(temp: str, target: str) -> bool:
    """Rename; return False if a mount point is in the way."""
    try:
        direct.rename(temp, target)
    except OSError as error:
        if error.errno in _CANNOT_RENAME:
            return False
        raise
    return True


def _gave_owner(file: int, status: os.stat_result) -> bool:
    """Copy the owner and group to the temporary file; return False if we may not."""
    mine = os.fstat(file)
    if not hasattr(os, "fchown") or (mine.st_uid, mine.st_gid) == (status.st_uid, status.st_gid):
        return True
    try:
        os.fchown(file, status.st_uid, status.st_gid)
    except PermissionError:
        return False
    return True


def _gave_attributes(old: int, new: int) -> bool:
    """Copy the attributes of one file to another; return False if the system does not let us.

    Attributes that the folder gave the new file by default (an access control list) and that the old one does not have
    are removed.
    """
    if not hasattr(os, "listxattr"):
        return True
    wanted, there = _attributes(old), _attributes(new)
    if there == wanted:
        return True
    for name in there.keys() - wanted.keys():
        with _attribute_refusals():
            os.removexattr(new, name)
    there = _attributes(new)
    for name in sorted(wanted):
        if there.get(name) != wanted[name]:
            with _attribute_refusals():
                os.setxattr(new, name, wanted[name])
    return _attributes(new) == wanted


def _attributes(file: int) -> dict[str, bytes]:
    """Return the extended attributes of an open file that we may read."""
    found: dict[str, bytes] = {}
    with _attribute_refusals():
        for name in os.listxattr(file):
            with _attribute_refusals():
                found[name] = os.getxattr(file, name)
    return found


@contextmanager
def _attribute_refusals() -> Iterator[None]:
    """Accept that we may not read or set an attribute; a full disk is still a failure."""
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
        file = direct.opened(target, os.O_RDWR | NO_WAITING)
        try:
            if not _holds(file, before):
                raise stale(target)
            _overwrite_or_restore(file, before, after)
        finally:
            close(file)
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


def _holds(file: int, before: bytes) -> bool:
    """Return True if an open file contains exactly these bytes."""
    rest = memoryview(before)
    while part := os.read(file, _READ_AT_ONCE):
        if part != rest[: len(part)]:
            return False
        rest = rest[len(part) :]
    return not rest


def _overwrite_or_restore(file: int, before: bytes, after: bytes) -> None:
    try:
        _reserve(file, len(after))
        _overwrite(file, after)
    except BaseException:
        try:
            _overwrite(file, before)
        except OSError as error:
            raise _TornError(why(error)) from error
        raise


def _reserve(file: int, size: int) -> None:
    """Reserve the space on the disk first, so that a full disk fails before a byte has changed."""
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
    """Write a file that must not exist; a `lasting` one is flushed to the disk."""
    with writing(path, mode, lasting=lasting) as write:
        write(raw)


@contextmanager
def writing(path: str, mode: int, *, lasting: bool = True) -> Iterator[Callable[[bytes], None]]:
    """Yield a function that writes a new file part by part; a `lasting` one is flushed to the disk."""
    file = direct.opened(path, _NEW, mode)
    try:
        yield partial(_write_all, file)
        if lasting:
            os.fsync(file)
    finally:
        close(file)


def _write_all(file: int, raw: bytes) -> None:
    """Write every byte: on a full disk, one call may write only some of them."""
    rest = memoryview(raw)
    while rest:
        rest = rest[os.write(file, rest) :]


def link_as(temp: str, target: str) -> None:
    """Make `temp` appear under the name `target`, unless that exists.

    A rename would replace a file created meanwhile; a hard link cannot. On file systems without hard links an empty
    file is created first, which is ours, and then replaced by a rename.
    """
    try:
        direct.link(temp, target)
    except OSError as error:
        if error.errno not in _CANNOT_LINK:
            raise
        close(direct.opened(target, _NEW, 0o600))
        try:
            direct.rename(temp, target)
        except OSError:
            discard(target)
            raise


def temp_name(target: str) -> str:
    """Return a name for a temporary file beside its target, by which it can be recognised."""
    folder, name = os.path.split(target)
    unique = f"{os.getpid()}.{os.urandom(4).hex()}"
    return os.path.join(folder, f".{name[:_NAME_LENGTH]}.{unique}{TEMP_SUFFIX}")


def is_temp_of(target: str, path: str) -> bool:
    """Return True if a path may be a `temp_name` of a target."""
    folder, name = os.path.split(target)
    start = os.path.join(folder, f".{name[:_NAME_LENGTH]}.")
    return path.startswith(start) and _UNIQUE.fullmatch(path, len(start)) is not None


def sweep(target: str) -> tuple[str, ...]:
    """Delete temporary files that interrupted writes of a file left beside it; return those that remain.

    Raises:
        FileError: `outside_root`, when a folder on the way is a link by now.
    """
    return tuple(path for path in left_beside(target) if not discard(path) and _is_mine(path))


def left_beside(target: str, process: int | None = None) -> tuple[str, ...]:
    """Return the paths of temporary files that writes of a file left beside it, all or those of one process.

    If its folder cannot be listed, the folder itself is returned.

    Raises:
        FileError: `outside_root`, when a folder on the way is a link by now.
    """
    folder, name = os.path.split(target)
    start = f".{name[:_NAME_LENGTH]}."
    by = start if process is None else f"{start}{process}."
    try:
        names = direct.names_beside(target)
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError:
        return (folder,)
    return tuple(
        os.path.join(folder, found)
        for found in names
        if found.startswith(by) and _UNIQUE.fullmatch(found, len(start))
    )


def discard(path: str) -> bool:
    """Delete a file, which need not exist; return False if it may still exist.

    That can happen when its folder is being replaced by a link.
    """
    for _ in range(_PATIENCE):
        try:
            direct.unlink(path)
        except FileError:
            time.sleep(0.001)
            continue
        except FileNotFoundError:
            pass
        except OSError:
            return False
        return True
    return False


def _is_mine(path: str) -> bool:
    """Return True if a file may be this user's; files of others are theirs to delete."""
    try:
        return not hasattr(os, "geteuid") or os.lstat(path).st_uid == os.geteuid()
    except OSError:
        return True


def close(file: int) -> None:
    """Close a file and ignore errors: its content has been flushed, and that was checked."""
    with suppress(OSError):
        os.close(file)


def sync_folder(folder: str) -> None:
    """Flush a folder, so that renames survive a crash; a folder that cannot be flushed is accepted."""
    with suppress(OSError):
        file = os.open(folder, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
        try:
            os.fsync(file)
        finally:
            close(file)


def stale(target: str) -> FileError:
    """Return the error for a file whose content is not the planned one."""
    return FileError(
        f"{target!r} changed since it was read", hint="read it again and repeat", code="stale"
    )


def why(error: OSError) -> str:
    """Return the system's reason for an error, in lower case."""
    return (error.strerror or str(error)).lower()
