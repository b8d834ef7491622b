"""Chains: definitions of which the later ones go on with a word: `let … and …` in OCaml, `v-if` and `v-else` in Vue.

The first definition of a chain cannot be removed alone, and nothing else can come in between: the
word would continue something else, and the file would still parse.

Not here: where the definitions of a chain begin and end; they are definitions like others.
"""

from __future__ import annotations

import re

from structedit.calls.statuses import Reason
from structedit.edits.new_text import Misfit
from structedit.text.document import Span, to_text
from structedit.text.lines import text_start
from structedit.tree.nodes import Block
from structedit.tree.source import Source


def begins_chain(source: Source, block: Block) -> Misfit | None:
    """A misfit if a deletion would take away what the next definition continues; else None."""
    word = _word_after(source, block.end) if block.is_definition else None
    if word is None or _goes_on(source, source.data, block.core.start):
        return None
    return Misfit(
        Reason.NOT_A_BLOCK,
        f"this {block.kind} begins a chain that goes on with `{word}`",
        "delete or move the whole chain by lines, or replace this definition",
    )


def splits_chain(source: Source, span: Span, text: bytes, *, after: bool) -> Misfit | None:
    """A misfit if a text would separate two definitions of a chain; else None."""
    at = span.end if after else span.start
    word = _word_after(source, at)
    if word is None or _goes_on(source, text, text_start(text, 0)):
        return None
    return Misfit(
        Reason.NOT_A_BLOCK,
        f"a chain goes on there with `{word}`, which would go on from the new text",
        f"begin the new text with `{word}`, or insert before or after the whole chain",
    )


def _word_after(source: Source, at: int) -> str | None:
    """The word that continues a chain, if it comes next after comments; else None."""
    if source.profile.chained is None or source.tree is None:
        return None
    data, comments = source.data, source.tree.comments(Span(at, len(source.data)))
    ends = {comment.start: comment.end for comment in comments}
    while True:
        at = text_start(data, at)
        if at not in ends or ends[at] == at:
            break
        at = ends[at]
    word = _goes_on(source, data, at)
    return to_text(word[0]) if word is not None else None


def _goes_on(source: Source, text: bytes, at: int) -> re.Match[bytes] | None:
    """The word at an offset of a text with which a chain goes on; None where none does."""
    chained = source.profile.chained
    return chained.match(text, at) if chained is not None else None
