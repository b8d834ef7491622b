"""Where edits come from: real commits, and the edits that a caller would have written for them.

A commit is one file before and after. Each group of changed lines becomes several edits, with as
many lines of context as a caller may give; an edit's old text stands exactly once in its file,
whatever the blanks.
"""

from __future__ import annotations

import gzip
import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from pathlib import Path

from benchmarks.releases import COMMITS, data_folder

from structedit.languages.detection import language_of

CHECKOUT = Path(__file__).resolve().parents[2]
DATA = data_folder()
CONTEXTS = (0, 1, 2, 3, 5, 9)
"""Unchanged lines on each side of a change."""

JOINED = 8
"""Changes with fewer lines between them are also given as one edit."""

MOST_LINES = 60
GIT_BYTES = 400_000


@dataclass(frozen=True, slots=True)
class Commit:
    """One file before and after a commit."""

    id: str
    language: str
    path: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an edit: unchanged (` `), removed (`-`) or added (`+`).

    `ours` is what the file has, or is to have, there; `theirs` is what the caller writes. Either
    may be no line, or several.
    """

    kind: str
    ours: tuple[str, ...]
    theirs: tuple[str, ...]


Script = tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Edit:
    """An edit of a file's lines from `first` (from 0) on, with the lines of its context.

    `ended`: the caller's texts end in a line end.
    """

    id: str
    language: str
    path: str
    file: tuple[str, ...]
    first: int
    script: Script
    ended: bool


def from_data(folder: Path) -> Iterator[Commit]:
    """Read the commits of a folder of data."""
    with gzip.open(folder / COMMITS, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            yield Commit(row["id"], row["language"], row["path"], row["before"], row["after"])


def from_git(clone: Path, most: int) -> Iterator[Commit]:
    """Read the latest changes of single files from any git clone."""
    log = _git(
        clone, "log", "--no-merges", "--diff-filter=M", "--raw", "--no-abbrev", "--format=%h"
    )
    found, sha = 0, ""
    for line in log.splitlines():
        if line and not line.startswith(":"):
            sha = line
        if not line.startswith(":"):
            continue
        _, _, old, new, rest = line.split(" ", 4)
        path = rest.split("\t", 1)[1]
        language = language_of(path) or ""
        texts = [_blob(clone, name) for name in (old, new)] if language else [None, None]
        if texts[0] is None or texts[1] is None:
            continue
        yield Commit(f"{sha}:{path}", language, path, texts[0], texts[1])
        found += 1
        if found == most:
            return


def _git(clone: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(clone), *arguments], capture_output=True, check=True)
    return done.stdout.decode("utf-8", "replace")


def _blob(clone: Path, name: str) -> str | None:
    done = subprocess.run(["git", "-C", str(clone), "cat-file", "blob", name], capture_output=True)
    if done.returncode or len(done.stdout) > GIT_BYTES:
        return None
    try:
        return done.stdout.decode("utf-8")
    except UnicodeDecodeError:
        return None


def edits_of(commit: Commit, contexts: tuple[int, ...] = CONTEXTS) -> Iterator[Edit]:
    """Yield the edits that a caller would write for the changes of a commit, each alone."""
    if "\r" in commit.before + commit.after:
        return
    old, new = commit.before.split("\n"), commit.after.split("\n")
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    changes = [step[1:] for step in steps if step[0] != "equal"]
    file = tuple(old)
    for number, change in enumerate(changes):
        for context in contexts:
            yield from _edit(commit, file, f"{number}.c{context}", [change], new, context)
        pair = changes[number : number + 2]
        if len(pair) == 2 and pair[1][0] - pair[0][1] < JOINED:
            for context in (1, 3):
                yield from _edit(commit, file, f"{number}.p{context}", pair, new, context)


def _edit(
    commit: Commit,
    file: tuple[str, ...],
    name: str,
    changes: list[tuple[int, int, int, int]],
    new: list[str],
    context: int,
) -> Iterator[Edit]:
    first, last = max(0, changes[0][0] - context), min(len(file), changes[-1][1] + context)
    script: list[Line] = []
    at = first
    for i1, i2, j1, j2 in changes:
        script += [Line(" ", (text,), (text,)) for text in file[at:i1]]
        script += [Line("-", (text,), (text,)) for text in file[i1:i2]]
        script += [Line("+", (text,), (text,)) for text in new[j1:j2]]
        at = i2
    script += [Line(" ", (text,), (text,)) for text in file[at:last]]
    ended = last < len(file) and sum(map(ord, name)) % 2 == 0
    edit = Edit(
        f"{commit.id}#{name}", commit.language, commit.path, file, first, tuple(script), ended
    )
    if _is_sound(edit):
        yield edit


def _is_sound(edit: Edit) -> bool:
    """Return True if it is an edit that one would send: something is sought, once, and changed."""
    old = old_lines(edit.script)
    kept_end = bool(new_lines(edit.script)) and edit.script[-1].ours != ("",)
    return (
        len(old) <= MOST_LINES
        and bool("".join(old).strip())
        and kept_end
        and squeezed("".join(old)) != squeezed("".join(new_lines(edit.script)))
        and _joined(edit.file).count(squeezed("\n".join(old))) == 1
    )


@lru_cache(maxsize=4)
def _joined(file: tuple[str, ...]) -> str:
    return squeezed("\n".join(file))


def squeezed(text: str) -> str:
    """Drop all blanks and line ends."""
    return "".join(text.split())


def old_lines(script: Script) -> tuple[str, ...]:
    """Return the caller's old lines."""
    return tuple(text for line in script if line.kind != "+" for text in line.theirs)


def new_lines(script: Script) -> tuple[str, ...]:
    """Return the caller's new lines."""
    return tuple(text for line in script if line.kind != "-" for text in line.theirs)


def file_lines(script: Script) -> tuple[str, ...]:
    """Return the lines that the file has there."""
    return tuple(text for line in script if line.kind != "+" for text in line.ours)


def right_lines(script: Script) -> tuple[str, ...]:
    """Return the lines that the file is to have there."""
    return tuple(text for line in script if line.kind != "-" for text in line.ours)
