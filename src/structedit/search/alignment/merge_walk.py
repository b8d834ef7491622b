"""The walk along a new text: what the caller leaves as it was is the file's, in each token and between them.

Base `old`, ours the file, theirs `new`, all as tokens. A token is a line, or a word or sign: of a changed line, or
of text that the file lays out otherwise. A token that the caller keeps stays as the file has it, and so does
the text between two tokens that stay neighbours: blanks and blank lines, line ends, final commas,
comments. What is new arrives with the caller's blanks, its lines in the file's indentation and with
the ending of the line above.

Walked through: `old` is ``f(a, b)``, `new` ``f(a, c)``, the file has ``f(\n    a,\n    b,\n)``.
Only ``b`` is not kept. What the file has before it (after ``,``) and after it (before ``)``) is kept
where the caller has the same blanks as before, so the result is ``f(\n    a,\n    c,\n)``.

Lines are paired by their text, a line's tokens by its letters (`line_tokens`), those of other text by its
tree (`merge_sides`); from there on all are carried the same way.

Not here: which of these a hit is (`search.alignment.merge`), finding the tokens (`search.alignment.token_alignment`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from structedit.search.alignment.folding import BLANKS, fold, is_blank, key_of, leading, trailing
from structedit.search.alignment.line_tokens import line_tokens
from structedit.search.alignment.merge_sides import (
    Rest,
    Token,
    holders,
    new_tokens,
    old_tokens,
    requoted,
    rests_of,
)
from structedit.search.alignment.occurrences import Occurrence
from structedit.search.alignment.token_alignment import equal_but_for_layout
from structedit.text.document import Span
from structedit.text.lines import LINE_END, line_before, line_start
from structedit.text.values import dataclass, replace
from structedit.tree.layout.learned_indent import (
    VERBATIM,
    Indentation,
    IndentPair,
    file_indent,
    learn,
)
from structedit.tree.source import Source
from structedit.tree.tokens import OPENERS, PARTNERS


@dataclass(frozen=True, slots=True)
class Sides:
    """The sides of a merge: `old`, the file's text in a span, and `new`, with the tokens of `old`.

    `ending` is that of new lines, where none is above. `spaced` means that blank lines of the file hold
    blanks, as those of the caller may then.
    """

    data: bytes
    span: Span
    old: bytes
    new: bytes
    before: tuple[Token, ...]
    rule: Indentation
    ending: bytes
    spaced: bool = False


@dataclass(frozen=True, slots=True)
class _Gap:
    """The place before token `at` of the result, where the caller has `wanted`: blanks.

    `brackets` are those around each token of the new text, `old_brackets` each of the old one, as it is in the file.
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
        """The signs that separate items of a list; also `;` where the caller has statements on one line."""
        return (b",",) if LINE_END.search(self.wanted) else (b",", b";")

    @property
    def bracket(self) -> int | None:
        """The opening bracket around it, by its number among the tokens."""
        return self.brackets[self.at]


def merge_tokens(
    source: Source, place: Occurrence, old: bytes, new: bytes, ending: bytes
) -> tuple[Span, bytes] | None:
    """The span to replace and the text to write; None where the two sides do not fit together."""
    span = place.span
    before = tuple(old_tokens(source, span, place.runs, old))
    after = new_tokens(source, new)
    rule = _indentation(source.data, old, new, before)
    sides = Sides(source.data, span, old, new, before, rule, ending)
    if not after:
        return None
    rests = requoted(source.data, before, rests_of(source.data, before, after), new)
    rests = _without_absent(sides, rests)
    start, lead = _lead(sides, rests)
    text = written(sides, rests, lead)
    if not equal_but_for_layout(text, b"".join(rest.token.text for rest in rests)):
        return None
    return Span(start, span.end), lead + text


def merge_line(old: bytes, ours: bytes, new: bytes) -> bytes | None:
    """Merge the change from `old` to `new` into `ours`, which folds to the same text as `old` but for misspelt words.

    All three are lines without indentation. Where the characters cannot be paired, the result is `new`. None
    where the change touches a misspelt word.

    >>> print(merge_line(b'say("hi", 1)', "say(“hi”,  1)".encode(), b'say("ho", 1)').decode())
    say(“ho”,  1)
    """
    if old == ours:
        return new
    tokens = line_tokens(old, ours, new)
    misspelt = key_of(old) != key_of(ours)
    if tokens is None:
        return None if misspelt else new
    before, after = tokens
    first = before[0].file
    assert first is not None
    sides = Sides(ours, Span(first.start, len(ours)), old, new, before, VERBATIM, b"")
    rests = rests_of(ours, before, after)
    if misspelt:
        kept = {rest.old for rest in rests}
        odd = (i for i, t in enumerate(before) if t.file is None or t.text != t.file.of(ours))
        if not kept.issuperset(odd):
            return None
    else:
        rests = _in_file_letters(ours, before, rests)
    return ours[: first.start] + written(sides, rests)


def _in_file_letters(ours: bytes, before: tuple[Token, ...], rests: list[Rest]) -> list[Rest]:
    """The tokens of a line, with the file's look-alikes where the old line shows them.

    A look-alike is the old line's only if a token next to it is, too, or the same edge of the line. What is
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


def merge_lines(
    sides: Sides,
    after: list[Token],
    pairs: Iterable[tuple[int, int, bool]],
    literal: Mapping[int, int | None],
) -> bytes:
    """Merge line by line; empty where the two sides do not fit together.

    `pairs` are paired lines of `sides.before` and `after`, with whether they are equal.
    `literal` are the lines of the new text, by number, whose white space is content, each with the number of the
    line with which it moves; None for one that keeps its bytes.
    """
    rests = [
        Rest(token, None, still=j in literal, opener=literal.get(j))
        for j, token in enumerate(after)
    ]
    for i, j, same in pairs:
        token, file = after[j], sides.before[i].file
        assert file is not None
        if not same:
            text = merge_line(sides.before[i].text, file.of(sides.data), token.text)
            if text is None:
                return b""
            token = replace(token, text=text)
        rests[j] = replace(rests[j], token=token, old=i if same else None, place=i)
    return written(sides, rests)


def _without_absent(sides: Sides, rests: list[Rest]) -> list[Rest]:
    """The tokens without separators before the end of a list that the file lacks."""
    found: list[Rest] = []
    for rest, after in zip(rests, (*rests[1:], None), strict=True):
        absent = rest.old is not None and sides.before[rest.old].file is None
        if not absent:
            found.append(rest)
        elif after is None or after.token.text not in PARTNERS:
            found.append(Rest(rest.token, None))
    return found


def written(sides: Sides, rests: list[Rest], lead: bytes = b"") -> bytes:
    """The merged text."""
    front, move = line_before(sides.data, sides.span.start), (b"", b"")
    if lead:
        front, move = lead, (front, leading_of(lead))
    parts = _walked(sides, rests, front, move)
    last = max(token.file.end for token in sides.before if token.file is not None)
    return b"".join((*parts, sides.data[last : sides.span.end]))


def _walked(
    sides: Sides, rests: list[Rest], front: bytes, move: tuple[bytes, bytes]
) -> list[bytes]:
    """Return the new tokens with the text between them.

    `front` is the text before the first token on its line, `move` how that line's indentation changes.
    """
    parts = [front]
    ending = sides.ending
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
            if LINE_END.search(text):
                move = _moved(sides, rest, own, text)
                if LINE_END.search(gap.wanted):
                    moves[gap.bracket] = move
        if rest.token.text in OPENERS:
            moves[j] = move
        file = sides.before[rest.old].file if rest.old is not None else None
        parts.append(file.of(sides.data) if file is not None else _fresh(sides, rest.token))
    return parts[1:]


def _fresh(sides: Sides, token: Token) -> bytes:
    """A token of the new text with the file's line ends, a comment's lines indented as there."""
    first, *others = LINE_END.split(token.text)
    if token.comment:
        others = [_file_indent(sides, leading(line), token) + line.lstrip() for line in others]
    return sides.ending.join((first, *others))


def _filled(
    gap: _Gap, move: tuple[bytes, bytes], parts: list[bytes], ending: bytes
) -> tuple[bytes, bytes]:
    """Return the text for a gap behind some parts, and how much of it is the file's own."""
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
    # Each token is behind its gap, the first one behind the text before it on its line.
    return text[: len(text) - len(indent)] + leading_of(parts[2 * opener]) + indent[len(was) :]


def _line_break(gap: _Gap, inherited: tuple[bytes, bytes] | None, ending: bytes) -> bytes:
    """A gap with line ends: the end of a line, blank lines, and the indentation of what follows.

    Of each of them the file's is kept that the caller leaves as it was.
    """
    sides, left = gap.sides, gap.left.old
    head, *blank, _ = LINE_END.split(gap.wanted)
    own, was = inherited or (b"", b"")
    first, *file_blank, lead = LINE_END.split(own) if inherited else (b"", b"")
    signs = first.rstrip(BLANKS)
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
        # Blank lines that only the file has stay if a line next to them is deleted.
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
    """What the file has before a token that stays, after one that is new or moved; None if unfit."""
    left = right - 1
    if left < 0 or gap.sides.before[left].file is None:
        return None
    own, was = _between(gap.sides, left, right)
    at_bracket = gap.left.old is not None and gap.left.token.text in OPENERS and not gap.wanted
    belongs = not (at_bracket or _is_kept_left(gap, left))
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
    belongs = not stays or _is_kept_left(gap, left) or like_next
    if not belongs and not own.strip():
        # Blank lines above what is added, where the caller has none below it.
        at = next(j for j, rest in enumerate(gap.rests) if rest.old == following)
        below = gap.sides.new[gap.rests[at - 1].token.end : gap.rests[at].token.start]
        belongs = not _alike(was, _blanks(below))
    return (own, was) if belongs and _fits(gap, own, was) else None


def _is_kept_left(gap: _Gap, left: int) -> bool:
    """Return True if the gap after a token is kept with it: after an opening bracket, or a separator before an item."""
    text = gap.sides.before[left].text
    goes = text in (b"", *OPENERS) or (text in gap.separators and not _is_last(gap, left))
    return left in gap.kept and goes


def _is_last(gap: _Gap, left: int) -> bool:
    """Return True if a token of the file is the last one inside its brackets."""
    after = _next(gap.sides, left)
    return after is not None and gap.sides.before[after].text in PARTNERS


def _fits(gap: _Gap, own: bytes, was: bytes) -> bool:
    return _alike(was, gap.wanted) and _may_break(gap, own)


def _may_break(gap: _Gap, own: bytes, left: int | None = None) -> bool:
    """Return True if the file's line breaks may be kept: the gap is inside the same brackets as before."""
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
    """Return the text between two tokens, in the file and in the old text."""
    assert right is not None
    a, b = sides.before[left], sides.before[right]
    assert a.file is not None and b.file is not None
    return sides.data[a.file.end : b.file.start], _blanks(sides.old[a.end : b.start])


def _blanks(gap: bytes) -> bytes:
    """A gap without the signs that only the caller has."""
    return re.sub(rb"[^\s]", b"", gap)


def _alike(one: bytes, other: bytes) -> bool:
    """Return True if two gaps have equally many line ends, or none and the same blanks."""
    lines = len(LINE_END.findall(one))
    return lines == len(LINE_END.findall(other)) and bool(lines or one == other)


def _file_indent(sides: Sides, gap: bytes, token: Token) -> bytes:
    return file_indent(sides.rule, leading_of(gap), sides.old[: token.start].count(b"\n"))


def _as_others(gap: _Gap) -> bytes:
    """What the file has behind the separator before this one, or the bracket that opens the list; else empty."""
    sides, rests, sign = gap.sides, gap.rests, gap.left.token.text
    if gap.right.token.text in PARTNERS or sign not in gap.separators:
        return b""
    signs = [
        rests[j].old
        for j in reversed(range(gap.bracket or 0, gap.at - 1))
        if gap.brackets[j] == gap.bracket and rests[j].token.text == sign
    ]
    signs += [rests[gap.bracket].old] if gap.bracket is not None else []
    left = next((old for old in signs if old is not None), None)
    right = _next(sides, left) if left is not None else None
    return _like(sides, left, right, gap.wanted) if left is not None and right else b""


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
