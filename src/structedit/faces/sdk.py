"""The MCP SDK, imported without what a server on standard input and output never uses.

    with lean():
        import mcp_types
        from mcp.server.lowlevel import Server

The SDK's packages import its clients, its HTTP servers and their libraries before any of their modules, and prepare
its models for all versions of the protocol. Here both wait until they are needed: when a name of `mcp` or
`mcp.server` itself, or a model, is used. That saves a third of the time up to a server's first answer
(`python -m benchmarks.speed --only server`); everything works as before.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Any

_PACKAGES = ("mcp", "mcp.server")


@contextmanager
def lean() -> Iterator[None]:
    """Import the SDK inside this block; modules that others have imported stay as they are."""
    from pydantic import BaseModel

    for name in _PACKAGES:
        if name not in sys.modules:
            _put_off(name)
    before = BaseModel.model_config
    BaseModel.model_config = {**before, "defer_build": True}  # models of the block inherit it
    try:
        yield
    finally:
        BaseModel.model_config = before


def _put_off(name: str) -> None:
    """Install a package whose modules can be imported; its own code runs when a name is needed."""
    spec = find_spec(name)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    module, run = module_from_spec(spec), spec.loader.exec_module

    def ask(attribute: str) -> Any:
        if attribute.startswith("__"):
            raise AttributeError(f"module {name!r} has no attribute {attribute!r}")
        vars(module).pop("__getattr__", None)
        run(module)
        return getattr(module, attribute)

    vars(module)["__getattr__"] = ask
    sys.modules[name] = module
    _bind(name, module)


def _bind(name: str, module: ModuleType) -> None:
    """Make a module an attribute of its package, as an import does."""
    package, _, own = name.rpartition(".")
    if package:
        setattr(sys.modules[package], own, module)
