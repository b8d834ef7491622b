"""Blocks without a grammar: brackets, indentation and keyword pairs.

Strings and comments are masked first (`syntax.masking`), brackets and keywords paired
(`syntax.pairing`); here an anchor becomes a block. Nothing is taken on trust. A block is refused

- when its closer is not indented as the line of its opener is,
- when it holds a line that is not deeper than its header: a closer is missing, and the pair that
  was found swallowed a sibling,
- when the statement goes on after it (``}).then(…)``), or the anchor starts inside a statement,
- when a string or comment is left open somewhere, from the first long one on.

Not here: definitions, names and paths; those need a tree.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from structedit.syntax.guessing import guess_profile
from structedit.syntax.languages import LanguageProfile
from structedit.syntax.masking import Scan, mask, protected_lines, scan
from structedit.syntax.nodes import Block, Layout
from structedit.syntax.pairing import Marks, marks_of
from structedit.text.document import Span, line_starts, to_text

__all__ = [
    "Unopened",
    "balanced",
    "enclosing_block",
    "guess_profile",
    "mask",
    "opened_block",
    "protected_lines",
]

_SPACE = b" \t\x0c\r\n"
_KINDS = {
    "if": "if unless",
    "elif": "elif elsif elseif",
    "else": "else",
    "for": "for foreach",
    "while": "while until",
    "loop": "loop repeat",
    "do": "do",
    "try": "try begin",
    "catch": "catch except rescue",
    "finally": "finally ensure",
    "with": "with using",
    "switch": "switch",
    "match": "match",
    "case": "case when",
}
_KIND_OF = {word.encode(): kind for kind, words in _KINDS.items() for word in words.split()}
_ARMS = frozenset(
    b"else elif elsif elseif catch except rescue ensure finally".split()
)
_ARM_KINDS = frozenset({"elif", "else", "catch", "finally", "case"})
_CONTINUING = frozenset(b"where implements extends throws permits requires".split())
"""Words that begin a header's further lines, never a statement that opens a block by itself."""

_DEFINING = frozenset(
    b"function func fn fun def class struct enum interface trait impl namespace module union object"
    b" static public private protected internal export async void mod package record sub proc type"
    b" unsafe extern get set constructor abstract final override virtual inline pub".split()
)
_SUITES = frozenset(b"if elif else for while try except finally with def class match case async".split())
_FLUSH = frozenset({b"namespace", b"extern", b"module", b"package", b"inline"})
"""Headers whose body may stand at their own indentation, as C++ namespaces do."""

_COLONLESS = frozenset(
    "haskell coffeescript fsharp nim pug haml sass stylus elm purescript make idris".split()
)
_WORD = re.compile(rb"[A-Za-z_]\w*")
_FIRST_CODE = re.compile(rb"[^ \t\x0c\r\n]")
_CODE_LINE = re.compile(rb"(?<![^\r\n])([ \t\x0c]*)[^ \t\x0c\r\n][^\r\n]*")
_LABEL = re.compile(rb"[ \t]*(?:\#|(?:case\b|default\b)[^\r\n]*:|[\w ]+:(?!:)|(?:private|protected|public|module_function)[ \t]*(?![^\r\n]))")
_LEAVES = re.compile(rb"(?<!\w)(?:return|throw|break|continue|goto)(?!\w)")
_COLON = re.compile(rb"\blambda\b[^:]*:|:(?!=)")
_PARAMETERS = re.compile(rb"[ \t]*\|[^|\r\n]*\|")
_CONTINUED = re.compile(rb"(?:&&|\|\||[,\\+=.]|(?<!\w)(?:and|or|not))\Z")
_JOINT = re.compile(rb"(?<![\w.:])(?:then|do|in)(?![\w:])")


@dataclass(frozen=True, slots=True)
class Unopened:
    """Why an anchor gives no block: `not_a_block` or `unbalanced`, and the 1-based line."""

    reason: str
    line: int
    message: str


@dataclass(frozen=True, slots=True)
class _View:
    """A file as this module reads it: masked, paired, in lines."""

    source: bytes
    profile: LanguageProfile
    scan: Scan
    marks: Marks
    starts: tuple[int, ...]

    @property
    def code(self) -> bytes:
        return self.scan.masked

    def line(self, offset: int) -> int:
        """Give the line of an offset, from 0."""
        return bisect_right(self.starts, offset) - 1

    def line_start(self, offset: int) -> int:
        return self.starts[self.line(offset)]

    def line_end(self, offset: int) -> int:
        """Give the end of the line of an offset, its break left out."""
        line = self.line(offset)
        if line + 1 == len(self.starts):
            return len(self.code)
        end = self.starts[line + 1]
        return end - (2 if self.code[end - 2 : end] == b"\r\n" else 1)

    def indent(self, offset: int) -> bytes:
        start = self.line_start(offset)
        match = re.compile(rb"[ \t\x0c]*").match(self.code, start)
        return match[0] if match else b""

    def code_end(self, start: int, end: int) -> int:
        """Give the end of the last code in a stretch; comments are no code."""
        return start + len(self.code[start:end].rstrip(_SPACE))

    def next_code(self, at: int, end: int | None = None) -> int | None:
        match = _FIRST_CODE.search(self.code, at, len(self.code) if end is None else end)
        return match.start() if match else None


def opened_block(data: bytes, span: Span, profile: LanguageProfile) -> Block | Unopened:
    """Give the block that the text at `span` opens: header and own body up to its end.

    `core` covers the statement with all its arms, `arm` the header's own body and closer.

    >>> from structedit.syntax.languages import profile
    >>> opened_block(b"if a:\\n    b\\nelse:\\n    c\\n", Span(0, 5), profile("python")).arm
    Span(start=0, end=11)
    """
    return _opened(_view(data, profile), span)


def enclosing_block(data: bytes, offset: int, profile: LanguageProfile) -> Block | None:
    """Give the smallest block around an offset; its header counts as part of it."""
    view = _view(data, profile)
    for start in _candidates(view, min(offset, len(data))):
        block = _opened(view, Span(start, view.line_end(start)))
        if isinstance(block, Block) and block.arm.start <= offset <= block.arm.end:
            return block
    return None


def balanced(before: bytes, after: bytes, profile: LanguageProfile) -> str:
    """Name the line of a bracket, keyword or string left open in `after` only; else be empty.

    >>> from structedit.syntax.languages import profile
    >>> balanced(b"f(1)", b"f(1", profile("python"))
    "line 1: '(' has no counterpart"
    """
    old, new = _view(before, profile), _view(after, profile)
    if new.scan.unclosed is not None and old.scan.unclosed is None:
        return f"line {new.line(new.scan.unclosed) + 1}: a string or comment is never closed"
    known = Counter(old.marks.words[i] for i in old.marks.unpaired())
    now = new.marks.unpaired()
    excess = Counter(new.marks.words[i] for i in now) - known
    if not excess:
        return ""
    seen = {_fingerprint(old, i) for i in old.marks.unpaired()}
    wanted = [i for i in now if new.marks.words[i] in excess]
    found = next((i for i in wanted if _fingerprint(new, i) not in seen), wanted[-1])
    line = new.line(new.marks.starts[found]) + 1
    return f"line {line}: {to_text(new.marks.words[found])!r} has no counterpart"


def _fingerprint(view: _View, index: int) -> tuple[bytes, bytes]:
    at = view.marks.starts[index]
    return view.marks.words[index], view.source[view.line_start(at) : view.line_end(at)][:200].strip()


def _view(data: bytes, profile: LanguageProfile) -> _View:
    found = scan(data, profile)
    return _View(data, profile, found, marks_of(found.masked, profile), line_starts(data))


def _candidates(view: _View, offset: int) -> Iterator[int]:
    """Give the starts of lines that may open a block around `offset`, innermost first."""
    limit: bytes | None = None
    for line in range(view.line(offset), -1, -1):
        start = view.starts[line]
        first = view.next_code(start, view.line_end(start))
        if first is None or view.scan.inside(start):
            continue
        indent = view.code[start:first]
        if limit is None or len(indent.expandtabs(8)) <= len(limit.expandtabs(8)):
            yield first
            limit = indent if limit is None or len(indent) < len(limit) else limit
        if not indent and limit == b"" and view.code[first : first + 1] not in b"{})]":
            if view.line(offset) != line:
                return


def _opened(view: _View, span: Span) -> Block | Unopened:
    start = view.next_code(span.start, min(span.end, len(view.code)))
    if start is None:
        return _no_block(view, span.start, "the anchor is blank, a comment or inside a string")
    start = _past_closers(view, start, span.end)
    end = max(start + 1, view.code_end(start, span.end))
    if fault := _misplaced(view, start):
        return _no_block(view, start, fault)
    found = _dispatch(view, start, end)
    if isinstance(found, Block) and _is_uncertain(view, found):
        assert view.scan.unclosed is not None
        return _unbalanced(view, view.scan.unclosed, "a string or comment that starts here is never closed")
    return found


def _dispatch(view: _View, start: int, end: int) -> Block | Unopened:
    if view.profile.family is Layout.INDENT:
        return _by_indentation(view, start, end)
    index = view.marks.index_at(start)
    if index in view.marks.owner and view.marks.starts[index] == start:
        return _middle_arm(view, index)
    return _by_marks(view, start, end)


def _is_uncertain(view: _View, block: Block) -> bool:
    found = view.scan
    return found.unclosed is not None and found.first_long is not None and found.first_long < block.core.end


def _no_block(view: _View, at: int, message: str) -> Unopened:
    return Unopened("not_a_block", view.line(at) + 1, message)


def _unbalanced(view: _View, at: int, message: str) -> Unopened:
    return Unopened("unbalanced", view.line(at) + 1, message)


def _past_closers(view: _View, start: int, end: int) -> int:
    """Step over the `}` of ``} else {`` when an arm follows."""
    match = re.compile(rb"[}\])]+[ \t\r\n]*").match(view.code, start, end)
    if match and _word(view, match.end()) in _ARMS:
        return match.end()
    return start


def _word(view: _View, at: int) -> bytes:
    match = _WORD.match(view.code, at)
    return match[0] if match else b""


def _kind(view: _View, start: int) -> str:
    word = _word(view, start).lower()
    follows = view.next_code(start + len(word)) if word == b"else" else None
    if follows is not None and _word(view, follows) == b"if" and view.line(follows) == view.line(start):
        return "elif"
    if word == b"case" and view.profile.family is Layout.END:
        return "switch"
    return _KIND_OF.get(word, "block")


# The start of a statement


def _misplaced(view: _View, start: int) -> str:
    """Say why `start` is not the first byte of a statement; empty when it is."""
    line_start = view.line_start(start)
    before = view.code[line_start:start].strip(_SPACE)
    word = _word(view, start)
    if before:
        is_arm = word in _ARMS and not before.strip(b"})]; \t") and view.profile.family is not Layout.INDENT
        return "" if is_arm else "the anchor starts inside a line: give it from the line's first word on"
    braced = view.profile.family is Layout.BRACE
    if view.scan.inside(line_start) or (braced and word in _CONTINUING) or view.code[start : start + 1] in b".?&|:+,;)]}":
        return "the anchor starts inside a statement: give it from its first line on"
    continues = braced and _continues(view, start)
    return "the anchor continues a statement: give it from its first line on" if continues else ""


def _continues(view: _View, start: int) -> bool:
    """Tell whether the code before ends without ending its statement."""
    line_start = view.line_start(start)
    end = view.code_end(max(0, line_start - 4096), line_start)
    if end == max(0, line_start - 4096):
        return False
    last = view.code[end - 1 : end]
    if view.code[start : start + 1] == b"{":
        return last not in b"{};"
    if last in b"{}([,;:":
        return False
    above = view.indent(end - 1)
    deeper = len(above.expandtabs(8)) < len(view.indent(start).expandtabs(8))
    return last in b"=&|?+" or (deeper and not view.code[view.line_start(end - 1) :].lstrip().startswith((b"#", b"@")))


# Brackets and keywords


def _by_marks(view: _View, start: int, end: int) -> Block | Unopened:
    found = _opener(view, start, end)
    if isinstance(found, Unopened):
        return found
    index, outer = found
    if view.marks.words[index] == b"{":
        return _braced(view, start, index, outer)
    return _keyworded(view, start, index, outer)


def _opener(view: _View, start: int, anchor_end: int) -> tuple[int, int] | Unopened:
    """Find the mark that opens the body, and the outermost bracket of the header around it.

    Pairs that close on their line are passed over (``f({a: 1}, () => {``), and so are the
    parentheses of conditions; a body's own closer that is followed by another opener was no
    body (``function f({\n a,\n}) {``).
    """
    marks = view.marks
    near = limit = view.line_end(anchor_end - 1)
    word = _word(view, start).lower()
    outer: list[int] = []
    index, passed, closed = marks.index_at(start), start, -1
    while index < len(marks.starts):
        at, mark = marks.starts[index], marks.words[index]
        if index in marks.ignored:
            index += 1
            continue
        between = view.code[passed:at]
        if not outer and _ends_statement(view, between, passed):
            break
        if at >= limit and not (mark == b"{" and not between.strip(_SPACE)):
            break
        if not marks.is_opener(index):
            if outer and marks.partner.get(index) == outer[-1]:
                outer.pop()
                index, passed = index + 1, at + 1
                continue
            break
        partner = marks.partner.get(index)
        if partner is None:
            return _unbalanced(view, at, f"{to_text(mark)!r} is never closed")
        last = marks.starts[partner]
        is_body = mark not in (b"(", b"[")
        if is_body and (not outer or at < near):
            if view.line(last) != view.line(at) or _is_short_body(view, start, index, outer):
                after = marks.starts[marks.partner[outer[0]]] + 1 if outer else marks.end(partner)
                if not _goes_on_to_opener(view, after):
                    if _LEAVES.search(between) and word in _KIND_OF:
                        break
                    return index, outer[0] if outer else index
                index = marks.index_at(after)
                limit, passed, outer = max(limit, view.line_end(after)), after, []
                continue
        if not is_body and view.line(last) != view.line(at):
            limit = max(limit, view.line_end(last))
            if word not in _KIND_OF:
                outer.append(index)
                index, passed = index + 1, at + 1
                continue
        closed = partner
        index, passed = closed + 1, marks.end(closed)
    return _no_block(view, start, "the anchor opens no block")


def _ends_statement(view: _View, between: bytes, at: int) -> bool:
    """Tell whether a statement ends in a stretch of header outside brackets."""
    if b";" in between and view.profile.family is Layout.BRACE:
        return True
    if view.profile.family is Layout.END:
        return bool(re.search(rb"[^\s][ \t]*[\r\n]+[ \t]*[^\s{]", between.rstrip()))
    lines = re.split(rb"[\r\n]+", between)[1:]
    own = len(view.indent(at).expandtabs(8))
    starts = [line for line in lines if line.strip()]
    flat = [line for line in starts if len(line.expandtabs(8)) - len(line.expandtabs(8).lstrip()) <= own]
    return any(_word_of(line) not in _CONTINUING for line in flat)


def _word_of(line: bytes) -> bytes:
    match = _WORD.match(line.lstrip())
    return match[0] if match else b""


def _is_short_body(view: _View, start: int, index: int, outer: list[int]) -> bool:
    """Tell a body on one line from a literal: ``if (a) { b }``, not ``x = {a}``."""
    marks = view.marks
    if outer:
        return False
    after = marks.end(marks.partner[index])
    rest = view.code[after : view.line_end(after)].strip(_SPACE)
    if rest.strip(b";,)]}") and _word_of(rest) not in _ARMS and _word(view, start) != b"do":
        return False
    if marks.words[index] != b"{":
        return True
    header = view.code[start : marks.starts[index]].rstrip()
    if header.endswith((b")", b"=>")):
        return True
    word = _word(view, start)
    return (word in _KIND_OF or word in _DEFINING) and b"=" not in header.replace(b"==", b"")


def _goes_on_to_opener(view: _View, after: int) -> bool:
    """Tell whether a body follows what looked like one: ``}) {``, ``}: Props) => {``."""
    rest = view.code[after : view.line_end(after)].strip(_SPACE)
    if not rest.endswith(b"{") or _word_of(rest) in _ARMS:
        return False
    return rest[:1] not in b".?,;}"


def _braced(view: _View, start: int, index: int, outer: int) -> Block | Unopened:
    marks = view.marks
    opener, closer = marks.starts[index], marks.starts[marks.partner[index]]
    end = marks.end(marks.partner[outer])
    kind = _kind(view, start)
    if fault := _ill_set(view, start, Span(opener + 1, closer), marks.starts[marks.partner[outer]]):
        return fault
    if kind == "do":
        end = _past_condition(view, end)
    core_end = _last_arm_end(view, kind, end)
    if isinstance(core_end, Unopened):
        return core_end
    if fault := _goes_on(view, core_end if kind not in _ARM_KINDS else end, kind):
        return fault
    header = Span(start, max(start, view.code_end(start, opener)))
    return _block(kind, Span(start, core_end), header, Span(opener + 1, closer), end, Layout.BRACE)


def _block(kind: str, core: Span, header: Span, body: Span, arm_end: int, layout: Layout) -> Block:
    arm = Span(core.start, arm_end)
    return Block(kind, core, core, header, body, arm, layout)


def _ill_set(view: _View, start: int, body: Span, closer: int) -> Unopened | None:
    """Check a delimited body: its closer stands under its header, its lines are deeper."""
    if view.line(start) == view.line(closer):
        return None
    own = view.indent(start)
    if view.indent(closer) != own:
        return _unbalanced(view, closer, f"the block's end does not stand under line {view.line(start) + 1}")
    return _swallowed(view, own, body, flush=_word(view, start) in _FLUSH)


def _swallowed(view: _View, own: bytes, body: Span, *, flush: bool) -> Unopened | None:
    for match in _CODE_LINE.finditer(view.code, body.start, max(body.start, view.line_start(body.end))):
        indent = match[1]
        if match.start() == body.start and match.start() != view.line_start(body.start):
            continue
        if indent.startswith(own) and len(indent) > len(own):
            continue
        if view.scan.inside(view.line_start(match.start())) or _LABEL.match(match[0]):
            continue
        if _wider(indent, own) or (flush and indent == own):
            continue
        return _unbalanced(view, match.start(), "a line in the block is not deeper than its header: its end is missing")
    return None


def _wider(indent: bytes, own: bytes) -> bool:
    """Tell whether blanks are wider at any usual width of a tab."""
    return all(len(indent.expandtabs(n)) > len(own.expandtabs(n)) for n in (2, 4, 8))


def _past_condition(view: _View, end: int) -> int:
    """Give the end of ``do { } while (x)``."""
    at = view.next_code(end)
    if at is None or _word(view, at) not in (b"while", b"until"):
        return end
    index = view.marks.index_at(at)
    partner = view.marks.partner.get(index)
    between = view.code[at + 5 : view.marks.starts[index]].strip() if partner else b"?"
    return end if partner is None or between else view.marks.end(partner)


def _last_arm_end(view: _View, kind: str, end: int) -> int | Unopened:
    """Follow `else`, `catch` and the like, and give the end of the last one."""
    while kind not in _ARM_KINDS:
        at = view.next_code(end)
        if at is None or _word(view, at) not in _ARMS or not _touches(view, end, at):
            break
        found = _opener(view, at, view.code_end(at, view.line_end(at)))
        if isinstance(found, Unopened):
            return _bare_arm_end(view, at) if found.reason == "not_a_block" else found
        index, outer = found
        body = Span(view.marks.end(index), view.marks.starts[view.marks.partner[index]])
        if fault := _ill_set(view, at, body, view.marks.starts[view.marks.partner[outer]]):
            return fault
        end = view.marks.end(view.marks.partner[outer])
    return end


def _touches(view: _View, end: int, at: int) -> bool:
    """Tell whether an arm's word continues the statement: same line, or under its closer."""
    return view.line(end) == view.line(at) or view.indent(end) == view.indent(at)


def _bare_arm_end(view: _View, at: int) -> int | Unopened:
    semicolon = view.code.find(b";", at, view.line_end(at))
    if semicolon < 0:
        return _unbalanced(view, at, "an arm of the statement has no braces")
    return semicolon + 1


def _goes_on(view: _View, end: int, kind: str) -> Unopened | None:
    """Refuse a block whose statement goes on after its closer."""
    at = view.next_code(end)
    if at is None:
        return None
    rest = view.code[at : view.line_end(at)]
    same_line = view.line(at) == view.line(end)
    if same_line and rest[:1] not in b";,)]}" and _word_of(rest) not in _ARMS:
        return _unbalanced(view, at, "the statement goes on after its block")
    if not same_line and (rest.startswith(b"?.") or (rest[:1] == b"." and rest[1:2] not in b".")):
        if view.profile.family is not Layout.BRACE or kind == "block":
            if view.code_end(end, at) == end and view.profile.id not in ("css", "scss", "less", "zig"):
                return _unbalanced(view, at, "the statement goes on after its block")
    return None


def _keyworded(view: _View, start: int, index: int, outer: int) -> Block | Unopened:
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
    stop = view.code_end(start, marks.starts[arms[0]]) if arms else marks.starts[closer]
    body = Span(min(header_end, stop), stop)
    own = view.indent(start)
    if view.line(start) != view.line(marks.starts[closer]):
        if fault := _swallowed(view, own, body, flush=False):
            return fault
    arm_end = stop if arms else end
    header = Span(start, view.code_end(start, header_end))
    return _block(_kind(view, start), Span(start, end), header, body, arm_end, Layout.END)


def _middle_arm(view: _View, index: int) -> Block | Unopened:
    """Give the arm that `else` and the like open: up to the next arm or the closer, which stays."""
    marks = view.marks
    start, owner = marks.starts[index], marks.owner[index]
    closer = marks.partner.get(owner)
    if closer is None:
        return _unbalanced(view, marks.starts[owner], f"{to_text(marks.words[owner])!r} is never closed")
    following = [i for i in marks.middles[owner] if i > index]
    boundary = marks.starts[following[0] if following else closer]
    own = view.indent(start)
    if view.line(boundary) != view.line(start) and not own.startswith(view.indent(boundary)):
        return _unbalanced(view, boundary, "the end of the arm is deeper than its start")
    end = max(marks.end(index), view.code_end(start, boundary))
    header_end = min(_header_end(view, index), end)
    if fault := _swallowed(view, own, Span(header_end, boundary), flush=False):
        return fault
    header = Span(start, view.code_end(start, header_end))
    return _block(_kind(view, start), Span(start, end), header, Span(header.end, end), end, Layout.END)


def _header_end(view: _View, index: int) -> int:
    """Give where the header of a keyword block ends: after `then`, `do |x|`, ``(a, b)``, its line."""
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
        return _past_parameters(view, joint.end()) if joint[0] != b"in" or word == b"case" else _stop(view, at, line_end)
    follows = view.next_code(line_end)
    if word in (b"if", b"elif", b"elseif", b"elsif", b"while") and follows is not None:
        if _word(view, follows) in (b"then", b"do"):
            return follows + len(_word(view, follows))
    return _stop(view, at, line_end)


def _past_parameters(view: _View, at: int) -> int:
    match = _PARAMETERS.match(view.code, at)
    return match.end() if match else at


def _long_line_end(view: _View, at: int) -> int:
    """Give the end of a header's line, over open brackets and trailing operators."""
    marks, index, end = view.marks, view.marks.index_at(at), view.line_end(at)
    while True:
        cover = end
        while index < len(marks.starts) and marks.starts[index] < end:
            if marks.words[index] in (b"(", b"["):
                cover = max(cover, marks.starts[marks.partner.get(index, index)])
            index += 1
        if cover == end and not (_CONTINUED.search(view.code[at:end].rstrip()) and end < len(view.code)):
            return end
        end = view.line_end(cover if cover > end else view.starts[view.line(end) + 1])


def _stop(view: _View, at: int, line_end: int) -> int:
    """Give the end of a header without a joint: parameters of a function, a `;`, the line."""
    index = view.marks.index_at(at)
    if view.marks.words[index - 1] == b"function" and view.marks.words[index : index + 1] == [b"("]:
        partner = view.marks.partner.get(index)
        if partner is not None:
            return view.marks.end(partner)
    semicolon = view.code.find(b";", at, line_end)
    return semicolon if semicolon >= 0 else max(at, view.code_end(at, line_end))


# Indentation


def _by_indentation(view: _View, start: int, anchor_end: int) -> Block | Unopened:
    head = _logical_end(view, start)
    if isinstance(head, Unopened):
        return head
    if anchor_end > head and view.line(anchor_end - 1) > view.line(head):
        anchor_end = head
    text_end = view.code_end(start, head)
    suite = _suite_colon(view, start, text_end)
    if suite is not None and suite < text_end:
        block = _indented(view, start, suite, text_end)
        return block if isinstance(block, Unopened) else _with_arms(view, block)
    if view.code[text_end - 1 : text_end] != b":" and view.profile.id not in _COLONLESS:
        return _no_block(view, start, "the anchor opens no block")
    end = _suite_end(view, start, head)
    if isinstance(end, Unopened):
        return end
    block = _indented(view, start, text_end, end)
    return block if isinstance(block, Unopened) else _with_arms(view, block)


def _indented(view: _View, start: int, header_end: int, end: int) -> Block | Unopened:
    arm = Span(start, end)
    trailing = _trailing_comments(view, view.indent(start), end)
    return Block(
        kind=_kind(view, start),
        span=arm,
        core=arm,
        header=Span(start, header_end),
        body=Span(header_end, end),
        arm=arm,
        layout=Layout.INDENT,
        trailing=trailing,
    )


def _logical_end(view: _View, start: int) -> int | Unopened:
    """Give the end of the line that a statement's header ends on, over brackets and `\\`."""
    marks, index, end = view.marks, view.marks.index_at(start), view.line_end(start)
    while True:
        cover = end
        while index < len(marks.starts) and marks.starts[index] < end:
            partner = marks.partner.get(index)
            if partner is None:
                return _unbalanced(view, marks.starts[index], f"{to_text(marks.words[index])!r} has no counterpart")
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


def _suite_colon(view: _View, start: int, end: int) -> int | None:
    """Give the end of the header's colon, outside brackets, where a word opens a suite."""
    if _word(view, start) not in _SUITES:
        return None
    marks, at = view.marks, start
    while True:
        match = _COLON.search(view.code, at, end)
        if match is None:
            return None
        index = marks.index_at(at)
        inner = marks.partner.get(index, -1) if index < len(marks.starts) and marks.starts[index] < match.end() else -1
        if inner >= 0:
            at = marks.end(inner)
        elif match[0] != b":":
            at = match.end()
        else:
            return match.end()


def _suite_end(view: _View, start: int, head: int) -> int | Unopened:
    """Give the end of the last line deeper than the header.

    A line counts when it begins a statement: not inside a string, brackets or a continuation.
    """
    own, inner = view.indent(start), b""
    end, at = head, head
    for match in _CODE_LINE.finditer(view.code, head):
        if match.start() <= at:
            continue
        indent = match[1]
        if not (indent.startswith(own) and len(indent) > len(own)):
            if not own.startswith(indent):
                return _unbalanced(view, match.start(), "tabs and blanks are mixed: the block's end is uncertain")
            break
        inner = inner or indent
        if not indent.startswith(inner):
            return _unbalanced(view, match.start(), "a line goes back to an indentation that nothing has")
        stop = _logical_end(view, match.start())
        if isinstance(stop, Unopened):
            return stop
        end, at = stop, stop
    if not inner:
        return _no_block(view, start, "no deeper line follows the anchor")
    return _line_text_end(view, end)


def _line_text_end(view: _View, end: int) -> int:
    """Give the end of a line's text, a comment on it included, blanks left out."""
    start = view.line_start(end)
    return start + len(view.source[start : view.line_end(end)].rstrip(_SPACE))


def _trailing_comments(view: _View, own: bytes, end: int) -> Span | None:
    """Give the comment lines deeper than the header that follow its last statement."""
    first = last = None
    for line in range(view.line(end) + 1, len(view.starts)):
        start = view.starts[line]
        stop = view.line_end(start)
        text = view.source[start:stop]
        if not text.strip():
            continue
        indent = text[: len(text) - len(text.lstrip())]
        if view.next_code(start, stop) is not None or len(indent) <= len(own) or not indent.startswith(own):
            break
        first = start + len(indent) if first is None else first
        last = start + len(text.rstrip())
    return Span(first, last) if first is not None and last is not None else None


def _with_arms(view: _View, block: Block) -> Block | Unopened:
    """Extend the core over `elif`, `else`, `except` and `finally` at the same indentation."""
    if block.kind in _ARM_KINDS or block.kind == "block":
        return block
    own, end = view.indent(block.arm.start), block.core.end
    while (at := view.next_code(view.line_end(end))) is not None:
        if _word(view, at) not in _ARMS or view.indent(at) != own:
            break
        arm = _by_indentation(view, at, view.line_end(at))
        if isinstance(arm, Unopened):
            return arm
        end, block = arm.arm.end, replace(block, trailing=arm.trailing)
    core = Span(block.core.start, end)
    return replace(block, span=core, core=core)
