"""Time of a failed call with its full report, on files of growing length.

    python benchmarks/failures.py [--lines 1000 10000 100000]

Real content, repeated with other names so that lines differ, and texts that are not in it: one
near a place, one with a line missing, one that is like nothing.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import structedit as se

FIXTURE = Path(__file__).parent.parent / "fixtures" / "python" / "queue_worker.py"


def content(lines: int) -> str:
    """Give so many lines, in which names and numbers differ from copy to copy."""
    text = FIXTURE.read_text()
    copies = lines // text.count("\n") + 1
    parts = [text.replace("self", f"self{n}").replace("job", f"job{n}") for n in range(copies)]
    return "\n".join("".join(parts).split("\n")[:lines]) + "\n"


def texts(source: str) -> dict[str, str]:
    """Give texts that are not in the content."""
    rows = source.split("\n")
    at = next(n for n in range(len(rows) // 2, len(rows)) if all(rows[n : n + 9]))
    near = [row.replace("(", "(zz, ") for row in rows[at : at + 9]]
    return {
        "near": "\n".join(near),
        "line missing": "\n".join(rows[at : at + 3] + rows[at + 4 : at + 9]),
        "like nothing": "SELECT column FROM table\nWHERE nothing = everything\nORDER BY 1",
    }


def main() -> None:
    """Print a row for each length, text and kind of file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    for lines in parser.parse_args().lines:
        source = content(lines)
        for path in ("big.py", "big.txt"):
            document = se.Document.from_text(source, path=path)
            for name, old in texts(source).items():
                start, used = time.perf_counter(), time.process_time()
                found = se.str_replace(document, old, "x = 1\ny = 2\n")
                report = found.report()
                seconds, cpu = time.perf_counter() - start, time.process_time() - used
                words = f"{found.status.value} {found.reason or ''}"
                print(
                    f"{lines:>7} {path:<8} {name:<13} {seconds:7.3f} s,"
                    f" {cpu:.3f} of the processor  {words}, {len(report)}"
                )


if __name__ == "__main__":
    main()
