"""The known languages and their profiles, read from ``grammars_config/``.

Each language has a folder with ``lang.toml`` and its queries. A profile is loaded when its language is first used.

Not here: anything that parses (`tree.syntax_tree`). Only this module reads the folder.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import cache
from typing import cast

from structedit.languages import derived, grammars
from structedit.languages.config_files import config_root, read_config, read_table
from structedit.languages.profiles import LanguageProfile
from structedit.languages.schema import Table, profile_of
from structedit.text.errors import ProfileError

QUERIES = ("symbols.scm", "blocks.scm", "locals.scm", "rules.scm", "imports.scm")
"""The query files of a profile."""

FRESH = "fresh"
"""The subfolder of a language with what differs for the newer grammar of a wheel of its own."""


@cache
def all_languages() -> tuple[str, ...]:
    """Return the languages with a profile, or with a grammar that one is derived from, sorted."""
    blocked = set(derived.derivation().blocked)
    return tuple(sorted({*known_languages(), *grammars.pack_names()} - blocked))


@cache
def known_languages() -> tuple[str, ...]:
    """Return the languages with a hand-written profile, sorted."""
    root = config_root()
    return tuple(
        n for n in sorted(os.listdir(root)) if os.path.isfile(os.path.join(root, n, "lang.toml"))
    )


@cache
def profile(language: str) -> LanguageProfile:
    """Load the profile of a language.

    Raises:
        ProfileError: when the folder is missing or its data does not fit the schema.
    """
    try:
        table = _table(language)
    except FileNotFoundError:
        return _derived(language)
    return profile_of(language, table, *(_query(language, _base(table), name) for name in QUERIES))


@cache
def fresh_languages() -> tuple[str, ...]:
    """Return the languages with a second profile, for a newer grammar, sorted."""
    root = config_root()
    return tuple(
        name
        for name in known_languages()
        if os.path.isfile(os.path.join(root, name, FRESH, "lang.toml"))
    )


@cache
def fresh_profile(language: str) -> LanguageProfile:
    """Load the profile of one of `fresh_languages` for its newer grammar.

    Its tables contain only what differs; everything else is as in the language's own profile.
    """
    table = read_table(language, FRESH, "lang.toml")
    table["language"] = {"base": language, **cast(Table, table.get("language", {}))}
    return profile_from(language, table, [_text(language, FRESH, name) for name in QUERIES])


def why_no_grammar(profile: LanguageProfile) -> str:
    """Explain why files of a language without a grammar in use are edited as text.

    The language pack may have one that misleads (`derived.toml`).
    """
    brought = " (structedit[fresh] brings one)" if profile.id in fresh_languages() else ""
    return profile.passed_over or f"no grammar is in use for {profile.id}{brought}"


def profile_from(language: str, table: Table, queries: Iterable[str | None]) -> LanguageProfile:
    """Make a profile from tables and queries outside of the folder; its base may be in the folder.

    Raises:
        ProfileError: when there is no such base, or the tables do not fit the schema.
    """
    base = _base(table)
    if base and base not in known_languages():
        raise ProfileError(
            f"{language} has the base {base!r}, which has no profile",
            hint="see 'structedit languages'",
        )
    texts = [
        _with_shared(text) if text is not None else _query(base, "", name) if base else ""
        for text, name in zip(queries, QUERIES, strict=True)
    ]
    return profile_of(language, _on_base(table), *texts)


@cache
def wheel_versions() -> dict[str, str]:
    """Return the versions of grammar wheels for which the profiles were made."""
    return {name: str(version) for name, version in read_table("wheels.toml").items()}


@cache
def computed_support() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return for each language with a profile its computed level of support, and what it lacks."""
    rows = read_table("support.toml")
    return {name: (row["support"], tuple(row.get("lacks", ()))) for name, row in rows.items()}


@cache
def derived_kinds() -> tuple[str, dict[str, dict[str, tuple[str, ...]]]]:
    """Return the kinds of derived profiles by language, and the pack's version for which they were recorded.

    Each language has a list of `definitions` and one of `blocks`; both are empty if none was derived.
    """
    table = read_table("derived_kinds.toml")
    rows = cast("dict[str, dict[str, list[str]]]", table["languages"])
    kinds = {
        name: {what: tuple(found) for what, found in row.items()} for name, row in rows.items()
    }
    return str(table["pack"]), kinds


def _table(language: str) -> Table:
    """Read a ``lang.toml`` on top of the table of its base language, if it names one."""
    return _on_base(read_table(language, "lang.toml"))


def _on_base(table: Table) -> Table:
    base = _base(table)
    if not base:
        return table
    below = _table(base)
    return {
        name: {**cast(Table, below.get(name, {})), **cast(Table, table.get(name, {}))}
        for name in {**below, **table}
    }


def _base(table: Table) -> str:
    return str(cast(Table, table.get("language", {})).get("base", ""))


def _derived(language: str) -> LanguageProfile:
    if language not in all_languages():
        raise ProfileError(
            f"there is no profile for {language!r}", hint="see 'structedit languages'"
        )
    return derived.derived_profile(language)


def _query(language: str, base: str, name: str) -> str:
    text = _text(language, name)
    if text is None:
        return _query(base, "", name) if base else ""
    return _with_shared(text)


def _text(*parts: str) -> str | None:
    try:
        return read_config(*parts)
    except FileNotFoundError:
        return None


def _with_shared(text: str) -> str:
    """Insert the queries that a query inherits."""

    def shared(line: re.Match[str]) -> str:
        try:
            return "\n".join(read_config("_shared", f"{b.strip()}.scm") for b in line[1].split(","))
        except FileNotFoundError as error:
            raise ProfileError(f"a query inherits {line[1]!r}: there is no such query") from error

    return re.sub(r"^; inherits: (.+)$", shared, text, flags=re.MULTILINE)
