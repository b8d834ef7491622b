"""Blocks without a grammar: brackets, indentation and keyword pairs.

Strings and comments are masked first (`tree.without_grammar.masking`), brackets and keywords paired
(`tree.without_grammar.pairing`); here an anchor becomes a block. Nothing is taken on trust. A block is refused

- when its closer is not indented as the line of its opener is,
- when it holds a line that is not deeper than its header: a closer is missing, and the pair that
  was found swallowed a sibling,
- when the statement goes on after it (``}).then(…)``), or the anchor starts inside a statement,
- when a string or comment is left open somewhere, from the first long one on.

Not here: definitions, names and paths; those need a tree.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from structedit.languages.profiles import LanguageProfile, Layout
from structedit.text.document import Span, to_text
from structedit.text.lines import SPACE, indent_width
from structedit.tree.nodes import Block
from structedit.tree.without_grammar.delimited import by_marks, middle_arm
from structedit.tree.without_grammar.file_view import (
    ARM_WORDS,
    CONTINUING,
    Unopened,
    View,
    no_block,
    unbalanced,
    view_of,
    word_at,
)
from structedit.tree.without_grammar.guessed_profile import guess_profile
from structedit.tree.without_grammar.indented import by_indentation
from structedit.tree.without_grammar.masking import mask, protected_lines

__all__ = [
    "Unopened",
    "balanced",
    "enclosing_block",
    "guess_profile",
    "mask",
    "opened_block",
    "protected_lines",
]


def opened_block(data: bytes, span: Span, profile: LanguageProfile) -> Block | Unopened:
    """The block that the text at `span` opens: header and own body up to its end.

    `core` covers the statement with all its arms, `arm` the header's own body and closer.

    >>> from structedit.languages.known import profile
    >>> opened_block(b"if a:\\n    b\\nelse:\\n    c\\n", Span(0, 5), profile("python")).arm
    Span(start=0, end=11)
    """
    return _opened(view_of(data, profile), span)


def enclosing_block(data: bytes, offset: int, profile: LanguageProfile) -> Block | None:
    """The smallest block around an offset, where its header counts as part of it; None if none."""
    view = view_of(data, profile)
    for start in _candidates(view, min(offset, len(data))):
        block = _opened(view, Span(start, view.line_end(start)))
        if isinstance(block, Block) and block.arm.start <= offset <= block.arm.end:
            return block
    return None


def balanced(before: bytes, after: bytes, profile: LanguageProfile, first: int = 1) -> str:
    """Words on a bracket, keyword or string left open in `after` only, with its line; else empty.

    Both are pieces of a file, from the line `first` on.

    >>> from structedit.languages.known import profile
    >>> balanced(b"f(1)", b"f(1", profile("python"))
    "line 1: '(' has no counterpart"
    """
    old, new = view_of(before, profile), view_of(after, profile)
    if new.scan.unclosed is not None and old.scan.unclosed is None:
        return f"line {new.line(new.scan.unclosed) + first}: a string or comment is never closed"
    known = Counter(old.marks.words[i] for i in old.marks.unpaired())
    now = new.marks.unpaired()
    excess = Counter(new.marks.words[i] for i in now) - known
    if not excess:
        return ""
    seen = {_fingerprint(old, i) for i in old.marks.unpaired()}
    wanted = [i for i in now if new.marks.words[i] in excess]
    found = next((i for i in wanted if _fingerprint(new, i) not in seen), wanted[-1])
    line = new.line(new.marks.starts[found]) + first
    return f"line {line}: {to_text(new.marks.words[found])!r} has no counterpart"


def left_open(data: bytes, written: Span, profile: LanguageProfile) -> Span | None:
    """The first bracket or keyword of a piece of text that has no counterpart in it; None if none.

    >>> from structedit.languages.known import profile
    >>> left_open(b"f(); if (a) { b();", Span(5, 18), profile("javascript"))
    Span(start=12, end=13)
    """
    view = view_of(written.of(data), profile)
    first = next(iter(view.marks.unpaired()), None)
    if first is None:
        return None
    start = written.start + view.marks.starts[first]
    return Span(start, start + len(view.marks.words[first]))


def _fingerprint(view: View, index: int) -> tuple[bytes, bytes]:
    at = view.marks.starts[index]
    return view.marks.words[index], view.source[view.line_start(at) : view.line_end(at)][
        :200
    ].strip()


def _candidates(view: View, offset: int) -> Iterator[int]:
    """The starts of lines that may open a block around `offset`, innermost first."""
    limit: bytes | None = None
    for line in range(view.line(offset), -1, -1):
        start = view.starts[line]
        first = view.next_code(start, view.line_end(start))
        if first is None or view.scan.inside(start):
            continue
        indent = view.code[start:first]
        if limit is None or indent_width(indent) <= indent_width(limit):
            yield first
            limit = indent if limit is None or len(indent) < len(limit) else limit
        closes = view.code[first : first + 1] in b"{})]"
        if limit == b"" and not indent and not closes and view.line(offset) != line:
            return


def _opened(view: View, span: Span) -> Block | Unopened:
    start = view.next_code(span.start, min(span.end, len(view.code)))
    if start is None:
        return no_block(
            view, span.start, "the anchor is blank, a comment, a directive or inside a string"
        )
    closers = re.compile(rb"[}\])]+[ \t\r\n]*").match(view.code, start, span.end)
    if closers and word_at(view, closers.end()) in ARM_WORDS:
        start = closers.end()  # after the `}` of `} else {`
    end = max(start + 1, view.code_end(start, span.end))
    if fault := _misplaced(view, start):
        return no_block(view, start, fault)
    found = _dispatch(view, start, end)
    if isinstance(found, Block) and _is_uncertain(view, found):
        assert view.scan.unclosed is not None
        return unbalanced(
            view, view.scan.unclosed, "a string or comment that starts here is never closed"
        )
    return found


def _dispatch(view: View, start: int, end: int) -> Block | Unopened:
    if view.profile.family is Layout.INDENT:
        return by_indentation(view, start, end)
    index = view.marks.index_at(start)
    if index in view.marks.owner and view.marks.starts[index] == start:
        return middle_arm(view, index)
    return by_marks(view, start, end)


def _is_uncertain(view: View, block: Block) -> bool:
    found = view.scan
    return (
        found.unclosed is not None
        and found.first_long is not None
        and found.first_long < block.core.end
    )


def _misplaced(view: View, start: int) -> str:
    """Why `start` is not the first byte of a statement, in words; empty when it is."""
    line_start = view.line_start(start)
    before = view.code[line_start:start].strip(SPACE)
    word = word_at(view, start)
    if before:
        is_arm = (
            word in ARM_WORDS
            and not before.strip(b"})]; \t")
            and view.profile.family is not Layout.INDENT
        )
        return (
            ""
            if is_arm
            else "the anchor starts inside a line: give it from the line's first word on"
        )
    braced = view.profile.family is Layout.BRACE
    if (
        view.scan.inside(line_start)
        or (braced and word in CONTINUING)
        or view.code[start : start + 1] in b".?&|:+,;)]}"
    ):
        return "the anchor starts inside a statement: give it from its first line on"
    continues = braced and _continues(view, start)
    return "the anchor continues a statement: give it from its first line on" if continues else ""


def _continues(view: View, start: int) -> bool:
    """Whether the code before ends without ending its statement."""
    line_start = view.line_start(start)
    end = view.code_end(max(0, line_start - 4096), line_start)
    if end == max(0, line_start - 4096):
        return False
    last = view.code[end - 1 : end]
    if view.code[start : start + 1] == b"{":
        return last not in b"{};"
    if last in b"{}([,;:":
        return False
    above = view.indent(end - 1)
    deeper = indent_width(above) < indent_width(view.indent(start))
    return last in b"=&|?+" or (
        deeper and not view.code[view.line_start(end - 1) :].lstrip().startswith((b"#", b"@"))
    )
