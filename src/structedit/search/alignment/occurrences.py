"""Places where a text stands (occurrences, or hits), each with the tier and the pairs that matched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.calls.tiers import TierFacts, facts_of
from structedit.text.document import Span
from structedit.text.values import dataclass

if TYPE_CHECKING:
    from structedit.search.alignment.token_alignment import Strand


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A hit.

    `span` ends before the last line's ending. Below the tier `newline` it includes the blanks up to the
    edges of lines. `pairs` holds, for each line of `read_needle` that is not blank, its number and the
    span that it matches (empty at `exact`). `variant` names the change of the needle that made it match,
    empty if none did. At `syntax`, `strands` pairs tokens instead: the span in the needle, the span in
    the file. At `elision`, `parts` are the hits of the pieces between the lines that stand for others.
    """

    span: Span
    tier: str
    pairs: tuple[tuple[int, Span], ...] = ()
    variant: str = ""
    strands: tuple[Strand, ...] = ()
    parts: tuple[Occurrence, ...] = ()

    @property
    def facts(self) -> TierFacts:
        """In what it may differ from the text that was sought."""
        return facts_of(self.tier)


@dataclass(frozen=True, slots=True)
class Conflict:
    """The change cannot be merged; both sides of the place where it cannot."""

    reason: str
    ours: bytes
    theirs: bytes
