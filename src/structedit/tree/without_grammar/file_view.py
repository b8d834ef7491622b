"""A file as text blocks read it: masked, paired, in lines; and the words that head blocks."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

from structedit.languages.profiles import LanguageProfile, Layout
from structedit.text.document import blanked, line_starts
from structedit.text.lazily import regex
from structedit.text.lines import SPACE
from structedit.text.values import dataclass, replace
from structedit.tree.without_grammar.masking import Scan, scan
from structedit.tree.without_grammar.pairing import Marks, marks_of

_KINDS = {
    "if": "if unless",
    "elif": "elif elsif elseif",
    "else": "else",
    "for": "for foreach",
    "while": "while until",
    "loop": "loop repeat",
    "do": "do",
    "try": "try begin",
    "catch": "catch except rescue",
    "finally": "finally ensure",
    "with": "with using",
    "switch": "switch",
    "match": "match",
    "case": "case when",
}
KIND_OF = {word.encode(): kind for kind, words in _KINDS.items() for word in words.split()}
ARM_WORDS = frozenset(b"else elif elsif elseif catch except rescue ensure finally".split())
CONTINUING = frozenset(b"where implements extends throws permits requires".split())
"""Words that begin a header's further lines, never a statement that opens a block by itself."""

WORD = regex(rb"[A-Za-z_]\w*")
_FIRST_CODE = regex(rb"[^ \t\x0c\r\n]")
CODE_LINE = regex(rb"(?<![^\r\n])([ \t\x0c]*)[^ \t\x0c\r\n][^\r\n]*")
_DIRECTIVE = regex(rb"(?<![^\r\n])[ \t]*#(?:[^\\\r\n]|\\(?:\r\n|[^\r]))*")


@dataclass(frozen=True, slots=True)
class Unopened:
    """Why an anchor opens no block: `not_a_block` or `unbalanced`, and the 1-based line."""

    reason: str
    line: int
    message: str


@dataclass(frozen=True, slots=True)
class View:
    """A file as this room reads it without a tree: masked, paired, in lines."""

    source: bytes
    profile: LanguageProfile
    scan: Scan
    marks: Marks
    starts: tuple[int, ...]

    @property
    def code(self) -> bytes:
        """The masked file; directives are no code, as their brackets need not pair."""
        return self.scan.masked

    def line(self, offset: int) -> int:
        """The line of an offset, from 0."""
        return bisect_right(self.starts, offset) - 1

    def line_start(self, offset: int) -> int:
        """Where the line of an offset starts."""
        return self.starts[self.line(offset)]

    def line_end(self, offset: int) -> int:
        """The end of the line of an offset, its break left out."""
        line = self.line(offset)
        if line + 1 == len(self.starts):
            return len(self.code)
        end = self.starts[line + 1]
        return end - (2 if self.code[end - 2 : end] == b"\r\n" else 1)

    def indent(self, offset: int) -> bytes:
        """The blanks that begin the line of an offset."""
        start = self.line_start(offset)
        match = re.compile(rb"[ \t\x0c]*").match(self.code, start)
        return match[0] if match else b""

    def code_end(self, start: int, end: int) -> int:
        """The end of the last code in a stretch; comments are no code."""
        return start + len(self.code[start:end].rstrip(SPACE))

    def arm_end(self, start: int, end: int) -> int:
        """The end of the last code in a stretch, with the comment behind it on its line."""
        last = self.code_end(start, end)
        return last + len(self.source[last : min(self.line_end(last), end)].rstrip(SPACE))

    def next_code(self, at: int, end: int | None = None) -> int | None:
        """Where the next code starts, comments and blanks passed over; None if there is none."""
        match = _FIRST_CODE.search(self.code, at, len(self.code) if end is None else end)
        return match.start() if match else None


def view_of(data: bytes, profile: LanguageProfile) -> View:
    """Read a file; its parts are cached."""
    found = scan(data, profile)
    if "#endif" in profile.closers:
        found = replace(found, masked=_without_directives(found.masked))
    return View(data, profile, found, marks_of(found.masked, profile), line_starts(data))


@lru_cache(maxsize=8)
def _without_directives(masked: bytes) -> bytes:
    """Code with its directives blank, each with the lines that it goes on with.

    >>> _without_directives(b"#if ONE \\\\\\n && {\\nx {").split(b"\\n")
    [b'         ', b'     ', b'x {']
    """
    return _DIRECTIVE.sub(lambda found: blanked(found[0]), masked)


def no_block(view: View, at: int, message: str) -> Unopened:
    """The refusal of an anchor at `at` that opens nothing."""
    return Unopened("not_a_block", view.line(at) + 1, message)


def unbalanced(view: View, at: int, message: str) -> Unopened:
    """The refusal of a block whose end is missing or uncertain, with the line of the evidence."""
    return Unopened("unbalanced", view.line(at) + 1, message)


def word_at(view: View, at: int) -> bytes:
    """The word that starts at `at`; empty when none does."""
    match = WORD.match(view.code, at)
    return match[0] if match else b""


def kind_at(view: View, start: int) -> str:
    """The kind of the block whose header starts at `start`."""
    word = word_at(view, start).lower()
    follows = view.next_code(start + len(word)) if word == b"else" else None
    if (
        follows is not None
        and word_at(view, follows) == b"if"
        and view.line(follows) == view.line(start)
    ):
        return "elif"
    if word == b"case" and view.profile.family is Layout.END:
        return "switch"
    return KIND_OF.get(word, "block")
