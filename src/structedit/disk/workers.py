"""Work in processes that can be killed, so that a crashing or endless grammar harms nothing else.

A pool has a few worker processes, each of which does one thing at a time: a function of a module, its arguments and
its result are pickled through pipes. Work that takes too long, needs too much memory or crashes its process is an
error of that one call; the next call gets a new process.

Most calls need no pool, so the modules for pipes and pickles are loaded when one is created.

A worker that outlives its parent reads the end of its input and ends. Not here: the work itself.
"""

from __future__ import annotations

import os
import struct
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ParamSpec, Protocol, TypeVar

from structedit.text.errors import FileError, TooSlowError

MOST_SECONDS = 2.4
"""Time limit of one piece of work in seconds, plus `SECONDS_PER_MEGABYTE`. Chosen by judgement."""

SECONDS_PER_MEGABYTE = 2.0
"""Additional seconds for each megabyte sent to the worker. Chosen by judgement."""

MOST_MEMORY = 2 << 30
"""Bytes of address space that a worker may have.

Chosen by judgement: of usual inputs none needs more.
"""

_KEYS = 16
"""The last keys of a worker that are remembered, by which it is chosen. Chosen by judgement."""

_RETIRED_AT = 400 << 10
"""Most kilobytes that a worker may have used; one that used more is not used again.

Chosen by judgement.
"""

HEAD = struct.Struct(">Q")
_START = "from structedit.disk.worker_process import serve; serve()"
_START_SECONDS = 60.0
"""Seconds in which a worker must have started.

Chosen by judgement, for a machine under heavy load.
"""

FAILED, DONE = b"!", b"="

P = ParamSpec("P")
R = TypeVar("R")


class StoppedError(TooSlowError):
    """Work that took too long, needed too much memory, or crashed its process."""


class Runner(Protocol):
    """A function that runs another one somewhere and returns its result."""

    def __call__(self, work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run `work` and return its result."""


def here(work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a function in this process."""
    return work(*args, **kwargs)


class Pool:
    """Worker processes; may be used from several threads. `run` is a `Runner`.

    Each worker loads `modules` first, which does not count for the time of its work.
    """

    def __init__(
        self, most: int = 2, seconds: float = MOST_SECONDS, modules: tuple[str, ...] = ()
    ) -> None:
        self.most, self.seconds, self.modules = most, seconds, modules
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self._count = 0
        self._closed = False
        self._free = threading.Condition()

    def run(self, work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a function of a module in a worker.

        Raises:
            StoppedError: when it takes too long, or its process dies.
            StructEditError: what the function raises.
        """
        return self.run_near(None, work, *args, **kwargs)

    def run_near(
        self, key: object, work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """Run a function as `run` does, in the idle worker that last had the same key, if there is one."""
        return self._run((work, args, kwargs), None, key)  # type: ignore[no-any-return]

    def run_within(
        self, seconds: float, work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """Run a function in a worker as `run` does, in so many seconds whatever its input."""
        return self._run((work, args, kwargs), seconds)  # type: ignore[no-any-return]

    def _run(self, work: tuple[object, ...], seconds: float | None, key: object = None) -> Any:
        """Run a task in a worker; without `seconds`, its size decides how long it may take."""
        import pickle

        worker = self._borrow(key)
        try:
            task, size = worker.sender.task(work)
            if seconds is None:
                seconds = self.seconds + SECONDS_PER_MEGABYTE * size / 1e6
            answer = worker.ask(task, seconds)
        except BaseException:
            self._drop(worker)
            raise
        if answer is None:
            self._drop(worker)
            raise stopped_error(worker.why)
        self._drop(worker) if worker.is_fat(answer) else self._give_back(worker)
        value = pickle.loads(answer[1 + HEAD.size :])
        if answer[:1] == FAILED:
            raise value
        return value

    def close(self) -> None:
        """End all workers, also busy ones, and refuse further work."""
        with self._free:
            self._closed = True
            idle, self._idle = self._idle, []
            for worker in self._busy:
                worker.stop()
            self._free.notify_all()
        for worker in idle:
            worker.kill()

    def _borrow(self, key: object) -> _Worker:
        with self._free:
            while not self._idle and self._count >= self.most and not self._closed:
                self._free.wait()
            if self._closed:
                raise FileError("the server is shutting down", code="write_failed")
            if self._idle:
                near = (one for one in reversed(self._idle) if key in one.keys)
                worker = next(near, self._idle[-1])
                worker.keys.append(key)
                self._idle.remove(worker)
                self._busy.add(worker)
                return worker
            self._count += 1
        try:
            worker = _Worker(self.modules)
        except BaseException:
            with self._free:
                self._count -= 1
                self._free.notify()
            raise
        with self._free:
            worker.keys.append(key)
            self._busy.add(worker)
            closed = bool(self._closed)  # another thread may have closed the pool meanwhile
        if closed:
            worker.stop()
        return worker

    def _give_back(self, worker: _Worker) -> None:
        with self._free:
            self._busy.discard(worker)
            if not self._closed:
                self._idle.append(worker)
                self._free.notify()
                return
        worker.kill()

    def _drop(self, worker: _Worker) -> None:
        worker.kill()
        with self._free:
            self._busy.discard(worker)
            self._count -= 1
            self._free.notify()


class _Worker:
    """One process and the pipes to it."""

    def __init__(self, modules: tuple[str, ...]) -> None:
        import subprocess

        from structedit.disk.worker_tasks import Sender

        self.sender = Sender()
        self.why, self._ready = "", False
        self.keys = deque[object](maxlen=_KEYS)
        source = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        given = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
        here = os.path.realpath(os.curdir)
        paths = [source, *(path for path in given if os.path.realpath(path) != here)]
        self._process = subprocess.Popen(
            # -P: whatever lies in the current folder is not code of ours
            [sys.executable, "-P", "-c", _START, *modules],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(dict.fromkeys(paths))},
            bufsize=0,
        )

    def ask(self, task: bytes, seconds: float) -> bytes | None:
        """Send a task and return the answer; None without an answer, with the reason in `why`."""
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            if not self._ready:
                self._read(1, time.monotonic() + _START_SECONDS)
                self._ready = True
            until = time.monotonic() + seconds
            write_whole(self._process.stdin.fileno(), task)
            head = self._read(HEAD.size, until)
            return None if head is None else self._read(HEAD.unpack(head)[0], until)
        except BrokenPipeError:
            self.why = "crashed its process"
            return None

    def _read(self, size: int, until: float) -> bytes | None:
        import select

        assert self._process.stdout is not None
        fd, parts, left = self._process.stdout.fileno(), list[bytes](), size
        while left:
            wait = until - time.monotonic()
            if wait <= 0 or not select.select([fd], [], [], wait)[0]:
                self.why = "took too long and was stopped"
                return None
            part = os.read(fd, min(left, 1 << 20))
            if not part:
                self.why = "crashed its process"
                return None
            parts.append(part)
            left -= len(part)
        return b"".join(parts)

    @staticmethod
    def is_fat(answer: bytes) -> bool:
        """Return True if the process has become too large to be reused."""
        return bool(HEAD.unpack(answer[1 : 1 + HEAD.size])[0] > _RETIRED_AT)

    def stop(self) -> None:
        """End the process; a caller that waits for its answer gets None."""
        self._process.kill()

    def kill(self) -> None:
        """Kill the process now, and close the pipes to it."""
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                assert pipe is not None
                pipe.close()
        self._process.kill()
        self._process.wait()


def stopped_error(why: str) -> StoppedError:
    """Return the error for work whose process was stopped."""
    return StoppedError(
        f"working on this file {why}",
        hint="name a smaller region, a simpler regular expression, or pass language 'text'",
    )


def write_whole(fd: int, body: bytes) -> None:
    """Write a message with its length before it, whole."""
    rest = memoryview(HEAD.pack(len(body)) + body)
    while rest:
        rest = rest[os.write(fd, rest) :]
