"""Content that a call reads first: files of texts, standard input."""

from __future__ import annotations

from structedit.disk import files, project_files
from structedit.disk.surroundings import read_input
from structedit.text.document import Document


def text_from(path: str) -> str:
    """Read a text from a file, or from standard input for the path `-`.

    Raises:
        FileError: when it cannot be read or is not text.
    """
    return document_from_input("standard input").text if path == "-" else files.read(path).text


def document_from_input(name: str) -> Document:
    """Read standard input as a file with the name `name`.

    Raises:
        FileError: when it is not text.
    """
    document = Document.from_bytes(read_input(), name)
    return project_files.with_languages(document, name)
