"""The state of a batch while it runs: its options, and what it has made of each file so far."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from structedit.calls.batch_outcomes import EditOutcome, FileOutcome
from structedit.calls.batches import EditFile
from structedit.judge.risk import Thresholds
from structedit.plan.results import Planned
from structedit.text.composition import Composition
from structedit.text.document import Document, Span
from structedit.text.edit import EditSet
from structedit.text.project_language import OwnLanguage
from structedit.text.values import dataclass, field
from structedit.tree.source import Source

if TYPE_CHECKING:
    from structedit.plan.batch.made_already import Trace


@dataclass(frozen=True, slots=True)
class Terms:
    """Options that hold for all edits of a batch.

    With `again`, a text that is inserted where it stands already counts as one that was inserted before.
    """

    operation: str
    force: bool
    partial: bool
    thresholds: Thresholds
    languages: tuple[OwnLanguage, ...] = ()
    again: bool = False


@dataclass(frozen=True, slots=True)
class Folded:
    """The outcomes of the edits of one group of files.

    `traces` are of edits that seem to be made already, `repeated` the insertions of what stands there.
    """

    edits: tuple[EditOutcome, ...]
    files: tuple[FileOutcome, ...]
    traces: Mapping[int, Trace]
    repeated: frozenset[int]


@dataclass(frozen=True, slots=True)
class Step:
    """An edit that fits.

    `planned` is of the text that the edits before it left. `target` and `spans` are what it aims at and
    what each of its edits replaces, in the text before the batch.
    """

    index: int
    planned: Planned
    request: EditFile
    target: Span
    spans: tuple[Span, ...]


@dataclass(slots=True)
class BatchFile:
    """A file during the batch, which each edit changes.

    `edits` are all edits of the batch so far, relative to `base`: the file's text before the batch, or
    the one that it was created with. `origin` is its path before the batch; None where it did not exist.
    """

    path: str
    base: Source
    now: Source
    origin: str | None
    before: Document | None = None
    edits: Composition = field(default_factory=Composition)
    steps: list[Step] = field(default_factory=list)
    traces: dict[int, Trace] = field(default_factory=dict)
    """What is left of edits that failed, by their number, where they may have been made before."""
    repeated: set[int] = field(default_factory=set)
    """Insertions, by their number, of a text that stands right there already."""
    whole: bool = False
    """True if a request gave the whole text of the file."""

    def edit(self, edits: EditSet) -> bool:
        """Make edits of the text as it is now; returns whether they change anything."""
        after = self.now.edited_further(edits)
        if after.data == self.now.data:
            return False
        self.now = after
        edits.splice_into(self.edits)
        return True
