"""Edits of unbroken files that nothing may refuse: each leaves a file that parses, by how it is made.

A refusal for a reason of `ALARMS` is a false alarm. Where the language's own parser can be asked and the
text that should come is known, an edit that it does not read is left out.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

from benchmarks.laws import placing, readers
from benchmarks.laws.items import RIGHT, SUFFIX, Item, Renamed, Verdict, is_fixed, refused, renamed

from structedit.calls.batches import EditFile
from structedit.calls.places import Anchor, Attach, Part, Place, Selector
from structedit.calls.requests import (
    DeleteBlock,
    Insert,
    MoveBlock,
    Options,
    ReplaceAll,
    ReplaceBlock,
    Request,
    StrReplace,
    Unwrap,
    Wrap,
)
from structedit.plan.batch.whole import plan_batch
from structedit.plan.one_request import plan
from structedit.text.document import Span, to_text
from structedit.tree.nodes import Block

ALARMS = ("read_back", "lost_definition", "broken_target", "unbalanced")
"""Reasons that say a result is not what was meant."""

Edit = tuple[str, list[Request]]
"""What an edit is called, and its requests; several are one batch."""

_CODE = ("function", "method")
_NONE = Options(attach=Attach.NONE)


def legitimate(item: Item) -> Iterator[Verdict]:
    """Every legitimate edit that the item is good for."""
    chance = item.file.random("legitimate", item.selector)
    for kind in _KINDS:
        for name, requests in kind(item, chance):
            yield _verdict(item, name, requests)


def _verdict(item: Item, name: str, requests: list[Request]) -> Verdict:
    source = item.file.source
    if len(requests) == 1:
        out = plan(source, requests[0])
        return Verdict(RIGHT, edit=name) if out.landed else refused(out, edit=name)
    path = source.document.path or "a"
    batch = plan_batch(lambda _, __: source.document, [EditFile(path, one) for one in requests])
    failed = [edit.outcome for edit in batch.edits if not edit.outcome.landed]
    failed += [file.failure for file in batch.files if file.failure is not None]
    return refused(failed[0], edit=name) if failed else Verdict(RIGHT, edit=name)


# Text of the whole item


def _of_whole(item: Item, chance: random.Random) -> Iterator[Edit]:
    span = Span(item.block.span.start, item.block.end)
    target = Selector.parse(item.selector)
    text = item.text
    lead = text[: len(text) - len(span)]
    new = renamed(item, span)
    if new is None:
        return
    full = to_text(lead + new.text)
    yield "renamed", [ReplaceBlock(target, full)]
    yield "renamed, attach none", [ReplaceBlock(target, full, options=_NONE)]
    if item.block.kind in _CODE and _is_alone(item):
        gap = "\n\n"
        yield "split in two", [ReplaceBlock(target, to_text(text) + gap + full)]
        other = placing.next_of(item)
        if other is not None and other.kind in _CODE and other.doc is None:
            both = Span(other.span.start, other.end)
            lead = item.file.on_lines(both)[: -len(both)]
            second = to_text(lead + both.of(item.data))
            gone = placing.selector_of(item, other)
            if gone is not None and not is_fixed(item) and not _is_named_alike(item, other):
                requests = [DeleteBlock(gone), ReplaceBlock(target, full + gap + second)]
                yield "two written by one of them", requests
    renaming: list[Request] = [ReplaceBlock(target, full)]
    found = [line for line in new.text.split(b"\n") if new.new.encode() in line]
    changed = item.data[: span.start] + new.text + item.data[span.end :]
    if found and changed.count(found[0].strip()) == 1:
        line = to_text(found[0].strip())
        back = line.replace(new.new, new.old + SUFFIX + SUFFIX)
        yield "a batch that rewrites its work", [*renaming, StrReplace(line, back)]


def _is_named_alike(item: Item, other: Block) -> bool:
    return bool(item.block.path) and item.block.path[-1] == other.path[-1]


def _is_alone(item: Item) -> bool:
    """Return True if an item has its lines to itself."""
    data, span = item.data, item.block.span
    ahead = data[: span.start].rpartition(b"\n")[2]
    behind = data[item.block.end :].partition(b"\n")[0]
    return not ahead.strip() and not behind.strip(b" \t\r;,")


# Beside an item


def _comment(item: Item) -> str | None:
    profile = item.own.profile
    if profile.id == "json":
        return None
    if profile.line_comments:
        return f"{profile.line_comments[0]} {SUFFIX} is new"
    if profile.block_comments:
        opening, closing = profile.block_comments[0]
        return f"{opening} {SUFFIX} is new {closing}"
    return None


_DECORATORS = {
    "python": "@decorated_zqx",
    "typescript": "@Zqx()",
    "java": "@Deprecated",
    "kotlin": "@Deprecated",
    "csharp": "[Obsolete]",
    "rust": "#[inline]",
    "php": "#[Zqx]",
    "dart": "@deprecated",
    "scala": "@inline",
    "swift": "@discardableResult",
    "gdscript": "@warning_ignore",
}


def _beside(item: Item, chance: random.Random) -> Iterator[Edit]:
    target = Selector.parse(item.selector)
    block = item.block
    comment = _comment(item)
    first = to_text(item.text).split("\n")[0].rstrip("\r")
    if comment and _is_alone(item) and block.kind != "section":
        yield "a comment above", [Insert(comment, Place.BEFORE, target)]
        if item.data.count(first.strip().encode("utf-8", "surrogateescape")) == 1:
            yield "a comment above, by its text", [Insert(comment, Place.BEFORE, Anchor(first))]
        lead = first[: len(first) - len(first.lstrip())]
        whole = to_text(item.text)
        yield "a comment added", [ReplaceBlock(target, f"{lead}{comment}\n{whole}")]
    decorator = _DECORATORS.get(item.file.language)
    may_have = block.kind == "method" or (block.kind == "function" and decorator != "@Zqx()")
    if decorator and may_have and _is_alone(item) and item.own is item.file.source:
        if not (item.file.language == "python" and b"lambda" in block.header.of(item.data)):
            yield "a decorator above", [Insert(decorator, Place.BEFORE, target)]
    if block.kind in _CODE and _is_alone(item):
        copy = renamed(item, block.whole)
        if copy is not None:
            text = _with_lead(item, block.whole, copy)
            yield "a copy before", [Insert(text, Place.BEFORE, target)]
            yield "a copy after", [Insert(text, Place.AFTER, target)]
            yield from _behind_its_text(item, text)
    if block.attached and not block.decorators and len(item.file.rows) > 2:
        yield "deleted, attach none", [DeleteBlock(target, options=_NONE)]


def _behind_its_text(item: Item, copy: str) -> Iterator[Edit]:
    """The item's last lines replaced by themselves and a copy of it: so methods are added to a class."""
    span = item.block.whole
    whole = to_text(item.file.on_lines(span))
    tail = "\n".join(whole.rstrip("\r\n").replace("\r\n", "\n").split("\n")[-3:])
    end = item.data.find(b"\n", span.end)
    rest = item.data[span.end : end if end >= 0 else len(item.data)]
    if rest.strip() or to_text(item.data).replace("\r\n", "\n").count(tail) != 1:
        return
    yield "a copy after, by its text", [StrReplace(tail, f"{tail}\n\n{copy}")]


def _with_lead(item: Item, span: Span, copy: Renamed) -> str:
    text = item.file.on_lines(span)
    return to_text(text[: len(text) - len(span)] + copy.text)


def _moves(item: Item, chance: random.Random) -> Iterator[Edit]:
    beside = placing.next_of(item)
    if beside is None or not _is_alone(item) or item.block.whole.overlaps(beside.whole):
        return
    destination = placing.selector_of(item, beside)
    if destination is None or item.block.kind not in ("function", "method", "section", "class"):
        return
    target = Selector.parse(item.selector)
    yield "moved", [MoveBlock(target, Place.AFTER, destination)]
    yield "the next one moved before it", [MoveBlock(destination, Place.BEFORE, target)]


def _kinds_changed(item: Item, chance: random.Random) -> Iterator[Edit]:
    """A field gives way to a method, a method to a field: of its neighbour, renamed."""
    beside = placing.next_of(item)
    if beside is None or not _is_alone(item):
        return
    kinds = {item.block.kind, beside.kind}
    if "method" not in kinds or not kinds & {"field", "property"}:
        return
    other = Item(item.file, item.own, beside, "")
    if not _is_alone(other):
        return
    span = Span(beside.span.start, beside.end)
    new = renamed(other, span)
    if new is not None:
        text = _with_lead(other, span, new)
        name = "a method for a field" if beside.kind == "method" else "a field for a method"
        yield name, [ReplaceBlock(Selector.parse(item.selector), text, options=_NONE)]


# Bodies, headers, wraps


def _bodies(item: Item, chance: random.Random) -> Iterator[Edit]:
    block, target = item.block, Selector.parse(item.selector)
    beside = placing.next_of(item)
    is_like = beside is not None and beside.kind == block.kind and beside.layout is block.layout
    if is_like and beside is not None and beside.body and block.body and block.kind in _CODE:
        text = to_text(item.file.on_lines(beside.body))
        if text.strip() and text.count("\n") > 1:
            yield "another body", [ReplaceBlock(target, text, Part.BODY)]
    if block.kind in _CODE and block.body and item.file.language == "python":
        if b"\n" in item.data[block.header.end : block.body.end]:
            lone = 'raise NotImplementedError("zqx")'
            yield "an emptied body", [ReplaceBlock(target, lone, Part.BODY)]
            if block.doc is None:
                yield "a doc added", [Insert('"""Zqx is new."""', Place.START, target)]
    comment = _comment(item)
    if comment and block.kind in _CODE and block.body is not None and block.layout != "none":
        if b"\n" in block.body.of(item.data).strip(b" \t"):
            yield "a comment at the start", [Insert(comment, Place.START, target)]
            yield "a comment at the end", [Insert(comment, Place.END, target)]


def _headings(item: Item, chance: random.Random) -> Iterator[Edit]:
    header = to_text(item.block.header.of(item.data))
    if item.file.language != "markdown" or not header.startswith("#"):
        return
    target = Selector.parse(item.selector)
    yield "a level deeper", [ReplaceBlock(target, "#" + header.strip(), Part.HEADER)]
    if header.startswith("##"):
        yield "a level higher", [ReplaceBlock(target, header.strip()[1:], Part.HEADER)]
    if item.data.count(header.strip().encode()) == 1:
        yield "a level deeper, by its text", [StrReplace(header.strip(), "#" + header.strip())]


def _wraps(item: Item, chance: random.Random) -> Iterator[Edit]:
    header = placing.header_for(item)
    if header is None:
        return
    target = Selector.parse(item.selector)
    yield "wrapped", [Wrap(target, header)]


_FREE = frozenset(("python", "javascript", "ruby", "lua", "perl", "bash"))
"""Languages in which a name inside a block may stand outside of it."""


def _unwraps(item: Item, chance: random.Random) -> Iterator[Edit]:
    block = item.block
    if block.path or block.kind not in ("if", "while", "with") or block.arm != block.core:
        return
    if block.body is None or item.file.language not in _FREE or not _is_alone(item):
        return
    words = re.findall(rb"\b(?:break|continue|next|last|redo|await|as)\b", block.core.of(item.data))
    if b"\n" not in block.body.of(item.data).strip() or words:
        return
    yield "unwrapped", [Unwrap(Selector.parse(item.selector))]


# Texts


_NAME = re.compile(r"\b(?=\w*[a-z])(?=\w*[A-Z_])[A-Za-z]\w{4,}\b")
"""Names in camel case or with `_`, which no language keeps for itself."""


_NO_NAMES = frozenset("html xml vue svelte latex make fortran sql".split())
"""Languages in which a word of mixed case may be one of the language."""


def _texts(item: Item, chance: random.Random) -> Iterator[Edit]:
    text = item.data
    lines = to_text(item.block.core.of(text)).split("\n")
    named = [line.rstrip("\r") for line in lines[:200] if _NAME.search(line)]
    chance.shuffle(named)
    for line in named[:2]:
        old = line.strip()
        if len(old) < 8 or text.count(old.encode("utf-8", "surrogateescape")) != 1:
            continue
        name = chance.choice([found[0] for found in _NAME.finditer(old)])
        changed = re.sub(rf"(?<!\w){name}(?!\w)", name + SUFFIX, old)
        if item.file.language in _NO_NAMES or name.startswith("__"):
            continue
        after = text.replace(
            old.encode("utf-8", "surrogateescape"), changed.encode(errors="ignore")
        )
        if not readers.refuses(item.file, after):
            yield "a name in a line", [StrReplace(old, changed)]
    names = _NAME.findall(to_text(item.block.core.of(text)[:20_000]))
    if names and item.file.language not in _NO_NAMES:
        name = chance.choice(names)
        whole = re.compile(rf"(?<![\w@$#.\"'-]){re.escape(name)}(?!\w)")
        if len(whole.findall(to_text(text))) == to_text(text).count(name):
            yield "a name everywhere", [ReplaceAll(name, name + SUFFIX, whole_words=True)]


_IMPORTS = {
    "python": "import zqx",
    "javascript": "import zqx from 'zqx';",
    "typescript": "import { zqx } from 'zqx';",
    "tsx": "import { zqx } from 'zqx';",
    "java": "import a.zqx;",
    "kotlin": "import a.zqx",
    "scala": "import a.zqx",
    "go": 'import "zqx"',
    "rust": "use std::zqx;",
    "c": '#include "zqx.h"',
    "cpp": '#include "zqx.h"',
    "csharp": "using Zqx;",
    "php": "use A\\Zqx;",
    "swift": "import Zqx",
    "dart": "import 'zqx.dart';",
    "haskell": "import Zqx",
    "perl": "use Zqx;",
    "ruby": "require 'zqx'",
    "solidity": 'import "./zqx.sol";',
    "proto": 'import "zqx.proto";',
    "scss": '@import "zqx";',
}


def _imports(item: Item, chance: random.Random) -> Iterator[Edit]:
    line = _IMPORTS.get(item.file.language)
    if line is None or "imported" in item.file.kept:
        return
    item.file.kept["imported"] = True
    yield "an import", [Insert(line, Place.IMPORTS)]


_KINDS: tuple[Callable[[Item, random.Random], Iterator[Edit]], ...] = (
    _of_whole,
    _beside,
    _moves,
    _kinds_changed,
    _bodies,
    _headings,
    _wraps,
    _unwraps,
    _texts,
    _imports,
)
