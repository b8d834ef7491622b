"""Modules and regular expressions that are loaded or compiled when they are first used.

A command that starts imports every module but needs only some; this keeps the start short:

    if TYPE_CHECKING:
        from structedit.explain import missed_text
    else:
        missed_text = lazily("structedit.explain.missed_text")

    _WORD = regex(rb"\\w+")
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any


class _Lazy:
    """A stand-in for a module: it imports the module when an attribute is first read."""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __getattr__(self, attribute: str) -> object:
        module = sys.modules.get(self.__name__) or import_module(self.__name__)
        return getattr(module, attribute)


def lazily(name: str) -> Any:
    """A stand-in for a module, which is imported when one of its names is first used."""
    return _Lazy(name)


class _LazyPattern:
    """A stand-in for a compiled regular expression, compiled when an attribute is first read."""

    def __init__(self, source: str | bytes, flags: int | re.RegexFlag) -> None:
        self._source, self._flags = source, flags

    def __getattr__(self, attribute: str) -> object:
        if attribute.startswith("_"):
            raise AttributeError(attribute)
        value = getattr(re.compile(self._source, self._flags), attribute)
        setattr(self, attribute, value)
        return value

    def __reduce__(self) -> tuple[object, ...]:
        return re.compile, (self._source, self._flags)


if TYPE_CHECKING:
    regex = re.compile
else:

    def regex(source: str | bytes, flags: int = 0) -> _LazyPattern:
        """A regular expression that is compiled when it is first used.

        A command that starts loads two hundred of them and uses a few.
        """
        return _LazyPattern(source, flags)
