"""A file without a tree: its lines, its code without strings and comments, its bracket pairs."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from structedit.languages.profiles import LanguageProfile
from structedit.text.document import blanked, line_starts
from structedit.text.lazily import regex
from structedit.text.values import dataclass, replace
from structedit.tree.without_grammar.masking import Scan, scan
from structedit.tree.without_grammar.pairing import Marks, marks_of

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

    def next_code(self, at: int, end: int | None = None) -> int | None:
        """Return where the next code starts, past comments and blanks."""
        match = _FIRST_CODE.search(self.code, at, len(self.code) if end is None else end)
        return match.start() if match else None

    def word_at(self, at: int) -> bytes:
        """Return the word that starts at `at`; empty when none does."""
        match = _WORD.match(self.code, at)
        return match[0] if match else b""


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
