"""Recovery: which lines to hide so that the rest of a broken file parses.

A parser that recovers from an error guesses, and guesses wrong far from it: one lost brace, and
the functions below are part of the one above. So the smallest run of lines is looked for without
which the file parses; what stands outside is then as certain as in an unbroken file, and what
stands inside is not trusted at all.

Lines are grouped by indentation alone, since that is what a break leaves as it was. Walked
through on

    class A {                     one region, whose rows of its own are its first and last line
        int f() {                 a region inside it
            if (x) {              a region inside that
                a();
            b();
        }
        int g() { return 1; }     a region of one line
    }

Shown alone, with all else blank, `class A` does not parse. With its inner regions blank it does:
so the break is in one of them. Of these `f` does not parse and `g` does; without its inner
regions `f` does, and so on down to `if (x) {` and `a();`, which do not parse even when they are
alone: these two lines are hidden. Halves are tried before single regions, so a hundred members
cost a dozen parses.

Not here: parsing (the caller decides what parses), and what a hidden line means for an edit
(`tree.broken.doubt`).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from functools import cached_property

from structedit.languages.profiles import LanguageProfile, Layout
from structedit.text.document import Span, blanked, line_starts
from structedit.text.lazily import regex
from structedit.text.lines import TAB, indent_width, line_end, line_start, text_start, width_at
from structedit.text.values import dataclass
from structedit.tree.nodes import SyntaxFault
from structedit.tree.without_grammar.masking import scan
from structedit.tree.without_grammar.pairing import ARM_WORDS, CONTINUING

MAX_BYTES = 400_000
"""Up to this size lines are hidden.

Chosen by judgement, for the time.
"""

_FEW_BYTES, _TIMES = 400_000, 3
"""Bytes that one search may parse: so many, or so many times the file. Chosen by judgement.

A file with dozens of errors is not worth more; `benchmarks/broken.py` shows what another number costs.
"""

_WORTH_A_GUESS = 3
"""Regions from which on halving them takes more parses than trying one. Chosen by judgement."""

_MOST_GUESSES = 6
"""Regions that are tried one by one. Chosen by judgement."""

_MOST_WIDENINGS = 4
"""Levels that are gone up from a region without which the rest does not parse either; by judgement."""

_CLOSERS = b"})]"
_OPENERS = b"{(["
_SEPARATORS = b",;|"
_MIDDLE = frozenset(b"case default when".split())
_WORD = regex(rb"[A-Za-z_]\w*")
_DIRECTIVE = regex(rb"#[ \t]*(if|ifdef|ifndef|elif|else|endif|define|undef|include|pragma)\b")
_MANY_BLANK_LINES = regex(rb"\n(?:[ \t\r]*\n){3,}")
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
    """Rows that belong together: a first one, all that are deeper, and those that continue it.

    What is inside is grouped when it is asked for: a search looks into few regions.
    """

    def __init__(self, rows: Sequence[Row], profile: LanguageProfile) -> None:
        self.span = Span(rows[0].span.start, rows[-1].span.end)
        self._rows, self._profile = rows, profile

    @cached_property
    def runs(self) -> tuple[tuple[Region, ...], ...]:
        """The regions of the deeper rows, by the row that they are below."""
        depth = self._rows[0].depth
        runs: list[tuple[Region, ...]] = []
        run: list[Row] = []
        for row in (*self._rows[1:], None):
            if row is not None and row.depth > depth:
                run.append(row)
            elif run:
                runs.append(regions_of(run, self._profile))
                run = []
        return tuple(runs)

    @cached_property
    def inner(self) -> tuple[Region, ...]:
        """The regions inside of this one."""
        return tuple(region for run in self.runs for region in run)


class SearchTooLongError(Exception):
    """A search has parsed more than it is worth."""


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
    """Return runs of lines without which the content parses; empty where there are none such.

    `rows` are those of the content; `parses` decides whether it parses with some spans hidden, and raises
    SearchTooLongError where that is not worth more.
    `faults` are where a parser that recovers sees errors: guesses that are tried first, and never
    believed.
    """
    search = _Search(parses, _suspicious(faults))
    regions = regions_of(rows, profile)
    if not search.may_help(regions):
        return ()
    culprits = search.needed(search.culprits(regions, ()))
    return _merged(data, search.widened(culprits, regions))


def is_local(data: bytes, faults: Sequence[SyntaxFault], profile: LanguageProfile) -> bool:
    """Return True if no error reaches beyond its own line: each is in one line, and its brackets pair.

    Then nothing needs to be hidden: a macro that a grammar cannot read is no break.
    """
    if profile.family is not Layout.BRACE:
        return False
    texts = [fault.expected.encode() or fault.span.of(data) for fault in faults]
    pairs = (b"{}", b"()", b"[]")
    return not any(
        b"\n" in text or any(text.count(pair[:1]) != text.count(pair[1:]) for pair in pairs)
        for text in texts
    )


def hide(data: bytes, spans: Sequence[Span], profile: LanguageProfile) -> bytes:
    """Return the content with some lines blank, of equal length.

    >>> from structedit.languages.known import profile
    >>> hide(b"if a:\\n    b = (\\n", [Span(6, 15)], profile("python"))
    b'if a:\\n    (  x)\\n'
    """
    parts: list[bytes] = []
    at = 0
    for span in spans:
        parts += (data[at : span.start], _blank(data, span, profile))
        at = span.end
    return b"".join((*parts, data[at:]))


def shortened(data: bytes, spans: Sequence[Span], profile: LanguageProfile) -> bytes:
    """Return the content with some lines blank and at most two blank lines in a row, which parses faster.

    >>> from structedit.languages.known import profile
    >>> shortened(b"a\\n\\n  \\nb\\n\\nc\\n\\n", [Span(5, 7)], profile("c"))
    b'a\\n\\n\\nc\\n\\n'
    """
    return _MANY_BLANK_LINES.sub(b"\n\n\n", hide(data, spans, profile))


def _blank(data: bytes, span: Span, profile: LanguageProfile) -> bytes:
    """Return lines as blanks; where a block may not be empty, an expression takes their whole place.

    The top of a file may be empty, and not every language lets an expression stand there, nor among the declarations
    below a `where`.
    """
    text = span.of(data)
    blank, code = blanked(text), text.strip()
    start = len(text) - len(text.lstrip())
    if profile.family is not Layout.INDENT or len(code) < 3 or text[:1].strip():
        return blank
    if _is_declaration(data, span.start + start, profile):
        return blank
    end = start + len(code)
    return text[:start] + b"(" + blank[start + 1 : end - 2] + b"x)" + blank[end:]


def _is_declaration(data: bytes, at: int, profile: LanguageProfile) -> bool:
    """Return True if a line is among those that a word opens below which no expression stands: `where`, `of`.

    They begin in the column of the first, which stands right behind the word or below it.
    """
    words = b"|".join(re.escape(word.encode()) for word in profile.declaring_words)
    holder = _line_that_holds(data, at) if words else None
    if holder is None:
        return False
    line, start = data[holder : line_end(data, holder)].rstrip(), line_start(data, holder)
    depth = width_at(data, at)
    return any(
        o.end() == len(line) or len(data[start : holder + o.end()].expandtabs(TAB)) == depth
        for o in re.finditer(rb"(?<![\w'])(?:" + words + rb")(?![\w'])[ \t]*", line)
    )


def _line_that_holds(data: bytes, at: int) -> int | None:
    """Return where the nearest line above begins that is less deep; None if there is none."""
    depth, end = width_at(data, at), line_start(data, at)
    while depth > 0 and end > 0:
        start = line_start(data, end - 1)
        code = text_start(data, start)
        if code < end and width_at(data, code) < depth:
            return code
        end = start
    return None


class _Search:
    """A search for regions that do not parse, each shown with nothing but what holds it."""

    __slots__ = ("known", "parses", "suspicious")

    def __init__(self, parses: Callable[[Sequence[Span]], bool], suspicious: Sequence[int]) -> None:
        self.parses, self.suspicious = parses, suspicious
        self.known: dict[tuple[Span, ...], bool] = {}

    def is_clean(self, hidden: Sequence[Span]) -> bool:
        """Return True if the content parses without some lines."""
        spans = tuple(sorted(hidden))
        if spans not in self.known:
            self.known[spans] = self.parses(spans)
        return self.known[spans]

    def may_help(self, regions: Sequence[Region]) -> bool:
        """Return True if there is anything that parses: not every grammar accepts an empty file."""
        every = [region.span for region in regions]
        return any(self.is_clean(some) for some in (every, every[1:], every[:-1]))

    def culprits(self, regions: Sequence[Region], elsewhere: tuple[Span, ...]) -> list[Region]:
        """Return the smallest broken regions among these and inside them; `elsewhere` is hidden."""
        found: list[Region] = []
        for region in self._suspect(regions, elsewhere) or self._among(regions, regions, elsewhere):
            others = (*elsewhere, *(r.span for r in regions if r is not region))
            inner = tuple(r.span for r in region.inner)
            if inner and self.is_clean((*others, *inner)):
                found += self.culprits(region.inner, others) or [region]
            else:
                found += self._within_header(region, others) or [region]
        return found

    def _within_header(self, region: Region, others: tuple[Span, ...]) -> list[Region]:
        """Return the broken parts of a region that does not parse even without its inner regions.

        A header over several lines, or what follows a body, has regions too without which it is
        incomplete. So one run of regions is hidden, all but the first or the last, and then single ones,
        those at errors first.
        """
        inner = region.inner
        runs = sorted(region.runs, key=len, reverse=True) if len(region.runs) > 1 else []
        single = sorted(inner, key=lambda r: (not self._is_suspicious(r), -len(r.span)))
        for some in (*runs[:2], inner[1:], inner[:-1], *((one,) for one in single[:_MOST_GUESSES])):
            if some and self.is_clean((*others, *(r.span for r in some))):
                return self.culprits(some, others) or list(some)
        return []

    def _is_suspicious(self, region: Region) -> bool:
        return any(region.span.start <= at < region.span.end for at in self.suspicious)

    def needed(self, found: Sequence[Region]) -> Sequence[Region]:
        """Return the regions without those whose hiding is not needed for the content to parse.

        What parses only beside another is taken for broken where that one is hidden.
        """
        some = sorted(found, key=lambda r: not self._is_suspicious(r))[:_MOST_GUESSES]
        if len(found) < 2:
            return found
        for one in some:
            if self.is_clean([one.span]):
                return [one]
        for one in some:
            rest = [region for region in found if region is not one]
            found = rest if self.is_clean([region.span for region in rest]) else found
        return found

    def widened(self, found: Sequence[Region], regions: Sequence[Region]) -> Sequence[Region]:
        """Return regions without which the content parses, or what holds them; empty if there are none.

        What holds a broken region may need it: an arm of which nothing else is left.
        """
        for _ in range(_MOST_WIDENINGS):
            if not found or self.is_clean([region.span for region in found]):
                return found
            found = list(dict.fromkeys(_holder(region, regions) for region in found))
        return ()

    def _suspect(self, regions: Sequence[Region], elsewhere: tuple[Span, ...]) -> list[Region]:
        """Return the region at an error if it is the only one that does not parse, else nothing.

        Most files have one break, and most errors are seen where it is: two parses instead of many.
        """
        if len(regions) < _WORTH_A_GUESS:
            return []
        for at in self.suspicious:
            for region in (r for r in regions if r.span.start <= at < r.span.end):
                others = (*elsewhere, *(r.span for r in regions if r is not region))
                if self.is_clean((*elsewhere, region.span)) and not self.is_clean(others):
                    return [region]
        return []

    def _among(
        self, some: Sequence[Region], regions: Sequence[Region], elsewhere: tuple[Span, ...]
    ) -> list[Region]:
        """Return those of the regions that do not parse, found by halving."""
        shown = {id(region) for region in some}
        if not some or self.is_clean(
            (*elsewhere, *(r.span for r in regions if id(r) not in shown))
        ):
            return []
        if len(some) == 1:
            return list(some)
        half = len(some) // 2
        left = self._among(some[:half], regions, elsewhere)
        return left + self._among(some[half:], regions, elsewhere)


def _holder(region: Region, regions: Sequence[Region]) -> Region:
    """Return the innermost region that holds one, or the same if none does."""
    holder = region
    while (outer := next((r for r in regions if r.span.contains(region.span)), None)) is not None:
        if outer is region:
            break
        holder, regions = outer, outer.inner
    return holder


def _suspicious(faults: Sequence[Span]) -> tuple[int, ...]:
    """Return the places to try first: where the first error begins, and the smallest one."""
    if not faults:
        return ()
    first, smallest = min(faults), min(faults, key=lambda span: (len(span), span))
    return (first.start,) if smallest == first else (first.start, smallest.start)


def _merged(data: bytes, regions: Sequence[Region]) -> tuple[Span, ...]:
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
    """Return the lines that count: no blank ones, no comments or directives.

    A line inside of a string is deeper than the line on which the string starts, if all strings are closed.
    """
    comments = tuple(word.encode() for word in profile.line_comments)
    # Without a line that switches from text to code or back, all that follows is the other.
    switches = tuple(mark for m in profile.contexts.code or () if (mark := m.strip().encode()))
    has_directives = "#endif" in profile.nodes.closers
    strings = scan(data, profile)
    rows: list[Row] = []
    holder = 0
    for start, end in itertools.pairwise((*line_starts(data), len(data))):
        line = data[start:end].rstrip(b"\r\n")
        text = line.strip(b" \t\x0c")
        is_directive = has_directives and _DIRECTIVE.match(text) is not None
        if (
            not text
            or is_directive
            or text.startswith(comments)
            or any(m in text for m in switches)
        ):
            continue
        depth = indent_width(line[: len(line) - len(line.lstrip(b" \t\x0c"))])
        if strings.unclosed is None and strings.inside(start) is not None:
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
        if _holds_unindented(rows, at, profile):
            at += 1
            continue
        end = _region_end(rows, at, profile)
        found.append(Region(rows[at:end], profile))
        at = end
    return tuple(found)


def _region_end(rows: Sequence[Row], first: int, profile: LanguageProfile) -> int:
    """Return the number of the row after a region that starts with row `first`."""
    depth, at = rows[first].depth, first + 1
    head, opened = _leads_on(rows[first].text, profile), rows[first].text[-1] in _OPENERS
    own, ended = first, False
    while at < len(rows):
        row = rows[at]
        if row.depth > depth:
            head, opened, ended = head and bool(_PREFIX.match(rows[own].text)), True, False
        elif row.depth == depth and (head or goes_on(row.text, profile)):
            is_closer = row.text[0] in _CLOSERS
            if (is_closer and not opened) or (ended and ends(row.text, profile)):
                break
            ended = ends(row.text, profile)
            if not (head and is_closer and row.text[-1] not in _OPENERS):
                own = at
                head = head and _leads_on(row.text, profile)
            opened = row.text[-1] in _OPENERS
        else:
            break
        at += 1
    return at


def _holds_unindented(rows: Sequence[Row], at: int, profile: LanguageProfile) -> bool:
    """Return True if a row is the edge of a block whose rows are no deeper than it, such as a namespace."""
    text = rows[at].text
    if text[0] in _CLOSERS or ends(text, profile):
        return True
    return is_flat(rows, at) and not goes_on(rows[at + 1].text, profile)


def is_flat(rows: Sequence[Row], at: int) -> bool:
    """Return True if a row opens a block whose first row is no deeper."""
    is_opener = 0 <= at < len(rows) - 1 and rows[at].text.endswith(b"{")
    return is_opener and rows[at + 1].depth == rows[at].depth


def goes_on(text: bytes, profile: LanguageProfile) -> bool:
    """Return True if a row continues the region above it: a closer, an arm, the brace of a body."""
    opens_body = text[:1] == b"{" and profile.family is Layout.BRACE  # elsewhere it begins a value
    if opens_body or text[0] in b"})]>" or text.startswith(b"*/"):
        return True
    match = _WORD.match(text.lstrip(b"@"))
    word = match[0] if match else b""
    known = (*profile.middle_keywords, *profile.close_keywords)
    return word in ARM_WORDS or word in _MIDDLE or word in CONTINUING or word.decode() in known


def ends(text: bytes, profile: LanguageProfile) -> bool:
    """Return True if a row begins with a word that closes a block."""
    match = _WORD.match(text)
    closers = profile.close_keywords if profile.family is Layout.END else ()
    return match is not None and match[0].decode() in closers


def _leads_on(text: bytes, profile: LanguageProfile) -> bool:
    """Return True if a row belongs to the one below it: an annotation, a return type of its own line.

    A row of markup does not.
    """
    if profile.family is Layout.END:
        return False
    if _PREFIX.match(text):
        return True
    return profile.family is Layout.BRACE and text[:1] != b"<" and bool(_UNFINISHED.match(text))
