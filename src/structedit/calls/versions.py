"""The edits by which a file came to its present version, as a session made them."""

from __future__ import annotations

from structedit.text.document import Document
from structedit.text.edit import EditSet
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One edit of a file: the document it was made on, what it did, and the version it left."""

    operation: str
    before: Document
    edits: EditSet
    version_after: str
