"""Code of one language inside a file of another: scripts in markup, fences in Markdown.

A region is a block whose body is in a language of its own. It is worked on as a source of that
language in which all else is blank: every offset and line is that of the file, so a place, an
edit and a report of the inner source hold for the file as they are.

A selector can lead into a region: in ``script > setup`` the first step names the region, the rest a
definition inside it.

Not here: which blocks are regions, and in which language (`tree.source`, from profiles).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from structedit.calls.places import Selector
from structedit.search import addresses, selectors
from structedit.text.document import Span, to_bytes
from structedit.text.lazily import regex
from structedit.text.values import dataclass, replace
from structedit.tree.nodes import Block
from structedit.tree.source import Source

_WORD = regex(rb"\w+")


@dataclass(frozen=True, slots=True)
class Inside:
    """A region as a source: `area` is its content, `ways` the blocks that lead to it, outermost first.

    Each of these comes with the source that it is in. `rest` is the part of a selector that names something
    inside; None where it names the region. What is not `checked` need not parse.
    """

    source: Source
    area: Span
    ways: tuple[tuple[Source, Block], ...]
    rest: Selector | None = None
    checked: bool = True

    @property
    def prefix(self) -> str:
        """The selector that leads to the region."""
        return " > ".join(_selector_of(outer, block) for outer, block in self.ways)


def _selector_of(source: Source, block: Block) -> str:
    """The selector of a region's block, whose path may lack what holds it."""
    assert source.tree is not None
    listed = source.tree.definitions(block.core) if block.is_definition else ()
    whole = next((one for one in listed if one.core == block.core), block)
    return addresses.selector_of(source.tree, whole)


def through(source: Source, selector: Selector) -> Inside | None:
    """The region that a selector leads to or into, with the rest of the selector; None if none.

    The innermost region counts, where one holds another. None too where it names something in several places.
    """
    if source.tree is None or not source.profile.embedded or not selector.steps:
        return None
    for count in range(1, len(selector.steps) + 1):
        head, rest = selector.parted(count)
        resolved = selectors.resolve(source.tree, head)
        if len(resolved.blocks) != 1 or resolved.wrong_index:
            break
        found = _entered(source, resolved.blocks[0], rest)
        if found is not None:
            return _deeper(found) or found
    named = named_inside(source, selector)
    if len(named) != 1 or selectors.resolve(source.tree, selector).blocks:
        return None
    return replace(named[0][0], rest=selector)


def named_inside(source: Source, selector: Selector) -> tuple[tuple[Inside, Block], ...]:
    """What a selector names in regions that must parse, without the steps that lead there; each with its region."""
    step = selector.steps[-1]
    # A kind of blocks, or the number of an item, need not be in the text; a name may be escaped.
    words = () if step.may_be_block else _WORD.findall(to_bytes(step.name))
    words = () if step.name.startswith("[") else words

    def may_name(text: bytes) -> bool:
        return b"\\" in text or all(word in text for word in words)

    found = []
    for region in regions(source, may_name):
        if region.checked and region.source.tree is not None:
            resolved = selectors.resolve(region.source.tree, selector)
            found += [(region, block) for block in resolved.blocks if not resolved.wrong_index]
    return tuple(found)


def _deeper(found: Inside) -> Inside | None:
    inner = through(found.source, found.rest) if found.rest is not None else None
    return inner and replace(inner, ways=(*found.ways, *inner.ways))


def _entered(source: Source, block: Block, rest: Selector | None = None) -> Inside | None:
    inner = source.inside(block)
    if inner is None or block.body is None:
        return None
    rule = source.profile.embedded[block.path[-1] if block.path else block.kind]
    return Inside(inner, block.body, ((source, block),), rest, rule.checked)


def regions(
    source: Source, may_hold: Callable[[bytes], bool] = bool, within: Span | None = None
) -> Iterator[Inside]:
    """The regions of a source, in document order: those that overlap a place and whose text may hold what is sought.

    Each is parsed when its tree is asked for.
    """
    tree = source.tree
    for block in tree.regions(within) if tree is not None and source.profile.embedded else ():
        if block.body is not None and may_hold(block.body.of(source.data)):
            found = _entered(source, block)
            if found is not None:
                yield found


def checked_windows(source: Source) -> Iterator[tuple[Source, int]]:
    """The regions that must parse, each as the lines of its own and the offset where they begin."""
    tree, rules = source.tree, source.profile.embedded
    if tree is None or not any(rule.checked for rule in rules.values()):
        return
    for block in tree.regions():
        window = source.window(block)
        if window is not None and rules[block.path[-1] if block.path else block.kind].checked:
            yield window


def region_at(source: Source, span: Span) -> Inside | None:
    """The region whose content holds a span; None outside of all."""
    return next((one for one in regions(source, within=span) if one.area.contains(span)), None)


def selector_at(source: Source, span: Span) -> str | None:
    """The selector of the innermost definition around a place, also in embedded regions; None if none."""
    if source.tree is None:
        return None
    inside = region_at(source, span)
    if inside is None:
        return addresses.selector_at(source.tree, span)
    inner = selector_at(inside.source, span)
    return f"{inside.prefix} > {inner}" if inner else inside.prefix
