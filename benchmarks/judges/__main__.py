"""The comparison as a command; see the package."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import benchmarks.judges as judges
from benchmarks.corpus import UnavailableError, fetched, sources

from structedit.languages.known import profile
from structedit.tree.nodes import Block
from structedit.tree.syntax_tree import parse

HERE = Path(__file__).parent
COMPILER = "typescript@5.9.3"
TYPES = "class interface enum struct type trait module"


@dataclass(frozen=True)
class Judge:
    """A parser: how it is run, and which definitions of structedit it has rows for.

    Attributes:
        part: the span that it gives: `span`, with modifiers in front, or the bare `core`.
        kinds: kinds of definitions that must be among its rows.
        unseen: how definitions of these kinds begin that the judge has no rows for.
    """

    command: tuple[str, ...]
    kinds: str = f"function method {TYPES}"
    part: str = "span"
    unseen: tuple[bytes, ...] = ()


_NODE = Judge(("node", str(HERE / "definitions.js")), "class interface enum type")
JUDGES = {
    "python": Judge((sys.executable, str(HERE / "definitions.py"))),
    "javascript": _NODE,
    "typescript": _NODE,
    "tsx": _NODE,
    "go": Judge(("go", "run", str(HERE / "definitions.go"))),
    "php": Judge(
        ("php", "-d", "display_errors=0", str(HERE / "definitions.php")),
        f"function method namespace declaration {TYPES}",
        unseen=(b"$",),
    ),
    "ruby": Judge(("ruby", "-W0", str(HERE / "definitions.rb")), part="core"),
}

Row = tuple[tuple[str, ...], int, int]


def why_not(language: str) -> str | None:
    """Return the reason why the judge of a language cannot run here."""
    program = JUDGES[language].command[0]
    if not shutil.which(program):
        return f"{program} is not installed"
    try:
        _command(language)
    except UnavailableError as reason:
        return f"{COMPILER}: {reason}"
    return None


def _command(language: str) -> list[str]:
    judge = JUDGES[language]
    return [*judge.command, *([str(fetched("npm", COMPILER))] if judge is _NODE else [])]


def judged(language: str, files: Sequence[Path]) -> Iterator[tuple[Path, list[Row] | None]]:
    """Yield the judge's rows for each file; None for a file that it cannot parse."""
    given = "".join(f"{file.absolute()}\n" for file in files)
    run = subprocess.run(
        _command(language), input=given, capture_output=True, text=True, check=True
    )
    for file, line in zip(files, run.stdout.splitlines(), strict=True):
        rows = json.loads(line)
        yield file, rows and [(tuple(path), start, end) for path, start, end in rows]


def verdicts(language: str, rows: list[Row], ours: list[Block]) -> Iterator[tuple[str, int]]:
    """Compare both ways and yield a verdict with its place; a block counts for one row only."""
    judge, rest = JUDGES[language], list(ours)
    for path, start, end in rows:
        named = [b for b in rest if b.path[-len(path) :] == path]
        spans = [b.core if judge.part == "core" else b.span for b in named]
        exact = [
            b
            for b, span in zip(named, spans, strict=True)
            if (span.start, span.end) == (start, end)
        ]
        near = [b for b, s in zip(named, spans, strict=True) if s.start < end and start < s.end]
        if exact or near:
            rest.remove((exact or near)[0])
        yield "exact" if exact else "other span" if near else "missing", start
    for block in rest:
        if block.kind in judge.kinds.split():
            yield "only ours", block.span.start


def compared(language: str, files: Sequence[Path]) -> tuple[Counter[str], dict[str, list[str]]]:
    """Return how often each verdict was given, and the places of all that are not `exact`."""
    counts: Counter[str] = Counter()
    examples: dict[str, list[str]] = {}
    for file, rows in judged(language, files):
        data = file.read_bytes()
        tree = parse(data, profile(language))
        if rows is None or isinstance(tree, str):
            counts["files that one side cannot parse"] += 1
            continue
        counts["files"] += 1
        faulty = "" if tree.clean else ", in a file with faults"
        unseen = JUDGES[language].unseen
        ours = [b for b in tree.definitions() if not data[b.span.start :].startswith(unseen)]
        for verdict, at in verdicts(language, rows, ours):
            counts[verdict] += 1
            if verdict != "exact":
                line = data.count(b"\n", 0, at) + 1
                text = data[at : at + 60].decode(errors="replace").split("\n")[0]
                examples.setdefault(verdict + faulty, []).append(f"{file}:{line} {text}")
    return counts, examples


def main() -> int:
    """Print the figures; 1 if anything differs."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.judges", description=judges.__doc__)
    parser.formatter_class = argparse.RawTextHelpFormatter
    parser.add_argument("language", choices=sorted(JUDGES))
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--limit", type=int, default=600, help="files")
    parser.add_argument("--show", type=int, default=3, help="examples of each verdict")
    given = parser.parse_args()
    if missing := why_not(given.language):
        sys.exit(f"skipped: {missing}")
    files = list(sources(given.language, given.paths))
    counts, examples = compared(given.language, files[:: -(-len(files) // given.limit) or 1])
    theirs = counts["exact"] + counts["other span"] + counts["missing"]
    share = 100 * counts["exact"] / max(1, theirs)
    print(f"{given.language}: {counts['exact']:,} of {theirs:,} definitions exact ({share:.2f} %)")
    print(", ".join(f"{name} {count:,}" for name, count in counts.items()))
    for verdict, places in examples.items():
        print(f"{verdict} ({len(places)})", *places[: given.show], sep="\n    ")
    return int(bool(examples))


if __name__ == "__main__":
    sys.exit(main())
