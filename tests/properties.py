"""Run all property tests with random seeds, again and again until the time is over.

    ./dev properties [--minutes 60] [--seed N] [ARG ...]

Other arguments go to pytest: a file, or `-k NAME`. The suite itself draws the same examples in every run;
here each round draws others. A failure ends the run with exit code 1: what failed is printed, with the
seed of its round and the command that fails alike. With `--seed` the first round has that seed.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
_EXAMPLES = re.compile(r"^ *- (\d+) passing, \d+ failing", re.MULTILINE)
_NO_TESTS = 5


def command(seed: int, others: list[str]) -> list[str]:
    """Give the command of one round."""
    if not any(Path(other).exists() or other.startswith("tests/") for other in others):
        files = sorted((ROOT / "tests").rglob("test_*.py"))
        others = [*others, *(str(f) for f in files if "from hypothesis" in f.read_text("utf-8"))]
    return [
        *(sys.executable, "-m", "pytest", "-n", "0", "-q", "-m", "hypothesis"),
        *("--hypothesis-profile=random", f"--hypothesis-seed={seed}"),
        *("--hypothesis-show-statistics", *others),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev properties", description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, help="the seed of the first round")
    wanted, others = parser.parse_known_args()
    begun, rounds, examples = time.monotonic(), 0, 0
    seed = wanted.seed
    while rounds == 0 or time.monotonic() - begun < 60 * wanted.minutes:
        seed = random.SystemRandom().getrandbits(32) if seed is None else seed
        made = subprocess.run(
            command(seed, others),
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
        )
        rounds += 1
        examples += sum(map(int, _EXAMPLES.findall(made.stdout)))
        if made.returncode:
            print(made.stdout + made.stderr)
            again = " ".join(["./dev properties --minutes 0", f"--seed {seed}", *others])
            what = "no property test" if made.returncode == _NO_TESTS else "a failure"
            print(f"round {rounds}: {what} with seed {seed}; the same again: {again}")
            return 1
        minutes = (time.monotonic() - begun) / 60
        print(
            f"round {rounds}, seed {seed}: {examples} examples in {minutes:.1f} minutes, no failure",
            flush=True,
        )
        seed = None
    return 0


if __name__ == "__main__":
    sys.exit(main())
