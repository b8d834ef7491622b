"""The change from `old` to `new`, merged into what the file holds where `old` was found.

A three-way merge by line: base is `old`, ours is the file, theirs is `new`. Lines that the caller
leaves alone keep the file's bytes; the others arrive in the file's indentation and line endings.

Walked through: `old` is ``if x:\\n  y``, the file has ``\\tif x :\\r\\n\\r\\n\\t\\ty\\r\\n``, `new` adds
``  z``. The first two lines stay, with the blank line between them that only the file has; ``z``
is as deep as ``y``, which is two tabs in the file, and ends as its neighbours do:
``\\t\\tz\\r\\n``.

Not here: text that has no old text to merge with, and whether the result may be written.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from structedit.search.alignment import (
    comments,
    escapes,
    line_tokens,
    merge_comments,
    merge_tokens,
    quoted_lines,
    restated,
)
from structedit.search.alignment.candidates import Needle, read_needle
from structedit.search.alignment.elision import paired
from structedit.search.alignment.folding import BLANKS, contents, is_blank, leading, trailing
from structedit.search.alignment.ladder import is_shift
from structedit.search.alignment.merge_lines import (
    Aligned,
    Conflict,
    Gapped,
    Window,
    align,
    gapped,
    window_of,
)
from structedit.search.alignment.occurrences import Occurrence
from structedit.search.embedded import region_at
from structedit.text.document import Span, split_ending, split_lines
from structedit.text.edit import Edit, EditSet
from structedit.text.lines import LINE_END, ending_at, line_start
from structedit.text.values import dataclass, replace
from structedit.tree.layout import indent, learned_indent
from structedit.tree.source import Source

if TYPE_CHECKING:
    from structedit.tree.layout.learned_indent import Indentation


__all__ = ["Conflict", "Merged", "merge"]

_AROUND_BYTES = 8192
"""Bytes on each side of a place whose line ends and depth new lines follow; chosen by judgement."""

_OPENERS = (b":", b"{", b"(", b"[", b",")
_CLOSERS = (b"}", b")", b"]", b"end", b"else", b"elif", b"except", b"finally")
_ALIGNING = b" "
"""What stands before the `*` of a comment's lines, and is no level."""

_SURE_LINES = 3
"""Indented lines around a place that show whether it is indented with tabs; chosen by judgement."""

_TABS_MATTER = frozenset({"make"})


@dataclass(frozen=True, slots=True)
class Merged:
    """The edits that make the change in the file; empty when the file has it already.

    `kept` are the file's lines that stay although the caller remembered them otherwise.
    """

    edits: EditSet
    kept: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class _Change:
    """What is wanted: `new` in the place of `old`, which stands in the file as the occurrence."""

    data: bytes
    occurrence: Occurrence
    old: bytes
    new: bytes
    source: Source | None

    def conflict(self, reason: str, place: Span | None = None) -> Conflict:
        """What is wanted cannot be; the place shows why, the occurrence if left out."""
        return Conflict(reason, (place or self.occurrence.span).of(self.data), self.new)


@dataclass(frozen=True, slots=True)
class _Sides:
    """The three sides of a merge: the old, the new, the file's lines, and how to indent.

    `cut` means that the caller left out the first line's indentation alone. Lines that are `still` are
    inside a string that only the new text has: they stay as the caller wrote them.
    """

    before: Gapped
    after: Gapped
    window: Window
    rule: Indentation
    cut: bool = False
    still: frozenset[int] = frozenset()


def merge(
    data: bytes, occurrence: Occurrence, old: bytes, new: bytes, source: Source | None = None
) -> Merged | Conflict:
    r"""Merge the change from `old` to `new` into the file's text of an occurrence of `old`.

    At `exact` the bytes are replaced. Even there a line end that `old` has and `new` lacks stays,
    so that no two lines are fused, and lines that `new` adds end as their neighbours do. With a
    `source`, its language decides which lines of `new` are inside strings.

    >>> hit = Occurrence(Span(0, 5), "whitespace", ((0, Span(0, 2)), (1, Span(4, 5))))
    >>> merge(b"a \n\nb\n", hit, b"a\nb", b"a\nc").edits.apply(b"a \n\nb\n")
    b'a \n\nc\n'
    """
    change = _Change(data, occurrence, old, new, source)
    if occurrence.facts.is_exact:
        return _replace(change)
    if occurrence.strands and source is not None:
        return (_merge_bare if occurrence.variant else _merge_strands)(change, source)
    if occurrence.parts:
        return _merge_parts(change)
    texts = escapes.varied(occurrence.variant, old, new)
    if texts is None:
        return change.conflict("the new text is not escaped as the old one")
    change = replace(change, old=texts[0], new=texts[1])
    return _merge_nearly(change) if occurrence.facts.guesses else _merge(change)


def _merge_nearly(change: _Change) -> Merged | Conflict:
    """Merge text that the caller misremembers; a line that only the file has is never touched."""
    told = restated.bridge(change.data, change.occurrence, change.old, change.new)
    if isinstance(told, Conflict):
        return told
    if told.old == told.new:
        return Merged(EditSet())
    merged = _merge(replace(change, occurrence=told.occurrence, old=told.old, new=told.new))
    if isinstance(merged, Merged) and any(map(merged.edits.touches, told.added)):
        return change.conflict("the edit touches a line that `old` lacks", told.added[0])
    return merged


def _merge_parts(change: _Change) -> Merged | Conflict:
    """Merge each piece of a text with omitted lines on its own; what is between them is not touched."""
    pair, parts = paired(change.old, change.new), change.occurrence.parts
    if pair is None:
        return change.conflict("lines that stand for others do not pair up", Span(0, 0))
    edits: list[Edit] = []
    kept: list[Span] = []
    texts = [(a, b) for a, b in zip(pair[0].pieces, pair[1].pieces, strict=True) if a]
    for part, (before, after) in zip(parts, texts, strict=True):
        merged = _merge(replace(change, occurrence=part, old=before, new=after))
        if isinstance(merged, Conflict):
            return merged
        edits += merged.edits.edits
        kept += merged.kept
    between = (Span(a.span.end, b.span.start) for a, b in pairwise(parts))
    return Merged(EditSet.of(edits), tuple(sorted([*kept, *between])))


def _merge_bare(change: _Change, source: Source) -> Merged | Conflict:
    """Merge without comments on both sides; the file's comments stay, and so does what is beside them."""
    bare = comments.told_bare(change.old, change.new, source.profile)
    if bare is None or not bare[1].strip():
        return change.conflict("the edit changes comments that the file has otherwise")
    file = comments.blanked(source)
    merged = _merge_strands(replace(change, data=file.data, old=bare[0], new=bare[1]), file)
    if isinstance(merged, Conflict):
        return merged
    edits = merge_comments.trimmed(file.data, merged.edits)
    torn = merge_comments.torn_from(source, change.occurrence.strands, edits)
    if torn is not None:
        return change.conflict("the edit is beside a comment that `old` lacks", torn)
    return Merged(edits, merged.kept)


def _merge_strands(change: _Change, source: Source) -> Merged | Conflict:
    data, occurrence, span = change.data, change.occurrence, change.occurrence.span
    if not change.new.strip():
        return Merged(EditSet.of([Edit(_lines_of(data, span, change.old), b"")]))
    inside = region_at(source, span)
    source = inside.source if inside is not None else source
    merged = merge_tokens.merge_strands(
        source, occurrence, change.old, change.new, ending_at(data, span.start)
    )
    if merged is None:
        return change.conflict("the tokens of both sides do not fit together")
    edits = EditSet.of([Edit(Span(merged[0].start, span.end), merged[1])]).refined(data)
    return Merged(edits, (span,))


def _lines_of(data: bytes, span: Span, old: bytes) -> Span:
    """The span to delete with a text: also the rest of its line, when `old` holds the line's edge."""
    before = line_start(data, span.start)
    end = LINE_END.search(data, span.end)
    after = end.start() if end is not None else len(data)
    if data[before : span.start].strip(BLANKS) or data[span.end : after].strip(BLANKS):
        return span
    needle = read_needle(old)
    whole = end is not None and (needle.ends_line or needle.starts_line)
    return Span(before, end.end() if end is not None and whole else after)


def _replace(change: _Change) -> Merged:
    data, span, old, new = change.data, change.occurrence.span, change.old, change.new
    ending = split_ending(old)[1]
    last = contents(new)[-1]
    if ending and not is_blank(last) and new + ending != old:
        new += ending
    new = _in_file_unit(replace(change, new=new))
    neighbour = ending_at(data, span.end)
    if not LINE_END.search(old):
        new = LINE_END.sub(neighbour, new)
    elif neighbour != b"\n" and b"\n" not in old.replace(b"\r\n", b"") and b"\r" not in new:
        new = new.replace(b"\n", neighbour)
    return Merged(EditSet.of([Edit(span, new)]).refined(data))


def _in_file_unit(change: _Change) -> bytes:
    """New lines, indented by the file's unit where the old ones, all at the margin, do not show it.

    Lines inside strings stay as they are.
    """
    rule = _unit_rule(change, contents(change.old), contents(change.new))
    if rule is learned_indent.VERBATIM or change.source is None:
        return change.new
    inside = quoted_lines.fragment_at(
        change.source, change.occurrence.span.start, change.new
    ).inside
    return b"".join(
        line
        if at in inside
        else learned_indent.file_indent(rule, leading(line), 0) + line.lstrip(BLANKS)
        for at, line in enumerate(split_lines(change.new))
    )


def _unit_rule(change: _Change, old: Sequence[bytes], new: Sequence[bytes]) -> Indentation:
    """The indentation rule learnt from the new lines and from the file, if the two always differ."""
    kept = any(leading(line) for line in old if not is_blank(line))
    indents = [leading(line) for line in new if leading(line) and not is_blank(line)]
    source = change.source
    if kept or not indents or source is None or source.language in _TABS_MATTER:
        return learned_indent.VERBATIM
    near = _around(change.data, change.occurrence.span)
    around = [indent for indent in near if indent != _ALIGNING]
    tabs = sum(indent.startswith(b"\t") for indent in around)
    if len(around) < _SURE_LINES or tabs not in (0, len(around)):
        return learned_indent.VERBATIM
    rule = learned_indent.learn((), indents, around)
    return rule if rule.caller_unit else learned_indent.VERBATIM


def _merge(change: _Change) -> Merged | Conflict:
    data, occurrence, old, new = change.data, change.occurrence, change.old, change.new
    wanted = read_needle(old).lines
    needed = list(gapped(wanted).indices)
    if [index for index, _ in occurrence.pairs] != needed or not needed:
        return change.conflict("lines of the old text are not there")
    if occurrence.facts.folds:
        shown = [(wanted[index], span.of(data)) for index, span in occurrence.pairs]
        old, new = line_tokens.as_the_file(shown, old, new)
    base, theirs = read_needle(old), read_needle(new)
    before = gapped(base.lines)
    window = window_of(data, occurrence)
    after = gapped(theirs.lines)
    above = base.starts_line and len(window.head) > before.head
    ending = ending_at(data, window.span.start)
    if not after.lines:
        left = _left_blank(window, base, before, len(contents(new)))
        text = _ended(left, window, ending)
        return Merged(EditSet.of([Edit(window.span, text)]).refined(data))
    if above:
        before = replace(before, head=before.head + 1)
    if theirs.starts_line and (above or not base.starts_line):
        after = replace(after, head=after.head + 1)
    sides = _Sides(before, after, window, learned_indent.VERBATIM)
    sides = _indented(change, sides, may_be_cut=window.whole_start and not base.starts_line)
    rows = align(before, after)
    if change.source:
        # New lines inside a string that is new stay as they are.
        paired = {after.indices[j] for j, row in enumerate(rows) if row.old is not None}
        text = b"\n".join(theirs.lines)
        inside = quoted_lines.still_lines(change.source, window.span.start, text, paired)
        still = frozenset(j for j, index in enumerate(after.indices) if index in inside)
        sides = replace(sides, still=still)
    lines = _lines(sides, rows)
    if theirs.ends_line and not base.ends_line and not window.whole_end:
        lines.append(contents(new)[-1])
    text = _ended(lines, window, ending)
    return Merged(EditSet.of([Edit(window.span, text)]).refined(data), _kept(sides, rows))


def _left_blank(window: Window, base: Needle, before: Gapped, lines: int) -> list[bytes]:
    """The blank lines that are left of a text of which the caller leaves but line ends.

    The edges of lines that `old` holds are deleted with it. Where as many are left as `old` has, they are
    those of the file.
    """
    count = lines - base.starts_line - base.ends_line
    above = len(window.head) - before.head if base.starts_line and count >= 0 else 0
    if 0 < count == before.head + sum(before.gaps):
        return [line for gap in (window.head, *window.gaps) for line in gap]
    return [*window.head[:above], *[b""] * count]


def _indented(change: _Change, sides: _Sides, *, may_be_cut: bool) -> _Sides:
    """The sides with the indentation rule that the paired lines teach."""
    source, before, after, window = change.source, sides.before, sides.after, sides.window
    if change.occurrence.facts.is_literal:
        return replace(sides, rule=_unit_rule(change, before.lines, after.lines))
    rows = zip(before.lines, window.rows, strict=True)
    pairs = tuple(
        learned_indent.IndentPair(i, leading(a), leading(b)) for i, (a, b) in enumerate(rows)
    )
    cut = may_be_cut and _is_cut(pairs, after)
    if cut or not window.whole_start:
        pairs = pairs[1:]
    caller = [leading(line) for line in (*before.lines, *after.lines)]
    rule = learned_indent.learn(pairs, caller, _around(change.data, window.span))
    if source is None or source.profile.item_marker or cut:
        return replace(sides, rule=rule, cut=cut)
    inside = quoted_lines.fragment_at(source, window.span.start, b"\n".join(after.lines)).inside
    code = [line for at, line in enumerate(after.lines) if at not in inside]
    return replace(
        sides, rule=learned_indent.with_steps(rule, code, indent.unit_at(source, window.span.start))
    )


def _is_cut(pairs: tuple[learned_indent.IndentPair, ...], after: Gapped) -> bool:
    """Whether the caller began to copy after the first line's indentation.

    The other lines show it, since they are then indented as in the file. With no other line, the
    new ones do: written for where they stand, none is shallower than the first line.
    """
    first, *others = [(pair.caller, pair.file) for pair in pairs]
    if first[0] == first[1] or not first[1].endswith(first[0]):
        return False
    if others:
        return not is_shift([first, *others]) and is_shift([(b"", b""), *others])
    rest = after.lines[1:]
    if not all(leading(line).startswith(first[1]) for line in rest):
        return False
    beside = [line.strip(BLANKS) for line in rest if leading(line) == first[1]]
    opens = after.lines[0].rstrip(BLANKS).endswith(_OPENERS)
    return any(line.startswith(_CLOSERS) for line in beside) or not (beside and opens)


def _around(data: bytes, span: Span) -> list[bytes]:
    """The indentations of lines near a span, empty ones left out."""
    near = data[max(0, span.start - _AROUND_BYTES) : span.end + _AROUND_BYTES]
    indents = (leading(line) for line in contents(near)[1:] if not is_blank(line))
    return [indent for indent in indents if indent]


def _lines(sides: _Sides, rows: tuple[Aligned, ...]) -> list[bytes]:
    """The merged lines; those that are new, or emptied, have no ending yet."""
    lines = list(_gap(sides, 0, 0))
    near = 0
    for j, row in enumerate(rows):
        near = near if row.old is None else row.old
        lines.append(_line(sides, j, row, near))
        if row.gap is None:
            lines += _blank_lines(sides, j + 1)
        else:
            lines += _gap(sides, row.gap + 1, j + 1)
    return lines


def _gap(sides: _Sides, old_at: int, at: int) -> tuple[bytes, ...]:
    """The file's blank lines, unless the caller changes how many there are.

    Or what blanks are in them, where it knows these: lines that go deeper take them along. Gaps are
    counted from the one before all lines.
    """
    before, after = sides.before, sides.after
    file = sides.window.gaps[old_at - 1] if old_at else sides.window.head
    count = before.gaps[old_at - 1] if old_at else before.head
    old, new = before.blanks[old_at], after.blanks[at]
    known = tuple(split_ending(line)[0] for line in file) == old
    changed = known and old != new and len(old) == len(new)
    same = count == (after.gaps[at - 1] if at else after.head)
    return file if same and not changed else _blank_lines(sides, at)


def _blank_lines(sides: _Sides, at: int) -> tuple[bytes, ...]:
    """Blank lines of the new text, with their blanks where the file's have some too."""
    theirs = sides.after.blanks[at]
    theirs = (b"",) * (sides.after.head - len(theirs)) + theirs if at == 0 else theirs
    gaps = sides.window.head, *sides.window.gaps
    ours = (split_ending(line)[0] for gap in gaps for line in gap)
    return theirs if any(ours) else (b"",) * len(theirs)


def _line(sides: _Sides, j: int, row: Aligned, near: int) -> bytes:
    line = sides.after.lines[j]
    if j in sides.still:
        return line
    if row.old is None:
        fresh = line.rstrip(BLANKS) if _has_stray_blanks(sides) else line
        return _indent(sides, j, row, near) + fresh.lstrip(BLANKS)
    ours, ending = split_ending(sides.window.rows[row.old])
    if row.kept and not _is_moved(sides, j, row):
        return ours + ending
    old = sides.before.lines[row.old]
    base, own, text = old.strip(BLANKS), ours.strip(BLANKS), line.strip(BLANKS)
    same = base == text
    text = own if same else merge_tokens.merge_line(base, own, text)
    kept = trailing(old) == trailing(line) if same else _has_stray_blanks(sides)
    after = trailing(ours if kept else line)
    return _indent(sides, j, row, near) + text + after + ending


def _has_stray_blanks(sides: _Sides) -> bool:
    """Whether the caller has blanks at line ends, and the file at none of these lines."""
    rows = zip(sides.before.lines, sides.window.rows, strict=True)
    ours = [trailing(split_ending(row)[0]) for line, row in rows if trailing(line)]
    return sides.window.whole_end and bool(ours) and not any(ours)


def _is_moved(sides: _Sides, j: int, row: Aligned) -> bool:
    """Whether a line that began inside a line of the file now begins one."""
    return j > 0 and row.old == 0 and not sides.window.whole_start


def _indent(sides: _Sides, j: int, row: Aligned, near: int) -> bytes:
    indent = leading(sides.after.lines[j])
    if (
        row.old is not None
        and not _is_moved(sides, j, row)
        and indent == leading(sides.before.lines[row.old])
    ):
        return leading(sides.window.rows[row.old])
    if j == 0 and not sides.window.whole_start:
        return indent
    if j == 0 and sides.cut and indent == leading(sides.before.lines[0]):
        return leading(sides.window.rows[0])
    return learned_indent.file_indent(sides.rule, indent, near)


def _ended(lines: list[bytes], window: Window, ending: bytes) -> bytes:
    """The lines joined, each with its ending, or that of the line above; the last one as before."""
    found = []
    for line in lines:
        text, own = split_ending(line)
        ending = own or ending
        found.append(text + ending)
    if not found:
        return b""
    last = split_ending(window.last)[1]
    text, own = split_ending(found[-1])
    return b"".join((*found[:-1], text, (split_ending(lines[-1])[1] or own) if last else b""))


def _kept(sides: _Sides, rows: tuple[Aligned, ...]) -> tuple[Span, ...]:
    window = sides.window
    return tuple(
        Span(window.starts[row.old], window.starts[row.old] + len(text))
        for row in rows
        if row.kept and row.old is not None
        for text in (split_ending(window.rows[row.old])[0],)
        if text != sides.before.lines[row.old]
    )
