"""Plan edits of one block: replace it or its body, delete, wrap and unwrap it."""

from __future__ import annotations

import re

from structedit.calls.places import AnchorRange, Lines, Part
from structedit.calls.requests import (
    DeleteBlock,
    Match,
    ReplaceBlock,
    ReplaceFunctionBody,
    Unwrap,
    Wrap,
)
from structedit.calls.statuses import Reason
from structedit.calls.tiers import facts_of
from structedit.edits import (
    block_parts,
    bodies,
    deletion,
    edited_copy,
    moving,
    numbered_lines,
    signatures,
    span_replacement,
    surplus_text,
)
from structedit.edits.block_extent import cut_block, definition_around, is_part_of_statement
from structedit.edits.new_text import Draft, Rejection
from structedit.languages.kinds import FUNCTIONS
from structedit.languages.profiles import Layout
from structedit.plan.results import Failed, Planned, on_each, refuse
from structedit.plan.targets import (
    expand_omissions,
    find_block,
    find_place,
    omission_notes,
    planned_at,
    refuse_partial,
)
from structedit.search.alignment.elision import Completed
from structedit.search.found import Place
from structedit.search.part_spans import is_shown_as, shown_span, with_indentation, with_value
from structedit.search.scopes import Scope
from structedit.text.document import Span, to_bytes, to_text
from structedit.text.edit import EditSet
from structedit.text.lazily import regex
from structedit.text.lines import line_end, line_start, text_end, text_start, trimmed
from structedit.text.values import replace
from structedit.tree.clauses import signs_between
from structedit.tree.nodes import NODE, Block
from structedit.tree.source import Source

_BREAKS = regex(rb"[\r\n]")


def replace_block(
    source: Source, request: ReplaceBlock, scope: Scope, limit: Match
) -> Planned | Failed:
    """Plan to replace a part of a block, or bare lines."""
    place = find_place(source, request.target, scope, limit, request)
    if isinstance(place, Failed):
        return place
    place = with_value(source, place) if request.part is Part.BODY else place
    if request.part is Part.BODY and _repeats_header(source, place.block, request.new):
        if place.block is None or not _may_nest(source, place.block):
            request = replace(request, part=Part.WHOLE)
        elif Reason.READ_BACK not in request.options.accept:
            return refuse(
                Reason.READ_BACK,
                f"the new text repeats the header of this {place.block.kind}, but would be written inside it",
                'to replace all of it, pass part="whole"; to put the text inside, pass accept=["read_back"]',
            )
    meant = _without_surplus(source, place, request.part, request.new)
    completed = expand_omissions(source, place, request.part, meant)
    if isinstance(completed, Failed):
        return completed
    planned = _plan_replacement(source, replace(request, new=to_text(completed.text)), place)
    return _with_notes(planned, completed, as_given=meant == request.new)


def _repeats_header(source: Source, block: Block | None, new: str) -> bool:
    """Return True if a text sent as a definition's body is the whole definition, with the header of the file."""
    if block is None or not block.is_definition:
        return False
    header = signatures.header_in_text(source, block, to_bytes(new))
    return header is not None and header.split() == block.header.of(source.data).split()


def _may_nest(source: Source, block: Block) -> bool:
    """Return True if a definition may contain one with the same header.

    A class is never inside a class of the same name, but `<div>` in `<div>` or `properties` in a schema may be meant.
    """
    profile = source.profile
    if block.layout is Layout.END and profile.family is Layout.BRACE:  # markup
        return True
    if not profile.is_data or source.tree is None or block.body is None:
        return False
    inside = (one for one in source.tree.definitions(block.body) if one.path[:-1] == block.path)
    return any(one.kind != "element" for one in inside)


def _without_surplus(source: Source, place: Place, part: Part, new: str) -> str:
    """Remove from around the new text a code fence, the header of the enclosing type, or the rest of the statement."""
    new, block = surplus_text.without_fence(source, new), place.block
    if block is None or part is not Part.WHOLE:
        return new
    if not block.is_definition:
        if place.by_text or place.partial:  # the anchor says where the replaced text begins
            return new
        return to_text(surplus_text.without_statement(source, block, to_bytes(new)))
    container = definition_around(source, block)
    return to_text(surplus_text.without_container(source, container, to_bytes(new), block))


def _is_whole_function(source: Source, block: Block, new: bytes) -> bool:
    """Return True if a text sent as a function's body is the whole function, with its header."""
    if not block.is_definition or block.kind not in FUNCTIONS:
        return False
    header = signatures.header_in_text(source, block, new)
    return (
        header is not None
        and re.search(rb"\b%s\b" % re.escape(to_bytes(block.path[-1])), header) is not None
    )


def _with_notes(
    planned: Planned | Failed, completed: Completed, *, as_given: bool
) -> Planned | Failed:
    """Add which lines the omission marks in the new text stand for, and whether something was left out."""
    around = () if as_given else (surplus_text.LEFT_OUT,)

    def noted(draft: Planned) -> Planned:
        return replace(
            draft,
            bridged=(*omission_notes(completed), *draft.bridged),
            warnings=(*draft.warnings, *around),
            given=draft.targets or (draft.target,),
        )

    return on_each(planned, noted)


def _plan_replacement(source: Source, request: ReplaceBlock, place: Place) -> Planned | Failed:
    new = to_bytes(request.new)
    if place.block is None:
        as_given = isinstance(request.target, Lines)
        return _replace_span(source, place, new, request.part, as_given=as_given)
    if refusal := refuse_partial(source, place, request.part, request):
        return refusal
    if not place.arm and is_shown_as(source.data, place, request.part, new):
        return planned_at(source, place, Draft(EditSet()))
    if request.part is Part.BODY and _is_whole_function(source, place.block, new):
        return _with_body(
            source,
            ReplaceFunctionBody(request.target, request.new, request.hints, request.options),
            place,
        )
    draft = block_parts.replace_part(
        source, place.block, new, request.part, request.options.attach, arm=place.arm
    )
    draft = _changed_lines_only(source, place, request.part, new, draft)
    planned = _with_part_as_target(planned_at(source, place, draft), place.block, request.part)
    if isinstance(planned, Failed) or request.part is not Part.WHOLE:
        return planned
    is_definition = place.block.is_definition
    is_verified = not place.by_text if is_definition else is_part_of_statement(source, place.block)
    if not is_verified:
        return planned
    return on_each(planned, lambda one: replace(one, replaced=place.block))


def _with_part_as_target(planned: Planned | Failed, block: Block, part: Part) -> Planned | Failed:
    """Set the replaced part as the target, so that definitions in the other parts must remain."""
    parts = {Part.BODY: block.body, Part.HEADER: block.header, Part.CONDITION: block.condition}
    span = block.doc if part is Part.DOC else parts.get(part)
    return on_each(planned, lambda draft: replace(draft, targets=(span,))) if span else planned


def _changed_lines_only(
    source: Source, place: Place, part: Part, new: bytes, draft: Draft | Rejection
) -> Draft | Rejection:
    """Narrow a draft to the changed lines, if the new text is a copy of the shown text with a few changes."""
    shown = shown_span(source.data, place, part)
    is_text = part in (Part.WHOLE, Part.BODY) and not place.arm
    if shown is None or not is_text or not isinstance(draft, Draft) or not draft.edits:
        return draft
    if draft.alternatives:  # it is not decided yet in which form the new text is written
        return draft
    shown = with_indentation(source.data, shown)
    end = draft.edits.old_hull().end
    if end > shown.end and b"\n" not in source.data[shown.end : end].rstrip():
        # Include the comment behind the shown text: the new text replaces it.
        shown = Span(shown.start, end)
    whole, by_depth = part is Part.WHOLE, source.profile.family is Layout.INDENT
    edits = edited_copy.edit_changed_lines(source.data, shown, new, whole=whole, by_depth=by_depth)
    return draft if edits is None else replace(draft, edits=edits, operand=None, alternatives=())


def _replace_span(
    source: Source, place: Place, new: bytes, part: Part, *, as_given: bool
) -> Planned | Failed:
    if part is not Part.WHOLE:
        return refuse(
            Reason.NOT_A_BLOCK, f"lines have no {part.value}", "name a block, or leave `part` out"
        )
    draft = numbered_lines.replaced(source, place.span, new) if as_given else None
    return planned_at(
        source, place, draft or span_replacement.replace_span(source, place.span, new)
    )


def replace_function_body(
    source: Source, request: ReplaceFunctionBody, scope: Scope, limit: Match
) -> Planned | Failed:
    """Plan to replace a body by another one, or a whole definition by the text of one."""
    place = find_place(source, request.target, scope, limit, request)
    if isinstance(place, Failed):
        return place
    meant = surplus_text.without_fence(source, request.new)
    completed = expand_omissions(source, place, Part.BODY, meant)
    if isinstance(completed, Failed):
        return completed
    planned = _with_body(source, replace(request, new=to_text(completed.text)), place)
    return _with_notes(planned, completed, as_given=meant == request.new)


def _with_body(source: Source, request: ReplaceFunctionBody, place: Place) -> Planned | Failed:
    block, new = place.named or place.block, to_bytes(request.new)
    if block is None or not (block.is_definition or place.by_text):
        return refuse(
            Reason.NOT_A_BLOCK,
            "the target is not a definition",
            'use replace_block with part="body"',
        )
    header = signatures.header_in_text(source, block, new) if block.is_definition else None
    if is_shown_as(source.data, replace(place, block=block), Part.BODY, new):
        return planned_at(source, place, Draft(EditSet()))
    if header is None:
        planned = planned_at(source, place, bodies.replace_body(source, block, new))
        return _with_part_as_target(planned, block, Part.BODY)
    draft = block_parts.replace_part(source, block, new, Part.WHOLE, request.options.attach)
    if isinstance(draft, Draft):
        draft = signatures.with_signature_note(source, block, header, draft)
    return planned_at(source, place, draft)


def delete_block(
    source: Source, request: DeleteBlock, scope: Scope, limit: Match
) -> Planned | Failed:
    """Plan to delete a part of a block, or the text that two anchors or line numbers enclose."""
    place = find_place(source, request.target, scope, limit, request)
    if isinstance(place, Failed):
        return place
    if facts_of(place.tier).leaves_out:
        return refuse(
            Reason.NO_MATCH,
            "the anchor leaves lines out, but a deletion must have every line written out",
            "write out the lines of the anchor, or name the block by its selector",
        )
    block = place.block
    if block is None:
        is_numbered = isinstance(request.target, Lines)
        blank = numbered_lines.deleted_blank(source, place.span) if is_numbered else None
        if isinstance(request.target, AnchorRange) and limit is not Match.EXACT:
            place = replace(place, span=_whole_lines(source, place.span, request.target))
        draft = blank or cut_block(source, place.span) or deletion.delete_span(source, place.span)
        return planned_at(source, place, draft)
    if refusal := refuse_partial(source, place, request.part, request):
        return refusal
    if request.part in (Part.DOC, Part.BODY):
        draft = block_parts.replace_part(source, block, b"", request.part, request.options.attach)
        return _with_part_as_target(planned_at(source, place, draft), block, request.part)
    if request.part in (Part.HEADER, Part.CONDITION):
        return refuse(
            Reason.NOT_A_BLOCK,
            f"a {request.part.value} cannot be deleted on its own",
            "replace it, or delete the whole block",
        )
    before, behind = (
        text_end(source.data, place.span.start),
        text_start(source.data, place.span.end),
    )
    above, below = source.data[before - 1 : before], source.data[behind : behind + 1]
    if place.by_text and b"," in (above, below):
        return _refuse_separator(Reason.NOT_A_BLOCK, b",")
    # Between clauses, deleting one could leave the separator of an unparsed line before nothing.
    if place.by_text and above in signs_between(source.profile) and below != above:
        return _refuse_separator(Reason.BROKEN_TARGET, above)
    if request.part is Part.ARM or (
        place.arm and request.part is Part.WHOLE and not block.is_definition
    ):
        draft = deletion.delete_arm(source, block, request.options.attach)
        return planned_at(source, place, draft)
    planned = planned_at(
        source, place, deletion.delete_block(source, block, request.options.attach)
    )
    return planned if isinstance(planned, Failed) else replace(planned, deleted=block)


def _refuse_separator(reason: Reason, sign: bytes) -> Failed:
    return refuse(
        reason,
        f"the block is one of several, and it is not certain which {to_text(sign)!r} belongs to it",
        f"delete it with str_replace, together with its {to_text(sign)!r}",
    )


def _whole_lines(source: Source, span: Span, between: AnchorRange) -> Span:
    """Extend a span between two anchors to whole lines of code, if it covers several lines.

    Anchors that are not included in the deletion are not extended. In prose a sentence may begin and end anywhere on a
    line, so there the span stays as it is.
    """
    data, core = source.data, trimmed(source.data, span)
    is_code = source.tree is not None and not source.profile.sections.headings
    if not (is_code and between.inclusive and core and _BREAKS.search(core.of(data))):
        return span
    return Span(line_start(data, core.start), line_end(data, core.end))


def wrap(source: Source, request: Wrap, scope: Scope, limit: Match) -> Planned | Failed:
    """Plan to wrap a block in a new one."""
    place = find_place(source, request.target, scope, limit, request)
    if isinstance(place, Failed):
        return place
    if refusal := refuse_partial(source, place, Part.WHOLE, request):
        return refusal
    if not request.header.strip():
        return refuse(
            Reason.MALFORMED_EDIT, "the header is empty", "pass the line that opens the new block"
        )
    block = place.block
    if block is None:
        span = place.span
    else:
        end = max(block.span.end, block.end)
        span = block.whole if block.is_definition else Span(block.span.start, end)
    footer = to_bytes(request.footer) if request.footer is not None else None
    planned = planned_at(source, place, moving.wrap(source, span, to_bytes(request.header), footer))
    return planned if isinstance(planned, Failed) else replace(planned, carried=span)


def unwrap(source: Source, request: Unwrap, scope: Scope, limit: Match) -> Planned | Failed:
    """Plan to replace a block by its body."""
    lines = "have no block around them to remove"
    found = find_block(source, request.target, scope, limit, request, lines=lines)
    if isinstance(found, Failed):
        return found
    place, block = found
    planned = planned_at(source, place, moving.unwrap(source, block))
    if isinstance(planned, Failed):
        return planned
    replaced = block if not block.is_definition and is_part_of_statement(source, block) else None
    # The words of an element may be merged with the words around it.
    carried = None if block.layout is Layout.END and block.kind in ("element", NODE) else block.body
    return replace(planned, carried=carried, replaced=replaced)
