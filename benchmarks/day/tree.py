"""The files of the day: how they begin, which changes of their commits are made, how they must end."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

from benchmarks.landing.material import Commit, Edit, edits_of, new_lines, old_lines
from benchmarks.releases import COMMITS


@dataclass(frozen=True, slots=True)
class Change:
    """One group of changed lines of a commit: `old` lines before, `new` lines after it, from 0."""

    old: tuple[int, int]
    new: tuple[int, int]


@dataclass
class File:
    """A file on its way from before a commit to after it, change by change."""

    name: str
    id: str
    language: str
    before: list[str]
    after: list[str]
    changes: tuple[Change, ...]
    done: set[Change] = field(default_factory=set)

    @property
    def left(self) -> list[Change]:
        return [change for change in self.changes if change not in self.done]

    @property
    def text(self) -> str:
        """Give what the file holds with the changes made so far."""
        return self.text_with()

    def text_with(self, *more: Change) -> str:
        """Give what it holds once further changes are made."""
        found: list[str] = []
        at = 0
        for change in self.changes:
            found += self.before[at : change.old[0]]
            made = change in self.done or change in more
            found += self._new(change) if made else self._old(change)
            at = change.old[1]
        return "\n".join(found + self.before[at:])

    def place(self, change: Change) -> tuple[int, int]:
        """Give the first line, and the one after the last, of a change that is not made, from 0."""
        shift = sum(
            (other.new[1] - other.new[0]) - (other.old[1] - other.old[0])
            for other in self.changes
            if other in self.done and other.old < change.old
        )
        return change.old[0] + shift, change.old[1] + shift

    def new_of(self, change: Change) -> str:
        """Give the lines that a change brings."""
        return "".join(f"{line}\n" for line in self._new(change))

    def _old(self, change: Change) -> list[str]:
        return self.before[slice(*change.old)]

    def _new(self, change: Change) -> list[str]:
        return self.after[slice(*change.new)]

    def edits(self, change: Change) -> list[Edit]:
        """Give the texts that a caller would send for a change, with more and less around it."""
        now, then = self.text, self.text_with(change)
        commit = Commit(f"{self.id}.{change.old[0]}", self.language, self.name, now, then)
        return [edit for edit in edits_of(commit) if _result(edit) == then]


def _result(edit: Edit) -> str:
    before, after = old_lines(edit.script), new_lines(edit.script)
    rest = edit.file[edit.first + len(before) :]
    return "\n".join((*edit.file[: edit.first], *after, *rest))


def files_of(folder: Path) -> Iterator[File]:
    """Read the commits; a path that several commits changed is a file for each of them."""
    seen: set[str] = set()
    with gzip.open(folder / COMMITS, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            name = f"{row['repo'].split('/')[-1]}/{row['path']}"
            if name in seen:
                name = f"{row['id'].replace('/', '-')}/{name}"
            seen.add(name)
            before, after = row["before"].split("\n"), row["after"].split("\n")
            steps = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
            changes = tuple(Change(s[1:3], s[3:5]) for s in steps if s[0] != "equal")
            yield File(name, row["id"], row["language"], before, after, changes)
