"""Compare definitions in real files with those that the language's own parser sees.

    python benchmarks/judges/parsers.py go|java|php|ruby [--limit N] [--show N] [FILE_OR_FOLDER ...]

A small program in the language itself prints the rows [kind, path, start, end, whole] of each file, in
bytes: go/parser, javac's tree API, PHP's tokens behind its parser, `RubyVM::AbstractSyntaxTree`. A row is
`exact` when structedit has a definition of that path, qualifiers included, with that span; of a
statement that names several things (`int a, b;`) each name must be inside the statement. What only
structedit has is counted too, so neither side can be short. Files that the judge has errors in
are skipped.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from benchmarks.corpus import SUPPLIES, Supply, sources  # noqa: E402

from structedit.languages.known import profile  # noqa: E402
from structedit.tree.nodes import Block  # noqa: E402
from structedit.tree.syntax_tree import parse  # noqa: E402


@dataclass(frozen=True)
class Judge:
    """A parser: how it is run, which of our spans it knows, and what it does not look at.

    part: `span`, with decorators and what stands before the definition, or the bare `core`.
    unknown: kinds of ours that the judge has no rows for, with the reason.
    """

    command: tuple[str, ...]
    part: str
    unknown: dict[str, str]
    supplies: tuple[Supply, ...] = ()


JUDGES = {
    "go": Judge(("go", "run", str(HERE / "go_parser.go")), "span", {}),
    "java": Judge(
        ("java", str(HERE / "JavaTrees.java")),
        "span",
        {"module": "modules are no types"},
        (Supply("java", "npm", "react-native@0.72.17", "ReactAndroid/src/main/java/**/*.java"),),
    ),
    "php": Judge(
        ("php", "-d", "display_errors=0", str(HERE / "php_tokens.php")),
        "span",
        {},
    ),
    "ruby": Judge(
        ("ruby", "-W0", str(HERE / "ruby_ast.rb")),
        "core",
        {"variable": "global variables are no nodes of their own kind"},
    ),
}


@dataclass(frozen=True)
class Row:
    """A definition that the judge sees; not `whole`: one of several names in that statement."""

    kind: str
    path: tuple[str, ...]
    start: int
    end: int
    whole: bool


@dataclass(frozen=True)
class Verdict:
    """What came of one definition: `exact` or a class of disagreement, and where."""

    name: str
    where: str


def main() -> None:
    """Print the figures."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    options.add_argument("language", choices=sorted(JUDGES))
    options.add_argument("paths", nargs="*", type=Path)
    options.add_argument("--limit", type=int, default=600, help="files")
    options.add_argument("--show", type=int, default=3, help="examples of each class")
    arguments = options.parse_args()
    language = arguments.language
    if missing := why_not(language):
        sys.exit(f"skipped: {missing}")
    files = list(sources(language, arguments.paths, (*SUPPLIES, *JUDGES[language].supplies)))
    counts, examples = compared(language, files[:: max(1, len(files) // arguments.limit)])
    exact = sum(n for name, n in counts.items() if name.startswith("exact"))
    theirs = exact + sum(n for name, n in counts.items() if name.startswith(("missing", "other")))
    print(f"{language}: {dict(counts)}")
    print(f"{language}: {exact:,} of {theirs:,} definitions exact", end="")
    print(f" ({100 * exact / max(1, theirs):.2f} %)")
    for name, places in sorted(examples.items(), key=lambda row: -len(row[1])):
        print(f"  {len(places):5} {name}")
        for place in places[:: max(1, len(places) // arguments.show)][: arguments.show]:
            print(f"        {place}")


def why_not(language: str) -> str | None:
    """Return why the judge of a language cannot be asked here, or nothing."""
    program = JUDGES[language].command[0]
    return None if shutil.which(program) else f"{program} is not installed"


def compared(language: str, files: list[Path]) -> tuple[Counter[str], dict[str, list[str]]]:
    """Return how often each verdict was given, and the places of all that are not `exact`."""
    counts: Counter[str] = Counter()
    examples: dict[str, list[str]] = {}
    for file, rows in judged(language, files):
        if rows is None:
            counts["files with errors for the judge"] += 1
            continue
        data = file.read_bytes()
        tree = parse(data, profile(language))
        if isinstance(tree, str):
            counts["files that structedit does not parse"] += 1
            continue
        counts["files"] += 1
        counts["files with faults"] += not tree.clean
        ours = [b for b in tree.definitions() if b.kind not in JUDGES[language].unknown]
        counts["left out"] += len(tree.definitions()) - len(ours)
        faulty = "" if tree.clean else ", in a file with faults"
        for verdict in verdicts(rows, ours, data, JUDGES[language].part):
            counts[verdict.name.split(":")[0] + faulty] += 1
            if verdict.name != "exact":
                examples.setdefault(verdict.name + faulty, []).append(f"{file}:{verdict.where}")
    return counts, examples


def judged(language: str, files: list[Path]) -> Iterator[tuple[Path, list[Row] | None]]:
    """Ask the judge about files; None for one that has errors, or on which it gave up."""
    left = list(files)
    while left:
        run = subprocess.run(
            JUDGES[language].command,
            input="\n".join(str(file.absolute()) for file in left) + "\n",
            capture_output=True,
            text=True,
        )
        answers = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
        if not answers and run.returncode and len(left) == len(files):
            raise RuntimeError(run.stderr)
        for file, answer in zip(left, answers, strict=False):
            rows = [Row(kind, tuple(path), *where) for kind, path, *where in answer["found"]]
            yield file, None if answer["errors"] else rows
        left = left[len(answers) :]
        if left:
            yield left.pop(0), None


def verdicts(rows: list[Row], ours: list[Block], data: bytes, part: str) -> Iterator[Verdict]:
    """Compare both ways; a definition of ours counts for one row only."""
    rest = [(block, block.core if part == "core" else block.span) for block in ours]
    for row in sorted(rows, key=lambda row: not row.whole):
        where = f"{_line(data, row.start)} {row.kind} {'.'.join(row.path)}"
        named = [item for item in rest if item[0].path == row.path]
        near = [item for item in named if item[1].start < row.end and row.start < item[1].end]
        exact = [item for item in near if item[1].start == row.start and item[1].end == row.end]
        if not row.whole:
            exact = [i for i in near if row.start <= i[1].start and i[1].end <= row.end]
        if exact:
            rest.remove(exact[0])
            yield Verdict("exact", where)
        elif near:
            rest.remove(near[0])
            block, span = near[0]
            low, high = sorted((row.start, span.start))
            start = f"start by {data[low:high].decode('utf-8', 'replace')[:30]!r}"
            low, high = sorted((row.end, span.end))
            end = f"end by {data[low:high].decode('utf-8', 'replace')[-30:]!r}"
            differs = start if span.start != row.start else end
            yield Verdict(
                f"other {'start' if differs is start else 'end'}: {row.kind}", f"{where}: {differs}"
            )
        else:
            yield Verdict(f"missing: {row.kind}", where)
    for block, span in rest:
        where = f"{_line(data, span.start)} {'.'.join(block.path)}"
        yield Verdict(f"only ours: {block.kind}", where)


def _line(data: bytes, at: int) -> int:
    return data.count(b"\n", 0, at) + 1


if __name__ == "__main__":
    main()
