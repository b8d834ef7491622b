"""The forms of a text that the line tiers compare: without blanks, and without look-alikes.

Blanks are dropped for the search, so that one `bytes.find` over the whole file finds every
candidate of every whitespace tier; which blanks may differ is checked on the candidates alone.
Look-alikes are characters such as curly and straight quotes.

Not here: tiers (`ladder`) and escapes (`escapes`).
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from functools import cached_property, lru_cache
from itertools import accumulate

from structedit.text.document import to_bytes, to_text
from structedit.text.lazily import regex
from structedit.text.lines import LINE_END
from structedit.text.values import dataclass
from structedit.text.words import IN_WORD

BLANKS = b" \t\x0b\x0c"
"""Bytes that are blank inside a line. A no-break space is a look-alike of one, not one."""

_LINE_ENDS = regex(rb"\n{2,}")
_LOOSE_BLANK = regex(rb"(?<!%s) | (?!%s)" % (IN_WORD, IN_WORD))

_ALIKE: dict[str, str] = {
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63", "-"),
    **dict.fromkeys("\u00a0\u202f\u205f\u3000", " "),
    **{chr(code): " " for code in range(0x2000, 0x200B)},
    **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad\ufe0e\ufe0f", ""),
    **{chr(code + 0xFEE0): chr(code) for code in range(0x21, 0x7F)},
    "\u2026": "...",
}
"""Characters that look like others, or like nothing, and what they are compared as."""

_ALIKE_CHARACTER = regex(f"[{''.join(map(re.escape, _ALIKE))}]")


class Condensed:
    """A text without blanks and blank lines, the other lines joined by ``\\n``.

    Its line k starts at `starts[k]` and is the text's line `numbers[k]`, counted from 0. Most texts that are
    searched do not have the needle, so these are computed on demand.
    """

    def __init__(self, lines: bytes) -> None:
        """Take the lines without blanks, the blank ones among them."""
        self._lines = lines
        self.text = _LINE_ENDS.sub(b"\n", lines).strip(b"\n")

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each line begins."""
        lines = self.text.split(b"\n")
        return tuple(accumulate([len(line) + 1 for line in lines[:-1]], initial=0))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """Which line of the whole text each line is."""
        return tuple([number for number, line in enumerate(self._lines.split(b"\n")) if line])


@dataclass(frozen=True, slots=True)
class Places:
    """For each byte of a condensed line: where its character begins and ends in the whole line."""

    starts: array[int]
    ends: array[int]

    def __len__(self) -> int:
        return len(self.starts)


def contents(data: bytes) -> list[bytes]:
    """Split into lines without their endings, as many as `line_starts` has.

    >>> contents(b"a\\r\\nb\\n")
    [b'a', b'b', b'']
    """
    return LINE_END.split(data) if b"\r" in data else data.split(b"\n")


def is_blank(line: bytes) -> bool:
    """Return True if a line without its ending is empty or has only blanks."""
    return not line.strip(BLANKS)


def leading(line: bytes) -> bytes:
    """The blanks that a line begins with."""
    return line[: len(line) - len(line.lstrip(BLANKS))]


def trailing(line: bytes) -> bytes:
    """The blanks that a line ends with."""
    return line[len(line.rstrip(BLANKS)) :]


def key_of(line: bytes) -> bytes:
    """A line without the blanks and look-alikes in which the whitespace tiers let it differ."""
    return fold(line).translate(None, BLANKS)


@lru_cache(maxsize=8)
def condense(data: bytes) -> Condensed:
    """A text without blanks and blank lines.

    >>> condense(b"if x :\\n\\n  y = 1\\n").text
    b'ifx:\\ny=1'
    """
    lines = LINE_END.sub(b"\n", data) if b"\r" in data else data
    return Condensed(lines.translate(None, BLANKS))


@lru_cache(maxsize=8)
def condense_folded(data: bytes) -> Condensed:
    """A text without look-alikes, blanks and blank lines."""
    return condense(fold(data))


def fold(text: bytes) -> bytes:
    """Replace look-alikes by what they look like, and compose letters with their accents.

    >>> fold("\\u201ca\\u201d\\u00a0\\u2013 e\\u0301".encode()) == '"a" - \\u00e9'.encode()
    True
    """
    return text if text.isascii() else to_bytes(_fold(to_text(text)))


def spaced(text: bytes) -> bytes:
    """A text with one blank between two words and none elsewhere.

    >>> spaced(b" return  f( a, b )")
    b'return f(a,b)'
    """
    return _LOOSE_BLANK.sub(b"", b" ".join(text.split()))


@lru_cache(maxsize=8)
def places(line: bytes) -> Places:
    """Map the bytes of a line that are not blank to their places in it."""
    starts = array("L", (at for at, byte in enumerate(line) if byte not in BLANKS))
    return Places(starts, array("L", (at + 1 for at in starts)))


@lru_cache(maxsize=8)
def folded_places(line: bytes) -> Places:
    """Map the bytes of the folded line that are not blank to their places in the line."""
    if line.isascii():
        return places(line)
    starts, ends, at = array("L"), array("L"), 0
    for cluster in _clusters(to_text(line)):
        end = at + len(to_bytes(cluster))
        count = len(to_bytes(_fold(cluster)).translate(None, BLANKS))
        starts.extend([at] * count)
        ends.extend([end] * count)
        at = end
    return Places(starts, ends)


def _fold(text: str) -> str:
    composed = unicodedata.normalize("NFC", text)
    return _ALIKE_CHARACTER.sub(lambda match: _ALIKE[match[0]], composed)


def _clusters(text: str) -> list[str]:
    """Letters, each with what composes with it: accents, the parts of Hangul, and characters that look like nothing.

    >>> _clusters("é 1́") == ["é", " ", "1", "́"]
    True
    >>> _clusters("\u26a0\ufe0f !") == ["\u26a0\ufe0f", " ", "!"]
    True
    """
    clusters: list[str] = []
    for letter in text:
        unseen = _ALIKE.get(letter) == ""
        joins = unseen or unicodedata.combining(letter) or "\u1160" <= letter <= "\u11ff"
        if joins and clusters:
            clusters[-1] += letter
        else:
            clusters.append(letter)
    return [
        part for cluster in clusters for part in ([cluster] if _is_joined(cluster) else cluster)
    ]


def _is_joined(cluster: str) -> bool:
    """Return True if the characters of a cluster are compared as one: they compose, or some look like nothing."""
    composed = unicodedata.normalize("NFC", cluster)
    return composed != cluster or any(_ALIKE.get(letter) == "" for letter in cluster)
