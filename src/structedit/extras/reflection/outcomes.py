"""Outcomes of a reflection: its rounds, and why it ended.

Not here: what follows from a round (`rounds`), and carrying it out (`reflecting`).
"""

from __future__ import annotations

from enum import StrEnum

from structedit.calls.batch_outcomes import BatchOutcome
from structedit.calls.statuses import JsonValue, Status
from structedit.text.values import dataclass


class Stop(StrEnum):
    """Why no further text was asked for."""

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
    """A text of edits that cannot be read: the reason, and the lines around the place."""

    message: str
    hint: str = ""
    line: int | None = None
    around: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of the check after a batch. `code` is a command's exit code, None at a time-out."""

    passed: bool
    what: str = "the check"
    output: str = ""
    code: int | None = None
    timed_out: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """One text of edits and its outcome; `prompt` is what it answers, None for the first."""

    text: str
    prompt: str | None = None
    batch: BatchOutcome | None = None
    malformed: Malformed | None = None
    verdict: Verdict | None = None
    taken_back: BatchOutcome | None = None

    @property
    def is_back(self) -> bool:
        """Whether its edits were undone."""
        return self.taken_back is not None and self.taken_back.landed

    @property
    def landed(self) -> bool:
        """Whether its edits are on disk and the check, if any, passed."""
        verified = self.verdict is None or self.verdict.passed
        return self.batch is not None and self.batch.landed and verified


@dataclass(frozen=True, slots=True)
class ReflectionOutcome:
    """The outcome of a text of edits and of all that was asked for after it."""

    status: Status
    rounds: tuple[Round, ...]
    stopped: Stop
    message: str = ""

    @property
    def batches(self) -> tuple[BatchOutcome, ...]:
        """The outcomes of all rounds that could be read, oldest first."""
        return tuple(r.batch for r in self.rounds if r.batch is not None)

    @property
    def batch(self) -> BatchOutcome | None:
        """The outcome of the last round that could be read; None if none could."""
        return self.batches[-1] if self.batches else None

    @property
    def verified(self) -> bool | None:
        """Whether the last check passed; None where there was none."""
        verdicts = [r.verdict for r in self.rounds if r.verdict is not None]
        return verdicts[-1].passed if verdicts else None

    @property
    def landed(self) -> bool:
        """Whether the files are as wanted, and the check, if there is one, passed."""
        return self.stopped is Stop.LANDED

    @property
    def undo_ids(self) -> tuple[str, ...]:
        """Transactions that are on disk, oldest first: undo them from the last to the first."""
        kept = (r.batch for r in self.rounds if r.batch is not None and not r.is_back)
        return tuple(batch.undo_id for batch in kept if batch.undo_id is not None)

    def report(self) -> str:
        """The outcome as text, round by round, the last one in full."""
        from structedit.extras.reflection.report import reflection_report

        return reflection_report(self)

    def to_dict(self) -> dict[str, JsonValue]:
        """The outcome as JSON values."""
        from structedit.extras.reflection.report import reflection_dict

        return reflection_dict(self)
