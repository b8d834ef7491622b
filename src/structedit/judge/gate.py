"""The safety gate: edits that are refused for what they would break.

Errors are compared as a set mapped through the edit (a count would miss an error that replaces another),
definitions outside the target must still be there, and a strict parser gives a second opinion where
the language has one. `allow_errors` lifts what is said of errors, nothing else.

Not here: whether a target may be edited at all (`judge.certainty`), and the size of a change (`judge.risk`).
"""

from __future__ import annotations

from structedit.calls.statuses import Reason
from structedit.judge import own_parser
from structedit.languages.profiles import Layout
from structedit.search import embedded
from structedit.text.document import Span, to_text
from structedit.text.edit import EditSet
from structedit.text.lines import width_at
from structedit.text.values import dataclass, replace
from structedit.tree.item_index import SpanChain
from structedit.tree.nodes import Block, SyntaxFault
from structedit.tree.source import Source
from structedit.tree.without_grammar import text_blocks

_CORRECT_FIX = "correct the new text, or pass allow_errors to write it all the same"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an edit is refused: a message, the place that shows it, and the next step."""

    reason: Reason
    message: str
    fix: str
    at: Span


def check_result(
    before: Source,
    after: Source,
    edits: EditSet,
    targets: tuple[Span, ...],
    *,
    allow_errors: bool,
) -> Refusal | None:
    """A refusal if an edit adds a syntax error or loses a definition outside `targets`, else None.

    An edit inside a region of another language must keep that region correct as well.
    """
    change = _Change(before, after, edits, targets)
    refusal = _check_one(change, allow_errors=allow_errors)
    inside = embedded.region_at(before, edits.old_hull())
    if refusal is not None or inside is None or not inside.checked:
        return refusal
    inner_after = inside.source.edited(edits)
    return check_result(inside.source, inner_after, edits, targets, allow_errors=allow_errors)


@dataclass(frozen=True, slots=True)
class _Change:
    """What an edit did to a content; in its targets definitions may vanish."""

    before: Source
    after: Source
    edits: EditSet
    targets: tuple[Span, ...]


def _check_one(change: _Change, *, allow_errors: bool) -> Refusal | None:
    before, after = change.before, change.after
    if before.tree is None or after.tree is None:
        return None if allow_errors else _check_text(change)
    known = change
    if before.tree.recovered is not None and not after.tree.hidden and not after.tree.clean:
        known = replace(change, before=before.recovered())
    if not allow_errors:
        fault = new_fault(known.before, after, change.edits)
        if fault is not None:
            return _new_damage(after, fault, change.edits.new_hull())
    lost = _lost_definition(known, parses=not allow_errors)
    if lost is not None:
        return Refusal(
            Reason.LOST_DEFINITION,
            f"the edit would make {'.'.join(lost.path)!r} (line"
            f" {before.document.line_of(lost.core.start)}) vanish or part of another definition",
            "check brackets, quotes and indentation of the new text",
            lost.core,
        )
    return None if allow_errors else _strict_opinion(change)


def new_fault(before: Source, after: Source, edits: EditSet) -> SyntaxFault | None:
    """The first fault that is not the image of one that was there before; None if none."""
    found = after.faults()
    if not found:
        return None
    known = {(edits.map_span(f.span), f.expected) for f in before.faults()}
    if before.tree is not None and before.tree.breaks_off and after.tree and after.tree.breaks_off:
        rest = after.tree.hidden[-1]  # what broke off may break off again, in its last line
        if b"\n" not in rest.of(after.data).strip():
            known |= {(f.span, f.expected) for f in found if rest.contains(f.span)}
    return next((f for f in found if (f.span, f.expected) not in known), None)


def _new_damage(after: Source, fault: SyntaxFault, written: Span) -> Refusal:
    """The refusal for a new fault; a bracket that the new text leaves open is named where it opens."""
    document = after.document
    if fault.span.start >= written.end:
        opened = text_blocks.left_open(after.data, written, after.profile)
        if opened is not None:
            return _left_open(after, opened)
    line = document.line_of(fault.span.start)
    shown = document.line_text(line).strip()[:80] if line <= document.line_count else ""
    what = f"{fault.expected!r} would be missing" if fault.expected else f"near {shown!r}"
    return Refusal(
        Reason.NEW_SYNTAX_ERROR,
        f"the result would not parse at its line {line}: {what}",
        _CORRECT_FIX,
        fault.span,
    )


def _left_open(after: Source, opened: Span) -> Refusal:
    document = after.document
    line = document.line_of(opened.start)
    word, shown = to_text(opened.of(after.data)), document.line_text(line).strip()[:80]
    return Refusal(
        Reason.NEW_SYNTAX_ERROR,
        f"the result would not parse: {word!r} at its line {line} has no counterpart in the new"
        f" text: near {shown!r}",
        _CORRECT_FIX,
        opened,
    )


def _lost_definition(change: _Change, *, parses: bool) -> Block | None:
    """A definition outside the targets that is gone, or became part of another; None if none.

    Where the result is known to parse, it may become part of one whose header the edit writes.
    """
    before, after, edits = change.before, change.after, change.edits
    assert before.tree is not None and after.tree is not None
    old_area, new_area = areas = _areas(after, edits)
    if before.tree.defines_alike(after.tree, edits, areas):
        return None
    found = {
        (b.name.start, b.path[-1]): len(b.path)
        for b in after.tree.definitions(new_area)
        if b.name is not None
    }
    targets = SpanChain(change.targets)
    for block in before.tree.definitions(old_area):
        if block.name is None or targets.around(block.core) or block.kind in before.profile.demoted:
            continue
        if edits.touches(block.name):
            continue
        place = edits.map_offset(block.name.start, after=True)
        depth = found.get((place, block.path[-1]))
        if depth is None:
            depth = _depth_at(after, place, block.path[-1])
        if depth is not None and before.profile.sections.levels:
            continue  # a heading that still stands there has the level that it says
        if _goes_on(after, place, block):
            continue
        taken_in = parses and depth is not None and depth > len(block.path)
        if depth != len(block.path) and not (taken_in and _has_new_header(change, place)):
            return block
    return None


def _goes_on(after: Source, place: int, block: Block) -> bool:
    """Whether a definition is now a later clause of another one of the same name."""
    assert after.tree is not None
    joined = any(after.profile.clauses.values())
    around = after.tree.definitions(Span(place, place + 1)) if joined else ()
    return any(
        b.path == block.path and b.layout is Layout.CLAUSES and b.core.start <= place < b.core.end
        for b in around
    )


def _has_new_header(change: _Change, place: int) -> bool:
    """Whether the edit writes the header of a shallower definition that holds `place`.

    One that lost its end swallows what is as deep as it: that is damage.
    """
    after = change.after
    assert after.tree is not None
    written = change.edits.invert(change.before.data)
    depth = width_at(after.data, place)
    return any(
        block.header.end <= place < block.core.end
        and written.touches(block.header)
        and width_at(after.data, block.core.start) < depth
        for block in after.tree.definitions(Span(place, place + 1))
    )


def _depth_at(after: Source, place: int, name: str) -> int | None:
    """The nesting depth of the definition whose name stands at `place`; None if there is none."""
    assert after.tree is not None
    found = after.tree.definitions(Span(place, place + 1))
    return next(
        (
            len(b.path)
            for b in found
            if b.name is not None and b.name.start == place and b.path[-1] == name
        ),
        None,
    )


def _areas(after: Source, edits: EditSet) -> tuple[Span, Span]:
    """The parts of the old and of the new content whose structure may differ."""
    assert after.tree is not None
    old, new = edits.old_hull(), edits.new_hull()
    start = min([new.start, *(s.start for s in after.tree.changed)])
    end = max([new.end, *(s.end for s in after.tree.changed)])
    return Span(start, old.end + (end - new.end)), Span(start, end)


def _check_text(change: _Change) -> Refusal | None:
    old, new, first = _around(change.before.data, change.after.data, change.edits)
    complaint = text_blocks.balanced(old, new, change.before.profile, first)
    if not complaint:
        return None
    return Refusal(
        Reason.NEW_SYNTAX_ERROR,
        f"the result would be out of balance: {complaint}",
        _CORRECT_FIX,
        change.edits.new_hull(),
    )


_MOST_BALANCED = 4 << 20
"""Bytes of a text without a tree that are looked through as a whole; of more, those near the edit.

Chosen by judgement, for the time.
"""


def _around(before: bytes, after: bytes, edits: EditSet) -> tuple[bytes, bytes, int]:
    """The old and the new text, cut to the surroundings of the edit if long, and the first line number."""
    if len(after) <= _MOST_BALANCED:
        return before, after, 1
    old, new, near = edits.old_hull(), edits.new_hull(), _MOST_BALANCED // 8
    start = max(0, old.start - near)
    start = before.find(b"\n", start, old.start) + 1 or start  # where a line begins, if one does
    line = before.count(b"\n", 0, start) + 1
    return before[start : old.end + near], after[start : new.end + near], line


# The second opinion


def _strict_opinion(change: _Change) -> Refusal | None:
    """A refusal by the language's own parser of a result in which the tree has no error, else None."""
    parser = change.before.profile.verify
    if not own_parser.is_known(parser):
        return None
    old, new = _strict_parts(change)
    if old is None or new is None:
        return None
    complaint = own_parser.complaint_of(parser, new)
    if complaint is None or own_parser.complaint_of(parser, old) is not None:
        return None
    return Refusal(
        Reason.NEW_SYNTAX_ERROR,
        f"the result is not valid {change.before.profile.id}: {complaint}",
        _CORRECT_FIX,
        change.edits.new_hull(),
    )


def _strict_parts(change: _Change) -> tuple[bytes | None, bytes | None]:
    before, after = change.before, change.after
    if len(after.data) <= own_parser.MOST_BYTES:
        return before.data, after.data
    assert before.tree is not None and after.tree is not None
    old = before.tree.top_level(change.edits.old_hull())
    new = after.tree.top_level(change.edits.new_hull())
    small = old is not None and new is not None and max(len(old), len(new)) <= own_parser.MOST_BYTES
    if old is None or new is None or not small:
        return None, None
    return old.of(before.data), new.of(after.data)
