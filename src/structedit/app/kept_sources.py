"""The last files that were worked on, cached with their trees for the next call.

A call names the content that it is about, so nothing stale is used: a cached source is used only for equal bytes. For
another version of the file, such as the one that an edit has just written, the tree is updated from the cached one,
and only the difference is parsed.

Not here: reading files (`app.session`), and the process in which a call runs (`faces.tools.placing`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from structedit.calls.statuses import Reason
from structedit.text.document import Document
from structedit.text.edit import EditSet
from structedit.tree.source import Source

MOST_FILES = 16
"""Files that are cached. Chosen by judgement."""

MOST_BYTES = 4 * 1024 * 1024
"""Total bytes of cached files. A tree takes 20 to 40 times the bytes of its file.

Chosen by judgement: a worker of the server that grows much further is not used again.
"""

R = TypeVar("R")


class KeptSources:
    """Sources of files by their content; several threads may use it at once.

    A source is taken out while it is in use: two calls never share a tree, and interrupted work leaves no incomplete
    tree behind.
    """

    def __init__(self, most_files: int = MOST_FILES, most_bytes: int = MOST_BYTES) -> None:
        self.most_files, self.most_bytes = most_files, most_bytes
        self._lock = threading.Lock()
        self._kept: list[Source] = []  # the one used last at the end

    def take(self, document: Document) -> Source:
        """Return the source of a document, made from a cached one of the file if there is a similar one."""
        with self._lock:
            own = [one for one in self._kept if one.document == document.with_data(one.data)]
            # Several roots may have a file of this name.
            found = next((one for one in own if one.data == document.data), None)
            found = found or next((one for one in reversed(own) if _are_near(one, document)), None)
            if found is not None:
                self._kept = [one for one in self._kept if one is not found]
        if found is None:
            return Source.of(document)
        return found if found.data == document.data else found.next_version(document)

    def put_back(self, source: Source) -> None:
        """Cache a source for the next call, and drop the least recently used ones that no longer fit."""
        source = source.alone()
        with self._lock:
            kept = [one for one in self._kept if one.document != source.document]
            kept.append(source)
            while kept and (
                len(kept) > self.most_files or sum(len(one.data) for one in kept) > self.most_bytes
            ):
                del kept[0]
            self._kept = kept


def _are_near(source: Source, document: Document) -> bool:
    """Return True if two contents share half of their bytes or more, at the start and at the end."""
    changed = EditSet.between(source.data, document.data).edits[0]
    return 2 * (len(source.data) - len(changed.span)) >= len(document.data)


KEPT = KeptSources()
"""The sources of this process."""


def on_kept_source(work: Callable[..., R], document: Document, /, *args: Any, **kwargs: Any) -> R:
    """Run some work on the source of a document, which is cached if the work completes."""
    source = KEPT.take(document)
    found = work(source, *args, **kwargs)
    if getattr(found, "reason", None) is not Reason.TOO_SLOW:
        KEPT.put_back(source)
    return found
