"""Time limits: work that only plans or reads ends when its budget is over.

In the main thread, an alarm of the system raises `Interruption`, wherever the work is, even in Python's regular
expressions, which check for signals. In other threads, or if other code uses the alarm, a watching thread raises it
between two steps of the interpreter; that does not end a running regular expression.

C code that never checks, above all the parser, is ended by neither. So a parse that may not return is first tried
in a process that can be killed. For a process that serves one command there is a last resort: `end_when_stuck`.

Writing is never limited: interrupted work has changed nothing. An import is never interrupted.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import TypeVar

from structedit.disk import workers
from structedit.text import budget
from structedit.text.budget import Budget, Interruption
from structedit.text.errors import TooSlowError, UsageError
from structedit.tree import parsing

R = TypeVar("R")

AGAIN_SECONDS = 0.05
"""Seconds until work that continued after an interruption (in a destructor) is interrupted again.

Chosen by judgement.
"""

_GRACE = 1.5
_GRACE_SECONDS = 5.0
"""A stuck process ends after its budget times the first factor plus the second.

Chosen by judgement: work that ends somewhat late by itself is not killed.
"""

_IMPORTING = "<frozen importlib"


class _Guard:
    """Work in one thread with its budget, ended by an alarm or by the watching thread.

    With `over` set, it is not interrupted any more.
    """

    __slots__ = ("budget", "by_alarm", "over", "struck", "thread")

    def __init__(self, given: Budget, *, by_alarm: bool) -> None:
        self.budget, self.by_alarm, self.thread = given, by_alarm, threading.get_ident()
        self.over = self.struck = False

    def is_due(self, frame: FrameType | None) -> bool:
        """Return True if the work should be interrupted now; never during an import."""
        return not self.over and self.budget.left() <= 0 and not _imports(frame)


_guards: dict[int, _Guard] = {}
"""The limited work of each thread."""

_process = {"may be killed": False, "ends when stuck": False}
"""The kind of this process: a worker, in which nothing need be tried elsewhere; a single command."""


def limited(
    work: Callable[[], R], *given: object, timeout: float | None = None, name: str | None = None
) -> R:
    """Do work that only plans or reads, within the time that the size of its input allows.

    Inside other limited work it shares that work's time.

    Args:
        work: the function to call; it may be interrupted anywhere.
        given: everything that its time depends on: documents, texts, requests.
        timeout: seconds, instead of those that the size of the input allows.
        name: what the work is about, for the error.

    Raises:
        TooSlowError: when the time is over.
        UsageError: when the timeout is not a valid time.
    """
    if timeout is not None and not timeout > 0:
        raise UsageError("timeout is not above 0", hint="pass seconds")
    thread = threading.get_ident()
    if thread in _guards:
        return work()
    by_size = timeout is None
    seconds = budget.seconds_for(budget.size_of(given)) if timeout is None else float(timeout)
    rehearse = None if _process["may be killed"] else rehearsed
    clock = _clock_of(thread) if by_size else time.monotonic
    given_time = Budget(seconds, clock, rehearse, by_size=by_size, ahead=time.monotonic)
    guard = _Guard(given_time, by_alarm=_alarm_is_free())
    arm, disarm = (_arm, _disarm) if guard.by_alarm else (_watcher.add, _watcher.remove)
    try:
        _guards[thread] = guard
        arm(guard)
        try:
            with budget.spending(guard.budget):
                return work()
        finally:
            guard.over = True
    except Interruption:
        raise too_slow(name, guard.budget.seconds) from None
    finally:
        guard.over = True
        while True:
            try:
                disarm(guard)
                break
            except Interruption:  # was on its way when the work ended
                continue
        del _guards[thread]


def _clock_of(thread: int) -> Callable[[], float]:
    """Return a clock of a thread's processor time; wall-clock time if the system does not have one.

    With processor time, the limit is the same on a busy machine.
    """
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.monotonic
    return partial(time.clock_gettime, time.pthread_getcpuclockid(thread))


@contextmanager
def unlimited() -> Iterator[None]:
    """Stop the clock of limited work for a while; what happens meanwhile has limits of its own."""
    guard = _guards.get(threading.get_ident())
    if guard is None:
        yield
        return
    guard.over = True
    try:
        with guard.budget.stopped():
            yield
    finally:
        guard.over = False


def grant(size: int) -> None:
    """Add time to the current work for `size` more bytes of input."""
    guard = _guards.get(threading.get_ident())
    if guard is not None:
        guard.budget.grant(size)
        if guard.by_alarm:
            _set_last_resort(guard)


def too_slow(name: str | None, seconds: float) -> TooSlowError:
    """Return the error for work that took too long."""
    about = f"{name!r}" if name else "this"
    return TooSlowError(
        f"{about} took longer than {seconds:.3g} s and was stopped; nothing is changed",
        hint="name a smaller region, a simpler pattern or the language 'text', or pass a timeout",
    )


def can_be_killed() -> None:
    """Declare that this process may be killed; nothing is first tried in another one then."""
    _process["may be killed"] = True


def end_when_stuck() -> None:
    """Let the system end this process if limited work does not react to its alarm.

    Processor time counts: one and a half times the budget and five seconds. The process ends by the signal SIGVTALRM,
    which a shell reports as 154. For a command, which has written nothing while it plans; not for a library.
    """
    _process["ends when stuck"] = True


def is_one_command() -> bool:
    """Return True if this process serves one command: `end_when_stuck` was called."""
    return _process["ends when stuck"]


# Trying a parse elsewhere


def rehearsed(grammar: str, data: bytes, seconds: float) -> bool:
    """Return True if a process that can be killed parses a content within so many seconds."""
    try:
        return _rehearsers().run_within(seconds, parsing.try_parse, grammar, data)
    except workers.StoppedError:
        return False


_pools: dict[int, workers.Pool] = {}


def _rehearsers() -> workers.Pool:
    """The workers of this process; a forked process gets its own."""
    process = os.getpid()
    if process not in _pools:
        _pools[process] = workers.Pool(1, modules=("structedit.tree.parsing",))
    return _pools[process]


# The alarm of the main thread


def _alarm_is_free() -> bool:
    return (
        hasattr(signal, "setitimer")
        and threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
        and not signal.getitimer(signal.ITIMER_REAL)[0]
    )


def _arm(guard: _Guard) -> None:
    signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, max(guard.budget.left(), 1e-6), AGAIN_SECONDS)
    _set_last_resort(guard)


def _disarm(guard: _Guard) -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    if _process["ends when stuck"]:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _ring(number: int, frame: FrameType | None) -> None:
    guard = _guards.get(threading.get_ident())
    if guard is not None and guard.is_due(frame):
        raise Interruption


def _set_last_resort(guard: _Guard) -> None:
    if _process["ends when stuck"] and hasattr(signal, "setitimer"):
        seconds = max(guard.budget.left(), 0.0) * _GRACE + _GRACE_SECONDS
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


def _imports(frame: FrameType | None) -> bool:
    """Return True during an import: an interruption would leave a half-imported module."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(_IMPORTING):
            return True
        frame = frame.f_back
    return False


# A thread that watches the others


class _Watcher:
    """Interrupts limited work of threads; its own thread is started when first needed."""

    def __init__(self) -> None:
        self._changed = threading.Condition(threading.Lock())
        self._guards: list[_Guard] = []
        self._thread: threading.Thread | None = None
        self._looks_at = float("inf")

    def add(self, guard: _Guard) -> None:
        """Start watching a piece of work."""
        with self._changed:
            self._guards.append(guard)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._watch, name="limits", daemon=True)
                self._thread.start()
            if time.monotonic() + guard.budget.left() < self._looks_at:
                self._changed.notify()

    def remove(self, guard: _Guard) -> None:
        """Stop watching it; an interruption that has not arrived by now never does."""
        with self._changed:
            if guard in self._guards:
                self._guards.remove(guard)
            if guard.struck:
                _interrupt(guard.thread, None)
                guard.struck = False

    def _watch(self) -> None:
        with self._changed:
            while True:
                frames = sys._current_frames() if self._guards else {}
                for guard in self._guards:
                    if guard.is_due(frames.get(guard.thread)):
                        guard.struck = True
                        _interrupt(guard.thread, Interruption)
                left = [max(g.budget.left(), AGAIN_SECONDS) for g in self._guards]
                soonest = min(left, default=None)
                self._looks_at = float("inf") if soonest is None else time.monotonic() + soonest
                self._changed.wait(soonest)


_watcher = _Watcher()


def _interrupt(thread: int, error: type[BaseException] | None) -> None:
    """Raise an error in a thread as soon as it takes its next step; None takes it back."""
    import ctypes

    raised = ctypes.py_object(error) if error is not None else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)
