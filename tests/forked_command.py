"""Run the command in a fork of a server that has loaded it, which saves the time that a start takes.

The command has a process, streams, a folder and an environment of its own, as one that was started has.
`run` runs it from Python; a shell runs it by the words that `shell_command` returns. A test of how a
process starts or ends, of signals or of what Python reads at its start begins a process of its own.
"""

import array
import atexit
import contextlib
import gc
import importlib
import io
import json
import os
import pkgutil
import selectors
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
from functools import cache

_NOT_LOADED = ("structedit.faces.mcp", "structedit.__main__")
"""Modules that few commands need and that take long to load."""

_CLIENT = """
import array, json, os, socket, sys
server = socket.socket(socket.AF_UNIX)
server.connect(sys.argv[1])
streams = array.array("i", (0, 1, 2))
server.sendmsg([b"\\0"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, streams)])
server.sendall(json.dumps([sys.argv[2:], os.getcwd(), dict(os.environ)]).encode() + b"\\n")
sys.exit(int(server.recv(8)) % 256)
"""


def run(*arguments, folder=".", environment=None, stdin="", text=True):
    """Run `structedit` with arguments; return the finished process, as `subprocess.run` does."""
    environment = {**os.environ, **(environment or {})}
    sent = stdin.encode() if isinstance(stdin, str) else stdin
    with contextlib.ExitStack() as stack:
        files = [stack.enter_context(tempfile.TemporaryFile()) for _ in ("stdin", "out", "errors")]
        files[0].write(sent)
        files[0].seek(0)
        server = stack.enter_context(socket.socket(socket.AF_UNIX))
        server.connect(address())
        streams = array.array("i", [file.fileno() for file in files])
        server.sendmsg([b"\0"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, streams)])
        call = [
            [os.fsdecode(one) for one in map(_argument, arguments)],
            os.path.abspath(folder),
            environment,
        ]
        server.sendall(json.dumps(call).encode() + b"\n")
        code = int(server.recv(8))
        printed = []
        for file in files[1:]:
            file.seek(0)
            printed.append(file.read())
    if text:
        printed = [io.TextIOWrapper(io.BytesIO(one), "utf-8").read() for one in printed]
    return subprocess.CompletedProcess(["structedit", *arguments], code, *printed)


def _argument(value):
    return value if isinstance(value, bytes) else str(value)


def shell_command():
    """Return the words with which a shell runs `structedit`."""
    return shlex.join([sys.executable, "-ISc", _CLIENT, address()])


@cache
def address():
    """Start the server of this process, and return the socket on which it listens."""
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "socket")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        listening.listen(64)
        script = f"import forked_command; forked_command.serve({listening.fileno()})"
        paths = [os.path.abspath(part) for part in sys.path if part]
        server = subprocess.Popen(
            [sys.executable, "-c", script],
            stdin=subprocess.PIPE,  # its end is the end of the server
            stdout=subprocess.DEVNULL,
            pass_fds=[listening.fileno()],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )

    def end():
        server.communicate()
        os.unlink(path)
        os.rmdir(folder)

    atexit.register(end)
    return path


def serve(number):
    """Answer each call in a fork, until standard input ends."""
    import structedit

    for module in pkgutil.walk_packages(structedit.__path__, "structedit."):
        if not module.name.startswith(_NOT_LOADED):
            importlib.import_module(module.name)
    structedit.outline(structedit.Document.from_text("x = 1\n", path="a.py"))
    gc.freeze()
    listening = socket.socket(fileno=number)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the forks
    with selectors.DefaultSelector() as ready:
        ready.register(listening, selectors.EVENT_READ)
        ready.register(0, selectors.EVENT_READ)
        while all(key.fileobj is listening for key, _ in ready.select()):
            call, _ = listening.accept()
            if os.fork() == 0:
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                listening.close()
                _answer(call)
            call.close()


def _answer(call):
    """Run the command of a call in another fork, and send its exit code."""
    with call, call.makefile("rb") as sent:
        _, control, _, _ = call.recvmsg(1, socket.CMSG_SPACE(12))
        arguments, folder, environment = json.loads(sent.readline())
        command = os.fork()
        if command:
            code = os.waitstatus_to_exitcode(os.waitpid(command, 0)[1])
            call.sendall(b"%d" % code)
            os._exit(0)
        for number, file in enumerate(array.array("i", control[0][2])):
            os.dup2(file, number)
            os.close(file)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["structedit", *arguments]
    from structedit.__main__ import main

    try:
        code = main()
    except SystemExit as error:
        code = error.code or 0
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # without the end of all modules, which takes longer than the call
