"""TOML from untrusted files, parsed in time linear in its size.

Python's parser is quadratic in the number of parts of a key: one line of 200 KB would take minutes. No real key has a
hundred parts.
"""

from __future__ import annotations

from typing import Any

MOST_PARTS = 100
"""Dots before the `=` of a line, or in the line of a table's name.

Chosen by judgement: the parser's time grows with their square.
"""


def loads(text: str) -> dict[str, Any]:
    """Parse a table.

    Raises:
        ValueError: when it does not parse, or nests too deep.

    >>> loads("a.b = 1")
    {'a': {'b': 1}}
    """
    import tomllib

    if any(line.partition("=")[0].count(".") > MOST_PARTS for line in text.split("\n")):
        raise ValueError("it is nested too deeply")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
