"""Outcomes as JSON values: what ``--json`` prints and MCP returns.

Keys are stable and complete: one without a value is there with null, an empty list or an
empty text. Spans are ``[start, end)`` in bytes, lines ``[first, last]`` from 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from structedit.calls.diagnoses import (
    Candidate,
    Closest,
    Diagnosis,
    Difference,
    Hit,
    HunkFate,
    Numbered,
)
from structedit.calls.printable import json_text
from structedit.calls.statuses import JsonValue, told
from structedit.text.document import LineRange, Span

if TYPE_CHECKING:
    from structedit.calls.outcomes import ChangedSpan, Outcome

JsonObject = dict[str, JsonValue]


def to_dict(outcome: Outcome) -> JsonObject:
    """An outcome as JSON values."""
    return {
        "status": told(outcome.status, outcome.dry_run),
        "reason": outcome.reason.value if outcome.reason else None,
        "message": json_text(outcome.message),
        "operation": outcome.operation,
        "path": _text(outcome.path),
        "language": outcome.language,
        "tier": outcome.tier,
        "method": outcome.method.value if outcome.method else None,
        "confidence": outcome.confidence,
        "spans": [span_dict(span) for span in outcome.spans],
        "line_count_after": outcome.line_count_after,
        "line_delta": outcome.line_delta,
        "lines_added": outcome.lines_added,
        "lines_removed": outcome.lines_removed,
        "replacements": outcome.replacements,
        "region": numbered_dict(outcome.region) if outcome.region else None,
        "diff": json_text(outcome.diff),
        "selector": _text(outcome.selector),
        "attached": texts(outcome.attached),
        "kept": texts(outcome.kept),
        "bridged": texts(outcome.bridged),
        "risk": outcome.risk.value,
        "warnings": texts(outcome.warnings),
        "dry_run": outcome.dry_run,
        "version_before": outcome.version_before,
        "version_after": outcome.version_after,
        "undo_id": outcome.undo_id,
        "formatted": outcome.formatted.to_dict() if outcome.formatted else None,
        "findings": outcome.findings.to_dict() if outcome.findings else None,
        "diagnosis": diagnosis_dict(outcome.diagnosis) if outcome.diagnosis else None,
    }


def diagnosis_dict(diagnosis: Diagnosis) -> JsonObject:
    """A diagnosis as JSON values."""
    return {
        "message": json_text(diagnosis.message),
        "fix": json_text(diagnosis.fix),
        "hits": [hit_dict(hit) for hit in diagnosis.hits],
        "candidates": [_candidate(candidate) for candidate in diagnosis.candidates],
        "differences": [_difference(difference) for difference in diagnosis.differences],
        "closest": _closest(diagnosis.closest) if diagnosis.closest else None,
        "notes": texts(diagnosis.notes),
        "retry": None if diagnosis.retry is None else json_value(diagnosis.retry),
        "instead": None if diagnosis.instead is None else json_value(diagnosis.instead),
        "copy": numbered_dict(diagnosis.copy) if diagnosis.copy else None,
        "hunks": [_hunk(hunk) for hunk in diagnosis.hunks],
    }


def _hunk(hunk: HunkFate) -> JsonObject:
    return {
        "number": hunk.number,
        "text": json_text(hunk.text),
        "status": hunk.status.value,
        "line": hunk.line,
        "reason": hunk.reason.value if hunk.reason else None,
    }


def numbered_dict(numbered: Numbered) -> JsonObject:
    """Numbered lines as JSON values."""
    return {
        "first": numbered.first,
        "last": numbered.last,
        "lines": texts(numbered.lines),
        "left_out": numbered.left_out,
        "selector": _text(numbered.selector),
    }


def hit_dict(hit: Hit) -> JsonObject:
    """A hit as JSON values; one of a pattern with its text and captures."""
    found: JsonObject = {
        "lines": lines_value(hit.lines),
        "selector": _text(hit.selector),
        "around": numbered_dict(hit.around),
    }
    if hit.text is not None:
        found["text"] = json_text(hit.text)
        found["captures"] = {name: json_text(text) for name, text in hit.captures}
        found["broken"] = hit.is_broken
    return found


def texts(values: Iterable[str]) -> list[JsonValue]:
    """Texts in a form that JSON can hold."""
    return [json_text(value) for value in values]


def lines_value(lines: LineRange) -> list[JsonValue]:
    """A range of lines as its first and last."""
    return [lines.first, lines.last]


def json_value(value: JsonValue) -> JsonValue:
    """A value with all its texts, keys too, in a form that JSON can hold."""
    match value:
        case str():
            return json_text(value)
        case list():
            return [json_value(item) for item in value]
        case dict():
            return {json_text(key): json_value(item) for key, item in value.items()}
        case _:
            return value


def _text(value: str | None) -> str | None:
    return None if value is None else json_text(value)


def span_dict(span: ChangedSpan) -> JsonObject:
    """A changed place as JSON values."""
    return {
        "bytes_before": _bytes(span.before),
        "bytes_after": _bytes(span.after),
        "lines_before": lines_value(span.lines_before),
        "lines_after": lines_value(span.lines_after) if span.lines_after else None,
    }


def _bytes(span: Span) -> list[JsonValue]:
    return [span.start, span.end]


def _candidate(candidate: Candidate) -> JsonObject:
    return {
        "selector": json_text(candidate.selector),
        "kind": candidate.kind,
        "lines": lines_value(candidate.lines),
        "signature": json_text(candidate.signature),
    }


def _difference(difference: Difference) -> JsonObject:
    return {
        "line": difference.line,
        "wanted": json_text(difference.wanted),
        "found": json_text(difference.found),
        "what": json_text(difference.what),
    }


def _closest(closest: Closest) -> JsonObject:
    return {
        "region": numbered_dict(closest.region),
        "similarity": closest.similarity,
        "lines": lines_value(closest.lines),
        "differences": texts(closest.differences),
    }
