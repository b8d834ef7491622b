"""Hostile inputs and operations: each ends within its budget, or the process that tried is killed.

Each call is a command of its own, with the standard budget or the one that is named. It is over
when it takes a half longer than its budget and four seconds for starting (one that the parser holds
ends by itself somewhat later: see `end_when_stuck` in `disk/limits.py`).

    python benchmarks/limits.py [WORD …]

prints a table with seconds of the processor, of the rows that have one of the words if any is given,
and ends with 1 when a call was over its budget.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from structedit.text.budget import seconds_for

KILLED_AFTER = 300.0
START_SECONDS = 4.0
LATE = 1.5


@dataclass(frozen=True, slots=True)
class Row:
    """A call: its arguments, what is on standard input, and the megabytes that it is given."""

    name: str
    arguments: tuple[str, ...]
    size: int
    timeout: float | None = None
    stdin: str | None = None


def _inputs(folder: Path) -> dict[str, str]:
    """Write the hostile files, and give them by name."""
    numbered = "\n".join(f"y{i} = {i}" for i in range(20_000)) + "\n"
    found = {
        "stars.md": "**" * 50_000 + "\n",
        "quotes.md": ">" * 100_000 + "\n",
        "angles.java": "class A { int x = " + "a<b<" * 15_000 + " }\n",
        "angles.cs": "class A { int x = " + "a<b<" * 15_000 + "; }\n",
        "angles.cpp": "int x = " + "a<b<" * 15_000 + ";\n",
        "anchors.yaml": "a0: &a0 x\n"
        + "".join(f"a{i}: &a{i} [*a{i - 1},*a{i - 1}]\n" for i in range(1, 3_000)),
        "deep.py": "(" * 50_000 + "\n",
        "deep.json": "[" * 60_000,
        "ifs.py": "".join("  " * i + "if a:\n" for i in range(400)),
        "line.js": "x = 'a'; " * 60_000,
        "letters.txt": "a" * 60 + "!\n",
        "small.py": "def f():\n    return 1\n",
        "old20.txt": numbered,
        "old100.txt": "\n".join(f"y{i} = {i}" for i in range(100_000)) + "\n",
        "new.txt": "x = 1\n",
        "names.py": "\n".join(f"def f{i}():\n    return {i}\n" for i in range(8_000)),
        "query.scm": "(module " + "(_)* @a " * 6 + ")",
        "edits.txt": "".join(
            f"small.py\n<<<<<<< SEARCH\nx{i}\n=======\ny{i}\n>>>>>>> REPLACE\n"
            for i in range(2_000)
        ),
    }
    for name, text in found.items():
        (folder / name).write_text(text)
    return found


def _rows(inputs: dict[str, str]) -> list[Row]:
    rows = []
    sources = [name for name in inputs if not name.endswith((".txt", ".scm"))]
    for name in sources:
        size = len(inputs[name])
        rows += [
            Row(f"outline {name}", ("outline", name), size),
            Row(f"check {name}", ("check", name), size),
            Row(
                f"str-replace {name}",
                ("str-replace", name, "--old", "no such text", "--new", "b", "--dry-run"),
                size,
            ),
        ]
    for name in ("old20.txt", "old100.txt"):
        call = ("str-replace", "small.py", "--old-file", name, "--new-file", "new.txt", "--dry-run")
        rows.append(Row(f"str-replace with {name}", call, len(inputs[name])))
    stars = ("replace-all", "stars.md", "--old", "****", "--new", "z", "--dry-run")
    pattern = ("find", "letters.txt", "--regex", "(a+)+$")
    query = ("find", "names.py", "--query-file", "query.scm")
    return [
        *rows,
        Row("replace-all **** in stars.md", stars, len(inputs["stars.md"])),
        Row("find (a+)+$", pattern, 60),
        Row("find (a+)+$, 2 s", (*pattern, "--timeout", "2"), 60, 2.0),
        Row("find a query of six times any", query, len(inputs["names.py"])),
        Row("apply 2,000 edits", ("apply", "edits.txt", "--dry-run"), len(inputs["edits.txt"])),
        Row("apply < /dev/zero", ("apply", "-"), 0, stdin="/dev/zero"),
        Row("outline < /dev/zero", ("outline", "--stdin-filename", "a.py"), 0, stdin="/dev/zero"),
        Row("call < /dev/zero", ("str-replace", "--call"), 0, stdin="/dev/zero"),
    ]


def _outcome(code: int, told: str) -> str:
    if code < 0:
        return "stuck, ended by the system"
    try:
        found = json.loads(told)
    except ValueError:
        return f"exit {code}"
    if not isinstance(found, dict):
        return f"exit {code}"
    reason = found.get("reason") or found.get("status") or "answered"
    text = "took too long" in told and reason != "too_slow"
    return f"exit {code}, {reason}" + (", as text" if text else "")


def _ran(row: Row, folder: Path) -> tuple[float, str]:
    """Run a call in a process of its own; give the processor's seconds and what came of it."""
    environment = {**os.environ, "XDG_STATE_HOME": str(folder / "state")}
    command = [sys.executable, "-m", "structedit", *row.arguments, "--json"]
    began = _processor_seconds()
    with open(row.stdin or os.devnull, "rb") as given:
        try:
            ran = subprocess.run(
                command,
                cwd=folder,
                stdin=given,
                capture_output=True,
                env=environment,
                timeout=KILLED_AFTER,
            )
        except subprocess.TimeoutExpired:
            return _processor_seconds() - began, "killed"
    return _processor_seconds() - began, _outcome(ran.returncode, ran.stdout.decode())


def _processor_seconds() -> float:
    """Give the time that the processor has worked for processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Print the table; 1 when a call took longer than it may."""
    words, late = sys.argv[1:], 0
    print("| input and operation | budget, s | seconds | outcome |\n|---|---:|---:|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for row in _rows(_inputs(folder)):
            if words and not any(word in row.name for word in words):
                continue
            budget = row.timeout or seconds_for(row.size)
            seconds, outcome = _ran(row, folder)
            over = seconds > budget * LATE + START_SECONDS
            late += over
            shown = outcome + (" **over**" if over else "")
            print(f"| {row.name} | {budget:.1f} | {seconds:.1f} | {shown} |", flush=True)
    print(f"\n{late} over their budget")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
