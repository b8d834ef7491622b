"""What a case is, and processes that it may start: bounded in time and memory, and ended for sure."""

from __future__ import annotations

import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).parent.parent.parent / "src"
STRUCTEDIT = (sys.executable, "-P", "-m", "structedit")
"""The command of this tree; `-P` keeps Python from importing what lies in the current folder."""

SECONDS = 20.0
"""Seconds of the processor that anything may take that a case waits for."""

PATIENCE = 3
"""So many times as long it may take by the clock: the machine may have other work, too."""

TRACEBACK = "Traceback (most recent call last)"


@dataclass(frozen=True, slots=True)
class Case:
    """One thing to be done. `run` gets an empty folder and says what is wrong, or nothing."""

    name: str
    run: Callable[[Path], str]


@dataclass(frozen=True, slots=True)
class Ended:
    """What came of a process; `code` is None where it had to be stopped, `megabytes` its peak."""

    code: int | None
    output: str
    errors: str
    seconds: float
    megabytes: float

    def wrong(self, codes: Sequence[int] = (0, 1, 2, 3, 4), megabytes: float = 0) -> str:
        """Return what no process of structedit may come to: a hang, a crash, a traceback, a flood."""
        if self.code in (None, -signal.SIGXCPU):
            return f"did not end in {self.seconds:.0f} s"
        if self.code is not None and self.code < 0:
            return f"ended by signal {-self.code}"
        for text in (self.errors, self.output):
            if TRACEBACK in text or "internal error" in text:
                return "a traceback: " + text.strip().rsplit("\n", 1)[-1][:200]
        if self.code not in codes:
            return f"exit code {self.code}: {(self.errors or self.output).strip()[:200]}"
        if megabytes and self.megabytes > megabytes:
            return f"took {self.megabytes:.0f} MB"
        return ""


def bounded(
    command: Sequence[str],
    folder: Path,
    *,
    given: bytes = b"",
    seconds: float = SECONDS,
    megabytes: int = 2048,
    settings: Mapping[str, str] | None = None,
    source: bool = True,
) -> Ended:
    """Run a command in a folder with a limit of memory and of time of the processor.

    With `source` the structedit of this tree is run, else what is installed.
    """
    limit = megabytes * 1024 * 1024

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))

    environment = {**os.environ, **(settings or {})}
    if source:
        environment["PYTHONPATH"] = str(SOURCE)
    started = time.monotonic()
    with (
        tempfile.TemporaryFile() as into,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
    ):
        into.write(given)
        into.seek(0)
        process = subprocess.Popen(
            list(command),
            cwd=folder,
            stdin=into,
            stdout=out,
            stderr=err,
            env=environment,
            preexec_fn=limited,
            start_new_session=True,
        )
        peak, stopped = 0.0, False
        while not (ended := os.wait4(process.pid, os.WNOHANG))[0]:
            peak = max(peak, memory_of(process.pid, "VmHWM"))
            if not stopped and time.monotonic() - started > seconds * PATIENCE:
                stopped = True
                _stop(process.pid)
            time.sleep(0.005)
        process.returncode = os.waitstatus_to_exitcode(ended[1])
        took = time.monotonic() - started
        texts = []
        for stream in (out, err):
            stream.seek(0)
            texts.append(stream.read(1 << 20).decode(errors="replace"))
    return Ended(None if stopped else process.returncode, *texts, took, peak)


def memory_of(process: int, field: str = "VmRSS") -> float:
    """Return the megabytes that a process holds now, or with `VmHWM` the most that it has held."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().split("\n"):
            if line.startswith(f"{field}:"):
                return int(line.split()[1]) / 1024
    return 0.0


def bind_socket(path: Path) -> None:
    """Make a socket at a path, however long the path is."""
    here = os.getcwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(path.name)
    finally:
        os.chdir(here)


def _stop(process: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process, signal.SIGKILL)


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
