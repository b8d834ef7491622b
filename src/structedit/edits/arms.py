"""How an arm (`else`, `catch`, `case`) joins its statement: on the closing brace's line, or below.

Not here: what replaces an arm (`block_parts`), and how one is deleted (`deletion`).
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
    """The word that a text begins with, closing braces before it skipped; without one, its first byte."""
    match = re.match(rb"[\s}]*([A-Za-z_]+)", text)
    return match[1] if match else text.strip()[:1]


def is_word_of_arm(source: Source, at: int) -> bool:
    """Whether an arm begins with a word of the language, as `else` is, and not with a pattern."""
    leaves = source.tree.tokens(Span(at, at + 1)) if source.tree is not None else ()
    return any(kind.encode() == span.of(source.data) for kind, span in leaves) or not leaves


def words_of_arms(profile: LanguageProfile) -> frozenset[bytes]:
    """The words with which arms begin, in this language or in others."""
    own = (word.encode() for word in profile.middle_keywords)
    return frozenset((*own, *pairing.ARM_WORDS, b"case", b"default", b"when"))


def joins_arms(source: Source, block: Block, text: bytes, *, after: bool) -> bool:
    """Whether a text is an arm (`else {`) that is to join the arms of a block in braces."""
    if source.profile.family is not Layout.BRACE:
        return False
    is_arm = first_word(text) in _ARM_WORDS
    return is_arm and (block.kind in ARMS or (after and block.kind in _WITH_ARMS))


def insert_arm(source: Source, block: Block, text: bytes, *, after: bool) -> Draft:
    """Insert an arm beside another, with what stands between arms: a blank, or a new line."""
    data, place = source.data, place_at(source, block.core.start)
    laid = place.ending.join(lay_out(source, trim(text), place)).removeprefix(place.base)
    if block.kind in ARMS:
        start = block.core.start
        end = block.arm.end
        joint = data[text_end(data, start) : start]
    else:
        end = block.core.end
        joint = _joint_of_arms(source, block, place)
    if after:
        return Draft(EditSet.of([Edit(Span(end, end), joint + laid)]))
    return Draft(EditSet.of([Edit(Span(start, start), laid + joint)]))


def _joint_of_arms(source: Source, block: Block, place: Place) -> bytes:
    """What stands before a statement's arms; in one without arms, what the style of its braces suggests."""
    data = source.data
    if block.arm.end < block.core.end:
        rest = data[block.arm.end : block.core.end]
        return rest[: len(rest) - len(rest.lstrip(SPACE))]
    if block.layout is not Layout.BRACE or block.body is None:
        return place.ending + place.base
    return place.ending + place.base if begins_line(data, block.body.start - 1) else b" "


def with_arm_separator(source: Source, block: Block, around: list[Block], text: bytes) -> bytes:
    """An arm's text, with the comma that other arms of its statement end with.

    `around` are the blocks that hold it.
    """
    bare = trim(text).rstrip(SPACE)
    if block.kind != "case" or source.tree is None or bare.endswith((b",", b"}", b";", b":")):
        return text
    beside = [b for holder in around[-1:] for b in source.tree.blocks(holder.core)]
    arms = [b.core.of(source.data).rstrip() for b in beside if b.kind == "case"]
    ends_so = any(arm.endswith(b",") for arm in arms)
    return bare + b"," if ends_so else text
