"""What tells a misspelt word from the name of something else.

A caller that writes a file's words from memory swaps two letters, drops one or doubles one. A twin
(`total_c` for `total_a`, `rows` for `row`, `content` for `context`) is one letter away as well and
means another thing, so closeness alone says nothing. What is taken for a slip is one only inside
one part of a name, its first letter right: letters that changed places, one that is missing or
too many, and, in a long part, a vowel for a vowel.

Not here: whether the word stands elsewhere in the file, and how many slips a text may have
(`search.near`).
"""

from __future__ import annotations

import re

from structedit.values import dataclass

TOKEN = re.compile(rb"[\w$\x80-\xff]+|[^\w\s$\x80-\xff]")
"""A word or a sign, in bytes."""

_PART = re.compile(rb"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^A-Za-z]+")
_VOWELS = frozenset(b"aeiouyAEIOUY")


@dataclass(frozen=True, slots=True)
class Spelling:
    """How long a part of a name must be for a slip in it to be told from another name."""

    letters: int = 5
    letters_for_vowels: int = 8


SPELLING = Spelling()


def misspelt(word: bytes, right: bytes, rule: Spelling = SPELLING) -> bytes | None:
    """Give the part of a word that is a slip of the pen for one in another word, None if none is.

    >>> misspelt(b"user_averge", b"user_average"), misspelt(b"lenght", b"length")
    (b'averge', b'lenght')
    >>> [misspelt(*pair) for pair in [(b"total_c", b"total_a"), (b"rows", b"row")]]
    [None, None]
    >>> misspelt(b"context", b"content"), misspelt(b"decode", b"encode")
    (None, None)
    """
    own, other = _PART.findall(word), _PART.findall(right)
    if len(own) != len(other):
        return None
    odd = [(a, b) for a, b in zip(own, other, strict=True) if a != b]
    return odd[0][0] if len(odd) == 1 and _is_slip(*odd[0], rule) else None


def _is_slip(part: bytes, right: bytes, rule: Spelling) -> bool:
    if not (part.isalpha() and right.isalpha()) or part[:1] != right[:1]:
        return False
    if min(len(part), len(right)) < rule.letters - 1 or len(right) < rule.letters:
        return False
    head, tail = _shared(part, right)
    odd, other = part[head : len(part) - tail], right[head : len(right) - tail]
    if len(odd) == len(other) == 2:
        return odd == other[::-1]
    if len(odd) == len(other) == 1:
        vowels = odd[0] in _VOWELS and other[0] in _VOWELS
        return vowels and tail > 0 and len(right) >= rule.letters_for_vowels
    return len(odd) + len(other) == 1 and tail > 0


def _shared(one: bytes, other: bytes) -> tuple[int, int]:
    """Give how many letters are common at the front, and of the rest at the end."""
    most = min(len(one), len(other))
    head = next((i for i in range(most) if one[i] != other[i]), most)
    most -= head
    tail = next((i for i in range(most) if one[-1 - i] != other[-1 - i]), most)
    return head, tail
