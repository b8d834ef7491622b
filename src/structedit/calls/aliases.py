"""The argument that a name means: its own name, an alias, or a misspelling.

A name is accepted only if it can mean one argument. A name that could mean two is an error that lists both: taking
`content` for `new` in `str_replace` could write a whole file in the place of a line.

Not here: the accepted names, which are declared with each argument (`calls.parameters`), and words for operations
(`words.toml`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Any

from structedit.calls.parameters import Parameter
from structedit.languages.config_files import read_packaged_table

LIKE_PERCENT = 70
"""Similarity, by rapidfuzz, from which a known name is suggested for an unknown one. Chosen by judgement."""


def accepted(name: str, known: Mapping[str, Parameter]) -> str | None:
    """Return the argument of an operation that a snake_case name means.

    >>> from structedit.calls.operations import parameters_of
    >>> accepted("target", parameters_of("unwrap")), accepted("target", parameters_of("str_replace"))
    ('selector', None)
    """
    if name in known:
        return name
    return next((other for other, p in known.items() if name in p.aliases), None)


def meant(name: str, known: Collection[str]) -> list[str]:
    """Return the arguments that a name may mean if it is not accepted, the likelier ones first."""
    return [other for other in table()["suggested"].get(name, "").split() if other in known][:2]


def nearest_name(name: str, known: Iterable[str], percent: float = LIKE_PERCENT) -> str | None:
    """Return the known name that is most similar to an unknown one; None if none is similar.

    >>> nearest_name("oultine", ["outline", "find"]), nearest_name("frobnicate", ["outline"])
    ('outline', None)
    """
    from rapidfuzz import fuzz, process

    found = process.extractOne(name, [*known], scorer=fuzz.ratio, score_cutoff=percent)
    return found[0] if found is not None else None


@cache
def table() -> dict[str, dict[str, Any]]:
    """Return the tables of `words.toml`; a key of several words becomes one key for each word."""

    def split(rows: dict[str, Any]) -> dict[str, Any]:
        each = ((words, split(v) if isinstance(v, dict) else v) for words, v in rows.items())
        return {word: value for words, value in each for word in words.split()}

    tables = read_packaged_table("calls", "words.toml")
    return {name: split(rows) for name, rows in tables.items()}
