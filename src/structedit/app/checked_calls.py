"""Check the arguments of library functions, and suggest the right call for a wrong one.

Not here: checking a value (`calls.arguments`), and finding the call that is meant (`guessed_calls`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar, cast

from structedit.app import events, guessed_calls
from structedit.app.here import CALLED, HERE, Here
from structedit.calls import guesses
from structedit.calls.aliases import nearest_name
from structedit.calls.arguments import checked_arguments
from structedit.disk import limits
from structedit.text.errors import FileError, UsageError, shown

Called = TypeVar("Called", bound=Callable[..., Any])

_SUBJECT = "subject"
"""The first argument of an operation on a file."""


def checked(options: type[object] | None = None) -> Callable[[Called], Called]:
    """Make a function or method check its arguments; None means left out, as in a call as data.

    `options` is the type of its `**options`. Arguments that no operation declares (files, roots, edits) are checked
    by the function itself. A wrong call on a file is reported as an event.
    """

    def decorator(call: Called) -> Called:
        operation = call.__name__
        arguments = Arguments(call, options)

        @wraps(call)
        def function(*given: object, **named: object) -> object:
            # The owner of a method, a session or the library, knows under which root it is called.
            owner, given = (given[:1], given[1:]) if arguments.is_method else ((), given)
            here = getattr(owner[0], "here", HERE) if owner else HERE
            if arguments.has_subject and here.subject in named:
                named[_SUBJECT] = named.pop(here.subject)
            try:
                if arguments.are_twice(given, named):
                    # Python raises a TypeError here that names the argument.
                    return call(*owner, *given, **named)
                asked = arguments.read(given, named, here)
                try:
                    return call(*owner, **checked_arguments(operation, asked, arguments.required))
                except (FileError, UsageError) as error:
                    # For whoever reads the traceback: a command shows the message and the hint alone.
                    # `show` is a function and another tool's word for `get_region`; `undo` is no other word.
                    if (
                        error.code in _NOT_THERE
                        and not limits.is_one_command()
                        and not CALLED.isdisjoint(guesses.operations_meant(operation))
                    ):
                        tries = guessed_calls.tries_of(operation, given, named, here, sent=asked)
                        if tries:
                            error.add_note(tries)
                    raise
            except UsageError as error:
                first = next(iter(given), named.get(_SUBJECT, "."))
                about = here.full_path(first if arguments.has_subject or not owner else ".")
                if operation in _COUNTED and about is not None:
                    events.wrongly_called(error, operation, about)
                raise

        return cast(Called, function)

    return decorator


class Arguments:
    """The arguments of a library function: the values of a call, or the call that is meant."""

    def __init__(self, call: Callable[..., Any], options: type[object] | None = None) -> None:
        code, defaults = call.__code__, call.__defaults__ or ()
        names = code.co_varnames[: code.co_argcount]
        named_only = code.co_varnames[len(names) : len(names) + code.co_kwonlyargcount]
        left_open = [name for name in named_only if name not in (call.__kwdefaults__ or {})]
        self.is_method = names[:1] == ("self",)
        required = (*names[: len(names) - len(defaults)], *left_open)
        self.names = names[self.is_method :]
        self.has_subject = self.names[:1] == (_SUBJECT,)
        self.required = required[self.is_method :]
        self._accepted = (*self.names, *named_only, *(options.__annotations__ if options else ()))
        self._operation = call.__name__

    def are_twice(self, given: tuple[object, ...], named: Mapping[str, object]) -> bool:
        """Return True if an argument is passed both by position and by name."""
        return not named.keys().isdisjoint(self.names[: len(given)])

    def read(
        self, given: tuple[object, ...], named: Mapping[str, object], here: Here
    ) -> dict[str, object]:
        """Return the values of a call by name.

        Raises:
            UsageError: when one is unknown or missing, with the calls that may be meant.
        """
        unknown = [name for name in named if name not in self._accepted]
        if unknown or len(given) > len(self.names):
            hint = self._tries(given, named, here)
            said = (
                f"{self._operation} takes {len(self.names)} positional arguments, got {len(given)}"
            )
            if unknown:
                said = f"{self._operation} has no argument {shown(unknown[0])}"
            if not hint and unknown:
                near = nearest_name(unknown[0], self._accepted)
                hint = f"did you mean {near!r}?" if near else ""
            hint = hint or f"it takes {self._operation}({', '.join((*self.names, '…=…'))})"
            raise UsageError(said, hint=hint, fault="unknown_argument")
        asked = {**dict(zip(self.names, given, strict=False)), **named}
        for name in self.required:
            if name not in asked:
                name = here.subject if name == _SUBJECT else name
                hint = self._tries(given, named, here) or f"pass {name!r}"
                said = f"{self._operation} needs {name!r}"
                raise UsageError(said, hint=hint, fault="missing_argument")
        return asked

    def _tries(self, given: tuple[object, ...], named: Mapping[str, object], here: Here) -> str:
        """Return the calls that a wrong one may mean; empty if none is known."""
        if self._operation not in CALLED:
            return ""
        return guessed_calls.tries_of(self._operation, given, named, here)


_NOT_THERE = ("missing_file", "usage")
"""Codes of errors for a file, a folder or an id that does not exist."""

_COUNTED = frozenset((*CALLED, "apply_edits", "multi_edit", "undo", "redo"))
"""Functions whose wrong calls are reported as events."""
