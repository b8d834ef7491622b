"""Other files that a caller may have meant: a limited number of files near a given one.

The nearest come first: the same folder before others, the same extension before others. In a repository git lists
the files; elsewhere only the file's own folder is searched.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import takewhile

from structedit.disk import files
from structedit.disk.listing import some_beside, some_under
from structedit.text.document import Document
from structedit.text.errors import FileError

# What is read of the files near a path, for a text that is not in it; chosen by judgement, for the time.
MOST_FILES = 300
MOST_BYTES = 8 * 1024 * 1024  # of all of them
_MOST_OF_ONE = 1024 * 1024  # bytes of a larger one are not read


def near(path: str, root: str | None = None) -> Iterator[Document]:
    """Read the files near `path`, except itself, with paths relative to `root`.

    Without a root it is the repository that contains the file, or its folder; paths are then relative to the current
    folder. Files that cannot be read are skipped.
    """
    full, most = os.path.realpath(path), MOST_FILES * 20
    names = some_beside(full, most) if root is None else some_under(root, most)
    left = MOST_BYTES
    for name in _sorted(names, full)[:MOST_FILES]:
        try:
            size = os.stat(name).st_size
            if size > _MOST_OF_ONE or size > left:
                continue
            left -= size
            yield Document.from_bytes(files.read_bytes(name), _relative(name, root or os.curdir))
        except (OSError, FileError):
            continue


def _sorted(names: list[str], full: str) -> list[str]:
    folder, extension = os.path.dirname(full), os.path.splitext(full)[1]
    others = [name for name in names if name != full]
    return sorted(
        others,
        key=lambda name: (
            os.path.splitext(name)[1] != extension,
            _steps_apart(os.path.dirname(name), folder),
            name,
        ),
    )


def _steps_apart(one: str, other: str) -> int:
    a, b = one.split(os.sep), other.split(os.sep)
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False)))
    return len(a) + len(b) - 2 * common


def _relative(name: str, folder: str) -> str:
    try:
        return os.path.relpath(name, os.path.realpath(folder)).replace(os.sep, "/")
    except ValueError:
        return name
