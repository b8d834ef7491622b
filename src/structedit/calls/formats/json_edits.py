"""Lists of operations as JSON.

    answer    = [ prose ] [ fence ] json [ fence ]
    json      = operation | list of operations | { path?, "edits": list } | one operation a line
    operation = { "op": name, "path": path, argument: value, … }

Names and arguments are those of the library, with the aliases of `calls.arguments`; beside them:

| op | arguments |
|---|---|
| `create_file` | `path`, `text`, `overwrite` |
| `append` | `path`, `text`: at the end of the file, which is made if there is none |
| `delete_file` | `path` |
| `move_file` | `path`, `to` |
| `patch` | `path`, `diff`: hunks of a unified diff or of `apply_patch` |

Left out, `op` is `str_replace` where there are `old` and `new`, `patch` where there is a `diff`,
`create_file` where there is nothing but a path and a text. A `str_replace` with an empty `old` is for a file
that is absent or empty. An unknown argument is an error with
the nearest name, but for what a model says of an edit in words (`explanation`, `instruction`). A call as
harnesses log it (`name` with `arguments` or `input`) is opened; a `diff` or `content` may hold blocks.

Accepted, since nothing else can be meant: raw line breaks in strings, commas before a closing
bracket, JSON inside one JSON string. Texts of a patch or of blocks as the only text of an object are read
in their own format.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

from structedit.calls.aliases import accepted, nearest_name, table
from structedit.calls.arguments import normalise, snake, unique
from structedit.calls.batches import (
    ApplyHunks,
    CreateFile,
    DeleteFile,
    EditFile,
    ExtendFile,
    FileRequest,
    Hunk,
    MoveFile,
)
from structedit.calls.formats import search_replace, unified, v4a
from structedit.calls.formats.answer import Answer, Reading, fence_of, is_tag
from structedit.calls.guesses import operations_meant
from structedit.calls.operations import EDITING, FILE_OPERATIONS, parameters_of, request_of
from structedit.calls.parameters import ALIASES, Parameter
from structedit.text.errors import FormatError, UsageError, shown
from structedit.text.lazily import regex
from structedit.text.values import dataclass, replace

_OP_KEYS = ("op", "operation", "type", "action", "command", "tool", "name")
_LIST_KEYS = (
    *("edits", "operations", "ops", "changes", "files", "actions", "calls"),
    *("replacements", "tool_calls", "edit"),
)
_CALL_KEYS = ("arguments", "input", "parameters", "args", "function")
_REMARKS = frozenset(
    "instruction instructions explanation summary description reason thought thoughts".split()
)
"""Keys under which harnesses have a model say in words what an edit is for."""

_OF_NEW_FILES = frozenset(("path", "text", "overwrite"))
_WHOLE = ("create_file", "write_file", "append")
"""Operations whose text is never parsed as blocks, whatever it looks like."""

_BLOCK_KEYS = frozenset(("diff", "content", "blocks"))
_UNSUITED = ("dry_run", "language", "backup", "formatter", "checker")
"""Arguments of a whole batch, which one edit of it cannot have."""

_MOST_LEVELS = 8
"""How deeply lists of operations may be nested.

Chosen by judgement: models nest one or two.
"""

_CALL_TAG = regex(r"\s*</?tool_calls?>\s*")
"""A line between calls, which no text in JSON has alone on a line."""

_TRAILING = regex(r",(?=\s*[\]}])")
_STRING = regex(r'"(?:[^"\\]|\\.)*"', re.S)


@dataclass(frozen=True, slots=True)
class _Entry:
    """One operation in the text: its keys and values, and its line."""

    values: Mapping[str, object]
    line: int


def begins(text: str) -> bool:
    """Return True if a text starts as a list of operations does."""
    return re.match(r"\s*(?:\[\s*[{\]\"]|\{\s*[\"}]|\"[\[{\\])", text) is not None


def marks(lines: Sequence[str], at: int) -> bool:
    """Return True if a text in this format may begin at a line: at the start of a text, a fence or a tag.

    Inside prose a bracket begins nothing.
    """
    if not begins("\n".join(lines[at : at + 2])):
        return False
    before = next((line for line in reversed(lines[:at]) if line.strip()), "")
    opened = fence_of(before) is not None or is_tag(before)
    return not before or opened or before.rstrip().endswith(":")


def stray(lines: Sequence[str], at: int) -> bool:
    """Return False: brackets occur in prose too."""
    return False


def parse(answer: Answer, path: str | None = None) -> Reading:
    """Parse all operations; `path` is the file of those that name none.

    Raises:
        FormatError: when it is not JSON, or an item is not an operation.
    """
    first, end = _area(answer.lines)
    lines = ("" if _CALL_TAG.fullmatch(line) else line for line in answer.lines[first:end])
    text = "\n".join(lines)
    inner = _wrapped_patch(text)
    if inner is not None:
        reading = v4a.parse(Answer.of(inner), path)
        return Reading(reading.requests, frozenset(range(first, end)))
    requests: list[FileRequest] = []
    for number, entry in enumerate(_entries(text, first + 1), 1):
        requests += _located(entry, number, path)
    if not requests:
        raise FormatError(
            "the list of operations is empty", line=first + 1, hint='expected [{"op": …}, …]'
        )
    return Reading(tuple(requests), frozenset(range(first, end)))


def file_requests_of(
    values: Mapping[str, object], *, path: str | None = None, line: int | None = None
) -> tuple[FileRequest, ...]:
    """Convert one operation of a batch; `path` is its file if it names none.

    Raises:
        UsageError: when it is no operation, or an argument of it is unknown, missing or wrong.

    >>> file_requests_of({"op": "delete_file", "path": "a.py"})
    (DeleteFile(path='a.py', expected=None, line=None),)
    """
    if not all(isinstance(key, str) for key in values):
        raise UsageError("the names of an edit's arguments must be strings", hint='pass {"op": …}')
    keys = {snake(key): key for key in values}
    if (group := _group(values)) is not None:
        below, edits = group
        return tuple(r for one in edits for r in file_requests_of(one, path=below, line=line))
    if (blocks := _blocks(values)) is not None:
        paths = [str(values[key]) for key in values if _has_path({key: 1})]
        parsed = search_replace.parse(Answer.of(blocks), paths[0] if paths else path)
        return tuple(replace(request, line=line) for request in parsed.requests)
    named = [keys[name] for name in _OP_KEYS if name in keys]
    operation = _operation(values, named[0] if named else None)
    known = _known("create_file" if operation == "write_file" else operation)
    rest = {key: value for key, value in values.items() if key not in named[:1]}
    rest = {key: v for key, v in rest.items() if snake(key) in known or snake(key) not in _REMARKS}
    arguments = normalise(rest, known)
    target = arguments.pop("path", path)
    if not isinstance(target, str) or not target:
        raise UsageError("the edit names no file", hint="pass 'path'")
    return (_request(operation, target, arguments, line),)


def _group(values: Mapping[str, object]) -> tuple[str, list[Any]] | None:
    """Return a file and its edits, if both are in one object.

    >>> _group({"path": "a.py", "edits": [{"old": "a", "new": "b"}]})
    ('a.py', [{'old': 'a', 'new': 'b'}])
    """
    match [(key, value) for key, value in values.items() if not _has_path({key: 1})]:
        case [(key, [*edits])] if snake(key) in _GROUPS and len(values) == 2:
            (path,) = (value for key, value in values.items() if _has_path({key: 1}))
            if edits and isinstance(path, str) and all(isinstance(one, Mapping) for one in edits):
                return path, edits
    return None


_GROUPS = frozenset(("edits", "changes", "operations", "replacements"))


def _blocks(values: Mapping[str, object]) -> str | None:
    """Return the text of search/replace blocks, if that is the only long text of an operation."""
    beside = {*_OP_KEYS, *_BLOCK_KEYS, *_REMARKS}
    if not all(snake(key) in beside or _has_path({key: 1}) for key in values):
        return None
    named = (_word(value) for key, value in values.items() if snake(key) in _OP_KEYS)
    if any(_name_of(word) in _WHOLE for word in named):
        return None
    texts = [text for key, text in values.items() if snake(key) in _BLOCK_KEYS]
    text = texts[0] if len(texts) == 1 else None
    begun = isinstance(text, str) and search_replace.opens(text.lstrip("\n").partition("\n")[0])
    return str(text) if begun else None


@cache
def _known(operation: str) -> Mapping[str, Parameter]:
    """Return the arguments of one edit of a batch."""
    known = parameters_of(operation)
    return {name: kind for name, kind in known.items() if name not in _UNSUITED}


def _request(
    operation: str, path: str, arguments: Mapping[str, object], line: int | None
) -> FileRequest:
    match operation:
        case "create_file" | "write_file":
            overwrite = operation == "write_file" or bool(arguments.get("overwrite", False))
            return CreateFile(path, _text(operation, arguments, "text"), overwrite, line)
        case "append":
            return ExtendFile(path, _text(operation, arguments, "text"), line)
        case "delete_file":
            return DeleteFile(path, line=line)
        case "move_file":
            return MoveFile(path, _text(operation, arguments, "to"), line)
        case "patch":
            hunks = _hunks(_text(operation, arguments, "diff"), path)
            return EditFile(path, ApplyHunks(hunks), line)
    return EditFile(path, request_of(operation, arguments), line)


def _text(operation: str, arguments: Mapping[str, object], name: str) -> str:
    if name not in arguments:
        raise UsageError(
            f"{operation} needs {name!r}", hint=f"pass {name!r}", fault="missing_argument"
        )
    return str(arguments[name])


def _hunks(diff: str, path: str) -> tuple[Hunk, ...]:
    """Parse the hunks of one file, in a unified diff or as in an envelope."""
    answer = Answer.of(diff)
    lines = answer.lines
    if any(v4a.begins(line) for line in lines):
        made = v4a.parse(answer).requests
    elif any(unified.begins(lines, at) for at in range(len(lines))):
        made = unified.parse(answer, path).requests
    else:
        hunks = v4a.hunks_of(diff, 0)
        if not hunks:
            raise UsageError("the diff has no hunk", hint="pass lines with ' ', '-', '+'")
        return hunks
    match made:
        case (EditFile(request=ApplyHunks(hunks=hunks)),):
            return hunks
    raise UsageError(
        "the diff does not change exactly one file", hint="pass one operation per file"
    )


def _word(value: object) -> str:
    """Return the spelling of an operation's name."""
    return snake(str(value)).replace("-", "_").replace(" ", "_").lower()


def _name_of(word: str) -> str:
    """Return the operation that a word means; `write_file` is a `create_file` that may overwrite."""
    is_own = word in EDITING or word in FILE_OPERATIONS
    return word if is_own else str(table()["edits"].get(word, word))


def _operation(values: Mapping[str, object], key: str | None) -> str:
    """Return the name of the operation, which may follow from its arguments."""
    if key is not None:
        word = _word(values[key])
        name = _name_of(word)
        known = (*EDITING, *FILE_OPERATIONS, "write_file")
        if name in known:
            return name if name == word else _fitting(values, key, name, word)
        near = nearest_name(name, [*known, *table()["edits"]])
        raise UsageError(
            f"there is no operation {shown(values[key])}",
            hint=f"did you mean {near!r}?" if near else f"there are: {', '.join(known)}",
        )
    plain = [snake(key) for key in values]
    meanings = [{key, *ALIASES.get(key, ())} for key in plain]
    names = set[str]().union(*meanings)
    if "diff" in names:
        return "patch"
    if "text" in names and all(means & _OF_NEW_FILES for means in meanings):
        return "create_file"
    if names & {"old", "new"}:
        return "str_replace"
    raise UsageError("the edit names no operation", hint="pass 'op', such as \"str_replace\"")


def _fitting(values: Mapping[str, object], key: str, name: str, word: str) -> str:
    """Return the operation that a word means: `name`, unless only another meaning of the word takes all arguments."""
    keys = [snake(other) for other in values if other != key and snake(other) not in _REMARKS]
    meanings = [other for other in operations_meant(word) if other in EDITING]
    for meaning in ("create_file" if name == "write_file" else name, *meanings):
        if all(accepted(other, _known(meaning)) for other in keys):
            return name if meaning == "create_file" else meaning
    return name


# From text to operations


def _area(lines: tuple[str, ...]) -> tuple[int, int]:
    """Return the lines that contain JSON: those of the fence, or from the first bracket on."""
    for at, line in enumerate(lines):
        fence = fence_of(line)
        if fence is not None and begins("\n".join(lines[at + 1 : at + 3])):
            below = range(at + 1, len(lines))
            ends = (i for i in below if lines[i].startswith("```") and fence_of(lines[i]))
            return at + 1, next(ends, len(lines))
        if begins(line) or begins("\n".join(lines[at : at + 2])):
            return at, len(lines)
    return 0, len(lines)


def _wrapped_patch(text: str) -> str | None:
    """Return the patch that is the only text of an object or list, as in a call of a tool."""
    try:
        value = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None
    texts = list(_texts(value, 0))
    found = [t for t in texts if any(v4a.begins(line) for line in t.split("\n"))]
    keyed = isinstance(value, dict) and set(map(snake, value)) & {"diff", "op", "operation"}
    return found[0] if len(found) == 1 and not keyed else None


def _texts(value: object, depth: int) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list() if depth < 4:
            for item in value:
                yield from _texts(item, depth + 1)
        case dict() if depth < 4:
            for item in value.values():
                yield from _texts(item, depth + 1)


def _entries(text: str, line: int) -> Iterator[_Entry]:
    """Yield the operations of a text, which are in a list, in an object, or one after another."""
    clean = _without_commas(text)
    at = _skip(clean, 0)
    found = 0
    while at < len(clean):
        here = line + clean.count("\n", 0, at)
        if clean[at] == "[":
            inside, at = _items(clean, at, line)
            yield from inside
        else:
            value, after = _value(clean, at, line)
            if isinstance(value, str) and begins(value):
                yield from _entries(value, here)
            else:
                yield from _opened(value, here, clean[at:after], None)
            at = after
        found += 1
        at = _skip(clean, at)
        if at < len(clean) and clean[at] not in "{[":
            _refuse_rest(clean, at, line)
            return


def _refuse_rest(text: str, at: int, line: int) -> None:
    """Raise unless only prose without brackets follows the JSON."""
    if re.search(r"[\[{\]}]\s*$|^\s*[\]}\",:]", text[at:], re.M):
        raise FormatError(
            f"{text[at : at + 20]!r} does not belong to the list before it",
            line=line + text.count("\n", 0, at),
            hint="expected the end of the text, or another operation",
        )


def _items(text: str, at: int, line: int) -> tuple[list[_Entry], int]:
    """Parse a list item by item, so that each operation knows its line."""
    found: list[_Entry] = []
    counted, at = at, _skip(text, at + 1)
    here = line + text.count("\n", 0, counted)
    while at < len(text) and text[at] != "]":
        value, after = _value(text, at, line)
        here, counted = here + text.count("\n", counted, at), at
        found += _opened(value, here, text[at:after], None)
        at = _skip(text, after)
        if at < len(text) and text[at] == ",":
            at = _skip(text, at + 1)
        elif at < len(text) and text[at] != "]":
            raise FormatError(
                f"the list continues with {text[at : at + 20]!r}",
                line=line + text.count("\n", 0, at),
                hint="expected ',' or ']'",
            )
    if at >= len(text):
        raise FormatError(
            "the list is not closed", line=line + text.count("\n"), hint="expected ']'"
        )
    return found, at + 1


def _value(text: str, at: int, line: int) -> tuple[object, int]:
    def here() -> int:
        return line + text.count("\n", 0, at)

    try:
        return _decoder().raw_decode(text, at)
    except RecursionError:
        raise FormatError(
            "the JSON is nested too deeply", line=here(), hint="expected flat operations"
        ) from None
    except json.JSONDecodeError as error:
        raise FormatError(
            f"this is not JSON: {error.msg}, near {text[error.pos : error.pos + 20]!r}",
            line=line + error.lineno - 1,
            hint='expected {"op": …, "path": …}; escape quotes and backslashes in strings',
        ) from None
    except ValueError:  # Python reads no number of more than 4,300 digits
        raise FormatError(
            "a number in the JSON is too long", line=here(), hint="line numbers have up to 9 digits"
        ) from None
    except UsageError as error:
        raise FormatError(error.message, line=here(), hint=error.hint) from None


@cache
def _decoder() -> json.JSONDecoder:
    """Return a JSON decoder that refuses an object with the same name twice."""
    return json.JSONDecoder(strict=False, object_pairs_hook=partial(unique, where="one operation"))


def _opened(
    value: object, line: int, text: str, path: str | None, depth: int = 0
) -> Iterator[_Entry]:
    """Yield the operations of one value: itself, those of a list, or the call that it logs."""
    if depth > _MOST_LEVELS:
        raise FormatError(
            f"lists of operations are nested more than {_MOST_LEVELS} levels deep",
            line=line,
            hint="expected a flat list",
        )
    if not isinstance(value, dict):
        raise FormatError(
            f"{str(value)[:20]!r} is not an operation",
            line=line,
            hint='expected {"op": …, "path": …}',
        )
    edit = {key: [item] for key, item in value.items() if key == "edit" and isinstance(item, dict)}
    value = {**value, **edit}
    lists = [key for key in value if snake(key) in _LIST_KEYS and isinstance(value[key], list)]
    if len(lists) == 1:
        yield from _inner(value, lists[0], line, text, path, depth)
        return
    calls = [key for key in value if snake(key) in _CALL_KEYS]
    inside = _arguments(value[calls[0]]) if len(calls) == 1 else None
    if inside is not None and set(map(snake, value)) <= {*_OP_KEYS, *_CALL_KEYS, "id", "index"}:
        outer = {k: v for k, v in value.items() if snake(k) in ("name", "tool")}
        has_own = any(snake(key) in _OP_KEYS for key in inside)
        nested = any(snake(key) in _LIST_KEYS for key in inside)
        opened = inside if has_own or nested else {**outer, **inside}
        yield from _opened(opened, line, text, path, depth + 1)
        return
    yield _Entry({"path": path, **value} if path and not _has_path(value) else value, line)


def _arguments(value: object) -> dict[str, object] | None:
    """Return the arguments of a call, which may be JSON in a text; None for anything else."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            value = json.loads(value, strict=False)
        except ValueError:
            return None
    return value if isinstance(value, dict) else None


def _inner(
    value: Mapping[str, object], key: str, line: int, text: str, path: str | None, depth: int
) -> Iterator[_Entry]:
    """Yield the operations of a list inside an object; a path next to the list applies to all of them."""
    own = {name: item for name, item in value.items() if name != key}
    for name in own:
        if not _has_path({name: 1}) and snake(name) not in _OP_KEYS:
            raise FormatError(
                f"there is no argument {name!r} beside {key!r}",
                line=line,
                hint="pass it with each operation, or to the batch",
            )
    paths = [item for name, item in own.items() if _has_path({name: 1})]
    path = str(paths[0]) if paths else path
    items = value[key]
    assert isinstance(items, list)
    starts = _starts(text, key, len(items))
    for item, start in zip(items, starts, strict=True):
        yield from _opened(item, line + text.count("\n", 0, start), "", path, depth + 1)


def _starts(text: str, key: str, count: int) -> list[int]:
    """Return where the items of a list begin in the text of its object, as far as that is easy to find."""
    found = re.search(rf'"{re.escape(key)}"\s*:\s*\[', text)
    at, starts = (found.end() if found else 0), list[int]()
    decoder = json.JSONDecoder(strict=False)
    while found and len(starts) < count:
        at = _skip(text, at)
        starts.append(at)
        _, at = decoder.raw_decode(text, at)
        at = _skip(text, at) + 1
    return starts or [0] * count


def _has_path(value: Mapping[str, object]) -> bool:
    return any("path" in (snake(key), *ALIASES.get(snake(key), ())) for key in value)


def _located(entry: _Entry, number: int, path: str | None) -> tuple[FileRequest, ...]:
    try:
        return file_requests_of(entry.values, path=path, line=entry.line)
    except FormatError as error:
        message = error.message.partition(": ")[2]
        raise FormatError(
            f"edit {number}: in its diff, line {error.line}: {message}",
            line=entry.line,
            hint=error.hint,
        ) from None
    except UsageError as error:
        raise FormatError(
            f"edit {number}: {error.message}", line=entry.line, hint=error.hint
        ) from None


def _without_commas(text: str) -> str:
    """Blank out commas before a closing bracket, outside of strings; every offset stays."""
    parts: list[str] = []
    at = 0
    for string in _STRING.finditer(text):
        parts += (_TRAILING.sub(" ", text[at : string.start()]), string[0])
        at = string.end()
    return "".join((*parts, _TRAILING.sub(" ", text[at:])))


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at
