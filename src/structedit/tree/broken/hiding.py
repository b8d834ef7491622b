"""Recovery: choose lines to hide so that the rest of a broken file parses.

A parser that recovers from an error guesses, and guesses wrong far from it: after a lost brace, the functions
below are part of the one above. So this module looks for the fewest lines without which the file parses. All other
lines are then as certain as in an unbroken file; the hidden ones are not trusted at all.

Lines are grouped by indentation alone, which a break does not change:

    class A {                     one region, whose own rows are its first and its last line
        int f() {                 a region inside it
            if (x) {              a region inside that
                a();
            b();
        }
        int g() { return 1; }     a region of one line
    }

Two kinds of regions are suspicious: those whose brackets, strings or block words do not pair, and those in which
the parser sees an error. Of each kind the innermost are hidden, or the blocks around them, the fewest bytes first,
until the rest parses. Here these are the two lines from `if (x) {` to `a();`.

Not here: parsing (the caller decides what parses), and what a hidden line means for an edit (`tree.broken.doubt`).
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from structedit.languages.profiles import LanguageProfile, Layout
from structedit.text.document import Span, blanked, line_starts
from structedit.text.lazily import regex
from structedit.text.lines import indent_width, line_start
from structedit.text.values import dataclass
from structedit.tree.nodes import SyntaxFault
from structedit.tree.without_grammar.masking import scan
from structedit.tree.without_grammar.pairing import ARM_WORDS, CONTINUING, is_paired

MAX_BYTES = 400_000
"""Up to this size lines are hidden.

Chosen by judgement, for the time.
"""

_FEW_BYTES, _TIMES = 400_000, 3
"""Bytes that one search may parse: this number, or this many times the file. Chosen by judgement.

A file with dozens of errors is not worth more; `benchmarks/broken.py` shows the cost of other numbers.
"""

_FEW = 3
"""Regions of a kind that are hidden one at a time. Chosen by judgement."""

_LEVELS = (0, 1, 2, 1_000)
"""Blocks that are hidden around a place: itself, the two around it, the outermost one. Chosen by judgement."""

_CLOSERS = b"})]"
_MIDDLE = frozenset(b"case default when".split())
_WORD = regex(rb"[A-Za-z_]\w*")
_DIRECTIVE = regex(rb"#[ \t]*(if|ifdef|ifndef|elif|else|endif|define|undef|include|pragma)\b")
_PREFIX = regex(rb"(@[\w.]+[ \t]*(\(.*)?|#!?\[.*|template\b.*)(?<![{;])\Z|@[\w.]+\(\{\Z")
_UNFINISHED = regex(rb"[\w \t*&<>,:\[\]]*[\w*&>\]]\Z")
"""A line of words only: a return type above its function's name."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line with code: its span, its depth, its text without the blanks around it."""

    span: Span
    depth: int
    text: bytes


class Region:
    """Rows that belong together: a first one, all deeper ones, and those that continue it.

    The regions inside are computed on demand: a search looks into few regions.
    """

    def __init__(self, rows: Sequence[Row], profile: LanguageProfile) -> None:
        self.span = Span(rows[0].span.start, rows[-1].span.end)
        self._rows, self._profile = rows, profile

    @cached_property
    def inner(self) -> tuple[Region, ...]:
        """Return the regions of the deeper rows, each between two rows of this one."""
        depth = self._rows[0].depth
        runs = itertools.groupby(self._rows[1:], key=lambda row: row.depth > depth)
        found = (regions_of(list(run), self._profile) for is_deeper, run in runs if is_deeper)
        return tuple(region for regions in found for region in regions)


def budget_of(data: bytes) -> int:
    """Return how many bytes a search for the lines to hide may parse."""
    return max(_FEW_BYTES, _TIMES * len(data))


def lines_to_hide(
    data: bytes,
    rows: Sequence[Row],
    profile: LanguageProfile,
    parses: Callable[[Sequence[Span]], bool],
    faults: Sequence[Span] = (),
) -> tuple[Span, ...]:
    """Return runs of lines without which the content parses; empty if hiding lines does not help.

    `rows` are those of the content, and `faults` the errors of the parser. `parses` decides whether the content
    parses with some spans hidden.
    """
    strings = scan(data, profile)

    def is_unpaired(region: Region) -> bool:
        if strings.unclosed is None:
            return not is_paired(region.span.of(strings.masked), profile)
        own = scan(region.span.of(data), profile)
        return own.unclosed is not None or not is_paired(own.masked, profile)

    # An error around another one only means that the parser gave up.
    outer = {a for a, b in itertools.pairwise(faults) if b.start < a.end}
    places = [fault.start for fault in faults if fault not in outer]

    def is_faulty(region: Region) -> bool:
        return any(region.span.start <= at <= region.span.end for at in places)

    def size(hidden: Iterable[Region]) -> tuple[int, int]:
        spans = [region.span for region in hidden]
        return sum(map(len, spans)), min(span.start for span in spans)

    regions = regions_of(rows, profile)
    unpaired, faulty = _innermost(regions, is_unpaired), _innermost(regions, is_faulty)
    candidates: set[frozenset[Region]] = set()
    for level in _LEVELS:
        some, others = (
            [path[max(0, len(path) - 1 - level)] for path in paths] for paths in (unpaired, faulty)
        )
        singles = [[region] for region in (*some[:_FEW], *others[:_FEW])]
        candidates.update(map(frozenset, (*singles, some, others, (*some, *others))))
    trials = (_merged(data, hidden) for hidden in sorted(candidates - {frozenset()}, key=size))
    return next(filter(parses, trials), ())


def _innermost(
    regions: Iterable[Region],
    is_suspicious: Callable[[Region], bool],
    above: tuple[Region, ...] = (),
) -> list[tuple[Region, ...]]:
    """Return the suspicious regions without another one inside, each with the regions around it."""
    found: list[tuple[Region, ...]] = []
    for region in regions:
        if is_suspicious(region):
            path = (*above, region)
            found += _innermost(region.inner, is_suspicious, path) or [path]
    return found


def is_local(data: bytes, faults: Sequence[SyntaxFault], profile: LanguageProfile) -> bool:
    """Return True if each error is in one line, and the brackets of the errors of a line pair.

    Then nothing needs to be hidden: a macro that a grammar cannot read is no break. Where the parser misses a `)`
    and then finds one too many, as in `while ((x = y, y = z) != w)`, these pair, too.
    """
    if profile.family is not Layout.BRACE:
        return False
    opened: Counter[tuple[int, bytes]] = Counter()
    for fault in faults:
        text = fault.expected.encode() or fault.span.of(data)
        if b"\n" in text:
            return False
        sign, line = -1 if fault.expected else 1, line_start(data, fault.span.start)
        for pair in (b"{}", b"()", b"[]"):
            opened[line, pair] += sign * (text.count(pair[:1]) - text.count(pair[1:]))
    return not any(opened.values())


def hide(data: bytes, spans: Sequence[Span], profile: LanguageProfile) -> bytes:
    """Return the content with some lines blank, or with an expression for them, of equal length.

    >>> from structedit.languages.known import profile
    >>> hide(b"if a:\\n    b = (\\n", [Span(6, 15)], profile("python"))
    b'if a:\\n    (  x)\\n'
    """
    parts: list[bytes] = []
    at = 0
    for span in spans:
        text = span.of(data)
        blank, code = blanked(text), text.strip()
        # In a block that must not be empty, an expression takes the place. The top of a file may be empty, and not
        # every language allows an expression there.
        if profile.family is Layout.INDENT and len(code) >= 3 and not text[:1].strip():
            start = len(text) - len(text.lstrip())
            end = start + len(code)
            blank = text[:start] + b"(" + blank[start + 1 : end - 2] + b"x)" + blank[end:]
        parts += (data[at : span.start], blank)
        at = span.end
    return b"".join((*parts, data[at:]))


def _merged(data: bytes, regions: Iterable[Region]) -> tuple[Span, ...]:
    """Return the spans of regions, joined where nothing but blanks is between them."""
    spans: list[Span] = []
    for region in sorted(regions, key=lambda r: r.span):
        if spans and not data[spans[-1].end : region.span.start].strip():
            spans[-1] = Span(spans[-1].start, region.span.end)
        else:
            spans.append(region.span)
    return tuple(spans)


# Rows and regions


def rows_of(data: bytes, profile: LanguageProfile) -> list[Row]:
    """Return the lines with code, as they are without strings and comments if all of these are closed.

    The last line of a string of several lines is deeper than the line on which the string starts.
    """
    comments = tuple(word.encode() for word in profile.line_comments)
    has_directives = "#endif" in profile.nodes.closers
    strings = scan(data, profile)
    shown = strings.masked if strings.unclosed is None else data
    rows: list[Row] = []
    holder = 0
    for start, end in itertools.pairwise((*line_starts(data), len(data))):
        text = shown[start:end].strip()
        is_directive = has_directives and _DIRECTIVE.match(text) is not None
        if not text or is_directive or text.startswith(comments):
            continue
        line = data[start:end].rstrip(b"\r\n")
        depth = indent_width(line[: len(line) - len(line.lstrip(b" \t\x0c"))])
        if shown is not data and strings.inside(start) is not None:
            depth = max(depth, holder + 1)
        else:
            holder = depth
        rows.append(Row(Span(start, start + len(line)), depth, text))
    return rows


def regions_of(rows: Sequence[Row], profile: LanguageProfile) -> tuple[Region, ...]:
    """Return rows as regions, without the edges of blocks whose rows are no deeper."""
    found: list[Region] = []
    at = 0
    while at < len(rows):
        if _has_unindented_rows(rows, at, profile):
            at += 1
            continue
        end = _region_end(rows, at, profile)
        found.append(Region(rows[at:end], profile))
        at = end
    return tuple(found)


def _region_end(rows: Sequence[Row], first: int, profile: LanguageProfile) -> int:
    """Return the number of the row after a region that starts with row `first`."""
    depth = rows[first].depth
    for at in range(first + 1, len(rows)):
        row, above = rows[at], rows[at - 1]
        if row.depth > depth:
            continue
        is_joined = above.depth == depth and _is_joined_below(above.text, profile)
        if row.depth < depth or not (is_joined or is_continuation(row.text, profile)):
            return at
    return len(rows)


def _has_unindented_rows(rows: Sequence[Row], at: int, profile: LanguageProfile) -> bool:
    """Return True if a row is the edge of a block whose rows are no deeper than it, such as a namespace."""
    text = rows[at].text
    if text[0] in _CLOSERS or has_closing_word(text, profile):
        return True
    return is_flat(rows, at) and not is_continuation(rows[at + 1].text, profile)


def is_flat(rows: Sequence[Row], at: int) -> bool:
    """Return True if a row opens a block whose first row is no deeper."""
    is_opener = 0 <= at < len(rows) - 1 and rows[at].text.endswith(b"{")
    return is_opener and rows[at + 1].depth == rows[at].depth


def is_continuation(text: bytes, profile: LanguageProfile) -> bool:
    """Return True if a row continues the region above it: a closer, an arm, the brace of a body."""
    opens_body = text[:1] == b"{" and profile.family is Layout.BRACE  # elsewhere it begins a value
    if opens_body or text[0] in b"})]>" or text.startswith(b"*/"):
        return True
    match = _WORD.match(text.lstrip(b"@"))
    word = match[0] if match else b""
    known = (*profile.middle_keywords, *profile.close_keywords)
    return word in ARM_WORDS or word in _MIDDLE or word in CONTINUING or word.decode() in known


def has_closing_word(text: bytes, profile: LanguageProfile) -> bool:
    """Return True if a row begins with a word that closes a block."""
    match = _WORD.match(text)
    closers = profile.close_keywords if profile.family is Layout.END else ()
    return match is not None and match[0].decode() in closers


def _is_joined_below(text: bytes, profile: LanguageProfile) -> bool:
    """Return True if a row belongs to the one below it: an annotation, a return type on its own line.

    A row of markup does not.
    """
    if profile.family is Layout.END:
        return False
    if _PREFIX.match(text):
        return True
    return profile.family is Layout.BRACE and text[:1] != b"<" and bool(_UNFINISHED.match(text))
