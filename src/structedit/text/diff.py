"""Line differences: alignment of two line lists, and unified diffs made from edits.

A diff is built from the known edits (a cost of their size, never of the file's), in the form that
`git apply` accepts: lines end with ``\\n`` only, as git sees them, so a ``\\r`` is content.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from structedit.text.document import Span
from structedit.text.values import dataclass

if TYPE_CHECKING:
    from structedit.text.edit import Edit, EditSet

Opcode = tuple[str, int, int, int, int]
"""(tag, i1, i2, j1, j2) with tag `equal`, `delete`, `insert` or `replace`, as in difflib."""

CONTEXT_LINES = 3
"""Unchanged lines around a change of a diff; given by `diff -u` and git."""

_FEW_PAIRS = 2_500
"""Up to so many pairs of lines, aligning them here is faster than loading rapidfuzz. By judgement."""


def opcodes(old: Sequence[Hashable], new: Sequence[Hashable]) -> tuple[Opcode, ...]:
    """Align two sequences with the fewest deletions and insertions.

    >>> opcodes("abcd", "axcd")
    (('equal', 0, 1, 0, 1), ('replace', 1, 2, 1, 2), ('equal', 2, 4, 2, 4))
    """
    head, tail = shared_ends(old, new)
    middle = _middle(old[head : len(old) - tail], new[head : len(new) - tail])
    found: list[Opcode] = [("equal", 0, head, 0, head)] if head else []
    found += [(tag, i1 + head, i2 + head, j1 + head, j2 + head) for tag, i1, i2, j1, j2 in middle]
    if tail:
        found.append(("equal", len(old) - tail, len(old), len(new) - tail, len(new)))
    return tuple(found)


def equal_pairs(steps: Iterable[Opcode]) -> Iterator[tuple[int, int]]:
    """Yield the indices of equal items in two aligned sequences.

    >>> dict(equal_pairs(opcodes("abcd", "axbd")))
    {0: 0, 1: 2, 3: 3}
    """
    for tag, i1, i2, j1, j2 in steps:
        if tag == "equal":
            yield from zip(range(i1, i2), range(j1, j2), strict=True)


def shared_ends(old: Sequence[Hashable], new: Sequence[Hashable]) -> tuple[int, int]:
    """Return how many items are common at the start and, of the rest, at the end.

    >>> shared_ends("abba", "aba")
    (2, 1)
    """
    head = _common(old, new)
    return head, _common(old[head:][::-1], new[head:][::-1])


def _common(old: Sequence[Hashable], new: Sequence[Hashable]) -> int:
    for index, (a, b) in enumerate(zip(old, new, strict=False)):
        if a != b:
            return index
    return min(len(old), len(new))


def _middle(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[Opcode]:
    if not old and not new:
        return []
    if not old:
        return [("insert", 0, 0, 0, len(new))]
    if not new:
        return [("delete", 0, len(old), 0, 0)]
    if len(old) == 1 and len(new) == 1:
        return [("replace", 0, 1, 0, 1)]
    if len(old) * len(new) <= _FEW_PAIRS:
        return _merge_neighbours(_few(old, new))
    from rapidfuzz.distance import Indel

    steps = Indel.opcodes(list(old), list(new))
    return _merge_neighbours(
        [(s.tag, s.src_start, s.src_end, s.dest_start, s.dest_end) for s in steps]
    )


def _few(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[Opcode]:
    """Align two short sequences: `common[i][j]` counts what is common from `i` and `j` on."""
    common = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i in reversed(range(len(old))):
        row, below = common[i], common[i + 1]
        for j in reversed(range(len(new))):
            row[j] = below[j + 1] + 1 if old[i] == new[j] else max(below[j], row[j + 1])
    steps: list[Opcode] = []
    i = j = 0
    while i < len(old) or j < len(new):
        if i < len(old) and j < len(new) and old[i] == new[j]:
            steps.append(("equal", i, i + 1, j, j + 1))
            i, j = i + 1, j + 1
        elif j == len(new) or (i < len(old) and common[i + 1][j] >= common[i][j + 1]):
            steps.append(("delete", i, i + 1, j, j))
            i += 1
        else:
            steps.append(("insert", i, i, j, j + 1))
            j += 1
    return steps


def _merge_neighbours(steps: list[Opcode]) -> list[Opcode]:
    """Join equal steps in a row, and runs of deletions and insertions into one `replace`."""
    merged: list[Opcode] = []
    for step in steps:
        if merged and (step[0] == "equal") == (merged[-1][0] == "equal"):
            _, i1, _, j1, _ = merged[-1]
            _, _, i2, _, j2 = step
            changed = "replace" if i2 > i1 and j2 > j1 else "delete" if i2 > i1 else "insert"
            tag = "equal" if step[0] == "equal" else changed
            merged[-1] = (tag, i1, i2, j1, j2)
        else:
            merged.append(step)
    return merged


@dataclass(frozen=True, slots=True)
class Change:
    """Whole old lines, `span` in bytes, and the lines that replace them."""

    span: Span
    new: tuple[bytes, ...]


Changes = tuple[Change, ...]
"""Changes of one text, in order, as `line_changes` makes them of edits."""


def line_changes(data: bytes, edits: EditSet) -> Changes:
    """Return the lines that really change, counted as git counts lines (ended by ``\\n`` only)."""
    return tuple(
        change
        for start, end, group in _grown(data, edits)
        for change in _minimal(data, start, end, group)
    )


def line_totals(data: bytes, changes: Changes) -> tuple[int, int]:
    """Count (added, removed) lines, as a diff shows them."""
    removed = sum(len(git_lines(change.span.of(data))) for change in changes)
    return sum(len(change.new) for change in changes), removed


def unified_diff(data: bytes, changes: Changes, path: str, new_path: str | None = None) -> bytes:
    """Return the changes as a unified diff from `a/path` to `b/path`; empty if nothing changes."""
    if not changes:
        return b""
    header = b"--- %s\n+++ %s\n" % (_quoted("a/" + path), _quoted("b/" + (new_path or path)))
    return header + b"".join(_hunks(data, changes))


def file_diff(
    before: bytes | None,
    after: bytes | None,
    changes: Changes,
    path: str,
    moved_from: str | None = None,
) -> bytes:
    """The diff of a whole file as git writes it: edited, created, deleted or renamed.

    The changes count where the file is there before and after.

    >>> print(file_diff(None, b"x\\n", (), "a.txt").decode(), end="")
    diff --git a/a.txt b/a.txt
    new file mode 100644
    --- /dev/null
    +++ b/a.txt
    @@ -0,0 +1 @@
    +x
    """
    if before is not None and after is not None and moved_from is None:
        return unified_diff(before, changes, path)
    old, new = moved_from or path, path
    header = b"diff --git %s %s\n" % (
        _quoted("a/" + old, tab=False),
        _quoted("b/" + new, tab=False),
    )
    if before is None:
        lines = git_lines(after or b"")
        named = b"--- /dev/null\n+++ %s\n" % _quoted("b/" + path)
        body = named + _whole_hunk(lines, b"+") if lines else b""
        return header + b"new file mode 100644\n" + body
    if after is None:
        lines = git_lines(before)
        named = b"--- %s\n+++ /dev/null\n" % _quoted("a/" + path)
        body = named + _whole_hunk(lines, b"-") if lines else b""
        return header + b"deleted file mode 100644\n" + body
    body = unified_diff(before, changes, old, new)
    same = b"" if body else b"similarity index 100%\n"
    renamed = b"rename from %s\nrename to %s\n" % (_quoted(old, tab=False), _quoted(new, tab=False))
    return header + same + renamed + body


def _whole_hunk(lines: list[bytes], sign: bytes) -> bytes:
    """Format all lines of a file that is created or deleted as one hunk."""
    here = _range(1, len(lines))
    old, new = (b"0,0", here) if sign == b"+" else (here, b"0,0")
    return b"@@ -%s +%s @@\n" % (old, new) + b"".join(_body_line(sign + line) for line in lines)


def _body_line(line: bytes) -> bytes:
    return line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n"


def git_lines(data: bytes) -> list[bytes]:
    """Split on ``\\n`` only and keep it; no empty line after a final one."""
    parts = data.split(b"\n")
    lines = [part + b"\n" for part in parts[:-1]]
    return [*lines, parts[-1]] if parts[-1] else lines


def _grown(data: bytes, edits: EditSet) -> list[tuple[int, int, list[Edit]]]:
    """Grow each edit to whole lines, one line further at its end, and join edits that touch then."""
    groups: list[tuple[int, int, list[Edit]]] = []
    for edit in edits.edits:
        start = data.rfind(b"\n", 0, edit.span.start) + 1
        at = data.find(b"\n", edit.span.end)
        end = len(data) if at < 0 else at + 1
        if groups and start < groups[-1][1]:
            first, last, group = groups.pop()
            group.append(edit)
            groups.append((first, max(last, end), group))
        else:
            groups.append((start, end, [edit]))
    return groups


def _minimal(data: bytes, start: int, end: int, group: list[Edit]) -> list[Change]:
    """Compare the touched lines with what they become and keep the ones that differ."""
    parts: list[bytes] = []
    at = start
    for edit in group:
        parts += (data[at : edit.span.start], edit.new)
        at = edit.span.end
    old, new = git_lines(data[start:end]), git_lines(b"".join((*parts, data[at:end])))
    found, offset = [], start
    for tag, i1, i2, j1, j2 in opcodes(old, new):
        stop = offset + sum(map(len, old[i1:i2]))
        if tag != "equal":
            found.append(Change(Span(offset, stop), tuple(new[j1:j2])))
        offset = stop
    return found


def _hunks(data: bytes, changes: Changes) -> Iterator[bytes]:
    """Format changes with context; those closer than two contexts share a hunk."""
    delta = line = counted = 0
    for group in _grouped(data, changes):
        first = _lines_before(data, group[0].span.start)
        last = _lines_after(data, group[-1].span.end)
        body = [b" " + line for line in first]
        at = group[0].span.start
        for change in group:
            body += [b" " + line for line in git_lines(data[at : change.span.start])]
            body += [b"-" + line for line in git_lines(change.span.of(data))]
            body += [b"+" + line for line in change.new]
            at = change.span.end
        body += [b" " + line for line in last]
        old_count = sum(line[:1] != b"+" for line in body)
        new_count = sum(line[:1] != b"-" for line in body)
        line += data.count(b"\n", counted, group[0].span.start)
        counted = group[0].span.start
        start = line + 1 - len(first)
        yield b"@@ -%s +%s @@\n" % (_range(start, old_count), _range(start + delta, new_count))
        yield from map(_body_line, body)
        delta += new_count - old_count


def _grouped(data: bytes, changes: Changes) -> Iterator[list[Change]]:
    group: list[Change] = []
    for change in changes:
        if group and data.count(b"\n", group[-1].span.end, change.span.start) > 2 * CONTEXT_LINES:
            yield group
            group = []
        group.append(change)
    if group:
        yield group


def _lines_before(data: bytes, offset: int) -> list[bytes]:
    start = offset
    for _ in range(CONTEXT_LINES):
        if start:
            start = data.rfind(b"\n", 0, start - 1) + 1
    return git_lines(data[start:offset])


def _lines_after(data: bytes, offset: int) -> list[bytes]:
    end = offset
    for _ in range(CONTEXT_LINES):
        at = data.find(b"\n", end)
        end = len(data) if at < 0 else at + 1
    return git_lines(data[offset:end])


def _range(start: int, count: int) -> bytes:
    """Format one side of a hunk header; an empty side names the line before it."""
    if count == 1:
        return b"%d" % start
    return b"%d,%d" % (start if count else start - 1, count)


def _quoted(path: str, *, tab: bool = True) -> bytes:
    """Quote a path as git does, where it holds control characters, quotes or backslashes.

    A `tab` ends a path with blanks in the lines that name the two sides.
    """
    try:
        raw = path.encode("utf-8", "surrogateescape")
    except (
        UnicodeEncodeError
    ):  # half of a surrogate pair, which no file is called, but a document may be
        raw = path.encode("utf-8", "surrogatepass")
    if not any(byte < 0x20 or byte in b'"\\' or byte > 0x7E for byte in raw):
        return raw + (b"\t" if tab and b" " in raw else b"")
    named = {7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 34: '"', 92: "\\"}
    escaped = "".join(
        "\\" + named[byte]
        if byte in named
        else chr(byte)
        if 0x20 <= byte <= 0x7E
        else f"\\{byte:03o}"
        for byte in raw
    )
    return f'"{escaped}"'.encode("ascii")
