"""Both ways to close a text of several lines: where the tree says, and on its first line.

A quote or `/*` that nobody closed goes on to the next quote or `*/`, somewhere below, and the file may parse
all the same:

    say("a lost quote)          the string that the tree sees begins here
    ...
    def next():
        say("the next one")     and ends here, where another one begins

So the text is read once more as if it were closed where its first line ends, or before what closes a bracket
there: then `next` is a function. Where that parses too, nobody knows which of the two was meant, and a row
that is not the same in both is not certain. What is meant to have several lines does not parse so, since its
own end begins a text that has none. A comment that never ends is code to some grammars, where it begins a
line: it is read once more without that line.

Not here: what does not parse anyway (`tree.broken.hiding`), what follows from a doubt (`tree.broken.certainty`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from structedit.languages.profiles import LanguageProfile
from structedit.text.document import Span
from structedit.text.lazily import regex
from structedit.text.lines import begins_line, indent_width, line_end, line_start, width_at
from structedit.tree.broken import second_reading

if TYPE_CHECKING:
    from structedit.tree.syntax_tree import SyntaxTree

_QUOTE = regex(rb"""[A-Za-z]{0,2}(\"{3}|'{3}|["'`/])""")
"""What a string or a pattern (`/a/`) begins with, and its sign."""

_CLOSING = regex(rb"""[^\w\s"'`]""")
_MOST_CLOSINGS = 4
"""Signs of a line, from its end on, that a lost quote is tried before. Chosen by judgement."""


def other_trees(tree: SyntaxTree, area: Span) -> Iterator[tuple[Span, SyntaxTree | None]]:
    """The texts at a place that may as well end on their first line, each with the tree of that reading.

    There is none where a comment has certainly lost its end, as another begins on a line in it, and nothing parses
    without. Offsets are those of the content, as what is shown to the parser is as long.
    """
    texts = dict.fromkeys(one for text in _long_texts(tree, area) for one in _run_of(tree, text))
    for text in (*_open_comments(tree, area), *texts):
        other = tree.kept(("closed before", text), partial(_closed_before, text=text))
        if other is not None or _holds_another(tree, text):
            yield text, other


def _holds_another(tree: SyntaxTree, text: Span) -> bool:
    """Whether another comment begins on a line of a comment, and only one of them is closed."""
    whole = text.of(tree.data)
    return any(
        whole.startswith(sign := opening.encode())
        and whole.count(sign) > whole.count(closing.encode())
        and re.search(rb"[\r\n][ \t]*" + re.escape(sign), whole) is not None
        for opening, closing in tree.profile.block_comments
    )


def _long_texts(tree: SyntaxTree, area: Span) -> list[Span]:
    """The strings and comments of several lines that overlap an area."""
    return [text for text in tree.opaque(area) if b"\n" in text.of(tree.data)]


def _run_of(tree: SyntaxTree, text: Span) -> Iterator[Span]:
    """A text, the one that ends on the line on which it begins, and so on upwards.

    Behind a quote that is lost each string ends where another begins: the first of them is torn.
    """
    yield text
    line = line_start(tree.data, text.start)
    while line < text.start and (above := _long_texts(tree, Span(line, text.start))):
        text = above[-1]
        line = line_start(tree.data, text.start)
        yield text


def _open_comments(tree: SyntaxTree, area: Span) -> Iterator[Span]:
    """The lines of an area that begin as a comment does of which the tree knows nothing."""
    for opening, _ in tree.profile.block_comments:
        begin = opening.encode()
        at = tree.data.find(begin, area.start, area.end)
        while at >= 0:
            if begins_line(tree.data, at) and not tree.opaque(Span(at, at + len(begin))):
                yield Span(at, line_end(tree.data, at))
            at = tree.data.find(begin, at + len(begin), area.end)


def _closed_before(tree: SyntaxTree, text: Span) -> SyntaxTree | None:
    """The tree in which a text ends on its first line; None where nothing speaks for that, or nothing parses so."""
    data, profile = tree.data, tree.profile
    end = min(text.end, line_end(data, text.start))
    first = data[text.start : end]
    quote = _QUOTE.match(first)
    comments = ((o.encode(), c.encode()) for o, c in profile.block_comments)
    comment = next((signs for signs in comments if first.startswith(signs[0])), None)
    remarks = tuple(remark.encode() for remark in profile.line_comments)
    if comment is not None:
        sign, closer = comment
        whole = text.of(data)  # the end of one that holds another belongs to that
        is_torn = not whole.endswith(closer) or whole.count(sign) > whole.count(closer)
    elif quote is not None and not first.startswith(remarks):
        sign, last = quote[1], data[line_start(data, text.end - 1) : line_end(data, text.end)]
        is_torn = last.count(sign) % 2 == 0 or last.lstrip().startswith(remarks)
    else:
        return None
    if not (is_torn or _holds_code(data, text, profile)):
        return None
    before, behind = data[: text.start], data[end:]
    empty = quote[0] + sign if comment is None and quote is not None else b""
    for closed in _closings(first, empty, first.find(sign) + len(sign)):
        found = tree.shown_otherwise(before + closed.ljust(len(first)) + behind)
        if found is not None:
            return found
    if not is_torn:
        return None
    # Where the sign is lost further down in the text, or in the middle of a call, lines above its last are no code.
    bare = first.replace(sign, b" " * len(sign), 1)
    lines = Span(line_start(data, text.start), line_start(data, text.end - 1))
    other = tree.mended_otherwise(before + bare + behind)
    if other is None or other.clean:
        return other
    return other if len(other.hidden) == 1 and lines.contains(other.hidden[0]) else None


def _closings(first: bytes, empty: bytes, begin: int) -> Iterator[bytes]:
    """What the first line of a text may be if it is closed there: nothing, or an empty one and the line's rest.

    What stands inside begins at `begin`.
    """
    yield b""
    if len(first) >= len(empty):
        signs = [match.start() for match in _CLOSING.finditer(first, max(begin, len(empty)))]
        for rest in [len(first), *signs[: -_MOST_CLOSINGS - 1 : -1]]:
            yield empty.ljust(rest) + first[rest:]


def _holds_code(data: bytes, text: Span, profile: LanguageProfile) -> bool:
    """Whether a line of a text, no deeper than its first one, begins as code does."""
    is_fenced = text.of(data)[:3] in (b'"""', b"'''")  # such a text is often as deep as its fence
    depth = width_at(data, text.start) - is_fenced
    lines = (line for line in text.of(data).split(b"\n")[1:] if line.strip())
    return any(
        second_reading.begins_code(line.lstrip(), profile)
        for line in lines
        if indent_width(line) <= depth
    )
