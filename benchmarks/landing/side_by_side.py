"""The same edits through structedit and through what a user would pick instead.

    python -m benchmarks.landing.side_by_side [--each N] [--data DIR] [--write]

Each tool is installed from PyPI into an environment of its own below ~/.cache/structedit-bench
and asked over a pipe. (`harnesskit` installs too, but slides difflib over the file letter by letter:
the sample takes it more than ten minutes.) Judged alike: landed is byte by byte right; of traps, not to change the
file is. `--write` puts the table into RESULTS.md.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import venv
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.landing import results
from benchmarks.landing.distort import DISTORTIONS, TRAPS
from benchmarks.landing.drifted import all_edits, tasks_of
from benchmarks.landing.judge import BLANKS, LANDED, REFUSED, WRONG, verdict_of
from benchmarks.landing.material import DATA, from_data, squeezed
from benchmarks.landing.tasks import Task
from benchmarks.releases import has_commits

HOME = Path.home() / ".cache" / "structedit-bench" / "peers"
PEERS = {
    "plain": ("exact, unique `str.replace`", ""),
    "aider-chat": ("`aider-chat`, its search/replace matcher", "aider-chat"),
    "apply-edit-block": ("`apply-edit-block`", "apply-edit-block"),
    "purepatch": ("`purepatch`", "purepatch"),
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool made of a task: the file's text, None where it refused; in milliseconds."""

    text: str | None
    ms: float


def python_of(package: str) -> Path | None:
    """Return the Python of a tool's environment, made on first use; None where it cannot be had."""
    if not package:
        return Path(sys.executable)
    python = HOME / package / "bin" / "python"
    if not python.exists():
        venv.create(HOME / package, with_pip=True)
        command = [str(python), "-m", "pip", "install", "-q", package]
        if subprocess.run(command, check=False).returncode:
            return None
    return python


def version_of(package: str) -> str:
    """Return the version of an installed tool."""
    code = f"from importlib.metadata import version; print(version({package!r}))"
    command = [str(HOME / package / "bin" / "python"), "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def asked(name: str, tasks: list[Task]) -> list[Answer] | None:
    """Send all tasks to a tool."""
    python = python_of(PEERS[name][1])
    if python is None:
        return None
    rows = (json.dumps({"file": task.file, "old": task.old, "new": task.new}) for task in tasks)
    script = Path(__file__).with_name("peers.py").resolve()
    HOME.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [str(python), str(script), name],
        input="\n".join(rows),
        capture_output=True,
        text=True,
        check=True,
        cwd=HOME,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return [Answer(row["text"], row["ms"]) for row in answers]


def ours(tasks: list[Task]) -> list[Answer]:
    """Send all tasks to structedit."""
    verdicts = map(verdict_of, tasks)
    return [Answer(verdict.text, verdict.ms) for verdict in verdicts]


def word_of(task: Task, answer: Answer) -> str:
    """Judge an answer as `judge` does, from the text alone."""
    if answer.text is None or (task.right is None and answer.text == task.file):
        return REFUSED
    if answer.text == task.right or answer.text in task.also:
        return LANDED
    if task.right is not None and squeezed(answer.text) == squeezed(task.right):
        return BLANKS
    return WRONG


def line_of(name: str, tasks: list[Task], answers: list[Answer]) -> str:
    """Return a tool's row of the table."""
    pairs = list(zip(tasks, answers, strict=True))
    drifted = Counter(word_of(task, answer) for task, answer in pairs if task.right is not None)
    traps = Counter(word_of(task, answer) for task, answer in pairs if task.right is None)
    times = sorted(answer.ms for answer in answers)
    n = drifted.total()
    return (
        f"| {name} | {100 * drifted[LANDED] / n:.1f} % | {drifted[BLANKS]} | {drifted[REFUSED]} |"
        f" **{drifted[WRONG]}** | {traps[REFUSED] + traps[LANDED]} | **{traps[WRONG]}** |"
        f" {statistics.median(times):.1f} | {times[int(0.95 * len(times))]:.0f} |"
    )


def lines(tasks: list[Task]) -> Iterator[str]:
    """Yield the table."""
    real = sum(task.right is not None for task in tasks)
    yield f"| tool | landed, of {real} | blanks differ | refused | wrong |" + (
        f" traps refused, of {len(tasks) - real} | traps: wrong | median ms | 95 % under, ms |"
    )
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|"
    yield line_of("structedit", tasks, ours(tasks))
    for name, (words, package) in PEERS.items():
        answers = asked(name, tasks)
        shown = f"{words} {version_of(package)}" if package and answers else words
        yield line_of(shown, tasks, answers) if answers else f"| {words}: not installable |"


def sample(data: Path, each: int) -> list[Task]:
    """Return `each` tasks of every distortion and trap that needs no hints."""
    groups = all_edits(from_data(data))
    found: Iterable[Task] = (
        task for item in (*DISTORTIONS, *TRAPS) for task in tasks_of(groups, item, each)
    )
    return [task for task in found if not task.hints]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.landing.side_by_side")
    parser.add_argument("--each", type=int, default=8)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    if not has_commits(arguments.data):
        print(f"no commits in {arguments.data}: pass --data", file=sys.stderr)
        return 2
    table = []
    for line in lines(sample(arguments.data, arguments.each)):
        table.append(line)
        print(line, flush=True)
    if arguments.write:
        results.write(results.RESULTS, "side by side", "\n".join(table))
    return 0


if __name__ == "__main__":
    sys.exit(main())
