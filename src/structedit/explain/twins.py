"""How a text that is not in the file resembles what is: as a twin, a part, or with joined lines.

A twin has the same shape and other words or numbers: the place of another thing, and the most
dangerous one to edit. A part is a text whose first or last lines do stand somewhere.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from structedit.explain.evidence import clipped, range_words, token_diff
from structedit.search.alignment.closest_region import Window
from structedit.search.alignment.folding import condense_folded, contents
from structedit.search.alignment.line_pairs import line_pairs
from structedit.text.document import LineRange, Span, to_bytes, to_text
from structedit.text.lazily import regex
from structedit.text.lines import line_spans
from structedit.text.values import dataclass
from structedit.text.words import TELLING, paired_tokens
from structedit.tree.source import Source

_NUMBER = regex(rb"[0-9]\w*\Z")
"""What a line holds that says something by standing somewhere; a bracket alone does not."""

# Chosen by judgement; column *retry* of `python -m benchmarks.landing` shows what another number costs.
_TWIN_PERCENT = 60  # likeness from which on a region is a twin
_MOST_STARTS = 500  # places of a text's first line that are followed
_MOST_SWAPS = 4  # pairs of words that are told
_NEAR_LINES = 20  # between the end of a part that is there, and the line that goes on with it
_FEW = 3  # lines that may be missing or added
_BESIDE = 2  # lines by which a region's edges may be off
_LEAST_LETTERS = 8  # of a text that says something
_SHORT = 120  # letters of a line that is told
_LONG = 300  # letters of a line's differences


@dataclass(frozen=True, slots=True)
class Parts:
    """The lines of a text that stand in the file (`found`), and how its line `line` differs."""

    found: str
    line: int
    odd: str


def swaps(data: bytes, text: str, window: Window) -> tuple[tuple[str, str], ...]:
    """The pairs of words and numbers that differ, where a region differs in nothing else.

    At least half of the tokens are equal, and one of these is a word.
    """
    lines, own, partner = contents(to_bytes(text)), contents(data), dict(window.pairs)
    wanted = [number for number, line in enumerate(lines) if line.strip()]
    region = range(window.lines.first - 1, window.lines.last)
    whole = len(wanted) == sum(bool(own[number].strip()) for number in region)
    if window.similarity < _TWIN_PERCENT or not whole or not partner.keys() >= set(wanted):
        return ()
    texts = ([lines[n] for n in wanted], [own[partner[n]] for n in wanted])
    pairs = paired_tokens(*map(b"\n".join, texts)) or []
    differing = [(a, b) for a, b in pairs if a != b]
    alike = all(_kind(a) == _kind(b) != "" for a, b in differing)
    telling = any(a == b and TELLING.search(a) for a, b in pairs)
    if not alike or not telling or 2 * len(differing) > len(pairs):
        return ()
    return tuple((to_text(a), to_text(b)) for a, b in dict.fromkeys(differing))[:_MOST_SWAPS]


def _kind(token: bytes) -> str:
    """Whether a token is a number or a word; empty for marks."""
    if _NUMBER.match(token):
        return "number"
    return "word" if is_letter(token[0]) else ""


def is_letter(byte: int) -> bool:
    """Whether a byte belongs to an identifier."""
    return byte > 0x7F or chr(byte).isalnum() or byte in b"_$"


def whole_word(data: bytes, core: Span) -> str:
    """The text around a place up to the edges of its words, on one line, quoted."""
    start, end = core.start, core.end
    while start > max(0, core.start - 40) and is_letter(data[start - 1]):
        start -= 1
    while end < min(len(data), core.end + 40) and is_letter(data[end]):
        end += 1
    return repr(to_text(data[start:end]).split("\n")[0][:100])


def parts(source: Source, text: str, window: Window | None) -> Parts | None:
    """Where the first lines of a text stand in the file, or its last ones, and the line next to them.

    None where neither do. `window` is the region most like the text; its pairing shows which
    line is meant, if it is near.
    """
    file, wanted = condense_folded(source.data), condense_folded(to_bytes(text))
    own, lines = file.text.split(b"\n"), wanted.text.split(b"\n")
    if len(lines) < 2:
        return None
    partner = dict(window.pairs) if window is not None else {}
    # Of places that are as long, the one next to the region.
    edges = (window.lines.first - 1, window.lines.last - 1) if window is not None else (0, 0)
    first, last = (
        bisect_left(file.numbers, partner.get(wanted.numbers[at], edge))
        for at, edge in zip((0, -1), edges, strict=True)
    )
    head, at = _longest(own, lines, first)
    tail, back = _longest(own[::-1], lines[::-1], len(own) - 1 - last)
    end = len(own) - 1 - back
    told = [*lines[:head], *lines[len(lines) - tail :]]
    if not any(TELLING.search(line) for line in told):
        return None
    words = []
    if head:
        where = LineRange(file.numbers[at] + 1, file.numbers[at + head - 1] + 1)
        words.append(f"its first {_count(head, len(lines))} at {range_words(where)}")
    if tail:
        where = LineRange(file.numbers[end - tail + 1] + 1, file.numbers[end] + 1)
        words.append(f"its last {_count(tail, len(lines))} at {range_words(where)}")
    odd, found = (head, at + head) if head else (len(lines) - tail - 1, end - tail)
    number = wanted.numbers[odd]
    beside = file.numbers[found] if 0 <= found < len(own) else None
    paired, next_to = partner.get(number), beside
    if beside is not None and paired is not None and abs(paired - beside) <= _NEAR_LINES:
        beside = paired
    line = to_text(contents(to_bytes(text))[number]).strip()
    return Parts(", ".join(words), number + 1, _odd(source, line, beside, next_to))


@dataclass(frozen=True, slots=True)
class Slips:
    """Words for a text that equals a region but for a few lines: `found` on the text, and what to do."""

    found: str
    fix: str
    whole: bool = False
    """Tells that all of the text is there, with other line breaks."""


def slips(source: Source, text: str, window: Window | None) -> Slips | None:
    """The lines that are too many or too few, where the region begins and ends as the text does.

    Or that only line breaks differ; None where neither is so.
    """
    if window is None:
        return None
    if lines := refitted(source, text, window):
        where = range_words(lines)
        told = f"{where} of the file with other line breaks"
        return Slips(told, f"break lines as {where} do", whole=True)
    own = own_text(source, window.lines)
    text = text.strip("\r\n")
    base, ours = [to_text(line) for line in contents(to_bytes(text))], own.split("\n")
    wrong = [pair for pair in line_pairs(to_bytes(text), to_bytes(own)) if not pair.same]
    surplus = [pair.old for pair in wrong if pair.own is None and pair.old is not None]
    missing = [pair.own for pair in wrong if pair.old is None and pair.own is not None]
    ends = base[0].split() == ours[0].split() and base[-1].split() == ours[-1].split()
    few = 0 < len(wrong) <= min(_FEW, (len(base) - 1) // 2)
    if not ends or not few or len(surplus) + len(missing) < len(wrong):
        return None
    first = window.lines.first
    lacks = [f"it lacks line {first + j} of the file, {_quoted(ours[j])}" for j in missing]
    more = [f"its line {i + 1}, {_quoted(base[i])}, is not there" for i in surplus]
    fix = " and ".join(
        [f"add line {first + j} to `old`" for j in missing]
        + [f"drop line {i + 1} of `old`" for i in surplus]
    )
    return Slips(f"nearly {range_words(window.lines)}: {'; '.join(lacks + more)}", fix)


def _quoted(line: str) -> str:
    return repr(clipped(line.strip(), _SHORT))


def own_text(source: Source, lines: LineRange) -> str:
    """Lines of the file with plain line breaks, without the last one."""
    spans = line_spans(source.data, source.document.lines_span(lines))
    return to_text(b"\n".join(span.of(source.data) for span in spans))


def refitted(source: Source, text: str, window: Window) -> LineRange | None:
    """The lines near the region that equal the text but for blanks and line breaks; None if none."""
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


def _count(count: int, total: int) -> str:
    return f"line of {total} is" if count == 1 else f"{count} lines of {total} are"


def _longest(own: Sequence[bytes], lines: Sequence[bytes], near: int) -> tuple[int, int]:
    """How many of `lines`, from the first on, stand together, and where: next to `near`, of several; never all."""
    starts = [number for number, line in enumerate(own) if line == lines[0]][:_MOST_STARTS]
    best, at = 0, 0
    for start in starts:
        count, most = 0, min(len(own) - start, len(lines))
        while count < most and own[start + count] == lines[count]:
            count += 1
        if count > best or (count == best and abs(start - near) < abs(at - near)):
            best, at = count, start
    return min(best, len(lines) - 1), at


def _odd(source: Source, line: str, beside: int | None, next_to: int | None) -> str:
    """How a line differs from the one that the file has for it, or from the one `next_to` what is there."""
    if beside is None or next_to is None:
        return f"{clipped(line, _SHORT)!r} is not there, the file ends"
    own = source.document.line_text(beside + 1).strip()
    if line == own:
        other = clipped(source.document.line_text(next_to + 1).strip(), _SHORT)
        return f"next to it, line {next_to + 1} of the file is missing: {other!r}"
    if line in own:
        return (
            f"{clipped(line, _SHORT)!r} is only a part of line {beside + 1}: "
            f"{clipped(own, _SHORT)!r}"
        )
    return f"line {beside + 1} of the file differs: {clipped(token_diff(line, own), _LONG)}"


def joined(source: Source, text: str) -> tuple[str, ...]:
    """A note where the first line of a text stands only as a part of a longer line."""
    lines = [line.strip() for line in contents(to_bytes(text)) if line.strip()]
    at = source.data.find(lines[0]) if len(lines) > 1 and TELLING.search(lines[0]) else -1
    if at < 0:
        return ()
    line = source.document.line_of(at)
    return (f"its first line is only a part of line {line}",)
