"""Six programs edit one repository at the same time: is an edit lost, and is one wrong?

    python -m benchmarks.siblings [--processes N] [--edits N] [--package NAME] [--seed N] [--how HOW ...]

A real package is copied to a folder, with a notebook of some of its functions. Each process reads a function,
waits a moment, and adds a statement to it: by replacing the block, by text, or by an insertion. What it read may
be old by then. At the end the syntax trees are compared: each statement that was reported as written must be in
its function, and everything else as it was; of the notebook also all that is not source.

- `structedit`: each process calls a server of its own over MCP, which runs a hook, a formatter (in half of the
  edits) and a linter. A refusal is answered with its `retry`; without one the process reads again.
- `exact`: the file is read, the text replaced if it is there once, and the file written.
- `aider-chat`: the same with aider's search/replace matcher, from an environment of its own.

The exit code is 1 if structedit lost an edit or made a wrong one.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

import anyio
from benchmarks.landing.side_by_side import PEERS, python_of
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

import structedit as se

MARK = re.compile(r"mark_\d+_\d+")
MOST_CALLS = 6
MOST_FILES = 12
HOWS = ("structedit", "exact", "aider-chat")
CONFIGURATION = f"""
[languages.python]
format = "{sys.executable} -m ruff format -"
check = ["{sys.executable} -m ruff check --output-format=json -"]
[hooks]
pre_edit = ["grep -q mark_"]
"""
NOTEBOOK, KNOWN = "notes.ipynb", "known.json"
RETRY = re.compile(r"^retry, [^{]*(\{.*\})$", re.MULTILINE)
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
    nodes = [node for node in ast.walk(outer) if isinstance(node, ast.FunctionDef)]
    if not nodes:
        raise ValueError("another process left the file half written")
    function = nodes[0]
    statement = draw.choice(function.body)
    last = (statement.end_lineno or 0) - 2
    line = lines[last]
    added = " " * statement.col_offset + f"{mark} = 0"
    return "\n".join([*lines[: last + 1], added, *lines[last + 1 :]]), line, f"{line}\n{added}"


@dataclass
class Server:
    """An agent's hands: calls over MCP."""

    client: Client
    draw: random.Random

    async def edit(self, name: str, selector: str, mark: str) -> tuple[bool, int]:
        """Add a statement to a function; return whether that landed, and how many calls it took."""
        way = self.draw.choice(["block", "text", "insert"])
        retry: dict[str, object] | None = None
        for calls in range(1, MOST_CALLS + 1):
            if retry is None:
                asked = {"path": name, "target": selector, "max_lines": 2000}
                read = await self.client.call_tool("get_region", asked)
                if read.is_error:
                    return False, calls
                shown = read.structured_content["text"].split("\n")
                text = "\n".join(re.sub(r"^ *\d+\| ?", "", row) for row in shown)
                new, line, longer = with_mark(text, mark, self.draw)
                await anyio.sleep(self.draw.random() * PAUSE)
            if way == "block" or text.count(line) > 1:
                tool, given = "replace_block", {"target": selector, "new": new}
            elif way == "text":
                tool, given = "str_replace", {"old": line, "new": longer, "within": selector}
            else:
                added = longer.split("\n")[-1]
                tool, given = "insert", {"after": line, "text": added, "within": selector}
            programs = {"format": self.draw.random() < 0.5}
            result = await self.client.call_tool(tool, retry or {"path": name, **given, **programs})
            if not result.is_error:
                return True, calls
            told = RETRY.search(result.content[0].text)
            retry = json.loads(told[1]) if told else None
        print(f"{tool} {name} {selector}\n{result.content[0].text}", file=sys.stderr)
        return False, MOST_CALLS


@dataclass
class Files:
    """Hands that read and write files, and replace by a peer's matcher or exactly."""

    root: Path
    draw: random.Random
    peer: subprocess.Popen[str] | None

    async def edit(self, name: str, selector: str, mark: str) -> tuple[bool, int]:
        """Do the same by replacing the text that was read."""
        for calls in range(1, MOST_CALLS + 1):
            text = se.get_region(self.root / name, selector).text or ""
            new, _, _ = with_mark(text, mark, self.draw)
            await anyio.sleep(self.draw.random() * PAUSE)
            whole = (self.root / name).read_text()
            after = self.replaced(whole, text, new)
            if after is not None:
                (self.root / name).write_text(after)
                return True, calls
        return False, MOST_CALLS

    def replaced(self, whole: str, old: str, new: str) -> str | None:
        """Return a file with a text replaced; None if it is refused."""
        if self.peer is None:
            return whole.replace(old, new) if whole.count(old) == 1 else None
        assert self.peer.stdin and self.peer.stdout
        print(json.dumps({"file": whole, "old": old, "new": new}), file=self.peer.stdin, flush=True)
        return json.loads(self.peer.stdout.readline())["text"]


def peer(name: str) -> subprocess.Popen[str]:
    """Start a peer's matcher in its environment."""
    script = Path(__file__).with_name("landing") / "peers.py"
    call = [str(python_of(PEERS[name][1])), str(script), name]
    return subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


async def worked(root: Path, number: int, edits: int, seed: int, how: str) -> Count:
    """Make the edits of one process."""
    draw = random.Random(seed + number)
    if how != "structedit":
        return await made(
            root, number, edits, Files(root, draw, None if how == "exact" else peer(how))
        )
    config = root.parent / "structedit.toml"
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "structedit", "--config", str(config), "mcp", "--root", str(root)],
        env={**os.environ, "XDG_STATE_HOME": str(root.parent / "state")},
    )
    async with Client(command) as client:
        return await made(root, number, edits, Server(client, draw))


async def made(root: Path, number: int, edits: int, hands: Server | Files) -> Count:
    """Make some edits by some hands."""
    draw, count = hands.draw, Count({})
    known = json.loads((root.parent / KNOWN).read_text())
    names = list(known)
    for turn in range(edits):
        name = draw.choice(names)
        selector, mark = draw.choice(known[name]), f"mark_{number}_{turn}"
        try:
            landed, calls = await hands.edit(name, selector, mark)
        except (
            SyntaxError,
            ValueError,
            se.StructEditError,
        ):  # another process left the file half written
            landed, calls = False, 1
        count.calls += calls
        count.refused += not landed
        if landed:
            count.landed[mark] = f"{name}:{selector}"
    return count


def write_notebook(root: Path) -> None:
    """Write a notebook with some functions of the package, each in a cell with an output."""
    cells = []
    for path in sorted(root.rglob("*.py")):
        source = path.read_text()
        for node in ast.parse(source).body:
            code = ast.get_source_segment(source, node) or ""
            if isinstance(node, ast.FunctionDef) and not node.decorator_list and len(cells) < 12:
                cell = {
                    "cell_type": "code",
                    "execution_count": len(cells) + 1,
                    "id": f"c{len(cells)}",
                }
                output = {"name": "stdout", "output_type": "stream", "text": ["mark\n"]}
                lines = code.splitlines(keepends=True)
                cells.append({**cell, "metadata": {}, "outputs": [output], "source": lines})
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {
        "cells": cells,
        "metadata": {"kernelspec": kernel},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (root / NOTEBOOK).write_text(json.dumps(notebook, indent=1) + "\n")


def source_of(path: Path) -> str:
    """Return the code of a file; of a notebook that of its cells."""
    if path.suffix != ".ipynb":
        return path.read_text()
    return "\n\n".join("".join(cell["source"]) for cell in json.loads(path.read_text())["cells"])


def beside_source(text: str) -> str:
    """Return all of a notebook but the sources of its cells."""
    found = json.loads(text)
    return json.dumps({**found, "cells": [{**cell, "source": []} for cell in found["cells"]]})


def without_marks(source: str) -> str:
    """Return the syntax tree of a source without the statements that were added."""

    class Remove(ast.NodeTransformer):
        def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
            return None if MARK.fullmatch(ast.unparse(node.targets[0])) else node

        def visit_Constant(self, node: ast.Constant) -> ast.AST:  # formatters trim docstrings
            text = node.value
            return ast.Constant(" ".join(text.split())) if isinstance(text, str) else node

    return ast.dump(Remove().visit(ast.parse(source)))


def judged(
    root: Path, before: dict[str, str], notebook: str, counts: list[Count]
) -> tuple[int, int]:
    """Count the lost edits, and the functions and files that are wrong."""
    there: dict[str, str] = {}
    wrong = 0
    for name, source in before.items():
        try:
            path = root / name
            after = source_of(path)
            wrong += name == NOTEBOOK and beside_source(path.read_text()) != notebook
            if after == source:
                continue
            wrong += without_marks(after) != without_marks(source)
            for selector, body in functions(after).items():
                for mark in MARK.findall("\n".join(map(ast.unparse, body))):
                    wrong += mark in there
                    there[mark] = f"{name}:{selector}"
        except (SyntaxError, ValueError) as error:
            print(f"{name}: {error}", file=sys.stderr)
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
        write_notebook(root)
        (root.parent / "structedit.toml").write_text(CONFIGURATION)
        notebook = beside_source((root / NOTEBOOK).read_text())
        paths = (root / NOTEBOOK, *sorted(root.rglob("*.py")))
        before = {str(path.relative_to(root)): source_of(path) for path in paths}
        every = ((name, sorted(functions(source))) for name, source in before.items())
        known = dict(islice((row for row in every if row[1]), MOST_FILES))
        (root.parent / KNOWN).write_text(json.dumps(known))
        started = time.monotonic()
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
        seconds = time.monotonic() - started
        lost, wrong = judged(root, before, notebook, counts)
    landed, calls = sum(len(count.landed) for count in counts), sum(count.calls for count in counts)
    total = processes * edits
    print(
        f"| {how} | {total} | {landed / total:.1%} | {calls / total:.3f} | {lost} | {wrong} |"
        f" {seconds:.0f} |",
        flush=True,
    )
    return lost, wrong


def main() -> int:
    """Run the campaign in some ways."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--processes", type=int, default=6)
    parser.add_argument("--edits", type=int, default=200, help="of each process")
    parser.add_argument("--package", default="pygments", help="an installed package to copy")
    parser.add_argument("--seed", type=int, default=7207)
    parser.add_argument("--how", nargs="+", choices=HOWS, default=HOWS)
    parser.add_argument(
        "--work", nargs=3, metavar=("ROOT", "HOW", "NUMBER"), help=argparse.SUPPRESS
    )
    given = parser.parse_args()
    if given.work:
        root, how, number = given.work
        count = anyio.run(worked, Path(root), int(number), given.edits, given.seed, how)
        print(json.dumps(asdict(count)))
        return 0
    print(
        "| how | edits | landed | calls an edit | lost | wrong | seconds |\n|---|---:|---:|---:|---:|---:|---:|"
    )
    rows = {
        how: campaign(given.package, given.processes, given.edits, given.seed, how)
        for how in given.how
    }
    return int(any(rows.get("structedit", ())))


if __name__ == "__main__":
    sys.exit(main())
