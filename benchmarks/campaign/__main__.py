"""The campaign as a command; see the package."""

from __future__ import annotations

import argparse
import sys

import benchmarks.campaign as campaign
from benchmarks.campaign.running import PARTS, Options, result_of


def main(arguments: list[str] | None = None) -> int:
    """Run parts, print bad cases and a table; return 1 if there are bad cases."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.campaign",
        description=campaign.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--quick", action="store_true", help="a small sample of each part")
    parser.add_argument("--seed", type=int, default=1, help="decides all random choices")
    parser.add_argument("--only", default="", help="cases with this in their name")
    parser.add_argument("--jobs", type=int, default=2, help="processes that run cases")
    given = parser.parse_args(arguments)
    if unknown := set(given.parts) - set(PARTS):
        parser.error(f"there is no part {sorted(unknown)[0]!r}; there are: {', '.join(PARTS)}")
    options = Options(given.seed, given.quick, given.only, given.jobs)
    results = []
    for part in given.parts or PARTS:
        results.append(one := result_of(part, options))
        row = f"{part}: {one.cases} cases, {len(one.bad)} bad, {one.seconds:.0f} s"
        print(row, file=sys.stderr, flush=True)
    print("\n| part | cases | bad |\n|---|---:|---:|")
    for result in results:
        print(f"| `{result.part}` | {result.cases:,} | {len(result.bad):,} |")
    return int(any(result.bad for result in results))


if __name__ == "__main__":
    sys.exit(main())
