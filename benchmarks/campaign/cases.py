"""What a case is, and work in a process of its own."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Case:
    """One thing to be done. `run` gets an empty folder and says what is wrong, or nothing."""

    name: str
    run: Callable[[Path], str]


def memory_of(process: int, field: str = "VmRSS") -> float:
    """Return the megabytes that a process holds now, or with `VmHWM` the most that it has held."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().split("\n"):
            if line.startswith(f"{field}:"):
                return int(line.split()[1]) / 1024
    return 0.0


def answered(work: Callable[[], str]) -> str:
    """Do work in a process of its own and give the text that it gives, or how it ended."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 70
        try:
            os.close(reading)
            with open(writing, "w", encoding="utf-8", errors="replace") as pipe:
                pipe.write(work())
            code = 0
        except BaseException as error:
            os.write(writing, f"{type(error).__name__}: {error}".encode(errors="replace")[:4000])
        finally:
            os._exit(code)
    os.close(writing)
    with open(reading, encoding="utf-8", errors="replace") as pipe:
        text = pipe.read()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return text if code == 0 else f"ended with {code}: {text}"
