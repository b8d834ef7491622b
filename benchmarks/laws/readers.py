"""Parsers of the languages' own, where they can be had: what they say of a result."""

from __future__ import annotations

import ast
import json
import tomllib
import warnings
from collections.abc import Callable
from typing import Any
from xml.parsers import expat

from benchmarks.laws.items import File

try:
    import yaml
except ImportError:
    yaml = None  # type: ignore[assignment]


def _python(data: bytes) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ast.parse(data)


def _xml(data: bytes) -> None:
    expat.ParserCreate().Parse(data, True)


def _json(data: bytes) -> Any:
    return json.loads(data, object_pairs_hook=_Pairs)


class _Pairs(list[Any]):
    """An object of JSON, with keys that stand twice."""


def _yaml(data: bytes) -> Any:
    return list(yaml.load_all(data, Loader=_Plain)) if yaml is not None else None


if yaml is not None:

    class _Plain(yaml.CSafeLoader):  # type: ignore[name-defined, misc]
        """A reader that takes tags for what they stand at."""

    def _untagged(loader: Any, _: str, node: Any) -> Any:
        if isinstance(node, yaml.MappingNode):
            return loader.construct_mapping(node, deep=True)
        if isinstance(node, yaml.SequenceNode):
            return loader.construct_sequence(node, deep=True)
        return loader.construct_scalar(node)

    _Plain.add_multi_constructor("", _untagged)


def _toml(data: bytes) -> Any:
    return tomllib.loads(data.decode())


_READERS: dict[str, Callable[[bytes], Any]] = {
    "python": _python,
    "json": _json,
    "toml": _toml,
    "xml": _xml,
}
if yaml is not None:
    _READERS["yaml"] = _yaml


def refuses(file: File, data: bytes) -> str:
    """Why the language's own parser does not read a text; empty where it does, or did not before."""
    reader = _READERS.get(file.language)
    if reader is None:
        return ""
    if "readable" not in file.kept:
        file.kept["readable"] = not _problem(reader, file.data)
    return _problem(reader, data) if file.kept["readable"] else ""


def _problem(reader: Callable[[bytes], Any], data: bytes) -> str:
    try:
        reader(data)
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:100]}"
    return ""


def other_data(file: File, data: bytes, *, of_keys: bool = False) -> str:
    """How the data of a deletion is not the data with one thing taken out; empty where it is.

    `of_keys`: with keys taken out, as of a table of which other tables stay.
    """
    if file.language not in ("json", "toml", "yaml"):
        return ""
    reader = _READERS.get(file.language)
    if reader is None or (refuses(file, data) or not file.kept["readable"]):
        return ""
    if "data" not in file.kept:
        file.kept["data"] = _plain(reader(file.data))
    count = _removed(file.kept["data"], _plain(reader(data)))
    if count == 1 or (count and of_keys):
        return ""
    return "it is another" if count is None else f"{count} things are gone"


def _plain(value: Any) -> Any:
    if isinstance(value, _Pairs):
        return _Pairs((key, _plain(one)) for key, one in value)
    if isinstance(value, dict):
        return _Pairs((key, _plain(one)) for key, one in value.items())
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return value


def _removed(before: Any, after: Any) -> int | None:
    """How many keys or elements were taken out of some data to get other data; None where that is not all."""
    if before == after and type(before) is type(after):
        return 0
    if isinstance(before, _Pairs) and after in (None, ""):
        after = _Pairs()
    if isinstance(before, list) and after in (None, ""):
        after = []
    if not isinstance(before, list) or not isinstance(after, list):
        return None
    if isinstance(before, _Pairs) != isinstance(after, _Pairs) and after:
        return None
    total, at = 0, 0
    for number, one in enumerate(before):
        if at < len(after) and _alike(one, after[at], isinstance(before, _Pairs)):
            at += 1
            continue
        rest = len(before) - number, len(after) - at
        if rest[0] > rest[1]:
            total += 1
            continue
        inner = _inside(one, after[at]) if at < len(after) else None
        if inner is None:
            return None
        total, at = total + inner, at + 1
    return total if at == len(after) else None


def _alike(one: Any, other: Any, is_pair: bool) -> bool:
    return bool(one == other)


def _inside(one: Any, other: Any) -> int | None:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return _removed(one[1], other[1]) if one[0] == other[0] else None
    return _removed(one, other)
