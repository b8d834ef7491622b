"""The safety gate: it refuses edits because of what they would break.

Syntax errors are compared as a set mapped through the edit (a count would miss an error that replaces another).
Then promises, language rules and the role law are checked, and the language's own parser is asked if there is one.
`allow_errors` permits syntax errors and nothing else.

Not here: whether a target may be edited at all (`tree.broken.doubt`), and the size of a change (`judge.risk`).
"""

from __future__ import annotations

from collections.abc import Collection

from structedit.calls.refusals import Refusal
from structedit.calls.statuses import Reason
from structedit.judge import expectations, language_rules, own_parser, role_law
from structedit.judge.change import Change
from structedit.languages.kinds import CONTAINERS
from structedit.search import embedded
from structedit.text.document import Span, to_text
from structedit.text.edit import EditSet
from structedit.text.lines import line_start
from structedit.text.values import dataclass, replace
from structedit.tree.broken import doubt
from structedit.tree.nodes import SyntaxFault
from structedit.tree.source import Source
from structedit.tree.without_grammar import text_blocks


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of judging an edit: a refusal, or warnings for an edit that passes."""

    refusal: Refusal | None = None
    warnings: tuple[str, ...] = ()


_CORRECT_FIX = "correct the new text, or pass allow_errors to write it anyway"


def verdict_of(change: Change, *, allow_errors: bool, accept: Collection[Reason] = ()) -> Verdict:
    """Judge an edit by its result: does it parse, and does it do what its operation promises and nothing else?

    An edit inside a region of another language must keep that region correct as well. `accept` permits refusals by
    their reason.
    """
    inside = embedded.region_at(change.before, change.edits.old_hull())
    outer = change
    if inside is not None:
        outer = replace(change, expectation=replace(change.expectation, promises=()))
    verdict = _judge_one(outer, allow_errors=allow_errors, accept=accept)
    if verdict.refusal is None and inside is None and not allow_errors:
        return replace(verdict, refusal=_check_items(change))
    if verdict.refusal is not None or inside is None or not inside.checked:
        return verdict
    after = inside.source.edited(change.edits)
    inner = Change(inside.source, after, change.edits, change.expectation.inside(inside.area))
    found = verdict_of(inner, allow_errors=allow_errors, accept=accept)
    return Verdict(found.refusal, (*verdict.warnings, *found.warnings))


def _check_items(change: Change) -> Refusal | None:
    """Refuse a new or changed list item, such as a notebook cell, whose code does not parse."""
    before, after = change.before, change.after
    if not before.profile.sections.list:
        return None
    known = {one.area.of(before.data).strip() for one in embedded.regions(before)}
    for one in embedded.regions(after, within=change.edits.new_hull()):
        faults = one.source.faults() if one.checked else ()
        if faults and one.area.of(after.data).strip() not in known:
            return _refuse_new_fault(before, one.source, faults[0], change.edits)
    return None


def _judge_one(change: Change, *, allow_errors: bool, accept: Collection[Reason]) -> Verdict:
    before, after = change.before, change.after
    if before.tree is None or after.tree is None:
        return Verdict(None if allow_errors else _check_text(change))
    known = change
    if before.tree.recovered is not None and not after.tree.hidden and not after.tree.clean:
        known = replace(change, before=before.recovered())
    if not allow_errors:
        fault = new_fault(known.before, after, change.edits)
        if fault is not None:
            return Verdict(_refuse_new_fault(known.before, after, fault, change.edits))
    # The words of a promise are the most precise ones, then those of a rule of the language.
    comparison = role_law.Comparison(known)
    may_be_read_back = Reason.READ_BACK in accept
    refusal = None if may_be_read_back else expectations.broken_promise(comparison)
    if refusal is None and not allow_errors:
        refusal = language_rules.broken_rule(before, after, change.edits)
    if refusal is not None:
        return Verdict(refusal)
    verdict = Verdict() if may_be_read_back else _compare_roles(known, comparison)
    if verdict.refusal is not None or allow_errors:
        return verdict
    return replace(verdict, refusal=_ask_own_parser(change))


def _compare_roles(change: Change, comparison: role_law.Comparison) -> Verdict:
    """Apply the role law: refuse a difference, or warn of one that the caller wrote out."""
    found = comparison.differences()
    by_text = change.expectation.by_text
    broken = next((one for one in found if not (by_text and one.is_written_out)), None)
    if broken is not None:
        message = role_law.describe(change, broken)
        return Verdict(Refusal(Reason.READ_BACK, message, role_law.fix(change, broken), broken.at))
    if found:
        return Verdict(None, (f"check this: {role_law.describe(change, found[0])}",))
    return Verdict()


def new_fault(before: Source, after: Source, edits: EditSet) -> SyntaxFault | None:
    """Return the first fault that was not there before the edit."""
    found = after.faults()
    if not found:
        return None
    known = {(edits.map_span(f.span), f.expected) for f in before.faults()}
    new = [f for f in found if (f.span, f.expected) not in known]
    if before.profile.is_data and new:
        # A file with a comma behind a last item is for a reader that allows them.
        has_one = any(doubt.is_last_separator(before.data, f.span) for f in before.faults())
        new = [f for f in new if not (has_one and doubt.is_last_separator(after.data, f.span))]
    return next(iter(new), None)


def _refuse_new_fault(before: Source, after: Source, fault: SyntaxFault, edits: EditSet) -> Refusal:
    """Refuse a new fault; a bracket that the new text leaves open is reported where it opens."""
    document, written = after.document, edits.new_hull()
    if fault.span.start >= written.end:
        opened = text_blocks.left_open(after.data, written, after.profile)
        if opened is not None:
            return _refuse_unclosed(after, opened)
    at = _place_of_cause(before, after, fault, edits)
    line = document.line_of(at.start)
    shown = document.line_text(line).strip()[:80] if line <= document.line_count else ""
    what = f"{fault.expected!r} would be missing" if fault.expected else f"near {shown!r}"
    return Refusal(
        Reason.NEW_SYNTAX_ERROR,
        f"the result would not parse at line {line}: {what}",
        _CORRECT_FIX,
        at,
    )


def _place_of_cause(before: Source, after: Source, fault: SyntaxFault, edits: EditSet) -> Span:
    """Return the written text in or right behind a new fault that begins above it; else the fault itself.

    A parser that fails may discard everything it has read, so a fault can begin far above its cause.
    """
    hidden = after.tree.hidden if after.tree is not None else ()
    reach = next((lines for lines in hidden if lines.contains(fault.span)), fault.span)
    first_line = after.document.line_of(fault.span.start)
    shift = 0
    for edit in edits.refined(before.data).edits:
        start = edit.span.start + shift
        is_below = start >= fault.span.start and after.document.line_of(start) > first_line
        if is_below and not after.data[reach.end : start].strip():
            return Span(start, start + len(edit.new))
        shift += edit.delta
    return fault.span


def _refuse_unclosed(after: Source, opened: Span) -> Refusal:
    document = after.document
    line = document.line_of(opened.start)
    word, shown = to_text(opened.of(after.data)), document.line_text(line).strip()[:80]
    return Refusal(
        Reason.NEW_SYNTAX_ERROR,
        f"the result would not parse: {word!r} at line {line} has no counterpart in the new"
        f" text: near {shown!r}",
        _CORRECT_FIX,
        opened,
    )


def _check_text(change: Change) -> Refusal | None:
    old, new, first = _around(change.before.data, change.after.data, change.edits)
    complaint = text_blocks.balanced(old, new, change.before.profile, first)
    if not complaint:
        return None
    return Refusal(
        Reason.NEW_SYNTAX_ERROR,
        f"brackets or keywords of the result would not pair up: {complaint}",
        _CORRECT_FIX,
        change.edits.new_hull(),
    )


_MOST_BALANCED = 4 << 20
"""Bytes of a text without a tree that are checked as a whole; in a larger one, those near the edit.

Chosen by judgement, for speed.
"""


def _around(before: bytes, after: bytes, edits: EditSet) -> tuple[bytes, bytes, int]:
    """Return both texts, cut to the surroundings of the edit if they are long, and the number of the first line."""
    if len(after) <= _MOST_BALANCED:
        return before, after, 1
    old, new, near = edits.old_hull(), edits.new_hull(), _MOST_BALANCED // 8
    start = max(0, old.start - near)
    start = before.find(b"\n", start, old.start) + 1 or start  # where a line begins, if one does
    line = before.count(b"\n", 0, start) + 1
    return before[start : old.end + near], after[start : new.end + near], line


# The second opinion

_SMALL_STATEMENT = 8_000
"""Bytes of a statement at the top of a file up to which its parser reads it before members are looked for in it.

Chosen by judgement: to find the members of a type takes longer than to parse a short one.
"""


def _ask_own_parser(change: Change) -> Refusal | None:
    """Refuse a result that the language's own parser rejects although the tree has no error."""
    parser = change.before.profile.verify.parser
    trees = change.before.tree, change.after.tree
    # A strict parser does not know the magics of a cell.
    if not own_parser.is_known(parser) or not all(t and t.is_as_written for t in trees):
        return None
    if parser in own_parser.BY_STATEMENT:
        if _is_whole_statement_valid(change, parser):
            return None
        statements = _edited_statements(change)
        is_short = sum(map(len, statements)) <= own_parser.MOST_BYTES
        if (
            is_short
            and own_parser.accepts(parser, statements)
            and _is_valid_statement(change, parser)
        ):
            return None
    old, new = _parts_for_own_parser(change)
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


def _is_whole_statement_valid(change: Change, parser: str) -> bool:
    """Return True if the parser accepts the short top-level statements that contain all edits.

    They must be in the place of the old ones. Then the rest of the file is the same, and as valid as before.
    """
    before, after, edits = change.before.tree, change.after.tree, change.edits
    assert before is not None and after is not None
    whole = after.top_level(edits.new_hull())
    if whole is None or len(whole) > _SMALL_STATEMENT:
        return False
    was = before.top_level(edits.old_hull())
    if was is None or edits.map_span(was) != whole:
        return False
    return own_parser.complaint_of(parser, whole.of(after.data)) is None


def _is_valid_statement(change: Change, parser: str) -> bool:
    """Return True if the parser accepts the single top-level statement that contains all edits.

    Inside a type, the edited member is enough: a type may be most of the file.
    """
    after, written = change.after, change.edits.new_hull()
    whole = after.tree.top_level(written) if after.tree is not None else None
    if after.tree is None or whole is None:
        return False
    # Edits in most of a type are in many members, and to find these takes longer than to parse the type.
    is_small = len(whole) <= max(_SMALL_STATEMENT, min(2 * len(written), own_parser.MOST_BYTES))
    if is_small and own_parser.complaint_of(parser, whole.of(after.data)) is None:
        return True
    around = after.tree.enclosing(written)
    member = next((block for block in around if block.kind not in CONTAINERS), None)
    if member is not None and member is not around[0]:
        lines = Span(line_start(after.data, member.span.start), member.span.end)
        if own_parser.accepts_member(parser, lines.of(after.data)):
            return True
    if len(whole) > own_parser.MOST_BYTES:
        return True
    return not is_small and own_parser.complaint_of(parser, whole.of(after.data)) is None


def _edited_statements(change: Change) -> list[bytes]:
    """Return the lines of the innermost statements that contain edits; empty if an edit is or was in no statement."""
    before, after, edits = change.before.tree, change.after.tree, change.edits
    assert before is not None and after is not None
    found: list[Span] = []
    for old, new in edits.stretches(0):
        if found and found[-1].contains(new):
            continue
        was, lines = before.statement_lines(old), after.statement_lines(new)
        if was is None or lines is None or edits.map_span(was) != lines:
            return []
        while found and lines.contains(found[-1]):
            found.pop()
        found.append(lines)
    return [lines.of(after.data) for lines in found]


def _parts_for_own_parser(change: Change) -> tuple[bytes | None, bytes | None]:
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
