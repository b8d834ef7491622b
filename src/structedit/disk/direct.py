"""Calls on files that never follow a symbolic link in any folder on the way.

A path that was checked leads elsewhere as soon as somebody replaces one of its folders by a link. So the folder is
opened from the top, step by step, without following links, and the call names the file relative to the opened
folder. Whatever happens to the path meanwhile, the file is written in a folder that was reached without links.

Paths are real ones, as `os.path.realpath` returns them. On platforms without such calls, paths are used as they are,
and the comparison right before a write (`file_change.require_before`) is the only protection.

Not here: which paths may be used (`disk.roots`).
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from structedit.text.errors import FileError, shown

_STEPWISE = hasattr(os, "O_PATH") and os.open in os.supports_dir_fd
_FOLDER = getattr(os, "O_PATH", 0) | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_FOLLOWING = getattr(os, "O_NOFOLLOW", 0)
_FLAGS = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0) | _NO_FOLLOWING
_IS_A_LINK = frozenset({errno.ELOOP, errno.ENOTDIR})


def real(path: str | os.PathLike[str]) -> str:
    """Return the real path, without any link.

    Raises:
        FileError: `outside_root`, when a folder of it becomes a link or ceases to be one meanwhile;
            `missing_file`, when it contains what no path can: NUL, half of a surrogate pair.
    """
    try:
        return os.path.realpath(path)
    except ValueError as error:
        raise FileError(f"{shown(os.fspath(path))} cannot be a path", hint="name a file") from error
    except OSError as error:
        raise elsewhere(os.fspath(path)) from error


def opened(path: str, flags: int, mode: int = 0o777) -> int:
    """Open a file and return its descriptor; a link is not followed.

    Raises:
        FileError: `outside_root`, when it or a folder on its way is a link by now.
    """
    with _folder_of(path) as (folder, name):
        return _opened_in(folder, name, path, flags, mode)


_MOST_OPEN = 32
"""Folders, one in the other, that are kept open. Chosen by judgement: a process may open some hundred files."""


class OpenFolder:
    """Opens files by their real paths, and keeps the folder of the last one open, with those above it.

    The files of a walk come folder by folder, so each folder is opened once and not once a file. As with `opened`, no
    link is followed.
    """

    def __init__(self) -> None:
        self._path: str | None = None  # the path of the folder opened last
        self._folders: list[tuple[str, int]] = []  # from the top down, with their names

    def __enter__(self) -> OpenFolder:
        return self

    def __exit__(self, *_: object) -> None:
        self._leave(0)

    def status(self, path: str) -> os.stat_result:
        """Return the `stat` of a file, without opening it.

        Raises:
            FileError: `outside_root`, when a folder on its way is a link by now.
        """
        folder, name = self._place(path)
        return os.stat(name, dir_fd=folder)

    def opened(self, path: str, flags: int) -> int:
        """Open a file and return its descriptor; see `opened`."""
        folder, name = self._place(path)
        return _opened_in(folder, name, path, flags)

    def _place(self, path: str) -> tuple[int | None, str]:
        if not _STEPWISE:
            return None, path
        above, _, name = path.rpartition("/")
        if above != self._path:
            self._path = None  # until all of the folders are open
            self._enter(path, above.split("/"))
            self._path = above
        return self._folders[-1][1], name

    def _enter(self, path: str, names: list[str]) -> None:
        """Open the folders of a path that are not open yet. The first name is empty: the root of the file system."""
        if len(names) > _MOST_OPEN:
            self._leave(0)
            self._folders = [(path, _opened_folder(path))]
            return
        same = 0
        for (name, _), wanted in zip(self._folders, names, strict=False):
            if name != wanted:
                break
            same += 1
        self._leave(same)
        for name in names[same:]:
            above = self._folders[-1][1] if self._folders else None
            self._folders.append((name, _folder_in(above, name, path)))

    def _leave(self, kept: int) -> None:
        """Close all open folders but the first ones."""
        while len(self._folders) > kept:
            with suppress(OSError):
                os.close(self._folders.pop()[1])


def _opened_in(folder: int | None, name: str, path: str, flags: int, mode: int = 0o777) -> int:
    try:
        return os.open(name, flags | _FLAGS, mode, dir_fd=folder)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise elsewhere(path) from error
        raise


def rename(source: str, target: str) -> None:
    """Rename a file within its folder; a file that had the name is replaced."""
    with _folder_of(target) as (folder, name):
        old = source if folder is None else os.path.basename(source)
        os.replace(old, name, src_dir_fd=folder, dst_dir_fd=folder)


def link(source: str, target: str) -> None:
    """Make a second name (a hard link) for a file in its folder; the name must be free."""
    with _folder_of(target) as (folder, name):
        old = source if folder is None else os.path.basename(source)
        os.link(old, name, src_dir_fd=folder, dst_dir_fd=folder)


def unlink(path: str) -> None:
    """Remove a file."""
    with _folder_of(path) as (folder, name):
        os.unlink(name, dir_fd=folder)


def names_beside(path: str) -> list[str]:
    """Return the names of everything in the folder of a file, including its own."""
    with _folder_of(path) as (folder, _):
        if folder is None:
            return os.listdir(os.path.dirname(path))
        readable = os.open(".", os.O_RDONLY | os.O_DIRECTORY, dir_fd=folder)
        try:
            return os.listdir(readable)
        finally:
            os.close(readable)


def make_folders(path: str) -> None:
    """Make a folder and those above it, where they do not exist."""
    missing: list[str] = []
    while not os.path.lexists(path):
        missing.append(path)
        path = os.path.dirname(path)
    for each in reversed(missing):
        with _folder_of(each) as (folder, name), suppress(FileExistsError):
            os.mkdir(name, dir_fd=folder)


def remove_folder(path: str) -> None:
    """Remove an empty folder."""
    with _folder_of(path) as (folder, name):
        os.rmdir(name, dir_fd=folder)


@contextmanager
def _folder_of(path: str) -> Iterator[tuple[int | None, str]]:
    """Yield the opened folder of a path, and the name in it; None and the whole path on other platforms."""
    if not _STEPWISE:
        yield None, path
        return
    folder = _opened_folder(path)
    try:
        yield folder, os.path.basename(path)
    finally:
        with suppress(OSError):
            os.close(folder)


def _opened_folder(path: str) -> int:
    assert os.path.isabs(path), path
    at = _folder_in(None, "", path)
    for name in path.split("/")[1:-1]:
        above = at
        try:
            at = _folder_in(above, name, path)
        finally:
            with suppress(OSError):
                os.close(above)
    return at


def _folder_in(above: int | None, name: str, path: str) -> int:
    """Open a folder in an opened one (or the top) without following a link; `path` is for error messages."""
    if above is None:
        return os.open("/", _FOLDER)
    try:
        return os.open(name, _FOLDER | _NO_FOLLOWING, dir_fd=above)
    except OSError as error:
        if error.errno in _IS_A_LINK:
            raise elsewhere(path) from error
        raise


def elsewhere(path: str) -> FileError:
    """Return the error for a path that was checked and now leads elsewhere."""
    return FileError(
        f"{path!r} now leads somewhere else", hint="read it again", code="outside_root"
    )
