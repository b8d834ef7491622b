"""The codemods of `docs/cookbook.md` over the packages of the corpus: what each would change, and leave alone.

    python -m benchmarks.cookbook

A row a codemod: files looked at, files and hits that would change, hits that are listed, files that are refused.
Nothing is written. What would change is planned and judged as in a real run.
"""

from __future__ import annotations

import re
import shlex
from collections import Counter
from pathlib import Path

from benchmarks.patterns.trees import ENDINGS, tree

import structedit as se

_PAGE = Path(__file__).parent.parent / "docs" / "cookbook.md"
_OPTIONS = {"-p": "pattern", "-r": "template", "--context": "context"}


def main() -> None:
    languages = {ending: language for language, ending in ENDINGS.items()}
    for command in re.findall(r"^\$ structedit rewrite (.*) --diff$", _PAGE.read_text(), re.M):
        words = shlex.split(command)
        given = {_OPTIONS[words[at]]: words[at + 1] for at in range(0, len(words) - 1, 2)}
        folder = tree(languages[Path(words[-1]).suffix.removeprefix(".")])
        run = se.rewrite(folder, **given, root=folder, dry_run=True)
        hits = sum(row.edits for row in run.summary)
        passed = Counter(hit.reason.value for hit in run.passed)
        refused = Counter(str(edit.outcome.reason) for edit in run.batch.failed)
        print(
            f"{given['pattern']:40} {run.searched:4} files, {len(run.files):3} would change", end=""
        )
        print(
            f" at {hits:4} hits; passed over: {dict(passed)}; refused: {dict(refused)}", flush=True
        )


if __name__ == "__main__":
    main()
