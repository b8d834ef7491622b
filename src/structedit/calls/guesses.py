"""Calls as those write them who have not read the help: which call of ours each means.

Other tools, other editors and plain habit have words of their own: `view`, `grep`, `write_file`. Of two parts
one is a verb and one a noun, which says what the verb is about: `list_functions`. A word stands for some
operations, in the order of likelihood. It is taken as the one that its arguments fit; where several fit, or
the words alone do not decide, the caller gets the calls to choose from. Names of arguments are
`calls.parameters`' aliases; what is left are habits of how a value is written.

Not here: how a call is written in a shell or a script (`faces`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import cast

from structedit.calls.aliases import accepted, meant
from structedit.calls.arguments import normalise, snake
from structedit.calls.fields import Arguments
from structedit.calls.operations import (
    FILE_OPERATIONS,
    OPERATIONS,
    TOOL_OPERATIONS,
    parameters_of,
    searching,
    tool_parameters_of,
)
from structedit.calls.parameters import BLOCK, NEW, OF, PATH, TO, Parameter
from structedit.text.errors import UsageError
from structedit.text.lazily import regex
from structedit.text.values import dataclass


def _all(words: str, *operations: str) -> dict[str, tuple[str, ...]]:
    return dict.fromkeys(words.split(), operations)


_BLOCK_OR_BODY = ("replace_block", "replace_function_body")

MEANT: dict[str, tuple[str, ...]] = {
    **_all("ls list symbols structure tree toc tags functions methods classes", "outline"),
    **_all("document_symbols documentsymbol code_outline get_symbols_overview", "outline"),
    **_all("get region read view cat open print body show goto lines", "get_region"),
    **_all("find_symbol", "get_region"),
    **_all("grep search rg ack search_files locate references usages callers definition", "find"),
    **_all("lint validate parse verify syntax diagnostics", "check"),
    **_all("replace edit sed substitute change update modify", "str_replace", *_BLOCK_OR_BODY),
    **_all("search_replace str_replace_editor replace_string_in_file", "str_replace"),
    **_all("replace_in_file", "str_replace", "apply_edits", "patch"),
    **_all("multiedit multi_edit batch edits apply_edit apply", "apply_edits"),
    **_all("apply_patch apply_diff git_apply", "apply_edits"),
    **_all("delete remove rm del erase drop", "delete_block", "delete_file"),
    **_all("add prepend insert_after insert_before put", "insert"),
    **_all("append", "append", "insert"),
    **_all("create write make new touch", "create_file"),
    **_all("unlink", "delete_file"),
    **_all("move mv", "move_block", "move_file"),
    **_all("rename", "rename_local"),
    **_all("codemod ast_grep refactor", "rewrite"),
    **_all("surround", "wrap"),
    **_all("log transactions", "history"),
    **_all("revert rollback", "undo"),
    **_all("statistics metrics", "get_edit_stats"),
}
"""What words that name no operation of ours mean elsewhere, the likeliest first."""

_ALSO: dict[str, tuple[str, ...]] = {
    **_all("replace edit change update modify", "apply_edits", "patch"),
    **_all("add", "append", "create_file"),
    **_all("find search locate", "find", "get_region"),
    **_all("rename", "move_file"),
    **_all("list show", "history"),
}
"""What a verb may mean besides, where a noun says what it is about."""

_OF_BLOCKS = (
    *("outline", "get_region", "find", "insert", "delete_block", "move_block", "rename_local"),
    *("wrap", "unwrap", *_BLOCK_OR_BODY),
)
_NOUNS: dict[str, tuple[str, ...]] = {
    **_all("symbol function method class definition def block node body source", *_OF_BLOCKS),
    **_all("field property type interface struct enum member module key section", *_OF_BLOCKS),
    **_all("folder directory", "outline", "check"),
    **_all("file document", "outline", "get_region", "create_file", "delete_file", "move_file"),
    **_all("text string code content match pattern occurrence", "find", "str_replace", "insert"),
    **_all("line range region", "get_region", "insert", "delete_block", "replace_block"),
    **_all("import", "insert", "find"),
    **_all("reference usage caller", "find"),
    **_all("error problem syntax", "check"),
    **_all("edit change transaction", "undo", "redo", "history", "apply_edits"),
    **_all("patch diff", "apply_edits"),
}
_NOUNS |= {
    noun: (*_NOUNS[noun], "append", "str_replace", "apply_edits", "patch", "check")
    for noun in ("file", "document")
}
"""What nouns are about: the operations that a verb before one of them may mean."""

_FILLERS = frozenset("a all at by for from in into of on the to with".split())


TextOf = Callable[[str, str], str | None]
"""The content of a block, by its file and selector; None where it is not one."""

_CONTAINERS = frozenset(("class", "class_name", "parent", "container"))
"""Arguments that name a block which holds others."""

_HOLDERS = frozenset(("of", *OF.aliases, *BLOCK.aliases, *_CONTAINERS))
"""Arguments that name the block to which something is appended."""

_BESIDE = regex(r"(before|after)(?:_(function|method|class|definition|def|symbol|selector|block))?")
"""An argument that says in one word on which side of a block text goes."""

_GREPS = frozenset("grep rg ack search search_files search_for_pattern".split())
"""Words for a search whose pattern is a regular expression, and no code."""

_OF_GREP: dict[str, tuple[str, ...]] = {
    "case": ("ignore_case", "case_insensitive", "-i"),
    "word": ("whole_word", "word_regexp", "-w"),
    "regex": ("extended_regexp", "perl_regexp", "is_regex", "-E", "-P"),
}
"""Arguments that say how what is sought is meant: in either case, as a whole word, as a pattern."""

_REMARKS = frozenset(
    "explanation instruction instructions summary description reason thought title"
    " include_body show_line_numbers replacements_count create_if_missing output_mode -n head_limit".split()
)
"""Arguments that change nothing of what an edit is, as harnesses have them."""

_WRAPPERS = frozenset(("arguments", "input", "parameters", "args", "params", "kwargs"))
_COMMANDS = frozenset(("command", "op", "operation", "action"))


@dataclass(frozen=True, slots=True)
class Meant:
    """A call of ours: the operation, and its arguments under the library's names."""

    operation: str
    arguments: Mapping[str, object]


def operations_meant(word: str) -> tuple[str, ...]:
    """The operations that a word may stand for, written as it may be; none where nothing is known.

    >>> operations_meant("getRegion"), operations_meant("Rm"), operations_meant("frobnicate")
    (('get_region',), ('delete_block', 'delete_file'), ())
    """
    name = _plain(word)
    if name in MEANT:
        return MEANT[name]
    if name in OPERATIONS or name in FILE_OPERATIONS or name in TOOL_OPERATIONS:
        return (name,)
    verb, noun = _parts(name)
    meant = MEANT.get(verb, (verb,) if verb in OPERATIONS or verb in TOOL_OPERATIONS else ())
    about = _NOUNS.get(noun, ())
    return tuple(dict.fromkeys(one for one in (*meant, *_ALSO.get(verb, ())) if one in about))


def _plain(word: str) -> str:
    return snake(word.lstrip("-")).replace("-", "_").lower()


def _parts(name: str) -> tuple[str, str]:
    """The verb and the noun of a word that is made of both; empty where it is not.

    >>> _parts("append_to_file"), _parts("list_classes"), _parts("undo")
    (('append', 'file'), ('list', 'class'), ('', ''))
    """
    verb, *rest = [part for part in name.split("_") if part not in _FILLERS] or [""]
    if not rest:
        return "", ""
    return verb, _singular(rest[-1])


def _singular(noun: str) -> str:
    for ending, other in (("ies", "y"), ("ses", "s"), ("xes", "x"), ("s", "")):
        if noun.endswith(ending) and noun.removesuffix(ending) + other in _NOUNS:
            return noun.removesuffix(ending) + other
    return noun


def with_noun(word: str, noun: str) -> str | None:
    """A verb and a noun that stand beside each other as one word; None where that means nothing.

    >>> with_noun("delete", "function"), with_noun("delete", "shop")
    ('delete_function', None)
    """
    both = f"{_plain(word)}_{noun.lower()}"
    is_one = _singular(noun.lower()) in _NOUNS and "find" not in operations_meant(word)
    return both if is_one and operations_meant(both) else None


def calls_meant(word: str, arguments: Mapping[str, object]) -> list[Meant]:
    """The calls that a guessed one may mean: one, if its arguments decide; none if it is not known.

    Raises:
        UsageError: where the word is known and the arguments fit no operation that it means.

    >>> [call.operation for call in calls_meant("edit", {"file_path": "a.py", "old_str": "a", "new_str": "b"})]
    ['str_replace']
    """
    word, arguments = _opened(word, arguments)
    fitting: list[Meant] = []
    misfit: UsageError | None = None
    for operation in operations_meant(word):
        try:
            given = normalise(habits_read(operation, word, arguments), known_to(operation))
            _require_whole(operation, given)
            fitting.append(Meant(operation, given))
        except UsageError as error:
            misfit = misfit or error
    if misfit is not None and not fitting:
        raise misfit
    return fitting


def known_to(operation: str) -> Mapping[str, Parameter]:
    """The arguments that a tool takes, or an operation that is none."""
    if operation in FILE_OPERATIONS:
        return parameters_of(operation)
    return tool_parameters_of(operation)


def _opened(word: str, arguments: Mapping[str, object]) -> tuple[str, Mapping[str, object]]:
    """A call without the object that is around its arguments, and the command in it as its word."""
    for key, value in arguments.items():
        if len(arguments) == 1 and snake(key) in _WRAPPERS and isinstance(value, Mapping):
            return _opened(word, value)
    named = [key for key in arguments if snake(key) in _COMMANDS]
    if len(named) == 1 and operations_meant(str(arguments[named[0]])):
        rest = {key: value for key, value in arguments.items() if key != named[0]}
        return str(arguments[named[0]]), rest
    return word, arguments


def habits_read(operation: str, word: str, arguments: Mapping[str, object]) -> dict[str, object]:
    """Arguments in which habits of other tools are written as ours: ranges, places, remarks."""
    given = dict(arguments)
    names = {snake(key): key for key in given}
    known = known_to(operation)

    def taken(*wanted: str) -> list[object] | None:
        """The values of some arguments, which are no longer given; None unless all are there."""
        if not all(name in names for name in wanted):
            return None
        return [given.pop(names[name]) for name in wanted]

    for remark in _REMARKS & names.keys() - known.keys():
        taken(remark)
    if "lines" in known and not {"lines", "line"} & names.keys():
        if (view := taken("view_range")) is not None:
            given["lines"] = view[0]
        elif (ends := taken("start_line", "end_line")) is not None:
            given["lines"] = f"{ends[0]}-{ends[1]}"
        elif operation == "get_region" and (read := taken("offset", "limit")) is not None:
            first, count = (_number(value) for value in read)
            given["lines"] = f"{first}-{first + max(1, count) - 1}"
    is_grep = operation == "find" and snake(word).lower() in _GREPS and "regex" not in names
    if is_grep and (sought := taken("pattern") or taken("query")) is not None:
        given["regex"] = sought[0]
        names["regex"] = "regex"
    if operation in _PLACING and "at" not in names:
        for name in [*names]:
            side = beside(name, operation)
            if side and (of := taken(name)) is not None:
                given |= {"at": side, "of": of[0]}
    if (
        operation == "find"
        and not {*SOUGHT, *(a for n in SOUGHT for a in known[n].aliases)} & names.keys()
    ):
        for name in (*BLOCK.aliases, "term", "keyword", "needle", "string"):
            if _parts(_plain(word)) != ("", "") and (sought := taken(name)) is not None:
                given["text"] = sought[0]
                break
    if operation == "find":
        said = {
            how: True in [bool(values[0]) for values in map(taken, words) if values]
            for how, words in _OF_GREP.items()
        }
        for name in ("regex", "text", "query", "search") if any(said.values()) else ():
            if (sought := taken(name)) is not None:
                is_regex = name == "regex" or is_grep or said["regex"]
                plain = str(sought[0]) if is_regex else re.escape(str(sought[0]))
                plain = rf"(?<!\w)(?:{plain})(?!\w)" if said["word"] else plain
                given["regex"] = f"(?i){plain}" if said["case"] else plain
                break
    if operation == "rename_local" and not {"selector", *BLOCK.aliases} & names.keys():
        for name in ("scope", "within", "inside", "function"):
            if (held := taken(name)) is not None:
                given["selector"] = held[0]
                break
    if operation == "insert":
        holders = [
            name for name in sorted({*_HOLDERS} & names.keys()) if accepted(name, known) is None
        ]
        if len(holders) == 1 and not {"at", "of"} & names.keys():
            given["of"] = (taken(*holders) or [None])[0]
        if "import" in names and (text := taken("import")) is not None:
            given["text"] = text[0]
        for name in ("insert_line", "after_line"):
            if (line := taken(name)) is not None:
                at: dict[str, object] = {"at": "after", "lines": str(line[0])}
                given |= at if _number(line[0]) else {"at": "top"}
        given |= _side_of_the_word(word, {*names, *map(snake, given)})
    return given


def _side_of_the_word(word: str, given: set[str]) -> dict[str, object]:
    """Where an insertion puts its text, as far as its word says so; `given` are its arguments.

    What is appended to a block, or added to a class, stands at its end, an import among the imports. A
    block that something is added *by* may be the one to put it beside.
    """
    parts = [_singular(part) for part in _plain(word).split("_")]
    side = next((part for part in parts if part in ("after", "before")), None)
    if side is not None:
        return {"at": side}
    if {"at", "after", "before", "lines", "line"} & given:
        return {}
    if "import" in parts:
        return {"at": "imports"}
    holders = _CONTAINERS if parts[0] == "add" else _HOLDERS
    if parts[0] in ("add", "append", "prepend") and given & holders:
        return {"at": "start" if parts[0] == "prepend" else "end"}
    return {}


def beside(name: str, operation: str) -> str | None:
    """On which side of a block that it names an argument places something; None where it does not.

    >>> beside("after_function", "insert"), beside("after", "insert"), beside("after", "move_block")
    ('after', None, 'after')
    """
    found = _BESIDE.fullmatch(name) if operation in _PLACING else None
    if found is None or (found[2] is None and operation == "insert"):
        return None
    return found[1]


def _number(value: object) -> int:
    if isinstance(value, str) and value.strip().isdecimal():
        value = int(value)
    if not isinstance(value, int) or value < 0:
        raise UsageError(f"{value!r} is no line", hint="pass lines as numbers, from 1")
    return value


_TARGETS = ("selector", "anchor", "start", "lines")


def _require_whole(operation: str, given: Mapping[str, object]) -> None:
    """Raise where a call lacks what its operation cannot do without."""
    known = known_to(operation)
    for name, parameter in known.items():
        if parameter.needed and name not in given:
            raise UsageError(
                f"{operation} needs {name!r}", hint=f"pass {name!r}", fault="missing_argument"
            )
    blocks = ("replace_block", "delete_block", "replace_function_body", "wrap", "unwrap")
    if operation == "insert" and not {"after", "before", "at"} & given.keys():
        raise UsageError("insert needs a place", hint="pass `after`, `before`, or `at`")
    if operation in blocks and not any(name in given for name in _TARGETS):
        raise UsageError(f"{operation} needs a block", hint="pass its 'selector'")


def file_and_block(name: str, is_file: Callable[[str], bool]) -> tuple[str, str | None]:
    """The file that a name means, and the block that may stand behind it.

    >>> file_and_block("@shop/cart.py::Cart.total", {"shop/cart.py"}.__contains__)
    ('shop/cart.py', 'Cart.total')
    """
    if is_file(name):
        return name, None
    from urllib.parse import unquote

    for plain in (unquote(name.removeprefix("file://")), name.removeprefix("@")):
        for path in (plain, plain.replace("\\", "/")):
            if is_file(path):
                return path, None
            parts = re.fullmatch(r"(.+?)(?:::|:|#)([^/\\]+)", path)
            if parts is not None and is_file(parts[1]):
                return parts[1], parts[2]
    return name, None


def script_calls(
    word: str,
    names: Mapping[str, Sequence[str]],
    given: Sequence[object],
    named: Mapping[str, object],
    text_of: TextOf = lambda path, selector: None,
) -> list[Meant]:
    """The calls that a call in a script may mean, of a function that is there or of none.

    `names` are the positional arguments of each operation that the word stands for; arguments of the
    library alone are left out. None where nothing is known.

    >>> names = {"str_replace": ("subject", "old", "new")}
    >>> [call] = script_calls("str_replace", names, (), {"path": "a.py", "old_str": "a", "newText": "b"})
    >>> in_a_script(call)
    "structedit.str_replace('a.py', old='a', new='b')"
    """
    rest = {name: value for name, value in named.items() if name not in OF_THE_LIBRARY}
    found: list[Meant] = []
    for operation, own in names.items():
        for placed in _orders(operation, own, len(given), rest):
            arguments = {**dict(zip(placed, given, strict=False)), **rest}
            found += ways(operation, arguments, word) or offers(operation, arguments, text_of)
    return [call for at, call in enumerate(found) if call not in found[:at]]


def _orders(
    operation: str, own: Sequence[str], count: int, named: Collection[str]
) -> list[Sequence[str]]:
    """What the positional arguments of a call may be, by the names of the function's own."""
    first = "paths" if operation in SOUGHT_FIRST else next(iter(known_to(operation)), "")
    others = _ORDERS.get((operation, count))
    if operation in SOUGHT_FIRST:
        known = searching(operation)
        is_placed = any(accepted(snake(name), known) == "paths" for name in named)
        others = (SOUGHT_FIRST[operation],) if count > 1 or is_placed else others
    orders = others or ((first, *own[1:]),)
    return [order for order in orders if count <= len(order)]


def variants(
    operation: str, arguments: Mapping[str, object], word: str = ""
) -> list[dict[str, object]]:
    """The arguments, or where one of them may mean several, each of the ways to mean it."""
    known = searching(operation) if operation in SOUGHT_FIRST else known_to(operation)
    read = habits_read(operation, word or operation, arguments)
    unknown = [key for key in read if accepted(snake(key), known) is None]
    if operation in _PLACING and not {"after", "before", "at"} & {snake(key) for key in read}:
        in_lines = any(accepted(snake(key), known) == "lines" for key in read)
        placed = in_lines or any(accepted(snake(key), known) == "of" for key in read)
        sides = ("before", "after", "end")[: 3 if operation == "insert" and not in_lines else 2]
        return [{**read, "at": at} for at in sides] if placed else [read]
    if len(unknown) != 1:
        return [read]
    rest = {key: value for key, value in read.items() if key != unknown[0]}
    ways = [name for name in meant(snake(unknown[0]), known) if name not in rest]
    return [{**rest, name: read[unknown[0]]} for name in ways] or [read]


def ways(operation: str, arguments: Mapping[str, object], word: str = "") -> list[Meant]:
    """The whole calls of an operation that arguments may mean of which one has a name that is not known."""
    found = (_whole(operation, read) for read in variants(operation, arguments, word))
    return [call for call in found if call is not None]


def _whole(operation: str, arguments: Mapping[str, object]) -> Meant | None:
    """The call, if its arguments are known and enough."""
    known = searching(operation) if operation in SOUGHT_FIRST else known_to(operation)
    try:
        given = normalise(arguments, known)
        if operation not in SOUGHT_FIRST:
            _require_whole(operation, given)
    except UsageError:
        return None
    return Meant(operation, given)


def in_a_script(
    call: Meant, own: Mapping[str, object] = MappingProxyType({}), on: str = "structedit"
) -> str:
    """A call of the library, or of a session, as code; `own` are arguments that no operation declares.

    >>> in_a_script(Meant("create_file", {"path": "a.py", "text": ""}))
    "structedit.multi_edit('.', [{'op': 'create_file', 'path': 'a.py', 'text': ''}])"
    """
    given = dict(call.arguments)
    if call.operation in FILE_OPERATIONS or call.operation == "apply_edits":
        edits = given.get("edits", [{"op": call.operation, **given}])
        if isinstance(edits, str):
            return f"{on}.apply_edits({edits!r}{_BELOW if on == _LIBRARY else ''})"
        return (
            f"{on}.multi_edit('.', {edits!r})" if on == _LIBRARY else f"{on}.apply_edits({edits!r})"
        )
    is_text = "$" not in str(given.get("pattern", "$"))
    if call.operation == "find" and is_text:
        given["text"] = given.pop("pattern")
    first = "paths" if call.operation in SOUGHT_FIRST else next(iter(known_to(call.operation)), "")
    subject = given.pop(first, None)
    if subject is None and call.operation in SOUGHT_FIRST:
        subject = "."
    subject = list(subject) if isinstance(subject, tuple) else subject
    said = [f"{name}={value!r}" for name, value in {**given, **own}.items()]
    placed = [] if subject is None else [repr(subject)]
    return f"{on}.{call.operation}({', '.join((*placed, *said))})"


_LIBRARY = "structedit"
_BELOW = ", root='.'"

SOUGHT = frozenset(("text", "regex", "query", "pattern"))
"""Arguments of a search, one of which says what is looked for."""

OF_THE_LIBRARY = frozenset(("hooks", "timeout", "globs", "jobs", "root", "executor"))
"""Arguments that functions of the library have and no operation declares."""

SOUGHT_FIRST = {"find": ("pattern", "paths"), "rewrite": ("pattern", "template", "paths")}
"""Functions that others call with what is sought first; ours have files first, as all do."""

_ORDERS: dict[tuple[str, int], tuple[tuple[str, ...], ...]] = {
    ("insert", 3): (("path", "of", "text"), ("path", "text", "of")),
    ("rename_local", 3): (("path", "selector", "new"),),
    ("move_block", 3): (("path", "selector", "of"), ("path", "selector", "to")),
}
"""What so many positional arguments of a function are elsewhere, the likeliest order first."""

CALLED = frozenset((*OPERATIONS, "rewrite"))
"""Functions of the library whose arguments are those of an operation."""

_PLACING = ("insert", "move_block")
"""Operations that need a side of what they are placed at."""

_CLASSES = dict.fromkeys("Engine Editor StructEdit Structedit Workspace Client".split(), "Session")


def names_meant(name: str) -> tuple[str, ...]:
    """The operations, or the class, that may be meant by a name that the library has not.

    >>> names_meant("replace"), names_meant("getRegion"), names_meant("Engine")
    (('str_replace', 'replace_block', 'replace_function_body'), ('get_region',), ('Session',))
    """
    if name in _CLASSES:
        return (_CLASSES[name],)
    return () if name.startswith("_") else operations_meant(name)


_KEYWORDS = regex(
    r"(?:#+|\W*(?:(?:async|export|pub|public|static|const|private|protected)\s+)*"
    r"(?:def|func|fn|fun|function|class|struct|trait|interface|impl|enum|type|sub|method|module))\s+"
)
_ARGUMENTS = regex(r"\s*(?:<[^>]*>)?\(.*\).*$|\s*[:{]\s*$")
_RECEIVER = regex(r"^\(?\*?(\w+)\)?\.")


def other_spellings(selector: str) -> list[str]:
    """What a selector may be that is written as in code or as other tools write theirs.

    >>> other_spellings("def load_cart(owner, rows)"), other_spellings("(*Server).Health")
    (['load_cart'], ['Server.Health'])
    """
    text = (
        _KEYWORDS.sub("", selector.strip(), count=1)
        if _KEYWORDS.match(selector.strip())
        else selector
    )
    text = _RECEIVER.sub(r"\1.", text.strip())
    text = _ARGUMENTS.sub("", text).lstrip("./#").strip()
    found = [text, text.replace("/", ".").replace("#", ".")]
    return [one for one in dict.fromkeys(found) if one and one != selector]


class SeveralMeantError(UsageError):
    """A call has to be said otherwise; these are the calls that it may mean."""

    def __init__(self, message: str, calls: Sequence[Meant]) -> None:
        super().__init__(message, hint="send the call that is meant")
        self.calls = tuple(calls)


def offers(word: str, arguments: Mapping[str, object], text_of: TextOf) -> list[Meant]:
    """Calls for what no operation does in one step, made of those that do it."""
    word, arguments = _opened(word, arguments)
    given = {snake(key): value for key, value in arguments.items()}

    def first(*names: str) -> str:
        return next((str(given[name]) for name in names if given.get(name)), "")

    path = first("path", *PATH.aliases)
    block = first("selector", *BLOCK.aliases)
    operations = operations_meant(word)
    if "rename_local" in operations and path and block and "old" not in given:
        name = first("new_name", "to", "new", *NEW.aliases)
        last = re.split(r"[./]|::", block)[-1]
        renamed = {"path": path, "pattern": last, "new": name, "whole_words": True}
        return [Meant("replace_all", renamed)] if name else []
    if "move_block" in operations and path and block and (to := first("to", *TO.aliases)):
        text = text_of(path, block)
        edits = [
            {"op": "append", "path": to, "text": f"\n\n{text}"},
            {"op": "delete_block", "path": path, "selector": block},
        ]
        return [Meant("apply_edits", {"edits": edits})] if text else []
    several = given.get("selectors") or given.get("symbols") or given.get("names")
    if operations == ("get_region",) and path and isinstance(several, list | tuple):
        return [Meant("get_region", {"path": path, "selector": str(one)}) for one in several]
    if operations == ("find",) and (query := first("query")) and query.lstrip()[:1] not in '([";':
        rest = {key: value for key, value in arguments.items() if snake(key) != "query"}
        return [Meant("find", {"text": query, **rest})]
    return []


def as_tool(call: Meant, tools: Collection[str]) -> tuple[str, Arguments]:
    """A call as that of a tool; operations that no tool is for are edits of a batch."""
    given = cast(Arguments, dict(call.arguments))
    if call.operation in tools:
        return call.operation, given
    return "apply_edits", {"edits": [{"op": call.operation, **given}]}
