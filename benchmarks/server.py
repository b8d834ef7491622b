"""What a call of the MCP server costs over stdio, and whether its memory stays flat.

    python -m benchmarks.server                 processor and wall time of each kind of call
    python -m benchmarks.server --calls 10000   memory while so many calls are made

The empty call names an unknown tool: it goes through the SDK and back and does nothing. The kinds of
calls take turns on one server, so that a busy machine slows them alike.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import anyio
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

SOURCE = "".join(f"def f{n}(a, b):\n    c = a + {n}\n    return c * b\n\n\n" for n in range(60))
TURN = 10
"""Calls of one kind in a row: the system counts processor time in steps of some milliseconds."""


def family(process: int) -> list[dict[str, Any]]:
    """Return the memory in kB and the processor seconds of a process and its children."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status = dict(row.split(":", 1) for row in (folder / "status").read_text().splitlines())
            stat = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if process in (int(status["Pid"]), int(status["PPid"])):
            seconds = (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")
            memory = int(status.get("VmRSS", "0 kB").split()[0])
            found.append({"pid": int(status["Pid"]), "kB": memory, "seconds": seconds})
    return found


def server_process() -> int:
    """Return the process of the server, which is the only child of this process."""
    return next(one["pid"] for one in family(os.getpid()) if one["pid"] != os.getpid())


async def times(client: Client, rounds: int) -> None:
    """Print the median wall time and the processor time of each kind of call."""
    server, old, new = server_process(), "    c = a + 30\n", "    c = a - 30\n"
    wall: dict[str, list[float]] = {}
    processor: dict[str, float] = {}
    for _ in range(max(1, rounds // TURN)):
        for kind in ("empty", "region", "dry run", "writing"):
            before = sum(one["seconds"] for one in family(server))
            for _ in range(TURN):
                edit = {"path": "app.py", "old": old, "new": new}
                name, arguments = {
                    "empty": ("nothing", {}),
                    "region": ("get_region", {"path": "app.py", "selector": "f30"}),
                    "dry run": ("str_replace", {**edit, "dry_run": True}),
                    "writing": ("str_replace", edit),
                }[kind]
                start = time.perf_counter()
                await client.call_tool(name, arguments)
                wall.setdefault(kind, []).append(time.perf_counter() - start)
                if kind == "writing":
                    old, new = new, old
            spent = sum(one["seconds"] for one in family(server)) - before
            processor[kind] = processor.get(kind, 0.0) + spent
    for kind, found in wall.items():
        median, mean = statistics.median(found), processor[kind] / len(found)
        against = median / statistics.median(wall["empty"])
        print(f"{kind:10} {median * 1e3:7.2f} ms ({against:5.2f} x an empty call)", end="")
        print(f"  {mean * 1e3:7.2f} ms of the processor")


async def memory(client: Client, calls: int) -> None:
    """Print the server's memory ten times while calls are made."""
    server = server_process()
    for at in range(calls + 1):
        if at % max(1, calls // 10) == 0:
            print(f"{at:6} calls: {sum(one['kB'] for one in family(server)):,} kB", flush=True)
        n = at % 60
        edit = {"path": "app.py", "old": f"a + {n}", "new": "a", "within": f"f{n}"}
        name, arguments = (
            ("str_replace", {**edit, "dry_run": True}),
            ("outline", {"path": "app.py"}),
            ("find", {"text": f"a + {n}"}),
            ("get_region", {"path": "app.py", "selector": f"f{n}"}),
        )[at % 4]
        await client.call_tool(name, arguments)


async def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server", description=__doc__)
    parser.formatter_class = argparse.RawTextHelpFormatter
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--calls", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "root")
        root.mkdir()
        (root / "app.py").write_text(SOURCE)
        command = StdioServerParameters(
            command=sys.executable,
            args=["-m", "structedit", "mcp", "--root", str(root)],
            env={**os.environ, "XDG_STATE_HOME": str(Path(folder, "state"))},
        )
        async with Client(command) as client:
            for _ in range(5):
                await client.call_tool("outline", {"path": "app.py"})
            if options.calls:
                await memory(client, options.calls)
            else:
                await times(client, options.rounds)


if __name__ == "__main__":
    anyio.run(main)
