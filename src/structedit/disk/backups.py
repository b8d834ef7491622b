"""Backups: contents of files, each known by its own hash, in the user's state folder.

The contents of one edit are a file each; a content that occurs twice is kept once. Those of a transaction of
several files are put together in one file, a pack, which is made and flushed once: behind them a table of the names
with where each begins and ends, and where that table begins. One that was damaged is noticed when it is read. It is
compressed where that makes it smaller. Only the user may read them.

Not here: which file had which content when (`disk.history`).
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping

from structedit.disk.locks import own_folder, private_folder, state_path
from structedit.disk.opening import MAX_BYTES, read_regular
from structedit.disk.staging import TEMP_SUFFIX, discard, sync_folder, temp_name, write_new, writing
from structedit.text.errors import FileError
from structedit.text.hashing import sha256

_FOLDER = "backups"
_PACKS = "packs"

_LEVEL = 1
"""How hard a content is compressed; of `zlib`'s levels the quickest, by judgement.

`benchmarks/batches.py` prints what is kept over the bytes of the files that changed.
"""

_OFFSET_LENGTH = 20
"""Digits at the end of a pack that say where its table begins. Given by the largest offset of a file, of 19."""

_COMPRESSED = b"\x78"
"""How compressed bytes begin; given by `zlib`. A file may begin so too: the hash tells."""


def name_of(raw: bytes) -> str:
    """The hash under which a content is kept."""
    return sha256(raw)


def keep(raw: bytes, *, lasting: bool, name: str | None = None) -> str:
    """Keep a content and return its name, if that is not known; a `lasting` one is flushed to the disk.

    Raises:
        OSError: when it cannot be kept.
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
    """Keep contents by their names, flushed to the disk.

    Each is written before the next one is compressed: what is in memory does not grow with their number.

    Raises:
        OSError: when they cannot be kept.
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
    """A kept content by its name; None where it is no longer kept, or damaged.

    Raises:
        OSError: when it cannot be read now.
    """
    try:
        with open(os.path.join(own_folder(_FOLDER, name[:2]), name), "rb") as file:
            found = _whole(name, file.read())
    except FileNotFoundError:
        found = None
    return found if found is not None else _fetch_packed(name)


def _fetch_packed(name: str) -> bytes | None:
    """A content that is kept in a pack; see `fetch`."""
    try:
        folder = own_folder(_FOLDER, _PACKS)
        packs = sorted(os.listdir(folder))
    except FileNotFoundError:
        return None
    for path in (os.path.join(folder, pack) for pack in packs):
        if (place := _table_of(path).get(name)) is None:
            continue
        try:
            with open(path, "rb") as file:
                file.seek(place[0])
                stored = file.read(max(0, place[1] - place[0]))
        except FileNotFoundError:  # it was trimmed meanwhile
            continue
        if (raw := _whole(name, stored)) is not None:
            return raw
    return None


def _whole(name: str, stored: bytes) -> bytes | None:
    """The content of a name from what is stored for it; None where that is damaged."""
    return next((raw for raw in _unpacked(stored) if name_of(raw) == name), None)


_tables: dict[str, dict[str, tuple[int, int]]] = {}
"""Tables of packs that were read, by their paths: a pack never changes."""


def _table_of(path: str) -> dict[str, tuple[int, int]]:
    """Where in a pack each of its contents begins and ends; empty for one that is gone, in the making or damaged."""
    if path in _tables:
        return _tables[path]
    if path.endswith(TEMP_SUFFIX):
        return {}
    try:
        with open(path, "rb") as file:
            end = max(0, file.seek(0, os.SEEK_END) - _OFFSET_LENGTH)
            file.seek(end)
            file.seek(start := int(file.read()))
            lines = file.read(max(0, end - start)).splitlines()
        rows = [(name, int(begin), int(end)) for name, begin, end in map(bytes.split, lines)]
    except (FileNotFoundError, ValueError):
        return {}
    _tables[path] = {name.decode("ascii", "replace"): (a, z) for name, a, z in rows}
    return _tables[path]


def drop_all_but(names: Collection[str]) -> None:
    """Remove the backups that are not among `names`; of a pack, all or none."""
    top = os.path.realpath(state_path(_FOLDER))
    wanted = frozenset(names)
    for folder, _, kept in os.walk(top):
        packed = os.path.basename(folder) == _PACKS
        for path in (os.path.join(folder, name) for name in kept):
            own = _table_of(path) if packed else (os.path.basename(path),)
            if wanted.isdisjoint(own):
                discard(path)


def _is_there(path: str, raw: bytes) -> bool:
    """Whether this content is kept already, and whole: a crash may have left a part of it."""
    try:
        return raw in _unpacked(read_regular(path, MAX_BYTES, os.open))
    except (OSError, FileError):
        return False


def _packed(raw: bytes) -> bytes:
    import zlib

    small = zlib.compress(raw, _LEVEL)
    return small if len(small) < len(raw) else raw


def _unpacked(stored: bytes) -> tuple[bytes, ...]:
    """What a stored content may stand for: itself, or what it was before it was compressed."""
    if not stored.startswith(_COMPRESSED):
        return (stored,)
    import zlib

    try:
        return (zlib.decompress(stored), stored)
    except zlib.error:
        return (stored,)
