"""Wrong command lines: the lines that they may mean.

Only a line that cannot be executed is interpreted here, so that a guess never changes what a correct call does.
Words and options are those of `words.toml`; values without an option are taken in the order of other tools: FILE OLD
NEW, TEXT PATH…, PATTERN TEMPLATE PATH….

A line that can mean only one thing is executed, with a note on how it was interpreted. An edit that may mean two
things, or whose word is misspelt, is answered with the lines to choose from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from structedit.app.guessed_calls import Answer, understood
from structedit.app.here import Here
from structedit.calls import guesses
from structedit.calls.aliases import nearest_name, table
from structedit.calls.guesses import INPUT, Meant, operations_meant, plain
from structedit.disk import files
from structedit.faces.command.shell_lines import words_of
from structedit.text.errors import UsageError
from structedit.text.values import dataclass

_HERE = Here(has_input=True)
_TAKES_EMPTY = ("create_file",)
"""Operations whose text may be empty: any other edit without a text was not meant."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The lines that a command line may mean, as words; `certain` is the one to execute."""

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
    if not operations_meant(word) and (operation := _with_options(words)):
        return _lines(operation, [*words] if word.startswith("-") else rest, read_input)
    if operations_meant(word):
        return _lines(word, rest, read_input)
    path, _ = guesses.file_and_block(word, _HERE)
    if _HERE.is_there(path):
        return _lines("outline", [word, *rest], read_input)
    known = {plain(name): name for name in commands}
    near = nearest_name(
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


def _with_options(words: Sequence[str]) -> str | None:
    """Return the operation that the options alone name: `-p 'f($A)' -r 'g($A)'` is a rewrite."""
    rows = ((one, row.get("with_options", "").split()) for one, row in table().items())
    return next((one for one, options in rows if {*options} & {*words}), None)


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
    lines = tuple(tuple(words_of(one.operation, one.arguments, view)) for one in answer.calls)
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


def _parsed(operation: str, rest: Sequence[str]) -> tuple[list[str], dict[str, object], list[str]]:
    """Split what follows a word: values without an option, values with one, options that change how it prints.

    Raises:
        UsageError: an option lacks its value.
    """
    placed: list[str] = []
    named: dict[str, object] = {}
    view: list[str] = []
    words = iter([one for word in rest for one in _options_in(operation, word)])
    for word in words:
        if word == "--":
            placed += words
        elif len(word) < 2 or word[0] != "-" or word[1:].isdecimal():
            placed.append(word)
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


def _options_in(operation: str, word: str) -> list[str]:
    """Return the options in one word: `-rn` is `-r -n` where neither takes a value, and `-json` is `--json`."""
    if re.fullmatch(r"-[A-Za-z_]+", word) is None:
        return [word]
    letters, printing = word[1:], table()[operation].get("letters", {})
    if len(letters) == 1:
        is_known = guesses.argument_meant(operation, letters) is not None
        return [word if is_known else printing.get(letters, word)]
    if all(one in printing or _is_flag(operation, one) for one in letters):
        return [printing.get(one, f"-{one}") for one in letters]
    return [f"-{word}"]


def _option(operation: str, word: str, words: Iterator[str], named: dict[str, object]) -> None:
    """Read an option, and its value from the words that follow it."""
    option, equals, value = word.partition("=")
    name = plain(option)
    if _is_flag(operation, name):
        named[name] = True
        return
    text = value if equals else next(words, None)
    if text is None:
        raise UsageError(f"{word} needs a value", hint="see --help")
    before = named.get(name, ())
    named[name] = (*(before if isinstance(before, tuple) else (before,)), text) if before else text


def _is_flag(operation: str, name: str) -> bool:
    """Return True if an option is known and takes no value."""
    says = guesses.argument_meant(operation, name)
    if says is None:
        return False
    own = next((one for one, fixed in says.items() if fixed == "$"), None)
    known = guesses.known_to(operation)
    return (
        own is None or own in guesses.SEARCH_FLAGS or (own in known and known[own].kind == "flag")
    )
