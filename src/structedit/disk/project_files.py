"""Documents, read together with the languages that their project defines.

Not here: bytes (`disk.files`), and the other settings of a project (`disk.configuration`).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache

from structedit.disk import configuration, direct, files, recovery
from structedit.disk.paths import AnyPath, os_path
from structedit.disk.roots import root_of
from structedit.text.document import Document, read_with
from structedit.text.project_language import OwnLanguage
from structedit.text.values import replace


def read(path: AnyPath) -> Document:
    """Read a text file, after finishing or undoing any edit of it that a crash interrupted.

    Raises:
        FileError: as `disk.files.read`, and `stale` if the interrupted edit cannot be undone.
    """
    recovery.recover(direct.real(os_path(path)))
    return with_languages(files.read(path), path)


def reader_below(
    folder: AnyPath, skip: Callable[[str], bool] | None = None
) -> Callable[[str], Document | None]:
    """Return a function that reads a file below a folder as `read` does, but checks once what files share.

    That is interrupted edits and, for each folder, the languages that its root defines. A path that `skip` accepts is
    not read, and the result is None; in a root that defines languages, a name does not decide and all are read.
    """
    recovery.recover(direct.real(os_path(folder)))
    languages_in = cache(languages_at)

    def read_below(path: str) -> Document | None:
        languages = languages_in(os.path.dirname(path) or ".")
        if skip is not None and not languages and skip(path):
            return None
        document = files.read(path)
        return replace(document, languages=languages) if languages else document

    return read_below


def with_languages(document: Document, path: AnyPath) -> Document:
    """Add the languages of a path's root to a document."""
    languages = languages_at(path)
    return replace(document, languages=languages) if languages else document


def languages_at(path: AnyPath) -> tuple[OwnLanguage, ...]:
    """Return the languages that the root of a file or folder defines.

    Raises:
        UsageError: when its configuration is invalid.
    """
    return configuration.languages_of(root_of(os_path(path)))


read_with(read)
