"""`Draft` and `Rejection`, the results of this package, and where new text is laid out.

A `Draft` is edits with notes about them, not yet judged; a `Rejection` says why a text does not fit its place.
Not here: the edits themselves (`block_parts`, `list_items`, `moving`).
"""

from __future__ import annotations

from structedit.calls.statuses import Reason
from structedit.languages.profiles import Layout
from structedit.text.document import Span
from structedit.text.edit import EditSet
from structedit.text.lazily import regex
from structedit.text.lines import (
    begins_line,
    ending_at,
    indent_at,
    indent_of,
    line_end,
    line_start,
    next_line,
)
from structedit.text.values import dataclass, replace
from structedit.tree.layout import indent
from structedit.tree.nodes import Block
from structedit.tree.source import Source

_LABEL = regex(
    rb"[ \t]*(?:public|protected|private|signals)(?:[ \t]+\w+)?[ \t]*:[ \t]*(?://.*)?\s*"
)
_WITH_LABELS = frozenset(("class", "struct", "union"))


@dataclass(frozen=True, slots=True)
class Draft:
    """Edits of one source that are not judged yet, with warnings that are shown if they are written.

    `operand` is a place in the result where one expression is required. `alternatives` are other layouts of the same
    edit, tried in order if this one is refused.
    """

    edits: EditSet
    attached: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    operand: Span | None = None
    alternatives: tuple[Draft, ...] = ()


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why a text or a part does not fit the block: the reason, a message and a next step."""

    reason: Reason
    message: str
    fix: str = ""


_MOST_DRAFTS = 3
"""Layouts of one edit that are tried, since each costs a parse. Chosen by judgement."""


def in_order(*drafts: Draft | Rejection) -> Draft | Rejection:
    """Return the first draft with the others as its alternatives; a rejection if there is no draft."""
    found: dict[EditSet, Draft] = {}
    for draft in drafts:
        for one in (draft, *draft.alternatives) if isinstance(draft, Draft) else ():
            found.setdefault(one.edits, replace(one, alternatives=()))
    if not found:
        return drafts[0]
    first, *others = list(found.values())[:_MOST_DRAFTS]
    return replace(first, alternatives=tuple(others))


def place_at(source: Source, at: int) -> indent.Place:
    """Return the indentation and line ending for new text at the line of `at`."""
    data = source.data
    base = b" " * marked_column(source, at) or indent_at(data, at)
    shown = indent.unit_at(source, at)
    unit = shown or source.profile.indent.encode()
    code = source.code_at(at) if source.profile.embedded else None
    return indent.Place(base, unit, ending_at(data, at), bool(shown), code)


def below_first_letter(source: Source, place: indent.Place, at: int) -> indent.Place:
    """Return a place whose lines align with the text at an offset; the same place if that begins its line."""
    if begins_line(source.data, at):
        return place
    return place.at(b" " * (at - line_start(source.data, at)))


def marked_column(source: Source, at: int) -> int:
    """Return the column of `at` if only item markers (`- `) precede it on its line, else 0."""
    marker = source.profile.item_marker.encode()
    before = source.data[line_start(source.data, at) : at]
    return len(before) if set(before.split()) == {marker} else 0


def inner_place(source: Source, block: Block) -> indent.Place:
    """Return the place for text inside a block's body: as deep as its first line, else one level deeper."""
    outer = place_at(source, block.core.start)
    if block.layout is Layout.SECTION or not source.profile.indent:
        return outer
    if block.body is not None:
        labels = block.kind not in _WITH_LABELS
        first = _first_line_inside(source, block.body, labels=labels)
        if first is not None:
            return replace(outer.at(first), ending=ending_at(source.data, block.header.end))
    return outer.deeper()


def is_label(line: bytes) -> bool:
    """Return True if a line is an access label of a class: `public:`, `private slots:`."""
    return _LABEL.fullmatch(line) is not None


def _first_line_inside(source: Source, body: Span, *, labels: bool) -> bytes | None:
    """Return the indentation of the first line in the body that is not blank; None if there is no such line.

    Comments, directives, and lines of a string that begins on the header's line are skipped: they do not show how deep
    the body is. Without `labels`, lines such as `public:` are skipped too.
    """
    directive = (source.profile.directive,) if source.profile.directive else ()
    marks = tuple(mark.encode() for mark in (*source.profile.line_comments, *directive))
    data, at = source.data, body.start
    if source.tree is not None:
        texts = source.tree.literal_texts(Span(at, line_end(data, at)))
        at = max((text.span.end for text in texts if text.span.start >= at), default=at)
    while (at := next_line(data, at)) < min(body.end, len(data)):
        line = data[at : line_end(data, at)]
        blanks = indent_of(line)
        if not line.strip() or (not labels and is_label(line)):
            continue
        if line.lstrip().startswith(marks):
            continue
        return blanks if at + len(blanks) < body.end else None
    return None
