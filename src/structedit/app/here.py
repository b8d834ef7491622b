"""Where a call is made, in the library or in a session, for suggestions after wrong calls."""

from __future__ import annotations

from collections.abc import Callable

from structedit.calls.operations import OPERATIONS
from structedit.calls.places import Selector
from structedit.disk import limits, paths, project_files, roots
from structedit.plan import reading
from structedit.text.document import Document
from structedit.text.errors import FileError, StructEditError
from structedit.text.values import dataclass
from structedit.tree.source import Source

LIBRARY = "structedit"

CALLED = frozenset((*OPERATIONS, "rewrite"))
"""Functions of the library whose arguments are those of an operation."""


@dataclass(frozen=True, slots=True)
class Here:
    """Where a call is made: the name of the module or session, how it reads files, its functions.

    `subject` is the name of an operation's first argument there, `root` the folder that paths are relative to.
    """

    name: str = LIBRARY
    read: Callable[[str], Document] = project_files.read
    is_there: Callable[[str], bool] = lambda path: bool(path) and roots.is_there(".", path)
    has: Callable[[str], bool] = lambda operation: True
    has_input: bool = False
    subject: str = "subject"
    root: str = ""

    def is_folder(self, path: str) -> bool:
        """Return True if there is a folder at a path, which may be outside of the root."""
        try:
            return self.is_there(path) and roots.is_folder(self.root or ".", path)
        except FileError:  # the library takes any path: the call itself raises the error
            return False

    def full_path(self, subject: object) -> str | None:
        """Return the path that events report a call on; None if it is on a document."""
        path = as_data(subject)
        if not isinstance(path, str):
            return None
        return roots.joined(self.root, path) if self.root else path

    def text_of(self, path: str, selector: str) -> str | None:
        """Return the text of a block; None if there is no such block."""
        try:
            source = Source.of(self.read(path))
            region = limits.limited(
                lambda: reading.get_region(source, Selector.parse(selector)), source
            )
        except StructEditError:
            return None
        return region.text if region.reason is None else None


HERE = Here()
"""The library, in the working directory."""


def as_data(value: object) -> object:
    """Convert an argument to data: a path object becomes a path."""
    return paths.os_path(value) if hasattr(value, "__fspath__") else value
