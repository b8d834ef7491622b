"""The log of calls: a file in the user's state folder to which each call appends one line.

A line costs some 30 microseconds. Opening SQLite takes 8 milliseconds, so only `call_table` does that, on request: it
loads the whole log. Nothing else is stored.

The log has two halves. When the newer one is full it replaces the older one, whose calls are forgotten.

- Each write appends whole lines at once (`O_APPEND`), so that several processes need no lock.
- Each line begins and ends with a newline. A line that was cut off, by a full disk, damages no other.
- A reset is a line too. Calls after it are counted anew, and the calls before it stay.
- A full half is renamed, not copied: a line that another process is just appending is in the file under its new name.

A path is stored as a hash under a random key that never leaves this folder, different in each session: the hash only
shows whether two calls of one session were about one file.

Not here: the words of a call (`calls_made`).
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from operator import attrgetter

from structedit.disk.locks import locked
from structedit.disk.state_folder import open_state, private_folder, state_folder
from structedit.disk.surroundings import setting
from structedit.extras.statistics.calls_made import CallMade
from structedit.text.hashing import keyed

_OF_CALL = tuple(CallMade.__match_args__)

COLUMNS = ("session", "time", "file", "duration", *_OF_CALL)
"""The words of a line. Times are in milliseconds since 1970, durations in microseconds."""

RESET = "reset"
"""First word of a line that resets; a word of its own and a session follow, empty for all sessions."""

_FOLDER = "statistics"
_LOG = "calls-3.log"
"""The newer half. The number is the version of the format: another format begins a new file."""

_OLDER = "calls-3.older.log"

HALF = 8 << 20
"""Bytes of one half, some 65,000 calls. Chosen by judgement: counting both halves takes four seconds."""

_KEY_SIZE = 32
"""Bytes of the key. Chosen by judgement: more than anybody can guess."""

_values = attrgetter(*_OF_CALL)


def path() -> str:
    """Return the path of the newer half of the log, which need not exist."""
    return _path(_LOG)


def exists() -> bool:
    """Return True if there is a log."""
    return os.path.exists(path()) or os.path.exists(_path(_OLDER))


def _path(name: str) -> str:
    return os.path.join(state_folder(), _FOLDER, name)


def is_on() -> bool:
    """Return True if calls are recorded: the environment decides, else the user's switch."""
    said = setting("STRUCTEDIT_STATS").strip().lower()
    if said:
        return said not in ("off", "0", "no", "false")
    return not os.path.exists(_path("off"))


def switch(*, on: bool) -> None:
    """Turn recording on or off for all programs of this user; `STRUCTEDIT_STATS` comes first.

    Raises:
        OSError: when the state folder cannot be written.
    """
    name = os.path.join(private_folder(_FOLDER), "off")
    if on:
        with suppress(FileNotFoundError):
            os.unlink(name)
    else:
        os.close(_opened(name, os.O_WRONLY))


# Sessions


def current_session() -> str:
    """Return the id of the current session: the named one, or that of this process."""
    named = setting("STRUCTEDIT_SESSION")
    return session_id(named) if named else _program_session(os.getpid())


def session_id(name: str) -> str:
    """Make the id of a session from its name, which itself is not stored.

    Raises:
        OSError: when there is no key, and none can be stored.
    """
    return _hash("session", name)


def is_id(word: str) -> bool:
    """Return True if a word can be the id of a session: 16 hexadecimal digits."""
    return len(word) == 16 and set(word) <= set("0123456789abcdef")


@cache
def _program_session(process: int) -> str:
    """Draw an id for a process; a process that it forks gets another one."""
    return os.urandom(8).hex()


def _hash(about: str, text: str) -> str:
    words = os.fsencode(about) + b"\0" + text.encode("utf-8", "surrogatepass")
    return keyed(words, _key(private_folder(_FOLDER)), size=8)


@cache
def _key(folder: str) -> bytes:
    """Read the key of a state folder, or draw one: the first bytes that any process appended."""
    key = _opened(os.path.join(folder, "key"), os.O_RDWR)
    try:
        if os.fstat(key).st_size < _KEY_SIZE:
            os.write(key, os.urandom(_KEY_SIZE))
        os.lseek(key, 0, os.SEEK_SET)
        found = os.read(key, _KEY_SIZE)
    finally:
        os.close(key)
    if len(found) < _KEY_SIZE:
        raise OSError("the key of the statistics cannot be kept")
    return found


# Writing and reading


def record(calls: Iterable[tuple[CallMade, str]], duration: int) -> None:
    """Append calls, each with the path of its file; `duration` of each in microseconds.

    Raises:
        OSError: when they cannot be stored.
    """
    session, now = current_session(), time.time_ns() // 1_000_000
    hashes: dict[str, str] = {}
    lines = []
    for call, name in calls:
        if name not in hashes:
            hashes[name] = _hash(session, _real(name))
        lines.append(line_of((session, now, hashes[name], duration, *_values(call))))
    if _append("".join(lines)) > HALF:
        with suppress(OSError):  # another process does it just now, or the next call does it
            _halve()


def reset(session: str) -> list[str]:
    """Append a reset of a session, or of all for "", and return the words of its line.

    Counting the calls up to that line counts each call once, also if several programs reset.

    Raises:
        OSError: when it cannot be stored.
    """
    words = [RESET, os.urandom(8).hex(), session]
    _append(line_of(words))
    return words


def line_of(words: Iterable[str | int | None]) -> str:
    """Write words as one line of the log.

    >>> line_of(["05", None, 7, True])
    '\\n05\\t\\t7\\t1\\n'
    """
    written = (
        "" if word is None else str(int(word) if isinstance(word, bool) else word) for word in words
    )
    return "\n" + "\t".join(written) + "\n"


def read(until: list[str] | None = None) -> list[list[str]]:
    """Read the lines of the log up to the line with some words, or all of them; each line as its words.

    Raises:
        OSError: when the log cannot be read; without one there are no lines.
    """
    raw, older = _content(_LOG), _content(_OLDER)
    # where the log was halved between these two readings, the older half is the newer one that was read before
    raw = older if older.startswith(raw) else older + raw
    lines = []
    # after the last newline is a line that is being written just now
    for line in raw[: raw.rfind(b"\n") + 1].decode("utf-8", "replace").split("\n"):
        words = line.split("\t")
        if words == until:
            break
        if line:
            lines.append(words)
    return lines


def _content(name: str) -> bytes:
    try:
        with open(_path(name), "rb") as log:
            return log.read()
    except (FileNotFoundError, NotADirectoryError):
        return b""


def _append(lines: str) -> int:
    """Append lines to the log, and return how long its newer half is then."""
    raw = lines.encode()
    log = _opened(os.path.join(private_folder(_FOLDER), _LOG), os.O_WRONLY)
    try:
        if os.write(log, raw) < len(raw):
            raise OSError("the disk is full")
        return os.lseek(log, 0, os.SEEK_CUR)
    finally:
        os.close(log)


def _halve() -> None:
    """Replace the older half by the newer one; the next call begins a new one."""
    with locked(path(), wait=False):
        if os.path.getsize(path()) > HALF:  # else another process has done it
            os.replace(path(), _path(_OLDER))


def _opened(name: str, how: int) -> int:
    """Open a file that only the user may read, to append to it; a symbolic link is not followed."""
    return open_state(name, how | os.O_APPEND | os.O_CREAT)


def _real(path: str) -> str:
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):  # no path at all, or one that changes just now
        return path
