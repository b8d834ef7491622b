"""The law of anchors: a deleted anchor takes the pair of brackets that its line opens, and nothing else.

Every line of a file that ends in an opener is an anchor of `delete_block`. The pair is found by a bracket
matcher of this module, which reads the leaves of the tree and skips strings and comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.laws.items import RIGHT, Item, Verdict, refused, tried, wrong

from structedit.calls.places import Anchor
from structedit.calls.requests import DeleteBlock
from structedit.search.alignment import ladder
from structedit.text.document import Span, to_text
from structedit.tree.source import Source

_PAIRS = {b")": b"(", b"]": b"[", b"}": b"{"}
_SIGNS = re.compile(rb"[^\s\w\"'`]+\Z")


@dataclass(frozen=True)
class _Bracket:
    """A bracket of the file: where it is, and where its partner ends."""

    at: int
    end: int


def anchor(item: Item) -> Iterator[Verdict]:
    """Delete by every line of the file that ends in an opener; asked once for a file."""
    if "anchored" in item.file.kept:
        return
    item.file.kept["anchored"] = True
    source = item.file.source
    partners, comments = _brackets(source)
    closers = {end: at for at, end in partners.items()}
    for line, pair in _lines(source, partners, comments):
        text = to_text(line.of(source.data))
        found = ladder.find(source, line.of(source.data))
        spans = [hit.span.start for hit in found.occurrences]
        if line.start not in spans:
            continue
        number = spans.index(line.start) + 1 if len(spans) > 1 else None
        outcome = tried(item, DeleteBlock(Anchor(text, number)))
        where = f"line {source.document.line_of(line.start)}: {text[:80]}: "
        if not outcome.landed:
            yield refused(outcome, where)
            continue
        removed = [edit.span for edit in outcome.edits.edits if len(edit.span)]
        why = _excess(source, removed, line, pair, partners, closers, comments)
        yield wrong(where + why, outcome) if why else Verdict(RIGHT)


def _brackets(source: Source) -> tuple[dict[int, int], tuple[Span, ...]]:
    """The end of the partner of each opening bracket, and the comments of the file."""
    tree = source.tree
    assert tree is not None
    whole = Span(0, len(source.data))
    comments = tree.comments(whole)
    skipped = [*tree.opaque(whole)]
    partners: dict[int, int] = {}
    stack: list[tuple[bytes, int]] = []
    number = 0
    for kind, span in tree.tokens(whole):
        while number < len(skipped) and skipped[number].end <= span.start:
            number += 1
        is_text = number < len(skipped) and skipped[number].overlaps(span)
        # A token of punctuation is its own type; the text of a pattern may look the same.
        is_sign = kind.encode() == span.of(source.data) and _SIGNS.match(span.of(source.data))
        if is_text or not is_sign:
            continue
        for at in range(span.start, span.end):
            sign = source.data[at : at + 1]
            if sign in _PAIRS.values():
                stack.append((sign, at))
            elif sign in _PAIRS and stack and stack[-1][0] == _PAIRS[sign]:
                partners[stack.pop()[1]] = at + 1
    return partners, comments


def _lines(
    source: Source, partners: dict[int, int], comments: tuple[Span, ...]
) -> Iterator[tuple[Span, _Bracket]]:
    """The lines that end in an opener whose partner is on another line, without their indentation."""
    at = 0
    ends = {comment.end: comment.start for comment in comments}
    for row in source.data.splitlines(keepends=True):
        start, at = at + len(row) - len(row.lstrip()), at + len(row)
        end = start + len(row.strip())
        code = end
        while code in ends:
            code = ends[code]
            code = start + len(source.data[start:code].rstrip())
        if code > start and code - 1 in partners and partners[code - 1] > at:
            yield Span(start, code), _Bracket(code - 1, partners[code - 1])


def _excess(
    source: Source,
    removed: list[Span],
    line: Span,
    pair: _Bracket,
    partners: dict[int, int],
    closers: dict[int, int],
    comments: tuple[Span, ...],
) -> str:
    """What was deleted beside the pair and the header in front of it; empty where nothing was."""
    data = source.data
    if not any(span.start <= pair.at and pair.end <= span.end for span in removed):
        return "the pair is not deleted"
    last = data.find(b"\n", pair.end)
    last = len(data) if last < 0 else last
    for span in removed:
        behind = Span(max(last, span.start), max(last, span.start, span.end))
        if _code(data, behind, comments).strip(b" \t\r\n\f,;"):
            return "lines below the pair are deleted"
        inside = range(span.start, span.end)
        for at in inside:
            if at in partners and partners[at] - 1 not in inside:
                return "a bracket is deleted and its partner is not"
            if at + 1 in closers and closers[at + 1] not in inside:
                return "a closing bracket is deleted and its partner is not"
        header = Span(span.start, min(span.end, pair.at))
        if header.start < line.start and (why := _strays(data, header, line, partners, comments)):
            return why
    return ""


def _strays(
    data: bytes, header: Span, line: Span, partners: dict[int, int], comments: tuple[Span, ...]
) -> str:
    """Why the code above the line is no header of the pair: a statement or a block ends in it."""
    at, code = header.start, bytearray(_code(data, header, comments))
    while at < header.end:
        if at in partners and partners[at] <= header.end:
            # What a pair of the header holds is a part of the header: arguments, an attribute.
            is_body = data[at : at + 1] == b"{" and data[partners[at] - 1 : line.start].count(b"\n")
            if is_body and not data[partners[at] : line.end].strip(b" \t\r\n").startswith(
                (b")", b"]", b",", b":", b"|", b"=", b"{")
            ):
                return "a block above the line is deleted"
            code[at - header.start : partners[at] - header.start] = b" " * (partners[at] - at)
            at = partners[at]
        else:
            at += 1
    above = bytes(code[: max(0, line.start - header.start)])
    return "a statement above the line is deleted" if b";" in above else ""


def _code(data: bytes, span: Span, comments: tuple[Span, ...]) -> bytes:
    """The text of a span with its comments blank."""
    code = bytearray(span.of(data))
    for comment in comments:
        if (shared := comment.intersect(span)) is not None:
            part = slice(shared.start - span.start, shared.end - span.start)
            code[part] = b" " * len(shared)
    return bytes(code)
