"""Apply a text of edits, and ask its author again for the edits that failed, until all of them land.

`_reflect` is the whole loop, as a generator. It yields a prompt and receives the answer, or yields a batch to check
and receives the opinion on it. `apply_with_reflection` calls the caller's functions for that,
`apply_with_reflection_async` awaits them too.

Not here: the texts of prompts (`prompts`) and of reports (`outcomes`).
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Generator, Iterable
from functools import partial as bound
from typing import Any, Literal, TypeVar, cast

from structedit.app import transactions
from structedit.calls import formats
from structedit.calls.batch_outcomes import BatchOutcome
from structedit.calls.batches import FileRequest
from structedit.calls.hooks import Hooks
from structedit.calls.statuses import Status
from structedit.disk import configuration, files, programs, roots
from structedit.disk.configuration import VERIFY_SECONDS
from structedit.extras.reflection.outcomes import (
    ReflectionOutcome,
    Round,
    Stop,
    Verdict,
)
from structedit.extras.reflection.prompts import (
    failed_numbers,
    failed_prompt,
    malformed_prompt,
    verdict_prompt,
)
from structedit.judge.risk import Thresholds
from structedit.text.errors import FormatError, UsageError
from structedit.text.values import dataclass, replace

Opinion = Verdict | bool | str | None
"""What a callable returns about the files: a text names the fault; None, True and "" mean that they are right."""

Command = str | tuple[str, ...] | list[str]
Reprompt = Callable[[str], str | None]
Verify = Callable[[BatchOutcome], Opinion] | Command | None
AsyncReprompt = Callable[[str], str | Awaitable[str | None] | None]
AsyncVerify = Callable[[BatchOutcome], Opinion | Awaitable[Opinion]] | Command | None
OnFailure = Literal["keep", "rollback"]

Question = str | BatchOutcome
"""What the loop asks the caller: a prompt, or whether a batch that landed is right."""

Loop = Generator[Question, object, ReflectionOutcome]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Terms:
    """The arguments of a reflection."""

    root: str
    most: int
    verify: object
    on_failure: str
    seconds: float
    format: str
    path: str | None
    choices: transactions.Choices

    @property
    def rollback(self) -> bool:
        """True if edits that fail the check are undone."""
        return self.on_failure == "rollback"


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
    """Apply a model's answer, and ask again for the edits in it that fail.

    Nothing is written before all edits fit. Edits that fit are kept meanwhile: an answer to a prompt holds only the
    others. It ends when everything landed, after `max_reflections` prompts, when an answer is the same text again, or
    when `reprompt` returns None or an empty text.

    Args:
        text: a text in a format that `parse_edits` reads, requests, or calls as data.
        reprompt: takes a prompt and returns another text of edits.
        root: the folder that paths are relative to and may not leave.
        max_reflections: how often `reprompt` is called at most.
        verify: a command (a line for the shell, or a list) that is run in `root` and fails with an exit code other
            than 0; by default the one that the user's own configuration names. Or a callable that takes the batch
            and returns None or True where all is well, else False or a string that names the fault; an
            AssertionError fails too.
        on_verify_failure: `keep` the edits and ask for more, or `rollback` and ask for others.
        verify_seconds: time limit of a command.
        format: name of the format of the texts, instead of detecting it.
        path: the file for edits that name none.
        partial: write the edits that fit in the end, though others never did.
        force: accept a critical risk.
        backup: whether what the files were is kept, for undo.
        thresholds: from where on a change is a risk.
        hooks: callables before and after each edit; see `Hooks`.

    Raises:
        UsageError: when the call itself is wrong.
    """
    choices = transactions.Choices(partial, force, False, backup, thresholds, hooks)
    given = max_reflections, verify, on_verify_failure, verify_seconds, format, path, choices
    loop = _begun(text, _Terms(files.os_path(root), *given))
    asked = _advance(loop.send, None)
    while not isinstance(asked, ReflectionOutcome):
        try:
            found = _callee(asked, reprompt, verify)(asked)
            if inspect.isawaitable(found):
                if inspect.iscoroutine(found):
                    found.close()  # or Python warns that nobody awaited it
                raise UsageError(
                    "a coroutine function cannot be called here",
                    hint="call apply_with_reflection_async",
                )
        except BaseException as error:
            asked = _advance(loop.throw, error)
        else:
            asked = _advance(loop.send, found)
    return asked


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

    `reprompt` and `verify` may be coroutine functions. Files and commands are worked on in a thread.
    """
    choices = transactions.Choices(partial, force, False, backup, thresholds, hooks)
    given = max_reflections, verify, on_verify_failure, verify_seconds, format, path, choices
    loop = _begun(text, _Terms(files.os_path(root), *given))
    asked = await asyncio.to_thread(_advance, loop.send, None)
    while not isinstance(asked, ReflectionOutcome):
        try:
            found = _callee(asked, reprompt, verify)(asked)
            if inspect.isawaitable(found):
                found = await found
        except BaseException as error:
            # Not in a thread: a task that was cancelled may not wait for one.
            asked = _advance(loop.throw, error)
        else:
            asked = await asyncio.to_thread(_advance, loop.send, found)
    return asked


def _advance(step: Callable[[T], Question], value: T) -> Question | ReflectionOutcome:
    """Return the next question of the loop, or its outcome at the end."""
    try:
        return step(value)
    except StopIteration as end:  # which no thread can hand over
        return cast(ReflectionOutcome, end.value)


def _callee(asked: Question, reprompt: object, verify: object) -> Callable[[Question], Any]:
    return cast(Callable[[Question], Any], reprompt if isinstance(asked, str) else verify)


def _begun(text: transactions.Edits, terms: _Terms) -> Loop:
    """Check the arguments, and return the loop."""
    formats.require_format(terms.format)
    if terms.most < 0:
        raise UsageError("max_reflections is negative", hint="pass 0 for no further prompt")
    if terms.on_failure not in ("keep", "rollback"):
        raise UsageError(
            f"on_verify_failure is {terms.on_failure!r}", hint="pass 'keep' or 'rollback'"
        )
    if terms.rollback and not terms.choices.backup:
        raise UsageError("without a backup nothing can be undone", hint="pass backup=True")
    terms = replace(terms, root=roots.folder_of(terms.root))
    if terms.verify is None and (check := configured_check(terms.root)) is not None:
        terms = replace(terms, verify=check.command, seconds=check.seconds)
    return _reflect(terms, text)


def _reflect(terms: _Terms, text: transactions.Edits) -> Loop:
    """Apply the edits, and ask until they land. Edits that fit stay in `kept` while others are asked for."""
    rounds: list[Round] = []
    kept: tuple[FileRequest, ...] = ()
    place = 0  # where the answer goes among the kept edits
    prompt = pending = ""  # the last prompt; the last one that was not about a malformed text
    now = Round(text if isinstance(text, str) else "")
    stopped: Stop | None = None
    while stopped is None:
        requests = _parsed(terms, now.text if rounds else text)
        if isinstance(requests, str):
            now = replace(now, malformed=requests)
            prompt = malformed_prompt(requests, pending)
        else:
            requests = (*kept[:place], *requests, *kept[place:])
            now, batch = yield from _tried(terms, now, requests, partial=False)
            kept, place = (), 0
            if now.landed:
                stopped = Stop.LANDED
            elif now.taken_back is False:
                stopped = Stop.NOT_TAKEN_BACK
            elif now.verdict is not None:
                prompt = pending = verdict_prompt(now, now.verdict, batch)
            elif failed := failed_numbers(batch):
                kept = tuple(r for n, r in enumerate(requests) if n not in failed)
                place = sum(n not in failed for n in range(failed[0]))
                prompt = pending = failed_prompt(batch, failed, len(kept))
            else:  # no edit is at fault: the files cannot be written
                stopped = Stop.BLOCKED
        rounds.append(now)
        if stopped is None and len(rounds) > terms.most:
            stopped = Stop.ROUNDS
        if stopped is None:
            now = Round(_require_text((yield prompt)), prompt)
            if not now.text:
                stopped = Stop.SILENT
            elif now.text == rounds[-1].text:
                stopped = Stop.ALIKE
    if kept and terms.choices.partial:
        now, _ = yield from _tried(terms, Round(""), kept, partial=True)
        rounds.append(now)
        stopped = Stop.NOT_TAKEN_BACK if now.taken_back is False else stopped
    return ReflectionOutcome(tuple(rounds), stopped)


def _parsed(terms: _Terms, text: transactions.Edits) -> tuple[FileRequest, ...] | str:
    """Parse a text of edits, or return why it is malformed. An error in edits that are no text is raised."""
    if not isinstance(text, str):
        return transactions.requests_of(text, terms.path)
    try:
        return transactions.parse_edits(text, terms.format, path=terms.path)
    except UsageError as error:
        why = [error.message, *([f"hint: {error.hint}"] if error.hint else [])]
        if isinstance(error, FormatError):
            first = max(1, error.line - 3)
            rows = enumerate(text.split("\n")[first - 1 : error.line + 3], first)
            why += [f"{'>' if n == error.line else ' '} {n}| {row[:200]}" for n, row in rows]
        return "\n".join(why)


def _tried(
    terms: _Terms, now: Round, requests: tuple[FileRequest, ...], *, partial: bool
) -> Generator[Question, object, tuple[Round, BatchOutcome]]:
    """Apply edits and check the result; undo them if the check fails and the caller wants that."""
    choices = replace(terms.choices, partial=partial)
    batch = transactions.run("apply_edits", requests, terms.root, choices)
    now = replace(now, batch=batch)
    written = batch.status is Status.APPLIED
    if terms.verify is None or not (batch.landed or (partial and written)):
        return now, batch
    try:
        if callable(terms.verify):
            verdict = _verdict((yield batch), terms.verify)
        else:
            command = cast(str | Iterable[str], terms.verify)
            verdict = command_verdict(command, terms.root, terms.seconds)
    except AssertionError as error:
        verdict = Verdict(False, _name(terms.verify), str(error) or "AssertionError")
    except BaseException:
        # The check itself broke, which is no verdict: the error is the caller's, without the edits.
        if terms.rollback and written:
            _undone(terms, batch)
        raise
    now = replace(now, verdict=verdict)
    if terms.rollback and written and not verdict.passed:
        now = replace(now, taken_back=_undone(terms, batch))
    return now, batch


def _undone(terms: _Terms, batch: BatchOutcome) -> bool:
    return batch.undo_id is not None and transactions.undo(batch.undo_id, terms.root).landed


def configured_check(root: str) -> configuration.CommandHook | None:
    """Return the check that the user's own configuration names for a root.

    Raises:
        UsageError, FileError: when the configuration cannot be read.
    """
    return configuration.load(root).commands.verify


def command_verdict(command: str | Iterable[str], root: str, seconds: float) -> Verdict:
    """Run a command in a root. It passes with exit code 0 within its time limit."""
    words = command if isinstance(command, str) else tuple(command)
    ran = programs.run(words, root, seconds, merged=True)
    shown = words if isinstance(words, str) else " ".join(words)
    return Verdict(ran.code == 0, f"`{shown}`", ran.output, ran.code, ran.code is None)


def _verdict(opinion: object, verify: object) -> Verdict:
    if isinstance(opinion, Verdict):
        return opinion
    if opinion is None or isinstance(opinion, bool):
        return Verdict(opinion is not False, _name(verify))
    if isinstance(opinion, str):
        return Verdict(not opinion, _name(verify), opinion)
    raise UsageError(
        f"verify returned {type(opinion).__name__}",
        hint="return None or True where all is well, else False or a string that names the fault",
    )


def _require_text(answer: object) -> str:
    if answer is not None and not isinstance(answer, str):
        raise UsageError(
            f"reprompt returned {type(answer).__name__}, not a text",
            hint="return a text of edits, or None to stop",
        )
    return answer or ""


def _name(verify: object) -> str:
    inner = verify.func if isinstance(verify, bound) else verify
    return str(getattr(inner, "__name__", "the check"))
