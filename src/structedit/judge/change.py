"""What is verified: a change of a content, and what its operation promises of it."""

from __future__ import annotations

from structedit.languages.kinds import FUNCTIONS, TYPES
from structedit.languages.profiles import Layout
from structedit.text.document import Span
from structedit.text.edit import EditSet
from structedit.text.values import dataclass
from structedit.tree.nodes import Block
from structedit.tree.source import Source

Area = tuple[Span, Span]
"""A part of the old content, and the part of the new one in its place."""


@dataclass(frozen=True, slots=True)
class Gone:
    """A block is deleted, with what belongs to it and nothing else.

    keeps_attached: the caller wants comments or decorators to stay.
    """

    item: Block
    keeps_attached: bool = False


@dataclass(frozen=True, slots=True)
class Replaced:
    """A new text is in the place of a whole definition, or of a block that its statement needs.

    has_code: whether it is a function or a type with a body. at: where it was. place: where the new text is. stay: its
    decorators that stay, where they are now. is_part: whether it is a block that its statement needs.
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
class Inserted:
    """A text is inserted beside or into a block.

    beside: the block that it is put next to; None where it is put into one. holder: the definition that it is put in;
    None at the top level.
    """

    beside: Span | None = None
    holder: Span | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """A part of the old content is in another place of the result, or deeper or less deep, token by token as it was.

    to: where it is put; None where it stays (wrap, unwrap).
    """

    part: Span
    to: Inserted | None = None


Promise = Gone | Replaced | Inserted | Moved


@dataclass(frozen=True, slots=True)
class Expectation:
    """What an operation promises.

    targets: the places that the caller named. by_text: whether the caller quoted the text of these places, and so has
    seen all that is replaced. given: the places for which the caller gave a whole new text; it may repeat the old one.
    """

    targets: tuple[Span, ...]
    promises: tuple[Promise, ...] = ()
    by_text: bool = False
    given: tuple[Span, ...] = ()

    def inside(self, area: Span) -> Expectation:
        """The part that concerns an embedded region."""
        found: list[Promise] = []
        for promise in self.promises:
            match promise:
                case Replaced(at=at) if area.contains(at):
                    found.append(promise)
                case Inserted(beside=beside, holder=holder):
                    if beside is not None and area.contains(beside):
                        inner = holder if holder is not None and area.contains(holder) else None
                        found.append(Inserted(beside, inner))
                case _:
                    pass
        return Expectation(self.targets, tuple(found), self.by_text, self.given)


@dataclass(frozen=True, slots=True)
class Change:
    """What an edit did to a content."""

    before: Source
    after: Source
    edits: EditSet
    expectation: Expectation

    def areas(self) -> list[Area]:
        """The parts of the old and of the new content whose structure may differ, sorted and apart."""
        tree = self.after.tree
        changed = tree.changed if tree is not None else ()
        edited = [(new, len(new) - len(old)) for old, new in self.edits.stretches(0)]
        found: list[
            tuple[Span, int, int]
        ] = []  # with how much the content grew before and behind it
        behind = 0
        for new, growth in sorted([*edited, *((span, 0) for span in changed)]):
            before, behind = behind, behind + growth
            if found and new.start <= found[-1][0].end:
                last, before, _ = found.pop()
                new = Span(last.start, max(last.end, new.end))
            found.append((new, before, behind))
        return [(Span(new.start - a, new.end - z), new) for new, a, z in found]


def called(source: Source, name: str, at: Span) -> str:
    """A definition's name with its line, for a message."""
    return f"{name!r} (line {source.document.line_of(at.start)})"
