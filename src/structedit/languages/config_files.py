"""The folder ``grammars_config/``: its location, its files as texts; other data files of the package.

Only this module and `known` read it.
"""

from __future__ import annotations

import os
from functools import cache
from importlib.machinery import SourceFileLoader
from types import CodeType
from typing import Any, cast

from structedit.text.errors import ProfileError

_PACKAGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
_PACKAGED = os.path.join(_PACKAGE, "grammars_config")
_CHECKOUT = os.path.join(_PACKAGE, "..", "..", "grammars_config")


@cache
def config_root() -> str:
    """Return the folder of profiles: inside the package if it is installed, else in the checkout."""
    for folder in (_PACKAGED, _CHECKOUT):
        if os.path.isfile(os.path.join(folder, "detect.toml")):
            return folder
    raise ProfileError("grammars_config is missing", hint="reinstall structedit")


def read_config(*parts: str) -> str:
    """Read a file of the folder of profiles.

    Raises:
        FileNotFoundError: when there is none.
    """
    with open(_path(*parts), encoding="utf-8") as file:
        return file.read()


def _path(*parts: str) -> str:
    """Return the path of a file in the folder of profiles.

    Language names may come from a repository, so no name may lead out of the folder: Python would look for compiled
    code next to a table.

    Raises:
        FileNotFoundError: when a part is not a plain name.
    """
    for part in parts:
        if part in ("", os.curdir, os.pardir) or "\0" in part or part != os.path.basename(part):
            raise FileNotFoundError(f"{part!r} is not a file name")
    return os.path.join(config_root(), *parts)


def read_table(*parts: str) -> dict[str, Any]:
    """Read a TOML file of the folder of profiles; each call returns a new table.

    Raises:
        FileNotFoundError: when there is none.
        ProfileError: when it does not parse.
    """
    return _table_of(_path(*parts))


def read_packaged_table(*parts: str) -> dict[str, Any]:
    """Read a TOML file inside the package, next to the module that uses it; each call returns a new table."""
    return _table_of(os.path.join(_PACKAGE, *parts))


def _table_of(path: str) -> dict[str, Any]:
    loader = _TableLoader("table", path)
    scope: dict[str, Any] = {}
    exec(cast(CodeType, loader.get_code("table")), scope)
    return scope["table"]  # type: ignore[no-any-return]


class _TableLoader(SourceFileLoader):
    """Load a TOML file as a module that assigns one literal.

    Python caches the compiled form in `__pycache__` and updates it when the file changes, as for every module.
    Parsing the tables anew takes a tenth of the time of an edit.
    """

    def source_to_code(  # type: ignore[override]
        self, data: bytes, path: str, *, _optimization: int = -1
    ) -> CodeType:
        """Compile the text of the file."""
        import tomllib

        try:
            table = tomllib.loads(bytes(data).decode("utf-8"))
        except ValueError as error:
            raise ProfileError(f"{path} does not parse: {error}") from error
        return compile(f"table = {table!r}", path, "exec", dont_inherit=True)


def read_packaged(*parts: str) -> str:
    """Read a data file inside the package, next to the module that uses it."""
    with open(os.path.join(_PACKAGE, *parts), encoding="utf-8") as file:
        return file.read()
