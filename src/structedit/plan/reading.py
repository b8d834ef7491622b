"""The operations that only read: outline, region, search, check. All are pure; results are values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from structedit.calls.code_patterns import CodePattern
from structedit.calls.diagnoses import Diagnosis, Hit, Numbered
from structedit.calls.places import Anchor, Hints, Part, Selector, Target
from structedit.calls.requests import Match
from structedit.calls.result_attributes import suggesting_attributes
from structedit.calls.search_terms import SearchTerm
from structedit.calls.statuses import Reason, Status
from structedit.explain import missed_text
from structedit.judge import own_parser
from structedit.languages.grammars import compile_query
from structedit.languages.kinds import WITH_CODE
from structedit.search import embedded
from structedit.search.addresses import selector_of
from structedit.search.alignment import ladder
from structedit.search.embedded import Inside
from structedit.search.found import Miss, lines_span
from structedit.search.locate import inside_by_text, on_its_line, place_of
from structedit.search.part_spans import from_first_line, shown_span, with_indentation, with_value
from structedit.search.patterns import pattern_hits
from structedit.search.patterns.pattern_reading import read_pattern
from structedit.search.regexes import compiled, pattern_matches
from structedit.search.scopes import scope_of
from structedit.text.budget import collection_paused
from structedit.text.document import Document, LineRange, Span, to_bytes, to_text
from structedit.text.errors import BrokenPatternError, UsageError
from structedit.text.values import dataclass, replace
from structedit.tree.broken.doubt import guessed_definitions
from structedit.tree.nodes import NODE, Block
from structedit.tree.source import Source

MAX_SIGNATURE = 120
"""Characters of a signature in a listing.

Chosen by judgement: a terminal line or a little more.
"""

MOST_LEVELS = 100
"""Levels of an outline.

An outline is written recursively, and nobody can read more levels. Chosen by judgement.
"""


_LEAST_FOLDED = 3
"""The least number of lines worth folding.

Chosen by judgement: a fold takes one line itself.
"""


@dataclass(frozen=True, slots=True)
@suggesting_attributes
class OutlineItem:
    """A definition or block in an outline, with the items inside it."""

    selector: str
    kind: str
    name: str
    lines: LineRange
    signature: str
    attached: tuple[LineRange, ...] = ()
    children: tuple[OutlineItem, ...] = ()


@dataclass(frozen=True, slots=True)
@suggesting_attributes
class Outline:
    """The definitions of a file as a tree. `fault_lines` are lines that do not parse."""

    path: str | None
    language: str | None
    support: str
    line_count: int
    version: str
    items: tuple[OutlineItem, ...]
    fault_lines: tuple[int, ...] = ()
    note: str = ""

    def __iter__(self) -> Iterator[OutlineItem]:
        """Yield all items, outer ones before the items inside them."""
        pending = [*reversed(self.items)]
        while pending:
            item = pending.pop()
            yield item
            pending += reversed(item.children)


@dataclass(frozen=True, slots=True)
class Fold:
    """Lines of a region that need not be shown: the body of the definition that a selector names."""

    lines: LineRange
    selector: str


@dataclass(frozen=True, slots=True)
@suggesting_attributes
class Region:
    """A piece of a file: exact text, numbered lines, and the version it was read from.

    The text begins with the indentation of its first line, unless other code precedes it on that line.
    """

    status: Status
    path: str | None
    language: str | None
    version: str
    line_count: int
    text: str = ""
    lines: LineRange | None = None
    selector: str | None = None
    kind: str | None = None
    attached: tuple[LineRange, ...] = ()
    left_out: int = 0
    reason: Reason | None = None
    diagnosis: Diagnosis | None = None
    folds: tuple[Fold, ...] = ()

    @property
    def numbered(self) -> Numbered:
        """The lines with their numbers."""
        first = self.lines.first if self.lines else 1
        return Numbered(
            first, tuple(re.split(r"\r\n|\n|\r", self.text)), self.left_out, self.selector
        )


@dataclass(frozen=True, slots=True)
class Fault:
    """A place that does not parse, for people."""

    line: int
    column: int
    message: str
    text: str
    selector: str | None


@dataclass(frozen=True, slots=True)
@suggesting_attributes
class Check:
    """The parse state of one file."""

    path: str | None
    language: str | None
    support: str
    clean: bool
    faults: tuple[Fault, ...]
    note: str = ""
    line_count: int = 0


def outline(
    source: Source, *, depth: int | None = None, kinds: tuple[str, ...] = (), blocks: bool = False
) -> Outline:
    """List the definitions of a file. `depth` 1 is the top level; `blocks` adds blocks without a name."""
    document, tree = source.document, source.tree
    with collection_paused():
        items = _list_items(source, depth, kinds, blocks=blocks)
    faults = tuple(dict.fromkeys(document.line_of(f.span.start) for f in source.faults()))
    return Outline(
        document.path,
        source.language,
        source.profile.support if tree is not None else "text",
        document.line_count,
        document.version,
        items,
        faults,
        source.why_text,
    )


def _list_items(
    source: Source, depth: int | None, kinds: tuple[str, ...], *, blocks: bool = False
) -> tuple[OutlineItem, ...]:
    tree = source.tree
    if tree is None:
        return ()
    found = [*tree.listing(), *guessed_definitions(tree)]
    if blocks or source.profile.embedded:
        found += [b for b in tree.blocks() if blocks or b.kind in source.profile.embedded]
    found.sort(key=lambda b: (b.core.start, -b.core.end))
    return _nested(source, found, embedded.selectors_of(source, found), depth, kinds)


def _nested(
    source: Source,
    blocks: list[Block],
    selectors: tuple[str, ...],
    depth: int | None,
    kinds: tuple[str, ...],
) -> tuple[OutlineItem, ...]:
    """Build the tree from blocks sorted outermost first.

    Items deeper than `MOST_LEVELS` are put on the last level, next to their outer block.
    """
    whole = len(blocks)  # the number of the file
    holders: list[int | None] = []
    around: list[int] = []
    for number, block in enumerate(blocks):
        while around and blocks[around[-1]].core.end <= block.core.start:
            around.pop()
        is_shown = depth is None or len(around) < depth
        outer = around[min(len(around), MOST_LEVELS) - 1] if around else whole
        holders.append(outer if is_shown else None)
        around.append(number)
    # From the last to the first, so that an item is made when all items inside it are known.
    inside: dict[int, list[OutlineItem]] = {}
    line_range = source.document.line_ranges()
    for number in reversed(range(whole)):
        holder, block = holders[number], blocks[number]
        if holder is None:
            continue
        children = inside.pop(number, [])
        children.reverse()
        if source.profile.embedded:
            children += _items_of_region(source, block, selectors[number], kinds)
        beside = inside.setdefault(holder, [])
        if kinds and block.kind not in kinds:
            beside.extend(reversed(children))
            continue
        item = OutlineItem(
            selectors[number],
            block.kind,
            block.path[-1] if block.path else block.label or block.kind,
            line_range(block.span),
            signature(source, block),
            tuple([line_range(span) for span in block.attached]),
            tuple(children),
        )
        beside.append(item)
    return tuple(reversed(inside.get(whole, ())))


def _items_of_region(
    source: Source, block: Block, selector: str, kinds: tuple[str, ...]
) -> list[OutlineItem]:
    """Return the items of the code in another language that a block may contain."""
    window = source.window(block)
    if window is None:
        return []
    inner, start = window
    above = source.document.line_of(start) - 1
    return [_inside_region(selector, above, item) for item in _list_items(inner, None, kinds)]


def _inside_region(prefix: str, above: int, item: OutlineItem) -> OutlineItem:
    """Convert an item of an embedded region to one of the file: its selector leads through the region."""
    return replace(
        item,
        selector=f"{prefix} > {item.selector}",
        lines=item.lines.shifted(above),
        attached=tuple(lines.shifted(above) for lines in item.attached),
        children=tuple(_inside_region(prefix, above, child) for child in item.children),
    )


def signature(source: Source, block: Block) -> str:
    """Return a block's header on one line; for an element of a list, which has no header, its text."""
    header = block.header
    shown = header if header.end > header.start else block.core
    # An element may be most of the file, of which only the beginning is shown.
    reach = 8 * MAX_SIGNATURE
    while True:
        end = min(shown.end, shown.start + reach)
        text = " ".join(to_text(source.data[shown.start : end]).split())
        if end == shown.end or len(text) > 2 * MAX_SIGNATURE:
            break
        reach *= 4
    return text if len(text) <= MAX_SIGNATURE else text[: MAX_SIGNATURE - 1] + "…"


def get_region(
    source: Source,
    target: Target | None,
    *,
    part: Part = Part.WHOLE,
    hints: Hints | None = None,
    around: int = 0,
    max_lines: int | None = None,
    fold: bool = False,
) -> Region:
    """Read a region; without a target, the whole file, up to `max_lines`.

    With `fold`, `folds` are the bodies of definitions inside it, and folded lines do not count for `max_lines`.
    """
    if isinstance(target, Selector) and target.steps:
        source = source.by_cells(target.steps[0].path[0])
    if fold:
        whole = get_region(source, target, part=part, hints=hints, around=around)
        return _folded(source, whole, max_lines)
    inner = embedded.through(source, target) if isinstance(target, Selector) else None
    if inner is not None and inner.rest is not None:
        found = get_region(
            inner.source, inner.rest, part=part, hints=hints, around=around, max_lines=max_lines
        )
        return _region_in_file(source, inner, found)
    scope = scope_of(source, hints or Hints(), Match.FUZZY)
    if isinstance(scope, Miss):
        return _no_region(source, scope)
    if isinstance(target, Anchor):
        by_text = inside_by_text(source, target, hints or Hints(), scope, Match.FUZZY)
        if by_text is not None:
            inner, anchor = by_text
            found = get_region(inner.source, anchor, part=part, around=around, max_lines=max_lines)
            return _region_in_file(source, inner, found)
    if target is None:
        return _region(source, scope.span, None, around, max_lines)
    if isinstance(target, Selector) and target.lines is not None:
        span = lines_span(source, target.lines)
        return (
            _no_region(source, span)
            if isinstance(span, Miss)
            else _region(source, span, None, around, max_lines)
        )
    target, _ = on_its_line(source, target, hints or Hints(), scope, Match.FUZZY)
    place = place_of(source, target, scope, Match.FUZZY)
    if isinstance(place, Miss):
        return _no_region(source, place)
    place = with_value(source, place) if part is Part.BODY else place
    shown = shown_span(source.data, place, part)
    if shown is None:
        assert place.block is not None
        message = f"this {place.block.kind} has no {part.value}"
        miss = Miss(Reason.NOT_A_BLOCK, message, "leave `part` out", hits=(place.block.core,))
        return _no_region(source, miss)
    block = place.named or place.block
    if block is not None and block.kind == NODE:
        block = None
    return _region(source, shown, block, around, max_lines)


def _folded(source: Source, region: Region, max_lines: int | None) -> Region:
    """Fold the bodies of the outermost definitions of a region, then cut it to `max_lines`."""
    if region.lines is None or source.tree is None:
        return region
    document, tree, found = source.document, source.tree, list[Fold]()
    span = document.lines_span(region.lines)
    for block in sorted(tree.definitions(span), key=lambda b: b.core.start):
        lines = _body_lines(source, block)
        inside = span.contains(block.core) and document.line_range(block.span) != region.lines
        if lines is None or not inside or (found and lines.first <= found[-1].lines.last):
            continue
        if block.kind in WITH_CODE:
            found.append(Fold(lines, selector_of(tree, block) or block.kind))
    if max_lines is None:
        return replace(region, folds=tuple(found))
    return _cut(document, region, tuple(found), max_lines)


def _body_lines(source: Source, block: Block) -> LineRange | None:
    """Return the lines that contain only a body; None if they are too few to be worth folding."""
    if block.body is None:
        return None
    head = source.document.line_of(max(block.header.start, block.header.end - 1))
    lines = source.document.line_range(from_first_line(source.data, block.body))
    first, last = max(head + 1, lines.first), lines.last
    if source.document.line_of(max(block.core.start, block.core.end - 1)) == last:
        last -= source.data[block.body.end : block.core.end].strip() != b""
    return LineRange(first, last) if last - first + 1 >= _LEAST_FOLDED else None


def _cut(document: Document, region: Region, folds: tuple[Fold, ...], most: int) -> Region:
    """Cut a region to a number of lines; folded ones do not count."""
    assert region.lines is not None
    at, shown, last = 0, 0, region.lines.last
    number = region.lines.first
    while number <= region.lines.last:
        if at < len(folds) and folds[at].lines.first == number:
            number, at = folds[at].lines.last + 1, at + 1
            continue
        if shown == most:
            last = number - 1
            break
        shown, number = shown + 1, number + 1
    lines = LineRange(region.lines.first, max(region.lines.first, last))
    kept = tuple(fold for fold in folds if fold.lines.last <= lines.last)
    text = to_text(document.lines_span(lines).of(document.data)).rstrip("\r\n")
    text = region.text if lines == region.lines else text
    left_out = region.lines.last - lines.last
    return replace(region, text=text, lines=lines, folds=kept, left_out=left_out)


def _region_in_file(source: Source, inner: Inside, region: Region) -> Region:
    """Convert a region of embedded code to one of the file."""
    selector = f"{inner.prefix} > {region.selector}" if region.selector else inner.prefix
    return replace(region, version=source.document.version, selector=selector)


def _region(
    source: Source, span: Span, block: Block | None, around: int, max_lines: int | None
) -> Region:
    document = source.document
    span = with_indentation(source.data, span)
    lines = document.line_range(span)
    if around:
        lines = LineRange(
            max(1, lines.first - around), min(document.line_count, lines.last + around)
        )
        span = document.lines_span(lines)
    left_out = 0
    if max_lines is not None and lines.last - lines.first + 1 > max_lines:
        left_out = lines.last - lines.first + 1 - max_lines
        lines = LineRange(lines.first, lines.first + max_lines - 1)
        span = Span(span.start, document.lines_span(lines).end)
    selector = embedded.selector_at(source, span)
    if source.tree is not None and block is not None:
        selector = embedded.selector_of(source, block)
    return Region(
        Status.UNCHANGED,
        document.path,
        source.language,
        document.version,
        document.line_count,
        to_text(span.of(source.data)),
        lines,
        selector,
        block.kind if block is not None else None,
        tuple(document.line_range(s) for s in block.attached) if block is not None else (),
        left_out,
    )


def stale_region(source: Source, version: str) -> Region:
    """Return the answer to reading lines by number from a version that the file no longer has."""
    document = source.document
    message = (
        f"the file is version {document.version}, not {version}: its line numbers may have changed"
    )
    return Region(
        Status.REFUSED,
        document.path,
        source.language,
        document.version,
        document.line_count,
        reason=Reason.STALE,
        diagnosis=Diagnosis(message, "leave the version out, or name a selector"),
    )


def _no_region(source: Source, miss: Miss) -> Region:
    status, reason, diagnosis = missed_text.of_miss(source, miss, "get_region")
    document = source.document
    return Region(
        status,
        document.path,
        source.language,
        document.version,
        document.line_count,
        reason=reason,
        diagnosis=diagnosis,
    )


def find(
    source: Source,
    term: SearchTerm,
    *,
    language: str | None = None,
    hints: Hints | None = None,
    around: int = 0,
    located: bool = True,
) -> tuple[Hit, ...]:
    """Find every hit of a text, a regular expression, a tree-sitter query or a code pattern.

    A text of one line is found literally; one of several lines with the tiers up to `escape`. A pattern is searched in
    code of one `language`, or of all. With `located` False, hits have no selector; finding that takes longest.

    Raises:
        UsageError: when the term does not compile, or the file has no tree to search.
    """
    if not may_hold(source, term):
        return ()
    scope = scope_of(source, hints or Hints(), Match.FUZZY)
    if isinstance(scope, Miss):
        return ()
    hit_at = partial(_hit, source, around=around, known={}, located=located)
    if term.pattern is not None:
        return _pattern_hits(source, term.pattern, language, scope.span, hit_at)
    spans = (span for span in _spans(source, term) if scope.span.contains(span))
    return tuple(hit_at(span) for span in spans if not source.document.adds(span))


def may_hold(source: Source, term: SearchTerm) -> bool:
    """Return False if a file lacks words that every hit of a text or a pattern has."""
    if term.text and "\n" not in term.text:
        return to_bytes(term.text) in source.data
    return term.pattern is None or pattern_hits.may_hold(source, term.pattern)


def _spans(source: Source, term: SearchTerm) -> list[Span]:
    if (text := term.text) is not None:
        if not text:
            raise UsageError("the text to find is empty", hint="pass some text")
        limit = Match.WHITESPACE if "\n" in text else Match.EXACT
        found = ladder.find(source, to_bytes(text), limit=limit, whole_words=False)
        return [hit.span for hit in found.occurrences]
    if term.regex is not None:
        whole = Span(0, len(source.data))
        return [span for span, _ in pattern_matches(source.data, whole, compiled(term.regex))]
    if source.profile.grammar is not None:
        # A wrong query is refused before the file is parsed, which takes longer.
        compile_query(source.profile, str(term.query))
    if source.tree is None:
        raise UsageError(
            f"a query needs a parsed file, but {source.why_text}", hint="search for text or a regex"
        )
    return [span for _, span in source.tree.search(str(term.query))]


def _pattern_hits(
    source: Source,
    pattern: CodePattern,
    language: str | None,
    within: Span,
    hit_at: Callable[[Span], Hit],
) -> tuple[Hit, ...]:
    """Return the hits of a pattern inside a span, with the values of its metavariables.

    Raises:
        BrokenPatternError: when it parses in no language of the file.
    """
    alone = source.profile.grammar is not None and not source.profile.embedded
    if alone and language in (None, source.language):
        read = read_pattern(pattern, source.profile)
        if read.is_broken:  # known before the file is parsed, which takes longer
            raise _broken_pattern(read.warning)
    found = pattern_hits.pattern_hits(source, pattern, language)
    broken = [read.warning for read in found.read.values() if read.is_broken]
    if broken and len(broken) == len(found.read):
        raise _broken_pattern(broken[0])
    hits = []
    for hit in found.hits:
        if not within.contains(hit.span) or found.read[hit.language].is_broken:
            continue
        captures = tuple(
            (name, to_text(Span(spans[0].start, spans[-1].end).of(source.data)))
            for name, spans in hit.fit.captures
        )
        text = to_text(hit.span.of(source.data))
        plain = hit_at(hit.span)
        hits.append(replace(plain, text=text, captures=captures, is_broken=hit.is_broken))
    return tuple(hits)


def _broken_pattern(warning: str) -> BrokenPatternError:
    hint = "pass it as `text` or `regex` to search for it as text, or pass the code around it as context"
    return BrokenPatternError(warning, hint=hint)


def _hit(source: Source, span: Span, *, around: int, known: dict[int, str], located: bool) -> Hit:
    """Return a hit with the lines around it; `known` are line numbers already computed."""
    document = source.document
    lines = document.line_range(span)
    first = max(1, lines.first - around)
    last = min(document.line_count, lines.last + around)
    numbers = range(first, max(first, last) + 1)
    known.update((n, document.line_text(n)) for n in numbers if n not in known)
    shown = tuple(known[n] for n in numbers)
    selector = embedded.selector_at(source, span) if located else None
    return Hit(lines, selector, Numbered(first, shown))


def check(source: Source) -> Check:
    """Return the parse state of a file: its syntax errors and where they are."""
    document = source.document
    faults = tuple(
        _fault(source, f.span, f.expected) for f in source.faults()
    ) or _own_parser_faults(source)
    for _, inner, start in embedded.checked_regions(source):
        faults += tuple(_fault(source, f.span.shifted(start), f.expected) for f in inner.faults())
    return Check(
        document.path,
        source.language,
        source.profile.support if source.tree is not None else "text",
        not faults,
        faults,
        source.why_text,
        document.line_count,
    )


def _own_parser_faults(source: Source) -> tuple[Fault, ...]:
    """Return errors that the language's own parser finds in a content where the tree has none."""
    parser = source.profile.verify.parser
    small = len(source.data) <= own_parser.MOST_BYTES
    if source.tree is None or not small or parser not in own_parser.RELIABLE:
        return ()
    complaint = own_parser.complaint_of(parser, source.data)
    if complaint is None:
        return ()
    document = source.document
    line = min(max(1, complaint.line), max(1, document.line_count))
    text = document.line_text(line)[:MAX_SIGNATURE]
    selector = embedded.selector_at(source, document.line_span(line))
    return (Fault(line, 1, complaint.message, text, selector),)


def _fault(source: Source, span: Span, expected: str) -> Fault:
    document = source.document
    line = min(document.line_of(span.start), document.line_count)
    column = len(to_text(source.data[document.line_start(span.start) : span.start])) + 1
    message = f"{expected!r} is missing" if expected else "does not parse"
    selector = embedded.selector_at(source, span)
    return Fault(line, column, message, document.line_text(line)[:MAX_SIGNATURE], selector)
