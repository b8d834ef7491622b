"""Hashes of contents.

The first use of `hashlib` loads the whole of OpenSSL, which a command that edits one small file
waits for longer than for the edit. Python has the same hash built in; it takes seven times as long, so
OpenSSL is loaded once megabytes were hashed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

_BUILT_IN = ("_sha2", "_sha256")
"""Where Python has it, by version; a build may leave it out."""

_MANY = 1024 * 1024
"""Bytes, of one process in all, from which on OpenSSL is the quicker one in spite of being loaded.

Chosen by judgement: loading it takes as long as hashing one or two megabytes without.
"""

_hashed = 0
"""Bytes that were hashed in this process; threads may lose some of it, which costs time alone."""


def sha256(raw: bytes) -> str:
    """Hash bytes, as hexadecimal digits.

    >>> sha256(b"abc")[:8]
    'ba7816bf'
    """
    global _hashed
    _hashed += len(raw)
    made: Any = _quickest(large=_hashed >= _MANY)(raw)
    return str(made.hexdigest())


@cache
def _quickest(*, large: bool) -> Callable[[bytes], Any]:
    for name in () if large else _BUILT_IN:
        try:
            return import_module(name).sha256  # type: ignore[no-any-return]
        except (ImportError, AttributeError):
            continue
    import hashlib

    return hashlib.sha256


def keyed(raw: bytes, key: bytes, *, size: int) -> str:
    """Hash bytes with a secret key, as hexadecimal digits: without the key no content can be guessed."""
    try:
        made: Any = import_module("_blake2").blake2b
    except (ImportError, AttributeError):
        import hashlib

        made = hashlib.blake2b
    return str(made(raw, key=key, digest_size=size).hexdigest())
