"""Distort real commits the way callers do, and print what lands.

    python -m benchmarks.landing [--each N] [--only WORD] [--data DIR | --from-git CLONE | --corpus N]
                                 [--seed N] [--show ID] [--refused N]

Ends with 1 if anything landed otherwise than byte by byte right, and lists every such task by an
id that `--show` prints. `--only` takes a part of a name, or a class.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from pathlib import Path

from benchmarks.landing import invented, results
from benchmarks.landing.distort import SEED
from benchmarks.landing.drifted import (
    HEAD,
    Row,
    all_edits,
    find_task,
    line_of,
    named,
    precision,
    row_of,
    totals,
)
from benchmarks.landing.judge import verdict_of
from benchmarks.landing.material import DATA, Commit, Edit, from_data, from_git
from benchmarks.releases import has_commits


def main() -> int:
    arguments = _parser().parse_args()
    if not (arguments.from_git or arguments.corpus or has_commits(arguments.data)):
        print(
            f"no commits in {arguments.data}: pass --data, --from-git or --corpus", file=sys.stderr
        )
        return 2
    if arguments.show:
        return _show(arguments)
    rows: list[Row] = []
    print(HEAD, flush=True)
    for row in _rows(arguments):
        rows.append(row)
        print(line_of(row), flush=True)
    print("\n" + precision(rows))
    print("\n" + totals(rows))
    for row in rows:
        for name in row.refused[: arguments.refused]:
            print("refused", name)
    wrong = [name for row in rows for name in row.wrong]
    for name in wrong:
        print("WRONG", name)
    for name in (name for row in rows for name in row.blanks):
        print("BLANKS", name)
    return 1 if wrong else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.landing")
    parser.add_argument("--each", type=int, default=100, help="tasks of each distortion")
    parser.add_argument("--only", default="", help="part of a name, or a class")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--from-git", type=Path, metavar="CLONE")
    parser.add_argument("--commits", type=int, default=300, help="changes taken from a clone")
    parser.add_argument("--corpus", type=int, default=0, metavar="N", help="files of a language")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--show", metavar="ID")
    parser.add_argument("--refused", type=int, default=0, metavar="N", help="list so many of each")
    parser.add_argument("--jobs", type=int, default=1)
    return parser


@lru_cache(maxsize=1)
def _groups(
    data: Path, clone: Path | None, most: int, files: int, seed: int
) -> list[tuple[Edit, ...]]:
    if files:
        return all_edits(invented.from_corpus(files, seed), invented.CONTEXTS)
    commits: Iterator[Commit] = from_git(clone, most) if clone else from_data(data)
    return all_edits(commits)


def _rows(arguments: argparse.Namespace) -> Iterator[Row]:
    items = [item.name for item in named(arguments.only)]
    work = partial(_row, _material(arguments), arguments.each, arguments.seed)
    if arguments.jobs == 1:
        yield from map(work, items)
    else:
        with ProcessPoolExecutor(arguments.jobs) as pool:
            yield from pool.map(work, items)


def _material(arguments: argparse.Namespace) -> tuple[Path, Path | None, int, int, int]:
    return (
        arguments.data,
        arguments.from_git,
        arguments.commits,
        arguments.corpus,
        arguments.seed,
    )


def _row(material: tuple[Path, Path | None, int, int, int], each: int, seed: int, name: str) -> Row:
    item = next(item for item in named(name) if item.name == name)
    return row_of(_groups(*material), item, each, seed)


def _show(arguments: argparse.Namespace) -> int:
    groups = _groups(*_material(arguments))
    task = find_task(groups, arguments.show.split(" [")[0], arguments.seed)
    if task is None:
        print("no such task", file=sys.stderr)
        return 2
    verdict = verdict_of(task)
    print(
        f"--- old\n{task.old}\n--- new\n{task.new}\n--- {verdict.word}: {verdict.why}; retry: {verdict.retry}"
    )
    print(results.difference(task.file, task.right, "file", "right"))
    print(results.difference(task.right or task.file, verdict.text, "right", "result"))
    print(verdict.report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
