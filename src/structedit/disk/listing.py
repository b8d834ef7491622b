"""Names in folders: which files lie under a path, and what a wrong name was near to.

In a repository git itself says what is ignored; elsewhere, or without git, `.gitignore` files are
read here. Symbolic links found on the way are not followed: what they point to is either met
under its own name or lies elsewhere.

Not here: opening files.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from structedit.disk.paths import AnyPath, os_path
from structedit.errors import FileError

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

TEMP_SUFFIX = ".structedit-tmp"
"""End of the names of files in the making; they are never listed."""

VCS_FOLDERS = frozenset(".git .hg .svn .jj .bzr .sl .pijul _darcs CVS".split())
"""Folders of version control systems; never entered, not even when named."""

_GIT_SECONDS = 60
_NAMES_SHOWN = 3

_Rules = tuple[tuple[str, "GitIgnoreSpec"], ...]
"""Ignore rules with the folder that each is relative to, outermost first."""


def walk(paths: Iterable[AnyPath]) -> Iterator[str]:
    """Give the files under `paths`, each once: those of a folder sorted and without ignored ones.

    A file that is named is given as it is, ignored or not.

    Raises:
        FileError: `missing_file`, for a path that is not there.
    """
    seen: set[str] = set()
    for path in paths:
        for name in _under(os_path(path)):
            key = os.path.normpath(name)
            if key not in seen:
                seen.add(key)
                yield name


def some_under(folder: str, most: int) -> list[str]:
    """Give at most `most` files below a folder, without ignored ones, as real paths."""
    top = os.path.realpath(folder)
    names = _git_names(top)
    if names is None:
        return list(islice(_scan(top, _rules_above(top)), most))
    kept = (name for name in names if VCS_FOLDERS.isdisjoint(name.split("/")))
    paths = (os.path.join(top, name) for name in islice(kept, most))
    return [path for path in paths if os.path.isfile(path) and not os.path.islink(path)]


def some_beside(path: str, most: int) -> list[str]:
    """Give at most `most` files of the repository that holds a file, or else of its folder."""
    folder = os.path.dirname(os.path.realpath(path))
    top = _git(folder, "rev-parse", "--show-toplevel")
    if top is not None:
        return some_under(os.fsdecode(top).strip("\r\n"), most)
    found = _scan(folder, _rules_above(folder), deep=False)
    return list(islice(found, most))


def missing(path: str) -> FileError:
    """Say that there is no such file, and which names are near."""
    folder, name = os.path.split(path)
    if os.path.islink(path):
        hint = f"it is a link to {os.readlink(path)!r}, which does not exist"
    elif not os.path.isdir(folder or "."):
        hint = f"there is no folder {folder!r} either"
    else:
        near = _near(folder or ".", name)
        hint = f"did you mean {', '.join(near)}?" if near else "check the path"
    return FileError(f"there is no file {path!r}", hint=hint, code="missing_file")


def _near(folder: str, name: str) -> list[str]:
    """Find names in `folder` that resemble `name`, letter case apart, best first."""
    import difflib

    try:
        there = {entry.lower(): entry for entry in sorted(os.listdir(folder))}
    except OSError:
        return []
    found = difflib.get_close_matches(name.lower(), there, n=_NAMES_SHOWN)
    return [repr(there[entry]) for entry in found]


def _under(path: str) -> Iterable[str]:
    if not os.path.exists(path):
        raise missing(path)
    if not os.path.isdir(path):
        return (path,)
    if os.path.basename(os.path.realpath(path)) in VCS_FOLDERS:
        return ()
    return sorted(_in_folder(path))


def _in_folder(folder: str) -> Iterator[str]:
    names = _git_names(folder)
    if names is None:
        yield from _scan(folder, _rules_above(folder))
        return
    for name in names:
        path = _join(folder, name)
        if VCS_FOLDERS.isdisjoint(name.split("/")[:-1]) and not os.path.islink(path):
            if os.path.isfile(path) and not name.endswith(TEMP_SUFFIX):
                yield path
            elif os.path.isdir(path):  # another repository inside this one
                yield from _in_folder(os.path.normpath(path))


def _git_names(folder: str) -> list[str] | None:
    """Ask git for the files in `folder`, relative to it.

    None without git, outside a repository, and in a folder that is ignored as a whole: whoever
    names such a folder means it. Nothing that the repository configures is run.
    """
    listed = _git(folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    if listed is None or (not listed and _git(folder, "check-ignore", "-q", ".") is not None):
        return None
    return sorted({os.fsdecode(name) for name in listed.split(b"\0") if name})


def _git(folder: str, *words: str) -> bytes | None:
    """Run git in `folder` and give what it prints; None where it fails or is not there."""
    import subprocess

    settings = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(
            ("git", "-C", folder, "-c", "core.fsmonitor=false", *words),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**settings, "GIT_OPTIONAL_LOCKS": "0"},
            timeout=_GIT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def _scan(folder: str, rules: _Rules, *, deep: bool = True) -> Iterator[str]:
    """Walk a folder without git, with the folders in it if `deep`."""
    rules = (*rules, *_rules_of(folder))
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        path = _join(folder, entry.name)
        if entry.is_symlink() or _ignored(path, entry.is_dir(), rules):
            continue
        if entry.is_file() and not entry.name.endswith(TEMP_SUFFIX):
            yield path
        elif deep and entry.is_dir() and entry.name not in VCS_FOLDERS:
            yield from _scan(path, rules)


def _ignored(path: str, is_folder: bool, rules: _Rules) -> bool:
    """Ask the nearest rules first; the first that say anything decide."""
    for folder, spec in reversed(rules):
        name = os.path.relpath(path, folder).replace(os.sep, "/")
        verdict = spec.check_file(name + "/" if is_folder else name).include
        if verdict is not None:
            return verdict
    return False


def _rules_above(folder: str) -> _Rules:
    """Read the ignore files between the top of the repository, where there is one, and `folder`."""
    found: list[tuple[str, GitIgnoreSpec]] = []
    at = os.path.realpath(folder)
    while not os.path.exists(os.path.join(at, ".git")):
        above = os.path.dirname(at)
        if above == at:
            return ()
        found[:0] = _rules_of(above)
        at = above
    rules = tuple(found)
    return () if _inside_ignored(os.path.realpath(folder), at, rules) else rules


def _inside_ignored(folder: str, top: str, rules: _Rules) -> bool:
    """Tell whether the rules ignore `folder` as a whole: whoever names it means its files."""
    while folder != top:
        if _ignored(folder, True, rules):
            return True
        folder = os.path.dirname(folder)
    return False


def _rules_of(folder: str) -> _Rules:
    try:
        with open(os.path.join(folder, ".gitignore"), encoding="utf-8", errors="replace") as lines:
            patterns = lines.read().splitlines()
    except OSError:
        return ()
    from pathspec import GitIgnoreSpec

    return ((os.path.realpath(folder), GitIgnoreSpec.from_lines(patterns)),)


def _join(folder: str, name: str) -> str:
    return name if folder == "." else os.path.join(folder, name)
