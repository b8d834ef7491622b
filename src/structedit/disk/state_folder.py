"""The folder of structedit's state: locks, running transactions, history, old contents, statistics.

It is one of three, and never a working tree:

- the user's own: `structedit` below `XDG_STATE_HOME`, else below `~/.local/state`;
- the folder that the variable `STRUCTEDIT_STATE` names;
- for the edits of a fleet, the folder that its caller names (`kept_in`), which several machines may share.

The program acts on what it finds here: it restores, renames and deletes files. So a folder is used only if it
belongs to this user, no other user may write in it, and it is no link; files in it are opened without following
links and with a limit on their size. A folder inside a repository is not used: the repository's author could have
written the state.

Not here: the content of the folders (`disk.history`, `disk.backups`, `disk.locks`).
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from structedit.disk.opening import MAX_BYTES, read_regular
from structedit.disk.paths import AnyPath, os_path
from structedit.disk.staging import sync_folder, why
from structedit.text.errors import UsageError

VARIABLE = "STRUCTEDIT_STATE"
"""The variable that names another folder than the user's own."""

_OF_EDITS = frozenset(("locks", "pending", "history", "backups"))
"""The folders that are in the folder of a fleet; statistics always are the user's own."""

_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)
_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH

_named: ContextVar[str | None] = ContextVar("named", default=None)


def state_folder() -> str:
    """Return the path of the user's state folder, which need not exist.

    If no home folder is known, or the variable is a relative path, the result is a path that cannot exist.
    """
    if named := os.environ.get(VARIABLE, ""):
        return named if os.path.isabs(named) else os.path.join(os.devnull, "structedit")
    base = os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_STATE_HOME", "")
    if not os.path.isabs(base):  # the XDG specification: relative values are invalid
        base = os.path.join(os.path.expanduser("~"), ".local", "state")
    if not os.path.isabs(base):  # never a folder named `~` in the current one
        base = os.devnull
    return os.path.join(base, "structedit")


def full_path(folder: AnyPath | None) -> str | None:
    """Return the full path of a state folder that a caller names."""
    return None if folder is None else os.path.abspath(os_path(folder))


@contextmanager
def kept_in(folder: AnyPath | None) -> Iterator[None]:
    """Use a caller's folder for the state of edits, in this thread and context; None changes nothing.

    Raises:
        UsageError: when the folder cannot be used as a state folder.
    """
    path = full_path(folder)
    if path is None:
        yield
        return
    before = _named.set(path)
    try:
        try:
            private_folder("pending")
        except OSError as error:
            raise UsageError(
                f"the state folder {path!r} cannot be used: {why(error)}",
                hint="name a folder of your own, outside of repositories, in which only you may write",
            ) from error
        yield
    finally:
        _named.reset(before)


def named_folder() -> str | None:
    """Return the folder that `kept_in` or the variable names; None for the user's own."""
    return _named.get() or os.environ.get(VARIABLE) or None


def require_outside(root: str) -> None:
    """Check that a named state folder is not inside a root whose edits it describes.

    Raises:
        UsageError: when it is.
    """
    folder = named_folder()
    if folder is None:
        return
    real = os.path.realpath(folder)
    top = os.path.realpath(root)
    if os.path.join(real, "").startswith(os.path.join(top, "")):
        raise UsageError(
            f"the state folder {folder!r} is inside the root {root!r}",
            hint=f"name a folder outside of it: nothing inside a root is read as state ({VARIABLE}, --state)",
        )


def state_path(*names: str) -> str:
    """Return the path of a folder or file of state, which need not exist."""
    named = _named.get()
    top = named if named is not None and names[0] in _OF_EDITS else state_folder()
    return os.path.join(top, *names)


def why_unusable(error: OSError | None = None) -> str:
    """Explain why nothing can be stored in the state folder; empty if it can be used.

    Args:
        error: what failed there; without it the folders are tried.
    """
    folder = os.path.dirname(state_path("pending"))
    try:
        if error is not None:
            raise error
        for name in ("pending", "history", "backups"):
            folder = private_folder(name)
            if not os.access(folder, os.W_OK | os.X_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), folder)
    except OSError as found:
        used = os.path.dirname(state_path("pending"))
        if not used.startswith(os.devnull):
            return f"the state folder {used!r} cannot be used: {why(found)}"
        if os.environ.get(VARIABLE):
            return f"{VARIABLE} must be a full path"
        return f"no home folder is known: set HOME, XDG_STATE_HOME or {VARIABLE}"
    return ""


def private_folder(*names: str) -> str:
    """Return the real path of a folder of state; if missing, it is created, for the user only.

    Raises:
        OSError: when it cannot be created, is a link, or others may write in it.
    """
    folder = state_path(*names)
    real = _known.get(folder)
    if real is not None and _is_still(folder, real):
        return real
    top = os.path.dirname(state_path(names[0]))
    _make_own(top)
    _require_no_repository(top)
    made = top
    for name in names:
        made = os.path.join(made, name)
        _make_own(made)
    _known[folder] = os.path.realpath(folder)
    return _known[folder]


def own_folder(*names: str) -> str:
    """Return the path of a folder of state for reading; it is not created.

    Raises:
        OSError: when there is none, it is a link, or others may write in it.
    """
    made = os.path.dirname(state_path(names[0]))
    _require_own(made)
    _require_no_repository(made)
    for name in names:
        made = os.path.join(made, name)
        _require_own(made)
    return made


def names_in(*folders: str) -> list[str]:
    """Return the names in a folder of state, sorted; an empty list if it cannot be read."""
    try:
        return sorted(os.listdir(own_folder(*folders)))
    except OSError:
        return []


def open_state(path: str, flags: int, mode: int = 0o600) -> int:
    """Open a file of state without following a link."""
    return os.open(path, flags | _NO_LINKS | getattr(os, "O_CLOEXEC", 0), mode)


def read_state(path: str, most: int = MAX_BYTES) -> bytes:
    """Read a file of state: a regular file, no link, of at most so many bytes.

    Raises:
        FileNotFoundError: when there is none.
        FileError: when it is not a regular file, or too large.
        OSError: when it is a link, or cannot be read.
    """
    return read_regular(path, most, open_state)


def _make_own(folder: str) -> None:
    """Create a folder for the user only, unless it exists; a new one is flushed with the folder above it."""
    above = os.path.dirname(folder)
    if not os.path.isdir(above):
        os.makedirs(above, mode=0o700, exist_ok=True)
    try:
        os.mkdir(folder, 0o700)
        sync_folder(above)
    except FileExistsError:
        pass
    _require_own(folder)


def _require_own(folder: str) -> None:
    """Check that a path is a folder and no link, belongs to this user, and is closed to others' writing.

    Raises:
        OSError: saying what is wrong.
    """
    status = os.lstat(folder)
    if stat.S_ISLNK(status.st_mode):
        raise OSError(errno.ELOOP, "it is a symbolic link", folder)
    if not stat.S_ISDIR(status.st_mode):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), folder)
    if not hasattr(os, "geteuid"):
        return
    if status.st_uid != os.geteuid():
        raise PermissionError(errno.EPERM, "it belongs to another user", folder)
    if status.st_mode & _OTHERS_MAY_WRITE:
        raise PermissionError(errno.EPERM, "other users may write in it", folder)


def _require_no_repository(top: str) -> None:
    """Check that a named state folder is in no repository, whose author could have written it.

    The user's own folder is not checked: a home folder may well be a repository of settings.

    Raises:
        OSError: when it is.
    """
    if top not in (_named.get(), os.environ.get(VARIABLE)):
        return
    at = os.path.realpath(top)
    while at not in _no_repositories:
        if os.path.lexists(os.path.join(at, ".git")):
            raise PermissionError(errno.EPERM, f"it is inside the repository {at!r}", top)
        above = os.path.dirname(at)
        if above == at:
            break
        at = above
    _no_repositories.add(os.path.realpath(top))


_known: dict[str, str] = {}
"""Real paths of folders when they were last resolved: a call needs several of them."""

_no_repositories: set[str] = set()
"""State folders that are known to be in no repository."""


def _is_still(folder: str, real: str) -> bool:
    """Return True if a path still leads to the folder at `real`, and that is still the user's."""
    try:
        _require_own(real)
        return os.path.samestat(os.lstat(folder), os.lstat(real))
    except OSError:
        return False
