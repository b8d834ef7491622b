"""Pair the lines of two texts, blank ones left out: equal lines, and lines in each other's place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from structedit.search.alignment.folding import contents, is_blank, key_of
from structedit.text.diff import Opcode, opcodes
from structedit.text.lines import indent_width
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class LinePair:
    """A line of a text with the one that the file has for it, by number from 0; None where a side has none."""

    old: int | None
    own: int | None
    same: bool = False


def line_pairs(
    old: bytes, own: bytes, alike: Mapping[int, int] | None = None
) -> tuple[LinePair, ...]:
    r"""The lines of two texts that are not blank, in pairs: equal ones, and runs of others that are as long.

    If one text lacks lines, of equal lines those pair that are on the same level of their text. `alike` are
    pairs for runs that are not as long.

    >>> [pair.own for pair in line_pairs(b"a\nb\nd", b"a\nb\nc\nd") if pair.old is None]
    [2]
    >>> [pair.own for pair in line_pairs(b"{\n}", b"{\n  }\n}") if pair.old is None]
    [1]
    """
    texts = [contents(text) for text in (old, own)]
    base, ours = [[n for n, line in enumerate(text) if not is_blank(line)] for text in texts]
    keys, deep = [], []
    for text, numbers in zip(texts, (base, ours), strict=True):
        widths = {n: indent_width(text[n]) for n in numbers}
        levels = {width: level for level, width in enumerate(sorted(set(widths.values())))}
        keys.append([key_of(text[n]) for n in numbers])
        deep.append([(levels[widths[n]], key_of(text[n])) for n in numbers])
    found: list[LinePair] = []
    steps: Iterable[Opcode] = opcodes(*keys)
    if any(i2 - i1 != j2 - j1 for _, i1, i2, j1, j2 in steps):
        steps = steps_within(opcodes(*deep), *keys)
    for tag, i1, i2, j1, j2 in steps:
        if i2 - i1 == j2 - j1:
            rows = zip(base[i1:i2], ours[j1:j2], strict=True)
            found += [LinePair(i, j, tag == "equal") for i, j in rows]
            continue
        at = j1
        for i in base[i1:i2]:
            own_line = (alike or {}).get(i)
            to = ours.index(own_line, at, j2) if own_line in ours[at:j2] else None
            if to is not None:
                found += [LinePair(None, j) for j in ours[at:to]]
                at = to + 1
            found.append(LinePair(i, None if to is None else ours[to]))
        found += [LinePair(None, j) for j in ours[at:j2]]
    return tuple(found)


def steps_within(
    steps: Sequence[Opcode], old: Sequence[bytes], new: Sequence[bytes]
) -> Iterator[Opcode]:
    """Refine a comparison: lines that are not equal at once are compared again by stricter keys."""
    for step in steps:
        tag, i, i2, j, j2 = step
        if tag == "equal":
            yield step
            continue
        for inner, k1, k2, n1, n2 in opcodes(old[i:i2], new[j:j2]):
            yield inner, i + k1, i + k2, j + n1, j + n2
