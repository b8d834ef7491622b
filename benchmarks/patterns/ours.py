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

from benchmarks.patterns.theirs import Finding, Hit, changed

import structedit as se
from structedit.calls.code_patterns import CodePattern, Reading, code_pattern
from structedit.disk import files
from structedit.extras.codemods.rules import file_scan
from structedit.extras.codemods.rules.rule_files import RuleText
from structedit.search.patterns.pattern_hits import may_hold, pattern_hits
from structedit.search.patterns.pattern_reading import read_pattern
from structedit.text.document import Span
from structedit.text.errors import StructEditError
from structedit.text.values import replace
from structedit.tree.newer_grammars import profile_in_use
from structedit.tree.source import Source


@dataclass(frozen=True)
class Answer:
    """Files that a rewrite changes, by name, and why others, or hits in them, were left as they are."""

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
    """Return True if offsets in a file mean the same to both: UTF-8 without a mark at the beginning."""
    data = path.read_bytes()
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return not data.startswith(b"\xef\xbb\xbf")


def broken(sources: dict[str, Source], names: set[str]) -> set[str]:
    """Those of some files that do not parse."""
    return {name for name in names if sources[name].faults()}


def hits(sources: dict[str, Source], pattern: str) -> dict[Hit, tuple[Span, ...]] | str:
    """The hits of a pattern, each with what the pattern says nothing of; an error's text where it is refused."""
    try:
        return dict(_each(sources, code_pattern(pattern, reading="bare")))
    except StructEditError as error:
        return str(error)


def findings(rule: Path, sources: dict[str, Source]) -> list[Finding] | str:
    """What a rule file finds in files that are parsed already; an error's text where it is refused."""
    asked = file_scan.Asked((RuleText(rule.name, rule.read_text()),), Reading.BARE)
    try:
        rules = file_scan.rules_of(asked)
        return sorted(
            (one.rule_id, name, one.place.span.start, one.place.span.end)
            for name, source in sources.items()
            for one in file_scan.scan_source(
                source, tuple(rule for rule in rules if file_scan.is_for(rule, name))
            ).findings
        )
    except StructEditError as error:
        return str(error)


def reading(pattern: str, language: str) -> str:
    """How a pattern is read alone: `refused`, with an `error` in it, or as it should be."""
    try:
        read = read_pattern(code_pattern(pattern, reading="bare"), profile_in_use(language))
    except StructEditError:
        return "refused"
    return "error" if read.is_broken else ""


def _each(
    sources: dict[str, Source], pattern: CodePattern
) -> Iterator[tuple[Hit, tuple[Span, ...]]]:
    for name, source in sources.items():
        if source.tree is not None and may_hold(source, pattern):
            for hit in pattern_hits(source, pattern, source.language).hits:
                yield (name, hit.span.start, hit.span.end), hit.fit.rest


def has_comment(source: Source, rest: tuple[Span, ...]) -> bool:
    """Return True if some of what a hit holds beyond its pattern is a comment."""
    tree = source.tree
    return tree is not None and any(tree.comments(span) for span in rest)


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
        passed = {hit.path: str(hit.reason) for hit in found.passed}
        return Answer(changed(folder, copy), passed | refused)
