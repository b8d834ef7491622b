"""Anthropic's text-editor tool: `view`, `create`, `str_replace`, `insert`, `undo_edit`.

    for block in message.content:
        if block.type == "tool_use" and block.name in TOOL_NAMES:
            results.append(result(block.id, block.input, session))

Parameters of its current form (`insert_text`) and of older ones (`new_str` in `insert`,
`undo_edit`) are understood. What the model gets to read is structedit's own report, so that a miss
comes with the closest region and a call that lands; a `str_replace` that means several places is
refused with all of them, and `create` makes no file that is there with another content.
"""

from __future__ import annotations

from collections.abc import Mapping

from structedit.app.events import silent
from structedit.app.session import Session
from structedit.calls.as_dict import JsonObject
from structedit.disk import roots
from structedit.faces.tools import Reply, dispatch, failed
from structedit.text.errors import StructEditError, UsageError

TOOL: JsonObject = {"type": "text_editor_20250728", "name": "str_replace_based_edit_tool"}
"""The entry for a request's list of tools."""

TOOL_NAMES = ("str_replace_based_edit_tool", "str_replace_editor")
"""Its current name, and that of older versions."""

_PARAMETERS: dict[str, tuple[str, ...]] = {
    "view": ("path", "view_range"),
    "create": ("path", "file_text"),
    "str_replace": ("path", "old_str", "new_str"),
    "insert": ("path", "insert_line", "insert_text", "new_str"),
    "undo_edit": ("path",),
}


def result(tool_use_id: str, input: Mapping[str, object], session: Session) -> JsonObject:
    """Return the `tool_result` block for a `tool_use` block."""
    reply = call(input, session)
    return {
        "type": "tool_result",
        "tool_use_id": tool_use_id,
        "content": reply.text,
        "is_error": not reply.landed,
    }


def call(input: Mapping[str, object], session: Session) -> Reply:
    """Do what the input of a `tool_use` block asks for."""
    try:
        return _call(dict(input), session)
    except StructEditError as error:
        return failed(error)


def _call(input: dict[str, object], session: Session) -> Reply:
    command = str(input.pop("command", ""))
    if command not in _PARAMETERS:
        known = ", ".join(_PARAMETERS)
        raise UsageError(f"there is no command {command!r}", hint=f"there are: {known}")
    given = {name: value for name, value in input.items() if value is not None}
    unknown = [name for name in given if name not in _PARAMETERS[command]]
    if unknown:
        known = ", ".join(_PARAMETERS[command])
        raise UsageError(f"{command} has no parameter {unknown[0]!r}", hint=f"it has: {known}")
    path = _path(_text(given, "path"), session)
    match command:
        case "view":
            return _view(path, given, session)
        case "create":
            edit = {"op": "create_file", "path": path, "text": _text(given, "file_text")}
            return dispatch("apply_edits", {"edits": [edit]}, session)
        case "str_replace":
            new = _text(given, "new_str") if "new_str" in given else ""
            arguments = {"path": path, "old": _text(given, "old_str"), "new": new}
            return dispatch("str_replace", arguments, session)
        case "insert":
            return _insert(path, given, session)
        case _:
            return dispatch("undo", {"path": path}, session)


def _text(given: Mapping[str, object], name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str):
        raise UsageError(f"{name!r} is not a text" if name in given else f"{name!r} is missing")
    return value


def _path(path: str, session: Session) -> str:
    """Return a path relative to the root; models often write `/` for the root, or `/repo`."""
    top = roots.folder_of(session.root)
    return "." if path in ("/", ".", top, f"{top}/") else path


def _view(path: str, given: Mapping[str, object], session: Session) -> Reply:
    if path == "." or roots.is_folder(session.root, path):
        names = roots.entries_below(session.root, path, depth=2)
        return Reply("\n".join(names) + "\n", {"status": "unchanged", "entries": list(names)})
    arguments: dict[str, object] = {"path": path}
    if "view_range" in given:
        arguments["lines"] = _range(given["view_range"], path, session)
        arguments["max_lines"] = 1_000_000
    return dispatch("get_region", arguments, session)


def _range(value: object, path: str, session: Session) -> str:
    match value:
        case [int(first), int(last)] if last == -1 or 1 <= first <= last:
            with silent():
                count = session.get_region(path, lines="1").line_count
            return f"{first}-{max(first, count) if last == -1 else min(last, max(first, count))}"
    raise UsageError(
        f"view_range cannot be {value!r}", hint="pass [first, last], lines from 1; -1 is the end"
    )


def _insert(path: str, given: Mapping[str, object], session: Session) -> Reply:
    """Insert after a line; 0 is the top. The text gets lines of its own."""
    line = given.get("insert_line")
    name = "insert_text" if "insert_text" in given else "new_str"
    text = _text(given, name)
    if type(line) is not int or line < 0:
        raise UsageError("'insert_line' is not a line", hint="pass a number, 0 for the top")
    if line == 0:
        return dispatch("insert", {"path": path, "text": text, "at": "top"}, session)
    with silent():
        region = session.get_region(path, lines=line, around=1)
    if region.lines is None:
        return dispatch("get_region", {"path": path, "lines": line}, session)
    shown = dict(enumerate(region.numbered.lines, region.lines.first))
    before = line + 1 in shown and _margin(text) == _margin(shown[line + 1]) != _margin(shown[line])
    place = {"at": "before", "lines": line + 1} if before else {"at": "after", "lines": line}
    arguments = {"path": path, "text": text, "version": region.version, **place}
    return dispatch("insert", arguments, session)


def _margin(text: str) -> str:
    """Return the indentation of a text, which decides the neighbour that an inserted text joins.

    >>> _margin("\\n  a"), _margin("")
    ('  ', '')
    """
    line = next((line for line in text.split("\n") if line.strip()), "")
    return line[: len(line) - len(line.lstrip(" \t"))]
