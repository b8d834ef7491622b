"""Real commits of one file each, written as texts of edits, with whether their place is determinable.

A commit is written as a patch with difflib, which this project does not use for it. Its place is
*determinable* where its hunks' old lines fit into the old text in order in exactly one way, or in
exactly one way with one common distance from their line numbers; that is computed here, by line
lists and without the engine. A block of search and replace is determinable where its old text
stands once.

Not here: applying them (`formats`).
"""

from __future__ import annotations

import difflib
import gzip
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

NO_NEWLINE = "\\ No newline at end of file"


@dataclass(frozen=True)
class Row:
    """A hunk as lists of lines; `start` counts from 0, lines keep their ends."""

    start: int
    lines: tuple[tuple[str, str], ...]

    @property
    def old(self) -> tuple[str, ...]:
        return tuple(text for sign, text in self.lines if sign != "+")

    @property
    def new(self) -> tuple[str, ...]:
        return tuple(text for sign, text in self.lines if sign != "-")


def lines_of(text: str) -> list[str]:
    parts = text.split("\n")
    return [part + "\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def rows_of(before: str, after: str, context: int) -> list[Row]:
    old, new = lines_of(before), lines_of(after)
    found = []
    for group in difflib.SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(
        context
    ):
        group = [op for op in group if op[2] > op[1] or op[4] > op[3]]
        lines: list[tuple[str, str]] = []
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                lines += [(" ", text) for text in old[i1:i2]]
            else:
                lines += [("-", text) for text in old[i1:i2]]
                lines += [("+", text) for text in new[j1:j2]]
        found.append(Row(group[0][1], tuple(lines)))
    return found


def ways(before: str, rows: list[Row]) -> int:
    """Count the ways to place all rows in order, by lists of lines."""
    text = lines_of(before)
    counts = {0: 1}  # line from which on the next row may stand -> ways
    for row in rows:
        size, following = len(row.old), Counter[int]()
        for at in range(len(text) - size + 1):
            if tuple(text[at : at + size]) == row.old:
                following[at + size] += sum(n for end, n in counts.items() if end <= at)
        counts = following
    return sum(counts.values())


def distances(before: str, rows: list[Row], numbers: list[int]) -> int:
    """Count the common distances from the numbers at which all rows stand."""
    text = lines_of(before)
    found = 0
    for shift in range(-len(text) - max(numbers), len(text)):
        found += all(
            n + shift >= 0 and tuple(text[n + shift : n + shift + len(row.old)]) == row.old
            for n, row in zip(numbers, rows, strict=True)
        )
    return found


def determinable(before: str, rows: list[Row], numbers: list[int] | None) -> bool:
    solid = [i for i, row in enumerate(rows) if row.old]
    if not solid:
        return False
    if len(solid) < len(rows) and (numbers is None or numbers != [row.start for row in rows]):
        return False
    some = [rows[i] for i in solid]
    if ways(before, some) == 1:
        return True
    if numbers is None or len(some) < 2:
        return False
    return distances(before, some, [numbers[i] for i in solid]) == 1


def unified(path: str, rows: list[Row], numbers: list[int], *, stated: bool = True) -> str:
    parts, grown = [f"--- a/{path}\n+++ b/{path}\n"], 0
    for row, number in zip(rows, numbers, strict=True):
        old, new = len(row.old), len(row.new)
        first, then = number + bool(old), number + grown + bool(new)
        parts.append(f"@@ -{first},{old} +{then},{new} @@\n" if stated else "@@ ... @@\n")
        parts += [body(line) for line in row.lines]
        grown += new - old
    return "".join(parts)


def body(line: tuple[str, str]) -> str:
    sign, text = line
    return sign + text if text.endswith("\n") else f"{sign}{text}\n{NO_NEWLINE}\n"


def envelope(path: str, rows: list[Row]) -> str:
    hunks = "".join(
        "@@\n" + "".join(sign + text.rstrip("\n") + "\n" for sign, text in row.lines)
        for row in rows
    )
    return f"*** Begin Patch\n*** Update File: {path}\n{hunks}*** End Patch\n"


def blocks(path: str, rows: list[Row]) -> str:
    return f"{path}\n" + "\n".join(
        "<<<<<<<<< SEARCH\n"
        + ended("".join(row.old))
        + "=========\n"
        + ended("".join(row.new))
        + ">>>>>>>>> REPLACE\n"
        for row in rows
    )


def ended(text: str) -> str:
    return text if not text or text.endswith("\n") else text + "\n"


def operations(path: str, rows: list[Row]) -> str:
    edits = [
        {"op": "str_replace", "path": path, "old": "".join(row.old), "new": "".join(row.new)}
        for row in rows
    ]
    return json.dumps(edits, indent=1)


def stands_once(before: str, rows: list[Row]) -> bool:
    """Tell whether each old text stands once in what the edits before it leave."""
    for row in rows:
        old, new = "".join(row.old), "".join(row.new)
        if not old.strip() or before.count(old) != 1:
            return False
        before = before.replace(old, new)
    return True


def wrong(rows: list[Row], seed: str) -> list[int]:
    """Give numbers that are all wrong, each by its own distance."""
    rolls = random.Random(seed)
    return [max(0, row.start + rolls.choice((-1, 1)) * rolls.randint(1, 60)) for row in rows]


def shifted(rows: list[Row], seed: str) -> list[int]:
    by = random.Random(seed).randint(1, 40)
    return [row.start + by for row in rows]


Numbers = Callable[[list[Row], str], list[int]]


def patch_form(context: int, numbers: Numbers) -> Callable[[dict], tuple[str, bool]]:
    def write(pair: dict) -> tuple[str, bool]:
        rows = rows_of(pair["before"], pair["after"], context)
        stated = numbers(rows, pair["id"])
        return unified(pair["path"], rows, stated), determinable(pair["before"], rows, stated)

    return write


def right(rows: list[Row], seed: str) -> list[int]:
    return [row.start for row in rows]


def no_numbers(pair: dict) -> tuple[str, bool]:
    rows = rows_of(pair["before"], pair["after"], 3)
    text = unified(pair["path"], rows, right(rows, ""), stated=False)
    return text, determinable(pair["before"], rows, None)


def as_envelope(pair: dict) -> tuple[str, bool] | None:
    rows = rows_of(pair["before"], pair["after"], 3)
    if not same_end(pair):
        return None
    return envelope(pair["path"], rows), determinable(pair["before"], rows, None)


def same_end(pair: dict) -> bool:
    """Tell whether the last line has an end before and after, or neither time: blocks cannot say."""
    return pair["before"].endswith("\n") == pair["after"].endswith("\n")


def as_blocks(pair: dict) -> tuple[str, bool] | None:
    rows = rows_of(pair["before"], pair["after"], 3)
    if not same_end(pair):
        return None
    return blocks(pair["path"], rows), stands_once(pair["before"], rows)


def as_json(pair: dict) -> tuple[str, bool]:
    rows = rows_of(pair["before"], pair["after"], 3)
    return operations(pair["path"], rows), stands_once(pair["before"], rows)


def crlf(pair: dict) -> tuple[str, bool] | None:
    rows = rows_of(pair["before"], pair["after"], 3)
    text = unified(pair["path"], rows, right(rows, ""))
    if "\r" in pair["before"] + pair["after"]:
        return None
    return text.replace("\n", "\r\n"), determinable(pair["before"], rows, right(rows, ""))


FORMS: dict[str, Callable[[dict], tuple[str, bool] | None]] = {
    "unified-3-right": patch_form(3, right),
    "unified-3-wrong": patch_form(3, wrong),
    "unified-3-shifted": patch_form(3, shifted),
    "unified-3-none": no_numbers,
    "unified-3-crlf": crlf,
    "unified-1-right": patch_form(1, right),
    "unified-1-wrong": patch_form(1, wrong),
    "unified-0-right": patch_form(0, right),
    "search-replace": as_blocks,
    "apply-patch": as_envelope,
    "json": as_json,
}


def pairs_of(path: Path, every: int) -> Iterator[dict]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if number % every == 0:
                yield json.loads(line)


def spoiled(pair: dict) -> dict:
    """Give a commit whose first hunk is of a text that nobody has written."""
    lines = lines_of(pair["before"])
    row = next(row for row in rows_of(pair["before"], pair["after"], 3) if row.old)
    for at in range(row.start, row.start + len(row.old)):
        lines[at] = f"nobody has written {at} of this\n"
    return {**pair, "before": "".join(lines)}
