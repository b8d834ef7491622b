"""The walk along a new text: what the caller leaves as it was is the file's, in each token and between them.

Base `old`, ours the file, theirs `new`, all as tokens. A token is a line, or a word or sign: of a changed line, or
of text that the file lays out otherwise. A token that the caller keeps stays as the file has it, and so does
what stands between two tokens that stay neighbours: blanks and blank lines, line ends, final commas,
parentheses. What is new arrives with the caller's blanks, its lines in the file's indentation and with
the ending of the line above.

Walked through: `old` is ``f(a, b)``, `new` ``f(a, c)``, the file has ``f(\n    a,\n    b,\n)``.
Only ``b`` is not kept. What the file has before it (after ``,``) and after it (before ``)``) stands
where the caller has the same blanks as before, so the result is ``f(\n    a,\n    c,\n)``.

Lines are paired by their text, a line's tokens by its letters (`line_tokens`), those of other text by its
tree (`merge_sides`); from there on all are carried the same way.

Not here: which of these a hit is (`search.alignment.merge`), finding the tokens (`search.alignment.token_alignment`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from structedit.search.alignment.folding import BLANKS, fold, is_blank, leading, trailing
from structedit.search.alignment.line_tokens import line_tokens
from structedit.search.alignment.merge_sides import (
    Rest,
    Token,
    holders,
    new_tokens,
    old_tokens,
    paired_lines,
    requoted,
    rests_of,
)
from structedit.search.alignment.occurrences import Occurrence
from structedit.search.alignment.token_alignment import (
    CONTINUES,
    equal_but_for_layout,
)
from structedit.text.document import Span, to_text
from structedit.text.lazily import regex
from structedit.text.lines import LINE_END, line_before, line_end, line_start
from structedit.text.values import dataclass, replace
from structedit.tree.layout.learned_indent import (
    VERBATIM,
    Indentation,
    IndentPair,
    file_indent,
    learn,
)
from structedit.tree.source import Source
from structedit.tree.tokens import OPENERS, PARTNERS, STATEMENT_ENDS

_WORD = regex(rb"\w")


@dataclass(frozen=True, slots=True)
class Sides:
    """The sides of a merge: `old`, the file's text in a span, and `new`, with the tokens of `old`.

    `ending` is that of new lines, where none is above. `ends` are signs that a line's end may stand for.
    `spaced` means that blank lines of the file hold blanks, as those of the caller may then.
    """

    data: bytes
    span: Span
    old: bytes
    new: bytes
    before: tuple[Token, ...]
    rule: Indentation
    ending: bytes
    ends: tuple[bytes, ...] = ()
    spaced: bool = False


@dataclass(frozen=True, slots=True)
class _Gap:
    """The place before token `at` of the result, where the caller has `wanted`: blanks.

    `brackets` are those that hold each token of the new text, `old_brackets` each of the old one, as it is in the file.
    """

    sides: Sides
    rests: list[Rest]
    kept: frozenset[int | None]
    brackets: list[int | None]
    old_brackets: list[int | None]
    at: int
    wanted: bytes

    @property
    def left(self) -> Rest:
        """The token in front of it."""
        return self.rests[self.at - 1]

    @property
    def right(self) -> Rest:
        """The token behind it."""
        return self.rests[self.at]

    @property
    def separators(self) -> tuple[bytes, ...]:
        """The signs behind which the items of a list stand alike; statements do where the caller has them on a line."""
        return (b",",) if LINE_END.search(self.wanted) else (b",", b";")

    @property
    def bracket(self) -> int | None:
        """The opening bracket that holds it, by its number among the tokens; None if none does."""
        return self.brackets[self.at]


def merge_strands(
    source: Source, place: Occurrence, old: bytes, new: bytes, ending: bytes
) -> tuple[Span, bytes] | None:
    """The span to replace and the text to write; None where the two sides do not fit together."""
    span, strands = place.span, place.strands
    before = tuple(old_tokens(source, span, strands, old))
    after = new_tokens(source, new)
    ends = tuple(end.encode() for end in source.profile.optional_ends)
    rule = _indentation(source.data, old, new, before)
    sides = Sides(source.data, span, old, new, before, rule, ending, ends)
    if not after:
        return None
    rests = requoted(source.data, before, rests_of(source.data, before, after), new)
    rests = _without_absent(sides, rests)
    start, lead = _lead(sides, rests)
    text = written(sides, rests, lead) or _as_given(sides, after)
    if not equal_but_for_layout(text, b"".join(rest.token.text for rest in rests)):
        return None
    return Span(start, span.end), lead + text


def merge_line(old: bytes, ours: bytes, new: bytes) -> bytes:
    """Merge the change from `old` to `new` into `ours`, which folds to the same text as `old`.

    All three are lines without indentation. Where the characters cannot be paired, the result is `new`.

    >>> print(merge_line(b'say("hi", 1)', "say(“hi”,  1)".encode(), b'say("ho", 1)').decode())
    say(“ho”,  1)
    """
    if old == ours:
        return new
    tokens = line_tokens(old, ours, new)
    if tokens is None:
        return new
    before, after = tokens
    first = before[0].file
    assert first is not None
    sides = Sides(ours, Span(first.start, len(ours)), old, new, before, VERBATIM, b"")
    rests = _in_file_letters(ours, before, rests_of(ours, before, after))
    return ours[: first.start] + written(sides, rests)


def _in_file_letters(ours: bytes, before: tuple[Token, ...], rests: list[Rest]) -> list[Rest]:
    """The tokens of a line, with the file's look-alikes where the old line shows them.

    A look-alike is the old line's only if a token beside it is, too, or the same edge of the line. What is
    shown for them counts for all of the line if nothing else in it is one.
    """
    own = [token.file.of(ours) if token.file is not None else token.text for token in before]
    olds = [-1, *(rest.old for rest in rests), len(before)]
    shown: dict[bytes, set[bytes]] = {}
    found = []
    for j, rest in enumerate(rests):
        if rest.old is not None and rest.token.text != own[rest.old]:
            if olds[j] == rest.old - 1 or olds[j + 2] == rest.old + 1:
                shown.setdefault(rest.token.text, set()).add(own[rest.old])
            else:
                rest = replace(rest, old=None)
        found.append(rest)
    known = {text: letters.pop() for text, letters in shown.items() if len(letters) == 1}
    fresh = [j for j, rest in enumerate(found) if rest.old is None]
    others = {
        found[j].token.text for j in fresh if fold(found[j].token.text) != found[j].token.text
    }
    if known.keys() >= others:
        for j in fresh:
            token = found[j].token
            found[j] = replace(
                found[j], token=replace(token, text=known.get(token.text, token.text))
            )
    return found


def merge_lines(sides: Sides, after: list[Token], literal: Mapping[int, int | None]) -> bytes:
    """Merge line by line.

    `literal` are the lines of the new text, by number, whose white space is content, each with the number of the
    line with which it moves; None for one that keeps its bytes.
    """
    rests = [
        Rest(token, None, still=j in literal, opener=literal.get(j))
        for j, token in enumerate(after)
    ]
    for i, j, same in paired_lines(sides.before, after):
        token, file = after[j], sides.before[i].file
        assert file is not None
        if not same:
            text = merge_line(sides.before[i].text, file.of(sides.data), token.text)
            token = replace(token, text=text)
        rests[j] = replace(rests[j], token=token, old=i if same else None, place=i)
    return written(sides, rests)


def _without_absent(sides: Sides, rests: list[Rest]) -> list[Rest]:
    """The tokens without signs that the file lacks between tokens that stay, or by its style."""
    lacks = {t.text for t in sides.before if t.file is None and t.text in sides.ends}
    lacks -= {t.text for t in sides.before if t.file is not None}
    found: list[Rest] = []
    dropped = _dropped_pairs(sides, rests)
    brackets = holders([rest.token.text for rest in rests])
    for j, rest in enumerate(rests):
        absent = rest.old is not None and sides.before[rest.old].file is None
        bracket = brackets[j]
        in_block = bracket is None or rests[bracket].token.text == b"{"
        if j in dropped or (rest.token.text in lacks and in_block and _may_end(sides, rest.token)):
            continue
        if absent and (_stays_between(rests, j) or _is_spare_comma(sides, rests, j)):
            continue
        found.append(Rest(rest.token, None) if absent else rest)
    return found


def _may_end(sides: Sides, token: Token) -> bool:
    """Whether a line's end may stand for a sign of the new text, or a closing brace does."""
    rest = sides.new[token.end :]
    if rest.lstrip()[:1] in CONTINUES:
        return False
    return STATEMENT_ENDS.match(rest) is not None or _ends_lines(sides)


def _ends_lines(sides: Sides) -> bool:
    """Whether the old text has signs between statements for which the file has the ends of lines."""
    return any(
        sign.text in sides.ends and sign.file is None and right.text not in PARTNERS
        for sign, right in pairwise(sides.before)
    )


def _stays_between(rests: list[Rest], j: int) -> bool:
    """Whether the neighbours of a token, which is never the first, are those that it had, and it is no bracket."""
    own = rests[j].old
    assert own is not None
    left = rests[j - 1].old == own - 1
    right = j + 1 == len(rests) or rests[j + 1].old == own + 1
    return left and right and rests[j].token.text not in (b"(", b")")


def _is_spare_comma(sides: Sides, rests: list[Rest], j: int) -> bool:
    closes = any(after.token.text in PARTNERS for after in rests[j + 1 : j + 2])
    return closes and rests[j].token.text == b","


def _dropped_pairs(sides: Sides, rests: list[Rest]) -> set[int]:
    """The parentheses that the file lacks around what stays as it is."""
    found: set[int] = set()
    opened: list[int] = []
    for j, rest in enumerate(rests):
        absent = rest.old is not None and sides.before[rest.old].file is None
        if absent and rest.token.text == b"(":
            opened.append(j)
        elif absent and rest.token.text == b")" and opened:
            first = opened.pop()
            run = [each.old for each in rests[first : j + 1]]
            start = run[0]
            follow = start is not None and run == list(range(start, start + len(run)))
            if follow and _stays_beside(sides, rests, first, j):
                found |= {first, j}
    return found


def _stays_beside(sides: Sides, rests: list[Rest], first: int, last: int) -> bool:
    """Whether the tokens left and right of a run are those that were there, or both are missing."""
    before, after = rests[first].old, rests[last].old
    assert before is not None and after is not None
    left = rests[first - 1].old == before - 1
    behind = len(sides.before) - 1
    right = rests[last + 1].old == after + 1 if last + 1 < len(rests) else after == behind
    return left and right


def written(sides: Sides, rests: list[Rest], lead: bytes = b"") -> bytes:
    """The merged text; empty where parentheses that only the file has would be torn apart."""
    front, move = line_before(sides.data, sides.span.start), (b"", b"")
    if lead:
        front, move = lead, (front, leading_of(lead))
    parts, gaps, torn = _walked(sides, rests, front, move)
    # The file's own gaps between the tokens, and after the last one.
    spans = [token.file for token in sides.before if token.file is not None]
    tail = sides.data[max(span.end for span in spans) : sides.span.end]
    sign = rests[-1].token.text
    if sign in sides.ends:
        tail = tail.strip().removeprefix(sign)
    ends = [*(span.start for span in spans[1:]), sides.span.end]
    own_gaps = [sides.data[a.end : end] for a, end in zip(spans, ends, strict=True)]
    if torn or _parentheses([*gaps, tail]) != _parentheses(own_gaps):
        return b""
    return b"".join((*parts, tail))


def _as_given(sides: Sides, after: list[Token]) -> bytes:
    """The new text as the caller laid it out, in the file's indentation."""
    parts, _, _ = _walked(sides, [Rest(token, None) for token in after], b"", (b"", b""))
    text, sign = b"".join(parts), sides.span.of(sides.data)[-1:]
    return text.removesuffix(sign) + sign if sign in sides.ends else text


def _walked(
    sides: Sides, rests: list[Rest], front: bytes, move: tuple[bytes, bytes]
) -> tuple[list[bytes], list[bytes], bool]:
    """The new tokens with what stands between them; what of that is the file's own gaps.

    And whether a line that is not the file's begins inside of parentheses that only the file has. `front` is
    what stands before the first token on its line, `move` how that line's indentation changes.
    """
    parts = [front]
    gaps: list[bytes] = []
    torn, ending = False, sides.ending
    kept = frozenset(rest.old for rest in rests)
    brackets = holders([rest.token.text for rest in rests])
    old_brackets = holders([t.text if t.file is not None else b"" for t in sides.before])
    # How the lines move that go on inside of a bracket, as the line that opens it does; or inside of none.
    moves: dict[int | None, tuple[bytes, bytes]] = {None: move}
    for j, rest in enumerate(rests):
        if j:
            wanted = sides.new[rests[j - 1].token.end : rest.token.start]
            gap = _Gap(sides, rests, kept, brackets, old_brackets, j, _blanks(wanted))
            ending = _ending_of(gap, ending)
            text, own = _filled(gap, moves[gap.bracket], parts, ending)
            ending = (LINE_END.findall(text) or [ending])[-1]
            parts.append(text)
            gaps.append(own)
            if LINE_END.search(text):
                move = _moved(sides, rest, own, text)
                if LINE_END.search(gap.wanted):
                    moves[gap.bracket] = move
            if not own and LINE_END.search(text):
                opened, closed = _parentheses(gaps)
                torn = torn or opened > closed
        if rest.token.text in OPENERS:
            moves[j] = move
        file = sides.before[rest.old].file if rest.old is not None else None
        parts.append(file.of(sides.data) if file is not None else _fresh(sides, rest.token))
    return parts[1:], gaps, torn


def _fresh(sides: Sides, token: Token) -> bytes:
    """A token of the new text with the file's line ends, a comment's lines indented as there."""
    first, *others = LINE_END.split(token.text)
    if token.comment:
        others = [_file_indent(sides, leading(line), token) + line.lstrip() for line in others]
    return sides.ending.join((first, *others))


def _filled(
    gap: _Gap, move: tuple[bytes, bytes], parts: list[bytes], ending: bytes
) -> tuple[bytes, bytes]:
    """What stands in a gap behind some parts, and what of it is the file's own."""
    wanted = gap.wanted
    if gap.right.still:
        return _literal_gap(gap, parts, ending), b""
    inherited = _inherited(gap)
    own, was = inherited or (_as_others(gap) or None, b"")
    stays = own if inherited is not None and own is not None else b""
    if not LINE_END.search(wanted if own is None else own):
        return wanted if own is None else own, stays
    if own is None or (LINE_END.search(was) and LINE_END.search(wanted)):
        return _line_break(gap, inherited, ending), stays
    indent = leading_of(own)
    moved = _below_bracket(gap, indent, parts)
    if moved is None:
        was_deep, deep = move
        moved = deep + indent.removeprefix(was_deep) if indent.startswith(was_deep) else indent
    return own[: len(own) - len(indent)] + moved, stays


def _literal_gap(gap: _Gap, parts: list[bytes], ending: bytes) -> bytes:
    """A gap before a line whose white space is content, indented as the caller has it, or as its opener moves."""
    text, opener = LINE_END.sub(ending, gap.wanted), gap.right.opener
    if opener is None:
        return text
    indent = leading_of(text)
    was = leading(line_before(gap.sides.new, gap.rests[opener].token.start))
    # Each token is behind its gap, the first one behind what stands before it on its line.
    return text[: len(text) - len(indent)] + leading_of(parts[2 * opener]) + indent[len(was) :]


def _below_bracket(gap: _Gap, indent: bytes, parts: list[bytes]) -> bytes | None:
    """The indentation of a line that begins in the column behind its bracket, where that column is now.

    `indent` is that of the file. None where the line begins elsewhere, or the bracket ends its own line.
    """
    sides, at = gap.sides, gap.bracket
    old = gap.rests[at].old if at is not None else None
    file = sides.before[old].file if old is not None else None
    if file is None:
        return None
    assert at is not None
    ends_line = not sides.data[file.end : line_end(sides.data, file.end)].strip()
    if ends_line or indent != _blanks_for(line_before(sides.data, file.end)):
        return None
    # Each token is behind its gap, the first one behind what stands before it on its line.
    above = b"".join(parts[: 2 * at + 2])
    return _blanks_for(line_before(above, len(above)))


def _blanks_for(line: bytes) -> bytes:
    """The indentation of a line, and a blank for each letter behind it."""
    return leading(line) + b" " * len(to_text(line.lstrip(BLANKS)))


def _line_break(gap: _Gap, inherited: tuple[bytes, bytes] | None, ending: bytes) -> bytes:
    """A gap with line ends: the end of a line, blank lines, and the indentation of what follows.

    Of each of them the file's is kept that the caller leaves as it was.
    """
    sides, left = gap.sides, gap.left.old
    head, *blank, _ = LINE_END.split(gap.wanted)
    own, was = inherited or (b"", b"")
    first, *file_blank, lead = LINE_END.split(own) if inherited else (b"", b"")
    signs = first.rstrip(BLANKS) if inherited else _end_before(gap)
    if left is not None and (after := _next(sides, left)) is not None:
        file, base = _between(sides, left, after)
        if LINE_END.search(file) and LINE_END.split(base)[0] == head:
            head = trailing(LINE_END.split(file)[0])
    if not sides.spaced:
        blank = [b""] * len(blank)
    between = ending.join((b"", *blank, b""))
    if inherited and (file_blank != LINE_END.split(was)[1:-1] or file_blank == blank):
        between = own[len(first) : len(own) - len(lead)]
    return signs + head + between + _indent_of(gap, inherited)


def _indent_of(gap: _Gap, inherited: tuple[bytes, bytes] | None) -> bytes:
    """The indentation of a line that begins behind a gap: the file's, where the caller leaves it as it was."""
    sides, right, lead = gap.sides, gap.right, leading_of(gap.wanted)
    token = sides.before[right.place] if right.place is not None else None
    if token is not None and token.file is not None:
        was, own = line_before(sides.old, token.start), line_before(sides.data, token.file.start)
        # The first line of a text may be cut off, so that its depth says nothing.
        begins = len(was) < token.start and len(own) < token.file.start
        if begins and was == lead and is_blank(own):
            return own
    elif inherited is not None and leading_of(inherited[1]) == lead:
        return leading_of(inherited[0])
    return _file_indent(sides, gap.wanted, gap.right.token)


def _ending_of(gap: _Gap, above: bytes) -> bytes:
    """The ending of the line that a gap ends: its own where the file has it, or that of the line above."""
    sides, place = gap.sides, gap.left.place
    file = sides.before[place].file if place is not None else None
    after = _next(sides, place) if place is not None else None
    if place is None or file is None or after is None:
        return above
    found = LINE_END.search(_between(sides, place, after)[0])
    return found[0] if found else above


def _moved(sides: Sides, right: Rest, own: bytes, text: bytes) -> tuple[bytes, bytes]:
    """How the indentation changes of a line that begins with a token that stays: before and after."""
    if LINE_END.search(own):
        return leading_of(own), leading_of(text)
    file = sides.before[right.old].file if right.old is not None else None
    lead = line_before(sides.data, file.start) if file is not None else b"-"
    return (lead, leading_of(text)) if not lead.strip() else (b"", b"")


def leading_of(gap: bytes) -> bytes:
    """The blanks after the last line end of a gap."""
    return LINE_END.split(gap)[-1]


def _next(sides: Sides, index: int) -> int | None:
    """The index of the next token that the file has, too; None if there is none."""
    later = range(index + 1, len(sides.before))
    return next((i for i in later if sides.before[i].file is not None), None)


def _inherited(gap: _Gap) -> tuple[bytes, bytes] | None:
    """The file's gap that is kept here, with the gap that the old text has for it; None if none is."""
    left, right, wanted = gap.left.old, gap.right.old, gap.wanted
    if left is not None and right is not None and _next(gap.sides, left) == right:
        own, was = _between(gap.sides, left, right)
        breaks = LINE_END.search(own) and LINE_END.search(was)
        kept = _alike(was, wanted) or not (breaks or _alike(own, was))
        return (own, was) if kept and _may_break(gap, own, left) else None
    found = [
        _before_kept(gap, right) if right is not None else None,
        _after_kept(gap, left) if left is not None else None,
        _in_place(gap),
    ]
    fits = list(filter(None, found))
    if LINE_END.search(wanted):
        # Blank lines that only the file has stay where a line beside them goes.
        fits.sort(key=lambda pair: -len(LINE_END.findall(pair[0])))
    return fits[0] if fits else None


def _in_place(gap: _Gap) -> tuple[bytes, bytes] | None:
    """The file's blanks between two tokens in whose places the new ones are; None if unfit."""
    left, right = gap.left.place, gap.right.place
    if left is None or right != left + 1 or _next(gap.sides, left) != right:
        return None
    if gap.sides.before[left].file is None:
        return None
    own, was = _between(gap.sides, left, right)
    return (own, was) if _alike(was, gap.wanted) and not own.strip() else None


def _before_kept(gap: _Gap, right: int) -> tuple[bytes, bytes] | None:
    """What the file has before a token that stays, after one that is new or moved; None if unfit.

    A parenthesis that only the file has goes with the token on its other side, so that it goes
    on to hold all that stands in its place.
    """
    before = gap.sides.before
    signs = reversed(range(right))
    left = next((i for i in signs if before[i].file or before[i].text not in gap.sides.ends), None)
    if left is None or before[left].file is None:
        return None
    own, was = _between(gap.sides, left, right)
    at_bracket = gap.left.old is not None and gap.left.token.text in OPENERS and not gap.wanted
    belongs = not (_parentheses([own])[0] or at_bracket or _belongs_left(gap, left))
    return (own, was) if belongs and _fits(gap, own, was) else None


def _after_kept(gap: _Gap, left: int) -> tuple[bytes, bytes] | None:
    """What the file has after a token that stays, before one that is new or moved; None if unfit."""
    following = left + 1
    if _next(gap.sides, left) != following:
        return None
    own, was = _between(gap.sides, left, following)
    if gap.left.token.text in gap.separators and _is_last(gap, left):
        return None
    stays = following in gap.kept
    same = gap.right.token.text == gap.sides.before[following].text not in PARTNERS
    like_next = same and LINE_END.search(own) is not None and not own.strip()
    belongs = not stays or _parentheses([own])[0] > 0 or _belongs_left(gap, left) or like_next
    if not belongs and not own.strip():
        # Blank lines above what is added, where the caller has none below it.
        at = next(j for j, rest in enumerate(gap.rests) if rest.old == following)
        below = gap.sides.new[gap.rests[at - 1].token.end : gap.rests[at].token.start]
        belongs = not _alike(was, _blanks(below))
    return (own, was) if belongs and not _parentheses([own])[1] and _fits(gap, own, was) else None


def _belongs_left(gap: _Gap, left: int) -> bool:
    """Whether the gap after a token goes with it: after an opening bracket, or a separator with an item behind it."""
    text = gap.sides.before[left].text
    goes = text in (b"", *OPENERS) or (text in gap.separators and not _is_last(gap, left))
    return left in gap.kept and goes


def _is_last(gap: _Gap, left: int) -> bool:
    """Whether a token of the file is the last one inside of its brackets."""
    after = _next(gap.sides, left)
    return after is not None and gap.sides.before[after].text in PARTNERS


def _fits(gap: _Gap, own: bytes, was: bytes) -> bool:
    return _alike(was, gap.wanted) and _may_break(gap, own)


def _may_break(gap: _Gap, own: bytes, left: int | None = None) -> bool:
    """Whether lines may be broken or joined as the file has them: inside of the same brackets, as before `left`."""
    if bool(LINE_END.search(own)) == bool(LINE_END.search(gap.wanted)):
        return True
    held = gap.bracket
    if left is not None:
        stays = held is None or gap.rests[held].old is not None
        was = gap.old_brackets[_next(gap.sides, left) or left]
        return stays and was == (gap.rests[held].old if held is not None else None)
    inside = held is not None and gap.rests[held].token.text in (b"(", b"[")
    return LINE_END.search(own) is not None or (inside and not gap.left.token.literal)


def _between(sides: Sides, left: int, right: int | None) -> tuple[bytes, bytes]:
    """What stands between two tokens, in the file and in the old text."""
    assert right is not None
    a, b = sides.before[left], sides.before[right]
    assert a.file is not None and b.file is not None
    return sides.data[a.file.end : b.file.start], _blanks(sides.old[a.end : b.start])


def _blanks(gap: bytes) -> bytes:
    """A gap without the signs that only the caller has."""
    return re.sub(rb"[^\s]", b"", gap)


def _alike(one: bytes, other: bytes) -> bool:
    """Whether two gaps have equally many line ends, or none and the same blanks."""
    lines = len(LINE_END.findall(one))
    return lines == len(LINE_END.findall(other)) and bool(lines or one == other)


def _end_before(gap: _Gap) -> bytes:
    """The `;` that the file has after a statement, before a line that is added there; else empty."""
    sides, left = gap.sides, gap.left.old
    if left is None or gap.right.token.text in sides.ends or not LINE_END.search(gap.wanted):
        return b""
    file, following = sides.before[left].file, _next(sides, left)
    assert file is not None
    after = sides.before[following].file if following is not None else None
    rest = sides.data[file.end : after.start if after is not None else sides.span.end].strip()
    return next((sign for sign in sides.ends if rest.startswith(sign)), b"")


def _file_indent(sides: Sides, gap: bytes, token: Token) -> bytes:
    return file_indent(sides.rule, leading_of(gap), sides.old[: token.start].count(b"\n"))


def _as_others(gap: _Gap) -> bytes:
    """What the file has after the separator before, or before the link of a chain before, on one level; else empty."""
    sides, rests, sign = gap.sides, gap.rests, gap.left.token.text
    if _is_ended(gap):
        return _as_statements(gap)
    separates = sign in gap.separators
    if gap.right.token.text in PARTNERS or not (separates or gap.right.token.text == b"."):
        return b""
    if separates:
        signs = (rests[j].old for j in _on_level(gap, (sign,)))
        left = next((old for old in signs if old is not None), None)
        right = _next(sides, left) if left is not None else None
        return _like(sides, left, right, gap.wanted) if left is not None and right else b""
    for at in _on_level(gap, (b".", b",", b";", b"=")):
        if not at or rests[at].token.text != b".":
            break
        left, right = rests[at - 1].old, rests[at].old
        if left is not None and right is not None:
            return _like(sides, left, right, gap.wanted)
    return b""


def _on_level(gap: _Gap, signs: tuple[bytes, ...]) -> Iterator[int]:
    """Some signs inside of a gap's bracket, back from before the token that the gap is behind, then that bracket."""
    for j in reversed(range(gap.bracket or 0, gap.at - 1)):
        if gap.brackets[j] == gap.bracket and gap.rests[j].token.text in signs:
            yield j
    if gap.bracket is not None:
        yield gap.bracket


def _is_ended(gap: _Gap) -> bool:
    """Whether the caller has a sign here on one line, for which the file has a line's end."""
    given = gap.sides.new[gap.left.token.end : gap.right.token.start]
    ends = any(end in given for end in gap.sides.ends)
    return ends and not LINE_END.search(given) and gap.right.token.text not in PARTNERS


def _as_statements(gap: _Gap) -> bytes:
    """The end of a line, and the indentation of the least deep line of the file that has a token on this level."""
    sides, levels = gap.sides, zip(gap.rests, gap.brackets, strict=True)
    inside = (rest for rest, bracket in levels if bracket == gap.bracket)
    olds = (rest.old for rest in inside if rest.token.text not in PARTNERS)
    files = (sides.before[i].file for i in olds if i is not None)
    lines = (leading(line_before(sides.data, file.start)) for file in files if file is not None)
    around = leading(line_before(sides.data, sides.span.start))
    return sides.ending + min(lines, key=len, default=around)


def _like(sides: Sides, left: int, right: int, wanted: bytes) -> bytes:
    """The file's gap after a comma or a bracket, where the caller has it as `wanted`; else empty."""
    own, was = _between(sides, left, right)
    if sides.before[right].comment:
        after = _next(sides, right)
        return _between(sides, right, after)[0] if after is not None else b""
    same = _alike(was, wanted) or (LINE_END.search(own) and not LINE_END.search(was + wanted))
    return own if same and not own.strip() else b""


def _lead(sides: Sides, rests: list[Rest]) -> tuple[int, bytes]:
    """Where the edit begins, and with what blanks: other ones where the caller changes them."""
    start = sides.span.start
    was, wanted = (
        text[: tokens[0].start]
        for text, tokens in ((sides.old, sides.before), (sides.new, [r.token for r in rests]))
    )
    line = line_start(sides.data, start)
    if sides.data[line:start].strip():
        return start, b""
    more = max(0, len(LINE_END.findall(wanted)) - len(LINE_END.findall(was)))
    indent = sides.data[line:start]
    if leading_of(was) != leading_of(wanted):
        indent = _file_indent(sides, wanted, rests[0].token)
    return line, sides.ending * more + indent


def _indentation(data: bytes, old: bytes, new: bytes, before: tuple[Token, ...]) -> Indentation:
    """The indentation rule learnt from statements that begin a line on both sides."""
    pairs: list[IndentPair] = []
    for token, bracket in zip(before, holders([token.text for token in before]), strict=True):
        if token.file is not None and (bracket is None or before[bracket].text == b"{"):
            own, file = line_before(old, token.start), line_before(data, token.file.start)
            if not own.strip() and not file.strip():
                pairs.append(IndentPair(old[: token.start].count(b"\n"), own, file))
    others = pairs[1:]
    if pairs and not pairs[0].caller and others and all(p.caller == p.file for p in others):
        pairs = others
    caller = [leading(line) for text in (old, new) for line in LINE_END.split(text)]
    around = [pair.file for pair in pairs if pair.file]
    return learn(tuple(pairs), caller, around)


def _parentheses(gaps: Iterable[bytes]) -> tuple[int, int]:
    """How many parentheses stand in gaps; those of whole lines that only the file has are not counted."""
    text = b"".join(gap for gap in gaps if not _WORD.search(gap))
    return text.count(b"("), text.count(b")")
