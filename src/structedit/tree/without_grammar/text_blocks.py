"""Blocks without a grammar: brackets, closing keywords and indentation, which must agree.

Strings and comments are masked first (`masking`), brackets and keywords paired (`pairing`); here
an anchor becomes a block. Nothing is taken on trust. A block is refused

- when its closer is not indented as the line of its opener is,
- when a line inside is not deeper than its header: a closer is missing, and the pair that was
  found swallowed a sibling,
- when the statement continues after it (``}).then(…)``), or the anchor starts inside a statement,
- when a string or comment is left open somewhere, from the first long one on.

Not here: definitions, names and paths; those need a tree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from structedit.languages.kinds import ARMS
from structedit.languages.profiles import LanguageProfile, Layout
from structedit.text.document import Span, to_text
from structedit.text.lazily import regex
from structedit.text.lines import SPACE, indent_width
from structedit.text.values import dataclass, replace
from structedit.tree.nodes import Block
from structedit.tree.without_grammar.file_view import CODE_LINE, KIND_OF, View, view_of
from structedit.tree.without_grammar.guessed_profile import guess_profile
from structedit.tree.without_grammar.masking import mask, protected_lines
from structedit.tree.without_grammar.pairing import ARM_WORDS, CONTINUING

__all__ = [
    "Unopened",
    "balanced",
    "enclosing_block",
    "guess_profile",
    "left_open",
    "mask",
    "opened_block",
    "protected_lines",
]

_LEADING_CLOSERS = regex(rb"[}\])]+[ \t\r\n]*")
_LABEL = regex(
    rb"[ \t]*(?:\#|(?:case\b|default\b)[^\r\n]*:|[\w ]+:(?!:)"
    rb"|(?:private|protected|public|then|do)[ \t]*(?![^\r\n]))"
)
"""Lines that may be as shallow as the header of the block that they are in."""

_LEAVES = regex(rb"(?<!\w)(?:return|throw|break|continue|goto)(?!\w)")
_ARROW = regex(rb"=>[ \t]*(?=[^\s({])|\A(?:else|case|default|is|in|!is|!in)\b.*?->[ \t]*(?=[^\s{])")
"""An arrow to more than braces: `else -> call {`. Elsewhere `->` says what a function returns."""

_PARAMETERS = regex(rb"[ \t]*(?:\|[^|\r\n]*\||:[ \t]*\w+(?![^\r\n]))")
"""What follows the word that opens a block and belongs to its header: `|x|`, the name in `begin : a`."""

_JOINT = regex(rb"(?<![\w.:])(?:then|do)(?![\w:])")
_GOES_ON = "the statement continues after its block"
_INNER_COLON = regex(rb"(?<!:):(?!=)[ \t]+\S")
_LAMBDA = regex(rb"\blambda\b[^:]*:")


@dataclass(frozen=True, slots=True)
class Unopened:
    """Why an anchor opens no block: `not_a_block` or `unbalanced`, and the line, from 1."""

    reason: str
    line: int
    message: str


def opened_block(data: bytes, span: Span, profile: LanguageProfile) -> Block | Unopened:
    """Return the block that the text at `span` opens: header and own body up to its end.

    `core` covers the statement with all its arms, `arm` the header's own body and closer.

    >>> from structedit.languages.known import profile
    >>> opened_block(b"if a:\\n    b\\nelse:\\n    c\\n", Span(0, 5), profile("python")).arm
    Span(start=0, end=11)
    """
    return _opened(view_of(data, profile), span)


def enclosing_block(data: bytes, offset: int, profile: LanguageProfile) -> Block | None:
    """Return the smallest block around an offset; its header counts as part of it."""
    view = view_of(data, profile)
    offset = min(offset, len(data))
    own_line = view.line(offset)
    limit: int | None = None
    for line in range(own_line, -1, -1):
        start = view.starts[line]
        first = view.next_code(start, view.line_end(start))
        if first is None or view.scan.inside(start):
            continue
        width = indent_width(view.code[start:first])
        if limit is None or width <= limit:
            block = _opened(view, Span(first, view.line_end(first)))
            if isinstance(block, Block) and block.arm.start <= offset <= block.arm.end:
                return block
            limit = width
        # No block is outside of a statement in the first column.
        if width == 0 and line != own_line and view.code[first : first + 1] not in b"{})]":
            break
    return None


def balanced(before: bytes, after: bytes, profile: LanguageProfile, first: int = 1) -> str:
    """Describe a bracket, keyword or string left open in `after` only, with its line; else empty.

    Both are pieces of a file, from the line `first` on.

    >>> from structedit.languages.known import profile
    >>> balanced(b"f(1)", b"f(1", profile("python"))
    "line 1: '(' has no counterpart"
    """
    old, new = view_of(before, profile), view_of(after, profile)
    if new.scan.unclosed is not None and old.scan.unclosed is None:
        return f"line {new.line(new.scan.unclosed) + first}: a string or comment is never closed"
    known = Counter(old.marks.words[i] for i in old.marks.unpaired())
    now = new.marks.unpaired()
    excess = Counter(new.marks.words[i] for i in now) - known
    if not excess:
        return ""
    seen = {_fingerprint(old, i) for i in old.marks.unpaired()}
    wanted = [i for i in now if new.marks.words[i] in excess]
    found = next((i for i in wanted if _fingerprint(new, i) not in seen), wanted[-1])
    line = new.line(new.marks.starts[found]) + first
    return f"line {line}: {to_text(new.marks.words[found])!r} has no counterpart"


def _fingerprint(view: View, index: int) -> tuple[bytes, bytes]:
    at = view.marks.starts[index]
    line = view.source[view.line_start(at) : view.line_end(at)]
    return view.marks.words[index], line[:200].strip()


def left_open(data: bytes, written: Span, profile: LanguageProfile) -> Span | None:
    """Return the first bracket or keyword of a piece of text that has no counterpart in it.

    >>> from structedit.languages.known import profile
    >>> left_open(b"f(); if (a) { b();", Span(5, 18), profile("javascript"))
    Span(start=12, end=13)
    """
    view = view_of(written.of(data), profile)
    first = next(iter(view.marks.unpaired()), None)
    if first is None:
        return None
    start = written.start + view.marks.starts[first]
    return Span(start, start + len(view.marks.words[first]))


def _opened(view: View, span: Span) -> Block | Unopened:
    start = view.next_code(span.start, min(span.end, len(view.code)))
    if start is None:
        return _no_block(
            view, span.start, "the anchor is blank, a comment, a directive or inside a string"
        )
    closers = _LEADING_CLOSERS.match(view.code, start, span.end)
    if closers and view.word_at(closers.end()) in ARM_WORDS:
        start = closers.end()  # after the `}` of `} else {`
    if fault := _misplaced(view, start):
        return _no_block(view, start, fault)
    index = view.marks.index_at(start)
    if view.profile.family is Layout.INDENT:
        found = _indented(view, start)
    elif index in view.marks.owner and view.marks.starts[index] == start:
        found = _middle_arm(view, index)
    else:
        found = _delimited(view, start)
    unclosed, long = view.scan.unclosed, view.scan.first_long
    if (
        isinstance(found, Block)
        and unclosed is not None
        and long is not None
        and long < found.core.end
    ):
        message = "a string or comment that starts here is never closed"
        return _unbalanced(view, unclosed, message)
    return found


def _no_block(view: View, at: int, message: str) -> Unopened:
    return Unopened("not_a_block", view.line(at) + 1, message)


def _unbalanced(view: View, at: int, message: str) -> Unopened:
    """Return the refusal of a block whose end is uncertain, with the line of the evidence."""
    return Unopened("unbalanced", view.line(at) + 1, message)


def _misplaced(view: View, start: int) -> str:
    """Say why `start` is not the first byte of a statement; empty when it is."""
    line_start = view.line_start(start)
    before = view.code[line_start:start].strip(SPACE)
    word = view.word_at(start)
    if before:
        follows_closer = not before.strip(b"})]; \t") and view.profile.family is not Layout.INDENT
        if word in ARM_WORDS and follows_closer:
            return ""
        return "the anchor starts inside a line: give it from the line's first word on"
    braced = view.profile.family is Layout.BRACE
    if (
        view.scan.inside(line_start)
        or (braced and word in CONTINUING)
        or view.code[start : start + 1] in b".?&|:+,;)]}"
        or (braced and _continues(view, start))
    ):
        return "the anchor starts inside a statement: give it from its first line on"
    return ""


def _continues(view: View, start: int) -> bool:
    """Return True if the code before does not end its statement: `if (a)` above a `for`."""
    line_start = view.line_start(start)
    end = view.code_end(max(0, line_start - 4096), line_start)
    if end == max(0, line_start - 4096):
        return False
    last = view.code[end - 1 : end]
    if view.code[start : start + 1] == b"{":
        return last not in b"{};"
    if last in b"{}([,;:":
        return False
    above = view.code[view.line_start(end - 1) :].lstrip(SPACE)
    deeper = view.width(end - 1) < view.width(start) and not above.startswith((b"#", b"@"))
    return last in b"=&|?+" or deeper


def _delimited(view: View, start: int) -> Block | Unopened:
    """Return the block whose bracket or keyword the statement at `start` opens.

    Line by line of the header, what a line leaves open at its end is the body, or a part of the
    header when the line with its closer opens another one: ``function f({\\n  a,\\n}) {``.
    """
    marks = view.marks
    is_kind = view.word_at(start).lower() in KIND_OF
    begin = index = marks.index_at(start)
    passed, plain = start, b""  # the header's code outside of brackets
    opened: list[int] = []
    line_end = view.line_end(start)
    while True:
        # Read the marks of one line: what they leave open is in `opened`, outermost first.
        while index < len(marks.starts) and marks.starts[index] < line_end:
            partner = marks.partner.get(index)
            if index in marks.ignored or index in marks.owner:
                index += 1
                continue
            if partner is None:
                word = to_text(marks.words[index])
                return _unbalanced(view, marks.starts[index], f"{word!r} has no counterpart")
            if partner < begin:
                return _no_block(view, start, "the anchor starts inside a statement, or opens none")
            if partner > index:
                plain += view.code[passed : marks.starts[index]] if not opened else b""
                opened.append(index)
            else:
                opened.remove(partner)
                passed = passed if opened else marks.end(index)
                is_short = view.line(marks.starts[partner]) == view.line(marks.starts[index])
                if not opened and is_short and _is_short_body(view, start, partner, plain):
                    return _body(view, start, partner, index, plain)
            index += 1
        if not opened:
            # The brace of the body may begin the next line.
            brace = view.next_code(line_end)
            braced = view.profile.family is Layout.BRACE and b";" not in plain
            if brace is None or not braced or view.code[brace : brace + 1] != b"{":
                return _no_block(view, start, "the anchor opens no block")
            line_end = view.line_end(brace)
            continue
        # In a condition, brackets hold no body of the statement.
        opener = opened[0] if is_kind else opened[-1]
        closer = marks.partner[opener]
        line_end = view.line_end(marks.starts[closer])
        if marks.words[opener] not in (b"(", b"[") and not _goes_on_to_body(view, opener, closer):
            return _body(view, start, opener, closer, plain, opened)
        index = closer
        del opened[opened.index(opener) + 1 :]


def _is_short_body(view: View, start: int, opener: int, plain: bytes) -> bool:
    """Return True if a pair on one line is a body, not a literal: ``if (a) { b }``, not ``x = {a}``."""
    word = view.marks.words[opener]
    if word in (b"(", b"["):
        return False
    end = view.marks.end(view.marks.partner[opener])
    rest = view.next_code(end, view.line_end(end))
    if rest is not None and view.code[rest : rest + 1] not in b";,)]}":
        after = view.word_at(rest)
        if after not in ARM_WORDS and view.word_at(start) != b"do":
            return False
    if word != b"{":
        return True
    header = view.code[start : view.marks.starts[opener]].rstrip()
    is_kind = view.word_at(start) in KIND_OF and b"=" not in plain
    return header.endswith((b")", b"=>")) or is_kind


def _goes_on_to_body(view: View, opener: int, closer: int) -> bool:
    """Return True if a body follows what looks like one: ``}) {``, ``}: Props) => {``."""
    marks = view.marks
    end = marks.end(closer)
    rest = view.code[end : view.line_end(end)].lstrip(b")]} \t")
    last = marks.index_at(view.line_end(end)) - 1
    return (
        rest[:1] in (b"{", b":", b"=", b"-")
        and last > closer
        and marks.partner.get(last, -1) > last
    )


def _body(
    view: View, start: int, opener: int, closer: int, plain: bytes, opened: list[int] | None = None
) -> Block | Unopened:
    """Return the block at `start` with the body between two marks, when all evidence agrees."""
    marks = view.marks
    kind, braced = view.kind_at(start), marks.words[opener] == b"{"
    if b";" in plain and view.profile.family is Layout.BRACE:
        return _no_block(view, start, "the anchor opens no block")
    if kind != "block" and _LEAVES.search(plain):
        return _no_block(view, start, "the anchor opens no block")
    if braced and _ARROW.search(plain):
        return _no_block(view, start, "the arrow leads to more than what the braces hold")
    # What is open around the body closes on the line of its closer: `});`.
    line_end = view.line_end(marks.starts[closer])
    outer = [marks.partner[i] for i in opened or () if i <= opener]
    if any(marks.starts[i] > line_end for i in outer):
        return _unbalanced(view, marks.starts[closer], _GOES_ON)
    last = max(outer, default=closer)
    arms = [marks.starts[i] for i in marks.middles.get(opener, ())]
    first_arm = arms[0] if arms else marks.starts[closer]
    header_end = marks.starts[opener] if braced else _header_end(view, opener, first_arm)
    body_start = marks.end(opener) if braced or header_end is None else header_end
    if fault := _ill_set(view, start, body_start, marks.starts[closer], arms):
        return fault
    end = marks.end(last)
    if marks.words[closer] == b"until":
        end = view.code_end(end, view.line_end(end))
    elif kind == "do":
        end = _past_condition(view, end)
    core_end = _following_arms_end(view, kind, end)
    if isinstance(core_end, Unopened):
        return core_end
    if fault := _goes_on(view, start, core_end):
        return fault
    arm_end = view.arm_end(start, arms[0]) if arms else end
    core, arm = Span(start, core_end), Span(start, arm_end)
    stop = arm_end if arms else marks.starts[closer]
    header = Span(start, view.code_end(start, stop if header_end is None else header_end))
    body = None if header_end is None else Span(min(body_start, stop), stop)
    layout = Layout.BRACE if braced else Layout.INDENT if arms else Layout.END
    return Block(kind, core, core, header, body, arm, layout)


def _ill_set(
    view: View, start: int, body: int, closer: int, arms: Sequence[int] = ()
) -> Unopened | None:
    """Say why a body is not sound: its closer is not under its header, or a line is not deeper.

    Lines that begin with one of the `arms` are as deep as the header.
    """
    if view.line(start) == view.line(closer):
        return None
    own = view.indent(start)
    if view.indent(closer) != own:
        message = f"the block's end is not indented like line {view.line(start) + 1}"
        return _unbalanced(view, closer, message)
    for match in CODE_LINE.finditer(view.code, view.line_end(body), view.line_start(closer)):
        indent = match[1]
        if indent.startswith(own) and len(indent) > len(own):
            continue
        if match.end(1) in arms and indent == own:
            continue
        if view.scan.inside(match.start()) or _LABEL.match(match[0]):
            continue
        # Blanks are deeper if they are wider at any usual width of a tab.
        if all(len(indent.expandtabs(n)) > len(own.expandtabs(n)) for n in (2, 4, 8)):
            continue
        message = "a line in the block is not deeper than its header: its end is missing"
        return _unbalanced(view, match.start(), message)
    return None


def _past_condition(view: View, end: int) -> int:
    """Return the end of ``do { } while (x)``; `end` where no condition follows."""
    at = view.next_code(end)
    if at is None or view.word_at(at) not in (b"while", b"until"):
        return end
    index = view.marks.index_at(at)
    partner = view.marks.partner.get(index)
    if partner is None or view.code[at + 5 : view.marks.starts[index]].strip():
        return end
    return view.marks.end(partner)


def _following_arms_end(view: View, kind: str, end: int) -> int | Unopened:
    """Return the end of the last of the arms (`else`, `catch` and the like) that follow."""
    if kind in ARMS:
        return end
    while (at := view.next_code(end)) is not None and view.word_at(at) in ARM_WORDS:
        # An arm continues the statement on the line of its closer, or right under it.
        if view.line(end) != view.line(at) and view.indent(end) != view.indent(at):
            break
        arm = _delimited(view, at)
        if isinstance(arm, Unopened):
            return _unbalanced(view, at, "the statement continues with an arm without a block")
        end = arm.arm.end
    return end


def _goes_on(view: View, start: int, end: int) -> Unopened | None:
    """Say that a statement continues after its block, on the same line or on a deeper one."""
    at = view.next_code(end)
    if at is None:
        return None
    rest = view.code[at : view.line_end(at)]
    if view.line(at) == view.line(end):
        behind = at + len(rest) - len(rest.lstrip(b",)]} \t"))
        has_more = view.next_code(behind, at + len(rest)) is not None
        goes_on = has_more and rest[:1] != b";" and view.word_at(behind) not in ARM_WORDS
    else:
        is_call = (rest[:1] == b"." and rest[1:2] != b".") or rest[:2] == b"?."
        is_next_line = view.line(at) == view.line(end) + 1
        deeper = view.width(at) > view.width(start)
        goes_on = deeper or (is_call and is_next_line and view.width(at) == view.width(start))
    return _unbalanced(view, at, _GOES_ON) if goes_on else None


def _middle_arm(view: View, index: int) -> Block | Unopened:
    """Return the arm that `else` and the like open: up to the next arm or the closer, which stays."""
    marks = view.marks
    start, owner = marks.starts[index], marks.owner[index]
    closer = marks.partner.get(owner)
    if closer is None:
        word = to_text(marks.words[owner])
        return _unbalanced(view, marks.starts[owner], f"{word!r} has no counterpart")
    following = [i for i in marks.middles[owner] if i > index]
    boundary = marks.starts[following[0] if following else closer]
    if fault := _ill_set(view, start, marks.end(index), boundary):
        return fault
    end = max(marks.end(index), view.arm_end(start, boundary))
    header_end = _header_end(view, index, end)
    header = Span(start, view.code_end(start, end if header_end is None else header_end))
    body = None if header_end is None else Span(header.end, end)
    arm = Span(start, end)
    return Block(view.kind_at(start), arm, arm, header, body, arm, Layout.INDENT)


def _header_end(view: View, index: int, stop: int) -> int | None:
    """Return where a keyword block's header ends: after `then`, `do |x|`, ``(a, b)``, its line.

    None when it ends on the line of its body, and no word or `;` says where.
    """
    marks, at = view.marks, view.marks.end(index)
    if index in marks.joints:
        at = marks.joints[index]
    elif marks.words[index] not in (b"do", b"begin", b"repeat", b"else", b"ensure", b"try"):
        line_end = _logical_end(view, at)
        if isinstance(line_end, Unopened):
            return None
        line_end = min(line_end, stop)
        follows = view.next_code(line_end, stop)
        joint = _JOINT.search(view.code, at, line_end)
        if joint is None and follows is not None and view.word_at(follows) in (b"then", b"do"):
            joint = _JOINT.match(view.code, follows)
        if joint is None and line_end < stop:
            return view.code_end(at, line_end)
        if joint is None:
            semicolon = view.code.find(b";", at, line_end)
            return None if semicolon < 0 else semicolon
        at = joint.end()
    match = _PARAMETERS.match(view.code, at, stop)
    return min(match.end() if match else at, stop)


def _logical_end(view: View, start: int) -> int | Unopened:
    """Return the end of the line that a statement's header ends on, over brackets and `\\`."""
    marks, index, end = view.marks, view.marks.index_at(start), view.line_end(start)
    while True:
        cover = end
        while index < len(marks.starts) and marks.starts[index] < end:
            partner = marks.partner.get(index)
            is_bracket = marks.words[index] in b"()[]{}"
            if partner is None and is_bracket:
                word = to_text(marks.words[index])
                return _unbalanced(view, marks.starts[index], f"{word!r} has no counterpart")
            if partner is not None and is_bracket:
                cover = max(cover, marks.starts[partner])
            index += 1
        token = view.scan.inside(end)
        if token is not None:
            cover = max(cover, token.end)
        if cover > end:
            end = view.line_end(cover)
        elif view.code[end - 1 : end] == b"\\" and view.line(end) + 1 < len(view.starts):
            end = view.line_end(view.starts[view.line(end) + 1])
        else:
            return end


def _indented(view: View, start: int) -> Block | Unopened:
    """Return the block whose body is deeper than the statement at `start`, with all arms."""
    head = _logical_end(view, start)
    if isinstance(head, Unopened):
        return head
    header = Span(start, view.code_end(start, head))
    if not _opens_suite(view, header):
        return _no_block(view, start, "the anchor opens no block, or its body begins on its line")
    end = _suite_end(view, start, head)
    if isinstance(end, Unopened):
        return end
    follows = view.next_code(view.line_end(end))
    word = b"" if follows is None else view.word_at(follows)
    is_middle = to_text(word) in view.profile.middle_keywords  # the `in` of a `let`
    if follows is not None and is_middle and word not in ARM_WORDS:
        return _unbalanced(view, follows, _GOES_ON)
    span = Span(start, end)
    trailing = _trailing_comments(view, start, end)
    block = Block(
        view.kind_at(start),
        span,
        span,
        header,
        Span(header.end, end),
        span,
        Layout.INDENT,
        trailing=trailing,
    )
    if block.kind in ARMS or block.kind == "block":
        return block
    while (at := view.next_code(view.line_end(end))) is not None:
        if view.word_at(at) not in ARM_WORDS or view.indent(at) != view.indent(start):
            break
        arm = _indented(view, at)
        if isinstance(arm, Unopened):
            return arm
        end, trailing = arm.arm.end, arm.trailing
    core = Span(start, end)
    return replace(block, span=core, core=core, trailing=trailing)


def _opens_suite(view: View, header: Span) -> bool:
    """Return True if a header ends in what opens a suite: a colon, in some languages a word."""
    text, profile = header.of(view.code), view.profile
    words = tuple(word.encode() for word in (*profile.value_marks, *profile.declaring_words))
    if words:
        # Behind such a word on its line, the body has begun: `else do`, `xs = x :`.
        return not set(text.split()[:-1]) & {*words, b"do"}
    if text[-1:] != b":":
        return False
    outside, depth_end = b"", header.start
    marks = view.marks
    for index in range(marks.index_at(header.start), marks.index_at(header.end)):
        if marks.partner[index] > index and marks.starts[index] >= depth_end:
            outside += view.code[depth_end : marks.starts[index]]
            depth_end = marks.end(marks.partner[index])
    outside += view.code[depth_end : header.end]
    return _INNER_COLON.search(_LAMBDA.sub(b"", outside)) is None


def _suite_end(view: View, start: int, head: int) -> int | Unopened:
    """Return the end of the last statement deeper than the header, a comment on its line included."""
    own, inner = view.indent(start), b""
    end = head
    bare: bytes | None = None  # the blanks before the line above, where it opens a suite
    for match in CODE_LINE.finditer(view.code, head):
        if match.start() <= end and inner:
            continue  # inside a string, brackets or a continuation
        indent = match[1]
        if not (indent.startswith(own) and len(indent) > len(own)):
            if not own.startswith(indent):
                message = "tabs and blanks are mixed: the block's end is uncertain"
                return _unbalanced(view, match.start(), message)
            break
        if bare is not None and len(indent) <= len(bare):
            break
        inner = inner or indent
        if not indent.startswith(inner):
            message = "a line goes back to an indentation that nothing has"
            return _unbalanced(view, match.start(), message)
        stop = _logical_end(view, match.start())
        if isinstance(stop, Unopened):
            return stop
        end = stop
        text_end = view.code_end(match.start(), stop)
        opens = view.code[text_end - 1 : text_end] == b":" and not view.profile.value_marks
        bare = indent if opens else None
    if bare is not None:
        return _unbalanced(
            view, view.line_start(end), "a line opens a suite, and none deeper follows"
        )
    if not inner:
        return _no_block(view, start, "no deeper line follows the anchor")
    first = view.line_start(end)
    return first + len(view.source[first : view.line_end(end)].rstrip(SPACE))


def _trailing_comments(view: View, start: int, end: int) -> Span | None:
    """Return the comment lines deeper than the header that follow its last statement."""
    own = view.indent(start)
    first = last = None
    for line in range(view.line(end) + 1, len(view.starts)):
        at = view.starts[line]
        stop = view.line_end(at)
        text = view.source[at:stop]
        if not text.strip():
            continue
        indent = text[: len(text) - len(text.lstrip())]
        is_deeper = indent.startswith(own) and len(indent) > len(own)
        if view.next_code(at, stop) is not None or not is_deeper:
            break
        first = at + len(indent) if first is None else first
        last = at + len(text.rstrip())
    return Span(first, last) if first is not None and last is not None else None
