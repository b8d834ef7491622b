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

import itertools
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
"""Lines that open and close without brackets: conditional directives, and what Objective-C declares."""

_MOST_TRIES = 12
"""Parses that the end of a file is worth: levels that may stand open. Chosen by judgement."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a file can be made to parse: which lines are hidden, and what closes the rest if it breaks off."""

    hidden: tuple[Span, ...]
    closers: bytes = b""


def ending_of(
    data: bytes,
    rows: Sequence[hiding.Row],
    profile: LanguageProfile,
    parses: Callable[[Ending], bool],
) -> Ending | None:
    """Return the ending with which a content parses, of those that hide least; None where there is none such."""
    strings = scan(data, profile)
    marks = marks_of(strings.masked, profile)
    if strings.unclosed is None and not marks.unpaired():
        return None
    starts = list(itertools.islice(_starts(data, rows, profile), _MOST_TRIES))
    for start in starts:
        closers = _closers_at(data, start, rows, profile)
        both = (closers.replace(b"};", b"}"), closers)  # a value, or a type of C, ends in `};`
        for some in dict.fromkeys(both) if closers else ():
            if parses(ending := Ending((Span(start, len(data)),), some)):
                return ending
    return None


def _starts(data: bytes, rows: Sequence[hiding.Row], profile: LanguageProfile) -> Iterator[int]:
    """Yield where what breaks off may begin: at the end of the file, or at the last thing in each block open there.

    A block that holds blocks that are whole does not parse for another reason than that the file breaks off.
    """
    yield len(data.rstrip())
    if rows:
        yield rows[-1].span.start
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
    """Return what closes all that is open before an offset; empty where indentation says that something else is open.

    Then the file does not just break off: a bracket was lost further up, or the text behind the offset closes some.
    """
    found, rest = scan(data[:end], profile), scan(data[end:], profile).masked
    marks, behind = marks_of(found.masked, profile), marks_of(rest, profile)
    if found.unclosed is not None or any(not behind.is_opener(i) for i in behind.unpaired()):
        return b""
    has_directives = "#endif" in profile.nodes.closers
    closers = (_open_directives(found.masked) or {}) if has_directives else {}
    for index in marks.unpaired():
        start, closer = marks.starts[index], b""
        if marks.is_opener(index) and _holds_the_rest(rows, start, found.masked):
            closer = closer_of(marks.words[index], profile)
        if not closer:
            return b""
        is_value = b"=" in data[line_start(data, start) : start]
        closers[start] = closer + b";" * (closer == b"}" and (is_value or has_directives))
    # Of two namespaces whose lines are no deeper, either may have lost its end.
    starts = [row.span.start for row in rows]
    flat = [at for at in marks.starts if hiding.is_flat(rows, bisect_right(starts, at) - 1)]
    is_doubtful = any(at in closers for at in flat) and not all(at in closers for at in flat)
    if is_doubtful and rows[-1].depth <= rows[0].depth:
        return b""
    lines = [closers[at] for at in sorted(closers, reverse=True)]
    return b"\n" + b"\n".join(lines) + b"\n" if lines else b""


def _holds_the_rest(rows: Sequence[hiding.Row], start: int, masked: bytes) -> bool:
    """Return True if all rows below an opening bracket are deeper than the line, or the header, that it ends.

    The rows of a namespace may be as deep.
    """
    number = bisect_right([row.span.start for row in rows], start) - 1
    below = rows[number + 1 :]
    if number < 0 or not below:
        return number >= 0
    least = min(row.depth for row in below)
    if least > rows[number].depth - hiding.is_flat(rows, number):
        return True
    while number > 0 and rows[number].depth >= least:
        number -= 1
        if rows[number].span.of(masked).rstrip()[-1:] in b";:{}":
            return False
    return rows[number].depth < least


def _open_directives(masked: bytes) -> dict[int, bytes] | None:
    """Return what closes the lines that stand open at the end though they have no bracket, by where they stand.

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
