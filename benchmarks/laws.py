"""What the laws over real files share: which files, two processes, and one table by language.

A law is a function that is given a file's source and says for each of some spans what came of it.
Not here: what a law asks (`self_law`, `delete_law`).
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import corpus

from structedit import Document, FileError, Source
from structedit.disk.listing import walk

T = TypeVar("T")
LEFT_OUT = "left out"


@dataclass(frozen=True)
class Verdict:
    """What came of one span: a column of the table, the span's selector, and where it failed why."""

    column: str
    selector: str
    line: int
    why: str = ""


@dataclass(frozen=True)
class Options:
    """How much of a file is asked."""

    most: int
    blocks: bool
    faulty: bool


Law = Callable[[Source, Options], Iterable[Verdict]]


@dataclass(frozen=True)
class Job:
    """Files to be asked in turn, until so many of the language had something to ask about."""

    law: Law
    options: Options
    paths: tuple[str, ...]
    language: str | None = None
    wanted: int = 1


@dataclass
class Counts:
    """What came of the files of one language."""

    files: int = 0
    left_out: int = 0
    columns: Counter[str] = field(default_factory=Counter)

    def add(self, other: Counts) -> None:
        """Count other files of the language as well."""
        self.files += other.files
        self.left_out += other.left_out
        self.columns += other.columns


def run(law: Law, columns: tuple[str, ...], description: str) -> None:
    """Try a law on the files that the command line names, and print failures and the table."""
    given = _arguments(description)
    options = Options(given.most, given.blocks, given.faulty)
    tables: dict[str, Counts] = {}
    shown = 0
    with ProcessPoolExecutor(given.jobs) as executor:
        for measured in executor.map(_measured, _jobs(law, options, given)):
            for language, counts, problems in measured:
                tables.setdefault(language, Counts()).add(counts)
                for problem in problems[: given.show - shown]:
                    print(problem, flush=True)
                shown = min(shown + len(problems), given.show)
    print("\n".join(table(tables, columns)))


def table(tables: dict[str, Counts], columns: tuple[str, ...]) -> Iterator[str]:
    """Write the counts as a Markdown table with the total below."""
    yield f"| language | files | {LEFT_OUT} | spans | {' | '.join(columns)} |"
    yield f"|---|{'---:|' * (3 + len(columns))}"
    total = Counts()
    for language, counts in sorted(tables.items()):
        total.add(counts)
        yield _row(language, counts, columns)
    some = sum(1 for counts in tables.values() if counts.columns.total())
    yield _row(f"**all** ({some} languages)", total, columns)


def spread(items: list[T], most: int) -> list[T]:
    """Take at most so many of a list, from all over it."""
    step = max(1, -(-len(items) // most))
    return items[::step]


def _row(name: str, counts: Counts, columns: tuple[str, ...]) -> str:
    numbers = [counts.files, counts.left_out, counts.columns.total()]
    numbers += [counts.columns[column] for column in columns]
    return f"| {name} | {' | '.join(f'{number:,}' if number else '' for number in numbers)} |"


def _jobs(law: Law, options: Options, given: argparse.Namespace) -> Iterator[Job]:
    """Ask each file that is named, and of each language of the corpus the first that parse."""
    for path in list(walk(given.paths))[:: given.every]:
        yield Job(law, options, (str(path),))
    if given.corpus is not None:
        for language in given.corpus or corpus.languages():
            files = [str(path) for path in corpus.corpus(language, given.cache).files]
            random.Random(f"{given.seed} {language}").shuffle(files)
            yield Job(law, options, tuple(files), language, given.files)


def _measured(job: Job) -> list[tuple[str, Counts, list[str]]]:
    found: list[tuple[str, Counts, list[str]]] = []
    wanted = job.wanted
    for path in job.paths:
        try:
            source = Source.of(Document.from_bytes(Path(path).read_bytes(), path))
        except FileError:
            continue
        language = source.profile.id
        if not source.known or job.language not in (None, language):
            continue
        if source.tree is None or not (source.tree.clean or job.options.faulty):
            found.append((language, Counts(left_out=1), []))
            continue
        verdicts = list(job.law(source, job.options))
        if not verdicts:
            continue
        counts = Counts(files=1, columns=Counter(verdict.column for verdict in verdicts))
        shown = [f"{path}:{v.line} {v.selector}: {v.why}" for v in verdicts if v.why]
        found.append((language, counts, shown))
        wanted -= 1
        if not wanted:
            break
    return found


def _arguments(description: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("paths", nargs="*")
    parser.add_argument(
        "--corpus", nargs="*", metavar="LANGUAGE", help="files of these languages, or of all"
    )
    parser.add_argument("--files", type=int, default=20, help="of each language of the corpus")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cache", type=Path, default=corpus.CACHE)
    parser.add_argument("--every", type=int, default=1, help="take every Nth file of PATH")
    parser.add_argument("--most", type=int, default=10, help="definitions and blocks a file")
    parser.add_argument("--blocks", action="store_true", help="anonymous blocks too")
    parser.add_argument("--faulty", action="store_true", help="files that do not parse, too")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", type=int, default=20)
    given = parser.parse_args()
    if not given.paths and given.corpus is None:
        parser.error("name files, or --corpus")
    unknown = set(given.corpus or ()) - set(corpus.languages())
    if unknown:
        parser.error(f"the corpus has no {', '.join(sorted(unknown))}")
    return given
