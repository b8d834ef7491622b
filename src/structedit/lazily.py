"""Modules that are loaded when first used: what only failures or files without a tree need.

if TYPE_CHECKING:
from structedit.judging import diagnose
else:
diagnose = lazily("structedit.judging.diagnose")
"""

from __future__ import annotations

from importlib import import_module


class _Lazy:
    """Stands for a module and has its attributes."""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __getattr__(self, attribute: str) -> object:
        value = getattr(import_module(self.__name__), attribute)
        setattr(self, attribute, value)
        return value


def lazily(name: str) -> _Lazy:
    """Give what stands for a module until one of its names is used."""
    return _Lazy(name)
