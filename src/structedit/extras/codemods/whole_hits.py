"""Edits of hits after which hits and captures are whole nodes of the result.

    double(x + 1)         ->  (x + 1) * 2                    not x + 1 * 2
    if (debug) log(a);    ->  if (debug) { a(); b(); }       b() is not left outside
    const a = f(1);       ->  const a = g(1);                the end of the statement stays

The edits of all hits are drafted plainly, and their result is parsed once. Only hits that are not whole in it are
drafted again: with parentheses around captures, around the hit, or both; as a block; with the language's word for
nothing (`pass`). A hit for which none of this helps is refused, and stays as it is. Rewrites, rules and scripts all
make their edits here.

Not here: comparing the trees (`tree.whole_nodes`), the text of a hit (`templates`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from itertools import accumulate

from structedit.calls.statuses import Reason
from structedit.extras.codemods.templates import WHOLE, Laid, Mark, text_of
from structedit.languages.profiles import LanguageProfile
from structedit.text.document import Span, to_text
from structedit.text.edit import Edit, EditSet
from structedit.text.lines import ending_at, indent_at, text_end, text_start, trimmed
from structedit.text.values import dataclass, field, replace
from structedit.tree.layout import indent
from structedit.tree.nodes import ListItem
from structedit.tree.source import Source
from structedit.tree.whole_nodes import Placed


class Around(Enum):
    """What is written around the new text of a hit, or instead of no text: the word of the language for nothing."""

    NOTHING = "nothing"
    PARENTHESES = "parentheses"
    BLOCK = "block"
    FILLER = "filler"


@dataclass(frozen=True, slots=True)
class Way:
    """One way to draft a hit: the text around it, and which of its captures get parentheses."""

    around: Around = Around.NOTHING
    captures: frozenset[int] = frozenset()


_PLAIN = Way()
_GROUPED = Way(Around.PARENTHESES)


@dataclass(frozen=True, slots=True)
class Change:
    """A hit, the place in the file that its new text takes, and that text.

    The place is that of the hit, without the `;` at its end if this stays.
    """

    hit: Span
    place: Span
    new: tuple[Laid, ...]
    source: Source
    is_empty: bool = False

    @property
    def text(self) -> bytes:
        """The new text without its marks."""
        return text_of(self.new)


@dataclass(frozen=True, slots=True)
class Refused:
    """A hit that stays as it is, with the reason, and a sentence that explains it."""

    hit: Span
    reason: Reason
    message: str


@dataclass(frozen=True, slots=True)
class Made:
    """The edits of the hits of one file, each with its hit, and the hits that are refused, in document order."""

    edits: tuple[tuple[Span, Edit], ...]
    refused: tuple[Refused, ...] = ()


@dataclass(slots=True)
class Decisions:
    """What earlier drafts showed: which hits are refused, which go without their `;`, how others are drafted."""

    refused: dict[Span, Refused] = field(default_factory=dict)
    unended: set[Span] = field(default_factory=set)
    ways: dict[Span, list[Way]] = field(default_factory=dict)
    """Ways to draft a hit, the next one first."""
    flaws: dict[Span, _Flaw] = field(default_factory=dict)
    """The flaw of the plain draft of each hit."""
    only: Span | None = None
    """The hit that is drafted, if the others are not."""
    grouped: frozenset[Span] = frozenset()
    """Hits that get parentheses at first."""
    retried: set[Span] = field(default_factory=set)
    """Hits that are not whole in any way among others, and were drafted alone then."""

    def skips(self, hit: Span) -> bool:
        """Return True if a hit is not drafted."""
        return hit in self.refused or (self.only is not None and hit != self.only)

    def way(self, hit: Span) -> Way:
        """Return how a hit is drafted now."""
        return self.ways[hit][0] if hit in self.ways else self.first_way(hit)

    def first_way(self, hit: Span) -> Way:
        """Return how a hit is drafted at first."""
        return _GROUPED if hit in self.grouped else _PLAIN


Build = Callable[[Decisions], Sequence[Change]]
"""Return the changes of all hits that are not skipped, sorted and disjoint; inner ones are part of their texts."""


def made_whole(
    build: Build, *, allow_errors: bool = False, grouped: frozenset[Span] = frozenset()
) -> Made:
    """Return the edits of hits, drafted until each hit and capture is whole in the result, or refused.

    Hits that are `grouped` get parentheses in any case: a rule of the language asks for them, and not the grammar.
    """
    decisions = Decisions(grouped=grouped)
    alone = _Alone(build, decisions, allow_errors)
    unparsed: set[Span] = set()
    while True:
        drafts = _drafts(build(decisions), decisions)
        flaws = [flaw for some in _by_source(drafts) for flaw in _flaws(some, allow_errors)]
        if not flaws:
            break
        # What is torn apart may be why code beside it is read otherwise, or not at all.
        flaws = [flaw for flaw in flaws if not flaw.is_uncertain] or flaws
        for flaw in flaws:
            decisions.flaws.setdefault(flaw.hit, flaw)
        # One hit that does not parse may be why the parser reads the code of others wrong.
        causes = [flaw for flaw in flaws if not flaw.is_fault or not alone.stands(flaw.hit)]
        before = set(decisions.refused)
        for flaw in causes or flaws:
            _decide(flaw, decisions, alone)
        if len(flaws) >= len(drafts) and all(decisions.flaws[flaw.hit].is_fault for flaw in flaws):
            unparsed |= decisions.refused.keys() - before
    if not drafts:
        # Where no hit parses, the whole file is refused later, with the place that the parser names.
        for hit in unparsed:
            del decisions.refused[hit]
        drafts = _drafts(build(decisions), decisions)
    refused = sorted(decisions.refused.values(), key=lambda one: one.hit)
    return Made(tuple((one.change.hit, one.edit) for one in drafts), tuple(refused))


_MOST_RETRIED = 30
"""Hits of a file that are drafted alone after they failed among others. Chosen by judgement."""

_MOST_ALONE = 100
"""Times the size of a file that is parsed at most to draft hits alone. Chosen by judgement."""


class _Alone:
    """Drafts of single hits, to tell a hit that cannot be drafted in some way from one that is beside such a hit.

    Parse only the statement at the top of the file that contains the hit, if it parses by itself. That does not prove
    that the file parses with the draft, which `made_whole` checks.
    """

    def __init__(self, build: Build, decisions: Decisions, allow_errors: bool) -> None:
        self._build, self._decisions, self._allow_errors = build, decisions, allow_errors
        self._parsed = 0
        self._statements: dict[tuple[int, Span], Source | None] = {}
        self._known: dict[tuple[Span, Way], bool] = {}
        self._hopeless: set[tuple[tuple[str, ...], tuple[str, ...]]] = set()

    def stands(self, hit: Span, way: Way | None = None) -> bool:
        """Return True if a hit is whole when it alone is drafted, in some way or as now.

        Return True, too, if that takes too long to find out.
        """
        way = way or self._decisions.way(hit)
        if (hit, way) not in self._known:
            self._known[hit, way] = self._is_whole(hit, way)
        return self._known[hit, way]

    def standing(self, flaw: _Flaw, ways: list[Way]) -> list[Way]:
        """Return the ways from the first one in which a hit stands; none for a hit like one that stood in none.

        Hits are alike if their tokens and the nodes around them are of the same kinds: `n = sizeof(int)` and
        `m = sizeof(char)`.
        """
        hit, tree = flaw.hit, flaw.change.source.tree
        around = tree.kinds_around(hit) if tree is not None else ()
        kinds = (around, _kinds(flaw.change.source, hit))
        first = self._decisions.first_way(hit)
        if kinds in self._hopeless and not self.stands(hit, first):
            return []
        while ways and not self.stands(hit, ways[0]):
            ways = ways[1:]
        if not ways and not self.stands(hit, first):
            self._hopeless.add(kinds)
        return ways

    def _is_whole(self, hit: Span, way: Way) -> bool:
        some = Decisions(only=hit, unended=set(self._decisions.unended), ways={hit: [way]})
        while True:
            drafts = _drafts(self._build(some), some)
            if not drafts:
                return True
            draft = self._in_statement(drafts[0])
            self._parsed += len(draft.change.source.data)
            if self._parsed > _MOST_ALONE * len(drafts[0].change.source.data):
                return True
            flaws = list(_flaws([draft], self._allow_errors))
            if not any(flaw.is_unended for flaw in flaws):
                return not flaws
            some.unended.add(hit)

    def _in_statement(self, draft: _Draft) -> _Draft:
        """Return a draft as one of the statement at the top of the file that contains it."""
        source, edit, hit = draft.change.source, draft.edit, draft.change.hit
        whole = source.tree.top_level(edit.span) if source.tree is not None else None
        if whole is None or not (whole.contains(edit.span) and whole.contains(hit)):
            return draft
        key = id(source), whole
        if key not in self._statements:
            alone = Source(source.document.with_data(whole.of(source.data)), source.profile)
            is_clean = alone.first_tree is None and alone.tree is not None and alone.tree.clean
            self._statements[key] = alone if is_clean else None
        own, back = self._statements[key], -whole.start
        # A grammar may need what is above: without `<?php` all is text.
        if own is None or _kinds(own, hit.shifted(back)) != _kinds(source, hit):
            return draft
        placed = tuple(
            (mark, replace(one, old=one.old.shifted(back))) for mark, one in draft.placed
        )
        moved = Edit(edit.span.shifted(back), edit.new)
        return _Draft(replace(draft.change, source=own), moved, placed)


def _kinds(source: Source, span: Span) -> tuple[str, ...]:
    """Return the kinds of the tokens in a span."""
    return tuple(kind for kind, _ in source.tree.tokens(span)) if source.tree is not None else ()


def change_of(
    source: Source,
    hit: Span,
    new: tuple[Laid, ...],
    decisions: Decisions,
    *,
    ends: bool = False,
) -> Change:
    """Return the change of a hit to a new text.

    The `;` of a statement stays if the new text has none, unless the pattern `ends` with it. A hit that is a whole
    statement except for its `;` is deleted with that, and replaced with it by a text that ends in one.
    """
    data, end, text = source.data, source.profile.statement_end.encode(), text_of(new)
    if not text.strip():
        place = source.tree.grown(hit) if source.tree is not None else hit
        return Change(hit, place, new, source, is_empty=True)
    own = trimmed(data, hit)
    if end and text.rstrip().endswith(end) and not own.of(data).endswith(end):
        whole = source.tree.grown(hit) if source.tree is not None else hit
        if data[hit.end : whole.end].strip() == end and whole.start == hit.start:
            return Change(hit, whole, new, source)
    keeps = end and own.of(data).endswith(end) and not text.rstrip().endswith(end)
    if not keeps or ends or hit in decisions.unended:
        return Change(hit, hit, new, source)
    return Change(hit, Span(hit.start, text_end(data, own.end - len(end))), new, source)


def last_comment(source: Source, span: Span) -> bytes:
    """Return the comment at the end of a span's last line; empty if it has none."""
    last = span.of(source.data).rpartition(b"\n")[2]
    marks = tuple(mark.encode() for mark in source.profile.line_comments)
    if source.tree is None or not any(mark in last for mark in marks):
        return b""
    for comment in source.tree.comments(Span(span.end - 1, span.end)):
        text = comment.of(source.data).rstrip()
        if comment.start + len(text) >= span.end and text.startswith(marks):
            return text
    return b""


@dataclass(frozen=True, slots=True)
class NodeEdit:
    """A new text for a node, and the places of the nodes in it whose texts the new one may repeat.

    A script may do that with a match: `f"{node['A'].text} * 2"`.
    """

    span: Span
    new: bytes
    captures: tuple[Span, ...] = ()
    texts: tuple[bytes, ...] = ()


def laid_out(edit: NodeEdit) -> tuple[Laid, ...]:
    """Return the new text of a node, with marks where it repeats a captured text that is more than one word."""
    rows = sorted(zip(edit.texts, edit.captures, strict=True), key=lambda row: -len(row[0]))
    found: list[tuple[int, int, Span]] = []
    for text, place in rows:
        if re.fullmatch(rb"\s*[\w\x80-\xff]*\s*", text):
            continue
        pattern = (
            rb"(?<![\w.])" * text[:1].isalnum() + re.escape(text) + rb"(?!\w)" * text[-1:].isalnum()
        )
        for match in re.finditer(pattern, edit.new):
            if all(match.end() <= start or end <= match.start() for start, end, _ in found):
                found.append((match.start(), match.end(), place))
    runs: list[Laid] = [Mark(edit.span, WHOLE, True, edit.span)]
    at = 0
    for number, (start, end, place) in enumerate(sorted(found)):
        runs += [
            (edit.new[at:start], False),
            Mark(edit.span, number, True, place),
            (edit.new[start:end], False),
            Mark(edit.span, number, False, place),
        ]
        at = end
    return (*runs, (edit.new[at:], False), Mark(edit.span, WHOLE, False, edit.span))


# Drafts


@dataclass(frozen=True, slots=True)
class _Draft:
    """The edit of a change, and the hits and captures in it, whose places count from its beginning."""

    change: Change
    edit: Edit
    placed: tuple[tuple[Mark, Placed], ...]


def _by_source(drafts: Iterable[_Draft]) -> list[list[_Draft]]:
    """Group the drafts by source: the file, or embedded code of another language."""
    found: dict[int, list[_Draft]] = {}
    for one in drafts:
        found.setdefault(id(one.change.source), []).append(one)
    return list(found.values())


def _drafts(changes: Sequence[Change], decisions: Decisions) -> list[_Draft]:
    """Return the drafts of the changes that change something, in document order."""
    found: list[_Draft] = []
    for change in changes:
        way = decisions.way(change.hit)
        if not change.is_empty or way.around is not Around.NOTHING:
            draft = _written(change, decisions)
            if draft.edit.new != draft.edit.span.of(change.source.data):
                found.append(draft)
        else:
            mark = Mark(change.hit, WHOLE, True, change.place)
            whole = Placed(change.place, Span(0, 0), True, Span(0, 0))
            found.append(_Draft(change, Edit(change.place, b""), ((mark, whole),)))
    return _with_removals(found)


def _with_removals(drafts: list[_Draft]) -> list[_Draft]:
    """Extend deletions to their separators, and to lines that would be blank."""
    gone = [one for one in drafts if not one.edit.new]
    if not gone:
        return drafts
    from structedit.edits.deletion import delete_span  # a rewrite without deletions starts faster

    lists: dict[Span, list[tuple[ListItem, _Draft]]] = {}
    spans: dict[Span, Span] = {}
    for one in gone:
        item = one.change.source.list_item(one.edit.span)
        if item is not None and item.separator and not item.is_bound and len(item.items) > 1:
            lists.setdefault(item.parent, []).append((item, one))
        else:
            removal = delete_span(one.change.source, one.edit.span).edits.edits
            spans[one.change.hit] = removal[0].span if len(removal) == 1 else one.edit.span
    for some in lists.values():
        taken = {item.index for item, _ in some}
        for item, one in some:
            behind = item.index + 1
            before = item.index
            while before and before - 1 in taken:
                before -= 1
            ends_list = all(index in taken for index in range(behind, len(item.items)))
            start, end = item.span.start, item.span.end
            if ends_list and before:
                start = item.items[item.index - 1].end
            elif behind < len(item.items):
                end = item.items[behind].start
            spans[one.change.hit] = Span(start, end)
    found: list[_Draft] = []
    for one in drafts:
        span = spans.get(one.change.hit, one.edit.span)
        last = found[-1].edit.span.end if found else 0
        span = Span(max(span.start, min(last, one.edit.span.start)), span.end)  # blanks go once
        found.append(replace(one, edit=Edit(span, one.edit.new)) if span != one.edit.span else one)
    return found


def _written(change: Change, decisions: Decisions) -> _Draft:
    """Return the draft of a change with new text."""
    source, way = change.source, decisions.way(change.hit)
    place, runs = change.place, change.new
    before = behind = b""
    if way.around is Around.FILLER:
        runs = (*runs[:1], (source.profile.empty_body.encode(), True), *runs[-1:])
    elif way.around is Around.BLOCK:
        place, runs, before, behind = _as_block(change)
    parts: list[bytes] = [before]
    at = len(before)
    open_marks: list[tuple[Mark, int, int]] = []
    placed: list[tuple[Mark, Placed]] = []
    for run in runs:
        if not isinstance(run, Mark):
            parts.append(run[0])
            at += len(run[0])
            continue
        texts = _parentheses(source.profile, run, decisions)
        if run.opens:
            parts.append(texts[0])
            at += len(texts[0])
            open_marks.append((run, at, len(texts[0])))
            continue
        opened, start, width = open_marks.pop()
        is_own = run.number == WHOLE and run.hit == change.hit
        brackets = (len(before), len(behind)) if is_own and before else (width, len(texts[1]))
        old = place if is_own else opened.old
        one = Placed(
            change.place if is_own else old,
            Span(start, at),
            run.number == WHOLE,
            Span(0, 0),
            brackets,
            is_own and bool(before),
            opened.changed,
            not is_own and run.hit != change.hit,
            opened.several,
        )
        placed.append((opened, one))
        parts.append(texts[1])
        at += len(texts[1])
    parts.append(behind)
    return _Draft(change, Edit(place, b"".join(parts)), tuple(placed))


def _parentheses(profile: LanguageProfile, mark: Mark, decisions: Decisions) -> tuple[bytes, bytes]:
    """Return the parentheses that a mark gets by the decisions; empty ones for none."""
    way = decisions.way(mark.hit)
    if way is _PLAIN:
        return b"", b""
    is_around = mark.number == WHOLE and way.around is Around.PARENTHESES
    if not is_around and mark.number not in way.captures:
        return b"", b""
    opening, closing = next(iter(profile.nodes.groups.values())) or ("(", ")")
    return opening.encode(), closing.encode()


def _as_block(change: Change) -> tuple[Span, tuple[Laid, ...], bytes, bytes]:
    """Make the only statement of an `if` a block: its place, its text, and the text around that."""
    source = change.source
    data, tree = source.data, source.tree
    opener, closer = source.profile.body_delimiters or ("{", "}")
    whole = tree.grown(change.place) if tree is not None else change.place
    header = text_end(data, whole.start)
    if tree is not None and tree.comments(Span(header, whole.start)):
        header = whole.start
    ending, own = ending_at(data, whole.start), indent_at(data, whole.start)
    base = indent_at(data, max(0, header - 1))
    if change.is_empty:
        return Span(header, whole.end), change.new, b" " + opener.encode(), closer.encode()
    unit = indent.unit_at(source, whole.start) or source.profile.indent.encode()
    is_below = len(own) > len(base)
    deeper = own if is_below else base + unit
    runs: list[Laid] = []
    for run in change.new:
        if not is_below and not isinstance(run, Mark) and run[1]:
            run = run[0].replace(ending + base, ending + deeper), True
        runs.append(run)
    tail = data[change.place.end : whole.end]
    if tail:
        runs.insert(-1, (tail, True))
    before = b" " + opener.encode() + ending + deeper
    return Span(header, whole.end), tuple(runs), before, ending + base + closer.encode()


# Flaws


@dataclass(frozen=True, slots=True)
class _Flaw:
    """What is wrong with the draft of a hit.

    It is torn apart, or captures are; its `;` ends nothing; it does not parse. What is uncertain may follow from what
    is wrong with another hit beside it. `all_captures` are the numbers of all its captures, whole or not.
    """

    hit: Span
    change: Change
    is_torn: bool = False
    captures: tuple[Mark, ...] = ()
    all_captures: frozenset[int] = frozenset()
    is_unended: bool = False
    is_fault: bool = False
    is_uncertain: bool = False


def _flaws(drafts: Sequence[_Draft], allow_errors: bool) -> Iterator[_Flaw]:
    """Yield what is wrong with the drafts of one source after all are made."""
    source = drafts[0].change.source
    edits = EditSet.of(one.edit for one in drafts)
    after = source.edited(edits)
    if source.tree is None or after.tree is None:
        return
    source.keep_tree(edits, after.tree)
    compared = source.tree.compared(after.tree, edits)
    faults: list[Span] = []
    if not allow_errors and not after.tree.clean:
        known = {(edits.map_span(fault.span), fault.expected) for fault in source.faults()}
        faults = [f.span for f in after.faults() if (f.span, f.expected) not in known]
    faults.sort()
    ends = list(accumulate((fault.end for fault in faults), max))
    end = source.profile.statement_end.encode()
    shift = 0
    for draft in drafts:
        start = draft.edit.span.start + shift
        shift += draft.edit.delta
        within = Span(start, start + len(draft.edit.new))
        torn: dict[Span, tuple[bool, list[Mark]]] = {}
        is_unended = is_needed = False
        for mark, one in draft.placed:
            placed = replace(one, new=one.new.shifted(start), within=within)
            if not compared.is_whole(placed):
                is_hit, marks = torn.get(mark.hit, (False, []))
                torn[mark.hit] = is_hit or placed.is_hit, marks + [mark] * (not placed.is_hit)
            is_needed |= len(within) > 0 or compared.is_needed(placed)
            if placed.is_hit and len(one.old) < len(mark.hit) and end:
                is_unended |= not compared.has_terminator_behind(placed)
        if is_unended:
            yield _Flaw(draft.change.hit, draft.change, is_unended=True)
            continue
        is_fault = _is_near(after.data, within, faults, ends)
        for hit, (is_torn, marks) in torn.items():
            own = frozenset(m.number for m, one in draft.placed if m.hit == hit and not one.is_hit)
            yield _Flaw(
                hit,
                draft.change,
                is_torn,
                tuple(marks),
                own,
                is_fault=is_fault,
                is_uncertain=not is_needed,
            )
        if is_fault and not torn:
            hit = draft.change.hit
            captures = tuple(m for m, one in draft.placed if not one.is_hit and m.hit == hit)
            yield _Flaw(
                hit,
                draft.change,
                captures=captures,
                all_captures=frozenset(mark.number for mark in captures),
                is_fault=True,
                is_uncertain=True,
            )


def _is_near(data: bytes, written: Span, faults: Sequence[Span], ends: Sequence[int]) -> bool:
    """Return True if a fault is in a written text, around it or right next to it.

    `faults` are sorted; `ends` has for each the end of the furthest fault up to it, since faults may be nested.
    """
    if not faults:
        return False
    start, end = text_end(data, written.start), text_start(data, written.end)
    begun = bisect_right(faults, end, key=lambda fault: fault.start)
    return begun > 0 and start <= ends[begun - 1]


def _decide(flaw: _Flaw, decisions: Decisions, alone: _Alone) -> None:
    """Decide how a hit is drafted next, or refuse it."""
    hit, ways = flaw.hit, decisions.ways
    if flaw.is_unended:
        decisions.unended.add(hit)
        return
    left = ways[hit][1:] if hit in ways else _other_ways(flaw)
    if flaw.is_fault:
        left = alone.standing(flaw, left)
    elif not left and hit not in decisions.retried and len(decisions.retried) < _MOST_RETRIED:
        decisions.retried.add(hit)
        left = alone.standing(flaw, [decisions.first_way(hit), *_other_ways(decisions.flaws[hit])])
    if left:
        ways[hit] = left
        return
    ways.pop(hit, None)
    decisions.refused[hit] = _refused(decisions.flaws[hit])


def _other_ways(flaw: _Flaw) -> list[Way]:
    """Return the ways to draft a hit that may correct a flaw, the shortest first."""
    profile, is_own = flaw.change.source.profile, flaw.hit == flaw.change.hit
    tree = flaw.change.source.tree
    is_statement = is_own and tree is not None and tree.is_statement(flaw.hit)
    may_be_block = is_statement and profile.body_delimiters is not None
    found: list[Way] = []
    if is_own and flaw.change.is_empty:
        found += [Way(Around.FILLER)] if profile.empty_body else []
        return found + [Way(Around.BLOCK)] * may_be_block
    torn = frozenset(mark.number for mark in flaw.captures)
    if profile.nodes.groups:
        found += [Way(captures=torn)] if torn else []
        found.append(Way(Around.PARENTHESES))
        # Where the draft does not parse, nobody can tell which captures are torn.
        for captures in dict.fromkeys((torn, flaw.all_captures if flaw.is_fault else torn)):
            found += [Way(captures=captures)] if captures != torn else []
            found += [Way(Around.PARENTHESES, captures)] if captures else []
    if flaw.is_torn and may_be_block:
        found.append(Way(Around.BLOCK))
    return found


def _refused(flaw: _Flaw) -> Refused:
    """Return the refusal of a hit that cannot be rewritten as a whole node."""
    source = flaw.change.source
    places = (run.old for run in flaw.change.new if isinstance(run, Mark) and run.number != WHOLE)
    comment = next(filter(None, (last_comment(source, place) for place in places)), b"")
    if comment:
        shown = to_text(comment)
        message = (
            f"the template writes code after the comment {shown!r}, which would comment it out"
        )
        return Refused(flaw.hit, Reason.READ_BACK, message)
    if flaw.is_fault:
        return Refused(flaw.hit, Reason.NEW_SYNTAX_ERROR, "the new code would not parse")
    if flaw.captures and not flaw.is_torn:
        torn = excerpt(flaw.captures[0].old.of(source.data))
        message = (
            f"{torn!r} would be parsed as several parts of the code around it, even in parentheses"
        )
        return Refused(flaw.hit, Reason.READ_BACK, message)
    return Refused(
        flaw.hit,
        Reason.READ_BACK,
        "the new code would be joined to code next to the hit, even in parentheses",
    )


_MOST_SHOWN = 60
"""Letters of code that a message shows. Chosen by judgement."""


def excerpt(text: bytes) -> str:
    """Return code as one line for a message, shortened if it is long."""
    line = " ".join(to_text(text).split())
    return line if len(line) <= _MOST_SHOWN else line[: _MOST_SHOWN - 1] + "…"
