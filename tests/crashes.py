"""A process that is killed, or a disk that is full, at any call to the operating system."""

import errno
import os
import signal
from contextlib import contextmanager
from unittest import mock

from structedit.disk import (
    attributes,
    backups,
    direct,
    file_change,
    files,
    history,
    journal,
    locks,
    recovery,
    staging,
)

CALLS = (
    *("open", "write", "fsync", "replace", "link", "unlink", "ftruncate", "posix_fallocate"),
    *("fchown", "fchmod", "setxattr", "removexattr", "mkdir", "makedirs", "rmdir", "lseek"),
)
NEED_SPACE = frozenset(("open", "write", "fsync", "replace", "link", "posix_fallocate", "mkdir"))
"""Calls that may find the disk full."""

MODULES = (
    backups,
    file_change,
    direct,
    files,
    history,
    journal,
    locks,
    attributes,
    recovery,
    staging,
)


class Calls:
    """Stands for `os` and does something of its own at one of the calls."""

    def __init__(self, at, act, *, sticky=False, counted=CALLS):
        self.left, self.act, self.sticky, self.counted = at, act, sticky, counted
        self.hit = False

    def __getattr__(self, name):
        real = getattr(os, name)
        if name not in self.counted:
            return real

        def call(*arguments, **options):
            if name == "open" and arguments[1] & os.O_DIRECTORY:
                return real(*arguments, **options)  # a step to a folder changes nothing
            self.left -= 1
            if self.left == 0 or (self.sticky and self.left < 0):
                self.hit = True
                self.act(name, real, arguments)
            return real(*arguments, **options)

        return call


@contextmanager
def intercepted(calls):
    patches = [mock.patch.object(module, "os", calls) for module in MODULES]
    for patch in patches:
        patch.start()
    try:
        yield calls
    finally:
        for patch in patches:
            patch.stop()


def killed_at(number, work):
    """Do `work` in a process that is killed at a call; tell whether it came to that."""
    child = os.fork()
    if child == 0:
        try:
            with intercepted(Calls(number, _kill)):
                work()
        except BaseException:
            os._exit(3)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, "the work failed by itself"
    return os.WIFSIGNALED(status)


def _kill(name, real, arguments):
    if name == "write" and len(arguments[1]) > 1:  # some of it is on the disk
        real(arguments[0], arguments[1][: len(arguments[1]) // 2])
    os.kill(os.getpid(), signal.SIGKILL)


def full_at(number, work, *, sticky):
    """Do `work` while the disk is full from a call on, or at it; tell whether it came to that."""

    def fail(name, real, arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    with intercepted(Calls(number, fail, sticky=sticky, counted=NEED_SPACE)) as calls:
        work()
    return calls.hit
