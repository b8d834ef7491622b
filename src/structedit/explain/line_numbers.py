"""Line numbers of an older version: mapped to the file as it is now, or refused with it shown.

A request whose lines name the version that they were read from is rewritten for the current
text, if those lines are in it as they were. How lines are mapped is in `text.line_map`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from structedit.calls.diagnoses import Closest, Diagnosis, Numbered
from structedit.calls.outcomes import Outcome
from structedit.calls.places import Lines
from structedit.calls.requests import Request, targets_of
from structedit.calls.versions import Step
from structedit.text.document import Document, LineRange
from structedit.text.edit import EditSet
from structedit.text.line_map import Touched, carried_by_edits, carried_by_likeness
from structedit.text.values import replace

_MOST_SHOWN = 40
"""Lines of a place by number that are shown; chosen by judgement."""

_AROUND = 2
"""Lines that are shown on each side of it; chosen by judgement."""


def old_lines(request: Request, version: str) -> Lines | None:
    """Lines that a request names, of another version than this one, which they name; None if none are."""
    lines = [target for target in targets_of(request).values() if isinstance(target, Lines)]
    near, of = request.hints.near_line, request.hints.version
    if near is not None and near > 0 and of is not None:  # a number below 1 is refused by the scope
        lines.append(of_line(near, of))
    return next((each for each in lines if each.version not in (None, version)), None)


def carried(
    old: Document, new: Document, steps: Sequence[Step] | None, lines: LineRange
) -> LineRange | Touched:
    """Map lines from an old text to a new one; `steps` are the edits in between, if they are known."""
    if lines.last > old.line_count:
        return Touched(None)
    if steps is None:
        return carried_by_likeness(old, new, lines)
    edits = EditSet.in_order(step.edits for step in steps)
    return carried_by_edits(old, edits, new, lines)


def of_line(near_line: int, version: str) -> Lines:
    """The line that a hint names, as a number of one version."""
    return Lines(LineRange(near_line, near_line), None, version)


def rewritten(request: Request, asked: Lines, lines: LineRange, version: str) -> Request:
    """The request with lines that it names, or the line of its hints, as another version numbers them."""
    for name, target in targets_of(request).items():
        if target is asked:
            now: dict[str, Any] = {name: replace(asked, lines=lines, version=version)}
            return replace(request, **now)
    return replace(request, hints=replace(request.hints, near_line=lines.first, version=version))


def refused(outcome: Outcome, asked: Lines, touched: Touched) -> Outcome:
    """Return the refusal for lines that were changed since they were read, with the lines as they are now."""
    message, fix, closest = touched_words(outcome.before, asked, touched)
    return replace(outcome, message=message, diagnosis=Diagnosis(message, fix, closest=closest))


def touched_words(
    document: Document, asked: Lines, touched: Touched
) -> tuple[str, str, Closest | None]:
    """The message, the next step and the lines as they are now, or None if nothing is left of them."""
    one = asked.lines.first == asked.lines.last
    these = f"line {asked.lines}" if one else f"lines {asked.lines}"
    message = f"{these} of version {asked.version} changed since, and the file is now version {document.version}"
    if touched.now is None:
        return message, "read the file again: those lines are gone", None
    where = f"line{'s' * (touched.now.first < touched.now.last)} {touched.now}"
    fix = f"they are now {where}: send those with version {document.version!r}"
    first = max(1, touched.now.first - _AROUND)
    last = min(document.line_count, touched.now.last + _AROUND)
    shown = min(last, first + _MOST_SHOWN - 1)
    texts = tuple(document.line_text(number) for number in range(first, shown + 1))
    return message, fix, Closest(Numbered(first, texts, last - shown), 0, touched.now)


def unknown_words(asked: Lines) -> tuple[str, str]:
    """The message and the next step for a version that was never shown, or is forgotten."""
    return (
        f"version {asked.version} is not known here, so it is not certain where its line {asked.lines.first}"
        " is now",
        "read the place again and send its lines with the version that comes with them",
    )
