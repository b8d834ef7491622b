"""The answer when calls on one file fail again and again: no longer "send it corrected".

A caller that has failed twice remembers the file wrongly, and a third description of the
difference will not help. It gets the region as it is, to copy, and a call that searches for no text: the
lines by number, with their own text as `new`, to be changed. Sent as it is, that call changes nothing.
If no region is similar enough, there is no such call.
"""

from __future__ import annotations

from structedit.calls.diagnoses import Diagnosis, Numbered
from structedit.calls.fields import Arguments
from structedit.calls.operations import is_plain
from structedit.calls.outcomes import Outcome
from structedit.explain.evidence import LIKE_PERCENT, clipped
from structedit.text.document import LineRange, to_text
from structedit.text.values import replace
from structedit.tree.source import Source

PATIENCE = 2
"""Failures in a row after which the answer changes.

Chosen by judgement: the same again has not helped once.
"""

WHOLE_FILE_LINES = 400
"""Lines up to which the whole file is shown. Chosen by judgement."""

_AROUND = 15
"""Lines that are shown around a place in a longer one; chosen by judgement."""

_MOST_LINES = 150
"""Lines of a definition up to which it is shown whole; chosen by judgement."""

_REPLACING = frozenset(
    ("str_replace", "replace_all", "replace_block", "replace_function_body", "delete_block")
)


def insisted(source: Source, outcome: Outcome, failures: int) -> Outcome:
    """The outcome in the form it has after `failures` failures in a row, this one included."""
    diagnosis = outcome.diagnosis
    if failures <= PATIENCE or diagnosis is None:
        return outcome
    lines = _lines(diagnosis, source)
    if lines is None:
        return outcome
    meant = _meant(diagnosis) if outcome.operation in _REPLACING else None
    instead = _instead(source, meant) if meant is not None else None
    fix = f"failure {failures} in a row on this file: do not send the call again from memory"
    if diagnosis.retry is not None:
        fix += ", send the retry as it is"
    else:
        fix += "; copy from the lines below" + (
            ", or send the call that needs no `old`" * bool(instead)
        )
    told = replace(diagnosis, fix=fix, copy=_copy(source, lines), instead=instead)
    return replace(outcome, diagnosis=told)


def _lines(diagnosis: Diagnosis, source: Source) -> LineRange | None:
    """The lines that the failure is about: the nearest, or the first of several; None in an empty file."""
    if not source.document.line_count:
        return None
    for place in (diagnosis.closest, *diagnosis.hits, *diagnosis.candidates):
        if place is not None:
            last = min(place.lines.last, source.document.line_count)
            return LineRange(min(place.lines.first, last), last)
    return LineRange(1, source.document.line_count)


def _meant(diagnosis: Diagnosis) -> LineRange | None:
    """The lines of the one place that the call can only mean: all hits, else a region that is close."""
    closest = diagnosis.closest
    if diagnosis.hits:
        hits = [hit.lines for hit in diagnosis.hits]
        return LineRange(min(lines.first for lines in hits), max(lines.last for lines in hits))
    if closest is None or 0 < closest.similarity < LIKE_PERCENT:
        return None
    return closest.lines


def _copy(source: Source, lines: LineRange) -> Numbered:
    """The whole file if it is short, else the lines with those around them."""
    document = source.document
    count = document.line_count
    if count > WHOLE_FILE_LINES:
        first, last = max(1, lines.first - _AROUND), min(count, lines.last + _AROUND)
    else:
        first, last = 1, count
    shown = min(last, first + WHOLE_FILE_LINES - 1)
    texts = tuple(clipped(document.line_text(number)) for number in range(first, shown + 1))
    return Numbered(first, texts, left_out=last - shown)


def _instead(source: Source, lines: LineRange) -> Arguments | None:
    """Return a complete call on these lines that, sent as it is, changes nothing."""
    document = source.document
    text = to_text(document.lines_span(lines).of(source.data)).rstrip("\r\n")
    if lines.last - lines.first >= _MOST_LINES or not text.strip():
        return None
    call: Arguments = {
        "op": "replace_block",
        **({"path": document.path} if document.path is not None else {}),
        "lines": str(lines),
        "expected": text,
        "new": text,
        "expected_version": document.version,
    }
    return call if is_plain(call) else None
