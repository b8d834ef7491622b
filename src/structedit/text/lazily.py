"""Modules and regular expressions that are loaded or compiled when they are first used.

A command that starts needs only some of the modules. So each room has

    __getattr__ = lazily(__name__)

and then `from structedit.explain import missed_text` loads nothing until one of its names is used as
`missed_text.diagnose`. To import a name from a module loads the module at once.

    _WORD = regex(rb"\\w+")
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any


def lazily(package: str) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package whose modules are imported when their names are first used."""

    def module(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return _LazyModule(f"{package}.{name}")

    return module


def load(path: str) -> ModuleType:
    """Import a module, without a search for reference cycles meanwhile.

    Modules make many objects, none of which is garbage: searching them takes a tenth of a small edit.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return import_module(path)
    finally:
        if was_enabled:
            gc.enable()


class _LazyModule:
    """A stand-in for a module: every attribute, its names and `__dict__` too, is the module's."""

    __slots__ = ("_module", "_path")
    _module: ModuleType | None
    _path: str

    def __init__(self, path: str) -> None:
        object.__setattr__(self, "_path", path)
        object.__setattr__(self, "_module", None)

    def __getattr__(self, attribute: str) -> object:
        return getattr(self._module or self._load(), attribute)

    def __setattr__(self, attribute: str, value: object) -> None:
        setattr(self._load(), attribute, value)

    def __delattr__(self, attribute: str) -> None:
        delattr(self._load(), attribute)

    def _load(self) -> ModuleType:
        """Import the module; `sys.modules` is not used, since it has modules that are not complete."""
        module = load(self._path)
        object.__setattr__(self, "_module", module)
        return module


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
