"""JSON schemas of what tools take and give, made from the table of arguments.

Not here: which tools there are (`faces.tools.table`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import cast

from structedit.calls.as_dict import JsonObject
from structedit.calls.parameters import Kind, Parameter
from structedit.calls.statuses import Status

_LANDMARK: JsonObject = {
    "type": "object",
    "properties": {
        "text": {"type": "string"},
        "occurrence": {"type": ["integer", "null"], "description": "the Nth hit, -1 the last"},
    },
    "required": ["text", "occurrence"],
    "additionalProperties": False,
}
_MARK: JsonObject = {"anyOf": [{"type": "string"}, _LANDMARK]}
_STRINGS: JsonObject = {"type": "array", "items": {"type": "string"}}

_KINDS: dict[Kind, JsonObject] = {
    "text": {"type": "string"},
    "name": {"type": "string"},
    "word": {"type": "string"},
    "lines": {"type": "string"},
    "integer": {"type": "integer"},
    "flag": {"type": "boolean"},
    "names": _STRINGS,
    "mark": _MARK,
    "pair": {
        "type": "object",
        "properties": {"start": _MARK, "end": _MARK},
        "required": ["start", "end"],
        "additionalProperties": False,
    },
    "edits": {"type": "string"},
}

_SHORT: dict[Kind, JsonObject] = {
    **_KINDS,
    "lines": {"type": ["string", "integer"]},
    "mark": {"type": ["string", "object"]},
    "pair": {"type": "object"},
    "edits": {"type": ["string", "array"], "items": {"type": "object"}},
}
"""Kinds as they are shown where every letter of a list of tools is read with every call."""

_FORMS: dict[Kind, str] = {"mark": "; or {text, occurrence}", "pair": ": {start, end}"}


def input_schema(known: Mapping[str, Parameter], required: Collection[str]) -> JsonObject:
    """The schema of a tool's arguments; what is not required may be left out."""
    properties = cast(JsonObject, {name: _property(p) for name, p in known.items()})
    return {"type": "object", "properties": properties, "required": list(required)}


def strict_schema(known: Mapping[str, Parameter], required: Collection[str]) -> JsonObject:
    """The same in strict mode: every argument is named, null is what is left out."""
    properties: JsonObject = {}
    for name, parameter in known.items():
        kind = _described(parameter, _KINDS[parameter.kind])
        properties[name] = kind if name in required else _or_null(kind)
    return {
        "type": "object",
        "properties": properties,
        "required": list(known),
        "additionalProperties": False,
    }


def _property(parameter: Parameter) -> JsonObject:
    described = _described(parameter, _SHORT[parameter.kind])
    described["description"] = parameter.help + _FORMS.get(parameter.kind, "")
    if parameter.least is not None:
        described["minimum"] = parameter.least
    return described


def _described(parameter: Parameter, kind: JsonObject) -> JsonObject:
    words: JsonObject = {"enum": list(parameter.words)} if parameter.words else {}
    if parameter.kind == "names" and words:
        words = {"items": {"type": "string", **words}}
    return {**kind, **words, "description": parameter.help}


def _or_null(kind: JsonObject) -> JsonObject:
    description = kind["description"]
    bare = {key: value for key, value in kind.items() if key != "description"}
    if "enum" in bare or "anyOf" in bare:
        return {"anyOf": [bare, {"type": "null"}], "description": description}
    return {**bare, "type": [cast(str, bare["type"]), "null"], "description": description}


# What comes back

_TEXT: JsonObject = {"type": "string"}
_TEXT_OR_NULL: JsonObject = {"type": ["string", "null"]}
_COUNT: JsonObject = {"type": "integer"}
_LINES: JsonObject = {
    "type": ["array", "null"],
    "items": {"type": "integer"},
    "description": "first and last, from 1",
}
_LIST: JsonObject = {"type": "array"}
_OBJECT_OR_NULL: JsonObject = {"type": ["object", "null"]}

_COMMON: JsonObject = {
    "status": {"type": "string", "enum": [status.value for status in Status]},
    "reason": {**_TEXT_OR_NULL, "description": "why it did not land, in one word"},
    "message": _TEXT,
}

_RESULTS: dict[str, JsonObject] = {
    "outcome": {
        "path": _TEXT_OR_NULL,
        "tier": {**_TEXT_OR_NULL, "description": "how literally the text matched"},
        "selector": _TEXT_OR_NULL,
        "region": {**_OBJECT_OR_NULL, "description": "the new region, its lines numbered"},
        "diff": _TEXT,
        "warnings": _LIST,
        "dry_run": {"type": "boolean"},
        "line_delta": _COUNT,
        "version_before": _TEXT_OR_NULL,
        "version_after": _TEXT_OR_NULL,
        "undo_id": _TEXT_OR_NULL,
        "diagnosis": {
            **_OBJECT_OR_NULL,
            "description": "of a failure: fix, hits, closest region, and retry, the arguments of"
            " a call that lands",
        },
    },
    "batch": {
        "edits": {**_LIST, "description": "what became of each edit"},
        "files": {**_LIST, "description": "what became of each file, with its versions"},
        "totals": {"type": "object"},
        "diff": _TEXT,
        "warnings": _LIST,
        "dry_run": {"type": "boolean"},
        "undo_id": _TEXT_OR_NULL,
        "diagnosis": _OBJECT_OR_NULL,
    },
    "outline": {
        "path": _TEXT_OR_NULL,
        "language": _TEXT_OR_NULL,
        "line_count": _COUNT,
        "version": _TEXT,
        "fault_lines": _LIST,
        "items": {**_LIST, "description": "definitions as a tree: selector, kind, lines, children"},
        "left_out": {**_COUNT, "description": "definitions that are not listed"},
        "more": {**_TEXT, "description": "how to get what is left out"},
    },
    "region": {
        "path": _TEXT_OR_NULL,
        "language": _TEXT_OR_NULL,
        "version": {**_TEXT, "description": "pass it with `lines` of this reply"},
        "line_count": _COUNT,
        "lines": _LINES,
        "selector": _TEXT_OR_NULL,
        "text": _TEXT,
        "folds": {**_LIST, "description": "lines that are not in the text"},
        "left_out": _COUNT,
        "more": {**_TEXT, "description": "how to get what is left out"},
        "diagnosis": _OBJECT_OR_NULL,
    },
    "stats": {},
    "hits": {
        "count": _COUNT,
        "hits": {**_LIST, "description": "path, lines, enclosing selector, the lines themselves"},
        "versions": {"type": "object", "description": "version of each file with a hit"},
        "files_searched": _COUNT,
        "more": {**_TEXT, "description": "how to get what is left out"},
    },
}


def output_schema(result: str) -> JsonObject:
    """The schema of a kind of result; wrong calls give no more than what all have."""
    return {
        "type": "object",
        "properties": {**_COMMON, **_RESULTS[result]},
        "required": ["status", "reason", "message"],
    }
