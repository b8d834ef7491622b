"""Reflection as a state machine: the result of each step decides the next one.

A batch goes in. What of it fails, or cannot be read, or does not pass the check afterwards, is
asked for again, until it lands or asking is of no more use. `step` is that machine: from a state and
an event it makes the next state, which names the one thing to do (`Apply`, `Ask`, `Check`, `TakeBack`)
or is done. Doing it is the driver's part (`reflecting`), waiting or not.

Edits that fit stay with the state while others are asked for: nothing is on disk until all fit
(or, with `partial`, until no more is asked for).

>>> state = begun((), Terms(rounds=3))
>>> type(state.todo).__name__
'Apply'
"""

from __future__ import annotations

from typing import assert_never

from structedit.calls.batch_outcomes import BatchOutcome, EditOutcome
from structedit.calls.batches import FileRequest
from structedit.calls.statuses import Fate, Reason, Status
from structedit.extras.reflection.outcomes import (
    STOPS,
    Malformed,
    ReflectionOutcome,
    Round,
    Stop,
    Verdict,
)
from structedit.extras.reflection.prompts import failed_numbers, prompt_of
from structedit.text.errors import FormatError, UsageError
from structedit.text.lazily import regex
from structedit.text.values import dataclass, replace

_NUMBERS = regex(r"0x[0-9a-f]+|\d+(?:\.\d+)?")


# Things to do


@dataclass(frozen=True, slots=True)
class Apply:
    """Run these edits as one batch; with `partial`, write those that can land."""

    requests: tuple[FileRequest, ...]
    partial: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask for another text of edits."""

    prompt: str


@dataclass(frozen=True, slots=True)
class Check:
    """Check whether a batch that landed is right."""

    batch: BatchOutcome


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo a batch."""

    batch: BatchOutcome


Todo = Apply | Ask | Check | TakeBack


# Events


@dataclass(frozen=True, slots=True)
class Answered:
    """Another text came, and was read as these edits."""

    text: str
    requests: tuple[FileRequest, ...]


@dataclass(frozen=True, slots=True)
class Unread:
    """Another text came that cannot be read."""

    text: str
    malformed: Malformed


@dataclass(frozen=True, slots=True)
class Silence:
    """No text came, or an empty one."""

    text: str = ""


Event = Answered | Unread | Silence | BatchOutcome | Verdict


@dataclass(frozen=True, slots=True)
class Terms:
    """Options that hold throughout: number of further rounds, whether there is a check, what then."""

    rounds: int = 3  # chosen by judgement
    checks: bool = False
    rollback: bool = False
    partial: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The state of a reflection. `todo` is what to do next, None at the end.

    `requests` are those of the batch under way, `kept` those that fit while others are asked
    for; the answer takes its place among them at `place`. `seen` is how rounds have failed.
    """

    terms: Terms
    todo: Todo | None
    rounds: tuple[Round, ...] = ()
    requests: tuple[FileRequest, ...] = ()
    kept: tuple[FileRequest, ...] = ()
    place: int = 0
    seen: tuple[object, ...] = ()
    stopped: Stop | None = None
    closing: bool = False
    """Whether the batch under way only writes what fits, after the last round."""


def begun(requests: tuple[FileRequest, ...], terms: Terms, text: str = "") -> State:
    """Begin with a text that was read."""
    return State(terms, Apply(requests), (Round(text),), requests)


def begun_unread(text: str, malformed: Malformed, terms: Terms) -> State:
    """Begin with a text that cannot be read."""
    return _unread(State(terms, None, (Round(text),)), malformed)


def step(state: State, event: Event) -> State:
    """The state after an event; it names what to do next."""
    match event:
        case Answered():
            requests = (
                *state.kept[: state.place],
                *event.requests,
                *state.kept[state.place :],
            )
            state = _with_round(state, event.text)
            return replace(state, todo=Apply(requests), requests=requests)
        case Unread():
            return _unread(_with_round(state, event.text), event.malformed)
        case Silence():
            return _stopped(state, Stop.SILENT)
        case BatchOutcome():
            return _applied(state, event)
        case Verdict():
            return _checked(state, event)
        case _:
            assert_never(event)


def outcome_of(state: State) -> ReflectionOutcome:
    """The outcome of a state that is done."""
    assert state.stopped is not None
    return ReflectionOutcome(
        _status(state), state.rounds, state.stopped, _sentence(state.rounds, state.stopped)
    )


def malformed_by(error: UsageError, text: str) -> Malformed:
    """Why a text cannot be read, with the lines around the place."""
    line = error.line if isinstance(error, FormatError) else None
    return Malformed(error.message, error.hint, line, _around(text, line))


def _with_round(state: State, text: str) -> State:
    asked = state.todo.prompt if isinstance(state.todo, Ask) else None
    return replace(state, rounds=(*state.rounds, Round(text, asked)))


def _noted(state: State, **said: object) -> State:
    """The state with something added to the round under way."""
    last = replace(state.rounds[-1], **said)  # type: ignore[arg-type]
    return replace(state, rounds=(*state.rounds[:-1], last))


def _unread(state: State, malformed: Malformed) -> State:
    state = _noted(state, malformed=malformed)
    return _asking(state, ("unread", state.rounds[-1].text, malformed.message))


def _applied(state: State, batch: BatchOutcome) -> State:
    if isinstance(state.todo, TakeBack):
        state = _noted(state, taken_back=batch)
        if not batch.landed:
            return replace(state, stopped=Stop.NOT_TAKEN_BACK, todo=None)
        if state.closing:
            return replace(state, todo=None)
        return _asking(replace(state, kept=(), place=0), _way_of_verdict(state))
    state = _noted(state, batch=batch)
    if state.closing:
        checks = state.terms.checks and batch.status is Status.APPLIED
        return replace(state, todo=Check(batch) if checks else None)
    if batch.landed:
        state = replace(state, kept=(), place=0)
        return replace(state, todo=Check(batch)) if state.terms.checks else _stopped(state)
    failed = failed_numbers(batch)
    if not failed:
        return _stopped(state, Stop.BLOCKED)
    kept = tuple(r for n, r in enumerate(state.requests) if n not in failed)
    place = sum(n not in failed for n in range(min(failed)))
    return _asking(replace(state, kept=kept, place=place), _way_of_batch(state, batch))


def _checked(state: State, verdict: Verdict) -> State:
    assert isinstance(state.todo, Check)
    batch = state.todo.batch
    state = _noted(state, verdict=verdict)
    if verdict.passed:
        return replace(state, todo=None) if state.closing else _stopped(state)
    if state.terms.rollback and batch.status is Status.APPLIED:
        return replace(state, todo=TakeBack(batch))
    if state.closing:
        return replace(state, todo=None)
    return _asking(state, _way_of_verdict(state))


def _asking(state: State, way: object) -> State:
    """Ask again, unless that is of no more use."""
    if way in state.seen[-1:]:
        return _stopped(state, Stop.ALIKE)
    state = replace(state, seen=(*state.seen, way))
    if len(state.rounds) > state.terms.rounds:
        return _stopped(state, Stop.ROUNDS)
    return replace(state, todo=Ask(prompt_of(state.rounds, len(state.kept))))


def _stopped(state: State, why: Stop = Stop.LANDED) -> State:
    """The last state; edits that fit are written now, where that was wanted."""
    state = replace(state, stopped=why, todo=None)
    if why is Stop.LANDED or not state.terms.partial or not state.kept:
        return state
    return replace(
        _with_round(state, ""), todo=Apply(state.kept, partial=True), closing=True, kept=()
    )


def _way_of_batch(state: State, batch: BatchOutcome) -> object:
    """How a batch failed: what was asked, and why each edit of it did not land."""
    failed = failed_numbers(batch)
    asked = tuple(_unplaced(state.requests[n]) for n in failed)
    return ("failed", asked, tuple(_reason_of(batch, batch.edits[n]) for n in failed))


def _way_of_verdict(state: State) -> object:
    """How a check failed: for which edits, with what output; numbers in it may change."""
    verdict = state.rounds[-1].verdict
    assert verdict is not None
    asked = tuple(map(_unplaced, state.requests))
    return ("checked", asked, verdict.code, _NUMBERS.sub("#", verdict.output))


def _unplaced(request: FileRequest) -> FileRequest:
    """A request without the line at which it stood in its text."""
    return replace(request, line=None)


def _reason_of(batch: BatchOutcome, edit: EditOutcome) -> Reason | None:
    blocked = (f.failure for f in batch.files if edit.path in (f.path, f.moved_from))
    found = next((failure.reason for failure in blocked if failure is not None), None)
    return edit.reason if edit.status is Fate.FAILED else found


def _status(state: State) -> Status:
    """The status of the files, by the last batch."""
    last = state.rounds[-1]
    if last.batch is None or last.is_back:
        earlier = any(r.batch and r.batch.status is Status.APPLIED for r in state.rounds[:-1])
        kept = earlier and not any(r.is_back for r in state.rounds)
        return Status.APPLIED if kept else Status.REFUSED
    return last.batch.status


def _sentence(rounds: tuple[Round, ...], stopped: Stop) -> str:
    many = f"{len(rounds)} round{'s' * (len(rounds) != 1)}"
    if stopped is Stop.LANDED:
        return f"landed after {many}"
    last = rounds[-1]
    if last.malformed is not None:
        what = "the last text cannot be read"
    elif last.is_back:
        what = "the check failed and the edits were taken back"
    elif last.verdict is not None and not last.verdict.passed:
        what = "the edits are in the files, but the check failed"
    else:
        what = "not all edits landed"
    return f"{what}, after {many}: {STOPS[stopped]}"


def _around(text: str, line: int | None) -> tuple[str, ...]:
    if line is None:
        return ()
    lines = text.split("\n")
    first = max(1, line - 3)
    shown = enumerate(lines[first - 1 : line + 3], first)
    return tuple(f"{'>' if n == line else ' '} {n}| {row[:200]}" for n, row in shown)
