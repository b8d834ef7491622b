"""One writer at a time per file, among processes.

The lock is not on the file itself, which a commit replaces, and not beside it, where it would be
litter: it is an empty file in the user's state folder, named by a hash of the real path. It is
never removed, since whoever removes a lock may remove the one that another has just taken.

Programs that know nothing of these locks are noticed by comparing bytes; see `files.commit`.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_UNWRITABLE = frozenset({errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR})
_UNSUPPORTED = frozenset({errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP})


def state_folder() -> str:
    """Give the folder of the user's state of structedit, which need not exist."""
    base = os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_STATE_HOME", "")
    if not os.path.isabs(base):  # the XDG specification: relative values are invalid
        base = os.path.join(os.path.expanduser("~"), ".local", "state")
    return os.path.join(base, "structedit")


@contextmanager
def locked(path: str) -> Iterator[None]:
    """Hold the lock of `path`, a real path; waits for other holders.

    Without a writable state folder there is no lock, and the comparison of bytes stands alone.

    Raises:
        OSError: when the state folder is writable and the lock cannot be made all the same.
    """
    lock = _open_lock(path)
    if lock is None:
        yield
        return
    try:
        _wait_for(lock)
        yield
    finally:
        with suppress(OSError):
            os.close(lock)


def _open_lock(path: str) -> int | None:
    folder = os.path.join(state_folder(), "locks")
    import hashlib

    name = hashlib.sha256(os.fsencode(path)).hexdigest()
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
    try:
        os.makedirs(os.path.dirname(folder), mode=0o700, exist_ok=True)
        os.makedirs(folder, mode=0o700, exist_ok=True)
        return os.open(os.path.join(folder, name), flags, 0o600)
    except OSError as error:
        if error.errno in _UNWRITABLE:
            return None
        raise


def _wait_for(lock: int) -> None:
    """Take the lock where the platform and the file system have such locks."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise
