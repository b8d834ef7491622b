"""Which of several roots a path belongs to."""

from __future__ import annotations

from collections.abc import Sequence

from structedit.app.served_files import confined
from structedit.app.session import Session
from structedit.disk import roots
from structedit.text.errors import FileError, UsageError


def session_for(sessions: Sequence[Session], path: object) -> tuple[Session, str | None]:
    """Return the session of the root that contains a path, and the path.

    A relative path is searched in every root; a new one belongs to the first.

    Raises:
        UsageError: when a relative path is a file in several roots.
    """
    if not isinstance(path, str) or len(sessions) == 1:
        return sessions[0], path if isinstance(path, str) else None
    inside = [session for session in sessions if _is_inside(session, path)]
    there = [session for session in inside if roots.is_there(session.root, path)]
    if len(there) > 1 and not roots.is_absolute(path):
        named = ", ".join(repr(session.root) for session in there)
        raise UsageError(f"{path!r} is in several roots: {named}", hint="pass an absolute path")
    chosen = max(there or inside or sessions[:1], key=lambda session: len(session.root))
    return (chosen if there else (inside or sessions)[0]), path


def _is_inside(session: Session, path: str) -> bool:
    try:
        confined(session.root, path, session.allow)
    except FileError:
        return False
    return True
