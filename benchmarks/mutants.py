"""Mutants judge the tests: one small change in the code, and a test must fail.

Mutations are made in function bodies (comparisons, `and`/`or`, `not`, small numbers, booleans,
conditions, dropped statements), drawn evenly with a seed. Each runs in a process of its own, in
which the changed function's code is put in place; first all cases run, and for those that survive
the unit tests that are named for the module. A mutant that hangs counts as killed.

    python benchmarks/mutants.py [--each N] [--seed S] [--show] MODULE…

MODULE is a path below `src/structedit`, such as `landing/shape.py`.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 90
UNIT_TESTS = {
    "search/ladder.py": ["tests/test_ladder.py", "tests/test_merge.py"],
    "search/candidates.py": ["tests/test_ladder.py", "tests/test_merge.py"],
    "search/folding.py": ["tests/test_ladder.py", "tests/test_merge.py"],
    "search/variants.py": ["tests/test_ladder.py", "tests/test_merge.py"],
    "search/fuzzy.py": ["tests/test_fuzzy.py"],
    "landing/merge.py": ["tests/test_merge.py"],
    "landing/lines.py": ["tests/test_merge.py"],
    "landing/tokens.py": ["tests/test_merge.py"],
    "landing/indentation.py": ["tests/test_merge.py"],
    "judging/gate.py": ["tests/test_broken.py"],
    "judging/diagnose.py": ["tests/test_diagnose.py"],
    "judging/evidence.py": ["tests/test_diagnose.py"],
    "judging/likeness.py": ["tests/test_diagnose.py"],
    "judging/shapes.py": ["tests/test_diagnose.py"],
    "judging/retries.py": ["tests/test_diagnose.py"],
    "judging/misses.py": ["tests/test_diagnose.py"],
    "judging/nearest.py": ["tests/test_diagnose.py"],
}
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
    """One change: which function, which node of it, and what becomes of that node."""

    function: str
    line: int
    what: str
    tree: ast.Module


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
                for statement in member.body:
                    for node in ast.walk(statement):
                        yield id(node), prefix + member.name


def mutated(tree: ast.Module, function: str, number: int, what: str) -> Mutant:
    changed = copy.deepcopy(tree)
    node = next(n for i, n in enumerate(ast.walk(changed)) if i == number)
    before = ast.unparse(node).split("\n")[0]
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
    after = "pass" if what == "statement dropped" else ""
    return Mutant(function, node.lineno, f"{what}: {before} {after}".strip(), changed)


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


def survives(module: ModuleType, mutant: Mutant, tests: list[str]) -> bool:
    """Run the tests on a mutant in a forked process."""
    child = os.fork()
    if child == 0:
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        os._exit(_verdict(module, mutant, tests))
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0
        time.sleep(0.05)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def _verdict(module: ModuleType, mutant: Mutant, tests: list[str]) -> int:
    import pytest

    import cases_support

    try:
        put_in_place(module, mutant)
        for case in cases_support.all_cases():
            for variant in ("plain", "crlf", "tabs"):
                tried = cases_support.trial(case, variant)
                if tried is not None:
                    cases_support.check(tried)
        if tests and pytest.main(["-x", "-q", "-p", "no:cacheprovider", *tests]) != 0:
            return 1
    except BaseException:
        return 1
    return 0


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("modules", nargs="+")
    parser.add_argument("--each", type=int, default=20, help="mutants a module")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="name the survivors")
    arguments = parser.parse_args()
    sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]
    os.chdir(ROOT)
    import cases_support

    cases_support.all_cases()
    chance, total, killed = random.Random(arguments.seed), Counter(), Counter()
    for path in arguments.modules:
        module = importlib.import_module("structedit." + path.removesuffix(".py").replace("/", "."))
        tree = ast.parse((ROOT / "src/structedit" / path).read_text("utf-8"))
        possible = list(sites(tree))
        for site in chance.sample(possible, min(arguments.each, len(possible))):
            mutant = mutated(tree, *site)
            total[path] += 1
            tests = [t for t in UNIT_TESTS.get(path, []) if (ROOT / t).exists()]
            if not survives(module, mutant, tests):
                killed[path] += 1
            elif arguments.show:
                print(
                    f"survivor: {path}:{mutant.line} {mutant.function}: {mutant.what}", flush=True
                )
        print(
            f"{path}: {killed[path]} of {total[path]} killed ({len(possible)} possible)", flush=True
        )
    share = 100 * sum(killed.values()) / max(1, sum(total.values()))
    print(f"all: {sum(killed.values())} of {sum(total.values())} killed ({share:.0f} %)")


if __name__ == "__main__":
    main()
