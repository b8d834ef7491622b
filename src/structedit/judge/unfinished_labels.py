"""Arms of a `switch` that swallow the next arm, because its label is not written to its end.

    case "a":
        first();
    defa                    parses, as a statement that is one name: the arm above takes it in,
        second();           and with it all that the arm below would hold

Not here: arms that do not parse (`judge.certainty`).
"""

from __future__ import annotations

from structedit.text.document import Span
from structedit.text.lazily import regex
from structedit.text.lines import width_at
from structedit.tree.nodes import Block
from structedit.tree.source import Source

_LONE_WORD = regex(rb"(?m)^[ \t]*([a-z]+)[ \t]*\r?$")
_WORDS = (b"case", b"default", b"when", b"else", b"otherwise")


def unfinished_label(source: Source, block: Block) -> Span | None:
    """The first letters of a label, alone on a line of an arm and no deeper than its own; None if none."""
    if block.kind != "case" or block.body is None:
        return None
    depth = width_at(source.data, block.core.start)
    for found in _LONE_WORD.finditer(source.data, block.body.start, block.body.end):
        word = Span(found.start(1), found.end(1))
        is_cut = any(label.startswith(found[1]) and label != found[1] for label in _WORDS)
        if is_cut and width_at(source.data, word.start) <= depth:
            return word
    return None
