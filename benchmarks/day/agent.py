"""What the agent does for one change of a file: how it asks, what it does with the answer."""

from __future__ import annotations

import difflib
import json
import random
import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.day.others import Other
from benchmarks.day.tree import Change, File
from benchmarks.landing.distort import DISTORTIONS, SINGLE, Distortion, distorted
from benchmarks.landing.judge import LANDED as LANDS
from benchmarks.landing.judge import verdict_of
from benchmarks.landing.material import Edit, squeezed
from benchmarks.landing.tasks import Task

DISTORTED = 0.2
"""Share of the edits that are distorted."""

MODES = {"text": 40, "lines": 28, "selector": 12, "patch": 10, "editor": 10}
"""How often the others are made in which way; `editor` is the other process, by itself."""

MEANWHILE = 0.12
"""Share of the calls during which the other process edits the same file."""

APART = 25
"""Lines between two changes that are made at the same time."""

GATE = frozenset(
    "new_syntax_error lost_definition read_back broken_target swallowed_sibling unbalanced risk".split()
)
"""Reasons for which half a commit may be refused: it need not parse."""


@dataclass
class Row:
    """One edit: `end` is `landed`, `retry`, `again` (by other means), `together` or `other`."""

    mode: str
    name: str
    file: str
    change: Change
    end: str = ""
    reason: str = ""
    judged: str = ""
    told: str = ""
    offered: bool = False


@dataclass
class Day:
    """What the agent has and what it counts."""

    client: Any
    root: Path
    other: Other
    random: random.Random
    rows: list[Row] = field(default_factory=list)
    calls: list[tuple[str, float]] = field(default_factory=list)
    used: Counter[str] = field(default_factory=Counter)
    seen: dict[tuple[str, Change], tuple[str, str]] = field(default_factory=dict)
    notes: Counter[str] = field(default_factory=Counter)
    misread: list[str] = field(default_factory=list)

    async def call(self, tool: str, arguments: dict[str, object]) -> Any:
        start = time.perf_counter()
        result = await self.client.call_tool(tool, arguments)
        self.calls.append((tool, time.perf_counter() - start))
        return result


@dataclass
class Call:
    """A call that the agent has in mind, and what the file holds once it is done."""

    mode: str
    tool: str
    arguments: dict[str, object]
    right: str
    name: str = ""
    file: str | None = None


async def look(day: Day, file: File) -> None:
    """Read what is to be changed, before anything of it is; the numbers are used later."""
    outline = await day.call("outline", {"path": file.name, "depth": 2})
    if outline.is_error:
        day.misread.append(f"{file.name}: {outline.content[0].text}")
    for change in file.changes:
        first, last = change.old[0] + 1, max(change.old[0] + 1, change.old[1])
        if last >= len(file.before):  # at the very end there is nothing to read
            continue
        asked = {"path": file.name, "lines": f"{first}-{last}", "around": 3, "max_lines": 400}
        region = await day.call("get_region", asked)
        data = region.structured_content
        if region.is_error:
            if file.before[first - 1 :] != [""]:
                day.misread.append(f"{file.name}:{first} {region.content[0].text}")
            continue
        lines = data["lines"]
        if not _reads(data["text"], file.before[lines[0] - 1 : lines[1]]):
            day.misread.append(f"{file.name}:{first} read otherwise")
        span = str(first) if first == last else f"{first}-{last}"
        day.seen[file.name, change] = span, data["version"]


_NUMBER = re.compile(r" *\d+\| ?")
_ROW = re.compile(r" *(\d+)(?:-(\d+))?  +\S+  +(\S(?:\S| (?! ))*)")
"""A row of an outline: its lines, its kind and its selector, with two blanks between columns."""
_RETRY = re.compile(r"^retry, [^{]*(\{.*\})$", re.MULTILINE)
_REASON = re.compile(r"^\w+ \((\w+)\)")


def _reads(text: str, lines: list[str]) -> bool:
    """Tell whether a region holds these lines, behind numbers; more than 60,000 letters are shown in short."""
    rows = text.replace("\r\n", "\n").split("\n")[: len(lines)]
    shown = [_NUMBER.sub("", row) for row in rows]
    held = [line.removeprefix("\ufeff").removesuffix("\r") for line in lines]
    return shown == held or sum(map(len, lines)) > 60_000


async def make(day: Day, file: File, change: Change) -> None:
    """Bring about one change, whatever it takes."""
    call = await chosen(day, file, change)
    row = Row(call.mode, call.name, file.name, change)
    day.rows.append(row)
    path = day.root / file.name
    if call.mode == "editor":
        day.other.write(path, call.right)
        file.done.add(change)
        row.end = "other"
        return
    if call.file is not None:
        day.other.write(path, call.file)
    beside = _beside(day, file, change) if call.file is None and not call.name else None
    if beside is not None:
        day.other.begin(path=str(path), old=beside[1][0], new=beside[1][1])
    result = await day.call(call.tool, call.arguments)
    right = call.right
    if beside is not None:
        right = _with_other(day, file, change, beside[0], right)
    if beside is not None and _reason(result) == "stale":
        day.notes["stale, sent again"] += 1
        result = await day.call(call.tool, call.arguments)
    await _ended(day, file, row, call, result, right)


def _with_other(day: Day, file: File, change: Change, other: Change, right: str) -> str:
    told = day.other.end()
    if told not in ("applied", "already_applied"):
        day.notes["during a call: refused"] += 1
        return right
    day.notes["during a call"] += 1
    file.done.add(other)
    day.rows.append(Row("during a call", "", file.name, other, "other"))
    return file.text_with(change)


async def _ended(day: Day, file: File, row: Row, call: Call, result: Any, right: str) -> None:
    path = day.root / file.name
    if not result.is_error:
        row.end = "landed"
    else:
        row.reason, row.told = _reason(result), result.content[0].text
        if not call.name and row.reason in GATE:
            await _together(day, file, row)
            return
        retry = _retry(result)
        row.offered = retry is not None
        if retry is not None:
            arguments = dict(retry)
            again = await day.call(str(arguments.pop("op", call.tool)), arguments)
            row.end = "" if again.is_error else "retry"
            row.told += "" if not again.is_error else f"\n== retry: {again.content[0].text}"
    if row.end:
        held = path.read_bytes().decode()
        row.judged = _judged(held, right)
        if row.judged:
            row.told += f"\n== {row.judged}\n{_difference(right, held)}"
            await _put_right(day, file, row, result, held, right)
        file.done.add(row.change)
    if call.file is not None:
        day.other.write(path, file.text)
    if not row.end:
        await _by_lines(day, file, row)


async def _put_right(day: Day, file: File, row: Row, result: Any, held: str, right: str) -> None:
    """Mend with a patch what landed otherwise; a comment that the reply said is kept is no fault."""
    if row.judged == "wrong" and "kept from the file" in result.content[0].text:
        day.notes["kept, as told"] += 1
        row.judged = ""
    await day.call("apply_edits", {"edits": _diff(file.name, held, right), "path": file.name})


async def _by_lines(day: Day, file: File, row: Row) -> None:
    """Read once more and replace the lines that were just shown."""
    call = await _fresh(day, file, row.change)
    result = await day.call(call.tool, call.arguments)
    if result.is_error and _reason(result) in GATE:
        await _together(day, file, row)
        return
    row.end = "again"
    file.done.add(row.change)
    held = (day.root / file.name).read_bytes().decode()
    row.judged = _judged(held, file.text)
    if result.is_error or row.judged:
        row.told += f"\n== again: {result.content[0].text}\n{_difference(file.text, held)}"
        day.other.write(day.root / file.name, file.text)


async def _together(day: Day, file: File, row: Row) -> None:
    """Send all that is left of a file as one transaction: half a commit need not parse."""
    left = file.left
    diff = _diff(file.name, file.text, file.text_with(*left))
    for more in ({}, {"force": True}):
        result = await day.call("apply_edits", {"edits": diff, "path": file.name, **more})
        if not result.is_error:
            break
    row.end = "together"
    if result.is_error:
        day.notes["whole commit refused by the gate"] += 1
        row.told += f"\n== together: {result.content[0].text}"
        row.end = "refused"
    file.done.update(left)
    day.rows += [Row("together", "", file.name, c, row.end) for c in left if c != row.change]
    held = (day.root / file.name).read_bytes().decode()
    row.judged = _judged(held, file.text) if not result.is_error else ""
    if held != file.text:
        day.other.write(day.root / file.name, file.text)


# How a call is chosen


async def chosen(day: Day, file: File, change: Change) -> Call:
    """Choose how a change is made, and write the call."""
    edits = file.edits(change)
    agents = [row for row in day.rows if row.end != "other"]
    if edits and sum(bool(row.name) for row in agents) < DISTORTED * (len(agents) + 1):
        task = _distorted(day, edits)
        if task is not None:
            return task
    mode = day.random.choices(list(MODES), list(MODES.values()))[0]
    if mode == "editor":
        return Call(mode, "", {}, file.text_with(change))
    if mode == "selector":
        call = await _by_selector(day, file, change)
        if call is not None:
            return call
    if mode == "lines":
        call = _by_old_lines(day, file, change)
        if call is not None:
            return call
    if mode != "patch" and edits:
        return _by_text(file, change, day.random.choice(edits))
    return _by_patch(file, change)


def _distorted(day: Day, edits: Sequence[Edit]) -> Call | None:
    """Distort the edit in the way that had the fewest turns of those that it lends itself to."""
    ways = [item for item in DISTORTIONS if item.changes]
    day.random.shuffle(ways)
    for way in sorted(ways, key=lambda item: day.used[item.name]):
        for edit in day.random.sample(edits, min(3, len(edits))):
            task = distorted(edit, way)
            if task is None or not _lands(edit):
                continue
            day.used[way.name] += 1
            return _of_task(edit, way, task)
    return None


def _lands(edit: Edit) -> bool:
    task = distorted(edit, SINGLE[0])
    return task is not None and verdict_of(task).word == LANDS


def _of_task(edit: Edit, way: Distortion, task: Task) -> Call:
    assert task.right is not None
    arguments = {"path": edit.path, "old": task.old, "new": task.new, **dict(task.hints)}
    held = "\n".join(edit.file)
    return Call(
        "distorted",
        "str_replace",
        arguments,
        task.right,
        way.name,
        task.file if task.file != held else None,
    )


def _by_text(file: File, change: Change, edit: Edit) -> Call:
    task = distorted(edit, SINGLE[0])
    assert task is not None
    arguments: dict[str, object] = {"path": file.name, "old": task.old, "new": task.new}
    return Call("text", "str_replace", arguments, file.text_with(change))


def _by_old_lines(day: Day, file: File, change: Change) -> Call | None:
    if (file.name, change) not in day.seen or change.old[1] >= len(file.before):
        return None
    _, version = day.seen[file.name, change]
    return _lines_call(file, change, *change.old, version)


def _lines_call(file: File, change: Change, first: int, last: int, version: str) -> Call | None:
    right = file.text_with(change)
    new = file.new_of(change)
    arguments: dict[str, object] = {"path": file.name, "version": version}
    if first == last:
        if first == 0:
            return None
        arguments |= {"lines": str(first), "at": "after", "text": new}
        return Call("lines", "insert", arguments, right)
    arguments["lines"] = f"{first + 1}-{last}"
    if not new:
        return Call("lines", "delete_block", arguments, right)
    return Call("lines", "replace_block", arguments | {"new": new}, right)


async def _fresh(day: Day, file: File, change: Change) -> Call:
    first, last = file.place(change)
    asked = {"path": file.name, "lines": f"{max(1, first)}-{max(1, last)}"}
    region = await day.call("get_region", asked)
    version = (region.structured_content or {}).get("version", "")
    found = (
        _lines_call(file, change, first, last, version)
        if last < len(file.text.split("\n"))
        else None
    )
    if found is not None:
        return found
    return _by_patch(file, change)


def _by_patch(file: File, change: Change) -> Call:
    """Give the change as a diff with as much around it as makes its place the only one."""
    now, then = file.text, file.text_with(change)
    for context in (3, 6, 12, 24, 48):
        diff = _diff(file.name, now, then, context)
        hunk = [line[1:] for line in diff.split("\n")[3:] if line[:1] in (" ", "-")]
        if now.count("\n".join(hunk)) == 1:
            break
    return Call("patch", "apply_edits", {"edits": diff, "path": file.name}, then)


async def _by_selector(day: Day, file: File, change: Change) -> Call | None:
    """Replace the smallest definition that holds the change."""
    outline = await day.call("outline", {"path": file.name, "depth": 9})
    first, last = file.place(change)
    best: tuple[int, str, int, int] | None = None
    for row in filter(None, map(_ROW.match, outline.content[0].text.split("\n"))):
        top, bottom, selector = int(row[1]), int(row[2] or row[1]), row[3]
        if top - 1 <= first and last <= bottom and first < bottom:
            size = bottom - top
            if best is None or size < best[0]:
                best = size, selector, top, bottom
    if best is None or best[0] > 120 or "\r" in file.text:
        return None
    _, selector, top, bottom = best
    right = file.text_with(change)
    grown = (change.new[1] - change.new[0]) - (change.old[1] - change.old[0])
    lines = right.split("\n")[top - 1 : bottom + grown]
    if not lines:
        return None
    arguments = {"path": file.name, "selector": selector, "new": "\n".join(lines)}
    return Call("selector", "replace_block", arguments, right)


def _beside(day: Day, file: File, change: Change) -> tuple[Change, tuple[str, str]] | None:
    """Choose a change that the other process makes during the call."""
    if day.random.random() >= MEANWHILE:
        return None
    for other in file.left:
        apart = max(other.old[0] - change.old[1], change.old[0] - other.old[1])
        edits = file.edits(other) if other != change and apart >= APART else []
        task = distorted(day.random.choice(edits), SINGLE[0]) if edits else None
        if task is not None:
            return other, (task.old, task.new)
    return None


# What came of it


def _reason(result: Any) -> str:
    """Give the reason of a failure."""
    found = _REASON.match(result.content[0].text)
    return found[1] if found else ""


def _retry(result: Any) -> dict[str, object] | None:
    found = _RETRY.search(result.content[0].text)
    return json.loads(found[1]) if found else None


def _judged(held: str, right: str) -> str:
    """Say nothing of what is right byte by byte."""
    if held == right:
        return ""
    return "blanks" if squeezed(held) == squeezed(right) else "wrong"


def _diff(name: str, old: str, new: str, context: int = 3) -> str:
    lines = difflib.unified_diff(
        _lines(old), _lines(new), f"a/{name}", f"b/{name}", n=context, lineterm="\n"
    )
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )


def _lines(text: str) -> list[str]:
    *lines, rest = text.split("\n")
    return [f"{line}\n" for line in lines] + ([rest] if rest else [])


def _difference(right: str, held: str) -> str:
    lines = list(difflib.unified_diff(right.split("\n"), held.split("\n"), "right", "held", n=2))
    return "\n".join(line.rstrip("\n") for line in lines[:60])
