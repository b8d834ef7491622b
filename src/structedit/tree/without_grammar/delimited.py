"""Blocks between brackets or keywords, from an anchor's first byte; every end is verified.

Not here: whether the anchor starts a statement (`tree.without_grammar.text_blocks`).
"""

from __future__ import annotations

import re

from structedit.languages.kinds import ARMS
from structedit.languages.profiles import Layout
from structedit.text.document import Span, to_text
from structedit.text.lazily import regex
from structedit.text.lines import SPACE, indent_width
from structedit.tree.nodes import Block
from structedit.tree.without_grammar.file_view import (
    ARM_WORDS,
    CODE_LINE,
    CONTINUING,
    KIND_OF,
    WORD,
    Unopened,
    View,
    kind_at,
    no_block,
    unbalanced,
    word_at,
)

_DEFINING = frozenset(
    b"function func fn fun def class struct enum interface trait impl namespace module union object"
    b" static public private protected internal export async void mod package record sub proc type"
    b" unsafe extern get set constructor abstract final override virtual inline pub".split()
)
_FLUSH = frozenset({b"namespace", b"extern", b"module", b"package", b"inline"})
"""Headers whose body may stand at their own indentation, as C++ namespaces do."""
_DOTTED = frozenset({"css", "scss", "less", "zig"})
"""Languages in which a line that starts with a dot is no call on the block before it."""
_LABEL = regex(
    rb"[ \t]*(?:\#|(?:case\b|default\b)[^\r\n]*:|[\w ]+:(?!:)"
    rb"|(?:private|protected|public|module_function)[ \t]*(?![^\r\n]))"
)
_LEAVES = regex(rb"(?<!\w)(?:return|throw|break|continue|goto)(?!\w)")
_DECLARING = frozenset({b"typedef", b"struct", b"union", b"enum", b"static", b"const"})
_DECLARED = regex(rb"[ \t]*[*\w][\w \t*\[\],()]*(?=;)")
"""The names after a C type's `}`: part of its statement."""
_PARAMETERS = regex(rb"[ \t]*(?:\|[^|\r\n]*\||:[ \t]*\w+(?![^\r\n]))")
"""What stands behind the word that opens a block and belongs to its header: `|x|`, the name in `begin : a`."""
_ARROW = regex(
    rb"=>[ \t]*(?=[^\s{])|\A(?:else|case|default|is|in|!is|!in)\b[^\r\n]*?->[ \t]*(?=[^\s{])"
)
"""An arrow with more behind it than braces; `->` that of an arm, as before types it says what is returned."""

_CONTINUED = regex(rb"(?:&&|\|\||[,\\+=.]|(?<!\w)(?:and|or|not))\Z")
_JOINT = regex(rb"(?<![\w.:])(?:then|do|in)(?![\w:])")


def by_marks(view: View, start: int, end: int) -> Block | Unopened:
    """The block whose bracket or keyword the statement at `start` opens."""
    found = _opener(view, start, end)
    if isinstance(found, Unopened):
        return found
    index, outer = found
    if view.marks.words[index] == b"{":
        return _braced(view, start, index, outer)
    return _keyworded(view, start, index, outer)


def _opener(view: View, start: int, anchor_end: int) -> tuple[int, int] | Unopened:
    """Find the mark that opens the body, and the outermost bracket of the header around it.

    Pairs that close on their line are passed over (``f({a: 1}, () => {``), and so are the
    parentheses of conditions; a body's own closer that is followed by another opener was no
    body (``function f({\n a,\n}) {``).
    """
    marks = view.marks
    near = limit = view.line_end(anchor_end - 1)
    word = word_at(view, start).lower()
    outer: list[int] = []
    index, passed = marks.index_at(start), start
    while index < len(marks.starts):
        at, mark = marks.starts[index], marks.words[index]
        if index in marks.ignored:
            index += 1
            continue
        between = view.code[passed:at]
        if not outer and _ends_statement(view, between, passed):
            break
        if at >= limit and not (mark == b"{" and not between.strip(SPACE)):
            break
        if not marks.is_opener(index):
            if outer and marks.partner.get(index) == outer[-1]:
                outer.pop()
                index, passed = index + 1, at + 1
                continue
            break
        partner = marks.partner.get(index)
        if partner is None:
            return unbalanced(view, at, f"{to_text(mark)!r} is never closed")
        last = marks.starts[partner]
        is_body = mark not in (b"(", b"[")
        spread = view.line(last) != view.line(at)
        eligible = is_body and (not outer or at < near)
        if eligible and (spread or _is_short_body(view, start, index, outer)):
            after = marks.starts[marks.partner[outer[0]]] + 1 if outer else marks.end(partner)
            is_named = not outer and at == anchor_end - 1  # the anchor ends in it
            if is_named or not _goes_on_to_opener(view, after):
                if _LEAVES.search(between) and word in KIND_OF:
                    break
                return index, outer[0] if outer else index
            index = marks.index_at(after)
            limit, passed, outer = max(limit, view.line_end(after)), after, []
            continue
        if not is_body and spread:
            limit = max(limit, view.line_end(last))
            if word not in KIND_OF:
                outer.append(index)
                index, passed = index + 1, at + 1
                continue
        index, passed = partner + 1, marks.end(partner)
    return no_block(view, start, "the anchor opens no block")


def _ends_statement(view: View, between: bytes, at: int) -> bool:
    """Whether a statement ends in a stretch of header outside brackets."""
    if b";" in between and view.profile.family is Layout.BRACE:
        return True
    if view.profile.family is Layout.END:
        return bool(re.search(rb"[^\s][ \t]*[\r\n]+[ \t]*[^\s{]", between.rstrip()))
    lines = re.split(rb"[\r\n]+", between)[1:]
    own = indent_width(view.indent(at))
    starts = [line for line in lines if line.strip()]
    flat = [line for line in starts if indent_width(line) <= own]
    return any(_word_of(line) not in CONTINUING for line in flat)


def _word_of(line: bytes) -> bytes:
    match = WORD.match(line.lstrip())
    return match[0] if match else b""


def _is_short_body(view: View, start: int, index: int, outer: list[int]) -> bool:
    """Whether braces on one line are a body, not a literal: ``if (a) { b }``, not ``x = {a}``."""
    marks = view.marks
    if outer:
        return False
    after = marks.end(marks.partner[index])
    rest = view.code[after : view.line_end(after)].strip(SPACE)
    if rest.strip(b";,)]}") and _word_of(rest) not in ARM_WORDS and word_at(view, start) != b"do":
        return False
    if marks.words[index] != b"{":
        return True
    header = view.code[start : marks.starts[index]].rstrip()
    if header.endswith((b")", b"=>")):
        return True
    word = word_at(view, start)
    return (word in KIND_OF or word in _DEFINING) and b"=" not in header.replace(b"==", b"")


def _goes_on_to_opener(view: View, after: int) -> bool:
    """Whether a body follows what looked like one: ``}) {``, ``}: Props) => {``."""
    rest = view.code[after : view.line_end(after)].strip(SPACE)
    if not rest.endswith(b"{") or _word_of(rest) in ARM_WORDS:
        return False
    return rest[:1] not in b".?,;}"


def _braced(view: View, start: int, index: int, outer: int) -> Block | Unopened:
    marks = view.marks
    opener, closer = marks.starts[index], marks.starts[marks.partner[index]]
    if _leads_to_more(view.code[start:opener]):
        return no_block(view, start, "the arrow leads to more than what the braces hold")
    end = marks.end(marks.partner[outer])
    kind = kind_at(view, start)
    if fault := _ill_set(view, start, Span(opener + 1, closer), marks.starts[marks.partner[outer]]):
        return fault
    if kind == "do":
        end = _past_condition(view, end)
    if word_at(view, start) in _DECLARING:
        declared = _DECLARED.match(view.code, end)
        end = declared.end() if declared else end
    core_end = _last_arm_end(view, kind, end)
    if isinstance(core_end, Unopened):
        return core_end
    if fault := _goes_on(view, core_end if kind not in ARMS else end, kind):
        return fault
    header = Span(start, max(start, view.code_end(start, opener)))
    return _block(kind, Span(start, core_end), header, Span(opener + 1, closer), end, Layout.BRACE)


def _leads_to_more(header: bytes) -> bool:
    """Whether braces are only the end of what an arrow leads to: `else -> call {`."""
    arrow = _ARROW.search(header)
    if arrow is None:
        return False
    before = header[: arrow.start()]
    return all(before.count(pair[:1]) == before.count(pair[1:]) for pair in (b"()", b"[]", b"{}"))


def _block(kind: str, core: Span, header: Span, body: Span, arm_end: int, layout: Layout) -> Block:
    arm = Span(core.start, arm_end)
    return Block(kind, core, core, header, body, arm, layout)


def _ill_set(view: View, start: int, body: Span, closer: int) -> Unopened | None:
    """Why a body is not sound (closer not under its header, a line not deeper); None if it is."""
    if view.line(start) == view.line(closer):
        return None
    own = view.indent(start)
    if view.indent(closer) != own:
        return unbalanced(
            view, closer, f"the block's end does not stand under line {view.line(start) + 1}"
        )
    return _swallowed(view, own, body, flush=word_at(view, start) in _FLUSH)


def _swallowed(view: View, own: bytes, body: Span, *, flush: bool) -> Unopened | None:
    for match in CODE_LINE.finditer(
        view.code, body.start, max(body.start, view.line_start(body.end))
    ):
        indent = match[1]
        if match.start() == body.start and match.start() != view.line_start(body.start):
            continue
        if indent.startswith(own) and len(indent) > len(own):
            continue
        if view.scan.inside(view.line_start(match.start())) or _LABEL.match(match[0]):
            continue
        # Blanks are deeper if they are wider at any usual width of a tab.
        if all(len(indent.expandtabs(n)) > len(own.expandtabs(n)) for n in (2, 4, 8)):
            continue
        if flush and indent == own:
            continue
        return unbalanced(
            view,
            match.start(),
            "a line in the block is not deeper than its header: its end is missing",
        )
    return None


def _past_condition(view: View, end: int) -> int:
    """The end of ``do { } while (x)``; `end` where no condition follows."""
    at = view.next_code(end)
    if at is None or word_at(view, at) not in (b"while", b"until"):
        return end
    index = view.marks.index_at(at)
    partner = view.marks.partner.get(index)
    between = view.code[at + 5 : view.marks.starts[index]].strip() if partner else b"?"
    return end if partner is None or between else view.marks.end(partner)


def _last_arm_end(view: View, kind: str, end: int) -> int | Unopened:
    """The end of the last of the arms (`else`, `catch` and the like) that follow."""
    while kind not in ARMS:
        at = view.next_code(end)
        if at is None or word_at(view, at) not in ARM_WORDS:
            break
        # An arm's word continues the statement on the same line, or under its closer.
        if view.line(end) != view.line(at) and view.indent(end) != view.indent(at):
            break
        found = _opener(view, at, view.code_end(at, view.line_end(at)))
        if isinstance(found, Unopened) and found.reason == "not_a_block":
            semicolon = view.code.find(b";", at, view.line_end(at))
            if semicolon >= 0:
                return semicolon + 1
            return unbalanced(view, at, "an arm of the statement has no braces")
        if isinstance(found, Unopened):
            return found
        index, outer = found
        body = Span(view.marks.end(index), view.marks.starts[view.marks.partner[index]])
        if fault := _ill_set(view, at, body, view.marks.starts[view.marks.partner[outer]]):
            return fault
        end = view.marks.end(view.marks.partner[outer])
    return end


def _goes_on(view: View, end: int, kind: str) -> Unopened | None:
    """Why a block is refused whose statement goes on after its closer; None if it does not."""
    at = view.next_code(end)
    if at is None:
        return None
    rest = view.code[at : view.line_end(at)]
    same_line = view.line(at) == view.line(end)
    if same_line and rest[:1] not in b";,)]}" and _word_of(rest) not in ARM_WORDS:
        return unbalanced(view, at, "the statement goes on after its block")
    chained = rest.startswith(b"?.") or (rest[:1] == b"." and rest[1:2] != b".")
    if not same_line and chained and kind == "block" and view.profile.id not in _DOTTED:
        return unbalanced(view, at, "the statement goes on after its block")
    return None


def _keyworded(view: View, start: int, index: int, outer: int) -> Block | Unopened:
    marks = view.marks
    closer = marks.partner[index]
    end = marks.end(marks.partner[outer])
    if fault := _ill_set(view, start, Span(start, start), marks.starts[marks.partner[outer]]):
        return fault
    if view.code[marks.starts[closer] :].startswith(b"until"):
        end = max(end, view.code_end(end, view.line_end(end)))
    elif fault := _goes_on(view, end, "block"):
        return fault
    arms = marks.middles.get(index, [])
    header_end = min(_header_end(view, index), marks.starts[arms[0] if arms else closer])
    stop = view.arm_end(start, marks.starts[arms[0]]) if arms else marks.starts[closer]
    body = Span(min(header_end, stop), stop)
    own = view.indent(start)
    if fault := _swallowed(view, own, body, flush=False):
        return fault
    arm_end = stop if arms else end
    header = Span(start, view.code_end(start, header_end))
    layout = Layout.INDENT if arms else Layout.END
    return _block(kind_at(view, start), Span(start, end), header, body, arm_end, layout)


def middle_arm(view: View, index: int) -> Block | Unopened:
    """The arm that `else` and the like open: up to the next arm or the closer, which stays."""
    marks = view.marks
    start, owner = marks.starts[index], marks.owner[index]
    closer = marks.partner.get(owner)
    if closer is None:
        return unbalanced(
            view, marks.starts[owner], f"{to_text(marks.words[owner])!r} is never closed"
        )
    following = [i for i in marks.middles[owner] if i > index]
    boundary = marks.starts[following[0] if following else closer]
    own = view.indent(start)
    if view.line(boundary) != view.line(start) and not own.startswith(view.indent(boundary)):
        return unbalanced(view, boundary, "the end of the arm is deeper than its start")
    end = max(marks.end(index), view.arm_end(start, boundary))
    header_end = min(_header_end(view, index), end)
    if fault := _swallowed(view, own, Span(header_end, boundary), flush=False):
        return fault
    header = Span(start, view.code_end(start, header_end))
    return _block(
        kind_at(view, start), Span(start, end), header, Span(header.end, end), end, Layout.INDENT
    )


def _header_end(view: View, index: int) -> int:
    """Where a keyword block's header ends: after `then`, `do |x|`, ``(a, b)``, its line."""
    marks, at = view.marks, view.marks.end(index)
    word = marks.words[index].lower()
    if index in marks.joints:
        return _past_parameters(view, marks.joints[index])
    if word in (b"do", b"begin", b"repeat", b"else", b"ensure", b"try", b"finally"):
        return _past_parameters(view, at)
    if word == b"fn":
        arrow = view.code.find(b"->", at, view.line_end(at))
        return arrow + 2 if arrow >= 0 else at
    line_end = _long_line_end(view, at)
    if joint := _JOINT.search(view.code, at, line_end):
        return (
            _past_parameters(view, joint.end())
            if joint[0] != b"in" or word == b"case"
            else _stop(view, at, line_end)
        )
    follows = view.next_code(line_end)
    if follows is not None and word_at(view, follows) in (b"then", b"do"):
        return follows + len(word_at(view, follows))
    return _stop(view, at, line_end)


def _past_parameters(view: View, at: int) -> int:
    match = _PARAMETERS.match(view.code, at)
    return match.end() if match else at


def _long_line_end(view: View, at: int) -> int:
    """The end of a header's line, over open brackets and trailing operators."""
    marks, index, end = view.marks, view.marks.index_at(at), view.line_end(at)
    while True:
        cover = end
        while index < len(marks.starts) and marks.starts[index] < end:
            if marks.words[index] in (b"(", b"["):
                cover = max(cover, marks.starts[marks.partner.get(index, index)])
            index += 1
        if cover == end and not (
            _CONTINUED.search(view.code[at:end].rstrip()) and end < len(view.code)
        ):
            return end
        end = view.line_end(cover if cover > end else view.starts[view.line(end) + 1])


def _stop(view: View, at: int, line_end: int) -> int:
    """The end of a header without `then` or `do`: at a function's parameters, a `;`, or the line's."""
    index = view.marks.index_at(at)
    if view.marks.words[index - 1] == b"function" and view.marks.words[index : index + 1] == [b"("]:
        partner = view.marks.partner.get(index)
        if partner is not None:
            return view.marks.end(partner)
    semicolon = view.code.find(b";", at, line_end)
    return semicolon if semicolon >= 0 else max(at, view.code_end(at, line_end))
