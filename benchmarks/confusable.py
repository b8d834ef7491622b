"""Gather the words of code that one slip of the pen makes of each other.

    python -m benchmarks.confusable [--data DIR] [--write]

`content` and `context` are one letter apart, and both are words; `averge` is none. To tell twins from
slips, `confusable_words.txt` beside `structedit.search.alignment.spelling` lists the words that stand in
several places (packages of Python's library and beside it, C headers, repositories in the data, packages
that other benchmarks have fetched) and have another one next to them. A word of very many places is a
common one: a slip at its edge can be told, so words of fewer places that are such a slip away are
listed, too, and the common words in `common_words.txt`.

What is counted is what a machine has, so another one makes other lists. Without `--write`, the counts
are shown, and how many of the words are in the lists of the repository.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import string
import sys
import sysconfig
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from benchmarks.corpus import CACHE
from benchmarks.releases import COMMITS, data_folder, has_commits

ENDINGS = frozenset(
    ".js .ts .tsx .py .go .rs .c .h .cpp .cc .java .rb .kt .swift .php .cs .scala .lua .sh .ex .hs .ml .jl"
    " .R .dart .zig .pl .erl .clj .tf .sql .css .scss .html .md .rst .txt".split()
)
PART = re.compile(rb"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
PLACES, FEW_PLACES, COMMON_PLACES = 5, 3, 40
"""Places of a word that is one, of one beside a common word, and of a common one; chosen by judgement."""

SHORTEST, SHORTEST_COMMON, LONGEST = 4, 5, 14
"""Letters of a listed word, of a common one, and of any; chosen by judgement."""

PACKAGE_BYTES, FILE_BYTES = 6_000_000, 300_000
"""Bytes that are read of a fetched package, and of a file; chosen by judgement, for the time."""

LISTS = Path(__file__).parents[1] / "src/structedit/search/alignment"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.confusable")
    parser.add_argument("--data", type=Path, default=data_folder())
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    if not has_commits(arguments.data):
        print(f"no commits in {arguments.data}: pass --data", file=sys.stderr)
        return 2
    stands: defaultdict[str, set[str]] = defaultdict(set)
    add_places(stands, texts(arguments.data))
    near = in_several(stands)
    add_places(stands, fetched())
    everywhere = in_several(stands)
    known = {w for w, n in near.items() if n >= PLACES and len(w) >= SHORTEST}
    common = {w for w, n in everywhere.items() if n >= COMMON_PLACES and len(w) >= SHORTEST_COMMON}
    found = confusable(known)
    found |= {slip for word in common for slip in others(word) if slip in everywhere}
    for path, made in (
        (LISTS / "confusable_words.txt", found),
        (LISTS / "common_words.txt", common),
    ):
        head, listed = read(path)
        print(f"{path.name}: {len(made)} words, {len(made & listed)} of the {len(listed)} there")
        if arguments.write:
            path.write_text("\n".join((*head, *sorted(made))) + "\n")
    return 0


def read(path: Path) -> tuple[list[str], set[str]]:
    """The comments at the head of a list, and its words."""
    lines = path.read_text().splitlines()
    head = [line for line in lines if line.startswith("#")]
    return head, set(lines) - set(head)


def add_places(stands: defaultdict[str, set[str]], texts: Iterable[tuple[str, bytes]]) -> None:
    """Add the places in which each word of some texts stands."""
    for place, text in texts:
        for word in {match[0].lower().decode() for match in PART.finditer(text)}:
            if SHORTEST <= len(word) <= LONGEST:
                stands[word].add(place)


def in_several(stands: Mapping[str, set[str]]) -> dict[str, int]:
    """How many places a word stands in, for words of some."""
    return {word: len(where) for word, where in stands.items() if len(where) >= FEW_PLACES}


def texts(data: Path) -> Iterator[tuple[str, bytes]]:
    with gzip.open(data / COMMITS) as lines:
        for record in map(json.loads, lines):
            yield record["repo"], record["before"].encode()
    for folder, endings in (
        (sysconfig.get_path("stdlib"), (".py",)),
        (sysconfig.get_path("purelib"), (".py", ".pyi", ".md", ".h")),
        ("/usr/include", (".h",)),
    ):
        for path in sorted(Path(folder).rglob("*")):
            if path.suffix in endings and path.is_file():
                yield f"{folder}/{path.relative_to(folder).parts[0]}", path.read_bytes()


def fetched() -> Iterator[tuple[str, bytes]]:
    """Yield the texts of packages that are there, some of each."""
    for package in sorted(CACHE.glob("*/*")):
        name, left = unversioned(package), PACKAGE_BYTES
        for path in sorted(package.rglob("*")) if package.is_dir() else ():
            if path.suffix in ENDINGS and path.is_file() and path.stat().st_size < FILE_BYTES:
                left -= path.stat().st_size
                if left > 0:
                    yield name, path.read_bytes()


def unversioned(package: Path) -> str:
    """The name of a fetched package without its version: two releases of one are one place.

    >>> unversioned(Path("npm/@vue__core@3.1.0")), unversioned(Path("pip/click==8.1.7"))
    ('npm/@vue__core', 'pip/click')
    """
    return f"{package.parent.name}/{re.sub(r'(?<=.)(@|==).*', '', package.name)}"


def confusable(known: set[str]) -> set[str]:
    """Return the words that have another one a slip away."""
    return {
        word for one in known for other in slips(one) if other in known for word in (one, other)
    }


def slips(word: str) -> Iterator[str]:
    """Yield what one slip inside a word makes of it: a letter less, another one, two changed over."""
    for at in range(1, len(word)):
        swapped = word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]
        if at + 1 < len(word):
            yield word[:at] + word[at + 1 :]
            yield from (
                word[:at] + c + word[at + 1 :] for c in string.ascii_lowercase if c != word[at]
            )
            if swapped != word:
                yield swapped


def others(word: str) -> Iterator[str]:
    """Yield what another letter, or one less at an edge, makes of a word.

    What lacks a letter inside, or has two that changed places, is a misspelling in many files.
    """
    yield from (word[1:], word[:-1])
    for at in range(len(word)):
        yield from (word[:at] + c + word[at + 1 :] for c in string.ascii_lowercase if c != word[at])


if __name__ == "__main__":
    sys.exit(main())
