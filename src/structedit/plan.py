"""The one switchboard: a source and a request become an outcome.

Every operation runs the same course: find the place (`search`), draft the edit (`landing`), then one
tail for all: apply, reparse, ask the gate, describe. Nothing is written here, and nothing that
writes decides: a dry run, a preview and the real edit are this same function.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, assert_never

from structedit.errors import FileError, UsageError
from structedit.judging import gate
from structedit.judging.risk import THRESHOLDS, Thresholds, concern_of, risk_of
from structedit.landing import imports, moving, patch, shape
from structedit.landing.bridge import Misremembered, misremembered
from structedit.landing.drafts import Draft, Misfit
from structedit.landing.indent import with_endings
from structedit.landing.merge import Conflict, merge
from structedit.lazily import lazily
from structedit.model.batches import ApplyHunks
from structedit.model.outcomes import (
    LANDED,
    ChangedSpan,
    Diagnosis,
    Method,
    Numbered,
    Outcome,
    Reason,
    Risk,
    Status,
)
from structedit.model.places import (
    Anchor,
    Hints,
    Part,
    Selector,
    Target,
)
from structedit.model.places import Place as Where
from structedit.model.requests import (
    DeleteBlock,
    Insert,
    Match,
    MoveBlock,
    Options,
    ReplaceAll,
    ReplaceBlock,
    ReplaceFunctionBody,
    Request,
    StrReplace,
    Unwrap,
    Wrap,
)
from structedit.search import elision, embedded, hunks, ladder
from structedit.search.embedded import Inside
from structedit.search.ladder import Found, Occurrence
from structedit.search.locate import (
    Miss,
    Place,
    Scope,
    as_anchor_miss,
    find_text,
    place_of,
    scope_of,
)
from structedit.search.patterns import pattern_matches
from structedit.search.selectors import selector_of
from structedit.search.windows import new_side, old_side, span_of
from structedit.syntax.source import Source
from structedit.text.diff import line_totals, unified_diff
from structedit.text.document import Document, Span, to_bytes, to_text
from structedit.text.edit import Edit, EditSet
from structedit.values import dataclass

if TYPE_CHECKING:
    from structedit.judging import bridges, diagnose, patches
else:
    bridges = lazily("structedit.judging.bridges")
    diagnose = lazily("structedit.judging.diagnose")
    patches = lazily("structedit.judging.patches")

_HEADER_END = re.compile(rb"[ \t]*(?:\r\n|\n|\r)")

_READ_AS_TEXT = "the lines there do not parse: the block was read by its brackets and indentation"

REGION_LINES = 40
"""Lines of the new region that an outcome shows."""

_BREAK = re.compile(rb"\r\n|\n|\r")
_BETWEEN_SHARED = "the new text is there already, between the lines both texts share"

_NAMES: dict[type, str] = {
    StrReplace: "str_replace",
    ReplaceAll: "replace_all",
    Insert: "insert",
    ReplaceBlock: "replace_block",
    ReplaceFunctionBody: "replace_function_body",
    DeleteBlock: "delete_block",
    MoveBlock: "move_block",
    Wrap: "wrap",
    Unwrap: "unwrap",
    ApplyHunks: "patch",
}


@dataclass(frozen=True, slots=True)
class Planned:
    """A drafted edit: what it aims at, how it was found, and what is to be said of it."""

    edits: EditSet
    target: Span
    tier: str | None = None
    by_text: bool = False
    selector: str | None = None
    replacements: int = 1
    attached: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    bridged: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    targets: tuple[Span, ...] = ()
    """What it aims at, piece by piece, where one span would take in what lies between."""


@dataclass(frozen=True, slots=True)
class Failed:
    """Why there is nothing to apply."""

    status: Status
    reason: Reason
    diagnosis: Diagnosis
    explain: Callable[[], diagnose.Verdict] | None = None
    """Finds all three out, where that takes a search: only for those who will read them."""


def plan(
    source: Source, request: Request | ApplyHunks, thresholds: Thresholds = THRESHOLDS
) -> Outcome:
    """Plan one request on one source; the outcome holds the result, nothing is written."""
    operation, options = _NAMES[type(request)], request.options
    drafted = stale(source.document, options) or draft(source, request)
    if isinstance(drafted, Failed):
        return failure(source, operation, drafted)
    return judge(source, operation, options, drafted, thresholds)


def stale(document: Document, options: Options) -> Failed | None:
    """Refuse a document that is not the version which the caller expects."""
    expected = options.expected_version
    if expected is None or expected == document.version:
        return None
    return _refused(
        Reason.STALE,
        f"the file is version {document.version}, not {expected}: it changed",
        "read the place again, then send the edit without or with the new version",
    )


def would_land(source: Source, request: Request) -> bool:
    """Tell whether a request would land, without explaining why not."""
    drafted = _anywhere_drafted(source, request)
    if isinstance(drafted, Failed):
        return drafted.explain is None and drafted.status in LANDED
    return judge(source, operation_of(request), request.options, drafted).landed


def operation_of(request: Request | ApplyHunks) -> str:
    """Name the operation that a request asks for."""
    return _NAMES[type(request)]


def draft(source: Source, request: Request | ApplyHunks) -> Planned | Failed:
    """Find the place and draft the edit, which is not judged yet: see `judge`."""
    drafted = _anywhere_drafted(source, request)
    if isinstance(drafted, Failed) and drafted.explain is not None:
        return Failed(*drafted.explain())
    return drafted


def _anywhere_drafted(source: Source, request: Request | ApplyHunks) -> Planned | Failed:
    """Draft an edit of the file, or of the embedded part that its place is in."""
    entered = _entered(source, request)
    if isinstance(entered, Failed):
        return entered
    if entered is None:
        return _draft(source, request)
    inside, inner = entered
    drafted = _draft(inside.source, inner)
    if isinstance(drafted, Failed):
        return _without_retry(drafted)
    edits = _kept_inside(source.data, drafted.edits, inside.area)
    if edits is None:
        return _refused(
            Reason.OUT_OF_SCOPE,
            f"the place is outside {inside.prefix}",
            "name a place inside it, or one of the file",
        )
    own = f"{inside.prefix} > {drafted.selector}" if drafted.selector else None
    return replace(drafted, edits=edits, selector=own)


def _without_retry(failed: Failed) -> Failed:
    """Drop the call that would land in an embedded part: it names places as that part does."""
    explain = failed.explain
    if explain is None:
        return replace(failed, diagnosis=replace(failed.diagnosis, retry=None))

    def explained() -> diagnose.Verdict:
        status, reason, diagnosis = explain()
        return status, reason, replace(diagnosis, retry=None)

    return replace(failed, explain=explained)


def _kept_inside(data: bytes, edits: EditSet, area: Span) -> EditSet | None:
    """Cut deletions short where they take in blanks around a region; None where more is outside.

    What a region's header line ends with stays as well.
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


def _entered(
    source: Source, request: Request | ApplyHunks
) -> tuple[Inside, Request | ApplyHunks] | Failed | None:
    """Give the region in another language that a request is about, and the request as one in it."""
    if not source.profile.embedded:
        return None
    within = None
    if request.hints.within is not None:
        within = embedded.through(source, request.hints.within)
    inside, inner = _target_inside(source, request) or (within, request)
    if inside is None:
        return None
    if request.hints.within is None:
        return inside, inner
    scope = scope_of(source, Hints(within=request.hints.within), limit_of(request))
    if within is not None and within.prefix == inside.prefix:
        hints = replace(request.hints, within=within.rest)
    elif isinstance(scope, Scope) and scope.span.contains(inside.area):
        hints = replace(request.hints, within=None)
    else:
        return _refused(
            Reason.OUT_OF_SCOPE, f"{inside.prefix} is outside `within`", "leave `within` out"
        )
    return inside, replace(inner, hints=hints)


def _target_inside(source: Source, request: Request | ApplyHunks) -> tuple[Inside, Request] | None:
    """Give the region that the target is in, and the request with what is left of its selector."""
    if isinstance(request, StrReplace | ReplaceAll | ApplyHunks):
        return None
    if not isinstance(request.target, Selector):
        return None
    inside = embedded.through(source, request.target)
    if inside is None or inside.rest is None:
        return None
    inner = replace(request, target=inside.rest)
    if isinstance(inner, MoveBlock) and isinstance(inner.destination, Selector):
        goal = embedded.through(source, inner.destination)
        if goal is not None and goal.prefix == inside.prefix and goal.rest is not None:
            inner = replace(inner, destination=goal.rest)
    return inside, inner


def _draft(source: Source, request: Request | ApplyHunks) -> Planned | Failed:
    limit = limit_of(request)
    scope = scope_of(source, request.hints, limit)
    if isinstance(scope, Miss):
        return _missed(source, scope, request)
    match request:
        case StrReplace():
            return _str_replace(source, request, scope, limit)
        case ReplaceAll():
            return _replace_all(source, request, scope)
        case Insert():
            return _insert(source, request, scope, limit)
        case ReplaceBlock():
            return _replace_block(source, request, scope, limit)
        case ReplaceFunctionBody():
            return _replace_function_body(source, request, scope, limit)
        case DeleteBlock():
            return _delete_block(source, request, scope, limit)
        case MoveBlock():
            return _move_block(source, request, scope, limit)
        case Wrap():
            return _wrap(source, request, scope, limit)
        case Unwrap():
            return _unwrap(source, request, scope, limit)
        case ApplyHunks():
            return _patch(source, request, scope, limit)
        case _:
            assert_never(request)


def limit_of(request: Request | ApplyHunks) -> Match:
    """Give how far down the ladder a request may go: a destructive one not below `syntax`."""
    destructive = isinstance(request, DeleteBlock) or (
        isinstance(request, StrReplace) and not request.new.strip()
    )
    deepest = Match.SYNTAX if destructive else Match.FUZZY
    order = list(Match)
    wanted = request.options.match or deepest
    return min(wanted, deepest, key=order.index)


# Text


def _str_replace(
    source: Source, request: StrReplace, scope: Scope, limit: Match
) -> Planned | Failed:
    old, new = to_bytes(request.old), to_bytes(request.new)
    if not old.strip():
        return _refused(
            Reason.EMPTY_SEARCH,
            "`old` is empty or blank",
            "give text that stands in the file, or use insert",
        )
    if old == new:
        return Failed(
            Status.UNCHANGED, Reason.NO_CHANGE, Diagnosis("`old` and `new` are equal", "")
        )
    if request.replace_all and request.occurrence is not None:
        raise UsageError("replace_all and occurrence exclude each other", hint="pass one of them")
    misfit = _elided(request.new, request.old)
    if misfit and not elision.paired(old, new):
        return misfit
    found = ladder.find(
        source,
        old,
        limit=_without_guess(request, limit),
        scope=scope.spans,
        whole_words=request.whole_words,
        new=new,
    )
    if found.tier == "fuzzy" and (place := _already_there(source, request, scope)):
        return _already(source, place, _BETWEEN_SHARED)
    if found.tier == "elision" and not elision.paired(old, new):
        return _unpaired(old, new)
    if misfit and found.tier not in (None, "elision"):
        return misfit
    picked = _pick(request, found)
    if picked is None:
        return _search_failed(source, request, found, scope, limit)
    standing = [hit for hit in picked if _stands_already(source.data, hit, old, new)]
    if picked and len(standing) == len(picked):
        return _already(source, picked[0].span, "the new text stands there already")
    edits: list[Edit] = []
    for hit in picked:
        text = shape.placed_lines(source, hit.span, old, new) if hit.tier == "exact" else new
        merged = merge(source.data, hit, old, text, source)
        if isinstance(merged, Conflict):
            return _conflict(source, hit, merged)
        edits += merged.edits.edits
    guessed = misremembered(source.data, picked[0], old) if found.tier == "fuzzy" else ()
    if guessed and not edits:
        return _already(source, picked[0].span, "the file has what the edit asks for")
    made = EditSet.of(edits)
    return Planned(
        made,
        Span(picked[0].span.start, picked[-1].span.end),
        tier=found.tier,
        by_text=True,
        replacements=len(picked),
        kept=_kept_lines(source, guessed),
        bridged=_bridged(source, request, picked, made),
        warnings=_tier_warnings(found.tier, request),
    )


def _without_guess(request: StrReplace, limit: Match) -> Match:
    """Leave the tiers that guess to calls for one place: a second guess is a twin."""
    one = not request.replace_all and request.occurrence is None
    return limit if one else min(limit, Match.SYNTAX, key=list(Match).index)


def _kept_lines(source: Source, guessed: tuple[Misremembered, ...]) -> tuple[str, ...]:
    spans = [line.own for line in guessed if line.own is not None]
    return tuple(f"line {source.document.line_of(s.start)}: {_line_text(source, s)}" for s in spans)


def _line_text(source: Source, span: Span) -> str:
    return diagnose.clipped(to_text(span.of(source.data)).strip())


def _pick(request: StrReplace, found: Found) -> tuple[Occurrence, ...] | None:
    """Give the hits to replace, or None where the request does not say which."""
    hits = found.occurrences
    if found.tier == "elision" and len(_disjoint(hits)) < len(hits):
        return None
    if request.expected_count is not None and len(_disjoint(hits)) != request.expected_count:
        return None
    if request.replace_all:
        return _disjoint(hits) or None
    if request.occurrence is not None:
        at = request.occurrence - 1 if request.occurrence > 0 else len(hits) + request.occurrence
        return (hits[at],) if request.occurrence and 0 <= at < len(hits) else None
    return hits if len(hits) == 1 else None


def _disjoint(hits: tuple[Occurrence, ...]) -> tuple[Occurrence, ...]:
    """Drop hits that overlap the one before them, as plain replacement counts."""
    kept: list[Occurrence] = []
    for hit in hits:
        if not kept or kept[-1].span.end <= hit.span.start:
            kept.append(hit)
    return tuple(kept)


def _stands_already(data: bytes, hit: Occurrence, old: bytes, new: bytes) -> bool:
    """Tell whether the file has all of `new` around a hit of `old`: the edit was made before."""
    if hit.tier != "exact":
        made = ladder.find(data, new, limit=Match.EXACT).occurrences
        return any(place.span.contains(ladder.core_of(data, hit.span)) for place in made)
    at = new.find(old)
    while at >= 0 and old:
        start = hit.span.start - at
        if start >= 0 and data[start : start + len(new)] == new:
            return not _cuts_line(data, start, len(new), new)
        at = new.find(old, at + 1)
    return False


def _cuts_line(data: bytes, start: int, size: int, new: bytes) -> bool:
    """Tell whether an addition within one line only happens to continue as the file does."""
    if b"\n" in new or b"\r" in new:
        return False
    return ladder.cuts_word(data, Span(start, start + size))


def _search_failed(
    source: Source, request: StrReplace, found: Found, scope: Scope, limit: Match
) -> Planned | Failed:
    if not found.occurrences:
        place = _already_there(source, request, scope)
        if place is not None:
            return _already(source, place, _BETWEEN_SHARED)
    return _unexplained(
        lambda: diagnose.of_search(
            source, request, found, scope, limit, confirm=partial(would_land, source)
        )
    )


def _already_there(source: Source, request: StrReplace, scope: Scope) -> Span | None:
    """Give where `new` stands once, with lines around it that `old` has too."""
    old, new = _filled_lines(request.old), _filled_lines(request.new)
    shared = [line for line in (*old[:1], *old[-1:]) if line in (*new[:1], *new[-1:])]
    if not shared or len(new) < 2 or request.occurrence is not None or request.replace_all:
        return None
    if set(new) <= set(old):
        return None
    found = ladder.find(source, to_bytes(request.new), limit=Match.EXACT, scope=scope.spans)
    return found.occurrences[0].span if len(found.occurrences) == 1 else None


def _filled_lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]


def _bridged(
    source: Source, request: StrReplace, hits: tuple[Occurrence, ...], made: EditSet
) -> tuple[str, ...]:
    """Say what the tier forgave; nothing where the text stands there literally."""
    if hits[0].tier in ("exact", "newline"):
        return ()
    words = bridges.bridged(source, request.old, hits)
    count = bridges.merged_lines(source, hits, made)
    stay = f"{count} line{'s' * (count > 1)} of the file stay{'s' * (count == 1)} as they are"
    stay = stay.replace("stays as they are", "stays as it is")
    return (*words, stay) if words and count else words


def _tier_warnings(tier: str | None, request: StrReplace) -> tuple[str, ...]:
    if request.hints.near_line is not None:
        return ("near_line is a position, not a structure: it goes stale as the file changes",)
    return ()


def _replace_all(source: Source, request: ReplaceAll, scope: Scope) -> Planned | Failed:
    if not request.pattern:
        return _refused(Reason.EMPTY_SEARCH, "the pattern is empty", "give text or a pattern")
    edits = (
        _regex_edits(source, request, scope)
        if request.regex
        else _literal_edits(source, request, scope)
    )
    if isinstance(edits, Failed):
        return edits
    if request.expected_count is not None and len(edits) != request.expected_count:
        return _refused(
            Reason.WRONG_COUNT,
            f"{request.pattern!r} stands {len(edits)} times, not {request.expected_count}",
            f"pass expected_count={len(edits)} if all of them are meant",
        )
    if not edits:
        found = ladder.find(source, to_bytes(request.pattern), limit=Match.EXACT, scope=scope.spans)
        return _unexplained(lambda: diagnose.of_search(source, request, found, scope, Match.EXACT))
    changing = [e for e in edits if e.span.of(source.data) != e.new]
    return Planned(
        EditSet.of(changing),
        Span(edits[0].span.start, edits[-1].span.end),
        tier="exact",
        by_text=True,
        replacements=len(changing),
    )


def _literal_edits(source: Source, request: ReplaceAll, scope: Scope) -> list[Edit]:
    found = ladder.find(
        source,
        to_bytes(request.pattern),
        limit=Match.EXACT,
        scope=scope.spans,
        whole_words=request.whole_words,
    )
    hits = _disjoint(found.occurrences)
    edits: list[Edit] = []
    for hit in hits:
        merged = merge(source.data, hit, to_bytes(request.pattern), to_bytes(request.new), source)
        if not isinstance(merged, Conflict):
            edits += merged.edits.edits
    return edits


def _regex_edits(source: Source, request: ReplaceAll, scope: Scope) -> list[Edit] | Failed:
    """Replace matches of a pattern; line breaks of the new text become those of the place."""
    try:
        pattern = re.compile(request.pattern, re.MULTILINE)
    except re.error as error:
        raise UsageError(
            f"the pattern does not compile: {error}", hint="escape it, or leave regex out"
        ) from error
    edits = []
    for span, found in pattern_matches(source.data, scope.span, pattern):
        try:
            new = to_bytes(found.expand(request.new))
        except (re.error, IndexError) as error:
            raise UsageError(
                f"the replacement does not fit the pattern: {error}", hint="check \\1 and \\g<name>"
            ) from error
        if len(span) or new:
            edits.append(Edit(span, with_endings(source.data, span.start, new)))
    return edits


# Patches


def _patch(source: Source, request: ApplyHunks, scope: Scope, limit: Match) -> Planned | Failed:
    for hunk in request.hunks:
        if misfit := _elided(to_text(new_side(hunk)), to_text(old_side(hunk))):
            return misfit
    placed = hunks.place(source, request.hunks, limit=limit, scope=scope)
    if isinstance(placed, hunks.Unplaced):
        return Failed(*patches.of_unplaced(source, request, placed, scope, limit))
    spans = [span_of(source.data, *window) for window in placed.windows]
    todo = [fit for fit in placed.fits if not fit.done]
    if not todo:
        return _already(source, spans[0], "the patch has been applied")
    edits = patch.edits_of(source, placed)
    if isinstance(edits, patch.Clash):
        return _clash(source, edits)
    return Planned(
        edits,
        Span(min(s.start for s in spans), max(s.end for s in spans)),
        tier=placed.tier,
        by_text=True,
        replacements=len(todo),
        warnings=placed.warnings,
        targets=tuple(spans),
    )


def _clash(source: Source, clash: patch.Clash) -> Failed:
    failed = _conflict(source, Occurrence(clash.span, "exact"), clash.conflict)
    message = f"hunk {clash.index + 1}: {failed.diagnosis.message}"
    return replace(failed, diagnosis=replace(failed.diagnosis, message=message))


# Blocks


def _replace_block(
    source: Source, request: ReplaceBlock, scope: Scope, limit: Match
) -> Planned | Failed:
    place = _place(source, request.target, scope, limit, request)
    if isinstance(place, Failed):
        return place
    if misfit := _elided(request.new, to_text(place.span.of(source.data))):
        return misfit
    new = to_bytes(request.new)
    if place.block is None:
        return _replace_span(source, place, new, request.part)
    if refused := _partial(place, request.part):
        return refused
    draft = shape.replace_part(
        source, place.block, new, request.part, request.options.attach, arm=place.arm
    )
    return _planned(source, place, draft)


def _replace_span(source: Source, place: Place, new: bytes, part: Part) -> Planned | Failed:
    if part is not Part.WHOLE:
        return _refused(
            Reason.NOT_A_BLOCK, f"lines have no {part.value}", "name a block, or leave `part` out"
        )
    return _planned(source, place, shape.replace_span(source, place.span, new))


def _replace_function_body(
    source: Source, request: ReplaceFunctionBody, scope: Scope, limit: Match
) -> Planned | Failed:
    place = _place(source, request.target, scope, limit, request)
    if isinstance(place, Failed):
        return place
    if misfit := _elided(request.new, to_text(place.span.of(source.data))):
        return misfit
    block, new = place.named or place.block, to_bytes(request.new)
    if block is None or not (block.is_definition or place.by_text):
        return _refused(
            Reason.NOT_A_BLOCK, "the target is no definition", 'use replace_block with part="body"'
        )
    header = shape.brought_header(source, block, new) if block.is_definition else None
    if header is None:
        return _planned(source, place, shape.replace_body(source, block, new))
    draft = shape.replace_part(source, block, new, Part.WHOLE, request.options.attach)
    if isinstance(draft, Draft):
        draft = shape.with_signature_note(source, block, header, draft)
    return _planned(source, place, draft)


def _delete_block(
    source: Source, request: DeleteBlock, scope: Scope, limit: Match
) -> Planned | Failed:
    place = _place(source, request.target, scope, limit, request)
    if isinstance(place, Failed):
        return place
    if place.tier == "elision":
        return _refused(
            Reason.NO_MATCH,
            "the anchor leaves lines out, and nothing is deleted that is not written out",
            "write the anchor's lines out, or name the block by its selector",
        )
    block = place.block
    if block is None:
        return _planned(source, place, moving.delete_span(source, place.span))
    if refused := _partial(place, request.part):
        return refused
    if request.part in (Part.DOC, Part.BODY):
        return _planned(
            source,
            place,
            shape.replace_part(source, block, b"", request.part, request.options.attach),
        )
    if request.part in (Part.HEADER, Part.CONDITION):
        return _refused(
            Reason.NOT_A_BLOCK,
            f"a {request.part.value} cannot be deleted alone",
            "replace it, or delete the whole",
        )
    if place.by_text and source.data[place.span.end :].lstrip(b" \t")[:1] == b",":
        return _refused(
            Reason.NOT_A_BLOCK,
            "the block is an item of a list, and which comma goes with it is not certain here",
            "delete it with str_replace, with its comma",
        )
    if request.part is Part.ARM or (
        place.arm and request.part is Part.WHOLE and not block.is_definition
    ):
        return _planned(source, place, moving.delete_arm(source, block))
    return _planned(source, place, moving.delete_block(source, block, request.options.attach))


def _insert(source: Source, request: Insert, scope: Scope, limit: Match) -> Planned | Failed:
    text = to_bytes(request.text)
    if not text.strip():
        return _refused(Reason.NO_CHANGE, "the text to insert is empty", "give the text")
    if misfit := _elided(request.text, ""):
        return misfit
    match request.place:
        case Where.TOP:
            return _drafted(Span(0, 0), moving.insert_at_top(source, text))
        case Where.BOTTOM:
            end = len(source.data)
            return _drafted(Span(end, end), moving.insert_at_bottom(source, text))
        case Where.IMPORTS:
            return _drafted(Span(0, 0), imports.insert_import(source, text))
        case Where.START | Where.END:
            return _insert_inside(source, request, text, scope, limit)
        case Where.BEFORE | Where.AFTER:
            return _insert_beside(source, request, text, scope, limit)


def _insert_inside(
    source: Source, request: Insert, text: bytes, scope: Scope, limit: Match
) -> Planned | Failed:
    at_end = request.place is Where.END
    if request.target is None:
        return _insert(
            source, _anywhere(request, Where.BOTTOM if at_end else Where.TOP), scope, limit
        )
    place = _place(source, request.target, scope, limit, request)
    if isinstance(place, Failed):
        return place
    if place.block is None:
        return _refused(Reason.NOT_A_BLOCK, "lines have no body", "name a block")
    return _planned(source, place, moving.insert_inside(source, place.block, text, at_end=at_end))


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
            return _missed(source, as_anchor_miss(hit), request)
        draft = moving.insert_at_text(source, hit.span, text, after=after)
        return _drafted(hit.span, draft, tier=hit.tier, source=source)
    place = _place(source, target, scope, limit, request)
    if isinstance(place, Failed):
        return place
    if place.block is None:
        at = max(place.span.start, place.span.end - 1) if after else place.span.start
        return _planned(source, place, moving.insert_at_line(source, at, text, after=after))
    return _planned(source, place, moving.insert_beside(source, place.block, text, after=after))


def _move_block(source: Source, request: MoveBlock, scope: Scope, limit: Match) -> Planned | Failed:
    place = _place(source, request.target, scope, limit, request)
    if isinstance(place, Failed):
        return place
    goal = _place(source, request.destination, scope, limit, request)
    if isinstance(goal, Failed):
        return goal
    if place.block is None or goal.block is None:
        return _refused(Reason.NOT_A_BLOCK, "lines cannot be moved by structure", "name two blocks")
    if place.block.whole.contains(goal.block.core):
        return _refused(
            Reason.NOT_A_BLOCK, "a block cannot move into itself", "name another destination"
        )
    text, gone = moving.move_text(source, place.block, request.options.attach)
    if isinstance(gone, Misfit):
        return _refused(gone.reason, gone.message, gone.fix)
    if request.place in (Where.START, Where.END):
        come = moving.insert_inside(source, goal.block, text, at_end=request.place is Where.END)
    elif request.place in (Where.BEFORE, Where.AFTER):
        come = moving.insert_beside(source, goal.block, text, after=request.place is Where.AFTER)
    else:
        raise UsageError(
            "a block moves before, after, or to the start or end of another",
            hint="pass one of these",
        )
    if isinstance(come, Misfit):
        return _refused(come.reason, come.message, come.fix)
    edits = _joined(gone.edits, come.edits)
    if edits is None:
        return _refused(Reason.NO_CHANGE, "the block is there already", "name another destination")
    hull = edits.old_hull()
    return _planned(source, Place(hull, place.block), Draft(edits, gone.attached))


def _joined(gone: EditSet, come: EditSet) -> EditSet | None:
    """Join deletion and insertion; None where the one is at the edge of the other."""
    try:
        return EditSet.of([*gone.edits, *come.edits])
    except ValueError:
        return None


def _wrap(source: Source, request: Wrap, scope: Scope, limit: Match) -> Planned | Failed:
    place = _place(source, request.target, scope, limit, request)
    if isinstance(place, Failed):
        return place
    if refused := _partial(place, Part.WHOLE):
        return refused
    if not request.header.strip():
        return _refused(
            Reason.MALFORMED_EDIT, "the header is empty", "give the line that opens the new block"
        )
    block = place.block
    if block is None:
        span = place.span
    else:
        end = max(block.span.end, block.end)
        span = block.whole if block.is_definition else Span(block.span.start, end)
    footer = to_bytes(request.footer) if request.footer is not None else None
    return _planned(source, place, moving.wrap(source, span, to_bytes(request.header), footer))


def _unwrap(source: Source, request: Unwrap, scope: Scope, limit: Match) -> Planned | Failed:
    place = _place(source, request.target, scope, limit, request)
    if isinstance(place, Failed):
        return place
    if place.block is None:
        return _refused(
            Reason.NOT_A_BLOCK, "lines have no block around them to take off", "name a block"
        )
    return _planned(source, place, moving.unwrap(source, place.block))


def _partial(place: Place, part: Part) -> Failed | None:
    """Refuse a whole that an anchor names from its middle on: it does not say how much is meant."""
    if not place.partial or part in (Part.BODY, Part.CONDITION, Part.DOC):
        return None
    return _refused(
        Reason.NOT_A_BLOCK,
        "the anchor begins in the middle of a statement, of which the block is only a part",
        'begin the anchor where the statement begins, or pass part="body"',
    )


def _place(
    source: Source, target: Target, scope: Scope, limit: Match, request: Request
) -> Place | Failed:
    """Find a target and ask the gate whether it may be edited."""
    place = place_of(source, target, scope, limit)
    if isinstance(place, Miss):
        return _missed(source, place, request)
    if place.block is not None and not place.by_text:
        refusal = gate.check_target(source, place.block)
        if refusal is not None:
            return _gated(source, refusal)
    return place


def _planned(source: Source, place: Place, draft: Draft | Misfit) -> Planned | Failed:
    if isinstance(draft, Misfit):
        return _refused(draft.reason, draft.message, draft.fix)
    target = place.span
    if place.block is not None:
        target = Span(
            min(target.start, place.block.whole.start), max(target.end, place.block.whole.end)
        )
    selector = None
    if place.block is not None and source.tree is not None and not place.by_text:
        selector = selector_of(source.tree, place.named or place.block)
    warnings = draft.warnings
    if place.by_text and place.block is not None and source.tree is not None:
        warnings = (*warnings, _READ_AS_TEXT)
    return Planned(
        draft.edits,
        target,
        tier=place.tier,
        by_text=place.by_text,
        selector=selector,
        attached=draft.attached,
        kept=draft.kept,
        warnings=warnings,
    )


def _drafted(
    target: Span, draft: Draft | Misfit, tier: str | None = None, source: Source | None = None
) -> Planned | Failed:
    if isinstance(draft, Misfit):
        return _refused(draft.reason, draft.message, draft.fix)
    return Planned(
        draft.edits, target, tier=tier, by_text=tier is not None, warnings=draft.warnings
    )


def _elided(new: str, old: str) -> Failed | None:
    """Refuse a text that stands for code which it leaves out: it would be written literally."""
    line = elision.elision_line(new, old)
    if not line:
        return None
    return _refused(
        Reason.MALFORMED_EDIT,
        f"the new text has a line that stands for omitted code: {line!r}",
        "give the code itself, or edit only the part that changes",
    )


def _unpaired(old: bytes, new: bytes) -> Failed:
    before, after = (len(elision.split(text).marks) for text in (old, new))
    return _refused(
        Reason.MALFORMED_EDIT,
        f"`old` has {_lines_left_out(before)} for others and `new` {_lines_left_out(after)}",
        "keep each of them, at the same place in both texts, or give the lines themselves",
    )


def _lines_left_out(count: int) -> str:
    return f"{count or 'no'} line{'s' * (count != 1)} that stand{'s' * (count == 1)}"


# Failures


def _missed(source: Source, miss: Miss, request: Request | ApplyHunks) -> Failed:
    operation, confirm = operation_of(request), partial(would_land, source)
    corrigible = None if isinstance(request, ApplyHunks) else request
    return _unexplained(lambda: diagnose.of_miss(source, miss, operation, corrigible, confirm))


def _unexplained(explain: Callable[[], diagnose.Verdict]) -> Failed:
    return Failed(Status.NOT_FOUND, Reason.NO_MATCH, Diagnosis(""), explain)


def _refused(reason: Reason, message: str, fix: str) -> Failed:
    return Failed(Status.REFUSED, reason, Diagnosis(message, fix))


def _gated(source: Source, refusal: gate.Refusal) -> Failed:
    region = diagnose.numbered(source, refusal.at)
    closest = diagnose.shown(source, refusal.at, region)
    return Failed(
        Status.REFUSED, refusal.reason, Diagnosis(refusal.message, refusal.fix, closest=closest)
    )


def _conflict(source: Source, hit: Occurrence, conflict: Conflict) -> Failed:
    notes = (
        f"the file has: {to_text(conflict.ours)!r}",
        f"the edit wants: {to_text(conflict.theirs)!r}",
    )
    closest = diagnose.shown(source, hit.span, diagnose.numbered(source, hit.span))
    message = "the edit changes text that the file has otherwise"
    return Failed(
        Status.REFUSED,
        Reason.MERGE_CONFLICT,
        Diagnosis(
            message,
            "copy the lines from the file and send the edit again",
            closest=closest,
            notes=notes,
        ),
    )


def _already(source: Source, span: Span, message: str) -> Failed:
    line = source.document.line_of(span.start)
    return Failed(
        Status.ALREADY_APPLIED, Reason.NO_CHANGE, Diagnosis(f"{message} (line {line})", "")
    )


def failure(source: Source, operation: str, failed: Failed) -> Outcome:
    """Give the outcome of a request that changes nothing."""
    lands = failed.status in (Status.UNCHANGED, Status.ALREADY_APPLIED)
    return Outcome(
        status=failed.status,
        operation=operation,
        before=source.document,
        reason=failed.reason,
        message=failed.diagnosis.message,
        language=source.language,
        result=source.document if lands else None,
        diagnosis=failed.diagnosis,
    )


# The tail that all operations share


def judge(
    source: Source,
    operation: str,
    options: Options,
    planned: Planned,
    thresholds: Thresholds = THRESHOLDS,
) -> Outcome:
    """Ask the gate about a draft, or about all drafts of a batch in one, and describe it."""
    edits = planned.edits
    if not edits or edits.apply(source.data) == source.data:
        message = "the file has this text already"
        failed = Failed(Status.UNCHANGED, Reason.NO_CHANGE, Diagnosis(message, ""))
        return failure(source, operation, failed)
    after = source.edited(edits)
    refusal = _unencodable(after.document) or gate.check_result(
        source,
        after,
        edits,
        planned.targets or (planned.target,),
        allow_errors=options.allow_errors,
    )
    if refusal is not None:
        return _would_break(source, after, operation, edits, refusal)
    outcome = _landed(source, after, operation, planned, thresholds)
    concern = concern_of(source.data, after.data, thresholds) if planned.by_text else ""
    if concern:
        outcome = replace(outcome, risk=Risk.CRITICAL)
    if outcome.risk is Risk.CRITICAL and planned.by_text and not options.force:
        return failure(source, operation, _too_much(outcome, concern))
    return outcome


def _too_much(outcome: Outcome, concern: str) -> Failed:
    """Refuse an edit of nearly the whole file, or of very many places, that nobody confirmed.

    It is asked of edits found by text. Who names a block by its selector has said how much is
    meant, and is told the risk.
    """
    changed, lines = outcome.lines_removed, outcome.before.line_count
    places = max(outcome.replacements, len(outcome.spans))
    many = f"{places} places" if places > 1 else "one place"
    told = concern or f"changes {changed} of the file's {lines} lines, at {many}"
    return _refused(
        Reason.RISK,
        f"the edit {told}",
        "pass force if all of that is meant, or edit only what changes",
    )


def _unencodable(document: Document) -> gate.Refusal | None:
    try:
        document.encode()
    except FileError as error:
        return gate.Refusal(Reason.UNENCODABLE, error.message, error.hint, Span(0, 0))
    return None


def _would_break(
    source: Source, after: Source, operation: str, edits: EditSet, refusal: gate.Refusal
) -> Outcome:
    """Refuse with the place as it would be, for damage is in the result, not in the file."""
    shown = after if refusal.reason is Reason.NEW_SYNTAX_ERROR else source
    notes: tuple[str, ...] = ()
    if shown is after:
        region = diagnose.numbered(after, refusal.at)
        rows = [f"{region.first + i}| {line}" for i, line in enumerate(region.lines)]
        notes = ("the result would be:", *rows)
    at = _nearest_edit(edits, refusal.at) if shown is after else refusal.at
    closest = diagnose.shown(source, at, diagnose.numbered(source, at))
    diagnosis = Diagnosis(refusal.message, refusal.fix, closest=closest, notes=notes)
    return failure(source, operation, Failed(Status.REFUSED, refusal.reason, diagnosis))


def _nearest_edit(edits: EditSet, at: Span) -> Span:
    """Give the old span of the edit whose new text is nearest to a place in the result."""
    found, distance, shift = edits.old_hull(), None, 0
    for edit in edits.edits:
        start = edit.span.start + shift
        away = max(start - at.end, at.start - (start + len(edit.new)), 0)
        if distance is None or away < distance:
            found, distance = edit.span, away
        shift += edit.delta
    return found


def _landed(
    source: Source, after: Source, operation: str, planned: Planned, thresholds: Thresholds
) -> Outcome:
    edits, document = planned.edits, source.document
    added, removed = line_totals(source.data, edits)
    diff = unified_diff(source.data, edits, _diff_path(document.path))
    warnings = planned.warnings
    if source.tree is None:
        warnings = (f"worked on text: {source.why_text}", *warnings)
    elif source.faults():
        warnings = (*warnings, _broken_file(source))
    spans = changed_spans(document, after.document, edits)
    return Outcome(
        status=Status.APPLIED,
        operation=operation,
        before=document,
        language=source.language,
        tier=planned.tier,
        method=Method.TEXT if planned.by_text or source.tree is None else Method.TREE,
        result=after.document,
        edits=edits,
        spans=spans,
        region=_region(after, spans),
        diff=to_text(diff),
        lines_added=added,
        lines_removed=removed,
        replacements=planned.replacements,
        selector=planned.selector
        or (None if planned.targets else _selector(source, planned.target)),
        attached=planned.attached,
        kept=planned.kept,
        bridged=planned.bridged,
        risk=risk_of(document.line_count, removed, planned.replacements, thresholds),
        warnings=warnings,
    )


def _diff_path(path: str | None) -> str:
    """Write a path as diffs do: behind `a/`, so without its first `/`."""
    return (path or "text").replace("\\", "/").lstrip("/") or "text"


def _broken_file(source: Source) -> str:
    fault = source.faults()[0]
    return f"the file has syntax errors elsewhere, the first at line {source.document.line_of(fault.span.start)}"


def _selector(source: Source, target: Span) -> str | None:
    return embedded.selector_at(source, target)


def changed_spans(before: Document, after: Document, edits: EditSet) -> tuple[ChangedSpan, ...]:
    """Describe each edit by bytes and lines, before and after."""
    spans, shift = [], 0
    for edit in edits.edits:
        new = Span(edit.span.start + shift, edit.span.start + shift + len(edit.new))
        shift += edit.delta
        lines_after = after.line_range(_from_own_line(before.data, edit, new)) if new else None
        spans.append(ChangedSpan(edit.span, new, before.line_range(edit.span), lines_after))
    return tuple(spans)


def _from_own_line(data: bytes, edit: Edit, new: Span) -> Span:
    """Leave the line break out that ends the line above what was inserted behind it."""
    at = edit.span.start
    ends_line = at == len(data) or data[at : at + 1] in (b"\n", b"\r")
    found = _BREAK.match(edit.new)
    behind = at > 0 and data[at - 1 : at] not in (b"\n", b"\r")
    if not ends_line or not behind or found is None or found.end() == len(edit.new):
        return new
    return Span(new.start + found.end(), new.end)


def _region(after: Source, spans: tuple[ChangedSpan, ...]) -> Numbered | None:
    """Give the lines around the change as they now are, capped."""
    document = after.document
    if not document.data:
        return None
    last_line, begin = document.line_count, spans[0].lines_after
    start = document.line_start(spans[0].after.start)
    own = document.line_of(start)
    first = min(last_line, max(1, (begin.first if begin is not None else own) - 1))
    if first != own:
        start = document.line_start(start - 1) if first < own else document.line_span(first).start
    last = min(last_line, document.line_of(max(spans[-1].after.start, spans[-1].after.end - 1)) + 1)
    shown = min(last, first + REGION_LINES - 1)
    lines = document.texts_from(start, shown - first + 1)
    return Numbered(first, lines, left_out=last - shown)
