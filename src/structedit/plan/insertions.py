"""Plans insertions of text, and moves of blocks."""

from __future__ import annotations

from structedit.calls.places import Anchor, Lines
from structedit.calls.places import Place as Where
from structedit.calls.requests import Insert, Match, MoveBlock
from structedit.calls.statuses import Reason
from structedit.edits import (
    at_lines,
    beside,
    given_around,
    imports,
    inside,
    moving,
    numbered_lines,
)
from structedit.edits.block_reach import definition_around
from structedit.edits.new_text import Draft, Misfit
from structedit.judge.change import Inserted
from structedit.plan.results import Failed, Planned, refuse, refuse_elision, report_miss
from structedit.plan.targets import find_block, find_place, planned_at, planned_of
from structedit.search.anchors import as_anchor_miss
from structedit.search.found import Miss, Place, find_text
from structedit.search.scopes import Scope
from structedit.text.document import Span, to_bytes
from structedit.text.edit import EditSet
from structedit.text.errors import UsageError
from structedit.text.values import replace
from structedit.tree.nodes import Block
from structedit.tree.source import Source


def insert(source: Source, request: Insert, scope: Scope, limit: Match) -> Planned | Failed:
    """Plan to put a text before, after or inside a place, or at an edge of the file."""
    meant = given_around.without_fence(source, request.text)
    planned = _insert(source, replace(request, text=meant), scope, limit)
    return _told(planned, meant == request.text)


def _insert(source: Source, request: Insert, scope: Scope, limit: Match) -> Planned | Failed:
    text = to_bytes(request.text)
    if not text.strip() and not (text and isinstance(request.target, Lines)):
        return refuse(Reason.NO_CHANGE, "the text to insert is empty", "give the text")
    if misfit := refuse_elision(request.text, "", source.data):
        return misfit
    match request.place:
        case Where.TOP:
            return planned_of(Span(0, 0), at_lines.insert_at_top(source, text))
        case Where.BOTTOM:
            end = len(source.data)
            return planned_of(Span(end, end), at_lines.insert_at_bottom(source, text))
        case Where.IMPORTS:
            return planned_of(Span(0, 0), imports.insert_import(source, text))
        case Where.START | Where.END:
            return _insert_inside(source, request, text, scope, limit)
        case Where.BEFORE | Where.AFTER:
            return _insert_beside(source, request, text, scope, limit)


def _insert_inside(
    source: Source, request: Insert, text: bytes, scope: Scope, limit: Match
) -> Planned | Failed:
    at_end = request.place is Where.END
    if request.target is None:
        return insert(
            source, _anywhere(request, Where.BOTTOM if at_end else Where.TOP), scope, limit
        )
    found = find_block(source, request.target, scope, limit, request, lines="have no body")
    if isinstance(found, Failed):
        return found
    place, block = found
    meant = given_around.without_holder(source, block, text)
    planned = planned_at(source, place, inside.insert_inside(source, block, meant, at_end=at_end))
    holder = block if block.is_definition else definition_around(source, block)
    return _told(_inserted(planned, None, holder), meant == text)


def _anywhere(request: Insert, where: Where) -> Insert:
    return Insert(request.text, where, None, request.hints, request.options)


def _insert_beside(
    source: Source, request: Insert, text: bytes, scope: Scope, limit: Match
) -> Planned | Failed:
    after, target = request.place is Where.AFTER, request.target
    if target is None:
        raise UsageError(
            "before and after need an anchor, a selector or a line", hint="name the place"
        )
    if isinstance(target, Anchor):
        hit = find_text(source, target.text, target.occurrence, scope.span, limit)
        if isinstance(hit, Miss):
            return report_miss(source, as_anchor_miss(hit), request)
        draft = at_lines.insert_at_text(source, hit.span, text, after=after)
        return _put(planned_of(hit.span, draft, tier=hit.tier, source=source))
    place = find_place(source, target, scope, limit, request)
    if isinstance(place, Failed):
        return place
    if place.block is None:
        at = max(place.span.start, place.span.end - 1) if after else place.span.start
        given = numbered_lines.inserted(source, at, text, after=after)
        laid = given or at_lines.insert_at_line(source, at, text, after=after)
        return _put(planned_at(source, place, laid))
    holder = definition_around(source, place.block)
    meant = given_around.without_holder(source, holder, text)
    put = beside.insert_beside(source, place.block, meant, after=after)
    return _told(_inserted(planned_at(source, place, put), place.block.span, holder), meant == text)


def _told(planned: Planned | Failed, as_given: bool) -> Planned | Failed:
    """A planned insertion that says where the text was not taken as it was given."""
    if as_given or isinstance(planned, Failed):
        return planned
    warnings = dict.fromkeys((*planned.warnings, given_around.LEFT_OUT))
    return replace(planned, warnings=tuple(warnings))


def _inserted(
    planned: Planned | Failed, beside: Span | None, holder: Block | None
) -> Planned | Failed:
    """A planned insertion, which leaves what it is put beside or into as it is."""
    if isinstance(planned, Failed) or not planned.edits:
        return planned
    held = holder.core if holder is not None else None
    aims = (planned.edits.old_hull(),)
    return replace(planned, targets=aims, put=Inserted(beside, held))


def _put(planned: Planned | Failed) -> Planned | Failed:
    """A planned insertion at a text or a line."""
    return planned


def move_block(source: Source, request: MoveBlock, scope: Scope, limit: Match) -> Planned | Failed:
    """Plan to move a block to another place of the same file."""
    place = find_place(source, request.target, scope, limit, request)
    if isinstance(place, Failed):
        return place
    goal = find_place(source, request.destination, scope, limit, request)
    if isinstance(goal, Failed):
        return goal
    if place.block is None or goal.block is None:
        return refuse(Reason.NOT_A_BLOCK, "lines cannot be moved by structure", "name two blocks")
    if place.block.whole.contains(goal.block.core):
        return refuse(
            Reason.NOT_A_BLOCK, "a block cannot move into itself", "name another destination"
        )
    text, gone = moving.move_text(source, place.block, request.options.attach)
    if isinstance(gone, Misfit):
        return refuse(gone.reason, gone.message, gone.fix)
    if request.place in (Where.START, Where.END):
        come = inside.insert_inside(source, goal.block, text, at_end=request.place is Where.END)
    elif request.place in (Where.BEFORE, Where.AFTER):
        come = beside.insert_beside(source, goal.block, text, after=request.place is Where.AFTER)
    else:
        raise UsageError(
            "a block moves before, after, or to the start or end of another",
            hint="pass one of these",
        )
    if isinstance(come, Misfit):
        return refuse(come.reason, come.message, come.fix)
    edits = _joined(gone.edits, come.edits)
    if edits is None:
        return refuse(Reason.NO_CHANGE, "the block is there already", "name another destination")
    hull = edits.old_hull()
    planned = planned_at(source, Place(hull, place.block), Draft(edits, gone.attached))
    if isinstance(planned, Failed):
        return planned
    whole = place.block.whole
    aims = (whole, come.edits.old_hull())
    is_inside = request.place in (Where.START, Where.END)
    is_holder = is_inside and goal.block.is_definition
    holder = goal.block if is_holder else definition_around(source, goal.block)
    into = holder.core if holder is not None else None
    put = Inserted(None if is_inside else goal.block.span, into)
    return replace(planned, targets=aims, carried=place.block.core, put=put)


def _joined(gone: EditSet, come: EditSet) -> EditSet | None:
    """Deletion and insertion as one edit set; None where the one is at the edge of the other."""
    try:
        return EditSet.of([*gone.edits, *come.edits])
    except ValueError:
        return None
