"""The metavariables of a pattern: their syntax, and the words that replace them while it is parsed.

`$NAME` is one named node, the same one for each use of the name; `$_` and `$_NAME` one that is not
stored; `$$NAME` one node of any kind, such as an operator; `$$$` and `$$$NAME` any number of
nodes. Names are of capitals, digits and `_`. Everything else is code, `$name` too.

Not here: the words that replace one in a language (`grammars_config`), matching (`tree`).
"""

from __future__ import annotations

from collections.abc import Sequence

from structedit.text.document import to_bytes, to_text
from structedit.text.lazily import regex
from structedit.text.values import dataclass
from structedit.tree.pattern_nodes import Hole

METAVARIABLE = regex(
    r"(?P<sign>\$\$\$)(?P<any>[A-Z_][A-Z0-9_]*)?(?!\w)|(?P<few>\$\$?)(?P<one>[A-Z_][A-Z0-9_]*)(?!\w)"
)
"""A metavariable in a pattern. `$Name` is none, since names in code look so."""

_WORD_OR_BLANK = regex(rb"[\w\s\x80-\xff]")

NAME = "#"
"""The sign for the name of a metavariable in a language's placeholder."""


@dataclass(frozen=True, slots=True)
class Metavariable:
    """One place of a metavariable in a pattern: its text, its offset, and the values that it accepts."""

    text: str
    at: int
    hole: Hole

    @property
    def key(self) -> str | int:
        """Equal for places that must match the same code; a place without a name has its own key."""
        return self.text if self.hole.name else self.at


@dataclass(frozen=True, slots=True)
class Masked:
    """A pattern with words of the language instead of the metavariables."""

    text: bytes
    words: dict[bytes, Metavariable]

    def hole_of(self, text: bytes) -> Hole | None:
        """Return the metavariable that a text of the tree replaces."""
        found = self.words.get(text)
        return found.hole if found is not None else None

    def place_of(self, at: int) -> int:
        """Return the offset in the pattern of a byte of the text."""
        return len(to_text(self.spelled(self.text[:at])))

    def inside_of(self, text: bytes) -> tuple[bytes, Hole, bytes] | None:
        """Return the metavariable in a text with only signs beside it, such as quotes, and these signs.

        A line break may end the text, as it ends the code of a fence.
        """
        for word, found in self.words.items():
            before, is_there, behind = text.partition(word)
            if is_there and not _WORD_OR_BLANK.search(before + behind.removesuffix(b"\n")):
                return before, found.hole, behind
        return None

    def spelled(self, text: bytes) -> bytes:
        """Return a text of the tree as the pattern spells it."""
        for word, found in self.words.items():
            if word in text:
                text = text.replace(word, found.text.encode())
        return text


def metavariables(pattern: str) -> tuple[Metavariable, ...]:
    """Return the metavariables of a pattern, in their order.

    >>> [(m.text, m.hole.name, m.hole.many) for m in metavariables("f($A, $$$REST, $_X, $y)")]
    [('$A', 'A', False), ('$$$REST', 'REST', True), ('$_X', '', False)]
    """
    found: list[Metavariable] = []
    for match in METAVARIABLE.finditer(pattern):
        sign, name = match["sign"] or match["few"], match["any"] or match["one"] or ""
        stored = "" if name.startswith("_") else name
        hole = Hole(stored, many=sign == "$$$", named=sign != "$$")
        found.append(Metavariable(match[0], match.start(), hole))
    return tuple(found)


def is_for_statements(pattern: str, one: Metavariable) -> bool:
    """Return True if a `$$$` has only the neighbours of statements beside it: braces, or the ends of lines."""
    before, behind = (
        pattern[: one.at].rstrip(" \t"),
        pattern[one.at + len(one.text) :].lstrip(" \t"),
    )
    begins = before[-1:] in ("{", "}", ";", "\n")
    return one.hole.many and begins and behind[:1] in ("}", "\r", "\n", "")


def masked(pattern: str, forms: Sequence[str]) -> Masked:
    """Replace the metavariables of a pattern with words: one form for each different one, in their order.

    >>> masked("f($A, $B, $A)", ["µ#", '"#"']).text.decode()
    'f(µM0, "M1", µM0)'
    >>> masked("f($_, $_)", ["µ#"]).text.decode()
    'f(µM0, µM1)'
    """
    words: dict[bytes, Metavariable] = {}
    known: dict[str | int, str] = {}
    parts, at, number = list[str](), 0, 0
    for one in metavariables(pattern):
        if one.key not in known:
            form = forms[min(len(known), len(forms) - 1)]
            while (word := form.replace(NAME, f"M{number}")) in pattern:
                number += 1
            number += 1
            known[one.key] = word
            words[word.encode()] = one
        parts += [pattern[at : one.at], known[one.key]]
        at = one.at + len(one.text)
    return Masked(to_bytes("".join([*parts, pattern[at:]])), words)
