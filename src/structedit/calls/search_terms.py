"""Search terms: a text, a regular expression, a tree-sitter query, or a code pattern; and a hit in a file.

Not here: where and how a term is found (`plan.reading`), and replacements (`extras.codemods`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from structedit.calls.code_patterns import CodePattern, pattern_among
from structedit.calls.diagnoses import Hit
from structedit.text.errors import UsageError
from structedit.text.values import dataclass


@dataclass(frozen=True, slots=True)
class SearchTerm:
    """A search term: exactly one of the four is set."""

    text: str | None = None
    regex: str | None = None
    query: str | None = None
    pattern: CodePattern | None = None

    @property
    def is_code(self) -> bool:
        """True if it is written for one language, so that only files of that language can match."""
        return self.query is not None or self.pattern is not None


class Found(NamedTuple):
    """A hit and the path of its file; None for a document without one."""

    path: str | None
    hit: Hit

    @property
    def line(self) -> int:
        """The first line of the hit, from 1."""
        return self.hit.lines.first

    @property
    def text(self) -> str:
        """The text that a pattern fits, else the lines of the hit."""
        if self.hit.text is not None:
            return self.hit.text
        first = self.hit.lines.first - self.hit.around.first
        count = self.hit.lines.last - self.hit.lines.first + 1
        return "\n".join(self.hit.around.lines[first : first + count])


def search_term(operation: str, arguments: Mapping[str, Any]) -> SearchTerm:
    """Return the search term in the arguments of an operation.

    >>> search_term("find", {"regex": "a+", "around": 2})
    SearchTerm(text=None, regex='a+', query=None, pattern=None)

    Raises:
        UsageError: when it is not exactly one term, or an option of a pattern is not one of its words.
    """
    given = {name: arguments.get(name) for name in ("text", "regex", "query")}
    pattern = pattern_among(arguments)
    if [*given.values(), pattern].count(None) != len(given):
        raise UsageError(
            f"{operation} needs a text, a regex, a query or a pattern",
            hint="pass exactly one of them",
        )
    return SearchTerm(**given, pattern=pattern)
