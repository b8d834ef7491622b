"""The owner of a lock or a running transaction: a process of a boot of a host.

A process id alone means nothing on another machine, nor after a restart, so files that several machines see name
all three.

Not here: locks (`disk.locks`), which the system releases when their process ends.
"""

from __future__ import annotations

import os
from functools import cache

from structedit.text.hashing import sha256
from structedit.text.values import dataclass

_LENGTH = 8
"""Letters of the hash of a host or a boot. Chosen by judgement: one pair in four billion collides."""


@dataclass(frozen=True, slots=True)
class Owner:
    """A process; `host` is empty in records of earlier versions."""

    process: int = 0
    host: str = ""
    boot: str = ""

    @property
    def name(self) -> str:
        """The owner as part of a file's name, which has no room for the boot.

        >>> Owner(4711, "1a2b3c4d", "5e6f7a8b").name
        '4711.h1a2b3c4d'
        """
        return f"{self.process}.h{self.host}" if self.host else f"{self.process}"

    @property
    def may_live(self) -> bool:
        """Return True if it may still be running: unknown on another host, False after a restart of this one."""
        host, boot = _here()
        if self.host and self.host != host:
            return True
        if self.boot and self.boot != boot:
            return False
        return _is_alive(self.process)


def this_process() -> Owner:
    """Return the owner for this process."""
    return Owner(os.getpid(), *_here())


def named_in(name: str) -> tuple[Owner, ...]:
    """Return the owners in a file's name: the file's own, and the one of an unfinished copy.

    >>> [owner.process for owner in named_in(".17-ab.12.json.99.0123abcd.structedit-tmp")]
    [12, 99]
    """
    parts = name.split(".")
    return tuple(
        Owner(int(part), behind[1:] if behind[:1] == "h" else "")
        for part, behind in zip(parts[1:], [*parts[2:], ""], strict=True)
        if part.isdecimal() and len(part) < _LENGTH
    )


@cache
def _here() -> tuple[str, str]:
    """Return this host and its boot as short hashes; containers with their own processes are separate hosts."""
    try:
        space = str(os.stat("/proc/self/ns/pid").st_ino)
    except OSError:
        space = ""
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            boot = file.read().strip()
    except OSError:
        boot = ""
    name = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")
    return _short(f"{name} {space}"), _short(boot)


def _short(text: str) -> str:
    return sha256(text.encode())[:_LENGTH]


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True
