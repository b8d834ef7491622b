"""Laws of own text: an item's text put back changes nothing, and what is changed in it changes alone."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from benchmarks.laws import readers
from benchmarks.laws.items import (
    RIGHT,
    SEPARATORS,
    SUFFIX,
    Item,
    Verdict,
    refused,
    renamed,
    tried,
    wrong,
)

from structedit.calls.outcomes import Outcome
from structedit.calls.places import Part, Selector
from structedit.calls.requests import ReplaceBlock
from structedit.calls.statuses import Status
from structedit.plan.reading import get_region
from structedit.text.document import Span, split_lines, to_text
from structedit.tree.source import Source

MARKER = "marker 8c1f"
PARTS = (Part.WHOLE, Part.HEADER, Part.BODY, Part.DOC, Part.CONDITION)


def own(item: Item) -> Iterator[Verdict]:
    """What is shown of an item or of its part, written back, changes nothing; without its indentation neither."""
    target = Selector.parse(item.selector)
    for part in PARTS:
        region = get_region(item.file.source, target, part=part)
        if region.status is not Status.UNCHANGED:
            if part is Part.WHOLE:
                yield Verdict("refused", f"{region.reason}: get_region")
            continue
        for text in dict.fromkeys((region.text, _dedented(region.text))):
            out = tried(item, ReplaceBlock(target, text, part))
            if out.status is Status.UNCHANGED:
                yield Verdict(RIGHT)
            elif out.landed:
                yield wrong(f"own {part} changes the file", out)
            else:
                yield refused(out, f"own {part}: ")


def _dedented(text: str) -> str:
    """A text without the indentation of its first line that is not blank, as far as each line has it."""
    lead = re.search(r"^[ \t]*(?=\S)", text, re.M)
    indent = lead[0] if lead else ""
    return "".join(line.removeprefix(indent) for line in text.splitlines(keepends=True))


def marked(item: Item) -> Iterator[Verdict]:
    """A marker as the first line of the body is the only difference, and taken out again there is none.

    The text is dedented and has ``\\n`` endings.
    """
    body = _body_of(item)
    marker = _marker_of(item, body) if body is not None else None
    if body is None or marker is None:
        return
    text, after = _dedented_block(item, body)
    target = Selector.parse(item.selector)
    there = tried(item, ReplaceBlock(target, to_text(_with_line(text, after, marker))))
    if not there.landed or there.result is None:
        yield refused(there, "with a marker: ")
        return
    without = [line for line in split_lines(there.result.data) if MARKER.encode() not in line]
    if without != split_lines(item.data):
        yield wrong("differs by more than the marker", there)
        return
    back = tried(item, ReplaceBlock(target, to_text(text)), Source.of(there.result))
    if not back.landed:
        yield refused(back, "without it again: ")
    elif back.data != item.file.source.document.encode():
        yield wrong("without the marker it is not the original again", back)
    else:
        yield Verdict(RIGHT)


def _body_of(item: Item) -> Span | None:
    """The body where it is on lines of its own."""
    block = item.block
    if block.body is None or block.broken:
        return None
    body = block.body.of(item.data)
    own = re.match(rb"[ \t]*(\r\n|\r|\n)", body) and body.strip()
    return block.body if own else None


def _marker_of(item: Item, body: Span) -> bytes | None:
    """The marker as a comment line of the language that the body is in; JSON gets an item."""
    profile = (item.own.inside(item.block) or item.own).profile
    if profile.id == "json":
        in_object = item.data[: body.start].endswith(b"{")
        return f'"{MARKER}": 0,'.encode() if in_object else f'"{MARKER}",'.encode()
    if profile.line_comments:
        return f"{profile.line_comments[0]} {MARKER}".encode()
    if profile.block_comments:
        opening, closing = profile.block_comments[0]
        return f"{opening} {MARKER} {closing}".encode()
    return None


def _dedented_block(item: Item, body: Span) -> tuple[bytes, int]:
    """The item's own text, dedented, and the number of its line after which its body starts."""
    block = item.block
    header = re.split(rb"\r\n|\r|\n", item.data[block.span.start : body.start])
    plain = re.sub(rb"\r\n|\r", b"\n", item.text)
    return textwrap.dedent(to_text(plain)).encode("utf-8", "surrogateescape"), len(header)


def _with_line(text: bytes, after: int, marker: bytes) -> bytes:
    lines = text.split(b"\n")
    following = next((line for line in lines[after:] if line.strip()), b"")
    lead = following[: len(following) - len(following.lstrip())]
    return b"\n".join([*lines[:after], lead + marker, *lines[after:]])


def another_name(item: Item) -> Iterator[Verdict]:
    """An item's own text with another name: nothing else differs; and with the old one again nothing."""
    span = Span(item.block.span.start, item.block.end)
    new = renamed(item, span)
    if new is None:
        return
    lead = item.text[: len(item.text) - len(span)]
    out = tried(item, ReplaceBlock(Selector.parse(item.selector), to_text(lead + new.text)))
    expected = item.data[: span.start] + new.text + item.data[span.end :]
    yield _exactly(out, expected, "more than the name differs")


def _exactly(out: Outcome, expected: bytes, otherwise: str, words: str = "") -> Verdict:
    """The verdict on an edit that should leave these bytes and no others."""
    if not out.landed or out.result is None:
        return refused(out, words)
    return Verdict(RIGHT) if out.result.data == expected else wrong(otherwise, out)


_NAME = re.compile(r"(?<![\w.$@-])(?=\w*[a-z])(?=\w*[A-Z_])[A-Za-z]\w{3,}(?![\w-])")
"""Names in camel case or with `_`, which no language keeps for itself."""


def touched(item: Item) -> Iterator[Verdict]:
    """An item's own text, or that of its body, with another name somewhere in it: that alone changes."""
    target = Selector.parse(item.selector)
    for part in (Part.WHOLE, Part.BODY):
        region = get_region(item.file.source, target, part=part)
        own = {word.lower() for word in re.findall(r"\w+", item.selector)}
        found = [m for m in _NAME.finditer(region.text) if not m[0].startswith("__")]
        found = [m for m in found if m[0].lower() not in own]  # one clause of several has them, too
        if item.file.language == "fortran":  # whose words may be written `Integer`
            found = [m for m in found if "_" in m[0]]
        if region.status is not Status.UNCHANGED or not found or region.lines is None:
            continue
        name = item.file.random("touched", item.selector, part).choice(found)
        before = region.text[: name.end()].encode("utf-8", "surrogateescape")
        shown = region.text.encode("utf-8", "surrogateescape")
        lines = item.file.source.document.lines_span(region.lines)
        start = item.data.find(shown, lines.start)
        if start != item.data.rfind(shown, lines.start, lines.end + 1):
            continue  # the text stands there twice
        at = start + len(before)
        text = f"{region.text[: name.end()]}{SUFFIX}{region.text[name.end() :]}"
        expected = item.data[:at] + SUFFIX.encode() + item.data[at:]
        if start < 0 or readers.refuses(item.file, expected):
            continue
        for sent in dict.fromkeys((text, _dedented(text))):
            out = tried(item, ReplaceBlock(target, sent, part))
            otherwise = f"more than a name in its {part} differs"
            yield _exactly(out, expected, otherwise, f"own {part}: ")


def commented(item: Item) -> Iterator[Verdict]:
    """An item's own text with the comment behind it changes nothing; with another comment, that alone changes."""
    target = Selector.parse(item.selector)
    region = get_region(item.file.source, target)
    if region.status is not Status.UNCHANGED or region.lines is None:
        return
    shown = region.text.encode("utf-8", "surrogateescape")
    lines = item.file.source.document.lines_span(region.lines)
    start = item.data.find(shown, lines.start)
    if start < 0 or start != item.data.rfind(shown, lines.start, lines.end + 1):
        return
    behind = item.data[start + len(shown) :].split(b"\n", 1)[0].rstrip()
    lines_of = tuple(sign.encode() for sign in item.own.profile.line_comments)
    pairs = [(a.encode(), z.encode()) for a, z in item.own.profile.block_comments]
    bare = behind.lstrip(SEPARATORS)
    is_line = bare.startswith(lines_of) if lines_of else False
    is_block = any(bare.startswith(a) and bare.find(z) == len(bare) - len(z) for a, z in pairs)
    below = item.data[start + len(shown) :].split(b"\n", 2)[1:2]
    goes_on = bool(lines_of and below and below[0].lstrip().startswith(lines_of))
    if not (is_line or is_block) or goes_on:
        return
    text = region.text + to_text(behind)
    out = tried(item, ReplaceBlock(target, text))
    if out.status is Status.UNCHANGED:
        yield Verdict(RIGHT)
    else:
        yield wrong("own text and comment change the file", out) if out.landed else refused(out)
    if not is_line:
        return
    end = start + len(shown) + len(behind)
    expected = item.data[:end] + SUFFIX.encode() + item.data[end:]
    out = tried(item, ReplaceBlock(target, text + SUFFIX))
    yield _exactly(out, expected, "more than the comment behind it differs")


_LAST_WORD = re.compile(rb"[A-Za-z]\w*(?=\W*\Z)")


def documented(item: Item) -> Iterator[Verdict]:
    """A doc comment or decorator in front of an item's text stands in the place of the old one of its sort."""
    block = item.block
    if not block.is_definition:
        return
    places = []
    if block.doc is not None and block.doc.end <= block.span.start:
        places.append((block.doc, b" "))
    places += [(span, b"") for span in block.decorators if block.span.contains(span)]
    for span, between in places:
        old = span.of(item.data)
        found = _LAST_WORD.search(old)
        if found is None:
            continue
        changed = old[: found.end()] + between + SUFFIX.encode() + old[found.end() :]
        start = min(span.start, block.span.start)
        whole = Span(start, block.end)
        text = item.file.on_lines(whole)
        lead = text[: len(text) - len(whole)]
        new = lead + item.data[start : span.start] + changed + item.data[span.end : block.end]
        out = tried(item, ReplaceBlock(Selector.parse(item.selector), to_text(new)))
        expected = item.data[: span.start] + changed + item.data[span.end :]
        yield _exactly(out, expected, "the old documentation or attribute is not replaced alone")
