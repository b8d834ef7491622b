"""Spend the day, and tell what came of it; ends with 1 if any edit was wrong or a file ends otherwise."""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import anyio
from benchmarks.day.agent import Day, look, make
from benchmarks.day.others import Other
from benchmarks.day.tree import File, files_of
from benchmarks.landing import results
from benchmarks.landing.distort import DISTORTIONS
from benchmarks.landing.material import DATA
from benchmarks.releases import has_commits
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

SEED = 6106
AT_ONCE = 6
"""Files that the agent has in hand at a time."""


AUTOMATION = [
    word
    for name in (".pre-commit-config.yaml", ".github/workflows", ".gitlab-ci.yml")
    for word in ("--allow", name)
]
"""What the commits of the day change, too, and tools may not unless that is allowed."""


async def spend(files: list[File], root: Path, seed: int) -> Day:
    """Bring every file to what its commit made of it, over a server of its own."""
    for file in files:
        path = root / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.text.encode())
    state = str(root.parent / "state")
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "structedit", "mcp", "--root", str(root), *AUTOMATION],
        env={**os.environ, "XDG_STATE_HOME": state},
    )
    other = Other(state)
    try:
        async with Client(command) as client:
            day = Day(client, root, other, random.Random(seed))
            order = day.random.sample(files, len(files))
            for at in range(0, len(order), AT_ONCE):
                await _in_hand(day, order[at : at + AT_ONCE])
            return day
    finally:
        other.close()


async def _in_hand(day: Day, files: list[File]) -> None:
    for file in files:
        await look(day, file)
    turns = [(file, change) for file in files for change in file.changes]
    day.random.shuffle(turns)
    for file, change in turns:
        if change not in file.done:
            await make(day, file, change)


def told(day: Day, files: list[File], differ: list[str], seconds: float) -> str:
    """Put the day into words."""
    rows = day.rows
    agents = [row for row in rows if row.end != "other"]
    distorted = [row for row in rows if row.name]
    misses = [row for row in agents if row.reason and (row.name or row.end in ("retry", "again"))]
    ended = [row for row in misses if row.end == "retry" and not row.judged]
    ways = Counter(row.name for row in distorted)
    least = min((ways[item.name], item.name) for item in DISTORTIONS if item.changes)
    unused = [item.name for item in DISTORTIONS if item.changes and not ways[item.name]]
    times: dict[str, list[float]] = {}
    for tool, took in day.calls:
        times.setdefault(tool, []).append(took * 1000)
    languages = len({file.language for file in files})
    lines = [
        f"{len(files)} files of {languages} languages, {len(rows)} edits, {len(agents)} of the agent,"
        f" {len(rows) - len(agents)} of the other process ({day.notes['during a call']} during a call"
        f" on the same file); {len(day.calls)} calls in {seconds:.0f} s.",
        "",
        "| edits of the agent | n | landed at once | by retry | otherwise | with the rest of the commit |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for mode in dict.fromkeys(row.mode for row in agents):
        of = [row for row in agents if row.mode == mode]
        ends = Counter(row.end for row in of)
        lines.append(
            f"| {mode} | {len(of)} | {ends['landed']} | {ends['retry']} | {ends['again']} |"
            f" {ends['together'] + ends['refused']} |"
        )
    lines += [
        "",
        f"Distorted: {len(distorted)} ({100 * len(distorted) / max(1, len(agents)):.0f} %), each way"
        f" {least[0]} to {max(ways.values(), default=0)} times"
        + (f" (never: {', '.join(unused)})" if unused else "")
        + f". Misses: {len(misses)}, ended by the first retry: {len(ended)}"
        f" ({100 * len(ended) / max(1, len(misses)):.1f} %).",
        f"Wrong edits: {sum(row.judged == 'wrong' for row in rows)}; right but for blanks:"
        f" {sum(row.judged == 'blanks' for row in rows)} (mended by a patch); comments kept, as told:"
        f" {day.notes['kept, as told']}; read otherwise: {len(day.misread)};"
        f" files that end otherwise than their commit: {len(differ)}.",
        f"Refused by the gate even as a whole commit: {day.notes['whole commit refused by the gate']};"
        f" stale, sent again: {day.notes['stale, sent again']}.",
        "",
        "| tool | calls | median ms | 95 % under |",
        "|---|---:|---:|---:|",
    ]
    for tool, took in sorted(times.items()):
        high = sorted(took)[int(len(took) * 0.95)]
        lines.append(f"| {tool} | {len(took)} | {statistics.median(took):.0f} | {high:.0f} |")
    return "\n".join(lines)


def details(day: Day, differ: list[str]) -> str:
    """List what did not go well."""
    parts = [f"MISREAD {line}" for line in day.misread] + [f"DIFFERS {name}" for name in differ]
    for row in day.rows:
        missed = row.reason and row.end in ("again", "refused")
        if row.judged or missed or (row.reason and not row.name):
            told = "\n".join(f"    {line}" for line in row.told.split("\n")[:90])
            parts.append(
                f"{row.judged.upper() or 'MISS'} {row.mode} {row.name} {row.file}:{row.change.old[0] + 1}"
                f" {row.reason} -> {row.end} (retry offered: {row.offered})\n{told}"
            )
    return "\n".join(parts)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.day")
    parser.add_argument("--edits", type=int, default=0, help="no more than so many; 0 is all")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--details", action="store_true", help="show every miss and wrong edit")
    parser.add_argument("--write", action="store_true", help="put the result into RESULTS.md")
    options = parser.parse_args()
    if not has_commits(options.data):
        print(f"no commits in {options.data}: pass --data", file=sys.stderr)
        return 2
    files = chosen(list(files_of(options.data)), options.edits, options.seed)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "root")
        root.mkdir()
        start = time.perf_counter()
        day = anyio.run(spend, files, root, options.seed)
        seconds = time.perf_counter() - start
        differ = different(files, root)
    text = told(day, files, differ, seconds)
    print(text)
    if options.details:
        print(details(day, differ))
    if options.write:
        results.write(results.RESULTS, "day", text)
    return 1 if differ or day.misread or any(row.judged for row in day.rows) else 0


def chosen(files: list[File], most: int, seed: int) -> list[File]:
    """Draw files until they have so many changes."""
    if not most:
        return files
    found: list[File] = []
    for file in random.Random(seed).sample(files, len(files)):
        found.append(file)
        if sum(len(file.changes) for file in found) >= most:
            break
    return found


def different(files: list[File], root: Path) -> list[str]:
    """Compare every file with what its commit made of it."""
    return [
        file.name
        for file in files
        if (root / file.name).read_bytes() != "\n".join(file.after).encode()
    ]


if __name__ == "__main__":
    sys.exit(main())
