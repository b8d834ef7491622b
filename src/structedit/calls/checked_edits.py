"""Check edits that a caller constructed, such as `EditFile("a.py", StrReplace("a", "b"))`.

An edit made from data is checked while it is parsed. A constructed one is checked here, as if it were the equal
call, so that both are refused in the same words.

Not here: arguments of calls (`calls.arguments`).
"""

from __future__ import annotations

from structedit.calls.arguments import normalise
from structedit.calls.batches import (
    ApplyHunks,
    CreateFile,
    DeleteFile,
    EditFile,
    ExtendFile,
    FileRequest,
    MoveFile,
)
from structedit.calls.operations import arguments_of, operation_of, parameters_of
from structedit.calls.places import Hints
from structedit.calls.requests import REQUESTS, Options
from structedit.text.errors import UsageError, shown


def checked(edit: object) -> FileRequest:
    """Return an edit if its values have the right types.

    Raises:
        UsageError: naming the argument, its value and the type that is needed.

    >>> checked(DeleteFile("a.py"))
    DeleteFile(path='a.py', expected=None, line=None)
    """
    given: dict[str, object]
    try:
        match edit:
            case EditFile(request=ApplyHunks(hunks, Hints(), Options())):
                lines = [line.sign + line.text for hunk in hunks for line in hunk.lines]
                operation, given = "patch", {"diff": "\n".join(lines)}
            case EditFile(request=request) if isinstance(request, REQUESTS):
                operation, given = operation_of(request), {**arguments_of(request)}
            case CreateFile(text=text, overwrite=overwrite):
                operation, given = "create_file", {"text": text, "overwrite": overwrite}
            case ExtendFile(text=text):
                operation, given = "append", {"text": text}
            case DeleteFile():
                operation, given = "delete_file", {}
            case MoveFile(to=to):
                operation, given = "move_file", {"to": to}
            case _:
                hint = 'pass EditFile("a.py", StrReplace(…)), or {"op": …, "path": …}'
                raise UsageError(f"{shown(edit)} is not an edit of a file", hint=hint)
        given = {"path": edit.path, **given}
    except (AttributeError, TypeError, ValueError) as error:
        raise UsageError(f"the edit has a value of the wrong type: {error}") from error
    for name, value in given.items():
        if value is None:
            raise UsageError(
                f"{name!r} is missing", hint=f"pass {name!r}", fault="missing_argument"
            )
    normalise(given, parameters_of(operation))
    return edit
