"""A text aligned with the region of a file that is most like it, line by line.

Each line of the text has one of the file's (a `Run`), with one kind of difference: none, misspelt words
(`search.alignment.spelling`), a comment in other words, or a line that one side lacks. Any other difference
shows another place, a twin, and there is no alignment. How much may differ are two thresholds on this
one answer: `misspelt_text`, where a text lands by it, and `explain.respelling`, where a call is offered.

Walked through: the text has ``open(path)``, ``total = averge(rows)``, ``close()``. The region most like it has
``total = average(rows)`` in the middle, whose words differ in a slip of the pen. Were it ``total = sum(rows)``,
the region would be a twin.

Not here: which region that is (`search.alignment.closest_region`), text in another layout
(`search.alignment.token_alignment`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence

from structedit.calls.tiers import DifferenceKind
from structedit.languages.profiles import LanguageProfile, LiteralRole
from structedit.search.alignment.closest_region import Window
from structedit.search.alignment.folding import (
    condense_folded,
    contents,
    fold,
    is_blank,
    key_of,
)
from structedit.search.alignment.line_pairs import line_pairs
from structedit.search.alignment.occurrences import Remark, Run
from structedit.search.alignment.spelling import is_slip
from structedit.search.embedded import region_at, regions
from structedit.text.diff import opcodes
from structedit.text.document import LineRange, Span
from structedit.text.edit import Edit, EditSet
from structedit.text.lazily import regex
from structedit.text.lines import line_end, line_spans, line_start, text_end, text_start
from structedit.text.values import dataclass, replace
from structedit.text.words import TOKEN, paired_tokens
from structedit.tree import trivia
from structedit.tree.source import Source
from structedit.tree.without_grammar import masking

_MARGIN = 0.5
"""Score by which the region must be better than the next best: more than that of one equal line.

Follows from `closest_region._EVEN`: an equal line scores 1 less that.
"""

_WEAK = frozenset(
    b"a all also an and any are as be because been being can could each every has have if is it its"
    b" just must of only or shall should since so such that the then there these this those was we"
    b" were when which will would you your".split()
)
"""Words that say nothing of what a sentence is about."""

_DIGITS = regex(rb"[0-9]+")
_RULER = regex(rb"([\xc0-\xff][\x80-\xbf]+|[^\w\s\x80-\xff])\1{3,}")
"""A run of one sign, as in a line of dashes: nobody counts them."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """A text and a region: their runs, the region's lines, and the comments in them where some are retold."""

    source: Source
    text: bytes
    window: Window
    lines: LineRange
    runs: tuple[Run, ...]
    comments: tuple[Span, ...] = ()

    @property
    def slips(self) -> dict[bytes, bytes]:
        """The misspelt words, each with the file's."""
        return {word: right for run in self.runs for word, right in run.slips}

    @property
    def gap(self) -> list[Run]:
        """The lines that one side lacks."""
        return [run for run in self.runs if run.kind is DifferenceKind.LINES]

    @property
    def is_equal(self) -> bool:
        """Return True if nothing differs but blanks and look-alikes."""
        return all(run.kind is None for run in self.runs)

    @property
    def is_rivalled(self) -> bool:
        """Return True if another region is nearly as like the text.

        Where all that differs are misspelt words, it has as many equal lines too.
        """
        second = self.window.runner_up
        other = any(run.remark or run.kind is DifferenceKind.LINES for run in self.runs)
        return is_rivalled(self.window) and (
            other or second is None or second.equal >= self.window.equal
        )

    def line_of(self, run: Run) -> bytes:
        """Return the text's line of a run, or the file's where the text has none."""
        return run.old.of(self.text) if len(run.old) else run.file.of(self.source.data)

    def has_code(self, run: Run) -> bool:
        """Return True if the file's line is more than a comment."""
        return bool(_parted(self.source.data, run.file, self.comments)[0].strip())


def is_rivalled(window: Window) -> bool:
    """Return True if another region is nearly as similar as a window."""
    second = window.runner_up
    return second is not None and second.score > window.score - _MARGIN


def aligned(source: Source, text: bytes, window: Window) -> Alignment | None:
    """Align a text with a region; None where a line differs in more than may be forgiven."""
    if not window.pairs:
        return None  # a text of nothing but blanks and what looks like them
    data, region = source.data, _grown(source.data, contents(text), window)
    area = source.document.lines_span(region)
    remarks: tuple[tuple[Span, ...], tuple[Span, ...]] | None = None
    runs = []
    for run in region_runs(source, text, window, region):
        if run.kind is DifferenceKind.REMARKS:
            remarks = remarks or _remarks(source, area, text)
            own_code, own_remark = _parted(data, run.file, remarks[0])
            code, remark = _parted(text, run.old, remarks[1])
            slips = _slips_of(code, own_code)
            if slips is None:
                return None
            run = replace(run, slips=slips, remark=_compared(data, remark, own_remark))
        runs.append(run)
    return Alignment(source, text, window, region, tuple(runs), remarks[0] if remarks else ())


def region_runs(
    source: Source, text: bytes, window: Window, region: LineRange | None = None
) -> tuple[Run, ...]:
    """Align a text line by line with the lines of a window, or with those of a region around it."""
    lines = region or window.lines
    area = source.document.lines_span(lines)
    alike = {number: own - lines.first + 1 for number, own in window.pairs}
    found = runs_of(text, area.of(source.data), alike)
    return tuple(replace(run, file=run.file.shifted(area.start)) for run in found)


def runs_of(text: bytes, own: bytes, alike: Mapping[int, int] | None = None) -> tuple[Run, ...]:
    """Align two texts line by line: the runs of all lines that are not blank.

    `alike` are lines that are paired if no others fit.
    """
    sides = [tuple(line_spans(side, Span(0, len(side)))) for side in (text, own)]
    found: list[Run] = []
    for pair in line_pairs(text, own, alike):
        old = sides[0][pair.old] if pair.old is not None else Span(0, 0)
        at = found[-1].file.end if found else 0
        place = sides[1][pair.own] if pair.own is not None else Span(at, at)
        run = Run(old, place, None if pair.same else DifferenceKind.LINES)
        if not pair.same and run.is_on_both_sides:
            slips = _slips_of(old.of(text), place.of(own))
            kind = DifferenceKind.REMARKS if slips is None else DifferenceKind.SLIPS
            run = replace(run, kind=kind, slips=slips or ())
        found.append(run)
    return tuple(found)


def _grown(data: bytes, lines: list[bytes], window: Window) -> LineRange:
    """The lines of a region, with as many more at its edges as the text has there that are like none of it."""
    numbers, filled = (
        condense_folded(data).numbers,
        [n for n, line in enumerate(lines) if not is_blank(line)],
    )
    first, last = (filled.index(window.pairs[at][0]) for at in (0, -1))
    ends = []
    for edge, more in ((window.lines.first, -first), (window.lines.last, len(filled) - 1 - last)):
        at = bisect_left(numbers, edge - 1) + more
        ends.append(numbers[min(max(0, at), len(numbers) - 1)] + 1)
    return LineRange(ends[0], max(ends))


def _slips_of(line: bytes, own: bytes) -> tuple[tuple[bytes, bytes], ...] | None:
    """Return the misspelt words of a line, each with the file's; None if anything else differs.

    A run of one sign, such as a line of dashes, may have another length.
    """
    pairs = paired_tokens(*(_RULER.sub(rb"\1\1\1\1", fold(side)) for side in (line, own)))
    found = {word: right for word, right in pairs or () if word != right}
    slips = all(is_slip(word, right) for word, right in found.items())
    return tuple(found.items()) if pairs is not None and slips else None


def _remarks(source: Source, area: Span, text: bytes) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Return the comments in a region, and those in the text put in its place, as a comment may begin before it.

    After an error the parser may have skipped comments: the text shows where they are then.
    """
    there = Span(area.start, area.start + len(text))
    if (inside := region_at(source, area)) is not None:
        source = inside.source
    own = _comments(source, area)
    if not own and source.tree is not None and not _may_hold_comments(text, source.profile):
        return (), ()  # a comment of the text would have to begin in it
    edits = EditSet.of([Edit(area, text)])
    after = source.edited(edits)
    found = _comments(after, there)
    if after.tree is not None:
        source.keep_tree(edits, after.tree)  # the report of a miss asks for the same
    if source.tree is not None and bool(own) != bool(found):
        own, found = _masked(source, area), _masked(after, there)
    edges = ([max(0, at - area.start) for at in (span.start, span.end)] for span in found)
    return own, tuple(Span(start, end) for start, end in edges)


def _may_hold_comments(text: bytes, profile: LanguageProfile) -> bool:
    """Return False if no comment of a language begins or ends in a text, nor one of another that may be embedded."""
    if profile.embedded or not (profile.line_comments or profile.block_comments):
        return trivia.has_comment_mark(text)
    signs = (*profile.line_comments, *(sign for pair in profile.block_comments for sign in pair))
    return any(sign.encode() in text for sign in signs)


def _comments(source: Source, area: Span) -> tuple[Span, ...]:
    """The comments in an area, those of scripts inside of a page as well."""
    if source.tree is None:
        return _masked(source, area)
    trees = [source.tree, *(region.source.tree for region in regions(source, within=area))]
    return tuple(sorted(span for tree in trees if tree is not None for span in tree.comments(area)))


def _masked(source: Source, area: Span) -> tuple[Span, ...]:
    """The same, recognised by the signs that comments begin with."""
    data = source.data  # of code inside another file, most is blank
    start, end = line_start(data, text_start(data, 0)), text_end(data, len(data))
    # The last line of a heredoc decides whether it is one; all other literals begin where they are read.
    if not any(style.role is LiteralRole.HEREDOC for style in source.profile.string_styles):
        end = max(start, min(end, line_end(data, area.end)))
    text = data[start:end]
    spans = (
        Span(start + token.start, start + token.start + len(text[token.start : token.end].rstrip()))
        for token in masking.scan(text, source.profile).tokens
        if token.kind is LiteralRole.COMMENT
    )
    return tuple(span for span in spans if span.overlaps(area))


def _parted(text: bytes, line: Span, comments: tuple[Span, ...]) -> tuple[bytes, bytes]:
    """A line of a text as its code and the words of its comments."""
    code, remark, at = [], [], line.start
    for span in comments:
        low, high = max(line.start, span.start), min(line.end, span.end)
        if low < high and low >= at:
            code.append(text[at:low])
            remark.append(text[low:high])
            at = high
    return b"".join((*code, text[at : line.end])), b" ".join(remark)


def _tokens(text: bytes) -> list[bytes]:
    return TOKEN.findall(fold(text.lower()))


def _other_words(remark: bytes, own: bytes) -> list[tuple[Sequence[bytes], Sequence[bytes]]]:
    """The runs of words in which two comments differ."""
    words, others = _tokens(remark), _tokens(own)
    steps = opcodes(words, others)
    return [(words[i1:i2], others[j1:j2]) for tag, i1, i2, j1, j2 in steps if tag != "equal"]


def _compared(data: bytes, remark: bytes, own: bytes) -> Remark:
    """How the words of a comment differ from the file's in its place."""
    key, numbers = key_of(remark), [Counter(_DIGITS.findall(text)) for text in (remark, own)]
    lines = condense_folded(data).text.split(b"\n")
    stands = sum(line.endswith(key) for line in lines) > key_of(own).endswith(key)
    if (key and stands) or not numbers[0] <= numbers[1]:
        return Remark.ANOTHER
    if _same_subject(remark, own):
        return Remark.SAME_SUBJECT
    sizes = [tuple(map(len, run)) for run in _other_words(remark, own)]
    return Remark.OTHER_SUBJECT if sizes == [(1, 1)] else Remark.OTHER_WORDS


def _same_subject(remark: bytes, own: bytes) -> bool:
    """Return True if two comments say the same in other words.

    Other numbers are something else, and so is a word for a word in the same sentence: `first` for
    `second` is how the comments of twins differ. One that is missing is about nothing else.
    """
    if not remark or not own:
        return True
    runs = _other_words(remark, own)
    retold = any(len(words) != len(others) for words, others in runs) or all(
        _WEAK.issuperset((*words, *others)) for words, others in runs
    )
    return retold and _DIGITS.findall(remark) == _DIGITS.findall(own)
