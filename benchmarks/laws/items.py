"""What the laws are asked about: items of a file, its rows, and what came of one try."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from structedit.calls.outcomes import Outcome
from structedit.calls.requests import Request
from structedit.plan.one_request import plan
from structedit.search.addresses import selectors_of
from structedit.search.embedded import regions
from structedit.text.document import Document, Span, to_text
from structedit.tree.nodes import Block
from structedit.tree.source import Source

RIGHT, REFUSED, WRONG, CRASHED = COLUMNS = ("right", "refused", "wrong", "crashed")
SUFFIX = "8c1f"
"""What no name ends with."""

_NUMBER = re.compile(r"\[\d+\]\Z")


@dataclass(frozen=True)
class Verdict:
    """What came of one try: a column, and where it is not `right` the reason or what differs."""

    column: str
    why: str = ""
    request: str = ""
    diff: str = ""


@dataclass(frozen=True)
class Row:
    """An item as a listing has it; `name` is the path, with numbers left out, since they are derived."""

    kind: str
    name: tuple[str, ...]
    core: Span
    text: bytes

    @property
    def words(self) -> tuple[str, tuple[str, ...]]:
        """What a row is called."""
        return self.kind, self.name


@dataclass(frozen=True)
class Item:
    """One item of a file, with the selector that leads to it; `own` has its tree."""

    file: File
    own: Source
    block: Block
    selector: str

    @property
    def data(self) -> bytes:
        return self.file.data

    @property
    def text(self) -> bytes:
        """The item's own text as it stands, from the start of its line where only blanks are before it."""
        return self.file.on_lines(Span(self.block.span.start, self.block.end))

    @property
    def taken(self) -> bytes:
        """The same with the comments that are attached to it."""
        return self.file.on_lines(self.block.whole)


@dataclass(frozen=True)
class File:
    """A file, with what several laws ask of it kept."""

    source: Source
    seed: str = ""
    kept: dict[str, object] = field(default_factory=dict, compare=False)

    @property
    def data(self) -> bytes:
        return self.source.data

    @property
    def language(self) -> str:
        return self.source.profile.id

    def on_lines(self, span: Span) -> bytes:
        """A span's text with the indentation of its first line."""
        line = max(self.data.rfind(b"\n", 0, span.start), self.data.rfind(b"\r", 0, span.start)) + 1
        lead = self.data[line : span.start]
        return (lead if not lead.strip(b" \t") else b"") + span.of(self.data)

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """All items, those of embedded code too."""
        return tuple(self._items(self.source, ""))

    @cached_property
    def blocks(self) -> tuple[Item, ...]:
        """The anonymous blocks that have a name in selectors."""
        tree = self.source.tree
        found = tree.blocks() if tree is not None else ()
        selectors = selectors_of(tree, found) if tree is not None else ()
        return tuple(Item(self, self.source, *pair) for pair in zip(found, selectors, strict=True))

    def _items(self, source: Source, prefix: str) -> Iterator[Item]:
        tree = source.tree
        if tree is None:
            return
        found = tree.definitions()
        for block, selector in zip(found, selectors_of(tree, found), strict=True):
            yield Item(self, source, block, prefix + selector)
        for inside in regions(source):
            if inside.source.tree is not None and inside.source.tree.clean:
                yield from self._items(inside.source, f"{prefix}{inside.prefix} > ")

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """What the file holds, outermost first."""
        return rows(self.source, self.items)

    def random(self, *words: object) -> random.Random:
        """A source of chance that is the same in every run with the file's seed."""
        return random.Random(" ".join(map(str, (self.seed, *words))))


Law = Callable[[Item], Iterable[Verdict]]
"""What a law makes of an item; nothing where it does not apply."""


def rows(source: Source, items: Sequence[Item] | None = None) -> tuple[Row, ...]:
    """The rows of a source in the order of the file."""
    listed = File(source).items if items is None else items
    found = [
        Row(b.kind, _plain(b.path), b.core, b.core.of(source.data))
        for b in (item.block for item in listed)
    ]
    return tuple(sorted(found, key=lambda row: (row.core.start, -row.core.end, row.words)))


def _plain(path: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_NUMBER.sub("[]", part) for part in path)


def rows_after(outcome: Outcome) -> tuple[Row, ...]:
    """The rows of a result, which is read anew."""
    assert outcome.result is not None
    return rows(Source.of(fresh(outcome.result)))


def fresh(document: Document) -> Document:
    return replace(document)


def sample(items: Sequence[Item], most: int, chance: random.Random) -> list[Item]:
    """At most so many items, by chance, kinds that are rare in the file first."""
    mixed = list(items)
    chance.shuffle(mixed)
    seen: dict[str, int] = {}
    ranked = []
    for item in mixed:
        rank = seen[item.block.kind] = seen.get(item.block.kind, 0) + 1
        ranked.append((rank, len(ranked), item))
    chosen = sorted(ranked, key=lambda row: row[:2])[:most]
    return sorted((item for _, _, item in chosen), key=lambda item: item.block.core.start)


# Trying


def tried(item: Item, request: Request, source: Source | None = None) -> Outcome:
    """The outcome of a request on the item's file, or on another version of it."""
    return plan(source or item.file.source, request)


def refused(outcome: Outcome, words: str = "") -> Verdict:
    """The verdict on what did not land."""
    message = outcome.diagnosis.message if outcome.diagnosis else outcome.message
    return Verdict(REFUSED, f"{outcome.reason}: {words}{message}", shown(outcome))


def wrong(why: str, outcome: Outcome, before: bytes | None = None) -> Verdict:
    """The verdict on what landed otherwise than it should."""
    return Verdict(WRONG, why, shown(outcome), outcome.diff)


def shown(outcome: Outcome) -> str:
    return outcome.operation


# What a result must have


def differing(expected: Sequence[tuple[str, tuple[str, ...], bytes | None]], after: Sequence[Row]) -> str:
    """Where a listing is not what is expected of it; a text of None is not compared."""
    for number, row in enumerate(after):
        if number >= len(expected):
            return f"there is {row.kind} {'.'.join(row.name)} as well"
        kind, name, text = expected[number]
        if (kind, name) != row.words:
            return f"{row.kind} {'.'.join(row.name)} where {kind} {'.'.join(name)} should be"
        if text is not None and bare(text) != bare(row.text):
            return f"the text of {kind} {'.'.join(name)} is another"
    if len(after) < len(expected):
        kind, name, _ = expected[len(after)]
        return f"{kind} {'.'.join(name)} is gone"
    return ""


def bare(text: bytes) -> bytes:
    """A text without its layout."""
    return b"".join(text.split())


SEPARATORS = b" \t\r\n\f,;"


def cut(before: bytes, after: bytes, at: int) -> tuple[int, int, int]:
    """The bytes of `before` that are not in `after`, start and end, and the end of those in `after`.

    They begin at an offset or before it, since a text that stands twice may be cut in several ways.
    """
    shorter = min(len(before), len(after))
    low, high = 0, min(shorter, at)
    while low < high:
        middle = (low + high + 1) // 2
        if before[:middle] == after[:middle]:
            low = middle
        else:
            high = middle - 1
    start = low
    low, high = 0, shorter - start
    while low < high:
        middle = (low + high + 1) // 2
        if before[len(before) - middle :] == after[len(after) - middle :]:
            low = middle
        else:
            high = middle - 1
    return start, len(before) - low, len(after) - low


def outside_stays(before: bytes, after: bytes, span: Span) -> str:
    """Whether only a span, blanks and separators beside it differ; what else does."""
    start, end, _ = cut(before, after, span.start)
    ahead, behind = before[start : span.start], before[span.end : end]
    if ahead.strip(SEPARATORS):
        return f"{to_text(ahead.strip()[:60])!r} before it changed"
    if behind.strip(SEPARATORS):
        return f"{to_text(behind.strip()[:60])!r} behind it changed"
    return ""


# Names


_WORD = re.compile(rb"[A-Za-z_]\w*")


def renamed(item: Item, text: bytes, start: int) -> bytes | None:
    """A text that begins at an offset of the file and holds the item, which has another name in it.

    None where the item has no name that could be another.
    """
    block = item.block
    if block.name is None or block.name.start < start:
        return None
    name = block.name.of(item.data)
    words = list(_WORD.finditer(name))
    if not words:
        return None
    at = block.name.start - start
    if text[at : at + len(name)] != name:
        return None
    end = at + words[-1].end()
    if block.body is None or _WORD.fullmatch(name) is None:
        return text[:end] + SUFFIX.encode() + text[end:]
    whole = re.compile(rb"(?<![\w$@])" + re.escape(name) + rb"(?!\w)")
    return whole.sub(name + SUFFIX.encode(), text)
