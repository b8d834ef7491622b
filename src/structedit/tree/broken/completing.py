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

_END_OF_DIRECTIVE = b"#endif"
_DIRECTIVE = regex(rb"^[ \t]*#[ \t]*(if|endif)", re.MULTILINE)
_MOST_TRIES = 12
"""Parses that the end of a file is worth: levels that may stand open. Chosen by judgement."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a file that breaks off can be completed: what is hidden at its end, and what closes the rest."""

    hidden: Span
    closers: bytes


def ending_of(
    data: bytes, profile: LanguageProfile, parses: Callable[[Ending], bool]
) -> Ending | None:
    """The ending with which a content parses, of those that hide least; None where there is none such."""
    if len(data) > hiding.MAX_BYTES or profile.is_data:
        return None
    rows = hiding.rows_of(data, profile)
    for _, start in zip(range(_MOST_TRIES), _starts(data, rows, profile), strict=False):
        closers = _closers_at(data, start, rows, profile)
        # A type of C ends in `};`, and most that stands open does not mind an empty statement.
        both = (
            (closers, closers.replace(b"}", b"};")) if "#endif" in profile.closers else (closers,)
        )
        for some in both if closers else ():
            if parses(ending := Ending(Span(start, len(data)), some)):
                return ending
    return None


def _starts(data: bytes, rows: Sequence[hiding.Row], profile: LanguageProfile) -> Iterator[int]:
    """Where what breaks off may begin: at the end of the file, or at what is last in what holds it."""
    yield len(data.rstrip())
    open_at_end: list[int] = []
    regions = hiding.regions_of(rows, profile)
    while regions:
        open_at_end.append(regions[-1].span.start)
        end = regions[-1].span.end
        inner = regions[-1].inner
        regions = inner if inner and inner[-1].span.end == end else ()
    if rows:
        yield rows[-1].top
    yield from dict.fromkeys(reversed(open_at_end))


def _closers_at(
    data: bytes, end: int, rows: Sequence[hiding.Row], profile: LanguageProfile
) -> bytes:
    """What closes all that stands open before an offset; empty where the two readings differ on it."""
    found = scan(data[:end], profile)
    marks = marks_of(found.masked, profile)
    if found.unclosed is not None:
        return b""
    closers = _open_directives(found.masked, profile)
    starts = [row.span.start for row in rows]

    def are_deeper(first: int, behind: int) -> bool:
        """Whether the row of an offset holds all rows from there up to that of number `behind`."""
        number = bisect_right(starts, first) - 1
        return number >= 0 and (number == behind or hiding.all_deeper(rows[number:behind], profile))

    index = 0
    while index < len(marks.starts):
        start, closed = marks.starts[index], marks.partner.get(index)
        if closed is not None:
            if not are_deeper(start, bisect_right(starts, marks.starts[closed]) - 1):
                return b""
            index = closed
        elif index not in marks.ignored and index not in marks.owner:
            opens = marks.is_opener(index)
            closer = closer_of(marks.words[index], profile) if opens else b""
            if not closer or not are_deeper(start, len(rows)):
                return b""
            closers[start] = closer
        index += 1
    found_closers = [closers[at] for at in sorted(closers, reverse=True)]
    return b"\n" + b"\n".join(found_closers) + b"\n" if found_closers else b""


def _open_directives(masked: bytes, profile: LanguageProfile) -> dict[int, bytes]:
    """What closes the conditional directives that stand open at the end, by where they stand."""
    stack: list[int] = []
    if _END_OF_DIRECTIVE.decode() not in profile.closers:
        return {}
    for match in _DIRECTIVE.finditer(masked):
        if match[1] != b"endif":
            stack.append(match.start())
        elif stack:
            stack.pop()
    return dict.fromkeys(stack, _END_OF_DIRECTIVE)
