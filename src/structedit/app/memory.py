"""The memory of a session: file versions it has shown, its edits since, failures in a row.

Files are named by their real paths. All of it is limited in size, and ends with the session. Messages about a file that
cannot be read use the caller's name for it.

Not here: reading and writing files (`session`), and messages about them (`explain`).
"""

from __future__ import annotations

import threading
from collections import OrderedDict

from structedit.app.changes_by_others import SeenTexts
from structedit.calls.diagnoses import Diagnosis
from structedit.calls.outcomes import Outcome
from structedit.calls.places import Lines
from structedit.calls.statuses import Reason, Status
from structedit.calls.versions import Step
from structedit.disk import files, roots
from structedit.disk.files import AnyPath
from structedit.explain import line_numbers
from structedit.plan.batch.file_changes import failed
from structedit.plan.reading import Region
from structedit.text.document import Document, LineRange
from structedit.text.edit import EditSet
from structedit.text.errors import FileError
from structedit.text.line_map import Touched
from structedit.text.values import dataclass


class Memory:
    """The memory of one session; see the module."""

    __slots__ = ("_failures", "_most", "_steps", "_versions", "seen")

    def __init__(self, versions: Versions) -> None:
        self._versions, self._most = versions, max(1, versions.most)
        self.seen = SeenTexts()
        self._steps: OrderedDict[str, tuple[Step, ...]] = OrderedDict()
        self._failures: dict[str, int] = {}

    def keep(self, full: str, document: Document) -> None:
        """Remember a file's content as shown to the caller."""
        self._versions.keep(full, document)
        self.seen.show(full, document)

    def version(self, full: str, version: str) -> Document | None:
        """Return a file's content at a version; None if that is not remembered."""
        return self._versions.get(full, version)

    def versions(self, full: str) -> tuple[str, ...]:
        """Return the remembered versions of a file."""
        return self._versions.of(full)

    # Edits

    def stepped(
        self, full: str, operation: str, before: Document, edits: EditSet, after: Document
    ) -> None:
        """Remember an edit of a file, with its content before and after."""
        before = self._versions.get(full, before.version) or before  # one object for one content
        after = after.read_again()
        self._versions.keep(full, after)
        self.seen.edited(full, before, after)
        step = Step(operation, before, edits, after.version)
        earlier = self.steps_to(full, before)
        self._steps[full] = (*earlier[-self._most :], step)
        self._steps.move_to_end(full)
        if len(self._steps) > self._most:
            # Without its edits, an old version of a file would look like the newest one.
            dropped, _ = self._steps.popitem(last=False)
            self._versions.forget(dropped)

    def steps_to(self, full: str, document: Document) -> tuple[Step, ...]:
        """Return the remembered edits that led to a document; empty if another program changed the file in between."""
        steps = self._steps.get(full, ())
        if not steps or steps[-1].version_after != document.version:
            return ()
        versions = (steps[0].before.version, *(step.version_after for step in steps[:-1]))
        known = sum(self._versions.get(full, version) is not None for version in versions)
        return steps[len(steps) - known :]

    def steps_since(self, full: str, version: str) -> tuple[Step, ...] | None:
        """Return the edits from a version to the newest one.

        Return None if the version is unknown, or if another program changed the file since.
        """
        steps = self._steps.get(full, ())
        if steps and steps[-1].version_after == version:
            return ()
        for at in reversed(range(len(steps))):
            if steps[at].before.version == version:
                return steps[at:]
        return None if self._versions.get(full, version) is None or steps else ()

    def image(self, full: str, now: Document, asked: Lines) -> LineRange | Touched | None:
        """Return where lines of an older version are in the file now; None if that version is unknown."""
        assert asked.version is not None
        old = self._versions.get(full, asked.version)
        if old is None:
            return None
        made = self._steps.get(full, ())
        is_newest = bool(made) and made[-1].version_after == now.version
        steps = self.steps_since(full, asked.version) if is_newest else None
        return line_numbers.carried(old, now, steps, asked.lines)

    # Failures

    def failed(self, full: str) -> int:
        """Count one more failure on a file; return how many there are in a row."""
        self._failures[full] = self.failures(full) + 1
        return self._failures[full]

    def landed(self, full: str) -> None:
        """Record that a call on a file succeeded, which ends a row of failures."""
        self._failures.pop(full, None)

    def failures(self, full: str) -> int:
        """Return how many calls on a file have failed in a row."""
        return self._failures.get(full, 0)


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
    return FileError(f"{file.name!r} now leads somewhere else", hint="read it again", code="stale")


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
