"""Paths as callers pass them: strings, and path objects."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

from structedit.text.errors import UsageError

AnyPath = str | os.PathLike[str]
"""A path as callers give it."""

T = TypeVar("T")


def os_path(path: AnyPath) -> str:
    """Return a path as a string.

    Raises:
        UsageError: for bytes, and for what is not a path at all.

    >>> os_path("a.py")
    'a.py'
    """
    try:
        found: str | bytes = os.fspath(path)
    except TypeError:
        raise UsageError(
            f"{type(path).__name__} is not a path", hint="pass a string, or a path object"
        ) from None
    if isinstance(found, bytes):
        raise UsageError("a path cannot be bytes", hint="pass os.fsdecode(path)")
    return found


def each(paths: AnyPath | Iterable[T]) -> list[AnyPath | T]:
    """Return paths as a list, also a single one; bytes count as one path, and are refused when it is read."""
    if isinstance(paths, str | bytes | os.PathLike) or not isinstance(paths, Iterable):
        return [paths]
    return list(paths)
