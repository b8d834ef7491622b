"""Calls as shell lines, so that a line in a message can be pasted.

Not here: which call is meant (`faces.command.guessed`, `explain`).
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence

from structedit.calls.guesses import INPUT, known_to
from structedit.calls.operations import (
    EDITING,
    FILE_OPERATIONS,
    READING,
)
from structedit.calls.parameters import CODE, PARAMETERS, Parameter
from structedit.calls.printable import printable
from structedit.faces.command import options

_NAMES = {"apply_edits": "apply", "get_edit_stats": "stats"}


def line(words: Sequence[str]) -> str:
    """Return the words of a call as one line for bash, zsh and ksh, with line ends and tabs escaped.

    >>> line(["wrap", "a.py", "f > if", "--header", "try:"])
    "structedit wrap a.py 'f > if' --header try:"
    """
    return " ".join(("structedit", *(word if word in _JOINTS else _quoted(word) for word in words)))


def in_shell_words(text: str, path: str | None) -> str:
    """Replace arguments and functions in a report's advice by options and commands.

    >>> in_shell_words("fix: correct it, or pass allow_errors to str_replace", None)
    'fix: correct it, or pass --allow-errors to str-replace'
    """
    rows = (
        _ADVICE.sub(_option_named, row)
        if row.startswith(("fix: ", "get_region ", "note: ", "error: ", "hint: "))
        else row
        for row in text.split("\n")
    )
    told = "\n".join(rows)
    return (
        told
        if path is None
        else told.replace("\nget-region ", f"\nstructedit get-region {shlex.quote(path)} ")
    )


def with_undo(report: str) -> str:
    """Replace the undo id in a report of a rewrite by the command that undoes it.

    >>> with_undo("undo with id 1a2b")
    'to undo it: structedit undo 1a2b'
    """
    return _UNDO.sub(r"to undo it: structedit undo \1", report)


_UNDO = re.compile(r"^undo with id (\w+)$", re.MULTILINE)
_JOINTS = ("&&", "structedit")
_ADVICE = re.compile(r"`([a-z_]+)`|(?<=pass )([a-z_]+)\b(?! a\b)|(?<![\w./'\"])([a-z]+_[a-z_]+)\b")


def _option_named(found: re.Match[str]) -> str:
    name = found[1] or found[2] or found[3]
    if found[2] not in PARAMETERS and (name in EDITING or name in READING):
        return name.replace("_", "-")
    parameter = PARAMETERS.get(name)
    if parameter is None or name in ("path", "selector"):
        return found[0]
    return options.SPELLINGS.get(name, (f"--{name.replace('_', '-')}",))[0].partition("/")[0]


def _quoted(word: str) -> str:
    if printable(word) == word:
        return shlex.quote(word)
    special = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    spelled = (special.get(letter, letter) for letter in word)
    plain = (
        o if printable(o) == o or o in special.values() else f"\\U{ord(o):08x}" for o in spelled
    )
    return f"$'{''.join(plain)}'"


def words_of(
    operation: str, arguments: Mapping[str, object], rest: Iterable[str] = ()
) -> list[str]:
    """Return the words of a call; `rest` are options that are not arguments (`--json`, for example).

    >>> words_of("delete_block", {"path": "a.py", "selector": "f", "dry_run": True})
    ['delete-block', 'a.py', 'f', '--dry-run']
    """
    if operation in FILE_OPERATIONS or "edits" in arguments:
        edits = arguments.get("edits") or [{"op": operation, **arguments}]
        others = {name: value for name, value in arguments.items() if name == "dry_run"}
        is_name = isinstance(edits, str) and "\n" not in edits
        text = edits if isinstance(edits, str) else _as_json(edits)
        given = [text] if is_name else ["--edits", text]
        return ["apply", *given, *_options("apply_edits", others), *rest]
    words = [_NAMES.get(operation, operation).replace("_", "-")]
    for name in _placed(operation):
        value = arguments.get(name)
        listed = (
            value
            if isinstance(value, (tuple, list))
            else (value,)
            if isinstance(value, str)
            else ()
        )
        words += map(str, listed)
    selector = arguments.get("selector")
    if selector is not None:
        words.append(str(selector))
    return [*words, *_options(operation, arguments), *rest]


def _as_json(edits: object) -> str:
    import json  # only when it is needed: a command starts sooner

    return json.dumps(edits, ensure_ascii=False)


def _placed(operation: str) -> tuple[str, ...]:
    """Return the arguments that are written without an option: an id, or paths."""
    return ("id",) if "id" in known_to(operation) else ("path", "paths")


def _options(operation: str, arguments: Mapping[str, object]) -> list[str]:
    known = known_to(operation)
    words: list[str] = []
    for name, value in arguments.items():
        if name not in (*_placed(operation), "selector") and name in known:
            words += _option(known[name], value)
    return words


def _option(parameter: Parameter, value: object) -> list[str]:
    dashed = parameter.name.replace("_", "-")
    first = (
        "--pattern"
        if parameter.name == CODE.name
        else options.SPELLINGS.get(parameter.name, (f"--{dashed}",))[0]
    )
    match value:
        case bool():
            yes, _, no = first.partition("/")
            named = yes if value else no
            return [named] if named else []
        case str() if parameter.kind == "text" and value == INPUT:
            return [f"{first}-file", "-"]
        case {"text": str(text), "occurrence": occurrence}:
            counted = [f"--{dashed}-occurrence", str(occurrence)] if occurrence is not None else []
            return [first, text, *counted]
        case {"start": start, "end": end}:
            return [first, _text(start), _text(end)]
        case [start, end] if parameter.kind == "pair":
            return [first, _text(start), _text(end)]
        case tuple() | list():
            return [word for one in value for word in (first, str(one))]
    text = str(value)
    return [f"{first}={text}"] if re.match(r"-.", text) else [first, text]


def _text(mark: object) -> str:
    return str(mark["text"]) if isinstance(mark, Mapping) else str(mark)
