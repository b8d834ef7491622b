"""Compare names and lines of definitions with those that universal-ctags finds.

    python benchmarks/judges/ctags.py LANGUAGE [--limit N] [--show N] [FILE_OR_FOLDER ...]

Each tag of a kind that `ctags.toml` lists must be a definition here: one of its name on its line and,
where ctags knows the last line, up to that line, blank lines at the end apart. What is left out is in
`ctags.toml` too, with the reason, and is counted. A kind that is in neither list ends the run. Without
paths the files are those of `benchmarks/corpus.py`.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from benchmarks.corpus import sources  # noqa: E402

from structedit.languages.known import profile  # noqa: E402
from structedit.text.document import Span  # noqa: E402
from structedit.tree.nodes import Block  # noqa: E402
from structedit.tree.syntax_tree import SyntaxTree, parse  # noqa: E402

TABLE = tomllib.loads(HERE.joinpath("ctags.toml").read_text())
VALUES = {"function", "method", "constructor", "variable", "constant", "field", "property", "macro"}


@dataclass(frozen=True)
class Tag:
    """What ctags says of one definition; `end` is 0 where it does not know it."""

    name: str
    kind: str
    line: int
    end: int


@dataclass(frozen=True)
class Comparing:
    """The definitions of a file by their lines, and what the table says of its language."""

    tree: SyntaxTree
    rules: dict[str, Any]
    lines: list[bytes]
    starts: list[int]

    def span_of(self, line: int) -> Span:
        """Give the span of a line, its end left out."""
        start = self.starts[line - 1]
        return Span(start, start + len(self.lines[line - 1].rstrip(b"\r\n")))

    def verdict(self, tag: Tag) -> str:
        """Say `exact`, what differs, or why the tag is not compared."""
        why = next((rule["why"] for rule in self._left_out() if self._is_meant(rule, tag)), None)
        if why is not None:
            return f"left out, {why}"
        if tag.kind not in self.rules["compared"]:
            raise SystemExit(f"ctags.toml does not say what to do with {tag.kind!r}")
        held = self._meant_by(tag)
        if not held:
            return f"missing {tag.kind}"
        return (
            "exact"
            if any(self._ends_at(block, tag) for block in held)
            else f"last line of {tag.kind}"
        )

    def _left_out(self) -> list[dict[str, Any]]:
        return [*TABLE["any"]["left_out"], *self.rules["left_out"]]

    def _is_meant(self, rule: dict[str, Any], tag: Tag) -> bool:
        if tag.kind not in rule.get("kinds", (tag.kind,)):
            return False
        line = self.lines[tag.line - 1].decode("utf-8", "replace")
        told = rule.get("line", "").replace("NAME", re.escape(tag.name))
        if not re.search(told, line) or not re.search(rule.get("name", ""), tag.name):
            return False
        return "within" not in rule or self._is_within(rule["within"], tag)

    def _is_within(self, where: str, tag: Tag) -> bool:
        line = self.span_of(tag.line)
        at = line.start + max(0, self.lines[tag.line - 1].find(tag.name.encode()))
        if where == "text":
            strings = [span for span, _ in self.tree.multiline_strings(line)]
            return any(
                span.start <= at < span.end for span in (*strings, *self.tree.comments(line))
            )
        around = [b for b in self.tree.definitions(line) if b.span.start <= at < b.span.end]
        around = [b for b in around if b.name is None or not b.name.start <= at < b.name.end]
        if where == "header":
            return any(b.header.start <= at < b.header.end for b in around)
        return bool(around) and around[-1].kind in VALUES

    def _meant_by(self, tag: Tag) -> list[Block]:
        names = {tag.name, *re.split(r"::|\.|:(?=\w)", tag.name)[-1:], tag.name.strip("\"'`")}
        names |= {self.rules.get("renamed", {}).get(name, name) for name in names}
        names |= {name.replace("operator ", "operator") for name in names}
        line, how = self.span_of(tag.line), self.rules.get("lines", "name")
        if how == "header":
            return [b for b in self.tree.definitions(line) if self._is_in_header(b, tag)]
        return [
            block
            for block in self.tree.definitions(line)
            if block.name is not None
            and block.path[-1] in names
            and (how == "inside" or line.start <= block.name.start <= line.end)
        ]

    def _is_in_header(self, block: Block, tag: Tag) -> bool:
        header = self.tree.data[block.header.start : block.header.end].decode("utf-8", "replace")
        return "".join(tag.name.split()) in "".join(header.split())

    def _ends_at(self, block: Block, tag: Tag) -> bool:
        last = self.tree.data.count(b"\n", 0, max(block.core.end - 1, 0)) + 1
        known = self.rules.get("ends", True) and self.rules.get("lines") != "inside"
        if not tag.end or last == tag.end or not known:
            return True
        return not b"".join(self.lines[min(last, tag.end) : max(last, tag.end)]).strip()


def main() -> None:
    """Print the figures."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    options.add_argument("language", choices=sorted(TABLE.keys() - {"any"}))
    options.add_argument("paths", nargs="*", type=Path)
    options.add_argument("--limit", type=int, default=150, help="files")
    options.add_argument("--show", type=int, default=3, help="examples of each class")
    arguments = options.parse_args()
    if missing := why_not():
        sys.exit(f"skipped: {missing}")
    language = arguments.language
    files = list(sources(language, arguments.paths))
    counts, examples = compared(language, files[:: max(1, len(files) // arguments.limit)])
    total = sum(n for name, n in counts.items() if name.startswith(("exact", "missing", "last")))
    share = 100 * counts["exact"] / max(1, total)
    print(
        f"{language}: {counts['files']} files, {counts['files with faults']} with faults,", end=" "
    )
    print(f"{counts['exact']:,} of {total:,} exact ({share:.2f} %)")
    for name, count in counts.most_common():
        if name.startswith("left out"):
            print(f"  {count:5} {name}")
    for name, places in sorted(examples.items(), key=lambda row: -len(row[1])):
        print(f"  {len(places):5} {name}")
        for place in places[:: max(1, len(places) // arguments.show)][: arguments.show]:
            print(f"        {place}")


def why_not() -> str | None:
    """Say why ctags cannot be asked here, or nothing."""
    if shutil.which("ctags") is None:
        return "universal-ctags is not installed"
    said = subprocess.run(["ctags", "--list-features"], capture_output=True, check=False).stdout
    return None if b"json" in said else "this ctags is not universal-ctags with JSON"


def compared(language: str, files: list[Path]) -> tuple[Counter[str], dict[str, list[str]]]:
    """Give how often each verdict was given, and the places of all that are not `exact`."""
    counts: Counter[str] = Counter()
    examples: dict[str, list[str]] = {}
    for file in files:
        tree = parse(file.read_bytes(), profile(language))
        if isinstance(tree, str):
            counts["files that structedit does not parse"] += 1
            continue
        counts["files"] += 1
        counts["files with faults"] += not tree.clean
        comparing = _comparing(tree, TABLE[language])
        faulty = "" if tree.clean else ", in a file with faults"
        for tag in tags(file, TABLE[language]["name"]):
            if tag.line > len(comparing.lines):
                continue
            verdict = comparing.verdict(tag)
            counts[verdict] += 1
            if verdict.startswith(("missing", "last")):
                place = f"{file}:{tag.line} {tag.name}"
                examples.setdefault(verdict + faulty, []).append(place)
    return counts, examples


def _comparing(tree: SyntaxTree, rules: dict[str, Any]) -> Comparing:
    tree.definitions()  # once for all lines
    lines = tree.data.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    return Comparing(tree, rules, lines, starts)


def tags(file: Path, language: str) -> Iterator[Tag]:
    """Give the tags of a file, in its order."""
    command = ["ctags", "--output-format=json", "--fields=+ne", f"--language-force={language}"]
    done = subprocess.run([*command, "-o", "-", str(file)], capture_output=True, check=False)
    for line in done.stdout.decode("utf-8", "replace").splitlines():
        row = json.loads(line) if line.startswith("{") else {}
        if row.get("_type") == "tag" and "line" in row:
            yield Tag(row["name"], row["kind"], row["line"], row.get("end", 0))


if __name__ == "__main__":
    main()
