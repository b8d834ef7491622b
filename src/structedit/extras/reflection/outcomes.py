"""The result of a reflection: every text of edits with its outcome, and why the loop ended.

Not here: the loop (`reflecting`), the prompts (`prompts`).
"""

from __future__ import annotations

from enum import StrEnum

from structedit.calls.batch_outcomes import BatchOutcome
from structedit.calls.printable import json_text
from structedit.calls.statuses import LANDED, JsonValue, Status
from structedit.text.values import dataclass


class Stop(StrEnum):
    """Why the loop ended."""

    LANDED = "landed"
    ROUNDS = "rounds"
    ALIKE = "alike"
    SILENT = "silent"
    BLOCKED = "blocked"
    NOT_TAKEN_BACK = "not_taken_back"


_STOPS: dict[Stop, str] = {
    Stop.LANDED: "everything landed",
    Stop.ROUNDS: "the limit of prompts is reached",
    Stop.ALIKE: "the answer was the same text again",
    Stop.SILENT: "there was no answer",
    Stop.BLOCKED: "other edits would not help",
    Stop.NOT_TAKEN_BACK: "the edits could not be undone",
}

_OUTPUT_LETTERS = 6_000
"""Letters of a check's output that prompts and reports show, from its end. Chosen by judgement."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of the check after a batch. `code` is a command's exit code, None after a time-out."""

    passed: bool
    what: str = "the check"
    output: str = ""
    code: int | None = None
    timed_out: bool = False

    def report(self) -> str:
        """Return one sentence; below it, for a failed check, the end of its output."""
        if self.passed:
            return f"{self.what} passed"
        how = f"failed with exit code {self.code}" if self.code is not None else "failed"
        if self.timed_out:
            how = "did not end within its time limit"
        output = self.output.strip("\n") or "(no output)"
        if len(output) > _OUTPUT_LETTERS:
            output = f"(cut) …{output[-_OUTPUT_LETTERS:]}"
        return f"{self.what} {how}.\n{output}"

    def to_dict(self) -> dict[str, JsonValue]:
        """Return the verdict as JSON values."""
        return {
            "passed": self.passed,
            "what": self.what,
            "code": self.code,
            "timed_out": self.timed_out,
            "output": json_text(self.output),
        }


@dataclass(frozen=True, slots=True)
class Round:
    """One text of edits and its outcome.

    `prompt` is the prompt that the text answers, None for the first. `malformed` says why the text cannot be parsed.
    `taken_back` is True if the edits were undone after a failed check, False if they could not be undone.
    """

    text: str
    prompt: str | None = None
    batch: BatchOutcome | None = None
    malformed: str | None = None
    verdict: Verdict | None = None
    taken_back: bool | None = None

    @property
    def landed(self) -> bool:
        """True if the edits are on disk and the check, if any, passed."""
        verified = self.verdict is None or self.verdict.passed
        return self.batch is not None and self.batch.landed and verified

    def report(self) -> str:
        """Return the round as one line."""
        if self.batch is None:
            return f"cannot be read: {(self.malformed or '').split(chr(10), 1)[0]}"
        totals = self.batch.totals
        line = f"{self.batch.status}, {totals.edits} edit{'s' * (totals.edits != 1)}"
        if self.batch.status in LANDED:
            line += f", +{totals.lines_added} -{totals.lines_removed}"
        line += f", {totals.failed} failed" if totals.failed else ""
        if self.verdict is not None:
            line += f", {self.verdict.report().split(chr(10), 1)[0].rstrip('.')}"
        return f"{line}, undone" if self.taken_back else line

    def to_dict(self) -> dict[str, JsonValue]:
        """Return the round as JSON values."""
        return {
            "prompt": json_text(self.prompt) if self.prompt is not None else None,
            "batch": self.batch.to_dict() if self.batch is not None else None,
            "malformed": json_text(self.malformed) if self.malformed is not None else None,
            "verdict": self.verdict.to_dict() if self.verdict is not None else None,
            "taken_back": bool(self.taken_back),
        }


@dataclass(frozen=True, slots=True)
class ReflectionOutcome:
    """The outcome of a text of edits and of all answers to the prompts after it."""

    rounds: tuple[Round, ...]
    stopped: Stop

    @property
    def batches(self) -> tuple[BatchOutcome, ...]:
        """The outcomes of all texts that could be parsed, oldest first."""
        return tuple(r.batch for r in self.rounds if r.batch is not None)

    @property
    def batch(self) -> BatchOutcome | None:
        """The outcome of the last text that could be parsed; None if none could."""
        return self.batches[-1] if self.batches else None

    @property
    def verified(self) -> bool | None:
        """True or False if the last check passed or failed; None if there was none."""
        verdicts = [r.verdict for r in self.rounds if r.verdict is not None]
        return verdicts[-1].passed if verdicts else None

    @property
    def landed(self) -> bool:
        """True if all edits are in the files and the check, if any, passed."""
        return self.stopped is Stop.LANDED

    @property
    def status(self) -> Status:
        """`applied` if edits of any round are in the files, else the status of the last batch."""
        kept = [r.batch.status for r in self.rounds if r.batch is not None and not r.taken_back]
        if Status.APPLIED in kept:
            return Status.APPLIED
        last = self.rounds[-1]
        return Status.REFUSED if last.batch is None or last.taken_back else last.batch.status

    @property
    def undo_ids(self) -> tuple[str, ...]:
        """Transactions that are in the files, oldest first: undo them from the last to the first."""
        kept = (r.batch for r in self.rounds if r.batch is not None and not r.taken_back)
        return tuple(batch.undo_id for batch in kept if batch.undo_id is not None)

    @property
    def message(self) -> str:
        """The outcome as one sentence."""
        last, count = self.rounds[-1], len(self.rounds)
        after = f"after {count} round{'s' * (count != 1)}"
        if self.landed:
            return f"landed {after}"
        if last.malformed is not None:
            what = "the last text cannot be read"
        elif last.taken_back:
            what = "the check failed and the edits were undone"
        elif last.verdict is not None and not last.verdict.passed:
            what = "the edits are in the files, but the check failed"
        else:
            what = "not all edits landed"
        return f"{what}, {after}: {_STOPS[self.stopped]}"

    def report(self) -> str:
        """Return the outcome as text: one line for each round, then the last one in full."""
        lines = [f"{self.status}: {self.message}"]
        lines += [f"  round {n}: {one.report()}" for n, one in enumerate(self.rounds, 1)]
        last = self.rounds[-1]
        if last.verdict is not None and not last.verdict.passed:
            lines += ["", last.verdict.report()]
        elif last.batch is not None:
            lines += ["", last.batch.report()]
        return "\n".join(lines)

    def to_dict(self) -> dict[str, JsonValue]:
        """Return the outcome as JSON values."""
        return {
            "status": self.status.value,
            "stopped": self.stopped.value,
            "landed": self.landed,
            "verified": self.verified,
            "message": json_text(self.message),
            "undo_ids": list(self.undo_ids),
            "rounds": [{"round": n, **one.to_dict()} for n, one in enumerate(self.rounds, 1)],
        }
