"""Tables that commands write into documents, between markers; and differences to look at."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

from benchmarks.landing.material import CHECKOUT

RESULTS = CHECKOUT / "benchmarks/RESULTS.md"


def write(path: Path, name: str, text: str) -> None:
    """Put a text between the markers of its name."""
    start, end = f"<!-- {name} -->\n", f"\n<!-- end of {name} -->"
    document = path.read_text(encoding="utf-8")
    before, _, rest = document.partition(start)
    after = rest.partition(end)[2]
    path.write_text(before + start + text + end + after, encoding="utf-8")


def difference(old: str | None, new: str | None, before: str, after: str) -> str:
    """Show how two texts differ, with odd characters made visible."""
    if old is None or new is None:
        return f"(no {before if old is None else after})"
    lines = unified_diff(
        [repr(line)[1:-1] for line in old.split("\n")],
        [repr(line)[1:-1] for line in new.split("\n")],
        before,
        after,
        lineterm="",
        n=2,
    )
    return "\n".join(lines)
