"""Calls written in the words of other tools, interpreted by the table in `words.toml`.

Other tools and editors have their own words: `cat`, `grep`, `write_file`, `view_range`. A word may mean several
operations; the result has a call for each one that fits the arguments. Every interface passes a word, values
without names and values with names, and gets our calls back.

Not here: how a call is written in a shell (`faces.command.guessed`) or a script, and which of several calls
succeeds (`app.guessed_calls`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from structedit.calls.aliases import accepted, meant, table
from structedit.calls.arguments import normalise, snake
from structedit.calls.operations import (
    FILE_OPERATIONS,
    READING,
    parameters_of,
    searching,
    tool_parameters_of,
)
from structedit.calls.parameters import Parameter
from structedit.text.errors import UsageError
from structedit.text.lazily import regex
from structedit.text.values import dataclass

INPUT = "-"
"""Stands for a text from standard input."""

SEARCH_FLAGS = ("ignore_case", "is_regex")
"""Flags of a search that become a regular expression."""

_METAVARIABLE = regex(r"\$(?:[A-Z_]|\$\$)")
_LINES = regex(r":?(\d+)(?:[-,:](\d+))?p?")
_SCRIPT = regex(r"s([/|#,])((?:\\.|(?!\1).)+)\1((?:\\.|(?!\1).)*)\1g?", re.DOTALL)
"""A substitution of sed: `s/old/new/g`."""
_WRAPPERS = frozenset(("arguments", "input", "parameters", "args", "params", "kwargs"))
_COMMANDS = frozenset(("command", "op", "operation", "action"))
_TARGETS = frozenset(("selector", "anchor", "start", "lines"))
_SOUGHT = frozenset(("text", "regex", "query", "pattern"))
TEXTS = {
    **dict.fromkeys(("replace_block", "replace_function_body"), "new"),
    **dict.fromkeys(("insert", "create_file", "append"), "text"),
    "apply_edits": "edits",
}
"""The argument that a command line may give on standard input."""


@dataclass(frozen=True, slots=True)
class Meant:
    """A call of ours; it is certain if the guessed call can mean nothing else."""

    operation: str
    arguments: Mapping[str, object]
    is_certain: bool = True


class Project(Protocol):
    """What a guessed call is compared with: the existing files, and the blocks in them."""

    @property
    def is_there(self) -> Callable[[str], bool]:
        """Return a function that returns True if a file or folder exists at a path."""

    def is_folder(self, path: str) -> bool:
        """Return True if there is a folder at a path."""

    @property
    def has_input(self) -> bool:
        """True if a text may come from standard input."""

    def text_of(self, path: str, selector: str) -> str | None:
        """Return the text of a block, or None if the file has no such block."""


def known_to(operation: str) -> Mapping[str, Parameter]:
    """Return the arguments that an operation takes, in its widest form."""
    if operation in ("find", "rewrite"):
        return searching(operation)
    return (parameters_of if operation in FILE_OPERATIONS else tool_parameters_of)(operation)


def plain(word: str) -> str:
    """Write a word or the name of an option in snake_case.

    >>> plain("--dry-run"), plain("getRegion"), plain("-E")
    ('dry_run', 'get_region', 'E')
    """
    word = snake(word.lstrip("-")).replace("-", "_")
    return word if len(word) == 1 else word.lower()


def operations_meant(word: str) -> tuple[str, ...]:
    """Return the operations that a word may mean, the likeliest first.

    >>> operations_meant("getRegion"), operations_meant("Rm"), operations_meant("list_classes")
    (('get_region',), ('delete_block', 'delete_file'), ('outline',))
    """
    name = plain(word)
    rows = [(operation, row) for operation, row in table().items() if "order" in row]
    found = [one for one, row in rows if name == one or name in row.get("words", "").split()]
    verb, _, rest = name.partition("_")
    if found or not rest:
        return tuple(found)
    noun = rest.rpartition("_")[2]
    singular = {noun, noun.removesuffix("s"), noun.removesuffix("es"), f"{noun[:-3]}y"}
    groups = {name for name, nouns in table()["nouns"].items() if singular & {*nouns.split()}}
    verbs = (
        (one, row, f"{one} {row.get('words', '')} {row.get('verbs', '')}".split())
        for one, row in rows
    )
    return tuple(
        one
        for one, row, words in verbs
        if verb in words and groups & {*row.get("about", "").split()}
    )


def calls_meant(
    word: str, placed: Sequence[object], named: Mapping[str, object], project: Project
) -> list[Meant]:
    """Return the calls that a guessed one may mean; none for an unknown word.

    Raises:
        UsageError: the word is known, but its arguments fit none of the operations.
    """
    word, named = unwrapped(word, named)
    found: list[Meant] = []
    misfit: UsageError | None = None
    for operation in operations_meant(word):
        try:
            found += _calls_of(operation, word, placed, named, project)
        except UsageError as error:
            misfit = misfit or error
    if misfit is not None and not found:
        raise misfit
    found = [call for call in found if call.is_certain] or found
    return [call for at, call in enumerate(found) if call not in found[:at]]


def unwrapped(word: str, named: Mapping[str, object]) -> tuple[str, Mapping[str, object]]:
    """Take the arguments out of an object around them, and the word out of `command`.

    >>> unwrapped("editor", {"arguments": {"command": "view", "path": "a.py"}})
    ('view', {'path': 'a.py'})
    """
    for key, value in named.items():
        if len(named) == 1 and snake(key) in _WRAPPERS and isinstance(value, Mapping):
            return unwrapped(word, value)
    commands = [key for key in named if snake(key) in _COMMANDS]
    match [named[key] for key in commands]:
        case [[str(first), str(text)]] if operations_meant(first):  # words of a shell
            return first, {**{k: v for k, v in named.items() if k not in commands}, "input": text}
    if len(commands) == 1 and operations_meant(str(named[commands[0]])):
        rest = {key: value for key, value in named.items() if key != commands[0]}
        return str(named[commands[0]]), rest
    return word, named


def argument_meant(operation: str, name: str) -> Mapping[str, object] | None:
    """Return the arguments that a name means, with "$" for its value; None for an unknown name.

    >>> argument_meant("str_replace", "--from"), argument_meant("insert", "into")
    ({'old': '$'}, {'at': 'end', 'of': '$'})
    """
    name, known, row = plain(name), known_to(operation), table()[operation]
    for names in (row.get("arguments", {}), {name: accepted(name, known)}, table()["arguments"]):
        match names.get(name):
            case str(words):
                for one in words.split():
                    if one in known or one in row.get("habits", "").split():
                        return {one: "$"}
            case Mapping() as settings:
                return settings
    ignored = f"{row.get('ignored', '')} {table()['ignored']['words']}".split()
    return {} if name in ignored else None


def _calls_of(
    operation: str,
    word: str,
    placed: Sequence[object],
    named: Mapping[str, object],
    project: Project,
) -> Iterator[Meant]:
    """Yield the calls of one operation that the arguments may mean.

    Raises:
        UsageError: an argument is unknown, missing, or given twice.
    """
    given: dict[str, object] = {}
    unknown: dict[str, object] = {}
    settings: dict[str, object] = {}
    for name, value in named.items():
        says = argument_meant(operation, name)
        # A letter, or a name that says all, is a flag: with a value it means something else.
        is_flag = says is not None and "$" not in says.values()
        if says is None or (is_flag and (says or len(plain(name)) == 1) and value is not True):
            unknown[name] = value
        elif len(says) == 1:
            (own,) = says
            if own in given:
                raise UsageError(f"{own!r} is given twice", hint="leave one out")
            given[own] = value if says[own] == "$" else says[own]
        else:
            settings |= {own: value if fixed == "$" else fixed for own, fixed in says.items()}
    given = {**settings, **given}

    # The word itself may say something: `insert_after`, `add_import`, `set`.
    parts = plain(word).removesuffix("s").split("_")
    said = [says for part, says in table()[operation].get("says", {}).items() if part in parts]
    if said and not {"at", "lines"} & given.keys():
        given = {**said[0], **given}
    certain = _place(operation, word, placed, given, project)

    known = known_to(operation)
    if not unknown:
        yield from _completed(operation, word, given, project, certain=certain)
        return
    # Each argument that the one unknown name may stand for makes a call to choose from.
    name, value = next(iter(unknown.items()))
    ways = [way for way in meant(plain(name), known) if way not in given]
    if len(unknown) > 1 or not ways:
        normalise(unknown, known)  # which raises, with the nearest name
    for way in ways:
        yield from _completed(operation, word, {**given, way: value}, project, certain=False)


def _place(
    operation: str,
    word: str,
    placed: Sequence[object],
    given: dict[str, object],
    project: Project,
) -> bool:
    """Assign the values without a name to the arguments that have none; return True if that is certain."""
    certain = True
    first = placed[0] if placed and isinstance(placed[0], str) else ""
    path, block = file_and_block(first, project)
    if block is not None and "path" not in given:
        if "selector" not in known_to(operation):
            raise UsageError(f"{operation} takes no block", hint="name a file")
        given["lines" if block[0].isdecimal() else "selector"] = block
        placed = [path, *placed[1:]]
    is_script = any(_SCRIPT.fullmatch(str(one)) for one in placed)
    needed = {"script": is_script, "selector=new": "part" in given}
    orders = [order.split() for order in table()[operation]["order"]]
    orders = [order for order in orders if all(needed.get(slot, True) for slot in order)]
    if given.get("at") in ("after", "before") and "lines" not in given:
        orders = [order for order in orders if "of" in order] or orders
    free = [[slot for slot in order if not _is_given(slot, given)] for order in orders]
    slots = next((order for order in free if len(order) == len(placed)), free[0])
    left = _in_order(slots, placed, project)
    for slot in slots:
        taken = left[: None if slot[-1] == "*" else 1]
        del left[: len(taken)]
        name = slot.strip("@*")
        if "=" in name and taken:
            name, _, other = name.partition("=")
            value, equals, given[other] = str(taken[0]).partition("=")
            if not equals:
                raise UsageError(f"{operation} needs {other!r}", hint=f"pass {other!r}")
            taken = [value]
        if name == "script" and taken:
            script = _SCRIPT.fullmatch(str(taken[0]))
            if script is None:
                raise UsageError(
                    f"{taken[0]!r} is not of the form s/old/new/",
                    hint="pass a pattern and its replacement",
                )
            new = re.sub(r"(?<!\\)&", r"\\g<0>", script[3])
            given |= {"pattern": script[2], "new": new, "regex": True}
            certain, taken = False, []
        if name == "sought" and taken:
            if project.is_there(str(taken[0])):
                raise UsageError(
                    f"{taken[0]!r} is a file, not the text to find",
                    hint="name the text or pattern to find",
                )
            is_code = _METAVARIABLE.search(str(taken[0])) or plain(word) == "rewrite"
            name = "pattern" if is_code else "text"
        if name == "selector" and any(project.is_there(str(one)) for one in taken):
            raise UsageError(f"{taken[0]!r} is a file, not a block", hint="name one file")
        # `replace a.py 50 75` is about texts.
        known = known_to(operation)
        if name in ("selector", "of") and taken and "lines" in known and "new" not in known:
            lines = _LINES.fullmatch(str(taken[0]))
            name = "lines" if lines else name
            taken = [lines[1] + (f"-{lines[2]}" if lines[2] else "")] if lines else taken
        if taken:
            given[name] = tuple(taken) if len(taken) > 1 else taken[0]
    if left:
        raise UsageError(f"nothing takes {left[0]!r}", hint="see --help")
    return certain


def _is_given(slot: str, given: Mapping[str, object]) -> bool:
    name = slot.strip("@*")
    if name in ("sought", "pattern"):
        return any(isinstance(given.get(one), str) for one in _SOUGHT)
    return name in given or (name == "selector" and bool(_TARGETS & given.keys()))


def _in_order(slots: Sequence[str], placed: Sequence[object], project: Project) -> list[object]:
    """Return the values in the order of their slots, if files come at the other end.

    `show Cart.total shop/cart.py` → `show shop/cart.py Cart.total`. The files must exist, and each of the other values
    must have a slot.
    """
    are_files = [
        isinstance(one, str) and project.is_there(file_and_block(one, project)[0]) for one in placed
    ]
    others = [slot for slot in slots if slot[0] != "@"]
    has_slots = are_files.count(False) == len(others)
    files_first = bool(slots) and slots[0][0] == "@"
    is_turned = are_files == sorted(are_files, reverse=not files_first)
    if not has_slots or not is_turned:
        return list(placed)
    pairs = [*zip(are_files, placed, strict=True)]
    return [
        one for kind in (files_first, not files_first) for is_file, one in pairs if is_file is kind
    ]


def _completed(
    operation: str, word: str, given: Mapping[str, object], project: Project, *, certain: bool
) -> Iterator[Meant]:
    """Yield the calls that the arguments make, complete and checked."""
    known = known_to(operation)
    given = with_file(operation, given, project)
    if operation == "find":
        _name_search_term(word, given)
    if operation in ("find", "check"):
        given.setdefault("paths", (".",))
    if (composed := _composed(operation, given, project)) is not None:
        yield composed
        return
    if project.has_input and (name := TEXTS.get(operation)) in known:
        given.setdefault(str(name), INPUT)
    read = normalise(given, known)
    given = {name: read[name] for name in known if name in read}
    if operation == "insert" and not {"at", "after", "before"} & given.keys():
        if not {"of", "lines"} & given.keys():
            raise UsageError("insert needs a place", hint="pass `after`, `before`, or `at`")
        sides = ("before", "after", "end") if "of" in given else ("before", "after")
        yield from (Meant(operation, {**given, "at": side}, False) for side in sides)
        return
    _require_whole(operation, given)
    # `rm a.py` may mean a block or the file: only the operation's own name deletes a file.
    is_named = operation != "delete_file" or plain(word) == operation
    yield Meant(operation, given, certain and is_named)


def _composed(operation: str, given: Mapping[str, object], project: Project) -> Meant | None:
    """Return a call that does what no single operation does; None if one operation is enough.

    Such a call does a little more or less than was meant. It is only suggested, never executed.
    """
    path, block, to = given.get("path"), given.get("selector"), given.get("to")
    kept = {name: given[name] for name in ("dry_run",) if name in given}
    sought = given.get("pattern", given.get("old"))
    if operation in ("replace_all", "str_replace") and project.is_folder(str(path)) and sought:
        how = "regex" if given.get("regex") else "text"
        return Meant(
            "rewrite",
            {"paths": (path,), how: sought, "template": given.get("new", ""), **kept},
            False,
        )
    if operation == "delete_block" and isinstance(block, tuple):
        edits = [{"op": operation, "path": path, "selector": one} for one in block]
        return Meant("apply_edits", {"edits": edits, **kept}, False)
    # A name that is known beyond one scope: every whole word of the file.
    named = [given[name] for name in ("selector", "old") if name in given]
    if operation == "rename_local" and len(named) == 1 and "new" in given:
        last = re.split(r"[./]|::", str(named[0]))[-1]
        renamed = {"path": path, "pattern": last, "new": given["new"], "whole_words": True}
        return Meant("replace_all", {**renamed, **kept}, False)
    if operation == "move_block" and to in ("before", "after", "start", "end") and "of" in given:
        moved = {"path": path, "selector": block, "at": to, "of": given["of"]}
        return Meant(operation, {**moved, **kept}, True)
    # A move to another file: a copy at its end, and a deletion.
    if operation == "move_block" and to is not None:
        if project.text_of(str(path), str(to)) is not None:  # beside another block of this file
            moved = {"path": path, "selector": block, "at": given.get("at", "after"), "of": to}
            return Meant(operation, {**moved, **kept}, "at" in given)
        text = project.text_of(str(path), str(block))
        if text is None:
            raise UsageError("move_block needs 'of'", hint="pass `of` with a block, and `at`")
        added = {"op": "append", "path": to, "text": f"\n\n{text}"}
        deletion = {"op": "delete_block", "path": path, "selector": block}
        return Meant("apply_edits", {"edits": [added, deletion], **kept}, False)
    return None


def with_file(operation: str, given: Mapping[str, object], project: Project) -> dict[str, object]:
    """Split the block or lines off a path, and write the path as ours."""
    name = "paths" if "paths" in given else "path"
    several = given.get(name)
    if isinstance(several, tuple):
        found = [file_and_block(str(one), project) for one in several]
        paths = tuple(
            old if block else new for (new, block), old in zip(found, several, strict=True)
        )
        return {**given, name: paths}
    if not isinstance(several, str):
        return dict(given)
    path, block = file_and_block(several, project)
    key = "lines" if block is not None and block[0].isdecimal() else "selector"
    if block is None:
        return {**given, name: path}
    if key in known_to(operation) and key not in given and name == "path":
        return {**given, "path": path, key: block}
    return dict(given)


def file_and_block(name: str, project: Project) -> tuple[str, str | None]:
    """Return the file that a name means, and the block or lines after it: `a.py::f`, `a.py:3-9`."""
    if project.is_there(name):
        return name, None
    from urllib.parse import unquote

    for path in (unquote(name.removeprefix("file://")), name.removeprefix("@")):
        path = path if project.is_there(path) else path.replace("\\", "/")
        if project.is_there(path):
            return path, None
        parts = re.fullmatch(r"(.+?)(?:::|:|#)([^/\\]+)", path)
        if parts is not None and project.is_there(parts[1]):
            return parts[1], parts[2]
    return name, None


def _name_search_term(word: str, given: dict[str, object]) -> None:
    """Rename the search term for `find`: `grep -i foo` → `regex="(?i)foo"`."""
    if {"grep", "rg", "ack", "search"} & {*plain(word).split("_")} and "pattern" in given:
        given["regex"] = given.pop("pattern")
    query = given.get("query")
    if isinstance(query, str) and query.lstrip()[:1] not in '([";':  # no tree-sitter query
        given["text"] = given.pop("query")
    flags = {name for name in SEARCH_FLAGS if given.pop(name, False)}
    name = next((name for name in ("regex", "text") if name in given), None)
    if name is not None and flags:
        sought = str(given.pop(name))
        sought = sought if name == "regex" or "is_regex" in flags else re.escape(sought)
        given["regex"] = f"(?i){sought}" if "ignore_case" in flags else sought


def _require_whole(operation: str, given: Mapping[str, object]) -> None:
    """Raise if a call lacks an argument that its operation needs."""
    missing = [
        name for name, one in known_to(operation).items() if one.needed and name not in given
    ]
    if operation in ("find", "rewrite") and not _SOUGHT & given.keys():
        missing.append("text")
    if operation.endswith(("_block", "_body", "wrap")) and not _TARGETS & given.keys():
        missing.append("selector")
    if operation == "rewrite" and not given.get("paths"):
        missing.append("paths")
    if missing:
        raise UsageError(
            f"{operation} needs {missing[0]!r}",
            hint=f"pass {missing[0]!r}",
            fault="missing_argument",
        )


def is_reading(call: Meant) -> bool:
    """Return True if a call changes nothing."""
    return call.operation in READING or call.operation in ("history", "get_edit_stats")


def names_meant(name: str) -> tuple[str, ...]:
    """Return the operations, or the class, that an unknown name of the library may mean.

    >>> names_meant("replace"), names_meant("getRegion"), names_meant("Engine")
    (('str_replace', 'replace_block', 'replace_function_body'), ('get_region',), ('Session',))
    """
    if name in table()["classes"]:
        return (table()["classes"][name],)
    return () if name.startswith("_") else operations_meant(name)
