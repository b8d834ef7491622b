"""The sides of a merge as tokens: the old text's, the new one's, and which of them stay.

A token is a line where whole lines are merged, and a leaf of the tree where the layout may differ.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from structedit.search.alignment.folding import BLANKS, contents, is_blank, leading
from structedit.search.alignment.line_pairs import steps_within
from structedit.search.alignment.occurrences import Run
from structedit.search.alignment.token_alignment import LITERAL, MARKS
from structedit.text.diff import Opcode, equal_pairs, opcodes
from structedit.text.document import Span, line_starts
from structedit.text.lines import line_before
from structedit.text.values import dataclass, replace
from structedit.tree.source import Source
from structedit.tree.tokens import OPENERS, PARTNERS, PIECE, LeafKind

_ALIKE_PERCENT = 50
"""Likeness from which on a changed line may be the one that was; chosen by judgement."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a text, at `start` to `end` of it; `file` is where the file has it, if it does.

    Of a token that is a line, `line` has the blanks around it as well.
    """

    text: bytes
    start: int
    end: int
    literal: bool = False
    file: Span | None = None
    comment: bool = False
    line: bytes = b""


@dataclass(frozen=True, slots=True)
class Rest:
    """A token of the new text: token `old` of the old text that stays, or a new one.

    `place` is the token of the old text that stays or in whose place the new one is, if there is such. One that
    is `still` is inside a text whose white space is content. If that moves with its code, `opener` is the number
    of the token, of the new text, with which it moves.
    """

    token: Token
    old: int | None
    place: int | None = None
    still: bool = False
    opener: int | None = None


def old_tokens(source: Source, span: Span, runs: tuple[Run, ...], old: bytes) -> Iterator[Token]:
    """The old text's tokens, with where the file has them."""
    assert source.tree is not None
    kinds = {leaf.span.start: leaf.kind for leaf in source.tree.leaves(span).items}
    at = 0
    for own, file in ((run.old, run.file) for run in runs):
        yield from _absent(old, at, own.start)
        text = own.of(old)
        kind = kinds.get(file.start, LeafKind.CODE)
        literal = kind in (LeafKind.STRING, LeafKind.COMMENT)
        if literal or text != file.of(source.data):
            comment = kind is LeafKind.COMMENT
            yield Token(text, own.start, own.end, file=file, comment=comment)
        else:
            shift = file.start - own.start
            for token in _pieces(old, own):
                yield replace(token, file=Span(token.start + shift, token.end + shift))
        at = own.end
    yield from _absent(old, at, len(old))


def _absent(old: bytes, start: int, end: int) -> Iterator[Token]:
    """The signs between two offsets that only the caller's text has, not the file."""
    return _pieces(old.replace(b"\\\n", b" \n"), Span(start, end))


def _pieces(text: bytes, span: Span) -> Iterator[Token]:
    for match in PIECE.finditer(text, span.start, span.end):
        yield Token(match[0], match.start(), match.end())


def new_tokens(source: Source, new: bytes) -> list[Token]:
    """The new text's tokens, parsed on their own."""
    tree, whole = source.parse_fragment(new), Span(0, len(new))
    if tree is None:
        return list(_pieces(new, whole))
    found: list[Token] = []
    for leaf in tree.leaves(whole).items:
        if leaf.kind in (LeafKind.STRING, LeafKind.COMMENT):
            is_comment = leaf.kind is LeafKind.COMMENT
            found.append(Token(leaf.text, leaf.span.start, leaf.span.end, True, None, is_comment))
        else:
            found += _pieces(new, leaf.span)
    return found


def requoted(data: bytes, before: tuple[Token, ...], rests: list[Rest], new: bytes) -> list[Rest]:
    """The tokens of the new text; its strings have the file's quotes where a string of the same line shows them."""
    shown: defaultdict[int, set[tuple[bytes, bytes]]] = defaultdict(set)
    lines = [new.count(b"\n", 0, rest.token.start) for rest in rests]
    for rest, line in zip(rests, lines, strict=True):
        at = rest.place if rest.old is None else rest.old
        file = before[at].file if at is not None else None
        if at is not None and file is not None:
            was, own = LITERAL.match(before[at].text), LITERAL.match(file.of(data))
            shown[line] |= {(was[2], own[2])} if was and own else set()
    return [
        replace(rest, token=_in_quotes(rest.token, shown[line])) if rest.old is None else rest
        for rest, line in zip(rests, lines, strict=True)
    ]


def _in_quotes(token: Token, pairs: set[tuple[bytes, bytes]]) -> Token:
    literal = LITERAL.match(token.text) if token.literal and len(pairs) == 1 else None
    if literal is None or MARKS.search(literal[3]):
        return token
    own = dict(pairs).get(literal[2], literal[2])
    return replace(token, text=literal[1] + own + literal[3] + own)


def rests_of(data: bytes, before: tuple[Token, ...], after: list[Token]) -> list[Rest]:
    """The new tokens, each paired with the old one that it is, if that stays."""
    steps = opcodes([token.text for token in before], [token.text for token in after])
    kept = {j: i for i, j in equal_pairs(steps)}
    for tag, i1, _, j1, j2 in steps:
        above = before[i1 - 1].file if tag == "insert" and i1 > 0 else None
        if above is None or line_before(data, above.start).strip():
            continue
        # Shift an addition so that it begins a line: `.b()` is added after `.a()`, not `b().`.
        if after[j1 - 1].text == after[j2 - 1].text:
            kept[j2 - 1] = kept.pop(j1 - 1)
    kept = _by_brackets(kept, [t.text for t in before], [t.text for t in after])
    places = _replaced(steps) | kept
    return [Rest(token, kept.get(j), places.get(j)) for j, token in enumerate(after)]


def _replaced(steps: Sequence[Opcode]) -> dict[int, int]:
    """New tokens with the old ones in whose place they are, where they are as many."""
    return {
        j1 + k: i1 + k
        for tag, i1, i2, j1, j2 in steps
        if tag == "replace" and i2 - i1 == j2 - j1
        for k in range(i2 - i1)
    }


def _by_brackets(kept: dict[int, int], before: list[bytes], after: list[bytes]) -> dict[int, int]:
    """Pair closing brackets as their opening ones are paired, for they all look alike."""
    own, partners = _partners(after), _partners(before)
    closers = {opener: i for i, opener in partners.items()}
    found = {j: i for j, i in kept.items() if j not in own and i not in partners}
    for j, opener in own.items():
        i = closers.get(kept.get(opener, -1))
        if i is None or before[i] != after[j]:
            continue
        if all((a < j) == (b < i) for a, b in found.items()):
            found[j] = i
    return found


def lines_of(text: bytes) -> list[Token]:
    """The lines of a text that are not blank, without the blanks around them, and both edges of the text."""
    found = [
        Token(line.strip(BLANKS), at + len(leading(line)), at + len(line.rstrip(BLANKS)), line=line)
        for at, line in zip(line_starts(text), contents(text), strict=False)
        if not is_blank(line)
    ]
    return [Token(b"", 0, 0), *found, Token(b"", len(text), len(text))]


def paired_lines(old: Sequence[Token], new: Sequence[Token]) -> Iterator[tuple[int, int, bool]]:
    """Yield the paired lines of two texts, and whether they are equal but for blanks around them.

    Those that are equal with their blanks come first, then those without, then as many in the place of as many.
    Where a run of lines becomes more or fewer, only those that are similar are paired.
    """
    steps = opcodes([token.line for token in old], [token.line for token in new])
    keys = [token.text for token in old], [token.text for token in new]
    for tag, i1, i2, j1, j2 in steps_within(steps, *keys):
        if i2 - i1 == j2 - j1:
            yield from (
                (i, j, tag == "equal") for i, j in zip(range(i1, i2), range(j1, j2), strict=True)
            )
        elif tag == "replace":
            for i, j in _alike(keys[0][i1:i2], keys[1][j1:j2]):
                yield i1 + i, j1 + j, False


def _alike(old: Sequence[bytes], new: Sequence[bytes]) -> list[tuple[int, int]]:
    """Pairs of lines, in the order of both texts, the most similar ones first."""
    from rapidfuzz import fuzz

    rows = [(fuzz.ratio(a, b), i, j) for i, a in enumerate(old) for j, b in enumerate(new)]
    found: list[tuple[int, int]] = []
    for percent, i, j in sorted(rows, key=lambda row: (-row[0], row[1:])):
        if percent >= _ALIKE_PERCENT and all(
            (a < i and b < j) or (a > i and b > j) for a, b in found
        ):
            found.append((i, j))
    return sorted(found)


def holders(texts: Sequence[bytes]) -> list[int | None]:
    """Return for each token the index of the bracket around it, for a closing one that of its opening one.

    >>> holders([b"f", b"(", b"a", b")", b"b"])
    [None, None, 1, 1, None]
    """
    found: list[int | None] = []
    opened: list[int] = []
    for index, text in enumerate(texts):
        found.append(opened[-1] if opened else None)
        if text in OPENERS:
            opened.append(index)
        elif text in PARTNERS and opened:
            opened.pop()
    return found


def _partners(texts: list[bytes]) -> dict[int, int]:
    """For each closing bracket that has one, the index of its opening bracket."""
    rows = zip(texts, holders(texts), strict=True)
    return {j: at for j, (text, at) in enumerate(rows) if text in PARTNERS and at is not None}
