"""Convert the caller's indentation to the file's, learnt from lines that both have.

A depth of a paired line maps to the depth in the file. A new depth is relative to the nearest
paired line, and its unit (a tab, n spaces) is converted if the pairs, or else the file around,
show another unit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, pairwise

from structedit.text.lines import indent_of
from structedit.text.values import dataclass

DEFAULT_STEP = 4
"""Spaces a level where nothing shows another number.

Chosen by judgement: the step that most style guides name.
"""


@dataclass(frozen=True, slots=True)
class IndentPair:
    """Line `index` of the caller's old text is indented by `caller`, the file's by `file`."""

    index: int
    caller: bytes
    file: bytes


@dataclass(frozen=True, slots=True)
class Indentation:
    """The evidence of the pairs: `IndentPair`s and both units; if equal, keep relative indentation."""

    pairs: tuple[IndentPair, ...] = ()
    caller_unit: bytes = b""
    file_unit: bytes = b""


VERBATIM = Indentation()
"""Keeps every indentation as the caller wrote it."""


def learn(
    pairs: tuple[IndentPair, ...], caller: Iterable[bytes], around: Iterable[bytes]
) -> Indentation:
    """Learn from paired lines; `caller` and `around` are indentations of both sides at large."""
    units = _units_of_pairs(pairs)
    if units is None:
        units = _units_of_kinds(pairs, [indent for indent in caller if indent], list(around))
    return Indentation(pairs, *units)


def with_steps(rule: Indentation, new: list[bytes], unit: bytes) -> Indentation:
    """Return the rule with a caller's unit learnt from the new lines, if the old ones are equally deep.

    `unit` is the file's. If the old lines are as deep as in the file, the caller knows the file; and
    lines that are no whole levels apart only align with others.
    """
    depths = {(pair.caller, pair.file) for pair in rule.pairs}
    if rule.caller_unit or len(depths) != 1:
        return rule
    ((caller, file),) = depths
    from structedit.tree.layout.indent import steps

    own = steps(b"\n".join(new))
    deeper = [
        indent_of(line) for line in new if line.strip() and len(indent_of(line)) > len(caller)
    ]
    if caller == file or len({own[:1], unit[:1], b" "}) > 1:
        return rule
    if any((len(indent) - len(caller)) % len(own) for indent in deeper):
        return rule
    return Indentation(rule.pairs, own, unit)


def file_indent(rule: Indentation, indent: bytes, near: int) -> bytes:
    r"""Return the file's indentation for the caller's, next to line `near` of the old text.

    >>> rule = learn((IndentPair(0, b"", b"\t"), IndentPair(1, b"  ", b"\t\t")), (), ())
    >>> file_indent(rule, b"    ", 1)
    b'\t\t\t'
    """
    if not rule.pairs:
        return _convert(rule, indent)

    def distance(pair: IndentPair) -> tuple[bool, bool, int]:
        # The same depth first, then comparable depths, then by lines between.
        comparable = indent.startswith(pair.caller) or pair.caller.startswith(indent)
        return pair.caller != indent, not comparable, abs(pair.index - near)

    nearest = min(rule.pairs, key=distance)
    if indent.startswith(nearest.caller):
        # Levels come before blanks that only align, so that no tab follows a space.
        extra = _convert(rule, indent[len(nearest.caller) :])
        stem = nearest.file.rstrip(b" ") if extra.startswith(b"\t") else nearest.file
        return stem + extra + nearest.file[len(stem) :]
    if nearest.caller.startswith(indent):
        surplus = _convert(rule, nearest.caller[len(indent) :])
        return nearest.file[: max(0, len(nearest.file) - len(surplus))]
    return _convert(rule, indent)


def _convert(rule: Indentation, extra: bytes) -> bytes:
    """Return indentation with its whole levels converted; blanks that only align the code behind them stay."""
    if rule.caller_unit == rule.file_unit:
        return extra
    rest, levels = extra, 0
    while rest.startswith(rule.caller_unit):
        rest, levels = rest[len(rule.caller_unit) :], levels + 1
    return rule.file_unit * levels + rest


def _units_of_pairs(pairs: tuple[IndentPair, ...]) -> tuple[bytes, bytes] | None:
    """Return one level on both sides, from pairs that are one level apart."""
    seen = sorted({(pair.caller, pair.file) for pair in pairs}, key=lambda p: (len(p[0]), p))
    steps = [_step(shallow, deep) for shallow, deep in combinations(seen, 2)]
    units = [step for step in steps if step is not None]
    other_kind = [unit for unit in units if unit[0][:1] != unit[1][:1]]
    if not other_kind and any(a[:1] != b[:1] for a, b in seen if a and b):
        return None
    if not other_kind and any(caller == file for caller, file in units):
        return b"", b""
    return min(other_kind or units, key=lambda unit: (len(unit[0]), unit), default=None)


def _step(shallow: tuple[bytes, bytes], deep: tuple[bytes, bytes]) -> tuple[bytes, bytes] | None:
    if not all(b.startswith(a) and len(b) > len(a) for a, b in zip(shallow, deep, strict=True)):
        return None
    caller, file = (b[len(a) :] for a, b in zip(shallow, deep, strict=True))
    if len(set(caller)) > 1 or len(set(file)) > 1:
        return None
    if caller[:1] == file[:1]:
        return caller, file
    fewer = min(len(caller), len(file))
    if len(caller) % fewer or len(file) % fewer:
        return None
    return caller[: len(caller) // fewer], file[: len(file) // fewer]


def _units_of_kinds(
    pairs: tuple[IndentPair, ...], caller: list[bytes], around: list[bytes]
) -> tuple[bytes, bytes]:
    """One level on both sides, from the kind of blank that either indents with."""
    file = [pair.file for pair in pairs if pair.file]
    if not caller or not (file or around):
        return b"", b""
    ours, theirs = _kind(caller), _kind(file or around)
    if ours == theirs:
        return b"", b""
    width = _width_of_tab(pairs)
    if ours == b" ":
        return (b" " * width if width == DEFAULT_STEP else _unit(ours, caller)), theirs
    return ours, (b" " * width if width else _unit(theirs, around or file))


def _width_of_tab(pairs: tuple[IndentPair, ...]) -> int:
    """Return the number of spaces that most often replaces one tab; 0 for none or more than usual.

    More than usual is rather a shift: the lines in the file are deeper than the caller's.
    """
    widths: Counter[int] = Counter()
    for pair in pairs:
        mixed, spaces = sorted((pair.caller, pair.file))
        tabs = len(mixed) - len(mixed.lstrip(b"\t"))
        width = len(spaces) - len(mixed) + tabs
        if tabs and width > 0 and not spaces.strip(b" ") and width % tabs == 0:
            widths[width // tabs] += 1
    width = widths.most_common(1)[0][0] if widths else 0
    return width if width <= DEFAULT_STEP else 0


def _kind(indents: list[bytes]) -> bytes:
    tabs = sum(indent.startswith(b"\t") for indent in indents)
    return b"\t" if 2 * tabs > len(indents) else b" "


def _unit(kind: bytes, indents: list[bytes]) -> bytes:
    """Return one level: the most frequent step from a line to a deeper next line."""
    if kind == b"\t":
        return kind
    widths = [len(indent) for indent in indents if not indent.strip(b" ")]
    steps = Counter(b - a for a, b in pairwise(widths) if b - a > 1)
    least = min((b - a for a, b in pairwise(sorted({0, *widths})) if b - a > 1), default=0)
    usual = steps.most_common(1)[0][0] if steps else least
    return b" " * (usual or DEFAULT_STEP)
