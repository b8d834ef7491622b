"""The files of a call that reads: named files, and files below folders.

A named file is always read, in the caller's language if there is one. Below a folder, the language selects the files.
Files that are not text are skipped there, and one that cannot be read only causes a warning.

Not here: files that are edited (`extras.codemods`), or that a session has served (`app.session`).
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TypeVar

from structedit.disk import files, listing, project_files, roots
from structedit.languages import of_project
from structedit.languages.detection import language_by_name
from structedit.text.document import Document
from structedit.text.errors import FileError
from structedit.text.values import replace
from structedit.tree.source import TEXT, Source

R = TypeVar("R")

Subject = files.AnyPath | Document | Source

_PASSED_OVER = frozenset(("not_text", "too_large"))
"""Codes of files that a walk over folders skips."""


def sources(
    subjects: Iterable[Subject],
    language: str | None = None,
    globs: Collection[str] = (),
    *,
    inside: bool = False,
    is_unfit: Callable[[str], bool] | None = None,
    needed: bytes = b"",
) -> Iterator[Source]:
    """Yield the documents, files and files below folders, in order.

    Args:
        subjects: documents, files and folders.
        language: the language of documents and named files; below folders, only files in it are yielded,
            with "text" all of them, as text.
        globs: which files to yield, as in `.gitignore`.
        inside: include code of the language inside other files; a named file with a known language is then
            read in that language.
        is_unfit: a test of languages; files below folders whose names show such a language are not read.
        needed: files below folders without these bytes are skipped before anything else is done with them.

    Raises:
        FileError: for a path that does not exist, and a named file that cannot be read.
        ProfileError: for an unknown language.
    """
    chosen = listing.chosen_by(globs)
    for subject in subjects:
        if isinstance(subject, Document | Source):
            yield taken_for(subject, language, inside=inside)
            continue
        root = roots.common_root([subject]) if globs else ""
        paths = (p for p in listing.walk([subject]) if not globs or chosen(files.below(root, p)))
        if listing.is_folder(subject):
            found = _below(subject, paths, language, needed, inside=inside, is_unfit=is_unfit)
            yield from found
        else:
            for path in paths:
                yield taken_for(project_files.read(path), language, inside=inside)


def each(
    subjects: Iterable[files.AnyPath], language: str | None, look: Callable[[Source], R]
) -> tuple[list[R], bool]:
    """Return the result of `look` for each file, and True if all files could be read.

    Raises:
        FileError: that of the first file, if none could be read.
    """
    found: list[R] = []
    failed: list[FileError] = []
    for source in sources(subjects, language):
        try:
            found.append(look(source))
        except FileError as error:
            failed.append(error)
    warn_of_failures(failed, anything=bool(found))
    return found, not failed


def warn_of_failures(failed: Sequence[FileError], *, anything: bool) -> None:
    """Warn of files that could not be read.

    Raises:
        FileError: the first one, if there was not `anything` else to read.
    """
    if failed and not anything:
        raise failed[0]
    for error in failed:
        warnings.warn(f"not searched: {error.message}", stacklevel=2)


def taken_for(subject: Document | Source, language: str | None, *, inside: bool = False) -> Source:
    """Return a document as a source, in the caller's language.

    If only code `inside` it is in that language, its own language is used.
    """
    source = subject if isinstance(subject, Source) else Source.of(subject)
    if language is None or (inside and source.known):
        return source
    return Source.of(replace(source.document, language=language))


def _below(
    folder: files.AnyPath,
    paths: Iterable[str],
    language: str | None,
    needed: bytes,
    *,
    inside: bool,
    is_unfit: Callable[[str], bool] | None,
) -> Iterator[Source]:
    """Yield the text files below a folder, of a language if one is passed."""
    name = language
    if name is not None and name != TEXT:
        name = of_project.resolve(project_files.languages_at(folder), name)

    def is_skipped(path: str) -> bool:
        by_name = language_by_name(path)
        if by_name is None or name == TEXT:
            return False
        other = name not in (None, by_name) and not inside
        return other or (is_unfit is not None and is_unfit(by_name))

    read = project_files.reader_below(folder, is_skipped)
    for path in paths:
        try:
            document = read(path)
        except FileError as error:
            if error.code not in _PASSED_OVER:
                warn_of_failures([error], anything=True)
            continue
        if document is None or needed not in document.data:
            continue
        source = Source.of(document)
        if name == TEXT:
            yield taken_for(source, name)
        elif name is None or source.language == name or (inside and source.profile.embedded):
            yield source
