"""What a listing and one edit cost on large real files, in parses of the same bytes.

    python -m benchmarks.large_files [--most 200] [--only LANGUAGE …] [--write]

The files are the largest of each language in the packages that `benchmarks/corpus.py` has fetched
(run that, or `./dev tour`, first), between 20 KB and 1 MB, as many of each language as it takes to
come to `--most`. Of each file is timed, in processor time, the best of three runs with nothing
remembered: tree-sitter alone; `outline`; `str_replace` of a line in the middle that stands once; and
the same edit with one bracket or quote of another place taken away. Targets: a listing 1.5 parses and
25 µs an item at the median, twice that at worst; an edit 1.6 parses at the median, 3 at worst; in the
broken copy 4 and 10.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from time import process_time

from benchmarks.corpus import CACHE, languages
from tree_sitter import Parser

import structedit as se
from structedit.languages.detection import language_of
from structedit.languages.grammars import grammar
from structedit.text import document as documents
from structedit.text.document import Document
from structedit.tree.newer_grammars import profile_in_use

RESULTS = Path(__file__).with_name("RESULTS.md")
SMALLEST, LARGEST = 20_000, 1_000_000
AN_ITEM = 25e-6
"""Seconds that a listing may take for each item, beyond 1.5 parses."""

LEFT_OUT = ("/test/", "/tests/", ".min.", "/__pycache__/")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--most", type=int, default=200)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    rows, stopped = [], 0
    for language, path in files(args.most, args.only):
        head = f"{language:12} {path.stat().st_size // 1000:5} KB"
        try:
            row = measured(language, path)
        except se.StructEditError as error:
            stopped += 1
            print(head, error, path, flush=True)
            continue
        if row is not None:
            rows.append(row)
            print(head, shown(row), path, flush=True)
    table = summary(rows, stopped)
    print(table)
    if args.write:
        text = RESULTS.read_text("utf-8")
        start, end = "<!-- large files -->", "<!-- end of large files -->"
        before, _, rest = text.partition(start)
        RESULTS.write_text(f"{before}{start}\n{table}\n{end}{rest.partition(end)[2]}", "utf-8")
    return 0


def files(most: int, only: list[str]) -> list[tuple[str, Path]]:
    """The largest files of each language in turn, up to so many."""
    known, piles = set(languages()), defaultdict(list)
    for path in CACHE.rglob("*"):
        if not path.is_file() or any(word in str(path) for word in LEFT_OUT):
            continue
        language = language_of(path.name, b"")
        if language in known and (not only or language in only):
            size = path.stat().st_size
            if SMALLEST <= size <= LARGEST and profile_in_use(language).grammar:
                piles[language].append((-size, str(path)))
    ordered = {language: iter(sorted(pile)) for language, pile in sorted(piles.items())}
    chosen: list[tuple[str, Path]] = []
    while ordered and len(chosen) < most:
        for language in list(ordered):
            found = next(ordered[language], None)
            if found is None:
                del ordered[language]
            elif len(chosen) < most:
                chosen.append((language, Path(found[1])))
    return sorted(chosen)


def measured(language: str, path: Path) -> dict[str, float] | None:
    """Milliseconds of a parse, and what the calls take of it; None without a line to edit."""
    document = Document.from_bytes(path.read_bytes(), path.name)
    profile = profile_in_use(language)
    parse = best(lambda: Parser(grammar(str(profile.grammar))).parse(document.data))
    old, new = line_to_edit(document)
    if old is None or not parse:
        return None
    items = count(se.outline(fresh(document)).items)
    broken = broken_copy(document, old)
    listing = best(lambda: se.outline(fresh(document)))
    edit = best(lambda: se.str_replace(fresh(document), old, new, dry_run=True))
    torn = best(lambda: se.str_replace(fresh(broken), old, new, dry_run=True))
    return {
        "parse": parse * 1000,
        "items": items,
        "outline": listing / parse,
        "of what it may": listing / (1.5 * parse + AN_ITEM * items),
        "edit": edit / parse,
        "broken": torn / parse,
    }


def line_to_edit(document: Document) -> tuple[str | None, str]:
    """A line near the middle that stands once, and one that differs in its last word."""
    lines = document.text.splitlines()
    seen = Counter(line.strip() for line in lines)
    near = sorted(range(len(lines)), key=lambda n: abs(n - len(lines) // 2))
    for number in near:
        line = lines[number].strip()
        if 12 < len(line) < 100 and seen[line] == 1 and document.text.count(line) == 1:
            last = line.split()[-1]
            if last.isidentifier():
                return line, line.removesuffix(last) + last + "x"
    return None, ""


def broken_copy(document: Document, old: str) -> Document:
    """The file with one bracket or quote taken away, drawn, at least two lines from the edit."""
    text, at = document.text, document.text.find(old)
    places = [n for n, letter in enumerate(text) if letter in "(){}[]\"'" and abs(n - at) > 300]
    gone = random.Random(document.version).choice(places) if places else 0
    return Document.from_text(text[:gone] + text[gone + 1 :], document.path)


def fresh(document: Document) -> Document:
    documents.forget_lines()
    return document


def best(work: Callable[[], object]) -> float:
    times = []
    for _ in range(3):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def count(items) -> int:
    return sum(1 + count(item.children) for item in items)


def shown(row: dict[str, float]) -> str:
    return " ".join(f"{name} {value:.1f}" for name, value in row.items())


def summary(rows: list[dict[str, float]], stopped: int) -> str:
    if not rows:
        return "no files: run benchmarks/corpus.py first"
    lines = ["| what | median | 9 of 10 | worst | target |", "|---|---:|---:|---:|---|"]
    targets = {
        "outline": "",
        "of what it may": "1 and 2",
        "edit": "1.6 and 3",
        "broken": "4 and 10",
    }
    words = {
        "outline": "`outline`, parses",
        "of what it may": "the same, of 1.5 parses and 25 µs an item",
        "edit": "`str_replace`, parses",
        "broken": "`str_replace` in a broken copy, parses",
    }
    for name, target in targets.items():
        values = sorted(row[name] for row in rows)
        middle, tenth = statistics.median(values), values[len(values) * 9 // 10]
        lines.append(
            f"| {words[name]} | {middle:.2f} | {tenth:.2f} | {values[-1]:.2f} | {target} |"
        )
    return f"{len(rows)} files; {stopped} others were stopped as too slow.\n\n" + "\n".join(lines)


if __name__ == "__main__":
    raise SystemExit(main())
