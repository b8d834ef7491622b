"""Which hooks have run in which root before, so that the first run can be announced.

Each pair is an empty file in the user's state folder, named by a hash. If nothing can be stored there, this process
remembers it.

Not here: the announcement (`app.guards`).
"""

from __future__ import annotations

import os
from contextlib import suppress

from structedit.disk.programs import Command, shown
from structedit.disk.state_folder import private_folder
from structedit.text.hashing import sha256

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
