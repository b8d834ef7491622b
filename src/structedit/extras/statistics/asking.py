"""The statistics of calls on files, read: what is done, what fails, and what would help.

Not here: recording (`recording`), counting (`extras.statistics.counts`), showing (`extras.statistics.report`).
"""

from __future__ import annotations

from structedit.calls.arguments import checked
from structedit.extras.statistics import spool
from structedit.extras.statistics.counts import EditStats, edit_stats
from structedit.extras.statistics.tallies import Scope
from structedit.text.errors import UsageError


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
        FileError: when the store cannot be read.
    """
    if scope not in {str(known) for known in Scope}:
        raise UsageError(f"there is no scope {scope!r}", hint=f"there are: {', '.join(Scope)}")
    if session is not None and scope != Scope.SESSION:
        raise UsageError(f"the scope {scope!r} is of all sessions", hint="leave the session out")
    on = spool.is_on()
    if not spool.is_there():
        return edit_stats((), scope=Scope(scope), recording=on)
    from structedit.extras.statistics import ledger

    owner = spool.current_session() if session is None else _id_of(session)
    found = ledger.counted(scope, owner, reset=reset)
    return edit_stats(found.tallies, scope=Scope(scope), sessions=found.sessions, recording=on)


def record_calls(*, on: bool) -> None:
    """Turn recording on or off for all programs of this user; `STRUCTEDIT_STATS` comes first.

    Raises:
        OSError: when the state folder cannot be written.
    """
    spool.switch(on=on)


def _id_of(session: str) -> str:
    """Give the id of a session by its name; an id stays what it is."""
    return session if spool.is_id(session) else spool.session_id(session)
