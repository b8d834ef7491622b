"""Replacement texts for macros that the parser cannot know, so that it understands the file.

In C, for instance, `EXPORT int f(void);` does not parse, because `EXPORT` is a macro; the parser gets
`[[aa]] int f(void);` instead, with an attribute in its place. The macros and their replacements are data of the
profile. Each replacement has the length of the macro, so that offsets stay those of the file.

Not here: where they are tried (`tree.parsing`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from structedit.text.values import dataclass

_SHOUTED = b"[A-Z_][A-Z0-9_]{4,}[ \\t]"
"""Start of `needs` for stand-ins of a word in capitals before something else."""

Lines = list[tuple[int, int]]
"""Starts and ends of lines."""

_CAPITALS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
_CLASSES = bytes(
    ord("A") if byte in _CAPITALS else ord(" ") if byte in b" \t" else ord(".")
    for byte in range(256)
)


@dataclass(frozen=True, slots=True)
class StandIn:
    """A text that replaces a macro for the parser, where the macro keeps it from parsing.

    The group `at` of `pattern` is replaced by `text`, of the same length: `*` in it is repeated, the rest is blank.
    `always`: also where the file parses, since it is then parsed as something else. `needs`: what a line must contain
    for the pattern (which then begins with `^`) to match; it is quick to search, and most lines do not have it.
    """

    pattern: re.Pattern[bytes]
    text: bytes
    always: bool = False
    needs: re.Pattern[bytes] | None = None

    def shown(self, data: bytes, loud: Callable[[], Lines] | None = None) -> bytes:
        """Return the content for the parser, with macros replaced, of equal length.

        `loud` returns the lines that may have a word in capitals before a blank, if they are known.
        """
        if self.needs is None:
            return self.pattern.sub(self._shown, data)
        parts: list[bytes] = []
        at = 0
        if not self.needs.pattern.startswith(_SHOUTED):
            lines = _lines_with(self.needs, data)
        else:
            among = loud() if loud is not None else loud_lines(data)
            lines = (start for start, end in among if self.needs.search(data, start, end))
        for line in lines:
            match = self.pattern.match(data, line)
            if match is not None and line >= at:
                parts += (data[at:line], self._shown(match))
                at = match.end()
        return b"".join((*parts, data[at:])) if parts else data

    def _shown(self, match: re.Match[bytes]) -> bytes:
        start, end = match.span("at")
        room = end - start - len(self.text.replace(b"*", b""))
        if room < self.text.count(b"*"):
            return match[0]
        shown = self.text.replace(b"*", b"a" * room).ljust(end - start)
        return match[0][: start - match.start()] + shown + match[0][end - match.start() :]


def _lines_with(needs: re.Pattern[bytes], data: bytes) -> Iterator[int]:
    """Yield the starts of lines that contain what a replacement needs."""
    seen = -1
    for hit in needs.finditer(data):
        line = data.rfind(b"\n", 0, hit.start()) + 1
        if line > seen:
            yield line
        seen = line


def loud_lines(data: bytes) -> Lines:
    """Return the spans of lines with a word in capitals before a blank.

    The bytes are translated to classes first, which takes most of the time.
    """
    classes, word = data.translate(_CLASSES), b"AAAAA "
    lines: list[tuple[int, int]] = []
    at = classes.find(word)
    while at >= 0:
        start, end = data.rfind(b"\n", 0, at) + 1, data.find(b"\n", at) + 1 or len(data)
        lines.append((start, end))
        at = classes.find(word, end)
    return lines
