"""Code of one language inside a file of another: scripts in markup, fences in Markdown.

A region is a block whose body is in a language of its own. It is worked on as a source of that
language in which all else is blank: every offset and line is that of the file, so a place, an
edit and a report of the inner source hold for the file as they are.

A selector can lead into a region: in ``script > setup`` the first step names the region, the rest a
definition inside it.

Not here: which blocks are regions, and in which language (`tree.source`, from profiles).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from structedit.calls.places import BLOCK_KINDS, Selector
from structedit.search import addresses, selectors
from structedit.text.document import Span
from structedit.text.values import dataclass, replace
from structedit.tree.nodes import Block
from structedit.tree.source import Source


@dataclass(frozen=True, slots=True)
class Inside:
    """A region as a source: `area` is its content, `prefix` the selector that leads to it.

    `rest` is the part of a selector that names something inside; None where it names the region. What is
    not `checked` need not parse.
    """

    source: Source
    area: Span
    prefix: str
    rest: Selector | None = None
    checked: bool = True


def through(source: Source, selector: Selector) -> Inside | None:
    """The region that a selector leads to or into, with the rest of the selector; None if none.

    The innermost region counts, where one holds another.
    """
    if source.tree is None or not source.profile.embedded or not selector.steps:
        return None
    for count in range(1, len(selector.steps) + 1):
        head, rest = selector.parted(count)
        resolved = selectors.resolve(source.tree, head)
        if len(resolved.blocks) != 1 or resolved.wrong_index:
            return None if resolved.blocks else _only_inside(source, selector)
        found = _entered(source, resolved.blocks[0], rest)
        if found is not None:
            return _deeper(found) or found
    return None


def _only_inside(source: Source, selector: Selector) -> Inside | None:
    """The one region of code in which a selector names something, without the steps that lead there."""
    found = [
        replace(region, rest=selector)
        for region in regions(source)
        if region.checked and region.source.tree is not None
        if selectors.resolve(region.source.tree, selector).blocks
    ]
    return found[0] if len(found) == 1 else None


def _deeper(found: Inside) -> Inside | None:
    inner = through(found.source, found.rest) if found.rest is not None else None
    if inner is None:
        return None
    return Inside(inner.source, inner.area, f"{found.prefix} > {inner.prefix}", inner.rest)


def _entered(source: Source, block: Block, rest: Selector | None = None) -> Inside | None:
    inner = source.inside(block)
    if inner is None or block.body is None or source.tree is None:
        return None
    rule = source.profile.embedded[block.path[-1] if block.path else block.kind]
    prefix = addresses.selector_of(source.tree, block)
    return Inside(inner, block.body, prefix, rest, rule.checked)


def regions(source: Source) -> tuple[Inside, ...]:
    """The regions of a source, in document order."""
    if not source.profile.embedded or (tree := source.tree) is None:
        return ()
    return tuple(_regions_among(source, (*tree.definitions(), *tree.blocks())))


def _regions_among(source: Source, blocks: Iterable[Block]) -> Iterator[Inside]:
    by_core = {block.core: block for block in blocks}
    found = (_entered(source, by_core[core]) for core in sorted(by_core))
    return (one for one in found if one is not None)


def checked_windows(source: Source) -> Iterator[tuple[Source, int]]:
    """The regions that must parse, each as the lines of its own and the offset where they begin."""
    tree, rules = source.tree, source.profile.embedded
    if tree is None or not any(rule.checked for rule in rules.values()):
        return
    for block in sorted((*tree.definitions(), *tree.blocks()), key=lambda b: b.core):
        rule = rules.get(block.path[-1] if block.path else block.kind)
        window = source.window(block) if rule is not None and rule.checked else None
        if window is not None:
            yield window


def region_at(source: Source, span: Span) -> Inside | None:
    """The region whose content holds a span; None outside of all."""
    tree, kinds = source.tree, source.profile.embedded
    if tree is None or not kinds:
        return None
    blocks = () if BLOCK_KINDS.isdisjoint(kinds) else tree.blocks(span)
    found = _regions_among(source, (*tree.enclosing(span), *blocks))
    return next((one for one in found if one.area.contains(span)), None)


def selector_at(source: Source, span: Span) -> str | None:
    """The selector of the innermost definition around a place, also in embedded regions; None if none."""
    if source.tree is None:
        return None
    inside = region_at(source, span)
    if inside is None:
        return addresses.selector_at(source.tree, span)
    inner = selector_at(inside.source, span)
    return f"{inside.prefix} > {inner}" if inner else inside.prefix
