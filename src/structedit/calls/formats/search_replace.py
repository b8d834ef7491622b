"""Search/replace blocks.

    answer  = { prose | block }
    block   = [ path ] [ fence [ path ] ] [ path ] open { line } divider { line } close [ fence ]
    open    = 5-9 of "<" or "-", then SEARCH, ORIGINAL, OLD, BEFORE or FIND [ path ]
            | 5-9 of "<", then HEAD, where the block closes with UPDATED or the like
    divider = 5-9 of "="
    close   = 5-9 of ">" or "+", then REPLACE, UPDATED, NEW or AFTER

The path stands alone on the line above the block or above its fence, behind the word of `open`, in
the line of the fence, or in a tag (``<path>``) above the tags that the block is in. A block without
one is about the file of the block before it, unless the prose between them names another file.
Lines `:start_line:12` with a dashed line after them, at the head of the search text, are left out:
line numbers decide nothing. Markers that are indented, as inside a list, indent their text as well.
A backslash before a marker (``\\=======``) says that the line is text, and is left out.

An empty search text creates the file or adds at its end; an empty replacement deletes.

Text that holds markers itself: runs of another length than that of `open` are text as soon as
the block has markers of its own length. Among dividers of one length, those inside a whole
conflict (``<<<<<<<`` to ``>>>>>>>`` with another word) are text. Where two readings stay, the
block is refused: longer markers around it distinguish them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from structedit.calls.batches import EditFile, ExtendFile, FileRequest
from structedit.calls.formats.answer import (
    Answer,
    Reading,
    fence_of,
    is_tag,
    mentions,
    path_alone,
    path_in_fence,
)
from structedit.calls.requests import StrReplace
from structedit.text.errors import FormatError
from structedit.text.lazily import regex
from structedit.text.values import dataclass

_OPEN = regex(
    r"([ \t]*)(<{5,9}|-{5,9})[ \t]*(SEARCH|ORIGINAL|OLD|BEFORE|FIND|HEAD)\b[>:]?(.*)", re.S
)
_CLOSE = regex(r"[ \t]*(>{5,9}|\+{5,9})[ \t]*(REPLACED?|UPDATED|NEW|AFTER|updated)\b.*", re.S)
_BARE_CLOSE = regex(r"[ \t]*(>{5,9}|\+{5,9})\s*")
_DIVIDER = regex(r"[ \t]*(={5,9})\s*")
_NUMBERS = regex(r"[ \t]*:(?:start|end)_line:[ \t]*\d+\s*")
_RULE = regex(r"[ \t]*-{5,9}\s*")
_ESCAPED_MARKER = regex(r"\A([ \t]*)\\((?:<{7}|>{7})(?:\s.*)?|={7}\s*)\Z", re.S)


@dataclass(frozen=True, slots=True)
class _Open:
    """A line that opens a block."""

    indent: str
    run: str
    word: str
    rest: str


@dataclass(frozen=True, slots=True)
class _Block:
    """The indices of a block's three markers."""

    first: int
    divider: int
    last: int


def opens(line: str) -> bool:
    """Return True if a line opens a block, whatever follows.

    >>> opens("<<<<<<< SEARCH a.py"), opens("<<<< SEARCH")
    (True, False)
    """
    found = _open(line)
    return found is not None and found.word != "HEAD"


def marks(lines: Sequence[str], at: int) -> bool:
    """Return True if a text in this format may begin at a line."""
    return opens(lines[at]) or lines[at].startswith("<<<<<<< HEAD")


def stray(lines: Sequence[str], at: int) -> bool:
    """Return True if a line is a marker of a block, which never occurs in prose."""
    return opens(lines[at]) or _CLOSE.fullmatch(lines[at]) is not None


def parse(answer: Answer, path: str | None = None) -> Reading:
    """Parse all blocks; `path` is the file of blocks that name none.

    Raises:
        FormatError: when a block is not complete, or its file or its parts are not certain.
    """
    lines = answer.lines
    requests: list[FileRequest] = []
    used: set[int] = set()
    at, end, kept = 0, 0, path
    while at < len(lines):
        opened = _open(lines[at])
        if opened is None or (opened.word == "HEAD" and not _is_edit(lines, at, opened)):
            at += 1
            continue
        last = _last(lines, at, len(opened.run))
        block = _Block(at, _divider(lines, at, last, len(opened.run)), last)
        kept, above = _path(lines, end, at, opened, kept)
        requests.append(_request(lines, block, opened, kept))
        used |= {*above, *range(at, block.last + 1)}
        at = end = block.last + 1
    return Reading(tuple(requests), frozenset(used))


def _open(line: str) -> _Open | None:
    match = _OPEN.fullmatch(line)
    return _Open(match[1], match[2], match[3], match[4].strip()) if match else None


def _is_edit(lines: Sequence[str], at: int, opened: _Open) -> bool:
    """Return True if a block that begins with HEAD is an edit, not a conflict that git left."""
    if opened.run[0] != "<":
        return False
    for line in lines[at + 1 :]:
        if re.fullmatch(r">{5,9}.*", line, re.S):
            return _CLOSE.fullmatch(line) is not None
        if _open(line):
            return False
    return False


# The markers of one block


def _last(lines: Sequence[str], first: int, length: int) -> int:
    """Return the line that closes a block: with the opener's length, else the only closing line of any length."""
    for at in range(first + 1, len(lines)):
        opened = _open(lines[at])
        if opened is not None and opened.word != "HEAD" and len(opened.run) == length:
            break  # another block begins
        match = _CLOSE.fullmatch(lines[at])
        if match and len(match[1]) == length:
            return at
    limit = next((at for at in range(first + 1, len(lines)) if opens(lines[at])), len(lines))
    found = [at for at in range(first + 1, limit) if _CLOSE.fullmatch(lines[at])]
    found = found or [at for at in range(first + 1, limit) if _BARE_CLOSE.fullmatch(lines[at])]
    if len(found) == 1:
        return found[0]
    ahead = (
        f"before the next block begins at line {limit + 1}" if limit < len(lines) else "at its end"
    )
    what = "has several ends" if found else "is not closed"
    raise FormatError(
        f"the block {what}",
        line=first + 1,
        hint=f"expected one line '>>>>>>> REPLACE' {ahead}; text that contains such"
        " markers needs longer ones around it",
    )


def _divider(lines: Sequence[str], first: int, last: int, length: int) -> int:
    dividers = [at for at in range(first + 1, last) if _DIVIDER.fullmatch(lines[at])]
    of_length = [at for at in dividers if len(lines[at].strip()) == length]
    found = of_length or dividers
    if len(found) > 1:
        found = _outside_conflicts(lines, first, last, found) or found
    if len(found) == 1:
        return found[0]
    if not found:
        raise FormatError(
            f"the block that begins at line {first + 1} has no divider",
            line=last + 1,
            hint="expected a line '=======' between the text to find and its replacement",
        )
    listed = ", ".join(str(at + 1) for at in found)
    raise FormatError(
        f"the block has {len(found)} dividers, at lines {listed}, and can be read in several ways",
        line=first + 1,
        hint="write its three markers with 9 characters, so that '=======' is text",
    )


def _outside_conflicts(
    lines: Sequence[str], first: int, last: int, dividers: Sequence[int]
) -> list[int]:
    """Return the dividers outside of whole conflicts; none if a conflict is not complete."""
    depth, outside = 0, []
    for at in range(first + 1, last):
        if re.fullmatch(r"<{5,9}(\s.*)?", lines[at], re.S):
            depth += 1
        elif re.fullmatch(r">{5,9}(\s.*)?", lines[at], re.S):
            depth -= 1
        elif at in dividers and depth == 0:
            outside.append(at)
        if depth < 0:
            return []
    return outside if depth == 0 else []


# What a block is about


def _path(
    lines: Sequence[str], end: int, first: int, opened: _Open, kept: str | None
) -> tuple[str, tuple[int, ...]]:
    """Return the path of a block and the lines above it that name it; `end` is where prose begins."""
    if opened.rest and (found := path_alone(opened.rest)):
        return found, ()
    above = _filled_above(lines, end, first)
    if above is not None and (found := path_alone(lines[above])):
        return found, (above,)
    fence = fence_of(lines[above]) if above is not None else None
    if above is not None and fence is not None:
        if found := path_in_fence(fence.info):
            return found, (above,)
        before = _filled_above(lines, end, above)
        if before is not None and (found := path_alone(lines[before])):
            return found, (before,)
    if kept is None:
        raise FormatError(
            "the block names no file",
            line=first + 1,
            hint="expected the path alone on the line above the block",
        )
    _refuse_another(lines, end, first, kept)
    return kept, ()


def _filled_above(lines: Sequence[str], end: int, at: int) -> int | None:
    """Return the nearest line above that is neither blank nor a tag, with at most two blank lines between."""
    room = 3
    for above in range(at - 1, end - 1, -1):
        if is_tag(lines[above]):
            continue
        if lines[above].strip():
            return above
        room -= 1
        if not room:
            return None
    return None


def _refuse_another(lines: Sequence[str], end: int, first: int, kept: str) -> None:
    """Raise if the previous block's path would be used although the sentence above the block mentions another file."""
    for at in range(first - 1, end - 1, -1):
        if not lines[at].strip() or fence_of(lines[at]):
            continue
        named = mentions(lines[at])
        if named and not any(kept.endswith(name.lstrip("./")) for name in named):
            raise FormatError(
                f"the block names no file; the one before was for {kept!r}, and line {at + 1}"
                f" mentions {named[0]!r}",
                line=first + 1,
                hint="expected the path alone on the line above the block",
            )
        return


def _request(lines: Sequence[str], block: _Block, opened: _Open, path: str) -> FileRequest:
    search = _text(lines, block.first + 1, block.divider, opened.indent)
    new = _text(lines, block.divider + 1, block.last, opened.indent)
    if search.strip():
        return EditFile(path, StrReplace(search, new), block.first + 1)
    if not new:
        raise FormatError(
            "the block has neither text to find nor a replacement",
            line=block.first + 1,
            hint="expected lines between '<<<<<<< SEARCH' and '======='",
        )
    return ExtendFile(path, new, block.first + 1)


def _text(lines: Sequence[str], first: int, end: int, indent: str) -> str:
    """Join lines, without the indentation of their markers."""
    if first < end and _NUMBERS.fullmatch(lines[first]):
        while first < end and _NUMBERS.fullmatch(lines[first]):
            first += 1
        if first < end and _RULE.fullmatch(lines[first]):
            first += 1
    shifted = all(line.startswith(indent) or not line.strip() for line in lines[first:end])
    texts = (line.removeprefix(indent) if shifted else line for line in lines[first:end])
    return "".join(_ESCAPED_MARKER.sub(r"\1\2", text) + "\n" for text in texts)
