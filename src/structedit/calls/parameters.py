"""The arguments of calls, as data: type, help, aliases and default.

Each operation takes some of them (`calls.requests`, `calls.operations`). Options of the command, calls as JSON and
schemas of tools are generated from these values.

Not here: checking values (`calls.arguments`), and making requests of them (`calls.fields`).
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Literal

from structedit.calls.places import Attach, Part, Place
from structedit.text.values import dataclass

Kind = Literal[
    "text", "name", "mark", "pair", "lines", "integer", "flag", "word", "names", "edits", "program"
]
"""What an argument holds.

`text` is content of files and never interpreted; `name` a path, selector, version or language;
`mark` a text or `{text, occurrence}`; `pair` two of them or `{start, end}`; `edits` a text in one
of the formats, or a list of operations as objects; `program` a command of a person, or true or false
for the one that is configured: a call as data names no command.
"""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument: `words` are the values of a `word` or of some `names`, `least` the smallest `integer`.

    If it is left out, its value is `default`; a `needed` one cannot be left out. `aliases` are accepted as well, in
    snake_case and in camelCase; an alias of several arguments means the first one that an operation takes.
    """

    name: str
    kind: Kind
    help: str
    words: tuple[str, ...] = ()
    least: int | None = None
    default: str | int | bool | None = None
    needed: bool = False
    aliases: tuple[str, ...] = ()


def _words(kind: type[StrEnum]) -> tuple[str, ...]:
    return tuple(member.value for member in kind)


def variant(
    parameter: Parameter,
    *,
    kind: Kind | None = None,
    help: str = "",
    default: str | int | bool | None = None,
    needed: bool | None = None,
    further: str = "",
) -> Parameter:
    """Return an argument as one operation defines it; `further` are aliases that only this operation accepts.

    >>> variant(OLD, help="the local name or parameter").help
    'the local name or parameter'
    """
    return Parameter(
        parameter.name,
        kind or parameter.kind,
        help or parameter.help,
        parameter.words,
        parameter.least,
        parameter.default if default is None else default,
        parameter.needed if needed is None else needed,
        (*parameter.aliases, *further.split()),
    )


def _flag(name: str, help: str, *, default: bool = False, aliases: str = "") -> Parameter:
    return Parameter(name, "flag", help, default=default, aliases=tuple(aliases.split()))


_FILES = tuple(
    "file file_path filename filepath file_name target_file old_path relative_path uri".split()
)
_OLD = tuple(
    "old_str old_string old_text search old_content old_code old_value original original_text"
    " search_text search_string find_text".split()
)
_NEW = tuple("new_str new_string new_text replace new_content new_code new_value".split())
_DEFINITIONS = tuple("function function_name method method_name class_name".split())

PATH = Parameter("path", "name", "the file", needed=True, aliases=_FILES)
PATHS = Parameter(
    "paths", "names", "files and folders", aliases=("path", *_FILES, "dir", "directory", "folder")
)
SELECTOR = Parameter("selector", "name", "the block, as outline prints it", aliases=_DEFINITIONS)
OLD = Parameter("old", "text", "text to replace", needed=True, aliases=_OLD)
NEW = Parameter(
    "new",
    "text",
    "the new text",
    needed=True,
    aliases=(
        *_NEW,
        *("replacement", "replacement_text", "replace_text", "replace_with", "new_body"),
    ),
)
PATTERN = Parameter(
    "pattern", "text", "text or regular expression to replace", needed=True, aliases=("old", *_OLD)
)
TEXT = Parameter(
    "text",
    "text",
    "text to insert",
    needed=True,
    aliases=(
        *("content", "contents", "file_text", "file_content", "insert_text", "text_to_insert"),
        *("new", *_NEW, "body"),
    ),
)
HEADER = Parameter(
    "header",
    "text",
    "line that opens the new block",
    needed=True,
    aliases=("with", "wrapper", "wrap_with"),
)
FOOTER = Parameter(
    "footer", "text", "line that closes it; left out, the closer that the header needs"
)
ANCHOR = Parameter("anchor", "text", "the block that this text opens")
OCCURRENCE = Parameter("occurrence", "integer", "the Nth hit, -1 the last")
REPLACE_ALL = _flag("replace_all", "every hit", aliases="all replace_every allow_multiple")
EXPECTED_COUNT = Parameter(
    "expected_count",
    "integer",
    "refuse unless there are exactly this many hits",
    least=0,
    aliases=("expected_replacements", "expected_occurrences"),
)
WHOLE_WORDS = _flag("whole_words", "match whole words only", default=True)
REGEX = _flag("regex", "the pattern is a regular expression")
START = Parameter("start", "mark", "from this text on", aliases=("start_content", "start_text"))
END = Parameter("end", "mark", "up to this text", aliases=("end_content", "end_text"))
INCLUSIVE = _flag("inclusive", "whether start and end are included", default=True)
LINES = Parameter(
    "lines",
    "lines",
    "lines by number: 42 or 42-60",
    aliases=("line", "line_range", "line_numbers"),
)
EXPECTED = Parameter("expected", "text", "the current text of those lines")
VERSION = Parameter(
    "version", "name", "the version of the file that the edit or its line numbers refer to"
)
AT = Parameter("at", "word", "the place", _words(Place), aliases=("position",))
OF = Parameter("of", "name", "selector of the block that the place belongs to")
PART = Parameter("part", "word", "the part of the block", _words(Part), default="whole")
WITHIN = Parameter(
    "within",
    "name",
    "only inside the block of this selector",
    aliases=("function_hint", "in_function", *_DEFINITIONS),
)
AFTER = Parameter(
    "after",
    "mark",
    "only after this text",
    aliases=("after_content", "after_hint", "after_string", "after_text"),
)
BEFORE = Parameter(
    "before",
    "mark",
    "only before this text",
    aliases=("before_content", "before_hint", "before_string", "before_text"),
)
BETWEEN = Parameter("between", "pair", "only between two texts", aliases=("between_hint",))
NEAR_LINE = Parameter("near_line", "integer", "only near this line", aliases=("line_hint",))
RADIUS = Parameter("radius", "integer", "how near, in lines", least=0, default=25)
MATCH = Parameter(
    "match",
    "word",
    "how far down the ladder to go",
    ("exact", "whitespace", "syntax", "fuzzy"),
    aliases=("fuzzy_whitespace",),
)
ATTACH = Parameter(
    "attach", "word", "what to include with a definition", _words(Attach), default="whole"
)
ALLOW_ERRORS = _flag("allow_errors", "accept new syntax errors")
FORCE = _flag("force", "accept a critical risk: most of the file changes")
ACCEPT = Parameter(
    "accept", "names", "apply despite this reason for refusal: read_back", words=("read_back",)
)
EXPECTED_VERSION = Parameter("expected_version", "name", "refuse unless the file has this version")
LANGUAGE = Parameter("language", "name", "language, instead of detecting it", aliases=("lang",))
DRY_RUN = _flag("dry_run", "plan and show, write nothing", aliases="preview simulate")
BACKUP = _flag("backup", "keep the old content of the file, for undo", default=True)
FORMATTER = Parameter(
    "formatter",
    "program",
    "run the configured formatter before the file is written",
    aliases=("format",),
)
CHECKER = Parameter(
    "checker",
    "program",
    "run the configured checkers and list new findings",
    aliases=("check", "lint"),
)
AROUND = Parameter(
    "around",
    "integer",
    "whole lines of context around it",
    least=0,
    default=0,
    aliases=("context_lines", "lines_of_context"),
)
MAX_LINES = Parameter("max_lines", "integer", "at most this many lines", least=1)
DEPTH = Parameter(
    "depth", "integer", "levels to list; 1 is the top", least=1, aliases=("max_depth",)
)
KINDS = Parameter("kinds", "names", "only these kinds", aliases=("kind",))
BLOCKS = _flag("blocks", "anonymous blocks too")
QUERY = Parameter("query", "text", "tree-sitter query to find")
STRICTNESS = Parameter(
    "strictness",
    "word",
    "how much of a hit the pattern must spell out",
    ("cst", "smart", "ast", "relaxed", "signature", "template"),
    default="smart",
)
NODE_TYPE = Parameter("node_type", "name", "type of the node in the pattern's tree to search for")
CONTEXT = Parameter("context", "text", "code around the pattern, to parse it")
READING = Parameter(
    "reading",
    "word",
    "bare: read the pattern only as a whole file",
    ("auto", "bare"),
    default="auto",
)
GLOBS = Parameter(
    "globs",
    "names",
    "only files that match, as in .gitignore; !GLOB excludes files",
    aliases=("glob", "include", "file_pattern"),
)
BACKTRACK = _flag("backtrack", "let $$$ try longer runs where the shortest does not fit")
TEMPLATE = Parameter(
    "template",
    "text",
    "what replaces a hit: bar($$$REST, $A)",
    needed=True,
    aliases=("replacement", "rewrite", "replace", "replace_with", "new", *_NEW),
)
DROP_REST = _flag("drop_rest", "delete code and comments that are in a hit but not in the pattern")
IMPORTS = Parameter("imports", "names", "imports that each file that changes needs, as code")
UNIMPORTS = Parameter(
    "unimports",
    "names",
    "imports, or names that they import, to delete where the change leaves them unused",
)
OVERWRITE = _flag("overwrite", "replace an existing file")
TO = Parameter(
    "to",
    "name",
    "the new path",
    needed=True,
    aliases=("new_path", "move_to", "to_path", "destination"),
)
DIFF = Parameter(
    "diff", "text", "hunks of one file", needed=True, aliases=("patch", "unified_diff")
)
FOLD = _flag("fold", "leave out the bodies of definitions inside it")
EDITS = Parameter(
    "edits",
    "edits",
    "the edits: search/replace blocks, a unified or git diff, an apply_patch envelope, whole"
    ' files in fences, or a list of operations as objects: {"op": "str_replace", "path": …}',
    needed=True,
    aliases=(
        *("patch", "unified_diff", "diff", "patches", "changes", "operations", "input", "files"),
        "text",
    ),
)
FORMAT = Parameter("format", "name", "format of the text, instead of detecting it")
PARTIAL = _flag("partial", "keep the edits that can land even if others fail")
ID = Parameter(
    "id",
    "name",
    "the undo_id of the transaction; by default the latest",
    aliases=("undo_id", "transaction", "transaction_id"),
)
SCOPE = Parameter("scope", "word", "which calls to count", ("session", "reset", "lifetime"))
RESET = _flag("reset", "count from zero after this reading")
MOST = Parameter(
    "most",
    "integer",
    "at most this many hits",
    least=1,
    aliases=("limit", "max_results", "head_limit", "max_hits"),
)


def _by_alias(parameters: Iterable[Parameter]) -> dict[str, tuple[str, ...]]:
    """Return the names of the arguments that have each alias."""
    found: dict[str, dict[str, None]] = {}
    for parameter in parameters:
        for alias in parameter.aliases:
            found.setdefault(alias, {})[parameter.name] = None
    return {alias: tuple(names) for alias, names in found.items()}


PARAMETERS = {value.name: value for value in [*globals().values()] if isinstance(value, Parameter)}
"""Every argument above by its name, with the meaning that most operations give it."""

ALIASES = _by_alias(PARAMETERS.values())
"""Other names, in snake_case, and what they mean: the first that the operation takes."""
# What some operations mean otherwise

BLOCK = variant(SELECTOR, further="target symbol symbol_name name name_path block node definition")
"""The selector of an operation on one block that takes no text and no second block."""

CODE = Parameter("pattern", "text", "code to find, with metavariables: foo($A, $$$REST)")
"""A code pattern, for operations in which `pattern` is not what is replaced."""

NEW_BLOCK = variant(NEW, further="content contents code text with")
NEW_BODY = variant(NEW_BLOCK, further="body function_body")


def named(parameters: Iterable[Parameter]) -> dict[str, Parameter]:
    """Return arguments by name, in order."""
    return {parameter.name: parameter for parameter in parameters}
