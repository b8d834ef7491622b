"""What structedit costs, as ratios within one run: medians of interleaved rounds.

    python -m benchmarks.costs [--rounds N] [--only start-up|server|editing]

- start-up: processor time of the library's first edit, of `--help`, and of edits by the command,
  against a Python process that imports click;
- server: processor time of a server with one call, against the smallest server of the SDK's guide;
  the wall time of 16 calls at once, against one after another;
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
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any

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


def interleaved(rounds: int, works: dict[str, Callable[[], float | None]]) -> dict[str, float]:
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
            "`structedit replace-block … --dry-run`, 1,000 lines": (run([*by_name, "--dry-run"], long), 3),
            "`structedit replace-block …`, 1,000 lines": (run(by_name, long), 3),
        }  # fmt: skip
        works = {"base": run([sys.executable, "-c", "import click"])}
        found = interleaved(rounds, works | {name: work for name, (work, _) in rows.items()})
    return [Row(name, found[name], found["base"], target) for name, (_, target) in rows.items()]


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
        answer = json.loads(self._out.readline())
        assert not answer["result"].get("isError"), answer

    def calls(self, count: int, *, at_once: bool) -> None:
        """Edit some files, a call each, and read all answers."""
        for number in range(count):
            file = Path(self._folder, f"module{number}.py")
            old, new = (OLD, NEW) if OLD in file.read_text() else (NEW, OLD)
            arguments = {"path": file.name, "old": old, "new": new}
            self._send("tools/call", {"name": "str_replace", "arguments": arguments})
            if not at_once:
                self._answer()
        for _ in range(count if at_once else 0):
            self._answer()

    def end(self) -> float:
        self._in.close()
        return processor_time(self.process)


def server(rounds: int) -> list[Row]:
    if find_spec("mcp") is None:
        print("server: the SDK is not installed; skipped")
        return []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(FILES):
            Path(folder, f"module{number}.py").write_bytes(SMALL)

        def one_call(*program: str) -> float:
            served = Served(folder, program) if program else Served(folder)
            served.calls(1, at_once=True)
            return served.end()

        found = interleaved(
            max(3, rounds // 3), {"sdk": lambda: one_call("-c", BARE), "first": one_call}
        )
        served = Served(folder)
        found |= interleaved(
            rounds,
            {
                "in turn": lambda: served.calls(FILES, at_once=False),
                "at once": lambda: served.calls(FILES, at_once=True),
            },
        )
        served.end()
    return [
        Row("the server with one call, against the SDK's own", found["first"], found["sdk"], 0.6),
        Row(f"{FILES} calls at once, against in turn", found["at once"], found["in turn"], 1),
    ]


# One megabyte


def editing(rounds: int) -> list[Row]:
    samples: list[tuple[str, str, Callable[[], bytes]]] = [
        ("Python", "a.py", lambda: joined(Path(sysconfig.get_path("stdlib")).glob("*.py"), b"#")),
        ("C", "a.c", amalgamation),
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


def amalgamation() -> bytes:
    """Return one megabyte of SQLite's single source file."""
    data = next(fetched("npm", "better-sqlite3@12.4.1").rglob("sqlite3.c")).read_bytes()
    start = data.index(b"\n}\n", 2 * MEGABYTE) + 3
    return data[start : data.index(b"\n}\n", start + MEGABYTE) + 3]


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
    found = interleaved(rounds, works)  # type: ignore[arg-type]
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
