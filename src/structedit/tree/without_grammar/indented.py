"""Blocks set off by indentation, from an anchor's first byte.

Not here: whether the anchor starts a statement (`tree.without_grammar.text_blocks`).
"""

from __future__ import annotations

import re

from structedit.languages.kinds import ARMS
from structedit.languages.profiles import LanguageProfile, Layout
from structedit.text.document import Span, to_text
from structedit.text.lazily import regex
from structedit.text.lines import SPACE
from structedit.text.values import replace
from structedit.tree.nodes import Block
from structedit.tree.without_grammar.file_view import (
    ARM_WORDS,
    CODE_LINE,
    Unopened,
    View,
    kind_at,
    no_block,
    unbalanced,
    word_at,
)

_SUITES = frozenset(
    b"if elif else for while try except finally with def class match case async".split()
)
_COLONLESS = frozenset(
    "haskell coffeescript fsharp nim pug haml sass stylus elm purescript make idris".split()
)
_OPENED = regex(rb"(?:=|->|\b(?:do|of|then|else|where))[ \t]+\S")
_OPENING = regex(rb"(?:=|->|\b(?:do|of|then|else|where|let))\Z")
_ANOTHER = regex(rb"[ \t]+[A-Za-z_]")
"""What follows a whole statement where two lines have become one."""

_COLON = regex(rb"\blambda\b[^:]*:|:(?!=)")


def by_indentation(view: View, start: int, anchor_end: int) -> Block | Unopened:
    """The block that the statement at `start` opens with its colon, with all arms."""
    head = _logical_end(view, start)
    if isinstance(head, Unopened):
        return head
    if anchor_end > head and view.line(anchor_end - 1) > view.line(head):
        anchor_end = head
    text_end = view.code_end(start, head)
    is_open = view.code[text_end - 1 : text_end] == b":"  # whatever others are in the header
    if is_open and anchor_end < text_end and _suite_colon(view, start, anchor_end) is not None:
        return no_block(view, start, "its line goes on behind a colon, and ends in another")
    suite = None if is_open else _suite_colon(view, start, text_end)
    if suite is not None:
        if suite < anchor_end and _ANOTHER.match(view.code, anchor_end, text_end):
            return no_block(
                view, start, "its line goes on behind the anchor with another statement"
            )
        block = _indented(view, start, suite, text_end)
        return block if isinstance(block, Unopened) else _with_arms(view, block)
    if not is_open and view.profile.id not in _COLONLESS:
        return no_block(view, start, "the anchor opens no block")
    header = view.code[start:text_end]
    if _begins_value(header, view.profile):
        return no_block(view, start, "the body begins on the line of its header")
    if not is_open:
        if _OPENED.search(header) is not None and _OPENING.search(header) is None:
            return no_block(view, start, "the body begins on the line of its header")
        if view.code[view.line_start(start) : start].strip():
            return no_block(view, start, "the anchor begins in the middle of a line")
    end = _suite_end(view, start, head)
    if isinstance(end, Unopened):
        return end
    block = _indented(view, start, text_end, end)
    return block if isinstance(block, Unopened) else _with_arms(view, block)


def _begins_value(header: bytes, profile: LanguageProfile) -> bool:
    """Whether a line goes on behind a word that one value follows, as `else do` and `xs = x :` do."""
    opening = b"|".join(re.escape(word.encode()) for word in profile.one_value)
    return bool(opening) and re.search(rb"(?<!\S)(?:" + opening + rb")[ \t]+\S", header) is not None


def _indented(view: View, start: int, header_end: int, end: int) -> Block | Unopened:
    arm = Span(start, end)
    trailing = _trailing_comments(view, view.indent(start), end)
    return Block(
        kind=kind_at(view, start),
        span=arm,
        core=arm,
        header=Span(start, header_end),
        body=Span(header_end, end),
        arm=arm,
        layout=Layout.INDENT,
        trailing=trailing,
    )


def _logical_end(view: View, start: int) -> int | Unopened:
    """The end of the line that a statement's header ends on, over brackets and `\\`."""
    marks, index, end = view.marks, view.marks.index_at(start), view.line_end(start)
    while True:
        cover = end
        while index < len(marks.starts) and marks.starts[index] < end:
            partner = marks.partner.get(index)
            if partner is None:
                return unbalanced(
                    view, marks.starts[index], f"{to_text(marks.words[index])!r} has no counterpart"
                )
            cover = max(cover, marks.starts[partner])
            index += 1
        token = view.scan.inside(end)
        if token is not None:
            cover = max(cover, token.end)
        if cover > end:
            end = view.line_end(cover)
        elif view.code[end - 1 : end] == b"\\" and view.line(end) + 1 < len(view.starts):
            end = view.line_end(view.starts[view.line(end) + 1])
        else:
            return end


def _suite_colon(view: View, start: int, end: int) -> int | None:
    """The end of the header's colon, outside brackets, where a word opens a suite; else None.

    Where a body is one value, a colon is an operator in it: `else x : xs`.
    """
    if word_at(view, start) not in _SUITES or view.profile.last_value:
        return None
    marks, at = view.marks, start
    while True:
        match = _COLON.search(view.code, at, end)
        if match is None:
            return None
        index = marks.index_at(at)
        inner = (
            marks.partner.get(index, -1)
            if index < len(marks.starts) and marks.starts[index] < match.end()
            else -1
        )
        if inner >= 0:
            at = marks.end(inner)
        elif match[0] != b":":
            at = match.end()
        else:
            return match.end()


def _suite_end(view: View, start: int, head: int) -> int | Unopened:
    """The end of the last line deeper than the header.

    A line counts when it begins a statement: not inside a string, brackets or a continuation.
    """
    own, inner = view.indent(start), b""
    end, at = head, head
    header: bytes | None = None  # the blanks before the line above, where it opens a suite
    for match in CODE_LINE.finditer(view.code, head):
        if match.start() <= at:
            continue
        indent = match[1]
        if not (indent.startswith(own) and len(indent) > len(own)):
            if not own.startswith(indent):
                return unbalanced(
                    view, match.start(), "tabs and blanks are mixed: the block's end is uncertain"
                )
            break
        if header is not None and len(indent) <= len(header):
            break
        inner = inner or indent
        if not indent.startswith(inner):
            return unbalanced(
                view, match.start(), "a line goes back to an indentation that nothing has"
            )
        stop = _logical_end(view, match.start())
        if isinstance(stop, Unopened):
            return stop
        end, at = stop, stop
        opens = view.code[view.code_end(match.start(), stop) - 1 : stop].startswith(b":")
        header = indent if opens and view.profile.id not in _COLONLESS else None
    if header is not None:
        return unbalanced(
            view, view.line_start(end), "a line opens a suite, and none deeper follows"
        )
    if not inner:
        return no_block(view, start, "no deeper line follows the anchor")
    # The end of the line's text, a comment on it included.
    first = view.line_start(end)
    return first + len(view.source[first : view.line_end(end)].rstrip(SPACE))


def _trailing_comments(view: View, own: bytes, end: int) -> Span | None:
    """The comment lines deeper than the header that follow its last statement; None if none do."""
    first = last = None
    for line in range(view.line(end) + 1, len(view.starts)):
        start = view.starts[line]
        stop = view.line_end(start)
        text = view.source[start:stop]
        if not text.strip():
            continue
        indent = text[: len(text) - len(text.lstrip())]
        if (
            view.next_code(start, stop) is not None
            or len(indent) <= len(own)
            or not indent.startswith(own)
        ):
            break
        first = start + len(indent) if first is None else first
        last = start + len(text.rstrip())
    return Span(first, last) if first is not None and last is not None else None


def _with_arms(view: View, block: Block) -> Block | Unopened:
    """The block with its core extended over `elif`, `else`, `except` and `finally` at its depth."""
    if block.kind in ARMS or block.kind == "block":
        return block
    own, end = view.indent(block.arm.start), block.core.end
    while (at := view.next_code(view.line_end(end))) is not None:
        if word_at(view, at) not in ARM_WORDS or view.indent(at) != own:
            break
        arm = by_indentation(view, at, view.line_end(at))
        if isinstance(arm, Unopened):
            return arm
        end, block = arm.arm.end, replace(block, trailing=arm.trailing)
    core = Span(block.core.start, end)
    return replace(block, span=core, core=core)
