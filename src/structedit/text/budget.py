"""Time budgets: how long one call may take, computed from the size of its input.

A budget is a number of seconds, stored in a context variable while a call plans or reads. When it is over,
`Interruption` is raised by the code that enforces it. The parser blocks the interpreter, so it checks the budget
itself as it runs.

Not here: the clock, and interrupting (`disk.limits`). Without a budget nothing is limited by time.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

BASE_SECONDS = 10.0
"""Seconds that any call may take: a hundred times what an edit of a usual file takes.

Chosen by judgement, with hostile inputs measured against it in November 2026.
"""

SECONDS_PER_MEGABYTE = 50.0
"""Seconds for each megabyte of input: more than listing one of 64,000 definitions takes.

Chosen by judgement, with hostile inputs measured against it in November 2026.
"""

PARSER_SHARE = 0.5
"""Share of the time that parsing may take, so that some is left for editing as text. Chosen by judgement."""

_WITHOUT_SIZE = frozenset({type(None), bool, int, float})
_TEXTS = (str, bytes)
_ROWS = (list, tuple, set, frozenset)

Rehearsal = Callable[[str, bytes, float], bool]
"""Return True if a grammar (by name) parses a content in so many seconds, in a process that may fail."""


class Interruption(BaseException):
    """The time is over. Not an `Exception`, so that no `except Exception` on the way catches it."""


class Budget:
    """The seconds that one call may take, and the part of them that parsing may take.

    `rehearse`, if set, tries a parse in another process before a parse that may not return is made here. `ahead` is a
    clock that runs at least as fast as `clock`, and is read faster: reading the clock of a thread is a system call.
    """

    __slots__ = (
        "_ahead",
        "_allowed",
        "_by_size",
        "_clock",
        "_hopeless",
        "_parsing",
        "_rehearse",
        "_since",
    )

    def __init__(
        self,
        seconds: float,
        clock: Callable[[], float],
        rehearse: Rehearsal | None = None,
        *,
        by_size: bool = False,
        ahead: Callable[[], float] | None = None,
    ) -> None:
        self._allowed, self._clock, self._since = seconds, clock, clock()
        self._parsing, self._by_size = seconds * PARSER_SHARE, by_size
        self._rehearse, self._hopeless, self._ahead = rehearse, False, ahead or clock

    @property
    def seconds(self) -> float:
        """All seconds of the call."""
        return self._allowed

    def left(self) -> float:
        """Seconds that are left; negative once the time is over."""
        return self._since + self._allowed - self._clock()

    def grant(self, size: int) -> None:
        """Add the time for more input, unless the caller set a time."""
        if self._by_size:
            more = SECONDS_PER_MEGABYTE * size / 1e6
            self._allowed, self._parsing = self._allowed + more, self._parsing + more * PARSER_SHARE

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop the clock of this budget: what happens meanwhile has limits of its own."""
        began = self._clock()
        try:
            yield
        finally:
            self._since += self._clock() - began

    @contextmanager
    def parsing(self) -> Iterator[Callable[[], bool]]:
        """Yield a function that returns True once the parser's time is over; the time of the block is subtracted."""
        began = self._clock()
        until = began + min(self._parsing, self.left())
        ahead, clock = self._ahead, self._clock
        soonest = ahead() + until - began
        try:
            yield lambda: ahead() >= soonest and clock() >= until
        finally:
            self._parsing -= self._clock() - began

    @property
    def rehearses(self) -> bool:
        """Return True if a parse that may take too long can first be tried in another process."""
        return self._rehearse is not None

    def can_parse(self, grammar: str, data: bytes) -> bool:
        """Return True if a parse in another process ends in time; after one that did not, none is tried."""
        if self._rehearse is None:
            return True
        left = min(self._parsing, self.left())
        if self._hopeless or left <= 0 or not self._rehearse(grammar, data, left):
            self._hopeless = True
        return not self._hopeless


_current: ContextVar[Budget | None] = ContextVar("_current", default=None)


def current() -> Budget | None:
    """Return the budget of the current call."""
    return _current.get()


@contextmanager
def spending(budget: Budget) -> Iterator[None]:
    """Make a budget the current one."""
    before = _current.set(budget)
    try:
        yield
    finally:
        _current.reset(before)


def seconds_for(size: int) -> float:
    """Return the seconds for a call with `size` bytes of input.

    >>> seconds_for(500_000)
    35.0
    """
    return BASE_SECONDS + SECONDS_PER_MEGABYTE * size / 1e6


def size_of(*given: object) -> int:
    """Count the letters and bytes of all arguments, inside lists and requests too.

    >>> size_of("abc", [b"de", {"new": "f"}], None, 7)
    6
    """
    size, waiting = 0, list(given)
    while waiting:
        value = waiting.pop()
        kind = type(value)
        if kind in _WITHOUT_SIZE:  # most of what a request holds
            continue
        content: object = value
        if kind is not str:  # the content of a document or a source
            content = getattr(getattr(value, "document", value), "data", value)
        if isinstance(content, _TEXTS):
            size += len(content)
        elif isinstance(value, _ROWS):
            waiting += value
        elif isinstance(value, Mapping):
            waiting += value.values()
        else:
            waiting += [getattr(value, name) for name in getattr(kind, "__match_args__", ())]
    return size


@contextmanager
def collection_paused() -> Iterator[None]:
    """Pause the search for reference cycles while a listing makes many values at once, none of which is garbage.

    Python would search all of them again and again, which takes up to half the time.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
