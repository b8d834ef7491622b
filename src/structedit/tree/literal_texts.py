"""Find texts whose white space is content: multi-line strings, heredocs, preformatted elements, verbatim blocks.

No operation may change the indentation of their lines, except that some move together with the code around them:

    x = <<~EOS        Ruby strips the common indentation of this heredoc, so it moves with its code
      a
    EOS

Strings (the role `strings`) are fixed, and documentation in strings moves. The captures ``@space.…`` in a language's
``blocks.scm`` add other nodes, and override strings at the same place.

Not here: how lines move (`layout.indent`), and texts inside embedded code (`Source.literal_texts`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum

from structedit.languages.profiles import LanguageProfile, LiteralRole
from structedit.text.document import Span
from structedit.text.lazily import regex
from structedit.text.lines import line_end, line_start
from structedit.text.values import dataclass, replace
from structedit.tree.without_grammar import masking

_HEREDOC = "heredoc"
"""The capture for heredocs, and the table of `[words]` that tells which of them move."""

_VERBATIM = "verbatim_text"
"""The table of `[words]` with patterns of verbatim texts in files without a grammar, and how each moves."""

_HEREDOC_OPENER = regex(rb"<<[^\s<]?")
_LINE_END = regex(rb"[\r\n]")


class Moves(StrEnum):
    """How the lines of a text may move, by the name of its capture (`@space.fixed`).

    `FIXED` not at all, `MOVES` by the same indentation as the line that the text begins on, `TABS` likewise, but only
    if that indentation is tabs.
    """

    FIXED = "fixed"
    MOVES = "moves"
    TABS = "tabs"

    def allows(self, indentation: bytes) -> bool:
        """Return True if the lines of such a text may lose or get this indentation."""
        return self is Moves.MOVES or (self is Moves.TABS and not indentation.strip(b"\t"))


@dataclass(frozen=True, slots=True)
class LiteralText:
    """A text of several lines whose white space is content.

    The span begins on the line above the first line that belongs to the text as a whole: at the opening quote, or
    at the end of the line that opens a heredoc.
    """

    span: Span
    moves: Moves

    def shifted(self, by: int) -> LiteralText:
        """Return the same text, `by` bytes further on."""
        return replace(self, span=self.span.shifted(by))


def outermost(
    data: bytes, profile: LanguageProfile, marked: Iterable[tuple[str, Span]]
) -> tuple[LiteralText, ...]:
    """Return the outermost literal texts of several lines among nodes, in document order.

    `marked` are the kinds of ``@space.…`` captures with their spans; of two for one span, the last one counts.
    """
    found: dict[Span, Moves] = {}
    for kind, span in marked:
        if kind == _HEREDOC:
            text = _heredoc(data, span, profile)
            found[text.span] = text.moves
        else:
            found[span] = Moves(kind)
    kept: list[LiteralText] = []
    for span in sorted(found, key=lambda span: (span.start, -span.end)):
        is_inside = bool(kept) and kept[-1].span.contains(span)
        if not is_inside and _LINE_END.search(data, span.start, span.end):
            kept.append(LiteralText(span, found[span]))
    return tuple(kept)


def in_text(data: bytes, profile: LanguageProfile, within: Span) -> tuple[LiteralText, ...]:
    """Return the strings and heredocs of several lines that overlap `within`, found without a tree."""
    found: list[LiteralText] = []
    for kind, start, end in masking.scan(data, profile).tokens:
        span = Span(start, end)
        if kind is LiteralRole.HEREDOC:
            found.append(_heredoc(data, span, profile))
        elif kind is not LiteralRole.COMMENT and _LINE_END.search(data, start, end):
            found.append(LiteralText(span, Moves.FIXED))
    for pattern, moves in profile.words.get(_VERBATIM, {}).items():
        matches = re.finditer(pattern.encode(), data)
        found += [LiteralText(Span(*match.span()), Moves(moves)) for match in matches]
    return tuple(text for text in found if text.span.overlaps(within))


def _heredoc(data: bytes, span: Span, profile: LanguageProfile) -> LiteralText:
    """Return a heredoc, from the end of the line that opens it.

    The openers on that line (`<<~`) decide how it moves. If they differ, it is unknown which body belongs to which,
    and the text is fixed.
    """
    if line_start(data, span.start) == span.start > 0:
        above = span.start - 2 if data[: span.start].endswith(b"\r\n") else span.start - 1
        span = Span(above, span.end)
    line = data[line_start(data, span.start) : line_end(data, span.start)]
    words = profile.words.get(_HEREDOC, {})
    openers = {
        words.get(opener.decode("utf-8", "replace"), Moves.FIXED)
        for opener in _HEREDOC_OPENER.findall(line)
    }
    return LiteralText(span, Moves(openers.pop()) if len(openers) == 1 else Moves.FIXED)
