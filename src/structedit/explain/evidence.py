"""The file's own content as evidence: numbered lines, hits, candidates, the closest region.

A failure that shows what is there saves the caller from guessing again. Everything is bounded:
a line, a region and a list of hits have a longest form each, and name what they leave out.

Not here: the cause of the failure (`missed_text`), and how it looks on a screen (`calls.report`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from structedit.calls.diagnoses import Candidate, Closest, Difference, Hit, Numbered
from structedit.calls.tiers import DifferenceKind
from structedit.search.addresses import selector_by_line
from structedit.search.alignment import closest_region
from structedit.search.alignment.closest_region import Window
from structedit.search.alignment.folding import BLANKS, fold, leading
from structedit.search.alignment.ladder import core_of
from structedit.search.alignment.line_alignment import region_runs
from structedit.search.alignment.occurrences import Occurrence
from structedit.search.embedded import selector_at, selector_of
from structedit.search.scopes import Scope
from structedit.text.diff import opcodes
from structedit.text.document import LineRange, Span, to_bytes, to_text
from structedit.text.lazily import regex
from structedit.text.values import replace
from structedit.text.words import TELLING, TOKEN
from structedit.tree.nodes import Block
from structedit.tree.source import Source

LINE_LIMIT = 400
"""Letters of a line that are shown; generated files have lines of megabytes.

Chosen by judgement.
"""

LIKE_PERCENT = 75
"""Likeness from which on a text is the one that was meant.

Chosen by judgement: lines of one shape, such as `x = 1` and `y = 2`, are 60 % alike.
"""

MOST_HITS = 50
"""Places that a diagnosis lists; chosen by judgement."""

MOST_DIFFERENCES = 12
"""Lines that differ that a diagnosis lists; chosen by judgement."""

LISTABLE = 1_000_000
"""Bytes of a file up to which all definitions of a name are looked for, to number them.

Chosen by judgement, for the time.
"""

_HIT_LINES = 9
"""Lines of one of several places that are shown; chosen by judgement."""

_CLOSEST_LINES = 40
"""Lines of the closest region that are kept; chosen by judgement, a report shows fewer."""

_SIGNATURE_LIMIT = 120
"""Letters of a definition's first line; chosen by judgement: one line of a report."""

_TOKEN_LIMIT = 400
"""Letters of a line that are compared token by token.

Follows from `LINE_LIMIT`: no more is shown.
"""

_OUTSIDE_MARGIN = 25
"""Per cent by which a region outside what the caller names must be more like the text to be shown instead.

Chosen by judgement: what the caller named goes first.
"""

_TOKEN = regex(r"[\w$]+|[^\w\s$]|\s+")
"""The tokens of `text.words` and the blanks between them, so that the line can be put together again."""

_NAME_WORDS = 8
"""Words and signs of a header among which its name is; chosen by judgement, for the time."""

_BLANKS = to_text(BLANKS)
_NO_BLANKS = dict.fromkeys(BLANKS)


def numbered(source: Source, span: Span, around: int = 2, most: int = 20) -> Numbered:
    """The lines of a span and `around` lines on each side; of these the first `most`."""
    document = source.document
    lines = document.line_range(span)
    first = max(1, min(lines.first, document.line_count) - around)
    last = max(first, min(document.line_count, lines.last + around))
    numbers = range(first, min(last, first + most - 1) + 1)
    texts = tuple(clipped(document.line_text(number)) for number in numbers)
    return Numbered(first, texts, last - first + 1 - len(texts), enclosing(source, span))


def clipped(text: str, limit: int = LINE_LIMIT) -> str:
    """A long line cut short, with the number of letters that are left out.

    >>> clipped("abcdef", 4)
    'abcd… (2 more characters)'
    """
    rest = len(text) - limit
    return text if rest <= 0 else f"{text[:limit]}… ({rest} more characters)"


def enclosing(source: Source, span: Span) -> str | None:
    """The selector of the innermost definition around a place; None without a tree or definition."""
    core, tree = core_of(source.data, span), source.tree
    if tree is not None and len(source.data) > LISTABLE and not source.profile.embedded:
        return selector_by_line(tree, core)
    return selector_at(source, core)


def hits_of(source: Source, spans: Iterable[Span]) -> tuple[Hit, ...]:
    """Places as hits, with two lines around each, the first `MOST_HITS` of them."""
    listed = list(spans)[:MOST_HITS]
    rows = ((span, numbered(source, span, most=_HIT_LINES)) for span in listed)
    return tuple(Hit(source.document.line_range(span), row.selector, row) for span, row in rows)


def range_words(lines: LineRange) -> str:
    """Words for a range of lines: ``line 4``, ``lines 4-9``."""
    return f"line {lines}" if lines.first == lines.last else f"lines {lines}"


def lines_words(source: Source, spans: Sequence[Span], most: int = 8) -> str:
    """Words for the lines where places begin: ``line 4``, ``lines 4, 19 and 2 more``."""
    lines = list(dict.fromkeys(source.document.line_of(span.start) for span in spans))
    words = ", ".join(map(str, lines[:most]))
    more = f" and {len(lines) - most} more" if len(lines) > most else ""
    return f"line{'s' if len(lines) > 1 else ''} {words}{more}"


# Candidates


def candidates_of(source: Source, blocks: Sequence[Block]) -> tuple[Candidate, ...]:
    """Nodes as candidates, each with a selector that names it and nothing else."""
    if source.tree is None:
        return ()
    source.tree.index()
    return tuple(candidate_of(source, block, selector_of(source, block)) for block in blocks)


def candidate_of(source: Source, block: Block, selector: str) -> Candidate:
    """A node as a candidate under a selector."""
    words = " ".join(to_text(block.header.of(source.data)).split())
    signature = clipped(words, _SIGNATURE_LIMIT)
    return Candidate(selector, block.kind, source.document.line_range(block.span), signature)


# Differences


def visible(text: str) -> str:
    """A text with blanks as dots, tabs as arrows, and invisible characters as code points.

    >>> visible("\\tif  x:\\u00a0")
    '→if··x:<U+00A0>'
    """
    return "".join(map(_visible_letter, clipped(text)))


def _visible_letter(letter: str) -> str:
    if letter in " \t":
        return "·" if letter == " " else "→"
    unseen = unicodedata.category(letter) in ("Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Cn")
    return f"<{_code_point(letter)}>" if unseen else letter


def _code_point(letter: str) -> str:
    return f"U+{ord(letter):04X}"


def differences_of(source: Source, old: str, hit: Occurrence) -> tuple[Difference, ...]:
    """How the lines of a hit differ from those of `old`, where its tier allows differences."""
    text = to_bytes(old)
    found = []
    for run in hit.runs:
        if run.kind is DifferenceKind.OMITTED:
            continue  # the mark in `old` differs from the lines that it omits, as it should
        wanted, own = to_text(run.old.of(text)), to_text(run.file.of(source.data))
        if run.old.start == 0 and not leading(to_bytes(wanted)):
            own = own.lstrip(_BLANKS)  # a text may begin behind its line's indentation
        if wanted != own:
            line, what = source.document.line_of(run.file.start), difference_words(wanted, own)
            found.append(Difference(line, visible(wanted), visible(own), what))
    return tuple(found[:MOST_DIFFERENCES])


def difference_words(wanted: str, found: str) -> str:
    """How two lines differ that look the same, in words.

    >>> difference_words("\\treturn x", "    return x ")
    'tabs versus spaces in the indentation; trailing white space'
    """
    words = []
    lead_wanted, lead_found = leading(to_bytes(wanted)), leading(to_bytes(found))
    if lead_wanted != lead_found:
        mixed = (b"\t" in lead_wanted) != (b"\t" in lead_found) and lead_wanted and lead_found
        words.append(
            "tabs versus spaces in the indentation"
            if mixed
            else f"indented by {len(lead_wanted)}, the file by {len(lead_found)}"
        )
    if wanted[len(wanted.rstrip(_BLANKS)) :] != found[len(found.rstrip(_BLANKS)) :]:
        words.append("trailing white space")
    inner_wanted, inner_found = wanted.strip(_BLANKS), found.strip(_BLANKS)
    if inner_wanted != inner_found:
        words.append(_inner_words(inner_wanted, inner_found))
    return "; ".join(words)


def _inner_words(wanted: str, found: str) -> str:
    if wanted.translate(_NO_BLANKS) == found.translate(_NO_BLANKS):
        return "white space inside the line"
    alike = fold(to_bytes(wanted)).split() == fold(to_bytes(found)).split()
    if not alike:
        return "text"
    odd_wanted = [_code_point(c) for c in dict.fromkeys(wanted) if c not in found and c > "\x7f"]
    odd_found = [_code_point(c) for c in dict.fromkeys(found) if c not in wanted and c > "\x7f"]
    parts = [f"yours has {', '.join(odd_wanted)}"] if odd_wanted else []
    parts += [f"the file has {', '.join(odd_found)}"] if odd_found else []
    return " and ".join(parts) or "look-alike characters"


def token_diff(wanted: str, found: str) -> str:
    """A line with what was asked for as ``[-…-]`` and what the file has instead as ``{+…+}``.

    >>> token_diff("total_c = compute(3)", "total_a = compute(1)")
    '[-total_c-]{+total_a+} = compute([-3-]{+1+})'
    """
    old = _TOKEN.findall(clipped(wanted, _TOKEN_LIMIT))
    new = _TOKEN.findall(clipped(found, _TOKEN_LIMIT))
    return "".join(
        _marked(tag, old[i1:i2], new[j1:j2]) for tag, i1, i2, j1, j2 in opcodes(old, new)
    )


def _marked(tag: str, old: list[str], new: list[str]) -> str:
    if tag == "equal":
        return "".join(old)
    gone = f"[-{''.join(old)}-]" if old else ""
    come = f"{{+{''.join(new)}+}}" if new else ""
    return gone + come


_MOST_SEARCHED = 16 << 20
"""Bytes of a file that is searched as a whole for what is like a text.

Chosen by judgement, for the time.
"""


# The closest region


def closest_window(source: Source, text: str, scope: Scope | None) -> Window | None:
    """The region most like a text, where the caller names one unless a far better one is outside; None if blank.

    A place is named by the scope, or by a definition's header in the text.
    """
    needle = to_bytes(text)
    if len(source.data) > _MOST_SEARCHED:
        return _closest_near(source.data, needle)
    anywhere = closest_region.closest(source.data, needle)
    named = scope.spans if scope is not None and scope.hints else _named(source, needle)
    if not named:
        return anywhere
    inside = closest_region.closest(source.data, needle, scope=named)
    if inside is None or anywhere is None:
        return inside or anywhere
    if not (
        scope is not None and scope.hints
    ):  # a header does not exclude a place that is as similar
        rival = anywhere.runner_up if anywhere.lines == inside.lines else anywhere
        inside = replace(inside, runner_up=rival)
    return anywhere if anywhere.similarity > inside.similarity + _OUTSIDE_MARGIN else inside


_MOST_USES = 16
"""Places where a key is written from which on it is taken to be the key of many maps. Chosen by judgement."""


def _named(source: Source, needle: bytes) -> tuple[Span, ...]:
    """The only definition that the first line of a text names as a header does: by its name and first word."""
    words = TOKEN.findall(needle.strip().partition(b"\n")[0])
    if source.tree is None or len(source.data) > LISTABLE:
        return ()
    if not words or words[0] not in source.data:
        return ()
    found = {
        block.span
        for word in dict.fromkeys(words[1:_NAME_WORDS])
        if TELLING.search(word)
        if not source.profile.is_data or source.data.count(word) <= _MOST_USES
        for block in source.tree.definitions_named(to_text(word))
        if TOKEN.findall(block.header.of(source.data))[:1] == words[:1]
    }
    return tuple(found) if len(found) == 1 else ()


def _closest_near(data: bytes, needle: bytes) -> Window | None:
    """Return the most similar region of a very large file, near the text's longest line."""
    longest = max((line.strip() for line in needle.split(b"\n")), key=len)
    at, near = max(0, data.find(longest)), _MOST_SEARCHED // 8
    return closest_region.closest(data, needle, scope=(Span(max(0, at - near), at + near),))


def closest_of(source: Source, text: str, window: Window | None) -> Closest | None:
    """A window's lines, and how they differ from the text; None without a window."""
    if window is None:
        return None
    region = numbered(source, window.span, around=1, most=_CLOSEST_LINES)
    differences = tuple(_window_differences(source, text, window))
    similarity = min(window.similarity, 99) if differences else window.similarity
    return Closest(region, similarity, window.lines, _capped(differences))


def region_of(source: Source, text: str, span: Span) -> Closest:
    """Lines that were named by number, and how they differ from the text given for them."""
    found = shown(source, span, numbered(source, span, most=_CLOSEST_LINES))
    window = closest_region.closest(source.data, to_bytes(text), scope=(span,))
    if window is None:
        return replace(found, similarity=0)
    differences = _capped(tuple(_window_differences(source, text, window)))
    return replace(found, similarity=window.similarity, differences=differences)


def shown(source: Source, span: Span, region: Numbered) -> Closest:
    """A known place, such as one that was edited or refused, in the form of a closest region."""
    return Closest(region, 100, source.document.line_range(span))


def _capped(lines: tuple[str, ...]) -> tuple[str, ...]:
    left_out = len(lines) - MOST_DIFFERENCES
    return (
        lines if left_out <= 0 else (*lines[:MOST_DIFFERENCES], f"… {left_out} more lines differ")
    )


def _window_differences(source: Source, text: str, window: Window) -> Iterator[str]:
    """Yield words for each difference: lines that differ, are only in the text, or only in the file."""
    needle, document = to_bytes(text), source.document
    for run in region_runs(source, needle, window):
        wanted, own = (
            to_text(side).strip() for side in (run.old.of(needle), run.file.of(source.data))
        )
        if not own:
            yield f"only in your text: {clipped(wanted)}"
        elif not wanted:
            line = document.line_of(run.file.start)
            yield f"line {line}, only in the file: {clipped(own)}"
        elif own.split() != wanted.split():
            yield f"line {document.line_of(run.file.start)}: {token_diff(wanted, own)}"
