"""Laws of names: a selector names exactly its item; a renamed local leaves the same code."""

from __future__ import annotations

import dis
from collections.abc import Iterator
from types import CodeType

from benchmarks.laws.items import RIGHT, SUFFIX, File, Item, Verdict, refused, tried, wrong

from structedit.calls.places import Selector
from structedit.calls.requests import Options, RenameLocal
from structedit.languages import grammars
from structedit.search.addresses import selectors_of
from structedit.search.selectors import resolve
from structedit.text.errors import StructEditError
from structedit.tree.source import Source

Shape = tuple[object, ...]
TAIL = f"0_{SUFFIX}"
"""What leaves names in their order."""


def selector(item: Item) -> Iterator[Verdict]:
    """The selector that an outline prints resolves to its item: in its tree, in another, and as the first question.

    The first questions of a process are asked of few patterns of a language, since all take long to compile.
    """
    tree = item.own.tree
    embedded = tree if item.own is not item.file.source else None
    own = selectors_of(embedded, [item.block])[0] if embedded is not None else item.selector
    if "fresh" not in item.file.kept:
        item.file.kept["fresh"] = Source.of(item.file.source.document)
    fresh = item.file.kept["fresh"]
    assert isinstance(fresh, Source)
    trees = [tree, fresh.tree] if item.own is item.file.source else [tree]
    if item.own is item.file.source:
        trees.append(Source.of(item.file.source.document).tree)
    for number, each in enumerate(trees):
        assert each is not None
        if number > 1:
            grammars._compiled.clear()
        try:
            found = resolve(each, Selector.parse(own))
        except StructEditError as error:
            yield Verdict("wrong", f"cannot be read: {error}")
            return
        if any(block.kind == "hidden" for block in found.blocks):
            yield Verdict("refused", "uncertain: it stands in lines that do not parse")
            return
        if len(found.blocks) != 1 or found.wrong_index:
            yield Verdict("wrong", f"names {len(found.blocks)} items")
            return
        one = found.blocks[0]
        if one.core != item.block.core or one.path != item.block.path:
            yield Verdict("wrong", "names another item")
            return
    yield Verdict(RIGHT)


def locals_of(item: Item) -> Iterator[Verdict]:
    """Each local of a Python function, renamed: what lands compiles to the same code but for the name."""
    if item.file.language != "python" or item.block.kind not in ("function", "method"):
        return
    before = _compiled(item.file, item.data)
    if before is None:
        return
    line = item.file.source.document.line_of(item.block.span.start)
    names = [
        name
        for code in _codes(before)
        if code.co_firstlineno == line and code.co_name == item.block.path[-1]
        for name in (*code.co_varnames, *code.co_cellvars)
        if name.isidentifier()
    ]
    chance = item.file.random("locals", item.selector)
    for name in chance.sample(names, min(2, len(names))):
        new = f"{name}{TAIL}"
        out = tried(
            item,
            RenameLocal(Selector.parse(item.selector), name, new, options=Options(force=True)),
        )
        if not out.landed or out.result is None:
            yield refused(out)
            continue
        after = _compiled(None, out.result.data)
        if after is None or _shape(before, {}) != _shape(after, {new: name}):
            yield wrong(f"{name} renamed gives other code", out)
        else:
            yield Verdict(RIGHT)


def _compiled(file: File | None, data: bytes) -> CodeType | None:
    if file is not None and "compiled" in file.kept:
        return file.kept["compiled"]  # type: ignore[return-value]
    try:
        found = compile(data, "a.py", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        found = None
    if file is not None:
        file.kept["compiled"] = found
    return found


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _shape(code: CodeType, back: dict[str, str]) -> Shape:
    """Code without lines, with a name as it was before."""
    steps = (
        (step.opname, _constant(step.argval, back))
        for step in dis.get_instructions(code)
        if step.opname != "EXTENDED_ARG" and step.opcode not in (*dis.hasjrel, *dis.hasjabs)
    )
    return back.get(code.co_name, code.co_name), code.co_argcount, *steps


def _constant(one: object, back: dict[str, str]) -> object:
    """A constant: names of parameters, and qualified ones, are among them."""
    if isinstance(one, CodeType):
        return _shape(one, back)
    if isinstance(one, tuple):
        return tuple(_constant(part, back) for part in one)
    if isinstance(one, frozenset):
        return sorted(repr(part) for part in one)
    if isinstance(one, str):
        return ".".join(back.get(part, part) for part in one.split("."))
    return repr(one)
