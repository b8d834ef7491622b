"""Running programs in a folder, with a time limit and captured output.

A program has its own process group, so that at the time limit everything that it started ends with it. Its output
goes to a file that is read up to a limit, not through a pipe: a grandchild that keeps the output open blocks
nothing.

A hook that runs in a root for the first time is announced: each pair is an empty file in the user's state folder,
named by a hash. If nothing can be stored there, this process remembers it.

Not here: which programs are run (`disk.configuration`), and what their output means.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import IO

from structedit.disk.state_folder import private_folder
from structedit.disk.surroundings import users_environment
from structedit.text.errors import FileError
from structedit.text.hashing import sha256
from structedit.text.values import dataclass

MOST_OUTPUT = 64 * 1024
"""Bytes of each stream that are returned: a quarter from the start, the rest from the end. By judgement."""

Command = str | tuple[str, ...]
"""A line for the shell, or a program with its arguments."""


def shown(command: Command) -> str:
    """Return a command as one line."""
    return command if isinstance(command, str) else " ".join(command)


@dataclass(frozen=True, slots=True)
class Ran:
    """Result of a program: `code` is its exit code, None if the time limit ended it.

    `taken` is the number of bytes that it read from standard input.
    """

    code: int | None
    output: str
    errors: str = ""
    taken: int = 0


def run(
    command: Command,
    folder: str,
    seconds: float,
    *,
    given: str | None = None,
    merged: bool = False,
    settings: Mapping[str, str] | None = None,
    exact: bool = False,
) -> Ran:
    """Run a command in a folder.

    Args:
        command: a line for the shell, or a program with its arguments.
        folder: where it runs.
        seconds: how long it may take.
        given: what it reads on standard input; nothing if left out.
        merged: keep errors in the output, in the order in which they were printed.
        settings: further environment variables.
        exact: keep all of the output, each byte that is no UTF-8 as a surrogate.

    Raises:
        FileError: when there is no such program.
    """
    with _files() as (reads, prints, complains):
        reads.write((given or "").encode("utf-8", "surrogateescape"))
        reads.seek(0)
        started = _started(
            command, folder, (reads, prints, prints if merged else complains), settings or {}
        )
        code = _code(started, seconds)
        # Both processes have one place in the file, which the program has moved.
        taken = os.lseek(reads.fileno(), 0, os.SEEK_CUR)
        output = _all(prints) if exact else _read(prints)
        return Ran(code, output, _read(complains), taken)


NAME = "{path}"
"""Placeholder for the file name in the words of a filter."""

_NOWHERE = "structedit-stdin"
"""A folder that does not exist. A filter is told that the file is in it, so that it cannot change the file."""


def run_filter(words: tuple[str, ...], root: str, path: str, text: str, seconds: float) -> Ran:
    """Run a program that reads a file's text on standard input and prints a new text.

    With `{path}` among its words it runs in the root, where it finds its settings, and gets a path next to the file.
    Without, it runs in an empty folder, so that a program such as `ruff format`, which then formats the whole folder,
    finds nothing to change.

    Args:
        words: the program and its arguments.
        root: the folder that contains the file.
        path: the real path of the file.
        text: the text.
        seconds: the time limit.

    Raises:
        FileError: when there is no such program.
    """
    folder, base = os.path.split(path)
    shown_name = os.path.join(folder, _NOWHERE, base)
    command = tuple(word.replace(NAME, shown_name) for word in words)
    if command != words:
        return run(command, root, seconds, given=text, exact=True)
    with tempfile.TemporaryDirectory() as empty:
        return run(command, empty, seconds, given=text, exact=True)


def filter_words(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of a filter after finding its program, once, before any file is read.

    A name without a folder is searched in PATH; any other is relative to the current folder or, if the words contain
    `{path}`, to the root, where the filter runs then.

    Raises:
        FileError: when there is no such program.
    """
    program = words[0]
    if os.path.dirname(program) and any(NAME in word for word in words):
        return words
    found = shutil.which(program, path=users_environment().get("PATH"))
    if found is None:
        raise FileError(
            f"the program {program!r} was not found", hint="install it, or write its path"
        )
    return (os.path.abspath(found), *words[1:]) if os.path.dirname(program) else words


@contextmanager
def _files() -> Iterator[tuple[IO[bytes], IO[bytes], IO[bytes]]]:
    with (
        tempfile.TemporaryFile() as reads,
        tempfile.TemporaryFile() as prints,
        tempfile.TemporaryFile() as complains,
    ):
        yield reads, prints, complains


def _started(
    command: Command,
    folder: str,
    streams: tuple[IO[bytes], IO[bytes], IO[bytes]],
    settings: Mapping[str, str],
) -> subprocess.Popen[bytes]:
    reads, prints, complains = streams
    try:
        return subprocess.Popen(
            command,
            shell=isinstance(command, str),
            cwd=folder,
            stdin=reads,
            stdout=prints,
            stderr=complains,
            env={**users_environment(), **settings},
            start_new_session=True,
        )
    except OSError as error:
        name = command if isinstance(command, str) else command[0]
        raise FileError(
            f"{name!r} cannot be run: {error.strerror}", hint="check the command"
        ) from error


def _code(started: subprocess.Popen[bytes], seconds: float) -> int | None:
    """Return the exit code of a program; at the time limit, end everything that it started and return None."""
    try:
        return started.wait(seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if started.returncode is None:
            with suppress(OSError, AttributeError):  # there are no groups on Windows
                os.killpg(started.pid, signal.SIGKILL)
            with suppress(OSError):
                started.kill()
            started.wait()


def _read(stream: IO[bytes]) -> str:
    size = stream.seek(0, os.SEEK_END)
    stream.seek(0)
    if size <= MOST_OUTPUT:
        return _text(stream.read())
    head = MOST_OUTPUT // 4
    first = _text(stream.read(head))
    stream.seek(size - (MOST_OUTPUT - head))
    return f"{first}\n… {size - MOST_OUTPUT} bytes left out …\n{_text(stream.read())}"


def _all(stream: IO[bytes]) -> str:
    stream.seek(0)
    return stream.read().decode("utf-8", "surrogateescape")


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


_FLAGS = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_CLOEXEC", 0)

_in_this_process: set[str] = set()


def is_first(root: str, command: Command) -> bool:
    """Return True once for each root and command."""
    name = sha256(os.fsencode(f"{root}\0{shown(command)}"))[:32]
    if name in _in_this_process:
        return False
    _in_this_process.add(name)
    with suppress(OSError):
        place = os.path.join(private_folder("hooks"), name)
        if os.path.lexists(place):
            return False
        os.close(os.open(place, _FLAGS, 0o600))
    return True
