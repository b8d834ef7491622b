"""Checkers: linters, compilers and type checkers, run on a text or on the files of a root.

A checker with `-` or `{path}` among its words reads a text on standard input, as a formatter does: it gets both texts
of an edit, also in a dry run. Any other one runs in the root, on the files as they are: `{file}` in its words is the
path of the file.

Their output is parsed in known forms: SARIF and other JSON, whole or an object per line, in which an object with a line
and a message is a finding (ruff, eslint, mypy, shellcheck, gcc), and text with a finding per line:
`file:line:column: error: message [rule]` as gcc, mypy, flake8 and ruff print it, and `file(line,column): error RULE:
message` as tsc does.

Not here: when they run (`app.checking`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic

from structedit.calls.edit_findings import Finding
from structedit.disk import direct, programs, roots
from structedit.disk.language_programs import Program
from structedit.text.errors import FileError
from structedit.text.lazily import regex
from structedit.text.values import replace

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


_PATHS = (
    *("filename", "filePath", "file", "path"),
    "locations.0.physicalLocation.artifactLocation.uri",
    "locations.0.caret.file",
)
_LINES = (
    *("line", "location.row", "location.line", "start.line"),
    "locations.0.physicalLocation.region.startLine",
    "locations.0.caret.line",
)
_MESSAGES = ("message.text", "message")
_RULES = ("ruleId", "code", "rule", "option")
"""Where JSON objects have the parts of a finding, as paths of keys and indices; the first existing one is used."""

_NOTES = ("note", "help")
"""Severities of lines that only explain the finding above them."""

_MOST_LETTERS = 2_000
"""Letters of a line that may be a finding. Chosen by judgement: longer ones are code or data."""

_GCC = regex(
    r"(?P<path>.+?):(?P<line>\d+)(?::\d+)?: *(?:(?P<kind>fatal error|error|warning|info|note|help): +)?"
    r"(?:(?P<code>[A-Z]+\d+)\b:? +(?:\[\*\] +)?)?(?P<message>.+?)(?: +\[(?P<rule>[-\w=:,./+]+)\])?"
)
_TSC = regex(
    r"(?P<path>.+?)\((?P<line>\d+)(?:,\d+)?\): (?P<kind>error|warning|info|note) (?P<code>\w+): (?P<message>.+)"
)


def findings_in(output: str) -> list[Finding]:
    """Return the findings that a program printed, with the program's paths; lines of an unknown form are skipped."""
    if output.lstrip()[:1] in ("{", "["):
        import json

        for texts in ([output], output.splitlines()):
            try:
                return [f for text in texts if text.strip() for f in _of_json(json.loads(text), "")]
            except (ValueError, RecursionError):
                continue
    found = []
    for row in output.splitlines():
        if len(row) > _MOST_LETTERS:
            continue
        match = _TSC.fullmatch(row) or _GCC.fullmatch(row)
        if match is not None and match["kind"] not in _NOTES:
            rule = match["code"] or match.groupdict().get("rule") or ""
            found.append(Finding(match["path"], int(match["line"]), rule, match["message"].strip()))
    return found


def _of_json(value: object, path: str) -> Iterator[Finding]:
    """Yield the findings in a JSON value; `path` is that of the object around it."""
    if isinstance(value, list):
        for one in value:
            yield from _of_json(one, path)
    if not isinstance(value, dict):
        return
    path = str(_first(value, _PATHS) or path).removeprefix("file://")
    line, message = _first(value, _LINES), _first(value, _MESSAGES)
    if isinstance(line, int) and isinstance(message, str):
        if _first(value, ("severity", "kind", "level")) not in _NOTES:
            rule = _first(value, _RULES)
            yield Finding(path, line, str(rule or ""), " ".join(message.split()))
        return
    for one in value.values():
        yield from _of_json(one, path)


def _first(value: object, paths: tuple[str, ...]) -> object:
    """Return the value at the first path that exists in a JSON value."""
    return next((found for one in paths if (found := _at(value, one)) is not None), None)


def _at(value: object, path: str) -> object:
    for key in path.split("."):
        if isinstance(value, list) and value and key == "0":
            value = value[0]
        elif isinstance(value, dict):
            value = value.get(key)
        else:
            return None
    return None if isinstance(value, dict | list) else value
