"""Blocks for what lines that do not parse may define; they are marked as broken.

They are not for editing. They show that a name is not as unique as it seems, so that a broken
definition does not leave its name to a namesake. Not here: which lines are hidden
(`tree.broken.hiding`); how a selector treats such blocks (`search.selectors`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from structedit.languages.kinds import FUNCTIONS, VALUES
from structedit.languages.profiles import Layout
from structedit.text.document import Span, to_text
from structedit.text.lazily import regex
from structedit.text.lines import (
    begins_line,
    line_end,
    line_start,
    text_end,
    text_start,
    width_at,
)
from structedit.text.words import whole_name
from structedit.tree.broken import certainty, closings, hiding, second_reading
from structedit.tree.broken.names_in_text import TornLines, is_in_pieces
from structedit.tree.item_index import SpanChain
from structedit.tree.nodes import Block

if TYPE_CHECKING:
    from structedit.tree.syntax_tree import SyntaxTree

_WORDS = regex(rb"[\w$]+")


def guessed_definitions(tree: SyntaxTree) -> tuple[Block, ...]:
    """The definitions that hidden lines seem to hold, cut to these lines: for listings, not for edits."""
    if tree.recovered is None:
        return ()
    hidden = SpanChain(tree.hidden)
    return tuple(
        _cut(block, tree.hidden[number])
        for block in tree.recovered.definitions()
        if block.name is not None
        for number in hidden.around(block.name)
        if block.core.start >= tree.hidden[number].start
    )


def hidden_definitions(tree: SyntaxTree, path: tuple[str, ...]) -> tuple[Block, ...]:
    """Broken blocks for what hidden lines may define by a path, in document order.

    Where no lines could be hidden, those in errors are meant.
    """
    torn, uncertain = tree.kept("torn lines", _torn_lines), tree.uncertain_lines()
    places = torn.places_of_name(path)
    return tuple(_standing_in(name, uncertain[number][0], path) for number, name in places)


def adrift_definitions(tree: SyntaxTree, path: tuple[str, ...]) -> tuple[Block, ...]:
    """Broken blocks for what has a path by the depth of its lines, and to the tree another.

    What holds it ends above it then, as where an `end` too many closes that; or lines right below that are hidden,
    with what opens them.
    """
    holders = [
        holder
        for holder in (tree.definitions_named(path[-2]) if len(path) > 1 else ())
        if (*holder.path, path[-1])[-len(path) :] == path and _may_end_early(tree, holder)
    ]
    found: list[Block] = []
    for block in tree.definitions_named(path[-1]) if holders else ():
        at = hiding.line_that_holds(tree.data, block.whole.start)
        is_named_so = block.name is None or block.path[-len(path) :] == path
        if at is None or is_named_so or not begins_line(tree.data, block.whole.start):
            continue
        found += (
            _standing_in(block.name, block.core, path)
            for holder in holders
            if holder.core.start <= at < holder.core.end and _ends_above(tree, holder, block)
            if block.name is not None
        )
    return tuple(found)


def _may_end_early(tree: SyntaxTree, holder: Block) -> bool:
    """Whether hidden lines stand below a definition; where none are, whether it ends with a closer deeper than it."""
    data, core = tree.data, holder.core
    if tree.hidden:
        return tree.hidden[-1].start >= core.end
    has_closer = holder.layout in (Layout.BRACE, Layout.END)
    return has_closer and width_at(data, core.end - 1) > width_at(data, core.start)


def _ends_above(tree: SyntaxTree, holder: Block, block: Block) -> bool:
    """Whether a definition ends above a block, and right above hidden lines where there are such."""
    end, start = holder.core.end, block.core.start
    below = [lines.start for lines in tree.hidden if end <= lines.start < start]
    is_torn = any(not tree.data[end:at].strip() for at in below)
    return end <= start and (is_torn or not tree.hidden)


def _torn_lines(tree: SyntaxTree) -> TornLines:
    spans = [span for span, _ in tree.uncertain_lines()]
    return TornLines(tree.data, spans, tree.profile, [path for _, path in tree.uncertain_lines()])


def counted_definitions(tree: SyntaxTree, path: tuple[str, ...]) -> tuple[Block, ...]:
    """Broken blocks for the lines that may hold another of what a path names: no number counts over them.

    Whatever holds a line, it may define the name; as shallow as a namesake it may do so in any way, as behind a quote
    too many. What seems to declare it may define it where its own end is not certain; so may a header that is lost.
    """
    data, torn, uncertain = tree.data, tree.kept("torn lines", _torn_lines), tree.uncertain_lines()
    namesakes = tree.definitions_named(path[-1])
    depth = max((width_at(data, block.core.start) for block in namesakes), default=0)
    shallow = [
        (number, place)
        for number, place in torn.mentions_of(path[-1])
        if width_at(data, place.start) <= depth
    ]
    nameless = torn.places_without_name(tree.kept("words before names", _words_before_names))
    cut_short, named = torn.places_cut_short(path[-1]), torn.places_of_name(path[-1:])
    runs = {number for number, _ in (*cut_short, *nameless, *named, *shallow)}
    made = (
        _standing_in(Span(span.start, span.start), span, path)
        for number, (span, holder) in enumerate(uncertain)
        if number in runs
        or is_in_pieces(data, span, path[-1])
        or (holder[len(holder) - len(path) + 1 :] == path[:-1] and _lacks_opener(span.of(data)))
    )
    declared = (
        _standing_in(block.name, block.core, path)
        for block in namesakes
        if block.kind in tree.profile.demoted and block.name is not None
        if certainty.check_target(tree, block) is not None
    )
    return (*made, *declared)


def _lacks_opener(lines: bytes) -> bool:
    """Whether lines end in more blocks than they begin: the header of one is lost, whatever it defined."""
    return lines.count(b"}") > lines.count(b"{")


def cut_definitions(tree: SyntaxTree, path: tuple[str, ...]) -> tuple[Block, ...]:
    """Broken blocks for what may define a path by a name of which a line has the beginning only.

    What is left of that line may parse, so that only the one below it is hidden. Where a file breaks
    off, the name of what its last words begin may be missing altogether.
    """
    last = _last_words(tree)
    if begins_at_the_end(tree, path):
        end = Span(text_end(tree.data, len(tree.data)), len(tree.data))
        return (_standing_in(end, end, path),)
    if tree.breaks_off and (headers := tuple(_headers_cut_off(tree, path))):
        return headers
    if last is not None:
        lines, holder = tree.uncertain_lines()[-1]
        may_be = (*holder, path[-1])[-len(path) :] == path
        return (_standing_in(Span(last, last), lines, path),) if may_be else ()
    spans, torn, nameless = tree.kept("torn lines and those above", _with_lines_above)
    places = [(n, False, name) for n, name in torn.places_cut_short(path[-1])]
    for first in _first_parts(tree, path[-1]):
        places += [(n, False, name) for n, name in torn.places_of_name((first,))]
    places += [(n, True, name) for n, name in nameless]
    return tuple(_standing_in(name, spans[number], path) for number, _, name in sorted(places))


def _first_parts(tree: SyntaxTree, name: str) -> set[str]:
    """What is written first of a name that is in parts: `add` of `add:to:`."""
    named = (block.name for block in tree.definitions_named(name) if block.name is not None)
    return {
        first
        for span in named
        if (first := to_text(span.of(tree.data))) != name and name.startswith(first)
    }


def _headers_cut_off(tree: SyntaxTree, path: tuple[str, ...]) -> Iterator[Block]:
    """Broken blocks for a name on the lines that hold the end of a file that breaks off.

    What is left of a function may read as another thing: `int f(int a) { std::string` as a value.
    """
    end = text_end(tree.data, len(tree.data))
    known = {block.name for block in tree.definitions_named(path[-1])}
    at: int | None = text_start(tree.data, line_start(tree.data, end))
    while at is not None:
        line = Span(at, line_end(tree.data, at))
        for _, name in TornLines(tree.data, [line], tree.profile).places_of_name(path[-1:]):
            if name not in known:
                yield _standing_in(name, Span(at, end), path)
        at = hiding.line_that_holds(tree.data, at)


def begins_at_the_end(tree: SyntaxTree, path: tuple[str, ...]) -> bool:
    """Whether a file breaks off in the first letters of a path in parts, such as `module.exp`.

    What holds the place, as a namespace does, need not be said: `Cart::` for `shop::Cart::total`.
    """
    end = text_end(tree.data, len(tree.data))
    words = to_text(tree.data[line_start(tree.data, end) : end]).split()
    if not tree.breaks_off or not words:
        return False
    said = words[-1].lstrip("*&").replace("::", ".")
    wholes = (".".join(path[start:]) for start in range(len(path) - 1))
    return bool(said) and any(whole.startswith(said) for whole in wholes)


def _last_words(tree: SyntaxTree) -> int | None:
    """Where the last words of a file that may break off begin, on one line or many; None if it does not.

    It may where its last line is deeper than what does not parse begins. Where all parses but for the closers that
    are missing, they are those of a last line at the margin.
    """
    data, end = tree.data, text_end(tree.data, len(tree.data))
    if not tree.hidden or tree.hidden[-1].end < end:
        return None
    last = line_start(data, end)
    if not len(tree.hidden[-1]):
        return last if tree.breaks_off and width_at(data, text_start(data, last)) == 0 else None
    start = text_start(data, tree.hidden[-1].start)
    is_deeper = last <= start or width_at(data, text_start(data, last)) > width_at(data, start)
    return start if start < end and (tree.breaks_off or is_deeper) else None


def _with_lines_above(tree: SyntaxTree) -> tuple[list[Span], TornLines, list[tuple[int, Span]]]:
    """The lines that do not parse with the line above each, and where they lack a name."""
    spans = [_with_line_above(tree.data, span) for span, _ in tree.uncertain_lines()]
    torn = TornLines(tree.data, spans, tree.profile)
    return (
        spans,
        torn,
        torn.places_without_name(tree.kept("words before names", _words_before_names)),
    )


def _words_before_names(tree: SyntaxTree) -> frozenset[bytes]:
    """The words before the names of a file's definitions, on their lines or those above: `fun`, `override`, `void`."""
    data, words = tree.data, set[bytes]()
    for block in tree.definitions():
        if block.name is not None and block.kind not in VALUES:
            line = line_start(data, block.name.start)
            above = line_start(data, text_end(data, line))
            start = min(line, max(above, block.core.start))
            words.update(_WORDS.findall(data, start, block.name.start))
    return frozenset(words)


def _with_line_above(data: bytes, span: Span) -> Span:
    above = data.rfind(b"\n", 0, span.start)
    return Span(data.rfind(b"\n", 0, max(0, above)) + 1, span.end)


def covered_definitions(tree: SyntaxTree, path: tuple[str, ...]) -> tuple[Block, ...]:
    """Broken blocks for what a path names where a text of several lines may as well end on its first."""
    name = whole_name(path[-1].encode("utf-8", "surrogateescape"))
    found: dict[Span, Block] = {}
    for match in re.finditer(name, tree.data):
        place = Span(*match.span())
        for text, other in closings.other_trees(tree, place):
            rows = other.definitions(place) if other is not None else ()
            if other is None or any(
                row.name == place and row.path[-len(path) :] == path for row in rows
            ):
                reach = Span(text.start, max(text.end, place.end))  # it may end above the name
                found[place] = _standing_in(place, reach, path)
    return tuple(found.values())


def uncountable(tree: SyntaxTree, holder: Block | None, path: tuple[str, ...]) -> tuple[Block, ...]:
    """A broken block for the place that makes blocks without a name in a block, or a file, uncountable; else none.

    They count where its own extent is certain, and where it holds the same blocks whatever a text in it may end on.
    """
    at = tree.kept(("uncountable", holder and holder.core), lambda t: _doubt_in(t, holder))
    return () if at is None else (_standing_in(Span(at.start, at.start), at, path),)


def _doubt_in(tree: SyntaxTree, holder: Block | None) -> Span | None:
    if holder is None:
        return next(iter(tree.hidden or [fault.span for fault in tree.faults()]), None)
    if (refusal := certainty.check_target(tree, holder)) is not None:
        return refusal.at
    blocks = _cores(tree, holder)
    others = closings.other_trees(tree, holder.core)
    return next(
        (text for text, other in others if other is None or _cores(other, holder) != blocks), None
    )


def _cores(tree: SyntaxTree, holder: Block) -> list[Span]:
    """Where the blocks without a name in a block are."""
    return [block.core for block in tree.blocks(holder.core)]


def nameless_definitions(tree: SyntaxTree, path: tuple[str, ...]) -> tuple[Block, ...]:
    """Broken blocks for lines of nothing but a word that a name follows: some grammars read `(defn` as it is.

    `enum` above a brace needs no name.
    """
    return _ending_lines(tree, path, rb"[ \t\r]*$(?!\s*\{)")


def unread_definitions(tree: SyntaxTree, path: tuple[str, ...]) -> tuple[Block, ...]:
    """Broken blocks for lines that begin as a function of a name does, up to that, where the tree has no definition.

    `function f'(x)` parses, and defines nothing of the name; `def f!(x)` of Elixir is one of another name.
    """
    named = [b for b in tree.definitions_named(path[-1]) if b.name and b.kind in FUNCTIONS]
    begun = {line_start(tree.data, b.core.start) for b in tree.definitions() if b.name is not None}
    forms = {tree.data[b.core.start : b.name.end] for b in named if b.name is not None}
    forms = {form for form in forms if form.split()[1:]}
    some = b"|".join(map(re.escape, sorted(forms)))
    lines = re.finditer(rb"^[ \t]*(?:" + some + rb")(?![\w$])", tree.data, re.MULTILINE)
    spans = (Span(*match.span()) for match in (lines if forms else ()))
    return tuple(
        _standing_in(span, span, path)
        for span in spans
        if span.start not in begun
        and not tree.opaque(Span(span.end - 1, span.end))
        and not any(d.kind == "macro" and d.core.contains(span) for d in tree.definitions(span))
    )


def undeclared_definitions(tree: SyntaxTree, path: tuple[str, ...]) -> tuple[Block, ...]:
    """Broken blocks for lines that may define a name that the tree knows of declarations alone, or of variables.

    Such a line ends in a word that a name follows and in first letters of the name, or is the last one, without a
    line break, of these letters alone; in a file that parses it is no deeper than a declaration. Where something
    does not parse, it is any line as shallow as a declaration, even in what seems to be a string; as shallow as a
    variable, one that begins as a definition does.
    """
    declared = tree.definitions_named(path[-1])
    if not declared or any(block.kind not in tree.profile.demoted for block in declared):
        return ()
    begun = "|".join(re.escape(path[-1][:size]) for size in range(1, len(path[-1])))
    letters = rb"[ \t]+(?:%s)[ \t\r]*$" % begun.encode("utf-8", "surrogateescape")
    found = _ending_lines(tree, path, letters) if begun else ()
    end = len(tree.data)
    last = Span(text_start(tree.data, line_start(tree.data, end)), end)
    if len(last) and path[-1].encode("utf-8", "surrogateescape").startswith(last.of(tree.data)):
        found += (_standing_in(last, last, path),)
    depth = max(width_at(tree.data, block.core.start) for block in declared)
    if tree.clean:
        return tuple(
            b
            for b in found
            if width_at(tree.data, b.core.start) <= depth and not _is_whole(tree, b.core)
        )
    are_declarations = all(block.kind == "declaration" for block in declared)
    others = (
        _standing_in(place, place, path)
        for _, place in tree.kept("all lines", _all_lines).places_of_name(path[-1:])
        if width_at(tree.data, place.start) <= depth
        and not any(block.core.contains(place) for block in declared)
        and (are_declarations or _opens_definition(tree, place))
    )
    return (*found, *others)


def _is_whole(tree: SyntaxTree, line: Span) -> bool:
    """Whether the tree has a definition of the name that a line ends in, and it is no function, as of `type t`."""
    end = text_end(tree.data, line.end)
    found = (b for b in tree.definitions(Span(end - 1, end)) if b.kind not in FUNCTIONS)
    return any(b.name is not None and b.name.end == end for b in found)


def _opens_definition(tree: SyntaxTree, place: Span) -> bool:
    """Whether a line that is not hidden begins with a word that the name of a definition follows."""
    if any(lines.contains(place) for lines in tree.hidden):
        return False
    start = line_start(tree.data, place.start)
    line = tree.data[start : line_end(tree.data, start)].lstrip()
    return second_reading.opens_definition(line, tree.profile)


def _all_lines(tree: SyntaxTree) -> TornLines:
    return TornLines(tree.data, [Span(0, len(tree.data))], tree.profile)


def _ending_lines(tree: SyntaxTree, path: tuple[str, ...], rest: bytes) -> tuple[Block, ...]:
    """Broken blocks for lines that begin with a word that a name follows, and end as a pattern says."""
    words = "|".join(map(re.escape, tree.profile.mentions.words)).encode()
    pattern = rb"^[ \t]*\(?(?:" + words + rb")-?" + rest
    lines = re.finditer(pattern, tree.data, re.MULTILINE) if words else ()
    spans = (Span(*match.span()) for match in lines)
    return tuple(_standing_in(s, s, path) for s in spans if not tree.opaque(s))


def _standing_in(name: Span, lines: Span, path: tuple[str, ...]) -> Block:
    core = Span(name.start, lines.end)
    return Block("hidden", core, core, name, None, core, path=path, name=name, broken=True)


def _cut(block: Block, area: Span) -> Block:
    """A definition as far as an area reaches, as a broken one without a body."""
    core = Span(block.core.start, min(block.core.end, area.end))
    header = Span(core.start, min(block.header.end, core.end))
    return Block(
        block.kind, core, core, header, None, core, path=block.path, name=block.name, broken=True
    )
