"""Hashes of contents.

The first use of `hashlib` loads all of OpenSSL, which takes longer than editing a small file. Python has the same
hash built in; it takes seven times as long, so OpenSSL is loaded once megabytes were hashed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

_BUILT_IN = ("_sha2", "_sha256")
"""Modules with Python's own hash, by version; a build may lack it."""

_MANY = 1024 * 1024
"""Bytes hashed by a process above which OpenSSL is faster in spite of being loaded.

Chosen by judgement: loading it takes as long as hashing one or two megabytes without.
"""

_hashed = 0
"""Bytes hashed in this process; threads may lose some of the count, which only costs time."""


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
