"""Find the end of a block by the depth of its lines, which a syntax error does not change.

A tree may be wrong far from an error. So the extent of a block in the tree is compared with the indentation: no
line inside the block may be as shallow as its first line.

    int f() {
        a();
                        the `}` of this line is missing
    int g() {           as shallow as `f`, but inside it in the tree
        b();
    }

Lines that may be as shallow as their block are labels, arms (`else`), closers, and continuation lines.

Not here: what follows from a difference (`tree.broken.doubt`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from structedit.languages.kinds import MODULES, TYPES
from structedit.languages.profiles import LanguageProfile, Layout
from structedit.text.document import Span, to_text
from structedit.text.lazily import regex
from structedit.text.lines import (
    begins_line,
    indent_width,
    line_end,
    line_start,
    text_end,
    text_start,
    width_at,
)
from structedit.tree.broken import hiding
from structedit.tree.nodes import Block
from structedit.tree.without_grammar import pairing

if TYPE_CHECKING:
    from structedit.tree.syntax_tree import SyntaxTree

_LINE = regex(rb"(?:^|(?<=\r))(?P<lead>[ \t\v\f]*)(?P<code>\S[^\r\n]*)", re.MULTILINE)
_FIRST_WORD = regex(rb"\(?([\w-]+)")
_OWN_WORD = regex(rb"\(?[\w-]+[ \t]")
_CONTINUES = regex(rb"[^\w\s\"'`]+(?:\s|\Z)|[.,;:?|(}\])#]|->|::|<")
"""The beginning of a continuation line: an operator with a blank behind it, or a sign that joins.

A quote, or a sign right before a word (`^min`), begins a value.
"""

_LABEL = regex(rb"[\w \t]+:(?!:)")


def stray_line(tree: SyntaxTree, block: Block) -> int | None:
    """Return where the first line inside a block begins that is as shallow as the block.

    Lines of strings and comments may have any depth, unless they begin as the definition of a function or class
    does. In a namespace whose first line is as shallow as it, all may be.
    """
    data, profile = tree.data, tree.profile
    if block.body is None or block.layout is Layout.SECTION:
        return None
    depth = width_at(data, block.span.start)
    has_closer = block.layout in (Layout.BRACE, Layout.END)
    if has_closer and (inner := _deeper_opener(data, block, block.body, profile)) is not None:
        return inner
    first = next(code_lines(data, block.body, profile), (0, depth + 1, b""))
    is_flat = block.kind in MODULES and has_closer and first[1] == depth
    # A class that a word closes among blocks with braces: `@end`.
    is_closed_by_word = profile.family is Layout.BRACE and block.core.of(data)[-1:].isalpha()
    is_flat |= block.kind in TYPES and is_closed_by_word
    own_word = _OWN_WORD.match(data, block.core.start) if block.is_definition else None
    # In a Lisp a parenthesis begins a form; elsewhere it may continue the line above.
    is_form = data.startswith(b"(", block.core.start)
    closer_depth = _depth_of_closer(data, block)
    begin = block.core.start if is_form else max(block.header.end, block.body.start)
    end = block.body.end if profile.family is Layout.INDENT else block.core.end
    end = min(end, len(data))  # closers that a file lacks are behind its end
    for at, width, code in code_lines(data, Span(min(begin + 1, end), end), profile):
        if width > depth or (is_flat and width == depth):
            continue
        if any(text.start < at for text in tree.opaque(Span(at, at + 1))):
            if is_definition_line(code, profile) or (own_word and code.startswith(own_word[0])):
                return at
        elif is_closer(code, profile):
            if width < closer_depth or (has_closer and at < block.body.end):
                return at
        else:
            continues = _CONTINUES.match(code) is not None
            begins_form = is_form and code.startswith(b"(")
            if begins_form or (width < depth and continues) or not _may_be_shallow(code, profile):
                return at
    return None


def _deeper_opener(data: bytes, block: Block, body: Span, profile: LanguageProfile) -> int | None:
    """Return where a line inside a header begins that opens the body, if a closer as deep as it follows; else None.

    The opener is then that of a block inside:

        switch (order)          has lost its `{`, and takes that of its first arm
            .acquire => {
                fence();
            },
    """
    opener = text_end(data, body.start) - 1
    line = text_start(data, line_start(data, opener))
    depth = width_at(data, line)
    if not block.core.start < line < opener or depth <= width_at(data, block.core.start):
        return None
    end = block.core.end
    below = code_lines(data, Span(min(line_end(data, opener), end), end), profile)
    _, width, code = next((one for one in below if one[1] <= depth), (0, -1, b""))
    return line if width == depth and is_closer(code, profile) else None


def _depth_of_closer(data: bytes, block: Block) -> int:
    """Return the least depth of the closer of a block; a bracket before the block may close less deep."""
    assert block.body is not None
    opener = text_end(data, block.body.start) - 1
    if data[opener : opener + 1] == b"{" and begins_line(data, opener):
        return width_at(data, opener)
    before = data[line_start(data, block.arm.start) : block.arm.start].rstrip()
    return width_at(data, block.span.start) + before.endswith((b"{", b"(", b"["))


def deeper_line_below(tree: SyntaxTree, block: Block) -> int | None:
    """Return where the line below a block begins if it is deeper than the block and may belong to it; else None.

    This matters if depth alone decides where a block ends. Below a header without a body, a line of the same depth may
    be the body.
    """
    data, profile = tree.data, tree.profile
    if profile.family is not Layout.INDENT:
        return None
    end = min(line_end(data, block.core.end), len(data))
    at, width, _ = next(code_lines(data, Span(end, len(data)), profile), (0, -1, b""))
    depth = width_at(data, block.core.start)
    lacks_body = block.body is not None and not len(block.body)
    if width == depth and lacks_body and not any(b.whole.start == at for b in tree.definitions()):
        return at
    return at if width > depth else None


def is_definition_line(code: bytes, profile: LanguageProfile) -> bool:
    """Return True if a line begins with a keyword before the name of a definition, such as `def`."""
    word = _FIRST_WORD.match(code)
    return word is not None and to_text(word[1]).rstrip("-") in profile.defining_words


def has_arm(code: bytes, profile: LanguageProfile) -> bool:
    """Return True if a line has a word of an arm, such as `else`."""
    words = re.findall(rb"(?<![\w-])\w+(?![\w-])", code)
    return any(w in pairing.ARM_WORDS or to_text(w) in profile.middle_keywords for w in words)


def is_closer(code: bytes, profile: LanguageProfile) -> bool:
    """Return True if a line begins with a closer, such as `}` or `end`."""
    return code.startswith((b"}", b")", b"]")) or hiding.has_closing_word(code, profile)


def code_lines(
    data: bytes, area: Span, profile: LanguageProfile
) -> Iterator[tuple[int, int, bytes]]:
    """Yield where each line of an area begins that is no comment or directive, its depth, and its text."""
    signs = not_code(profile)
    for found in _LINE.finditer(data, area.start, area.end):
        if not found["code"].startswith(signs):
            yield found.start("code"), indent_width(found["lead"]), found["code"]


def not_code(profile: LanguageProfile) -> tuple[bytes, ...]:
    """Return the signs with which comments and directives begin."""
    signs = tuple(sign.encode() for sign in profile.line_comments)
    signs += tuple(opening.encode() for opening, _ in profile.block_comments)
    return (*signs, b"#") if "#endif" in profile.nodes.closers else signs


def _may_be_shallow(code: bytes, profile: LanguageProfile) -> bool:
    """Return True if a line may be as shallow as the block that it belongs to."""
    word = re.match(rb"(?::(?=\w))?\w*", code)  # an atom begins a value, as a word does
    assert word is not None
    continues = not word[0] and _CONTINUES.match(code) is not None
    return (
        (continues and not (code.startswith(b"(") and profile.family is Layout.INDENT))
        or (profile.family is not Layout.INDENT and _LABEL.match(code) is not None)
        or hiding.is_continuation(code, profile)
    )
