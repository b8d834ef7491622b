"""Checkers: linters, compilers and type checkers, run on a text or on the files of a root.

A checker with `-` or `{path}` among its words reads a text on standard input, as a formatter does: it gets both texts
of an edit, also in a dry run. Any other one runs in the root, on the files as they are: `{file}` in its words is the
path of the file.

Not here: when they run (`app.checking`), and parsing their output (`checker_output`).
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from structedit.calls.edit_findings import Finding
from structedit.disk import direct, programs, roots
from structedit.disk.language_programs import Program
from structedit.text.errors import FileError
from structedit.text.values import replace
from structedit.tooling.checker_output import findings_in

_FILE = "{file}"
_MOST_SAID = 300
"""Letters of a checker's output that a note repeats. Chosen by judgement: a line or two."""


def reads_text(program: Program) -> bool:
    """Return True for a checker that reads a text on standard input."""
    return "-" in program.words or any(programs.NAME in word for word in program.words)


class Run:
    """The runs of one checker for one edit, which share a time limit.

    `failure` says why its findings cannot be compared; empty if they can. After a failure it is not run again.
    """

    def __init__(self, program: Program, root: str) -> None:
        self.program = program
        self.failure = ""
        self._root = direct.real(root)
        self._left = program.seconds

    def of_text(self, path: str, text: str) -> list[Finding]:
        """Return the findings in a text for the file at a path."""
        real = roots.real_path(self._root, path)

        def run(seconds: float) -> programs.Ran:
            return programs.run_filter(self.program.words, self._root, real, text, seconds)

        return [replace(finding, path=path) for finding in self._findings(run)]

    def of_files(self, path: str = "") -> list[Finding]:
        """Return the findings in the files of the root, or in the one at a path if the words name it."""
        real = roots.real_path(self._root, path)
        words = tuple(word.replace(_FILE, real) for word in self.program.words)

        def run(seconds: float) -> programs.Ran:
            return programs.run(words, self._root, seconds, exact=True)

        found = self._findings(run)
        return [
            replace(f, path=roots.below(self._root, roots.joined(self._root, f.path)))
            for f in found
        ]

    @property
    def names_file(self) -> bool:
        """True if the words name the file, so that each file needs its own run."""
        return any(_FILE in word for word in self.program.words)

    def _findings(self, run: Callable[[float], programs.Ran]) -> list[Finding]:
        if self.failure:
            return []
        began = monotonic()
        try:
            ran = run(max(0.01, self._left))
        except (FileError, OSError, ValueError) as error:  # as a word with a NUL
            self.failure = error.message if isinstance(error, FileError) else str(error)
            return []
        self._left -= monotonic() - began
        if ran.code is None:
            self.failure = f"`{self.program.shown}` took longer than {self.program.seconds:g} s"
            return []
        found = findings_in(ran.output) or findings_in(ran.errors)
        if ran.code and not found:
            said = (ran.errors.strip() or ran.output.strip())[:_MOST_SAID]
            self.failure = f"`{self.program.shown}` failed with exit code {ran.code}" + (
                f": {said}" if said else ""
            )
        return found
