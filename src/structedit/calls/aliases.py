"""Which argument a name means, where it is another name of one, and where it may mean several.

A name is accepted where it can mean one thing alone. What might mean two is an error which names
both: to take `content` for `new` in `str_replace` could write a whole file in the place of a line.

Not here: the names that are accepted, which each argument has with it (`calls.parameters`), and words for
operations (`words.toml`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Any

from structedit.calls.parameters import Parameter
from structedit.languages.config_files import read_packaged

LIKE_PERCENT = 70
"""Likeness, by rapidfuzz, from which on a name is offered for one that is not known; chosen by judgement."""


def accepted(name: str, known: Mapping[str, Parameter]) -> str | None:
    """Return the argument of an operation that a name in snake_case means.

    >>> from structedit.calls.operations import parameters_of
    >>> accepted("target", parameters_of("unwrap")), accepted("target", parameters_of("str_replace"))
    ('selector', None)
    """
    if name in known:
        return name
    return next((other for other, p in known.items() if name in p.aliases), None)


def meant(name: str, known: Collection[str]) -> list[str]:
    """Return the arguments that a name which is not accepted may have meant, the likelier one first."""
    return [other for other in table()["suggested"].get(name, "").split() if other in known][:2]


def alike(name: str, known: Iterable[str], percent: float = LIKE_PERCENT) -> str | None:
    """Return the known name that is most like one that is not known; None if none is.

    >>> alike("oultine", ["outline", "find"]), alike("frobnicate", ["outline"])
    ('outline', None)
    """
    from rapidfuzz import fuzz, process

    found = process.extractOne(name, [*known], scorer=fuzz.ratio, score_cutoff=percent)
    return found[0] if found is not None else None


@cache
def table() -> dict[str, dict[str, Any]]:
    """Return the tables of `words.toml`; a key of several words is one key for each of them."""
    import tomllib

    def split(rows: dict[str, Any]) -> dict[str, Any]:
        each = ((words, split(v) if isinstance(v, dict) else v) for words, v in rows.items())
        return {word: value for words, value in each for word in words.split()}

    tables = tomllib.loads(read_packaged("calls", "words.toml"))
    return {name: split(rows) for name, rows in tables.items()}
