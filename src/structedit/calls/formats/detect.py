"""Detect the format of a text: the one whose marker comes first.

Markers are at the start of a line, so those inside another format's text, which has a sign before it, do not count.
A fence contains a whole file if it names one and does not begin with a marker.

A marker that a format left over as prose is an error: it would be an edit that nobody makes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from structedit.calls.formats import whole_file
from structedit.calls.formats.answer import Answer, Reading, fence_of, path_alone
from structedit.text.errors import FormatError
from structedit.text.lazily import regex


class Format(Protocol):
    """The interface of a format's module."""

    def marks(self, lines: Sequence[str], at: int) -> bool:
        """Return True if a text in this format may begin at a line."""

    def stray(self, lines: Sequence[str], at: int) -> bool:
        """Return True if a line outside of all edits can only be a part of one."""

    def parse(self, answer: Answer, path: str | None = None) -> Reading:
        """Parse the edits of an answer; `path` is the file of those that name none."""


_HINT = (
    "expected search/replace blocks, a unified diff, '*** Begin Patch', a JSON list of operations,"
    " or whole files in fences that name them"
)


_MAY_MARK = regex(r"\s*[^\w\s]|diff --git ")
"""The start of every possible marker or fence; few lines of a long text match it."""


def format_of(answer: Answer, path: str | None, formats: Mapping[str, Format]) -> str:
    """Return the name of an answer's format.

    Raises:
        FormatError: when it has no marker of any format.
    """
    lines = answer.lines
    marked = [at for at, line in enumerate(lines) if _MAY_MARK.match(line)]
    firsts = {name: _first(lines, marked, one.marks) for name, one in formats.items()}
    if path is not None:
        lone_hunk = next((at for at in marked if lines[at].startswith("@@")), len(lines))
        firsts["unified"] = min(firsts["unified"], lone_hunk)
    name = min(firsts, key=lambda name: firsts[name])
    first = firsts[name]
    whole = _first(lines, [at for at in marked if at < first], whole_file.names_file)
    if whole < first and _is_whole(lines, whole, first):
        return "whole_file"
    if first < len(lines):
        return name
    if path is not None and any(fence_of(line) for line in lines):
        return "whole_file"
    if any(whole_file.cites(line) for line in lines):
        return "whole_file"
    raise FormatError("the text has no edit in a known format", line=1, hint=_HINT)


def refuse_strays(answer: Answer, reading: Reading, formats: Iterable[Format]) -> None:
    """Raise a `FormatError` if there are markers in lines that were taken for prose."""
    lines = answer.lines
    for at, line in enumerate(lines):
        if at in reading.used:
            continue
        if any(one.stray(lines, at) for one in formats):
            raise FormatError(
                f"{line.strip()[:40]!r} is not part of any edit that was read",
                line=at + 1,
                hint="expected one format per text, and only whole edits; send each format separately",
            )


def _first(
    lines: Sequence[str], marked: Sequence[int], test: Callable[[Sequence[str], int], bool]
) -> int:
    return next((at for at in marked if test(lines, at)), len(lines))


def _is_whole(lines: Sequence[str], at: int, marker: int) -> bool:
    """Return True if a fence contains a file, not blocks, whose first line is a marker."""
    inside = [i for i in range(at + 1, min(at + 4, len(lines))) if lines[i].strip()]
    if not inside:
        return True
    fence = fence_of(lines[at])
    first, path = inside[0], whole_file.path_of(lines, at)
    if fence is not None and path is not None and path.endswith((".diff", ".patch")):
        return first == marker or marker > first
    if first == marker or (path_alone(lines[first]) and inside[1:2] == [marker]):
        return False
    return fence_of(lines[first]) is None or marker > first
