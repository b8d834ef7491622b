"""What structedit costs, as ratios within one run: medians of interleaved rounds.

    python -m benchmarks.costs [--rounds N] [--only start-up|server|editing]

- start-up: processor time of the library's first edit, of `--help`, and of edits by the command,
  against a Python process that imports click;
- server: the wall time of a call, against that of a call of an unknown tool; the server's memory;
- editing: 1 MB of real sources with every check on and nothing cached, by name and by text, against
  one tree-sitter parse of the same bytes.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import sysconfig
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.campaign.cases import memory_of
from benchmarks.corpus import UnavailableError, fetched
from tree_sitter import Parser

from structedit import Document, Selector, Source, Status
from structedit.calls.requests import ReplaceBlock, Request, StrReplace
from structedit.languages.grammars import grammar
from structedit.plan.one_request import plan
from structedit.text.document import forget_lines, to_text
from structedit.tree.nodes import Block

MEGABYTE = 1_000_000
SMALL = b"""def total(*prices):
    return sum(prices)


class Cart:
    def add(self, price, count):
        whole = price * count
        return whole
"""
OLD, NEW = "price * count", "count * price"
NEW_TOTAL = "def total(*prices, tax=0):\n    return sum(prices) + tax\n"


@dataclass(frozen=True)
class Row:
    """A line of the table: medians in milliseconds, and the ratio that is the target."""

    what: str
    ours: float
    base: float
    target: float


def interleaved(rounds: int, works: Mapping[str, Callable[[], float | None]]) -> dict[str, float]:
    """Run each work in turn after one warm-up round; return medians in milliseconds.

    Counted are the seconds that a work returns, or the wall time of one that returns None.
    """
    times: dict[str, list[float]] = {name: [] for name in works}
    for number in range(rounds + 1):
        for name, work in works.items():
            start = perf_counter()
            took = work()
            if number:
                times[name].append(1000 * (perf_counter() - start if took is None else took))
    return {name: statistics.median(found) for name, found in times.items()}


def environment(folder: str) -> dict[str, str]:
    """Return an environment with the state in a folder, and compiled modules as after an installation."""
    kept = {**os.environ, "XDG_STATE_HOME": folder, "XDG_CONFIG_HOME": folder}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)
    return kept


def processor_time(process: subprocess.Popen[bytes]) -> float:
    """Wait for a process; return the processor seconds of it and its children."""
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, process.args
    return used.ru_utime + used.ru_stime


def start_up(rounds: int) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "module.py"
        module = Path(sysconfig.get_path("stdlib")) / "functools.py"
        long = module.read_bytes() + b"\n\ndef total(*prices):\n    return sum(prices)\n"
        command = [sys.executable, "-m", "structedit"]
        by_text = [*command, "str-replace", str(file), "--old", OLD, "--new", NEW]
        by_name = [*command, "replace-block", str(file), "total", "--new", NEW_TOTAL]
        edit = f"import structedit; assert structedit.str_replace({str(file)!r}, {OLD!r}, {NEW!r}).landed"

        def run(arguments: list[str], content: bytes = SMALL) -> Callable[[], float]:
            def work() -> float:
                file.write_bytes(content)
                kept = environment(folder)
                quiet = subprocess.DEVNULL
                return processor_time(
                    subprocess.Popen(arguments, stdout=quiet, env=kept, cwd=folder)
                )

            return work

        rows = {
            "`import structedit` and a first `str_replace`": (run([sys.executable, "-c", edit]), 1.6),
            "`structedit --help`": (run([*command, "--help"]), 1.3),
            "`structedit str-replace …`, 8 lines": (run(by_text), 2.2),
            "`structedit replace-block …`, 8 lines": (run(by_name), 2.2),
            "`structedit replace-block …`, 1,000 lines": (run(by_name, long), 3),
        }  # fmt: skip
        works = {"base": run([sys.executable, "-c", "import click"])}
        found = interleaved(rounds, works | {name: work for name, (work, _) in rows.items()})
    return [Row(name, found[name], found["base"], target) for name, (_, target) in rows.items()]


# The server

LONG = "".join(f"def f{n}(a, b):\n    c = a + {n}\n    return c * b\n\n\n" for n in range(60))
CALLS: dict[str, tuple[str, dict[str, object]]] = {
    "empty": ("nothing", {}),
    "`get_region` of a function": ("get_region", {"path": "long.py", "selector": "f30"}),
    "`str_replace`, dry run": (
        "str_replace",
        {"path": "long.py", "old": "c = a + 30\n", "new": "c = a\n", "dry_run": True},
    ),
}
"""Calls on a file of 300 lines; the empty one goes through the SDK and back and does nothing."""


class Served:
    """A server of a folder over pipes."""

    def __init__(self, folder: str) -> None:
        self._folder, self._last = folder, 0
        self.process = subprocess.Popen(
            [sys.executable, "-m", "structedit", "mcp", "--root", folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(folder),
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self._in, self._out = self.process.stdin, self.process.stdout
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}}
        self._send("initialize", {**hello, "clientInfo": {"name": "costs", "version": "1"}})
        self._answer()
        self._send("notifications/initialized")

    def _send(self, method: str, parameters: dict[str, Any] | None = None) -> None:
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
        if parameters is not None:
            self._last += 1
            message |= {"id": self._last, "params": parameters}
        self._in.write(json.dumps(message).encode() + b"\n")
        self._in.flush()

    def _answer(self) -> None:
        assert json.loads(self._out.readline())

    def call(self, tool: str, arguments: dict[str, object]) -> None:
        self._send("tools/call", {"name": tool, "arguments": arguments})
        self._answer()

    def edit(self) -> None:
        """Edit a file back or forth."""
        old, new = (OLD, NEW) if OLD in Path(self._folder, "a.py").read_text() else (NEW, OLD)
        self.call("str_replace", {"path": "a.py", "old": old, "new": new})

    def end(self) -> float:
        self._in.close()
        return processor_time(self.process)


def server(rounds: int) -> list[Row]:
    if find_spec("mcp") is None:
        print("server: the SDK is not installed; skipped")
        return []
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "long.py").write_text(LONG)
        Path(folder, "a.py").write_bytes(SMALL)
        served = Served(folder)
        works: dict[str, Callable[[], None]] = {"`str_replace`, written": served.edit}
        for name, (tool, arguments) in CALLS.items():
            works[name] = partial(served.call, tool, arguments)
        found = interleaved(10 * rounds, works)
        memory = memory_of(served.process.pid)
        print(f"memory of the server after {40 * rounds:,} calls: {memory:.0f} MB")
        served.end()
    return [Row(f"a call: {name}", found[name], found["empty"], 5) for name in works]


# One megabyte


def editing(rounds: int) -> list[Row]:
    samples: list[tuple[str, str, Callable[[], bytes]]] = [
        ("Python", "a.py", lambda: joined(Path(sysconfig.get_path("stdlib")).glob("*.py"), b"#")),
        ("TypeScript", "a.ts", lambda: joined(fetched("npm", "zod@4.1.12").rglob("*[!d].ts"), b"//")),
    ]  # fmt: skip
    rows: list[Row] = []
    for language, path, read in samples:
        try:
            rows += edited(language, path, read(), rounds)
        except UnavailableError as reason:
            print(f"{language}: skipped, {reason}")
    return rows


def joined(paths: Iterable[Path], comment: bytes) -> bytes:
    """Return one megabyte of files, the largest first, with a comment line between them."""
    found = b""
    for path in sorted(paths, key=lambda path: (-path.stat().st_size, str(path))):
        data = path.read_bytes()
        if len(found) + len(data) <= MEGABYTE * 1.1 and b"\0" not in data and b"\r" not in data:
            found += data + b"\n" + comment + b"\n"
    return found


def edited(language: str, path: str, data: bytes, rounds: int) -> list[Row]:
    source = fresh(data, path)
    assert source.tree is not None, source.why_text
    parser = Parser(grammar(str(source.profile.grammar)))
    block = middle(source)
    first, _, rest = block.span.of(data).partition(b"\n")
    name = Selector.parse(".".join(block.path))
    by_name = ReplaceBlock(name, to_text(first + b"\n\n" + rest))
    line = lone_line(data, block)
    by_text = StrReplace(to_text(line), to_text(line.replace(b" ", b"  ", 1)))

    def edit(request: Request) -> None:
        forget_lines()
        outcome = plan(fresh(data, path), request)
        assert outcome.status is Status.APPLIED, (language, outcome.report())

    works: dict[str, Callable[[], None]] = {
        "parse": lambda: parser.parse(data) and None,
        "name": lambda: edit(by_name),
        "text": lambda: edit(by_text),
    }
    found = interleaved(rounds, works)
    size = f"{language}, {len(data) / MEGABYTE:.1f} MB"
    return [
        Row(f"`replace_block`, {size}", found["name"], found["parse"], 1.6),
        Row(f"`str_replace`, {size}", found["text"], found["parse"], 1.8),
    ]


def fresh(data: bytes, path: str) -> Source:
    """Return a source of bytes that no cache has seen."""
    return Source.of(Document(bytes(bytearray(data)), path))


def middle(source: Source) -> Block:
    """Return a function near the middle whose name is unique."""
    assert source.tree is not None
    definitions = source.tree.definitions()
    names = Counter(block.path[-1] for block in definitions)

    def suits(block: Block) -> bool:
        lines = block.core.of(source.data).count(b"\n")
        known = block.kind in ("function", "method") and block.body is not None and not block.broken
        alone = names[block.path[-1]] == 1
        return known and alone and 5 <= lines <= 60 and bool(lone_line(source.data, block))

    half = len(source.data) // 2
    return min(filter(suits, definitions), key=lambda block: abs(block.core.start - half))


def lone_line(data: bytes, block: Block) -> bytes:
    """Return a line of the block that occurs once in the file, without its indentation."""
    lines = (line.strip() for line in block.core.of(data).split(b"\n")[1:-1])
    return next((c for c in lines if len(c) > 12 and b" " in c and data.count(c) == 1), b"")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.costs", description=__doc__)
    parser.formatter_class = argparse.RawTextHelpFormatter
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--only", choices=["start-up", "server", "editing"])
    given = parser.parse_args()
    print("| what | ms | against ms | ratio | target |\n|---|---:|---:|---:|---:|")
    for part, measure in (("start-up", start_up), ("server", server), ("editing", editing)):
        for row in measure(given.rounds) if given.only in (None, part) else ():
            ratio = row.ours / row.base
            print(f"| {row.what} | {row.ours:.0f} | {row.base:.0f} | {ratio:.2f} | {row.target} |")


if __name__ == "__main__":
    main()
