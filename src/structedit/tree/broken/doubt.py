"""The one question about a file that does not parse: is it certain what a target is, and where it ends?

A tree has uncertain lines: error nodes, and the lines that had to be hidden for the rest to parse. A block is
certain if

1. a blank line or a closing token separates it from all uncertain lines, or holds them inside of its body:

       int f() {                 certain: its brackets hold the line that the grammar cannot read
           FOO(x) BAR y;
       }
       int g() { return 1; }     certain: `}` separates it from that line

2. the depth of its lines agrees with its extent (`tree.broken.depth`);
3. its name does not stand in uncertain lines where the name of a definition may stand, and no number or kind is
   counted over uncertain lines: `f > if[2]` in an `f` that has some.

`refusal_of` is asked once for each target of an operation, whichever way it was named. Everything else in such a
file is text.

Not here: which lines are hidden (`tree.broken.hiding`), what an edit breaks (`judge`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from structedit.calls.places import Step, quote_name
from structedit.calls.refusals import Refusal
from structedit.calls.statuses import Reason
from structedit.languages.kinds import FUNCTIONS
from structedit.languages.profiles import Layout
from structedit.text.document import CONFLICT, Span, to_bytes, to_text
from structedit.text.lazily import regex
from structedit.text.lines import begins_line, line_end, line_start, text_end, text_start, width_at
from structedit.text.values import replace
from structedit.tree.broken import depth
from structedit.tree.item_index import SpanChain
from structedit.tree.nodes import Block

if TYPE_CHECKING:
    from structedit.tree.syntax_tree import SyntaxTree

_WORD = regex(rb"[\w$]+")
_BEFORE_NAME = regex(rb"[\w \t:*&<>,?~@.\[\]()-]*")
"""What may stand before the name of a definition on its line: words, types, a receiver in parentheses."""

_CONFLICT = regex(rb"^<{7}[ \r\n].*?^>{7}[^\r\n]*", re.MULTILINE | re.DOTALL)
"""A merge conflict, which some grammars read as operators."""

_USES = frozenset(
    b"assert await case do elif else for foreach if new raise return throw until while yield".split()
)
"""First words of lines in which names are used, and none is defined."""

_MEMBER_OF = regex(rb"::|->|\.\w")
"""What stands behind a name of which a member is meant."""

_OPEN_TEXT = "the string or comment at {lines} may have lost its end"

_BEGINS_A_STRING = regex(rb"""[\s(\[=,]["'][\w#%$({]""")
"""A quote with what stands on either side of it where a string begins; where one ends, neither does."""

_LONG_NAME = 80
"""Characters of a name that a message shows; chosen by judgement."""

_ELEMENT = regex(r"\[\d+\]\Z")


def uncertain_lines(tree: SyntaxTree) -> tuple[Span, ...]:
    """Return the places that do not parse, sorted: hidden lines, else whole lines with errors; in data the errors."""
    return tree.kept("uncertain lines", _uncertain_lines)


def _uncertain_lines(tree: SyntaxTree) -> tuple[Span, ...]:
    data = tree.data
    found = []
    for match in _CONFLICT.finditer(data) if CONFLICT in data else ():
        if not any(text.start < match.start() for text in tree.opaque(Span(*match.span()))):
            found.append(match.span())
    if tree.breaks_off:
        end = text_end(data, len(data))
        found.append((min(tree.hidden[-1].start, line_start(data, end)), end))
    elif tree.hidden:
        found += [(lines.start, lines.end) for lines in tree.hidden]
    unclosed = tree.unclosed()
    faults = () if tree.hidden else tree.faults()
    for fault in (*faults, *((unclosed,) if unclosed is not None else ())):
        start, end = fault.span.start, fault.span.end
        if not tree.profile.is_data:
            start, end = line_start(data, start), line_end(data, max(start, text_end(data, end)))
        elif is_last_separator(data, fault.span):
            continue
        found.append((start, end))
    spans: list[Span] = []
    for start, end in sorted(found):
        if spans and start <= spans[-1].end:
            spans[-1] = Span(spans[-1].start, max(spans[-1].end, end))
        else:
            spans.append(Span(start, end))
    return tuple(spans)


def is_last_separator(data: bytes, fault: Span) -> bool:
    """Return True if an error is a separator behind the last item, or the item missing there: many readers allow it."""
    text = fault.of(data).strip() or data[: text_end(data, fault.start)][-1:]
    return text in (b",", b";") and data[text_start(data, fault.end) :][:1] in (b"}", b"]", b")")


def refusal_of(tree: SyntaxTree | None, block: Block, steps: Sequence[Step] = ()) -> Refusal | None:
    """Return the refusal of an uncertain block; None where it may be edited, as in text without a tree.

    `steps` are those of the selector that named it.
    """
    if tree is None:
        return None
    above = line_start(tree.data, text_end(tree.data, block.whole.start))
    text = _open_text(tree, Span(above, max(above, block.core.end)))
    if text is not None:
        return _refusal(tree, block, text, _OPEN_TEXT)
    if steps and _is_counted(tree, block, steps[-1]) and not tree.profile.is_data:
        holders = [b for b in tree.enclosing(block.core) if b.core != block.core and b.holds_blocks]
        text = _open_text(tree, holders[-1].core if holders else Span(0, block.core.end))
        if text is not None:
            return _refusal_of_name(tree, block, text, _OPEN_TEXT)
    if not (uncertain_lines(tree) or _lacks_body(block)):
        return None
    if (found := _doubt(tree, block)) is not None:
        return _refusal(tree, block, *found)
    found = doubt_of_name(tree, block, steps) if steps else None
    return None if found is None else _refusal_of_name(tree, block, *found)


def is_uncertain(tree: SyntaxTree, span: Span) -> bool:
    """Return True if a place overlaps lines that do not parse."""
    return any(lines.overlaps(span) for lines in uncertain_lines(tree))


def not_in_the_tree(tree: SyntaxTree, block: Block) -> Refusal:
    """Return the refusal of a block of which only the brackets and the indentation are known."""
    at = Span(block.core.start, line_end(tree.data, block.core.start))
    return _refusal(tree, block, at, "{lines}, which begins it, could not be parsed")


def not_readable(tree: SyntaxTree, name: str, lines: Span) -> Refusal:
    """Return the refusal of a name that only uncertain lines may define."""
    shown, region = _numbered(tree, lines)
    return Refusal(
        Reason.BROKEN_TARGET,
        f"{shown}, where {name!r} may be defined, could not be parsed",
        f"edit it as text with str_replace; {region} shows these lines",
        lines,
    )


def what_is_missing(tree: SyntaxTree) -> str:
    """Return words for a listing that may lack definitions: which lines could not be parsed, if any."""
    lines = next(iter(uncertain_lines(tree)), None)
    return "" if lines is None else f" ({_words(tree, lines, '{lines} could not be parsed')})"


def defining_lines(tree: SyntaxTree, name: str) -> Span | None:
    """Return the uncertain lines that may define a name, or of which one ends in its first letters; else None."""
    whole = to_bytes(name)
    plain = _WORD.findall(whole)
    # Most lines do not have the name at all, which is known sooner than what its place there says.
    words, tails = tree.kept("all words of uncertain lines", _all_words_of_lines)
    if plain and not words.issuperset(plain) and not whole.startswith(tails):
        return None
    begun = [whole[:count] for count in range(1, len(whole) + 1)]
    rows = tree.kept("words of uncertain lines", _words_of_lines)
    for lines, every, ends in rows:
        if not plain and whole in lines.of(tree.data):
            return lines
        if every.issuperset(plain) or not ends.isdisjoint(begun):
            names, cut = tree.kept(("names", lines), partial(_names_in, lines=lines))
            if names.issuperset(plain) or not cut.isdisjoint(begun):
                return lines
    return None


def _words_of_lines(tree: SyntaxTree) -> list[tuple[Span, set[bytes], set[bytes]]]:
    """Return the uncertain lines, each with its words and the words that end a line."""
    return [(lines, *_words_of(tree, lines)) for lines in uncertain_lines(tree)]


def _all_words_of_lines(tree: SyntaxTree) -> tuple[set[bytes], tuple[bytes, ...]]:
    """Return the words of all uncertain lines, and those that end a line."""
    rows = tree.kept("words of uncertain lines", _words_of_lines)
    words = set[bytes]().union(*(row[1] for row in rows))
    ends = set[bytes]().union(*(row[2] for row in rows))
    return words, tuple(ends - {b""})


def _words_of(tree: SyntaxTree, lines: Span) -> tuple[set[bytes], set[bytes]]:
    """Return the words of uncertain lines and of the line above them, and those that end a line."""
    text = Span(_line_above(tree.data, lines), line_end(tree.data, lines.end)).of(tree.data)
    tails = (line.split()[-1].lstrip(b"*&(") for line in text.splitlines() if line.strip())
    ends = {end for tail in tails for end in (tail, *_WORD.findall(tail)[-1:])}
    return set(_WORD.findall(text)), ends


def _line_above(data: bytes, lines: Span) -> int:
    """Return where the line above some lines begins: a name cut short there, or half a header, may parse."""
    first = line_start(data, lines.start)
    ending = 2 if data.endswith(b"\r\n", 0, first) else 1
    return line_start(data, max(0, first - ending))


def _names_in(tree: SyntaxTree, lines: Span) -> tuple[set[bytes], set[bytes]]:
    """Return the words of uncertain lines that stand where the name of a definition may, and those that end a line."""
    data, first = tree.data, line_start(tree.data, lines.start)
    area = Span(_line_above(data, lines), line_end(data, lines.end))
    names, cut = set[bytes](), set[bytes]()
    is_local = _is_in_function(tree, lines)
    for at, _, code in depth.code_lines(data, area, tree.profile):
        for place in (Span(*word.span()) for word in _WORD.finditer(code)):
            if _may_define(tree, code, place) and not (is_local and _is_used(code, place)):
                if at >= first or not _is_named_at(tree, Span(at, at + len(code))):
                    names.add(place.of(code))
                if place.end == len(code.rstrip()):
                    cut |= {place.of(code), code.split()[-1].lstrip(b"*&(")}
    return names, cut


def _is_named_at(tree: SyntaxTree, line: Span) -> bool:
    """Return True if the tree has the name of a definition on a line."""
    return any(b.name is not None and line.contains(b.name) for b in tree.definitions(line))


def _may_define(tree: SyntaxTree, code: bytes, name: Span) -> bool:
    """Return True if a word of a line may be the name of a definition: behind `def`, or behind words and types only."""
    words = [word[0] for word in _WORD.finditer(code, 0, name.start)]
    if tree.profile.is_data or (words and to_text(words[-1]) in tree.profile.defining_words):
        return True
    is_use = bool(words) and words[0] in _USES
    is_use = is_use or _MEMBER_OF.match(code, name.end) is not None
    if not code[: name.start].strip() and code.startswith(b"(", name.end):  # a call
        is_use = code.endswith(b";") or (
            code.endswith(b")") and tree.profile.family is not Layout.BRACE
        )
    is_use = is_use or code[: name.start].endswith((b": ", b":\t", b"<"))  # a type is used
    return not is_use and _BEFORE_NAME.fullmatch(code, 0, name.start) is not None


def _is_used(code: bytes, name: Span) -> bool:
    """Return True if a word of a line in the body of a function is an argument, a member or a call."""
    before, behind = code[: name.start].rstrip(), code[name.end :]
    is_call = not before and behind.startswith(b"(") and b"=" not in behind and behind[-1:] != b"{"
    return is_call or before.endswith((b"(", b",", b".", b"&&"))


def is_counted_over(tree: SyntaxTree, block: Block) -> Span | None:
    """Return the first uncertain lines over which a number or kind of a block is counted; None if there are none.

    A block without a name, or in a function, is counted in the definition that holds it. Another definition is counted
    over all lines that may have its name, or any.
    """
    around = [b for b in tree.enclosing(block.core) if b.core != block.core and b.holds_blocks]
    if around and (not block.is_definition or around[-1].kind in FUNCTIONS):
        held = (lines for lines in uncertain_lines(tree) if lines.overlaps(around[-1].whole))
        if (inside := next(held, None)) is not None or not block.is_definition:
            return inside
    lines = tree.kept("lines that may define anything", _that_may_define_anything)
    if lines is None and block.is_definition:
        lines = defining_lines(tree, block.path[-1])
    return lines


def _that_may_define_anything(tree: SyntaxTree) -> Span | None:
    """Return the first uncertain lines that no certain function holds, if they are not one definition with its name."""
    if tree.breaks_off:
        return uncertain_lines(tree)[-1]
    named = {line_start(tree.data, b.core.start) for b in guessed_definitions(tree)}
    for lines in uncertain_lines(tree):
        rows = list(depth.code_lines(tree.data, lines, tree.profile))
        own = [code for _, width, code in rows if width <= rows[0][1]]
        is_one = all(depth.closes(code, tree.profile) or code[:1] == b"{" for code in own[1:])
        is_named = line_start(tree.data, lines.start) in named
        if not (is_one and is_named) and not _is_in_function(tree, lines):
            return lines
    return None


def _is_in_function(tree: SyntaxTree, lines: Span) -> bool:
    """Return True if a function holds some lines in its body, and by their depth all others in it are its own."""
    for block in reversed(tree.enclosing(lines)):
        if block.kind in FUNCTIONS and block.body is not None and block.body.contains(lines):
            stray = _stray_line(tree, block)
            return stray is None or lines.start <= stray < lines.end
    return False


def guessed_definitions(tree: SyntaxTree) -> tuple[Block, ...]:
    """Return the definitions that hidden lines seem to hold, cut to these lines: for listings, not for edits."""
    if tree.recovered is None:
        return ()
    hidden, found = SpanChain(tree.hidden), list[Block]()
    for block in tree.recovered.definitions():
        for number in hidden.around(block.name) if block.name is not None else ():
            lines = tree.hidden[number]
            if block.core.start >= lines.start:
                core = Span(block.core.start, min(block.core.end, lines.end))
                header = Span(core.start, min(block.header.end, core.end))
                cut = Block(block.kind, core, core, header, None, core, path=block.path)
                found.append(replace(cut, name=block.name, broken=True))
    return tuple(found)


# Why a block is in doubt


_Doubt = tuple[Span, str]
"""The place that is the cause, and what is wrong there, with `{lines}` for its lines."""


def _doubt(tree: SyntaxTree, block: Block) -> _Doubt | None:
    """Return why the extent of a block is not certain; None where it is."""
    data, profile = tree.data, tree.profile
    if tree.breaks_off and _reaches_the_end(tree, block):
        return Span(len(data.rstrip()), len(data)), "the file breaks off at {lines}, in this block"
    for lines in uncertain_lines(tree):
        if lines.overlaps(block.whole) and not _holds(tree, block, lines):
            return lines, "{lines}, inside it, could not be parsed"
        if _is_beside(tree, block, lines):
            return lines, "{lines}, next to it, could not be parsed and may belong to it"
    where = ""
    if uncertain := uncertain_lines(tree):
        where = f"{_words(tree, uncertain[0], '{lines} could not be parsed')}, and "
    end = _end_with_comments(tree, block)
    below = depth.deeper_line_below(data, block, end, profile)
    if below is not None and width_at(data, below) == width_at(data, block.core.start):
        # A header without a body stands right above another definition.
        below = None if any(b.whole.start == below for b in tree.definitions()) else below
    if below is not None:
        return _line(data, below), f"{where}by its indentation {{lines}} may belong to it"
    # Where a closer is missing further down, or one too many, each may have been taken for that of another block.
    faults = () if tree.hidden else tree.faults()
    marks = ((f.expected.encode() or f.span.of(data).strip()) for f in faults)
    is_shifted = any(mark in (b"}", b"end") for mark in marks)
    behind = text_start(data, block.core.end)
    for fault in faults:
        if fault.expected in ("}", "end") and block.core.end <= fault.span.start <= behind:
            return _line(data, fault.span.start), "what closes it is missing before {lines}"
    closer = depth.closer_below(data, block, profile) if is_shifted else None
    if closer is not None:
        return _line(data, closer), f"{where}{{lines}} may be its closer, too"
    stray = _stray_line(tree, block)
    if stray is not None:
        return _line(data, stray), f"{where}by its indentation {{lines}} does not belong to it"
    return None


def _stray_line(tree: SyntaxTree, block: Block) -> int | None:
    """Return `depth.stray_line` of a block, kept with the tree: a listing asks for it once per member of the block."""

    def is_in_text(at: int) -> bool:
        return any(text.start < at < text.end for text in tree.opaque(Span(at, at + 1)))

    def found(tree: SyntaxTree) -> int | None:
        return depth.stray_line(tree.data, block, tree.profile, is_in_text)

    return tree.kept(("stray line", block.kind, block.span, block.core), found)


def _open_text(tree: SyntaxTree, area: Span) -> Span | None:
    """Return the first string or comment at a place that has plainly lost its end; None if there is none.

    A quote or `/*` that nobody closed goes on to the next one, somewhere below, and the file may parse all the same:

        warn "lost              the string that the parser reads begins here
        warn "#{name} is lost"  and ends where another one begins
    """
    data = tree.data
    for text in tree.opaque(area):
        whole = text.of(data)
        if b"\n" not in whole:
            continue
        for signs in tree.profile.block_comments:
            opening, closing = (sign.encode() for sign in signs)
            begins_another = re.compile(rb"\n[ \t]*" + re.escape(opening))
            is_longer = whole.count(opening) > whole.count(closing)
            if whole.startswith(opening) and is_longer and begins_another.search(whole):
                return text
        around = data[text.end - 2 : text.end + 1]
        is_quoted = whole[:1] == whole[-1:] and whole[:3] not in (b'"""', b"'''")
        if is_quoted and _BEGINS_A_STRING.fullmatch(around):
            return text
    return None


def _lacks_body(block: Block) -> bool:
    """Return True for a header that a grammar lets stand without a body, though the language does not."""
    return block.layout is Layout.INDENT and block.body is not None and not len(block.body)


def _holds(tree: SyntaxTree, block: Block, lines: Span) -> bool:
    """Return True if a block holds uncertain lines between its header and its closer, and they are deeper than it.

    They may be in the header if it is certain where that begins, and it ends in the brace of the body, which alone
    may be as shallow.
    """
    data, body, last = tree.data, block.body, line_start(tree.data, block.core.end)
    if body is None:
        return False
    start = line_start(data, block.span.start)
    inside, opened = (
        line_start(data, lines.start),
        line_end(data, max(block.header.end, body.start)),
    )
    if block.layout is Layout.SECTION:  # among blocks with brackets, nothing says where it ends
        is_bracketed = tree.profile.family in (Layout.BRACE, Layout.END, Layout.INDENT)
        is_inside = opened <= inside and lines.end <= block.core.end
        return is_inside and not block.broken and (tree.profile.is_data or not is_bracketed)
    if inside < opened:  # of hidden lines nobody knows whether they end the header
        named = start if block.name is None else line_start(data, block.name.start)
        begins = named <= inside and begins_line(data, block.span.start) and not tree.hidden
        above = text_end(data, block.whole.start)
        is_first = data[:above].endswith(b"{")
        is_apart = is_first or _is_separated(tree, Span(above, block.whole.start))
        opens = data[body.start - 1 : opened].strip() == b"{"
        if not (begins and opens and is_apart):
            return False
        inside = line_end(data, named)
    own_depth = width_at(data, block.core.start)
    area = Span(inside, max(inside, lines.end))
    for _, width, code in depth.code_lines(data, area, tree.profile):
        begins_arm = not block.is_definition and depth.begins_arm(code, tree.profile)
        if (width <= own_depth and code != b"{") or begins_arm:
            return False
    if block.layout is Layout.INDENT:
        return lines.end <= block.core.end
    closer = text_start(data, last)
    is_closed = width_at(data, closer) == own_depth and depth.closes(data[closer:], tree.profile)
    return is_closed and lines.end <= last and block.layout in (Layout.BRACE, Layout.END)


def _is_beside(tree: SyntaxTree, block: Block, lines: Span) -> bool:
    """Return True if nothing separates a block from uncertain lines above or below it, or from a list item there."""
    data, item = tree.data, tree.list_item(block.span)
    if item is not None and item.separator:
        near = item.items[max(0, item.index - 1) : item.index + 2]
        if len(near) > 1 and Span(near[0].end, near[-1].start).overlaps(lines):
            return True
    if lines.end <= block.whole.start:
        return not _is_separated(tree, Span(lines.end, block.whole.start))
    if lines.start < block.core.end:
        return False
    end = _end_with_comments(tree, block)
    gap = Span(end, max(end, line_start(data, lines.start)))
    if depth.closes(lines.of(data).lstrip(), tree.profile):  # it may be the closer of the block
        return not gap.of(data).strip() and gap.of(data).count(b"\n") < 2
    has_closer = block.layout in (Layout.BRACE, Layout.END, Layout.SECTION)
    return not has_closer and not _is_separated(tree, gap)


def _is_separated(tree: SyntaxTree, gap: Span) -> bool:
    """Return True if there is code in a gap, a blank line, or a closing token above it."""
    data, text = tree.data, gap.of(tree.data)
    above = text_end(data, gap.start)
    if text.strip() or text.count(b"\n") > 1 or not above:
        return True
    line = data[line_start(data, above) : above].strip()
    if tree.profile.family is Layout.BRACE:
        return line.endswith((b"}", b";"))
    return tree.profile.family is Layout.END and depth.closes(line, tree.profile)


def _reaches_the_end(tree: SyntaxTree, block: Block) -> bool:
    """Return True if a block may continue behind the end of a file that breaks off."""
    end, data = block.core.end, tree.data
    if block.body is not None and max(end, block.body.end) > len(data):
        return True
    below = depth.code_lines(
        data, Span(line_end(data, min(end, len(data))), len(data)), tree.profile
    )
    return next(below, None) is None


def _end_with_comments(tree: SyntaxTree, block: Block) -> int:
    """Return the end of a block, or of the comments behind and below it with nothing but blanks between."""
    end = block.core.end
    if block.layout in (Layout.BRACE, Layout.END, Layout.SECTION):
        return end  # comments behind a closer may be about what follows
    behind = text_start(tree.data, end)
    while found := tree.comments(Span(behind, behind + 1)):
        end = max(end, found[-1].end)
        behind = text_start(tree.data, max(found[-1].end, behind + 1))
    return end


def doubt_of_name(tree: SyntaxTree, block: Block, steps: Sequence[Step]) -> _Doubt | None:
    """Return why a selector may mean another block, in or over uncertain lines; None where it means this one."""
    for step in steps if uncertain_lines(tree) else ():
        if step.line is not None:
            continue
        if step.label is not None:
            label = to_bytes(step.label)
            held = (s for s in uncertain_lines(tree) if label in s.of(tree.data))
            if (lines := next(held, None)) is not None:
                return (
                    lines,
                    f"{{lines}} could not be parsed and may contain another {step.label!r}",
                )
        elif not step.may_be_block:
            lines, is_own = defining_lines(tree, step.name), block.path[-1:] == (step.name,)
            if lines is not None and not (is_own and block.core.overlaps(lines)):
                return lines, f"{{lines}} could not be parsed and may define another {step.name!r}"
    demoted, is_by_line = tree.profile.demoted, steps[-1].line is not None
    if (
        steps[-1].kind is None
        and not is_by_line
        and block.kind in demoted
        and uncertain_lines(tree)
    ):
        if tree.breaks_off:
            at = uncertain_lines(tree)[-1]
            return at, "the file breaks off at {lines}, where it may be defined"
        alike = tree.items_ending_in(block.path[-1:])
        others = [item.core.start for item in alike if item.kind not in demoted]
        if others:  # its holder may be another in the file that parses
            line = tree.line_of(min(others))
            why = f"{{lines}} could not be parsed, and the one at line {line} may be meant"
            return uncertain_lines(tree)[0], why
    if _is_counted(tree, block, steps[-1]) and (lines := is_counted_over(tree, block)) is not None:
        return lines, "{lines} could not be parsed and may contain others that count"
    is_owned = not is_by_line and (len(steps) > 1 or len(steps[0].path) > 1)
    return _doubt_of_owner(tree, block) if is_owned else None


def _doubt_of_owner(tree: SyntaxTree, block: Block) -> _Doubt | None:
    """Return why a definition around a block may end above it, so that `Owner.name` means another one; else None."""
    for owner in tree.owners(block):
        if not is_uncertain(tree, owner.core):
            continue
        stray = _stray_line(tree, owner)
        if stray is not None and stray < block.core.start:
            return _line(
                tree.data, stray
            ), f"by its indentation {{lines}} does not belong to {_name(owner)!r}"
    return None


def _is_counted(tree: SyntaxTree, block: Block, step: Step) -> bool:
    """Return True if a step names a block by its number or its kind alone."""
    is_counted = step.index is not None or (not block.is_definition and step.label is None)
    is_counted = is_counted or (tree.profile.is_data and any(map(_ELEMENT.match, block.path)))
    return is_counted and step.line is None


# The words of a refusal


def _refusal(tree: SyntaxTree, block: Block, at: Span, why: str) -> Refusal:
    near = Span(min(block.core.start, at.start), max(block.core.end, at.end))
    _, region = _numbered(tree, near)
    name, line = _name(block), tree.line_of(block.core.start)
    return Refusal(
        Reason.BROKEN_TARGET,
        f"where {name!r} (line {line}) begins or ends is not certain: {_words(tree, at, why)}",
        f"edit it as text with str_replace; {region} shows its lines",
        at,
    )


def _refusal_of_name(tree: SyntaxTree, block: Block, at: Span, why: str) -> Refusal:
    _, region = _numbered(tree, at)
    name, line = ".".join(block.path) or block.kind, tree.line_of(block.core.start)
    by_line = ".".join(map(quote_name, block.path)) if block.is_definition else block.kind
    return Refusal(
        Reason.BROKEN_TARGET,
        f"it is not certain that {name!r} (line {line}) is meant: {_words(tree, at, why)}",
        f"name it by its line, {by_line}@{line}; if another is meant, edit that as text with str_replace:"
        f" {region} shows those lines",
        at,
    )


def _words(tree: SyntaxTree, at: Span, why: str) -> str:
    """Return why a place is in doubt, in words; `{lines}` stands for the place."""
    shown, _ = _numbered(tree, at)
    return why.replace("{lines}", shown)


def _name(block: Block) -> str:
    name = ".".join(block.path) or block.kind
    return name if len(name) <= _LONG_NAME else name[: _LONG_NAME - 1] + "…"


def _numbered(tree: SyntaxTree, lines: Span) -> tuple[str, str]:
    """Return lines in words, and the call that shows them."""
    first = tree.line_of(text_start(tree.data, lines.start) if len(lines) else lines.start)
    last = max(first, tree.line_of(max(lines.start, text_end(tree.data, lines.end) - 1)))
    words = f"line {first}" if first == last else f"lines {first} to {last}"
    return words, f'get_region(":{first}-{last}")'


def _line(data: bytes, at: int) -> Span:
    return Span(at, line_end(data, at))
