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

from collections.abc import Callable, Sequence

from structedit.text.diff import opcodes
from structedit.text.lazily import regex
from structedit.text.values import dataclass

_ENDING = regex(r"\r\n|\n|\r")
BLANKS = " \t\x0b\x0c"
"""Letters that are blank inside a line, as `folding.BLANKS` has them."""


Hunk = tuple[int, int, int, int]
"""Lines ``[i1, i2)`` of the base that became ``[j1, j2)`` of the other side, from 0."""


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
    for i1, i2, j1, j2 in _hunks(_stripped(base), _stripped(ours)):
        gone = [i for i in range(i1, i2) if base[i].strip()]
        come = [j for j in range(j1, j2) if ours[j].strip()]
        if len(gone) == len(come):
            changed += zip(gone, come, strict=True)
        else:
            surplus += gone
            missing += come
    return Mistakes(tuple(missing), tuple(surplus), tuple(changed))


def carried(old: str, own: str, new: str) -> str | None:
    r"""Rewrite the change from `old` to `new` onto the file's own text, line by line.

    Lines that the caller did not mean to change become the file's. None where the caller changes
    a line that it remembers wrongly: what it wants there then is not known.

    >>> carried("A = 1\nb = 2\n", "a = 1\nb = 2\n", "A = 1\nb = 3\n")
    'a = 1\nb = 3\n'
    >>> carried("A = 1", "a = 1", "A = 2") is None
    True
    """
    base, ours, theirs = (lines_of(text) for text in (old, own, new))
    if not new.strip():
        return new
    wrong, wished = _hunks(_stripped(base), _stripped(ours)), _hunks(base, theirs)
    shift = _shift(base, ours, wrong)
    if shift is None or any(_touch(one, other) for one in wrong for other in wished):
        return None
    rows: list[str] = []
    at = 0
    both = [(hunk, ours, False) for hunk in wrong] + [(hunk, theirs, True) for hunk in wished]
    own_line = _line_for(base, ours, wrong)
    for (i1, i2, j1, j2), side, is_wish in sorted(both, key=lambda row: row[0][:2]):
        rows += [own_line(i) for i in range(at, i1)]
        rows += [shift(line) if is_wish else line for line in side[j1:j2]]
        at = i2
    rows += [own_line(i) for i in range(at, len(base))]
    if any(i1 == 0 for i1, *_ in wished) and not leading(base[0]) and shift("x") == "x":
        rows[0] = leading(ours[0]) + rows[0]
    return "\n".join(rows) + ("\n" if new.endswith(("\n", "\r")) else "")


def spaced(line: str) -> str:
    """A line with one blank between its words."""
    return " ".join(line.split())


def _stripped(lines: Sequence[str]) -> list[str]:
    return [spaced(line) for line in lines]


def _hunks(base: Sequence[str], other: Sequence[str]) -> list[Hunk]:
    """The hunks that differ; one of equally many lines on both sides is split into single lines."""
    found: list[Hunk] = []
    for tag, i1, i2, j1, j2 in opcodes(base, other):
        if tag == "equal":
            continue
        if i2 - i1 == j2 - j1:
            found += [(i1 + k, i1 + k + 1, j1 + k, j1 + k + 1) for k in range(i2 - i1)]
        else:
            found.append((i1, i2, j1, j2))
    return found


def _touch(one: Hunk, other: Hunk) -> bool:
    """Whether two changes of the base share a line, or insert at one point."""
    (a1, a2), (b1, b2) = one[:2], other[:2]
    if a1 == a2 or b1 == b2:
        return a1 <= b2 and b1 <= a2
    return a1 < b2 and b1 < a2


def _line_for(
    base: Sequence[str], ours: Sequence[str], wrong: Sequence[Hunk]
) -> Callable[[int], str]:
    """A function from the index of a base line that the caller has right to the file's line."""
    stops = [*wrong, (len(base), len(base), len(ours), len(ours))]
    found: dict[int, str] = {}
    i = j = 0
    for i1, i2, j1, j2 in stops:
        found.update(zip(range(i, i1), ours[j:j1], strict=True))
        i, j = i2, j2
    return found.__getitem__


def _shift(
    base: Sequence[str], ours: Sequence[str], wrong: Sequence[Hunk]
) -> Callable[[str], str] | None:
    """A function that indents a line as the file does, learnt from the lines that are right, or None.

    The first line may have been given without its indentation; it teaches nothing then.
    """
    own_line = _line_for(base, ours, wrong)
    inside = {i for i1, i2, _, _ in wrong for i in range(i1, i2)}
    pairs = [
        (leading(line), leading(own_line(i)))
        for i, line in enumerate(base)
        if i not in inside and line.strip() and (i or line[0] in BLANKS)
    ]
    if all(mine == theirs for mine, theirs in pairs):
        return lambda line: line
    mine, theirs = min(pairs, key=lambda pair: len(pair[0]) + len(pair[1]))
    if all(theirs_ == _added(theirs, mine) + mine_ for mine_, theirs_ in pairs):
        more = _added(theirs, mine)
        return lambda line: more + line if line.strip() else line
    if all(mine_ == _added(mine, theirs) + theirs_ for mine_, theirs_ in pairs):
        less = _added(mine, theirs)
        return lambda line: line.removeprefix(less)
    return None


def _added(long: str, short: str) -> str:
    return long[: len(long) - len(short)]
