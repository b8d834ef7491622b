"""Whether a node's own extent is certain, which it must be before it is edited.

It is not where a syntax error lies in it, an end is missing so that it holds what follows, a comment or
a label is not finished, lines are not as deep as they should be. Its neighbours stay editable: a
refusal is of a node, not of a file.

Not here: what an edit breaks (`judge.gate`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from structedit.calls.statuses import Reason
from structedit.judge.change import Refusal
from structedit.languages.profiles import LanguageProfile, Layout
from structedit.text.document import Span
from structedit.text.lines import (
    begins_line,
    indent_at,
    indent_width,
    line_end,
    line_start,
    text_start,
    width_at,
)
from structedit.tree.broken import second_reading
from structedit.tree.broken.likely_definitions import ends_code, is_torn_comment
from structedit.tree.nodes import Block, SyntaxFault
from structedit.tree.source import Source

_BRACELESS = frozenset("if else for foreach while".split())
"""Blocks whose body may be one statement without braces."""

_FENCES = (b'"', b"'", b"/*", b"=begin")
"""How strings and comments begin that a slip of a key can open; others hold code on purpose."""


def check_target(source: Source, block: Block) -> Refusal | None:
    """A refusal if the node's own extent cannot be trusted; None if it may be edited."""
    if source.tree is None:
        return None
    checks = (_end_in_text, _comment_in_doubt, _comment_as_code, _torn, _laid_out_otherwise)
    refusals = (check(source, block) for check in checks)
    return next((refusal for refusal in refusals if refusal is not None), None)


def _torn(source: Source, block: Block) -> Refusal | None:
    """The refusal of a block that holds, or is next to, what does not parse; None if it does not."""
    tree = source.tree
    assert tree is not None
    if tree.breaks_off:
        return _cut_off(source, block) if _reaches_the_break(source, block) else None
    reach = Span(block.span.start, max(block.span.end, block.core.end))
    torn = [f for f in source.faults(reach) if _is_inside(f, reach)]
    if torn or block.broken:
        return _broken(source, block, torn[0] if torn else SyntaxFault(block.name or block.core))
    guessed = not tree.clean and not tree.hidden
    if guessed and second_reading.closer_below(source.data, block, source.profile):
        return _broken(source, block, source.faults()[0])
    beside = tree.hidden_above(block.whole.start)
    torn_comments = (
        c
        for c in _comments_below(source, block)
        if is_torn_comment(c.of(source.data), source.profile)
    )
    torn_below = (*tree.hidden, *torn_comments)
    beside = beside or second_reading.torn_line_below(
        source.data, block, torn_below, source.profile
    )
    return _broken(source, block, SyntaxFault(beside)) if beside is not None else None


def _comments_below(source: Source, block: Block) -> Iterator[Span]:
    """The comments below a block with nothing but blanks between."""
    assert source.tree is not None
    behind = text_start(source.data, block.core.end)
    while found := source.tree.comments(Span(behind, behind + 1)):
        yield from found
        behind = text_start(source.data, max(found[-1].end, behind + 1))


def _begins_in_another(source: Source, arm: Block) -> bool:
    """Whether an arm begins on the line on which another one ends that began further up.

    A line that should begin something has then been read as the end of what is torn above it.
    """
    assert source.tree is not None
    first = line_start(source.data, arm.span.start)
    above = (b for b in source.tree.blocks(Span(first, arm.span.start)) if b.kind == "case")
    return not begins_line(source.data, arm.span.start) and any(
        b.core.start < first < b.core.end and not b.core.contains(arm.core) for b in above
    )


def _end_in_text(source: Source, block: Block) -> Refusal | None:
    """The refusal of a block whose end seems to lie in a string or comment; None if it does not.

    A quote or `/*` that is never closed ends at the next one, somewhere further down: then the
    file may even parse, and the block goes on to the end of another. A string or comment of
    several lines counts as such if it starts behind code or deeper than the block, and holds the
    closer of the block, alone on a line and as deep as its first one, and more code below it.
    Where blocks are set off by indentation, a line that is no deeper than the block ends it. Text
    between three quotes holds code on purpose, except where words end blocks and it is indented.
    A block without a closer of its own, as an `if` without braces, ends before the closer of what
    holds it. Any other string counts too if a line of it begins as the block does.
    """
    assert source.tree is not None
    if block.layout is Layout.SECTION:
        return None
    depth = width_at(source.data, block.core.start)
    bare = block.layout in (Layout.NONE, Layout.INDENT)  # a statement, or an arm between words
    depths = range(0 if bare else depth, depth + 1)
    is_suite = block.layout is Layout.INDENT and source.profile.family is Layout.INDENT
    area = block.core if source.tree.clean else block.whole
    comments = tuple(opening.encode() for opening, _ in source.profile.block_comments)
    for span in source.tree.opaque(area):
        text = span.of(source.data)
        if (
            source.tree.clean
            and text.startswith(comments)
            and not is_torn_comment(span.of(source.data), source.profile)
        ):
            continue
        fenced = text.startswith((*_FENCES, *comments)) and (
            source.profile.family is Layout.END or not text.startswith(b'"""')
        )
        if not fenced or not area.start <= span.start < area.end or b"\n" not in text:
            continue
        is_comment = text.startswith(comments)
        inside = area.contains(span)
        alike = inside and not is_comment and _begins_alike(source, block, text)
        holds = inside and _holds_closer(text, depths, source.profile)
        lines = [line for line in text.split(b"\n")[1:-1] if line.strip()]
        leaves = any(indent_width(line) <= depth for line in lines)
        # A comment that is deeper than its block leaves a suite with a line that is not.
        deeper = is_comment and leaves and width_at(source.data, span.start) > depth
        if (deeper and block.layout is Layout.INDENT) or (not is_suite and (alike or holds)):
            return Refusal(
                Reason.UNBALANCED,
                f"the end of {_called(source, block)} seems to lie inside the string or comment that"
                f" starts at line {source.document.line_of(span.start)}",
                "close the string or comment first with str_replace, which needs no intact block",
                span,
            )
    return None


def _begins_alike(source: Source, block: Block, text: bytes) -> bool:
    """Whether a line of a string begins as what should stand there instead.

    Below a lost quote that is, as deep as the block, another definition (any of the words that a name
    follows) or another arm, which may begin otherwise (`else`); less deep, a definition.
    """
    data, profile = source.data, source.profile
    if not begins_line(data, block.core.start):
        return False
    word = re.match(rb"[(\w-]+[ \t]", block.core.of(data))
    repeats = word is not None and (block.is_definition or block.kind == "case")
    indent = indent_at(data, block.core.start)
    for line in text.split(b"\n")[1:]:
        code = line[len(indent) :] if line.startswith(indent) else b""
        if word is not None and repeats and code.startswith(word[0]):
            return True
        if block.is_definition and second_reading.opens_definition(code, profile):
            return True
        if not block.is_definition and second_reading.begins_arm(code, profile):
            return True
        shallow = len(line) - len(line.lstrip()) < len(indent)
        if shallow and second_reading.opens_definition(line.lstrip(), profile):
            return True
    return False


def _holds_closer(text: bytes, depths: range, profile: LanguageProfile) -> bool:
    braces = (b"}", b"})") if "}" in profile.closers else ()
    closers = (*braces, *(word.encode() for word in profile.close_keywords))
    lines = text.split(b"\n")[1:]
    rest = [line for line in lines[:-1] if line.strip()]
    return any(
        indent_width(line) in depths and line.strip().rstrip(b";,") in closers for line in rest
    )


def _comment_in_doubt(source: Source, block: Block) -> Refusal | None:
    """The refusal of a block below what looks like its comment and is none to the tree; None if it is one.

    A quote too many makes code a string up to the next quote, and the file may parse all the same. Where
    it does not, a comment may be among what the parser skips. One that begins there is none where another
    one goes on to its end.
    """
    data, start = source.data, block.whole.start
    end = data.rfind(b"\n", 0, start)
    if end < 0 or not begins_line(data, start):
        return None
    first = data.rfind(b"\n", 0, end) + 1
    text = data[first:end].strip()
    tree, line = source.tree, Span(first, end)
    assert tree is not None
    signs = tuple(sign.encode() for sign in source.profile.line_comments)
    closers = tuple(closer.encode() for _, closer in source.profile.block_comments)
    openers = tuple(opening.encode() for opening, _ in source.profile.block_comments)
    if not tree.clean and openers and text.startswith(openers):
        begin = text_start(data, first)
        read_so = tuple(span for span in tree.comments(line) if span.start >= begin)
    elif text.startswith(signs):
        read_so = tree.comments(line)
    elif any(text.endswith(end) and not ends_code(text, end) for end in closers):
        # Some comments end as strings do; some never end, and go on to the end of this one.
        texts = tree.opaque(line)
        read_so = tuple(
            text
            for text in texts
            if tree.clean or not is_torn_comment(text.of(source.data), source.profile)
        )
    else:
        return None
    if read_so:
        return None
    return Refusal(
        Reason.BROKEN_TARGET,
        f"line {source.document.line_of(first)}, right above {_called(source, block)}, looks like"
        " its comment, and is none: there may be a quote or bracket too many above",
        "mend what is above it first with str_replace, which needs no intact block",
        Span(first, end),
    )


def _comment_as_code(source: Source, block: Block) -> Refusal | None:
    """The refusal of a block with a comment that never ends and is code to the tree; None if it has none.

    Some grammars read `/* todo` as operators behind the statement above.
    """
    data, tree, area = source.data, source.tree, Span(block.whole.start, block.core.end)
    assert tree is not None
    for opening, closing in source.profile.block_comments:
        begin, end = opening.encode(), closing.encode()
        at = data.find(begin, area.start, area.end)
        while at >= 0:
            inner = at + len(begin)
            closed = data.find(end, inner)
            torn = closed < 0 or data.find(begin, inner, closed) >= 0
            if torn and begins_line(data, at) and not tree.opaque(Span(at, inner)):
                return _broken(source, block, SyntaxFault(Span(at, inner), closing))
            at = data.find(begin, inner, area.end)
    return None


def _is_inside(fault: SyntaxFault, span: Span) -> bool:
    """Whether a fault is the node's own: inside it, and not only after its end."""
    if not fault.span:
        return False
    if len(fault.span) == 0:
        return span.start < fault.span.start <= span.end
    return fault.span.overlaps(span)


def _broken(source: Source, block: Block, fault: SyntaxFault) -> Refusal:
    line = source.document.line_of(fault.span.start)
    what = f"{fault.expected!r} is missing" if fault.expected else "it does not parse"
    return Refusal(
        Reason.BROKEN_TARGET,
        f"the target {_called(source, block)} has a syntax error at line {line}: {what}",
        "fix that line first with str_replace, which needs no intact block",
        fault.span,
    )


def _reaches_the_break(source: Source, block: Block) -> bool:
    """Whether a block may go on behind the end of a file that breaks off.

    What ends there with a closer of its own does not, if that is deeper than all that stands open. A
    statement may, which parses without its rest; so may what ends with one of several closers in a row.
    """
    deep = width_at(source.data, block.span.start) > 0
    closed = deep and block.layout in (Layout.BRACE, Layout.END) and block.body is not None
    closed = closed and second_reading.is_closed_by_line(source.data, block, source.profile)
    is_last = second_reading.is_last(source.data, block, source.profile)
    ends_behind = block.body is not None and block.body.end > len(source.data)
    return block.broken or ends_behind or (is_last and not closed)


def _cut_off(source: Source, block: Block) -> Refusal:
    end = len(source.data.rstrip())
    return Refusal(
        Reason.BROKEN_TARGET,
        f"the end of {_called(source, block)} is missing: the file breaks off at line"
        f" {source.document.line_of(end)}",
        "complete the file first, at its end, with insert or str_replace",
        Span(end, len(source.data)),
    )


def _laid_out_otherwise(source: Source, block: Block) -> Refusal | None:
    """The refusal of a block that ends elsewhere by the depth of its lines; None if it does not.

    In a file that parses this is asked of three blocks that go on where what follows is torn: a statement
    without braces, which may break off behind an operator, an arm before a label cut short, and the last
    value of a file, which takes the first letters of what breaks off below it for an argument.
    """
    data, tree = source.data, source.tree
    assert tree is not None
    at = second_reading.shallow_last_line(data, block, source.profile) if tree.clean else None
    if at is None and tree.clean:
        bare = block.layout is Layout.NONE and block.kind in _BRACELESS
        is_arm = block.layout is not Layout.END and block.kind == "case"
        if block.body is None or not (bare or is_arm):
            return None
        start = text_start(data, block.body.start)
        if is_arm and _begins_in_another(source, block):
            return _broken(source, block, SyntaxFault(block.core))
        if not begins_line(data, start) or width_at(data, start) <= width_at(
            data, block.span.start
        ):
            return None
    if at is None:
        at = second_reading.stray_line(data, block, source.profile, tree.opaque(block.core))
    if at is None or (tree.clean and data[at : at + 1] in b"})]"):
        return None  # what closes a bracket is certain where all parses
    near = () if tree.clean else tree.definitions(Span(at, line_end(data, at)))
    inner = next((b for b in near if b.core.start >= at), None)
    line, faults = source.document.line_of(at), source.faults()
    what = f"{inner.path[-1]!r} at line {line}" if inner else f"line {line}, which is no deeper"
    if faults:
        first = source.document.line_of(faults[0].span.start)
        what = f"{what} (the file stops parsing at line {first})"
    return Refusal(
        Reason.SWALLOWED_SIBLING if inner else Reason.UNBALANCED,
        f"the end of {_called(source, block)} is missing: it would take in {what}",
        "close the block first with str_replace, which needs no intact block",
        inner.span if inner else Span(at, at),
    )


def _called(source: Source, block: Block) -> str:
    name = ".".join(block.path) if block.path else block.kind
    return f"{name!r} (line {source.document.line_of(block.core.start)})"
