"""Locks: one process at a time writes a file, or works on a root.

The lock of a file is not on the file itself, which a commit replaces, and not beside it, where it would be litter:
it is one byte of an empty file in the state folder, at an offset that is a hash of the file's real path. So two
files practically never share a lock, and however many are locked, one file is open. On systems without such locks
there are 256 files instead, named by the same hash, which several files may share. None is ever deleted, since
deleting a lock may delete the one that another process has just taken. The lock of a root is a byte of another file;
a process that has it still takes those of the root's files.

Changes by programs that ignore these locks are detected by comparing bytes; see `journal.commit`.
"""

from __future__ import annotations

import errno
import os
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from structedit.disk.staging import close
from structedit.disk.state_folder import open_state, private_folder

_BUSY = frozenset({errno.EAGAIN, errno.EACCES})
_UNSUPPORTED = frozenset({errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL})
_BYTES = "bytes"
"""Name of the file whose bytes are locks."""

_ROOTS = "roots"
"""Name of the file whose bytes are locks of whole roots."""

_KEPT = "kept"
"""Name of the file whose lock protects the stored contents."""


@contextmanager
def locked(*paths: str, wait: bool = True) -> Iterator[OSError | None]:
    """Take the locks of real paths; yield the error if they are not available, else None.

    Several locks are taken in one call and in one order, so that no two processes wait for each other. Without locks,
    only the comparison of bytes protects a file.

    Raises:
        BlockingIOError: when another process has one and `wait` is false.
    """
    with ExitStack() as held:
        failed: OSError | None = None
        try:
            _take(held, paths, wait=wait)
        except BlockingIOError:
            raise
        except OSError as error:
            held.close()
            failed = error
        yield failed


def _take(held: ExitStack, paths: tuple[str, ...], *, wait: bool) -> None:
    try:
        import fcntl
    except ImportError:  # a platform without such locks: no warning in every call
        return
    hashes = sorted({_hash(path) for path in paths})
    by_byte = getattr(fcntl, "F_OFD_SETLKW" if wait else "F_OFD_SETLK", None)
    if by_byte is not None:
        lock = _opened(held, _BYTES)
        try:
            for at in hashes:
                what = struct.pack("hhqqi0q", fcntl.F_WRLCK, os.SEEK_SET, at, 1, 0)
                fcntl.fcntl(lock, by_byte, what)
            return
        except OSError as error:
            if not wait and error.errno in _BUSY:
                raise BlockingIOError(*error.args) from error
            if error.errno not in _UNSUPPORTED:
                raise
    for name in sorted({f"{at:016x}"[:2] for at in hashes}):
        fcntl.flock(_opened(held, name), fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


@contextmanager
def root_locked(root: str, patience: float) -> Iterator[None]:
    """Take the lock of a whole root, by its real path, on every machine that shares the state folder.

    Raises:
        BlockingIOError: when another process has it for more than so many seconds.
        OSError: when there are no locks here.
    """
    with ExitStack() as held:
        at = _hash(root)
        lock = _opened(held, _ROOTS)
        until = time.monotonic() + patience
        while True:
            try:
                _lock(lock, at, wait=False)
                break
            except OSError as error:
                if error.errno not in _BUSY:
                    raise
                if time.monotonic() > until:
                    raise BlockingIOError(*error.args) from error
            time.sleep(_BETWEEN_TRIES)
        yield


def _lock(lock: int, at: int = 0, *, shared: bool = False, wait: bool = True) -> None:
    """Lock a byte of an open file, shared or exclusively; the whole file if bytes cannot be locked.

    Raises:
        OSError: when it is not available, or not without waiting.
    """
    try:
        import fcntl
    except ImportError as error:
        raise OSError(errno.ENOSYS, "this system has no locks that machines share") from error
    if (by_byte := getattr(fcntl, "F_OFD_SETLKW" if wait else "F_OFD_SETLK", None)) is not None:
        kind = fcntl.F_RDLCK if shared else fcntl.F_WRLCK
        fcntl.fcntl(lock, by_byte, struct.pack("hhqqi0q", kind, os.SEEK_SET, at, 1, 0))
        return
    fcntl.flock(lock, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))


@contextmanager
def keeping() -> Iterator[None]:
    """Keep other processes from deleting stored contents until the entry that names them is written.

    On systems without locks this does nothing.

    Raises:
        OSError: when the lock is not available.
    """
    with ExitStack() as held:
        lock = _opened(held, _KEPT)
        try:
            _lock(lock, shared=True)
        except OSError as error:
            if error.errno not in _UNSUPPORTED:
                raise
        yield


@contextmanager
def removing() -> Iterator[bool]:
    """Yield True if contents that no entry names may be deleted: no other process is storing any."""
    with ExitStack() as held:
        is_busy = False
        try:
            _lock(_opened(held, _KEPT), wait=False)
        except OSError as error:  # without locks, no process can show that it is storing contents
            is_busy = error.errno in _BUSY
        yield not is_busy


_BETWEEN_TRIES = 0.05
"""Seconds between two tries to take a root's lock. Chosen by judgement: a twentieth of the time for a small root."""


def _hash(path: str) -> int:
    """Return the offset of a path's lock in the file of locks, a hash within the range of offsets."""
    from structedit.text.hashing import sha256

    return int(sha256(os.fsencode(path))[:16], 16) >> 1


def _opened(held: ExitStack, name: str) -> int:
    lock = open_state(os.path.join(private_folder("locks"), name), os.O_RDWR | os.O_CREAT)
    held.callback(close, lock)
    return lock
