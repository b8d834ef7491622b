r"""New text that is a copy of what the file has, with a few lines changed: only these lines are written.

The lines of the new text are compared with those that `get_region` returns, at any indentation. If most are the
same, the edit is the difference between the two, and nothing is laid out anew: blank lines at the edges, odd
indentation and a body on one line stay as they are in the file.

Not here: what is shown of a part (`search.part_spans`), and the layout of new text (`tree.layout`).
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
"""Share of the old line's words and signs that a changed line keeps. Chosen by judgement."""


@dataclass(frozen=True, slots=True)
class _Comparison:
    """Two texts as lines relative to the indentation of their first line, and the diff between them.

    `given` are the new lines with their trailing blanks.
    """

    old: list[bytes]
    new: list[bytes]
    given: list[bytes]
    steps: tuple[Opcode, ...]

    @property
    def alike(self) -> int:
        """Number of lines that are the same in both, or differ in a few words; blank lines do not count."""
        count = 0
        for tag, i1, i2, j1, j2 in self.steps:
            if tag == "equal" or i2 - i1 == j2 - j1:
                pairs = zip(self.old[i1:i2], self.new[j1:j2], strict=True)
                count += sum(1 for one, other in pairs if one and _is_similar_line(one, other))
        return count

    @property
    def leaves_block(self) -> bool:
        """Return True if a new line is indented less than the first one: it would end the block."""
        least = indent_width(self.new[0])
        return any(
            line and indent_width(line) < least and line not in self.old for line in self.new
        )


def edit_changed_lines(
    data: bytes, shown: Span, text: bytes, *, whole: bool, by_depth: bool
) -> EditSet | None:
    """Return the edit that writes only the differences between the shown lines and a text; None for a new text."""
    lines, given = split_lines(shown.of(data)), split_lines(text)
    if len(lines) == len(given) == 1 and given[0].strip():
        # One line that ends in the same blanks as the old one: the text between `{` and `}`.
        tails = [indent_of(line[::-1]) for line in (lines[0], given[0])]
        if tails[0] and tails[0] == tails[1]:
            same_margin = indent_of(lines[0]) + given[0].lstrip()
            return EditSet.of([Edit(shown, same_margin)]).refined(data)
    first, last = _filled(lines)
    start, end = _filled(given)
    if first == last or start == end:
        return None
    at = shown.start + sum(map(len, lines[:first]))
    core = tuple(line_spans(data, Span(at, at + sum(map(len, lines[first:last])))))
    brought = [split_ending(line)[0] for line in given[start:end]]
    comparisons = _comparisons([span.of(data) for span in core], brought)
    allowed = [one for one in comparisons if not (by_depth and one.leaves_block)]
    comparison = max(allowed, key=lambda one: one.alike, default=None)
    if comparison is None or not _is_edited_copy(comparison, whole=whole):
        return None
    old = b"\n".join(comparison.old)
    runs = line_runs(old, ((n, span) for n, span in enumerate(core) if span.of(data).strip()))
    hit = Occurrence(Span(at, core[-1].end), "whitespace", runs)
    merged = merge(data, hit, old, b"\n".join(comparison.given))
    return merged if isinstance(merged, EditSet) else None


def _filled(lines: list[bytes]) -> tuple[int, int]:
    """Return the range of lines without the blank ones at both ends."""
    filled = [n for n, line in enumerate(lines) if line.strip()]
    return (filled[0], filled[-1] + 1) if filled else (0, 0)


def _comparisons(old: list[bytes], brought: list[bytes]) -> list[_Comparison]:
    """Compare under each way in which a caller may have indented the copy.

    Shifted to another level, as in the file, the first line without indentation, or all lines short of the same
    indentation.
    """
    indent, margin = indent_of(old[0]), indent_of(brought[0])
    first_bare = [indent + brought[0].lstrip(_BLANKS), *brought[1:]]
    missing = indent.removesuffix(margin)
    deeper = [missing + line if line.strip() else line for line in brought]
    return [
        _compare(old, brought, indent, margin),
        _compare(old, brought, b"", b""),
        _compare(old, first_bare, b"", b""),
        _compare(old, deeper, b"", b""),
    ]


def _compare(old: list[bytes], brought: list[bytes], indent: bytes, margin: bytes) -> _Comparison:
    given = [line.removeprefix(margin) for line in brought]
    lines = [line.removeprefix(indent).rstrip(_BLANKS) for line in old]
    new = [line.rstrip(_BLANKS) for line in given]
    return _Comparison(lines, new, given, opcodes(lines, new))


def _is_edited_copy(comparison: _Comparison, *, whole: bool) -> bool:
    """Return True if most lines are the same or similar, and the first and last lines still match.

    A whole block must begin with the same word, so that a dropped `export` counts as a change.
    """
    old, new = comparison.old, comparison.new
    if whole and _WORD.findall(old[0])[:1] != _WORD.findall(new[0])[:1]:
        return False
    if _sign(old[-1]) != _sign(new[-1]):
        return False
    ends = (comparison.steps[0], comparison.steps[-1])
    if any(tag != "equal" and i2 - i1 != j2 - j1 for tag, i1, i2, j1, j2 in ends):
        return False
    is_most = 2 * comparison.alike > max(sum(map(bool, old)), sum(map(bool, new)))
    return is_most and _is_indented_alike(comparison)


def _sign(line: bytes) -> bytes:
    """Return the last character of a line, if it is not part of a word."""
    return b"" if line[-1:].isalnum() or line[-1:] == b"_" else line[-1:]


def _is_indented_alike(comparison: _Comparison) -> bool:
    """Return True if the changed lines use the file's indentation: an indented line matches, or no depth is new."""
    depths, other = {indent_of(line) for line in comparison.old}, set[bytes]()
    for tag, i1, i2, j1, j2 in comparison.steps:
        if tag == "equal" and any(indent_of(line) for line in comparison.old[i1:i2]):
            return True
        if tag != "equal":
            other |= {indent_of(line) for line in comparison.new[j1:j2] if line}
    return other <= depths


def _is_similar_line(old: bytes, new: bytes) -> bool:
    """Return True if two lines are equal, or equally indented and different in a few words only."""
    if old == new or indent_of(old) != indent_of(new):
        return old == new
    words = _WORD.findall(old), _WORD.findall(new)
    same = sum(i2 - i1 for tag, i1, i2, _, _ in opcodes(*words) if tag == "equal")
    return same >= _ALIKE * max(map(len, words))
