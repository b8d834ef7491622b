"""The statistics of a scope: what the queries of `questions` return, with a summary in one line.

Not here: what is counted (`questions`), showing it (`report`, `page`).
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from enum import StrEnum

from structedit.app.checked_calls import checked
from structedit.calls.as_dict import JsonObject
from structedit.extras.statistics import call_table, log, report
from structedit.extras.statistics.questions import QUESTIONS, Question
from structedit.text.errors import FileError, UsageError
from structedit.text.values import dataclass


class Scope(StrEnum):
    """Which calls are counted."""

    SESSION = "session"
    RESET = "reset"
    LIFETIME = "lifetime"


@dataclass(frozen=True, slots=True)
class Table:
    """The answer to a question: the names of its columns, and its rows."""

    question: Question
    columns: tuple[str, ...]
    rows: tuple[tuple[str | float | None, ...], ...]

    def dicts(self) -> list[JsonObject]:
        """Return each row as a value for each column."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


@dataclass(frozen=True, slots=True)
class EditStats:
    """The statistics of a scope: a summary, and a table for each question.

    Attributes:
        summary: edits, hits and fails in one line.
        tables: the answer to each question.
        recording: True if calls are recorded now.
        damaged: lines of the log that could not be parsed.
    """

    scope: Scope
    summary: str
    edits: int
    hits: int
    fails: int
    tables: tuple[Table, ...]
    recording: bool = True
    damaged: int = 0

    def report(self) -> str:
        """Return a text for a model or a person, in a few lines: the operations, and why they fail."""
        return report.stats_text(self, is_brief=True)

    def table(self, key: str) -> Table:
        """Return a table by its key, such as "operations"."""
        return next(table for table in self.tables if table.question.key == key)

    def to_dict(self) -> JsonObject:
        """Return all tables as JSON values, with their rows under their keys: the output of `stats --json`."""
        names = ("scope", "summary", "edits", "hits", "fails", "recording", "damaged")
        tables = {table.question.key: table.dicts() for table in self.tables}
        return {**{name: getattr(self, name) for name in names}, **tables}


@checked()
def get_edit_stats(
    scope: str = "session", reset: bool = False, *, session: str | None = None
) -> EditStats:
    """Count the edits of this session, since the last reset, or of all time.

    Args:
        scope: `session`: of this session, which is this program or what `STRUCTEDIT_SESSION`
            names, since its last reset; `reset`: of all sessions since the last reset of all;
            `lifetime`: everything.
        reset: count from zero after this reading: this session for the scope `session`, else
            all sessions. The lifetime stays.
        session: a session's name, or its id as `sessions` lists it, instead of this one.

    Raises:
        UsageError: for a scope that there is not, or a session with a scope of all of them.
        FileError: when the log cannot be read, or a reset cannot be kept.
    """
    if scope not in {str(known) for known in Scope}:
        raise UsageError(f"there is no scope {scope!r}", hint=f"there are: {', '.join(Scope)}")
    if session is not None and scope != Scope.SESSION:
        raise UsageError(f"the scope {scope!r} is of all sessions", hint="leave the session out")
    owner, lines = None, list[list[str]]()
    try:
        if (
            log.exists()
        ):  # without one there is nothing to count or to reset, and no key to make ids with
            if scope == Scope.SESSION:
                owner = _session(session)
            until = log.reset(owner or "") if reset else None
            lines = log.read(until)
    except OSError as error:
        raise FileError(
            f"the statistics cannot be {'reset' if reset else 'read'}: {error.strerror or error}",
            hint=f"they are in {log.path()!r}",
            code="write_failed" if reset else "unreadable",
        ) from error
    return edit_stats(lines, Scope(scope), owner, recording=log.is_on())


def _session(name: str | None) -> str:
    """Return the id of a session, given by its name or id; None for the current one."""
    if name is None:
        return log.current_session()
    return name if log.is_id(name) else log.session_id(name)


def edit_stats(
    lines: Iterable[list[str]], scope: Scope, session: str | None = None, *, recording: bool = True
) -> EditStats:
    """Count the calls of a scope in lines of the log."""
    db, damaged = call_table.load(lines, session, since_reset=scope != Scope.LIFETIME)
    with closing(db):
        edits, hits = db.execute(
            "SELECT count(*), total(landed) FROM each WHERE edit AND op = 'all'"
        ).fetchone()
        tables = []
        for question in QUESTIONS:
            found = db.execute(question.sql)
            columns = tuple(name for name, *_ in found.description)
            tables.append(Table(question, columns, tuple(found)))
    hits = int(hits)
    summary = summary_of(edits, hits)
    return EditStats(scope, summary, edits, hits, edits - hits, tuple(tables), recording, damaged)


def summary_of(edits: int, hits: int) -> str:
    """Sum the edits up in one line.

    >>> summary_of(34, 28)
    '34 edits: 28 hits (82 %), 6 fails'
    >>> summary_of(1, 1)
    '1 edit: 1 hit (100 %), 0 fails'
    """
    if not edits:
        return "no edits yet"
    share = 100 * hits // edits  # rounded down, since 99.6 % are not all of them
    counted = ((edits, "edit"), (hits, "hit"), (edits - hits, "fail"))
    made, landed, failed = (f"{n} {word}{'' if n == 1 else 's'}" for n, word in counted)
    return f"{made}: {landed} ({share} %), {failed}"
