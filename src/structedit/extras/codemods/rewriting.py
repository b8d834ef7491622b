"""Rewriting by template: each match of a query, or hit of a pattern, is replaced by a text with captures.

A match inside a capture of another match is rewritten too, the inner one first, so that `old(old(1))` becomes
`new(new(1))`.

Not here: templates (`templates`), many files (`runs`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from structedit.calls.arguments import content
from structedit.calls.code_patterns import CodePattern
from structedit.calls.statuses import JsonValue, Reason
from structedit.extras.codemods.scripting import QueryNode, ScriptTree, source_of
from structedit.extras.codemods.templates import (
    Captured,
    Dialect,
    Laid,
    Piece,
    Run,
    filled,
    pieces_of,
)
from structedit.extras.codemods.whole_hits import (
    Change,
    Decisions,
    Made,
    Refused,
    change_of,
    excerpt,
    laid_out,
    last_comment,
    made_whole,
)
from structedit.languages.grammars import captures_in
from structedit.search import embedded
from structedit.search.patterns.pattern_hits import PatternHit, pattern_hits
from structedit.search.patterns.pattern_reading import PatternRead
from structedit.text.document import LineRange, Span, to_bytes
from structedit.text.edit import Edit
from structedit.text.errors import ProfileError, UsageError
from structedit.text.lines import indent_at
from structedit.text.values import dataclass
from structedit.tree.layout import indent
from structedit.tree.source import Source

Template = str | Callable[[QueryNode], str | None]
"""A text with captures, or a function that gets a match and returns the new text, or None to leave the match alone."""


@dataclass(frozen=True, slots=True)
class PassedHit:
    """A hit that is not rewritten, with the reason.

    `text` is the code that the template would lose, or the hit whose replacement would not be a whole node; then
    `said` says more.
    """

    path: str
    lines: LineRange
    selector: str | None
    reason: Reason
    text: str
    said: str = ""

    @property
    def message(self) -> str:
        """The reason as a sentence."""
        if self.said:
            return self.said
        if self.reason is Reason.BROKEN_TARGET:
            return "the hit is in code that does not parse"
        return f"{self.text!r} is in the hit but not in the pattern: it would be deleted"

    def to_dict(self) -> dict[str, JsonValue]:
        """Return the hit as JSON values."""
        return {
            "path": self.path,
            "lines": str(self.lines),
            "selector": self.selector,
            "reason": self.reason.value,
            "text": self.text,
        }


@dataclass(frozen=True, slots=True)
class Rewriting:
    """The result for one file's hits: edits, the hits that are not rewritten, and notes on how the term was read.

    `hits` are the places of the hits that the edits rewrite.
    """

    edits: tuple[Edit, ...]
    hits: tuple[Span, ...]
    passed: tuple[PassedHit, ...] = ()
    notes: tuple[str, ...] = ()


def check_names(query: str, template: str) -> None:
    """Refuse a query's template with names that the query does not capture.

    Raises:
        UsageError: naming the existing captures.
    """
    captured = captures_in(query)
    for name in (name for is_capture, name in pieces_of(template) if is_capture):
        if name not in captured:
            raise _not_captured(name, captured)


def rewritten(
    tree: ScriptTree,
    query: str,
    template: Template,
    *,
    allow_errors: bool = False,
    grouped: frozenset[Span] = frozenset(),
) -> Rewriting:
    """Return the edits that rewrite every match of a query.

    Raises:
        ProfileError: when the query does not fit the file's grammar.
        UsageError: when the template names a capture that a match does not have.
    """
    source = source_of(tree)
    pieces = pieces_of(template) if isinstance(template, str) else ()
    nodes = {node.span: node for node in reversed(tree.query(query))}
    in_order = sorted(nodes.values(), key=lambda node: (len(node.span), node.span))
    given = {node.span: template(node) for node in in_order} if callable(template) else {}

    def build(decisions: Decisions) -> list[Change]:
        changes: list[Change] = []  # sorted and disjoint
        for node in in_order:
            if decisions.skips(node.span):
                continue
            if callable(template):
                text = given[node.span]
                if text is None:
                    continue
                new = laid_out(node.replace(content("the result of the template", text)))
            else:
                new = _filled(source, node.span, pieces, changes, partial(_of_query, node))
            changes[_inside(changes, node.span)] = [change_of(source, node.span, new, decisions)]
        return changes

    made = made_whole(build, allow_errors=allow_errors, grouped=grouped)
    hits, edits = _apart(made)
    return Rewriting(edits, hits, _all_passed(source, made.refused))


def _apart(made: Made) -> tuple[tuple[Span, ...], tuple[Edit, ...]]:
    return tuple(hit for hit, _ in made.edits), tuple(edit for _, edit in made.edits)


def rewritten_hits(
    source: Source,
    pattern: CodePattern,
    template: str,
    *,
    language: str | None = None,
    drop_rest: bool = False,
    force: bool = False,
    allow_errors: bool = False,
    grouped: frozenset[Span] = frozenset(),
) -> Rewriting:
    """Return the edits that rewrite every hit of a pattern.

    Hits that would lose code which the pattern does not mention are not rewritten, nor are those whose replacement
    would not be a whole node.

    Raises:
        ProfileError: when the pattern does not parse in a language of the file, unless `force`.
        UsageError: when the pattern cannot be parsed at all.
    """
    found = pattern_hits(source, pattern, language)
    broken = [read.warning for read in found.read.values() if read.is_broken]
    if len(broken) == len(found.read) and not force:
        why = broken[0] if broken else f"the file has no {language} code"
        raise ProfileError(why, hint="pass the code around it as context, or pass force")
    pieces = pieces_of(template, Dialect.PATTERN)
    passed: list[PassedHit] = []
    used: list[PatternHit] = []
    for hit in found.hits:
        if not force and found.read[hit.language].is_broken:
            continue
        if hit.is_broken:
            passed.append(passed_over(source, hit.span, Reason.BROKEN_TARGET, hit.span))
        elif hit.fit.rest and not drop_rest:
            passed.append(passed_over(source, hit.span, Reason.UNMATCHED_REST, hit.fit.rest[0]))
        else:
            used.append(hit)
    in_order = sorted(used, key=lambda hit: (len(hit.span), hit.span))

    def build(decisions: Decisions) -> list[Change]:
        changes: list[Change] = []
        for hit in in_order:
            if decisions.skips(hit.span):
                continue
            end = hit.source.profile.statement_end
            ends = bool(end) and pattern.text.rstrip().endswith(end)
            captures = dict(hit.fit.captures)
            hulls = partial(_hull, captures)
            new = _filled(hit.source, hit.span, pieces, changes, hulls, captures)
            change = change_of(hit.source, hit.span, new, decisions, ends=ends)
            changes[_inside(changes, hit.span)] = [change]
        return changes

    made = made_whole(build, allow_errors=allow_errors, grouped=grouped)
    passed += _all_passed(source, made.refused)
    passed.sort(key=lambda one: (one.lines.first, one.lines.last))
    notes = [found.read[hit.language].warning for hit in used]
    for hit in used[:1]:
        first = next((edit.new for span, edit in made.edits if span.contains(hit.span)), None)
        if first is not None and _fits_again(hit.source, found.read[hit.language], first):
            notes.append(_AGAIN)
    places, edits = _apart(made)
    return Rewriting(edits, places, tuple(passed), tuple(dict.fromkeys(filter(None, notes))))


_AGAIN = "the pattern also matches the new code: another run would change it again"


def _fits_again(source: Source, read: PatternRead, new: bytes) -> bool:
    """Return True if a pattern matches the text that its template made of a hit."""
    before, behind = map(to_bytes, read.around)
    tree = source.parse_fragment(before + new + behind) if read.may_fit(new) else None
    area = Span(len(before), len(before) + len(new))
    return tree is not None and any(area.contains(fit.span) for fit in tree.fits(read.sought))


def _all_passed(source: Source, refused: Sequence[Refused]) -> tuple[PassedHit, ...]:
    if len(refused) > _FEW and source.tree is not None:
        source.tree.index()  # what each is in is then looked up, and not searched for
    return tuple(passed_over(source, one.hit, one.reason, one.hit, one.message) for one in refused)


def passed_over(
    source: Source, hit: Span, reason: Reason, place: Span, said: str = ""
) -> PassedHit:
    """Describe a hit that is not rewritten; `place` is the code in it that the reason is about."""
    text = excerpt(place.of(source.data))
    lines = source.document.line_range(hit)
    selector = embedded.selector_at(source, hit)
    return PassedHit(str(source.document.path), lines, selector, reason, text, said)


_FEW = 5
"""Hits of a file that are located one by one; for more, all definitions are listed. Chosen by judgement."""


def _of_query(node: QueryNode, name: str) -> Span:
    found = node.get(name)
    if found is None:  # the query captures it, but not in this match
        raise _not_captured(name, [key for key, _ in node.captures])
    return found.span


def _not_captured(name: str, captured: Iterable[str]) -> UsageError:
    names = ", ".join(f"${key}" for key in captured)
    return UsageError(
        f"the template has ${name}, which the query does not capture",
        hint=f"use one of {names}; write $$ for a dollar sign",
    )


def _hull(captures: dict[str, tuple[Span, ...]], name: str) -> Span:
    spans = captures.get(name, (Span(0, 0),))
    return Span(spans[0].start, spans[-1].end)


def _inside(changes: list[Change], span: Span) -> slice:
    """Return the slice of sorted changes inside a span; an empty slice at its place if there are none."""
    start = bisect_left(changes, span.start, key=lambda change: change.hit.start)
    end = bisect_right(changes, span.end, key=lambda change: change.hit.end)
    return slice(start, max(start, end))


def _filled(
    source: Source,
    place: Span,
    pieces: tuple[Piece, ...],
    changes: list[Change],
    span_of: Callable[[str], Span],
    captures: Mapping[str, tuple[Span, ...]] = MappingProxyType({}),
) -> tuple[Laid, ...]:
    """Fill the template for one match, with the changes inside its captures made."""

    def captured(name: str) -> Captured:
        span = span_of(name)
        inside = changes[_inside(changes, span)] if span != place and span.start < span.end else []
        lead = indent_at(source.data, span.start)
        runs = runs_of(source, span, inside)
        old = None if [change.hit for change in inside] == [span] else span
        comment, nodes = last_comment(source, span), captures.get(name, ())
        ends = ends_in_separator(source, nodes)
        return Captured(runs, lead, old, bool(inside), len(nodes) > 1, comment, ends)

    return filled(source, place, pieces, captured)


def runs_of(source: Source, span: Span, changes: Iterable[Change]) -> tuple[Laid, ...]:
    """Return the file's text at a span with changes made, split where texts begin and end that do not move with it."""
    texts = source.literal_texts(span) if b"\n" in span.of(source.data) else ()
    lead = indent_at(source.data, span.start)
    fixed = tuple(t.span for t in texts if not indent.can_move_with(source.data, t, lead))
    found: list[Laid] = []
    at = span.start
    for change in changes:
        found += _split_at_fixed(source.data, Span(at, change.place.start), fixed)
        found += change.new
        at = change.place.end
    found += _split_at_fixed(source.data, Span(at, span.end), fixed)
    return tuple(found)


def ends_in_separator(source: Source, nodes: Sequence[Span]) -> bool:
    """Return True if a separator is the last of several nodes, comments aside: `$$$A` in `f(a, b, /* one */)`."""
    for one in reversed(nodes[1:]):
        if one.of(source.data) in (b",", b";"):
            return True
        if source.tree is None or not any(c.contains(one) for c in source.tree.comments(one)):
            break
    return False


def _split_at_fixed(data: bytes, span: Span, fixed: tuple[Span, ...]) -> Iterable[Run]:
    at = span.start
    for text in fixed:
        start, end = max(at, text.start), min(span.end, text.end)
        if start < end:
            yield from ((data[at:start], True),) if at < start else ()
            yield data[start:end], False
            at = end
    if at < span.end:
        yield data[at : span.end], True
