"""Backups: old and new contents of files, stored by hash and size in the state folder.

Each content of a single edit is a file; equal contents are stored once. The contents of a transaction of several
files are written to one file, a pack, which is flushed once: first the contents, then a table of their names with
start and end, then the offset of that table. Contents are compressed if that makes them smaller. A damaged content
is detected when it is read; since its name has its size, it never expands to more than that. Only the user may
read backups.

Not here: which file had which content when (`disk.history`).
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping

from structedit.disk.opening import MAX_BYTES
from structedit.disk.staging import TEMP_SUFFIX, discard, sync_folder, temp_name, write_new, writing
from structedit.disk.state_folder import (
    names_in,
    open_state,
    own_folder,
    private_folder,
    read_state,
    state_path,
)
from structedit.text.errors import FileError
from structedit.text.hashing import sha256
from structedit.text.lazily import regex

_FOLDER = "backups"
_PACKS = "packs"

_LEVEL = 1
"""Level of compression; the fastest of `zlib`. Chosen by judgement."""

_OFFSET_LENGTH = 20
"""Digits at the end of a pack that say where its table begins. Given by the largest offset of a file, of 19."""

_COMPRESSED = b"\x78"
"""First byte of compressed data; given by `zlib`. Other content may begin with it too: the hash decides."""

_NAME = regex(r"[0-9a-f]{64}-\d{1,12}")
_MOST = 4 * MAX_BYTES
"""The largest size of a content in bytes. Chosen by judgement: an edit may lengthen a file of `MAX_BYTES`."""


def name_of(raw: bytes) -> str:
    """Return the name under which a content is stored: its SHA-256 and its size in bytes.

    >>> name_of(b"")[-6:]
    'b855-0'
    """
    return f"{sha256(raw)}-{len(raw)}"


def is_name(text: str) -> bool:
    """Return True if a text is the name of a content whose size is allowed."""
    return _NAME.fullmatch(text) is not None and _size_of(text) <= _MOST


def _size_of(name: str) -> int:
    return int(name.rpartition("-")[2])


def keep(raw: bytes, *, lasting: bool, name: str | None = None) -> str:
    """Store a content and return its name; a `lasting` one is flushed to the disk.

    Raises:
        OSError: when it cannot be stored.
    """
    name = name or name_of(raw)
    folder = private_folder(_FOLDER, name[:2])
    path = os.path.join(folder, name)
    if _is_there(path, raw):
        return name
    temp = temp_name(path)
    try:
        write_new(temp, _packed(raw), 0o600, lasting=lasting)
        os.replace(temp, path)
    except BaseException:
        discard(temp)
        raise
    if lasting:
        sync_folder(folder)
    return name


def keep_together(contents: Mapping[str, bytes]) -> None:
    """Store contents by their names in one pack, flushed to the disk.

    Each is written before the next one is compressed, so the memory needed does not grow with their number.

    Raises:
        OSError: when they cannot be stored.
    """
    folder = private_folder(_FOLDER, _PACKS)
    path = os.path.join(folder, name_of("\n".join(contents).encode()))
    temp = temp_name(path)
    table, at = "", 0
    try:
        with writing(temp, 0o600) as write:
            for name, raw in contents.items():
                stored = _packed(raw)
                write(stored)
                table += f"{name} {at} {at + len(stored)}\n"
                at += len(stored)
            write(table.encode())
            write(b"%*d" % (_OFFSET_LENGTH, at))
        os.replace(temp, path)
    except BaseException:
        discard(temp)
        raise
    sync_folder(folder)


def fetch(name: str) -> bytes | None:
    """Return a stored content by its name; None if it is deleted or damaged.

    Raises:
        OSError: when it cannot be read now.
    """
    try:
        # Compressed contents are smaller than what they stand for, so the size in the name bounds both.
        path = os.path.join(own_folder(_FOLDER, name[:2]), name)
        found = _whole(name, read_state(path, _size_of(name)))
    except (FileNotFoundError, FileError):
        found = None
    return found if found is not None else _fetch_packed(name)


def _fetch_packed(name: str) -> bytes | None:
    """Return a content from a pack; see `fetch`."""
    for path in _packs_with(name):
        if (place := _table_of(path).get(name)) is None:
            continue
        begin, end = place
        if not 0 <= end - begin <= _size_of(name):
            continue
        try:
            stored = _part_of(path, begin, end)
        except FileNotFoundError:  # it was trimmed meanwhile
            continue
        if (raw := _whole(name, stored)) is not None:
            return raw
    return None


def _packs_with(name: str) -> Iterator[str]:
    """Yield the packs that may hold a content: those known to hold it first, so that the folder is rarely listed."""
    folder = state_path(_FOLDER, _PACKS)
    known = [p for p, held in _tables.items() if name in held and os.path.dirname(p) == folder]
    yield from known
    for pack in names_in(_FOLDER, _PACKS):
        if (path := os.path.join(folder, pack)) not in known:
            yield path


def _part_of(path: str, begin: int, end: int) -> bytes:
    """Read some bytes of a pack.

    Raises:
        OSError: when it is gone, or a link.
    """
    with open(path, "rb", opener=open_state) as file:
        file.seek(begin)
        return file.read(end - begin)


def _whole(name: str, stored: bytes) -> bytes | None:
    """Return the content from its stored form; None if that is damaged."""
    size = _size_of(name)
    return next((raw for raw in _unpacked(stored, size) if name_of(raw) == name), None)


_tables: dict[str, dict[str, tuple[int, int]]] = {}
"""Tables of packs that were read, by their paths: a pack never changes."""


def _table_of(path: str) -> dict[str, tuple[int, int]]:
    """Return the start and end of each content in a pack; empty if the pack is gone, unfinished or damaged."""
    if path in _tables:
        return _tables[path]
    if path.endswith(TEMP_SUFFIX):
        return {}
    try:
        size = os.lstat(path).st_size
        end = max(0, size - _OFFSET_LENGTH)
        start = int(_part_of(path, end, size))
        if not 0 <= start <= end or end - start > MAX_BYTES:
            return {}
        lines = _part_of(path, start, end).splitlines()
        rows = [(name, int(begin), int(end)) for name, begin, end in map(bytes.split, lines)]
    except (OSError, ValueError):
        return {}
    _tables[path] = {name.decode("ascii", "replace"): (a, z) for name, a, z in rows}
    return _tables[path]


def drop_all_but(names: Collection[str]) -> None:
    """Delete all backups except `names`; a pack is deleted as a whole or not at all."""
    wanted = frozenset(names)
    for path, held in kept_files():
        if wanted.isdisjoint(held):
            discard(path)


def drop(candidates: Collection[str], names: Collection[str]) -> None:
    """Delete the backups in `candidates` that are not in `names`; a pack is deleted as a whole or not at all."""
    wanted, unwanted = frozenset(names), frozenset(candidates)
    for path, held in kept_files({*(name[:2] for name in candidates), _PACKS}):
        if wanted.isdisjoint(held) and not unwanted.isdisjoint(held):
            discard(path)


def kept_files(folders: Collection[str] | None = None) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the path of each file of backups, or of those in some folders, with the names of its contents."""
    for folder in names_in(_FOLDER) if folders is None else sorted(folders):
        top = os.path.realpath(state_path(_FOLDER, folder))
        for name in names_in(_FOLDER, folder):
            # A link is not resolved: the file behind it is not ours to remove.
            path = os.path.join(top, name)
            if folder == _PACKS:
                yield path, tuple(_table_of(path))
            elif is_name(name) or name.endswith(TEMP_SUFFIX):
                yield path, (name,)


def _is_there(path: str, raw: bytes) -> bool:
    """Return True if this content is stored already and complete: a crash may have left a part of it."""
    try:
        return raw in _unpacked(read_state(path), len(raw))
    except (OSError, FileError):
        return False


def _packed(raw: bytes) -> bytes:
    import zlib

    small = zlib.compress(raw, _LEVEL)
    return small if len(small) < len(raw) else raw


def _unpacked(stored: bytes, size: int) -> tuple[bytes, ...]:
    """Return what stored bytes may mean: the content itself, or its compressed form."""
    if not stored.startswith(_COMPRESSED):
        return (stored,)
    import zlib

    try:
        # One byte more than the size shows that it is another content, and 1 GB is never unpacked.
        return (zlib.decompressobj().decompress(stored, size + 1), stored)
    except zlib.error:
        return (stored,)
