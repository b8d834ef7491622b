"""Places: how a caller names a place, before the file is read.

A `Selector` names a node by what it is, an `Anchor` by its text, `Lines` by number. `Hints` narrow a search. All
are what was asked, never what was found: `search.locate` finds a target, with `search.selectors` for a selector.

A selector is a row of steps, joined by ``>``: ``Cart.total > if[2]`` is the second `if` in the
method `total` of `Cart`. `Selector.parse` reads one; `docs/selectors.md` has the grammar.
"""

from __future__ import annotations

import re
from enum import StrEnum

from structedit.text.document import LineRange
from structedit.text.errors import SelectorError, shown
from structedit.text.lazily import regex
from structedit.text.values import dataclass

BLOCK_KINDS = frozenset(
    "if elif else for while loop do try catch finally with switch case match lambda block region"
    " fence call".split()
)
"""Kinds of anonymous blocks, the same words in every language (`else if` is `elif`)."""

DEFINITION_KINDS = frozenset(
    "function method class interface struct enum union trait impl type module namespace constant"
    " variable field macro property constructor declaration package key item section element"
    " record protocol extension object rule stage message service test instruction table index view"
    " mixin rpc environment".split()
)
"""Kinds that may stand before a name as `kind:name`."""

_MOST_DIGITS = 9
"""Digits of a number in a selector or line range: no file has as many lines.

Follows from `calls.arguments.MOST`.
"""

_SEPARATOR = regex(r"::|[.#/]")
_ELEMENT = regex(r"\[(\d+)\]")
_QUOTES = "\"'`"
_LETTERS = regex(r"[^\"'`<>()\[\]:.#/]+")
"""Letters that always belong to a component."""

LINES_NAMED = regex(r"(?::|[Ll]ines? +)(\d+)(?:-(\d+))?\Z")
_KIND = regex(r"([a-z_]+):(?!:)")
_HEADING = regex(r"#{1,6}[ \t]+(.+)", re.DOTALL)
_LABEL = regex(r"([^\s`>]+)\((\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')\)")
_SUFFIX = regex(r"(?:\[(-?\d+)\]|@(\d+)(?:\[([1-9]\d*)\])?)\Z")
_PLAIN_NAME = regex(r"[^\s.>\[\]#/@:()\"'`]+\Z")


class Part(StrEnum):
    """The part of a block that an operation works on."""

    WHOLE = "whole"
    BODY = "body"
    HEADER = "header"
    DOC = "doc"
    CONDITION = "condition"
    ARM = "arm"
    STATEMENT = "statement"


class Attach(StrEnum):
    """Which comments and decorators are included with a definition."""

    WHOLE = "whole"
    NONE = "none"
    DECORATORS = "decorators"
    DOCS = "docs"
    COMMENTS = "comments"


class Place(StrEnum):
    """Where an insertion goes, relative to its target or to the file."""

    BEFORE = "before"
    AFTER = "after"
    START = "start"
    END = "end"
    TOP = "top"
    BOTTOM = "bottom"
    IMPORTS = "imports"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a selector, between two `>`.

    `path` is the qualified name, outermost first; `[n]` inside it is an element such as ``"[0]"``. `index` is 1-based,
    negative from the end; with a `line` it counts the blocks that begin there. A step with a `label` is a call such as
    ``it("adds")``, and its path is the called name.
    """

    path: tuple[str, ...]
    kind: str | None = None
    label: str | None = None
    index: int | None = None
    line: int | None = None
    quoted: bool = False

    @property
    def name(self) -> str:
        """The last component."""
        return self.path[-1]

    @property
    def may_be_block(self) -> bool:
        """True if this step can name a block without a name of its own."""
        plain = len(self.path) == 1 and not self.quoted and self.label is None
        return plain and self.kind in (None, "block") and self.name in BLOCK_KINDS

    @property
    def must_be_block(self) -> bool:
        """True if this step cannot name a definition: `block:catch`, since a definition may be called `catch`."""
        return self.kind == "block" and self.may_be_block


@dataclass(frozen=True, slots=True)
class Selector:
    """An address such as ``Cart.total > if[2]``; either `steps` or `lines` is set."""

    text: str
    steps: tuple[Step, ...] = ()
    lines: LineRange | None = None

    @classmethod
    def parse(cls, text: str) -> Selector:
        """Parse a selector.

        Raises:
            SelectorError: naming the part that cannot be parsed.

        >>> [step.path for step in Selector.parse("Stack<T>::push > if[2]").steps]
        [('Stack<T>', 'push'), ('if',)]
        >>> Selector.parse(":4-9").lines
        LineRange(first=4, last=9)
        """
        if not isinstance(text, str):
            raise SelectorError(f"{shown(text)} is not a selector", hint="pass a string")
        stripped = text.strip()
        if not stripped:
            raise SelectorError(
                "the selector is empty", hint="name a definition, as outline prints it"
            )
        if match := LINES_NAMED.match(stripped):
            try:
                lines = LineRange(line_number(match[1]), line_number(match[2] or match[1]))
            except ValueError:
                raise SelectorError(
                    f"{shown(stripped)} is not a line range", hint="lines count from 1: ':42-60'"
                ) from None
            return cls(f":{lines}", lines=lines)
        return cls(stripped, tuple(_step(part, stripped) for part in _split_steps(stripped)))

    def parted(self, count: int) -> tuple[Selector, Selector | None]:
        """Return the first steps, and the rest or None.

        >>> head, rest = Selector.parse("script > setup > if").parted(1)
        >>> head.text, rest.text
        ('script', 'setup > if')
        """
        parts = _split_steps(self.text)
        head = Selector(" > ".join(parts[:count]), self.steps[:count])
        rest = Selector(" > ".join(parts[count:]), self.steps[count:])
        return head, rest if rest.steps else None


@dataclass(frozen=True, slots=True)
class Landmark:
    """A text in the file; `occurrence` is 1-based, -1 the last."""

    text: str
    occurrence: int | None = None


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place named by its text. For block operations, the block that this text opens."""

    text: str
    occurrence: int | None = None


@dataclass(frozen=True, slots=True)
class AnchorRange:
    """From a start landmark to the first `end` after it; both are included if `inclusive`."""

    start: Landmark
    end: Landmark
    inclusive: bool = True


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines by number; `expected` is what the caller believes they contain.

    Instead, `version` may name the text that the numbers refer to.
    """

    lines: LineRange
    expected: str | None = None
    version: str | None = None


Target = Selector | Anchor | AnchorRange | Lines


@dataclass(frozen=True, slots=True)
class Hints:
    """What narrows a search. The scope is the intersection of all hints.

    If `version` says to which text `near_line` refers, a hit on exactly that line is the one meant.
    """

    within: Selector | None = None
    after: Landmark | None = None
    before: Landmark | None = None
    between: tuple[Landmark, Landmark] | None = None
    near_line: int | None = None
    radius: int = 25
    """Lines on each side of `near_line`; chosen by judgement: how far a number is usually off."""
    version: str | None = None

    def given(self) -> tuple[str, ...]:
        """The names of the hints that are set."""
        names = ("within", "after", "before", "between", "near_line")
        return tuple(name for name in names if getattr(self, name) is not None)


NO_HINTS = Hints()


def line_number(digits: str) -> int:
    """Parse the number of a line, with no more digits than a line number can have.

    Raises:
        ValueError: when it is no number, or has too many digits.
    """
    if len(digits) > _MOST_DIGITS:
        raise ValueError(f"{len(digits)} digits")
    return int(digits)


def quote_name(name: str) -> str:
    """Quote a name so that it is parsed as one component."""
    if _PLAIN_NAME.match(name):
        return name
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _split_steps(text: str) -> list[str]:
    """Split at ``>`` between blanks, outside quotes and brackets."""
    if ">" not in text:
        return [text]
    parts, depth, quote, start, at = [], 0, "", 0, 0
    while at < len(text):
        letter = text[at]
        if quote:
            if letter == "\\":
                at += 1
            elif letter == quote:
                quote = ""
        elif letter in _QUOTES and not text[at - 1 : at].isalnum():
            quote = letter
        elif letter in "([":
            depth += 1
        elif letter in ")]":
            depth -= 1
        elif (
            letter == ">"
            and depth <= 0
            and text[at - 1 : at].isspace()
            and text[at + 1 : at + 2].isspace()
        ):
            parts.append(text[start:at].strip())
            start = at + 1
        at += 1
    parts.append(text[start:].strip())
    if not all(parts):
        raise SelectorError(f"a step is missing in {shown(text)}", hint="write 'outer > inner'")
    return parts


def _step(text: str, whole: str) -> Step:
    rest, index, line = text, None, None
    if (match := _SUFFIX.search(rest)) and not _inside_quotes(rest, match.start()):
        rest = rest[: match.start()]
        if max(len(digits or "") for digits in match.groups()) > _MOST_DIGITS + 1:
            raise SelectorError(
                f"the number in {shown(whole)} is too large",
                hint="count from 1, or -1 for the last",
            )
        index = int(match[1] or match[3]) if match[1] or match[3] else None
        line = int(match[2]) if match[2] else None
    if match := _HEADING.match(rest):
        name = match[1].strip()
        quoted = len(name) > 1 and name[0] == name[-1] == '"'
        return Step(
            (unescaped(name[1:-1]) if quoted else name,), "section", None, index, line, True
        )
    kind = None
    label = _LABEL.fullmatch(rest)
    kinds = ("call",) if label else DEFINITION_KINDS | BLOCK_KINDS  # `match:gsub("a")` is a call
    if (match := _KIND.match(rest)) and match[1] in kinds:
        kind, rest = match[1], rest[match.end() :]
    if label := _LABEL.fullmatch(rest):
        return Step((label[1],), kind, unescaped(label[2][1:-1]), index, line)
    if not rest and index is not None:
        return Step((f"[{index}]",), kind)
    path, quoted = _path(rest, whole)
    return Step(path, kind, None, index, line, quoted)


def _inside_quotes(text: str, at: int) -> bool:
    """Return True if a place is in quotes; a sign in other quotes, or after a letter, opens none."""
    quote, before, escaped = "", "", False
    for letter in text[:at]:
        if escaped or letter == "\\":
            escaped = not escaped
        elif quote:
            quote = "" if letter == quote else quote
        elif letter in _QUOTES and not before.isalnum():
            quote = letter
        before = letter
    return bool(quote)


def _path(text: str, whole: str) -> tuple[tuple[str, ...], bool]:
    """Split a qualified name into components; ``[n]`` between them is a component of its own."""
    parts: list[str] = []
    current, at, depth, quoted = "", 0, 0, False
    while at < len(text):
        if letters := _LETTERS.match(text, at):
            current, at = current + letters[0], letters.end()
            continue
        letter = text[at]
        if letter in _QUOTES and not current:
            end = _closing_quote(text, at, whole)
            parts.append(unescaped(text[at + 1 : end]))
            quoted, at = True, _behind_separator(text, end + 1)
            continue
        if letter in "<([":
            depth += letter == "<" and bool(current)
        elif letter == ">":
            depth = max(0, depth - 1)
        element = _ELEMENT.match(text, at) if depth == 0 else None
        separator = _SEPARATOR.match(text, at) if depth == 0 and current else None
        if element and (current or parts):
            parts += [current] if current else []
            parts.append(element[0])
            current, at = "", _behind_separator(text, element.end())
        elif separator:
            parts.append(current)
            current, at = "", separator.end()
        else:
            current, at = current + letter, at + 1
    parts += [current] if current else []
    if not parts:
        raise SelectorError(
            f"a name is missing in {shown(whole)}", hint="name a definition, as outline prints it"
        )
    return tuple(part.strip() for part in parts), quoted


def _behind_separator(text: str, at: int) -> int:
    separator = _SEPARATOR.match(text, at)
    return separator.end() if separator else at


def _closing_quote(text: str, at: int, whole: str) -> int:
    quote, end = text[at], at + 1
    while end < len(text) and text[end] != quote:
        end += 2 if text[end] == "\\" else 1
    if end >= len(text):
        raise SelectorError(
            f"a quote is not closed in {shown(whole)}", hint=f"add {quote} after the name"
        )
    return end


def unescaped(text: str) -> str:
    r"""Remove each `\` that only protects the letter after it."""
    return re.sub(r"\\(.)", r"\1", text)
