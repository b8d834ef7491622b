"""Detection of a file's language by its name, its first line, a modeline, or its content.

``grammars_config/detect.toml`` maps extensions, file names and shebangs to languages; if languages share an
extension, patterns on the content decide.
"""

from __future__ import annotations

import re
from functools import cache

from structedit.languages.config_files import read_table
from structedit.languages.known import all_languages
from structedit.text.errors import ProfileError
from structedit.text.lazily import regex
from structedit.text.values import dataclass

_HEAD, _TAIL = 65_536, 1_024
"""Bytes that are looked at for a shared ending, and for a modeline at the end; by judgement."""


_MODELINE = regex(
    rb"(?:^|\s)(?:vim?|ex):.*?\b(?:ft|filetype|syntax)=(\w+)"
    rb"|-\*-(?:.*?\bmode:[ \t]*|[ \t]*)([A-Za-z+#-]+?)[ \t]*(?:;.*)?-\*-"
)


_SHEBANG = regex(rb"#![ \t]*(?:\S*/)?(?:env[ \t]+(?:-\S+[ \t]+)*)?([A-Za-z_+]+)")


@dataclass(frozen=True, slots=True)
class Shared:
    """One of several languages with the same extension: it is chosen if `pattern` is in the content.

    `is_other` means a different language than that of the extension, not a dialect of it.
    """

    language: str
    pattern: re.Pattern[bytes]
    is_other: bool


@dataclass(frozen=True, slots=True)
class Detection:
    """The tables that a file's language is looked up in; `shared` is for ambiguous extensions."""

    extensions: dict[str, str]
    filenames: dict[str, str]
    shebangs: dict[str, str]
    aliases: dict[str, str]
    shared: dict[str, tuple[Shared, ...]]


def language_of(path: str | None, data: bytes = b"") -> str | None:
    """Return the language of a file by its name, else by a shebang or a modeline; None if unknown.

    If languages share an extension, the content decides.

    >>> language_of("src/app.py"), language_of("run", b"#!/usr/bin/env python3")
    ('python', 'python')
    >>> language_of("list.h", b"namespace a {\\n"), language_of("notes", b"vim: set ft=ruby:\\n")
    ('cpp', 'ruby')
    """
    detection = detection_table()
    if path and (named := _by_name(detection, path, data)):
        return named
    if program := interpreter_of(data):
        return detection.shebangs.get(program)
    return _by_modeline(detection, data)


def language_by_name(path: str) -> str | None:
    """Return the language of a file if its name alone decides; None if its content must be read.

    >>> language_by_name("src/app.py"), language_by_name("list.h"), language_by_name("run")
    ('python', None, None)
    """
    detection = detection_table()
    name, *endings = endings_of(path)
    if name in detection.filenames:
        return detection.filenames[name]
    known = next((end for end in endings if end in detection.extensions), None)
    if known is None or any(one.is_other for one in detection.shared.get(known, ())):
        return None
    return detection.extensions[known]


def endings_of(path: str) -> tuple[str, ...]:
    """Return a file's name, then its extensions, the longest first.

    >>> endings_of("src/list.html.erb")
    ('list.html.erb', 'html.erb', 'erb')
    """
    name = path[max(path.rfind("/"), path.rfind("\\")) + 1 :]
    pieces = name.lower().split(".")
    return name, *(".".join(pieces[start:]) for start in range(1, len(pieces)))


def interpreter_of(data: bytes) -> str:
    """Return the program in a content's shebang, without its version; empty without a shebang."""
    match = _SHEBANG.match(data)
    return match[1].decode("ascii") if match else ""


def _by_name(detection: Detection, path: str, data: bytes) -> str | None:
    name, *endings = endings_of(path)
    if name in detection.filenames:
        return detection.filenames[name]
    for ending in endings:
        if language := detection.extensions.get(ending):
            # Some endings are those of several languages: look at the start of the content.
            shared, head = detection.shared.get(ending, ()), data[:_HEAD]
            return next((one.language for one in shared if one.pattern.search(head)), language)
    return None


def _by_modeline(detection: Detection, data: bytes) -> str | None:
    """Return the language in an editor's modeline in the first or last lines."""
    lines = (*data[:_HEAD].split(b"\n", 5)[:5], *data[-_TAIL:].split(b"\n")[-5:])
    for match in filter(None, map(_MODELINE.search, lines)):
        name = (match[1] or match[2]).decode("ascii").lower()
        language = detection.aliases.get(name, name)
        if language in all_languages():
            return language
    return None


def resolve_name(name: str) -> str:
    """Return the language with this id or alias.

    Raises:
        ProfileError: when there is none; the hint lists similar names.
    """
    if (language := named_language(name)) is not None:
        return language
    import difflib

    near = difflib.get_close_matches(name.lower(), all_languages(), 5)
    hint = f"did you mean {', '.join(near)}?" if near else "see 'structedit languages'"
    raise ProfileError(f"no language is called {name!r}", hint=hint)


def named_language(name: str) -> str | None:
    """Return the language with this id or alias; None if there is none."""
    key = name.lower()
    language = detection_table().aliases.get(key, key)
    return language if language in all_languages() else None


def extensions_of(language: str) -> tuple[str, ...]:
    """Return the extensions of a language, the usual ones first.

    >>> ".py" in extensions_of("python")
    True
    """
    table = detection_table().extensions
    return tuple(f".{end}" for end, name in table.items() if name == language)


def filenames_of(language: str) -> tuple[str, ...]:
    """Return the whole file names of a language, such as `Makefile`, sorted."""
    return tuple(sorted(f for f, name in detection_table().filenames.items() if name == language))


@cache
def detection_table() -> Detection:
    """Return the tables of ``detect.toml``."""
    table = read_table("detect.toml")
    shared: dict[str, tuple[Shared, ...]] = {}
    for row in table["shared"]:
        pattern = regex(row["pattern"].encode(), re.MULTILINE)
        shared[row["extension"]] = (
            *shared.get(row["extension"], ()),
            Shared(row["language"], pattern, row.get("is_other", True)),
        )
    return Detection(
        table["extensions"], table["filenames"], table["shebangs"], table["aliases"], shared
    )
