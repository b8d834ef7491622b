"""An agent's day: the edits of real commits over MCP, on files that an editor changes as well.

    python -m benchmarks.day [--edits N] [--seed N] [--data DIR]

The folder holds the files of real commits as they were before. A scripted agent brings all of them to
the state after their commit, through the server alone. It reads the lines to change first, then edits
by text, by patch, by selector, and by line numbers that it read before other edits. One edit in five is
distorted like those of `benchmarks.landing`; a retry that the answer offers is sent as it is. Between
the calls an editor makes some of the changes itself. Ends with 1 if an edit was wrong or a file does
not end like its commit.
"""

from __future__ import annotations

import argparse
import difflib
import gzip
import json
import os
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
from benchmarks.landing.distort import DISTORTIONS, SINGLE, distorted
from benchmarks.landing.judge import LANDED, verdict_of
from benchmarks.landing.material import DATA, Commit, Edit, edits_of, new_lines, old_lines, squeezed
from benchmarks.releases import COMMITS, has_commits
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

SEED = 6106
AT_ONCE = 6
"""Files that the agent works on at a time."""

DISTORTED = 0.2
MODES = {"text": 50, "lines": 28, "patch": 12, "editor": 10}
"""How often a change is made in which way; the editor writes the file itself."""

PROTECTED = (".pre-commit-config.yaml", ".github/workflows", ".gitlab-ci.yml")
"""Files of the commits that tools may only change if the server allows it."""

_RETRY = re.compile(r"^retry, [^{]*(\{.*\})$", re.MULTILINE)


# Files


@dataclass(frozen=True, slots=True)
class Change:
    """A group of changed lines of a commit: `old` lines before, `new` lines after it, from 0."""

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

    def text_with(self, *more: Change) -> str:
        """Return the file with the changes made so far and some others."""
        found: list[str] = []
        at = 0
        for change in self.changes:
            made = change in self.done or change in more
            found += self.before[at : change.old[0]]
            found += self.after[slice(*change.new)] if made else self.before[slice(*change.old)]
            at = change.old[1]
        return "\n".join(found + self.before[at:])

    def edits(self, change: Change) -> list[Edit]:
        """Return the replacements of text that make a change, with more and less context."""
        then = self.text_with(change)
        name = f"{self.id}.{change.old[0]}"
        commit = Commit(name, self.language, self.name, self.text_with(), then)
        return [edit for edit in edits_of(commit) if _result(edit) == then]


def _result(edit: Edit) -> str:
    before, after = old_lines(edit.script), new_lines(edit.script)
    rest = edit.file[edit.first + len(before) :]
    return "\n".join((*edit.file[: edit.first], *after, *rest))


def files_of(folder: Path) -> Iterator[File]:
    """Read the commits; a path that several commits changed is a file for each of them."""
    seen: set[str] = set()
    with gzip.open(folder / COMMITS, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            name = f"{row['repo'].split('/')[-1]}/{row['path']}"
            if name in seen:
                name = f"{row['id'].replace('/', '-')}/{name}"
            seen.add(name)
            before, after = row["before"].split("\n"), row["after"].split("\n")
            steps = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
            changes = tuple(Change(s[1:3], s[3:5]) for s in steps if s[0] != "equal")
            yield File(name, row["id"], row["language"], before, after, changes)


def chosen(files: list[File], most: int, seed: int) -> list[File]:
    """Draw files until they have a number of changes; 0 returns all files."""
    found: list[File] = []
    for file in random.Random(seed).sample(files, len(files)) if most else files:
        if most and sum(len(one.changes) for one in found) >= most:
            break
        found.append(file)
    return found


# The agent


@dataclass
class Row:
    """One edit: `end` is `landed`, `retry`, `patch` (after a failure), `whole commit` or `editor`."""

    mode: str
    distortion: str
    file: str
    end: str = ""
    judged: str = ""
    told: str = ""


@dataclass
class Call:
    """A call, the right text afterwards, and the file to begin with if a distortion changes it."""

    mode: str
    tool: str
    arguments: dict[str, object]
    right: str
    distortion: str = ""
    file: str | None = None


@dataclass
class Day:
    """The agent: its connection, its folder, and the edits that it made."""

    client: Any
    root: Path
    random: random.Random
    rows: list[Row] = field(default_factory=list)
    used: Counter[str] = field(default_factory=Counter)
    versions: dict[str, str] = field(default_factory=dict)
    misread: list[str] = field(default_factory=list)

    async def call(self, tool: str, arguments: dict[str, object]) -> Any:
        return await self.client.call_tool(tool, arguments)

    async def look(self, file: File) -> None:
        """Read the lines that will change; their numbers and version are used later."""
        for change in file.changes:
            first, last = change.old[0] + 1, max(change.old[0] + 1, change.old[1])
            if last >= len(file.before):
                continue
            asked = {"path": file.name, "lines": f"{first}-{last}", "max_lines": 400}
            region = await self.call("get_region", asked)
            wanted = [line.removeprefix("\ufeff").rstrip("\r") for line in file.before]
            text = region.content[0].text if region.is_error else region.structured_content["text"]
            rows = [re.sub(r"^ *\d+\| ?", "", row.rstrip("\r")) for row in text.split("\n")]
            lines = wanted[first - 1 : last]
            while lines and not lines[-1]:
                lines.pop()  # blank lines at the end of a region are not shown
            if rows[: len(lines)] != lines and len(text) < 60_000:
                self.misread.append(f"{file.name}:{first} {text[:200]}")
            elif not region.is_error:
                self.versions[file.name] = region.structured_content["version"]

    async def make(self, file: File, change: Change) -> None:
        """Make one change of a file, by other means if the first call fails."""
        call, path = self._chosen(file, change), self.root / file.name
        row = Row(call.mode, call.distortion, file.name, end="editor")
        self.rows.append(row)
        file.done.add(change)
        if call.mode == "editor":
            path.write_bytes(call.right.encode())
            return
        if call.file is not None:
            path.write_bytes(call.file.encode())
        result, row.end = await self.call(call.tool, call.arguments), "landed"
        if result.is_error:
            row.told = result.content[0].text
            if retry := _RETRY.search(row.told):
                # An offered retry is sent as it is: it must land rightly.
                result, row.end = await self.call(call.tool, json.loads(retry[1])), "retry"
        right = call.right
        if result.is_error:
            file.done.discard(change)
            patch = self._by_patch(file, change)
            path.write_bytes(file.text_with().encode())
            result, row.end, right = (
                await self.call("apply_edits", patch.arguments),
                "patch",
                patch.right,
            )
            file.done.add(change)
        if result.is_error:
            # Half a commit need not parse: then the rest of the commit goes along.
            now, file.done = path.read_bytes().decode(), set(file.changes)
            diff = _diff(file.name, now, file.text_with(), 3)
            result = await self.call(
                "apply_edits", {"edits": diff, "path": file.name, "force": True}
            )
            row.end, right = "whole commit", file.text_with()
        held = path.read_bytes().decode()
        if not result.is_error and held != right:
            row.judged = "blanks" if squeezed(held) == squeezed(right) else "wrong"
            row.told += f"\n{call.tool} {json.dumps(call.arguments)[:2000]}"
        if held != file.text_with():
            path.write_bytes(file.text_with().encode())

    def _chosen(self, file: File, change: Change) -> Call:
        edits, right = file.edits(change), file.text_with(change)
        if edits and sum(bool(r.distortion) for r in self.rows) < DISTORTED * (len(self.rows) + 1):
            if call := self._distorted(edits):
                return call
        mode = self.random.choices(list(MODES), list(MODES.values()))[0]
        if mode == "editor":
            return Call(mode, "", {}, right)
        call = None
        if mode == "lines":
            call = self._by_lines(file, change)
        elif mode == "text" and edits:
            task = distorted(self.random.choice(edits), SINGLE[0])
            assert task is not None
            arguments: dict[str, object] = {"path": file.name, "old": task.old, "new": task.new}
            call = Call(mode, "str_replace", arguments, right)
        return call or self._by_patch(file, change)

    def _distorted(self, edits: list[Edit]) -> Call | None:
        """Distort an edit in the way that was used least so far."""
        ways = [item for item in DISTORTIONS if item.changes]
        self.random.shuffle(ways)
        for way in sorted(ways, key=lambda item: self.used[item.name]):
            for edit in self.random.sample(edits, min(3, len(edits))):
                task, plain = distorted(edit, way), distorted(edit, SINGLE[0])
                if task is None or plain is None or verdict_of(plain).word != LANDED:
                    continue
                assert task.right is not None
                self.used[way.name] += 1
                given = {"path": edit.path, "old": task.old, "new": task.new, **dict(task.hints)}
                start = task.file if task.file != "\n".join(edit.file) else None
                return Call("distorted", "str_replace", given, task.right, way.name, start)
        return None

    def _by_lines(self, file: File, change: Change) -> Call | None:
        """Edit by the line numbers and the version that were read before all other edits."""
        first, last = change.old
        if file.name not in self.versions or last >= len(file.before) or last == 0:
            return None
        new = "".join(f"{line}\n" for line in file.after[slice(*change.new)])
        given: dict[str, object] = {"path": file.name, "version": self.versions[file.name]}
        given["lines"] = str(first) if first == last else f"{first + 1}-{last}"
        right = file.text_with(change)
        if first == last:
            return Call("lines", "insert", {**given, "at": "after", "text": new}, right)
        if not new:
            return Call("lines", "delete_block", given, right)
        return Call("lines", "replace_block", {**given, "new": new}, right)

    def _by_patch(self, file: File, change: Change) -> Call:
        """Write the change as a diff, with enough context to make its place unique."""
        now, then = file.text_with(), file.text_with(change)
        for context in (3, 6, 12, 24, 48):
            diff = _diff(file.name, now, then, context)
            hunk = [line[1:] for line in diff.split("\n")[3:] if line[:1] in (" ", "-")]
            if now.count("\n".join(hunk)) == 1:
                break
        return Call("patch", "apply_edits", {"edits": diff, "path": file.name}, then)


def _diff(name: str, old: str, new: str, context: int) -> str:
    def lines(text: str) -> list[str]:
        *whole, rest = text.split("\n")
        return [f"{line}\n" for line in whole] + ([rest] if rest else [])

    found = difflib.unified_diff(lines(old), lines(new), f"a/{name}", f"b/{name}", n=context)
    unended = "\n\\ No newline at end of file\n"
    return "".join(line if line.endswith("\n") else line + unended for line in found)


# The day


async def spend(files: list[File], root: Path, seed: int) -> Day:
    """Bring every file to the state after its commit, over a server of its own."""
    for file in files:
        (root / file.name).parent.mkdir(parents=True, exist_ok=True)
        (root / file.name).write_bytes(file.text_with().encode())
    allowed = [word for name in PROTECTED for word in ("--allow", name)]
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "structedit", "mcp", "--root", str(root), *allowed],
        env={**os.environ, "XDG_STATE_HOME": str(root.parent / "state")},
    )
    async with Client(command) as client:
        day = Day(client, root, random.Random(seed))
        order = day.random.sample(files, len(files))
        for at in range(0, len(order), AT_ONCE):
            some = order[at : at + AT_ONCE]
            for file in some:
                await day.look(file)
            turns = [(file, change) for file in some for change in file.changes]
            day.random.shuffle(turns)
            for file, change in turns:
                if change not in file.done:
                    await day.make(file, change)
        return day


def different(files: list[File], root: Path) -> list[str]:
    """Return the files that do not end like their commit."""
    return [f.name for f in files if (root / f.name).read_bytes() != "\n".join(f.after).encode()]


def report(day: Day, files: list[File], differ: list[str]) -> str:
    """Return the tables of a day."""
    ends = ("landed", "retry", "patch", "whole commit", "editor")
    lines = [
        f"{len(files)} files, {len(day.rows)} edits",
        "",
        f"| edits | n | {' | '.join(ends)} |",
    ]
    lines += ["|---|" + "---:|" * (1 + len(ends))]
    for mode in dict.fromkeys(row.mode for row in day.rows):
        counts = Counter(row.end for row in day.rows if row.mode == mode)
        cells = [counts.total(), *(counts[end] for end in ends)]
        lines.append(f"| {mode} | {' | '.join(map(str, cells))} |")
    judged = Counter(row.judged for row in day.rows)
    lines += ["", f"wrong: {judged['wrong']}; right but for blanks: {judged['blanks']};"]
    lines[-1] += f" misread: {len(day.misread)}; files that end otherwise: {len(differ)}"
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.day", description=__doc__)
    parser.formatter_class = argparse.RawTextHelpFormatter
    parser.add_argument("--edits", type=int, default=0, help="about so many; 0 is all")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--data", type=Path, default=DATA)
    options = parser.parse_args()
    if not has_commits(options.data):
        print(f"no commits in {options.data}: pass --data", file=sys.stderr)
        return 2
    files = chosen(list(files_of(options.data)), options.edits, options.seed)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "root")
        root.mkdir()
        day = anyio.run(spend, files, root, options.seed)
        differ = different(files, root)
    print(report(day, files, differ))
    for row in day.rows:
        if row.judged:
            print(f"\n{row.judged} {row.mode} {row.distortion} {row.file}: {row.end}\n{row.told}")
    print(*(f"MISREAD {line}" for line in day.misread), *(f"DIFFERS {n}" for n in differ), sep="\n")
    return int(bool(differ or day.misread or any(row.judged for row in day.rows)))


if __name__ == "__main__":
    sys.exit(main())
