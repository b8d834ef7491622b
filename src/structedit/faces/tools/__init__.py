"""structedit as tools of any function-calling interface: schemas, and calls as data.

    schemas()                    a list of {"name", "description", "parameters"}, strict-mode clean
    dispatch(name, arguments)    a `Reply`: text for the model, data, and whether it landed

`dispatch` remembers nothing by itself: pass a `Session` to have versions, line numbers that stay
right, and failures in a row; several sessions stand for several roots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from structedit.app.session import Session
from structedit.app.transactions import requested
from structedit.calls.arguments import normalise
from structedit.calls.as_dict import JsonObject
from structedit.calls.printable import json_text, printable
from structedit.disk.limits import limited
from structedit.faces.tools import replies
from structedit.faces.tools.replies import Reply
from structedit.faces.tools.searching import Progress, find, rewrite
from structedit.faces.tools.table import INSTRUCTIONS, TOOLS
from structedit.faces.tools.workspace import session_for
from structedit.text.errors import FileError, FormatError, StructEditError, UsageError

__all__ = ["INSTRUCTIONS", "TOOLS", "Reply", "dispatch", "failed", "schemas"]


def schemas() -> list[JsonObject]:
    """The tools as a function-calling interface wants them, in strict mode."""
    return [
        {
            "name": tool.name,
            "description": tool.description,
            "parameters": tool.strict_schema,
            "strict": True,
        }
        for tool in TOOLS.values()
    ]


def dispatch(
    name: str,
    arguments: Mapping[str, object],
    session: Session | Sequence[Session] | None = None,
    *,
    progress: Progress | None = None,
) -> Reply:
    """Call a tool; whatever is wrong with the call or the files is a reply, too, not an exception."""
    sessions = [session] if isinstance(session, Session) else list(session or [Session()])
    return replies.noted(_answered(name, arguments, sessions, progress), sessions)


def _answered(
    name: str,
    arguments: Mapping[str, object],
    sessions: Sequence[Session],
    progress: Progress | None,
) -> Reply:
    try:
        if name not in TOOLS:
            import difflib

            near = difflib.get_close_matches(name, TOOLS, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(TOOLS)}"
            raise UsageError(f"there is no tool {name!r}", hint=hint)
        tool = TOOLS[name]
        given = normalise(arguments, tool.parameters)
        for needed in tool.required:
            if needed not in given:
                raise UsageError(f"{name} needs {needed!r}", hint=f"pass {needed!r}")
        return _call(name, given, sessions, progress)
    except StructEditError as error:
        return failed(error)


def _call(
    name: str,
    given: dict[str, Any],
    sessions: Sequence[Session],
    progress: Progress | None,
) -> Reply:
    if name == "find":
        return find(sessions, given, progress)
    if name == "apply_edits":
        edits, format, path = (
            given.pop("edits"),
            given.pop("format", "auto"),
            given.pop("path", None),
        )
        requests = limited(lambda: requested(edits, format, path), edits, name="the text of edits")
        session, _ = session_for(sessions, requests[0].path if requests else None)
        stage = count(1)
        stages = None if progress is None else lambda told: progress(next(stage), told)
        return replies.of_batch(session.apply_edits(requests, progress=stages, **given))
    if name == "rewrite":
        return rewrite(sessions, given)
    if name == "undo":
        return replies.undo(sessions, given.get("id"))
    if name == "get_edit_stats":
        return replies.stats(given)
    session, path = session_for(sessions, given.pop("path"))
    assert path is not None
    if name == "outline":
        return replies.outline(session, path, given)
    if name == "get_region":
        return replies.get_region(session, path, given)
    return replies.of_outcome(getattr(session, name)(path, **given), str(path))


def failed(error: StructEditError) -> Reply:
    """The reply for an error in a call, or in a file that is to be read."""
    kind = "refused" if isinstance(error, FileError) else "wrong call"
    at = {"line": error.line} if isinstance(error, FormatError) else {}
    fix = f"\nfix: {printable(error.hint)}" if error.hint else ""
    return Reply(
        f"error ({error.code}): {kind}: {printable(error.message)}{fix}",
        {
            "status": "error",
            "reason": error.code,
            "message": json_text(error.message),
            "fix": json_text(error.hint),
            **at,
        },
        landed=False,
    )
