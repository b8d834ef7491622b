"""Truncated files: find the closers that complete a file once its last statement is hidden.

An interrupted write leaves the beginning of a file. No hidden lines make the rest parse, except the
blocks that are open at its end, and these may be the whole file:

    class A {
        int f() { return 1; }
        int g() {
            if (x) {
                retu                the file ends here

So the parser sees closers behind the end, here `}}}` once `retu` is hidden. They are behind all offsets of the
content: `A.f` is the same as in the whole file, and `A` and `g`, which extend into the closers, have no end.

Brackets, block words and indentation must agree on which blocks are open: all lines below an opener are deeper.

Not here: parsing (the caller decides what parses), and breaks in the middle of a file (`tree.broken.hiding`).
"""

from __future__ import annotations

import itertools
import math
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence

from structedit.languages.profiles import LanguageProfile
from structedit.text.document import Span
from structedit.text.lazily import regex
from structedit.text.lines import line_start
from structedit.text.values import dataclass
from structedit.tree.broken import hiding
from structedit.tree.without_grammar.masking import scan
from structedit.tree.without_grammar.pairing import closer_of, marks_of

_DIRECTIVE = regex(
    rb"^[ \t]*(?:#[ \t]*if|@(?:interface|implementation|protocol)\b(?![^\n]*;)"
    rb"|(?P<end>#[ \t]*endif|@end\b))",
    re.MULTILINE,
)
"""Lines that open and close without brackets: conditional directives, and declarations of Objective-C."""

_MOST_TRIES = 12
"""Levels of open blocks that are tried, from the innermost. Chosen by judgement."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The lines to hide so that a file parses, and the closers that the rest lacks if the file breaks off."""

    hidden: tuple[Span, ...]
    closers: bytes = b""


def ending_of(
    data: bytes,
    rows: Sequence[hiding.Row],
    profile: LanguageProfile,
    parses: Callable[[Ending], bool],
) -> Ending | None:
    """Return the ending that hides least and makes a content parse; None if no ending does."""
    strings = scan(data, profile)
    if strings.unclosed is None and not marks_of(strings.masked, profile).unpaired():
        return None
    for start in itertools.islice(_starts(data, rows, profile), _MOST_TRIES):
        closers = _closers_at(data, start, rows, profile)
        both = (closers.replace(b"};", b"}"), closers)  # a value, or a type of C, ends in `};`
        for some in dict.fromkeys(both) if closers else ():
            if parses(ending := Ending((Span(start, len(data)),), some)):
                return ending
    return None


def _starts(data: bytes, rows: Sequence[hiding.Row], profile: LanguageProfile) -> Iterator[int]:
    """Yield where the truncated lines may begin: the end of the file, or the last item of each open block.

    A block that contains whole blocks has another reason not to parse.
    """
    yield len(data.rstrip())
    if rows:
        yield rows[-1].span.start
    last: list[hiding.Region] = []
    regions = hiding.regions_of(rows, profile)
    while regions:
        last.append(regions[-1])
        regions = regions[-1].inner
    for region in reversed(last):
        if any(inner.inner for inner in region.inner[:-1]):
            break
        yield region.span.start


def _closers_at(
    data: bytes, end: int, rows: Sequence[hiding.Row], profile: LanguageProfile
) -> bytes:
    """Return the closers of all blocks that are open before an offset; empty where the indentation disagrees.

    Then the file does not just break off: a bracket was lost further up, or the text behind the offset closes some.
    """
    found, rest = scan(data[:end], profile), scan(data[end:], profile).masked
    marks, behind = marks_of(found.masked, profile), marks_of(rest, profile)
    if found.unclosed is not None or any(not behind.is_opener(i) for i in behind.unpaired()):
        return b""
    has_directives = "#endif" in profile.nodes.closers
    closers = _open_directives(found.masked) if has_directives else {}
    for index in marks.unpaired():
        start = marks.starts[index]
        closer = closer_of(marks.words[index], profile) if marks.is_opener(index) else b""
        if not closer or not _contains_rest(rows, start, closer):
            return b""
        is_value = b"=" in data[line_start(data, start) : start]
        closers[start] = closer + b";" * (closer == b"}" and (is_value or has_directives))
    # Of two namespaces whose lines are no deeper, either may have lost its end.
    starts = [row.span.start for row in rows]
    flat = [at for at in marks.starts if hiding.is_flat(rows, bisect_right(starts, at) - 1)]
    if 0 < sum(at in closers for at in flat) < len(flat) and rows[-1].depth <= rows[0].depth:
        return b""
    lines = [closers[at] for at in sorted(closers, reverse=True)]
    return b"\n" + b"\n".join(lines) + b"\n" if lines else b""


def _contains_rest(rows: Sequence[hiding.Row], start: int, closer: bytes) -> bool:
    """Return True if all rows below an opener are deeper than its line; in a namespace they may be as deep.

    A last row that is half the closer may be so, too.
    """
    number = bisect_right([row.span.start for row in rows], start) - 1
    below = rows[number + 1 :]
    if below and below[-1].text != closer and closer.startswith(below[-1].text):
        below = below[:-1]
    least = rows[number].depth - hiding.is_flat(rows, number) if number >= 0 else math.inf
    return all(row.depth > least for row in below)


def _open_directives(masked: bytes) -> dict[int, bytes]:
    """Return the closers of directives and declarations that are open at the end, by where these begin."""
    stack: list[tuple[int, bytes]] = []
    for match in _DIRECTIVE.finditer(masked):
        if match["end"] is None:
            stack.append((match.start(), b"@end" if b"@" in match[0] else b"#endif"))
        elif stack:
            stack.pop()
    return dict(stack)
