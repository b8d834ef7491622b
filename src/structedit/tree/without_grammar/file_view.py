"""A file without a tree as its blocks are found in it: masked, its brackets paired, in lines."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from structedit.languages.profiles import LanguageProfile, Layout
from structedit.text.document import blanked, line_starts
from structedit.text.lazily import regex
from structedit.text.lines import SPACE, indent_width
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

CODE_LINE = regex(rb"(?<![^\r\n])([ \t\x0c]*)[^ \t\x0c\r\n][^\r\n]*")
_INDENT = regex(rb"[ \t\x0c]*")
_WORD = regex(rb"[A-Za-z_]\w*")
_FIRST_CODE = regex(rb"[^ \t\x0c\r\n]")
_DIRECTIVE = regex(rb"(?<![^\r\n])[ \t]*#(?:[^\\\r\n]|\\(?:\r\n|[^\r]))*")


@dataclass(frozen=True, slots=True)
class View:
    """A file without a tree: masked, its brackets and keywords paired, in lines."""

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
        """Return the line of an offset, from 0."""
        return bisect_right(self.starts, offset) - 1

    def line_start(self, offset: int) -> int:
        """Return where the line of an offset starts."""
        return self.starts[self.line(offset)]

    def line_end(self, offset: int) -> int:
        """Return the end of the line of an offset, its break left out."""
        line = self.line(offset)
        if line + 1 == len(self.starts):
            return len(self.code)
        end = self.starts[line + 1]
        return end - (2 if self.code[end - 2 : end] == b"\r\n" else 1)

    def indent(self, offset: int) -> bytes:
        """Return the blanks that begin the line of an offset."""
        match = _INDENT.match(self.code, self.line_start(offset))
        return match[0] if match else b""

    def width(self, offset: int) -> int:
        """Return the width of the blanks that begin the line of an offset."""
        return indent_width(self.indent(offset))

    def code_end(self, start: int, end: int) -> int:
        """Return the end of the last code in a stretch; comments are no code."""
        return start + len(self.code[start:end].rstrip(SPACE))

    def arm_end(self, start: int, end: int) -> int:
        """Return the end of the last code in a stretch, with a comment behind it on its line."""
        last = self.code_end(start, end)
        return last + len(self.source[last : min(self.line_end(last), end)].rstrip(SPACE))

    def next_code(self, at: int, end: int | None = None) -> int | None:
        """Return where the next code starts, past comments and blanks."""
        match = _FIRST_CODE.search(self.code, at, len(self.code) if end is None else end)
        return match.start() if match else None

    def word_at(self, at: int) -> bytes:
        """Return the word that starts at `at`; empty when none does."""
        match = _WORD.match(self.code, at)
        return match[0] if match else b""

    def kind_at(self, start: int) -> str:
        """Return the kind of the block whose header starts at `start`."""
        word = self.word_at(start).lower()
        if word == b"else":
            follows = self.next_code(start + len(word), self.line_end(start))
            return "elif" if follows is not None and self.word_at(follows) == b"if" else "else"
        if word == b"case" and self.profile.family is Layout.END:
            return "switch"
        return KIND_OF.get(word, "block")


def view_of(data: bytes, profile: LanguageProfile) -> View:
    """Read a file; its parts are cached."""
    found = scan(data, profile)
    if "#endif" in profile.nodes.closers:
        found = replace(found, masked=_without_directives(found.masked))
    return View(data, profile, found, marks_of(found.masked, profile), line_starts(data))


@lru_cache(maxsize=8)
def _without_directives(masked: bytes) -> bytes:
    """Blank the directives of a file, each with the lines that continue it.

    >>> _without_directives(b"#if ONE \\\\\\n && {\\nx {").split(b"\\n")
    [b'         ', b'     ', b'x {']
    """
    return _DIRECTIVE.sub(lambda found: blanked(found[0]), masked)
