"""Functions of the library: their arguments are checked, and a wrong call is answered with the right one.

Not here: how a value is checked (`calls.arguments`), which call a wrong one means (`calls.guesses`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import wraps
from typing import Any, TypeVar, cast

from structedit.calls import guesses
from structedit.calls.arguments import sound
from structedit.text.errors import UsageError

Called = TypeVar("Called", bound=Callable[..., Any])


def checked(call: Called) -> Called:
    """Make a function of the library check its arguments; None means left out, as in a call as data.

    What no operation declares is the function's own to check: files, roots, edits.
    """
    code, defaults = call.__code__, call.__defaults__ or ()
    names = code.co_varnames[: code.co_argcount]
    named_only = code.co_varnames[len(names) : len(names) + code.co_kwonlyargcount]
    left_open = [name for name in named_only if name not in (call.__kwdefaults__ or {})]
    accepted_names = frozenset((*names, *named_only, *_COMMON))
    required = (*names[: len(names) - len(defaults)], *left_open)

    @wraps(call)
    def function(*given: object, **named: object) -> object:
        misfit = len(given) > len(names) or not named.keys() <= accepted_names
        if misfit and (tries := _as_it_is_called(call.__name__, names, given, named)):
            raise UsageError(f"{call.__name__} is not called like that", hint=tries)
        if len(given) > len(names) or not named.keys().isdisjoint(names[: len(given)]):
            return call(*given, **named)  # which says so
        asked = {**dict(zip(names, given, strict=False)), **named}
        for name in required:
            if name not in asked:
                tries = _as_it_is_called(call.__name__, names, given, named)
                raise UsageError(f"{call.__name__} needs {name!r}", hint=tries or f"pass {name!r}")
        return call(**sound(call.__name__, asked, required))

    return cast(Called, function)


_COMMON = frozenset(
    "within between near_line radius version dry_run expected_version attach allow_errors force accept"
    " match language backup hooks timeout after before".split()
)
"""What functions of the library take beside the arguments that they name."""


def _as_it_is_called(
    operation: str, names: Collection[str], given: Collection[object], named: Mapping[str, object]
) -> str:
    """The calls of the library that a wrong one may mean, each in a line; empty where none is known."""
    if operation not in guesses.CALLED or "self" in names:
        return ""
    calls = guesses.script_calls(operation, tuple(names), tuple(given), named)
    return "this is\n" + "\n".join(f"try: {call}" for call in calls) if calls else ""
