"""The other process that edits the same files: as an editor does, and with structedit's library.

    {"path": …, "text": …}               the file gets this text, as editors write it
    {"path": …, "old": …, "new": …}      a replacement by the library, maybe while the agent's call runs

One line of JSON a request, one line an answer.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import structedit as se


def main() -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps(_done(asked)), flush=True)


def _done(asked: dict[str, str]) -> str:
    path = Path(asked["path"])
    if "text" in asked:
        path.write_bytes(asked["text"].encode())
        return "applied"
    for _ in range(5):
        out = se.str_replace(str(path), asked["old"], asked["new"], match="exact")
        if out.reason != "stale":
            break
    return str(out.status) if out.landed else out.report()


class Other:
    """The process, from the agent's side."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "benchmarks.day.others"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def begin(self, **asked: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()

    def end(self) -> str:
        """Wait until what was begun is done."""
        assert self._process.stdout is not None
        return str(json.loads(self._process.stdout.readline()))

    def write(self, path: Path, text: str) -> None:
        self.begin(path=str(path), text=text)
        self.end()

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()


if __name__ == "__main__":
    main()
