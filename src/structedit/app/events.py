"""Calls on files, told to whoever listens: what was asked, what came of it, how long it took.

A listener is a module or object with `heard(event)`. It is called after the call is done, and whatever
goes wrong in it, the call stays as it is: there is nobody to tell, and nothing to undo. Pure calls on
documents are not told, and what a call reads on its way is part of that call.

Not here: what is kept of a call (`extras.statistics.recording` listens).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from time import perf_counter_ns
from typing import TYPE_CHECKING, Protocol, TypeVar

from structedit.text.errors import FileError
from structedit.text.values import dataclass

if TYPE_CHECKING:
    from structedit.calls.batch_outcomes import BatchOutcome
    from structedit.calls.batches import FileRequest
    from structedit.calls.outcomes import Outcome
    from structedit.calls.requests import Request
    from structedit.disk.paths import AnyPath
    from structedit.text.document import Document

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Edited:
    """A call that edits one file; `result` is the error where the file could not be had.

    Here and below, `took` is in microseconds.
    """

    operation: str
    path: AnyPath
    request: Request | None
    result: Outcome | FileError
    took: int


@dataclass(frozen=True, slots=True)
class Read:
    """A call that only reads, and what it found: an `Outline`, `Region`, `Check`, `Search`, or other."""

    operation: str
    path: AnyPath
    arguments: Mapping[str, object]
    found: object
    took: int


@dataclass(frozen=True, slots=True)
class Batched:
    """A batch of edits, with the format that it was written in."""

    requests: tuple[FileRequest, ...]
    root: str
    format: str
    batch: BatchOutcome
    took: int


@dataclass(frozen=True, slots=True)
class Reversed:
    """A transaction that was taken back, or done again."""

    root: str
    batch: BatchOutcome
    took: int


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A text of edits that could not be read."""

    operation: str
    format: str
    root: str


Event = Edited | Read | Batched | Reversed | Unreadable


class Listener(Protocol):
    """Hears of every call."""

    def heard(self, event: Event) -> None:
        """Take note of a call."""


listeners: list[Listener] = []

_reads_are_told = ContextVar("_reads_are_told", default=True)


def tell(event: Event) -> None:
    """Tell all listeners of a call."""
    for listener in listeners:
        with suppress(Exception):
            listener.heard(event)


def editing(
    operation: str, path: AnyPath, request: Request | None, call: Callable[[], Outcome]
) -> Outcome:
    """Make a call that edits a file, and tell of it, also when the file cannot be had."""
    began = perf_counter_ns()
    try:
        outcome = call()
    except FileError as error:
        tell(Edited(operation, path, request, error, _since(began)))
        raise
    tell(Edited(operation, path, request or outcome.request, outcome, _since(began)))
    return outcome


def reading(
    operation: str,
    path: AnyPath,
    arguments: Mapping[str, object],
    call: Callable[[], R],
    shown: Callable[[R], object] | None = None,
) -> R:
    """Make a call that only reads, and tell of it, also when the file cannot be had.

    Args:
        operation: its name.
        path: its file, or one of them.
        arguments: what it was called with, which tells how it names its place.
        call: the call.
        shown: what listeners are shown of its result; all of it where None.
    """
    if not _reads_are_told.get():
        return call()
    began = perf_counter_ns()
    try:
        with silent():
            found = call()
    except FileError as error:
        tell(Read(operation, path, arguments, error, _since(began)))
        raise
    tell(Read(operation, path, arguments, shown(found) if shown else found, _since(began)))
    return found


@contextmanager
def silent() -> Iterator[None]:
    """Tell of no call that only reads: it is a step of another call."""
    before = _reads_are_told.set(False)
    try:
        yield
    finally:
        _reads_are_told.reset(before)


def batching(
    requests: tuple[FileRequest, ...], root: str, format: str, call: Callable[[], BatchOutcome]
) -> BatchOutcome:
    """Make a batch, and tell of it."""
    began = perf_counter_ns()
    batch = call()
    tell(Batched(requests, root, format, batch, _since(began)))
    return batch


def reverting(root: str, call: Callable[[], BatchOutcome]) -> BatchOutcome:
    """Take a transaction back, or do it again, and tell of it."""
    began = perf_counter_ns()
    batch = call()
    tell(Reversed(root, batch, _since(began)))
    return batch


class Search:
    """Keeps count of a search over files while it goes on; its document is kept if it is one."""

    __slots__ = ("document", "files", "hits")

    def __init__(self) -> None:
        self.files, self.hits = 0, 0
        self.document: Document | None = None

    def add(self, document: Document, hits: int) -> None:
        """Note that a file was searched, and how many hits it has."""
        self.document = None if self.files else document
        self.files, self.hits = self.files + 1, self.hits + hits


def _since(began: int) -> int:
    return (perf_counter_ns() - began) // 1000
