"""Places below a root that other programs run code from, such as `.git`: who may edit them.

The names are data, `protected_places.txt`, in three sections that say for whom they are protected. They are
compared as loosely as any file system compares names: ignoring case, in any Unicode form, without invisible
letters, without dots and blanks at the end and without a stream (`.git::$INDEX_ALLOCATION`), as the short names of
Windows (`GIT~1`), and with either slash.

One place has no name of its own: a folder with `HEAD`, `objects` and `refs` is a git repository without a work
tree, whose hooks and settings git runs.

Not here: what the configuration protects (`configuration`), and whether a path leaves its root.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from fnmatch import fnmatchcase, translate
from functools import cache, lru_cache
from types import MappingProxyType

from structedit.text.errors import FileError
from structedit.text.lazily import regex

_DATA = "protected_places.txt"
_SHORT = regex(r"([^~]{1,6})~\d{1,6}(\..{0,3})?")
"""A name as old programs of Windows know it: `CLAUDE~1`, `GITLAB~1.YML`."""

_HASHED = regex(r"[0-9a-f]{4}")
"""What a short name has after its first two letters once more than four are alike."""

_BARE = ("head", "objects", "refs")

_Names = tuple[str, ...]
"""A place: names one below the other, each in its `plain` form."""


@cache
def _openings(section: str) -> frozenset[str]:
    """Return the first names of a section's places."""
    return frozenset(place[0] for place in places(section))


@cache
def _wild(section: str) -> re.Pattern[str]:
    """Return a pattern for the first names of a section's places that have a `*`; it matches nothing if none has."""
    return re.compile(
        "|".join(translate(name) for name in _openings(section) if "*" in name) or "(?!)"
    )


@cache
def places(section: str) -> tuple[_Names, ...]:
    """Return the names of one section: `internals`, `agents` or `automation`."""
    found: list[_Names] = []
    heading = ""
    data = os.path.join(os.path.dirname(os.path.abspath(__file__)), _DATA)
    with open(data, encoding="utf-8") as lines:
        for line in map(str.strip, lines):
            if line.startswith("["):
                heading = line[1:-1]
            elif heading == section and line and not line.startswith("#"):
                found.append(tuple(map(plain, line.split("/"))))
    return tuple(found)


@lru_cache(maxsize=4096)  # chosen by judgement: paths below a root have most folders in common
def plain(name: str) -> str:
    """Return a name in the simplest form in which some file system may compare it.

    >>> plain(".GI\\u200cT. "), plain(".git::$INDEX_ALLOCATION"), plain("GIT~1")
    ('.git', '.git', 'git~1')
    """
    if not name.isascii():
        seen = (c for c in unicodedata.normalize("NFKC", name) if unicodedata.category(c) != "Cf")
        name = "".join(seen)
    return name.casefold().partition(":")[0].rstrip(". ")


def protected_place(path: str, section: str, allow: Iterable[str] = ()) -> str | None:
    """Return the protected place that contains a path, or None; None too if `allow` names the place.

    >>> protected_place("docs/GIT~1/config", "internals"), protected_place("a/.github/workflows/ci.yml", "automation")
    ('.git', '.github/workflows')
    """
    parts = [plain(part) for part in re.split(r"[/\\]", path)]
    wild = _wild(section).fullmatch
    if _openings(section).isdisjoint(parts) and not any("~" in p or wild(p) for p in parts):
        return None
    for place in places(section):
        for at in range(len(parts) - len(place) + 1):
            if all(map(_is_called, parts[at:], place)):
                name = "/".join(place)
                return None if _allowed(place, path, allow) else name
    return None


def means(part: str, name: str) -> bool:
    """Return True if some file system may take a part of a path for this name.

    >>> means("Structedit.TOML", "structedit.toml"), means("STRUCT~1.TOM", "structedit.toml")
    (True, True)
    """
    return _is_called(plain(part), plain(name))


def _is_called(part: str, name: str) -> bool:
    """Return True if a name in its plain form means another, spelled out or as its Windows short form.

    A `*` in a name stands for any letters.

    >>> _is_called("gitlab~1.yml", ".gitlab-ci.yml"), _is_called("gi7eba~1", ".gitmodules")
    (True, True)
    >>> _is_called("a.code-workspace", "*.code-workspace"), _is_called("a~1.cod", "*.code-workspace")
    (True, True)
    """
    if part == name or ("*" in name and fnmatchcase(part, name)):
        return True
    short = _SHORT.fullmatch(part)
    if short is None:
        return False
    if name.startswith("*."):
        return short[2] == name[1:5]
    stem = re.sub(r"[ .]", "", name.rpartition(".")[0] or name)
    return short[1] == stem[:6] or (
        short[1][:2] == stem[:2] and _HASHED.fullmatch(short[1][2:]) is not None
    )


def is_ordinary(name: str) -> bool:
    """Return True if a file of this name is in no protected place by its name, whatever its folder is.

    >>> is_ordinary("cart.py"), is_ordinary("HEAD"), is_ordinary(".git"), is_ordinary("GIT~1")
    (True, False, False, False)
    """
    if _SIMPLE.fullmatch(name):
        simple = name
    elif not name.isascii() or not name.strip(". ") or not _UNUSUAL.isdisjoint(name):
        return False
    else:
        simple = plain(name)
    refused, wild = _refused_names()
    return simple not in refused and wild.fullmatch(simple) is None


@cache
def _refused_names() -> tuple[frozenset[str], re.Pattern[str]]:
    sections = ("internals", "agents")
    names = (name for section in sections for place in places(section) for name in place)
    wild = "|".join(_wild(section).pattern for section in sections)
    return frozenset((*_BARE, *names)), re.compile(wild)


_SIMPLE = re.compile(r"[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?")
"""Names that are in their `plain` form already."""


_UNUSUAL = frozenset("~\\/:\0")
"""Letters with which a name may mean another one, or a path."""


def _allowed(place: _Names, path: str, allow: Iterable[str]) -> bool:
    """Return True if a caller may edit a place: `allow` names it, or the path below it."""
    given = [part for part in re.split(r"[/\\]", path) if part]
    for one in allow:
        named = [part for part in one.strip("/").split("/") if part]
        if tuple(map(plain, named)) == place or (named and given[: len(named)] == named):
            return True
    return False


def internals_refusal(path: str) -> FileError | None:
    """Return the error for a path in the internal files of version control."""
    if (name := protected_place(path, "internals")) is None:
        return None
    return FileError(
        f"{path!r} may not be edited: {name!r} belongs to other programs",
        hint="change it by hand",
        code="protected",
    )


def named_file_refusal(root: str, path: str, *, in_repository: bool) -> FileError | None:
    """Return the error for a file that a person names, in a root that was found from its path.

    Outside of a repository the root is the file's folder. So that folder's name counts, and a bare repository may be
    above it. Inside of one, a bare repository above the root is no obstacle: people keep work trees in the folder of a
    bare repository.
    """
    if in_repository:
        return internals_refusal(path) or bare_repository(root, path)
    drive, full = os.path.splitdrive(os.path.join(root, path))
    from_top = full.replace(os.sep, "/").strip("/")
    below = f"{os.path.basename(root)}/{path}"
    return internals_refusal(below) or bare_repository(os.path.join(drive, os.sep), from_top)


def refusal(path: str, allow: Iterable[str] = ()) -> FileError | None:
    """Return the error for a path below a root that may be neither read nor edited."""
    if (found := internals_refusal(path)) is not None:
        return found
    if (name := protected_place(path, "agents", allow)) is not None:
        return FileError(
            f"{path!r} may not be edited: {name!r} tells other programs what to run",
            hint=f"change it by hand, or have whoever started this pass --allow {name!r}",
            code="protected",
        )
    return None


def tools_refusal(path: str, allow: Iterable[str] = ()) -> FileError | None:
    """Return the error for a path below a root that an agent's tool may not edit."""
    name = protected_place(path, "automation", allow)
    if name is None:
        return None
    return FileError(
        f"{path!r} may not be edited by a tool: programs run what {name!r} contains, without asking",
        hint=f"change it by hand, or have whoever started this pass --allow {name!r}",
        code="protected",
    )


def bare_parts(paths: Iterable[str]) -> dict[str, set[str]]:
    """Return the names of a bare git repository that some paths would create, by folder.

    >>> bare_parts(["a/HEAD", "b.py", "c/refs/tags/x"])
    {'a': {'head'}, 'c': {'refs'}}
    """
    found: dict[str, set[str]] = {}
    for path in paths:
        parts = path.split("/")
        for depth, name in enumerate(map(plain, parts)):
            if name in _BARE:
                found.setdefault("/".join(parts[:depth]), set()).add(name)
    return found


def is_there(folder: str, name: str) -> bool:
    """Return True if a folder has one of a bare repository's names, in git's letter case."""
    return os.path.lexists(os.path.join(folder, "HEAD" if name == "head" else name))


def bare_repository(
    root: str,
    path: str,
    made: Mapping[str, Collection[str]] = MappingProxyType({}),
    *,
    is_there: Callable[[str, str], bool] = is_there,
) -> FileError | None:
    """Return the error for a path that is inside a bare git repository, or would create one.

    Args:
        root: the real root.
        path: a path below it, with `/`.
        made: what other paths of the same transaction create; see `bare_parts`.
        is_there: the test for a name in a folder; for many paths it may be one that caches.
    """
    parts = path.split("/")
    for depth in range(len(parts)):
        folder = "/".join(parts[:depth])
        tops = (plain(parts[depth]), *made.get(folder, ()))
        full = os.path.join(root, folder)
        if all(name in tops or is_there(full, name) for name in _BARE):
            where = repr(folder) if folder else "the root"
            return FileError(
                f"{path!r} may not be edited: with `HEAD`, `objects` and `refs` beside each other"
                f" {where} is a repository, whose hooks and settings git runs",
                hint="change it by hand",
                code="protected",
            )
    return None
