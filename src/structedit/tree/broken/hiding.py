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

Not here: parsing (the caller decides what parses), which names hidden lines may define
(`tree.broken.names_in_text`), and what a hidden line means for an edit.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from structedit.languages.profiles import Docs, LanguageProfile, Layout
from structedit.text.document import CONFLICT, CONFLICT_MARKER, HUNK, Span, blanked, line_starts
from structedit.text.lazily import regex
from structedit.text.lines import (
    TAB,
    indent_width,
    is_numbered,
    line_end,
    line_start,
    pasted_lines,
    text_end,
    text_start,
    width_at,
)
from structedit.text.values import dataclass, replace
from structedit.tree.without_grammar.masking import Token, scan
from structedit.tree.without_grammar.pairing import ARM_WORDS, CONTINUING

MAX_BYTES = 400_000
"""Up to this size lines are hidden: the search costs a few dozen parses.

Chosen by judgement, for the time.
"""

_TESTS = 160
"""Parses that one search may take; a file with dozens of errors is not worth more.

Chosen by judgement; `benchmarks/broken.py` shows what another number costs.
"""

_TESTED_BYTES = 2_500_000
"""Bytes that these parses may read together, so that a large file costs no more than a small one.

Chosen by judgement.
"""

_FEWEST_TESTS = 16
"""Parses that a search may take however large the file is; chosen by judgement."""

_WORTH_A_GUESS = 3
"""Regions from which on halving them takes more parses than trying one. Chosen by judgement."""

_MOST_GUESSES = 6
"""Regions that are tried one by one. Chosen by judgement."""

_MOST_WIDENINGS = 4
"""Levels that are gone up from a region without which the rest does not parse either; by judgement."""

_CLOSERS = b"})]"
_OPENERS = b"{(["
_SEPARATORS = b",;|"
GOING_ON = tuple(bytes([sign]) for sign in b"{([,;|&+-*/\\=")
"""What a line ends in whose expression goes on below."""

_CHAINED = (b".", b"->", b"?.", b"<<")
_MIDDLE = frozenset(b"case default when".split())
_WORD = regex(rb"[A-Za-z_]\w*")
_MARGIN_COMMENT = regex(rb"=[a-zA-Z]")
_CONFLICT_ROW = b"<;"
"""The text of a conflict or a diff, as a row: it opens nothing, and does not lead on to what is below."""

_HUNK = rb"@@ -\d[^\n]*(?:\n[+-][^\n]*)+"
_WHOLE_HUNK = regex(rb"^%s$" % _HUNK, re.MULTILINE)
_DIFF = regex(rb"^(?:%s|[+>-](?![+>=-])[^\n]*(?:\n[+>-](?![+>=-])[^\n]*)+)$" % _HUNK, re.MULTILINE)
"""Lines of a diff that were pasted with their signs."""

_WHOLE_CONFLICT = regex(
    rb"^<{7}(?:[ \t][^\n]*)?\r?\n(.*?^={7}\r?\n.*?)^>{7}(?:[ \t\r][^\n]*)?$",
    re.MULTILINE | re.DOTALL,
)
_DIRECTIVE = regex(rb"#[ \t]*(if|ifdef|ifndef|elif|else|endif|define|undef|include|pragma)\b")
_HEREDOC = regex(rb"""<<[-~]?['"]?([A-Z_]\w*)""")
_ACCESS = regex(rb"(public|protected|private)[ \t]*:?\Z")
_BLANK_LINES = regex(rb"\n(?:[ \t\r]*\n){3,}")
_LINE_ENDS = regex(rb"\n[ \r\n]*\n")
_MANY_LINE_ENDS = 4
"""Line ends with blanks between them that `_BLANK_LINES` finds: follows from it, one and three more."""

_LONG_TEXT = regex(rb"""[rRbBuU]{0,2}(\"{3}|'{3}|/\*|=begin)""")
_PREFIX = regex(rb"(@[\w.]+[ \t]*(\(.*)?|#!?\[.*|template\b.*)(?<![{;])\Z|@[\w.]+\(\{\Z")
_UNFINISHED = regex(rb"[\w \t*&<>,:\[\]]*[\w*&>\]]\Z")
"""A line of words only: a return type above its function's name."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line with code: its span, its depth, its text without the blanks around it.

    `top` is where documentation above it begins, in languages where that does not parse alone.
    """

    span: Span
    depth: int
    text: bytes
    top: int


class Region:
    """Rows that belong together: a first one, all that are deeper, and those that continue it.

    What is inside is grouped when it is asked for: a search looks into few regions.
    """

    def __init__(self, rows: Sequence[Row], profile: LanguageProfile) -> None:
        self.span = Span(rows[0].top, rows[-1].span.end)
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
    def between(self) -> tuple[Region, ...]:
        """The rows of its own between the first and the last, each as a region."""
        depth = self._rows[0].depth
        own = [row for row in self._rows[1:-1] if row.depth <= depth]
        return tuple(Region([row], self._profile) for row in own)

    @cached_property
    def inner(self) -> tuple[Region, ...]:
        """The regions inside of this one."""
        return tuple(region for run in self.runs for region in run)


def no_code(data: bytes, profile: LanguageProfile) -> tuple[Span, ...]:
    """What is no code even if a grammar can read it, sorted.

    That is conflicts of a merge, from their first marker to their last, and hunks of a diff, which a text below
    headings may be about. And the numbers of lines that were pasted with them, where depth says what a line is in:
    what goes on from the line above may begin so, as an element of a list does.
    """
    if not _is_code(profile):
        return ()
    conflicts = _WHOLE_CONFLICT.finditer(data) if CONFLICT in data else ()
    hunks = _WHOLE_HUNK.finditer(data) if HUNK in data else ()
    numbers = pasted_lines(data) if profile.family is Layout.INDENT else {}
    spans = [Span(*match.span()) for match in (*conflicts, *hunks)]
    spans += [
        Span(start, code)
        for start, code in numbers.items()
        if not data.endswith(GOING_ON, 0, text_end(data, start))
    ]
    return tuple(sorted(spans))


def _is_code(profile: LanguageProfile) -> bool:
    """Whether files of a language are code, neither data nor text below headings."""
    return not profile.is_data and profile.family in (Layout.BRACE, Layout.INDENT, Layout.END)


def lines_to_hide(
    data: bytes,
    rows: Sequence[Row],
    profile: LanguageProfile,
    parses: Callable[[Sequence[Span]], bool],
    faults: Sequence[Span] = (),
) -> tuple[Span, ...]:
    """Runs of lines without which the content parses; empty where there are none such.

    `rows` are those of the content; `parses` decides whether it parses with some spans hidden.
    `faults` are where a parser that recovers sees errors: guesses that are tried first, and never
    believed.
    """
    search = _Search(parses, len(data), _suspicious(faults))
    regions = regions_of(rows, profile)
    try:
        if not search.may_help(regions):
            return ()
        culprits = search.needed(search.culprits(regions, ()))
        return _merged(data, search.widened(culprits, regions))
    except _SearchTooLongError:
        return ()


def hide(data: bytes, spans: Sequence[Span], profile: LanguageProfile) -> bytes:
    """The content with some lines blank, of equal length.

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


class Shortened:
    """A content with some lines blank and at most two blank lines in a row.

    Some scanners look through all of them at each. What stands for a span is kept: a search hides the
    same ones again and again.
    """

    __slots__ = ("_blanks", "_data", "_profile")

    def __init__(self, data: bytes, profile: LanguageProfile) -> None:
        self._data, self._profile = data, profile
        self._blanks: dict[Span, bytes] = {}

    def without(self, spans: Sequence[Span]) -> bytes:
        """The content without some lines.

        >>> from structedit.languages.known import profile
        >>> Shortened(b"a\\n\\n  \\nb\\n\\nc\\n\\n", profile("c")).without([Span(5, 7)])
        b'a\\n\\n\\nc\\n\\n'
        """
        data, at = self._data, 0
        parts: list[bytes] = []
        for span in spans:
            if span not in self._blanks:
                self._blanks[span] = self._blank(span)
            parts += (data[at : span.start], self._blanks[span])
            at = span.end
        return _BLANK_LINES.sub(b"\n\n\n", b"".join((*parts, data[at:])))

    def _blank(self, span: Span) -> bytes:
        """A span as blanks; of many line ends, as many as it takes to count as more than two lines."""
        blank = _blank(self._data, span, self._profile)
        return _LINE_ENDS.sub(_few_line_ends, blank)


def _few_line_ends(found: re.Match[bytes]) -> bytes:
    return found[0] if found[0].count(b"\n") < _MANY_LINE_ENDS else b"\n" * _MANY_LINE_ENDS


def _blank(data: bytes, span: Span, profile: LanguageProfile) -> bytes:
    """Lines as blanks; where a block may not be empty, an expression takes their whole place.

    The top of a file may be empty, and not every language lets an expression stand there, nor among the declarations
    below a `where`. Where the code of a line begins that was pasted with its number is no depth.
    """
    text = span.of(data)
    blank, code = blanked(text), text.strip()
    if profile.family is not Layout.INDENT or len(code) < 3 or text[:1].strip():
        return blank
    start = len(text) - len(text.lstrip())
    if is_numbered(text) or _is_bare(data, span.start + start, profile):
        return blank
    end = start + len(code)
    return text[:start] + b"(" + blank[start + 1 : end - 2] + b"x)" + blank[end:]


def _is_bare(data: bytes, at: int, profile: LanguageProfile) -> bool:
    """Return True if a line is among those that a word opens below which no expression stands: `where`, `of`.

    They begin in the column of the first, which stands right behind the word or below it.
    """
    words = b"|".join(re.escape(word.encode()) for word in profile.declaring_words)
    holder = line_that_holds(data, at) if words else None
    if holder is None:
        return False
    line, start = data[holder : line_end(data, holder)].rstrip(), line_start(data, holder)
    depth = width_at(data, at)
    return any(
        o.end() == len(line) or len(data[start : holder + o.end()].expandtabs(TAB)) == depth
        for o in re.finditer(rb"(?<![\w'])(?:" + words + rb")(?![\w'])[ \t]*", line)
    )


class _SearchTooLongError(Exception):
    pass


class _Search:
    """A search for regions that do not parse, each shown with nothing but what holds it."""

    __slots__ = ("known", "left", "parses", "suspicious")

    def __init__(
        self, parses: Callable[[Sequence[Span]], bool], size: int, suspicious: Sequence[int]
    ) -> None:
        self.parses, self.suspicious = parses, suspicious
        self.left = max(_FEWEST_TESTS, min(_TESTS, _TESTED_BYTES // max(1, size)))
        self.known: dict[tuple[Span, ...], bool] = {}

    def is_clean(self, hidden: Sequence[Span]) -> bool:
        """Whether the content parses without some lines."""
        spans = tuple(sorted(hidden))
        if spans not in self.known:
            if not self.left:
                raise _SearchTooLongError
            self.left -= 1
            self.known[spans] = self.parses(spans)
        return self.known[spans]

    def may_help(self, regions: Sequence[Region]) -> bool:
        """Whether there is anything that parses: not every grammar accepts an empty file."""
        every = [region.span for region in regions]
        return any(self.is_clean(some) for some in (every, every[1:], every[:-1]))

    def culprits(self, regions: Sequence[Region], elsewhere: tuple[Span, ...]) -> list[Region]:
        """The smallest broken regions among these and inside them; `elsewhere` is hidden."""
        found: list[Region] = []
        broken = self._suspect(regions, elsewhere) or self._among(regions, regions, elsewhere)
        for region in broken:
            others = (*elsewhere, *(r.span for r in regions if r is not region))
            inner = tuple(r.span for r in region.inner)
            if inner and self.is_clean((*others, *inner)):
                found += self.culprits(region.inner, others) or [region]
            else:
                found += (
                    self._one_between(region, others)
                    or self._within_header(region, others)
                    or [region]
                )
        return found

    def _one_between(self, region: Region, elsewhere: tuple[Span, ...]) -> list[Region]:
        """A row of a region's own without which the region parses, as an `end` too many in it; else nothing."""
        rows = region.between[:_MOST_GUESSES]
        found = next((row for row in rows if self.is_clean((*elsewhere, row.span))), None)
        return [] if found is None else [found]

    def _within_header(self, region: Region, others: tuple[Span, ...]) -> list[Region]:
        """The broken parts of a region that does not parse even without its inner regions.

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
        """The regions without those whose hiding is not needed for the content to parse.

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
        """Regions without which the content parses, or what holds them; empty if there are none.

        What holds a broken region may need it: an arm of which nothing else is left.
        """
        for _ in range(_MOST_WIDENINGS):
            if not found or self.is_clean([region.span for region in found]):
                return found
            found = list(dict.fromkeys(_holder(region, regions) for region in found))
        return ()

    def _suspect(self, regions: Sequence[Region], elsewhere: tuple[Span, ...]) -> list[Region]:
        """The region at an error if it is the only one that does not parse, else nothing.

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
        """Those of the regions that do not parse, found by halving."""
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
    """The innermost region that holds one, or the same if none does."""
    holder = region
    while (outer := next((r for r in regions if r.span.contains(region.span)), None)) is not None:
        if outer is region:
            break
        holder, regions = outer, outer.inner
    return holder


def _suspicious(faults: Sequence[Span]) -> tuple[int, ...]:
    """The places to try first: where the first error begins, and the smallest one."""
    if not faults:
        return ()
    first, smallest = min(faults), min(faults, key=lambda span: (len(span), span))
    return (first.start,) if smallest == first else (first.start, smallest.start)


def _merged(data: bytes, regions: Sequence[Region]) -> tuple[Span, ...]:
    """The spans of regions, joined where nothing but blanks is between them."""
    spans: list[Span] = []
    for region in sorted(regions, key=lambda r: r.span):
        if spans and not data[spans[-1].end : region.span.start].strip():
            spans[-1] = Span(spans[-1].start, region.span.end)
        else:
            spans.append(region.span)
    return tuple(spans)


# Lines next to hidden ones, and depths


def line_that_holds(data: bytes, at: int) -> int | None:
    """Where the nearest line above begins that is less deep: by depth, it opens what the line at an offset is in."""
    depth, end = width_at(data, at), line_start(data, at)
    while depth > 0 and end > 0:
        start = line_start(data, end - 1)
        code = text_start(data, start)
        if code < end and width_at(data, code) < depth:
            return code
        end = start
    return None


def least_depth(text: bytes) -> int:
    """The least indentation, in columns, of lines that are not blank."""
    return min((indent_width(line) for line in text.split(b"\n") if line.strip()), default=0)


# Regions


def is_flat(rows: Sequence[Row]) -> bool:
    """Whether the first of some rows opens a block whose rows are no deeper, such as a namespace."""
    return len(rows) > 1 and rows[0].text.endswith(b"{") and rows[1].depth == rows[0].depth


def all_deeper(rows: Sequence[Row], profile: LanguageProfile) -> bool:
    """Whether the first of some rows holds the others by their indentation.

    One that continues it, as `else` or a comma before an element does, may be as deep; so may all below an
    edge like a namespace.
    """
    depth, others, flat = rows[0].depth, rows[1:], is_flat(rows)

    def continues(text: bytes) -> bool:
        closes = text[0] in _CLOSERS or ends(text, profile)
        return not closes and (text[:1] in _SEPARATORS or goes_on(text, profile))

    return all(
        row.depth > depth or (row.depth == depth and (flat or continues(row.text)))
        for row in others
    )


def rows_of(data: bytes, profile: LanguageProfile) -> list[Row]:
    """The lines that count: no blank ones, no comments, directives or conflict markers."""
    starts = (*line_starts(data), len(data))
    rows: list[Row] = []
    heredoc: tuple[bytes, int] | None = None
    conflicts = _changes(data, profile)
    inside = 0
    docs = tuple(doc.encode() for doc in profile.doc_prefixes if profile.docs is Docs.BOUND)
    is_transparent = _transparency(profile)
    pasted = pasted_lines(data)
    top: int | None = None
    for start, end in itertools.pairwise(starts):
        line = data[pasted.get(start, start) : end].rstrip(b"\r\n")
        text = line.strip(b" \t\x0c")
        lead = line[: len(line) - len(line.lstrip(b" \t\x0c"))]
        depth = indent_width(lead)
        if heredoc is not None and text:
            depth = heredoc[1] + 1
            heredoc = None if text == heredoc[0] else heredoc
        elif start < inside:
            continue
        elif start in conflicts:
            inside, depth = conflicts[start]
            line, text = data[start:inside], _CONFLICT_ROW
        elif not text or is_transparent(text):
            if docs and text.startswith(docs):
                top = start if top is None else top
            continue
        elif profile.family is Layout.END:
            heredoc = _heredoc(data, text, end, depth)
        last = pasted.get(start, start) + len(line)
        rows.append(Row(Span(start, last), depth, text, start if top is None else top))
        top = None
    rows = list(_without_comments_at_the_margin(rows, profile))
    return _with_texts_inside(rows, data, profile)


def _changes(data: bytes, profile: LanguageProfile) -> dict[int, tuple[int, int]]:
    """Where conflicts and pasted diffs end and their least depth, by where they begin.

    Each is one row: nobody knows which of its sides is meant.
    """
    found: dict[int, tuple[int, int]] = {}
    for match in _WHOLE_CONFLICT.finditer(data) if CONFLICT in data else ():
        lines = [line for line in match[1].split(b"\n") if not CONFLICT_MARKER.match(line)]
        found[match.start()] = match.end(), least_depth(b"\n".join(lines))
    for match in _DIFF.finditer(data) if _is_code(profile) else ():
        lines = [line[1:] for line in match[0].split(b"\n") if not line.startswith(b"@@")]
        found[match.start()] = match.end(), least_depth(b"\n".join(lines))
    return found


def _with_texts_inside(rows: list[Row], data: bytes, profile: LanguageProfile) -> list[Row]:
    """The rows, with lines of a string deeper than the line on which it starts.

    Where a string is left open, it is not known which lines are in one, but for those that are set off.
    """
    found = scan(data, profile)
    made: list[Row] = []
    holder = 0
    for row in rows:
        inside = found.inside(row.span.start)
        is_text = inside is not None and (found.unclosed is None or _is_set_off(data, inside))
        holder = holder if is_text else row.depth
        made.append(replace(row, depth=max(row.depth, holder + 1)) if is_text else row)
    return made


def _is_set_off(data: bytes, text: Token) -> bool:
    """Whether a text ends on a line of its own, as deep as the one on which it starts, with no line less deep."""
    first = indent_width(data[line_start(data, text.start) : text.start])
    closer = data[line_start(data, text.end - 1) : text.end]
    lines = data[line_end(data, text.start) : text.end]
    is_alone = _WORD.search(closer) is None
    return is_alone and indent_width(closer) == first == least_depth(lines)


def _heredoc(data: bytes, text: bytes, end: int, depth: int) -> tuple[bytes, int] | None:
    """The word that ends a text which starts on the next line, and its opener's depth; None if none does."""
    found = _HEREDOC.search(text)
    if found is None:
        return None
    closed = re.compile(rb"^[ \t]*" + re.escape(found[1]) + rb"[ \t]*\r?$", re.MULTILINE)
    return (found[1], depth) if closed.search(data, end) else None


def _without_comments_at_the_margin(rows: list[Row], profile: LanguageProfile) -> Iterator[Row]:
    """The rows without comments that must start in the first column, whatever holds them.

    One that is not closed is a row as deep as what follows it.
    """
    words = {word.encode(): end.encode() for word, end in profile.block_comments if word[:1] == "="}
    at = 0
    while at < len(rows):
        row = rows[at]
        if words and row.depth == 0 and _MARGIN_COMMENT.match(row.text):
            closed = _comment_end(rows, at, words)
            if closed is None:
                yield replace(row, depth=rows[at + 1].depth) if rows[at + 1 :] else row
            at = at if closed is None else closed
        else:
            yield row
        at += 1


def _comment_end(rows: list[Row], first: int, words: dict[bytes, bytes]) -> int | None:
    """The number of the row that closes a comment before another one begins; None if none does."""
    for number in range(first + 1, len(rows)):
        if rows[number].depth == 0 and rows[number].text in words.values():
            return number
        if rows[number].depth == 0 and rows[number].text in words:
            break
    return None


def _transparency(profile: LanguageProfile) -> Callable[[bytes], bool]:
    """Whether a line's text does not count: a comment, a directive, a conflict marker.

    Nor does a line that switches from text to code or back: without it, all that follows is the other.
    """
    comments = tuple(word.encode() for word in profile.line_comments)
    has_directives = "#endif" in profile.nodes.closers
    marks = (mark.strip().encode() for mark in profile.contexts.code or ())
    switches = tuple(mark for mark in marks if mark)

    def is_transparent(text: bytes) -> bool:
        return (
            text.startswith(comments)
            or (has_directives and _DIRECTIVE.match(text) is not None)
            or any(mark in text for mark in switches)
            or (text[:1] * 7 == text[:7] and CONFLICT_MARKER.match(text) is not None)
        )

    return is_transparent


def regions_of(rows: Sequence[Row], profile: LanguageProfile) -> tuple[Region, ...]:
    """Rows as regions, without the edges of blocks whose rows are no deeper."""
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
    """The number of the row after a region that starts with row `first`."""
    depth, at = rows[first].depth, first + 1
    head, closed = _leads_on(rows[first].text, profile), not _may_open(rows[first].text)
    at = max(at, _text_end(rows, first))
    own, ended = first, False
    while at < len(rows):
        row = rows[at]
        if row.depth > depth:
            head, closed, ended = head and bool(_PREFIX.match(rows[own].text)), False, False
        elif row.depth == depth and (head or goes_on(row.text, profile)):
            is_own = row.text[0] in _CLOSERS and _may_open(rows[own].text)
            if head and not is_own and _holds_unindented(rows, at, profile):
                break
            if row.text[0] in _CLOSERS and (closed or _is_complete(rows[own:at])):
                break
            if ended and ends(row.text, profile):
                break
            ended = ends(row.text, profile)
            if not (head and row.text[0] in _CLOSERS and row.text[-1] not in _OPENERS):
                own = at
                head = head and _leads_on(row.text, profile)
            closed = not _may_open(row.text)
        else:
            break
        at += 1
    return at


def _is_complete(rows: Sequence[Row]) -> bool:
    """Whether rows are a call that closes what it opens, so that a closer below is not its own.

    Where it closes before its last row, it is a header that lost its brace, with a body below.
    """
    chained = len(rows) > 1 and rows[1].text.startswith(_CHAINED) and rows[-1].text[-1:] == b";"
    if chained:
        return _is_balanced(rows)
    return rows[0].text[-1] in b"(," and _is_balanced(rows) and not _is_balanced(rows[:-1])


def _is_balanced(rows: Sequence[Row]) -> bool:
    text = b"\n".join(row.text for row in rows)
    return all(text.count(pair[:1]) == text.count(pair[1:]) for pair in (b"()", b"{}", b"[]"))


def _may_open(text: bytes) -> bool:
    """Whether a closer on the next line can be this one's: nothing deeper is between them."""
    return text[-1] in _OPENERS


def _text_end(rows: Sequence[Row], first: int) -> int:
    """The number of the row after a string or comment of several rows, which is one piece.

    One whose end does not come before the rows get less deep is not closed, and no piece.
    """
    opener = _LONG_TEXT.match(rows[first].text)
    if opener is None:
        return first + 1
    closer = {b"/*": b"*/", b"=begin": b"=end"}.get(opener[1], opener[1])
    if closer in rows[first].text[opener.end() :]:
        return first + 1
    for number in range(first + 1, len(rows)):
        if rows[number].depth < rows[first].depth:
            break
        if closer in rows[number].text:
            return number + 1
    return first + 1


def _holds_unindented(rows: Sequence[Row], at: int, profile: LanguageProfile) -> bool:
    """Whether a row is the edge of a block whose rows are no deeper than it, such as a namespace."""
    text = rows[at].text
    if text[0] in b"})]" and at + 1 < len(rows) and rows[at + 1].depth > rows[at].depth:
        return text[-1] in b"})];,"  # else it is the end of a header, with a body below
    if text[0] in b"})]" or ends(text, profile):
        return True
    flat = at + 1 < len(rows) and rows[at + 1].depth == rows[at].depth
    return flat and text.endswith(b"{") and not goes_on(rows[at + 1].text, profile)


def goes_on(text: bytes, profile: LanguageProfile) -> bool:
    """Whether a row continues the region above it: a closer, an arm, the brace of a body."""
    opens_body = text[:1] == b"{" and profile.family is Layout.BRACE  # elsewhere it begins a value
    if opens_body or text[0] in b"})]>" or text.startswith(b"*/") or _ACCESS.match(text):
        return True
    match = _WORD.match(text.lstrip(b"@"))
    word = match[0] if match else b""
    known = (*profile.middle_keywords, *profile.close_keywords)
    return word in ARM_WORDS or word in _MIDDLE or word in CONTINUING or word.decode() in known


def ends(text: bytes, profile: LanguageProfile) -> bool:
    """Whether a row begins with a word that closes a block."""
    match = _WORD.match(text)
    closers = profile.close_keywords if profile.family is Layout.END else ()
    return match is not None and match[0].decode() in closers


def _leads_on(text: bytes, profile: LanguageProfile) -> bool:
    """Whether a row belongs to the one below it: an annotation, a return type of its own line.

    A row of markup does not.
    """
    if profile.family is Layout.END:
        return False
    if _PREFIX.match(text):
        return True
    return profile.family is Layout.BRACE and text[:1] != b"<" and bool(_UNFINISHED.match(text))
