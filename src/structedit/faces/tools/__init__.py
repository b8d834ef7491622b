"""structedit as tools of any function-calling interface: schemas, and calls as data.

    schemas()                    a list of {"name", "description", "parameters"}, strict-mode clean
    dispatch(name, arguments)    a `Reply`: text for the model, data, and whether it landed

`dispatch` remembers nothing by itself: pass a `Session` to have versions, line numbers that stay
right, and failures in a row; several sessions stand for several roots.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import count
from typing import Any

from structedit.app import events, guessed_calls
from structedit.app.session import Session
from structedit.app.transactions import requested
from structedit.calls import guesses
from structedit.calls.arguments import normalise
from structedit.calls.as_dict import JsonObject
from structedit.calls.operations import FILE_OPERATIONS
from structedit.calls.printable import json_text, printable
from structedit.calls.statuses import JsonValue, Status
from structedit.disk import roots
from structedit.disk.limits import limited
from structedit.faces.tools import replies
from structedit.faces.tools.replies import Reply, structured
from structedit.faces.tools.searching import Progress, find, rewrite
from structedit.faces.tools.table import INSTRUCTIONS, TOOLS
from structedit.faces.tools.workspace import session_for
from structedit.text.document import Document
from structedit.text.errors import FileError, FormatError, StructEditError, UsageError
from structedit.text.values import replace

__all__ = ["INSTRUCTIONS", "TOOLS", "Reply", "dispatch", "failed", "schemas", "structured"]


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
        meant, given = _understood(name, arguments, sessions)
        try:
            reply = _call(meant, dict(given), sessions, progress)
        except UsageError as error:
            offered = guesses.offers(name, arguments, partial(_content, sessions))
            sent = guesses.Meant(meant, dict(given))
            offered = offered or [one for one in guesses.ways(name, arguments) if one != sent]
            if not offered:
                raise
            raise guesses.SeveralMeantError(error.message, offered) from None
        is_shown = meant == "rewrite" and given.get("dry_run", True)
        if is_shown and reply.landed and reply.data.get("files"):
            return _with_tries(reply, [guesses.Meant(meant, {**given, "dry_run": False})])
        return reply
    except StructEditError as error:
        if isinstance(error, UsageError):
            _count_wrong(name, error)
        if isinstance(error, guesses.SeveralMeantError):
            return _choice(error, sessions)
        return failed(error)


def _count_wrong(name: str, error: UsageError) -> None:
    """Let the statistics know of a call that could not be made, if it is one of a tool."""
    operations = guesses.operations_meant(name)
    if operations:
        events.wrongly_called(error, operations[0])


def _understood(
    name: str, arguments: Mapping[str, object], sessions: Sequence[Session]
) -> tuple[str, dict[str, Any]]:
    """The operation of a call and its arguments, those of a guessed one if it can mean one alone.

    Raises:
        UsageError: what is wrong with it; `SeveralMeantError` has the calls to choose from.
    """
    misfit: UsageError | None = None
    if name in TOOLS:
        try:
            given = normalise(arguments, TOOLS[name].parameters)
            for needed in TOOLS[name].required:
                if needed not in given:
                    raise UsageError(
                        f"{name} needs {needed!r}",
                        hint=f"pass {needed!r}",
                        fault="missing_argument",
                    )
            return name, _with_file(name, given, sessions)
        except UsageError as error:
            misfit = error
    try:
        found = guesses.calls_meant(name, arguments)
    except UsageError as error:
        offered = guesses.offers(name, arguments, partial(_content, sessions))
        if not offered and name in TOOLS:
            offered = guesses.ways(name, arguments)
        as_sent = guesses.Meant(name, dict(arguments))
        if offered := [one for one in offered if one != as_sent]:
            raise guesses.SeveralMeantError((misfit or error).message, offered) from None
        raise (misfit or error) from None
    if len(found) > 1:
        raise guesses.SeveralMeantError(f"{name!r} may mean several calls", found)
    if found:
        return found[0].operation, _with_file(found[0].operation, {**found[0].arguments}, sessions)
    if misfit is not None:
        raise misfit
    import difflib

    near = difflib.get_close_matches(name, TOOLS, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(TOOLS)}"
    raise UsageError(f"there is no tool {name!r}", hint=hint)


def _with_file(name: str, given: dict[str, Any], sessions: Sequence[Session]) -> dict[str, Any]:
    """Arguments whose path is that of a file that is there, where it is written in another way."""

    def is_there(path: str) -> bool:
        return any(roots.is_there(session.root, path) for session in sessions)

    for several in ("path", "paths"):
        if isinstance(paths := given.get(several), tuple):
            plain = (guesses.file_and_block(path, is_there) for path in paths)
            meant = zip(plain, paths, strict=True)
            return {**given, several: tuple(old if b else new for (new, b), old in meant)}
    if not isinstance(path := given.get("path"), str):
        return given

    path, block = guesses.file_and_block(path, is_there)
    if block is None or not {"selector", "lines"} <= guesses.known_to(name).keys():
        return given if block is not None else {**given, "path": path}
    key = "lines" if block[0].isdecimal() else "selector"
    return {**given, "path": path, key: block} if key not in given else given


def _content(sessions: Sequence[Session], path: str, selector: str) -> str | None:
    """The text of a block, for a call that writes it elsewhere; None where it is not one."""
    session, _ = session_for(sessions, path)
    try:
        region = session.get_region(path, selector)
    except StructEditError:
        return None
    return region.text if region.status is Status.UNCHANGED else None


def _choice(error: guesses.SeveralMeantError, sessions: Sequence[Session]) -> Reply:
    """The reply to a call that may mean several, or that has to be said otherwise: the calls themselves."""

    def read(path: str) -> Document:
        session, name = session_for(sessions, path)
        return session.here.read(str(name))

    here = replace(guessed_calls.HERE, read=read)
    return _with_tries(failed(error), guessed_calls.landing(error.calls, here))


def _with_tries(reply: Reply, meant: Sequence[guesses.Meant]) -> Reply:
    calls = [guesses.as_tool(call, TOOLS) for call in meant]
    rows = (f"try: {name} {json.dumps(given, ensure_ascii=False)}" for name, given in calls)
    tries: list[JsonValue] = [{"tool": name, "arguments": given} for name, given in calls]
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
