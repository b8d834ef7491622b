"""What is looked for in files: a text, a regular expression, a tree-sitter query, or a pattern of code.

Not here: where and how it is found (`plan.reading`), what is put in its place (`extras.codemods`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from structedit.calls.code_patterns import CodePattern, pattern_among
from structedit.text.errors import UsageError
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class SearchTerm:
    """What is looked for: exactly one of the four is given."""

    text: str | None = None
    regex: str | None = None
    query: str | None = None
    pattern: CodePattern | None = None

    @property
    def is_code(self) -> bool:
        """Whether it is written for a language: it fits files of that one alone."""
        return self.query is not None or self.pattern is not None


def search_term(operation: str, arguments: Mapping[str, Any]) -> SearchTerm:
    """What the arguments of an operation look for.

    >>> search_term("find", {"regex": "a+", "around": 2})
    SearchTerm(text=None, regex='a+', query=None, pattern=None)

    Raises:
        UsageError: when it is not exactly one thing, or an option of a pattern is none of its words.
    """
    given = {name: arguments.get(name) for name in ("text", "regex", "query")}
    pattern = pattern_among(arguments)
    if [*given.values(), pattern].count(None) != len(given):
        raise UsageError(
            f"{operation} needs a text, a regex, a query or a pattern",
            hint="pass exactly one of them",
        )
    return SearchTerm(**given, pattern=pattern)
