"""Languages that a project defines for itself: which one a document is in, and its profile.

They take precedence over the languages of `grammars_config/`, so that a project can use another profile for an
extension, or for a known language.

Not here: reading their configuration (`disk.project_languages`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import cast

from structedit.languages import derived, grammars
from structedit.languages.detection import endings_of, interpreter_of, resolve_name
from structedit.languages.known import profile_from
from structedit.languages.profiles import LanguageProfile
from structedit.languages.schema import Table
from structedit.text import toml
from structedit.text.document import Document
from structedit.text.errors import ProfileError
from structedit.text.project_language import OwnLanguage
from structedit.text.values import replace


def own_language(document: Document) -> OwnLanguage | None:
    """Return the project's language of a document."""
    if not document.languages:
        return None
    if document.language is not None:
        return own_named(document.languages, document.language)
    return own_language_of(document.languages, document.path or "", document.data)


def own_language_of(languages: Iterable[OwnLanguage], path: str, data: bytes) -> OwnLanguage | None:
    """Return the project's language of a file, by its name, else by its first line."""
    name, *endings = endings_of(path)
    program = interpreter_of(data)
    for known in ("filenames", "extensions", "shebangs"):
        words = {"filenames": [name], "extensions": endings, "shebangs": [program]}[known]
        for one in languages:
            if not set(words).isdisjoint(getattr(one, known)):
                return one
    return None


def own_named(languages: Iterable[OwnLanguage], word: str) -> OwnLanguage | None:
    """Return the project's language with this name or alias."""
    return next((one for one in languages if one.is_called(word)), None)


def own_of_name(languages: Iterable[OwnLanguage], language: str) -> OwnLanguage | None:
    """Return the project's language that replaces the known language of this name."""
    return next((one for one in languages if one.name == language), None)


def resolve(languages: Iterable[OwnLanguage], word: str) -> str:
    """Return the name of the language that a word means; those of the project come first.

    Raises:
        ProfileError: when there is none; the hint lists similar names.
    """
    own = own_named(languages, word)
    return own.name if own is not None else resolve_name(word)


@cache
def own_profile(own: OwnLanguage) -> LanguageProfile:
    """Make the profile of a language that a project defines.

    If it has none, a profile is derived from its grammar, as for grammars of the language pack.

    Raises:
        ProfileError: when its tables do not fit the schema.
    """
    if not own.table and not own.base:
        return replace(derived.derived_profile(own.name, _grammar(own)), id=own.name)
    table = _table(own)
    made = profile_from(own.name, table, (own.symbols, own.blocks, own.bindings, None, None))
    _require_patterns(made)
    return replace(made, grammar=_grammar(own)) if own.grammar else made


def _table(own: OwnLanguage) -> Table:
    try:
        table: Table = toml.loads(own.table)
    except ValueError as error:
        raise ProfileError(f"{own.name}/lang.toml does not parse: {error}") from error
    for name, value in table.items():
        if not isinstance(value, dict):
            raise ProfileError(
                f"{own.name}/lang.toml: {name!r} is not a table", hint=f"write [{name}]"
            )
    if ":" in str(cast(Table, table.get("grammar", {})).get("name", "")):
        raise ProfileError(
            f"{own.name}/lang.toml names a module to import",
            hint=f"name it in the configuration: languages.{own.name}.grammar",
        )
    if own.base:
        table["language"] = {"base": own.base, **cast(Table, table.get("language", {}))}
    return table


def _require_patterns(made: LanguageProfile) -> None:
    """Compile the regular expressions of a profile, which are not tested yet."""
    by_name = {**made.aliases, **{name: rule.pattern for name, rule in made.embedded.items()}}
    stand_ins = [p for one in made.stand_ins for p in (one.pattern, one.needs)]
    try:
        for pattern in (*by_name.values(), *stand_ins, made.sections.joined):
            _ = pattern and pattern.groups
    except re.error as error:
        raise ProfileError(
            f"{made.id}/lang.toml has a pattern that cannot be read: {error}", hint="correct it"
        ) from error


def _grammar(own: OwnLanguage) -> str:
    """Return the grammar's name for `grammars`: one of the pack, or a module and its function."""
    if ":" in own.grammar or own.grammar in grammars.pack_names():
        return own.grammar
    return f"{own.grammar}:language"
