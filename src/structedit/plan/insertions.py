"""Plan insertions of text, and moves of blocks."""

from __future__ import annotations

from structedit.calls.places import Anchor, Lines
from structedit.calls.places import Place as Where
from structedit.calls.requests import Insert, Match, MoveBlock
from structedit.calls.statuses import Reason
from structedit.edits import (
    adjacent,
    body_insertion,
    imports,
    line_insertion,
    moving,
    numbered_lines,
    surplus_text,
)
from structedit.edits.arms import arm_words, first_word
from structedit.edits.block_extent import definition_around, enclosing_blocks
from structedit.edits.list_items import list_of
from structedit.edits.new_text import Draft, Rejection
from structedit.judge.change import Inserted
from structedit.languages.profiles import Layout
from structedit.plan.already_there import unless_present
from structedit.plan.results import (
    Failed,
    Planned,
    on_each,
    refuse,
    refuse_elision,
    report_already,
    report_miss,
)
from structedit.plan.targets import (
    as_block_or_text,
    find_block,
    find_destination,
    find_place,
    planned_at,
    planned_of,
)
from structedit.search.anchors import as_anchor_miss
from structedit.search.embedded import selector_at
from structedit.search.found import Miss, Place, find_text
from structedit.search.part_spans import with_value
from structedit.search.scopes import Scope
from structedit.text.document import Span, to_bytes
from structedit.text.edit import Edit, EditSet
from structedit.text.errors import UsageError
from structedit.text.lines import line_start, text_end, trimmed
from structedit.text.values import replace
from structedit.tree.layout.indent import trim
from structedit.tree.nodes import Block
from structedit.tree.source import Source


def insert(source: Source, request: Insert, scope: Scope, limit: Match) -> Planned | Failed:
    """Plan to put a text before, after or inside a place, or at an edge of the file."""
    meant = surplus_text.without_fence(source, request.text)
    planned = _insert(source, replace(request, text=meant), scope, limit)
    if is_complete(source, to_bytes(meant)):
        planned = on_each(planned, lambda draft: replace(draft, is_complete=True))
    return _with_warning(planned, meant == request.text)


def is_complete(source: Source, text: bytes) -> bool:
    """Return True if a text parses by itself and is neither an arm nor a header to which code below would belong."""
    bare = trim(text)
    piece = source.read_fragment(bare)
    if piece is None or not piece.clean or first_word(text) in arm_words(source.profile):
        return False
    last = piece.definitions[-1] if piece.definitions else None
    if last is None or last.core.end < len(bare.rstrip()):
        return True
    has_body = last.body is not None and last.body.of(bare).strip()
    is_open = last.layout is Layout.SECTION or source.profile.family is Layout.INDENT
    return bool(has_body) or not is_open


def _insert(source: Source, request: Insert, scope: Scope, limit: Match) -> Planned | Failed:
    text = to_bytes(request.text)
    if not text.strip() and not (text and isinstance(request.target, Lines)):
        return refuse(Reason.NO_CHANGE, "the text to insert is empty", "pass the text")
    if rejection := refuse_elision(request.text, "", source.data):
        return rejection
    match request.place:
        case Where.TOP:
            at_top = planned_of(Span(0, 0), line_insertion.insert_at_top(source, text))
            return unless_present(source, request, text, at_top, None)
        case Where.BOTTOM:
            end = len(source.data)
            at_end = planned_of(Span(end, end), line_insertion.insert_at_bottom(source, text))
            return unless_present(source, request, text, at_end, None)
        case Where.IMPORTS:
            drafted = imports.insert_import(source, text)
            if drafted is None:
                return report_already(source, None, "the file already imports that")
            return planned_of(Span(0, 0), drafted)
        case Where.START | Where.END:
            return _insert_inside(source, request, text, scope, limit)
        case Where.BEFORE | Where.AFTER:
            return _insert_adjacent(source, request, text, scope, limit)


def _insert_inside(
    source: Source, request: Insert, text: bytes, scope: Scope, limit: Match
) -> Planned | Failed:
    at_end = request.place is Where.END
    if request.target is None:
        where = Where.BOTTOM if at_end else Where.TOP
        return insert(source, replace(request, place=where), scope, limit)
    found = find_block(source, request.target, scope, limit, request, lines="have no body")
    if isinstance(found, Failed):
        return found
    place = with_value(source, found[0])
    block = place.block or found[1]
    meant = surplus_text.without_container(source, block, text)
    planned = planned_at(
        source, place, body_insertion.insert_inside(source, block, meant, at_end=at_end)
    )
    neighbour, container = None, block if block.is_definition else definition_around(source, block)
    if block.layout is Layout.VALUE:  # which is code of the definition around the name
        container = definition_around(source, place.named or block)
        listed = list_of(source, block)
        items = listed.items if listed is not None else ()
        neighbour = items[-1 if at_end else 0] if items else None
    elif (
        member := body_insertion.unterminated_member(source, block, meant, at_end=at_end)
    ) is not None:
        neighbour = member.span
    planned = unless_present(source, request, meant, planned, block)
    return _with_warning(_with_insertion(planned, neighbour, container), meant == text)


def _insert_adjacent(
    source: Source, request: Insert, text: bytes, scope: Scope, limit: Match
) -> Planned | Failed:
    after, target = request.place is Where.AFTER, request.target
    if target is None:
        raise UsageError(
            "before and after need an anchor, a selector or a line", hint="name the place"
        )
    if isinstance(target, Anchor):
        place_meant = as_block_or_text(source, target, scope, limit, after=after)
        if isinstance(place_meant, Failed):
            return place_meant
        target = place_meant
    if isinstance(target, Anchor):
        hit = find_text(source, target.text, target.occurrence, scope.span, limit)
        if isinstance(hit, Miss):
            return report_miss(source, as_anchor_miss(hit), request)
        meant = surplus_text.without_anchor(source, hit.span, text, after=after)
        draft = line_insertion.insert_at_text(
            source, hit.span, meant, to_bytes(target.text), after=after
        )
        planned = planned_of(hit.span, draft, tier=hit.tier)
        only = _braceless_statement(source, hit.span)
        planned = on_each(planned, lambda draft: _beside_anchor(source, draft, only))
        planned = unless_present(
            source, request, meant, planned, _innermost_around(source, hit.span)
        )
        return _with_warning(planned, meant == text, surplus_text.ANCHOR_LEFT_OUT)
    place = find_place(source, target, scope, limit, request)
    if isinstance(place, Failed):
        return place
    if place.block is None:
        at = max(place.span.start, place.span.end - 1) if after else place.span.start
        given = numbered_lines.inserted(source, at, text, after=after)
        laid = given or line_insertion.insert_at_line(source, at, text, after=after)
        return planned_at(source, place, laid)
    container = definition_around(source, place.block)
    meant = surplus_text.without_container(source, container, text)
    put = adjacent.insert_adjacent(source, place.block, meant, after=after)
    around = enclosing_blocks(source, place.block)
    planned = planned_at(source, place, put)
    planned = unless_present(source, request, meant, planned, around[-1] if around else None)
    return _with_warning(_with_insertion(planned, place.block.span, container), meant == text)


def _beside_anchor(source: Source, planned: Planned, only: Span | None) -> Planned:
    """Return an insertion beside an anchor with its place as its only target: the anchor's text must keep its role."""
    return replace(
        planned,
        selector=planned.selector or selector_at(source, planned.target),
        targets=(planned.edits.old_hull(),),
        put=Inserted(only) if only is not None else planned.put,
    )


def _innermost_around(source: Source, span: Span) -> Block | None:
    """Return the innermost definition or block around a span."""
    if source.tree is None:
        return None
    around = (*source.tree.definitions(span), *source.tree.blocks(span))
    outer = [one for one in around if one.core.contains(span) and one.core != span]
    return min(outer, key=lambda one: len(one.core), default=None)


def _with_warning(
    planned: Planned | Failed, as_given: bool, warning: str = surplus_text.LEFT_OUT
) -> Planned | Failed:
    """Add a warning to a planned insertion unless the text was inserted as it was sent."""
    if as_given:
        return planned

    def noted(draft: Planned) -> Planned:
        warnings = dict.fromkeys((*draft.warnings, warning))
        return replace(draft, warnings=tuple(warnings))

    return on_each(planned, noted)


def _braceless_statement(source: Source, anchor: Span) -> Span | None:
    """Return the anchor if it is the braceless body of an `if` or a loop: a text next to it would be outside."""
    data, tree = source.data, source.tree
    text = trimmed(data, anchor)
    if (
        tree is None
        or source.profile.family is not Layout.BRACE
        or tree.statement_around(text) != text
    ):
        return None
    before = data[line_start(data, max(0, text_end(data, text.start) - 1)) : text.start].rstrip()
    return text if before.endswith((b")", b"else", b"do")) else None


def _with_insertion(
    planned: Planned | Failed, neighbour: Span | None, container: Block | None
) -> Planned | Failed:
    """Record what a planned insertion is next to and inside of, for the gate to verify."""
    extent = container.core if container is not None else None

    def with_targets(draft: Planned) -> Planned:
        targets = (draft.edits.old_hull(),)
        return replace(draft, targets=targets, put=Inserted(neighbour, extent))

    is_empty = isinstance(planned, Failed) or not planned.edits
    return planned if is_empty else on_each(planned, with_targets)


def move_block(source: Source, request: MoveBlock, scope: Scope, limit: Match) -> Planned | Failed:
    """Plan to move a block to another place of the same file."""
    place = find_place(source, request.target, scope, limit, request)
    if isinstance(place, Failed):
        return place
    goal = find_destination(source, request.destination, scope, limit, request)
    if isinstance(goal, Failed):
        return goal
    if place.block is None or goal.block is None:
        return refuse(Reason.NOT_A_BLOCK, "move_block moves blocks, not lines", "name two blocks")
    if place.block.whole.contains(goal.block.core):
        return refuse(
            Reason.NOT_A_BLOCK, "a block cannot be moved into itself", "name another destination"
        )
    text, removal = moving.move_text(source, place.block, request.options.attach)
    if isinstance(removal, Rejection):
        return refuse(removal.reason, removal.message, removal.fix)
    if request.place in (Where.START, Where.END):
        insertion = body_insertion.insert_inside(
            source, goal.block, text, at_end=request.place is Where.END
        )
    elif request.place in (Where.BEFORE, Where.AFTER):
        insertion = adjacent.insert_adjacent(
            source, goal.block, text, after=request.place is Where.AFTER
        )
    else:
        raise UsageError(
            "a block is moved before, after, or to the start or end of another block",
            hint="pass one of these",
        )
    if isinstance(insertion, Rejection):
        return refuse(insertion.reason, insertion.message, insertion.fix)
    whole = place.block.whole
    is_out = goal.block.core.contains(whole)
    is_inside = request.place in (Where.START, Where.END)
    is_container = is_inside and goal.block.is_definition
    container = goal.block if is_container else definition_around(source, goal.block)
    into = container.core if container is not None else None
    put = Inserted(None if is_inside else goal.block.span, into)
    moves = []
    for one in (insertion, *insertion.alternatives):
        edits = _combined_edits(source.data, removal.edits, one.edits, is_out=is_out)
        if edits is None:
            continue
        there = Place(edits.old_hull(), place.block)
        planned = planned_at(source, there, Draft(edits, removal.attached))
        if isinstance(planned, Failed):
            return planned
        targets = (whole, one.edits.old_hull())
        moves.append(replace(planned, targets=targets, carried=place.block.core, put=put))
    if not moves:
        return refuse(Reason.NO_CHANGE, "the block is already there", "name another destination")
    return replace(moves[0], alternatives=tuple(moves[1:]))


def _combined_edits(
    data: bytes, removal: EditSet, insertion: EditSet, *, is_out: bool
) -> EditSet | None:
    """Combine the deletion and insertion of a move; return None if the block would not move.

    Moving the last block of an indented body out of its container (`is_out`) moves it within its own lines:

        class A:              class A:
            x = 1                 x = 1
            def last(): …     def last(): …
    """
    try:
        return EditSet.of([*removal.edits, *insertion.edits])
    except ValueError:
        if not is_out or len(removal.edits) != 1 or len(insertion.edits) != 1:
            return None
    lines, new = removal.edits[0].span, insertion.edits[0].new
    start, end = text_end(data, lines.start), text_end(data, lines.end)
    return EditSet.of([Edit(Span(start, end), b""), Edit(Span(end, end), new)])
