"""Pitfalls: what went wrong elsewhere, the cases that hold it here, and the rule they guard.

`tests/cases/pitfalls/ROWS.toml` has a row for each pitfall: the cases (and tests) that are named
for it, and one or more mutations, each of which takes away the rule that the row is about. A
mutation is a text of one module and what to put in its place; it is made in memory, in a process
of its own, in which nothing of structedit is loaded yet. Then the row's cases run, in all their
variants: one of them must fail, as an expectation that is not met, not as a crash.

    python benchmarks/pitfalls.py [WORD …]

prints the table, of the rows that have one of the words if any is given, and ends with 1 when a
mutation survives, or a case fails without one.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src/structedit"
CASES = ROOT / "tests/cases/pitfalls"
ROWS = CASES / "ROWS.toml"

LIBRARIES = ("tree_sitter", "tree_sitter_language_pack", "rapidfuzz", "click", "pytest")
"""Loaded once, for all processes."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """A text of a module, which stands there once, and what takes its place."""

    module: str
    old: str
    new: str

    @property
    def file(self) -> Path:
        return PACKAGE / self.module

    @property
    def name(self) -> str:
        return "structedit." + self.module.removesuffix(".py").replace("/", ".")

    @property
    def fits(self) -> bool:
        return self.file.read_text("utf-8").count(self.old) == 1


@dataclass(frozen=True, slots=True)
class Row:
    """A pitfall: what went wrong, what holds it here, and what takes the rule away."""

    group: str
    says: str
    cases: tuple[str, ...]
    tests: tuple[str, ...]
    mutations: tuple[Mutation, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a row's cases: the one that failed, if any, and how."""

    failed: str = ""
    crash: bool = False


def read_rows() -> tuple[Row, ...]:
    """Read the table."""
    found = []
    for row in tomllib.loads(ROWS.read_text("utf-8"))["row"]:
        unknown = row.keys() - {"group", "says", "cases", "tests", "without"}
        assert not unknown, f"{row['says']}: {unknown}"
        mutations = tuple(Mutation(**each) for each in row.get("without", ()))
        cases, tests = tuple(row.get("cases", ())), tuple(row.get("tests", ()))
        found.append(Row(row["group"], row["says"], cases, tests, mutations))
    return tuple(found)


# One mutation


class _Mutated(SourceFileLoader):
    """Loads a module with a mutation in it."""

    mutation: Mutation

    def get_code(self, fullname: str) -> CodeType:
        source = self.mutation.file.read_text("utf-8")
        changed = source.replace(self.mutation.old, self.mutation.new)
        return compile(changed, str(self.mutation.file), "exec")


class _Finder(MetaPathFinder):
    def __init__(self, mutation: Mutation) -> None:
        self.mutation = mutation

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: object = None
    ) -> ModuleSpec | None:
        if fullname != self.mutation.name:
            return None
        loader = _Mutated(fullname, str(self.mutation.file))
        loader.mutation = self.mutation
        return spec_from_file_location(fullname, self.mutation.file, loader=loader)


def tried(row: Row, mutation: Mutation | None) -> Verdict:
    """Run a row's cases and tests in a process of its own."""
    assert "structedit" not in sys.modules
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _silence()
        try:
            found = _run(row, mutation)
        except BaseException as error:
            found = Verdict(f"{type(error).__name__}: {error}"[:200], True)
        os.write(writing, f"{int(found.crash)}{found.failed}".encode())
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as answer:
        said = answer.read().decode()
    os.waitpid(child, 0)
    return Verdict(said[1:], said[:1] != "0")


def _silence() -> None:
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)


def _run(row: Row, mutation: Mutation | None) -> Verdict:
    if mutation is not None:
        sys.meta_path.insert(0, _Finder(mutation))
    return _run_cases(row) or _run_tests(row) or Verdict()


def _run_cases(row: Row) -> Verdict | None:
    import cases_support as support
    from structedit.text.errors import StructEditError

    for name in row.cases:
        case = support.read_case(CASES / f"{name}.txt")
        for variant in support.VARIANTS:
            trial = support.trial(case, variant)
            if trial is None:
                continue
            try:
                with tempfile.TemporaryDirectory() as folder:
                    if variant == "command":
                        os.environ["XDG_STATE_HOME"] = f"{folder}/state"
                        support.check_command(trial, Path(folder) / "work")
                    else:
                        support.check(trial)
            except AssertionError:
                return Verdict(f"{name} ({variant})")
            except BaseException as error:
                said = f"{name} ({variant}): {type(error).__name__}: {error}"[:200]
                return Verdict(said, not isinstance(error, StructEditError))
    return None


class _Failures:
    """A pytest plugin that remembers what failed, and how."""

    def __init__(self) -> None:
        self.found: list[Verdict] = []

    def pytest_exception_interact(self, node: object, call: object) -> None:
        kind = call.excinfo.type.__name__  # type: ignore[attr-defined]
        expected = kind in ("AssertionError", "Failed")
        self.found.append(Verdict(node.name, not expected))  # type: ignore[attr-defined]


def _run_tests(row: Row) -> Verdict | None:
    if not row.tests:
        return None
    import pytest

    failures = _Failures()
    names = [f"tests/{name}" for name in row.tests]
    code = pytest.main(["-x", "-q", "-oaddopts=", "-pno:cacheprovider", *names], plugins=[failures])
    if failures.found:
        return failures.found[0]
    return None if code == 0 else Verdict(f"pytest ended with {code}", True)


# The table


def judged(row: Row) -> Iterator[tuple[str, bool, str]]:
    """Give for each run of a row: what was taken away, whether that is as it should be, and why."""
    plain = tried(row, None)
    if plain.failed:
        yield "nothing", False, f"{plain.failed} fails without any mutation"
    for mutation in row.mutations:
        what = f"{mutation.module}: {mutation.old.strip().splitlines()[0].strip()[:70]}"
        if not mutation.fits:
            yield what, False, "its text does not stand there exactly once"
            continue
        found = tried(row, mutation)
        if not found.failed:
            yield what, False, "survives"
        else:
            yield what, not found.crash, ("crash: " if found.crash else "") + found.failed


def wanted(rows: Sequence[Row], words: Sequence[str]) -> tuple[Row, ...]:
    """Keep the rows that have one of the words."""
    texts = {row: " ".join((row.group, row.says, *row.cases, *row.tests)) for row in rows}
    return tuple(row for row in rows if not words or any(word in texts[row] for word in words))


def main() -> int:
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]
    for library in LIBRARIES:
        with contextlib.suppress(ImportError):
            __import__(library)
    rows, bad, mutations = wanted(read_rows(), sys.argv[1:]), 0, 0
    for row in rows:
        print(f"- {row.group}: {row.says}", flush=True)
        for what, good, why in judged(row):
            bad, mutations = bad + (not good), mutations + 1
            print(f"    {'ok ' if good else 'BAD'} without {what}\n        {why}", flush=True)
    print(f"{len(rows)} rows, {mutations} mutations, {bad} not killed as they should be")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
