"""What a project says of edits in it: hooks, protected files, thresholds, what is kept.

It is read from `structedit.toml` at the root, else from `[tool.structedit]` in `pyproject.toml`
there:

    protect = ["*.lock", "vendor/"]      # patterns as in .gitignore
    statistics = false                   # record no calls
    backups = false                      # keep nothing for undo
    grammars = "pack"                    # no newer grammars than the language pack's, if installed
    metadata_loss = "refuse"             # or "in_place": files that a new one in their place would
                                         # take names, owner or attributes from

    comments = "any"                     # texts that differ in comments are alike at the tier
                                         # `syntax`, unless a call says otherwise

    [history]                            # what undo can go back to
    entries = 200                        # so many transactions
    days = 30                            # and none older

    [thresholds]                         # shares of a file's lines; see `Thresholds`
    critical = 0.95

    [hooks]
    pre_edit = "python tools/check_edit.py"        # or a list of them, or of {command, seconds}
    post_edit = ["ruff format --quiet ."]
    seconds = 30                                   # time limit of each

    [languages.rules]                    # a language that the project brings along: `own_languages`
    extensions = ["rules"]
    grammar = "tree_sitter_rules"

A configuration names programs that are run, and modules that are imported. So no edit may change
it: see `names_programs`.

Not here: what follows from it (`guards`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from structedit.disk.own_languages import languages_in
from structedit.disk.policies import RETENTION, OnLoss, Policy, Retention
from structedit.disk.surroundings import setting
from structedit.errors import FileError, UsageError
from structedit.judging.risk import THRESHOLDS, Thresholds
from structedit.model.requests import Comments
from structedit.text.languages import OwnLanguage
from structedit.values import dataclass

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

    from structedit.disk.programs import Command

OWN_FILE = "structedit.toml"
SHARED_FILE = "pyproject.toml"
HOOK_SECONDS = 60.0

HOOKS_SETTING = "STRUCTEDIT_HOOKS"
"""Environment variable: `off` runs nothing that a configuration names, for projects one does not trust."""

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
    "comments",
)
_HOOK_KEYS = ("pre_edit", "post_edit", "seconds")

_Table = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class CommandHook:
    """A command of the configuration, with its time limit in seconds."""

    command: Command
    seconds: float = HOOK_SECONDS


@dataclass(frozen=True, slots=True)
class Configuration:
    """What holds for a root. `file` is where it was read, empty where there is none."""

    file: str = ""
    protect: tuple[str, ...] = ()
    pre_edit: tuple[CommandHook, ...] = ()
    post_edit: tuple[CommandHook, ...] = ()
    thresholds: Thresholds = THRESHOLDS
    statistics: bool = True
    backups: bool = True
    languages: tuple[OwnLanguage, ...] = ()
    on_loss: OnLoss = "in_place"
    retention: Retention = RETENTION
    comments: Comments = Comments.SAME

    def policy(self, *, backup: bool) -> Policy:
        """Give how files are written, for a caller who wants a backup or none."""
        return Policy(backup and self.backups, self.on_loss, self.retention)

    def protects(self, path: str) -> bool:
        """Tell whether a path below the root, written with `/`, matches a protected pattern."""
        return bool(self.protect) and _spec(self.protect).match_file(path)


NOTHING_SAID = Configuration()


def load(root: str) -> Configuration:
    """Read the configuration of a root.

    Raises:
        UsageError: when it says what cannot be meant; nothing is edited under half of it.
    """
    own = os.path.join(root, OWN_FILE)
    raw = _content(own)
    if raw is not None:
        return _configuration(_toml(raw, own), own)
    shared = os.path.join(root, SHARED_FILE)
    raw = _content(shared)
    if raw is None or b"structedit" not in raw:
        return NOTHING_SAID
    return _configuration(_own_table(_toml(raw, shared)), shared)


def languages_of(root: str) -> tuple[OwnLanguage, ...]:
    """Give the languages that a root brings along; most have none, which is quick to see.

    Raises:
        UsageError: when its configuration cannot be understood.
    """
    for name in (OWN_FILE, SHARED_FILE):
        file = os.path.join(root, name)
        raw = _content(file)
        if raw is not None and (name == OWN_FILE or b"structedit" in raw):
            return _languages(_table_with_languages(raw, file), file)
    return ()


@lru_cache(maxsize=8)
def _table_with_languages(raw: bytes, file: str) -> _Table:
    if b"languages" not in raw and b"grammars" not in raw:
        return {}
    table = _toml(raw, file)
    return table if file.endswith(OWN_FILE) else _own_table(table)


def _languages(table: _Table, file: str) -> tuple[OwnLanguage, ...]:
    """Read the languages of a project; with the pack's grammars alone, those that have newer ones too."""
    own = languages_in(_table(table, "languages", file), file, may_import=may_run())
    if (which := table.get("grammars", "fresh")) == "fresh":
        return own
    if which != "pack":
        raise _wrong(file, f"grammars is {which!r}", 'write "fresh" or "pack"')
    from structedit.syntax.languages import fresh_languages

    others = set(fresh_languages()).difference(one.name for one in own)
    return (*own, *(OwnLanguage(name, base=name) for name in sorted(others)))


def may_run() -> bool:
    """Tell whether what a configuration names may be run."""
    return setting(HOOKS_SETTING).lower() not in ("off", "0", "no")


def names_programs(path: str, before: str | None, after: str | None) -> bool:
    """Tell whether an edit of a file changes a configuration: of this root, or of one below it."""
    name = path.rsplit("/", 1)[-1].casefold()
    if name == OWN_FILE:
        return True
    if name != SHARED_FILE:
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


def _spec(patterns: tuple[str, ...]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(patterns)


def _content(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise FileError(
            f"the configuration {path!r} cannot be read: {error.strerror}",
            hint="make it readable, or remove it",
        ) from error


def _toml(raw: bytes, path: str) -> _Table:
    import tomllib

    try:
        return tomllib.loads(raw.decode())
    except ValueError as error:
        raise UsageError(
            f"the configuration {path!r} cannot be read: {error}", hint="correct it"
        ) from error


def _own_table(table: _Table) -> _Table:
    tool = table.get("tool", {})
    found = tool.get("structedit", {}) if isinstance(tool, dict) else {}
    return found if isinstance(found, dict) else {"tool.structedit": found}


def _configuration(table: _Table, file: str) -> Configuration:
    _require_known(table, _KEYS, file, "")
    hooks = _table(table, "hooks", file)
    _require_known(hooks, _HOOK_KEYS, file, "hooks.")
    seconds = _seconds(hooks.get("seconds", HOOK_SECONDS), file)
    return Configuration(
        file,
        _texts(table.get("protect", []), "protect", file),
        _commands(hooks.get("pre_edit", []), "pre_edit", seconds, file),
        _commands(hooks.get("post_edit", []), "post_edit", seconds, file),
        _thresholds(_table(table, "thresholds", file), file),
        _truth(table, "statistics", file),
        _truth(table, "backups", file),
        _languages(table, file),
        _on_loss(table.get("metadata_loss", "in_place"), file),
        _retention(_table(table, "history", file), file),
        _comments(table.get("comments", "same"), file),
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
        raise _wrong(file, f"{name!r} is not a list of texts", f'write {name} = ["…"]')
    return tuple(cast(list[str], value))


def _truth(table: _Table, name: str, file: str) -> bool:
    found = table.get(name, True)
    if not isinstance(found, bool):
        raise _wrong(file, f"{name!r} is neither true nor false", f"write {name} = false")
    return found


def _seconds(value: object, file: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value <= 0:
        raise _wrong(file, f"{value!r} is no time limit", "write seconds, as in seconds = 30")
    return float(value)


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


def _comments(value: object, file: str) -> Comments:
    if value not in tuple(Comments):
        raise _wrong(file, f"comments is {value!r}", 'write "same" or "any"')
    return Comments(str(value))


def _on_loss(value: object, file: str) -> OnLoss:
    if value == "refuse":
        return "refuse"
    if value != "in_place":
        raise _wrong(file, f"metadata_loss is {value!r}", 'write "in_place" or "refuse"')
    return "in_place"


def _retention(table: _Table, file: str) -> Retention:
    known = [field.name for field in fields(Retention)]
    _require_known(table, known, file, "history.")
    for name, value in table.items():
        whole = isinstance(value, int) or name == "days"
        if (
            isinstance(value, bool)
            or not isinstance(value, (int, float))
            or value <= 0
            or not whole
        ):
            raise _wrong(file, f"history.{name} is {value!r}", "write a number above 0")
    return Retention(**cast(dict[str, int], dict(table)))


def _thresholds(table: _Table, file: str) -> Thresholds:
    known = [field.name for field in fields(Thresholds)]
    _require_known(table, known, file, "thresholds.")
    for name, value in table.items():
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value < 0:
            raise _wrong(file, f"thresholds.{name} is {value!r}", "write a number")
    return Thresholds(**cast(dict[str, float], dict(table)))  # type: ignore[arg-type]
