"""One call as a JSON object on standard input: what a harness sends."""

from __future__ import annotations

import json

from structedit.disk.surroundings import read_input
from structedit.errors import UsageError

OPERATION_KEYS = ("op", "operation")
"""Keys that may name the operation, as in a batch; it has to be that of the command."""


def read_call(operation: str) -> dict[str, object]:
    """Read the arguments of a call, under the names that the caller used.

    Raises:
        UsageError: when standard input is not one JSON object, or one of another operation.
    """
    try:
        value = json.loads(read_input(), object_pairs_hook=_unique)
    except RecursionError:
        raise UsageError("the call is nested too deeply", hint="send one flat object") from None
    except ValueError as error:
        raise UsageError(
            f"the call is not JSON: {error}", hint='send one object: {"path": …, "old": …}'
        ) from None
    if not isinstance(value, dict):
        raise UsageError("the call is not a JSON object", hint='send {"path": …, "old": …}')
    for key in OPERATION_KEYS:
        named = value.pop(key, operation)
        if str(named).replace("-", "_") != operation:
            raise UsageError(
                f"the call is for {named!r}", hint=f"this command is {operation.replace('_', '-')}"
            )
    return value


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise UsageError(f"{twice!r} stands twice in the call", hint="leave one out")
    return found
