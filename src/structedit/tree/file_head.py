"""The head of a file: its imports, and what stands before them; and where its code ends.

Not here: where a new import goes among the others (`edits.imports`).
"""

from __future__ import annotations

import re

from tree_sitter import Node

from structedit.languages.profiles import LanguageProfile
from structedit.text.document import Span
from structedit.text.lines import line_start
from structedit.tree.breaches import HIGHEST_RANK, ranks_at_top
from structedit.tree.code import Code
from structedit.tree.extents import begins_with, first_child, span_of, trimmed_end, without_newline
from structedit.tree.trivia import is_detached


def imports(code: Code) -> tuple[Span, ...]:
    """The import statements at the top level of the file."""
    nodes = [n for n in _head_nodes(code.root, code.profile) if _is_import(code, n)]
    ends = [trimmed_end(code, n) for n in nodes]
    spans = [Span(n.start_byte, end) for n, end in zip(nodes, ends, strict=True)]
    return tuple(without_newline(code.data, span) for span in spans)


def preamble_end(code: Code) -> int:
    """Where imports may begin: after licence, package and the like; 0 without any."""
    end = 0
    for node in _head_nodes(code.root, code.profile):
        if _is_about_the_file(code, node) or node.type in code.profile.nodes.import_after:
            end = without_newline(code.data, span_of(node)).end
        elif node.type not in code.profile.nodes.comments and node.is_named:
            break
    return end


def head_above(code: Code, new: Code, area: Span) -> int:
    """The end of what must stay above new code at the top of the file; 0 if nothing must.

    That are statements whose rank is lower than that of the new code (`package a`), and strings with which the file
    begins: docstrings, `"use strict"`. A comment has nothing above it.
    """
    comments = code.profile.nodes.comments
    named = (node for node in new.root.children if node.is_named and node.type not in comments)
    first = next((node for node in named if span_of(node).overlaps(area)), None)
    if first is None or code.profile.is_data or _is_about_the_file(new, first):
        return 0
    rank = ranks_at_top(new).get(first.start_byte, HIGHEST_RANK)
    lower = [at for at, own in ranks_at_top(code).items() if own < rank]
    last = max(lower, default=-1)
    end, is_head = 0, True
    for node in code.root.children:
        if node.type in comments or not node.is_named:
            continue
        is_head = is_head and (node.start_byte <= last or _is_about_the_file(code, node))
        if not is_head:
            break
        end = without_newline(code.data, span_of(node)).end
    return end


def code_end(code: Code) -> int:
    """Where the code of a file ends: above what is none, such as the lines below `__END__`, else its own end."""
    behind = (node for node in code.root.children if node.type in code.profile.nodes.behind)
    first = next(behind, None) if code.profile.nodes.behind else None
    return len(code.data) if first is None else line_start(code.data, first.start_byte)


def _head_nodes(root: Node, profile: LanguageProfile) -> list[Node]:
    """The nodes among which imports stand: inside a guard, if one holds the whole file or begins with them."""
    nodes, beside = root.children, (*profile.nodes.comments, *profile.nodes.leading)
    while True:
        named = [n for n in nodes if n.is_named and n.type not in beside]
        guard = named[0] if named and named[0].type in profile.nodes.import_guards else None
        first = first_child(guard) if guard is not None else None
        begins = first is not None and first.type in (
            *profile.nodes.import_guards,
            *profile.nodes.imports,
        )
        if guard is None or (len(named) > 1 and not begins):
            return nodes
        name = guard.child_by_field_name("name")
        nodes = [n for n in guard.children if name is None or n.start_byte >= name.end_byte]


def _is_import(code: Code, node: Node) -> bool:
    return node.type in code.profile.nodes.imports and begins_with(
        code.data, node, code.profile.nodes.imports[node.type]
    )


def _is_about_the_file(code: Code, node: Node) -> bool:
    """Whether a node is a licence (a comment set off by a blank line), a docstring, `"use strict"`."""
    if node.type in code.profile.nodes.comments:
        rest = code.data[without_newline(code.data, span_of(node)).end :]
        set_off = re.match(rb"[ \t]*(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)", rest) is not None
        return set_off or is_detached(code.data, node.start_byte, code.profile)
    bare = node.type == "expression_statement" and node.named_child_count == 1
    inner = node.named_children[0] if bare else node
    return inner.type in code.profile.nodes.strings
