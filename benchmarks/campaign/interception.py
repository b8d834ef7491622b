"""Calls to the system by Python's `os`, at one of which, or from which on, something else happens.

The functions of `os` themselves are replaced, so every caller is affected; reading is not. This needs no
other program and works wherever Python does.
"""

from __future__ import annotations

import errno
import json
import os
import signal
from collections.abc import Callable
from typing import Any

CHANGING = (
    *("open", "write", "fsync", "replace", "rename", "link", "symlink", "unlink", "remove"),
    *(
        "ftruncate",
        "posix_fallocate",
        "fchown",
        "fchmod",
        "setxattr",
        "removexattr",
        "mkdir",
        "rmdir",
    ),
)
"""Calls that change what is on the disk; `open` only for writing."""

FAILING = {
    "ENOSPC": "open write fsync replace rename link symlink posix_fallocate mkdir setxattr",
    "EIO": " ".join(CHANGING),
    "EROFS": " ".join(CHANGING),
    "EACCES": "open replace rename link symlink unlink remove mkdir rmdir",
}
"""Which calls may fail in that way."""

Act = Callable[[str, Callable[..., Any], tuple[Any, ...], dict[str, Any]], Any]


class Interception:
    """Counts calls and does something of its own at the n-th of them, or from there on."""

    def __init__(
        self, act: Act, at: int, *, names: str = "", lasting: bool = False, below: str = ""
    ) -> None:
        self.act, self.at, self.lasting, self.below = act, at, lasting, below
        self.names = frozenset(names.split() or CHANGING)
        self.count = 0
        self.busy = False

    def install(self) -> None:
        """Take the place of the calls, for good: this process is one of its own."""
        for name in CHANGING:
            if name in self.names and hasattr(os, name):
                setattr(os, name, self._instead(name, getattr(os, name)))

    def _instead(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **options: Any) -> Any:
            if self.busy or not self._counts(name, given, options):
                return real(*given, **options)
            self.count += 1
            if self.count == self.at or (self.lasting and self.count > self.at):
                self.busy = True
                try:
                    return self.act(name, real, given, options)
                finally:
                    self.busy = False
            return real(*given, **options)

        return call

    def _counts(self, name: str, given: tuple[Any, ...], options: dict[str, Any]) -> bool:
        if name == "open" and not given[1] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            return False
        return not self.below or _path(name, given, options).startswith(self.below)


def _path(name: str, given: tuple[Any, ...], options: dict[str, Any]) -> str:
    """Return the full path that a call is about: the new name, where it has two."""
    about = given[1] if name in ("replace", "rename", "link", "symlink") else given[0]
    if isinstance(about, int):
        return os.readlink(f"/proc/self/fd/{about}")
    folder = options.get("dst_dir_fd", options.get("dir_fd"))
    path = os.fspath(about)
    return path if folder is None else os.path.join(os.readlink(f"/proc/self/fd/{folder}"), path)


def calls_of(work: Callable[[], object]) -> tuple[tuple[str, str], ...]:
    """Do work in a process of its own; give its calls that change something, with their paths."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        found: list[tuple[str, str]] = []

        def note(name: str, real: Callable[..., Any], given: Any, options: Any) -> Any:
            found.append((name, _path(name, given, options)))
            return real(*given, **options)

        tell = os.write
        try:
            Interception(note, 1, lasting=True).install()
            work()
            tell(writing, json.dumps(found).encode())
        except BaseException:
            os._exit(70)
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        raw = pipe.read()
    os.waitpid(child, 0)
    return tuple((name, path) for name, path in json.loads(raw))


def killed_at(number: int, work: Callable[[], object], *, half: bool = False) -> None:
    """Do work until a call of a number, which is not made any more; of a write, half is."""

    def kill(name: str, real: Callable[..., Any], given: Any, options: Any) -> None:
        if half and name == "write" and len(given[1]) > 1:
            real(given[0], given[1][: len(given[1]) // 2])
        os.kill(os.getpid(), signal.SIGKILL)

    Interception(kill, number, names="write" if half else "").install()
    work()


def fail_at(number: int, error: str, *, lasting: bool, below: str = "") -> None:
    """Let the n-th call that may fail so fail, or all from there on, in this process."""

    def fail(name: str, real: Callable[..., Any], given: Any, options: Any) -> None:
        code = getattr(errno, error)
        raise OSError(code, os.strerror(code))

    Interception(fail, number, names=FAILING[error], lasting=lasting, below=below).install()


def shorten_at(number: int, *, lasting: bool) -> None:
    """Let the n-th write, or all from there on, take only half of what they are given."""

    def write(name: str, real: Callable[..., Any], given: Any, options: Any) -> Any:
        return real(given[0], given[1][: max(1, len(given[1]) // 2)])

    Interception(write, number, names="write", lasting=lasting).install()
