"""Both sides of a merge by token: the old text's tokens, the new one's, and which of them stay."""

from __future__ import annotations

from collections.abc import Iterator

from structedit.search.alignment.token_alignment import LITERAL, MARKS, Strand
from structedit.text.diff import equal_pairs, opcodes
from structedit.text.document import Span
from structedit.text.lines import line_before
from structedit.text.values import dataclass, replace
from structedit.tree.source import Source
from structedit.tree.tokens import OPENERS, PARTNERS, PIECE, LeafKind


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a text, at `start` to `end` of it; `file` is where the file has it, if it does."""

    text: bytes
    start: int
    end: int
    literal: bool = False
    file: Span | None = None
    comment: bool = False


@dataclass(frozen=True, slots=True)
class Rest:
    """A token of the new text: token `old` of the old text that stays, or a new one."""

    token: Token
    old: int | None


def old_tokens(
    source: Source, span: Span, strands: tuple[Strand, ...], old: bytes
) -> Iterator[Token]:
    """The old text's tokens, with where the file has them."""
    assert source.tree is not None
    kinds = {leaf.span.start: leaf.kind for leaf in source.tree.leaves(span).items}
    at = 0
    for own, file in strands:
        yield from _absent(old, at, own.start)
        text = own.of(old)
        kind = kinds.get(file.start, LeafKind.CODE)
        literal = kind in (LeafKind.STRING, LeafKind.COMMENT)
        if literal or text != file.of(source.data):
            yield Token(text, own.start, own.end, True, file, kind is LeafKind.COMMENT)
        else:
            for match in PIECE.finditer(text):
                start, end = match.span()
                where = Span(file.start + start, file.start + end)
                yield Token(match[0], own.start + start, own.start + end, False, where)
        at = own.end
    yield from _absent(old, at, len(old))


def _absent(old: bytes, start: int, end: int) -> Iterator[Token]:
    """The signs between two offsets that only the caller's text has, not the file."""
    for match in PIECE.finditer(old.replace(b"\\\n", b" \n"), start, end):
        yield Token(match[0], match.start(), match.end())


def new_tokens(source: Source, new: bytes) -> list[Token]:
    """The new text's tokens, parsed on their own."""
    tree = source.parse_fragment(new)
    if tree is None:
        return [Token(m[0], m.start(), m.end()) for m in PIECE.finditer(new)]
    found: list[Token] = []
    for leaf in tree.leaves(Span(0, len(new))).items:
        if leaf.kind in (LeafKind.STRING, LeafKind.COMMENT):
            is_comment = leaf.kind is LeafKind.COMMENT
            found.append(Token(leaf.text, leaf.span.start, leaf.span.end, True, None, is_comment))
        else:
            for m in PIECE.finditer(leaf.text):
                start = leaf.span.start + m.start()
                found.append(Token(m[0], start, start + len(m[0])))
    return found


def requoted(
    source: Source, strands: tuple[Strand, ...], old: bytes, after: list[Token]
) -> list[Token]:
    """The new tokens with the file's quotes, where all of the caller's strings have other ones."""
    pairs = [
        (a[2], b[2])
        for own, file in strands
        if (a := LITERAL.match(own.of(old))) and (b := LITERAL.match(file.of(source.data)))
    ]
    if not pairs or any(own == file for own, file in pairs) or len(set(pairs)) > 1:
        return after
    kept = {own.of(old) for own, _ in strands}
    return [t if t.text in kept else _in_quotes(t, *pairs[0]) for t in after]


def _in_quotes(token: Token, own: bytes, file: bytes) -> Token:
    literal = LITERAL.match(token.text) if token.literal else None
    if literal is None or literal[2] != own or MARKS.search(literal[3]):
        return token
    return replace(token, text=literal[1] + file + literal[3] + file)


def rests_of(data: bytes, before: tuple[Token, ...], after: list[Token]) -> list[Rest]:
    """The new tokens, each paired with the old one that it is, if that stays."""
    steps = opcodes([token.text for token in before], [token.text for token in after])
    kept = {j: i for i, j in equal_pairs(steps)}
    for tag, i1, _, j1, j2 in steps:
        above = before[i1 - 1].file if tag == "insert" and i1 > 0 else None
        if above is None or line_before(data, above.start).strip():
            continue
        # Shift an addition so that it begins a line: `.b()` is added after `.a()`, not `b().`.
        if j1 - 1 in kept and after[j1 - 1].text == after[j2 - 1].text:
            kept[j2 - 1] = kept.pop(j1 - 1)
    kept = _by_brackets(kept, [t.text for t in before], [t.text for t in after])
    return [Rest(token, kept.get(j)) for j, token in enumerate(after)]


def _by_brackets(kept: dict[int, int], before: list[bytes], after: list[bytes]) -> dict[int, int]:
    """Pair closing brackets as their opening ones are paired, for they all look alike."""
    own, partners = _partners(after), _partners(before)
    found = {
        j: i
        for j, i in kept.items()
        if after[j] not in PARTNERS or (j not in own and i not in partners)
    }
    for j, opener in own.items():
        i = next((i for i, other in partners.items() if other == found.get(opener)), None)
        fits = i is not None and all((a < j) == (b < i) for a, b in found.items())
        if i is not None and fits and before[i] == after[j]:
            found[j] = i
    return found


def _partners(texts: list[bytes]) -> dict[int, int]:
    """For each closing bracket that has one, the index of its opening bracket."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for index, text in enumerate(texts):
        if text in OPENERS:
            opened.append(index)
        elif text in PARTNERS and opened:
            found[index] = opened.pop()
    return found
