"""Alignments: a text and its place in a file, with what differs where.

Walked through: the text is ``open(path)``, ``total = averge(rows)``, ``close()``, and the file has ``average``, and
an empty line above ``close()``. That is an occurrence of the tier `fuzzy` with three runs: lines 1 to 1, 2 to 2
and 3 to 4. The second is of the kind `SLIPS`, the others of none, since blank lines may differ at this tier.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from structedit.calls.tiers import DifferenceKind, TierFacts, facts_of
from structedit.text.document import Span
from structedit.text.lines import line_spans
from structedit.text.values import dataclass


class Remark(IntEnum):
    """How a comment differs from the file's, the least first; with a new number, or of another place, it is another."""

    EQUAL = 0
    SAME_SUBJECT = 1
    OTHER_WORDS = 2
    OTHER_SUBJECT = 3
    ANOTHER = 4


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of a text, the piece of the file that it is paired with, and how they differ.

    `kind` is None where they differ in nothing but what is between words. A run that one side lacks is empty there.
    `slips` are misspelt words, each with the file's; `remark` shows how a comment differs.
    """

    old: Span
    file: Span
    kind: DifferenceKind | None = None
    slips: tuple[tuple[bytes, bytes], ...] = ()
    remark: Remark = Remark.EQUAL

    @property
    def is_on_both_sides(self) -> bool:
        """True if neither the text nor the file lacks it."""
        return len(self.old) > 0 and len(self.file) > 0


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A hit: the alignment of a text with a place in a file.

    `span` ends before the last line's ending. Below the tier `newline` it includes the blanks up to the
    edges of lines. `variant` names the change of the text that made it match, empty if none did; `runs` are those of
    the changed text. A run is a line that is not blank, at `syntax` a token; at `exact` there are none.
    """

    span: Span
    tier: str
    runs: tuple[Run, ...] = ()
    variant: str = ""

    @property
    def facts(self) -> TierFacts:
        """In what it may differ from the needle."""
        return facts_of(self.tier)


@dataclass(frozen=True, slots=True)
class Conflict:
    """The change cannot be merged; both sides of the place where it cannot."""

    reason: str
    ours: bytes
    theirs: bytes


def line_runs(text: bytes, lines: Iterable[tuple[int, Span]]) -> tuple[Run, ...]:
    """Return the runs of a text whose lines, by number from 0, are paired with places of the file."""
    own = tuple(line_spans(text, Span(0, len(text))))
    return tuple(Run(own[number], place) for number, place in lines)
