"""Unified diffs, as `diff -u` and git write them and as models remember them.

    patch   = { prose | file }
    file    = [ "diff --git a/p b/p" { extended header } ] [ "--- p" "+++ p" ] { hunk }
    header  = "new file mode" | "deleted file mode" | "rename from" | "rename to" | "index"
            | "similarity index" | "old mode" | "new mode"
    hunk    = "@@ -l[,n] +l[,n] @@" [ section ] body  |  "@@" [ text ] body
    body    = { " " text | "-" text | "+" text | "\\\\ No newline at end of file" }

Paths lose `a/` and `b/` where the pair has them, timestamps, and git's quoting with its octal
escapes. `/dev/null` on one side makes or deletes the file. Hunks before any header belong to the
path that the caller gives.

Counts end a hunk where they are right: then a line ``--- x`` inside it is text, so that a diff of
a diff comes through. Where they are wrong (or missing) the hunk ends at the next header, at the end
of the fence, at a blank line that no line of a hunk follows, or at the end. An empty line among
lines of a hunk is a blank line of context that lost its leading space. A hunk without numbers has
the text behind its ``@@`` as a line of context above it. A hunk of context alone is a landmark for the
next one.

Refused: binary patches, copies, changes of nothing but a mode, symbolic links and submodules. A
change of mode beside a change of text is ignored.
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
from structedit.calls.formats import whole_file
from structedit.calls.formats.answer import Answer, Reading, fence_of
from structedit.text.errors import FormatError
from structedit.text.lazily import regex
from structedit.text.values import dataclass, replace

_NUMBERS = regex(r"@@+ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@+[ \t]?(.*)", re.S)
_DOTS = regex(r"[-+., \t\d]*(?:\.\.\.|…)?[-+., \t\d]*")
_BINARY = regex(r"(?:GIT binary patch|Binary files .* differ)\s*")
_STAMP = regex(r"(?:\t| {2,9}(?=\d{4}-\d\d-\d\d)).*", re.S)
_ESCAPE = regex(rb"\\([0-7]{1,3}|.)", re.S)
_MEANS = {b"a": 7, b"b": 8, b"t": 9, b"n": 10, b"v": 11, b"f": 12, b"r": 13}
_PREFIXES = (("a/", "b/"), ("i/", "w/"), ("c/", "i/"), ("c/", "w/"), ("o/", "w/"))
_BACKUPS = (".orig", ".old", ".bak", "~")
_NOTHING = "/dev/null"
_HEADER = 200
"""Letters of a hunk's first line that are searched for numbers and dots. Chosen by judgement."""
_EXTENDED = (
    *("index ", "old mode ", "new mode ", "new file mode ", "deleted file mode "),
    *(
        "similarity index ",
        "dissimilarity index ",
        "rename ",
        "copy ",
        "GIT binary",
        "Binary files ",
    ),
)


@dataclass(frozen=True, slots=True)
class _File:
    """One file of a patch: its names on both sides, and its headers."""

    line: int
    old: str | None = None
    new: str | None = None
    renamed: bool = False
    extended: tuple[str, ...] = ()

    def says(self, header: str) -> str | None:
        """Return the text after an extended header."""
        found = (line for line in self.extended if line.startswith(header))
        text = next(found, None)
        return None if text is None else text.removeprefix(header).strip()


def begins(lines: Sequence[str], at: int) -> bool:
    """Return True if a file or a numbered hunk begins at a line."""
    line = lines[at]
    return line.startswith("diff --git ") or is_pair(lines, at) or bool(_NUMBERS.fullmatch(line))


def marks(lines: Sequence[str], at: int) -> bool:
    """Return True if a diff may begin at a line, or hunks without a header in a fence."""
    in_fence = at > 0 and lines[at].startswith("@@") and fence_of(lines[at - 1]) is not None
    return begins(lines, at) or in_fence


def stray(lines: Sequence[str], at: int) -> bool:
    """Return True if a line outside of all edits can only be a part of a diff."""
    return begins(lines, at)


def parse(answer: Answer, path: str | None = None) -> Reading:
    """Parse a patch; `path` is the file of hunks without a header.

    Raises:
        FormatError: at a line that a patch cannot have there.
    """
    lines = answer.lines
    requests: list[FileRequest] = []
    used: set[int] = set()
    at, in_fence, fenced = 0, False, None
    while at < len(lines):
        fence = fence_of(lines[at])
        if fence is not None:
            in_fence = not in_fence
            fenced = whole_file.path_of(lines, at) if in_fence else None
            at += 1
        elif begins(lines, at) or (lines[at].startswith("@@") and (path or in_fence)):
            file, after = _header(lines, at, fenced or path)
            hunks, end = _hunks(lines, after, in_fence=in_fence)
            requests += _requests(file, hunks, given=path)
            used |= set(range(at, end))
            at = end
        else:
            at += 1
    return Reading(tuple(requests), frozenset(used))


# Headers


def is_pair(lines: Sequence[str], at: int) -> bool:
    """Return True if the two lines with the names of a file begin at a line."""
    after = lines[at + 1] if at + 1 < len(lines) else ""
    return lines[at : at + 1] != [] and lines[at].startswith("--- ") and after.startswith("+++ ")


def _is_header(lines: Sequence[str], at: int) -> bool:
    """Return True if two lines are a header, not lines of a hunk that look like one: a hunk must follow."""
    if lines[at].startswith(("diff --git ", "Index: ")):
        return True
    return is_pair(lines, at) and (at + 2 >= len(lines) or lines[at + 2].startswith("@@"))


def _header(lines: Sequence[str], at: int, path: str | None) -> tuple[_File, int]:
    file, start = _File(at + 1), at
    if lines[at].startswith("diff --git "):
        at += 1
        extended = []
        while at < len(lines) and lines[at].startswith(_EXTENDED):
            extended.append(lines[at].strip())
            at += 1
        file = replace(file, extended=tuple(extended))
        _refuse(file)
        old, new = _git_names(lines[start].strip(), file)
        file = replace(file, old=old, new=new, renamed=file.says("rename from ") is not None)
    if at < len(lines) and is_pair(lines, at):
        old, new = _name(lines[at][4:]), _name(lines[at + 1][4:])
        old, new = _unprefixed(old, new)
        if file.renamed:
            old, new = file.old or old, file.new or new
        file, at = replace(file, old=old, new=new), at + 2
    if file.old is None and file.new is None:
        if path is None:
            raise FormatError(
                "the hunk belongs to no file",
                line=start + 1,
                hint="expected lines '--- a/path' and '+++ b/path' above it",
            )
        file = replace(file, old=path, new=path)
    return file, at


def _refuse(file: _File) -> None:
    for line in file.extended:
        if _BINARY.fullmatch(line):
            raise FormatError(
                "the patch is binary", line=file.line, hint="structedit edits text files only"
            )
    if file.says("copy from ") is not None:
        raise FormatError(
            "the patch copies a file",
            line=file.line,
            hint="expected a new file with its whole text: 'new file mode 100644'",
        )
    modes = [file.says(name) or "" for name in ("new file mode ", "new mode ", "index ")]
    if any(mode.endswith(("120000", "160000")) for mode in modes):
        raise FormatError(
            "the patch changes a symbolic link or a submodule",
            line=file.line,
            hint="structedit edits the text of regular files only",
        )


def _git_names(line: str, file: _File) -> tuple[str, str]:
    """Return the names in a `diff --git` line, which are certain if both are equal or headers repeat them."""
    if (old := file.says("rename from ")) and (new := file.says("rename to ")):
        return _name(old), _name(new)
    rest = line.removeprefix("diff --git ").strip()
    if rest.startswith('"') and (match := re.fullmatch(r'("(?:[^"\\]|\\.)*")\s+(.+)', rest)):
        old, new = _name(match[1]), _name(match[2])
    else:
        middle = len(rest) // 2
        old, new = rest[:middle], rest[middle + 1 :]
        if old.partition("/")[2] != new.partition("/")[2]:
            old, _, new = rest.partition(" ")
    old, new = _unprefixed(old, _name(new))
    if file.says("new file mode ") is not None:
        return _NOTHING, new
    return old, _NOTHING if file.says("deleted file mode ") is not None else new


def _name(text: str) -> str:
    """Parse a path: without its timestamp, without quotes and their escapes."""
    quoted = re.match(r'\s*"((?:[^"\\]|\\.)*)"', text)
    if quoted is None:
        return _STAMP.sub("", text, count=1).rstrip()
    raw = quoted[1].encode("utf-8", "surrogateescape")
    return _ESCAPE.sub(_unescaped, raw).decode("utf-8", "surrogateescape")


def _unescaped(match: re.Match[bytes]) -> bytes:
    code = match[1]
    if code.isdigit():
        return bytes((int(code, 8) & 0xFF,))
    return bytes((_MEANS[code],)) if code in _MEANS else code


def _unprefixed(old: str, new: str) -> tuple[str, str]:
    """Remove the prefixes that git puts before two names.

    >>> _unprefixed("a/x.py", "b/x.py"), _unprefixed("a/x.py", "a/x.py"), _unprefixed("a/x", "x")
    (('x.py', 'x.py'), ('a/x.py', 'a/x.py'), ('x', 'x'))
    """
    for before, after in _PREFIXES:
        has_old, has_new = old.startswith(before), new.startswith(after)
        if (has_old or old == _NOTHING) and (has_new or new == _NOTHING):
            return old.removeprefix(before), new.removeprefix(after)
    if old.removeprefix("a/") == new:
        return new, new
    return (old, old) if new.removeprefix("b/") == old else (old, new)


# Hunks


def _hunks(
    lines: Sequence[str], at: int, *, in_fence: bool
) -> tuple[tuple[tuple[int, Hunk], ...], int]:
    """Parse the hunks of one file, each with its line in the patch."""
    found: list[tuple[int, Hunk]] = []
    context: tuple[str, ...] = ()
    if at < len(lines) and lines[at][:1] in (" ", "+", "-") and not _is_header(lines, at):
        first = at
        hunk, at = _body(lines, at, Hunk(()), (), in_fence=in_fence)
        found.append((first + 1, hunk))
        at = _past_blank(lines, at)
    while at < len(lines) and lines[at].startswith("@@"):
        first = at
        hunk, counts = _opened(lines[at], at)
        hunk = replace(hunk, context=context + hunk.context)
        at += 1
        if counts == () and at < len(lines) and lines[at].startswith("@@"):
            context = hunk.context
            continue
        hunk, at = _body(lines, at, hunk, counts, in_fence=in_fence)
        context = ()
        if not hunk.lines:
            raise FormatError(
                "the hunk has no lines",
                line=first + 1,
                hint="expected lines that begin with ' ', '-' or '+'",
            )
        found.append((first + 1, hunk))
        at = _past_blank(lines, at)
    return tuple(found), at


def _past_blank(lines: Sequence[str], at: int) -> int:
    """Skip blank lines before another hunk of the same file."""
    after = at
    while after < len(lines) and not lines[after].strip():
        after += 1
    return after if after < len(lines) and lines[after].startswith("@@") else at


def _opened(line: str, at: int) -> tuple[Hunk, tuple[int, ...]]:
    """Parse the line that opens a hunk, and its counts if it has any."""
    match = _NUMBERS.fullmatch(line)
    if match is not None:
        old, new = int(match[2] or 1), int(match[4] or 1)
        first = int(match[1]) + (old == 0)
        starts = int(match[1]), int(match[3])
        return Hunk((), max(1, first), section=match[5].strip(), starts=starts), (old, new)
    if not line.removeprefix("@@")[:1].isspace() and line.strip() not in ("@@", "@@@@"):
        raise FormatError(
            f"{line.strip()!r} does not begin a hunk",
            line=at + 1,
            hint="expected '@@ -12,3 +12,4 @@', or '@@' and a line of the file",
        )
    text = line.strip().removeprefix("@@").removesuffix("@@").strip()
    return Hunk((), context=() if _DOTS.fullmatch(text[:_HEADER]) else (text,)), ()


def _body(
    lines: Sequence[str], at: int, hunk: Hunk, counts: tuple[int, ...], *, in_fence: bool
) -> tuple[Hunk, int]:
    first, end = at, _counted(lines, at, counts)
    if end is None:
        end = _uncounted(lines, at, in_fence=in_fence)
        hunk = replace(hunk, starts=None)
    rows: list[HunkLine] = []
    old_unended = new_unended = False
    for at in range(first, end):
        line = lines[at]
        if line.startswith("\\"):
            sign = rows[-1].sign if rows else " "
            old_unended, new_unended = old_unended or sign != "+", new_unended or sign != "-"
        elif line.strip("\r") == "":
            rows.append(HunkLine(" ", line))
        else:
            rows.append(HunkLine(line[0], line[1:]))
    return replace(hunk, lines=tuple(rows), old_unended=old_unended, new_unended=new_unended), end


def _counted(lines: Sequence[str], at: int, counts: tuple[int, ...]) -> int | None:
    """Return where a hunk ends by its counts; None if they are wrong."""
    if not counts:
        return None
    old, new = counts
    while at < len(lines) and (old > 0 or new > 0):
        sign = lines[at][:1]
        if sign not in (" ", "+", "-", "\\") and lines[at].strip("\r"):
            return None
        if sign != "\\":
            old, new = old - (sign != "+"), new - (sign != "-")
        at += 1
    if old or new:
        return None
    if at < len(lines) and lines[at].startswith("\\"):
        at += 1
    return at if at >= len(lines) or _may_follow(lines, at) else None


def _may_follow(lines: Sequence[str], at: int) -> bool:
    """Return True if a line may come after a hunk: it is not a line of a hunk, or it opens something."""
    line = lines[at]
    if line[:1] not in (" ", "+", "-") or not line.strip():
        return True
    return is_pair(lines, at) or _is_signature(lines, at)


def _is_signature(lines: Sequence[str], at: int) -> bool:
    """Return True at the end of a mail that git made: two dashes and a version."""
    after = lines[at + 1] if at + 1 < len(lines) else ""
    return lines[at].strip() == "--" and re.match(r"\d+\.\d+", after) is not None


def _uncounted(lines: Sequence[str], at: int, *, in_fence: bool) -> int:
    """Return where a hunk ends whose counts are wrong or missing."""
    first = at
    while at < len(lines) and not _is_header(lines, at) and not _is_signature(lines, at):
        line = lines[at]
        if line.startswith("@@") or (in_fence and line[:1] in ("`", "~") and fence_of(line)):
            break
        if not line.strip("\r") and not _continues_below(lines, at):
            break
        if line[:1] not in (" ", "+", "-", "\\") and line.strip("\r"):
            if at > first and not in_fence and not lines[at - 1].strip():
                break
            raise FormatError(
                "the line belongs to no hunk",
                line=at + 1,
                hint="expected ' ', '-' or '+' at its start; context begins with a space",
            )
        at += 1
    return at


def _continues_below(lines: Sequence[str], at: int) -> bool:
    """Return True if a line of the same hunk follows after blank lines."""
    while at < len(lines) and not lines[at].strip("\r"):
        at += 1
    if at >= len(lines) or _is_header(lines, at) or _is_signature(lines, at):
        return False
    bullet = re.match(r"[-+] \S", lines[at]) and not lines[at].startswith(("- -", "+ +"))
    return lines[at][:1] in (" ", "+", "-") and not bullet


# What a file's part of the patch asks for


def _requests(
    file: _File, hunks: tuple[tuple[int, Hunk], ...], *, given: str | None
) -> list[FileRequest]:
    old, new = file.old or "", file.new or ""
    line = hunks[0][0] if hunks else file.line
    if old == new == _NOTHING:
        raise FormatError("both names are /dev/null", line=file.line, hint="expected a path")
    if old == _NOTHING:
        return [CreateFile(new, _whole(hunks, "+", file.line), line=file.line)]
    if new == _NOTHING:
        return [DeleteFile(old, _whole(hunks, "-", file.line) if hunks else None, file.line)]
    edits: list[FileRequest] = []
    if file.renamed:
        edits = [MoveFile(old, new, file.line)]
        path = old
    else:
        path = _one_name(file, given)
    if hunks:
        request = ApplyHunks(tuple(hunk for _, hunk in hunks))
        return [EditFile(path, request, line), *edits]
    if not edits:
        what = "only changes a mode" if file.says("new mode ") is not None else "has no hunks"
        raise FormatError(
            f"the patch of {path!r} {what}",
            line=file.line,
            hint="expected '@@ -12,3 +12,4 @@' and lines after it",
        )
    return edits


def _one_name(file: _File, given: str | None) -> str:
    old, new = file.old or "", file.new or ""
    if old == new or any(old == new + backup for backup in _BACKUPS):
        return new
    if given is not None:
        return given
    raise FormatError(
        f"the header names two files, {old!r} and {new!r}",
        line=file.line,
        hint="expected one path on both sides, or 'rename from' and 'rename to' to move the file",
    )


def _whole(hunks: tuple[tuple[int, Hunk], ...], sign: str, line: int) -> str:
    """Join the lines of a file that is created or deleted; all of them must have one sign."""
    rows = [row for _, hunk in hunks for row in hunk.lines]
    if any(row.sign != sign for row in rows):
        what = "new" if sign == "+" else "deleted"
        raise FormatError(
            f"the {what} file has lines that do not begin with {sign!r}",
            line=line,
            hint=f"expected {sign!r} at the start of each, or the file's path in place of /dev/null",
        )
    text = "".join(row.text + "\n" for row in rows)
    unended = any(h.new_unended if sign == "+" else h.old_unended for _, h in hunks)
    return text.removesuffix("\n") if unended else text
