"""Both ways to close a text of several lines: where the tree says, and on its first line.

A quote or `/*` that nobody closed goes on to the next quote or `*/`, somewhere below, and the file may parse
all the same:

    say("a lost quote)          the string that the tree sees begins here
    ...
    def next():
        say("the next one")     and ends here, where another one begins

So the text is read once more as if it were closed where its first line ends, or before what closes a bracket
there: then `next` is a function. Where that parses too, nobody knows which of the two was meant, and a block
that is not the same in both is not certain. What is meant to have several lines does not parse so, since its
own end begins a text that has none.

Not here: what does not parse anyway (`tree.broken.hiding`), what follows from a doubt (`tree.broken.doubt`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from structedit.languages.profiles import LanguageProfile
from structedit.text.document import Span
from structedit.text.lazily import regex
from structedit.text.lines import indent_width, line_end, line_start, width_at
from structedit.tree.broken import depth

if TYPE_CHECKING:
    from structedit.tree.syntax_tree import SyntaxTree

_QUOTE = regex(rb"""[A-Za-z]{0,2}(\"{3}|'{3}|["'`/])""")
"""What a string or a pattern (`/a/`) begins with, and its sign."""

_CLOSING = regex(rb"""[^\w\s"'`]""")
_MOST_CLOSINGS = 4
"""Signs of a line, from its end on, that a lost quote is tried before. Chosen by judgement."""


def other_trees(tree: SyntaxTree, area: Span) -> Iterator[tuple[Span, SyntaxTree | None]]:
    """Yield the texts at a place that may as well end on their first line, each with the tree of that reading.

    There is none where a comment certainly lacks its end, as another begins on a line in it.
    Offsets are those of the content, as what is shown to the parser is as long.
    """
    texts = dict.fromkeys(one for text in _long_texts(tree, area) for one in _run_of(tree, text))
    for text in texts:
        other = tree.kept(("closed before", text), partial(_closed_before, text=text))
        if other is not None or _holds_another(tree, text):
            yield text, other


def _holds_another(tree: SyntaxTree, text: Span) -> bool:
    """Return True if another comment begins on a line of a comment, and only one of them is closed."""
    whole = text.of(tree.data)
    return any(
        whole.startswith(sign := opening.encode())
        and whole.count(sign) > whole.count(closing.encode())
        and re.search(rb"[\r\n][ \t]*" + re.escape(sign), whole) is not None
        for opening, closing in tree.profile.block_comments
    )


def _long_texts(tree: SyntaxTree, area: Span) -> list[Span]:
    """Return the strings and comments of several lines that overlap an area."""
    return [text for text in tree.opaque(area) if b"\n" in text.of(tree.data)]


def _run_of(tree: SyntaxTree, text: Span) -> Iterator[Span]:
    """Yield a text, the one that ends on the line on which it begins, and so on upwards.

    Behind a quote that is lost each string ends where another begins: the first of them lacks its end.
    """
    yield text
    line = line_start(tree.data, text.start)
    while line < text.start and (above := _long_texts(tree, Span(line, text.start))):
        text = above[-1]
        line = line_start(tree.data, text.start)
        yield text


def _closed_before(tree: SyntaxTree, text: Span) -> SyntaxTree | None:
    """Return the tree in which a text ends on its first line; None if nothing parses so."""
    data, profile = tree.data, tree.profile
    first = data[text.start : min(text.end, line_end(data, text.start))]
    comments = ((o.encode(), c.encode()) for o, c in profile.block_comments)
    comment = next((signs for signs in comments if first.startswith(signs[0])), None)
    quote = None if comment else _QUOTE.match(first)
    remarks = tuple(remark.encode() for remark in profile.line_comments)
    if comment is not None:
        sign, whole = comment[0], text.of(data)  # the end of one that holds another belongs to that
        lacks_end = not whole.endswith(comment[1]) or whole.count(sign) > whole.count(comment[1])
    elif quote is not None and not first.startswith(remarks):
        sign, last = quote[1], data[line_start(data, text.end - 1) : line_end(data, text.end)]
        lacks_end = last.count(sign) % 2 == 0 or last.lstrip().startswith(remarks)
    else:
        return None
    if not (lacks_end or _holds_code(data, text, profile)):
        return None
    before, behind = data[: text.start], data[text.start + len(first) :]
    empty = quote[0] + sign if quote is not None else b""
    closed = [b"", *_closings(first, empty, first.find(sign) + len(sign))]
    if lacks_end:  # the sign may be one too many
        closed.append(first.replace(sign, b" " * len(sign), 1))
    trees = (tree.shown_otherwise(before + one.ljust(len(first)) + behind) for one in closed)
    return next((found for found in trees if found is not None), None)


def _closings(first: bytes, empty: bytes, begin: int) -> Iterator[bytes]:
    """Yield what the first line of a text may be if it is closed there: an empty text and the line's rest.

    What stands inside begins at `begin`.
    """
    if len(first) >= len(empty):
        signs = [match.start() for match in _CLOSING.finditer(first, max(begin, len(empty)))]
        for rest in [len(first), *signs[: -_MOST_CLOSINGS - 1 : -1]]:
            yield empty.ljust(rest) + first[rest:]


def _holds_code(data: bytes, text: Span, profile: LanguageProfile) -> bool:
    """Return True if a line of a text, no deeper than its first one, begins as code does."""
    is_fenced = text.of(data)[:3] in (b'"""', b"'''")  # such a text is often as deep as its fence
    own_depth = width_at(data, text.start) - is_fenced
    lines = (line for line in text.of(data).split(b"\n")[1:] if line.strip())
    return any(
        depth.begins_code(line.lstrip(), profile)
        for line in lines
        if indent_width(line) <= own_depth
    )
