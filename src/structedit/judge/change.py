"""The change to check: old and new content, and what the operation promises about the result."""

from __future__ import annotations

from structedit.languages.kinds import FUNCTIONS, TYPES
from structedit.languages.profiles import Layout
from structedit.text.document import Span
from structedit.text.edit import EditSet
from structedit.text.values import dataclass
from structedit.tree.nodes import Block
from structedit.tree.source import Source

Area = tuple[Span, Span]
"""A part of the old content, and the part of the new content in its place."""


@dataclass(frozen=True, slots=True)
class Gone:
    """Promise: a block is deleted, with its comments and decorators and nothing else.

    keeps_attached: the caller wants comments or decorators to stay.
    """

    item: Block
    keeps_attached: bool = False


@dataclass(frozen=True, slots=True)
class Replaced:
    """Promise: a new text is in the place of a whole definition, or of a block that its statement needs.

    has_code: True for a function or a type with a body. at: its old span. place: the span of the new text. stay: its
    decorators that stay, as spans of the result. is_part: True for a block that its statement needs.
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
        """Return the promise for a block replaced by some edits."""
        hull, image = edits.new_hull(), edits.map_span(block.core)
        place = Span(min(hull.start, image.start), max(hull.end, image.end))
        stay = [edits.map_span(span) for span in block.decorators if not edits.touches(span)]
        has_body = block.body is not None and block.layout is not Layout.SECTION
        has_code = has_body and block.kind in FUNCTIONS | TYPES
        is_part = not block.is_definition
        return cls(block.kind, has_code, block.path, block.core, place, tuple(stay), is_part)


@dataclass(frozen=True, slots=True)
class Inserted:
    """Promise: a text is inserted next to or into a block.

    neighbour: the block next to which it is inserted; None if it is inserted into a block. container: the definition
    into which it is inserted; None at the top level.
    """

    neighbour: Span | None = None
    container: Span | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """Promise: a part of the old content is unchanged, token by token, in another place or at another depth.

    to: its new place; None if it stays where it is (wrap, unwrap).
    """

    part: Span
    to: Inserted | None = None


Promise = Gone | Replaced | Inserted | Moved


@dataclass(frozen=True, slots=True)
class Expectation:
    """What an operation promises.

    targets: the places that the caller named. by_text: True if the caller quoted the text of these places, and so has
    seen all that is replaced. given: the places for which the caller sent a whole new text; it may repeat the old one.
    is_complete: True if the inserted text parses by itself, so that it must not take in code around it.
    """

    targets: tuple[Span, ...]
    promises: tuple[Promise, ...] = ()
    by_text: bool = False
    given: tuple[Span, ...] = ()
    is_complete: bool = False

    def inside(self, area: Span) -> Expectation:
        """Return the part that concerns an embedded region."""
        found: list[Promise] = []
        for promise in self.promises:
            match promise:
                case Replaced(at=at) if area.contains(at):
                    found.append(promise)
                case Inserted(neighbour=neighbour, container=container):
                    if neighbour is not None and area.contains(neighbour):
                        inner = (
                            container
                            if container is not None and area.contains(container)
                            else None
                        )
                        found.append(Inserted(neighbour, inner))
                case _:
                    pass
        return Expectation(self.targets, tuple(found), self.by_text, self.given, self.is_complete)


@dataclass(frozen=True, slots=True)
class Change:
    """An edit of a content, with the old and the new source."""

    before: Source
    after: Source
    edits: EditSet
    expectation: Expectation

    def areas(self) -> list[Area]:
        """Return the areas whose structure may differ, sorted and disjoint."""
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


def name_with_line(source: Source, name: str, at: Span) -> str:
    """Return a definition's name with its line, for a message."""
    return f"{name!r} (line {source.document.line_of(at.start)})"
