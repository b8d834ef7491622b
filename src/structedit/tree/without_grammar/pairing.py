"""Brackets and block keywords of a masked file, paired.

One stack holds both, so that `end` in ``list[end]`` closes no block and a callback's `end` is
found inside its parentheses. What does not fit stays unpaired; `text_blocks` makes a block of a
pair only where the indentation agrees with it.

Not here: what a block is (`tree.without_grammar.text_blocks`).
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
_LOOPS = frozenset({b"for", b"while", b"until", b"foreach", b"select"})
_MODIFIERS = frozenset({b"if", b"unless", b"while", b"until", b"for"})
"""Words that may also follow a statement on its line (`return if done`), and open nothing then."""

_ANYWHERE = frozenset({b"else", b"elsif", b"elseif", b"elif"})
"""Words that part a block wherever they are; others (`in`, `when`) only at the start of a line."""

_JOINTS = frozenset({"then", "do", "in"})
"""Words that end a header: they neither open nor part a block of their own."""

_SPECIFIC = {
    b"until": frozenset({b"repeat"}),
    b"fi": frozenset({b"if"}),
    b"esac": frozenset({b"case"}),
    b"done": frozenset({b"for", b"while", b"until", b"select", b"do", b"foreach"}),
}
_OWN_CLOSER = {
    opener: closer for closer in (b"until", b"fi", b"esac") for opener in _SPECIFIC[closer]
}
_BEFORE_STATEMENT = regex(
    rb"(?:[;=(\[{,|&!<>+*/?:~-]|(?<!\w)(?:then|do|else|and|or|not|begin|in|if|elif|while|until))\Z"
)
_BEFORE_COMMAND = regex(
    rb"(?:[;&|({!`)]|(?<![^\s;&|({!`])(?:then|do|else|if|elif|while|until|time))\Z"
)
_ENDLESS = regex(rb"def\s+[\w.]+[?!]?(?:[ \t]*\([^()\r\n]*\)[ \t]*|[ \t]+)=[ \t]")
_REACH = 80
"""How far back a word looks for what precedes it on its line, in bytes; chosen by judgement."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Brackets and block keywords in order.

    partner: opener to closer and back, by index. middles: for an opener, its `else` and the like;
    owner: the way back. joints: where the `do` of a loop ends, by the loop's index. ignored: words
    that are no keywords where they are used.
    """

    starts: list[int]
    words: list[bytes]
    partner: dict[int, int]
    middles: dict[int, list[int]]
    owner: dict[int, int]
    joints: dict[int, int]
    ignored: set[int]

    def index_at(self, offset: int) -> int:
        """Return the index of the first mark at or after `offset`."""
        return bisect_left(self.starts, offset)

    def is_opener(self, index: int) -> bool:
        """Return True if a mark opens something, paired or not."""
        word = self.words[index]
        if index in self.ignored or index in self.owner or word in OPENING:
            return False
        return self.partner.get(index, index + 1) > index

    def end(self, index: int) -> int:
        """Return where a mark ends."""
        return self.starts[index] + len(self.words[index])

    def unpaired(self) -> list[int]:
        """Return the brackets and keywords without a counterpart."""
        known = self.ignored | self.owner.keys()
        return [i for i in range(len(self.starts)) if i not in self.partner and i not in known]


def marks_of(masked: bytes, profile: LanguageProfile) -> Marks:
    """Pair the brackets, and in languages with closing keywords the keywords, of a masked file."""
    words = (profile.open_keywords, profile.middle_keywords, profile.close_keywords)
    return _marks(masked, *(words if profile.family is not Layout.BRACE else ((), (), ())))


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


def closer_of(opener: bytes, profile: LanguageProfile) -> bytes:
    """Return what closes a bracket or a word that opens a block; empty where nothing does."""
    bracket = next((closer for closer, own in OPENING.items() if own == opener), b"")
    openers = frozenset(word.encode() for word in profile.open_keywords)
    closers = tuple(word.encode() for word in profile.close_keywords)
    words = (word for word in closers if opener in _opened_by(word, openers, frozenset(closers)))
    return bracket or next(words, b"")


def _opened_by(
    closer: bytes, openers: frozenset[bytes], closers: frozenset[bytes]
) -> frozenset[bytes]:
    """Return the words whose blocks a word closes."""
    if closer in _SPECIFIC:
        return _SPECIFIC[closer]
    if (own := _ended(closer)) in openers:
        return frozenset({own})
    taken = {opener for opener, own in _OWN_CLOSER.items() if own in closers}
    return openers - taken - {_ended(other) for other in closers}


def _ended(closer: bytes) -> bytes:
    """Return the word that a closer names: `module` for `endmodule`; empty where it names none."""
    return closer[3:] if closer.startswith(b"end") else b""


class _Pairing:
    """The stack, with a count of what is on it so that a stray closer costs nothing."""

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
        self.middles = frozenset(word.encode() for word in middles if word not in _JOINTS)
        self.closers = frozenset(word.encode() for word in closers)
        self.stack: list[int] = []
        self.counts: Counter[bytes] = Counter()
        self.marks = Marks([], [], {}, {}, {}, {}, set())

    def take(self, match: re.Match[bytes]) -> None:
        word, marks = match[0], self.marks
        if word not in _BRACKETS:
            self._keyword(match, word)
            return
        index = self._note(match)
        if word in OPENING:
            self._close(index, frozenset({OPENING[word]}))
        else:
            self._open(index, marks.words[index])

    def _note(self, match: re.Match[bytes]) -> int:
        self.marks.starts.append(match.start())
        self.marks.words.append(match[0])
        return len(self.marks.starts) - 1

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

    def _keyword(self, match: re.Match[bytes], word: bytes) -> None:
        start = match.start()
        before = self.masked[max(0, start - _REACH) : start].rstrip(b" \t\x0c")
        leads = not before or before[-1:] in (b"\n", b"\r")
        if self.shell and not leads and not _BEFORE_COMMAND.search(before):
            return
        index = self._note(match)
        top = self.stack[-1] if self.stack else None
        holder = self.marks.words[top] if top is not None else b""
        wanted = _opened_by(word, self.openers, self.closers) if word in self.closers else None
        if wanted is not None and self._may_close(word, wanted, holder):
            self._close(index, wanted)
        elif word in self.middles and (leads or word in _ANYWHERE or before[-1:] == b";"):
            if top is None or holder in _BRACKETS:
                self.marks.ignored.add(index)
            else:
                self.marks.middles.setdefault(top, []).append(index)
                self.marks.owner[index] = top
        elif word in self.openers and self._opens(match, word, before, leads):
            self._open(index, word)
        else:
            self.marks.ignored.add(index)

    def _may_close(self, word: bytes, wanted: frozenset[bytes], holder: bytes) -> bool:
        """Return True if a closer may close here; an `end` right inside brackets is an index."""
        if holder in (b"[", b"("):
            return False
        return word not in self.openers or any(self.counts[opener] for opener in wanted)

    def _opens(self, match: re.Match[bytes], word: bytes, before: bytes, leads: bool) -> bool:
        if word in (b"do", b"then") and self._joins(match, leads):
            return False
        if word == b"def":
            return not _ENDLESS.match(self.masked, match.start())
        if word not in _MODIFIERS or leads or self.shell or _BEFORE_STATEMENT.search(before):
            return True
        behind = self.masked[match.end() : match.end() + 4 * _REACH]
        rest_of_line = re.split(rb"[\r\n]", behind, maxsplit=1)[0]
        return word == b"if" and b"then" in rest_of_line.split()

    def _joins(self, match: re.Match[bytes], leads: bool) -> bool:
        """Return True if a `do` belongs to a loop's header, rather than opening a block."""
        top = self.stack[-1] if self.stack else None
        if top is None or self.marks.words[top] not in _LOOPS or top in self.marks.joints:
            return False
        between = self.masked[self.marks.starts[top] : match.start()]
        if not leads and (b"\n" in between or b"\r" in between):
            return False
        self.marks.joints[top] = match.end()
        return True
