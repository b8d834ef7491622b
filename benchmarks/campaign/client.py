"""A server process and a client that speaks its lines by hand, so that it may also speak them wrongly."""

from __future__ import annotations

import json
import os
import queue
import resource
import signal
import subprocess
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from benchmarks.campaign.cases import PATIENCE, SECONDS, SOURCE, STRUCTEDIT, memory_of

PROTOCOL = "2025-06-18"


class Server:
    """A server of one root over pipes; it ends with its input, and is killed if it does not."""

    def __init__(self, root: Path, *, folder: Path | None = None, megabytes: int = 2048) -> None:
        limit = megabytes * 1024 * 1024
        self.errors = root.parent / f"errors-{os.getpid()}-{time.monotonic_ns()}.txt"
        with open(self.errors, "wb") as errors:
            self.process = subprocess.Popen(
                [*STRUCTEDIT, "mcp", "--root", str(root)],
                cwd=folder or root.parent,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env={**os.environ, "PYTHONPATH": str(SOURCE)},
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
                start_new_session=True,
            )
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        self._numbers = 0
        self.answers: dict[object, dict[str, object]] = {}

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError, ValueError):
                assert pipe is not None
                pipe.close()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with suppress(ValueError, OSError):
            for line in self.process.stdout:
                self._lines.put(line)
        self._lines.put(None)

    def write(self, raw: bytes) -> None:
        """Write bytes as they are."""
        assert self.process.stdin is not None
        self.process.stdin.write(raw)
        self.process.stdin.flush()

    def send(self, method: str, params: object = None, *, id: object = None) -> None:
        """Send a request, or without an id a notification."""
        message = {"jsonrpc": "2.0", "method": method}
        message |= {} if id is None else {"id": id}
        message |= {} if params is None else {"params": params}
        self.write(json.dumps(message).encode() + b"\n")

    def number(self) -> int:
        """Draw the id of the next request."""
        self._numbers += 1
        return self._numbers

    def wait_for(self, id: object, seconds: float = SECONDS * PATIENCE) -> dict[str, object] | None:
        """Return the answer to a request; None where none comes in time or the server has gone."""
        until = time.monotonic() + seconds
        while id not in self.answers:
            try:
                line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                return None
            if line is None:
                self._lines.put(None)
                return None
            message = json.loads(line)
            if "method" not in message and isinstance(message.get("id"), int | str):
                self.answers[message["id"]] = message
        return self.answers.pop(id)

    def request(
        self, method: str, params: object = None, seconds: float = SECONDS * PATIENCE
    ) -> dict[str, object] | None:
        """Send a request and wait for its answer."""
        id = self.number()
        try:
            self.send(method, params, id=id)
        except OSError:
            return None
        return self.wait_for(id, seconds)

    def begin(self) -> bool:
        """Introduce the client; False where the server does not answer."""
        about = {
            "protocolVersion": PROTOCOL,
            "capabilities": {},
            "clientInfo": {"name": "campaign", "version": "1"},
        }
        if self.request("initialize", about) is None:
            return False
        self.send("notifications/initialized")
        return True

    def call(
        self, name: object, arguments: object, seconds: float = SECONDS * PATIENCE
    ) -> dict[str, object] | None:
        """Call a tool and give the whole answer."""
        return self.request("tools/call", {"name": name, "arguments": arguments}, seconds)

    def lives(self) -> bool:
        """Return True if it answers still."""
        return self.request("ping") is not None

    def close_input(self) -> None:
        """End what the server reads."""
        with suppress(OSError):
            assert self.process.stdin is not None
            self.process.stdin.close()

    def ended_within(self, seconds: float) -> bool:
        """Return True if the process ends in time."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def told(self) -> str:
        """Return what it printed for people."""
        return self.errors.read_text(errors="replace")

    def peak(self) -> float:
        """Return the most that the process has held."""
        return memory_of(self.process.pid, "VmHWM")


def text_of(answer: Mapping[str, object]) -> str:
    """Return all of an answer as a text."""
    return json.dumps(answer, ensure_ascii=False)
