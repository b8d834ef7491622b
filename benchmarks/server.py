"""What a call of the MCP server costs over stdio, and whether its memory stays flat.

    python -m benchmarks.server                 latencies: an empty call, a dry run, a writing call
    python -m benchmarks.server --processor     processor time of the server instead, for a busy machine
    python -m benchmarks.server --calls 10000   the same tool called so often, memory before and after

The empty call is a tool call whose name is not known: it goes all the way through the SDK and back
and does nothing. All are of one server in one run, in turn, so that a busy machine hits them alike.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

import anyio
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

LINES = 300


def source() -> str:
    """Give a Python file of 300 lines."""
    part = "def f{n}(a, b):\n    c = a + {n}\n    return c * b\n\n\n"
    return "".join(part.format(n=n) for n in range(LINES // 5))


def memory_of(process: int) -> int:
    """Give the kilobytes that a process and its children hold."""
    total = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            fields = dict(line.split(":", 1) for line in status.read_text().splitlines())
        except OSError:
            continue
        if process in (int(fields["Pid"]), int(fields["PPid"])):
            total += int(fields.get("VmRSS", "0 kB").split()[0])
    return total


def server_process() -> int:
    """Give the server: the child of this process."""
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            fields = dict(line.split(":", 1) for line in status.read_text().splitlines())
        except OSError:
            continue
        if int(fields["PPid"]) == os.getpid():
            return int(fields["Pid"])
    raise SystemExit("no server")


async def timed(client: Client, name: str, arguments: dict[str, object]) -> float:
    start = time.perf_counter()
    await client.call_tool(name, arguments)
    return time.perf_counter() - start


def bare_write(path: Path, raw: bytes) -> float:
    """Write a file as durably as an edit does, and do nothing else: a new file, flushed, renamed."""
    start = time.perf_counter()
    temp = path.with_suffix(".tmp")
    with open(temp, "wb") as file:
        file.write(raw)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temp, path)
    folder = os.open(path.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)
    return time.perf_counter() - start


def processor_of(process: int) -> float:
    """Give the seconds of processor time that a process and its children have had."""
    total = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if process in (int(stat.parent.name), int(fields[1])):
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


async def processor(client: Client, rounds: int) -> None:
    """Print the processor time of each kind of call, many of a kind in a row."""
    server, old, new = server_process(), "    c = a + 30\n", "    c = a - 30\n"
    dry = {"path": "app.py", "old": old, "new": new, "dry_run": True}
    empty = 0.0
    for label in ("empty", "region", "dry run", "writing"):
        before = processor_of(server)
        for at in range(rounds):
            texts = (old, new) if at % 2 == 0 else (new, old)
            name, arguments = {
                "empty": ("nothing", {}),
                "region": ("get_region", {"path": "app.py", "selector": "f30"}),
                "dry run": ("str_replace", dry),
                "writing": ("str_replace", {"path": "app.py", "old": texts[0], "new": texts[1]}),
            }[label]
            await client.call_tool(name, arguments)
        took = (processor_of(server) - before) / rounds
        empty = empty or took
        print(
            f"{label:10} {took * 1e3:7.2f} ms of the processor  {took / empty:5.2f} x an empty call"
        )


async def latencies(client: Client, rounds: int, folder: Path) -> None:
    raw, aside = source().encode(), folder / "aside.py"
    old, new = "    c = a + 30\n", "    c = a - 30\n"
    dry = {"path": "app.py", "old": old, "new": new, "dry_run": True}
    found: dict[str, list[float]] = {}
    for _ in range(rounds):
        calls = (
            ("empty", "nothing", {}),
            ("region", "get_region", {"path": "app.py", "selector": "f30"}),
            ("dry run", "str_replace", dry),
            ("writing", "str_replace", {"path": "app.py", "old": old, "new": new}),
        )
        for label, name, arguments in calls:
            found.setdefault(label, []).append(await timed(client, name, arguments))
        found.setdefault("bare write", []).append(bare_write(aside, raw))
        old, new = new, old
        dry |= {"old": old, "new": new}
    empty = statistics.median(found["empty"])
    for label, times in found.items():
        median = statistics.median(times)
        print(f"{label:10} {median * 1e3:7.2f} ms  {median / empty:5.2f} x an empty call")
    dry_run, writing, bare = (
        statistics.median(found[label]) for label in ("dry run", "writing", "bare write")
    )
    print(f"writing beyond the dry run: {(writing - dry_run) / bare:.2f} bare writes (target 1.5)")


async def flat(client: Client, calls: int) -> None:
    server = server_process()
    for at in range(calls + 1):
        if at % max(1, calls // 10) == 0:
            print(f"{at:6} calls: {memory_of(server):,} kB", flush=True)
        n = at % 60
        name = ("str_replace", "outline", "find", "get_region")[at % 4]
        arguments: dict[str, object] = {
            "str_replace": {
                "path": "app.py",
                "old": f"a + {n}",
                "new": "a",
                "within": f"f{n}",
                "dry_run": True,
            },
            "outline": {"path": "app.py"},
            "find": {"text": f"a + {n}"},
            "get_region": {"path": "app.py", "selector": f"f{n}"},
        }[name]
        await client.call_tool(name, arguments)


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--processor", action="store_true")
    parser.add_argument("--calls", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "root")
        root.mkdir()
        (root / "app.py").write_text(source())
        state = {"XDG_STATE_HOME": str(Path(folder, "state"))}
        command = StdioServerParameters(
            command=sys.executable,
            args=["-m", "structedit", "mcp", "--root", str(root)],
            env={**os.environ, **state},
        )
        async with Client(command) as client:
            for _ in range(5):
                await timed(client, "outline", {"path": "app.py"})
            if options.processor:
                await processor(client, options.rounds)
            elif options.calls:
                await flat(client, options.calls)
            else:
                await latencies(client, options.rounds, root)


if __name__ == "__main__":
    anyio.run(main)
