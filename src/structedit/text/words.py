"""Words and signs of a text, found without a grammar, and whether a text is distinctive.

Not here: the tokens of a tree (`tree.tokens`), misspelt words (`search.alignment.spelling`).
"""

from __future__ import annotations

import re

from structedit.text.lazily import regex

IN_WORD = rb"[\w$\x80-\xff]"
"""A byte of a word: words contain the signs that names may have in some language."""

TOKEN = regex(IN_WORD + rb"+|\S")
"""A word, or one other sign."""

TEXT_TOKEN = regex(r"[\w$]+|[^\w\s$]")
"""The same of a decoded text."""

TELLING = regex(rb"[0-9A-Za-z_\x80-\xff]{3}")
"""What a distinctive line contains: `}`, `);` and `if` occur in every file."""

TELLING_LETTERS = 8
"""Letters and signs, without blanks, that a text needs for its presence to be no coincidence.

Chosen by judgement: `return 1` has seven, `pass` and `}` fewer.
"""


def stands_as_word(data: bytes, word: bytes) -> bool:
    """Return True if a text has a word as a whole word, in the same letter case.

    >>> stands_as_word(b"total = recount", b"count"), stands_as_word(b"$count", b"count")
    (False, True)
    """
    pattern = rb"(?<![\w\x80-\xff])" + re.escape(word) + rb"(?![\w\x80-\xff])"
    return re.search(pattern, data) is not None


def paired_tokens(line: bytes, other: bytes) -> list[tuple[bytes, bytes]] | None:
    """Return the words and signs of two texts in pairs; None if their numbers differ.

    >>> paired_tokens(b"f(a)", b"f( b )")
    [(b'f', b'f'), (b'(', b'('), (b'a', b'b'), (b')', b')')]
    """
    tokens, others = TOKEN.findall(line), TOKEN.findall(other)
    return list(zip(tokens, others, strict=True)) if len(tokens) == len(others) else None


def is_telling(text: str | bytes) -> bool:
    """Return True if a text is long enough to identify a place.

    >>> is_telling("return x + y"), is_telling("  }  )")
    (True, False)
    """
    return sum(map(len, text.split())) >= TELLING_LETTERS


_CUES = (
    "..",
    "…",
    "existing",
    "unchanged",
    "remaining",
    "previous",
    "other",
    "rest",
    "omitted",
    "same",
)
"""Without any of them a text has no line that marks omitted code (see `search.alignment.elision`)."""


def may_leave_out(text: str) -> bool:
    """Return True if a text has a word or dots with which a line can mark omitted code."""
    lowered = text.casefold()
    return any(cue in lowered for cue in _CUES)
