"""A code pattern as a caller writes it, and how strictly it is matched.

Not here: parsing it in a language (`search.patterns.reading`) and matching it (`tree.pattern_matching`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from structedit.calls.arguments import content
from structedit.calls.fields import word
from structedit.text.values import dataclass


class Strictness(StrEnum):
    """How much of a hit a pattern must write out.

    `CST`: every token and comment. `SMART`: what the pattern writes must be there; the hit may have other tokens and
    comments, and anything after the pattern's last node. `AST`: tokens do not count. `RELAXED`: neither tokens nor
    comments count. `SIGNATURE`: nor do the texts of names and values, only their kinds. `TEMPLATE`: as `SMART`, but
    compares text alone, whatever the kinds of nodes.
    """

    CST = "cst"
    SMART = "smart"
    AST = "ast"
    RELAXED = "relaxed"
    SIGNATURE = "signature"
    TEMPLATE = "template"


class Reading(StrEnum):
    """How a pattern is parsed: only as a whole file (`BARE`), or also inside other code if it needs that."""

    AUTO = "auto"
    BARE = "bare"


@dataclass(frozen=True, slots=True)
class CodePattern:
    """A code pattern as written, and how it is matched.

    `node_type` selects the node of the pattern's tree to look for, instead of all of it; `context` is code in which the
    pattern is parsed. With `backtrack`, `$$$` tries longer runs of nodes if the shortest one does not match.
    """

    text: str
    strictness: Strictness = Strictness.SMART
    reading: Reading = Reading.AUTO
    node_type: str | None = None
    context: str | None = None
    backtrack: bool = False


def code_pattern(
    text: str,
    *,
    strictness: str = "smart",
    reading: str = "auto",
    node_type: str | None = None,
    context: str | None = None,
    backtrack: bool = False,
) -> CodePattern:
    """Return a pattern with its options, checked.

    Raises:
        UsageError: for an option that is not one of its words, or a pattern that is no text.
    """
    return CodePattern(
        content("pattern", text),
        word(Strictness, strictness, "strictness"),
        word(Reading, reading, "reading"),
        None if node_type is None else content("node_type", node_type),
        None if context is None else content("context", context),
        backtrack,
    )


PATTERN_ARGUMENTS = ("pattern", "strictness", "reading", "node_type", "context", "backtrack")
"""The arguments that make up a `CodePattern`."""


def pattern_among(arguments: Mapping[str, Any]) -> CodePattern | None:
    """Return the pattern that named arguments ask for; None if they have none.

    >>> pattern_among({"pattern": "f($A)", "strictness": "cst", "language": "c"}).strictness.value
    'cst'

    Raises:
        UsageError: as `code_pattern`.
    """
    text, *options = PATTERN_ARGUMENTS
    if arguments.get(text) is None:
        return None
    given = {name: arguments[name] for name in options if arguments.get(name) is not None}
    return code_pattern(arguments[text], **given)
