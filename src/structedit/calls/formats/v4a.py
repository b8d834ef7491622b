"""The `apply_patch` envelope, also called V4A.

    patch   = [ "*** Begin Patch" ] { section } [ "*** End Patch" ]
    section = "*** Add File: " path { "+" text }
            | "*** Delete File: " path
            | "*** Update File: " path [ "*** Move to: " path ] { hunk }
    hunk    = { "@@" [ context ] } { " " text | "-" text | "+" text } [ "*** End of File" ]

A context line names a line above the hunk, or is a selector; several of them narrow one after the
other. A hunk of context alone is a landmark for the next one. The first hunk of a section needs no
``@@``. A ``@@`` that nothing follows before the next section is left out; an empty line is a blank
line of context, except at the end of a hunk.
Blanks around a marker do not count where no hunk is open: inside a hunk such a line is context, but for
an ``*** End Patch`` that nothing follows.
``@@ -12,3 +12,4 @@`` is read as a hint of a line number. Whatever stands around the
envelope, such as a shell's here-document, is prose; without ``*** Begin Patch`` the first
section begins it, without ``*** End Patch`` the text's end, a fence or the here-document's
delimiter ends it. A unified diff in the envelope is read as one; so are its two lines of names in a
section left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from structedit.calls.batches import (
    ApplyHunks,
    CreateFile,
    DeleteFile,
    EditFile,
    FileRequest,
    Hunk,
    HunkLine,
    MoveFile,
)
from structedit.calls.formats import unified
from structedit.calls.formats.answer import Answer, Reading, cleaned, fence_of
from structedit.text.errors import FormatError
from structedit.text.lazily import regex
from structedit.text.values import replace

_SECTION = regex(r"\*\*\* (Add|Update|Delete) File:(.*)", re.S)
_MOVE = regex(r"\*\*\* Move to:(.*)", re.S)
_NUMBERS = regex(r"-(\d{1,9})(?:,\d+)? \+\d+(?:,\d+)?(?:[ \t]*@@[ \t]*(.*))?")
_BEGIN, _END, _END_OF_FILE = "*** Begin Patch", "*** End Patch", "*** End of File"
_HEREDOC = regex(r"<<-?\s*(['\"]?)(\w+)\1")
_BLANKS = " \t"
_DOTS = regex(r"\s*(?:\.\.\.|…)?\s*")


def begins(line: str) -> bool:
    """Return True if only an envelope can have this line."""
    return line.rstrip() == _BEGIN or _SECTION.fullmatch(line) is not None


def marks(lines: Sequence[str], at: int) -> bool:
    """Return True if a text in this format may begin at a line."""
    return begins(lines[at])


def stray(lines: Sequence[str], at: int) -> bool:
    """Return True if a line belongs to an envelope, which never occurs in prose."""
    line = lines[at]
    return begins(line) or line.rstrip() == _END or _MOVE.fullmatch(line) is not None


def outdented(answer: Answer) -> Answer:
    """Move an answer's first envelope to the left margin if every line of it is indented."""
    lines = list(answer.lines)
    first = next((at for at, line in enumerate(lines) if line.strip() == _BEGIN), len(lines))
    pad = lines[first].removesuffix(lines[first].lstrip()) if first < len(lines) else ""
    end = next((at for at in range(first, len(lines)) if lines[at].strip() == _END), len(lines) - 1)
    inside = range(first, end + 1)
    if not pad or not all(lines[at].startswith(pad) or not lines[at].strip() for at in inside):
        return answer
    for at in inside:
        lines[at] = lines[at].removeprefix(pad)
    return replace(answer, lines=tuple(lines))


def parse(answer: Answer, path: str | None = None) -> Reading:
    """Parse all envelopes of an answer; `path` is not needed, since sections name their files.

    Raises:
        FormatError: at a line that a section cannot have.
    """
    lines, requests = answer.lines, list[FileRequest]()
    used: set[int] = set()
    at, delimiter = 0, ""
    while at < len(lines):
        if match := _HEREDOC.search(lines[at]):
            delimiter = match[2]
        section = _SECTION.fullmatch(lines[at].lstrip(_BLANKS))
        if section is None:
            if lines[at].strip() in (_BEGIN, _END):
                used.add(at)
            at += 1
            continue
        first = at
        made, at = _section(lines, at, section, delimiter)
        requests += made
        used |= set(range(first, at))
    if not requests:
        if any(unified.begins(lines, at) for at in range(len(lines))):
            diff = unified.parse(answer, path)
            return Reading(diff.requests, diff.used | used)
        raise FormatError(
            "the envelope has no section",
            line=1 + next((i for i, line in enumerate(lines) if begins(line)), 0),
            hint="expected '*** Update File: path', '*** Add File: path' or '*** Delete File: path'",
        )
    return Reading(tuple(requests), frozenset(used))


def hunks_of(text: str, line: int) -> tuple[Hunk, ...]:
    """Parse hunks without an envelope; `line` is the line before the text."""
    found, at = _hunks(Answer.of(text).lines, 0, "", line)
    rest = [row for row in Answer.of(text).lines[at:] if row.strip()]
    if rest:
        raise FormatError(
            f"{rest[0]!r} is not a line of a hunk",
            line=line + at + 1,
            hint="expected '@@', ' ', '-', '+'",
        )
    return found


def _section(
    lines: Sequence[str], first: int, section: re.Match[str], delimiter: str
) -> tuple[list[FileRequest], int]:
    kind, path = section[1], cleaned(section[2])
    if not path:
        raise FormatError(
            "the section names no file", line=first + 1, hint=f"expected '*** {kind} File: path'"
        )
    if kind == "Delete":
        return [DeleteFile(path, line=first + 1)], first + 1
    if kind == "Add":
        text, end = _added(lines, first + 1, delimiter)
        return [CreateFile(path, text, line=first + 1)], end
    return _update(lines, first, path, delimiter)


def _ends(line: str, delimiter: str) -> bool:
    """Return True if a line ends a section."""
    over = begins(line) or line.rstrip() in (_END, delimiter or _END)
    return over or (line[:1] in ("`", "~") and fence_of(line) is not None)


def _ends_patch(lines: Sequence[str], at: int, delimiter: str) -> bool:
    """Return True if a line with blanks around it ends the patch: nothing follows that could be a hunk."""
    if lines[at].strip() != _END:
        return False
    below = next((line for line in lines[at + 1 :] if line.strip()), _END)
    return _ends(below, delimiter)


def _added(lines: Sequence[str], at: int, delimiter: str) -> tuple[str, int]:
    texts: list[str] = []
    while at < len(lines) and not _ends(lines[at].lstrip(_BLANKS), delimiter):
        line = lines[at]
        if line.strip() == _END_OF_FILE:
            at += 1
            break
        if not line.startswith("+") and line.strip():
            raise FormatError(
                "the line of a new file does not begin with '+'",
                line=at + 1,
                hint="expected '+' before each of its lines, or '*** End Patch'",
            )
        texts.append(line[1:] if line.startswith("+") else line)
        at += 1
    added = at
    while texts and not lines[added - 1].strip():
        texts.pop()
        added -= 1
    return "".join(text + "\n" for text in texts), at


def _update(
    lines: Sequence[str], first: int, path: str, delimiter: str
) -> tuple[list[FileRequest], int]:
    at = first + 1
    move = _MOVE.fullmatch(lines[at].lstrip(_BLANKS)) if at < len(lines) else None
    begin = at + (move is not None)
    named = unified.is_pair(lines, begin) and lines[begin + 2 : begin + 3]
    begin += 2 if named and named[0].startswith("@@") else 0
    hunks, end = _hunks(lines, begin, delimiter, 0)
    requests: list[FileRequest] = []
    if hunks:
        requests.append(EditFile(path, ApplyHunks(hunks), first + 1))
    if move is not None:
        requests.append(MoveFile(path, cleaned(move[1]), at + 1))
    if not requests:
        raise FormatError(
            f"the section changes nothing in {path!r}",
            line=first + 1,
            hint="expected '@@' and lines that begin with '-' or '+', or '*** Move to: path'",
        )
    return requests, end


def _hunks(
    lines: Sequence[str], at: int, delimiter: str, shift: int
) -> tuple[tuple[Hunk, ...], int]:
    found: list[Hunk] = []
    context: tuple[str, ...] = ()
    while at < len(lines) and not (
        _ends(lines[at], delimiter) or _ends_patch(lines, at, delimiter)
    ):
        hunk, at = _opened(lines, at)
        hunk = replace(hunk, context=context + hunk.context)
        rows, at = _rows(lines, at, delimiter, shift)
        at_end = at < len(lines) and lines[at].rstrip() == _END_OF_FILE
        at += at_end
        if any(row.sign != " " or row.text.strip() for row in rows):
            found.append(replace(hunk, lines=rows, at_end=at_end))
            context = ()
        else:
            context = hunk.context
    return tuple(found), at


def _opened(lines: Sequence[str], at: int) -> tuple[Hunk, int]:
    """Parse the context lines of a hunk."""
    context: list[str] = []
    number, section = None, ""
    while at < len(lines) and lines[at].startswith("@@"):
        text = lines[at].strip().removeprefix("@@").removesuffix("@@").strip()
        match = _NUMBERS.fullmatch(text)
        if match is not None:
            number, section, text = int(match[1]), (match[2] or "").strip(), ""
        if not _DOTS.fullmatch(text):
            context.append(text)
        at += 1
    return Hunk((), number or None, tuple(context), section=section), at


def _rows(
    lines: Sequence[str], at: int, delimiter: str, shift: int
) -> tuple[tuple[HunkLine, ...], int]:
    rows: list[HunkLine] = []
    while at < len(lines) and not _ends(lines[at], delimiter):
        line = lines[at]
        if line.startswith("@@") or line.rstrip() == _END_OF_FILE:
            break
        if _ends_patch(lines, at, delimiter):
            break
        if line.startswith("\\"):
            pass
        elif not line.strip("\r"):
            rows.append(HunkLine(" ", line))
        elif line[0] in " +-":
            rows.append(HunkLine(line[0], line[1:]))
        else:
            raise FormatError(
                "the line belongs to no hunk",
                line=shift + at + 1,
                hint="expected ' ', '-' or '+' at its start, '@@', or '*** End Patch'",
            )
        at += 1
    return tuple(_without_tail(rows, lines, at)), at


def _without_tail(rows: list[HunkLine], lines: Sequence[str], end: int) -> list[HunkLine]:
    """Drop empty lines at the end of a hunk, which are more often a gap in the patch than context."""
    while rows and not lines[end - 1].strip("\r"):
        rows.pop()
        end -= 1
    return rows
