"""The folders of structedit's state, and locks: one process at a time writes a file.

All that is kept of edits is in the user's state folder: locks, what is under way, history, contents of
files, statistics. Of a root that several machines may edit, all that is about its edits is beside the
root instead (`kept_beside`), where each of them finds it. A folder of state is used only where it
belongs to this user and nobody else may write in it: what is found there is acted upon, so who can
write there could have any file written.

The lock of a file is not on the file itself, which a commit replaces, and not beside it, where it
would be litter: it is one byte of an empty file in the state folder, at an offset that is a hash of
the file's real path. So two files practically never wait for each other, and however many are
locked, one file is open. Where the system has no such locks there are 256 files instead, named by
the same hash, which several files may share. None is ever removed, since whoever removes a lock may
remove the one that another has just taken.

Programs that know nothing of these locks are noticed by comparing bytes; see `journal.commit`.
"""

from __future__ import annotations

import errno
import os
import stat
import struct
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar

from structedit.disk.staging import why

_BUSY = frozenset({errno.EAGAIN, errno.EACCES})
_UNSUPPORTED = frozenset({errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL})
_BYTES = "bytes"
"""Name of the file whose bytes are locks."""

_ROOT = "root"
"""Name of the file whose lock is that of a whole root."""

_KEPT = "kept"
"""Name of the file whose lock is that of the kept contents."""

_OF_EDITS = frozenset(("locks", "pending", "history", "backups", "runs"))
"""The folders of state that lie beside a root where its edits are kept there."""

_beside: ContextVar[str | None] = ContextVar("beside", default=None)

_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH


def state_folder() -> str:
    """The folder of structedit's state for this user, which need not exist.

    Where no home folder is known the path is one that cannot exist.
    """
    base = os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_STATE_HOME", "")
    if not os.path.isabs(base):  # the XDG specification: relative values are invalid
        base = os.path.join(os.path.expanduser("~"), ".local", "state")
    if not os.path.isabs(base):  # never a folder named `~` in the current one
        base = os.devnull
    return os.path.join(base, "structedit")


def folder_beside(root: str) -> str:
    """The folder of the state that is kept beside a root, which need not exist.

    >>> folder_beside("/srv/shop")
    '/srv/.structedit/shop'
    """
    above, name = os.path.split(os.path.abspath(root))
    return os.path.join(above, ".structedit", name or "root")


def is_kept_beside(root: str) -> bool:
    """Whether anything about edits was ever kept beside a root."""
    return os.path.isdir(folder_beside(root))


def roots_around(places: Iterable[str]) -> tuple[str, ...]:
    """The roots beside which something is kept, of those that full paths are or lie in."""
    seen: dict[str, bool] = {}
    for place in places:
        while place not in seen and len(above := os.path.dirname(place)) < len(place):
            seen[place] = is_kept_beside(place)
            place = above
    return tuple(place for place, is_root in seen.items() if is_root)


@contextmanager
def kept_beside(root: str | None) -> Iterator[None]:
    """Keep what is about edits beside a real root, for this thread while this holds; None for the user's folder.

    So every machine that shares the root shares its locks, what is under way and its history.
    """
    before = _beside.set(root)
    try:
        yield
    finally:
        _beside.reset(before)


def root_beside() -> str | None:
    """The root beside which edits are kept now; None for the user's folder."""
    return _beside.get()


def state_path(*names: str) -> str:
    """The path of a folder or file of state, in the user's folder or beside a root."""
    root = _beside.get()
    top = state_folder() if root is None or names[0] not in _OF_EDITS else folder_beside(root)
    return os.path.join(top, *names)


def why_unusable(error: OSError | None = None) -> str:
    """Why nothing can be kept in the state folder, from what failed there or by trying.

    Empty where it can be used.
    """
    folder = state_folder()
    try:
        if error is not None:
            raise error
        for name in ("pending", "history", "backups"):
            folder = private_folder(name)
            if not os.access(folder, os.W_OK | os.X_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), folder)
    except OSError as found:
        if state_path("pending").startswith(os.devnull):
            return "no home folder is known: set HOME or XDG_STATE_HOME"
        used = os.path.dirname(state_path("pending"))
        return f"the state folder {used!r} cannot be used: {why(found)}"
    return ""


@contextmanager
def locked(*paths: str, wait: bool = True) -> Iterator[OSError | None]:
    """Hold the locks of real paths; yields the error where they cannot be had, else None.

    Whoever takes several takes them in one call, which takes them in one order, so that no two
    processes wait for each other. Without locks the comparison of bytes stands alone.

    Raises:
        BlockingIOError: when another process holds one and `wait` is false.
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
def root_locked(patience: float) -> Iterator[None]:
    """Hold the lock of the root beside which edits are kept, on every machine that shares it.

    Raises:
        BlockingIOError: when another process holds it for more than so many seconds.
        OSError: when there are no locks here.
    """
    with ExitStack() as held:
        lock = _opened(held, _ROOT)
        until = time.monotonic() + patience
        while True:
            try:
                _lock(lock, wait=False)
                break
            except OSError as error:
                if error.errno not in _BUSY:
                    raise
                if time.monotonic() > until:
                    raise BlockingIOError(*error.args) from error
            time.sleep(_BETWEEN_TRIES)
        yield


def _lock(lock: int, *, shared: bool = False, wait: bool = True) -> None:
    """Lock an open file, for others to share or for this one alone.

    Raises:
        OSError: when it cannot be had, or not without waiting.
    """
    try:
        import fcntl
    except ImportError as error:
        raise OSError(errno.ENOSYS, "this system has no locks that machines share") from error
    if (by_byte := getattr(fcntl, "F_OFD_SETLKW" if wait else "F_OFD_SETLK", None)) is not None:
        kind = fcntl.F_RDLCK if shared else fcntl.F_WRLCK
        fcntl.fcntl(lock, by_byte, struct.pack("hhqqi0q", kind, os.SEEK_SET, 0, 1, 0))
        return
    fcntl.flock(lock, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))


@contextmanager
def keeping() -> Iterator[None]:
    """Let no other process remove kept contents, from when one is kept until what names it is written down.

    Where the system has no locks nothing is held.

    Raises:
        OSError: when the lock cannot be had.
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
    """Whether kept contents that nothing names may be removed: not while any process keeps some."""
    with ExitStack() as held:
        is_busy = False
        try:
            _lock(_opened(held, _KEPT), wait=False)
        except OSError as error:  # where there are no locks, nobody can say that he keeps some
            is_busy = error.errno in _BUSY
        yield not is_busy


_BETWEEN_TRIES = 0.05
"""Seconds between two tries to take a root's lock. Chosen by judgement: a twentieth of what a small root takes."""


def _hash(path: str) -> int:
    """The offset of a path's lock in the file of locks, a hash within the range of offsets."""
    from structedit.text.hashing import sha256

    return int(sha256(os.fsencode(path))[:16], 16) >> 1


def _opened(held: ExitStack, name: str) -> int:
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
    lock = os.open(os.path.join(private_folder("locks"), name), flags, 0o600)
    held.callback(_release, lock)
    return lock


def _release(lock: int) -> None:
    with suppress(OSError):
        os.close(lock)


def private_folder(*names: str) -> str:
    """The real path of a folder below the state folder; it is made where missing, for the user only.

    Raises:
        OSError: when it cannot be made, or others may write in it.
    """
    folder = state_path(*names)
    real = _REAL.get(folder)
    if real is not None and _is_the_same(folder, real):
        return real
    if len(names) > 1:
        private_folder(*names[:-1])
    else:
        _make_top(os.path.dirname(folder))
    _make_own(folder)
    _REAL[folder] = os.path.realpath(folder)
    return _REAL[folder]


def own_folder(*names: str) -> str:
    """The path of a folder below the state folder, to read from; it is not made.

    Raises:
        OSError: when there is none, or others may write in it.
    """
    made = os.path.dirname(state_path(*names[:1]))
    if made != state_folder():
        above = os.path.dirname(made)
        _require_own(os.stat(above), above)
    _require_own(os.stat(made), made)
    for name in names:
        made = os.path.join(made, name)
        _require_own(os.stat(made), made)
    return made


def _make_top(folder: str) -> None:
    """Make the folder of all state; beside a root it lies in one that version control passes over."""
    if folder != state_folder():
        above = os.path.dirname(folder)
        _make_own(above)
        with suppress(FileExistsError):
            ignored = os.path.join(above, ".gitignore")
            with open(ignored, "x", encoding="ascii") as file:
                file.write("*\n")
    _make_own(folder)


def _make_own(folder: str) -> None:
    os.makedirs(folder, mode=0o700, exist_ok=True)
    _require_own(os.stat(folder), folder)


def _require_own(status: os.stat_result, folder: str) -> None:
    """Check that a folder is this user's, and that nobody else may write in it.

    Raises:
        PermissionError: saying which of the two is wrong.
    """
    if not hasattr(os, "geteuid"):
        return
    if status.st_uid != os.geteuid():
        raise PermissionError(errno.EPERM, "it belongs to another user", folder)
    if status.st_mode & _OTHERS_MAY_WRITE:
        raise PermissionError(errno.EPERM, "other users may write in it", folder)


_REAL: dict[str, str] = {}
"""Real paths of folders, as they were found last: a call asks for several of them."""


def _is_the_same(folder: str, real: str) -> bool:
    """Whether a path still leads to the folder at `real`, and that is still the user's."""
    try:
        there = os.lstat(real)
        _require_own(there, real)
        return stat.S_ISDIR(there.st_mode) and os.path.samestat(os.stat(folder), there)
    except OSError:
        return False
