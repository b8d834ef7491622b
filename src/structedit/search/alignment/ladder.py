"""The ladder: find all places of a text in a file, by the strictest tier that finds any.

A *needle* is the text looked for. A *tier* is one way in which it may match: `exact` to the byte,
`newline` with other line endings, `indent` with another indentation, and so on to looser ones. The
*ladder* is the list of all tiers, strictest first: a looser one counts only where no stricter one has
a hit. A call limits how far down it goes by its `match`.

A tier is one entry of `LADDER`. It declares how it finds a needle and when two texts are equal to it;
`find` does the rest for all of them: the scope, the guard of identifiers, which tier counts. Each
whitespace tier accepts what the ones before it accept, by construction.

Walked through: the needle ``if x:\\n    y = f( a )`` is condensed to ``ifx:\\ny=f(a)`` and sought in
the file's condensed text, which one `bytes.find` does at C speed. A hit is mapped back to the
file's lines, each paired with its line of the needle. These few rows are then checked, tier by
tier, for which blanks differ: none, those at line ends, one shift of the indentation, any.

Not here: choosing among occurrences (`plan`), and what to write there (`search.alignment.merge`).
"""

from __future__ import annotations

import operator
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import compress

from structedit.calls.requests import Match
from structedit.calls.tiers import DifferenceKind, TierFacts, facts_of
from structedit.search import embedded
from structedit.search.alignment import elision, escapes, misspelt_text, token_alignment
from structedit.search.alignment.candidates import (
    Candidate,
    Needle,
    Row,
    candidates,
    hull,
    line_at,
    line_or_none,
    positions,
    read_needle,
    row_spans,
)
from structedit.search.alignment.folding import (
    BLANKS,
    Condensed,
    Places,
    condense,
    condense_folded,
    contents,
    fold,
    folded_places,
    is_blank,
    key_of,
    leading,
    places,
    spaced,
    trailing,
)
from structedit.search.alignment.occurrences import Occurrence, Run, line_runs
from structedit.text.diff import equal_pairs, opcodes
from structedit.text.document import Span, split_ending
from structedit.text.lines import next_line
from structedit.text.values import dataclass, replace
from structedit.tree.source import Source

_EDGE = BLANKS + b"\r\n"
_TAB_WIDTHS = (4, 8, 2, 3, 1)
"""Blanks that a caller may have written for a tab, the usual ones first; chosen by judgement."""

_UNSPACED_SCRIPTS = "\u2e80"
"""From here on scripts are written without blanks between words, so no hit cuts a word in them."""

_JOINERS = "\u200d\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
"""Characters that are part of the emoji before them: the zero-width joiner, and the tones of skin."""


@dataclass(frozen=True, slots=True)
class View:
    """A file as tiers see it: its content and, where there is one, its syntax tree.

    The tree is made when a tier first needs it. `new` is the text that replaces the needle, if any.
    """

    data: bytes
    source: Source | None = None
    new: bytes | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """The result of `find`.

    `occurrences` are in scope and all of `tier`. `outside` are those of `outside_tier`, the
    strictest with any outside the scope. `cut` are hits in scope that cut an identifier in two,
    of the strictest tier with any.
    """

    occurrences: tuple[Occurrence, ...] = ()
    tier: str | None = None
    outside: tuple[Occurrence, ...] = ()
    outside_tier: str | None = None
    cut: tuple[Occurrence, ...] = ()

    @property
    def facts(self) -> TierFacts:
        """In what the occurrences may differ from the needle."""
        return facts_of(self.tier)


@dataclass(frozen=True, slots=True)
class Tier:
    """One step of the ladder: `hits` finds; `same` compares two texts, which may be equal to this tier."""

    name: str
    hits: Callable[[View, bytes], Iterable[Occurrence]]
    same: Callable[[bytes, bytes], bool]

    @property
    def facts(self) -> TierFacts:
        """In what its hits may differ from the needle."""
        return facts_of(self.name)


def find(
    file: Source | bytes,
    needle: bytes,
    *,
    limit: Match = Match.FUZZY,
    scope: tuple[Span, ...] | None = None,
    whole_words: bool = True,
    new: bytes | None = None,
) -> Found:
    """Find a text by the strictest tier that has a hit in scope.

    A hit is in scope if one of the scope's spans contains it, blanks at the hit's edges aside. Given
    `new`, a tier at which it equals the needle ignores what should change: a hit of it counts where the file
    differs in other lines.
    Nothing is guessed in scope if the needle itself is found outside of it.
    In a file given as bytes alone, the tiers that need its tree find nothing.

    >>> find(b"if x:\\n\\ty = 1\\n", b"if x:\\n    y = 1\\n").occurrences[0].tier
    'indent'
    """
    view = View(file, new=new) if isinstance(file, bytes) else View(file.data, file, new)
    data = view.data
    signs = view.source.profile.expanding if view.source is not None else ()
    # Words of the line above a cell are not found, but the line is: cells are inserted and moved by it.
    adds = view.source.document.adds if view.source is not None and b"%%" not in needle else None
    cut: tuple[Occurrence, ...] = ()
    outside: tuple[Occurrence, ...] = ()
    for tier in tiers_up_to(limit):
        ignored = new is not None and tier.same(needle, new)
        if ignored and (tier.facts.is_literal or tier.facts.leaves_out):
            continue
        if outside and tier.facts.guesses:
            break  # a similar text is not meant if the text itself is found elsewhere
        hits = tuple(tier.hits(view, needle))
        if ignored and new is not None:
            hits = tuple(hit for hit in hits if _leaves_differences(data, hit, needle, new))
        hits = tuple(hit for hit in hits if not (adds and adds(hit.span)))
        inside = tuple(hit for hit in hits if in_scope(data, hit.span, scope))
        torn = [whole_words and cuts_word(data, hit.span, signs) for hit in inside]
        whole = tuple(compress(inside, map(operator.not_, torn)))
        cut = cut or tuple(compress(inside, torn))
        outside = outside or _outside(data, hits, scope, whole_words, signs)
        if whole:
            return Found(whole, tier.name, outside, outside[0].tier if outside else None, cut)
    return Found((), None, outside, outside[0].tier if outside else None, cut)


def _leaves_differences(data: bytes, hit: Occurrence, old: bytes, new: bytes) -> bool:
    """Return True if a change leaves all lines alone in which a hit differs, and adds none next to them.

    Blanks in lines that have nothing else are not compared.
    """
    texts = [read_needle(text) for text in (old, hit.span.of(data), new)]
    base, own, wanted = ([line if line.strip() else b"" for line in text.lines] for text in texts)
    changes = [step[1:3] for step in opcodes(base, wanted) if step[0] != "equal"]
    steps = opcodes(list(map(key_of, base)), list(map(key_of, own)))
    drift = [step[1:3] for step in steps if step[0] != "equal"]
    drift += [(i, i + 1) for i, j in equal_pairs(steps) if base[i] != own[j]]
    same_edges = (texts[0].starts_line, texts[0].ends_line) == (
        texts[2].starts_line,
        texts[2].ends_line,
    )
    return bool(changes) and same_edges and not any(_touches(a, b) for a in changes for b in drift)


def _touches(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return True if two ranges of lines overlap, or an empty one is at the edge of the other."""
    if one[0] == one[1] or other[0] == other[1]:
        return one[0] <= other[1] and other[0] <= one[1]
    return one[0] < other[1] and other[0] < one[1]


@cache
def tiers_up_to(limit: Match) -> tuple[Tier, ...]:
    """The tiers that a call with this `match` may use."""
    order = list(Match)
    return tuple(t for t in LADDER if order.index(t.facts.level) <= order.index(limit))


def core_of(data: bytes, span: Span) -> Span:
    """A span without blanks and line ends at its edges."""
    text = span.of(data)
    start = span.start + len(text) - len(text.lstrip(_EDGE))
    return Span(start, max(start, span.end - len(text) + len(text.rstrip(_EDGE))))


def in_scope(data: bytes, span: Span, scope: tuple[Span, ...] | None) -> bool:
    """Return True if the scope contains a span, blanks at the span's edges aside."""
    return scope is None or any(part.contains(core_of(data, span)) for part in scope)


def cuts_word(data: bytes, span: Span, signs: tuple[str, ...] = ()) -> bool:
    """Return True if an edge of the span cuts an identifier, as `count` cuts ``discount``, or a letter.

    An accent, a vowel sign or the selector of an emoji after a letter would stay when the letter goes.
    `signs` precede a name whose value is meant, as `$` does in a shell: they are no part of the name.
    """
    core = core_of(data, span)
    return _inside_word(data, core.start, signs) or _inside_word(data, core.end, signs)


def _inside_word(data: bytes, at: int, signs: tuple[str, ...]) -> bool:
    # A letter has up to four bytes.
    before = data[max(0, at - 8) : at].decode("utf-8", "replace")[-2:]
    if before[-1:] in signs and not _is_word(before[:-1]):
        return False
    before = before[-1:]
    after = data[at : at + 4].decode("utf-8", "replace")[:1]
    if after and (unicodedata.category(after).startswith("M") or after in _JOINERS):
        return True
    return _is_word(before) and _is_word(after)


def _is_word(letter: str) -> bool:
    return letter in ("_", "$") or (letter.isalnum() and letter < _UNSPACED_SCRIPTS)


def _outside(
    data: bytes,
    hits: tuple[Occurrence, ...],
    scope: tuple[Span, ...] | None,
    whole_words: bool,
    signs: tuple[str, ...],
) -> tuple[Occurrence, ...]:
    if scope is None:
        return ()
    return tuple(
        hit
        for hit in hits
        if not in_scope(data, hit.span, scope)
        if not (whole_words and cuts_word(data, hit.span, signs))
    )


def _exact_hits(view: View, needle: bytes) -> Iterator[Occurrence]:
    for at in positions(view.data, needle):
        end = at + len(needle)
        if not any(view.data[edge - 1 : edge + 1] == b"\r\n" for edge in (at, end) if edge):
            yield Occurrence(Span(at, end), "exact")


@dataclass(frozen=True, slots=True)
class _Lines:
    """A tier of lines: search a form of the text for the needle; a hit differs only in kinds that the tier allows."""

    name: str
    form: Callable[[bytes], Condensed] = condense
    places_of: Callable[[bytes], Places] = places

    def hits(self, view: View, needle: bytes, variant: str = "") -> Iterator[Occurrence]:
        """Yield the places where the needle is to this tier."""
        for candidate in candidates(view.data, needle, self.form, self.places_of):
            if self._accepts(candidate):
                rows = row_spans(candidate, literal=facts_of(self.name).is_literal)
                yield Occurrence(hull(candidate, rows), self.name, line_runs(needle, rows), variant)

    def same(self, old: bytes, new: bytes) -> bool:
        """Return True if each of two texts, as whole lines, is in the other to this tier."""
        texts = [b"\n".join(contents(split_ending(text)[0])) + b"\n" for text in (old, new)]
        return self.form(old).text == self.form(new).text and all(
            any(map(self._accepts, candidates(data, b"\n" + text, self.form, self.places_of)))
            for data, text in (texts, texts[::-1])
        )

    def _accepts(self, candidate: Candidate) -> bool:
        return _differences(candidate) <= facts_of(self.name).differences


def _escape_hits(view: View, needle: bytes) -> Iterator[Occurrence]:
    seen: set[Span] = set()
    for variant, text in [("", needle), *escapes.variants_of(needle)]:
        for hit in _ESCAPED.hits(view, text, variant):
            if hit.span not in seen:
                seen.add(hit.span)
                yield hit


def _syntax_hits(view: View, needle: bytes) -> Iterator[Occurrence]:
    """Yield the places with the needle's tokens, whatever the layout."""
    if view.source is None or not token_alignment.may_stand(view.data, needle):
        return
    inner = embedded.regions(view.source, lambda text: token_alignment.may_stand(text, needle))
    seen: set[Span] = set()
    for laid in (
        laid
        for source in (view.source, *(region.source for region in inner))
        for laid in token_alignment.laid_out(source, needle)
    ):
        if laid.span not in seen:
            seen.add(laid.span)
            yield Occurrence(laid.span, "syntax", laid.runs)


def _elision_hits(view: View, needle: bytes) -> Iterator[Occurrence]:
    text = elision.readable(needle)
    if text is None:
        return
    pieces = [piece for piece in text.pieces if piece]
    hits = [list(_SPACED.hits(view, piece)) for piece in pieces]
    directive = view.source.profile.directive.encode() if view.source is not None else b""
    spans = [[core_of(view.data, hit.span) for hit in each] for each in hits]
    changed = elision.changed(needle, view.new)
    ways = elision.readings(view.data, text, spans, changed, directive)
    ways = ways or elision.certain_reading(view.data, text, spans, changed)
    for way in ways:
        parts = [each[index] for each, index in zip(hits, way, strict=True)]
        whole = Span(parts[0].span.start, parts[-1].span.end)
        yield Occurrence(whole, "elision", _runs_with_gaps(view.data, needle, text, parts))


def _runs_with_gaps(
    data: bytes, needle: bytes, text: elision.Elided, parts: list[Occurrence]
) -> tuple[Run, ...]:
    """Return the runs of all pieces of a text, and of the marks between them with the lines that they omit."""
    leaves_edge = not text.pieces[0]
    # A piece below another one begins with the line end of the mark above it.
    starts = [next_line(needle, mark.end) - 1 for mark in text.places]
    starts = starts if leaves_edge else [0, *starts]
    runs: list[Run] = []
    for number, (part, start) in enumerate(zip(parts, starts, strict=False)):
        if number:
            left_out = core_of(data, Span(parts[number - 1].span.end, part.span.start))
            mark = text.places[number - 1 + leaves_edge]
            runs.append(Run(mark, left_out, DifferenceKind.OMITTED))
        runs += [replace(run, old=run.old.shifted(start)) for run in part.runs]
    return tuple(runs)


def _near_hits(view: View, needle: bytes) -> Iterable[Occurrence]:
    return misspelt_text.hits(view.source, needle) if view.source is not None else ()


def _differences(candidate: Candidate) -> set[DifferenceKind]:
    """Return the strictest kinds that describe how a candidate's lines differ from the needle."""
    needle, rows = candidate.needle, candidate.rows
    if any(spaced(fold(row.caller)) != spaced(fold(row.part)) for row in rows):
        return set(DifferenceKind)  # no tier of lines allows as much
    if any(spaced(row.caller) != spaced(row.part) for row in rows):
        return {DifferenceKind.LOOK_ALIKES, DifferenceKind.BLANKS}
    is_same = all(row.caller.strip(BLANKS) == row.part for row in rows)
    if not is_same or not _same_blank_lines(candidate):
        return {DifferenceKind.BLANKS}
    found = set[DifferenceKind]()
    if not all(_same_leading(needle, row) for row in rows):
        found.add(DifferenceKind.INDENTATION if _is_shifted(candidate) else DifferenceKind.BLANKS)
    shift = rows[0].number - rows[0].index
    blank = [(line, n + shift) for n, line in enumerate(needle.lines) if is_blank(line)]
    if not all(_same_trailing(needle, row) for row in rows) or any(
        line != line_at(candidate.data, number) for line, number in blank
    ):
        found.add(DifferenceKind.TRAILING)
    return found


def _is_shifted(candidate: Candidate) -> bool:
    """Return True if the indentation differs by one shift."""
    needle, first = candidate.needle, candidate.rows[0]
    pairs = [(leading(row.caller), row.line[: row.start]) for row in candidate.rows]
    # The needle may begin inside its first line or inside its indentation.
    own, before = pairs[0]
    late = not is_blank(before) or (before != own and _same_leading(needle, first))
    return is_shift(pairs[1:] if _may_start_late(needle, first) and late else pairs)


def _same_blank_lines(candidate: Candidate) -> bool:
    """Return True if the file has blank lines where the needle has them, and nowhere else."""
    rows, needle, data = candidate.rows, candidate.needle, candidate.data
    shift = rows[0].number - rows[0].index
    if any(row.number - row.index != shift for row in rows):
        return False
    edges = (*range(rows[0].index), *range(rows[-1].index + 1, len(needle.lines)))
    lines = (line_or_none(data, index + shift) for index in edges)
    return all(line is not None and is_blank(line) for line in lines)


def _may_start_late(needle: Needle, row: Row) -> bool:
    """Return True if the row is a first line of which the needle may have only the end."""
    return row.index == 0 and not needle.starts_line


def _same_leading(needle: Needle, row: Row) -> bool:
    before, blanks = row.line[: row.start], leading(row.caller)
    return before.endswith(blanks) if _may_start_late(needle, row) else before == blanks


def _same_trailing(needle: Needle, row: Row) -> bool:
    after, blanks = row.line[row.end :], trailing(row.caller)
    open_end = row.index == len(needle.lines) - 1 and not needle.ends_line
    return after.startswith(blanks) if open_end else after == blanks


def is_shift(pairs: Iterable[tuple[bytes, bytes]]) -> bool:
    """Return True if indentations differ by one shift, with a tab of the same width throughout.

    >>> is_shift([(b"", b"\\t"), (b"    ", b"\\t\\t")]), is_shift([(b"", b"  "), (b"  ", b"    x")])
    (True, False)
    """
    indents = list(pairs)
    if any(not is_blank(blanks) for pair in indents for blanks in pair):
        return False
    return any(
        len({_width(file, tab) - _width(caller, tab) for caller, file in indents}) <= 1
        for tab in _TAB_WIDTHS
    )


def _width(indent: bytes, tab: int) -> int:
    return len(indent) + (tab - 1) * indent.count(b"\t")


_SPACED = _Lines("whitespace")
_ESCAPED = _Lines("escape", condense_folded, folded_places)


def _equal_escaped(old: bytes, new: bytes) -> bool:
    return any(_ESCAPED.same(text, new) for _, text in [("", old), *escapes.variants_of(old)])


def _equal_but_for_layout(old: bytes, new: bytes) -> bool:
    return token_alignment.equal_but_for_layout(old, new)


def _equal_but_for_elided(old: bytes, new: bytes) -> bool:
    return elision.equal_but_for_elided(old, new)


LADDER: tuple[Tier, ...] = (
    Tier("exact", _exact_hits, operator.eq),
    *(
        Tier(lines.name, lines.hits, lines.same)
        for lines in (
            _Lines("newline"),
            _Lines("trailing-space"),
            _Lines("indent"),
            _SPACED,
            replace(_ESCAPED, name="unicode"),
        )
    ),
    Tier("escape", _escape_hits, _equal_escaped),
    Tier("syntax", _syntax_hits, _equal_but_for_layout),
    Tier("elision", _elision_hits, _equal_but_for_elided),
    Tier("fuzzy", _near_hits, _equal_escaped),
)
"""The tiers, strictest first. A new one is an entry here with the function that finds, and an entry
of its name in `calls.tiers.TIERS`, which has its words and its confidence."""
