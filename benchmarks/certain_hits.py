"""Whether hits that are decided without looking for lines to hide are hits of the file that was broken.

    python -m benchmarks.certain_hits [--language L…] [--tries 100] [--seed 1]

A sign or a line is taken from a real file, or a sign put in; where it no longer parses, patterns are looked for
as `as_parser_recovers` has the file. `wrong` counts hits at places that are none in the whole file; `hidden`
are those that are found once lines are hidden.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from pathlib import Path

from benchmarks.codemods import _WIDE, wide_tree

from structedit.calls.code_patterns import code_pattern
from structedit.search.patterns.pattern_hits import as_parser_recovers, pattern_hits
from structedit.text.document import Document
from structedit.tree.source import Source

STATEMENTS = {
    "c": ("if ($A) { $$$B }", "return $A;", "$A = $B"),
    "go": ("if $A { $$$B }", "return $A", "$A := $B"),
    "java": ("if ($A) { $$$B }", "return $A;", "$A = $B"),
    "python": ("if $A: $$$B", "return $A", "$A = $B"),
    "rust": ("let $A = $B;", "return $A"),
    "typescript": ("if ($A) { $$$B }", "return $A", "$A = $B"),
}
_SIGN = re.compile(rb'"""|/\*|\*/|[(){}\[\]"\'`]|//')
_CALL = re.compile(rb"\b([A-Za-z_]\w+)\(")
_LARGEST = 25_000
"""Bytes of a file; chosen by judgement, for the time."""


def broken(data: bytes, rng: random.Random) -> tuple[bytes, int, int, int]:
    """A content with one fault: where it begins, how long it is, by how much all behind it moved."""
    start, end = rng.choice([found.span() for found in _SIGN.finditer(data)])
    kind, new = rng.choice(("sign", "sign", "more", "line")), b""
    if kind == "line":
        start = data.rfind(b"\n", 0, start) + 1
        end = data.find(b"\n", start) + 1 or len(data)
    elif kind == "more":
        end, new = start, rng.choice([found[0] for found in _SIGN.finditer(data)])
    return data[:start] + new + data[end:], start, len(new), len(new) - (end - start)


def tried(path: Path, rng: random.Random, counts: Counter[str], patterns: tuple[str, ...]) -> None:
    """Break a file once, and count what its calls and statements come to."""
    whole = Source.of(Document.from_bytes(path.read_bytes(), path.name))
    if whole.tree is None or not whole.tree.clean or not _SIGN.search(whole.data):
        return
    data, at, size, moved = broken(whole.data, rng)
    calls = Counter(found[1].decode() for found in _CALL.finditer(whole.data)).most_common(3)
    for text in (*(f"{name}($$$A)" for name, _ in calls), *patterns):
        pattern, source = code_pattern(text), Source.of(Document.from_bytes(data, path.name))
        recovered = as_parser_recovers(source, pattern)
        if recovered is None:
            counts["not decided so, or parses"] += 1
            continue
        counts["decided so"] += 1
        known = {hit.span for hit in pattern_hits(whole, pattern).hits}
        hidden = [hit for hit in pattern_hits(source, pattern).hits if not hit.is_broken]
        counts["hidden"] += len(hidden)
        for hit in pattern_hits(recovered, pattern).hits:
            counts["hits"] += 1
            is_behind = hit.span.start >= at + size
            place = hit.span.shifted(-moved) if is_behind else hit.span
            if place not in known or not (is_behind or hit.span.end <= at):
                counts["wrong"] += 1
                line = data.count(b"\n", 0, hit.span.start) + 1
                print(f"  wrong: {path.name}:{line}, {text}, broken at byte {at}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--language", nargs="+", choices=STATEMENTS, default=list(STATEMENTS))
    parser.add_argument("--tries", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for language in arguments.language:
        rng, counts = random.Random(arguments.seed), Counter[str]()
        files = sorted(wide_tree(language, 600).rglob(f"*.{_WIDE[language][0]}"))
        files = [path for path in files if path.stat().st_size <= _LARGEST]
        for path in rng.choices(files, k=arguments.tries):
            tried(path, rng, counts, STATEMENTS[language])
        row = ", ".join(f"{name} {counts[name]}" for name in ("decided so", "hits", "hidden"))
        left = counts["not decided so, or parses"]
        print(f"{language:11} {row}; wrong {counts['wrong']}; not decided so {left}", flush=True)


if __name__ == "__main__":
    main()
