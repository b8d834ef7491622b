"""Code patterns beside ast-grep: the same hits, and the same bytes after a rewrite.

    python -m benchmarks.patterns [--language L…] [--rewrites] [--differences FILE]
    python -m benchmarks.patterns --rules           # how much each rule file finds, theirs

A row a language: patterns, those with the same hits in both, hits that are equal, `ours` and `theirs`
alone, and then those that differ for a cause that `differences.toml` declares, by cause. For rewrites:
pairs, files that are equal, and those that differ by class. `--differences` keeps each difference as JSON.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

from benchmarks.patterns import ours, theirs
from benchmarks.patterns.causes import Readings, ends, read_cause
from benchmarks.patterns.lists import Wanted, rules, wanted
from benchmarks.patterns.theirs import Hit
from benchmarks.patterns.trees import ENDINGS, tree


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--language", nargs="+", choices=ENDINGS, default=[*ENDINGS])
    parser.add_argument("--rewrites", action="store_true", help="rewrites instead of hits")
    parser.add_argument("--rules", action="store_true", help="findings of the rule files")
    parser.add_argument("--record", action="store_true", help="only ask ast-grep, and keep it")
    parser.add_argument("--differences", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    rows: list[dict[str, object]] = []
    if arguments.rules:
        _rules(arguments.language)
    for language in [] if arguments.rules else arguments.language:
        asked, folder = wanted(language), tree(language)
        if arguments.record:
            found = theirs.hits(asked, folder)
            files = theirs.rewritten(asked, folder)
            some, texts = sum(map(bool, found.values())), sum(map(bool, files.values()))
            print(f"{language:12} {some} of {len(found)} patterns have hits", end="")
            print(f", {texts} of {len(files)} rewrites change files", flush=True)
        elif arguments.rewrites:
            rows += _compare_rewrites(asked, folder)
        else:
            rows += _compare_hits(asked, folder)
    if arguments.differences:
        arguments.differences.write_text("".join(json.dumps(row) + "\n" for row in rows))


def _compare_hits(asked: Wanted, folder: Path) -> list[dict[str, object]]:
    """Print the row of a language; return the patterns whose hits differ."""
    answers, trees = theirs.hits(asked, folder), ours.parsed(folder, asked.language)
    readings, cannot = theirs.readings(asked), theirs.broken(asked.language, folder)
    texts = {name: source.data for name, source in trees.items()}
    count: Counter[str] = Counter(patterns=len(answers))
    rows: list[dict[str, object]] = []
    for pattern, answer in answers.items():
        found = ours.hits(trees, pattern)
        rests = {} if isinstance(found, str) else found
        here, there = set(rests), {hit for hit in answer if hit[0] in trees}
        read = Readings(ours.reading(pattern, asked.language), readings[pattern])
        why = read.cause or read_cause(asked.language, pattern)
        differ = here ^ there
        odd = ours.broken(trees, {hit[0] for hit in differ}) | cannot
        both = ends(here, texts) & ends(there, texts) if differ else set()
        found_by_cause: dict[str, list[Hit]] = {}
        for hit in sorted(differ):
            cause = why or ("broken_file" if hit[0] in odd else "")
            if not cause and ends([hit], texts) <= both:
                cause = "line_end"
            if not cause and hit in rests and ours.has_comment(trees[hit[0]], rests[hit]):
                cause = "comments"
            cause = cause or ("ours" if hit in here else "theirs")
            count[cause] += 1
            found_by_cause.setdefault(cause, []).append(hit)
        count["same"] += not differ
        count["equal"] += len(here & there)
        if differ:
            row: dict[str, object] = {"language": asked.language, "pattern": pattern}
            rows.append({**row, "error": found if isinstance(found, str) else "", **found_by_cause})
    first = ("patterns", "same", "equal", "ours", "theirs")
    _print(asked.language, (*first, *sorted(count.keys() - set(first))), count)
    return rows


def _compare_rewrites(asked: Wanted, folder: Path) -> list[dict[str, object]]:
    """Print the row of a language; return the files that differ, with their class."""
    count: Counter[str] = Counter(pairs=len(asked.rewrites))
    found = theirs.hits(Wanted(asked.language, tuple(p for p, _ in asked.rewrites), ()), folder)
    sources = ours.parsed(folder, asked.language)
    rows: list[dict[str, object]] = []
    for pair, answer in theirs.rewritten(asked, folder).items():
        mine = ours.rewritten(*pair, asked.language, folder)
        own = ours.hits(sources, pair[0])
        odd = {hit[0] for hit in set(found[pair[0]]) ^ set(own if isinstance(own, dict) else ())}
        before = len(rows)
        for name in sorted(answer.keys() | mine.files.keys()):
            if not ours.is_plain(folder / name):
                continue
            old = (folder / name).read_bytes().decode("latin-1")
            here, there = mine.files.get(name, old), answer.get(name, old)
            if here == there:
                count["equal"] += 1
                continue
            spans = [(start, end) for file, start, end in found[pair[0]] if file == name]
            why = mine.error or mine.refused.get(name) or ("other hits" if name in odd else "")
            why = why or _class(old, here, there, spans)
            count[why if not mine.error else "error"] += 1
            rows.append({"language": asked.language, "pair": pair, "file": name, "why": why})
        count["same"] += len(rows) == before
    first = ("pairs", "same", "equal")
    _print(asked.language, (*first, *sorted(count.keys() - set(first))), count)
    return rows


def _class(old: str, here: str, there: str, spans: list[tuple[int, int]]) -> str:
    """In which way the texts of a file differ."""
    if any(a[1] > b[0] for a, b in pairwise(sorted(spans))):
        return "hits inside hits"
    if _bare(here) == _bare(there):
        return "crlf" if "\r\n" in old else "tabs" if "\t" in old else "layout"
    if _bare(here).replace(",", "") == _bare(there).replace(",", ""):
        return "empty $$$"
    return "other"


def _bare(text: str) -> str:
    return "".join(text.split())


def _print(language: str, columns: tuple[str, ...], count: Counter[str]) -> None:
    print(f"{language:12}", *(f"{name} {count[name]:,}" for name in columns), sep="  ", flush=True)


def _rules(languages: list[str]) -> None:
    for rule in rules():
        if (language := rule.stem.partition("-")[0]) in languages:
            print(f"{rule.stem:36} {len(theirs.findings(rule, tree(language))):6,} findings")


if __name__ == "__main__":
    main()
