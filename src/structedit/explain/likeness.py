"""How the region most like a text differs from the text, in words: a twin, a part of it, or other line breaks.

A twin has the same shape and other words or numbers. It is likely to be another place, so an edit
there would be wrong. All answers come from one alignment of lines (`line_alignment.region_runs`).
"""

from __future__ import annotations

from collections.abc import Sequence

from structedit.calls.statuses import Reason
from structedit.explain.evidence import clipped, range_words, token_diff
from structedit.search.alignment.closest_region import Window
from structedit.search.alignment.elision import stands_for_others
from structedit.search.alignment.line_alignment import region_runs
from structedit.search.alignment.occurrences import Run
from structedit.text.document import LineRange, to_bytes, to_text
from structedit.text.lazily import regex
from structedit.text.lines import line_spans
from structedit.text.values import dataclass
from structedit.text.words import IN_WORD, TELLING, paired_tokens
from structedit.tree.source import Source

_NUMBER = regex(rb"[0-9]\w*\Z")
_WORD = regex(IN_WORD)

# Chosen by judgement; column *retry* of `python -m benchmarks.landing` shows what another number costs.
_TWIN_PERCENT = 60  # likeness from which on a region is a twin
_MOST_SWAPS = 4  # pairs of words that are shown
_MOST_LINES = 3  # lines to correct that are listed
_BESIDE = 2  # lines by which a region's edges may be off
_LEAST_LETTERS = 8  # of a text that can be recognised without its line breaks
_LONG = 300  # letters of a line that are shown


@dataclass(frozen=True, slots=True)
class Likeness:
    """Words for a text that is nearly in the file: `found` completes a sentence about the text."""

    reason: Reason
    found: str
    fix: str


def likeness(source: Source, text: str, word: str, window: Window) -> Likeness | None:
    """Describe how a region resembles a text, which is the argument `word`; None if fewer than half the lines do."""
    if lines := refitted(source, text, window):
        where = range_words(lines)
        found = f"`{word}` is {where} of the file with different line breaks"
        return Likeness(Reason.NO_MATCH, found, f"break the lines as in {where}")
    where, needle = range_words(window.lines), to_bytes(text)
    runs = region_runs(source, needle, window)
    if swaps := _swaps(source, needle, window, runs):
        words = ", ".join(f"{a!r} where the file has {b!r}" for a, b in swaps)
        found = f"only similar text is in the file, at {where}: `{word}` has {words}"
        fix = f"if that is meant, copy {where} from the file into `{word}`"
        return Likeness(Reason.NEAR_TWIN, found, fix)
    size = sum(len(run.old) > 0 for run in runs)
    equal = [run.old.of(needle) for run in runs if run.kind is None]
    odd = [run for run in runs if run.kind is not None]
    if not odd or 2 * len(equal) < size or not any(map(TELLING.search, equal)):
        return None
    found = f"`{word}` is only partly in the file: {len(equal)} of its {size} lines are in {where}"
    if len(equal) == size:
        found = f"`{word}` leaves out lines of the file: its {size} lines are in {where}"
    mark = next((r.old for r in odd if stands_for_others(to_text(r.old.of(needle)))), None)
    if mark is not None:
        line = needle.count(b"\n", 0, mark.start) + 1
        fix = f"write out the lines that line {line} of `{word}` omits: it is not certain which they are"
        return Likeness(Reason.PARTIAL_MATCH, found, fix)
    fixes = [_fix(source, needle, word, run) for run in odd[:_MOST_LINES]]
    return Likeness(Reason.PARTIAL_MATCH, found, "; ".join(fixes))


def _swaps(
    source: Source, text: bytes, window: Window, runs: Sequence[Run]
) -> tuple[tuple[str, str], ...]:
    """Return the pairs of words and numbers that differ if the region differs in nothing else.

    At least half of the tokens are equal, and one of these is a word.
    """
    if window.similarity < _TWIN_PERCENT or not all(run.is_on_both_sides for run in runs):
        return ()
    sides = [run.old.of(text) for run in runs], [run.file.of(source.data) for run in runs]
    pairs = paired_tokens(*map(b"\n".join, sides)) or []
    differing = [(a, b) for a, b in pairs if a != b]
    # A word replaces a word and a number a number; another sign is another construct.
    alike = all(_WORD.match(a) and _WORD.match(b) for a, b in differing)
    alike = alike and all(bool(_NUMBER.match(a)) == bool(_NUMBER.match(b)) for a, b in differing)
    telling = any(a == b and TELLING.search(a) for a, b in pairs)
    if not alike or not telling or 2 * len(differing) > len(pairs):
        return ()
    return tuple((to_text(a), to_text(b)) for a, b in dict.fromkeys(differing))[:_MOST_SWAPS]


def _fix(source: Source, text: bytes, word: str, run: Run) -> str:
    """Return what to change in a text where the region has another line, or where one side lacks a line."""
    wanted, own = (to_text(side).strip() for side in (run.old.of(text), run.file.of(source.data)))
    line, number = source.document.line_of(run.file.start), text.count(b"\n", 0, run.old.start) + 1
    if not wanted:
        return f"add line {line} of the file to `{word}`: {clipped(own, _LONG)!r}"
    if not own:
        return f"drop line {number} of `{word}`, it is not in the file: {clipped(wanted, _LONG)!r}"
    differs = clipped(token_diff(wanted, own), _LONG)
    return f"correct line {number} of `{word}`: line {line} of the file differs: {differs}"


def own_text(source: Source, lines: LineRange) -> str:
    """Return lines of the file with plain line breaks, without the last one."""
    spans = line_spans(source.data, source.document.lines_span(lines))
    return to_text(b"\n".join(span.of(source.data) for span in spans))


def refitted(source: Source, text: str, window: Window) -> LineRange | None:
    """Return the lines near the region that equal the text but for blanks and line breaks."""
    wanted = "".join(text.split())
    if len(wanted) < _LEAST_LETTERS or not TELLING.search(to_bytes(wanted)):
        return None
    count, first, last = source.document.line_count, window.lines.first, window.lines.last
    for start in range(min(last, first + _BESIDE), max(0, first - _BESIDE - 1), -1):
        if not source.document.line_text(start).strip():
            continue
        for end in range(max(start, last - _BESIDE), min(count, last + _BESIDE) + 1):
            lines = LineRange(start, end)
            if "".join(own_text(source, lines).split()) == wanted:
                return lines
    return None
