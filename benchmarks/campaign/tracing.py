"""System calls of a process, counted by strace, and one of them made to fail or to be the last."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile

from benchmarks.campaign.running import MissingError

CHANGING = (
    "openat write pwrite64 writev fsync fdatasync rename renameat renameat2 link linkat unlink"
    " unlinkat symlink symlinkat truncate ftruncate fallocate chown fchown fchownat chmod fchmod"
    " fchmodat setxattr fsetxattr removexattr fremovexattr mkdir mkdirat rmdir utimensat"
).split()
"""System calls that change what is on the disk; `openat` only for writing."""

_WRITING = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC")


def require() -> None:
    """Find out whether processes can be traced here.

    Raises:
        MissingError: when they cannot.
    """
    if shutil.which("strace") is None:
        raise MissingError("strace is not installed")


def calls_of(work: Callable[[], object]) -> tuple[tuple[str, int], ...]:
    """Do work in a process of its own; name the calls that change something, each with its number."""
    with NamedTemporaryFile(prefix="campaign-") as log:
        trace = ",".join(f"?{name}" for name in CHANGING)
        traced(work, ["-o", log.name, "-e", f"trace={trace}"])
        lines = Path(log.name).read_text(errors="replace").split("\n")
    counts: Counter[str] = Counter()
    found = []
    for line in lines:
        name = line.split("(", 1)[0].split(" ")[-1]
        if name not in CHANGING:
            continue
        counts[name] += 1
        if name != "openat" or _WRITING.search(line):
            found.append((name, counts[name]))
    return tuple(found)


def injected(name: str, number: int, what: str) -> list[str]:
    """Give the options that do something at the n-th call of a name: `signal=SIGKILL`, `error=EIO`."""
    return ["-o", "/dev/null", "-e", f"trace={name}", "-e", f"inject={name}:{what}:when={number}"]


def traced(work: Callable[[], object], options: list[str]) -> int:
    """Do work in a process of its own under strace; give how it ended.

    The process waits until it is traced, so that nothing but the work is counted.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(writing)
            _let_anyone_trace()
            os.read(reading, 1)
            work()
        except BaseException:
            os._exit(70)
        os._exit(0)
    os.close(reading)
    tracer = subprocess.Popen(
        ["strace", "-p", str(child), *options], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    try:
        assert tracer.stderr is not None
        told = tracer.stderr.readline()
        if b"attached" not in told:
            os.kill(child, 9)
            raise MissingError(f"strace cannot attach: {told.decode().strip()}")
        os.write(writing, b"x")
    finally:
        os.close(writing)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        tracer.communicate()
    return code


def _let_anyone_trace() -> None:
    """Allow a process that is not an ancestor to trace this one, where the system asks for that."""
    import ctypes

    ctypes.CDLL(None).prctl(0x59616D61, ctypes.c_ulong(-1 & (2**64 - 1)), 0, 0, 0)
