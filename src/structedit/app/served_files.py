"""Files that a session has shown to its caller, below its root, with contents by version.

Messages about a file that cannot be read use the caller's name for it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict

from structedit.calls.diagnoses import Diagnosis
from structedit.calls.outcomes import Outcome
from structedit.calls.statuses import Reason, Status
from structedit.disk import files, roots
from structedit.disk.files import AnyPath
from structedit.plan.batch.file_changes import failed
from structedit.plan.reading import Region
from structedit.text.document import Document
from structedit.text.errors import FileError
from structedit.text.values import dataclass

MOST_VERSIONS = 256
"""Versions that a session remembers, over all files.

Chosen by judgement: far more than an agent returns to.
"""

MOST_BYTES = 32 * 1024 * 1024
"""Total bytes of these versions; the one served last is kept whatever its size.

Chosen by judgement.
"""


@dataclass(frozen=True, slots=True)
class ServedFile:
    """A file under the root: `name` relative to it with `/`, `full` its real path."""

    name: str
    full: str


def confined(root: str, path: AnyPath, allow: tuple[str, ...] = ()) -> ServedFile:
    """Return the file that a path means below a root.

    Raises:
        FileError: when it may not be edited.
    """
    return ServedFile(*roots.places(root, files.os_path(path), allow))


class Versions:
    """Documents by path and version; the oldest are dropped beyond a number and a total size."""

    __slots__ = ("_bytes", "_kept", "_lock", "most", "most_bytes")

    def __init__(self, most: int, most_bytes: int) -> None:
        self.most, self.most_bytes = most, most_bytes
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, str], Document] = OrderedDict()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, path: str, version: str) -> Document | None:
        """Return a remembered document; None if it was never stored or is dropped."""
        return self._kept.get((path, version))

    def of(self, path: str) -> tuple[str, ...]:
        """Return the remembered versions of a file, the latest last."""
        with self._lock:
            return tuple(version for own, version in self._kept if own == path)

    def keep(self, path: str, document: Document) -> None:
        """Remember a document, and drop the oldest ones that no longer fit."""
        key = path, document.version
        with self._lock:
            if key not in self._kept:
                self._kept[key] = document
                self._bytes += len(document.data)
            self._kept.move_to_end(key)
            while len(self._kept) > 1 and (
                len(self._kept) > self.most or self._bytes > self.most_bytes
            ):
                _, gone = self._kept.popitem(last=False)
                self._bytes -= len(gone.data)

    def forget(self, path: str) -> None:
        """Drop all versions of a file."""
        with self._lock:
            for key in [key for key in self._kept if key[0] == path]:
                self._bytes -= len(self._kept.pop(key).data)


# Files that cannot be had


def moved(file: ServedFile) -> FileError:
    """Return the error for a path that leads to another file than before."""
    return FileError(f"{file.name!r} leads elsewhere now", hint="read it again", code="stale")


def named_as(file: ServedFile, error: FileError) -> FileError:
    """Return the same error with the caller's name for the file."""
    return files.named(error, file.full, file.name)


def failed_at(path: AnyPath, operation: str, error: FileError) -> Outcome:
    """Return the outcome of an edit of a file that cannot be read."""
    return failed(Document.from_text("", files.os_path(path)), operation, error)


def no_region(path: AnyPath, error: FileError) -> Region:
    """Return the region for a file that cannot be read."""
    document = Document.from_text("", files.os_path(path))
    diagnosis = Diagnosis(error.message, error.hint)
    reason = Reason(error.code)
    status = Status.REFUSED if reason is Reason.TOO_SLOW else Status.ERROR
    return Region(
        status, document.path, None, document.version, 0, reason=reason, diagnosis=diagnosis
    )
