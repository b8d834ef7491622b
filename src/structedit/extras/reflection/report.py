"""Reports of reflections: a line for each round, then the last one in full; and as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from structedit.calls.as_dict import JsonObject
from structedit.calls.printable import json_text
from structedit.calls.statuses import LANDED
from structedit.extras.reflection.prompts import failed_numbers, failure_of, last_lines

if TYPE_CHECKING:
    from structedit.extras.reflection.outcomes import ReflectionOutcome, Round, Verdict


def reflection_report(outcome: ReflectionOutcome) -> str:
    """The outcome as text: a line for each round, and the last one in full."""
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


def reflection_dict(outcome: ReflectionOutcome) -> JsonObject:
    """The outcome of a reflection as JSON values."""
    return {
        "status": outcome.status.value,
        "stopped": outcome.stopped.value,
        "landed": outcome.landed,
        "verified": outcome.verified,
        "message": json_text(outcome.message),
        "undo_ids": list(outcome.undo_ids),
        "rounds": [_round_dict(number, r) for number, r in enumerate(outcome.rounds, 1)],
    }


def _round_dict(number: int, round: Round) -> JsonObject:
    malformed, verdict = round.malformed, round.verdict
    return {
        "round": number,
        "prompt": json_text(round.prompt) if round.prompt is not None else None,
        "batch": round.batch.to_dict() if round.batch is not None else None,
        "malformed": None
        if malformed is None
        else {"message": malformed.message, "hint": malformed.hint, "line": malformed.line},
        "verdict": verdict_dict(verdict) if verdict is not None else None,
        "taken_back": round.is_back,
    }


def verdict_dict(verdict: Verdict) -> JsonObject:
    """A verdict as JSON values."""
    return {
        "passed": verdict.passed,
        "what": verdict.what,
        "code": verdict.code,
        "timed_out": verdict.timed_out,
        "output": json_text(verdict.output),
    }
