"""Code patterns beside ast-grep: the same hits, and the same bytes after a rewrite.

    python -m benchmarks.patterns [--language L…] [--rewrites] [--differences FILE]
    python -m benchmarks.patterns --rules           # the findings of rule files

A row a language: patterns, those with the same hits in both, hits that are equal, ours alone,
theirs alone. Hits are counted apart in files that do not parse, where each grammar's version goes
on in its own way, and for patterns that `differences.toml` explains. For rewrites: pairs, files
that are equal, and those that differ by class. For rules a row a file, of findings. `--differences`
keeps each difference as JSON.
"""

from __future__ import annotations

import argparse
import json
import tomllib
from collections import Counter
from itertools import pairwise
from pathlib import Path

from benchmarks.patterns import ours, theirs
from benchmarks.patterns.lists import Wanted, rules, wanted
from benchmarks.patterns.trees import ENDINGS, tree

_KNOWN = Path(__file__).with_name("differences.toml")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--language", nargs="+", choices=ENDINGS, default=[*ENDINGS])
    parser.add_argument("--rewrites", action="store_true", help="rewrites instead of hits")
    parser.add_argument(
        "--rules", action="store_true", help="findings of rule files instead of hits"
    )
    parser.add_argument("--record", action="store_true", help="only ask ast-grep, and keep it")
    parser.add_argument("--differences", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    rows: list[dict[str, object]] = []
    for language in arguments.language:
        if arguments.rules:
            rows += _compare_rules(language)
            continue
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
    known = tomllib.loads(_KNOWN.read_text()).get(asked.language, {})
    answers, trees = theirs.hits(asked, folder), ours.parsed(folder, asked.language)
    count: Counter[str] = Counter(patterns=len(answers))
    rows: list[dict[str, object]] = []
    for pattern, answer in answers.items():
        mine = ours.hits(trees, pattern)
        error = mine if isinstance(mine, str) else ""
        here, there = set() if isinstance(mine, str) else set(mine), set(answer)
        there = {hit for hit in there if hit[0] in trees}
        odd = ours.broken(trees, {hit[0] for hit in here ^ there})
        more, less = sorted(here - there), sorted(there - here)
        count["same"] += here == there
        count["equal"] += len(here & there)
        count["errors"] += bool(error)
        for name, hits in (("ours", more), ("theirs", less)):
            for hit in hits:
                apart = "named" if pattern in known else "broken" if hit[0] in odd else name
                count[apart] += 1
        if more or less:
            rows.append(
                {
                    "language": asked.language,
                    "pattern": pattern,
                    "error": error,
                    "ours": more,
                    "theirs": less,
                    "broken": sorted(odd),
                    "known": known.get(pattern, ""),
                }
            )
    columns = ("patterns", "same", "equal", "ours", "theirs", "broken", "named", "errors")
    _print(asked.language, columns, count)
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
        odd = {hit[0] for hit in set(found[pair[0]]) ^ set(own if isinstance(own, list) else ())}
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


def _compare_rules(language: str) -> list[dict[str, object]]:
    """Print a row for each rule file of a language; return those whose findings differ."""
    known = tomllib.loads(_KNOWN.read_text()).get("rules", {})
    asked = [rule for rule in rules() if rule.stem.partition("-")[0] == language]
    rows: list[dict[str, object]] = []
    trees = ours.parsed(tree(language), language) if asked else {}
    for rule in asked:
        mine = ours.findings(rule, trees)
        here = set() if isinstance(mine, str) else set(mine)
        there = {one for one in theirs.findings(rule, tree(language)) if one[1] in trees}
        odd = ours.broken(trees, {one[1] for one in here ^ there})
        count: Counter[str] = Counter(equal=len(here & there), errors=isinstance(mine, str))
        for name, more in (("ours", here - there), ("theirs", there - here)):
            for one in more:
                count["named" if rule.stem in known else "broken" if one[1] in odd else name] += 1
        _print(rule.stem, ("equal", "ours", "theirs", "broken", "named", "errors"), count)
        if here != there:
            rows.append(
                {
                    "rule": rule.stem,
                    "error": mine if isinstance(mine, str) else "",
                    "ours": sorted(here - there),
                    "theirs": sorted(there - here),
                    "broken": sorted(odd),
                    "known": known.get(rule.stem, ""),
                }
            )
    return rows


if __name__ == "__main__":
    main()
