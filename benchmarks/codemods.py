"""What a rewrite of many files costs, beside ast-grep on the same files in the same run.

    python -m benchmarks.codemods [--language L…] [--files 600] [--runs 3] [--only WORD] [--jobs 2]

Each row is one rewrite, done by both programs as commands on a fresh copy of a tree: CPU seconds of
the whole command with one process, the best of some runs in turns, and their ratio. `--jobs` adds
the wall time with up to that many processes of ours over the time with one.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from zlib import crc32

from benchmarks.corpus import CACHE, UnavailableError, fetched
from benchmarks.patterns.theirs import program


@dataclass(frozen=True)
class Rewriting:
    """One rewrite, as the words of a command of ours and the pattern and template of theirs."""

    name: str
    language: str
    own: tuple[str, ...]
    pattern: str
    template: str


def _call(function: str) -> str:
    return f'((call_expression function: (identifier) @f) @target (#eq? @f "{function}"))'


def _python_call(function: str) -> str:
    return f'((call function: (identifier) @f) @target (#eq? @f "{function}"))'


def _query(query: str, template: str) -> tuple[str, ...]:
    return ("--query", query, "--template", template)


def _pattern(name: str, language: str, pattern: str, template: str) -> Rewriting:
    """A rewrite that both programs are asked with the same words."""
    return Rewriting(
        f"{name} pattern", language, ("-p", pattern, "-r", template), pattern, template
    )


REWRITINGS = (
    Rewriting(
        "rare query",
        "typescript",
        _query(
            "((call_expression function: (identifier) @f arguments: (arguments . (_) @a .))"
            ' @target (#eq? @f "isFunction"))',
            "isStream($a)",
        ),
        "isFunction($A)",
        "isStream($A)",
    ),
    Rewriting("no hit query", "typescript", _query(_call("nowhere"), "x"), "nowhere()", "x"),
    Rewriting(
        "dense query",
        "typescript",
        _query(
            "((call_expression function: (member_expression object: (_) @o property: (_) @p)"
            ' arguments: (_) @a) @target (#eq? @p "subscribe"))',
            "$o.listen$a",
        ),
        "$O.subscribe($$$A)",
        "$O.listen($$$A)",
    ),
    Rewriting(
        "rare literal",
        "typescript",
        ("--text", "isFunction(", "-r", "isStream("),
        "isFunction($A)",
        "isStream($A)",
    ),
    Rewriting("no hit literal", "typescript", ("--text", "nowhere(", "-r", "x("), "nowhere()", "x"),
    Rewriting(
        "dense literal",
        "typescript",
        ("--text", ".subscribe(", "-r", ".listen("),
        "$O.subscribe($$$A)",
        "$O.listen($$$A)",
    ),
    _pattern("rare", "typescript", "isFunction($A)", "isStream($A)"),
    _pattern("no word", "typescript", "$A == $A", "true"),
    _pattern("dense", "typescript", "$O.subscribe($$$A)", "$O.listen($$$A)"),
    Rewriting(
        "rare query",
        "python",
        _query(
            "((call function: (identifier) @f arguments: (argument_list . (_) @a .))"
            ' @target (#eq? @f "callable"))',
            "can_call($a)",
        ),
        "callable($A)",
        "can_call($A)",
    ),
    Rewriting("no hit query", "python", _query(_python_call("nowhere"), "x"), "nowhere()", "x"),
    Rewriting(
        "dense query",
        "python",
        _query(
            "((call function: (identifier) @f arguments: (argument_list . (_) @a . (_) @b .))"
            ' @target (#eq? @f "isinstance"))',
            "is_a($a, $b)",
        ),
        "isinstance($A, $B)",
        "is_a($A, $B)",
    ),
    Rewriting(
        "rare literal",
        "python",
        ("--text", "callable(", "-r", "can_call("),
        "callable($A)",
        "can_call($A)",
    ),
    Rewriting(
        "dense literal",
        "python",
        ("--text", "isinstance(", "-r", "is_a("),
        "isinstance($A, $B)",
        "is_a($A, $B)",
    ),
    _pattern("dense", "python", "isinstance($A, $B)", "is_a($A, $B)"),
    _pattern("no word", "python", "$A == $A", "True"),
    _pattern("no hit", "typescript", "nowhere($A)", "x($A)"),
    _pattern("no hit", "python", "nowhere($A)", "x($A)"),
    _pattern("rare", "python", "callable($A)", "can_call($A)"),
    _pattern("no hit", "rust", "nowhere($A)", "x($A)"),
    _pattern("rare", "rust", "mem::replace($A, $B)", "mem::put($A, $B)"),
    _pattern("dense", "rust", "$A.unwrap()", '$A.expect("set")'),
    _pattern("no word", "rust", "$A == $A", "true"),
    _pattern("no hit", "go", "nowhere($A)", "x($A)"),
    _pattern("rare", "go", "strings.Index($A, $B)", "strings.Find($A, $B)"),
    _pattern("dense", "go", "len($A)", "size($A)"),
    _pattern("no word", "go", "$A == $A", "true"),
    _pattern("no hit", "java", "nowhere($A)", "x($A)"),
    _pattern("rare", "java", "Math.max($A, $B)", "Math.most($A, $B)"),
    _pattern("dense", "java", "$A.equals($B)", "$A.isEqual($B)"),
    _pattern("no word", "java", "$A == $A", "true"),
    _pattern("no hit", "c", "nowhere($A)", "x($A)"),
    _pattern("rare", "c", "memmove($A, $B, $C)", "move($A, $B, $C)"),
    _pattern("dense", "c", "sizeof($A)", "size_of($A)"),
    _pattern("no word", "c", "$A == $A", "1"),
)

_WIDE = {
    "typescript": ("ts", (("npm", "rxjs@7.8.1"), ("npm", "effect@3.12.0"))),
    "python": ("py", (("pip", "Django==4.2.16"), ("pip", "SQLAlchemy==2.0.30"))),
    "rust": (
        "rs",
        tuple(
            ("deb", f"librust-{name}-dev")
            for name in "regex clap tokio syn rustix serde-json".split()
        ),
    ),
    "go": ("go", (("deb", "golang-1.19-src golang-1.24-src golang-1.22-src"),)),
    "java": ("java", (("source", "guava-libraries"),)),
    "c": ("c", (("source", "redis"), ("source", "git"))),
}
"""The ending of a language's files, and the packages that have more than 600 of them."""


def wide_tree(language: str, most: int) -> Path:
    """A folder of many files of a language, in an order that is as good as random, and fixed.

    Raises:
        UnavailableError: when a package cannot be had here.
    """
    ending, packages = _WIDE[language]
    folder = CACHE / "trees" / f"wide-{language}-{most}"
    if not folder.is_dir():
        homes = [fetched(client, package) for client, package in packages]
        working = folder.with_name(folder.name + ".part")
        shutil.rmtree(working, ignore_errors=True)
        for number, file in zip(range(most), _files(homes, f"*.{ending}"), strict=False):
            place = working / f"{number // 50:02}" / f"{number:04}_{file.stem}.{ending}"
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, place)
        working.rename(folder)
    return folder


def _files(folders: list[Path], glob: str) -> Iterator[Path]:
    found = [(file, folder) for folder in folders for file in folder.rglob(glob)]
    found.sort(key=lambda row: (crc32(str(row[0].relative_to(row[1])).encode()), row[0]))
    for file, _ in found:
        plain = file.is_file() and not file.is_symlink()
        if plain and 1_500 < file.stat().st_size < 100_000:
            yield file


@dataclass(frozen=True)
class Run:
    """One command: CPU seconds, wall seconds, peak memory in MB, how it ended, files it changed."""

    cpu: float
    wall: float
    memory: float
    code: int
    changed: int


def measured(command: list[str], tree: Path) -> Run:
    """Run a command on a fresh copy of a tree, with a state folder of its own."""
    with TemporaryDirectory() as scratch:
        copy = Path(shutil.copytree(tree, Path(scratch) / "tree"))
        environment = {**os.environ, "XDG_STATE_HOME": scratch, "HOME": scratch}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled once
        began = perf_counter()
        child = subprocess.Popen(
            [*command, str(copy)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        wall = perf_counter() - began
        files = [path for path in tree.rglob("*") if path.is_file()]
        changed = sum(p.read_bytes() != (copy / p.relative_to(tree)).read_bytes() for p in files)
    cpu = usage.ru_utime + usage.ru_stime
    return Run(cpu, wall, usage.ru_maxrss / 1024, child.returncode, changed)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--language", nargs="+", choices=_WIDE, default=["typescript", "python"])
    parser.add_argument("--files", type=int, default=600)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="", metavar="WORD")
    parser.add_argument("--jobs", type=int, default=0)
    arguments = parser.parse_args()
    own = [sys.executable, "-m", "structedit", "rewrite"]
    theirs = [str(program()), "run"]
    print("CPU seconds: ours, ast-grep, ratio; files changed by each; memory of ours in MB")
    for one in REWRITINGS:
        if one.language not in arguments.language or arguments.only not in one.name:
            continue
        try:
            tree = wide_tree(one.language, arguments.files)
        except UnavailableError as reason:
            print(f"{one.language}: skipped, {reason}")
            continue
        asked = [f"--pattern={one.pattern}", f"--rewrite={one.template}", "-U"]
        mine, its, many = [], [], []
        for _ in range(arguments.runs):
            asked_alone = [*own, *one.own, "--language", one.language]
            mine.append(measured([*asked_alone, "--jobs", "1"], tree))
            its.append(measured([*theirs, *asked, "-l", one.language], tree))
            if arguments.jobs:
                many.append(measured([*asked_alone, "--jobs", str(arguments.jobs)], tree))
        best, other = min(run.cpu for run in mine), min(run.cpu for run in its)
        print(
            f"{one.language:11} {one.name:15} {best:6.2f} {other:6.2f} {best / other:6.2f} x"
            f"  {mine[0].changed:4} {its[0].changed:4}  {mine[0].memory:4.0f} MB"
            f"{'' if mine[0].code in (0, 1) else f'  ended with {mine[0].code}'}",
            flush=True,
        )
        if many:
            wall = min(run.wall for run in many) / min(run.wall for run in mine)
            print(f"{'':27} wall with {arguments.jobs} processes {wall:.2f} of one", flush=True)


if __name__ == "__main__":
    main()
