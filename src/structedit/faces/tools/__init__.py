"""structedit as tools of any function-calling interface: schemas, and calls as data.

    schemas()                    a list of {"name", "description", "parameters"}, valid in strict mode
    dispatch(name, arguments)    a `Reply`: text for the model, data, and whether it landed

`dispatch` has no memory of its own: pass a `Session` for versions, line numbers that stay right, and failures in a
row; several sessions stand for several roots.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from structedit.app import events, guessed_calls
from structedit.app.here import Here
from structedit.app.session import Session
from structedit.app.transactions import requested
from structedit.calls import guesses
from structedit.calls.aliases import nearest_name
from structedit.calls.arguments import normalise
from structedit.calls.as_dict import JsonObject
from structedit.calls.guesses import Meant
from structedit.calls.operations import FILE_OPERATIONS
from structedit.calls.printable import json_text, printable
from structedit.calls.statuses import JsonValue
from structedit.disk.limits import limited
from structedit.faces.tools import replies
from structedit.faces.tools.replies import Reply, session_for, structured
from structedit.faces.tools.searching import Progress, find, rewrite
from structedit.faces.tools.table import INSTRUCTIONS, TOOLS
from structedit.text.document import Document
from structedit.text.errors import FileError, FormatError, StructEditError, UsageError
from structedit.text.values import replace

__all__ = ["INSTRUCTIONS", "TOOLS", "Reply", "dispatch", "failed", "schemas", "structured"]


def schemas() -> list[JsonObject]:
    """Return the tools for a function-calling interface, in strict mode."""
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
    """Call a tool; an error in the call or in the files is a reply, too, not an exception."""
    sessions = [session] if isinstance(session, Session) else list(session or [Session()])
    return replies.noted(_answered(name, arguments, sessions, progress), sessions)


def _answered(
    name: str,
    arguments: Mapping[str, object],
    sessions: Sequence[Session],
    progress: Progress | None,
) -> Reply:
    try:
        return _as_written(name, arguments, sessions, progress)
    except UsageError as error:
        if operations := guesses.operations_meant(name):
            events.wrongly_called(error, operations[0])
        return _guessed(name, arguments, error, sessions, progress)
    except StructEditError as error:
        return failed(error)


def _as_written(
    name: str,
    arguments: Mapping[str, object],
    sessions: Sequence[Session],
    progress: Progress | None,
) -> Reply:
    """Call a tool by its own name and arguments.

    Raises:
        UsageError: there is no such tool, or it takes no such arguments.
    """
    if name not in TOOLS:
        near = nearest_name(name, TOOLS)
        hint = f"did you mean {near!r}?" if near else f"there are: {', '.join(TOOLS)}"
        raise UsageError(f"there is no tool {name!r}", hint=hint)
    given = normalise(arguments, TOOLS[name].parameters)
    for needed in TOOLS[name].required:
        if needed not in given:
            raise UsageError(
                f"{name} needs {needed!r}", hint=f"pass {needed!r}", fault="missing_argument"
            )
    given = guesses.with_file(name, given, _here(sessions))
    reply = _call(name, dict(given), sessions, progress)
    if (
        name == "rewrite"
        and given.get("dry_run", True)
        and reply.landed
        and reply.data.get("files")
    ):
        return _with_tries(reply, [Meant(name, {**given, "dry_run": False})])
    return reply


def _guessed(
    name: str,
    arguments: Mapping[str, object],
    error: UsageError,
    sessions: Sequence[Session],
    progress: Progress | None,
) -> Reply:
    """Reply to a wrong call: make the call that it certainly means, or list those that it may mean."""
    here = _here(sessions)
    try:
        answer = guessed_calls.understood(name, (), arguments, here)
        call = answer.certain
        if call is not None and call.operation in TOOLS:
            return _as_written(call.operation, call.arguments, sessions, progress)
        if call is not None:
            return _call(call.operation, dict(call.arguments), sessions, progress)
    except UsageError as misfit:
        return failed(error if name in TOOLS else misfit)
    except StructEditError as met:
        return failed(met)
    if answer.calls and name not in TOOLS:
        error = UsageError(f"{name!r} may mean several calls", hint="send one of the calls below")
    return _with_tries(failed(error), answer.calls) if answer.calls else failed(error)


def _here(sessions: Sequence[Session]) -> Here:
    """Return where tools are called, for suggestions after wrong calls: files are those of any session."""

    def read(path: str) -> Document:
        session, name = session_for(sessions, path)
        return session.here.read(str(name))

    def is_there(path: str) -> bool:
        return any(session.here.is_there(path) for session in sessions)

    return Here("session", read, is_there, root=sessions[0].root if len(sessions) == 1 else "")


def _with_tries(reply: Reply, meant: Sequence[Meant]) -> Reply:
    """Add calls to a reply; operations that are no tool are edits of a batch."""
    calls: list[tuple[str, Mapping[str, Any]]] = [
        (call.operation, call.arguments)
        if call.operation in TOOLS
        else ("apply_edits", {"edits": [{"op": call.operation, **call.arguments}]})
        for call in meant
    ]
    rows = (f"try: {name} {json.dumps(given, ensure_ascii=False)}" for name, given in calls)
    tries: list[JsonValue] = [{"tool": name, "arguments": {**given}} for name, given in calls]
    return replace(
        reply,
        text="\n".join((reply.text.rstrip("\n"), *map(printable, rows))),
        data={**reply.data, "try": tries},
    )


def _call(
    name: str,
    given: dict[str, Any],
    sessions: Sequence[Session],
    progress: Progress | None,
) -> Reply:
    for program in ("formatter", "checker"):  # whatever way a call took: a model names no command
        if not isinstance(given.get(program), bool | None):
            raise UsageError(f"{program!r} names a command", hint="pass true or false")
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
        return replies.undo(sessions, given)
    if name == "get_edit_stats":
        return replies.stats(given)
    if name == "redo":
        return replies.redo(sessions, given)
    if name == "history":
        return replies.history(sessions, given.get("most"))
    if name == "check":
        return replies.checks(sessions, given)
    if name in FILE_OPERATIONS:
        edit = {"op": name, **given}
        return _call("apply_edits", {"edits": (edit,)}, sessions, progress)
    if name == "outline":
        return replies.outlines(sessions, given.pop("path"), given)
    session, path = session_for(sessions, given.pop("path"))
    assert path is not None
    if name == "get_region":
        return replies.get_region(session, path, given)
    return replies.of_outcome(session.edit_by_name(name, path, given), str(path))


def failed(error: StructEditError) -> Reply:
    """Return the reply for an error in a call, or in a file to be read."""
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
