"""The languages that are known in a folder, as objects for people and machines.

Those that the project defines are listed among the others, by name, and marked as its own.
"""

from __future__ import annotations

from dataclasses import asdict

from structedit.calls.as_dict import JsonObject
from structedit.calls.statuses import JsonValue
from structedit.disk.project_files import languages_at
from structedit.languages.detection import extensions_of, filenames_of
from structedit.languages.kinds import block_kinds, definition_kinds
from structedit.languages.known import all_languages, computed_support, profile
from structedit.languages.of_project import own_profile
from structedit.languages.profiles import LanguageProfile
from structedit.text.project_language import OwnLanguage
from structedit.tree.newer_grammars import profile_in_use
from structedit.tree.probes import versions_of


def known_languages(folder: str = ".") -> list[JsonObject]:
    """Every language that a file below a folder may be in, by name."""
    ours = {name: _known(name, profile_in_use(name)) for name in all_languages()}
    own = {one.name: _own(one) for one in languages_at(folder)}
    return [one for _, one in sorted({**ours, **own}.items())]


def _known(name: str, made: LanguageProfile) -> JsonObject:
    known_by = [extensions_of(name), filenames_of(name)]
    level, lacks = computed_support().get(_row(made), (made.support, ()))
    described = _described(made, level, *known_by, own=False) | {"lacks": list(lacks)}
    return described | {"why": made.passed_over} if made.passed_over else described


def _row(made: LanguageProfile) -> str:
    """The key of a row in the table of support; a newer grammar has its own, named as its wheel."""
    versions = versions_of(made)
    return versions.wheel if versions is not None and made.base == made.id else made.id


def _own(own: OwnLanguage) -> JsonObject:
    if own == OwnLanguage(own.name, base=own.name):
        return _known(own.name, profile(own.name))
    known_by = [tuple(f".{end}" for end in own.extensions), own.filenames]
    if own.withheld:
        return _without_grammar(own, *known_by)
    made = own_profile(own)
    return _described(made, made.support, *known_by, own=True)


def _without_grammar(
    own: OwnLanguage, extensions: tuple[str, ...], filenames: tuple[str, ...]
) -> JsonObject:
    return {
        "language": own.name,
        "support": "text",
        "own": True,
        "extensions": list(extensions),
        "filenames": list(filenames),
        "grammar": None,
        "why": own.withheld,
    }


def _described(
    known: LanguageProfile,
    support: str,
    extensions: tuple[str, ...],
    filenames: tuple[str, ...],
    *,
    own: bool,
) -> JsonObject:
    limits: dict[str, JsonValue] = {k: v for k, v in asdict(known.limits).items() if v is not None}
    return {
        "language": known.id,
        "support": support,
        "own": own,
        "extensions": list(extensions),
        "filenames": list(filenames),
        "grammar": known.grammar,
        "grammar_version": _versions(known),
        "definitions": list(definition_kinds(known)),
        "blocks": list(block_kinds(known)),
        "limits": limits if known.grammar else None,
    }


def _versions(known: LanguageProfile) -> JsonObject | None:
    versions = versions_of(known)
    if versions is None:
        return None
    found = {"wheel": versions.wheel, "made_for": versions.made_for, "found": versions.found}
    return {name: value or None for name, value in found.items()}
