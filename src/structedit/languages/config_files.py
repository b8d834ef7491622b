"""The folder ``grammars_config/``: where it is, and its files as texts; other data of the package.

Only this module and `known` read it.
"""

from __future__ import annotations

import os
from functools import cache

from structedit.text.errors import ProfileError

_PACKAGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
_PACKAGED = os.path.join(_PACKAGE, "grammars_config")
_CHECKOUT = os.path.join(_PACKAGE, "..", "..", "grammars_config")


@cache
def config_root() -> str:
    """Path of the folder of profiles: inside the package when installed, else in the checkout."""
    for folder in (_PACKAGED, _CHECKOUT):
        if os.path.isfile(os.path.join(folder, "detect.toml")):
            return folder
    raise ProfileError("grammars_config is missing", hint="reinstall structedit")


def read_config(*parts: str) -> str:
    """Read a file of the folder of profiles."""
    with open(os.path.join(config_root(), *parts), encoding="utf-8") as file:
        return file.read()


def read_packaged(*parts: str) -> str:
    """The text of a data file that lies inside the package, beside the module that uses it."""
    with open(os.path.join(_PACKAGE, *parts), encoding="utf-8") as file:
        return file.read()
