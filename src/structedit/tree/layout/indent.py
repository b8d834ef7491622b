"""The indentation of new text, which depends on the place of the text.

New text is dedented, then indented to its `Place` in the file's own unit, with the line ending of
the place (`edits.new_text.place_at` makes it). Lines inside multi-line strings are content and do not move, unless
the string moves along with the code around it (a method pasted without its indentation).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from structedit.languages.profiles import Indenting
from structedit.text.diff import opcodes
from structedit.text.document import CONFLICT_MARKER, split_ending, split_lines
from structedit.text.lazily import regex
from structedit.text.lines import (
    TAB,
    indent_of,
    indent_width,
    line_start,
)
from structedit.text.values import dataclass, replace
from structedit.tree.literal_texts import LiteralText, Moves
from structedit.tree.source import Source
from structedit.tree.without_grammar import text_blocks

_BLANKS = b" \t"
_ALIGNED = regex(rb"[ \t]*(?:\*|(?:public|protected|private|signals)\b[ \w]*:[ \t]*(?://.*)?$)")
"""Lines whose indentation is no whole step: inside a comment, and access labels."""

_CONTINUED = (b"(", b",", b"=", b"+", b"-", b"|", b"&", b"?", b"\\")
"""Ends of lines that continue on the next line, whose indentation need not be a level."""

_CONTINUES = regex(rb"[ \t]*(?:\??\.\w|&&|\|\||\|>|[+?:] )")
"""Beginnings of lines that continue the line above, unless that opens a block."""

_OPENS = (b"{", b"[", b"(", b":")
_CLOSES = (b"}", b"]", b")", b"end")

_NEAR = 1_500
"""Bytes around a place whose own unit counts, where files have several: a function or two; by judgement."""

_NEIGHBOURHOOD = 20_000
"""Bytes around a place that are read for its indentation unit, if those near show none.

Chosen by judgement.
"""

_ENOUGH = 3
"""Steps of one width that show a unit near a place. Chosen by judgement."""


@dataclass(frozen=True, slots=True)
class Place:
    """The layout of text at a place: the indentation of its first line, the unit, the line ending.

    A text with another unit `rescales` to this one; not if the file shows no unit, nor for code from
    the file. `code` is the embedded code around the place.
    """

    base: bytes
    unit: bytes
    ending: bytes
    rescales: bool = True
    code: Source | None = None

    def at(self, base: bytes) -> Place:
        """Return the place with another indentation."""
        return replace(self, base=base)

    def deeper(self) -> Place:
        """Return the place one unit deeper."""
        return replace(self, base=self.base + self.unit)

    def as_given(self) -> Place:
        """Return the place for a text that keeps its own unit."""
        return replace(self, rescales=False)


def unit_at(source: Source, at: int) -> bytes:
    """Return the indentation unit near a place, else that of the file; empty without any.

    If the language or its columns determine the unit, return that one.
    """
    data = source.data
    if not source.profile.indent or source.profile.indenting is Indenting.FIXED:
        return source.profile.indent.encode()
    marker = source.profile.item_marker.encode()
    if marker:
        rows = split_lines(_around(data, at, _NEIGHBOURHOOD))
        lines = tuple(split_ending(row)[0] for row in rows)
        return b" " * (_marked_step(Fragment(lines, ()), marker) or len(source.profile.indent))
    near = _levels(_around(data, at, _NEAR))[0].most_common(1)
    if near and near[0][1] >= _ENOUGH:
        return near[0][0]
    return steps(_around(data, at, _NEIGHBOURHOOD))


def _around(data: bytes, at: int, radius: int) -> bytes:
    return data[line_start(data, max(0, at - radius)) : at + radius]


def steps(text: bytes) -> bytes:
    """Return the most frequent step by which a line is deeper than the line above it.

    Steps into a continuation line count only if there are no others, and at most as the least
    indentation in the text.
    """
    levels, others = _levels(text)
    if levels or not others:
        return levels.most_common(1)[0][0] if levels else b""
    usual = others.most_common(1)[0][0]
    least = min(
        (n for n in map(len, map(indent_of, split_lines(text))) if n > 1), default=len(usual)
    )
    return usual[:least]


def _levels(text: bytes) -> tuple[Counter[bytes], Counter[bytes]]:
    """Counts of the steps by which lines are deeper: after a line that ends, and after others."""
    levels: Counter[bytes] = Counter()
    others: Counter[bytes] = Counter()
    above: bytes | None = None
    is_continued = opens = False
    for line in split_lines(text):
        body = split_ending(line)[0].rstrip(_BLANKS)
        if not body or _ALIGNED.match(body) or CONFLICT_MARKER.match(body):
            continue
        blanks = indent_of(body)
        if above is not None and len(blanks) > len(above) and blanks.startswith(above):
            step = blanks[len(above) :]
            if (step.strip(b" ") == b"" and 1 < len(step) <= 8) or step == b"\t":
                continues = _CONTINUES.match(body) is not None and not opens
                (others if is_continued or continues else levels)[step] += 1
        above, is_continued, opens = blanks, body.endswith(_CONTINUED), body.endswith(_OPENS)
    return levels, others


@dataclass(frozen=True, slots=True)
class Fragment:
    """A caller's text: its lines without endings, and the literal texts in it, whose white space is content.

    `literals` lists, for each literal text, the first and last line that begin inside it, and how they may move.
    """

    lines: tuple[bytes, ...]
    literals: tuple[tuple[int, int, Moves], ...]

    @property
    def inside(self) -> frozenset[int]:
        """The indices of lines that begin inside a literal text."""
        return frozenset(i for first, last, _ in self.literals for i in range(first, last + 1))

    @property
    def code(self) -> tuple[bytes, ...]:
        """The lines; a line that begins inside a literal text is empty."""
        inside = self.inside
        return tuple(b"" if i in inside else line for i, line in enumerate(self.lines))

    def fixed(self, base: bytes) -> frozenset[int]:
        """Return the indices of the literal lines that do not move with their code to an indentation."""
        texts = (row for row in self.literals if not row[2].allows(base))
        return frozenset(i for first, last, _ in texts for i in range(first, last + 1))


def fragment(source: Source, text: bytes, above: bytes = b"") -> Fragment:
    """Split a text into lines and find its literal texts.

    `above` is the line of the file that opens the literal text inside which `text` begins, if there is one.
    """
    lines = tuple(split_ending(line)[0] for line in split_lines(text))
    if len(lines) < 2 and not above:
        return Fragment(lines, ())
    body = b"\n".join((above, *lines) if above else lines)
    rows = [
        (body.count(b"\n", 0, text.span.start), body.count(b"\n", 0, text.span.end), text.moves)
        for text in source.literal_texts_of(body)
    ]
    up = 1 if above else 0
    found = [(max(0, first + 1 - up), last - up, moves) for first, last, moves in rows]
    return Fragment(lines, tuple(row for row in found if row[0] <= row[1]))


def margin_of(source: Source, text: bytes) -> bytes:
    """Return the common indentation of the lines of a text, without those inside of literal texts."""
    return _common_lead(fragment(source, text).code)


def trim(text: bytes) -> bytes:
    """Return the text without blank lines at both ends, the first line's indentation kept."""
    lines = split_lines(text)
    while lines and not lines[0].strip():
        lines.pop(0)
    while lines and not lines[-1].strip():
        lines.pop()
    return split_ending(b"".join(lines))[0] if lines else b""


def lay_out(source: Source, text: bytes, place: Place, old: bytes = b"") -> list[bytes]:
    """Return the lines of `text`, indented to its place, without line endings.

    `old` is the text that they replace. If another shift than the usual one (none, or from the margin of the
    text to the old margin) restores most of its lines, use that shift: the caller undid it, since real files
    are not always indented as their first line suggests.
    """
    piece = fragment(place.code or source, text)
    if source.profile.item_marker:
        return _moved_by_columns(source, piece, place, old)
    if source.profile.indenting is Indenting.COLUMNS and _has_columns(piece):
        place = place.as_given()
    usual = _margin(source, piece, place)
    rows = [split_ending(line)[0].rstrip(_BLANKS) for line in split_lines(old)]
    laid = _moved_lines(piece, *usual, place, old, rows)
    if not old or not piece.lines:
        return laid
    # A first line may be the end of an old line.
    first = piece.lines[0].strip(_BLANKS)
    is_line_end = rows[0].endswith(first) and rows[0].lstrip(_BLANKS) != first
    if is_line_end and _are_as_deep(piece.lines[1:], rows[1:]):
        return _moved_lines(piece, b"", b"", place.at(b"").as_given(), old, rows)
    known = set(rows) - {b""}
    best, filled = (
        _count_known(laid, known, is_line_end),
        sum(1 for line in piece.lines if line.strip(_BLANKS)),
    )
    if best == filled:
        return laid
    for margin, base in ((b"", b""), (_common_lead(piece.lines), _common_lead(rows))):
        other = _moved_lines(piece, margin, b"", place.at(base).as_given(), old, rows)
        count = _count_known(other, known, is_line_end)
        for index, line in enumerate(other[1:], 1):
            is_out = index not in piece.inside and line and not line.startswith(place.base)
            if is_out and line not in rows[1:]:  # shallower than the code around it
                other[index] = place.base + line.lstrip(_BLANKS)
        # All but a first line that is another: then the lines below are as they were copied.
        all_below = count > best and count == filled - 1 == _count_known(other[1:], set(rows[1:]))
        if all_below or count > max(best, 1, filled // 2):
            laid, best = other, count
    return laid


def _moved_lines(
    piece: Fragment, margin: bytes, first: bytes, place: Place, old: bytes, rows: list[bytes]
) -> list[bytes]:
    """Return lines moved from a margin to a place; `first` is the part of the margin that the first line lacks."""
    if _has_mixed_tabs(piece):
        return _moved_by_tabs(piece, place)
    scale = _scale(piece, margin, first, place, old)
    laid = []
    for index, line in enumerate(piece.lines):
        if index in piece.inside:
            laid.append(line)
        elif not line.strip(_BLANKS):
            laid.append(b"")
        else:
            own = first + line if index == 0 else line
            bare = own.removeprefix(margin) if own.startswith(margin) else own.lstrip(_BLANKS)
            line = place.base + scale(bare)
            if place.base.startswith(b"\t") and place.base.lstrip(b"\t"):
                # If the indentation of the place is tabs and blanks, eight blanks are a tab.
                tabs, blanks = divmod(indent_width(line), TAB)
                line = b"\t" * tabs + b" " * blanks + line.lstrip(_BLANKS)
            laid.append(line)
    return _with_moved_literals(piece, laid, margin, first, place, b"\n".join(rows))


def _has_mixed_tabs(piece: Fragment) -> bool:
    """Return True if a tab is eight columns of a smaller unit in a text, as in old C."""
    leads = [
        indent_of(line) for line in piece.code if line.strip(_BLANKS) and not _ALIGNED.match(line)
    ]
    if not any(b"\t" in blanks for blanks in leads):
        return False
    return any(
        one and not other.startswith(one) and indent_width(other) == indent_width(one) + step
        for one, other in pairwise(leads)
        if b"\t" in other and b" " in one
        for step in (2, 4)
    )


def _moved_by_tabs(piece: Fragment, place: Place) -> list[bytes]:
    """Lines moved by columns, with as many of these as can be as tabs; lines in place stay."""
    code = [line for line in piece.code if line.strip()]
    shift = indent_width(place.base) - min((indent_width(line) for line in code), default=0)
    laid = []
    for index, line in enumerate(piece.lines):
        if index in piece.inside or not line.strip(_BLANKS):
            laid.append(line if index in piece.inside else b"")
        elif not shift:
            laid.append(line)
        else:
            tabs, blanks = divmod(max(0, indent_width(line) + shift), TAB)
            laid.append(b"\t" * tabs + b" " * blanks + line.lstrip(_BLANKS))
    return laid


def _moved_by_columns(source: Source, piece: Fragment, place: Place, old: bytes) -> list[bytes]:
    """Return lines moved in a language whose columns are structure: each level moves to the column of the file.

    The marker of an item opens a level of its own, and a string moves with the line that opens it.
    """
    marker = source.profile.item_marker.encode()
    piece = _with_first_column(source, piece)
    known = {split_ending(line)[0].rstrip(_BLANKS) for line in split_lines(old)} - {b""}
    own, unit = _marked_step(piece, marker), len(place.unit)
    converted = _by_columns(piece, marker, len(place.base), own, unit)
    if own == unit or not own:
        return converted
    as_given = _by_columns(piece, marker, len(place.base), own, own)
    return as_given if _count_known(as_given, known) > _count_known(converted, known) else converted


def _with_first_column(source: Source, piece: Fragment) -> Fragment:
    r"""Return a text whose first line was copied from behind a marker, with the column of that line.

    It is the column of the other lines, if the text only parses so: `a: 1\n  b: 2`.
    """
    rest = [line for i, line in enumerate(piece.lines) if i and line.strip(_BLANKS)]
    least = min((len(indent_of(line)) for line in rest), default=0)
    if least <= len(indent_of(piece.lines[0])):
        return piece
    lines = (b" " * least + piece.lines[0].lstrip(_BLANKS), *piece.lines[1:])
    trees = [source.parse_fragment(b"\n".join(one)) for one in (piece.lines, lines)]
    as_given, moved = (tree is not None and tree.clean for tree in trees)
    return replace(piece, lines=lines) if moved and not as_given else piece


def _by_columns(piece: Fragment, marker: bytes, base: int, own: int, unit: int) -> list[bytes]:
    code = [line for line in piece.code if line.strip()]
    levels = [(min((len(indent_of(line)) for line in code), default=0), base)]
    laid, shift = [], 0
    for index, line in enumerate(piece.lines):
        blanks = len(indent_of(line))
        if index in piece.inside:
            laid.append(b" " * max(0, blanks + shift) + line[blanks:] if line else line)
        elif not line.strip(_BLANKS):
            laid.append(b"")
        else:
            while len(levels) > 1 and levels[-1][0] > blanks:
                levels.pop()
            at, new = levels[-1]
            step = blanks - at
            column = new + (unit if step and step == own else step)
            if step:
                levels.append((blanks, column))
            shift = column - blanks
            laid.append(b" " * column + line[blanks:])
            for found in _marks(line, marker):
                levels.append((found, found + shift))
    return laid


def _marks(line: bytes, marker: bytes) -> list[int]:
    """Return the columns after each item marker that a line begins with."""
    mark, found = re.compile(re.escape(marker) + rb"[ \t]+"), [len(indent_of(line))]
    while match := mark.match(line, found[-1]):
        found.append(match.end())
    return found[1:]


def _marked_step(piece: Fragment, marker: bytes) -> int:
    """Return the most frequent step in columns from a line to a deeper one, markers included."""
    counts: Counter[int] = Counter()
    above: int | None = None
    for index, line in enumerate(piece.lines):
        if not line.strip(_BLANKS) or index in piece.inside:
            continue
        blanks = len(indent_of(line))
        if above is not None and blanks > above:
            counts[blanks - above] += 1
        above = max([blanks, *_marks(line, marker)])
    return counts.most_common(1)[0][0] if counts else 0


def _count_known(lines: list[bytes], known: set[bytes], is_line_end: bool = False) -> int:
    """Return the number of lines that the file has, too; with `is_line_end`, the first line always counts."""
    return is_line_end + sum(1 for line in lines[is_line_end:] if line.rstrip(_BLANKS) in known)


def _are_as_deep(lines: Sequence[bytes], rows: Sequence[bytes]) -> bool:
    """Return True if there are as many lines as old ones, each blank or as deep as its old one."""
    return len(lines) == len(rows) and all(
        indent_of(line) == indent_of(row)
        for line, row in zip(lines, rows, strict=True)
        if line.strip(_BLANKS)
    )


def _common_lead(lines: Iterable[bytes]) -> bytes:
    leads = [indent_of(line) for line in lines if line.strip(_BLANKS)]
    return _common(leads) if leads else b""


def _margin(source: Source, piece: Fragment, place: Place) -> tuple[bytes, bytes]:
    """Return the common indentation, and the part of it that the first line lacks.

    In a text copied from the middle of a line, the first line is bare and the others are as deep as in
    the file: then the closing line, or the place in the file, shows the depth of the first line. It is one unit less
    than theirs, or the same if the first line is a comment or an attribute above the others.
    """
    code = [(index, line) for index, line in enumerate(piece.code) if line.strip(_BLANKS)]
    if not code:
        return b"", b""
    leads = [indent_of(line) for _, line in code]
    rest = [blanks for (index, _), blanks in zip(code, leads, strict=True) if index > 0]
    if code[0][0] == 0 and not leads[0] and rest and min(map(len, rest)) > 0:
        shallow = min(rest, key=len)
        words = (*source.profile.nodes.closers, *source.profile.close_keywords)
        closes = code[-1][1].strip().startswith(tuple(word.encode() for word in words))
        if closes and leads[-1] == shallow and _is_closer_of_first_line(source, piece, code[-1][0]):
            return shallow, shallow
        is_next = shallow == place.base and _is_comment_or_attribute(source, code[0][1])
        if place.base and (is_next or shallow == place.base + place.unit):
            return place.base, place.base
    return _common(leads), b""


def _is_comment_or_attribute(source: Source, line: bytes) -> bool:
    """Return True for a comment or an attribute: the line below it is no deeper."""
    signs = (*source.profile.line_comments, *(begin for begin, _ in source.profile.block_comments))
    is_attribute = line.startswith((b"#[", b"[")) and line.rstrip().endswith(b"]")
    return is_attribute or line.startswith((b"@", *(sign.encode() for sign in signs)))


_OPENERS = {b")": b"(", b"]": b"[", b"}": b"{"}


def _is_closer_of_first_line(source: Source, piece: Fragment, last: int) -> bool:
    """Return True if a closing line closes the first line, rather than a line of the same depth.

    A closing word does. From a line that begins with a closer, such as `) {`, continue at the line of its
    opener; a brace alone on its line belongs to the line above it.
    """
    masked = text_blocks.mask(b"\n".join(piece.lines), source.profile)
    lines = masked.split(b"\n")
    row, depth = last, indent_of(lines[last])
    while (closer := lines[row].strip()[:1]) in _OPENERS:
        column = len(indent_of(lines[row]))
        at = _find_opener(masked, sum(len(line) + 1 for line in lines[:row]) + column)
        opened = masked.count(b"\n", 0, at)
        if opened == row or at < 0:
            return True
        row = opened
        if lines[row].strip() == _OPENERS[closer]:
            above = next((n for n in range(row - 1, -1, -1) if lines[n].strip()), row)
            row = row if lines[above].rstrip().endswith(_CONTINUED) else above
    return row in (0, last) or indent_of(lines[row]) != depth


def _find_opener(masked: bytes, at: int) -> int:
    """Return the offset of the bracket that a bracket at an offset closes; -1 without any."""
    depth = 0
    while at >= 0:
        one = masked[at : at + 1]
        depth += (one in (b")", b"]", b"}")) - (one in (b"(", b"[", b"{"))
        if depth == 0:
            return at
        at -= 1
    return at


def _common(leads: list[bytes]) -> bytes:
    shortest = min(leads, key=len)
    while shortest and not all(blanks.startswith(shortest) for blanks in leads):
        shortest = shortest[:-1]
    return shortest


def _scale(
    piece: Fragment, margin: bytes, first: bytes, place: Place, old: bytes
) -> Callable[[bytes], bytes]:
    """Return a function that converts a line from the text's unit to the file's.

    A text with the same steps as the old one has the file's unit already, whatever its neighbours.
    """
    text = first + b"\n".join(piece.code)
    own = steps(text) if place.rescales else b""
    is_alike = (b"\t" in own) == (b"\t" in place.unit)
    if own and is_alike and _has_only_continuations(text):
        return lambda line: line
    if not own or own in (place.unit, steps(old)) or not place.unit:
        return lambda line: line
    tabs_differ = (b"\t" in own) != (b"\t" in place.unit)
    leads = [
        indent_of(line.removeprefix(margin))
        for line in piece.code
        if line.strip() and not _ALIGNED.match(line)
    ]
    regular = all(len(blanks) % len(own) == 0 for blanks in leads)
    if not tabs_differ and not regular:
        return lambda line: line

    def scaled(line: bytes) -> bytes:
        blanks = indent_of(line)
        spaces = blanks.lstrip(b"\t")
        if own == b"\t":
            depth, odd = len(blanks) - len(spaces), len(spaces)
        else:
            depth, odd = divmod(len(blanks.expandtabs(len(own))), len(own))
        return place.unit * depth + b" " * odd + line[len(blanks) :]

    return scaled


def _has_only_continuations(text: bytes) -> bool:
    """Return True if all deeper lines of a text continue a statement: their step is no level of the file.

    A closing bracket on a line of its own shows a level: `f(`, `    a,`, `)`.
    """
    levels, others = _levels(text)
    if levels or b"\t" in others:
        return False
    return not any(line.lstrip(_BLANKS).startswith(_CLOSES) for line in split_lines(text))


def _has_columns(piece: Fragment) -> bool:
    """Return True if a line of a text is more than one step deeper than the line above it."""
    leads = [len(indent_of(line)) for line in piece.code if line.strip(_BLANKS)]
    unit = len(steps(b"\n".join(piece.code)))
    return any(high - low > unit for low, high in pairwise(leads))


def _with_moved_literals(
    piece: Fragment, laid: list[bytes], margin: bytes, first: bytes, place: Place, known: bytes
) -> list[bytes]:
    """Return the lines laid out, with the literal texts moved that move with their code.

    Keep a text that is in the old lines, `known`, as written. Move one that is there after the move, even
    if it is fixed: the caller moved it. If both are there, the other texts decide.
    """
    moved: dict[int, bytes] = {}
    in_doubt: dict[int, bytes] = {}
    for start, last, moves in piece.literals:
        lines = piece.lines[start : last + 1]
        if start:
            opener = first + piece.lines[0] if start == 1 else piece.lines[start - 1]
            shift = indent_of(opener), indent_of(laid[start - 1])
        else:
            shift = margin, place.base
        after = shifted_lines(lines, *shift)
        if after is None:
            continue
        is_as_written = bool(known) and shift[0] != shift[1] and b"\n" + _stripped(lines) in known
        is_as_moved = bool(known) and b"\n" + _stripped(after) in known
        may_move = moves.allows(b"".join(shift))
        numbered = dict(enumerate(after, start))
        if is_as_written and is_as_moved:
            in_doubt |= numbered
        elif not is_as_written and (may_move or is_as_moved):
            moved |= numbered
    changed = moved | in_doubt if moved else {}
    return [changed.get(index, line) for index, line in enumerate(laid)]


def shifted_lines(lines: Sequence[bytes], old: bytes, new: bytes) -> list[bytes] | None:
    """Exchange the indentation that all lines share with the first one; None if a line is less deep."""
    if not all(line.startswith(old) for line in lines if line.strip(_BLANKS)):
        return None
    return [new + line[len(old) :] if len(line) > len(old) else b"" for line in lines]


def can_move_with(data: bytes, text: LiteralText, lead: bytes) -> bool:
    """Return True if a text moves with code that has this indentation: all its lines have it too."""
    lines = [split_ending(line)[0] for line in split_lines(text.span.of(data))][1:]
    return text.moves.allows(lead) and shifted_lines(lines, lead, lead) is not None


def _stripped(lines: Iterable[bytes]) -> bytes:
    return b"\n".join(line.rstrip(_BLANKS) for line in lines)


def keep_alike(old: bytes, new: bytes) -> bytes:
    """`new` with the old bytes of every line that differs in trailing blanks or ending only."""
    old_lines, new_lines = split_lines(old), split_lines(new)
    kept: list[bytes] = []
    for tag, i1, i2, j1, j2 in opcodes(_keys(old_lines), _keys(new_lines)):
        if tag == "equal":
            kept += map(_as_old, old_lines[i1:i2], new_lines[j1:j2])
        else:
            kept += new_lines[j1:j2]
    return b"".join(kept)


def _as_old(old: bytes, new: bytes) -> bytes:
    """Return the old line; if only one of the two has an ending, the new one decides."""
    body, old_ending = split_ending(old)
    new_ending = split_ending(new)[1]
    return body + (old_ending or new_ending if new_ending else b"")


def _keys(lines: list[bytes]) -> list[bytes]:
    return [split_ending(line)[0].rstrip(_BLANKS) for line in lines]
