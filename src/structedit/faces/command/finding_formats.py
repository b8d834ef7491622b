"""Findings as text for people, as SARIF, and as annotations of GitHub's.

Not here: their JSON, which is their own (`extras.codemods.rules.findings`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from structedit.calls.printable import printable
from structedit.extras.codemods.rules.findings import Finding, FixEdit, Stretch
from structedit.extras.codemods.rules.rule_files import Severity

_MOST_LINES = 5
"""Lines of a finding that are printed. Chosen by judgement: a statement, and the head of a definition."""

_COLOURS = {
    Severity.ERROR: "\x1b[31m",
    Severity.WARNING: "\x1b[33m",
    Severity.INFO: "\x1b[36m",
    Severity.HINT: "\x1b[2m",
}
_RESET = "\x1b[0m"


def as_text(finding: Finding, *, coloured: bool) -> str:
    """Format a finding for people: its place, the rule's message, its lines, and notes."""
    severity = finding.severity
    line, column = finding.place.start
    word = f"{_COLOURS[severity]}{severity}{_RESET}" if coloured else severity.value
    head = f"{printable(finding.path)}:{line + 1}:{column + 1}: {word}: "
    message = " ".join(finding.message.split())
    rows = [f"{head}{printable(finding.rule_id)}" + (f": {printable(message)}" if message else "")]
    lines = finding.lines.splitlines()
    rows += [f"    {printable(each)}" for each in lines[:_MOST_LINES]]
    if len(lines) > _MOST_LINES:
        rows.append(f"    … {len(lines) - _MOST_LINES} more lines")
    if finding.note:
        rows += [f"  note: {printable(each)}" for each in finding.note.strip().splitlines()]
    if finding.url:
        rows.append(f"  see {printable(finding.url)}")
    return "\n".join(rows) + "\n"


_GITHUB = {Severity.ERROR: "error", Severity.WARNING: "warning"}


def as_annotation(finding: Finding) -> str:
    """Format a finding as a command that makes GitHub Actions show it at the line."""
    level = _GITHUB.get(finding.severity, "notice")
    lines = finding.line_range
    column, end = finding.place.start[1] + 1, finding.place.end[1] + 1
    where = f"file={_property(finding.path)},line={lines.first},endLine={lines.last}"
    if lines.first == lines.last:
        where += f",col={column},endColumn={end}"
    message = finding.message or finding.rule_id
    return f"::{level} {where},title={_property(finding.rule_id)}::{_data(message)}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning"}


def as_sarif(findings: Sequence[Finding], version: str) -> dict[str, Any]:
    """Return findings as a log of SARIF 2.1.0, with their rules and fixes."""
    rules: dict[str, dict[str, Any]] = {}
    for finding in findings:
        if finding.rule_id in rules:
            continue
        rule: dict[str, Any] = {
            "id": finding.rule_id,
            "defaultConfiguration": {"level": _LEVELS.get(finding.severity, "note")},
        }
        if finding.note:
            rule["help"] = {"text": finding.note}
        if finding.url:
            rule["helpUri"] = finding.url
        if finding.metadata is not None:
            rule["properties"] = {"metadata": finding.metadata}
        rules[finding.rule_id] = rule
    numbers = {name: number for number, name in enumerate(rules)}
    driver = {
        "name": "structedit",
        "version": version,
        "informationUri": "https://pypi.org/project/structedit/",
        "rules": list(rules.values()),
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, numbers) for finding in findings],
    }
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }


def _result(finding: Finding, numbers: dict[str, int]) -> dict[str, Any]:
    region = _region(finding.place)
    region["snippet"] = {"text": finding.place.text}
    result: dict[str, Any] = {
        "ruleId": finding.rule_id,
        "ruleIndex": numbers[finding.rule_id],
        "level": _LEVELS.get(finding.severity, "note"),
        "message": {"text": finding.message or finding.rule_id},
        "locations": [{"physicalLocation": {"artifactLocation": _file(finding), "region": region}}],
    }
    if finding.reason is None and finding.fixes:
        result["fixes"] = [_fix(finding, fix) for fix in finding.fixes]
    return result


def _fix(finding: Finding, fix: FixEdit) -> dict[str, Any]:
    replacement = {
        "deletedRegion": _region(fix.place),
        "insertedContent": {"text": fix.new},
    }
    change = {"artifactLocation": _file(finding), "replacements": [replacement]}
    return {"description": {"text": fix.title or "make the fix"}, "artifactChanges": [change]}


def _file(finding: Finding) -> dict[str, Any]:
    from urllib.parse import quote

    return {"uri": quote(finding.path)}


def _region(place: Stretch) -> dict[str, Any]:
    return {
        "startLine": place.start[0] + 1,
        "startColumn": place.start[1] + 1,
        "endLine": place.end[0] + 1,
        "endColumn": place.end[1] + 1,
        "byteOffset": place.span.start,
        "byteLength": len(place.span),
    }
