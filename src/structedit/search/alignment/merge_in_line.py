"""A three-way merge inside one line, for lines that differ in blanks and look-alikes only.

The file's line and the caller's old one are equal once folded, so each token of the old line has
its bytes in the file's. Tokens that the caller keeps stay as the file has them, the others are
the caller's; so are the blanks between them, where the caller leaves its own as they were.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from structedit.search.alignment.folding import fold, folded_places, key_of
from structedit.text.diff import Opcode, equal_pairs, opcodes
from structedit.text.document import to_bytes, to_text
from structedit.text.lazily import regex
from structedit.text.values import dataclass

_JOINED = "\u0300-\u036f\u1160-\u11ff\u200b-\u200d\u2060\ufeff\u00ad"
_BEYOND_ASCII = regex("[^\x00-\x7f]")
_TOKEN = regex(rf"(?:[\w$][{_JOINED}]*)+|\S[{_JOINED}]*")
"""The tokens of `text.words`, each with the marks that belong to its letters."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a sign, where it stands in its line, and the blanks before it."""

    text: bytes
    start: int
    end: int
    blanks: bytes


def merge_tokens(old: bytes, ours: bytes, new: bytes) -> bytes:
    """Merge the change from `old` to `new` into `ours`, which folds to the same text as `old`.

    All three are lines without indentation. Where the characters cannot be paired, the result is `new`.

    >>> print(merge_tokens(b'say("hi", 1)', "say(“hi”,  1)".encode(), b'say("ho", 1)').decode())
    say(“ho”,  1)
    """
    if key_of(old) != key_of(ours) or len(folded_places(old)) != len(folded_places(ours)):
        return new
    before, after = _tokens(old), _tokens(new)
    stands = _stands(before, old, ours)
    steps = opcodes([token.text for token in before], [token.text for token in after])
    kept = {j: i for i, j in equal_pairs(steps)}
    instead = _replaced(steps)
    parts: list[bytes] = []
    at = 0
    while at < len(after):
        first = kept.get(at)
        length = _group(stands, first) if first is not None else 1
        if first is None or any(kept.get(at + i) != first + i for i in range(length)):
            base = instead.get(at, first)
            parts += (_gap(after[at], before, base, stands, ours), after[at].text)
            at += 1
            continue
        parts.append(_gap(after[at], before, first, stands, ours))
        parts.append(ours[stands[first][0] : stands[first + length - 1][1]])
        at += length
    return b"".join(parts)


def _replaced(steps: Sequence[Opcode]) -> dict[int, int]:
    """New tokens with the old ones in whose place they are: the first ones, or all where they are as many.

    The file's blanks in front of these are in front of those, too.
    """
    return {
        j1 + k: i1 + k
        for tag, i1, i2, j1, j2 in steps
        if tag == "replace"
        for k in range(i2 - i1 if i2 - i1 == j2 - j1 else 1)
    }


def _gap(
    token: Token, before: list[Token], base: int | None, stands: list[tuple[int, int]], ours: bytes
) -> bytes:
    """The blanks in front of a token: the file's, where the caller has those that it had."""
    if not base or token.blanks != before[base].blanks:
        return token.blanks
    return ours[stands[base - 1][1] : stands[base][0]]


def as_the_file(pairs: Iterable[tuple[bytes, bytes]], *texts: bytes) -> tuple[bytes, ...]:
    """Texts with look-alikes as the file writes them, learnt from lines of the caller and the file.

    Only where the file always has the same for a letter; a letter that the lines do not have goes
    by its look-alikes among those that they have.

    >>> as_the_file([("“a”".encode(), b'"a"')], "“b”".encode())
    (b'"b"',)
    """
    shown: dict[str, set[str]] = {}
    for line, ours in pairs:
        for letter, text in _letters(line, ours):
            shown.setdefault(letter, set()).add(text)
    plain = {fold(to_bytes(letter)) for letter, found in shown.items() if found == {_plain(letter)}}
    known = {letter: found.pop() for letter, found in shown.items() if len(found) == 1}

    def change(match: re.Match[str]) -> str:
        letter = match[0]
        unseen = letter not in shown and fold(to_bytes(letter)) in plain
        return _plain(letter) if unseen else known.get(letter, letter)

    return tuple(
        text if text.isascii() else to_bytes(_BEYOND_ASCII.sub(change, to_text(text)))
        for text in texts
    )


def _plain(letter: str) -> str:
    return to_text(fold(to_bytes(letter)))


def _letters(line: bytes, ours: bytes) -> Iterator[tuple[str, str]]:
    """Each look-alike of a caller's line with what the file has for it."""
    if line.isascii() or len(folded_places(line)) != len(folded_places(ours)):
        return
    here, there = folded_places(line), folded_places(ours)
    at = 0
    while at < len(here):
        end = at + 1
        while end < len(here) and here.starts[end] == here.starts[at]:
            end += 1
        letter = to_text(line[here.starts[at] : here.ends[at]])
        if len(letter) == 1 and not letter.isascii() and _plain(letter) != letter:
            yield letter, to_text(ours[there.starts[at] : there.ends[end - 1]])
        at = end


def _tokens(line: bytes) -> list[Token]:
    tokens, text, end, offset = [], to_text(line), 0, 0
    for match in _TOKEN.finditer(text):
        blanks, word = to_bytes(text[end : match.start()]), to_bytes(match[0])
        start = offset + len(blanks)
        tokens.append(Token(word, start, start + len(word), blanks))
        end, offset = match.end(), start + len(word)
    return tokens


def _stands(tokens: list[Token], old: bytes, ours: bytes) -> list[tuple[int, int]]:
    """Where each token of `old` stands in `ours`; one that folds to nothing stands nowhere."""
    here, there = folded_places(old), folded_places(ours)
    found, at, last = [], 0, 0
    for token in tokens:
        first = at
        while at < len(here) and here.starts[at] < token.end:
            at += 1
        found.append((there.starts[first], there.ends[at - 1]) if at > first else (last, last))
        last = found[-1][1]
    return found


def _group(stands: list[tuple[int, int]], first: int) -> int:
    """Number of tokens from `first` on that share characters of the file, as ``...`` and ``…`` do."""
    length = 1
    while (
        first + length < len(stands) and stands[first + length][0] < stands[first + length - 1][1]
    ):
        length += 1
    return length
