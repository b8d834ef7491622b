"""What finding and failing cost in processor time, as ratios within one run: medians of rounds.

    python -m benchmarks.landing.times [--rounds N] [--files FOLDER …] [--write]

- A hit on a file of 10,000 lines at each tier, planned from nothing (parse, search, merge, gate,
  diff), against one tree-sitter parse of the same bytes.
- A failure with its full report, up to 100,000 lines, and aider's matcher with its hint on the
  same input as far as it can be waited for.
- Both on the first 5,000 lines of real files of these folders, up to two of an extension.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from time import process_time

from benchmarks.landing import results
from benchmarks.landing.side_by_side import PEERS, python_of
from tree_sitter import Parser

from structedit import Document, Source
from structedit.calls.requests import StrReplace
from structedit.languages.grammars import grammar
from structedit.plan.one_request import plan

HIT_LINES = 10_000
SIZES = (1_000, 2_500, 5_000, 10_000, 100_000)
AIDER_SIZES = (1_000, 2_500, 5_000)
FILE_LINES = 5_000
STRICT, LOOSE = 3.0, 5.0
BLOCK = '''\
def settle_ledger_entries(ledger, entries):
    """Post all entries that are open, and give their sum."""
    # walk through the entries and add up what they are worth
    total = sum(entry.amount for entry in entries)
    for entry in entries:
        if entry.has_flag("open", total, ledger):
            ledger.post(entry, total, reason="carry")
            ledger.mark(entry)
    ledger.close(total)
    return total
'''
ASKED = "ledger.close(total)", "ledger.close(total, final=True)"
OPEN, CLOSE = BLOCK.index("    for"), BLOCK.index("    ledger.close")
TIERS: dict[str, Callable[[str], str]] = {
    "exact": lambda text: text,
    "newline": lambda text: text.replace("\n", "\r\n"),
    "trailing-space": lambda text: text.replace("entries:\n", "entries:  \n"),
    "indent": lambda text: "\n".join("  " + line for line in text.split("\n")),
    "whitespace": lambda text: text.replace("(entry, total, ", "(entry,total,  "),
    "unicode": lambda text: text.replace('"open"', "“open”"),
    "escape": lambda text: text.replace('"', '\\"'),
    "syntax": lambda text: text.replace("(entry, total, ", "(\n                entry,\n                total, "),
    "elision": lambda text: text[:OPEN] + "    # ... existing code ...\n" + text[CLOSE:],
    "fuzzy": lambda text: text.replace("entry.amount", "entry.amuont"),
}  # fmt: skip


@lru_cache(maxsize=8)
def real_lines(count: int) -> str:
    """Give so many lines of real modules; cut before a function or method, filled up with statements."""
    lines: list[str] = []
    for path in sorted(Path(sysconfig.get_path("stdlib")).rglob("*.py")):
        if "site-packages" in str(path) or "/test" in str(path) or "lib2to3" in str(path):
            continue
        text = path.read_bytes().decode("utf-8", "replace")
        if "\r" in text or "\f" in text or "from __future__" in text or "\ufffd" in text:
            continue
        lines += text.split("\n")
        if len(lines) >= count:
            break
    end = next(
        i for i in range(count, 0, -1) if lines[i].startswith(("def ", "class ", "    def "))
    )
    while lines[end - 1].lstrip().startswith(("@", "#")):
        end -= 1
    return "\n".join((*lines[:end], *["FILLED = 0"] * (count - end))) + "\n"


def medians(rounds: int, works: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Run each in turn, after one round to warm up; gives milliseconds."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for number in range(rounds + 1):
        for name, work in works.items():
            start = process_time()
            work()
            if number:
                times[name].append((process_time() - start) * 1000)
    return {name: statistics.median(found) for name, found in times.items()}


_fresh = 0


def fresh(file: str, name: str = "module.py") -> Source:
    """Give the source of a text that was never seen before, so that nothing is remembered."""
    global _fresh
    _fresh += 1
    return Source.of(Document.from_text(f"{file}{' ' * _fresh}\n", path=name))


def hits(rounds: int) -> list[str]:
    """Give the table of hits."""
    lines = real_lines(HIT_LINES).split("\n")
    at = next(i for i in range(7_000, len(lines)) if lines[i].startswith(("def ", "class ")))
    while lines[at - 1].startswith(("@", "#")):
        at -= 1
    file = "\n".join([*lines[:at], *BLOCK.split("\n"), "", *lines[at:]])
    parser = Parser(grammar("python"))
    works: dict[str, Callable[[], object]] = {"parse": lambda: parser.parse(file.encode())}
    tiers: dict[str, str | None] = {}

    def work(old: str, new: str) -> Callable[[], object]:
        return lambda: plan(fresh(file), StrReplace(old, new))

    for tier, change in TIERS.items():
        old, new = change(BLOCK), change(BLOCK.replace(*ASKED))
        out = plan(fresh(file), StrReplace(old, new))
        tiers[tier] = out.tier if out.landed else f"{out.status} {out.reason or ''}"
        works[tier] = work(old, new)
    found = medians(rounds, works)
    rows = [f"Hits on {HIT_LINES:,} lines; one parse takes {found['parse']:.0f} ms.", ""]
    rows += ["| tier | ms | parses | target | lands at |", "|---|---:|---:|---:|---|"]
    for tier in TIERS:
        target = LOOSE if tier in ("syntax", "elision", "fuzzy") else STRICT
        ratio = found[tier] / found["parse"]
        rows.append(f"| {tier} | {found[tier]:.0f} | {ratio:.2f} | {target:g} | {tiers[tier]} |")
    return rows


def absent(file: str) -> tuple[str, str]:
    """Give 60 lines of the file, a third of them otherwise: like it, but not it."""
    lines = file.split("\n")
    at = int(0.7 * len(lines))
    old = [f"{line}  {i}x" if i % 3 == 1 else line for i, line in enumerate(lines[at : at + 60])]
    return "\n".join(old) + "\n", "\n".join((*old[:-1], "changed()")) + "\n"


def failures(rounds: int) -> list[str]:
    """Give the table of failures, ours and aider's."""
    rows = [
        "| lines | structedit, with its report, ms | aider, with its hint, ms | ratio |",
        "|---:|---:|---:|---:|",
    ]
    aider = aider_times()
    for size in SIZES:
        file = real_lines(size)
        old, new = absent(file)

        def work(file: str = file, old: str = old, new: str = new) -> None:
            plan(fresh(file), StrReplace(old, new)).report()

        ours = medians(rounds, {"ours": work})["ours"]
        theirs = aider.get(size)
        words = f"{theirs:,.0f} | {theirs / ours:.0f}" if theirs else " | "
        rows.append(f"| {size:,} | {ours:.0f} | {words} |")
    return rows


def aider_times() -> dict[int, float]:
    """Time aider's matcher and its hint by the size of the file."""
    files = [real_lines(size) if size > 100 else BLOCK for size in (100, *AIDER_SIZES)]
    return dict(zip(AIDER_SIZES, aider_milliseconds(files)[1:], strict=False))


def aider_milliseconds(files: list[str]) -> list[float]:
    """Time aider's matcher and its hint on texts that are absent, in its own environment."""
    python = python_of(PEERS["aider-chat"][1])
    if python is None:
        return []
    tasks = [
        dict(zip(("file", "old", "new"), (file, *absent(file)), strict=True)) for file in files
    ]
    done = subprocess.run(
        [str(python), str(Path(__file__).with_name("peers.py")), "aider-hint"],
        input="\n".join(map(json.dumps, tasks)),
        capture_output=True,
        text=True,
        check=True,
        cwd=Path.home(),
    )
    return [json.loads(line)["processor ms"] for line in done.stdout.splitlines()]


def large_files(folders: list[Path]) -> dict[str, str]:
    """Give the first lines of files that have so many, up to two of an extension, by their names."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path in sorted(path for folder in folders for path in folder.rglob("*.*")):
        known = found.setdefault(path.suffix, [])
        if len(known) < 2 and path.is_file() and 100_000 < path.stat().st_size < 3_000_000:
            lines = path.read_bytes().decode("utf-8", "replace").split("\n")
            if len(lines) > FILE_LINES and "\0" not in lines[0] and max(map(len, lines)) < 2_000:
                known.append((path.name, "\n".join(lines[:FILE_LINES]) + "\n"))
    return dict(one for known in found.values() for one in known)


def over_files(folders: list[Path], rounds: int) -> list[str]:
    """Give how long failures take on real files: the least, the median and the most."""
    files = large_files(folders)
    theirs = aider_milliseconds(list(files.values()))
    ours = []
    for name, file in files.items():
        old, new = absent(file)

        def work(name: str = name, file: str = file, old: str = old, new: str = new) -> None:
            plan(fresh(file, name), StrReplace(old, new)).report()

        ours.append(medians(rounds, {"ours": work})["ours"])
    rows = [f"The first {FILE_LINES:,} lines of {len(files)} real files:", ""]
    rows += ["| | least, ms | median | most |", "|---|---:|---:|---:|"]
    for what, times in (("structedit, with its report", ours), ("aider, with its hint", theirs)):
        if times:
            shown = min(times), statistics.median(times), max(times)
            rows.append(f"| {what} | {' | '.join(f'{one:,.0f}' for one in shown)} |")
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.landing.times")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--files", type=Path, nargs="+", default=[], metavar="FOLDER")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    rows, few = [], max(1, arguments.rounds // 2)
    parts = [hits(arguments.rounds), [""], failures(few)]
    if arguments.files:
        parts += [[""], over_files(arguments.files, few)]
    for part in parts:
        print("\n".join(part), flush=True)
        rows += part
    text = "\n".join(rows)
    if arguments.write:
        results.write(results.RESULTS, "times", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
