"""The figures of the statistics: queries over the table of calls (see `call_table`).

An *edit* is a call that was to be written; a *hit* is an edit after which the file is as its caller wants it, a
*fail* any other. Dry runs are counted apart, and so are edits that fit but were not written since another one of
their batch failed. Calls that only read are no edits and have counts of their own.

Not here: comparing (`questions`), showing (`report`, `page`).
"""

from __future__ import annotations

import os
from contextlib import closing
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from structedit.app.checked_calls import checked
from structedit.calls.as_dict import JsonObject
from structedit.extras.statistics import log
from structedit.extras.statistics.calls_made import Addressing
from structedit.extras.statistics.questions import answers
from structedit.text.errors import FileError, UsageError
from structedit.text.values import dataclass

if TYPE_CHECKING:
    from structedit.extras.statistics.call_table import Row, Store

MOST_SESSIONS = 20
"""How many sessions are listed. Chosen by judgement."""

MOST_DAYS = 30
"""How many days with edits are listed. Chosen by judgement."""

LEAST_FAILS = 3
"""Failures of one kind from which on there is advice. Chosen by judgement."""

LEAST_SHARE = 0.3
"""Share of all failures that they have to be. Chosen by judgement."""


class Scope(StrEnum):
    """Which calls are counted."""

    SESSION = "session"
    RESET = "reset"
    LIFETIME = "lifetime"


@dataclass(frozen=True, slots=True)
class EditStats:
    """The figures of a scope, as `to_dict` has them; a row is a dictionary.

    Attributes:
        reasons: fails by reason, the most frequent first; `tiers` are hits of a text by tier.
        operations: a row for each operation, with the figures below and its `reasons`, `hints` and `tiers`.
        hints: a row for each hint: edits that gave it, and how many of them it decided (`narrowed`).
        dry_runs_per_commit: dry runs that were carried out, for each edit that was written.
        retries: edits that follow a fail on the same file; `retries_by_reason` has them by that fail's reason.
        retries_saved: hits of a text that the file has otherwise, so that a literal search would have missed it.
        days: the latest days with edits, in UTC.
        readings: a row for each operation that only reads.
        damaged: lines of the log that could not be read.
    """

    scope: Scope
    summary: str
    edits: int
    hits: int
    fails: int
    reasons: dict[str, int]
    operations: tuple[Row, ...]
    addressing: tuple[Row, ...]
    hints: tuple[Row, ...]
    tiers: dict[str, int]
    average_old_lines: float | None
    lines_changed: int
    dry_runs: int
    dry_run_fails: int
    dry_runs_carried_out: int
    dry_runs_per_commit: float | None
    large_edits: int
    signature_changes: int
    retries: int
    retries_landed: int
    retries_saved: int
    retries_by_reason: tuple[Row, ...]
    average_milliseconds: float | None
    advice: str
    sessions: tuple[Row, ...]
    days: tuple[Row, ...]
    reads: int
    readings: tuple[Row, ...]
    questions: tuple[Row, ...]
    recording: bool
    damaged: int

    def report(self) -> str:
        """Return a text for a model or a person, in a few lines."""
        from structedit.extras.statistics.report import stats_text

        return stats_text(self)

    def to_dict(self) -> JsonObject:
        """Return all of it as JSON values: what `stats --json` prints."""
        found: dict[str, Any] = {name: getattr(self, name) for name in type(self).__match_args__}
        return {name: list(its) if isinstance(its, tuple) else its for name, its in found.items()}


@checked
def get_edit_stats(
    scope: str = "session", reset: bool = False, *, session: str | None = None
) -> EditStats:
    """Count the edits of this session, since the last reset, or of all time.

    Args:
        scope: `session`: of this session, which is this program or what `STRUCTEDIT_SESSION`
            names, since its last reset; `reset`: of all sessions since the last reset of all;
            `lifetime`: everything.
        reset: count anew from here on, after reading: this session for the scope `session`, else
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
    from structedit.extras.statistics import call_table

    owner, end = None, -1
    try:
        if not os.path.exists(
            log.path()
        ):  # nothing to count or to reset, and no key to make ids with
            end = 0
        elif scope == Scope.SESSION:
            owner = _session(session)
        if reset and end:
            end = log.reset(owner or "")
        db, damaged = call_table.load(owner, since_reset=scope != Scope.LIFETIME, end=end)
    except OSError as error:
        raise FileError(
            f"the statistics cannot be {'reset' if reset else 'read'}: {error.strerror or error}",
            hint=f"they are in {log.path()!r}",
            code="write_failed" if reset else "unreadable",
        ) from error
    with closing(db):
        return edit_stats(db, scope=Scope(scope), recording=log.is_on(), damaged=damaged)


def _session(name: str | None) -> str:
    """Return the id of a session, given by its name or id; None for the current one."""
    if name is None:
        return log.current_session()
    return name if log.is_id(name) else log.session_id(name)


_COUNTS = {
    "edits": "edit",
    "hits": "edit AND landed",
    "fails": "edit AND NOT landed",
    "dry_runs": "dry_run",
    "dry_run_fails": "dry_run AND NOT landed",
    "large_edits": "edit AND large",
    "signature_changes": "edit AND landed AND signature_changed",
    "retries": "edit AND after != ''",
    "retries_landed": "edit AND after != '' AND landed",
    "retries_saved": "edit AND saved",
    "reads": "reads",
}
"""Which calls are counted, by the name of the figure."""

_FIGURES = f"""
    {", ".join(f"count(nullif({which}, 0)) AS {name}" for name, which in _COUNTS.items())},
    coalesce(sum(carries_out), 0) AS dry_runs_carried_out,
    coalesce(sum(CASE WHEN edit AND landed THEN lines_changed END), 0) AS lines_changed,
    round(avg(CASE WHEN edit THEN old_lines END), 2) AS average_old_lines,
    round(avg(CASE WHEN edit THEN duration END) / 1000, 2) AS average_milliseconds,
    round(1.0 * sum(carries_out) / nullif(count(nullif(edit AND status = 'applied', 0)), 0), 2)
        AS dry_runs_per_commit"""

_GROUP = "count(*) AS edits, sum(landed) AS hits, sum(NOT landed) AS fails"
_HINT = "count(*) AS used, sum(landed) AS succeeded, sum(NOT landed) AS failed, sum(narrowed) AS narrowed"
_NONE = dict.fromkeys(("edits", "hits", "fails"), 0)


def edit_stats(db: Store, *, scope: Scope, recording: bool = True, damaged: int = 0) -> EditStats:
    """Count the calls that were chosen."""
    (figures,) = _rows(db, f"SELECT {_FIGURES} FROM chosen")
    fails = _by(db, "why", "edit").get("", {})
    ways = _groups(db, "addressing")
    return EditStats(
        **figures,
        scope=scope,
        summary=summary_of(figures["edits"], figures["hits"]),
        reasons=fails,
        operations=_operations(db),
        addressing=tuple({"name": str(way), **ways.get(way, _NONE)} for way in Addressing),
        hints=_with_reasons(db, f"SELECT hint AS name, {_HINT} FROM hinted GROUP BY 1", "hint"),
        tiers=_by(db, "tier", "edit AND landed").get("", {}),
        retries_by_reason=_with_reasons(
            db,
            "SELECT after, count(*) AS retries, sum(landed) AS landed FROM chosen"
            " WHERE edit AND after != '' GROUP BY 1 ORDER BY 2 DESC, 1",
            "after",
            "edit AND after != ''",
        ),
        advice=advice_of(fails),
        sessions=_rows(
            db,
            f"""SELECT session AS id, min(time) AS began, max(time) AS ended, sum(edit) AS edits,
                sum(edit AND landed) AS hits, sum(reads) AS reads
            FROM calls GROUP BY 1 ORDER BY max(rowid) DESC LIMIT {MOST_SESSIONS}""",
        ),
        days=_rows(
            db,
            f"""SELECT date(time / 1000, 'unixepoch') AS name, {_GROUP}
            FROM chosen WHERE edit GROUP BY 1 ORDER BY 1 DESC LIMIT {MOST_DAYS}""",
        )[::-1],
        readings=_with_reasons(
            db,
            """SELECT operation, count(*) AS calls, sum(landed) AS found, sum(NOT landed) AS fails,
                round(avg(duration) / 1000, 2) AS average_milliseconds,
                round(max(duration) / 1000.0, 2) AS slowest_milliseconds
            FROM chosen WHERE reads GROUP BY 1 ORDER BY 2 DESC, 1""",
            "operation",
            "reads",
        ),
        questions=answers(db),
        recording=recording,
        damaged=damaged,
    )


def _rows(db: Store, query: str) -> tuple[Row, ...]:
    return tuple(dict(row) for row in db.execute(query))


def _by(
    db: Store, word: str, where: str, group: str = "''", view: str = "chosen"
) -> dict[str, dict[str, int]]:
    """Count calls by a word, the most frequent first, for each group; calls without the word are left out."""
    found: dict[str, dict[str, int]] = {}
    for name, value, count in db.execute(
        f"SELECT {group}, {word}, count(*) FROM {view} WHERE {where} AND {word} != ''"
        " GROUP BY 1, 2 ORDER BY 3 DESC, 2"
    ):
        found.setdefault(name, {})[value] = count
    return found


def _with_reasons(db: Store, query: str, group: str, where: str = "") -> tuple[Row, ...]:
    """Make rows whose first column is a group, each with the reasons of what did not land in it."""
    found = _by(db, "why", where or "edit", group, "chosen" if where else "hinted")
    rows = _rows(db, query)
    return tuple({**row, "reasons": found.get(next(iter(row.values())), {})} for row in rows)


def _groups(db: Store, group: str, where: str = "edit") -> dict[str, Row]:
    """Count edits, hits and fails for each group."""
    rows = _rows(
        db, f"SELECT {group} AS of, {_GROUP} FROM chosen WHERE edit AND {where} GROUP BY 1"
    )
    return {row.pop("of"): row for row in rows}


def _operations(db: Store) -> tuple[Row, ...]:
    rows = _rows(
        db,
        f"SELECT operation, {_FIGURES} FROM chosen WHERE NOT reads GROUP BY 1 ORDER BY count(*) DESC, 1",
    )
    reasons = _by(db, "why", "edit", "operation")
    tiers = _by(db, "tier", "edit AND landed", "operation")
    anchored = _groups(db, "operation", "addressing IN ('text', 'anchor', 'selector')")
    numbered = _groups(db, "operation", "addressing = 'lines'")
    hints: dict[str, list[Row]] = {}
    for hint in _rows(db, f"SELECT operation, hint AS name, {_HINT} FROM hinted GROUP BY 1, 2"):
        hints.setdefault(hint.pop("operation"), []).append(hint)
    return tuple(
        {
            **row,
            "reasons": reasons.get(name, {}),
            "tiers": tiers.get(name, {}),
            "anchored": {"name": "anchored", **anchored.get(name, _NONE)},
            "line_numbered": {"name": "line-numbered", **numbered.get(name, _NONE)},
            "hints": hints.get(name, []),
        }
        for row in rows
        for name in (row["operation"],)
    )


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


_ADVICE = (
    ("whitespace", "replace_block needs no old text: name the block by its selector"),
    (
        "no_match partial_match encoding near_twin merge_conflict anchor_not_found",
        "name the block by its selector instead of a text; outline lists selectors",
    ),
    (
        "several_matches ambiguous_anchor wrong_occurrence",
        "add within with the definition that is meant, or occurrence",
    ),
    (
        "content_mismatch stale out_of_range inverted_range",
        "pass the version that the lines were read from, or name the block by its selector",
    ),
    ("selector_not_found selector_ambiguous not_a_block", "paste selectors from outline"),
    (
        "out_of_scope found_outside_scope after_not_found before_not_found between_not_found",
        "give one hint that is certain: within a definition",
    ),
    (
        "new_syntax_error lost_definition read_back",
        "replace the whole block, from its first line to its last",
    ),
    (
        "malformed_edit",
        "str_replace and replace_block take the texts as arguments, without markers",
    ),
)
"""Reasons that have one remedy, and the remedy."""


def advice_of(fails: dict[str, int]) -> str:
    """Name a remedy for the most frequent kind of failure; empty where no kind is frequent.

    >>> advice_of({"selector_not_found": 3, "risk": 1})
    '3 fails (selector_not_found): paste selectors from outline'
    """
    kinds = [
        ([why for why in reasons.split() if why in fails], remedy) for reasons, remedy in _ADVICE
    ]
    reasons, remedy = max(kinds, key=lambda kind: sum(fails[why] for why in kind[0]))
    count = sum(fails[why] for why in reasons)
    if count < LEAST_FAILS or count < LEAST_SHARE * sum(fails.values()):
        return ""
    return f"{count} fails ({', '.join(reasons)}): {remedy}"
