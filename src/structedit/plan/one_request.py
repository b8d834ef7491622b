"""The one switchboard: from a source and a request to an outcome.

Every operation runs the same course: find the place (`search`), draft the edit (another module of
`plan`), then one tail for all: apply, parse, ask the gate, describe. A plan may have several drafts;
the first one that passes the gate lands, and if none does, the refusal is that of the first draft. No
module that drafts an edit parses its result. Nothing is written here, and nothing that writes decides:
a dry run, a preview and the real edit are this same function.
"""

from __future__ import annotations

import re
from collections.abc import Callable
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
    """Plan one request on one source; the outcome holds the result, nothing is written."""
    operation, options = operation_of(request), request.options
    source = by_cells(source, request)
    drafted = stale(source.document, options) or _explained(_drafted(source, request))
    if isinstance(drafted, Failed):
        return _for_the_statement(source, failure(source, operation, drafted), request)
    outcome = judge(source, operation, options, drafted, thresholds)
    outcome = _for_the_statement(source, outcome, request)
    if not isinstance(request, ApplyHunks) and outcome.reason is Reason.NEW_SYNTAX_ERROR:
        outcome = _with_escapes(source, outcome, request)
    if drafted.replaced is not None and isinstance(request, ReplaceBlock):
        outcome = _for_the_body(source, outcome, request)
    if isinstance(request, ReplaceBlock) and outcome.reason is Reason.NEW_SYNTAX_ERROR:
        return _in_quotes(source, outcome, request)
    if isinstance(request, Insert) and isinstance(request.target, Anchor):
        return _at_a_block(source, outcome, request, drafted.target)
    return outcome


def by_cells(source: Source, request: Request | ApplyHunks) -> Source:
    """The source for a request: read by its cells, where the request names one of a script."""
    named = None if isinstance(request, StrReplace | ReplaceAll | ApplyHunks) else request.target
    for place in (named, request.hints.within):
        place = embedded_edits.as_item(place)
        if isinstance(place, Selector) and place.steps:
            source = source.by_cells(place.steps[0].path[0])
    return source


def _for_the_statement(source: Source, outcome: Outcome, request: Request | ApplyHunks) -> Outcome:
    """The outcome for an arm named by its text; refused, with the call for the statement with all its arms."""
    if not isinstance(request, (DeleteBlock, ReplaceBlock)) or outcome.diagnosis is None:
        return outcome
    is_arm = request.part is Part.ARM or (
        request.part is Part.WHOLE and isinstance(request.target, Anchor)
    )
    statement = replace(request, part=Part.STATEMENT)
    if not is_arm or outcome.reason not in (Reason.NOT_A_BLOCK, *_OUT_OF_PLACE):
        return outcome
    if outcome.diagnosis.retry is not None or not would_land(source, statement):
        return outcome
    diagnosis = replace(outcome.diagnosis, retry=arguments_of(statement))
    drafted = _drafted(source, statement)
    if isinstance(drafted, Planned) and diagnosis.closest is None:
        region = missed_text.numbered(source, drafted.target)
        diagnosis = replace(diagnosis, closest=missed_text.shown(source, drafted.target, region))
    return replace(outcome, diagnosis=diagnosis)


def _for_the_body(source: Source, outcome: Outcome, request: ReplaceBlock) -> Outcome:
    """The outcome of a definition's replacement; refused, with the call that replaces its body alone.

    That is offered for a text that defines nothing, or not the name that is to be replaced, if it would land.
    """
    if outcome.diagnosis is None or outcome.reason not in _OUT_OF_PLACE:
        return outcome
    body, new = replace(request, part=Part.BODY), to_bytes(request.new)
    piece = source.read_fragment(new)
    if piece is None or (piece.definitions and outcome.reason is not Reason.READ_BACK):
        return outcome
    own = request.target.steps[-1].path if isinstance(request.target, Selector) else ()
    if any(row.path[-1:] == own[-1:] for row in piece.definitions):
        return outcome
    has_code = code_in(new, Span(0, len(new)), piece.comments)
    if not has_code or not would_land(source, body):
        return outcome
    return replace(outcome, diagnosis=replace(outcome.diagnosis, retry=arguments_of(body)))


def _in_quotes(source: Source, outcome: Outcome, request: ReplaceBlock) -> Outcome:
    """The outcome of a value that does not parse; refused, with the call that quotes it as the old value is.

    `version: 2.0.0` in JSON → `version: "2.0.0"`, if that would land.
    """
    new, quotes = request.new.strip(), "\"'"
    if outcome.diagnosis is None or outcome.diagnosis.retry or request.part not in _VALUED:
        return outcome
    old = reading.get_region(source, request.target, part=Part.BODY, hints=request.hints).text
    quote = (old or "").strip()[:1]
    if (
        not new
        or not quote
        or quote not in quotes
        or any(one in new for one in (quote, "\n", "\\"))
    ):
        return outcome
    again = replace(request, part=Part.BODY, new=f"{quote}{new}{quote}")
    if not would_land(source, again):
        return outcome
    return replace(outcome, diagnosis=replace(outcome.diagnosis, retry=arguments_of(again)))


_VALUED = (Part.WHOLE, Part.BODY)


def _with_escapes(source: Source, outcome: Outcome, request: Request) -> Outcome:
    """The outcome of a text that breaks a string in two lines; refused, with the call that writes `\\n` there.

    That is offered in languages that have this escape, if the text would land then.
    """
    rules, profile = source.profile.verify.rules, source.profile
    has_escape = "@one_line" in rules and "@one_line.verbatim" not in rules
    if outcome.diagnosis is None or not has_escape:
        return outcome
    if not isinstance(request, (Insert, StrReplace, ReplaceAll, ReplaceBlock, ReplaceFunctionBody)):
        return outcome
    text = request.text if isinstance(request, Insert) else request.new
    if "\n" not in text or _TRIPLED.search(text):
        return outcome

    def escaped(quoted: re.Match[str]) -> str:
        before = text[: quoted.start()].rpartition("\n")[2]
        is_comment = any(mark in before for mark in profile.line_comments)
        return quoted[0] if is_comment else re.sub(r"(?<!\\)\r?\n", r"\\n", quoted[0])

    new = _QUOTED.sub(escaped, text)
    again = replace(request, text=new) if isinstance(request, Insert) else replace(request, new=new)
    if again == request or not would_land(source, again):
        return outcome
    return replace(outcome, diagnosis=replace(outcome.diagnosis, retry=arguments_of(again)))


_QUOTED = regex(r"""(?s)(["'])(?:\\.|(?!\1)[^\\])*\1""")
_TRIPLED = regex(r"""\"\"\"|'''""")


def _at_a_block(source: Source, outcome: Outcome, request: Insert, anchor: Span) -> Outcome:
    """The outcome of an insertion beside an anchor; refused, with the call that inserts at a block.

    That is one behind the block that the anchor's line begins, or one inside the `if` or loop whose only statement,
    without braces, the anchor is. It is offered if the text would land there.
    """
    if outcome.diagnosis is None or outcome.reason not in _OUT_OF_PLACE or source.tree is None:
        return outcome
    tree, is_after = source.tree, request.place is Place.AFTER
    around, line_of = tree.enclosing(anchor), source.document.line_range
    text, offered = trimmed(source.data, anchor), []
    bodies = ((block, block.body) for block in tree.blocks(text))
    bare = next((b for b, body in bodies if body and trimmed(source.data, body) == text), None)
    if bare is not None:
        offered.append((bare, Place.END if is_after else Place.START))
    elif around and is_after and line_of(around[-1].core).first == line_of(anchor).first:
        offered.append((around[-1], Place.AFTER))
    for block, where in offered:
        named = Selector.parse(selector_of(tree, block))
        again = replace(request, target=named, place=where, hints=NO_HINTS)
        if would_land(source, again):
            return replace(outcome, diagnosis=replace(outcome.diagnosis, retry=arguments_of(again)))
    return outcome


_OUT_OF_PLACE = (Reason.READ_BACK, Reason.NEW_SYNTAX_ERROR)
"""Why a text that belongs elsewhere is refused: the language reads it there as something else, or does not."""


def stale(document: Document, options: Options) -> Failed | None:
    """The refusal of a document that is not the version which the caller expects; None if it is."""
    expected = options.expected_version
    if expected is None or expected == document.version:
        return None
    return refuse(
        Reason.STALE,
        f"the file is version {document.version}, not {expected}: it changed",
        "read the place again, then send the edit without or with the new version",
    )


def would_land(source: Source, request: Request) -> bool:
    """Return True if a request would land, without working out why it would not."""
    drafted = _drafted(source, request)
    if isinstance(drafted, Failed):
        return drafted.explain is None and drafted.status in LANDED
    return judge(source, operation_of(request), request.options, drafted).landed


def draft(source: Source, request: Request | ApplyHunks) -> Planned | Failed:
    """Find the place and plan the edit, which is not judged yet: see `judge`.

    Where the plan has several drafts, the result is the one that `judge` would take.
    """
    source = by_cells(source, request)
    drafted = _explained(_drafted(source, request))
    if isinstance(drafted, Failed) or not drafted.alternatives:
        return drafted
    return _chosen(source, request.options, drafted).planned


def _explained(drafted: Planned | Failed) -> Planned | Failed:
    """Find out why a place was not found, where that takes a search."""
    if isinstance(drafted, Failed) and drafted.explain is not None:
        return Failed(*drafted.explain(lambda source: partial(would_land, source)))
    return drafted


def _drafted(source: Source, request: Request | ApplyHunks) -> Planned | Failed:
    """Plan an edit of the file, or of the embedded code that its place is in."""
    found = embedded_edits.entered(source, request)
    if isinstance(found, Failed):
        return found
    if found is None:
        meant = embedded_edits.with_heading(source, request)
        return meant if isinstance(meant, Failed) else _drafted_here(source, meant)
    inside, inner = found
    drafted = _drafted_here(inside.source, inner)
    if isinstance(drafted, Failed):
        return embedded_edits.without_retry(drafted)
    is_named = drafted.selector is not None
    selector = f"{inside.prefix} > {drafted.selector}" if is_named else None
    if drafted.target == Span(0, 0):  # an import, which no one place was named for
        selector = inside.prefix
    kept = []
    for draft in (drafted, *drafted.alternatives):
        edits = embedded_edits.kept_inside(source.data, draft.edits, inside.area)
        if edits is not None:
            kept.append(replace(draft, edits=edits, selector=selector, alternatives=()))
    if not kept:
        return refuse(
            Reason.OUT_OF_SCOPE,
            f"the place is outside {inside.prefix}",
            "name a place inside it, or one of the file",
        )
    return replace(kept[0], alternatives=tuple(kept[1:]))


def _drafted_here(source: Source, request: Request | ApplyHunks) -> Planned | Failed:
    limit = limit_of(request)
    scope = scopes.scope_of(source, request.hints, limit)
    if isinstance(scope, Miss):
        return report_miss(source, scope, request)
    if refused := targets.refuse_scope(source, request.hints):
        return refused
    if isinstance(request, ApplyHunks):
        return patch_edits.apply_hunks(source, request, scope, limit)
    request, decided = targets.on_its_line(source, request, scope, limit)
    drafted = _planned(source, request, scope, limit)
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


def _planned(
    source: Source, request: Request, scope: scopes.Scope, limit: Match
) -> Planned | Failed:
    """Plan the edit that a request wants, inside a scope, down to a limit of the search."""
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
class _Tried:
    """A draft with its result, which is parsed when somebody asks for its tree.

    `passed` is the verdict of a gate that let it pass.
    """

    planned: Planned
    after: Source
    passed: gate.Verdict | None = None

    def verdict(self, source: Source, options: Options) -> gate.Verdict:
        """Parse the result and judge it."""
        planned, after = self.planned, self.after
        if self.passed is not None or after.data == source.data:
            return self.passed or gate.Verdict()
        if (unencodable := landed.unencodable(after.document)) is not None:
            return gate.Verdict(unencodable)
        expectation = Expectation(
            planned.targets or (planned.target,),
            planned.promises(keeps_attached=options.attach is not Attach.WHOLE),
            planned.by_text,
            planned.given,
        )
        verdict = gate.verdict_of(
            Change(source, after, planned.edits, expectation),
            allow_errors=options.allow_errors,
            accept=options.accept,
        )
        if verdict.refusal is not None or Reason.READ_BACK in options.accept:
            return verdict
        parted = None if options.allow_errors else self._parted_operand()
        doubled = doubled_keys.refuse_doubled_key(source, after, planned.edits)
        return replace(verdict, refusal=parted or doubled)

    def _parted_operand(self) -> Refusal | None:
        """Return a refusal of a text in the place of an operand that would not be one: `a; b` for `a`."""
        place, tree = self.planned.operand, self.after.tree
        if place is None or tree is None or tree.is_node(place):
            return None
        return Refusal(
            Reason.READ_BACK,
            "the new text would not be one expression",
            "send one expression, or replace the whole definition",
            self.planned.edits.old_hull(),
        )


def _chosen(source: Source, options: Options, planned: Planned) -> _Tried:
    """Return the first draft of a plan that passes the gate; the first of all if none does.

    A draft that needs what the caller would put up with, such as an error, does not pass while
    there may be one that does without.
    """
    first = _Tried(planned, source.edited(planned.edits))
    if not planned.alternatives:
        return first
    strict = replace(options, allow_errors=False, accept=())
    others = (_Tried(draft, source.edited(draft.edits)) for draft in planned.alternatives)
    for tried in chain((first,), others):
        verdict = tried.verdict(source, strict)
        if verdict.refusal is None:
            return replace(tried, passed=verdict)
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
    """The outcome of a planned edit: judged by the gate, described; with its diff if it `is_shown`."""

    def describe(tried: _Tried) -> Outcome:
        return landed.describe(
            source, tried.after, operation, tried.planned, thresholds, is_shown=is_shown
        )

    return _judged(source, operation, options, planned, thresholds, describe)


def judge_whole(
    source: Source,
    operation: str,
    options: Options,
    planned: Planned,
    changes: Changes,
    thresholds: Thresholds = THRESHOLDS,
) -> Outcome:
    """The outcome of all edits of a batch in one file: as `judge`, without a diff and its places.

    The `changes` are the lines that they change.
    """

    def measure(tried: _Tried) -> Outcome:
        return landed.measure(source, tried.after, operation, tried.planned, changes, thresholds)

    return _judged(source, operation, options, planned, thresholds, measure)


def _judged(
    source: Source,
    operation: str,
    options: Options,
    planned: Planned,
    thresholds: Thresholds,
    describe: Callable[[_Tried], Outcome],
) -> Outcome:
    tried = _chosen(source, options, planned)
    planned, after = tried.planned, tried.after
    if after.data == source.data:
        message = "the file has this text already"
        failed = Failed(Status.UNCHANGED, Reason.NO_CHANGE, Diagnosis(message, ""))
        return failure(source, operation, failed)
    verdict = tried.verdict(source, options)
    if verdict.refusal is not None:
        return landed.would_break(source, after, operation, planned.edits, verdict.refusal)
    outcome = describe(tried)
    if verdict.warnings:
        outcome = replace(outcome, warnings=(*outcome.warnings, *verdict.warnings))
    concern = concern_of(source.data, after.data, thresholds) if planned.by_text else ""
    if concern:
        outcome = replace(outcome, risk=Risk.CRITICAL)
    if outcome.risk is Risk.CRITICAL and planned.by_text and not options.force:
        return failure(source, operation, landed.too_much(outcome, concern))
    return outcome
