"""Requests: what a caller wants done to one document, as values.

The functions of the library, the commands and the tools all build one of these and pass it to
`plan.one_request.plan`. A request knows neither files nor trees.
"""

from __future__ import annotations

from enum import StrEnum

from structedit.calls.places import NO_HINTS, Attach, Hints, Part, Place, Target
from structedit.text.values import dataclass


class Match(StrEnum):
    """The loosest tiers that a call may use; each level includes those before it.

    A tier is a way in which a text may match; all of them are in `search.alignment.ladder`.
    """

    EXACT = "exact"
    WHITESPACE = "whitespace"
    SYNTAX = "syntax"
    FUZZY = "fuzzy"


class Comments(StrEnum):
    """What may differ in comments at the tier `syntax`: nothing, or anything."""

    SAME = "same"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Options:
    """Options of every editing request.

    `match` left out (None) is the loosest level that the operation allows. `expected_version` is a
    document's `version`. `allow_errors` accepts new syntax errors, `force` a critical risk.
    """

    match: Match | None = None
    attach: Attach = Attach.WHOLE
    allow_errors: bool = False
    force: bool = False
    expected_version: str | None = None


DEFAULTS = Options()


@dataclass(frozen=True, slots=True)
class StrReplace:
    """Replace `old` by `new`; `occurrence` is 1-based, -1 the last, None means unique.

    `comments` left out (None) is as the configuration has it, else `same`.
    """

    old: str
    new: str
    hints: Hints = NO_HINTS
    occurrence: int | None = None
    replace_all: bool = False
    expected_count: int | None = None
    whole_words: bool = True
    options: Options = DEFAULTS
    comments: Comments | None = None


@dataclass(frozen=True, slots=True)
class ReplaceAll:
    """Replace every hit of a literal or a regular expression in the file or scope.

    With `regex`, `new` may hold ``\\1`` and ``\\g<name>``; without it nothing is expanded.
    """

    pattern: str
    new: str
    regex: bool = False
    hints: Hints = NO_HINTS
    expected_count: int | None = None
    whole_words: bool = False
    options: Options = DEFAULTS


@dataclass(frozen=True, slots=True)
class Insert:
    """Insert `text` at `place`, relative to `target` where the place needs one."""

    text: str
    place: Place
    target: Target | None = None
    hints: Hints = NO_HINTS
    options: Options = DEFAULTS


@dataclass(frozen=True, slots=True)
class ReplaceBlock:
    """Replace a part of the block that `target` names."""

    target: Target
    new: str
    part: Part = Part.WHOLE
    hints: Hints = NO_HINTS
    options: Options = DEFAULTS


@dataclass(frozen=True, slots=True)
class ReplaceFunctionBody:
    """Replace a definition's body by a bare body or by a whole definition."""

    target: Target
    new: str
    hints: Hints = NO_HINTS
    options: Options = DEFAULTS


@dataclass(frozen=True, slots=True)
class DeleteBlock:
    """Delete the block that `target` names, with its separators and attachments."""

    target: Target
    part: Part = Part.WHOLE
    hints: Hints = NO_HINTS
    options: Options = DEFAULTS


@dataclass(frozen=True, slots=True)
class MoveBlock:
    """Move a block before, after, or to the start or end of another."""

    target: Target
    place: Place
    destination: Target
    hints: Hints = NO_HINTS
    options: Options = DEFAULTS


@dataclass(frozen=True, slots=True)
class Wrap:
    """Put a block inside a new one: `header` above, `footer` below, the block indented."""

    target: Target
    header: str
    footer: str | None = None
    hints: Hints = NO_HINTS
    options: Options = DEFAULTS


@dataclass(frozen=True, slots=True)
class Unwrap:
    """Put a block's body in the place of the block."""

    target: Target
    hints: Hints = NO_HINTS
    options: Options = DEFAULTS


@dataclass(frozen=True, slots=True)
class RenameLocal:
    """Rename a local name or parameter in its scope, inside of the block that `target` names."""

    target: Target
    old: str
    new: str
    hints: Hints = NO_HINTS
    options: Options = DEFAULTS


Request = (
    StrReplace
    | ReplaceAll
    | Insert
    | ReplaceBlock
    | ReplaceFunctionBody
    | DeleteBlock
    | MoveBlock
    | Wrap
    | Unwrap
    | RenameLocal
)
