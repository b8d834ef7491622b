"""The command `fleet`: a rewrite, a script or rules in many roots, each a transaction of its own."""

from __future__ import annotations

from collections import Counter
from typing import Any

import click

from structedit.disk import limits
from structedit.extras.codemods import executors, fleet
from structedit.faces.command import output, scan_command
from structedit.faces.command.exit_codes import DONE, NOT_LANDED, REFUSED, WRONG
from structedit.faces.command.help_pages import Command
from structedit.faces.command.inputs import text_from
from structedit.faces.command.options import FILE, executor_options, jobs_option, state_option
from structedit.faces.command.run_commands import arguments_of, build_run
from structedit.text.errors import UsageError

_WORDS = """\
ROOTS is a file with the path of a root on each line; - is standard input. Behind -- stands the command:
`rewrite`, `run` or `scan` with its options, whose PATHs are below each root and may be left out, or `undo`, of the run
that --once names, else of the latest edit of each root.

A JSON line tells of each root as soon as it is done: status, files, hits, refused, undo_id, seconds, findings. A root
that fails is one such line. The same command again does only what is missing, `undo` takes the run back.
Locks, history and old contents are kept in your state folder. Machines of a cluster need one that all of them see
under the same path: --state DIR, and again for `undo`."""

_OF_A_ROOT = ("allow_errors", "force", "formatter", "globs", "imports", "language", "timeout")
_NOT_HERE = {
    "backup": (True, "--no-backup: by its backup a run is known"),
    "as_json": (False, "--json: each root is a JSON line anyway"),
    "json_lines": (False, "--json-lines: each root is a JSON line anyway"),
    "interactive": (False, "--interactive"),
    "diff": (False, "--diff"),
    "check": (False, "--check"),
    "files_with_matches": (False, "--files-with-matches"),
    "count": (False, "--count"),
    "debug_pattern": (False, "--debug-pattern"),
    "sarif": (False, "--sarif"),
    "github": (False, "--github"),
    "test": (False, "--test"),
    "unused_ignores": (False, "--unused-ignores"),
    "root": (None, "--root"),
    "jobs": (None, "-j: pass it to fleet, in front of --"),
    "executor": (None, "--executor: pass it to fleet, in front of --"),
    "scheduler": (None, "--scheduler: pass it to fleet, in front of --"),
    "once": (None, "--once: pass it to fleet, in front of --"),
}
"""Options of `rewrite`, `run` and `scan` that say nothing of a root among many, with what they are by default."""


def build_fleet(name: str, summary: str) -> click.Command:
    """Make the command."""
    return Command(
        name,
        params=[
            click.Argument(["roots"], type=FILE, metavar="ROOTS"),
            click.Argument(["command"], nargs=-1, required=True, metavar="-- COMMAND..."),
            *executor_options(jobs_option(1, "roots that are worked on at a time")),
            state_option(),
        ],
        callback=_run,
        help="\n\n".join((summary, _WORDS)),
        short_help=summary,
    )


def _run(
    roots: str,
    command: tuple[str, ...],
    jobs: int,
    executor: str | None,
    scheduler: str | None,
    once: str | None,
    state: str | None,
) -> int:
    folders = [line for line in text_from(roots).splitlines() if line.strip()]
    folders = [line for line in folders if not line.startswith("#")]
    if not folders:
        raise UsageError(f"{roots!r} names no root", hint="write the path of a root on each line")
    name, *rest = command
    if name == "undo":
        if rest:
            raise UsageError("undo takes nothing here", hint="name the run with --once")
        arguments: dict[str, Any] = {}
    elif name in ("rewrite", "run", "scan"):
        arguments = _arguments(name, rest)
    else:
        raise UsageError(f"a fleet cannot {name!r}", hint="it can rewrite, run, scan and undo")
    limits.end_when_stuck()
    counts: Counter[str] = Counter()

    def told(row: fleet.FleetRow) -> None:
        counts["done before" if row.again else row.status] += 1
        output.json_line(row.to_dict())

    with executors.chosen(executor, scheduler, jobs) as chosen:
        common: dict[str, Any] = {
            "once": once,
            "state": state,
            "executor": chosen,
            "jobs": jobs,
            "on_row": told,
        }
        if name == "undo":
            found = fleet.undo_fleet(folders, **common)
        elif name == "run":
            found = fleet.run_fleet(folders, **arguments, **common)
        elif name == "scan":
            found = fleet.scan_fleet(folders, **arguments, **common)
        else:
            found = fleet.rewrite_fleet(folders, **arguments, **common)
    rows = ", ".join(f"{count} {status}" for status, count in sorted(counts.items()))
    findings = sum(row.found for row in found.rows)
    if findings:
        rows += f"; {findings} finding{'s' * (findings != 1)}"
    named = f" of the run {found.name}" if found.name else ""
    output.error(f"{len(found.rows)} root{'s' * (len(found.rows) != 1)}{named}: {rows}\n")
    if any(row.status in ("error", "lost") for row in found.rows):
        return WRONG
    if not found.landed:
        return REFUSED
    return NOT_LANDED if any(row.errors for row in found.rows) else DONE


def _arguments(name: str, rest: list[str]) -> dict[str, Any]:
    """The arguments for each root, from the words of the command behind the dashes."""
    command = scan_command.build_scan(name, "") if name == "scan" else build_run(name, "")
    for parameter in command.params:
        if parameter.name == "paths":
            parameter.required = False
    values = command.make_context(f"fleet -- {name}", rest).params
    for option, (default, said) in _NOT_HERE.items():
        if values.get(option, default) != default:
            raise UsageError(f"a fleet does not take {said}", hint="leave it out")
    if name == "scan":
        rules, paths = scan_command.parted(values)
        return {**scan_command.arguments_of(values), "rules": rules, "paths": paths}
    settings = {key: values[key] for key in _OF_A_ROOT if key in values}
    return {
        **arguments_of(name, values),
        **settings,
        "paths": values["paths"],
        "partial": not values["all_or_none"],
        "dry_run": bool(values["dry_run"]),
    }
