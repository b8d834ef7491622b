"""The command `scan`: the findings of rules in files, their fixes, and their tests."""

from __future__ import annotations

import sys
from typing import Any

import click

from structedit.calls.printable import printable
from structedit.disk import limits
from structedit.extras.codemods.rules import rule_folders, scans
from structedit.extras.codemods.rules.findings import Finding
from structedit.faces.command import batch_commands, finding_formats, output
from structedit.faces.command.carrying_out import batch_exit_code
from structedit.faces.command.exit_codes import DONE, NOT_LANDED, REFUSED, WRONG
from structedit.faces.command.help_pages import Command
from structedit.faces.command.inputs import text_from
from structedit.faces.command.options import (
    FILE,
    colour_option,
    finish_options,
    flag,
    json_option,
    only_one,
    planners_option,
    quiet_option,
    timeout_option,
    writing_options,
)
from structedit.faces.command.run_commands import Progress, options_among
from structedit.faces.command.shell_lines import with_undo
from structedit.text.errors import UsageError

_NOTES = """\
The first PATH is the rules: a YAML file in the form of ast-grep's, a folder of them, or a sgconfig.yml; the others
are the files and folders to search, by default the current folder. With --rule, --config or --inline-rules all
PATHS are files to search. If the first PATH contains no rules, or there is no PATH, the rules are those of the
nearest sgconfig.yml, in this folder or one above.

Exit codes: 1 if a finding of the severity error is left, or a test fails; 4 if a fix was refused; else 0."""

_ONE_OUTPUT = ("as_json", "json_lines", "sarif", "github", "diff")


def build_scan(name: str, summary: str) -> click.Command:
    """Make the command."""
    params: list[click.Parameter] = [
        click.Argument(["paths"], nargs=-1, type=FILE, metavar="[RULES] [PATH]..."),
        click.Option(
            ["-r", "--rule", "rules"],
            multiple=True,
            type=FILE,
            metavar="FILE",
            help="a file or folder of rules; may be repeated",
        ),
        click.Option(["-c", "--config"], type=FILE, metavar="FILE", help="a sgconfig.yml"),
        click.Option(["--inline-rules"], metavar="YAML", help="rules as text; - is stdin"),
        click.Option(
            ["--rule-id", "rule_ids"],
            multiple=True,
            metavar="ID",
            help="only this rule; may be repeated",
        ),
        click.Option(["--filter"], metavar="REGEX", help="only rules whose id it matches"),
        click.Option(
            ["--severity", "severities"],
            multiple=True,
            metavar="[ID=]LEVEL",
            help="error, warning, info, hint or off instead of the rules' own; may be repeated",
        ),
        click.Option(["-l", "--language"], metavar="NAME", help="only rules for this language"),
        click.Option(
            ["--reading"],
            type=click.Choice(["auto", "bare"]),
            default="auto",
            help="bare: read patterns only as whole files, as ast-grep does",
        ),
        click.Option(
            ["--glob", "globs"],
            multiple=True,
            metavar="GLOB",
            help="only files that match, as in .gitignore; !GLOB excludes files; may be repeated",
        ),
        click.Option(
            ["--root"], type=FILE, metavar="DIR", help="the folder that contains all files"
        ),
        planners_option(),
        flag(["--test"], help="run the tests of the rules instead"),
        flag(["--unused-ignores"], help="report comments that silence nothing"),
        flag(["--fix"], help="apply the first fix of each finding, as one transaction"),
        flag(["--drop-rest"], help="apply fixes that delete code which a pattern does not have"),
        flag(["--all-or-none"], help="write nothing if a file is refused"),
        flag(["--allow-errors"], help="accept new syntax errors"),
        *finish_options(),
        *writing_options(),
        colour_option(),
        timeout_option(),
        quiet_option(),
        json_option(),
        flag(["--json-lines"], help="print one JSON object per finding, as soon as it is found"),
        flag(["--sarif"], help="print a log of SARIF 2.1.0"),
        flag(["--github"], help="print annotations for GitHub Actions"),
    ]
    return Command(
        name, params=params, callback=_scan, help=f"{summary}\n\n{_NOTES}", short_help=summary
    )


def _scan(**values: Any) -> int:
    given = only_one(values, _ONE_OUTPUT)
    limits.end_when_stuck()
    rules, paths = split_rules_and_paths(values)
    if values["test"]:
        return _tested(scans.test_rules(rules, **_rules_meant(values)), values)
    watched = sys.stderr.isatty() and not values["quiet"] and given is None
    found = scans.scan(
        paths or (".",),
        rules,
        unused=values["unused_ignores"],
        selectors=bool(values["as_json"] or values["json_lines"]),
        jobs=values["jobs"],
        root=values["root"],
        progress=Progress() if watched else None,
        on_findings=_printer(values),
        **arguments_of(values),
    )
    _print(found, values)
    return _code(found, values)


def arguments_of(values: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of the library that are the same for any root."""
    shows = bool(values["diff"] or values["check"])
    return {
        **options_among(values, scans.ScanJobOptions),
        **_rules_meant(values),
        "fix": bool(values["fix"] or shows),
        "dry_run": bool(values["dry_run"] or shows),
    }


def _rules_meant(values: dict[str, Any]) -> dict[str, Any]:
    """Return the rules that are selected, of those that are named."""
    names = ("rule_ids", "filter", "language", "reading")
    inline = values["inline_rules"]
    return {
        "inline_rules": text_from("-") if inline == "-" else inline,
        **{name: values[name] for name in names},
    }


def split_rules_and_paths(values: dict[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Split positional arguments into rules and files; no files means all."""
    paths = tuple(str(path) for path in values["paths"])
    rules = tuple(str(path) for path in values["rules"])
    if values["config"] is not None:
        rules = (str(values["config"]), *rules)
    if not rules and values["inline_rules"] is None:
        if paths:
            rules, paths = paths[:1], paths[1:]
        if not rules or not rule_folders.is_rules(rules[0]):
            config = rule_folders.nearest_config()
            if config is None and rules:
                raise UsageError(
                    f"no rule files in {rules[0]!r}",
                    hint="name the rules first, then the files to search; or write sgconfig.yml",
                )
            if config is None:
                raise UsageError(
                    "there are no rules",
                    hint="name a file or folder of rules, or write sgconfig.yml",
                )
            rules, paths = (config,), (*rules, *paths)
    return rules, paths


def _printer(values: dict[str, Any]) -> scans.OnFindings | None:
    """Return a function that prints the findings of a file as soon as they are known."""
    if values["as_json"] or values["sarif"] or values["diff"]:
        return None
    in_colour = output.in_colour(str(values["color"]))

    def show(findings: tuple[Finding, ...]) -> None:
        if values["json_lines"]:
            output.json_line(*(finding.to_dict() for finding in findings))
        elif values["github"]:
            output.text("".join(map(finding_formats.as_annotation, findings)))
        else:
            lines = (finding_formats.as_text(one, coloured=in_colour) for one in findings)
            output.in_colours("".join(lines))

    return show


def _print(found: scans.ScanOutcome, values: dict[str, Any]) -> None:
    """Print what was not printed during the scan: everything as one JSON value, or the summary."""
    if values["as_json"]:
        output.json_object(found.to_dict())
        return
    if values["sarif"]:
        from structedit import __version__

        output.json_object(finding_formats.as_sarif(found.findings, __version__))
    for_people = not any(values[name] for name in _ONE_OUTPUT) and not values["quiet"]
    if found.failed or found.barred or (found.fixes is not None and not found.fixes.batch.landed):
        output.error(found.report() + "\n")
    elif for_people:
        output.text(with_undo(found.report()) + "\n")
    for path, place in found.unused:
        where = f"{printable(path)}:{place.start[0] + 1}"
        output.error(f"{where}: {printable(place.text)} silences nothing\n")
    if (values["diff"] or (values["dry_run"] and for_people)) and found.fixes is not None:
        diff = b"".join(
            batch_commands.raw_diff(file) for file in found.fixes.files if file.failure is None
        )
        output.diff(diff, str(values["color"]), exact=bool(values["diff"]))


def _code(found: scans.ScanOutcome, values: dict[str, Any]) -> int:
    if found.fixes is not None and not found.fixes.landed and found.fixes.batch.failed:
        code = batch_exit_code(found.fixes.batch)
        return code if code != DONE else REFUSED
    if found.failed:
        return WRONG
    if found.barred:
        return REFUSED
    if values["check"] and found.fixed:
        return NOT_LANDED
    return NOT_LANDED if found.has_errors else DONE


def _tested(results: tuple[Any, ...], values: dict[str, Any]) -> int:
    """Print the results of tests."""
    failed = [one for one in results if not one.passed]
    if values["as_json"]:
        output.json_object([one.to_dict() for one in results])
    else:
        for one in failed:
            wish = "nothing, found it" if one.valid else "something, found nothing"
            text = "\n".join(f"    {printable(line)}" for line in one.text.splitlines())
            output.text(
                f"{printable(one.place)}: {printable(one.rule_id)} should find {wish} in\n{text}\n"
            )
        rules = len({one.rule_id for one in results})
        tested = (
            f"{len(results)} text{'s' * (len(results) != 1)} of {rules} rule{'s' * (rules != 1)}"
        )
        output.text(f"{tested}: {len(failed)} failed\n")
    return NOT_LANDED if failed else DONE
