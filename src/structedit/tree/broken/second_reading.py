"""The second reading of where a block ends: by the depth of its lines.

A tree may be wrong far from an error, and so may whoever decides where strings end. Neither has a say
here: a block ends before the first line that is no deeper than its first one, if that line may not stand
there. Where a block of the tree holds such a line, the two readings differ and its extent is not
certain, whatever was broken:

    int f() {
        a();
                        the `}` that was here is lost
    int g() {           no deeper than `f`, of which the tree says that it goes on
        b();
    }

Lines that may be no deeper: labels, arms, closers, what goes on from the line above. Inside of what the
tree takes for a string, nothing counts but the word with which a definition begins.

Not here: what does not parse (`tree.syntax_tree`), what follows from a difference (`tree.broken.certainty`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from structedit.languages.kinds import VALUES
from structedit.languages.profiles import LanguageProfile, Layout
from structedit.text.document import Span, to_text
from structedit.text.lazily import regex
from structedit.text.lines import (
    begins_line,
    indent_width,
    line_end,
    line_start,
    text_end,
    text_start,
    width_at,
)
from structedit.tree import clauses
from structedit.tree.broken import hiding
from structedit.tree.item_index import SpanChain
from structedit.tree.nodes import Block
from structedit.tree.without_grammar import pairing

if TYPE_CHECKING:
    from structedit.tree.syntax_tree import SyntaxTree

_LINE = regex(rb"(?:^|(?<=\r))(?P<lead>[ \t]*)(?P<code>[^ \t\r\n][^\r\n]*)", re.MULTILINE)
_LONE_WORD = regex(rb"\w+\s*")
_FIRST_WORD = regex(rb"\(?([\w-]+)")
_OPENER = regex(rb"(?:[^\w\s][^\n]*\n\s*)*([A-Za-z]\w*)\b")
"""The first word of a block, behind what a line of its own says of it: `(* keep *)` above `module`."""

_OWN_WORD = regex(rb"\(?[\w-]+[ \t]")
_OF_ARMS = (b"case", b"default", b"break")
"""Words of the lines between the arms of a `switch`."""

_STATEMENTS = frozenset("lambda if else for foreach while case".split())
"""Blocks without a closer whose bodies are deeper than what opens them."""

_BEFORE_ARMS = frozenset("if elif case catch".split())
"""Blocks that another arm may follow, which is no part of their bodies."""

_PAIRS = ((b"(", b")"), (b"[", b"]"), (b"{", b"}"))

_GOES_ON = regex(rb"[^\w\s\"'`]+(?:\s|\Z)|[.,;:?|(}\])#]|->|::|<")
"""What a line begins with that goes on from the one above: an operator with a blank behind it, a sign that joins.

A quote, or a sign right before a word (`^min`), begins a value.
"""

_LABEL = regex(rb"[\w \t]+:(?!:)")


def stray_line(
    data: bytes,
    block: Block,
    profile: LanguageProfile,
    opaque: Sequence[Span],
    *,
    as_deep: bool = True,
) -> int | None:
    """Where a line inside a block begins that its depth puts outside; None if the readings agree.

    `opaque` are what the tree takes for strings and comments. Without `as_deep` a line may be as deep as the block,
    but in a definition not where a blank one stands above it, or where the file ends in it without a line break.
    """
    depth = width_at(data, block.span.start)
    for at, _ in _stray_lines(data, block, profile, opaque):
        is_apart = block.is_definition and _is_apart(data, at)
        if as_deep or is_apart or width_at(data, at) < depth:
            return at
    return None


def _is_apart(data: bytes, at: int) -> bool:
    """Whether a blank line stands above the line that begins at an offset, or that is the last and may break off."""
    start = line_start(data, at)
    return data.count(b"\n", text_end(data, start), start) > 1 or line_end(data, at) == len(data)


def definition_in_text(
    data: bytes, block: Block, profile: LanguageProfile, texts: Sequence[Span]
) -> int | None:
    """Where a line of some texts in a block begins as a definition that its depth puts outside; else None.

    A text between three quotes holds code on purpose, except where words end blocks and it is indented.
    """
    ends_with_words = profile.family is Layout.END
    some = [t for t in texts if ends_with_words or not t.of(data).startswith(b'"""')]
    found = _stray_lines(data, block, profile, some) if some else ()
    return next((at for at, is_text in found if is_text), None)


def _stray_lines(
    data: bytes, block: Block, profile: LanguageProfile, opaque: Sequence[Span]
) -> Iterator[tuple[int, bool]]:
    """The lines inside a block that its depth puts outside, each with whether it stands in a text."""
    if block.body is None or block.layout is Layout.SECTION or _is_closed_by_name(data, block):
        return
    depth = width_at(data, block.span.start)
    # A value may go on as deep as it begins: `let a = 1 in`, and below it what `a` is for.
    is_spread = block.layout is Layout.NONE and block.kind not in _STATEMENTS
    before = data[line_start(data, block.arm.start) : block.arm.start].rstrip()
    opener = text_end(data, block.body.start) - 1
    if data[opener : opener + 1] == b"{" and begins_line(data, opener):
        own_closer = width_at(data, opener)
    else:
        own_closer = depth + before.endswith((b"{", b"(", b"["))  # else that of a bracket before it
    # Where a closer ends a block, or the arms that it is one of, none as deep stands before that.
    has_closer = block.layout in (Layout.BRACE, Layout.END) or profile.family is Layout.END
    own = _OWN_WORD.match(data, block.core.start) if block.is_definition else None
    # What stands behind a body that indentation sets off closes it, as `in` does.
    end = block.body.end if profile.family is Layout.INDENT else block.core.end
    behind = max(block.header.end, block.body.start)
    start = block.core.start if is_set_off(block, profile) else behind
    for at, width, code in _lines(data, Span(start, end), profile):
        if width > depth:
            continue
        if any(span.start < at < span.end for span in opaque):
            # In what seems to be a string, such a word as begins a definition may begin a line of code.
            if opens_definition(code, profile) or (own is not None and code.startswith(own[0])):
                yield at, True
        elif closes(code, profile):
            if width < own_closer or (has_closer and at < block.body.end):
                yield at, False
        elif not (is_spread and width == depth):
            # What goes on from the line above is no less deep than that; directives and comments may be.
            goes_on = _GOES_ON.match(code) is not None and code[:1] != b"#"
            goes_on = goes_on and all(span.start != at for span in opaque)
            if (width < depth and goes_on) or not _may_be_shallow(code, profile):
                yield at, False


def _is_closed_by_name(data: bytes, block: Block) -> bool:
    """Whether a block ends in a closer of its first word alone, `module` in `endmodule`, and holds neither once more.

    Which lines are in it, depth does not say better then.
    """
    text = block.core.of(data)
    word = _OPENER.match(text)
    last = None if word is None else re.search(rb"\bend[ _]?" + word[1] + rb"\b.*\Z", text)
    if word is None or last is None or block.layout is not Layout.END:
        return False
    return len(re.findall(rb"\b(?:end[ _]?)?" + word[1] + rb"\b", text)) == 2


def is_set_off(block: Block, profile: LanguageProfile) -> bool:
    """Whether a block is an arm that its column sets off: a line as deep, be it in its header, begins the next."""
    return profile.family is Layout.INDENT and block.kind == "case"


def deeper_in_header(data: bytes, block: Block) -> int | None:
    """Where a line of an arm's header begins that is deeper, outside of brackets, above one that is not; else None."""
    depth, start, found = width_at(data, block.span.start), block.header.start, None
    for line in _LINE.finditer(data, start + 1, block.header.end):
        at = line.start("code")
        above = data[start:at]
        if width_at(data, at) <= depth and found is not None:
            return found
        is_open = any(above.count(one) > above.count(two) for one, two in _PAIRS)
        is_deeper = width_at(data, at) > depth
        found = at if found is None and is_deeper and not is_open else found
    return None


def opens_definition(code: bytes, profile: LanguageProfile) -> bool:
    """Whether a line begins with a word that the name of a definition follows."""
    word = _FIRST_WORD.match(code)
    return word is not None and to_text(word[1]).rstrip("-") in profile.mentions.words


def begins_arm(code: bytes, profile: LanguageProfile) -> bool:
    """Whether a line begins with a word of an arm, such as `else`."""
    word = re.match(rb"\w+(?!-)", code)
    return word is not None and (
        word[0] in pairing.ARM_WORDS or to_text(word[0]) in profile.middle_keywords
    )


def arm_inside(
    data: bytes, block: Block, profile: LanguageProfile, opaque: Sequence[Span]
) -> int | None:
    """Where a line of the body of an arm begins as the next arm does, no deeper than it; None if none does.

    Behind half a statement some grammars read the word of an arm as a name: `total +`, and below it `else`.
    """
    if block.body is None or block.kind not in _BEFORE_ARMS:
        return None
    depth = width_at(data, block.span.start)
    for at, width, code in _lines(data, block.body, profile):
        is_arm = width <= depth and begins_arm(code, profile)
        if is_arm and not any(span.start < at < span.end for span in opaque):
            return at
    return None


def begins_code(code: bytes, profile: LanguageProfile) -> bool:
    """Whether a line begins as a definition, an arm or the end of a block does."""
    return opens_definition(code, profile) or begins_arm(code, profile) or closes(code, profile)


def torn_lines_beside(tree: SyntaxTree, block: Block, end: int) -> Iterator[Span]:
    """The lines that do not parse right above a block, in it, or right below.

    `end` is where the block and the comments behind it end. A blank line keeps it from them, and a brace or `;`
    that ends what is above, where that is a closer; unless by their depth, or by what the block ends in or they begin
    with, they go on with a block without a closer of its own.
    """
    if tree.clean:
        return
    data, start = tree.data, line_start(tree.data, block.whole.start)
    end = line_end(data, end)
    torn = tree.hidden or tuple(fault.span for fault in tree.faults())
    for lines in (*torn, *_torn_head_below(tree, end), *_read_twice_beside(tree, start, end)):
        first, last = line_start(data, lines.start), line_end(data, text_end(data, lines.end))
        is_above = last <= start
        gap = Span(last, start) if is_above else Span(end, max(first, end))
        if gap.of(data).strip():
            continue
        is_next = gap.of(data).count(b"\n") < 2 and not _is_ended(data, gap.start, tree.profile)
        if (
            is_next
            or lines.overlaps(block.core)
            or (not is_above and _may_go_on(tree, block, lines))
        ):
            yield lines


def _read_twice_beside(tree: SyntaxTree, start: int, end: int) -> Iterator[Span]:
    """The line above one offset, or below the other, in which a definition begins behind another that ends there."""
    for at in (text_end(tree.data, start) - 1, text_start(tree.data, end)):
        line = Span(line_start(tree.data, at), line_end(tree.data, at))
        yield from _lines_of_two(tree, tree.definitions(line))


def _is_ended(data: bytes, at: int, profile: LanguageProfile) -> bool:
    """Whether what stands above an offset ends in a sign that ends it, as a statement or a block."""
    end = text_end(data, at)
    return profile.family is Layout.BRACE and data[end - 1 : end] in (b"}", b";")


def _torn_head_below(tree: SyntaxTree, end: int) -> Iterator[Span]:
    """The line below an offset, if a definition begins there that holds what does not parse.

    It may have lost its depth, and hold lines of what stands above it for that.
    """
    data = tree.data
    start = text_start(data, line_end(data, end))
    line = Span(start, line_end(data, start))
    if any(b.core.start == start and tree.faults(b.core) for b in tree.definitions(line)):
        yield line


def _may_go_on(tree: SyntaxTree, block: Block, below: Span) -> bool:
    """Whether lines that do not parse may go on with a block without a closer that ends above them."""
    if block.layout in (Layout.BRACE, Layout.END, Layout.SECTION):
        return False
    data, profile = tree.data, tree.profile
    first = text_start(data, below.start)
    depth, width = width_at(data, block.span.start), width_at(data, first)
    leads_on = block.is_definition and data.endswith(
        tuple(clauses.signs_between(profile)), block.core.start, block.core.end
    )
    text = data[first : max(below.end, line_end(data, first))]  # a missing sign has none of its own
    if not text:
        return False
    goes_on = text[:1] in b"|,;" or hiding.goes_on(text, profile)
    return width > depth or (width == depth and (leads_on or goes_on))


def held_by_nothing(tree: SyntaxTree, rows: Sequence[hiding.Row]) -> Iterator[Span]:
    """The lines that by depth hold hidden ones, though nothing begins there that could hold them.

    Where depth says where a block ends, such a line may have lost its own depth.
    """
    for hidden in tree.hidden:
        depth = next((row.depth for row in rows if row.span.end > hidden.start), 0)
        above = (r for r in reversed(rows) if r.span.end <= hidden.start and r.depth < depth)
        holder = next(above, None)
        if holder is not None:
            begun = (*tree.definitions(holder.span), *tree.blocks(holder.span))
            begun = tuple(b for b in begun if b.core.overlaps(holder.span))
            if not any(width_at(tree.data, b.span.start) == holder.depth for b in begun):
                yield holder.span


def misread_lines(tree: SyntaxTree) -> Iterator[Span]:
    """The lines beside hidden ones that begin as others of their depth do that define something with a body.

    The tree has no definition there, and no declaration ends there.
    """
    if not tree.hidden:
        return
    begun, forms = set[int](), dict[int, set[bytes]]()
    for block in tree.definitions():
        starts = (block.core.start, (block.name or block.core).start)
        begun.update(line_start(tree.data, at) for at in starts)
        form = tree.data[starts[0] : starts[1]]
        if block.body is not None and block.kind not in VALUES and form.strip():
            forms.setdefault(width_at(tree.data, block.core.start), set()).add(form)
    yield from _lines_of_two(tree, tree.definitions())
    hidden = SpanChain(tree.hidden)
    for row in hiding.rows_of(tree.data, tree.profile):
        at = text_start(tree.data, row.span.start)
        is_like = any(_names_another(row.text, form) for form in forms.get(row.depth, ()))
        if not is_like or row.text[-1:] == b";" or line_start(tree.data, at) in begun:
            continue
        if not (hidden.around(row.span) or tree.opaque(Span(at, at + 1))):
            yield row.span


def _lines_of_two(tree: SyntaxTree, blocks: Iterable[Block]) -> Iterator[Span]:
    """The lines in which one of some definitions begins behind another that began further up and ends there.

    What should begin such a line has been read as the end of what is torn above it.
    """
    for block in blocks:
        start = line_start(tree.data, block.core.start)
        if block.body is not None and not begins_line(tree.data, block.core.start):
            above = tree.definitions(Span(start, start + 1))
            if any(o.core.start < start < o.core.end <= block.core.start for o in above):
                yield Span(start, line_end(tree.data, block.core.start))


def _names_another(line: bytes, form: bytes) -> bool:
    """Whether a line goes on with a word behind what stands before a name."""
    return line.startswith(form) and line[len(form) : len(form) + 1].isalnum()


def is_last(data: bytes, block: Block, profile: LanguageProfile) -> bool:
    """Whether no line of code follows below the end of a block."""
    end = line_end(data, block.core.end)
    return next(_lines(data, Span(end, len(data)), profile), None) is None


def is_closed_by_line(data: bytes, block: Block, profile: LanguageProfile) -> bool:
    """Whether a block ends on its first line, or on one that begins with a closer: its depth says whose."""
    last = line_start(data, block.core.end - 1)
    return last <= block.core.start or closes(
        data[text_start(data, last) : block.core.end], profile
    )


def deeper_below(data: bytes, block: Block, end: int, profile: LanguageProfile) -> int | None:
    """Where the line below a block, or its own arm, begins if it may be in it by its depth; None if it may not.

    `end` is where that and the comments behind it end. Asked of whole lines, where depth alone says where a block ends.
    Below a header without a body a line that is as deep may be the body.
    """
    line = line_end(data, end)
    is_bare = profile.family is Layout.INDENT or block.layout is Layout.NONE
    if not is_bare or not begins_line(data, block.core.start) or data[end:line].strip():
        return None
    if data.startswith(_passed(profile), block.core.start):
        return None  # a directive stands at the margin, whatever it is in
    at, width, _ = next(_lines(data, Span(line, len(data)), profile), (0, 0, b""))
    depth = width_at(data, block.core.start)
    has_body = block.body is None or len(block.body) > 0
    return at if width > depth or (at and width == depth and not has_body) else None


def closer_below(data: bytes, block: Block, profile: LanguageProfile) -> bool:
    """Whether right below a block is a closer as deep as it: which of the two is its own, depth does not say.

    So it is below the last function of a namespace whose lines are no deeper.
    """
    if block.layout not in (Layout.BRACE, Layout.END):
        return False
    end = line_end(data, block.core.end)
    below = _lines(data, Span(end, len(data)), profile)
    lines = (line for line in below if not _LONE_WORD.fullmatch(line[2]))  # as of a macro
    _, width, code = next(lines, (0, -1, b""))
    return width == width_at(data, block.span.start) and closes(code, profile)


def closes(code: bytes, profile: LanguageProfile) -> bool:
    """Whether a line begins with what closes a block."""
    return code.startswith((b"}", b")", b"]")) or hiding.ends(code, profile)


def _lines(data: bytes, area: Span, profile: LanguageProfile) -> Iterator[tuple[int, int, bytes]]:
    """Where the lines of an area begin that are no comments or directives, how deep, and their text."""
    passed = _passed(profile)
    for found in _LINE.finditer(data, area.start + 1, area.end):
        code = found["code"]
        if not code.startswith(passed):
            yield found.start("code"), indent_width(found["lead"]), code


def _passed(profile: LanguageProfile) -> tuple[bytes, ...]:
    """What comments and directives of a line begin with."""
    signs = tuple(sign.encode() for sign in profile.line_comments)
    return (*signs, b"#") if "#endif" in profile.nodes.closers else signs


def _may_be_shallow(code: bytes, profile: LanguageProfile) -> bool:
    """Whether a line may be as shallow as the block that it belongs to."""
    word = re.match(rb"(?::(?=\w))?\w*", code)  # an atom begins a value, as a word does
    assert word is not None
    known = (*profile.middle_keywords, *profile.close_keywords)
    goes_on = not word[0] and _GOES_ON.match(code) is not None
    return (
        (goes_on and not (code.startswith(b"(") and profile.family is Layout.INDENT))
        or (profile.family is not Layout.INDENT and _LABEL.match(code) is not None)
        or word[0] in (*pairing.ARM_WORDS, *pairing.CONTINUING, *_OF_ARMS)
        or to_text(word[0]) in known
        or hiding.goes_on(code, profile)
    )
