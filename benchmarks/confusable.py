"""Gather the words of code that one slip of the pen makes of each other.

    python -m benchmarks.confusable [--data DIR] [--write]

`content` and `context` are one letter apart, and both are words; `averge` is none. To tell twins from
slips, `structedit.search.alignment.confusable_words` lists the words that stand in several places (packages of
Python's library and beside it, C headers, repositories in the data, packages that other benchmarks
have fetched) and have another one next to them. A word of very many places is usual: a slip at its
edge can be told, so words of fewer places that are such a slip away are listed, too, and the usual
words in `structedit.search.alignment.common_words`. Without `--write`, the counts are shown.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import string
import sys
import sysconfig
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

CACHE = Path("~/.cache/structedit-bench").expanduser()
ENDINGS = frozenset(
    ".js .ts .tsx .py .go .rs .c .h .cpp .cc .java .rb .kt .swift .php .cs .scala .lua .sh .ex .hs .ml .jl"
    " .R .dart .zig .pl .erl .clj .tf .sql .css .scss .html .md .rst .txt".split()
)
PART = re.compile(rb"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
PLACES, FEW_PLACES, USUAL_PLACES = 5, 3, 40
SHORTEST, SHORTEST_USUAL, LONGEST = 4, 5, 14
PACKAGE_BYTES, FILE_BYTES = 6_000_000, 300_000
TARGET = Path(__file__).parents[1] / "src/structedit/search/alignment/confusable_words.py"
TARGET_OF_USUAL = TARGET.with_name("usual.py")
DATA = os.environ.get("STRUCTEDIT_DATA", "../shared/data")
HEAD = '''"""Words of code that a slip of the pen makes of each other: made by `benchmarks/confusable.py`.

A word of this list is not taken for a misspelt one: it is the name of something.
"""

from __future__ import annotations

CONFUSABLE = frozenset(
    b"""
'''
HEAD_OF_USUAL = '''"""Words that code uses everywhere: made by `benchmarks/confusable.py`.

Of these alone a slip of the pen can be told at the first or last letter, or in four letters.
"""

from __future__ import annotations

USUAL = frozenset(
    b"""
'''


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.confusable")
    parser.add_argument("--data", type=Path, default=Path(DATA))
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    if not (arguments.data / "commit_pairs.jsonl.gz").exists():
        print(f"no data in {arguments.data}: pass --data", file=sys.stderr)
        return 2
    near, everywhere = words(texts(arguments.data)), words(chain(texts(arguments.data), fetched()))
    known = {w for w, n in near.items() if n >= PLACES and len(w) >= SHORTEST}
    usual = {w for w, n in everywhere.items() if n >= USUAL_PLACES and len(w) >= SHORTEST_USUAL}
    found = confusable(known)
    found |= {slip for word in usual for slip in others(word) if slip in everywhere}
    print(f"{len(found)} words, {len(usual)} usual ones")
    if arguments.write:
        for path, head, listed in (
            (TARGET, HEAD, found),
            (TARGET_OF_USUAL, HEAD_OF_USUAL, usual),
        ):
            path.write_text(head + wrapped(sorted(listed)) + '\n""".split()\n)\n')
    return 0


def words(places: Iterable[tuple[str, bytes]]) -> dict[str, int]:
    """Give the words that stand in some places, with how many these are."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for place, text in places:
        for word in {match[0].lower().decode() for match in PART.finditer(text)}:
            if SHORTEST <= len(word) <= LONGEST:
                found[word].add(place)
    return {word: len(where) for word, where in found.items() if len(where) >= FEW_PLACES}


def texts(data: Path) -> Iterator[tuple[str, bytes]]:
    with gzip.open(data / "commit_pairs.jsonl.gz") as lines:
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
    """Give the texts of packages that are there, some of each."""
    for package in sorted(CACHE.glob("*/*")):
        left = PACKAGE_BYTES
        for path in sorted(package.rglob("*")) if package.is_dir() else ():
            if path.suffix in ENDINGS and path.is_file() and path.stat().st_size < FILE_BYTES:
                left -= path.stat().st_size
                if left > 0:
                    yield str(package), path.read_bytes()


def confusable(known: set[str]) -> set[str]:
    """Give the words that have another one a slip away."""
    return {
        word for one in known for other in slips(one) if other in known for word in (one, other)
    }


def slips(word: str) -> Iterator[str]:
    """Give what one slip inside a word makes of it: a letter less, another one, two changed over."""
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
    """Give what another letter, or one less at an edge, makes of a word.

    What lacks a letter inside, or has two that changed places, is a misspelling in many files.
    """
    yield from (word[1:], word[:-1])
    for at in range(len(word)):
        yield from (word[:at] + c + word[at + 1 :] for c in string.ascii_lowercase if c != word[at])


def wrapped(found: list[str]) -> str:
    lines, line = [], ""
    for word in found:
        if len(line) + len(word) >= 99:
            lines.append(line)
            line = ""
        line += (" " if line else "") + word
    return "\n".join((*lines, line))


if __name__ == "__main__":
    sys.exit(main())
