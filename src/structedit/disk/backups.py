"""Backups: the contents of files before and after each transaction, for undo and for recovery after a crash.

A transaction has one file of backups, named as its entry in the history: first the compressed contents, then a table of
their names with start and end, then the offset of that table. Each name has the hash and the size of its content, so a
damaged content is detected when it is read, and none expands to more than its size. Only the user may read backups.

Not here: which file had which content when (`disk.history`).
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping

from structedit.disk.opening import MAX_BYTES
from structedit.disk.staging import discard, flush, sync_folder, writing
from structedit.disk.state_folder import names_in, open_state, own_folder, private_folder
from structedit.text.hashing import sha256
from structedit.text.lazily import regex

_FOLDER = "backups"

_LEVEL = 1
"""Level of compression; the fastest of `zlib`. Chosen by judgement."""

_OFFSET_LENGTH = 20
"""Digits at the end of a file that say where its table begins. Given by the largest offset of a file, of 19."""

_NAME = regex(r"[0-9a-f]{64}-\d{1,12}")
_PLACE = regex(r"\d{14}-([0-9a-f]{8})")
_MOST_ADDED = 256 * 1024
"""Bytes that compression may add to a content that it cannot make smaller: five for each 16 KB, given by `zlib`."""

_MOST = 4 * MAX_BYTES
"""The largest size of a content in bytes. Chosen by judgement: an edit may lengthen a file of `MAX_BYTES`."""


def name_of(raw: bytes) -> str:
    """Return the name of a content: its SHA-256 and its size in bytes.

    >>> name_of(b"")[-6:]
    'b855-0'
    """
    return f"{sha256(raw)}-{len(raw)}"


def is_name(text: str) -> bool:
    """Return True if a text is the name of a content whose size is allowed."""
    return _NAME.fullmatch(text) is not None and _size_of(text) <= _MOST


def _size_of(name: str) -> int:
    return int(name.rpartition("-")[2])


def keep(place: str, contents: Mapping[str, bytes], *, lasting: bool) -> None:
    """Store the contents of a transaction by their names; `lasting` ones are flushed to the disk.

    Each is written before the next one is compressed, so the memory needed does not grow with their number.

    Raises:
        OSError: when they cannot be stored.
    """
    import zlib

    folder = private_folder(_FOLDER)
    table, at = "", 0
    with writing(os.path.join(folder, place), 0o600, lasting=lasting) as write:
        for name, raw in contents.items():
            stored = zlib.compress(raw, _LEVEL)
            write(stored)
            table += f"{name} {at} {at + len(stored)}\n"
            at += len(stored)
        write(table.encode())
        write(b"%*d" % (_OFFSET_LENGTH, at))
    if lasting:
        sync_folder(folder)


def make_lasting(place: str) -> None:
    """Flush the contents of a transaction to the disk.

    Raises:
        OSError: when that fails.
    """
    path = path_of(place)
    flush(open_state(path, os.O_RDWR))
    sync_folder(os.path.dirname(path))


def fetch(place: str, name: str) -> bytes | None:
    """Return a content of a transaction by its name; None if it is deleted or damaged.

    Raises:
        OSError: when it cannot be read now.
    """
    import zlib

    begin, end = _table_of(place).get(name, (0, -1))
    size = _size_of(name)
    if not 0 <= end - begin <= size + _MOST_ADDED:
        return None
    try:
        # One byte more than the size shows that it is another content, and 1 GB is never unpacked.
        raw = zlib.decompressobj().decompress(_part_of(place, begin, end), size + 1)
    except (FileNotFoundError, zlib.error):
        return None
    return raw if name_of(raw) == name else None


def places() -> list[str]:
    """Return the names of all files of backups, oldest first."""
    return names_in(_FOLDER)


def path_of(place: str) -> str:
    """Return the real path of a file of backups.

    Raises:
        OSError: when its folder cannot be used.
    """
    return os.path.join(os.path.realpath(own_folder(_FOLDER)), place)


def drop(place: str) -> None:
    """Delete the contents of a transaction."""
    discard(path_of(place))


def sweep(ids: Collection[str], before: str) -> None:
    """Delete what crashes have left: contents from before a time whose transaction is none of `ids`."""
    for place in places():
        match = _PLACE.fullmatch(place)
        if match is not None and place < before and match[1] not in ids:
            drop(place)


def _part_of(place: str, begin: int, end: int) -> bytes:
    """Read some bytes of a file of backups.

    Raises:
        OSError: when it is gone, or a link.
    """
    with open(path_of(place), "rb", opener=open_state) as file:
        file.seek(begin)
        return file.read(end - begin)


_tables: dict[str, dict[str, tuple[int, int]]] = {}
"""Tables that were read, by the paths of their files, which never change."""


def _table_of(place: str) -> dict[str, tuple[int, int]]:
    """Return the start and end of each content; empty if the file is gone, unfinished or damaged."""
    try:
        path = path_of(place)
        if path in _tables:
            return _tables[path]
        size = os.lstat(path).st_size
        end = max(0, size - _OFFSET_LENGTH)
        start = int(_part_of(place, end, size))
        if not 0 <= start <= end or end - start > MAX_BYTES:
            return {}
        lines = _part_of(place, start, end).splitlines()
        rows = [(name, int(begin), int(end)) for name, begin, end in map(bytes.split, lines)]
    except (OSError, ValueError):
        return {}
    table = {name.decode("ascii", "replace"): (a, z) for name, a, z in rows}
    if table:
        _tables[path] = table
    return table
