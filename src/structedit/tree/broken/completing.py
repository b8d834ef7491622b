"""Files that break off: the closers that they lack, behind a last statement that is hidden.

What an interrupted write leaves is the beginning of a file. No lines can be hidden so that the rest
parses, but for all that stands open at its end, and that may be the whole file:

    class A {
        int f() { return 1; }
        int g() {
            if (x) {
                retu                breaks off

So the parser is shown closers behind the end, here `}}}` once `retu` is hidden. They lie behind all
offsets of the content: `A.f` is what it is in the whole file, and `A` and `g`, which reach into them,
have no end.

Two readings must agree on what stands open: the brackets and words that open blocks, and the
indentation. What opens it is less deep than all below it.

Not here: parsing (the caller decides what parses), and breaks in the middle of a file
(`tree.broken.hiding`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence

from structedit.languages.profiles import LanguageProfile
from structedit.text.document import Span
from structedit.text.lazily import regex
from structedit.text.values import dataclass
from structedit.tree.broken import hiding
from structedit.tree.without_grammar.masking import scan
from structedit.tree.without_grammar.pairing import closer_of, marks_of

_DIRECTIVE = regex(
    rb"^[ \t]*(?:#[ \t]*if|@(?:interface|implementation|protocol)\b(?![^\n]*;)"
    rb"|(?P<end>#[ \t]*endif|@end\b))",
    re.MULTILINE,
)
"""Lines that open and close without brackets: conditional directives, and what Objective-C declares."""

_MOST_TRIES = 12
"""Parses that the end of a file is worth: levels that may stand open. Chosen by judgement."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a file that breaks off can be completed: what is hidden at its end, and what closes the rest."""

    hidden: Span
    closers: bytes


def ending_of(
    data: bytes,
    rows: Sequence[hiding.Row],
    profile: LanguageProfile,
    parses: Callable[[Ending], bool],
) -> Ending | None:
    """The ending with which a content parses, of those that hide least; None where there is none such."""
    for _, start in zip(range(_MOST_TRIES), _starts(data, rows, profile), strict=False):
        closers = b"" if _closes(data[start:], profile) else _closers_at(data, start, rows, profile)
        both = (closers.replace(b"};", b"}"), closers)  # a value, or a type of C, ends in `};`
        for some in dict.fromkeys(both) if closers else ():
            if parses(ending := Ending(Span(start, len(data)), some)):
                return ending
    return None


def _closes(tail: bytes, profile: LanguageProfile) -> bool:
    """Whether the end of a file closes what is open before it: then it does not just break off."""
    masked = scan(tail, profile).masked
    marks = marks_of(masked, profile)
    has_end = _open_directives(masked) is None and "#endif" in profile.nodes.closers
    return has_end or any(not marks.is_opener(index) for index in marks.unpaired())


def _starts(data: bytes, rows: Sequence[hiding.Row], profile: LanguageProfile) -> Iterator[int]:
    """Where what breaks off may begin: at the end of the file, or at what is last in what holds it.

    What holds blocks that are whole does not parse for another reason than that the file breaks off.
    """
    yield len(data.rstrip())
    if rows:
        yield rows[-1].top
    last: list[hiding.Region] = []
    regions = hiding.regions_of(rows, profile)
    while regions and (not last or regions[-1].span.end == last[-1].span.end):
        last.append(regions[-1])
        regions = regions[-1].inner
    for region in reversed(last):
        if any(inner.runs for inner in region.inner[:-1]):
            break
        yield region.span.start


def _closers_at(
    data: bytes, end: int, rows: Sequence[hiding.Row], profile: LanguageProfile
) -> bytes:
    """What closes all that stands open before an offset; empty where the two readings differ on it."""
    found = scan(data[:end], profile)
    marks = marks_of(found.masked, profile)
    if found.unclosed is not None:
        return b""
    has_directives = "#endif" in profile.nodes.closers
    closers = (_open_directives(found.masked) or {}) if has_directives else {}
    starts = [row.span.start for row in rows]
    headers: dict[
        int, int
    ] = {}  # the rows in which brackets close, and where what they close began

    def own_row(offset: int) -> int:
        return bisect_right(starts, offset) - 1

    def row_at(offset: int) -> int:
        return headers.get(own_row(offset), own_row(offset))

    def header_of(first: int, behind: int) -> int | None:
        """The row that holds all rows from that of an offset up to that of number `behind`.

        It may be the one of a header that goes on to the offset; None if there is none such.
        """
        number = row_at(first)
        inside = [
            row
            for at, row in enumerate(rows[own_row(first) + 1 : behind], own_row(first) + 1)
            if headers.get(at) != number or row.text[:1] not in b")]"  # else of the header itself
        ]
        if number >= 0 and hiding.all_deeper((rows[number], *inside), profile):
            return number
        least = min((row.depth for row in inside), default=0)
        while number > 0 and rows[number].depth >= least:
            number -= 1
            if rows[number].span.of(found.masked).rstrip()[-1:] in b";:{}":
                return None
        holds = number >= 0 and hiding.all_deeper((rows[number], *inside), profile)
        return number if holds else None

    left_open: list[int] = []
    index, flat_open, flat_closed = 0, False, False
    while index < len(marks.starts):
        start, closed = marks.starts[index], marks.partner.get(index)
        if closed is not None:
            end_row = own_row(marks.starts[closed])
            header = header_of(start, end_row) if own_row(start) < end_row else row_at(start)
            if header is None:
                return b""
            if header < row_at(start) and rows[header].depth != rows[end_row].depth:
                return b""
            flat_closed |= hiding.is_flat(rows[row_at(start) : end_row])
            headers.setdefault(end_row, header)
            index = closed
        elif index not in marks.ignored:
            left_open.append(index)
        index += 1
    for index in left_open:
        start = marks.starts[index]
        closer = closer_of(marks.words[index], profile) if marks.is_opener(index) else b""
        if not closer or header_of(start, len(rows)) is None:
            return b""
        flat_open |= hiding.is_flat(rows[row_at(start) :])
        is_value = b"=" in data[data.rfind(b"\n", 0, start) + 1 : start]
        closers[start] = closer + b";" * (closer == b"}" and (is_value or has_directives))
    is_inside = bool(data[end:].strip()) or (bool(rows) and rows[-1].depth > rows[0].depth)
    if flat_open and flat_closed and not is_inside:
        return b""  # one may be lost further up: which of the closers is whose, their depth does not say
    found_closers = [closers[at] for at in sorted(closers, reverse=True)]
    return b"\n" + b"\n".join(found_closers) + b"\n" if found_closers else b""


def _open_directives(masked: bytes) -> dict[int, bytes] | None:
    """What closes the lines that stand open at the end though they have no bracket, by where they stand.

    None if one is closed that is not opened.
    """
    stack: list[tuple[int, bytes]] = []
    for match in _DIRECTIVE.finditer(masked):
        if match["end"] is None:
            closer = b"@end" if match[0].lstrip().startswith(b"@") else b"#endif"
            stack.append((match.start(), closer))
        elif not stack:
            return None
        else:
            stack.pop()
    return dict(stack)
