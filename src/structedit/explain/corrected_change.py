r"""A change rewritten onto the file's own lines, where the caller remembers some of them wrongly.

Three texts: `old` as the caller remembers it, `own` as the file has it, and `new`. What differs
between `old` and `own` is the caller's mistake, what differs between `old` and `new` is the change
that it wants. Where the two lie apart, the change can be written onto the file's lines, and the result
is a call that no longer guesses. Where they touch, nobody knows what is wanted, and there is none.

Worked through on one example. `old` is ``a b d``, the file has ``a b c d``, `new` is ``A b d``
(a letter a line). Mistake: `c` is missing between 2 and 3. Change: line 1 becomes `A`. They do not
touch, so the call that lands replaces ``a b c d`` by ``A b c d``.

Whether the mistake is a harmless one is another question: see `Mistakes` and `explain.respelling`.
"""

from __future__ import annotations

from collections.abc import Iterator

from structedit.search.alignment.candidates import read_needle
from structedit.search.alignment.folding import is_blank, key_of
from structedit.search.alignment.merge import Conflict, merge
from structedit.search.alignment.occurrences import Occurrence
from structedit.text.diff import opcodes
from structedit.text.document import Span, split_ending, split_lines, to_bytes, to_text
from structedit.text.lazily import regex
from structedit.text.values import dataclass

_ENDING = regex(r"\r\n|\n|\r")
BLANKS = " \t\x0b\x0c"
"""Letters that are blank inside a line, as `folding.BLANKS` has them."""


@dataclass(frozen=True, slots=True)
class Mistakes:
    """How a text differs from the file's, as line numbers from 0 in each; blank lines do not count.

    `missing` are lines of the file that the text lacks, `surplus` lines that the file lacks,
    `changed` pairs (line of the text, line of the file).
    """

    missing: tuple[int, ...] = ()
    surplus: tuple[int, ...] = ()
    changed: tuple[tuple[int, int], ...] = ()

    @property
    def count(self) -> int:
        """Number of lines that are wrong."""
        return len(self.missing) + len(self.surplus) + len(self.changed)


def leading(line: str) -> str:
    """The blanks that a line begins with."""
    return line[: len(line) - len(line.lstrip(BLANKS))]


def lines_of(text: str) -> list[str]:
    r"""Split a text into lines without their endings; a final one starts no line.

    >>> lines_of("a\r\nb\n")
    ['a', 'b']
    """
    lines = _ENDING.split(text)
    return lines[:-1] if len(lines) > 1 and not lines[-1] else lines


def mistakes(old: str, own: str) -> Mistakes:
    """Compare two texts line by line, ignoring the blanks around each line.

    >>> mistakes("a\\nb\\nd", "a\\nb\\nc\\nd").missing
    (2,)
    """
    base, ours = lines_of(old), lines_of(own)
    missing: list[int] = []
    surplus: list[int] = []
    changed: list[tuple[int, int]] = []
    for tag, i1, i2, j1, j2 in opcodes(*([spaced(line) for line in side] for side in (base, ours))):
        gone = [i for i in range(i1, i2) if base[i].strip()]
        come = [j for j in range(j1, j2) if ours[j].strip()]
        if tag == "equal":
            continue
        if len(gone) == len(come):
            changed += zip(gone, come, strict=True)
        else:
            surplus += gone
            missing += come
    return Mistakes(tuple(missing), tuple(surplus), tuple(changed))


def carried(old: str, own: str, new: str) -> str | None:
    r"""Rewrite the change from `old` to `new` onto the file's own text, as a text that lands is merged.

    Lines that the caller did not mean to change become the file's. None where the caller changes
    a line that it remembers wrongly: what it wants there then is not known.

    >>> carried("A = 1\nb = 2\n", "a = 1\nb = 2\n", "A = 1\nb = 3\n")
    'a = 1\nb = 3\n'
    >>> carried("A = 1", "a = 1", "A = 2") is None
    True
    """
    if not new.strip():
        return new
    data, needle = to_bytes(own), read_needle(to_bytes(old))
    base = [(at, line) for at, line in enumerate(needle.lines) if not is_blank(line)]
    ours = [span for span in _line_spans(data) if not is_blank(span.of(data))]
    pairs: list[tuple[int, Span]] = []
    keys = [key_of(line) for _, line in base]
    for _, i1, i2, j1, j2 in opcodes(keys, [key_of(span.of(data)) for span in ours]):
        if i2 - i1 == j2 - j1:
            pairs += zip((at for at, _ in base[i1:i2]), ours[j1:j2], strict=True)
    span = Span(0, len(data) - len(split_ending(data)[1]))
    hit = Occurrence(span, "fuzzy", tuple(pairs))
    merged = merge(data, hit, to_bytes(old), to_bytes(new))
    return None if isinstance(merged, Conflict) else to_text(merged.apply(data))


def _line_spans(data: bytes) -> Iterator[Span]:
    """The lines of a text, without their endings."""
    at = 0
    for line in split_lines(data):
        yield Span(at, at + len(split_ending(line)[0]))
        at += len(line)


def spaced(line: str) -> str:
    """A line with one blank between its words."""
    return " ".join(line.split())
