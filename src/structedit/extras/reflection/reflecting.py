"""A text of edits applied, and what fails of it asked for again, until it lands.

`reprompt` is whoever wrote the text: it is passed a prompt and returns another text. `verify` looks
at the files after a batch that landed. What follows from what is in `rounds`, which knows neither;
here it is carried out, waiting (`apply_with_reflection`) or not (`apply_with_reflection_async`).
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterable
from functools import partial as bound
from typing import Literal, cast

from structedit.app import transactions
from structedit.calls import formats
from structedit.calls.batch_outcomes import BatchOutcome
from structedit.calls.hooks import Hooks
from structedit.calls.statuses import Status
from structedit.disk import files, roots
from structedit.extras.reflection.outcomes import ReflectionOutcome, Verdict
from structedit.extras.reflection.rounds import (
    Answered,
    Apply,
    Ask,
    Check,
    Event,
    Silence,
    State,
    TakeBack,
    Terms,
    Unread,
    begun,
    begun_unread,
    malformed_by,
    outcome_of,
    step,
)
from structedit.extras.reflection.verifying import (
    VERIFY_SECONDS,
    command_verdict,
    configured_verify,
)
from structedit.judge.risk import Thresholds
from structedit.text.errors import UsageError
from structedit.text.values import dataclass, replace

Opinion = Verdict | bool | str | None
"""What a callable says of the files: a text says what is wrong; None, True and "" nothing."""

Reprompt = Callable[[str], str | None]
Verify = Callable[[BatchOutcome], Opinion] | str | tuple[str, ...] | list[str] | None
AsyncReprompt = Callable[[str], str | Awaitable[str | None] | None]
AsyncVerify = (
    Callable[[BatchOutcome], Opinion | Awaitable[Opinion]]
    | str
    | tuple[str, ...]
    | list[str]
    | None
)
OnFailure = Literal["keep", "rollback"]


@dataclass(frozen=True, slots=True)
class _Work:
    """Everything that it takes to carry a reflection out."""

    root: str
    format: str
    path: str | None
    verify: object
    seconds: float
    choices: transactions.Choices


def apply_with_reflection(
    text: transactions.Edits,
    reprompt: Reprompt,
    root: files.AnyPath = ".",
    *,
    max_reflections: int = 3,
    verify: Verify = None,
    on_verify_failure: OnFailure = "keep",
    verify_seconds: float = VERIFY_SECONDS,
    format: str = "auto",
    path: str | None = None,
    partial: bool = False,
    force: bool = False,
    backup: bool = True,
    thresholds: Thresholds | None = None,
    hooks: Hooks | None = None,
) -> ReflectionOutcome:
    """Apply a model's answer, and ask again for what of it fails.

    Nothing is written before all edits fit. Those that fit are kept meanwhile: an answer to a
    prompt holds only the others. It ends when everything landed, after `max_reflections`
    prompts, when two rounds fail alike, or when `reprompt` returns None or an empty text.

    Args:
        text: a text in a format that `parse_edits` reads, requests, or calls as data.
        reprompt: takes a prompt and returns another text of edits.
        root: the folder that paths are relative to and may not leave.
        max_reflections: how often `reprompt` is called at most.
        verify: a command (a line for the shell, or a list) that is run in `root` and fails with an
            exit code other than 0; or a callable that takes the batch and returns None or True
            where all is well, else False or what is wrong. An AssertionError fails too. Left out,
            it is the command that a trusted configuration names.
        on_verify_failure: `keep` the edits and ask for more, or `rollback` and ask for others.
        verify_seconds: time limit of a command.
        format: name of the format of the texts, instead of detecting it.
        path: the file of edits that name none.
        partial: in the end write the edits that fit, though others never did.
        force: accept a critical risk.
        backup: whether what the files were is kept, for undo.
        thresholds: from where on a change is a risk.
        hooks: callables before and after each edit; see `Hooks`.

    Raises:
        UsageError: when the call itself is wrong.
    """
    choices = transactions.Choices(partial, force, False, backup, thresholds, hooks)
    work = _Work(files.os_path(root), format, path, verify, verify_seconds, choices)
    work, terms = _prepared(work, max_reflections, on_verify_failure)
    state = _begun(work, text, terms)
    while state.todo is not None:
        event: Event
        match state.todo:
            case Ask(prompt):
                event = _answer(work, reprompt(prompt))
            case Check(batch):
                event = _checked(work, state, batch)
            case Apply() | TakeBack():
                event = _done(work, state.todo)
        state = step(state, event)
    return outcome_of(state)


async def apply_with_reflection_async(
    text: transactions.Edits,
    reprompt: AsyncReprompt,
    root: files.AnyPath = ".",
    *,
    max_reflections: int = 3,
    verify: AsyncVerify = None,
    on_verify_failure: OnFailure = "keep",
    verify_seconds: float = VERIFY_SECONDS,
    format: str = "auto",
    path: str | None = None,
    partial: bool = False,
    force: bool = False,
    backup: bool = True,
    thresholds: Thresholds | None = None,
    hooks: Hooks | None = None,
) -> ReflectionOutcome:
    """Do what `apply_with_reflection` does without blocking the event loop.

    `reprompt` and `verify` may be coroutine functions. Files and commands are worked on in a
    thread.
    """
    choices = transactions.Choices(partial, force, False, backup, thresholds, hooks)
    work = _Work(files.os_path(root), format, path, verify, verify_seconds, choices)
    work, terms = _prepared(work, max_reflections, on_verify_failure)
    state = await asyncio.to_thread(_begun, work, text, terms)
    while state.todo is not None:
        event: Event
        match state.todo:
            case Ask(prompt):
                answer = reprompt(prompt)
                found = await answer if inspect.isawaitable(answer) else answer
                event = _answer(work, found)
            case Check(batch):
                event = await _checked_async(work, state, batch)
            case Apply() | TakeBack():
                event = await asyncio.to_thread(_done, work, state.todo)
        state = step(state, event)
    return outcome_of(state)


# Shared by both functions


def _prepared(work: _Work, rounds: int, on_failure: str) -> tuple[_Work, Terms]:
    """The work in its real folder, with the check that the configuration names if it has none."""
    formats.require_format(work.format)
    work = replace(work, root=roots.folder_of(work.root))
    if work.verify is None and (said := configured_verify(work.root)) is not None:
        work = replace(work, verify=said.command, seconds=said.seconds)
    if rounds < 0:
        raise UsageError("max_reflections is negative", hint="pass 0 for no further prompt")
    if on_failure not in ("keep", "rollback"):
        raise UsageError(f"on_verify_failure is {on_failure!r}", hint="pass 'keep' or 'rollback'")
    rollback = on_failure == "rollback"
    if rollback and not work.choices.backup:
        raise UsageError("without a backup nothing can be taken back", hint="pass backup=True")
    return work, Terms(rounds, work.verify is not None, rollback, work.choices.partial)


def _begun(work: _Work, text: transactions.Edits, terms: Terms) -> State:
    if not isinstance(text, str):
        return begun(transactions.requests_of(text, work.path), terms)
    match _read(work, text):
        case Answered(_, requests):
            return begun(requests, terms, text)
        case Unread(_, malformed):
            return begun_unread(text, malformed, terms)


def _read(work: _Work, text: str) -> Answered | Unread:
    try:
        return Answered(text, transactions.parse_edits(text, work.format, path=work.path))
    except UsageError as error:
        return Unread(text, malformed_by(error, text))


def _answer(work: _Work, text: object) -> Answered | Unread | Silence:
    if text is None or text == "":
        return Silence()
    if not isinstance(text, str):
        _close(text)
        raise UsageError(
            f"reprompt gave {type(text).__name__}, not a text",
            hint="give a text of edits; with a coroutine function, call"
            " apply_with_reflection_async",
        )
    return _read(work, text)


def _done(work: _Work, todo: Apply | TakeBack) -> BatchOutcome:
    match todo:
        case Apply(requests, partial):
            choices = replace(work.choices, partial=partial)
            return transactions.run("apply_edits", tuple(requests), work.root, choices)
        case TakeBack(batch):
            return _taken_back(work, batch)


def _taken_back(work: _Work, batch: BatchOutcome) -> BatchOutcome:
    if batch.undo_id is None:
        message = "nothing was kept to take the edits back with"
        return BatchOutcome(Status.ERROR, "undo", message=message)
    return transactions.undo(batch.undo_id, work.root)


# Verifying


def _checked(work: _Work, state: State, batch: BatchOutcome) -> Verdict:
    verify = work.verify
    if not callable(verify):
        return _command_verdict(work, verify)
    try:
        return _verdict(cast(Callable[[BatchOutcome], object], verify)(batch), verify)
    except AssertionError as error:
        return _asserted(error, verify)
    except BaseException:
        _withdraw(work, state, batch)
        raise


async def _checked_async(work: _Work, state: State, batch: BatchOutcome) -> Verdict:
    verify = work.verify
    if not callable(verify):
        return await asyncio.to_thread(_command_verdict, work, verify)
    try:
        found = cast(Callable[[BatchOutcome], object], verify)(batch)
        return _verdict(await found if inspect.isawaitable(found) else found, verify)
    except AssertionError as error:
        return _asserted(error, verify)
    except BaseException:
        _withdraw(work, state, batch)
        raise


def _withdraw(work: _Work, state: State, batch: BatchOutcome) -> None:
    """Undo a batch whose check ended in an error of its own, where rolling back is wanted."""
    if state.terms.rollback and batch.status is Status.APPLIED:
        _taken_back(work, batch)


def _command_verdict(work: _Work, command: object) -> Verdict:
    words = command if isinstance(command, str) else tuple(cast(Iterable[str], command))
    return command_verdict(words, work.root, work.seconds)


def _verdict(opinion: object, verify: object) -> Verdict:
    name = _name(verify)
    if isinstance(opinion, Verdict):
        return opinion
    if opinion is None or isinstance(opinion, bool):
        return Verdict(opinion is not False, name)
    if isinstance(opinion, str):
        return Verdict(not opinion, name, opinion)
    _close(opinion)
    raise UsageError(
        f"verify gave {type(opinion).__name__}",
        hint="give None or True where all is well, else False or a text that says what is wrong",
    )


def _close(found: object) -> None:
    """Close a coroutine that nobody will wait for."""
    if inspect.iscoroutine(found):
        found.close()


def _asserted(error: AssertionError, verify: object) -> Verdict:
    return Verdict(False, _name(verify), str(error) or "AssertionError")


def _name(verify: object) -> str:
    inner = verify.func if isinstance(verify, bound) else verify
    return str(getattr(inner, "__name__", "the check"))
