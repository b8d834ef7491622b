"""Small changes of real files in many languages, where no commits of a language are at hand.

A change is one line that says something else, one more, or one less, as a caller would ask for; whether
the result is of any use is not asked. Each file has a few of them, one at a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

from benchmarks import corpus
from benchmarks.landing.material import Commit

CHANGES = 4
"""Changes of a file."""

CONTEXTS = (0, 0, 1, 2, 3, 5, 9, 16)
"""Unchanged lines on each side: some callers give none, some a whole function."""

_WORD = re.compile(r"[A-Za-z_]\w{3,}")
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")


def from_corpus(files: int, seed: int) -> Iterator[Commit]:
    """Invent changes of so many files of each language that has a supply."""
    for language in corpus.languages():
        paths = list(corpus.corpus(language).files)
        for path in Random(f"{seed}/{language}").sample(paths, min(files, len(paths))):
            yield from _changed(language, path, Random(f"{seed}/{path}"))


def _changed(language: str, path: Path, random: Random) -> Iterator[Commit]:
    text = path.read_bytes().decode("utf-8", "replace")
    if "\ufffd" in text or "\r" in text:
        return
    lines = text.split("\n")
    told = [at for at, line in enumerate(lines) if _WORD.search(line)]
    words = sorted(set(_WORD.findall(text)))
    for number, at in enumerate(random.sample(told, min(CHANGES, len(told)))):
        after = [*lines[:at], *_instead(lines[at], words, random), *lines[at + 1 :]]
        name = f"{language}/{path.name}:{at + 1}.{number}"
        yield Commit(name, language, path.name, text, "\n".join(after))


def _instead(line: str, words: list[str], random: Random) -> list[str]:
    """What takes a line's place."""
    other = _otherwise(line, words, random)
    match random.randrange(5):
        case 0:
            return [line, other]
        case 1 if not set("(){}[]<>\"'`") & set(line):
            return []
        case _:
            return [other]


def _otherwise(line: str, words: list[str], random: Random) -> str:
    """The line with another number in it, or with another word of its file."""
    found = random.choice(list(_NUMBER.finditer(line)) or list(_WORD.finditer(line)))
    text = str(int(found[0]) + 1) if found[0].isdigit() else random.choice(words)
    return line[: found.start()] + text + line[found.end() :]
