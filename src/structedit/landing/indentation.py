"""How the caller's indentation becomes the file's, learned from lines that both have.

A depth that was seen in a paired line maps to what the file has there. A new depth is taken
relative to the nearest paired line, its unit (a tab, n spaces) converted where the pairs, or else
the file around, show that the two differ.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, pairwise

DEFAULT_STEP = 4
"""Spaces a level where nothing shows another number."""


@dataclass(frozen=True, slots=True)
class IndentPair:
    """Line `index` of the caller's old text is indented by `caller`, the file's by `file`."""

    index: int
    caller: bytes
    file: bytes


@dataclass(frozen=True, slots=True)
class Indentation:
    """What the pairs show; equal units mean that relative indentation is taken as it is."""

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


def file_indent(rule: Indentation, indent: bytes, near: int) -> bytes:
    r"""Give the file's indentation for the caller's, next to line `near` of the old text.

    >>> rule = learn((IndentPair(0, b"", b"\t"), IndentPair(1, b"  ", b"\t\t")), (), ())
    >>> file_indent(rule, b"    ", 1)
    b'\t\t\t'
    """
    ranked = sorted(rule.pairs, key=lambda pair: (pair.caller != indent, abs(pair.index - near)))
    if not ranked:
        return _convert(rule, indent)
    nearest = ranked[0]
    if indent.startswith(nearest.caller):
        return nearest.file + _convert(rule, indent[len(nearest.caller) :])
    if nearest.caller.startswith(indent):
        surplus = _convert(rule, nearest.caller[len(indent) :])
        return nearest.file[: max(0, len(nearest.file) - len(surplus))]
    return _convert(rule, indent)


def _convert(rule: Indentation, extra: bytes) -> bytes:
    unit = rule.caller_unit
    if unit == rule.file_unit or extra.strip(unit[:1]):
        return extra
    levels, rest = divmod(len(extra), len(unit))
    return rule.file_unit * levels + b" " * rest


def _units_of_pairs(pairs: tuple[IndentPair, ...]) -> tuple[bytes, bytes] | None:
    """Compare what one level more is on both sides; None where no two pairs show it."""
    seen = sorted({(pair.caller, pair.file) for pair in pairs}, key=lambda pair: len(pair[0]))
    steps = [_step(shallow, deep) for shallow, deep in combinations(seen, 2)]
    units = [step for step in steps if step is not None]
    if any(caller == file for caller, file in units):
        return b"", b""
    return min(units, key=lambda unit: len(unit[0]), default=None)


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
    """Compare which blank either side indents with."""
    file = [pair.file for pair in pairs if pair.file]
    if not caller or not (file or around):
        return b"", b""
    ours, theirs = _kind(caller), _kind(file or around)
    if ours == theirs:
        return b"", b""
    usual = b" " * DEFAULT_STEP
    if ours == b" " and any(pair.caller == usual * len(pair.file) != b"" for pair in pairs):
        return usual, theirs
    return _unit(ours, caller), _unit(theirs, file + around)


def _kind(indents: list[bytes]) -> bytes:
    tabs = sum(indent.startswith(b"\t") for indent in indents)
    return b"\t" if 2 * tabs > len(indents) else b" "


def _unit(kind: bytes, indents: list[bytes]) -> bytes:
    if kind == b"\t":
        return kind
    widths = sorted({0, *(len(indent) for indent in indents if not indent.strip(b" "))})
    steps = [b - a for a, b in pairwise(widths) if b - a > 1]
    return b" " * min(steps, default=DEFAULT_STEP)
