"""Calls of the library by those who have not read its pages, answered with the call that was meant.

A call that is meant is tried first, on the file that it names, without writing: what lands is told, or the
call that its refusal offers. Where nothing lands, all that the call may mean is told as it is.

Not here: what words and arguments mean (`calls.guesses`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NoReturn

from structedit.calls import guesses, operations
from structedit.calls.guesses import Meant
from structedit.calls.places import Selector
from structedit.disk import files, limits, paths, project_files
from structedit.plan import one_request, reading
from structedit.text.document import Document
from structedit.text.errors import StructEditError, UsageError
from structedit.text.values import dataclass, replace
from structedit.tree.source import Source

_MOST = 3
"""Calls that an answer names. Chosen by judgement: more are a list to read, no answer."""


@dataclass(frozen=True, slots=True)
class Here:
    """Where a call is made: what it begins with, how a file is read, and names of its own for arguments.

    `has` tells the operations that are there; the others are the library's.
    """

    name: str
    read: Callable[[str], Document]
    has: Callable[[str], bool]
    names: Mapping[str, str]


HERE = Here("structedit", project_files.read, lambda operation: True, {})
"""The library."""


class Guess:
    """What stands for a function that is not there, by a word that is understood.

    It can be had and called, but is not among the names of the library: a call says which one it means.
    """

    def __init__(self, word: str, function: Callable[[str], object], here: Here = HERE) -> None:
        self.__name__ = word
        self._function = function
        self._here = here

    def __call__(self, *given: object, **named: object) -> NoReturn:
        """Say which call this is.

        Raises:
            UsageError: always.
        """
        word = self.__name__
        meant = guesses.names_meant(word)
        if meant == ("Session",):
            said = ", ".join((*map(repr, given), *(f"{k}={v!r}" for k, v in named.items())))
            raise UsageError(
                f"there is no structedit.{word}", hint=_tries([f"structedit.Session({said})"])
            )
        names = {one: _positional(self._function(one), one) for one in meant}
        here = self._here
        tries = tries_of(word, names, given, named, here)
        known = [one for one in meant if one not in operations.FILE_OPERATIONS]
        alone = [f"{here.name if here.has(one) else HERE.name}.{one}" for one in known]
        hint = tries or "it may mean " + ", ".join(alone or ["structedit.multi_edit"])
        raise UsageError(f"there is no {here.name}.{word}", hint=hint)


def tries_of(
    word: str,
    names: Mapping[str, Sequence[str]],
    given: Sequence[object],
    named: Mapping[str, object],
    here: Here = HERE,
) -> str:
    """The calls that a wrong one may mean, each in a line; empty where none is known.

    `names` are the positional arguments of each function that `word` may stand for.
    """
    own = {name: value for name, value in named.items() if name in guesses.OF_THE_LIBRARY}
    given, named = [_plain(one) for one in given], {k: _plain(v) for k, v in named.items()}
    if names.keys() <= guesses.SOUGHT_FIRST.keys() and len(given) > 1:
        is_file = [isinstance(one, str) and _is_file(one) for one in (given[0], given[-1])]
        given = [*given[1:], given[0]] if is_file == [True, False] else given
    calls = guesses.script_calls(word, names, given, named, partial(_content, here))
    return _tries(
        guesses.in_a_script(call, own, here.name if here.has(call.operation) else HERE.name)
        for call in landing(calls, here)
    )


def elsewhere(operation: str, names: Sequence[str], asked: Mapping[str, object]) -> str:
    """The calls that one on what is not there may mean; empty where none is known.

    The file may be written with a block behind it, or stand in the place of another argument, as
    in that of a transaction's id.
    """
    asked = {name: _plain(value) for name, value in asked.items()}
    first, named = asked.get(names[0]) if names else None, dict(asked)
    if not isinstance(first, str):
        return ""
    if operation not in guesses.CALLED:
        meant = guesses.names_meant(operation) if _is_file(first) else ()
        orders = {one: tuple(guesses.known_to(one)) for one in meant if one in guesses.CALLED}
        return tries_of(operation, orders, tuple(asked.values()), {})
    if operation == "find" and not _is_file(first) and not guesses.SOUGHT & asked.keys():
        rest = {name: value for name, value in asked.items() if name != names[0]}
        return tries_of(operation, {operation: names}, (first,), {"paths": ["."], **rest})
    path, block = guesses.file_and_block(first, _is_file)
    swapped = [n for n in names[1:] if isinstance(asked.get(n), str) and _is_file(str(asked[n]))]
    if path != first or block is not None:
        place = {"selector": block} if block is not None else {}
        named |= {names[0]: path, **place}
    elif len(swapped) == 1:
        named |= {names[0]: asked[swapped[0]], swapped[0]: first}
    else:
        return ""
    subject = named.pop(names[0])
    return tries_of(operation, {operation: names}, (subject,), named)


def _plain(value: object) -> object:
    """An argument as data: the path of a path object."""
    return paths.os_path(value) if hasattr(value, "__fspath__") else value


def _tries(calls: Iterable[str]) -> str:
    lines = "".join(f"\ntry: {call}" for call in calls)
    return f"this is{lines}" if lines else ""


def _positional(function: object, operation: str) -> tuple[str, ...]:
    """The positional arguments of a function, or of an operation that is none of the library's."""
    code = getattr(getattr(function, "__wrapped__", function), "__code__", None)
    if code is None:
        return tuple(guesses.known_to(operation))
    return tuple(code.co_varnames[: code.co_argcount])


def landing(calls: Sequence[Meant], here: Here = HERE) -> Sequence[Meant]:
    """Of the calls that may be meant, the edits that land; without one all that may, or else all."""
    tried = [found for call in calls if (found := _tried(call, here)) is not None]
    edits = [call for call in tried if call.operation in operations.EDITING]
    return (edits or tried or calls)[:_MOST]


def _tried(call: Meant, here: Here) -> Meant | None:
    """A call that would land, or that its own refusal says would; None where it would not.

    Calls that edit nothing, or several files, count as such that would.
    """
    given = dict(call.arguments)
    if call.operation not in operations.EDITING:
        return call
    try:
        source = Source.of(here.read(str(given.pop("path"))))
        request = operations.request_of(call.operation, given)
        outcome = limits.limited(lambda: one_request.plan(source, request), source, request)
    except StructEditError:
        return None
    if outcome.landed:
        return call
    retry = outcome.diagnosis.retry if outcome.diagnosis is not None else None
    if retry is None:
        return None
    return replace(call, arguments={"path": call.arguments["path"], **retry})


def _content(here: Here, path: str, selector: str) -> str | None:
    """The text of a block, for a call that writes it elsewhere."""
    try:
        source = Source.of(here.read(path))
        region = limits.limited(
            lambda: reading.get_region(source, Selector.parse(selector)), source
        )
    except StructEditError:
        return None
    return region.text if region.reason is None else None


def _is_file(path: str) -> bool:
    return bool(path) and not files.is_missing(path)
