"""Calls that were made, appended to a file: one line each, in some twenty microseconds.

SQLite costs a command ten milliseconds to load, so a call only adds a line here;
`extras.statistics.ledger` moves the lines into its database when somebody asks. A line is some 150 bytes, less
than it takes there, so a spool that nobody asks for does no harm. All of it is in the folder
`statistics` of the user's state folder.

    a writer    opens the spool, takes its lock, sees that it is still the one of that name, appends
    the ledger  takes the lock, gives the spool a name of its own, lets go, reads, removes it

So no line is lost between the two, and nobody waits for the database. A line has an id and is
counted once, also when it is read twice because of a crash.

Paths are kept as a hash under a key that never leaves this folder, different in each session: it
tells whether two calls of one session were about one file, and nothing else.

Not here: what is kept of a call (`extras.statistics.calls_made`).
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache

from structedit.disk.locks import private_folder, state_folder
from structedit.disk.surroundings import setting
from structedit.extras.statistics.calls_made import Addressing, CallMade
from structedit.text.hashing import keyed
from structedit.text.values import dataclass

SETTING = "STRUCTEDIT_STATS"
SESSION = "STRUCTEDIT_SESSION"

_OFF = frozenset(("off", "0", "no", "false"))
_FOLDER = "statistics"
_SPOOL = "calls.spool"
_KEY = "key"
_SWITCH = "off"

FORMAT = "1"
"""First word of each line, so that a later version can write others."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A call with when and in which session it was made. Times are in milliseconds since 1970.

    `file` is the hash that stands for its path, `duration` is in microseconds.
    """

    id: str
    session: str
    time: int
    file: str
    duration: int
    call: CallMade


def folder() -> str:
    """Give the folder of the statistics, which need not exist."""
    return os.path.join(state_folder(), _FOLDER)


def is_on() -> bool:
    """Tell whether calls are recorded: the environment says, else the switch in the folder."""
    said = setting(SETTING).strip().lower()
    if said:
        return said not in _OFF
    return not os.path.exists(os.path.join(folder(), _SWITCH))


def is_there() -> bool:
    """Tell whether anything was ever recorded."""
    try:
        return bool(set(os.listdir(folder())) - {_KEY, _SWITCH})
    except OSError:
        return False


def switch(*, on: bool) -> None:
    """Turn recording on or off for all programs of this user.

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
    """Give the id of the session that calls belong to now: the one named, or this program's."""
    named = setting(SESSION)
    return session_id(named) if named else _program_session(os.getpid())


def session_id(name: str) -> str:
    """Give the id of a session with a name; the name itself is not kept."""
    return _hash("session", name)


def is_id(word: str) -> bool:
    """Tell whether a word can be the id of a session."""
    return len(word) == 16 and set(word) <= set("0123456789abcdef")


def record(call: CallMade, path: str, duration: int) -> None:
    """Append a call; see `record_all`."""
    record_all([(call, path)], duration)


def record_all(calls: Iterable[tuple[CallMade, str]], duration: int) -> None:
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
        recorded = Recorded(os.urandom(8).hex(), session, now, names[path], duration, call)
        lines.append(f"\n{line_of(recorded)}\n")  # a torn line ends where one begins
    with _opened() as spool:
        os.write(spool, "".join(lines).encode("ascii"))


def _real(path: str) -> str:
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):  # no path at all, or one that changes just now
        return path


def line_of(recorded: Recorded) -> str:
    """Write a call as one line."""
    call = recorded.call
    return "\t".join(
        (
            FORMAT,
            recorded.id,
            recorded.session,
            str(recorded.time),
            recorded.file,
            str(recorded.duration),
            call.operation,
            call.addressing,
            call.format,
            call.status,
            call.reason,
            call.tier,
            " ".join(call.hints),
            " ".join(call.narrowed),
            "" if call.old_lines is None else str(call.old_lines),
            str(call.lines_changed),
            call.size,
            call.language,
            str(int(call.signature_changed)),
            call.risk,
            str(int(call.dry_run)),
        )
    )


def read_line(line: str) -> Recorded | None:
    """Read a line; None where it is none, because the program that wrote it was cut off."""
    words = line.split("\t")
    if len(words) != 21 or words[0] != FORMAT:
        return None
    _, id, session, when, file, duration, operation, addressing, format, status, *rest = words
    reason, tier, hints, narrowed, old, changed, size, language, signature, risk, dry_run = rest
    try:
        call = CallMade(
            operation,
            Addressing(addressing),
            format,
            status,
            reason,
            tier,
            tuple(hints.split()),
            tuple(narrowed.split()),
            int(old) if old else None,
            int(changed),
            size,
            language,
            signature == "1",
            risk,
            dry_run == "1",
        )
        return Recorded(id, session, int(when), file, int(duration), call)
    except ValueError:
        return None


def set_aside() -> None:
    """Give the spool a name of its own, so that it can be read while calls go into a new one."""
    name = os.path.join(folder(), _SPOOL)
    with suppress(OSError):
        if not os.path.getsize(name):
            return
        with _opened():
            os.rename(name, os.path.join(folder(), f"{time.time_ns()}-{os.urandom(4).hex()}.spool"))


def waiting() -> tuple[str, ...]:
    """Name the spools that are set aside, the oldest first."""
    try:
        names = os.listdir(folder())
    except OSError:
        return ()
    aside = sorted(name for name in names if name.endswith(".spool") and name != _SPOOL)
    return tuple(os.path.join(folder(), name) for name in aside)


def current() -> str:
    """Name the spool that calls are appended to."""
    return os.path.join(folder(), _SPOOL)


def calls_in(name: str) -> Iterator[Recorded]:
    """Read a spool, which may be gone meanwhile."""
    with suppress(FileNotFoundError), open(name, encoding="ascii", errors="replace") as lines:
        for line in lines:
            recorded = read_line(line.removesuffix("\n"))
            if recorded is not None:
                yield recorded


def remove(name: str) -> None:
    """Remove a spool whose calls are in the database."""
    with suppress(OSError):
        os.unlink(name)


@contextmanager
def _opened() -> Iterator[int]:
    """Open the spool under its lock; again when it was set aside while waiting for that."""
    name = current()
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    while True:
        spool = os.open(name, flags | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            _lock(spool)
            if _is_named(spool, name):
                yield spool
                return
        finally:
            os.close(spool)


def _is_named(spool: int, name: str) -> bool:
    try:
        return os.path.samestat(os.fstat(spool), os.stat(name))
    except FileNotFoundError:
        return False


def _lock(spool: int) -> None:
    """Wait for other writers, where the platform and the file system have such locks."""
    try:
        import fcntl
    except ImportError:
        return
    with suppress(OSError):
        fcntl.flock(spool, fcntl.LOCK_EX)


def _hash(about: str, text: str) -> str:
    words = os.fsencode(about) + b"\0" + text.encode("utf-8", "surrogatepass")
    return keyed(words, _key(folder()), size=8)


@cache
def _key(folder: str) -> bytes:
    """Give the key that hashes are made with, drawn once for each state folder.

    It is made whole under another name, so that nobody reads a half of it; who comes second takes
    the one that is there.
    """
    name = os.path.join(folder, _KEY)
    for _ in range(2):
        with suppress(FileNotFoundError), open(name, "rb") as file:
            return file.read()
        _draw_key(name)
    raise OSError("the key of the statistics cannot be kept")


def _draw_key(name: str) -> None:
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
        return
    os.unlink(drawn)


@cache
def _program_session(process: int) -> str:
    """Draw an id for a process, another one for what it forks."""
    return os.urandom(8).hex()
