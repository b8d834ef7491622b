"""What a failing `str_replace` costs beyond one parse, and whether it points at the right place.

    python -m benchmarks.hints [--lines 5000 20000] [--only LANGUAGE …] [--no-aider]

Real files of a language, joined up to so many lines, and texts of 3, 10 and 40 lines that are not in
them: *misremembered*, where a word of every third line is another one; *drifted*, where lines are
missing, new, changed and indented otherwise; *absent*, of files that were not joined. Timed, in processor time
and nothing remembered, are tree-sitter alone, the call with its whole report, the closest region alone, and
beside it the hint of aider, after its published description: the window of as many lines with the highest
`difflib` ratio of lines, where it is 0.6 or more. The best of three runs each, of aider's one.

A hint is right where it covers at least half of the lines that the text was made from; for an absent
text where it points nowhere, or says that nothing there is much like it. Targets: at 5,000 lines
the call takes up to two parses beyond the first; at 20,000 lines the region is found six times as fast as aider's.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from time import process_time

from benchmarks.corpus import CACHE, is_wanted
from tree_sitter import Parser

import structedit as se
from structedit.languages.detection import language_of
from structedit.languages.grammars import grammar
from structedit.search.alignment import closest_region
from structedit.text import document as documents
from structedit.tree.newer_grammars import profile_in_use

LANGUAGES = "python javascript typescript tsx java kotlin c cpp csharp go rust ruby php lua bash css".split()
SIZES = (3, 10, 40)
ENOUGH = 0.6
"""The ratio from which on aider shows a window."""

_OTHERS = 200
"""Lines of other files, at least, that absent texts are taken from."""

_WORD = re.compile(r"[A-Za-z_]\w{3,}")


@dataclass(frozen=True)
class Text:
    """A text that is not in the file, and the lines that it was made from, counted from 0."""

    kind: str
    lines: tuple[str, ...]
    made_from: range | None


@dataclass(frozen=True)
class Row:
    """One text: seconds of a parse, our call, the closest region alone and aider's; `right` is of us and of aider."""

    language: str
    length: int
    text: Text
    parse: float
    ours: float
    region: float
    aider: float | None
    right: tuple[bool, bool]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lines", type=int, nargs="*", default=[5_000, 20_000])
    parser.add_argument("--only", nargs="*", default=LANGUAGES)
    parser.add_argument("--no-aider", action="store_true")
    args = parser.parse_args()
    rows: list[Row] = []
    files = found_files(set(args.only))
    for length in args.lines:
        for language in args.only:
            for row in measured(language, files[language], length, aider=not args.no_aider):
                rows.append(row)
                print(shown(row), flush=True)
    print(table(rows))


def shown(row: Row) -> str:
    theirs = "" if row.aider is None else f" aider {row.aider * 1000:8.0f} ms"
    return (
        f"{row.language:11}{row.length:6} {row.text.kind:13} {len(row.text.lines):3}"
        f" parse {row.parse * 1000:6.1f} ms, call {row.ours / row.parse:5.2f} parses,"
        f" region {row.region * 1000:6.1f} ms,{theirs}"
        f" right {row.right[0]:d} {row.right[1]:d}"
    )


def table(rows: list[Row]) -> str:
    """For each language and length: parses beyond the first, median and most; how much faster; how many right."""
    lines = [
        "| language | lines | parses beyond one, median | at most | the region: faster than aider's, median"
        " | at least | the whole call, median | right: ours | aider |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    groups: defaultdict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in rows:
        groups[row.language, row.length].append(row)
        groups["all", row.length].append(row)
    for (language, length), group in sorted(groups.items(), key=lambda g: (g[0][1], g[0][0])):
        beyond = [row.ours / row.parse - 1 for row in group]
        faster = [row.aider / row.region for row in group if row.aider is not None]
        whole = [row.aider / row.ours for row in group if row.aider is not None]
        times = "- | - | -"
        if faster:
            median = statistics.median
            times = f"{median(faster):.1f} | {min(faster):.1f} | {median(whole):.1f}"
        right = [f"{sum(row.right[who] for row in group)} of {len(group)}" for who in (0, 1)]
        lines.append(
            f"| {language} | {length} | {statistics.median(beyond):.2f} | {max(beyond):.2f} | {times}"
            f" | {right[0]} | {right[1] if faster else '-'} |"
        )
    return "\n".join(lines)


# Files and texts


def found_files(languages: set[str]) -> dict[str, list[Path]]:
    """The files of each language that `benchmarks/corpus.py` has fetched, in a fixed order."""
    found: dict[str, list[Path]] = {language: [] for language in languages}
    for path in sorted(CACHE.rglob("*")):
        language = language_of(path.name, b"") if path.is_file() else None
        if language in found and is_wanted(path, 2_000) and path.stat().st_size < 200_000:
            found[language].append(path)
    for language, paths in found.items():
        random.Random(language).shuffle(paths)
    return found


def joined(paths: list[Path], length: int, parser: Parser) -> tuple[list[str], list[str]]:
    """At least so many lines of files one after another that parse together, and some lines of others."""
    lines: list[str] = []
    others: list[str] = []
    for path in paths:
        try:
            added = path.read_text("utf-8").split("\n")
        except UnicodeDecodeError:
            continue
        if len(lines) >= length:
            others += added
        elif not parser.parse("\n".join([*lines, *added]).encode()).root_node.has_error:
            lines += added
        if len(others) >= _OTHERS:
            break
    return lines, others


def texts(lines: list[str], others: list[str], seed: str) -> Iterator[Text]:
    """Texts of each size that are not in the lines."""
    draw = random.Random(seed)
    words = sorted({word for line in lines for word in _WORD.findall(line)})
    for size in SIZES:
        for kind in (misremembered, drifted):
            at = draw.randrange(len(lines) // 4, len(lines) - 2 * size)
            while sum(bool(_WORD.search(line)) for line in lines[at : at + size]) < size * 0.7:
                at = draw.randrange(len(lines) // 4, len(lines) - 2 * size)
            made = kind(lines[at : at + size], words, draw)
            yield Text(kind.__name__, tuple(made), range(at, at + size))
        at = draw.randrange(max(1, len(others) - size))
        yield Text("absent", tuple(others[at : at + size]), None)


def misremembered(lines: list[str], words: list[str], draw: random.Random) -> list[str]:
    """The lines with another word in every third one."""
    made = list(lines)
    for n in range(len(made) // 2 % 3, len(made), 3):
        found = _WORD.findall(made[n])
        if found:
            made[n] = made[n].replace(draw.choice(found), draw.choice(words))
        else:
            made[n] += " " + draw.choice(words)
    return made


def drifted(lines: list[str], words: list[str], draw: random.Random) -> list[str]:
    """The lines as an earlier version may have had them."""
    made: list[str] = []
    for n, line in enumerate(lines):
        what = draw.random()
        if what < 0.1 and 0 < n < len(lines) - 1:
            continue
        if what < 0.2:
            made.append(line[: len(line) - len(line.lstrip())] + " ".join(draw.sample(words, 3)))
        made.append(line.replace("(", f"({draw.choice(words)}, ") if what > 0.75 else "  " + line)
    if len(made) > 1:
        made[len(made) // 2] += " " + draw.choice(words)
    return made


# Measuring


def measured(language: str, paths: list[Path], length: int, *, aider: bool) -> Iterator[Row]:
    own = Parser(grammar(str(profile_in_use(language).grammar)))
    lines, others = joined(paths, length, own)
    if len(lines) < length or not others:
        print(f"{language}: {len(lines)} lines are at hand; skipped")
        return
    content = "\n".join(lines) + "\n"
    data, path = content.encode(), f"sample{paths[0].suffix}"
    parse = least(lambda: own.parse(data), 3)[0]
    for text in texts(lines, others, f"{language} {length}"):
        old = "\n".join(text.lines)
        if old in content:
            continue
        ours, lands = least(lambda old=old: failed(content, path, old), 3)  # type: ignore[misc]
        if lands is None:
            continue
        region = least(lambda old=old: closest(data, old.encode()), 3)[0]  # type: ignore[misc]
        theirs, window = None, None
        if aider:
            theirs, window = least(lambda text=text: similar(text.lines, lines), 1)  # type: ignore[misc]
        rights = right(lands, text), right(window, text)
        yield Row(language, length, text, parse, ours, region, theirs, rights)


def least(work: Callable[[], object], runs: int) -> tuple[float, object]:
    """The least processor time of some runs, and what the last returned."""
    times, value = [], None
    for _ in range(runs):
        start = process_time()
        value = work()
        times.append(process_time() - start)
    return min(times), value


def failed(content: str, path: str, old: str) -> range | None:
    """The lines that a failing call points at, none where it says that they are unlike; None if it lands."""
    documents.forget_lines()
    outcome = se.str_replace(se.Document.from_text(content, path=path), old, "replaced by this\n")
    outcome.report()
    if outcome.landed or outcome.diagnosis is None:
        return None
    closest = outcome.diagnosis.closest
    if closest is None or "is much like" in outcome.diagnosis.fix:
        return range(0)
    return range(closest.lines.first - 1, closest.lines.last)


def closest(data: bytes, old: bytes) -> object:
    """The closest region of a text, with nothing remembered of the file."""
    documents.forget_lines()
    closest_region._text.cache_clear()
    return closest_region.closest(data, old)


def similar(wanted: tuple[str, ...], lines: list[str]) -> range:
    """The window of as many lines that is most like the text, as aider's hint looks for it."""
    best, at, size = 0.0, 0, len(wanted)
    for start in range(len(lines) - size + 1):
        ratio = SequenceMatcher(None, wanted, lines[start : start + size]).ratio()
        if ratio > best:
            best, at = ratio, start
    return range(at, at + size) if best >= ENOUGH else range(0)


def right(found: object, text: Text) -> bool:
    assert found is None or isinstance(found, range)
    if found is None:
        return False
    if text.made_from is None:
        return not found
    return 2 * len(set(found) & set(text.made_from)) >= len(text.made_from)


if __name__ == "__main__":
    main()
