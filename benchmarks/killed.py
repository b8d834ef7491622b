"""A run that is killed, at ten points, and repeated: does it end as one that was not?

    python -m benchmarks.killed [--files 120]

A rewrite of a real tree with a name (`once`) is killed while it plans (5 points, by files planned) and while it writes
(at a rename of the first, the middle and the last file; before its entry moves to the history; right behind that).
Then the same call is made again, in a new process. The rewrite wraps what it finds, so that a second one would show.

    torn     after the repetition a file is neither old nor new, or something lies beside it
    other    the tree is not what it is after a run that was not killed
    twice    the history has the run more than once
    redone   planned and written again though it was in the history
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.patterns.trees import tree

import structedit as se
from structedit.disk import history, journal

WRAP = {"pattern": "len($A)", "template": "len(wrap($A))", "once": "wrap"}


def killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def at_file(number: int, root: str) -> None:
    """Kill this process once so many files are planned."""
    se.rewrite(root, root=root, **WRAP, progress=lambda done, _: done == number and killed())


def at_rename(number: int, root: str) -> None:
    """Kill this process instead of the rename that puts so many files in their place."""
    real, left = journal.direct.rename, [number]

    def rename(source: str, target: str) -> None:
        left[0] -= 1
        if not left[0]:
            killed()
        real(source, target)

    journal.direct.rename = rename
    se.rewrite(root, root=root, **WRAP)


def before_history(root: str) -> None:
    """Kill this process when all files are new, before that is noted."""
    history.place_of = lambda entry: killed()  # type: ignore[assignment, return-value]
    se.rewrite(root, root=root, **WRAP)


def behind_history(root: str) -> None:
    """Kill this process right behind the commit."""
    real = journal.commit

    def commit(*given: Any) -> None:
        real(*given)
        killed()

    journal.commit = commit  # type: ignore[assignment]
    se.rewrite(root, root=root, **WRAP)


class At:
    """A point at which a run is killed; can be sent to a process."""

    def __init__(self, name: str, run: Callable[..., None], *given: int) -> None:
        self.name, self.run, self.given = name, run, given


def content(root: Path) -> dict[str, bytes]:
    return {str(p.relative_to(root)): p.read_bytes() for p in root.rglob("*") if p.is_file()}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--files", type=int, default=120)
    arguments = parser.parse_args()
    given = sorted(tree("python").iterdir())[: arguments.files]
    bad = 0
    with TemporaryDirectory() as scratch:
        os.environ["XDG_STATE_HOME"] = f"{scratch}/state"
        whole = fresh(given, Path(scratch) / "whole")
        old, began = content(whole), time.perf_counter()
        out = se.rewrite(whole, root=whole, **WRAP)
        seconds, changed = time.perf_counter() - began, len(out.files)
        new = content(whole)
        print(f"not killed: {len(given)} files, {changed} changed, {seconds:.2f} s")
        count = len(given)
        points = [
            *(At(f"file {n} of {count} planned", at_file, n) for n in plans(count)),
            *(At(f"rename {n} of {changed}", at_rename, n) for n in (1, changed // 2, changed)),
            At("all new, not noted", before_history),
            At("noted", behind_history),
        ]
        for number, point in enumerate(points):
            root = fresh(given, Path(scratch) / str(number))
            process = get_context("fork").Process(target=point.run, args=(*point.given, str(root)))
            process.start()
            process.join()
            between = content(root)
            renamed = sum(between.get(name) == data != old[name] for name, data in new.items())
            began = time.perf_counter()
            again = se.rewrite(root, root=root, **WRAP)
            seconds = time.perf_counter() - began
            after, kept = content(root), se.history(root)
            made = [entry for entry in kept if entry.kind == "edit"]
            redone = renamed == changed and again.status == "applied"
            wrong = {
                "not killed": process.exitcode != -signal.SIGKILL,
                "torn": any(after[name] not in (old[name], new[name]) for name in old),
                "other": after != new,
                "twice": len(made) != 1,
                "redone": redone,
            }
            bad += any(wrong.values())
            said = ", ".join(name for name, is_so in wrong.items() if is_so) or "good"
            print(
                f"{point.name:24} {renamed:3} of {changed} new; again: {again.status}, "
                f"{seconds:.2f} s: {said}",
                flush=True,
            )
    print(f"points: {len(points)}, bad: {bad}")
    sys.exit(bad > 0)


def plans(count: int) -> list[int]:
    return [max(1, count * part // 5) for part in range(1, 6)]


def fresh(files: list[Path], place: Path) -> Path:
    place.mkdir()
    for file in files:
        shutil.copyfile(file, place / file.name)
    return place


if __name__ == "__main__":
    main()
