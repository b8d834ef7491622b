"""Functions of the library: their arguments are checked, and a wrong call is answered with the right one.

Not here: how a value is checked (`calls.arguments`), which call a wrong one means (`guessed_calls`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from structedit.app import guessed_calls
from structedit.calls import guesses
from structedit.calls.arguments import sound
from structedit.text.errors import FileError, UsageError

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

    def tries(given: tuple[object, ...], named: dict[str, object]) -> str:
        """The calls that a wrong one may mean; empty where none is known."""
        if call.__name__ not in guesses.CALLED or "self" in names:
            return ""
        return guessed_calls.tries_of(call.__name__, {call.__name__: names}, given, named)

    @wraps(call)
    def function(*given: object, **named: object) -> object:
        misfit = len(given) > len(names) or not named.keys() <= accepted_names
        if misfit and (meant := tries(given, named)):
            raise UsageError(f"{call.__name__} is not called like that", hint=meant)
        if len(given) > len(names) or not named.keys().isdisjoint(names[: len(given)]):
            return call(*given, **named)  # which says so
        asked = {**dict(zip(names, given, strict=False)), **named}
        for name in required:
            if name not in asked:
                hint = tries(given, named) or f"pass {name!r}"
                raise UsageError(f"{call.__name__} needs {name!r}", hint=hint)
        try:
            return call(**sound(call.__name__, asked, required))
        except (FileError, UsageError) as error:
            # For whoever reads the traceback: other faces show the message and the hint alone.
            if error.code in _NOT_THERE and (
                meant := guessed_calls.elsewhere(call.__name__, names, asked)
            ):
                error.add_note(meant)
            raise

    return cast(Called, function)


_NOT_THERE = ("missing_file", "usage")
"""Codes of errors for a file, a folder or an id that is not there."""

_COMMON = frozenset(
    "within between near_line radius version dry_run expected_version attach allow_errors force accept"
    " match language backup hooks timeout after before".split()
)
"""What functions of the library take beside the arguments that they name."""
