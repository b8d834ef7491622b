"""Check the arguments of the library's functions, and answer a wrong call with the right one.

Not here: how a value is checked (`calls.arguments`), which call a wrong one means (`guessed_calls`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar, cast

from structedit.app import events, guessed_calls
from structedit.app.guessed_calls import HERE
from structedit.calls.arguments import sound
from structedit.calls.guesses import operations_meant
from structedit.text.errors import FileError, UsageError

Called = TypeVar("Called", bound=Callable[..., Any])

_FIRST = "subject"
"""The argument of editing functions that is the file's path in a session."""


def checked(call: Called) -> Called:
    """Make a function of the library check its arguments; None means left out, as in a call as data.

    What no operation declares is the function's own to check: files, roots, edits. A call that is wrong is
    an event, if it is on a file.
    """
    operation = call.__name__
    arguments = Arguments(call)

    @wraps(call)
    def function(*given: object, **named: object) -> object:
        if arguments.are_twice(given, named):
            return call(*given, **named)  # which says so
        try:
            asked = arguments.read(given, named)
            try:
                return call(**sound(operation, asked, arguments.required))
            except (FileError, UsageError) as error:
                # For whoever reads the traceback: other faces show the message and the hint alone.
                # `show` is a function and another tool's word for `get_region`; `undo` is no other word.
                is_a_word = not guessed_calls.CALLED.isdisjoint(operations_meant(operation))
                tries = (
                    guessed_calls.tries_of(operation, given, named, sent=asked)
                    if error.code in _NOT_THERE and is_a_word
                    else ""
                )
                if tries:
                    error.add_note(tries)
                raise
        except UsageError as error:
            about = next(iter(given), named.get(_FIRST, "."))
            about = getattr(about, "root", about)  # of a session
            if hasattr(about, "__fspath__"):  # a path as an object
                about = about.__fspath__()
            if operation in _COUNTED and isinstance(about, str):
                events.wrongly_called(error, operation, about)
            raise

    return cast(Called, function)


class Arguments:
    """The arguments that a function of the library takes: what a call gives them, or which call is meant.

    `here` is what a call begins with where calls are answered: the library's name, or a session's.
    """

    def __init__(self, call: Callable[..., Any], here: guessed_calls.Here = HERE) -> None:
        code, defaults = call.__code__, call.__defaults__ or ()
        self.names = code.co_varnames[: code.co_argcount]
        named_only = code.co_varnames[len(self.names) : len(self.names) + code.co_kwonlyargcount]
        left_open = [name for name in named_only if name not in (call.__kwdefaults__ or {})]
        self.required = (*self.names[: len(self.names) - len(defaults)], *left_open)
        self._accepted = frozenset((*self.names, *named_only, *_COMMON))
        self._operation, self._here = call.__name__, here

    def are_twice(self, given: tuple[object, ...], named: Mapping[str, object]) -> bool:
        """Return True if an argument is given both by its place and by its name."""
        return not named.keys().isdisjoint(self.names[: len(given)])

    def read(self, given: tuple[object, ...], named: Mapping[str, object]) -> dict[str, object]:
        """Return the values of a call by their names.

        Raises:
            UsageError: when one is not known or missing, with the calls that may be meant.
        """
        if len(given) > len(self.names) or not named.keys() <= self._accepted:
            said = f"{self._operation} is not called like that"
            if meant := self._tries(given, named):
                raise UsageError(said, hint=meant, fault="unknown_argument")
            if len(given) > len(self.names):
                takes = ", ".join((*self.names, "…=…"))
                hint = f"it takes {self._operation}({takes})"
                raise UsageError(said, hint=hint, fault="unknown_argument")
        asked = {**dict(zip(self.names, given, strict=False)), **named}
        for name in self.required:
            if name not in asked:
                shown = "path" if name == _FIRST and self._here is not HERE else name
                hint = self._tries(given, named) or f"pass {shown!r}"
                said = f"{self._operation} needs {shown!r}"
                raise UsageError(said, hint=hint, fault="missing_argument")
        return asked

    def _tries(self, given: tuple[object, ...], named: Mapping[str, object]) -> str:
        """Return the calls that a wrong one may mean; empty if none is known."""
        if self._operation not in guessed_calls.CALLED or "self" in self.names:
            return ""
        return guessed_calls.tries_of(self._operation, given, named, self._here)


_NOT_THERE = ("missing_file", "usage")
"""Codes of errors for a file, a folder or an id that is not there."""

_COUNTED = frozenset((*guessed_calls.CALLED, "apply_edits", "multi_edit", "undo", "redo"))
"""Functions whose wrong calls are events."""

_COMMON = frozenset(
    "within between near_line radius version dry_run expected_version attach allow_errors force accept"
    " match language backup hooks timeout after before".split()
)
"""What functions of the library take beside the arguments that they name."""
