"""The findings that an edit introduced and removed: those after it minus those before it, as multisets.

A finding is identified by its path, line, rule and message. Lines before the edit are first mapped through it, so
that an old error that moved does not count as introduced. If the edit touched a line, the same rule and message on
another line is the same finding.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from structedit.calls.edit_findings import Finding
from structedit.text.document import Document
from structedit.text.edit import EditSet
from structedit.text.lazily import regex
from structedit.text.values import dataclass, replace

_NUMBERED = regex(r"\bline \d+")
"""A line number inside a message, which moves with the code."""


@dataclass(frozen=True, slots=True)
class EditedFile:
    """One file before and after an edit; `path` is relative to the root, `before` None for a file that was created."""

    path: str
    before: Document | None
    after: Document
    edits: EditSet
    moved_from: str | None = None


Moved = Mapping[str, EditedFile]
"""The files of an edit, by their old paths."""


def changed_findings(
    before: Sequence[Finding], after: Sequence[Finding], files: Moved
) -> tuple[list[Finding], list[Finding]]:
    """Return the findings that are introduced, and those that are removed."""
    left: dict[tuple[str, ...], list[Finding]] = {}
    for finding in after:
        left.setdefault(_key(finding), []).append(finding)
    loose: list[tuple[Finding, Finding]] = []
    removed: list[Finding] = []
    for finding in before:
        image, is_certain = _image(finding, files)
        same = left.get(_key(image), [])
        exact = next((one for one in same if one.line == image.line), None)
        if exact is not None:
            same.remove(exact)
        elif is_certain:
            removed.append(finding)
        else:
            loose.append((finding, image))
    for finding, image in loose:
        same = left.get(_key(image), [])
        if same:
            same.remove(min(same, key=lambda one: abs(one.line - image.line)))
        else:
            removed.append(finding)
    kept = {id(finding) for rest in left.values() for finding in rest}
    return [finding for finding in after if id(finding) in kept], removed


def _key(finding: Finding) -> tuple[str, ...]:
    return finding.path, finding.rule, _NUMBERED.sub("line", finding.message)


def _image(finding: Finding, files: Moved) -> tuple[Finding, bool]:
    """Return a finding as it would be after the edit, and True if its line is certain."""
    file = files.get(finding.path)
    if file is None or file.before is None:
        return finding, True
    # A finding about the file as a whole, or about its end, may name line 0 or the one behind the last.
    line = min(max(1, finding.line), max(1, file.before.line_count))
    span = file.before.line_span(line)
    is_touched = file.edits.touches(span)
    start = file.edits.map_offset(span.start, after=not is_touched)
    image = replace(finding, path=file.path, line=file.after.line_of(start))
    return image, not is_touched and finding.line == line
