"""Find the place that a target names, check that it is certain, and turn a draft for it into a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from structedit.calls.diagnoses import Diagnosis
from structedit.calls.places import Anchor, Hints, Lines, Part, Selector, Target
from structedit.calls.refusals import Refusal
from structedit.calls.requests import Match, Request, targets_of
from structedit.calls.statuses import Reason, Status
from structedit.edits import new_text
from structedit.explain import evidence
from structedit.plan.results import (
    Failed,
    Planned,
    refuse,
    refuse_elision,
    report_gate,
    report_miss,
    with_note,
)
from structedit.search import embedded, locate, part_spans
from structedit.search.alignment import elision, ladder
from structedit.search.found import Miss, Place, block_of
from structedit.search.scopes import Scope
from structedit.text.document import Span, to_bytes, to_text
from structedit.text.errors import SelectorError
from structedit.text.values import replace
from structedit.tree.broken import doubt
from structedit.tree.nodes import NODE, Block
from structedit.tree.source import Source

if TYPE_CHECKING:
    from structedit.edits.new_text import Draft, Rejection
    from structedit.search.alignment.elision import Completed


def find_place(
    source: Source,
    target: Target,
    scope: Scope,
    limit: Match,
    request: Request,
) -> Place | Failed:
    """Find a target; refuse it if its identity or its end is not certain in a file that does not parse."""
    place = locate.place_of(source, target, scope, limit)
    if isinstance(place, Miss):
        return report_miss(source, place, request)
    if place.block is None or source.tree is None:
        return place
    if place.by_text:
        refusal: Refusal | None = doubt.not_in_the_tree(source.tree, place.block)
    else:
        steps = target.steps if isinstance(target, Selector) else ()
        refusal = doubt.refusal_of(source.tree, place.block, steps)
    return place if refusal is None else report_gate(source, refusal)


def as_block_or_text(
    source: Source, anchor: Anchor, scope: Scope, limit: Match, *, after: bool
) -> Anchor | Selector | Lines | Failed:
    """Return what a word for a place means: a block if it is the selector of one, else a text.

    If the file has both, at different places, neither is chosen. A word with `occurrence` is a text, and so is one that
    the file has several times: the failed search for a unique text then suggests the block.
    """
    try:
        selector = Selector.parse(anchor.text)
    except SelectorError:
        return anchor
    if anchor.occurrence is not None:
        return anchor
    hits = ladder.find(source, to_bytes(anchor.text), limit=Match.EXACT, scope=scope.spans)
    spans = [hit.span for hit in hits.occurrences]
    if selector.lines is not None:
        return anchor if spans else Lines(selector.lines)
    place = locate.place_of(source, selector, scope, limit)
    if isinstance(place, Miss) or place.block is None:
        return anchor
    if not spans:
        return selector
    if not place.block.is_definition:
        return anchor
    # A name is a text, too: a match on the block's first or last line means the same place.
    lines = source.document.line_range(place.block.whole)
    edge = lines.last if after else lines.first
    if {source.document.line_of(span.start) for span in spans} == {edge}:
        return selector
    if len(spans) > 1:
        return anchor
    return Failed(
        Status.AMBIGUOUS,
        Reason.AMBIGUOUS_ANCHOR,
        Diagnosis(
            f"{anchor.text!r} is both the selector of a block ({lines.said}) and text in the file",
            "to name the block, pass `at` and `of`; to name the text, pass `occurrence`",
            evidence.hits_of(source, spans),
            evidence.candidates_of(source, [place.block]),
        ),
    )


def find_destination(
    source: Source, target: Target, scope: Scope, limit: Match, request: Request
) -> Place | Failed:
    """Find a block by its selector or, if there is none, by the text that opens it."""
    if isinstance(target, Selector) and isinstance(
        locate.place_of(source, target, scope, limit), Miss
    ):
        opener = Anchor(target.text)
        if not isinstance(locate.place_of(source, opener, scope, Match.WHITESPACE), Miss):
            target = opener
    return find_place(source, target, scope, limit, request)


def on_its_line(
    source: Source, request: Request, scope: Scope, limit: Match
) -> tuple[Request, tuple[str, ...]]:
    """Number an anchor that occurs several times by the line in the request's hints; return a note on the choice."""
    for name, target in targets_of(request).items():
        place, count = locate.on_its_line(source, target, request.hints, scope, limit)
        if count:
            now: dict[str, Any] = {name: place}
            return replace(request, **now), (line_choice_note(count, request.hints.near_line),)
    return request, ()


def line_choice_note(count: int, line: int | None) -> str:
    """Return the note that a line number decided between several places."""
    return f"chosen by a line number: of {count} places, the one at line {line}"


def expand_omissions(source: Source, place: Place, part: Part, new: str) -> Completed | Failed:
    """Return the new text with the file's own lines in place of its omission marks (`# ...`)."""
    span = place.span if place.block is None else place.block.whole
    failed = refuse_elision(new, to_text(span.of(source.data)), source.data)
    if failed is None:
        return elision.Completed(to_bytes(new), ())
    shown = part_spans.shown_span(source.data, place, part)
    if shown is None:
        return failed
    own = part_spans.with_indentation(source.data, shown).of(source.data)
    stood = elision.completed(own, to_bytes(new))
    if isinstance(stood, str) and not (source.tree and source.literal_texts(shown)):
        from textwrap import dedent

        # Callers often write the lines of a block at the left margin.
        texts = (to_bytes(dedent(text)) for text in (to_text(own), new))
        stood = elision.completed(*texts)
    return with_note(failed, stood) if isinstance(stood, str) else stood


def omission_notes(stood: Completed) -> tuple[str, ...]:
    """Return notes on the lines that each omission mark of the new text stands for."""
    return tuple(
        f"`{to_text(mark)}` keeps {count} line{'s' * (count > 1)}" for mark, count in stood.stood
    )


def find_block(
    source: Source, target: Target, scope: Scope, limit: Match, request: Request, *, lines: str
) -> tuple[Place, Block] | Failed:
    """Find a target that must be a block; `lines` says why bare lines cannot be meant."""
    place = find_place(source, target, scope, limit, request)
    if isinstance(place, Failed):
        return place
    if place.block is None:
        return refuse(Reason.NOT_A_BLOCK, f"lines {lines}", "name a block")
    return place, place.block


def planned_at(source: Source, place: Place, draft: Draft | Rejection) -> Planned | Failed:
    """Return the plan for a draft at its place."""
    if isinstance(draft, new_text.Rejection):
        return refuse(draft.reason, draft.message, draft.fix)
    target = place.span
    if place.block is not None:
        target = Span(
            min(target.start, place.block.whole.start), max(target.end, place.block.whole.end)
        )
    selector = None
    named = place.named or place.block
    if named is not None and named.kind != NODE and source.tree is not None and not place.by_text:
        selector = embedded.selector_of(source, named)
    planned = Planned(
        draft.edits,
        target,
        tier=place.tier,
        by_text=place.by_text,
        selector=selector,
    )
    return _with_alternatives(planned, draft)


def _with_alternatives(planned: Planned, draft: Draft) -> Planned:
    """Copy a draft and its alternatives into a plan."""
    first, *others = (
        replace(
            planned,
            edits=one.edits,
            attached=one.attached,
            kept=one.kept,
            warnings=one.warnings,
            operand=one.operand,
        )
        for one in (draft, *draft.alternatives)
    )
    return replace(first, alternatives=tuple(others))


def planned_of(target: Span, draft: Draft | Rejection, tier: str | None = None) -> Planned | Failed:
    """Return the plan for a draft at a text."""
    if isinstance(draft, new_text.Rejection):
        return refuse(draft.reason, draft.message, draft.fix)
    return _with_alternatives(
        Planned(draft.edits, target, tier=tier, by_text=tier is not None), draft
    )


def refuse_scope(source: Source, hints: Hints) -> Failed | None:
    """Refuse a scope whose extent is not certain: it may include its neighbour."""
    within = hints.within
    if within is None or within.lines is not None or source.tree is None or source.tree.clean:
        return None
    block = block_of(source, within)
    refusal = (
        doubt.refusal_of(source.tree, block, within.steps) if isinstance(block, Block) else None
    )
    if refusal is None:
        return None
    fix = "leave `within` out, and pass text that is in the file only once"
    return report_gate(source, replace(refusal, fix=fix))


def refuse_partial(source: Source, place: Place, part: Part, request: Request) -> Failed | None:
    """Refuse a block that is only a part of the statement that its anchor begins or is in."""
    if not place.partial or part in (Part.BODY, Part.CONDITION, Part.DOC):
        return None
    miss = Miss(
        Reason.NOT_A_BLOCK,
        "the block that the anchor opens is only part of a statement, which begins above it or continues below it",
        "give the first and last line of the statement with `start` and `end`",
        hits=(place.span,),
        pair=place.block.arm if place.block is not None else place.span,
    )
    return report_miss(source, miss, request)
