"""Requests: what a caller wants done to one document, as values, and the operation of each.

The functions of the library, the commands and the tools all build a request and pass it to `plan.one_request`. A
request knows neither files nor trees.

An operation is declared next to its request: its name, its purpose, and the arguments of each field. Its command,
its JSON, its tool, and the arguments of a retry are generated from that. Its typed signature is that of its method
in `app.library`, which the library and sessions share; a test compares both.
"""

from __future__ import annotations

from enum import StrEnum
from typing import get_args

from structedit.calls.fields import (
    HINTS,
    HINTS_OF_PLACES,
    INSERTION,
    MOVED_BLOCK,
    ONE_BLOCK,
    TARGET,
    WHOLE_TARGET,
    WRAPPING,
    Field,
    Operation,
    chosen,
    plain,
    record,
    selecting,
    worded,
)
from structedit.calls.parameters import (
    ACCEPT,
    ALLOW_ERRORS,
    AT,
    ATTACH,
    BACKUP,
    CHECKER,
    DRY_RUN,
    EXPECTED_COUNT,
    EXPECTED_VERSION,
    FORCE,
    FORMATTER,
    LANGUAGE,
    MATCH,
    NEW,
    NEW_BLOCK,
    NEW_BODY,
    OCCURRENCE,
    OF,
    OLD,
    PART,
    PATH,
    PATTERN,
    REGEX,
    REPLACE_ALL,
    SELECTOR,
    TEXT,
    WHOLE_WORDS,
    variant,
)
from structedit.calls.places import NO_HINTS, Attach, Hints, Part, Place, Target
from structedit.calls.statuses import Reason
from structedit.text.values import dataclass

__all__ = [
    "DeleteBlock",
    "Insert",
    "Match",
    "MoveBlock",
    "Options",
    "RenameLocal",
    "ReplaceAll",
    "ReplaceBlock",
    "ReplaceFunctionBody",
    "StrReplace",
    "Unwrap",
    "Wrap",
]


class Match(StrEnum):
    """The loosest tiers that a call may use; each level includes those before it.

    A tier is a way in which a text may match; `search.alignment.ladder` has all of them.
    """

    EXACT = "exact"
    WHITESPACE = "whitespace"
    SYNTAX = "syntax"
    FUZZY = "fuzzy"


@dataclass(frozen=True, slots=True)
class Options:
    """Options of every editing request.

    `match` None means the loosest level that the operation allows. `expected_version` is a document's `version`.
    `allow_errors` permits new syntax errors, `force` a critical risk, `accept` refusals for one of these reasons:
    `read_back`.
    """

    match: Match | None = None
    attach: Attach = Attach.WHOLE
    allow_errors: bool = False
    force: bool = False
    accept: tuple[Reason, ...] = ()
    expected_version: str | None = None


DEFAULTS = Options()

_OPTIONS = record(
    "options",
    Options,
    worded(MATCH, Match),
    worded(ATTACH, Attach),
    plain(ALLOW_ERRORS),
    plain(FORCE),
    chosen(ACCEPT, Reason),
    plain(EXPECTED_VERSION),
)


def _operation(name: str, words: str, *own: Field, hints: Field = HINTS) -> Operation:
    """Declare an operation on one document: its own arguments, then those that all operations take."""
    fields = (*own, hints, _OPTIONS)
    made_of = (parameter for field in fields for parameter in field.parameters)
    parameters = (PATH, *made_of, LANGUAGE, DRY_RUN, BACKUP, FORMATTER, CHECKER)
    return Operation(name, parameters, words, fields)


@dataclass(frozen=True, slots=True)
class StrReplace:
    """Replace `old` by `new`; `occurrence` is 1-based, -1 the last, None means unique."""

    old: str
    new: str
    hints: Hints = NO_HINTS
    occurrence: int | None = None
    replace_all: bool = False
    expected_count: int | None = None
    whole_words: bool = True
    options: Options = DEFAULTS

    operation = _operation(
        "str_replace",
        "Replace text; an empty replacement deletes it.",
        plain(OLD),
        plain(NEW),
        plain(OCCURRENCE),
        plain(REPLACE_ALL),
        plain(EXPECTED_COUNT),
        plain(WHOLE_WORDS),
    )


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

    operation = _operation(
        "replace_all",
        "Replace every hit of a string or regular expression.",
        plain(PATTERN),
        plain(NEW),
        plain(REGEX),
        plain(EXPECTED_COUNT),
        plain(variant(WHOLE_WORDS, default=False)),
    )


@dataclass(frozen=True, slots=True)
class Insert:
    """Insert `text` at `place`, relative to `target` where the place needs one."""

    text: str
    place: Place
    target: Target | None = None
    hints: Hints = NO_HINTS
    options: Options = DEFAULTS

    operation = _operation(
        "insert",
        "Insert text at a place: by text, by selector, in a block, in the file.",
        plain(TEXT),
        INSERTION,
        hints=HINTS_OF_PLACES,
    )


@dataclass(frozen=True, slots=True)
class ReplaceBlock:
    """Replace a part of the block that `target` names."""

    target: Target
    new: str
    part: Part = Part.WHOLE
    hints: Hints = NO_HINTS
    options: Options = DEFAULTS

    operation = _operation(
        "replace_block",
        "Replace a block, or a part of it.",
        TARGET,
        plain(NEW_BLOCK),
        worded(PART, Part),
    )


@dataclass(frozen=True, slots=True)
class ReplaceFunctionBody:
    """Replace a definition's body by a bare body or by a whole definition."""

    target: Target
    new: str
    hints: Hints = NO_HINTS
    options: Options = DEFAULTS

    operation = _operation(
        "replace_function_body",
        "Replace the body of a definition.",
        ONE_BLOCK,
        plain(NEW_BODY),
    )


@dataclass(frozen=True, slots=True)
class DeleteBlock:
    """Delete the block that `target` names, with its separators and attachments."""

    target: Target
    part: Part = Part.WHOLE
    hints: Hints = NO_HINTS
    options: Options = DEFAULTS

    operation = _operation(
        "delete_block",
        "Delete a block with its separators and comments, or a range; of code, over several lines,"
        " whole lines.",
        TARGET,
        worded(PART, Part),
    )


@dataclass(frozen=True, slots=True)
class MoveBlock:
    """Move a block before, after, or to the start or end of another."""

    target: Target
    place: Place
    destination: Target
    hints: Hints = NO_HINTS
    options: Options = DEFAULTS

    operation = _operation(
        "move_block",
        "Move a block before, after or into another.",
        MOVED_BLOCK,
        worded(variant(AT, needed=True), Place, "place"),
        selecting(variant(OF, needed=True), "destination", or_text=True),
    )


@dataclass(frozen=True, slots=True)
class Wrap:
    """Put a block inside a new one: `header` above, `footer` below, the block indented."""

    target: Target
    header: str
    footer: str | None = None
    hints: Hints = NO_HINTS
    options: Options = DEFAULTS

    operation = _operation(
        "wrap",
        "Put a block or lines inside a new block.",
        WHOLE_TARGET,
        WRAPPING,
    )


@dataclass(frozen=True, slots=True)
class Unwrap:
    """Replace a block by its body."""

    target: Target
    hints: Hints = NO_HINTS
    options: Options = DEFAULTS

    operation = _operation("unwrap", "Replace a block by its body.", ONE_BLOCK)


@dataclass(frozen=True, slots=True)
class RenameLocal:
    """Rename a local name or parameter in its scope, inside of the block that `target` names."""

    target: Target
    old: str
    new: str
    hints: Hints = NO_HINTS
    options: Options = DEFAULTS

    operation = _operation(
        "rename_local",
        "Rename a local name or parameter in its scope.",
        selecting(
            variant(
                SELECTOR,
                help="the definition or block that binds the name",
                needed=True,
                further="target",
            ),
            "target",
        ),
        plain(variant(OLD, help="the local name or parameter", further="old_name")),
        plain(variant(NEW, help="its new name", further="new_name to")),
    )


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

REQUESTS: tuple[type[Request], ...] = get_args(Request)
"""The classes of all requests, in the order in which their operations are listed."""


def targets_of(request: Request) -> dict[str, Target]:
    """Return the blocks, texts and lines that a request names, by field.

    >>> from structedit.calls.places import Selector
    >>> list(targets_of(Unwrap(Selector.parse("f > if"))))
    ['target']
    """
    fields = {name: getattr(request, name) for name in request.__match_args__}
    return {name: value for name, value in fields.items() if isinstance(value, Target)}
