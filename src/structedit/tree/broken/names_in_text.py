"""Names in lines that do not parse: where they may be defined, and where they are only used.

A broken definition must not leave its name to a namesake, so there are rather too many places than
too few: one is left out only where the rest of its line shows that the name is used. Not here: which
lines do not parse (`tree.broken.hiding`), and what a place means for a selector (`tree.broken.likely_definitions`).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from structedit.languages.profiles import LanguageProfile
from structedit.text.document import Span, to_text
from structedit.text.lazily import regex
from structedit.text.lines import indent_width, line_start, width_at
from structedit.text.values import dataclass
from structedit.text.words import whole_name

_WORD = regex(rb"[A-Za-z_]\w*")
_WORDS = regex(rb"[\w$]+")
_PART_BEFORE = regex(rb"[\w$]-+\Z")
_PART_BEHIND = regex(rb"-+[\w$]")
_ESCAPES = (b"\\n", b"\\r", b"\\t")
"""What a text has in the place of line ends and tabs that was written as a string is."""

_CLOSED = regex(rb"[^(\[{\r\n]*[)\]]")
"""The rest of a line up to a bracket that closes, where none opens before that."""

_OPENED = regex(rb"[(\[{]")

_LEFT_OUT = regex(rb"^[ \t]*(?:\.{3,}|\xe2\x80\xa6)[ \t\r]*$", re.MULTILINE)
"""A line of dots alone, which stands for others."""

_PLAIN = regex(r"[A-Za-z_]\w*\Z", re.ASCII)
_IN_PARTS = regex(rb"(?:\w+:){2,}\Z")
_LAST_WORD = regex(rb"(?<![\w$])([\w$]+)[ \t\r]*$", re.MULTILINE)
_LAST_HYPHENED = regex(rb"(?<![\w$-])([\w$]+(?:-[\w$]+)+)[ \t\r]*$", re.MULTILINE)
_STATEMENTS = frozenset(
    b"assert await case catch del elif elsif else for if in match new not raise return switch throw"
    b" typeof unless until when while with yield".split()
)
"""Words after which, or on whose lines, a name is used and not defined."""

_USING = frozenset(
    b"as await extends implements instanceof is keyof new of raise return satisfies throw throws"
    b" typeof yield".split()
)
"""Words right before a name that is used; so is one after a colon and a blank, or in `<`."""

_ASKING = regex(rb"#[ \t]*(if|ifdef|ifndef|elif|undef)\b")
"""Directives that ask for a name."""

_BELOW = regex(rb"\s*[\r\n]([ \t]*)([^ \t\r\n])")
_QUALIFIED = regex(rb"[\w \t]+[ \t][\w.]+\.\Z")
"""What stands before the name of a qualified header: words only, as in `function A.f`."""

_ASSIGNED = regex(
    rb"=[ \t]*(?:async\b|fn\b|fun\b|function\b|func\b|lambda\b|proc\b|sub\b|\()|\(.*\)[^=]*=(?![=>])"
)
"""What stands behind a qualified name that a function is assigned to, or a value after parameters."""

_NAME_ONLY = regex(rb"[\w.]+\.\Z")
"""What stands before the name of a constructor that has one of its own, as in `Cart.empty() {`."""

_TYPES = regex(rb"[\w \t:*&<>,?~@.\[\]]*")
"""What may stand before a name on its line: words and types."""

_CONFLICT = regex(rb"[<=>]{7}(?![<=>])")

_MEMBER = regex(rb"::|->|\.\w")
"""What stands behind a name of which a part is meant."""


@dataclass(frozen=True, slots=True)
class _Mention:
    """A name on its line: where that begins and ends, and the text around the name."""

    data: bytes
    line: Span
    name: Span

    @property
    def lead(self) -> bytes:
        """What stands before the name."""
        return self.data[self.line.start : self.name.start]

    @property
    def before(self) -> bytes:
        """The same without blanks, and without a bracket too many in a header.

        Calls have no blank before theirs.
        """
        text = self.lead.strip()
        return text[:-1].strip() if text == b"(" or text.endswith((b" (", b"\t(", b"::(")) else text

    @property
    def after(self) -> bytes:
        """What stands after the name, without blanks."""
        return self.data[self.name.end : self.line.end].strip()

    def words(self) -> list[bytes]:
        """The words before the name."""
        return self.before.split()

    def opens(self) -> bool:
        """Whether the line after this one is deeper, or the brace of a body.

        What is below the marker of a conflict, or in a comment that may never end, is not known: then too.
        """
        below = _BELOW.match(self.data, self.line.end)
        if below is None or _CONFLICT.match(self.data, below.start(2)):
            return True
        if self.data.startswith(b"/*", below.start(2)):
            return True
        deeper = indent_width(below[1]) > width_at(self.data, self.line.start)
        return below[2] == b"{" or deeper


class TornLines:
    """Runs of lines that do not parse, read once for the names that they may define.

    `holders` are the paths of the definitions that hold them; without, they stand outside of all.
    Answers are (number of the run, place of the name), in document order.
    """

    __slots__ = (
        "_data",
        "_defines",
        "_ends_of_lines",
        "_holders",
        "_profile",
        "_spans",
        "_with_word",
        "_words",
    )

    def __init__(
        self,
        data: bytes,
        spans: Sequence[Span],
        profile: LanguageProfile,
        holders: Sequence[tuple[str, ...]] = (),
    ) -> None:
        self._data, self._spans, self._profile = data, spans, profile
        self._holders = holders or [()] * len(spans)
        self._words: list[set[bytes]] = []
        glued = _behind_a_word(profile.mentions.words)
        self._with_word: dict[bytes, list[tuple[int, int]]] = {}
        for number, span in enumerate(spans):
            words: set[bytes] = set()
            for found in _WORDS.finditer(data, span.start, span.end):
                # The blank of `def f` may be lost, or stand as an escape does in a string.
                behind = glued.match(found[0])
                starts = {0, behind.start(1) if behind else 0}
                starts.add(int(data.startswith(_ESCAPES, found.start() - 1)))
                # What follows a name may have become one word with it, where the bracket between is lost.
                lead = data[line_start(data, found.start()) : found.start()]
                is_glued = bool(_CLOSED.match(data, found.end())) and not _OPENED.search(lead)
                for at in starts:
                    word = found[0][at:]
                    for size in range(1 if is_glued else len(word), len(word) + 1):
                        words.add(word[:size])
                        place = (number, found.start() + at)
                        self._with_word.setdefault(word[:size], []).append(place)
            self._words.append(words)
        self._defines: dict[tuple[int, int], bool] = {}
        self._ends_of_lines: dict[bytes, list[tuple[int, Span]]] | None = None

    def places_of_name(self, path: tuple[str, ...]) -> list[tuple[int, Span]]:
        """Where what a path names may be defined, inside of what each run's holder names.

        Uses are left out only where they are clearly uses.
        """
        wanted = [part.encode("utf-8", "surrogateescape") for part in path]
        has_words = _WORDS.search(wanted[-1]) is not None
        with_word = self._with_word.get(_last_word(wanted[-1]), [])
        some = dict.fromkeys(n for n, _ in with_word) if has_words else range(len(self._spans))
        numbers = [n for n in some if self._holds(n, wanted, path)]
        places = self._places(wanted[-1], numbers)
        return [(n, p) for n, p in places if self._may_define((p.start, p.end))]

    def mentions_of(self, name: str) -> list[tuple[int, Span]]:
        """Where a name stands, be it defined there or used."""
        return list(self._places(name.encode("utf-8", "surrogateescape"), range(len(self._spans))))

    def _places(self, name: bytes, numbers: Sequence[int]) -> Iterator[tuple[int, Span]]:
        """The places of a name in some runs, each with the number of its run.

        Those of one that ends in a word (`\\relax`) are among those of the word.
        """
        word = _last_word(name)
        if not name.endswith(word) or _IN_PARTS.match(name) or not _WORDS.match(word):
            pattern = _pattern_of(name)
            for number in numbers:
                span = self._spans[number]
                for found in pattern.finditer(self._data, span.start, span.end):
                    yield number, Span(*found.span(1))
            return
        lead, held, behind = len(name) - len(word), set(numbers), (-1, 0)
        for number, at in self._with_word.get(word, ()):
            start, end = at - lead, at + len(word)
            if number not in held or (number, start) < behind:
                continue
            begins_inside = start >= self._spans[number].start and self._data.startswith(
                name, start
            )
            # What stands right before a word that begins the name may be one that lost its blank.
            goes_on = lead and _WORDS.match(self._data, start - 1, start)
            if begins_inside and not goes_on and not _is_part(self._data, Span(start, end)):
                behind = (number, end)
                yield number, Span(start, end)

    def _holds(self, number: int, wanted: list[bytes], path: tuple[str, ...]) -> bool:
        """Whether a run holds the end of a path, of which its holder is the beginning."""
        words, holder = self._words[number], self._holders[number]
        for own in range(1, len(path) + 1):
            part = wanted[-own]
            plain = _WORDS.search(part) is not None
            if _last_word(part) not in (words if plain else self._spans[number].of(self._data)):
                return False
            if path[:-own] == holder[len(holder) - (len(path) - own) :]:
                return True
        return False

    def _may_define(self, name: tuple[int, int]) -> bool:
        if name not in self._defines:
            self._defines[name] = _may_define(self._data, name, self._profile)
        return self._defines[name]

    def places_cut_short(self, name: str) -> list[tuple[int, Span]]:
        """Where a line ends in the first letters of a name, as half a statement does."""
        whole = name.encode("utf-8", "surrogateescape")
        ends = self._line_ends()
        return sorted(
            place
            for size in range(1, len(whole))
            for place in ends.get(whole[:size], ())
            if self._may_define((place[1].start, place[1].end))
        )

    def places_without_name(self, others: Collection[bytes]) -> list[tuple[int, Span]]:
        """Where a line ends in a word that names follow, or in its first letters: the name is lost.

        `others` are such words beside those of the profile.
        """
        words = (*others, *(word.encode() for word in self._profile.mentions.words))
        return sorted(
            (number, place)
            for letters, places in self._line_ends().items()
            if any(word.startswith(letters) for word in words)
            for number, place in places
            if _TYPES.fullmatch(_mention(self._data, place).before)
        )

    def _line_ends(self) -> dict[bytes, list[tuple[int, Span]]]:
        """The last words of lines, each with its places."""
        if self._ends_of_lines is None:
            self._ends_of_lines = {}
            for number, span in enumerate(self._spans):
                ends = (
                    p.finditer(self._data, span.start, span.end)
                    for p in (_LAST_WORD, _LAST_HYPHENED)
                )
                for found in itertools.chain(*ends):
                    place = (number, Span(*found.span(1)))
                    self._ends_of_lines.setdefault(found[1], []).append(place)
        return self._ends_of_lines


@lru_cache(maxsize=64)
def _behind_a_word(words: tuple[str, ...]) -> re.Pattern[bytes]:
    """What follows the word that begins a definition in one word with it; nothing where there is no such word."""
    openers = "|".join(map(re.escape, words)) or "(?!)"
    return re.compile(rb"(?:%s)([\w$]+)\Z" % openers.encode())


def _pattern_of(name: bytes) -> re.Pattern[bytes]:
    """A pattern that finds a name; one in parts (`add:count:`) has its arguments between them."""
    if not _IN_PARTS.match(name):
        return re.compile(rb"(" + whole_name(name) + rb")")
    first, *others = name.rstrip(b":").split(b":")
    rest = b"".join(rb"[^;{}]*?(?<![\w$])" + other + rb"\s*:" for other in others)
    return re.compile(rb"(?<![\w$])(" + first + rb")\s*:(?=" + rest + rb")")


def _is_part(data: bytes, name: Span) -> bool:
    """Whether a name is a part of another: with a hyphen, `send-mail` is one of `send-mail-now`."""
    is_hyphened = b"-" in name.of(data)
    lead = data[max(0, name.start - 3) : name.start]
    return is_hyphened and bool(_PART_BEHIND.match(data, name.end) or _PART_BEFORE.match(lead))


def is_in_pieces(data: bytes, span: Span, name: str) -> bool:
    """Whether a name may stand in hidden lines with something between its letters, or in lines that dots stand for.

    What is no plain word may have lost any of its signs.
    """
    if _LEFT_OUT.search(data, span.start, span.end):
        return True
    if not _PLAIN.match(name):
        words = _WORDS.findall(name.encode("utf-8", "surrogateescape"))
        return not set(words).isdisjoint(_WORDS.findall(span.of(data))) or not words
    letters = (re.escape(letter).encode() for letter in name)
    pieces = re.compile(rb"(?<![\w$])" + rb"[^\w\r\n]*".join(letters) + rb"(?![\w$])")
    whole = name.encode()
    return any(found[0] != whole for found in pieces.finditer(data, span.start, span.end))


def _last_word(part: bytes) -> bytes:
    found = _WORDS.findall(part)
    return found[-1] if found else part


def _may_define(data: bytes, name: tuple[int, int], profile: LanguageProfile) -> bool:
    found = _mention(data, Span(*name))
    words = found.words()
    if words and words[-1].decode("utf-8", "replace") in profile.mentions.words:
        return not _MEMBER.match(found.after)
    if _is_used(found, profile):
        return False
    if _has_word(found, profile):
        return True
    if profile.mentions.first and found.before and _PLAIN.match(to_text(found.name.of(data))):
        return words[-1].decode("utf-8", "replace") in profile.mentions.first
    return not _lacks_marks(found, profile) and _has_place(found)


def _mention(data: bytes, name: Span) -> _Mention:
    stop = data.find(b"\n", name.end)
    line = Span(data.rfind(b"\n", 0, name.start) + 1, stop if stop >= 0 else len(data))
    return _Mention(data, line, name)


def _is_used(found: _Mention, profile: LanguageProfile) -> bool:
    """Whether a name is used rather than defined, by what is right beside it or begins its line."""
    before = found.before
    first, last = _WORD.match(before), _LAST_WORD.search(before)
    return bool(
        (first is not None and first[0] in _STATEMENTS)
        or found.lead.endswith((b": ", b":\t", b"<"))
        or (last is not None and last[1] in _USING)
        or before.endswith((b"@", b"&", b"@include", b"@extend"))
        or _MEMBER.match(found.after)
        or ("#endif" in profile.nodes.closers and _ASKING.match(before))
        or (found.lead.endswith(b")") and found.after[:1] != b"(" and before[:1] not in b"-+")
    )


def _has_word(found: _Mention, profile: LanguageProfile) -> bool:
    """Whether a word stands before a name that the language writes before what it defines.

    Behind `let a =` a name is a part of what `a` is.
    """
    known = {word.encode() for word in profile.mentions.words}
    before = found.before.replace(b"=>", b"")  # behind the context of a class is its name
    return bool(known and known.intersection(_WORDS.findall(before.rpartition(b"=")[2])))


def _lacks_marks(found: _Mention, profile: LanguageProfile) -> bool:
    """Whether a name lacks what the language writes after names that it defines without a word.

    The word may be what is broken: then the name begins what the lines below are the body of.
    """
    if not profile.mentions.words or profile.mentions.first:
        return False
    marks = tuple(mark.encode() for mark in profile.mentions.marks if mark)
    if found.after.startswith(marks) or (not found.after and "" in profile.mentions.marks):
        return False
    return _WORD.match(found.after) is not None or not found.opens()


def _has_place(found: _Mention) -> bool:
    """Whether a name stands where one can be defined: not in the middle of an expression."""
    before, after = found.before, found.after
    if after[:1] in (b"=", b":") and after[-1:] in (b"{", b"(", b">"):
        return True
    if before.endswith(b".") and (_QUALIFIED.match(before) or _ASSIGNED.match(after)):
        return True
    if after.endswith(b"{") and _NAME_ONLY.match(before):
        return True
    if not before:
        return not after.endswith(b";") and (not after.endswith(b")") or found.opens())
    return before[-1:] not in b".(,=!+-/%|?[{;" and not before.endswith(b"->")
