"""A command as the check after a batch: it passes with exit code 0 inside its time limit.

Not here: what follows from a failed check (`rounds`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from structedit.lazily import lazily
from structedit.model.reflections import Verdict

if TYPE_CHECKING:
    from structedit.disk import programs
else:
    programs = lazily("structedit.disk.programs")

VERIFY_SECONDS = 600.0
"""How long a command that verifies may take, if nothing else is said."""


def command_verdict(command: programs.Command, root: str, seconds: float) -> Verdict:
    """Run a command in a root, its output and its complaints in the order they were printed."""
    ran = programs.run(command, root, seconds, merged=True)
    shown = command if isinstance(command, str) else " ".join(command)
    return Verdict(ran.code == 0, f"`{shown}`", ran.output, ran.code, ran.code is None)
