"""What a batch has made of a file so far, and on which terms."""

from __future__ import annotations

from structedit.judging.risk import Thresholds
from structedit.model.batch_outcomes import EditOutcome, FileOutcome
from structedit.model.batches import (
    EditFile,
)
from structedit.planning.results import Planned
from structedit.syntax.source import Source
from structedit.text.document import Document
from structedit.text.edit import EditSet
from structedit.text.languages import OwnLanguage
from structedit.values import dataclass


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for all edits of a batch."""

    operation: str
    force: bool
    partial: bool
    thresholds: Thresholds
    languages: tuple[OwnLanguage, ...] = ()


@dataclass(frozen=True, slots=True)
class Folded:
    """What came of the edits of one line of descent."""

    edits: tuple[EditOutcome, ...]
    files: tuple[FileOutcome, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """An edit that fits: what it does to the text that `before` makes of the file."""

    index: int
    before: EditSet
    planned: Planned
    request: EditFile


@dataclass(frozen=True, slots=True)
class BatchFile:
    """A file during the batch.

    `edits` are all of the batch so far, of `base`: the file's text before the batch, or the one
    that it was made with. `origin` is its path before the batch; None where it was not there.
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
