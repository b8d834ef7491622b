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
from collections.abc import Iterator
from pathlib import Path

from structedit.syntax.detection import language_of
from structedit.syntax.languages import profile
from structedit.syntax.nodes import Layout
from structedit.syntax.tree import SyntaxTree, parse

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
    "powershell": "PowerShell",
    "clojure": "Clojure",
    "erlang": "Erlang",
    "objc": "ObjectiveC",
    "perl": "Perl",
    "julia": "Julia",
    "r": "R",
    "haskell": "Haskell",
    "ocaml": "OCaml",
    "ocaml_interface": "OCaml",
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
    "category",
}

NOT_DEFINED = {
    "perl": {"label"},
    "r": {"nameattr", "list", "vector", "dataframe", "globalVar", "field"},
    "haskell": {"module"},
}
"""Kinds that are left out of a language: values, names read off the file's name or off a header."""

LOCAL_TO = {"method", "function"}
"""Kinds whose contents are local: variables of a function are no definitions here."""

LEFT_OUT = {("powershell", "variable"), ("php", "variable")}
"""Kinds of a language that ctags gives to whatever is assigned anywhere: counted, not compared."""

BRACE_LINE = {"objc"}
"""Languages of which ctags gives the line of a body's brace: any line of the definition will do."""

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
                last = tree.data.count(b"\n", 0, max(block.core.end - 1, 0)) + 1
                ends.add(last)
                for held in range(line, last if arguments.language in BRACE_LINE else line):
                    ours.setdefault((block.path[-1], held + 1), set()).add(last)
        for name, line, end in _clauses(tree):
            ours.setdefault((name, line), set()).add(end)
        for tag in _tags(file, NAMES[arguments.language]):
            if tag["kind"] in IGNORED or tag["name"].startswith(("__anon", "anonFunc")):
                continue
            if tag["kind"] == "module" and tag["name"].casefold() == file.stem.casefold():
                continue
            if tag["kind"] in NOT_DEFINED.get(arguments.language, ()):
                counts[f"left out: {tag['kind']}"] += 1
                continue
            if (arguments.language, tag["kind"]) in LEFT_OUT:
                counts[f"left out: {tag['kind']}"] += 1
                continue
            if tag.get("scopeKind") in LOCAL_TO or tag["name"] in NO_NAMES:
                counts[f"left out: {tag['kind']} that is local or has no name"] += 1
                continue
            name = (
                tag["name"].replace("operator ", "operator").rsplit("::", 1)[-1].rsplit(".", 1)[-1]
            )
            if arguments.language == "julia":
                name = name.partition("{")[0]
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


def _clauses(tree: SyntaxTree) -> Iterator[tuple[str, int, int]]:
    """Give name, line and last line of the clauses of one definition, each of which has a tag."""
    if not tree.profile.going_on:
        return
    several = [b for b in tree.definitions() if b.layout is Layout.CLAUSES]
    for clause in tree.blocks():
        holder = next((b for b in several if b.core.contains(clause.core)), None)
        at = clause.core.start
        if holder is not None and (at == 0 or tree.data[at - 1 : at] in b"\r\n"):
            first = tree.data.count(b"\n", 0, at) + 1
            yield holder.path[-1], first, tree.data.count(b"\n", 0, clause.core.end - 1) + 1


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
