"""The edges of a file: the text that must stay above new code at its top, and where its code ends.

Not here: imports (`tree.import_statements`).
"""

from __future__ import annotations

import re

from tree_sitter import Node

from structedit.text.document import Span
from structedit.text.lines import line_start
from structedit.tree.breaches import HIGHEST_RANK, ranks_at_top
from structedit.tree.code import Code
from structedit.tree.extents import span_of, without_newline
from structedit.tree.trivia import is_detached


def head_above(code: Code, new: Code, area: Span) -> int:
    """Return the end of the text that must stay above new code at the top of the file; 0 without any.

    That text is statements of a lower rank than the new code (`package a`), and strings at the top of the
    file: docstrings, `"use strict"`. A comment needs nothing above it.
    """
    comments = code.profile.nodes.comments
    named = (node for node in new.root.children if node.is_named and node.type not in comments)
    first = next((node for node in named if span_of(node).overlaps(area)), None)
    if first is None or code.profile.is_data or is_about_the_file(new, first):
        return 0
    rank = ranks_at_top(new).get(first.start_byte, HIGHEST_RANK)
    lower = [at for at, own in ranks_at_top(code).items() if own < rank]
    last = max(lower, default=-1)
    end, is_head = 0, True
    for node in code.root.children:
        if node.type in comments or not node.is_named:
            continue
        is_head = is_head and (node.start_byte <= last or is_about_the_file(code, node))
        if not is_head:
            break
        end = without_newline(code.data, span_of(node)).end
    return end


def code_end(code: Code) -> int:
    """Return where the code of a file ends: above lines that are no code (below `__END__`), or at its end."""
    behind = (node for node in code.root.children if node.type in code.profile.nodes.behind)
    first = next(behind, None) if code.profile.nodes.behind else None
    return len(code.data) if first is None else line_start(code.data, first.start_byte)


def is_about_the_file(code: Code, node: Node) -> bool:
    """Return True for a licence (a comment set off by a blank line), a docstring, `"use strict"`."""
    if node.type in code.profile.nodes.comments:
        rest = code.data[without_newline(code.data, span_of(node)).end :]
        set_off = re.match(rb"[ \t]*(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)", rest) is not None
        return set_off or is_detached(code.data, node.start_byte, code.profile)
    bare = node.type == "expression_statement" and node.named_child_count == 1
    inner = node.named_children[0] if bare else node
    return inner.type in code.profile.nodes.strings
