"""Reflection as a fold: what a round gave becomes what is to be done next.

A batch goes in. What of it fails, or cannot be read, or does not stand the check afterwards, is
asked for again, until it lands or asking is of no more use. `step` is that machine: a state and
an event give the next state, which names the one thing to do (`Apply`, `Ask`, `Check`, `TakeBack`)
or is done. Doing it is the driver's (`reflection`), waiting or not.

Edits that fit stay with the state while others are asked for: nothing is on disk until all fit
(or, with `partial`, until no more is asked for).

>>> state = begun((), Terms(rounds=3))
>>> type(state.todo).__name__
'Apply'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from typing import assert_never

from structedit.errors import FormatError, UsageError
from structedit.model.batch_outcomes import BatchOutcome, EditOutcome, Fate
from structedit.model.batches import FileRequest
from structedit.model.outcomes import LANDED, JsonValue, Reason, Status
from structedit.values import dataclass

MOST_LETTERS = 24_000
"""Letters of a prompt; each of its parts has its own limit, so this is seldom reached."""

_REPORT_LETTERS = 6_000
_OUTPUT_LINES = 80
_DIFF_LINES = 80
_FULL_REPORTS = 10
_NUMBERS = re.compile(r"0x[0-9a-f]+|\d+(?:\.\d+)?")


class Stop(StrEnum):
    """Why no more was asked for."""

    LANDED = "landed"
    ROUNDS = "rounds"
    ALIKE = "alike"
    SILENT = "silent"
    BLOCKED = "blocked"
    NOT_TAKEN_BACK = "not_taken_back"


STOPS: dict[Stop, str] = {
    Stop.LANDED: "everything landed",
    Stop.ROUNDS: "the bound on rounds is reached",
    Stop.ALIKE: "two rounds failed alike: the same was sent again",
    Stop.SILENT: "there was no further answer",
    Stop.BLOCKED: "another text of edits would not help",
    Stop.NOT_TAKEN_BACK: "the files could not be taken back",
}


@dataclass(frozen=True, slots=True)
class Malformed:
    """A text of edits that cannot be read: why, and the lines around the place."""

    message: str
    hint: str = ""
    line: int | None = None
    around: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the check after a batch found. `code` is a command's exit code, None at a time-out."""

    passed: bool
    what: str = "the check"
    output: str = ""
    code: int | None = None
    timed_out: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """One text of edits and what came of it; `prompt` is what it answers, None for the first."""

    text: str
    prompt: str | None = None
    batch: BatchOutcome | None = None
    malformed: Malformed | None = None
    verdict: Verdict | None = None
    taken_back: BatchOutcome | None = None

    @property
    def landed(self) -> bool:
        """Tell whether its edits are on disk and nothing is wrong with them."""
        verified = self.verdict is None or self.verdict.passed
        return self.batch is not None and self.batch.landed and verified


@dataclass(frozen=True, slots=True)
class ReflectionOutcome:
    """What came of a text of edits and of all that was asked for after it."""

    status: Status
    rounds: tuple[Round, ...]
    stopped: Stop
    message: str = ""

    @property
    def batches(self) -> tuple[BatchOutcome, ...]:
        """What came of each round that could be read, oldest first."""
        return tuple(r.batch for r in self.rounds if r.batch is not None)

    @property
    def batch(self) -> BatchOutcome | None:
        """What came of the last round that could be read."""
        return self.batches[-1] if self.batches else None

    @property
    def verified(self) -> bool | None:
        """Whether the last check passed; None where there was none."""
        verdicts = [r.verdict for r in self.rounds if r.verdict is not None]
        return verdicts[-1].passed if verdicts else None

    @property
    def landed(self) -> bool:
        """Tell whether the files are as wanted, and the check, if there is one, passed."""
        return self.stopped is Stop.LANDED

    @property
    def undo_ids(self) -> tuple[str, ...]:
        """Transactions that are on disk, oldest first: undo them from the last to the first."""
        kept = (r.batch for r in self.rounds if r.batch is not None and not _is_back(r))
        return tuple(batch.undo_id for batch in kept if batch.undo_id is not None)

    def report(self) -> str:
        """Say what happened, round by round, the last one in full."""
        return report_of(self)

    def to_dict(self) -> dict[str, JsonValue]:
        """Give the outcome as JSON values."""
        return {
            "status": self.status.value,
            "stopped": self.stopped.value,
            "landed": self.landed,
            "verified": self.verified,
            "message": self.message,
            "undo_ids": list(self.undo_ids),
            "rounds": [_round_dict(number, r) for number, r in enumerate(self.rounds, 1)],
        }


# What is to be done


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
    """Look whether a batch that landed is right."""

    batch: BatchOutcome


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo a batch."""

    batch: BatchOutcome


Todo = Apply | Ask | Check | TakeBack


# What happened


@dataclass(frozen=True, slots=True)
class Answered:
    """Another text came, read as these edits."""

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
    """What holds throughout: so many further rounds, whether there is a check, what then."""

    rounds: int = 3
    checks: bool = False
    rollback: bool = False
    partial: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """Where a reflection stands. `todo` is what to do next, None at the end.

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
    """Take in what happened; the new state says what to do next."""
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
    """Give the outcome of a state that is done."""
    assert state.stopped is not None
    return ReflectionOutcome(
        _status(state), state.rounds, state.stopped, _sentence(state.rounds, state.stopped)
    )


def malformed_by(error: UsageError, text: str) -> Malformed:
    """Describe why a text cannot be read, with the lines around the place."""
    line = error.line if isinstance(error, FormatError) else None
    return Malformed(error.message, error.hint, line, _around(text, line))


def _with_round(state: State, text: str) -> State:
    asked = state.todo.prompt if isinstance(state.todo, Ask) else None
    return replace(state, rounds=(*state.rounds, Round(text, asked)))


def _noted(state: State, **said: object) -> State:
    """Note something in the round under way."""
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
    return replace(state, todo=Ask(prompt_of(state)))


def _stopped(state: State, why: Stop = Stop.LANDED) -> State:
    """End; what fits is written now, where that was wanted."""
    state = replace(state, stopped=why, todo=None)
    if why is Stop.LANDED or not state.terms.partial or not state.kept:
        return state
    return replace(
        _with_round(state, ""), todo=Apply(state.kept, partial=True), closing=True, kept=()
    )


def _way_of_batch(state: State, batch: BatchOutcome) -> object:
    """Give how a batch failed: what was asked, and why each edit of it did not land."""
    failed = failed_numbers(batch)
    asked = tuple(_unplaced(state.requests[n]) for n in failed)
    return ("failed", asked, tuple(_reason_of(batch, batch.edits[n]) for n in failed))


def _way_of_verdict(state: State) -> object:
    """Give how a check failed: for which edits, and saying what; numbers in it may change."""
    verdict = state.rounds[-1].verdict
    assert verdict is not None
    asked = tuple(map(_unplaced, state.requests))
    return ("checked", asked, verdict.code, _NUMBERS.sub("#", verdict.output))


def _unplaced(request: FileRequest) -> FileRequest:
    """Give a request without the line at which it stood in its text."""
    return replace(request, line=None)


def failed_numbers(batch: BatchOutcome) -> tuple[int, ...]:
    """Give the numbers of the edits to ask for again: that failed, or whose file is refused."""
    failed = {edit.index for edit in batch.failed}
    for file in batch.files:
        its = {e.index for e in batch.edits if e.path in (file.path, file.moved_from)}
        failed |= its if file.failure is not None and not its & failed else set()
    return tuple(sorted(failed))


def _reason_of(batch: BatchOutcome, edit: EditOutcome) -> Reason | None:
    blocked = (f.failure for f in batch.files if edit.path in (f.path, f.moved_from))
    found = next((failure.reason for failure in blocked if failure is not None), None)
    return edit.reason if edit.status is Fate.FAILED else found


def _is_back(round: Round) -> bool:
    return round.taken_back is not None and round.taken_back.landed


def _status(state: State) -> Status:
    """Say what became of the files, by the last batch."""
    last = state.rounds[-1]
    if last.batch is None or _is_back(last):
        earlier = any(r.batch and r.batch.status is Status.APPLIED for r in state.rounds[:-1])
        kept = earlier and not any(map(_is_back, state.rounds))
        return Status.APPLIED if kept else Status.REFUSED
    return last.batch.status


def _sentence(rounds: tuple[Round, ...], stopped: Stop) -> str:
    many = f"{len(rounds)} round{'s' * (len(rounds) != 1)}"
    if stopped is Stop.LANDED:
        return f"landed after {many}"
    last = rounds[-1]
    if last.malformed is not None:
        what = "the last text cannot be read"
    elif _is_back(last):
        what = "the check failed and the edits were taken back"
    elif last.verdict is not None and not last.verdict.passed:
        what = "the edits are in the files, but the check failed"
    else:
        what = "not all edits landed"
    return f"{what}, after {many}: {STOPS[stopped]}"


# Prompts


def prompt_of(state: State) -> str:
    """Write what to ask for: only what failed, with what the files hold."""
    last = state.rounds[-1]
    if last.malformed is not None:
        parts = [*_malformed_part(last.malformed), *_still_failing(state)]
    elif last.verdict is not None and last.batch is not None:
        parts = _verdict_part(last, last.verdict, last.batch)
    else:
        assert last.batch is not None
        parts = _failed_part(state, last.batch)
    return _cut("\n".join(parts), MOST_LETTERS) + "\n"


def _malformed_part(malformed: Malformed) -> list[str]:
    hint = [f"hint: {malformed.hint}"] if malformed.hint else []
    around = ["The lines there:", *malformed.around] if malformed.around else []
    said = [f"The text of edits cannot be read: {malformed.message}.", *hint, *around, ""]
    return [*said, "Nothing of it was applied. Send the edits of that text again, well-formed."]


def _still_failing(state: State) -> list[str]:
    """Repeat which edits are asked for, after an answer that could not be read."""
    batch = next((r.batch for r in reversed(state.rounds[:-1]) if r.batch is not None), None)
    if not state.kept or batch is None:
        return []
    return ["", "Still asked for are only the edits that failed before:", *_reports(batch)]


def _failed_part(state: State, batch: BatchOutcome) -> list[str]:
    failed = len(failed_numbers(batch))
    kept = len(state.kept)
    head = f"{failed} of {failed + kept} edits did not land; nothing is written yet."
    if kept:
        others = "The other one fits" if kept == 1 else f"The other {kept} fit"
        head += f" {others} and will be applied with your answer: do not repeat what fits."
    whole = batch.diagnosis
    general = [f"{whole.message}. {whole.fix}"] if whole is not None else []
    ask = "Send the edits below again, corrected after what the files hold, in the same format."
    return [head, *general, ask, *_reports(batch)]


def _reports(batch: BatchOutcome) -> list[str]:
    """Give the report of each edit that failed, what the file holds included."""
    found: list[str] = []
    for number in failed_numbers(batch)[:_FULL_REPORTS]:
        edit = batch.edits[number]
        where = f" (line {edit.line} of the text)" if edit.line is not None else ""
        found += ["", f"== {edit.operation} in {edit.path}{where} =="]
        found.append(_cut(_report_of(batch, edit), _REPORT_LETTERS))
    more = len(failed_numbers(batch)) - _FULL_REPORTS
    return [*found, "", f"… and {more} more edits that failed"] if more > 0 else found


def _report_of(batch: BatchOutcome, edit: EditOutcome) -> str:
    """Give an edit's own report, or that of its file where the edits fit one by one."""
    if edit.status is Fate.FAILED:
        return edit.report()
    blocked = (f.failure for f in batch.files if edit.path in (f.path, f.moved_from))
    return next((failure.report() for failure in blocked if failure is not None), edit.report())


def _verdict_part(last: Round, verdict: Verdict, batch: BatchOutcome) -> list[str]:
    if _is_back(last):
        state = "The edits fitted, but were taken back: the files are as they were before them."
        ask = "Send all edits again, so that it passes."
    else:
        state = "The edits are in the files, which stay as they are now."
        ask = "Send further edits of the files as they are now, so that it passes."
    diff = batch.diff.split("\n")
    told = ["", "What the edits changed:", *_first(diff, _DIFF_LINES)] if batch.diff else []
    return [failure_of(verdict), state, ask, "", "It printed:", *last_lines(verdict.output), *told]


def failure_of(verdict: Verdict) -> str:
    """Say in a sentence how a check failed."""
    if verdict.timed_out:
        return f"{verdict.what} did not end within its time limit."
    code = f" with exit code {verdict.code}" if verdict.code is not None else ""
    return f"{verdict.what} failed{code}."


def last_lines(output: str) -> list[str]:
    """Give the end of what a program printed, where it says what failed."""
    lines = output.rstrip("\n").split("\n") if output.strip() else ["(nothing)"]
    more = len(lines) - _OUTPUT_LINES
    return lines if more <= 0 else [f"… {more} lines before", *lines[-_OUTPUT_LINES:]]


def _first(lines: list[str], most: int) -> list[str]:
    more = len(lines) - most
    return lines if more <= 0 else [*lines[:most], f"… {more} more lines"]


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most].rstrip() + "\n… (cut)"


def _around(text: str, line: int | None) -> tuple[str, ...]:
    if line is None:
        return ()
    lines = text.split("\n")
    first = max(1, line - 3)
    shown = enumerate(lines[first - 1 : line + 3], first)
    return tuple(f"{'>' if n == line else ' '} {n}| {row[:200]}" for n, row in shown)


# Reports


def report_of(outcome: ReflectionOutcome) -> str:
    """Say what happened: a line for each round, and the last one in full."""
    rows = [f"  round {n}: {_round_line(r)}" for n, r in enumerate(outcome.rounds, 1)]
    last = outcome.rounds[-1]
    full: Iterable[str] = ()
    if last.verdict is not None and not last.verdict.passed:
        full = ("", failure_of(last.verdict), *last_lines(last.verdict.output))
    elif last.batch is not None:
        full = ("", last.batch.report())
    return "\n".join((f"{outcome.status}: {outcome.message}", *rows, *full))


def _round_line(round: Round) -> str:
    if round.malformed is not None:
        return f"cannot be read: {round.malformed.message}"
    batch = round.batch
    if batch is None:
        return "nothing was done"
    totals = batch.totals
    lines = f", +{totals.lines_added} -{totals.lines_removed}"
    fit = lines if batch.status in LANDED else f", {len(failed_numbers(batch))} failed"
    said = f"{batch.status}, {totals.edits} edit{'s' * (totals.edits != 1)}{fit}"
    if round.verdict is not None:
        said += ", the check passed" if round.verdict.passed else f". {failure_of(round.verdict)}"
    if round.taken_back is not None:
        said += " Taken back." if round.taken_back.landed else " It could not be taken back."
    return said


def _round_dict(number: int, round: Round) -> dict[str, JsonValue]:
    malformed, verdict = round.malformed, round.verdict
    return {
        "round": number,
        "prompt": round.prompt,
        "batch": round.batch.to_dict() if round.batch is not None else None,
        "malformed": None
        if malformed is None
        else {"message": malformed.message, "hint": malformed.hint, "line": malformed.line},
        "verdict": verdict_dict(verdict) if verdict is not None else None,
        "taken_back": round.taken_back is not None and round.taken_back.landed,
    }


def verdict_dict(verdict: Verdict) -> dict[str, JsonValue]:
    """Give a verdict as JSON values."""
    return {
        "passed": verdict.passed,
        "what": verdict.what,
        "code": verdict.code,
        "timed_out": verdict.timed_out,
        "output": verdict.output,
    }
