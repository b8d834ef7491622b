"""The state of a running batch: its options, and each file so far."""

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
    """Options for all edits of a batch.

    With `again`, an insertion next to an equal text counts as made before.
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

    `traces` belong to edits that seem to be made already. `repeated` are insertions next to an equal text.
    """

    edits: tuple[EditOutcome, ...]
    files: tuple[FileOutcome, ...]
    traces: Mapping[int, Trace]
    repeated: frozenset[int]


@dataclass(frozen=True, slots=True)
class Step:
    """An edit that fits.

    `planned` is relative to the text that earlier edits left; `target` and `spans` are its target and its replaced
    spans in the text before the batch.
    """

    index: int
    planned: Planned
    request: EditFile
    target: Span
    spans: tuple[Span, ...]


@dataclass(slots=True)
class BatchFile:
    """A file during the batch; each edit changes it.

    `edits` are all edits so far, relative to `base`: the text before the batch, or the text it was created with.
    `origin` is its path before the batch, None if it did not exist.
    """

    path: str
    base: Source
    now: Source
    origin: str | None
    before: Document | None = None
    edits: Composition = field(default_factory=Composition)
    steps: list[Step] = field(default_factory=list)
    traces: dict[int, Trace] = field(default_factory=dict)
    """Evidence that failed edits, by their number, were made before."""
    repeated: set[int] = field(default_factory=set)
    """Insertions, by their number, next to an equal text."""
    whole: bool = False
    """True if a request gave the whole text of the file."""

    def edit(self, edits: EditSet) -> bool:
        """Apply edits to the current text; return True if they change anything."""
        after = self.now.edited_further(edits)
        if after.data == self.now.data:
            return False
        self.now = after
        edits.splice_into(self.edits)
        return True
