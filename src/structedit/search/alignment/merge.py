"""The change from `old` to `new`, merged into the file's text where `old` was found.

A three-way merge: base is `old`, ours is the file, theirs is `new`. Each kind of hit is brought to one form,
tokens of `old` with where the file has them, along which one walk carries the change (`merge_walk`): lines, or the
tokens of a tree where the layout may differ. What the caller leaves alone keeps the file's bytes.

Walked through: `old` is ``if x:\\n  y``, the file has ``\\tif x :\\r\\n\\r\\n\\t\\ty\\r\\n``, `new` adds
``  z``. The first two lines stay, with the blank line between them that only the file has; ``z``
is as deep as ``y``, which is two tabs in the file, and ends as its neighbours do:
``\\t\\tz\\r\\n``.

Not here: the walk (`search.alignment.merge_walk`), text that has no old text to merge with, and whether the
result may be written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from structedit.calls.tiers import DifferenceKind
from structedit.search.alignment import (
    elision,
    escapes,
    merge_sides,
    merge_walk,
)
from structedit.search.alignment.candidates import Needle, read_needle
from structedit.search.alignment.folding import (
    BLANKS,
    contents,
    is_blank,
    key_of,
    leading,
    trailing,
)
from structedit.search.alignment.ladder import core_of, is_shift
from structedit.search.alignment.occurrences import Conflict, Occurrence, Run
from structedit.search.embedded import region_at
from structedit.text.diff import equal_pairs, opcodes
from structedit.text.document import Span, split_ending, split_lines
from structedit.text.edit import Edit, EditSet
from structedit.text.lazily import regex
from structedit.text.lines import LINE_END, ending_at, indent_at, line_before, line_end, line_start
from structedit.text.values import dataclass, replace
from structedit.text.words import TELLING, TOKEN
from structedit.tree.layout import indent, learned_indent
from structedit.tree.source import Source

if TYPE_CHECKING:
    from structedit.search.alignment.merge_sides import Token
    from structedit.tree.layout.learned_indent import Indentation, IndentPair

# Most texts are found exactly: such an edit loads none of the modules that pair lines and tokens.

_AROUND_BYTES = 8192
"""Bytes on each side of a place whose line ends and depth new lines follow; chosen by judgement."""

_OPENERS = (b":", b"{", b"(", b"[", b",")
_CLOSERS = (b"}", b")", b"]", b"end", b"else", b"elif", b"except", b"finally")
_ALIGNING = b" "
"""The blank before the `*` of a comment's lines, which is no level of indentation."""

_SURE_LINES = 3
"""Indented lines around a place that show whether it is indented with tabs; chosen by judgement."""

_TRAILING = regex(rb"(?<=\S)[ \t\x0b\x0c]+(?=\r|\n|\Z)")

_TABS_MATTER = frozenset({"make"})


@dataclass(frozen=True, slots=True)
class _Change:
    """The change that is wanted: `new` in the place of `old`, whose place in the file is the occurrence."""

    data: bytes
    occurrence: Occurrence
    old: bytes
    new: bytes
    source: Source | None

    def conflict(self, reason: str, place: Span | None = None) -> Conflict:
        """What is wanted cannot be; the place shows why, the occurrence if left out."""
        return Conflict(reason, (place or self.occurrence.span).of(self.data), self.new)


def merge(
    data: bytes, occurrence: Occurrence, old: bytes, new: bytes, source: Source | None = None
) -> EditSet | Conflict:
    r"""Merge the change from `old` to `new` into the file's text of an occurrence of `old`.

    At `exact` the bytes are replaced. Even there a line end that `old` has and `new` lacks stays,
    so that no two lines are fused, and lines that `new` adds end as their neighbours do. With a
    `source`, its language decides which lines of `new` are inside strings.

    >>> from structedit.search.alignment.occurrences import line_runs
    >>> rows = line_runs(b"a\nb", [(0, Span(0, 2)), (1, Span(4, 5))])
    >>> hit = Occurrence(Span(0, 5), "whitespace", rows)
    >>> merge(b"a \n\nb\n", hit, b"a\nb", b"a\nc").apply(b"a \n\nb\n")
    b'a \n\nc\n'
    """
    change = _Change(data, occurrence, old, new, source)
    if occurrence.facts.is_exact:
        return _replace(change)
    if DifferenceKind.LAYOUT in occurrence.facts.differences and source is not None:
        return _merge_tokens(change, source)
    if occurrence.facts.leaves_out:
        texts = elision.with_paired_marks(old, new)
    else:
        texts = escapes.varied(occurrence.variant, old, new)
    if texts is None:
        return change.conflict(
            "the new text is escaped differently from the old text, or omits other lines"
        )
    return _merge(replace(change, old=texts[0], new=texts[1]))


def _merge_tokens(change: _Change, source: Source) -> EditSet | Conflict:
    data, occurrence, span = change.data, change.occurrence, change.occurrence.span
    if not change.new.strip():
        return EditSet.of([Edit(_lines_of(data, span, change.old), b"")])
    inside = region_at(source, span)
    source = inside.source if inside is not None else source
    merged = merge_walk.merge_tokens(
        source, occurrence, change.old, change.new, ending_at(data, span.start)
    )
    if merged is None:
        return change.conflict("the tokens of both sides do not fit together")
    return EditSet.of([Edit(Span(merged[0].start, span.end), merged[1])]).refined(data)


def _lines_of(data: bytes, span: Span, old: bytes) -> Span:
    """Return the span to delete with a text: also the rest of its line, if `old` includes the line's edge."""
    before = line_start(data, span.start)
    end = LINE_END.search(data, span.end)
    after = end.start() if end is not None else len(data)
    if data[before : span.start].strip(BLANKS) or data[span.end : after].strip(BLANKS):
        return span
    needle = read_needle(old)
    whole = end is not None and (needle.ends_line or needle.starts_line)
    return Span(before, end.end() if end is not None and whole else after)


def _replace(change: _Change) -> EditSet:
    data, span, old, new = change.data, change.occurrence.span, change.old, change.new
    ending = split_ending(old)[1]
    last = contents(new)[-1]
    if ending and not is_blank(last) and new + ending != old:
        new += ending
    new = _front_kept(change) + new + _indentation_kept(change)
    new = _in_file_unit(replace(change, new=new))
    neighbour = ending_at(data, span.end)
    if not LINE_END.search(old):
        new = LINE_END.sub(neighbour, new)
    elif neighbour != b"\n" and b"\n" not in old.replace(b"\r\n", b"") and b"\r" not in new:
        new = new.replace(b"\n", neighbour)
    return EditSet.of([Edit(span, new)]).refined(data)


def _front_kept(change: _Change) -> bytes:
    """The line ends that `old` begins with behind a text of the file, where `new` begins with none.

    With them goes the indentation of the first line, where `new` has none either.
    """
    data, start, old, new = change.data, change.occurrence.span.start, change.old, change.new
    front = old[: len(old) - len(old.lstrip(BLANKS + b"\r\n"))]
    indent = trailing(front)
    is_behind_text = not is_blank(data[line_start(data, start) : start])
    if len(front) == len(indent) or is_blank(contents(new)[0]) or not is_behind_text:
        return b""
    if new.lstrip(BLANKS) == old[len(front) :]:
        return b""  # two lines are joined on purpose
    return front if not leading(new) else front[: len(front) - len(indent)]


def _indentation_kept(change: _Change) -> bytes:
    """The indentation of the line below, which `old` ends in and `new`, whose last line is complete, does not have.

    The line below stays as deep as it is, unless its indentation is all that the caller takes away.
    """
    data, span, old, new = change.data, change.occurrence.span, change.old, change.new
    above = old.rstrip(BLANKS)
    indent = old[len(above) :]
    is_complete = LINE_END.search(new[-1:]) if new else span.start == line_start(data, span.start)
    goes_on = not is_blank(data[span.end : line_end(data, span.end)])
    if not (indent and is_complete and goes_on and split_ending(above)[1]):
        return b""
    return indent if new + indent != old else b""


def _in_file_unit(change: _Change) -> bytes:
    """New lines, indented by the file's unit where the old ones, all at the margin, do not show it.

    Lines inside strings stay as they are.
    """
    rule = _unit_rule(change, contents(change.old), contents(change.new))
    if rule is None or change.source is None:
        return change.new
    inside = fragment_at(change.source, change.occurrence.span.start, change.new).inside
    return b"".join(
        line
        if at in inside
        else learned_indent.file_indent(rule, leading(line), 0) + line.lstrip(BLANKS)
        for at, line in enumerate(split_lines(change.new))
    )


def _unit_rule(change: _Change, old: Sequence[bytes], new: Sequence[bytes]) -> Indentation | None:
    """The indentation rule learnt from the new lines and from the file, if the two always differ."""
    kept = any(leading(line) for line in old if not is_blank(line))
    indents = [leading(line) for line in new if leading(line) and not is_blank(line)]
    source = change.source
    if kept or not indents or source is None or source.language in _TABS_MATTER:
        return None
    near = _around(change.data, change.occurrence.span)
    around = [indent for indent in near if indent != _ALIGNING]
    tabs = sum(indent.startswith(b"\t") for indent in around)
    if len(around) < _SURE_LINES or tabs not in (0, len(around)):
        return None
    rule = learned_indent.learn((), indents, around)
    return rule if rule.caller_unit else None


def _merge(change: _Change) -> EditSet | Conflict:
    """Merge line by line.

    A change must leave alone each line that differs, but for words next to a misspelt one. It must also leave
    alone the lines around one that only the file has.
    """
    data, occurrence, old, new = change.data, change.occurrence, change.old, change.new
    base, theirs, span = read_needle(old), read_needle(new), occurrence.span
    runs = tuple(run for run in occurrence.runs if len(run.old))
    if len(runs) != sum(not is_blank(line) for line in base.lines) or not runs:
        return change.conflict("lines of the old text are missing in the file")
    if occurrence.facts.guesses and doubles(data, span, old, new):
        return change.conflict("the edit adds lines that are already next to its place")
    kept = _without_absent(base, theirs, runs)
    if kept is None:
        return change.conflict("the edit changes a line that is not in the file")
    base, theirs = kept
    filled = [index for index, line in enumerate(base.lines) if not is_blank(line)]
    runs = tuple(run for run in runs if len(run.file))
    end = LINE_END.match(data, span.end)
    window = Span(span.start, end.end() if end is not None else span.end)
    cores = [core_of(data, run.file) for run in runs]
    # Blank lines above that match the line end at the front of `old`.
    above = base.starts_line * (len(contents(data[span.start : cores[0].start])) - 1 - filled[0])
    odd = [run for run in occurrence.runs if run.kind is not None and len(run.file)]
    if all(map(is_blank, theirs.lines)):
        if odd:
            return change.conflict(
                "the edit deletes text that is different in the file", odd[0].file
            )
        left = _left_blank(data, window, base, above, len(contents(new)))
        return EditSet.of([Edit(window, left)]).refined(data)
    # All sides begin and end with a line end where the place begins and ends with a line.
    first = b"\n" * (span.start == 0 or data[span.start - 1] in b"\r\n")
    last = b"\n" * (end is not None or span.end == len(data))
    has = theirs.starts_line and (above > 0 or not base.starts_line)
    more = b"\n" + contents(new)[-1] if theirs.ends_line and not base.ends_line else b""
    ending = ending_at(data, span.start)
    ours = ending * len(first) + window.of(data) + last * (end is None)
    old = first + b"\n" * above + b"\n".join(base.lines) + last
    new = first + b"\n" * has + b"\n".join(theirs.lines) + (last or more)
    tails = [
        trailing(data[core.end : line_end(data, core.end)])
        for core, index in zip(cores, filled, strict=True)
        if trailing(base.lines[index])
    ]
    if last and tails and not any(tails):
        # The caller has blanks at line ends, the file none.
        old, new = (_TRAILING.sub(b"", text) for text in (old, new))
    shift = len(ending) * len(first) - span.start
    files = (Span(core.start + shift, core.end + shift) for core in cores)
    spans = (Span(0, 0), *files, Span(len(ours), len(ours)))
    before = tuple(
        replace(t, file=own) for t, own in zip(merge_sides.lines_of(old), spans, strict=True)
    )
    after, literal = merge_sides.lines_of(new), dict[int, int | None]()
    pairs = tuple(merge_sides.paired_lines(before, after))
    if odd and (torn := _torn(change, runs, old, new, before, after, pairs)) is not None:
        return change.conflict("the edit changes text that is different in the file", torn)
    if change.source is not None:
        numbers = [n for n, line in enumerate(theirs.lines) if not is_blank(line)]
        rows = {j for i, j, _ in pairs if _is_moved(old, ours, before[i])}
        moved = frozenset(n for j, n in enumerate(numbers, 1) if j in rows)
        found = literal_lines(change.source, span.start, b"\n".join(theirs.lines), moved)
        by_line = {n: j for j, n in enumerate(numbers, 1)}
        literal = {
            by_line[n]: None if opener is None else by_line[opener]
            for n, opener in found.items()
            if n in by_line
        }
    rule = _line_rule(change, runs, base, theirs, whole=bool(first))
    spaced = any(line and is_blank(line) for line in contents(ours))
    sides = merge_walk.Sides(
        ours, Span(0, len(ours)), old, new, before, rule, ending, spaced=spaced
    )
    text = merge_walk.merge_lines(sides, after, pairs, literal)
    if not text:
        return change.conflict(
            "the lines of both sides do not fit together", odd[0].file if odd else None
        )
    text = LINE_END.sub(b"", text, count=1) if first else text
    if last and end is None:
        text = split_ending(text)[0]
    edits = EditSet.of([Edit(window, text)]).refined(data)
    misspelt = {word for run in runs for word, _ in run.slips}
    written = [word for edit in edits.edits for word in TOKEN.findall(edit.new)] if misspelt else []
    added = [run.file for run in odd if not len(run.old)]
    if not misspelt.isdisjoint(written) or any(map(edits.touches, added)):
        return change.conflict("the edit touches text that is different in the file", odd[0].file)
    return edits


def _without_absent(
    base: Needle, theirs: Needle, runs: tuple[Run, ...]
) -> tuple[Needle, Needle] | None:
    """Both texts without the lines of the old one that the file lacks; None where the change touches one."""
    absent = {k for k, run in enumerate(runs) if not len(run.file)}
    if not absent:
        return base, theirs
    numbers = [
        [n for n, line in enumerate(text.lines) if not is_blank(line)] for text in (base, theirs)
    ]
    keys = (
        [text.lines[n].strip(BLANKS) for n in own]
        for text, own in zip((base, theirs), numbers, strict=True)
    )
    kept = dict(equal_pairs(opcodes(*keys)))
    if not kept.keys() >= absent:
        return None
    gone = {numbers[0][k] for k in absent}, {numbers[1][kept[k]] for k in absent}
    without = (
        replace(text, lines=tuple(line for n, line in enumerate(text.lines) if n not in lost))
        for text, lost in zip((base, theirs), gone, strict=True)
    )
    return next(without), next(without)


def _torn(
    change: _Change,
    runs: tuple[Run, ...],
    old: bytes,
    new: bytes,
    before: Sequence[Token],
    after: Sequence[Token],
    pairs: Sequence[tuple[int, int, bool]],
) -> Span | None:
    """The first place that the text has otherwise and that the change touches; None if there is none.

    `pairs` are the paired lines of both texts, where line `i` of the old one is that of the run
    before.
    """
    place = {i: j for i, j, same in pairs if same}
    changed = {i for i, _, same in pairs if not same}
    for i, run in enumerate(runs, 1):
        if run.kind is None:
            continue
        if i not in place and not (run.kind is DifferenceKind.SLIPS and i in changed):
            return run.file
        if run.kind is DifferenceKind.OMITTED and (
            line_before(old, before[i].start) != line_before(new, after[place[i]].start)
        ):
            return run.file
    for added in (run.file for run in change.occurrence.runs if not len(run.old)):
        i = sum(run.file.start < added.start for run in runs)
        here, there = place.get(i, -1), place.get(i + 1, -1)
        gaps = old[before[i].end : before[i + 1].start], new[after[here].end : after[there].start]
        if here < 0 or there != here + 1 or len({gap.count(b"\n") for gap in gaps}) > 1:
            return added
    # A line that the change adds may be one that the file has where the text has another one, or none.
    odd = [run.file for run in change.occurrence.runs if run.kind is not None and len(run.file)]
    own = {key_of(place.of(change.data)): place for place in odd}
    fresh = set(range(len(after))) - {j for _, j, _ in pairs}
    return next((own[key] for j in fresh if (key := key_of(after[j].text)) in own), None)


def doubles(data: bytes, place: Span, old: bytes, new: bytes) -> bool:
    r"""Return True if a change writes lines at an edge of its place that are right outside of it already.

    Who copies a little more than it needs into `new` may bring a line that the file has right above or below.

    >>> doubles(b"with:\n  path: a\n", Span(6, 15), b"  path: a", b"with:\n  path: b")
    True
    """
    base, theirs = _keys(contents(old)), _keys(contents(new))
    end = place.start + len(place.of(data).rstrip(b"\r\n"))
    below = _keys(contents(data[end : end + _AROUND_BYTES])[1:])
    above = _keys(contents(data[max(0, place.start - _AROUND_BYTES) : place.start])[:-1])
    for own, their, outside in ((base, theirs, below), (base[::-1], theirs[::-1], above[::-1])):
        steps = opcodes(own, their)
        first = len(their) if steps[-1][0] == "equal" else steps[-1][3]
        for tag, _, _, j1, j2 in steps:
            # Of equal lines the one at the edge is taken for the new one.
            if tag == "insert" and their[:j1] + their[j2:] == their[: j1 - j2]:
                first = min(first, len(their) - (j2 - j1))
        written = their[first:]
        for size in range(1, len(written) + 1):
            is_telling = size == len(written) or any(map(TELLING.search, written[-size:]))
            if is_telling and written[-size:] == outside[:size]:
                return True
    return False


_FEWEST_THERE = 2
"""Lines with words that a change adds, from which on it counts as made if the file has them. Chosen by judgement."""


def is_there(data: bytes, old: bytes, new: bytes) -> bool:
    r"""Return True if the file has lines that a change adds, one below the other: it may be made already.

    >>> is_there(b"alpha = 1\nbeta = 2\ngamma = 3\n", b"gamma = 3", b"alpha = 1\nbeta = 2\ngamma = 3")
    True
    """
    base, theirs = _keys(contents(old)), _keys(contents(new))
    there = b"\n".join((b"", *_keys(contents(data)), b""))
    added = (theirs[j1:j2] for tag, _, _, j1, j2 in opcodes(base, theirs) if tag == "insert")
    return any(
        sum(TELLING.search(line) is not None for line in lines) >= _FEWEST_THERE
        and b"\n".join((b"", *lines, b"")) in there
        for lines in added
    )


def _keys(lines: Sequence[bytes]) -> list[bytes]:
    """What is compared of lines that are not blank."""
    return [key_of(line) for line in lines if not is_blank(line)]


def _is_moved(old: bytes, ours: bytes, line: Token) -> bool:
    """Return True if the file has a line of the old text at another indentation."""
    own = line.file
    return own is not None and line_before(old, line.start) != line_before(ours, own.start)


def literal_lines(
    source: Source, at: int, text: bytes, moved: frozenset[int]
) -> dict[int, int | None]:
    """The lines of a new text at an offset whose white space is content, each with the line with which it moves.

    That is None for lines that keep their bytes. `moved` are lines that the file has at another indentation:
    a string with one of them was indented along with the caller's code.
    """
    piece, found = fragment_at(source, at, text), dict[int, int | None]()
    for first, last, moves in piece.literals:
        rows = range(first, last + 1)
        if not moved.isdisjoint(rows):
            continue
        opener = None
        lead = leading(piece.lines[first - 1]) if first else b""
        if moves.allows(lead + indent_at(source.data, at)):
            if first == 0:  # its opener is in the file
                continue
            lines = piece.lines[first : last + 1]
            opener = None if indent.shifted_lines(lines, lead, lead) is None else first - 1
        found |= dict.fromkeys(rows, opener)
    return found


def fragment_at(source: Source, at: int, text: bytes) -> indent.Fragment:
    """Read a text that lands at an offset.

    A text that begins inside a string of the file ends that string before it opens another: its first
    quotes close. So it is read after the line that opens the string.
    """
    source, start = source.code_at(at), line_start(source.data, at)
    around = (literal.span for literal in source.literal_texts(Span(start, start + 1)))
    opened = next((span.start for span in around if span.start < start < span.end), None)
    if opened is not None:
        # Behind its quote, a string is read alone; a heredoc is opened by the whole line.
        for begin in (opened, line_start(source.data, opened)):
            above = source.data[begin : line_end(source.data, opened)]
            piece = indent.fragment(source, text, above)
            if 0 in piece.inside:
                return piece
    return indent.fragment(source, text)


def _left_blank(data: bytes, window: Span, base: Needle, above: int, lines: int) -> bytes:
    """The blank lines that are left of a text of which the caller leaves but line ends.

    The edges of lines that `old` includes are deleted with it. Where as many are left as `old` has, they are
    those of the file.
    """
    blank = [row for row in split_lines(window.of(data)) if not row.strip()]
    count = lines - base.starts_line - base.ends_line
    left = [*blank[: above * (count >= 0)], *[ending_at(data, window.start)] * max(0, count)]
    if 0 < count == sum(map(is_blank, base.lines)):
        left = blank
    return b"".join(left) if split_ending(window.of(data))[1] else split_ending(b"".join(left))[0]


def _line_rule(
    change: _Change, runs: tuple[Run, ...], base: Needle, theirs: Needle, *, whole: bool
) -> Indentation:
    """Learn the indentation rule from paired lines of the old text and the file; `whole` says if the first is whole."""
    data, source = change.data, change.source
    lines = [(n, line) for n, line in enumerate(base.lines) if not is_blank(line)]
    after = [line for line in theirs.lines if not is_blank(line)]
    if change.occurrence.facts.is_literal:
        rule = _unit_rule(change, [line for _, line in lines], after)
        return learned_indent.VERBATIM if rule is None else rule
    pairs = tuple(
        learned_indent.IndentPair(
            n, leading(line), line_before(data, core_of(data, run.file).start)
        )
        for (n, line), run in zip(lines, runs, strict=True)
        if run.kind is not DifferenceKind.OMITTED
    )
    cut = whole and not base.starts_line and _is_cut(pairs, after)
    if cut or not whole:
        pairs = pairs[1:]
    caller = [leading(line) for line in (*(line for _, line in lines), *after)]
    span = change.occurrence.span
    rule = learned_indent.learn(pairs, caller, _around(data, span))
    if source is None or source.profile.item_marker or cut:
        return rule
    inside = fragment_at(source, span.start, b"\n".join(after)).inside
    code = [line for at, line in enumerate(after) if at not in inside]
    return learned_indent.with_steps(rule, code, indent.unit_at(source, span.start))


def _is_cut(pairs: tuple[IndentPair, ...], after: list[bytes]) -> bool:
    """Return True if the caller began to copy after the first line's indentation.

    The other lines show it, since they are then indented as in the file. With no other line, the
    new ones do: if they are written for their place, none is shallower than the first line.
    """
    first, *others = [(pair.caller, pair.file) for pair in pairs]
    if first[0] == first[1] or not first[1].endswith(first[0]):
        return False
    if others:
        return not is_shift([first, *others]) and is_shift([(b"", b""), *others])
    rest = after[1:]
    if not all(leading(line).startswith(first[1]) for line in rest):
        return False
    beside = [line.strip(BLANKS) for line in rest if leading(line) == first[1]]
    opens = after[0].rstrip(BLANKS).endswith(_OPENERS)
    return any(line.startswith(_CLOSERS) for line in beside) or not (beside and opens)


def _around(data: bytes, span: Span) -> list[bytes]:
    """The indentations of lines near a span, empty ones left out."""
    near = data[max(0, span.start - _AROUND_BYTES) : span.end + _AROUND_BYTES]
    indents = (leading(line) for line in contents(near)[1:] if not is_blank(line))
    return [indent for indent in indents if indent]
