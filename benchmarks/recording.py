"""What recording a call for the statistics costs: medians, in microseconds.

- In one program: telling what is kept of a call and appending it, which is all that a call waits for;
  then moving the calls into the database and counting them, for who asks.
- Calls of a session that only read 300 lines, with STRUCTEDIT_STATS=off and on, interleaved.
- As a command: `replace-block` on 1,000 lines with STRUCTEDIT_STATS=off and on, interleaved.

    python benchmarks/recording.py [--calls N] [--rounds N]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

import structedit as se
from structedit.extras.statistics import spool
from structedit.extras.statistics.calls_made import call_made

NEW = "def total(*prices, tax=0):\n    return sum(prices) + tax\n"
TEXT = "def total(*prices):\n    return sum(prices)\n\n\n" + "x = 1\n" * 1000


def timed(work) -> float:
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1e6


def in_one_program(folder: Path, calls: int) -> None:
    path = folder / "module.py"
    path.write_text(TEXT)
    document = se.Document.from_path(path)
    outcome = se.str_replace(document, "return sum(prices)", "return 0", within="total")
    made = [timed(lambda: call_made(outcome, outcome.request)) for _ in range(calls)]
    call = call_made(outcome, outcome.request)
    kept = [timed(lambda: spool.record([(call, str(path))], 1)) for _ in range(calls)]
    size = os.path.getsize(spool.current())
    print(f"making the row:           {statistics.median(made):9.1f} us")
    print(
        f"appending it:             {statistics.median(kept):9.1f} us,"
        f" 99 in 100 under {statistics.quantiles(kept, n=100)[98]:.1f}; {size / calls:.0f} bytes"
    )
    took = timed(lambda: se.get_edit_stats("session"))
    print(f"moving and counting {calls}:     {took / 1000:9.1f} ms, {took / calls:.1f} us a call")
    took = timed(lambda: se.get_edit_stats("lifetime"))
    print(f"counting them again:    {took / 1000:9.1f} ms")


def reading(folder: Path, rounds: int) -> None:
    """Print what recording adds to calls that only read."""
    part = "def f{n}(a, b):\n    c = a + {n}\n    return c * b\n\n\n"
    (folder / "read.py").write_text("".join(part.format(n=n) for n in range(60)))
    session = se.Session(folder)
    calls = {
        "get_region": lambda: session.get_region("read.py", "f30"),
        "find": lambda: session.find("read.py", text="a + 30"),
        "outline": lambda: session.outline("read.py"),
    }
    for name, call in calls.items():
        times: dict[str, list[float]] = {"off": [], "on": []}
        for _ in range(rounds):
            for setting in times:
                os.environ["STRUCTEDIT_STATS"] = setting
                times[setting].append(timed(call))
        off, on = (statistics.median(times[setting]) for setting in ("off", "on"))
        paired = statistics.median(b - a for a, b in zip(times["off"], times["on"], strict=True))
        print(f"{name + ':':12}{off:9.1f} us off, {on:9.1f} us on, {paired:+.1f} us by pairs")


def as_a_command(folder: Path, rounds: int) -> None:
    path = folder / "module.py"
    times: dict[str, list[float]] = {"off": [], "on": []}
    command = [
        sys.executable,
        "-m",
        "structedit",
        "replace-block",
        str(path),
        "total",
        "--new",
        NEW,
    ]
    for number in range(rounds + 1):
        for setting in times:
            path.write_text(TEXT)
            os.environ["STRUCTEDIT_STATS"] = setting
            took = timed(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))
            if number:
                times[setting].append(took / 1000)
    off, on = (statistics.median(times[setting]) for setting in ("off", "on"))
    paired = statistics.median(b - a for a, b in zip(times["off"], times["on"], strict=True))
    print(f"replace-block, off:       {off:9.1f} ms")
    print(f"replace-block, on:        {on:9.1f} ms, {paired:+.1f} ms by pairs")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--calls", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=21)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = folder
        in_one_program(Path(folder), given.calls)
        reading(Path(folder), given.rounds * 10)
        as_a_command(Path(folder), given.rounds)


if __name__ == "__main__":
    main()
