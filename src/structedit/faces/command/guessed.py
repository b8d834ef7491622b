"""Command lines of those who have not read the help: the lines that they mean.

Only a line that cannot be carried out is read here, so that no guess changes what a right call does. Its
words are those of `calls.guesses`, its options the aliases of arguments; what stands without an option
is taken in the order in which other tools have it: FILE OLD NEW, TEXT PATH…, PATTERN TEMPLATE PATH….

A reading that is the only one is carried out, with a note that says how the line was read. What might mean
two things, an edit whose word is misspelt, and a text that looks like the name of a block, are answered with
the lines to choose from.
"""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from structedit.app.guessed_calls import landing
from structedit.calls.aliases import accepted
from structedit.calls.arguments import normalise, snake
from structedit.calls.guesses import (
    MEANT,
    SOUGHT,
    Meant,
    beside,
    calls_meant,
    file_and_block,
    habits_read,
    known_to,
    offers,
    operations_meant,
    ways,
    with_noun,
)
from structedit.calls.operations import EDITING, FILE_OPERATIONS, READING, searching
from structedit.calls.parameters import Parameter
from structedit.disk import files, listing, roots
from structedit.faces.command.shell_lines import INPUT, words_of
from structedit.languages import of_project
from structedit.text.errors import StructEditError, UsageError
from structedit.text.values import dataclass

_SURE = 0.7
"""Likeness to a word that is known, by difflib, from which on a line that only reads is carried out.

From 0 to 1; chosen by judgement.
"""

_SLOTS: dict[str, str] = {
    "outline": "@path*",
    "check": "@paths*",
    "get_region": "@path selector",
    "find": "needle @paths*",
    "str_replace": "@path+ old new",
    "replace_all": "@path pattern new",
    "replace_block": "@path selector new",
    "replace_function_body": "@path selector new",
    "delete_block": "@path selector*",
    "insert": "@path text",
    "wrap": "@path selector header",
    "unwrap": "@path selector",
    "move_block": "@path selector to",
    "rename_local": "@path selector old new",
    "rewrite": "pattern template @paths*",
    "create_file": "@path text",
    "append": "@path text",
    "delete_file": "@path",
    "move_file": "@path @to",
    "apply_edits": "edits",
    "undo": "id",
    "redo": "id",
    "history": "",
    "get_edit_stats": "",
}
"""What stands without an option, in this order; `@` is a file, `*` takes the rest, `+` all files that are known."""

_SHORT: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("-a", "-g", "--global"), ("replace_all",)),
    **dict.fromkeys(("-n", "--dry", "--whatif"), ("dry_run",)),
    **dict.fromkeys(("-f", "--file"), ("path",)),
    **dict.fromkeys(("-s", "--from"), ("old",)),
    **dict.fromkeys(
        ("--to", "--replace", "--replacement", "--with"), ("new", "template", "header")
    ),
    **dict.fromkeys(("--find", "--search"), ("old", "pattern")),
    "-e": ("regex",),
    "-p": ("pattern",),
    "-r": ("template",),
    "-l": ("language",),
    **dict.fromkeys(("-t", "--type"), ("kinds", "language")),
    "--in": ("within", "of"),
    "--into": ("of",),
    "-i": ("ignore_case",),
    **dict.fromkeys(("-w", "--word-regexp"), ("whole_word",)),
    **dict.fromkeys(("-E", "-P"), ("extended_regexp",)),
}
"""Options of other tools, and the arguments that they are: the first of them that the operation takes."""

_SAYS_NOTHING = frozenset(
    "-H -R -y --yes --recursive --line-number --in-place --inplace --numbered".split()
)
"""Options of other tools for what ours does, or prints, in any case."""

_SAYS_NOTHING_IN = {
    "find": ("-n", "-r"),
    "outline": ("-r",),
    "check": ("-r", "--all"),
    **dict.fromkeys(EDITING, ("-i",)),
}
"""The same, in some operations only."""

_VIEWS = frozenset(
    "--json --diff --check --quiet -q --verbose -v --count --files-with-matches --numbered".split()
)
_LETTERS = re.compile(r"-[rRnHicwEPl]{2,}")
"""Options of grep, of one letter each, written together: `-rnw`."""

_LISTING = {"-l": "--files-with-matches", "-c": "--count"}
"""What two of these letters are called here."""

_TEXTS = ("new", "text", "header")
_METAVARIABLE = re.compile(r"\$(?:[A-Z_]|\$\$)")
_COMMANDS = {"history": "history", "languages": "languages", "stats": "stats"}


@dataclass(frozen=True, slots=True)
class Reading:
    """The lines that a command line may mean, as words; `is_sure` if the one line is to be carried out."""

    lines: tuple[tuple[str, ...], ...]
    is_sure: bool = False


NOTHING = Reading(())

_OF_THE_PROGRAM = {
    **dict.fromkeys(("serve", "server", "start"), ("mcp",)),
    **dict.fromkeys(("config", "setup", "init", "install"), ("mcp", "config")),
    "diff": ("show",),
}
"""Words for what the program does beside its operations."""


def read(words: Sequence[str], commands: Sequence[str], read_input: Callable[[], str]) -> Reading:
    """The lines that the words of a call may mean; `commands` are the program's own."""
    if not words:
        return NOTHING
    word, rest = words[0], list(words[1:])
    if rest and not _is_file(rest[0]) and (both := with_noun(word, rest[0])):
        found, as_text = _lines(both, rest[1:], read_input), _lines(word, rest, read_input)
        if found.lines and any(line[0] == "str-replace" for line in as_text.lines):
            return Reading((*as_text.lines, *found.lines))  # the noun may be the text itself
        if found.lines:
            return found
    if word in ("/?", "-?", "help", "--h") or word.lower() == "help":
        if not rest:
            return Reading((("--help",),), True)
        asked = command_of(rest[0], commands)
        return Reading(((asked, "--help"),), True) if asked else NOTHING
    if word in ("-V", "-v", "version", "--v", "-version"):
        return Reading((("--version",),), True)
    if _is_file(word) and snake(word) not in MEANT:
        return _lines("outline", [word, *rest], read_input)
    if re.fullmatch(r"show", word):
        return _lines("get_region", rest, read_input)
    if word in ("undo", "redo") and rest:
        return _undoing(word, rest)
    if word in _OF_THE_PROGRAM and not any(_is_file(one) for one in words):
        return Reading((_OF_THE_PROGRAM[word],), word != "config")
    if word == "patch":
        return _lines("apply_patch", rest, read_input)
    if word == "set" and len(rest) in (2, 3):
        return _setting(rest)
    if word.lstrip("-").replace("_", "-") in ("list-languages", "languages", "langs"):
        return Reading((("languages",),), True)
    if word.startswith("-") and not operations_meant(word):
        moved = [at for at, other in enumerate(rest) if operations_meant(other)]
        if not moved:
            return NOTHING
        command = rest.pop(moved[0])
        return read([command, word, *rest], commands, read_input)
    if operations_meant(word):
        return _lines(word, rest, read_input)
    plain = snake(word.lstrip("-")).replace("-", "_").lower()
    known = [*(name.replace("-", "_") for name in commands), *MEANT]
    near = difflib.get_close_matches(plain, known, n=1, cutoff=_SURE)
    if not near:
        return NOTHING
    if not operations_meant(near[0]):
        return Reading(((near[0].replace("_", "-"), *rest),))
    found = _lines(near[0], rest, read_input)
    only_reads = all(name in READING for name in operations_meant(near[0]))
    return found if only_reads else Reading(found.lines)


def command_of(word: str, commands: Sequence[str]) -> str | None:
    """The command that a word of other tools means; None where it is none that is known."""
    for name in (snake(word).replace("_", "-").lower(), *operations_meant(word)):
        command = name.replace("_", "-")
        if command in commands:
            return command
    return None


def _undoing(word: str, rest: list[str]) -> Reading:
    """Lines for `undo FILE` and `undo 2`, which take back by transaction."""
    counts = [int(other) for other in rest if other.isdecimal()]
    if counts and 1 < counts[0] < 10:
        return Reading(((word, *(["&&", "structedit", word] * (counts[0] - 1))),))
    if _is_file(rest[0]):
        from structedit.app import transactions

        try:
            call = transactions.undo if word == "undo" else transactions.redo
            if call(path=rest[0], dry_run=True).landed:
                return Reading(((word, "--path", rest[0]), ("history",)))
        except StructEditError:
            pass  # there is nothing to take back
    return Reading((("history",),))


def _setting(rest: list[str]) -> Reading:
    """The line for `set FILE KEY VALUE`, and `set FILE KEY=VALUE`: the value is the body of the key's block."""
    path, key, *values = rest
    name, equals, value = (key, "=", values[0]) if values else key.partition("=")
    if not equals or not roots.is_there(".", path):
        return NOTHING
    from structedit.app import library

    forms = (value, f'"{value}"')
    for form in forms:
        arguments = {"selector": name, "part": "body", "new": form}
        try:
            if library.replace_block(path, dry_run=True, **arguments).landed:  # type: ignore[arg-type]
                return Reading((tuple(words_of("replace_block", {"path": path, **arguments})),))
        except StructEditError:
            break
    return NOTHING


# Words into calls


def _lines(word: str, rest: list[str], read_input: Callable[[], str]) -> Reading:
    """The lines of all operations that a word may stand for and that its rest fits."""
    found: list[tuple[Meant, list[str]]] = []
    misfit: UsageError | None = None
    meant = operations_meant(word)
    if meant[:1] == ("str_replace",):
        meant = ("rewrite",) if {"-p", "--pattern"} & {*rest} else meant
        rest = [part for one in rest for part in _of_sed(one)]
    for operation in meant:
        try:
            found.append(_call(operation, word, rest, read_input))
        except UsageError as error:
            misfit = misfit or error
    if not found:
        return _offered(word, rest, read_input)
    if len(found) > 1 and found[0][0].operation == "str_replace":
        found = found[:1] if _is_text(found[0][0]) else [*found[1:2], found[0]]
    lines = tuple(tuple(words_of(call.operation, call.arguments, view)) for call, view in found)
    return Reading(tuple(dict.fromkeys(lines)), len(set(lines)) == 1 and _is_safe(found[0][0]))


def _of_sed(word: str) -> list[str]:
    """A word as it is, or of sed's `s/old/new/g` the texts, where the old one is no regular expression."""
    found = re.fullmatch(r"s([/|#,@])((?:(?!\1).)+)\1((?:(?!\1)[^&\\])*)\1(g?)", word)
    if found is None or re.search(r"[\\^$.*+?()\[\]{}|]", found[2]):
        return [word]
    return [found[2], found[3], *(["-g"] if found[4] else [])]


def _is_text(call: Meant) -> bool:
    """Whether a replacement of `old` is what is meant, and not one of the block of that name."""
    old, new = str(call.arguments["old"]), str(call.arguments["new"])
    if re.fullmatch(r"[\w.$]+", old) and ("\n" in new or new == INPUT):
        return False
    path = str(call.arguments["path"])
    if not re.fullmatch(r"[\w.$]+(?: > [\w.\[\]]+)*", old):
        return True
    try:
        return old in files.read(path).text
    except StructEditError:
        return True


def _is_safe(call: Meant) -> bool:
    """Whether a call may be carried out though it was guessed: it reads, or edits a file that is there."""
    if call.operation == "delete_file" or call.operation == "rewrite":
        return call.operation == "rewrite"
    if call.operation in EDITING or call.operation in FILE_OPERATIONS:
        path = call.arguments.get("path")
        there = isinstance(path, str) and (path == INPUT or roots.is_there(".", path))
        return there or call.operation in ("create_file", "append", "apply_edits")
    return True


def _offered(word: str, rest: list[str], read_input: Callable[[], str]) -> Reading:
    """Lines for what no operation does in one step."""
    for operation in operations_meant(word):
        try:
            given, view = _given(operation, word, rest)
        except UsageError:
            continue
        found = offers(word, given, _content) or ways(operation, given, word)
        calls = [_below_folder(call) for call in found]
        lines = (words_of(call.operation, call.arguments, view) for call in landing(calls))
        if calls:
            return Reading(tuple(map(tuple, lines)))
    return NOTHING


def _below_folder(call: Meant) -> Meant:
    """A replacement of all hits, which is a rewrite where its path is that of a folder."""
    given = call.arguments
    if call.operation != "replace_all" or not listing.is_folder(str(given["path"])):
        return call
    pattern = rf"\b{re.escape(str(given['pattern']))}\b"
    template = str(given["new"]).replace("\\", r"\\")
    return Meant("rewrite", {"regex": pattern, "template": template, "paths": (given["path"],)})


def _content(path: str, selector: str) -> str | None:
    from structedit.app import library

    try:
        region = library.get_region(path, selector)
    except StructEditError:
        return None
    return region.text or None


def _call(
    operation: str, word: str, rest: list[str], read_input: Callable[[], str]
) -> tuple[Meant, list[str]]:
    """The call of an operation that the rest of a line makes, and options that only change what is shown.

    Raises:
        UsageError: when the rest does not fit the operation.
    """
    given, view = _given(operation, word, rest)
    if operation in ("replace_block", "replace_function_body", "insert", "create_file", "append"):
        missing = next(name for name in _TEXTS if name in known_to(operation))
        absent = missing not in {accepted(snake(name), known_to(operation)) for name in given}
        if absent or given.get(missing) == INPUT:
            given[missing] = read_input() or given.get(missing, "")
        if not given.get(missing) and operation != "create_file":
            raise UsageError(f"{operation} needs a text", hint=f"pass --{missing}")
    if (
        operation == "delete_block"
        and isinstance(several := given.get("selector"), tuple)
        and len(several) > 1
    ):
        edits = [{"op": operation, "path": given["path"], "selector": one} for one in several]
        return Meant("apply_edits", {"edits": edits}), view
    if operation == "delete_block" and isinstance(several, tuple):
        given["selector"] = several[0]
    if operation == "str_replace" and isinstance(given.get("path"), tuple):
        names = {"old": "text", "new": "template", "path": "paths"}
        return Meant("rewrite", _renamed(given, names, searching("rewrite"))), view
    if operation in EDITING and listing.is_folder(str(given.get("path"))):
        raise UsageError(f"{given['path']!r} is a folder", hint="name a file")
    if operation == "apply_edits":
        given.setdefault("edits", INPUT)
    if operation == "rewrite" and not given.get("paths"):
        raise UsageError("rewrite needs a path", hint="name files and folders last")
    if operation in ("find", "rewrite"):
        call = Meant(
            operation, normalise(habits_read(operation, word, given), searching(operation))
        )
    else:
        plain = snake(word).replace("-", "_").lower()
        known = calls_meant(plain if operations_meant(plain) else operation, given)
        fitting = [one for one in known if one.operation == operation]
        if not fitting:
            raise UsageError(f"{word} is no {operation}", hint="see --help")
        call = fitting[0]
    return call, view


def _renamed(
    given: Mapping[str, object], names: Mapping[str, str], known: Mapping[str, Parameter]
) -> dict[str, object]:
    """Arguments under other names; none is left out.

    Raises:
        UsageError: when one is missing, or not known under its name.
    """
    named = {names.get(name, name): value for name, value in given.items()}
    for name in [*(names.values() - named.keys()), *(named.keys() - known.keys())]:
        raise UsageError(f"{name!r} does not fit a rewrite", hint="see rewrite --help")
    return named


def _given(operation: str, word: str, rest: list[str]) -> tuple[dict[str, object], list[str]]:
    """The arguments of a line as a call has them, and what is left of its options."""
    known = searching(operation) if operation in ("find", "rewrite") else known_to(operation)
    given: dict[str, object] = {}
    view: list[str] = []
    placed: list[str] = []
    words = iter(_as_grep_has_it(rest) if operation == "find" else rest)
    for one in words:
        if one == "--":
            placed += words
        elif one in ("-f", "--file") and operation in EDITING and any(map(_is_file, placed)):
            text = next(name for name in (*_TEXTS, "path") if name in known)
            given[text] = files.read(next(words, "")).text  # the edited file is named already
        elif len(one) > 1 and one.startswith("-") and not re.fullmatch(r"-\d+", one):
            _option(operation, word, one, words, known, given, view)
        else:
            placed.append(one)
    if operation == "find" and len(placed) == 1 and not given and roots.is_there(".", placed[0]):
        raise UsageError("nothing to look for is given", hint="pass --text TEXT, or --pattern CODE")
    _place(operation, word, placed, given)
    if operation in ("find", "check") and "paths" not in given:
        given["paths"] = (".",)
    return given, view


def _as_grep_has_it(rest: Sequence[str]) -> Iterator[str]:
    """The words of a search with each letter of `-rl` as an option, and `-l` as grep has it before no language."""
    letters = [
        f"-{letter}" if _LETTERS.fullmatch(word) else word
        for word in rest
        for letter in (word[1:] if _LETTERS.fullmatch(word) else " ")
    ]
    for word, behind in itertools.zip_longest(letters, letters[1:], fillvalue=""):
        is_language = word == "-l" and _is_language(behind)
        yield word if is_language else _LISTING.get(word, word)


def _option(
    operation: str,
    word: str,
    option: str,
    words: Iterator[str],
    known: Mapping[str, Parameter],
    given: dict[str, object],
    view: list[str],
) -> None:
    option, equals, value = option.partition("=")
    plain_name = snake(option.lstrip("-")).replace("-", "_")
    if re.fullmatch(r"-\w{2,}", option):
        option = f"-{option}"
    if option in _VIEWS:
        view.append(option)
        return
    if option in (*_SAYS_NOTHING, *_SAYS_NOTHING_IN.get(operation, ())) and plain_name not in known:
        return
    if operation == "apply_edits" and option in ("-f", "--file", "--patch", "--input"):
        given["edits"] = value if equals else next(words, INPUT)
        return
    if option in ("--format", "--output") and operation in READING:
        kind = value if equals else next(words, "")
        if kind == "json":
            view.append("--json")
        return
    plain = plain_name
    takes = (*known, *_HABITS)
    short = next((one for one in _SHORT.get(option, ()) if one in takes), None)
    name = short or accepted(plain, known) or (plain if plain in _HABITS else None)
    if operation == "replace_all" and option in ("-e", "--regex", "--regexp"):
        sought = value if equals else next(words, "")
        given |= {"pattern": sought, "regex": True}
        return
    if operation == "replace_all" and option == "-r" and given.get("regex"):  # as rg has it
        name = "new"
    if name in _SWITCHES:
        given[name] = True
        return
    if operation == "insert" and plain in ("at_top", "at_end", "at_bottom"):
        given["at"] = "top" if plain == "at_top" else "bottom"
        return
    if operation == "insert" and plain in ("into", "inside"):
        given |= {"at": "end", "of": value if equals else next(words, "")}
        return
    if side := beside(plain, operation):
        given |= {"at": side, "of": value if equals else next(words, "")}
        return
    if name is None:
        raise UsageError(f"there is no option {option}", hint="see --help")
    if name in known and known[name].kind == "flag":
        given[name] = True
        return
    text = value if equals else next(words, None)
    if text is None:
        raise UsageError(f"{option} needs a value", hint="see --help")
    before = given.get(name)
    several = name in known and known[name].kind == "names"
    if several:
        listed = before if isinstance(before, tuple) else ()
        given[name] = (*listed, text)
    else:
        given[name] = text


def _is_language(word: str) -> bool:
    try:
        of_project.resolve((), word)
    except UsageError:
        return False
    return True


_SWITCHES = ("ignore_case", "whole_word", "extended_regexp")
"""Habits that take no value: what is sought is meant in either case, as a whole word, as a pattern."""

_HABITS = frozenset(
    "insert_line after_line view_range start_line end_line class parent import".split()
).union(_SWITCHES)


def _place(operation: str, word: str, placed: list[str], given: dict[str, object]) -> None:
    """Give what stands without an option to the arguments that are not given by one."""
    slots = _SLOTS.get(operation, "@path").split()
    names_its_place = word.lower().startswith("insert") and len(word) > len("insert")
    if operation == "insert" and (names_its_place or (len(placed) == 3 and "at" not in given)):
        slots = ["@path", "of", "text"]
    if operation == "rename_local" and len(placed) + ("path" in given) == 3:
        slots = ["@path", "selector", "new"]
    if any(isinstance(given.get(name), str) for name in SOUGHT):
        slots = [slot for slot in slots if slot not in ("needle", "pattern")]
    if {"lines", "line", "anchor", "start_line"} & given.keys() and operation in EDITING:
        slots = [slot for slot in slots if slot.strip("*") != "selector"]
    slots = [slot for slot in slots if slot.strip("@*+") not in given or slot == "@paths*"]
    files, texts = _by_files(slots, placed) or (placed, placed)
    for slot in slots:
        words = files if slot[0] == "@" else texts
        takes_all = slot[-1] == "*" or (slot[-1] == "+" and files is not texts)
        taken = words[: None if takes_all else 1]
        del words[: len(taken)]
        name = slot.strip("@*+")
        if len(taken) > 1 or (taken and slot[-1] == "*"):
            given[name] = tuple(_file(one)[0] if slot[0] == "@" else one for one in taken)
        elif taken:
            _put(operation, name, taken[0], given)
    if left := files or texts:
        raise UsageError(f"nothing takes {left[0]!r}", hint="see --help")
    path = given.get("path")
    if operation == "str_replace" and isinstance(path, str) and listing.is_folder(path):
        given["path"] = (path,)


def _by_files(slots: Sequence[str], placed: Sequence[str]) -> tuple[list[str], list[str]] | None:
    """The files among words and what else there is, where that is certain in whatever order they stand.

    Files are those that are there, together at one end, and each place of a text gets one of the others; or all
    words are files, and no text is given.
    """
    there = [_is_file(one) for one in placed]
    places = [slot for slot in slots if slot[0] != "@"]
    others = there.count(False)
    fits = others in (0, len(places)) or (
        places and places[-1][-1] == "*" and others >= len(places)
    )
    if True not in there or not fits or sorted(there) not in (there, there[::-1]):
        return None
    words = list(zip(placed, there, strict=True))
    return [word for word, is_file in words if is_file], [
        one for one, is_file in words if not is_file
    ]


def _put(operation: str, name: str, value: str, given: dict[str, object]) -> None:
    if name == "needle":
        given["pattern" if _METAVARIABLE.search(value) else "text"] = value
    elif name == "path":
        path, block = _file(value)
        given["path"] = path
        if block is not None:
            given["lines" if block[0].isdecimal() else "selector"] = block
    elif (
        name == "selector" and operation == "get_region" and re.fullmatch(r":?\d+(?:-\d+)?", value)
    ):
        given["lines"] = value.lstrip(":")
    else:
        given[name] = value


def _is_there(path: str) -> bool:
    return roots.is_there(".", path)


def _is_file(word: str) -> bool:
    """Whether a word names a file or a folder that is there, be it with a block behind it."""
    return _is_there(_file(word)[0])


def _file(name: str) -> tuple[str, str | None]:
    return file_and_block(name, _is_there)
