"""What the laws are asked about: items of a file, its rows, and what came of one try."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from structedit.calls.outcomes import Outcome
from structedit.calls.requests import Request
from structedit.languages.profiles import Docs
from structedit.plan.one_request import plan
from structedit.search.addresses import selectors_of
from structedit.search.embedded import regions
from structedit.text.document import Span, to_text
from structedit.tree.nodes import Block
from structedit.tree.source import Source

RIGHT, REFUSED, WRONG, CRASHED = COLUMNS = ("right", "refused", "wrong", "crashed")
SUFFIX = "zqx"
"""What no name ends with, and a name may end with in any language."""

_NUMBER = re.compile(r"\[\d+\]\Z")


@dataclass(frozen=True)
class Verdict:
    """What came of one try: a column, and where it is not `right` the reason or what differs."""

    column: str
    why: str = ""
    edit: str = ""
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
        return rows(self.source)

    def random(self, *words: object) -> random.Random:
        """A source of chance that is the same in every run with the file's seed."""
        return random.Random(" ".join(map(str, (self.seed, *words))))


Law = Callable[[Item], Iterable[Verdict]]
"""What a law makes of an item; nothing where it does not apply."""


def rows(source: Source) -> tuple[Row, ...]:
    """The rows of a source, those of embedded code too, outermost first."""
    found = [
        Row(b.kind, _plain(b.path), b.core, b.core.of(source.data)) for b in _definitions(source)
    ]
    return tuple(sorted(found, key=lambda row: (row.core.start, -row.core.end, row.words)))


def _definitions(source: Source) -> Iterator[Block]:
    if source.tree is not None:
        yield from source.tree.definitions()
        for inside in regions(source):
            if inside.source.tree is not None and inside.source.tree.clean:
                yield from _definitions(inside.source)


def _plain(path: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_NUMBER.sub("[]", part) for part in path)


def rows_after(outcome: Outcome) -> tuple[Row, ...]:
    """The rows of a result, which is read anew."""
    assert outcome.result is not None
    return rows(Source.of(outcome.result))


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


def refused(outcome: Outcome, words: str = "", edit: str = "") -> Verdict:
    """The verdict on what did not land."""
    message = outcome.diagnosis.message if outcome.diagnosis else outcome.message
    return Verdict(REFUSED, f"{outcome.reason}: {words}{message}", edit)


def wrong(why: str, outcome: Outcome, edit: str = "") -> Verdict:
    """The verdict on what landed otherwise than it should."""
    return Verdict(WRONG, why, edit, outcome.diff)


# What a result must have


def differing(
    expected: Sequence[tuple[str, tuple[str, ...], bytes | None]], after: Sequence[Row]
) -> str:
    """Where a listing is not what is expected of it; a text of None is not compared."""
    for number, row in enumerate(after):
        if number >= len(expected):
            return f"there is {row.kind} {'.'.join(row.name)} as well"
        kind, name, text = expected[number]
        if (kind, name) != row.words:
            return f"{row.kind} {'.'.join(row.name)} where {kind} {'.'.join(name)} should be"
        if text is not None and unled(text) != unled(row.text):
            return f"the text of {kind} {'.'.join(name)} is another"
    if len(after) < len(expected):
        kind, name, _ = expected[len(after)]
        return f"{kind} {'.'.join(name)} is gone"
    return ""


def bare(text: bytes) -> bytes:
    """A text without its layout."""
    return b"".join(text.split())


def unled(text: bytes) -> bytes:
    """A text without its layout and the separator that all items of its list but the first begin with."""
    return bare(text).removeprefix(b"|")


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


def outside_stays(item: Item, after: bytes, span: Span) -> str:
    """Whether only a span, blanks, a separator and a comment behind it differ; what else does."""
    before = item.data
    start, end, _ = cut(before, after, span.start)
    ahead, behind = _without_comments(item, start, span.start), before[span.end : end]
    same_line, newline, below = behind.partition(b"\n")
    profile, word = item.own.profile, introducing(item)
    if ahead.strip(SEPARATORS) == word:
        ahead = b""
    opened = (*profile.line_comments, *(pair[0] for pair in profile.block_comments))
    marks = tuple(mark.encode() for mark in opened)
    starts = (same_line.lstrip(), same_line.lstrip(SEPARATORS))
    if marks and any(text.startswith(marks) for text in starts):
        behind = newline + below
    if profile.docs is Docs.BELOW and behind.strip(SEPARATORS).startswith(marks):
        behind = _without_comments(item, span.end, end)
    rules = profile.lists.values()
    parting = SEPARATORS + b"".join(rule.separator.encode() for rule in rules)
    if (ahead.strip(), behind.strip()) == (
        b"{",
        b"}",
    ) and "@definition.property" in profile.symbols:
        return ""  # the braces of a property without accessors go along, and the outcome says so
    if ahead.strip(parting):
        return f"{to_text(ahead.strip()[:60])!r} before it changed"
    if behind.strip(parting):
        return f"{to_text(behind.strip()[:60])!r} behind it changed"
    return ""


def _without_comments(item: Item, start: int, end: int) -> bytes:
    """The text between two offsets without the comments in it: of two cuts they may stand between."""
    tree, text = item.file.source.tree, bytearray(item.data[start:end])
    for comment in tree.comments(Span(start, end)) if tree is not None and start < end else ():
        if start <= comment.start and comment.end <= end:
            text[comment.start - start : comment.end - start] = b" " * len(comment)
    return bytes(text)


def introducing(item: Item) -> bytes:
    """The word that goes with the last of what it introduces: `where`, and `=` of a type."""
    tree = item.own.tree
    whole = tree.introduced_with(item.block.span) if tree is not None else None
    return item.data[whole.start : item.block.span.start].strip() if whole is not None else b""


def is_part(item: Item, block: Block) -> bool:
    """Return True if a block is one of several names of a statement, so that its text alone is no statement."""
    return item.own.tree is not None and item.own.tree.declared_name(block) is not None


# Names


_WORD = re.compile(rb"[A-Za-z_]\w*")
_FIXED_KINDS = ("constructor", "instruction", "call", "element")
_FIXED_WORDS = (
    b"companion",
    b"default",
    b"__END__",
    b"__DATA__",
    b"deinit",
    b"subscript",
    *b"didSet willSet global get set".split(),
)
"""Names that mean something to the language, and elements, which have theirs twice."""

_NAMED_ONCE = ("key", "field", "property", "constant", "variable", "section", "table", "rule")
"""Kinds whose name is changed where it is defined alone; elsewhere an item may name itself."""


@dataclass(frozen=True)
class Renamed:
    """A text with another name in it, and the two names."""

    text: bytes
    old: str = ""
    new: str = ""

    def back(self, listed: Iterable[Row]) -> list[Row]:
        """Rows by the names that they had before."""
        if not self.new:
            return list(listed)
        is_told = self.new.endswith(SUFFIX)  # no other name ends so
        word = re.compile(
            re.escape(self.new) if is_told else rf"(?<!\w){re.escape(self.new)}(?!\w)"
        )
        return [
            Row(r.kind, tuple(word.sub(self.old, part) for part in r.name), r.core, r.text)
            for r in listed
        ]


def renamed(item: Item, span: Span) -> Renamed | None:
    """The text of a span that holds the item, with another name for it.

    None where the item has no name that could be another. Where layout hangs on the length of a name
    it has as many letters.
    """
    block, text = item.block, span.of(item.data)
    if block.name is None or not span.contains(block.name) or block.kind in _FIXED_KINDS:
        return None
    name = block.name.of(item.data)
    words = list(_WORD.finditer(name))
    if not words or words[-1][0] in _FIXED_WORDS or name.startswith(b"operator"):
        return None
    old = words[-1][0]
    if item.file.language == "haskell":
        new = old[:-1] + (b"Q" if old[-1:] != b"Q" else b"Z")
        new = new.lower() if len(old) == 1 and old.islower() else new
        if re.search(rb"(?<!\w)" + new + rb"(?!\w)", item.data):
            return None
    else:
        new = old + SUFFIX.encode()
    if item.file.language == "haskell" and _WORD.fullmatch(name) is None:
        return None
    is_quoted = name[:1] == name[-1:] == b"'" and block.kind == "function"
    if is_quoted:  # of each clause
        at = words[-1].end()
        changed = text.replace(name, name[:at] + SUFFIX.encode() + name[at:])
    elif (block.kind in _NAMED_ONCE and not block.decorators) or _WORD.fullmatch(name) is None:
        at = block.name.start - span.start + words[-1].start()
        changed = text[:at] + new + text[at + len(old) :]
    else:
        whole = re.compile(rb"(?<![\w$@])" + re.escape(old) + rb"(?!\w)")
        changed = whole.sub(new, text)
    return Renamed(changed, to_text(old), to_text(new))


def is_fixed(item: Item) -> bool:
    """Return True if an item cannot stand twice: its name means something, or is not to be changed."""
    name = item.block.name.of(item.data) if item.block.name else b""
    return any(word in _FIXED_WORDS for word in _WORD.findall(name)[-1:])
