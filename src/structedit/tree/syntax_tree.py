"""Definitions, blocks, syntax errors and lists of one parsed content, as values.

`parse` returns a `SyntaxTree`, or the reason why there is none. Parser objects never leave this
package. A question about a place runs its query over that place only, so that finding
one name in a large file costs a small part of parsing it.

Nothing recurses over nodes. `tree.parsing` turns a content into a tree; the questions about its
nodes have modules of their own: `query_matches`, `lists`, `statements`, `file_head`.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

from tree_sitter import Parser, Point, QueryCursor

from structedit.calls.places import BLOCK_KINDS
from structedit.languages.grammars import PatternSet, compile_query, grammar, queries
from structedit.languages.known import why_no_grammar
from structedit.languages.profiles import LanguageProfile, ListRule
from structedit.text.budget import collection_paused
from structedit.text.document import Span, line_number, to_text
from structedit.text.edit import EditSet
from structedit.text.hashing import keyed
from structedit.text.lazily import regex
from structedit.text.lines import text_end, text_start
from structedit.text.token_edits import Sides
from structedit.tree import (
    assignments,
    file_head,
    import_statements,
    item_index,
    lists,
    literal_texts,
    local_names,
    nested_elements,
    openers,
    pattern_matching,
    rule_matching,
    sections,
    statements,
    tokens,
    trivia,
    walking,
    whole_nodes,
)
from structedit.tree.blocks import (
    Item,
    build_block,
    definitions_from,
    is_named_at,
)
from structedit.tree.breaches import Breach, breaches
from structedit.tree.broken import completing, hiding
from structedit.tree.clauses import Clause
from structedit.tree.code import Code
from structedit.tree.extents import Captures, span_of
from structedit.tree.naming import has_path_alone, place_of_path
from structedit.tree.nodes import Block, ListItem, SyntaxFault
from structedit.tree.parsing import (
    Parsed,
    faults_of,
    first_parse,
    helped_view,
    is_faultless,
    over_limits,
    overlooked,
    parse_again,
    plain_view,
)
from structedit.tree.probes import drift_of
from structedit.tree.query_matches import MATCH_LIMIT, matches_of
from structedit.tree.roles import RoleReader

if TYPE_CHECKING:
    from structedit.tree.import_statements import Imports
    from structedit.tree.item_index import ItemIndex
    from structedit.tree.literal_texts import LiteralText
    from structedit.tree.local_names import Doubt, Places, Unbound
    from structedit.tree.pattern_matching import Fit, Sought
    from structedit.tree.rule_matching import RuleFit, SoughtRule
    from structedit.tree.tokens import Leaves


T = TypeVar("T")

_TOO_LONG = "parsing took too long"
_MOST_HIDDEN = 2
"""Lines that may be hidden for each line with an error. Chosen by judgement."""

_BYTES_A_SPAN = 10
"""Bytes to parse that hiding one span counts as: hiding thousands of spans takes longer than the parse.

Chosen by judgement: a tenth of the cost, so that it counts only where a search has thousands of regions to hide.
"""

_KEPT = 64
"""Contents whose hidden lines are remembered. Chosen by judgement."""

_FEW_NODES = 20_000
"""Size of a place up to which the types of its nodes decide which patterns are compiled.

Chosen by judgement.
"""

_WORD = regex(rb"[A-Za-z_]\w*\Z")
"""A name that its definition contains letter by letter, unless keys of data are escaped."""

_ESCAPED_KEY = regex(rb'\\.[^"\r\n\\]*"\s*:')
"""The last escape of a quoted key. It may also match in a string, which only costs time."""

_BYTES_A_HIT = 1_200
"""Find a name by one query per textual match while there is at most one match in so many bytes.

Chosen by judgement: about where single queries cost as much as a query over the file, in real files of 13
languages. A query over the file builds only the definitions of that name.
"""

_FEW_PLACES, _BYTES_A_PLACE = 16, 400
"""Places that are queried one by one: this many, or one for this many bytes of the file.

A place costs three to four times as much as a definition in a listing, and there is one in every hundred
bytes of code (`benchmarks/growth.py`, the rows `find` and `definitions`). In data, where a query of one
place visits all its siblings, only the first number counts.
"""

_WALKS = 4
"""Searches for elements by path after which all are listed. By judgement: most cost a tenth of a listing."""


def parse(data: bytes, profile: LanguageProfile) -> SyntaxTree | str:
    """Parse a content; a string is the reason, for people, why it is not parsed.

    If the content has syntax errors, hide the lines that cause them from the parser.
    """
    tree = parse_as_it_is(data, profile)
    return tree if isinstance(tree, str) else mended(tree)


def mended(tree: SyntaxTree) -> SyntaxTree | str:
    """Return the tree that `parse` returns, from the tree with the parser's own recovery."""
    data, profile = tree.data, tree.profile
    if tree.clean:
        return tree
    if profile.limits.clean_only:
        return f"the {profile.id} grammar does not parse all of it"
    if profile.is_data:
        return tree
    if len(data) > hiding.MAX_BYTES:
        # To parse it again after each edit would cost as much and show as little.
        why = "the parser finds no structure in it: one syntax error spans the whole file"
        return why if tree.is_one_error else tree
    if hiding.is_local(data, tree.faults(), profile):
        return tree
    found = _known_endings(keyed(data, b"", size=32), profile.id)
    if not found:
        found.append(_lines_to_hide(tree))
    return tree.without(found[0].hidden, found[0].closers)


@lru_cache(maxsize=_KEPT)
def _known_endings(digest: str, language: str) -> list[completing.Ending]:
    """Return what is known about a content, for the caller to add to: an agent sends many edits of one file."""
    del digest, language  # the cache reads them
    return []


def _lines_to_hide(tree: SyntaxTree) -> completing.Ending:
    """Return the lines to hide so that the rest parses, and the closers that it then lacks."""
    data, profile, parsed = tree.data, tree.profile, tree._parsed
    view, left = helped_view(data, profile), hiding.budget_of(data)

    def parses(hidden: Sequence[Span], closers: bytes = b"") -> bool:
        nonlocal left
        shown = hiding.hide(view, hidden, profile) + closers
        left -= len(shown) + _BYTES_A_SPAN * len(hidden)
        return left >= 0 and is_faultless(shown, parsed, profile)

    rows, faults = hiding.rows_of(data, profile), [fault.span for fault in tree.faults()]
    ending = completing.ending_of(data, rows, profile, lambda end: parses(end.hidden, end.closers))
    if ending is not None:
        return ending
    hidden = hiding.lines_to_hide(data, rows, profile, parses, faults)
    # Errors in the header of a class tell more than a class that is hidden as a whole. An error elsewhere, in lines
    # that parse without the hidden ones, tells nothing.
    is_within = all(any(lines.contains(fault) for lines in hidden) for fault in faults)
    is_too_much = is_within and _lines_in(data, hidden) > _MOST_HIDDEN * _lines_in(data, faults)
    return completing.Ending(() if is_too_much else hidden)


def _lines_in(data: bytes, spans: Iterable[Span]) -> int:
    """Return how many lines some spans have together."""
    return sum(data.count(b"\n", span.start, span.end) + 1 for span in spans)


def parse_as_it_is(data: bytes, profile: LanguageProfile, lines_above: int = 0) -> SyntaxTree | str:
    """Parse a content with the parser's own recovery from errors."""
    if profile.grammar is None:
        return why_no_grammar(profile)
    if refusal := drift_of(profile) or over_limits(data, profile.limits):
        return refusal
    parsed = first_parse(data, profile)
    return SyntaxTree(data, profile, parsed, lines_above=lines_above) if parsed else _TOO_LONG


class SyntaxTree:
    """The tree of one content. All its spans are offsets into `data`.

    `hidden` lists the lines that the parser did not see, because the rest parses without them;
    `recovered` is then the tree of all lines, whose places are guesses.
    `lines_above` counts the lines of the file above the first line of `data`.
    """

    __slots__ = (
        "_blocks",
        "_changed",
        "_code",
        "_definitions",
        "_every_fault",
        "_faults",
        "_index",
        "_items",
        "_kept",
        "_named",
        "_overlooked",
        "_parsed",
        "_places_queried",
        "_tree",
        "data",
        "hidden",
        "lines_above",
        "profile",
        "recovered",
    )

    def __init__(
        self,
        data: bytes,
        profile: LanguageProfile,
        parsed: Parsed,
        changed: Callable[[], tuple[Span, ...]] = tuple,
        lines_above: int = 0,
    ) -> None:
        self.data = data
        self.profile = profile
        self._changed = changed
        self.hidden: tuple[Span, ...] = ()
        self.lines_above = lines_above
        self.recovered: SyntaxTree | None = None
        self._faults: tuple[SyntaxFault, ...] = ()
        self._every_fault: tuple[SyntaxFault, ...] | None = None
        self._parsed = parsed
        self._tree = parsed.tree
        root = parsed.tree.root_node
        self._code = Code(data, profile, root)
        self._overlooked = overlooked(root, parsed.given, profile)
        self._definitions: tuple[Block, ...] | None = None
        self._items: tuple[Item, ...] | None = None
        self._blocks: tuple[Block, ...] | None = None
        self._named: dict[tuple[str, Span | None], tuple[Item, ...]] = {}
        self._index: ItemIndex | None = None
        self._places_queried = 0
        self._kept: dict[object, Any] = {}

    @property
    def changed(self) -> tuple[Span, ...]:
        """The ranges whose structure differs from the tree that this one was edited from."""
        return self._changed()

    def as_first(self) -> SyntaxTree:
        """Return this tree without a previous version: no range of it counts as changed."""
        self._changed = tuple
        return self

    def without(self, hidden: tuple[Span, ...], closers: bytes = b"") -> SyntaxTree:
        """Return the tree with some lines hidden, if the other lines parse; else this tree.

        `closers` is the text that completes a content with a missing end.
        """
        shown = hiding.hide(self.data, hidden, self.profile) + closers
        parsed = first_parse(shown, self.profile) if hidden else None
        if parsed is None:
            return self
        tree = SyntaxTree(self.data, self.profile, parsed, self._changed, self.lines_above)
        if not tree.clean:
            return self
        tree.hidden, tree.recovered = hidden, self
        tree._faults = tuple(sorted(f for span in hidden for f in self._faults_of_lines(span)))
        return tree

    def moved(self, start: int, data: bytes) -> SyntaxTree | str:
        """Return the tree of `data`: this content at `start`, the start of a line, with blanks around it.

        Do not parse it again, unless its end is missing: the parser then sees closers behind its end.
        """
        if self.is_truncated:
            return parse(data, self.profile)

        def padded(text: bytes) -> bytes:
            return data[:start] + text + data[start + len(text) :]

        def shifted(faults: Iterable[SyntaxFault]) -> tuple[SyntaxFault, ...]:
            return tuple(SyntaxFault(f.span.shifted(start), f.expected) for f in faults)

        old, tree = self._parsed, self._tree.copy()
        top = Point(0, 0)
        tree.edit(0, 0, start, top, top, Point(data.count(b"\n", 0, start), 0))
        faults = None if old.faults is None else shifted(old.faults)
        parsed = Parsed(tree, padded(old.shown), padded(old.given), faults)
        found = SyntaxTree(data, self.profile, parsed)
        found.hidden = tuple(span.shifted(start) for span in self.hidden)
        found._faults = shifted(self._faults)
        recovered = self.recovered.moved(start, data) if self.recovered is not None else None
        found.recovered = None if isinstance(recovered, str) else recovered
        return found

    def _faults_of_lines(self, span: Span) -> list[SyntaxFault]:
        """Return the faults inside hidden lines, or a fault for their first line."""
        every = self.faults()
        first_inside = bisect_left(every, SyntaxFault(Span(span.start, span.start)))
        behind = bisect_right(every, span.end, key=lambda fault: fault.span.start)
        inside = [f for f in every[first_inside:behind] if span.contains(f.span)]
        first = re.match(rb"\s*([^\r\n]*)", span.of(self.data))
        assert first is not None
        at = span.start if not first[1] else span.start + first.start(1)
        line = Span(at, at + len(first[1]))
        return inside or [SyntaxFault(line)]

    # Definitions, blocks and faults

    def definitions(self, within: Span | None = None) -> tuple[Block, ...]:
        """Return the definitions that overlap `within` (default: all), in document order.

        They include those around the place, so their paths are complete.
        """
        if within is not None and not self.profile.is_spread:
            return tuple(item.block for item in self._items_in(within))
        if self._definitions is None:
            with collection_paused():
                self._definitions = self.index().rows
        return self._definitions

    def _items_in(self, within: Span) -> Sequence[Item]:
        """Return the definitions that overlap a place, with those around it."""
        if self.profile.sections.headings:
            return self.index().items_by_span(Span(within.start, max(within.end, within.start + 1)))
        # A definition of several clauses is only known from the whole file.
        return self.items() if self.profile.is_spread else self._find_items(within)

    def listing(self) -> tuple[Block, ...]:
        """Return all definitions for a listing, without their documentation and what follows them."""
        if self._definitions is not None:
            return self._definitions
        return tuple(item.listed for item in self.items())

    def definitions_named(self, name: str, within: Span | None = None) -> tuple[Block, ...]:
        """Return the definitions whose last component is `name`, in document order.

        With `within`, they include those inside it, and maybe others.
        """
        if self._has_table():
            return tuple(self.index().named(name, within))
        found = item_index.blocks_of(self._items_named(name, within))
        if found:
            return found
        alike = item_index.blocks_of(self._maybe_with_alias(name, within))
        return tuple(block for block in alike if block.is_called(name))

    def is_called_by_others(self, name: str, block: Block) -> bool:
        """Return True if a definition other than `block` has this name or alias."""
        if self._has_table():
            return any(item.core != block.core for item in self.index().items_named(name))
        return any(one.core != block.core for one in self.definitions_named(name))

    def definitions_ending_in(self, path: tuple[str, ...]) -> tuple[Block, ...]:
        """Return the definitions whose path ends with `path`, in document order."""
        return item_index.blocks_of(self.items_ending_in(path))

    def items_ending_in(self, path: tuple[str, ...]) -> Sequence[Item]:
        """Return the definitions whose path ends with `path`, without their spans; some may occur twice."""
        if self._has_table():
            return self.index().ending_in(path)
        if queries(self.profile).symbols.elements and not self.profile.is_data:
            found = self.kept(("elements", path), lambda tree: tree._elements_ending_in(path))
            if found is not None:
                return found
        alike = self._items_named(path[-1], None)
        return [item for item in alike if item.path[-len(path) :] == path]

    def _elements_ending_in(self, path: tuple[str, ...]) -> tuple[Item, ...] | None:
        self._places_queried += max(_FEW_PLACES, len(self.data) // _BYTES_A_PLACE) // _WALKS
        return nested_elements.elements_ending_in(self._code, queries(self.profile).symbols, path)

    def has_path_alone(self, block: Block) -> bool:
        """Return True if, without a listing, it is certain that no other key or element has the path of a block."""
        if not (self.profile.is_data and self.clean):
            return False
        if self._items is not None:
            return self.index().has_alone(block.path)
        if self.profile.sections.headings:
            return False
        return has_path_alone(self._code, block.path, block.name or block.core)

    def definition_at(self, path: tuple[str, ...]) -> Block | None:
        """Return the only key or element with a path from the root; None if only a listing can find out."""
        if not self.profile.is_data or self._has_table():
            return None
        place = place_of_path(self._code, path)
        around = self._find_items(place) if place is not None else ()
        block = next((item.block for item in around if item.path == path), None)
        return block if block is not None and self.has_path_alone(block) else None

    def _has_table(self) -> bool:
        """Return True if all definitions are known by name, or cost less to list than to find one by one."""
        is_table = self._items is not None or bool(self.profile.sections.headings)
        return is_table or self._is_queried_often()

    def _is_queried_often(self) -> bool:
        """Return True if the queries of single places cost more so far than a listing of everything."""
        by_size = 0 if self.profile.is_data else len(self.data) // _BYTES_A_PLACE
        return self._places_queried > max(_FEW_PLACES, by_size)

    @property
    def is_listed(self) -> bool:
        """All definitions are known, so that a question by name or place costs no search."""
        return self._definitions is not None

    def index(self) -> ItemIndex:
        """Return all definitions by name and by place, computed on first use."""
        if self._index is None:
            is_data = self.profile.is_data
            may_be_read = bool(self.profile.sections.headings) and not is_data
            has_aliases = bool(self.profile.aliases) or may_be_read
            self._index = item_index.ItemIndex(
                self.items(), has_aliases=has_aliases, is_bare=is_data
            )
        return self._index

    def items(self) -> tuple[Item, ...]:
        """Return all definitions with their kinds and paths, in document order; their blocks are built on demand."""
        if self._items is None:
            with collection_paused():
                self._items = self._find_items(None)
        return self._items

    def kept(self, key: object, make: Callable[[SyntaxTree], T]) -> T:
        """Return the value that `make` computes from this tree, computed once per key.

        It keeps tables of other packages, which are valid for exactly this content.
        """
        if key not in self._kept:
            self._kept[key] = make(self)
        return cast("T", self._kept[key])

    def _maybe_with_alias(self, name: str, within: Span | None) -> Iterable[Item]:
        """Return the definitions that may have a name as an alias: the text of the name is where their header may be.

        If the text occurs in many places, check all definitions.
        """
        if not self.profile.aliases:
            return ()
        words = regex(re.escape(name.lstrip("".join(self.profile.aliases)).encode()))
        area = within or Span(0, len(self.data))
        hits = [Span(*hit.span()) for hit in words.finditer(self.data, area.start, area.end)]
        found: dict[tuple[int, int], Item] = {}
        if len(hits) > max(_FEW_PLACES, len(area) // _BYTES_A_HIT):
            items = self.items() if within is None else self._find_items(within)
            found = {(item.start, item.end): item for item in items}
        else:
            # Several matches in one leaf, such as the text of a script, have the same definitions around them.
            apart: dict[int | Span, Span] = {}
            for hit in hits:
                node = self._code.root.descendant_for_byte_range(hit.start, hit.end)
                apart[hit if node is None or node.child_count else node.id] = hit
            self._places_queried += len(apart)
            for hit in apart.values():
                found |= {(item.start, item.end): item for item in self._find_items(hit)}
        starts = [hit.start for hit in hits]
        return [
            item
            for item in found.values()
            if bisect_left(starts, item.start) < bisect_left(starts, item.header_limit)
        ]

    def _items_named(self, name: str, within: Span | None) -> tuple[Item, ...]:
        if (name, within) not in self._named:
            # A name that begins with the sign of an alias (`#main`) is not the name of a node.
            is_alias = name[:1] in self.profile.aliases
            found = () if is_alias else self._find_named(name, within)
            self._named[name, within] = tuple(i for i in found if i.path[-1] == name)
        return self._named[name, within]

    def _find_named(self, name: str, within: Span | None) -> Iterable[Item]:
        """Find definitions where the file contains the name; without a certain result, list all of `within`."""
        needle = name.encode("utf-8", "surrogateescape")
        edge = rb"\b" if needle[-1:].isalnum() or needle.endswith(b"_") else b""
        pattern = re.compile(re.escape(needle) + edge)
        area = within or Span(0, len(self.data))
        found_at = (
            Span(*match.span()) for match in pattern.finditer(self.data, area.start, area.end)
        )
        # A match must not begin inside a word; checked afterwards, since `\b` in front is slow.
        hits = [
            hit
            for hit in found_at
            if hit.start == 0 or not re.match(rb"\w\w", self.data[hit.start - 1 : hit.start + 1])
        ]
        # The text contains no numbers of elements, and keys only with their escapes.
        is_unwritten = self.profile.is_data and (
            name.startswith("[") or _ESCAPED_KEY.search(self.data) is not None
        )
        is_unwritten = is_unwritten or self.profile.is_spread
        found: list[Item] = []
        if not self.profile.is_data:
            hits = [hit for hit in hits if not self._is_in_comment(hit)]
        by_size = 0 if self.profile.is_data else len(area) // _BYTES_A_HIT
        if len(hits) <= max(_FEW_PLACES, by_size) and not is_unwritten:
            self._places_queried += len(hits)
            found = [item for hit in hits for item in self._find_items(hit, naming=hit)]
            if _WORD.match(needle):
                return found
        if any(item.path[-1] == name for item in found):
            return found
        return self.items() if within is None else self._find_items(within)

    def _is_in_comment(self, place: Span) -> bool:
        """Return True if a place is certainly in a comment: its leaf, or the parent of that, is one."""
        comments = self.profile.nodes.comments
        node = self._code.root.descendant_for_byte_range(place.start, place.end)
        if node is None or node.type in comments:
            return node is not None
        return node.parent is not None and node.parent.type in comments

    def blocks(self, within: Span | None = None) -> tuple[Block, ...]:
        """Return the anonymous blocks that overlap `within` (default: all), in document order."""
        if within is not None:
            return self._find_blocks(within)
        if self._blocks is None:
            with collection_paused():
                self._blocks = self._find_blocks(None)
        return self._blocks

    def _find_blocks(self, within: Span | None) -> tuple[Block, ...]:
        found: dict[Span, Block] = {}
        seen: set[tuple[str, int, int]] = set()
        begun: set[tuple[str, int]] = set()
        for kind, captures in self._matches(queries(self.profile).blocks, within, "block."):
            node = captures["node"][0]
            start = captures["start"][0] if "start" in captures else node
            if (kind, node.id, start.id) in seen or (start is node and (kind, node.id) in begun):
                continue
            seen.add((kind, node.id, start.id))
            if start is not node:
                begun.add((kind, node.id))
            block = build_block(self._code, kind, captures)
            if block is not None:
                found.setdefault(block.core, block)
        return tuple(sorted(found.values(), key=lambda block: block.order))

    def regions(self, within: Span | None = None) -> tuple[Block, ...]:
        """Return the blocks and definitions that may contain code of another language, in document order.

        The path of such a definition may lack the names of the definitions around it.
        """
        if within is None:
            return self.kept("regions", lambda tree: tree._find_regions(None))
        if "regions" not in self._kept:
            return self._find_regions(within)
        near_place = Span(within.start, max(within.end, within.start + 1))
        return tuple(block for block in self.regions() if block.core.overlaps(near_place))

    def _find_regions(self, within: Span | None) -> tuple[Block, ...]:
        rules = self.profile.embedded
        blocks = () if BLOCK_KINDS.isdisjoint(rules) else self.blocks(within)
        types = {rule.node for name, rule in rules.items() if name not in BLOCK_KINDS}
        if "" in types:
            definitions = self.definitions(within)
        else:
            patterns = queries(self.profile).symbols.only(types)
            matches = matches_of(self._code, patterns, within, "definition.")
            named = definitions_from(self._code, matches, None)
            definitions = tuple(item.block for item in named)
        rule = self.profile.region_rule
        found = {b.core: b for b in (*blocks, *definitions) if rule(b.path, b.kind) is not None}
        return tuple(sorted(found.values(), key=lambda block: block.order))

    def enclosing(self, span: Span) -> tuple[Block, ...]:
        """Return the definitions whose span contains `span`, outermost first."""
        return tuple(item.block for item in self._items_around(span))

    def owners(self, span: Span) -> tuple[Block, ...]:
        """Return the definitions whose span contains `span`, outermost first, as a listing shows them."""
        return tuple(item.listed for item in self._items_around(span))

    def _items_around(self, span: Span) -> list[Item]:
        self._places_queried += 1
        near = Span(span.start, min(len(self.data), max(span.end, span.start + 1)))
        found: Sequence[Item]
        if self._has_index() and self.profile.is_spread:
            found = self.index().items_around(span)
        elif self._has_index():
            # The index finds a definition by its core, without decorators.
            found = self.index().items_overlapping(near)
        else:
            found = self._items_in(near)
        return [item for item in found if item.listed.span.contains(span)]

    def _has_index(self) -> bool:
        return self._index is not None or self._is_queried_often()

    def faults(self, within: Span | None = None) -> tuple[SyntaxFault, ...]:
        """Return the syntax errors, in document order."""
        if within is None:
            if self._every_fault is None:
                self._every_fault = self._find_faults(None)
            return self._every_fault
        return self._find_faults(within)

    def _find_faults(self, within: Span | None) -> tuple[SyntaxFault, ...]:
        root, found = self._tree.root_node, self._parsed.faults
        if found is None or within is not None:
            found = faults_of(root, len(self.data), within) if root.has_error else ()
        known = [
            f
            for f in (*self._faults, *self._overlooked)
            if within is None or (f.span.start <= within.end and within.start <= f.span.end)
        ]
        return tuple(sorted({*found, *known})) if known else found

    def breaches(self, near: Sequence[Span] | None = None) -> list[Breach]:
        """Return the nodes that break a rule of the language which the grammar does not know; see `tree.breaches`."""
        return breaches(self._code, near)

    @property
    def is_truncated(self) -> bool:
        """The content lacks its end, and the parser saw closers there."""
        return bool(self.hidden) and len(self._parsed.given) > len(self.data)

    @property
    def clean(self) -> bool:
        """Everything parses."""
        return not (self.hidden or self._tree.root_node.has_error or self._overlooked)

    @property
    def is_one_error(self) -> bool:
        """The parser gave up and made one error of all lines."""
        return self._tree.root_node.is_error

    @property
    def is_as_written(self) -> bool:
        """The parser saw the content itself, with no line replaced."""
        return not self.profile.stand_ins or self._parsed.shown == plain_view(self.data)

    @property
    def is_certain(self) -> bool:
        """There is no other way to parse the content: nothing is broken or replaced."""
        return self.clean and self.recovered is None and not self.profile.stand_ins

    # Details of a place

    def line_of(self, offset: int) -> int:
        """Return the number of the file's line that contains an offset."""
        return self.lines_above + line_number(self.data, max(0, offset))

    def opaque(self, within: Span, *, of_lines: bool = False) -> tuple[Span, ...]:
        """Return the outermost strings and comments that overlap `within`, sorted.

        With `of_lines`, only those of several lines.
        """
        types = frozenset((*self.profile.nodes.strings, *self.profile.nodes.comments))
        root = self._tree.root_node
        return tuple(walking.outermost(root, within, types, of_lines=of_lines))

    def literal_texts(self, within: Span) -> tuple[LiteralText, ...]:
        """Return the outermost texts of several lines that overlap `within` and whose white space is content, sorted.

        Those in embedded code are missing: `Source.literal_texts` adds them.
        """
        root, nodes = self._tree.root_node, self.profile.nodes
        strings = frozenset(nodes.strings.keys() - nodes.texts.keys())
        marked: list[tuple[str, Span]] = []
        for span in walking.outermost(root, within, strings, of_lines=True):
            is_doc = statements.is_docstring(root, self.profile, span)
            marked.append(("moves" if is_doc else "fixed", span))
        for kind, captures in self._matches(queries(self.profile).spaces, within, "space."):
            span, opener = span_of(captures["node"][0]), captures.get("opener")
            start = opener[-1].end_byte if opener else span.start
            marked.append((kind, Span(start, span.end)))
        return literal_texts.outermost(self.data, self.profile, marked)

    def comments(self, within: Span) -> tuple[Span, ...]:
        """Return the comments that overlap `within`, sorted."""
        return self._typed(within, self.profile.nodes.comments)

    def referred(self, within: Span) -> tuple[Span, ...]:
        """Return the places that define a name for references (`&a` of YAML), with the sign, sorted."""
        return self._typed(within, self.profile.nodes.referred)

    def referring(self, within: Span) -> tuple[Span, ...]:
        """Return the places that refer to such a name (`*a`), with the sign, sorted."""
        return self._typed(within, self.profile.nodes.referring)

    def back_doc(self, end: int) -> Span | None:
        """Return the documentation that follows a definition which ends at `end`."""
        return trivia.back_doc(self._code, end)

    def with_neighbours(self, area: Span) -> Span:
        """Grow an area to the code on either side of it, across blanks, comments and decorators."""
        leading = frozenset((*self.profile.nodes.comments, *self.profile.nodes.leading))
        root, start, end = self._tree.root_node, area.start, area.end
        while (before := text_end(self.data, start)) > 0:
            start = before - 1
            node = walking.typed_at(root, Span(start, before), leading)
            if node is None or text_end(self.data, node.end_byte) != before:
                break
            start = node.start_byte
        while (behind := text_start(self.data, end)) < len(self.data):
            end = behind + 1
            node = walking.typed_at(root, Span(behind, end), leading)
            if node is None or node.start_byte != behind:
                break
            end = node.end_byte
        return Span(start, end)

    def top_level(self, within: Span) -> Span | None:
        """Return the span of the top-level nodes that overlap `within`."""
        near = walking.children_in(
            self._tree.root_node, Span(max(0, within.start - 1), within.end + 1)
        )
        nodes = [n for n in near if span_of(n).overlaps(within) or span_of(n).contains(within)]
        if not nodes:
            return None
        return Span(nodes[0].start_byte, min(len(self.data), nodes[-1].end_byte))

    @property
    def has_imports_query(self) -> bool:
        """The profile describes the imports of the language."""
        return bool(queries(self.profile).imports)

    def imports(self) -> Imports:
        """Return the imports of the file."""
        return import_statements.imports_of(self._code)

    def head_above(self, fragment: SyntaxTree, area: Span) -> int:
        """Return the end of the text that must stay above a fragment at the top of the file; 0 without any."""
        return file_head.head_above(self._code, fragment._code, area)

    def code_end(self) -> int:
        """Return where the code of the file ends: above lines that are no code (below `__END__`), or at its end."""
        return file_head.code_end(self._code)

    def list_item(self, span: Span) -> ListItem | None:
        """Return the list item with this span."""
        code = self._code
        return self.kept(("list item", span), lambda _: lists.list_item(code, span))

    def item_ending(self, span: Span) -> ListItem | None:
        """Return the list item that ends where `span` ends and has the opening bracket of its list in `span`."""
        return lists.item_ending(self._code, span)

    def declared_name(self, block: Block) -> ListItem | None:
        """Return the part that defines one name of a declaration of several names."""
        if block.name is None or not block.is_definition:
            return None
        return lists.declared_name(self._tree.root_node, self.profile, block.core, block.name)

    def items_of(self, span: Span) -> tuple[ListRule, Span, tuple[Span, ...]] | None:
        """Return rule, span and items of the list that `span` is, or directly contains."""
        return lists.items_of(self._tree.root_node, self.profile, span)

    def with_value(self, block: Block) -> Block:
        """Return a definition without a body with its value as the body; any other block as it is."""
        return assignments.with_value(self._code, block)

    def named_lists(self, name: str, within: Span | None) -> tuple[Block, ...]:
        """Return the lists that are the value of a name without a definition: a local variable, a key of an object."""
        return assignments.named_lists(self._code, name, within or Span(0, len(self.data)))

    def list_in(self, value: Span) -> Span | None:
        """Return the list between brackets in a value: the value itself, or the argument that makes it."""
        return assignments.list_in(self._code, value)

    def clauses(self, near: Span) -> tuple[Clause, ...]:
        """Return the clauses at the top level that overlap a place or are next to it, and the nodes between them."""
        before = text_end(self.data, near.start)
        after = text_start(self.data, near.end)
        area = Span(max(0, before - 1), min(len(self.data), after + 1))
        nodes = walking.children_in(self._tree.root_node, area)
        comments = self.profile.nodes.comments
        return tuple(Clause.of(self._code, node) for node in nodes if node.type not in comments)

    def statement_at(self, span: Span) -> Span:
        """Return the span of the smallest node that contains `span`."""
        node = self._tree.root_node.named_descendant_for_byte_range(span.start, span.end)
        return span if node is None else span_of(node)

    def statement_from(self, at: int, inner: Span) -> Span | None:
        """Return the largest node from `at` that contains `inner` and is separated from the code behind it."""
        return statements.statement_from(self._code, at, inner)

    def is_complete(self, span: Span) -> bool:
        """Return True if a span is a node, consecutive statements, or all of a node from one of its signs on."""
        return statements.is_complete(self._code, span)

    def between_tags(self, span: Span) -> Span | None:
        """Return the span between the opening and the closing tag of an element."""
        return statements.between_tags(self._code, span)

    def left_open(self, text: Span) -> tuple[Span, ...]:
        """Return the pairs of brackets that a text opens and does not close, in order, from opener to closer."""
        return openers.left_open(self._tree.root_node, self.profile, self.data, text)

    def is_operand(self, span: Span) -> bool:
        """Return True if a statement needs this span: a value, the operand of `return`."""
        return statements.is_operand(self._code, span)

    def kinds_around(self, span: Span) -> tuple[str, ...]:
        """Return the types of the innermost nodes that contain more than a span."""
        return statements.kinds_around(self._code, span)

    def introduced_with(self, span: Span) -> Span | None:
        """Return the span of a keyword and the clause behind it (`where …`), if `span` is all of that clause."""
        return statements.introduced_with(self._code, span)

    def repeated_by(self, span: Span) -> Span | None:
        """Return the next node if it repeats the node of a span."""
        return statements.repeated_by(self._code, span)

    def statement_around(self, span: Span) -> Span | None:
        """Return the innermost statement that contains a span, where the grammar has a statement node."""
        return statements.statement_around(self._code, span)

    def statement_lines(self, span: Span) -> Span | None:
        """Return the lines of the innermost statement that contains a span and begins its line.

        They end where the statement ends in its last line.
        """
        return statements.statement_lines(self._code, span)

    def runs(self, span: Span) -> bool:
        """Return True if something in a span is a statement or an expression that runs, and declares nothing."""
        return statements.runs(self._code, span)

    def call_around(self, span: Span) -> Span | None:
        """Return the statement with the call of which a span is an argument."""
        return statements.call_around(self._code, span)

    def unclosed(self) -> SyntaxFault | None:
        """Return a fault for a construct that lacks its end and extends to the end of the file."""
        if not self.profile.sections.unclosed:
            return None
        opening = sections.unclosed(self._code)
        return SyntaxFault(opening, to_text(opening.of(self.data))) if opening else None

    def tokens(self, within: Span) -> tuple[tuple[str, Span], ...]:
        """Return the leaf tokens inside `within` as (type, span); strings are one token."""
        return tuple(walking.tokens(self._tree.root_node, within, self.profile.nodes.strings))

    def leaves(self, within: Span) -> Leaves:
        """Return the tokens that overlap `within`, and the tokens that another layout may omit."""
        return tokens.leaves_of(self._tree.root_node, self.data, within, self.profile)

    def role_reader(self, sides: Sides, given: tuple[Span, ...], *, is_new: bool) -> RoleReader:
        """Return a reader of the roles of tokens, for one side of an edit; the caller wrote the text at `given`."""
        root = self._tree.root_node
        return RoleReader(root, self.data, self.profile, sides, given, is_new=is_new)

    def is_node(self, span: Span) -> bool:
        """Return True if one node spans exactly the code of a span; blanks and comments may follow in the node."""
        node = self._tree.root_node.descendant_for_byte_range(span.start, span.end)
        if node is None or node.start_byte != span.start:
            return False
        rest = Span(span.end, max(span.end, node.end_byte))
        behind = sum(len(comment) for comment in self.comments(rest)) if len(rest) else 0
        return len(rest.of(self.data).split()) == 0 or behind >= len(rest.of(self.data).strip())

    def is_between_signs(self, span: Span) -> bool:
        """Return True if a span is all named nodes between two signs: `run` and `(1)` in `=> run(1);`.

        Some grammars have no node for a call.
        """
        node = self._tree.root_node.descendant_for_byte_range(span.start, span.end)
        children = node.children if node is not None else []
        inside = [n for n in children if span.start <= n.start_byte and n.end_byte <= span.end]
        around = [n for n in children if n not in inside]
        return (
            bool(inside)
            and (inside[0].start_byte, inside[-1].end_byte) == (span.start, span.end)
            and all(n.is_named for n in inside)
            and bool(around)
            and not any(n.is_named for n in around)
        )

    def search(self, source: str) -> tuple[tuple[str, Span], ...]:
        """Run a caller's query, text predicates included; return (capture name, span), sorted."""
        found = {
            (span.start, -span.end, name)
            for match in self.matches(source)
            for name, spans in match
            for span in spans
        }
        return tuple((name, Span(start, -end)) for start, end, name in sorted(found))

    def matches(self, source: str) -> tuple[tuple[tuple[str, tuple[Span, ...]], ...], ...]:
        """Run a caller's query; return the captures of each match, by name, in document order.

        Raises:
            ProfileError: when the query does not fit the grammar.
        """
        query = compile_query(self.profile, source)
        # Parse again, from bytes: predicates read the text that the tree was parsed from. If the parser saw
        # the same text before, it reuses its tree.
        parser, text = Parser(grammar(str(self.profile.grammar))), plain_view(self.data)
        is_shown = text == self._parsed.shown
        tree = parser.parse(text, self._tree) if is_shown else parser.parse(text)
        cursor = QueryCursor(query, match_limit=MATCH_LIMIT)
        found = [
            tuple((name, tuple(sorted(map(span_of, nodes)))) for name, nodes in captures.items())
            for _, captures in cursor.matches(tree.root_node)
        ]
        return tuple(
            sorted(found, key=lambda match: [span for _, spans in match for span in spans])
        )

    def fits(self, sought: Sought) -> tuple[Fit, ...]:
        """Return the matches of a pattern, in document order, outer ones first."""
        root, name = self._tree.root_node, str(self.profile.grammar)
        return self.kept(sought, lambda tree: pattern_matching.fits(root, tree.data, name, sought))

    def certain_fits(self, sought: Sought) -> tuple[Fit, ...] | None:
        """Return the matches of a pattern if they do not depend on the hidden lines; else None."""
        root, comments = self._tree.root_node, self.profile.nodes.comments
        is_certain = pattern_matching.are_places_sound(root, self.data, sought, comments)
        return self.fits(sought) if is_certain else None

    def rule_fits(self, rules: tuple[SoughtRule, ...]) -> list[tuple[int, RuleFit]]:
        """Return the matches of rules, each with the rule's number, in document order."""
        return rule_matching.rule_fits(
            self._tree.root_node, self.data, str(self.profile.grammar), rules
        )

    def grown(self, span: Span) -> Span:
        """Return the whole statement if a span lacks only its terminator, else the span."""
        return whole_nodes.grown(self._tree.root_node, self.data, span)

    def is_statement(self, span: Span) -> bool:
        """Return True if a span is a statement, with or without its terminator."""
        return whole_nodes.is_statement(self._tree.root_node, self.data, span)

    def compared(self, after: SyntaxTree, edits: EditSet) -> whole_nodes.Comparison:
        """Compare the places of a rewrite in this tree with those in the tree of its result."""
        return whole_nodes.Comparison(
            self.profile, self._tree.root_node, self.data, after._tree.root_node, after.data, edits
        )

    # Local names

    def places_of_local(self, area: Span, old: bytes, new: bytes) -> Places | Unbound | Doubt:
        """Return all places of a local name that is bound in an area, if it may become `new`."""
        return local_names.places_of_local(
            self._tree.root_node, self.data, self.profile, area, old, new
        )

    def named_by_callers(self, function: bytes, name: bytes) -> Span | None:
        """Return the place where a call of a function passes `name` as a keyword."""
        return local_names.named_by_callers(
            self._tree.root_node, self.data, self.profile, function, name
        )

    def is_name(self, span: Span) -> bool:
        """Return True if a place is the name of a value."""
        node = self._tree.root_node.descendant_for_byte_range(span.start, span.end)
        names = self.profile.locals.names
        return node is not None and span_of(node) == span and node.type in names

    # Parsing again after an edit

    def edited(self, edits: EditSet, new_data: bytes) -> SyntaxTree | str:
        """Parse the content after `edits`, reusing the old tree.

        Hidden lines stay hidden, unless an edit is in them, or repairs them from outside:
        then the parser sees all lines.
        """
        if refusal := over_limits(new_data, self.profile.limits):
            return refusal
        if self.is_truncated and edits.old_hull().end >= self.hidden[-1].start:
            return self._parsed_afresh(new_data)
        if self.recovered is not None and any(edits.touches(span) for span in self.hidden):
            return self.recovered.edited(edits, new_data)
        shown = edits.apply(self._parsed.given) if self.hidden else new_data
        again = parse_again(self._parsed, edits, shown, self.profile)
        if again is None:
            return _TOO_LONG
        after = SyntaxTree(new_data, self.profile, *again)
        if not after.clean and self.recovered is not None:
            mended = self.recovered.edited(edits, new_data)
            if isinstance(mended, SyntaxTree) and len(mended.faults()) < len(
                self.recovered.faults()
            ):
                return mended
        after.hidden = tuple(edits.map_span(span) for span in self.hidden)
        after._faults = tuple(SyntaxFault(edits.map_span(f.span), f.expected) for f in self._faults)
        return after

    def _parsed_afresh(self, new_data: bytes) -> SyntaxTree | str:
        """Return the tree of a content after an edit at a missing end, which the edit may have added."""
        tree = parse(new_data, self.profile)
        if isinstance(tree, SyntaxTree):
            tree._changed = lambda: (Span(0, len(new_data)),)
        return tree

    # Private

    def _find_items(self, within: Span | None, naming: Span | None = None) -> tuple[Item, ...]:
        """Return the definitions that overlap `within`, by their paths."""
        area = None if self.profile.is_spread else within
        matches = self._matches(queries(self.profile).symbols, area, "definition.")
        if naming is not None and not any(is_named_at(match[1], naming) for match in matches):
            return ()
        return definitions_from(self._code, matches, naming)

    def _matches(
        self, patterns: PatternSet, within: Span | None, prefix: str
    ) -> list[tuple[str, Captures]]:
        """Return (kind, captures) of each match by position, outer before inner, then by pattern."""
        if within is None or len(within) > _FEW_NODES or patterns.is_asked_often:
            parts = patterns.all
        else:
            near = Span(within.start, max(within.end, within.start + 1))
            root = self._tree.root_node
            at_top = {node.type for node in walking.children_in(root, near)}
            parts = patterns.beginning_at(walking.types_in(root, near), at_top)
        return matches_of(self._code, parts, within, prefix)

    def _typed(self, within: Span, types: Iterable[str]) -> tuple[Span, ...]:
        """Return the outermost nodes of these types that overlap `within`, found without recursion."""
        return tuple(walking.outermost(self._tree.root_node, within, frozenset(types)))
