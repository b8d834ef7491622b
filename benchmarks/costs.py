"""What structedit costs, as ratios within one run: medians of interleaved rounds.

- Start-up, in processor time: the library's first edit, `--help`, and edits by the command of a small
  file and of a real one of 1,000 lines, each against a Python process that imports click.
- The server: processor time of one with one call, against the least server that the SDK's own guide
  shows, whose one tool answers a word; the wall time of 16 calls on different files at once, against one
  after another.
- Editing 1 MB of real sources, every check of the gate on and nothing cached: by name and by
  text, each against one tree-sitter parse of the same bytes with the same grammar.

    python benchmarks/costs.py [--rounds N] [--write]

`--write` puts the table into the section "Cost" of RESULTS.md beside this file.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import sysconfig
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import IO, Any

import sources
from tree_sitter import Parser

from structedit import Document, Selector, Source, Status
from structedit.calls.requests import ReplaceBlock, Request, StrReplace
from structedit.languages.grammars import grammar
from structedit.plan.one_request import plan
from structedit.text.document import forget_lines, to_text
from structedit.tree.nodes import Block

RESULTS = Path(__file__).parent / "RESULTS.md"
MEGABYTE = 1_000_000
FIRST_LINE = "def total(*prices, tax=0):\n    return sum(prices) + tax\n"


@dataclass(frozen=True)
class Row:
    """A line of the table: medians in milliseconds, their ratio, and what it may be."""

    what: str
    ours: float
    base: float
    target: float

    @property
    def ratio(self) -> float:
        return self.ours / self.base


def interleaved(rounds: int, works: dict[str, Callable[[], float | None]]) -> dict[str, float]:
    """Run each in turn, after one round to warm up; gives medians in milliseconds.

    Counted are the seconds that a work returns, or the wall time of one that returns none.
    """
    times: dict[str, list[float]] = {name: [] for name in works}
    for number in range(rounds + 1):
        for name, work in works.items():
            start = perf_counter()
            took = work()
            if number:
                seconds = perf_counter() - start if took is None else took
                times[name].append(seconds * 1000)
    return {name: statistics.median(found) for name, found in times.items()}


# Start-up


SMALL = b"""def total(*prices):
    return sum(prices)


class Cart:
    def add(self, price, count):
        whole = price * count
        return whole
"""
OLD, NEW = "price * count", "count * price"


def environment(folder: str) -> dict[str, str]:
    kept = {**os.environ, "XDG_STATE_HOME": folder, "XDG_CONFIG_HOME": folder}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)  # as after an installation
    return kept


def processor_time(process: subprocess.Popen[bytes]) -> float:
    """Wait for a process; gives the seconds that the processor worked for it and its children."""
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, process.args
    return used.ru_utime + used.ru_stime


def start_up(rounds: int) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "module.py"
        long, kept = thousand_lines(), environment(folder)
        command = [sys.executable, "-m", "structedit"]
        by_text = [*command, "str-replace", str(file), "--old", OLD, "--new", NEW]
        by_name = [*command, "replace-block", str(file), "total", "--new", FIRST_LINE]
        edit = f"structedit.str_replace({str(file)!r}, {OLD!r}, {NEW!r})"

        def run(arguments: list[str], content: bytes = SMALL) -> float:
            file.write_bytes(content)
            quiet = subprocess.DEVNULL
            return processor_time(subprocess.Popen(arguments, stdout=quiet, env=kept, cwd=folder))

        def python(script: str) -> Callable[[], float]:
            return lambda: run([sys.executable, "-c", script])

        works = {
            "import": python("import click"),
            "library": python(f"import structedit; assert {edit}.landed"),
            "help": lambda: run([*command, "--help"]),
            "text": lambda: run(by_text),
            "name": lambda: run(by_name),
            "dry": lambda: run([*by_name, "--dry-run"], long),
            "write": lambda: run(by_name, long),
        }
        found = interleaved(rounds, works)
    base = found["import"]
    return [
        Row("`import structedit` and a first `str_replace`", found["library"], base, 1.6),
        Row("`structedit --help`", found["help"], base, 1.3),
        Row("`structedit str-replace …`, 8 lines", found["text"], base, 2.2),
        Row("`structedit replace-block …`, 8 lines", found["name"], base, 2.2),
        Row("`structedit replace-block … --dry-run`, 1,000 lines", found["dry"], base, 3),
        Row("`structedit replace-block …`, 1,000 lines", found["write"], base, 3),
    ]


# The server


FILES = 16
"""Files of the calls that are sent at once: as many as the server works on at a time."""

BARE = """
import anyio, mcp_types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

async def tools(context, parameters):
    return mcp_types.ListToolsResult(tools=[])

async def call(context, parameters):
    return mcp_types.CallToolResult(content=[mcp_types.TextContent(text="done")])

async def main():
    server = Server("bare", on_list_tools=tools, on_call_tool=call)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())

anyio.run(main)
"""


class Served:
    """A server of a folder, spoken to line by line."""

    def __init__(self, folder: str, program: tuple[str, ...] = ("-m", "structedit", "mcp")) -> None:
        self._folder, self._last = folder, 0
        self.process = subprocess.Popen(
            [sys.executable, *program, "--root", folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(folder),
        )
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}}
        self._send("initialize", {**hello, "clientInfo": {"name": "costs", "version": "1"}})
        self._answer()
        self._send("notifications/initialized")

    def _send(self, method: str, parameters: dict[str, Any] | None = None) -> None:
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
        if parameters is not None:
            self._last += 1
            message |= {"id": self._last, "params": parameters}
        pipe: IO[bytes] = self.process.stdin  # type: ignore[assignment]
        pipe.write(json.dumps(message).encode() + b"\n")
        pipe.flush()

    def _answer(self) -> None:
        pipe: IO[bytes] = self.process.stdout  # type: ignore[assignment]
        answer = json.loads(pipe.readline())
        assert not answer["result"].get("isError"), answer

    def calls(self, numbers: range, *, at_once: bool) -> None:
        """Edit the file of each number, and take all answers."""
        waiting = 0
        for number in numbers:
            file = Path(self._folder, f"module{number}.py")
            old, new = (OLD, NEW) if OLD in file.read_text() else (NEW, OLD)
            arguments = {"path": file.name, "old": old, "new": new}
            self._send("tools/call", {"name": "str_replace", "arguments": arguments})
            waiting += 1
            if not at_once:
                self._answer()
                waiting = 0
        for _ in range(waiting):
            self._answer()

    def end(self) -> float:
        pipe: IO[bytes] = self.process.stdin  # type: ignore[assignment]
        pipe.close()
        return processor_time(self.process)


def server(rounds: int) -> list[Row]:
    if find_spec("mcp") is None:
        print("server: the SDK is not installed; skipped")
        return []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(FILES):
            Path(folder, f"module{number}.py").write_bytes(SMALL)

        def one_call(served: Served) -> float:
            served.calls(range(1), at_once=True)
            return served.end()

        found = interleaved(
            max(3, rounds // 3),
            {
                "sdk": lambda: one_call(Served(folder, ("-c", BARE))),
                "first": lambda: one_call(Served(folder)),
            },
        )
        served = Served(folder)
        found |= interleaved(
            rounds,
            {
                "in turn": lambda: served.calls(range(FILES), at_once=False),
                "at once": lambda: served.calls(range(FILES), at_once=True),
            },
        )
        served.end()
    return [
        Row("the server with one call, against the SDK's own", found["first"], found["sdk"], 0.6),
        Row(f"{FILES} calls at once, against in turn", found["at once"], found["in turn"], 1),
    ]


def thousand_lines() -> bytes:
    """A module of the standard library with about 1,000 lines, and one more function in it."""
    module = (Path(sysconfig.get_path("stdlib")) / "functools.py").read_bytes()
    return module + b"\n\ndef total(*prices):\n    return sum(prices)\n"


# One megabyte


def editing(language: str, path: str, data: bytes, rounds: int) -> list[Row]:
    source = fresh(data, path)
    assert source.tree is not None, source.why_text
    parser = Parser(grammar(str(source.profile.grammar)))
    block, selector = middle(source)
    by_name = ReplaceBlock(Selector.parse(selector), changed(data, block))
    line = lone_line(data, block)
    by_text = StrReplace(to_text(line), to_text(line.replace(b" ", b"  ", 1)))

    def parse() -> None:
        parser.parse(data)

    def edit(request: Request) -> None:
        forget_lines()
        outcome = plan(fresh(data, path), request)
        assert outcome.status is Status.APPLIED, (language, selector, outcome.report())

    found = interleaved(
        rounds,
        {
            "parse": parse,
            "name": lambda: edit(by_name),
            "text": lambda: edit(by_text),
        },
    )
    size = f"{language}, {len(data) / MEGABYTE:.1f} MB"
    broken = f", {len(source.faults())} faults" if source.faults() else ""
    return [
        Row(f"`replace_block`, {size}{broken}", found["name"], found["parse"], 1.6),
        Row(f"`str_replace`, {size}{broken}", found["text"], found["parse"], 1.8),
    ]


def fresh(data: bytes, path: str) -> Source:
    """A source that nothing is known of yet, of bytes that no cache has seen."""
    return Source.of(Document(bytes(bytearray(data)), path))


def middle(source: Source) -> tuple[Block, str]:
    """A function of some lines near the middle whose name is its selector."""
    assert source.tree is not None
    definitions = source.tree.definitions()
    names = Counter(b.path[-1] for b in definitions)
    half = len(source.data) // 2

    def suits(block: Block) -> bool:
        lines = block.core.of(source.data).count(b"\n")
        known = block.kind in ("function", "method", "struct", "enum") and block.body is not None
        alone = names[block.path[-1]] == 1 and not block.broken
        return known and 5 <= lines <= 60 and alone and bool(lone_line(source.data, block))

    found = min(filter(suits, definitions), key=lambda b: abs(b.core.start - half))
    return found, ".".join(found.path)


def changed(data: bytes, block: Block) -> str:
    """The definition with one of its lines twice as a comment-free copy: it differs and parses."""
    text = block.span.of(data)
    first, _, rest = text.partition(b"\n")
    return to_text(first + b"\n\n" + rest)


def lone_line(data: bytes, block: Block) -> bytes:
    """A line of the block that stands once in the file, its indentation left out."""
    lines = block.core.of(data).split(b"\n")[1:-1]
    cores = (line.strip() for line in lines)
    return next((c for c in cores if len(c) > 12 and b" " in c and data.count(c) == 1), b"")


def megabytes(rounds: int) -> list[Row]:
    rows: list[Row] = []
    samples = [
        ("Python", "sample.py", sources.joined(sources.python_files(), MEGABYTE, "#")),
        (
            "C headers",
            "sample.h",
            sources.joined(filter(parses, sources.headers()), MEGABYTE, "//"),
        ),
        ("C", "sample.c", amalgamation()),
        (
            "TypeScript",
            "sample.ts",
            sources.joined(sources.packaged("zod@4.1.12", "*[!d].ts"), MEGABYTE, "//"),
        ),
    ]
    for language, path, data in samples:
        if len(data) < MEGABYTE // 2:
            print(f"{language}: sources are not at hand; skipped")
            continue
        rows += editing(language, path, data, rounds)
    return rows


def parses(path: Path) -> bool:
    return Source.of(Document.from_bytes(path.read_bytes(), str(path))).faults() == ()


def amalgamation() -> bytes:
    """The first functions of SQLite in one file, 1 MB of them."""
    found = sources.packaged("better-sqlite3@12.4.1", "sqlite3.c")
    if not found:
        return b""
    data = found[0].read_bytes()
    start = data.index(b"\n}\n", 2 * MEGABYTE) + 3
    return data[start : data.index(b"\n}\n", start + MEGABYTE) + 3]


# The table


def table(rows: list[Row]) -> str:
    lines = ["| what | ms | against ms | ratio | target |", "|---|---:|---:|---:|---:|"]
    lines += [
        f"| {row.what} | {row.ours:.0f} | {row.base:.0f} | {row.ratio:.2f} | {row.target} |"
        for row in rows
    ]
    return "\n".join(lines)


def write(text: str, rounds: int) -> None:
    old = RESULTS.read_text() if RESULTS.exists() else "# Results\n\n## Cost\n"
    python = ".".join(platform.python_version_tuple()[:2])
    section = (
        "## Cost\n\n"
        f"`python benchmarks/costs.py --rounds {rounds} --write`, Python {python} on"
        f" {platform.system()} {platform.machine()}, {os.cpu_count()} processors shared with other"
        " work: read the ratios, not the milliseconds. Each is a median of interleaved rounds"
        " after one to warm up.\n\n"
        "Start-up is processor time against `python -c 'import click'`; an edit of 1 MB against one tree-sitter"
        " parse of the same bytes, with every check of the gate on and nothing cached.\n\n"
        f"{text}\n"
    )
    RESULTS.write_text(re.sub(r"## Cost\n.*?(?=\n## |\Z)", lambda _: section, old, flags=re.DOTALL))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", choices=["start-up", "server", "editing"])
    given = parser.parse_args()
    rows: list[Row] = []
    for part, measure in (("start-up", start_up), ("server", server), ("editing", megabytes)):
        if given.only in (None, part):
            rows += measure(given.rounds)
    text = table(rows)
    print(text)
    if given.write:
        write(text, given.rounds)


if __name__ == "__main__":
    main()
