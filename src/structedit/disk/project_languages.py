"""Languages of a project, read from the tables of its configuration and their profile folders.

    [languages.rules]
    extensions = ["rules", "rul"]         # also filenames, shebangs, aliases
    grammar = "tree_sitter_rules"         # a module, MODULE:FUNCTION, or a name of the pack
    profile = "tools/rules"               # folder of lang.toml, symbols.scm, blocks.scm
    base = "c"                            # a language whose profile is the default for this one

A module is imported when a file of the language is first parsed, and importing runs code. So only the user's
configuration may name one; a repository defines the rest, and the user's grammar of the same language is used with
it. A profile is data; that of a repository must be below its root.

Not here: what the profile means (`languages.of_project`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from typing import cast

from structedit.disk.opening import setting_text
from structedit.languages import grammars, known
from structedit.text.errors import UsageError
from structedit.text.project_language import OwnLanguage
from structedit.text.values import replace

KEYS = ("extensions", "filenames", "shebangs", "aliases", "grammar", "profile", "base")
_LISTS = KEYS[:4]
_FILES = ("lang.toml", "symbols.scm", "blocks.scm", "locals.scm")

Table = Mapping[str, object]


def languages_in(tables: Table, file: str, *, within: str | None) -> tuple[OwnLanguage, ...]:
    """Read the languages that a configuration defines; profiles must lie in `within`, if given.

    Raises:
        UsageError: when it holds a wrong key or value, or a profile is not there.
        FileError: when a profile is there and is not a readable regular file.
    """
    return tuple(_language(name, table, file, within) for name, table in tables.items())


def names_module(table: object) -> bool:
    """Return True if the table of a language has its grammar imported from a module."""
    named = table.get("grammar", "") if isinstance(table, dict) else ""
    return isinstance(named, str) and is_module(named)


def is_module(grammar: str) -> bool:
    """Return True if a grammar is a module to import, not a name of the language pack."""
    if not grammar:
        return False
    return grammar not in grammars.pack_names()


def of_repository(theirs: OwnLanguage, users: OwnLanguage | None) -> OwnLanguage:
    """Complete a repository's language with the user's settings for the same language.

    A grammar that is a module comes from the user. Without one, the repository's is dropped: a language with a base,
    or one that is known anyway, is parsed as usual, any other is text.
    """
    if users is not None:
        theirs = _completed(theirs, users)
    if not is_module(theirs.grammar) or (users is not None and theirs.grammar == users.grammar):
        return theirs
    base = theirs.base or (theirs.name if theirs.name in known.all_languages() else "")
    if base:
        return replace(theirs, grammar="", base=base)
    return replace(
        theirs, withheld="its grammar is not loaded: only your own configuration may name it"
    )


def _completed(theirs: OwnLanguage, users: OwnLanguage) -> OwnLanguage:
    """Fill in a repository's language with the user's settings."""
    names = ["base", "extensions", "filenames", "shebangs", "aliases"]
    if not theirs.table:
        names += ["table", "symbols", "blocks", "bindings"]
    if not theirs.grammar or is_module(theirs.grammar):
        # `withheld` says why the user's grammar is not loaded, if it is not.
        theirs = replace(theirs, grammar=users.grammar or theirs.grammar, withheld=users.withheld)
    return replace(theirs, **{n: getattr(theirs, n) or getattr(users, n) for n in names})


def _language(name: str, table: object, file: str, within: str | None) -> OwnLanguage:
    where = f"languages.{name}"
    if not isinstance(table, dict):
        raise UsageError(f"{file}: {where!r} is not a table", hint=f"write [{where}]")
    if name != name.lower():
        raise UsageError(f"{file}: {where!r} is not in lower case", hint=name.lower())
    for key in table:
        if key not in KEYS:
            raise UsageError(
                f"{file}: there is no setting '{where}.{key}'", hint=f"there are: {', '.join(KEYS)}"
            )
    lists = {key: _texts(table, key, where, file) for key in _LISTS}
    grammar, profile, base = (_text(table, key, where, file) for key in KEYS[4:])
    if not grammar and not profile and not base:
        raise UsageError(
            f"{file}: {where!r} has no settings of the language",
            hint="set its grammar, profile or base",
        )
    own = OwnLanguage(
        name,
        grammar,
        base,
        extensions=tuple(end.lower().removeprefix(".") for end in lists["extensions"]),
        filenames=lists["filenames"],
        shebangs=lists["shebangs"],
        aliases=tuple(alias.lower() for alias in lists["aliases"]),
    )
    return own if not profile else _with_profile(own, profile, file, within)


def _with_profile(own: OwnLanguage, profile: str, file: str, within: str | None) -> OwnLanguage:
    folder = os.path.join(os.path.dirname(file), profile)
    real, top = (os.path.realpath(path) for path in (folder, within or folder))
    if os.path.commonpath([real, top]) != top:
        raise UsageError(
            f"{file}: languages.{own.name}.profile leads out of the root: {profile!r}",
            hint="name a folder in the root, or put the language into your own configuration",
        )
    table, symbols, blocks, bindings = (_content(os.path.join(folder, name)) for name in _FILES)
    if table is None:
        raise UsageError(
            f"{file}: there is no {os.path.join(profile, _FILES[0])!r}",
            hint=f"languages.{own.name}.profile names the folder that contains it",
        )
    return replace(own, table=table, symbols=symbols, blocks=blocks, bindings=bindings)


def _content(path: str) -> str | None:
    try:
        stamp = os.stat(path)
    except OSError:
        return None
    return _content_at(path, stamp.st_mtime_ns, stamp.st_size)


@lru_cache(maxsize=64)
def _content_at(path: str, changed: int, size: int) -> str | None:
    """Read a file, None if missing; cached under the time and size of its last change."""
    raw = setting_text(path, "the profile")
    try:
        return None if raw is None else raw.decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"{path!r} cannot be read: {error}", hint="correct it") from error


def _text(table: Table, key: str, where: str, file: str) -> str:
    found = table.get(key, "")
    if not isinstance(found, str):
        raise UsageError(f"{file}: '{where}.{key}' is not a text", hint=f'write {key} = "…"')
    return found


def _texts(table: Table, key: str, where: str, file: str) -> tuple[str, ...]:
    found = table.get(key, [])
    if not isinstance(found, list) or not all(isinstance(one, str) and one for one in found):
        raise UsageError(
            f"{file}: '{where}.{key}' is not a list of strings", hint=f'write {key} = ["…"]'
        )
    return tuple(cast("list[str]", found))
