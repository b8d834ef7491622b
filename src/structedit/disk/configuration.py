"""Settings of a project for edits in it: hooks, protected files, thresholds, what is kept.

It is read from `structedit.toml` at the root, else from `[tool.structedit]` in `pyproject.toml`
there:

    protect = ["*.lock", "vendor/"]      # patterns as in .gitignore
    statistics = false                   # record no calls
    backups = false                      # keep nothing for undo
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

    [hooks]
    pre_edit = "python tools/check_edit.py"        # or a list of them, or of {command, seconds}
    post_edit = ["ruff format --quiet ."]
    verify = "pytest -q"                           # after a batch, as `apply --verify` does
    seconds = 30                                   # time limit of each
    required = true                                # no edit where they may not run

    [languages.rules]                    # a language that the project brings along: `own_languages`
    extensions = ["rules"]
    grammar = "tree_sitter_rules"

The user's own configuration, `structedit/structedit.toml` in the folder of the user's settings, holds
for every root. A root's settings override it, but what it protects stays protected, and its
hooks are asked first. It alone may hold `allow`, names of protected places that tools may edit.

A configuration names programs that are run, and modules that are imported: those of a root only
where the user trusts it (`trust`). No edit may change it: see `names_programs`.

Not here: what follows from it (`guards`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from structedit.calls.requests import Comments
from structedit.disk import project_languages, protected, trust
from structedit.disk.named_files import Command, NamedFiles
from structedit.disk.opening import setting_text
from structedit.disk.policies import RETENTION, OnLoss, Policy, Retention
from structedit.disk.surroundings import settings_folder
from structedit.judge.risk import THRESHOLDS, Thresholds
from structedit.text import toml
from structedit.text.errors import UsageError
from structedit.text.project_language import OwnLanguage
from structedit.text.values import dataclass, field, replace

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

    from structedit.disk.trust import Standing

OWN_FILE = "structedit.toml"
SHARED_FILE = "pyproject.toml"
HOOK_SECONDS = 60.0
"""How long a hook may take, if nothing else is said.

Chosen by judgement: a linter and a type checker.
"""

VERIFY_SECONDS = 600.0
"""How long a command that verifies may take, if nothing else is said.

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
    "comments",
)
_OWN_KEYS = (*_KEYS, "allow")
"""What the user's own configuration may say."""

_MERGED = frozenset(_KEYS) - {"hooks", "protect", "languages", "grammars"}
"""Settings of which there is one for a root and its user together."""

_MOST_SHOWN = 80
"""Letters of a command that a message shows; `structedit trust` shows all of it.

Chosen by judgement: a line of a terminal.
"""

_HOOK_KEYS = ("pre_edit", "post_edit", "verify", "seconds", "required")

_Table = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class CommandHook:
    """A command of the configuration, with its time limit in seconds."""

    command: Command
    seconds: float = HOOK_SECONDS


@dataclass(frozen=True, slots=True)
class Commands:
    """The commands that a configuration names, and whether edits need them."""

    pre_edit: tuple[CommandHook, ...] = ()
    post_edit: tuple[CommandHook, ...] = ()
    verify: CommandHook | None = None
    required: bool = False

    def __bool__(self) -> bool:
        return bool(self.pre_edit or self.post_edit or self.verify)


@dataclass(frozen=True, slots=True)
class Configuration:
    """What holds for a root. `file` is where it was read, empty where there is none.

    `commands` are those that may run: the user's own, and those of the root where it is trusted;
    `named` are the files that they name. `withheld` is a message on which commands of the root may not run, and
    what to do about it; `refuses` is whether there are no edits without them.
    """

    file: str = ""
    protect: tuple[tuple[str, ...], ...] = ()
    commands: Commands = Commands()
    thresholds: Thresholds = THRESHOLDS
    statistics: bool = True
    backups: bool = True
    languages: tuple[OwnLanguage, ...] = ()
    on_loss: OnLoss = "in_place"
    retention: Retention = RETENTION
    comments: Comments = Comments.SAME
    allow: tuple[str, ...] = ()
    named: NamedFiles = NamedFiles()
    withheld: str = ""
    refuses: bool = False

    def policy(self, *, backup: bool) -> Policy:
        """How files are written, and whether the old contents are kept, for a caller's wish for a backup."""
        return Policy(backup and self.backups, self.on_loss, self.retention, asked=backup)

    def protects(self, path: str) -> bool:
        """Whether a path below the root, written with `/`, matches a protected pattern."""
        return any(_spec(patterns).match_file(path) for patterns in self.protect if patterns)


NOTHING_SAID = Configuration()


@dataclass(frozen=True, slots=True)
class _Said:
    """The table that one configuration file holds; `file` is its path, empty where there is none."""

    file: str = ""
    table: _Table = field(default_factory=dict)


def load(root: str) -> Configuration:
    """Read the configuration that holds for a root: its own, on top of the user's.

    Raises:
        UsageError: when one holds a wrong key or value; nothing is edited under half of it.
        FileError: when one is there but is not a readable regular file.
    """
    users, roots = _users(), _of_root(root)
    if not users.file and not roots.file:
        return NOTHING_SAID
    for said, keys in ((users, _OWN_KEYS), (roots, _KEYS)):
        _require_sense(said, keys)
    own, theirs = (_commands_of(said) for said in (users, roots))
    claim = _claim(root, roots, theirs)
    standing = trust.standing_of(claim)
    off = trust.is_off()
    inert = theirs if not standing.trusted else Commands()
    may_run = [one for one, runs in ((own, not off), (theirs, standing.trusted)) if runs]
    found = _configuration(_merged(users.table, roots.table), roots.file or users.file)
    return replace(
        found,
        protect=tuple(
            _texts(said.table.get("protect", []), "protect", said.file) for said in (users, roots)
        ),
        commands=Commands(
            tuple(hook for one in may_run for hook in one.pre_edit),
            tuple(hook for one in may_run for hook in one.post_edit),
            next((one.verify for one in may_run[::-1] if one.verify), None),
        ),
        languages=_languages_of(users, roots, root),
        allow=users_allow(),
        named=claim.named() if standing.trusted and claim.programs else NamedFiles(),
        withheld="" if off and not theirs.required else _withheld(claim, inert, standing),
        refuses=bool(inert) and theirs.required,
    )


def claim_of(root: str) -> trust.Claim:
    """What the configuration of a root asks to be trusted with; `file` is empty without one.

    Raises:
        UsageError, FileError: as `load`.
    """
    said = _of_root(root)
    _require_sense(said, _KEYS)
    return _claim(root, said, _commands_of(said))


def users_allow() -> tuple[str, ...]:
    """Names of protected places that the user lets tools of agents edit."""
    users = _users()
    return _texts(users.table.get("allow", []), "allow", users.file)


def users_file() -> str:
    """Path of the user's own configuration, which need not exist."""
    return os.path.join(settings_folder(), OWN_FILE)


def languages_of(root: str) -> tuple[OwnLanguage, ...]:
    """The languages that a root and its user define; most define none, which is found out quickly.

    Raises:
        UsageError, FileError: as `load`.
    """
    return _languages_of(_users(), _of_root(root), root)


def _users() -> _Said:
    file = users_file()
    raw = setting_text(file, "your own configuration")
    return _Said() if raw is None else _Said(file, _toml(raw, file))


def _of_root(root: str) -> _Said:
    """Read the table of a root's configuration."""
    own = os.path.join(root, OWN_FILE)
    raw = setting_text(own, "the configuration")
    if raw is not None:
        return _Said(own, _toml(raw, own))
    shared = os.path.join(root, SHARED_FILE)
    raw = setting_text(shared, "the configuration")
    if raw is None or b"structedit" not in raw:
        return _Said()
    return _Said(shared, _own_table(_toml(raw, shared)))


def _merged(users: _Table, roots: _Table) -> _Table:
    """Settings of which there is one for both: the root's where it has one, else the user's."""
    found = {key: value for key, value in {**users, **roots}.items() if key in _MERGED}
    for key in ("thresholds", "history"):
        both = [table[key] for table in (users, roots) if key in table]
        if len(both) == 2:
            found[key] = {**cast(_Table, both[0]), **cast(_Table, both[1])}
    return found


def _claim(root: str, said: _Said, commands: Commands) -> trust.Claim:
    """The programs that a configuration would run, with a hash of its meaning, not of its spelling."""
    if not said.file:
        return trust.Claim(root, "", "")
    modules = _modules(said)
    if not commands and not modules:
        return trust.Claim(root, said.file, "")
    import json

    from structedit.text.hashing import sha256

    verify = (commands.verify,) if commands.verify else ()
    roles = (
        ("pre_edit", commands.pre_edit),
        ("post_edit", commands.post_edit),
        ("verify", verify),
    )
    programs = [
        trust.Program(role, hook.command, hook.seconds) for role, some in roles for hook in some
    ]
    programs += [
        trust.Program("grammar", module, language=name) for name, module in modules.items()
    ]
    plain = json.dumps(said.table, sort_keys=True, default=str)
    return trust.Claim(root, said.file, sha256(plain.encode("utf-8", "replace")), tuple(programs))


def _modules(said: _Said) -> dict[str, str]:
    """The Python modules that must be imported for a configuration's languages, by language."""
    tables = _table(said.table, "languages", said.file)
    named = {name: project_languages.module_of(table) for name, table in tables.items()}
    return {name: module for name, module in named.items() if module}


def _withheld(claim: trust.Claim, inert: Commands, standing: Standing) -> str:
    """A message on which commands may not run, and how to allow them; empty where all may."""
    if not inert:
        return ""
    named = [one for one in claim.programs if one.role != "grammar"]
    shown = ", ".join(f"{one.role} `{_cut(one.shown)}`" for one in named[:3])
    more = f" and {len(named) - 3} more" if len(named) > 3 else ""
    return _trust_message(
        f"not run: {shown}{more} of {os.path.basename(claim.file)}", claim, standing
    )


def _trust_message(what: str, claim: trust.Claim, standing: Standing) -> str:
    """A message on what is not done and why, with the command to type where one helps."""
    import shlex

    if trust.is_off():
        return f"{what}; {standing.why}"
    return f"`structedit trust {shlex.quote(claim.root)}` shows and allows what is {what}; {standing.why}"


def _cut(command: str) -> str:
    return command if len(command) <= _MOST_SHOWN else command[:_MOST_SHOWN] + "…"


def _languages_of(users: _Said, roots: _Said, root: str) -> tuple[OwnLanguage, ...]:
    """Read the languages of a root and of its user; the root's come first."""
    found: list[OwnLanguage] = []
    which = "fresh"
    for said in (roots, users):
        if "languages" in said.table:
            tables = _table(said.table, "languages", said.file)
            names = {one.name for one in found}
            within = root if said is roots else None
            read = project_languages.languages_in(tables, said.file, within=within)
            if said is roots and _modules(said):
                read = _as_trusted(read, said, root)
            found += [one for one in read if one.name not in names]
        if said is roots or "grammars" not in roots.table:
            which = str(said.table.get("grammars", which))
            if which not in ("fresh", "pack"):
                raise _wrong(said.file, f"grammars is {which!r}", 'write "fresh" or "pack"')
    if which == "fresh":
        return tuple(found)
    from structedit.languages.known import fresh_languages

    others = set(fresh_languages()).difference(one.name for one in found)
    return (*found, *(OwnLanguage(name, base=name) for name in sorted(others)))


def _as_trusted(
    languages: tuple[OwnLanguage, ...], said: _Said, root: str
) -> tuple[OwnLanguage, ...]:
    """Mark languages whose grammar is a module as withheld, if the configuration is not trusted."""
    claim = _claim(root, said, _commands_of(said))
    standing = trust.standing_of(claim)
    if standing.trusted:
        return languages
    modules = _modules(said)
    return tuple(
        replace(
            one,
            withheld=_trust_message(
                f"not imported: the grammar {modules[one.name]!r}", claim, standing
            ),
        )
        if one.name in modules
        else one
        for one in languages
    )


def names_programs(path: str, before: str | None, after: str | None) -> bool:
    """Whether an edit of a file changes a configuration, of this root or of one below it."""
    name = path.rsplit("/", 1)[-1]
    if protected.means(name, OWN_FILE):
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


def _spec(patterns: tuple[str, ...]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(patterns)


@lru_cache(maxsize=8)
def _toml(raw: bytes, path: str) -> _Table:
    """Parse a configuration; the result for one content is kept, since several calls ask for it."""
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


def _require_sense(said: _Said, keys: tuple[str, ...]) -> None:
    """Read everything in a configuration, so that every wrong key or value is found now."""
    if said.file:
        own = "allow" in said.table and "allow" not in keys
        hint = f"say it in your own configuration, {users_file()}" if own else ""
        _require_known(said.table, keys, said.file, "", hint)
        _configuration(said.table, said.file)
        _texts(said.table.get("protect", []), "protect", said.file)
        _texts(said.table.get("allow", []), "allow", said.file)


def _commands_of(said: _Said) -> Commands:
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
        _truth(hooks, "required", said.file, default=False),
    )


def _configuration(table: _Table, file: str) -> Configuration:
    """Read the plain settings: not the programs, paths or languages."""
    return Configuration(
        file,
        thresholds=_thresholds(_table(table, "thresholds", file), file),
        statistics=_truth(table, "statistics", file),
        backups=_truth(table, "backups", file),
        on_loss=_on_loss(table.get("metadata_loss", "in_place"), file),
        retention=_retention(_table(table, "history", file), file),
        comments=_comments(table.get("comments", "same"), file),
    )


def _require_known(
    table: _Table, known: Iterable[str], file: str, prefix: str, hint: str = ""
) -> None:
    for name in table:
        if name not in known:
            hint = hint if name == "allow" else ""
            what = f"there is no setting {prefix + name!r}" + (" for a root" if hint else "")
            raise _wrong(file, what, hint or _nearest(name, known))


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


def _truth(table: _Table, name: str, file: str, *, default: bool = True) -> bool:
    found = table.get(name, default)
    if not isinstance(found, bool):
        raise _wrong(
            file,
            f"{name!r} is neither true nor false",
            f"write {name} = {str(not default).lower()}",
        )
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
    _require_known(table, Retention.__match_args__, file, "history.")
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
    _require_known(table, Thresholds.__match_args__, file, "thresholds.")
    for name, value in table.items():
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value < 0:
            raise _wrong(file, f"thresholds.{name} is {value!r}", "write a number")
    return Thresholds(**cast(dict[str, float], dict(table)))  # type: ignore[arg-type]
