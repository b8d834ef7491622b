"""Code patterns beside ast-grep: the same hits, and the same bytes after a rewrite.

    python -m benchmarks.patterns [--language L…] [--rewrites] [--differences FILE]
    python -m benchmarks.patterns --rules           # how much each rule file finds, theirs

A row a language: patterns, those with the same hits in both, hits that are equal, `ours` and `theirs`
alone, and then those that differ for a cause that `differences.toml` declares, by cause. For rewrites:
pairs, those with the same bytes in all files, files that are equal, `other` ones, and then those that differ by
cause. `--differences` keeps each difference as JSON.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from benchmarks.patterns import ours, theirs
from benchmarks.patterns.causes import Readings, causes, ends, read_cause
from benchmarks.patterns.lists import Wanted, rules, wanted
from benchmarks.patterns.theirs import Hit
from benchmarks.patterns.trees import ENDINGS, tree

from structedit.text.document import Span
from structedit.tree.source import Source


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


@dataclass(frozen=True)
class _Language:
    """The files of a language and what is known of them: ours parsed, those that do not parse for either."""

    name: str
    trees: dict[str, Source]
    broken: set[str]

    @staticmethod
    def of(asked: Wanted, folder: Path) -> _Language:
        trees = ours.parsed(folder, asked.language)
        broken = ours.broken(trees, set(trees)) | theirs.broken(asked.language, folder)
        return _Language(asked.language, trees, broken)

    def differences(
        self, pattern: str, read: str, mine: dict[Hit, tuple[Span, ...]], answer: set[Hit]
    ) -> dict[Hit, str]:
        """The hits that one program alone has, each with its cause: `ours` or `theirs` where there is none."""
        texts = {name: source.data for name, source in self.trees.items()}
        readings = Readings(ours.reading(pattern, self.name), read)
        why = readings.cause or read_cause(self.name, pattern)
        differ = mine.keys() ^ answer
        both = ends(mine, texts) & ends(answer, texts) if differ else set()
        found: dict[Hit, str] = {}
        for hit in sorted(differ):
            cause = why or ("broken_file" if hit[0] in self.broken else "")
            if not cause and ends([hit], texts) <= both:
                cause = "line_end"
            if not cause and hit in mine and ours.has_comment(self.trees[hit[0]], mine[hit]):
                cause = "comments"
            found[hit] = cause or ("ours" if hit in mine else "theirs")
        return found


def _compare_hits(asked: Wanted, folder: Path) -> list[dict[str, object]]:
    """Print the row of a language; return the patterns whose hits differ."""
    answers, readings = theirs.hits(asked, folder), theirs.readings(asked.language, asked.patterns)
    language = _Language.of(asked, folder)
    count: Counter[str] = Counter(patterns=len(answers))
    rows: list[dict[str, object]] = []
    for pattern, answer in answers.items():
        mine = ours.hits(language.trees, pattern)
        own = {} if isinstance(mine, str) else mine
        there = {hit for hit in answer if hit[0] in language.trees}
        by_cause: dict[str, list[Hit]] = {}
        for hit, cause in language.differences(pattern, readings[pattern], own, there).items():
            count[cause] += 1
            by_cause.setdefault(cause, []).append(hit)
        count["same"] += not by_cause
        count["equal"] += len(own.keys() & there)
        if by_cause:
            row: dict[str, object] = {"language": asked.language, "pattern": pattern}
            rows.append({**row, "error": mine if isinstance(mine, str) else "", **by_cause})
    _print(asked.language, ("patterns", "same", "equal", "ours", "theirs"), count)
    return rows


def _compare_rewrites(asked: Wanted, folder: Path) -> list[dict[str, object]]:
    """Print the row of a language; return the files that differ, with their cause."""
    count: Counter[str] = Counter(pairs=len(asked.rewrites))
    patterns = tuple(dict.fromkeys(pattern for pattern, _ in asked.rewrites))
    found = theirs.hits(Wanted(asked.language, patterns, ()), folder)
    readings, language = theirs.readings(asked.language, patterns), _Language.of(asked, folder)
    rows: list[dict[str, object]] = []
    for pair, answer in theirs.rewritten(asked, folder).items():
        mine, own = (
            ours.rewritten(*pair, asked.language, folder),
            ours.hits(language.trees, pair[0]),
        )
        there = {hit for hit in found[pair[0]] if hit[0] in language.trees}
        own = {} if isinstance(own, str) else own
        differ = language.differences(pair[0], readings[pair[0]], own, there)
        why_hits = {hit[0]: cause for hit, cause in differ.items()}
        before = len(rows)
        for name in sorted((answer.keys() | mine.files.keys()) & language.trees.keys()):
            old = (folder / name).read_bytes().decode("latin-1")
            here, other = mine.files.get(name, old), answer.get(name, old)
            if here == other:
                count["equal"] += 1
                continue
            spans = [(start, end) for file, start, end in there if file == name]
            refused = "does_not_parse" if mine.error else mine.refused.get(name, "")
            why = refused or why_hits.get(name) or _class(here, other, spans)
            count[why] += 1
            rows.append({"language": asked.language, "pair": pair, "file": name, "why": why})
        count["same"] += len(rows) == before
    _print(asked.language, ("pairs", "same", "equal", "other"), count)
    return rows


def _class(here: str, there: str, spans: list[tuple[int, int]]) -> str:
    """In which way the texts of a file differ."""
    if any(a[1] > b[0] for a, b in pairwise(sorted(spans))):
        return "hits_inside_hits"
    if [line.rstrip() for line in here.split("\n")] == [
        line.rstrip() for line in there.split("\n")
    ]:
        return "blank_lines"
    if _bare(here) == _bare(there):
        return "layout"
    return "empty_run" if _bare(here).replace(",", "") == _bare(there).replace(",", "") else "other"


def _bare(text: str) -> str:
    return "".join(text.split())


def _print(language: str, first: tuple[str, ...], count: Counter[str]) -> None:
    """A row: first what is always counted, then the causes, which must be declared."""
    named = sorted(count.keys() - set(first))
    assert causes().keys() >= set(named), f"{named} are not all in differences.toml"
    row = (f"{name} {count[name]:,}" for name in (*first, *named))
    print(f"{language:12}", *row, sep="  ", flush=True)


def _rules(languages: list[str]) -> None:
    for rule in rules():
        if (language := rule.stem.partition("-")[0]) in languages:
            print(f"{rule.stem:36} {len(theirs.findings(rule, tree(language))):6,} findings")


if __name__ == "__main__":
    main()
