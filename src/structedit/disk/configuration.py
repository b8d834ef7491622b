"""Settings for edits below a root: the user's, and what the repository adds.

The user's configuration is `structedit/structedit.toml` in the user's settings folder, or the file that `--config` or
`STRUCTEDIT_CONFIG` names. It may contain every setting; a section for a root adds settings for that root:

    protect = ["*.lock", "vendor/"]      # patterns as in .gitignore
    allow = [".github/workflows"]        # protected places that tools of agents may edit
    statistics = false                   # do not record calls
    backups = false                      # store nothing for undo
    grammars = "pack"                    # use the language pack's grammars, though newer ones are installed
    metadata_loss = "refuse"             # or "in_place": for files that would lose other names (hard
                                         # links), owner or attributes if a new file replaced them

    comments = "any"                     # at the tier `syntax`, comments need not match, unless a
                                         # call says otherwise

    [history]                            # what undo can go back to
    entries = 200                        # so many transactions
    days = 30                            # and none older

    [thresholds]                         # shares of a file's lines; see `Thresholds`
    critical = 0.95

    [languages.rules]                    # a language that is not known: `project_languages`
    extensions = ["rules"]
    grammar = "tree_sitter_rules"

    [languages.python]                   # programs that see the text of each edit: `structedit.tooling`
    format = "ruff format --stdin-filename {path} -"
    check = "ruff check --output-format json --stdin-filename {path} -"    # or a list of them

    [root."/home/me/shop".hooks]         # for this root alone
    pre_edit = "python tools/check_edit.py"        # or a list of them, or of {command, seconds}
    post_edit = ["ruff format --quiet ."]
    verify = "pytest -q"                           # after a batch, as `apply --verify` does
    seconds = 60                                   # time limit of each; default 60, 600 for `verify`

A repository's `structedit.toml` at the root, else `[tool.structedit]` in `pyproject.toml` there, has the same keys but
less effect. **It never names code to run**: its hooks, and its grammars that are modules, are ignored. It may only
tighten settings: protect more, lower thresholds, keep history for longer. Other settings are ignored, and one line
names them with the place where they belong.

No edit may change a repository's configuration: see `changes_configuration`.

Not here: applying the settings (`app.guards`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar, cast, get_args

from structedit.calls.arguments import MOST
from structedit.disk import ignore_patterns, language_programs, project_languages, protected
from structedit.disk.language_programs import LanguagePrograms
from structedit.disk.opening import setting_text
from structedit.disk.policies import RETENTION, OnLoss, Policy, Retention
from structedit.disk.surroundings import CONFIG_FILE, CONFIG_SETTING, setting, users_file
from structedit.judge.risk import THRESHOLDS, Thresholds
from structedit.languages import known, of_project
from structedit.text import toml
from structedit.text.errors import FileError, UsageError
from structedit.text.project_language import OwnLanguage
from structedit.text.values import dataclass, field, replace

if TYPE_CHECKING:
    from structedit.disk.ignore_patterns import IgnorePatterns
    from structedit.disk.programs import Command

HOOKS_SETTING = "STRUCTEDIT_HOOKS"
"""Environment variable: `off` runs nothing that a configuration names."""

SHARED_FILE = "pyproject.toml"
HOOK_SECONDS = 60.0
"""Default time limit of a hook.

Chosen by judgement: a linter and a type checker.
"""

MOST_SECONDS = 1_000_000
"""The longest time limit of a command, some eleven days.

Given by the system: it waits for a program at most 2,147,483 seconds at once.
"""

VERIFY_SECONDS = 600.0
"""Default time limit of a command that verifies.

Chosen by judgement: a suite of tests.
"""

_KEYS = (
    "hooks",
    "protect",
    "thresholds",
    "statistics",
    "backups",
    "languages",
    "grammars",
    "metadata_loss",
    "history",
    "allow",
)
_USERS_ONLY = ("hooks", "allow", "backups", "root")
"""Settings that have no effect in a repository's configuration: they belong in the user's."""

_WIDER = frozenset(("shrunk", "entries", "days"))
"""Numbers that are stricter the larger they are; all others are stricter the smaller they are."""

_HOOK_KEYS = ("pre_edit", "post_edit", "verify", "seconds")

_GRAMMARS = ("", "fresh", "pack")
"""Which grammars a configuration may choose; empty if it does not."""

_Table = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class CommandHook:
    """A command in the configuration, with its time limit in seconds."""

    command: Command
    seconds: float = HOOK_SECONDS


@dataclass(frozen=True, slots=True)
class Commands:
    """The commands in a configuration."""

    pre_edit: tuple[CommandHook, ...] = ()
    post_edit: tuple[CommandHook, ...] = ()
    verify: CommandHook | None = None


@dataclass(frozen=True, slots=True)
class Configuration:
    """The settings for a root. `file` is where they were read, empty if there is no file.

    `commands` and `programs` are the user's. `ignored` is a message that names settings of the repository that have no
    effect, and where they belong; empty if there are none.
    """

    file: str = ""
    protect: tuple[tuple[str, ...], ...] = ()
    commands: Commands = Commands()
    thresholds: Thresholds = THRESHOLDS
    statistics: bool = True
    backups: bool = True
    languages: tuple[OwnLanguage, ...] = ()
    programs: tuple[LanguagePrograms, ...] = ()
    on_loss: OnLoss = "in_place"
    retention: Retention = RETENTION
    allow: tuple[str, ...] = ()
    ignored: str = ""

    def policy(self, *, backup: bool) -> Policy:
        """Return how files are written, and whether old contents are stored; `backup` is what the caller wants."""
        return Policy(backup and self.backups, self.on_loss, self.retention, asked=backup)

    def programs_of(self, language: str | None) -> LanguagePrograms:
        """Return the formatter and the checkers that the user configured for a language."""
        found = (one for one in self.programs if one.language == language)
        return next(found, LanguagePrograms(language or ""))

    def protects(self, path: str) -> bool:
        """Return True if a path below the root, written with `/`, matches a protected pattern."""
        return any(_patterns(lines).verdict(path) for lines in self.protect if lines)


NOTHING_SAID = Configuration()


@dataclass(frozen=True, slots=True)
class _Said:
    """The settings in one configuration file; `file` is its path, empty if the file does not exist."""

    file: str = ""
    table: _Table = field(default_factory=dict)


def load(root: str) -> Configuration:
    """Read the configuration of a real root: the user's, and what the repository adds.

    Raises:
        UsageError: when one has a wrong key or value; nothing is edited under half a configuration.
        FileError: when one is not a readable regular file.
    """
    users, repository = _users(root), _of_root(root)
    if not users and not repository.file:
        return NOTHING_SAID
    for said in users:
        _require_sense(said)
    own = _configuration(_merged(users), users[-1].file if users else "")
    found, loosened = _with_repository(own, repository)
    all_said = (*users, repository)
    languages = _languages_of(users, repository, root)
    return replace(
        found,
        file=repository.file or own.file,
        protect=tuple(
            _texts(one.table.get("protect", []), "protect", one.file) for one in all_said
        ),
        commands=Commands() if hooks_are_off() else _commands_of(users),
        programs=() if hooks_are_off() else _programs_of(users, languages),
        languages=languages,
        allow=_allowed(users),
        ignored=_ignored_message(repository, users, root, loosened),
    )


def users_allow(root: str) -> tuple[str, ...]:
    """Return the protected places that the user lets agents' tools edit in a root."""
    return _allowed(_users(root))


def _allowed(users: tuple[_Said, ...]) -> tuple[str, ...]:
    return tuple(
        name for one in users for name in _texts(one.table.get("allow", []), "allow", one.file)
    )


def hooks_are_off() -> bool:
    """Return True if the environment forbids running anything that a configuration names."""
    return setting(HOOKS_SETTING).lower() in ("off", "0", "no")


def languages_of(root: str) -> tuple[OwnLanguage, ...]:
    """Return the languages that a root and its user define; most define none, which is found out quickly.

    Raises:
        UsageError, FileError: as `load`.
    """
    users, repository = _users(root), _of_root(root)
    if message := _ignored_message(repository, users, root):
        _noticed[message] = None
    return _languages_of(users, repository, root)


_noticed: dict[str, None] = {}
"""Messages on ignored settings of the roots whose files this process has read, each once."""


def noticed() -> tuple[str, ...]:
    """Return the messages on ignored settings that are new since the last call."""
    found = tuple(_noticed)
    _noticed.clear()
    return found


def _users(root: str) -> tuple[_Said, ...]:
    """Read the user's settings for all roots, then those for this root."""
    file = users_file()
    raw = setting_text(file, "your own configuration")
    if raw is None:
        if setting(CONFIG_SETTING):
            raise FileError(f"there is no configuration {file!r}", hint="check the path")
        return ()
    whole = _toml(raw, file)
    found = [_Said(file, {key: value for key, value in whole.items() if key != "root"})]
    for name, table in _table(whole, "root", file).items():
        folder = os.path.expanduser(name)
        if not os.path.isabs(folder) or not isinstance(table, dict):
            raise _wrong(file, f"root.{name!r} is not a section", 'write [root."/full/path/of/it"]')
        if os.path.realpath(folder) == root:
            found.append(_Said(file, table))
    return tuple(found)


def _of_root(root: str) -> _Said:
    """Read the table of a repository's configuration."""
    own = os.path.join(root, CONFIG_FILE)
    raw = setting_text(own, "the configuration")
    if raw is not None:
        return _Said(own, _toml(raw, own))
    shared = os.path.join(root, SHARED_FILE)
    raw = setting_text(shared, "the configuration")
    if raw is None or b"structedit" not in raw:
        return _Said()
    return _Said(shared, _own_table(_toml(raw, shared)))


def _merged(users: tuple[_Said, ...]) -> _Table:
    """Merge the user's settings into one table: those for a root override those for all roots."""
    found: dict[str, object] = {}
    for said in users:
        for key, value in said.table.items():
            whole = found.get(key)
            both = isinstance(whole, dict) and isinstance(value, dict)
            found[key] = {**cast(_Table, whole), **cast(_Table, value)} if both else value
    return found


def _with_repository(own: Configuration, said: _Said) -> tuple[Configuration, tuple[str, ...]]:
    """Add the repository's settings to the user's, and return the names of settings that would loosen them.

    The stricter of the two counts: a repository that turns statistics off keeps them off, and one that has
    `critical = 1.0` does not permit more edits.
    """
    table = {key: value for key, value in said.table.items() if key not in _USERS_ONLY}
    _require_sense(_Said(said.file, table))
    theirs = _configuration(table, said.file)
    thresholds, looser = _stricter(own.thresholds, theirs.thresholds, table, "thresholds")
    retention, shorter = _stricter(own.retention, theirs.retention, table, "history")
    found = replace(
        own,
        thresholds=thresholds,
        retention=retention,
        statistics=own.statistics and theirs.statistics,
        on_loss="refuse" if "refuse" in (own.on_loss, theirs.on_loss) else "in_place",
    )
    return found, (*looser, *shorter)


_Numbers = TypeVar("_Numbers", Thresholds, Retention)


def _stricter(
    own: _Numbers, theirs: _Numbers, table: _Table, name: str
) -> tuple[_Numbers, list[str]]:
    """Return the stricter of two sets of numbers, and the names of those that would be less strict."""
    kept, looser = {}, []
    for key in cast(_Table, table.get(name, {})):
        before, now = getattr(own, key), getattr(theirs, key)
        if now > before if key in _WIDER else now < before:
            kept[key] = now
        elif now != before:
            looser.append(f"{name}.{key}")
    return replace(own, **kept), looser


def _ignored_message(
    said: _Said, users: tuple[_Said, ...], root: str, loosened: tuple[str, ...] = ()
) -> str:
    """Return the one-line message on a repository's settings without effect, and where they belong."""
    given = {name for one in users for name in _modules(one)}
    names = [key for key in said.table if key in _USERS_ONLY]
    names += [f"languages.{name}.grammar" for name in _modules(said) if name not in given]
    names += language_programs.named_in(_table(said.table, "languages", said.file))
    if not names and not loosened:
        return ""
    quoted = root.replace("\\", "\\\\").replace('"', '\\"')
    return (
        f"ignored in {os.path.basename(said.file)}: {', '.join((*names, *loosened))}; only your own"
        f' configuration may set that: {users_file()}, below [root."{quoted}"]'
    )


def _modules(said: _Said) -> list[str]:
    """Return the languages whose grammar a configuration imports from a module."""
    tables = _table(said.table, "languages", said.file)
    return [name for name, table in tables.items() if project_languages.names_module(table)]


def _languages_of(
    users: tuple[_Said, ...], repository: _Said, root: str
) -> tuple[OwnLanguage, ...]:
    """Read the languages of a root and of its user; the root's come first."""
    own: dict[str, OwnLanguage] = {}
    for said in reversed(users):
        for one in _languages_in(said, None):
            own.setdefault(one.name, one)
    if hooks_are_off():
        own = {name: _without_code(one) for name, one in own.items()}
    theirs = {one.name: one for one in _languages_in(repository, root)}
    found = {
        name: project_languages.of_repository(one, own.get(name)) for name, one in theirs.items()
    }
    languages = tuple({**found, **{k: v for k, v in own.items() if k not in found}}.values())
    wanted = [
        _word(said.table, "grammars", _GRAMMARS, said.file) for said in (repository, *users[::-1])
    ]
    chosen = next(filter(None, wanted[1:]), "fresh")
    if "pack" not in (chosen, wanted[0]):
        return languages
    others = set(known.fresh_languages()).difference(one.name for one in languages)
    return (*languages, *(OwnLanguage(name, base=name) for name in sorted(others)))


def _languages_in(said: _Said, within: str | None) -> tuple[OwnLanguage, ...]:
    if "languages" not in said.table:
        return ()
    tables = language_programs.without_programs(_table(said.table, "languages", said.file))
    return project_languages.languages_in(tables, said.file, within=within)


def _programs_of(
    users: tuple[_Said, ...], languages: tuple[OwnLanguage, ...]
) -> tuple[LanguagePrograms, ...]:
    """Return the user's formatters and checkers by the canonical names of the languages."""
    found = tuple(map(_programs_in, users))
    if not any(found):
        return ()
    return language_programs.merged(found, lambda name: of_project.resolve(languages, name))


def _programs_in(said: _Said) -> Mapping[str, LanguagePrograms]:
    tables = _table(said.table, "languages", said.file)
    return language_programs.programs_in(
        tables, said.file, lambda value: _seconds(value, said.file)
    )


def _without_code(one: OwnLanguage) -> OwnLanguage:
    """Return a user's language, as plain text if its grammar is a module."""
    if not project_languages.is_module(one.grammar):
        return one
    return replace(one, withheld=f"its grammar is not loaded: {HOOKS_SETTING} is off")


def changes_configuration(path: str, before: str | None, after: str | None) -> bool:
    """Return True if an edit of a file changes a configuration, of this root or of one below it.

    An agent that could edit it would lift the protection that it gives to other files.
    """
    name = path.rsplit("/", 1)[-1]
    if protected.means(name, CONFIG_FILE):
        return True
    if not protected.means(name, SHARED_FILE):
        return False
    tables = [_quietly_own_table(text) for text in (before, after)]
    return tables[0] != tables[1]


def _quietly_own_table(text: str | None) -> object:
    if text is None or "structedit" not in text:
        return {}
    try:
        return _own_table(_toml(text.encode("utf-8", "surrogateescape"), SHARED_FILE))
    except UsageError:
        return text  # cannot be read, so any change counts


@lru_cache(maxsize=8)
def _patterns(lines: tuple[str, ...]) -> IgnorePatterns:
    return ignore_patterns.read_patterns(lines)


@lru_cache(maxsize=8)
def _toml(raw: bytes, path: str) -> _Table:
    """Parse a configuration; the result is cached by content, since several calls need it."""
    try:
        return toml.loads(raw.decode())
    except ValueError as error:
        raise UsageError(
            f"the configuration {path!r} cannot be read: {error}", hint="correct it"
        ) from error


def _own_table(table: _Table) -> _Table:
    tool = table.get("tool", {})
    found = tool.get("structedit", {}) if isinstance(tool, dict) else {}
    return found if isinstance(found, dict) else {"tool.structedit": found}


def _require_sense(said: _Said) -> None:
    """Read everything in a configuration, so that every wrong key or value is reported now."""
    _require_known(said.table, _KEYS, said.file, "")
    _configuration(said.table, said.file)
    _commands_in(said)
    _programs_in(said)
    _word(said.table, "grammars", _GRAMMARS, said.file)
    if fault := ignore_patterns.fault_in(
        _texts(said.table.get("protect", []), "protect", said.file)
    ):
        raise _wrong(said.file, f"in protect, {fault}", "write patterns as in .gitignore")
    _texts(said.table.get("allow", []), "allow", said.file)


def _commands_of(users: tuple[_Said, ...]) -> Commands:
    """Return the user's commands: those for all roots, then those for this root."""
    some = [_commands_in(said) for said in users]
    return Commands(
        tuple(hook for one in some for hook in one.pre_edit),
        tuple(hook for one in some for hook in one.post_edit),
        next((one.verify for one in reversed(some) if one.verify), None),
    )


def _commands_in(said: _Said) -> Commands:
    """Read the hooks of a configuration."""
    hooks = _table(said.table, "hooks", said.file)
    _require_known(hooks, _HOOK_KEYS, said.file, "hooks.")
    seconds = _seconds(hooks.get("seconds", HOOK_SECONDS), said.file)
    verify = None
    if "verify" in hooks:
        longest = seconds if "seconds" in hooks else VERIFY_SECONDS
        verify = _command(hooks["verify"], "verify", longest, said.file)
    return Commands(
        _commands(hooks.get("pre_edit", []), "pre_edit", seconds, said.file),
        _commands(hooks.get("post_edit", []), "post_edit", seconds, said.file),
        verify,
    )


def _configuration(table: _Table, file: str) -> Configuration:
    """Read the plain settings: not the programs, paths or languages."""
    return Configuration(
        file,
        thresholds=_thresholds(_table(table, "thresholds", file), file),
        statistics=_truth(table, "statistics", file),
        backups=_truth(table, "backups", file),
        on_loss=cast(OnLoss, _word(table, "metadata_loss", get_args(OnLoss), file)),
        retention=_retention(_table(table, "history", file), file),
    )


def _require_known(table: _Table, known: Iterable[str], file: str, prefix: str) -> None:
    for name in table:
        if name not in known:
            raise _wrong(file, f"there is no setting {prefix + name!r}", _nearest(name, known))


def _nearest(name: str, known: Iterable[str]) -> str:
    import difflib

    near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
    return f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(known)}"


def _wrong(file: str, message: str, hint: str) -> UsageError:
    return UsageError(f"{file}: {message}", hint=hint)


def _table(table: _Table, name: str, file: str) -> _Table:
    found = table.get(name, {})
    if not isinstance(found, dict):
        raise _wrong(file, f"{name!r} is not a table", f"write [{name}]")
    return found


def _texts(value: object, name: str, file: str) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise _wrong(file, f"{name!r} is not a list of strings", f'write {name} = ["…"]')
    return tuple(cast(list[str], value))


def _truth(table: _Table, name: str, file: str) -> bool:
    found = table.get(name, True)
    if not isinstance(found, bool):
        raise _wrong(file, f"{name!r} is neither true nor false", f"write {name} = false")
    return found


def _word(table: _Table, name: str, words: Sequence[str], file: str) -> str:
    """Read one of a few words; the first is the default."""
    found = table.get(name, words[0])
    if found not in words:
        hint = "write " + " or ".join(f'"{word}"' for word in words if word)
        raise _wrong(file, f"{name} is {found!r}", hint)
    return str(found)


def _seconds(value: object, file: str) -> float:
    if not _is_number(value, MOST_SECONDS) or not value:
        raise _wrong(file, f"{value!r} is not a time limit", "write seconds, as in seconds = 30")
    return float(cast(float, value))


def _is_number(value: object, most: float) -> bool:
    """Return True for a number from 0 to `most`; a bool, infinity or `nan` is none."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_number and 0 <= cast(float, value) <= most


def _commands(value: object, name: str, seconds: float, file: str) -> tuple[CommandHook, ...]:
    every = value if isinstance(value, list) else [value]
    return tuple(_command(one, name, seconds, file) for one in every)


def _command(value: object, name: str, seconds: float, file: str) -> CommandHook:
    """Read one hook: a line for the shell, or a table with a line or words."""
    if isinstance(value, dict):
        _require_known(value, ("command", "seconds"), file, f"hooks.{name}.")
        seconds = _seconds(value.get("seconds", seconds), file)
        value = value.get("command")
        if isinstance(value, list) and value and all(isinstance(word, str) for word in value):
            return CommandHook(tuple(value), seconds)
    if not isinstance(value, str) or not value.strip():
        raise _wrong(file, f"hooks.{name} holds {value!r}", "write a command")
    return CommandHook(value, seconds)


def _retention(table: _Table, file: str) -> Retention:
    _require_known(table, Retention.__match_args__, file, "history.")
    for name, value in table.items():
        is_whole = isinstance(value, int) or name == "days"
        if not _is_number(value, MOST) or not value or not is_whole:
            kind = "number" if name == "days" else "whole number"
            hint = f"write a {kind} above 0, of at most {MOST}"
            raise _wrong(file, f"history.{name} is {value!r}", hint)
    return Retention(**cast(dict[str, int], dict(table)))


def _thresholds(table: _Table, file: str) -> Thresholds:
    _require_known(table, Thresholds.__match_args__, file, "thresholds.")
    for name, value in table.items():
        if not _is_number(value, MOST):
            raise _wrong(file, f"thresholds.{name} is {value!r}", "write a number, 0 or above")
    return Thresholds(**cast(dict[str, float], dict(table)))  # type: ignore[arg-type]
