"""The output of linters, compilers and type checkers, parsed into findings.

Known forms are SARIF and other JSON, whole or an object per line, in which an object with a line and a message is a
finding (ruff, eslint, mypy, shellcheck, gcc), and text with a finding per line: `file:line:column: error: message
[rule]` as gcc, mypy, flake8 and ruff print it, and `file(line,column): error RULE: message` as tsc does.
"""

from __future__ import annotations

from collections.abc import Iterator

from structedit.calls.edit_findings import Finding
from structedit.text.lazily import regex

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
