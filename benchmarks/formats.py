"""Round trip: real commits written in each form and applied on disk; byte for byte.

    python -m benchmarks.formats [commit_pairs.jsonl.gz] [--forms NAME …] [--every N]

Everything goes through `apply_edits` on a folder, as a caller has it. Of the commits whose place is
determinable (see `commits`), the share that comes out byte for byte; wrong is any other result, of
all. Then five commits at a time as one text: all of them land, or, with one hunk spoiled, no file
changes. The judges of patches are `git apply` and GNU `patch`: what git takes has to come out alike
here, and the diff that is printed has to give the same bytes with both.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from collections import Counter
from pathlib import Path

from benchmarks.commits import FORMS, pairs_of, spoiled
from benchmarks.releases import COMMITS, data_folder, has_commits

import structedit as se
from structedit.faces.command.batch_commands import raw_diff
from structedit.text.errors import StructEditError

GATE = ("new_syntax_error", "lost_definition", "read_back")
"""Refusals of a result for what it is, not for where it would go."""

TOGETHER = 5
"""Commits in a text of several."""

COLUMNS = (
    *("form", "commits", "determinable", "exact of them", "refused of them", "by the gate"),
    *("others landed", "wrong", "git takes", "alike here", "otherwise here"),
)


def raw(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def fill(root: Path, pairs: list[dict]) -> None:
    for pair in pairs:
        path = root / pair["path"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw(pair["before"]))


def applied(pair: dict, text: str) -> tuple[bytes | None, str, se.BatchOutcome | None]:
    """Apply a text on disk: what the file holds then, why it does not, and the batch if it landed."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        fill(root, [pair])
        try:
            batch = se.apply_edits(text, root, force=True, backup=False)
        except StructEditError as error:
            return None, f"format: {error}", None
        found = (root / pair["path"]).read_bytes()
        if batch.landed:
            return found, "", batch
        assert found == raw(pair["before"]), "refused, and written all the same"
        failed = next((edit.outcome for edit in batch.failed), batch)
        return None, f"{failed.reason}: {failed.message}", None


def judged(command: tuple[str, ...], pair: dict, patch: bytes) -> bytes | None:
    """Let another program apply a patch; None where it does not take it."""
    with tempfile.TemporaryDirectory() as name:
        fill(Path(name), [pair])
        found = subprocess.run(command, cwd=name, input=patch, capture_output=True)
        return (Path(name) / pair["path"]).read_bytes() if found.returncode == 0 else None


GIT = ("git", "apply", "--whitespace=nowarn", "-")
GIT_WITHOUT_CONTEXT = (*GIT[:-1], "--unidiff-zero", "-")
PATCH = ("patch", "--binary", "-s", "-p1", "-F0")


def run(form: str, pairs: list[dict]) -> tuple[Counter[str], list[str], list[dict]]:
    """Apply each commit in a form; count the verdicts, list what is not exact, give what is."""
    tally: Counter[str] = Counter()
    listed, landing = [], []
    for pair in pairs:
        written = FORMS[form](pair)
        if written is None:
            continue
        text, sure = written
        result, why, batch = applied(pair, text)
        after = raw(pair["after"])
        verdict = "exact" if result == after else "refused" if result is None else "wrong"
        tally[verdict if sure or verdict == "wrong" else f"other-{verdict}"] += 1
        tally["all"] += 1
        if sure and verdict == "exact":
            landing.append(pair)
        tally["gate"] += sure and why.startswith(GATE)
        tally["sure"] += sure
        if verdict == "wrong" or (sure and verdict != "exact"):
            listed.append(f"{form} {pair['id']} {pair['language']} {verdict} {why[:160]}")
        if form.startswith("unified"):
            judge = GIT_WITHOUT_CONTEXT if form.startswith("unified-0") else GIT
            taken = judged(judge, pair, raw(text))
            tally["git"] += taken is not None
            tally["alike"] += taken is not None and taken == result
            if taken is not None and result is not None and taken != result:
                tally["unlike"] += 1
                listed.append(f"{form} {pair['id']} git apply gives something else")
        tally["critical"] += batch is not None and batch.risk is se.Risk.CRITICAL
        if form == "unified-3-right" and batch is not None:
            printed = b"".join(raw_diff(file) for file in batch.files)
            for judge in (GIT, PATCH):
                tally[f"diff {judge[0]}"] += judged(judge, pair, printed) == result
            tally["diffs"] += 1
    return tally, listed, landing


def row_of(form: str, tally: Counter[str]) -> str:
    share = 100 * tally["exact"] / max(1, tally["sure"])
    git = [tally["git"], tally["alike"], tally["unlike"]] if tally["git"] else ["", "", ""]
    cells = [
        *(form, tally["all"], tally["sure"], f"{tally['exact']} ({share:.1f} %)"),
        *(tally["refused"], tally["gate"], tally["other-exact"], tally["wrong"], *git),
    ]
    return f"| {' | '.join(map(str, cells))} |"


def together(form: str, pairs: list[dict]) -> Counter[str]:
    """Apply several commits as one text, and again with a hunk of one of them spoiled."""
    tally: Counter[str] = Counter()
    for number in range(0, len(pairs) - TOGETHER + 1, TOGETHER):
        group = [
            {**pair, "path": f"{at}/{pair['path']}"}
            for at, pair in enumerate(pairs[number : number + TOGETHER])
        ]
        bad = number // TOGETHER % TOGETHER
        mixed = [spoiled(pair) if at == bad else pair for at, pair in enumerate(group)]
        tally["groups"] += 1
        tally["exact"] += all_of(form, group, "after")
        tally["kept"] += all_of(form, group, "before", written=mixed)
    return tally


def all_of(form: str, group: list[dict], wanted: str, written: list[dict] | None = None) -> bool:
    """Tell whether one text of all commits leaves every file as it was or should be."""
    text = joined(form, [FORMS[form](pair)[0] for pair in written or group])
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        fill(root, group)
        before = {pair["path"]: (root / pair["path"]).stat() for pair in group}
        batch = se.apply_edits(text, root, force=True, backup=False)
        found = all((root / p["path"]).read_bytes() == raw(p[wanted]) for p in group)
        if wanted == "after":
            return batch.landed and found
        there = {pair["path"]: (root / pair["path"]).stat() for pair in group}
        same = all(
            (before[p].st_ino, before[p].st_mtime_ns) == (there[p].st_ino, there[p].st_mtime_ns)
            for p in before
        )
        return not batch.landed and found and same


def joined(form: str, texts: list[str]) -> str:
    """Put the texts of several commits together as one text of the form."""
    if form == "json":
        return "[" + ",".join(text.strip()[1:-1] for text in texts) + "]"
    if form == "apply-patch":
        inner = (text.split("\n", 1)[1].removesuffix("*** End Patch\n") for text in texts)
        return "*** Begin Patch\n" + "".join(inner) + "*** End Patch\n"
    return "\n".join(texts) if form == "search-replace" else "".join(texts)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("data", nargs="?", type=Path)
    options.add_argument("--forms", nargs="*", default=list(FORMS), choices=list(FORMS))
    options.add_argument("--every", type=int, default=1)
    chosen = options.parse_args()
    data = chosen.data or data_folder() / COMMITS
    if not has_commits(data.parent):
        options.error(f"no commits in {data.parent}: name a file of them")
    pairs = list(pairs_of(data, chosen.every))
    print(f"| {' | '.join(COLUMNS)} |")
    print("|---|" + "---:|" * (len(COLUMNS) - 1))
    listed: list[str] = []
    for form in chosen.forms:
        tally, more, landing = run(form, pairs)
        listed += more
        print(row_of(form, tally), flush=True)
        if tally["diffs"]:
            both = f"git apply {tally['diff git']}, patch {tally['diff patch']}"
            listed.append(f"diffs printed: {tally['diffs']}; the same bytes with {both}")
            listed.append(f"{form}: {tally['critical']} landed by force, at a critical risk")
        if form in ("unified-3-right", "search-replace", "apply-patch", "json"):
            tally = together(form, landing)
            listed.append(
                f"{form}: {tally['groups']} texts of {TOGETHER} commits, {tally['exact']} exact;"
                f" with one hunk spoiled {tally['kept']} changed nothing"
            )
    print("\n".join(listed))


if __name__ == "__main__":
    started = time.perf_counter()
    main()
    print(f"{time.perf_counter() - started:.0f} s")
