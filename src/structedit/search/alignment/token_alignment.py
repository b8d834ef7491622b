"""Find a text in a file with another layout: equal tokens, whatever blanks are between.

Walked through: the needle ``f(a, b)`` and the file ``f(\\n    a,\\n    b,\\n)``. Both are stripped of
blanks and of all signs that a layout may add or drop, which leaves ``fab``; one `bytes.find` finds
the places in the file. At each of them the file's own tokens are aligned with the needle, one by
one: ``f ( a , b`` agree, the comma before ``)`` may be missing, ``)`` agrees. Either side may have a separator
more before the end of a list, which the tree knows, and strings may have other quotes. A needle is never parsed,
so it may be any part of a statement.

Where indentation is the structure, line ends outside of brackets are tokens too, and the lines'
indentation must have the same shape.

Not here: merging (`search.alignment.merge_walk`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import accumulate, islice, pairwise

from structedit.languages.profiles import Layout
from structedit.search.alignment.candidates import positions
from structedit.search.alignment.occurrences import Run
from structedit.text.document import Span
from structedit.text.lazily import regex
from structedit.text.lines import indent_width, line_before
from structedit.text.values import dataclass, field, replace
from structedit.text.words import TOKEN
from structedit.tree.source import Source
from structedit.tree.tokens import OPENERS, Break, Leaf, LeafKind, open_or_close

_LAYOUT = b" \t\r\n\x0b\x0c,;()'\"\\"
"""Bytes that the same code may have more or fewer of; the tokens decide which of them count."""

_MOST_PLACES = 200
"""So many places of a text but for layout, and it says nothing.

Chosen by judgement, for the time.
"""

_MOST_SIGNS = 6
"""Signs in front of a place and behind it that may be the needle's first and last; by judgement."""

_AROUND_LINES = 8
"""Lines around a place in which its first and last signs are, blank ones among them; by judgement."""

_BLANK = regex(rb"(?:\\\r?\n|[ \t\r\n\x0b\x0c])*")
_LINE_END = regex(rb"[ \t]*\r?\n")
_JOINED = frozenset(
    b"++ -- ** // == != <= >= && || << >> -> => :: ?? .. += -= *= /= %= &= |= ^= <- := =~ !~ |> /* */"
    b" ~= ## #{ @@".split()
)
"""Pairs of signs that are another token, or a part of one, when nothing is between them."""

LITERAL = regex(rb"([A-Za-z]{0,3})('''|\"\"\"|'|\")(.*)\2\Z", re.DOTALL)
MARKS = regex(rb"[\\'\"#$]")
"""What may mean another thing in other quotes."""

_DOUBTFUL = regex(rb"\\|#[{$@]|\$[A-Za-z_{]")
"""What may mean another thing in other quotes, apart from quotes."""

_BLOCK_ENDS = (b"*/", b"-->", b"-}", b"*)", b"=end")


@dataclass(frozen=True, slots=True)
class Laid:
    """A needle aligned with the file: a run for each token, and the span of the file's tokens."""

    runs: tuple[Run, ...]
    span: Span


class _Skeleton:
    """A text without layout; line k of the text begins at `starts[k]` of it."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.text = data.translate(None, _LAYOUT)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each line begins, and the end of the last."""
        lines = self._data.translate(None, _LAYOUT.replace(b"\n", b"")).split(b"\n")
        return tuple(accumulate(map(len, lines), initial=0))


_skeleton = lru_cache(maxsize=4)(_Skeleton)


def equal_but_for_layout(old: bytes, new: bytes) -> bool:
    """Return True if two texts may differ only in layout."""
    return old.translate(None, _LAYOUT) == new.translate(None, _LAYOUT)


def may_stand(data: bytes, needle: bytes) -> bool:
    """Return True if a file has the needle's letters in their order: a quick test that needs no tree."""
    return needle.translate(None, _LAYOUT) in _skeleton(data).text


def laid_out(source: Source, needle: bytes) -> Iterator[Laid]:
    """Each place with the same tokens as the needle; none where the file has no tree."""
    wanted = needle.translate(None, _LAYOUT)
    skeleton = _skeleton(source.data)
    places = list(islice(positions(skeleton.text, wanted), _MOST_PLACES))
    if len(places) == _MOST_PLACES or source.tree is None:
        return
    seen: set[Span] = set()
    for at in places:
        first = _offset(source.data, skeleton, at)
        last = _offset(source.data, skeleton, at + len(wanted) - 1)
        found = _laid_at(source, needle, Span(first, last + 1))
        if found is not None and found.span not in seen:
            seen.add(found.span)
            yield found


def _offset(data: bytes, skeleton: _Skeleton, at: int) -> int:
    """The offset in the file of a byte of the skeleton."""
    line = bisect_right(skeleton.starts, at) - 1
    offset, left = _line_starts(data)[line], at - skeleton.starts[line]
    while left or data[offset] in _LAYOUT:
        left -= data[offset] not in _LAYOUT
        offset += 1
    return offset


@lru_cache(maxsize=4)
def _line_starts(data: bytes) -> tuple[int, ...]:
    return tuple(accumulate((len(line) + 1 for line in data.split(b"\n")), initial=0))


def _laid_at(source: Source, needle: bytes, place: Span) -> Laid | None:
    """Align the needle with the tokens at a place, from the signs before it on; None if they differ."""
    tree, data = source.tree, source.data
    assert tree is not None
    signs = b"".join(needle[: len(needle) - len(needle.lstrip(_LAYOUT))].split())
    around = tree.leaves(Span(_before(data, place.start), _behind(data, place.end))).items
    leaves = tuple(_cut_to(leaf, place, data) for leaf in around)
    first = next((i for i, leaf in enumerate(leaves) if leaf.span.end > place.start), None)
    if first is None:
        return None
    for back in range(min(len(signs), _MOST_SIGNS, first) + 1):
        run = leaves[first - back :]
        opened = tree.leaves(run[0].span).open
        laid = _lay(source, needle, run, opened)
        if laid is not None and laid.span.contains(place):
            faults = (fault.span for fault in tree.faults(laid.span))
            broken = any(f.overlaps(laid.span) or laid.span.contains(f) for f in faults)
            return None if broken else laid
    return None


def _cut_to(leaf: Leaf, place: Span, data: bytes) -> Leaf:
    """A comment cut to those of its lines that a place begins or ends with."""
    span = leaf.span
    if leaf.kind is not LeafKind.COMMENT or span.contains(place) or not span.overlaps(place):
        return leaf
    start, end = max(span.start, place.start), min(span.end, place.end)
    before = data[span.start : start].rpartition(b"\n")[2]
    after = data[end : span.end].partition(b"\n")[0]
    if (before + after).strip(_LAYOUT):
        return leaf
    start, end = start - len(before.lstrip()), end + len(after.rstrip())
    return replace(leaf, span=Span(start, end), text=data[start:end])


def _before(data: bytes, at: int) -> int:
    for _ in range(_AROUND_LINES):
        at = max(0, data.rfind(b"\n", 0, at))
    return at


def _behind(data: bytes, at: int) -> int:
    for _ in range(_AROUND_LINES):
        at = data.find(b"\n", at) + 1 or len(data)
    return at


# One needle against one run of tokens


@dataclass(slots=True)
class _Lay:
    """How far a needle is aligned.

    `opened` are the brackets that are open. The flags describe the gap before the next token.
    """

    source: Source
    needle: bytes
    opened: list[bytes]
    at: int = 0
    runs: list[Run] = field(default_factory=list)
    indents: list[tuple[int, int]] = field(default_factory=list)
    end: int = 0
    signs: bool = False
    line: bool = False
    file_line: bool = False
    previous: Leaf | None = None


def _lay(source: Source, needle: bytes, leaves: tuple[Leaf, ...], opened: bytes) -> Laid | None:
    """Align the needle with tokens from the first of them on; None if they differ."""
    lay = _Lay(source, needle, [opened[i : i + 1] for i in range(len(opened))])
    size = len(source.data)
    for leaf in (*leaves, Leaf(Span(size, size), b"")):
        step = _step(lay, leaf)
        if step is None:
            return None
        if step:
            break
    if not lay.runs or not _nests_alike(lay):
        return None
    return Laid(tuple(lay.runs), Span(lay.runs[0].file.start, lay.runs[-1].file.end))


def _step(lay: _Lay, leaf: Leaf) -> bool | None:
    """Align one token: True when the needle is used up, None where it differs."""
    _see_file_gap(lay, leaf)
    while True:
        _skip_blanks(lay)
        if lay.at == len(lay.needle):
            return True
        text = _text_in(lay, leaf)
        if text and _gap_fits(lay, leaf):
            _take(lay, leaf, len(text))
            return False
        if not text and leaf.optional and lay.runs:
            lay.end, lay.signs = leaf.span.end, True
            return False
        if text or not _is_spare_separator(lay, leaf):
            return None
        lay.at, lay.signs = lay.at + 1, True


def _skip_blanks(lay: _Lay) -> None:
    blank = _BLANK.match(lay.needle, lay.at)
    assert blank is not None
    if b"\n" in blank[0].replace(b"\\\r\n", b"").replace(b"\\\n", b""):
        lay.line = lay.line or not _is_indented(lay) or not lay.opened
    lay.at = blank.end()


def _see_file_gap(lay: _Lay, leaf: Leaf) -> None:
    if lay.end == 0:
        return
    gap = lay.source.data[lay.end : leaf.span.start]
    if b"\n" in gap.replace(b"\\\r\n", b"").replace(b"\\\n", b""):
        lay.file_line = lay.file_line or not _is_indented(lay) or not lay.opened


def _is_indented(lay: _Lay) -> bool:
    """Return True if line ends outside brackets and indentation have a meaning in the language."""
    return lay.source.profile.family is Layout.INDENT


def _text_in(lay: _Lay, leaf: Leaf) -> bytes:
    """What the needle has for a token; empty where another one is there.

    Line endings may be others, and so may the indentation of a comment's lines, and a string's quotes.
    """
    lines = leaf.text.split(b"\n")
    if leaf.kind is LeafKind.COMMENT:
        pattern = rb"[ \t]*\r?\n[ \t]*".join(re.escape(line.strip()) for line in lines)
        behind = b"" if leaf.text.endswith(_BLOCK_ENDS) else rb"(?=[ \t]*(?:\r|\n|\Z))"
        return _matched(pattern + behind, lay)
    if lay.needle.startswith(leaf.text, lay.at):
        return leaf.text
    pattern = rb"\r?\n".join(re.escape(line.removesuffix(b"\r")) for line in lines)
    if b"\n" in leaf.text and (found := _matched(pattern, lay)):
        return found
    return _literal_in(lay, leaf) if leaf.kind is LeafKind.STRING else b""


def _matched(pattern: bytes, lay: _Lay) -> bytes:
    found = re.compile(pattern).match(lay.needle, lay.at)
    return found[0] if found else b""


def _literal_in(lay: _Lay, leaf: Leaf) -> bytes:
    """What the needle has for a string literal that may have other quotes; empty if it is another."""
    own, profile = LITERAL.match(leaf.text), lay.source.profile
    if own is None or own[2][:1].decode() not in profile.quotes:
        return b""
    for quote in profile.quotes:
        mark = quote.encode() * len(own[2])
        other = re.compile(
            re.escape(own[1] + mark) + rb"((?:\\.|[^\\])*?)" + re.escape(mark), re.DOTALL
        ).match(lay.needle, lay.at)
        if other and same_content(own[1], (own[2], mark), (own[3], other[1])):
            return other[0]
    return b""


def same_content(prefix: bytes, marks: tuple[bytes, bytes], contents: tuple[bytes, bytes]) -> bool:
    """Return True if two literals in different quotes mean the same.

    Quotes that are escaped for their own literal are compared without the backslash. Other escapes, and signs that
    begin an interpolation, mean something else in the quotes of many languages: no two literals with one are the same.
    """
    if marks[0] == marks[1]:
        return contents[0] == contents[1]
    one, other = (
        content.replace(b"\\" + mark[:1], mark[:1])
        for mark, content in zip(marks, contents, strict=True)
    )
    return one == other and not _DOUBTFUL.search(one) and not (prefix and re.search(rb"['\"]", one))


def _gap_fits(lay: _Lay, leaf: Leaf) -> bool:
    """Return True if the gap between two tokens means the same on both sides."""
    before = lay.previous
    if before is None:
        return True
    if _is_indented(lay) and lay.line != lay.file_line:
        return False
    words = lay.source.profile.line_words
    if before.text.decode("utf-8", "replace") in words and _breaks_on_one_side(lay):
        return False
    if leaf.broken is Break.LINE and not lay.line:
        return False
    joined = lay.file_line and not lay.line and leaf.broken is Break.ENDS and leaf.text != b"}"
    if joined and before.text not in (b";", b"{", b"}", b":"):
        return False
    return lay.signs or _keeps_tokens_apart(lay, before, leaf)


def _breaks_on_one_side(lay: _Lay) -> bool:
    """Return True if only one side has a line end after the last token."""
    last = lay.runs[-1]
    breaks = _LINE_END.match(lay.needle, last.old.end) is not None
    return breaks != (_LINE_END.match(lay.source.data, last.file.end) is not None)


def _keeps_tokens_apart(lay: _Lay, before: Leaf, leaf: Leaf) -> bool:
    """Return True if the gap does not fuse or separate two tokens: ``+ +`` is not ``++``, ``1 .`` not ``1.``."""
    gap = lay.source.data[lay.end : leaf.span.start]
    own = lay.needle[lay.runs[-1].old.end : lay.at]
    if LeafKind.TEXT in (before.kind, leaf.kind):
        both = before.kind is leaf.kind
        return bool(gap) == bool(own) if both else _is_visible(gap) == _is_visible(own)
    if bool(gap) == bool(own):
        return True
    last, first = before.text[-1:], leaf.text[:1]
    words = TOKEN.fullmatch(last + first) is not None
    number = (last.isdigit() and first == b".") or (last == b"." and first.isdigit())
    return not (words or number or last + first in _JOINED)


def _is_visible(gap: bytes) -> bool:
    """Return True if a reader of text between tags sees these blanks: they have no line end."""
    return bool(gap) and b"\n" not in gap


def _take(lay: _Lay, leaf: Leaf, size: int) -> None:
    if leaf.kind is not LeafKind.COMMENT and (lay.line or not lay.runs):
        data = lay.source.data
        own, file = line_before(lay.needle, lay.at), line_before(data, leaf.span.start)
        if not own.strip() and not file.strip():
            lay.indents.append((indent_width(own), indent_width(file)))
    lay.runs.append(Run(Span(lay.at, lay.at + size), leaf.span))
    lay.at += size
    lay.end = leaf.span.end
    lay.previous = leaf
    lay.line = lay.file_line = lay.signs = False
    if leaf.kind is LeafKind.CODE:
        open_or_close(lay.opened, leaf.text)


def _is_spare_separator(lay: _Lay, leaf: Leaf) -> bool:
    """Return True if the needle has a separator more before the end of a list."""
    rest = lay.needle[lay.at + 1 :].lstrip()
    is_after_item = lay.previous is not None and lay.previous.text not in (b",", *OPENERS)
    is_separator = lay.needle[lay.at : lay.at + 1] == b","
    return is_separator and is_after_item and leaf.trails and rest.startswith(leaf.text)


def _nests_alike(lay: _Lay) -> bool:
    """Return True if both sides nest their lines alike, where indentation is the structure.

    A first line that was copied without its indentation says nothing when the others have theirs.
    """
    if not _is_indented(lay):
        return True
    first, *others = lay.indents or [(0, 0)]
    verbatim = first[0] == 0 and bool(others) and all(own == file for own, file in others)
    return _is_same_order([first, *others]) or (verbatim and _is_same_order(others))


def _is_same_order(indents: list[tuple[int, int]]) -> bool:
    rows = sorted(set(indents))
    return all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(rows))
