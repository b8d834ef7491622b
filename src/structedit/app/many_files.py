"""The files that a call which reads is about: those that are named, and those below folders.

A file that is named is looked at in any case, in the language that the caller says it is. Below a folder
the language says which files are meant. What is not text is passed over there, and a file that cannot be
looked at keeps no other from it: that is a warning.

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
"""Codes of files that a walk over folders leaves out."""


def sources(
    subjects: Iterable[Subject],
    language: str | None = None,
    globs: Collection[str] = (),
    *,
    inside: bool = False,
    is_unfit: Callable[[str], bool] | None = None,
    needed: bytes = b"",
) -> Iterator[Source]:
    """The documents, files and files below folders, in order.

    Args:
        subjects: documents, files and folders.
        language: what documents and named files are taken for; below folders only files in it are given,
            with "text" all of them, as text.
        globs: which files are given, as in `.gitignore`.
        inside: whether code of the language inside other files counts; a named file whose language is
            known is then taken for that.
        is_unfit: takes a language; files below folders whose names say that they are in it are not read if it is True.
        needed: files below folders that do not hold these bytes are left out, before anything else is known of them.

    Raises:
        FileError: for a path that is not there, and a named file that cannot be read.
        ProfileError: for a language that is not known.
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
    """What is seen of each file, and whether all could be looked at.

    Raises:
        FileError: where none could be, that of the first.
    """
    found: list[R] = []
    failed: list[FileError] = []
    for source in sources(subjects, language):
        try:
            found.append(look(source))
        except FileError as error:
            failed.append(error)
    told(failed, anything=bool(found))
    return found, not failed


def told(failed: Sequence[FileError], *, anything: bool) -> None:
    """Warn of files that could not be looked at.

    Raises:
        FileError: the first, where there was not `anything` else to look at.
    """
    if failed and not anything:
        raise failed[0]
    for error in failed:
        warnings.warn(f"not looked at: {error.message}", stacklevel=2)


def taken_for(subject: Document | Source, language: str | None, *, inside: bool = False) -> Source:
    """A document as a source, in a language that the caller says it is.

    Where only code `inside` it is of that language, it is what it is known to be.
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
    """The files below a folder that are text and of a language, if one is said."""
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
                told([error], anything=True)
            continue
        if document is None or needed not in document.data:
            continue
        source = Source.of(document)
        if name == TEXT:
            yield taken_for(source, name)
        elif name is None or source.language == name or (inside and source.profile.embedded):
            yield source
