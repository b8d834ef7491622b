"""Chains: definitions continued by a keyword, such as `let … and …` in OCaml, `v-if` and `v-else` in Vue.

The first definition of a chain cannot be removed alone, and no other text may be put between two of them: the
keyword would continue something else, and the file would still parse.
"""

from __future__ import annotations

import re

from structedit.calls.statuses import Reason
from structedit.edits.new_text import Rejection
from structedit.text.document import Span, to_text
from structedit.text.lines import text_start
from structedit.tree.nodes import Block
from structedit.tree.source import Source


def check_chain_start(source: Source, block: Block) -> Rejection | None:
    """Reject the deletion of a definition that the next one continues."""
    word = _chain_word_after(source, block.end) if block.is_definition else None
    if word is None or _chain_word_at(source, source.data, block.core.start):
        return None
    return Rejection(
        Reason.NOT_A_BLOCK,
        f"this {block.kind} begins a chain that the next `{word}` continues",
        "delete or move the whole chain by lines, or replace this definition",
    )


def check_chain_gap(source: Source, span: Span, text: bytes, *, after: bool) -> Rejection | None:
    """Reject a text between two definitions of a chain."""
    at = span.end if after else span.start
    word = _chain_word_after(source, at)
    if word is None or _chain_word_at(source, text, text_start(text, 0)):
        return None
    return Rejection(
        Reason.NOT_A_BLOCK,
        f"`{word}` continues a chain there, but would then continue the new text",
        f"begin the new text with `{word}`, or insert before or after the whole chain",
    )


def _chain_word_after(source: Source, at: int) -> str | None:
    """Return the word that continues a chain, if it comes next after white space and comments."""
    if source.profile.chained is None or source.tree is None:
        return None
    data, comments = source.data, source.tree.comments(Span(at, len(source.data)))
    ends = {comment.start: comment.end for comment in comments}
    while True:
        at = text_start(data, at)
        if at not in ends or ends[at] == at:
            break
        at = ends[at]
    word = _chain_word_at(source, data, at)
    return to_text(word[0]) if word is not None else None


def _chain_word_at(source: Source, text: bytes, at: int) -> re.Match[bytes] | None:
    """Match a word that continues a chain at an offset of a text."""
    chained = source.profile.chained
    return chained.match(text, at) if chained is not None else None
