"""The central dispatch: from a source and a request to an outcome.

Every operation takes the same course: find the place (`search`), draft the edit (another module of `plan`), then
apply, parse, judge and describe it. A plan may have several drafts; the first one that passes the gate is used, and
if none does, the refusal is that of the first draft. No module that drafts an edit parses its result. Nothing is
written here: a dry run, a preview and the real edit are this same function.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import assert_never

from structedit.calls.batches import ApplyHunks, limit_of
from structedit.calls.diagnoses import Diagnosis
from structedit.calls.operations import arguments_of, operation_of
from structedit.calls.outcomes import Outcome
from structedit.calls.places import NO_HINTS, Anchor, Attach, Part, Place, Selector
from structedit.calls.refusals import Refusal
from structedit.calls.requests import (
    DeleteBlock,
    Insert,
    Match,
    MoveBlock,
    Options,
    RenameLocal,
    ReplaceAll,
    ReplaceBlock,
    ReplaceFunctionBody,
    Request,
    StrReplace,
    Unwrap,
    Wrap,
)
from structedit.calls.statuses import LANDED, Reason, Risk, Status
from structedit.edits import clause_ends
from structedit.explain import missed_text
from structedit.judge import doubled_keys, gate
from structedit.judge.change import Change, Expectation
from structedit.judge.expectations import code_in
from structedit.judge.risk import THRESHOLDS, Thresholds, concern_of
from structedit.languages.profiles import Layout
from structedit.plan import (
    block_edits,
    embedded_edits,
    insertions,
    landed,
    patch_edits,
    reading,
    renaming,
    targets,
    text_edits,
)
from structedit.plan.results import (
    Failed,
    Planned,
    failure,
    on_each,
    refuse,
    report_miss,
)
from structedit.search import scopes
from structedit.search.addresses import selector_of
from structedit.search.found import Miss
from structedit.text.diff import Changes
from structedit.text.document import Document, Span, to_bytes
from structedit.text.lazily import regex
from structedit.text.lines import trimmed
from structedit.text.values import dataclass, replace
from structedit.tree.source import Source


def plan(
    source: Source, request: Request | ApplyHunks, thresholds: Thresholds = THRESHOLDS
) -> Outcome:
    """Plan one request on one source; the outcome contains the result, and nothing is written."""
    operation, options = operation_of(request), request.options
    source = by_cells(source, request)
    drafted = refuse_stale(source.document, options) or _explain_failure(
        _draft_anywhere(source, request)
    )
    if isinstance(drafted, Failed):
        outcome = failure(source, operation, drafted)
    else:
        outcome = judge(source, operation, options, drafted, thresholds)
    if outcome.diagnosis is None or outcome.diagnosis.retry or isinstance(request, ApplyHunks):
        return outcome
    offered = _other_calls(source, outcome.reason, request, drafted)
    again = next((call for call in offered if would_land(source, call)), None)
    if again is None:
        return outcome
    diagnosis = replace(outcome.diagnosis, retry=arguments_of(again))
    if diagnosis.closest is None and isinstance(meant := _draft_anywhere(source, again), Planned):
        region = missed_text.numbered(source, meant.target)
        diagnosis = replace(diagnosis, closest=missed_text.shown(source, meant.target, region))
    return replace(outcome, diagnosis=diagnosis)


def by_cells(source: Source, request: Request | ApplyHunks) -> Source:
    """Return the source divided into cells, if the request names a cell of a script."""
    named = None if isinstance(request, StrReplace | ReplaceAll | ApplyHunks) else request.target
    for place in (named, request.hints.within):
        place = embedded_edits.as_item(place)
        if isinstance(place, Selector) and place.steps:
            source = source.by_cells(place.steps[0].path[0])
    return source


_OUT_OF_PLACE = (Reason.READ_BACK, Reason.NEW_SYNTAX_ERROR)
"""Reasons for which a text in the wrong place is refused: it is parsed as something else, or not at all."""


def _other_calls(
    source: Source, reason: Reason | None, request: Request, drafted: Planned | Failed
) -> Iterator[Request]:
    """Yield calls that may have been meant by one that is refused for a reason, the likeliest first."""
    if isinstance(drafted, Planned) and reason in _OUT_OF_PLACE:
        if drafted.replaced is not None and isinstance(request, ReplaceBlock):
            yield from _with_body_only(source, reason, request)
        if isinstance(request, Insert) and isinstance(request.target, Anchor):
            yield from _beside_block(source, request, drafted.target)
        if reason is Reason.NEW_SYNTAX_ERROR:
            yield from _with_escapes(source, request)
    if isinstance(request, (DeleteBlock, ReplaceBlock)):
        by_text = request.part is Part.WHOLE and isinstance(request.target, Anchor)
        # An arm that is named by its text: the statement with all its arms.
        if (request.part is Part.ARM or by_text) and reason in (Reason.NOT_A_BLOCK, *_OUT_OF_PLACE):
            yield replace(request, part=Part.STATEMENT)
    if isinstance(request, ReplaceBlock) and reason is Reason.NEW_SYNTAX_ERROR:
        yield from _in_quotes(source, request)
    is_refused_by_plan = isinstance(drafted, Failed) and reason is Reason.READ_BACK
    if isinstance(request, ReplaceBlock) and is_refused_by_plan:  # a body sent with its header
        yield replace(request, part=Part.WHOLE)


def _with_body_only(source: Source, reason: Reason, request: ReplaceBlock) -> Iterator[Request]:
    """Yield a replacement of a definition's body, if the new text defines nothing, or not the name that it replaces."""
    new = to_bytes(request.new)
    piece = source.read_fragment(new)
    if piece is None or (piece.definitions and reason is not Reason.READ_BACK):
        return
    own = request.target.steps[-1].path if isinstance(request.target, Selector) else ()
    is_own = any(row.path[-1:] == own[-1:] for row in piece.definitions)
    if not is_own and code_in(new, Span(0, len(new)), piece.comments):
        yield replace(request, part=Part.BODY)


def _in_quotes(source: Source, request: ReplaceBlock) -> Iterator[Request]:
    """Yield the call with a value in the quotes that the old value has.

    `version: 2.0.0` in JSON → `version: "2.0.0"`
    """
    new = request.new.strip()
    if not new or request.part not in (Part.WHOLE, Part.BODY):
        return
    old = reading.get_region(source, request.target, part=Part.BODY, hints=request.hints).text
    quote = old.strip()[:1]
    if quote and quote in "\"'" and not any(sign in new for sign in (quote, "\n", "\\")):
        yield replace(request, part=Part.BODY, new=f"{quote}{new}{quote}")


def _with_escapes(source: Source, request: Request) -> Iterator[Request]:
    """Yield the call with `\\n` where its text breaks a string into two lines, in languages that have this escape."""
    rules, profile = source.profile.verify.rules, source.profile
    has_escape = "@one_line" in rules and "@one_line.verbatim" not in rules
    if not isinstance(request, (Insert, StrReplace, ReplaceAll, ReplaceBlock, ReplaceFunctionBody)):
        return
    text = request.text if isinstance(request, Insert) else request.new
    if not has_escape or "\n" not in text or _TRIPLE_QUOTE.search(text):
        return

    def escaped(quoted: re.Match[str]) -> str:
        before = text[: quoted.start()].rpartition("\n")[2]
        is_comment = any(mark in before for mark in profile.line_comments)
        return quoted[0] if is_comment else re.sub(r"(?<!\\)\r?\n", r"\\n", quoted[0])

    new = _QUOTED.sub(escaped, text)
    if new == text:
        return
    if isinstance(request, Insert):
        yield replace(request, text=new)
    else:
        yield replace(request, new=new)


_QUOTED = regex(r"""(?s)(["'])(?:\\.|(?!\1)[^\\])*\1""")
_TRIPLE_QUOTE = regex(r"""\"\"\"|'''""")


def _beside_block(source: Source, request: Insert, anchor: Span) -> Iterator[Request]:
    """Yield insertions at a block in the place of one next to an anchor.

    The place is after the block that begins on the anchor's line, after the section that contains the anchor, or inside
    the `if` or loop whose only statement, without braces, is the anchor.
    """
    tree = source.tree
    if tree is None:
        return
    is_after, line_of = request.place is Place.AFTER, source.document.line_range
    around, text = tree.enclosing(anchor), trimmed(source.data, anchor)
    bodies = ((block, block.body) for block in tree.blocks(text))
    block = next((b for b, body in bodies if body and trimmed(source.data, body) == text), None)
    found = [(block, Place.END if is_after else Place.START)] if block is not None else []
    if block is None and is_after:
        first = line_of(anchor).first
        found += [(b, Place.AFTER) for b in around[-1:] if line_of(b.core).first == first]
        found += [(b, Place.AFTER) for b in around if b.layout is Layout.SECTION][-1:]
    for one, where in found:
        named = Selector.parse(selector_of(tree, one))
        yield replace(request, target=named, place=where, hints=NO_HINTS)


def refuse_stale(document: Document, options: Options) -> Failed | None:
    """Refuse a document that is not the version which the caller expects."""
    expected = options.expected_version
    if expected is None or expected == document.version:
        return None
    return refuse(
        Reason.STALE,
        f"the file changed: it is version {document.version}, not {expected}",
        "read the place again, then send the edit with the new version or without one",
    )


def would_land(source: Source, request: Request) -> bool:
    """Return True if a request would succeed, without finding out why it would not."""
    drafted = _draft_anywhere(source, request)
    if isinstance(drafted, Failed):
        return drafted.explain is None and drafted.status in LANDED
    return judge(source, operation_of(request), request.options, drafted).landed


def draft(source: Source, request: Request | ApplyHunks) -> Planned | Failed:
    """Find the place and plan the edit without judging it; see `judge`.

    If the plan has several drafts, return the one that `judge` would choose.
    """
    source = by_cells(source, request)
    drafted = _explain_failure(_draft_anywhere(source, request))
    if isinstance(drafted, Failed) or not drafted.alternatives:
        return drafted
    return _choose_draft(source, request.options, drafted).planned


def _explain_failure(drafted: Planned | Failed) -> Planned | Failed:
    """Find out why a place was not found, if that was put off."""
    if isinstance(drafted, Failed) and drafted.explain is not None:
        return Failed(*drafted.explain(lambda source: partial(would_land, source)))
    return drafted


def _draft_anywhere(source: Source, request: Request | ApplyHunks) -> Planned | Failed:
    """Plan an edit of the file, or of the embedded code that contains its place."""
    found = embedded_edits.enter_region(source, request)
    if isinstance(found, Failed):
        return found
    if found is None:
        meant = embedded_edits.with_heading(source, request)
        return meant if isinstance(meant, Failed) else _draft_here(source, meant)
    inside, inner = found
    drafted = _draft_here(inside.source, inner)
    if isinstance(drafted, Failed):
        return embedded_edits.without_retry(drafted)
    is_named = drafted.selector is not None
    selector = f"{inside.prefix} > {drafted.selector}" if is_named else None
    if drafted.target == Span(0, 0):  # an import: the caller named no place for it
        selector = inside.prefix
    kept = []
    for draft in (drafted, *drafted.alternatives):
        edits = embedded_edits.clip_to_region(source.data, draft.edits, inside.area)
        if edits is not None:
            kept.append(replace(draft, edits=edits, selector=selector, alternatives=()))
    if not kept:
        return refuse(
            Reason.OUT_OF_SCOPE,
            f"the place is outside {inside.prefix}",
            "name a place inside it, or name the place in the file",
        )
    return replace(kept[0], alternatives=tuple(kept[1:]))


def _draft_here(source: Source, request: Request | ApplyHunks) -> Planned | Failed:
    limit = limit_of(request)
    scope = scopes.scope_of(source, request.hints, limit)
    if isinstance(scope, Miss):
        return report_miss(source, scope, request)
    if refusal := targets.refuse_scope(source, request.hints):
        return refusal
    if isinstance(request, ApplyHunks):
        return patch_edits.apply_hunks(source, request, scope, limit)
    request, decided = targets.on_its_line(source, request, scope, limit)
    drafted = _plan_operation(source, request, scope, limit)
    if isinstance(drafted, Failed) or isinstance(request, (StrReplace, ReplaceAll)):
        return drafted
    return on_each(
        drafted,
        lambda one: replace(
            one,
            edits=clause_ends.with_clause_ends(source, one.edits),
            warnings=(*one.warnings, *decided),
        ),
    )


def _plan_operation(
    source: Source, request: Request, scope: scopes.Scope, limit: Match
) -> Planned | Failed:
    """Dispatch a request to the function that plans its operation."""
    match request:
        case StrReplace():
            return text_edits.str_replace(source, request, scope, limit)
        case ReplaceAll():
            return text_edits.replace_all(source, request, scope)
        case Insert():
            return insertions.insert(source, request, scope, limit)
        case MoveBlock():
            return insertions.move_block(source, request, scope, limit)
        case ReplaceBlock():
            return block_edits.replace_block(source, request, scope, limit)
        case ReplaceFunctionBody():
            return block_edits.replace_function_body(source, request, scope, limit)
        case DeleteBlock():
            return block_edits.delete_block(source, request, scope, limit)
        case Wrap():
            return block_edits.wrap(source, request, scope, limit)
        case Unwrap():
            return block_edits.unwrap(source, request, scope, limit)
        case RenameLocal():
            return renaming.rename_local(source, request, scope, limit)
        case _:
            assert_never(request)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A draft with its result, which is parsed when its tree is needed.

    `passed` is the verdict if the gate has let it pass.
    """

    planned: Planned
    after: Source
    passed: gate.Verdict | None = None

    def verdict(self, source: Source, options: Options) -> gate.Verdict:
        """Parse the result and judge it."""
        planned, after = self.planned, self.after
        if self.passed is not None or after.data == source.data:
            return self.passed or gate.Verdict()
        if (refusal := landed.refuse_unencodable(after.document)) is not None:
            return gate.Verdict(refusal)
        expectation = Expectation(
            planned.targets or (planned.target,),
            planned.promises(keeps_attached=options.attach is not Attach.WHOLE),
            planned.by_text,
            planned.given,
            planned.is_complete,
        )
        verdict = gate.verdict_of(
            Change(source, after, planned.edits, expectation),
            allow_errors=options.allow_errors,
            accept=options.accept,
        )
        if verdict.refusal is not None or Reason.READ_BACK in options.accept:
            return verdict
        split = None if options.allow_errors else self._refuse_split_operand()
        doubled = doubled_keys.refuse_doubled_key(source, after, planned.edits)
        return replace(verdict, refusal=split or doubled)

    def _refuse_split_operand(self) -> Refusal | None:
        """Refuse a text in the place of an operand that is not one operand: `a; b` for `a`."""
        place, tree = self.planned.operand, self.after.tree
        if place is None or tree is None or tree.is_node(place) or tree.is_between_signs(place):
            return None
        return Refusal(
            Reason.READ_BACK,
            "the new text would not be one expression",
            "send one expression, or replace the whole definition",
            self.planned.edits.old_hull(),
        )


def _choose_draft(source: Source, options: Options, planned: Planned) -> _Candidate:
    """Return the first draft of a plan that passes the gate; the first draft if none does.

    A draft that needs an allowance of the caller, such as `allow_errors`, is used only if no draft passes without it.
    """
    first = _Candidate(planned, source.edited(planned.edits))
    if not planned.alternatives:
        return first
    strict = replace(options, allow_errors=False, accept=())
    others = (_Candidate(draft, source.edited(draft.edits)) for draft in planned.alternatives)
    for candidate in chain((first,), others):
        verdict = candidate.verdict(source, strict)
        if verdict.refusal is None:
            return replace(candidate, passed=verdict)
    return first


def judge(
    source: Source,
    operation: str,
    options: Options,
    planned: Planned,
    thresholds: Thresholds = THRESHOLDS,
    *,
    is_shown: bool = True,
) -> Outcome:
    """Judge a planned edit and return its outcome; with its diff if `is_shown`."""

    def describe(candidate: _Candidate) -> Outcome:
        return landed.describe(
            source, candidate.after, operation, candidate.planned, thresholds, is_shown=is_shown
        )

    return _judge_with(source, operation, options, planned, thresholds, describe)


def judge_whole(
    source: Source,
    operation: str,
    options: Options,
    planned: Planned,
    changes: Changes,
    thresholds: Thresholds = THRESHOLDS,
) -> Outcome:
    """Judge all edits of a batch in one file, without a diff and the changed places.

    `changes` are the lines that they change.
    """

    def measure(candidate: _Candidate) -> Outcome:
        return landed.measure(
            source, candidate.after, operation, candidate.planned, changes, thresholds
        )

    return _judge_with(source, operation, options, planned, thresholds, measure)


def _judge_with(
    source: Source,
    operation: str,
    options: Options,
    planned: Planned,
    thresholds: Thresholds,
    describe: Callable[[_Candidate], Outcome],
) -> Outcome:
    candidate = _choose_draft(source, options, planned)
    planned, after = candidate.planned, candidate.after
    if after.data == source.data:
        message = "the file already has this text"
        failed = Failed(Status.UNCHANGED, Reason.NO_CHANGE, Diagnosis(message, ""))
        return failure(source, operation, failed)
    verdict = candidate.verdict(source, options)
    if verdict.refusal is not None:
        return landed.refuse_damage(source, after, operation, planned.edits, verdict.refusal)
    outcome = describe(candidate)
    if verdict.warnings:
        outcome = replace(outcome, warnings=(*outcome.warnings, *verdict.warnings))
    concern = concern_of(source.data, after.data, thresholds) if planned.by_text else ""
    if concern:
        outcome = replace(outcome, risk=Risk.CRITICAL)
    if outcome.risk is Risk.CRITICAL and planned.by_text and not options.force:
        return failure(source, operation, landed.refuse_extent(outcome, concern))
    return outcome
