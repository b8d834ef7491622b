"""The campaign as a command; see the package."""

from __future__ import annotations

import argparse
import sys

import benchmarks.campaign as campaign
from benchmarks.campaign.running import PARTS, Options, Result, result_of


def main(arguments: list[str] | None = None) -> int:
    """Run parts, print what is wrong and a table; 1 when anything is."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.campaign",
        description=campaign.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--quick", action="store_true", help="a small sample of each part")
    parser.add_argument("--seed", type=int, default=1, help="what is drawn is drawn from it")
    parser.add_argument("--only", default="", help="cases with this in their name")
    parser.add_argument("--jobs", type=int, default=2, help="processes that run cases")
    parser.add_argument("--list", action="store_true", help="name the cases and run none")
    given = parser.parse_args(arguments)
    if unknown := set(given.parts) - set(PARTS):
        parser.error(f"there is no part {sorted(unknown)[0]!r}; there are: {', '.join(PARTS)}")
    options = Options(given.seed, given.quick, given.only, given.jobs)
    if given.list:
        return _listed(given.parts or PARTS, options)
    results = []
    for part in given.parts or PARTS:
        results.append(result_of(part, options))
        print(f"{part}: {_row(results[-1])}", file=sys.stderr, flush=True)
    print("\n| part | cases | bad |\n|---|---:|---:|")
    for result in results:
        print(f"| `{result.part}` | {result.cases:,} | {len(result.bad):,} |")
    for result in results:
        if result.note:
            print(f"`{result.part}` was not run to its end: {result.note}")
    return int(any(result.bad or result.note for result in results))


def _row(result: Result) -> str:
    return f"{result.cases} cases, {len(result.bad)} bad, {result.seconds:.0f} s"


def _listed(parts: list[str], options: Options) -> int:
    from importlib import import_module

    for part in parts:
        for case in import_module(f"benchmarks.campaign.{part}").cases(options.seed, options.only):
            if options.only in case.name:
                print(f"{part}: {case.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
