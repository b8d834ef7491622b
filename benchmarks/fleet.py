"""A fleet of real package trees on a cluster of worker processes, of which one is killed in the middle.

    python -m benchmarks.fleet [--roots 40] [--workers 4] [--kills 3] [--seed 1]

Each round copies the trees, starts a scheduler and its workers, rewrites all roots and kills a worker while it is at
one; then every root must be all old or all new. The same call again, with the workers that are left, must complete
the rows; no root may be done twice. The rewrite wraps an argument in brackets, so that a second one would show.
Printed are rows, times, files a second, bytes of a task and of a row, bytes through the loopback device (of the
whole machine) and the most memory of the scheduler and of each worker. Needs `distributed`.
"""

from __future__ import annotations

import argparse
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.corpus import CACHE

import structedit as se
from structedit.calls.search_terms import search_term
from structedit.disk import history, locks
from structedit.extras.codemods import fleet
from structedit.extras.codemods.executors import dask_executor

WRAP = {"pattern": "$A.join($B)", "template": "$A.join(($B))"}
"""Read by Python and by JavaScript, dense in real code, and its template fits the pattern again."""

SUFFIXES = (".py", ".js", ".mjs", ".ts", ".tsx", ".json", ".md", ".toml", ".cfg", ".txt")
LARGEST = 200_000
FEWEST = 2


def packages(count: int) -> list[Path]:
    """Package trees that have been fetched, of those with hits the ones of middling size."""
    found = []
    for client in ("pip", "npm", "source"):
        for folder in sorted((CACHE / client).glob("*")):
            files = list(_wanted(folder))
            if sum(b".join(" in file.read_bytes() for file in files[:400]) >= FEWEST:
                found.append((len(files), folder))
    found.sort()
    middle = max(0, len(found) - count) // 2
    return [folder for _, folder in found[middle : middle + count]]


def _wanted(folder: Path) -> Iterator[Path]:
    for file in sorted(folder.rglob("*")):
        if file.suffix in SUFFIXES and file.is_file() and not file.is_symlink():
            if file.stat().st_size < LARGEST and "node_modules" not in file.parts:
                yield file


def copied(folders: list[Path], place: Path) -> list[Path]:
    roots = []
    for number, folder in enumerate(folders):
        root = place / f"{number:02}-{folder.name}"
        for file in _wanted(folder):
            to = root / file.relative_to(folder)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, to)
        roots.append(root)
    return roots


def content(root: Path) -> dict[str, bytes]:
    return {str(p.relative_to(root)): p.read_bytes() for p in root.rglob("*") if p.is_file()}


@contextmanager
def cluster(place: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and worker processes without nannies, so that one that is killed stays so; its address."""
    file = place / "scheduler.json"
    environment = {**os.environ, "DASK_DISTRIBUTED__WORKER__DAEMON": "False"}
    quiet: dict[str, Any] = {
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.DEVNULL,
        "env": environment,
    }
    module = [sys.executable, "-m", "distributed.cli."]
    ports = ["--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    started = [subprocess.Popen([*module[:2], "distributed.cli.dask_scheduler", *ports], **quiet)]
    try:
        while not file.exists() or not file.read_text().strip():
            time.sleep(0.05)
        import json

        address = json.loads(file.read_text())["address"]
        of_worker = [
            "--nthreads",
            "1",
            "--no-nanny",
            "--no-dashboard",
            "--local-directory",
            str(place),
        ]
        for _ in range(workers):
            words = [*module[:2], "distributed.cli.dask_worker", address, *of_worker]
            started.append(subprocess.Popen(words, **quiet))
        yield address, started
    finally:
        for process in started:
            process.kill()
            process.wait()


def most_memory(process: subprocess.Popen[bytes]) -> float:
    """Megabytes that a process has held at most; 0 of one that is gone."""
    try:
        lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)


def loopback() -> int:
    lines = Path("/proc/net/dev").read_text().splitlines()
    return next((int(line.split()[1]) for line in lines if line.strip().startswith("lo:")), 0)


def times_done(root: Path) -> int:
    with locks.kept_beside(str(root)):
        return len(history.stacks_of(history.entries_of(str(root))).done)


def states(
    roots: list[Path], old: list[dict[str, bytes]], new: list[dict[str, bytes]]
) -> list[str]:
    found = [content(root) for root in roots]
    return [
        "new" if now == after else "old" if now == before else "TORN"
        for now, before, after in zip(found, old, new, strict=True)
    ]


def one_round(
    folders: list[Path], new: list[dict[str, bytes]], workers: int, rng: random.Random
) -> bool:
    with TemporaryDirectory() as scratch:
        place = Path(scratch)
        roots = copied(folders, place / "roots")
        old = [content(root) for root in roots]
        victim_at, delay = rng.randrange(3, len(roots) * 3 // 4), rng.random() * 0.5
        rows, killed = [], []
        with cluster(place, workers) as (address, processes), dask_executor(address) as executor:
            executor._client.wait_for_workers(workers, timeout=60)  # type: ignore[attr-defined]
            victim = processes[1 + rng.randrange(workers)]

            def kill() -> None:
                time.sleep(delay)
                os.kill(victim.pid, signal.SIGKILL)
                killed.append(len(rows))

            def told(row: se.FleetRow) -> None:
                rows.append(row)
                if len(rows) == victim_at:
                    threading.Thread(target=kill).start()

            sent, began = loopback(), time.perf_counter()
            first = se.rewrite_fleet(roots, **WRAP, executor=executor, on_row=told)
            wall = time.perf_counter() - began
            sent = loopback() - sent
            between = states(roots, old, new)
            second = se.rewrite_fleet(roots, **WRAP, executor=executor)
            memory = [most_memory(process) for process in processes]
        after = states(roots, old, new)
        twice = [times_done(root) for root in roots]
    statuses = Counter(row.status for row in first.rows)
    again = Counter("done before" if row.again else row.status for row in second.rows)
    files = sum(row.searched for row in first.rows)
    complete = all(row.is_done for row in second.rows) and set(after) == {"new"}
    good = complete and "TORN" not in between and max(twice) == 1
    print(
        f"killed after {killed or 'the end'} rows: {dict(statuses)}; found again: "
        f"{sum(row.again for row in first.rows)}; between: {dict(Counter(between))}"
    )
    print(
        f"  run again: {dict(again)}; then {dict(Counter(after))}; times done: {dict(Counter(twice))}"
    )
    print(
        f"  {files} files, {sum(row.files for row in first.rows)} changed in {wall:.1f} s: "
        f"{files / wall:.0f} files/s; {sent / len(roots):,.0f} bytes a root through loopback; memory "
        f"scheduler {memory[0]:.0f} MB, workers {', '.join(f'{m:.0f}' for m in memory[1:] if m)} MB"
    )
    print("  good" if good else "  BAD", flush=True)
    return good


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--roots", type=int, default=40)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    folders, rng = packages(arguments.roots), random.Random(arguments.seed)
    with TemporaryDirectory() as scratch:
        roots = copied(folders, Path(scratch) / "roots")
        told: list[se.FleetRow] = []
        began = time.perf_counter()
        out = se.rewrite_fleet(roots, **WRAP, on_row=told.append)
        wall = time.perf_counter() - began
        new = [content(root) for root in roots]
        size = sum(len(data) for root in new for data in root.values())
        kept = sum(p.stat().st_size for p in (Path(scratch) / "roots" / ".structedit").rglob("*"))
    files, changed = sum(row.searched for row in out.rows), sum(row.files for row in out.rows)
    print(
        f"{len(roots)} roots, {files} files looked at, {size / 1e6:.1f} MB; one process, no cluster: "
        f"{changed} files changed, {sum(row.hits for row in out.rows)} hits, "
        f"{sum(row.refused for row in out.rows)} refused, in {wall:.1f} s: {files / wall:.0f} files/s; "
        f"{kept / max(1, changed):,.0f} bytes of state for each changed file"
    )
    work = fleet.runs.work_of(search_term("rewrite", WRAP), WRAP["template"])
    job = fleet._job("rewrite", work, {})
    print(
        f"a task is {len(pickle.dumps((fleet._carried_out, fleet._Task(job), str(roots[0])))):,} bytes, "
        f"a row {max(len(pickle.dumps(row)) for row in told):,} at most",
        flush=True,
    )
    good = [one_round(folders, new, arguments.workers, rng) for _ in range(arguments.kills)]
    print(f"rounds: {len(good)}, bad: {good.count(False)}")
    sys.exit(not all(good))


if __name__ == "__main__":
    main()
