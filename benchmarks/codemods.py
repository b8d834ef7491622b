"""What a rewrite of many files costs, beside ast-grep on the same files in the same run.

    python -m benchmarks.codemods [--language L…] [--files 600] [--runs 3] [--only WORD]

Each row is one rewrite, done by both programs as commands on a fresh copy of a tree: CPU seconds of
the whole command with one process, the best of some runs in turns, and their ratio.
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
from zlib import crc32

from benchmarks.corpus import CACHE, UnavailableError, fetched
from benchmarks.patterns.theirs import program

# Each language's pairs of a pattern and a template that occur rarely and often in its tree.
REWRITES = {
    "typescript": (("isFunction($A)", "isStream($A)"), ("$O.subscribe($$$A)", "$O.listen($$$A)")),
    "python": (("callable($A)", "can_call($A)"), ("isinstance($A, $B)", "is_a($A, $B)")),
    "rust": (("mem::replace($A, $B)", "mem::put($A, $B)"), ("$A.unwrap()", '$A.expect("set")')),
    "go": (("strings.Index($A, $B)", "strings.Find($A, $B)"), ("len($A)", "size($A)")),
    "java": (("Math.max($A, $B)", "Math.most($A, $B)"), ("$A.equals($B)", "$A.isEqual($B)")),
    "c": (("memmove($A, $B, $C)", "move($A, $B, $C)"), ("sizeof($A)", "size_of($A)")),
}
NO_HIT, NO_WORD = ("nowhere($A)", "x($A)"), ("$A == $A", "true")
_CRATES = "regex clap tokio syn rustix serde-json".split()
WIDE = {
    "typescript": ("ts", (("npm", "rxjs@7.8.1"), ("npm", "effect@3.12.0"))),
    "python": ("py", (("pip", "Django==4.2.16"), ("pip", "SQLAlchemy==2.0.30"))),
    "rust": ("rs", tuple(("deb", f"librust-{name}-dev") for name in _CRATES)),
    "go": ("go", (("deb", "golang-1.19-src golang-1.24-src golang-1.22-src"),)),
    "java": ("java", (("source", "guava-libraries"),)),
    "c": ("c", (("source", "redis"), ("source", "git"))),
}
"""The ending of a language's files, and packages that have more than 600 of them."""


def wide_tree(language: str, most: int) -> Path:
    """Return a folder of many files of a language, in a fixed random order.

    Raises:
        UnavailableError: when a package cannot be fetched here.
    """
    ending, packages = WIDE[language]
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
    """One command: CPU seconds, peak memory in MB, exit code, files it changed."""

    cpu: float
    memory: float
    code: int
    changed: int


def measured(command: list[str], tree: Path) -> Run:
    """Run a command on a fresh copy of a tree, with a state folder of its own."""
    with TemporaryDirectory() as scratch:
        copy = Path(shutil.copytree(tree, Path(scratch) / "tree"))
        environment = {**os.environ, "XDG_STATE_HOME": scratch, "HOME": scratch}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled once
        quiet = subprocess.DEVNULL
        child = subprocess.Popen([*command, str(copy)], stdout=quiet, stderr=quiet, env=environment)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        files = [path for path in tree.rglob("*") if path.is_file()]
        changed = sum(p.read_bytes() != (copy / p.relative_to(tree)).read_bytes() for p in files)
    cpu = usage.ru_utime + usage.ru_stime
    return Run(cpu, usage.ru_maxrss / 1024, child.returncode, changed)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.codemods", description=__doc__)
    parser.formatter_class = argparse.RawTextHelpFormatter
    parser.add_argument("--language", nargs="+", choices=WIDE, default=["typescript", "python"])
    parser.add_argument("--files", type=int, default=600)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="", metavar="WORD", help="no hit, rare, dense, no word")
    arguments = parser.parse_args()
    own = [sys.executable, "-m", "structedit", "rewrite"]
    print("CPU seconds: ours, ast-grep, ratio; files changed by each; memory of ours in MB")
    for language in arguments.language:
        try:
            tree, theirs = wide_tree(language, arguments.files), [str(program()), "run"]
        except UnavailableError as reason:
            print(f"{language}: skipped, {reason}")
            continue
        rare, dense = REWRITES[language]
        rewrites = {"no hit": NO_HIT, "rare": rare, "dense": dense, "no word": NO_WORD}
        for name, (pattern, template) in rewrites.items():
            if arguments.only not in name:
                continue
            mine, its = [], []
            for _ in range(arguments.runs):
                alone = [*own, "-p", pattern, "-r", template, "--language", language]
                asked = [f"--pattern={pattern}", f"--rewrite={template}", "-U", "-l", language]
                mine.append(measured([*alone, "--jobs", "1"], tree))
                its.append(measured([*theirs, *asked], tree))
            best, other = min(run.cpu for run in mine), min(run.cpu for run in its)
            print(
                f"{language:11} {name:9} {best:6.2f} {other:6.2f} {best / other:6.2f} x"
                f"  {mine[0].changed:4} {its[0].changed:4}  {mine[0].memory:4.0f} MB"
                f"{'' if mine[0].code in (0, 1) else f'  ended with {mine[0].code}'}",
                flush=True,
            )


if __name__ == "__main__":
    main()
