"""Whole files in fences.

    answer = { prose | file }
    file   = [ path ] fence [ path ] { line } closing fence

The path stands alone on the line above the fence, in the fence's own line (``python a.py``,
``ts:a.ts``, ``title="a.py"``), or in a comment that is its first line (``# filepath: a.py``). The
text between the fences is the file, whatever was there before.

A fence inside the text that names a language is opened and closed inside it, as in Markdown; a
file with other fences needs a longer one around it. Fences of a shell or without a language that
name no file are prose; another one without a path is refused, since it may be meant as a file.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from structedit.calls.batches import CreateFile, FileRequest
from structedit.calls.formats.answer import (
    Answer,
    Fence,
    Reading,
    cited_lines,
    fence_of,
    path_alone,
    path_in_fence,
)
from structedit.text.errors import FormatError
from structedit.text.lazily import regex

_PROSE = frozenset("sh bash shell console zsh powershell text txt plaintext output diff".split())


def parse(answer: Answer, path: str | None = None) -> Reading:
    """Parse all fenced files; `path` is the file of the only fence, if that names none.

    Raises:
        FormatError: when a fence is not closed or names no file.
    """
    lines, requests = answer.lines, list[FileRequest]()
    used: set[int] = set()
    nameless: list[int] = []
    cited: list[tuple[int, str, str, str]] = []
    at = end = 0
    while at < len(lines):
        fence = fence_of(lines[at])
        if fence is None:
            at += 1
            continue
        last = _last(lines, at, fence)
        if shown := cited_lines(fence.info):
            cited.append((at, *shown))
            at = end = last + 1
            continue
        found, above = _path(lines, end, at, fence)
        inner = _named_inside(lines, at) if found is None else None
        found = found or inner
        if found is None and fence.info.split(" ")[0].lower() not in _PROSE | {""}:
            nameless.append(at)
        elif found is not None:
            text = "".join(line + "\n" for line in lines[at + 1 + bool(inner) : last])
            requests.append(CreateFile(found, text, overwrite=True, line=at + 1))
        used |= {*above, *range(at, last + 1)}
        at = end = last + 1
    if nameless and path is not None and not requests and len(nameless) == 1:
        first = nameless[0]
        text = "".join(line + "\n" for line in lines[first + 1 : _last_of(lines, first)])
        return Reading((CreateFile(path, text, overwrite=True, line=first + 1),), frozenset(used))
    if cited and not requests:
        at, begin, stop, name = cited[0]
        raise FormatError(
            f"the fence shows lines {begin} to {stop} of {name!r}, which is not the whole file",
            line=at + 1,
            hint="expected the whole file in a fence with its path, or search/replace blocks",
        )
    if nameless:
        raise FormatError(
            "the fenced text names no file",
            line=nameless[0] + 1,
            hint="expected the path alone on the line above, or in the fence: ```python a.py",
        )
    return Reading(tuple(requests), frozenset(used))


def marks(lines: Sequence[str], at: int) -> bool:
    """Return False: other parts of the text decide whether a fence contains a file (`detect`)."""
    return False


def stray(lines: Sequence[str], at: int) -> bool:
    """Return False: prose has fences too."""
    return False


def names_file(lines: Sequence[str], at: int) -> bool:
    """Return True if a line opens a fence with the name of a file."""
    return path_of(lines, at) is not None


def cites(line: str) -> bool:
    """Return True if a line opens a fence that shows some lines of a file."""
    fence = fence_of(line)
    return fence is not None and cited_lines(fence.info) is not None


def path_of(lines: Sequence[str], at: int) -> str | None:
    """Return the path of the fence that a line opens."""
    fence = fence_of(lines[at])
    return (
        (_path(lines, 0, at, fence)[0] or _named_inside(lines, at)) if fence is not None else None
    )


_NAMED_INSIDE = regex(r"\s*(?:#|//|--|;|<!--|/\*)\s*filepath:\s*(.+)", re.IGNORECASE)


def _named_inside(lines: Sequence[str], at: int) -> str | None:
    """Return the path in a comment on the first line of a fence: ``# filepath: src/a.py``."""
    match = _NAMED_INSIDE.match(lines[at + 1]) if at + 1 < len(lines) else None
    return path_alone(match[1]) if match else None


def _last_of(lines: Sequence[str], first: int) -> int:
    fence = fence_of(lines[first])
    assert fence is not None
    return _last(lines, first, fence)


def _last(lines: Sequence[str], first: int, opener: Fence) -> int:
    """Return the fence that closes another; inner fences that name a language are closed first."""
    depth = 0
    for at in range(first + 1, len(lines)):
        fence = fence_of(lines[at])
        if fence is None or fence.marker[0] != opener.marker[0]:
            continue
        if fence.info and len(fence.marker) == len(opener.marker):
            depth += 1
        elif fence.closes(opener) and depth:
            depth -= 1
        elif fence.closes(opener):
            return at
    raise FormatError(
        "the fence is not closed",
        line=first + 1,
        hint=f"expected a line {opener.marker!r} after the text, and longer fences around text"
        " that has fences",
    )


def _path(
    lines: Sequence[str], end: int, at: int, fence: Fence
) -> tuple[str | None, tuple[int, ...]]:
    if found := path_in_fence(fence.info):
        return found, ()
    for above in range(at - 1, max(end, at - 3) - 1, -1):
        if lines[above].strip():
            found = path_alone(lines[above])
            return found, (above,) if found else ()
    return None, ()
