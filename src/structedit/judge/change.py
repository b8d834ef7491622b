"""What the judges are shown, a change, and what they answer, a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.languages.kinds import FUNCTIONS, TYPES
from structedit.languages.profiles import Layout
from structedit.text.document import Span
from structedit.text.edit import EditSet
from structedit.text.values import dataclass
from structedit.tree.nodes import Block
from structedit.tree.source import Source

if TYPE_CHECKING:
    from structedit.tree.same_shape import Area

_NEAR = 400
"""Bytes between two places that are looked at as one, which costs less then than to look twice.

Follows from what a place costs (`_BYTES_A_PLACE` of `tree.syntax_tree`).
"""


@dataclass(frozen=True, slots=True)
class Replaced:
    """A definition, or a block that its statement needs, in whose whole place a new text stands.

    has_code: whether it is a function or a type with a body. at: where it was. place: where the new
    text is. stay: its decorators that stay, where they are now. is_part: whether it is such a block.
    """

    kind: str
    has_code: bool
    path: tuple[str, ...]
    at: Span
    place: Span
    stay: tuple[Span, ...]
    is_part: bool

    @classmethod
    def of(cls, block: Block, edits: EditSet) -> Replaced:
        """A block as some edits replace it."""
        hull, image = edits.new_hull(), edits.map_span(block.core)
        place = Span(min(hull.start, image.start), max(hull.end, image.end))
        stay = [edits.map_span(span) for span in block.decorators if not edits.touches(span)]
        has_body = block.body is not None and block.layout is not Layout.SECTION
        has_code = has_body and block.kind in FUNCTIONS | TYPES
        is_part = not block.is_definition
        return cls(block.kind, has_code, block.path, block.core, place, tuple(stay), is_part)


@dataclass(frozen=True, slots=True)
class Put:
    """Something inserted, or put elsewhere: at a text or a line, or beside or into a block.

    `holder` is the definition that it is to stand in, beside or in a block; None where none is.
    """

    at_block: bool = False
    holder: Span | None = None


@dataclass(frozen=True, slots=True)
class Aim:
    """What an edit is meant to do, as far as it says so.

    spans: the places aimed at; what is defined inside one may change or vanish.
    replaced: the definitions, and the parts of a statement, in whose whole place a new text is to stand.
    deleted: the block that is to be gone.
    carried: what is put elsewhere as it is, so that all that it defines must be found again.
    put: what is inserted, or put elsewhere.
    is_text: whether a text was looked for, so that the caller has seen all that is replaced and no
        block was named.
    leaves: whether the caller says that comments or decorators stay where their owner goes.
    """

    spans: tuple[Span, ...]
    replaced: tuple[Replaced, ...] = ()
    deleted: Block | None = None
    carried: Span | None = None
    put: Put | None = None
    is_text: bool = False
    leaves: bool = False

    @property
    def gone(self) -> Span | None:
        """Where a block is that is deleted or put elsewhere; what is wrapped stays."""
        carried = self.carried if self.put is not None else None
        return self.deleted.span if self.deleted is not None else carried


@dataclass(frozen=True, slots=True)
class Change:
    """What an edit did to a content."""

    before: Source
    after: Source
    edits: EditSet
    aim: Aim

    def areas(self) -> list[Area]:
        """The parts of the old and of the new content whose structure may differ, sorted and apart."""
        tree = self.after.tree
        changed = tree.changed if tree is not None else ()
        edited = [(new, len(new) - len(old)) for old, new in self.edits.stretches(_NEAR)]
        found: list[
            tuple[Span, int, int]
        ] = []  # with how much the content grew before and behind it
        behind = 0
        for new, growth in sorted([*edited, *((span, 0) for span in changed)]):
            before, behind = behind, behind + growth
            if found and new.start - found[-1][0].end <= _NEAR:
                last, before, _ = found.pop()
                new = Span(last.start, max(last.end, new.end))
            found.append((new, before, behind))
        return [(Span(new.start - a, new.end - z), new) for new, a, z in found]


def called(source: Source, name: str, at: Span) -> str:
    """A definition's name with its line, for a message."""
    return f"{name!r} (line {source.document.line_of(at.start)})"
