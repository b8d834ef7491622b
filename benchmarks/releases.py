"""Files before and after a change, for benchmarks that distort edits: where they come from.

    python -m benchmarks.releases [--data FOLDER]

The folder of data is what `STRUCTEDIT_DATA` names, or `../shared/data` beside the checkout where
that exists. Without either, a file before and after is a file of two releases of one package:
`releases.toml` names the packages, pip and npm fetch them once, and what changed little between the
two is written as `commit_pairs.jsonl.gz` into a cache folder. A release changes more of a file at
once than a commit does, so figures of one material are not compared with those of another.

Not here: edits that models sent (`llm_edits.jsonl.gz`). Nothing that can be fetched has any.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
import tomllib
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

from benchmarks.corpus import CACHE, UnavailableError, fetched, is_wanted

from structedit.languages.detection import language_of

COMMITS = "commit_pairs.jsonl.gz"
FETCHED = CACHE / "releases"
SMALLEST = 300
"""Bytes of a file that is taken; chosen by judgement: below it there is nothing to misremember."""

MOST_OF_ONE = 25
"""Files of a package that are taken; chosen by judgement, so that none outweighs the others."""

LEAST_ALIKE = 0.7
"""Share of lines that stay; chosen by judgement: below it a file is another one, not an edit."""


def data_folder() -> Path:
    """The folder of data that commands take unless they are told of another one."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "data"
    named = os.environ.get("STRUCTEDIT_DATA")
    return Path(named) if named else beside if beside.is_dir() else FETCHED


def has_commits(folder: Path) -> bool:
    """Return True if a folder holds commits; the folder of releases is filled when it is first asked for."""
    if folder == FETCHED and not (folder / COMMITS).exists():
        print(f"fetching releases of packages into {folder}", file=sys.stderr)
        write(folder)
    return (folder / COMMITS).exists()


def write(folder: Path) -> int:
    """Write the changes of all packages that can be had; how many these are."""
    rows = [row for pair in _pairs() for row in _changes(*pair)]
    if rows:
        folder.mkdir(parents=True, exist_ok=True)
        working = folder / f"{COMMITS}.part"
        with gzip.open(working, "wt", encoding="utf-8") as lines:
            lines.writelines(json.dumps(row) + "\n" for row in rows)
        working.rename(folder / COMMITS)
    return len(rows)


def _pairs() -> Iterator[tuple[str, str, str]]:
    table = tomllib.loads(Path(__file__).with_name("releases.toml").read_text())
    yield from table["pairs"]


def _changes(client: str, older: str, newer: str) -> Iterator[dict[str, str]]:
    """The files of two releases that changed little, as rows of the data."""
    try:
        before, after = fetched(client, older), fetched(client, newer)
    except UnavailableError as reason:
        print(f"skipped {newer}: {reason}", file=sys.stderr)
        return
    taken = 0
    for path in sorted(before.rglob("*")):
        name = path.relative_to(before).as_posix()
        there = after / name
        language = language_of(path.name)
        if not language or ".dist-info/" in name or taken == MOST_OF_ONE:
            continue
        if not all(is_wanted(one, SMALLEST) for one in (path, there)):
            continue
        old, new = path.read_bytes(), there.read_bytes()
        if old != new and b"\r" not in old + new and _is_edit(old, new):
            taken += 1
            yield {
                "id": f"{newer}/{name}",
                "repo": newer.rpartition("@")[0] or newer.partition("==")[0],
                "language": language,
                "path": name,
                "before": old.decode(),
                "after": new.decode(),
            }


def _is_edit(old: bytes, new: bytes) -> bool:
    """Return True if both are texts, of which the second is the first with some lines changed."""
    try:
        lines = [text.decode().split("\n") for text in (old, new)]
    except UnicodeDecodeError:
        return False
    return SequenceMatcher(None, *lines, autojunk=False).ratio() >= LEAST_ALIKE


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.releases")
    parser.add_argument("--data", type=Path, default=FETCHED)
    folder = parser.parse_args().data
    print(f"{write(folder)} files written to {folder / COMMITS}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
