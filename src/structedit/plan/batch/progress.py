"""The state of a batch while it runs: its options, and what it has made of each file so far."""

from __future__ import annotations

from structedit.calls.batch_outcomes import EditOutcome, FileOutcome
from structedit.calls.batches import EditFile
from structedit.judge.risk import Thresholds
from structedit.plan.results import Planned
from structedit.text.document import Document
from structedit.text.edit import EditSet
from structedit.text.project_language import OwnLanguage
from structedit.text.values import dataclass
from structedit.tree.source import Source


@dataclass(frozen=True, slots=True)
class Terms:
    """Options that hold for all edits of a batch."""

    operation: str
    force: bool
    partial: bool
    thresholds: Thresholds
    languages: tuple[OwnLanguage, ...] = ()


@dataclass(frozen=True, slots=True)
class Folded:
    """The outcomes of the edits of one group of files."""

    edits: tuple[EditOutcome, ...]
    files: tuple[FileOutcome, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """An edit that fits: `planned` is relative to the text that the edits `before` make of the file."""

    index: int
    before: EditSet
    planned: Planned
    request: EditFile


@dataclass(frozen=True, slots=True)
class BatchFile:
    """A file during the batch.

    `edits` are all edits of the batch so far, relative to `base`: the file's text before the batch, or
    the one that it was created with. `origin` is its path before the batch; None where it did not exist.
    """

    path: str
    base: Source
    now: Source
    origin: str | None
    before: Document | None = None
    edits: EditSet = EditSet()
    steps: tuple[Step, ...] = ()
    whole: bool = False
    """Whether its whole text was given."""
