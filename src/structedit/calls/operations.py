"""All operations by name: those of the library, of batches and of tools.

Operations that edit a document are declared with their requests (`calls.requests`), all others here. `request_of`
makes a request from the arguments of a call; `arguments_of` is the inverse.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from structedit.calls.batches import ApplyHunks
from structedit.calls.fields import HINTS, Arguments, Operation, read_all, write_all
from structedit.calls.parameters import (
    ANCHOR,
    AROUND,
    BACKTRACK,
    BACKUP,
    BLOCK,
    BLOCKS,
    CHECKER,
    CODE,
    CONTEXT,
    DEPTH,
    DIFF,
    DROP_REST,
    DRY_RUN,
    EDITS,
    END,
    FOLD,
    FORCE,
    FORMAT,
    FORMATTER,
    GLOBS,
    ID,
    IMPORTS,
    INCLUSIVE,
    KINDS,
    LANGUAGE,
    LINES,
    MAX_LINES,
    MOST,
    NODE_TYPE,
    OCCURRENCE,
    OVERWRITE,
    PARAMETERS,
    PART,
    PARTIAL,
    PATH,
    PATHS,
    QUERY,
    RESET,
    SCOPE,
    START,
    STRICTNESS,
    TEMPLATE,
    TEXT,
    TO,
    UNIMPORTS,
    Parameter,
    named,
    variant,
)
from structedit.calls.parameters import READING as READ_AS
from structedit.calls.requests import REQUESTS, Request
from structedit.text.errors import UsageError

FILES = variant(PATH, kind="names", help="a file or folder, or several", further="paths dir folder")
"""The meaning of `path` where a list of files is accepted."""

LATEST_OF = variant(PATH, help="take the latest transaction of this file", needed=False)
"""The meaning of `path` where a transaction is meant."""

_SOUGHT_TEXT = Parameter(
    "text", "text", "text to find", aliases=("old", "old_str", "old_string", "old_text")
)
_SOUGHT_REGEX = Parameter(
    "regex", "text", "regular expression to find", aliases=("regexp", "substring_pattern")
)


def _by_name(*operations: Operation) -> dict[str, Operation]:
    return {operation.name: operation for operation in operations}


EDITING = _by_name(*(kind.operation for kind in REQUESTS))
"""Operations that edit one document."""

READING = _by_name(
    Operation(
        "outline",
        (FILES, DEPTH, KINDS, BLOCKS, LANGUAGE),
        "List the definitions of files, and of the files in folders, as selectors.",
    ),
    Operation(
        "get_region",
        (
            *(PATH, BLOCK, ANCHOR, OCCURRENCE, START, END, INCLUSIVE, LINES, PART),
            *(AROUND, MAX_LINES, LANGUAGE, *HINTS.parameters),
        ),
        "Print a block or lines of a file.",
    ),
    Operation(
        "find",
        (
            PATHS,
            variant(TEXT, help="text to find", needed=False),
            _SOUGHT_REGEX,
            QUERY,
            CODE,
            *(STRICTNESS, NODE_TYPE, CONTEXT, READ_AS, BACKTRACK),
            variant(AROUND, help="lines of context"),
            GLOBS,
            LANGUAGE,
            *HINTS.parameters,
        ),
        "Find text, a regular expression, a query or a pattern of code in files and folders.",
    ),
    Operation("check", (PATHS, LANGUAGE), "Report the syntax errors of files and folders."),
)
"""What changes nothing."""

OPERATIONS = EDITING | READING

FILE_OPERATIONS = _by_name(
    Operation("create_file", (PATH, variant(TEXT, help="the content of the file"), OVERWRITE)),
    Operation("append", (PATH, variant(TEXT, help="the text to add"))),
    Operation("delete_file", (PATH,)),
    Operation("move_file", (PATH, TO)),
    Operation("patch", (PATH, DIFF)),
)
"""What only batches do: to whole files, and many edits at once."""

TOOL_OPERATIONS = _by_name(
    Operation(
        "apply_edits",
        (
            EDITS,
            variant(PATH, help="the file for edits that name none", needed=False),
            *(FORMAT, PARTIAL, FORCE, DRY_RUN, BACKUP, FORMATTER, CHECKER),
        ),
    ),
    Operation(
        "rewrite",
        (
            PATHS,
            CODE,
            Parameter("text", "text", "text to replace, instead of a pattern"),
            variant(_SOUGHT_REGEX, help="regular expression, instead of a pattern"),
            TEMPLATE,
            GLOBS,
            *(STRICTNESS, NODE_TYPE, CONTEXT, READ_AS, BACKTRACK, DROP_REST, IMPORTS),
            *(UNIMPORTS, LANGUAGE),
            *(FORCE, variant(DRY_RUN, help="show, write nothing (true if left out)", default=True)),
        ),
    ),
    Operation("undo", (ID, LATEST_OF, DRY_RUN)),
    Operation("redo", (ID, LATEST_OF, DRY_RUN)),
    Operation("history", (variant(MOST, help="at most this many, the latest ones"),)),
    Operation("get_edit_stats", (SCOPE, RESET)),
    Operation("find", (*READING["find"].parameters, MOST)),
    Operation("get_region", (*READING["get_region"].parameters, FOLD)),
)
"""What tools do that is no operation, or takes more as a tool."""

_KINDS = {kind.operation.name: kind for kind in REQUESTS}
_OF_MANY_FILES = _by_name(
    Operation("rewrite", (*TOOL_OPERATIONS["rewrite"].parameters, _SOUGHT_REGEX))
)
"""Functions over many files, which take more than the tools of their names."""

_CALLS = {**FILE_OPERATIONS, **TOOL_OPERATIONS, **OPERATIONS, **_OF_MANY_FILES}


def parameters_of(operation: str) -> dict[str, Parameter]:
    """Return the arguments of an operation, in the order in which docs list them.

    >>> parameters_of("find")["regex"].kind
    'text'
    """
    found = FILE_OPERATIONS.get(operation) or OPERATIONS[operation]
    return named(found.parameters)


def tool_parameters_of(name: str) -> dict[str, Parameter]:
    """Return the arguments of a tool: those of its operation, and those that only tools take."""
    found = TOOL_OPERATIONS.get(name) or OPERATIONS[name]
    return named(found.parameters)


def searching(operation: str) -> dict[str, Parameter]:
    """Return the arguments of `find` and `rewrite` in their widest forms, with every kind of search term."""
    ways = (_SOUGHT_TEXT, _SOUGHT_REGEX, QUERY) if operation == "rewrite" else ()
    known = {**tool_parameters_of(operation), **named(ways)}
    return {**known, "pattern": CODE}


def meaning_of(operation: str, name: str) -> Parameter | None:
    """Return the meaning of an argument in a function of the library; None if it is not declared here."""
    found = _CALLS.get(operation)
    own = (p for p in found.parameters if p.name == name) if found is not None else iter(())
    return next(own, None) or PARAMETERS.get(name)


def missing_from(operation: str, given: Collection[str]) -> tuple[str, ...]:
    """Return the needed arguments that are missing, other than what the operation works on."""
    parameters = OPERATIONS[operation].parameters[1:]
    return tuple(p.name for p in parameters if p.needed and p.name not in given)


def request_of(operation: str, arguments: Mapping[str, object]) -> Request:
    """Make a request from the arguments of a call, which are checked (`calls.arguments`).

    Raises:
        UsageError: when an argument is missing, or arguments contradict each other.

    >>> request_of("str_replace", {"old": "a", "new": "b"}).new
    'b'
    """
    return requested(_KINDS[operation], arguments)


def requested(kind: type[Request], arguments: Mapping[str, object]) -> Request:
    """Make a request of one kind from the arguments of a call; see `request_of`."""
    operation = kind.operation.name
    for name in missing_from(operation, arguments):
        raise UsageError(
            f"{operation} needs {name!r}", hint=f"pass {name!r}", fault="missing_argument"
        )
    return kind(**read_all(kind.operation.fields, arguments))


def arguments_of(request: Request) -> Arguments:
    """Return the arguments from which a request is made; defaults are left out."""
    return write_all(request.operation.fields, request)


def operation_of(request: Request | ApplyHunks) -> str:
    """Return the name of the operation that a request asks for."""
    return "patch" if isinstance(request, ApplyHunks) else request.operation.name


def is_plain(value: object) -> bool:
    """Return True if JSON can represent all texts in a value; it cannot represent lone surrogates."""
    match value:
        case str():
            return not any("\ud800" <= letter <= "\udfff" for letter in value)
        case dict():
            return all(map(is_plain, value.values()))
        case _:
            return True
