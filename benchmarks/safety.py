"""Dense rewrites of real trees: what landed parses as before, all else is listed, and all of it comes back.

    python -m benchmarks.safety [--only WORD] [--files 60]

Twenty rewrites of the trees that `benchmarks.patterns` is tried on, each written, judged and taken back:

    wrong    a file that its language's own parser read before and does not read now
    changed  a hit that holds what the pattern says nothing of, and whose text is not there any more
    unlisted a file or a hit that stays as it is, of which the run says nothing
    lost     a file that `undo` does not give back to the byte

The parsers: Python's `ast`, `bash -n`, the TypeScript compiler, `javac`, `rustfmt`, those of JSON and YAML; one that
is not there leaves its language unjudged, and says so.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.judges import typescript
from benchmarks.judges.parsers import judged
from benchmarks.laws import readers
from benchmarks.patterns.trees import tree

import structedit as se
from structedit.calls.code_patterns import code_pattern
from structedit.calls.statuses import Reason
from structedit.search.patterns.pattern_hits import pattern_hits
from structedit.tree.source import Source

REWRITES = (
    ("python", "isinstance($A, $B)", "issubclass(type($A), $B)"),
    ("python", "$A is not None", "$A != None"),
    ("python", "$A.append($B)", "$A += [$B]"),
    ("python", "$A if $C else $B", "($C and $A or $B)"),
    ("python", "if $C: $$$B", "if not ($C):\n    pass\nelse:\n    $$$B"),
    ("python", "def $F($$$A): $$$B", "def $F($$$A):\n    with traced():\n        $$$B"),
    ("javascript", "var $A = $B", "const $A = $B"),
    ("javascript", "$A == null", "$A === null || $A === undefined"),
    ("javascript", "if ($C) { $$$B }", "if (!!($C)) {\n  $$$B\n}"),
    ("typescript", "$A === $B", "Object.is($A, $B)"),
    (
        "typescript",
        "if ($COND) { $$$THEN } else { $$$ELSE }",
        "if (!($COND)) { $$$ELSE } else { $$$THEN }",
    ),
    ("typescript", "let $NAME: $TYPE = $VALUE", "let $NAME = $VALUE as $TYPE"),
    ("tsx", "$C ? $A : null", "$C && $A"),
    ("tsx", "<$A.Provider value={$V}>$$$C</$A.Provider>", "<$A value={$V}>$$$C</$A>"),
    ("java", "$A.equals($B)", "Objects.equals($A, $B)"),
    ("java", "$A == null", "Objects.isNull($A)"),
    ("rust", "$A.unwrap()", '$A.expect("there")'),
    ("bash", "$A && return", "if $A; then return; fi"),
    ("json", '{"type": $A}', '{"kind": $A}'),
    ("yaml", "name: $A", "title: $A"),
)


def unread(language: str, files: list[Path]) -> set[Path] | None:
    """The files that the language's own parser has errors in; None where there is no such parser."""
    if language in ("python", "json", "yaml"):
        reader = readers._READERS.get(language)
        return (
            None
            if reader is None
            else {f for f in files if readers._problem(reader, f.read_bytes())}
        )
    if language in ("typescript", "tsx", "javascript"):
        try:
            root = typescript._installed()
        except (OSError, subprocess.SubprocessError):
            return None
        return {Path(str(row["file"])) for row in typescript._judged(root, files) if row["errors"]}
    if language == "java":
        if not shutil.which("java"):
            return None
        return {file for file, rows in judged(language, files) if rows is None}
    commands: dict[str, Callable[[Path], list[str]]] = {
        "bash": lambda file: ["bash", "-n", str(file)],
        "rust": lambda file: [
            "rustfmt",
            "--check",
            "--edition",
            "2021",
            "--config",
            "skip_children=true",
            str(file),
        ],
    }
    command = commands.get(language)
    if command is None or not shutil.which(command(Path())[0]):
        return None

    def fails(file: Path) -> bool:
        done = subprocess.run(command(file), capture_output=True, text=True)
        return "error:" in done.stderr or (language == "bash" and done.returncode != 0)

    with ThreadPoolExecutor(2) as pool:
        return {file for file, bad in zip(files, pool.map(fails, files), strict=True) if bad}


def rests(pattern: str, language: str, files: list[Path]) -> dict[Path, list[se.Span]]:
    """The spans of hits that hold what the pattern says nothing of, and no other hit, by file."""
    found: dict[Path, list[se.Span]] = {}
    for file in files:
        source = Source.of(se.Document.from_path(file))
        hits = pattern_hits(source, code_pattern(pattern), language).hits
        spans = [hit.span for hit in hits]
        found[file] = [
            hit.span
            for hit in hits
            if hit.fit.rest and not any(s != hit.span and hit.span.contains(s) for s in spans)
        ]
    return found


def replaced(file: se.FileOutcome, spans: list[se.Span]) -> int:
    """How many of these spans an edit of a file replaces, or carries over otherwise than letter by letter."""
    assert file.before is not None
    count = 0
    for span in spans:
        text = b"".join(span.of(file.before.data).split())
        for edit in file.edits.edits:
            if (
                (edit.span.contains(span) and text not in b"".join(edit.new.split()))
                or (span.contains(edit.span) and edit.span != span)
                or edit.span == span
            ):
                count += 1
    return count


def one(language: str, pattern: str, template: str, most: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    with TemporaryDirectory() as scratch:
        root = Path(scratch) / "tree"
        root.mkdir()
        for file in sorted(tree(language).iterdir())[:most]:
            shutil.copyfile(file, root / file.name)
        before = {path: path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}
        asked = {"pattern": pattern, "template": template, "language": language}
        kept = rests(pattern, language, list(before))
        plan = se.rewrite(root, root=root, dry_run=True, **asked)
        out = se.rewrite(root, root=root, **asked)
        changed = [path for path, data in before.items() if path.read_bytes() != data]
        failed = {edit.path for edit in out.batch.failed}
        counts["files"], counts["refused"] = len(changed), len(failed)
        counts["hits"], counts["passed"] = sum(row.edits for row in out.summary), len(out.passed)
        counts["dry run differs"] = plan.diff != out.diff
        planned = {file.path for file in plan.files} | failed
        counts["unlisted"] = len(
            {str(p.relative_to(root)) for p in changed} ^ {f.path for f in out.files}
        )
        counts["unlisted"] += len({f.path for f in out.files} - planned)
        told = Counter(hit.path for hit in out.passed if hit.reason is Reason.UNMATCHED_REST)
        for path, spans in kept.items():
            name = str(path.relative_to(root))
            if name not in failed and len(spans) > told[name]:
                counts["unlisted"] += 1
        of = {file.path: file for file in out.files}
        counts["changed"] = sum(
            replaced(of[name], spans)
            for path, spans in kept.items()
            if (name := str(path.relative_to(root))) in of
        )
        counts["with a rest"] = sum(map(len, kept.values()))
        after = unread(language, changed)
        undone = se.undo(root=root) if changed else None
        counts["lost"] = sum(path.read_bytes() != data for path, data in before.items())
        counts["lost"] += undone is not None and not undone.landed
        if after is None:
            counts["unjudged"] = len(changed)
            return counts
        once = unread(language, changed) or set()
        counts["unread before"] = len(once)
        for path in sorted(after - once):
            counts["wrong"] += 1
            print(f"  WRONG {path.name}")
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", default="", metavar="WORD")
    parser.add_argument("--files", type=int, default=60, help="of each tree")
    arguments = parser.parse_args()
    total: Counter[str] = Counter()
    for language, pattern, template in REWRITES:
        if arguments.only not in f"{language} {pattern}":
            continue
        counts = one(language, pattern, template, arguments.files)
        total += counts
        said = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
        print(f"{language:11} {pattern[:34]:34} {said}", flush=True)
    bad = {
        name: total[name] for name in ("wrong", "changed", "unlisted", "lost", "dry run differs")
    }
    print(json.dumps(dict(total)))
    print("; ".join(f"{name} {count}" for name, count in bad.items()))
    sys.exit(any(bad.values()))


if __name__ == "__main__":
    main()
