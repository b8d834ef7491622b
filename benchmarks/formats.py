"""Real commits written in each format of edits and applied on disk, compared byte for byte.

    python -m benchmarks.formats [commit_pairs.jsonl.gz] [--forms NAME …] [--every N]

A commit is written with difflib, which structedit does not use for it. Its place is *determinable* if
its line numbers are right, or if the old text of each hunk occurs once in the file. Everything goes
through `apply_edits` on a folder. `exact` is the share of the determinable commits that come out byte
for byte; `wrong` is any other result, of all commits. What `git apply` accepts must come out alike
here. Ends with 1 if anything is wrong.
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
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.releases import COMMITS, data_folder, has_commits

import structedit as se
from structedit.text.errors import StructEditError

NO_NEWLINE = "\\ No newline at end of file"
COLUMNS = ("all", "determinable", "exact", "refused", "wrong", "git takes", "otherwise than git")

Pair = dict[str, str]
"""A commit of one file: `id`, `path`, `before`, `after`."""


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


def occurs_once(before: str, hunks: list[Hunk]) -> bool:
    """Return True if each old text occurs once in the result of the edits before it."""
    for hunk in hunks:
        old = "".join(hunk.old)
        if not old.strip() or before.count(old) != 1:
            return False
        before = before.replace(old, "".join(hunk.new))
    return True


# Writing: each form returns the text and whether it is determinable, or None if it cannot be written

Form = Callable[[Pair], tuple[str, bool] | None]


def patch(context: int, numbers: str) -> Callable[[Pair], tuple[str, bool]]:
    """Write unified diffs whose line numbers are `right`, `wrong` or `none`."""

    def write(pair: Pair) -> tuple[str, bool]:
        hunks, chance, grown = hunks_of(pair, context), random.Random(pair["id"]), 0
        parts = [f"--- a/{pair['path']}\n+++ b/{pair['path']}\n"]
        for hunk in hunks:
            old, new, start = len(hunk.old), len(hunk.new), hunk.start
            if numbers == "wrong":
                start = max(0, start + chance.choice((-1, 1)) * chance.randint(1, 60))
            first, then = start + bool(old), start + grown + bool(new)
            exact = f"@@ -{first},{old} +{then},{new} @@\n"
            parts.append("@@ ... @@\n" if numbers == "none" else exact)
            for sign, text in hunk.lines:
                parts.append(sign + text + ("" if text.endswith("\n") else f"\n{NO_NEWLINE}\n"))
            grown += new - old
        return "".join(parts), numbers == "right" or occurs_once(pair["before"], hunks)

    return write


def envelope(pair: Pair) -> tuple[str, bool] | None:
    hunks = hunks_of(pair, 3)
    if pair["before"].endswith("\n") != pair["after"].endswith("\n"):
        return None
    rows = ("@@\n" + "".join(s + t.rstrip("\n") + "\n" for s, t in h.lines) for h in hunks)
    text = f"*** Begin Patch\n*** Update File: {pair['path']}\n{''.join(rows)}*** End Patch\n"
    return text, occurs_once(pair["before"], hunks)


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
    "unified-3-right": patch(3, "right"),
    "unified-3-wrong": patch(3, "wrong"),
    "unified-3-none": patch(3, "none"),
    "unified-1-right": patch(1, "right"),
    "unified-0-right": patch(0, "right"),
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


def by_git(pair: Pair, text: str, form: str) -> bytes | None:
    """Return the file after `git apply`; None if git refuses the patch or there is no git."""
    if not form.startswith("unified") or not shutil.which("git"):
        return None
    with tempfile.TemporaryDirectory() as name:
        fill(Path(name), [pair])
        zero = ["--unidiff-zero"] if form.startswith("unified-0") else []
        command = ["git", "apply", "--whitespace=nowarn", *zero, "-"]
        found = subprocess.run(command, cwd=name, input=raw(text), capture_output=True)
        return (Path(name) / pair["path"]).read_bytes() if found.returncode == 0 else None


def run(form: str, pairs: list[Pair]) -> tuple[Counter[str], list[str]]:
    """Apply each commit in a form; return counts, and what is not exact."""
    tally: Counter[str] = Counter()
    listed = []
    for pair in pairs:
        written = FORMS[form](pair)
        if written is None:
            continue
        text, sure = written
        result, why = applied(pair, text)
        verdict = "refused" if result is None else "exact"
        if result is not None and result != raw(pair["after"]):
            verdict = "wrong"
        taken = by_git(pair, text, form)
        differs = taken is not None and result is not None and taken != result
        tally["all"] += 1
        tally["determinable"] += sure
        tally[verdict] += sure or verdict == "wrong"
        tally["git takes"] += taken is not None
        tally["otherwise than git"] += differs
        if (sure and verdict != "exact") or verdict == "wrong" or differs:
            listed.append(f"{form} {pair['id']} {verdict} {why[:160]}{' unlike git' * differs}")
    return tally, listed


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
    with gzip.open(data, "rt", encoding="utf-8") as rows:
        pairs = [json.loads(row) for row in list(rows)[:: chosen.every]]
    print(f"| form | {' | '.join(COLUMNS)} |\n|---|{'---:|' * len(COLUMNS)}")
    said, bad = [], 0
    for form in chosen.forms:
        tally, listed = run(form, pairs)
        print(f"| {form} | {' | '.join(str(tally[column]) for column in COLUMNS)} |", flush=True)
        said += listed
        bad += tally["wrong"] + tally["otherwise than git"]
    print("", *said, sep="\n")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
