"""The elements of a parsed file, as values: spans and words, no parser objects.

Both the syntax tree and the reader of files without a grammar return them, so that no other
package needs to know which of the two it asked.
"""

from __future__ import annotations

from typing import Any

from structedit.languages.profiles import Layout, ListRule
from structedit.text.document import Span
from structedit.text.lines import SPACE, line_start, text_start
from structedit.text.values import dataclass, replace

NODE = "node"
"""The kind of a block that no query knows: a node that an anchor names by its text."""


@dataclass(frozen=True, slots=True)
class Block:
    """A definition (it has a `path`) or an anonymous block.

    core: the node itself. span: the core with wrappers and decorators (attributes, in some languages).
    header: from the core's start to the header's last token.
    body: everything between header and end, delimiters excluded, blanks and comments included;
        None when there is no body (a prototype, a bare statement).
    arm: header, body and the body's closer; shorter than `core` where other arms follow.
    attached: spans of the doc and plain comments right above `span` that belong to it.
    aliases: other names of a definition, which count where no path is the one asked for.
    prefix: the wrapper's own words before the core (`export`, `template<...>`), which stay when a
        replacement does not bring them.
    trailing: comments after the last statement that the span leaves out, inside the body or
        beside its end on the same line.
    """

    kind: str
    span: Span
    core: Span
    header: Span
    body: Span | None
    arm: Span
    layout: Layout = Layout.NONE
    path: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    name: Span | None = None
    label: str | None = None
    condition: Span | None = None
    attached: tuple[Span, ...] = ()
    decorators: tuple[Span, ...] = ()
    doc: Span | None = None
    prefix: Span | None = None
    trailing: Span | None = None
    broken: bool = False

    def __post_init__(self) -> None:
        span, core, arm = self.span, self.core, self.arm
        if not span.start <= core.start <= arm.start <= arm.end <= core.end <= span.end:
            raise ValueError(f"a block's spans must nest: {self.span} {self.core} {self.arm}")

    @property
    def is_definition(self) -> bool:
        """It is a definition rather than an anonymous block."""
        return bool(self.path)

    @property
    def has_bodies(self) -> bool:
        """It has a body, or clauses with bodies."""
        return self.body is not None or self.layout is Layout.CLAUSES

    def shifted(self, by: int) -> Block:
        """Return the block with all its spans moved by a number of bytes."""
        moved: dict[str, Any] = {}
        for name in self.__match_args__:
            value = getattr(self, name)
            if isinstance(value, Span):
                moved[name] = value.shifted(by)
            elif name in ("attached", "decorators"):
                moved[name] = tuple(span.shifted(by) for span in value)
        return replace(self, **moved)

    def is_called(self, name: str) -> bool:
        """Return True if a name is one of the aliases, with or without its sign."""
        return any(name in (alias, alias.lstrip("#.")) for alias in self.aliases)

    @property
    def order(self) -> tuple[int, int]:
        """The sort key for document order: of two that begin at one place the outer one is first."""
        return self.core.start, -self.core.end

    @property
    def end(self) -> int:
        """The end of the span, or of its body where comments at its end lie outside the span."""
        return max(self.span.end, self.body.end if self.body else 0)

    @property
    def whole(self) -> Span:
        """The span with all attached comments and the trailing ones."""
        start = min((self.span.start, *(s.start for s in self.attached)))
        return Span(start, max(self.end, self.trailing.end if self.trailing else 0))


@dataclass(frozen=True, slots=True, order=True)
class SyntaxFault:
    """A place that does not parse: an error node, or a token that is missing (empty span)."""

    span: Span
    expected: str = ""


@dataclass(frozen=True, slots=True)
class ListItem:
    """An item of a list: its span and number, all items, the list, and its punctuation.

    is_bound: it cannot be removed alone: a name of `x, y = 1, 2`.
    """

    span: Span
    index: int
    items: tuple[Span, ...]
    parent: Span
    rule: ListRule
    is_bound: bool = False

    @property
    def separator(self) -> bytes:
        """The separator of the list; empty if blanks separate the items."""
        return self.rule.separator.encode()

    def separator_end(self, data: bytes, blanks: bytes = SPACE) -> int | None:
        """Return the end of the separator behind the item and some blanks."""
        at, separator = text_start(data, self.span.end, blanks), self.separator
        return at + len(separator) if separator and data.startswith(separator, at) else None

    def lead(self, data: bytes, index: int | None = None) -> bytes | None:
        """Return the blanks and the separator at the start of an item's line (`  | `), if they are there.

        Return them for this item, or for the one with a number.
        """
        number = self.index if index is None else index
        if not self.separator or not 0 <= number < len(self.items):
            return None
        start = self.items[number].start
        before = data[line_start(data, start) : start]
        return before if before.strip() == self.separator else None
