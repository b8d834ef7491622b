"""The call that a wrong one means, and whether it is certain enough to be executed.

If several calls may be meant, an edit is tried without writing, and those that would succeed are listed. A wrong call
of the library is never executed: its error lists the calls to choose from. The command line and the tools execute a
call that is certain.

Not here: the meaning of words and arguments (`calls.guesses`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NoReturn

from structedit.app.here import HERE, LIBRARY, Here, as_data
from structedit.calls import guesses
from structedit.calls.arguments import normalise
from structedit.calls.guesses import INPUT, Meant, known_to
from structedit.calls.operations import EDITING, FILE_OPERATIONS, request_of
from structedit.disk import limits
from structedit.plan import one_request
from structedit.text.errors import StructEditError, UsageError
from structedit.text.values import dataclass, replace
from structedit.tree.source import Source

MOST = 3
"""Calls that an answer lists. Chosen by judgement: more take too long to read."""

_FIRST = ("subject", "subjects", "path", "paths")
_UNDECLARED = frozenset(("hooks", "timeout", "root", "jobs", "executor"))
"""Arguments of functions that no operation declares; an answer repeats them."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The calls that a guessed one may mean, the likeliest first; `certain` is the one to execute."""

    calls: tuple[Meant, ...]
    certain: Meant | None = None


def understood(
    word: str, placed: Sequence[object], named: Mapping[str, object], here: Here = HERE
) -> Answer:
    """Return the calls that a guessed one may mean.

    Raises:
        UsageError: the word is known, but its arguments fit none of the operations.
    """
    calls = guesses.calls_meant(word, placed, named, here)
    if not calls:
        return Answer(())
    first = calls[0]
    tried = [landing(call, here) for call in calls]
    at_once = [call if call is made else None for call, made in zip(calls, tried, strict=True)]
    tried = at_once if any(at_once) else tried
    # Where another call would land as well, the choice is the caller's.
    is_alone = guesses.is_reading(first) or not any(tried[1:])
    certain = first if first.is_certain and is_alone else None
    landed = [call for call in tried if call is not None]
    edits = [call for call in landed if call.operation in EDITING]
    return Answer(tuple((edits or landed or calls)[:MOST]), certain)


def landing(call: Meant, here: Here) -> Meant | None:
    """Return the call if it would succeed, otherwise the retry that its refusal suggests; None if that fails, too.

    Calls that edit nothing, or several files, count as successful.
    """
    given = dict(call.arguments)
    if call.operation not in EDITING or INPUT in given.values():
        return call
    try:
        source = Source.of(here.read(str(given.pop("path"))))
        request = request_of(call.operation, given)
        outcome = limits.limited(lambda: one_request.plan(source, request), source, request)
    except StructEditError:
        return None
    if outcome.landed:
        return call
    retry = outcome.diagnosis.retry if outcome.diagnosis is not None else None
    if retry is None:
        return None
    return replace(call, arguments={"path": call.arguments["path"], **retry}, is_certain=False)


class Guess:
    """A stand-in for a function that the library lacks, under a name whose meaning is known.

    It can be called, but is not among the names of the library: a call raises an error with the right call.
    """

    def __init__(self, word: str, here: Here = HERE) -> None:
        self.__name__ = word
        self._here = here

    def __call__(self, *given: object, **named: object) -> NoReturn:
        """Raise an error with the call that was meant.

        Raises:
            UsageError: always.
        """
        word, here = self.__name__, self._here
        meant = guesses.names_meant(word)
        if meant == ("Session",):
            said = ", ".join((*map(repr, given), *(f"{k}={v!r}" for k, v in named.items())))
            tries = _tries([f"structedit.Session({said})"])
        else:
            tries = tries_of(word, given, named, here)
        alone = [f"{_name_of(one, here)}.{one}" for one in meant if one not in FILE_OPERATIONS]
        hint = tries or "it may mean " + ", ".join(alone or ["structedit.multi_edit"])
        raise UsageError(f"there is no {here.name}.{word}", hint=hint)


def tries_of(
    word: str,
    given: Sequence[object],
    named: Mapping[str, object],
    here: Here = HERE,
    sent: Mapping[str, object] | None = None,
) -> str:
    """Return the calls that a wrong one in a script may mean, one per line; empty if none is known.

    `sent` are the arguments of a correct call, which is not listed again.
    """
    own = {name: value for name, value in named.items() if name in _UNDECLARED}
    rest = {name: as_data(value) for name, value in named.items() if name not in own}
    placed = [as_data(one) for one in given]
    try:
        answer = understood(word, placed, rest, here)
    except UsageError:
        return ""
    calls = [call for call in answer.calls if sent is None or not _is_same(call, sent)]
    return _tries(in_a_script(call, own, _name_of(call.operation, here)) for call in calls)


def _is_same(call: Meant, sent: Mapping[str, object]) -> bool:
    known = known_to(call.operation)
    first = next(iter(known), "")
    asked = {first if name in _FIRST else name: as_data(value) for name, value in sent.items()}
    try:
        return normalise(asked, known) == call.arguments
    except UsageError:
        return False


def _tries(calls: Iterable[str]) -> str:
    lines = "".join(f"\ntry: {call}" for call in calls)
    return f"write it like this:{lines}" if lines else ""


def _name_of(operation: str, here: Here) -> str:
    return here.name if here.has(operation) else LIBRARY


def in_a_script(call: Meant, own: Mapping[str, object] | None = None, on: str = LIBRARY) -> str:
    """Return a call of the library, or of a session, as code; `own` are arguments no operation declares.

    >>> in_a_script(Meant("create_file", {"path": "a.py", "text": ""}))
    "structedit.multi_edit('.', [{'op': 'create_file', 'path': 'a.py', 'text': ''}])"
    """
    given = dict(call.arguments)
    if call.operation in FILE_OPERATIONS or call.operation == "apply_edits":
        edits = given.get("edits", [{"op": call.operation, **given}])
        if on != LIBRARY:
            return f"{on}.apply_edits({edits!r})"
        if isinstance(edits, str):
            return f"{on}.apply_edits({edits!r}, root='.')"
        return f"{on}.multi_edit('.', {edits!r})"
    first = next(iter(known_to(call.operation)), "")
    subject = given.pop(first, None)
    subject = list(subject) if isinstance(subject, tuple) else subject
    said = [f"{name}={value!r}" for name, value in {**given, **(own or {})}.items()]
    return f"{on}.{call.operation}({', '.join(([repr(subject)] if subject else []) + said)})"
