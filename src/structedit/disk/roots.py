"""Paths of a batch: each is inside the root, or refused.

A path is first resolved to the real file, links and all, and compared with the real root by whole components. Some
places inside a root may not be edited either (`protected`), nor may the user's own folders of state and settings or
the user's configuration file, if they are in the root: that file names programs to run.

Not here: reading a path (`disk.files`); the last check right before a write (`disk.journal`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import islice
from typing import Protocol

from structedit.disk import direct, listing, protected
from structedit.disk.paths import AnyPath, os_path
from structedit.disk.state_folder import named_folder, state_folder
from structedit.disk.surroundings import settings_folder, users_file
from structedit.text.errors import FileError, UsageError
from structedit.text.values import dataclass


def confined(root: str, path: str, allow: Iterable[str] = ()) -> str:
    """Return the path, relative to `root`, of the real file that a path leads to.

    Args:
        root: a folder.
        path: relative to it, or absolute.
        allow: protected places of agents' and editors' settings that may be edited all the same.

    Raises:
        FileError: `outside_root`, `protected`; `missing_file` for a link that leads nowhere.
    """
    return places(root, path, allow)[0]


def places(root: str, path: str, allow: Iterable[str] = ()) -> tuple[str, str]:
    """Return the real file that a path leads to: its path relative to the root, and its full path.

    Raises:
        FileError: as `confined`.
    """
    return placing(root, allow)(path)


class Placing(Protocol):
    """A function that resolves many paths as `places` does."""

    def __call__(self, path: str, *, listed: bool = False) -> tuple[str, str]:
        """Return the place of a file; one that was `listed` is named from the current folder, and is no link."""


def placing(root: str, allow: Iterable[str] = ()) -> Placing:
    """Return a function that resolves many paths as `places` does, checking each folder once."""
    folders = (state_folder(), settings_folder(), named_folder(), users_file())
    own = tuple(os.path.realpath(folder) for folder in folders if folder)
    looks = _Looks(_real_folders(), cache(protected.is_there))
    top = direct.real(root)
    judged = partial(_places, top, own, tuple(allow), looks)

    @cache
    def of_folder(folder: str) -> tuple[str, str] | None:
        """Where files of ordinary names in a folder are; None where that depends, or they are refused."""
        try:
            real = os.path.join(looks.real(os.path.join(top, folder)), _ORDINARY)
            relative, _ = judged(os.path.join(folder, _ORDINARY), real)
        except FileError:
            return None
        return relative[: -len(_ORDINARY)], real[: -len(_ORDINARY)]

    @cache
    def of_listed(folder: str) -> tuple[str, str] | None:
        return of_folder(os.path.abspath(folder))

    def of_file(path: str, *, listed: bool = False) -> tuple[str, str]:
        folder, name = os.path.split(path)
        place = (of_listed if listed else of_folder)(folder)
        if place is not None and protected.is_ordinary(name):
            known = place[0] + name, place[1] + name
            if (listed or not os.path.islink(known[1])) and known[1] not in own:
                return known
        return judged(os.path.abspath(path) if listed else path)

    return of_file


def _real_folders() -> Callable[[str], str]:
    """Return a function that resolves many folders, each once, and not again for those below it."""

    @cache
    def real(folder: str) -> str:
        above, name = os.path.split(folder)
        if above == folder or name in ("", os.curdir, os.pardir) or not os.path.isabs(folder):
            return direct.real(folder)
        path = os.path.join(real(above), name)
        return direct.real(path) if os.path.islink(path) else path

    return real


_ORDINARY = "a"
"""A name that no rule mentions: a file of such a name is refused because of its folder, or not at all."""


def naming(root: str, allow: Iterable[str] = ()) -> Callable[[str, bool], str]:
    """Return a function that resolves many paths to paths below a root, named by a caller or listed in a folder."""
    place = placing(root, allow)
    return lambda path, listed: place(path if listed else os.path.abspath(path), listed=listed)[0]


@dataclass(frozen=True, slots=True)
class _Looks:
    """How to look at folders: their real path, and whether they contain a name."""

    real: Callable[[str], str]
    is_there: Callable[[str, str], bool]

    def real_file(self, path: str) -> str:
        """Return the real path of a file."""
        folder, name = os.path.split(path)
        if name in ("", os.curdir) or os.path.islink(path):
            return direct.real(path)
        return os.path.join(self.real(folder), name)


def _places(
    top: str,
    own: tuple[str, ...],
    allow: tuple[str, ...],
    looks: _Looks,
    path: str,
    real: str | None = None,
) -> tuple[str, str]:
    """Return the place of one file, whose real path may be known."""
    if not path or "\0" in path:
        raise FileError(f"{path!r} is not a path", hint="name a file", code="outside_root")
    parts = path.replace(os.sep, "/").split("/")
    if os.pardir in parts:
        raise _outside(path, "it contains '..'")
    if not os.path.isabs(path) and (refused := protected.refusal(path, allow)):
        raise refused
    given = os.path.join(top, path)
    real = looks.real_file(given) if real is None else real
    if real == top or not _holds(top, real):
        raise _outside(path, f"it leads to {real!r}")
    if os.path.islink(given) and not os.path.exists(given):
        raise FileError(f"{path!r} is a link that leads nowhere", hint="name the file itself")
    relative = real[len(os.path.join(top, "")) :].replace(os.sep, "/")
    refused = (
        (protected.refusal(relative, allow) if relative != path else None)
        or protected.bare_repository(top, relative, is_there=looks.is_there)
        or _users_own(real, path, own)
    )
    if refused is not None:
        raise refused
    return relative, real


def _users_own(real: str, path: str, own: tuple[str, ...]) -> FileError | None:
    """Return the error for a path in structedit's own folders, or for the user's configuration."""
    for folder in own:
        if _holds(folder, real):
            return FileError(
                f"{path!r} may not be edited: it is structedit's own",
                hint="change it by hand",
                code="protected",
            )
    return None


def _holds(folder: str, real: str) -> bool:
    """Return True if a real path is a given folder, or a path below it."""
    return real == folder or real.startswith(os.path.join(folder, ""))


def apart(folders: Iterable[AnyPath]) -> list[str]:
    """Return the full paths of roots, each once.

    Raises:
        UsageError: when one of them contains another: changes would be made twice.
    """
    found: dict[str, str] = {}
    for folder in folders:
        path = os.path.abspath(os_path(folder))
        found.setdefault(direct.real(path), path)
    above = ""
    for real in sorted(os.path.join(real, "") for real in found):
        if above and real.startswith(above):
            raise UsageError(
                f"the root {real!r} is inside the root {above!r}", hint="name one of the two"
            )
        above = real
    return list(found.values())


def folder_of(root: AnyPath) -> str:
    """Return the real path of the folder given as a root.

    Raises:
        FileError: when there is no such folder.
    """
    folder = os_path(root)
    if not os.path.isdir(folder):
        raise FileError(f"there is no folder {folder!r}", hint="pass the root of the files")
    return direct.real(folder)


def real_folder(root: AnyPath) -> str:
    """Return the real path of a folder, which need not exist."""
    return direct.real(os_path(root))


def root_of(path: str) -> str:
    """Return the root that a file or folder belongs to: its repository, else its folder."""
    real = direct.real(path)
    folder = real if os.path.isdir(real) else os.path.dirname(real)
    return _repository(folder) or folder


def common_root(paths: Iterable[AnyPath]) -> str:
    """Return a root for several paths: the one of the current folder, if it contains them all.

    That is its repository, or the folder itself. Otherwise it is the repository or the folder that the paths have in
    common.
    """
    real = [direct.real(os_path(path)) for path in paths]
    here = _repository(os.getcwd()) or direct.real(".")
    if all(os.path.commonpath([path, here]) == here for path in real):
        return here
    common = os.path.commonpath([p if os.path.isdir(p) else os.path.dirname(p) for p in real])
    return _repository(common) or common


def _repository(folder: str) -> str | None:
    at = direct.real(folder)
    while not os.path.exists(os.path.join(at, ".git")):
        above = os.path.dirname(at)
        if above == at:
            return None
        at = above
    return at


def is_repository(folder: str) -> bool:
    """Return True if a folder is in a repository, or its top."""
    return _repository(folder) is not None


def is_inside(root: str, path: str) -> bool:
    """Return True when the real file or folder that a path leads to is the root or below it."""
    return _holds(direct.real(root), direct.real(path))


def below(root: str, path: str) -> str:
    """Return a full path relative to a real root."""
    return os.path.relpath(path, root).replace(os.sep, "/")


def is_link(root: str, path: str) -> bool:
    """Return True if a path is itself a symbolic link."""
    return os.path.islink(os.path.join(root, path))


def real_path(root: str, path: str) -> str:
    """Return the full path for a path that `confined` returned."""
    return os.path.join(direct.real(root), path)


def joined(root: str, path: str) -> str:
    """Return the full path of a path below a root, without following links."""
    return os.path.join(root, path)


def nearest_above(names: Iterable[str]) -> str | None:
    """Return the first of some names in the current folder or the nearest one above it."""
    folder = direct.real(".")
    while True:
        for name in names:
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                return os.path.relpath(path)
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def missing_from(root: str, path: str) -> FileError:
    """Return the error for a file that does not exist in a root; its hint lists similar paths."""
    hint = listing.similar_paths(root, path) or "check the path: it is relative to the root"
    return FileError(f"there is no file {path!r}", hint=hint)


def _outside(path: str, why: str) -> FileError:
    return FileError(
        f"{path!r} is outside of the root: {why}",
        hint="name a file in the root, or pass another root",
        code="outside_root",
    )


def is_there(root: str, path: str) -> bool:
    """Return True if something exists at a path, a broken link included."""
    return os.path.lexists(os.path.join(direct.real(root), path))


def is_absolute(path: str) -> bool:
    """Return True if a path is absolute."""
    return os.path.isabs(path)


def is_folder(root: str, path: str) -> bool:
    """Return True if a path is a folder below the root, or the root itself."""
    return path == "." or os.path.isdir(real_path(root, confined(root, path)))


def entries_below(root: str, path: str, *, depth: int, most: int = 500) -> tuple[str, ...]:
    """Return names of files and folders (with `/` at the end) up to `depth` levels down, without hidden ones.

    Links are listed and not followed. The last name says how many are left out, if any.
    """
    top = direct.real(root) if path == "." else real_path(root, confined(root, path))
    found = list(islice(_entries(top, depth), most + 1))
    names = [below(top, entry.path) + ("/" if _is_real_folder(entry) else "") for entry in found]
    return (*names[:most], "… and more: view a folder of these") if len(names) > most else (*names,)


def _entries(folder: str, depth: int) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            here = sorted((e for e in entries if not e.name.startswith(".")), key=lambda e: e.name)
    except OSError:  # gone by now, or not ours to read
        return
    for entry in here:
        yield entry
        if depth > 1 and _is_real_folder(entry):
            yield from _entries(entry.path, depth - 1)


def _is_real_folder(entry: os.DirEntry[str]) -> bool:
    return entry.is_dir(follow_symlinks=False)
