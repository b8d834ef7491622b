"""A call as a value, and as the JSON object on standard input that a coding agent's harness sends."""

from __future__ import annotations

from enum import Enum, auto
from functools import partial
from typing import Any

from structedit.calls.arguments import unique
from structedit.disk.surroundings import read_input
from structedit.text.errors import UsageError
from structedit.text.values import dataclass

OPERATION_KEYS = ("op", "operation")
"""Keys that may name the operation, as in a batch; it must be that of the command."""


class Hits(Enum):
    """How hits are shown: as lines of text, as the files or numbers of hits in them, or as JSON."""

    LINES = auto()
    FILES = auto()
    COUNTS = auto()
    ONE_OBJECT = auto()
    OBJECTS = auto()


@dataclass(frozen=True, slots=True)
class View:
    """How a result is shown; `as_filter` when the content came from standard input."""

    as_json: bool = False
    as_filter: bool = False
    diff: bool = False
    check: bool = False
    quiet: bool = False
    color: str = "auto"
    numbered: bool = False
    debug_pattern: bool = False
    hits: Hits = Hits.LINES


@dataclass(frozen=True, slots=True)
class Call:
    """One call: an operation, what it works on, its arguments under the library's names."""

    operation: str
    subject: Any
    arguments: dict[str, Any]
    view: View


def read_call(operation: str) -> dict[str, object]:
    """Read the arguments of a call, under the names that the caller used.

    Raises:
        UsageError: when standard input is not one JSON object, or one of another operation.
    """
    import json

    try:
        value = json.loads(read_input(), object_pairs_hook=partial(unique, where="the call"))
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
