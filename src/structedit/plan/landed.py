"""The outcome of a planned edit: written, or refused because of its effect on the file.

Not here: refusals before an edit is planned (`plan.results.refuse`).
"""

from __future__ import annotations

from structedit.calls.diagnoses import Diagnosis, Numbered
from structedit.calls.outcomes import ChangedSpan, Outcome
from structedit.calls.refusals import Refusal
from structedit.calls.statuses import Method, Reason, Status
from structedit.explain import missed_text
from structedit.judge.risk import Thresholds, risk_of
from structedit.plan.results import Failed, Planned, failure, refuse
from structedit.search import embedded
from structedit.text.diff import Changes, line_changes, line_totals, unified_diff
from structedit.text.document import Document, Span, to_text
from structedit.text.edit import Edit, EditSet
from structedit.text.errors import FileError
from structedit.text.lazily import regex
from structedit.text.lines import text_end, text_start
from structedit.text.values import replace
from structedit.tree.source import Source

REGION_LINES = 40
"""Lines of the new region that an outcome shows. Chosen by judgement."""

REGION_LETTERS = 10_000
"""Letters of one such line. Chosen by judgement."""

_BREAK = regex(rb"\r\n|\n|\r")


def describe(
    source: Source,
    after: Source,
    operation: str,
    planned: Planned,
    thresholds: Thresholds,
    *,
    is_shown: bool = True,
) -> Outcome:
    """Return the outcome of an edit that passed the gate; with its diff and the new region if `is_shown`."""
    document = source.document
    changes = line_changes(source.data, planned.edits)
    path = (document.path or "text").replace("\\", "/").lstrip("/") or "text"  # follows `a/`
    diff = unified_diff(source.data, changes, path) if is_shown else b""
    spans = changed_spans(document, after.document, planned.edits)
    return replace(
        measure(source, after, operation, planned, changes, thresholds),
        spans=spans,
        region=region_of(after.document, spans) if is_shown else None,
        diff=to_text(diff),
        selector=planned.selector
        or (None if planned.targets else embedded.selector_at(source, planned.target)),
    )


def measure(
    source: Source,
    after: Source,
    operation: str,
    planned: Planned,
    changes: Changes,
    thresholds: Thresholds,
) -> Outcome:
    """Return the outcome of an edit that passed the gate, without a diff and the new region."""
    edits, document = planned.edits, source.document
    added, removed = line_totals(source.data, changes)
    warnings = planned.warnings
    if source.tree is None:
        warnings = (f"edited as plain text: {source.why_text}", *warnings)
    elif source.faults() and (faults := after.faults()):
        warnings = (*warnings, _still_broken(source, after, faults[0].span, edits))
    if source.profile.passed_over:
        warnings = (*warnings, source.profile.passed_over)
    return Outcome(
        status=Status.APPLIED,
        operation=operation,
        before=document,
        language=source.language,
        tier=planned.tier,
        method=Method.TEXT if planned.by_text or source.tree is None else Method.TREE,
        result=after.document,
        edits=edits,
        lines_added=added,
        lines_removed=removed,
        replacements=planned.replacements,
        selector=planned.selector,
        attached=planned.attached,
        kept=planned.kept,
        bridged=planned.bridged,
        risk=risk_of(document.line_count, removed, planned.alike, thresholds),
        warnings=warnings,
    )


def refuse_extent(outcome: Outcome, concern: str) -> Failed:
    """Refuse an edit of nearly the whole file, or of very many places, that needs a confirmation.

    This concerns edits found by text. A caller who names a block by its selector has said how much is meant, and only
    gets the risk in the outcome.
    """
    changed, lines = outcome.lines_removed, outcome.before.line_count
    places = max(outcome.replacements, len(outcome.edits.edits))
    many = f"{places} places" if places > 1 else "one place"
    what = concern or f"changes {changed} of the file's {lines} lines, at {many}"
    return refuse(
        Reason.RISK,
        f"the edit {what}",
        "pass force if all of this is meant, or edit only the lines that change",
    )


def refuse_unencodable(document: Document) -> Refusal | None:
    """Refuse a text that the file's encoding cannot represent."""
    try:
        document.encode()
    except FileError as error:
        return Refusal(Reason.UNENCODABLE, error.message, error.hint, Span(0, 0))
    return None


def refuse_damage(
    source: Source, after: Source, operation: str, edits: EditSet, refusal: Refusal
) -> Outcome:
    """Return the outcome of an edit that the gate refused; a new syntax error is shown in the resulting text."""
    shown = after if refusal.reason is Reason.NEW_SYNTAX_ERROR else source
    notes: tuple[str, ...] = ()
    if shown is after:
        region = missed_text.numbered(after, refusal.at)
        rows = [f"{region.first + i}| {line}" for i, line in enumerate(region.lines)]
        notes = ("the result would be:", *rows)
    at = _nearest_edit(edits, refusal.at) if shown is after else refusal.at
    closest = missed_text.shown(source, at, missed_text.numbered(source, at))
    is_needed = shown is after and not any(edit.new.strip() for edit in edits.edits)
    fix = (
        _next_step_for_needed_code(source, edits.old_hull()) if is_needed else None
    ) or refusal.fix
    diagnosis = Diagnosis(refusal.message, fix, closest=closest, notes=notes)
    return failure(source, operation, Failed(Status.REFUSED, refusal.reason, diagnosis))


def _next_step_for_needed_code(source: Source, gone: Span) -> str | None:
    """Return what to do if other code needs the deleted code: rewrite that code, named by its lines."""
    if source.tree is None:
        return None
    data = source.data
    last, behind = max(0, text_end(data, gone.end) - 1), text_start(data, gone.end)
    before = max(0, text_end(data, gone.start) - 1)
    around = (Span(last, min(len(data), behind + 1)), Span(before, max(before, last) + 1))
    statements = (source.tree.statement_at(span) for span in around)
    statement = next((found for found in statements if len(found) < len(data.strip())), None)
    if statement is None:
        return (
            "the file needs code there: replace it with replace_block,"
            " or pass allow_errors to delete it anyway"
        )
    lines = source.document.line_range(statement)
    return (
        f"the code around it ({lines.said}) needs it: rewrite that code without it, with str_replace, or with"
        " replace_block of those lines and the `version` in which you read them"
    )


def _nearest_edit(edits: EditSet, at: Span) -> Span:
    """Return the old span of the edit whose new text is nearest to a place in the result."""
    found, distance, shift = edits.old_hull(), None, 0
    for edit in edits.edits:
        start = edit.span.start + shift
        away = max(start - at.end, at.start - (start + len(edit.new)), 0)
        if distance is None or away < distance:
            found, distance = edit.span, away
        shift += edit.delta
    return found


def _still_broken(source: Source, after: Source, fault: Span, edits: EditSet) -> str:
    """Return the warning that the result does not parse, as the file did not before; `fault` is its first error."""
    line = after.document.line_of(fault.start)
    if edits.invert(source.data).touches(fault):
        return f"the file still has syntax errors, the first at line {line}"
    return f"the file has syntax errors elsewhere, the first at line {line}"


def changed_spans(before: Document, after: Document, edits: EditSet) -> tuple[ChangedSpan, ...]:
    """Return the span and the lines of each edit, before and after."""
    spans, shift = [], 0
    for edit in edits.edits:
        new = Span(edit.span.start + shift, edit.span.start + shift + len(edit.new))
        shift += edit.delta
        lines_after = (
            after.line_range(_without_first_break(before.data, edit, new)) if new else None
        )
        spans.append(ChangedSpan(edit.span, new, before.line_range(edit.span), lines_after))
    return tuple(spans)


def map_spans(
    spans: tuple[ChangedSpan, ...], later: EditSet, after: Document
) -> tuple[ChangedSpan, ...]:
    """Map changed spans through later edits to the document that these produce."""
    found = []
    for span in spans:
        start = later.map_offset(span.after.start)
        place = Span(start, max(start, later.map_offset(span.after.end, after=True)))
        is_gone = span.lines_after is None and not len(place)
        lines = None if is_gone else after.line_range(place)
        found.append(replace(span, after=place, lines_after=lines))
    return tuple(found)


def _without_first_break(data: bytes, edit: Edit, new: Span) -> Span:
    """Return the span of inserted lines without the line break that ends the line above them."""
    at = edit.span.start
    ends_line = at == len(data) or data[at : at + 1] in (b"\n", b"\r")
    found = _BREAK.match(edit.new)
    behind = at > 0 and data[at - 1 : at] not in (b"\n", b"\r")
    if not ends_line or not behind or found is None or found.end() == len(edit.new):
        return new
    return Span(new.start + found.end(), new.end)


def _cut(line: str) -> str:
    """Cut a line short: a generated one may have megabytes."""
    if len(line) <= REGION_LETTERS:
        return line
    return f"{line[:REGION_LETTERS]}… {len(line) - REGION_LETTERS} more characters"


def region_of(document: Document, spans: tuple[ChangedSpan, ...]) -> Numbered | None:
    """Return the lines around the changed places of a document, up to a limit; None for an empty file."""
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
    lines = tuple(map(_cut, document.texts_from(start, shown - first + 1)))
    return Numbered(first, lines, left_out=last - shown)
