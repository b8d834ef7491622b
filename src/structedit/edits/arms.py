"""How an arm (`else`, `catch`, `case`) is added to its statement: on the line of the closing brace, or below it.

Not here: replacing an arm (`block_parts`) and deleting one (`deletion`).
"""

from __future__ import annotations

import re

from structedit.edits.new_text import Draft, place_at
from structedit.languages.kinds import ARMS
from structedit.languages.profiles import LanguageProfile, Layout
from structedit.text.document import Span
from structedit.text.edit import Edit, EditSet
from structedit.text.lines import SPACE, begins_line, text_end
from structedit.tree.layout.indent import Place, lay_out, trim
from structedit.tree.nodes import Block
from structedit.tree.source import Source
from structedit.tree.without_grammar import pairing

_ARM_WORDS = frozenset((b"else", b"catch", b"finally"))
_WITH_ARMS = frozenset(("if", "try"))


def first_word(text: bytes) -> bytes:
    """Return the first word of a text after any closing braces, or its first byte if it begins with no word."""
    match = re.match(rb"[\s}]*([A-Za-z_]+)", text)
    return match[1] if match else text.strip()[:1]


def starts_with_keyword(source: Source, at: int) -> bool:
    """Return True if the arm at an offset begins with a keyword such as `else`, not with a pattern."""
    leaves = source.tree.tokens(Span(at, at + 1)) if source.tree is not None else ()
    return any(kind.encode() == span.of(source.data) for kind, span in leaves) or not leaves


def arm_words(profile: LanguageProfile) -> frozenset[bytes]:
    """Return the words that can begin an arm in this language or in others."""
    own = (word.encode() for word in profile.middle_keywords)
    return frozenset((*own, *pairing.ARM_WORDS, b"case", b"default", b"when"))


def is_new_arm(source: Source, block: Block, text: bytes, *, after: bool) -> bool:
    """Return True if a text is an arm (`else {`) to be added to a statement with braces."""
    if source.profile.family is not Layout.BRACE:
        return False
    is_arm = first_word(text) in _ARM_WORDS
    return is_arm and (block.kind in ARMS or (after and block.kind in _WITH_ARMS))


def insert_arm(source: Source, block: Block, text: bytes, *, after: bool) -> Draft:
    """Insert an arm beside another one, separated as the arms of the statement are: by a blank or a line break."""
    data, place = source.data, place_at(source, block.core.start)
    laid = place.ending.join(lay_out(source, trim(text), place)).removeprefix(place.base)
    if block.kind in ARMS:
        start = block.core.start
        end = block.arm.end
        joint = data[text_end(data, start) : start]
    else:
        end = block.core.end
        joint = _gap_before_arm(source, block, place)
    if after:
        return Draft(EditSet.of([Edit(Span(end, end), joint + laid)]))
    return Draft(EditSet.of([Edit(Span(start, start), laid + joint)]))


def _gap_before_arm(source: Source, block: Block, place: Place) -> bytes:
    """Return the white space before the arms of a statement; if it has none, what its brace style suggests."""
    data = source.data
    if block.arm.end < block.core.end:
        rest = data[block.arm.end : block.core.end]
        return rest[: len(rest) - len(rest.lstrip(SPACE))]
    if block.layout is not Layout.BRACE or block.body is None:
        return place.ending + place.base
    return place.ending + place.base if begins_line(data, block.body.start - 1) else b" "


def with_arm_separator(source: Source, block: Block, around: list[Block], text: bytes) -> bytes:
    """Return an arm's text, with a comma if the other arms of its statement end with one.

    `around` are the blocks that contain the arm.
    """
    bare = trim(text).rstrip(SPACE)
    if block.kind != "case" or source.tree is None or bare.endswith((b",", b"}", b";", b":")):
        return text
    beside = [b for container in around[-1:] for b in source.tree.blocks(container.core)]
    arms = [b.core.of(source.data).rstrip() for b in beside if b.kind == "case"]
    ends_so = any(arm.endswith(b",") for arm in arms)
    return bare + b"," if ends_so else text
