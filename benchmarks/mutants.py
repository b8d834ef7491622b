"""Mutants judge the tests: one small change in the code, and a test must fail.

Mutations are made in function bodies: comparisons, `and`/`or`, plus and minus, `not`, small
numbers, booleans, conditions, dropped statements. The tests are collected once, and run once to
learn which lines of the modules each of them reaches. A mutant then runs in a process of its own,
in which the changed function's code is put in place, and only the tests that reach its line, up to
the first that fails. A mutant that hangs or takes all memory counts as killed.

    python benchmarks/mutants.py [--each N] [--seed S] [--show] [--again FILE] [--among TESTS] MODULE…

MODULE is a path below `src/structedit`, such as `edits/block_parts.py`. Mutants that change nothing a
caller can see are listed in `benchmarks/equivalents.toml`, each with the reason; they are left out
of the count, and an entry that a test does kill is an error.
"""

from __future__ import annotations

import argparse
import ast
import copy
import difflib
import gc
import importlib
import os
import pickle
import random
import re
import resource
import select
import signal
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src/structedit"
EQUIVALENTS = ROOT / "benchmarks/equivalents.toml"

LEFT_OUT = (
    *("test_files", "test_listing", "test_layers", "test_memory", "test_doctests", "test_journal"),
    *("test_mcp", "test_day", "test_docs", "test_fresh", "test_histories", "test_hooks"),
    *("test_inspector", "test_page_in_browser", "test_racing", "test_runs", "test_statistics"),
    *("test_workers", "cli/", "without_their_rules", "test_time_is_linear", "as_a_process"),
)
"""Tests of other rooms, that start processes, or that look at the time."""

SLOW_SECONDS = 0.2
MOST_TESTS = 250
"""Quick tests that a mutant has to survive: of those that reach its line, a sample."""

SECONDS = 20
"""Processor time for a mutant, beside what its tests took without it, while they were watched."""

MEMORY = 2 << 30
"""What a mutant may take beside what its process has from the start."""

OPPOSITE: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
}


@dataclass(frozen=True)
class Mutant:
    """One change: which function, which lines of it, and what becomes of the node there."""

    function: str
    first: int
    last: int
    what: str
    tree: ast.Module


@dataclass
class Learned:
    """What tests reach and take: by the name of a test, its seconds and (file, line) pairs.

    `sources` are the files as they were: lines are carried over to what they are now.
    """

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, set[tuple[str, int]]] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)


# Mutations


def sites(tree: ast.Module) -> Iterator[tuple[str, int, str]]:
    """Give (function, number of the node in a walk, kind of mutation) for all possible ones."""
    owners = dict(_owners(tree))
    for number, node in enumerate(ast.walk(tree)):
        owner = owners.get(id(node))
        if owner is None:
            continue
        if isinstance(node, ast.Compare) and type(node.ops[0]) in OPPOSITE:
            yield owner, number, "comparison"
        elif isinstance(node, ast.BoolOp):
            yield owner, number, "and/or"
        elif isinstance(node, ast.BinOp) and type(node.op) in OPPOSITE:
            yield owner, number, "plus/minus"
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield owner, number, "not dropped"
        elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
            yield owner, number, "constant"
        elif isinstance(node, (ast.If, ast.While, ast.IfExp)):
            yield owner, number, "condition negated"
        elif isinstance(node, (ast.AugAssign, ast.Continue, ast.Break)) or (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
        ):
            yield owner, number, "statement dropped"


def _owners(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Give the outermost function or method that each node of a body belongs to."""
    for item in tree.body:
        members = item.body if isinstance(item, ast.ClassDef) else [item]
        prefix = f"{item.name}." if isinstance(item, ast.ClassDef) else ""
        for member in members:
            if isinstance(member, ast.FunctionDef):
                for node in _walk_code(member):
                    yield id(node), prefix + member.name


def _walk_code(node: ast.AST) -> Iterator[ast.AST]:
    """Give what runs in a body: `assert` and `strict=` state what holds anyway."""
    for child in getattr(node, "body", ()) if isinstance(node, ast.FunctionDef) else [node]:
        stated = isinstance(child, ast.keyword) and child.arg == "strict"
        if not isinstance(child, ast.Assert) and not stated:
            yield child
            for inner in ast.iter_child_nodes(child):
                yield from _walk_code(inner)


def mutated(tree: ast.Module, function: str, number: int, what: str) -> Mutant:
    changed = copy.deepcopy(tree)
    node = next(n for i, n in enumerate(ast.walk(changed)) if i == number)
    first, last = _lines_of(changed, node)
    before = _shown(changed, node)
    if isinstance(node, ast.Compare):
        node.ops[0] = OPPOSITE[type(node.ops[0])]()
    elif isinstance(node, (ast.BoolOp, ast.BinOp)):
        node.op = OPPOSITE[type(node.op)]()
    elif isinstance(node, ast.Constant):
        node.value = (not node.value) if isinstance(node.value, bool) else node.value + 1
    elif isinstance(node, (ast.If, ast.While, ast.IfExp)):
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.UnaryOp):
        _replace(changed, node, node.operand)
    else:
        _replace(changed, node, ast.Pass())
    ast.fix_missing_locations(changed)
    return Mutant(function, first, last, f"{what}: {before}", changed)


def _shown(tree: ast.Module, node: ast.AST) -> str:
    """Show a node; a number on its own says little, so what holds it is shown as well."""
    text = ast.unparse(node).split("\n")[0]
    if not isinstance(node, ast.Constant):
        return text
    holder = next(p for p in ast.walk(tree) if any(c is node for c in ast.iter_child_nodes(p)))
    return f"{text} in {ast.unparse(holder).split(chr(10))[0]}"


def _lines_of(tree: ast.Module, node: ast.AST) -> tuple[int, int]:
    """Give the lines that run a node: of a compound statement, its condition's."""
    if isinstance(node, (ast.If, ast.While)):
        return node.test.lineno, node.test.end_lineno or node.test.lineno
    return node.lineno, node.end_lineno or node.lineno


def _replace(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    ast.copy_location(new, old)
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
            elif isinstance(value, list) and old in value:
                value[value.index(old)] = new


def put_in_place(module: ModuleType, mutant: Mutant) -> None:
    """Give the real function the mutant's code; everybody who holds the function sees it."""
    code = compile(mutant.tree, module.__file__ or "", "exec")
    wanted = _code_named(code, mutant.function)
    holder: object = module
    for name in mutant.function.split("."):
        holder = vars(holder).get(name) if isinstance(holder, type) else getattr(holder, name)
    if isinstance(holder, property):
        holder = holder.fget
    holder = getattr(holder, "__func__", holder)
    holder = getattr(holder, "__wrapped__", holder)
    assert isinstance(holder, FunctionType) and wanted is not None
    holder.__code__ = wanted


def _code_named(code: CodeType, name: str) -> CodeType | None:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_qualname == name:
                return constant
            found = _code_named(constant, name)
            if found is not None:
                return found
    return None


# Running tests


def is_wanted(item: pytest.Item) -> bool:
    return not any(name in item.nodeid for name in LEFT_OUT)


def forget() -> None:
    """Empty what functions above the trees remember, so that no test profits of another."""
    for name, module in list(sys.modules.items()):
        if name.startswith("structedit.") and not name.startswith("structedit.tree"):
            for value in list(vars(module).values()):
                clear = getattr(value, "cache_clear", None)
                if callable(clear):
                    clear()


def complaint(item: pytest.Item, after: pytest.Item | None) -> str:
    """Run a test; give why it fails, or nothing."""
    reports = runtestprotocol(item, log=False, nextitem=after)
    return "".join(report.longreprtext or "it fails" for report in reports if report.failed)


def learn(items: list[pytest.Item], known: Learned) -> None:
    """Run the tests that are not known yet, note the lines that each reaches and what it takes."""
    files = {str(PACKAGE / name): name for name in known.sources}

    def tracer(found: set[tuple[str, int]]) -> Callable[[FrameType, str, object], object]:
        def local(frame: FrameType, event: str, _: object) -> object:
            if event == "line":
                found.add((files[frame.f_code.co_filename], frame.f_lineno))
            return local

        def entered(frame: FrameType, event: str, _: object) -> object:
            return local if frame.f_code.co_filename in files else None

        return entered

    fresh = [item for item in items if item.nodeid not in known.lines]
    for item, after in zip_longest(fresh, fresh[1:]):
        found: set[tuple[str, int]] = set()
        forget()
        began = time.process_time()
        sys.settrace(tracer(found))
        failure = complaint(item, after)
        sys.settrace(None)
        if failure:
            say(f"left out, as it fails without any mutant: {item.nodeid}")
        else:
            known.seconds[item.nodeid] = time.process_time() - began
            known.lines[item.nodeid] = found


def read_learned(file: str | None) -> Learned:
    """Read what an earlier run learned, with its lines carried over to the sources as they are."""
    now = {
        path.relative_to(PACKAGE).as_posix(): path.read_text("utf-8")
        for path in PACKAGE.rglob("*.py")
    }
    if file is None or not Path(file).exists():
        return Learned(sources=now)
    with open(file, "rb") as stream:
        known: Learned = pickle.load(stream)
    moved = {path: _carried(known.sources.get(path, ""), text) for path, text in now.items()}
    for name, lines in known.lines.items():
        carried = {(path, moved.get(path, {}).get(line, 0)) for path, line in lines}
        known.lines[name] = {(path, line) for path, line in carried if line}
    return Learned(known.seconds, known.lines, now)


def _carried(old: str, new: str) -> dict[int, int]:
    """Give for each line of a source the line that it is now; changed ones go by their place."""
    if old == new:
        return {number: number for number in range(1, old.count("\n") + 2)}
    found = {}
    before, after = old.split("\n"), new.split("\n")
    for _, i1, i2, j1, j2 in difflib.SequenceMatcher(None, before, after, False).get_opcodes():
        for i in range(i1, i2 if j2 > j1 else i1):
            found[i + 1] = min(j1 + i - i1, j2 - 1) + 1
    return found


def tests_for(
    mutant: Mutant,
    path: str,
    items: list[pytest.Item],
    known: Learned,
    chance: random.Random,
    most: int,
) -> list[pytest.Item]:
    """Give the tests that reach a mutant, in a mixed order: cases later, slow ones last.

    At most so many quick ones; 0 for all, and no slow one.
    """
    lines = {(path, line) for line in range(mutant.first, mutant.last + 1)}
    reaching = [item for item in items if not lines.isdisjoint(known.lines.get(item.nodeid, ()))]
    chance.shuffle(reaching)
    slow = [item for item in reaching if known.seconds[item.nodeid] > SLOW_SECONDS]
    quick = [item for item in reaching if known.seconds[item.nodeid] <= SLOW_SECONDS]
    quick.sort(key=lambda item: item.nodeid.startswith("tests/test_cases.py"))
    return quick[:most] + slow if most else quick


def failing(
    module: ModuleType, mutant: Mutant | None, items: list[pytest.Item], seconds: float
) -> str | None:
    """Run tests on a mutant in a forked process; give the first that fails, or None.

    Where the process ends otherwise, as by a limit, the answer is empty.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _limit(seconds)
        os.write(writing, _verdict(module, mutant, items).encode())
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as answer:
        ready, _, _ = select.select([answer], [], [], 20 * seconds)
        said = answer.read().decode() if ready else ""
    if not ready:
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None if said == "all passed" else said


def _limit(seconds: float) -> None:
    """Let nothing out of a mutant: neither text nor endless loops."""
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 1))
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    memory = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _verdict(module: ModuleType, mutant: Mutant | None, items: list[pytest.Item]) -> str:
    at = ""
    try:
        if mutant is not None:
            put_in_place(module, mutant)
        forget()
        for item, after in zip_longest(items, items[1:]):
            at = item.nodeid
            if complaint(item, after):
                return at
    except BaseException:
        return at
    return "all passed"


# Judging


def read_equivalents() -> dict[tuple[str, str, str], str]:
    """Read the reviewed mutants that change nothing: (module, function, what) → the reason."""
    if not EQUIVALENTS.exists():
        return {}
    rows = tomllib.loads(EQUIVALENTS.read_text("utf-8")).get("mutant", [])
    return {(row["module"], row["function"], row["what"]): row["reason"] for row in rows}


def read_survivors(file: str) -> set[tuple[str, str, str]]:
    """Read which mutants survived, as an earlier run printed them."""
    found = set()
    for line in Path(file).read_text("utf-8").splitlines():
        match = re.fullmatch(r"survivor: (\S+?):\d+ (\S+): (.*?)( \(no test reaches it\))?", line)
        if match:
            found.add((match[1], match[2], match[3]))
    return found


class Judge:
    """A pytest plugin: it takes the collected tests, and runs mutants in place of a test run."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.equivalents = read_equivalents()
        self.killed: Counter[str] = Counter()
        self.counted: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.sound: set[str] = set()
        self.broken: set[str] = set()
        self.again = read_survivors(arguments.again) if arguments.again else None

    def pytest_configure(self) -> None:
        settle_hypothesis()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if is_wanted(item)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        modules = {path: _module(path) for path in self.arguments.modules}
        trees = {path: ast.parse((PACKAGE / path).read_text("utf-8")) for path in modules}
        began, known = time.monotonic(), read_learned(self.arguments.learned)
        learn(session.items, known)
        if self.arguments.learned:
            fresh = f"{self.arguments.learned}.new"
            with open(fresh, "wb") as stream:
                pickle.dump(known, stream)
            os.replace(fresh, self.arguments.learned)
        say(
            f"{len(session.items)} tests, {time.monotonic() - began:.0f} s to learn what they reach"
        )
        gc.freeze()
        for path, module in modules.items():
            self.judge(path, module, trees[path], session.items, known)
        return True

    def survives(
        self, module: ModuleType, mutant: Mutant, tests: list[pytest.Item], known: Learned
    ) -> bool:
        """Tell whether no test fails that passes without the mutant."""
        tests = [test for test in tests if test.nodeid not in self.broken]
        if not tests:
            return True
        seconds = SECONDS + sum(known.seconds[test.nodeid] for test in tests)
        failed = failing(module, mutant, tests, seconds)
        if not failed or failed in self.sound:
            return failed is None
        test = next(test for test in tests if test.nodeid == failed)
        if failing(module, None, [test], SECONDS) is None:
            self.sound.add(failed)
            return False
        say(f"left out, as it fails without any mutant: {failed}")
        self.broken.add(failed)
        return self.survives(module, mutant, tests, known)

    def judge(
        self,
        path: str,
        module: ModuleType,
        tree: ast.Module,
        items: list[pytest.Item],
        known: Learned,
    ) -> None:
        possible, chance = list(sites(tree)), random.Random(self.arguments.seed)
        chosen = chance.sample(possible, min(self.arguments.each, len(possible)))
        began = time.monotonic()
        same = 0
        for site in sorted(chosen, key=lambda site: site[1]):
            mutant = mutated(tree, *site)
            if self.arguments.function and mutant.function not in self.arguments.function:
                continue
            if self.again is not None and (path, mutant.function, mutant.what) not in self.again:
                continue
            excused = (path, mutant.function, mutant.what) in self.equivalents
            if excused and not self.arguments.excused:
                same += 1
                continue
            tests = tests_for(mutant, path, items, known, chance, self.arguments.tests)
            lives = self.survives(module, mutant, tests, known)
            where = f"{path}:{mutant.first} {mutant.function}: {mutant.what}"
            if excused:
                same += 1
                if not lives:
                    self.wrong.append(where)
                continue
            self.counted[path] += 1
            self.killed[path] += not lives
            if lives and self.arguments.show:
                say(f"survivor: {where}" + ("" if tests else " (no test reaches it)"))
        say(
            f"{path}: {self.killed[path]} of {self.counted[path]} killed"
            f" ({100 * self.killed[path] / max(1, self.counted[path]):.0f} %), {same} equivalent,"
            f" {len(possible)} possible, {time.monotonic() - began:.0f} s"
        )


def settle_hypothesis() -> None:
    """Let laws try the same examples each time, and not mind that they are slow."""
    from hypothesis import HealthCheck, settings

    settings.register_profile(
        "mutants",
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    settings.load_profile("mutants")


def _module(path: str) -> ModuleType:
    return importlib.import_module("structedit." + path.removesuffix(".py").replace("/", "."))


def say(text: str) -> None:
    sys.__stdout__.write(text + "\n")
    sys.__stdout__.flush()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("modules", nargs="+")
    parser.add_argument("--each", type=int, default=40, help="mutants a module (0: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="name the survivors")
    parser.add_argument("--function", action="append", help="only mutants of this function")
    parser.add_argument(
        "--tests",
        type=int,
        default=MOST_TESTS,
        help="quick tests a mutant, beside the slow ones (0: all quick ones, no slow one)",
    )
    parser.add_argument("--learned", help="a file that remembers what tests reach")
    parser.add_argument("--again", help="only the survivors that this file lists")
    parser.add_argument("--excused", action="store_true", help="try the equivalent ones as well")
    parser.add_argument("--among", action="append", help="tests to run: a file or folder (all)")
    arguments = parser.parse_args()
    arguments.each = arguments.each or sys.maxsize
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]
    judge = Judge(arguments)
    without = [f"-pno:{name}" for name in ("cacheprovider", "xdist", "terminal")]
    among = arguments.among or ["tests"]
    code = pytest.main(["-oaddopts=", "-s", *without, *among], plugins=[judge])
    if code not in (0, pytest.ExitCode.NO_TESTS_COLLECTED):
        return int(code)
    killed, counted = sum(judge.killed.values()), sum(judge.counted.values())
    say(f"all: {killed} of {counted} killed ({100 * killed / max(1, counted):.0f} %)")
    for where in judge.wrong:
        say(f"not equivalent, a test kills it: {where}")
    return 1 if judge.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
