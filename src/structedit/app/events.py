"""Events: each call on files is reported to listeners, with its result and the time it took.

A listener is a module or object with `heard(event)`. It is called after the call is done, and its errors are
ignored: they must not change the result. Pure calls on documents are not reported, nor are reads that are a part of
another call.

Not here: recording calls (`extras.statistics.recording` is a listener).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from time import perf_counter_ns
from typing import TYPE_CHECKING, Protocol, TypeVar

from structedit.app.listeners import listeners
from structedit.calls.statuses import Reason
from structedit.text.errors import FileError, FormatError
from structedit.text.values import dataclass

if TYPE_CHECKING:
    from structedit.calls.batch_outcomes import BatchOutcome
    from structedit.calls.batches import FileRequest
    from structedit.calls.outcomes import Outcome
    from structedit.calls.requests import Request
    from structedit.disk.paths import AnyPath

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Edited:
    """A call that edits one file; `result` is the error if the file could not be read.

    Here and below, `took` is in microseconds.
    """

    operation: str
    path: AnyPath
    request: Request | None
    result: Outcome | FileError
    took: int


@dataclass(frozen=True, slots=True)
class Read:
    """A call that only reads, and what it returned: an `Outline`, `Region`, `Check`, or other."""

    operation: str
    path: AnyPath
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
    """An undo or a redo of a transaction."""

    root: str
    batch: BatchOutcome
    took: int


@dataclass(frozen=True, slots=True)
class WrongCall:
    """A call that could not be made, or a text of edits that could not be read, with a word for the reason."""

    operation: str
    reason: str
    root: str = "."
    format: str = "call"


Event = Edited | Read | Batched | Reversed | WrongCall


class Listener(Protocol):
    """An object that is notified of every call."""

    def heard(self, event: Event) -> None:
        """Receive the event of one finished call."""


_reads_are_reported = ContextVar("_reads_are_reported", default=True)


def tell(event: Event) -> None:
    """Notify all listeners of a call; errors in them are ignored."""
    for listener in listeners:
        with suppress(Exception):
            listener.heard(event)


def wrongly_called(
    error: Exception, operation: str, root: str = ".", *, reason: str = "", format: str = "call"
) -> None:
    """Notify all listeners of a call that could not be made, once for each error.

    An error passes several layers on its way (library, session, interface), each of which may replace it.
    """
    if any(getattr(one, "was_told", False) for one in (error, error.__context__)):
        return
    error.was_told = True  # type: ignore[attr-defined]
    if not reason:
        is_text = isinstance(error, FormatError)
        known = getattr(error, "fault", "") or getattr(error, "code", "usage")
        reason = str(Reason.MALFORMED_EDIT) if is_text else known
    tell(WrongCall(operation, reason, root, format))


def editing(
    operation: str, path: AnyPath, request: Request | None, call: Callable[[], Outcome]
) -> Outcome:
    """Make a call that edits a file and report it, also when the file cannot be read."""
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
    call: Callable[[], R],
    shown: Callable[[R], object] | None = None,
) -> R:
    """Make a call that only reads and report it, also when the file cannot be read.

    Args:
        operation: its name.
        path: its file, or one of them.
        call: the call.
        shown: converts the call's result to the one for listeners; None for the same.
    """
    if not _reads_are_reported.get():
        return call()
    began = perf_counter_ns()
    try:
        with silent():
            found = call()
    except FileError as error:
        tell(Read(operation, path, error, _since(began)))
        raise
    tell(Read(operation, path, shown(found) if shown else found, _since(began)))
    return found


@contextmanager
def silent() -> Iterator[None]:
    """Report no calls that only read meanwhile: they are steps of another call."""
    before = _reads_are_reported.set(False)
    try:
        yield
    finally:
        _reads_are_reported.reset(before)


def batching(
    requests: tuple[FileRequest, ...], root: str, format: str, call: Callable[[], BatchOutcome]
) -> BatchOutcome:
    """Make a batch and report it."""
    began = perf_counter_ns()
    batch = call()
    tell(Batched(requests, root, format, batch, _since(began)))
    return batch


def reverting(root: str, call: Callable[[], BatchOutcome]) -> BatchOutcome:
    """Undo or redo a transaction and report it."""
    began = perf_counter_ns()
    batch = call()
    tell(Reversed(root, batch, _since(began)))
    return batch


def _since(began: int) -> int:
    return (perf_counter_ns() - began) // 1000
