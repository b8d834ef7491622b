"""Gather the words of code that one slip of the pen makes of each other.

    python -m benchmarks.confusable [--data DIR] [--write]

`content` and `context` are one letter apart, and both are words; `averge` is none. To tell twins from
slips, `structedit.search.confusable` lists the words that stand in several places (packages of
Python's library and beside it, C headers, repositories in the data) and have another one next to
them. Without `--write`, the counts are shown.
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
from collections.abc import Iterator
from pathlib import Path

PART = re.compile(rb"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
PLACES = 5
SHORTEST, LONGEST = 4, 14
TARGET = Path(__file__).parents[1] / "src/structedit/search/confusable.py"
DATA = os.environ.get("STRUCTEDIT_DATA", "../shared/data")
HEAD = '''"""Words of code that a slip of the pen makes of each other: made by `benchmarks/confusable.py`.

A word of this list is not taken for a misspelt one: it is the name of something.
"""

from __future__ import annotations

CONFUSABLE = frozenset(
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
    found = confusable(words(arguments.data))
    print(f"{len(found)} words")
    if arguments.write:
        TARGET.write_text(HEAD + wrapped(sorted(found)) + '\n""".split()\n)\n')
    return 0


def words(data: Path) -> set[str]:
    """Give the words that stand in `PLACES` places or more."""
    places: defaultdict[str, set[str]] = defaultdict(set)
    for place, text in texts(data):
        for word in {match[0].lower().decode() for match in PART.finditer(text)}:
            if SHORTEST <= len(word) <= LONGEST:
                places[word].add(place)
    return {word for word, where in places.items() if len(where) >= PLACES}


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
