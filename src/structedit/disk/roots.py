"""Paths kept under a root: where a name really leads, and what must not be touched there.

A name is refused when it is written to climb (`..`), when it leads out of the root (an absolute
path, a symbolic link), and when it goes into a version control folder. Names are compared as the
most lenient file system would: without letter case, invisible letters, and dots or blanks at their
ends, so that `.GIT`, `.git.` and `.g\u200cit` are all `.git`.

Not here: opening files. What was confined a moment ago may have been swapped since: ask again
right before writing.
"""

from __future__ import annotations

import os
import unicodedata

from structedit.disk.listing import VCS_FOLDERS
from structedit.errors import FileError
from structedit.values import dataclass

_VCS = frozenset(name.casefold() for name in VCS_FOLDERS) | {"git~1"}

_CLIENT_FOLDERS = frozenset((".vscode", ".cursor", ".claude", ".idea", ".windsurf", ".gemini"))
_CLIENT_FILES = frozenset((".mcp.json",))
"""Where programs that run agents are told what to run: an edit there is an edit of them."""


@dataclass(frozen=True, slots=True)
class Confined:
    """A file under a root: `name` relative to the root with `/`, `full` its real path."""

    name: str
    full: str


def confined(root: str, path: str | os.PathLike[str]) -> Confined:
    """Give the file that a path means under a root; relative paths are relative to the root.

    Raises:
        FileError: `outside_root` for a path that leads out of it or into version control.
    """
    written = os.fspath(path)
    if not written or "\0" in written:
        raise _outside(written, "is no path", "name a file under the root")
    if os.pardir in written.replace("\\", "/").split("/"):
        raise _outside(written, "climbs with '..'", "write the path from the root down")
    top = os.path.realpath(root)
    full = os.path.realpath(os.path.join(top, written))
    if not _is_under(full, top):
        raise _outside(written, "leads out of the root", "name a file under the root")
    for name in (_relative(os.path.join(top, written), top), _relative(full, top)):
        if any(_folded(part) in _VCS for part in name.split("/")):
            raise _outside(written, "is inside version control", "name a file of the project")
    return Confined(_shown(written, full, top), full)


def protected(file: Confined) -> FileError | None:
    """Give why a confined file may be read and not written, or None."""
    parts = [_folded(part) for part in file.name.split("/")]
    if parts[-1] in _CLIENT_FILES or not _CLIENT_FOLDERS.isdisjoint(parts[:-1]):
        return FileError(
            f"{file.name!r} configures the program that sends edits",
            hint="ask the user to change it",
            code="protected",
        )
    return None


def _outside(path: str, what: str, hint: str) -> FileError:
    return FileError(f"{path!r} {what}", hint=hint, code="outside_root")


def _is_under(full: str, top: str) -> bool:
    try:
        return os.path.commonpath((full, top)) == top
    except ValueError:  # another drive
        return False


def _shown(written: str, full: str, top: str) -> str:
    """Name a file as the caller did, where that is a way down from the root."""
    name = _relative(os.path.join(top, written), top)
    return name if name.split("/")[0] != os.pardir else _relative(full, top)


def _relative(path: str, top: str) -> str:
    try:
        return os.path.relpath(os.path.normpath(path), top).replace(os.sep, "/")
    except ValueError:
        return path


def _folded(name: str) -> str:
    r"""Write a name as lenient file systems read it.

    >>> _folded(".GI\u200cT. ")
    '.git'
    """
    seen = (c for c in unicodedata.normalize("NFKC", name) if unicodedata.category(c) != "Cf")
    return "".join(seen).casefold().split(":")[0].rstrip(" .")
