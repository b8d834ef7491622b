"""Drive the command as a user does: a process of its own, arguments, an exit code.

STRUCTEDIT_CLI names the command to drive, for instance the one of an installed wheel. Without it
the command is run from the package that can be imported, in a fork of a process that has loaded it.
"""

import os
import shlex
import subprocess
import sys

import pytest

import forked_command

COMMAND = os.environ.get("STRUCTEDIT_CLI")
FROM_PACKAGE = "import sys; from structedit.faces.command.cli import main; sys.exit(main())"

READ_AT_START = ("PYTHON", "LC_", "LANG")
"""The beginnings of variables that Python reads at its start."""


@pytest.fixture
def run(tmp_path):
    """Give a function that runs the command in `tmp_path` and returns the finished process."""
    command = [COMMAND] if COMMAND else [sys.executable, "-c", FROM_PACKAGE]
    paths = os.pathsep.join(os.path.abspath(path) for path in sys.path if path)
    settings = os.environ if COMMAND else {**os.environ, "PYTHONPATH": paths}

    def run(*arguments, stdin="", text=True, folder=tmp_path, **environment):
        environment["NO_COLOR"] = environment.get("NO_COLOR", "1")
        if not COMMAND and not any(name.startswith(READ_AT_START) for name in environment):
            here = {"folder": folder, "environment": environment}
            return forked_command.run(*arguments, stdin=stdin, text=text, **here)
        return subprocess.run(
            [*command, *(a if isinstance(a, bytes) else str(a) for a in arguments)],
            cwd=folder,
            input=stdin,
            capture_output=True,
            text=text,
            encoding="utf-8" if text else None,
            env={**settings, **environment},
        )

    def shell(script):
        return subprocess.run(
            ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, env=settings
        )

    run.shell, run.command = shell, shlex.join(command)
    return run
