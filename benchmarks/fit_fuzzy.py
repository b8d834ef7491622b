"""Fit the constants of the tier `fuzzy` on distorted commits and on traps.

    python -m benchmarks.fit_fuzzy [--data DIR] [--each N] [--only CONSTANT] [--edits]

Commits are distorted as callers misremember them (`benchmarks.landing`), one constant at a time is
moved away from its chosen value, and what lands and what lands wrongly is counted. A value at
which anything lands wrongly is out, however much it lands. One trap is made here, the hardest: a
word of the context is a real one of other files, one slip away from the file's.

`--edits` replays real edits of language models instead: those that landed where they were made must
land as plain replacement does, of the others none may change a line that neither text mentions. They
come with `--data` alone; commits are fetched where there is none (`benchmarks.releases`).
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks.confusable import others, slips
from benchmarks.releases import COMMITS, data_folder, has_commits

import structedit as se
from structedit.search.alignment import misspelt_text

EDITS = "llm_edits.jsonl.gz"
TRIED = {
    "lines": (3, 4, 5),
    "share": (5, 10, 20),
    "gap_lines": (2, 3, 4, 6),
    "words": (1, 2, 4, 8, 16),
    "remarks": (2, 4, 8),
    "letters": (3, 4, 5, 6),
}
DISTORTED = ("misspelt identifier", "paraphrased comment", "omitted line", "added line")
PER_COMMIT = 3
_NAME = re.compile(r"[A-Za-z_]\w{3,}")


def main() -> int:
    arguments = _parser().parse_args()
    if arguments.edits:
        if not (arguments.data / EDITS).exists():
            print(f"no edits of models in {arguments.data}: pass --data", file=sys.stderr)
            return 2
        return real_edits(arguments.data)
    if not has_commits(arguments.data):
        print(f"no commits in {arguments.data}: pass --data", file=sys.stderr)
        return 2
    tasks = dict(_tasks(arguments.data, arguments.each))
    for name, values in TRIED.items():
        if arguments.only in ("", name):
            for value in values:
                _show(name, value, tasks)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fit_fuzzy")
    parser.add_argument("--data", type=Path, default=data_folder())
    parser.add_argument("--each", type=int, default=40, help="tasks of each distortion and trap")
    parser.add_argument("--only", default="", choices=("", *TRIED))
    parser.add_argument("--edits", action="store_true")
    return parser


def _tasks(data: Path, each: int) -> Iterator[tuple[str, list]]:
    from benchmarks.landing import distort, drifted, material

    groups = drifted.all_edits(material.from_data(data))
    wanted = [item for item in distort.SINGLE if item.name in DISTORTED]
    known = distort.Trap("known word", _known_word(_vocabulary(data)))
    for item in (*wanted, *distort.TRAPS, known):
        yield item.name, list(drifted.tasks_of(groups, item, each))


def _vocabulary(data: Path) -> dict[str, frozenset[str]]:
    """Give, for each word, the words of other files that one slip makes of it.

    A word of one file alone may be a misspelling itself.
    """
    words: Counter[str] = Counter()
    with gzip.open(data / COMMITS, "rt") as lines:
        for line in lines:
            words.update(set(_NAME.findall(json.loads(line)["before"])))
    found: defaultdict[str, set[str]] = defaultdict(set)
    for word in words:
        for other in {*slips(word), *others(word)}:
            if words[other] > 1 < words[word]:
                found[word].add(other)
                found[other].add(word)
    return {word: frozenset(others) for word, others in found.items()}


def _known_word(beside: dict[str, frozenset[str]]):
    """Make the trap: the caller has a word that is real elsewhere, and that the file lacks."""
    from benchmarks.landing.memory import is_header
    from benchmarks.landing.tasks import Draft, inner, misremembered
    from benchmarks.landing.traps import _refused

    def known_word(draft: Draft, name: str):
        text = "\n".join(draft.edit.file)
        found = [
            (at, match, other)
            for at in inner(draft.script)
            if not is_header(draft.script[at].theirs[0])
            for match in _NAME.finditer(draft.script[at].theirs[0])
            for other in sorted(beside.get(match[0], ()))
            if other not in text
        ]
        if not found:
            return None
        at, match, other = draft.random.choice(found)
        line = draft.script[at].theirs[0]
        wrong = misremembered(draft, at, line[: match.start()] + other + line[match.end() :])
        return _refused(wrong, name, draft.edit.file)

    return known_word


def _show(name: str, value: float, tasks: dict[str, list]) -> None:
    from benchmarks.landing.judge import verdict_of

    chosen = misspelt_text.NEARNESS
    misspelt_text.NEARNESS = replace(chosen, **{name: value})
    try:
        words = {
            kind: Counter(verdict_of(task).word for task in made) for kind, made in tasks.items()
        }
    finally:
        misspelt_text.NEARNESS = chosen
    mark = "  <- chosen" if value == getattr(chosen, name) else ""
    landed = ", ".join(
        f"{kind} {100 * words[kind]['landed'] / max(1, len(tasks[kind])):.0f} %"
        for kind in DISTORTED
    )
    wrong = {kind: found["wrong"] for kind, found in words.items() if found["wrong"]}
    print(f"{name}={value}: {landed}; wrong {wrong or 0}{mark}", flush=True)


# Real edits


def real_edits(data: Path) -> int:
    """Replay real edits; 1 where one lands wrongly."""
    counts: Counter[str] = Counter()
    wrong = 0
    with gzip.open(data / EDITS, "rt") as lines:
        for number, row in enumerate(map(json.loads, lines)):
            document = se.Document.from_text(row["before"], path=row["path"])
            out = se.str_replace(document, row["search"], row["replace"])
            failed = row["outcome"] == "failed"
            counts[f"{row['outcome']}: {out.status} {out.tier or out.reason or ''}"] += 1
            if out.text is None or out.text == row["before"]:
                continue
            if failed:
                bad = _strange(row, out.text)
            else:
                plain = row["before"].replace(row["search"], row["replace"])
                unique = row["before"].count(row["search"]) == 1
                bad = (
                    ["not as plain replacement"]
                    if unique and out.text.rstrip() != plain.rstrip()
                    else []
                )
            if bad:
                wrong += 1
                print(f"WRONG {number} {row['path']}: {bad[:3]}")
            elif failed:
                print(f"landed {number} {row['path']} at {out.tier}: {'; '.join(out.warnings)}")
    for kind, count in sorted(counts.items()):
        print(f"{count:4} {kind}")
    print(f"wrong: {wrong}")
    return 1 if wrong else 0


def _strange(row: dict[str, str], after: str) -> list[str]:
    """Give lines that were removed and neither text mentions, or added and not in `replace`."""
    before, result = (Counter(map(str.strip, text.split("\n"))) for text in (row["before"], after))
    said = "".join((row["search"] + row["replace"]).split())
    return [
        line for line in (before - result) + (result - before) if "".join(line.split()) not in said
    ]


if __name__ == "__main__":
    sys.exit(main())
