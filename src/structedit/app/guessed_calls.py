"""Which call a wrong one means, and whether that is certain enough to carry out.

Of several calls that may be meant, an edit is tried without writing, and those that land are named. A wrong
call of the library is never carried out: its error names the calls to choose from. The command line and the
tools carry out a call that is certain.

Not here: what words and arguments mean (`calls.guesses`).
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
"""Calls that an answer names. Chosen by judgement: more are a list to read, no answer."""

_FIRST = ("subject", "subjects", "path", "paths")
_OF_THELIBRARY = frozenset(("hooks", "timeout", "root", "jobs", "executor"))
"""Arguments of functions that no operation declares; an answer repeats them."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The calls that a guessed one may mean, the likeliest first; `certain` is the one to carry out."""

    calls: tuple[Meant, ...]
    certain: Meant | None = None


def understood(
    word: str, placed: Sequence[object], named: Mapping[str, object], here: Here = HERE
) -> Answer:
    """Return the calls that a guessed one may mean.

    Raises:
        UsageError: the word is known, and its arguments fit none of the operations.
    """
    calls = guesses.calls_meant(word, placed, named, here)
    if not calls:
        return Answer(())
    first = calls[0]
    tried = [landing(call, here) for call in calls]
    # Where another call would land as well, the choice is the caller's.
    is_alone = guesses.is_reading(first) or not any(tried[1:])
    certain = first if first.is_certain and is_alone else None
    landed = [call for call in tried if call is not None]
    edits = [call for call in landed if call.operation in EDITING]
    return Answer(tuple((edits or landed or calls)[:MOST]), certain)


def landing(call: Meant, here: Here) -> Meant | None:
    """Return the call if it would land, or the one that its refusal offers; None if neither does.

    Calls that edit nothing, or several files, count as such that would land.
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
    """What stands for a function that is not there, by a word that is understood.

    It can be had and called, but is not among the names of the library: a call says which one it means.
    """

    def __init__(self, word: str, here: Here = HERE) -> None:
        self.__name__ = word
        self._here = here

    def __call__(self, *given: object, **named: object) -> NoReturn:
        """Name the call that does what was meant.

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
    """Return the calls that a wrong one in a script may mean, each in a line; empty if none is known.

    `sent` are the arguments of a call that is written correctly: it is not named again.
    """
    own = {name: value for name, value in named.items() if name in _OF_THELIBRARY}
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
