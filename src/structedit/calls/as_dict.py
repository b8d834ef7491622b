"""Outcomes as JSON values: the output of ``--json`` and MCP.

Keys are stable and complete: one without a value is null, an empty list or an empty text. Spans are
``[start, end)`` in bytes, lines ``[first, last]`` from 1.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from structedit.calls.diagnoses import Hit, Numbered
from structedit.calls.printable import json_text
from structedit.calls.statuses import JsonValue, status_word
from structedit.text.document import LineRange, Span

if TYPE_CHECKING:
    from structedit.calls.outcomes import ChangedSpan, Outcome

JsonObject = dict[str, JsonValue]


def to_dict(outcome: Outcome) -> JsonObject:
    """An outcome as JSON values."""
    return {
        "status": status_word(outcome.status, outcome.dry_run),
        "reason": as_json(outcome.reason),
        "message": as_json(outcome.message),
        "operation": outcome.operation,
        "path": as_json(outcome.path),
        "language": outcome.language,
        "tier": outcome.tier,
        "method": as_json(outcome.method),
        "confidence": outcome.confidence,
        "spans": [span_dict(span) for span in outcome.spans],
        "line_count_after": outcome.line_count_after,
        "line_delta": outcome.line_delta,
        "lines_added": outcome.lines_added,
        "lines_removed": outcome.lines_removed,
        "replacements": outcome.replacements,
        "region": as_json(outcome.region),
        "diff": as_json(outcome.diff),
        "selector": as_json(outcome.selector),
        "attached": as_json(outcome.attached),
        "kept": as_json(outcome.kept),
        "bridged": as_json(outcome.bridged),
        "risk": outcome.risk.value,
        "warnings": as_json(outcome.warnings),
        "dry_run": outcome.dry_run,
        "version_before": outcome.version_before,
        "version_after": outcome.version_after,
        "undo_id": outcome.undo_id,
        "formatted": as_json(outcome.formatted),
        "findings": as_json(outcome.findings),
        "diagnosis": as_json(outcome.diagnosis),
    }


def as_json(value: object) -> JsonValue:
    """Return a value as JSON holds it: a record as an object of its fields, lines and spans as pairs.

    >>> as_json((LineRange(2, 5), None, "a"))
    [[2, 5], None, 'a']
    """
    if type(value) is str:  # by far the most of them
        return json_text(value)
    match value:
        case None | bool() | int() | float():
            return value
        case str():
            return str(value.value) if isinstance(value, Enum) else json_text(value)
        case LineRange():
            return [value.first, value.last]
        case Span():
            return [value.start, value.end]
        case tuple() | list():
            return [as_json(item) for item in value]
        case dict():
            return {json_text(key): as_json(item) for key, item in value.items()}
        case Hit():
            return hit_dict(value)
        case Numbered():
            names: tuple[str, ...] = ("first", "last", "lines", "left_out", "selector")
        case _:
            names = type(value).__match_args__  # type: ignore[attr-defined]
    return {name: as_json(getattr(value, name)) for name in names}


def hit_dict(hit: Hit) -> JsonObject:
    """A hit as JSON values; one of a pattern with its text and captures."""
    found: JsonObject = {
        "lines": as_json(hit.lines),
        "selector": as_json(hit.selector),
        "around": as_json(hit.around),
    }
    if hit.text is not None:
        found["text"] = json_text(hit.text)
        found["captures"] = as_json(dict(hit.captures))
        found["broken"] = hit.is_broken
    return found


def span_dict(span: ChangedSpan) -> JsonObject:
    """A changed place as JSON values."""
    return {
        "bytes_before": as_json(span.before),
        "bytes_after": as_json(span.after),
        "lines_before": as_json(span.lines_before),
        "lines_after": as_json(span.lines_after),
    }
