"""Backups: contents of files, each stored under its own hash in the user's state folder.

A content that occurs twice is kept once, and one that was damaged is noticed when it is read. It is
compressed where that makes it smaller. Only the user may read them.

Not here: which file had which content when (`disk.history`).
"""

from __future__ import annotations

import os
from collections.abc import Collection

from structedit.disk.locks import own_folder, private_folder, state_path
from structedit.disk.opening import MAX_BYTES, read_regular
from structedit.disk.staging import discard, sync_folder, temp_name, write_new
from structedit.text.errors import FileError
from structedit.text.hashing import sha256

_FOLDER = "backups"

_LEVEL = 1
"""How hard a content is compressed; of `zlib`'s levels the quickest, by judgement.

`benchmarks/batches.py` prints what is kept over the bytes of the files that changed.
"""

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


def flush(names: Collection[str]) -> None:
    """Flush contents to the disk that were kept without; many at once take less time.

    Raises:
        OSError: when the disk does not take them.
    """
    for name in names:
        file = os.open(_path(name), os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)
    for folder in sorted({os.path.dirname(_path(name)) for name in names}):
        sync_folder(folder)


def fetch(name: str) -> bytes | None:
    """A kept content by its name; None where it is no longer kept, or damaged.

    Raises:
        OSError: when it cannot be read now.
    """
    try:
        with open(os.path.join(own_folder(_FOLDER, name[:2]), name), "rb") as file:
            stored = file.read()
    except FileNotFoundError:
        return None
    return next((raw for raw in _unpacked(stored) if name_of(raw) == name), None)


def drop_all_but(names: Collection[str]) -> None:
    """Remove the backups that are not among `names`."""
    top = os.path.realpath(state_path(_FOLDER))
    for folder, _, kept in os.walk(top):
        for name in kept:
            if name not in names:
                discard(os.path.join(folder, name))


def _path(name: str) -> str:
    return state_path(_FOLDER, name[:2], name)


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
