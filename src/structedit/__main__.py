"""The `structedit` command, also as `python -m structedit`: nothing is imported from the current folder.

The current folder may be a repository that nobody has looked at, and an empty part of `PYTHONPATH`
means the current folder. So it is off the path before anything else is imported. Python itself
looks there for `structedit`, and for what its `-m` needs, when it is run as `python -m structedit`,
which only `python -P` ends.
"""

import atexit
import gc
import os
import sys
from contextlib import suppress

_NEW_OBJECTS = 50_000
"""New objects after which Python looks for garbage; its own 700 let it look forty times in a start.

Chosen by judgement: as many objects are some megabytes.
"""


def main() -> int:
    """Run the command on the process's arguments and give its exit code."""
    codes: list[int] = []
    atexit.register(_end_at_once, codes)  # before all others, so that it is called after them
    gc.set_threshold(_NEW_OBJECTS)
    _leave_current_folder()
    from structedit.faces.command.cli import main

    codes.append(main())
    gc.freeze()  # Python would look through all that is there once more before it ends
    return codes[0]


def _end_at_once(codes: list[int]) -> None:
    """End the process with the exit code: to free each object takes Python a twentieth of a small edit.

    Threads have ended by now. Without a code, or if output cannot be written, Python ends as it does.
    """
    with suppress(OSError, ValueError):
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        for code in codes:
            os._exit(code)


def _leave_current_folder() -> None:
    """Take the current folder off the path, unless this program itself is installed there."""
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    try:
        folder = os.path.realpath(os.getcwd())
    except OSError:  # it is gone
        folder = ""
    own = os.path.realpath(here) == folder or folder.endswith(("site-packages", "dist-packages"))
    sys.path[:] = [p for p in sys.path if p and (own or os.path.realpath(p) != folder)]


if __name__ == "__main__":
    sys.exit(main())
