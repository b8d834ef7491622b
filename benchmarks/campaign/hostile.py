"""Sources made to hang, flood or crash a reader, in every language, each read and edited by a process of its own.

The process has a limit of memory and of time. It may refuse the file, or work on it as text; it may
not crash, hang, or print a traceback. The sources are in `hostile.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

from benchmarks.campaign.cases import STRUCTEDIT, Case, bounded

from structedit.languages.detection import extensions_of, filenames_of
from structedit.languages.known import computed_support

QUICK = 40
MEGABYTES = 2048
TABLE = Path(__file__).with_name("hostile.toml")
NEEDLE = "needle_at_the_end"

OPERATIONS = {
    "outline": ["outline", "{file}"],
    "check": ["check", "{file}"],
    "find": ["find", "{file}", "--text", NEEDLE],
    "get-region": ["get-region", "{file}", NEEDLE],
    "str-replace": ["str-replace", "{file}", "--old", NEEDLE, "--new", "needle_found"],
    "str-replace of what is not there": [
        *("str-replace", "{file}", "--old", "neddle at\nteh end {", "--new", "x"),
    ],
    "replace-block": ["replace-block", "{file}", NEEDLE, "--new", "x"],
}


def sources() -> list[tuple[str, str, tuple[str, str, int, str]]]:
    """Return name, file name and what the source is made of."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    found = [(f"{row[0]} in {row[1]}", row[1], tuple(row[2:])) for row in table["sources"]]
    for language, (support, _) in computed_support().items():
        names = [*(f"file{end}" for end in extensions_of(language)), *filenames_of(language)]
        if support != "full" or not names:
            continue
        name = names[0]
        found += [(f"{row[0]} in {name}", name, tuple(row[1:])) for row in table["everywhere"]]
    return found


def cases(seed: int, only: str = "") -> list[Case]:
    """Return every source × operation."""
    return [
        Case(f"{name}: {operation}", _read(file, made, operation))
        for name, file, made in sources()
        for operation in OPERATIONS
    ]


def _read(file: str, made: tuple[str, str, int, str], operation: str) -> Callable[[Path], str]:
    begin, part, times, end = made

    def run(folder: Path) -> str:
        path = folder / file
        text = f"{begin}{part * times}{end}\n{NEEDLE}\n"
        path.write_bytes(text.encode())
        words = [word.replace("{file}", str(path)) for word in OPERATIONS[operation]]
        ended = bounded([*STRUCTEDIT, *words], folder, megabytes=MEGABYTES)
        if wrong := ended.wrong():
            return wrong
        changed = path.read_bytes() != text.encode()
        if changed != (ended.code == 0 and operation in ("str-replace", "replace-block")):
            return f"exit code {ended.code}, and the file is {'other' if changed else 'the same'}"
        return ""

    return run
