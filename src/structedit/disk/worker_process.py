"""The program that runs in a worker process: it does one task after another until input ends.

Not here: who starts and kills it (`disk.workers`).
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

from structedit.disk.limits import can_be_killed
from structedit.disk.worker_tasks import Receiver
from structedit.disk.workers import DONE, FAILED, HEAD, MOST_MEMORY, stopped_error, write_whole
from structedit.text.errors import StructEditError


def serve() -> None:
    """Read tasks, do each and write its answer, until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    can_be_killed()
    _limit_memory()
    out = os.dup(1)
    os.dup2(2, 1)  # whatever prints may not get into the answers
    for module in sys.argv[1:]:
        import_module(module)
    os.write(out, b"\n")
    receiver = Receiver()
    while (head := _whole(HEAD.size)) and (task := _whole(HEAD.unpack(head)[0])) is not None:
        write_whole(out, _answer(receiver.value(task)))


def _whole(size: int) -> bytes | None:
    parts: list[bytes] = []
    while size:
        part = os.read(0, min(size, 1 << 20))
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _answer(task: Any) -> bytes:
    work, args, kwargs = task
    try:
        mark, value = DONE, work(*args, **kwargs)
    except StructEditError as error:
        mark, value = FAILED, error
    except MemoryError:
        mark, value = FAILED, stopped_error("needed too much memory and was stopped")
    except RecursionError:
        mark, value = FAILED, stopped_error("recursed too deeply and was stopped")
    except Exception as error:
        import traceback

        traceback.print_exc()
        message = f"internal error, {type(error).__name__}: {error}"
        mark, value = FAILED, StructEditError(message, hint="please report it", code="internal")
    body = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return mark + HEAD.pack(_most_memory()) + body


def _limit_memory() -> None:
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def _most_memory() -> int:
    """Return the most kilobytes of memory that this process has used.

    If the system counts the program alone, that is used: a process begins with its parent's memory.
    """
    with suppress(OSError), open("/proc/self/status", encoding="ascii", errors="replace") as file:
        for line in file:
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // 1024 if sys.platform == "darwin" else most
