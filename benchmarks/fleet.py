"""A fleet of real package trees on a Dask cluster, of which one worker is killed during the run.

    python -m benchmarks.fleet [--roots 40] [--workers 4] [--kills 3] [--seed 1]

Each round copies the trees, starts a scheduler and its workers, rewrites all roots with a state folder
of their own and kills a worker.
Then every root must be all old or all new. The same call again must complete the rows, and no root may
be done twice: the rewrite wraps an argument in brackets, so that a second one would show. Needs
`distributed`. The trees are those that other benchmarks have fetched.
"""

from __future__ import annotations

import argparse
import json
import os
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

from benchmarks.corpus import CACHE

import structedit as se
from structedit.extras.codemods.executors import dask_executor

WRAP = {"pattern": "$A.join($B)", "template": "$A.join(($B))"}
SUFFIXES = (".py", ".js", ".mjs", ".ts", ".tsx", ".json", ".md", ".toml", ".cfg", ".txt")
LARGEST = 200_000


def packages(count: int) -> list[Path]:
    """Return fetched package trees with hits, those of medium size."""
    found = []
    for client in ("pip", "npm", "source"):
        for folder in sorted((CACHE / client).glob("*")):
            files = list(_wanted(folder))
            if sum(b".join(" in file.read_bytes() for file in files[:400]) >= 2:
                found.append((len(files), folder))
    found.sort()
    first = max(0, len(found) - count) // 2
    return [folder for _, folder in found[first : first + count]]


def _wanted(folder: Path) -> Iterator[Path]:
    for file in sorted(folder.rglob("*")):
        if file.suffix in SUFFIXES and file.is_file() and not file.is_symlink():
            if file.stat().st_size < LARGEST and "node_modules" not in file.parts:
                yield file


def copied(folders: list[Path], place: Path) -> list[Path]:
    """Copy the trees; return the roots."""
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
    """Return the bytes of each file of a root."""
    return {str(p.relative_to(root)): p.read_bytes() for p in root.rglob("*") if p.is_file()}


@contextmanager
def cluster(place: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Start a scheduler and workers that nothing restarts; give the address and the processes."""
    file, quiet = place / "scheduler.json", subprocess.DEVNULL
    common = ["--no-dashboard"]

    def start(module: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", *words, *common]
        return subprocess.Popen(command, stdout=quiet, stderr=quiet)

    started = [start("dask_scheduler", "--port", "0", "--scheduler-file", str(file))]
    try:
        while not file.exists() or not file.read_text().strip():
            time.sleep(0.05)
        address = json.loads(file.read_text())["address"]
        alone = ("--nthreads", "1", "--no-nanny", "--local-directory", str(place))
        started += [start("dask_worker", address, *alone) for _ in range(workers)]
        yield address, started
    finally:
        for process in started:
            process.kill()
            process.wait()


def one_round(
    folders: list[Path], new: list[dict[str, bytes]], workers: int, rng: random.Random
) -> bool:
    """Rewrite all roots, kill a worker, and run again; return True if everything is right."""
    with TemporaryDirectory() as scratch:
        place = Path(scratch)
        roots = copied(folders, place / "roots")
        old = [content(root) for root in roots]
        victim_at, rows = rng.randrange(1, max(2, len(roots) * 3 // 4)), []
        with cluster(place, workers) as (address, processes), dask_executor(address) as executor:
            victim = processes[1 + rng.randrange(workers)]

            def on_row(row: se.FleetRow) -> None:
                rows.append(row)
                if len(rows) == victim_at:
                    delay = rng.random() * 0.5
                    threading.Timer(delay, os.kill, (victim.pid, signal.SIGKILL)).start()

            began, run = (
                time.perf_counter(),
                {**WRAP, "executor": executor, "state": place / "state"},
            )
            first = se.rewrite_fleet(roots, **run, on_row=on_row)
            wall = time.perf_counter() - began
            between = Counter(states(roots, old, new))
            second = se.rewrite_fleet(roots, **run)
        after = Counter(states(roots, old, new))
    files = sum(row.searched for row in first.rows)
    good = all(row.is_done for row in second.rows) and set(after) == {"new"} and not between["TORN"]
    print(
        f"worker killed behind row {victim_at}: {dict(between)}, after the second run {dict(after)};"
        f" {files} files in {wall:.1f} s: {'good' if good else 'BAD'}",
        flush=True,
    )
    return good


def states(
    roots: list[Path], old: list[dict[str, bytes]], new: list[dict[str, bytes]]
) -> list[str]:
    """Return `old`, `new` or `TORN` for each root."""
    rows = zip(map(content, roots), old, new, strict=True)
    return ["new" if n == now else "old" if o == now else "TORN" for now, o, n in rows]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fleet", description=__doc__)
    parser.formatter_class = argparse.RawTextHelpFormatter
    parser.add_argument("--roots", type=int, default=40)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    folders, rng = packages(arguments.roots), random.Random(arguments.seed)
    if not folders:
        sys.exit("no packages with hits are fetched yet: run `python benchmarks/corpus.py` first")
    with TemporaryDirectory() as scratch:
        roots, began = copied(folders, Path(scratch) / "roots"), time.perf_counter()
        rows = se.rewrite_fleet(roots, **WRAP).rows
        wall, new = time.perf_counter() - began, [content(root) for root in roots]
    files, changed = sum(row.searched for row in rows), sum(row.files for row in rows)
    print(f"{len(roots)} roots, {files} files, {changed} changed in {wall:.1f} s without a cluster")
    good = [one_round(folders, new, arguments.workers, rng) for _ in range(arguments.kills)]
    print(f"rounds: {len(good)}, bad: {good.count(False)}")
    sys.exit(not all(good))


if __name__ == "__main__":
    main()
