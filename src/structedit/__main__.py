"""The `structedit` command, also as `python -m structedit`: nothing is imported from the current folder.

The current folder may be a repository that nobody has looked at, and an empty part of `PYTHONPATH`
means the current folder. So it is off the path before anything else is imported. Python itself
looks there for `structedit`, and for what its `-m` needs, when it is run as `python -m structedit`,
which only `python -P` ends.
"""

import gc
import os
import sys

_NEW_OBJECTS = 50_000
"""New objects after which Python looks for garbage; its own 700 let it look forty times in a start.

Chosen by judgement: as many objects are some megabytes.
"""


def main() -> int:
    """Run the command on the process's arguments and give its exit code."""
    gc.set_threshold(_NEW_OBJECTS)
    _leave_current_folder()
    from structedit.faces.command.cli import main

    code = main()
    gc.freeze()  # Python would look through all that is there once more before it ends
    return code


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
