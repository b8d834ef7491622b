"""Which configurations may run what they name: those that the user of this machine has looked at.

A configuration in a repository was written by whoever wrote the repository. What it names to be run
(hooks, a command that verifies, modules with grammars) does not run until the user allows it with
`structedit trust`. Then the hash of the configuration is recorded, and of every file in the root
that its commands name (`named_files`), in the user's state folder. The trust ends with any change
of one of these: what was looked at is not what would run.

Two settings of the environment come before any record. `STRUCTEDIT_HOOKS=off` runs nothing at all.
`STRUCTEDIT_TRUST` is for machines that nobody sits at: full paths of trusted roots, parted as in
`PATH`, or `all`.

Not here: what a configuration says (`configuration`), and what follows (`guards`).
"""

from __future__ import annotations

import os
import stat
import time

from structedit.disk.named_files import (
    Command,
    NamedFiles,
    existing,
    joined,
    module_files,
    named_by,
)
from structedit.disk.opening import MAX_BYTES, read_regular
from structedit.disk.staging import discard, temp_name, write_new
from structedit.disk.state_folder import own_folder, private_folder, state_folder
from structedit.disk.surroundings import setting
from structedit.text.errors import FileError, UsageError
from structedit.text.hashing import sha256
from structedit.text.values import dataclass

HOOKS_SETTING = "STRUCTEDIT_HOOKS"
"""Environment variable: `off` runs nothing that a configuration names."""

TRUST_SETTING = "STRUCTEDIT_TRUST"
"""Environment variable: roots whose configurations are trusted as they are, or `all`."""

_FOLDER = "trust"
_OTHERS_MAY_WRITE = 0o022
"""Bits of a file's mode by which its group or anybody may write it; given by POSIX."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program or module that a configuration names to be run.

    `role` is `pre_edit`, `post_edit`, `verify` or `grammar`. `command` is a line for the shell or
    words; of a grammar it is the module, and `language` is the language it is for.
    """

    role: str
    command: Command
    seconds: float = 0.0
    language: str = ""

    @property
    def shown(self) -> str:
        """The command as one line."""
        return self.command if isinstance(self.command, str) else " ".join(self.command)


@dataclass(frozen=True, slots=True)
class Claim:
    """What a configuration asks to be trusted with: its root, its file, its hash, its programs."""

    root: str
    file: str
    hash: str
    programs: tuple[Program, ...] = ()

    def named(self) -> NamedFiles:
        """The files below the root that the programs name."""
        return joined(
            module_files(one.shown, self.root)
            if one.role == "grammar"
            else named_by(one.command, self.root)
            for one in self.programs
        )


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether what a configuration names may run; `why` is a clause that says why not."""

    trusted: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A record that the user trusts a configuration: when (seconds since 1970), and hashes of files."""

    root: str
    file: str
    hash: str
    files: dict[str, str]
    time: float

    @property
    def day(self) -> str:
        """The day on which it was given, in local time."""
        return time.strftime("%Y-%m-%d", time.localtime(self.time))


_NEVER = "nobody has trusted it on this machine"
_OFF = Standing(False, f"{HOOKS_SETTING} is off")


def standing_of(claim: Claim) -> Standing:
    """Whether what a configuration names may run, and why not."""
    if is_off():
        return _OFF
    if not claim.programs or _trusted_by_setting(claim.root):
        return Standing(True)
    record = _read(_name(claim.root))
    if record is None or record.root != claim.root or record.file != claim.file:
        return Standing(False, _NEVER)
    changed = _changed(claim, record)
    if changed is None:
        return Standing(True)
    return Standing(False, f"{changed} since it was trusted on {record.day}")


def is_off() -> bool:
    """Whether the environment forbids to run anything that a configuration names, trusted or not."""
    return setting(HOOKS_SETTING).lower() in ("off", "0", "no")


def _trusted_by_setting(root: str) -> bool:
    said = setting(TRUST_SETTING)
    if said in ("", "all"):
        return said == "all"
    named = said.split(os.pathsep)
    for path in named:
        if not os.path.isabs(path):
            raise UsageError(
                f"{TRUST_SETTING} holds {path!r}, which is no full path",
                hint=f"name roots by their full paths, parted by {os.pathsep!r}, or write 'all'",
            )
    return os.path.realpath(root) in map(os.path.realpath, named)


def _changed(claim: Claim, record: Record) -> str | None:
    """What has changed since the configuration was trusted, as words; None where nothing has."""
    if claim.hash != record.hash:
        return f"{os.path.basename(claim.file)} has changed"
    try:
        now = hashes(claim)
    except FileError as error:
        return error.message
    for path in sorted({*now, *record.files}):
        if path not in record.files:
            return f"{path} is new"
        if path not in now:
            return f"{path} is gone"
        if now[path] != record.files[path]:
            return f"{path} has changed"
    return None


def hashes(claim: Claim) -> dict[str, str]:
    """Hashes of the files below the root that the programs of a configuration name.

    Raises:
        FileError: when one cannot be read, or there are too many.
    """
    found = {}
    for path in existing(claim.named(), claim.root):
        try:
            found[path] = sha256(read_regular(os.path.join(claim.root, path), MAX_BYTES))
        except FileNotFoundError:
            continue
        except OSError as error:
            raise FileError(
                f"{path} cannot be read: {error.strerror}", hint="make it readable"
            ) from error
    return found


def give(claim: Claim, files: dict[str, str]) -> Record:
    """Record that a configuration is trusted as it is, with hashes that were shown to the user.

    Raises:
        FileError: when it cannot be recorded.
    """
    import json

    record = Record(claim.root, claim.file, claim.hash, files, time.time())
    told = {
        "root": record.root,
        "file": record.file,
        "hash": record.hash,
        "files": record.files,
        "time": record.time,
    }
    try:
        path = os.path.join(private_folder(_FOLDER), _name(claim.root))
        temp = temp_name(path)
        try:
            write_new(temp, json.dumps(told).encode(), 0o600)
            os.replace(temp, path)
        finally:
            discard(temp)
    except OSError as error:
        raise FileError(
            f"the trust cannot be recorded in {state_folder()!r}: {error.strerror}",
            hint=f"make that folder writable, or set {TRUST_SETTING}",
            code="write_failed",
        ) from error
    return record


def revoke(root: str) -> bool:
    """Forget that a root is trusted; False where it was not."""
    try:
        os.unlink(os.path.join(state_folder(), _FOLDER, _name(root)))
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise FileError(
            f"the trust cannot be taken back: {error.strerror}",
            hint=f"remove {os.path.join(state_folder(), _FOLDER)!r}",
            code="write_failed",
        ) from error
    return True


def records() -> tuple[Record, ...]:
    """The records of trust, sorted by root."""
    try:
        names = os.listdir(own_folder(_FOLDER))
    except OSError:
        return ()
    found = (_read(name) for name in names)
    return tuple(sorted((r for r in found if r is not None), key=lambda record: record.root))


def _read(name: str) -> Record | None:
    """Read a record; None where there is none, or somebody else may have written it."""
    import json

    try:
        path = os.path.join(own_folder(_FOLDER), name)
        status = os.lstat(path)
        mine = not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
        if not stat.S_ISREG(status.st_mode) or not mine:
            return None
        if os.name != "nt" and status.st_mode & _OTHERS_MAY_WRITE:
            return None
        told = json.loads(read_regular(path))
        files = {str(name): str(value) for name, value in told["files"].items()}
        return Record(
            str(told["root"]), str(told["file"]), str(told["hash"]), files, float(told["time"])
        )
    except (FileError, OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _name(root: str) -> str:
    return f"{sha256(os.fsencode(root))[:32]}.json"
