"""Calls that were made, appended to a file: one line each, in some twenty microseconds.

SQLite costs a command ten milliseconds to load, so a call only adds a line here; `ledger` moves the
lines into its table when somebody asks. A line is some 150 bytes, less than it takes there, so a
spool that nobody asks for does no harm. All of it is in the folder `statistics` of the user's state
folder.

    a writer    opens the spool, takes its lock, sees that it is still the one of that name, appends
    the ledger  takes the lock, gives the spool a name of its own, lets go, reads, removes it

So no line is lost between the two, and nobody waits for the database. A line has an id and is
counted once, also when it is read twice because of a crash.

Paths are kept as a hash under a key that never leaves this folder, different in each session: it
tells whether two calls of one session were about one file, and nothing else.

Not here: what is kept of a call (`calls_made`).
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from operator import attrgetter

from structedit.disk.state_folder import private_folder, state_folder
from structedit.disk.surroundings import setting
from structedit.extras.statistics.calls_made import READS, Addressing, CallMade
from structedit.text.hashing import keyed

FORMAT = "1"
"""First word of each line, so that a later version can write others."""

_OF_CALL = tuple(CallMade.__match_args__)

COLUMNS = ("id", "session", "time", "file", "duration", *_OF_CALL)
"""The other words of a line. Times are in milliseconds since 1970, durations in microseconds; `file`
is the hash that stands for a path."""

Row = dict[str, str | int | None]
"""A call as it is read from a line, by its columns, and whether it `reads`."""

_FOLDER = "statistics"
_KEY = "key"
_SWITCH = "off"
_values = attrgetter(*_OF_CALL)


def folder() -> str:
    """Name the folder of the statistics, which need not exist."""
    return os.path.join(state_folder(), _FOLDER)


def current() -> str:
    """Name the spool that calls are appended to."""
    return os.path.join(folder(), "calls.spool")


# Whether, and for whom


def is_on() -> bool:
    """Whether calls are recorded: the environment says, else the switch in the folder."""
    said = setting("STRUCTEDIT_STATS").strip().lower()
    if said:
        return said not in ("off", "0", "no", "false")
    return not os.path.exists(os.path.join(folder(), _SWITCH))


def is_there() -> bool:
    """Whether anything was ever recorded."""
    try:
        return bool(set(os.listdir(folder())) - {_KEY, _SWITCH})
    except OSError:
        return False


def switch(*, on: bool) -> None:
    """Turn recording on or off for all programs of this user; `STRUCTEDIT_STATS` comes first.

    Raises:
        OSError: when the state folder cannot be written.
    """
    name = os.path.join(private_folder(_FOLDER), _SWITCH)
    if not on:
        os.close(os.open(name, os.O_WRONLY | os.O_CREAT, 0o600))
        return
    with suppress(FileNotFoundError):
        os.unlink(name)


def current_session() -> str:
    """Find the session that calls belong to now: the one named, or this program's."""
    named = setting("STRUCTEDIT_SESSION")
    return session_id(named) if named else _program_session(os.getpid())


@cache
def _program_session(process: int) -> str:
    """Draw an id for a process, another one for what it forks."""
    return os.urandom(8).hex()


def session_id(name: str) -> str:
    """Make the id of a session from its name, which itself is not kept."""
    return _hash("session", name)


def is_id(word: str) -> bool:
    """Whether a word can be the id of a session."""
    return len(word) == 16 and set(word) <= set("0123456789abcdef")


# Writing


def record(calls: Iterable[tuple[CallMade, str]], duration: int) -> None:
    """Append calls, each with the path of its file, at once; `duration` of each in microseconds.

    Raises:
        OSError: when they cannot be kept.
    """
    private_folder(_FOLDER)
    session, now = current_session(), time.time_ns() // 1_000_000
    names: dict[str, str] = {}
    lines = []
    for call, path in calls:
        if path not in names:
            names[path] = _hash(session, _real(path))
        words = (os.urandom(8).hex(), session, now, names[path], duration, *_values(call))
        lines.append(f"\n{line_of(words)}\n")  # a torn line ends where one begins
    with _opened() as spool:
        os.write(spool, "".join(lines).encode("ascii"))


def line_of(words: Iterable[str | int | None]) -> str:
    """Write what is known of a call, in the order of `COLUMNS`, as one line.

    >>> line_of(["05", None, 7, True])
    '1\\t05\\t\\t7\\t1'
    """
    written = ("" if word is None else str(int(word) if word in (0, 1) else word) for word in words)
    return "\t".join((FORMAT, *written))


def _real(path: str) -> str:
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):  # no path at all, or one that changes just now
        return path


@contextmanager
def _opened() -> Iterator[int]:
    """Open the spool under its lock; again when it was set aside while waiting for that."""
    name = current()
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    while True:
        spool = os.open(name, flags | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            # other writers are waited for where the platform and the file system have such locks
            with suppress(ImportError, OSError):
                import fcntl

                fcntl.flock(spool, fcntl.LOCK_EX)
            named = None
            with suppress(FileNotFoundError):
                named = os.stat(name)
            if named is not None and os.path.samestat(os.fstat(spool), named):
                yield spool
                return
        finally:
            os.close(spool)


# Reading


def waiting() -> tuple[str, ...]:
    """Name the spools that are set aside, the oldest first."""
    try:
        names = sorted(os.listdir(folder()))
    except OSError:
        return ()
    spools = (os.path.join(folder(), name) for name in names if name.endswith(".spool"))
    return tuple(name for name in spools if name != current())


def set_aside() -> None:
    """Rename the spool, so that it can be read while calls go into a new one."""
    with suppress(OSError):
        if not os.path.getsize(current()):
            return
        aside = f"{time.time_ns()}-{os.urandom(4).hex()}.spool"
        with _opened():
            os.rename(current(), os.path.join(folder(), aside))


def calls_in(name: str) -> Iterator[Row]:
    """Read a spool, which may be gone meanwhile."""
    with suppress(FileNotFoundError), open(name, encoding="ascii", errors="replace") as lines:
        for line in lines:
            row = read_line(line.removesuffix("\n"))
            if row is not None:
                yield row


def read_line(line: str) -> Row | None:
    """Read a line; None where it is none, because the program that wrote it was cut off."""
    form, *words = line.split("\t")
    if form != FORMAT or len(words) != len(COLUMNS):
        return None
    told = dict(zip(COLUMNS, words, strict=True))
    row: Row = {**told, "reads": told["operation"] in READS}
    try:
        row["addressing"] = Addressing(told["addressing"])
        for name in ("time", "duration", "lines_changed"):
            row[name] = int(told[name])
        row["old_lines"] = int(told["old_lines"]) if told["old_lines"] else None
    except ValueError:
        return None
    for name in ("signature_changed", "dry_run"):
        row[name] = told[name] == "1"
    return row


def remove(name: str) -> None:
    """Remove a spool whose calls are in the table."""
    with suppress(OSError):
        os.unlink(name)


# Hashes


def _hash(about: str, text: str) -> str:
    words = os.fsencode(about) + b"\0" + text.encode("utf-8", "surrogatepass")
    return keyed(words, _key(folder()), size=8)


@cache
def _key(folder: str) -> bytes:
    """Read the key that hashes are made with, drawn once for each state folder.

    It is made whole under another name, so that nobody reads a half of it; who comes second takes
    the one that is there.
    """
    name = os.path.join(folder, _KEY)
    for _ in range(2):
        with suppress(FileNotFoundError), open(name, "rb") as file:
            return file.read()
        private_folder(_FOLDER)
        drawn = f"{name}.{os.urandom(4).hex()}"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        with os.fdopen(os.open(drawn, flags, 0o600), "wb") as file:
            file.write(os.urandom(32))
        try:
            os.link(drawn, name)
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            os.replace(drawn, name)
            continue
        os.unlink(drawn)
    raise OSError("the key of the statistics cannot be kept")
