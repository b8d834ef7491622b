"""Brackets and block keywords of a masked file, paired.

One stack holds both, so that `end` in ``list[end]`` closes no block and a callback's `end` is
found inside its parentheses. Pairing is tolerant: what does not fit stays unpaired, and blocks
are verified by indentation before anything is made of a pair.

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
from structedit.tree.without_grammar.masking import is_shell

OPENING = {b"}": b"{", b")": b"(", b"]": b"["}
_BRACKETS = frozenset(b"(){}[]"[i : i + 1] for i in range(6))
_LOOPS = frozenset({b"for", b"while", b"until", b"foreach", b"select"})
_MODIFIERS = frozenset({b"if", b"unless", b"while", b"until", b"for"})
_ALWAYS_ARMS = frozenset({b"else", b"elsif", b"elseif", b"elif"})
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
_CASELESS = frozenset({"fortran", "vhdl", "ada", "pascal", "vb", "sql", "cmake"})
_BEFORE_OPERAND = b";=([{,|&!<>+*/?:-~"
_WORD_BEFORE_OPERAND = regex(
    rb"(?<!\w)(?:then|do|else|and|or|not|begin|in|if|elif|while|until|time)\Z"
)
_WORD_BEFORE_COMMAND = regex(rb"(?<![^\s;&|({!`])(?:then|do|else|if|elif|while|until|time)\Z")
_IN_COMMAND_POSITION = b";&|({!`)"
_ENDLESS = regex(rb"def\s+[\w.]+[?!]?(?:[ \t]*\([^()\r\n]*\)[ \t]*|[ \t]+)=[ \t]")
_REACH = 80
"""How far back a word looks for what stands before it on its line.

In bytes; chosen by judgement.
"""


@dataclass(frozen=True, slots=True)
class Marks:
    """Brackets and block keywords in order.

    partner: opener to closer and back, by index. middles: for an opener, its `else` and the like;
    owner: the way back. joints: where the `do` of a loop ends, by the loop's index.
    """

    starts: list[int]
    words: list[bytes]
    partner: dict[int, int]
    middles: dict[int, list[int]]
    owner: dict[int, int]
    joints: dict[int, int]
    ignored: frozenset[int]

    def index_at(self, offset: int) -> int:
        """The index of the first mark at or after `offset`."""
        return bisect_left(self.starts, offset)

    def is_opener(self, index: int) -> bool:
        """Whether a mark opens something, paired or not."""
        word = self.words[index]
        if index in self.ignored or index in self.owner or word in OPENING:
            return False
        return self.partner.get(index, index + 1) > index

    def end(self, index: int) -> int:
        """Where a mark ends."""
        return self.starts[index] + len(self.words[index])

    def unpaired(self) -> list[int]:
        """The brackets and keywords that have no counterpart."""
        known = self.ignored | self.owner.keys()
        return [i for i in range(len(self.starts)) if i not in self.partner and i not in known]


def marks_of(masked: bytes, profile: LanguageProfile) -> Marks:
    """Pair the brackets, and in keyword languages the keywords, of a masked file."""
    keywords = profile.family is not Layout.BRACE
    return _marks(
        masked,
        profile.open_keywords if keywords else (),
        profile.middle_keywords if keywords else (),
        profile.close_keywords if keywords else (),
        is_shell(profile),
        profile.id in _CASELESS,
    )


@lru_cache(maxsize=8)
def _marks(
    masked: bytes,
    openers: tuple[str, ...],
    middles: tuple[str, ...],
    closers: tuple[str, ...],
    shell: bool,
    caseless: bool,
) -> Marks:
    pattern = _pattern((*openers, *middles, *closers), shell, caseless)
    pairing = _Pairing(masked, openers, middles, closers, shell)
    for match in pattern.finditer(masked):
        pairing.take(match)
    return pairing.marks


@lru_cache(maxsize=64)
def _pattern(words: tuple[str, ...], shell: bool, caseless: bool) -> re.Pattern[bytes]:
    brackets = rb"[{}\[\]]" if shell else rb"[(){}\[\]]"
    if not words:
        return re.compile(brackets)
    longest = sorted(set(words), key=lambda word: (-len(word), word))
    joined = b"|".join(re.escape(word.encode()).replace(rb"\ ", rb"[ \t]+") for word in longest)
    before, after = rb"(?<![\w.:@$?\\-])", rb"(?![\w?!]|:(?!:)|[ \t]*=>)"
    if shell:
        before, after = rb"(?<![\w.:@$?\\/=-])", rb"(?![\w./=-])"
    flags = re.IGNORECASE if caseless else re.NOFLAG
    return re.compile(brackets + b"|" + before + b"(?:" + joined + b")" + after, flags)


def closer_of(opener: bytes, profile: LanguageProfile) -> bytes:
    """What closes a bracket or a word that opens a block; empty where nothing does."""
    bracket = next((closer for closer, own in OPENING.items() if own == opener), b"")
    openers = frozenset(word.encode() for word in profile.open_keywords)
    closers = tuple(word.encode() for word in profile.close_keywords)
    words = (word for word in closers if opener in _opened_by(word, openers, frozenset(closers)))
    return bracket or next(words, b"")


def _opened_by(
    closer: bytes, openers: frozenset[bytes], closers: frozenset[bytes]
) -> frozenset[bytes]:
    """The words whose blocks a word closes."""
    if closer in _SPECIFIC:
        return _SPECIFIC[closer]
    if (own := _ended(closer)) in openers:
        return frozenset({own})
    taken = {opener for opener, own in _OWN_CLOSER.items() if own in closers}
    return openers - taken - {_ended(other) for other in closers}


def _ended(closer: bytes) -> bytes:
    """The word that a closer names: `module` for `endmodule`; empty where it names none."""
    return closer[3:].strip() if closer.startswith(b"end") else b""


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
        self.ignored: set[int] = set()
        self.starts: list[int] = []
        self.words: list[bytes] = []
        self.partner: dict[int, int] = {}
        self.middles_of: dict[int, list[int]] = {}
        self.owner: dict[int, int] = {}
        self.joints: dict[int, int] = {}

    @property
    def marks(self) -> Marks:
        return Marks(
            self.starts,
            self.words,
            self.partner,
            self.middles_of,
            self.owner,
            self.joints,
            frozenset(self.ignored),
        )

    def take(self, match: re.Match[bytes]) -> None:
        word = match[0]
        if word in _BRACKETS:
            index = self._note(match.start(), word)
            if word in OPENING:
                self._close(index, frozenset({OPENING[word]}))
            else:
                self._open(index, word)
            return
        self._keyword(match, b" ".join(word.lower().split()))

    def _note(self, start: int, word: bytes) -> int:
        self.starts.append(start)
        self.words.append(word)
        return len(self.starts) - 1

    def _open(self, index: int, word: bytes) -> None:
        self.stack.append(index)
        self.counts[word] += 1

    def _close(self, index: int, wanted: frozenset[bytes]) -> None:
        if not any(self.counts[word] > 0 for word in wanted):
            return
        while True:
            opener = self.stack.pop()
            word = self.words[opener]
            self.counts[word] -= 1
            if word in wanted:
                self.partner[opener], self.partner[index] = index, opener
                return

    def _keyword(self, match: re.Match[bytes], word: bytes) -> None:
        start = match.start()
        before = self.masked[max(0, start - _REACH) : start].rstrip(b" \t\x0c")
        leads = not before or before[-1:] in (b"\n", b"\r")
        # A word of the shell is a keyword only where a command may stand.
        in_command = leads or before[-1] in _IN_COMMAND_POSITION
        if self.shell and not in_command and not _WORD_BEFORE_COMMAND.search(before):
            return
        index = self._note(start, match[0])
        if word in self.closers and self._may_close(word):
            self._close(index, self._opened_by(word))
        elif word in self.middles and (leads or word in _ALWAYS_ARMS or before[-1:] == b";"):
            self._middle(index)
        elif word in self.openers and self._opens(match, word, before, leads):
            self.words[index] = word
            self._open(index, word)
        else:
            self.ignored.add(index)

    def _may_close(self, word: bytes) -> bool:
        """Whether a word may close: an `end` right inside brackets is an index, for instance."""
        if self.stack and self.words[self.stack[-1]] in (b"[", b"("):
            return False
        return word not in self.openers or any(self.counts[w] for w in self._opened_by(word))

    def _opened_by(self, closer: bytes) -> frozenset[bytes]:
        return _opened_by(closer, self.openers, self.closers)

    def _middle(self, index: int) -> None:
        if not self.stack or self.words[self.stack[-1]] in _BRACKETS:
            self.ignored.add(index)
            return
        self.middles_of.setdefault(self.stack[-1], []).append(index)
        self.owner[index] = self.stack[-1]

    def _opens(self, match: re.Match[bytes], word: bytes, before: bytes, leads: bool) -> bool:
        if word in (b"do", b"then") and self._joins(match, leads):
            return False
        if word == b"def":
            return not _ENDLESS.match(self.masked, match.start())
        if word not in _MODIFIERS or leads or self.shell:
            return True
        if before[-1] in _BEFORE_OPERAND or _WORD_BEFORE_OPERAND.search(before):
            return True
        behind = self.masked[match.end() : match.end() + 4 * _REACH]
        rest_of_line = re.split(rb"[\r\n]", behind, maxsplit=1)[0]
        return word == b"if" and b"then" in rest_of_line.split()

    def _joins(self, match: re.Match[bytes], leads: bool) -> bool:
        """Whether a `do` belongs to a loop's header, rather than opening a block."""
        top = self.stack[-1] if self.stack else None
        if top is None or self.words[top] not in _LOOPS or top in self.joints:
            return False
        between = self.masked[self.starts[top] : match.start()]
        if not leads and (b"\n" in between or b"\r" in between):
            return False
        self.joints[top] = match.end()
        return True
