r"""A text that was read, changed in a few lines and given back: all other lines stay as the file has them.

Its lines are compared with those that `get_region` shows, at whatever depth both stand. Where most are alike,
the change is between two versions of one text, and nothing has to be laid out: blank lines at the edges, odd
indentation and a body on one line are the file's.

Not here: what is shown of a part (`search.part_spans`), texts that are new (`tree.layout`).
"""

from __future__ import annotations

from structedit.search.alignment.merge import merge
from structedit.search.alignment.occurrences import Occurrence, line_runs
from structedit.text.diff import Opcode, opcodes
from structedit.text.document import Span, split_ending, split_lines
from structedit.text.edit import Edit, EditSet
from structedit.text.lazily import regex
from structedit.text.lines import indent_of, indent_width, line_spans
from structedit.text.values import dataclass

_BLANKS = b" \t"
_WORD = regex(rb"\w+|[^\w\s]")
_ALIKE = 0.6
"""Share of its words and signs that a line keeps where it is the old one changed. Chosen by judgement."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """Two texts as lines without the indentation of their first one, and how the one becomes the other.

    `given` are the new lines with what blanks they end in.
    """

    old: list[bytes]
    new: list[bytes]
    given: list[bytes]
    steps: tuple[Opcode, ...]

    @property
    def alike(self) -> int:
        """Number of lines that are not blank and the same in both, or the old ones with a few other words."""
        count = 0
        for tag, i1, i2, j1, j2 in self.steps:
            if tag == "equal" or i2 - i1 == j2 - j1:
                pairs = zip(self.old[i1:i2], self.new[j1:j2], strict=True)
                count += sum(1 for one, other in pairs if one and _is_like(one, other))
        return count

    @property
    def leaves_block(self) -> bool:
        """True if a line that the old text does not have is shallower than the first: it would end the block."""
        least = indent_width(self.new[0])
        return any(
            line and indent_width(line) < least and line not in self.old for line in self.new
        )


def changed_alone(
    data: bytes, shown: Span, text: bytes, *, whole: bool, by_depth: bool
) -> EditSet | None:
    """The edit that changes what differs between what is shown and a text; None for a new text."""
    lines, given = split_lines(shown.of(data)), split_lines(text)
    if _ends_alike(lines, given):
        return EditSet.of([Edit(shown, indent_of(lines[0]) + given[0].lstrip())]).refined(data)
    first, last = _filled(lines)
    start, end = _filled(given)
    if first == last or start == end:
        return None
    at = shown.start + sum(map(len, lines[:first]))
    core = tuple(line_spans(data, Span(at, at + sum(map(len, lines[first:last])))))
    brought = [split_ending(line)[0] for line in given[start:end]]
    readings = _readings([span.of(data) for span in core], brought)
    held = [one for one in readings if not (by_depth and one.leaves_block)]
    reading = max(held, key=lambda one: one.alike, default=None)
    if reading is None or not _is_given_back(reading, whole=whole):
        return None
    old = b"\n".join(reading.old)
    runs = line_runs(old, ((n, span) for n, span in enumerate(core) if span.of(data).strip()))
    hit = Occurrence(Span(at, core[-1].end), "whitespace", runs)
    merged = merge(data, hit, old, b"\n".join(reading.given))
    return merged if isinstance(merged, EditSet) else None


def _ends_alike(lines: list[bytes], given: list[bytes]) -> bool:
    """Whether both are one line that ends in the same blanks, as what stands between `{` and `}` does."""
    if len(lines) != 1 or len(given) != 1 or not given[0].strip():
        return False
    tails = [indent_of(line[::-1]) for line in (lines[0], given[0])]
    return bool(tails[0]) and tails[0] == tails[1]


def _filled(lines: list[bytes]) -> tuple[int, int]:
    """The range of lines between blank ones at both ends."""
    filled = [n for n, line in enumerate(lines) if line.strip()]
    return (filled[0], filled[-1] + 1) if filled else (0, 0)


def _readings(old: list[bytes], brought: list[bytes]) -> list[_Reading]:
    """The text as it may have been read: moved to another depth, as it stands, its first line alone bare.

    What is shallower than the first line was moved as far as the rest, or not at all.
    """
    indent, margin = indent_of(old[0]), indent_of(brought[0])
    first_bare = [indent + brought[0].lstrip(_BLANKS), *brought[1:]]
    missing = indent.removesuffix(margin)
    deeper = [missing + line if line.strip() else line for line in brought]
    return [
        _reading(old, brought, indent, margin),
        _reading(old, brought, b"", b""),
        _reading(old, first_bare, b"", b""),
        _reading(old, deeper, b"", b""),
    ]


def _reading(old: list[bytes], brought: list[bytes], indent: bytes, margin: bytes) -> _Reading:
    given = [line.removeprefix(margin) for line in brought]
    lines = [line.removeprefix(indent).rstrip(_BLANKS) for line in old]
    new = [line.rstrip(_BLANKS) for line in given]
    return _Reading(lines, new, given, opcodes(lines, new))


def _is_given_back(reading: _Reading, *, whole: bool) -> bool:
    """Whether most lines are the old ones, or these with a few other words, and both ends are where they were.

    A whole block begins with the same word: what stands before it, such as `export`, may be left out.
    """
    old, new = reading.old, reading.new
    if whole and _WORD.findall(old[0])[:1] != _WORD.findall(new[0])[:1]:
        return False
    if _sign(old[-1]) != _sign(new[-1]):
        return False
    ends = (reading.steps[0], reading.steps[-1])
    if any(tag != "equal" and i2 - i1 != j2 - j1 for tag, i1, i2, j1, j2 in ends):
        return False
    is_most = 2 * reading.alike > max(sum(map(bool, old)), sum(map(bool, new)))
    return is_most and _is_indented_alike(reading)


def _sign(line: bytes) -> bytes:
    """The last character of a line, if it is not one of a word."""
    return b"" if line[-1:].isalnum() or line[-1:] == b"_" else line[-1:]


def _is_indented_alike(reading: _Reading) -> bool:
    """Whether the lines that differ are in the file's unit: a deep line is alike, or they are as deep as others."""
    depths, other = {indent_of(line) for line in reading.old}, set[bytes]()
    for tag, i1, i2, j1, j2 in reading.steps:
        if tag == "equal" and any(indent_of(line) for line in reading.old[i1:i2]):
            return True
        if tag != "equal":
            other |= {indent_of(line) for line in reading.new[j1:j2] if line}
    return other <= depths


def _is_like(old: bytes, new: bytes) -> bool:
    """Whether a line is another, or that one with a few other words, as deep."""
    if old == new or indent_of(old) != indent_of(new):
        return old == new
    words = _WORD.findall(old), _WORD.findall(new)
    same = sum(i2 - i1 for tag, i1, i2, _, _ in opcodes(*words) if tag == "equal")
    return same >= _ALIKE * max(map(len, words))
