"""Brackets and block keywords of a masked file, paired.

Both are on one stack, so that `end` in ``list[end]`` closes no block and a callback's `end` is
found inside its parentheses. A closer that does not fit stays unpaired; `text_blocks` makes a block of a
pair only if the indentation agrees with it.

Not here: making blocks (`tree.without_grammar.text_blocks`).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from functools import lru_cache

from structedit.languages.profiles import LanguageProfile, Layout
from structedit.text.lazily import regex
from structedit.text.values import dataclass

ARM_WORDS = frozenset(b"else elif elsif elseif catch except rescue ensure finally".split())
CONTINUING = frozenset(b"where implements extends throws permits requires".split())
"""Words that begin a header's further lines, never a statement that opens a block by itself."""

OPENING = {b"}": b"{", b")": b"(", b"]": b"["}
_BRACKETS = frozenset(OPENING) | frozenset(OPENING.values())
_NO_BRACKETS = bytes(b for b in range(256) if b not in b"(){}[]")
_LOOPS = frozenset({b"for", b"while", b"until", b"foreach", b"select"})
_MODIFIERS = frozenset({b"if", b"unless", b"while", b"until", b"for"})
"""Words that may also follow a statement on its line (`return if done`), and open nothing then."""

_JOINTS = frozenset({b"then", b"do", b"in"})
"""Words that end a header: they neither open nor separate a block of their own."""

_BEFORE_STATEMENT = regex(
    rb"(?:[;=(\[{,|&!<>+*/?:~-]|(?<!\w)(?:then|do|else|and|or|not|begin|in|if|elif|while|until))\Z"
)
_BEFORE_COMMAND = regex(
    rb"(?:[;&|({!`)]|(?<![^\s;&|({!`])(?:then|do|else|if|elif|while|until|time))\Z"
)
_REACH = 80
"""Bytes before a word that are searched for the code before it on its line; chosen by judgement."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Brackets and block keywords in order.

    partner: opener to closer and back, by index. with_arms: openers whose block has an `else` or
    the like. ignored: words that neither open nor close a block where they are used.
    """

    starts: list[int]
    words: list[bytes]
    partner: dict[int, int]
    with_arms: set[int]
    ignored: set[int]

    def index_at(self, offset: int) -> int:
        """Return the index of the first mark at or after `offset`."""
        return bisect_left(self.starts, offset)

    def is_opener(self, index: int) -> bool:
        """Return True if a mark opens something, paired or not."""
        if index in self.ignored or self.words[index] in OPENING:
            return False
        return self.partner.get(index, index + 1) > index

    def end(self, index: int) -> int:
        """Return where a mark ends."""
        return self.starts[index] + len(self.words[index])

    def unpaired(self) -> list[int]:
        """Return the brackets and keywords without a counterpart."""
        marks = range(len(self.starts))
        return [i for i in marks if i not in self.partner and i not in self.ignored]


def marks_of(masked: bytes, profile: LanguageProfile) -> Marks:
    """Pair the brackets, and in languages with closing keywords the keywords, of a masked file."""
    words = (profile.open_keywords, profile.middle_keywords, profile.close_keywords)
    return _marks(masked, *(words if profile.family is not Layout.BRACE else ((), (), ())))


def is_paired(masked: bytes, profile: LanguageProfile) -> bool:
    """Return True if each bracket and keyword of a masked text has a counterpart: then `marks_of` has none unpaired."""
    if profile.family is not Layout.BRACE:
        return not marks_of(masked, profile).unpaired()
    rest, before = masked.translate(None, _NO_BRACKETS), b""
    while rest != before:
        before = rest
        rest = rest.replace(b"()", b"").replace(b"[]", b"").replace(b"{}", b"")
    return not rest


def closer_of(opener: bytes, profile: LanguageProfile) -> bytes:
    """Return the closers of a bracket or a word that opens a block; empty if nothing closes it."""
    opened_by = _opened_by(profile.open_keywords, profile.close_keywords)
    return next((closer for closer, openers in opened_by.items() if opener in openers), b"")


@lru_cache(maxsize=64)
def _opened_by(openers: tuple[str, ...], closers: tuple[str, ...]) -> dict[bytes, frozenset[bytes]]:
    """Return for each closer its openers.

    A closer that is made of an opener (`endif`, `fi`) closes that one alone, any other closes the
    rest: `done` all of the shell's loops.
    """
    words = frozenset(word.encode() for word in openers)
    found = {closer: frozenset({opener}) for closer, opener in OPENING.items()}
    own = {b"until": b"repeat"}
    for word in words:
        own |= {b"end" + word: word, word[::-1]: word}
    taken = frozenset(own[closer.encode()] for closer in closers if closer.encode() in own)
    for closer in map(str.encode, closers):
        found[closer] = frozenset({own[closer]}) if closer in own else words - taken
    return found


@lru_cache(maxsize=8)
def _marks(
    masked: bytes, openers: tuple[str, ...], middles: tuple[str, ...], closers: tuple[str, ...]
) -> Marks:
    # In a shell, words are keywords only as commands, and `)` ends a pattern of `case`.
    shell = "fi" in closers
    pairing = _Pairing(masked, openers, middles, closers, shell)
    for match in _pattern((*openers, *middles, *closers), shell).finditer(masked):
        pairing.take(match)
    return pairing.marks


@lru_cache(maxsize=64)
def _pattern(words: tuple[str, ...], shell: bool) -> re.Pattern[bytes]:
    brackets = rb"[{}\[\]]" if shell else rb"[(){}\[\]]"
    if not words:
        return re.compile(brackets)
    joined = b"|".join(
        re.escape(word.encode()) for word in sorted(set(words), key=lambda w: -len(w))
    )
    before, after = rb"(?<![\w.:@$?\\-])", rb"(?![\w?!]|:(?!:)|[ \t]*=>)"
    if shell:
        before, after = rb"(?<![\w.:@$?\\/=-])", rb"(?![\w./=-])"
    return re.compile(brackets + b"|" + before + b"(?:" + joined + b")" + after)


class _Pairing:
    """The stack, with a count of its items so that a stray closer costs nothing."""

    def __init__(
        self,
        masked: bytes,
        openers: tuple[str, ...],
        middles: tuple[str, ...],
        closers: tuple[str, ...],
        shell: bool,
    ) -> None:
        self.masked, self.shell = masked, shell
        self.openers = frozenset(word.encode() for word in openers)
        self.middles = frozenset(word.encode() for word in middles) - _JOINTS
        self.opened_by = _opened_by(openers, closers)
        self.stack: list[int] = []
        self.counts: Counter[bytes] = Counter()
        self.joined: set[int] = set()  # loops whose `do` was found
        self.marks = Marks([], [], {}, set(), set())

    def take(self, match: re.Match[bytes]) -> None:
        word, start = match[0], match.start()
        is_bracket = word in _BRACKETS
        before = self.masked[max(0, start - _REACH) : start].rstrip(b" \t\x0c")
        leads = not before or before[-1:] in (b"\n", b"\r")
        if self.shell and not (is_bracket or leads or _BEFORE_COMMAND.search(before)):
            return
        index = len(self.marks.starts)
        self.marks.starts.append(start)
        self.marks.words.append(word)
        holder = self.marks.words[self.stack[-1]] if self.stack else b""
        wanted = self.opened_by.get(word, frozenset())
        if word in OPENING:
            self._close(index, wanted)
        elif is_bracket:
            self._open(index, word)
        elif wanted and holder not in (b"[", b"(") and self._may_close(word, wanted):
            self._close(index, wanted)
        elif word in self.middles:
            self.marks.ignored.add(index)
            if self.stack and holder not in _BRACKETS:
                self.marks.with_arms.add(self.stack[-1])
        elif word in self.openers and self._opens(word, start, before, leads):
            self._open(index, word)
        else:
            self.marks.ignored.add(index)

    def _open(self, index: int, word: bytes) -> None:
        self.stack.append(index)
        self.counts[word] += 1

    def _close(self, index: int, wanted: frozenset[bytes]) -> None:
        if not any(self.counts[word] > 0 for word in wanted):
            return
        while True:
            opener = self.stack.pop()
            word = self.marks.words[opener]
            self.counts[word] -= 1
            if word in wanted:
                self.marks.partner[opener], self.marks.partner[index] = index, opener
                return

    def _may_close(self, word: bytes, wanted: frozenset[bytes]) -> bool:
        """Return True if a word closes a block here; Lua's `until` does, in another language it opens a loop."""
        return word not in self.openers or any(self.counts[opener] for opener in wanted)

    def _opens(self, word: bytes, start: int, before: bytes, leads: bool) -> bool:
        if word in _JOINTS and self._ends_header(start, leads):
            return False
        if word not in _MODIFIERS or leads or self.shell:
            return True
        return _BEFORE_STATEMENT.search(before) is not None

    def _ends_header(self, start: int, leads: bool) -> bool:
        """Return True if a `do` belongs to a loop's header, rather than opening a block."""
        top = self.stack[-1] if self.stack else None
        if top is None or self.marks.words[top] not in _LOOPS or top in self.joined:
            return False
        between = self.masked[self.marks.starts[top] : start]
        if not leads and (b"\n" in between or b"\r" in between):
            return False
        self.joined.add(top)
        return True
