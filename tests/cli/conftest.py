"""Drive the command as a user does: a process of its own, arguments, an exit code.

STRUCTEDIT_CLI names the command to drive, for instance the one of an installed wheel. Without it
the command is run from the package that can be imported.
"""

import importlib.util
import os
import shlex
import subprocess
import sys

import pytest

COMMAND = os.environ.get("STRUCTEDIT_CLI")
FROM_PACKAGE = "import sys; from structedit.faces.command.cli import main; sys.exit(main())"


def has_command():
    """Tell whether the package that can be imported has a command."""
    return all(map(importlib.util.find_spec, ("structedit.faces", "structedit.faces.command.cli")))


@pytest.fixture
def run(tmp_path):
    """Give a function that runs the command in `tmp_path` and returns the finished process."""
    if not COMMAND and not has_command():
        pytest.skip("there is no command yet")
    command = [COMMAND] if COMMAND else [sys.executable, "-c", FROM_PACKAGE]
    paths = os.pathsep.join(os.path.abspath(path) for path in sys.path if path)
    settings = os.environ if COMMAND else {**os.environ, "PYTHONPATH": paths}

    def run(*arguments, stdin="", text=True, folder=tmp_path, **environment):
        return subprocess.run(
            [*command, *(a if isinstance(a, bytes) else str(a) for a in arguments)],
            cwd=folder,
            input=stdin,
            capture_output=True,
            text=text,
            encoding="utf-8" if text else None,
            env={**settings, "NO_COLOR": "1", **environment},
        )

    def shell(script):
        return subprocess.run(
            ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, env=settings
        )

    run.shell, run.command = shell, shlex.join(command)
    return run
