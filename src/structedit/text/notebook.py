"""A notebook (`.ipynb`, nbformat 4) as a text document, and the edited document as a notebook again.

In this view, each cell is below a line of its own, with a blank line between two cells:

    # %% cells[0] [markdown] id=a1b2
    # Title

    # %% cells[1] id=c3d4
    import os

Packing an edited view changes the `source` of cells whose text differs, adds cells below new lines `# %%` or
`# %% [markdown]`, and drops or moves cells as their lines are. All other bytes of the file stay.

Not here: the language of a cell (`tree.source`, from the profile).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count, pairwise
from typing import Any

from structedit.text.errors import FileError
from structedit.text.hashing import sha256
from structedit.text.lazily import regex
from structedit.text.values import dataclass

MARK = "# %%"
"""Start of the line above a cell, which many editors use in scripts with cells."""

_NEW_CELL = f"begin a new cell with a line `{MARK}` or `{MARK} [markdown]`, or leave it out"

_KINDS = {None: "code", "code": "code", "markdown": "markdown", "md": "markdown", "raw": "raw"}
"""The kinds of cells, by the word in brackets above a new one."""

_HEADER = regex(rb"^# %%(?=[ \t\r\n]|\Z)[^\n]*", re.MULTILINE)
_NEW = regex(r"# %%[ \t]*(?:\[([a-z]+)\])?[ \t]*")
_TOKEN = regex(rb'[ \t\r\n]*([{}\[\]:,]|"[^"\\]*(?:\\.[^"\\]*)*"|[^\s{}\[\]:,"]+)', re.DOTALL)
_OPENING, _CLOSING, _PARTING = (b"[", b"{"), (b"]", b"}"), (b",", b":")
_PLAIN_ID = regex(r"[A-Za-z0-9_-]+")
_ESCAPED = regex(rb"\\u(?!00[0-7])[0-9a-fA-F]{4}")
_SURROGATE = regex("[\ud800-\udfff]")
_BLANKS = regex(rb"[ \t]*")
_ENDINGS = "\r\n"


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


@dataclass(frozen=True, slots=True)
class Frame:
    """The notebook that a document is a view of, and the language of its code cells, empty if it names none."""

    notebook: bytes
    language: str = ""

    def packed(self, view: bytes) -> bytes:
        """Return the notebook with the cells of an edited view.

        Raises:
            FileError: `unencodable`, when the view is not that of a notebook.
        """
        return _packed(self.notebook, view)

    def adds(self, view: bytes, start: int, end: int) -> bool:
        """Return True if a text of the view is in the line above a cell."""
        header = _HEADER.match(view, view.rfind(b"\n", 0, start) + 1)
        return header is not None and end <= header.end()


@lru_cache(maxsize=4)  # a result is asked for its bytes and its version several times
def _packed(notebook: bytes, view: bytes) -> bytes:
    old = _read(notebook)
    if view == old.view:
        return notebook
    cells = _seen_cells(view, old)
    packed = _written(notebook, old, cells)
    # A mistake in writing JSON must not reach the file.
    read = [(cell.kind, cell.text.rstrip(_ENDINGS)) for cell in _read(packed).cells]
    assert read == [(kind, text) for _, kind, text in cells], "the cells are not as in the view"
    return packed


def opened(data: bytes) -> tuple[bytes, Frame] | str:
    """Return the view of a notebook and the frame that packs it again; or the reason why there is none."""
    try:
        found = _read(data)
    except RecursionError:
        return "it is nested too deeply"
    except ValueError as error:
        return str(error)
    return found.view, Frame(data, found.language)


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell in the file; `span` and `source` are the places of its object and of the source in it."""

    kind: str
    text: str
    id: str
    span: slice
    source: slice


@dataclass(frozen=True, slots=True)
class _Notebook:
    """A parsed notebook; `room` is the place between the brackets of its list of cells."""

    cells: tuple[_Cell, ...]
    headers: tuple[str, ...]
    view: bytes
    language: str
    has_ids: bool
    room: slice


@lru_cache(maxsize=4)
def _read(data: bytes) -> _Notebook:
    """Parse a notebook.

    Raises:
        ValueError: saying why there is no view of it.
    """
    root = json.loads(_text(data))
    if not isinstance(root, dict) or root.get("nbformat") != 4:
        raise ValueError("it is not a notebook of nbformat 4")
    listed = _members(data, data.index(b"{")).get("cells")
    if listed is None or not isinstance(root["cells"], list):
        raise ValueError("it has no list of cells")
    places = zip(_parts(data, listed.start), root["cells"], strict=True)
    cells = tuple(_cell(data, place, cell) for place, cell in places)
    ids = [cell.id for cell in cells if cell.id]
    if len(set(ids)) < len(ids):
        raise ValueError("two of its cells have one id")
    headers = []
    for number, cell in enumerate(cells):
        kind = "" if cell.kind == _KINDS[None] else f" [{cell.kind}]"
        name = f" id={cell.id}" if _PLAIN_ID.fullmatch(cell.id) else ""
        headers.append(f"{MARK} cells[{number}]{kind}{name}")
    rows = zip(headers, cells, strict=True)
    texts = [f"{header}\n{cell.text}" + "\n" * bool(cell.text) for header, cell in rows]
    metadata = root.get("metadata")
    has_ids = root.get("nbformat_minor", 0) >= 5  # the format has ids from 4.5 on
    room = slice(listed.start + 1, listed.stop - 1)
    view = _bytes("\n".join(texts))
    return _Notebook(cells, tuple(headers), view, _language_of(metadata), has_ids, room)


def _cell(data: bytes, place: slice, cell: Any) -> _Cell:
    source = cell.get("source") if isinstance(cell, dict) else None
    lines: Any = [source] if isinstance(source, str) else source
    is_text = isinstance(lines, list) and all(isinstance(line, str) for line in lines)
    if not is_text or cell.get("cell_type") not in _KINDS.values():
        raise ValueError("a cell has no `cell_type` that is known, or no `source` that is text")
    text = "".join(lines)
    if _SURROGATE.search(text):
        raise ValueError("a cell has a character that UTF-8 cannot represent")
    if _HEADER.search(_bytes(text)):
        raise ValueError(f"a cell has a line that begins with `{MARK}`")
    name, source = str(cell.get("id", "")), _members(data, place.start)["source"]
    return _Cell(cell["cell_type"], text, name, place, source)


def _language_of(metadata: Any) -> str:
    """Return the language that a notebook names for its kernel; empty if it names none."""
    for table, key in (("kernelspec", "language"), ("language_info", "name")):
        found = metadata.get(table) if isinstance(metadata, dict) else None
        word = found.get(key) if isinstance(found, dict) else None
        if isinstance(word, str) and word:
            return word.lower()
    return ""


def _members(data: bytes, start: int) -> dict[str, slice]:
    """Return the values of the object that begins at an offset, by their keys.

    Raises:
        ValueError: when a key occurs twice.
    """
    parts = [*_parts(data, start)]
    found = {
        json.loads(data[key]): value for key, value in zip(parts[::2], parts[1::2], strict=True)
    }
    if 2 * len(found) < len(parts):
        raise ValueError("an object has a key twice")
    return found


def _parts(data: bytes, start: int) -> Iterator[slice]:
    """Yield the items of the list that begins at an offset; for an object, keys and values in turn."""
    depth, first, last = 0, -1, -1
    for token in _TOKEN.finditer(data, start):
        sign = token[1]
        depth -= sign in _CLOSING
        if not depth or (depth == 1 and sign in _PARTING):
            if first >= 0:
                yield slice(first, last)
            if sign in _CLOSING:
                return
            first = -1
        elif first < 0:
            first = token.start(1)
        depth += sign in _OPENING
        last = token.end(1)


_Seen = tuple[int | None, str, str]
"""A cell of an edited view: its number in the file (None for a new one), its kind, and its text."""


def _seen_cells(view: bytes, old: _Notebook) -> list[_Seen]:
    """Return the cells of an edited view."""
    marks = [*_HEADER.finditer(view)]
    starts = [*(mark.start() for mark in marks), len(view)]
    if view[: starts[0]].strip():
        raise _refusal("there would be text above the first cell", _NEW_CELL)
    numbers = {header: number for number, header in enumerate(old.headers)}
    found: list[_Seen] = []
    for mark, end in zip(marks, starts[1:], strict=True):
        header = _text(mark[0]).rstrip()
        number, new = numbers.pop(header, None), _NEW.fullmatch(header)
        text = _text(view[mark.end() + 1 : end]).rstrip(_ENDINGS)
        if number is not None:
            found.append((number, old.cells[number].kind, text))
        elif new is not None and new[1] in _KINDS:
            found.append((None, _KINDS[new[1]], text))
        elif header in old.headers:
            raise _refusal(f"two cells would have the line {header!r}", _NEW_CELL)
        else:
            raise _refusal(
                f"the line {header!r} would be above a cell, but belongs to none", _NEW_CELL
            )
    order = [number for number, _, _ in found if number is not None]
    if order != sorted(order):  # a move leaves the blanks at the end of a cell behind
        texts = [cell.text.rstrip(_ENDINGS) for cell in old.cells]
        found = [
            (number, kind, texts[number])
            if number is not None and texts[number].rstrip() == text.rstrip()
            else (number, kind, text)
            for number, kind, text in found
        ]
    new_cells = [(kind, text) for number, kind, text in found if number is None and text]
    for header, number in numbers.items():
        lost = old.cells[number]
        if (lost.kind, lost.text.rstrip(_ENDINGS)) in new_cells:
            hint = f"keep the line {header!r} above it, or change the cell as well"
            raise _refusal(f"cells[{number}] would lose its id and its outputs", hint)
    return found


def _refusal(message: str, hint: str) -> FileError:
    return FileError(message, hint=hint, code="unencodable")


def _written(data: bytes, old: _Notebook, cells: Sequence[_Seen]) -> bytes:
    """Return the bytes of a notebook with other cells. Bytes between two cells stay before the second one."""
    form, room = _Form.of(data, old), old.room
    ends = [room.start, *(cell.span.stop for cell in old.cells)]
    gaps = [data[end : cell.span.start] for end, cell in zip(ends, old.cells, strict=False)]
    first, tail = (gaps[0], data[ends[-1] : room.stop]) if gaps else (form.line(2), form.line(1))
    usual = gaps[1] if len(gaps) > 1 else b"," + first
    pieces = []
    ids = {cell.id for cell in old.cells}
    for place, (number, kind, text) in enumerate(cells):
        gap = first if not place else gaps[number] if number else usual
        if number is not None:
            made = _changed(data, old.cells[number], text, form)
        else:
            name = _new_id(text, ids) if old.has_ids else None
            made = form.cell(kind, text, name)
        pieces.append(gap + made)
    inner = b"".join((*pieces, tail)) if pieces else b""
    return data[: room.start] + inner + data[room.stop :]


def _new_id(text: str, ids: set[str]) -> str:
    """Return an id that no cell has; the same for the same edit, so that a dry run shows what is written."""
    seeds = (_bytes(f"{number} {text}") for number in count())
    found = next(name for seed in seeds if (name := sha256(seed)[:8]) not in ids)
    ids.add(found)
    return found


def _changed(data: bytes, cell: _Cell, text: str, form: _Form) -> bytes:
    """Return the bytes of a cell with another text. JSON strings of unchanged lines stay as they are."""
    bare = cell.text.rstrip(_ENDINGS)
    if text == bare:
        return data[cell.span]
    text += cell.text[len(bare) :] if text else ""
    before, after = (
        data[cell.span.start : cell.source.start],
        data[cell.source.stop : cell.span.stop],
    )
    if data[cell.source.start : cell.source.start + 1] != b"[":
        return before + form.literal(text) + after
    items = [*_parts(data, cell.source.start)]
    known = {json.loads(data[item]): data[item] for item in items}
    start, end = cell.source.start + 1, cell.source.stop - 1
    if items:
        opening, closing = data[start : items[0].start], data[items[-1].stop : end]
        gaps = [data[one.stop : other.start] for one, other in pairwise(items[:2])]
    else:
        is_parted = b"\n" in data[cell.span]
        opening, closing = (form.line(4), form.line(3)) if is_parted else (b"", b"")
        gaps = []
    between = gaps[0] if gaps else b"," + opening
    lines = [known.get(line) or form.literal(line) for line in _lines(text)]
    inner = opening + between.join(lines) + closing if lines else b""
    return before + b"[" + inner + b"]" + after


def _lines(text: str) -> list[str]:
    """Return the lines of a text with their line breaks, as notebooks store them."""
    *ended, last = text.split("\n")
    return [*(line + "\n" for line in ended), *([last] if last else [])]


@dataclass(frozen=True, slots=True)
class _Form:
    """How a file writes JSON: line break (empty if all is on one line), unit of indentation, and escapes."""

    ending: bytes
    unit: str
    separators: tuple[str, str] | None
    is_escaped: bool

    @classmethod
    def of(cls, data: bytes, old: _Notebook) -> _Form:
        """Detect the form of a file from the line of its first cell, else of the list of cells."""
        start, levels = (old.cells[0].span.start, 2) if old.cells else (old.room.start, 1)
        line = data.rfind(b"\n", 0, start) + 1
        blanks = _BLANKS.match(data, line)
        depth = _text(blanks[0]) if blanks and line else ""
        ending = (b"\r\n" if data[line - 2 : line] == b"\r\n" else b"\n") if depth else b""
        colon = ": " if b'": ' in data else ":"
        separators = None if ending else (colon.replace(":", ","), colon)
        is_escaped = data.isascii() and _ESCAPED.search(data) is not None
        return cls(ending, depth[: len(depth) // levels], separators, is_escaped)

    def line(self, depth: int) -> bytes:
        """Return a line break and the indentation of the next line."""
        return self.ending + _bytes(self.unit) * depth

    def literal(self, value: object) -> bytes:
        """Return a value as JSON on one line."""
        return _bytes(json.dumps(value, ensure_ascii=self.is_escaped))

    def cell(self, kind: str, text: str, name: str | None) -> bytes:
        """Return a new cell, which was not run."""
        cell: dict[str, Any] = {"cell_type": kind, "metadata": {}, "source": _lines(text)}
        cell |= {"execution_count": None, "outputs": []} if kind == _KINDS[None] else {}
        cell |= {} if name is None else {"id": name}
        made = json.dumps(
            cell,
            indent=self.unit if self.ending else None,
            separators=self.separators,
            ensure_ascii=self.is_escaped,
            sort_keys=True,
        )
        return _bytes(made).replace(b"\n", self.line(2))
