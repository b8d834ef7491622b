"""Real commits written in each format of edits and applied on disk, compared byte for byte.

    python -m benchmarks.formats [commit_pairs.jsonl.gz] [--forms NAME …] [--every N]

A commit is written with difflib, which structedit does not use for it. Its place is *determinable* if
the old lines of its hunks fit into the old text in order in exactly one way, or in exactly one way with
one common distance from their line numbers. Everything goes through `apply_edits` on a folder. `exact`
is the share of the determinable commits that come out byte for byte; `wrong` is any other result, of
all commits. What `git apply` accepts must come out alike here. Then five commits at a time are one
text: all of them land, or, with one hunk spoiled, no file changes. Ends with 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import difflib
import gzip
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.releases import COMMITS, data_folder, has_commits

import structedit as se
from structedit.text.errors import StructEditError

GATE = ("new_syntax_error", "lost_definition", "read_back")
"""Refusals of a result for its content, not for its place."""

TOGETHER = 5
NO_NEWLINE = "\\ No newline at end of file"
COLUMNS = (
    *("form", "commits", "determinable", "exact of them", "refused of them", "by the gate"),
    *("others landed", "wrong", "git takes", "alike here", "otherwise here"),
)

Pair = dict[str, str]
"""A commit of one file: `id`, `path`, `before`, `after`."""


# Writing


@dataclass(frozen=True)
class Hunk:
    """A hunk as signed lines with their ends; `start` counts from 0."""

    start: int
    lines: tuple[tuple[str, str], ...]

    @property
    def old(self) -> tuple[str, ...]:
        return tuple(text for sign, text in self.lines if sign != "+")

    @property
    def new(self) -> tuple[str, ...]:
        return tuple(text for sign, text in self.lines if sign != "-")


def lines_of(text: str) -> list[str]:
    """Split a text at LF alone, keeping the ends."""
    *whole, rest = text.split("\n")
    return [line + "\n" for line in whole] + ([rest] if rest else [])


def hunks_of(pair: Pair, context: int) -> list[Hunk]:
    """Return the changes of a commit with lines of context."""
    old, new = lines_of(pair["before"]), lines_of(pair["after"])
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    found = []
    for group in matcher.get_grouped_opcodes(context):
        group = [op for op in group if op[2] > op[1] or op[4] > op[3]]
        lines: list[tuple[str, str]] = []
        for tag, i1, i2, j1, j2 in group:
            lines += [(" " if tag == "equal" else "-", text) for text in old[i1:i2]]
            lines += [("+", text) for text in new[j1:j2] if tag != "equal"]
        found.append(Hunk(group[0][1], tuple(lines)))
    return found


def ways(before: str, hunks: list[Hunk]) -> int:
    """Count the ways to place all hunks in order."""
    text = lines_of(before)
    counts = {0: 1}  # the line from which on the next hunk may begin -> ways
    for hunk in hunks:
        size, following = len(hunk.old), Counter[int]()
        for at in range(len(text) - size + 1):
            if tuple(text[at : at + size]) == hunk.old:
                following[at + size] += sum(n for end, n in counts.items() if end <= at)
        counts = following
    return sum(counts.values())


def distances(before: str, hunks: list[Hunk], numbers: list[int]) -> int:
    """Count the common distances from their numbers at which all hunks fit."""
    text = lines_of(before)
    return sum(
        all(
            n + shift >= 0 and tuple(text[n + shift : n + shift + len(hunk.old)]) == hunk.old
            for n, hunk in zip(numbers, hunks, strict=True)
        )
        for shift in range(-len(text) - max(numbers), len(text))
    )


def determinable(before: str, hunks: list[Hunk], numbers: list[int] | None) -> bool:
    """Return True if the hunks and their numbers leave only one place."""
    solid = [i for i, hunk in enumerate(hunks) if hunk.old]
    right = numbers == [hunk.start for hunk in hunks]
    if not solid or (len(solid) < len(hunks) and not right):
        return False
    some = [hunks[i] for i in solid]
    if ways(before, some) == 1:
        return True
    told = numbers is not None and len(some) > 1
    return told and distances(before, some, [(numbers or [])[i] for i in solid]) == 1


def occurs_once(before: str, hunks: list[Hunk]) -> bool:
    """Return True if each old text occurs once in the result of the edits before it."""
    for hunk in hunks:
        old = "".join(hunk.old)
        if not old.strip() or before.count(old) != 1:
            return False
        before = before.replace(old, "".join(hunk.new))
    return True


def unified(pair: Pair, hunks: list[Hunk], numbers: list[int] | None) -> str:
    """Write a unified diff, without line numbers for None."""
    parts, grown = [f"--- a/{pair['path']}\n+++ b/{pair['path']}\n"], 0
    for at, hunk in enumerate(hunks):
        old, new = len(hunk.old), len(hunk.new)
        if numbers is None:
            parts.append("@@ ... @@\n")
        else:
            first, then = numbers[at] + bool(old), numbers[at] + grown + bool(new)
            parts.append(f"@@ -{first},{old} +{then},{new} @@\n")
        ends = ("" if text.endswith("\n") else f"\n{NO_NEWLINE}\n" for _, text in hunk.lines)
        parts += [sign + text + end for (sign, text), end in zip(hunk.lines, ends, strict=True)]
        grown += new - old
    return "".join(parts)


Numbers = Callable[[list[Hunk], str], list[int]]
Form = Callable[[Pair], tuple[str, bool] | None]
"""Writes a commit; returns the text and whether it is determinable, None if it cannot be written."""


def right(hunks: list[Hunk], seed: str) -> list[int]:
    return [hunk.start for hunk in hunks]


def wrong(hunks: list[Hunk], seed: str) -> list[int]:
    chance = random.Random(seed)
    return [max(0, h.start + chance.choice((-1, 1)) * chance.randint(1, 60)) for h in hunks]


def shifted(hunks: list[Hunk], seed: str) -> list[int]:
    by = random.Random(seed).randint(1, 40)
    return [hunk.start + by for hunk in hunks]


def patch(context: int, numbers: Numbers | None, ending: str = "\n") -> Form:
    def write(pair: Pair) -> tuple[str, bool] | None:
        if ending != "\n" and "\r" in pair["before"] + pair["after"]:
            return None
        hunks = hunks_of(pair, context)
        told = numbers(hunks, pair["id"]) if numbers else None
        text = unified(pair, hunks, told).replace("\n", ending)
        return text, determinable(pair["before"], hunks, told)

    return write


def envelope(pair: Pair) -> tuple[str, bool] | None:
    hunks = hunks_of(pair, 3)
    if pair["before"].endswith("\n") != pair["after"].endswith("\n"):
        return None
    rows = ("@@\n" + "".join(s + t.rstrip("\n") + "\n" for s, t in h.lines) for h in hunks)
    text = f"*** Begin Patch\n*** Update File: {pair['path']}\n{''.join(rows)}*** End Patch\n"
    return text, determinable(pair["before"], hunks, None)


def blocks(pair: Pair) -> tuple[str, bool] | None:
    def ended(lines: tuple[str, ...]) -> str:
        text = "".join(lines)
        return text if not text or text.endswith("\n") else text + "\n"

    hunks = hunks_of(pair, 3)
    if pair["before"].endswith("\n") != pair["after"].endswith("\n"):
        return None
    form = "<<<<<<<<< SEARCH\n{}=========\n{}>>>>>>>>> REPLACE\n"
    text = "\n".join(form.format(ended(hunk.old), ended(hunk.new)) for hunk in hunks)
    return f"{pair['path']}\n{text}", occurs_once(pair["before"], hunks)


def operations(pair: Pair) -> tuple[str, bool]:
    hunks = hunks_of(pair, 3)
    op = {"op": "str_replace", "path": pair["path"]}
    edits = [{**op, "old": "".join(h.old), "new": "".join(h.new)} for h in hunks]
    return json.dumps(edits, indent=1), occurs_once(pair["before"], hunks)


FORMS: dict[str, Form] = {
    "unified-3-right": patch(3, right),
    "unified-3-wrong": patch(3, wrong),
    "unified-3-shifted": patch(3, shifted),
    "unified-3-none": patch(3, None),
    "unified-3-crlf": patch(3, right, "\r\n"),
    "unified-1-right": patch(1, right),
    "unified-1-wrong": patch(1, wrong),
    "unified-0-right": patch(0, right),
    "search-replace": blocks,
    "apply-patch": envelope,
    "json": operations,
}


# Applying


def raw(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def fill(root: Path, pairs: list[Pair]) -> None:
    """Write the files as they were before the commits."""
    for pair in pairs:
        (root / pair["path"]).parent.mkdir(parents=True, exist_ok=True)
        (root / pair["path"]).write_bytes(raw(pair["before"]))


def applied(pair: Pair, text: str) -> tuple[bytes | None, str]:
    """Apply a text on disk; return the file, or None and the reason."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        fill(root, [pair])
        try:
            batch = se.apply_edits(text, root, force=True, backup=False)
        except StructEditError as error:
            return None, f"format: {error}"
        found = (root / pair["path"]).read_bytes()
        if batch.landed:
            return found, ""
        assert found == raw(pair["before"]), "refused, and written all the same"
        failed = next((edit.outcome for edit in batch.failed), batch)
        return None, f"{failed.reason}: {failed.message}"


def by_git(pair: Pair, text: str, *options: str) -> bytes | None:
    """Return the file after `git apply`; None if git refuses the patch."""
    with tempfile.TemporaryDirectory() as name:
        fill(Path(name), [pair])
        command = ["git", "apply", "--whitespace=nowarn", *options, "-"]
        found = subprocess.run(command, cwd=name, input=raw(text), capture_output=True)
        return (Path(name) / pair["path"]).read_bytes() if found.returncode == 0 else None


def run(form: str, pairs: list[Pair]) -> tuple[Counter[str], list[str], list[Pair]]:
    """Apply each commit in a form; return counts, what is not exact, and the commits that are."""
    tally: Counter[str] = Counter()
    listed, landing = [], []
    for pair in pairs:
        written = FORMS[form](pair)
        if written is None:
            continue
        text, sure = written
        result, why = applied(pair, text)
        verdict = "refused" if result is None else "exact"
        if result is not None and result != raw(pair["after"]):
            verdict = "wrong"
        tally[verdict if sure or verdict == "wrong" else f"other {verdict}"] += 1
        tally["all"] += 1
        tally["sure"] += sure
        tally["gate"] += sure and why.startswith(GATE)
        if sure and verdict == "exact":
            landing.append(pair)
        elif sure or verdict == "wrong":
            listed.append(f"{form} {pair['id']} {verdict} {why[:160]}")
        if form.startswith("unified") and shutil.which("git"):
            zero = ("--unidiff-zero",) if form.startswith("unified-0") else ()
            taken = by_git(pair, text, *zero)
            tally["git"] += taken is not None
            tally["alike"] += taken is not None and taken == result
            if taken is not None and result is not None and taken != result:
                tally["unlike"] += 1
                listed.append(f"{form} {pair['id']} git apply gives something else")
    return tally, listed, landing


def row_of(form: str, tally: Counter[str]) -> str:
    share = 100 * tally["exact"] / max(1, tally["sure"])
    cells = [
        *(form, tally["all"], tally["sure"], f"{tally['exact']} ({share:.1f} %)"),
        *(tally["refused"], tally["gate"], tally["other exact"], tally["wrong"]),
        *(tally["git"], tally["alike"], tally["unlike"]),
    ]
    return f"| {' | '.join(map(str, cells))} |"


def together(form: str, pairs: list[Pair]) -> str:
    """Apply several commits as one text, and again with a hunk of one of them spoiled."""
    groups = exact = kept = 0
    for number in range(0, len(pairs) - TOGETHER + 1, TOGETHER):
        some = enumerate(pairs[number : number + TOGETHER])
        group = [{**pair, "path": f"{at}/{pair['path']}"} for at, pair in some]
        bad = number // TOGETHER % TOGETHER
        mixed = [spoiled(pair) if at == bad else pair for at, pair in enumerate(group)]
        groups += 1
        exact += _all_are(form, group, group, "after")
        kept += _all_are(form, group, mixed, "before")
    return f"{form}: {groups} texts of {TOGETHER} commits, {exact} exact; spoiled, {kept} changed nothing"


def _all_are(form: str, group: list[Pair], written: list[Pair], wanted: str) -> bool:
    """Return True if one text of all commits leaves every file as wanted."""
    texts = [(FORMS[form](pair) or ("", False))[0] for pair in written]
    text = "\n".join(texts) if form == "search-replace" else "".join(texts)
    if form == "json":
        text = "[" + ",".join(part.strip()[1:-1] for part in texts) + "]"
    elif form == "apply-patch":
        inner = (part.split("\n", 1)[1].removesuffix("*** End Patch\n") for part in texts)
        text = "*** Begin Patch\n" + "".join(inner) + "*** End Patch\n"
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        fill(root, group)
        batch = se.apply_edits(text, root, force=True, backup=False)
        found = all((root / pair["path"]).read_bytes() == raw(pair[wanted]) for pair in group)
    return found and batch.landed == (wanted == "after")


def spoiled(pair: Pair) -> Pair:
    """Return a commit whose first hunk is of a text that is not in the file."""
    lines = lines_of(pair["before"])
    hunk = next(hunk for hunk in hunks_of(pair, 3) if hunk.old)
    for at in range(hunk.start, hunk.start + len(hunk.old)):
        lines[at] = f"line {at} of another file\n"
    return {**pair, "before": "".join(lines)}


def pairs_of(path: Path, every: int) -> Iterator[Pair]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from (json.loads(line) for number, line in enumerate(lines) if number % every == 0)


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m benchmarks.formats", description=__doc__)
    options.formatter_class = argparse.RawTextHelpFormatter
    options.add_argument("data", nargs="?", type=Path)
    options.add_argument("--forms", nargs="*", default=list(FORMS), choices=list(FORMS))
    options.add_argument("--every", type=int, default=1)
    chosen = options.parse_args()
    data = chosen.data or data_folder() / COMMITS
    if not has_commits(data.parent):
        options.error(f"no commits in {data.parent}: name a file of them")
    pairs = list(pairs_of(data, chosen.every))
    print(f"| {' | '.join(COLUMNS)} |\n|---|{'---:|' * (len(COLUMNS) - 1)}")
    listed: list[str] = []
    bad = 0
    for form in chosen.forms:
        tally, more, landing = run(form, pairs)
        listed += more
        bad += tally["wrong"] + tally["unlike"]
        print(row_of(form, tally), flush=True)
        if form in ("unified-3-right", "search-replace", "apply-patch", "json"):
            listed.append(together(form, landing))
    print("\n".join(listed))
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
