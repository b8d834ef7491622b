"""The store of the statistics: a table of the calls that were made, in SQLite.

There are no counters in it. A count is a query over the table, so a new reason or operation needs
nothing new here; a reset is a row that says from which call on is counted, so it can leave no
half behind, and the calls before it stay for the lifetime.

Calls come from `spool`, in one transaction with the queries that want them. That transaction also
notes, for each edit, which failure of its session on the same file it tries again, which dry runs
it carries out, and whether the file was read before. Calls that only read lead to nothing.

The schema has a version (`user_version`) and is brought up to date when the store is opened. One
that a later structedit wrote is not touched.

Not here: what is asked (`counts`, `questions`).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from structedit.calls.statuses import Risk
from structedit.disk.state_folder import private_folder
from structedit.extras.statistics import spool
from structedit.extras.statistics.calls_made import LANDED
from structedit.text.errors import FileError

Store = sqlite3.Connection

BUSY_MS = 10_000
"""How long a program waits for another one that writes. In milliseconds; chosen by judgement."""

NEWER = "newer_store"

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


@contextmanager
def opened() -> Iterator[Store]:
    """Open the store with everything in it that was recorded, inside one transaction.

    Where nothing was recorded, an empty one in memory stands for it; where the folder may not be
    written, a copy.

    Raises:
        FileError: when the store cannot be read, or was written by a later version.
    """
    if not spool.is_there():
        with closing(in_memory()) as db:
            yield db
        return
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
    # only the user may read it
    os.close(os.open(path(), os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600))
    try:
        with closing(sqlite3.connect(path(), BUSY_MS / 1000, isolation_level=None)) as db:
            db.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = NORMAL")
            with db:  # which ends the transaction
                db.execute("BEGIN IMMEDIATE")  # so that what is read is what is changed
                _fill(db, names)
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


def path() -> str:
    """Name the file of the database."""
    return os.path.join(spool.folder(), "calls.sqlite3")


def in_memory() -> Store:
    """Make a store that is nowhere on disk, with no calls in it."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    _fill(db, ())
    return db


def _copy() -> Store:
    """Read what can be read of the store on disk, and of the spools, into one in memory."""
    db = in_memory()
    if os.path.exists(path()):
        quoted = path().replace("%", "%25").replace("?", "%3f").replace("#", "%23")
        try:
            with closing(sqlite3.connect(f"file:{quoted}?immutable=1", uri=True)) as kept:
                kept.backup(db)
        except sqlite3.Error:
            db.close()
            db = in_memory()
    _fill(db, (*spool.waiting(), spool.current()))
    return db


# Adding


def _fill(db: Store, spools: tuple[str, ...]) -> None:
    """Bring the schema up to date, and add the calls of spools that are not there yet."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > len(SCHEMAS):
        raise FileError(
            f"the statistics were written by a later structedit (schema {version})",
            hint="use that version to read them",
            code=NEWER,
        )
    for script in SCHEMAS[version:]:
        for statement in script.split(";"):
            db.execute(statement)
    db.execute(f"PRAGMA user_version = {len(SCHEMAS)}")
    if version < _LINKED:
        _link(db, since=0)
    (since,) = db.execute("SELECT coalesce(max(seq), 0) FROM calls").fetchone()
    names = (*spool.COLUMNS, "reads")
    values = ", ".join(f":{name}" for name in names)
    insert = f"INSERT OR IGNORE INTO calls ({', '.join(names)}) VALUES ({values})"
    for name in spools:
        db.executemany(insert, spool.calls_in(name))
    _link(db, since=since)


_SAME_FILE = "FROM calls AS b WHERE b.session = calls.session AND b.file = calls.file"
_EDIT_BEFORE = f"{_SAME_FILE} AND b.reads = 0 AND b.seq < calls.seq"
_WRITES = "b.dry_run = 0 AND b.status = 'applied'"

_LINK_NEW = f"""
UPDATE calls SET
    retry_of = (  -- the last edit of the file, if that one failed
        SELECT CASE WHEN b.status NOT IN ({LANDED}) THEN b.seq END {_EDIT_BEFORE}
        ORDER BY b.seq DESC LIMIT 1
    ),
    rehearsed = dry_run = 0 AND EXISTS (  -- by a dry run, after which nothing was written
        SELECT 1 {_EDIT_BEFORE}
        AND b.dry_run AND b.status = 'applied' AND b.operation = calls.operation
        AND b.seq > coalesce(
            (SELECT b.seq {_EDIT_BEFORE} AND {_WRITES} ORDER BY b.seq DESC LIMIT 1), 0
        )
    ),
    read_first = EXISTS (
        SELECT 1 {_SAME_FILE} AND b.reads = 1 AND b.seq < calls.seq AND b.status IN ({LANDED})
    )
WHERE seq > :since AND reads = 0
"""

_LINK_DRY_RUNS = f"""
UPDATE calls SET
    committed_by = (  -- the first edit that was written after it, if that is of its operation
        SELECT CASE WHEN b.operation = calls.operation AND b.seq > :since THEN b.seq END
        {_SAME_FILE} AND b.reads = 0 AND b.seq > calls.seq AND {_WRITES} ORDER BY b.seq LIMIT 1
    )
WHERE dry_run AND status = 'applied' AND committed_by IS NULL AND reads = 0
    AND (session, file) IN (SELECT session, file FROM calls WHERE seq > :since)
"""


def _link(db: Store, *, since: int) -> None:
    """Note which failures, dry runs and readings the calls after a number follow."""
    db.execute(_LINK_NEW, {"since": since})
    db.execute(_LINK_DRY_RUNS, {"since": since})


# What is asked about

_ALIKE = (
    "operation, addressing, format, status, reason, tier, hints, narrowed, old_lines, size,"
    " signature_changed, dry_run, reads, rehearsed, read_first"
)
"""In what calls are the same that are one row of `made`, beside what follows of each."""

_DAY = 24 * 60 * 60 * 1000
"""The milliseconds of a day. Follows from what a day is."""

_MADE = f"""
CREATE TEMP TABLE made AS
SELECT *,
    CASE WHEN landed THEN '' ELSE coalesce(nullif(reason, ''), status) END AS why,
    landed AND tier NOT IN ('', 'exact', 'newline') AS saved,
    after_why != '' AS again
FROM (
    SELECT {_ALIKE},
        time / {_DAY} AS day,
        reads = 0 AND dry_run = 0 AS edit,
        status IN ({LANDED}) AS landed,
        risk != '{Risk.LOW}' AS large,
        coalesce((  -- why the edit failed that this one tries again; empty where there is none
            SELECT coalesce(nullif(b.reason, ''), b.status) FROM calls AS b WHERE b.seq = calls.retry_of
        ), '') AS after_why,
        committed_by IS NOT NULL AS carried_out,
        count(*) AS calls,
        sum(lines_changed) AS lines_changed,
        sum(duration) AS duration,
        max(duration) AS slowest
    FROM calls WHERE seq > :upto AND (:session IS NULL OR session = :session)
    GROUP BY {_ALIKE}, day, large, after_why, carried_out
)
"""


def choose(db: Store, *, session: str | None = None, since_reset: bool = False) -> None:
    """Make the table `made`, which is what queries ask: calls of a scope, and what follows of each.

    Calls of a day (in UTC) that are alike are one row, since few differ: `calls` is how many they are, `duration`
    and `lines_changed` are sums over them, `slowest` is the longest duration.

    An `edit` is a call that was to be written; what `landed` did, or would do, what was wanted;
    `why` is the one word for what did not, `after_why` that of the fail which an edit tries `again`;
    `saved` are texts that the file has otherwise.

    Args:
        db: the store.
        session: the id of a session; None for all of them.
        since_reset: only calls since the last reset of everything, or of that session.
    """
    upto = 0
    if since_reset:
        last = "SELECT coalesce(max(upto), 0) FROM resets WHERE session IS NULL OR session = ?"
        (upto,) = db.execute(last, (session,)).fetchone()
    db.execute(_MADE, {"upto": upto, "session": session})
    db.execute("CREATE INDEX temp.made_by_operation ON made (operation)")


def reset(db: Store, *, session: str | None) -> None:
    """Count anew from here on, in a session or everywhere."""
    db.execute(
        "INSERT INTO resets (time, session, upto) SELECT"
        " CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER), ?,"
        " coalesce(max(seq), 0) FROM calls",
        (session,),
    )
