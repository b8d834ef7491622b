"""The environment of this process: its variables, its folder, its standard streams.

Not here: the user's files (`disk.files`) and the state folder (`disk.locks`).
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from structedit.disk.opening import MAX_BYTES, too_large
from structedit.text.errors import UsageError

CONFIG_FILE = "structedit.toml"
"""Name of a configuration, the user's and a repository's."""

CONFIG_SETTING = "STRUCTEDIT_CONFIG"
"""Environment variable: full path of the user's configuration, instead of the usual one."""


def setting(name: str) -> str:
    """Return an environment variable; empty if it is not set."""
    return os.environ.get(name, "")


_kept: dict[str, str | None] = {}
"""Variables that started Python processes must not inherit, with the user's values."""

_keepers = 0
_keeping = threading.Lock()


@contextmanager
def without_current_folder() -> Iterator[None]:
    """Keep Python processes started meanwhile from importing from the current folder.

    `multiprocessing` starts them as `python -c …`, which searches that folder first, whatever repository it may be.
    Only the environment that they inherit can prevent that.
    """
    global _keepers
    with _keeping:
        _keepers += 1
        if _keepers == 1:
            path = os.environ.get("PYTHONPATH")
            here = os.path.realpath(os.curdir)
            parts = [p for p in (path or "").split(os.pathsep) if p and os.path.realpath(p) != here]
            meant = {"PYTHONSAFEPATH": "1", "PYTHONPATH": os.pathsep.join(parts)}
            _kept.update({name: os.environ.get(name) for name in meant})
            os.environ.update(meant)
    try:
        yield
    finally:
        with _keeping:
            _keepers -= 1
            if not _keepers:
                os.environ.update({k: v for k, v in _kept.items() if v is not None})
                for name in [k for k, v in _kept.items() if v is None]:
                    del os.environ[name]
                _kept.clear()


def end_with(parent: int) -> None:
    """End this process when its parent is gone, which the processes of a pool are not told.

    Its work is cut off then, as if it were killed.
    """

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_SECONDS_BETWEEN_LOOKS)
        os._exit(1)

    threading.Thread(target=watch, name="parent", daemon=True).start()


_SECONDS_BETWEEN_LOOKS = 0.5
"""Seconds between two checks whether the parent is running. Chosen by judgement."""


def this_process() -> int:
    """Return the id of this process."""
    return os.getpid()


def processors() -> int:
    """Return how many processors this process may use, as far as the system says."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def may_be_copied() -> bool:
    """Return True if copies of this process (`fork`) can continue: on Linux, with one thread.

    A copy has none of the other threads, and whatever they had locked stays locked in it. On other systems the system
    libraries do not support it.
    """
    try:
        return sys.platform == "linux" and len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return False


def users_environment() -> dict[str, str]:
    """Return the user's own environment, for the user's own programs."""
    with _keeping:
        found = {**os.environ, **_kept}
        return {name: value for name, value in found.items() if value is not None}


def settings_folder() -> str:
    """Return the folder of the user's settings for structedit, which need not exist."""
    base = os.environ.get("APPDATA" if os.name == "nt" else "XDG_CONFIG_HOME", "")
    if not os.path.isabs(base):  # the XDG specification: relative values are invalid
        base = os.path.join(os.path.expanduser("~"), ".config")
    return os.path.join(base, "structedit")


def users_file() -> str:
    """Return the path of the user's configuration, which need not exist.

    Raises:
        UsageError: when the environment names it by a relative path.
    """
    named = setting(CONFIG_SETTING)
    if named and not os.path.isabs(named):
        raise UsageError(
            f"{CONFIG_SETTING} is {named!r}, which is not a full path", hint="write its full path"
        )
    return named or os.path.join(settings_folder(), CONFIG_FILE)


@contextmanager
def with_users_file(path: str) -> Iterator[None]:
    """Use another configuration as the user's, in this process and those that it starts."""
    before = os.environ.get(CONFIG_SETTING)
    os.environ[CONFIG_SETTING] = os.path.abspath(path)
    try:
        yield
    finally:
        if before is None:
            del os.environ[CONFIG_SETTING]
        else:
            os.environ[CONFIG_SETTING] = before


def full_path(path: str) -> str:
    """Return the absolute form of a path, without following links."""
    return os.path.abspath(path)


def own_command() -> tuple[str, tuple[str, ...]]:
    """Return the program and arguments that start structedit anywhere: its own script, or Python with a module."""
    script = os.path.abspath(sys.argv[0]) if sys.argv else ""
    name = os.path.basename(script)
    if name in ("structedit", "structedit.exe") and os.access(script, os.X_OK):
        return script, ()
    return sys.executable, ("-P", "-m", "structedit")  # -P: not from the current folder


def path_for_diff(path: str) -> str:
    """Return a path as diffs write it: relative to the current folder if below it, with `/`.

    A path elsewhere is written from the root, without its first `/`, so that the diff can be applied there.
    """
    try:
        full = os.path.abspath(path)
        relative = os.path.relpath(full)
    except (OSError, ValueError):  # no current folder, another drive
        return path
    inside = relative.split(os.sep)[0] != os.pardir
    shown = relative if inside else os.path.splitdrive(full)[1]
    return shown.replace(os.sep, "/").lstrip("/")


def read_input() -> bytes:
    """Read standard input to its end.

    Raises:
        FileError: `too_large` if it is longer than a file may be; the rest is not read.
    """
    raw = sys.stdin.buffer.read(MAX_BYTES + 1) if sys.stdin else b""
    if len(raw) > MAX_BYTES:
        raise too_large("standard input")
    return raw


def end_in(seconds: float) -> None:
    """End this process after so many seconds, whatever it is doing then.

    A file being written is old or new at the next start, as after a crash.
    """
    timer = threading.Timer(seconds, os._exit, (0,))
    timer.daemon = True
    timer.start()


def write_output(raw: bytes) -> None:
    """Write to standard output and flush; for what cannot be written, see `lost_output`."""
    if sys.stdout is None:
        _LOST.append("it is closed")
        return
    try:
        sys.stdout.buffer.write(raw)
        sys.stdout.flush()
    except OSError as error:
        lose_output(error)


def write_error(text: str) -> None:
    """Write to standard error and flush; a failure is ignored, since it cannot be reported."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        _to_nowhere(sys.stderr)


def lost_output() -> str:
    """Return why something could not be written to standard output; empty if everything was.

    A reader that has gone is no failure: that is how a program in a pipe is ended. This also flushes what is not
    written yet, on standard error too.
    """
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        lose_output(error)
    write_error("")
    return _LOST[0] if _LOST else ""


_LOST: list[str] = []
"""Why output was lost, first reason first."""


def lose_output(error: OSError) -> None:
    """Record that standard output cannot be written; see `lost_output`."""
    if not isinstance(error, BrokenPipeError):
        _LOST.append((error.strerror or str(error)).lower())
    if sys.stdout is not None:
        _to_nowhere(sys.stdout)


def _to_nowhere(stream: TextIO) -> None:
    """Discard later output, so that nothing fails at the end of the process."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
