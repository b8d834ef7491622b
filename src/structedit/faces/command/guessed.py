"""Read command lines that cannot be carried out as they are: the lines that they may mean.

Only such a line is read here, so that no guess changes what a right call does. Words and options are those
of `words.toml`; values without an option are taken in the order in which other tools have them: FILE OLD
NEW, TEXT PATH…, PATTERN TEMPLATE PATH….

A line that can mean one thing alone is carried out, with a note that says how it was read. An edit that may
mean two things, or whose word is misspelt, is answered with the lines to choose from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from structedit.app.guessed_calls import HERE, Answer, understood
from structedit.calls import guesses
from structedit.calls.aliases import alike, table
from structedit.calls.guesses import INPUT, Meant, operations_meant, plain
from structedit.disk import files
from structedit.faces.command.shell_lines import words_of
from structedit.languages import of_project
from structedit.text.errors import StructEditError, UsageError
from structedit.text.values import dataclass, replace

_HERE = replace(HERE, has_input=True)
_TAKES_EMPTY = ("create_file",)
"""Operations whose text may be empty: any other edit without a text was not meant."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The lines that a command line may mean, as words; `certain` is the one to carry out."""

    lines: tuple[tuple[str, ...], ...] = ()
    certain: tuple[str, ...] | None = None


def read(words: Sequence[str], commands: Sequence[str], read_input: Callable[[], str]) -> Reading:
    """Return the lines that the words of a call may mean; `commands` are the program's own."""
    word, rest = (words[0], list(words[1:])) if words else ("", [])
    as_command = table()["commands"].get(word.lower() if len(word) > 2 else word)
    if as_command == "--help" and rest:
        asked = command_of(rest[0], commands)
        return _only(asked, "--help") if asked else Reading()
    if as_command is not None:
        return _only(*as_command.split())
    if operations_meant(word):
        return _lines(word, rest, read_input)
    path, _ = guesses.file_and_block(word, _HERE.project())
    if _HERE.is_there(path):
        return _lines("outline", [word, *rest], read_input)
    known = {plain(name): name for name in commands}
    near = alike(
        plain(word),
        [*known, *(one for row in table().values() for one in row.get("words", "").split())],
    )
    if near is None or word.startswith("-"):
        return Reading()
    if not operations_meant(near):
        return Reading(((known.get(near, near), *rest),))
    found = _lines(near, rest, read_input)
    # A misspelt word may have been another one: only what changes nothing is carried out.
    is_reading = all(guesses.is_reading(Meant(one, {})) for one in operations_meant(near))
    return found if is_reading else Reading(found.lines)


def command_of(word: str, commands: Sequence[str]) -> str | None:
    """Return the command that a word of other tools means."""
    for name in (plain(word), *operations_meant(word)):
        command = name.replace("_", "-")
        if command in commands:
            return command
    return None


def _only(*line: str) -> Reading:
    return Reading((line,), line)


def _lines(word: str, rest: list[str], read_input: Callable[[], str]) -> Reading:
    """Return the lines of the calls that a word and what follows it may mean."""
    for operation in operations_meant(word):
        try:
            placed, named, view = _parsed(operation, rest)
            answer = understood(word, placed, named, _HERE)
        except UsageError:
            continue
        return _reading(answer, view, read_input)
    return Reading()


def _reading(answer: Answer, view: Sequence[str], read_input: Callable[[], str]) -> Reading:
    calls = [call for call in answer.calls if _has_a_use(call)]
    lines = tuple(tuple(words_of(call.operation, call.arguments, view)) for call in calls)
    call = answer.certain
    if call is None:
        return Reading(lines)
    given = dict(call.arguments)
    for name in ("new", "text"):
        if given.get(name) == INPUT:
            given[name] = read_input()
            if not given[name] and call.operation not in _TAKES_EMPTY:
                return Reading(lines)
    return Reading(lines, tuple(words_of(call.operation, given, view)))


def _has_a_use(call: Meant) -> bool:
    """Return False for an undo or redo of a file that no transaction to take back has changed."""
    path = call.arguments.get("path")
    if call.operation not in ("undo", "redo") or path is None:
        return True
    from structedit.app import transactions

    back = transactions.undo if call.operation == "undo" else transactions.redo
    try:
        return back(path=str(path), dry_run=True).landed
    except StructEditError:
        return False


def _parsed(operation: str, rest: Sequence[str]) -> tuple[list[str], dict[str, object], list[str]]:
    """Split what follows a word: values without an option, values with one, options that change how it prints.

    Raises:
        UsageError: an option lacks its value.
    """
    placed: list[str] = []
    named: dict[str, object] = {}
    view: list[str] = []
    words = iter(_grep_letters(rest) if operation == "find" else rest)
    for word in words:
        word = f"-{word}" if re.fullmatch(r"-[A-Za-z_]{2,}", word) else word
        if word == "--":
            placed += words
        elif len(word) < 2 or word[0] != "-" or word[1:].isdecimal():
            placed += _of_sed(word, named) if operation == "str_replace" else [word]
        elif word in ("-f", "--file") and placed and operation in guesses.TEXTS:
            # The file to edit is named already: this one holds the text.
            named[guesses.TEXTS[operation]] = files.read(next(words, "")).text
        elif word in table()["views"]["words"].split():
            view.append(word)
        else:
            _option(operation, word, words, named)
    if "json" in (named.get("format"), named.get("output")) and operation != "apply_edits":
        view.append("--json")
        named = {name: value for name, value in named.items() if name not in ("format", "output")}
    return placed, named, view


def _option(operation: str, word: str, words: Iterator[str], named: dict[str, object]) -> None:
    """Read an option, and its value from the words that follow it."""
    option, equals, value = word.partition("=")
    name = plain(option)
    says = guesses.argument_meant(operation, name)
    known = guesses.known_to(operation)
    own = next((one for one, fixed in (says or {}).items() if fixed == "$"), None)
    is_flag = own in guesses.HOW_SOUGHT or (own in known and known[str(own)].kind == "flag")
    if says is not None and (own is None or is_flag):
        named[name] = True
        return
    text = value if equals else next(words, None)
    if text is None:
        raise UsageError(f"{word} needs a value", hint="see --help")
    before = named.get(name, ())
    named[name] = (*(before if isinstance(before, tuple) else (before,)), text) if before else text


def _of_sed(word: str, named: dict[str, object]) -> list[str]:
    """Return the two texts of sed's `s/old/new/g`, or the word as it is; a regular expression stays one word."""
    found = re.fullmatch(r"s([/|#,@])([^\\^$.*+?()\[\]{}|]+?)\1([^&\\]*?)\1(g?)", word)
    if found is None or found[1] in found[2] + found[3]:
        return [word]
    named |= {"replace_all": True} if found[4] else {}
    return [found[2], found[3]]


def _grep_letters(rest: Sequence[str]) -> Iterator[str]:
    """Yield the words of a search, each letter of `-rnw` as an option; `-l` and `-c` as grep has them."""
    letters = [
        one
        for word in rest
        for one in (
            (f"-{letter}" for letter in word[1:])
            if re.fullmatch(r"-[rRnHicwEPl]{2,}", word)
            else (word,)
        )
    ]
    for at, word in enumerate(letters):
        is_language = word == "-l" and _is_language("".join(letters[at + 1 : at + 2]))
        yield word if is_language else table()["views"].get(word.removeprefix("-"), word)


def _is_language(word: str) -> bool:
    try:
        of_project.resolve((), word)
    except UsageError:
        return False
    return True
