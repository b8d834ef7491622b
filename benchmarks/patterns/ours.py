"""What structedit answers to the same questions.

Hits are asked of trees that are parsed once for all patterns, through the function below `se.find`,
whose answers are lines and not bytes; rewrites are asked of the public library.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from benchmarks.patterns.theirs import Hit, changed

import structedit as se
from structedit.calls.code_patterns import CodePattern, code_pattern
from structedit.disk import files
from structedit.search.patterns.pattern_hits import may_hold, pattern_hits
from structedit.text.errors import StructEditError
from structedit.text.values import replace
from structedit.tree.source import Source


@dataclass(frozen=True)
class Answer:
    """Files that a rewrite changes, by name, and why others were left as they are."""

    files: dict[str, str]
    refused: dict[str, str]
    error: str = ""


def parsed(folder: Path, language: str) -> dict[str, Source]:
    """A folder's files, parsed once for all patterns."""
    return {
        path.name: Source.of(replace(files.read(path), language=language))
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


def broken(sources: dict[str, Source], names: set[str]) -> set[str]:
    """Those of some files that do not parse."""
    return {name for name in names if sources[name].faults()}


def hits(sources: dict[str, Source], pattern: str) -> list[Hit] | str:
    """The hits of a pattern in order; an error's text where it is refused."""
    try:
        asked = code_pattern(pattern, reading="bare")
        return sorted(_each(sources, asked))
    except StructEditError as error:
        return str(error)


def _each(sources: dict[str, Source], pattern: CodePattern) -> Iterator[Hit]:
    for name, source in sources.items():
        if source.tree is not None and may_hold(source, pattern):
            for hit in pattern_hits(source, pattern, source.language).hits:
                yield name, hit.span.start, hit.span.end


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
