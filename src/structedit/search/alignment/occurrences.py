"""Places where a text stands, each with how it was matched."""

from __future__ import annotations

from structedit.search.alignment.token_alignment import Strand
from structedit.text.document import Span
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A hit.

    `span` ends before the last line's ending. Below `newline` it holds the blanks around what it
    finds up to the edges of lines. `pairs` gives, for each line of `read_needle` that is not
    blank, the span of what stands for it (empty at `exact`). `variant` names the change of the
    needle that made it match, empty if none did. At `syntax`, `strands` pairs the tokens instead;
    at `elision`, `parts` are the hits of the texts between the lines that stand for others.
    """

    span: Span
    tier: str
    pairs: tuple[tuple[int, Span], ...] = ()
    variant: str = ""
    strands: tuple[Strand, ...] = ()
    parts: tuple[Occurrence, ...] = ()
