"""The table of calls: the log, loaded into SQLite in memory, for queries.

Table `calls` has one row for each call. Besides the words of the log a row has:

- `reads`: the call only reads; `edit`: it was to be written, so it neither reads nor is a dry run;
- `landed`: the file is as the caller wants it; `why`: one word for what did not land;
- `saved`: a literal search would have missed the text; `large`: the edit had a warning about its size;
- `after`: why the edit before it on the same file failed, empty where that landed: this edit is a retry;
- `read_first`: the session had read the file; `rehearsed`: a dry run that fits came before it;
- `carries_out`: of an edit that was written: the dry runs of its operation since the last edit that was written;
- `chosen`: the call is in the scope that is asked for. View `chosen` has those calls alone, view `hinted` has each of
  its edits once for each hint.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Any

from structedit.calls.statuses import LANDED, Risk, Status
from structedit.calls.tiers import facts_of
from structedit.extras.statistics import log
from structedit.extras.statistics.calls_made import HINTS, READS, Addressing
from structedit.text.values import dataclass, field

Row = dict[str, Any]
Store = sqlite3.Connection

_ADDED = (
    *("reads", "edit", "landed", "why", "saved", "large"),
    *("after", "read_first", "rehearsed", "carries_out", "chosen"),
)
_NAMES = (*log.COLUMNS, *_ADDED)
_SCOPE = f"""
CREATE VIEW chosen AS SELECT * FROM calls WHERE chosen;
CREATE TABLE hinted AS
    WITH hint (hint) AS (VALUES {", ".join(f"('{name}')" for name in (*HINTS, "replace_all"))})
    SELECT * FROM chosen JOIN hint ON instr(hints, hint) WHERE edit;
"""


@dataclass(slots=True)
class _File:
    """What the calls of one session did with one file so far: `dry_runs` are operations, tried but not written yet."""

    failed: str = ""
    was_read: bool = False
    dry_runs: list[str] = field(default_factory=list)


def load(session: str | None, *, since_reset: bool, end: int = -1) -> tuple[Store, int]:
    """Load the log up to an offset, and count its lines that are damaged.

    Args:
        session: the session that is asked for; None for all.
        since_reset: only calls since the last reset of that session, or of all.
        end: the offset; -1 for all of the log.

    Raises:
        OSError: when the log cannot be read.
    """
    count = damaged = since = 0

    def rows() -> Iterator[Row]:
        nonlocal count, damaged, since
        for words in log.read(end):
            if words[0] == log.RESET and len(words) == 3:
                since = count if words[2] in ("", session) else since
                continue
            row = row_of(words)
            if row is None:
                damaged += 1
                continue
            count += 1
            row["chosen"] = session in (None, row["session"])
            yield row

    db = _filled(rows())
    if since_reset:
        db.execute("UPDATE calls SET chosen = 0 WHERE rowid <= ?", (since,))
    db.executescript(_SCOPE)
    return db, damaged


def row_of(words: list[str]) -> Row | None:
    """Make a row of a line of the log; None for a line that is damaged."""
    try:
        row: Row = dict(zip(log.COLUMNS, words, strict=True))
        Addressing(row["addressing"])
        for name in ("time", "duration", "lines_changed"):
            row[name] = int(row[name] or 0)
        row["old_lines"] = int(row["old_lines"]) if row["old_lines"] else None
    except ValueError:
        return None
    for name in ("narrowed", "signature_changed", "dry_run"):
        row[name] = row[name] == "1"
    return row


def of_rows(rows: Iterable[Row]) -> Store:
    """Make a table of calls, given in the order in which they were made."""
    db = _filled(rows)
    db.executescript(_SCOPE)
    return db


def _filled(rows: Iterable[Row]) -> Store:
    db = sqlite3.connect(":memory:")
    db.row_factory = sqlite3.Row
    db.execute(f"CREATE TABLE calls ({', '.join(_NAMES)})")
    values = map(itemgetter(*_NAMES), _completed(rows))
    try:
        db.executemany(f"INSERT INTO calls VALUES ({', '.join('?' * len(_NAMES))})", values)
    except OSError:  # the log cannot be read
        db.close()
        raise
    return db


def _completed(rows: Iterable[Row]) -> Iterator[Row]:
    """Add to each call what follows from it, and from the calls before it on its file."""
    files: dict[tuple[str, str], _File] = {}
    for row in rows:
        at = row["session"], row["file"]
        if at not in files:
            files[at] = _File()
        file = files[at]
        landed = row["status"] in LANDED
        row["reads"] = row["operation"] in READS
        row["edit"] = not row["reads"] and not row["dry_run"]
        row["landed"] = landed
        row["why"] = "" if landed else row["reason"] or row["status"]
        row["saved"] = landed and row["tier"] != "" and not facts_of(row["tier"]).is_literal
        row["large"] = row["risk"] != Risk.LOW
        row["read_first"] = file.was_read
        row["after"], row["rehearsed"], row["carries_out"] = "", False, 0
        if row["reads"]:
            file.was_read = file.was_read or landed
            yield row
            continue
        row["after"], file.failed = file.failed, row["why"]
        writes = row["status"] == Status.APPLIED
        if row["edit"]:
            alike = file.dry_runs.count(row["operation"])
            row["rehearsed"] = alike > 0
            if writes:
                row["carries_out"] = alike
                file.dry_runs.clear()
        elif writes:
            file.dry_runs.append(row["operation"])
        yield row
