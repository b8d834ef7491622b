"""Files below a path, and existing names similar to a wrong one.

In a repository, git itself decides what is ignored; elsewhere, or without git, `.gitignore` files are read here.
Symbolic links are not followed: their targets are either listed under their own names or are elsewhere.

Not here: opening files.
"""

from __future__ import annotations

import os
import stat
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from structedit.disk.ignore_patterns import IgnorePatterns, fault_in, read_patterns
from structedit.disk.opening import setting_text
from structedit.disk.paths import AnyPath, os_path
from structedit.disk.staging import TEMP_SUFFIX
from structedit.text.errors import FileError, UsageError

if TYPE_CHECKING:
    import subprocess

VCS_FOLDERS = frozenset(".git .hg .svn .jj .bzr .sl .pijul _darcs CVS".split())
"""Folders of version control systems; never entered, even if named."""

_GIT_SECONDS = 60
"""Time limit of git in seconds. Chosen by judgement."""

_GIT_PROCESSOR_SECONDS = 5.0
"""Seconds of its own processor time that git may take to compare names with ignore patterns.

Chosen by judgement. Listing a million files takes less; the patterns of a hostile ignore file, such as
`*a*a*a*a*a*a*b`, take it for ever.
"""

_slow_repositories: set[str] = set()
"""Repositories in which git took too long: this process does not call it there again."""

_NAMES_SHOWN = 3
"""Similar names that a message shows. Chosen by judgement."""

_Rules = tuple[tuple[str, IgnorePatterns], ...]
"""Ignore rules with the folder that each is relative to, outermost first."""


def walk(paths: Iterable[AnyPath]) -> Iterator[str]:
    """Yield the files under `paths`, each once; those of a folder sorted, without ignored ones.

    A file that is named itself is included, ignored or not.

    Raises:
        FileError: `missing_file`, for a path that does not exist.
    """
    named = list(paths)
    if len(named) == 1:
        yield from _under(os_path(named[0]))
        return
    seen: set[str] = set()
    for path in named:
        for name in _under(os_path(path)):
            key = os.path.normpath(name)
            if key not in seen:
                seen.add(key)
                yield name


def chosen_by(globs: Collection[str]) -> Callable[[str], bool]:
    """Return a test of paths by globs: the last match decides; without a match, a path passes if all globs have `!`.

    Raises:
        UsageError: when a glob is invalid.
    """
    if not globs:
        return lambda _: True
    if fault := fault_in(globs):
        raise UsageError(f"a glob cannot be read: {fault}", hint="write it as in .gitignore")
    patterns = read_patterns(globs)
    otherwise = all(glob.startswith("!") for glob in globs)

    def taken(path: str) -> bool:
        included = patterns.verdict(path)
        return otherwise if included is None else included

    return taken


def some_under(folder: str, most: int) -> list[str]:
    """At most `most` files below a folder, without ignored ones, as real paths."""
    top = os.path.realpath(folder)
    names = _git_names(top)
    if names is None:
        return list(islice(_scan(top, _rules_above(top)), most))
    kept = (name for name in names if VCS_FOLDERS.isdisjoint(name.split("/")))
    paths = (os.path.join(top, name) for name in islice(kept, most))
    return [path for path in paths if os.path.isfile(path) and not os.path.islink(path)]


def is_folder(path: AnyPath) -> bool:
    """Return True if a path leads to a folder, wherever that is."""
    return os.path.isdir(os_path(path))


def some_beside(path: str, most: int) -> list[str]:
    """Return at most `most` files of the repository that contains a file, or of its folder."""
    folder = os.path.dirname(os.path.realpath(path))
    top = _git(folder, "rev-parse", "--show-toplevel")
    if top is not None:
        return some_under(os.fsdecode(top).strip("\r\n"), most)
    found = _scan(folder, _rules_above(folder), deep=False)
    return list(islice(found, most))


_MOST_LOOKED_AT = 20_000
"""Files whose names are compared with a missing one. Chosen by judgement, for speed."""


def missing(path: str) -> FileError:
    """Return the error for a file that does not exist; its hint lists similar names."""
    folder, name = os.path.split(path)
    if path == "-":
        hint = "standard input is not read here: name files or folders"
    elif os.path.islink(path):
        hint = f"it is a link to {_target_of(path)!r}, which does not exist"
    elif not os.path.isdir(folder or "."):
        hint = f"there is no folder {folder!r} either"
    else:
        hint = similar_paths(folder or ".", name) or "check the path"
    return FileError(f"there is no file {path!r}", hint=hint, code="missing_file")


def _target_of(link: str) -> str:
    try:
        return os.readlink(link)
    except OSError:  # it is no longer a folder
        return link


def similar_paths(folder: str, path: str) -> str:
    """Return a hint with files and folders below a folder that are similar to a missing one; empty if there are none.

    Those with the same name in another folder come first.
    """
    import difflib

    top = os.path.realpath(folder)
    there = set[str]()
    for file in some_under(top, _MOST_LOOKED_AT):
        parts = os.path.relpath(file, top).split(os.sep)
        there |= {"/".join(parts[:depth]) for depth in range(1, len(parts) + 1)}
    name = path.rpartition("/")[2].casefold()
    same = [one for one in there if one.rpartition("/")[2].casefold() == name]
    among = sorted(same or there)
    near = difflib.get_close_matches(path, among, _NAMES_SHOWN, 0.0 if same else 0.7)
    return f"did you mean {', '.join(map(repr, near))}?" if near else ""


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
        path = name if folder == "." else os.path.join(folder, name)
        if VCS_FOLDERS.isdisjoint(name.split("/")[:-1]):
            try:
                mode = os.lstat(path).st_mode
            except OSError:
                continue
            if stat.S_ISREG(mode) and not name.endswith(TEMP_SUFFIX):
                yield path
            elif stat.S_ISDIR(mode):  # another repository inside this one
                yield from _in_folder(os.path.normpath(path))


def _git_names(folder: str) -> list[str] | None:
    """Return the files in `folder` as git lists them, relative to it.

    Return None without git, outside a repository, and in a folder that is ignored as a whole: a caller who names such a
    folder wants it. Nothing that the repository configures is run.
    """
    listed = _git(folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    if listed is None or (not listed and _git(folder, "check-ignore", "-q", ".") is not None):
        return None
    return sorted({os.fsdecode(name) for name in listed.split(b"\0") if name})


def _git(folder: str, *words: str) -> bytes | None:
    """Return the output of git, run in `folder`; None if it fails, hangs or is not installed.

    A repository that was unpacked, not cloned, has its own settings. None of them runs a program here: no file system
    monitor is called, and no object is fetched from elsewhere.
    """
    import subprocess

    top = _repository_of(folder)
    if top in _slow_repositories:
        return None
    settings = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    still = {"GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": ""}
    try:
        git = subprocess.Popen(
            ("git", "-C", folder, "-c", "core.fsmonitor=false", *words),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**settings, **still},
        )
    except OSError:
        return None
    with git:
        try:
            printed = _printed(git)
        finally:
            is_stuck = git.returncode is None
            if is_stuck:
                git.kill()
    if is_stuck:
        _slow_repositories.add(top)
        warnings.warn(
            f"git does not finish listing {top!r}, perhaps because of a pattern in an ignore file:"
            " its files are listed without git, under its .gitignore files alone",
            stacklevel=2,
        )
    return printed


def _repository_of(folder: str) -> str:
    """Return the nearest folder above that has a `.git`, or else the folder itself."""
    at = top = os.path.realpath(folder)
    while not os.path.lexists(os.path.join(at, ".git")):
        above = os.path.dirname(at)
        if above == at:
            return top
        at = above
    return at


def _printed(git: subprocess.Popen[bytes]) -> bytes | None:
    """Return the output of git; None if it fails, makes no progress or computes for too long.

    git opens every ignore file: a named pipe in the place of one would stop it for ever. So if it uses no processor
    time for a second, it is stopped, and the folder is walked here.
    """
    from subprocess import TimeoutExpired

    used: tuple[float, float] | None = None
    for _ in range(_GIT_SECONDS):
        try:
            printed = git.communicate(timeout=1)[0]
            return printed if git.returncode == 0 else None
        except TimeoutExpired:
            before, used = used, _processor_time(git.pid)
            if used is not None and (used == before or used[0] > _GIT_PROCESSOR_SECONDS):
                return None
    return None


def _processor_time(pid: int) -> tuple[float, float] | None:
    """Return the seconds that a process has computed in user and system mode; None if unknown."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as stat:
            own, systems = stat.read().rpartition(")")[2].split()[11:13]
        ticks = os.sysconf("SC_CLK_TCK")
        return int(own) / ticks, int(systems) / ticks
    except (OSError, ValueError):
        return None


def _scan(folder: str, rules: _Rules, *, deep: bool = True) -> Iterator[str]:
    """Walk a folder without git, with the folders in it if `deep`."""
    folders = [(folder, rules)]
    while folders:
        folder, above = folders.pop()
        rules = (*above, *_rules_of(folder))
        try:
            entries = list(os.scandir(folder))
        except OSError:
            continue
        for entry in entries:
            path = entry.name if folder == "." else entry.path
            if entry.is_symlink() or (rules and _ignored(path, entry.is_dir(), rules)):
                continue
            if entry.is_file() and not entry.name.endswith(TEMP_SUFFIX):
                yield path
            elif deep and entry.is_dir() and entry.name not in VCS_FOLDERS:
                folders.append((path, rules))


def _ignored(path: str, is_folder: bool, rules: _Rules) -> bool:
    """Return True if the rules ignore a path: the nearest rules first, and the first that match decide."""
    for folder, patterns in reversed(rules):
        name = os.path.relpath(path, folder).replace(os.sep, "/")
        verdict = patterns.verdict(name + "/" if is_folder else name)
        if verdict is not None:
            return verdict
    return False


def _rules_above(folder: str) -> _Rules:
    """Read the ignore files between the top of the repository and `folder`."""
    found: list[tuple[str, IgnorePatterns]] = []
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
    """Return True if the rules ignore `folder` as a whole: a caller who names it wants its files."""
    while folder != top:
        if _ignored(folder, True, rules):
            return True
        folder = os.path.dirname(folder)
    return False


def _rules_of(folder: str) -> _Rules:
    """Read the ignore file of a folder; anything there that is not a file has no rules, as with git."""
    try:
        raw = setting_text(os.path.join(folder, ".gitignore"), "the ignore file")
    except FileError:
        return ()
    if raw is None:
        return ()
    lines = raw.decode("utf-8", "replace").splitlines()
    return ((os.path.realpath(folder), read_patterns(lines)),)
