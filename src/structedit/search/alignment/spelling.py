"""Decides whether a word is a misspelling of another one, or the name of something else.

A caller that writes a file's words from memory swaps two letters, drops one or doubles one. A twin
(`total_c` for `total_a`, `rows` for `row`, `content` for `context`) is one letter away as well and
means another thing, so edit distance alone says nothing. A slip is one inside one part of a name,
whose first and last letters are right, and makes no word of it that is known to be one. Other slips
are a letter that is doubled at the end of a part, one that changed places with the edge of one, and in
long names the sign between two parts. At a part's first or last letter, and in parts of four letters, a
slip is accepted only if the right part is a common word that is no word without that letter: `uateway`
is a slip for `gateway`, but `vectorx` may be another name than `vectors`.

Not here: whether the file has the word elsewhere, and how many slips a text may have
(`search.alignment.misspelt_text`).
"""

from __future__ import annotations

from functools import cache

from structedit.languages.config_files import read_packaged
from structedit.text.diff import shared_ends
from structedit.text.lazily import regex

FEWEST_LETTERS = 4
"""Letters of a part of a name in which a slip can be distinguished from another name.

Fitted on drifted edits of real commits, 2026: see `misspelt_text.NEARNESS`.
"""

_MOST_LETTERS = 2
"""Letters by which two spellings of a word may differ; chosen by judgement."""

_SHORTEST_SHIFTED = 6
"""Letters of a name in which the edge of two parts may be a letter too far: `Tr_ee`; by judgement."""

_SHORTEST_MISTYPED = 8
"""Letters of a name in which a letter may stand for the sign between two parts; by judgement."""

_SHORTEST_JOINED = 10
"""Letters of a name, without its signs, that may lack the sign between two parts, or have one more.

Chosen by judgement: `filename` and `file_name` are often two things.
"""

_PART = regex(rb"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^A-Za-z]+")


@cache
def common_words() -> frozenset[bytes]:
    """The words that code uses everywhere, in small letters."""
    return _words("common_words.txt")


@cache
def confusable_words() -> frozenset[bytes]:
    """The words that one slip of the pen makes of each other: `content` and `context`."""
    return _words("confusable_words.txt")


def _words(name: str) -> frozenset[bytes]:
    """Read the words of a data file next to this module, one a line; a line with `#` is a comment."""
    lines = read_packaged("search", "alignment", name).encode().splitlines()
    return frozenset(line for line in lines if line and not line.startswith(b"#"))


def misspelt(word: bytes, right: bytes, letters: int = FEWEST_LETTERS) -> bytes | None:
    """The part of `word` that is a misspelling of a part of `right`; None if none is.

    >>> misspelt(b"user_averge", b"user_average"), misspelt(b"lenght", b"length")
    (b'averge', b'lenght')
    >>> [misspelt(*pair) for pair in [(b"total_c", b"total_a"), (b"rows", b"row")]]
    [None, None]
    >>> misspelt(b"documentstore", b"document_store"), misspelt(b"filename", b"file_name")
    (b'documentstore', None)
    >>> misspelt(b"context", b"content"), misspelt(b"decode", b"encode")
    (None, None)
    >>> misspelt(b"_eaders", b"_headers"), misspelt(b"xpath", b"ypath"), misspelt(b"vala", b"valb")
    (b'eaders', None, None)
    """
    head, tail = shared_ends(word, right)
    odd, other = word[head : len(word) - tail], right[head : len(right) - tail]
    if _parts_apart(word, right, head, tail):
        return word
    if _joins_parts(odd, other) or (odd == b"_" and word[head - 1 : head] == b"_" != word[:1]):
        return word if head and len(right) >= _SHORTEST_SHIFTED else None
    if not _is_one_slip(odd, other):
        return None
    start, end = _part_around(right, head - (not other), len(right) - tail)
    part = word[start : end + len(word) - len(right)]
    doubled = len(odd + other) == 1 and odd + other == word[head - 1 : head]
    closed = doubled or len(odd) == 2 or len(right) - tail < end
    replaced = len(odd) == len(other) == 1
    size = len(part) if doubled else end - start
    if not part.isalpha() or size < letters or _is_known_word(part):
        return None
    swapped = len(odd) == 2 and size > letters
    inside = closed and (start < head or swapped) and size >= letters + replaced
    return part if inside or _is_slip_of_usual(part, right[start:end]) else None


def is_recased(word: bytes, right: bytes, letters: int = FEWEST_LETTERS) -> bool:
    """Return True if two words differ in letter case alone and are long enough to be one name."""
    return word != right and word.lower() == right.lower() and len(word) >= letters


def is_close(word: bytes, right: bytes) -> bool:
    """Return True if few letters of two names differ, no digit does, and neither is the beginning of the other.

    A text does not land by it, for it may be another name: `item` and `iten`.
    """
    from rapidfuzz.distance import OSA

    texts = [text.decode("utf-8", "surrogateescape") for text in (word, right)]
    shortest = min(map(len, texts))
    names = all(text.isidentifier() and text.lstrip("_")[:1].isalpha() for text in texts)
    if not names or shortest < FEWEST_LETTERS or word.startswith(right) or right.startswith(word):
        return False
    most = 1 if len(word) <= FEWEST_LETTERS + 1 else _MOST_LETTERS
    digits = [[letter for letter in text if letter.isdigit()] for text in texts]
    return digits[0] == digits[1] and OSA.distance(*texts) <= most


def is_slip(word: bytes, right: bytes) -> bool:
    """Return True if a word may be another one in another spelling."""
    return is_recased(word, right) or misspelt(word, right) is not None or is_close(word, right)


def _is_slip_of_usual(part: bytes, own: bytes) -> bool:
    """Return True if a part is a misspelling of a common word.

    It is none if both begin or end with the same word, and differ in the letter next to it
    alone: `vectorx` and `vectors`, `xpath` and `ypath`. Nor where one may be the other's plural.
    """
    part, own = part.lower(), own.lower()
    if own not in common_words() or len(part) > len(own) or own == part + b"s":
        return False
    rests = ((part[1:], own[1:]), (part[:-1], own[:-1]))
    short = len(own) == FEWEST_LETTERS + 1
    stems = [one for one, other in rests if one == other and len(part) == len(own)]
    return not any(
        stem in common_words() or (short and stem in confusable_words()) for stem in stems
    )


def _is_known_word(part: bytes) -> bool:
    """Return True if the word lists have a part of a name."""
    return part.lower() in confusable_words() or part.lower() in common_words()


def _joins_parts(odd: bytes, other: bytes) -> bool:
    """Return True if letters at the edge of two parts of a name changed places: `Tr_ee` for `Tre_e`."""
    if len(odd) != 2 or odd != other[::-1]:
        return False
    letters = odd.replace(b"_", b"")
    mixed = not odd.islower() and not odd.isupper()
    return letters.isalpha() and (len(letters) == 1 or mixed)


def _parts_apart(word: bytes, right: bytes, head: int, tail: int) -> bool:
    """Return True if parts of a long name lost the sign between them, got one, or have a letter for it.

    Short names are left out: `filename` and `file_name` are often two things.
    """
    odd, other = word[head : len(word) - tail], right[head : len(right) - tail]
    inside = right[head - 1 : head].isalpha() and right[len(right) - tail :][:1].isalpha()
    if not inside or b"_" not in (odd, other):
        return False
    if len(odd) == len(other) == 1:
        return other == b"_" and odd.isalpha() and len(right) >= _SHORTEST_MISTYPED
    return not (odd and other) and len(right.replace(b"_", b"")) >= _SHORTEST_JOINED


def _is_one_slip(odd: bytes, other: bytes) -> bool:
    """Return True if two letters changed places, or one letter is another, missing or too many."""
    if len(odd) == len(other) == 2:
        return odd == other[::-1]
    same_case = odd.islower() == other.islower()
    return len(odd) + len(other) == 1 or (len(odd) == len(other) == 1 and same_case)


def _part_around(word: bytes, first: int, last: int) -> tuple[int, int]:
    """Return the edges of the part of a name around a place; of both parts, if the place is on an edge.

    >>> _part_around(b"user_average", 8, 9)
    (5, 12)
    """
    parts = [match.span() for match in _PART.finditer(word)]
    held = [span for span in parts if span[0] < last and first < span[1]]
    return (held[0][0], held[-1][1]) if held else (first, last)
