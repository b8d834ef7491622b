"""Decide in a file that does not parse whether a target and its end are certain.

A tree has uncertain lines: error nodes, and the lines that had to be hidden for the rest to parse. A block is
certain if

1. a blank line or a closing token separates it from all uncertain lines, or they are inside its body:

       int f() {                 certain: its brackets enclose the line that the grammar cannot read
           FOO(x) BAR y;
       }
       int g() { return 1; }     certain: `}` separates it from that line

2. the depth of its lines agrees with its extent (`tree.broken.depth`);
3. no uncertain line contains its name where a definition may have its name, and no number or kind is
   counted over uncertain lines: `f > if[2]` in an `f` with such lines.

An operation calls `refusal_of` once for each target, whichever way the caller named it. Everything else in such a
file is text.

Not here: which lines are hidden (`tree.broken.hiding`), what an edit breaks (`judge`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from structedit.calls.places import Step, quote_name
from structedit.calls.refusals import Refusal
from structedit.calls.statuses import Reason
from structedit.languages.kinds import FUNCTIONS
from structedit.languages.profiles import LanguageProfile, Layout
from structedit.text.document import CONFLICT, Span, to_bytes, to_text
from structedit.text.lazily import regex
from structedit.text.lines import begins_line, line_end, line_start, text_end, text_start, width_at
from structedit.text.values import dataclass, replace
from structedit.tree.broken import depth
from structedit.tree.item_index import SpanChain
from structedit.tree.nodes import NODE, Block

if TYPE_CHECKING:
    from structedit.tree.syntax_tree import SyntaxTree

_WORD = regex(rb"[\w$]+")
_HYPHENATED = regex(rb"\w+(?:-\w+)+")
_BEFORE_NAME = regex(rb"[\w \t:*&<>,?~@.\[\]()-]*")
"""The text before the name of a definition on its line: words, types, a receiver in parentheses."""

_CONFLICT = regex(rb"^<{7}[ \r\n].*?^>{7}[^\r\n]*", re.MULTILINE | re.DOTALL)
"""A merge conflict, which some grammars read as operators."""

_USES = frozenset(
    b"assert await case do elif else for foreach if new raise return throw until while yield".split()
)
"""First words of lines in which names are used, and none is defined."""

_MEMBER_OF = regex(rb"::|->|\.\w")
"""The sign behind a name that has a member."""

_BEGINS_A_STRING = regex(rb"""[\s(\[=,]["'][\w#%$({]""")
"""A quote with the characters on either side at the start of a string; at an end of one, neither matches."""

_METADATA = regex(rb"\^(?:\{[^{}]*\}|[^\s(){}\[\]]+)[ \t]*")
"""What a Lisp may have between the word that defines and the name: `(defn ^:private ^{:doc ""} f`."""

_BLANK_LINE = regex(rb"\n[ \t\r]*\n")
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
    if tree.is_truncated:
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
            if not data[start:end].strip():  # a closer that is missing at the end of the file
                start = line_start(data, text_end(data, start))
            # A quote too many begins or ends a string on that line.
            for text in tree.opaque(Span(start, end), of_lines=True):
                start = min(start, line_start(data, text.start))
                end = max(end, line_end(data, text.end))
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
    """Return the refusal of an uncertain block; None if it may be edited, as in text without a tree.

    `steps` are those of the selector that named it.
    """
    if tree is None:
        return None
    if (text := _open_text_at(tree, block, steps)) is not None:
        return _refusal(tree, block, text, "the string or comment at {lines} may have lost its end")
    # A grammar may accept a header without a body, though the language does not.
    is_bodiless = block.layout is Layout.INDENT and block.body is not None and not len(block.body)
    if not (uncertain_lines(tree) or is_bodiless):
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


def note_on_unparsed(tree: SyntaxTree) -> str:
    """Return words for a listing that may lack definitions: which lines could not be parsed, if any."""
    lines = next(iter(uncertain_lines(tree)), None)
    return "" if lines is None else f" ({_words(tree, lines, '{lines} could not be parsed')})"


@dataclass(frozen=True, slots=True)
class _Use:
    """A word in uncertain lines, or in the line above them: the start of the line, and the column of the word."""

    lines: Span
    at: int
    code: bytes
    place: Span


def defining_lines(tree: SyntaxTree, name: str) -> Span | None:
    """Return the uncertain lines that may define a name, or that end in its first letters."""
    whole = to_bytes(name)
    uses = tree.kept("words of uncertain lines", _words_of_uncertain_lines)
    defined: set[Span] | None = None
    for word in _WORD.findall(whole):
        lines = {use.lines for use in uses.get(word, ()) if _may_define(tree, use)}
        defined = lines if defined is None else defined & lines
    if defined is None:  # an operator
        defined = {lines for lines in uncertain_lines(tree) if whole in lines.of(tree.data)}
    if _HYPHENATED.fullmatch(whole):
        is_whole = re.compile(rb"(?<![\w-])" + whole + rb"(?![\w-])").search
        defined = {lines for lines in defined if is_whole(lines.of(tree.data))}
    for count in range(1, len(whole) + 1):
        for use in uses.get(whole[:count], ()):
            if use.place.end == len(use.code) and _may_define(tree, use, is_cut=True):
                defined.add(use.lines)
    return min(defined, default=None)


def _words_of_uncertain_lines(tree: SyntaxTree) -> dict[bytes, list[_Use]]:
    """Return the words of uncertain lines, and of the line above them, which may end in half a name."""
    data, found = tree.data, dict[bytes, list[_Use]]()
    for lines in uncertain_lines(tree):
        first = line_start(data, lines.start)
        above = line_start(data, max(0, first - (2 if data.endswith(b"\r\n", 0, first) else 1)))
        for at, _, line in depth.code_lines(
            data, Span(above, line_end(data, lines.end)), tree.profile
        ):
            code = line.rstrip()
            tail = code.split()[-1].lstrip(b"*&(")
            places = {Span(*word.span()) for word in _WORD.finditer(code)}
            for place in {*places, Span(len(code) - len(tail), len(code))}:
                found.setdefault(place.of(code), []).append(_Use(lines, at, code, place))
    return found


def _may_define(tree: SyntaxTree, use: _Use, *, is_cut: bool = False) -> bool:
    """Return True if a word may be the name of a definition: it is behind words and types only."""
    code, behind = use.code, use.code[use.place.end :]
    before = _METADATA.sub(b"", code[: use.place.start])
    line = Span(use.at, use.at + len(code))
    is_above = use.at < line_start(tree.data, use.lines.start) and not is_cut
    if is_above and any(b.name and line.contains(b.name) for b in tree.definitions(line)):
        return False  # the tree has it
    is_call = not before.strip() and behind[:1] == b"(" and behind[-1:] != b"{"
    is_part = is_call or before.rstrip().endswith((b"(", b",", b".", b"&&", b":", b"<"))
    function = _function_around(tree, use.lines)
    is_deeper = function and width_at(tree.data, use.at) > width_at(tree.data, function.core.start)
    if is_part and is_deeper:  # an argument, a member, a type or a call
        return False
    is_used = not _USES.isdisjoint(_WORD.findall(before)[:1]) or _MEMBER_OF.match(behind)
    return not is_used and _BEFORE_NAME.fullmatch(before) is not None


def _counted_over(tree: SyntaxTree, block: Block, steps: Sequence[Step]) -> Span | None:
    """Return the first uncertain lines that the number or kind of a block is counted over.

    A block without a name, or in a function, is counted in the definition around it; `try` alone means the only one
    of the file. Another definition is counted over all lines that are not in a certain function.
    """
    uncertain = uncertain_lines(tree)
    around = [b for b in tree.enclosing(block.core) if b.core != block.core and b.has_bodies]
    if around and steps[0].may_be_block and all(b.path[-1:] != steps[0].path for b in around):
        return uncertain[0]
    if around and (not block.is_definition or around[-1].kind in FUNCTIONS):
        inside = next((lines for lines in uncertain if lines.overlaps(around[-1].whole)), None)
        if inside is not None or not block.is_definition:
            return inside
    return next((lines for lines in uncertain if _function_around(tree, lines) is None), None)


def _function_around(tree: SyntaxTree, lines: Span) -> Block | None:
    """Return the innermost function with some lines in its body, if all its other lines belong to it by their depth."""
    return tree.kept(("in a function", lines), lambda tree: _find_function(tree, lines))


def _find_function(tree: SyntaxTree, lines: Span) -> Block | None:
    for block in reversed(tree.owners(lines)):
        if block.kind in FUNCTIONS and block.body is not None and block.body.contains(lines):
            stray = _stray_line(tree, block)
            return block if stray is None or lines.start <= stray < lines.end else None
    return None


def guessed_definitions(tree: SyntaxTree) -> tuple[Block, ...]:
    """Return the definitions that hidden lines seem to contain, cut to these lines: for listings, not for edits."""
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
"""The place of the cause, and the fault there, with `{lines}` for its lines."""


def _doubt(tree: SyntaxTree, block: Block) -> _Doubt | None:
    """Return why the extent of a block is not certain."""
    data = tree.data
    body_end = 0 if block.body is None else block.body.end
    if max(block.core.end, body_end) > len(data):
        return Span(len(data.rstrip()), len(data)), "the file breaks off at {lines}, in this block"
    for lines in uncertain_lines(tree):
        if lines.overlaps(block.whole) and not _has_inside(tree, block, lines):
            return lines, "{lines}, inside it, could not be parsed and may end it"
        if _is_beside(tree, block, lines):
            return lines, "{lines}, next to it, could not be parsed and may belong to it"
    where = ""
    if uncertain := uncertain_lines(tree):
        where = f"{_words(tree, uncertain[0], '{lines} could not be parsed')}, and "
    below = depth.deeper_line_below(tree, block)
    if below is not None:
        return _line(data, below), f"{where}by its indentation {{lines}} may belong to it"
    behind = text_start(data, block.core.end)
    for fault in () if tree.hidden else tree.faults():  # the block may have the closer of another
        if fault.expected in ("}", "end") and block.core.end <= fault.span.start <= behind:
            return _line(data, fault.span.start), "what closes it is missing before {lines}"
    stray = _stray_line(tree, block)
    if stray is not None:
        return _line(data, stray), f"{where}by its indentation {{lines}} does not belong to it"
    return (
        None if block.is_definition else _ends_above(tree, block, tree.enclosing(block.core)[-1:])
    )


def _ends_above(tree: SyntaxTree, block: Block, owners: Sequence[Block]) -> _Doubt | None:
    """Return why one of the definitions around a block may end above it."""
    for owner in owners:
        is_around = owner.is_definition and owner.core != block.core
        stray = _stray_line(tree, owner) if is_around else None
        if stray is not None and stray <= block.core.start:
            why = f"by its indentation {{lines}} does not belong to {_name(tree, owner)!r}"
            return _line(tree.data, stray), why
    return None


def _stray_line(tree: SyntaxTree, block: Block) -> int | None:
    """Return `depth.stray_line` of a block, kept with the tree: a listing asks for it once per member of the block."""
    key = "stray line", block.kind, block.span, block.core
    return tree.kept(key, lambda tree: depth.stray_line(tree, block))


def _open_text_at(tree: SyntaxTree, block: Block, steps: Sequence[Step]) -> Span | None:
    """Return a string or comment without its end: at a block, where it is counted, or around its name."""
    data = tree.data
    areas = [Span(line_start(data, text_end(data, block.whole.start)), block.core.end)]
    if steps and _is_counted(tree, block, steps[-1]) and not tree.profile.is_data:
        holders = [b for b in tree.owners(block.core) if b.core != block.core and b.has_bodies]
        areas.append(holders[-1].core if holders else Span(0, block.core.end))
    # A string or comment may have taken in a line that defines the name.
    named = []
    for name in (to_bytes(step.name) for step in steps if step.line is None):
        for match in re.finditer(rb"[ \t]" + re.escape(name) + rb"(?![\w-])", data):
            line = data[line_start(data, match.start()) : match.start() + 1]
            before = _METADATA.sub(b"", line).split()[-1:]
            if before and to_text(before[0]).strip("(-") in tree.profile.defining_words:
                named.append(Span(*match.span()))
    for area in (*areas, *named):
        text = _open_text(tree, Span(area.start, max(area.start, area.end)))
        if text is not None:
            return text
    if not (named and uncertain_lines(tree)):
        return None
    # In a file that does not parse, a quote further up may be the one that is lost.
    return next((text for area in named for text in tree.opaque(area, of_lines=True)), None)


def _open_text(tree: SyntaxTree, area: Span) -> Span | None:
    """Return the first string or comment at a place that plainly lacks its end.

    A quote or `/*` without its end extends to the next one, somewhere below, and the file may parse all the same:

        warn "lost              the string in the tree begins here
        warn "#{name} is lost"  and ends where another one begins
    """
    data = tree.data
    for text in tree.opaque(area):
        whole = text.of(data)
        if b"\n" not in whole:
            continue
        for signs in tree.profile.block_comments:
            opening, closing = (sign.encode() for sign in signs)
            begins_another = re.compile(rb"[\s;{},]" + re.escape(opening))
            is_longer = whole.count(opening) > whole.count(closing)
            if whole.startswith(opening) and is_longer and begins_another.search(whole):
                return text
        around = data[text.end - 2 : text.end + 1]
        is_quoted = whole[:1] == whole[-1:] and whole[:3] not in (b'"""', b"'''")
        if is_quoted and _BEGINS_A_STRING.fullmatch(around):
            return text
        if is_quoted and _is_one_line(tree.profile, whole):
            return text
    return None


_JOINED = re.compile(rb"\\\r?\n")
"""A line break that a backslash joins."""


def _is_one_line(profile: LanguageProfile, text: bytes) -> bool:
    """Return True if a string of several lines is of a form that the language keeps in one, with no line continued."""
    styles = [style for style in profile.string_styles if style.open == to_text(text[:1])]
    return bool(styles) and not any(s.multiline for s in styles) and not _JOINED.search(text)


def _has_inside(tree: SyntaxTree, block: Block, lines: Span) -> bool:
    """Return True if a block has uncertain lines between its header and its closer, and they are deeper than it.

    They may be in the header if its start is certain, and it ends with the brace of the body, which alone
    may be as shallow.
    """
    data, body, last = tree.data, block.body, line_start(tree.data, block.core.end)
    if body is None:
        return False
    inside, opened = (
        line_start(data, lines.start),
        line_end(data, max(block.header.end, body.start)),
    )
    if block.layout is Layout.SECTION:  # among blocks with brackets, its end is unknown
        is_inside = opened <= inside and lines.end <= block.core.end and not block.broken
        is_bracketed = tree.profile.family in (Layout.BRACE, Layout.END, Layout.INDENT)
        return is_inside and (tree.profile.is_data or not is_bracketed)
    if inside < opened:  # in the header: a `{` must end it, which hidden lines do not tell
        named = line_start(data, block.span.start if block.name is None else block.name.start)
        is_begun = named <= inside and begins_line(data, block.span.start) and not tree.hidden
        if not is_begun or data[body.start - 1 : opened].strip() != b"{":
            return False
        inside = line_end(data, named)
    own_depth = width_at(data, block.core.start)
    area = Span(inside, max(inside, lines.end))
    for _, width, code in depth.code_lines(data, area, tree.profile):
        is_arm = not block.is_definition and depth.has_arm(code, tree.profile)
        if (width <= own_depth and code != b"{") or is_arm:
            return False
    if block.layout is Layout.INDENT:
        return lines.end <= block.core.end
    closer = text_start(data, last)
    is_closed = width_at(data, closer) == own_depth and depth.is_closer(data[closer:], tree.profile)
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
    has_closer = block.layout in (Layout.BRACE, Layout.END, Layout.SECTION)
    gap = Span(block.core.end, max(block.core.end, line_start(data, lines.start)))
    # If a closer is one too many, or one is missing, each may be taken for that of another block.
    if depth.is_closer(lines.of(data).lstrip(), tree.profile):
        return not _is_separated(tree, gap, by_closer=False)
    return not (has_closer or _is_separated(tree, gap))


def _is_separated(tree: SyntaxTree, gap: Span, *, by_closer: bool = True) -> bool:
    """Return True if there is code in a gap, a blank line, or a closing token above it."""
    above = text_end(tree.data, gap.start)
    line = tree.data[line_start(tree.data, above) : above].strip()
    if tree.profile.family is Layout.BRACE:
        is_closed = line.endswith((b"}", b";"))
    else:
        is_closed = tree.profile.family is Layout.END and depth.is_closer(line, tree.profile)
    has_blank_line = _BLANK_LINE.search(tree.data, gap.start, gap.end) is not None
    is_closed = is_closed and by_closer
    return is_closed or has_blank_line or any(depth.code_lines(tree.data, gap, tree.profile))


def doubt_of_name(tree: SyntaxTree, block: Block, steps: Sequence[Step]) -> _Doubt | None:
    """Return why a selector may mean another block, in or over uncertain lines."""
    uncertain, last = uncertain_lines(tree), steps[-1]
    if not uncertain:
        return None
    found = ((step, _lines_with(tree, block, step)) for step in steps if step.line is None)
    step, lines = next(((s, lines) for s, lines in found if lines is not None), (last, None))
    if lines is None and last.line is None:
        is_demoted = last.kind is None and block.kind in tree.profile.demoted
        if is_demoted and tree.is_truncated:  # its definition may be what breaks off
            lines = uncertain[-1]
        elif _is_counted(tree, block, last):
            lines = _counted_over(tree, block, steps)
    if lines is not None:
        another = step.label or step.name
        return lines, f"{{lines}} could not be parsed and may contain another {another!r}"
    if last.line is not None:
        return None
    names = {name for step in steps for name in step.path}
    named = [b for b in tree.owners(block.core) if not names.isdisjoint(b.path[-1:])]
    return _ends_above(tree, block, named)


def _lines_with(tree: SyntaxTree, block: Block, step: Step) -> Span | None:
    """Return the first uncertain lines that may have another block which a step names."""
    if step.label is not None:
        label = to_bytes(step.label)
        return next((s for s in uncertain_lines(tree) if label in s.of(tree.data)), None)
    lines = None if step.may_be_block else defining_lines(tree, step.name)
    is_own = block.path[-1:] == (step.name,)
    return None if lines is None or (is_own and block.core.overlaps(lines)) else lines


def _is_counted(tree: SyntaxTree, block: Block, step: Step) -> bool:
    """Return True if a step names a block by its number or its kind alone."""
    is_counted = step.index is not None or (not block.is_definition and step.label is None)
    is_counted = is_counted or (tree.profile.is_data and any(map(_ELEMENT.match, block.path)))
    return is_counted and step.line is None


# The words of a refusal


def _refusal(tree: SyntaxTree, block: Block, at: Span, why: str) -> Refusal:
    near = Span(min(block.core.start, at.start), max(block.core.end, at.end))
    _, region = _numbered(tree, near)
    name, line = _name(tree, block), tree.line_of(block.core.start)
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
    """Return why a place is in doubt, in words; `{lines}` will be replaced by the place."""
    shown, _ = _numbered(tree, at)
    return why.replace("{lines}", shown)


def _name(tree: SyntaxTree, block: Block) -> str:
    """Return what a message calls a block: its name, its kind, or the first line of a statement without either."""
    name = ".".join(block.path) or block.kind
    if name == NODE:
        end = min(block.core.end, line_end(tree.data, block.core.start))
        name = to_text(tree.data[block.core.start : end])
    return name if len(name) <= _LONG_NAME else name[: _LONG_NAME - 1] + "…"


def _numbered(tree: SyntaxTree, lines: Span) -> tuple[str, str]:
    """Return lines in words, and the call that shows them."""
    first = tree.line_of(text_start(tree.data, lines.start) if len(lines) else lines.start)
    last = max(first, tree.line_of(max(lines.start, text_end(tree.data, lines.end) - 1)))
    words = f"line {first}" if first == last else f"lines {first} to {last}"
    return words, f'get_region(":{first}-{last}")'


def _line(data: bytes, at: int) -> Span:
    return Span(at, line_end(data, at))
