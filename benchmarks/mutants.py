"""Mutants judge the tests: one small change in the code must make a test fail.

    python benchmarks/mutants.py [--each N] [--seed S] [--among TESTS] MODULE…

MODULE is a path below `src/structedit`, such as `edits/block_parts.py`; `--among` names the tests to
run, a file or folder. Mutated are comparisons, `and`/`or`, plus and minus, `not`, numbers, booleans,
conditions and statements in functions. The tests run once to find the lines that each of them
reaches. A mutant then runs in a process of its own, with the tests that reach its line, until one
fails. A mutant that hangs or takes all memory counts as killed. Survivors are printed.
"""

from __future__ import annotations

import argparse
import ast
import copy
import gc
import importlib
import os
import random
import resource
import select
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src/structedit"

LEFT_OUT = ("test_files", "test_mcp", "test_docs", "test_folder_races", "worker_processes", "cli/")
"""Tests that start processes, which no mutant reaches."""

MOST_TESTS = 250
"""Tests that a mutant has to survive: a sample of those that reach its line, the quickest first."""

SECONDS, MEMORY = 20, 2 << 30
"""Processor time and memory of a mutant, beside those of its tests without it."""

_PAIRS: tuple[tuple[type, type], ...] = (
    *((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot)),
    *((ast.In, ast.NotIn), (ast.And, ast.Or), (ast.Add, ast.Sub)),
)
OPPOSITE = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}


@dataclass(frozen=True)
class Mutant:
    """One change: the function, the lines that run it, what it changes, and the changed module."""

    function: str
    lines: range
    what: str
    tree: ast.Module


def sites(tree: ast.Module) -> Iterator[tuple[str, int, str]]:
    """Yield (function, number of the node in a walk, kind of mutation) for all possible mutants."""
    owners = dict(_owners(tree))
    for number, node in enumerate(ast.walk(tree)):
        kind = _kind(node)
        if kind and id(node) in owners:
            yield owners[id(node)], number, kind


def _kind(node: ast.AST) -> str:
    match node:
        case ast.Compare(ops=[op, *_]) if type(op) in OPPOSITE:
            return "comparison"
        case ast.BoolOp():
            return "and/or"
        case ast.BinOp(op=op) if type(op) in OPPOSITE:
            return "plus/minus"
        case ast.UnaryOp(op=ast.Not()):
            return "not dropped"
        case ast.Constant(value=bool() | int()):
            return "constant"
        case ast.If() | ast.While() | ast.IfExp():
            return "condition negated"
        case ast.AugAssign() | ast.Continue() | ast.Break() | ast.Expr(value=ast.Call()):
            return "statement dropped"
    return ""


def _owners(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield each node of a function's body with the name of the outermost function or method."""
    for item in tree.body:
        members = item.body if isinstance(item, ast.ClassDef) else [item]
        prefix = f"{item.name}." if isinstance(item, ast.ClassDef) else ""
        for member in members:
            for statement in member.body if isinstance(member, ast.FunctionDef) else ():
                # An `assert` states what holds anyway.
                if not isinstance(statement, ast.Assert):
                    yield from ((id(node), prefix + member.name) for node in ast.walk(statement))


def mutated(tree: ast.Module, function: str, number: int, what: str) -> Mutant:
    """Return the mutant of one site."""
    changed = copy.deepcopy(tree)
    node = next(n for i, n in enumerate(ast.walk(changed)) if i == number)
    shown = ast.unparse(node).split("\n")[0]
    place = node.test if isinstance(node, ast.If | ast.While) else node
    lines = range(place.lineno, (place.end_lineno or place.lineno) + 1)
    match node:
        case ast.Compare():
            node.ops[0] = OPPOSITE[type(node.ops[0])]()
        case ast.BoolOp() | ast.BinOp():
            node.op = OPPOSITE[type(node.op)]()
        case ast.Constant():
            node.value = (not node.value) if isinstance(node.value, bool) else node.value + 1
        case ast.If() | ast.While() | ast.IfExp():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.UnaryOp():
            _replace(changed, node, node.operand)
        case _:
            _replace(changed, node, ast.Pass())
    ast.fix_missing_locations(changed)
    return Mutant(function, lines, f"{what}: {shown}", changed)


def _replace(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    ast.copy_location(new, old)
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
            elif isinstance(value, list) and old in value:
                value[value.index(old)] = new


def put_in_place(module: ModuleType, mutant: Mutant) -> None:
    """Return the real function the mutant's code, so that every caller runs it."""
    code = compile(mutant.tree, module.__file__ or "", "exec")
    holder: object = module
    for name in mutant.function.split("."):
        holder = vars(holder).get(name) if isinstance(holder, type) else getattr(holder, name)
    holder = holder.fget if isinstance(holder, property) else getattr(holder, "__func__", holder)
    holder = getattr(holder, "__wrapped__", holder)
    wanted = _code_named(code, mutant.function)
    assert isinstance(holder, FunctionType) and wanted is not None
    holder.__code__ = wanted


def _code_named(code: CodeType, name: str) -> CodeType | None:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found = constant if constant.co_qualname == name else _code_named(constant, name)
            if found is not None:
                return found
    return None


# Running tests


def forget() -> None:
    """Empty the caches above the trees, so that no test uses a result of another."""
    for name, module in list(sys.modules.items()):
        if name.startswith("structedit.") and not name.startswith("structedit.tree"):
            for value in list(vars(module).values()):
                if callable(clear := getattr(value, "cache_clear", None)):
                    clear()


def fails(item: pytest.Item, after: pytest.Item | None) -> bool:
    """Run a test; return True if it fails."""
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=after))


def reached(item: pytest.Item, after: pytest.Item | None, files: dict[str, str]) -> set | None:
    """Run a test; return the (file, line) pairs that it reaches, None if it fails."""
    found: set[tuple[str, int]] = set()

    def local(frame: FrameType, event: str, _: object) -> object:
        if event == "line":
            found.add((files[frame.f_code.co_filename], frame.f_lineno))
        return local

    def entered(frame: FrameType, event: str, _: object) -> object:
        return local if frame.f_code.co_filename in files else None

    forget()
    sys.settrace(entered)
    failed = fails(item, after)
    sys.settrace(None)
    return None if failed else found


def survives(module: ModuleType, mutant: Mutant, tests: list[pytest.Item], seconds: float) -> bool:
    """Run tests on a mutant in a forked process; return True if all of them pass."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 1))
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        memory = pages * resource.getpagesize() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        try:
            put_in_place(module, mutant)
            forget()
            lives = not any(fails(one, after) for one, after in zip_longest(tests, tests[1:]))
        except BaseException:
            lives = False
        os.write(writing, b"lives" if lives else b"killed")
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as answer:
        ready, _, _ = select.select([answer], [], [], 20 * seconds)
        told = answer.read() if ready else b""
    if not ready:
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return told == b"lives"


class Judge:
    """A pytest plugin that takes the collected tests and runs mutants instead of a test run."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.killed: Counter[bool] = Counter()

    def pytest_configure(self) -> None:
        from hypothesis import HealthCheck, settings

        calm = {"derandomize": True, "deadline": None, "database": None}
        settings.register_profile("mutants", suppress_health_check=list(HealthCheck), **calm)
        settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if not any(name in item.nodeid for name in LEFT_OUT)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        files = {str(PACKAGE / path): path for path in self.arguments.modules}
        seconds: dict[pytest.Item, float] = {}
        lines: dict[pytest.Item, set[tuple[str, int]]] = {}
        for item, after in zip_longest(session.items, session.items[1:]):
            began = time.process_time()
            found = reached(item, after, files)
            if found is None:
                say(f"left out, since it fails without any mutant: {item.nodeid}")
            elif found:
                seconds[item], lines[item] = time.process_time() - began, found
        gc.freeze()
        for path in self.arguments.modules:
            name = "structedit." + path.removesuffix(".py").replace("/", ".")
            module, tree = importlib.import_module(name), ast.parse((PACKAGE / path).read_text())
            chance = random.Random(f"{self.arguments.seed} {path}")
            possible = list(sites(tree))
            for site in sorted(chance.sample(possible, min(self.arguments.each, len(possible)))):
                mutant = mutated(tree, *site)
                wanted = {(path, line) for line in mutant.lines}
                reaching = [item for item in lines if not wanted.isdisjoint(lines[item])]
                chance.shuffle(reaching)
                tests = sorted(reaching, key=lambda item: seconds[item] > 0.2)[:MOST_TESTS]
                lives = survives(module, mutant, tests, SECONDS + sum(seconds[t] for t in tests))
                self.killed[not lives] += 1
                if lives:
                    say(f"survivor: {path}:{mutant.lines.start} {mutant.function}: {mutant.what}")
        return True


def say(text: str) -> None:
    """Print to the terminal although pytest captures the output."""
    sys.__stdout__.write(text + "\n")
    sys.__stdout__.flush()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("modules", nargs="+", metavar="MODULE")
    parser.add_argument("--each", type=int, default=40, help="mutants of a module")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--among", action="append", help="tests to run (default: all)")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]
    judge = Judge(arguments)
    without = [f"-pno:{name}" for name in ("cacheprovider", "xdist", "terminal")]
    code = pytest.main(
        ["-oaddopts=", "-s", *without, *(arguments.among or ["tests"])], plugins=[judge]
    )
    say(f"{judge.killed[True]} of {judge.killed.total()} mutants killed")
    return 0 if code in (0, pytest.ExitCode.NO_TESTS_COLLECTED) else int(code)


if __name__ == "__main__":
    sys.exit(main())
