"""JSON schemas of the arguments and results of tools, generated from the table of arguments.

Not here: the list of tools (`faces.tools.table`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import cast

from structedit.calls.as_dict import JsonObject
from structedit.calls.parameters import Kind, Parameter

_KINDS: dict[Kind, JsonObject] = {
    "integer": {"type": "integer"},
    "flag": {"type": "boolean"},
    "program": {"type": "boolean"},
    "names": {"type": "array", "items": {"type": "string"}},
}
"""Kinds that are no text. All schemas are strict: they permit no property that they do not declare."""


def input_schema(known: Mapping[str, Parameter], required: Collection[str]) -> JsonObject:
    """Return the schema of a tool's arguments; those that are not required may be omitted."""
    properties: JsonObject = {name: _property(parameter) for name, parameter in known.items()}
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def strict_schema(known: Mapping[str, Parameter], required: Collection[str]) -> JsonObject:
    """Return the schema for interfaces that want every argument in every call: null means omitted."""
    schema = input_schema(known, required)
    properties = cast(dict[str, JsonObject], schema["properties"])
    for name, kind in properties.items():
        if name not in required:
            kind["type"] = [cast(str, kind["type"]), "null"]
            if "enum" in kind:
                kind["enum"] = [*cast(list[str], kind["enum"]), None]
    return {**schema, "required": list(known)}


def _property(parameter: Parameter) -> JsonObject:
    kind = {**_KINDS.get(parameter.kind, {"type": "string"})}
    if parameter.words and parameter.kind == "names":
        kind["items"] = {"type": "string", "enum": list(parameter.words)}
    elif parameter.words:
        kind["enum"] = list(parameter.words)
    return {**kind, "description": parameter.help}


OUTPUT: JsonObject = {
    "type": "object",
    "properties": {
        "status": {"type": "string"},
        "reason": {"type": "string"},
        "message": {"type": "string"},
    },
    "required": ["status"],
}
"""The schema of every structured result; what else is in one goes by the tool, and is in `docs/mcp.md`."""
