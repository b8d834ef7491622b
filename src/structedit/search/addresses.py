"""Write the selector of a node: the shortest one that names it and nothing else.

A definition is called by its path (`Cart.total`); if other paths end with it, by its kind
too, or by its number among them. A block is called by its words and its number, from the innermost
definition around it: ``Cart.total > if[2]``.

The selector depends on other nodes: definitions with the same name, blocks in
the same definition. They are looked up once for a tree and stored with it, so that a selector costs the
same in a listing of everything as alone.

Not here: resolving a selector (`search.selectors`). The two directions test each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from structedit.calls.places import Selector, Step, quote_name
from structedit.search import selectors
from structedit.text.document import Span
from structedit.text.lazily import regex
from structedit.text.lines import line_start, next_line
from structedit.text.values import replace
from structedit.tree import item_index
from structedit.tree.blocks import Item
from structedit.tree.broken import doubt
from structedit.tree.nodes import Block

if TYPE_CHECKING:
    from structedit.tree.item_index import SpanChain
    from structedit.tree.syntax_tree import SyntaxTree

_SIMPLE = regex(r"[^\s.<>\[\]#/@:()\"'`\\]+\Z")
"""Names that parse back to themselves, so that their selector needs no check."""

_NUMBER = regex(r"\[\d+\]\Z")


def selector_of(tree: SyntaxTree, block: Block) -> str:
    """Return the shortest selector that names this block and no other."""
    if block.is_definition:
        return _of_definition(tree, block)
    return _of_block(tree, block, None if tree.is_listed else _holder_span(tree, block))


def _of_block(tree: SyntaxTree, block: Block, within: Span | None) -> str:
    below = tree.kept(("blocks below", within), lambda t: _BlocksBelow(t, within))
    return below.selector_of(block)


def selectors_of(tree: SyntaxTree, blocks: Sequence[Block]) -> tuple[str, ...]:
    """Return selectors for many blocks of a whole listing at once."""
    index, is_clean, is_data = tree.index(), tree.clean, tree.profile.is_data
    found = []
    for block in blocks:
        if not block.is_definition:
            found.append(_of_block(tree, block, None))
            continue
        # Most are named by their path, which nothing else has.
        path = block.path
        dotted, reads_back = _written(tree, path)
        has_id = bool(block.aliases) and any(alias.startswith("#") for alias in block.aliases)
        is_plain = reads_back and block.kind != "section" and not has_id
        if is_clean:
            is_plain = is_plain and (
                index.has_alone(path) if is_data else len(index.ending_in(path)) == 1
            )
        else:
            alike = index.ending_in(path) if is_plain and not is_data else ()
            is_plain = len(alike) == 1 and alike[0].core == block.core
            is_plain = is_plain and doubt.doubt_of_name(tree, block, (Step(path),)) is None
        found.append(dotted if is_plain else _of_definition(tree, block))
    return tuple(found)


def selector_at(tree: SyntaxTree, span: Span) -> str | None:
    """Return the selector of the innermost definition whose span contains a place."""
    block = _innermost(tree, span)
    if block is None:
        return None
    return tree.kept(("selector", block.path, block.core), lambda _: _of_definition(tree, block))


def selector_by_line(tree: SyntaxTree, span: Span) -> str | None:
    """Return the innermost definition around a place as a selector by name and line.

    For files so large that listing all of a name takes longer than a reader waits.
    """
    block = _innermost(tree, span)
    if block is None:
        return None
    return f"{_written(tree, block.path)[0]}@{tree.line_of(block.core.start)}"


def _innermost(tree: SyntaxTree, span: Span) -> Block | None:
    around = tree.owners(span)
    named = [b for b in around if b.kind not in tree.profile.demoted] or around
    return named[-1] if named else None


def _by_line(tree: SyntaxTree, words: str, holder: Block | None, block: Block) -> str:
    """Return a selector by line, with a number if others with the same words begin on that line."""
    line = tree.line_of(block.core.start)
    step = replace(Selector.parse(words).steps[0], line=None, index=None)
    key = ("named", step, holder and holder.core)
    named = _overlapping_line(
        tree, key, lambda: selectors.named_by(tree, step, holder), block.core.start
    )
    cores = [other.core for other in selectors.beginning_on(tree, line, named)]
    if len(cores) < 2 or block.core not in cores:
        return f"{words}@{line}"
    return f"{words}@{line}[{cores.index(block.core) + 1}]"


def _certain(tree: SyntaxTree, texts: Iterator[str], block: Block) -> str:
    """Return the first of some texts for a block, or one with its line if names or numbers are in doubt."""
    first = next(texts)
    if tree.clean:
        return first
    is_path = first == ".".join(block.path) and _reads_back(tree, block.path)
    steps = (Step(block.path),) if is_path else Selector.parse(first).steps
    if doubt.doubt_of_name(tree, block, steps) is None:
        return first
    return next(texts)


def _overlapping_line(
    tree: SyntaxTree, key: object, blocks: Callable[[], tuple[Block, ...]], start: int
) -> tuple[Block, ...]:
    """Return those of some blocks, known by a key, that overlap the line of an offset."""

    def chained(_: SyntaxTree) -> tuple[tuple[Block, ...], SpanChain]:
        rows = blocks()
        return rows, item_index.SpanChain([block.span for block in rows])

    rows, spans = tree.kept(("chain", key), chained)
    line = Span(line_start(tree.data, start), next_line(tree.data, start))
    return tuple(rows[number] for number in spans.touching(line))


# Definitions


def _of_definition(tree: SyntaxTree, block: Block) -> str:
    if block.kind == "section" and (heading := _of_heading(tree, block)):
        return heading
    if own := _by_alias(tree, block):
        return own
    dotted, reads_back = _written(tree, block.path)
    full = f"{block.kind}:{dotted}"

    def texts(first: str) -> Iterator[str]:
        yield first
        yield _by_line(tree, dotted, None, block)

    if reads_back and tree.has_path_alone(block):
        return dotted
    if reads_back and not tree.profile.is_data:
        alike = tree.items_ending_in(block.path)
        if len(alike) == 1 and alike[0].core == block.core:
            return _certain(tree, texts(dotted), block)
    rows: list[tuple[str, _Numbers]] = []
    for text, kind in ((dotted, None), (full, block.kind)):
        places = _called(tree, block.path, dotted, kind)
        if len(places) == 1 and places.of(block):
            return _certain(tree, texts(text), block)
        rows.append((text, places))
    for text, places in rows if not tree.profile.is_data else ():
        if number := places.of(block):
            return _certain(tree, texts(f"{text}[{number}]"), block)
    return _by_line(tree, dotted, None, block)


def _called(tree: SyntaxTree, path: tuple[str, ...], dotted: str, kind: str | None) -> _Numbers:
    """Return the definitions that a path as text names, with its kind or without."""

    def numbered(tree: SyntaxTree) -> _Numbers:
        is_data, demoted = tree.profile.is_data, tree.profile.demoted
        if _reads_back(tree, path):
            step = Step(path, kind)
        else:
            step = Selector.parse(f"{kind}:{dotted}" if kind else dotted).steps[0]
            step = selectors.as_data(step) if is_data else step
        items = tree.items_ending_in(step.path)
        if len(items) == 1 and step.path == path:
            return _Numbers(items)
        if len(items) > 1 and all(one.start < other.start for one, other in pairwise(items)):
            return _Numbers(selectors.meant(items, step, (), is_data=is_data, demoted=demoted))
        among = item_index.blocks_of(items) or tree.definitions_named(step.name)
        if len(among) == 1 and step.path == path:
            return _Numbers(among)
        return _Numbers(selectors.matching(among, step, (), is_data=is_data, demoted=demoted))

    return tree.kept(("called", path, kind), numbered)


class _Numbers:
    """Return definitions in document order, each with its number. Of items, only the wanted one is made a block."""

    __slots__ = ("_cores", "_items")

    def __init__(self, rows: Sequence[Block | Item]) -> None:
        self._items: dict[int, tuple[int, Item]] = {}
        self._cores: dict[Span, int] = {}
        for number, row in enumerate(rows, 1):
            if isinstance(row, Item):
                self._items[row.start] = number, row
            else:
                self._cores.setdefault(row.core, number)

    def __len__(self) -> int:
        return len(self._items) or len(self._cores)

    def of(self, block: Block) -> int | None:
        """Return the number of a block; None if it is not among them."""
        number, item = self._items.get(block.core.start, (None, None))
        if item is not None:
            return number if item.core == block.core else None
        return self._cores.get(block.core)


def _reads_back(tree: SyntaxTree, path: tuple[str, ...]) -> bool:
    """Return True if a path as text is certainly read as the same path: from plain names and quoted ones."""
    return _written(tree, path)[1]


def _written(tree: SyntaxTree, path: tuple[str, ...]) -> tuple[str, bool]:
    """Return a path as text, and whether it is certainly read as the same path.

    Both are stored for the paths of enclosing definitions: nested ones add one name each.
    """
    known: dict[tuple[str, ...], tuple[str, bool]] = tree.kept(
        "paths as text", lambda _: {(): ("", True)}
    )
    if (found := known.get(path)) is not None:
        return found
    count = len(path) - 1
    while (before := known.get(path[:count])) is None:
        count -= 1
    text, is_certain = before
    for number in range(count, len(path)):
        part = path[number]
        quoted, is_number = quote_name(part), _NUMBER.match(part)
        text += part if is_number else ("." if text else "") + quoted
        is_certain = is_certain and bool(
            _SIMPLE.match(part)
            or (tree.profile.is_data and is_number)
            or (quoted != part and part.strip() == part != "" and not is_number)
        )
        known[path[: number + 1]] = text, is_certain
    return text, is_certain


def _of_heading(tree: SyntaxTree, block: Block) -> str | None:
    """Return a section's selector by its heading, below as many others as needed; None if that is not enough."""
    text = ""
    for depth, name in enumerate(reversed(block.path), 1):
        text = f"{_heading_step(name)} > {text}" if text else _heading_step(name)
        if tree.clean and len(_sections(tree, name, None)) != 1:
            continue  # the first step alone would be ambiguous
        if tree.clean:
            named = _below_each_other(tree, block.path[-depth:])
        else:
            named = selectors.resolve(tree, Selector.parse(text)).blocks
        if [one.core for one in named] == [block.core]:
            return text
    return None


def _below_each_other(tree: SyntaxTree, names: Sequence[str]) -> tuple[Block, ...]:
    """Return the definitions below headings, each of which must be the only one of its name below the one before it."""
    holder: Block | None = None
    found: tuple[Block, ...] = ()
    for name in names:
        found = _sections(tree, name, holder)
        if len(found) != 1:
            return ()
        holder = found[0]
    return found


def _sections(tree: SyntaxTree, name: str, holder: Block | None) -> tuple[Block, ...]:
    return selectors.definitions_of(tree, Step((name,), "section", quoted=True), holder)


def _heading_step(name: str) -> str:
    """Return a heading written so that it parses back as one step."""
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    for text in (f"# {name}", f'# "{escaped}"'):
        selector = Selector.parse(f"{text} > x")
        step = selector.steps[0]
        if len(selector.steps) == 2 and step == Step((name,), "section", quoted=True):
            return text
    return f'# "{escaped}"'


def _by_alias(tree: SyntaxTree, block: Block) -> str | None:
    """Return an element's selector by its id; None if another element has it too."""
    for alias in block.aliases:
        plain = alias[1:].replace("-", "").replace("_", "").isalnum()
        if alias.startswith("#") and plain and block.kind != "section":
            return None if tree.is_called_by_others(alias, block) else alias
    return None


# Blocks


class _BlocksBelow:
    """Return the blocks by the definition that their selectors begin with.

    A block is counted below a definition if no other definition with a body is between them.
    """

    __slots__ = ("_holders", "_numbers", "_sizes", "_tree")

    def __init__(self, tree: SyntaxTree, within: Span | None = None) -> None:
        self._tree = tree
        holders = [
            d
            for d in tree.definitions(within)
            if d.has_bodies and d.kind not in tree.profile.demoted
        ]
        chain = item_index.SpanChain([d.span for d in holders])
        self._holders: dict[Span, Block | None] = {}
        self._numbers: dict[tuple[Span | None, str, Span], int] = {}
        self._sizes: dict[tuple[Span | None, str], int] = {}
        for block in tree.blocks(within):
            around = [holders[n] for n in chain.around(block.core)]
            around = [d for d in around if d.core != block.core]
            holder = self._holders[block.core] = around[-1] if around else None
            key = (holder.core if holder else None, f"{block.kind} {words_of(tree, block)}")
            self._sizes[key] = self._sizes.get(key, 0) + 1
            self._numbers[*key, block.core] = self._sizes[key]

    def selector_of(self, block: Block) -> str:
        tree, words = self._tree, words_of(self._tree, block)
        holder = self._holders[block.core]
        key = (holder.core if holder else None, f"{block.kind} {words}")
        step = Step((words,))
        if step.may_be_block and selectors.definitions_of(tree, step, holder):
            words = f"block:{words}"
        number = self._numbers[*key, block.core]

        def texts() -> Iterator[str]:
            yield words if self._sizes[key] == 1 else f"{words}[{number}]"
            yield _by_line(tree, words, holder, block)

        prefix = "" if holder is None else _of_definition(tree, holder) + " > "
        return prefix + _certain(tree, texts(), block)


def _holder_span(tree: SyntaxTree, block: Block) -> Span | None:
    """Return the span of the definition that a block's selector is written from."""
    around = [
        d.core
        for d in tree.owners(block.core)
        if d.has_bodies and d.kind not in tree.profile.demoted and d.core != block.core
    ]
    return around[-1] if around else None


def words_of(tree: SyntaxTree, block: Block) -> str:
    """Return the words of a block in a selector: its kind, or the call."""
    if block.kind == "call" and block.label is not None and block.name is not None:
        label = block.label.replace("\\", "\\\\").replace('"', '\\"')
        return f'{selectors.called(tree, block.name)}("{label}")'
    return block.kind
