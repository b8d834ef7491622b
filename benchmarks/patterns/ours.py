"""What structedit answers to the same questions, asked through its public library."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from benchmarks.patterns.theirs import Hit, changed

import structedit as se
from structedit.text.errors import StructEditError


@dataclass(frozen=True)
class Answer:
    """Files that a rewrite changes, by name, and why others were left as they are."""

    files: dict[str, str]
    refused: dict[str, str]
    error: str = ""


def parsed(folder: Path, language: str) -> dict[str, Any]:
    """The trees of a folder's files, parsed once for all patterns."""
    return {
        path.name: se.parse(path, language=language)
        for path in sorted(folder.iterdir())
        if is_plain(path)
    }


def is_plain(path: Path) -> bool:
    """Whether offsets in a file mean the same to both: UTF-8 without a mark at the beginning."""
    data = path.read_bytes()
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return not data.startswith(b"\xef\xbb\xbf")


def broken(folder: Path, names: set[str], language: str) -> set[str]:
    """Those of some files that do not parse."""
    return {name for name in names if se.check(folder / name, language=language).errors}


def hits(trees: dict[str, Any], pattern: str) -> list[Hit] | str:
    """The hits of a pattern in order; an error's text where it is refused."""
    try:
        return sorted(_each(trees, pattern))
    except StructEditError as error:
        return str(error)


def _each(trees: dict[str, Any], pattern: str) -> Iterator[Hit]:
    for name, tree in trees.items():
        for node in tree.match(pattern, reading="bare"):
            yield name, node.span.start, node.span.end


def rewritten(pattern: str, template: str, language: str, folder: Path) -> Answer:
    """What a rewrite makes of a copy of a folder."""
    rewrite = cast(Any, se.rewrite)
    with TemporaryDirectory() as scratch:
        copy = Path(shutil.copytree(folder, Path(scratch) / "tree"))
        try:
            found = rewrite(
                copy,
                pattern=pattern,
                template=template,
                language=language,
                reading="bare",
                root=copy,
            )
        except StructEditError as error:
            return Answer({}, {}, str(error))
        refused = {
            edit.path: str(edit.outcome.reason)
            for edit in found.batch.edits
            if edit.outcome.reason is not None
        }
        return Answer(changed(folder, copy), refused)
