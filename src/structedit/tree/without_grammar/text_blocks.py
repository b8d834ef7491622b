"""Blocks without a grammar: brackets, closing keywords and indentation, which must agree.

`masking` blanks strings and comments, `pairing` pairs brackets and keywords. A block then is a
header line, deeper lines below it, and in most languages a line that begins with the closer:

    server web {          task first do          rule:
        listen 80;          run                      run
    }                     end

Any other shape is refused, because its end would be a guess: a header of several lines, a body on
the header's line, a statement with several arms (`else`, `catch`), or one that continues after its
block (``}).then(…)``).

Not here: definitions, names and paths; those need a tree.
"""

from __future__ import annotations

from collections import Counter
from itertools import takewhile

from structedit.languages.profiles import LanguageProfile, Layout
from structedit.text.document import Span, to_text
from structedit.text.lazily import regex
from structedit.text.lines import SPACE, indent_width
from structedit.text.values import dataclass
from structedit.tree.nodes import Block
from structedit.tree.without_grammar.file_view import CODE_LINE, View, view_of
from structedit.tree.without_grammar.guessed_profile import guess_profile
from structedit.tree.without_grammar.masking import mask
from structedit.tree.without_grammar.pairing import ARM_WORDS, CONTINUING

__all__ = [
    "Unopened",
    "balanced",
    "enclosing_block",
    "guess_profile",
    "left_open",
    "mask",
    "opened_block",
]

_JOINS_ABOVE = b".?&|:+*=,;)]}"
"""First bytes of a line that continues the statement above it."""

_SPLITS = regex(rb";|(?<!\w)(?:return|throw|break|continue|goto)(?!\w)|[=-]>[ \t]*[^\s({]")
"""Code in front of a `{` that begins another statement, or a value with these braces."""

_NO_HEADER = regex(rb"[()\[\]{}]|(?<!:):(?!=)[ \t]+\S")
"""An open bracket or a colon before the last one: the line's last colon opens no block."""

_GOES_ON = "the statement continues after its block"
_REACH = 4096
"""How far back the code above a header is looked for, in bytes; chosen by judgement."""


@dataclass(frozen=True, slots=True)
class Unopened:
    """Why an anchor opens no block: `not_a_block` or `unbalanced`, and the line, from 1."""

    reason: str
    line: int
    message: str


def opened_block(data: bytes, span: Span, profile: LanguageProfile) -> Block | Unopened:
    """Return the block that the text at `span` opens, from its header to its end.

    >>> from structedit.languages.known import profile
    >>> opened_block(b"while a:\\n    b\\nc\\n", Span(0, 7), profile("python")).core
    Span(start=0, end=14)
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
            if isinstance(block, Block) and block.core.start <= offset <= block.core.end:
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
        message = "the anchor is blank, a comment or a directive, or is inside a string"
        return _no_block(view, span.start, message)
    if view.code[view.line_start(start) : start].strip(SPACE):
        message = "the anchor starts inside a line: begin it with the first word of the line"
        return _no_block(view, start, message)
    if _is_inside_statement(view, start):
        message = (
            "the anchor starts inside a statement: begin it with the first line of the statement"
        )
        return _no_block(view, start, message)
    find = _indented if view.profile.family is Layout.INDENT else _delimited
    found = find(view, start)
    if isinstance(found, Unopened):
        return found
    # After an open string or comment the masked code may be anything, from the first long one on.
    unclosed, long = view.scan.unclosed, view.scan.first_long
    if unclosed is not None and long is not None and long < found.core.end:
        return _unbalanced(view, unclosed, "a string or comment that starts here is never closed")
    if (rest := _continues_at(view, start, found.core.end)) is not None:
        return _unbalanced(view, rest, _GOES_ON)
    return found


def _no_block(view: View, at: int, message: str) -> Unopened:
    return Unopened("not_a_block", view.line(at) + 1, message)


def _unbalanced(view: View, at: int, message: str) -> Unopened:
    """Return the refusal of a block whose end is uncertain, with the line of the evidence."""
    return Unopened("unbalanced", view.line(at) + 1, message)


def _is_inside_statement(view: View, start: int) -> bool:
    """Return True if the line at `start` may belong to the statement above: an arm, an operand."""
    line_start = view.line_start(start)
    if view.scan.inside(line_start) or _joins_above(view, start):
        return True
    if view.profile.family is not Layout.BRACE:
        return False
    if view.word_at(start) in CONTINUING:
        return True
    top = max(0, line_start - _REACH)
    above = view.code[top:line_start].rstrip(SPACE)
    is_brace = view.code[start : start + 1] == b"{"
    if not above or above[-1:] in (b"{};" if is_brace else b"{}([,;:"):
        return False
    # A shallower line without an end, such as `if (a)`, has this line for its body.
    last = top + len(above) - 1
    first = view.next_code(view.line_start(last), line_start)
    is_shallower = indent_width(view.indent(last)) < indent_width(view.indent(start))
    is_attribute = first is not None and view.code[first : first + 1] in b"#@"
    return is_brace or above[-1:] in b"=&|?+" or (is_shallower and not is_attribute)


def _joins_above(view: View, at: int) -> bool:
    """Return True if the line whose code starts at `at` begins with an arm's word or an operator."""
    word = view.word_at(at)
    is_arm = word in ARM_WORDS or to_text(word) in view.profile.middle_keywords
    return is_arm or view.code[at : at + 1] in _JOINS_ABOVE


def _continues_at(view: View, start: int, end: int) -> int | None:
    """Return where the statement at `start` continues after its block, on its line or below."""
    at = view.next_code(end)
    if at is None:
        return None
    if view.line(at) == view.line(end):
        # The brackets around the statement may close, but nothing may follow them.
        rest = view.code[end : view.line_end(end)]
        if rest.strip(b" \t\x0c,;)]}"):
            return at
        at = view.next_code(view.line_end(end))
        if at is None:
            return None
    own, indent = view.indent(start), view.indent(at)
    is_deeper = indent_width(indent) > indent_width(own)
    return at if is_deeper or (indent == own and _joins_above(view, at)) else None


def _delimited(view: View, start: int) -> Block | Unopened:
    """Return the block whose body begins with the bracket that the line at `start` leaves open at its end."""
    marks = view.marks
    first, header_end = marks.index_at(start), view.line_end(start)
    last = marks.index_at(header_end)
    # Whatever the header's line opens and does not close: `it('a', () => {` leaves `(` and `{`.
    opened: list[int] = []
    for index in range(first, last):
        partner = marks.partner.get(index)
        if index in marks.ignored:
            continue
        if partner is None:
            word = to_text(marks.words[index])
            return _unbalanced(view, marks.starts[index], f"{word!r} has no counterpart")
        if partner < first:
            return _no_block(view, start, "the anchor starts inside a statement, or opens none")
        if partner >= last:
            opened.append(index)
    if not opened:
        # The brace of the body may be alone below a header in parentheses; below `var a` it is not.
        brace = view.next_code(header_end)
        is_brace = brace is not None and view.code[brace : brace + 1] == b"{"
        is_brace = is_brace and view.code[start:header_end].rstrip(SPACE).endswith(b")")
        if brace is None or not is_brace or view.indent(brace) != view.indent(start):
            return _no_block(
                view, start, "the anchor opens no block, or one that ends on the same line"
            )
        opened, header_end = [marks.index_at(brace)], view.line_end(brace)
        if opened[0] not in marks.partner:
            return _unbalanced(view, brace, "'{' has no counterpart")
    opener, braced = opened[-1], marks.words[opened[-1]] == b"{"
    if marks.words[opener] in (b"(", b"["):
        return _no_block(view, start, "the anchor's line ends inside brackets")
    if braced and _SPLITS.search(_outside_brackets(view, start, marks.starts[opener])):
        return _no_block(
            view,
            start,
            "the braces are only part of the statement that begins on the anchor's line",
        )
    closer, end = marks.partner[opener], marks.partner[opened[0]]
    at, own = marks.starts[closer], view.indent(start)
    # Brackets around the body close with it, on the line of its closer: `});`.
    if view.line(marks.starts[end]) != view.line(at) or end - closer != len(opened) - 1:
        return _unbalanced(view, at, _GOES_ON)
    if view.code[view.line_start(at) : at] != own:
        message = f"the block's end is not indented like its first line {view.line(start) + 1}"
        return _unbalanced(view, at, message)
    if opener in marks.with_arms:
        return _unbalanced(view, start, "the block has several arms")
    # A line as shallow as the header means that a closer is missing: the pair swallowed a sibling.
    for match in CODE_LINE.finditer(view.code, header_end, view.line_start(at)):
        if not _is_deeper(match[1], own) and not view.scan.inside(match.start()):
            message = "a line of the block is indented no deeper than its header: the block's end is missing"
            return _unbalanced(view, match.start(), message)
    body_start = marks.end(opener) if braced else header_end
    header_end = marks.starts[opener] if braced else header_end
    header = Span(start, start + len(view.code[start:header_end].rstrip(SPACE)))
    core = Span(start, marks.end(end))
    layout = Layout.BRACE if braced else Layout.END
    return Block("block", core, core, header, Span(body_start, at), core, layout)


def _outside_brackets(view: View, start: int, end: int) -> bytes:
    """Return the code from `start` to `end` without the text inside its own pairs of brackets."""
    marks, text, at = view.marks, b"", start
    for index in range(marks.index_at(start), marks.index_at(end)):
        partner = marks.partner.get(index, index)
        if partner > index and marks.starts[index] >= at and marks.starts[partner] < end:
            text += view.code[at : marks.starts[index]]
            at = marks.end(partner)
    return text + view.code[at:end]


def _is_deeper(indent: bytes, own: bytes) -> bool:
    """Return True if blanks are wider than others at any usual width of a tab."""
    return all(len(indent.expandtabs(n)) > len(own.expandtabs(n)) for n in (2, 4, 8))


def _indented(view: View, start: int) -> Block | Unopened:
    """Return the block of the line at `start`, which ends in a colon, and the deeper lines below."""
    header_end, own, inner = view.line_end(start), view.indent(start), b""
    text = view.code[start:header_end].rstrip(SPACE)
    opens = text.endswith(b":") and not view.profile.value_marks
    if not opens or _NO_HEADER.search(_outside_brackets(view, start, start + len(text))):
        return _no_block(
            view, start, "the anchor opens no block, or the body begins on the anchor's line"
        )
    boundary = len(view.code)
    for line in CODE_LINE.finditer(view.code, header_end):
        indent = line[1]
        if view.scan.inside(line.start()):
            continue
        if indent == own or not indent.startswith(own):
            if not own.startswith(indent):
                message = (
                    "the indentation mixes tabs and spaces: it is not certain where the block ends"
                )
                return _unbalanced(view, line.start(), message)
            boundary = line.start()
            break
        inner = inner or indent
        if not indent.startswith(inner):
            message = "the indentation of a line matches no line above it"
            return _unbalanced(view, line.start(), message)
    if not inner:
        return _no_block(view, start, "no line that is indented more deeply follows the anchor")
    code_end = start + len(view.code[start:boundary].rstrip(SPACE))
    if view.code[code_end - 1 : code_end] in b":\\":
        message = (
            "the block's last line is unfinished, and no line that is indented more deeply follows"
        )
        return _unbalanced(view, code_end - 1, message)
    first, stop = view.marks.index_at(start), view.marks.index_at(code_end)
    for index in range(first, stop):
        if not first <= view.marks.partner.get(index, -1) < stop:
            word = to_text(view.marks.words[index])
            return _unbalanced(view, view.marks.starts[index], f"{word!r} has no counterpart")
    # A comment on the last line is part of the block, deeper ones below it trail it.
    line_end = view.line_end(code_end)
    end = code_end + len(view.source[code_end:line_end].rstrip(SPACE))
    below = CODE_LINE.finditer(view.source, line_end, boundary)
    comments = list(takewhile(lambda line: _is_deeper(line[1], own), below))
    trailing = Span(comments[0].end(1), comments[-1].end()) if comments else None
    header, core = Span(start, start + len(text)), Span(start, end)
    body = Span(header.end, end)
    return Block("block", core, core, header, body, core, Layout.INDENT, trailing=trailing)
