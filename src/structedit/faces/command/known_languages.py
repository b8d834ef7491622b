"""The languages that are known in a folder, as objects for people and machines.

The project's own languages are listed among the others, by name, and marked.
"""

from __future__ import annotations

from dataclasses import asdict

from structedit.calls.as_dict import JsonObject
from structedit.calls.statuses import JsonValue
from structedit.disk.project_files import languages_at
from structedit.languages.derived import limits_of
from structedit.languages.detection import extensions_of, filenames_of
from structedit.languages.grammars import PACK_WHEEL, installed_version
from structedit.languages.kinds import block_kinds, definition_kinds
from structedit.languages.known import (
    all_languages,
    computed_support,
    derived_kinds,
    fresh_languages,
    fresh_profile,
    profile,
)
from structedit.languages.of_project import own_profile
from structedit.languages.profiles import LanguageProfile, Layout, Limits
from structedit.text.project_language import OwnLanguage
from structedit.tree.newer_grammars import profile_in_use
from structedit.tree.probes import versions_of


def known_languages(folder: str = ".") -> list[JsonObject]:
    """Return every language that a file below a folder may be in, by name."""
    pack, noted = derived_kinds()
    if installed_version(PACK_WHEEL) != pack:
        noted = {}
    ours = {
        name: _noted(name, noted[name]) if name in noted else _ours(name)
        for name in all_languages()
    }
    own = {one.name: _own(one) for one in languages_at(folder)}
    return [one for _, one in sorted({**ours, **own}.items())]


def _ours(name: str) -> JsonObject:
    """Describe a language of the program; its grammar is loaded only if it is unknown whether it fits."""
    if name in fresh_languages():
        newer = fresh_profile(name)
        versions = versions_of(newer)
        if versions is not None and versions.agree:  # so the grammar fits without being asked
            return _known(name, newer)
    return _known(name, profile_in_use(name))


def _noted(name: str, kinds: dict[str, tuple[str, ...]]) -> JsonObject:
    """Describe a language with a derived profile from recorded kinds.

    Deriving the profile again would load the grammar and compile queries for it, some 30 ms for each language.
    """
    is_derived = bool(kinds["definitions"])
    limits = limits_of(name) if is_derived else Limits()
    support = "derived" if is_derived else "text"
    grammar = name if is_derived else None
    listed = LanguageProfile(name, Layout.NONE, grammar=grammar, support=support, limits=limits)
    known_by = [extensions_of(name), filenames_of(name)]
    described = _described(listed, support, *known_by, own=False)
    return {**described, "lacks": [], **{what: list(found) for what, found in kinds.items()}}


def _known(name: str, made: LanguageProfile) -> JsonObject:
    known_by = [extensions_of(name), filenames_of(name)]
    level, lacks = computed_support().get(_row(made), (made.support, ()))
    described = _described(made, level, *known_by, own=False) | {"lacks": list(lacks)}
    return described | {"why": made.passed_over} if made.passed_over else described


def _row(made: LanguageProfile) -> str:
    """Return the key of a row in the table of support; a newer grammar has its own, named as its wheel."""
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
