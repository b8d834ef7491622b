"""How well grammars parse real files: those of the language pack against wheels of their own.

    python benchmarks/fresh.py [--language L] [--cache FOLDER] [--files N]

For each language that has a newer wheel on PyPI: how many real files have an error, and how many of
their bytes are in one, with the pack's grammar and with that of the wheel, where it is installed.
The parsers see the files as they are, without what profiles show in their place.
"""

from __future__ import annotations

import argparse
import importlib.metadata
from dataclasses import dataclass
from pathlib import Path

import corpus
from tree_sitter import Language, Parser, Tree

from structedit.languages.grammars import grammar
from structedit.text.errors import ProfileError
from structedit.tree.parsing import faulty

WHEELS = {
    "dart": "tree_sitter_dart:language",
    "fsharp": "tree_sitter_fsharp:language",
    "groovy": "dekobon_tree_sitter_groovy:language",
    "kotlin": "tree_sitter_kotlin:language",
    "perl": "tree_sitter_perl:language",
    "scala": "tree_sitter_scala:language",
    "sql": "tree_sitter_sql:language",
    "swift": "tree_sitter_swift:language",
    "verilog": "tree_sitter_systemverilog:language",
    "zig": "tree_sitter_zig:language",
}


@dataclass(frozen=True)
class Share:
    """Files with an error, and bytes in one."""

    files: int
    bad_files: int
    size: int
    bad_bytes: int

    def __str__(self) -> str:
        files, inside = self.bad_files / self.files, self.bad_bytes / self.size
        return f"{files:.1%} | {inside:.1%}".replace("%", " %")


def measured(known: Language, files: list[Path]) -> Share:
    """Parse every file."""
    bad_files = size = bad_bytes = 0
    for path in files:
        data = path.read_bytes()
        lost = _lost(Parser(known).parse(data))
        bad_files += lost is not None
        bad_bytes += lost or 0
        size += len(data)
    return Share(len(files), bad_files, size, bad_bytes)


def _lost(tree: Tree) -> int | None:
    """Count the bytes in outermost errors; None for a tree without an error."""
    if not tree.root_node.has_error:
        return None
    spans = sorted((node.start_byte, node.end_byte) for node in faulty(tree.root_node))
    lost, until = 0, 0
    for start, end in spans:
        lost += max(0, end - max(start, until))
        until = max(until, end)
    return lost


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--language", action="append", choices=WHEELS)
    parser.add_argument("--cache", type=Path, default=corpus.CACHE)
    parser.add_argument("--files", type=int, default=300, metavar="N", help="at most so many")
    arguments = parser.parse_args()
    print("| language | files | pack: files | bytes | wheel | files | bytes |")
    print("|---|---:|---:|---:|---|---:|---:|")
    for language in arguments.language or WHEELS:
        files = list(corpus.corpus(language, arguments.cache).files)[: arguments.files]
        name = WHEELS[language].partition(":")[0].replace("_", "-")
        try:
            newer = grammar(WHEELS[language])
        except ProfileError:
            print(f"| {language} | not measured: {name} is not installed |")
            continue
        if not files:
            print(f"| {language} | not measured: no files |")
            continue
        version = importlib.metadata.version(name)
        pack, wheel = measured(grammar(language), files), measured(newer, files)
        print(f"| {language} | {len(files)} | {pack} | {name} {version} | {wheel} |", flush=True)


if __name__ == "__main__":
    main()
