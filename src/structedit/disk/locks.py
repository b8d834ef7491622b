"""One writer at a time per file, among processes.

The lock is not on the file itself, which a commit replaces, and not beside it, where it would be
litter: it is an empty file in the user's state folder, named by a hash of the real path; several files may
share one. It is never removed, since whoever removes a lock may remove the one that another has just taken.

Programs that know nothing of these locks are noticed by comparing bytes; see `files.commit`.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

UNWRITABLE = frozenset({errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR})
"""What the system says of a state folder in which nothing can be kept."""

_UNSUPPORTED = frozenset({errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP})


def state_folder() -> str:
    """Give the folder of the user's state of structedit, which need not exist."""
    base = os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_STATE_HOME", "")
    if not os.path.isabs(base):  # the XDG specification: relative values are invalid
        base = os.path.join(os.path.expanduser("~"), ".local", "state")
    return os.path.join(base, "structedit")


@contextmanager
def locked(*paths: str) -> Iterator[None]:
    """Hold the locks of real paths; waits for other holders.

    Whoever takes several takes them in one call, which takes them in one order, so that no two
    processes wait for each other. Without a writable state folder there is no lock, and the
    comparison of bytes stands alone.

    Raises:
        OSError: when the state folder is writable and the lock cannot be made all the same.
    """
    with ExitStack() as held:
        for name in sorted({_lock_name(path) for path in paths}):
            lock = _open_lock(name)
            if lock is not None:
                held.callback(_release, lock)
                _wait_for(lock)
        yield


def _lock_name(path: str) -> str:
    """Give one of 256 names: so there are never more locks than that, on disk or to be held."""
    from structedit.text.hashing import sha256

    return sha256(os.fsencode(path))[:2]


def _release(lock: int) -> None:
    with suppress(OSError):
        os.close(lock)


def _open_lock(name: str) -> int | None:
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
    try:
        return os.open(os.path.join(private_folder("locks"), name), flags, 0o600)
    except OSError as error:
        if error.errno in UNWRITABLE:
            return None
        raise


def private_folder(*names: str) -> str:
    """Give the real folder below the state folder, made where it is not there, for the user only.

    Raises:
        OSError: when it cannot be made.
    """
    folder = os.path.join(state_folder(), *names)
    real = _REAL.get(folder)
    if real is not None and _is_the_same(folder, real):
        return real
    made = state_folder()
    os.makedirs(made, mode=0o700, exist_ok=True)
    for name in names:
        made = os.path.join(made, name)
        os.makedirs(made, mode=0o700, exist_ok=True)
    _REAL[folder] = os.path.realpath(folder)
    return _REAL[folder]


_REAL: dict[str, str] = {}
"""Real paths of folders, as they were found last: a call asks for several of them."""


def _is_the_same(folder: str, real: str) -> bool:
    """Tell whether a path still leads to the folder of a real path."""
    try:
        there = os.lstat(real)
        return stat.S_ISDIR(there.st_mode) and os.path.samestat(os.stat(folder), there)
    except OSError:
        return False


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
