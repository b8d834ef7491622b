"""The only way in which a file is opened for reading: a regular file, of limited size, without waiting.

A repository contains what its author put there: perhaps a named pipe in the place of a configuration, or a link to
an endless device. Opened as usual, the first blocks for ever and the second fills the memory. So edit targets,
configurations, profiles and ignore files are all opened here: anything but a regular file is refused before and
after it is opened, opening never waits, and reading ends at a limit.

Not here: what is read, and this program's own files in the user's state folder.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import suppress

from structedit.text.errors import FileError

MAX_BYTES = 64 * 1024 * 1024
"""Size in bytes up to which a file is read.

Chosen by judgement; RESULTS.md (the MCP server) has what an edit of a file of this size takes.
"""

MAX_SETTINGS = 1024 * 1024
"""The same for configurations, profiles and ignore files, which are parsed as a whole at each start.

Chosen by judgement.
"""

_READ_AT_ONCE = 1024 * 1024
"""Bytes read at once. Chosen by judgement."""

_FLAGS = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
NO_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
"""Flags with which opening a pipe or a terminal neither blocks nor takes it over."""


def read_regular(
    path: str,
    most: int = MAX_BYTES,
    opened: Callable[[str, int], int] = os.open,
    status: Callable[[str], os.stat_result] | None = os.stat,
) -> bytes:
    """Read the bytes of a regular file.

    Args:
        path: its path; links are followed.
        most: bytes that it may have.
        opened: what opens it; `direct.opened` refuses links.
        status: what looks at it before that; None for a file that a listing has just shown to be regular.

    Raises:
        FileNotFoundError: when there is none.
        FileError: `not_text` for folders, pipes, sockets and devices; `too_large`.
        OSError, ValueError: whatever else the system says, of a path that cannot be one too.
    """
    if status is not None:
        require_regular(status(path), path, most)
    file = opened(path, os.O_RDONLY | NO_WAITING | _FLAGS)
    try:
        found = os.fstat(file)
        require_regular(found, path, most)
        return _content(file, path, most, found.st_size)
    finally:
        with suppress(OSError):
            os.close(file)


def setting_text(path: str, what: str) -> bytes | None:
    """Read a settings file; None where there is none.

    Raises:
        FileError: saying that `what` cannot be read, when it is there and is not a regular file of at
            most `MAX_SETTINGS` bytes, or may not be read.
    """
    try:
        return read_regular(path, MAX_SETTINGS)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except FileError as error:
        raise FileError(
            f"{what} cannot be read: {error.message}",
            hint="remove it, or put a regular file in its place",
            code=error.code,
        ) from error
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or str(error)
        raise FileError(
            f"{what} {path!r} cannot be read: {said}", hint="make it readable, or remove it"
        ) from error


_FOR_FOLDERS = "; `rewrite` changes text, and `find` finds it, in all files of a folder"


def require_regular(status: os.stat_result, path: str, most: int = MAX_BYTES) -> None:
    """Refuse anything that is not a regular file, and files that are too large.

    Raises:
        FileError: `not_text`, `too_large`.
    """
    if not stat.S_ISREG(status.st_mode):
        hint = f"name a text file{_FOR_FOLDERS * stat.S_ISDIR(status.st_mode)}"
        raise FileError(f"{path!r} is {_kind_of(status.st_mode)}", hint=hint, code="not_text")
    if status.st_size > most:
        raise too_large(path, most)


def _kind_of(mode: int) -> str:
    """Describe a path that is not a regular file, such as "a folder"."""
    if stat.S_ISDIR(mode):
        return "a folder"
    kinds = (
        (stat.S_ISFIFO, "a named pipe"),
        (stat.S_ISSOCK, "a socket"),
        (stat.S_ISCHR, "a device"),
        (stat.S_ISBLK, "a device"),
    )
    return next((f"{name}, not a regular file" for test, name in kinds if test(mode)), "no file")


def _content(file: int, path: str, most: int, expected: int) -> bytes:
    """Read to the end, whatever size was reported: files of /proc report 0.

    First, one byte more than expected is requested: if it is not there, the file has ended.
    """
    parts: list[bytes] = []
    size = 0
    asked = expected + 1 if expected else _READ_AT_ONCE
    while part := os.read(file, asked):
        size += len(part)
        if size > most:
            raise too_large(path, most)
        if size == expected:
            return b"".join((*parts, part)) if parts else part
        parts.append(part)
        asked = _READ_AT_ONCE
    return b"".join(parts)


def too_large(path: str, most: int = MAX_BYTES) -> FileError:
    """Return the error for a file that is larger than the limit."""
    return FileError(
        f"{path!r} is larger than {most // 1024**2} MiB",
        hint="split it, or use a stream editor",
        code="too_large",
    )
