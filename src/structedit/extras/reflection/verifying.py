"""A command as the check after a batch: it passes with exit code 0 inside its time limit.

A caller names one; else it is that of the configuration, where the user trusts that.

Not here: what follows from a failed check (`rounds`).
"""

from __future__ import annotations

from structedit.disk import configuration, programs
from structedit.disk.configuration import VERIFY_SECONDS, CommandHook
from structedit.extras.reflection.outcomes import Verdict

__all__ = ["VERIFY_SECONDS", "command_verdict", "configured_verify"]


def configured_verify(root: str) -> CommandHook | None:
    """The command that the configuration of a root names as the check; None if none may run.

    Raises:
        UsageError, FileError: when the configuration cannot be read.
    """
    return configuration.load(root).commands.verify


def command_verdict(command: programs.Command, root: str, seconds: float) -> Verdict:
    """Run a command in a root; its output and its errors stay in the order they were printed."""
    ran = programs.run(command, root, seconds, merged=True)
    shown = command if isinstance(command, str) else " ".join(command)
    return Verdict(ran.code == 0, f"`{shown}`", ran.output, ran.code, ran.code is None)
