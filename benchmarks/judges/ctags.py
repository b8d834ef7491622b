"""Compare names and lines of definitions with those that universal-ctags finds.

    python benchmarks/judges/ctags.py LANGUAGE [--limit N] [--show N] FILE_OR_FOLDER ...

For each definition that ctags finds, structedit must have one of that name whose span holds that
line and whose name stands on it; where ctags knows the last line, that is compared too.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

from structedit.syntax.detection import language_of
from structedit.syntax.languages import profile
from structedit.syntax.tree import parse

NAMES = {
    "cpp": "C++",
    "c": "C",
    "go": "Go",
    "rust": "Rust",
    "java": "Java",
    "ruby": "Ruby",
    "python": "Python",
    "csharp": "C#",
    "php": "PHP",
    "kotlin": "Kotlin",
    "bash": "Sh",
    "lua": "Lua",
    "elixir": "Elixir",
}
IGNORED = {
    "package",
    "packageName",
    "import",
    "local",
    "parameter",
    "header",
    "externvar",
    "anonMember",
    "describe",
    "context",
    "alias",
    "accessor",
    "library",
    "receiver",
    "unknown",
    "using",
    "lifetime",
}

LOCAL_TO = {"method", "function"}
"""Kinds whose contents are local: variables of a function are no definitions here."""

NO_NAMES = {"<lambda>", "COMPREPLY="}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("language", choices=sorted(NAMES))
    options.add_argument("paths", nargs="+", type=Path)
    options.add_argument("--limit", type=int, default=150)
    options.add_argument("--show", type=int, default=3)
    arguments = options.parse_args()
    if shutil.which("ctags") is None:
        sys.exit("skipped: universal-ctags is not installed")
    found = [f for p in arguments.paths for f in ([p] if p.is_file() else sorted(p.rglob("*")))]
    files = [f for f in found if f.is_file() and language_of(f.name) == arguments.language]
    counts: Counter[str] = Counter()
    places: dict[str, list[str]] = {}
    for file in files[:: max(1, len(files) // arguments.limit)]:
        tree = parse(file.read_bytes(), profile(arguments.language))
        if isinstance(tree, str):
            counts["skipped"] += 1
            continue
        counts["files"] += 1
        counts["files with faults"] += not tree.clean
        ours: dict[tuple[str, int], set[int]] = {}
        for block in tree.definitions():
            if block.name is not None:
                line = tree.data.count(b"\n", 0, block.name.start) + 1
                ends = ours.setdefault((block.path[-1], line), set())
                ends.add(tree.data.count(b"\n", 0, max(block.core.end - 1, 0)) + 1)
        for tag in _tags(file, NAMES[arguments.language]):
            if tag["kind"] in IGNORED or tag["name"].startswith("__anon"):
                continue
            if tag.get("scopeKind") in LOCAL_TO or tag["name"] in NO_NAMES:
                counts[f"left out: {tag['kind']} that is local or has no name"] += 1
                continue
            name = (
                tag["name"].replace("operator ", "operator").rsplit("::", 1)[-1].rsplit(".", 1)[-1]
            )
            if ":" in name and arguments.language == "lua":
                name = name.rsplit(":", 1)[-1]
            ends = ours.get((name, tag["line"])) or ours.get((tag["name"], tag["line"]))
            verdict = "exact" if ends else f"missing {tag['kind']}"
            if ends and "end" in tag and tag["end"] not in ends:
                verdict = f"last line of {tag['kind']}"
            counts["definitions"] += 1
            counts[verdict] += 1
            if verdict != "exact":
                places.setdefault(verdict, []).append(f"{file}:{tag['line']} {tag['name']}")
    total = max(1, counts["definitions"])
    print(f"{arguments.language}: {dict(counts)}")
    print(f"{arguments.language}: {100 * counts['exact'] / total:.2f} % exact")
    for verdict, rows in sorted(places.items(), key=lambda row: -len(row[1])):
        print(f"  {len(rows):5} {verdict}")
        for row in rows[:: max(1, len(rows) // arguments.show)][: arguments.show]:
            print(f"        {row}")


def _tags(file: Path, language: str) -> list[dict[str, object]]:
    done = subprocess.run(
        [
            "ctags",
            "--output-format=json",
            "--fields=+ne",
            f"--language-force={language}",
            "-o",
            "-",
            str(file),
        ],
        capture_output=True,
        check=False,
    )
    rows = [
        json.loads(line)
        for line in done.stdout.decode("utf-8", "replace").splitlines()
        if line.startswith("{")
    ]
    return [row for row in rows if row.get("_type") == "tag" and "line" in row]


if __name__ == "__main__":
    main()
