"""OpenAI's `apply_patch`: the call of the Responses API, and the editor of its agents SDK.

    outputs.append(output(call.call_id, call.operation, session))      # Responses
    agent = Agent(tools=[ApplyPatchTool(editor=Editor(session))])      # agents SDK

An operation has a `type` (`create_file`, `update_file`, `delete_file`), a `path`, a `diff`, and maybe
`move_to`; as an object with attributes or as a mapping, both are read. A diff of an update lands
where its hunks fit in one way; `@@` lines may be selectors.
"""

from __future__ import annotations

from collections.abc import Mapping

from structedit.app.session import Session
from structedit.calls.as_dict import JsonObject
from structedit.faces.tools import Reply, dispatch, failed
from structedit.text.errors import StructEditError, UsageError
from structedit.text.values import dataclass

TOOL: JsonObject = {"type": "apply_patch"}
"""The entry for a request's list of tools."""


def output(call_id: str, operation: object, session: Session) -> JsonObject:
    """Return the `apply_patch_call_output` for an `apply_patch_call`."""
    reply = call(operation, session)
    return {
        "type": "apply_patch_call_output",
        "call_id": call_id,
        "status": "completed" if reply.landed else "failed",
        "output": reply.text,
    }


def call(operation: object, session: Session) -> Reply:
    """Do what an operation asks for."""
    try:
        return dispatch("apply_edits", {"edits": _edits(operation)}, session)
    except StructEditError as error:
        return failed(error)


def _edits(operation: object) -> list[dict[str, object]]:
    kind, path = _part(operation, "type"), _part(operation, "path")
    if not isinstance(path, str):
        raise UsageError("the operation names no file", hint="pass 'path'")
    match kind:
        case "create_file":
            text = _created(str(_part(operation, "diff") or ""))
            return [{"op": "create_file", "path": path, "text": text}]
        case "delete_file":
            return [{"op": "delete_file", "path": path}]
        case "update_file":
            diff, to = str(_part(operation, "diff") or ""), _part(operation, "move_to")
            edits: list[dict[str, object]] = []
            if diff.strip():
                edits.append({"op": "patch", "path": path, "diff": diff})
            if to is not None:
                edits.append({"op": "move_file", "path": path, "to": to})
            return edits
    raise UsageError(
        f"there is no operation {kind!r}", hint="there are: create_file, update_file, delete_file"
    )


def _part(operation: object, name: str) -> object:
    if isinstance(operation, Mapping):
        return operation.get(name)
    return getattr(operation, name, None)


def _created(diff: str) -> str:
    """Return the text of a new file, whose every line begins with `+`.

    Raises:
        UsageError: at a line that does not.

    >>> _created("+a\\n+b")
    'a\\nb\\n'
    """
    lines = diff.removesuffix("\n").split("\n") if diff else []
    for number, line in enumerate(lines, 1):
        if not line.startswith("+"):
            raise UsageError(
                f"line {number} of the new file is {line[:20]!r}", hint="begin each line with '+'"
            )
    return "".join(f"{line[1:]}\n" for line in lines)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of an operation for the agents SDK: `status` is `completed` or `failed`."""

    status: str
    output: str


@dataclass(frozen=True, slots=True)
class Editor:
    """The editor for the agents SDK's `ApplyPatchTool`; it implements its protocol without importing the SDK."""

    session: Session

    def create_file(self, operation: object) -> Result:
        """Create a file."""
        return self._result("create_file", operation)

    def update_file(self, operation: object) -> Result:
        """Apply a diff to a file, and move it if asked."""
        return self._result("update_file", operation)

    def delete_file(self, operation: object) -> Result:
        """Delete a file."""
        return self._result("delete_file", operation)

    def _result(self, kind: str, operation: object) -> Result:
        names = ("path", "diff", "move_to")
        reply = call({"type": kind} | {n: _part(operation, n) for n in names}, self.session)
        return Result("completed" if reply.landed else "failed", reply.text)
