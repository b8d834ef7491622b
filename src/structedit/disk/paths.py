"""Paths as callers give them: texts, and objects that stand for one."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

from structedit.text.errors import UsageError

AnyPath = str | os.PathLike[str]
"""A path as callers give it."""

T = TypeVar("T")


def os_path(path: AnyPath) -> str:
    """Give a path as a text.

    Raises:
        UsageError: for bytes, and for what is no path at all.

    >>> os_path("a.py")
    'a.py'
    """
    try:
        found: str | bytes = os.fspath(path)
    except TypeError:
        raise UsageError(
            f"{type(path).__name__} is no path", hint="pass a text, or a path object"
        ) from None
    if isinstance(found, bytes):
        raise UsageError("a path cannot be bytes", hint="pass os.fsdecode(path)")
    return found


def each(paths: AnyPath | Iterable[T]) -> list[AnyPath | T]:
    """Give paths as a list, one alone too; bytes are one, which is refused when it is read."""
    if isinstance(paths, str | bytes | os.PathLike) or not isinstance(paths, Iterable):
        return [paths]
    return list(paths)
