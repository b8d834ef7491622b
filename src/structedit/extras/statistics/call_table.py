"""The table of calls: the log, loaded into SQLite in memory, for the queries of `questions`.

`each` is what the queries count: it has every call of the scope twice, as one of its operation and as one of `all`.
Besides the words of the log, a row has:

- `op`: the operation, or `all`;
- `edit`: the call was to be written, so it is no dry run;
- `landed`: the file is as the caller wants it; `why`: one word for what did not land;
- `saved`: the text was found, but not literally, so a literal search would have missed it;
- `after`: why the call before it on the same file failed, empty where that landed: this call is a retry;
- `written`: the edit changed the file; `rehearsals`: dry runs of its operation since the last edit that was written.

`every` has the same columns for the calls of all scopes, each once and without `op`. `hint` lists the hints.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator

from structedit.calls.statuses import LANDED, Risk
from structedit.calls.tiers import TIERS
from structedit.extras.statistics import log
from structedit.extras.statistics.calls_made import HINTS

_NUMBERS = ("time", "duration", "narrowed", "lines_changed", "signature_changed", "dry_run")
"""Columns of numbers, which are never empty."""


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"'{word}'" for word in sorted(words))


_COLUMNS = ", ".join(
    f"{name} INTEGER" if name in (*_NUMBERS, "old_lines") else name for name in log.COLUMNS
)
_IS_DAMAGED = " OR ".join(
    (
        *(f"typeof({name}) != 'integer'" for name in _NUMBERS),
        "typeof(old_lines) NOT IN ('integer', 'null')",
    )
)
_OVER_FILE = "OVER (PARTITION BY session, file ORDER BY number"
_VIEWS = f"""
CREATE VIEW judged AS SELECT
    rowid AS number, *,
    NOT dry_run AS edit,
    NOT dry_run AND status = 'applied' AS written,
    status IN ({_listed(LANDED)}) AS landed,
    CASE WHEN status IN ({_listed(LANDED)}) THEN '' WHEN reason = '' THEN status ELSE reason END AS why,
    status IN ({_listed(LANDED)})
        AND tier IN ({_listed(name for name, facts in TIERS.items() if not facts.is_literal)}) AS saved,
    risk != '{Risk.LOW}' AS large
FROM calls;
-- the calls on one file from one edit that was written to the next, that included, are one step
CREATE VIEW stepped AS SELECT
    *, lag(why, 1, '') {_OVER_FILE}) AS after, sum(written) {_OVER_FILE}) - written AS step
FROM judged;
CREATE TABLE every AS SELECT
    *, CASE WHEN written THEN sum(dry_run AND status = 'applied')
        OVER (PARTITION BY session, file, step, operation) ELSE 0 END AS rehearsals
FROM stepped;
CREATE VIEW each AS
    SELECT 'all' AS op, * FROM every WHERE chosen UNION ALL SELECT operation, * FROM every WHERE chosen;
CREATE TABLE hint (hint);
INSERT INTO hint VALUES {", ".join(f"('{name}')" for name in (*HINTS, "replace_all"))};
"""


def load(
    lines: Iterable[list[str]], session: str | None, *, since_reset: bool
) -> tuple[sqlite3.Connection, int]:
    """Load lines of the log, and count those that are damaged.

    Args:
        lines: the words of each line.
        session: the session that is asked for; None for all.
        since_reset: only calls since the last reset of that session, or of all.
    """
    count = damaged = since = 0

    def rows() -> Iterator[list[str]]:
        nonlocal count, damaged, since
        for words in lines:
            if words[0] == log.RESET and len(words) == 3:
                since = count if words[2] in ("", session) else since
            elif len(words) == len(log.COLUMNS):
                count += 1
                yield [*words, "1" if session in (None, words[0]) else "0"]
            else:
                damaged += 1

    db = sqlite3.connect(":memory:")
    db.execute(f"CREATE TABLE calls ({_COLUMNS}, chosen INTEGER)")
    places = ", ".join("?" * (len(log.COLUMNS) + 1))
    db.executemany(f"INSERT INTO calls VALUES ({places})", rows())
    db.execute("UPDATE calls SET old_lines = NULL WHERE old_lines = ''")
    if since_reset:
        db.execute("UPDATE calls SET chosen = 0 WHERE rowid <= ?", (since,))
    damaged += db.execute(f"DELETE FROM calls WHERE {_IS_DAMAGED}").rowcount
    db.executescript(_VIEWS)
    return db, damaged
