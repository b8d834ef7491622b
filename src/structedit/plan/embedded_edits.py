"""Requests about code embedded in a file of another language, converted to requests on that code.

Example: a function in a ``<script>`` of an HTML page.
"""

from __future__ import annotations

from typing import Any

from structedit.calls.batches import ApplyHunks, limit_of
from structedit.calls.places import NO_HINTS, Anchor, Hints, Part, Selector, Target
from structedit.calls.places import Place as Where
from structedit.calls.requests import (
    Insert,
    MoveBlock,
    ReplaceAll,
    ReplaceBlock,
    Request,
    StrReplace,
    Unwrap,
    Wrap,
    targets_of,
)
from structedit.calls.statuses import Reason
from structedit.edits import imports, new_text
from structedit.explain import missed_text
from structedit.plan.results import Confirm, Failed, refuse
from structedit.search import embedded, locate
from structedit.search.embedded import Inside
from structedit.search.found import Miss
from structedit.search.scopes import Scope, scope_of
from structedit.text.document import Span, to_bytes
from structedit.text.edit import Edit, EditSet
from structedit.text.errors import SelectorError
from structedit.text.lazily import regex
from structedit.text.values import replace
from structedit.tree.source import Source

_HEADER_END = regex(rb"[ \t]*(?:\r\n|\n|\r)")


def enter_region(
    source: Source, request: Request | ApplyHunks
) -> tuple[Inside, Request | ApplyHunks] | Failed | None:
    """Return the embedded region that a request is about, and the request relative to it.

    Return None if it is about the file itself.
    """
    if not source.profile.embedded:
        return None
    if isinstance(request, Insert) and request.place is Where.IMPORTS:
        region = imports.region_for(source, to_bytes(request.text))
        if isinstance(region, new_text.Rejection):
            return refuse(region.reason, region.message, region.fix)
        if region is not None:
            return region, request
    by_text = _anchors_inside(source, request)
    if by_text is not None:
        return by_text
    within = None
    if request.hints.within is not None:
        within = embedded.through(source, request.hints.within)
    aimed = _target_inside(source, request)
    if isinstance(aimed, Failed):
        return aimed
    inside, inner = aimed or (within, request)
    if inside is None:
        return None
    if request.hints.within is None:
        return inside, inner
    scope = scope_of(source, Hints(within=request.hints.within), limit_of(request))
    if within is not None and within.area == inside.area:
        hints = replace(request.hints, within=within.rest)
    elif isinstance(scope, Scope) and scope.span.contains(inside.area):
        hints = replace(request.hints, within=None)
    else:
        return refuse(
            Reason.OUT_OF_SCOPE, f"{inside.prefix} is outside `within`", "leave `within` out"
        )
    if hints.version == source.document.version:
        hints = replace(hints, version=inside.source.document.version)
    return inside, replace(inner, hints=hints)


def _anchors_inside(source: Source, request: Request | ApplyHunks) -> tuple[Inside, Request] | None:
    """Return the region that contains all targets of a request, and the request without hints.

    The hints narrow a search in the file, so they are not needed any more. Return None if there is no such region.
    """
    if isinstance(request, ApplyHunks | StrReplace | ReplaceAll):
        return None
    is_text = isinstance(request, Insert) and request.place in (Where.BEFORE, Where.AFTER)
    limit = limit_of(request)
    scope = scope_of(source, request.hints, limit)
    if is_text or isinstance(scope, Miss):
        return None
    area, found = None, dict[str, Any]()
    for name, target in targets_of(request).items():
        inner: tuple[Inside, Target | None] | None = None
        if isinstance(target, Anchor):
            inner = locate.inside_by_text(source, target, request.hints, scope, limit)
        elif isinstance(target, Selector) and area is not None:
            through = embedded.through(source, target)
            inner = (through, through.rest) if through is not None else None
        if inner is None or inner[1] is None or (area is not None and inner[0].area != area.area):
            return None
        area = area or inner[0]
        found[name] = inner[1]
    return None if area is None else (area, replace(request, hints=NO_HINTS, **found))


def _target_inside(
    source: Source, request: Request | ApplyHunks
) -> tuple[Inside, Request] | Failed | None:
    """Return the region that the target's selector begins with, and the request with the rest of the selector."""
    if isinstance(request, StrReplace | ReplaceAll | ApplyHunks):
        return None
    if not isinstance(request.target, Selector):
        return None
    inside = embedded.through(source, request.target)
    if inside is None or inside.rest is None:
        return None
    found: dict[str, Any] = {"target": inside.rest}
    for name, target in targets_of(request).items():
        goal = embedded.through(source, target) if isinstance(target, Selector) else None
        if goal is not None and goal.area == inside.area and goal.rest is not None:
            found[name] = goal.rest
        elif isinstance(request, MoveBlock) and goal is not None and isinstance(target, Selector):
            return refuse(
                Reason.OUT_OF_SCOPE,
                f"{target.text!r} is outside {inside.prefix}, and a block cannot be moved out of that",
                "insert its text there, then delete it here",
            )
    return inside, replace(request, **found)


def with_heading(source: Source, request: Request | ApplyHunks) -> Request | ApplyHunks | Failed:
    """Adjust a request about an item of a list whose items begin with a heading line (notebook cells).

    A new item gets a heading line, and a replaced item keeps its own: callers send the text without it.
    """
    heading = source.profile.sections.heading
    if heading and isinstance(request, Wrap | Unwrap) and isinstance(request.target, Selector):
        item = f"an item of {source.profile.sections.list!r} is not code"
        return refuse(Reason.NOT_A_BLOCK, item, "name a block inside it, as outline prints it")
    if not heading or not isinstance(request, Insert | ReplaceBlock):
        return request
    target, text = request.target, request.text if isinstance(request, Insert) else request.new
    is_named = isinstance(target, Selector) and target.lines is None
    if text.lstrip().startswith(heading):
        return request
    meant = as_item(target)
    listed = [meant.steps[0].path[0]] if isinstance(meant, Selector) and meant.steps else []
    if listed == [source.profile.sections.list] and isinstance(meant, Selector) and not is_named:
        request, is_named = replace(request, target=meant), True
    if isinstance(request, ReplaceBlock):
        is_whole = is_named and request.part is Part.WHOLE
        return replace(request, part=Part.BODY) if is_whole else request
    from textwrap import dedent

    is_item = is_named if request.place in (Where.BEFORE, Where.AFTER) else target is None
    return replace(request, text=f"{heading}\n{dedent(text)}") if is_item else request


def as_item(place: Target | Selector | None) -> Target | Selector | None:
    """Return the selector for a text such as `cells[1]`; any other place is returned unchanged."""
    if not isinstance(place, Anchor) or place.occurrence is not None or place.text[-1:] != "]":
        return place
    try:
        return Selector.parse(place.text)
    except SelectorError:
        return place


def clip_to_region(data: bytes, edits: EditSet, area: Span) -> EditSet | None:
    """Cut deletions at a region's edges; return None if an edit writes outside of the region.

    The line break that ends the line above the region is outside too.
    """
    first = _HEADER_END.match(data, area.start, area.end)
    room = Span(first.end() if first else area.start, area.end)
    kept = []
    for edit in edits.edits:
        shared = edit.span.intersect(room)
        if not room.contains(edit.span) and (edit.new or shared is None):
            return None
        kept.append(Edit(shared, edit.new) if shared else edit)
    return EditSet.of(kept)


def without_retry(failed: Failed) -> Failed:
    """Remove the retry from a failure: it would name places relative to the embedded code."""
    explain = failed.explain
    if explain is None:
        return replace(failed, diagnosis=replace(failed.diagnosis, retry=None))

    def explained(confirm: Confirm) -> missed_text.Verdict:
        status, reason, diagnosis = explain(confirm)
        return status, reason, replace(diagnosis, retry=None)

    return replace(failed, explain=explained)
