"""Six programs edit one repository at the same time: is an edit lost, and is one wrong?

    python -m benchmarks.siblings [--processes N] [--edits N] [--package NAME] [--seed N]

A real package is copied to a folder. Each process reads a function, waits a moment, and adds a statement
to it: by replacing the block, by text, or by an insertion. What it read may be old by then. A refusal is
answered with its `retry`; without one the process reads again. At the end the syntax trees are compared:
each statement that was reported as written must be in its function, and everything else as it was.
In half of the edits structedit also runs a formatter and a linter; a hook reads the text of each.
`exact` makes the same edits by reading the file, replacing the text if it is there once, and writing it.

The exit code is 1 if structedit lost an edit or made a wrong one.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import structedit as se

MARK = re.compile(r"mark_\d+_\d+")
MOST_CALLS = 6
FORMATTER = f"{sys.executable} -m ruff format -"
CHECKER = f"{sys.executable} -m ruff check --output-format=json -"
PAUSE = 0.02
"""Seconds that a process waits at most between reading and editing."""


@dataclass
class Count:
    """What one process did: marks by function, and the calls that they took."""

    landed: dict[str, str]
    calls: int = 0
    refused: int = 0


def functions(source: str) -> dict[str, list[ast.stmt]]:
    """Return the bodies of top-level functions and of methods by name, where the name is unique."""
    found: dict[str, list[ast.stmt]] = {}
    twice = set()
    for node in ast.parse(source).body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        for each in inner:
            if isinstance(each, ast.FunctionDef):
                prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
                name = prefix + each.name
                twice |= {name} if each.decorator_list else {name} & found.keys()
                found[name] = each.body
    return {name: body for name, body in found.items() if name not in twice}


def with_mark(text: str, mark: str, draw: random.Random) -> tuple[str, str, str]:
    """Return a function with one more statement, and the line before it without and with that statement."""
    lines = text.split("\n")
    outer = ast.parse(f"if 1:\n{text}" if text[:1].isspace() else f"\n{text}")  # one line more
    function = next(node for node in ast.walk(outer) if isinstance(node, ast.FunctionDef))
    statement = draw.choice(function.body)
    last = (statement.end_lineno or 0) - 2
    line = lines[last]
    added = " " * statement.col_offset + f"{mark} = 0"
    return "\n".join([*lines[: last + 1], added, *lines[last + 1 :]]), line, f"{line}\n{added}"


def edit(
    session: se.Session, name: str, selector: str, mark: str, draw: random.Random
) -> tuple[bool, int]:
    """Add a statement to a function; return whether that landed, and how many calls it took."""
    way = draw.choice(["block", "text", "insert"])
    calls = 0
    retry: dict[str, object] | None = None
    while calls < MOST_CALLS:
        if retry is None:
            text = session.get_region(name, selector).text or ""
            new, line, longer = with_mark(text, mark, draw)
            time.sleep(draw.random() * PAUSE)
        if way == "block":
            given = {"selector": selector, "new": new}
            operation = "replace_block"
        elif way == "text":
            given = {"old": line, "new": longer, "within": selector}
            operation = "str_replace"
        else:
            given = {"after": line, "text": longer.split("\n")[1], "within": selector}
            operation = "insert"
        if text.count(line) > 1:
            given, operation = {"selector": selector, "new": new}, "replace_block"
        calls += 1
        programs = {"formatter": FORMATTER, "checker": CHECKER} if draw.random() < 0.5 else {}
        outcome = getattr(session, operation)(name, **(retry or given), **programs)
        if outcome.landed:
            return True, calls
        told = outcome.diagnosis.retry if outcome.diagnosis else None
        retry = {key: value for key, value in told.items() if key != "path"} if told else None
    return False, calls


def edit_exactly(
    root: Path, name: str, selector: str, mark: str, draw: random.Random
) -> tuple[bool, int]:
    """Do the same by reading the file, replacing the text that is there once, and writing it."""
    for calls in range(1, MOST_CALLS + 1):
        text = se.get_region(root / name, selector).text or ""
        new, _, _ = with_mark(text, mark, draw)
        time.sleep(draw.random() * PAUSE)
        whole = (root / name).read_text()
        if whole.count(text) == 1:
            (root / name).write_text(whole.replace(text, new))
            return True, calls
    return False, MOST_CALLS


def looked_at(edit: se.Proposal) -> se.Deny | None:
    """Deny an edit that adds nothing, as a hook of a team would."""
    return None if "mark_" in (edit.text_after or "") else se.Deny("no statement is added")


def work(root: Path, number: int, edits: int, seed: int, how: str) -> Count:
    """Make the edits of one process."""
    draw = random.Random(seed + number)
    session = se.Session(root, hooks=se.Hooks([looked_at]))
    names = sorted(str(path.relative_to(root)) for path in root.rglob("*.py"))
    known = {name: sorted(functions((root / name).read_text())) for name in names}
    known = {name: found for name, found in known.items() if found}
    names = [name for name in names if name in known][:12]
    count = Count({})
    for turn in range(edits):
        name = draw.choice(names)
        selector, mark = draw.choice(known[name]), f"mark_{number}_{turn}"
        try:
            if how == "exact":
                landed, calls = edit_exactly(root, name, selector, mark, draw)
            else:
                landed, calls = edit(session, name, selector, mark, draw)
        except (SyntaxError, StopIteration):  # another process left the file half written
            landed, calls = False, 1
        count.calls += calls
        count.refused += not landed
        if landed:
            count.landed[mark] = f"{name}:{selector}"
    return count


def without_marks(source: str) -> str:
    """Return the syntax tree of a source without the statements that were added."""

    class Remove(ast.NodeTransformer):
        def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
            return None if MARK.fullmatch(ast.unparse(node.targets[0])) else node

        def visit_Constant(self, node: ast.Constant) -> ast.AST:  # formatters trim docstrings
            text = node.value
            return ast.Constant(" ".join(text.split())) if isinstance(text, str) else node

    return ast.dump(Remove().visit(ast.parse(source)))


def judged(root: Path, before: dict[str, str], counts: list[Count]) -> tuple[int, int]:
    """Count the lost edits, and the functions and files that are wrong."""
    there: dict[str, str] = {}
    wrong = 0
    for name, source in before.items():
        try:
            after = (root / name).read_text()
            wrong += without_marks(after) != without_marks(source)
            for selector, body in functions(after).items():
                for mark in MARK.findall("\n".join(map(ast.unparse, body))):
                    wrong += mark in there
                    there[mark] = f"{name}:{selector}"
        except SyntaxError:
            wrong += 1
    landed = {mark: place for count in counts for mark, place in count.landed.items()}
    lost = sum(mark not in there for mark in landed)
    wrong += sum(there[mark] != place for mark, place in landed.items() if mark in there)
    return lost, wrong


def campaign(package: str, processes: int, edits: int, seed: int, how: str) -> tuple[int, int]:
    """Run one campaign, print its row, and return the lost and the wrong edits."""
    source = Path(importlib.import_module(package).__file__ or "").parent
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / package
        shutil.copytree(source, root, ignore=shutil.ignore_patterns("__pycache__"))
        before = {str(path.relative_to(root)): path.read_text() for path in root.rglob("*.py")}
        call = [sys.executable, "-m", "benchmarks.siblings", "--work", str(root), how]
        jobs = [
            subprocess.Popen(
                [*call, str(number), "--edits", str(edits), "--seed", str(seed)],
                stdout=subprocess.PIPE,
                text=True,
            )
            for number in range(processes)
        ]
        counts = [Count(**json.loads(job.communicate()[0])) for job in jobs]
        lost, wrong = judged(root, before, counts)
    landed, calls = sum(len(count.landed) for count in counts), sum(count.calls for count in counts)
    total = processes * edits
    print(
        f"| {how} | {total} | {landed / total:.1%} | {calls / total:.3f} | {lost} | {wrong} |",
        flush=True,
    )
    return lost, wrong


def main() -> int:
    """Run the campaign with structedit and with exact replacement."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--processes", type=int, default=6)
    parser.add_argument("--edits", type=int, default=200, help="of each process")
    parser.add_argument("--package", default="pygments", help="an installed package to copy")
    parser.add_argument("--seed", type=int, default=7207)
    parser.add_argument(
        "--work", nargs=3, metavar=("ROOT", "HOW", "NUMBER"), help=argparse.SUPPRESS
    )
    given = parser.parse_args()
    if given.work:
        root, how, number = given.work
        count = work(Path(root), int(number), given.edits, given.seed, how)
        print(json.dumps(asdict(count)))
        return 0
    print("| how | edits | landed | calls an edit | lost | wrong |\n|---|---:|---:|---:|---:|---:|")
    own = campaign(given.package, given.processes, given.edits, given.seed, "structedit")
    campaign(given.package, given.processes, given.edits, given.seed, "exact")
    return int(any(own))


if __name__ == "__main__":
    sys.exit(main())
