"""The store of the statistics: a table of the calls that were made, in SQLite.

There are no counters in it. A count is a query over the table, so a new reason or operation needs
nothing new here; a reset is a row that says from which call on is counted, so it can leave no
half behind, and the calls before it stay for the lifetime.

Calls come from `extras.statistics.spool`, in one transaction with the query that wants them. That transaction
also notes, for each edit, which failure of its session on the same file it tries again, which dry
runs it carries out, and whether the file was read before. Calls that only read lead to nothing.

The schema has a version (`user_version`) and is brought up to date when the store is opened. One
that a later structedit wrote is not touched.

Not here: what the counts mean (`extras.statistics.counts`).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager

from structedit.disk.locks import private_folder
from structedit.extras.statistics import spool
from structedit.extras.statistics.calls_made import Addressing, CallMade
from structedit.extras.statistics.spool import Recorded
from structedit.extras.statistics.tallies import SessionSpan, Tally
from structedit.text.errors import FileError
from structedit.text.values import dataclass

BUSY_MS = 10_000
"""How long a program waits for another one that writes. In milliseconds; chosen by judgement."""

NEWER = "newer_store"

_COLUMNS = (
    "operation addressing format status reason tier hints narrowed old_lines lines_changed size"
    " language signature_changed risk dry_run"
).split()

_CALLS = """
CREATE TABLE calls (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    session TEXT NOT NULL,
    time INTEGER NOT NULL,      -- milliseconds since 1970
    file TEXT NOT NULL,         -- a keyed hash, of another key in every session
    duration INTEGER NOT NULL,  -- microseconds
    operation TEXT NOT NULL,
    addressing TEXT NOT NULL,
    format TEXT NOT NULL,
    status TEXT NOT NULL,
    reason TEXT NOT NULL,
    tier TEXT NOT NULL,
    hints TEXT NOT NULL,
    narrowed TEXT NOT NULL,
    old_lines INTEGER,
    lines_changed INTEGER NOT NULL,
    size TEXT NOT NULL,
    language TEXT NOT NULL,
    signature_changed INTEGER NOT NULL,
    risk TEXT NOT NULL,
    dry_run INTEGER NOT NULL
);
CREATE TABLE resets (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    time INTEGER NOT NULL,
    session TEXT,               -- NULL: of everything
    upto INTEGER NOT NULL       -- the last call that no longer counts
);
"""

_LINKS = """
ALTER TABLE calls ADD COLUMN retry_of INTEGER;
ALTER TABLE calls ADD COLUMN committed_by INTEGER;
ALTER TABLE calls ADD COLUMN rehearsed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX calls_by_file ON calls (session, file, seq);
"""

_READING = """
ALTER TABLE calls ADD COLUMN reads INTEGER NOT NULL DEFAULT 0;      -- only reads, is no edit
ALTER TABLE calls ADD COLUMN read_first INTEGER NOT NULL DEFAULT 0; -- an edit of a file read before
DROP INDEX calls_by_file;
CREATE INDEX calls_by_file ON calls (session, file, reads, seq);
"""

SCHEMAS = (_CALLS, _LINKS, _READING)
"""What leads from each version of the schema to the next; its number is the place in this row."""

_LINKED = 2
"""The version of the schema from which on calls are linked. Given by the schema."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Calls of one kind, and the sessions that there were, the latest first."""

    tallies: tuple[Tally, ...]
    sessions: tuple[SessionSpan, ...]


def counted(scope: str, session: str, *, reset: bool = False, most_sessions: int = 20) -> Counted:
    """Count the calls of a scope, and with `reset` begin to count anew after them.

    Args:
        scope: `session`: of that session, `reset`: of all since the last reset, or `lifetime`.
        session: id of the session that `scope` and a reset of it are about.
        reset: note, in the same transaction, that what was counted no longer counts; for the
            scope `session` in that session, else everywhere.
        most_sessions: how many sessions are listed.

    Raises:
        FileError: when the store cannot be read, or was written by a later version.
    """
    with _store() as db:
        where, values = _condition(db, scope, session)
        found = Counted(_tallies(db, where, values), _sessions(db, most_sessions))
        if reset:
            owner = session if scope == "session" else None
            db.execute(
                "INSERT INTO resets (time, session, upto) SELECT"
                " CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER), ?,"
                " coalesce(max(seq), 0) FROM calls",
                (owner,),
            )
    return found


def path() -> str:
    """Give the path of the database."""
    return os.path.join(spool.folder(), "calls.sqlite3")


@contextmanager
def _store() -> Iterator[sqlite3.Connection]:
    """Open the store with everything in it that was recorded, inside one transaction.

    Where the folder may not be written, a copy in memory stands for it.
    """
    try:
        private_folder("statistics")
        spool.set_aside()
        names = spool.waiting()
        if not os.access(spool.folder(), os.W_OK):
            raise PermissionError(spool.folder())
    except OSError:
        with closing(_copy()) as db:
            yield db
        return
    try:
        with closing(_opened(path())) as db, _transaction(db):
            _migrate(db)
            for name in names:
                _add(db, spool.calls_in(name))
            yield db
    except sqlite3.Error as error:
        busy = isinstance(error, sqlite3.OperationalError)
        raise FileError(
            f"the statistics cannot be read: {error}",
            hint="try again" if busy else f"remove {path()!r} to begin anew",
            code="write_failed" if busy else "not_text",
        ) from error
    for name in names:
        spool.remove(name)


def _opened(name: str) -> sqlite3.Connection:
    """Open a database that only the user may read."""
    os.close(os.open(name, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600))
    db = sqlite3.connect(name, timeout=BUSY_MS / 1000, isolation_level=None)
    try:
        db.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
    except sqlite3.Error:
        db.close()
        raise
    return db


def _copy() -> sqlite3.Connection:
    """Give a store in memory, with what can be read of the one on disk."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    if os.path.exists(path()):
        try:
            with closing(sqlite3.connect(f"file:{_quoted(path())}?immutable=1", uri=True)) as kept:
                kept.backup(db)
        except sqlite3.Error:
            db.close()
            db = sqlite3.connect(":memory:", isolation_level=None)
    _migrate(db)
    for name in (*spool.waiting(), spool.current()):
        _add(db, spool.calls_in(name))
    return db


def _quoted(name: str) -> str:
    return name.replace("%", "%25").replace("?", "%3f").replace("#", "%23")


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Hold the write lock from the beginning, so that what is read is what is changed."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def _migrate(db: sqlite3.Connection) -> None:
    """Bring the schema up to date."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > len(SCHEMAS):
        raise FileError(
            f"the statistics were written by a later structedit (schema {version})",
            hint="use that version to read them",
            code=NEWER,
        )
    for script in SCHEMAS[version:]:
        for statement in script.split(";"):
            if statement.strip():
                db.execute(statement)
    if version < _LINKED:
        for (seq,) in db.execute("SELECT seq FROM calls ORDER BY seq").fetchall():
            _link(db, seq)
    db.execute(f"PRAGMA user_version = {len(SCHEMAS)}")


# Adding


def _add(db: sqlite3.Connection, calls: Iterable[Recorded]) -> None:
    """Add calls that are not there yet, in the order in which they were made."""
    names = ("id", "session", "time", "file", "duration", *_COLUMNS, "reads")
    marks = ", ".join("?" * len(names))
    insert = f"INSERT OR IGNORE INTO calls ({', '.join(names)}) VALUES ({marks})"
    for recorded in calls:
        done = db.execute(insert, _row(recorded))
        if done.rowcount:
            _link(db, done.lastrowid)


def _row(recorded: Recorded) -> tuple[str | int | None, ...]:
    call = recorded.call
    return (
        recorded.id,
        recorded.session,
        recorded.time,
        recorded.file,
        recorded.duration,
        call.operation,
        str(call.addressing),
        call.format,
        call.status,
        call.reason,
        call.tier,
        " ".join(call.hints),
        " ".join(call.narrowed),
        call.old_lines,
        call.lines_changed,
        call.size,
        call.language,
        call.signature_changed,
        call.risk,
        call.dry_run,
        call.reads,
    )


_FAILED = "status IN ('not_found', 'ambiguous', 'refused', 'error')"


_OPEN_DRY_RUNS = (
    "session = :session AND file = :file AND reads = 0 AND operation = :operation AND dry_run"
    " AND status = 'applied' AND seq < :seq AND seq > (SELECT coalesce(max(seq), 0) FROM calls"
    " WHERE session = :session AND file = :file AND reads = 0 AND seq < :seq AND status = 'applied'"
    " AND NOT dry_run)"
)
"""Dry runs that a call may carry out: of its operation, and the file was not written since."""

_BEFORE = (
    "SELECT seq, status FROM calls WHERE session = :session AND file = :file AND reads = 0"
    " AND seq < :seq ORDER BY seq DESC LIMIT 1"
)

_WAS_READ = (
    "EXISTS (SELECT 1 FROM calls WHERE session = :session AND file = :file AND reads = 1"
    f" AND seq < :seq AND NOT {_FAILED})"
)


def _link(db: sqlite3.Connection, seq: int | None) -> None:
    """Note which failure an edit tries again, which dry runs it carries out, what was read.

    An edit tries the last one on its file again if that one failed. One that is written carries
    the dry runs out; one that fails all the same had been rehearsed.
    """
    db.row_factory = sqlite3.Row
    call = db.execute(
        "SELECT seq, session, file, operation, status, dry_run, reads FROM calls WHERE seq = ?",
        (seq,),
    ).fetchone()
    db.row_factory = None
    if call["reads"]:
        return
    about = {name: call[name] for name in call.keys()}  # noqa: SIM118
    db.execute(
        f"UPDATE calls SET retry_of = (SELECT seq FROM ({_BEFORE}) WHERE {_FAILED}),"
        f" read_first = {_WAS_READ} WHERE seq = :seq",
        about,
    )
    if call["dry_run"]:
        return
    db.execute(
        f"UPDATE calls SET rehearsed = EXISTS (SELECT 1 FROM calls WHERE {_OPEN_DRY_RUNS})"
        " WHERE seq = :seq",
        about,
    )
    if call["status"] == "applied":
        db.execute(f"UPDATE calls SET committed_by = :seq WHERE {_OPEN_DRY_RUNS}", about)


# Counting


def _condition(db: sqlite3.Connection, scope: str, session: str) -> tuple[str, tuple[object, ...]]:
    """Say which calls a scope holds."""
    if scope == "lifetime":
        return "1", ()
    only = "session IS NULL OR session = ?" if scope == "session" else "session IS NULL"
    values = (session,) if scope == "session" else ()
    upto = db.execute(f"SELECT coalesce(max(upto), 0) FROM resets WHERE {only}", values)
    (first,) = upto.fetchone()
    where = "seq > ? AND session = ?" if scope == "session" else "seq > ?"
    return where, (first, *values)


def _tallies(db: sqlite3.Connection, where: str, values: tuple[object, ...]) -> tuple[Tally, ...]:
    """Count calls that are alike in everything but `lines_changed`, which is summed."""
    alike = [name for name in _COLUMNS if name != "lines_changed"]
    facts = (
        "retry_of IS NOT NULL AS again",
        "rehearsed",
        "committed_by IS NOT NULL AS carried_out",
        "read_first",
    )
    counts = "count(*)", "sum(lines_changed)", "sum(duration)", "max(duration)"
    rows = db.execute(
        f"SELECT {', '.join((*alike, *facts, *counts))} FROM calls WHERE {where}"
        f" GROUP BY {', '.join(alike)}, again, rehearsed, carried_out, read_first"
        " ORDER BY min(seq)",
        values,
    )
    return tuple(_tally(row) for row in rows)


def _tally(row: tuple[object, ...]) -> Tally:
    operation, addressing, format, status, reason, tier, hints, narrowed, old_lines = row[:9]
    size, language, signature, risk, dry_run, *facts = row[9:18]
    count, lines_changed, duration, slowest = (n for n in row[18:] if isinstance(n, int))
    assert old_lines is None or isinstance(old_lines, int)
    call = CallMade(
        str(operation),
        Addressing(str(addressing)),
        str(format),
        str(status),
        str(reason),
        str(tier),
        tuple(str(hints).split()),
        tuple(str(narrowed).split()),
        old_lines,
        0,
        str(size),
        str(language),
        bool(signature),
        str(risk),
        bool(dry_run),
    )
    return Tally(call, count, lines_changed, duration, slowest, *map(bool, facts))


def _sessions(db: sqlite3.Connection, most: int) -> tuple[SessionSpan, ...]:
    rows = db.execute(
        "SELECT session, min(time), max(time), sum(NOT reads AND NOT dry_run),"
        f" sum(NOT reads AND NOT dry_run AND NOT {_FAILED}), sum(reads)"
        " FROM calls GROUP BY session"
        " ORDER BY max(seq) DESC LIMIT ?",
        (most,),
    )
    return tuple(SessionSpan(*row) for row in rows)
