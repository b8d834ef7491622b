"""Rewriting by query and template: each match is replaced by a text with its captures put in.

In a template `$name` and `${name}` stand for the text of a capture, and `$$` for a dollar sign; a
dollar sign before anything else stands for itself. A match inside a capture of another match is
rewritten too, inside out, so that `old(old(1))` becomes `new(new(1))`.

Not here: many files (`runs`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

from structedit.calls.arguments import content
from structedit.extras.codemods.scripting import QueryNode, ScriptTree, source_of
from structedit.text.document import Span, to_bytes, to_text
from structedit.text.edit import Edit
from structedit.text.errors import UsageError
from structedit.text.lazily import regex
from structedit.text.values import dataclass

_PIECE = regex(r"\$(?:(?P<escaped>\$)|\{(?P<braced>[^{}]*)\}|(?P<bare>[A-Za-z_]\w*))")
_INDENT = regex(r"[ \t]*")

Template = str | Callable[[QueryNode], str | None]
"""A text with captures, or a function that is given a match; None leaves the match alone."""

Piece = tuple[bool, str]


@dataclass(frozen=True, slots=True)
class _Change:
    """A match's place, and its new text."""

    span: Span
    new: str


def pieces_of(template: str) -> tuple[Piece, ...]:
    """Split a template into pieces: (is it a capture, its text or name).

    >>> pieces_of("log($$, ${args})")
    ((False, 'log('), (False, '$'), (False, ', '), (True, 'args'), (False, ')'))
    """
    found: list[Piece] = []
    at = 0
    template = content("template", template)
    for match in _PIECE.finditer(template):
        found.append((False, template[at : match.start()]))
        name = match["braced"] if match["braced"] is not None else match["bare"]
        found.append((False, "$") if match["escaped"] else (True, name))
        at = match.end()
    return tuple(piece for piece in (*found, (False, template[at:])) if piece[0] or piece[1])


def rewritten(tree: ScriptTree, query: str, template: Template) -> tuple[Edit, ...]:
    """The edits that rewrite every match of a query.

    Raises:
        ProfileError: when the query does not fit the file's grammar.
        UsageError: when the template names a capture that a match does not have.
    """
    pieces = pieces_of(template) if isinstance(template, str) else ()
    nodes = {node.span: node for node in reversed(tree.query(query))}
    changes: list[_Change] = []  # sorted and disjoint
    for node in sorted(nodes.values(), key=lambda node: (len(node.span), node.span)):
        new = template(node) if callable(template) else _filled(tree, node, pieces, changes)
        if new is not None:
            new = content("what the template gives", new)
            changes[_inside(changes, node.span)] = [_Change(node.span, new)]
    return tuple(
        Edit(change.span, to_bytes(change.new))
        for change in changes
        if change.new != _text(tree, change.span, ())
    )


def _inside(changes: list[_Change], span: Span) -> slice:
    """The slice of sorted changes inside a span; empty, at the place for it, if there are none."""
    start = bisect_left(changes, span.start, key=lambda change: change.span.start)
    end = bisect_right(changes, span.end, key=lambda change: change.span.end)
    return slice(start, max(start, end))


def _filled(
    tree: ScriptTree, node: QueryNode, pieces: tuple[Piece, ...], changes: list[_Change]
) -> str:
    """The template filled with captures; its later lines are indented as the match is."""
    indent = _indent_at(tree, node)
    return "".join(
        _capture(tree, node, text, changes) if is_capture else text.replace("\n", "\n" + indent)
        for is_capture, text in pieces
    )


def _capture(tree: ScriptTree, node: QueryNode, name: str, changes: list[_Change]) -> str:
    found = node.get(name)
    if found is None:
        names = [f"${key}" for key, _ in node.captures]
        raise UsageError(
            f"the template has ${name}, which the query does not capture",
            hint=f"there is {', '.join(names)}; a dollar sign itself is $$",
        )
    inside = changes[_inside(changes, found.span)] if found.span != node.span else []
    return _text(tree, found.span, inside)


def _text(tree: ScriptTree, span: Span, changes: Sequence[_Change]) -> str:
    """The file's text at a span, with changes inside it made."""
    data = source_of(tree).data
    parts, at = [], span.start
    for change in changes:
        parts += [to_text(data[at : change.span.start]), change.new]
        at = change.span.end
    return "".join((*parts, to_text(data[at : span.end])))


def _indent_at(tree: ScriptTree, node: QueryNode) -> str:
    line = source_of(tree).document.line_text(node.lines.first)
    found = _INDENT.match(line)
    return found[0] if found else ""
