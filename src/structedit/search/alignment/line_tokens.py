"""The tokens of lines that differ in blanks and look-alikes only.

The file's line and the caller's old one are equal once folded, so each token of the old line has
its bytes in the file's.

Not here: what is made of them (`search.alignment.merge_walk`).
"""

from __future__ import annotations

import re
from itertools import groupby, pairwise

from structedit.search.alignment.folding import folded_places, key_of
from structedit.search.alignment.merge_sides import Token
from structedit.text.document import Span, to_bytes, to_text
from structedit.text.lazily import regex
from structedit.text.values import replace
from structedit.text.words import TOKEN

_JOINED = "\u0300-\u036f\u1160-\u11ff\u200b-\u200d\u2060\ufe0e\ufe0f\ufeff\u00ad"
_TOKEN = regex(rf"(?:[\w$][{_JOINED}]*)+|\S[{_JOINED}]*")
"""The tokens of `text.words`, each with the marks that belong to its letters."""


def line_tokens(
    old: bytes, ours: bytes, new: bytes
) -> tuple[tuple[Token, ...], list[Token]] | None:
    """The tokens of an old line, with where the file's line has them, and those of the new one.

    Signs that share a character of the file, as ``...`` and ``…`` do, are one token. None where the
    characters of the old line and the file's cannot be paired. Of lines in other words, these are paired if both
    have as many.
    """
    if key_of(old) != key_of(ours):
        words, others = ([Span(*m.span()) for m in TOKEN.finditer(line)] for line in (old, ours))
        if len(words) != len(others):
            return None
        pairs = zip(words, others, strict=True)
        said = tuple(Token(one.of(old), one.start, one.end, file=own) for one, own in pairs)
        return said, [Token(m[0], *m.span()) for m in TOKEN.finditer(new)]
    if len(folded_places(old)) != len(folded_places(ours)):
        return None
    before = _tokens(old, _TOKEN)
    pattern = _joining(old, before, _file_spans(before, old, ours))
    if pattern is not _TOKEN:
        before = _tokens(old, pattern)
    spans = _file_spans(before, old, ours)
    if not before or any(b.start < a.end for a, b in pairwise(spans)):
        return None
    found = (replace(token, file=span) for token, span in zip(before, spans, strict=True))
    return tuple(found), _tokens(new, pattern)


def _joining(old: bytes, tokens: list[Token], spans: list[Span]) -> re.Pattern[str]:
    """The pattern of tokens in which those that share characters of the file are one."""
    joined = set[str]()
    for _, rows in groupby(zip(tokens, spans, strict=True), key=lambda row: row[1]):
        first, *others = (token for token, _ in rows)
        if others:
            joined.add(re.escape(to_text(old[first.start : others[-1].end])))
    return re.compile("|".join([*sorted(joined), _TOKEN.pattern])) if joined else _TOKEN


def _tokens(line: bytes, pattern: re.Pattern[str]) -> list[Token]:
    tokens, text, end, offset = [], to_text(line), 0, 0
    for match in pattern.finditer(text):
        word = to_bytes(match[0])
        start = offset + len(to_bytes(text[end : match.start()]))
        tokens.append(Token(word, start, start + len(word)))
        end, offset = match.end(), start + len(word)
    return tokens


def _file_spans(tokens: list[Token], old: bytes, ours: bytes) -> list[Span]:
    """Return the span of each token of `old` in `ours`; one that folds to nothing is empty there."""
    here, there = folded_places(old), folded_places(ours)
    found, at, last = list[Span](), 0, 0
    for token in tokens:
        first = at
        while at < len(here) and here.starts[at] < token.end:
            at += 1
        found.append(
            Span(there.starts[first], there.ends[at - 1]) if at > first else Span(last, last)
        )
        last = found[-1].end
    return found
