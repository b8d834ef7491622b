"""What can be asked with a pattern of code: the pattern as it is written, and how strictly it is meant.

Not here: how it is read in a language (`search.patterns.reading`) and matched (`tree.pattern_matching`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from structedit.calls.arguments import content
from structedit.calls.fields import word
from structedit.text.values import dataclass


class Strictness(StrEnum):
    """How much of a hit a pattern must say.

    `CST`: all of it, every token and comment. `SMART`: what the pattern writes must be there; tokens
    and comments that it does not write may be, and whatever follows its last node. `AST`: tokens do
    not count. `RELAXED`: neither tokens nor comments count. `SIGNATURE`: nor do the texts of names and
    values, only their kinds. `TEMPLATE`: as `SMART`, but by text alone, whatever the kinds of nodes.
    """

    CST = "cst"
    SMART = "smart"
    AST = "ast"
    RELAXED = "relaxed"
    SIGNATURE = "signature"
    TEMPLATE = "template"


class Reading(StrEnum):
    """Whether a pattern is read as a whole file alone (`BARE`), or inside other code too where it needs that."""

    AUTO = "auto"
    BARE = "bare"


@dataclass(frozen=True, slots=True)
class CodePattern:
    """A pattern of code as it is written, and how it is meant.

    `node_type` is the type of the node in the pattern's tree that is looked for, instead of all of it;
    `context` is code that the pattern stands in, which is read in its place. With `backtrack`, `$$$`
    tries longer runs of nodes where the shortest one does not fit.
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
    """A pattern with its options as callers write them.

    Raises:
        UsageError: for a word that is none of the closed lists, or a text that is none.
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
"""The arguments that say what a pattern of code is and how it is meant; given by `CodePattern`."""


def pattern_among(arguments: Mapping[str, Any]) -> CodePattern | None:
    """The pattern that arguments by name ask for; None where they name none.

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
