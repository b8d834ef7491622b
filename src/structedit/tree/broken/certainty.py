"""Whether a node's own extent is certain, which it must be before it is edited.

It is not where a syntax error lies in it, an end is missing so that it holds what follows, a comment or
a label is not finished, lines are not as deep as they should be. Its neighbours stay editable: a
refusal is of a node, not of a file.

Not here: what an edit breaks (`judge.gate`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from structedit.calls.refusals import Refusal
from structedit.calls.statuses import Reason
from structedit.languages.profiles import Layout
from structedit.text.document import Span
from structedit.text.lazily import regex
from structedit.text.lines import (
    begins_line,
    line_end,
    line_start,
    text_end,
    text_start,
    width_at,
)
from structedit.tree.broken import closings, second_reading
from structedit.tree.nodes import Block, SyntaxFault
from structedit.tree.tokens import OPENERS
from structedit.tree.without_grammar import text_blocks

if TYPE_CHECKING:
    from structedit.tree.syntax_tree import SyntaxTree

_MEND = "fix that line first with str_replace, which needs no intact block"
_LINE_AND_GAP = regex(rb"[^\r\n]*[\w)\]}\"'][ \t]*\r?\n[ \t]*\r?\n")
"""A line that ends as a statement may, and a blank one below it."""

_BRACELESS = frozenset("if else for foreach while".split())
"""Blocks whose body may be one statement without braces."""


def check_target(tree: SyntaxTree | None, block: Block) -> Refusal | None:
    """A refusal if the node's own extent cannot be trusted; None if it may be edited, as in text without a tree."""
    if tree is None:
        return None
    checks = (
        *(_read_two_ways, _torn, _begun_by_an_end, _header_goes_on),
        *(_ends_too_early, _laid_out_otherwise),
    )
    blocks = (block, *_ended_by(tree, block))
    refusals = (check(tree, one) for one in blocks for check in checks)
    return next((refusal for refusal in refusals if refusal is not None), None)


def _ended_by(tree: SyntaxTree, arm: Block) -> Iterator[Block]:
    """The statement that an arm such as `else` ends, in a file that does not parse.

    Where that statement is not certain, the arm may be one of another.
    """
    if tree.clean or arm.is_definition:
        return
    for one in tree.blocks(arm.core):
        if one.arm.end <= arm.core.start and one.core.end == arm.core.end:
            yield one


def not_in_the_tree(tree: SyntaxTree, block: Block) -> Refusal:
    """The refusal of a block that is read by its brackets and indentation alone, as its lines do not parse."""
    return Refusal(
        Reason.BROKEN_TARGET,
        f"where the block that line {tree.line_of(block.core.start)} opens ends is not certain: it does not parse",
        "edit the lines as text: str_replace, or name the first and the last of them (start, end)",
        block.header,
    )


def _read_two_ways(tree: SyntaxTree, block: Block) -> Refusal | None:
    """The refusal of a block that is another one where a text near it ends on its first line; else None."""
    data = tree.data
    if block.stands_in:
        return None  # whatever else is wrong in its lines
    above = line_start(data, text_end(data, block.whole.start))
    for text, other in closings.other_trees(
        tree, Span(above, _end_with_comments(tree, block.core.end))
    ):
        near = Span(block.core.start, block.core.start + 1)
        rows: tuple[Block, ...] = ()
        if other is not None:
            rows = other.definitions(near) if block.is_definition else other.blocks(near)
        alike = (row for row in rows if row.core == block.core and row.path == block.path)
        if not any(row.whole == block.whole for row in alike):
            line = tree.line_of(text.start)
            return Refusal(
                Reason.UNBALANCED,
                f"where {_called(tree, block)} begins and ends is not certain: the string or comment"
                f" at line {line} may lack its end",
                "close the string or comment first with str_replace, which needs no intact block",
                text,
            )
    return None


def _torn(tree: SyntaxTree, block: Block) -> Refusal | None:
    """The refusal of a block that holds, or is next to, what does not parse; None if it does not."""
    if tree.breaks_off:
        return _cut_off(tree, block) if _reaches_the_break(tree, block) else None
    reach = Span(block.span.start, max(block.span.end, block.core.end))
    torn = [f for f in tree.faults(reach) if _is_inside(f, reach)]
    if torn or block.broken:
        return _broken(tree, block, torn[0] if torn else SyntaxFault(block.name or block.core))
    if not (tree.clean or tree.hidden) and second_reading.closer_below(
        tree.data, block, tree.profile
    ):
        return _broken(tree, block, tree.faults()[0])
    # Comments behind a closer may be of what is below them.
    has_closer = block.layout in (Layout.BRACE, Layout.END, Layout.SECTION)
    end = block.core.end if has_closer else _end_with_comments(tree, block.core.end)
    beside = next(second_reading.torn_lines_beside(tree, block, end), None)
    if beside is None:
        return None
    line = tree.line_of(text_start(tree.data, beside.start))
    return Refusal(
        Reason.BROKEN_TARGET,
        f"line {line}, which does not parse, may belong to {_called(tree, block)}",
        _MEND,
        beside,
    )


def _end_with_comments(tree: SyntaxTree, end: int) -> int:
    """The end of a block, or of the comments behind and below it with nothing but blanks between."""
    behind = text_start(tree.data, end)
    while found := tree.comments(Span(behind, behind + 1)):
        end = max(end, found[-1].end)
        behind = text_start(tree.data, max(found[-1].end, behind + 1))
    return end


def _begins_in_another(tree: SyntaxTree, arm: Block) -> bool:
    """Whether an arm begins on the line on which another one ends that began further up.

    A line that should begin something has then been read as the end of what is torn above it.
    """
    first = line_start(tree.data, arm.span.start)
    above = (b for b in tree.blocks(Span(first, arm.span.start)) if b.kind == "case")
    return not begins_line(tree.data, arm.span.start) and any(
        b.core.start < first < b.core.end and not b.core.contains(arm.core) for b in above
    )


def _is_inside(fault: SyntaxFault, span: Span) -> bool:
    """Whether a fault is the node's own: inside it, and not only after its end."""
    if not fault.span:
        return False
    if len(fault.span) == 0:
        return span.start < fault.span.start <= span.end
    return fault.span.overlaps(span)


def _broken(tree: SyntaxTree, block: Block, fault: SyntaxFault) -> Refusal:
    line = tree.line_of(fault.span.start)
    if block.stands_in or tree.clean:
        name = ".".join(block.path)
        torn = "begins as it does, and" if tree.clean else "does not parse, and"
        return Refusal(
            Reason.BROKEN_TARGET,
            f"what {name!r} names is not certain: line {line} {torn} may define it",
            _MEND,
            fault.span,
        )
    what = f"{fault.expected!r} is missing" if fault.expected else "it does not parse"
    return Refusal(
        Reason.BROKEN_TARGET,
        f"the target {_called(tree, block)} has a syntax error at line {line}: {what}",
        _MEND,
        fault.span,
    )


def _reaches_the_break(tree: SyntaxTree, block: Block) -> bool:
    """Whether a block may go on behind the end of a file that breaks off.

    What ends there with a closer of its own does not, if that is deeper than all that stands open. A
    statement may, which parses without its rest; so may what ends with one of several closers in a row.
    """
    deep = width_at(tree.data, block.span.start) > 0
    closed = deep and block.layout in (Layout.BRACE, Layout.END) and block.body is not None
    closed = closed and second_reading.is_closed_by_line(tree.data, block, tree.profile)
    is_last = second_reading.is_last(tree.data, block, tree.profile)
    ends_behind = block.body is not None and block.body.end > len(tree.data)
    return block.broken or ends_behind or (is_last and not closed)


def _cut_off(tree: SyntaxTree, block: Block) -> Refusal:
    end = len(tree.data.rstrip())
    return Refusal(
        Reason.BROKEN_TARGET,
        f"the end of {_called(tree, block)} is missing: the file breaks off at line"
        f" {tree.line_of(end)}",
        "complete the file first, at its end, with insert or str_replace",
        Span(end, len(tree.data)),
    )


def _begun_by_an_end(tree: SyntaxTree, block: Block) -> Refusal | None:
    """The refusal of a block that begins with a closer, which is the end of another; None if it does not."""
    end = line_end(tree.data, block.core.start)
    if not second_reading.closes(tree.data[block.core.start : end], tree.profile):
        return None
    line = tree.line_of(block.core.start)
    return Refusal(
        Reason.UNBALANCED,
        f"where {_called(tree, block)} begins is not certain: line {line} closes what nothing opens",
        "remove or complete that line first with str_replace, which needs no intact block",
        Span(block.core.start, end),
    )


def _header_goes_on(tree: SyntaxTree, block: Block) -> Refusal | None:
    """The refusal of a block whose header may be whole above its last line; None if it may not.

    That is where its first line is followed by a blank one, as where `**def** f do` goes on as a power of what
    stands above, and where an arm that depth sets off goes on below a deeper line: `| A,` and a body, then `| B -> x`.
    """
    header = block.header.of(tree.data)
    if block.body is None:
        return None
    at = line_end(tree.data, block.header.start) if _LINE_AND_GAP.match(header) else None
    if at is None and second_reading.is_set_off(block, tree.profile):
        at = second_reading.deeper_in_header(tree.data, block)
    if at is None:
        return None
    return Refusal(
        Reason.UNBALANCED,
        f"where {_called(tree, block)} ends is not certain: its header may end above line"
        f" {tree.line_of(text_start(tree.data, at))}",
        "correct what stands below that with str_replace, which needs no intact block",
        Span(block.header.start, line_end(tree.data, block.header.start)),
    )


def _ends_too_early(tree: SyntaxTree, block: Block) -> Refusal | None:
    """The refusal of a block above a line that its depth puts in it; else None.

    In a file that parses this is asked of a header without a body, which some grammars let stand alone, where what
    is below it is no definition.
    """
    at = None
    is_bare = block.layout is Layout.INDENT and block.body is not None and not len(block.body)
    if is_bare or not tree.clean:
        own = block.core if block.is_definition else block.arm  # behind which another may stand
        end = _end_with_comments(tree, own.end)
        at = second_reading.deeper_below(tree.data, block, end, tree.profile)
    if at is None or (tree.clean and _begins_definition(tree, at)):
        return None
    return Refusal(
        Reason.UNBALANCED,
        f"{_called(tree, block)} ends above line {tree.line_of(at)}, which may be in it by its depth",
        "edit the place as text: str_replace",
        Span(at, line_end(tree.data, at)),
    )


def _leaves_open(tree: SyntaxTree, block: Block) -> bool:
    """Whether a block holds a bracket without its partner: some grammars close it at a line that is less deep."""
    mark = text_blocks.left_open(tree.data, block.core, tree.profile)
    return mark is not None and mark.of(tree.data) in OPENERS


def _begins_definition(tree: SyntaxTree, at: int) -> bool:
    """Whether a definition with a body, or what stands in front of it, begins at an offset."""
    return any(b.whole.start == at and b.body is not None for b in tree.definitions())


def _laid_out_otherwise(tree: SyntaxTree, block: Block) -> Refusal | None:
    """The refusal of a block that ends elsewhere by the depth of its lines; None if it does not.

    In a file that parses this is asked of strings that hold definitions, of arms that hold the next arm, of
    what has no end of its own and holds a line less deep than itself, and of three blocks that go on where
    what follows is torn: a statement without braces, which may break off behind an operator, an arm before a
    label cut short, and the last value of a file, which takes the first letters of what breaks off below it
    for an argument.
    """
    data, profile = tree.data, tree.profile
    texts = tree.opaque(block.core)
    at = None
    if tree.clean:
        # What stands between other signs, such as a raw string, holds code on purpose.
        strings = [text for text in texts if text.of(data)[:1] in (b'"', b"'")]
        if profile.family is not Layout.INDENT:
            at = second_reading.definition_in_text(data, block, profile, strings)
        at = second_reading.arm_inside(data, block, profile, texts) if at is None else at
    if at is None and tree.clean and block.layout in (Layout.INDENT, Layout.NONE):
        at = second_reading.stray_line(data, block, profile, texts)
        if at and not (second_reading.is_set_off(block, profile) or _leaves_open(tree, block)):
            at = second_reading.stray_line(data, block, profile, texts, as_deep=False)
    if at is None and tree.clean:
        bare = block.layout is Layout.NONE and block.kind in _BRACELESS
        is_arm = block.layout is not Layout.END and block.kind == "case"
        if block.body is None or not (bare or is_arm):
            return None
        start = text_start(data, block.body.start)
        if is_arm and _begins_in_another(tree, block):
            return _broken(tree, block, SyntaxFault(block.core))
        is_deeper = width_at(data, start) > width_at(data, block.span.start)
        if bare and not (begins_line(data, start) and is_deeper):
            return None
    if at is None:
        at = second_reading.stray_line(data, block, profile, texts)
    if at is None or (tree.clean and data[at : at + 1] in b"})]"):
        return None  # what closes a bracket is certain where all parses
    below = text_start(data, line_end(data, at))
    if second_reading.closes(data[at:below], profile) and below < block.core.end:
        at = below  # the closer is its own, and what is below it would be lost
    near = () if tree.clean else tree.definitions(Span(at, line_end(data, at)))
    inner = next((b for b in near if b.core.start >= at), None)
    line, faults = tree.line_of(at), tree.faults()
    what = f"{inner.path[-1]!r} at line {line}" if inner else f"line {line}, which is no deeper"
    if faults:
        first = tree.line_of(faults[0].span.start)
        what = f"{what} (the file stops parsing at line {first})"
    return Refusal(
        Reason.SWALLOWED_SIBLING if inner else Reason.UNBALANCED,
        f"the end of {_called(tree, block)} is missing: it would take in {what}",
        "close the block first with str_replace, which needs no intact block",
        inner.span if inner else Span(at, at),
    )


def _called(tree: SyntaxTree, block: Block) -> str:
    name = ".".join(block.path) if block.path else block.kind
    return f"{name!r} (line {tree.line_of(block.core.start)})"
