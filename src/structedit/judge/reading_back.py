"""Reading back: whether what an edit wrote reads as what it was meant to be.

That the result parses is not enough. A body in the place of a whole function parses in many languages,
and leaves statements where there was a definition; a comment in the place of a method leaves its
decorator to the next one.

Not here: what an edit breaks elsewhere (`judge.gate`).
"""

from __future__ import annotations

import re

from structedit.calls.statuses import Reason
from structedit.judge.gate import Refusal
from structedit.languages.kinds import FUNCTIONS, TYPES, VALUES
from structedit.languages.profiles import Layout
from structedit.text.document import Span, to_bytes
from structedit.text.edit import EditSet
from structedit.tree.nodes import Block
from structedit.tree.source import Source

_LETTERS = rb"[\w$\x80-\xff]"


def is_read_back(block: Block) -> bool:
    """Whether something must be defined in the place of a definition: of a function or a type with a body."""
    has_body = block.body is not None and block.layout is not Layout.SECTION
    return has_body and block.kind in FUNCTIONS | TYPES


def misread(before: Source, after: Source, edits: EditSet, replaced: Block) -> Refusal | None:
    """A refusal of a text that stands in the place of a whole definition and is none; else None.

    A definition gives way to one or several, of any name, to an import, or to what binds its name.
    """
    tree = after.tree
    if before.tree is None or tree is None or before.profile.is_data:
        return None
    hull, image = edits.new_hull(), edits.map_span(replaced.core)
    place = Span(min(hull.start, image.start), max(hull.end, image.end))
    written = [
        d for d in tree.definitions(place) if place.contains(Span(d.core.start, d.core.start))
    ]
    if any(d.kind not in VALUES or d.path[-1] == replaced.path[-1] for d in written):
        return None
    if not code_in(after.data, place, tree.comments(place)):
        return _left_behind(before, edits, replaced)
    if any(span.overlaps(place) for span in tree.imports()) or _mentions(after, place, replaced):
        return None
    return Refusal(
        Reason.READ_BACK,
        f"the new text defines nothing, and would stand in the place of {_called(before, replaced)}",
        'pass part="body" to replace its body alone; to put a statement in its place, delete it'
        " and insert the statement",
        replaced.core,
    )


def _left_behind(before: Source, edits: EditSet, replaced: Block) -> Refusal | None:
    """A refusal of a comment in the place of a definition whose decorators stay; else None."""
    stay = [span for span in replaced.decorators if not edits.touches(span)]
    if not stay:
        return None
    line = before.document.line_of(stay[0].start)
    return Refusal(
        Reason.READ_BACK,
        f"the new text is a comment, and what stands above {_called(before, replaced)} at line"
        f" {line} would belong to what follows",
        "delete the definition, which takes that along, and insert the comment",
        stay[0],
    )


def code_in(data: bytes, place: Span, comments: tuple[Span, ...]) -> bytes:
    """The text of a place without its comments and the blanks around it."""
    at, kept = place.start, b""
    for span in comments:
        kept += data[at : max(at, span.start)]
        at = max(at, span.end)
    return (kept + data[at : place.end]).strip()


def _mentions(after: Source, place: Span, replaced: Block) -> bool:
    """Whether a text says the name of what it replaces, as a binding or an alias does; a call is none."""
    name = re.escape(to_bytes(replaced.path[-1]))
    found = re.compile(rb"(?<!%s)%s(?!%s|[ \t]*\()" % (_LETTERS, name, _LETTERS))
    return found.search(after.data, place.start, place.end) is not None


def _called(source: Source, block: Block) -> str:
    return f"{'.'.join(block.path)!r} (line {source.document.line_of(block.core.start)})"
