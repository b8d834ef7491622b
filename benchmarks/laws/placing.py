"""Laws of placing: an item deleted, copied, moved, wrapped, replaced by another; the rest as before."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.laws import readers
from benchmarks.laws.items import (
    RIGHT,
    SEPARATORS,
    Item,
    Renamed,
    Row,
    Verdict,
    bare,
    cut,
    differing,
    is_fixed,
    is_part,
    outside_stays,
    refused,
    renamed,
    rows,
    rows_after,
    tried,
    unled,
    wrong,
)

from structedit.calls.outcomes import Outcome
from structedit.calls.places import Part, Place, Selector
from structedit.calls.requests import DeleteBlock, Insert, MoveBlock, ReplaceBlock, Unwrap, Wrap
from structedit.search.addresses import selectors_of
from structedit.text.document import Span, split_lines, to_text
from structedit.tree.nodes import Block
from structedit.tree.source import Source

Expected = tuple[str, tuple[str, ...], bytes | None]


def _as_it_was(item: Item, row: Row, changed: Span) -> Expected:
    """What is expected of a row that stays: its text too, unless it shares bytes with what changes.

    Names of one declaration do: the first or the last of them has the type.
    """
    shares = row.core.overlaps(changed) or row.core.contains(item.block.core)
    return (*row.words, None if shares or _is_beside(item, row.core) else row.text)


def _is_beside(item: Item, core: Span) -> bool:
    """Return True if nothing but a separator on the same line is between an item and another."""
    first, second = sorted((item.block.core, core))
    between = item.data[first.end : second.start]
    return len(between) < 20 and not between.strip(b" \t,;")


def delete(item: Item) -> Iterator[Verdict]:
    """The item is gone with what it holds, and nothing else; undone, the file is the original."""
    out = tried(item, DeleteBlock(Selector.parse(item.selector)))
    if not out.landed or out.result is None:
        yield refused(out)
        return
    yield _deleted(item, out)


_FILLERS = (
    b"",
    b"pass",
    b"{}",
    b"[]",
    b";",
    b".",
    b"|",
    b"()",
    b"null",
    b"...",
    b":",
    b"end",
    b"and",
)
"""What may be left where a container is empty, or at the end of a clause."""


def _deleted(item: Item, out: Outcome) -> Verdict:
    assert out.result is not None
    before, after, whole = item.data, out.result.data, item.block.whole
    if out.edits.invert(before).apply(after) != before:
        return wrong("undone, it is not the original", out)
    if why := outside_stays(item, after, whole):
        return wrong(why, out)
    start, old_end, end = cut(before, after, whole.start)
    written = after[start:end].strip(SEPARATORS)
    # A comment behind the separator that goes, too, was there.
    if written not in _FILLERS and written not in before[start:old_end]:
        return wrong(f"{to_text(after[start:end].strip())!r} is written in its place", out)
    expected = [
        _as_it_was(item, row, whole) for row in item.file.rows if not whole.contains(row.core)
    ]
    left = rows_after(out)
    fields = {row.name for row in left if row.kind == "field"}
    expected = [  # a property that lost its last accessor is a field like others
        ("field", *row[1:]) if row[0] == "property" and row[1] in fields else row
        for row in expected
    ]
    if is_part(item, item.block):  # the last of several names has their type, and what it defines
        expected.sort(key=lambda row: row[:2])
        left = tuple(sorted(left, key=lambda row: row.words))
    if why := differing(expected, left):
        return wrong(why, out)
    if why := readers.refuses(item.file, after):
        return wrong(f"{item.file.language}'s own parser: {why}", out)
    tables_stay = any("still there" in warning for warning in out.warnings)
    if why := readers.other_data(item.file, after, of_keys=tables_stay):
        return wrong(f"the data: {why}", out)
    return Verdict(RIGHT)


def put_back(item: Item) -> Iterator[Verdict]:
    """Deleted, and inserted again beside a sibling, the lines are those of the original."""
    own = item.own.tree
    if own is None or item.own is not item.file.source:
        return
    beside = _neighbour(item)
    if beside is not None and (_is_beside(item, beside[0].core) or is_part(item, item.block)):
        return
    there = tried(item, DeleteBlock(Selector.parse(item.selector))) if beside else None
    if beside is None or there is None or not there.landed or there.result is None:
        return
    sibling, place = beside
    rest = Source.of(there.result)
    wanted = sibling.core.of(item.data)
    blocks = rest.tree.definitions() if rest.tree else ()
    alike = [b for b in blocks if b.kind == sibling.kind]
    found = [b for b in alike if unled(b.core.of(rest.data)) == unled(wanted)]
    if item.data.count(wanted) > 1:
        return  # which of them it was is not told by its text
    if not found and sibling.kind == "section":
        return  # it goes on into what stood behind the item
    if not found or rest.tree is None:
        yield wrong("the sibling is not what it was", there)
        return
    nearest = min(found, key=lambda b: abs(b.core.start - item.block.core.start))
    name = selectors_of(rest.tree, [nearest])[0]
    text = to_text(item.taken + _comment_behind(item, there.result.data))
    back = tried(item, Insert(text, place, Selector.parse(name)), rest)
    if not back.landed or back.result is None:
        yield refused(back, "insertion: ")
    elif _packed(item, back.result.data) != _packed(item, item.data):
        yield wrong("inserted again, the file is another", back)
    else:
        yield Verdict(RIGHT)


def _packed(item: Item, data: bytes) -> bytes:
    """A file without its layout, and without the separators that a line break may stand for."""
    rules = item.own.profile.lists.values()
    either = "".join(rule.separator for rule in rules if rule.instead == "\n").encode()
    return bare(data).translate(None, either)


def _comment_behind(item: Item, after: bytes) -> bytes:
    """The comment behind an item and its separator that went along with it."""
    whole, profile = item.block.whole, item.own.profile
    line = item.data[whole.end :].splitlines()[:1]
    behind = line[0].lstrip(SEPARATORS.replace(b";", b"")) if line else b""
    listed = item.own.tree.list_item(item.block.span) if item.own.tree is not None else None
    if listed is not None:
        behind = behind.removeprefix(listed.separator).lstrip()
    opened = (*profile.line_comments, *(pair[0] for pair in profile.block_comments))
    is_comment = behind.startswith(tuple(mark.encode() for mark in opened))
    is_gone = item.data.count(behind) > after.count(behind)
    return b" " + behind if behind and is_comment and is_gone else b""


def _siblings(item: Item) -> list[Block]:
    tree = item.own.tree
    found = tree.definitions() if tree is not None else ()
    mine = [b for b in found if b.path[:-1] == item.block.path[:-1]]
    holder = _holder(item, item.block)
    return [b for b in mine if _holder(item, b) == holder]


def _holder(item: Item, block: Block) -> Span | None:
    """The innermost item or anonymous block around a block."""
    around = [one.block.core for one in (*item.file.items, *item.file.blocks)]
    around = [core for core in around if core.contains(block.core) and core != block.core]
    return min(around, key=len, default=None)


_BRACKETS = bytes(set(range(256)) - set(b"()[]{}"))


def _is_balanced(text: bytes) -> bool:
    """Return True if a text opens as many brackets as it closes, so that both its ends are in one list."""
    found = text.translate(None, _BRACKETS)
    return all(found.count(pair[:1]) == found.count(pair[1:]) for pair in (b"()", b"[]", b"{}"))


def _neighbour(item: Item) -> tuple[Block, Place] | None:
    """The sibling with nothing but blanks or a separator in between, and where the item is from it."""
    whole, marks = item.block.whole, "".join(item.own.profile.line_comments).encode()
    parting = bytes(byte for byte in SEPARATORS if byte not in marks)
    for other in _siblings(item):
        if other.core == item.block.core:
            continue
        beside = other.whole
        if beside.start >= whole.end and not item.data[whole.end : beside.start].strip(parting):
            return other, Place.BEFORE
        if beside.end <= whole.start and not item.data[beside.end : whole.start].strip(parting):
            return other, Place.AFTER
    return None


def next_of(item: Item) -> Block | None:
    """The next item beside this one."""
    later = [b for b in _siblings(item) if b.core.start >= item.block.end]
    found = min(later, key=lambda b: b.core.start, default=None)
    between = item.data[item.block.end : found.span.start] if found is not None else b""
    return found if _is_balanced(between) else None


def selector_of(item: Item, block: Block) -> Selector | None:
    found = [one for one in item.file.items if one.block is block or one.block == block]
    return Selector.parse(found[0].selector) if found else None


def insert(item: Item) -> Iterator[Verdict]:
    """A copy of an item, renamed where it has a name, stands after it; the rest as before."""
    whole = item.block.whole
    copy = renamed(item, whole) or Renamed(whole.of(item.data))
    if is_fixed(item) or (not copy.new and item.block.kind == "constructor"):
        return
    if not copy.new and item.block.name is not None and item.own.profile.nodes.clauses:
        return  # a copy of the same name is more clauses of the one definition
    lead = item.taken[: len(item.taken) - len(whole)]
    text = to_text(lead + copy.text)
    out = tried(item, Insert(text, Place.AFTER, Selector.parse(item.selector)))
    if not out.landed or out.result is None:
        yield refused(out)
        return
    before, after = item.data, out.result.data
    start, end, _ = cut(before, after, len(before))
    if before[start:end].strip(SEPARATORS):
        yield wrong(f"{to_text(before[start:end].strip()[:60])!r} is gone", out)
        return
    if bare(copy.text).strip(SEPARATORS) not in bare(after):
        yield wrong("the text is not in the file as it was given", out)
        return
    inner = [row for row in item.file.rows if whole.contains(row.core)]
    expected: list[Expected] = []
    last = inner[-1] if inner else None
    for row in item.file.rows:
        expected.append(_as_it_was(item, row, Span(whole.end, whole.end)))
        if row is last:
            expected += [_copied(one, copy) for one in inner]
    yield _read(item, out, expected, names=copy)


def _read(
    item: Item,
    out: Outcome,
    expected: list[Expected],
    within: Span | None = None,
    names: Renamed | None = None,
) -> Verdict:
    """Whether a result holds the rows expected, by their old names, and its own parser reads it.

    Outside of the span `within` nothing may differ.
    """
    assert out.result is not None
    found = rows_after(out)
    why = outside_stays(item, out.result.data, within) if within is not None else ""
    if why := why or differing(expected, names.back(found) if names is not None else found):
        return wrong(why, out)
    if why := readers.refuses(item.file, out.result.data):
        return wrong(f"{item.file.language}'s own parser: {why}", out)
    return Verdict(RIGHT)


def _copied(row: Row, copy: Renamed) -> Expected:
    return (*row.words, None if copy.new else row.text)


def move(item: Item) -> Iterator[Verdict]:
    """Moved behind its next sibling, an item stands there, and the rest as before."""
    beside = next_of(item)
    destination = selector_of(item, beside) if beside is not None else None
    if beside is None or destination is None or item.block.whole.overlaps(beside.whole):
        return
    if is_part(item, beside):  # behind which its whole statement goes on
        return
    heads = (one.header.of(item.data).split()[:1] for one in (item.block, beside))
    if item.block.kind == "section" and len({*map(tuple, heads)}) > 1:
        return  # a heading of another level holds what is moved below it
    if item.block.kind == "instruction":  # which stage of a Dockerfile it is in hangs on its place
        return
    out = tried(item, MoveBlock(Selector.parse(item.selector), Place.AFTER, destination))
    if not out.landed or out.result is None:
        yield refused(out)
        return
    mine = [row for row in item.file.rows if item.block.whole.contains(row.core)]
    both = Span(item.block.whole.start, max(beside.whole.end, item.block.whole.end))
    left = [row for row in item.file.rows if row not in mine]
    at = max((n for n, row in enumerate(left) if beside.whole.contains(row.core)), default=0)
    ordered = [*left[: at + 1], *mine, *left[at + 1 :]]
    expected = [_as_it_was(item, row, both) for row in ordered]
    bytes_of = (data.translate(None, SEPARATORS) for data in (out.result.data, item.data))
    one, other = map(sorted, bytes_of)
    yield _read(item, out, expected, both) if one == other else wrong("the bytes are others", out)


def sibling(item: Item) -> Iterator[Verdict]:
    """Replaced by the next item of its kind, with another name: that is what is read there."""
    beside = next_of(item)
    if beside is None or beside.kind != item.block.kind:
        return
    span = Span(beside.span.start, beside.end)
    other = Item(item.file, item.own, beside, "")
    new = renamed(other, span) or Renamed(span.of(item.data))
    if is_fixed(other) or _is_beside(item, beside.core) or is_part(item, beside):
        return
    lead = other.text[: len(other.text) - len(span)]
    out = tried(item, ReplaceBlock(Selector.parse(item.selector), to_text(lead + new.text)))
    if not out.landed or out.result is None:
        yield refused(out)
        return
    if bare(new.text) == bare(Span(item.block.span.start, item.block.end).of(item.data)):
        yield Verdict(RIGHT)
        return
    whole = item.block.whole
    mine = [row for row in item.file.rows if whole.contains(row.core)]
    theirs = [row for row in item.file.rows if span.contains(row.core)]
    expected: list[Expected] = []
    for row in item.file.rows:
        if row is mine[0]:
            expected += [_copied(one, new) for one in theirs]
        if row not in mine:
            expected.append(_as_it_was(item, row, whole))
    yield _read(item, out, expected, whole, new)


def body(item: Item) -> Iterator[Verdict]:
    """An item with the body of the next one of its kind; its header and all else as before."""
    beside = next_of(item)
    block = item.block
    if beside is None or beside.kind != block.kind or block.body is None or beside.body is None:
        return
    new = item.file.on_lines(beside.body)
    is_markup = block.kind == "element" and item.own.profile.id not in ("json", "yaml", "toml")
    if block.layout is not beside.layout or not new.strip() or is_markup or block.kind == "section":
        return
    old = block.body.of(item.data)
    if len({text.lstrip()[:1] in (b"|", b">") for text in (old, new)}) > 1:
        return  # what is a mapping in one of them is a string in the other, or guards are a value
    if beside.path and f"{beside.path[-1]}.".encode() in new:
        return  # a body that says its owner's name defines something for that
    out = tried(item, ReplaceBlock(Selector.parse(item.selector), to_text(new), Part.BODY))
    if not out.landed or out.result is None:
        yield refused(out)
        return
    if out.result.data == item.data:
        yield Verdict(RIGHT)
        return
    whole = block.whole
    inner = [row for row in item.file.rows if block.body.contains(row.core)]
    held = (row for row in item.file.rows if beside.body.contains(row.core))
    brought = [row for row in held if row.core != beside.core]
    depth = len(beside.path)
    expected: list[Expected] = []
    owner = next(row for row in item.file.rows if row.core == block.core)
    for row in item.file.rows:
        if row is owner:
            expected.append((_kind_after(out, owner), owner.name, None))
            expected += [(one.kind, owner.name + one.name[depth:], None) for one in brought]
        elif row not in inner:
            expected.append(_as_it_was(item, row, block.body))
    yield _read(item, out, expected, whole)


_BY_VALUE = {"function", "variable", "constant"}
"""Kinds of what is a function if its value is one: `let f = function …`."""


def _kind_after(out: Outcome, owner: Row) -> str:
    """The kind of an item with another body, which may be another one by that."""
    found = {row.kind for row in rows_after(out) if row.name == owner.name}
    others = sorted(found & _BY_VALUE) if owner.kind in _BY_VALUE - found else []
    return others[0] if others else owner.kind


def emptied(item: Item) -> Iterator[Verdict]:
    """A Python function whose body raises instead: `ast` accepts it, and all outside reads as before."""
    block = item.block
    if item.file.language != "python" or block.kind not in ("function", "method"):
        return
    lone = 'raise NotImplementedError("zqx")'
    out = tried(item, ReplaceBlock(Selector.parse(item.selector), lone, Part.BODY))
    if not out.landed or out.result is None or block.body is None:
        yield refused(out)
        return
    kept = [row for row in item.file.rows if not block.body.contains(row.core)]
    yield _read(item, out, [_as_it_was(item, row, block.body) for row in kept])


_IFS = {
    "python": "if xzqx:",
    "gdscript": "if xzqx:",
    "go": "if xzqx {",
    "rust": "if xzqx {",
    "swift": "if xzqx {",
    "ruby": "if xzqx",
    "julia": "if xzqx",
    "lua": "if xzqx then",
    "elixir": "if xzqx do",
    "perl": "if ($xzqx) {",
    "php": "if ($xzqx) {",
    "powershell": "if ($xzqx) {",
    "nix": "",
    **dict.fromkeys(
        "javascript typescript tsx c cpp csharp java kotlin dart scala objc r zig solidity"
        " arduino cuda glsl hlsl".split(),
        "if (xzqx) {",
    ),
}
_STATEMENTS = ("if", "for", "while", "try", "with", "do", "switch", "loop")
_LOOSE = frozenset("python ruby lua javascript julia r perl elixir".split())
"""Languages in which a function may stand in an `if`."""


def header_for(item: Item) -> str | None:
    """The `if` that an item may stand in; None where it may not."""
    header = _IFS.get(item.file.language)
    block = item.block
    is_item = item.own.tree is not None and item.own.tree.list_item(block.span) is not None
    is_free = block.kind == "function" and item.file.language in _LOOSE and not is_item
    is_statement = not block.path and block.kind in _STATEMENTS
    line = item.data[: block.span.start].rpartition(b"\n")[2]
    return header if header and not line.strip() and (is_free or is_statement) else None


def wrap(item: Item) -> Iterator[Verdict]:
    """In an `if`, a statement or function is found as it was; taken out again, the file is the original."""
    header = header_for(item)
    block = item.block
    if header is None:
        return
    out = tried(item, Wrap(Selector.parse(item.selector), header))
    if not out.landed or out.result is None:
        yield refused(out)
        return
    source = Source.of(out.result)
    expected = [(*row.words, None) for row in item.file.rows]
    if why := differing(expected, rows(source)):
        yield wrong(why, out)
        return
    if bare(block.core.of(item.data)) not in bare(out.result.data):
        yield wrong("the text is another", out)
        return
    if why := readers.refuses(item.file, out.result.data):
        yield wrong(f"{item.file.language}'s own parser: {why}", out)
        return
    ifs = [b for b in (source.tree.blocks() if source.tree else ()) if b.kind == "if"]
    ifs = [b for b in ifs if b"xzqx" in b.header.of(source.data)]
    ifs.sort(
        key=lambda b: len(b.core)
    )  # a header may hold a whole function, and in it the new `if`
    if not ifs or source.tree is None:
        yield wrong("the new `if` is not found", out)
        return
    back = tried(item, Unwrap(Selector.parse(selectors_of(source.tree, ifs)[0])), source)
    if not back.landed or back.result is None:
        yield refused(back, "unwrapped: ")
    elif [line.strip() for line in split_lines(back.result.data)] != [
        line.strip() for line in split_lines(item.data)
    ]:
        yield wrong("unwrapped, it is not the original", back)
    else:
        yield Verdict(RIGHT)
