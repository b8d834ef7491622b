"""A folder of real files for each language: what patterns are tried on.

The files are the first ones of `benchmarks/corpus.py`, whose order is fixed, copied byte by byte
under the ending that every program takes for the language's. A copy is made once and kept.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from benchmarks.corpus import CACHE, corpus

MOST = 120
"""Files of a language. Chosen by judgement: enough that most patterns have hits."""

ENDINGS = {
    "bash": "sh",
    "c": "c",
    "cpp": "cc",
    "csharp": "cs",
    "css": "css",
    "elixir": "ex",
    "go": "go",
    "haskell": "hs",
    "hcl": "hcl",
    "html": "html",
    "java": "java",
    "javascript": "js",
    "json": "json",
    "kotlin": "kt",
    "lua": "lua",
    "nix": "nix",
    "php": "php",
    "python": "py",
    "ruby": "rb",
    "rust": "rs",
    "scala": "scala",
    "solidity": "sol",
    "swift": "swift",
    "tsx": "tsx",
    "typescript": "ts",
    "yaml": "yaml",
}
"""The languages that ast-grep knows and that there are files of, with the ending of a copy."""


def tree(language: str, cache: Path = CACHE, most: int = MOST) -> Path:
    """The folder with a language's files, made where it is not there yet."""
    folder = cache / "trees" / f"{language}-{most}"
    if not folder.is_dir():
        working = folder.with_name(folder.name + ".part")
        shutil.rmtree(working, ignore_errors=True)
        working.mkdir(parents=True)
        for number, file in enumerate(corpus(language, cache).files[:most]):
            shutil.copyfile(file, working / f"{number:03}_{_plain(file.stem)}.{ENDINGS[language]}")
        working.rename(folder)
    return folder


def _plain(stem: str) -> str:
    return "".join(letter if letter.isalnum() else "_" for letter in stem)
