"""Blocks for what lines that do not parse may define; they are marked as broken.

They are not for editing. They show that a name is not as unique as it seems, so that a broken
definition does not leave its name to a namesake. Not here: which lines are hidden
(`tree.broken.hiding`); how a selector treats such blocks (`search.selectors`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from structedit.text.document import Span
from structedit.tree.broken.names_in_text import (
    is_behind_a_quote,
    is_header,
    is_in_pieces,
    places_cut_short,
    places_of_name,
    places_without_name,
)
from structedit.tree.nodes import Block

if TYPE_CHECKING:
    from structedit.tree.syntax_tree import SyntaxTree


def guessed_definitions(tree: SyntaxTree) -> tuple[Block, ...]:
    """The definitions that hidden lines seem to hold, cut to these lines: for listings, not for edits."""
    if tree.recovered is None:
        return ()
    return tuple(
        _cut(block, span)
        for block in tree.recovered.definitions()
        for span in tree.hidden
        if block.name is not None and span.contains(block.name) and block.core.start >= span.start
    )


def hidden_definitions(
    tree: SyntaxTree, path: tuple[str, ...], *, every: bool = False
) -> tuple[Block, ...]:
    """Broken blocks for what hidden lines may define by a path, in document order.

    With `every`, all places of the name count. Where no lines could be hidden, those in errors are
    meant.
    """
    return tuple(
        _standing_in(name, span, path)
        for span, holder in tree.uncertain_lines()
        for name in places_of_name(tree.data, span, path, holder, tree.profile, every=every)
    )


def counted_definitions(tree: SyntaxTree, path: tuple[str, ...]) -> tuple[Block, ...]:
    """Broken blocks for what hidden lines define by a path, so that a number may count over them.

    Where it is not certain how many they are, the block is of the kind `hidden`.
    """
    data, made = tree.data, list[Block]()
    for span, holder in tree.uncertain_lines():
        names = places_of_name(data, span, path, holder, tree.profile)
        torn = places_cut_short(data, span, path[-1], tree.profile)
        mentions = places_of_name(data, span, path[-1:], (), tree.profile, every=True)
        torn += tuple(name for name in mentions if is_behind_a_quote(data, name))
        certain = len(names) < 2 and all(is_header(data, span, n, tree.profile) for n in names)
        if torn or not certain or is_in_pieces(data, span, path[-1]):
            made.append(_standing_in(Span(span.start, span.start), span, path))
        else:
            made += [_standing_in(name, span, path, "counted") for name in names]
    return tuple(made)


def cut_definitions(tree: SyntaxTree, path: tuple[str, ...]) -> tuple[Block, ...]:
    """Broken blocks for what may define a path by a name of which a line has the beginning only.

    What is left of that line may parse, so that only the one below it is hidden.
    """
    spans = (_with_line_above(tree.data, span) for span, _ in tree.uncertain_lines())
    return tuple(
        _standing_in(name, span, path)
        for span in spans
        for name in (
            *places_cut_short(tree.data, span, path[-1], tree.profile),
            *places_without_name(tree.data, span, tree.profile),
        )
    )


def _with_line_above(data: bytes, span: Span) -> Span:
    above = data.rfind(b"\n", 0, span.start)
    return Span(data.rfind(b"\n", 0, max(0, above)) + 1, span.end)


def covered_definitions(
    tree: SyntaxTree, path: tuple[str, ...], *, every: bool = False
) -> tuple[Block, ...]:
    """Broken blocks for what may define a path inside comments that are never closed.

    Such a comment goes on to the end of the next one, so another one begins in it. With `every`,
    all places of the name count.
    """
    return tuple(
        _standing_in(name, span, path)
        for span in _torn_comments(tree)
        for name in places_of_name(tree.data, span, path, (), tree.profile, every=every)
    )


def _torn_comments(tree: SyntaxTree) -> Iterator[Span]:
    for opened, closed in tree.profile.block_comments:
        begin, finish = opened.encode(), closed.encode()
        at = tree.data.find(begin)
        while at >= 0:
            inner = at + len(begin)
            end = tree.data.find(finish, inner)
            end = end if end >= 0 else len(tree.data)
            torn = tree.data.find(begin, inner, end) >= 0
            if torn and any(s.start == at for s in tree.comments(Span(at, inner))):
                yield Span(at, end)
            at = tree.data.find(begin, end)


def _standing_in(name: Span, lines: Span, path: tuple[str, ...], kind: str = "hidden") -> Block:
    core = Span(name.start, lines.end)
    return Block(kind, core, core, name, None, core, path=path, name=name, broken=True)


def _cut(block: Block, area: Span) -> Block:
    """A definition as far as an area reaches, as a broken one without a body."""
    core = Span(block.core.start, min(block.core.end, area.end))
    header = Span(core.start, min(block.header.end, core.end))
    return Block(
        block.kind, core, core, header, None, core, path=block.path, name=block.name, broken=True
    )
