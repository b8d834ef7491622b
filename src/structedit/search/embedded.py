"""Code of one language inside a file of another: scripts in markup, fences in Markdown.

A region is a block whose body is in a language of its own. It is edited as a source of that
language in which all other text is blank: every offset and line is that of the file, so places,
edits and reports of the inner source are valid for the file.

A selector can lead into a region: in ``script > setup`` the first step names the region, the rest a
definition inside it.

Not here: finding the regions and their languages (`tree.source`, from profiles).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from structedit.calls.places import Selector, Step
from structedit.languages.profiles import Embedded
from structedit.search import addresses, selectors
from structedit.text.document import Span, to_bytes, to_text
from structedit.text.lazily import regex
from structedit.text.values import dataclass, replace
from structedit.tree.nodes import Block
from structedit.tree.source import Source

if TYPE_CHECKING:
    from structedit.tree.syntax_tree import SyntaxTree

_WORD = regex(rb"\w+")
_FEW_HITS = 8
"""Hits of a word up to which each is asked for its region; beyond, all regions are read. Chosen by judgement."""

_NUMBER = regex(r"\[\d+\]\Z")


@dataclass(frozen=True, slots=True)
class Inside:
    """A region as a source: `area` is its content, `ways` the blocks around it, outermost first.

    Each of these comes with its source. `rest` is the part of a selector that names something
    inside; None if it names the region. A region that is not `checked` need not parse.
    """

    source: Source
    area: Span
    ways: tuple[tuple[Source, Block], ...]
    rest: Selector | None = None
    checked: bool = True

    @property
    def prefix(self) -> str:
        """The selector that leads to the region."""
        return " > ".join(_path_to(outer, block) for outer, block in self.ways)

    @property
    def is_for_imports(self) -> bool | None:
        """The region is the one for imports by its header; None if the profile does not name one."""
        outer, block = self.ways[-1]
        wanted = _rule(outer, block).imports
        header = Span(block.core.start, self.area.start).of(outer.data)
        return None if wanted is None else wanted.search(header) is not None


def _path_to(source: Source, block: Block) -> str:
    """Return the selector of a region's block, whose path may lack the definitions around it."""
    assert source.tree is not None
    listed = source.tree.definitions(block.core) if block.is_definition else ()
    whole = next((one for one in listed if one.core == block.core), block)
    return addresses.selector_of(source.tree, whole)


def selector_of(source: Source, block: Block) -> str:
    """Return the selector that names only this block of a file, or of code inside it, in all its languages."""
    assert source.tree is not None
    inside = region_at(source, block.core)
    if inside is not None:
        return f"{inside.prefix} > {selector_of(inside.source, block)}"
    return _named_here_only(source, block, addresses.selector_of(source.tree, block))


def selectors_of(source: Source, blocks: Sequence[Block]) -> tuple[str, ...]:
    """Return selectors for many blocks of a whole listing at once, none of which is inside a region."""
    assert source.tree is not None
    texts = addresses.selectors_of(source.tree, blocks)
    if not source.profile.embedded:
        return texts
    if not checked_regions(source):
        return texts
    known: dict[bytes, bool] = {}

    def is_named_inside(word: bytes) -> bool:
        if word not in known:
            is_name = word in _words_of_names_inside(source)
            known[word] = is_name or _begins_blocks_inside(source, to_text(word))
        return known[word]

    # Most names do not occur in any region, and many definitions have the same name.
    last_words = {
        block.path[-1]: _WORD.findall(to_bytes(block.path[-1])) for block in blocks if block.path
    }
    only_here = {
        name for name, words in last_words.items() if words and not is_named_inside(words[-1])
    }
    return tuple(
        text
        if block.path and block.path[-1] in only_here and text.endswith(block.path[-1])
        else _named_here_only(source, block, text, is_named_inside)
        for block, text in zip(blocks, texts, strict=True)
    )


def _named_here_only(
    source: Source, block: Block, text: str, may_name: Callable[[bytes], bool] | None = None
) -> str:
    """Return a block's selector; with its kind or its line if it also names a block in a region: `element:#top`."""
    tree = source.tree if source.profile.embedded else None
    if tree is None:
        return text
    may_name = may_name or partial(_is_word_inside, source)
    last = _WORD.findall(to_bytes(_NUMBER.sub("", text)))[-1:]
    is_unknown = block.is_definition and not all(map(may_name, last))
    if is_unknown or not named_inside(source, Selector.parse(text)):
        return text
    by_kind = f"{block.kind}:{text}"
    is_other = block.is_definition and not text.startswith(f"{block.kind}:")
    named = selectors.resolve(tree, Selector.parse(by_kind)).blocks if is_other else ()
    is_certain = [one.core for one in named] == [block.core]
    if is_certain and not named_inside(source, Selector.parse(by_kind)):
        return by_kind
    return f"{_NUMBER.sub('', text)}@{tree.line_of(block.core.start)}"


def through(source: Source, selector: Selector) -> Inside | None:
    """Return the region that a selector leads to or into, with the rest of the selector.

    The innermost region counts if one contains another. Return None also if it names several places.
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
            inner = through(found.source, found.rest) if found.rest is not None else None
            return found if inner is None else replace(inner, ways=(*found.ways, *inner.ways))
    named = named_inside(source, selector)
    if len(named) != 1 or selectors.resolve(source.tree, selector).blocks:
        return None
    return replace(named[0][0], rest=selector)


def named_inside(source: Source, selector: Selector) -> tuple[tuple[Inside, Block], ...]:
    """Return the blocks that a selector names in regions that must parse, without the steps that lead there."""
    found = []
    for region in _regions_naming(source, selector.steps[-1]) if selector.steps else ():
        assert region.source.tree is not None
        resolved = selectors.resolve(region.source.tree, selector)
        found += [(region, block) for block in resolved.blocks if not resolved.wrong_index]
    return tuple(found)


def _regions_naming(source: Source, step: Step) -> tuple[Inside, ...]:
    """Return the regions that must parse in which a step may name something."""
    tree = source.tree
    if tree is None:
        return ()
    # A kind of blocks, or the number of an item, need not be in the text; a name may be escaped.
    is_written = not step.may_be_block and not step.name.startswith("[")
    words = _WORD.findall(to_bytes(step.name)) if is_written else []
    if not _words_inside(source).issuperset(words):
        return ()
    plain = replace(step, index=None, line=None)

    def found(tree: SyntaxTree) -> tuple[Inside, ...]:
        named = []
        for block, window, _ in checked_regions(source):
            text = window.data
            if b"\\" not in text and not all(word in text for word in words):
                continue
            inner = window.tree
            is_name = is_written and step.label is None
            if inner is None or (
                is_name and not selectors.named_by(inner, plain, None, nested=True)
            ):
                continue
            named.append(_entered(source, block))
        return tuple(region for region in named if region is not None)

    return tree.kept(("regions naming", plain), found)


def _words_inside(source: Source) -> frozenset[bytes]:
    """Return all words in the text of regions."""

    def found(tree: SyntaxTree) -> frozenset[bytes]:
        texts = (b.body.of(tree.data) for b in tree.regions() if b.body is not None)
        return frozenset(word for text in texts for word in _WORD.findall(text))

    return source.tree.kept("words inside", found) if source.tree is not None else frozenset()


def _is_word_inside(source: Source, word: bytes) -> bool:
    """Return True if a word is in the text of a region."""
    tree = source.tree
    assert tree is not None
    if tree.data.count(word) > _FEW_HITS:
        return word in _words_inside(source)
    pattern = re.compile(rb"(?<!\w)" + re.escape(word) + rb"(?!\w)")
    hits = [Span(*hit.span()) for hit in pattern.finditer(tree.data)]
    around = ((hit, block.body) for hit in hits for block in tree.regions(hit))
    return any(body is not None and body.contains(hit) for hit, body in around)


def _words_of_names_inside(source: Source) -> frozenset[bytes]:
    """Return all words of the names of definitions in regions that must parse. It lists these regions."""

    def found(_: SyntaxTree) -> frozenset[bytes]:
        trees = [window.tree for _, window, _ in checked_regions(source)]
        names = {name for tree in trees if tree is not None for name in tree.index().names()}
        return frozenset(word for name in names for word in _WORD.findall(to_bytes(name)))

    return source.tree.kept("words of names", found) if source.tree is not None else frozenset()


def _begins_blocks_inside(source: Source, word: str) -> bool:
    """Return True if blocks of an embedded language may be called by a word that names no definition."""
    profiles = {window.profile.id: window.profile for _, window, _ in checked_regions(source)}
    step = Step((word,))
    is_block = step.may_be_block or word.isdecimal()
    return is_block or any(selectors.is_own_word(one, step) for one in profiles.values())


def checked_regions(source: Source) -> tuple[tuple[Block, Source, int], ...]:
    """Return the blocks of regions that must parse, each with its lines as a source, and where they begin."""
    tree, rules = source.tree, source.profile.embedded
    if tree is None or not any(rule.checked for rule in rules.values()):
        return ()

    def found(tree: SyntaxTree) -> tuple[tuple[Block, Source, int], ...]:
        windows = [(block, source.window(block)) for block in tree.regions()]
        return tuple(
            (block, *window)
            for block, window in windows
            if window is not None and _rule(source, block).checked
        )

    return tree.kept("checked regions", found)


def _entered(source: Source, block: Block, rest: Selector | None = None) -> Inside | None:
    inner = source.inside(block)
    if inner is None or block.body is None:
        return None
    return Inside(inner, block.body, ((source, block),), rest, _rule(source, block).checked)


def _rule(source: Source, block: Block) -> Embedded:
    """Return the profile's rule for a region."""
    found = source.profile.region_rule(block.path, block.kind)
    assert found is not None
    return found


def regions(
    source: Source, may_hold: Callable[[bytes], bool] = bool, within: Span | None = None
) -> Iterator[Inside]:
    """Yield the regions of a source that overlap a place and whose text may contain a wanted word, in document order.

    Each is parsed when its tree is needed.
    """
    tree = source.tree if source.profile.embedded else None
    for block in tree.regions(within) if tree is not None else ():
        if block.body is not None and may_hold(block.body.of(source.data)):
            found = _entered(source, block)
            if found is not None:
                yield found


def region_at(source: Source, span: Span) -> Inside | None:
    """Return the region whose content contains a span."""
    return next((one for one in regions(source, within=span) if one.area.contains(span)), None)


def selector_at(source: Source, span: Span) -> str | None:
    """Return the selector of the innermost definition around a place, also in embedded regions."""
    if source.tree is None:
        return None
    inside = region_at(source, span)
    if inside is None:
        text = addresses.selector_at(source.tree, span)
        around = source.tree.owners(span) if text and source.profile.embedded else ()
        return _named_here_only(source, around[-1], text) if text and around else text
    inner = selector_at(inside.source, span)
    return f"{inside.prefix} > {inner}" if inner else inside.prefix
