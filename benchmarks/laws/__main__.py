"""Try the laws on files and print a row a language and kind, refusals by cause, and what is wrong.

    python -m benchmarks.laws PATH… [--law NAME…] [--language L…] [--most N] [--seed N]
    python -m benchmarks.laws --corpus [LANGUAGE…] [--files N]

Exit 1 if anything is wrong or crashed.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks import corpus
from benchmarks.laws.items import COLUMNS, CRASHED, REFUSED, WRONG
from benchmarks.laws.legitimate import ALARMS
from benchmarks.laws.running import BY_NAME, LAWS, Counts, Finding, Plan, counted, jobs_of


def main() -> int:
    given = _arguments()
    laws = tuple(given.law or (name for name in LAWS if name not in BY_NAME))
    plan = Plan(laws, given.most, given.each, str(given.seed), given.faulty, given.seconds)
    of_corpus = () if given.corpus is None else given.corpus or corpus.languages()
    jobs = jobs_of(
        plan, given.paths, given.every, given.language, of_corpus, given.files, given.cache
    )
    total, shown, start, told = Counts(), 0, time.monotonic(), time.monotonic()
    try:
        for number, counts in enumerate(counted(jobs, given.jobs), 1):
            total.add(counts)
            for finding in counts.findings:
                if finding.verdict.column in (WRONG, CRASHED) and shown < given.show:
                    shown += 1
                    print(finding.text, flush=True)
            if time.monotonic() - told > 60:
                told = time.monotonic()
                print(f"… {number} of {len(jobs)} jobs", flush=True)
    except KeyboardInterrupt:
        print("interrupted; so far:")
    print("\n".join(report(total, given.by)))
    seconds = time.monotonic() - start
    print(f"\n{sum(total.items.values()):,} items, {_sum(total):,} tries, {seconds:,.0f} s")
    if given.json:
        Path(given.json).write_text(json.dumps(_as_json(total), indent=1))
    return 1 if _sum(total, WRONG) + _sum(total, CRASHED) else 0


def report(counts: Counts, by: str) -> Iterator[str]:
    """The counts as Markdown tables."""
    rows: dict[tuple[str, ...], Counter[str]] = {}
    for (language, law, kind, column), count in counts.columns.items():
        key = {"kind": (language, kind), "law": (law,), "both": (language, kind, law)}[by]
        rows.setdefault(key, Counter())[column] += count
    items: Counter[str] = Counter()
    for (language, kind), count in counts.items.items():
        items[f"{language}\0{kind}"] += count
    heads = {"kind": "language | kind", "law": "law", "both": "language | kind | law"}[by]
    yield f"\n| {heads} | items | {' | '.join(COLUMNS)} |"
    yield f"|{'---|' * (heads.count('|') + 1)}{'---:|' * (1 + len(COLUMNS))}"
    for key, row in sorted(rows.items()):
        own = items["\0".join(key[:2])] if by != "law" else sum(counts.items.values())
        yield _line(" | ".join(key), own, row)
    whole: Counter[str] = Counter()
    for row in rows.values():
        whole += row
    some = len({language for language, _ in counts.items})
    name = f"**all** ({some} languages, {sum(counts.files.values())} files)"
    yield _line(name + " | " * heads.count("|"), sum(counts.items.values()), whole)
    if counts.left_out:
        yield "\nLeft out: " + ", ".join(f"{n} {c}" for n, c in sorted(counts.left_out.items()))
    refusals = Counter((f.law, cause_of(f)) for f in counts.findings if f.verdict.column == REFUSED)
    if refusals:
        yield "\nRefused:\n"
        for (law, cause), count in refusals.most_common(60):
            yield f"{count:7,}  {law}: {cause}"
    alarms = [f for f in counts.findings if f.verdict.why.startswith(ALARMS)]
    if any(law.startswith("legitimate") for _, law, _, _ in counts.columns):
        asked = sum(
            n for (_, law, _, _), n in counts.columns.items() if law.startswith("legitimate")
        )
        yield f"\nFalse alarms: {len(alarms)} of {asked:,} ({len(alarms) / max(1, asked):.3%})"
    for column in (WRONG, CRASHED):
        classes = Counter(
            (f.language, f.law, f.kind, cause_of(f))
            for f in counts.findings
            if f.verdict.column == column
        )
        if classes:
            yield f"\n{column.capitalize()}:\n"
            for (language, law, kind, cause), count in classes.most_common(100):
                yield f"{count:7,}  {language} {law} {kind}: {cause}"


def cause_of(finding: Finding) -> str:
    """The reason and the first words, without names and numbers."""
    text = re.sub(r"`[^`]*`|'[^']*'|\"[^\"]*\"", "…", finding.verdict.why)
    return re.sub(r"\d+", "N", text)[:90]


def _line(name: str, items: int, row: Counter[str]) -> str:
    numbers = [items, *(row[column] for column in COLUMNS)]
    return f"| {name} | {' | '.join(f'{number:,}' if number else '' for number in numbers)} |"


def _sum(counts: Counts, column: str | None = None) -> int:
    return sum(n for key, n in counts.columns.items() if column in (None, key[3]))


def _as_json(counts: Counts) -> dict[str, object]:
    rows = [[*key, count] for key, count in sorted(counts.columns.items())]
    return {
        "files": counts.files,
        "left_out": counts.left_out,
        "items": [[*key, count] for key, count in sorted(counts.items.items())],
        "columns": rows,
        "findings": [dataclasses.asdict(finding) for finding in counts.findings],
    }


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.laws",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--law", nargs="+", choices=LAWS, metavar="NAME", help=", ".join(LAWS))
    parser.add_argument("--language", nargs="+", default=[], help="files of these alone")
    parser.add_argument(
        "--corpus", nargs="*", metavar="LANGUAGE", help="files of these languages, or of all"
    )
    parser.add_argument("--files", type=int, default=4, help="of each language of the corpus")
    parser.add_argument("--cache", type=Path, default=corpus.CACHE)
    parser.add_argument("--every", type=int, default=1, help="take every Nth file of PATH")
    parser.add_argument("--most", type=int, default=12, help="items of a file")
    parser.add_argument("--each", type=int, default=99, help="laws of an item, by chance")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faulty", action="store_true", help="files that do not parse, too")
    parser.add_argument("--seconds", type=float, default=120, help="for a file")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", type=int, default=20, help="wrong results that are printed")
    parser.add_argument("--by", choices=("kind", "law", "both"), default="kind")
    parser.add_argument("--json", metavar="FILE", help="all counts and findings")
    given = parser.parse_args()
    if not given.paths and given.corpus is None:
        parser.error("name files, or --corpus")
    unknown = set(given.corpus or ()) - set(corpus.languages())
    if unknown:
        parser.error(f"the corpus has no {', '.join(sorted(unknown))}")
    return given


if __name__ == "__main__":
    raise SystemExit(main())
