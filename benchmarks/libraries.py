"""What well-kept libraries would cost in the place of code of our own, measured beside it.

    python -m venv /tmp/libraries && /tmp/libraries/bin/pip install msgspec platformdirs filelock pebble
    PYTHONPATH=src /tmp/libraries/bin/python benchmarks/libraries.py [--rounds N]

Each row times a whole process that imports what it needs and does the work once or a few hundred times,
less a process that does nothing; all rows are interleaved, medians in milliseconds. Libraries that are
not installed are left out. Values are classes as ours are: seven fields, three of them with defaults.

Not here: what a library does that ours does not, or the other way round; RESULTS.md says what was
decided.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from time import perf_counter

FIELDS = "\n".join(
    (
        *(f"    f{n}: int" for n in range(4)),
        *(f"    f{n}: str = ''" for n in range(4, 7)),
    )
)


def classes(imported, decorator="", base="", count=150):
    """A program that makes so many classes, and one value."""
    body = "\n".join(f"{decorator}\nclass C{n}{base}:\n{FIELDS}" for n in range(count))
    return f"from __future__ import annotations\n{imported}\n{body}\nC0(1, 2, 3, 4)"


FROZEN = "@dataclass(frozen=True, slots=True)"
ROWS = {
    "nothing": ("", ""),
    "150 values: ours": ("", classes("from structedit.text.values import dataclass", FROZEN)),
    "150 values: dataclasses": ("", classes("from dataclasses import dataclass", FROZEN)),
    "150 values: msgspec": (
        "msgspec",
        classes("import msgspec", "", "(msgspec.Struct, frozen=True)"),
    ),
    "folders: ours": (
        "",
        "from structedit.disk.locks import state_folder\n"
        "from structedit.disk.surroundings import settings_folder\n"
        "state_folder(), settings_folder()",
    ),
    "folders: platformdirs": (
        "platformdirs",
        "import platformdirs\n"
        "platformdirs.user_state_dir('structedit'), platformdirs.user_config_dir('structedit')",
    ),
    "500 locks: ours": (
        "",
        "from structedit.disk.locks import locked\n"
        "for n in range(500):\n    with locked(f'/x/{n % 50}'): pass",
    ),
    "500 locks: filelock": (
        "filelock",
        "import filelock, os\n"
        "os.makedirs(os.environ['XDG_STATE_HOME'] + '/l', exist_ok=True)\n"
        "for n in range(500):\n"
        "    with filelock.FileLock(os.environ['XDG_STATE_HOME'] + f'/l/{n % 50}'): pass",
    ),
    "a worker, 200 calls: ours": (
        "",
        "from structedit.disk.workers import Pool\n"
        "pool = Pool(1)\n"
        "for n in range(200): pool.run(abs, -n)\n"
        "pool.close()",
    ),
    "a worker, 200 calls: pebble": (
        "pebble",
        "import multiprocessing\n"
        "from pebble import ProcessPool\n"
        "with ProcessPool(1, context=multiprocessing.get_context('forkserver')) as pool:\n"
        "    for n in range(200): pool.schedule(abs, args=[-n], timeout=10).result()",
    ),
}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    rows = {name: text for name, (needs, text) in ROWS.items() if not needs or find_spec(needs)}
    times = {name: [] for name in rows}
    with tempfile.TemporaryDirectory() as folder:
        kept = {**os.environ, "XDG_STATE_HOME": folder, "XDG_CONFIG_HOME": folder}
        for number in range(rounds + 1):
            for name, text in rows.items():
                began = perf_counter()
                subprocess.run([sys.executable, "-c", text], env=kept, check=True)
                if number:  # the first round compiles
                    times[name].append(1000 * (perf_counter() - began))
    nothing = statistics.median(times.pop("nothing"))
    print(f"| what | ms beside {nothing:.0f} of an empty process |\n|---|---:|")
    for name, taken in times.items():
        print(f"| {name} | {statistics.median(taken) - nothing:.1f} |")


if __name__ == "__main__":
    main()
