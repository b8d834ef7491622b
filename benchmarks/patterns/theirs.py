"""What ast-grep answers: hits of a pattern, files after a rewrite, findings of a rule.

Answers of a version are kept in the cache folder, since asking for all of them takes minutes.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache as remembered
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory

from benchmarks.corpus import CACHE, fetched
from benchmarks.patterns.lists import Wanted
from benchmarks.patterns.trees import ENDINGS

PACKAGE = "ast-grep-cli==0.51.1"

Hit = tuple[str, int, int]
"""A file's name, and where the hit begins and ends in its bytes."""


@remembered
def program() -> Path:
    """The program of the package, which pip fetches and nothing installs."""
    found = next(fetched("pip", PACKAGE).rglob("ast-grep"))
    found.chmod(0o755)
    return found


def hits(wanted: Wanted, folder: Path) -> dict[str, list[Hit]]:
    """The hits of each pattern, in order."""
    kept = _Kept(wanted.language, "hits")
    _answered(kept, wanted.patterns, lambda pattern: _hits(pattern, wanted.language, folder))
    return {
        pattern: [(name, start, end) for name, start, end in kept.answers[pattern]]
        for pattern in wanted.patterns
    }


def rewritten(wanted: Wanted, folder: Path) -> dict[tuple[str, str], dict[str, str]]:
    """The text of each file that a rewrite changes, by name; latin-1, so that bytes stay bytes."""
    kept = _Kept(wanted.language, "rewrites")
    keys = {"\0".join(pair): pair for pair in wanted.rewrites}
    _answered(kept, tuple(keys), lambda key: _files(*keys[key], wanted.language, folder))
    return {pair: kept.answers[key] for key, pair in keys.items()}


def readings(language: str, patterns: tuple[str, ...]) -> dict[str, str]:
    """How each pattern is read: `refused`, with an `error` in it, or empty for as it should be."""
    kept = _Kept(language, "readings")
    _answered(kept, patterns, lambda pattern: _reading(pattern, language))
    return {pattern: kept.answers[pattern] for pattern in patterns}


def broken(language: str, folder: Path) -> set[str]:
    """The files with an error in the tree that ast-grep makes of them."""
    kept = _Kept(language, "broken")
    rule = f"{{id: broken, language: {language}, rule: {{kind: ERROR}}}}"
    asked: list[str | Path] = ["scan", "--inline-rules", rule, "--json=stream", "-j", "1", folder]
    _answered(
        kept,
        (folder.name,),
        lambda _: sorted({_hit(json.loads(line))[0] for line in _run(asked).splitlines()}),
    )
    return set(kept.answers[folder.name])


def findings(rule: Path, folder: Path) -> list[tuple[str, str, int, int]]:
    """What a rule file finds: the rule's id, then the hit."""
    done = _run(["scan", "-r", str(rule), "--json=stream", "-j", "1", str(folder)])
    rows = [json.loads(line) for line in done.splitlines()]
    return sorted((row["ruleId"], *_hit(row)) for row in rows)


def changed(before: Path, after: Path) -> dict[str, str]:
    """The files of two folders that differ, as they are afterwards."""
    pairs = ((path, after / path.name) for path in sorted(before.iterdir()))
    return {
        new.name: new.read_bytes().decode("latin-1")
        for old, new in pairs
        if old.read_bytes() != new.read_bytes()
    }


def _hits(pattern: str, language: str, folder: Path) -> list[Hit]:
    asked = ["run", f"--pattern={pattern}", "-l", language, "--json=stream", "-j", "1"]
    return sorted(_hit(json.loads(line)) for line in _run([*asked, str(folder)]).splitlines())


def _reading(pattern: str, language: str) -> str:
    with NamedTemporaryFile(suffix=f".{ENDINGS[language]}") as empty:
        asked = ["run", f"--pattern={pattern}", "-l", language, "--debug-query=cst", empty.name]
        done = subprocess.run([str(program()), *asked], capture_output=True, text=True)
    said = done.stdout + done.stderr
    misread = "ERROR (" in said or "MISSING " in said
    return "refused" if "Cannot parse query" in said else "error" if misread else ""


def _files(pattern: str, template: str, language: str, folder: Path) -> dict[str, str]:
    with TemporaryDirectory() as scratch:
        copy = Path(shutil.copytree(folder, Path(scratch) / "tree"))
        _run(["run", f"--pattern={pattern}", f"--rewrite={template}", "-l", language, "-U", copy])
        return changed(folder, copy)


def _hit(row: dict[str, dict[str, dict[str, int]]]) -> Hit:
    place = row["range"]["byteOffset"]
    return Path(str(row["file"])).name, place["start"], place["end"]


def _run(arguments: list[str | Path]) -> str:
    command = ["nice", "-n", "5", str(program()), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True).stdout


class _Kept:
    """Answers in a file of the cache folder."""

    def __init__(self, language: str, what: str) -> None:
        self.path = CACHE / "answers" / PACKAGE / f"{language}-{what}.json"
        there = self.path.is_file()
        self.answers = json.loads(self.path.read_text()) if there else {}


def _answered(kept: _Kept, questions: tuple[str, ...], ask: Callable[[str], object]) -> None:
    """Ask what is not answered yet, two questions at a time."""
    new = [one for one in questions if one not in kept.answers]
    if not new:
        return
    program()  # is fetched here, not by two threads at once
    with ThreadPoolExecutor(2) as pool:
        kept.answers.update(zip(new, pool.map(ask, new), strict=True))
    kept.path.parent.mkdir(parents=True, exist_ok=True)
    kept.path.write_text(json.dumps(kept.answers))
