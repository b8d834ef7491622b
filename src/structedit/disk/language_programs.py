"""The formatter and checkers that a configuration names for a language.

    [languages.python]
    format = "ruff format --stdin-filename {path} -"
    check = ["ruff check --output-format json --stdin-filename {path} -", {command = "mypy {file}", seconds = 60}]

A command is split into words and never run by a shell. Only the user's configuration names one.

Not here: running them, and parsing their output (`tooling`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import cast

from structedit.text.errors import UsageError
from structedit.text.values import dataclass

KEYS = ("format", "check")

SECONDS = 10.0
"""Default time limit of a formatter or checker for one edit.

Chosen by judgement: most take below one second, and an agent waits for each edit.
"""

_MOST_LETTERS = 100
"""Letters of a command shown in messages. Chosen by judgement: more would hide the rest of the message."""

Table = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Program:
    """A command as words, and its time limit for one edit in seconds."""

    words: tuple[str, ...]
    seconds: float = SECONDS

    @property
    def shown(self) -> str:
        """Return the command as one line, cut short."""
        line = " ".join(" ".join(self.words).split())
        return line if len(line) <= _MOST_LETTERS else f"{line[:_MOST_LETTERS]}…"


@dataclass(frozen=True, slots=True)
class LanguagePrograms:
    """The programs for the files of one language, under the user's name for it."""

    language: str
    format: Program | None = None
    check: tuple[Program, ...] | None = None


def words_of(command: str | Sequence[str], name: str) -> tuple[str, ...]:
    """Split a command into words, as a shell would; `name` is for messages.

    Raises:
        UsageError: when it has no words, or a quote is open.
    """
    import shlex

    hint = "write its command, such as `ruff format --stdin-filename {path} -`"
    try:
        words = shlex.split(command) if isinstance(command, str) else command
    except ValueError as error:
        raise UsageError(
            f"the {name} {command!r} cannot be split into words: {error}",
            hint="close its quotes, or pass a list of words",
        ) from error
    if not isinstance(words, list | tuple) or not all(isinstance(word, str) for word in words):
        raise UsageError(f"the {name} is not a command", hint=hint)
    if not words or not words[0].strip():
        raise UsageError(f"the {name} is empty", hint=hint)
    return tuple(words)


def without_programs(tables: Table) -> Table:
    """Return the tables of languages without programs, and without tables that contain nothing else."""
    found = {name: _parted(table, of_programs=False) for name, table in tables.items()}
    return {name: rest for name, rest in found.items() if rest or not tables[name]}


def named_in(tables: Table) -> list[str]:
    """Return the keys below the tables of languages that name programs."""
    return [
        f"languages.{name}.{key}"
        for name, table in tables.items()
        for key in cast(Table, _parted(table, of_programs=True))
    ]


def _parted(table: object, *, of_programs: bool) -> object:
    if not isinstance(table, dict):
        return {} if of_programs else table
    return {key: value for key, value in table.items() if (key in KEYS) is of_programs}


def programs_in(
    tables: Table, file: str, seconds_of: Callable[[object], float]
) -> dict[str, LanguagePrograms]:
    """Read the programs of each language from the tables of a configuration file.

    Raises:
        UsageError: when a value is no command.
    """

    def program(value: object, where: str) -> Program:
        seconds = SECONDS
        if isinstance(value, dict) and value.keys() <= {"command", "seconds"}:
            seconds = seconds_of(value.get("seconds", SECONDS))
            value = value.get("command")
        try:
            return Program(words_of(cast(str, value), where), seconds)
        except UsageError as error:
            raise UsageError(f"{file}: {error.message}", hint=error.hint) from error

    found: dict[str, LanguagePrograms] = {}
    for name, table in tables.items():
        said = cast(Table, _parted(table, of_programs=True))
        if not said:
            continue
        where = f"command of languages.{name}"
        checks = said.get("check")
        every: Iterable[object] = checks if isinstance(checks, list) else [checks]
        found[name] = LanguagePrograms(
            name,
            program(said["format"], f"{where}.format") if "format" in said else None,
            tuple(program(one, f"{where}.check") for one in every) if "check" in said else None,
        )
    return found


def merged(
    users: Iterable[Mapping[str, LanguagePrograms]], resolve: Callable[[str], str]
) -> tuple[LanguagePrograms, ...]:
    """Merge the user's programs for all roots with those for one root, which take precedence.

    `resolve` returns the language that a name means.
    """
    found: dict[str, LanguagePrograms] = {}
    for programs in users:
        for new in programs.values():
            name = resolve(new.language)
            old = found.get(name, LanguagePrograms(name))
            check = old.check if new.check is None else new.check
            found[name] = LanguagePrograms(name, new.format or old.format, check)
    return tuple(found.values())
