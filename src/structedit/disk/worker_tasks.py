"""Tasks of worker processes as bytes, in which the content that a worker was sent last is not sent again.

Most calls of a session are about the file of the call before. Both sides keep the last content, and a task names it
instead of repeating it. A `Sender` belongs to one process: what that process received is what the sender remembers.

Not here: the processes (`disk.workers`).
"""

from __future__ import annotations

import pickle
from io import BytesIO

LEAST_BYTES, MOST_BYTES = 16 << 10, 8 << 20
"""Sizes of contents that are kept: a smaller one is sent as quickly, a larger one would take memory twice.

Chosen by judgement.
"""


class Sender:
    """Writes the tasks for one worker process, and keeps the last content in them."""

    def __init__(self) -> None:
        self._last = b""

    def task(self, value: object) -> tuple[bytes, int]:
        """Return a task as bytes, and its size with the content that it does not repeat."""
        out = BytesIO()
        sender = _Pickler(out, self._last)
        sender.dump(value)
        self._last = sender.last
        return out.getvalue(), out.tell() + sender.saved


class Receiver:
    """Reads the tasks of one sender."""

    def __init__(self) -> None:
        self._last = b""

    def value(self, task: bytes) -> object:
        """Return the value that the sender wrote."""
        receiver = _Unpickler(BytesIO(task), self._last)
        value = receiver.load()
        self._last = receiver.last
        return value


class _Pickler(pickle.Pickler):
    def __init__(self, out: BytesIO, last: bytes) -> None:
        super().__init__(out, pickle.HIGHEST_PROTOCOL)
        self.last, self.saved = last, 0

    def persistent_id(self, value: object) -> bytes | None:
        """Return the content to keep, empty if it is the kept one; None for any other value."""
        if type(value) is not bytes or not LEAST_BYTES <= len(value) <= MOST_BYTES:
            return None
        if value == self.last:
            self.saved += len(value)
            return b""
        self.last = value
        return value


class _Unpickler(pickle.Unpickler):
    def __init__(self, task: BytesIO, last: bytes) -> None:
        super().__init__(task)
        self.last = last

    def persistent_load(self, content: bytes) -> bytes:
        """Return the content that was sent, or the kept one."""
        self.last = content or self.last
        return self.last
