"""The arguments of every operation as data: what they hold, and what they are for.

Whatever shows or reads arguments (options of the command, calls as JSON, schemas of tools) is
made from these tables. A test holds them against the signatures of the library's functions.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import Literal

from structedit.calls.places import Attach, Part, Place
from structedit.calls.requests import Comments, Match
from structedit.text.values import dataclass

Kind = Literal["text", "name", "mark", "pair", "lines", "integer", "flag", "word", "names", "edits"]
"""What an argument holds.

`text` is content of files and never interpreted; `name` a path, selector, version or language;
`mark` a text or `{text, occurrence}`; `pair` two of them or `{start, end}`; `edits` a text in one
of the formats, or a list of operations as objects.
"""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument: `words` are the values of a `word`, `least` the smallest `integer`."""

    kind: Kind
    help: str
    words: tuple[str, ...] = ()
    least: int | None = None


def _words(kind: type[StrEnum]) -> tuple[str, ...]:
    return tuple(member.value for member in kind)


PARAMETERS: dict[str, Parameter] = {
    "path": Parameter("name", "the file"),
    "paths": Parameter("names", "files and folders"),
    "selector": Parameter("name", "the block, as outline prints it"),
    "old": Parameter("text", "text to replace"),
    "new": Parameter("text", "text to put there"),
    "pattern": Parameter("text", "text or regular expression to replace"),
    "text": Parameter("text", "text to insert"),
    "header": Parameter("text", "line that opens the new block"),
    "footer": Parameter("text", "line that closes it; left out, the closer that the header needs"),
    "anchor": Parameter("text", "the block that this text opens"),
    "occurrence": Parameter("integer", "the Nth hit, -1 the last"),
    "replace_all": Parameter("flag", "every hit"),
    "expected_count": Parameter("integer", "refuse unless there are exactly so many hits", least=0),
    "whole_words": Parameter("flag", "whether a hit may not cut a word in two"),
    "regex": Parameter("flag", "the pattern is a regular expression"),
    "start": Parameter("mark", "from this text on"),
    "end": Parameter("mark", "up to this text"),
    "inclusive": Parameter("flag", "whether start and end go along"),
    "lines": Parameter("lines", "lines by number: 42 or 42-60"),
    "expected": Parameter("text", "what those lines hold now"),
    "version": Parameter("name", "the version that those lines were read from"),
    "at": Parameter("word", "the place", _words(Place)),
    "of": Parameter("name", "selector of the block that the place belongs to"),
    "part": Parameter("word", "the part of the block", _words(Part)),
    "within": Parameter("name", "only inside the node of this selector"),
    "after": Parameter("mark", "only after this text"),
    "before": Parameter("mark", "only before this text"),
    "between": Parameter("pair", "only between two texts"),
    "near_line": Parameter("integer", "only near this line"),
    "radius": Parameter("integer", "how near, in lines", least=0),
    "match": Parameter("word", "how far down the ladder to go", _words(Match)),
    "comments": Parameter(
        "word", "whether comments may differ at the tier syntax", _words(Comments)
    ),
    "attach": Parameter("word", "what goes along with a definition", _words(Attach)),
    "allow_errors": Parameter("flag", "accept new syntax errors"),
    "force": Parameter("flag", "accept a critical risk"),
    "expected_version": Parameter("name", "refuse unless the file has this version"),
    "language": Parameter("name", "language, instead of detecting it"),
    "dry_run": Parameter("flag", "plan and show, write nothing"),
    "backup": Parameter("flag", "whether what the file was is kept, for undo"),
    "around": Parameter("integer", "whole lines of context around it", least=0),
    "max_lines": Parameter("integer", "at most so many lines", least=1),
    "depth": Parameter("integer", "levels to list; 1 is the top", least=1),
    "kinds": Parameter("names", "only these kinds"),
    "blocks": Parameter("flag", "anonymous blocks too"),
    "query": Parameter("text", "tree-sitter query to find"),
    "overwrite": Parameter("flag", "replace a file that is there"),
    "to": Parameter("name", "the new path"),
    "diff": Parameter("text", "hunks of one file"),
    "fold": Parameter("flag", "leave out the bodies of definitions inside it"),
    "edits": Parameter(
        "edits",
        "the edits: search/replace blocks, a unified or git diff, an apply_patch envelope, whole"
        ' files in fences, or a list of operations as objects: {"op": "str_replace", "path": …}',
    ),
    "format": Parameter("name", "format of the text, instead of detecting it"),
    "partial": Parameter("flag", "keep the edits that can land, though others fail"),
    "id": Parameter("name", "the transaction, by its undo_id; left out, the latest"),
    "scope": Parameter("word", "which calls to count", ("session", "reset", "lifetime")),
    "reset": Parameter("flag", "count anew from here on, after reading"),
    "most": Parameter("integer", "at most so many hits", least=1),
}
"""Every argument of the library's functions, by its one name."""

_TARGET = (
    *("selector", "anchor", "occurrence", "start", "end", "inclusive"),
    *("lines", "expected", "version"),
)
_BLOCK = ("selector", "anchor", "occurrence")
_SAFETY = "match attach allow_errors force expected_version language dry_run backup".split()
_NARROW = ("within", "between", "near_line", "radius")
_HINTS = ("within", "after", "before", "between", "near_line", "radius")
_COMMON = (*_HINTS, *_SAFETY)

OPERATIONS: dict[str, tuple[str, ...]] = {
    "str_replace": (
        *("path", "old", "new", "occurrence", "replace_all", "expected_count", "whole_words"),
        "comments",
        *_COMMON,
    ),
    "replace_all": (
        *("path", "pattern", "new", "regex", "expected_count", "whole_words"),
        *_COMMON,
    ),
    "insert": (
        *("path", "text", "at", "of", "after", "before", "occurrence", "lines", "expected"),
        "version",
        *_NARROW,
        *_SAFETY,
    ),
    "replace_block": ("path", *_TARGET, "new", "part", *_COMMON),
    "replace_function_body": ("path", *_BLOCK, "new", *_COMMON),
    "delete_block": ("path", *_TARGET, "part", *_COMMON),
    "move_block": ("path", "selector", "at", "of", *_COMMON),
    "wrap": (
        *("path", "selector", "anchor", "occurrence", "start", "end", "lines", "expected"),
        *("version", "header", "footer"),
        *_COMMON,
    ),
    "unwrap": ("path", *_BLOCK, *_COMMON),
    "rename_local": ("path", "selector", "old", "new", *_COMMON),
    "outline": ("path", "depth", "kinds", "blocks", "language"),
    "get_region": (
        *("path", "selector", "anchor", "occurrence", "start", "end", "inclusive", "lines"),
        *("version", "part", "around", "max_lines", "language"),
        *_HINTS,
    ),
    "find": ("paths", "text", "regex", "query", "around", "language", *_HINTS),
    "check": ("paths", "language"),
}
"""The arguments of each operation; the first names what it works on."""

FILE_OPERATIONS: dict[str, tuple[str, ...]] = {
    "create_file": ("path", "text", "overwrite"),
    "append": ("path", "text"),
    "delete_file": ("path",),
    "move_file": ("path", "to"),
    "patch": ("path", "diff"),
}
"""The same for what only batches do: to whole files, and many edits at once."""

TOOL_OPERATIONS: dict[str, tuple[str, ...]] = {
    "apply_edits": ("edits", "path", "format", "partial", "force", "dry_run", "backup"),
    "undo": ("id",),
    "get_edit_stats": ("scope", "reset"),
    "find": (*OPERATIONS["find"], "most"),
    "get_region": (*OPERATIONS["get_region"], "fold"),
}
"""The same for tools, where they are not operations or take more than these."""

REQUIRED: dict[str, tuple[str, ...]] = {
    "str_replace": ("old", "new"),
    "replace_all": ("pattern", "new"),
    "insert": ("text",),
    "replace_block": ("new",),
    "replace_function_body": ("new",),
    "move_block": ("selector", "at", "of"),
    "wrap": ("header",),
    "rename_local": ("selector", "old", "new"),
    "apply_edits": ("edits",),
}

_MEANINGS: dict[tuple[str, str], Parameter] = {
    ("create_file", "text"): Parameter("text", "what the file holds"),
    ("append", "text"): Parameter("text", "what is added"),
    ("insert", "after"): Parameter("mark", "the place: right after this text"),
    ("insert", "before"): Parameter("mark", "the place: right before this text"),
    ("rename_local", "selector"): Parameter("name", "the definition or block that binds the name"),
    ("rename_local", "old"): Parameter("text", "the local name or parameter"),
    ("rename_local", "new"): Parameter("text", "its new name"),
    ("find", "text"): Parameter("text", "text to find"),
    ("find", "regex"): Parameter("text", "regular expression to find"),
    ("find", "around"): Parameter("integer", "lines of context", least=0),
    ("apply_edits", "path"): Parameter("name", "the file of edits that name none"),
}
"""What a name means in one operation, where it differs from `PARAMETERS`."""


def parameters_of(operation: str) -> dict[str, Parameter]:
    """Give the arguments of an operation, in the order in which people read them.

    >>> parameters_of("find")["regex"].kind
    'text'
    """
    names = FILE_OPERATIONS.get(operation) or OPERATIONS[operation]
    return _named(operation, names)


def tool_parameters_of(name: str) -> dict[str, Parameter]:
    """Give the arguments of a tool: those of the operation of its name, and what only tools take."""
    return _named(name, TOOL_OPERATIONS.get(name) or OPERATIONS[name])


def _named(operation: str, names: Collection[str]) -> dict[str, Parameter]:
    return {name: _MEANINGS.get((operation, name), PARAMETERS[name]) for name in names}


def meaning_of(operation: str, name: str) -> Parameter | None:
    """Give what an argument means in a function of the library; None where that is not known here."""
    return _MEANINGS.get((operation, name)) or PARAMETERS.get(name)


def missing_from(operation: str, given: Collection[str]) -> tuple[str, ...]:
    """Name the arguments that the operation needs and that are not given."""
    return tuple(name for name in REQUIRED.get(operation, ()) if name not in given)
