"""Compare our JavaScript and TypeScript definitions with the TypeScript compiler's.

    python benchmarks/judges/typescript.py [--shown N] [PACKAGE ...]

Installs the pinned packages with npm into a cache folder, lets `typescript_api.js` print what the
compiler sees in their files, and compares name, start and end: exports, modifiers and decorators
included; the whole statement for a variable that holds a function.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from structedit.languages.detection import language_of
from structedit.languages.known import profile
from structedit.tree.syntax_tree import parse

COMPILER = "typescript@5.9.3"
PACKAGES = {
    "lodash": "4.18.1",
    "express": "5.3.0",
    "rxjs": "7.8.2",
    "zod": "4.6.7",
    "vue": "3.5.45",
    "preact": "11.2.0",
    "@types/node": "26.6.6",
    "mobx": "7.1.3",
    "react-hot-toast": "2.6.1",
}
SUFFIXES = (".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx")
MINIFIED_LINE = 5_000
"""Files with a longer line are generated and are left out."""

CHECKED = ("function", "method", "class", "interface", "enum", "type")
"""Kinds whose spans must also be nodes for the compiler."""

Row = tuple[str, str, int, int]


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packages", nargs="*", default=list(PACKAGES))
    parser.add_argument("--shown", type=int, default=5, help="examples a class of disagreement")
    options = parser.parse_args()
    root = _installed()
    counts: Counter[str] = Counter()
    classes: Counter[str] = Counter()
    examples: dict[str, list[str]] = {}
    for package in options.packages:
        files = list(_files(root / "node_modules" / package))
        for judged in _judged(root, files):
            verdicts = list(_compared(Path(str(judged["file"])), judged, counts))
            for verdict, category, row in verdicts:
                counts[verdict] += 1
                if verdict == "exact":
                    continue
                label = f"{verdict}: {category}"
                classes[label] += 1
                examples.setdefault(label, []).append(f"{judged['file']}: {row}")
    total = counts["exact"] + counts["missing"] + counts["different"]
    for name, count in counts.items():
        print(f"{name:36} {count:8,}")
    print(f"{'definitions':36} {total:8,}")
    print(f"{'exact share':36} {100 * counts['exact'] / max(1, total):8.3f} %")
    for label, count in classes.most_common():
        print(f"\n{label} ({count})", *examples[label][: options.shown], sep="\n  ")
    return 0


def _installed() -> Path:
    """Return the folder that holds node_modules, installed once for these versions."""
    names = [COMPILER, *(f"{name}@{version}" for name, version in PACKAGES.items())]
    cache = Path(os.environ.get("XDG_CACHE_HOME", tempfile.gettempdir())) / "structedit-judges"
    done = cache / "installed.json"
    if not done.is_file() or json.loads(done.read_text()) != names:
        cache.mkdir(parents=True, exist_ok=True)
        (cache / "package.json").write_text('{"private": true}')
        quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
        subprocess.run(["npm", "install", *quiet, *names], cwd=cache, check=True)
        done.write_text(json.dumps(names))
    return cache


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        inner = path.relative_to(folder).parts
        if path.suffix not in SUFFIXES or not path.is_file() or "node_modules" in inner:
            continue
        if max(map(len, path.read_bytes().split(b"\n")), default=0) <= MINIFIED_LINE:
            yield path


def _judged(root: Path, files: list[Path]) -> Iterator[dict[str, object]]:
    script = Path(__file__).with_name("typescript_api.js")
    environment = {**os.environ, "NODE_PATH": str(root / "node_modules")}
    given = "\n".join(map(str, files))
    run = subprocess.run(
        ["node", str(script)],
        input=given,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return (json.loads(line) for line in run.stdout.splitlines())


def _compared(
    file: Path, judged: dict[str, object], counts: Counter[str]
) -> Iterator[tuple[str, str, Row]]:
    if judged["errors"]:
        counts["files with errors for the compiler"] += 1
        return
    counts["files"] += 1
    data = file.read_bytes()
    bom = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    tree = parse(data, profile(language_of(str(file)) or "javascript"))
    if isinstance(tree, str):
        counts["files we do not parse"] += 1
        return
    counts["files with faults for us"] += not tree.clean
    broken: set[tuple[str, int]] = set()
    spans: dict[tuple[str, int, int], str] = {}
    starts: dict[tuple[str, int], tuple[int, int]] = {}
    for block in tree.definitions():
        name = block.path[-1].strip("\"'")
        spans[name, block.span.start, block.span.end] = block.kind
        starts[name, block.span.start] = block.span.start, block.span.end
        if block.broken:
            broken |= {(name, block.span.start), (name, block.span.end)}
    ends = {(name, end) for name, _, end in spans}
    for category, name, start, end in judged["found"]:  # type: ignore[attr-defined]
        start, end, faulty = start + bom, end + bom, "" if tree.clean else ", file with faults"
        row = (category, name, start, end)
        if broken & {(name, start), (name, end)}:
            faulty = ", marked broken"
        if (name, start, end) in spans:
            yield "exact", category, row
        elif (name, start) in starts:
            ours = starts[name, start][1]
            more = data[min(end, ours) : max(end, ours)].decode("utf-8", "replace")
            what = repr(more) if len(more) < 3 else "other"
            yield (
                "different",
                f"{category}, {'longer' if ours > end else 'shorter'} end by {what}{faulty}",
                row,
            )
        elif (name, end) in ends:
            yield "different", f"{category}, other start{faulty}", row
        else:
            yield "missing", f"{category}{faulty}", row
    if tree.clean:
        theirs = {(start + bom, end + bom) for _, _, start, end in judged["everything"]}  # type: ignore[attr-defined]
        for (name, start, end), kind in spans.items():
            if kind in CHECKED and (start, end) not in theirs:
                yield "only ours", kind, (kind, name, start, end)


if __name__ == "__main__":
    sys.exit(main())
